//! `cargo xtask speed` and `cargo xtask lighthouse`: how fast the page is.

use crate::shell::{cargo, run, step};
use crate::{dist, verify};
use anyhow::Result;

/// Builds what ships and runs the program of this name, which prints a table of times, sizes and limits.
pub(crate) fn measure(program: &str) -> Result<()> {
    verify::ensure_browser()?;
    dist::dist(false)?;
    run(cargo(&["build", "--release", "-p", "daikaiju"]))?;
    run(cargo(&["build", "--release", "-p", "daikaiju-e2e", "--bin", program]))?;
    step("Measuring; leave the machine alone for some minutes");
    run(cargo(&["run", "--release", "--quiet", "-p", "daikaiju-e2e", "--bin", program]))
}
