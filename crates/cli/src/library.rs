//! `daikaiju cards` and `daikaiju rules`: what a rulebook has, and where it differs from the others.

use crate::{RulesGiven, print, texts};
use clap::Args;
use engine::{Card, Rules};
use serde_json::json;

/// List and search the cards of a rulebook.
#[derive(Args)]
pub(crate) struct CardsArgs {
    /// Only cards whose name, identifier or text has all these words
    words: Vec<String>,
    #[command(flatten)]
    rules: RulesGiven,
    /// The language: en, is, pl, cs, nl or it
    #[arg(long, default_value = "en")]
    lang: String,
    /// Show the rulings too
    #[arg(long)]
    rulings: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn cards(args: &CardsArgs) -> Result<(), String> {
    let rules = args.rules.read()?;
    let texts = texts(&args.lang)?;
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Vec::new();
    for card in Card::ALL.into_iter().filter(|card| card.id() == card.title_id()) {
        let copies = Card::ALL.iter().filter(|other| other.title_id() == card.id()).count();
        let name = texts.card_name(card, &rules);
        let effect = texts.card_effect(card, &rules).plain();
        let hay = format!("{} {name} {effect}", card.id()).to_lowercase();
        if !words.iter().all(|word| hay.contains(word)) {
            continue;
        }
        let rulings: Vec<String> =
            texts.card_rulings(card, &rules).iter().map(|ruling| ruling.plain()).collect();
        found.push((card, copies, name.to_owned(), effect, rulings));
    }
    if found.is_empty() {
        return Err(format!("no card has `{}`", args.words.join(" ")));
    }
    if args.json {
        let list: Vec<_> = found
            .iter()
            .map(|(card, copies, name, effect, rulings)| {
                json!({ "id": card.id(), "name": name, "kind": card.kind(), "price": card.price(&rules),
                        "copies": copies, "effect": effect, "rulings": rulings })
            })
            .collect();
        return print(&serde_json::to_string_pretty(&list).map_err(|error| error.to_string())?);
    }
    for (card, copies, name, effect, rulings) in found {
        let copies = if copies == 1 { String::new() } else { format!(", {copies} copies") };
        print(&format!(
            "{name} ({}{copies}, {}) · {}\n    {effect}",
            card.price(&rules),
            texts.card_badge(card),
            card.id()
        ))?;
        if args.rulings {
            for ruling in rulings {
                print(&format!("    - {ruling}"))?;
            }
        }
    }
    Ok(())
}

/// The rules of a book in plain words, and where the books differ.
#[derive(Args)]
pub(crate) struct RulesArgs {
    /// Only paragraphs that have all these words
    words: Vec<String>,
    #[command(flatten)]
    rules: RulesGiven,
    /// The language: en, is, pl, cs, nl or it
    #[arg(long, default_value = "en")]
    lang: String,
    /// Show only the switches, with their values and what each book plays
    #[arg(long)]
    switches_only: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn rules(args: &RulesArgs) -> Result<(), String> {
    let rules = args.rules.read()?;
    let texts = texts(&args.lang)?;
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    let wanted = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let chapters: Vec<(String, Vec<String>)> = texts
        .chapters(&rules)
        .into_iter()
        .map(|chapter| {
            let paragraphs = chapter.paragraphs.iter().map(|paragraph| paragraph.plain());
            (chapter.title, paragraphs.filter(|text| wanted(text)).collect())
        })
        .filter(|(_, paragraphs): &(String, Vec<String>)| !paragraphs.is_empty())
        .collect();
    let switches: Vec<_> = Rules::SWITCHES
        .iter()
        .map(|(switch, values)| (*switch, *values, texts.switch_title(switch, &rules)))
        .filter(|(switch, _, title)| wanted(switch) || wanted(title))
        .collect();
    if args.json {
        let books: Vec<_> =
            engine::Rulebook::ALL.iter().map(|book| (book.name(), book.rules())).collect();
        let switches: Vec<_> = switches
            .iter()
            .map(|(switch, values, title)| {
                let presets: serde_json::Map<String, serde_json::Value> = books
                    .iter()
                    .map(|(name, book)| ((*name).to_owned(), json!(book.get(switch))))
                    .collect();
                json!({ "switch": switch, "title": title, "values": values, "here": rules.get(switch), "books": presets })
            })
            .collect();
        let chapters: Vec<_> = chapters
            .iter()
            .map(|(title, paragraphs)| json!({ "title": title, "paragraphs": paragraphs }))
            .collect();
        let all = json!({ "rules": rules.to_text(), "chapters": chapters, "switches": switches });
        return print(&serde_json::to_string_pretty(&all).map_err(|error| error.to_string())?);
    }
    if chapters.is_empty() && switches.is_empty() {
        return Err(format!("no rule has `{}`", args.words.join(" ")));
    }
    if !args.switches_only {
        for (title, paragraphs) in &chapters {
            print(&format!("\n{title}"))?;
            for paragraph in paragraphs {
                print(&format!("  {paragraph}"))?;
            }
        }
        print("")?;
    }
    for (switch, values, title) in switches {
        let here = rules.get(switch).unwrap_or_default();
        print(&format!("{switch} = {here}  ({title}; {})", values.join(", ")))?;
    }
    Ok(())
}
