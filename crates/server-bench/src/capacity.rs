//! How large it can get: a discrete model of servers, their one writer each, the database and NATS, from measured costs.
//!
//! People answer at random moments at tables of random servers. Whoever finds a server idle pays for waking it; whoever finds
//! it at work does not, so that an answer costs less the more there are. A server's writer takes whatever steps are queued into
//! one group, as the real one does; the database works on the groups with the cores it has, then commits them. What comes out
//! is how busy servers, database and NATS are, how large groups become, how many commits a second the database makes, and how
//! long a step takes to be durable. Everything else (memory, log, storage) is arithmetic on the same rows. `docs/SCALE.md`
//! says which numbers were measured and which are assumed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::load::LoadLine;

/// Time of one core in microseconds: the work, and what is paid besides by whoever finds everybody asleep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The work.
    pub work: f64,
    /// The waking.
    pub wake: f64,
}

const fn cost(work: f64, wake: f64) -> Cost {
    Cost { work, wake }
}

impl Cost {
    fn and(self, other: Self) -> Self {
        cost(self.work + other.work, self.wake + other.wake)
    }

    fn half(self) -> Self {
        cost(self.work / 2.0, self.wake / 2.0)
    }
}

/// What things cost. Times in microseconds of one core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A server, for an answer of one of its own visitors.
    pub answer: Cost,
    /// Both servers together, in addition, for an answer that came to another server.
    pub forwarded: Cost,
    /// A further server that shows the same table.
    pub shown: Cost,
    /// NATS, for an answer that came to another server: there and back.
    pub carried: Cost,
    /// The database, for a group however small.
    pub group: f64,
    /// The database, for each step in it.
    pub step: f64,
    /// Bytes of log for a step.
    pub log: f64,
    /// Bytes of a finished game, and of what remains of its table.
    pub game: f64,
    /// Kilobytes of a server's memory: an open socket.
    pub socket_kb: f64,
    /// A table owned.
    pub owned_kb: f64,
    /// A table followed.
    pub followed_kb: f64,
}

/// Measured where `docs/SCALE.md` says so, assumed elsewhere.
pub const COSTS: Costs = Costs {
    answer: cost(46.0, 148.0),
    forwarded: cost(76.0, 220.0),
    shown: cost(40.0, 190.0),
    carried: cost(21.0, 214.0),
    group: 240.0,
    step: 15.0,
    log: 800.0,
    game: 3700.0,
    socket_kb: 7.7,
    owned_kb: 21.0,
    followed_kb: 34.0,
};

/// To which servers the people at a table are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// To any.
    Any,
    /// All to the table's own.
    Own,
    /// All to another one.
    Another,
    /// The first to the table's own, the next to the next one, and so on.
    InTurn,
}

/// Who plays, and on what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// People at once.
    pub people: f64,
    /// At one table.
    pub at_a_table: u32,
    /// To which servers they are connected.
    pub places: Places,
    /// Seconds between two steps of a table.
    pub step_every: f64,
    /// Steps of a game.
    pub steps_a_game: f64,
    /// Servers.
    pub servers: u32,
    /// Cores of each server.
    pub server_cores: u32,
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
    let at_a_table = load.at_a_table.max(1);
    let tables = load.people / f64::from(at_a_table);
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
    let mut workers: Vec<Workers> = (0..servers).map(|_| Workers::new(load.server_cores)).collect();
    let mut nats = Workers::new(load.server_cores);
    let (mut now, mut steps, mut following) = (0.0, 0_u64, 0_u64);
    while now < seconds {
        now += chance.pause(rate);
        world.finish_until(now);
        let owner = chance.below(servers);
        let mut place = |person: u32| match load.places {
            Places::Any => chance.below(servers),
            Places::Own => owner,
            Places::Another => (owner + 1) % servers,
            Places::InTurn => (owner + person as usize) % servers,
        };
        let mut shown: Vec<usize> = (0..at_a_table).map(&mut place).collect();
        let visitor = shown[chance.below(shown.len())];
        shown.sort_unstable();
        shown.dedup();
        if visitor == owner {
            workers[owner].spend(now, costs.answer);
        } else {
            let each = costs.answer.and(costs.forwarded).half();
            workers[owner].spend(now, each);
            workers[visitor].spend(now, each);
            nats.spend(now, costs.carried);
        }
        for &guest in shown.iter().filter(|&&guest| guest != owner) {
            following += 1;
            if guest != visitor {
                workers[guest].spend(now, costs.shown);
                nats.spend(now, costs.carried.half());
            }
        }
        world.waiting[owner].push(now);
        steps += 1;
        if world.on_the_way[owner].is_empty() {
            world.begin(owner, now);
        }
    }
    world.waits.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (world.waits.len() as f64 * share) as usize;
        world.waits.get(place).map_or(f64::INFINITY, |wait| wait * 1e3)
    };
    let followed = following as f64 / steps as f64;
    let kb =
        load.people * costs.socket_kb + tables * (costs.owned_kb + followed * costs.followed_kb);
    Outcome {
        steps: steps as f64 / now,
        group: world.waits.len() as f64 / world.groups.max(1) as f64,
        commits: world.groups as f64 / now,
        database_cores: world.busy / now,
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        server_cores: workers.iter().map(|server| server.busy).sum::<f64>() / now,
        memory_gb: kb / 1e6,
        log_mb: rate * costs.log / 1e6,
        stored_gb: rate / load.steps_a_game * costs.game * 86_400.0 / 1e9,
        nats_cores: nats.busy / now,
    }
}

