//! The real page in a real Chromium against the real server.
//!
//! [`Server`] runs the program that ships, [`Browser`] drives Debian's Chromium over its own debugging protocol, and
//! [`Page`] is one tab: it waits, presses, looks, and remembers every error on the console, every breach of the content
//! policy and every request to another host. [`positions`] finds games in which any question is asked.

mod browser;
pub mod moving;
mod page;
pub mod positions;
mod server;
mod states;

pub use browser::Browser;
pub use page::{Page, Theme};
pub use server::{Server, program};
pub use states::{LONG_QUESTION, QUESTION, See, Walk, put};

/// The sizes that every page must fit, as width and height.
pub const SIZES: [(u32, u32); 6] =
    [(360, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1440, 900)];

/// The narrowest phone that every text must fit: 1280 pixels at 400 %, as WCAG 1.4.10 has it.
pub const NARROW: (u32, u32) = (320, 640);

/// The six languages.
pub const LANGUAGES: [&str; 6] = ["en", "is", "pl", "cs", "nl", "it"];
