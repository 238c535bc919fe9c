//! How results are printed, and on how many threads they are made.

/// The ways to print a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
}

/// Runs a job on this many threads, or on all cores.
///
/// # Errors
/// One sentence when the threads cannot be had.
pub fn with_threads<T: Send>(
    threads: Option<usize>,
    job: impl FnOnce() -> T + Send,
) -> Result<T, String> {
    if threads == Some(0) {
        return Err("at least one thread is needed".to_owned());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    Ok(pool.map_err(|error| format!("cannot start threads: {error}"))?.install(job))
}
