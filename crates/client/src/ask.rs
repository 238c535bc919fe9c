//! The arbiter's answers in words: what each book makes of a question, where they part, and what decides it.

mod game;

pub use game::{Heard, Turns, of_position, of_record, of_turn};

use engine::why::{self, Why};
use engine::{
    At, Card, Dice, Event, Input, Misfit, Need, Rulebook, Seat, Setup, SetupError, Spot, State,
};
use scenario::Start;
use scenario::ask::{Column, Decider, Dispute, Fault, Place, Took, Trouble, Verdict, cite};
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
        Misfit::Players(_) => ("players", 0),
        Misfit::NotKeep(_) => ("not_keep", 0),
        Misfit::NotHeld(_) => ("not_held", 0),
        Misfit::NotInDeck(_) => ("not_in_deck", 0),
        Misfit::OtherPhase => ("other_phase", 0),
        Misfit::Engine(_) => ("engine", 0),
    };
    texts.misfit(kind, most).map_or_else(|| format!("{}.", wrong.wrong), |words| words.plain())
}

/// What could not be read of a link or a file.
pub fn trouble(texts: &Texts, trouble: &Trouble) -> String {
    let place = match &trouble.place {
        Place::Field(field) => field.clone(),
        Place::Move(number) => texts.trouble_move(*number).plain(),
        Place::Line(number) => texts.trouble_line(*number).plain(),
    };
    let why = match &trouble.fault {
        Fault::NoQuestion => texts.trouble_no_question().to_owned(),
        Fault::Version { known, found } => texts.trouble_version(*known, *found).plain(),
        Fault::Cut => texts.trouble_cut().to_owned(),
        Fault::Changed => texts.trouble_changed().to_owned(),
        Fault::TooLong(most) => texts.trouble_too_long(*most).plain(),
        Fault::Unknown => texts.trouble_unknown().to_owned(),
        Fault::Seat => texts.trouble_seat().to_owned(),
        Fault::Nobody => texts.trouble_nobody().to_owned(),
        Fault::Card => texts.trouble_card().to_owned(),
        Fault::Number { least, most } => texts.trouble_number(*least, *most).plain(),
        Fault::Dice => texts.trouble_dice().to_owned(),
        Fault::Turn => texts.trouble_turn().to_owned(),
        Fault::Switch(_) => texts.trouble_switch().to_owned(),
        Fault::Letter => texts.trouble_letter().to_owned(),
        Fault::Toml(_) => texts.trouble_toml().to_owned(),
        Fault::Entry(_) => texts.trouble_entry().to_owned(),
        Fault::Line(_) => texts.trouble_step().to_owned(),
    };
    format!("{place}: {why}")
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

/// Lines that only say that the game goes on: the next turn, the next throw.
fn goes_on(texts: &Texts, column: &Column, row: usize, names: &[String]) -> Vec<Rich> {
    let (Some(cell), Some(state)) = (column.cells.get(row), column.states.get(row)) else {
        return Vec::new();
    };
    let scene = Scene { rules: &column.rules, names };
    let turns = cell.events.iter().filter(|event| matches!(event, Event::TurnStarted { .. }));
    let mut lines: Vec<Rich> = turns.map(|event| texts.event(event, &scene)).collect();
    if matches!(cell.need, Need::Roll { .. } | Need::Reveal(_)) {
        lines.extend(waits(texts, state, names));
    }
    lines
}

/// What sets a group of books apart from the others in the row of the first difference: what only they say, or else what
/// all others say and they do not. If nothing of it can be told, or all agree, how it stands now.
pub fn apart(texts: &Texts, verdict: &Verdict, group: &[usize], names: &[String]) -> Vec<Rich> {
    let column = &verdict.columns[group[0]];
    let now = || match column.state() {
        Some(state) => waits(texts, state, names).into_iter().collect(),
        None => cell(texts, column, 0, names),
    };
    let Some(row) = verdict.first_difference() else { return now() };
    let groups = verdict.groups(row);
    let others: Vec<&Column> = groups
        .iter()
        .filter(|other| !other.contains(&group[0]))
        .map(|other| &verdict.columns[other[0]])
        .collect();
    let theirs: Vec<Vec<Rich>> =
        others.iter().map(|other| cell(texts, other, row, names)).collect();
    let all = cell(texts, column, row, names);
    let is_shared = |line: &Rich| theirs.iter().all(|lines| lines.contains(line));
    let own: Vec<Rich> = all.iter().filter(|line| !is_shared(line)).cloned().collect();
    let idle = goes_on(texts, column, row, names);
    let telling: Vec<Rich> = own.iter().filter(|line| !idle.contains(line)).cloned().collect();
    if !telling.is_empty() {
        return telling;
    }
    let idle = others.first().map_or_else(Vec::new, |other| goes_on(texts, other, row, names));
    let lacks: Vec<Rich> = theirs
        .first()
        .into_iter()
        .flatten()
        .filter(|line| is_shared(line) && !all.contains(line) && !idle.contains(line))
        .map(|line| texts.arb_without(line))
        .collect();
    match (lacks.is_empty(), own.is_empty()) {
        (false, _) => lacks,
        (true, false) => own,
        (true, true) => now(),
    }
}

/// How the game ended by one book, if it did.
fn ended(texts: &Texts, column: &Column, names: &[String]) -> Option<Rich> {
    match column.state()?.need() {
        Need::Over(outcome) => {
            Some(texts.event(&Event::Over { outcome }, &Scene { rules: &column.rules, names }))
        }
        _ => None,
    }
}

/// How the game ended by a group of books, or that it did not as it did by others, or else what sets them apart, in at most
/// three lines. Where another group would be told by the same words, what differs follows.
pub fn outcome(texts: &Texts, verdict: &Verdict, group: &[usize], names: &[String]) -> Vec<Rich> {
    let groups = verdict.groups(verdict.rows() - 1);
    let brief = |group: &[usize]| {
        let column = &verdict.columns[group[0]];
        if let Some(end) = ended(texts, column, names) {
            return vec![end];
        }
        let mut lines = apart(texts, verdict, group, names);
        let others = groups.iter().map(|other| &verdict.columns[other[0]]);
        if column.wrong.is_none()
            && let Some(end) = others.into_iter().find_map(|other| ended(texts, other, names))
        {
            lines.insert(0, texts.arb_without(&end));
        }
        lines.truncate(3);
        lines
    };
    let mut lines = brief(group);
    let is_told_alike = |other: &Vec<usize>| other[0] != group[0] && brief(other) == lines;
    if groups.iter().any(is_told_alike) {
        let column = &verdict.columns[group[0]];
        let more = apart(texts, verdict, group, names);
        let more = more.into_iter().chain(allowed(texts, verdict, column, names));
        lines.extend(more.filter(|line| !lines.contains(line)).collect::<Vec<_>>());
    }
    lines
}

/// How a monster stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The monster.
    pub seat: Seat,
    /// Its hearts; with 0 it is out of the game.
    pub hearts: u8,
    /// Its stars.
    pub stars: u8,
    /// Its energy.
    pub energy: u8,
    /// Its poison and shrink tokens.
    pub tokens: [u8; 2],
    /// Where it is in Tokyo.
    pub spot: Option<Spot>,
}

