//! The server as a real process, over real sockets, with real files.

mod away;
mod common;
mod crash;
mod disk;
mod fair;
mod frames;
mod game;
mod guests;
mod hostile;
mod http;
mod operations;
mod other_language;
mod resume;
mod seats;
mod take_over;
mod undo;
mod years;
