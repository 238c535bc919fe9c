//! Where the game saves itself, and how it comes back.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use engine::Record;

/// `terminal.json` in the user's data directory.
///
/// # Errors
/// One sentence if the system names no such directory.
pub(crate) fn default_path() -> Result<PathBuf, String> {
    let folder =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    let data = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| home().map(|home| home.join(".local/share")))
    };
    let data = data.ok_or("no data directory is known: say where to save with --save FILE")?;
    Ok(data.join("daikaiju").join("terminal.json"))
}

/// The unfinished game in this file, if there is one.
///
/// # Errors
/// One sentence if the file is there but cannot be read or replayed.
pub(crate) fn unfinished(path: &Path) -> Result<Option<Record>, String> {
    let broken = |why: String| {
        format!(
            "the saved game in {} cannot be read: {why}; start another with --new",
            path.display()
        )
    };
    if is_device(path) {
        return Ok(None);
    }
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(broken(error.to_string())),
    };
    let record = Record::from_json(&text).map_err(|wrong| broken(wrong.to_string()))?;
    let finished = record.is_finished().map_err(|wrong| broken(wrong.to_string()))?;
    Ok((!finished).then_some(record))
}

/// Writes the record; whoever reads sees the old file or the new one, never half of it.
///
/// # Errors
/// One sentence if the disk does not want it.
pub(crate) fn write(path: &Path, record: &Record) -> Result<(), String> {
    let failed =
        |error: std::io::Error| format!("the game cannot be saved in {}: {error}", path.display());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    if is_device(path) {
        return fs::write(path, record.to_json()).map_err(failed);
    }
    let fresh = beside(path, "new");
    fs::write(&fresh, record.to_json()).map_err(failed)?;
    fs::rename(&fresh, path).map_err(failed)
}

/// Puts what lies in the file aside, so that a new game does not destroy it: an unfinished game or one that cannot be
/// read as `before`, a finished one as `last`.
pub(crate) fn put_aside(path: &Path) {
    if is_device(path) {
        return;
    }
    let name = if matches!(unfinished(path), Ok(None)) { "last" } else { "before" };
    // Where nothing lies nothing is moved, and what cannot be moved is simply replaced.
    let _ = fs::rename(path, beside(path, name));
}

/// Whether something lies there that is not a file, such as `/dev/null`: it is never moved nor replaced.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// `game.json` as `game.before.json`.
fn beside(path: &Path, what: &str) -> PathBuf {
    path.with_extension(format!("{what}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rules;
    use engine::record::Player;

    fn record() -> Record {
        let player = |name: &str| Player { name: name.into(), monster: None, bot: None };
        Record::new(Rules::default(), vec![player("Anna"), player("Ben")], None)
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        put_aside(&inner);
        assert!(inner.is_dir());
        assert!(write(&inner, &record()).unwrap_err().contains("cannot be saved"));
        assert!(inner.is_dir());
    }

    #[test]
    fn a_saved_game_comes_back_and_is_put_aside_for_a_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/game.json");
        assert_eq!(unfinished(&path), Ok(None));
        write(&path, &record()).unwrap();
        assert_eq!(unfinished(&path), Ok(Some(record())));
        put_aside(&path);
        assert_eq!(unfinished(&path), Ok(None));
        assert_eq!(unfinished(&folder.path().join("a/b/game.before.json")), Ok(Some(record())));
        fs::write(&path, "{}").unwrap();
        assert!(unfinished(&path).unwrap_err().contains("--new"));
    }
}
