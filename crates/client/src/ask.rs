//! The arbiter's answers in words: what each book makes of a question, where they part, and what decides it.

use engine::{At, Dice, Event, Input, Misfit, Need, Phase, Record, Seat, SetupError, State};
use scenario::Start;
use scenario::ask::{Column, Decider, Dispute, Move, Took, Verdict, cite};
use texts::{Rich, Scene, Texts};

/// What the seats are called.
pub fn names(dispute: &Dispute) -> Vec<String> {
    Seat::ALL.into_iter().take(dispute.start.players()).map(|seat| dispute.name(seat)).collect()
}

/// The short name of a column.
pub fn column_name(texts: &Texts, column: &Column) -> String {
    match column.book {
        Some(book) => texts.book_short(book.name()).to_owned(),
        None => texts.arb_own_table().to_owned(),
    }
}

/// The short names of several columns; all of them have one name.
pub fn group_name(texts: &Texts, verdict: &Verdict, group: &[usize]) -> String {
    if group.len() == verdict.columns.len() {
        return texts.arb_all_books().to_owned();
    }
    let names: Vec<String> =
        group.iter().map(|number| column_name(texts, &verdict.columns[*number])).collect();
    texts.list(names.iter().map(String::as_str))
}

/// Why a table cannot be set like this.
pub fn misfit(texts: &Texts, wrong: &SetupError) -> String {
    let (kind, most) = match wrong.wrong {
        Misfit::TooMany { most, .. } => ("too_many", most),
        Misfit::TwoPlaces(_) => ("two_places", 0),
        Misfit::NotCopied(_) => ("not_copied", 0),
        Misfit::DeadHands => ("dead_hands", 0),
        Misfit::NoBay => ("no_bay", 0),
        Misfit::BothPlaces => ("both_places", 0),
        Misfit::NotAlive(_) | Misfit::NobodyThere(_) => ("not_alive", 0),
        Misfit::AllDead => ("all_dead", 0),
        Misfit::NoDice => ("no_dice", 0),
        _ => ("", 0),
    };
    texts.misfit(kind, most).map_or_else(|| format!("{}.", wrong.wrong), |words| words.plain())
}

/// What happened in a row by one book, and what it waits for then.
pub fn cell(texts: &Texts, column: &Column, row: usize, names: &[String]) -> Vec<Rich> {
    if let Some(wrong) = &column.wrong {
        return vec![texts.arb_cannot(&misfit(texts, wrong))];
    }
    let (Some(cell), Some(state)) = (column.cells.get(row), column.states.get(row)) else {
        return Vec::new();
    };
    match cell.took {
        Took::NotAsked => return vec![Rich::words(texts.arb_not_asked())],
        Took::Refused => return vec![Rich::words(texts.arb_refused())],
        Took::Taken => {}
    }
    let scene = Scene { rules: &column.rules, names };
    let mut lines: Vec<Rich> = cell
        .events
        .iter()
        .filter(|event| !texts::is_detail(event))
        .map(|event| texts.event(event, &scene))
        .collect();
    lines.extend(waits(texts, state, names));
    lines
}

/// What may be answered now by one book, where another book that asks the same allows something else.
pub fn allowed(
    texts: &Texts,
    verdict: &Verdict,
    column: &Column,
    names: &[String],
) -> Option<Rich> {
    let state = column.state()?;
    let Need::Answer(ask) = state.need() else { return None };
    if !verdict.answers_differ() {
        return None;
    }
    let scene = Scene { rules: state.rules(), names };
    let mut list: Vec<String> = Vec::new();
    for answer in state.answers().iter() {
        let words = texts.answer(&ask, &answer, state, &scene).symbols();
        if !list.contains(&words) {
            list.push(words);
        }
    }
    Some(texts.arb_may_say(&list.join(", ")))
}

