//! A player who follows a game over a socket, answers by chance, and checks what the server promises.

use std::collections::HashMap;
use std::time::Duration;

use engine::random::Random;
use engine::{Answer, Need, Seat, State};
use fair::{Evidence, Warning};
use protocol::{Command, Dice, Hello, Message, Seen, Wish};

use super::{Ended, Http, Socket};

/// An answer that the server has acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    /// The number of the game at the table.
    pub game: u32,
    /// The step it became.
    pub seq: u64,
    /// What was answered.
    pub answer: Answer,
}

/// A player who answers by chance.
#[derive(Debug)]
pub struct Player {
    /// The way to the server, with the seat's secret.
    pub http: Http,
    /// The table.
    pub table: String,
    /// The seat of this player.
    pub seat: Seat,
    /// The number of the game at the table; 0 before the first.
    pub game: u32,
    /// The last step seen.
    pub seq: u64,
    /// The position after it.
    pub state: Option<State>,
    /// Whether the game has ended.
    pub over: bool,
    /// The connection, if there is one.
    pub socket: Option<Socket>,
    /// A command that was sent and is neither done nor refused.
    pub sent: Option<(u64, Command)>,
    /// Everything that was acknowledged.
    pub acknowledged: Vec<Acknowledged>,
    /// How many steps were seen in all games.
    pub steps: u64,
    /// Whether the last answer of this player can be taken back.
    pub may_undo: bool,
    /// One in this many answers is taken back where that is possible; 0: none.
    pub undo_one_in: usize,
    /// The steps that took an answer back and were acknowledged: game and number.
    pub taken_back: Vec<(u32, u64)>,
    /// This player's part in the dice.
    pub dice: Dice<HashMap<String, Evidence>>,
    /// What was sent for the dice and is neither done nor refused.
    dice_sent: Vec<(u64, Command)>,
    /// What was not right with the dice.
    pub warnings: Vec<Warning>,
    /// Whether asks and mixes are left unanswered.
    pub silent: bool,
    /// When to come back, as the server that closed has said.
    pub back_in: Option<Duration>,
    chance: Random,
}

impl Player {
    /// A player who has not connected.
    pub fn new(http: Http, table: &str, seat: Seat, seed: u64) -> Self {
        Self {
            http,
            table: table.to_owned(),
            seat,
            game: 0,
            seq: 0,
            state: None,
            over: false,
            socket: None,
            sent: None,
            acknowledged: Vec::new(),
            steps: 0,
            may_undo: false,
            undo_one_in: 0,
            taken_back: Vec::new(),
            dice: Dice::new(HashMap::new(), server::random_bytes),
            dice_sent: Vec::new(),
            warnings: Vec::new(),
            silent: false,
            back_in: None,
            chance: Random::new(seed),
        }
    }

