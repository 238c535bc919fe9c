//! Questions as titles, and answers as buttons.

use engine::{Answer, Ask, Group, Place, Question, Spot, State};

use crate::{Rich, Scene, Texts};

impl Texts {
    /// The question as a title, for whoever is asked.
    pub fn question(&self, ask: &Ask, state: &State, scene: &Scene<'_>) -> Rich {
        let card = ask.card.map_or(String::new(), |card| self.card_in_play(card, state));
        match ask.question {
            Question::Start => Rich::words(self.ask_start()),
            Question::Roll => Rich::words(self.ask_roll()),
            Question::Probe => self.ask_probe(&card, scene.name(state.turn().seat)),
            Question::Reprobe => self.ask_reprobe(&card),
            Question::Change => Rich::words(self.ask_change()),
            Question::ChangeAside => self.ask_change_aside(&card),
            Question::Resolve => Rich::words(self.ask_resolve()),
            Question::Hearts => Rich::words(self.ask_hearts()),
            Question::Flee | Question::Yield => match state.spot(ask.seat) {
                Some(Spot::Bay) => Rich::words(self.yield_title_bay()),
                _ => Rich::words(self.yield_title_city()),
            },
            Question::Defend => Rich::words(self.ask_defend()),
            Question::Shop => Rich::words(self.ask_shop()),
            Question::Opportunity => self.ask_opportunity(&card),
            Question::Deposit => self.ask_deposit(&card),
            Question::Copy => self.ask_copy(&card),
            Question::Sell => self.ask_sell(&card),
            Question::End => Rich::words(self.ask_end()),
            Question::ExtraTurn => self.ask_extra_turn(&card),
        }
    }

    /// An answer to a question, as a button has it.
    pub fn answer(&self, ask: &Ask, answer: &Answer, state: &State, scene: &Scene<'_>) -> Rich {
        let card_name = |card| self.card_in_play(card, state);
        let price = |card| state.price(ask.seat, card);
        match *answer {
            Answer::Pass => Rich::words(self.pass(ask.question)),
            Answer::Yes => Rich::words(match ask.question {
                Question::ExtraTurn => self.take_extra_turn(),
                Question::Flee | Question::Yield => self.yield_now(),
                _ => self.yes(),
            }),
            Answer::Reroll(dice) => self.roll_dice(dice.len()),
            Answer::Free { card, dice } => self.reroll_with(&card_name(card), dice.len()),
            Answer::Set { card, die, face } => {
                self.set_die(&card_name(card), die + 1, self.face_name(face))
            }
            Answer::Die(die) => {
                let at = usize::from(die);
                let dice = state.turn().dice;
                let face = if at < dice.len() { self.face_name(dice.get(at)) } else { "" };
                self.choose_die(die + 1, face)
            }
            Answer::Use(card) => match ask.question {
                Question::Start | Question::End => self.card_first(&card_name(card)),
                _ => match state.cost_of(*answer) {
                    0 => self.use_the_card(&card_name(card)),
                    n => self.use_the_card_for(&card_name(card), n),
                },
            },
            Answer::TakePoison => self.take_poison(state.monster(ask.seat).poison),
            Answer::Resolve(group) => Rich::words(self.group(group)),
            Answer::Decline(group) => Rich::words(match group {
                Group::Hearts => self.decline_hearts(),
                Group::Energy => self.decline_energy(),
                _ => self.decline_group(),
            }),
            Answer::Heal => self.heal_self(),
            Answer::DropPoison => self.drop_poison(),
            Answer::DropShrink => self.drop_shrink(),
            Answer::Treat(seat) => self.treat(scene.name(seat)),
            Answer::Buy(place) => match state.card_at(place) {
                Some(card) if place == Place::Top => {
                    self.buy_top_for(self.card_name(card, state.rules()), price(card))
                }
                Some(card) => self.buy_card_for(self.card_name(card, state.rules()), price(card)),
                None => Rich::words(self.buy()),
            },
            Answer::Take(card) => match state.owner(card) {
                Some(seat) => self.buy_from_for(&card_name(card), scene.name(seat), price(card)),
                None => self.buy_card_for(&card_name(card), price(card)),
            },
            Answer::Sweep => self.sweep_for(State::SWEEP_PRICE),
            Answer::Pick(card) if ask.question == Question::Sell => {
                let gets = state.trade(*answer).map_or(0, |trade| trade.gets);
                self.sell_card_for(&card_name(card), gets)
            }
            Answer::Pick(card) => match state.owner(card) {
                Some(seat) if seat != ask.seat => {
                    self.pick_card(&card_name(card), scene.name(seat))
                }
                _ => Rich::words(card_name(card)),
            },
            Answer::Deposit(0) => Rich::words(self.deposit_nothing()),
            Answer::Deposit(n) => {
                let stores = state.trade(*answer).map_or(0, |trade| trade.stores);
                self.deposit_amount(n, u16::from(stores))
            }
        }
    }

    /// A group of dice that is resolved together.
    pub fn group(&self, group: Group) -> &str {
        let id = match group {
            Group::Ones => "ones",
            Group::Twos => "twos",
            Group::Threes => "threes",
            Group::Combos => "combos",
            Group::Hearts => "hearts",
            Group::Energy => "energy",
            Group::Claws => "claws",
        };
        self.name_of("group", id)
    }

    fn pass(&self, question: Question) -> &str {
        match question {
            Question::Start => self.pass_start(),
            Question::Roll => self.stop_here(),
            Question::Probe => self.pass_probe(),
            Question::Reprobe => self.pass_reprobe(),
            Question::Change | Question::ChangeAside => self.pass_change(),
            Question::Resolve | Question::End => self.pass_resolve(),
            Question::Hearts => self.pass_hearts(),
            Question::Flee | Question::Yield => self.stay(),
            Question::Defend => self.pass_defend(),
            Question::Shop => self.end_turn(),
            Question::Opportunity => self.pass_opportunity(),
            Question::Deposit => self.deposit_nothing(),
            Question::Copy => self.pass_copy(),
            Question::Sell => self.pass_sell(),
            Question::ExtraTurn => self.pass_extra_turn(),
        }
    }
}
