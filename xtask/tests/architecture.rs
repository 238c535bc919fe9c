//! ARCHITECTURE.md says which crate uses which: this compares it with Cargo's own answer.
//!
//! `DAIKAIJU_ARCHITECTURE=write cargo test -p xtask --test architecture` writes the lines anew.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const BEGIN: &str = "<!-- the graph: written by a test -->\n```text\n";
const END: &str = "```\n<!-- end of the graph -->";

/// Each crate of the workspace with the others that it needs to be built.
fn graph(root: &Path) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value =
        serde_json::from_slice(&metadata.stdout).expect("cargo writes JSON");
    let short = |name: &serde_json::Value| -> String {
        let name = name.as_str().expect("a package has a name");
        name.strip_prefix("daikaiju-").unwrap_or(name).replace("daikaiju", "cli")
    };
    let packages = metadata["packages"].as_array().expect("the workspace has packages");
    let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let needed = package["dependencies"].as_array().expect("a list");
        let mut needed: Vec<String> = needed
            .iter()
            .filter(|needed| needed["path"].is_string() && needed["kind"].is_null())
            .map(|needed| short(&needed["name"]))
            .collect();
        needed.sort();
        uses.insert(short(&package["name"]), needed);
    }
    let lines = uses.iter().map(|(name, needed)| match needed.is_empty() {
        true => format!("{name:<12}\n"),
        false => format!("{name:<12} -> {}\n", needed.join(" ")),
    });
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn the_drawing_is_the_graph() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let path = root.join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(&path).expect("ARCHITECTURE.md is there");
    let (before, rest) = text.split_once(BEGIN).expect("the graph has a beginning");
    let (written, after) = rest.split_once(END).expect("the graph has an end");
    let graph = graph(root);
    if std::env::var_os("DAIKAIJU_ARCHITECTURE").is_some_and(|wish| wish == "write") {
        std::fs::write(&path, format!("{before}{BEGIN}{graph}{END}{after}")).expect("it is ours");
        return;
    }
    assert_eq!(written, graph, "run it with DAIKAIJU_ARCHITECTURE=write");
}

/// Every crate has its row in the table.
#[test]
fn every_crate_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("it is there");
    for line in graph(root).lines() {
        let name = line.split_whitespace().next().unwrap_or_default();
        assert!(text.contains(&format!("`{name}`")), "`{name}` has no row");
    }
}

/// What may be a path: one in backticks, outside blocks of code.
fn paths(text: &str) -> Vec<&str> {
    let mut in_block = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    let letters =
        |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    found.retain(|name| letters(name) && (name.contains('/') || name.ends_with(".rs")));
    found
}

/// Every path that the two documents name is there: from the root, among the crates, or in the engine.
#[test]
fn every_path_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let mut missing = Vec::new();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(root.join(document)).expect("it is there");
        let named = paths(&text);
        assert!(10 < named.len(), "{document} names only {named:?}");
        for path in named {
            let there = ["", "crates", "crates/engine/src"]
                .iter()
                .any(|folder| root.join(folder).join(path).exists());
            // The card of the worked example does not exist.
            if !there && !path.ends_with("/sea_legs.rs") {
                missing.push(format!("{document}: {path}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
