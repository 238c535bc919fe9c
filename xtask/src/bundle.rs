//! What goes into `dist/`: which files, under which names, and their compressed twins.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The sprites that stand inside the page, so that they are there at the first paint.
const INLINE_SPRITES: [&str; 4] = ["icons", "dice", "monsters", "scenes"];
/// Files that keep their place at the root, outside the hashed folder.
const AT_ROOT: [&str; 8] = [
    "index.html",
    "sw.js",
    "manifest.webmanifest",
    "icon.svg",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable.png",
    "preview.png",
];
/// What is worth compressing; fonts and sounds are compressed already.
const COMPRESSED: [&str; 7] = ["html", "js", "css", "svg", "wasm", "webmanifest", "txt"];

/// All files of the page, by name, before the version is known.
pub(crate) struct Bundle {
    files: BTreeMap<String, Vec<u8>>,
}

impl Bundle {
    /// Takes the project's own files and the bound modules together.
    pub(crate) fn gather(assets: &Path, modules: &Path) -> Result<Bundle> {
        let mut files = BTreeMap::new();
        for folder in ["", "fonts", "sounds"] {
            for entry in fs::read_dir(assets.join(folder))
                .with_context(|| format!("no folder {folder:?} in the assets"))?
            {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                if entry.file_type()?.is_file() && !name.ends_with(".md") {
                    let key = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                    files.insert(key, fs::read(entry.path())?);
                }
            }
        }
        files.insert("style.css".into(), style(&assets.join("css"))?.into_bytes());
        files.insert("later.css".into(), style(&assets.join("later"))?.into_bytes());
        files.insert("cards.svg".into(), fs::read(assets.join("sprites/cards.svg"))?);
        files.insert("scenarios.txt".into(), scenarios(assets)?.into_bytes());
        files.insert("puzzles.txt".into(), fs::read(assets.join("../../review/puzzles.txt"))?);
        files.insert("rulings.txt".into(), fs::read(assets.join("../../../docs/RULINGS.md"))?);
        for lang in texts::Lang::ALL {
            files.insert(
                format!("texts-{}.txt", lang.tag()),
                texts::bundle(lang).as_bytes().to_vec(),
            );
            files.insert(
                format!("books-{}.txt", lang.tag()),
                texts::books_bundle(lang).as_bytes().to_vec(),
            );
        }
        let mut sprites = String::new();
        for name in INLINE_SPRITES {
            let text = fs::read_to_string(assets.join(format!("sprites/{name}.svg")))?;
            let inner = text.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
            sprites.push_str(
                inner.with_context(|| format!("the sprite {name} is not an svg"))?.0.trim(),
            );
        }
        let index =
            String::from_utf8(files["index.html"].clone())?.replace("<!-- sprites -->", &sprites);
        files.insert("index.html".into(), index.into_bytes());
        let boot = String::from_utf8(files["boot.js"].clone())?
            .replace("/*{{shell}}*/ {}", &shell_words());
        files.insert("boot.js".into(), boot.into_bytes());
        for entry in fs::read_dir(modules)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                files.insert(
                    entry.file_name().to_string_lossy().into_owned(),
                    fs::read(entry.path())?,
                );
            }
        }
        Ok(Bundle { files })
    }

    /// A short name for exactly this content.
    pub(crate) fn version(&self) -> String {
        let mut hash = Sha256::new();
        for (name, bytes) in &self.files {
            hash.update(name.as_bytes());
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        }
        hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Writes everything below `dir`: immutable files in `assets/<version>/`, the rest at the root.
    pub(crate) fn write(&self, dir: &Path, version: &str) -> Result<()> {
        let assets = format!("assets/{version}");
        let size = |name: &str| self.files.get(name).map_or(0, Vec::len).to_string();
        let (web_size, friends_size) = (size("web_bg.wasm"), size("friends_bg.wasm"));
        let cached: Vec<String> = self
            .files
            .keys()
            .filter(|name| {
                !AT_ROOT.contains(&name.as_str())
                    && !name.ends_with(".m4a")
                    && !name.starts_with("fonts/OFL")
                    // Without a network there are no tables to sit down at.
                    && !name.starts_with("friends")
            })
            .map(|name| format!("\"/{assets}/{name}\""))
            .collect();
        for (name, bytes) in &self.files {
            let (path, bytes) = if AT_ROOT.contains(&name.as_str()) {
                let bytes = match String::from_utf8(bytes.clone()) {
                    Ok(text) => text
                        .replace("{{assets}}", &assets)
                        .replace("{{version}}", version)
                        .replace("{{web_size}}", &web_size)
                        .replace("{{friends_size}}", &friends_size)
                        .replace("/*{{files}}*/", &cached.join(","))
                        .into_bytes(),
                    Err(error) => error.into_bytes(),
                };
                (dir.join(name), bytes)
            } else {
                (dir.join(&assets).join(name), bytes.clone())
            };
            fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
            fs::write(&path, bytes)?;
        }
        fs::write(dir.join("version.txt"), format!("{version}\n"))?;
        Ok(())
    }
}

/// One style sheet of all parts, in the order of their names: later parts may say otherwise than earlier ones.
fn style(folder: &Path) -> Result<String> {
    let mut parts: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("no folder {}", folder.display()))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    parts.sort();
    let texts = parts.iter().map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.concat())
}

/// All scenarios of the project in one file, one after the other.
fn scenarios(assets: &Path) -> Result<String> {
    let mut files: Vec<_> = fs::read_dir(assets.join("../../../scenarios"))
        .context("no folder of scenarios")?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let texts = files.iter().map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.join("\u{c}\n"))
}

/// What the page says before its program runs, in all languages, as an object of JavaScript.
fn shell_words() -> String {
    let rows = texts::Lang::ALL.map(|lang| {
        let texts = texts::Texts::of(lang);
        // The line under the name is as long as the page's own, so that nothing larger comes later.
        let tag = format!("{} {}", texts.home_tagline(), texts.home_free());
        let said = [
            texts.loading_title(),
            texts.loading_once(),
            texts.error_wasm(),
            texts.try_again(),
            tag.as_str(),
            texts.play_now(),
        ];
        format!("{}:{said:?}", lang.tag())
    });
    format!("{{{}}}", rows.join(","))
}

/// Puts a brotli and a gzip twin beside every file that gains by it; returns the brotli size of everything.
pub(crate) fn compress(dir: &Path) -> Result<usize> {
    let mut total = 0;
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            total += compress(&path)?;
            continue;
        }
        let extension =
            path.extension().and_then(|ext| ext.to_str()).unwrap_or_default().to_string();
        let plain = fs::read(&path)?;
        if !COMPRESSED.contains(&extension.as_str()) {
            total += plain.len();
            continue;
        }
        let mut brotli = Vec::new();
        brotli::CompressorWriter::new(&mut brotli, 1 << 16, 11, 22).write_all(&plain)?;
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(&plain)?;
        total += brotli.len();
        fs::write(path.with_extension(format!("{extension}.br")), brotli)?;
        fs::write(path.with_extension(format!("{extension}.gz")), gzip.finish()?)?;
    }
    Ok(total)
}
