//! What must be true: one line, and what was found instead.

use crate::line::Words;
use crate::say::Say;
use crate::tell;
use engine::{Card, Dice, Input, Need, Outcome, Question, Seat, Spot, State, TurnKind};

/// Something that must be true of the game as it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expect {
    /// Facts about one monster.
    Monster(Seat, Vec<Fact>),
    City(Option<Seat>),
    Bay(Bay),
    /// Whose turn it is, and why it is played.
    Turn(Seat, Option<TurnKind>),
    /// Who is asked what.
    Asks(Seat, Question),
    /// The game waits for no player.
    NobodyAsked,
    /// Who throws how many dice.
    Rolls(Seat, u8),
    /// A card is to be turned up.
    Reveals,
    Over(Outcome),
    NotOver,
    Market(Vec<Option<Card>>),
    /// Exactly these cards lie in the market, in any order.
    OnSale(Vec<Card>),
    Discarded(Vec<Card>),
    Deck(u8),
    Counter(Card, u8),
    Copied(Option<Card>),
    Dice(Dice),
    Rerolls(u8),
    /// The player may say this now.
    Allows(Seat, Say),
    /// The player may not say this now.
    Refuses(Seat, Say),
}

/// Something that must be true of one monster.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fact {
    Hearts(u8),
    Max(u8),
    Stars(u8),
    Energy(u8),
    Poison(u8),
    Shrink(u8),
    In(Option<Spot>),
    Dead,
    Alive,
    /// It holds exactly these cards.
    Cards(Vec<Card>),
    Has(Card),
    Lacks(Card),
    /// It has looked at the top card of the deck, which is this.
    Sees(Card),
}

/// What must be true of the Bay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bay {
    Closed,
    Holds(Option<Seat>),
}

/// What was expected and what was found, both in words.
pub(crate) type Miss = (String, String);

