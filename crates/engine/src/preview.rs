//! What the dice as they lie would do: the "if you stop now" of every client.

use crate::dice::Face;
use crate::event::{Cause, Leaving};
use crate::game::Game;
use crate::power::HEARS;
use crate::question::{Group, Spot};
use crate::rules::TokyoEntry;
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
            if groups.has(group) {
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
        preview.may_probe = self.having(self.living.without(seat), HEARS.when_another_has_rolled);
        preview
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
            self.when_i_attack(seat);
        }
        preview.claws = strike.damage;
        preview.attack = strike.clawed;
        let batch = self.batch;
        for victim in self.living.without(seat).iter() {
            // What is averted without anybody's choice.
            if !self.turn.shielded.has(victim) && 0 < self.damage_to(victim) {
                self.when_damage_comes(victim);
            }
            let shielded = self.turn.shielded.has(victim);
            let hearts = self.monster(victim).hearts;
            let lost = if shielded { 0 } else { self.damage_to(victim).min(hearts) };
            preview.damage[victim.index()] = lost;
            if 0 < lost {
                if lost == hearts {
                    preview.falling = preview.falling.with(victim);
                }
                if batch.marks.has(victim) {
                    self.preview_tokens(seat, victim, preview);
                }
                if self.has_power(victim, HEARS.defence_offers.or(HEARS.before_i_lose_hearts)) {
                    preview.may_defend = preview.may_defend.with(victim);
                }
            }
        }
        // What deaths bring (G-04), and what the attack brings once its losses are dealt.
        for _ in preview.falling.iter() {
            self.when_someone_falls(seat);
        }
        self.turn.clawed = strike.clawed;
        self.turn.attack_hurt =
            batch.attack.iter().any(|victim| 0 < preview.damage[victim.index()]);
        self.after_my_attack(seat);
        let settled = self.without(preview.falling);
        // Who flees is asked before the damage, whether or not it would hurt.
        let hurt = |seat: &Seat| {
            0 < preview.damage[seat.index()]
                || self.has_power(*seat, HEARS.before_i_am_hit_in_tokyo)
        };
        let hurt = settled.living.iter().filter(hurt).collect();
        preview.may_yield = settled.asked_to_yield(batch.attack, hurt);
        if outside && (preview.attack || self.enters_without_claws()) {
            self.preview_entry(&settled, preview);
        }
    }

    /// The table once these have fallen: the Bay may be closed by then.
    fn without(&self, fallen: Seats) -> State {
        let mut settled = *self.state;
        let mut game = Game::quiet(&mut settled);
        for seat in fallen.iter() {
            game.leave_tokyo(seat, Leaving::Fell);
            game.living = game.living.without(seat);
        }
        game.close_bay();
        settled
    }

    fn preview_tokens(&mut self, seat: Seat, victim: Seat, preview: &mut Preview) {
        let before = *self.monster(victim);
        self.when_i_wound(seat, victim);
        let after = *self.monster(victim);
        preview.poison[victim.index()] = after.poison - before.poison;
        preview.shrink[victim.index()] = after.shrink - before.shrink;
    }

    fn preview_entry(&self, settled: &State, preview: &mut Preview) {
        preview.enters = settled.free_spot();
        let mut yielded = *settled;
        for seat in preview.may_yield.iter() {
            Game::quiet(&mut yielded).leave_tokyo(seat, Leaving::Yielded);
        }
        preview.enters_if_yielded = yielded.free_spot();
        if preview.attack || self.rules.tokyo_entry == TokyoEntry::OwnPhase {
            preview.bite = self.preview_bites(preview.may_yield);
        }
    }

    /// What the active monster would lose if all of these leave and it moves in.
    fn preview_bites(&self, leaving: Seats) -> u8 {
        let powers = leaving.iter().flat_map(|seat| self.powers(seat, HEARS.when_i_yield_tokyo));
        powers
            .map(|me| {
                let mut later = *self.state;
                if let Some(act) = me.acts_as.power().when_i_yield_tokyo {
                    act(&mut Game::quiet(&mut later), me);
                }
                later.damage_to(self.turn.seat)
            })
            .sum()
    }
}
