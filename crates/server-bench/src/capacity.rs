//! How large it can get: a discrete model of servers, their one writer each, and the database, from measured costs.
//!
//! People answer at random moments at tables of random servers. A server's writer takes whatever steps are queued into one
//! group, as the real one does; the database works on the groups with the cores it has, then commits them. What comes out is
//! how large groups become, how many commits a second the database makes, how busy it is, and how long a step takes to be
//! durable. Everything else (servers, memory, log, storage, messages) is arithmetic on the same rows. `docs/SCALE.md` says
//! which numbers were measured and which are assumed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What things cost. Times in microseconds of one core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A server, for an answer of one of its own visitors.
    pub answer: f64,
    /// Both servers together, in addition, for an answer that came to another server.
    pub forwarded: f64,
    /// A further server that shows the same table.
    pub shown: f64,
    /// The database, for a group however small.
    pub group: f64,
    /// The database, for each step in it.
    pub step: f64,
    /// NATS, for an answer that came to another server.
    pub carried: f64,
    /// Bytes of log for a step.
    pub log: f64,
    /// Bytes of a finished game, and of what remains of its table.
    pub game: f64,
    /// Kilobytes of a server's memory: an open socket, a table owned, a table shown to somebody.
    pub socket_kb: f64,
    /// A table owned.
    pub owned_kb: f64,
    /// A table followed.
    pub followed_kb: f64,
}

/// Measured where `docs/SCALE.md` says so, assumed elsewhere.
pub const COSTS: Costs = Costs {
    answer: 87.0,
    forwarded: 25.0,
    shown: 20.0,
    group: 202.0,
    step: 11.5,
    carried: 14.0,
    log: 800.0,
    game: 3700.0,
    socket_kb: 7.8,
    owned_kb: 50.0,
    followed_kb: 20.0,
};

/// Who plays, and on what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// People at once.
    pub people: f64,
    /// At one table.
    pub at_a_table: f64,
    /// Seconds between two steps of a table.
    pub step_every: f64,
    /// Steps of a game.
    pub steps_a_game: f64,
    /// Servers.
    pub servers: u32,
    /// Cores of the database.
    pub database_cores: u32,
    /// Milliseconds until a commit is durable: the disk, and a standby.
    pub commit_ms: f64,
}

/// What that comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Steps a second.
    pub steps: f64,
    /// Steps in a group.
    pub group: f64,
    /// Commits a second.
    pub commits: f64,
    /// Cores of the database that are busy.
    pub database_cores: f64,
    /// Milliseconds until a step is durable, half of them.
    pub p50_ms: f64,
    /// Ninety-nine of a hundred.
    pub p99_ms: f64,
    /// Cores of all servers together.
    pub server_cores: f64,
    /// Gigabytes of memory of all servers together.
    pub memory_gb: f64,
    /// Megabytes of log a second.
    pub log_mb: f64,
    /// Gigabytes of finished games a day.
    pub stored_gb: f64,
    /// Cores of NATS.
    pub nats_cores: f64,
}

/// Runs the model for a number of seconds of its own time.
pub fn simulate(costs: &Costs, load: &Load, seconds: f64) -> Outcome {
    let tables = load.people / load.at_a_table;
    let rate = tables / load.step_every;
    let servers = load.servers.max(1) as usize;
    let mut chance = Arrivals(20_261_116);
    let mut world = World {
        waiting: vec![Vec::new(); servers],
        on_the_way: vec![Vec::new(); servers],
        cores: vec![0.0; load.database_cores.max(1) as usize],
        costs: *costs,
        commit: load.commit_ms / 1e3,
        done: BinaryHeap::new(),
        busy: 0.0,
        groups: 0,
        waits: Vec::new(),
    };
    let (mut now, mut steps) = (0.0, 0_u64);
    while now < seconds {
        now += chance.pause(rate);
        world.finish_until(now);
        let server = chance.below(servers);
        world.waiting[server].push(now);
        steps += 1;
        if world.on_the_way[server].is_empty() {
            world.begin(server, now);
        }
    }
    world.waits.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (world.waits.len() as f64 * share) as usize;
        world.waits.get(place).map_or(f64::INFINITY, |wait| wait * 1e3)
    };
    // A visitor's server is the table's with one chance in `servers`; the others at the table are elsewhere as likely.
    let elsewhere = 1.0 - 1.0 / servers as f64;
    let guests = (load.at_a_table - 1.0).min(servers as f64 - 1.0) * elsewhere;
    let answer = costs.answer + elsewhere * costs.forwarded + guests * costs.shown;
    let kb = load.people * costs.socket_kb
        + tables
            * (costs.owned_kb + (guests + elsewhere).min(servers as f64 - 1.0) * costs.followed_kb);
    Outcome {
        steps: steps as f64 / now,
        group: world.waits.len() as f64 / world.groups.max(1) as f64,
        commits: world.groups as f64 / now,
        database_cores: world.busy / now,
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        server_cores: rate * answer / 1e6,
        memory_gb: kb / 1e6,
        log_mb: rate * costs.log / 1e6,
        stored_gb: rate / load.steps_a_game * costs.game * 86_400.0 / 1e9,
        nats_cores: rate * elsewhere * costs.carried / 1e6,
    }
}