/// The cores of one process. Times in seconds.
struct Workers {
    /// Until when each is busy.
    cores: Vec<f64>,
    busy: f64,
}

impl Workers {
    fn new(cores: u32) -> Self {
        Self { cores: vec![0.0; cores.max(1) as usize], busy: 0.0 }
    }

    /// The core that is free first does it, and has to be woken if it was idle.
    fn spend(&mut self, now: f64, cost: Cost) {
        let first = self.cores.iter_mut().min_by(|a, b| a.total_cmp(b));
        let Some(until) = first else { return };
        let wake = if *until <= now { cost.wake } else { 0.0 };
        let time = (cost.work + wake) / 1e6;
        *until = until.max(now) + time;
        self.busy += time;
    }
}

/// How a run of several real servers compares with the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Answers a second over all servers.
    pub rate: u32,
    /// To which servers the players were connected.
    pub places: Places,
    /// Microseconds an answer that the servers took, and that the model says.
    pub servers_us: [f64; 2],
    /// The same of the database.
    pub database_us: [f64; 2],
    /// The same of NATS.
    pub nats_us: [f64; 2],
}

/// What `load` calls the places that it measures.
const MEASURED: [(&str, Places); 3] =
    [("local", Places::Own), ("forwarded", Places::Another), ("anywhere", Places::InTurn)];

