//! Why the server did not do something, in the player's language.

use crate::lang::t;
use protocol::{Command, NAME_LENGTH, Refusal, TEXT_LENGTH};

/// One sentence on a refusal: by what was wanted where that tells more, else by its code. `full` says that no seat was
/// open at the table.
pub(crate) fn words(code: Refusal, wish: Option<&Command>, full: bool) -> String {
    match (code, wish) {
        (Refusal::NotFound, _) => t().error_table_unknown().to_owned(),
        (Refusal::Taken, Some(Command::Sit(_))) if full => t().error_table_full().to_owned(),
        (Refusal::Taken, Some(Command::Sit(sit))) => match sit.monster {
            Some(monster) => t().error_monster_taken(&crate::words::monster(monster)).plain(),
            None => t().refusal(code.name()).to_owned(),
        },
        (Refusal::Taken, Some(Command::Configure(_))) => t().error_seats_taken().to_owned(),
        (Refusal::Invalid, Some(Command::Sit(_))) => t().error_name_needed(NAME_LENGTH).plain(),
        (Refusal::Invalid, Some(Command::Say { .. })) => {
            t().error_message_too_long(TEXT_LENGTH).plain()
        }
        (Refusal::NotNow, Some(Command::Sit(_))) => t().error_game_on().to_owned(),
        (Refusal::NotNow, Some(Command::Start)) => t().need_two().to_owned(),
        (
            Refusal::NotNow,
            Some(Command::Configure(_) | Command::Bot { .. } | Command::Remove { .. }),
        ) => t().error_between_games().to_owned(),
        (Refusal::NotNow, Some(Command::MoreTime)) => t().error_more_time().to_owned(),
        (Refusal::Forbidden, Some(Command::Say { .. })) => t().talk_only_by_link().to_owned(),
        (Refusal::Forbidden, Some(Command::Hello(_))) => t().error_no_watching().to_owned(),
        _ => t().refusal(code.name()).to_owned(),
    }
}
