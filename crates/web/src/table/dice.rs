//! The dice: a set of real checkboxes that never move, the roll, the stop, and what cards can do to dice.

use super::moves::{PreviewLine, card_moves};
use super::{Board, Table};
use crate::lang::t;
use crate::parts::{die_key, icon};
use crate::prefs::Settings;
use crate::storage;
use crate::words::face_word;
use engine::{Answer, Ask, Dice, DiceSet, Face, Question, Seat};
use leptos::prelude::*;

/// The dice of the turn and what can be done with them.
#[component]
pub(crate) fn DiceTray(ask: Ask) -> impl IntoView {
    let table = Table::get();
    let dice = Memo::new(move |_| table.see(|board| shown(&board.state, ask)).unwrap_or_default());
    let count = Memo::new(move |_| dice.get().len());
    let rerolls = Memo::new(move |_| table.see(|board| board.state.turn().rerolls).unwrap_or(0));
    let can_roll = move || ask.question == Question::Roll && 0 < rerolls.get();
    let free = move || table.keep.get().not_in(dice.get().all());
    let roll = move |_| roll_free(table);
    let stop = move |_| stop(table);
    let pips = move || {
        let left = rerolls.get();
        (0..left.max(Dice::REROLLS))
            .map(|n| view! { <i class:off=move || left <= n></i> })
            .collect_view()
    };
    let title = move || match ask.question {
        Question::Roll => {
            let number = table.events.with(|events| client::happened::throws(events));
            let most = number + rerolls.get();
            t().roll_of(number, most).plain()
        }
        _ => super::moves::question_words(table, ask).0,
    };
    let help = move || if ask.question == Question::Roll { t().tap_to_keep() } else { "" };
    view! {
        <section class="tray panel" id="act" aria-label=t().your_dice()>
            <div class="tray-status">
                <h2>{title}</h2>
                <p>{help}</p>
                <OddsSwitch />
            </div>
            {(ask.question == Question::Roll).then(|| view! { <super::coach::HintLine /> })}
            <div class="row">
                <fieldset class="dice" class:eight=move || 6 < count.get()>
                    <legend class="vh">{move || t().dice_keys(count.get()).plain()}</legend>
                    <For each=move || 0..count.get() key=|die| *die let:die>
                        <Die die dice ask />
                    </For>
                </fieldset>
                <div class="acts">
                    {(ask.question == Question::Roll).then(|| view! {
                        <button class="btn big primary" id="roll" aria-disabled=move || (!can_roll() && !free().is_empty()).to_string() on:click=roll>
                            {move || if free().is_empty() { t().keep_all_stop().to_owned() } else { t().roll_dice(free().len()).plain() }}
                            <small><span class="pips" aria-hidden="true">{pips}</span> {move || t().rerolls_left(rerolls.get()).plain()} <kbd>"R"</kbd></small>
                        </button>
                    })}
                    {(ask.question == Question::Probe).then(|| view! {
                        <button class="btn big primary" id="roll" aria-disabled=move || (table.keep.get().len() != 1).to_string() on:click=move |_| probe(table)>{t().roll_dice(1).plain()}</button>
                    })}
                    <button class="btn" id="stop" on:click=stop>
                        {icon("check", "")} " "
                        {move || match ask.question { Question::Roll => t().stop_here(), Question::Probe => t().pass_probe(), _ => t().pass_change() }}
                        " " <kbd>"Enter"</kbd>
                    </button>
                </div>
            </div>
            <CardMoves ask />
            <super::coach::SlipGuard />
            {(ask.question != Question::Probe).then(|| view! { <PreviewLine /> })}
        </section>
    }
}

/// Shows the odds, or no longer.
#[component]
fn OddsSwitch() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    view! {
        <span class="end only-desk">
            {move || if table.odds.get() {
                view! {
                    <button class="btn small ghost" aria-pressed=move || settings.watch(|p| p.odds).to_string() on:click=move |_| settings.change(|p| p.odds = !p.odds)>
                        {icon("bulb", "")} " " {move || if settings.watch(|p| p.odds) { t().odds_are_on() } else { t().odds_are_off() }}
                    </button>
                }.into_any()
            } else {
                view! { <span class="muted">{t().odds_forbidden()}</span> }.into_any()
            }}
        </span>
    }
}

