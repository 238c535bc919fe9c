//! Resolving the dice (3.3): numbers, combinations, hearts, energy; claws have their own chapter.

use crate::answer::{Answer, Answers};
use crate::dice::Face;
use crate::event::{Cause, Token};
use crate::game::Game;
use crate::power::HEARS;
use crate::question::{Group, Groups, Question};
use crate::rules::MayDecline;
use crate::seat::{Seat, Seats};
use crate::state::{Frame, Given, Phase, State};
use crate::turn::Went;

impl Group {
    /// The face of the dice in this group.
    const fn face(self) -> Option<Face> {
        match self {
            Group::Ones => Some(Face::One),
            Group::Twos => Some(Face::Two),
            Group::Threes => Some(Face::Three),
            Group::Hearts => Some(Face::Heart),
            Group::Energy => Some(Face::Energy),
            Group::Claws => Some(Face::Claw),
            Group::Combos => None,
        }
    }
}

impl Game<'_> {
    #[inline]
    pub(crate) fn lock(&mut self) -> Went {
        self.turn.phase = Phase::Resolve;
        self.turn.usual = false;
        self.turn.groups = self.groups_that_count();
        Went::On
    }

    #[inline]
    pub(crate) fn resolving(&mut self) -> Went {
        let groups = self.turn.groups;
        let Some(next) = groups.iter().next() else {
            return Went::On;
        };
        // All groups but the claws only give, and gains commute.
        let claws_among_others = groups.has(Group::Claws) && next != Group::Claws;
        if claws_among_others && !self.turn.usual {
            return self.wait(self.turn.seat, Question::Resolve);
        }
        self.turn.groups = groups.without(next);
        self.resolve(next);
        Went::Again
    }

    pub(crate) fn answer_resolve(&mut self, answer: Answer) {
        match answer {
            Answer::Resolve(group) => {
                self.turn.groups = self.turn.groups.without(group);
                self.resolve(group);
            }
            Answer::Decline(group) => self.turn.groups = self.turn.groups.without(group),
            _ => self.turn.usual = true,
        }
    }

    /// One group of dice, one effect.
    pub(crate) fn resolve(&mut self, group: Group) {
        let seat = self.turn.seat;
        let count = group.face().map_or(0, |face| self.turn.dice.count(face));
        match group {
            Group::Ones | Group::Twos | Group::Threes => {
                // D-04: three of a kind, and one star more for each further die.
                self.gain_stars(seat, (group as u8 + 1 + count).saturating_sub(3), Cause::Dice);
                self.scored(seat, group);
                self.settle();
            }
            Group::Combos => {
                for me in self.powers(seat, HEARS.scores) {
                    let stars = me.acts_as.power().scores.map_or(0, |scores| scores(self, me));
                    if 0 < stars {
                        self.gain_stars(seat, stars, Cause::Card(me.acts_as));
                    }
                }
                self.settle();
            }
            Group::Energy => self.gain_energy(seat, count, Cause::Dice),
            Group::Hearts => self.hearts(count, 0, Given::default()),
            Group::Claws => self.claws(),
        }
    }

    fn scored(&mut self, seat: Seat, group: Group) {
        if let Some(face) = group.face() {
            self.when_i_score(seat, face);
        }
    }

    /// D-06, D-07: one heart after the other is spent, then all of it happens at once.
    pub(crate) fn hearts(&mut self, left: u8, own: u8, given: Given) {
        let seat = self.turn.seat;
        let uses = self.heart_uses(own, given);
        if left == 0 || uses.is_empty() {
            return self.spend_hearts(own, given);
        }
        if uses.only_heal() {
            let room = self.hearts_max(seat) - self.monster(seat).hearts;
            return self.spend_hearts(own.saturating_add(left).min(room.max(own)), given);
        }
        // D-03: where every die must be used and has but one use, nobody is asked.
        let must = self.rules.may_decline_hearts_and_energy == MayDecline::Nothing;
        if let Some(token) = uses.only_token().filter(|_| must) {
            self.remove_token(seat, token);
            return self.then(Frame::Hearts { left: left - 1, own, given });
        }
        self.then(Frame::Hearts { left, own, given });
        self.ask(seat, Question::Hearts, None);
    }

    pub(crate) fn answer_hearts(&mut self, answer: Answer) {
        let Some(Frame::Hearts { left, own, given }) = self.stack.top() else { return };
        self.state.stack.pop();
        let seat = self.turn.seat;
        let left = left.saturating_sub(1);
        match answer {
            Answer::Heal => self.then(Frame::Hearts { left, own: own.saturating_add(1), given }),
            Answer::DropPoison => {
                self.remove_token(seat, Token::Poison);
                self.then(Frame::Hearts { left, own, given });
            }
            Answer::DropShrink => {
                self.remove_token(seat, Token::Shrink);
                self.then(Frame::Hearts { left, own, given });
            }
            Answer::Treat(patient) => {
                self.then(Frame::Hearts { left, own, given: given.with(patient) });
            }
            _ => self.spend_hearts(own, given),
        }
    }

    fn spend_hearts(&mut self, own: u8, given: Given) {
        let seat = self.turn.seat;
        if 0 < own {
            self.heal(seat, own, Cause::Dice);
        }
        if given.is_empty() {
            return;
        }
        for patient in self.living.clockwise_after(seat) {
            if let hearts @ 1.. = given.to(patient) {
                self.when_i_give_hearts(seat, patient, hearts);
            }
        }
    }
}

