//! The Rust implementation against the published vectors, and against a second one written from the page (`vectors.py`).

use std::collections::BTreeMap;

use daikaiju_fair::live::{self, AskMade, Chain, ChainSeen, Course, Inputs};
use daikaiju_fair::{Commitment, Entropy, Hash, KeyedChance, Pledge, Seed, Terms, sealed};
use engine::{Face, Input, Seat, Seats};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    links: u32,
    sealed: Vec<Sealed>,
    live: Vec<Live>,
    chains: Vec<Links>,
}

#[derive(Deserialize)]
struct Links {
    game: String,
    root: Hash,
    anchor: Pledge,
    link_1: Hash,
    link_2: Hash,
    link_1000: Hash,
    link_1023: Hash,
}

#[derive(Deserialize)]
struct Sealed {
    game: String,
    seed: Seed,
    terms: String,
    commitment: Commitment,
    entropy: BTreeMap<Seat, Entropy>,
    pledges: BTreeMap<Seat, Pledge>,
    mix: Hash,
    code: String,
    key: Hash,
    six_dice_of_chance_0: String,
    six_dice_of_chance_1: String,
    a_card_of_66_of_chance_2: u8,
    hundred_dice_of_chance_4294967296: String,
}

#[derive(Deserialize)]
struct Live {
    game: String,
    seed: Seed,
    terms: String,
    commitment: Commitment,
    roots: BTreeMap<Seat, Hash>,
    anchors: BTreeMap<Seat, Pledge>,
    mix: Hash,
    events: Vec<Event>,
    proof: ProofPart,
}

#[derive(Deserialize)]
struct ProofPart {
    chains: Vec<ChainSeen>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Event {
    Chain { chain: Seat, root: Hash, from: u64, anchor: Pledge, transcript: Hash },
    Ask(Box<Ask>),
}

#[derive(Deserialize)]
struct Ask {
    inputs_since_the_last_ask: Vec<Input>,
    ask: u64,
    chance: u64,
    before: Hash,
    inputs: Hash,
    seats: String,
    missing: String,
    ask_hash: Hash,
    links: BTreeMap<Seat, Hash>,
    transcript: Hash,
    key: Option<Hash>,
    six_dice: Option<String>,
    next_card_of_66: Option<u8>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("vectors.json")).expect("the vectors are valid")
}

fn dice(chance: &KeyedChance, number: u64, count: usize) -> String {
    let mut draws = chance.draws(number);
    (0..count)
        .map(|_| {
            let face = Face::ALL[usize::from(draws.below(6))];
            engine::Dice::NONE.and(face).to_string()
        })
        .collect()
}

fn seats(letters: &str) -> Seats {
    let seat = |letter| Seat::at((letter as u8 - b'A').into()).unwrap();
    letters.chars().map(seat).fold(Seats::NONE, Seats::with)
}

#[test]
fn sealed_dice_are_those_of_the_vectors() {
    for vector in vectors().sealed {
        assert_eq!(Commitment::to(&vector.seed, &vector.game), vector.commitment);
        assert_eq!(vector.terms.parse::<Terms>().unwrap().to_string(), vector.terms);
        let entropy: Vec<(Seat, Entropy)> = vector.entropy.into_iter().collect();
        for (seat, entropy) in &entropy {
            let pledge = Pledge::of(entropy, &vector.game, &vector.commitment);
            assert_eq!(pledge, vector.pledges[seat]);
        }
        let pledges: Vec<(Seat, Pledge)> = vector.pledges.into_iter().collect();
        let mix = sealed::mix(&vector.terms, &vector.commitment, &pledges);
        assert_eq!((mix, mix.code()), (vector.mix, vector.code));
        assert_eq!(&sealed::key(&vector.seed, &mix, &entropy), vector.key.as_bytes());
        let chance = sealed::chance(&vector.seed, &mix, &entropy);
        assert_eq!(dice(&chance, 0, 6), vector.six_dice_of_chance_0);
        assert_eq!(dice(&chance, 1, 6), vector.six_dice_of_chance_1);
        assert_eq!(chance.draws(2).below(66), vector.a_card_of_66_of_chance_2);
        assert_eq!(dice(&chance, 1 << 32, 100), vector.hundred_dice_of_chance_4294967296);
    }
}

