//! `cargo verify`: everything that CI does, in the same order.

use crate::dist;
use crate::shell::{cargo, command, has, output, root, run, step};
use crate::wheel;
use anyhow::{Context, Result, bail};

/// How a program shows that it is there.
type IsThere = fn() -> bool;
/// What the tests need beyond Rust, and Debian's package of it.
const TOOLS: [(IsThere, &str); 5] = [
    (|| has("chromium"), "chromium"),
    (|| has("npm"), "npm"),
    (has_postgres, "postgresql"),
    (|| has("nats-server"), "nats-server"),
    (|| has("valgrind"), "valgrind"),
];
/// Crates that only exist in the browser.
const BROWSER_ONLY: [&str; 4] = ["--exclude", "daikaiju-web", "--exclude", "daikaiju-worker"];

/// Installs what is missing, builds and checks everything. Nothing is skipped quietly.
pub(crate) fn verify(rest: &[String]) -> Result<()> {
    if let Some(unknown) = rest.first() {
        bail!("cargo verify takes no argument, and {unknown:?} is one");
    }
    ensure_browser()?;
    step("Formatting");
    run(cargo(&["fmt", "--all", "--check"]))?;
    // Binding the page together keeps one core busy, the lints the other.
    std::thread::scope(|scope| {
        let page = scope.spawn(|| dist::dist(false));
        let lints = lints();
        page.join().expect("building the page does not panic")?;
        lints
    })?;
    step("The program that ships");
    run(cargo(&["build", "--release", "-p", "daikaiju", "--locked"]))?;
    step("The arbiter in random situations");
    run(cargo(&[
        "run",
        "--release",
        "-p",
        "daikaiju",
        "--locked",
        "--",
        "ask",
        "--random",
        "10000",
    ]))?;
    step("Tests");
    let nextest = has("cargo-nextest");
    run(cargo(&tests(nextest, false)))?;
    step("Tests in the browser");
    run(cargo(&tests(nextest, true)))?;
    if nextest {
        step("Examples in the documentation");
        let mut docs = vec!["test", "--doc", "--workspace", "--locked"];
        docs.extend(BROWSER_ONLY);
        docs.extend(["--exclude", "daikaiju-e2e", "--exclude", "xtask", "--exclude", "daikaiju"]);
        run(cargo(&docs))?;
    }
    step("Documentation");
    let mut doc = vec!["doc", "--no-deps", "--workspace", "--locked"];
    doc.extend(BROWSER_ONLY);
    let mut doc = cargo(&doc);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc)?;
    wheel::check()?;
    step("Instructions a decision");
    run(cargo(&["bench", "-p", "daikaiju-engine", "--bench", "play", "--locked", "--", "hold"]))?;
    step("Everything passed");
    Ok(())
}

/// The words that run the tests in the browser, or all others.
fn tests(nextest: bool, in_browser: bool) -> Vec<&'static str> {
    let mut words = if nextest { vec!["nextest", "run"] } else { vec!["test"] };
    // nextest builds the same packages both times: of fewer, cargo would choose other features and build them all again.
    if nextest || !in_browser {
        words.extend(["--workspace", "--locked"]);
        words.extend(BROWSER_ONLY);
    }
    // In the browser one after the other: each test has a server and a Chromium of its own.
    words.extend(match (nextest, in_browser) {
        (true, false) => ["-E", "not package(daikaiju-e2e)"].as_slice(),
        (true, true) => &["-E", "package(daikaiju-e2e)", "-j", "1"],
        (false, false) => &["--exclude", "daikaiju-e2e"],
        (false, true) => &["-p", "daikaiju-e2e", "--locked", "--", "--test-threads=1"],
    });
    words
}

/// Lints of everything, and the engine as others use it.
fn lints() -> Result<()> {
    step("Lints");
    let mut clippy = vec!["clippy", "--workspace", "--all-targets", "--locked"];
    clippy.extend(BROWSER_ONLY);
    clippy.extend(["--", "-D", "warnings"]);
    run(cargo(&clippy))?;
    run(cargo(&[
        "clippy",
        "-p",
        "daikaiju-web",
        "-p",
        "daikaiju-worker",
        "--target",
        "wasm32-unknown-unknown",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]))?;
    step("The engine alone");
    run(cargo(&["check", "-p", "daikaiju-engine", "--no-default-features", "--locked"]))?;
    run(cargo(&["package", "-p", "daikaiju-engine", "--no-verify", "--allow-dirty", "--locked"]))
}

/// Debian keeps PostgreSQL's own programs out of the path, a folder for each version.
fn has_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    has("initdb") || versions.into_iter().any(|version| version.path().join("bin/initdb").exists())
}

/// Sees to Chromium and axe-core: installs them where that can be done, and says how where it cannot.
pub(crate) fn ensure_browser() -> Result<()> {
    let missing: Vec<&str> =
        TOOLS.iter().filter(|(is_there, _)| !is_there()).map(|(_, package)| *package).collect();
    if !missing.is_empty() {
        install(&missing)?;
    }
    let folder = root().join("crates/e2e");
    if !folder.join("node_modules/axe-core/axe.min.js").exists() {
        step("Installing axe-core");
        let mut npm = command("npm", &["ci", "--no-audit", "--no-fund"]);
        npm.current_dir(folder);
        run(npm)?;
    }
    Ok(())
}

/// Installs packages of the system where that can be done, and says how where it cannot.
pub(crate) fn install(missing: &[&str]) -> Result<()> {
    let line = format!("apt-get install -y {}", missing.join(" "));
    let root_user = output(command("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    if !root_user || !has("apt-get") {
        bail!("the tests need {}; install with `sudo {line}`", missing.join(" and "));
    }
    step(&format!("Installing {}", missing.join(" and ")));
    run(command("apt-get", &["-o", "DPkg::Lock::Timeout=600", "update", "-q"]))?;
    let mut install =
        vec!["-o", "DPkg::Lock::Timeout=600", "install", "-y", "-q", "--no-install-recommends"];
    install.extend(missing);
    run(command("apt-get", &install)).with_context(|| format!("install them by hand: {line}"))
}
