//! From a configuration to a running server, and in peace to its end.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use store::{Entry, Postgres, Retention, Sqlite, Store};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower_service::Service;

use crate::api::{self, Crowded, Peer};
use crate::clock::ServerClock;
use crate::cluster;
use crate::cluster::letter::Item;
use crate::config::{Config, LogFormat, ServeArgs};
use crate::hall::Hall;
use crate::limits::household;
use crate::wire::Nats;

/// Why the program stops, as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub(crate) String);

impl Failure {
    /// A failure for this reason.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

/// Serves until the program is asked to stop.
///
/// # Errors
/// One sentence: a bad setting, a port in use, a data folder that cannot be used.
pub fn run(args: ServeArgs) -> Result<(), Failure> {
    let config = args.resolve().map_err(|error| Failure(error.to_string()))?;
    start_log(&config)?;
    crate::memory::prepare();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(1 << 20)
        .build()
        .map_err(|error| Failure::new(format!("the program cannot start its threads: {error}")))?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        let address = server.address;
        println!("Daikaiju is at http://{address}/");
        stop_signal().await?;
        tracing::info!("stopping");
        server.stop().await;
        Ok(())
    })
}

fn start_log(config: &Config) -> Result<(), Failure> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log).map_err(|error| {
        Failure::new(format!("the log filter `{}` cannot be used: {error}", config.log))
    })?;
    // Why NATS cannot be reached is told by the server itself.
    let filter = filter.add_directive("async_nats::connector=off".parse().expect("it is one"));
    // A log that cannot be written, on a full disk for instance, must not stop a table.
    let log = tracing_subscriber::fmt()
        .log_internal_errors(false)
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A second start in one process (tests) keeps the first log.
    let _ = match config.log_format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    Ok(())
}

/// Every connection is an open file. The system's soft limit is often 1024; up to the hard one a program may help itself.
#[cfg(unix)]
fn raise_open_files(connections: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    // The database, the listener and the threads need some as well.
    if files < connections as u64 + 64 {
        tracing::warn!(
            files,
            connections,
            "the system allows fewer open files than connections are allowed"
        );
    }
}

#[cfg(not(unix))]
fn raise_open_files(_: usize) {}

