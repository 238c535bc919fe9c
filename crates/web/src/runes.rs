//! The rune strips: what each card does, without words.
//!
//! Fixed meanings: dice = your dice, undo = a reroll, play = an extra turn, deck = a card, people = each other monster,
//! globe = everybody, tower = in Tokyo, exit = leaving it, sun = start of your turn, sweep = the card is spent.

/// One sign of a rune strip: a picture with a figure, or a bare sign such as the arrow `>`.
#[derive(Clone, Copy)]
pub(crate) enum Rune {
    /// A symbol of the sprite and the figure beside it.
    Icon(&'static str, &'static str),
    /// A sign by itself.
    Sign(&'static str),
}

use Rune::{Icon, Sign};

/// The strip of a card by its key; empty for a card without one.
pub(crate) fn strip(card: &str) -> &'static [Rune] {
    match card {
        "acid_attack" => &[Icon("dice", ""), Sign(">"), Icon("claw", "+1")],
        "alien_origin" => &[Icon("deck", ""), Sign(">"), Icon("energy", "−1")],
        "alpha_monster" => &[Icon("claw", ""), Sign(">"), Icon("star", "+1")],
        "armor_plating" => &[Icon("claw", "1"), Sign(">"), Icon("shield", "0")],
        "background_dweller" => &[Icon("die-3", ""), Sign(">"), Icon("undo", "")],
        "battery_monster" => {
            &[Icon("energy", "6"), Sign(">"), Icon("sun", ""), Icon("energy", "+2")]
        }
        "burrowing" => {
            &[Icon("tower", ""), Icon("claw", "+1"), Icon("exit", ""), Icon("heart", "−1")]
        }
        "camouflage" => {
            &[Icon("heart", "−1"), Sign(">"), Icon("die-heart", ""), Icon("shield", "")]
        }
        "complete_destruction" => &[Icon("dice", "6≠"), Sign(">"), Icon("star", "+9")],
        "media_friendly" => &[Icon("deck", "+1"), Sign(">"), Icon("star", "+1")],
        "eater_of_the_dead" => &[Icon("heart", "0"), Sign(">"), Icon("star", "+3")],
        "energy_hoarder" => &[Icon("energy", "6"), Sign(">"), Icon("star", "+1")],
        "even_bigger" => &[Icon("heart", "+2"), Icon("heart", "≤12")],
        "extra_head" => &[Icon("dice", "+1")],
        "fire_breathing" => {
            &[Icon("claw", ""), Sign(">"), Sign("◂"), Icon("heart", "−1"), Sign("▸")]
        }
        "freeze_time" => &[Icon("die-1", "×3"), Sign(">"), Icon("play", ""), Icon("dice", "−1")],
        "friend_of_children" => &[Icon("energy", "+"), Sign(">"), Icon("energy", "+1")],
        "giant_brain" => &[Icon("undo", "+1")],
        "gourmet" => &[Icon("die-1", "×3"), Sign(">"), Icon("star", "+2")],
        "healing_ray" => {
            &[Icon("heart", "+1"), Icon("people", ""), Sign(">"), Icon("energy", "+2")]
        }
        "herbivore" => &[Icon("claw", "0"), Sign(">"), Icon("star", "+1")],
        "herd_culler" => &[Icon("dice", ""), Sign(">"), Icon("die-1", "")],
        "it_has_a_child" => &[Icon("heart", "0"), Sign(">"), Icon("heart", "10")],
        "jets" => &[Icon("tower", ""), Sign(">"), Icon("heart", "−0")],
        "made_in_a_lab" => &[Icon("eye", ""), Sign(">"), Icon("deck", "")],
        "metamorph" => &[Icon("deck", "−1"), Sign(">"), Icon("energy", "+")],
        "mimic" => &[Icon("deck", "="), Icon("deck", ""), Icon("sun", ""), Icon("energy", "1")],
        "nova_breath" => &[Icon("claw", ""), Sign(">"), Icon("tower", "+"), Icon("people", "")],
        "detritivore" => &[
            Icon("die-1", ""),
            Icon("die-2", ""),
            Icon("die-3", ""),
            Sign(">"),
            Icon("star", "+2"),
        ],
        "opportunist" => &[Icon("eye", ""), Icon("deck", ""), Sign(">"), Icon("energy", "")],
        "parasitic_tentacles" => {
            &[Icon("energy", ""), Sign(">"), Icon("people", ""), Icon("deck", "")]
        }
        "plot_twist" => &[Icon("dice", ""), Sign(">"), Icon("dice", "?"), Icon("sweep", "")],
        "poison_quills" => &[Icon("die-2", "×3"), Sign(">"), Icon("claw", "+2")],
        "poison_spit" => &[Icon("claw", ""), Sign(">"), Icon("poison", "+1")],
        "psychic_probe" => &[Icon("people", ""), Icon("dice", "1"), Sign(">"), Icon("undo", "")],
        "rapid_healing" => &[Icon("energy", "2"), Sign(">"), Icon("heart", "+1")],
        "regeneration" => &[Icon("heart", "+"), Sign(">"), Icon("heart", "+1")],
        "rooting_for_the_underdog" => &[Icon("star", "▾"), Sign(">"), Icon("star", "+1")],
        "shrink_ray" => &[Icon("claw", ""), Sign(">"), Icon("shrink", "+1")],
        "smoke_cloud" => &[Icon("undo", "+1"), Sign("×3"), Icon("sweep", "")],
        "solar_powered" => &[Icon("energy", "0"), Sign(">"), Icon("energy", "+1")],
        "spiked_tail" => &[Icon("claw", ""), Sign(">"), Icon("claw", "+1")],
        "stretchy" => &[Icon("energy", "2"), Sign(">"), Icon("dice", "?")],
        "energy_drink" => &[Icon("energy", "1"), Sign(">"), Icon("undo", "+1")],
        "urbavore" => &[Icon("tower", ""), Sign(">"), Icon("star", "+1"), Icon("claw", "+1")],
        "were_only_making_it_stronger" => &[Icon("heart", "−2"), Sign(">"), Icon("energy", "+1")],
        "wings" => &[Icon("energy", "2"), Sign(">"), Icon("shield", "")],
        "apartment_building" => &[Icon("star", "+3")],
        "commuter_train" => &[Icon("star", "+2")],
        "corner_store" => &[Icon("star", "+1")],
        "death_from_above" => &[Icon("star", "+2"), Sign(">"), Icon("tower", "")],
        "energize" => &[Icon("energy", "+9")],
        "evacuation_orders" => &[Icon("people", ""), Icon("star", "−5")],
        "flame_thrower" => &[Icon("people", ""), Icon("heart", "−2")],
        "frenzy" => &[Icon("play", "+1")],
        "gas_refinery" => &[Icon("star", "+2"), Icon("people", ""), Icon("heart", "−3")],
        "heal" => &[Icon("heart", "+2")],
        "high_altitude_bombing" => &[Icon("globe", ""), Icon("heart", "−3")],
        "jet_fighters" => &[Icon("star", "+5"), Icon("heart", "−4")],
        "national_guard" => &[Icon("star", "+2"), Icon("heart", "−2")],
        "nuclear_power_plant" => &[Icon("star", "+2"), Icon("heart", "+3")],
        "skyscraper" => &[Icon("star", "+4")],
        "tank" => &[Icon("star", "+4"), Icon("heart", "−3")],
        "vast_storm" => &[Icon("star", "+2"), Icon("people", ""), Icon("energy", "÷2")],
        _ => &[],
    }
}
