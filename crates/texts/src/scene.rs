//! Who is who at a table: what sentences need besides the event itself.

use engine::{Card, Dice, Face, Rules, Seat, Seats, State};

use crate::{Icon, Rich, Texts};

/// The names at a table, by seat, and the rules it plays by.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What the table plays by.
    pub rules: &'a Rules,
    /// What each seat is called, in seat order: a player's name or a monster's.
    pub names: &'a [String],
}

impl<'a> Scene<'a> {
    /// What a seat is called.
    pub fn name(&self, seat: Seat) -> &'a str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }
}

impl Texts {
    /// The names of several seats, with commas.
    pub fn seat_list(&self, seats: Seats, scene: &Scene<'_>) -> String {
        self.list(seats.iter().map(|seat| scene.name(seat)))
    }

    /// The names of several cards, with commas.
    pub fn card_list(&self, cards: impl IntoIterator<Item = Card>, rules: &Rules) -> String {
        self.list(cards.into_iter().map(|card| self.card_name(card, rules)))
    }

    /// Dice as a list of icons.
    pub fn dice_list(&self, dice: Dice) -> Rich {
        self.dice(dice.iter().map(face_icon))
    }

    /// The name of a face.
    pub fn face_name(&self, face: Face) -> &str {
        self.face(face_icon(face).name())
    }

    /// The name of a card in play: Mimic says what it stands for.
    pub fn card_in_play(&self, card: Card, state: &State) -> String {
        let name = self.card_name(card, state.rules());
        match state.copied() {
            Some(copied) if card == Card::Mimic => {
                self.mimic_as(name, self.card_name(copied, state.rules())).plain()
            }
            _ => name.to_owned(),
        }
    }
}

/// The icon of a face.
pub fn face_icon(face: Face) -> Icon {
    match face {
        Face::One => Icon::One,
        Face::Two => Icon::Two,
        Face::Three => Icon::Three,
        Face::Energy => Icon::Energy,
        Face::Claw => Icon::Claw,
        Face::Heart => Icon::Heart,
    }
}