impl Standing {
    fn before(setup: &Setup, seat: Seat) -> Standing {
        let monster = &setup.monsters[seat.index()];
        let spots = [(setup.city, Spot::City), (setup.bay, Spot::Bay)];
        Standing {
            seat,
            hearts: monster.hearts,
            stars: monster.stars,
            energy: monster.energy,
            tokens: [monster.poison, monster.shrink],
            spot: spots.into_iter().find(|(who, _)| *who == Some(seat)).map(|(_, spot)| spot),
        }
    }

    fn now(state: &State, seat: Seat) -> Standing {
        let monster = state.monster(seat);
        Standing {
            seat,
            hearts: monster.hearts,
            stars: monster.stars,
            energy: monster.energy,
            tokens: [monster.poison, monster.shrink],
            spot: state.spot(seat),
        }
    }
}

/// How it stands in the end by one book: the monsters for whom something has changed since the table was set.
pub fn changed(dispute: &Dispute, column: &Column) -> Vec<Standing> {
    let (Some(state), Start::Table(setup)) = (column.state(), &dispute.start) else {
        return Vec::new();
    };
    // What was bought counts when the market is full again.
    if matches!(state.need(), Need::Reveal(_)) {
        return Vec::new();
    }
    Seat::ALL
        .into_iter()
        .take(setup.monsters.len())
        .map(|seat| Standing::now(state, seat))
        .filter(|now| *now != Standing::before(setup, now.seat))
        .collect()
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
    /// The sides of the difference.
    pub sides: Vec<Side>,
}

