//! Claws and attacks (3.4): how strong, against whom, and what follows.

use crate::answer::Answer;
use crate::dice::Face;
use crate::event::{Cause, Event, Leaving};
use crate::game::Game;
use crate::power::{
    ADDS, ADDS_ALWAYS, ADDS_TO_CLAWS, AFTER_MY_ATTACK, BITE, FLEES, HITS_EVERYONE, WHEN_I_ATTACK,
};
use crate::question::Question;
use crate::rules::{AttackBonus, TokyoEntry, YieldDecisions};
use crate::seat::{Seat, Seats};
use crate::state::{Batch, Frame, State};

/// What the claws of the active monster would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strike {
    /// Damage to each target.
    pub(crate) damage: u8,
    /// Whether it is an attack: a claw is in it (K-06).
    pub(crate) clawed: bool,
}

impl State {
    /// K-01, K-06: the claws, and what cards add to them.
    #[inline]
    pub(crate) fn strike(&self) -> Strike {
        let rolled = self.turn.dice.count(Face::Claw);
        if !self.has_power(self.turn.seat, ADDS) {
            return Strike { damage: rolled, clawed: 0 < rolled };
        }
        self.strike_with_cards(rolled)
    }

    #[inline(never)]
    fn strike_with_cards(&self, rolled: u8) -> Strike {
        let seat = self.turn.seat;
        let always: u8 = self
            .powers(seat, ADDS_ALWAYS)
            .map(|me| me.face.power().adds_always.map_or(0, |adds| adds(self, me)))
            .sum();
        let with_claw = || -> u8 {
            self.powers(seat, ADDS_TO_CLAWS)
                .map(|me| me.face.power().adds_to_claws.map_or(0, |adds| adds(self, me)))
                .sum()
        };
        // S21: whether claws that cards add call for further ones.
        let enough = 0 < rolled || self.rules.added_claws_count && 0 < always;
        let damage = rolled + always + if enough { with_claw() } else { 0 };
        let clawed = match self.rules.attack_bonus {
            AttackBonus::Claws => 0 < damage,
            AttackBonus::Damage => 0 < rolled,
        };
        Strike { damage, clawed }
    }

    /// K-02 to K-05: who is aimed at.
    pub(crate) fn targets(&self) -> Seats {
        let seat = self.turn.seat;
        let others = self.living.without(seat);
        if self.has_power(seat, HITS_EVERYONE) {
            return others;
        }
        let inside = self.tokyo.seats();
        if inside.has(seat) {
            return others.and(Seats(!inside.0));
        }
        if self.tokyo.city.is_none() && !self.rules.claws_into_empty_city_hit_bay {
            return Seats::NONE;
        }
        inside
    }

    /// The nearest living monsters on both sides.
    pub(crate) fn neighbours(&self, seat: Seat) -> Seats {
        let others = self.living.without(seat);
        let left = others.clockwise_after(seat).next();
        let right = others.clockwise_after(seat).last();
        left.into_iter().chain(right).collect()
    }
}

