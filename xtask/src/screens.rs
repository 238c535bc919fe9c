//! `cargo xtask screens`: the gallery of screenshots.

use crate::shell::{cargo, run, step};
use crate::{dist, verify};
use anyhow::Result;

/// Takes the screenshots of every page and state into `docs/screens/`.
pub(crate) fn screens() -> Result<()> {
    verify::ensure_browser()?;
    dist::dist(false)?;
    run(cargo(&["build", "--release", "-p", "cli"]))?;
    step("Taking screenshots");
    run(cargo(&["run", "--release", "-p", "e2e", "--bin", "screens"]))
}
