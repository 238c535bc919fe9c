//! Attacks on live dice: asks, links and chains.

use std::collections::{BTreeMap, BTreeSet};

use crate::host::{Host, NAME, broken, random, reservations, seats, with_proof};
use daikaiju_fair::live::{Asking, Course};
use daikaiju_fair::wire::{Ask, ChainBegun, Drawn, GameFair, Missed, NextGame};
use daikaiju_fair::{
    Act, Commitment, DiceKind, Hash, Judge, Pledge, Reservation, Seed, Verdict, Warning, What,
    Wrong, live, sealed, verify,
};
use engine::random::Random;
use engine::{Input, Need, Seat, Seats};

/// The server calls an ask void that the honest seat has answered: the seat is told at once, and the record shows it.
#[test]
fn a_void_ask_is_told_and_stands_in_the_record() {
    let mut host = Host::begin(DiceKind::Live, 9);
    (0..3).for_each(|_| assert!(host.step()));
    host.lose = seats(&[Seat::A]);
    host.play_on();
    assert_eq!(host.warnings, [What::Missed]);
    let verdict = host.verdict(Seat::A);
    let said = reservations(&verdict);
    assert!(said.contains(&Reservation::Missed(Seat::A, 1)), "{verdict}");
    assert!(said.iter().any(|said| matches!(said, Reservation::PartOfDraws(Seat::A, ..))));
    assert!(said.iter().any(|said| matches!(said, Reservation::WouldHave(..))), "{verdict}");
    assert!(!verdict.report().unwrap().flawless);
    // Cut from the record, nothing fits any more.
    let hidden = with_proof(&host.record(), |proof| {
        let at = proof.asks.iter().position(|ask| ask.contains('-')).unwrap();
        proof.asks.remove(at);
    });
    broken(verify(&hidden, None));
    let blamed = with_proof(&host.record(), |proof| {
        let at = proof.asks.iter().position(|ask| ask.contains('-')).unwrap();
        proof.asks[at] = "AB-B".into();
    });
    broken(verify(&blamed, None));
}

/// A seat that is ready and is not asked knows it.
#[test]
fn a_seat_that_is_not_asked_is_told() {
    let mut host = Host::begin(DiceKind::Live, 10);
    (0..2).for_each(|_| assert!(host.step()));
    while !matches!(host.state.need(), Need::Roll { .. } | Need::Reveal(_)) {
        let Need::Answer(ask) = host.state.need() else { break };
        let answer = host.random.answer(&host.state, ask).unwrap();
        host.play(Input::Answer(answer));
    }
    let mut asking = host.asking();
    asking.seats = seats(&[Seat::B]);
    let links = host.links(asking);
    let asks = vec![Host::made(asking, links)];
    let counts = host.clients[0].evidence().and_then(|kept| kept.pledge).unwrap();
    let drawn = Drawn { chance: asking.chance, asks, ..Drawn::default() };
    let acts = host.clients[0].drawn(1, &drawn);
    // It pledges the chain that counts once more, in case the server has lost the word that it takes part.
    let warning = Warning { ask: Some(asking.ask), what: What::NotAsked };
    assert_eq!(acts, [Act::Warn(warning), Act::Pledge(counts)]);
}

/// After three misses a seat is out; a fourth does not exist.
#[test]
fn a_fourth_miss_does_not_exist() {
    let mut host = Host::begin(DiceKind::Live, 11);
    for _ in 0..3 {
        host.silent = seats(&[Seat::B]);
        while !host.silent.is_empty() {
            assert!(host.step());
        }
    }
    assert!(host.course.as_ref().unwrap().is_out(Seat::B));
    host.play_on();
    assert!(host.warnings.contains(&What::Out));
    let verdict = host.verdict(Seat::A);
    assert!(reservations(&verdict).contains(&Reservation::Out(Seat::B)), "{verdict}");
    let forced = with_proof(&host.record(), |proof| {
        *proof.asks.last_mut().unwrap() = "AB-B".into();
        proof.asks.push("A".into());
    });
    broken(verify(&forced, None));
}

