//! What a check of a record comes to.

use std::fmt;

use engine::{Input, Seat, Seats};
use serde::Serialize;

use crate::evidence::Warning;
use crate::wire::{Left, VoidMix};
use crate::{DiceKind, What};

/// What a check of a record comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All right, the game has ended, and at least one seat was mixed in.
    Fair(Report),
    /// All right, but no seat added anything: the dice are as good as the server's word.
    ServerOnly(Report),
    /// Right so far, but the game has not ended in this record: cut off or abandoned.
    Unfinished(Report),
    /// The record holds no inputs.
    Empty,
    /// The record holds no proof.
    NoProof,
    /// Drawn on the device that played; there is nobody to trust or distrust but it.
    Local(Report),
    /// Something is wrong. It is the first such thing.
    Broken(Wrong),
}

/// What was recomputed and compared, and what remains to be said.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The version of the scheme.
    pub version: u32,
    /// Which dice.
    pub dice: DiceKind,
    /// How many rolls were recomputed.
    pub rolls: u32,
    /// How many reveals of cards, the choice of the first player included, were recomputed.
    pub reveals: u32,
    /// The seats that were mixed in, at least once.
    pub mixed: Seats,
    /// Live dice: how many draws there were.
    pub draws: u64,
    /// Live dice: how many draws the record promises that its inputs do not reach.
    pub cut_draws: u64,
    /// Everything that a reader should know beside the verdict.
    pub reservations: Vec<Reservation>,
    /// What was compared with what a client had kept; absent if there was nothing to compare with.
    pub compared: Option<Compared>,
    /// Live dice: the own seat was in every draw, and no ask was void.
    pub flawless: bool,
}

/// What was compared with what a client had kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// The commitment that was shown first; always.
    pub commitment: bool,
    /// Rules, players, seats, monsters, who starts, who is mixed in.
    pub terms: bool,
    /// The own pledge.
    pub pledge: bool,
    /// What was revealed.
    pub entropy: bool,
    /// The transcript of the live dice after this many asks.
    pub transcripts: usize,
    /// The throws and cards of this many steps, as they were shown.
    pub shown: usize,
    /// How the game ended.
    pub outcome: bool,
}

/// Something that a reader should know beside the verdict.
#[derive(Clone, Debug, PartialEq)]
pub enum Reservation {
    /// Version 1: players are not bound, and a mix could be repeated.
    Version1,
    /// A seat pledged and was not mixed in.
    LeftOut(Seat, Option<Left>),
    /// A mix before this game broke off.
    Void(VoidMix),
    /// Live dice: a seat was mixed into this many of all draws.
    PartOfDraws(Seat, u64, u64),
    /// Live dice: this many draws were the server's alone.
    ServerAlone(u64),
    /// Live dice: a seat missed this many asks, which were void.
    Missed(Seat, u8),
    /// Live dice: a seat missed three asks and was out.
    Out(Seat),
    /// Live dice: a seat began this many chains.
    ChainsAnew(Seat, usize),
    /// Live dice: what a void ask would have brought first.
    WouldHave(u64, Input),
    /// The own seat added nothing.
    YouAddedNothing,
    /// The own client warned while the game was on.
    Warned(Warning),
}

/// Why a record is not what its proof or a client says.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// The proof cannot be read, or its parts do not fit together or the record.
    Proof(String),
    /// An input does not fit the rules.
    Input {
        /// Its place in the record, counted from 1.
        place: usize,
        /// Why not.
        why: String,
    },
    /// A roll or reveal is not the one that follows.
    KeyedChance {
        /// Its place in the record, counted from 1.
        place: usize,
        /// Its number among all rolls and reveals, counted from 1.
        number: u64,
        /// What follows from the proof.
        expected: Input,
        /// What the record says.
        found: Input,
    },
    /// Live dice: an ask cannot have been like this.
    Ask {
        /// Its number.
        ask: u64,
        /// Why not.
        why: String,
    },
    /// It is not what the client was shown.
    NotSeen(&'static str),
    /// Throws or cards are not those that the client was shown.
    NotShown {
        /// Their number among all that everybody could see, counted from 1; absent if the client did not see all before it.
        number: Option<usize>,
        /// What was shown.
        shown: String,
        /// What the record says; absent if it says nothing of the kind.
        found: Option<String>,
    },
}

