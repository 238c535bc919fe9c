//! The index of the 66 cards. A new card is a file of its own and one line here.
//!
//! The order is a promise: provably fair dice draw the n-th card of the deck. A card that was not in the box from the
//! beginning is therefore also entered in [`NEWER`]: games by older rules are played without it, and the others stay in
//! their order.

use crate::power::Power;

/// Declares the keep cards and the discard cards, in order: a title, its file, and a second copy where there is one.
/// Which kind a card is, and how many there are of each, follows from the list it stands in.
macro_rules! deck {
    (
        keep { $($keep:ident $keep_file:ident $($keep_copy:ident $keep_id:literal)?;)+ }
        discard { $($card:ident $file:ident $($copy:ident $copy_id:literal)?;)+ }
    ) => {
        /// How many of the cards are keep cards; they come first in [`Card::ALL`].
        pub const KEEP_CARDS: usize = [$(Card::$keep, $(Card::$keep_copy,)?)+].len();
        cards! {
            $($keep $keep_file $($keep_copy $keep_id)?;)+
            $($card $file $($copy $copy_id)?;)+
        }
    };
}
macro_rules! cards {
    ($($card:ident $file:ident $($copy:ident $copy_id:literal)?;)+) => {
        $(mod $file;)+

        /// One of the power cards (C-03).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the titles of the cards")]
        pub enum Card { $($card, $($copy,)?)+ }

        /// How many cards there are.
        pub const CARDS: usize = [$(Card::$card, $(Card::$copy,)?)+].len();
        pub(crate) const ALL: [Card; CARDS] = [$(Card::$card, $(Card::$copy,)?)+];
        pub(crate) const IDS: [&str; CARDS] = [$(stringify!($file), $($copy_id,)?)+];
        pub(crate) const POWERS: [&Power; CARDS] = [$(&$file::POWER, $(copy_ref!($file $copy),)?)+];
    };
}
macro_rules! copy_ref {
    ($file:ident $copy:ident) => {
        &$file::POWER
    };
}

/// Cards that came into the box later, with the version of the rules ([`crate::record::RULES_VERSION`]) that brought
/// them: `(Card::SeaLegs, 3)`.
pub(crate) const NEWER: &[(Card, u32)] = &[];

deck! {
    keep {
        AcidAttack acid_attack;
        AlienOrigin alien_origin;
        AlphaMonster alpha_monster;
        ArmorPlating armor_plating;
        BackgroundDweller background_dweller;
        BatteryMonster battery_monster;
        Burrowing burrowing;
        Camouflage camouflage;
        CompleteDestruction complete_destruction;
        MediaFriendly media_friendly;
        EaterOfTheDead eater_of_the_dead;
        EnergyHoarder energy_hoarder;
        EvenBigger even_bigger;
        ExtraHead extra_head ExtraHead2 "extra_head_2";
        FireBreathing fire_breathing;
        FreezeTime freeze_time;
        FriendOfChildren friend_of_children;
        GiantBrain giant_brain;
        Gourmet gourmet;
        HealingRay healing_ray;
        Herbivore herbivore;
        HerdCuller herd_culler;
        ItHasAChild it_has_a_child;
        Jets jets;
        MadeInALab made_in_a_lab;
        Metamorph metamorph;
        Mimic mimic;
        NovaBreath nova_breath;
        Detritivore detritivore;
        Opportunist opportunist;
        ParasiticTentacles parasitic_tentacles;
        PlotTwist plot_twist;
        PoisonQuills poison_quills;
        PoisonSpit poison_spit;
        PsychicProbe psychic_probe;
        RapidHealing rapid_healing;
        Regeneration regeneration;
        RootingForTheUnderdog rooting_for_the_underdog;
        ShrinkRay shrink_ray;
        SmokeCloud smoke_cloud;
        SolarPowered solar_powered;
        SpikedTail spiked_tail;
        Stretchy stretchy;
        EnergyDrink energy_drink;
        Urbavore urbavore;
        WereOnlyMakingItStronger were_only_making_it_stronger;
        Wings wings;
    }
    discard {
        ApartmentBuilding apartment_building;
        CommuterTrain commuter_train;
        CornerStore corner_store;
        DeathFromAbove death_from_above;
        Energize energize;
        EvacuationOrders evacuation_orders EvacuationOrders2 "evacuation_orders_2";
        FlameThrower flame_thrower;
        Frenzy frenzy;
        GasRefinery gas_refinery;
        Heal heal;
        HighAltitudeBombing high_altitude_bombing;
        JetFighters jet_fighters;
        NationalGuard national_guard;
        NuclearPowerPlant nuclear_power_plant;
        Skyscraper skyscraper;
        Tank tank;
        VastStorm vast_storm;
    }
}