async fn stop_signal() -> Result<(), Failure> {
    let wrong = |error: std::io::Error| {
        Failure::new(format!("the program cannot listen for signals: {error}"))
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).map_err(wrong)?;
        let mut interrupt = signal(SignalKind::interrupt()).map_err(wrong)?;
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        Ok(())
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.map_err(wrong)
}

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) hall: Arc<Hall>,
    stop: watch::Sender<bool>,
    accepting: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Opens the store, binds the port, wakes the tables that have something to do.
    pub(crate) async fn start(config: Config) -> Result<Self, Failure> {
        let listener = bind(config.listen)?;
        let address = listener.local_addr().map_err(|error| Failure::new(error.to_string()))?;
        let (store, router) = open_store(&config, address).await?;
        let clock =
            ServerClock::from(store.clock().await.map_err(|error| Failure(error.to_string()))?);
        let hall = Arc::new(Hall::new(config, store, clock));
        cluster::enter(&hall).await?;
        if let Some(router) = router {
            cluster::listen(&hall, &router).await?;
            cluster::meet(&hall, &router).await?;
            hall.connect(router);
        }
        let app = api::app(Arc::clone(&hall));
        let (stop, stopped) = watch::channel(false);
        if let Some(address) = hall.config.metrics_listen {
            let listener = bind(address)?;
            let address = listener.local_addr().map_err(|error| Failure::new(error.to_string()))?;
            tracing::info!(%address, "metrics");
            tokio::spawn(serve_watchers(
                listener,
                api::watching(Arc::clone(&hall)),
                stopped.clone(),
            ));
        }
        // What is too old goes before anybody comes and anything is woken. However long it takes, the others see this server
        // live; whoever comes meanwhile waits, and no balancer takes it for ready.
        cluster::beat_during(&hall, forget(&hall)).await;
        let accepting = tokio::spawn(accept(listener, app, Arc::clone(&hall), stopped.clone()));
        tokio::spawn(wake_all(Arc::clone(&hall)));
        tokio::spawn(examine(Arc::clone(&hall)));
        tokio::spawn(crate::control::listen(Arc::clone(&hall)));
        tokio::spawn(cluster::belong(Arc::clone(&hall), stopped.clone()));
        tokio::spawn(keep_house(Arc::clone(&hall), stopped));
        let shared = Arc::clone(&hall);
        tokio::spawn(async move { crate::page::share(&shared).await });
        raise_open_files(hall.config.max_connections);
        tracing::info!(%address, data = %hall.config.data.display(), version = env!("CARGO_PKG_VERSION"), "serving");
        Ok(Self { address, hall, stop, accepting })
    }

    /// Tells everyone to come back, lets them go, and closes the store.
    pub(crate) async fn stop(self) {
        self.hall.stop().await;
        let _ = self.stop.send(true);
        // Tables first, visitors after: others can have the tables while these come back.
        if let Err(error) = self.hall.store.leave().await {
            tracing::warn!(%error, "the other servers will notice by themselves that this one has gone");
        } else if let Some(router) = self.hall.router() {
            router.tell(&Item::Bye);
            // On its way before the process ends.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let _ = self.accepting.await;
        let grace = Duration::from_secs(self.hall.config.grace_seconds);
        let _ = tokio::time::timeout(grace, async {
            while 0 < self.hall.connections.open() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await;
    }
}

/// A store, and where several servers share it the way to the others.
type Opened = (Arc<dyn Store>, Option<Arc<cluster::Router>>);

/// The database in the data folder, or the one that several servers share.
async fn open_store(config: &Config, address: SocketAddr) -> Result<Opened, Failure> {
    let wrong = |error: store::Error| Failure(error.to_string());
    let Some(url) = &config.database else {
        return Ok((Arc::new(Sqlite::open(&config.data).map_err(wrong)?), None));
    };
    // What is left for the folder is the socket of `daikaiju tables`.
    std::fs::create_dir_all(&config.data)
        .map_err(|error| Failure(format!("cannot use {}: {error}", config.data.display())))?;
    if crate::control::is_served(&config.data) {
        return Err(Failure(format!(
            "another server uses {}; give each server a folder of its own with --data",
            config.data.display()
        )));
    }
    // First of all, for a NATS that is not there must change nothing.
    let wire = match &config.nats {
        Some(addresses) => Some(Nats::connect(addresses).await.map_err(Failure)?),
        None => None,
    };
    let name = format!("{}:{}", host_name(), address.port());
    let entry = Entry { wired: wire.is_some(), ..Entry::new(&name, env!("CARGO_PKG_VERSION")) };
    let store = Postgres::open_as(url, entry).await.map_err(wrong)?;
    tracing::info!(cluster = store.cluster(), name, "in a cluster");
    let router =
        wire.map(|wire| cluster::Router::new(Arc::new(wire.of(store.cluster())), store.key()));
    Ok((Arc::new(store), router))
}

/// What the machine is called.
fn host_name() -> String {
    let name = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    if name.trim().is_empty() { "server".into() } else { name.trim().to_owned() }
}

/// Listens, with room for many that come at once.
///
/// # Errors
/// One sentence: the address is in use, or not for this program.
pub fn bind(address: SocketAddr) -> Result<TcpListener, Failure> {
    let wrong = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            Failure::new(format!("the address {address} is in use; choose another with --listen"))
        }
        std::io::ErrorKind::PermissionDenied => Failure::new(format!(
            "the program may not listen on {address}; choose a port above 1023"
        )),
        _ => Failure::new(format!("the program cannot listen on {address}: {error}")),
    };
    let socket =
        socket2::Socket::new(socket2::Domain::for_address(address), socket2::Type::STREAM, None)
            .map_err(wrong)?;
    socket.set_reuse_address(true).map_err(wrong)?;
    socket.set_nonblocking(true).map_err(wrong)?;
    socket.bind(&address.into()).map_err(wrong)?;
    socket.listen(4096).map_err(wrong)?;
    TcpListener::from_std(socket.into()).map_err(wrong)
}

async fn accept(
    listener: TcpListener,
    app: Router,
    hall: Arc<Hall>,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                prepare(&stream);
                tokio::spawn(serve_one(
                    stream,
                    peer,
                    app.clone(),
                    Arc::clone(&hall),
                    stopped.clone(),
                ));
            }
            Err(error) => {
                // Out of file handles, for instance: the connections that are there go on.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Serves those who watch the server, who have no part in anybody's limits.
async fn serve_watchers(listener: TcpListener, app: Router, mut stopped: watch::Receiver<bool>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => return,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let app = app.clone();
        tokio::spawn(async move {
            let service = hyper::service::service_fn(move |request| app.clone().call(request));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(Duration::from_secs(10))
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), service);
            let _ = connection.await;
        });
    }
}

/// How much may wait in the system's buffer for a reader that does not read.
const SEND_BUFFER: usize = 64 * 1024;

