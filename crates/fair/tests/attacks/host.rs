//! A server in a test that can cheat in every way, and honest clients that judge it.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use daikaiju_fair::live::{self, AskMade, Asking, Course, Inputs};
use daikaiju_fair::wire::{
    Ask, ChainBegun, Drawn, GameFair, Left, Missed, Mixing, NextGame, VoidMix,
};
use daikaiju_fair::{
    Act, Commitment, DiceKind, Entropy, Evidence, Hash, Judge, Pledge, Proof, Reservation,
    SeatProof, Seed, Sitter, Terms, Verdict, What, sealed, verify,
};
use engine::random::Random;
use engine::record::Player;
use engine::{Event, Input, Need, Record, Rulebook, Seat, Seats, Species, State};

pub(crate) type Client = Judge<HashMap<String, Evidence>>;

pub(crate) const NAME: &str = "harbour-42/1";

thread_local! {
    static DRAWN: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that nobody else draws.
pub(crate) fn random() -> [u8; 32] {
    let number = DRAWN.with(|drawn| drawn.replace(drawn.get() + 1));
    let mut bytes = [0xA5; 32];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    bytes
}

/// A server that plays by the rules unless a test makes it not.
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) dice: DiceKind,
    pub(crate) seed: Seed,
    pub(crate) after: u32,
    pub(crate) void: Vec<VoidMix>,
    pub(crate) clients: Vec<Client>,
    pub(crate) pledges: BTreeMap<Seat, Pledge>,
    pub(crate) entropy: BTreeMap<Seat, Entropy>,
    pub(crate) left_out: BTreeMap<Seat, Left>,
    pub(crate) record: Record,
    pub(crate) state: State,
    pub(crate) random: Random,
    // Live dice.
    pub(crate) course: Option<Course>,
    pub(crate) since: Drawn,
    pub(crate) inputs: Inputs,
    pub(crate) chance: u64,
    pub(crate) asks: Vec<String>,
    pub(crate) warnings: Vec<What>,
    /// Seats whose links the server pretends not to have got, in the next ask only.
    pub(crate) lose: Seats,
    /// Seats that do not answer, in the next ask only.
    pub(crate) silent: Seats,
    /// What the server knows before anybody answers.
    pub(crate) last_ask: Option<(Asking, Hash)>,
    /// The last step that was shown, what happened since, and what the server says instead.
    pub(crate) seq: u64,
    pub(crate) events: Vec<Event>,
    pub(crate) lie: fn(Event) -> Event,
}

pub(crate) fn seats(letters: &[Seat]) -> Seats {
    letters.iter().copied().fold(Seats::NONE, Seats::with)
}

pub(crate) fn text(seats: Seats) -> String {
    seats.iter().map(|seat| seat.to_string()).collect()
}

