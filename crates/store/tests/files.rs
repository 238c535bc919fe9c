//! The files themselves: who may read them, what becomes of a server whose database is taken away, backups and their return.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use daikaiju_store::{
    Change, Error, FILE_NAME, GameRow, KEY_FILE, Sqlite, StepRow, Store, TableRow, Write, backup,
    restore,
};

const SECRETS: [&str; 2] = [r#""the-seed-of-the-next-game""#, r#""the-seed-of-this-game""#];

async fn one_game(folder: &Path) -> Sqlite {
    let store = Sqlite::open(folder).unwrap();
    let table = TableRow {
        id: "harbour-42".into(),
        version: 1,
        listed: true,
        phase: "playing".into(),
        updated_ms: 0,
        touched_ms: 0,
        body: SECRETS[0].into(),
    };
    let game = GameRow {
        id: "harbour-42/1".into(),
        table: "harbour-42".into(),
        number: 1,
        rules_version: 1,
        started_ms: 0,
        finished_ms: None,
        header: SECRETS[1].into(),
        result: None,
    };
    store.write(Write::new().put_table(table, 0).start_game(game, vec![])).await.unwrap();
    store.write(step(1)).await.unwrap();
    store
}

fn step(seq: u64) -> Write {
    Write::from(Change::Step(StepRow {
        game: "harbour-42/1".into(),
        seq,
        at_ms: 0,
        body: format!("\"step {seq}\""),
    }))
}

async fn steps(store: &Sqlite) -> usize {
    store.steps("harbour-42/1", 1, 1000).await.unwrap().len()
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn beside(folder: &Path, ending: &str) -> PathBuf {
    folder.join(format!("{FILE_NAME}{ending}"))
}

#[tokio::test]
async fn nobody_else_on_the_machine_can_read_folder_files_and_backups() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data");
    let store = one_game(&folder).await;
    assert_eq!(mode(&folder), 0o700);
    for ending in ["", "-wal", "-shm"] {
        assert_eq!(mode(&beside(&folder, ending)), 0o600, "{ending}");
    }
    for (name, plain) in [("sealed.sqlite", false), ("plain.sqlite", true)] {
        let copy = parent.path().join(name);
        backup(&folder, &copy, plain).unwrap();
        assert_eq!(mode(&copy), 0o600, "{name}");
    }
    assert_eq!(mode(&folder.join(KEY_FILE)), 0o600);
    drop(store);
    // Files that an earlier program left open to all are closed.
    std::fs::set_permissions(beside(&folder, ""), std::fs::Permissions::from_mode(0o644)).unwrap();
    drop(Sqlite::open(&folder).unwrap());
    assert_eq!(mode(&beside(&folder, "")), 0o600);
}

#[tokio::test]
async fn a_backup_that_leaves_the_machine_tells_nobody_the_dice() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = one_game(folder.path()).await;
    let copy = elsewhere.path().join("monday.sqlite");
    let made = backup(folder.path(), &copy, false).unwrap();
    assert_eq!((made.tables, made.games), (1, 1));
    let again = backup(folder.path(), &copy, false).unwrap_err();
    assert!(again.to_string().contains("exists already"), "{again}");
    let bytes = std::fs::read(&copy).unwrap();
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(!SECRETS.into_iter().any(holds));
    assert!(holds("step 1"), "what everybody has seen is not sealed");
    store.write(step(2)).await.unwrap();
    assert!(matches!(restore(folder.path(), &copy, None), Err(Error::InUse(_))));
    drop(store);

    // By hand it is refused; without the key, too; nothing has changed then.
    let other = tempfile::tempdir().unwrap();
    std::fs::copy(&copy, beside(other.path(), "")).unwrap();
    assert!(matches!(Sqlite::open(other.path()), Err(Error::Sealed(_))));
    std::fs::remove_file(beside(other.path(), "")).unwrap();
    assert!(restore(other.path(), &copy, None).unwrap_err().to_string().contains(KEY_FILE));
    let wrong = elsewhere.path().join("wrong.key");
    std::fs::write(&wrong, "00".repeat(32)).unwrap();
    assert_eq!(restore(other.path(), &copy, Some(&wrong)), Err(Error::WrongKey(copy.clone())));
    assert!(!beside(other.path(), "").exists());

    // With the key it is all there, seeds too; and at home the newer database is kept beside it.
    restore(other.path(), &copy, Some(&folder.path().join(KEY_FILE))).unwrap();
    let moved = Sqlite::open(other.path()).unwrap();
    assert_eq!(moved.table("harbour-42").await.unwrap().unwrap().body, SECRETS[0]);
    assert_eq!(moved.game("harbour-42/1").await.unwrap().unwrap().header, SECRETS[1]);
    assert_eq!(steps(&moved).await, 1);
    let restored = restore(folder.path(), &copy, None).unwrap();
    assert!(restored.before.as_ref().is_some_and(|before| before.exists()), "{restored:?}");
    assert_eq!(steps(&Sqlite::open(folder.path()).unwrap()).await, 1);
}

