//! The six lessons: each has a small board of its own, and the engine says what the dice on it would do.

use engine::{At, Dice, Face, MonsterSetup, Preview, Seat, Setup, State, TurnSetup};

/// A lesson's board: you are seat A, one rival is seat B.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    monsters: [MonsterSetup; 2],
    city: Option<Seat>,
    dice: Vec<Face>,
}

/// How many lessons there are.
pub const LESSONS: usize = 6;

impl Lesson {
    /// The lesson with this number, from 0: keeping, numbers, claws, Tokyo, energy, winning.
    pub fn new(number: usize) -> Lesson {
        use Face::{Claw, Energy, Heart, One, Three, Two};
        let rival = Some(Seat::B);
        let fresh = MonsterSetup::default;
        let hurt = |hearts| MonsterSetup { hearts, ..fresh() };
        let (you, city, dice) = match number {
            0 => (hurt(8), rival, [Three, Three, Three, Claw, Heart, Two]),
            1 => (fresh(), rival, [Three, Three, Three, Three, One, Two]),
            2 => (fresh(), rival, [Claw, Claw, One, One, Two, Two]),
            3 => (hurt(6), Some(Seat::A), [Claw, Heart, One, One, Two, Two]),
            4 => (fresh(), rival, [Energy, Energy, Energy, One, Two, Two]),
            _ => {
                let ahead = MonsterSetup { stars: 17, ..fresh() };
                (ahead, rival, [Three, Three, Three, One, Two, Two])
            }
        };
        Lesson { monsters: [you, fresh()], city, dice: dice.to_vec() }
    }

    /// The dice as they lie.
    pub fn dice(&self) -> &[Face] {
        &self.dice
    }

    /// Turns a die to its next face.
    pub fn turn(&mut self, die: usize) {
        if let Some(face) = self.dice.get_mut(die) {
            *face = Face::ALL[(*face as usize + 1) % Face::ALL.len()];
        }
    }

    /// Moves into Tokyo, or out of it and lets the rival in.
    pub fn swap(&mut self) {
        self.city = Some(if self.city == Some(Seat::A) { Seat::B } else { Seat::A });
    }

    /// The board with the dice on it.
    ///
    /// # Panics
    /// Never: the boards are part of the program, and a test sets up each of them.
    pub fn state(&self) -> State {
        let dice = Dice::of(&self.dice).expect("six dice");
        let setup = Setup {
            monsters: self.monsters.to_vec(),
            city: self.city,
            turn: TurnSetup { seat: Some(Seat::A), dice, rerolls: 2, ..TurnSetup::default() },
            at: At::Roll,
            ..Setup::default()
        };
        State::from_setup(&setup).expect("the board of a lesson can be set up")
    }

    /// What the dice would do as they lie, as the engine has it.
    pub fn preview(&self) -> Preview {
        self.state().preview()
    }

    /// The stars that one would have then.
    pub fn stars_then(&self) -> u8 {
        self.state().monster(Seat::A).stars.saturating_add(self.preview().stars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Spot;

    /// What each lesson says is what its dice do (R-04 to R-08, K-01, T-04, V-01).
    #[test]
    fn the_dice_of_each_lesson_do_what_its_words_say() {
        let keep = Lesson::new(0).preview();
        assert_eq!((keep.stars, keep.healing, keep.damage[1]), (3, 1, 1));
        // Three 3s give 3 stars; each extra one gives 1 more.
        assert_eq!(Lesson::new(1).preview().stars, 4);
        // Outside Tokyo, claws hurt the monster in Tokyo; in Tokyo, everybody outside.
        let mut claws = Lesson::new(2);
        assert_eq!((claws.preview().damage[1], claws.preview().claws), (2, 2));
        claws.swap();
        assert_eq!(claws.preview().damage[1], 2);
        // In Tokyo hearts on dice do not heal; outside they do.
        let mut tokyo = Lesson::new(3);
        assert_eq!((tokyo.preview().healing, tokyo.preview().hearts_wasted), (0, 1));
        tokyo.swap();
        assert_eq!((tokyo.preview().healing, tokyo.preview().hearts_wasted), (1, 0));
        assert_eq!(tokyo.preview().enters_if_yielded, Some(Spot::City));
        assert_eq!(Lesson::new(4).preview().energy, 3);
        assert_eq!(Lesson::new(5).stars_then(), 20);
    }

    #[test]
    fn every_die_of_every_lesson_can_be_turned_all_the_way() {
        for number in 0..LESSONS {
            let mut lesson = Lesson::new(number);
            let before = lesson.clone();
            for die in 0..lesson.dice().len() {
                for _ in 0..6 {
                    lesson.turn(die);
                    let _ = lesson.preview();
                }
            }
            assert_eq!(lesson, before);
            lesson.turn(99);
        }
    }
}
