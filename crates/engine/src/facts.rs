//! What an answer to the yield question causes: who moves where, and who can still hit whoever is asked. Clients show it as
//! it is and work out nothing themselves.

use crate::answer::{Answer, Input};
use crate::event::Event;
use crate::monster::STARS_MAX;
use crate::question::{Need, Question, Spot};
use crate::seat::{Seat, Seats};
use crate::state::{Phase, State};
use crate::turn::STARS_IN_TOKYO;

/// A monster that moves in Tokyo, and its stars before and after.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Who.
    pub seat: Seat,
    /// Where to.
    pub spot: Spot,
    /// Stars before and after.
    pub stars: (u8, u8),
}

/// What one answer to [`Question::Yield`] or [`Question::Flee`] causes, if everybody after it does as little as possible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct YieldFacts {
    /// Who moves into Tokyo or within it, in order.
    pub moves: Vec<Move>,
    /// Whose turn comes before the next one of whoever is asked, and who aims at it from where it stands then (K-02 to
    /// K-05), in the order of their turns.
    pub hitters: Vec<Seat>,
    /// Whether it stands in Tokyo afterwards.
    pub inside: bool,
    /// Its stars now, and at the start of its next turn (T-06).
    pub stars: (u8, u8),
    /// The hearts it loses before the answer is done: damage that comes to whoever does not flee.
    pub loses: u8,
}

impl State {
    /// What an answer to the open question causes; `None` unless somebody is asked to leave Tokyo and may answer so.
    pub fn yield_facts(&self, answer: Answer) -> Option<YieldFacts> {
        let Need::Answer(ask) = self.need() else { return None };
        let leaving = matches!(ask.question, Question::Yield | Question::Flee);
        if !leaving || !self.answers().contains(answer) {
            return None;
        }
        let me = ask.seat;
        let mut future = self.view(Some(me)).imagine();
        let mut events = Vec::new();
        future.play(Input::Answer(answer), Some(&mut events)).ok()?;
        future.pass_until_bought(&mut events);
        // Where nothing can be bought the next turn has already begun: it is not a part of the answer.
        let turn = events.iter().take_while(|event| !matches!(event, Event::TurnStarted { .. }));
        let moves = turn.clone().filter_map(|event| match *event {
            Event::Entered { seat, spot } => Some((seat, spot)),
            Event::MovedToCity { seat } => Some((seat, Spot::City)),
            _ => None,
        });
        let stars = |seat: Seat| {
            let now = self.monster(seat).stars;
            let last = turn.clone().filter_map(|event| match *event {
                Event::Stars { seat: other, to, .. } if other == seat => Some(to),
                _ => None,
            });
            (now, last.last().unwrap_or(now))
        };
        let lost = turn.clone().filter_map(|event| match *event {
            Event::Hurt { seat, from, to, .. } if seat == me => Some(from - to),
            _ => None,
        });
        let now = self.monster(me).stars;
        let inside = future.in_tokyo(me);
        let bonus = if inside { STARS_IN_TOKYO } else { 0 };
        Some(YieldFacts {
            moves: moves.map(|(seat, spot)| Move { seat, spot, stars: stars(seat) }).collect(),
            hitters: self
                .turns_before(me)
                .into_iter()
                .filter(|seat| future.aims_at(*seat, me))
                .collect(),
            inside,
            stars: (now, now.saturating_add(bonus).min(STARS_MAX)),
            loses: lost.sum(),
        })
    }

    /// Everybody who is asked does nothing, until it is time to buy or the turn is over.
    fn pass_until_bought(&mut self, events: &mut Vec<Event>) {
        let turn = self.turn.number;
        // A turn asks far fewer questions; the bound only guards against surprises.
        for _ in 0..64 {
            let Need::Answer(ask) = self.need() else { return };
            let over = self.turn.number != turn || Phase::Buy <= self.turn.phase;
            if over || ask.question == Question::Shop {
                return;
            }
            let answers = self.answers();
            let idle =
                if answers.contains(Answer::Pass) { Some(Answer::Pass) } else { answers.get(0) };
            if idle.is_none_or(|idle| self.play(Input::Answer(idle), Some(events)).is_err()) {
                return;
            }
        }
    }

