//! What a durable step costs: SQLite against PostgreSQL in the same run, processor time of this process and of PostgreSQL told
//! apart.
//!
//!     cargo run --release -p daikaiju-store --example store_cost -- [seconds a run] [rounds]
//!
//! Closed loop: every table writes its next step when the last one is durable. The last rows write 500 steps a second in all.
//! Medians over the rounds; the two stores take turns, so that a busy neighbour hits both.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use daikaiju_store::{Change, Claim, GameRow, Postgres, Sqlite, StepRow, Store, TableRow, Write};

/// As long as a step of a game of `daikaiju load` is on average.
const BODY: &str = "[\"answer\",{\"keep\":[1,2,3]},{\"roll\":[1,2,3,4,5,6]},\"0123\"]";

#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    per_second: f64,
    /// Microseconds of processor a step.
    own: f64,
    postgres: f64,
    /// Milliseconds from asking to durable.
    p50: f64,
    p99: f64,
}

fn own_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<f64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0.0))
        .collect();
    fields.get(11..13).map_or(0.0, |times| times.iter().sum::<f64>() / 100.0)
}

/// Tables with a running game each.
async fn prepare(store: &dyn Store, run: u32, tables: usize) -> Result<Vec<Claim>, Box<dyn Error>> {
    let names: Vec<String> = (0..tables).map(|n| format!("harbour-{run}-{n}")).collect();
    let claims = store.claim(names, 0).await?;
    for claim in &claims {
        let id = claim.table.clone();
        let row = TableRow {
            id: id.clone(),
            version: 1,
            listed: false,
            phase: "playing".into(),
            updated_ms: 0,
            touched_ms: 0,
            body: "{}".into(),
        };
        let game = GameRow {
            id: format!("{id}/1"),
            table: id,
            number: 1,
            rules_version: 1,
            started_ms: 0,
            finished_ms: None,
            header: "{}".into(),
            result: None,
        };
        store.write(Write::new().put_table(row, 0).start_game(game, vec![]).at(claim)).await?;
    }
    Ok(claims)
}

/// One table: a step as soon as the last is durable, or one at every tick. Says how long each took.
async fn play(
    store: Arc<dyn Store>,
    claim: Claim,
    every: Option<Duration>,
    first: Duration,
    (done, stop): (Arc<AtomicU64>, Arc<AtomicBool>),
) -> Result<Vec<Duration>, daikaiju_store::Error> {
    let mut waits = Vec::new();
    tokio::time::sleep(first).await;
    let mut ticks = tokio::time::interval(every.unwrap_or(Duration::from_secs(1)));
    for seq in 1.. {
        if every.is_some() {
            ticks.tick().await;
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let game = format!("{}/1", claim.table);
        let step = StepRow { game, seq, at_ms: 0, body: BODY.into() };
        let asked = Instant::now();
        store.write(Write::from(Change::Step(step)).at(&claim)).await?;
        waits.push(asked.elapsed());
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(waits)
}

async fn measure(
    store: &Arc<dyn Store>,
    postgres: &testkit::Postgres,
    claims: Vec<Claim>,
    time: Duration,
    rate: Option<u32>,
) -> Result<Cost, Box<dyn Error>> {
    let (done, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let tables = claims.len() as u32;
    let (began, own, theirs) = (Instant::now(), own_seconds(), postgres.cpu_seconds());
    let every = rate.map(|rate| Duration::from_secs(1) * tables / rate);
    let mut tasks = Vec::new();
    for (n, claim) in claims.into_iter().enumerate() {
        let first = every.map_or(Duration::ZERO, |every| every * n as u32 / tables);
        let signs = (Arc::clone(&done), Arc::clone(&stop));
        tasks.push(tokio::spawn(play(Arc::clone(store), claim, every, first, signs)));
    }
    tokio::time::sleep(time).await;
    let (steps, took) = (done.load(Ordering::Relaxed) as f64, began.elapsed().as_secs_f64());
    let (own, theirs) = (own_seconds() - own, postgres.cpu_seconds() - theirs);
    stop.store(true, Ordering::Relaxed);
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await??);
    }
    waits.sort_unstable();
    let at = |share: f64| {
        let place = (waits.len() as f64 * share) as usize;
        waits.get(place).map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
    };
    Ok(Cost {
        per_second: steps / took,
        own: own / steps * 1e6,
        postgres: theirs / steps * 1e6,
        p50: at(0.5),
        p99: at(0.99),
    })
}

fn median(costs: &[Cost]) -> Cost {
    let of = |value: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Cost {
        per_second: of(|cost| cost.per_second),
        own: of(|cost| cost.own),
        postgres: of(|cost| cost.postgres),
        p50: of(|cost| cost.p50),
        p99: of(|cost| cost.p99),
    }
}

async fn run(time: Duration, rounds: u32) -> Result<(), Box<dyn Error>> {
    let postgres = testkit::Postgres::start();
    let url = postgres.database();
    let folder = tempfile::tempdir()?;
    let stores: [(&str, Arc<dyn Store>); 2] = [
        ("SQLite", Arc::new(Sqlite::open(folder.path())?)),
        ("PostgreSQL", Arc::new(Postgres::open(&url, "cost", "0").await?)),
    ];
    println!("tables     rate  store        steps/s   own us    pg us  p50 ms  p99 ms");
    let mut number = 0;
    let loads = [(10, None), (100, None), (1000, None), (100, Some(500)), (1000, Some(500_u32))];
    for (tables, rate) in loads {
        let mut costs = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            for ((_, store), costs) in stores.iter().zip(&mut costs) {
                number += 1;
                let claims = prepare(&**store, number, tables).await?;
                costs.push(measure(store, &postgres, claims, time, rate).await?);
            }
        }
        for ((name, _), costs) in stores.iter().zip(&costs) {
            let Cost { per_second, own, postgres, p50, p99 } = median(costs);
            let rate = rate.map_or("as fast".into(), |rate| format!("{rate}/s"));
            let postgres = if *name == "SQLite" { "-".into() } else { format!("{postgres:.1}") };
            println!(
                "{tables:>6} {rate:>8}  {name:<10} {per_second:>9.0} {own:>8.1} {postgres:>8} {p50:>7.2} {p99:>7.2}"
            );
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let rounds: u32 = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(Duration::from_secs(seconds), rounds.max(1)))
}
