//! The events alone tell the whole game: a table that hears nothing else has the same numbers after every input.

use daikaiju_engine::laws::Trial;
use daikaiju_engine::{
    Answer, Card, Event, Input, KEEP_CARDS, Kind, Leaving, Need, Outcome, Place, Question, Seat,
    Spot, State, Token,
};

/// What one who only listens would write down.
#[derive(Default)]
struct Listener {
    hearts: [u8; 6],
    stars: [u8; 6],
    energy: [u8; 6],
    poison: [u8; 6],
    shrink: [u8; 6],
    spots: [Option<Spot>; 6],
    cards: [Vec<Card>; 6],
    counters: Vec<u8>,
    market: [Option<Card>; 3],
    copied: Option<Card>,
    turn: Option<Seat>,
    outcome: Option<Outcome>,
}

/// A number changes: it must have been what the event says it was.
fn change(number: &mut u8, from: u8, to: u8, event: &Event) {
    assert_eq!(*number, from, "{event:?}");
    *number = to;
}

impl Listener {
    fn hears(&mut self, event: &Event) {
        match *event {
            Event::TurnStarted { seat, .. } => self.turn = Some(seat),
            Event::Stars { seat, from, to, .. } => {
                change(&mut self.stars[seat.index()], from, to, event);
            }
            Event::Energy { seat, from, to, .. } => {
                change(&mut self.energy[seat.index()], from, to, event);
            }
            Event::Healed { seat, from, to, .. }
            | Event::Hurt { seat, from, to, .. }
            | Event::LostHearts { seat, from, to, .. } => {
                change(&mut self.hearts[seat.index()], from, to, event);
                assert_ne!(from, to, "nothing has happened: {event:?}");
            }
            Event::Tokens { seat, token, from, to } => {
                let tokens = match token {
                    Token::Poison => &mut self.poison,
                    Token::Shrink => &mut self.shrink,
                };
                change(&mut tokens[seat.index()], from, to, event);
            }
            Event::Counter { card, from, to, .. } => {
                change(&mut self.counters[card.index()], from, to, event);
            }
            Event::Eliminated { seat } => {
                let seat = seat.index();
                (self.energy[seat], self.poison[seat], self.shrink[seat]) = (0, 0, 0);
            }
            Event::Left { seat, spot, .. } => {
                assert_eq!(self.spots[seat.index()].take(), Some(spot), "{event:?}");
            }
            Event::Entered { seat, spot } => {
                assert_eq!(self.spots[seat.index()].replace(spot), None, "{event:?}");
            }
            Event::MovedToCity { seat } => self.spots[seat.index()] = Some(Spot::City),
            Event::Revealed { place, card } => self.market[place as usize] = Some(card),
            Event::Swept { .. } => self.market = [None; 3],
            Event::Bought { seat, card, place, .. } => {
                if place != Place::Top {
                    assert_eq!(self.market[place as usize].take(), Some(card));
                }
                if card.kind() == Kind::Keep {
                    self.cards[seat.index()].push(card);
                }
            }
            Event::Taken { seat, from, card, .. } => {
                self.loses(from, card);
                self.cards[seat.index()].push(card);
            }
            Event::Discarded { seat, card } => {
                self.loses(seat, card);
                self.counters[card.index()] = 0;
            }
            Event::Copied { card, .. } => self.copied = Some(card),
            Event::CopyLost { card, .. } => {
                assert_eq!(self.copied.take(), Some(card));
                self.counters[Card::Mimic.index()] = 0;
            }
            Event::Over { outcome } => self.outcome = Some(outcome),
            _ => {}
        }
    }

    fn loses(&mut self, seat: Seat, card: Card) {
        let cards = &mut self.cards[seat.index()];
        let place = cards.iter().position(|one| *one == card);
        cards.remove(place.unwrap_or_else(|| panic!("{seat} loses {card} and does not hold it")));
    }

