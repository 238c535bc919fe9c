//! Every answer as a number. Equal keeps are one action: dice have no order here.
//!
//! A reroll is named by what is kept while that is at most five dice, and by what is thrown where more is kept (at most
//! three of nine dice are thrown then). So 545 numbers cover every reroll of up to nine dice, each exactly once.

use std::collections::HashMap;
use std::sync::LazyLock;

use engine::{
    Answer, Answers, Ask, CARDS, Card, Dice, DiceSet, Face, Group, KEEP_CARDS, Need, Place,
    Question, Seat, State,
};

use super::multiset::{
    self, Counts, chosen, packed, parts, rank, rest_of, sets_below, sets_of, size, unrank,
};

/// Most dice that an action names as kept.
const KEPT: usize = 5;
/// Most dice that an action names as thrown.
const THROWN: usize = 3;
/// Most dice thrown again with a card at once: Camouflage may throw fifteen.
const FREE: usize = Dice::MOST;

const KEEP_AT: usize = 0;
const THROW_AT: usize = KEEP_AT + sets_below(KEPT + 1);
const PLAIN_AT: usize = THROW_AT + sets_below(THROWN + 1) - 1;
const RESOLVE_AT: usize = PLAIN_AT + PLAIN.len();
const DECLINE_AT: usize = RESOLVE_AT + Group::ALL.len();
const BUY_AT: usize = DECLINE_AT + Group::ALL.len();
const USE_AT: usize = BUY_AT + CARDS;
const TREAT_AT: usize = USE_AT + KEEP_CARDS;
const DIE_AT: usize = TREAT_AT + 5;
const SET_AT: usize = DIE_AT + 6;
const FREE_AT: usize = SET_AT + 5 + 30 * SETTERS.len();
const TAKE_AT: usize = FREE_AT + FREE * FREERS.len();
const PICK_AT: usize = TAKE_AT + KEEP_CARDS;
const DEPOSIT_AT: usize = PICK_AT + KEEP_CARDS;

/// How many actions there are.
pub(crate) const ACTIONS: usize = DEPOSIT_AT + 256;
const _: () = assert!(ACTIONS == 1168, "the space has changed: its version has to grow");

/// How many bytes a mask has with eight actions in each.
pub(crate) const PACKED: usize = ACTIONS.div_ceil(8);

const WORDS: usize = ACTIONS.div_ceil(64);

/// Stop, stay, no, done.
pub(crate) const PASS: Action = PLAIN_AT as Action;

/// Answers that are one word, in the order of their numbers.
const PLAIN: [(&str, Answer); 7] = [
    ("pass", Answer::Pass),
    ("yes", Answer::Yes),
    ("heal", Answer::Heal),
    ("drop_poison", Answer::DropPoison),
    ("drop_shrink", Answer::DropShrink),
    ("sweep", Answer::Sweep),
    ("take_poison", Answer::TakePoison),
];

/// Cards that turn any die to any face (Mimic as well, for it may copy one); Herd Culler only turns to 1.
const SETTERS: [Card; 3] = [Card::Stretchy, Card::PlotTwist, Card::Mimic];
/// Cards that throw threes again.
const FREERS: [Card; 2] = [Card::BackgroundDweller, Card::Mimic];

/// The number of an action.
pub(crate) type Action = u16;

/// A set of actions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mask([u64; WORDS]);

impl Mask {
    const NONE: Mask = Mask([0; WORDS]);

    /// Adds an action and says whether it is new.
    #[inline]
    fn add(&mut self, action: usize) -> bool {
        let (word, bit) = (&mut self.0[action / 64], 1 << (action % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// The action with this many others before it.
    #[inline]
    fn nth(&self, mut number: usize) -> Option<Action> {
        for (at, &word) in self.0.iter().enumerate() {
            if word == 0 {
                continue;
            }
            let here = word.count_ones() as usize;
            if number < here {
                let mut left = word;
                for _ in 0..number {
                    left &= left - 1;
                }
                return Some((at * 64) as Action + left.trailing_zeros() as Action);
            }
            number -= here;
        }
        None
    }

    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let action = (at * 64) as Action + left.trailing_zeros() as Action;
                    left &= left - 1;
                    action
                })
            })
        })
    }
}

/// What may be kept of every roll of at most six dice, row by row.
struct Keeps {
    masks: Vec<[u64; 8]>,
    /// The same with a byte for each action.
    bytes: Vec<[u8; 512]>,
    /// Where the list of a row begins among `lists`; the next begins where it ends.
    starts: Vec<u32>,
    /// The same actions in order, and behind those of every row `pass`.
    lists: Vec<Action>,
}

