//! Attacks before the first roll: a second mix, a late seed, a seat left out, a void that is hidden.

use std::collections::HashMap;

use crate::host::{Host, NAME, broken, random, reservations, seats, with_proof};
use daikaiju_fair::live::Inputs;
use daikaiju_fair::wire::{Left, VoidMix, VoidWhy};
use daikaiju_fair::{
    Act, Commitment, DiceKind, Entropy, Evidence, GAMES_KEPT, Judge, Memory, Pledge, Reservation,
    Seed, Verdict, Warning, What, first_to_forget, verify,
};
use engine::{Outcome, Seat};

/// D1: the server lets everybody reveal, breaks off and mixes the same name again with another part of its own.
#[test]
fn a_second_mix_of_a_name_is_refused() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    let first = host.mixing();
    let entropy = host.ask_to_reveal(Seat::A, &first).unwrap();
    // The same mix again, after a lost message: the same reveal again.
    assert_eq!(host.ask_to_reveal(Seat::A, &first), Some(entropy));
    // Killed and started again; the operator's own seat B pledges what it has ground.
    host.clients[0].connected();
    host.show_table();
    let ground = Entropy::from_bytes([9; 32]);
    host.pledges.insert(Seat::B, Pledge::of(&ground, NAME, &host.commitment()));
    let second = host.mixing();
    assert_eq!(host.ask_to_reveal(Seat::A, &second), None);
    assert_eq!(host.warnings, [What::SecondMix]);
    // The next name gets a fresh secret.
    host.name = "harbour-42/2".into();
    host.show_table();
    let third = host.mixing();
    assert_ne!(host.ask_to_reveal(Seat::A, &third), Some(entropy));
}

/// A second tab, a reload and a reconnect pledge something fresh; nothing that was revealed is pledged again.
#[test]
fn a_contribution_is_used_once() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    let first = host.pledges[&Seat::A];
    host.clients[0].connected();
    host.show_table();
    assert_ne!(host.pledges[&Seat::A], first, "a reconnect");
    let second = host.pledges[&Seat::A];
    let kept = host.clients[0].memory().clone();
    let mut tab = Judge::new(kept, random);
    tab.sits(Some(Seat::A));
    let Act::Pledge(third) = tab.next(&host.next_game())[0] else { panic!("a second tab pledges") };
    assert!(third != second && third != first);
    // Evidence that is kept holds no secret before it is revealed.
    assert!(tab.memory()[NAME].entropy.is_none());
    let mixing = host.mixing();
    let entropy = host.ask_to_reveal(Seat::A, &mixing).unwrap();
    host.clients[0].void(NAME);
    host.name = "harbour-42/2".into();
    host.show_table();
    let again = Pledge::of(&entropy, &host.name, &host.commitment());
    assert_ne!(host.pledges[&Seat::A], again);
}

/// D2: a commitment that changes, or a seed that is drawn after the reveals.
#[test]
fn a_changed_commitment_and_a_late_seed_are_noticed() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    let before = host.commitment();
    host.seed = Seed::from_bytes([2; 32]);
    let mixing = host.mixing();
    assert_eq!(host.ask_to_reveal(Seat::A, &mixing), None);
    assert_eq!(host.warnings, [What::CommitmentChanged]);
    // The server shows the old commitment, and plays with a seed that it drew when it knew everything.
    let mut host = Host::begin(DiceKind::Sealed, 1);
    let seen = host.seen(Seat::A);
    assert_eq!(seen.commitment, before);
    host.seed = Seed::from_bytes([77; 32]);
    for (seat, entropy) in host.entropy.clone() {
        // It even makes the pledges fit; only what the client kept cannot be changed.
        host.pledges.insert(seat, Pledge::of(&entropy, NAME, &host.commitment()));
    }
    host.play_on();
    assert!(matches!(verify(&host.record(), None), Verdict::Fair(_)), "consistent in itself");
    assert!(broken(verify(&host.record(), Some(&seen))).contains("the commitment"));
}

/// The late seed with live dice.
#[test]
fn a_late_seed_is_noticed_with_live_dice_too() {
    let mut host = Host::begin(DiceKind::Live, 1);
    host.play_on();
    let record = with_proof(&host.record(), |proof| {
        proof.seed = Seed::from_bytes([5; 32]);
        proof.commitment = Commitment::to(&proof.seed, &proof.game);
    });
    broken(verify(&record, Some(&host.seen(Seat::B))));
}

/// A reveal is dropped, and the game goes on without that seat.
#[test]
fn nobody_is_left_out_after_the_reveals() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    host.reveal();
    host.entropy.remove(&Seat::B);
    host.left_out.insert(Seat::B, Left::Gone);
    host.announce();
    assert_eq!(host.warnings, [What::OtherStart, What::OtherStart], "both were shown another mix");
    host.play_on();
    assert!(broken(host.verdict(Seat::B)).contains("not what you saw"));
    assert!(broken(host.verdict(Seat::A)).contains("not what you saw"));
}

