//! The log: one full sentence for each event.

use engine::{Card, Cause, Event, Leaving, Outcome, Spot, Token, TurnKind};

use crate::{Rich, Scene, Texts};

impl Texts {
    /// What happened, as one sentence. Every sentence names the monster, so it reads the same for everybody.
    pub fn event(&self, event: &Event, scene: &Scene<'_>) -> Rich {
        let name = |seat| scene.name(seat);
        let card_name = |card| self.card_name(card, scene.rules);
        match *event {
            Event::ThrewForStart { seat, dice } => {
                self.log_threw_for_start(name(seat), &self.dice_list(dice))
            }
            Event::Starts { seat } => self.log_starts(name(seat)),
            Event::TurnStarted { seat, kind, .. } => match kind {
                TurnKind::Regular => self.log_turn(name(seat)),
                TurnKind::FreezeTime => {
                    self.log_turn_freeze_time(name(seat), card_name(Card::FreezeTime))
                }
                TurnKind::Frenzy => self.log_turn_frenzy(name(seat), card_name(Card::Frenzy)),
            },
            Event::Rolled { seat, dice, .. } if dice.is_empty() => {
                self.log_rolled_no_dice(name(seat))
            }
            Event::Rolled { seat, dice, thrown, .. } => {
                let list = self.dice_list(dice);
                if thrown.len() == dice.len() {
                    self.log_rolled(name(seat), dice.len(), &list)
                } else {
                    self.log_rerolled(name(seat), thrown.len(), &list)
                }
            }
            Event::Stopped { seat, dice } => self.log_stopped(name(seat), &self.dice_list(dice)),
            Event::Probed { seat, card, from, to, .. } => {
                let (old, new) = (self.face_name(from), self.face_name(to));
                self.log_probed(name(seat), card_name(card), old, new)
            }
            Event::DieSet { seat, card, from, to, .. } => {
                let (old, new) = (self.face_name(from), self.face_name(to));
                self.log_die_set(name(seat), card_name(card), old, new)
            }
            Event::RolledAside { seat, card, dice } => {
                self.log_rolled_aside(name(seat), card_name(card), &self.dice_list(dice))
            }
            Event::Used { seat, card } => self.log_used(name(seat), card_name(card)),
            Event::Stars { seat, from, to, why } => {
                self.stars_changed(name(seat), from, to, why, scene)
            }
            Event::Energy { seat, from, to, why } => {
                self.energy_changed(name(seat), from, to, why, scene)
            }
            Event::Healed { seat, from, to, why } => match why {
                Cause::Card(card) => {
                    self.log_healed_card(card_name(card), name(seat), gap(from, to), from, to)
                }
                _ => self.log_healed(name(seat), gap(from, to), from, to),
            },
            Event::Attacked { seat, claws, targets } => {
                if targets.is_empty() {
                    self.log_attacked_nobody(name(seat), claws)
                } else {
                    self.log_attacked(name(seat), claws, &self.seat_list(targets, scene))
                }
            }
            Event::Prevented { seat, amount, card } => {
                self.log_prevented(card_name(card), name(seat), amount)
            }
            Event::Hurt { seat, by, from, to, why } => {
                let (who, lost) = (name(seat), gap(from, to));
                match (why, by) {
                    (Cause::Poison, _) => self.log_hurt_poison(who, lost, from, to),
                    (Cause::Card(card), _) => {
                        self.log_hurt_card(card_name(card), who, lost, from, to)
                    }
                    (_, Some(by)) if by != seat => self.log_hurt_by(who, lost, name(by), from, to),
                    _ => self.log_hurt(who, lost, from, to),
                }
            }
            Event::LostHearts { seat, from, to, why } => match why {
                Cause::Card(card) => {
                    self.log_hurt_card(card_name(card), name(seat), gap(from, to), from, to)
                }
                _ => self.log_hurt(name(seat), gap(from, to), from, to),
            },
            Event::Tokens { seat, token, from, to } => {
                let (who, n) = (name(seat), gap(from, to));
                match (token, from < to) {
                    (Token::Poison, true) => self.log_poison_gained(who, n, to),
                    (Token::Poison, false) => self.log_poison_lost(who, n, to),
                    (Token::Shrink, true) => self.log_shrink_gained(who, n, to),
                    (Token::Shrink, false) => self.log_shrink_lost(who, n, to),
                }
            }
            Event::Eliminated { seat } => self.log_eliminated(name(seat)),
            Event::Reborn { seat, card } => self.log_reborn(name(seat), card_name(card)),
            Event::Stayed { seat, spot } => match spot {
                Spot::City => self.log_stayed_city(name(seat)),
                Spot::Bay => self.log_stayed_bay(name(seat)),
            },
            Event::Left { seat, spot, why } => match (why, spot) {
                (Leaving::Yielded, Spot::City) => self.log_yielded_city(name(seat)),
                (Leaving::Yielded, Spot::Bay) => self.log_yielded_bay(name(seat)),
                (Leaving::BayClosed, _) => self.log_left_closed_bay(name(seat)),
                (Leaving::PutOut, _) => self.log_put_out(name(seat)),
                (Leaving::Fell, _) => self.log_fell_in_tokyo(name(seat)),
            },
            Event::Entered { seat, spot } => match spot {
                Spot::City => self.log_entered_city(name(seat)),
                Spot::Bay => self.log_entered_bay(name(seat)),
            },
            Event::MovedToCity { seat } => self.log_moved_to_city(name(seat)),
            Event::BayClosed => Rich::words(self.log_bay_closed()),
            Event::Revealed { card, .. } => self.log_revealed(card_name(card)),
            Event::Peeked { seat, card } => match card {
                Some(card) => self.log_peeked_card(name(seat), card_name(card)),
                None => self.log_peeked(name(seat)),
            },
            Event::Bought { seat, card, price, .. } => {
                self.log_bought(name(seat), card_name(card), price)
            }
            Event::Taken { seat, from, card, price } => {
                self.log_taken(name(seat), card_name(card), name(from), price)
            }
            Event::Swept { seat, cards } => {
                self.log_swept(name(seat), &self.card_list(cards.iter(), scene.rules))
            }
            Event::Discarded { seat, card } => self.log_discarded(name(seat), card_name(card)),
            Event::Sold { seat, card, energy } => {
                self.log_sold(name(seat), card_name(card), energy)
            }
            Event::Counter { seat, card, to, .. } => match card {
                Card::SmokeCloud => self.log_counter_smoke(card_name(card), name(seat), to),
                _ => self.log_counter_energy(card_name(card), name(seat), to),
            },
            Event::Copied { seat, card } => self.log_copied(name(seat), card_name(card)),
            Event::CopyLost { seat, card } => self.log_copy_lost(card_name(card), name(seat)),
            Event::Reshuffled { cards } => self.log_reshuffled(cards),
            Event::EarnedTurn { seat, kind } => {
                let card = match kind {
                    TurnKind::Frenzy => Card::Frenzy,
                    _ => Card::FreezeTime,
                };
                self.log_earned_turn(name(seat), card_name(card))
            }
            Event::DeclinedTurn { seat } => self.log_declined_turn(name(seat)),
            Event::Over { outcome } => match outcome {
                Outcome::Stars(seat) => self.log_over_stars(name(seat)),
                Outcome::LastStanding(seat) => self.log_over_last(name(seat)),
                Outcome::EveryoneLoses => Rich::words(self.log_over_nobody()),
                Outcome::Draw => Rich::words(self.log_over_draw()),
            },
        }
    }

