//! King of Tokyo as the rulebook has it, by any of five rulebooks: state, questions, cards.
//!
//! No I/O, clock, threads or randomness: rolls and reveals come in from outside like a player's answers.
//!
//! ```
//! use daikaiju_engine::{Card, Dice, Input, Need, Rulebook, Seat, State};
//!
//! let mut game = State::new(&Rulebook::Dutch.rules(), 2, Some(Seat::A)).unwrap();
//! for card in [Card::Jets, Card::Wings, Card::Skyscraper] {
//!     assert!(matches!(game.need(), Need::Reveal(_)));
//!     game.play(Input::Revealed(card), None).unwrap();
//! }
//! assert_eq!(game.need(), Need::Roll { seat: Seat::A, count: 6 });
//! let mut events = Vec::new();
//! game.play(Input::Rolled(Dice::parse("1 1 1 E C H").unwrap()), Some(&mut events)).unwrap();
//! for answer in game.answers().iter().take(3) {
//!     println!("seat A may say {answer:?}");
//! }
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod answer;
mod attack;
mod card;
mod cards;
#[cfg(test)]
mod chapters;
mod damage;
mod dice;
mod ending;
mod event;
pub mod facts;
mod game;
pub mod laws;
mod market;
mod monster;
mod played;
pub mod position;
mod power;
pub mod preview;
mod question;
pub mod random;
pub mod record;
mod resolve;
mod roll;
pub mod rules;
#[cfg(feature = "schema")]
mod schema;
mod seat;
mod sets;
mod setup;
mod stakes;
mod state;
#[cfg(any(test, feature = "testing"))]
pub mod table;
mod take_back;
mod tokyo;
mod turn;
mod view;
pub mod why;

pub use answer::{Answer, Answers, Input};
pub use card::{CARDS, Card, CardSet, KEEP_CARDS, Keeps, fingerprint};
pub use dice::{Dice, DiceSet, Face};
pub use event::{Cause, Event, Leaving, Token, TurnKind};
pub use game::Illegal;
pub use monster::{HEARTS, STARS_MAX};
pub use played::{Lengths, OpenAnswer, OpenAnswers, Played, Stretch, play_on};
pub use position::Inside;
#[cfg(feature = "serde")]
pub use position::PositionError;
pub use power::Kind;
pub use preview::Preview;
pub use question::{Ask, Group, Need, Outcome, Place, Question, Spot};
pub use record::{Record, RecordError};
pub use rules::{Edition, Rulebook, Rules, RulesError, Species};
pub use seat::{PLAYERS, Seat, Seats};
pub use setup::{At, Misfit, MonsterSetup, Setup, SetupError, TurnSetup};
pub use stakes::{Stakes, Trade};
pub use state::{Gain, Me, Monster, Phase, State, Tokyo, Turn};
pub use turn::STARS_IN_TOKYO;
pub use view::View;
