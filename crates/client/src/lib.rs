//! What a client makes of a game, without a screen: the page and the terminal show it, each in its own way.
//!
//! Nothing here works out a rule. It reads what the engine tells (events, questions, previews) and says what a player
//! wants to know of it: what happened since the last turn, what a turn came to, how the game ended.

pub mod ask;
pub mod auto;
pub mod calls;
pub mod coach;
pub mod company;
pub mod happened;
pub mod house;
pub mod kept;
pub mod lesson;
pub mod missed;
pub mod names;
pub mod pace;
pub mod prefs;
pub mod recap;
pub mod review;
pub mod route;
pub mod standing;
pub mod turns;
pub mod yielding;
