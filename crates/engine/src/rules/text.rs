//! Rules as text: the name of a book, or a book and the switches that differ from it.

use super::{Rulebook, Rules};
use thiserror::Error;

/// What is wrong with written rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// There is no such book.
    #[error("there is no rulebook `{0}`: it is one of {books}", books = books())]
    Book(String),
    /// There is no such switch.
    #[error("there is no switch `{0}`")]
    Switch(String),
    /// The switch has no such value.
    #[error("switch `{switch}` cannot be `{value}`: it is one of {}", values.join(", "))]
    Value {
        /// The switch.
        switch: &'static str,
        /// The value that it does not have.
        value: String,
        /// The values that it has.
        values: &'static [&'static str],
    },
    /// A word that is not `name=value`.
    #[error("`{0}` is not a switch: write name=value")]
    NotASwitch(String),
}

fn books() -> String {
    Rulebook::ALL.map(Rulebook::name).join(", ")
}

impl Rules {
    /// `dutch`, or `dutch use_bay=false` with as many switches as differ.
    pub fn to_text(&self) -> String {
        let (book, switches) = self.house_rules();
        let changes = switches.iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(book.name().to_owned()).chain(changes).collect()
    }

    /// Reads what [`Rules::to_text`] writes.
    ///
    /// # Errors
    /// The book, switch or value that does not exist.
    pub fn from_text(text: &str) -> Result<Rules, RulesError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let book = Rulebook::from_name(name).ok_or_else(|| RulesError::Book(name.to_owned()))?;
        let mut rules = book.rules();
        for word in words {
            let (switch, value) =
                word.split_once('=').ok_or_else(|| RulesError::NotASwitch(word.to_owned()))?;
            rules.set(switch, value)?;
        }
        Ok(rules)
    }
}

/// Serde for [`Rules`] as text.
#[cfg(feature = "serde")]
pub mod as_text {
    use super::Rules;
    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes the rules as text.
    ///
    /// # Errors
    /// Only those of the serializer.
    pub fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&rules.to_text())
    }

    /// Reads rules from text.
    ///
    /// # Errors
    /// If a book, switch or value does not exist.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        Rules::from_text(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