    fn stars_changed(&self, who: &str, from: u8, to: u8, why: Cause, scene: &Scene<'_>) -> Rich {
        let n = gap(from, to);
        match (why, from <= to) {
            (Cause::Dice, true) => self.log_stars_dice(who, n, from, to),
            (Cause::InTokyo, true) => self.log_stars_in_tokyo(who, n, from, to),
            (Cause::Entering, true) => self.log_stars_entering(who, n, from, to),
            (Cause::Card(card), true) => {
                self.log_stars_card(self.card_name(card, scene.rules), who, n, from, to)
            }
            (Cause::Card(card), false) => {
                self.log_stars_lost_card(self.card_name(card, scene.rules), who, n, from, to)
            }
            (_, true) => self.log_stars_gained(who, n, from, to),
            (_, false) => self.log_stars_lost(who, n, from, to),
        }
    }

    fn energy_changed(&self, who: &str, from: u8, to: u8, why: Cause, scene: &Scene<'_>) -> Rich {
        let n = gap(from, to);
        match (why, from <= to) {
            (Cause::Dice, true) => self.log_energy_dice(who, n, from, to),
            (Cause::Payment, true) => self.log_energy_received(who, n, from, to),
            (Cause::Payment, false) => self.log_energy_paid(who, n, from, to),
            (Cause::Card(card), true) => {
                self.log_energy_card(self.card_name(card, scene.rules), who, n, from, to)
            }
            (Cause::Card(card), false) => {
                self.log_energy_lost_card(self.card_name(card, scene.rules), who, n, from, to)
            }
            (_, true) => self.log_energy_gained(who, n, from, to),
            (_, false) => self.log_energy_lost(who, n, from, to),
        }
    }
}

/// Whether a short log can do without an event, because the event before or after it says the same.
pub fn is_detail(event: &Event) -> bool {
    matches!(
        event,
        Event::Stopped { .. }
            | Event::Revealed { .. }
            | Event::Counter { .. }
            | Event::Energy { why: Cause::Payment, .. }
    )
}

fn gap(from: u8, to: u8) -> u8 {
    from.abs_diff(to)
}