static KEEPS: LazyLock<Keeps> = LazyLock::new(|| {
    let mut keeps =
        Keeps { masks: Vec::new(), bytes: Vec::new(), starts: vec![0], lists: Vec::new() };
    for dice in 0..=6 {
        for number in 0..sets_of(dice) {
            let mut mask = Mask::NONE;
            add_keeps(&unrank(dice, number), &mut mask);
            keeps.masks.push(std::array::from_fn(|word| mask.0[word]));
            keeps.bytes.push(std::array::from_fn(|at| (mask.0[at / 64] >> (at % 64) & 1) as u8));
            keeps.lists.extend(mask.iter().chain([PASS]));
            keeps.starts.push(keeps.lists.len() as u32);
        }
    }
    keeps
});

impl Keeps {
    /// The actions of a row.
    #[inline]
    fn list(&self, row: u16) -> &[Action] {
        let row = row as usize;
        &self.lists[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// The same without `pass` as bits.
    #[inline]
    fn mask(&self, row: u16) -> &[u64; 8] {
        &self.masks[row as usize]
    }
}

/// The row of [`KEEPS`] for these dice, of which there are at most six.
#[inline]
fn row_of_keeps(dice: Dice) -> u16 {
    (sets_below(dice.len()) + rank(&dice.counts())) as u16
}

fn add_keeps(roll: &Counts, mask: &mut Mask) -> u16 {
    let (dice, mut count) = (size(roll), 0);
    parts(roll, |keep| {
        if size(keep) < dice {
            count += u16::from(mask.add(keep_action(roll, keep)));
        }
    });
    count
}

/// The number of the action that keeps this part of a roll.
pub(crate) fn keep_action(roll: &Counts, keep: &Counts) -> usize {
    let kept = size(keep);
    if kept <= KEPT {
        return KEEP_AT + sets_below(kept) + rank(keep);
    }
    let thrown = multiset::without(roll, keep).unwrap_or_default();
    THROW_AT + sets_below(size(&thrown)) - 1 + rank(&thrown)
}

/// All legal actions at one moment. It is small, for a batch looks at all of them before it plays.
#[derive(Clone)]
pub(crate) enum Legal {
    /// By far the commonest: stop, or throw any of at most six dice again. It is a row of [`KEEPS`].
    Roll(u16),
    /// A few others in order, and how many they are.
    Few([Action; FEW], u8),
    /// Many others, and how many they are.
    Many(Box<Mask>, u16),
}

/// More actions than this are many.
const FEW: usize = 14;

impl Legal {
    /// None at all.
    pub(crate) const NONE: Legal = Legal::Few([0; FEW], 0);

    /// Those of this game; none if nobody is asked.
    pub(crate) fn of(state: &State) -> Legal {
        let mut legal = Legal::NONE;
        if let Need::Answer(ask) = state.need() {
            legal.set(state, ask);
        }
        legal
    }

    /// Those of this question. It is written in place: to move it would wait for what has just been written.
    #[inline]
    pub(crate) fn set(&mut self, state: &State, ask: Ask) {
        let answers = state.answers();
        let (dice, len) = (state.turn().dice, answers.len());
        if ask.question == Question::Roll
            && 0 < state.turn().rerolls
            && dice.len() <= 6
            && len == 1 << dice.len()
        {
            // Any of the dice may be thrown, or none: there is no room for anything else.
            *self = Legal::Roll(row_of_keeps(dice));
            return;
        }
        if FEW < len {
            *self = Legal::many(state, ask, &answers);
            return;
        }
        if !matches!(self, Legal::Few(..)) {
            *self = Legal::NONE;
        }
        let Legal::Few(list, count) = self else { return };
        let mut made = 0;
        for number in 0..len {
            let answer = answers.get(number);
            let Some(action) = answer.and_then(|answer| encode(state, ask, answer)) else {
                continue;
            };
            // In order, each once. Most come in order already.
            let place = made - list[..made].iter().rev().take_while(|&&one| action < one).count();
            if 0 < place && list[place - 1] == action {
                continue;
            }
            (place..made).rev().for_each(|at| list[at + 1] = list[at]);
            list[place] = action;
            made += 1;
        }
        *count = made as u8;
    }

    fn many(state: &State, ask: Ask, answers: &Answers) -> Legal {
        let (mut mask, mut count) = (Box::new(Mask::NONE), 0);
        let dice = row_of(state, ask);
        let all = DiceSet::first(dice.len());
        let rerolls = (1usize << dice.len()) - 1;
        let mut number = 0;
        while let Some(answer) = answers.get(number) {
            if let Answer::Reroll(_) = answer
                && answers.get(number + rerolls - 1) == Some(Answer::Reroll(all))
            {
                // Any of the dice may be thrown: all these answers at once.
                if dice.len() <= 6 {
                    let row = row_of_keeps(dice);
                    mask.0.iter_mut().zip(KEEPS.mask(row)).for_each(|(word, more)| *word |= more);
                    count += KEEPS.list(row).len() as u16 - 1;
                } else {
                    count += add_keeps(&dice.counts(), &mut mask);
                }
                number += rerolls;
                continue;
            }
            if let Some(action) = encode(state, ask, answer) {
                count += u16::from(mask.add(action as usize));
            }
            number += 1;
        }
        Legal::Many(mask, count)
    }

    /// How many there are.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        match self {
            Legal::Roll(row) => KEEPS.list(*row).len(),
            Legal::Few(_, count) => *count as usize,
            Legal::Many(_, count) => *count as usize,
        }
    }

