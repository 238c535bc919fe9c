//! After the game: where luck was, and where choices were costly.
//!
//! A review follows a game record input by input. Every chance event has its *luck*, every answer its *error*, and what
//! the judgement itself corrects from one moment to the next is the *drift*. For every seat
//!
//! ```text
//! result - start = luck + errors + drift
//! ```
//!
//! holds exactly, because the chances before a moment are the chances after the one before it.
//!
//! * [`Advisor`] values the answers to a question; it is what hints show, too.
//! * [`Reviewer`] takes a record one input at a time, so that a page can show it as it comes.
//! * [`Review`] is the whole: turns, accounts, turning points, costliest choices.
//! * [`Trial`] plays a costly choice out, with standard errors, and [`check()`] a moment at which the judgement corrected itself; [`why()`] says in events what was better about an answer.
//! * [`Puzzle`] is a moment in which one answer is clearly the best.
//! * [`history`] compares the games that a player has played.
//! * [`read`] reads a record as far as it can be read.
//!
//! ```
//! use daikaiju_review::{Review, read};
//! # let text = include_str!("../../engine/tests/format1/record-7.json");
//! let (record, trouble) = read(text).unwrap();
//! let review = Review::of(record, trouble);
//! let a = &review.accounts[0];
//! let sum = a.start + a.luck + a.own + a.others + a.drift;
//! assert!((sum - a.result).abs() < 1e-9);
//! ```

mod advisor;
mod bands;
mod careful;
mod check;
pub mod history;
mod moment;
mod puzzle;
mod reading;
mod reviewer;
mod summary;
mod training;
mod trial;
mod why;

pub use advisor::{Advisor, Chances, Valued};
pub use bands::{ErrorBand, LuckBand, RateBand, Verdict, whole_points};
pub use check::{Checked, DRIFT, check, corrected, take_over};
pub use moment::{Chancy, Judged, Kind, Moment, Tried, TriedAnswer, What};
pub use puzzle::{CLEAR, PlayedOut, Puzzle, SURE, of_day, read_puzzles};
pub use reading::{Trouble, read};
pub use reviewer::Reviewer;
pub use summary::{
    Account, Costly, OfKind, Review, Turn, accounts, focus, mark_helped, turning_points, turns,
};
pub use training::{Done, Label, Part, Training, labels};
pub use trial::{GAMES, TURNS, Trial, state_before};
pub use why::{Outlook, Reason, outlook, reasons, why};

/// A point is one hundredth of a chance to win.
pub const POINT: f64 = 0.01;
