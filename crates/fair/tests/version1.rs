//! The Rust implementation against vectors made by a second, independent one (`version1.py`).

use std::collections::BTreeMap;

use daikaiju_fair::version1::{self, Broken, Proof, SeatProof};
use daikaiju_fair::{Commitment, Entropy, KeyedChance, Pledge, Seed};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    seed: Seed,
    game: String,
    entropy: BTreeMap<u8, Entropy>,
    commitment: Commitment,
    pledges: BTreeMap<u8, Pledge>,
    six_dice_of_draw_0: Vec<u8>,
    six_dice_of_draw_1: Vec<u8>,
    a_card_of_66_of_draw_2: u8,
    hundred_dice_of_draw_4294967296: Vec<u8>,
}

fn vectors() -> Vec<Vector> {
    serde_json::from_str(include_str!("version1.json")).expect("the vectors are valid")
}

impl Vector {
    fn proof(&self) -> Proof {
        let seats = self.entropy.iter().map(|(&seat, &entropy)| SeatProof {
            seat,
            pledge: self.pledges[&seat],
            entropy: Some(entropy),
        });
        Proof {
            version: 1,
            game: self.game.clone(),
            commitment: self.commitment,
            seats: seats.collect(),
            seed: self.seed,
        }
    }
}

fn dice(chance: &KeyedChance, number: u64, count: usize) -> Vec<u8> {
    let mut draws = chance.draws(number);
    (0..count).map(|_| draws.below(6)).collect()
}

#[test]
fn two_implementations_agree() {
    for vector in vectors() {
        assert_eq!(version1::commitment(&vector.seed, &vector.game), vector.commitment);
        let chance = vector.proof().check().expect("the vector's fingerprints hold");
        assert_eq!(dice(&chance, 0, 6), vector.six_dice_of_draw_0);
        assert_eq!(dice(&chance, 1, 6), vector.six_dice_of_draw_1);
        assert_eq!(chance.draws(2).below(66), vector.a_card_of_66_of_draw_2);
        assert_eq!(dice(&chance, 1 << 32, 100), vector.hundred_dice_of_draw_4294967296);
    }
}

#[test]
fn a_proof_breaks_with_any_flipped_bit() {
    let honest = vectors().pop().expect("there are vectors").proof();
    for bit in 0..256 {
        let flip = |bytes: &[u8; 32]| {
            let mut bytes = *bytes;
            bytes[bit / 8] ^= 1 << (bit % 8);
            bytes
        };
        let mut seed = honest.clone();
        seed.seed = Seed::from_bytes(flip(honest.seed.as_bytes()));
        assert_eq!(seed.check().unwrap_err(), Broken::Seed);
        let mut commitment = honest.clone();
        commitment.commitment = Commitment::from_bytes(flip(honest.commitment.as_bytes()));
        assert_eq!(commitment.check().unwrap_err(), Broken::Seed);
        let mut entropy = honest.clone();
        entropy.seats[0].entropy =
            Some(Entropy::from_bytes(flip(honest.seats[0].entropy.unwrap().as_bytes())));
        assert_eq!(entropy.check().unwrap_err(), Broken::Entropy(2));
    }
    let mut twice = honest.clone();
    twice.seats.push(twice.seats[0]);
    assert_eq!(twice.check().unwrap_err(), Broken::SeatTwice(2));
    let newer = Proof { version: 2, ..honest };
    assert_eq!(newer.check().unwrap_err(), Broken::Version(2));
}

#[test]
fn secrets_do_not_show_in_debug_output() {
    let proof = vectors().pop().expect("there are vectors").proof();
    let shown = format!("{proof:?}");
    assert!(!shown.contains(&proof.seed.to_hex()));
    assert!(shown.contains(&proof.commitment.to_hex()));
}

#[test]
fn hexadecimal_is_read_strictly() {
    for wrong in ["", "00", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
        assert!(wrong.parse::<Seed>().is_err(), "{wrong}");
    }
    let text = "00ff".repeat(16);
    assert_eq!(text.parse::<Seed>().unwrap().to_hex(), text);
}
