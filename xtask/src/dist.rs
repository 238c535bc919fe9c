//! The page: its WebAssembly modules, art, fonts and sounds, hashed and compressed into `dist/`.

use crate::bundle::{Bundle, compress};
use crate::shell::{cargo, command, has, output, root, run, step, target_dir};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page into `dist/` and returns that folder. What has not changed is left alone.
pub(crate) fn dist(quick: bool) -> Result<PathBuf> {
    ensure_target()?;
    step("Building the page and the worker");
    let profile = if quick { "dev" } else { "web" };
    let common = ["--target", TARGET, "--profile", profile];
    let mut worker = vec!["build", "-p", "daikaiju-worker"];
    worker.extend(common);
    run(cargo(&worker))?;
    // The page only shows what the engine says: there it is small rather than fast.
    let mut page = vec!["build", "-p", "daikaiju-web"];
    page.extend(common);
    page.extend([
        "--config",
        "profile.web.opt-level=\"z\"",
        "--config",
        "profile.web.package.daikaiju-engine.opt-level=\"z\"",
        "--config",
        "profile.web.package.daikaiju-bots.opt-level=\"z\"",
    ]);
    run(cargo(&page))?;
    let built = target_dir()?.join(TARGET).join(if quick { "debug" } else { "web" });
    let staging = target_dir()?.join("dist-staging");
    if staging.exists() {
        fs::remove_dir_all(&staging)?;
    }
    fs::create_dir_all(&staging)?;
    step("Binding to the browser");
    for name in ["web", "friends", "later", "worker"] {
        bind(&built.join(format!("{name}.wasm")), name, &staging)?;
    }
    step("Packing");
    let dist = root().join("dist");
    let bundle = Bundle::gather(&root().join("crates/web/assets"), &staging)?;
    let version = bundle.version();
    if fs::read_to_string(dist.join("version.txt")).is_ok_and(|old| old.trim() == version) {
        eprintln!("   {} is up to date", dist.display());
        return Ok(dist);
    }
    let fresh = target_dir()?.join("dist-fresh");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    bundle.write(&fresh, &version)?;
    let total = if quick { 0 } else { compress(&fresh)? };
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    move_folder(&fresh, &dist)?;
    eprintln!("   {} holds version {version}, {} KB compressed", dist.display(), total / 1024);
    Ok(dist)
}

/// Sees to it that the compiler can make WebAssembly.
fn ensure_target() -> Result<()> {
    let dir = output(command("rustc", &["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(dir.trim()).is_dir() {
        return Ok(());
    }
    if !has("rustup") {
        bail!(
            "the page needs Rust's {TARGET} target, and there is no rustup to add it; \
             install it with your Rust, or play in the terminal with `cargo run --release -p daikaiju -- terminal`"
        );
    }
    step("Adding the WebAssembly target");
    run(command("rustup", &["target", "add", TARGET])).context(
        "the WebAssembly target cannot be added here; \
         the terminal game still runs with `cargo run --release -p daikaiju -- terminal`",
    )
}

fn bind(wasm: &Path, name: &str, out: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(wasm)
        .web(true)?
        .typescript(false)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name(name)
        .generate(out)
        .with_context(|| format!("cannot bind {}", wasm.display()))
}

fn move_folder(from: &Path, to: &Path) -> Result<()> {
    if fs::rename(from, to).is_ok() {
        return Ok(());
    }
    // The build folder may lie on another disk.
    copy_folder(from, to)?;
    fs::remove_dir_all(from)?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
