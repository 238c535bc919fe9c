//! Claws and attacks (3.4): how strong, against whom, and what follows.

use crate::answer::Answer;
use crate::dice::Face;
use crate::event::{Cause, Event, Leaving};
use crate::game::Game;
use crate::power::{HEARS, Moment};
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
        if !self.has_power(self.turn.seat, HEARS.adds_always.or(HEARS.adds_to_claws)) {
            return Strike { damage: rolled, clawed: 0 < rolled };
        }
        self.strike_with_cards(rolled)
    }

    #[inline(never)]
    fn strike_with_cards(&self, rolled: u8) -> Strike {
        let seat = self.turn.seat;
        let always = self.adds_always(seat);
        // S21: whether claws that cards add call for further ones.
        let enough = 0 < rolled || self.rules.added_claws_count && 0 < always;
        let damage = rolled + always + if enough { self.adds_to_claws(seat) } else { 0 };
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
        if self.has_power(seat, HEARS.my_attack_reaches) {
            return self.reached_by_cards(seat);
        }
        let inside = self.tokyo.seats();
        if inside.has(seat) {
            return others.except(inside);
        }
        if self.tokyo.city.is_none() && !self.rules.claws_into_empty_city_hit_bay {
            return Seats::NONE;
        }
        inside
    }

    /// Whom cards let this monster hit, wherever they stand.
    fn reached_by_cards(&self, seat: Seat) -> Seats {
        let reached = |me: crate::Me| {
            me.acts_as.power().my_attack_reaches.map_or(Seats::NONE, |reaches| reaches(self, me))
        };
        self.powers(seat, HEARS.my_attack_reaches).map(reached).fold(Seats::NONE, Seats::or)
    }

    /// Y-01, Z-17: who in Tokyo is asked to leave after an attack on these monsters, of whom those were hurt.
    #[inline]
    pub(crate) fn asked_to_yield(&self, attacked: Seats, hurt: Seats) -> Seats {
        let asked = self.tokyo.seats().and(attacked);
        if self.rules.yield_needs_damage { asked.and(hurt) } else { asked }
    }

    /// Whether the active monster has attacked from outside and is about to take a place that was left to it.
    pub(crate) fn attacker_moves_in(&self) -> bool {
        let attacker = self.turn.seat;
        self.turn.clawed_from_outside && !self.in_tokyo(attacker) && self.living.has(attacker)
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
            self.when_i_attack(seat);
        }
        self.then(Frame::AfterAttack);
        self.deal();
        // Where nobody has a say in it, the damage is dealt by now.
        if let Some(Frame::AfterAttack) = self.stack.top() {
            self.state.stack.pop();
            self.after_attack();
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

    /// The losses are dealt and the dead removed: rewards, then yields, bites and entry.
    pub(crate) fn after_attack(&mut self) {
        let attacker = self.turn.seat;
        if self.living.has(attacker) {
            self.after_my_attack(attacker);
        }
        let Batch { attack, asked, .. } = self.batch;
        let yielding = self.asked_to_yield(attack.except(asked), self.victims());
        if self.rules.tokyo_entry == TokyoEntry::DuringResolution {
            self.then(Frame::MoveIn);
        }
        let left: Seats = self.turn.left.into_iter().flatten().collect();
        self.tell_round(Moment::MadeRoom, yielding.or(left), 0);
        self.settle();
        if !yielding.is_empty() && self.outcome.is_none() {
            self.yields(yielding, Seats::NONE, Seats::NONE);
        }
    }

    /// Y-01, Y-05: City decides, then Bay.
    pub(crate) fn yields(&mut self, left: Seats, leaving: Seats, staying: Seats) {
        if let Some(seat) = self.tokyo.first_of(left) {
            self.is_asked_to_leave(seat);
            self.then(Frame::Yields { left: left.without(seat), leaving, staying });
            return self.ask(seat, Question::Yield, None);
        }
        for seat in [self.tokyo.city, self.tokyo.bay].into_iter().flatten() {
            if leaving.has(seat) {
                self.leave_by_choice(seat);
            } else if staying.has(seat) {
                self.stay(seat);
            }
        }
    }

    /// Nobody is asked twice about the same attack.
    pub(crate) fn is_asked_to_leave(&mut self, seat: Seat) {
        self.batch.asked = self.batch.asked.with(seat);
    }

    pub(crate) fn answer_yield(&mut self, seat: Seat, answer: Answer) {
        let leaves = answer == Answer::Yes;
        match (self.rules.yield_decisions, self.stack.top()) {
            (YieldDecisions::CityThenBay, _) if leaves => self.leave_by_choice(seat),
            (YieldDecisions::CityThenBay, _) => self.stay(seat),
            (YieldDecisions::Simultaneous, Some(Frame::Yields { left, leaving, staying })) => {
                self.state.stack.pop();
                let said = Seats::one(seat);
                let (leaving, staying) =
                    if leaves { (leaving.or(said), staying) } else { (leaving, staying.or(said)) };
                self.then(Frame::Yields { left, leaving, staying });
            }
            _ => {}
        }
    }

    /// Leaves Tokyo by its own will.
    pub(crate) fn leave_by_choice(&mut self, seat: Seat) {
        if let Some(spot) = self.spot(seat) {
            self.turn.left[spot as usize] = Some(seat);
            self.leave_tokyo(seat, Leaving::Yielded);
        }
    }

    /// Stays in Tokyo, having been asked.
    pub(crate) fn stay(&mut self, seat: Seat) {
        if let Some(spot) = self.spot(seat) {
            self.tell(Event::Stayed { seat, spot });
        }
    }

    /// N-01 to N-05: an attacker from outside takes a free place.
    pub(crate) fn move_in(&mut self) {
        if self.turn.clawed && self.turn.clawed_from_outside {
            self.enter_if_free(self.turn.seat);
        }
    }
}
