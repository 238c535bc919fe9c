//! The Python package: builds the wheel, installs it into a virtual environment of its own beside the frameworks that it
//! adapts to, and runs all tests that are written in Python.

use crate::shell::{command, has, output, root, run, step};
use crate::verify::install;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds and tests the package. The environment with the packages of others is kept below `target`.
pub(crate) fn check() -> Result<()> {
    ensure_python()?;
    let home = root().join("target/python");
    fs::create_dir_all(&home)?;
    step("The Python package");
    let python = environment(&home)?;
    let wheel = build(&home, &python)?;
    step("Installing the wheel");
    run(pip(&python, &["install", "--quiet", "--no-deps", "--force-reinstall"], &[&wheel]))?;
    step("Tests in Python");
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5", "tests"]);
    tests.current_dir(root().join("crates/python"));
    tests.env("DAIKAIJU", root().join("target/release/daikaiju"));
    tests.env("MPLBACKEND", "Agg");
    run(tests)
}

/// Python with its virtual environments; installed where that can be done.
fn ensure_python() -> Result<()> {
    let fits = |program: &str| {
        has(program) && output(command(program, &["-m", "ensurepip", "--version"])).is_ok()
    };
    if fits("python3") {
        return Ok(());
    }
    install(&["python3", "python3-venv", "python3-pip"])?;
    if !fits("python3") {
        bail!(
            "`python3 -m venv` does not work here, and the Python package cannot be tested without it"
        );
    }
    Ok(())
}

/// The interpreter of an environment with everything the tests need. It is made anew when the list of that changes.
fn environment(home: &Path) -> Result<PathBuf> {
    let list = root().join("crates/python/tests/requirements.txt");
    let wanted = fs::read_to_string(&list).context("the list of packages is missing")?;
    let folder = home.join("environment");
    let (python, made) = (folder.join("bin/python"), folder.join("made-from.txt"));
    if python.exists() && fs::read_to_string(&made).is_ok_and(|text| text == wanted) {
        return Ok(python);
    }
    step(
        "A fresh environment for Python (PettingZoo, Gymnasium, OpenSpiel, stable baselines: some gigabytes)",
    );
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut make = command("python3", &["-m", "venv"]);
    make.arg(&folder);
    run(make)?;
    // The environment itself is what is kept: the packages are some gigabytes, and once is enough.
    let install = ["install", "--quiet", "--no-cache-dir", "--requirement"];
    run(pip(&python, &install, &[&list]))
        .context("the packages for the tests in Python cannot be installed")?;
    fs::write(&made, wanted)?;
    Ok(python)
}

/// Builds the wheel and says where it is.
fn build(home: &Path, python: &Path) -> Result<PathBuf> {
    let dist = home.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    let mut maturin = Command::new(python);
    maturin.args(["-m", "maturin", "build", "--release", "--locked", "--out"]);
    maturin.arg(&dist).current_dir(root());
    run(maturin)?;
    let wheels: Vec<PathBuf> =
        fs::read_dir(&dist)?.filter_map(|file| Some(file.ok()?.path())).collect();
    match &wheels[..] {
        [wheel] => Ok(wheel.clone()),
        _ => bail!("maturin made {} wheels, not one", wheels.len()),
    }
}

fn pip(python: &Path, args: &[&str], paths: &[&Path]) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "--disable-pip-version-check"]).args(args).args(paths);
    pip
}
