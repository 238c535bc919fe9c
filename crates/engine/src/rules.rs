//! The rulebooks: every place in which they differ is a switch, and a book is one setting of all switches.
//!
//! Numbers such as Z-01 or S15 are those of the specification in `docs/rules`.

use crate::seat::Seat;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

mod text;

pub use text::RulesError;
#[cfg(feature = "serde")]
pub use text::as_text;

/// Declares an enum whose values have names in snake case.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
        #[repr(u8)]
        pub enum $name { $($(#[$vmeta])* #[cfg_attr(feature = "serde", serde(rename = $text))] $value,)+ }
        impl SwitchValue for $name {
            const VALUES: &'static [&'static str] = &[$($text),+];
            fn name(self) -> &'static str { Self::VALUES[self as usize] }
            fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($name::$value),)+ _ => None }
            }
        }
    };
}

/// A value that a switch can have, by name.
pub trait SwitchValue: Copy {
    /// The names of all values.
    const VALUES: &'static [&'static str];
    /// The name of this value.
    fn name(self) -> &'static str;
    /// The value with this name.
    fn from_name(name: &str) -> Option<Self>;
}

impl SwitchValue for bool {
    const VALUES: &'static [&'static str] = &["false", "true"];
    fn name(self) -> &'static str {
        Self::VALUES[self as usize]
    }
    fn from_name(name: &str) -> Option<bool> {
        match name {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }
}