/// The same number with another content: after the links are known the server wants others for the same ask.
#[test]
fn an_ask_is_answered_once() {
    let mut host = Host::begin(DiceKind::Live, 12);
    (0..2).for_each(|_| assert!(host.step()));
    while let Need::Answer(ask) = host.state.need() {
        let answer = host.random.answer(&host.state, ask).unwrap();
        host.play(Input::Answer(answer));
    }
    let asking = host.asking();
    let links = host.links(asking);
    assert_eq!(links.len(), 2);
    // After a kill the same ask comes again: the same links, so the same dice.
    assert_eq!(host.links(asking), links);
    // Another answer, another first chance, other seats: nothing is given.
    for other in [
        Asking { inputs: Hash::from_bytes([1; 32]), ..asking },
        Asking { chance: asking.chance + 1, ..asking },
        Asking { seats: seats(&[Seat::A]), ..asking },
        Asking { ask: asking.ask + 1, ..asking },
    ] {
        let mut host_a = Host::begin(DiceKind::Live, 12);
        std::mem::swap(&mut host_a.clients, &mut host.clients);
        host_a.course = host.course.clone();
        assert!(!host_a.links(other).contains_key(&Seat::A));
        assert!(host_a.warnings.contains(&What::WrongAsk));
        std::mem::swap(&mut host_a.clients, &mut host.clients);
    }
}

/// An ask is made for one answer and drawn with another, and the record is made to fit.
#[test]
fn the_answer_cannot_change_after_the_links() {
    let mut host = Host::begin(DiceKind::Live, 13);
    host.play_on();
    let whole = host.record();
    // Whichever answer is replaced by another legal one: what the seed opens is not what was asked for.
    let mut state = whole.start().unwrap();
    let mut tried = 0;
    for (place, input) in whole.inputs.iter().enumerate() {
        if let (Input::Answer(given), true) = (input, tried < 20) {
            let answers = state.answers();
            let other = answers.iter().find(|other| other != given);
            if let Some(other) = other {
                let mut changed = whole.clone();
                changed.inputs[place] = Input::Answer(other);
                broken(verify(&changed, Some(&host.seen(Seat::A))));
                tried += 1;
            }
        }
        state.play(*input, None).unwrap();
    }
    assert!(5 < tried);
}

/// A chain that begins between a void ask and its repetition would let the operator grind.
#[test]
fn no_chain_begins_between_void_and_redraw() {
    let mut host = Host::begin(DiceKind::Live, 14);
    (0..2).for_each(|_| assert!(host.step()));
    while let Need::Answer(ask) = host.state.need() {
        let answer = host.random.answer(&host.state, ask).unwrap();
        host.play(Input::Answer(answer));
    }
    host.silent = seats(&[Seat::B]);
    let asking = host.asking();
    let links = host.links(asking);
    assert!(!host.take(&Host::made(asking, links)));
    // The operator begins a chain for B here and draws with it.
    let ground = live::Chain::new(NAME, [66; 32]);
    host.new_chain(Seat::B, ground.anchor());
    assert!(host.warnings.contains(&What::ForeignChain));
    let asking = host.asking();
    assert_eq!(asking.seats, seats(&[Seat::A]), "B has missed this draw");
    let links = host.links(asking);
    host.take(&Host::made(asking, links));
    assert!(host.warnings.contains(&What::WrongDraw), "{:?}", host.warnings);
}

/// A chain in somebody's name that is not theirs.
#[test]
fn a_foreign_chain_in_ones_name_is_told() {
    let mut host = Host::begin(DiceKind::Live, 15);
    assert!(host.step());
    let ground = live::Chain::new(NAME, [67; 32]);
    host.new_chain(Seat::A, ground.anchor());
    assert_eq!(host.warnings, [What::ForeignChain]);
    assert_eq!(host.seen(Seat::A).warnings[0].what, What::ForeignChain);
}

/// A reload begins a new chain: no false alarm, and a gap in the evidence that still holds.
#[test]
fn a_reload_joins_anew_without_a_false_alarm() {
    let mut host = Host::begin(DiceKind::Live, 16);
    (0..4).for_each(|_| assert!(host.step()));
    let kept = host.clients[0].memory().clone();
    let mut page = Judge::new(kept, random);
    page.sits(Some(Seat::A));
    let (fair, commitment, mixed) = (host.fair(), host.commitment(), host.mixed());
    let acts = page.game(1, NAME, commitment, &mixed, &fair);
    let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
    host.clients[0] = page;
    host.new_chain(Seat::A, anchor);
    host.clients[0].accepted(anchor);
    host.play_on();
    assert!(host.warnings.is_empty(), "{:?}", host.warnings);
    let verdict = host.verdict(Seat::A);
    assert!(matches!(verdict, Verdict::Fair(_)), "{verdict}");
    assert!(reservations(&verdict).contains(&Reservation::ChainsAnew(Seat::A, 2)));
}

