//! One language for setting a table and playing at it, used by every test of a rule or a card.
//!
//! First the table is set (`Table::of(3).in_city(B).holds(B, Card::Wings)`), then it is played: every line says what the
//! game waits for and answers it. A throw that nobody asked for, a question that somebody else is asked, a card of the
//! scripted deck that is never revealed: each is a failure. The laws are checked after every input.

#![allow(missing_docs, reason = "a line of a test says what it does")]

use crate::answer::{Answer, Input};
use crate::card::CardSet;
use crate::dice::{Dice, DiceSet};
use crate::power::Kind;
use crate::question::{Need, Spot};
use crate::rules::Rulebook;
use crate::seat::Seat;
use crate::setup::{At, MonsterSetup, Setup, TurnSetup};
use crate::state::{Phase, State};
use std::collections::VecDeque;

mod expect;

pub use crate::answer::Answer::*;
pub use crate::card::Card;
pub use crate::dice::Face;
pub use crate::event::Event;
pub use crate::question::{Group, Outcome, Place, Question};
pub use crate::rules::Rulebook::*;
pub use crate::seat::Seat::*;

/// The books with first-edition cards.
pub const FIRST_EDITION: [Rulebook; 4] = [Icelandic, Polish, Czech, Italian];
/// All five books: both printings.
pub const BOOKS: [Rulebook; 5] = Rulebook::ALL;
/// One book for each printing.
pub const PRINTINGS: [Rulebook; 2] = [Icelandic, Dutch];

/// A table at which a test is played.
pub struct Table {
    /// The table as it is set, until the first turn begins.
    setup: Setup,
    /// The game.
    pub state: State,
    /// What has happened since the turn began.
    pub events: Vec<Event>,
    /// The cards to be revealed, in order.
    deck: VecDeque<Card>,
    sold: usize,
    begun: bool,
}

/// Setting the table. Everybody has 10 hearts and nothing else, and stands outside Tokyo, until it is said otherwise. What does
/// not fit is told when the turn begins.
impl Table {
    /// This many monsters, by the Dutch book.
    pub fn of(players: u8) -> Table {
        let monsters = vec![MonsterSetup::default(); players.into()];
        let setup = Setup { rules: Dutch.rules(), monsters, ..Setup::default() };
        let state = State::new(&setup.rules, players.into(), None).expect("2 to 6 can play");
        Table { setup, state, events: Vec::new(), deck: VecDeque::new(), sold: 0, begun: false }
    }

    /// By this book.
    pub fn by(mut self, book: Rulebook) -> Table {
        self.setup.rules = book.rules();
        self
    }

    /// With this house rule.
    pub fn house(mut self, switch: &str, value: &str) -> Table {
        self.setup.rules.set(switch, value).expect("the switch and the value exist");
        self
    }

    pub fn in_city(mut self, seat: Seat) -> Table {
        self.setup.city = Some(seat);
        self
    }

    pub fn in_bay(mut self, seat: Seat) -> Table {
        self.setup.bay = Some(seat);
        self
    }

    /// Somebody has been in Tokyo before.
    pub fn visited(mut self) -> Table {
        self.setup.visited = true;
        self
    }

    fn monster(mut self, seat: Seat, set: impl FnOnce(&mut MonsterSetup)) -> Table {
        set(&mut self.setup.monsters[seat.index()]);
        self
    }

    pub fn hearts(self, seat: Seat, hearts: u8) -> Table {
        self.monster(seat, |monster| monster.hearts = hearts)
    }

    pub fn stars(self, seat: Seat, stars: u8) -> Table {
        self.monster(seat, |monster| monster.stars = stars)
    }

    pub fn energy(self, seat: Seat, energy: u8) -> Table {
        self.monster(seat, |monster| monster.energy = energy)
    }

    pub fn poison(self, seat: Seat, tokens: u8) -> Table {
        self.monster(seat, |monster| monster.poison = tokens)
    }