/// What sets a group of books apart from the others in the row of the first difference; if nothing of it can be told, or
/// all agree, how it stands now.
pub fn apart(texts: &Texts, verdict: &Verdict, group: &[usize], names: &[String]) -> Vec<Rich> {
    let column = &verdict.columns[group[0]];
    let now = || match column.state() {
        Some(state) => waits(texts, state, names).into_iter().collect(),
        None => cell(texts, column, 0, names),
    };
    let Some(row) = verdict.first_difference() else { return now() };
    let groups = verdict.groups(row);
    let others: Vec<Vec<Rich>> = groups
        .iter()
        .filter(|other| !other.contains(&group[0]))
        .map(|other| cell(texts, &verdict.columns[other[0]], row, names))
        .collect();
    let mut own = cell(texts, column, row, names);
    own.retain(|line| !others.iter().all(|other| other.contains(line)));
    if own.is_empty() { now() } else { own }
}

/// What a game waits for; nothing if it is over.
pub fn waits(texts: &Texts, state: &State, names: &[String]) -> Option<Rich> {
    let scene = Scene { rules: state.rules(), names };
    Some(match state.need() {
        Need::Answer(ask) => {
            texts.arb_asks(scene.name(ask.seat), &texts.question(&ask, state, &scene))
        }
        Need::Roll { seat, count } => texts.arb_throws(scene.name(seat), count),
        Need::Reveal(_) => Rich::words(texts.arb_reveals()),
        Need::Starter => Rich::words(texts.arb_starter()),
        Need::Over(_) => return None,
    })
}

/// The move that leads to this row, in the words of the first book that took it.
pub fn step(texts: &Texts, dispute: &Dispute, verdict: &Verdict, row: usize) -> Rich {
    let Some(one) = row.checked_sub(1).and_then(|number| dispute.moves.get(number)) else {
        return Rich::words(texts.arb_start());
    };
    let took =
        |column: &&Column| column.cells.get(row).is_some_and(|cell| cell.took == Took::Taken);
    let before = verdict.columns.iter().find(took).map(|column| &column.states[row - 1]);
    let Some(state) = before else { return Rich::words(one.text()) };
    let names = names(dispute);
    let scene = Scene { rules: state.rules(), names: &names };
    match (one.input(state), state.need()) {
        (Some(Input::Answer(answer)), Need::Answer(ask)) => {
            texts.arb_says(scene.name(ask.seat), &texts.answer(&ask, &answer, state, &scene))
        }
        (Some(Input::Rolled(dice)), Need::Roll { seat, .. }) => {
            texts.arb_rolls(scene.name(seat), &texts.dice_list(dice))
        }
        (Some(Input::Revealed(card)), _) => texts.arb_card(texts.card_name(card, state.rules())),
        (Some(Input::Starts(seat)), _) => texts.log_starts(scene.name(seat)),
        _ => Rich::words(one.text()),
    }
}

/// What decides a difference: the sentences of the books for each switch, with the rule's number.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The switch.
    pub switch: &'static str,
    /// What it is about.
    pub title: String,
    /// The numbers of the rules and rulings.
    pub rules: &'static [&'static str],
    /// Each group of books, what it says, and the chapter of its first book; `None`: the book is silent.
    pub sides: Vec<(String, Rich, Option<&'static str>)>,
}

/// The reasons of one decider.
pub fn reasons(texts: &Texts, verdict: &Verdict, decider: &Decider) -> Vec<Reason> {
    let side = |group: &[usize], switch: &'static str| {
        let column = &verdict.columns[group[0]];
        let sentence = column.rules.get(switch).and_then(|value| texts.switch_value(switch, value));
        let chapter = column.book.and_then(|book| cite::of(switch)?.chapter(book));
        (group_name(texts, verdict, group), sentence.unwrap_or_default(), chapter)
    };
    decider
        .switches
        .iter()
        .map(|switch| Reason {
            switch,
            title: texts.switch_title(switch, &verdict.columns[decider.one[0]].rules),
            rules: cite::rules(switch),
            sides: vec![side(&decider.one, switch), side(&decider.other, switch)],
        })
        .collect()
}

