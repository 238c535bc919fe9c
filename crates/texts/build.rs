//! Reads `words/*.txt` and `words/books/*.txt`, checks them, and makes the keys, their methods and two bundles per language:
//! what the page says from the start, and what is said only in the part with the five books.

#![allow(unreachable_pub, reason = "it shares two files with the crate")]

#[path = "src/lang.rs"]
#[allow(dead_code, reason = "the build needs only a part of it")]
mod lang;
#[path = "src/message.rs"]
#[allow(dead_code, reason = "the build needs only a part of it")]
mod message;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use lang::Lang;
use message::Node;

/// One message in all languages.
struct Message {
    name: String,
    place: String,
    texts: [String; 6],
    /// It comes with the five books.
    later: bool,
}

fn main() {
    println!("cargo::rerun-if-changed=words");
    println!("cargo::rerun-if-changed=build.rs");
    match make() {
        Ok(()) => {}
        Err(faults) => {
            for fault in faults {
                println!("cargo::error={fault}");
            }
            std::process::exit(1);
        }
    }
}

fn make() -> Result<(), Vec<String>> {
    let mut messages = Vec::new();
    let mut faults = Vec::new();
    for (folder, later) in [("words", false), ("words/books", true)] {
        let mut files: Vec<_> = fs::read_dir(folder)
            .map_err(|e| vec![format!("{folder} cannot be read: {e}")])?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "txt"))
            .collect();
        files.sort();
        for file in &files {
            let text = fs::read_to_string(file).map_err(|e| vec![e.to_string()])?;
            let from = messages.len();
            read(&file.display().to_string(), &text, &mut messages, &mut faults);
            messages[from..].iter_mut().for_each(|message| message.later = later);
        }
    }
    let mut seen = BTreeMap::new();
    for message in &messages {
        if let Some(other) = seen.insert(&message.name, &message.place) {
            faults.push(format!("{}: {} is also at {other}", message.place, message.name));
        }
        check(message, &mut faults);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    // What comes later stands at the end; in both parts methods first, names with a dot after them.
    messages.sort_by_key(|m| (m.later, m.name.contains('.')));
    let out = env::var("OUT_DIR").expect("Cargo sets OUT_DIR");
    write_all(Path::new(&out), &messages).map_err(|e| vec![e.to_string()])
}

/// Reads blocks: a name on its own line, then one indented line per language.
fn read(file: &str, text: &str, messages: &mut Vec<Message>, faults: &mut Vec<String>) {
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(indented) = line.strip_prefix("  ") else {
            messages.push(Message {
                name: line.trim().to_owned(),
                place,
                texts: Default::default(),
                later: false,
            });
            continue;
        };
        let (tag, words) = indented.split_once(' ').unwrap_or((indented, ""));
        let lang = Lang::ALL.into_iter().find(|l| l.tag() == tag);
        match (messages.last_mut(), lang) {
            (Some(message), Some(lang)) => {
                let slot = &mut message.texts[lang as usize];
                if !slot.is_empty() {
                    faults.push(format!("{place}: {} has {tag} twice", message.name));
                }
                words.trim().clone_into(slot);
            }
            _ => faults.push(format!("{place}: this line belongs to no message or language")),
        }
    }
}

fn check(message: &Message, faults: &mut Vec<String>) {
    let Message { name, place, texts, .. } = message;
    let mut wanted: Option<BTreeSet<String>> = None;
    for lang in Lang::ALL {
        let source = &texts[lang as usize];
        let mut fault =
            |what: String| faults.push(format!("{place}: {name}, {}: {what}", lang.tag()));
        if source.is_empty() {
            fault("missing".to_owned());
            continue;
        }
        if name.starts_with("icon.") {
            let forms = source.split('/').next().unwrap_or_default().split('|').count();
            if forms != lang.plural_forms() {
                fault(format!("{forms} plural forms, not {}", lang.plural_forms()));
            }
            continue;
        }
        let nodes = match message::parse(source) {
            Ok(nodes) => nodes,
            Err(what) => {
                fault(what);
                continue;
            }
        };
        let mut found = BTreeSet::new();
        if let Err(what) = collect(&nodes, lang, &mut found) {
            fault(what);
        }
        match &wanted {
            None => wanted = Some(found),
            Some(wanted) if *wanted != found => {
                fault(format!("arguments {found:?}, but English has {wanted:?}"));
            }
            Some(_) => {}
        }
    }
}

/// A one-letter argument is a number.
fn is_number(name: &str) -> bool {
    name.len() == 1
}

/// These arguments may hold icons.
fn is_rich(name: &str) -> bool {
    matches!(name, "dice" | "things")
}

