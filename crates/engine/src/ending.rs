//! The end of the turn (3.10) and winning (3.12).

use crate::answer::{Answer, Answers};
use crate::event::{Cause, Event, Leaving};
use crate::game::Game;
use crate::monster::STARS_MAX;
use crate::power::{Ending, HEARS, stake};
use crate::question::{Outcome, Question};
use crate::rules::{AllDead, LastStandingCheck, VictoryCheck};
use crate::seat::{Seat, Seats};
use crate::state::{Me, Phase, State};
use crate::turn::Went;

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
            Some(_) if !self.turn.usual && self.order_matters(seat) => {
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
        self.endings(seat)
            .min_by_key(|me| me.acts_as.power().ending.map_or(0, |ending| ending.order))
    }

    /// Whether one waiting effect changes what another looks at. A card and its copy act alike, so their order does not matter.
    fn order_matters(&self, seat: Seat) -> bool {
        let of = |me: Me| {
            me.acts_as.power().ending.unwrap_or(Ending {
                order: 0,
                reads: stake::NOTHING,
                writes: stake::NOTHING,
            })
        };
        // Poison may bring energy, and what is paid against it costs energy.
        let poison_pays = self.poison_waits()
            && (2 <= self.monster(seat).poison && self.has_power(seat, HEARS.when_i_lose_hearts)
                || self.any_offer(seat, HEARS.defence_offers, State::defence_offers));
        self.endings(seat).any(|one| {
            let one_reads = of(one).reads;
            poison_pays && one_reads & stake::ENERGY != 0
                // What is given up before the poison cannot protect from it any more.
                || self.poison_waits() && of(one).writes & stake::CARDS != 0
                || self
                    .endings(seat)
                    .any(|other| other.acts_as != one.acts_as && of(other).writes & one_reads != 0)
        })
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
