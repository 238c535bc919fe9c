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

    /// The words that read as this.
    pub(crate) fn write(&self) -> String {
        let list =
            |dice: &[Die]| dice.iter().map(|die| die.write()).collect::<Vec<String>>().join(" ");
        match self {
            Say::Plain(answer, questions) => plain(*answer, questions),
            Say::Reroll(dice) => format!("reroll {}", list(dice)),
            Say::Keep(dice) if dice.is_empty() => "reroll all".to_owned(),
            Say::Keep(dice) => format!("keep {}", list(dice)),
            Say::Free(dice, card) => format!("free {} with {card}", list(dice)),
            Say::Set(die, face, card) => {
                format!("set {} to {} with {card}", die.write(), face.letter())
            }
            Say::Die(die) => format!("die {}", die.write()),
            Say::Buy(card) => format!("buy {card}"),
        }
    }

    /// What a player says who gives this answer to this question in the game as it stands. Dice are named by their places.
    pub(crate) fn of(question: Question, answer: Answer, state: &State) -> Say {
        let dice = |set: DiceSet| set.iter().map(|place| Die::Number(place + 1)).collect();
        match answer {
            Answer::Reroll(set) => Say::Reroll(dice(set)),
            Answer::Free { card, dice: set } => Say::Free(dice(set), card),
            Answer::Set { card, die, face } => {
                Say::Set(Die::Number(usize::from(die) + 1), face, card)
            }
            Answer::Die(die) => Say::Die(Die::Number(usize::from(die) + 1)),
            Answer::Buy(place) => match state.card_at(place) {
                Some(card) => Say::Buy(card),
                None => Say::Plain(answer, ANY),
            },
            Answer::Pass => Say::Plain(
                answer,
                match question {
                    Question::Roll => &[Question::Roll],
                    Question::Shop => &[Question::Shop],
                    Question::Flee | Question::Yield => LEAVE_OR_STAY,
                    Question::Defend => &[Question::Defend],
                    Question::Resolve | Question::End => ORDERS,
                    _ => ANY,
                },
            ),
            Answer::Yes if LEAVE_OR_STAY.contains(&question) => Say::Plain(answer, LEAVE_OR_STAY),
            answer => Say::Plain(answer, ANY),
        }
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

impl Die {
    fn write(self) -> String {
        match self {
            Die::Showing(face) => face.letter().to_string(),
            Die::Number(number) => format!("#{number}"),
        }
    }
}

/// The words for an answer that needs no look at the game, as a line writes them.
fn plain(answer: Answer, questions: &[Question]) -> String {
    match answer {
        Answer::Pass => match questions.first() {
            Some(Question::Roll) => "stop",
            Some(Question::Shop) => "done",
            Some(Question::Flee) => "stay",
            Some(Question::Defend) => "suffer",
            Some(Question::Resolve) => "usual order",
            _ => "pass",
        }
        .to_owned(),
        Answer::Yes if questions.is_empty() => "yes".to_owned(),
        Answer::Yes => "leave".to_owned(),
        Answer::Use(card) => format!("use {card}"),
        Answer::TakePoison => "poison".to_owned(),
        Answer::Resolve(group) => format!("resolve {}", crate::tell::group(group)),
        Answer::Decline(group) => format!("decline {}", crate::tell::group(group)),
        Answer::Heal => "heal".to_owned(),
        Answer::DropPoison => "drop poison".to_owned(),
        Answer::DropShrink => "drop shrink".to_owned(),
        Answer::Treat(seat) => format!("treat {seat}"),
        Answer::Take(card) => format!("take {card}"),
        Answer::Sweep => "sweep".to_owned(),
        Answer::Pick(card) => format!("pick {card}"),
        Answer::Deposit(amount) => format!("deposit {amount}"),
        // These name dice or places, and are written by what they are.
        Answer::Reroll(_) | Answer::Free { .. } | Answer::Set { .. } | Answer::Die(_) => {
            "pass".to_owned()
        }
        Answer::Buy(_) => "pass".to_owned(),
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