/// A seat is left out beforehand: it is told before the first roll, and the record shows it; hidden, it is broken.
#[test]
fn a_seat_that_is_left_out_is_told() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    host.left_out.insert(Seat::B, Left::Gone);
    host.reveal();
    host.announce();
    assert_eq!(host.warnings, [What::NotMixed]);
    host.play_on();
    let verdict = host.verdict(Seat::B);
    assert!(reservations(&verdict).contains(&Reservation::LeftOut(Seat::B, Some(Left::Gone))));
    assert!(reservations(&verdict).contains(&Reservation::YouAddedNothing));
    assert_eq!(verdict.exit_code(), 1);
    let hidden =
        with_proof(&host.record(), |proof| proof.seats.retain(|seat| seat.seat != Seat::B));
    assert!(matches!(verify(&hidden, None), Verdict::Fair(_)), "the record alone cannot tell");
    assert!(broken(verify(&hidden, Some(&host.seen(Seat::B)))).contains("your pledge"));
}

/// Void mixes stand in the record, and cannot be taken out of it.
#[test]
fn a_void_mix_cannot_be_hidden() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    let void = VoidMix {
        game: NAME.into(),
        commitment: host.commitment(),
        why: VoidWhy::Missing,
        missing: seats(&[Seat::B]),
        names: Vec::new(),
    };
    host.clients.iter_mut().for_each(|client| client.void(NAME));
    (host.name, host.void) = ("harbour-42/2".into(), vec![void]);
    host.inputs = Inputs::none(&host.name);
    host.pledges.clear();
    host.show_table();
    host.left_out.insert(Seat::B, Left::Barred);
    host.reveal();
    host.announce();
    host.play_on();
    let verdict = host.verdict(Seat::A);
    assert!(reservations(&verdict).iter().any(|said| matches!(said, Reservation::Void(_))));
    let hidden = with_proof(&host.record(), |proof| proof.void.clear());
    assert!(broken(verify(&hidden, None)).contains("void mixes"));
    // Whoever was missing is not mixed in.
    let mixed = with_proof(&host.record(), |proof| proof.void[0].missing = seats(&[Seat::A]));
    assert!(broken(verify(&mixed, None)).contains("was missing"));
    // The terms say which game came before: changed, the mix is another one.
    let later = with_proof(&host.record(), |proof| {
        proof.void.clear();
        proof.terms = proof.terms.replace("after 0", "after 1");
    });
    broken(verify(&later, None));
    broken(verify(&later, Some(&host.seen(Seat::A))));
}

/// Nobody but the server added anything.
#[test]
fn dice_of_the_server_alone_are_named_so() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::new(dice, 6);
        host.announce();
        if let Some(course) = &mut host.course {
            course.chains.clear();
        }
        host.play_on();
        let verdict = verify(&host.record(), None);
        assert_eq!((verdict.name(), verdict.exit_code()), ("server_only", 1), "{verdict}");
    }
}

/// A copied pledge is refused by the verifier, whoever made the record.
#[test]
fn a_pledge_counts_once() {
    let mut host = Host::begin(DiceKind::Sealed, 6);
    host.play_on();
    let copied = with_proof(&host.record(), |proof| proof.seats[1].pledge = proof.seats[0].pledge);
    assert!(broken(verify(&copied, None)).contains("twice"));
}

/// A mix that broke off.
fn void(host: &Host, missing: &[(Seat, &str)]) -> VoidMix {
    VoidMix {
        game: host.name.clone(),
        commitment: host.commitment(),
        why: if missing.is_empty() { VoidWhy::Restart } else { VoidWhy::Missing },
        missing: missing.iter().map(|(seat, _)| *seat).fold(seats(&[]), |all, seat| all.with(seat)),
        names: missing.iter().map(|(_, name)| (*name).into()).collect(),
    }
}

/// The next start, under this name and after this game.
fn again(host: &mut Host, name: &str, after: u32) {
    (host.name, host.after, host.inputs) = (name.into(), after, Inputs::none(name));
    host.pledges.clear();
    host.entropy.clear();
    host.show_table();
    host.reveal();
}

