//! What a test expects of the table and of a monster.

use super::*;

/// Expecting.
impl Table {
    /// What is expected of a monster.
    pub fn expect(&self, seat: Seat) -> Expect<'_> {
        Expect { state: &self.state, seat }
    }

    /// The answer is on the list.
    #[track_caller]
    pub fn may(&mut self, answer: Answer) -> &mut Table {
        assert!(self.state.answers().contains(answer), "{answer:?} should be possible");
        self
    }

    /// The answer is not on the list.
    #[track_caller]
    pub fn may_not(&mut self, answer: Answer) -> &mut Table {
        assert!(!self.state.answers().contains(answer), "{answer:?} should not be possible");
        self
    }

    /// The turn before is over, and this monster is about to make its first throw with this many dice.
    #[track_caller]
    pub fn next_turn(&mut self, seat: Seat, count: u8) -> &mut Table {
        assert_eq!(self.state.need(), Need::Roll { seat, count }, "whose turn is next");
        assert_eq!((self.state.turn.seat, self.state.turn.phase), (seat, Phase::Roll));
        self
    }

    #[track_caller]
    pub fn over(&mut self, outcome: Outcome) -> &mut Table {
        assert_eq!(self.state.need(), Need::Over(outcome));
        self
    }

    /// This much lies on this card.
    #[track_caller]
    pub fn on(&mut self, card: Card, counter: u8) -> &mut Table {
        assert_eq!(self.state.counter(card), counter, "on {card}");
        self
    }

    #[track_caller]
    pub fn discarded(&mut self, card: Card) -> &mut Table {
        assert!(self.state.discards.has(card), "{card} should be discarded");
        self
    }

    /// The mimic token lies on this card.
    #[track_caller]
    pub fn copied(&mut self, card: Card) -> &mut Table {
        assert_eq!(self.state.copied, Some(card));
        self
    }

    /// The mimic token lies on no card.
    #[track_caller]
    pub fn copied_nothing(&mut self) -> &mut Table {
        assert_eq!(self.state.copied, None);
        self
    }

    #[track_caller]
    pub fn tokyo_empty(&mut self) -> &mut Table {
        assert_eq!((self.state.tokyo.city, self.state.tokyo.bay), (None, None));
        self
    }

    /// How often something of this kind has happened since the turn of the test began.
    pub fn happened(&self, what: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| what(event)).count()
    }
}

/// What is expected of one monster.
#[derive(Clone, Copy)]
pub struct Expect<'a> {
    state: &'a State,
    seat: Seat,
}

impl Expect<'_> {
    #[track_caller]
    fn number(self, what: &str, is: u8, should_be: u8) -> Self {
        assert_eq!(is, should_be, "{what} of {}", self.seat);
        self
    }

    #[track_caller]
    pub fn hearts(self, hearts: u8) -> Self {
        self.number("hearts", self.state.monster(self.seat).hearts, hearts)
    }

    #[track_caller]
    pub fn most_hearts(self, hearts: u8) -> Self {
        self.number("maximum", self.state.hearts_max(self.seat), hearts)
    }

    #[track_caller]
    pub fn stars(self, stars: u8) -> Self {
        self.number("stars", self.state.monster(self.seat).stars, stars)
    }

    #[track_caller]
    pub fn energy(self, energy: u8) -> Self {
        self.number("energy", self.state.monster(self.seat).energy, energy)
    }

    #[track_caller]
    pub fn poison(self, tokens: u8) -> Self {
        self.number("poison tokens", self.state.monster(self.seat).poison, tokens)
    }

    #[track_caller]
    pub fn shrink(self, tokens: u8) -> Self {
        self.number("shrink tokens", self.state.monster(self.seat).shrink, tokens)
    }

    #[track_caller]
    pub fn in_city(self) -> Self {
        assert_eq!(self.state.spot(self.seat), Some(Spot::City), "where {} is", self.seat);
        self
    }

    #[track_caller]
    pub fn in_bay(self) -> Self {
        assert_eq!(self.state.spot(self.seat), Some(Spot::Bay), "where {} is", self.seat);
        self
    }

    #[track_caller]
    pub fn outside(self) -> Self {
        assert_eq!(self.state.spot(self.seat), None, "where {} is", self.seat);
        self
    }

    #[track_caller]
    pub fn holds(self, card: Card) -> Self {
        assert!(self.state.monster(self.seat).cards.has(card), "{} should hold {card}", self.seat);
        self
    }

    #[track_caller]
    pub fn lacks(self, card: Card) -> Self {
        assert!(
            !self.state.monster(self.seat).cards.has(card),
            "{} should not hold {card}",
            self.seat
        );
        self
    }

    #[track_caller]
    pub fn alive(self) -> Self {
        assert!(self.state.living.has(self.seat), "{} should be alive", self.seat);
        self
    }

    #[track_caller]
    pub fn eliminated(self) -> Self {
        assert!(!self.state.living.has(self.seat), "{} should be eliminated", self.seat);
        self
    }
}
