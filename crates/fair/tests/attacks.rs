//! An attack for each promise of `docs/FAIR_DICE.md`: a server in a test that can cheat in every way, honest clients that
//! judge it, and the verifier afterwards.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use daikaiju_fair::live::{self, AskMade, Asking, Course, Inputs};
use daikaiju_fair::wire::{
    Ask, ChainBegun, Drawn, GameFair, Left, Missed, Mixing, NextGame, VoidMix, VoidWhy,
};
use daikaiju_fair::{
    Act, Commitment, DiceKind, Entropy, Evidence, Hash, Judge, Pledge, Proof, Reservation,
    SeatProof, Seed, Sitter, Terms, Verdict, What, Wrong, sealed, verify,
};
use engine::play::Random;
use engine::record::Player;
use engine::{Input, Need, Record, Rulebook, Seat, Seats, Species, State};

type Client = Judge<HashMap<String, Evidence>>;

const NAME: &str = "harbour-42/1";

thread_local! {
    static DRAWN: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that nobody else draws.
fn random() -> [u8; 32] {
    let number = DRAWN.with(|drawn| drawn.replace(drawn.get() + 1));
    let mut bytes = [0xA5; 32];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    bytes
}

/// A server that plays by the rules unless a test makes it not.
struct Host {
    name: String,
    dice: DiceKind,
    seed: Seed,
    after: u32,
    void: Vec<VoidMix>,
    clients: Vec<Client>,
    pledges: BTreeMap<Seat, Pledge>,
    entropy: BTreeMap<Seat, Entropy>,
    left_out: BTreeMap<Seat, Left>,
    record: Record,
    state: State,
    random: Random,
    // Live dice.
    course: Option<Course>,
    since: Drawn,
    inputs: Inputs,
    chance: u64,
    asks: Vec<String>,
    warnings: Vec<What>,
    /// Seats whose links the server pretends not to have got, in the next ask only.
    lose: Seats,
    /// Seats that do not answer, in the next ask only.
    silent: Seats,
    /// What the server knows before anybody answers.
    last_ask: Option<(Asking, Hash)>,
}

fn seats(letters: &[Seat]) -> Seats {
    letters.iter().copied().fold(Seats::NONE, Seats::with)
}

fn text(seats: Seats) -> String {
    seats.iter().map(|seat| seat.to_string()).collect()
}

impl Host {
    fn new(dice: DiceKind, seed: u8) -> Self {
        let rules = Rulebook::Dutch.rules();
        let roster = Species::roster(rules.roster);
        let player = |name: &str, seat: usize, bot: Option<&str>| Player {
            name: name.into(),
            monster: Some(roster[seat]),
            bot: bot.map(Into::into),
        };
        let players =
            vec![player("Ann", 0, None), player("Bob", 1, None), player("", 2, Some("fierce"))];
        let record = Record::new(rules, players, None);
        let client = |seat| {
            let mut client = Judge::new(HashMap::new(), random);
            client.connected();
            client.sits(Some(seat));
            client
        };
        Self {
            name: NAME.into(),
            dice,
            seed: Seed::from_bytes([seed; 32]),
            after: 0,
            void: Vec::new(),
            clients: vec![client(Seat::A), client(Seat::B)],
            pledges: BTreeMap::new(),
            entropy: BTreeMap::new(),
            left_out: BTreeMap::new(),
            state: record.start().unwrap(),
            record,
            random: Random::new(seed.into()),
            course: None,
            since: Drawn::default(),
            inputs: Inputs::none(NAME),
            chance: 0,
            asks: Vec::new(),
            warnings: Vec::new(),
            lose: Seats::NONE,
            silent: Seats::NONE,
            last_ask: None,
        }
    }

    fn commitment(&self) -> Commitment {
        Commitment::to(&self.seed, &self.name)
    }

    fn next_game(&self) -> NextGame {
        let (name, commitment) = (self.name.clone(), self.commitment());
        NextGame { name, commitment, dice: self.dice, pledged: Vec::new(), void: self.void.clone() }
    }

    fn warned(&mut self, acts: Vec<Act>) -> Vec<Act> {
        for act in &acts {
            if let Act::Warn(warning) = act {
                self.warnings.push(warning.what);
            }
        }
        acts
    }

    /// The table is shown, and the seats pledge.
    fn show_table(&mut self) {
        let next = self.next_game();
        for seat in [Seat::A, Seat::B] {
            let acts = self.clients[seat.index()].next(&next);
            for act in self.warned(acts) {
                if let Act::Pledge(pledge) = act {
                    self.pledges.insert(seat, pledge);
                    self.clients[seat.index()].accepted(pledge);
                }
            }
        }
    }

    fn terms(&self) -> String {
        let sitter = |player: &Player| {
            let who = match &player.bot {
                Some(level) => Sitter::Bot(level.clone()),
                None => Sitter::Person(player.name.clone()),
            };
            (player.monster.unwrap(), who)
        };
        let mixed = self.pledges.keys().filter(|seat| !self.left_out.contains_key(seat));
        Terms {
            game: self.name.clone(),
            after: self.after,
            dice: self.dice,
            rules: self.record.rules.to_text(),
            rules_version: self.record.rules_version,
            first: self.record.first,
            players: self.record.players.iter().map(sitter).collect(),
            mixed: mixed.fold(Seats::NONE, |seats, &seat| seats.with(seat)),
        }
        .to_string()
    }

    fn mixed(&self) -> Vec<(Seat, Pledge)> {
        let mixed = self.pledges.iter().filter(|(seat, _)| !self.left_out.contains_key(seat));
        mixed.map(|(&seat, &pledge)| (seat, pledge)).collect()
    }

    fn mixing(&self) -> Mixing {
        Mixing {
            version: 2,
            game_name: self.name.clone(),
            commitment: self.commitment(),
            terms: self.terms(),
            pledges: self.mixed(),
            within_ms: 3000,
        }
    }

    /// Asks one seat to reveal.
    fn ask_to_reveal(&mut self, seat: Seat, mixing: &Mixing) -> Option<Entropy> {
        let acts = self.clients[seat.index()].mixing(mixing);
        self.warned(acts).into_iter().find_map(|act| match act {
            Act::Reveal(_, entropy) => Some(entropy),
            _ => None,
        })
    }

    fn reveal(&mut self) {
        let mixing = self.mixing();
        for (seat, _) in self.mixed() {
            if let Some(entropy) = self.ask_to_reveal(seat, &mixing) {
                self.entropy.insert(seat, entropy);
            }
        }
    }

    fn mix(&self) -> Hash {
        sealed::mix(&self.terms(), &self.commitment(), &self.mixed())
    }

    fn fair(&self) -> GameFair {
        let base = self.course.clone();
        GameFair {
            version: 2,
            dice: self.dice,
            terms: self.terms(),
            mix: self.mix(),
            left_out: Vec::new(),
            void: self.void.clone(),
            chains: base.as_ref().map_or_else(Vec::new, |base| base.chains.clone()),
            ask: base.as_ref().map(|base| base.asks),
            transcript: base.as_ref().map(|base| base.transcript),
            misses: base.map(|base| base.misses),
        }
    }

    /// The game is announced.
    fn announce(&mut self) {
        if self.dice == DiceKind::Live {
            self.course = Some(Course::new(self.mix(), &self.mixed()));
        }
        let (fair, commitment, mixed) = (self.fair(), self.commitment(), self.mixed());
        for seat in [Seat::A, Seat::B] {
            let name = self.name.clone();
            let acts = self.clients[seat.index()].game(1, &name, commitment, &mixed, &fair);
            for act in self.warned(acts) {
                if let Act::Pledge(pledge) = act {
                    self.clients[seat.index()].accepted(pledge);
                }
            }
        }
    }

    /// Everything up to the first roll, by the rules.
    fn begin(dice: DiceKind, seed: u8) -> Self {
        let mut host = Self::new(dice, seed);
        host.show_table();
        if dice == DiceKind::Sealed {
            host.reveal();
        }
        host.announce();
        host
    }

    fn play(&mut self, input: Input) {
        self.state.play(input, None).unwrap();
        self.record.inputs.push(input);
        self.inputs = self.inputs.and(&input);
    }

    /// Plays one answer and all chance that follows. `false` when the game is over.
    fn step(&mut self) -> bool {
        if let Need::Answer(ask) = self.state.need() {
            let answer = self.random.answer(&self.state, ask).unwrap();
            self.play(Input::Answer(answer));
        }
        if matches!(self.state.need(), Need::Roll { .. } | Need::Reveal(_) | Need::Starter) {
            let chance = match self.dice {
                DiceKind::Live => self.draw(),
                _ => {
                    let entropy: Vec<_> =
                        self.entropy.iter().map(|(&seat, &entropy)| (seat, entropy)).collect();
                    sealed::chance(&self.seed, &self.mix(), &entropy)
                }
            };
            while let Some(input) = chance.input(self.chance, &self.state) {
                self.chance += 1;
                self.play(input);
            }
        }
        self.state.outcome().is_none()
    }

    /// The ask for the next draw.
    fn asking(&self) -> Asking {
        let course = self.course.as_ref().unwrap();
        let seats = [Seat::A, Seat::B].into_iter().filter(|&seat| course.may_ask(seat));
        let ask = course.asks + 1;
        let seats = seats.fold(Seats::NONE, Seats::with);
        Asking { ask, chance: self.chance, inputs: self.inputs.sealed(&self.seed, ask), seats }
    }

    fn links(&mut self, asking: Asking) -> BTreeMap<Seat, Hash> {
        let before = self.course.as_ref().unwrap().transcript;
        let ask = Ask { game: 1, asking, before, within_ms: 1000 };
        let silent = std::mem::take(&mut self.silent);
        let mut links = BTreeMap::new();
        for seat in asking.seats.iter().filter(|&seat| !silent.has(seat)) {
            let acts = self.clients[seat.index()].ask(&ask);
            for act in self.warned(acts) {
                if let Act::Link(_, link) = act {
                    links.insert(seat, link);
                }
            }
        }
        links
    }

    fn made(asking: Asking, links: BTreeMap<Seat, Hash>) -> AskMade {
        let Asking { ask, inputs, seats, .. } = asking;
        let missing = seats.iter().filter(|seat| !links.contains_key(seat));
        AskMade { ask, inputs, seats, missing: missing.fold(Seats::NONE, Seats::with), links }
    }

    /// Asks until everybody who is asked has answered, and tells what came of it.
    fn draw(&mut self) -> daikaiju_fair::Chance {
        loop {
            let asking = self.asking();
            let mut links = self.links(asking);
            let lose = std::mem::take(&mut self.lose);
            links.retain(|&seat, _| !lose.has(seat));
            let made = Self::made(asking, links);
            let before = self.course.as_ref().unwrap().transcript;
            self.last_ask = Some((asking, before));
            if !self.take(&made) {
                continue;
            }
            let transcript = self.course.as_ref().unwrap().transcript;
            return live::chance(&self.seed, asking.ask, &transcript);
        }
    }

    /// An ask came out; everybody is told. Whether the dice fall.
    fn take(&mut self, made: &AskMade) -> bool {
        let (name, chance) = (self.name.clone(), self.chance);
        self.course.as_mut().unwrap().take(&name, chance, made).unwrap();
        self.asks.push(match made.missing.is_empty() {
            true => text(made.seats),
            false => format!("{}-{}", text(made.seats), text(made.missing)),
        });
        self.since.chance = chance;
        self.since.asks.push(made.clone());
        if made.missing.is_empty() {
            let drawn = std::mem::take(&mut self.since);
            self.tell_drawn(&drawn);
            return true;
        }
        let missed = Missed { game: 1, chance, ask: made.clone() };
        for index in 0..self.clients.len() {
            let acts = self.clients[index].missed(&missed);
            for act in self.warned(acts) {
                if let Act::Pledge(pledge) = act {
                    self.clients[index].accepted(pledge);
                }
            }
        }
        false
    }

    fn tell_drawn(&mut self, drawn: &Drawn) {
        for index in 0..self.clients.len() {
            let acts = self.clients[index].drawn(1, drawn);
            self.warned(acts);
        }
    }

    /// A seat begins a chain between steps.
    fn new_chain(&mut self, seat: Seat, anchor: Pledge) {
        let chain = self.course.as_mut().unwrap().begin_chain(seat, anchor);
        self.since.chains.push((seat, chain.from, anchor));
        let begun = ChainBegun { game: 1, seat, from: chain.from, anchor };
        for index in 0..self.clients.len() {
            let acts = self.clients[index].chain(&begun);
            self.warned(acts);
        }
    }

    fn proof(&self) -> Proof {
        let mixed = self.entropy.iter().map(|(&seat, &entropy)| SeatProof {
            seat,
            pledge: self.pledges[&seat],
            entropy: Some(entropy),
            left_out: None,
        });
        let left_out = self.left_out.iter().map(|(&seat, &why)| SeatProof {
            seat,
            pledge: self.pledges[&seat],
            entropy: None,
            left_out: Some(why),
        });
        let mut seats: Vec<SeatProof> = mixed.chain(left_out).collect();
        seats.sort_by_key(|seat| seat.seat);
        Proof {
            version: 2,
            dice: self.dice,
            game: self.name.clone(),
            terms: self.terms(),
            commitment: self.commitment(),
            seed: self.seed,
            seats,
            chains: self.course.as_ref().map_or_else(Vec::new, |course| course.chains.clone()),
            asks: self.asks.clone(),
            void: self.void.clone(),
            joined: Vec::new(),
        }
    }

    fn play_on(&mut self) {
        while self.step() {}
    }

    fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.fair = serde_json::to_value(self.proof()).ok();
        record
    }

    fn seen(&self, seat: Seat) -> Evidence {
        self.clients[seat.index()].memory()[&self.name].clone()
    }

    fn verdict(&self, seat: Seat) -> Verdict {
        verify(&self.record(), Some(&self.seen(seat)))
    }
}