/// The server takes the reveals, dislikes the dice and goes on to the next name: without a word of it, also after a new
/// connection that introduces an earlier game, after a reload, or with terms by which the void mix was a game. Told as it is,
/// the next mix is answered.
#[test]
fn a_mix_is_not_repeated_in_secret() {
    for reload in [false, true] {
        for (told, after, fine) in
            [(false, 0, false), (false, 1, false), (true, 1, false), (true, 0, true)]
        {
            let mut host = Host::new(DiceKind::Sealed, 1);
            host.show_table();
            host.reveal();
            assert_eq!(host.entropy.len(), 2);
            host.void = if told { vec![void(&host, &[])] } else { Vec::new() };
            if reload {
                host.reload();
            } else {
                // An earlier game that is introduced once more settles nothing.
                host.name = "harbour-42/0".into();
                host.announce();
            }
            host.clients.iter_mut().for_each(Judge::connected);
            again(&mut host, "harbour-42/2", after);
            assert_eq!(host.entropy.len(), if fine { 2 } else { 0 }, "{reload} {told} {after}");
            assert_eq!(host.warnings.contains(&What::HiddenMix), !fine);
        }
    }
}

/// A memory with room for as many games as a browser keeps.
#[derive(Default)]
struct Browser {
    kept: HashMap<String, Evidence>,
    names: Vec<String>,
}

impl Memory for Browser {
    fn load(&self, game: &str) -> Option<Evidence> {
        self.kept.load(game)
    }

    fn save(&mut self, evidence: &Evidence) {
        self.names.retain(|name| *name != evidence.game);
        self.names.push(evidence.game.clone());
        self.kept.save(evidence);
        while GAMES_KEPT < self.names.len() {
            let at = first_to_forget(&self.names, |name| self.kept.load(name));
            self.kept.remove(&self.names.remove(at));
        }
    }

    fn of_table(&self, table: &str) -> Vec<Evidence> {
        self.kept.of_table(table)
    }
}

/// A server that has seen what was revealed for a name shows a thousand others, so that a browser with little room forgets the
/// first one, and begins it anew. It may even call the player a watcher meanwhile, whom a mix or a game does not concern.
#[test]
fn names_that_are_only_shown_push_nothing_out() {
    type Flood = fn(&mut Judge<Browser>, &Host);
    let shown: Flood = |client, host| {
        client.next(&host.next_game());
    };
    let mixed: Flood = |client, host| {
        client.mixing(&host.mixing());
    };
    let played: Flood = |client, host| {
        let number = host.after + 1;
        client.game(number, &host.name, host.commitment(), &[], &host.fair());
        client.over(number, Outcome::Stars(Seat::B));
    };
    for (flood, watches) in [(shown, false), (mixed, true), (played, true)] {
        let mut host = Host::new(DiceKind::Sealed, 1);
        let mut client = Judge::new(Browser::default(), random);
        client.at("harbour-42");
        client.connected();
        client.sits(Some(Seat::A));
        client.plays(host.record.players[0].monster.unwrap(), "Ann");
        let [Act::Pledge(pledge)] = client.next(&host.next_game())[..] else { panic!("a pledge") };
        host.pledges.insert(Seat::A, pledge);
        assert!(matches!(client.mixing(&host.mixing())[..], [Act::Reveal(..)]));
        host.pledges.clear();
        if watches {
            client.sits(None);
        }
        for number in 2..=1001 {
            (host.name, host.after) = (format!("harbour-42/{number}"), number - 1);
            flood(&mut client, &host);
        }
        client.sits(Some(Seat::A));
        // The first name once more, with a seed of which the client has not seen the commitment.
        (host.name, host.after, host.seed) = (NAME.into(), 0, Seed::from_bytes([3; 32]));
        let acts = [client.next(&host.next_game()), client.mixing(&host.mixing())];
        for acts in acts {
            let changed = Warning { ask: None, what: What::CommitmentChanged };
            assert_eq!(acts, [Act::Warn(changed)]);
        }
    }
}

/// Neither a lower number nor terms that go back behind a game that began get another reveal.
#[test]
fn numbers_of_games_do_not_go_back() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.name = "harbour-42/7".into();
    host.show_table();
    host.reveal();
    again(&mut host, "harbour-42/6", 5);
    assert_eq!(host.entropy.len(), 0);
    assert!(host.warnings.contains(&What::HiddenMix));
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::begin(dice, 1);
        again(&mut host, "harbour-42/2", 0);
        assert_eq!(host.entropy.len(), 0, "game 1 has begun, and was not void");
        host.announce();
        assert!(host.warnings.contains(&What::OtherStart), "{:?}", host.warnings);
    }
    // A mix is made for this table and no other.
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.name = "island-7/1".into();
    host.show_table();
    assert_eq!((host.pledges.len(), &host.warnings[..]), (0, &[What::WrongTerms; 2][..]));
}