choice! {
    /// The printing of the cards: title, price and effect.
    Edition {
        /// 2011 to 2014 (IS, PL, CS, IT).
        First = "first",
        /// 2016 and later (NL).
        Second = "second",
    }
}
choice! {
    /// Z-01: who starts?
    FirstPlayer {
        /// Whoever throws the most claws with six dice (S-07).
        MostClaws = "most_claws",
        /// The most frightening roar or the youngest: the table says who, or chance does (S-09).
        RoarOrYoungest = "roar_or_youngest",
    }
}
choice! {
    /// Z-13: what may be left unused? The names are those of a time when it was yes or no.
    MayDecline {
        /// Nothing: all dice must be used.
        Nothing = "false",
        /// Hearts, but not energy.
        Hearts = "hearts",
        /// Hearts and energy.
        HeartsAndEnergy = "true",
    }
}
choice! {
    /// Z-20: when does the attacker move into Tokyo?
    TokyoEntry {
        /// Right after its claws and their yields.
        DuringResolution = "during_resolution",
        /// In a phase of its own, after all dice.
        OwnPhase = "own_phase",
    }
}
choice! {
    /// Z-21: is a free place taken without a claw?
    EntryWithoutClaws {
        /// Never.
        Never = "never",
        /// Once somebody has ever been in Tokyo.
        AfterFirstEntry = "after_first_entry",
        /// From the first turn on.
        Always = "always",
    }
}
choice! {
    /// Z-27: City and Bay are attacked; who decides first?
    YieldDecisions {
        /// City first; Bay knows the answer.
        CityThenBay = "city_then_bay",
        /// Neither knows the other's answer.
        Simultaneous = "simultaneous",
    }
}
choice! {
    /// Z-31: when do 20 stars win?
    VictoryCheck {
        /// After the effect that brings them.
        Immediately = "immediately",
        /// When the turn is over, whoever's it is.
        EndOfTurn = "end_of_turn",
        /// When one's own turn is over.
        EndOfOwnTurn = "end_of_own_turn",
        /// When the round is over.
        EndOfRound = "end_of_round",
    }
}
choice! {
    /// Z-32: when does the last monster standing win?
    LastStandingCheck {
        /// After the effect that eliminated the others.
        Immediately = "immediately",
        /// When the turn is over.
        EndOfTurn = "end_of_turn",
    }
}
choice! {
    /// Z-34: nobody is left alive.
    AllDead {
        /// Nobody wins.
        EveryoneLoses = "everyone_loses",
        /// The game is drawn.
        Draw = "draw",
    }
}
choice! {
    /// Z-41: what lies on Mimic when it copies a card with tokens or cubes?
    MimicTokens {
        /// What a card just bought would get.
        AsIfJustBought = "as_if_just_bought",
        /// As many as lie on the original.
        CopyCountFromSupply = "copy_count_from_supply",
    }
}
choice! {
    /// Z-43: when does Metamorph sell?
    MetamorphTiming {
        /// At the end of the turn.
        EndOfTurn = "end_of_turn",
        /// While buying.
        DuringBuying = "during_buying",
    }
}
choice! {
    /// Z-44: how much does Metamorph pay?
    MetamorphRefund {
        /// The printed price.
        Printed = "printed",
        /// What the present owner paid.
        Paid = "paid",
    }
}
choice! {
    /// Z-49: what does losing Even Bigger cost?
    EvenBiggerLoss {
        /// Two hearts.
        LoseTwo = "lose_two",
        /// Only the hearts above the new maximum.
        Clamp = "clamp",
    }
}
choice! {
    /// S04: the highest maximum with two Even Bigger.
    EvenBiggerCeiling {
        /// Two more each.
        Stacks = "stacks",
        /// Twelve.
        Twelve = "twelve",
    }
}
choice! {
    /// Z-50: when may Parasitic Tentacles buy?
    TentaclesWindow {
        /// In the own buying phase.
        BuyingPhase = "buying_phase",
        /// At any question of the own turn.
        OwnTurn = "own_turn",
    }
}
choice! {
    /// Z-52: Drop from High Altitude bought in the Bay; S13: and outside.
    DropFromBay {
        /// Only the stars; from outside a free place, or the City from whoever holds it.
        Stay = "stay",
        /// Everyone else leaves Tokyo and the buyer holds the City.
        EveryoneElseLeaves = "everyone_else_leaves",
    }
}
choice! {
    /// Z-53: when is the turn of Frenzy?
    Frenzy {
        /// After this one.
        AfterThisTurn = "after_this_turn",
        /// At once; the end of this turn is skipped.
        AtOnceSkippingEnd = "at_once_skipping_end",
    }
}
choice! {
    /// Z-54: dice in a chain of Freeze Time turns.
    FreezeTimeDice {
        /// One fewer than normal, each time.
        OneFewer = "one_fewer",
        /// One fewer with each link.
        Cumulative = "cumulative",
    }
}
choice! {
    /// S01: what do the cards add that strengthen an attack?
    AttackBonus {
        /// Damage to the packet.
        Damage = "damage",
        /// Claws to the roll.
        Claws = "claws",
    }
}
choice! {
    /// S01b: the attacking half of Burrowing.
    BurrowingBonus {
        /// One more damage when attacking Tokyo from outside.
        AgainstTokyo = "against_tokyo",
        /// One more damage when attacking from inside Tokyo.
        FromTokyo = "from_tokyo",
        /// One more while in Tokyo, claw or not.
        WhileInTokyo = "while_in_tokyo",
    }
}