/// How the table stands before the first move, a line for each monster.
pub fn table_lines(texts: &Texts, dispute: &Dispute) -> Vec<String> {
    let Start::Table(setup) = &dispute.start else { return Vec::new() };
    let rules = engine::Rules::default();
    let mut lines: Vec<String> = Seat::ALL
        .into_iter()
        .zip(&setup.monsters)
        .map(|(seat, monster)| {
            let mut facts = vec![
                texts.hearts_count(monster.hearts).symbols(),
                texts.stars_count(monster.stars).symbols(),
                texts.energy_count(monster.energy).symbols(),
            ];
            if setup.city == Some(seat) {
                facts.push(texts.tokyo_city().to_owned());
            }
            if setup.bay == Some(seat) {
                facts.push(texts.tokyo_bay().to_owned());
            }
            let tokens =
                [(monster.poison, texts.poison_label()), (monster.shrink, texts.shrink_label())];
            facts.extend(
                tokens.iter().filter(|(n, _)| 0 < *n).map(|(n, label)| format!("{label} {n}")),
            );
            facts
                .extend(monster.cards.iter().map(|card| texts.card_name(*card, &rules).to_owned()));
            format!("{}: {}", dispute.name(seat), facts.join(", "))
        })
        .collect();
    let seat = setup.turn.seat.unwrap_or(Seat::A);
    lines.push(texts.arb_turn_of(&dispute.name(seat)).plain());
    if !setup.turn.dice.is_empty() {
        let dice = texts.dice_list(setup.turn.dice);
        lines.push(texts.arb_rolls(&dispute.name(seat), &dice).symbols());
    }
    lines
}

/// The question and its answer as plain text, to be pasted anywhere.
pub fn plain(texts: &Texts, dispute: &Dispute) -> String {
    let verdict = dispute.hear();
    let names = names(dispute);
    let mut lines: Vec<String> = Vec::new();
    if !dispute.title.is_empty() {
        lines.push(dispute.title.clone());
    }
    lines.extend(table_lines(texts, dispute));
    let first = verdict.first_difference();
    for row in 0..verdict.rows() {
        lines.push(String::new());
        let mark = if first == Some(row) {
            format!(" ({})", texts.arb_first_difference())
        } else {
            String::new()
        };
        lines.push(format!("{row}. {}{mark}", step(texts, dispute, &verdict, row).symbols()));
        for group in verdict.cells_alike(row) {
            let column = &verdict.columns[group[0]];
            let mut said: Vec<String> =
                cell(texts, column, row, &names).iter().map(Rich::symbols).collect();
            if row + 1 == verdict.rows() {
                said.extend(allowed(texts, &verdict, column, &names).map(|words| words.symbols()));
            }
            let by = group_name(texts, &verdict, &group);
            lines.push(format!("   {by}: {}", said.join(" ")));
        }
    }
    lines.push(String::new());
    if first.is_none() {
        lines.push(texts.arb_agree().to_owned());
    }
    for decider in dispute.deciders(&verdict) {
        if decider.switches.is_empty() {
            lines.push(texts.arb_moves_differ().to_owned());
        }
        for reason in reasons(texts, &verdict, &decider) {
            let numbers = reason.rules.join(", ");
            lines.push(texts.arb_decided_by(&format!("{numbers} ({})", reason.title)).plain());
            for (by, sentence, chapter) in reason.sides {
                let chapter = chapter.unwrap_or_else(|| texts.arb_silent());
                lines.push(format!("   {by}: {} [{chapter}]", sentence.symbols()));
            }
        }
    }
    lines.join("\n")
}