    /// Whether this action is among them. Any number may be asked for.
    #[inline]
    pub(crate) fn has(&self, action: i64) -> bool {
        let bit = |words: &[u64]| {
            let word = usize::try_from(action / 64).ok().and_then(|word| words.get(word));
            word.is_some_and(|word| 0 <= action && word >> (action % 64) & 1 != 0)
        };
        match self {
            Legal::Roll(row) => action == i64::from(PASS) || bit(KEEPS.mask(*row)),
            Legal::Few(list, count) => {
                list[..*count as usize].iter().any(|&one| i64::from(one) == action)
            }
            Legal::Many(mask, _) => bit(&mask.0),
        }
    }

    /// The action with this many others before it.
    #[inline]
    pub(crate) fn nth(&self, number: usize) -> Option<Action> {
        match self {
            Legal::Roll(row) => KEEPS.list(*row).get(number).copied(),
            Legal::Few(list, count) => list[..*count as usize].get(number).copied(),
            Legal::Many(mask, _) => mask.nth(number),
        }
    }

    #[inline]
    fn each(&self, visit: impl FnMut(Action)) {
        match self {
            Legal::Roll(row) => KEEPS.list(*row).iter().copied().for_each(visit),
            Legal::Few(list, count) => list[..*count as usize].iter().copied().for_each(visit),
            Legal::Many(mask, _) => mask.iter().for_each(visit),
        }
    }

    /// All of them in order.
    pub(crate) fn list(&self) -> Vec<Action> {
        let mut list = Vec::with_capacity(self.count());
        self.each(|action| list.push(action));
        list
    }

    /// Writes a byte for each action, or a bit for each where there is only room for that.
    #[inline]
    pub(crate) fn write(&self, into: &mut [u8]) {
        let Ok(packed) = <&mut [u8; PACKED]>::try_from(&mut *into) else {
            match (self, <&mut [u8; ACTIONS]>::try_from(&mut *into)) {
                (Legal::Roll(row), Ok(all)) => {
                    let keeps = &KEEPS.bytes[*row as usize];
                    all[..keeps.len()].copy_from_slice(keeps);
                    all[keeps.len()..].fill(0);
                    all[PASS as usize] = 1;
                }
                _ => {
                    into.fill(0);
                    self.each(|action| into[action as usize] = 1);
                }
            }
            return;
        };
        packed.fill(0);
        if let Legal::Roll(row) = self {
            for (word, out) in KEEPS.mask(*row).iter().zip(packed.chunks_exact_mut(8)) {
                out.copy_from_slice(&word.to_le_bytes());
            }
            packed[PASS as usize / 8] |= 1 << (PASS % 8);
        } else {
            self.each(|action| packed[action as usize / 8] |= 1 << (action % 8));
        }
    }
}

/// The dice that a question is about.
fn row_of(state: &State, ask: Ask) -> Dice {
    if ask.question == Question::ChangeAside { state.dice_aside() } else { state.turn().dice }
}

