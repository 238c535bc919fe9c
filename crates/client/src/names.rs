//! Names for bots, so that one can tell who plays how before the first die falls.

use engine::Species;

/// The names of each character, one for every monster of a box: no two bots of a table are called the same, and a bot keeps
/// its name wherever it sits.
const NAMES: [(&str, [&str; 6]); 4] = [
    ("neutral", ["Ember", "Fang", "Bolt", "Rumble", "Chomp", "Stomp"]),
    ("brawler", ["Basher", "Fury", "Havoc", "Thrash", "Ruckus", "Knuckles"]),
    ("hoarder", ["Magpie", "Nugget", "Pockets", "Stash", "Trove", "Squirrel"]),
    ("star-seeker", ["Comet", "Nova", "Vega", "Orion", "Lyra", "Twinkle"]),
];

/// What a bot is called: `bot` is its level and style as records have it (`fierce`, `fierce:hoarder`).
pub fn bot_name(bot: &str, monster: Species) -> &'static str {
    let style = bot.split_once(':').map_or("neutral", |(_, style)| style);
    let (_, names) = NAMES.iter().find(|(one, _)| *one == style).unwrap_or(&NAMES[0]);
    // Two monsters of the first edition have others in their place in the second; no box has both.
    let place = match monster {
        Species::Gigazaur => 0,
        Species::TheKing => 1,
        Species::MekaDragon => 2,
        Species::Alienoid => 3,
        Species::CyberBunny | Species::CyberKitty => 4,
        Species::Kraken | Species::SpacePenguin => 5,
    };
    names[place]
}

/// What whoever sits on a seat is called everywhere, at the table and in its review: as they said, or a bot by its own name. A
/// person who said nothing is called as the monster is.
pub fn called(name: &str, bot: Option<&str>, monster: Species) -> Option<String> {
    match bot {
        _ if !name.is_empty() => Some(name.to_owned()),
        Some(bot) => Some(bot_name(bot, monster).to_owned()),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_character_has_names_of_its_own() {
        let all: Vec<&str> = NAMES.iter().flat_map(|(_, names)| names).copied().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        for rules in engine::Rulebook::ALL.map(|book| book.rules()) {
            let table = Species::roster(rules.roster).map(|monster| bot_name("fierce", monster));
            assert_eq!(table.iter().collect::<BTreeSet<_>>().len(), 6, "{table:?}");
        }
        assert_eq!(bot_name("fierce", Species::TheKing), "Fang");
        assert_eq!(bot_name("ruthless:hoarder", Species::Gigazaur), "Magpie");
        assert_eq!(bot_name("gentle:of a newer program", Species::MekaDragon), "Bolt");
    }

    #[test]
    fn a_bot_without_a_name_has_its_own() {
        let dragon = Species::MekaDragon;
        assert_eq!(called("Ada", None, dragon).as_deref(), Some("Ada"));
        assert_eq!(called("Tin", Some("fierce"), dragon).as_deref(), Some("Tin"));
        assert_eq!(called("", Some("fierce:hoarder"), dragon).as_deref(), Some("Pockets"));
        assert_eq!(called("", None, dragon), None);
    }
}
