//! The frame of the turn (3.1): its steps, extra turns, and the answers to what it asks.

use crate::answer::{Answer, Answers};
use crate::card::{Card, Keeps};
use crate::event::{Cause, Event, TurnKind};
use crate::game::Game;
use crate::power::{ANY_TIME_OFFERS, AT_START, AT_START_OFFERS, COPIER, TURN_START};
use crate::question::{Ask, Need, Place, Question};
use crate::rules::{FreezeTimeDice, Frenzy};
use crate::seat::Seat;
use crate::state::{Batch, Frame, Me, Phase, State, Step, Turn};

/// T-06: the stars for a turn that starts in Tokyo.
pub(crate) const STARS_IN_TOKYO: u8 = 2;

impl Game<'_> {
    /// Runs the steps of the turn, one after the other, until one has to wait: that one leaves on the stack what follows
    /// it. The steps of a monster that has died are passed over (T-05).
    #[inline]
    pub(crate) fn step(&mut self, step: Step) {
        let mut next = Some(step);
        while let Some(step) = next
            && self.outcome.is_none()
        {
            let alive = self.living.has(self.turn.seat) || step == Step::HandOver;
            next = if alive { self.one_step(step) } else { self.turn_over() };
        }
    }

    #[inline]
    fn one_step(&mut self, step: Step) -> Option<Step> {
        match step {
            Step::Begin => self.begin(),
            Step::Start => self.start(),
            Step::FirstThrow => self.first_throw(),
            Step::Rolling => self.rolling(),
            Step::Changing => self.changing(),
            Step::Lock => self.lock(),
            Step::Resolving => self.resolving(),
            Step::Enter => self.enter_phase(),
            Step::Shopping => self.shopping(),
            Step::Ending => self.ending(),
            Step::Over => self.turn_over(),
            Step::HandOver => self.hand_over(),
        }
    }

    /// T-06: two stars for a turn that starts in Tokyo.
    fn begin(&mut self) -> Option<Step> {
        let Turn { seat, number, kind, .. } = self.turn;
        self.turn.phase = Phase::Start;
        self.tell(Event::TurnStarted { seat, turn: number, kind });
        if self.in_tokyo(seat) {
            self.gain_stars(seat, STARS_IN_TOKYO, Cause::InTokyo);
            self.settle();
        }
        if self.outcome.is_some() {
            None
        } else if self.has_power(seat, AT_START) {
            Some(Step::Start)
        } else {
            self.first_throw()
        }
    }

    /// T-07: start-of-turn cards in the order that the owner wants.
    fn start(&mut self) -> Option<Step> {
        let seat = self.turn.seat;
        if !self.has_power(seat, AT_START) {
            return Some(Step::FirstThrow);
        }
        let mut offers = Answers::default();
        self.start_offers(seat, &mut offers);
        if !offers.is_empty() || self.order_of_payouts_matters(seat) {
            return self.wait(Step::Start, seat, Question::Start);
        }
        if self.payouts(seat).next().is_none() {
            return Some(Step::FirstThrow);
        }
        // A payout may bring the energy that moves the token, so the step is looked at again.
        self.pay_out_all(seat);
        Some(Step::Start)
    }

    /// The step asks its question, and is looked at again when it is answered.
    pub(crate) fn wait(&mut self, step: Step, seat: Seat, question: Question) -> Option<Step> {
        self.then(Frame::Turn(step));
        self.ask(seat, question, None);
        None
    }

    fn pay_out_all(&mut self, seat: Seat) {
        while let Some(me) = { self.payouts(seat).next() } {
            self.pay_out(me);
        }
        self.settle();
    }

    fn pay_out(&mut self, me: Me) {
        self.turn.used = self.turn.used.with(me.slot);
        if let Some(act) = me.face.power().at_my_turn_start {
            act(self, me);
        }
    }

    /// S-04, X-03: whose turn is next.
    pub(crate) fn hand_over(&mut self) -> Option<Step> {
        let Turn { number, seat, regular, chain, .. } = self.turn;
        if number == 0 {
            let starter = self.starter;
            return self.next_turn(starter, starter, TurnKind::Regular, 0);
        }
        if !self.living.has(seat) {
            self.freezes = 0;
        }
        if self.freezes == 0 && self.frenzies == [0; 6] {
            return self.next_regular_turn();
        }
        for seat in Seat::ALL {
            if !self.living.has(seat) {
                self.frenzies[seat.index()] = 0;
            }
        }
        let frenzy_first = self.rules.frenzy == Frenzy::AtOnceSkippingEnd;
        if 0 < self.freezes && !(frenzy_first && 0 < self.frenzies[seat.index()]) {
            return self.wait(Step::HandOver, seat, Question::ExtraTurn);
        }
        let frenzied = (0 < self.frenzies[seat.index()]).then_some(seat).or_else(|| {
            let frenzies = self.frenzies;
            self.living.clockwise_after(seat).find(|other| 0 < frenzies[other.index()])
        });
        if let Some(seat) = frenzied {
            self.frenzies[seat.index()] -= 1;
            return self.next_turn(seat, regular, TurnKind::Frenzy, chain);
        }
        self.next_regular_turn()
    }

    fn next_regular_turn(&mut self) -> Option<Step> {
        let next = self.next_after(self.turn.regular)?;
        self.freezes = 0;
        self.next_turn(next, next, TurnKind::Regular, 0)
    }

    fn next_turn(&mut self, seat: Seat, regular: Seat, kind: TurnKind, chain: u8) -> Option<Step> {
        let number = self.turn.number.saturating_add(1);
        let place = |seat: Seat| (seat.index() + 6 - self.starter.index()) % 6;
        let passes_starter = place(seat) <= place(self.turn.regular);
        if kind == TurnKind::Regular && 1 < number && passes_starter {
            self.round = self.round.saturating_add(1);
        }
        self.turn = Turn::new(number, seat, regular, kind, chain);
        self.batch = Batch::none();
        Some(Step::Begin)
    }

    /// The turn of the active monster ends here and now (P-13).
    pub(crate) fn end_turn_at_once(&mut self) {
        for frame in self.stack.frames_mut() {
            if let Frame::Turn(step) = frame {
                *step = Step::Over;
            }
        }
    }

    /// A player has answered: runs on until the game waits again.
    #[inline(never)]
    pub(crate) fn answer(mut self, ask: Ask, answer: Answer) -> Need {
        self.state.stack.pop();
        if !self.answer_out_of_turn(ask, answer) {
            self.answer_question(ask, answer);
        }
        self.run()
    }

    #[inline]
    fn answer_question(&mut self, ask: Ask, answer: Answer) {
        let Ask { seat, question, card } = ask;
        match (question, answer) {
            (Question::Start, Answer::Pass) => {
                self.state.stack.pop();
                self.then(Frame::Turn(Step::FirstThrow));
                self.pay_out_all(seat);
            }
            (Question::Start, Answer::Use(slot)) => {
                let me = self.payouts(seat).find(|me| me.slot == slot);
                if let Some(me) = me {
                    self.pay_out(me);
                    self.settle();
                }
            }
            (Question::Start, Answer::Pick(_)) => self.tell_card(seat, COPIER, answer),
            (Question::Copy, answer) => self.tell_card(seat, COPIER, answer),
            (Question::Roll, answer) => self.answer_roll(seat, answer),
            (Question::Probe, answer) => self.answer_probe(seat, card, answer),
            (Question::Reprobe, answer) => self.answer_reprobe(answer),
            (Question::Change, answer) => self.answer_change(seat, answer),
            (Question::ChangeAside, answer) => self.answer_aside(seat, answer),
            (Question::Resolve, answer) => self.answer_resolve(answer),
            (Question::Hearts, answer) => self.answer_hearts(answer),
            (Question::Flee, answer) => self.answer_flee(seat, answer),
            (Question::Defend, answer) => self.answer_defend(seat, answer),
            (Question::Yield, answer) => self.answer_yield(seat, answer),
            (Question::Shop, answer) => self.answer_shop(seat, answer),
            (Question::Opportunity, answer) => self.answer_window(seat, answer),
            (Question::End, answer) => self.answer_end(seat, answer),
            (Question::ExtraTurn, answer) => {
                self.freezes -= 1;
                if answer == Answer::Yes {
                    self.state.stack.pop();
                    let Turn { regular, chain, .. } = self.turn;
                    self.next_turn(seat, regular, TurnKind::FreezeTime, chain.saturating_add(1));
                    self.then(Frame::Turn(Step::Begin));
                } else {
                    self.tell(Event::DeclinedTurn { seat });
                }
            }
            (Question::Deposit | Question::Sell, answer) => {
                if let Some(me) = card.and_then(|slot| self.me(seat, slot)) {
                    self.tell_power(me, answer);
                }
            }
            (Question::Start, _) => {}
        }
    }

    /// What may be done at any question: the question stays and is asked again.
    #[inline]
    fn answer_out_of_turn(&mut self, ask: Ask, answer: Answer) -> bool {
        let seat = ask.seat;
        match answer {
            Answer::Take(card) => {
                self.ask_again(ask);
                self.take(seat, card);
                true
            }
            Answer::Use(slot) if ask.question != Question::Defend => {
                let me = self.powers(seat, ANY_TIME_OFFERS).find(|me| me.slot == slot);
                if let Some(me) = me {
                    self.ask_again(ask);
                    self.tell_power(me, answer);
                }
                me.is_some()
            }
            _ => false,
        }
    }

    /// The question stays. Those of the turn's own steps are asked anew by the step beneath, if they still leave a choice.
    fn ask_again(&mut self, ask: Ask) {
        let by_the_step = matches!(
            ask.question,
            Question::Start
                | Question::Roll
                | Question::Change
                | Question::Resolve
                | Question::Hearts
                | Question::Shop
                | Question::Opportunity
                | Question::ChangeAside
                | Question::End
        );
        if !by_the_step {
            self.then(Frame::Ask(ask));
        }
    }

    /// Hands an answer to the card that asked for it or is named in it.
    pub(crate) fn tell_power(&mut self, me: Me, answer: Answer) {
        if let Some(answered) = me.face.power().answered {
            answered(self, me, answer);
        }
    }

    /// The same for a card whose own text is meant, not the one it copies.
    fn tell_card(&mut self, owner: Seat, card: Card, answer: Answer) {
        self.tell_power(Me { owner, slot: card, face: card }, answer);
    }
}