/// A page that is loaded anew after the last draw begins a chain that no draw knows: no false alarm. A chain that was stored
/// and that the next draw does not know is one.
#[test]
fn a_chain_counts_from_the_next_draw_or_not_at_all() {
    for hidden in [false, true] {
        let mut host = Host::begin(DiceKind::Live, 17);
        if hidden {
            (0..4).for_each(|_| assert!(host.step()));
        } else {
            host.play_on();
        }
        let mut page = Judge::new(host.clients[0].memory().clone(), random);
        page.sits(Some(Seat::A));
        let (fair, commitment, mixed) = (host.fair(), host.commitment(), host.mixed());
        let acts = page.game(1, NAME, commitment, &mixed, &fair);
        let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
        page.accepted(anchor);
        host.clients[0] = page;
        if hidden {
            host.play_on();
            assert!(host.warnings.contains(&What::NotAsked), "{:?}", host.warnings);
        } else {
            assert!(host.warnings.is_empty(), "{:?}", host.warnings);
            let verdict = host.verdict(Seat::A);
            assert!(matches!(verdict, Verdict::Fair(_)), "{verdict}");
        }
    }
}

/// Two reloads between two draws: the chain of the first is told to the second, and it is one's own.
#[test]
fn a_chain_from_before_a_reload_is_ones_own() {
    let mut host = Host::begin(DiceKind::Live, 18);
    (0..4).for_each(|_| assert!(host.step()));
    let (fair, commitment, mixed) = (host.fair(), host.commitment(), host.mixed());
    let mut anchors = Vec::new();
    for _ in 0..2 {
        let mut page = Judge::new(host.clients[0].memory().clone(), random);
        page.sits(Some(Seat::A));
        let acts = page.game(1, NAME, commitment, &mixed, &fair);
        let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
        anchors.push(anchor);
        host.clients[0] = page;
    }
    anchors.into_iter().for_each(|anchor| host.new_chain(Seat::A, anchor));
    assert!(host.warnings.is_empty(), "{:?}", host.warnings);
}

/// The server is set back to a backup: what it asks does not follow, so nothing is given, and what was seen is kept.
#[test]
fn a_store_that_is_set_back_is_noticed() {
    let mut host = Host::begin(DiceKind::Live, 17);
    (0..3).for_each(|_| assert!(host.step()));
    let before = (
        host.course.clone(),
        host.state,
        host.inputs,
        host.chance,
        host.record.clone(),
        host.asks.clone(),
    );
    (0..3).for_each(|_| assert!(host.step()));
    (host.course, host.state, host.inputs, host.chance, host.record, host.asks) = before;
    while let Need::Answer(ask) = host.state.need() {
        let answer = host.random.answer(&host.state, ask).unwrap();
        host.play(Input::Answer(answer));
    }
    let asking = host.asking();
    assert!(host.links(asking).is_empty());
    assert_eq!(host.warnings, [What::WrongAsk, What::WrongAsk]);
    assert!(matches!(host.verdict(Seat::A), Verdict::Broken(Wrong::NotSeen(_))));
}

/// A link that was reused or belongs to another place of the chain.
#[test]
fn a_wrong_link_does_not_lead_to_its_chain() {
    let chain = live::Chain::new(NAME, [1; 32]);
    let course = Course::new(Hash::from_bytes([0; 32]), &[(Seat::A, chain.anchor())]);
    assert!(course.is_link(NAME, Seat::A, 1, chain.link(1).unwrap()));
    assert!(
        course.is_link(NAME, Seat::A, 5, chain.link(5).unwrap()),
        "skipped links are hashed down"
    );
    assert!(!course.is_link(NAME, Seat::A, 1, chain.link(2).unwrap()));
    assert!(!course.is_link(NAME, Seat::A, 2, chain.link(1).unwrap()), "used before");
    assert!(!course.is_link("harbour-42/2", Seat::A, 1, chain.link(1).unwrap()));
    assert!(!course.is_link(NAME, Seat::B, 1, chain.link(1).unwrap()));
    assert_eq!((chain.link(0), chain.link(1025)), (None, None));
}

