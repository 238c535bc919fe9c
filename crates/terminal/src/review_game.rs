//! After the game: where luck was, and which choices were costly.

use review::{Reason, Review};

use crate::look::Look;
use crate::session::Session;

/// Games for each answer, to say why one was better.
const WHY_GAMES: usize = 150;

/// The review of the game as far as it was played, through the eyes of the one person at the table, else the winner's.
pub(crate) fn text(session: &Session, look: &Look) -> String {
    let record = session.record();
    let review = Review::of(record.clone(), None);
    let why = |moment: usize| -> Vec<Reason> {
        let moment = &review.moments[moment];
        let state = review::state_before(record, moment.input);
        let (Some(judged), Some(state)) = (moment.choice(), state) else { return Vec::new() };
        review::why(
            bots::net(),
            &state,
            judged.best().0,
            judged.given().0,
            WHY_GAMES,
            session.seed(),
        )
    };
    client::review::report(look.texts, &review, record, review.focus(), &why)
}
