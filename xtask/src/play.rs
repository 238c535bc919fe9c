//! `cargo play`: from a fresh clone to a game in the browser.

use crate::shell::{cargo, has, root, step};
use crate::{dist, shell};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Builds the page and the server, runs the server, prints its address and opens it where there is a desktop.
pub(crate) fn play(rest: &[String]) -> Result<()> {
    if let Err(error) = dist::dist(false) {
        if !root().join("dist/index.html").exists() {
            return Err(error);
        }
        eprintln!("warning: {error:#}; serving the page that was built before");
    }
    step("Building the server");
    shell::run(cargo(&["build", "--release", "-p", "daikaiju"]))?;
    step("Starting the game (end it with Ctrl-C)");
    let mut command = cargo(&["run", "--quiet", "--release", "-p", "daikaiju", "--", "serve"]);
    command.args(rest).stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot start the server")?;
    let stdout = child.stdout.take().context("the server has no output")?;
    let mut opened = false;
    for line in BufReader::new(stdout).lines() {
        let line = line?;
        println!("{line}");
        if let Some(address) = address_in(&line).filter(|_| !opened) {
            opened = true;
            open(&address);
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("the server ended ({status})");
    }
    Ok(())
}

fn address_in(line: &str) -> Option<String> {
    let start = line.find("http://")?;
    Some(line[start..].split_whitespace().next()?.to_string())
}

/// Opens the address in the desktop's browser, if there is a desktop.
fn open(address: &str) {
    let desktop =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if desktop && has("xdg-open") {
        // The address has been printed already: a browser that does not open is not a failure.
        let _ = Command::new("xdg-open")
            .arg(address)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }
}