/// The server calls a mix void, gets another one, and begins with whichever it likes better.
#[test]
fn a_void_mix_does_not_begin_after_all() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    host.reveal();
    let first = (host.pledges.clone(), host.entropy.clone());
    let void = void(&host, &[]);
    host.void = vec![void];
    again(&mut host, "harbour-42/2", 0);
    assert_eq!(host.entropy.len(), 2);
    host.void.clear();
    host.name = NAME.into();
    host.inputs = Inputs::none(NAME);
    (host.pledges, host.entropy) = first;
    host.announce();
    assert_eq!(host.warnings, [What::OtherStart, What::OtherStart]);
    host.play_on();
    assert!(matches!(verify(&host.record(), None), Verdict::Fair(_)), "consistent in itself");
    assert!(broken(host.verdict(Seat::A)).contains("void"));
}

/// A game begins, the server has seen its dice, and it is gone: the next one says so. One that ended is not a reason to.
#[test]
fn a_game_that_is_broken_off_is_told_at_the_next_start() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        for ended in [false, true] {
            let mut host = Host::begin(dice, 1);
            if ended {
                host.play_on();
            }
            host.course = None;
            again(&mut host, "harbour-42/2", 1);
            host.announce();
            let told = host.warnings.contains(&What::Dropped);
            assert_eq!(told, !ended, "{dice:?}: {:?}", host.warnings);
        }
    }
}

/// The terms call a player by another name or give them another monster.
#[test]
fn the_own_line_of_the_terms_is_looked_at() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        for name in [true, false] {
            let mut host = Host::new(dice, 1);
            host.show_table();
            if name {
                host.record.players[0].name = "Eve".into();
            } else {
                host.record.players.swap(0, 1);
                let (ann, bob) = host.record.players.split_at_mut(1);
                std::mem::swap(&mut ann[0].name, &mut bob[0].name);
            }
            if dice == DiceKind::Sealed {
                host.reveal();
                assert!(!host.entropy.contains_key(&Seat::A), "{name}");
            } else {
                host.announce();
            }
            assert!(host.warnings.contains(&What::WrongTerms), "{dice:?} {name}");
        }
    }
}

/// Whoever moves up when the ranks close, or stands up, has no reason for alarm.
#[test]
fn changing_seats_is_no_alarm() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::new(dice, 3);
        // Bob has pledged on seat C, and moves up to B.
        host.clients[1].sits(Some(Seat::C));
        host.show_table();
        host.clients[1].sits(Some(Seat::B));
        host.show_table();
        if dice == DiceKind::Sealed {
            host.reveal();
        }
        host.announce();
        host.play_on();
        assert!(matches!(host.verdict(Seat::B), Verdict::Fair(_)), "{}", host.verdict(Seat::B));
        // Ann stands up and watches: the server has dropped her pledge.
        let mut host = Host::new(dice, 3);
        host.show_table();
        let next = host.next_game();
        host.clients[0].sits(None);
        host.clients[0].next(&next);
        host.pledges.remove(&Seat::A);
        if dice == DiceKind::Sealed {
            host.reveal();
        }
        host.announce();
        host.play_on();
        let verdict = host.verdict(Seat::A);
        assert!(matches!(verdict, Verdict::Fair(_)), "{verdict}");
        assert!(host.warnings.is_empty(), "{:?}", host.warnings);
    }
}

/// Two pages of one browser pledge, and the server hears the older one last.
#[test]
fn pledges_of_two_pages_may_cross() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::new(dice, 4);
        host.show_table();
        let first = host.pledges[&Seat::A];
        let mut newer = Judge::new(host.clients[0].memory().clone(), random);
        newer.sits(Some(Seat::A));
        let Act::Pledge(second) = newer.next(&host.next_game())[0] else { panic!("it pledges") };
        newer.accepted(second);
        // Both pages keep in the same place.
        let kept = newer.memory()[NAME].clone();
        host.clients[0].remember(kept);
        assert_eq!(host.pledges[&Seat::A], first);
        if dice == DiceKind::Sealed {
            host.reveal();
            assert_eq!(host.entropy.len(), 2);
        }
        host.announce();
        host.play_on();
        assert!(host.warnings.is_empty(), "{:?}", host.warnings);
        let verdict = host.verdict(Seat::A);
        assert_eq!((verdict.name(), verdict.exit_code()), ("fair", 0), "{verdict}");
    }
}

/// Somebody who was missing has left, and somebody else sits there: nobody innocent is barred, and the record knows who it was.
#[test]
fn a_bar_is_on_the_person_not_on_the_seat() {
    let mut host = Host::new(DiceKind::Sealed, 1);
    host.show_table();
    host.void = vec![void(&host, &[(Seat::B, "Mallory")])];
    again(&mut host, "harbour-42/2", 0);
    host.announce();
    host.play_on();
    assert!(matches!(host.verdict(Seat::B), Verdict::Fair(_)), "{}", host.verdict(Seat::B));
    let missing = with_proof(&host.record(), |proof| proof.void[0].names = vec!["Bob".into()]);
    assert!(broken(verify(&missing, None)).contains("was missing"));
}
