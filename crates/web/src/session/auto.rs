//! Answers that need no asking: the only legal one, and those the player has given in advance.

use crate::prefs::Settings;
use engine::{Answer, Ask, Question, State};

/// The answer to a question that the player does not want to see at all: the usual order of dice and effects.
pub(crate) fn unasked(settings: Settings, ask: Ask) -> Option<Answer> {
    let usual = matches!(ask.question, Question::Resolve | Question::End);
    (usual && !settings.read(|p| p.ask_order)).then_some(Answer::Pass)
}

/// The answer to give alone, after how many milliseconds, and whether the player is told.
pub(crate) fn answer(
    settings: Settings,
    state: &State,
    ask: Ask,
    own: bool,
) -> Option<(Answer, u32, bool)> {
    let answers = state.answers();
    let prefs = settings.0;
    if answers.len() == 1 {
        let only = answers.get(0)?;
        return Some(match ask.question {
            Question::Roll => (only, 1200, false),
            Question::Shop => {
                if !leptos::prelude::WithUntracked::with_untracked(&prefs, |p| p.skip_buying) {
                    return None;
                }
                (only, 800, false)
            }
            Question::Yield | Question::Flee => (only, 1500, false),
            _ => (only, 300, false),
        });
    }
    if let Some(answer) = unasked(settings, ask) {
        return Some((answer, 0, false));
    }
    let (stay, leave) = settings.read(|p| (p.stay_from, p.yield_to));
    match ask.question {
        Question::Yield if own && ask.card.is_none() => {
            let hearts = state.monster(ask.seat).hearts;
            if 0 < leave && hearts <= leave && answers.contains(Answer::Yes) {
                Some((Answer::Yes, 700, true))
            } else if 0 < stay && stay <= hearts && answers.contains(Answer::Pass) {
                Some((Answer::Pass, 700, true))
            } else {
                None
            }
        }
        _ => None,
    }
}