    fn agrees_with(&self, state: &State) {
        for seat in state.seats().iter() {
            let (monster, i) = (state.monster(seat), seat.index());
            let is =
                (monster.hearts, monster.stars, monster.energy, monster.poison, monster.shrink);
            let heard =
                (self.hearts[i], self.stars[i], self.energy[i], self.poison[i], self.shrink[i]);
            assert_eq!(is, heard, "hearts, stars, energy, poison, shrink of {seat}");
            assert_eq!(state.spot(seat), self.spots[i], "where {seat} is");
            // A purchase may end the game before the card has changed hands.
            if state.outcome().is_none() {
                let mut cards = self.cards[i].clone();
                cards.sort();
                assert_eq!(monster.cards.iter().collect::<Vec<_>>(), cards, "cards of {seat}");
            }
        }
        if state.outcome().is_none() {
            assert_eq!(*state.market(), self.market);
            for card in Card::ALL.into_iter().filter(|card| card.kind() == Kind::Keep) {
                assert_eq!(state.counter(card), self.counters[card.index()], "on {card}");
            }
            assert!(self.turn.is_none_or(|seat| seat == state.turn().seat));
        }
        assert_eq!((state.copied(), state.outcome()), (self.copied, self.outcome));
    }
}

/// Every answer is told in some way.
fn is_told(
    state: &State,
    question: Question,
    seat: Seat,
    answer: Answer,
    events: &[Event],
) -> bool {
    let told = |what: &dyn Fn(&Event) -> bool| events.iter().any(what);
    let one_by_one = state.rules().get("yield_decisions") == Some("city_then_bay");
    match (question, answer) {
        (Question::Roll, Answer::Pass) => told(&|event| matches!(event, Event::Stopped { .. })),
        (Question::Yield, Answer::Pass) if one_by_one => {
            told(&|event| matches!(event, Event::Stayed { seat: who, .. } if *who == seat))
        }
        (Question::Flee, Answer::Pass) => {
            told(&|event| matches!(event, Event::Stayed { seat: who, .. } if *who == seat))
        }
        (Question::Yield, Answer::Yes) if one_by_one => told(
            &|event| matches!(event, Event::Left { seat: who, why: Leaving::Yielded, .. } if *who == seat),
        ),
        (Question::ExtraTurn, Answer::Pass) => {
            told(&|event| matches!(event, Event::DeclinedTurn { .. }))
        }
        (Question::Probe, Answer::Die(_)) => told(&|event| matches!(event, Event::Used { .. })),
        (_, Answer::Free { card, .. }) => {
            told(&|event| matches!(event, Event::Used { card: used, .. } if *used == card))
        }
        (_, Answer::Set { card, .. }) => {
            told(&|event| matches!(event, Event::DieSet { card: used, .. } if *used == card))
        }
        (Question::Roll | Question::Defend, Answer::Use(card)) => {
            told(&|event| matches!(event, Event::Used { card: used, .. } if *used == card))
        }
        (_, Answer::Buy(_)) => told(&|event| matches!(event, Event::Bought { .. })),
        (_, Answer::Take(_)) => told(&|event| matches!(event, Event::Taken { .. })),
        (_, Answer::Sweep) => told(&|event| matches!(event, Event::Swept { .. })),
        (Question::Sell, Answer::Pick(_)) => told(&|event| matches!(event, Event::Sold { .. })),
        _ => true,
    }
}

/// All five books, house rules, two to six monsters.
#[test]
fn the_events_tell_everything() {
    for seed in 0..3_000 {
        let trial = Trial::number(seed);
        let mut random = daikaiju_engine::random::Random::new(seed);
        let mut state = State::new(&trial.rules, trial.players, None).expect("a possible table");
        let mut listener =
            Listener { hearts: [10; 6], counters: vec![0; KEEP_CARDS], ..Listener::default() };
        let mut events = Vec::new();
        while let Some(input) = random.input(&state, state.need()) {
            let asked = state.need();
            events.clear();
            state.play(input, Some(&mut events)).expect("a listed answer is legal");
            for event in &events {
                listener.hears(event);
            }
            listener.agrees_with(&state);
            if let (Need::Answer(ask), Input::Answer(answer)) = (asked, input) {
                let told = is_told(&state, ask.question, ask.seat, answer, &events);
                assert!(told, "trial {seed}: nobody was told of {answer:?} to {:?}", ask.question);
            }
        }
    }
}
