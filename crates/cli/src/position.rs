//! `daikaiju position`: checks a position and shows it as a person would describe it.

use crate::{print, read};
use clap::Args;
use engine::{Need, State};
use std::path::PathBuf;
use texts::{Lang, Scene, Texts};

/// Check a position and print it.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// A file with a position as JSON; `-` reads from standard input
    file: PathBuf,
    /// Print the whole position as JSON, with everything written out
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &PositionArgs) -> Result<(), String> {
    let text = read(&args.file)?;
    let state = State::from_json(&text).map_err(|why| format!("{}: {why}", args.file.display()))?;
    print(&if args.json { state.to_json_pretty() } else { describe(&state) })
}

/// The position in lines.
pub(crate) fn describe(state: &State) -> String {
    let texts = Texts::of(Lang::En);
    let names: Vec<String> = state.seats().iter().map(|seat| seat.to_string()).collect();
    let rules = state.rules();
    let scene = Scene { rules, names: &names };
    let turn = state.turn();
    let mut lines = vec![format!(
        "{} · turn {} of {} · {:?} · deck {}",
        rules.to_text(),
        turn.number,
        turn.seat,
        turn.phase,
        state.deck().len()
    )];
    for seat in state.seats().iter() {
        let monster = state.monster(seat);
        let place = match state.spot(seat) {
            _ if !state.living().has(seat) => "out of the game".to_owned(),
            Some(spot) => format!("{spot:?}"),
            None => "outside".to_owned(),
        };
        let tokens = match (monster.poison, monster.shrink) {
            (0, 0) => String::new(),
            (poison, shrink) => format!(" · {poison} poison, {shrink} shrink"),
        };
        let cards = match monster.cards.is_empty() {
            true => String::new(),
            false => format!(" · {}", texts.card_list(monster.cards.iter(), rules)),
        };
        lines.push(format!(
            "{seat}: {}/{} hearts, {} stars, {} energy, {place}{tokens}{cards}",
            monster.hearts,
            state.hearts_max(seat),
            monster.stars,
            monster.energy
        ));
    }
    let market = state.market().iter().flatten();
    let wares =
        market.map(|card| format!("{} ({})", texts.card_name(*card, rules), card.price(rules)));
    lines.push(format!("market: {}", wares.collect::<Vec<_>>().join(", ")));
    if !turn.dice.is_empty() {
        lines.push(format!("dice: {}, {} rerolls left", turn.dice, turn.rerolls));
    }
    match state.need() {
        Need::Answer(ask) => {
            let answers = state.answers();
            let question = texts.question(&ask, state, &scene).plain();
            lines.push(format!("{} is asked: {question} ({} answers)", ask.seat, answers.len()));
            for answer in answers.iter().take(12) {
                lines.push(format!("  {}", texts.answer(&ask, &answer, state, &scene).plain()));
            }
            if 12 < answers.len() {
                lines.push(format!("  and {} more", answers.len() - 12));
            }
        }
        Need::Roll { seat, count } => lines.push(format!("{seat} throws {count} dice")),
        Need::Reveal(_) => lines.push("a card is revealed".to_owned()),
        Need::Starter => lines.push("somebody has to start".to_owned()),
        Need::Over(outcome) => lines.push(format!("over: {outcome:?}")),
    }
    lines.join("\n")
}
