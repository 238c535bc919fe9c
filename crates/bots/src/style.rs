//! Characters: the same strength, another taste.
//!
//! A style adds a little to what a bot thinks of tables that it likes, in points of win chance: at most a few where the
//! game is open, nothing where it is decided. So a brawler still takes the win that is there, but of two answers that
//! are nearly as good it takes the one that hurts somebody.

use std::fmt;

use engine::{Answer, Card, Input, Need, Seat, State, View};

use crate::mind::Judge;

engine::listed! {
    /// What a bot likes besides winning.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Style {
        /// Nothing but winning.
        #[default]
        Neutral,
        /// Fights: Tokyo, claws, cards that hurt.
        Brawler,
        /// Gathers: energy and cards, away from Tokyo.
        Hoarder,
        /// Counts: stars, however they come.
        StarSeeker,
    }
}

impl Style {
    /// Its name: `neutral`, `brawler`, `hoarder` or `star-seeker`.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Neutral => "neutral",
            Style::Brawler => "brawler",
            Style::Hoarder => "hoarder",
            Style::StarSeeker => "star-seeker",
        }
    }

    /// One sentence about it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Style::Neutral => "Likes nothing but winning.",
            Style::Brawler => "Likes Tokyo, claws and cards that hurt.",
            Style::Hoarder => "Likes energy and cards, and stays out of Tokyo.",
            Style::StarSeeker => "Likes stars, however they come.",
        }
    }

    /// The style with this name.
    pub fn from_name(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }

    /// How much this seat likes the table, from -4 to 4.
    pub fn taste(self, state: &State, seat: Seat) -> f32 {
        let monster = state.monster(seat);
        let tokyo = state.in_tokyo(seat) as u8 as f32;
        match self {
            Style::Neutral => 0.0,
            Style::Brawler => {
                let rivals = state.living().iter().filter(|&other| other != seat);
                let (hearts, count) = rivals.fold((0.0, 0.0f32), |(sum, count), other| {
                    (sum + f32::from(state.monster(other).hearts), count + 1.0)
                });
                let weapons = monster.cards.iter().filter(|&card| hurts(card)).count();
                1.2 * tokyo + 0.8 * weapons.min(3) as f32 - 0.12 * hearts / count.max(1.0)
            }
            Style::Hoarder => {
                let cards = monster.cards.iter().count();
                0.12 * f32::from(monster.energy.min(12)) + 0.9 * cards.min(4) as f32 - 1.0 * tokyo
            }
            Style::StarSeeker => 0.2 * f32::from(monster.stars.min(20)),
        }
    }
}

/// Whether this answer brings whoever gives it stars at once.
pub(crate) fn gives_stars(view: &View, answer: Answer) -> bool {
    let mut next = view.imagine();
    let Need::Answer(ask) = next.need() else { return false };
    let before = next.monster(ask.seat).stars;
    next.play_unchecked(Input::Answer(answer), None);
    before < next.monster(ask.seat).stars
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Keep cards whose point is to hurt others.
pub fn hurts(card: Card) -> bool {
    matches!(
        card,
        Card::AcidAttack
            | Card::AlphaMonster
            | Card::Burrowing
            | Card::FireBreathing
            | Card::NovaBreath
            | Card::ParasiticTentacles
            | Card::PoisonQuills
            | Card::PoisonSpit
            | Card::ShrinkRay
            | Card::SpikedTail
            | Card::Urbavore
    )
}

/// How much a taste of 1 adds where the game is open, as a chance to win. Four times as much is less than a quarter, so
/// that a sure win is still the best that there is.
const STRENGTH: f32 = 0.05;

/// A judgement with a taste: who is asked likes what it likes, everybody else is judged as before.
#[derive(Clone)]
pub struct Tasted<J> {
    judge: J,
    style: Style,
    me: Option<Seat>,
}

impl<J: Judge> Tasted<J> {
    /// This judgement with this taste.
    pub fn new(judge: J, style: Style) -> Tasted<J> {
        Tasted { judge, style, me: None }
    }
}

impl<J: Judge> Judge for Tasted<J> {
    fn focus(&mut self, state: &State) {
        if let Need::Answer(ask) = state.need() {
            self.me = Some(ask.seat);
        }
        self.judge.focus(state);
    }

    fn chances(&mut self, state: &State, shop: bool) -> [f32; 6] {
        let mut chances = self.judge.chances(state, shop);
        if let Some(me) = self.me.filter(|_| self.style != Style::Neutral) {
            let chance = &mut chances[me.index()];
            *chance += liking(self.style, state, me, *chance);
        }
        chances
    }
}

/// What a style adds to a chance: nothing at 0 and 1, so that a win is never put off.
pub(crate) fn liking(style: Style, state: &State, seat: Seat, chance: f32) -> f32 {
    4.0 * STRENGTH * chance * (1.0 - chance) * style.taste(state, seat).clamp(-4.0, 4.0)
}