impl Host {
    pub(crate) fn new(dice: DiceKind, seed: u8) -> Self {
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
            client.at("harbour-42");
            client.connected();
            client.sits(Some(seat));
            client.plays(roster[seat.index()], ["Ann", "Bob"][seat.index()]);
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
            seq: 0,
            events: Vec::new(),
            lie: |event| event,
        }
    }

    pub(crate) fn commitment(&self) -> Commitment {
        Commitment::to(&self.seed, &self.name)
    }

    pub(crate) fn next_game(&self) -> NextGame {
        let (name, commitment) = (self.name.clone(), self.commitment());
        NextGame { name, commitment, dice: self.dice, pledged: Vec::new(), void: self.void.clone() }
    }

    pub(crate) fn warned(&mut self, acts: Vec<Act>) -> Vec<Act> {
        for act in &acts {
            if let Act::Warn(warning) = act {
                self.warnings.push(warning.what);
            }
        }
        acts
    }

    /// The table is shown, and the seats pledge.
    pub(crate) fn show_table(&mut self) {
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

    pub(crate) fn terms(&self) -> String {
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

    pub(crate) fn mixed(&self) -> Vec<(Seat, Pledge)> {
        let mixed = self.pledges.iter().filter(|(seat, _)| !self.left_out.contains_key(seat));
        mixed.map(|(&seat, &pledge)| (seat, pledge)).collect()
    }

    pub(crate) fn mixing(&self) -> Mixing {
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
    pub(crate) fn ask_to_reveal(&mut self, seat: Seat, mixing: &Mixing) -> Option<Entropy> {
        let acts = self.clients[seat.index()].mixing(mixing);
        self.warned(acts).into_iter().find_map(|act| match act {
            Act::Reveal(_, entropy) => Some(entropy),
            _ => None,
        })
    }

    pub(crate) fn reveal(&mut self) {
        let mixing = self.mixing();
        for (seat, _) in self.mixed() {
            if let Some(entropy) = self.ask_to_reveal(seat, &mixing) {
                self.entropy.insert(seat, entropy);
            }
        }
    }

    pub(crate) fn mix(&self) -> Hash {
        sealed::mix(&self.terms(), &self.commitment(), &self.mixed())
    }

    pub(crate) fn fair(&self) -> GameFair {
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
    pub(crate) fn announce(&mut self) {
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
    pub(crate) fn begin(dice: DiceKind, seed: u8) -> Self {
        let mut host = Self::new(dice, seed);
        host.show_table();
        if dice == DiceKind::Sealed {
            host.reveal();
        }
        host.announce();
        host
    }

    pub(crate) fn play(&mut self, input: Input) {
        self.state.play(input, Some(&mut self.events)).unwrap();
        self.record.inputs.push(input);
        self.inputs = self.inputs.and(&input);
    }

    /// Plays one answer and all chance that follows. `false` when the game is over.
    pub(crate) fn step(&mut self) -> bool {
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
        self.show_step();
        self.state.outcome().is_none()
    }

    /// What has happened is shown to everybody.
    pub(crate) fn show_step(&mut self) {
        self.seq += 1;
        let events: Vec<Event> =
            std::mem::take(&mut self.events).into_iter().map(self.lie).collect();
        for index in 0..self.clients.len() {
            let acts = self.clients[index].step(1, self.seq, &events, None);
            self.warned(acts);
            if let Some(outcome) = self.state.outcome() {
                let acts = self.clients[index].over(1, outcome);
                self.warned(acts);
            }
        }
    }

    /// The page of seat A is loaded anew.
    pub(crate) fn reload(&mut self) {
        self.clients[0] = self.page_of(Seat::A);
    }

    /// A page that knows what the one of this seat has kept.
    pub(crate) fn page_of(&self, seat: Seat) -> Client {
        let mut page = Judge::new(self.clients[seat.index()].memory().clone(), random);
        page.at("harbour-42");
        page.connected();
        page.sits(Some(seat));
        page
    }

    /// The ask for the next draw.
    pub(crate) fn asking(&self) -> Asking {
        let course = self.course.as_ref().unwrap();
        let seats = [Seat::A, Seat::B].into_iter().filter(|&seat| course.may_ask(seat));
        let ask = course.asks + 1;
        let seats = seats.fold(Seats::NONE, Seats::with);
        Asking { ask, chance: self.chance, inputs: self.inputs.sealed(&self.seed, ask), seats }
    }

    pub(crate) fn links(&mut self, asking: Asking) -> BTreeMap<Seat, Hash> {
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

    pub(crate) fn made(asking: Asking, links: BTreeMap<Seat, Hash>) -> AskMade {
        let Asking { ask, inputs, seats, .. } = asking;
        let missing = seats.iter().filter(|seat| !links.contains_key(seat));
        AskMade { ask, inputs, seats, missing: missing.fold(Seats::NONE, Seats::with), links }
    }

    /// Asks until everybody who is asked has answered, and tells what came of it.
    pub(crate) fn draw(&mut self) -> daikaiju_fair::KeyedChance {
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
    pub(crate) fn take(&mut self, made: &AskMade) -> bool {
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

    pub(crate) fn tell_drawn(&mut self, drawn: &Drawn) {
        for index in 0..self.clients.len() {
            let acts = self.clients[index].drawn(1, drawn);
            self.warned(acts);
        }
    }

    /// A seat begins a chain between steps.
    pub(crate) fn new_chain(&mut self, seat: Seat, anchor: Pledge) {
        let chain = self.course.as_mut().unwrap().begin_chain(seat, anchor);
        self.since.chains.push((seat, chain.from, anchor));
        let begun = ChainBegun { game: 1, seat, from: chain.from, anchor };
        for index in 0..self.clients.len() {
            let acts = self.clients[index].chain(&begun);
            self.warned(acts);
        }
    }

    pub(crate) fn proof(&self) -> Proof {
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

    pub(crate) fn play_on(&mut self) {
        while self.step() {}
    }

    pub(crate) fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.fair = serde_json::to_value(self.proof()).ok();
        record
    }

    pub(crate) fn seen(&self, seat: Seat) -> Evidence {
        self.clients[seat.index()].memory()[&self.name].clone()
    }

    pub(crate) fn verdict(&self, seat: Seat) -> Verdict {
        verify(&self.record(), Some(&self.seen(seat)))
    }
}

/// The record with its proof changed.
pub(crate) fn with_proof(record: &Record, change: impl FnOnce(&mut Proof)) -> Record {
    let mut proof: Proof = serde_json::from_value(record.fair.clone().unwrap()).unwrap();
    change(&mut proof);
    Record { fair: serde_json::to_value(proof).ok(), ..record.clone() }
}

pub(crate) fn broken(verdict: Verdict) -> String {
    match verdict {
        Verdict::Broken(wrong) => wrong.to_string(),
        other => panic!("not broken: {other}"),
    }
}

pub(crate) fn reservations(verdict: &Verdict) -> Vec<Reservation> {
    verdict.report().unwrap_or_else(|| panic!("{verdict}")).reservations.clone()
}
