//! What the dice as they lie would do: the "if you stop now" of every client.

use crate::dice::Face;
use crate::event::Cause;
use crate::game::Game;
use crate::power::{
    BITE, DEFENCE_OFFERS, FLEES, IGNORES_ONE, PROBES, SAVES_BY_DICE, WHEN_I_ATTACK, WHEN_I_WOUND,
};
use crate::question::{Group, Spot};
use crate::rules::{EntryWithoutClaws, TokyoEntry};
use crate::seat::{Seat, Seats};
use crate::state::State;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The consequences of stopping now, before anybody has answered anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Preview {
    /// Stars for the active monster, from dice and cards; entering Tokyo is not among them.
    pub stars: u8,
    /// Energy for the active monster, with what cards add.
    pub energy: u8,
    /// Hearts the active monster would regain if it spends all on healing.
    pub healing: u8,
    /// Rolled hearts that are of no use: in Tokyo, or at the maximum.
    pub hearts_wasted: u8,
    /// Claws or damage to each target, with what cards add.
    pub claws: u8,
    /// Whether it is an attack (K-06).
    pub attack: bool,
    /// What each monster would lose if it does nothing about it.
    pub damage: [u8; 6],
    /// Who would fall to 0 hearts.
    pub falling: Seats,
    /// Poison tokens that each monster would get.
    pub poison: [u8; 6],
    /// Shrink tokens that each monster would get.
    pub shrink: [u8; 6],
    /// Who may do something about the dice before they count.
    pub may_probe: Seats,
    /// Who may do something about the damage.
    pub may_defend: Seats,
    /// Who would be asked to leave Tokyo.
    pub may_yield: Seats,
    /// What the active monster would lose by moving in, if all of those leave.
    pub bite: u8,
    /// The place the active monster would take if nobody leaves.
    pub enters: Option<Spot>,
    /// The place it would take if all who are asked leave.
    pub enters_if_yielded: Option<Spot>,
}

impl State {
    /// What the dice of the turn would do as they lie.
    pub fn preview(&self) -> Preview {
        let seat = self.turn.seat;
        let mut copy = *self;
        copy.stack.clear();
        copy.rules.victory_check = crate::rules::VictoryCheck::EndOfTurn;
        let mut preview = Preview::default();
        let groups = copy.groups_that_count();
        let mut game = Game::quiet(&mut copy);
        for group in [Group::Ones, Group::Twos, Group::Threes, Group::Combos, Group::Energy] {
            if groups >> group as u8 & 1 != 0 {
                game.resolve(group);
            }
        }
        let hearts = game.turn.dice.count(Face::Heart);
        if !game.in_tokyo(seat) {
            game.heal(seat, hearts, Cause::Dice);
        }
        let now = game.monster(seat);
        let before = self.monster(seat);
        preview.energy = now.energy - before.energy;
        preview.healing = now.hearts - before.hearts;
        preview.hearts_wasted = hearts.saturating_sub(preview.healing);
        game.preview_attack(&mut preview);
        preview.stars = game.monster(seat).stars - before.stars;
        preview.may_probe = self.who_has(PROBES);
        preview
    }

    /// The other living monsters with such a power.
    fn who_has(&self, listening: crate::card::Keeps) -> Seats {
        let others = self.living.without(self.turn.seat);
        others.iter().filter(|seat| self.has_power(*seat, listening)).collect()
    }
}

impl Game<'_> {
    fn preview_attack(&mut self, preview: &mut Preview) {
        let seat = self.turn.seat;
        let strike = self.strike();
        let outside = !self.in_tokyo(seat);
        if 0 < strike.damage {
            self.aim();
        } else {
            self.batch = crate::state::Batch::none();
        }
        if strike.clawed {
            for me in self.powers(seat, WHEN_I_ATTACK) {
                if let Some(act) = me.face.power().when_i_attack {
                    act(self, me);
                }
            }
        }
        preview.claws = strike.damage;
        preview.attack = strike.clawed;
        let batch = self.batch;
        for victim in self.living.without(seat).iter() {
            let amount = batch.amount[victim.index()];
            let ignored = self.turn.shielded.has(victim)
                || amount == 1 && self.has_power(victim, IGNORES_ONE);
            let hearts = self.monster(victim).hearts;
            let lost = if ignored { 0 } else { amount.min(hearts) };
            preview.damage[victim.index()] = lost;
            if 0 < lost {
                if lost == hearts {
                    preview.falling = preview.falling.with(victim);
                }
                if batch.marks.has(victim) {
                    self.preview_tokens(seat, victim, preview);
                }
                if self.has_power(victim, DEFENCE_OFFERS.or(SAVES_BY_DICE)) {
                    preview.may_defend = preview.may_defend.with(victim);
                }
            }
        }
        let tenants = [self.tokyo.city, self.tokyo.bay];
        preview.may_yield = tenants
            .into_iter()
            .flatten()
            .filter(|tenant| batch.attack.has(*tenant) && !preview.falling.has(*tenant))
            .filter(|tenant| {
                let hurt = 0 < preview.damage[tenant.index()];
                hurt || !self.rules.yield_needs_damage || self.has_power(*tenant, FLEES)
            })
            .collect();
        self.preview_entry(outside, preview);
    }

    fn preview_tokens(&mut self, seat: Seat, victim: Seat, preview: &mut Preview) {
        let before = *self.monster(victim);
        for me in self.powers(seat, WHEN_I_WOUND) {
            if let Some(act) = me.face.power().when_i_wound {
                act(self, me, victim);
            }
        }
        let after = *self.monster(victim);
        preview.poison[victim.index()] = after.poison - before.poison;
        preview.shrink[victim.index()] = after.shrink - before.shrink;
    }

    fn preview_entry(&mut self, outside: bool, preview: &mut Preview) {
        if !outside {
            return;
        }
        let without_claws = match self.rules.enter_free_place_without_claws {
            EntryWithoutClaws::Never => false,
            EntryWithoutClaws::AfterFirstEntry => self.tokyo.visited,
            EntryWithoutClaws::Always => true,
        };
        if !preview.attack && !without_claws {
            return;
        }
        let mut tokyo = self.tokyo;
        let living = self.living.len() - preview.falling.len();
        let open = self.rules.bay_open(living);
        let mut empty = |gone: Seats| {
            tokyo.city = tokyo.city.filter(|seat| !gone.has(*seat));
            tokyo.bay = tokyo.bay.filter(|seat| !gone.has(*seat)).filter(|_| open);
            match (tokyo.city, tokyo.bay) {
                (None, _) => Some(Spot::City),
                (_, None) if open => Some(Spot::Bay),
                _ => None,
            }
        };
        preview.enters = empty(preview.falling);
        preview.enters_if_yielded = empty(preview.may_yield);
        let by_claws = preview.attack || self.rules.tokyo_entry == TokyoEntry::OwnPhase;
        if by_claws {
            preview.bite = preview
                .may_yield
                .iter()
                .map(|tenant| self.sum(tenant, BITE, |power| power.bite))
                .sum();
        }
    }
}
