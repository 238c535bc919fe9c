//! Death From Above (first edition: Drop from High Altitude).

use crate::event::{Cause, Leaving};
use crate::game::Game;
use crate::power::Power;
use crate::question::Spot;
use crate::rules::DropFromBay;
use crate::seat::Seat;
use crate::state::{Gain, Me};

/// First edition: +2 stars; unless you already are in Tokyo you move in and replace whoever holds it.
///
/// Second edition: +2 stars; unless you already are in Tokyo you move in; every other monster leaves Tokyo.
pub(crate) const POWER: Power = Power {
    when_gained: Some(drop_on_tokyo),
    titles: ["Drop from High Altitude", "Death From Above"],
    ..Power::card("Death From Above", 5)
};

fn drop_on_tokyo(game: &mut Game<'_>, me: Me, _: Gain) {
    game.gain_stars(me.owner, 2, Cause::Card(me.acts_as));
    let seat = me.owner;
    match game.rules.drop_from_bay {
        DropFromBay::Stay => take_a_place(game, seat),
        DropFromBay::EveryoneElseLeaves => take_the_city(game, seat),
    }
}

/// P-12: a free place, or else the City from whoever holds it.
fn take_a_place(game: &mut Game<'_>, seat: Seat) {
    if game.in_tokyo(seat) {
        return;
    }
    let spot = game.free_spot().unwrap_or(Spot::City);
    if let Some(holder) = game.tokyo.city.filter(|_| spot == Spot::City) {
        game.leave_tokyo(holder, Leaving::PutOut);
    }
    game.enter(seat, spot);
}

/// S13: all others leave, and the buyer holds the City; from the Bay it moves there without a star.
fn take_the_city(game: &mut Game<'_>, seat: Seat) {
    for other in [game.tokyo.city, game.tokyo.bay].into_iter().flatten() {
        if other != seat {
            game.leave_tokyo(other, Leaving::PutOut);
        }
    }
    match game.spot(seat) {
        None => game.enter(seat, Spot::City),
        Some(Spot::Bay) => game.move_to_city(seat),
        Some(Spot::City) => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::table::*;

    /// death_from_above.1, N-04: entering pays its star: three in all.
    #[test]
    fn three_stars_in_all() {
        for book in BOOKS {
            let table = buy_it(Table::of(3).by(book), Card::DeathFromAbove);
            table.expect(A).in_city().stars(3);
        }
    }

    /// death_from_above.2, P-12, S13, Z-52, Q-11, `drop_from_bay`: bought in the Bay.
    #[test]
    fn bought_in_the_bay() {
        for book in BOOKS {
            for city in [None, Some(B)] {
                let mut table = Table::of(5).by(book).house("use_bay", "true").in_bay(A);
                if let Some(seat) = city {
                    table = table.in_city(seat);
                }
                let table = buy_it(table, Card::DeathFromAbove);
                table.expect(A).stars(2);
                if book == Dutch {
                    table.expect(A).in_city();
                    table.expect(B).outside();
                } else {
                    table.expect(A).in_bay();
                    assert_eq!(table.state.tokyo.city, city);
                }
            }
            let inside = buy_it(Table::of(3).by(book).in_city(A), Card::DeathFromAbove);
            inside.expect(A).in_city().stars(2);
        }
    }

    /// death_from_above.3, N-09, A-24, T17: bought outside.
    #[test]
    fn bought_outside() {
        for book in BOOKS {
            let full = Table::of(5).by(book).house("use_bay", "true").in_city(B).in_bay(C);
            let full = buy_it(full, Card::DeathFromAbove);
            full.expect(A).in_city().stars(3);
            full.expect(B).outside().hearts(10);
            let half = Table::of(5).by(book).house("use_bay", "true").in_city(B);
            let half = buy_it(half, Card::DeathFromAbove);
            half.expect(A).stars(3);
            if book == Dutch {
                full.expect(C).outside();
                half.expect(A).in_city();
                half.expect(B).outside();
            } else {
                full.expect(C).in_bay();
                half.expect(A).in_bay();
                half.expect(B).in_city();
            }
        }
    }

    /// death_from_above.4: put out is not yielding: nobody is asked, nobody bites.
    #[test]
    fn no_yield() {
        for book in BOOKS {
            let table =
                Table::of(3).by(book).in_city(B).holds(B, Card::Jets).holds(B, Card::Burrowing);
            let mut table = buy_it(table, Card::DeathFromAbove);
            table.asks(A, Question::Shop);
            table.expect(A).hearts(10).in_city();
        }
    }

    /// death_from_above.5: the title of each printing.
    #[test]
    fn titles() {
        use crate::Edition;
        assert_eq!(Card::DeathFromAbove.title(Edition::First), "Drop from High Altitude");
        assert_eq!(Card::DeathFromAbove.title(Edition::Second), "Death From Above");
    }

    /// death_from_above.3, Q-11: second edition: from the City too the Bay is cleared.
    #[test]
    fn second_edition_bought_in_the_city() {
        let table = Table::of(5).in_city(A).in_bay(C);
        let table = buy_it(table, Card::DeathFromAbove);
        table.expect(A).in_city().stars(2);
        table.expect(C).outside();
    }
}
