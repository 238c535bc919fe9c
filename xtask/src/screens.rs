//! `cargo xtask screens`: the gallery of screenshots.

use crate::shell::{cargo, run, step};
use crate::{dist, verify};
use anyhow::Result;

/// Takes the screenshots of every page and state into `docs/screens/`.
///
/// Arguments name the wanted looks, such as `phone`, `desktop-light` or `moving`; without any all are taken.
pub(crate) fn screens(looks: &[String]) -> Result<()> {
    verify::ensure_browser()?;
    dist::dist(false)?;
    run(cargo(&["build", "--release", "-p", "daikaiju"]))?;
    step("Taking screenshots");
    let mut take = cargo(&["run", "--release", "-p", "daikaiju-e2e", "--bin", "screens", "--"]);
    take.args(looks);
    run(take)
}