impl Wrong {
    /// The place in the record at which it is wrong, counted from 1.
    pub const fn place(&self) -> Option<usize> {
        match self {
            Self::Input { place, .. } | Self::KeyedChance { place, .. } => Some(*place),
            _ => None,
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proof(why) => f.write_str(why),
            Self::Input { place, why } => {
                write!(f, "input {place} of the record is not legal: {why}")
            }
            Self::KeyedChance { place, number, expected, found } => write!(
                f,
                "roll or reveal {number} (input {place} of the record) is wrong: the record says {}, the seeds say {}",
                InputText(found),
                InputText(expected)
            ),
            Self::Ask { ask, why } => write!(f, "ask {ask} of the record is wrong: {why}"),
            Self::NotSeen(what) => write!(f, "this is not what you saw: {what} differs"),
            Self::NotShown { number, shown, found } => {
                f.write_str("this is not what you saw: ")?;
                match number {
                    Some(number) => write!(f, "roll or card {number} was `{shown}`")?,
                    None => write!(f, "you saw `{shown}`")?,
                }
                match found {
                    Some(found) => write!(f, ", the record says `{found}`"),
                    None => f.write_str(", the record does not have it"),
                }
            }
        }
    }
}

struct InputText<'a>(&'a Input);

impl fmt::Display for InputText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Input::Rolled(dice) => write!(f, "`{dice}`"),
            Input::Revealed(card) => write!(f, "`{card}`"),
            Input::Starts(seat) => write!(f, "seat {seat}"),
            Input::Answer(answer) => write!(f, "the answer {answer:?}"),
        }
    }
}

impl fmt::Display for Reservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version1 => f.write_str(
                "version 1 of the scheme: players are not bound, and a mix could be repeated",
            ),
            Self::LeftOut(seat, why) => {
                let why = match why {
                    Some(Left::Gone) => ": its connection was gone",
                    Some(Left::Barred) => ": it was missing in a mix that broke off",
                    None => "",
                };
                write!(f, "seat {seat} pledged and was not mixed in{why}")
            }
            Self::Void(void) => {
                let game = engine::record::printable(&void.game);
                write!(f, "the mix of {game} broke off ({}", void.why.name())?;
                match crate::terms::letters(void.missing).as_str() {
                    "-" => f.write_str(")"),
                    seats => write!(f, ": {seats})"),
                }
            }
            Self::PartOfDraws(seat, part, all) => {
                write!(f, "seat {seat} was mixed into {part} of {all} draws")
            }
            Self::ServerAlone(1) => f.write_str("1 draw was the server's alone"),
            Self::ServerAlone(draws) => write!(f, "{draws} draws were the server's alone"),
            Self::Missed(seat, asks) => {
                let s = if *asks == 1 { "" } else { "s" };
                write!(f, "seat {seat} missed {asks} ask{s}, which a new one replaced")
            }
            Self::Out(seat) => write!(f, "seat {seat} missed three asks and was out"),
            Self::ChainsAnew(seat, chains) => {
                write!(f, "seat {seat} began {chains} chains: reloads, other devices, newcomers")
            }
            Self::WouldHave(ask, input) => {
                write!(f, "ask {ask}, which was void, would have brought {}", InputText(input))
            }
            Self::YouAddedNothing => f.write_str("your own seat added nothing"),
            Self::Warned(Warning { ask, what }) => {
                write!(f, "your client warned: {}", what.sentence())?;
                ask.map_or(Ok(()), |ask| write!(f, " (ask {ask})"))
            }
        }
    }
}

impl What {
    /// One plain English sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::CommitmentChanged => "the server showed another commitment for the same game",
            Self::SecondMix => "the server wanted to mix the same game a second time",
            Self::WrongTerms => "the terms of the game were not right",
            Self::HiddenMix => "the server is silent about a mix that you had revealed for",
            Self::Excluded => "the server does not take your part in",
            Self::Dropped => "the game before this one had begun and was broken off",
            Self::NotMixed => "your part is not in these dice",
            Self::OtherStart => "the game began with other terms than were shown",
            Self::Missed => "the server says that your part did not come in time",
            Self::NotAsked => "your seat was ready and was not asked",
            Self::WrongAsk => "the server asked for something that does not follow",
            Self::WrongDraw => "what was drawn does not follow from what was given",
            Self::ForeignChain => "somebody else began a chain in your seat's name",
            Self::Out => "your seat missed three asks and is out for this game",
        }
    }
}

