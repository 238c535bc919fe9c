//! Taking an answer back.

use std::time::Duration;

use crate::common::Server;
use engine::random::Random;
use engine::{Need, Record, Seat, State};
use protocol::{BotLevel, By, Command, Hello, Message, Options, Reply, Seen, Step};
use server_bench::client::{Player, Response, Socket};

/// Two people at a table; commands go over HTTP, what happens is followed over sockets.
struct Pair {
    players: [Player; 2],
    last: [Option<Step>; 2],
}

impl Pair {
    async fn at_a_table(server: &Server) -> Self {
        let mut ann = server.http();
        let created = ann.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
        let mut bob = server.http();
        bob.join(&created.table, &created.key, "Bob").await.unwrap();
        let ann = Player::new(ann, &created.table, Seat::A, 1);
        let bob = Player::new(bob, &created.table, Seat::B, 2);
        let mut pair = Self { players: [ann, bob], last: [None, None] };
        pair.connect().await;
        assert_eq!(pair.give(Seat::A, &Command::Start).await.status, 200);
        pair.follow(1).await;
        pair
    }

    async fn connect(&mut self) {
        for player in &mut self.players {
            player.socket = None;
            player.connect().await.unwrap();
        }
    }

    async fn give(&self, seat: Seat, command: &Command) -> Response {
        let player = &self.players[seat.index()];
        player.http.command(&player.table, command).await.unwrap()
    }

    /// Gives a command that makes a step, and waits until both have seen it.
    async fn moves(&mut self, seat: Seat, command: &Command) -> u64 {
        let response = self.give(seat, command).await;
        let seq = response.json::<Reply>().unwrap_or_else(|why| panic!("{command:?}: {why}")).seq;
        self.follow(seq.unwrap()).await;
        seq.unwrap()
    }

    async fn follow(&mut self, seq: u64) {
        for (player, last) in self.players.iter_mut().zip(&mut self.last) {
            while player.seq < seq {
                if let Message::Step(step) = player.read().await.unwrap() {
                    *last = Some(step);
                }
            }
        }
    }

    fn seq(&self) -> u64 {
        self.players[0].seq
    }

    fn asked(&self) -> Option<Seat> {
        match self.players[0].state.unwrap().need() {
            Need::Answer(ask) => Some(ask.seat),
            _ => None,
        }
    }

    fn views(&self) -> [State; 2] {
        [self.players[0].state.unwrap(), self.players[1].state.unwrap()]
    }

    fn may_undo(&self, seat: Seat) -> bool {
        self.last[seat.index()].as_ref().unwrap().undo
    }

    fn undo(&self) -> Command {
        Command::Undo { game: 1, seq: self.seq() }
    }
}

fn problem(response: &Response) -> (u16, String) {
    let problem: protocol::Problem = serde_json::from_slice(&response.body).unwrap();
    (response.status, problem.kind.trim_start_matches("/problems/").to_owned())
}

fn other(seat: Seat) -> Seat {
    if seat == Seat::A { Seat::B } else { Seat::A }
}

