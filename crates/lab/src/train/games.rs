//! Games of self-play, and what there is to learn from them.

use std::sync::Arc;

use bots::Bot;
use bots::chance::Chance;
use bots::mind::{self, HandMade, Learned, Luck, Mind};
use bots::net::{Features, Net, SEATS};
use engine::{Answer, Ask, Input, Need, Question, Rulebook, State};

use super::lesson::Lesson;
use crate::one_game::{Sitters, new_game, play_with};
use crate::starts::drawn_start;

/// The share of games that begin in mid-game, with cards dealt at random.
const DRAWN_STARTS: f64 = 0.5;
/// The share of games in which something is tried at random. In all others the net is held to how they ended: if every
/// game were cut by random answers, it would learn from its own word alone, and swing.
const EXPLORED: f64 = 0.4;
/// How often a choice of cards or a yield is random in those.
const EXPLORE: f64 = 0.1;
/// The share of games with frozen versions at the table: with two monsters, and with more.
const LEAGUE: [f64; 2] = [0.1, 0.25];
/// How many cards are tried where one is revealed.
const WIDTH: u32 = 8;

/// Who plays in self-play.
#[derive(Clone)]
pub(super) struct Players {
    /// The net that learns.
    pub(super) net: Arc<Net>,
    /// Frozen versions.
    pub(super) league: Vec<Arc<Net>>,
    /// The hand-made bot plays; the net only looks on.
    pub(super) by_hand: bool,
    /// A net that never learns and sits in all seats but one: what is learned is the best response to it.
    pub(super) against: Option<Arc<Net>>,
    /// The number of monsters, if it is always the same.
    pub(super) count: Option<usize>,
}

/// A judgement of either kind.
enum Player {
    Hand(Box<Mind<HandMade>>),
    Net(Box<Mind<Learned>>),
}

impl Player {
    fn answer(&mut self, state: &State, ask: &Ask) -> Answer {
        let view = state.view(Some(ask.seat));
        match self {
            Player::Hand(mind) => mind.answer(&view),
            Player::Net(mind) => mind.answer(&view),
        }
    }
}

/// A moment at which the net looks: a turn begins, or it is time to shop.
struct Seen {
    features: Features,
    order: Vec<usize>,
    chances: [f32; 6],
    /// The luck of dice and cards from here to the next moment.
    luck: [f64; 6],
    /// A random answer followed: what came of it says little about good play from here.
    explored: bool,
}

impl Seen {
    fn of(net: &Net, state: &State, shop: bool) -> Seen {
        let features = mind::see(state, shop);
        Seen {
            features,
            order: mind::order(state).map(|seat| seat.index()).collect(),
            chances: mind::by_seat(state, &net.chances(&features)),
            luck: [0.0; 6],
            explored: false,
        }
    }
}

/// Plays one game of self-play and returns what there is to learn from it.
pub(super) fn self_play(players: &Players, lambda: f32, chance: &mut Chance) -> Vec<Lesson> {
    let any = [2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6][chance.below(11) as usize];
    let count = players.count.unwrap_or(any);
    let book = match chance.below(10) {
        0 => Rulebook::Icelandic,
        1 => Rulebook::Polish,
        2 => Rulebook::Italian,
        _ => Rulebook::Dutch,
    };
    let seed = chance.next();
    let drawn =
        (chance.unit() < DRAWN_STARTS).then(|| drawn_start(&book.rules(), count, chance)).flatten();
    let mut state = drawn.unwrap_or_else(|| new_game(book.rules(), count));
    let explore = if chance.unit() < EXPLORED { EXPLORE } else { 0.0 };
    let frozen = seat_frozen(players, count, chance);
    let learner = |chance: &mut Chance, net: &Arc<Net>| {
        Box::new(Mind::new(Learned::new(net.clone()), chance.next()).with_width(WIDTH))
    };
    let minds: Vec<Player> = if players.by_hand {
        vec![Player::Hand(Box::new(Mind::new(HandMade, chance.next()).with_width(2)))]
    } else {
        let mut minds = vec![Player::Net(learner(chance, &players.net))];
        minds.extend(frozen.1.iter().map(|net| Player::Net(learner(chance, net))));
        minds
    };
    let mut pupils = Pupils {
        net: &players.net,
        minds,
        seats: frozen.0,
        explore,
        chance,
        seen: Vec::new(),
        luck: Luck::default(),
    };
    let outcome = play_with(&mut state, seed, &mut pupils);
    let Some(outcome) = outcome else { return Vec::new() };
    lessons(&pupils.seen, outcome.shares(state.seats()).map(|share| share as f32), lambda)
}

