//! The power fails: the write-ahead log ends anywhere. Whatever is left opens, and holds whole writes only: all of them up
//! to some point, and none after it.

use std::path::Path;

use daikaiju_store::{Change, GameRow, Sqlite, StepRow, Store, TableRow, TalkRow, Write};

const TABLE: &str = "harbour-42";
const GAME: &str = "harbour-42/1";

/// The write with this number: a table, a step and something said, all together.
fn write(number: u64) -> Write {
    let table = TableRow {
        id: TABLE.into(),
        version: number,
        listed: true,
        phase: "playing".into(),
        updated_ms: 0,
        touched_ms: 0,
        body: format!("{number} {}", "table ".repeat(number as usize * 7 % 100)),
    };
    let write = Write::new().put_table(table, number - 1);
    let write = if number == 1 {
        let game = GameRow {
            id: GAME.into(),
            table: TABLE.into(),
            number: 1,
            rules_version: 1,
            started_ms: 0,
            finished_ms: None,
            header: "{}".into(),
            result: None,
        };
        write.start_game(game, vec![])
    } else {
        write
    };
    let body = format!("{number} {}", "step ".repeat(number as usize * 13 % 200));
    let step = StepRow { game: GAME.into(), seq: number, at_ms: number as i64, body };
    let talk = TalkRow { table: TABLE.into(), seq: number, at_ms: 0, body: "grr".into() };
    write.and(Change::Step(step)).and(Change::Talk(talk))
}

/// How many writes are in a store; each must be there as a whole.
async fn whole_writes(store: &Sqlite) -> u64 {
    let version = store.table(TABLE).await.unwrap().map_or(0, |table| table.version);
    let steps = store.steps(GAME, 1, u32::MAX).await.unwrap();
    let talk = store.talk(TABLE, u32::MAX).await.unwrap();
    assert_eq!((steps.len() as u64, talk.len() as u64), (version, version), "half a write");
    assert!(steps.iter().zip(1..).all(|(step, seq)| step.seq == seq));
    assert_eq!(store.clock().await.unwrap(), version as i64);
    version
}

/// What is left of the store when its log breaks off: opens it, and goes on with it.
async fn left(main: &[u8], log: &[u8]) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let file = Sqlite::file_in(folder.path());
    std::fs::write(&file, main).unwrap();
    std::fs::write(log_of(&file), log).unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let number = whole_writes(&store).await;
    store.write(write(number + 1)).await.unwrap();
    drop(store);
    assert_eq!(whole_writes(&Sqlite::open(folder.path()).unwrap()).await, number + 1);
    number
}

fn log_of(file: &Path) -> std::path::PathBuf {
    file.with_extension("sqlite-wal")
}

#[tokio::test]
async fn a_log_that_breaks_off_anywhere_leaves_whole_writes() {
    let folder = tempfile::tempdir().unwrap();
    let file = Sqlite::file_in(folder.path());
    // The tables of the database itself are in the file before.
    drop(Sqlite::open(folder.path()).unwrap());
    let main = std::fs::read(&file).unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    // How long the log was when each write was acknowledged.
    let mut acknowledged = vec![0];
    for number in 1..=8 {
        store.write(write(number)).await.unwrap();
        acknowledged.push(std::fs::metadata(log_of(&file)).unwrap().len());
    }
    assert_eq!(std::fs::read(&file).unwrap(), main, "the log was not yet taken into the file");
    let log = std::fs::read(log_of(&file)).unwrap();
    let frame = 4096 + 24;
    let edges = (0..).map(|n| 32 + n * frame).take_while(|&edge| edge <= log.len() + frame);
    let mut cuts: Vec<usize> = edges.flat_map(|edge| [edge - 1, edge, edge + 1]).collect();
    cuts.extend((0..log.len()).step_by(7777));
    cuts.extend([0, 1, 31, log.len()]);
    cuts.retain(|&cut| cut <= log.len());
    cuts.sort_unstable();
    cuts.dedup();
    let mut before = 0;
    for &cut in &cuts {
        let number = left(&main, &log[..cut]).await;
        assert!(before <= number, "a longer log holds more");
        before = number;
        // What was acknowledged when the log was that long is there.
        let promised = acknowledged.iter().rposition(|&length| length <= cut as u64).unwrap();
        assert!(promised as u64 <= number, "{cut}: {number} writes are left of {promised}");
    }
    assert_eq!(before, 8);

    // The same with rubbish where the log breaks off, as a disk may leave it.
    for &cut in cuts.iter().step_by(9) {
        let mut rubbish = log[..cut].to_vec();
        rubbish.extend((0..log.len() - cut).map(|at| (at * 31 + cut) as u8));
        let promised = acknowledged.iter().rposition(|&length| length <= cut as u64).unwrap();
        assert!(promised as u64 <= left(&main, &rubbish).await);
    }
    drop(store);
}