/// The turn has just begun: empty places, and the dice are the player's to throw. Everything stands where it will stand
/// when they lie there.
#[component]
pub(crate) fn FirstThrow(count: u8) -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let rerolls = table.peek(|board| board.state.turn().rerolls).unwrap_or(0);
    let pips = (0..rerolls).map(|_| view! { <i></i> }).collect_view();
    let places = (0..count)
        .map(|_| view! { <span class="die empty"><i></i><span class="tag">"\u{a0}"</span></span> });
    view! {
        <section class="tray panel first" id="act" aria-label=t().your_dice()>
            <div class="tray-status">
                <h2>{t().roll_of(1, 1 + rerolls).plain()}</h2>
                <p>{t().tap_to_keep()}</p>
                <OddsSwitch />
            </div>
            <super::coach::HintLine />
            <div class="row">
                <div class="dice" class:eight=6 < count aria-hidden="true">{places.collect_view()}</div>
                <div class="acts">
                    <button class="btn big primary" id="roll" aria-disabled="false" on:click=move |_| table.throw()>
                        {t().roll_dice(usize::from(count)).plain()}
                        <small><span class="pips" aria-hidden="true">{pips}</span> {t().rerolls_left(rerolls).plain()} <kbd>"R"</kbd></small>
                    </button>
                    <button class="btn ghost" id="throw-for-me" on:click=move |_| { settings.change(|p| p.throws = false); table.throw(); }>{t().throw_for_me()}</button>
                </div>
            </div>
            <div class="preview fixed">
                <div class="prow chips"></div>
                {(settings.read(|p| p.odds) && table.odds.get_untracked()).then(|| view! { <div class="prow oddsrow"></div> })}
            </div>
        </section>
    }
}

/// The dice that the question is about.
pub(crate) fn shown(state: &engine::State, ask: Ask) -> Dice {
    match ask.question {
        Question::ChangeAside => state.dice_aside(),
        _ => state.turn().dice,
    }
}

/// Throws again whatever is not kept.
pub(crate) fn roll_free(table: Table) {
    let Some(dice) = table.peek(|board| board.state.turn().dice) else {
        return;
    };
    let free = table.keep.get_untracked().not_in(dice.all());
    if free.is_empty() {
        stop(table);
    } else {
        table.answer(Answer::Reroll(free));
    }
}

/// Chooses the one die that is marked.
pub(crate) fn probe(table: Table) {
    let marked = table.keep.get_untracked().iter().next();
    if let Some(die) = marked {
        table.answer(Answer::Die(die as u8));
    }
}

/// Keeps the dice as they lie, unless that looks like a slip.
pub(crate) fn stop(table: Table) {
    if super::coach::slips(table) {
        return;
    }
    table.answer(Answer::Pass);
}

/// Kept dice as the browser remembers them: in which game, whose, in which turn, with how many rerolls left, the dice, and
/// which of them.
type KeptDice = (String, Seat, u16, u8, Dice, u16);

/// The dice that one may keep now, with everything that tells this throw from any other.
fn this_throw(board: &Board) -> Option<(Seat, u16, u8, Dice)> {
    let ask = board.mine().filter(|ask| ask.question == Question::Roll)?;
    let turn = board.state.turn();
    Some((ask.seat, turn.number, turn.rerolls, turn.dice))
}

/// Remembers which dice are kept, for when the page is loaded anew in the middle of a turn.
pub(crate) fn remember_kept(table: Table) {
    let keep = table.keep.get().bits();
    let Some((seat, turn, rerolls, dice)) = table.peek(this_throw).flatten() else { return };
    let kept: KeptDice = (table.game.get_untracked(), seat, turn, rerolls, dice, keep);
    // Refused storage costs only the memory of it.
    let _ = storage::save("kept-dice", &kept);
}

/// The dice that were kept of this very throw before the page was loaded anew.
pub(crate) fn recall_kept(table: Table, board: &Board) {
    let Some(throw) = this_throw(board) else { return };
    let Some((game, seat, turn, rerolls, dice, keep)) = storage::load::<KeptDice>("kept-dice")
    else {
        return;
    };
    if game == table.game.get_untracked() && throw == (seat, turn, rerolls, dice) {
        table.keep.set(DiceSet::from_bits(keep & dice.all().bits()));
    }
}

