//! One line for each input of a game.

use review::{Chancy, Review, What};
use std::fmt::Write;

/// The review as comma-separated lines. Chances and their changes are written as chances, not as points.
pub fn lines(review: &Review) -> String {
    let seats = review.players.len();
    let mut text = String::from("input,turn,seat,what,error,matters,games");
    for part in ["before", "after", "luck", "choice", "drift"] {
        for seat in engine::Seat::ALL.iter().take(seats) {
            let _ = write!(text, ",{part}_{seat}");
        }
    }
    text.push_str(",checked\n");
    for moment in &review.moments {
        let (what, error, matters, games) = match &moment.what {
            What::Chance(chancy) => (chance(chancy), 0.0, false, 0),
            What::Choice(judged) => {
                let games = judged.tried.as_ref().map_or(0, |tried| tried.games);
                (judged.kind().name(), judged.error, judged.matters(), games)
            }
        };
        let _ = write!(
            text,
            "{},{},{},{what},{error:.6},{matters},{games}",
            moment.input, moment.turn, moment.seat
        );
        let none = [0.0; 6];
        let luck = moment.luck().unwrap_or(&none);
        let choice = if moment.choice().is_some() { &moment.change } else { &none };
        for part in [&moment.before, &moment.after, luck, choice, &moment.drift()] {
            part[..seats].iter().for_each(|chance| {
                let _ = write!(text, ",{chance:.9}");
            });
        }
        let _ = writeln!(text, ",{}", moment.checked.as_ref().map_or(0, |checked| checked.games));
    }
    text
}

fn chance(chancy: &Chancy) -> &'static str {
    match chancy {
        Chancy::Setup => "setup",
        Chancy::Start(_) => "start",
        Chancy::First(_) => "first_throw",
        Chancy::Again(_) => "thrown_again",
        Chancy::Aside(_) => "dice_of_a_card",
        Chancy::Card(_) => "card",
    }
}