/// Declares the switches: field, type, doc, and the value in each of the five books.
macro_rules! switches {
    ($($(#[$meta:meta])* $name:ident: $type:ty = [$is:expr, $pl:expr, $cs:expr, $nl:expr, $it:expr];)+) => {
        /// What a table plays by. Any field may hold any value: a change to a preset is a house rule.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
        #[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
        pub struct Rules { $($(#[$meta])* pub $name: $type,)+ }

        impl Rules {
            /// The five presets, in the order of [`Rulebook::ALL`].
            const PRESETS: [Rules; 5] = [
                Rules { $($name: $is,)+ },
                Rules { $($name: $pl,)+ },
                Rules { $($name: $cs,)+ },
                Rules { $($name: $nl,)+ },
                Rules { $($name: $it,)+ },
            ];
            /// The names of all switches, with the names of their values.
            pub const SWITCHES: &'static [(&'static str, &'static [&'static str])] =
                &[$((stringify!($name), <$type as SwitchValue>::VALUES),)+];

            /// The value of the switch with this name.
            pub fn get(&self, switch: &str) -> Option<&'static str> {
                match switch { $(stringify!($name) => Some(self.$name.name()),)+ _ => None }
            }

            /// Sets one switch by name.
            ///
            /// # Errors
            /// If there is no such switch or no such value.
            pub fn set(&mut self, switch: &str, value: &str) -> Result<(), RulesError> {
                match switch {
                    $(stringify!($name) => {
                        self.$name = SwitchValue::from_name(value).ok_or_else(|| {
                            RulesError::Value {
                                switch: stringify!($name),
                                value: value.to_owned(),
                                values: <$type as SwitchValue>::VALUES,
                            }
                        })?;
                    })+
                    _ => return Err(RulesError::Switch(switch.to_owned())),
                }
                Ok(())
            }
        }
    };
}

const FIRST: Edition = Edition::First;
const SECOND: Edition = Edition::Second;

switches! {
    /// The printing of the cards.
    cards: Edition = [FIRST, FIRST, FIRST, SECOND, FIRST];
    /// Z-04: which monsters there are.
    roster: Edition = [FIRST, FIRST, FIRST, SECOND, FIRST];
    /// Z-01.
    first_player: FirstPlayer = [FirstPlayer::MostClaws, FirstPlayer::RoarOrYoungest, FirstPlayer::MostClaws, FirstPlayer::MostClaws, FirstPlayer::MostClaws];
    /// Z-03: Tokyo Bay at tables of five and six.
    use_bay: bool = [true, false, true, true, true];
    /// Z-06: an empty deck is made anew from the discarded cards.
    reshuffle_discards: bool = [true, false, true, true, true];
    /// Z-11: Complete Destruction needs all faces from one throw.
    combo_cards_need_single_throw: bool = [false, false, false, false, true];
    /// Z-13: rolled hearts and energy may be left.
    may_decline_hearts_and_energy: MayDecline = [MayDecline::Hearts, MayDecline::HeartsAndEnergy, MayDecline::HeartsAndEnergy, MayDecline::Nothing, MayDecline::HeartsAndEnergy];
    /// Z-14, Z-56: Healing Ray works while its owner is in Tokyo.
    healing_ray_from_tokyo: bool = [false, true, false, false, false];
    /// Z-16: for cards, an attack that cost nobody a heart was none.
    attack_for_cards_needs_damage: bool = [true, false, true, true, true];
    /// Z-17: only who lost a heart to the claws may yield.
    yield_needs_damage: bool = [false, false, false, true, true];
    /// Z-19: claws from outside hurt the Bay while the City is empty.
    claws_into_empty_city_hit_bay: bool = [false, true, false, true, false];
    /// Z-20.
    tokyo_entry: TokyoEntry = [TokyoEntry::DuringResolution, TokyoEntry::DuringResolution, TokyoEntry::DuringResolution, TokyoEntry::OwnPhase, TokyoEntry::DuringResolution];
    /// Z-21, Z-22.
    enter_free_place_without_claws: EntryWithoutClaws = [EntryWithoutClaws::Never, EntryWithoutClaws::Never, EntryWithoutClaws::Never, EntryWithoutClaws::AfterFirstEntry, EntryWithoutClaws::Never];
    /// Z-27.
    yield_decisions: YieldDecisions = [YieldDecisions::CityThenBay, YieldDecisions::CityThenBay, YieldDecisions::CityThenBay, YieldDecisions::CityThenBay, YieldDecisions::CityThenBay];
    /// Z-28: when the Bay closes its monster moves into an empty City.
    bay_occupant_moves_to_empty_city: bool = [false, false, false, true, false];
    /// Z-31.
    victory_check: VictoryCheck = [VictoryCheck::EndOfTurn, VictoryCheck::EndOfOwnTurn, VictoryCheck::EndOfTurn, VictoryCheck::EndOfTurn, VictoryCheck::Immediately];
    /// Z-32.
    last_standing_check: LastStandingCheck = [LastStandingCheck::Immediately, LastStandingCheck::EndOfTurn, LastStandingCheck::Immediately, LastStandingCheck::Immediately, LastStandingCheck::Immediately];
    /// Z-34.
    all_dead: AllDead = [AllDead::EveryoneLoses, AllDead::Draw, AllDead::EveryoneLoses, AllDead::EveryoneLoses, AllDead::EveryoneLoses];
    /// Z-36: Fire Breathing burns neighbours that were not targets.
    fire_breathing_hits_untargeted_neighbours: bool = [true, true, false, true, false];
    /// Z-37: what Fire Breathing adds is part of the attack.
    fire_breathing_extra_is_attack: bool = [false, false, true, false, true];
    /// Z-40.
    mimic_may_copy_own_card: bool = [true, true, false, true, true];
    /// Z-41.
    mimic_tokens: MimicTokens = [MimicTokens::AsIfJustBought, MimicTokens::CopyCountFromSupply, MimicTokens::AsIfJustBought, MimicTokens::AsIfJustBought, MimicTokens::AsIfJustBought];
    /// Z-43.
    metamorph_timing: MetamorphTiming = [MetamorphTiming::EndOfTurn, MetamorphTiming::EndOfTurn, MetamorphTiming::EndOfTurn, MetamorphTiming::EndOfTurn, MetamorphTiming::EndOfTurn];
    /// Z-44.
    metamorph_refund: MetamorphRefund = [MetamorphRefund::Printed, MetamorphRefund::Printed, MetamorphRefund::Paid, MetamorphRefund::Printed, MetamorphRefund::Printed];
    /// Z-49.
    even_bigger_loss: EvenBiggerLoss = [EvenBiggerLoss::LoseTwo, EvenBiggerLoss::LoseTwo, EvenBiggerLoss::LoseTwo, EvenBiggerLoss::Clamp, EvenBiggerLoss::LoseTwo];
    /// S04.
    even_bigger_ceiling: EvenBiggerCeiling = [EvenBiggerCeiling::Stacks, EvenBiggerCeiling::Stacks, EvenBiggerCeiling::Stacks, EvenBiggerCeiling::Twelve, EvenBiggerCeiling::Stacks];
    /// Z-59, S16: Stretchy may turn the dice of Camouflage.
    stretchy_on_camouflage: bool = [true, true, true, false, true];
    /// Z-50.
    tentacles_window: TentaclesWindow = [TentaclesWindow::BuyingPhase, TentaclesWindow::OwnTurn, TentaclesWindow::BuyingPhase, TentaclesWindow::BuyingPhase, TentaclesWindow::BuyingPhase];
    /// Z-52, S13.
    drop_from_bay: DropFromBay = [DropFromBay::Stay, DropFromBay::Stay, DropFromBay::Stay, DropFromBay::EveryoneElseLeaves, DropFromBay::Stay];
    /// Z-53.
    frenzy: Frenzy = [Frenzy::AfterThisTurn, Frenzy::AtOnceSkippingEnd, Frenzy::AfterThisTurn, Frenzy::AfterThisTurn, Frenzy::AfterThisTurn];
    /// Z-54.
    freeze_time_dice: FreezeTimeDice = [FreezeTimeDice::OneFewer, FreezeTimeDice::OneFewer, FreezeTimeDice::OneFewer, FreezeTimeDice::OneFewer, FreezeTimeDice::OneFewer];
    /// S01.
    attack_bonus: AttackBonus = [AttackBonus::Damage, AttackBonus::Damage, AttackBonus::Damage, AttackBonus::Claws, AttackBonus::Damage];
    /// S01b.
    burrowing_bonus: BurrowingBonus = [BurrowingBonus::AgainstTokyo, BurrowingBonus::AgainstTokyo, BurrowingBonus::AgainstTokyo, BurrowingBonus::WhileInTokyo, BurrowingBonus::AgainstTokyo];
    /// S15: Alpha Monster scores only if the attack cost somebody a heart.
    alpha_monster_needs_damage: bool = [true, false, true, false, true];
    /// S21: claws added by cards switch on the cards that ask for a claw.
    added_claws_count: bool = [false, false, false, true, false];
}

/// The five rulebooks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the languages of the books")]
pub enum Rulebook {
    Icelandic,
    Polish,
    Czech,
    Dutch,
    Italian,
}

impl Rulebook {
    /// All five.
    pub const ALL: [Rulebook; 5] = [
        Rulebook::Icelandic,
        Rulebook::Polish,
        Rulebook::Czech,
        Rulebook::Dutch,
        Rulebook::Italian,
    ];

    /// The book's name: `icelandic`, `polish`, `czech`, `dutch` or `italian`.
    pub const fn name(self) -> &'static str {
        ["icelandic", "polish", "czech", "dutch", "italian"][self as usize]
    }

    /// The two letters by which the specification cites it: `IS`, `PL`, `CS`, `NL`, `IT`.
    pub const fn code(self) -> &'static str {
        ["IS", "PL", "CS", "NL", "IT"][self as usize]
    }

    /// The book with this name or code.
    pub fn from_name(name: &str) -> Option<Rulebook> {
        Rulebook::ALL.into_iter().find(|book| book.name() == name || book.code() == name)
    }

    /// What this book rules.
    pub const fn rules(self) -> Rules {
        Rules::PRESETS[self as usize]
    }
}

