//! The Python package: builds the wheel, installs it into a fresh virtual environment beside the frameworks that it adapts to,
//! runs all tests that are written in Python, and installs it as a newcomer would.

use crate::shell::{cargo, command, has, output, root, run, step};
use crate::verify::install;
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What makes environments: it links them to packages that were fetched before, so a fresh one takes seconds.
const UV: &str = "0.13.8";

/// What a wheel for every Linux and every Python from 3.10 on is called.
const TAGS: &str = "-cp310-abi3-manylinux";

/// Builds and tests the package. Below `target` are kept only what makes environments, and the packages of others.
pub(crate) fn check() -> Result<()> {
    ensure_python()?;
    let home = root().join("target/python");
    fs::create_dir_all(&home)?;
    step("A fresh environment for Python (the first time it fetches some gigabytes)");
    let python = environment(&home)?;
    step("The Python package");
    let wheel = build(&home, &python)?;
    run(uv_pip(&home, &python, &["--no-deps".as_ref(), wheel.as_ref()])?)?;
    step("The program that it is compared with");
    run(cargo(&["build", "--release", "-p", "daikaiju", "--locked"]))?;
    step("Tests in Python");
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5", "tests"]);
    tests.current_dir(root().join("crates/python"));
    tests.env("DAIKAIJU", root().join("target/release/daikaiju"));
    tests.env("MPLBACKEND", "Agg");
    run(tests)?;
    step("pip install of the wheel, without Rust");
    bare(&home, &wheel, false)?;
    step("pip install of a clone");
    bare(&home, &root(), true)
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

/// The interpreter of a fresh environment of Python's own making.
fn venv(folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let mut make = command("python3", &["-m", "venv"]);
    make.arg(folder);
    run(make)?;
    Ok(folder.join("bin/python"))
}

/// `uv` of the wanted version, from an environment of its own.
fn uv(home: &Path) -> Result<Command> {
    let folder = home.join("tools");
    let program = folder.join("bin/uv");
    let version = |program: &Path| {
        let mut ask = Command::new(program);
        ask.arg("--version");
        program.exists().then(|| output(ask).ok()).flatten()
    };
    let is_wanted = |text: String| text.split_whitespace().nth(1) == Some(UV);
    if !version(&program).is_some_and(is_wanted) {
        let python = venv(&folder)?;
        run(pip(home, &python, &[format!("uv=={UV}").as_ref()]))
            .context("the tool that makes environments for Python cannot be installed")?;
    }
    let mut uv = Command::new(program);
    uv.env("UV_CACHE_DIR", home.join("cache")).current_dir(home);
    Ok(uv)
}

/// The interpreter of a fresh environment with everything that the tests need.
fn environment(home: &Path) -> Result<PathBuf> {
    let folder = home.join("environment");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut make = uv(home)?;
    make.args(["venv", "--quiet", "--no-config", "--python", "python3"]).arg(&folder);
    run(make)?;
    let python = folder.join("bin/python");
    let list = root().join("crates/python/tests/requirements.txt");
    run(uv_pip(home, &python, &["--requirement".as_ref(), list.as_ref()])?)
        .context("the packages for the tests in Python cannot be installed")?;
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
    let [wheel] = &wheels[..] else { bail!("maturin made {} wheels, not one", wheels.len()) };
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    if !name.contains(TAGS) {
        bail!("the wheel {name} is not for every Linux and every Python from 3.10 on ({TAGS})");
    }
    Ok(wheel.clone())
}

/// Installs the package as a newcomer would, into an environment with nothing else, and plays a game there. Only whoever
/// installs a clone has Rust.
fn bare(home: &Path, package: &Path, rust: bool) -> Result<()> {
    let folder = home.join("bare");
    let python = venv(&folder)?;
    let mut newcomer = pip(home, &python, &[package.as_ref()]);
    let mut play = Command::new(&python);
    play.arg("-I").arg(root().join("crates/python/tests/bare.py")).current_dir(home);
    for command in [&mut newcomer, &mut play] {
        if !rust {
            command.env("PATH", folder.join("bin"));
        }
    }
    run(newcomer)?;
    run(play)
}

/// Python's own installer.
fn pip(home: &Path, python: &Path, what: &[&OsStr]) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "--disable-pip-version-check", "install", "--quiet"]).args(what);
    pip.env("PIP_CACHE_DIR", home.join("pip-cache")).current_dir(home);
    pip
}

/// The quick one.
fn uv_pip(home: &Path, python: &Path, what: &[&OsStr]) -> Result<Command> {
    let mut pip = uv(home)?;
    pip.args(["pip", "install", "--quiet", "--no-config", "--python"]).arg(python).args(what);
    Ok(pip)
}
