//! The end of the turn (3.10) and winning (3.12).

use crate::answer::{Answer, Answers};
use crate::card::Keeps;
use crate::dice::Dice;
use crate::event::{Cause, Event, Leaving};
use crate::game::Game;
use crate::monster::STARS_MAX;
use crate::power::{Ending, HEARS, stake};
use crate::question::{Outcome, Question};
use crate::rules::{AllDead, LastStandingCheck, VictoryCheck};
use crate::seat::{Seat, Seats};
use crate::state::{Batch, Me, Phase, State};
use crate::turn::Went;

/// Cards that bear on damage: it makes a difference whether they are held when it comes.
const BEAR_ON_DAMAGE: Keeps = HEARS
    .when_damage_comes
    .or(HEARS.defence_offers)
    .or(HEARS.before_i_lose_hearts)
    .or(HEARS.when_i_lose_hearts)
    .or(HEARS.when_i_fall)
    .or(HEARS.any_time_offers)
    .or(HEARS.hearts_max);

impl Me {
    /// How this effect at the end of the turn goes with others.
    fn ending(self) -> Ending {
        self.acts_as.power().ending.unwrap_or(Ending::ALONE)
    }
}

impl Game<'_> {
    /// Effects one by one, in the order that the owner wants where it matters.
    #[inline]
    pub(crate) fn ending(&mut self) -> Went {
        let seat = self.turn.seat;
        self.turn.phase = Phase::End;
        if !self.poison_waits() && !self.has_power(seat, HEARS.at_my_turn_end) {
            return Went::On;
        }
        self.end_effects(seat)
    }

    #[inline(never)]
    fn end_effects(&mut self, seat: Seat) -> Went {
        match self.first_ending(seat) {
            Some(_) if !self.turn.usual && self.end_is_asked(seat) => {
                return self.wait(seat, Question::End);
            }
            Some(first) => self.end_effect(first),
            None if self.poison_waits() => self.take_poison(),
            None => return Went::On,
        }
        Went::Again
    }

    fn end_effect(&mut self, me: Me) {
        self.turn.used = self.turn.used.with(me.card);
        let depth = self.stack.len();
        if let Some(act) = me.acts_as.power().at_my_turn_end {
            act(self, me);
        }
        if self.stack.len() == depth {
            self.settle();
        }
    }

    pub(crate) fn answer_end(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Use(slot) => {
                let me = self.endings(seat).find(|me| me.card == slot);
                if let Some(me) = me {
                    self.end_effect(me);
                }
            }
            Answer::TakePoison => self.take_poison(),
            _ => self.turn.usual = true,
        }
    }

    /// E-03: one damage per token, all in one blow, dealt by nobody.
    fn take_poison(&mut self) {
        let seat = self.turn.seat;
        self.turn.poisoned = true;
        let poison = self.monster(seat).poison;
        self.hurt(None, Cause::Poison, Seats::one(seat), poison);
    }

    /// T-04: an effect is over. The dead are removed together, then the Bay, then victory.
    #[inline]
    pub(crate) fn settle(&mut self) {
        // Without a last heart lost and without 20 stars there is nothing to settle.
        if self.fell || self.crowns != 0 {
            self.settle_fates();
        }
    }

    #[inline(never)]
    fn settle_fates(&mut self) {
        while self.fell {
            self.fell = false;
            let fallen =
                self.living.iter().filter(|seat| self.monster(*seat).hearts == 0).collect();
            self.bury(fallen);
            self.close_bay();
            if !self.fell && self.rules.last_standing_check == LastStandingCheck::Immediately {
                self.check_survivors();
            }
        }
        if self.outcome.is_none() && self.rules.victory_check == VictoryCheck::Immediately {
            self.check_stars(self.living);
        }
    }

    /// G-04 to G-07: first those who gain by it, then those who go on, then the rest leaves the game.
    fn bury(&mut self, fallen: Seats) {
        let active = self.turn.seat;
        let standing = self.living.except(fallen);
        // Clockwise from the active monster, itself first: of those who reach 20 by it, the first counts (V-05).
        let first = Seats::one(active).and(standing).iter();
        for seat in first.chain(standing.without(active).clockwise_after(active)) {
            for _ in fallen.iter() {
                self.when_someone_falls(seat);
            }
        }
        // Who is saved is settled before anything is discarded: one rescue must not take away another.
        let saved = fallen.iter().fold([None; 6], |mut saved, seat| {
            saved[seat.index()] = self.powers(seat, HEARS.when_i_fall).next();
            saved
        });
        for seat in fallen.clockwise_after(active) {
            match saved[seat.index()] {
                Some(me) => {
                    if let Some(act) = me.acts_as.power().when_i_fall {
                        act(self, me);
                    }
                }
                None => self.eliminate(seat),
            }
        }
    }

    fn eliminate(&mut self, seat: Seat) {
        self.tell(Event::Eliminated { seat });
        self.leave_tokyo(seat, Leaving::Fell);
        for card in self.monster(seat).cards.iter() {
            self.discard_card(seat, card);
        }
        self.living = self.living.without(seat);
        let monster = &mut self.state.monsters[seat.index()];
        (monster.energy, monster.poison, monster.shrink, monster.crown) = (0, 0, 0, 0);
        monster.hearts = 0;
    }

    /// V-06, V-07.
    fn check_survivors(&mut self) {
        match (self.living.len(), self.living.iter().next()) {
            (1, Some(seat)) => self.end(Outcome::LastStanding(seat)),
            (0, _) => self.end(match self.rules.all_dead {
                AllDead::EveryoneLoses => Outcome::EveryoneLoses,
                AllDead::Draw => Outcome::Draw,
            }),
            _ => {}
        }
    }

    /// V-05: of those with 20 stars, the first to have reached them.
    #[inline]
    fn check_stars(&mut self, candidates: Seats) {
        if self.crowns != 0 {
            self.crown_first(candidates);
        }
    }

    #[inline(never)]
    fn crown_first(&mut self, candidates: Seats) {
        let first = candidates
            .iter()
            .filter(|seat| STARS_MAX <= self.monster(*seat).stars)
            .min_by_key(|seat| self.monster(*seat).crown);
        if let Some(seat) = first {
            self.end(Outcome::Stars(seat));
        }
    }

    #[inline]
    pub(crate) fn turn_over(&mut self) -> Went {
        if self.living.len() < 2 {
            self.check_survivors();
            return Went::On;
        }
        match self.rules.victory_check {
            VictoryCheck::Immediately | VictoryCheck::EndOfTurn => self.check_stars(self.living),
            VictoryCheck::EndOfOwnTurn => {
                self.check_stars(self.living.and(Seats::one(self.turn.seat)))
            }
            VictoryCheck::EndOfRound => {
                if self.round_ends() {
                    self.check_stars(self.living);
                }
            }
        }
        Went::On
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.state.stack.clear();
        self.tell(Event::Over { outcome });
    }
}