impl Default for Rules {
    /// The Dutch book: the edition in the shops today.
    fn default() -> Rules {
        Rulebook::Dutch.rules()
    }
}

impl Rules {
    /// The book with exactly these rules, if there is one.
    pub fn book(&self) -> Option<Rulebook> {
        Rulebook::ALL.into_iter().find(|book| book.rules() == *self)
    }

    /// The book nearest to these rules and the switches that differ from it.
    pub fn house_rules(&self) -> (Rulebook, Vec<(&'static str, &'static str)>) {
        // Every position that is written asks this, and most tables play by the book.
        if let Some(book) = self.book() {
            return (book, Vec::new());
        }
        let differing = |book: Rulebook| -> Vec<_> {
            let rules = book.rules();
            Rules::SWITCHES
                .iter()
                .filter(|(name, _)| self.get(name) != rules.get(name))
                .filter_map(|(name, _)| Some((*name, self.get(name)?)))
                .collect()
        };
        let all = [
            Rulebook::Dutch,
            Rulebook::Icelandic,
            Rulebook::Polish,
            Rulebook::Czech,
            Rulebook::Italian,
        ];
        let best = all.map(|book| (book, differing(book)));
        best.into_iter().min_by_key(|(_, switches)| switches.len()).expect("there are five books")
    }