impl State {
    /// Start-of-turn effects that have not happened yet.
    fn payouts(&self, seat: Seat) -> impl Iterator<Item = Me> {
        self.powers(seat, TURN_START).filter(|me| self.is_waiting(*me))
    }

    /// Whether this effect of the start or the end of the turn is still to happen.
    pub(crate) fn is_waiting(&self, me: Me) -> bool {
        self.unused(me) && me.face.power().only_if.is_none_or(|applies| applies(self, me))
    }

    /// Whether a payout brings what a card that pays later could use first (T-07): the energy that moves Mimic's token.
    fn order_of_payouts_matters(&self, seat: Seat) -> bool {
        self.has_power(seat, AT_START_OFFERS)
            && 2 <= self.payouts(seat).count()
            && self.payouts(seat).any(|first| {
                let mut copy = *self;
                Game::quiet(&mut copy).pay_out(first);
                copy.powers(seat, AT_START_OFFERS).any(|me| {
                    let mut offers = Answers::default();
                    if let Some(offer) = me.face.power().at_start_offers {
                        offer(&copy, me, &mut offers);
                    }
                    !offers.is_empty() && copy.payouts(seat).any(|later| later.slot == me.slot)
                })
            })
    }

    fn start_offers(&self, seat: Seat, answers: &mut Answers) {
        for me in self.powers(seat, AT_START_OFFERS) {
            if let Some(offer) = me.face.power().at_start_offers {
                offer(self, me, answers);
            }
        }
    }

