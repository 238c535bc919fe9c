//! What a host can set: by flag, by environment variable, or in one TOML file. Flags win over variables, variables over
//! the file, the file over the defaults.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Deserialize;

/// Serve the game: tables for friends, the page and the API.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServeArgs {
    /// The TOML file with any of these settings (its keys are the names of the flags)
    #[arg(long, env = "DAIKAIJU_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Address and port to listen on [default: 127.0.0.1:4150]
    #[arg(long, env = "DAIKAIJU_LISTEN", value_name = "ADDRESS:PORT")]
    pub listen: Option<SocketAddr>,
    /// Address and port of their own for /metrics, /healthz and /readyz; for nobody but those who watch the server
    #[arg(long, env = "DAIKAIJU_METRICS_LISTEN", value_name = "ADDRESS:PORT")]
    pub metrics_listen: Option<SocketAddr>,
    /// Folder for the database; created on the first start [default: data]
    #[arg(long, env = "DAIKAIJU_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Keep everything in this PostgreSQL database, which several servers can share: postgres://user:password@host/name
    #[arg(long, env = "DAIKAIJU_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: Option<String>,
    /// Where several servers share the database: the NATS by which they write to each other, so that any of them serves
    /// any table; several addresses with commas between them: nats://user:password@host:port
    #[arg(long, env = "DAIKAIJU_NATS", value_name = "URL", hide_env_values = true)]
    pub nats: Option<String>,
    /// The address under which people reach the server, such as `https://kaiju.example`
    #[arg(long, env = "DAIKAIJU_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Reverse proxies whose word about the client's address is believed, as addresses or networks (10.0.0.0/8)
    #[arg(long, env = "DAIKAIJU_TRUSTED_PROXIES", value_name = "ADDRESSES", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<Network>>,
    /// Most tables at which something happened within a day; others keep nobody out [default: 10000]
    #[arg(long, env = "DAIKAIJU_MAX_TABLES", value_name = "NUMBER")]
    pub max_tables: Option<u64>,
    /// Most open connections [default: 20000]
    #[arg(long, env = "DAIKAIJU_MAX_CONNECTIONS", value_name = "NUMBER")]
    pub max_connections: Option<usize>,
    /// Most open connections of one address [default: 200]
    #[arg(long, env = "DAIKAIJU_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER")]
    pub max_connections_per_address: Option<usize>,
    /// Most HTTP requests a second of one address, over a minute [default: 20]
    #[arg(long, env = "DAIKAIJU_REQUESTS_PER_SECOND", value_name = "NUMBER")]
    pub requests_per_second: Option<u32>,
    /// Most new tables an hour of one address [default: 60]
    #[arg(long, env = "DAIKAIJU_TABLES_PER_HOUR", value_name = "NUMBER")]
    pub tables_per_hour: Option<u32>,
    /// Most messages a second on one socket, over twenty seconds [default: 5]
    #[arg(long, env = "DAIKAIJU_MESSAGES_PER_SECOND", value_name = "NUMBER")]
    pub messages_per_second: Option<u32>,
    /// Forget finished games after this many days; 0 keeps them for ever [default: 0]
    #[arg(long, env = "DAIKAIJU_KEEP_GAMES_DAYS", value_name = "DAYS")]
    pub keep_games_days: Option<u32>,
    /// Forget tables on which nothing has happened for this many days; 0 keeps them for ever [default: 30]
    #[arg(long, env = "DAIKAIJU_KEEP_TABLES_DAYS", value_name = "DAYS")]
    pub keep_tables_days: Option<u32>,
    /// How long bots seem to think before they answer, in milliseconds [default: 600]
    #[arg(long, env = "DAIKAIJU_BOT_PAUSE_MS", value_name = "MS")]
    pub bot_pause_ms: Option<u64>,
    /// At tables without a decision time: when a bot steps in for a player who is gone, in seconds [default: 60]
    #[arg(long, env = "DAIKAIJU_ABSENCE_SECONDS", value_name = "SECONDS")]
    pub absence_seconds: Option<u64>,
    /// Put a table to sleep when nobody has been there for this many seconds [default: 60]
    #[arg(long, env = "DAIKAIJU_SLEEP_SECONDS", value_name = "SECONDS")]
    pub sleep_seconds: Option<u64>,
    /// How long a stopping server lets its clients go in peace, in seconds [default: 5]
    #[arg(long, env = "DAIKAIJU_GRACE_SECONDS", value_name = "SECONDS")]
    pub grace_seconds: Option<u64>,
    /// How log lines look [default: text]
    #[arg(long, env = "DAIKAIJU_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,
    /// What is logged: error, warn, info, debug or trace, also by part of the program [default: info]
    #[arg(long, env = "DAIKAIJU_LOG", value_name = "FILTER")]
    pub log: Option<String>,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// A network of addresses, `10.0.0.0/8`, or a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address belongs to it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let leading =
            |bits: u128, width: u8| if self.bits == 0 { 0 } else { bits >> (width - self.bits) };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                leading(own.to_bits().into(), 32) == leading(other.to_bits().into(), 32)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                leading(own.to_bits(), 128) == leading(other.to_bits(), 128)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` is neither an address nor a network: write 10.0.0.1 or 10.0.0.0/8")
        };
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.trim().parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
        if most < bits { Err(wrong()) } else { Ok(Self { address, bits }) }
    }
}

impl TryFrom<String> for Network {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// The settings a server runs with.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) listen: SocketAddr,
    pub(crate) metrics_listen: Option<SocketAddr>,
    pub(crate) data: PathBuf,
    pub(crate) database: Option<String>,
    pub(crate) nats: Option<String>,
    pub(crate) public_url: Option<String>,
    pub(crate) trusted_proxies: Vec<Network>,
    pub(crate) max_tables: u64,
    pub(crate) max_connections: usize,
    pub(crate) max_connections_per_address: usize,
    pub(crate) requests_per_second: u32,
    pub(crate) tables_per_hour: u32,
    pub(crate) messages_per_second: u32,
    pub(crate) keep_games_days: u32,
    pub(crate) keep_tables_days: u32,
    pub(crate) bot_pause_ms: u64,
    pub(crate) absence_ms: i64,
    pub(crate) sleep_after: Duration,
    pub(crate) grace_seconds: u64,
    pub(crate) log_format: LogFormat,
    pub(crate) log: String,
}

impl Config {
    /// All settings as a TOML file would have them.
    pub(crate) fn print(&self) -> String {
        let text = |value: &dyn fmt::Display| format!("\"{value}\"");
        let mut lines = vec![
            ("listen", text(&self.listen)),
            ("data", text(&self.data.display())),
            ("max-tables", self.max_tables.to_string()),
            ("max-connections", self.max_connections.to_string()),
            ("max-connections-per-address", self.max_connections_per_address.to_string()),
            ("requests-per-second", self.requests_per_second.to_string()),
            ("tables-per-hour", self.tables_per_hour.to_string()),
            ("messages-per-second", self.messages_per_second.to_string()),
            ("keep-games-days", self.keep_games_days.to_string()),
            ("keep-tables-days", self.keep_tables_days.to_string()),
            ("bot-pause-ms", self.bot_pause_ms.to_string()),
            ("absence-seconds", (self.absence_ms / 1000).to_string()),
            ("sleep-seconds", self.sleep_after.as_secs().to_string()),
            ("grace-seconds", self.grace_seconds.to_string()),
            ("log-format", text(&format!("{:?}", self.log_format).to_lowercase())),
            ("log", text(&self.log)),
        ];
        // Never with its password: this is printed on screens and into logs.
        lines.extend(self.database.iter().map(|url| ("database", text(&without_password(url)))));
        lines.extend(self.nats.iter().map(|urls| {
            let urls: Vec<_> = urls.split(',').map(without_password).collect();
            ("nats", text(&urls.join(",")))
        }));
        lines.extend(self.public_url.iter().map(|url| ("public-url", text(url))));
        lines.extend(self.metrics_listen.iter().map(|address| ("metrics-listen", text(address))));
        if !self.trusted_proxies.is_empty() {
            let proxies = self.trusted_proxies.iter();
            let proxies: Vec<_> =
                proxies.map(|proxy| format!("\"{}/{}\"", proxy.address, proxy.bits)).collect();
            lines.push(("trusted-proxies", format!("[{}]", proxies.join(", "))));
        }
        lines.into_iter().map(|(name, value)| format!("{name} = {value}\n")).collect()
    }
}

/// A setting that cannot be used, as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadConfig(pub(crate) String);

impl fmt::Display for BadConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadConfig {}

impl ServeArgs {
    /// Puts flags, variables, file and defaults together.
    pub(crate) fn resolve(self) -> Result<Config, BadConfig> {
        check_variables(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()))?;
        let file = self.config.as_deref().map(read_file).transpose()?.unwrap_or_default();
        macro_rules! pick {
            ($name:ident, $default:expr) => {
                self.$name.or(file.$name).unwrap_or_else(|| $default)
            };
        }
        let public_url =
            self.public_url.or(file.public_url).map(|url| check_url(&url)).transpose()?;
        macro_rules! within {
            ($name:ident, $default:expr, $range:expr) => {
                check_number(stringify!($name), pick!($name, $default), $range)?
            };
        }
        let (database, nats) = (self.database.or(file.database), self.nats.or(file.nats));
        if nats.is_some() && database.is_none() {
            return Err(BadConfig(
                "nats is for several servers on one database; name it with --database".into(),
            ));
        }
        Ok(Config {
            listen: pick!(listen, SocketAddr::from(([127, 0, 0, 1], 4150))),
            metrics_listen: self.metrics_listen.or(file.metrics_listen),
            data: pick!(data, PathBuf::from("data")),
            database,
            nats,
            public_url,
            trusted_proxies: pick!(trusted_proxies, Vec::new()),
            max_tables: within!(max_tables, 10_000, 1..=10_000_000),
            max_connections: within!(max_connections, 20_000, 1..=10_000_000),
            max_connections_per_address: within!(max_connections_per_address, 200, 1..=10_000_000),
            requests_per_second: within!(requests_per_second, 20, 1..=1_000_000),
            tables_per_hour: within!(tables_per_hour, 60, 1..=1_000_000_000),
            messages_per_second: within!(messages_per_second, 5, 1..=1_000_000),
            keep_games_days: within!(keep_games_days, 0, 0..=36_500),
            keep_tables_days: within!(keep_tables_days, 30, 0..=36_500),
            bot_pause_ms: within!(bot_pause_ms, 600, 0..=10_000),
            absence_ms: 1000 * within!(absence_seconds, 60, 0..=86_400) as i64,
            sleep_after: Duration::from_secs(within!(sleep_seconds, 60, 1..=86_400)),
            grace_seconds: within!(grace_seconds, 5, 0..=60),
            log_format: pick!(log_format, LogFormat::Text),
            log: pick!(log, "info".into()),
        })
    }
}

/// The address of a database without the password in it.
fn without_password(url: &str) -> String {
    let parts =
        url.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.split_once('@')?)));
    match parts {
        Some((scheme, (user, place))) => {
            let user = user.split_once(':').map_or(user, |(name, _)| name);
            format!("{scheme}://{user}@{place}")
        }
        None => url.to_owned(),
    }
}

/// A number within its bounds, or one sentence.
fn check_number<T: PartialOrd + fmt::Display>(
    name: &str,
    number: T,
    bounds: std::ops::RangeInclusive<T>,
) -> Result<T, BadConfig> {
    if bounds.contains(&number) {
        return Ok(number);
    }
    let (name, least, most) = (name.replace('_', "-"), bounds.start(), bounds.end());
    Err(BadConfig(format!("{name} is {number}, but it must be from {least} to {most}")))
}

/// Variables that the project's own tests read.
const FOR_TESTS: [&str; 3] = ["DAIKAIJU_PROGRAM", "DAIKAIJU_CORPUS", "DAIKAIJU_LEAK_GAMES"];

/// Refuses a variable that looks like a setting and is not one: it would be ignored in silence.
fn check_variables(names: impl Iterator<Item = String>) -> Result<(), BadConfig> {
    let program = ServeArgs::augment_args(clap::Command::new("serve"));
    let known = |name: &str| {
        program.get_arguments().any(|argument| argument.get_env().is_some_and(|env| env == name))
    };
    for name in names.filter(|name| name.starts_with("DAIKAIJU_")) {
        if !known(&name) && !FOR_TESTS.contains(&name.as_str()) {
            return Err(BadConfig(format!(
                "the environment variable {name} is not a setting; `daikaiju serve --help` lists them all"
            )));
        }
    }
    Ok(())
}

fn read_file(path: &Path) -> Result<ServeArgs, BadConfig> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| BadConfig(format!("cannot read {}: {error}", path.display())))?;
    toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        let message = error.message().lines().next().unwrap_or("it is not valid TOML");
        BadConfig(format!("{}, line {line}: {message}", path.display()))
    })
}

fn check_url(url: &str) -> Result<String, BadConfig> {
    let trimmed = url.trim_end_matches('/');
    let host = trimmed.strip_prefix("https://").or_else(|| trimmed.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains('/') => Ok(trimmed.to_owned()),
        _ => Err(BadConfig(format!(
            "the public URL `{url}` must be http:// or https:// and a host name, without a path"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_contains_its_addresses() {
        let network: Network = "10.1.0.0/16".parse().unwrap();
        assert!(network.contains("10.1.255.3".parse().unwrap()));
        assert!(network.contains("::ffff:10.1.0.1".parse().unwrap()));
        assert!(!network.contains("10.2.0.1".parse().unwrap()));
        assert!("::/0".parse::<Network>().unwrap().contains("::1".parse().unwrap()));
        assert!("127.0.0.1".parse::<Network>().unwrap().contains("127.0.0.1".parse().unwrap()));
        for wrong in ["", "ten", "10.0.0.0/33", "10.0.0.0/x", "::/129"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn flags_win_over_the_file_and_unknown_keys_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("daikaiju.toml");
        std::fs::write(
            &path,
            "listen = '0.0.0.0:80'\nmax-tables = 7\ntrusted-proxies = ['10.0.0.0/8']\n",
        )
        .unwrap();
        let args =
            ServeArgs { config: Some(path.clone()), max_tables: Some(9), ..ServeArgs::default() };
        let config = args.clone().resolve().unwrap();
        assert_eq!(
            (config.listen.port(), config.max_tables, config.trusted_proxies.len()),
            (80, 9, 1)
        );
        std::fs::write(&path, "listen = '0.0.0.0:80'\n\nmax-tabels = 7\n").unwrap();
        let error = args.resolve().unwrap_err().to_string();
        assert!(error.contains("line 3") && error.contains("max-tabels"), "{error}");
    }

    #[test]
    fn the_file_in_the_hosting_notes_can_be_used() {
        let notes = include_str!("../../../docs/HOSTING.md");
        let lines = notes.lines().skip_while(|line| !line.contains("# daikaiju.toml"));
        let file: Vec<&str> = lines.map_while(|line| line.strip_prefix("    ")).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("daikaiju.toml");
        std::fs::write(&path, file.join("\n")).unwrap();
        let config = ServeArgs { config: Some(path), ..ServeArgs::default() }.resolve().unwrap();
        assert_eq!(config.public_url.as_deref(), Some("https://kaiju.example"));
        assert_eq!((config.trusted_proxies.len(), config.keep_tables_days), (2, 30));
    }

    #[test]
    fn settings_are_printed_as_they_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("daikaiju.toml");
        let args = ServeArgs {
            public_url: Some("https://kaiju.example".into()),
            metrics_listen: Some("127.0.0.1:9".parse().unwrap()),
            trusted_proxies: Some(vec!["10.0.0.0/8".parse().unwrap()]),
            ..ServeArgs::default()
        };
        let printed = args.resolve().unwrap().print();
        std::fs::write(&path, &printed).unwrap();
        let again = ServeArgs { config: Some(path), ..ServeArgs::default() }.resolve().unwrap();
        assert_eq!(again.print(), printed);
    }

    #[test]
    fn absurd_limits_and_unknown_variables_are_refused() {
        let why = |args: ServeArgs| args.resolve().unwrap_err().to_string();
        let none = ServeArgs { requests_per_second: Some(0), ..ServeArgs::default() };
        assert_eq!(why(none), "requests-per-second is 0, but it must be from 1 to 1000000");
        assert!(
            why(ServeArgs { max_connections: Some(0), ..ServeArgs::default() })
                .contains("max-connections")
        );
        assert!(
            why(ServeArgs { keep_tables_days: Some(99_999), ..ServeArgs::default() })
                .contains("36500")
        );
        assert!(
            why(ServeArgs { grace_seconds: Some(61), ..ServeArgs::default() })
                .contains("grace-seconds")
        );
        let names = |names: &[&str]| check_variables(names.iter().map(|name| (*name).to_owned()));
        assert_eq!(names(&["PATH", "DAIKAIJU_LISTEN", "DAIKAIJU_METRICS_LISTEN"]), Ok(()));
        assert!(names(&["DAIKAIJU_LISTEM"]).unwrap_err().to_string().contains("DAIKAIJU_LISTEM"));
    }

    #[test]
    fn a_public_url_is_a_host() {
        assert_eq!(check_url("https://kaiju.example/").unwrap(), "https://kaiju.example");
        for wrong in ["kaiju.example", "https://", "https://a/b", "ftp://a"] {
            assert!(check_url(wrong).is_err(), "{wrong}");
        }
    }
}
