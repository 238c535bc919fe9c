//! The laws that every game keeps after every input, and games that are played to check them.

use crate::answer::{Answer, Input};
use crate::card::{Card, CardSet};
use crate::dice::{Dice, DiceSet, Face};
use crate::event::Event;
use crate::monster::STARS_MAX;
use crate::power::{COPIER, Kind};
use crate::question::{Group, Need, Place, Question};
use crate::random::Random;
use crate::record::{Player, Record};
use crate::rules::{Rulebook, Rules};
use crate::seat::Seat;
use crate::state::{Frame, State};

impl State {
    /// Checks what must be true of every game that waits.
    ///
    /// # Errors
    /// The law that is broken, in one sentence.
    pub fn check_laws(&self) -> Result<(), String> {
        self.check_cards()?;
        self.check_monsters()?;
        self.check_tokyo()?;
        if let Need::Answer(ask) = self.need() {
            if self.answers().is_empty() {
                return Err(format!("{:?} has no legal answer", ask.question));
            }
            if !self.living.has(ask.seat) {
                return Err(format!("seat {} is asked and is not alive", ask.seat));
            }
        }
        Ok(())
    }

    /// Each card of the box is in exactly one place.
    fn check_cards(&self) -> Result<(), String> {
        let mut seen = CardSet::NONE;
        let mut count = 0;
        let mut add = |cards: CardSet| {
            seen = seen.or(cards);
            count += cards.len();
        };
        add(self.deck);
        add(self.discards);
        self.market.iter().flatten().for_each(|card| add(CardSet::one(*card)));
        self.monsters.iter().for_each(|monster| add(monster.cards.cards()));
        for frame in self.stack.frames() {
            // A discard card that is being bought is in nobody's hands.
            if let Frame::Gained { card, .. } = frame
                && card.kind() == Kind::Discard
            {
                add(CardSet::one(*card));
            }
        }
        let missing = CardSet::of_rules(1).except(seen).len();
        if missing != 0 || count != seen.len() {
            return Err(format!(
                "{missing} cards are missing, {count} lie in {} places",
                seen.len()
            ));
        }
        if self.top.is_some_and(|card| !self.deck.has(card)) {
            return Err("the top card is not in the deck".to_owned());
        }
        let copier_held = self.owner(COPIER).is_some();
        if self.copied.is_some_and(|card| !copier_held || self.owner(card).is_none()) {
            return Err("a card is copied that is not in play, or by nobody".to_owned());
        }
        let on_loose_cards = Card::ALL
            .iter()
            .zip(self.counters)
            .any(|(card, counter)| counter != 0 && self.owner(*card).is_none());
        if on_loose_cards {
            return Err("something lies on a card that nobody holds".to_owned());
        }
        Ok(())
    }

    fn check_monsters(&self) -> Result<(), String> {
        for seat in Seat::ALL {
            let monster = self.monster(seat);
            let alive = self.living.has(seat);
            if alive != (0 < monster.hearts) {
                return Err(format!("seat {seat} has {} hearts, alive: {alive}", monster.hearts));
            }
            if self.hearts_max(seat) < monster.hearts || STARS_MAX < monster.stars {
                return Err(format!("seat {seat} has more hearts or stars than the dial"));
            }
            if !alive && (!monster.cards.is_empty() || monster.energy != 0) {
                return Err(format!("seat {seat} is out and still holds something"));
            }
            if (20 <= monster.stars && alive) != (monster.crown != 0) {
                return Err(format!(
                    "seat {seat} has {} stars, crown {}",
                    monster.stars, monster.crown
                ));
            }
        }
        Ok(())
    }

    /// Tokyo holds only living monsters, nobody twice, and nobody in a closed Bay.
    fn check_tokyo(&self) -> Result<(), String> {
        let tokyo = self.tokyo;
        for seat in [tokyo.city, tokyo.bay].into_iter().flatten() {
            if !self.living.has(seat) {
                return Err(format!("seat {seat} is in Tokyo and not alive"));
            }
        }
        if tokyo.city.is_some() && tokyo.city == tokyo.bay {
            return Err("one monster holds both places".to_owned());
        }
        if tokyo.bay.is_some() && !tokyo.bay_open
            || tokyo.bay_open != self.rules.bay_open(self.living.len())
        {
            return Err("the Bay is open or held against the rules".to_owned());
        }
        Ok(())
    }
}

/// One game to be played under the laws; everything about it follows from its seed.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The seed of all chance, of the answers, and of the house rules.
    pub seed: u64,
    /// How many monsters.
    pub players: usize,
    /// What is played by.
    pub rules: Rules,
}

impl Trial {
    /// The trial with this number: books and player counts take turns, and every other trial has random house rules.
    pub fn number(seed: u64) -> Trial {
        let mut random = Random::new(seed ^ 0x6b61_696a_7521);
        let mut rules = Rulebook::ALL[(seed % 5) as usize].rules();
        if seed / 25 % 2 == 1 {
            for (name, values) in Rules::SWITCHES {
                if random.below(4) == 0 {
                    rules
                        .set(name, values[random.below(values.len())])
                        .expect("the value is one of the switch's own");
                }
            }
        }
        Trial { seed, players: 2 + (seed / 5 % 5) as usize, rules }
    }