/// Takes the costs of several servers from a run of `load`: from what was measured as fast as it goes, where nobody sleeps, and
/// at the lowest rate, where everybody does. What lies between them was not used, and is held against the model.
pub fn fit(lines: &[LoadLine], servers: u32, rates: &[u32]) -> Option<(Costs, Vec<Compared>)> {
    let find = |place: &str, pace: &str| {
        let begins = format!("{servers} servers, {place}, ");
        lines.iter().find(|line| line.what.starts_with(&begins) && line.what.ends_with(pace))
    };
    let slow = *rates.iter().min()?;
    let fast = |place: &str| find(place, "as fast as it goes");
    let at = |place: &str, rate: u32| find(place, &format!(", at {rate}/s"));
    let both = |of: fn(&LoadLine) -> f64, place: &str| {
        let (work, all) = (of(fast(place)?), of(at(place, slow)?));
        Some(cost(work, (all - work).max(0.0)))
    };
    let cpu = |line: &LoadLine| line.cpu_us;
    let less = |a: Cost, b: Cost| cost((a.work - b.work).max(0.0), (a.wake - b.wake).max(0.0));
    let (local, forwarded) = (both(cpu, "local")?, both(cpu, "forwarded")?);
    let anywhere = both(cpu, "anywhere")?;
    let (busy, idle) = (fast("local")?, at("local", slow)?);
    // A step costs its share of a group, and its own.
    let step = (busy.database_us * busy.group - idle.database_us * idle.group)
        / (busy.group - idle.group).max(0.1);
    let step = step.clamp(0.0, busy.database_us);
    let costs = Costs {
        answer: local,
        forwarded: less(forwarded, local),
        // Of two players in turn one is at the table's own server and shown elsewhere, the other is forwarded.
        shown: less(less(anywhere.and(anywhere), local), forwarded),
        carried: both(|line| line.nats_us, "forwarded")?,
        group: (idle.database_us - step) * idle.group,
        step,
        ..COSTS
    };
    let mut compared = Vec::new();
    for &rate in rates.iter().filter(|&&rate| rate != slow) {
        for (name, places) in MEASURED {
            // A rate that was not kept was as fast as it went.
            let Some(line) = at(name, rate) else { continue };
            if line.per_second < 0.9 * f64::from(rate) {
                continue;
            }
            let load = Load {
                people: 200.0,
                at_a_table: 2,
                places,
                step_every: 100.0 / f64::from(rate),
                steps_a_game: 110.0,
                servers,
                server_cores: 1,
                database_cores: 2,
                commit_ms: 0.3,
            };
            let outcome = simulate(&costs, &load, 5.0);
            let an_answer = |cores: f64| cores * 1e6 / outcome.steps;
            compared.push(Compared {
                rate,
                places,
                servers_us: [line.cpu_us, an_answer(outcome.server_cores)],
                database_us: [line.database_us, an_answer(outcome.database_cores)],
                nats_us: [line.nats_us, an_answer(outcome.nats_cores)],
            });
        }
    }
    Some((costs, compared))
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

    #[test]
    fn groups_grow_with_the_load_and_shrink_with_the_servers() {
        let group = |people, servers| simulate(&COSTS, &load(people, servers), 2.0).group;
        assert!(group(1e4, 3) < 1.3);
        assert!(3.0 * group(1e6, 100) < group(1e6, 12));
        let million = simulate(&COSTS, &load(1e6, 12), 2.0);
        assert!((33_000.0..33_700.0).contains(&million.steps), "{million:?}");
        assert!((million.group * million.commits / million.steps - 1.0).abs() < 0.01);
    }

    /// The costs are found again in what a run with them would have shown, and the model then says what was between.
    #[test]
    fn a_run_gives_its_costs() {
        let line = |place: &str, pace: &str, costs: [f64; 4], per_second: f64| {
            let what = format!("3 servers, {place}, 100 tables, sealed, {pace}");
            let [cpu_us, database_us, nats_us, group] = costs;
            LoadLine {
                what,
                per_second,
                cpu_us,
                database_us,
                nats_us,
                group,
                ..LoadLine::default()
            }
        };
        let fast = "as fast as it goes";
        let lines = [
            line("local", fast, [50.0, 40.0, 0.0, 10.0], 9000.0),
            line("local", "at 500/s", [200.0, 220.0, 0.0, 1.0], 500.0),
            line("forwarded", fast, [80.0, 50.0, 20.0, 8.0], 6000.0),
            line("forwarded", "at 500/s", [350.0, 230.0, 200.0, 1.0], 500.0),
            line("anywhere", fast, [75.0, 50.0, 15.0, 8.0], 6500.0),
            line("anywhere", "at 500/s", [325.0, 230.0, 150.0, 1.0], 500.0),
            line("local", "at 2000/s", [130.0, 110.0, 0.0, 2.0], 2000.0),
            line("forwarded", "at 2000/s", [180.0, 110.0, 90.0, 2.0], 1200.0),
        ];
        let (costs, compared) = fit(&lines, 3, &[500, 2000]).expect("all is there");
        assert_eq!((costs.answer, costs.forwarded), (cost(50.0, 150.0), cost(30.0, 120.0)));
        assert_eq!((costs.shown, costs.carried), (cost(20.0, 80.0), cost(20.0, 180.0)));
        assert_eq!((costs.step, costs.group), (20.0, 200.0));
        // What could not keep its rate is not compared.
        let [local] = compared[..] else { panic!("{compared:?}") };
        assert_eq!((local.rate, local.places), (2000, Places::Own));
        assert!((50.0..200.0).contains(&local.servers_us[1]), "{local:?}");
        assert_eq!(fit(&lines[1..], 3, &[500]), None);
    }

    /// What a database cannot do in time waits, and the waiting is seen.
    #[test]
    fn a_database_that_is_too_small_shows() {
        let small = Load { database_cores: 1, step_every: 1.0, ..load(1e6, 12) };
        let outcome = simulate(&COSTS, &small, 2.0);
        assert!(0.95 < outcome.database_cores && 100.0 < outcome.p99_ms, "{outcome:?}");
    }
}
