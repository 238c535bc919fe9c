//! Who plays: a level of the ladder, weights of one's own, and either with noise.

use std::sync::Arc;

use bots::mind::{Learned, Mind};
use bots::net::{Net, Weights};
use bots::{Bot, Level};
use engine::{Rulebook, Rules};

/// A bot by name, ready to be made as often as needed.
#[derive(Clone)]
pub struct Contestant {
    name: String,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Level(Level),
    Net(Arc<Net>, f32),
}

impl Contestant {
    /// The bot with this name: a level, `ruthless~0.05` for one with noise on its values, or a weights file.
    ///
    /// # Errors
    /// One sentence with the valid names.
    pub fn parse(name: &str) -> Result<Contestant, String> {
        let (base, noise) = match name.split_once('~') {
            Some((base, noise)) => {
                (base, noise.parse().map_err(|_| format!("`{noise}` is no noise such as 0.05"))?)
            }
            None => (name, 0.0),
        };
        let kind = match Level::from_name(base) {
            Some(Level::Ruthless) => Kind::Net(bots::net(), noise),
            Some(level) if noise == 0.0 => Kind::Level(level),
            Some(_) => {
                return Err(format!(
                    "noise works with ruthless and with weights files, not with `{base}`"
                ));
            }
            None if base.ends_with(".net") => {
                let bytes =
                    std::fs::read(base).map_err(|error| format!("cannot read {base}: {error}"))?;
                let (weights, _) =
                    Weights::from_bytes(&bytes).map_err(|error| format!("{base}: {error}"))?;
                Kind::Net(Arc::new(Net::new(weights)), noise)
            }
            None => {
                return Err(format!(
                    "there is no bot `{name}`: it is one of {}, or a weights file *.net",
                    level_names()
                ));
            }
        };
        Ok(Contestant { name: name.to_owned(), kind })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The net it judges by, if it has one.
    pub fn net(&self) -> Option<Arc<Net>> {
        match &self.kind {
            Kind::Level(_) => None,
            Kind::Net(net, _) => Some(net.clone()),
        }
    }

    /// One to sit down with.
    pub fn bot(&self, seed: u64) -> Box<dyn Bot + Send> {
        match &self.kind {
            Kind::Level(level) => level.bot(seed),
            Kind::Net(net, noise) => {
                Box::new(Mind::new(Learned::new(net.clone()), seed).with_noise(*noise))
            }
        }
    }
}

/// The names of all levels.
pub fn level_names() -> String {
    Level::ALL.map(Level::name).join(", ")
}

/// The rulebook with this name.
///
/// # Errors
/// One sentence with the valid names.
pub fn rulebook(name: &str) -> Result<Rules, String> {
    let book = Rulebook::from_name(name);
    book.map(Rulebook::rules).ok_or_else(|| {
        format!(
            "there is no rulebook `{name}`: it is one of {}",
            Rulebook::ALL.map(Rulebook::name).join(", ")
        )
    })
}

/// Checks a number of monsters.
///
/// # Errors
/// One sentence.
pub fn players(count: usize) -> Result<usize, String> {
    if (2..=6).contains(&count) {
        Ok(count)
    } else {
        Err(format!("a game has 2 to 6 monsters, not {count}"))
    }
}