/// Keeps a die or lets it go; `all` does so with every die of its face.
pub(crate) fn toggle(table: Table, die: usize, all: bool) {
    let Some((ask, dice)) =
        table.peek(|board| board.mine().map(|ask| (ask, shown(&board.state, ask)))).flatten()
    else {
        return;
    };
    if dice.len() <= die {
        return;
    }
    let one = DiceSet::one(die).bits();
    let set = if all { dice.showing(dice.get(die)).bits() } else { one };
    table.keep.update(|keep| {
        let bits = keep.bits();
        *keep = if ask.question == Question::Probe {
            DiceSet::from_bits(if bits == one { 0 } else { one })
        } else if bits & one == 0 {
            DiceSet::from_bits(bits | set)
        } else {
            DiceSet::from_bits(bits & !set)
        };
    });
    crate::sound::play("keep");
}

#[component]
fn Die(die: usize, dice: Memo<Dice>, ask: Ask) -> impl IntoView {
    let table = Table::get();
    // A die of somebody else is chosen to be thrown again; one's own are kept or not.
    let choosing = ask.question == Question::Probe;
    let (marked, unmarked) = match ask.question {
        Question::Probe => ("dice", ""),
        Question::ChangeAside => ("", ""),
        _ => ("lock", t().reroll()),
    };
    let mark_word = if choosing { t().reroll() } else { t().keep() };
    let face = Memo::new(move |_| {
        dice.with(|dice| if die < dice.len() { dice.get(die) } else { Face::One })
    });
    let kept = move || table.keep.get().has(die);
    let extra = usize::from(engine::Dice::OF_A_TURN) <= die;
    let label = move || {
        let face = face_word(face.get());
        let words = if choosing {
            super::moves::answer_words(table, ask, Answer::Die(die as u8)).plain()
        } else if kept() {
            t().die_kept(die + 1, &face).plain()
        } else {
            t().die_free(die + 1, &face).plain()
        };
        if extra { format!("{words}, {}", t().extra_die()) } else { words }
    };
    let tilt = ["0deg", "-4deg", "3deg", "-5deg", "4deg", "-3deg", "5deg", "-2deg"][die % 8];
    view! {
        <label class="die" data-tip=move || super::tips::of_face(face.get()) class:extra=extra style:--tilt=tilt style:--n=die.to_string()>
            <input
                type="checkbox"
                id=format!("my-die-{die}")
                aria-label=label
                prop:checked=kept
                on:change=move |_| toggle(table, die, false)
                on:dblclick=move |_| toggle(table, die, true)
                on:keydown=move |event| {
                    let next = match event.key().as_str() {
                        "ArrowRight" => die + 1,
                        "ArrowLeft" => die.wrapping_sub(1),
                        _ => return,
                    };
                    if crate::home::skip_to_now(&format!("my-die-{next}")) {
                        event.prevent_default();
                    }
                }
            />
            <svg class="d" viewBox="0 0 100 100" aria-hidden="true"><use href=move || format!("#die-{}", die_key(face.get())) /></svg>
            <span class="key" aria-hidden="true">{die + 1}</span>
            <span class="tag" aria-hidden="true">
                <span class="k">{icon(marked, "")} " " {mark_word}</span>
                <span class="r">{unmarked} "\u{a0}"</span>
            </span>
        </label>
    }
}

/// What cards can do now: free rerolls, turned dice, cards to use.
#[component]
fn CardMoves(ask: Ask) -> impl IntoView {
    let table = Table::get();
    let open = RwSignal::new(None::<engine::Card>);
    view! {
        <div class="cardmoves">
            {move || card_moves(table, ask, open)}
        </div>
    }
}

/// A row of dice in words: `3, 3, claw`.
pub(crate) fn spoken(dice: Dice) -> String {
    dice.iter().map(face_word).collect::<Vec<_>>().join(", ")
}

/// The sentence for the live region after a throw.
pub(crate) fn rolled_sentence(dice: Dice, rerolls: u8, keep: DiceSet) -> String {
    let row = |faces: Vec<Face>| t().dice(faces.into_iter().map(texts::face_icon));
    let kept: Vec<Face> =
        dice.iter().enumerate().filter(|(die, _)| keep.has(*die)).map(|(_, face)| face).collect();
    let mut text = t().you_rolled(&row(dice.iter().collect())).plain();
    text.push(' ');
    text.push_str(&t().rerolls_left(rerolls).plain());
    text.push('.');
    if !kept.is_empty() {
        text.push(' ');
        text.push_str(&t().kept_are(&row(kept)).plain());
    }
    text
}
