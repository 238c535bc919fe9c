//! What the switches can be set to.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

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
