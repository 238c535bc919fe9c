//! CONTRIBUTING's worked example is carried out word for word, on a copy of the tree: what it says is enough.
//!
//! The chapter gives each change as a sentence and a block: "Write `path`:", "In `path`, after `line`:", "before", "instead of",
//! "At the end of `path`:", and "Run:" with the commands that try it all out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CHAPTER: &str = "## Add a card";
/// What a copy of the tree does without.
const LEFT_OUT: [&str; 3] = ["target", ".git", "node_modules"];

/// One thing that the chapter says.
#[derive(Debug)]
struct Told<'a> {
    /// The sentence, without its colon.
    sentence: &'a str,
    block: Vec<&'a str>,
}

/// The sentences of the chapter that end in a colon, each with the block that follows.
fn told(chapter: &str) -> Vec<Told<'_>> {
    let mut lines = chapter.lines().peekable();
    let mut told = Vec::new();
    while let Some(line) = lines.next() {
        let Some(sentence) = line.trim().strip_suffix(':') else { continue };
        while lines.peek().is_some_and(|line| line.trim().is_empty()) {
            lines.next();
        }
        let Some(fence) = lines.next_if(|line| line.trim().starts_with("```")) else { continue };
        let margin = fence.len() - fence.trim_start().len();
        let block = lines.by_ref().take_while(|line| line.trim() != "```");
        let block = block.map(|line| line.get(margin..).unwrap_or("")).collect();
        told.push(Told { sentence, block });
    }
    told
}

impl Told<'_> {
    /// What stands in backticks in the sentence.
    fn names(&self) -> Vec<&str> {
        self.sentence.split('`').skip(1).step_by(2).collect()
    }

    fn carry_out(&self, tree: &Path) {
        let names = self.names();
        let path = |name: &str| tree.join(name);
        let read = |name: &str| {
            let text = fs::read_to_string(path(name));
            text.unwrap_or_else(|why| panic!("{}: {why}", self.sentence))
        };
        let block = self.block.join("\n") + "\n";
        let text = match (self.sentence.split(' ').next(), names.as_slice()) {
            (Some("Write"), [_]) => block,
            (Some("At"), [name]) => read(name) + &block,
            (Some("In"), [name, line]) => self.change(&read(name), line),
            (Some("Run"), []) => return self.block.iter().for_each(|line| run(line, tree)),
            _ => panic!("{}: nobody knows what to do", self.sentence),
        };
        fs::write(path(names[0]), text).unwrap_or_else(|why| panic!("{}: {why}", self.sentence));
    }

    /// The file with the block before, after or instead of this line, as far in as the line.
    fn change(&self, text: &str, line: &str) -> String {
        let found = text.lines().filter(|other| other.trim() == line).count();
        assert_eq!(found, 1, "{}: the line stands there {found} times", self.sentence);
        let mut changed = Vec::new();
        for old in text.lines() {
            if old.trim() != line {
                changed.push(old.to_owned());
                continue;
            }
            let margin = &old[..old.len() - old.trim_start().len()];
            let indented = |new: &&str| format!("{margin}{new}").trim_end().to_owned();
            let mut new: Vec<String> = self.block.iter().map(indented).collect();
            match () {
                () if self.sentence.contains(", after `") => new.insert(0, old.to_owned()),
                () if self.sentence.contains(", before `") => new.push(old.to_owned()),
                () => assert!(self.sentence.contains(", instead of `"), "{}", self.sentence),
            }
            changed.extend(new);
        }
        changed.join("\n") + "\n"
    }
}

/// Runs a line of the chapter in the copy. It builds into a folder of its own: to Cargo the crates of a copy are those of the
/// original.
fn run(line: &str, tree: &Path) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("add_a_card_target");
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(tree);
    command.env("CARGO_TARGET_DIR", target).env("CARGO_NET_OFFLINE", "true");
    let done = command.output().expect("a shell runs");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (said(&done.stdout), said(&done.stderr));
    assert!(done.status.success(), "{line}\n{out}\n{err}");
    assert!(out.contains("test result: ok"), "{line} tested nothing\n{out}");
}

/// Makes `to` a copy of `from`. Files that are as they should be are left alone, so that Cargo need not build them again.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder can be read");
        entries.map(|entry| entry.expect("an entry can be read").path()).collect()
    };
    for path in entries(to) {
        let name = path.file_name().expect("it has a name");
        if !from.join(name).exists() {
            let gone =
                if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            gone.expect("the copy is ours");
        }
    }
    for path in entries(from) {
        let name = path.file_name().expect("it has a name");
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        let other = to.join(name);
        if path.is_dir() {
            copy(&path, &other);
        } else {
            let bytes = fs::read(&path).expect("a file can be read");
            if fs::read(&other).ok().as_ref() != Some(&bytes) {
                fs::write(&other, bytes).expect("the copy is ours");
            }
        }
    }
}

#[test]
fn the_worked_example_is_enough() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("CONTRIBUTING.md is there");
    let (_, chapter) = text.split_once(CHAPTER).expect("the chapter is there");
    let chapter = chapter.split("\n## ").next().unwrap_or(chapter);
    let tree = Path::new(env!("CARGO_TARGET_TMPDIR")).join("add_a_card");
    copy(root, &tree);
    let told = told(chapter);
    assert!(told.iter().any(|told| told.sentence == "Run"), "the chapter tries it out");
    told.iter().for_each(|told| told.carry_out(&tree));
}
