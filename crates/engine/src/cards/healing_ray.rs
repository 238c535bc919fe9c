//! Healing Ray.

use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::Power;
use crate::seat::{Seat, Seats};
use crate::state::{Given, Me, State};

/// You may spend rolled hearts on other monsters; each pays you 2 energy per heart, or all it has if less.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    patients: Some(whoever_is_hurt),
    when_i_give_hearts: Some(heal_for_a_fee),
    ..Power::card("Healing Ray", 4)
};

fn whoever_is_hurt(state: &State, me: Me, given: Given) -> Seats {
    if state.in_tokyo(me.owner) && !state.rules.healing_ray_from_tokyo {
        return Seats::NONE;
    }
    let has_room = |patient: &Seat| {
        let hearts = given.to(*patient);
        let bonus = if 0 < hearts { extra_heart(state, me.owner) } else { 0 };
        state.monster(*patient).hearts + hearts + bonus < state.hearts_max(*patient)
    };
    state.living.without(me.owner).iter().filter(has_room).collect()
}

/// The patient cannot refuse, and pays as far as it can.
fn heal_for_a_fee(game: &mut Game<'_>, me: Me, patient: Seat, hearts: u8) {
    let from = game.monster(patient).hearts;
    let wanted = from + hearts + extra_heart(game, me.owner);
    let to = wanted.min(game.hearts_max(patient));
    game.monsters[patient.index()].hearts = to;
    game.tell(Event::Healed { seat: patient, from, to, why: Cause::Card(me.acts_as) });
    let fee = (2 * (to - from)).min(game.monster(patient).energy);
    game.pay(patient, fee);
    game.gain_energy(me.owner, fee, Cause::Card(me.acts_as));
}