    /// Whether the Bay is in play with this many living monsters (S-05, S-06, B-01).
    pub const fn bay_open(&self, living: usize) -> bool {
        self.use_bay && 5 <= living
    }
}

/// The monsters (C-01, Z-04). They have no powers of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the names of the monsters")]
pub enum Species {
    Gigazaur,
    TheKing,
    MekaDragon,
    Alienoid,
    CyberBunny,
    Kraken,
    CyberKitty,
    SpacePenguin,
}

impl Species {
    /// The six monsters of an edition.
    pub const fn roster(edition: Edition) -> [Species; 6] {
        use Species::*;
        match edition {
            Edition::First => [Gigazaur, TheKing, MekaDragon, Alienoid, CyberBunny, Kraken],
            Edition::Second => [Gigazaur, TheKing, MekaDragon, Alienoid, CyberKitty, SpacePenguin],
        }
    }

    /// The monster's identifier: `gigazaur`, `the_king` and so on.
    pub const fn id(self) -> &'static str {
        [
            "gigazaur",
            "the_king",
            "meka_dragon",
            "alienoid",
            "cyber_bunny",
            "kraken",
            "cyber_kitty",
            "space_penguin",
        ][self as usize]
    }
}

/// The seats of a table, in order.
pub(crate) fn seats(players: u8) -> impl Iterator<Item = Seat> {
    Seat::ALL.into_iter().take(players as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_can_be_read_and_set_by_name() {
        for book in Rulebook::ALL {
            let mut rules = book.rules();
            for (name, values) in Rules::SWITCHES {
                for value in *values {
                    rules.set(name, value).unwrap();
                    assert_eq!(rules.get(name), Some(*value));
                }
                rules.set(name, book.rules().get(name).unwrap()).unwrap();
                let wrong = rules.set(name, "nonsense").unwrap_err();
                assert!(wrong.to_string().contains(values[0]));
            }
            assert_eq!(rules.book(), Some(book));
        }
    }

    #[test]
    fn a_house_rule_names_its_book() {
        let mut rules = Rulebook::Polish.rules();
        rules.use_bay = true;
        assert_eq!(rules.house_rules(), (Rulebook::Polish, vec![("use_bay", "true")]));
    }
}
