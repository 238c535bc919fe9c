//! Attacks on the record afterwards.

use crate::host::{Host, NAME, broken, random, with_proof};
use daikaiju_fair::{
    Commitment, DiceKind, Entropy, Hash, Judge, Pledge, Proof, Seed, Verdict, Wrong, verify,
};
use engine::{Input, Record, Rulebook, Seat};
use std::collections::HashMap;

#[test]
fn records_that_are_cut_or_empty_are_not_fair() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::begin(dice, 3);
        host.play_on();
        let whole = host.record();
        let half =
            Record { inputs: whole.inputs[..whole.inputs.len() / 2].to_vec(), ..whole.clone() };
        let verdict = verify(&half, None);
        assert_eq!((verdict.name(), verdict.exit_code()), ("unfinished", 1));
        let last =
            Record { inputs: whole.inputs[..whole.inputs.len() - 1].to_vec(), ..whole.clone() };
        assert_eq!(verify(&last, Some(&host.seen(Seat::A))).name(), "unfinished");
        let empty = Record { inputs: Vec::new(), ..whole.clone() };
        assert_eq!((verify(&empty, None).name(), verify(&empty, None).exit_code()), ("empty", 1));
        let none = Record { fair: None, ..whole.clone() };
        assert_eq!(verify(&none, None).name(), "no_proof");
        if dice == DiceKind::Live {
            assert!(0 < verify(&half, None).report().unwrap().cut_draws);
            // The asks are cut as well, but a client has seen more.
            let cut = with_proof(&half, |proof| {
                let draws = verify(&half, None).report().unwrap().draws as usize;
                proof.asks.truncate(draws);
                for chain in &mut proof.chains {
                    let client = &host.clients[chain.seat.index()];
                    assert!(client.memory().contains_key(NAME));
                }
            });
            assert!(matches!(verify(&cut, Some(&host.seen(Seat::A))), Verdict::Broken(_)));
        }
    }
}

/// Rules, starter, seats, monsters, names and order of the players are bound.
#[test]
fn everything_that_matters_is_bound() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::begin(dice, 4);
        host.play_on();
        let whole = host.record();
        let changed = |change: &dyn Fn(&mut Record)| {
            let mut record = whole.clone();
            change(&mut record);
            assert!(matches!(verify(&record, None), Verdict::Broken(_)));
        };
        changed(&|record| record.players.swap(0, 1));
        changed(&|record| record.players[0].name = "Zoe".into());
        changed(&|record| record.players[0].monster = record.players[1].monster);
        changed(&|record| record.players[2].bot = Some("random".into()));
        changed(&|record| record.players[2].bot = None);
        changed(&|record| record.first = Some(Seat::B));
        changed(&|record| record.rules = Rulebook::Polish.rules());
        // With terms to fit, the dice no longer do, and the client has seen others.
        let both = |from: &str, to: &str, change: &dyn Fn(&mut Record)| {
            let mut record = with_proof(&whole, |proof| {
                assert!(proof.terms.contains(from), "{from}");
                proof.terms = proof.terms.replace(from, to);
            });
            change(&mut record);
            assert!(matches!(verify(&record, None), Verdict::Broken(_)), "{to}");
        };
        both("person Ann", "person Zoe", &|record| record.players[0].name = "Zoe".into());
        both("first -", "first A", &|record| record.first = Some(Seat::A));
        both("dice ", "dice  ", &|_| ());
        both("rules_version 2", "rules_version 1", &|record| record.rules_version = 1);
    }
}

/// One bit of any fingerprint, secret or die.
#[test]
fn one_changed_bit_is_noticed() {
    let flip = |bytes: &[u8; 32], bit: usize| {
        let mut bytes = *bytes;
        bytes[bit / 8] ^= 1 << (bit % 8);
        bytes
    };
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::begin(dice, 5);
        host.play_on();
        let whole = host.record();
        for bit in (0..256).step_by(17) {
            let attacks: [&dyn Fn(&mut Proof); 4] = [
                &|proof| proof.seed = Seed::from_bytes(flip(proof.seed.as_bytes(), bit)),
                &|proof| {
                    proof.commitment =
                        Commitment::from_bytes(flip(proof.commitment.as_bytes(), bit));
                },
                &|proof| match proof.seats.first_mut() {
                    Some(seat) => {
                        seat.pledge = Pledge::from_bytes(flip(seat.pledge.as_bytes(), bit))
                    }
                    None => {
                        let anchor = &mut proof.chains[0].anchor;
                        *anchor = Pledge::from_bytes(flip(anchor.as_bytes(), bit));
                    }
                },
                &|proof| match proof.seats.first_mut() {
                    Some(seat) => {
                        let entropy = seat.entropy.unwrap();
                        seat.entropy = Some(Entropy::from_bytes(flip(entropy.as_bytes(), bit)));
                    }
                    None => {
                        let (number, link) = proof.chains[0].last.unwrap();
                        let link = Hash::from_bytes(flip(link.as_bytes(), bit));
                        proof.chains[0].last = Some((number, link));
                    }
                },
            ];
            for attack in attacks {
                broken(verify(&with_proof(&whole, attack), None));
            }
        }
        let place =
            whole.inputs.iter().rposition(|input| matches!(input, Input::Rolled(_))).unwrap();
        let Input::Rolled(rolled) = whole.inputs[place] else { unreachable!("it is a roll") };
        let other: String =
            rolled.to_string().chars().map(|face| if face == '1' { '2' } else { '1' }).collect();
        let mut loaded = whole.clone();
        loaded.inputs[place] = Input::Rolled(engine::Dice::parse(&other).unwrap());
        match verify(&loaded, None) {
            Verdict::Broken(wrong @ Wrong::KeyedChance { .. }) => {
                assert_eq!(wrong.place(), Some(place + 1));
            }
            other => panic!("{other}"),
        }
    }
}

/// Somebody without a seat keeps what was shown and compares it as well.
#[test]
fn a_watcher_is_a_judge_too() {
    let mut host = Host::new(DiceKind::Sealed, 18);
    let mut watcher = Judge::new(HashMap::new(), random);
    assert!(watcher.next(&host.next_game()).is_empty());
    host.show_table();
    assert!(watcher.mixing(&host.mixing()).is_empty());
    host.reveal();
    host.announce();
    assert!(watcher.game(1, NAME, host.commitment(), &host.mixed(), &host.fair()).is_empty());
    host.play_on();
    let verdict = verify(&host.record(), Some(&watcher.memory()[NAME]));
    assert!(
        matches!(&verdict, Verdict::Fair(report) if report.compared.unwrap().terms),
        "{verdict}"
    );
}

/// A record whose proof promises less than what was shown: none, one of this device, one of version 1.
#[test]
fn a_lesser_proof_is_not_what_was_seen() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::begin(dice, 41);
        host.play_on();
        let (whole, seen) = (host.record(), host.seen(Seat::A));
        let mut old = whole.fair.clone().unwrap();
        old["version"] = 1.into();
        let local = with_proof(&whole, |proof| proof.dice = DiceKind::Local).fair;
        for fair in [None, Some(serde_json::json!({ "seed": 1 })), Some(old), local] {
            let said = broken(verify(&Record { fair, ..whole.clone() }, Some(&seen)));
            assert!(said.contains("the kind of the proof"), "{said}");
        }
    }
}