#[test]
fn live_dice_are_those_of_the_vectors() {
    let Vectors { links, live: vectors, .. } = vectors();
    assert_eq!(links, live::LINKS);
    for vector in vectors {
        let game = &vector.game;
        assert_eq!(Commitment::to(&vector.seed, game), vector.commitment);
        let mut chains: BTreeMap<Seat, (u64, Chain)> = vector
            .roots
            .iter()
            .map(|(&seat, root)| (seat, (0, Chain::new(game, *root.as_bytes()))))
            .collect();
        for (seat, (_, chain)) in &chains {
            assert_eq!(chain.anchor(), vector.anchors[seat]);
        }
        let anchors: Vec<(Seat, Pledge)> = vector.anchors.into_iter().collect();
        let mix = sealed::mix(&vector.terms, &vector.commitment, &anchors);
        assert_eq!(mix, vector.mix);
        let (mut course, mut inputs) = (Course::new(mix, &anchors), Inputs::none(game));
        for event in vector.events {
            let event = match event {
                Event::Chain { chain, root, from, anchor, transcript } => {
                    let own = Chain::new(game, *root.as_bytes());
                    assert_eq!((own.anchor(), course.asks), (anchor, from));
                    course.begin_chain(chain, anchor);
                    assert_eq!(course.transcript, transcript);
                    chains.insert(chain, (from, own));
                    continue;
                }
                Event::Ask(event) => event,
            };
            for input in &event.inputs_since_the_last_ask {
                inputs = inputs.and(input);
            }
            assert_eq!(course.transcript, event.before);
            assert_eq!(inputs.sealed(&vector.seed, event.ask), event.inputs);
            for (seat, link) in &event.links {
                let (from, chain) = &chains[seat];
                assert_eq!(chain.link(event.ask - from), Some(*link));
                assert!(course.is_link(game, *seat, event.ask, *link));
            }
            let made = AskMade {
                ask: event.ask,
                inputs: event.inputs,
                seats: seats(&event.seats),
                missing: seats(&event.missing),
                links: event.links,
            };
            assert_eq!(course.take(game, event.chance, &made), Ok(event.ask_hash));
            assert_eq!(course.transcript, event.transcript);
            let Some(key) = event.key else { continue };
            assert_eq!(&live::key(&vector.seed, event.ask, &course.transcript), key.as_bytes());
            let chance = live::chance(&vector.seed, event.ask, &course.transcript);
            assert_eq!(Some(dice(&chance, event.chance, 6)), event.six_dice);
            assert_eq!(Some(chance.draws(event.chance + 1).below(66)), event.next_card_of_66);
        }
        assert_eq!(course.chains, vector.proof.chains);
    }
}

#[test]
fn chains_are_those_of_the_vectors() {
    let chains = vectors().chains;
    assert!(!chains.is_empty());
    for Links { game, root, anchor, link_1, link_2, link_1000, link_1023 } in chains {
        let chain = Chain::new(&game, *root.as_bytes());
        assert_eq!(chain.anchor(), anchor);
        let stated = [(1, link_1), (2, link_2), (1000, link_1000), (1023, link_1023), (1024, root)];
        for (number, link) in stated {
            assert_eq!(chain.link(number), Some(link), "{number}");
        }
        assert_eq!((chain.link(0), chain.link(1025)), (None, None));
    }
}

/// The second implementation, in Python, recomputes every value of the file.
#[test]
fn two_implementations_agree() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/");
    let run = std::process::Command::new("python3")
        .arg(format!("{folder}vectors.py"))
        .arg(format!("{folder}vectors.json"))
        .output();
    match run {
        Ok(out) => assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout)),
        Err(error) => eprintln!("python3 is not there, so only one implementation ran: {error}"),
    }
}

#[test]
fn terms_are_read_in_one_way_only() {
    let text = &vectors().sealed[1].terms;
    let wrong: &[(&str, &str)] = &[
        ("mixed A\n", ""),
        ("mixed A\n", "mixed BA\n"),
        ("mixed A\n", "mixed A\nmixed B\n"),
        ("after 1", "after 01"),
        ("dice sealed", "dice loaded"),
        ("B the_king", "C the_king"),
        ("gigazaur", "godzilla"),
        ("first B", "first Z"),
    ];
    for (old, new) in wrong {
        assert!(text.replace(old, new).parse::<Terms>().is_err(), "{new}");
    }
    assert!(text.trim_end().parse::<Terms>().is_err(), "the last line is ended");
}