/// Players who withhold their links blindly do not change how the dice fall.
#[test]
fn blind_withholding_does_not_bias_the_dice() {
    let mut count = [0u32; 6];
    for seed in 0..60 {
        let mut host = Host::begin(DiceKind::Live, seed);
        let mut coin = Random::new(u64::from(seed) + 99);
        loop {
            if coin.below(12) == 0 {
                host.silent = seats(&[Seat::B]);
            }
            if !host.step() {
                break;
            }
        }
        for input in &host.record.inputs {
            if let Input::Rolled(dice) = input {
                for face in dice.to_string().chars() {
                    count["123ECH".find(face).unwrap()] += 1;
                }
            }
        }
    }
    let expected = f64::from(count.iter().sum::<u32>()) / 6.0;
    let spread: f64 = count.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    assert!(spread < 25.7, "chi-square {spread} of {count:?}");
}

/// The card that one player has looked at follows from the server's own part as well, which is opened at the end of the game
/// only: whoever has everything that was sent can compute neither the card nor, from the next ask, the inputs.
#[test]
fn a_hidden_card_cannot_be_computed_from_what_is_sent() {
    let mut host = Host::begin(DiceKind::Live, 31);
    while host.chance < 12 {
        assert!(host.step(), "the game is long enough");
    }
    let course = host.course.clone().unwrap();
    let drawn = |seed: Seed| {
        live::chance(&seed, course.asks, &course.transcript).draws(host.chance).below(60)
    };
    let cards: BTreeSet<_> = (0..=255).map(|byte| drawn(Seed::from_bytes([byte; 32]))).collect();
    assert!(50 < cards.len(), "what was sent leaves only {} cards", cards.len());
    // The inputs of an ask are sealed by the seed: no guess of the inputs, and no seed but the right one, opens them.
    let sealed = host.asking().inputs;
    let guesses = [*host.commitment().as_bytes(), *course.transcript.as_bytes(), [0; 32]];
    assert_eq!(host.inputs.sealed(&host.seed, course.asks + 1), sealed);
    for guess in guesses.map(Seed::from_bytes) {
        assert_ne!(host.inputs.sealed(&guess, course.asks + 1), sealed);
    }
}

/// Plays to the next draw, and stands before it.
fn before_a_draw(host: &mut Host) {
    (0..3).for_each(|_| assert!(host.step()));
    while let Need::Answer(ask) = host.state.need() {
        let answer = host.random.answer(&host.state, ask).unwrap();
        host.play(Input::Answer(answer));
    }
}

/// What seat A's client does when it is told how a game stands.
fn told(host: &mut Host, number: u32, name: &str, fair: &GameFair) -> Vec<Act> {
    let commitment = Commitment::to(&host.seed, name);
    let mixed = host.mixed();
    host.clients[0].game(number, name, commitment, &mixed, fair)
}

/// A course that nobody has seen, far ahead, back, or after another game: no link of the chain is given for it.
#[test]
fn a_forged_course_gets_no_link() {
    let other = |host: &Host| {
        let (name, terms) = ("harbour-42/99", host.terms().replace(NAME, "harbour-42/99"));
        let mix = sealed::mix(&terms, &Commitment::to(&host.seed, name), &host.mixed());
        GameFair { terms, mix, transcript: Some(mix), ask: Some(0), ..host.fair() }
    };
    for away in [false, true] {
        for ask in [0, 1, 990] {
            let mut host = Host::begin(DiceKind::Live, 19);
            before_a_draw(&mut host);
            let truth = host.fair();
            if away {
                let forged = other(&host);
                told(&mut host, 99, "harbour-42/99", &forged);
            }
            let before = if ask == 0 { host.mix() } else { Hash::from_bytes([9; 32]) };
            let forged = GameFair { ask: Some(ask), transcript: Some(before), ..truth.clone() };
            told(&mut host, 1, NAME, &forged);
            let asking = Asking { ask: ask + 1, ..host.asking() };
            let acts = host.clients[0].ask(&Ask { game: 1, asking, before, within_ms: 1000 });
            assert!(acts.iter().all(|act| !matches!(act, Act::Link(..))), "{away} {ask}: {acts:?}");
        }
    }
}

