//! The project's own commands.
//!
//! - `cargo play` builds everything and runs the game at a local address.
//! - `cargo verify` installs what the tests need, builds and checks everything.
//! - `cargo xtask dist` builds only the page, into `dist/`; with `--quick` unoptimised, for work on the page itself.
//! - `cargo xtask python` builds the Python package and runs its tests in an environment of its own.
//! - `cargo xtask package` builds the static program and the Debian package; with `--check` it installs and tries them.
//! - `cargo xtask screens` takes the screenshots of every page and state.
//! - `cargo xtask speed` measures the page in a slowed Chromium.
//! - `cargo xtask lighthouse` asks Lighthouse, which is fetched with npm, about the page in its mobile setting.

mod bundle;
mod dist;
mod package;
mod play;
mod screens;
mod shell;
mod speed;
mod verify;
mod wheel;

use anyhow::{Result, bail};

fn main() {
    if let Err(error) = run() {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}

fn run() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    match command.as_str() {
        "dist" => dist::dist(rest.iter().any(|arg| arg == "--quick")).map(drop),
        "play" => play::play(&rest),
        "verify" => verify::verify(&rest),
        "package" => package::package(&rest),
        "python" => wheel::check(),
        "screens" => screens::screens(&rest),
        "speed" => speed::measure("speed"),
        "lighthouse" => speed::measure("lighthouse"),
        "" => bail!(
            "say what to do: dist, play, verify, package, python, screens, speed or lighthouse"
        ),
        other => {
            bail!(
                "there is no command {other:?}; there are dist, play, verify, package, python, screens, speed and lighthouse"
            )
        }
    }
}
