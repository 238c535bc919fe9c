//! The page's part in the dice: it pledges, reveals and gives links by itself, and judges what the server says.

use super::Online;
use crate::dice_seal::kind_words;
use crate::fair_panel::warning_words;
use crate::lang::t;
use crate::session::evidence;
use crate::session::local::random_bytes;
use crate::table::Notice;
use fair::wire::GameFair;
use fair::{DiceKind, Evidence, Memory};
use leptos::prelude::*;
use protocol::{Command, Dice, GameInfo, Message, TablePhase, Wish};
use std::cell::Cell;
use std::rc::Rc;

/// Evidence in the browser's lasting storage; remembers if the browser refused it.
pub(super) struct Keeper(Rc<Cell<bool>>);

impl Memory for Keeper {
    fn load(&self, game: &str) -> Option<Evidence> {
        evidence::load(game)
    }

    fn of_table(&self, table: &str) -> Vec<Evidence> {
        evidence::of_table(table)
    }

    fn save(&mut self, kept: &Evidence) {
        self.0.set(self.0.get() | !evidence::save(kept));
    }
}

/// The dice of a table, before anything is known.
pub(super) fn new() -> (Dice<Keeper>, Rc<Cell<bool>>) {
    let forgets = Rc::new(Cell::new(false));
    (Dice::new(Keeper(forgets.clone()), random_bytes), forgets)
}

impl Online {
    /// Lets the judge hear a message, and does what it wants.
    pub(super) fn judge(&self, message: &Message) {
        let number = match message {
            Message::Done(reply) => Some(reply.id),
            Message::Refused { id, .. } => *id,
            _ => None,
        };
        let sent = number.and_then(|number| {
            self.sent.borrow().iter().find(|(id, _)| *id == number).map(|(_, sent)| sent.clone())
        });
        let mut dice = self.dice.borrow_mut();
        let mut wishes = match (message, sent) {
            (Message::Done(_), Some(command)) => {
                dice.done(&command);
                Vec::new()
            }
            (Message::Refused { code, .. }, Some(command)) => dice.refused(&command, *code),
            _ => Vec::new(),
        };
        wishes.extend(dice.hear(message));
        drop(dice);
        self.grant(wishes);
        match message {
            Message::Game(info) => self.show_seal(info),
            Message::Course(info) => self.hold_seal(info),
            Message::Void { missing, .. } => {
                let twice = self.lobby.info.with_untracked(|info| {
                    let next = info.as_ref().and_then(|info| info.next.as_ref());
                    next.is_some_and(|next| !next.void.is_empty())
                });
                let who: Vec<String> = missing.iter().map(|seat| self.name_of(seat)).collect();
                let mut text = t().fair_void_now(&who.join(", ")).plain();
                if twice {
                    text = format!("{text} {}", t().fair_void_again());
                }
                self.warn_of_dice(text);
            }
            _ => {}
        }
        if self.forgets.replace(false) && !self.told_forgets.replace(true) {
            self.warn_of_dice(t().fair_no_storage().to_owned());
        }
    }

    fn name_of(&self, seat: engine::Seat) -> String {
        let name = self.lobby.info.with_untracked(|info| {
            let seats = &info.as_ref()?.seats;
            seats.iter().find(|info| info.seat == seat).map(|info| info.name.clone())
        });
        name.unwrap_or_else(|| seat.to_string())
    }

    fn grant(&self, wishes: Vec<Wish>) {
        for wish in wishes {
            match wish {
                Wish::Send(command) => self.send(command),
                Wish::Warn(warning) => self.warn_of_dice(warning_words(warning.what).to_owned()),
            }
        }
    }

    fn warn_of_dice(&self, text: String) {
        self.table.urgent.set(text.clone());
        self.offer(Notice { tone: "warn", icon: "info", text, ..Notice::default() }, 12);
    }

    /// The page is hidden, or is seen again.
    pub(super) fn seen(&self, seen: bool) {
        let mut dice = self.dice.borrow_mut();
        let wishes = if seen { dice.back() } else { dice.rest() };
        drop(dice);
        self.grant(wishes);
    }

    /// What the dice of the game are bound to, for the menu.
    fn hold_seal(&self, info: &GameInfo) {
        self.table.seal.set(info.fair.as_ref().map(|fair| (fair.dice, fair.mix)));
    }

    /// Before the first roll: what the dice are bound to, to compare with others at the table.
    fn show_seal(&self, info: &GameInfo) {
        self.hold_seal(info);
        let Some(GameFair { mix, dice, terms, .. }) = &info.fair else { return };
        let begins = self.lobby.info.with_untracked(|table| {
            table.as_ref().is_some_and(|table| table.phase == TablePhase::Playing)
        });
        if !begins || self.sealed_game.replace(info.game) == info.game {
            return;
        }
        let nobody = terms.ends_with("mixed -\n") && *dice == DiceKind::Sealed;
        let more = if nobody { t().fair_only_server() } else { kind_words(*dice) };
        let text = t().fair_code(&mix.code()).plain();
        let warned = self
            .table
            .notice
            .with_untracked(|now| now.as_ref().is_some_and(|now| now.tone == "warn"));
        if !warned {
            let (icon, more) = ("check", more.to_owned());
            self.offer(Notice { icon, text, more, ..Notice::default() }, 8);
        }
    }
}

/// Whether a command is the page's own business, whose refusal the player need not see.
pub(super) fn is_own(command: &Command) -> bool {
    matches!(
        command,
        Command::Pledge { .. }
            | Command::Reveal { .. }
            | Command::Link { .. }
            | Command::Rest { .. }
    )
}
