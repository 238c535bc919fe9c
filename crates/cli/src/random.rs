//! `daikaiju random`: seeded random games as records.

use crate::{RulesGiven, print};
use clap::Args;
use engine::laws::Trial;
use std::path::PathBuf;

/// Play seeded random games and write them as records.
#[derive(Args)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    rules: RulesGiven,
    /// How many monsters, 2 to 6
    #[arg(long, default_value_t = 4)]
    players: usize,
    /// The seed of the first game; the following games have the next seeds
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Write each game to SEED.json in this folder instead of standard output
    #[arg(long)]
    to: Option<PathBuf>,
}

pub(crate) fn run(args: &RandomArgs) -> Result<(), String> {
    let rules = args.rules.read()?;
    if let Some(folder) = &args.to {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    for seed in (args.seed..).take(args.games as usize) {
        let record = Trial { seed, players: args.players, rules }.run(0)?;
        match &args.to {
            None => print(record.to_json().trim_end())?,
            Some(folder) => {
                let file = folder.join(format!("{seed}.json"));
                std::fs::write(&file, record.to_json())
                    .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
            }
        }
    }
    Ok(())
}