/// Books that say the same.
#[derive(Clone, Debug)]
pub struct Side {
    /// Their columns.
    pub columns: Vec<usize>,
    /// What they say.
    pub sentence: Rich,
    /// The chapters in which they say it, each once, with the book; `None`: the book is silent.
    pub chapters: Vec<(Option<Rulebook>, Option<&'static str>)>,
}

/// What decides, each switch once, with a side for each of its values: books that come to the same may say different things.
pub fn reasons(texts: &Texts, verdict: &Verdict, deciders: &[Decider]) -> Vec<Reason> {
    let mut switches: Vec<&'static str> = Vec::new();
    for switch in deciders.iter().flat_map(|decider| &decider.switches) {
        if !switches.contains(switch) {
            switches.push(switch);
        }
    }
    let reason = |switch: &'static str| {
        let about = deciders.iter().filter(|decider| decider.switches.contains(&switch));
        let mut columns: Vec<usize> =
            about.flat_map(|decider| decider.one.iter().chain(&decider.other)).copied().collect();
        columns.sort_unstable();
        columns.dedup();
        let value = |column: usize| verdict.columns[column].rules.get(switch);
        let mut sides: Vec<Vec<usize>> = Vec::new();
        for column in columns {
            match sides.iter_mut().find(|side| value(side[0]) == value(column)) {
                Some(side) => side.push(column),
                None => sides.push(vec![column]),
            }
        }
        Reason {
            switch,
            title: texts.switch_title(switch, &verdict.columns[sides[0][0]].rules),
            rules: cite::rules(switch),
            sides: sides.into_iter().map(|side| self::side(texts, verdict, switch, side)).collect(),
        }
    };
    switches.into_iter().map(reason).collect()
}

fn side(texts: &Texts, verdict: &Verdict, switch: &'static str, columns: Vec<usize>) -> Side {
    let rules = &verdict.columns[columns[0]].rules;
    let sentence = rules.get(switch).and_then(|value| texts.switch_value(switch, value));
    let mut chapters: Vec<(Option<Rulebook>, Option<&'static str>)> = Vec::new();
    for column in &columns {
        let book = verdict.columns[*column].book;
        let chapter = book.and_then(|book| cite::of(switch)?.chapter(book));
        if !chapters.iter().any(|(_, other)| *other == chapter) {
            chapters.push((book, chapter));
        }
    }
    // What is printed comes first.
    chapters.sort_by_key(|(_, chapter)| chapter.is_none());
    Side { columns, sentence: sentence.unwrap_or_default(), chapters }
}

/// Why it goes as all books agree that it goes, by one of them: of every line, and of everything that is asked.
pub fn causes(verdict: &Verdict, column: &Column) -> Vec<Why> {
    let shared = verdict.first_difference().unwrap_or(verdict.rows());
    let cells = &column.cells[..shared.min(column.cells.len())];
    let events: Vec<Event> = cells.iter().flat_map(|cell| cell.events.iter().copied()).collect();
    let told = (0..events.len()).filter(|at| !texts::is_detail(&events[*at]));
    let happened = told.filter_map(|at| why::event(&events, at, &column.rules));
    let asked = cells
        .iter()
        .enumerate()
        .filter(|(at, cell)| *at + 1 == cells.len() || matches!(cell.need, Need::Answer(_)));
    happened.chain(asked.map(|(_, cell)| why::need(&cell.need, &column.rules))).collect()
}

/// The numbers of several causes, each once.
pub fn numbers<'w>(causes: impl IntoIterator<Item = &'w Why>) -> Vec<&'static str> {
    let mut all = Vec::new();
    for number in causes.into_iter().flat_map(|why| why.rules.iter().copied()) {
        if !all.contains(&number) {
            all.push(number);
        }
    }
    all
}

