//! Nova Breath.

use crate::power::Power;

/// Your attack hits every other monster, wherever it stands.
pub(crate) const POWER: Power = Power {
    my_attack_reaches: Some(|state, me| state.living.without(me.owner)),
    ..Power::card("Nova Breath", 7)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// nova_breath.1: it needs an attack; first edition: Acid Attack alone then reaches everyone.
    #[test]
    fn without_a_claw() {
        for book in BOOKS {
            let mut table = Table::of(3).by(book).in_city(C).holds(A, Card::NovaBreath);
            table.turn(A).keeps("1 1 2 2 3 3").next_turn(B, 6);
            table.expect(B).hearts(10);
            table.expect(C).hearts(10);
            let mut acid = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::NovaBreath)
                .holds(A, Card::AcidAttack);
            acid.turn(A).keeps("1 1 2 2 3 3").may_pass(Question::Yield);
            acid.expect(B).hearts(9);
            acid.expect(C).hearts(9);
        }
    }

    /// nova_breath.2: those in Tokyo may yield; beside an attacker in Tokyo their place just empties.
    #[test]
    fn who_may_yield() {
        for book in BOOKS {
            let mut outside = Table::of(3).by(book).in_city(C).holds(A, Card::NovaBreath);
            outside.turn(A).keeps("C 1 2 2 3 3").yields(C);
            outside.expect(B).hearts(9);
            outside.expect(C).hearts(9).outside();
            outside.expect(A).in_city().stars(1);
            let mut beside = Table::of(5)
                .by(book)
                .house("use_bay", "true")
                .in_city(C)
                .in_bay(A)
                .holds(A, Card::NovaBreath);
            beside.turn(A).keeps("C 1 2 2 3 3").yields(C);
            beside.expect(A).in_bay().stars(2);
            beside.expect(C).hearts(9).outside();
            for seat in [B, D, E] {
                beside.expect(seat).hearts(9);
            }
        }
    }

    /// nova_breath.3, Q-12: with Tokyo empty, or only the Bay held, everyone is hit; then entry as usual.
    #[test]
    fn into_an_empty_tokyo() {
        for book in BOOKS {
            let mut empty = Table::of(3).by(book).holds(A, Card::NovaBreath);
            empty.turn(A).keeps("C 1 2 2 3 3");
            empty.expect(B).hearts(9);
            empty.expect(C).hearts(9);
            empty.expect(A).in_city().stars(1);
            let mut bay =
                Table::of(5).by(book).house("use_bay", "true").in_bay(D).holds(A, Card::NovaBreath);
            bay.turn(A).keeps("C 1 2 2 3 3").stays(D);
            for seat in [B, C, D, E] {
                bay.expect(seat).hearts(9);
            }
            bay.expect(A).in_city();
            bay.expect(D).in_bay();
        }
    }

    /// nova_breath.4, mimic/nova_breath: a copy adds nothing.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let mut table = Table::of(3)
                .by(book)
                .in_city(C)
                .holds(A, Card::NovaBreath)
                .mimics(A, Card::NovaBreath);
            table.turn(A).keeps("C 1 2 2 3 3").stays(C);
            table.expect(B).hearts(9);
            table.expect(C).hearts(9);
        }
    }
}
