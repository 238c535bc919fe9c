//! Looking ahead on an imagined game: from any moment to the next table that can be judged.
//!
//! Such a table is one where a turn begins (its first throw is to come) or where the active monster may shop. On the
//! way, players answer by their own interest where it matters most (yields, defences), and in the usual way elsewhere;
//! chance is tried out, one die fully and larger things by sample.

use engine::{Answer, Answers, Ask, Card, Input, Need, Question, State};

use super::{Judge, Mind};

/// Chances of all seats.
pub type Chances = [f32; 6];

/// No turn has more steps than this; a guard, not a rule.
const STEPS: usize = 400;

impl<J: Judge> Mind<J> {
    /// The chances from here on. `width` is how many cards are tried where one is revealed; deeper down it is one.
    pub(super) fn ahead(&mut self, state: &mut State, width: u32, depth: u32) -> Chances {
        for _ in 0..STEPS {
            match state.need() {
                Need::Over(outcome) => {
                    return outcome.shares(state.seats()).map(|share| share as f32);
                }
                Need::Roll { count, .. } => {
                    if turn_begins(state) {
                        return self.judge.chances(state, false);
                    }
                    if count == 1 && depth < 2 {
                        return self.each_face(state, depth);
                    }
                    let dice = self.chance.dice(count as usize);
                    state.play_unchecked(Input::Rolled(dice), None);
                }
                Need::Reveal(_) => {
                    if 1 < width {
                        return self.some_cards(state, width, depth);
                    }
                    let Some(card) = self.chance.card(state.deck()) else {
                        return self.judge.chances(state, true);
                    };
                    state.play_unchecked(Input::Revealed(card), None);
                }
                Need::Starter => {
                    let first = state.living().iter().next().expect("somebody lives");
                    state.play_unchecked(Input::Starts(first), None);
                }
                Need::Answer(ask) => {
                    if ask.question == Question::Shop && ask.seat == state.turn().seat {
                        return self.at_market(state, &ask, depth);
                    }
                    let answers = state.answers();
                    match ask.question {
                        Question::Yield
                        | Question::Flee
                        | Question::Defend
                        | Question::ExtraTurn
                            if depth < 6 =>
                        {
                            return self.own_interest(state, &ask, &answers, depth);
                        }
                        _ => {
                            state.play_unchecked(Input::Answer(usual(state, &ask, &answers)), None);
                        }
                    }
                }
            }
        }
        self.judge.chances(state, false)
    }

    /// The chances where the active monster may shop. The judgement does not see what can be bought from others: the best
    /// of it is tried.
    fn at_market(&mut self, state: &State, ask: &Ask, depth: u32) -> Chances {
        let mut best = self.judge.chances(state, true);
        let cards = state.monster(ask.seat).cards;
        let takes = cards.has(Card::ParasiticTentacles)
            || cards.has(Card::Mimic) && state.copied() == Some(Card::ParasiticTentacles);
        if takes && depth < 3 && !self.plain {
            let me = ask.seat.index();
            for answer in state.answers().iter().filter(|one| matches!(one, Answer::Take(_))) {
                let mut next = *state;
                next.play_unchecked(Input::Answer(answer), None);
                let chances = self.ahead(&mut next, 1, depth + 1);
                if best[me] < chances[me] {
                    best = chances;
                }
            }
        }
        best
    }

    /// The chances when the active monster buys nothing more.
    pub(super) fn after_shopping(&mut self, state: &mut State) -> Chances {
        for _ in 0..STEPS {
            match state.need() {
                Need::Reveal(_) => match self.chance.card(state.deck()) {
                    Some(card) => state.play_unchecked(Input::Revealed(card), None),
                    None => break,
                },
                Need::Answer(ask)
                    if ask.question == Question::Shop && ask.seat == state.turn().seat =>
                {
                    state.play_unchecked(Input::Answer(Answer::Pass), None);
                    break;
                }
                Need::Answer(ask) => {
                    let answer = usual(state, &ask, &state.answers());
                    state.play_unchecked(Input::Answer(answer), None)
                }
                _ => break,
            };
        }
        self.ahead(state, 1, 1)
    }

    fn each_face(&mut self, state: &State, depth: u32) -> Chances {
        let mut sum = [0.0; 6];
        for face in engine::Face::ALL {
            let mut next = *state;
            next.play_unchecked(Input::Rolled(engine::Dice::NONE.and(face)), None);
            add(&mut sum, &self.ahead(&mut next, 1, depth + 1), 1.0 / 6.0);
        }
        sum
    }

    fn some_cards(&mut self, state: &State, width: u32, depth: u32) -> Chances {
        let deck = state.deck();
        let count = deck.len() as u32;
        if count == 0 {
            return self.judge.chances(state, true);
        }
        let tries = width.min(count);
        let mut sum = [0.0; 6];
        // Evenly spread over the deck from a random start: no card is tried twice.
        let start = self.chance.below(count);
        for i in 0..tries {
            let Some(card) = deck.nth(((start + i * count / tries) % count) as usize) else {
                continue;
            };
            let mut next = *state;
            next.play_unchecked(Input::Revealed(card), None);
            add(&mut sum, &self.ahead(&mut next, 1, depth + 1), 1.0 / tries as f32);
        }
        sum
    }

    /// Whoever is asked answers as it likes best.
    fn own_interest(&mut self, state: &State, ask: &Ask, answers: &Answers, depth: u32) -> Chances {
        let mut best: Option<Chances> = None;
        let me = ask.seat.index();
        for answer in answers.iter().take(8) {
            let mut next = *state;
            next.play_unchecked(Input::Answer(answer), None);
            let chances = self.ahead(&mut next, 1, depth + 1);
            if best.is_none_or(|best| best[me] < chances[me]) {
                best = Some(chances);
            }
        }
        best.unwrap_or_else(|| self.judge.chances(state, true))
    }
}

/// Whether the first throw of a turn is to come.
pub fn turn_begins(state: &State) -> bool {
    state.awaits_first_throw()
}

/// The usual answer where thinking is not worth it: pass, heal, or the first on the list.
pub fn usual(state: &State, ask: &Ask, answers: &Answers) -> Answer {
    if ask.question == Question::Hearts {
        let me = state.monster(ask.seat);
        let healthy = 5 <= me.hearts;
        let wishes: &[Answer] = match healthy {
            true => &[Answer::DropShrink, Answer::DropPoison, Answer::Heal],
            false => &[Answer::Heal, Answer::DropPoison, Answer::DropShrink],
        };
        for &wish in wishes {
            let of_use = wish != Answer::Heal || me.hearts < state.hearts_max(ask.seat);
            if answers.contains(wish) && of_use {
                return wish;
            }
        }
    }
    match answers.contains(Answer::Pass) {
        true => Answer::Pass,
        false => answers.get(0).unwrap_or(Answer::Pass),
    }
}

fn add(sum: &mut Chances, chances: &Chances, part: f32) {
    for (sum, chance) in sum.iter_mut().zip(chances) {
        *sum += part * chance;
    }
}