/// Servers and the database in the middle of their work. Times in seconds.
struct World {
    /// When the steps came that wait for each server's writer.
    waiting: Vec<Vec<f64>>,
    /// The group that each writer has sent.
    on_the_way: Vec<Vec<f64>>,
    /// Until when each core of the database is busy.
    cores: Vec<f64>,
    costs: Costs,
    commit: f64,
    /// Groups and when they are durable, in nanoseconds, so that they can be ordered.
    done: BinaryHeap<Reverse<(u64, usize)>>,
    busy: f64,
    groups: u64,
    waits: Vec<f64>,
}

impl World {
    /// A writer sends all that waits.
    fn begin(&mut self, server: usize, now: f64) {
        let group = std::mem::take(&mut self.waiting[server]);
        if group.is_empty() {
            return;
        }
        let work = (self.costs.group + self.costs.step * group.len() as f64) / 1e6;
        let core = (0..self.cores.len())
            .min_by(|a, b| self.cores[*a].total_cmp(&self.cores[*b]))
            .unwrap_or(0);
        let end = self.cores[core].max(now) + work;
        self.cores[core] = end;
        self.busy += work;
        self.groups += 1;
        self.on_the_way[server] = group;
        self.done.push(Reverse((((end + self.commit) * 1e9) as u64, server)));
    }

    /// What is durable by now is acknowledged, and its writer goes on.
    fn finish_until(&mut self, now: f64) {
        while let Some(&Reverse((at, server))) = self.done.peek()
            && at as f64 / 1e9 <= now
        {
            self.done.pop();
            let at = at as f64 / 1e9;
            for came in std::mem::take(&mut self.on_the_way[server]) {
                self.waits.push(at - came);
            }
            self.begin(server, at);
        }
    }
}

/// SplitMix64: the same model every time.
struct Arrivals(u64);

impl Arrivals {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// How long until the next of events that come at random, `rate` a second.
    fn pause(&mut self, rate: f64) -> f64 {
        let share = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        -(1.0 - share).ln() / rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(people: f64, servers: u32) -> Load {
        Load {
            people,
            at_a_table: 3.0,
            step_every: 10.0,
            steps_a_game: 110.0,
            servers,
            database_cores: 16,
            commit_ms: 3.0,
        }
    }

    /// The two costs of the database are fitted to groups of one and of hundreds; groups of a hundred were measured as well.
    #[test]
    fn the_costs_of_a_group_are_near_what_was_measured() {
        let of = |steps: f64| COSTS.group / steps + COSTS.step;
        for (steps, measured) in [(1.0, 214.0), (100.0, 15.2), (512.0, 11.9)] {
            assert!((of(steps) / measured - 1.0).abs() < 0.2, "{steps}: {}", of(steps));
        }
    }

    #[test]
    fn groups_grow_with_the_load_and_shrink_with_the_servers() {
        let group = |people, servers| simulate(&COSTS, &load(people, servers), 2.0).group;
        assert!(group(1e4, 3) < 1.3);
        assert!(3.0 * group(1e6, 100) < group(1e6, 12));
        let million = simulate(&COSTS, &load(1e6, 12), 2.0);
        assert!((33_000.0..33_700.0).contains(&million.steps), "{million:?}");
        assert!((million.group * million.commits / million.steps - 1.0).abs() < 0.01);
    }

    /// What a database cannot do in time waits, and the waiting is seen.
    #[test]
    fn a_database_that_is_too_small_shows() {
        let small = Load { database_cores: 1, step_every: 1.0, ..load(1e6, 12) };
        let outcome = simulate(&COSTS, &small, 2.0);
        assert!(0.95 < outcome.database_cores && 100.0 < outcome.p99_ms, "{outcome:?}");
    }
}
