//! The rulebooks: every place in which they differ is a switch, and a book is one setting of all switches.
//!
//! Numbers such as Z-01 or S15 are those of the specification in `docs/rules`.

use crate::card::Card;
use crate::listed;
use crate::seat::Seat;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

mod choices;
mod text;

pub use choices::*;
pub use text::RulesError;
#[cfg(feature = "serde")]
pub use text::as_text;

/// Declares the switches: field, the card that it is about if it is about one, type, doc, and the value in each of the five
/// books.
macro_rules! switches {
    ($($(#[$meta:meta])* $name:ident $(about $card:ident)?: $type:ty = { IS: $is:expr, PL: $pl:expr, CS: $cs:expr, NL: $nl:expr, IT: $it:expr $(,)? };)+) => {
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

            /// The card that a switch is about, if it is about one.
            pub fn card_of(switch: &str) -> Option<Card> {
                match switch { $($(stringify!($name) => Some(Card::$card),)?)+ _ => None }
            }

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
    cards: Edition = { IS: FIRST, PL: FIRST, CS: FIRST, NL: SECOND, IT: FIRST };
    /// Z-04: which monsters there are.
    roster: Edition = { IS: FIRST, PL: FIRST, CS: FIRST, NL: SECOND, IT: FIRST };
    /// Z-01.
    first_player: FirstPlayer = {
        IS: FirstPlayer::MostClaws, PL: FirstPlayer::RoarOrYoungest, CS: FirstPlayer::MostClaws,
        NL: FirstPlayer::MostClaws, IT: FirstPlayer::MostClaws,
    };
    /// Z-03: Tokyo Bay at tables of five and six.
    use_bay: bool = { IS: true, PL: false, CS: true, NL: true, IT: true };
    /// Z-06: an empty deck is made anew from the discarded cards.
    reshuffle_discards: bool = { IS: true, PL: false, CS: true, NL: true, IT: true };
    /// Z-11: Complete Destruction needs all faces from one throw.
    combo_cards_need_single_throw about CompleteDestruction: bool = {
        IS: false, PL: false, CS: false, NL: false, IT: true,
    };
    /// Z-13: rolled hearts and energy may be left.
    may_decline_hearts_and_energy: MayDecline = {
        IS: MayDecline::Hearts, PL: MayDecline::HeartsAndEnergy, CS: MayDecline::HeartsAndEnergy,
        NL: MayDecline::Nothing, IT: MayDecline::HeartsAndEnergy,
    };
    /// Z-14, Z-56: Healing Ray works while its owner is in Tokyo.
    healing_ray_from_tokyo about HealingRay: bool = {
        IS: false, PL: true, CS: false, NL: false, IT: false,
    };
    /// Z-16: for cards, an attack that cost nobody a heart was none.
    attack_for_cards_needs_damage: bool = { IS: true, PL: false, CS: true, NL: true, IT: true };
    /// Z-17: only who lost a heart to the claws may yield.
    yield_needs_damage: bool = { IS: false, PL: false, CS: false, NL: true, IT: true };
    /// Z-19: claws from outside hurt the Bay while the City is empty.
    claws_into_empty_city_hit_bay: bool = { IS: false, PL: true, CS: false, NL: true, IT: false };
    /// Z-20.
    tokyo_entry: TokyoEntry = {
        IS: TokyoEntry::DuringResolution, PL: TokyoEntry::DuringResolution,
        CS: TokyoEntry::DuringResolution, NL: TokyoEntry::OwnPhase,
        IT: TokyoEntry::DuringResolution,
    };
    /// Z-21, Z-22.
    enter_free_place_without_claws: EntryWithoutClaws = {
        IS: EntryWithoutClaws::Never, PL: EntryWithoutClaws::Never, CS: EntryWithoutClaws::Never,
        NL: EntryWithoutClaws::AfterFirstEntry, IT: EntryWithoutClaws::Never,
    };
    /// Z-27.
    yield_decisions: YieldDecisions = {
        IS: YieldDecisions::CityThenBay, PL: YieldDecisions::CityThenBay,
        CS: YieldDecisions::CityThenBay, NL: YieldDecisions::CityThenBay,
        IT: YieldDecisions::CityThenBay,
    };
    /// Z-28: when the Bay closes its monster moves into an empty City.
    bay_occupant_moves_to_empty_city: bool = {
        IS: false, PL: false, CS: false, NL: true, IT: false,
    };
    /// Z-31.
    victory_check: VictoryCheck = {
        IS: VictoryCheck::EndOfTurn, PL: VictoryCheck::EndOfOwnTurn, CS: VictoryCheck::EndOfTurn,
        NL: VictoryCheck::EndOfTurn, IT: VictoryCheck::Immediately,
    };
    /// Z-32.
    last_standing_check: LastStandingCheck = {
        IS: LastStandingCheck::Immediately, PL: LastStandingCheck::EndOfTurn,
        CS: LastStandingCheck::Immediately, NL: LastStandingCheck::Immediately,
        IT: LastStandingCheck::Immediately,
    };
    /// Z-34.
    all_dead: AllDead = {
        IS: AllDead::EveryoneLoses, PL: AllDead::Draw, CS: AllDead::EveryoneLoses,
        NL: AllDead::EveryoneLoses, IT: AllDead::EveryoneLoses,
    };
    /// Z-36: Fire Breathing burns neighbours that were not targets.
    fire_breathing_hits_untargeted_neighbours about FireBreathing: bool = {
        IS: true, PL: true, CS: false, NL: true, IT: false,
    };
    /// Z-37: what Fire Breathing adds is part of the attack.
    fire_breathing_extra_is_attack about FireBreathing: bool = {
        IS: false, PL: false, CS: true, NL: false, IT: true,
    };
    /// Z-40.
    mimic_may_copy_own_card about Mimic: bool = {
        IS: true, PL: true, CS: false, NL: true, IT: true,
    };
    /// Z-41.
    mimic_tokens about Mimic: MimicTokens = {
        IS: MimicTokens::AsIfJustBought, PL: MimicTokens::CopyCountFromSupply,
        CS: MimicTokens::AsIfJustBought, NL: MimicTokens::AsIfJustBought,
        IT: MimicTokens::AsIfJustBought,
    };
    /// Z-43.
    metamorph_timing about Metamorph: MetamorphTiming = {
        IS: MetamorphTiming::EndOfTurn, PL: MetamorphTiming::EndOfTurn,
        CS: MetamorphTiming::EndOfTurn, NL: MetamorphTiming::EndOfTurn,
        IT: MetamorphTiming::EndOfTurn,
    };
    /// Z-44.
    metamorph_refund about Metamorph: MetamorphRefund = {
        IS: MetamorphRefund::Printed, PL: MetamorphRefund::Printed, CS: MetamorphRefund::Paid,
        NL: MetamorphRefund::Printed, IT: MetamorphRefund::Printed,
    };
    /// Z-49.
    even_bigger_loss about EvenBigger: EvenBiggerLoss = {
        IS: EvenBiggerLoss::LoseTwo, PL: EvenBiggerLoss::LoseTwo, CS: EvenBiggerLoss::LoseTwo,
        NL: EvenBiggerLoss::Clamp, IT: EvenBiggerLoss::LoseTwo,
    };
    /// S04.
    even_bigger_ceiling about EvenBigger: EvenBiggerCeiling = {
        IS: EvenBiggerCeiling::Stacks, PL: EvenBiggerCeiling::Stacks,
        CS: EvenBiggerCeiling::Stacks, NL: EvenBiggerCeiling::Twelve,
        IT: EvenBiggerCeiling::Stacks,
    };
    /// Z-59, S16: Stretchy may turn the dice of Camouflage.
    stretchy_on_camouflage about Stretchy: bool = {
        IS: true, PL: true, CS: true, NL: false, IT: true,
    };
    /// Z-50.
    tentacles_window about ParasiticTentacles: TentaclesWindow = {
        IS: TentaclesWindow::BuyingPhase, PL: TentaclesWindow::OwnTurn,
        CS: TentaclesWindow::BuyingPhase, NL: TentaclesWindow::BuyingPhase,
        IT: TentaclesWindow::BuyingPhase,
    };
    /// Z-52, S13.
    drop_from_bay about DeathFromAbove: DropFromBay = {
        IS: DropFromBay::Stay, PL: DropFromBay::Stay, CS: DropFromBay::Stay,
        NL: DropFromBay::EveryoneElseLeaves, IT: DropFromBay::Stay,
    };
    /// Z-53.
    frenzy about Frenzy: Frenzy = {
        IS: Frenzy::AfterThisTurn, PL: Frenzy::AtOnceSkippingEnd, CS: Frenzy::AfterThisTurn,
        NL: Frenzy::AfterThisTurn, IT: Frenzy::AfterThisTurn,
    };
    /// Z-54.
    freeze_time_dice about FreezeTime: FreezeTimeDice = {
        IS: FreezeTimeDice::OneFewer, PL: FreezeTimeDice::OneFewer, CS: FreezeTimeDice::OneFewer,
        NL: FreezeTimeDice::OneFewer, IT: FreezeTimeDice::OneFewer,
    };
    /// S01.
    attack_bonus: AttackBonus = {
        IS: AttackBonus::Damage, PL: AttackBonus::Damage, CS: AttackBonus::Damage,
        NL: AttackBonus::Claws, IT: AttackBonus::Damage,
    };
    /// S01b.
    burrowing_bonus about Burrowing: BurrowingBonus = {
        IS: BurrowingBonus::AgainstTokyo, PL: BurrowingBonus::AgainstTokyo,
        CS: BurrowingBonus::AgainstTokyo, NL: BurrowingBonus::WhileInTokyo,
        IT: BurrowingBonus::AgainstTokyo,
    };
    /// S15: Alpha Monster scores only if the attack cost somebody a heart.
    alpha_monster_needs_damage about AlphaMonster: bool = {
        IS: true, PL: false, CS: true, NL: false, IT: true,
    };
    /// S21: claws added by cards switch on the cards that ask for a claw.
    added_claws_count: bool = { IS: false, PL: false, CS: false, NL: true, IT: false };
}

listed! {
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
}

impl Rulebook {
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

listed! {
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
