//! What the command line says, and the table it describes.

use std::path::PathBuf;
use std::time::Duration;

use bots::{Level, Opponent};
use clap::{Args, ValueEnum};
use engine::record::{Player, Record};
use engine::{Rules, Species};
use texts::{Lang, Texts};

use crate::save;

/// How a game in the terminal is set up.
#[derive(Clone, Debug, Default, Args)]
pub struct TerminalArgs {
    /// Monsters at the table, 2 to 6 [default: 4, or as many as are named]
    #[arg(short, long, value_name = "N")]
    pub players: Option<usize>,
    /// Names of the people around this keyboard, with commas
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Bots, with commas: random, gentle, angry, fierce, ruthless or champion, in a style such as fierce:brawler (or
    /// hoarder, star-seeker); the last serves for all further bots [default: fierce]
    #[arg(short, long, value_name = "LEVELS", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// Let bots play alone and watch them
    #[arg(short, long, conflicts_with = "names")]
    pub watch: bool,
    /// Rulebook: icelandic, polish, czech, dutch or italian [default: dutch]
    #[arg(short, long, value_name = "BOOK")]
    pub rulebook: Option<String>,
    /// A house rule, such as victory_check=immediately; may be given several times
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    pub switches: Vec<String>,
    /// The seed of all dice and cards: the same seed and answers give the same game
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Language: en, is, pl, cs, nl or it [default: that of your system, or English]
    #[arg(long, value_name = "TAG")]
    pub language: Option<String>,
    /// Print lines and read lines, for screen readers and pipes
    #[arg(long)]
    pub plain: bool,
    /// No colours; also with the environment variable NO_COLOR
    #[arg(long = "no-color", visible_alias = "no-colour")]
    pub no_color: bool,
    /// Only ASCII characters on the screen
    #[arg(long)]
    pub ascii: bool,
    /// How long each step of a bot stays on the screen
    #[arg(long, value_enum, default_value_t)]
    pub speed: Speed,
    /// Ask in which order dice are resolved, instead of taking the usual order
    #[arg(long)]
    pub order: bool,
    /// Go on with the saved game
    #[arg(long, conflicts_with_all = ["new", "players", "names", "bots", "watch", "rulebook", "switches", "seed"])]
    pub resume: bool,
    /// Start a new game; an unfinished saved one is kept beside it
    #[arg(long)]
    pub new: bool,
    /// The file in which the game saves itself [default: terminal.json in your data directory]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

engine::listed! {
    /// How long each step of a bot stays on the screen. The slowest comes first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
    pub enum Speed {
        /// A second and a half.
        Calm,
        /// Two thirds of a second.
        #[default]
        Normal,
        /// A fifth of a second.
        Fast,
        /// Not at all.
        Instant,
    }
}

impl Speed {
    /// How long a step stays.
    pub const fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Calm => 1500,
            Speed::Normal => 650,
            Speed::Fast => 200,
            Speed::Instant => 0,
        })
    }
}

/// What is to be played, checked.
pub(crate) struct Plan {
    /// The game to start if none is resumed.
    pub(crate) record: Record,
    pub(crate) seed: u64,
    /// The unfinished game that was found, if it may be resumed.
    pub(crate) saved: Option<Record>,
    /// Whether to resume it; `None` asks.
    pub(crate) resume: Option<bool>,
    pub(crate) save: PathBuf,
    pub(crate) texts: &'static Texts,
    pub(crate) colour: bool,
    pub(crate) ascii: bool,
    pub(crate) speed: Speed,
    pub(crate) order: bool,
}

impl Plan {
    /// Reads the arguments and the saved game.
    ///
    /// # Errors
    /// One sentence about the first thing that is wrong.
    pub(crate) fn of(args: &TerminalArgs) -> Result<Plan, String> {
        let texts = Texts::of(language(args.language.as_deref())?);
        let rules = rules(args)?;
        let record = Record::new(rules, players(args, &rules, texts)?, None);
        let save = match &args.save {
            Some(path) => path.clone(),
            None => save::default_path()?,
        };
        let saved = if args.new { None } else { save::unfinished(&save)? };
        if args.resume && saved.is_none() {
            return Err(format!("there is no unfinished game in {}", save.display()));
        }
        let resume = match saved {
            None => Some(false),
            Some(_) if args.resume => Some(true),
            Some(_) => None,
        };
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Ok(Plan {
            record,
            seed: args.seed.unwrap_or_else(any_seed),
            saved,
            resume,
            save,
            texts,
            colour: !args.no_color && !no_color,
            ascii: args.ascii || ascii_only(),
            speed: args.speed,
            order: args.order,
        })
    }
}

/// A seed that nobody knows beforehand.
pub(crate) fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::time::SystemTime::now())
}

fn language(tag: Option<&str>) -> Result<Lang, String> {
    let Some(tag) = tag else {
        return Ok(locale(["LC_ALL", "LC_MESSAGES", "LANG"])
            .and_then(|tag| Lang::from_tag(&tag))
            .unwrap_or_default());
    };
    Lang::from_tag(tag).ok_or_else(|| {
        let tags = Lang::ALL.map(Lang::tag).join(", ");
        format!("there is no language `{tag}`: it is one of {tags}")
    })
}

