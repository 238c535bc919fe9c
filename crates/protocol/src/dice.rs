//! A client's part in the dice, from message to command: what a page, a bot and a test client share.

use engine::Seat;
use fair::{Act, Judge, Memory, VERSION, Warning};

use crate::{Command, Message, Refusal, TableInfo, TablePhase};

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
    seat: Option<Seat>,
}

impl<M: Memory> Dice<M> {
    /// A client that has seen nothing yet; `random` gives 32 fresh bytes from the system.
    pub fn new(memory: M, random: fn() -> [u8; 32]) -> Self {
        Self { judge: Judge::new(memory, random), game: 0, seat: None }
    }

    /// The judge.
    pub fn judge(&self) -> &Judge<M> {
        &self.judge
    }

    /// Who one is at the table, as it shows it.
    fn look(&mut self, table: &TableInfo) {
        let own = table.seats.iter().find(|info| Some(info.seat) == self.seat);
        if let Some((monster, name)) = own.and_then(|own| Some((own.monster?, &own.name))) {
            self.judge.plays(monster, name);
        }
    }

    /// Takes in a message of the server.
    pub fn hear(&mut self, message: &Message) -> Vec<Wish> {
        match message {
            Message::Welcome { you, table, .. } => {
                self.seat = *you;
                self.look(table);
            }
            Message::You { seat } => self.seat = *seat,
            Message::Table { table } => self.look(table),
            _ => {}
        }
        let judge = &mut self.judge;
        let acts = match message {
            Message::Welcome { you, table, .. } => {
                judge.at(&table.name);
                judge.connected();
                judge.sits(*you);
                match &table.next {
                    Some(next) => judge.next(next),
                    None if table.phase == TablePhase::Playing && table.game == self.game => {
                        judge.rejoin()
                    }
                    None => Vec::new(),
                }
            }
            Message::Table { table } => match &table.next {
                Some(next) if table.phase != TablePhase::Mixing => judge.next(next),
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
            Message::Step(step) => {
                let mut acts = judge.step(step.game, step.seq, &step.events, step.took_back);
                let drawn = step.drawn.as_ref();
                acts.extend(drawn.into_iter().flat_map(|drawn| judge.drawn(step.game, drawn)));
                acts
            }
            Message::History(history) => {
                let mut acts = Vec::new();
                for step in &history.steps {
                    acts.extend(judge.step(history.game, step.seq, &step.events, step.took_back));
                    let drawn = step.drawn.as_ref();
                    acts.extend(
                        drawn.into_iter().flat_map(|drawn| judge.drawn(history.game, drawn)),
                    );
                }
                let outcome = history.view.outcome();
                acts.extend(outcome.into_iter().flat_map(|end| judge.over(history.game, end)));
                acts
            }
            Message::View { game, seq, view, .. } => {
                judge.view(*game, *seq);
                view.outcome().map_or_else(Vec::new, |outcome| judge.over(*game, outcome))
            }
            Message::Over { game, outcome } => judge.over(*game, *outcome),
            Message::CaughtUp { .. } => {
                judge.caught_up();
                Vec::new()
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
    pub fn refused(&mut self, command: &Command, code: Refusal) -> Vec<Wish> {
        let acts = match command {
            Command::Pledge { pledge, .. } => {
                let late = matches!(code, Refusal::Stale | Refusal::Restarting);
                self.judge.refused(*pledge, late)
            }
            _ => Vec::new(),
        };
        self.wishes(acts)
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