/// P-19: Regeneration adds one heart per patient and turn, which is charged as well.
fn extra_heart(state: &State, healer: Seat) -> u8 {
    state.heal_bonus(healer)
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// healing_ray.1: the patient is not asked.
    #[test]
    fn the_patient_cannot_refuse() {
        for book in PRINTINGS {
            let mut table =
                Table::of(2).by(book).holds(A, Card::HealingRay).hearts(B, 8).energy(B, 3);
            table.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B)).done();
            table.expect(B).hearts(9).energy(1);
            table.expect(A).energy(2);
        }
    }

    /// healing_ray.2, P-18, S27, Q-05, Z-14, Z-56, `healing_ray_from_tokyo`: from Tokyo in PL; into Tokyo everywhere.
    #[test]
    fn from_and_into_tokyo() {
        for book in BOOKS {
            let mut from = Table::of(2)
                .by(book)
                .in_city(A)
                .holds(A, Card::HealingRay)
                .hearts(B, 8)
                .energy(B, 2);
            from.turn(A).keeps("H 1 1 2 2 3");
            if book == Polish {
                from.asks(A, Question::Hearts).may_not(Heal).answers(Treat(B));
                from.expect(B).hearts(9).energy(0);
            } else {
                from.next_turn(B, 6);
                from.expect(B).hearts(8).energy(2);
            }
            let mut into = Table::of(2).by(book).in_city(B).holds(A, Card::HealingRay).hearts(B, 8);
            into.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            into.expect(B).hearts(9);
        }
    }

    /// healing_ray.3: who has too little pays what it has.
    #[test]
    fn the_fee() {
        for book in PRINTINGS {
            for (has, pays) in [(0, 0), (1, 1), (3, 3), (9, 4)] {
                let mut table =
                    Table::of(2).by(book).holds(A, Card::HealingRay).hearts(B, 8).energy(B, has);
                table.turn(A).keeps("H H 1 1 2 2").says(A, Question::Hearts, Treat(B));
                table.says(A, Question::Hearts, Treat(B));
                table.expect(B).hearts(10).energy(has - pays);
                table.expect(A).energy(pays);
            }
        }
    }

    /// healing_ray.4: never above the patient's maximum; hearts without use cannot be assigned.
    #[test]
    fn not_above_the_maximum() {
        for book in PRINTINGS {
            let mut table =
                Table::of(3).by(book).holds(A, Card::HealingRay).hearts(B, 9).energy(B, 9);
            table.turn(A).keeps("H H 1 1 2 2").asks(A, Question::Hearts).may_not(Treat(C));
            table.answers(Treat(B));
            // Nobody is left who could use the second heart.
            table.expect(B).hearts(10).energy(7);
            table.done().next_turn(B, 6);
        }
    }

    /// healing_ray.5, P-19, Z-57, Q-27: with Regeneration one extra, charged heart per patient and turn.
    #[test]
    fn with_regeneration() {
        for book in PRINTINGS {
            let table = || {
                Table::of(3)
                    .by(book)
                    .holds(A, Card::HealingRay)
                    .holds(A, Card::Regeneration)
                    .hearts(B, 5)
                    .energy(B, 9)
                    .hearts(C, 5)
                    .energy(C, 9)
            };
            let mut one = table();
            one.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            one.expect(B).hearts(7).energy(5);
            one.expect(A).energy(4);
            let mut two = table();
            two.turn(A).keeps("H H H 1 1 2");
            for patient in [B, B, C] {
                two.says(A, Question::Hearts, Treat(patient));
            }
            two.expect(B).hearts(8).energy(3);
            two.expect(C).hearts(7).energy(5);
            two.expect(A).energy(10);
        }
    }

    /// healing_ray.6, S09: the patient's own Regeneration adds nothing.
    #[test]
    fn the_patients_regeneration() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::HealingRay)
                .holds(B, Card::Regeneration)
                .hearts(B, 5);
            table.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            table.expect(B).hearts(6);
        }
    }

    /// healing_ray.7, T20: claws first, then the ray on the monster just wounded.
    #[test]
    fn wounded_then_healed() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .hearts(C, 9)
                .energy(C, 5)
                .holds(A, Card::HealingRay);
            table.turn(A).keeps("C H H H 1 2").resolves(Group::Claws).stays(C);
            table.says(A, Question::Hearts, Treat(C)).says(A, Question::Hearts, Treat(C));
            table.expect(C).hearts(10).energy(1);
            table.expect(A).energy(4);
        }
    }

    /// healing_ray.8: another monster's tokens cannot be removed with it.
    #[test]
    fn tokens_of_others_stay() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::HealingRay)
                .poison(B, 1)
                .shrink(B, 1)
                .hearts(B, 8);
            table.turn(A).keeps("H 1 1 2 2 3").asks(A, Question::Hearts);
            table.may_not(DropPoison).may_not(DropShrink).answers(Treat(B));
            table.expect(B).poison(1).shrink(1).hearts(9);
        }
    }

    /// mimic/healing_ray: a copy beside the original adds nothing; alone it works as the card.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut both = Table::of(2)
                .by(book)
                .holds(A, Card::HealingRay)
                .mimics(A, Card::HealingRay)
                .hearts(B, 5)
                .energy(B, 9);
            both.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            both.expect(B).hearts(6).energy(7);
            let mut alone = Table::of(2)
                .by(book)
                .holds(B, Card::HealingRay)
                .mimics(A, Card::HealingRay)
                .hearts(B, 5);
            alone.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            alone.expect(B).hearts(6);
        }
    }

    /// healing_ray.4, healing_ray.5: the extra heart counts towards the patient's maximum.
    #[test]
    fn the_extra_heart_fills_the_patient() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::HealingRay)
                .holds(A, Card::Regeneration)
                .hearts(B, 8)
                .energy(B, 9);
            table.turn(A).keeps("H H 1 1 2 2").says(A, Question::Hearts, Treat(B));
            // Full: the second heart has no use.
            table.done().next_turn(B, 6).expect(B).hearts(10).energy(5);
            let mut one = Table::of(2)
                .by(book)
                .holds(A, Card::HealingRay)
                .holds(A, Card::Regeneration)
                .hearts(B, 9)
                .energy(B, 9);
            one.turn(A).keeps("H 1 1 2 2 3").says(A, Question::Hearts, Treat(B));
            one.expect(B).hearts(10).energy(7);
        }
    }
}