/// The name of a card that somebody holds, with what lies on it and what it copies.
pub fn card_with_tokens(texts: &Texts, setup: &Setup, card: Card) -> String {
    let rules = engine::Rules::default();
    let name = texts.card_name(card, &rules);
    match (setup.counters.get(&card), setup.copied.filter(|_| card == Card::Mimic)) {
        (Some(many), _) => format!("{name} ({many})"),
        (None, Some(copied)) => format!("{name} ({})", texts.card_name(copied, &rules)),
        (None, None) => name.to_owned(),
    }
}

/// The dice that the question is about. Whoever buys or ends the turn has used them up.
pub fn dice_asked(setup: &Setup) -> Dice {
    match setup.at {
        At::Buy | At::End => Dice::NONE,
        _ => setup.turn.dice,
    }
}

/// Where in the turn a table stands.
pub fn phase<'t>(texts: &'t Texts, setup: &Setup) -> &'t str {
    match setup.at {
        At::Roll => texts.phase_roll(),
        At::Resolve => texts.phase_resolve(),
        At::Buy => texts.phase_buy(),
        At::End => texts.phase_end(),
        _ => texts.phase_start(),
    }
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
            facts.extend(monster.cards.iter().map(|card| card_with_tokens(texts, setup, *card)));
            format!("{}: {}", dispute.name(seat), facts.join(", "))
        })
        .collect();
    let wares = texts.card_list(setup.market.iter().copied().flatten(), &rules);
    if !wares.is_empty() {
        lines.push(format!("{}: {wares}", texts.market()));
    }
    let seat = setup.turn.seat.unwrap_or(Seat::A);
    lines.push(texts.arb_turn_of(&dispute.name(seat)).plain());
    lines.push(format!("{}: {}", texts.arb_where(), phase(texts, setup)));
    let dice = dice_asked(setup);
    if !dice.is_empty() {
        let dice = texts.dice_list(dice);
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
    // The answer first, in a line for each group of books; how it came to that follows.
    if first.is_some() {
        lines.push(String::new());
        for group in verdict.groups(verdict.rows() - 1) {
            let said = outcome(texts, &verdict, &group, &names);
            let said: Vec<String> = said.iter().map(Rich::symbols).collect();
            lines.push(format!("{}: {}", group_name(texts, &verdict, &group), said.join(" ")));
        }
    }
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
        let causes = verdict.columns.first().map(|column| causes(&verdict, column));
        let numbers = numbers(causes.iter().flatten());
        lines.push(format!("{}: {}", texts.why_by_rule(), numbers.join(", ")));
    }
    let deciders = dispute.deciders(&verdict);
    if deciders.iter().any(|decider| decider.switches.is_empty()) {
        lines.push(texts.arb_moves_differ().to_owned());
    }
    for reason in reasons(texts, &verdict, &deciders) {
        let numbers = reason.rules.join(", ");
        lines.push(texts.arb_decided_by(&format!("{numbers} ({})", reason.title)).plain());
        for Side { columns, sentence, chapters } in reason.sides {
            let by = group_name(texts, &verdict, &columns);
            let chapters = chapters.into_iter().map(|(_, chapter)| chapter);
            let chapters: Vec<&str> =
                chapters.map(|chapter| chapter.unwrap_or_else(|| texts.arb_silent())).collect();
            lines.push(format!("   {by}: {} [{}]", sentence.symbols(), chapters.join(", ")));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests;
