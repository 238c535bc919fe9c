//! What players say, in words, and what it means to the game.
//!
//! Dice are named by what they show (`reroll 3 3 C`), or by their place in the row (`reroll #4 #5`) where that matters.

use crate::line::{Words, face};
use engine::{Answer, Card, Dice, DiceSet, Face, Group, Need, Place, Question, Seat, State};

/// A die, as a line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Die {
    /// One that shows this.
    Showing(Face),
    /// The one at this place, counted from 1.
    Number(usize),
}

/// Something said by a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Say {
    /// A plain answer that fits the game as it stands; only to these questions, if any are named.
    Plain(Answer, &'static [Question]),
    /// Throw these dice again.
    Reroll(Vec<Die>),
    /// Throw all but these dice again.
    Keep(Vec<Die>),
    /// Throw these dice again with a card.
    Free(Vec<Die>, Card),
    /// Turn a die with a card.
    Set(Die, Face, Card),
    /// Choose this die.
    Die(Die),
    /// Buy this card, wherever it lies.
    Buy(Card),
}

const LEAVE_OR_STAY: &[Question] = &[Question::Flee, Question::Yield];
const ORDERS: &[Question] = &[Question::Resolve, Question::End];
const ANY: &[Question] = &[];

impl Say {
    /// Reads what follows the speaker's name.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Say, String> {
        let verb = words.word("an answer")?;
        Ok(match verb {
            "pass" | "no" => Say::Plain(Answer::Pass, ANY),
            "yes" => Say::Plain(Answer::Yes, ANY),
            "stop" => Say::Plain(Answer::Pass, &[Question::Roll]),
            "done" => Say::Plain(Answer::Pass, &[Question::Shop]),
            "stay" => Say::Plain(Answer::Pass, LEAVE_OR_STAY),
            "leave" => Say::Plain(Answer::Yes, LEAVE_OR_STAY),
            "suffer" => Say::Plain(Answer::Pass, &[Question::Defend]),
            "usual" => {
                words.exactly("order")?;
                Say::Plain(Answer::Pass, ORDERS)
            }
            "reroll" => {
                if words.take("all") {
                    Say::Keep(Vec::new())
                } else {
                    Say::Reroll(dice(words)?)
                }
            }
            "keep" => Say::Keep(dice(words)?),
            "free" => {
                let dice = dice(words)?;
                Say::Free(dice, with_card(words)?)
            }
            "set" => {
                let die = die(words)?;
                words.exactly("to")?;
                let face = words.face()?;
                Say::Set(die, face, with_card(words)?)
            }
            "die" => Say::Die(die(words)?),
            "buy" => Say::Buy(words.card()?),
            "take" => Say::Plain(Answer::Take(words.card()?), ANY),
            "sweep" => Say::Plain(Answer::Sweep, ANY),
            "use" => Say::Plain(Answer::Use(words.card()?), ANY),
            "pick" => Say::Plain(Answer::Pick(words.card()?), ANY),
            "resolve" => Say::Plain(Answer::Resolve(group(words)?), ANY),
            "decline" => Say::Plain(Answer::Decline(group(words)?), ANY),
            "heal" => Say::Plain(Answer::Heal, ANY),
            "drop" => match words.word("`poison` or `shrink`")? {
                "poison" => Say::Plain(Answer::DropPoison, ANY),
                "shrink" => Say::Plain(Answer::DropShrink, ANY),
                other => return Err(format!("expected `poison` or `shrink`, not `{other}`")),
            },
            "treat" => Say::Plain(Answer::Treat(words.seat()?), ANY),
            "deposit" => Say::Plain(Answer::Deposit(words.number()?), ANY),
            "poison" => Say::Plain(Answer::TakePoison, ANY),
            other => return Err(format!("there is no answer `{other}`")),
        })
    }

    /// The answer that this is in the game as it stands.
    pub(crate) fn answer(&self, seat: Seat, state: &State) -> Result<Answer, String> {
        let Need::Answer(ask) = state.need() else {
            return Err(crate::tell::need(state));
        };
        if ask.seat != seat {
            return Err(crate::tell::need(state));
        }
        let row = match ask.question {
            Question::ChangeAside => state.dice_aside(),
            _ => state.turn().dice,
        };
        Ok(match self {
            Say::Plain(answer, questions) => {
                if !questions.is_empty() && !questions.contains(&ask.question) {
                    return Err(crate::tell::need(state));
                }
                *answer
            }
            Say::Reroll(dice) => Answer::Reroll(find(dice, row)?),
            Say::Keep(dice) => {
                let kept = find(dice, row)?;
                Answer::Reroll(DiceSet::from_bits(row.all().bits() & !kept.bits()))
            }
            Say::Free(dice, card) => Answer::Free { card: *card, dice: find(dice, row)? },
            Say::Set(die, face, card) => {
                Answer::Set { card: *card, die: find_one(*die, row)?, face: *face }
            }
            Say::Die(die) => Answer::Die(find_one(*die, row)?),
            Say::Buy(card) => {
                let places = [Place::First, Place::Second, Place::Third, Place::Top];
                let lies = |place: &Place| state.card_at(*place) == Some(*card);
                let place = places.into_iter().find(lies);
                Answer::Buy(place.ok_or_else(|| format!("`{card}` is not for sale"))?)
            }
        })
    }
}

fn die(words: &mut Words<'_>) -> Result<Die, String> {
    let word = words.word("a die")?;
    let number = word.strip_prefix('#').and_then(|number| number.parse().ok());
    match (number, face(word)) {
        (Some(number @ 1..), _) => Ok(Die::Number(number)),
        (_, Some(face)) => Ok(Die::Showing(face)),
        _ => Err(format!("expected a die: 1 2 3 E C H or a place such as #4, not `{word}`")),
    }
}

fn dice(words: &mut Words<'_>) -> Result<Vec<Die>, String> {
    let mut dice = vec![die(words)?];
    while words.peek().is_some_and(|word| word != "with") {
        dice.push(die(words)?);
    }
    Ok(dice)
}

fn with_card(words: &mut Words<'_>) -> Result<Card, String> {
    words.exactly("with")?;
    words.card()
}

fn group(words: &mut Words<'_>) -> Result<Group, String> {
    Ok(match words.word("a group of dice")? {
        "ones" => Group::Ones,
        "twos" => Group::Twos,
        "threes" => Group::Threes,
        "combos" => Group::Combos,
        "hearts" => Group::Hearts,
        "energy" => Group::Energy,
        "claws" => Group::Claws,
        other => {
            return Err(format!(
                "expected ones, twos, threes, combos, hearts, energy or claws, not `{other}`"
            ));
        }
    })
}

/// These dice in the row, each another one.
fn find(dice: &[Die], row: Dice) -> Result<DiceSet, String> {
    let mut found = 0u16;
    for die in dice {
        let place = match die {
            Die::Number(number) => number - 1,
            Die::Showing(face) => (0..row.len())
                .find(|place| found >> place & 1 == 0 && row.get(*place) == *face)
                .ok_or_else(|| format!("the dice are {}", crate::tell::dice(row)))?,
        };
        if row.len() <= place || found >> place & 1 != 0 {
            return Err(format!("the dice are {}", crate::tell::dice(row)));
        }
        found |= 1 << place;
    }
    Ok(DiceSet::from_bits(found))
}

fn find_one(die: Die, row: Dice) -> Result<u8, String> {
    Ok(find(&[die], row)?.iter().next().unwrap_or_default() as u8)
}