    pub fn shrink(self, seat: Seat, tokens: u8) -> Table {
        self.monster(seat, |monster| monster.shrink = tokens)
    }

    /// This monster is out of the game.
    pub fn eliminated(self, seat: Seat) -> Table {
        self.hearts(seat, 0)
    }

    /// This monster holds a keep card, with what lies on a fresh one of it.
    pub fn holds(self, seat: Seat, card: Card) -> Table {
        self.monster(seat, |monster| monster.cards.push(card))
    }

    /// This monster holds Mimic, with the token on a card that somebody holds.
    pub fn mimics(mut self, seat: Seat, card: Card) -> Table {
        self.setup.copied = Some(card);
        self.holds(seat, Card::Mimic)
    }

    /// This much lies on this card.
    pub fn with_on(mut self, card: Card, counter: u8) -> Table {
        self.setup.counters.insert(card, counter);
        self
    }

    /// Its owner paid this for it.
    pub fn bought_for(mut self, card: Card, price: u8) -> Table {
        self.setup.paid.insert(card, price);
        self
    }

    /// This card lies in the next place of the market.
    pub fn sale(mut self, card: Card) -> Table {
        self.setup.market[self.sold] = Some(card);
        self.sold += 1;
        self
    }

    /// The deck from the top, as far as it will be revealed.
    pub fn deck(mut self, cards: &[Card]) -> Table {
        self.deck.extend(cards);
        self
    }

    /// All other cards lie on the discard pile: the deck is as long as its script.
    pub fn short_deck(mut self) -> Table {
        self.fill_market();
        let script: CardSet = self.deck.iter().copied().collect();
        let rest = CardSet::ALL.except(self.elsewhere()).except(script);
        self.setup.discards.extend(rest.iter());
        self
    }

    fn elsewhere(&self) -> CardSet {
        let held = self.setup.monsters.iter().flat_map(|monster| &monster.cards);
        held.chain(self.setup.market.iter().flatten())
            .chain(&self.setup.discards)
            .copied()
            .collect()
    }

    /// Places of the market that nobody spoke of hold cards that only give stars.
    fn fill_market(&mut self) {
        let dull = [
            Card::Skyscraper,
            Card::ApartmentBuilding,
            Card::CommuterTrain,
            Card::CornerStore,
            Card::EvacuationOrders2,
            Card::Energize,
        ];
        for place in 0..3 {
            let taken = self.elsewhere();
            let free = |card: &Card| !taken.has(*card) && !self.deck.contains(card);
            if self.setup.market[place].is_none() {
                self.setup.market[place] = dull.into_iter().find(free);
            }
        }
    }
}

/// Playing.
impl Table {
    /// This monster's turn begins.
    pub fn turn(&mut self, seat: Seat) -> &mut Table {
        self.begin(seat, At::Start)
    }

    /// This monster's turn begins with its buying phase: no start, no dice.
    pub fn shopping(&mut self, seat: Seat) -> &mut Table {
        self.begin(seat, At::Buy)
    }

    fn begin(&mut self, seat: Seat, at: At) -> &mut Table {
        let mut number = 1;
        if self.begun {
            number += self.state.turn.number;
            self.setup = Setup { engine: None, ..self.state.setup() };
        }
        self.begun = true;
        self.fill_market();
        self.setup.turn = TurnSetup { number, seat: Some(seat), ..TurnSetup::default() };
        self.setup.at = at;
        self.events.clear();
        self.state = self.placed();
        self.settle_reveals()
    }

