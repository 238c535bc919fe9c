//! Complete Destruction.

use crate::dice::Face;
use crate::power::Power;
use crate::rules::AttackBonus;
use crate::state::{Me, State};

/// Final dice showing all six faces earn 9 stars on top of their normal results.
pub(crate) const POWER: Power = Power {
    scores: Some(all_six_faces),
    ..Power::card("Complete Destruction", 3)
};

fn all_six_faces(state: &State, _: Me) -> u8 {
    let dice = state.turn.dice;
    // Where cards add claws, an added one will do.
    let claw = 0 < dice.count(Face::Claw)
        || state.rules.attack_bonus == AttackBonus::Claws && 0 < state.strike().damage;
    let others = Face::ALL.into_iter().filter(|face| *face != Face::Claw);
    let complete = claw && others.into_iter().all(|face| 0 < dice.count(face));
    let thrown_together = !state.rules.combo_cards_need_single_throw || one_throw_shows_all(state);
    if complete && thrown_together { 9 } else { 0 }
}

/// Whether some throw alone left all six faces on the table.
fn one_throw_shows_all(state: &State) -> bool {
    let throw_of = |die: usize| state.turn.throws >> (4 * die) & 15;
    (1..15).any(|throw| {
        Face::ALL
            .into_iter()
            .all(|face| state.turn.dice.showing(face).iter().any(|die| throw_of(die) == throw))
    })
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// complete_destruction.1: nine stars, once; with more dice the six faces must be among them.
    #[test]
    fn all_six_faces() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).in_city(C).holds(A, Card::CompleteDestruction);
            table.turn(A).keeps("1 2 3 E H C").usual_order().stays(C);
            table.expect(A).stars(9).energy(1);
            table.expect(C).hearts(9);
            let mut seven = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::CompleteDestruction)
                .holds(A, Card::ExtraHead);
            seven.turn(A).keeps("1 2 3 E H C C").usual_order().stays(C);
            seven.expect(A).stars(9);
            let mut missing = Table::of(3).by(book).in_city(C).holds(A, Card::CompleteDestruction);
            missing.turn(A).keeps("1 2 3 E H H");
            missing.expect(A).stars(0);
        }
    }

    /// complete_destruction.2: changed dice count (not where all must come from one throw).
    #[test]
    fn changed_dice_count() {
        for book in BOOKS {
            let stars = if book == Italian { 0 } else { 9 };
            let table = || Table::of(3).by(book).in_city(C).holds(A, Card::CompleteDestruction);
            let mut culled = table().holds(A, Card::HerdCuller);
            culled.turn(A).keeps("2 2 3 E H C").answers(set(Card::HerdCuller, 0, Face::One));
            culled.usual_order().stays(C);
            culled.expect(A).stars(stars);
            let mut twisted = table().holds(A, Card::PlotTwist);
            twisted.turn(A).keeps("1 2 3 E H H").answers(set(Card::PlotTwist, 5, Face::Claw));
            twisted.usual_order().stays(C);
            twisted.expect(A).stars(stars);
            let mut stretched = table().holds(A, Card::Stretchy).energy(A, 2);
            stretched.turn(A).keeps("1 2 3 E H H").answers(set(Card::Stretchy, 5, Face::Claw));
            stretched.usual_order().stays(C);
            stretched.expect(A).stars(stars);
            let mut probed = table().holds(B, Card::PsychicProbe);
            probed.turn(A).keeps("1 2 3 E H H").says(B, Question::Probe, Die(5)).throws(B, "C");
            probed.usual_order().stays(C);
            probed.expect(A).stars(stars);
        }
    }

    /// complete_destruction.3: second edition: a claw that a card adds will do; first edition: a die must show it.
    #[test]
    fn a_claw_added_by_a_card() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::CompleteDestruction)
                .holds(A, Card::AcidAttack);
            table.turn(A).keeps("1 2 3 E H H").usual_order().may_pass(Question::Yield);
            table.expect(A).stars(if book == Dutch { 9 } else { 0 });
        }
    }

    /// complete_destruction.4, Q-32: Detritivore pays too; a heart is a face in Tokyo as well.
    #[test]
    fn with_detritivore_and_in_tokyo() {
        for book in BOOKS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(A)
                .holds(A, Card::CompleteDestruction)
                .holds(A, Card::Detritivore);
            table.turn(A).keeps("1 2 3 E H C").resolves(Group::Combos);
            table.expect(A).stars(2 + 9 + 2).energy(0);
            // By default the group comes right after the numbers.
            let mut usual = Table::of(3).by(book).in_city(C).holds(A, Card::CompleteDestruction);
            usual.turn(A).keeps("1 2 3 E H C").usual_order().asks(C, Question::Yield);
            let order = |wanted: fn(&Event) -> bool| usual.events.iter().position(wanted);
            let stars = order(|event| matches!(event, Event::Stars { .. }));
            let energy = order(|event| matches!(event, Event::Energy { .. }));
            assert!(stars < energy && stars.is_some());
        }
    }

    /// Z-11, `combo_cards_need_single_throw`: in the Italian book all six come from one throw.
    #[test]
    fn italian_one_throw() {
        for book in BOOKS {
            let table = || Table::of(3).by(book).in_city(C).holds(A, Card::CompleteDestruction);
            let mut gathered = table();
            gathered.turn(A).rolls("1 2 3 1 1 1").rerolls(&[3, 4, 5]).rolls("E H C").stops();
            gathered.usual_order().stays(C);
            gathered.expect(A).stars(if book == Italian { 0 } else { 9 });
            let mut anew = table();
            anew.turn(A)
                .rolls("1 1 1 1 1 1")
                .rerolls(&[0, 1, 2, 3, 4, 5])
                .rolls("1 2 3 E H C")
                .stops();
            anew.usual_order().stays(C);
            anew.expect(A).stars(9);
        }
    }

    /// mimic/complete_destruction: 18 stars.
    #[test]
    fn copied() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::CompleteDestruction)
                .mimics(A, Card::CompleteDestruction);
            table.turn(A).keeps("1 2 3 E H C").usual_order().stays(C);
            table.expect(A).stars(18);
        }
    }
}