    /// Plays the game and checks every law; `depth` says how much is checked beside the plain laws: 0 nothing, 1 the
    /// expensive checks now and then, 2 after every input.
    ///
    /// # Errors
    /// The law that was broken, with the number of the input.
    pub fn run(&self, depth: u8) -> Result<Record, String> {
        let mut random = Random::new(self.seed);
        // The checks draw from a generator of their own: the game is the same at any depth.
        let mut checks = Random::new(self.seed ^ 0x6c61_7773);
        let mut state =
            State::new(&self.rules, self.players, None).map_err(|wrong| wrong.to_string())?;
        let players = (0..self.players)
            .map(|seat| Player {
                name: format!("Seat {}", seat + 1),
                monster: None,
                bot: Some("random".into()),
            })
            .collect();
        let mut record = Record::new(self.rules, players, None);
        let mut events = Vec::new();
        loop {
            let at = record.inputs.len();
            let fail = |why: String| format!("after input {at}: {why}");
            state.check_laws().map_err(fail)?;
            if depth == 2 || depth == 1 && checks.below(64) == 0 {
                check_saving(&state).map_err(fail)?;
                check_view(&state).map_err(fail)?;
                check_preview(&state).map_err(fail)?;
                check_answers(&state, &mut checks).map_err(fail)?;
                check_declining(&state, &mut checks).map_err(fail)?;
            }
            let need = state.need();
            let Some(input) = random.input(&state, need) else { break };
            state.play(input, Some(&mut events)).map_err(|error| fail(error.to_string()))?;
            record.inputs.push(input);
            if 20_000 < record.inputs.len() {
                return Err(fail("the game does not end".to_owned()));
            }
        }
        if 0 < depth {
            let mut again = Vec::new();
            let replayed = record
                .replay(|_, _, events, _| again.extend_from_slice(events))
                .map_err(|wrong| wrong.to_string())?;
            if replayed != state || again != events {
                return Err("the replay differs from the game".to_owned());
            }
        }
        if !matches!(events.last(), Some(Event::Over { .. })) {
            return Err("the last event is not the end of the game".to_owned());
        }
        Ok(record)
    }
}

#[cfg(not(feature = "serde"))]
fn check_saving(state: &State) -> Result<(), String> {
    match State::from_setup(&state.setup()) {
        Ok(again) if again == *state => Ok(()),
        _ => Err("setting the table anew changes the game".to_owned()),
    }
}

#[cfg(feature = "serde")]
fn check_saving(state: &State) -> Result<(), String> {
    let text = state.to_json();
    match State::from_json(&text) {
        Ok(loaded) if loaded == *state => Ok(()),
        Ok(_) => Err(format!("saving and loading changes the game: {text}")),
        Err(why) => Err(format!("a saved game is refused ({why}): {text}")),
    }
}

/// No view changes when cards are swapped that it may not know.
fn check_view(state: &State) -> Result<(), String> {
    let Some(top) = state.top else { return Ok(()) };
    for other in state.deck.without(top).iter().take(3) {
        let mut swapped = *state;
        swapped.top = Some(other);
        let viewers = state.seats().iter().map(Some).chain([None]);
        for viewer in viewers {
            let knows = viewer.is_some_and(|seat| state.top_seen.has(seat));
            if !knows && state.view(viewer) != swapped.view(viewer) {
                return Err(format!("{viewer:?} sees the top of the deck"));
            }
        }
    }
    Ok(())
}