/// A page that reads too slowly is told the game anew after a gap, and perhaps asked for its old chain: it begins a new one,
/// answers for that one only, and nobody is alarmed.
#[test]
fn a_gap_begins_a_new_chain_without_a_false_alarm() {
    let mut host = Host::begin(DiceKind::Live, 22);
    before_a_draw(&mut host);
    let mut course = host.course.clone().unwrap();
    for _ in 0..3 {
        let Asking { inputs, chance, .. } = host.asking();
        let asking = Asking { ask: course.asks + 1, inputs, chance, seats: Seats::NONE };
        course.take(NAME, chance, &Host::made(asking, BTreeMap::new())).unwrap();
    }
    host.course = Some(course);
    let fair = host.fair();
    let acts = told(&mut host, 1, NAME, &fair);
    let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
    let ask = |host: &Host| Ask {
        game: 1,
        asking: host.asking(),
        before: host.course.as_ref().unwrap().transcript,
        within_ms: 1000,
    };
    let old = ask(&host);
    assert_eq!(host.clients[0].ask(&old), []);
    host.new_chain(Seat::A, anchor);
    host.clients[0].accepted(anchor);
    let new = ask(&host);
    assert!(matches!(host.clients[0].ask(&new)[..], [Act::Link(..)]));
    assert!(host.seen(Seat::A).warnings.is_empty());
}

/// The same, and the server takes no more chains: that is told, and being asked for the old one is not a further alarm.
#[test]
fn a_chain_that_is_not_taken_is_told_once() {
    let mut host = Host::begin(DiceKind::Live, 22);
    before_a_draw(&mut host);
    let mut course = host.course.clone().unwrap();
    let Asking { ask, inputs, chance, .. } = host.asking();
    let asking = Asking { ask, inputs, chance, seats: Seats::NONE };
    course.take(NAME, chance, &Host::made(asking, BTreeMap::new())).unwrap();
    host.course = Some(course);
    let fair = host.fair();
    let acts = told(&mut host, 1, NAME, &fair);
    let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
    let acts = host.clients[0].refused(anchor, false);
    host.warned(acts);
    let before = host.course.as_ref().unwrap().transcript;
    let ask = Ask { game: 1, asking: host.asking(), before, within_ms: 1000 };
    assert_eq!(host.clients[0].ask(&ask), [Act::Rest]);
    assert_eq!(host.warnings, [What::Excluded]);
}

/// The links of an ask are known, and it is drawn with another content: whatever the server says in between, the client knows
/// what it answered, and so does the verifier.
#[test]
fn an_ask_cannot_change_under_cover_of_a_course() {
    for (jump, away) in [(3, false), (0, false), (3, true)] {
        let mut host = Host::begin(DiceKind::Live, 20);
        before_a_draw(&mut host);
        let asking = host.asking();
        let links = host.links(asking);
        assert_eq!(links.len(), 2);
        let truth = host.fair();
        if away {
            let next = NextGame { name: "harbour-42/2".into(), ..host.next_game() };
            host.clients[0].next(&next);
        } else {
            let ask = truth.ask.map(|ask| ask + jump);
            let wrong = Some(Hash::from_bytes([9; 32]));
            told(&mut host, 1, NAME, &GameFair { ask, transcript: wrong, ..truth.clone() });
        }
        told(&mut host, 1, NAME, &truth);
        let changed = Asking { inputs: Hash::from_bytes([7; 32]), ..asking };
        let drawn = Drawn {
            chance: asking.chance,
            chains: Vec::new(),
            asks: vec![Host::made(changed, links)],
        };
        host.clients[0].drawn(1, &drawn);
        let said = host.seen(Seat::A).warnings;
        assert!(said.iter().any(|said| said.what == What::WrongDraw), "{said:?}");
        assert!(!host.seen(Seat::A).answered.is_empty());
    }
    // The page hears nothing more; the record tells of another ask.
    let mut host = Host::begin(DiceKind::Live, 21);
    before_a_draw(&mut host);
    let asking = host.asking();
    host.links(asking);
    let mut seen = host.seen(Seat::A);
    assert_eq!(seen.answered.len(), 1);
    host.play_on();
    assert!(matches!(verify(&host.record(), Some(&seen)), Verdict::Fair(_)));
    seen.answered[0].1 = Hash::from_bytes([7; 32]);
    let said = broken(verify(&host.record(), Some(&seen)));
    assert!(said.contains("your client answered"), "{said}");
}

