//! The frame of the turn (3.1): its steps, extra turns, and the answers to what it asks.

use crate::answer::{Answer, Answers};
use crate::card::Keeps;
use crate::dice::Dice;
use crate::event::{Cause, Event, TurnKind};
use crate::game::Game;
use crate::power::{COPIER, HEARS};
use crate::question::{Ask, Need, Place, Question};
use crate::seat::Seat;
use crate::state::{Batch, Frame, Me, Phase, State, Turn};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Whether a step of the turn is through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Went {
    /// It is: the next step comes, after whatever this one has started.
    On,
    /// It asks or has started something, and is looked at again afterwards.
    Again,
    /// The steps up to this one are left out.
    To(Step),
}

/// Declares the steps of the turn in order, each with the rules that it follows and the chapter's word for it.
macro_rules! turn {
    ($($(#[$doc:meta])* $step:ident => $go:ident,)+) => {
        /// The steps of a turn, in order. After the last comes the first again, of the next turn.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
        pub(crate) enum Step { $($(#[$doc])* $step,)+ }

        impl Step {
            const ALL: [Step; [$(Step::$step),+].len()] = [$(Step::$step),+];
            /// The step after each; after the last comes the first again.
            const NEXT: [Step; Step::ALL.len()] = {
                let (mut next, mut step) = (Step::ALL, 0);
                while step < next.len() {
                    next[step] = Step::ALL[(step + 1) % Step::ALL.len()];
                    step += 1;
                }
                next
            };
        }

        impl Game<'_> {
            #[inline]
            fn take_step(&mut self, step: Step) -> Went {
                match step { $(Step::$step => self.$go(),)+ }
            }
        }
    };
}

turn! {
    /// T-06: two stars for a turn that starts in Tokyo.
    Begin => begin,
    /// T-07: cards at the start of the turn, in the order that their owner wants.
    Start => start,
    /// the whole pool at once.
    FirstThrow => first_throw,
    /// throw again, use a card, or stop.
    Rolling => rolling,
    /// The roll is finished: cards of others may look at it.
    Stopped => stopped,
    /// Cards that change dice.
    Changing => changing,
    /// what the dice show now is what counts.
    Lock => lock,
    /// D-02: group after group of the dice, in the order that the active player wants.
    Resolving => resolving,
    /// N-05, N-06: the second edition's Tokyo phase.
    Enter => enter_phase,
    /// M-01: buying cards.
    Shopping => shopping,
    /// E-01, E-02: the end of the turn, poison included.
    Ending => ending,
    /// V-02, V-08: who has won by now?
    Over => turn_over,
    /// S-04, X-03: whose turn is next.
    HandOver => hand_over,
}

impl Step {
    #[inline]
    fn next(self) -> Step {
        Step::NEXT[self as usize]
    }
}

/// T-06: the stars for a turn that starts in Tokyo.
pub const STARS_IN_TOKYO: u8 = 2;

impl Game<'_> {
    /// Goes through the turn, step after step, until one has to wait or has started something. The step is the lowest frame,
    /// and stays there. Once the active monster has died nothing is left of its turn but the end (T-05).
    #[inline]
    pub(crate) fn go_on(&mut self, step: Step) {
        let mut step = self.step_of_the_living(step);
        loop {
            match self.take_step(step) {
                Went::On => step = step.next(),
                Went::To(next) => step = next,
                Went::Again => step = self.step_of_the_living(step),
            }
            if self.stack.len() != 1 {
                return self.state.stack.set_step(step);
            }
        }
    }

    #[inline]
    fn step_of_the_living(&self, step: Step) -> Step {
        if self.living.has(self.turn.seat) { step } else { step.max(Step::Over) }
    }

    /// The turn is at this step from now on.
    pub(crate) fn go_to(&mut self, step: Step) {
        self.state.stack.set_step(step);
    }

    /// The step asks its question, and is looked at again when it is answered.
    #[inline]
    pub(crate) fn wait(&mut self, seat: Seat, question: Question) -> Went {
        self.ask(seat, question, None);
        Went::Again
    }

    fn begin(&mut self) -> Went {
        let Turn { seat, number, kind, .. } = self.turn;
        self.turn.phase = Phase::Start;
        self.tell(Event::TurnStarted { seat, turn: number, kind });
        if self.in_tokyo(seat) {
            self.gain_stars(seat, STARS_IN_TOKYO, Cause::InTokyo);
            self.settle();
        }
        Went::On
    }

    fn start(&mut self) -> Went {
        let seat = self.turn.seat;
        if !self.has_power(seat, AT_START) {
            return Went::On;
        }
        self.start_cards(seat)
    }

    #[inline(never)]
    fn start_cards(&mut self, seat: Seat) -> Went {
        if self.any_offer(seat, HEARS.at_start_offers, State::at_start_offers)
            || self.order_of_payouts_matters(seat)
        {
            return self.wait(seat, Question::Start);
        }
        if self.payouts(seat).next().is_none() {
            return Went::On;
        }
        // A payout may bring what a card asks for, so the step is looked at again.
        self.pay_out_all(seat);
        Went::Again
    }

    fn pay_out_all(&mut self, seat: Seat) {
        while let Some(me) = { self.payouts(seat).next() } {
            self.pay_out(me);
        }
        self.settle();
    }

    fn pay_out(&mut self, me: Me) {
        self.turn.used = self.turn.used.with(me.card);
        if let Some(act) = me.acts_as.power().at_my_turn_start {
            act(self, me);
        }
    }

    fn answer_start(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Pass => {
                self.go_to(Step::FirstThrow);
                self.pay_out_all(seat);
            }
            Answer::Use(card) => {
                let me = self.payouts(seat).find(|me| me.card == card);
                if let Some(me) = me {
                    self.pay_out(me);
                    self.settle();
                }
            }
            // An offer of the card's own text, whatever it copies.
            answer => self.tell_power(Me { owner: seat, card: COPIER, acts_as: COPIER }, answer),
        }
    }

    fn hand_over(&mut self) -> Went {
        let Turn { number, seat, .. } = self.turn;
        if number == 0 {
            let starter = self.starter;
            return self.next_turn(starter, starter, TurnKind::Regular, 0);
        }
        if self.earned == 0 && self.queued == [0; 6] {
            return self.next_regular_turn();
        }
        self.extra_turns(seat)
    }

    /// turns that were earned, then those that are queued; the dead play none.
    #[inline(never)]
    fn extra_turns(&mut self, seat: Seat) -> Went {
        let living = self.living;
        if !living.has(seat) {
            self.earned = 0;
        }
        for seat in Seat::ALL.into_iter().filter(|seat| !living.has(*seat)) {
            self.queued[seat.index()] = 0;
        }
        let waits = |game: &Game<'_>, seat: Seat| 0 < game.queued[seat.index()];
        let queued_first = self.rules.queued_turns_come_first() && waits(self, seat);
        if 0 < self.earned && !queued_first {
            return self.wait(seat, Question::ExtraTurn);
        }
        let next = Some(seat)
            .filter(|seat| waits(self, *seat))
            .or_else(|| living.clockwise_after(seat).find(|seat| waits(self, *seat)));
        let Some(next) = next else { return self.next_regular_turn() };
        self.queued[next.index()] -= 1;
        let Turn { regular, chain, .. } = self.turn;
        self.next_turn(next, regular, TurnKind::QUEUED, chain)
    }

    fn answer_extra_turn(&mut self, seat: Seat, answer: Answer) {
        self.earned -= 1;
        if answer == Answer::Yes {
            let Turn { regular, chain, .. } = self.turn;
            self.next_turn(seat, regular, TurnKind::EARNED, chain.saturating_add(1));
            self.go_to(Step::Begin);
        } else {
            self.tell(Event::DeclinedTurn { seat });
        }
    }

    fn next_regular_turn(&mut self) -> Went {
        // With nobody alive to play it the game is over.
        let next = self.next_after(self.turn.regular).unwrap_or(self.turn.seat);
        self.earned = 0;
        self.next_turn(next, next, TurnKind::Regular, 0)
    }

    fn next_turn(&mut self, seat: Seat, regular: Seat, kind: TurnKind, chain: u8) -> Went {
        let number = self.turn.number.saturating_add(1);
        let passes_starter = self.passes_starter(self.turn.regular, seat);
        if kind == TurnKind::Regular && 1 < number && passes_starter {
            self.round = self.round.saturating_add(1);
        }
        self.turn = Turn::new(number, seat, regular, kind, chain);
        self.batch = Batch::none();
        Went::On
    }

    /// The active monster plays one more turn after this one, if it wants.
    pub(crate) fn earn_turn(&mut self, seat: Seat) {
        self.earned = self.earned.saturating_add(1);
        self.tell(Event::EarnedTurn { seat, kind: TurnKind::EARNED });
    }

    /// This monster plays one more turn, after the present one.
    pub(crate) fn queue_turn(&mut self, seat: Seat) {
        let turns = &mut self.queued[seat.index()];
        *turns = turns.saturating_add(1);
        self.tell(Event::EarnedTurn { seat, kind: TurnKind::QUEUED });
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
        let seat = ask.seat;
        match ask.question {
            Question::Start => self.answer_start(seat, answer),
            Question::Roll => self.answer_roll(seat, answer),
            Question::Change => self.answer_change(seat, answer),
            Question::ChangeAside | Question::Reprobe => self.answer_lying(seat, answer),
            Question::Resolve => self.answer_resolve(answer),
            Question::Hearts => self.answer_hearts(answer),
            Question::Defend => self.answer_defend(seat, answer),
            Question::Yield => self.answer_yield(seat, answer),
            Question::Shop => self.answer_shop(seat, answer),
            Question::End => self.answer_end(seat, answer),
            Question::ExtraTurn => self.answer_extra_turn(seat, answer),
            Question::Probe
            | Question::Flee
            | Question::Opportunity
            | Question::Deposit
            | Question::Copy
            | Question::Sell => {
                if let Some(me) = self.asker(ask) {
                    self.tell_power(me, answer);
                }
            }
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
            Answer::Use(card) if ask.question != Question::Defend => {
                let me = self.powers(seat, HEARS.any_time_offers).find(|me| me.card == card);
                if let Some(me) = me {
                    self.ask_again(ask);
                    self.tell_power(me, answer);
                }
                me.is_some()
            }
            _ => false,
        }
    }

    /// The question stays. Most are asked anew by what lies beneath, if they still leave a choice.
    fn ask_again(&mut self, ask: Ask) {
        match ask.question {
            Question::Probe | Question::Flee | Question::Opportunity => self.tell_again(ask.card),
            Question::Start
            | Question::Roll
            | Question::Change
            | Question::Resolve
            | Question::Hearts
            | Question::Shop
            | Question::ChangeAside
            | Question::End => {}
            _ => self.then(Frame::Ask(ask)),
        }
    }

    /// Hands an answer to the card that asked for it or is named in it.
    pub(crate) fn tell_power(&mut self, me: Me, answer: Answer) {
        if let Some(answered) = me.acts_as.power().answered {
            answered(self, me, answer);
        }
    }
}

/// Cards that have something to do or to offer at the start of the turn.
const AT_START: Keeps = HEARS.at_start_offers.or(HEARS.at_my_turn_start);

impl State {
    /// Whether a round begins when the turn of one seat follows that of another.
    #[inline]
    pub(crate) fn passes_starter(&self, from: Seat, to: Seat) -> bool {
        // Clockwise from the starter; those before it come round last.
        let place = |seat: Seat| (seat as u8).wrapping_sub(self.starter as u8) & 7;
        place(to) <= place(from)
    }

    /// Start-of-turn effects that have not happened yet.
    fn payouts(&self, seat: Seat) -> impl Iterator<Item = Me> {
        self.powers(seat, HEARS.at_my_turn_start).filter(|me| self.is_waiting(*me))
    }

    /// Whether this effect of the start or the end of the turn is still to happen.
    pub(crate) fn is_waiting(&self, me: Me) -> bool {
        self.unused(me) && me.acts_as.power().only_if.is_none_or(|applies| applies(self, me))
    }

    /// Whether a payout brings what a card that pays later could use first, or takes away another payout (T-07).
    fn order_of_payouts_matters(&self, seat: Seat) -> bool {
        self.has_power(seat, HEARS.at_start_offers)
            && 2 <= self.payouts(seat).count()
            && self.payouts(seat).any(|first| {
                let mut copy = *self;
                Game::quiet(&mut copy).pay_out(first);
                let takes_another = copy.payouts(seat).count() + 1 < self.payouts(seat).count();
                takes_another
                    || copy.powers(seat, HEARS.at_start_offers).any(|me| {
                        let mut offers = Answers::default();
                        if let Some(offer) = me.acts_as.power().at_start_offers {
                            offer(&copy, me, &mut offers);
                        }
                        !offers.is_empty() && copy.payouts(seat).any(|later| later.card == me.card)
                    })
            })
    }

    /// how many dice are thrown.
    pub(crate) fn dice_of_turn(&self) -> u8 {
        let seat = self.turn.seat;
        (Dice::OF_A_TURN + self.sum(seat, HEARS.dice, |power| power.dice))
            .saturating_sub(self.monster(seat).shrink)
            .saturating_sub(self.turn.kind.fewer_dice(self))
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
                self.wares(ask.seat).has(place)
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
        if free {
            self.any_time_offers(seat, answers);
        }
    }

    #[inline(never)]
    fn list_others(&self, ask: Ask, answers: &mut Answers) {
        let Ask { seat, question, .. } = ask;
        match question {
            Question::Start => {
                answers.one(Answer::Pass);
                self.at_start_offers(seat, answers);
                for me in self.payouts(seat) {
                    answers.one(Answer::Use(me.card));
                }
            }
            Question::Roll | Question::Resolve | Question::Shop => {}
            Question::Change => self.list_change(seat, answers),
            Question::ChangeAside => self.list_aside(seat, answers),
            Question::Hearts => self.list_hearts(answers),
            Question::Reprobe | Question::Yield | Question::ExtraTurn => {
                answers.one(Answer::Pass);
                answers.one(Answer::Yes);
            }
            Question::Defend => {
                answers.one(Answer::Pass);
                self.defence_offers(seat, answers);
            }
            Question::End => self.list_end(seat, answers),
            Question::Probe
            | Question::Flee
            | Question::Opportunity
            | Question::Deposit
            | Question::Copy
            | Question::Sell => {
                let list = |me: Me| Some((me, me.acts_as.power().own_answers?));
                if let Some((me, list)) = self.asker(ask).and_then(list) {
                    list(self, me, answers);
                }
            }
        }
    }

    /// The power on whose behalf something is asked. What to copy is asked by the copying card's own text.
    fn asker(&self, ask: Ask) -> Option<Me> {
        let card = ask.card?;
        if ask.question == Question::Copy {
            return Some(Me { owner: ask.seat, card, acts_as: card });
        }
        self.me(ask.seat, card)
    }

    /// Whether it is the start of this monster's turn, and it is asked in what order.
    pub(crate) fn is_starting(&self, seat: Seat) -> bool {
        seat == self.turn.seat && self.stack.frames() == [Frame::Turn(Step::Start)]
    }

    /// Whether the card's offer of the start of the turn has been taken.
    pub(crate) fn has_taken_its_offer(&self, me: Me) -> bool {
        self.turn.taken.has(me.card)
    }

    /// Whether a once-a-turn power is still to be used in this turn.
    pub(crate) fn unused(&self, me: Me) -> bool {
        !self.turn.used.has(me.card)
    }

    /// Marks for the end of the turn: nothing has been used in this step.
    pub(crate) fn nothing_used(&mut self) {
        self.turn.used = Keeps::NONE;
        self.turn.usual = false;
    }
}
