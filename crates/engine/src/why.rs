//! Why something happened, or is asked: the numbers of the rules and rulings by which it does, and the card behind it.
//!
//! An event tells its own cause; what it leaves open (an entry by claws, or by the empty place alone) stands in the events
//! before it. Nothing is worked out anew, and where two rules could have led to the same, both are named.
//!
//! ```
//! use daikaiju_engine::{Cause, Event, Rules, Seat, why};
//!
//! let events = [Event::Stars { seat: Seat::A, from: 0, to: 2, why: Cause::InTokyo }];
//! assert_eq!(why::event(&events, 0, &Rules::default()).unwrap().rules, ["T-06"]);
//! ```

use crate::card::Card;
use crate::event::{Cause, Event, Leaving, Token, TurnKind};
use crate::power::Kind;
use crate::question::{Ask, Need, Outcome, Place, Question, Spot};
use crate::rules::{EntryWithoutClaws, FirstPlayer, Rules, TokyoEntry};
use crate::seat::Seat;

/// The rules by which something happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Numbers of the specification and of the project's rulings, the most telling first. There is always one.
    pub rules: Vec<&'static str>,
    /// The card whose text it follows.
    pub card: Option<Card>,
}

impl Why {
    fn by(rules: &[&'static str]) -> Why {
        Why { rules: rules.to_vec(), card: None }
    }

    /// By the text of this card, and the rules that speak of it.
    fn card(card: Card, rules: &[&'static str]) -> Why {
        let mut why = Why { rules: rules.to_vec(), card: Some(card) };
        for rule in rules_on(card) {
            why.also(rule);
        }
        why
    }

    fn also(&mut self, rule: &'static str) {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
    }

    fn and(mut self, rule: &'static str, holds: bool) -> Why {
        if holds {
            self.also(rule);
        }
        self
    }
}

/// Why the event at this place of the log happened. `None` if there is no such place.
pub fn event(events: &[Event], at: usize, rules: &Rules) -> Option<Why> {
    let event = *events.get(at)?;
    let log = Log::before(events, at);
    let after = &events[at + 1..];
    Some(match event {
        Event::ThrewForStart { .. } => Why::by(&["S-07", "S-08", "S-10"]),
        Event::Starts { .. } => match rules.first_player {
            FirstPlayer::MostClaws => Why::by(&["S-07", "S-08"]),
            FirstPlayer::RoarOrYoungest => Why::by(&["S-09"]),
        },
        Event::TurnStarted { kind: TurnKind::Regular, .. } => Why::by(&["T-03", "E-04"]),
        Event::TurnStarted { kind: TurnKind::FreezeTime, .. } => {
            Why::card(Card::FreezeTime, &["P-14", "X-01"])
        }
        Event::TurnStarted { kind: TurnKind::Frenzy, .. } => {
            Why::card(Card::Frenzy, &["P-13", "X-01", "X-02"])
        }
        Event::Rolled { .. } => {
            let again = log.turn.iter().any(|event| matches!(event, Event::Rolled { .. }));
            Why::by(if again { &["R-03", "R-04"] } else { &["R-01", "R-02"] })
        }
        Event::Stopped { .. } => Why::by(&["R-05", "R-08"]),
        Event::Probed { card, .. }
        | Event::DieSet { card, .. }
        | Event::RolledAside { card, .. }
        | Event::Used { card, .. }
        | Event::Counter { card, .. } => Why::card(card, &[]),
        Event::Prevented { card, .. } => Why::card(card, &["K-09"]),
        Event::Stars { why, .. } => by_cause(why, &["D-04"]),
        Event::Energy { seat, why: Cause::Payment, .. } => payment(seat, &log, after),
        Event::Energy { why, .. } => by_cause(why, &["D-05"]),
        Event::Healed { why, .. } => by_cause(why, &["D-06"]).and("C-09", true),
        Event::Attacked { seat, targets, .. } => attack(seat, targets.iter(), &log),
        Event::Hurt { seat, why: Cause::Claws, .. } => {
            let inside = log.place(seat).is_some_and(|place| place.is_some());
            Why::by(&["K-01", "G-01"]).and("Y-02", inside)
        }
        Event::Hurt { why: Cause::Poison, .. } => Why::by(&["E-03", "P-06"]),
        Event::Hurt { why: Cause::Card(card), .. } => {
            Why::card(card, &["G-01"]).and("K-08", card.kind() == Kind::Discard)
        }
        Event::Hurt { why, .. } => by_cause(why, &["K-01"]),
        Event::LostHearts { why, .. } => by_cause(why, &[]).and("G-10", true),
        Event::Tokens { token, from, to, .. } if from < to => match token {
            Token::Poison => Why::card(Card::PoisonSpit, &["P-06"]),
            Token::Shrink => Why::card(Card::ShrinkRay, &["P-06"]),
        },
        Event::Tokens { .. } => Why::by(&["D-06", "P-06"]),
        Event::Eliminated { .. } => Why::by(&["G-03", "G-04", "G-05"]),
        Event::Reborn { .. } => Why::card(Card::ItHasAChild, &["G-04"]),
        Event::Stayed { seat, .. } => yielding(seat, &log),
        Event::Left { seat, why, .. } => match why {
            Leaving::Yielded => yielding(seat, &log).and("Y-06", true),
            Leaving::BayClosed => Why::by(&["B-05", "B-07", "Q-15"]),
            Leaving::PutOut => Why::card(Card::DeathFromAbove, &["P-12"]),
            Leaving::Fell if log.reborn(seat) => Why::card(Card::ItHasAChild, &["G-04"]),
            Leaving::Fell => Why::by(&["G-03", "G-04"]),
        },
        Event::Entered { seat, spot } => entry(seat, spot, &log, rules),
        Event::MovedToCity { seat } => match log.dropped(seat) {
            true => Why::card(Card::DeathFromAbove, &["P-12", "S13"]),
            false => Why::by(&["B-06", "B-05"]),
        },
        Event::BayClosed => Why::by(&["B-05", "B-01"]),
        Event::Revealed { .. } => log.revealed(),
        Event::Peeked { .. } => Why::card(Card::MadeInALab, &[]),
        Event::Bought { seat, card, place, .. } => purchase(seat, card, place, &log),
        Event::Taken { .. } => Why::card(Card::ParasiticTentacles, &["P-11"]),
        Event::Swept { .. } => Why::by(&["M-03", "M-06"]),
        Event::Discarded { seat, card } => log.discarded(seat, card),
        Event::Sold { .. } => Why::card(Card::Metamorph, &["P-17"]),
        Event::Copied { .. } => Why::card(Card::Mimic, &["P-07"]),
        Event::CopyLost { .. } => Why::card(Card::Mimic, &["P-08"]),
        Event::Reshuffled { .. } => Why::by(&["M-05", "Q-43"]),
        Event::EarnedTurn { kind: TurnKind::Frenzy, .. } => Why::card(Card::Frenzy, &["P-13"]),
        Event::EarnedTurn { .. } => Why::card(Card::FreezeTime, &["P-14", "X-03"]),
        Event::DeclinedTurn { .. } => Why::card(Card::FreezeTime, &["P-14"]),
        Event::Over { outcome } => match outcome {
            Outcome::Stars(_) => Why::by(&["V-01", "V-02", "V-03", "V-05"]),
            Outcome::LastStanding(_) => Why::by(&["V-01", "V-06"]),
            Outcome::EveryoneLoses | Outcome::Draw => Why::by(&["V-07"]),
        },
    })
}

/// Why the game waits for this.
pub fn need(need: &Need, rules: &Rules) -> Why {
    match need {
        Need::Answer(ask) => question(ask, rules),
        Need::Roll { .. } => Why::by(&["R-01", "R-02", "R-03"]),
        Need::Reveal(_) => Why::by(&["M-02"]),
        Need::Starter => Why::by(&["S-09"]),
        Need::Over(outcome) => {
            let over = [Event::Over { outcome: *outcome }];
            event(&over, 0, rules).unwrap_or_else(|| Why::by(&["V-01"]))
        }
    }
}

/// Why this is asked.
pub fn question(ask: &Ask, rules: &Rules) -> Why {
    let numbers: &[&'static str] = match ask.question {
        Question::Start => &["T-07", "T-06", "Q-19"],
        Question::Roll => &["R-03", "R-04", "R-05"],
        Question::Probe | Question::Reprobe => &["R-06"],
        Question::Change => &["R-08", "R-07"],
        Question::ChangeAside => &["P-16"],
        Question::Resolve => &["D-02", "D-01"],
        Question::Hearts => &["D-06", "P-06"],
        Question::Flee => &["Y-04", "Y-01", "Q-14"],
        Question::Defend => &["K-09", "Q-13"],
        Question::Yield => &["Y-01", "Y-02", "Y-03", "Y-05"],
        Question::Shop => &["M-01", "M-02", "M-03"],
        Question::Opportunity => &["P-05", "M-07"],
        Question::Deposit => &["C-11"],
        Question::Copy if ask.card.is_none() => &["P-07"],
        Question::Copy => &["P-07", "P-08"],
        Question::Sell => &["P-17", "E-01"],
        Question::End => &["E-02", "E-01", "Q-18"],
        Question::ExtraTurn => &["X-01", "P-14", "Q-41"],
    };
    let mut why = match ask.card.or(asks_alone(ask.question)) {
        Some(card) => Why::card(card, numbers),
        None => Why::by(numbers),
    };
    // Where there is no Bay, nobody decides before anybody else.
    if ask.question == Question::Yield && !rules.use_bay {
        why.rules.retain(|rule| *rule != "Y-05");
    }
    why
}

/// The card that alone asks this kind of question.
fn asks_alone(question: Question) -> Option<Card> {
    Some(match question {
        Question::Probe => Card::PsychicProbe,
        Question::Reprobe => Card::BackgroundDweller,
        Question::ChangeAside => Card::Camouflage,
        Question::Flee => Card::Jets,
        Question::Opportunity => Card::Opportunist,
        Question::Deposit => Card::BatteryMonster,
        Question::Copy => Card::Mimic,
        Question::Sell => Card::Metamorph,
        Question::ExtraTurn => Card::FreezeTime,
        _ => return None,
    })
}

fn by_cause(why: Cause, dice: &[&'static str]) -> Why {
    match why {
        Cause::Dice => Why::by(dice),
        Cause::InTokyo => Why::by(&["T-06"]),
        Cause::Entering => Why::by(&["N-04"]),
        Cause::Claws => Why::by(&["K-01"]),
        Cause::Poison => Why::by(&["E-03", "P-06"]),
        Cause::Card(card) => Why::card(card, &[]),
        Cause::Payment => Why::by(&["M-01"]),
    }
}

/// K-02 to K-05: whom the claws hit, from where.
fn attack(seat: Seat, targets: impl Iterator<Item = Seat>, log: &Log<'_>) -> Why {
    let targets: Vec<Seat> = targets.collect();
    let from = log.place(seat);
    let in_bay = |seat: &Seat| log.place(*seat) == Some(Some(Spot::Bay));
    // Claws alone never reach a monster on the attacker's own side.
    let same_side = |target: &Seat| match (from, log.place(*target)) {
        (Some(one), Some(other)) => one.is_some() == other.is_some(),
        _ => false,
    };
    if targets.iter().any(same_side) {
        return Why::card(Card::NovaBreath, &["K-01"]);
    }
    let why = Why::by(&["K-01"]);
    match (from.map(|place| place.is_some()), targets.is_empty()) {
        (Some(true), _) => why.and("K-03", true),
        (_, true) => {
            let bay = Seat::ALL.iter().any(in_bay);
            why.and("K-05", bay).and("K-04", true)
        }
        (Some(false), false) => {
            why.and("K-02", true).and("K-05", targets.iter().all(in_bay) && !log.city_held())
        }
        (None, false) => why.and("K-02", true).and("K-03", true),
    }
}

/// Y-01, or Y-04 where it was asked before the damage.
fn yielding(seat: Seat, log: &Log<'_>) -> Why {
    let attack = log.turn.iter().rposition(|event| matches!(event, Event::Attacked { .. }));
    let since = attack.map_or(&[][..], |at| &log.turn[at..]);
    let met = since.iter().any(|event| match event {
        Event::Hurt { seat: other, .. } | Event::Prevented { seat: other, .. } => *other == seat,
        _ => false,
    });
    match attack.is_some() && !met {
        true => Why::card(Card::Jets, &["Y-04", "Y-01"]),
        false => Why::by(&["Y-01", "Y-02", "Y-03"]),
    }
}

/// N-01 to N-06, P-12: by which way somebody came in.
fn entry(seat: Seat, spot: Spot, log: &Log<'_>, rules: &Rules) -> Why {
    if log.dropped(seat) {
        return Why::card(Card::DeathFromAbove, &["P-12", "N-04"]);
    }
    let in_turn = |wanted: &dyn Fn(&Event) -> bool| log.turn.iter().any(wanted);
    let clawed =
        in_turn(&|event| matches!(event, Event::Attacked { seat: other, .. } if *other == seat));
    let without = rules.enter_free_place_without_claws != EntryWithoutClaws::Never;
    if !clawed && without {
        return Why::by(&["N-06", "N-01", "N-03", "N-04"]);
    }
    let fell = in_turn(&|event| matches!(event, Event::Left { why: Leaving::Fell, .. }));
    let bay_left = in_turn(&|event| {
        matches!(event, Event::Left { spot: Spot::Bay, why: Leaving::Yielded, .. })
    });
    Why::by(&["N-01", "N-02", "N-03", "N-04"])
        .and("G-08", fell)
        .and("B-04", spot == Spot::Bay && bay_left)
        .and("B-03", spot == Spot::Bay && !bay_left)
        .and("N-05", rules.tokyo_entry == TokyoEntry::OwnPhase)
}

/// M-01, P-05: who may buy, where, and what the card does then.
fn purchase(seat: Seat, card: Card, place: Place, log: &Log<'_>) -> Why {
    let works = if card.kind() == Kind::Keep { "M-08" } else { "M-04" };
    if log.active().is_some_and(|active| active != seat) {
        return Why::card(Card::Opportunist, &["P-05", "M-07"]).and(works, true);
    }
    match place {
        Place::Top => Why::card(Card::MadeInALab, &["M-01"]).and(works, true),
        _ => Why::by(&["M-01", "M-02"]).and(works, true),
    }
}

/// What energy was paid for: it stands beside the payment.
fn payment(seat: Seat, log: &Log<'_>, after: &[Event]) -> Why {
    let taken_for =
        |event: &&Event| matches!(event, Event::Energy { why: Cause::Card(Card::HealingRay), .. });
    if let Some(Event::Energy { why: Cause::Card(card), .. }) = after.first().filter(taken_for) {
        return Why::card(*card, &[]);
    }
    match after.iter().find(|event| !matches!(event, Event::Energy { .. })) {
        Some(Event::Bought { .. }) => return Why::by(&["M-01"]),
        Some(Event::Swept { .. }) => return Why::by(&["M-03"]),
        Some(Event::Taken { .. }) => return Why::card(Card::ParasiticTentacles, &["P-11"]),
        Some(Event::DieSet { card, .. } | Event::Counter { card, .. }) => {
            return Why::card(*card, &[]);
        }
        Some(Event::Copied { .. } | Event::CopyLost { .. }) => {
            return Why::card(Card::Mimic, &["P-08"]);
        }
        _ => {}
    }
    match log.all.last() {
        Some(Event::Used { seat: other, card }) if *other == seat => Why::card(*card, &[]),
        _ => Why::by(&["M-01"]),
    }
}

/// What had happened before an event.
struct Log<'a> {
    all: &'a [Event],
    /// Since the turn began.
    turn: &'a [Event],
    /// Where each monster is, as far as the log tells it.
    places: [Option<Option<Spot>>; 6],
}

impl<'a> Log<'a> {
    fn before(events: &'a [Event], at: usize) -> Log<'a> {
        let all = &events[..at];
        let start = all.iter().rposition(|event| matches!(event, Event::TurnStarted { .. }));
        let mut places = [None; 6];
        for event in all {
            match *event {
                // S-02: Tokyo starts empty.
                Event::Starts { .. } => places = [Some(None); 6],
                Event::Entered { seat, spot } | Event::Stayed { seat, spot } => {
                    places[seat.index()] = Some(Some(spot));
                }
                Event::MovedToCity { seat } => places[seat.index()] = Some(Some(Spot::City)),
                Event::Left { seat, .. } => places[seat.index()] = Some(None),
                Event::Stars { seat, why: Cause::InTokyo, .. } => {
                    places[seat.index()] = places[seat.index()].or(Some(Some(Spot::City)));
                }
                _ => {}
            }
        }
        Log { all, turn: start.map_or(all, |start| &all[start..]), places }
    }

    /// Where a monster is; `None` if the log does not reach back so far.
    fn place(&self, seat: Seat) -> Option<Option<Spot>> {
        self.places[seat.index()]
    }

    fn city_held(&self) -> bool {
        self.places.contains(&Some(Some(Spot::City)))
    }

    fn active(&self) -> Option<Seat> {
        self.turn.iter().find_map(|event| match event {
            Event::TurnStarted { seat, .. } => Some(*seat),
            _ => None,
        })
    }

    /// Whether this monster has just bought its way into Tokyo.
    fn dropped(&self, seat: Seat) -> bool {
        let last = self.turn.iter().rev().find_map(|event| match event {
            Event::Bought { seat, card, .. } => Some((*seat, *card)),
            _ => None,
        });
        last == Some((seat, Card::DeathFromAbove))
    }

    /// Whether it fell and began again.
    fn reborn(&self, seat: Seat) -> bool {
        let of = |event: &&Event| matches!(event, Event::Reborn { seat: other, .. } | Event::Eliminated { seat: other } if *other == seat);
        matches!(self.turn.iter().rev().find(of), Some(Event::Reborn { .. }))
    }

    /// What turned a card up.
    fn revealed(&self) -> Why {
        let cause = self.all.iter().rev().find(|event| {
            matches!(event, Event::Bought { .. } | Event::Swept { .. } | Event::TurnStarted { .. })
        });
        match cause {
            None => Why::by(&["S-03"]),
            Some(Event::Swept { .. }) => Why::by(&["M-03"]),
            Some(_) => Why::by(&["M-02"]),
        }
    }

    /// What sent a card to the discard pile.
    fn discarded(&self, seat: Seat, card: Card) -> Why {
        let fate = self.turn.iter().rev().find(|event| match event {
            Event::Eliminated { seat: other } | Event::Reborn { seat: other, .. } => *other == seat,
            Event::Sold { card: sold, .. } => *sold == card,
            _ => false,
        });
        match fate {
            Some(Event::Eliminated { .. }) => Why::by(&["G-05"]),
            Some(Event::Reborn { .. }) => Why::card(Card::ItHasAChild, &["G-04"]),
            Some(Event::Sold { .. }) => Why::card(Card::Metamorph, &["P-17"]),
            _ => Why::card(card, &["C-11"]),
        }
    }
}

/// The rules and rulings that speak of a card; for the others it is enough that a card does what it says.
pub fn rules_on(card: Card) -> &'static [&'static str] {
    match card {
        Card::AcidAttack => &["S01", "Q-09", "Q-21"],
        Card::AlphaMonster => &["P-22", "S15", "Q-03", "Q-33"],
        Card::BatteryMonster => &["P-20", "Q-24"],
        Card::Burrowing => &["P-25", "S28", "Q-06", "Q-22", "Q-34"],
        Card::Camouflage => &["P-24", "P-16", "Q-36"],
        Card::CompleteDestruction => &["R-07", "Q-25", "Q-32"],
        Card::Detritivore => &["P-15", "Q-32"],
        Card::EaterOfTheDead => &["P-09"],
        Card::EvenBigger => &["P-10", "P-21", "Q-01", "Q-49"],
        Card::ExtraHead | Card::ExtraHead2 => &["R-01", "Q-08"],
        Card::FireBreathing => &["P-02", "P-03"],
        Card::FreezeTime => &["P-14", "Q-02", "Q-41"],
        Card::FriendOfChildren => &["P-20", "Q-31", "Q-42"],
        Card::HealingRay => &["P-18", "P-19", "Q-05", "Q-27"],
        Card::ItHasAChild => &["P-09", "Q-20"],
        Card::Jets => &["Y-04", "Q-14", "Q-37"],
        Card::MadeInALab => &["P-21"],
        Card::Metamorph => &["P-17", "Q-30"],
        Card::Mimic => &["P-07", "P-08", "Q-38", "Q-39"],
        Card::NovaBreath => &["Q-12"],
        Card::Opportunist => &["P-05", "Q-26"],
        Card::ParasiticTentacles => &["P-11", "Q-47"],
        Card::PoisonSpit | Card::ShrinkRay => &["P-06", "Q-21"],
        Card::PsychicProbe => &["R-06", "Q-54"],
        Card::RapidHealing => &["P-16", "Q-29"],
        Card::Regeneration => &["P-19", "Q-27"],
        Card::RootingForTheUnderdog => &["S11", "Q-48"],
        Card::SmokeCloud => &["R-06", "S14"],
        Card::SolarPowered => &["P-04"],
        Card::SpikedTail | Card::Urbavore => &["P-22"],
        Card::Stretchy => &["P-16", "Q-04"],
        Card::EnergyDrink => &["R-06", "P-16"],
        Card::WereOnlyMakingItStronger => &["Q-44"],
        Card::Wings => &["Q-29", "Q-40"],
        Card::DeathFromAbove => &["P-12", "S13", "Q-11"],
        Card::Frenzy => &["P-13", "Q-17"],
        Card::FlameThrower | Card::GasRefinery | Card::HighAltitudeBombing => &["K-08", "P-23"],
        _ if card.kind() == Kind::Discard => &["M-04", "P-01"],
        _ => &["C-11"],
    }
}