    /// The game that stands as the table is set.
    fn placed(&self) -> State {
        State::from_setup(&self.setup).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    /// One input. It must be legal, and the game must keep its laws.
    pub fn input(&mut self, input: Input) -> &mut Table {
        let need = self.state.need();
        if let Err(illegal) = self.state.play(input, Some(&mut self.events)) {
            panic!("{illegal}: {input:?} was given, and the game waits for {need:?}");
        }
        if let Err(law) = self.state.check_laws() {
            panic!("after {input:?}: {law}");
        }
        self.settle_reveals()
    }

    /// Reveals come from the scripted deck, or any card that is in nobody's way.
    fn settle_reveals(&mut self) -> &mut Table {
        while let Need::Reveal(_) = self.state.need() {
            let card = self.deck.pop_front().unwrap_or_else(|| {
                self.state.deck.iter().last().expect("a reveal is asked of a deck with cards")
            });
            if let Err(illegal) = self.state.play(Input::Revealed(card), Some(&mut self.events)) {
                panic!("{illegal}");
            }
            self.state.check_laws().expect("the laws hold after a reveal");
        }
        self
    }

    /// These dice are thrown, by whoever is to throw.
    #[track_caller]
    pub fn rolls(&mut self, dice: &str) -> &mut Table {
        let need = self.state.need();
        assert!(
            matches!(need, Need::Roll { .. }),
            "{dice} is thrown, but the game waits for {need:?}"
        );
        self.input(Input::Rolled(Dice::parse(dice).expect("dice are written 1 2 3 E C H")))
    }

    /// Dice thrown by this monster.
    #[track_caller]
    pub fn throws(&mut self, seat: Seat, dice: &str) -> &mut Table {
        let count = dice.split_whitespace().count() as u8;
        assert_eq!(self.state.need(), Need::Roll { seat, count }, "who throws, and how many dice");
        self.rolls(dice)
    }

    /// Is asked this; the answer follows.
    #[track_caller]
    pub fn asks(&mut self, seat: Seat, question: Question) -> &mut Table {
        match self.state.need() {
            Need::Answer(ask) => assert_eq!((ask.seat, ask.question), (seat, question)),
            need => panic!("{seat} should be asked {question:?}, but the game waits for {need:?}"),
        }
        self
    }

    /// Whoever is asked answers.
    #[track_caller]
    pub fn answers(&mut self, answer: Answer) -> &mut Table {
        self.input(Input::Answer(answer))
    }

    /// Is asked this and answers so.
    #[track_caller]
    pub fn says(&mut self, seat: Seat, question: Question, answer: Answer) -> &mut Table {
        self.asks(seat, question).answers(answer)
    }

    /// The active monster stops rolling.
    #[track_caller]
    pub fn stops(&mut self) -> &mut Table {
        self.says(self.state.turn.seat, Question::Roll, Pass)
    }

    /// The whole roll of the turn: these dice, kept at once.
    #[track_caller]
    pub fn keeps(&mut self, dice: &str) -> &mut Table {
        self.throws(self.state.turn.seat, dice).stops()
    }

    /// The active monster throws these places (counted from 0) again.
    #[track_caller]
    pub fn rerolls(&mut self, places: &[usize]) -> &mut Table {
        self.says(self.state.turn.seat, Question::Roll, Reroll(places_of(places)))
    }

    /// The active monster leaves the order of the dice to the rulebook.
    #[track_caller]
    pub fn usual_order(&mut self) -> &mut Table {
        self.says(self.state.turn.seat, Question::Resolve, Pass)
    }

    /// The active monster resolves this group of dice next.
    #[track_caller]
    pub fn resolves(&mut self, group: Group) -> &mut Table {
        self.says(self.state.turn.seat, Question::Resolve, Resolve(group))
    }

    /// The active monster leaves the order of the remaining dice to the rulebook, if it is asked.
    #[track_caller]
    pub fn resolves_rest(&mut self) -> &mut Table {
        self.may_pass(Question::Resolve)
    }

    #[track_caller]
    pub fn yields(&mut self, seat: Seat) -> &mut Table {
        self.says(seat, Question::Yield, Yes)
    }

    #[track_caller]
    pub fn stays(&mut self, seat: Seat) -> &mut Table {
        self.says(seat, Question::Yield, Pass)
    }

    /// Leaves Tokyo before the damage.
    #[track_caller]
    pub fn flees(&mut self, seat: Seat) -> &mut Table {
        self.says(seat, Question::Flee, Yes)
    }

    /// Uses a card against damage that is on its way.
    #[track_caller]
    pub fn defends(&mut self, seat: Seat, card: Card) -> &mut Table {
        self.says(seat, Question::Defend, Use(card))
    }

    /// Uses no card, or no further one, against damage that is on its way.
    #[track_caller]
    pub fn takes_it(&mut self, seat: Seat) -> &mut Table {
        self.says(seat, Question::Defend, Pass)
    }

    /// The active monster buys this card of the market.
    #[track_caller]
    pub fn buys(&mut self, card: Card) -> &mut Table {
        let place = self.place_of(card);
        self.says(self.state.turn.seat, Question::Shop, Buy(place))
    }

    /// Buys this card of the market as it appears.
    #[track_caller]
    pub fn snatches(&mut self, seat: Seat, card: Card) -> &mut Table {
        let place = self.place_of(card);
        self.says(seat, Question::Opportunity, Buy(place))
    }

    /// Lets the freshly revealed cards lie.
    #[track_caller]
    pub fn lets_lie(&mut self, seat: Seat) -> &mut Table {
        self.says(seat, Question::Opportunity, Pass)
    }

    /// Puts the mimic token on this card; with nothing else to choose it lies there without a question.
    #[track_caller]
    pub fn copies(&mut self, seat: Seat, card: Card) -> &mut Table {
        match self.state.need() {
            Need::Answer(ask) if ask.question == Question::Copy => {
                self.says(seat, Question::Copy, Pick(card))
            }
            _ => self.copied(card),
        }
    }

    /// The active monster buys this card from the monster that holds it.
    #[track_caller]
    pub fn takes(&mut self, card: Card) -> &mut Table {
        self.says(self.state.turn.seat, Question::Shop, Take(card))
    }

    #[track_caller]
    pub fn sweeps(&mut self) -> &mut Table {
        self.says(self.state.turn.seat, Question::Shop, Sweep)
    }

    /// The active monster buys nothing more.
    #[track_caller]
    pub fn done(&mut self) -> &mut Table {
        self.says(self.state.turn.seat, Question::Shop, Pass)
    }

    /// Passes at this question of the active monster, if it is asked.
    #[track_caller]
    pub fn may_pass(&mut self, question: Question) -> &mut Table {
        match self.state.need() {
            Need::Answer(ask) if ask.question == question => self.answers(Pass),
            _ => self,
        }
    }

    /// The next cards to be revealed.
    pub fn deck_now(&mut self, cards: &[Card]) -> &mut Table {
        self.deck.extend(cards);
        self
    }

    /// From now on this monster has this much energy.
    pub fn energy_now(&mut self, seat: Seat, energy: u8) -> &mut Table {
        self.state.monsters[seat.index()].energy = energy;
        self
    }

    /// Where this card lies in the market.
    #[track_caller]
    pub fn place_of(&self, card: Card) -> Place {
        let here = |place: &Place| self.state.card_at(*place) == Some(card);
        Place::MARKET
            .into_iter()
            .find(here)
            .unwrap_or_else(|| panic!("{card} is not in the market"))
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.deck.is_empty(), "never revealed: {:?}", self.deck);
        }
    }
}

/// Dice by their places, counted from 0.
pub fn places_of(places: &[usize]) -> DiceSet {
    DiceSet::from_bits(places.iter().fold(0, |bits, place| bits | 1 << place))
}

/// Turns the die at this place to this face with a card.
pub fn set(card: Card, die: u8, face: Face) -> Answer {
    Set { card, die, face }
}

/// Throws these places again with a card that does not use up a reroll.
pub fn free(card: Card, places: &[usize]) -> Answer {
    Free { card, dice: places_of(places) }
}

/// A buys this discard card and has 2 energy left; everything else is as the test has set it.
pub fn buy_it(table: Table, card: Card) -> Table {
    assert_eq!(card.kind(), Kind::Discard);
    let price = table.placed().price(A, card);
    let mut table = table.energy(A, price + 2).sale(card);
    table.shopping(A).buys(card);
    table
}