impl Expect {
    /// Reads what follows `expect`.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Expect, String> {
        let first = words.word("what is expected")?;
        if let Some(seat) = words.names.find(first)? {
            return Ok(Expect::Monster(seat, facts(words)?));
        }
        Ok(match first {
            "city" => Expect::City(holder(words)?),
            "bay" => {
                if words.take("closed") {
                    Expect::Bay(Bay::Closed)
                } else {
                    Expect::Bay(Bay::Holds(holder(words)?))
                }
            }
            "turn" => Expect::Turn(words.seat()?, kind(words)?),
            "asks" => {
                let seat = words.seat()?;
                Expect::Asks(seat, question(words.word("a question")?)?)
            }
            "rolls" => Expect::Rolls(words.seat()?, words.number()?),
            "reveal" => Expect::Reveals,
            "over" => Expect::Over(outcome(words)?),
            "not" => {
                words.exactly("over")?;
                Expect::NotOver
            }
            "market" => Expect::Market(market(words)?),
            "on" => {
                words.exactly("sale")?;
                Expect::OnSale(words.cards()?)
            }
            "discarded" => Expect::Discarded(words.cards()?),
            "deck" => Expect::Deck(words.number()?),
            "counter" => Expect::Counter(words.card()?, words.number()?),
            "copied" => {
                let nothing = words.take("nothing");
                Expect::Copied(if nothing { None } else { Some(words.card()?) })
            }
            "dice" => Expect::Dice(words.dice()?),
            "rerolls" => Expect::Rerolls(words.number()?),
            "allows" => {
                let (seat, say) = speech(words)?;
                Expect::Allows(seat, say)
            }
            "refuses" => {
                let (seat, say) = speech(words)?;
                Expect::Refuses(seat, say)
            }
            other => return Err(format!("there is no expectation `{other}`")),
        })
    }

    /// What differs; nothing if it is true.
    pub(crate) fn misses(&self, state: &State) -> Vec<Miss> {
        let one = |right: bool, expected: String, was: String| {
            if right { Vec::new() } else { vec![(expected, was)] }
        };
        match self {
            Expect::Monster(seat, facts) => {
                facts.iter().filter_map(|fact| fact.miss(*seat, state)).collect()
            }
            Expect::City(seat) => {
                let city = state.tokyo().city;
                one(city == *seat, tell::holder(*seat), tell::holder(city))
            }
            Expect::Bay(bay) => {
                let tokyo = state.tokyo();
                let was = if tokyo.bay_open { Bay::Holds(tokyo.bay) } else { Bay::Closed };
                one(was == *bay, bay.tell(), was.tell())
            }
            Expect::Turn(seat, kind) => {
                let turn = state.turn();
                let right = turn.seat == *seat && kind.is_none_or(|kind| kind == turn.kind);
                let tell = |seat: Seat, kind: Option<TurnKind>| match kind {
                    Some(kind) => format!("{seat} ({kind:?})"),
                    None => seat.to_string(),
                };
                one(right, tell(*seat, *kind), tell(turn.seat, kind.map(|_| turn.kind)))
            }
            Expect::Asks(seat, question) => {
                let right = matches!(state.need(), Need::Answer(ask)
                    if ask.seat == *seat && ask.question == *question);
                let expected = format!("{seat} is asked {}", tell::question(*question));
                one(right, expected, tell::need(state))
            }
            Expect::NobodyAsked => {
                let right = !matches!(state.need(), Need::Answer(_));
                one(right, "nobody is asked".to_owned(), tell::need(state))
            }
            Expect::Rolls(seat, count) => {
                let right = state.need() == Need::Roll { seat: *seat, count: *count };
                one(right, format!("{seat} throws {count} dice"), tell::need(state))
            }
            Expect::Reveals => {
                let right = matches!(state.need(), Need::Reveal(_));
                one(right, "a card of the deck is turned up".to_owned(), tell::need(state))
            }
            Expect::Over(outcome) => {
                let right = state.outcome() == Some(*outcome);
                let expected = format!("the game is over: {}", tell::outcome(*outcome));
                one(right, expected, tell::need(state))
            }
            Expect::NotOver => {
                let expected = "the game goes on".to_owned();
                one(state.outcome().is_none(), expected, tell::need(state))
            }
            Expect::Market(places) => {
                let right = state.market().as_slice() == places.as_slice();
                one(right, tell_market(places), tell_market(state.market()))
            }
            Expect::OnSale(cards) => {
                let (mut wanted, mut was) = (cards.clone(), Vec::new());
                was.extend(state.market().iter().flatten().copied());
                wanted.sort();
                was.sort();
                one(was == wanted, tell::cards(wanted), tell::cards(was))
            }
            Expect::Discarded(cards) => {
                let right = cards.iter().all(|card| state.discards().has(*card));
                let expected = format!("among the discards: {}", tell::cards(cards.clone()));
                one(right, expected, tell::cards(state.discards().iter()))
            }
            Expect::Deck(count) => {
                let was = state.deck().len();
                one(was == *count as usize, format!("{count} cards"), format!("{was} cards"))
            }
            Expect::Counter(card, count) => {
                let was = state.counter(*card);
                let lies = |count: u8| format!("{count} on {card}");
                one(was == *count, lies(*count), lies(was))
            }
            Expect::Copied(card) => {
                let was = state.copied();
                one(was == *card, tell::cards(*card), tell::cards(was))
            }
            Expect::Dice(dice) => {
                let was = state.turn().dice;
                let sorted = |dice: Dice| {
                    let mut faces: Vec<_> = dice.iter().collect();
                    faces.sort();
                    faces
                };
                one(sorted(was) == sorted(*dice), tell::dice(*dice), tell::dice(was))
            }
            Expect::Rerolls(count) => {
                let was = state.turn().rerolls;
                one(was == *count, format!("{count} rerolls left"), format!("{was} rerolls left"))
            }
            Expect::Allows(seat, say) => {
                one(legal(*seat, say, state), "allowed".to_owned(), tell::need(state))
            }
            Expect::Refuses(seat, say) => {
                one(!legal(*seat, say, state), "refused".to_owned(), tell::need(state))
            }
        }
    }
}

fn legal(seat: Seat, say: &Say, state: &State) -> bool {
    let answer = say.answer(seat, state);
    answer.is_ok_and(|answer| state.check(Input::Answer(answer)).is_ok())
}

impl Fact {
    fn miss(&self, seat: Seat, state: &State) -> Option<Miss> {
        let monster = state.monster(seat);
        let alive = state.living().has(seat);
        let number = |wanted: u8, was: u8, what: &str| {
            (wanted != was).then(|| (format!("{seat} {what} {wanted}"), format!("{was}")))
        };
        let life = |alive: bool| format!("{seat} is {}", if alive { "alive" } else { "dead" });
        let held = || format!("{seat} holds {}", tell::cards(monster.cards.iter()));
        match self {
            Fact::Hearts(hearts) => number(*hearts, monster.hearts, "hearts"),
            Fact::Max(most) => number(*most, state.hearts_max(seat), "maximum"),
            Fact::Stars(stars) => number(*stars, monster.stars, "stars"),
            Fact::Energy(energy) => number(*energy, monster.energy, "energy"),
            Fact::Poison(tokens) => number(*tokens, monster.poison, "poison"),
            Fact::Shrink(tokens) => number(*tokens, monster.shrink, "shrink"),
            Fact::In(spot) => {
                let was = state.spot(seat);
                let place = |spot: Option<Spot>| format!("{seat} in {}", tell::spot(spot));
                (was != *spot || !alive)
                    .then(|| (place(*spot), if alive { place(was) } else { life(false) }))
            }
            Fact::Dead => alive.then(|| (life(false), life(true))),
            Fact::Alive => (!alive).then(|| (life(true), life(false))),
            Fact::Cards(cards) => {
                let mut wanted = cards.clone();
                wanted.sort_by_key(|card| card.index());
                let mut was: Vec<Card> = monster.cards.iter().collect();
                was.sort_by_key(|card| card.index());
                let expected = || format!("{seat} holds {}", tell::cards(wanted.clone()));
                (was != wanted).then(|| (expected(), held()))
            }
            Fact::Has(card) => {
                let has = monster.cards.has(*card);
                (!has).then(|| (format!("{seat} holds {card}"), held()))
            }
            Fact::Lacks(card) => {
                let has = monster.cards.has(*card);
                has.then(|| (format!("{seat} does not hold {card}"), held()))
            }
            Fact::Sees(card) => {
                let seen = state.card_at(engine::Place::Top).filter(|_| state.top_seen().has(seat));
                let sees = |card: Option<Card>| format!("{seat} sees {}", tell::cards(card));
                (seen != Some(*card)).then(|| (sees(Some(*card)), sees(seen)))
            }
        }
    }
}

