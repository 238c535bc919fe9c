//! What a client was shown of one game's dice, kept where a reload cannot reach it.

use engine::{Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::{Commitment, DiceKind, Entropy, Hash, Pledge};

/// What a client was shown and what it gave, for one game's name. It never holds a secret that is still unused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The version of the scheme: 2.
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// Which dice.
    pub dice: DiceKind,
    /// The own seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The commitment that was shown first for this name.
    pub commitment: Commitment,
    /// What was pledged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pledge: Option<Pledge>,
    /// Whether the server said that it had stored the pledge.
    #[serde(default)]
    pub accepted: bool,
    /// Everything that was fixed before the first roll, as it was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// The fingerprint of terms, commitment and pledges, as it was computed here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mix: Option<Hash>,
    /// What was revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Entropy>,
    /// Everything that this browser has pledged for the game: on several pages, after a reload, or chain after chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Pledge>,
    /// Live dice: the transcript after the last ask that was followed without a gap, and those before each gap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcripts: Vec<(u64, Hash)>,
    /// Live dice: the asks that a link was given for and that no transcript holds yet: number and fingerprint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<(u64, Hash)>,
    /// Whether the game was seen to begin, as it was agreed on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
    /// Whether the server said that the name is void.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
    /// The steps that were seen: from and to, without a gap. Where a position was shown instead of steps, a new stretch begins
    /// behind it, which may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<(u64, u64)>,
    /// What chance brought in them before everybody's eyes: the number of the step; throws, cards and the first player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<(u64, String)>,
    /// A card that was turned up in a step that was taken back: it lies on the deck, and comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top: Option<String>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What was not right, when it happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl Evidence {
    /// What is known when a game's name is shown for the first time.
    pub fn new(game: &str, dice: DiceKind, commitment: Commitment) -> Self {
        Self {
            version: crate::VERSION,
            game: game.to_owned(),
            dice,
            seat: None,
            commitment,
            pledge: None,
            accepted: false,
            terms: None,
            mix: None,
            entropy: None,
            anchors: Vec::new(),
            transcripts: Vec::new(),
            answered: Vec::new(),
            begun: false,
            void: false,
            steps: Vec::new(),
            shown: Vec::new(),
            top: None,
            outcome: None,
            warnings: Vec::new(),
        }
    }

    /// Whether something of one's own may have been given for this game: a secret for its mix, or links of a chain.
    fn has_given(&self) -> bool {
        let links = !self.anchors.is_empty() && !self.transcripts.is_empty();
        self.entropy.is_some() || !self.answered.is_empty() || links
    }
}

/// How many games a client keeps.
pub const GAMES_KEPT: usize = 100;

/// Which of too many games, the oldest first, is forgotten: one that was never mixed, or else one that was only watched, or else
/// the oldest; never the newest. Whatever a server shows so pushes out nothing that a secret was given for.
pub fn first_to_forget(names: &[String], load: impl Fn(&str) -> Option<Evidence>) -> usize {
    let mixed_and_given = |at: &usize| {
        load(&names[*at]).map_or((false, false), |kept| (kept.mix.is_some(), kept.has_given()))
    };
    // Of those that are equally worth keeping, the first.
    (0..names.len().saturating_sub(1)).min_by_key(mixed_and_given).unwrap_or(0)
}

/// Something that was not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The ask it was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<u64>,
    /// What.
    pub what: What,
}

/// What was not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The server showed another commitment for the same name.
    CommitmentChanged,
    /// The server wanted to mix the same name a second time.
    SecondMix,
    /// The terms say something wrong about the own seat, or cannot be read.
    WrongTerms,
    /// The server has seen what was revealed for another name, and says neither that it began nor that it is void.
    HiddenMix,
    /// The own part is not in the dice.
    NotMixed,
    /// The game began with other terms or another mix than were shown.
    OtherStart,
    /// The server says that the own link did not come in time.
    Missed,
    /// The own seat was ready and was not asked.
    NotAsked,
    /// The server refuses the own part, or never asks for it.
    Excluded,
    /// The game before this one had begun, and was broken off.
    Dropped,
    /// An ask does not follow from what was shown before; nothing was given.
    WrongAsk,
    /// What was drawn does not follow from the asks and links that were shown.
    WrongDraw,
    /// Somebody else began a chain in the own seat's name.
    ForeignChain,
    /// The own seat has missed three asks and is out for this game.
    Out,
}
