//! Running other programs, with a line that says what is going on.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Says what happens next.
pub(crate) fn step(what: &str) {
    eprintln!("\x1b[1m== {what}\x1b[0m");
}

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .to_path_buf()
}

/// A command that runs in the workspace's folder.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// The same Cargo that runs this program.
pub(crate) fn cargo(args: &[&str]) -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()), args)
}

/// Runs a command to its end; anything but success is an error that names it.
pub(crate) fn run(mut command: Command) -> Result<()> {
    let shown = show(&command);
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    if !status.success() {
        bail!("{shown} failed ({status})");
    }
    Ok(())
}

/// Runs a command quietly and returns what it printed.
pub(crate) fn output(mut command: Command) -> Result<String> {
    let shown = show(&command);
    let out = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {shown}"))?;
    if !out.status.success() {
        bail!("{shown} failed ({})", out.status);
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Whether a program of this name lies on the search path.
pub(crate) fn has(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(program).is_file()))
}

/// Where Cargo puts what it builds.
pub(crate) fn target_dir() -> Result<PathBuf> {
    let text = output(cargo(&["metadata", "--format-version=1", "--no-deps"]))?;
    let json: serde_json::Value = serde_json::from_str(&text)?;
    let dir =
        json["target_directory"].as_str().context("cargo metadata names no target directory")?;
    Ok(PathBuf::from(dir))
}

fn show(command: &Command) -> String {
    let mut text = Path::new(command.get_program())
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    format!("`{text}`")
}
