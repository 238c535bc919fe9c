//! Scenario files: rules disputes as data. A start, scripted dice and reveals, what the players say, and what must be true.
//!
//! A file is read with [`Scenario::read`] and run under every rulebook that it names with [`Scenario::run`]. The format
//! is written down in `docs/SCENARIOS.md`; nobody needs to know Rust to write one.
//!
//! ```
//! let text = r#"
//! id = "EX-04"
//! title = "Three 3s are 3 stars, not 9"
//! rules = ["D-04"]
//! books = "all"
//! start = { players = 2, at = "first_throw" }
//! [[case]]
//! play = '''
//! roll 3 3 3 1 2 2
//! A: stop
//! expect A stars 3
//! '''
//! "#;
//! let scenario = daikaiju_scenario::Scenario::read(text).unwrap();
//! let report = scenario.run();
//! assert!(report.holds());
//! assert_eq!(report.runs.len(), 5);
//! ```

pub mod ask;
#[cfg(feature = "command")]
mod check;
mod expect;
mod file;
mod line;
mod run;
mod say;
mod start;
mod tell;

#[cfg(feature = "command")]
pub use check::{CheckArgs, run};
pub(crate) use engine::record::printable;
pub use file::{Case, Scenario, Wrong};
pub use run::{Difference, Report, Run};
pub use start::Start;