/// The number of an answer to this question. `None` only for an answer that no question allows.
pub(crate) fn encode(state: &State, ask: Ask, answer: Answer) -> Option<Action> {
    let dice = row_of(state, ask);
    let known = |die: u8| ((die as usize) < dice.len()).then(|| dice.get(die as usize));
    let keeps = |card: Card| (card.index() < KEEP_CARDS).then_some(card.index());
    let action = match answer {
        Answer::Reroll(again) => {
            let roll = dice.counts();
            let legal = !again.is_empty() && again.within(DiceSet::first(dice.len()));
            let thrown = legal.then(|| chosen(dice, again))?;
            let keep = multiset::without(&roll, &thrown)?;
            if KEPT < size(&keep) && THROWN < size(&thrown) {
                return None;
            }
            keep_action(&roll, &keep)
        }
        Answer::Free { card, dice: again } => {
            let slot = FREERS.iter().position(|freer| *freer == card)?;
            let threes = again.iter().all(|die| known(die as u8) == Some(Face::Three));
            (threes && !again.is_empty()).then_some(FREE_AT + slot * FREE + again.len() - 1)?
        }
        Answer::Set { card, die, face } => {
            let from = known(die)? as usize;
            let to = face as usize;
            if from == to {
                return None;
            }
            if card == Card::HerdCuller {
                (face == Face::One).then_some(SET_AT + from - 1)?
            } else {
                let slot = SETTERS.iter().position(|setter| *setter == card)?;
                SET_AT + 5 + slot * 30 + from * 5 + to - usize::from(from < to)
            }
        }
        Answer::Die(die) => DIE_AT + known(die)? as usize,
        Answer::Use(card) => USE_AT + keeps(card)?,
        Answer::Resolve(group) => RESOLVE_AT + group as usize,
        Answer::Decline(group) => DECLINE_AT + group as usize,
        Answer::Treat(seat) => {
            let players = state.players();
            let ahead = (seat.index() + players - ask.seat.index()) % players;
            (0 < ahead).then(|| TREAT_AT + ahead - 1)?
        }
        Answer::Buy(place) => BUY_AT + state.card_at(place)?.index(),
        Answer::Take(card) => TAKE_AT + keeps(card)?,
        Answer::Pick(card) => PICK_AT + keeps(card)?,
        Answer::Deposit(amount) => DEPOSIT_AT + amount as usize,
        Answer::Pass => PLAIN_AT,
        Answer::Yes => PLAIN_AT + 1,
        Answer::Heal => PLAIN_AT + 2,
        Answer::DropPoison => PLAIN_AT + 3,
        Answer::DropShrink => PLAIN_AT + 4,
        Answer::Sweep => PLAIN_AT + 5,
        Answer::TakePoison => PLAIN_AT + 6,
    };
    Some(action as Action)
}

/// The answer behind a number, for this question. Of several equal ones the first dice of a face are kept, turned or
/// chosen. It may still be illegal.
#[inline]
pub(crate) fn decode(state: &State, ask: Ask, action: Action) -> Option<Answer> {
    let action = action as usize;
    let dice = row_of(state, ask);
    if action < THROW_AT {
        return Some(Answer::Reroll(rest_of(dice, KEPT_SETS[action])));
    }
    decode_other(state, ask, action)
}

fn decode_other(state: &State, ask: Ask, action: usize) -> Option<Answer> {
    let dice = row_of(state, ask);
    let first = |face: Face| dice.showing(face).iter().next().map(|die| die as u8);
    let card = |at: usize| Card::at(action - at);
    Some(match action {
        _ if action < PLAIN_AT => {
            let keep = multiset::without(&dice.counts(), &KEEP_SETS[action - THROW_AT + 1])?;
            Answer::Reroll(rest_of(dice, packed(&keep)))
        }
        _ if action < RESOLVE_AT => PLAIN[action - PLAIN_AT].1,
        _ if action < DECLINE_AT => Answer::Resolve(Group::ALL[action - RESOLVE_AT]),
        _ if action < BUY_AT => Answer::Decline(Group::ALL[action - DECLINE_AT]),
        _ if action < USE_AT => {
            let wanted = card(BUY_AT);
            let places = [Place::First, Place::Second, Place::Third, Place::Top];
            Answer::Buy(places.into_iter().find(|place| state.card_at(*place) == wanted)?)
        }
        _ if action < TREAT_AT => Answer::Use(card(USE_AT)?),
        _ if action < DIE_AT => {
            let ahead = action - TREAT_AT + 1;
            Answer::Treat(Seat::at((ask.seat.index() + ahead) % state.players())?)
        }
        _ if action < SET_AT => Answer::Die(first(Face::ALL[action - DIE_AT])?),
        _ if action < FREE_AT => {
            let (card, from, to) = turning(action);
            Answer::Set { card, die: first(from)?, face: to }
        }
        _ if action < TAKE_AT => {
            let (slot, count) = ((action - FREE_AT) / FREE, (action - FREE_AT) % FREE + 1);
            let threes = dice.showing(Face::Three);
            let dice: u16 = threes.iter().take(count).fold(0, |bits, die| bits | 1 << die);
            let dice = DiceSet::from_bits(dice);
            (dice.len() == count).then_some(Answer::Free { card: FREERS[slot], dice })?
        }
        _ if action < PICK_AT => Answer::Take(card(TAKE_AT)?),
        _ if action < DEPOSIT_AT => Answer::Pick(card(PICK_AT)?),
        _ if action < ACTIONS => Answer::Deposit((action - DEPOSIT_AT) as u8),
        _ => return None,
    })
}

