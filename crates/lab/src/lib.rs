//! Many games at once: training, the arena, simulation, odds and advice.
//!
//! Each command is a pair of an `Args` structure for the command line and a function that runs it and returns what to
//! print. An error is one sentence about the input; a program ends with code 2 on it.

pub mod advise;
pub mod arena;
pub mod audit;
pub mod calibrate;
pub mod cli;
pub mod contestant;
pub mod coverage;
pub mod drift;
pub mod luck;
pub mod moments;
pub mod odds;
pub mod one_game;
pub mod oracle;
pub mod oracle3;
pub mod output;
pub mod progress;
pub mod puzzles;
pub mod simulate;
pub mod starts;
pub mod stats;
pub mod stop;
pub mod styles;
pub mod train;
pub mod validate;
pub mod worth;