/// A pledge that is refused, or never answered: the player is told, at once or after some draws.
#[test]
fn whoever_is_never_asked_is_told() {
    for refused in [true, false] {
        let mut host = Host::begin(DiceKind::Live, 23);
        (0..4).for_each(|_| assert!(host.step()));
        host.reload();
        let fair = host.fair();
        let acts = told(&mut host, 1, NAME, &fair);
        let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
        if refused {
            // Too late is not an alarm; anything else is.
            assert_eq!(host.clients[0].refused(anchor, true), []);
            let acts = host.clients[0].refused(anchor, false);
            host.warned(acts);
            assert_eq!(host.warnings, [What::Excluded]);
            continue;
        }
        // Nothing is said, and the others draw.
        let mut draws = 0;
        while draws < 3 {
            assert!(!host.warnings.contains(&What::Excluded));
            before_a_draw_now(&mut host);
            let asking = Asking { seats: seats(&[Seat::B]), ..host.asking() };
            let links = host.links(asking);
            assert!(host.take(&Host::made(asking, links)));
            let transcript = host.course.as_ref().unwrap().transcript;
            let chance = live::chance(&host.seed, asking.ask, &transcript);
            while let Some(input) = chance.input(host.chance, &host.state) {
                host.chance += 1;
                host.play(input);
            }
            draws += 1;
        }
        assert_eq!(host.warnings, [What::Excluded]);
        assert_eq!(host.seen(Seat::A).warnings.len(), 1);
    }
}

/// The server is about to stop when a client comes back: it takes no pledges any more, but dice still fall. The client knows
/// that it has no part in them, and that is not an alarm.
#[test]
fn a_pledge_that_comes_too_late_is_no_alarm() {
    for missed in [false, true] {
        let mut host = Host::begin(DiceKind::Live, 23);
        (0..4).for_each(|_| assert!(host.step()));
        let acts = if missed {
            before_a_draw_now(&mut host);
            let asking = host.asking();
            let links = host.links(asking);
            let made = Host::made(asking, links.into_iter().skip(1).collect());
            host.course.as_mut().unwrap().take(NAME, asking.chance, &made).unwrap();
            host.since.asks.push(made.clone());
            let missed = Missed { game: 1, chance: asking.chance, ask: made };
            host.clients[1].missed(&missed);
            host.clients[0].missed(&missed)
        } else {
            host.clients[0].connected();
            host.clients[0].sits(Some(Seat::A));
            host.clients[0].rejoin()
        };
        let anchor = acts.iter().find_map(|act| match act {
            Act::Pledge(anchor) => Some(*anchor),
            _ => None,
        });
        assert_eq!(host.clients[0].refused(anchor.expect("it wants its part"), true), []);
        for _ in 0..2 {
            before_a_draw_now(&mut host);
            let asking = Asking { seats: seats(&[Seat::B]), ..host.asking() };
            let links = host.links(asking);
            assert!(host.take(&Host::made(asking, links)));
            let transcript = host.course.as_ref().unwrap().transcript;
            let chance = live::chance(&host.seed, asking.ask, &transcript);
            while let Some(input) = chance.input(host.chance, &host.state) {
                host.chance += 1;
                host.play(input);
            }
        }
        assert_eq!(host.warnings, []);
    }
}

fn before_a_draw_now(host: &mut Host) {
    while let Need::Answer(ask) = host.state.need() {
        let answer = host.random.answer(&host.state, ask).unwrap();
        host.play(Input::Answer(answer));
    }
}

/// The own seat is asked first, that ask is void because of another seat, and the repetition leaves it out.
#[test]
fn every_ask_of_a_draw_is_looked_at() {
    let mut host = Host::begin(DiceKind::Live, 24);
    before_a_draw(&mut host);
    host.silent = seats(&[Seat::B]);
    let asking = host.asking();
    let links = host.links(asking);
    assert!(!host.take(&Host::made(asking, links)));
    host.warnings.clear();
    let alone = Asking { seats: Seats::NONE, ..host.asking() };
    host.take(&Host::made(alone, BTreeMap::new()));
    assert_eq!(host.warnings, [What::NotAsked]);
}

