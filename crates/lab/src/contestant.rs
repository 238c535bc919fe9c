//! Who plays: a level of the ladder in a style, weights of one's own, with noise or with another budget.

use std::sync::{Arc, LazyLock};

use bots::mind::{Learned, Mind};
use bots::net::{Net, Weights};
use bots::{Bot, Champion, Level, Opponent, Style, Tasted};
use engine::{Rulebook, Rules};

/// A bot by name, ready to be made as often as needed.
#[derive(Clone)]
pub struct Contestant {
    name: String,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Named(Opponent),
    /// A net in a style, with noise on its values.
    Net(Arc<Net>, Style, f32),
    /// A net with rollouts.
    Champion(Arc<Net>, Style, Budget),
    /// As `ruthless` was before: its net of version 1, and no foresight of cards between the throws.
    Old(Arc<Net>, f32),
}

/// What a champion may spend on a decision: turns in all, and turns of one game before the net judges (0: whole games).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    turns: u64,
    depth: Option<u16>,
}

/// The net of version 1, against which later ones are measured.
static OLD: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let (weights, _) = Weights::from_bytes(include_bytes!("../weights/old.net"))
        .expect("the weights in the repository are tested");
    Arc::new(Net::new(weights))
});

impl Contestant {
    /// The bot with this name: a level such as `fierce`, in a style such as `fierce:brawler`; `ruthless~0.05` with noise
    /// on its values; `champion@500` with a budget of 500 turns for a decision, `champion@500/8` if the net judges
    /// after 8 of them, `champion@500/0` for whole games; or a weights file in place of a level.
    ///
    /// # Errors
    /// One sentence with the valid names.
    pub fn parse(name: &str) -> Result<Contestant, String> {
        let (base, budget) = match name.split_once('@') {
            Some((base, budget)) => (base, Some(parse_budget(budget)?)),
            None => (name, None),
        };
        let (base, noise) = match base.split_once('~') {
            Some((base, noise)) => {
                (base, noise.parse().map_err(|_| format!("`{noise}` is not a noise such as 0.05"))?)
            }
            None => (base, 0.0),
        };
        let kind = if base.ends_with(".net") {
            let bytes =
                std::fs::read(base).map_err(|error| format!("cannot read {base}: {error}"))?;
            let (weights, _) =
                Weights::from_bytes(&bytes).map_err(|error| format!("{base}: {error}"))?;
            let net = Arc::new(Net::new(weights));
            match budget {
                Some(budget) => Kind::Champion(net, Style::Neutral, budget),
                None => Kind::Net(net, Style::Neutral, noise),
            }
        } else if base == "old" {
            Kind::Old(OLD.clone(), noise)
        } else {
            let opponent = Opponent::parse(base).map_err(|sentence| {
                format!("{sentence}, old (ruthless of version 1), or a weights file *.net")
            })?;
            match (opponent.level, budget) {
                (Level::Ruthless, None) => Kind::Net(bots::net(), opponent.style, noise),
                (Level::Champion, Some(budget)) => {
                    Kind::Champion(bots::net(), opponent.style, budget)
                }
                (_, None) if noise == 0.0 => Kind::Named(opponent),
                (_, None) => {
                    return Err(format!(
                        "noise works with ruthless and with weights files, not with `{base}`"
                    ));
                }
                (_, Some(_)) => {
                    return Err(format!(
                        "a budget works with champion and with weights files, not with `{base}`"
                    ));
                }
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
            Kind::Named(opponent) if opponent.level == Level::Champion => Some(bots::net()),
            Kind::Named(_) => None,
            Kind::Net(net, ..) | Kind::Champion(net, ..) | Kind::Old(net, _) => Some(net.clone()),
        }
    }

    /// One to sit down with.
    pub fn bot(&self, seed: u64) -> Box<dyn Bot + Send> {
        match &self.kind {
            Kind::Named(opponent) => opponent.bot(seed),
            Kind::Net(net, style, noise) => {
                let judge = Tasted::new(Learned::new(net.clone()), *style);
                Box::new(Mind::new(judge, seed).with_noise(*noise))
            }
            Kind::Champion(net, style, budget) => {
                let champion = Champion::new(net.clone(), seed).with_style(*style);
                Box::new(champion.with_turns(budget.turns).with_depth(budget.depth))
            }
            Kind::Old(net, noise) => {
                let mind = Mind::new(Learned::new(net.clone()), seed);
                Box::new(mind.with_noise(*noise).with_width(8).without_foresight())
            }
        }
    }
}

fn parse_budget(text: &str) -> Result<Budget, String> {
    let wrong = || {
        format!(
            "`{text}` is not a budget: write turns for a decision, 1 to 1000000, such as 2000, or 2000/8 if the net judges after 8 of a game, 2000/0 for whole games"
        )
    };
    let (turns, depth) = match text.split_once('/') {
        Some((turns, depth)) => (turns, depth.parse().map_err(|_| wrong())?),
        None => (text, bots::DEPTH),
    };
    let turns = turns.parse().ok().filter(|turns| (1..=1_000_000).contains(turns));
    let depth = (0 < depth).then_some(depth);
    Ok(Budget { turns: turns.ok_or_else(wrong)?, depth })
}

/// The net of `ruthless`, of `old`, or in a weights file.
///
/// # Errors
/// One sentence.
pub fn net_of(name: &str) -> Result<Arc<Net>, String> {
    let none = || "only ruthless, champion, old and weights files have a net".to_owned();
    Contestant::parse(name)?.net().ok_or_else(none)
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
    if engine::PLAYERS.contains(&count) {
        Ok(count)
    } else {
        Err(format!("a game has 2 to 6 monsters, not {count}"))
    }
}
