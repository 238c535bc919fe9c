//! Who plays the game behind the screen: this device alone, or a server.
//!
//! The screen shows boards and hands over answers; it does not know where they come from and go to.

pub(crate) mod auto;
pub(crate) mod bots;
pub(crate) mod evidence;
pub(crate) mod local;
pub(crate) mod online;
pub(crate) mod record;
mod tabs;

use engine::{Answer, Seat};
use protocol::Roar;

/// The game behind a table.
pub(crate) trait Session {
    /// The player whose eyes the board has answers the question that is open.
    fn answer(&self, answer: Answer);
    /// Takes the last choice back, if that is still possible.
    fn undo(&self);
    /// The next player on this device is ready to look.
    fn uncover(&self) {}
    /// The same players once more; at a server one is in for it, or not after all.
    fn rematch(&self);
    /// The same players once more, without waiting for those who have not said yes.
    fn start_now(&self) {}
    /// Says something to the table.
    fn talk(&self, _words: &str) {}
    /// Roars.
    fn roar(&self, _roar: Roar) {}
    /// Asks for more time to decide.
    fn more_time(&self) {}
    /// Asks for a personal link that moves the seat to another device.
    fn move_device(&self) {}
    /// No longer hears what a seat says, or hears it again.
    fn mute(&self, _seat: Seat, _muted: bool) {}
    /// No longer hears what watchers say, or hears it again.
    fn mute_watchers(&self, _muted: bool) {}
    /// Plays on for a bot.
    fn take_over(&self, _seat: Seat) {}
    /// Shows the turns that were missed once more.
    fn replay_missed(&self) {}
    /// Throws the first dice of the turn, where the player does so.
    fn throw(&self) {}
    /// The next step of a rival, where each waits for a tap.
    fn next(&self) {}
    /// Straight to the end: nobody wants to follow what is left.
    fn hurry(&self) {}
    /// Keeps the game as it stands for the review.
    fn keep_for_review(&self) {}
    /// The record of the game; nothing where this device does not have it.
    fn record(&self) -> Option<engine::Record> {
        None
    }
    /// Enough of the missed turns: back to the board as it is.
    fn end_replay(&self) {}
}