/// Two pages of one browser: the older one leaves the dice to the newer, and takes part again when that one does not answer.
#[test]
fn two_pages_do_not_use_up_the_chains() {
    // In the lobby the newer page has pledged last.
    let mut host = Host::new(DiceKind::Live, 25);
    host.show_table();
    let mut newer = Judge::new(host.clients[0].memory().clone(), random);
    newer.sits(Some(Seat::A));
    let Act::Pledge(second) = newer.next(&host.next_game())[0] else { panic!("it pledges") };
    host.pledges.insert(Seat::A, second);
    let kept = newer.memory()[NAME].clone();
    host.clients[0].remember(kept);
    host.course = Some(Course::new(host.mix(), &host.mixed()));
    let fair = host.fair();
    assert_eq!(told(&mut host, 1, NAME, &fair), [], "the newer page holds the dice");
    let (commitment, mixed) = (host.commitment(), host.mixed());
    let acts = newer.game(1, NAME, commitment, &mixed, &fair);
    assert_eq!(acts, [Act::Pledge(second)]);
    // The newer page is closed: its seat misses an ask, and the older one begins a chain.
    let (asking, links) = (host.asking(), BTreeMap::new());
    let made = Host::made(Asking { seats: seats(&[Seat::A]), ..asking }, links);
    let missed = Missed { game: 1, chance: asking.chance, ask: made };
    let acts = host.clients[0].missed(&missed);
    assert!(matches!(acts[..], [Act::Warn(_), Act::Pledge(_)]), "{acts:?}");
}

/// The server tells of a void ask, and the step tells of another one.
#[test]
fn a_void_ask_is_the_one_that_was_told() {
    for changed in [false, true] {
        let mut host = Host::begin(DiceKind::Live, 26);
        before_a_draw(&mut host);
        host.silent = seats(&[Seat::B]);
        let asking = host.asking();
        let links = host.links(asking);
        let told = Host::made(asking, links.clone());
        assert!(!host.take(&told));
        host.warnings.clear();
        // It was told for other inputs than the step says.
        let mut drawn = host.since.clone();
        if changed {
            drawn.asks[0].inputs = Hash::from_bytes([8; 32]);
        }
        let next = Asking { seats: seats(&[Seat::A]), ..host.asking() };
        let links = host.links(next);
        drawn.asks.push(Host::made(next, links));
        // Bob did not answer the void ask, so that only what he was told can tell him.
        let acts = host.clients[1].drawn(1, &drawn);
        let warned = acts
            .iter()
            .any(|act| matches!(act, Act::Warn(warning) if warning.what == What::WrongDraw));
        assert_eq!(warned, changed, "{acts:?}");
    }
}

/// A page whose server lost some of the news hears of one chain and not of the next; the step tells of both, and what was told
/// is the beginning of it: no false alarm. A step that leaves out, exchanges or reorders what was told is one.
#[test]
fn what_was_told_of_chains_is_the_beginning_of_what_the_step_tells() {
    let anchor = |byte| live::Chain::new(NAME, [byte; 32]).anchor();
    let (first, second, third) = (anchor(71), anchor(72), anchor(73));
    let told_of_one = |chains: &[Pledge]| {
        let mut host = Host::begin(DiceKind::Live, 27);
        before_a_draw(&mut host);
        // Bob is back at a server that then loses sight of the one that plays: he is not asked, nor is anybody else.
        host.clients[1].connected();
        let from = host.course.as_ref().unwrap().asks;
        let begun = ChainBegun { game: 1, seat: Seat::C, from, anchor: first };
        let acts = host.clients[1].chain(&begun);
        assert!(acts.is_empty(), "{acts:?}");
        for &anchor in chains {
            host.course.as_mut().unwrap().begin_chain(Seat::C, anchor);
            host.since.chains.push((Seat::C, from, anchor));
        }
        let asking = Asking { seats: Seats::NONE, ..host.asking() };
        let mut drawn = host.since.clone();
        drawn.chance = asking.chance;
        drawn.asks.push(Host::made(asking, BTreeMap::new()));
        let acts = host.clients[1].drawn(1, &drawn);
        acts.iter().any(|act| matches!(act, Act::Warn(warning) if warning.what == What::WrongDraw))
    };
    assert!(!told_of_one(&[first]));
    assert!(!told_of_one(&[first, second]));
    assert!(!told_of_one(&[first, second, third]));
    assert!(told_of_one(&[]));
    assert!(told_of_one(&[second]));
    assert!(told_of_one(&[second, first]));
}