impl State {
    /// The next turn is the starting seat's, or that of the first living seat after it.
    fn round_ends(&self) -> bool {
        let extra = 0 < self.earned || self.queued.iter().any(|turns| 0 < *turns);
        let first = (0..6)
            .map(|step| Seat::wrap(self.starter.index() + step))
            .find(|seat| self.living.has(*seat));
        !extra && first.is_some() && self.next_after(self.turn.regular) == first
    }

    fn poison_waits(&self) -> bool {
        !self.turn.poisoned && 0 < self.monster(self.turn.seat).poison
    }

    /// End-of-turn effects that have not happened yet.
    fn endings(&self, seat: Seat) -> impl Iterator<Item = Me> {
        self.powers(seat, HEARS.at_my_turn_end).filter(|me| self.is_waiting(*me))
    }

    fn first_ending(&self, seat: Seat) -> Option<Me> {
        self.endings(seat).min_by_key(|me| me.ending().order)
    }

    /// E-02: whether the owner is asked what comes next.
    fn end_is_asked(&self, seat: Seat) -> bool {
        self.order_matters(seat) || self.poison_has_opened_an_offer(seat)
    }

    /// Whether one waiting effect changes what another looks at. A card and its copy act alike, so their order does not matter.
    fn order_matters(&self, seat: Seat) -> bool {
        let poison = self.poison_waits() && !self.turn.shielded.has(seat);
        let poison_pays = poison && self.poison_moves_energy(seat);
        let poison_meets_cards = poison && self.has_power(seat, BEAR_ON_DAMAGE);
        self.endings(seat).any(|one| {
            let Ending { reads, writes, .. } = one.ending();
            poison_pays && reads & stake::ENERGY != 0
                // What is given up before the poison cannot protect from it any more.
                || poison_meets_cards && writes & stake::CARDS != 0
                || self.endings(seat).any(|other| {
                    other.acts_as != one.acts_as && other.ending().writes & reads != 0
                })
        })
    }

    /// Whether the poison that waits may bring its bearer energy, or let it pay for something.
    fn poison_moves_energy(&self, seat: Seat) -> bool {
        let mut hit = *self;
        hit.batch = Batch::none();
        hit.batch.amount[seat.index()] = self.monster(seat).poison;
        Game::quiet(&mut hit).when_damage_comes(seat);
        let coming = hit.damage_to(seat);
        if coming == 0 {
            return false;
        }
        Game::quiet(&mut hit).when_i_lose_hearts(seat, coming);
        hit.monster(seat).energy != self.monster(seat).energy
            || self.sells(seat, HEARS.defence_offers, State::defence_offers)
            || self.has_power(seat, HEARS.before_i_lose_hearts)
                && self.sells(seat, HEARS.aside_offers, |state, seat, answers| {
                    state.aside_offers(seat, Dice::every_face(), answers)
                })
            || self.wounded(seat).sells(seat, HEARS.any_time_offers, State::any_time_offers)
    }

    /// The same with one heart less for this monster, if it has more than one.
    fn wounded(&self, seat: Seat) -> State {
        let mut wounded = *self;
        let hearts = &mut wounded.monsters[seat.index()].hearts;
        *hearts = (*hearts).saturating_sub(1).max(1);
        wounded
    }

    /// Whether a power of `seat` among `listening` offers something for energy: it would not offer it to a monster without any.
    fn sells(&self, seat: Seat, listening: Keeps, list: fn(&State, Seat, &mut Answers)) -> bool {
        let offers = |state: &State| {
            let mut offers = Answers::default();
            list(state, seat, &mut offers);
            offers.len()
        };
        let mut poor = *self;
        poor.monsters[seat.index()].energy = 0;
        self.has_power(seat, listening) && offers(&poor) < offers(self)
    }

    /// Whether something can be paid for now that the poison has been taken, and an effect that looks at energy still waits.
    fn poison_has_opened_an_offer(&self, seat: Seat) -> bool {
        self.turn.poisoned
            && self.sells(seat, HEARS.any_time_offers, State::any_time_offers)
            && self.endings(seat).any(|one| one.ending().reads & stake::ENERGY != 0)
    }

    pub(crate) fn list_end(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        for me in self.endings(seat) {
            answers.one(Answer::Use(me.card));
        }
        if self.poison_waits() {
            answers.one(Answer::TakePoison);
        }
    }
}
