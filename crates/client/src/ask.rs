//! The arbiter's answers in words: what each book makes of a question, where they part, and what decides it.

use engine::{Input, Need, Seat, State};
use scenario::Start;
use scenario::ask::{Column, Decider, Dispute, Took, Verdict, cite};
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

/// What happened in a row by one book, and what it waits for then.
pub fn cell(texts: &Texts, column: &Column, row: usize, names: &[String]) -> Vec<Rich> {
    if let Some(wrong) = &column.wrong {
        return vec![texts.arb_cannot(&wrong.to_string())];
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
            let said: Vec<String> =
                cell(texts, column, row, &names).iter().map(Rich::symbols).collect();
            let by = group_name(texts, &verdict, &group);
            lines.push(format!("   {by}: {}", said.join(" ")));
        }
    }
    lines.push(String::new());
    if first.is_none() {
        lines.push(texts.arb_agree().to_owned());
    }
    for decider in dispute.deciders(&verdict) {
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
