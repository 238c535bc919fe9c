//! Alien Origin (first edition: Alien Metabolism).

use crate::power::Power;

/// Cards cost you 1 energy less, never below 0.
pub(crate) const POWER: Power = Power {
    discount: 1,
    titles: ["Alien Metabolism", "Alien Origin"],
    ..Power::card("Alien Origin", 3)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// alien_origin.1: market, top of the deck, Opportunist, Parasitic Tentacles; the robbed owner gets the reduced price.
    #[test]
    fn everything_bought_is_cheaper() {
        for book in PRINTINGS {
            let mut market = Table::of(2)
                .by(book)
                .holds(A, Card::AlienOrigin)
                .energy(A, 5)
                .sale(Card::Skyscraper);
            market.shopping(A).buys(Card::Skyscraper);
            market.expect(A).energy(0).stars(4);
            let mut lab = Table::of(2)
                .by(book)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::MadeInALab)
                .energy(A, 5)
                .deck(&[Card::Wings]);
            lab.shopping(A).answers(Use(Card::MadeInALab)).answers(Buy(Place::Top));
            lab.expect(A).energy(0).holds(Card::Wings);
            let mut chance = Table::of(2)
                .by(book)
                .holds(B, Card::AlienOrigin)
                .holds(B, Card::Opportunist)
                .energy(A, 3)
                .energy(B, 2)
                .sale(Card::CornerStore)
                .deck(&[Card::FlameThrower, Card::Skyscraper]);
            chance.shopping(A).buys(Card::CornerStore).snatches(B, Card::FlameThrower);
            chance.expect(B).energy(0);
            let mut tentacles = Table::of(2)
                .by(book)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::Jets)
                .energy(A, 4);
            tentacles.shopping(A).takes(Card::Jets);
            tentacles.expect(A).energy(0).holds(Card::Jets);
            tentacles.expect(B).energy(4);
        }
    }

    /// alien_origin.2: neither the sweep nor using a card is cheaper.
    #[test]
    fn sweeps_and_uses_cost_the_same() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::RapidHealing)
                .hearts(A, 5)
                .energy(A, 1)
                .sale(Card::MadeInALab);
            table
                .shopping(A)
                .may(Buy(Place::First))
                .may_not(Sweep)
                .may_not(Use(Card::RapidHealing));
            let mut two = Table::of(2)
                .by(book)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::RapidHealing)
                .hearts(A, 5)
                .energy(A, 4);
            two.shopping(A).sweeps().answers(Use(Card::RapidHealing));
            two.expect(A).energy(0).hearts(6);
        }
    }

    /// alien_origin.3: its own purchase is not cheaper.
    #[test]
    fn it_costs_what_it_costs() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).energy(A, 2).sale(Card::AlienOrigin);
            table.shopping(A).may_not(Buy(Place::First));
            let mut three = Table::of(2).by(book).energy(A, 3).sale(Card::AlienOrigin);
            three.shopping(A).buys(Card::AlienOrigin);
            three.expect(A).energy(0).holds(Card::AlienOrigin);
        }
    }

    /// alien_origin.4, mimic/alien_origin: two of them take 2 off, never below 0.
    #[test]
    fn twice_it_reaches_zero() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::AlienOrigin)
                .mimics(A, Card::AlienOrigin)
                .sale(Card::MadeInALab)
                .sale(Card::CornerStore);
            table.shopping(A).may_not(Buy(Place::Second)).buys(Card::MadeInALab);
            table.expect(A).energy(0).holds(Card::MadeInALab);
        }
    }

    /// alien_origin.5: Metamorph pays the printed price even so.
    #[test]
    fn a_discounted_card_is_sold_at_its_printed_price() {
        for book in [Icelandic, Polish, Italian, Dutch] {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::AlienOrigin)
                .holds(A, Card::Metamorph)
                .energy(A, 4)
                .sale(Card::Jets);
            table.shopping(A).buys(Card::Jets);
            table.says(A, Question::Sell, Pick(Card::Jets));
            table.expect(A).energy(5);
        }
    }
}