#[tokio::test]
async fn answers_are_taken_back_through_restarts_and_the_record_verifies() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let mut pair = Pair::at_a_table(&server).await;
    let mut random = Random::new(11);
    let (mut undone, mut stood, mut restarts) = (Vec::new(), 0, 0);
    while let Some(seat) = pair.asked() {
        let before = pair.views();
        let answers = before[seat.index()].answers();
        let answer = answers.get(random.below(answers.len())).unwrap();
        let command = Command::Answer { game: 1, seq: pair.seq(), answer };
        let seq = pair.moves(seat, &command).await;
        assert!(!pair.may_undo(other(seat)));
        let answered = pair.last[seat.index()].clone().unwrap();
        if !answered.undo {
            // Dice or cards were shown, or the game has ended.
            let refused = problem(&pair.give(seat, &pair.undo()).await);
            let over = pair.asked().is_none();
            assert_eq!(refused, (409, if over { "stale" } else { "not_now" }.into()));
            let code = problem(&pair.give(other(seat), &pair.undo()).await).1;
            assert_eq!(code, if over { "stale" } else { "not_yours" });
            stood += 1;
            continue;
        }
        let shows = |event: &engine::Event| {
            use engine::Event::{Revealed, Rolled, RolledAside};
            matches!(event, Rolled { .. } | RolledAside { .. } | Revealed { .. })
        };
        assert!(!answered.events.iter().any(shows), "{:?}", answered.events);
        if random.below(3) == 0 {
            continue;
        }
        if undone.len() == 1 || undone.len() == 4 {
            server.kill_and_restart();
            pair.connect().await;
            restarts += 1;
        }
        // Another's answer, another step, another game.
        assert_eq!(problem(&pair.give(other(seat), &pair.undo()).await), (403, "not_yours".into()));
        let wrong = |seq| Command::Undo { game: 1, seq };
        assert_eq!(problem(&pair.give(seat, &wrong(seq - 1)).await), (409, "stale".into()));
        assert_eq!(problem(&pair.give(seat, &wrong(seq + 1)).await), (400, "invalid".into()));
        assert_eq!(problem(&pair.give(seat, &wrong(u64::MAX)).await), (400, "invalid".into()));
        let wrong = Command::Undo { game: 2, seq };
        assert_eq!(problem(&pair.give(seat, &wrong).await), (409, "stale".into()));
        let undo = pair.undo();
        let taken = pair.moves(seat, &undo).await;
        assert_eq!(taken, seq + 1);
        if undone.len() == 2 {
            server.kill_and_restart();
            pair.connect().await;
            restarts += 1;
        }
        assert_eq!(pair.views(), before);
        for step in pair.last.iter().flatten() {
            assert_eq!((step.seq, step.by, step.took_back), (taken, By::Player(seat), Some(seq)));
            assert!(step.events.is_empty());
        }
        // The same once more is the same step; nothing is taken back twice.
        let again = pair.give(seat, &undo).await.json::<Reply>().unwrap();
        assert_eq!(again.seq, Some(taken));
        let repeated = pair.give(seat, &command).await.json::<Reply>().unwrap();
        assert_eq!(repeated.seq, Some(seq));
        assert_eq!(pair.views(), before);
        undone.push(seq);
    }
    assert!(2 < undone.len() && 2 < stood && 1 < restarts, "{undone:?}, {stood}, {restarts}");

    let player = &pair.players[0];
    let games = format!("/api/tables/{}/games/1", player.table);
    let record = Record::from_json(&player.http.get(&games).await.unwrap().text()).unwrap();
    crate::common::checked(&record);
    let last = record.replay(|_, _, _, _| ()).unwrap();
    assert_eq!(pair.views(), Seat::ALL.map(|seat| last.view(Some(seat)).imagine())[..2]);
    // The position after a step that was taken back is that after the step: the log keeps both.
    for &seq in undone.iter().take(3) {
        let mut positions = Vec::new();
        for seq in [seq - 1, seq, seq + 1] {
            let position = player.http.get(&format!("{games}/positions/{seq}")).await.unwrap();
            assert_eq!(position.status, 200);
            positions.push(position.text());
        }
        assert_ne!(positions[0], positions[1]);
        assert_eq!(positions[0], positions[2]);
    }
    // From any step on, everything comes without a gap, and the steps taken back are among it.
    for since in [0, undone[0] - 1, undone[0], undone[0] + 1, pair.seq() - 1] {
        let seen = Some(Seen { game: 1, seq: since });
        let hello = Hello { protocol: protocol::VERSION, seen, ..Hello::default() };
        let mut socket = Socket::connect(&player.http, &player.table, hello).await.unwrap();
        let (mut next, mut taken, mut view) = (since + 1, Vec::new(), None);
        loop {
            match socket.message().await.unwrap() {
                Message::Step(step) => {
                    assert_eq!(step.seq, next);
                    next += 1;
                    taken.extend(step.took_back);
                    view = Some(*step.view);
                    assert!(!step.undo);
                }
                Message::View { .. } => panic!("a fresh view was not asked for"),
                Message::Over { .. } => break,
                _ => {}
            }
        }
        assert_eq!(next, pair.seq() + 1);
        let expected: Vec<u64> = undone.iter().copied().filter(|seq| since <= *seq).collect();
        assert_eq!(taken, expected);
        assert_eq!(view, Some(pair.views()[0]));
    }
}

/// A bot that has begun to think about its answer drops the thought.
#[tokio::test]
async fn a_bot_that_was_asked_meanwhile_is_stopped() {
    let data = tempfile::tempdir().unwrap();
    let server =
        Server::start_with(data.path(), &["--bot-pause-ms=300", "--messages-per-second=100000"]);
    let mut http = server.http();
    let created = http.create(Options { seats: 2, ..Options::default() }, "Ann").await.unwrap();
    let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
    assert_eq!(http.command(&created.table, &bot).await.unwrap().status, 200);
    let mut ann = Player::new(http, &created.table, Seat::A, 4);
    ann.connect().await.unwrap();
    let mut stopped = 0;
    ann.give(Command::Start).await.unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(120), async {
        while stopped < 2 {
            if ann.over {
                ann.give(Command::Rematch).await.unwrap();
            } else if ann.is_asked() && ann.sent.is_none() {
                ann.answer().await.unwrap();
            }
            let Message::Step(step) = ann.read().await.unwrap() else { continue };
            if !step.undo || ann.is_asked() {
                continue;
            }
            let undo = Command::Undo { game: ann.game, seq: ann.seq };
            let Ok(reply) = ann.http.command(&ann.table, &undo).await.unwrap().json::<Reply>()
            else {
                continue; // the bot was quicker
            };
            // The bot would have answered long ago.
            tokio::time::sleep(Duration::from_millis(700)).await;
            ann.give(Command::Refresh).await.unwrap();
            while !matches!(ann.read().await.unwrap(), Message::View { .. }) {}
            assert_eq!((Some(ann.seq), ann.is_asked()), (reply.seq, true));
            ann.sent = None;
            stopped += 1;
        }
    });
    ended.await.expect("a bot was asked after an answer that could be taken back");
}