/// The arguments of a message, and whether its plurals have the right number of forms.
fn collect(nodes: &[Node<'_>], lang: Lang, found: &mut BTreeSet<String>) -> Result<(), String> {
    for node in nodes {
        match node {
            Node::Slot(name) => {
                found.insert((*name).to_owned());
            }
            Node::Plural(name, forms) => {
                if !is_number(name) {
                    return Err(format!(
                        "{name} is not a number: its name has more than one letter"
                    ));
                }
                if forms.len() != lang.plural_forms() {
                    return Err(format!(
                        "{} plural forms, not {}",
                        forms.len(),
                        lang.plural_forms()
                    ));
                }
                found.insert((*name).to_owned());
                for form in forms {
                    collect(form, lang, found)?;
                }
            }
            Node::Text(_) | Node::Icon(..) => {}
        }
    }
    Ok(())
}

/// Arguments in the order of the English text, numbers of plurals included.
fn arguments(nodes: &[Node<'_>], into: &mut Vec<String>) {
    for node in nodes {
        match node {
            Node::Slot(name) if !into.iter().any(|n| n == name) => into.push((*name).to_owned()),
            Node::Plural(name, forms) => {
                if !into.iter().any(|n| n == name) {
                    into.push((*name).to_owned());
                }
                for form in forms {
                    arguments(form, into);
                }
            }
            _ => {}
        }
    }
}

fn write_all(out: &Path, messages: &[Message]) -> std::io::Result<()> {
    let told = |lang: Lang, later: bool| -> String {
        let part = messages.iter().filter(|m| m.later == later);
        part.map(|m| format!("\n{}", m.texts[lang as usize])).collect()
    };
    let names: String = messages.iter().map(|m| format!("{}\n", m.name)).collect();
    let all: String = Lang::ALL.map(|lang| told(lang, false) + &told(lang, true)).concat();
    let fingerprint = format!("{:016x}", fnv(&(names + &all)));
    for lang in Lang::ALL {
        for (part, later) in [("", false), ("-books", true)] {
            let text = format!("{} {fingerprint}{}\n", lang.tag(), told(lang, later));
            fs::write(out.join(format!("{}{part}.txt", lang.tag())), text)?;
        }
    }
    fs::write(out.join("keys.rs"), keys(messages, &fingerprint))
}

/// FNV-1a: short, and good enough to tell versions apart.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn keys(messages: &[Message], fingerprint: &str) -> String {
    let lines = || messages.iter().enumerate();
    let plain: Vec<_> = lines().filter(|(_, m)| !m.name.contains('.')).collect();
    let first = messages.iter().filter(|m| !m.later).count();
    let mut code = String::from("use crate::texts::{Arg, Count, Texts};\nuse crate::Rich;\n\n");
    writeln!(
        code,
        "/// Changes whenever a name or a word does: bundles of another version are refused."
    )
    .unwrap();
    writeln!(code, "pub const FINGERPRINT: &str = {fingerprint:?};").unwrap();
    writeln!(code, "pub(crate) const LINES: usize = {};", messages.len()).unwrap();
    writeln!(code, "pub(crate) const LINES_FIRST: usize = {first};").unwrap();
    writeln!(code, "/// The name of a message that stands in the interface.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u16)]\npub enum Key {{").unwrap();
    for (line, m) in &plain {
        writeln!(code, "    #[doc = {:?}]\n    {} = {line},", m.texts[0], camel(&m.name)).unwrap();
    }
    code.push_str("}\n\nimpl Key {\n    /// All keys.\n    pub const ALL: &'static [Key] = &[");
    for (_, m) in &plain {
        write!(code, "Key::{},", camel(&m.name)).unwrap();
    }
    code.push_str("];\n}\n\nimpl Texts {\n");
    for (_, m) in &plain {
        method(&mut code, m);
    }
    code.push_str("}\n\n");
    for (table, later) in [("NAMED", false), ("NAMED_LATER", true)] {
        let named = lines().filter(|(_, m)| m.later == later && m.name.contains('.'));
        let mut rows: Vec<_> = named.map(|(line, m)| (&m.name, line)).collect();
        rows.sort();
        writeln!(code, "pub(crate) const {table}: &[(&str, u16)] = &{rows:?};").unwrap();
    }
    writeln!(code, "#[cfg(feature = \"embed\")]\npub(crate) const BUNDLES: [[&str; 2]; 6] = [")
        .unwrap();
    for lang in Lang::ALL {
        let file = |part| {
            format!("include_str!(concat!(env!(\"OUT_DIR\"), \"/{}{part}.txt\"))", lang.tag())
        };
        writeln!(code, "    [{}, {}],", file(""), file("-books")).unwrap();
    }
    code.push_str("];\n");
    code
}

fn method(code: &mut String, m: &Message) {
    let nodes = message::parse(&m.texts[0]).expect("it was checked");
    let mut args = Vec::new();
    arguments(&nodes, &mut args);
    let plain = m.texts.iter().all(|text| !text.contains('{'));
    let (name, key) = (&m.name, camel(&m.name));
    writeln!(code, "    #[doc = {:?}]", m.texts[0]).unwrap();
    if plain {
        writeln!(code, "    pub fn {name}(&self) -> &str {{ self.source(Key::{key}) }}").unwrap();
        return;
    }
    let (mut params, mut values) = (String::new(), String::new());
    for arg in &args {
        let (kind, value) = if is_number(arg) {
            ("impl Count", format!("Arg::Number({arg}.count())"))
        } else if is_rich(arg) {
            ("&Rich", format!("Arg::Rich({arg})"))
        } else {
            ("&str", format!("Arg::Text({arg})"))
        };
        write!(params, ", {arg}: {kind}").unwrap();
        write!(values, "({arg:?}, {value}), ").unwrap();
    }
    writeln!(
        code,
        "    pub fn {name}(&self{params}) -> Rich {{ self.message(Key::{key}, &[{values}]) }}"
    )
    .unwrap();
}

/// `roll_dice` as the name of a variant: `RollDice`.
fn camel(name: &str) -> String {
    name.split('_')
        .map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_ascii_uppercase() + rest
        })
        .collect()
}
