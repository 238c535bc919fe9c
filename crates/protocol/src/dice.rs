//! A client's part in the dice, from message to command: what a page, a bot and a test client share.

use fair::{Act, Judge, Memory, VERSION, Warning};

use crate::{Command, Message, Phase};

/// What comes of a message about dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Send this.
    Send(Command),
    /// Tell the player.
    Warn(Warning),
}

/// A client's part in the dice of one table.
#[derive(Debug)]
pub struct Dice<M> {
    judge: Judge<M>,
    game: u32,
}

impl<M: Memory> Dice<M> {
    /// A client that has seen nothing yet; `random` gives 32 fresh bytes from the system.
    pub fn new(memory: M, random: fn() -> [u8; 32]) -> Self {
        Self { judge: Judge::new(memory, random), game: 0 }
    }

    /// The judge.
    pub fn judge(&self) -> &Judge<M> {
        &self.judge
    }

    /// Takes in a message of the server.
    pub fn hear(&mut self, message: &Message) -> Vec<Wish> {
        let judge = &mut self.judge;
        let acts = match message {
            Message::Welcome { you, table, .. } => {
                judge.connected();
                judge.sits(*you);
                match &table.next {
                    Some(next) => judge.next(next),
                    None if table.phase == Phase::Playing && table.game == self.game => {
                        judge.rejoin()
                    }
                    None => Vec::new(),
                }
            }
            Message::Table { table } => match &table.next {
                Some(next) if table.phase != Phase::Mixing => judge.next(next),
                _ => Vec::new(),
            },
            Message::You { seat } => {
                judge.sits(*seat);
                Vec::new()
            }
            Message::Mixing(mixing) => judge.mixing(mixing),
            Message::Void { game_name, .. } => {
                judge.void(game_name);
                Vec::new()
            }
            Message::Game(info) | Message::Course(info) => {
                self.game = info.game;
                match &info.fair {
                    Some(fair) => {
                        judge.game(info.game, &info.name, info.commitment, &info.pledges, fair)
                    }
                    None => Vec::new(),
                }
            }
            Message::Ask(ask) => judge.ask(ask),
            Message::Missed(missed) => judge.missed(missed),
            Message::Chain(chain) => judge.chain(chain),
            Message::Step(step) => match &step.drawn {
                Some(drawn) => judge.drawn(step.game, drawn),
                None => Vec::new(),
            },
            Message::History(history) => {
                let drawn = history.steps.iter().filter_map(|step| step.drawn.as_ref());
                drawn.flat_map(|drawn| judge.drawn(history.game, drawn)).collect()
            }
            _ => Vec::new(),
        };
        self.wishes(acts)
    }

    /// A command of this client was done.
    pub fn done(&mut self, command: &Command) {
        if let Command::Pledge { pledge, .. } = command {
            self.judge.accepted(*pledge);
        }
    }

    /// A command of this client was refused.
    pub fn refused(&mut self, command: &Command) {
        if let Command::Pledge { pledge, .. } = command {
            self.judge.refused(*pledge);
        }
    }

    /// The page is hidden or frozen.
    pub fn rest(&mut self) -> Vec<Wish> {
        let acts = self.judge.rest();
        self.wishes(acts)
    }

    /// The page is seen again.
    pub fn back(&mut self) -> Vec<Wish> {
        let acts = self.judge.back();
        self.wishes(acts)
    }

    fn wishes(&self, acts: Vec<Act>) -> Vec<Wish> {
        let game_name = || self.judge.pledged_for().unwrap_or_default().to_owned();
        let wish = |act| match act {
            Act::Pledge(pledge) => {
                Wish::Send(Command::Pledge { version: VERSION, game_name: game_name(), pledge })
            }
            Act::Reveal(mix, entropy) => {
                Wish::Send(Command::Reveal { game_name: game_name(), mix: Some(mix), entropy })
            }
            Act::Link(ask, link) => Wish::Send(Command::Link { game: self.game, ask, link }),
            Act::Rest => Wish::Send(Command::Rest { game: self.game }),
            Act::Warn(warning) => Wish::Warn(warning),
        };
        acts.into_iter().map(wish).collect()
    }
}
