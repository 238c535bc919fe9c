//! Everything Daikaiju says, in six languages: shared by terminal, server and web page.
//!
//! A [`Texts`] is one language. Every message is a method of it, so a wrong name or a forgotten argument does not compile.
//! Messages without arguments or icons are plain `&str`; all others are [`Rich`]: words with icons in them.
//!
//! ```
//! # #[cfg(feature = "embed")] {
//! use daikaiju_texts::{Lang, Texts};
//!
//! let lang = Lang::from_tag("pl-PL").unwrap_or_default();
//! let t = Texts::of(lang);
//! assert_eq!(t.settings(), "Ustawienia");
//! assert_eq!(t.roll_dice(3).plain(), "Rzuć 3 kostkami");
//! # }
//! ```
//!
//! # What the engine says
//!
//! A [`Scene`] knows who sits where and by which rules. With it [`Texts::event`] tells any event in one sentence,
//! [`Texts::question`] is a title and [`Texts::answer`] a button. [`Texts::card_name`], [`Texts::card_effect`] and
//! [`Texts::card_rulings`] follow the rules of the table; [`Texts::chapters`] and [`Texts::differences`] explain them.
//!
//! ```
//! # #[cfg(feature = "embed")] {
//! use engine::{Card, Cause, Event, Rulebook, Seat};
//! use daikaiju_texts::{Lang, Scene, Texts};
//!
//! let (t, rules) = (Texts::of(Lang::En), Rulebook::Polish.rules());
//! let names = ["Gigazaur".to_owned(), "Kraken".to_owned()];
//! let scene = Scene { rules: &rules, names: &names };
//! let event = Event::Hurt { seat: Seat::B, by: Some(Seat::A), from: 7, to: 5, why: Cause::Claws };
//! assert_eq!(t.event(&event, &scene).symbols(), "Kraken lost 2 ♥ to Gigazaur (7 → 5).");
//! assert!(t.card_effect(Card::Frenzy, &rules).plain().starts_with("Your turn ends at once"));
//! # }
//! ```
//!
//! # Where the words are
//!
//! `words/*.txt` hold each message in all six languages, one below the other:
//!
//! ```text
//! roll_dice
//!   en Roll {n} {n|die|dice}
//!   pl Rzuć {n} {n|kostką|kostkami|kostkami}
//! ```
//!
//! `{n}` is a number, `{n|die|dice}` picks a plural form, `{heart}` is an icon, any other name is filled in.
//! The build script checks that each message exists in each language with the same arguments and the right number of
//! plural forms, and stops the build with one sentence if not. Names with a dot (`mimic.name`) are looked up by cards and
//! rules: see [`Texts::card_name`] and its neighbours.
//!
//! # One language at a time
//!
//! With the feature `embed` all six languages are inside the program and [`Texts::of`] gives them. Without it, as in the
//! web page, there are none: fetch [`bundle_name`] from the server and hand it to [`Texts::read`]. What is said only about
//! the five books stands in `words/books`, and is fetched by itself: see [`Texts::with_books`].

mod asking;
mod cards;
mod lang;
mod log;
mod message;
mod names;
mod rich;
mod rules;
mod scene;
mod texts;
mod told;

mod keys {
    include!(concat!(env!("OUT_DIR"), "/keys.rs"));
}

pub use keys::{FINGERPRINT, Key};
pub use lang::Lang;
pub use log::is_detail;
pub use message::Icon;
pub use rich::{Rich, Segment};
pub use rules::{Chapter, Difference, switch_chapters};
pub use scene::{Scene, face_icon};
pub use texts::{Count, Texts, WrongBundle};
pub use told::{TERMS, Term, chapter_of, rules_in, told_rules};

/// The file name under which a server offers a language. It changes whenever the words do.
pub fn bundle_name(lang: Lang) -> String {
    format!("texts-{}-{}.txt", lang.tag(), FINGERPRINT)
}

/// A language as one text file, to be served under [`bundle_name`].
#[cfg(feature = "embed")]
pub fn bundle(lang: Lang) -> &'static str {
    keys::BUNDLES[lang as usize][0]
}

/// What is said only in the part with the five books (`words/books/*.txt`), as one text file for [`Texts::with_books`].
#[cfg(feature = "embed")]
pub fn books_bundle(lang: Lang) -> &'static str {
    keys::BUNDLES[lang as usize][1]
}