    /// how many dice are thrown.
    pub(crate) fn dice_of_turn(&self) -> u8 {
        let seat = self.turn.seat;
        let frozen = match (self.turn.kind, self.rules.freeze_time_dice) {
            (TurnKind::FreezeTime, FreezeTimeDice::OneFewer) => 1,
            (TurnKind::FreezeTime, FreezeTimeDice::Cumulative) => self.turn.chain,
            _ => 0,
        };
        (6 + self.sum(seat, crate::power::DICE, |power| power.dice))
            .saturating_sub(self.monster(seat).shrink)
            .saturating_sub(frozen)
    }

    /// Whether this answer is on the list. The commonest ones are known without making it.
    pub(crate) fn allows(&self, ask: Ask, answer: Answer) -> bool {
        match (ask.question, answer) {
            (
                Question::Roll | Question::Resolve | Question::Yield | Question::Shop,
                Answer::Pass,
            )
            | (Question::Yield, Answer::Yes) => true,
            (Question::Roll, Answer::Reroll(dice)) => self.may_reroll(dice),
            (Question::Resolve, Answer::Resolve(group)) => self.may_resolve(group),
            (Question::Shop, Answer::Buy(place)) if place != Place::Top => {
                self.wares(ask.seat) >> place as u8 & 1 != 0
            }
            (Question::Shop, Answer::Sweep) => self.may_sweep(ask.seat),
            _ => self.lists(ask, answer),
        }
    }