/// The record with its proof changed.
fn with_proof(record: &Record, change: impl FnOnce(&mut Proof)) -> Record {
    let mut proof: Proof = serde_json::from_value(record.fair.clone().unwrap()).unwrap();
    change(&mut proof);
    Record { fair: serde_json::to_value(proof).ok(), ..record.clone() }
}

fn broken(verdict: Verdict) -> String {
    match verdict {
        Verdict::Broken(wrong) => wrong.to_string(),
        other => panic!("not broken: {other}"),
    }
}

fn reservations(verdict: &Verdict) -> Vec<Reservation> {
    verdict.report().unwrap_or_else(|| panic!("{verdict}")).reservations.clone()
}

#[test]
fn an_honest_sealed_game_is_fair_to_everybody() {
    let mut host = Host::begin(DiceKind::Sealed, 7);
    host.play_on();
    for seat in [Seat::A, Seat::B] {
        let verdict = host.verdict(seat);
        assert_eq!((verdict.name(), verdict.exit_code()), ("fair", 0), "{verdict}");
        let compared = verdict.report().unwrap().compared.unwrap();
        assert!(compared.terms && compared.pledge && compared.entropy);
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
            Verdict::Broken(wrong @ Wrong::Chance { .. }) => {
                assert_eq!(wrong.place(), Some(place + 1));
            }
            other => panic!("{other}"),
        }
    }
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
    host.take(&Host::made(asking, links));
    assert_eq!(host.warnings, [What::NotAsked]);
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
