//! Power cards: their names, what they do at this table, and their rulings.
//!
//! A text can hold for some rules only: `frenzy.effect?frenzy=at_once_skipping_end`. Of all texts whose switches have the
//! values of the table the one with the most switches is taken, so a card always says what the table plays.

use crate::{Rich, Texts};

/// Gives the value of a rule switch by name, `None` if there is no such switch. `&|switch| rules.get(switch)` makes one.
pub type Switches<'a> = &'a dyn Fn(&str) -> Option<&'static str>;

impl Texts {
    /// The name of a card, as printed in the edition that the table plays. `title` is its identifier, such as `mimic`.
    pub fn card_name(&self, title: &str, switches: Switches<'_>) -> Option<&str> {
        self.source_by_switches(&format!("{title}.name"), switches)
    }

    /// What a card does at a table with these rules.
    pub fn card_effect(&self, title: &str, switches: Switches<'_>) -> Option<Rich> {
        Some(self.fill(
            self.source_by_switches(&format!("{title}.effect"), switches)?,
            &[],
        ))
    }

    /// The message `name`, or its variant that fits these switches best.
    pub(crate) fn source_by_switches(&self, name: &str, switches: Switches<'_>) -> Option<&str> {
        let named = crate::keys::NAMED;
        let from = named.partition_point(|(n, _)| *n < name);
        named[from..]
            .iter()
            .take_while(|(n, _)| n.starts_with(name))
            .filter_map(|(n, line)| Some((conditions_met(&n[name.len()..], switches)?, line)))
            .max_by_key(|(met, _)| *met)
            .map(|(_, line)| self.line(*line))
    }
}

/// How many switches a name asks for, if all have the values it asks for. `None` also for a longer name that is another message.
fn conditions_met(rest: &str, switches: Switches<'_>) -> Option<usize> {
    if rest.is_empty() {
        return Some(0);
    }
    rest.strip_prefix('?')?
        .split(',')
        .try_fold(0, |met, condition| {
            let (switch, value) = condition.split_once('=')?;
            (switches(switch)? == value).then_some(met + 1)
        })
}
