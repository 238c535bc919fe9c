//! Questions from scenario files: a case is a table and moves; what it expects is left to the books.

use super::{ALL, Dispute, Move, ORDER, place};
use crate::file::{Case, Scenario, Wrong};
use crate::line::{Act, Line};
use crate::run::Defaults;
use engine::{Rulebook, State};

impl Dispute {
    /// The questions of a scenario file, one for each of its cases.
    ///
    /// # Errors
    /// One sentence with the line and what was expected there.
    pub fn read_file(text: &str) -> Result<Vec<Dispute>, Wrong> {
        Ok(Dispute::of_scenario(&Scenario::read(text)?))
    }

    /// The questions of a scenario, one for each of its cases.
    pub fn of_scenario(scenario: &Scenario) -> Vec<Dispute> {
        let title = |case: &Case| match case.name.is_empty() {
            true => scenario.title.clone(),
            false => format!("{}: {}", scenario.title, case.name),
        };
        let cases = scenario.cases.iter();
        cases.map(|case| of_case(case, title(case), scenario.rules.clone())).collect()
    }
}

pub(super) fn of_case(case: &Case, title: String, rules: Vec<String>) -> Dispute {
    let mut dispute = Dispute {
        title: crate::printable(&title),
        names: case.names.list().to_vec(),
        switches: case.switches.clone(),
        rules,
        ..Dispute::about(case.start.clone())
    };
    let mut moves = Vec::new();
    let mut games: Vec<Game> = ORDER.iter().map(|book| Game::new(&dispute, *book)).collect();
    let acts: Vec<(&Line, &Act)> =
        case.lines.iter().flat_map(|line| line.acts.iter().map(move |act| (line, act))).collect();
    for (number, (line, act)) in acts.iter().enumerate() {
        match act {
            Act::Expect(_) => {}
            Act::Default(question, say) => {
                for game in games.iter_mut().filter(|game| line.is_for(game.book)) {
                    game.defaults.say(*question, say.clone());
                }
            }
            act => {
                let columns = columns(|book| line.is_for(book));
                let one = Move { columns, ..Move::new((*act).clone(), None) };
                games.iter_mut().for_each(|game| game.take(&one));
                moves.push(one);
            }
        }
        // What is said by default becomes moves like all others, for the books that ask.
        for _ in 0..Defaults::MOST {
            let due: Vec<_> = games.iter().map(|game| game.due(&acts[number + 1..])).collect();
            let Some((question, act)) = due.iter().flatten().next().cloned() else { break };
            let asks =
                columns(|book| due[place(Some(book))].as_ref() == Some(&(question, act.clone())));
            let one = Move { act, question: Some(question), columns: asks };
            let before: Vec<Option<State>> = games.iter().map(|game| game.state).collect();
            games.iter_mut().for_each(|game| game.take(&one));
            if games.iter().zip(before).all(|(game, before)| game.state == before) {
                break;
            }
            moves.push(one);
        }
    }
    dispute.moves = moves;
    dispute
}

/// The bits of the books that are wanted; one's own table goes along if all are.
fn columns(wanted: impl Fn(Rulebook) -> bool) -> u8 {
    let books = ORDER.iter().filter(|book| wanted(**book));
    let bits = books.fold(0, |bits, book| bits | 1 << place(Some(*book)));
    if bits == ALL >> 1 { ALL } else { bits }
}

/// The game of one book while its lines are read.
struct Game {
    book: Rulebook,
    state: Option<State>,
    defaults: Defaults,
}

impl Game {
    fn new(dispute: &Dispute, book: Rulebook) -> Game {
        let state = dispute.start.begin(&dispute.rules_of(book), None).ok();
        Game { book, state, defaults: Defaults::default() }
    }

    fn take(&mut self, one: &Move) {
        if let Some(state) = &mut self.state
            && one.columns >> place(Some(self.book)) & 1 != 0
        {
            let _ = one.take(state, &mut Vec::new());
        }
    }

    fn due(&self, rest: &[(&Line, &Act)]) -> Option<(engine::Question, Act)> {
        let next = rest.iter().find(|(line, _)| line.is_for(self.book)).map(|(_, act)| *act);
        self.defaults.due(self.state.as_ref()?, next)
    }
}
