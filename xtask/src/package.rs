//! `cargo xtask package`: a static program that runs on any Linux, a Debian package with it, and the root of an image. `--check` installs the package
//! in a folder of its own, runs it there and removes it again, and runs the program in the root of the image with nothing around it.

use crate::dist;
use crate::shell::{cargo, command, has, output, root, run, step, target_dir};
use anyhow::{Context, Result, bail};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "x86_64-unknown-linux-musl";

/// Runs when the package has been put in place. In another root there is no service to speak of.
const AFTER: &str = "#!/bin/sh\nset -e\nif [ \"$1\" = configure ] && [ -z \"$DPKG_ROOT\" ] && [ -d /run/systemd/system ]; then\n    \
    systemctl daemon-reload\n    systemctl enable --now daikaiju.service\n    systemctl try-restart daikaiju.service\nfi\n";

/// Runs before it is taken away.
const BEFORE_REMOVAL: &str = "#!/bin/sh\nset -e\nif [ \"$1\" = remove ] && [ -z \"$DPKG_ROOT\" ] && [ -d /run/systemd/system ]; then\n    \
    systemctl disable --now daikaiju.service\nfi\n";

/// Builds program and package; checks them if asked to.
pub(crate) fn package(rest: &[String]) -> Result<()> {
    let folder = root().join("target/package");
    fs::create_dir_all(&folder)?;
    let program = folder.join("daikaiju");
    build(&program)?;
    let package = debian(&program, &folder)?;
    image_root(&program, &folder)?;
    println!("{}\n{}", program.display(), package.display());
    if rest.iter().any(|arg| arg == "--check") {
        check(&package)?;
        check_image(&folder.join("root"))?;
    }
    Ok(())
}

fn build(program: &Path) -> Result<()> {
    if !root().join("dist/index.html").exists() {
        dist::dist(false)?;
    }
    let installed = output(command("rustup", &["target", "list", "--installed"]))?;
    if !installed.lines().any(|line| line == TARGET) {
        step("Adding the target for static programs");
        run(command("rustup", &["target", "add", TARGET]))?;
    }
    if !has("musl-gcc") {
        bail!(
            "musl-gcc is not here, which compiles SQLite for a static program: apt-get install musl-tools"
        );
    }
    step("Building the static program");
    run(cargo(&["build", "--release", "--locked", "-p", "daikaiju", "--target", TARGET]))?;
    let built = target_dir()?.join(TARGET).join("release/daikaiju");
    fs::copy(&built, program).with_context(|| format!("cannot copy {}", built.display()))?;
    let about = output(command("file", &["-b", &program.to_string_lossy()])).unwrap_or_default();
    if about.contains("dynamically linked") {
        bail!("the program is not static: {about}");
    }
    Ok(())
}

/// Puts a file into a tree, with its mode.
fn put(tree: &Path, path: &str, content: &[u8], mode: u32) -> Result<()> {
    let file = tree.join(path);
    fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
    fs::write(&file, content)?;
    Ok(fs::set_permissions(&file, fs::Permissions::from_mode(mode))?)
}

fn debian(program: &Path, folder: &Path) -> Result<PathBuf> {
    step("Building the Debian package");
    let version = env!("CARGO_PKG_VERSION");
    let tree = folder.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    let packaging = root().join("packaging");
    let text =
        |path: PathBuf| fs::read(&path).with_context(|| format!("cannot read {}", path.display()));
    put(&tree, "usr/bin/daikaiju", &text(program.to_owned())?, 0o755)?;
    put(
        &tree,
        "usr/lib/systemd/system/daikaiju.service",
        &text(packaging.join("daikaiju.service"))?,
        0o644,
    )?;
    put(&tree, "etc/daikaiju/daikaiju.toml", &text(packaging.join("daikaiju.toml"))?, 0o644)?;
    put(&tree, "usr/share/doc/daikaiju/HOSTING.md", &text(root().join("docs/HOSTING.md"))?, 0o644)?;
    let licences =
        [text(root().join("LICENSE-MIT"))?, text(root().join("LICENSE-APACHE"))?].concat();
    put(&tree, "usr/share/doc/daikaiju/copyright", &licences, 0o644)?;
    let size = fs::metadata(program)?.len() / 1024;
    let control = format!(
        "Package: daikaiju\nVersion: {version}\nArchitecture: amd64\nMaintainer: The Daikaiju developers <daikaiju@localhost>\n\
         Installed-Size: {size}\nSection: games\nPriority: optional\n\
         Description: King of Tokyo for friends, on a server of your own\n \
         Tables that never lose a move, dice that anyone can check, bots that play well.\n One static program, one folder.\n"
    );
    put(&tree, "DEBIAN/control", control.as_bytes(), 0o644)?;
    put(&tree, "DEBIAN/conffiles", b"/etc/daikaiju/daikaiju.toml\n", 0o644)?;
    put(&tree, "DEBIAN/postinst", AFTER.as_bytes(), 0o755)?;
    put(&tree, "DEBIAN/prerm", BEFORE_REMOVAL.as_bytes(), 0o755)?;
    let package = folder.join(format!("daikaiju_{version}_amd64.deb"));
    run(command(
        "dpkg-deb",
        &["--build", "--root-owner-group", &tree.to_string_lossy(), &package.to_string_lossy()],
    ))?;
    Ok(package)
}