#[tokio::test]
async fn a_damaged_backup_is_refused_and_changes_nothing() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    drop(one_game(folder.path()).await);
    let copy = elsewhere.path().join("plain.sqlite");
    backup(folder.path(), &copy, true).unwrap();
    let bytes = std::fs::read(&copy).unwrap();
    std::fs::write(&copy, &bytes[..bytes.len() / 2]).unwrap();
    assert!(restore(folder.path(), &copy, None).is_err());
    std::fs::write(&copy, "recipes").unwrap();
    assert!(restore(folder.path(), &copy, None).is_err());
    assert!(restore(folder.path(), &elsewhere.path().join("none"), None).is_err());
    assert_eq!(steps(&Sqlite::open(folder.path()).unwrap()).await, 1);
}

/// Somebody takes the database away under a running server: nothing more is acknowledged.
#[tokio::test]
async fn a_file_that_was_removed_replaced_or_set_back_is_noticed_at_once() {
    type Harm = fn(&Path, &Path);
    let harms: [(&str, Harm); 5] = [
        ("removed", |folder, _| std::fs::remove_file(beside(folder, "")).unwrap()),
        ("log removed", |folder, _| std::fs::remove_file(beside(folder, "-wal")).unwrap()),
        ("folder moved", |folder, copy| {
            std::fs::rename(folder, copy.with_extension("moved")).unwrap()
        }),
        ("replaced", |folder, copy| std::fs::rename(copy, beside(folder, "")).unwrap()),
        ("set back", |folder, copy| assert!(0 < std::fs::copy(copy, beside(folder, "")).unwrap())),
    ];
    for (what, harm) in harms {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("data");
        let copy = parent.path().join("copy.sqlite");
        let store = one_game(&folder).await;
        backup(&folder, &copy, true).unwrap();
        store.write(step(2)).await.unwrap();
        store.is_there().unwrap();
        harm(&folder, &copy);
        let lost = Err(Error::Lost(beside(&folder, "")));
        assert_eq!(store.write(step(3)).await, lost, "{what}");
        assert_eq!(store.is_there(), lost, "{what}");
        assert_eq!(store.is_well().await, lost, "{what}");
    }
}

/// What everybody does wrong: a backup is put in place by hand and the log of the old database stays.
#[tokio::test]
async fn a_log_that_belongs_to_another_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = one_game(folder.path()).await;
    let copy = folder.path().join("copy.sqlite");
    backup(folder.path(), &copy, true).unwrap();
    store.write(step(2)).await.unwrap();
    let other = tempfile::tempdir().unwrap();
    std::fs::copy(&copy, beside(other.path(), "")).unwrap();
    std::fs::copy(beside(folder.path(), "-wal"), beside(other.path(), "-wal")).unwrap();
    let error = Sqlite::open(other.path()).unwrap_err();
    assert!(error.to_string().contains("belongs to another database"), "{error}");
    std::fs::remove_file(beside(other.path(), "-wal")).unwrap();
    assert_eq!(steps(&Sqlite::open(other.path()).unwrap()).await, 1);
}

/// Many commits with checkpoints between them are our own changes.
#[tokio::test]
async fn the_own_writer_is_not_taken_for_a_stranger() {
    let folder = tempfile::tempdir().unwrap();
    let store = one_game(folder.path()).await;
    for seq in 2..=120 {
        let body = "x".repeat(400_000);
        let row = StepRow { game: "harbour-42/1".into(), seq, at_ms: 0, body };
        store.write(Write::from(Change::Step(row))).await.unwrap();
    }
    store.is_there().unwrap();
    assert!(16_000_000 < store.size().file, "the log was copied: {:?}", store.size());
    assert_eq!(store.size().queue, 0);
}
