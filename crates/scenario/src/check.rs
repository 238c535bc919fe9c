//! The command `check`: runs scenario files and prints what differs.

use crate::file::{Scenario, Wrong};
use crate::run::{Report, Run};
use engine::Rulebook;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs scenario files under every rulebook that they name and prints what differs.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// Scenario files, or folders of them.
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Run only under this rulebook: icelandic, polish, czech, dutch or italian.
    #[arg(long, value_name = "BOOK", value_parser = book)]
    pub book: Option<Rulebook>,
    /// Print a report that a program can read.
    #[arg(long)]
    pub json: bool,
}

fn book(name: &str) -> Result<Rulebook, String> {
    Rulebook::from_name(name).ok_or_else(|| {
        let books: Vec<_> = Rulebook::ALL.iter().map(|book| book.name()).collect();
        format!("expected one of {}", books.join(", "))
    })
}

/// What became of one file.
#[derive(Serialize)]
struct Checked {
    file: String,
    #[serde(flatten)]
    result: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Ran(Report),
    Unreadable { error: String },
}

impl Checked {
    fn holds(&self) -> bool {
        matches!(&self.result, Outcome::Ran(report) if report.holds())
    }
}

/// Runs the command and prints to the standard output; fails if a file is bad or something differs.
pub fn run(args: &CheckArgs) -> ExitCode {
    match check(args, &mut io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the files and writes the report; whether everything was as expected.
fn check(args: &CheckArgs, out: &mut impl Write) -> io::Result<bool> {
    let mut checked = Vec::new();
    for file in files(&args.files)? {
        let result = match check_file(&file, args.book) {
            Ok(report) => Outcome::Ran(report),
            Err(error) => Outcome::Unreadable { error },
        };
        checked.push(Checked { file: file.display().to_string(), result });
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &checked)?;
        writeln!(out)?;
    } else {
        checked.iter().try_for_each(|file| print_file(file, out))?;
        print_sum(&checked, out)?;
    }
    Ok(checked.iter().all(Checked::holds))
}

/// The files themselves and the scenario files of the folders, in order of their names.
fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found: Vec<PathBuf> =
            path.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        found.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
        found.sort();
        if found.is_empty() {
            let why = format!("{}: there is no scenario file in this folder", path.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, why));
        }
        files.extend(found);
    }
    Ok(files)
}

fn check_file(file: &Path, book: Option<Rulebook>) -> Result<Report, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let scenario = Scenario::read(&text).map_err(|wrong: Wrong| wrong.to_string())?;
    let mut report = scenario.run();
    report.runs.retain(|run| book.is_none_or(|book| run.book == book));
    Ok(report)
}

fn print_file(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    let report = match &checked.result {
        Outcome::Unreadable { error } => return writeln!(out, "{}: {error}", checked.file),
        Outcome::Ran(report) => report,
    };
    if report.holds() {
        let mut books: Vec<&str> = Vec::new();
        for run in &report.runs {
            if !books.contains(&run.book.code()) {
                books.push(run.book.code());
            }
        }
        return writeln!(out, "ok    {} {} ({})", report.id, report.title, books.join(" "));
    }
    writeln!(out, "WRONG {} {} [{}]", report.id, report.title, report.rules.join(", "))?;
    for run in report.runs.iter().filter(|run| !run.differences.is_empty()) {
        print_run(run, &checked.file, out)?;
    }
    Ok(())
}

fn print_run(run: &Run, file: &str, out: &mut impl Write) -> io::Result<()> {
    let case = if run.case.is_empty() { String::new() } else { format!(", {}", run.case) };
    writeln!(out, "  {}{case}", run.book.name())?;
    for difference in &run.differences {
        writeln!(out, "    {file}:{}: {}", difference.line, difference.text)?;
        writeln!(out, "      expected: {}", difference.expected)?;
        writeln!(out, "      was:      {}", difference.was)?;
    }
    if let Some(position) = &run.position {
        writeln!(out, "      position: {}", position.to_json())?;
    }
    Ok(())
}

fn print_sum(checked: &[Checked], out: &mut impl Write) -> io::Result<()> {
    let runs: usize = checked
        .iter()
        .map(|file| match &file.result {
            Outcome::Ran(report) => report.runs.len(),
            Outcome::Unreadable { .. } => 0,
        })
        .sum();
    let wrong = checked.iter().filter(|file| !file.holds()).count();
    let (files, held) = (checked.len(), checked.len() - wrong);
    writeln!(out, "{held} of {files} scenarios hold, in {runs} runs")
}
