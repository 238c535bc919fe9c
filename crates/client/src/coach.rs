//! Learning by playing: which lesson fits the moment, and what looks like a slip.

use engine::{DiceSet, Face, Need, Question, Seat, State};

/// How many lessons there are.
pub const LESSONS: usize = 6;

/// Which lessons fit this moment for the seat that looks, in the order in which they are told: keeping dice, numbers, claws,
/// Tokyo, energy, winning.
pub fn lessons(state: &State, me: Option<Seat>) -> [bool; LESSONS] {
    let ask = match state.need() {
        Need::Answer(ask) if Some(ask.seat) == me => Some(ask),
        _ => None,
    };
    let asked = |wanted: &[Question]| ask.is_some_and(|ask| wanted.contains(&ask.question));
    let rolls = asked(&[Question::Roll]);
    let dice = state.turn().dice;
    let (energy, stars) =
        me.map_or((0, 0), |me| (state.monster(me).energy, state.monster(me).stars));
    let pair = [Face::One, Face::Two, Face::Three].into_iter().any(|face| 2 <= dice.count(face));
    [
        rolls,
        rolls && pair,
        rolls && 0 < dice.count(Face::Claw),
        asked(&[Question::Yield, Question::Flee])
            || rolls && me.is_some_and(|me| state.in_tokyo(me)),
        asked(&[Question::Shop]) || rolls && 3 <= energy,
        rolls && 5 <= stars,
    ]
}

/// What looks like a slip when somebody stops throwing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slip {
    /// Hearts are kept where they do not heal, though one is hurt: so many.
    Hearts(u8),
    /// Rerolls are left and nothing is kept.
    Early,
}

/// Whether stopping now looks like a slip, with these dice kept.
pub fn slip(state: &State, keep: DiceSet) -> Option<Slip> {
    let Need::Answer(ask) = state.need() else { return None };
    let (turn, me) = (state.turn(), state.monster(ask.seat));
    if ask.question != Question::Roll || turn.rerolls == 0 {
        return None;
    }
    let hearts = turn.dice.count(Face::Heart);
    let useless = 0 < hearts && hearts <= state.preview().hearts_wasted;
    if useless && me.hearts < state.hearts_max(ask.seat) {
        return Some(Slip::Hearts(hearts));
    }
    (keep.is_empty() && turn.dice.count(Face::Claw) == 0).then_some(Slip::Early)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::table::{A, B, Table};

    fn rolled(mut table: Table, dice: &str) -> State {
        table.turn(A).rolls(dice);
        table.state
    }

    #[test]
    fn a_lesson_comes_when_its_dice_lie_there() {
        let state = rolled(Table::of(2).in_city(B), "1 2 3 H E E");
        assert_eq!(lessons(&state, Some(A)), [true, false, false, false, false, false]);
        let state = rolled(Table::of(2).in_city(B).energy(A, 3).stars(A, 5), "1 1 C H E E");
        assert_eq!(lessons(&state, Some(A)), [true, true, true, false, true, true]);
        let state = rolled(Table::of(2).in_city(A), "1 2 3 H E E");
        assert_eq!(lessons(&state, Some(A)), [true, false, false, true, false, false]);
    }

    #[test]
    fn nobody_is_taught_while_others_play() {
        let state = rolled(Table::of(2).in_city(B).energy(B, 9).stars(B, 9), "1 1 C C E E");
        assert_eq!(lessons(&state, Some(B)), [false; LESSONS]);
        assert_eq!(lessons(&state, None), [false; LESSONS]);
    }

    #[test]
    fn a_question_about_tokyo_teaches_tokyo() {
        let mut table = Table::of(3).in_city(B);
        table.turn(A).keeps("C C 1 1 2 2").asks(B, Question::Yield);
        assert_eq!(lessons(&table.state, Some(B)), [false, false, false, true, false, false]);
    }

    #[test]
    fn stopping_early_with_nothing_kept_is_a_slip_unless_claws_were_wanted() {
        let dull = rolled(Table::of(2).in_city(B), "1 2 3 E E 1");
        assert_eq!(slip(&dull, DiceSet::NONE), Some(Slip::Early));
        assert_eq!(slip(&dull, DiceSet::one(0)), None, "something is kept");
        let claws = rolled(Table::of(2).in_city(B), "1 2 3 E E C");
        assert_eq!(slip(&claws, DiceSet::NONE), None);
    }

    #[test]
    fn hearts_in_tokyo_are_a_slip_only_for_whoever_is_hurt() {
        let dice = DiceSet::one(0);
        let hurt = rolled(Table::of(2).in_city(A).hearts(A, 6), "H H 1 2 3 E");
        assert_eq!(slip(&hurt, dice), Some(Slip::Hearts(2)));
        let whole = rolled(Table::of(2).in_city(A), "H H 1 2 3 E");
        assert_eq!(slip(&whole, dice), None);
        let outside = rolled(Table::of(2).in_city(B).hearts(A, 6), "H H 1 2 3 E");
        assert_eq!(slip(&outside, dice), None);
    }
}
