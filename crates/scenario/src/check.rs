//! The command `check`: runs scenario files and prints what differs.

use crate::file::{Scenario, Wrong};
use crate::printable;
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
    /// Run with this house rule, to see what it would change; may be given several times.
    #[arg(long = "switch", value_name = "NAME=VALUE", value_parser = switch)]
    pub switches: Vec<(String, String)>,
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

fn switch(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Rulebook::Dutch.rules().set(name, value).map_err(|wrong| wrong.to_string())?;
    Ok((name.to_owned(), value.to_owned()))
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

    /// How many cases were run, each by one book.
    fn runs(&self) -> usize {
        match &self.result {
            Outcome::Ran(report) => report.runs.len(),
            Outcome::Unreadable { .. } => 0,
        }
    }
}

/// Runs the command and prints to the standard output. The status is 1 if something differs, and 2 if a file is bad or
/// nothing was run.
pub fn run(args: &CheckArgs) -> ExitCode {
    match check(args, &mut io::stdout().lock()) {
        Ok(Verdict::Holds) => ExitCode::SUCCESS,
        Ok(Verdict::Differs) => ExitCode::FAILURE,
        Ok(Verdict::Bad) => ExitCode::from(2),
        Ok(Verdict::Nothing) => {
            eprintln!("error: there is no case to run here");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// What a run of the command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Everything was as expected.
    Holds,
    /// Something was not.
    Differs,
    /// A file could not be read.
    Bad,
    /// No file had a case to run.
    Nothing,
}

/// Runs the files and writes the report.
fn check(args: &CheckArgs, out: &mut impl Write) -> io::Result<Verdict> {
    let mut checked = Vec::new();
    for file in files(&args.files)? {
        let result = match check_file(&file, args) {
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
    let bad = |file: &Checked| matches!(file.result, Outcome::Unreadable { .. });
    Ok(if checked.iter().any(bad) {
        Verdict::Bad
    } else if checked.iter().all(|file| file.runs() == 0) {
        Verdict::Nothing
    } else if checked.iter().all(Checked::holds) {
        Verdict::Holds
    } else {
        Verdict::Differs
    })
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

fn check_file(file: &Path, args: &CheckArgs) -> Result<Report, String> {
    let house: Vec<(&str, &str)> =
        args.switches.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let scenario = Scenario::read_by(&text, &house).map_err(|wrong: Wrong| wrong.to_string())?;
    let mut report = scenario.run();
    report.runs.retain(|run| args.book.is_none_or(|book| run.book == book));
    Ok(report)
}

fn print_file(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    let report = match &checked.result {
        Outcome::Unreadable { error } => {
            return writeln!(out, "{}: {}", printable(&checked.file), printable(error));
        }
        Outcome::Ran(report) => report,
    };
    if report.runs.is_empty() {
        return writeln!(out, "none  {} {} (not for this book)", report.id, report.title);
    }
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
        writeln!(out, "    {}:{}: {}", printable(file), difference.line, difference.text)?;
        writeln!(out, "      expected: {}", difference.expected)?;
        writeln!(out, "      was:      {}", difference.was)?;
    }
    if let Some(position) = &run.position {
        writeln!(out, "      position: {}", position.to_json())?;
    }
    Ok(())
}

fn print_sum(checked: &[Checked], out: &mut impl Write) -> io::Result<()> {
    let runs: usize = checked.iter().map(Checked::runs).sum();
    let wrong = checked.iter().filter(|file| !file.holds()).count();
    let (files, held) = (checked.len(), checked.len() - wrong);
    writeln!(out, "{held} of {files} scenarios hold, in {runs} runs")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the files into a folder of their own and checks it.
    fn checked(name: &str, files: &[(&str, &str)], json: bool) -> (Verdict, String) {
        let folder = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            std::fs::write(folder.join(file), text).unwrap();
        }
        let args =
            CheckArgs { files: vec![folder.clone()], book: None, switches: Vec::new(), json };
        let mut out = Vec::new();
        let verdict = check(&args, &mut out).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        (verdict, String::from_utf8(out).unwrap().replace(&folder.display().to_string(), "."))
    }

    const RIGHT: &str = "id = \"X-01\"\ntitle = \"Right\"\nrules = [\"D-04\"]\nbooks = [\"NL\"]\n\
        [[case]]\nstart = { players = 2, at = \"start\" }\nplay = 'expect turn A'\n";

    #[test]
    fn a_path_is_printed_without_what_a_terminal_obeys() {
        let wrong = RIGHT.replace("expect turn A", "expect turn B");
        let (verdict, text) = checked("path", &[("X\u{1b}[2J-01.toml", &wrong)], false);
        assert_eq!(verdict, Verdict::Differs);
        assert!(text.contains("X[2J-01.toml:") && !text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn what_holds_is_said_in_a_line() {
        let (verdict, text) = checked("right", &[("X-01.toml", RIGHT)], false);
        assert_eq!(verdict, Verdict::Holds);
        assert_eq!(text, "ok    X-01 Right (NL)\n1 of 1 scenarios hold, in 1 runs\n");
    }

    #[test]
    fn what_differs_is_said_with_file_and_line() {
        let wrong = RIGHT.replace("turn A", "turn B");
        let (verdict, text) = checked("wrong", &[("X-01.toml", &wrong)], false);
        assert_eq!(verdict, Verdict::Differs);
        let told: Vec<&str> = text.lines().take(5).collect();
        assert_eq!(
            told,
            [
                "WRONG X-01 Right [D-04]",
                "  dutch",
                "    ./X-01.toml:7: expect turn B",
                "      expected: B",
                "      was:      A",
            ]
        );
    }

    #[test]
    fn a_bad_file_does_not_keep_the_others_from_being_checked() {
        let bad = RIGHT.replace("expect turn A", "expect rain");
        let files = [("X-01.toml", bad.as_str()), ("X-02.toml", RIGHT)];
        let (verdict, text) = checked("bad", &files, false);
        assert_eq!(verdict, Verdict::Bad);
        assert!(text.starts_with("./X-01.toml: line 7: there is no expectation `rain`\nok    "));
        assert!(text.ends_with("1 of 2 scenarios hold, in 1 runs\n"));
    }

    #[test]
    fn a_run_without_cases_does_not_pass() {
        let folder = std::env::temp_dir().join(format!("{}-none", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("X-01.toml"), RIGHT).unwrap();
        let book = Some(Rulebook::Polish);
        let args =
            CheckArgs { files: vec![folder.clone()], book, switches: Vec::new(), json: false };
        let mut out = Vec::new();
        assert_eq!(check(&args, &mut out).unwrap(), Verdict::Nothing);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(String::from_utf8(out).unwrap().starts_with("none  X-01 Right (not for this"));
    }

    #[test]
    fn nothing_that_a_terminal_would_obey_is_printed() {
        let rude = RIGHT.replace("Right", "Ri\\u001b[2Jght\\u202e");
        let (_, text) = checked("rude", &[("X-01.toml", &rude)], false);
        assert!(text.starts_with("ok    X-01 Ri[2Jght (NL)\n"), "{text:?}");
    }

    #[test]
    fn a_program_can_read_the_report() {
        let wrong = RIGHT.replace("turn A", "turn B");
        let bad = RIGHT.replace("expect turn A", "expect rain");
        let files = [("1.toml", RIGHT), ("2.toml", &wrong), ("3.toml", &bad)];
        let (_, text) = checked("json", &files, true);
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(report[0]["runs"][0]["differences"], serde_json::json!([]));
        assert_eq!(report[1]["runs"][0]["differences"][0]["line"], 7);
        assert_eq!(report[1]["runs"][0]["book"], "dutch");
        let error = "line 7: there is no expectation `rain`";
        assert_eq!(report[2]["error"], error);
    }
}