/// A page that begins a new chain loses its connection before the server has stored it. When it is back it pledges again: the
/// chain that counts is still the one from before, not one of another page that would have taken over.
#[test]
fn a_pledge_that_was_lost_with_its_connection_is_repeated() {
    for reload in [true, false] {
        let mut host = Host::begin(DiceKind::Live, 28);
        (0..4).for_each(|_| assert!(host.step()));
        if reload {
            host.reload();
        } else {
            // Draws that it did not see: a gap, after which the old chain is not used any more.
            let Asking { ask, inputs, chance, .. } = host.asking();
            let asking = Asking { ask, inputs, chance, seats: Seats::NONE };
            let made = Host::made(asking, BTreeMap::new());
            host.course.as_mut().unwrap().take(NAME, chance, &made).unwrap();
        }
        let fair = host.fair();
        let acts = told(&mut host, 1, NAME, &fair);
        let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
        for _ in 0..2 {
            host.clients[0].connected();
            host.clients[0].sits(Some(Seat::A));
            assert_eq!(host.clients[0].rejoin(), [Act::Pledge(anchor)], "reload: {reload}");
            assert_eq!(told(&mut host, 1, NAME, &fair), [], "it is on its way");
        }
    }
}

/// A pledge is refused, because it came too late or the server could not store it, and the connection stays: after a draw
/// without the seat it is repeated, for nobody else will ask for it; but not for ever.
#[test]
fn a_pledge_that_was_refused_is_repeated_after_a_draw_without_it() {
    let mut host = Host::begin(DiceKind::Live, 29);
    (0..4).for_each(|_| assert!(host.step()));
    host.clients[0].connected();
    host.clients[0].sits(Some(Seat::A));
    let acts = host.clients[0].rejoin();
    let [Act::Pledge(anchor)] = acts[..] else { panic!("{acts:?}") };
    host.clients[0].caught_up();
    for expected in [vec![Act::Pledge(anchor)], vec![Act::Pledge(anchor)], Vec::new()] {
        assert_eq!(host.clients[0].refused(anchor, true), []);
        before_a_draw_now(&mut host);
        let asking = Asking { seats: seats(&[Seat::B]), ..host.asking() };
        let links = host.links(asking);
        let made = Host::made(asking, links);
        host.course.as_mut().unwrap().take(NAME, asking.chance, &made).unwrap();
        let drawn = Drawn { chance: asking.chance, asks: vec![made], ..Drawn::default() };
        host.clients[1].drawn(1, &drawn);
        let acts = host.clients[0].drawn(1, &drawn);
        let pledges = acts.into_iter().filter(|act| matches!(act, Act::Pledge(_)));
        assert_eq!(pledges.collect::<Vec<_>>(), expected);
    }
}

/// The server refuses a pledge, so that the anchor is pledged again, and lets the same chain count a second time, from later on:
/// its links would be those that were given before. None is given.
#[test]
fn a_chain_that_is_begun_once_more_gives_no_link_twice() {
    let mut host = Host::begin(DiceKind::Live, 31);
    (0..4).for_each(|_| assert!(host.step()));
    before_a_draw_now(&mut host);
    let anchor = host.course.as_ref().unwrap().chain(Seat::A).unwrap().anchor;
    host.clients[0].refused(anchor, true);
    let from = host.course.as_ref().unwrap().asks;
    assert!(0 < from);
    host.course.as_mut().unwrap().begin_chain(Seat::A, anchor);
    let begun = ChainBegun { game: 1, seat: Seat::A, from, anchor };
    assert_eq!(host.clients[0].chain(&begun), []);
    let asking = host.asking();
    let before = host.course.as_ref().unwrap().transcript;
    let acts = host.clients[0].ask(&Ask { game: 1, asking, before, within_ms: 1000 });
    assert!(
        matches!(acts[..], [Act::Warn(warning), Act::Rest] if warning.what == What::WrongAsk),
        "{acts:?}"
    );
}

/// A pledge for the next game is refused: when the table is shown again, another one is made; but not for ever.
#[test]
fn a_pledge_that_was_refused_before_a_game_is_made_anew() {
    for dice in [DiceKind::Live, DiceKind::Sealed] {
        let mut host = Host::new(dice, 30);
        let next = host.next_game();
        let mut refused = BTreeSet::new();
        for _ in 0..3 {
            let acts = host.clients[0].next(&next);
            let [Act::Pledge(pledge)] = acts[..] else { panic!("{acts:?}") };
            assert_eq!(host.clients[0].next(&next), [], "it is on its way");
            assert_eq!(host.clients[0].refused(pledge, false), []);
            assert!(refused.insert(pledge.to_hex()), "another one each time");
        }
        assert_eq!(host.clients[0].next(&next), []);
        // On a new connection, or for another game, the server may think otherwise.
        host.clients[0].connected();
        host.clients[0].sits(Some(Seat::A));
        assert!(matches!(host.clients[0].next(&next)[..], [Act::Pledge(_)]));
    }
}