impl Verdict {
    /// The verdict in one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Fair(_) => "fair",
            Self::ServerOnly(_) => "server_only",
            Self::Unfinished(_) => "unfinished",
            Self::Empty => "empty",
            Self::NoProof => "no_proof",
            Self::Local(_) => "local",
            Self::Broken(_) => "broken",
        }
    }

    /// What was recomputed, unless nothing could be.
    pub const fn report(&self) -> Option<&Report> {
        match self {
            Self::Fair(report)
            | Self::ServerOnly(report)
            | Self::Unfinished(report)
            | Self::Local(report) => Some(report),
            Self::Empty | Self::NoProof | Self::Broken(_) => None,
        }
    }

    /// 0: fair without reservations. 1: right as far as it goes. 2: broken.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Fair(report) if report.reservations.is_empty() => 0,
            Self::Broken(_) => 3,
            _ => 1,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let follow = |report: &Report| {
            format!("{} rolls and {} reveals follow", report.rolls, report.reveals)
        };
        match self {
            Self::Fair(report) => writeln!(
                f,
                "Fair: {} from the seed that was committed to and from what {} added.",
                follow(report),
                seats(report.mixed)
            )?,
            Self::ServerOnly(report) => writeln!(
                f,
                "Only the server added anything: {} from its seed, and no seat was mixed in.",
                follow(report)
            )?,
            Self::Unfinished(report) => {
                writeln!(
                    f,
                    "Not finished: {} so far, but the record stops before the game's end.",
                    follow(report)
                )?;
                if 0 < report.cut_draws {
                    writeln!(
                        f,
                        "- the record was cut off: {} more draws were made",
                        report.cut_draws
                    )?;
                }
            }
            Self::Empty => writeln!(f, "Empty: the record holds no inputs.")?,
            Self::NoProof => writeln!(f, "No proof: the record holds no proof of its dice.")?,
            Self::Local(report) if report.rolls == 0 && report.reveals == 0 => writeln!(
                f,
                "Local: the dice came from the device that played, which had committed to nothing: there is nothing to verify."
            )?,
            Self::Local(report) => writeln!(
                f,
                "Local: {} from the seed of the device that played; nobody had committed to it.",
                follow(report)
            )?,
            Self::Broken(wrong) => writeln!(f, "Broken: {wrong}.")?,
        }
        let Some(report) = self.report() else { return Ok(()) };
        if report.flawless {
            writeln!(f, "Nobody could foresee or influence a single die.")?;
        }
        for reservation in &report.reservations {
            writeln!(f, "- {reservation}")?;
        }
        match &report.compared {
            _ if report.dice == DiceKind::Local => Ok(()),
            None => writeln!(
                f,
                "Compared with nothing: this shows that the record is consistent, not that it is what was played."
            ),
            Some(compared) => writeln!(f, "Compared with what you kept: {compared}."),
        }
    }
}

fn seats(seats: Seats) -> String {
    let letters = crate::terms::letters(seats);
    if seats.len() == 1 { format!("seat {letters}") } else { format!("seats {letters}") }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec!["the commitment".to_owned()];
        let mut missing = Vec::new();
        let mut part = |is: bool, what: &str| {
            if is { parts.push(what.to_owned()) } else { missing.push(what.to_owned()) }
        };
        part(self.terms, "the terms and the mix");
        part(self.pledge, "your pledge");
        part(self.entropy, "what you revealed");
        part(self.outcome, "the outcome");
        part(0 < self.shown, "the dice and cards that you were shown");
        if 0 < self.transcripts {
            parts.push(format!("the transcript at {} places", self.transcripts));
        }
        f.write_str(&parts.join(", "))?;
        if missing.is_empty() { Ok(()) } else { write!(f, "; not {}", missing.join(", ")) }
    }
}
