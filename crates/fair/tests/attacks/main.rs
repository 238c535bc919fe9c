//! An attack for each promise of `docs/FAIR_DICE.md`: a server in a test that can cheat in every way, honest clients that
//! judge it, and the verifier afterwards.

mod asks;
mod host;
mod mixes;
mod records;
mod shown;

use crate::host::Host;
use daikaiju_fair::{DiceKind, verify};
use engine::Seat;

#[test]
fn an_honest_sealed_game_is_fair_to_everybody() {
    let mut host = Host::begin(DiceKind::Sealed, 7);
    host.play_on();
    for seat in [Seat::A, Seat::B] {
        let verdict = host.verdict(seat);
        assert_eq!((verdict.name(), verdict.exit_code()), ("fair", 0), "{verdict}");
        let compared = verdict.report().unwrap().compared.unwrap();
        assert!(compared.terms && compared.pledge && compared.entropy);
        assert!(10 < compared.shown && compared.outcome);
    }
    let alone = verify(&host.record(), None);
    assert!(alone.to_string().contains("Compared with nothing"), "{alone}");
    assert!(host.warnings.is_empty());
}

#[test]
fn an_honest_live_game_cannot_be_foreseen_or_influenced() {
    let mut host = Host::begin(DiceKind::Live, 8);
    host.play_on();
    let verdict = host.verdict(Seat::A);
    assert_eq!((verdict.name(), verdict.exit_code()), ("fair", 0), "{verdict}");
    let report = verdict.report().unwrap();
    assert!(report.flawless && 10 < report.draws && report.compared.unwrap().transcripts == 1);
    assert!(host.warnings.is_empty(), "{:?}", host.warnings);
}
