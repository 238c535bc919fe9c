//! The games of a table as the store keeps them, for those who check a server's work.

use engine::{Answer, Record, Seat, State};
use store::Store;

use crate::doc::Header;
use crate::game::Game;
use crate::serve::Failure;

/// A game, read back and replayed step by step without a gap.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its name among all games.
    pub name: String,
    /// Its number at the table.
    pub number: u32,
    /// What anyone can check it by.
    pub record: Record,
    /// Its steps, the first first.
    pub steps: Vec<StoredStep>,
    /// The position after the last.
    pub state: State,
}

/// A step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredStep {
    /// Its number, counted from 1.
    pub seq: u64,
    /// The seat that made it.
    pub by: Option<Seat>,
    /// The answer that made it.
    pub answer: Option<Answer>,
    /// Whether it took an answer back.
    pub took_back: bool,
}

/// Reads all games of a table.
///
/// # Errors
/// One sentence that names the first game that cannot be read or replayed.
pub async fn stored_games(store: &impl Store, table: &str) -> Result<Vec<StoredGame>, Failure> {
    let wrong = |error: store::Error| Failure::new(error.to_string());
    let mut games = Vec::new();
    for row in store.games_at(table, u32::MAX).await.map_err(wrong)? {
        let unreadable =
            |why: String| Failure::new(format!("game {} cannot be read: {why}", row.id));
        let header: Header =
            serde_json::from_str(&row.header).map_err(|error| unreadable(error.to_string()))?;
        let mut game = Game::new(row.id.clone(), row.number, header).map_err(unreadable)?;
        let rows = store.steps(&row.id, 1, u32::MAX).await.map_err(wrong)?;
        let mut steps = Vec::new();
        for row in &rows {
            let done = game.replay(row).map_err(unreadable)?;
            steps.push(StoredStep {
                seq: done.seq,
                by: done.by.seat(),
                answer: done.answer(),
                took_back: done.took_back.is_some(),
            });
        }
        let record = game.header.record(&row.id, &rows).map_err(unreadable)?;
        let state = game.state;
        games.push(StoredGame { name: row.id, number: row.number, record, steps, state });
    }
    Ok(games)
}