    /// Who plays a turn before the next one of `seat`, in order: turns that were earned, those that are queued, and the
    /// regular ones from the last of them on.
    fn turns_before(&self, seat: Seat) -> Vec<Seat> {
        let mut order = Vec::new();
        let mut queued = self.queued;
        let mut last = self.turn.seat;
        if 0 < self.earned && self.living.has(last) {
            order.push(last);
        }
        let waits = |queued: &[u8; 6], seat: Seat| 0 < queued[seat.index()];
        loop {
            let again = Some(last).filter(|seat| self.living.has(*seat) && waits(&queued, *seat));
            let others = || self.living.clockwise_after(last).find(|seat| waits(&queued, *seat));
            let Some(next) = again.or_else(others) else { break };
            queued[next.index()] = 0;
            order.push(next);
            last = next;
        }
        order.extend(self.living.clockwise_after(self.turn.regular));
        let mine = order.iter().position(|other| *other == seat).unwrap_or(order.len());
        order.truncate(mine);
        // Once is enough, however many turns somebody plays.
        let mut seen = Seats::NONE;
        order.retain(|other| {
            let first = !seen.has(*other);
            seen = seen.with(*other);
            first
        });
        order
    }

    /// Whether the claws of one monster would be aimed at another from where both stand.
    fn aims_at(&self, attacker: Seat, victim: Seat) -> bool {
        let mut then = *self;
        then.turn.seat = attacker;
        self.living.has(attacker) && then.targets().has(victim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::random::Random;
    use crate::record::{Player, Record};
    use crate::rules::Rulebook;
    use crate::setup::{At, MonsterSetup, Setup, TurnSetup};

    /// A position at the yield question after the claws of `by`.
    fn asked(monsters: usize, city: Option<Seat>, bay: Option<Seat>, by: Seat) -> State {
        let dice = Dice::parse("CC1122").expect("six dice");
        let setup = Setup {
            monsters: vec![MonsterSetup::default(); monsters],
            city,
            bay,
            turn: TurnSetup { seat: Some(by), dice, ..TurnSetup::default() },
            at: At::Roll,
            ..Setup::default()
        };
        let mut state = State::from_setup(&setup).expect("a position");
        for _ in 0..12 {
            match state.need() {
                Need::Answer(ask) if ask.question == Question::Yield => return state,
                _ => drop(state.play(Input::Answer(Answer::Pass), None).expect("it can be passed")),
            }
        }
        panic!("nobody was asked");
    }

    fn hitters(state: &State, answer: Answer) -> Vec<Seat> {
        state.yield_facts(answer).expect("somebody is asked").hitters
    }

    /// K-02, Y-01: the attacker is the last before me. Nobody can hit me in Tokyo before my turn; outside, nobody either.
    #[test]
    fn after_the_last_rival_before_me_nobody_can_hit() {
        let state = asked(4, Some(Seat::A), None, Seat::D);
        assert!(hitters(&state, Answer::Pass).is_empty());
        assert!(hitters(&state, Answer::Yes).is_empty());
    }

    /// Only those count whose turn comes before mine, on the other side.
    #[test]
    fn rivals_who_come_before_me_can_hit_me_in_tokyo() {
        assert_eq!(hitters(&asked(4, Some(Seat::A), None, Seat::C), Answer::Pass), [Seat::D]);
        let early = asked(4, Some(Seat::A), None, Seat::B);
        assert_eq!(hitters(&early, Answer::Pass), [Seat::C, Seat::D]);
        // Outside, only the monster in Tokyo hits: that is the attacker, whose turn is over.
        assert!(hitters(&early, Answer::Yes).is_empty());
    }

    /// a turn that is queued for another comes before the regular ones, and these go on where they stood.
    #[test]
    fn turns_that_are_queued_come_first() {
        let state = asked(4, Some(Seat::A), None, Seat::D);
        let queued = |seat: Seat| {
            let mut state = state;
            state.queued[seat.index()] = 1;
            hitters(&state, Answer::Pass)
        };
        assert_eq!(queued(Seat::C), [Seat::C], "C plays a turn between D's and A's");
        assert_eq!(queued(Seat::D), [Seat::D]);
        assert!(queued(Seat::A).is_empty());
        let mut earned = state;
        earned.earned = 1;
        assert_eq!(hitters(&earned, Answer::Pass), [Seat::D]);
        // It is a turn of D's that was queued in B's: C comes next, then D itself.
        let mut between = state;
        between.turn.regular = Seat::B;
        assert_eq!(hitters(&between, Answer::Pass), [Seat::C, Seat::D]);
        between.queued[Seat::A.index()] = 1;
        assert!(hitters(&between, Answer::Pass).is_empty());
    }

    /// N-03, N-04: who yields lets the attacker in, and it gains a star; who stays keeps it out.
    #[test]
    fn whoever_yields_lets_the_attacker_in() {
        let state = asked(4, Some(Seat::A), None, Seat::B);
        let yields = state.yield_facts(Answer::Yes).expect("asked");
        assert_eq!(yields.moves, [Move { seat: Seat::B, spot: Spot::City, stars: (0, 1) }]);
        assert!(!yields.inside);
        assert_eq!(yields.stars, (0, 0));
        let stays = state.yield_facts(Answer::Pass).expect("asked");
        assert!(stays.moves.is_empty() && stays.inside);
        assert_eq!(stays.stars, (0, 2));
    }

    /// With six monsters: the City has just been vacated and I stand in the Bay. The attacker takes the City whether I yield
    /// or not, and from there it cannot hit the Bay.
    #[test]
    fn an_empty_city_is_taken_whatever_the_bay_answers() {
        let mut state = asked(6, Some(Seat::F), Some(Seat::A), Seat::B);
        let Need::Answer(ask) = state.need() else { panic!("somebody is asked") };
        assert_eq!(ask.seat, Seat::F, "the City is asked first");
        state.play(Input::Answer(Answer::Yes), None).expect("the City is left");
        let Need::Answer(ask) = state.need() else { panic!("the Bay is asked next") };
        assert_eq!((ask.seat, ask.question), (Seat::A, Question::Yield));
        for answer in [Answer::Yes, Answer::Pass] {
            let facts = state.yield_facts(answer).expect("asked");
            let taken: Vec<_> = facts.moves.iter().map(|one| (one.seat, one.spot)).collect();
            assert_eq!(taken, [(Seat::B, Spot::City)], "{answer:?}");
        }
        assert_eq!(hitters(&state, Answer::Pass), [Seat::C, Seat::D, Seat::E, Seat::F]);
        assert!(hitters(&state, Answer::Yes).is_empty(), "the City's turn was this one");
    }

    /// In random games: whoever is named stands on the other side and plays before; nobody who does so is left out.
    #[test]
    fn names_are_those_on_the_other_side_who_play_before() {
        let mut questions = 0;
        for seed in 0..300 {
            let count = 2 + seed as usize % 5;
            let player = || Player { name: String::new(), monster: None, bot: None };
            let players = (0..count).map(|_| player()).collect();
            let rules = Rulebook::ALL[seed as usize % 5].rules();
            let mut state = Record::new(rules, players, None).start().expect("a set-up");
            let mut random = Random::new(seed);
            while let Some(input) = random.input(&state, state.need()) {
                if let Need::Answer(ask) = state.need()
                    && ask.question == Question::Yield
                {
                    for answer in state.answers().iter() {
                        let facts = state.yield_facts(answer).expect("it is asked");
                        questions += 1;
                        assert!(!facts.hitters.contains(&ask.seat));
                        let order: Vec<_> =
                            state.living().clockwise_after(state.turn().regular).collect();
                        let mine = order.iter().position(|seat| *seat == ask.seat);
                        for seat in &facts.hitters {
                            let before = order.iter().position(|one| one == seat) < mine;
                            let extra = 0 < state.coming_turns(*seat);
                            assert!(before || extra, "seed {seed}: {seat}");
                        }
                    }
                }
                state.play(input, None).expect("it fits");
            }
        }
        assert!(1000 < questions, "only {questions} questions");
    }
}
