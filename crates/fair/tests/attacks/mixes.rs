//! Attacks before the first roll: a second mix, a late seed, a seat left out, a void that is hidden.

use crate::host::{Host, NAME, broken, random, reservations, seats, with_proof};
use daikaiju_fair::live::Inputs;
use daikaiju_fair::wire::{Left, VoidMix, VoidWhy};
use daikaiju_fair::{
    Act, Commitment, DiceKind, Entropy, Judge, Pledge, Reservation, Seed, Verdict, What, verify,
};
use engine::Seat;

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

/// The server takes the reveals, dislikes the dice and goes on to the next name: without a word of it, also after a new
/// connection that introduces an earlier game, or with terms by which the void mix was a game. Told as it is, the next mix is answered.
#[test]
fn a_mix_is_not_repeated_in_secret() {
    for (told, after, fine) in
        [(false, 0, false), (false, 1, false), (true, 1, false), (true, 0, true)]
    {
        let mut host = Host::new(DiceKind::Sealed, 1);
        host.show_table();
        host.reveal();
        assert_eq!(host.entropy.len(), 2);
        let (commitment, why) = (host.commitment(), VoidWhy::Restart);
        let void = VoidMix { game: NAME.into(), commitment, why, missing: seats(&[]) };
        host.void = if told { vec![void] } else { Vec::new() };
        // An earlier game that is introduced once more settles nothing.
        host.name = "harbour-42/0".into();
        host.announce();
        (host.name, host.after) = ("harbour-42/2".into(), after);
        host.clients.iter_mut().for_each(Judge::connected);
        host.entropy.clear();
        host.show_table();
        host.reveal();
        assert_eq!(host.entropy.len(), if fine { 2 } else { 0 }, "{told} {after}");
        assert_eq!(host.warnings.contains(&What::SecondMix), !fine);
    }
}
