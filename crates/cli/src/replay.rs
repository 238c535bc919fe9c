//! `daikaiju replay`: a record event by event, for people and for programs.

use crate::{print, read, texts};
use clap::Args;
use engine::{Event, Record};
use serde_json::json;
use std::path::PathBuf;
use texts::Scene;

/// Replay a game record, event by event.
#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// A game record; `-` reads from standard input
    file: PathBuf,
    /// Print one JSON object a line: the input and its events
    #[arg(long)]
    json: bool,
    /// With --json: the position after every input, so that another program can check it
    #[arg(long, requires = "json")]
    positions: bool,
    /// With --json: a digest of the position after every input, in sixteen hexadecimal digits
    #[arg(long, requires = "json")]
    digests: bool,
    /// The language of the log: en, is, pl, cs, nl or it
    #[arg(long, default_value = "en")]
    lang: String,
}

pub(crate) fn run(args: &ReplayArgs) -> Result<(), String> {
    let texts = texts(&args.lang)?;
    let record = Record::from_json(&read(&args.file)?)
        .map_err(|why| format!("{}: {why}", args.file.display()))?;
    let names: Vec<String> =
        record.players.iter().map(|player| engine::record::printable(&player.name)).collect();
    let scene = Scene { rules: &record.rules, names: &names };
    let mut lines = Vec::new();
    let last = record
        .replay(|number, input, events, state| {
            if args.json {
                let mut line = json!({ "number": number, "input": input, "events": events });
                if args.positions {
                    line["position"] = json!(state);
                }
                if args.digests {
                    line["digest"] = json!(format!("{:016x}", state.digest()));
                }
                lines.push(line.to_string());
                return;
            }
            for event in events {
                if matches!(event, Event::TurnStarted { .. }) {
                    lines.push(String::new());
                }
                lines.push(texts.event(event, &scene).plain());
            }
        })
        .map_err(|why| format!("{}: {why}", args.file.display()))?;
    if !args.json {
        lines.push(String::new());
        lines.push(crate::position::describe(&last));
    }
    print(&lines.join("\n"))
}
