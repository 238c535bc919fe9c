//! Power cards: their names, what they do at this table, and their rulings.
//!
//! A text can hold for some rules only: `frenzy.effect?frenzy=at_once_skipping_end`. Of all texts whose switches have the
//! values of the table the one with the most switches is taken, so a card always says what the table plays.

use engine::{Card, Kind, Rules};

use crate::{Rich, Texts};

impl Texts {
    /// The name of a card as printed in the edition that the table plays.
    pub fn card_name(&self, card: Card, rules: &Rules) -> &str {
        self.by_switches(&format!("{}.name", card.title_id()), rules).unwrap_or_else(|| card.id())
    }

    /// What a card does at a table with these rules.
    pub fn card_effect(&self, card: Card, rules: &Rules) -> Rich {
        let source = self.by_switches(&format!("{}.effect", card.title_id()), rules);
        self.fill(source.unwrap_or_default(), &[])
    }

    /// Keep or discard, as the badge on the card has it.
    pub fn card_badge(&self, card: Card) -> &str {
        match card.kind() {
            Kind::Keep => self.keep_badge(),
            Kind::Discard => self.discard_badge(),
        }
    }

    /// The rulings on a card that hold under these rules, the most useful first.
    pub fn card_rulings(&self, card: Card, rules: &Rules) -> Vec<Rich> {
        let common = match card {
            Card::FlameThrower | Card::GasRefinery | Card::HighAltitudeBombing => 3,
            _ if card.kind() == Kind::Discard => 1,
            _ => 0,
        };
        let own = (1..=9).map(|n| format!("{}.ruling.{n}", card.title_id()));
        let common = (1..=common).map(|n| format!("discard_cards.ruling.{n}"));
        own.chain(common)
            .filter_map(|name| self.by_switches(&name, rules))
            .map(|source| self.fill(&self.with_card_names(source, rules), &[]))
            .collect()
    }

    /// Puts the names of cards where a ruling has `<jets>`.
    pub(crate) fn with_card_names(&self, source: &str, rules: &Rules) -> String {
        let mut out = String::new();
        let mut rest = source;
        while let Some((before, after)) = rest.split_once('<') {
            let (id, after) = after.split_once('>').unwrap_or((after, ""));
            out += before;
            out += Card::from_id(id).map_or(id, |card| self.card_name(card, rules));
            rest = after;
        }
        out + rest
    }

    /// The message `name`, or its variant that fits these rules best.
    pub(crate) fn by_switches(&self, name: &str, rules: &Rules) -> Option<&str> {
        let named = crate::keys::NAMED;
        let from = named.partition_point(|(n, _)| *n < name);
        named[from..]
            .iter()
            .take_while(|(n, _)| n.starts_with(name))
            .filter_map(|(n, line)| Some((conditions_met(&n[name.len()..], rules)?, line)))
            .max_by_key(|(met, _)| *met)
            .map(|(_, line)| self.line(*line))
    }
}

/// How many switches a name asks for, if all have the values it asks for. `None` also for a longer name, which is another
/// message.
fn conditions_met(rest: &str, rules: &Rules) -> Option<usize> {
    if rest.is_empty() {
        return Some(0);
    }
    rest.strip_prefix('?')?.split(',').try_fold(0, |met, condition| {
        let (switch, value) = condition.split_once('=')?;
        (rules.get(switch)? == value).then_some(met + 1)
    })
}
