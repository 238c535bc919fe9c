//! The terminal itself: taken, given back, and read from.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::app::App;
use crate::args::Plan;
use crate::look::Look;
use crate::save;
use crate::screen;
use crate::session::Session;
use crate::words::Words;

/// How often the program looks for a signal while nobody presses a key.
const TICK: Duration = Duration::from_millis(200);

/// How long a question stays deaf after rivals have played.
const SLIP: Duration = Duration::from_millis(350);

/// Plays in full screen.
///
/// # Errors
/// One sentence if the terminal or the saved game refuses.
pub(crate) fn play(plan: Plan) -> Result<(), String> {
    // Restores the terminal on a panic too.
    let mut terminal = ratatui::try_init().map_err(|error| {
        // It may have been taken half; what cannot be given back was never taken.
        let _ = ratatui::try_restore();
        refused(error)
    })?;
    let played = in_terminal(&mut terminal, plan);
    ratatui::restore();
    if let Some(sentence) = played? {
        println!("{sentence}");
    }
    Ok(())
}

/// How long the game may take to stop by itself.
const GRACE: Duration = Duration::from_millis(700);

fn refused(error: io::Error) -> String {
    format!("the terminal cannot be used: {error}; try --plain")
}

fn in_terminal(terminal: &mut DefaultTerminal, plan: Plan) -> Result<Option<String>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // A second handler in the same program is refused; then keys alone end the game.
    let _ = ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        // A terminal that has gone away keeps the reader of its keys busy for ever: whoever does not stop is stopped. The
        // game is saved after every input, so nothing is lost.
        std::thread::sleep(GRACE);
        ratatui::restore();
        std::process::exit(0);
    });
    let look = Look {
        texts: plan.texts,
        words: Words(plan.texts.lang()),
        colour: plan.colour,
        ascii: plan.ascii,
    };
    let session = match (plan.resume, plan.saved) {
        (Some(true), Some(saved)) => Some(Session::new(saved, None, Some(plan.save.clone()))?),
        (None, Some(saved)) => {
            let old = Session::new(saved, None, Some(plan.save.clone()))?;
            match choose(terminal, &look, &old, &stop)? {
                Some(true) => Some(old),
                Some(false) => None,
                None => return Ok(None),
            }
        }
        _ => None,
    };
    let mut session = match session {
        Some(session) => session,
        None => {
            save::put_aside(&plan.save);
            Session::new(plan.record, Some(plan.seed), Some(plan.save.clone()))?
        }
    };
    session.order = plan.order;
    let mut app = App::new(session, look, plan.speed);
    run(terminal, &mut app, &stop)?;
    if let Some(trouble) = app.session.trouble {
        return Err(trouble);
    }
    let file = plan.save.display().to_string();
    Ok(Some(if app.outcome.is_some() {
        look.words.record_in(&file)
    } else {
        look.words.saved_in(&file)
    }))
}

/// Whether to go on with the unfinished game; `None` if the player leaves.
fn choose(
    terminal: &mut DefaultTerminal,
    look: &Look,
    old: &Session,
    stop: &AtomicBool,
) -> Result<Option<bool>, String> {
    loop {
        terminal.draw(|frame| screen::draw_unfinished(frame, look, old)).map_err(refused)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if !event::poll(TICK).map_err(refused)? {
            continue;
        }
        let Event::Key(key) = event::read().map_err(refused)? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(None),
            KeyCode::Char('1' | 'r') | KeyCode::Enter => return Ok(Some(true)),
            KeyCode::Char('2' | 'n') => return Ok(Some(false)),
            KeyCode::Char('q') | KeyCode::Esc => return Ok(None),
            _ => {}
        }
    }
}

fn run(terminal: &mut DefaultTerminal, app: &mut App, stop: &AtomicBool) -> Result<(), String> {
    let mut due = Instant::now();
    let mut deaf_until = due;
    let mut rivals_played = false;
    while !app.left && !stop.load(Ordering::Relaxed) {
        let now = Instant::now();
        while !app.waits() && app.over.is_none() && due <= now {
            rivals_played |= app.skips();
            app.thinks = app.session.thinker();
            if app.thinks.is_some() {
                // What takes a moment is seen to be on its way.
                terminal.draw(|frame| screen::draw(frame, app)).map_err(refused)?;
            }
            let pause = app.advance();
            app.thinks = None;
            if let Some(pause) = pause {
                due = now + pause;
                rivals_played |= !pause.is_zero();
            }
            if app.waits() && std::mem::take(&mut rivals_played) {
                // A key that was meant for what went before must not answer the question.
                deaf_until = now + SLIP;
            }
        }
        terminal.draw(|frame| screen::draw(frame, app)).map_err(refused)?;
        let moves = !app.waits() && app.over.is_none();
        let wait =
            if moves { due.saturating_duration_since(Instant::now()).min(TICK) } else { TICK };
        if !event::poll(wait).map_err(refused)? {
            continue;
        }
        if let Event::Key(key) = event::read().map_err(refused)?
            && key.kind != KeyEventKind::Release
        {
            let leaves = key.modifiers.contains(KeyModifiers::CONTROL);
            if leaves || deaf_until <= Instant::now() {
                app.press(key);
            }
            if app.skips() {
                due = Instant::now();
            }
        }
    }
    Ok(())
}