/// Where nobody can interfere, stopping now does what the preview says.
fn check_preview(state: &State) -> Result<(), String> {
    let Need::Answer(ask) = state.need() else { return Ok(()) };
    if ask.question != Question::Roll {
        return Ok(());
    }
    let preview = state.preview();
    let seat = ask.seat;
    let mut copy = *state;
    copy.play(Input::Answer(Answer::Pass), None).map_err(|error| error.to_string())?;
    // The first question after the dice is a victim's: until there nothing but the dice has worked.
    let asked = |state: &State| match state.need() {
        Need::Answer(next) if next.question == Question::Yield => Some(next.seat),
        _ => None,
    };
    let Some(next) = asked(&copy).filter(|_| preview.may_probe.is_empty()) else { return Ok(()) };
    if !preview.may_yield.has(next) || !preview.attack {
        return Err(format!("the preview does not see that {next} is asked to leave"));
    }
    let differ = |what: &str, seen: u8, found: u8| {
        if seen == found { Ok(()) } else { Err(format!("{what}: preview {seen}, game {found}")) }
    };
    let (before, after) = (state.monster(seat), copy.monster(seat));
    differ("stars", preview.stars, after.stars - before.stars)?;
    differ("energy", preview.energy, after.energy - before.energy)?;
    differ("healing", preview.healing, after.hearts - before.hearts)?;
    for victim in state.living.without(seat).iter() {
        let (before, after) = (state.monster(victim), copy.monster(victim));
        // A card that saves its owner, or is paid, shows in the hand.
        if before.cards != after.cards {
            continue;
        }
        let what = |name: &str| format!("{name} of {victim}");
        let place = victim.index();
        differ(&what("damage"), preview.damage[place], before.hearts - after.hearts)?;
        let falls = u8::from(preview.falling.has(victim));
        differ(&what("falling"), falls, u8::from(!copy.living.has(victim)))?;
        if copy.living.has(victim) {
            differ(&what("poison"), preview.poison[place], after.poison - before.poison)?;
            differ(&what("shrink"), preview.shrink[place], after.shrink - before.shrink)?;
        }
    }
    for (answer, enters) in
        [(Answer::Pass, preview.enters), (Answer::Yes, preview.enters_if_yielded)]
    {
        let mut later = copy;
        while asked(&later).is_some() {
            later.play(Input::Answer(answer), None).map_err(|error| error.to_string())?;
        }
        // The place is taken at once or in the Tokyo phase: by the next question it is, if that is the roller's own.
        let own = matches!(later.need(), Need::Answer(next) if next.question == Question::Shop);
        if own && state.spot(seat).is_none() && later.spot(seat) != enters {
            let found = later.spot(seat);
            return Err(format!("{answer:?}: the preview enters {enters:?}, the game {found:?}"));
        }
    }
    Ok(())
}

/// Every listed answer is taken, every other one is refused and changes nothing.
fn check_answers(state: &State, random: &mut Random) -> Result<(), String> {
    let Need::Answer(_) = state.need() else {
        return refuse(state, Input::Answer(Answer::Pass));
    };
    let answers = state.answers();
    for number in 0..answers.len().min(40) {
        let number = if answers.len() <= 40 { number } else { random.below(answers.len()) };
        let answer = answers.get(number).ok_or("the list is shorter than its length")?;
        let mut copy = *state;
        copy.play(Input::Answer(answer), None).map_err(|error| error.to_string())?;
        copy.check_laws().map_err(|why| format!("after {answer:?}: {why}"))?;
    }
    for _ in 0..20 {
        let answer = any_answer(random);
        if !answers.iter().any(|listed| listed == answer) {
            refuse(state, Input::Answer(answer))?;
        }
    }
    refuse(state, Input::Rolled(random.dice(6)))?;
    refuse(state, Input::Revealed(Card::Jets))
}

fn refuse(state: &State, input: Input) -> Result<(), String> {
    let mut copy = *state;
    if copy.play(input, None).is_ok() {
        return Err(format!("{input:?} is not listed and was taken"));
    }
    if copy != *state {
        return Err(format!("{input:?} was refused and changed the game"));
    }
    Ok(())
}

/// Any answer at all, sensible or not.
pub fn any_answer(random: &mut Random) -> Answer {
    let card = Card::ALL[random.below(Card::ALL.len())];
    let dice = DiceSet::from_bits(random.bits() as u16);
    let seat = Seat::ALL[random.below(6)];
    let group = Group::ALL[random.below(7)];
    let place = [Place::First, Place::Second, Place::Third, Place::Top][random.below(4)];
    let (die, face) = (random.below(16) as u8, Face::ALL[random.below(6)]);
    match random.below(19) {
        0 => Answer::Pass,
        1 => Answer::Yes,
        2 => Answer::Reroll(dice),
        3 => Answer::Free { card, dice },
        4 => Answer::Set { card, die, face },
        5 => Answer::Die(die),
        6 => Answer::Use(card),
        7 => Answer::TakePoison,
        8 => Answer::Resolve(group),
        9 => Answer::Decline(group),
        10 => Answer::Heal,
        11 => Answer::DropPoison,
        12 => Answer::DropShrink,
        13 => Answer::Treat(seat),
        14 => Answer::Buy(place),
        15 => Answer::Take(card),
        16 => Answer::Sweep,
        17 => Answer::Pick(card),
        _ => Answer::Deposit(random.below(256) as u8),
    }
}

/// Whoever declines everything comes to the end of the turn.
fn check_declining(state: &State, random: &mut Random) -> Result<(), String> {
    let mut copy = *state;
    let turn = copy.turn.number;
    for _ in 0..400 {
        let need = copy.need();
        let input = match need {
            Need::Over(_) => return Ok(()),
            Need::Answer(_) => copy.answers().get(0).map(Input::Answer),
            // Dice without a face that could call for more throws.
            Need::Roll { count, .. } if 0 < turn => {
                Some(Input::Rolled(Dice::same(Face::Energy, count as usize)))
            }
            need => random.chance(&copy, need),
        };
        copy.play(input.ok_or("no input")?, None).map_err(|error| error.to_string())?;
        if copy.turn.number != turn {
            return Ok(());
        }
    }
    Err("declining everything does not end the turn".to_owned())
}
