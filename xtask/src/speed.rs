//! `cargo xtask speed`: how fast the page is.

use crate::shell::{cargo, run, step};
use crate::{dist, verify};
use anyhow::Result;

/// Builds what ships and prints a table of times, sizes and limits.
pub(crate) fn speed() -> Result<()> {
    verify::ensure_browser()?;
    dist::dist(false)?;
    run(cargo(&["build", "--release", "-p", "daikaiju"]))?;
    run(cargo(&["build", "--release", "-p", "daikaiju-e2e", "--bin", "speed"]))?;
    step("Measuring; leave the machine alone for three minutes");
    run(cargo(&["run", "--release", "--quiet", "-p", "daikaiju-e2e", "--bin", "speed"]))
}