impl Bay {
    fn tell(self) -> String {
        match self {
            Bay::Closed => "closed".to_owned(),
            Bay::Holds(seat) => tell::holder(seat),
        }
    }
}

fn tell_market(places: &[Option<Card>]) -> String {
    let places: Vec<&str> = places.iter().map(|card| card.map_or("-", Card::id)).collect();
    places.join(" ")
}

fn facts(words: &mut Words<'_>) -> Result<Vec<Fact>, String> {
    let mut facts = Vec::new();
    while words.peek().is_some() || facts.is_empty() {
        facts.push(match words.word("a fact about the monster")? {
            "hearts" => Fact::Hearts(words.number()?),
            "max" => Fact::Max(words.number()?),
            "stars" => Fact::Stars(words.number()?),
            "energy" => Fact::Energy(words.number()?),
            "poison" => Fact::Poison(words.number()?),
            "shrink" => Fact::Shrink(words.number()?),
            "in" => Fact::In(match words.word("`city` or `bay`")? {
                "city" => Some(Spot::City),
                "bay" => Some(Spot::Bay),
                other => return Err(format!("expected `city` or `bay`, not `{other}`")),
            }),
            "outside" => Fact::In(None),
            "dead" => Fact::Dead,
            "alive" => Fact::Alive,
            "cards" => Fact::Cards(words.cards()?),
            "has" => Fact::Has(words.card()?),
            "lacks" => Fact::Lacks(words.card()?),
            "sees" => Fact::Sees(words.card()?),
            other => {
                return Err(format!(
                    "expected hearts, max, stars, energy, poison, shrink, in, outside, dead, alive, cards, has, lacks or sees, not `{other}`"
                ));
            }
        });
    }
    Ok(facts)
}

fn holder(words: &mut Words<'_>) -> Result<Option<Seat>, String> {
    if words.take("empty") { Ok(None) } else { Ok(Some(words.seat()?)) }
}

fn kind(words: &mut Words<'_>) -> Result<Option<TurnKind>, String> {
    if words.peek().is_none() {
        return Ok(None);
    }
    match words.word("the kind of turn")? {
        "regular" => Ok(Some(TurnKind::Regular)),
        "freeze_time" => Ok(Some(TurnKind::FreezeTime)),
        "frenzy" => Ok(Some(TurnKind::Frenzy)),
        other => Err(format!("expected regular, freeze_time or frenzy, not `{other}`")),
    }
}

/// The question with this name.
pub(crate) fn question(word: &str) -> Result<Question, String> {
    Question::ALL.into_iter().find(|question| tell::question(*question) == word).ok_or_else(|| {
        let all: Vec<&str> = Question::ALL.into_iter().map(tell::question).collect();
        format!("there is no question `{word}`: it is one of {}", all.join(", "))
    })
}

fn outcome(words: &mut Words<'_>) -> Result<Outcome, String> {
    if words.take("nobody") {
        return Ok(Outcome::EveryoneLoses);
    }
    if words.take("draw") {
        return Ok(Outcome::Draw);
    }
    let seat = words.seat()?;
    match words.word("`stars` or `last`")? {
        "stars" => Ok(Outcome::Stars(seat)),
        "last" => Ok(Outcome::LastStanding(seat)),
        other => Err(format!("expected `stars` or `last`, not `{other}`")),
    }
}

fn market(words: &mut Words<'_>) -> Result<Vec<Option<Card>>, String> {
    let mut places = Vec::new();
    for _ in 0..3 {
        places.push(if words.take("-") { None } else { Some(words.card()?) });
    }
    Ok(places)
}

fn speech(words: &mut Words<'_>) -> Result<(Seat, Say), String> {
    let word = words.word("a seat such as `A:`")?;
    let name = word.strip_suffix(':').ok_or_else(|| format!("expected `{word}:`"))?;
    let seat = words.names.seat(name)?;
    Ok((seat, Say::read(words)?))
}