/// Which mind sits where: 0 is the learner, 1 a frozen version.
fn seat_frozen(
    players: &Players,
    count: usize,
    chance: &mut Chance,
) -> ([usize; 6], Option<Arc<Net>>) {
    let mut seats = [0; 6];
    if let Some(net) = &players.against {
        seats = [1; 6];
        seats[chance.below(count as u32) as usize] = 0;
        return (seats, Some(net.clone()));
    }
    let share = LEAGUE[(2 < count) as usize];
    if players.by_hand || players.league.is_empty() || share <= chance.unit() {
        return (seats, None);
    }
    let version = chance.below(players.league.len() as u32) as usize;
    let frozen = 1 + chance.below(count as u32 - 1) as usize;
    let first = chance.below(count as u32) as usize;
    (first..first + frozen).for_each(|seat| seats[seat % count] = 1);
    (seats, Some(players.league[version].clone()))
}

/// A table of self-play, and what the net saw at it.
struct Pupils<'a> {
    net: &'a Net,
    minds: Vec<Player>,
    /// Which mind sits where.
    seats: [usize; 6],
    /// How often a choice is random.
    explore: f64,
    chance: &'a mut Chance,
    seen: Vec<Seen>,
    luck: Luck,
}

impl Pupils<'_> {
    fn look(&mut self, state: &State, shop: bool) {
        self.close();
        self.luck.take();
        self.seen.push(Seen::of(self.net, state, shop));
    }

    /// The luck since the last moment is known.
    fn close(&mut self) {
        if let Some(last) = self.seen.last_mut() {
            last.luck = self.luck.take();
        }
    }
}

impl Sitters for Pupils<'_> {
    fn before(&mut self, state: &State) {
        match state.need() {
            Need::Over(_) => self.close(),
            Need::Answer(ask) if ask.question == Question::Shop => self.look(state, true),
            _ if mind::turn_begins(state) => self.look(state, false),
            _ => {}
        }
    }

    fn answer(&mut self, state: &State, ask: &Ask) -> Option<Answer> {
        let explores = may_explore(ask.question) && self.chance.unit() < self.explore;
        let mind = &mut self.minds[self.seats[ask.seat.index()]];
        let answer = if explores {
            let answers = state.answers();
            answers.get(self.chance.below(answers.len() as u32) as usize).unwrap_or(Answer::Pass)
        } else {
            mind.answer(state, ask)
        };
        if let Player::Net(mind) = mind {
            self.luck.answered(mind, state, ask, answer);
        }
        if explores && let Some(last) = self.seen.last_mut() {
            last.explored = true;
        }
        let legal = state.check(Input::Answer(answer)).is_ok();
        Some(if legal { answer } else { mind::usual(state, ask, &state.answers()) })
    }

    fn chance(&mut self, state: &State, input: Input) {
        let roller = &mut self.minds[self.seats[state.turn().seat.index()]];
        match (input, roller) {
            (Input::Rolled(dice), Player::Net(mind)) => self.luck.thrown(mind, state, dice),
            (Input::Revealed(card), Player::Net(mind)) => self.luck.revealed(mind, state, card),
            _ => {}
        }
    }
}

fn may_explore(question: Question) -> bool {
    matches!(
        question,
        Question::Shop
            | Question::Opportunity
            | Question::Yield
            | Question::Copy
            | Question::Sell
            | Question::Start
    )
}

/// The target of a moment is what the net says of the next one, without the luck between them, and a part of what was
/// learned after that. What cards did between the throws was not luck and stays in.
fn lessons(seen: &[Seen], result: [f32; 6], lambda: f32) -> Vec<Lesson> {
    let mut lessons = Vec::with_capacity(seen.len());
    // `ahead` is the target of the next moment and `said` what the net said there.
    let (mut ahead, mut said) = (result, result);
    for moment in seen.iter().rev() {
        if moment.explored {
            (ahead, said) = (moment.chances, moment.chances);
            continue;
        }
        let goal: [f32; 6] = std::array::from_fn(|seat| {
            said[seat] - moment.luck[seat] as f32 + lambda * (ahead[seat] - said[seat])
        });
        let (mut target, mut truth) = ([0.0; SEATS], [0.0; SEATS]);
        for (at, &seat) in moment.order.iter().enumerate() {
            // Without its luck a result may lie a little outside of 0 to 1; its mean is right only if it may.
            target[at] = goal[seat].clamp(-0.5, 1.5);
            truth[at] = result[seat];
        }
        lessons.push(Lesson { features: moment.features, target, result: truth });
        (ahead, said) = (goal, moment.chances);
    }
    lessons
}