/// What an image holds: the program, and an empty folder that belongs to the user it runs as, which a volume takes over.
fn image_root(program: &Path, folder: &Path) -> Result<()> {
    let tree = folder.join("root");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    put(&tree, "daikaiju", &fs::read(program)?, 0o555)?;
    let data = tree.join("data");
    fs::create_dir(&data)?;
    Ok(fs::set_permissions(&data, fs::Permissions::from_mode(0o700))?)
}

/// Installs the package in a folder, serves from it, asks it how it is, and removes it.
fn check(package: &Path) -> Result<()> {
    step("Installing the package in a folder of its own");
    let place = root().join("target/package/installed");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    for folder in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "data"] {
        fs::create_dir_all(place.join(folder))?;
    }
    fs::write(place.join("var/lib/dpkg/status"), "")?;
    let name = place.to_string_lossy().into_owned();
    let dpkg = |args: &[&str]| {
        let always = [&format!("--root={name}"), "--force-script-chrootless", "--force-not-root"];
        let mut dpkg = command("dpkg", &always);
        dpkg.args(args).stdout(Stdio::null());
        dpkg
    };
    run(dpkg(&["-i", &package.to_string_lossy()]))?;
    let program = place.join("usr/bin/daikaiju").to_string_lossy().into_owned();
    let settings = place.join("etc/daikaiju/daikaiju.toml").to_string_lossy().into_owned();
    println!("{}", output(command(&program, &["--version"]))?.trim());
    run({
        let mut check = command(&program, &["config", "check", "--config", &settings]);
        check.stdout(Stdio::null());
        check
    })?;
    if has("systemd-analyze") {
        // It knows the paths of this machine alone, so the program is put where the unit would find it.
        let unit = fs::read_to_string(place.join("usr/lib/systemd/system/daikaiju.service"))?;
        let unit = unit.replace("/usr/bin/daikaiju", &program);
        let copy = place.join("daikaiju.service");
        fs::write(&copy, unit)?;
        run(command("systemd-analyze", &["verify", "--man=no", &copy.to_string_lossy()]))?;
    }
    let free = free_address()?;
    let data = place.join("data").to_string_lossy().into_owned();
    serves(
        command(&program, &["serve", "--config", &settings, "--listen", &free, "--data", &data]),
        || command(&program, &["healthcheck", "--listen", &free]),
    )?;
    run(dpkg(&["--purge", "daikaiju"]))?;
    if Path::new(&program).exists() {
        bail!("the package leaves its program behind");
    }
    println!("installed, served, removed");
    Ok(())
}

/// What the `Containerfile` makes of the image's root, as far as that goes without a container: a root with the program alone, no
/// user but the one without a name, the variables and the health check of the file.
fn check_image(tree: &Path) -> Result<()> {
    let user = output(command("id", &["-u"]))?;
    if user.trim() != "0" || !has("chroot") {
        println!("the root of the image was not tried: only root may change the root");
        return Ok(());
    }
    step("Running the program in the root of the image");
    let place = root().join("target/package/image");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    run(command("cp", &["-a", &tree.to_string_lossy(), &place.to_string_lossy()]))?;
    let name = place.to_string_lossy().into_owned();
    run(command("chown", &["-R", "65532:65532", &name]))?;
    let free = free_address()?;
    let inside = |wanted: &str| {
        let mut inside = command("chroot", &["--userspec=65532:65532", &name, "/daikaiju", wanted]);
        let path = std::env::var("PATH").unwrap_or_default();
        let all = [("PATH", path.as_str()), ("DAIKAIJU_LISTEN", &free), ("DAIKAIJU_DATA", "/data")];
        inside.env_clear().envs(all);
        inside
    };
    serves(inside("serve"), || inside("healthcheck"))?;
    if !place.join("data/daikaiju.sqlite").exists() {
        bail!("the program in the image does not keep its data in the volume");
    }
    fs::remove_dir_all(&place)?;
    println!("served from the root of the image");
    Ok(())
}

fn free_address() -> Result<String> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

/// Starts a server, waits until it says that it is ready, and stops it.
fn serves(mut serve: Command, ask: impl Fn() -> Command) -> Result<()> {
    let mut server = serve.stdout(Stdio::null()).spawn()?;
    let ready = (0..300).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let mut ask = ask();
        ask.stdout(Stdio::null()).stderr(Stdio::null());
        ask.status().is_ok_and(|status| status.success())
    });
    server.kill()?;
    server.wait()?;
    if !ready {
        bail!("the server is not ready after half a minute");
    }
    Ok(())
}