fn rules(args: &TerminalArgs) -> Result<Rules, String> {
    let book = args.rulebook.as_deref().unwrap_or("dutch");
    if book.split_whitespace().count() != 1 {
        return Rules::from_text(&format!("`{book}`")).map_err(|wrong| wrong.to_string());
    }
    let text = std::iter::once(book).chain(args.switches.iter().map(String::as_str));
    Rules::from_text(&text.collect::<Vec<_>>().join(" ")).map_err(|wrong| wrong.to_string())
}

fn players(args: &TerminalArgs, rules: &Rules, texts: &Texts) -> Result<Vec<Player>, String> {
    let levels = args.bots.iter().map(|name| Opponent::parse(name.trim()));
    let levels = levels.collect::<Result<Vec<_>, _>>().map_err(|unknown| unknown.to_string())?;
    let roster = Species::roster(rules.roster);
    let people = match (args.watch, args.names.len()) {
        (true, _) => 0,
        (false, 0) => 1,
        (false, count) => count,
    };
    let count = args.players.unwrap_or(match (people, levels.len()) {
        (people, bots) if people + bots < 2 => 4,
        (people, bots) => people + bots,
    });
    if !engine::PLAYERS.contains(&count) {
        return Err(format!("a game has 2 to 6 monsters, not {count}"));
    }
    if count < people {
        return Err(format!("{people} people are named, but only {count} monsters play"));
    }
    if count - people < levels.len() {
        let bots = count - people;
        return Err(format!(
            "{} levels are given, but the table has room for {bots} bots",
            levels.len()
        ));
    }
    let mut players: Vec<Player> = Vec::new();
    for (seat, species) in roster.into_iter().take(count).enumerate() {
        let monster = texts.monster(species.id()).to_owned();
        let bot = (people <= seat).then(|| {
            let level = levels.get(seat - people).or(levels.last()).copied();
            level.unwrap_or(Level::Fierce.into()).to_string()
        });
        let name = match args.names.get(seat) {
            Some(name) => checked_name(name)?,
            None => monster,
        };
        if players.iter().any(|other| other.name == name) {
            return Err(format!("two players are called `{name}`: every name is given once"));
        }
        players.push(Player { name, monster: Some(species), bot });
    }
    Ok(players)
}

fn checked_name(name: &str) -> Result<String, String> {
    let name = name.trim();
    if name.is_empty() || 20 < name.chars().count() || name.chars().any(char::is_control) {
        return Err(format!("`{}` is not a name: write 1 to 20 letters", name.escape_debug()));
    }
    Ok(name.to_owned())
}

/// Whether the locale says that the terminal shows ASCII only.
fn ascii_only() -> bool {
    locale(["LC_ALL", "LC_CTYPE", "LANG"]).is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    })
}

/// The first of these environment variables that says something.
fn locale(names: [&str; 3]) -> Option<String> {
    names.into_iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(change: impl FnOnce(&mut TerminalArgs)) -> String {
        let folder = tempfile::tempdir().unwrap();
        let mut args =
            TerminalArgs { save: Some(folder.path().join("game.json")), ..TerminalArgs::default() };
        change(&mut args);
        Plan::of(&args).err().unwrap_or_default()
    }

    #[test]
    fn bad_input_gives_one_sentence_with_the_valid_names() {
        assert!(sentence(|args| args.players = Some(7)).contains("2 to 6"));
        assert!(sentence(|args| args.bots = vec!["cruel".into()]).contains("champion"));
        assert!(sentence(|args| args.bots = vec!["fierce:shy".into()]).contains("hoarder"));
        assert!(sentence(|args| args.rulebook = Some("latin".into())).contains("icelandic"));
        assert!(sentence(|args| args.switches = vec!["nonsense".into()]).contains("name=value"));
        assert!(
            sentence(|args| args.switches = vec!["frenzy=never".into()])
                .contains("after_this_turn")
        );
        assert!(sentence(|args| args.language = Some("fr".into())).contains("pl"));
        assert!(sentence(|args| args.names = vec!["".into()]).contains("1 to 20"));
        assert!(sentence(|args| args.names = vec!["A".into(), "A".into()]).contains("once"));
        assert!(sentence(|args| args.resume = true).contains("no unfinished game"));
    }

    #[test]
    fn people_sit_first_and_the_last_level_serves_for_all_further_bots() {
        let texts = Texts::of(Lang::En);
        let args = TerminalArgs {
            players: Some(5),
            names: vec!["Anna".into(), "Ben".into()],
            bots: vec!["angry".into(), "fierce".into()],
            ..TerminalArgs::default()
        };
        let all = players(&args, &Rules::default(), texts).unwrap();
        let bots: Vec<_> = all.iter().map(|player| player.bot.as_deref()).collect();
        assert_eq!(bots, [None, None, Some("angry"), Some("fierce"), Some("fierce")]);
        assert_eq!(all[0].name, "Anna");
        assert_eq!(all[4].name, "Cyber Kitty");
    }
}
