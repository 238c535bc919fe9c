//! `daikaiju ask`: one question, put to all five books.

use crate::{print, read, texts};
use clap::Args;
use client::ask as words;
use engine::Rules;
use scenario::ask::{Column, Dispute, Verdict, cite, random};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Put a question to all five rulebooks and show where they part.
#[derive(Args)]
pub(crate) struct AskArgs {
    /// A scenario file; each of its cases is a question. `-` reads from standard input
    #[arg(group = "question", required_unless_present_any = ["link", "random"])]
    file: Option<PathBuf>,
    /// The link of a question, as the page makes it
    #[arg(long, group = "question")]
    link: Option<String>,
    /// Make this many random questions and check that their columns are what their exported files come to
    #[arg(long, group = "question", value_name = "NUMBER")]
    random: Option<u64>,
    /// The first seed of the random questions
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The rules of your own table, heard as a sixth book: "dutch use_bay=false"
    #[arg(long)]
    table: Option<String>,
    /// The language: en, is, pl, cs, nl or it
    #[arg(long, default_value = "en")]
    lang: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AskArgs) -> Result<(), String> {
    if let Some(many) = args.random {
        return check_random(args.seed, many);
    }
    let texts = texts(&args.lang)?;
    let table = args.table.as_deref().map(Rules::from_text).transpose();
    let table = table.map_err(|wrong| wrong.to_string())?;
    let mut disputes = match (&args.file, &args.link) {
        (Some(file), _) => Dispute::read_file(&read(file)?)
            .map_err(|wrong| format!("{}: {wrong}", file.display()))?,
        (None, Some(link)) => match Dispute::from_link(link) {
            Ok((dispute, trouble)) => {
                if let Some(trouble) = trouble {
                    eprintln!("daikaiju: {trouble}");
                }
                vec![dispute]
            }
            Err(trouble) => return Err(trouble.to_string()),
        },
        (None, None) => return Err("there is no question".to_owned()),
    };
    for dispute in &mut disputes {
        dispute.table = table.or(dispute.table);
    }
    if args.json {
        let all: Vec<Value> = disputes.iter().map(to_json).collect();
        return print(&serde_json::to_string_pretty(&all).map_err(|error| error.to_string())?);
    }
    for (number, dispute) in disputes.iter().enumerate() {
        if 0 < number {
            print("\n")?;
        }
        print(&words::plain(texts, dispute))?;
    }
    Ok(())
}

fn check_random(seed: u64, many: u64) -> Result<(), String> {
    let mut parted = 0u64;
    for seed in seed..seed.saturating_add(many) {
        let dispute = random::dispute(seed, 14);
        random::check(&dispute).map_err(|why| {
            format!("{why}\nrepeat it with: daikaiju ask --random 1 --seed {seed}")
        })?;
        parted += u64::from(dispute.hear().first_difference().is_some());
    }
    print(&format!("{many} questions: columns, files and links agree; the books part in {parted}"))
}

fn to_json(dispute: &Dispute) -> Value {
    let verdict = dispute.hear();
    let name = |number: &usize| name(&verdict, *number);
    let first = verdict.first_difference();
    let groups = |groups: Vec<Vec<usize>>| -> Vec<Vec<String>> {
        groups.iter().map(|group| group.iter().map(name).collect()).collect()
    };
    let deciders: Vec<Value> = dispute
        .deciders(&verdict)
        .iter()
        .map(|decider| {
            let switches: Vec<Value> = decider
                .switches
                .iter()
                .map(|switch| json!({ "switch": switch, "rules": cite::rules(switch) }))
                .collect();
            json!({
                "one": decider.one.iter().map(name).collect::<Vec<_>>(),
                "other": decider.other.iter().map(name).collect::<Vec<_>>(),
                "switches": switches,
                "each_alone": decider.each,
            })
        })
        .collect();
    json!({
        "title": dispute.title,
        "rules": dispute.rules,
        "moves": dispute.moves.iter().map(|one| one.text()).collect::<Vec<_>>(),
        "columns": verdict.columns.iter().map(column).collect::<Vec<_>>(),
        "first_difference": first,
        "groups": groups(verdict.groups(verdict.rows() - 1)),
        "deciders": deciders,
        "link": dispute.to_link(),
    })
}

fn name(verdict: &Verdict, number: usize) -> String {
    verdict.columns[number].book.map_or("table", |book| book.name()).to_owned()
}

fn column(column: &Column) -> Value {
    json!({
        "book": column.book.map_or("table", |book| book.name()),
        "rules": column.rules.to_text(),
        "cannot": column.wrong.as_ref().map(ToString::to_string),
        "steps": column.cells,
        "position": column.state(),
    })
}