/// What a heart can be spent on.
struct HeartUses {
    heal: bool,
    poison: bool,
    shrink: bool,
    patients: Seats,
}

impl HeartUses {
    fn is_empty(&self) -> bool {
        !self.own() && self.patients.is_empty()
    }
    fn only_heal(&self) -> bool {
        self.heal && !self.poison && !self.shrink && self.patients.is_empty()
    }
    /// The token that it can remove, if it can do nothing else.
    fn only_token(&self) -> Option<Token> {
        match (self.heal || !self.patients.is_empty(), self.poison, self.shrink) {
            (false, true, false) => Some(Token::Poison),
            (false, false, true) => Some(Token::Shrink),
            _ => None,
        }
    }
    /// Whether the roller itself has a use for it.
    fn own(&self) -> bool {
        self.heal || self.poison || self.shrink
    }
}

impl State {
    /// D-04: whether three or more of this number were scored in this turn.
    pub(crate) fn has_scored(&self, group: Group) -> bool {
        let resolved = Phase::Resolve <= self.turn.phase && !self.turn.groups.has(group);
        resolved && group.face().is_some_and(|face| 3 <= self.turn.dice.count(face))
    }

    /// Which groups would do something.
    pub(crate) fn groups_that_count(&self) -> Groups {
        let [ones, twos, threes, energy, _, hearts] = self.turn.dice.counts();
        let mut groups = Groups::NONE;
        for (counts, group) in [
            (3 <= ones, Group::Ones),
            (3 <= twos, Group::Twos),
            (3 <= threes, Group::Threes),
            (0 < self.scores(self.turn.seat), Group::Combos),
            (0 < hearts, Group::Hearts),
            (0 < energy, Group::Energy),
            (0 < self.strike().damage, Group::Claws),
        ] {
            groups.0 |= u8::from(counts) << group as u8;
        }
        groups
    }

    /// Whether this group is still to be resolved.
    #[inline]
    pub(crate) fn may_resolve(&self, group: Group) -> bool {
        self.turn.groups.has(group)
    }

    #[inline]
    pub(crate) fn list_resolve(&self, answers: &mut Answers) {
        answers.one(Answer::Pass);
        answers.resolve(self.turn.groups);
        let declinable: &[Group] = match self.rules.may_decline_hearts_and_energy {
            MayDecline::Nothing => &[],
            MayDecline::Hearts => &[Group::Hearts],
            MayDecline::HeartsAndEnergy => &[Group::Hearts, Group::Energy],
        };
        for group in declinable {
            if self.may_resolve(*group) {
                answers.one(Answer::Decline(*group));
            }
        }
    }

    #[inline]
    fn heart_uses(&self, own: u8, given: Given) -> HeartUses {
        let seat = self.turn.seat;
        let monster = self.monster(seat);
        let outside = !self.in_tokyo(seat);
        let treats = self.has_power(seat, HEARS.patients);
        HeartUses {
            heal: outside && monster.hearts.saturating_add(own) < self.hearts_max(seat),
            poison: outside && 0 < monster.poison,
            shrink: outside && 0 < monster.shrink,
            patients: if treats { self.patients(seat, given) } else { Seats::NONE },
        }
    }

    /// Who can still be given hearts.
    #[inline(never)]
    fn patients(&self, seat: Seat, given: Given) -> Seats {
        let may = |me: crate::Me| {
            me.acts_as.power().patients.map_or(Seats::NONE, |patients| patients(self, me, given))
        };
        self.powers(seat, HEARS.patients).map(may).fold(Seats::NONE, Seats::or)
    }

    pub(crate) fn list_hearts(&self, answers: &mut Answers) {
        let Some(Frame::Hearts { own, given, .. }) = self.below() else { return };
        let uses = self.heart_uses(own, given);
        // D-03: in the Dutch book all dice must be used; healing others is never a duty.
        if self.rules.may_decline_hearts_and_energy != MayDecline::Nothing || !uses.own() {
            answers.one(Answer::Pass);
        }
        for (possible, answer) in [
            (uses.heal, Answer::Heal),
            (uses.poison, Answer::DropPoison),
            (uses.shrink, Answer::DropShrink),
        ] {
            if possible {
                answers.one(answer);
            }
        }
        answers.treat(uses.patients);
    }

    /// The frame beneath the question: what goes on when it is answered.
    pub(crate) fn below(&self) -> Option<Frame> {
        let frames = self.stack.frames();
        frames.len().checked_sub(2).map(|below| frames[below])
    }
}