/// The question of the turn that a record stands in after so many events: the table at the beginning of the turn, and what
/// has been done since. Where a turn has only just begun, it is the turn before. `None` before the first turn.
pub fn of_record(record: &Record, events: usize) -> Option<Dispute> {
    let mut state = record.start().ok()?;
    let mut begun: Option<(State, Vec<Move>)> = None;
    let mut log = Vec::new();
    for (number, input) in record.inputs.iter().enumerate() {
        let told = log.len();
        if events <= told {
            break;
        }
        let one = Move::of(*input, &state)?;
        state.play(*input, Some(&mut log)).ok()?;
        let fresh = log[told..].iter().any(|event| matches!(event, Event::TurnStarted { .. }));
        let last = events <= log.len() || number + 1 == record.inputs.len();
        match &mut begun {
            Some((_, moves)) if !fresh || last => moves.push(one),
            _ if fresh => begun = Some((state, Vec::new())),
            _ => {}
        }
    }
    let (start, moves) = begun?;
    let names = record.players.iter().map(|player| player.name.clone()).collect();
    let table = Some(*start.rules());
    Some(Dispute { names, moves, table, ..Dispute::about(table_of(&start)) })
}

/// The question of a table as it stands, from what one seat sees.
pub fn of_position(state: &State, names: Vec<String>) -> Dispute {
    let table = Some(*state.rules());
    Dispute { names, table, ..Dispute::about(table_of(state)) }
}

/// A position without what only the engine understands: where in the turn it is, is said by the phase.
fn table_of(state: &State) -> Start {
    let mut setup = state.setup();
    setup.engine = None;
    setup.outcome = None;
    setup.turn.phase = None;
    setup.rules_version = 0;
    let dice = setup.turn.dice;
    let throws =
        matches!(state.need(), Need::Roll { count, .. } if usize::from(count) == dice.len());
    setup.at = match state.turn().phase {
        _ if throws => At::FirstThrow,
        Phase::Start => At::Start,
        Phase::Roll if dice.is_empty() => At::FirstThrow,
        Phase::Roll => At::Roll,
        Phase::Buy => At::Buy,
        Phase::End => At::End,
        _ => At::Resolve,
    };
    if matches!(setup.at, At::Start | At::FirstThrow) {
        setup.turn.dice = Dice::NONE;
        setup.turn.rerolls = 0;
    }
    Start::Table(Box::new(setup))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::play::Random;
    use engine::record::Player;
    use engine::{Rulebook, Rules};

    /// By its own book the question of a running game goes exactly as the game went.
    #[test]
    fn a_question_taken_from_a_game_goes_on_as_the_game_did() {
        let mut seen = 0;
        for seed in 0..40 {
            let rules = Rulebook::ALL[seed as usize % 5].rules();
            let player = |name: &str| Player { name: name.into(), monster: None, bot: None };
            let players = ["Ann", "Bo", "Cy", "Di"].map(player).to_vec();
            let mut record = Record::new(rules, players, None);
            let mut state = record.start().unwrap();
            let mut random = Random::new(seed);
            while record.inputs.len() < 30 + 7 * seed as usize {
                let Some(input) = random.input(&state, state.need()) else { break };
                state.play(input, None).unwrap();
                record.inputs.push(input);
            }
            let Some(dispute) = of_record(&record, usize::MAX) else { continue };
            // What only the engine knows of the turns before (extra turns to come) is not part of the question.
            let own = dispute.hear();
            let column = own.columns.iter().find(|column| column.rules == rules).unwrap();
            let Some(heard) = column.state() else { continue };
            let there = |state: &State| {
                Seat::ALL.map(|seat| (state.monster(seat).hearts, state.monster(seat).stars))
            };
            if column.cells.iter().all(|cell| cell.took == Took::Taken) {
                assert_eq!(there(heard), there(&state), "seed {seed}");
                seen += 1;
            }
        }
        assert!(25 < seen, "most games can be asked about: {seen} of 40");
    }

    #[test]
    fn a_question_is_told_in_every_language() {
        let rules = Rules::default();
        let state = State::new(&rules, 3, Some(Seat::A)).unwrap();
        let dispute = of_position(&state, vec!["Ann".into(), "Bo".into(), "<b>Cy</b>".into()]);
        for lang in texts::Lang::ALL {
            let told = plain(Texts::of(lang), &dispute);
            assert!(told.contains("<b>Cy</b>: 10"), "{told}");
        }
    }
}