/// The card, the face that a die shows and the face it is turned to.
fn turning(action: usize) -> (Card, Face, Face) {
    let number = action - SET_AT;
    if number < 5 {
        return (Card::HerdCuller, Face::ALL[number + 1], Face::One);
    }
    let (slot, pair) = ((number - 5) / 30, (number - 5) % 30);
    let (from, to) = (pair / 5, pair % 5);
    (SETTERS[slot], Face::ALL[from], Face::ALL[if to < from { to } else { to + 1 }])
}

/// A legal answer with this number, whichever dice it has to be made of.
pub(crate) fn answer(state: &State, action: Action) -> Option<Answer> {
    let Need::Answer(ask) = state.need() else { return None };
    let answers = state.answers();
    match decode(state, ask, action).filter(|answer| answers.contains(*answer)) {
        Some(answer) => Some(answer),
        None => answers.iter().find(|answer| encode(state, ask, *answer) == Some(action)),
    }
}

/// The sets of up to five dice in the order of their numbers.
static KEEP_SETS: LazyLock<Vec<Counts>> = LazyLock::new(|| {
    let sets = (0..=KEPT).flat_map(|dice| (0..sets_of(dice)).map(move |n| unrank(dice, n)));
    sets.collect()
});

/// The same packed, to be looked up at every answer.
static KEPT_SETS: LazyLock<Vec<u64>> = LazyLock::new(|| KEEP_SETS.iter().map(packed).collect());

/// The names of all actions, in order.
pub(crate) fn names() -> Vec<String> {
    let keep = KEEP_SETS.iter().map(|set| format!("keep:{}", multiset::letters(set)));
    let mut names: Vec<String> = keep.collect();
    let thrown = &KEEP_SETS[1..sets_below(THROWN + 1)];
    names.extend(thrown.iter().map(|set| format!("throw:{}", multiset::letters(set))));
    names.extend(PLAIN.iter().map(|(name, _)| (*name).to_owned()));
    let group = |group: &Group| serde_json::to_value(group).ok()?.as_str().map(str::to_owned);
    let groups: Vec<String> = Group::ALL.iter().filter_map(group).collect();
    names.extend(groups.iter().map(|group| format!("resolve:{group}")));
    names.extend(groups.iter().map(|group| format!("decline:{group}")));
    let keeps = &Card::ALL[..KEEP_CARDS];
    names.extend(Card::ALL.iter().map(|card| format!("buy:{card}")));
    names.extend(keeps.iter().map(|card| format!("use:{card}")));
    names.extend((1..=5).map(|ahead| format!("treat:{ahead}")));
    names.extend(Face::ALL.iter().map(|face| format!("die:{}", face.letter())));
    names.extend((SET_AT..FREE_AT).map(|action| {
        let (card, from, to) = turning(action);
        format!("set:{card}:{}>{}", from.letter(), to.letter())
    }));
    for card in FREERS {
        names.extend((1..=FREE).map(|count| format!("free:{card}:{count}")));
    }
    names.extend(keeps.iter().map(|card| format!("take:{card}")));
    names.extend(keeps.iter().map(|card| format!("pick:{card}")));
    names.extend((0..256).map(|amount| format!("deposit:{amount}")));
    debug_assert_eq!(names.len(), ACTIONS);
    names
}

/// The action with this name.
pub(crate) fn named(name: &str) -> Option<Action> {
    static BY_NAME: LazyLock<HashMap<String, Action>> =
        LazyLock::new(|| names().into_iter().zip(0..).collect());
    BY_NAME.get(name).copied()
}

/// The families of actions: name, first number, how many.
pub(crate) fn families() -> Vec<(&'static str, usize, usize)> {
    let starts = [
        ("keep", KEEP_AT),
        ("throw", THROW_AT),
        ("plain", PLAIN_AT),
        ("resolve", RESOLVE_AT),
        ("decline", DECLINE_AT),
        ("buy", BUY_AT),
        ("use", USE_AT),
        ("treat", TREAT_AT),
        ("die", DIE_AT),
        ("set", SET_AT),
        ("free", FREE_AT),
        ("take", TAKE_AT),
        ("pick", PICK_AT),
        ("deposit", DEPOSIT_AT),
    ];
    let ends = starts[1..].iter().map(|(_, at)| *at).chain([ACTIONS]);
    starts.iter().zip(ends).map(|((name, at), end)| (*name, *at, end - at)).collect()
}
