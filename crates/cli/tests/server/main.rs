//! The server as a real process, over real sockets, with real files.

mod any_server;
mod away;
mod cluster;
mod common;
mod crash;
mod db;
mod disk;
mod fair;
mod frames;
mod game;
mod guests;
mod hostile;
mod http;
mod operations;
mod other_language;
mod rematch;
mod resume;
mod seats;
mod take_over;
mod undo;
mod years;