impl Game<'_> {
    /// K-09: one attack, from the claws to the new tenant of Tokyo.
    pub(crate) fn claws(&mut self) {
        let seat = self.turn.seat;
        let Strike { damage, clawed } = self.aim();
        if clawed {
            let targets = self.batch.attack;
            self.turn.clawed = true;
            self.turn.clawed_from_outside = !self.in_tokyo(seat);
            self.tell(Event::Attacked { seat, claws: damage, targets });
            if self.has_power(seat, WHEN_I_ATTACK) {
                self.strengthen_attack(seat);
            }
        }
        self.then(Frame::AfterAttack);
        self.deal();
        // Where nobody has a say in it, the damage is dealt by now.
        if let Some(Frame::AfterAttack) = self.stack.top() {
            self.state.stack.pop();
            self.after_attack();
        }
    }

    #[inline(never)]
    fn strengthen_attack(&mut self, seat: Seat) {
        for me in self.powers(seat, WHEN_I_ATTACK) {
            if let Some(act) = me.face.power().when_i_attack {
                act(self, me);
            }
        }
    }

    /// Puts the damage of the claws on its way.
    pub(crate) fn aim(&mut self) -> Strike {
        let strike = self.strike();
        let Strike { damage, clawed } = strike;
        let targets = self.targets();
        let mut batch = Batch::none();
        for target in targets.iter() {
            batch.amount[target.index()] = damage;
        }
        batch.by = Some(self.turn.seat);
        batch.why = Cause::Claws;
        batch.attack = if clawed { targets } else { Seats::NONE };
        batch.marks = targets;
        self.batch = batch;
        strike
    }

    /// Y-04: those who lose nothing by leaving are asked before the damage, City first.
    pub(crate) fn flee(&mut self, left: Seats) {
        for seat in [self.tokyo.city, self.tokyo.bay].into_iter().flatten() {
            if left.has(seat) && self.has_power(seat, FLEES) {
                self.then(Frame::Flee { left: left.without(seat) });
                self.batch.asked = self.batch.asked.with(seat);
                let card = self.powers(seat, FLEES).next().map(|me| me.slot);
                return self.ask(seat, Question::Flee, card);
            }
        }
    }

    pub(crate) fn answer_flee(&mut self, seat: Seat, answer: Answer) {
        if answer == Answer::Yes {
            self.batch.amount[seat.index()] = 0;
            self.leave_by_choice(seat);
        } else if let Some(spot) = self.spot(seat) {
            self.tell(Event::Stayed { seat, spot });
        }
    }

    /// The losses are dealt and the dead removed: rewards, then yields, bites and entry.
    pub(crate) fn after_attack(&mut self) {
        let attacker = self.turn.seat;
        if self.has_power(attacker, AFTER_MY_ATTACK) && self.living.has(attacker) {
            self.reward_attack(attacker);
        }
        let Batch { attack, asked, .. } = self.batch;
        let mut yielding = self.tokyo.seats().and(attack).and(Seats(!asked.0));
        if self.rules.yield_needs_damage {
            yielding = yielding.and(self.victims());
        }
        if self.rules.tokyo_entry == TokyoEntry::DuringResolution {
            self.then(Frame::MoveIn);
        }
        // Nobody bites unless somebody leaves.
        if !yielding.is_empty() || self.turn.left != [None; 2] {
            self.then(Frame::Bites { spot: 0 });
        }
        self.settle();
        if !yielding.is_empty() && self.outcome.is_none() {
            self.yields(yielding, Seats::NONE);
        }
    }

    #[inline(never)]
    fn reward_attack(&mut self, attacker: Seat) {
        for me in self.powers(attacker, AFTER_MY_ATTACK) {
            if let Some(act) = me.face.power().after_my_attack {
                act(self, me);
            }
        }
    }

    /// Y-01, Y-05: City decides, then Bay.
    pub(crate) fn yields(&mut self, left: Seats, leaving: Seats) {
        if let Some(seat) = self.tokyo.first_of(left) {
            self.batch.asked = self.batch.asked.with(seat);
            self.then(Frame::Yields { left: left.without(seat), leaving });
            return self.ask(seat, Question::Yield, None);
        }
        if self.rules.yield_decisions == YieldDecisions::Simultaneous {
            for seat in [self.tokyo.city, self.tokyo.bay].into_iter().flatten() {
                if leaving.has(seat) {
                    self.leave_by_choice(seat);
                } else if let Some(spot) =
                    self.spot(seat).filter(|_| self.batch.asked.has(seat) && !self.fled(seat))
                {
                    self.tell(Event::Stayed { seat, spot });
                }
            }
        }
    }

    /// Whether this monster was asked before the damage.
    fn fled(&self, seat: Seat) -> bool {
        self.has_power(seat, FLEES)
    }

    pub(crate) fn answer_yield(&mut self, seat: Seat, answer: Answer) {
        let yes = answer == Answer::Yes;
        if self.rules.yield_decisions == YieldDecisions::CityThenBay {
            if yes {
                self.leave_by_choice(seat);
            } else if let Some(spot) = self.spot(seat) {
                self.tell(Event::Stayed { seat, spot });
            }
            return;
        }
        if let Some(Frame::Yields { left, leaving }) = self.stack.top() {
            self.state.stack.pop();
            let leaving = if yes { leaving.with(seat) } else { leaving };
            self.then(Frame::Yields { left, leaving });
        }
    }

    fn leave_by_choice(&mut self, seat: Seat) {
        if let Some(spot) = self.spot(seat) {
            self.turn.left[spot as usize] = Some(seat);
            self.leave_tokyo(seat, Leaving::Yielded);
        }
    }

    /// P-25: who leaves by its own will may bite whoever moves in, before it does.
    pub(crate) fn bites(&mut self, spot: u8) {
        let attacker = self.turn.seat;
        let moves_in = self.turn.clawed_from_outside && !self.in_tokyo(attacker);
        if !moves_in || !self.living.has(attacker) {
            return;
        }
        for spot in spot..2 {
            let Some(leaver) = self.turn.left[spot as usize] else { continue };
            let bite = self.sum(leaver, BITE, |power| power.bite);
            if let Some(me) = self.powers(leaver, BITE).next().filter(|_| 0 < bite) {
                self.then(Frame::Bites { spot: spot + 1 });
                return self.hurt(Some(leaver), Cause::Card(me.face), Seats::one(attacker), bite);
            }
        }
    }

    /// N-01 to N-05: an attacker from outside takes a free place.
    pub(crate) fn move_in(&mut self) {
        if self.turn.clawed && self.turn.clawed_from_outside {
            self.enter_if_free(self.turn.seat);
        }
    }
}