    #[inline(never)]
    fn lists(&self, ask: Ask, answer: Answer) -> bool {
        let mut answers = Answers::default();
        self.list(ask, &mut answers);
        answers.contains(answer)
    }

    /// Lists the legal answers to a question.
    #[inline]
    pub(crate) fn list(&self, ask: Ask, answers: &mut Answers) {
        let Ask { seat, question, .. } = ask;
        match question {
            Question::Roll => self.list_roll(seat, answers),
            Question::Resolve => self.list_resolve(answers),
            Question::Shop => self.list_shop(seat, answers),
            _ => self.list_others(ask, answers),
        }
        // A deposit is part of a purchase: what it may be made of is not spent in between.
        let free = !matches!(question, Question::Defend | Question::Deposit);
        if self.has_power(seat, ANY_TIME_OFFERS) && free {
            self.list_any_time(seat, answers);
        }
    }

    #[inline(never)]
    fn list_any_time(&self, seat: Seat, answers: &mut Answers) {
        for me in self.powers(seat, ANY_TIME_OFFERS) {
            if let Some(offer) = me.face.power().any_time_offers {
                offer(self, me, answers);
            }
        }
    }

    #[inline(never)]
    fn list_others(&self, ask: Ask, answers: &mut Answers) {
        let Ask { seat, question, card } = ask;
        match question {
            Question::Start => {
                answers.one(Answer::Pass);
                self.start_offers(seat, answers);
                for me in self.payouts(seat) {
                    answers.one(Answer::Use(me.slot));
                }
            }
            Question::Roll | Question::Resolve | Question::Shop => {}
            Question::Probe => {
                answers.one(Answer::Pass);
                answers.die(self.turn.dice.all());
            }
            Question::Change => self.list_change(seat, answers),
            Question::ChangeAside => self.list_aside(seat, answers),
            Question::Hearts => self.list_hearts(answers),
            Question::Reprobe | Question::Flee | Question::Yield | Question::ExtraTurn => {
                answers.one(Answer::Pass);
                answers.one(Answer::Yes);
            }
            Question::Defend => {
                answers.one(Answer::Pass);
                self.list_defence(seat, answers);
            }
            Question::Opportunity => self.list_window(seat, answers),
            Question::End => self.list_end(seat, answers),
            Question::Copy => self.list_own(seat, COPIER, COPIER, answers),
            Question::Deposit | Question::Sell => {
                if let Some(me) = card.and_then(|slot| self.me(seat, slot)) {
                    self.list_own(seat, me.slot, me.face, answers);
                }
            }
        }
    }

    fn list_own(&self, owner: Seat, slot: Card, face: Card, answers: &mut Answers) {
        if let Some(offer) = face.power().own_answers {
            offer(self, Me { owner, slot, face }, answers);
        }
    }

    /// Whether a once-a-turn power is still to be used in this turn.
    pub(crate) fn unused(&self, me: Me) -> bool {
        !self.turn.used.has(me.slot)
    }

    /// Marks for the end of the turn: nothing has been used in this step.
    pub(crate) fn nothing_used(&mut self) {
        self.turn.used = Keeps::NONE;
        self.turn.usual = false;
    }
}
