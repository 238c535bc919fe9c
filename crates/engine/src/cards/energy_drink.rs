//! Energy Drink (first edition: Telepath).

use crate::answer::Answer;
use crate::event::Event;
use crate::game::Game;
use crate::power::Power;
use crate::state::Me;

/// Buy additional rolls at 1 energy each.
pub(crate) const POWER: Power = Power {
    a_copy_adds_nothing: true,
    rolling_offers: Some(|state, me, answers| {
        if 1 <= state.monster(me.owner).energy {
            answers.one(Answer::Use(me.card))
        }
    }),
    answered: Some(one_more_roll),
    titles: ["Telepath", "Energy Drink"],
    ..Power::card("Energy Drink", 4)
};

fn one_more_roll(game: &mut Game<'_>, me: Me, _: Answer) {
    game.tell(Event::Used { seat: me.owner, card: me.card });
    game.pay(me.owner, 1);
    game.turn.rerolls = game.turn.rerolls.saturating_add(1);
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// energy_drink.1, P-16, Z-58, mimic/energy_drink: more rolls at 1 each, after the last normal one too; not after a probe.
    #[test]
    fn more_rolls() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::EnergyDrink)
                .holds(B, Card::PsychicProbe)
                .energy(A, 3);
            table.turn(A).rolls("1 1 2 2 3 3").rerolls(&[0]).rolls("1").rerolls(&[0]).rolls("1");
            table.answers(Use(Card::EnergyDrink)).rerolls(&[2, 3]).rolls("2 2");
            table.answers(Use(Card::EnergyDrink)).rerolls(&[2]).rolls("1").stops();
            table.says(B, Question::Probe, Die(0)).throws(B, "2").next_turn(B, 6);
            table.expect(A).energy(1).stars(0);
            let mut both = Table::of(2)
                .by(book)
                .holds(A, Card::EnergyDrink)
                .mimics(A, Card::EnergyDrink)
                .energy(A, 3);
            both.turn(A).may_pass(Question::Start).rolls("1 1 2 2 3 3").may_not(Use(Card::Mimic));
            both.may(Use(Card::EnergyDrink));
        }
    }
}
