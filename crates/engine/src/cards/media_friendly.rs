//! Media-Friendly (first edition: Dedicated News Team).

use crate::event::Cause;
use crate::power::Power;

/// Each card purchase you make earns 1 star.
pub(crate) const POWER: Power = Power {
    when_i_buy: Some(|game, me| game.gain_stars(me.owner, 1, Cause::Card(me.acts_as))),
    titles: ["Dedicated News Team", "Media-Friendly"],
    ..Power::card("Media-Friendly", 3)
};

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// media_friendly.1: not for its own purchase.
    #[test]
    fn not_for_itself() {
        for book in PRINTINGS {
            let mut table = Table::of(2).by(book).energy(A, 3).sale(Card::MediaFriendly);
            table.shopping(A).buys(Card::MediaFriendly);
            table.expect(A).stars(0).holds(Card::MediaFriendly);
        }
    }

    /// media_friendly.2: market, top of the deck, Opportunist, Parasitic Tentacles.
    #[test]
    fn every_purchase() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::MediaFriendly)
                .holds(A, Card::MadeInALab)
                .holds(A, Card::ParasiticTentacles)
                .holds(B, Card::Jets)
                .energy(A, 20)
                .sale(Card::Wings)
                .deck(&[Card::Heal, Card::GiantBrain]);
            table.shopping(A).buys(Card::Wings);
            table.expect(A).stars(1);
            table.answers(Use(Card::MadeInALab)).answers(Buy(Place::Top));
            table.expect(A).stars(2).holds(Card::GiantBrain);
            table.takes(Card::Jets);
            table.expect(A).stars(3);
            table.sweeps();
            table.expect(A).stars(3);
            let mut chance = Table::of(2)
                .by(book)
                .holds(B, Card::MediaFriendly)
                .holds(B, Card::Opportunist)
                .energy(A, 3)
                .energy(B, 3)
                .sale(Card::CornerStore)
                .deck(&[Card::Heal, Card::Skyscraper]);
            chance.shopping(A).buys(Card::CornerStore).snatches(B, Card::Heal);
            chance.expect(B).stars(1);
            chance.expect(A).stars(1);
        }
    }

    /// media_friendly.3, orders/purchase: paid with the price, before the card works.
    #[test]
    fn before_the_card_works() {
        for book in PRINTINGS {
            let table = Table::of(2).by(book).holds(A, Card::MediaFriendly).stars(A, 1);
            let table = buy_it(table, Card::Tank);
            let stars: Vec<u8> = table
                .events
                .iter()
                .filter_map(|event| match event {
                    Event::Stars { to, .. } => Some(*to),
                    _ => None,
                })
                .collect();
            assert_eq!(stars, [2, 6]);
        }
    }

    /// media_friendly.4: placing or moving the mimic token is not a purchase.
    #[test]
    fn the_mimic_token_is_no_purchase() {
        for book in PRINTINGS {
            let mut table = Table::of(2)
                .by(book)
                .holds(A, Card::MediaFriendly)
                .holds(A, Card::Mimic)
                .holds(B, Card::Jets)
                .energy(A, 1);
            table.turn(A).says(A, Question::Start, Pick(Card::Jets)).copied(Card::Jets);
            table.expect(A).stars(0).energy(0);
        }
    }

    /// mimic/media_friendly: two stars per purchase.
    #[test]
    fn copied() {
        for book in PRINTINGS {
            let table =
                Table::of(2).by(book).holds(A, Card::MediaFriendly).mimics(A, Card::MediaFriendly);
            let table = buy_it(table, Card::Heal);
            table.expect(A).stars(2);
        }
    }
}
