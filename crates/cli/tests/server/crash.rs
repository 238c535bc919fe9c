//! SIGKILL and SIGTERM under load: nothing that was acknowledged is ever missing.

use server_bench::{SoakArgs, soak};

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let report = soak(SoakArgs {
        kills: 6,
        tables: 40,
        terminate_every: 3,
        between_ms: 500,
        data: Some(data.path().to_owned()),
        database: None,
        program: Some(crate::common::PROGRAM.into()),
    })
    .unwrap();
    assert_eq!(report.kills, 6);
    assert!(100 < report.acknowledged && 10 < report.taken_back, "{report:?}");
    assert!(report.slowest_start_ms < 2000, "{report:?}");
}
