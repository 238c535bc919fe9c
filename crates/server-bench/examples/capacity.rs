//! Prints the tables of `docs/SCALE.md`.
//!
//!     cargo run --release -p daikaiju-server-bench --example capacity

use daikaiju_server_bench::capacity::{COSTS, Costs, Load, Outcome, Places, simulate};

fn load(people: f64, servers: u32) -> Load {
    Load {
        people,
        at_a_table: 3,
        places: Places::Any,
        step_every: 10.0,
        steps_a_game: 110.0,
        servers,
        server_cores: 4,
        database_cores: 16,
        commit_ms: 3.0,
    }
}

fn print(name: &str, costs: &Costs, load: &Load) {
    let Outcome {
        steps,
        group,
        commits,
        database_cores,
        p50_ms,
        p99_ms,
        server_cores,
        memory_gb,
        log_mb,
        stored_gb,
        nats_cores,
    } = simulate(costs, load, 5.0);
    println!(
        "| {name} | {steps:.0} | {} | {server_cores:.1} | {memory_gb:.1} | {group:.1} | {commits:.0} | {database_cores:.2} | {p50_ms:.1} / {p99_ms:.1} | {log_mb:.1} | {stored_gb:.1} | {nats_cores:.2} |",
        load.servers
    );
}

fn main() {
    println!(
        "| | steps/s | servers | their cores | GB | steps a group | commits/s | database cores | durable ms, p50 / p99 | log MB/s | stored GB/day | NATS cores |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (people, servers) in [(1e3, 3), (1e4, 3), (1e5, 3), (1e6, 12), (2e6, 24), (5e6, 60)] {
        print(&format!("{people:.0} people"), &COSTS, &load(people, servers));
    }
    println!();
    let million = load(1e6, 12);
    let unpacked = Costs { game: 21_500.0, ..COSTS };
    print("games not packed", &unpacked, &million);
    print("100 small servers", &COSTS, &load(1e6, 100));
    print("commit in 0.3 ms", &COSTS, &Load { commit_ms: 0.3, ..million });
    print("commit in 10 ms", &COSTS, &Load { commit_ms: 10.0, ..million });
    print("database of 2 cores", &COSTS, &Load { database_cores: 2, ..million });
    print("database of 1 core", &COSTS, &Load { database_cores: 1, ..million });
    print("a step every 3 s", &COSTS, &Load { step_every: 3.0, ..million });
}