    /// Connects, or connects again, saying what has been seen; repeats the command that was not answered.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn connect(&mut self) -> Result<(), Ended> {
        let seen = (0 < self.game).then_some(Seen { game: self.game, seq: self.seq });
        let hello = Hello {
            protocol: protocol::VERSION,
            oldest: Some(protocol::OLDEST),
            key: self.http.key.clone(),
            seen,
            list_answers: false,
            history: false,
        };
        self.dice_sent.clear();
        self.socket = Some(Socket::connect(&self.http, &self.table, hello).await?);
        if let Some((_, command)) = self.sent.take() {
            self.give(command).await?;
        }
        Ok(())
    }

    /// Reads one message and takes it in.
    ///
    /// # Errors
    /// The connection ended, or the server broke a promise.
    pub async fn read(&mut self) -> Result<Message, Ended> {
        let socket = self.socket.as_mut().ok_or(Ended::Closed(None))?;
        let message = tokio::time::timeout(Duration::from_secs(30), socket.message())
            .await
            .unwrap_or_else(|_| Err(Ended::Wrong("nothing came for 30 seconds".into())))?;
        self.take_in(&message)?;
        self.take_part(&message).await?;
        Ok(message)
    }

    /// Adds to the dice, and judges them.
    async fn take_part(&mut self, message: &Message) -> Result<(), Ended> {
        let number = match message {
            Message::Done(reply) => Some(reply.id),
            Message::Refused { id, .. } => *id,
            _ => None,
        };
        let mut wishes = Vec::new();
        if let Some(at) = self.dice_sent.iter().position(|(id, _)| Some(*id) == number) {
            let (_, command) = self.dice_sent.remove(at);
            match message {
                Message::Refused { code, .. } => wishes = self.dice.refused(&command, *code),
                _ => self.dice.done(&command),
            }
        }
        wishes.extend(self.dice.hear(message));
        for wish in wishes {
            match wish {
                Wish::Send(Command::Reveal { .. } | Command::Link { .. }) if self.silent => {}
                Wish::Send(command) => {
                    let socket = self.socket.as_mut().ok_or(Ended::Closed(None))?;
                    let id = socket.command(command.clone()).await?;
                    self.dice_sent.push((id, command));
                }
                Wish::Warn(warning) => self.warnings.push(warning),
            }
        }
        Ok(())
    }

    fn take_in(&mut self, message: &Message) -> Result<(), Ended> {
        match message {
            Message::Game(info) if info.game != self.game => {
                (self.game, self.seq, self.state, self.over) = (info.game, 0, None, false);
            }
            Message::View { game, seq, view, undo, .. } => {
                if *game != self.game || *seq < self.seq {
                    return Err(Ended::Wrong(format!(
                        "after step {} of game {} came a view of {game}, {seq}",
                        self.seq, self.game
                    )));
                }
                (self.seq, self.state) = (*seq, Some(**view));
                self.over = matches!(view.need(), Need::Over(_));
                self.may_undo = *undo;
            }
            Message::Step(step) => {
                if step.game != self.game || step.seq != self.seq + 1 {
                    return Err(Ended::Wrong(format!(
                        "after step {} of game {} came step {} of game {}",
                        self.seq, self.game, step.seq, step.game
                    )));
                }
                self.seq = step.seq;
                self.state = Some(*step.view);
                self.steps += 1;
                self.may_undo = step.undo;
            }
            Message::Over { .. } => self.over = true,
            Message::Mixing(_) => self.over = false,
            Message::Closing { back_in_ms } => {
                self.back_in = Some(Duration::from_millis((*back_in_ms).into()));
            }
            // A start that broke off: the game before is still the last one.
            Message::Void { .. } => self.over |= 0 < self.game,
            Message::You { seat: Some(seat) } => self.seat = *seat,
            Message::Done(reply) => {
                let done = self.sent.take_if(|(id, _)| *id == reply.id);
                match (done.map(|(_, command)| command), reply.seq) {
                    (Some(Command::Answer { game, answer, .. }), Some(seq)) => {
                        self.acknowledged.push(Acknowledged { game, seq, answer });
                    }
                    (Some(Command::Undo { game, .. }), Some(seq)) => {
                        self.taken_back.push((game, seq));
                    }
                    _ => {}
                }
            }
            Message::Refused { id, .. } => drop(self.sent.take_if(|(sent, _)| Some(*sent) == *id)),
            _ => {}
        }
        Ok(())
    }

    /// Whether the open question is for this player.
    pub fn is_asked(&self) -> bool {
        let asked =
            |state: &State| matches!(state.need(), Need::Answer(ask) if ask.seat == self.seat);
        self.state.as_ref().is_some_and(asked)
    }

    /// Answers by chance.
    ///
    /// # Errors
    /// The connection ended.
    pub async fn answer(&mut self) -> Result<(), Ended> {
        let Some(state) = &self.state else { return Ok(()) };
        let answers = state.answers();
        let chosen = self.chance.below(answers.len().max(1));
        let Some(answer) = answers.get(chosen) else { return Ok(()) };
        self.give(Command::Answer { game: self.game, seq: self.seq, answer }).await
    }

    /// Sends a command and remembers it until it is answered.
    ///
    /// # Errors
    /// The connection ended.
    pub async fn give(&mut self, command: Command) -> Result<(), Ended> {
        let socket = self.socket.as_mut().ok_or(Ended::Closed(None))?;
        // Remembered before it is sent: a player that cannot know whether it arrived has to repeat it.
        self.sent = Some((0, command.clone()));
        let id = socket.command(command.clone()).await?;
        self.sent = Some((id, command));
        Ok(())
    }

    /// Plays on until the game is over.
    ///
    /// # Errors
    /// The connection ended, or the server refused a legal answer.
    pub async fn play(&mut self) -> Result<(), Ended> {
        while !self.over || self.sent.is_some() {
            self.turn().await?;
        }
        Ok(())
    }

    /// Takes an answer back now and then or answers if asked, then reads one message.
    ///
    /// # Errors
    /// The connection ended, or the server refused a legal answer.
    pub async fn turn(&mut self) -> Result<(), Ended> {
        if self.sent.is_none() && !self.over {
            if self.may_undo && 0 < self.undo_one_in && self.chance.below(self.undo_one_in) == 0 {
                self.give(Command::Undo { game: self.game, seq: self.seq }).await?;
            } else if self.is_asked() {
                self.answer().await?;
            }
        }
        let was_sent = self.sent.clone();
        let about_dice: Vec<u64> = self.dice_sent.iter().map(|(id, _)| *id).collect();
        if let Message::Refused { id, code, text, .. } = self.read().await? {
            if id.is_some_and(|id| about_dice.contains(&id)) {
                return Ok(());
            }
            // A bot may have stepped in while we were away; anything else is a broken promise.
            let stale = code == protocol::Refusal::Stale;
            let restarting = code == protocol::Refusal::Restarting;
            if restarting {
                self.sent = was_sent;
                return Err(Ended::Closed(Some(protocol::CLOSE_RESTARTING)));
            }
            if !stale {
                return Err(Ended::Wrong(format!("request {id:?} was refused: {text}")));
            }
        }
        Ok(())
    }
}