/// Sets up an accepted connection.
fn prepare(stream: &TcpStream) {
    // Without this a message waits for the acknowledgement of the one before: 40 ms a move.
    let _ = stream.set_nodelay(true);
    let _ = socket2::SockRef::from(stream).set_send_buffer_size(SEND_BUFFER);
}

async fn serve_one(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    hall: Arc<Hall>,
    mut stopped: watch::Receiver<bool>,
) {
    let address = household(peer.ip());
    // All clients of a trusted proxy come from its address, so only the total is counted for it.
    let is_proxy = hall.config.trusted_proxies.iter().any(|network| network.contains(peer.ip()));
    let entered = hall.connections.enter_as(address, !is_proxy);
    // Beyond the limits a few are told so, and may ask how the server is.
    let crowd = if entered { None } else { Arc::clone(&hall.crowd).try_acquire_owned().ok() };
    if !entered && crowd.is_none() {
        hall.metrics.limit("connections");
        return;
    }
    let service =
        hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            if !entered {
                request.extensions_mut().insert(Crowded);
            }
            app.clone().call(request)
        });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(10))
        .max_buf_size(16 * 1024)
        .keep_alive(entered)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    if entered {
        hall.connections.leave_as(address, !is_proxy);
    }
}

/// Looks through the whole database for damage, in the background, and says what it finds.
async fn examine(hall: Arc<Hall>) {
    match hall.store.examine().await {
        Ok(()) => tracing::debug!("the database is sound"),
        Err(error) => {
            hall.metrics.damage.add();
            tracing::error!(%error, "the database is damaged; go back to a backup");
        }
    }
}

/// Wakes every table whose game has not ended: its clocks and bots go on.
async fn wake_all(hall: Arc<Hall>) {
    // Where others may be at work, the tables without an owner are found by their share.
    if hall.store.is_shared() {
        return;
    }
    match hall.store.running_tables().await {
        Ok(names) => {
            for name in names {
                if hall.is_stopping() {
                    return;
                }
                drop(hall.wake(&name));
                tokio::task::yield_now().await;
            }
        }
        Err(error) => tracing::error!(%error, "the running tables could not be found"),
    }
}

/// Writes the clock every second while somebody plays, and forgets what is too old every hour. A server at which nothing
/// happens writes nothing.
async fn keep_house(hall: Arc<Hall>, mut stopped: watch::Receiver<bool>) {
    let mut seconds = tokio::time::interval(Duration::from_secs(1));
    seconds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut count = 0_u64;
    let mut ebb = crate::memory::Ebb::default();
    loop {
        tokio::select! { _ = seconds.tick() => {}, _ = stopped.changed() => return }
        count += 1;
        watch_store(&hall);
        // Tables that sleep until a clock of theirs runs out, in hours, need not be told the second.
        if 0 < hall.awake() || (0 < hall.alarms() && count.is_multiple_of(60)) {
            hall.write_clock().await;
        }
        if ebb.is_low(hall.awake()) {
            crate::memory::give_back(&hall).await;
        }
        if count.is_multiple_of(3600) {
            crate::page::share(&hall).await;
            forget(&hall).await;
        }
    }
}

/// Says so, once, if the database has been taken away.
fn watch_store(hall: &Hall) {
    if let Err(error) = hall.store.is_there()
        && !hall.store_lost.swap(true, Ordering::Relaxed)
    {
        tracing::error!(%error, "nothing more is accepted");
    }
}

const DAY_MS: i64 = 86_400_000;

/// Forgets what is too old. Days are those during which a server was there, so a jump of the wall clock forgets nothing.
async fn forget(hall: &Hall) {
    let now = hall.clock.now_ms();
    let before = |days: u32| if days == 0 { i64::MIN } else { now - i64::from(days) * DAY_MS };
    let retention = Retention {
        games_before_ms: before(hall.config.keep_games_days),
        tables_before_ms: before(hall.config.keep_tables_days),
        empty_before_ms: if hall.config.keep_tables_days == 0 { i64::MIN } else { now - DAY_MS },
        except: hall.awake_names(),
    };
    match hall.store.forget(retention).await {
        Ok((0, 0)) => {}
        Ok((games, tables)) => tracing::info!(games, tables, "forgot what was too old"),
        Err(error) => tracing::error!(%error, "what was too old could not be forgotten"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_accepted_connection_sends_at_once_and_buffers_little() {
        let listener = bind(([127, 0, 0, 1], 0).into()).unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        prepare(&stream);
        assert!(stream.nodelay().unwrap());
        assert!(socket2::SockRef::from(&stream).send_buffer_size().unwrap() <= 2 * SEND_BUFFER);
    }
}
