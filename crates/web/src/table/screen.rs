//! The screen: top bar, rivals, Tokyo, market, log, you, tray, and what lies over them.

use super::coach::Coach;
use super::log::LogPanel;
use super::market::Market;
use super::seats::Seats;
use super::sheet::SheetLayer;
use super::stage::Stage;
use super::tray::Tray;
use super::you::You;
use super::{Act, Link, Notice, Sheet, Table};
use crate::app::Brand;
use crate::home::skip_to;
use crate::lang::{rich, t};
use crate::lobby::CopyButton;
use crate::parts::{figure, icon, mark, monster_key};
use crate::prefs::Settings;
use crate::route::Route;
use engine::{Need, Phase, Question, Seat, Species};
use leptos::prelude::*;

/// After this many seconds without a connection the player is offered something else to do.
const LONG_GONE: u32 = 60;

/// The whole table.
#[component]
pub(crate) fn TableScreen(table: Table) -> impl IntoView {
    provide_context(table);
    let settings = Settings::get();
    super::keys::listen(table, settings);
    super::tips::listen(table);
    let ready = Memo::new(move |_| table.board.with(Option::is_some));
    // Decisions that need room for their words; on a phone the market makes way for them.
    let deciding = Memo::new(move |before: Option<&bool>| {
        let slip = super::coach::open_slip(table).is_some();
        table
            .see(|board| match board.mine() {
                Some(_) if board.unasked() => before.copied().unwrap_or(false),
                Some(ask) => {
                    slip || !matches!(
                        ask.question,
                        Question::Roll | Question::Change | Question::Shop
                    )
                }
                None => false,
            })
            .unwrap_or(false)
    });
    let shopping = Memo::new(move |_| {
        table
            .see(|board| board.mine().is_some_and(|ask| ask.question == Question::Shop))
            .unwrap_or(false)
    });
    let over = Memo::new(move |_| {
        table
            .see(|board| !board.past && matches!(board.state.need(), Need::Over(_)))
            .unwrap_or(false)
    });
    let ended = after_the_last_dice(table, over, settings);
    Effect::new(move |_| super::dice::remember_kept(table));
    let asked = Memo::new(move |_| table.see(|board| board.waits_for_me()).unwrap_or(false));
    Effect::new(move |_| {
        document().set_title(&if asked.get() {
            t().title_your_turn().to_owned()
        } else {
            t().title_with(&table.title.get()).plain()
        });
    });
    // Whoever is in another tab is called; against bots nobody waits.
    Effect::new(move |_| {
        let waits = asked.get() && table.link.get_untracked() != Link::Local;
        crate::notify::badge(waits);
        if waits {
            crate::notify::call(&table.title.get_untracked());
        }
    });
    on_cleanup(|| crate::notify::badge(false));
    offer_calls(table);
    // The table in two steps, so that the page never stands still for long: first what is looked at first.
    let furnished = RwSignal::new(false);
    Effect::new(move |_| {
        if ready.get() {
            let furnish = move || {
                let _ = furnished.try_set(true);
            };
            set_timeout(furnish, std::time::Duration::ZERO);
        }
    });
    view! {
        <a class="skip" href="#act" on:click=skip_to("act")>{t().skip_to_decision()}</a>
        <div class="game" class:stale=move || matches!(table.link.get(), Link::Down(_))>
            <GameBar />
            <NoticeBar />
            {move || {
                if ended.get() {
                    view! { <super::end::EndScreen /> }.into_any()
                } else if ready.get() {
                    view! {
                        <main class="board" class:deciding=move || deciding.get() class:buyphase=move || shopping.get()>
                            <h1 class="vh">{move || table.title.get()}</h1>
                            <Seats />
                            <Stage />
                            <div class="side">
                                {move || furnished.get().then(|| view! { <Market /><LogPanel /> })}
                            </div>
                            <You />
                            <Tray />
                            {move || furnished.get().then(|| view! { <Coach /><super::tutor::Warned /> })}
                        </main>
                    }
                    .into_any()
                } else {
                    view! { <Loading /> }.into_any()
                }
            }}
            <Curtain />
            <Elsewhere />
            <SheetLayer />
            <super::tips::TipLayer />
            <Spoken role="alert" live="assertive" words=table.urgent />
            <Spoken role="log" live="polite" words=table.polite />
        </div>
    }
}

/// How long the board stays when the game is over, so that the last dice and the last knock-out are seen.
const LAST_LOOK_MS: u32 = 900;

/// Whether the end is shown. Whoever followed the game sees its last dice first; whoever comes later sees the end at once.
fn after_the_last_dice(table: Table, over: Memo<bool>, settings: Settings) -> RwSignal<bool> {
    let ended = RwSignal::new(false);
    let followed = Memo::new(move |_| table.board.with(Option::is_some) && !over.get());
    Effect::new(move |before: Option<bool>| {
        let followed = followed.get();
        let still = settings.read(|p| p.pace()).scale(LAST_LOOK_MS);
        if !over.get() {
            // Only a change draws the table anew.
            if ended.get_untracked() {
                ended.set(false);
            }
        } else if before == Some(true) && 0 < still && !super::motion::reduced() {
            let show = move || {
                if over.try_get_untracked() == Some(true) {
                    ended.set(true);
                }
            };
            set_timeout(show, std::time::Duration::from_millis(still.into()));
        } else {
            ended.set(true);
        }
        followed
    });
    ended
}

/// Whoever comes back to the tab of a game that is on is offered a call for the next time, once.
fn offer_calls(table: Table) {
    let handle = window_event_listener_untyped("visibilitychange", move |_| {
        let back = document().visibility_state() == web_sys::VisibilityState::Visible;
        let plays = table.peek(|board| board.me.is_some() && board.state.outcome().is_none());
        let online = table.link.get_untracked() != Link::Local;
        if back && online && plays == Some(true) && crate::notify::worth_asking() {
            Settings::get().change(|prefs| prefs.notify_asked = true);
            table.notice.set(Some(Notice {
                icon: "clock",
                text: t().notify_offer().to_owned(),
                act: Some(Act::Notify),
                ..Notice::default()
            }));
        }
    });
    on_cleanup(move || handle.remove());
}

/// What is said to those who listen. Two places speak in turn: a sentence that comes a second time is heard a second time.
#[component]
fn Spoken(role: &'static str, live: &'static str, words: RwSignal<String>) -> impl IntoView {
    let turn = RwSignal::new(false);
    Effect::new(move |before: Option<()>| {
        words.track();
        if before.is_some() {
            turn.update(|turn| *turn = !*turn);
        }
    });
    let said = move |place: bool| {
        if turn.get() == place { words.get_untracked() } else { String::new() }
    };
    view! {
        <p class="vh" role=role aria-live=live>{move || said(false)}</p>
        <p class="vh" role=role aria-live=live>{move || said(true)}</p>
    }
}

/// The game is played in another tab of this browser.
#[component]
fn Elsewhere() -> impl IntoView {
    let table = Table::get();
    move || {
        table.elsewhere.get().then(|| {
            request_animation_frame(|| {
                crate::home::skip_to_now("play-here");
            });
            view! {
                <div class="veil" role="alertdialog" aria-modal="true" aria-labelledby="in-other-tab">
                    <section class="sheet panel pad elsewhere">
                        {figure(Species::Alienoid, 96)}
                        <h2 id="in-other-tab">{t().in_other_tab()}</h2>
                        <div class="acts2">
                            <button class="btn primary" id="play-here" on:click=move |_| { let _ = window().location().reload(); }>{t().play_here()}</button>
                            <a class="btn ghost" href=Route::Home.href()>{t().leave()}</a>
                        </div>
                    </section>
                </div>
            }
        })
    }
}

/// Rivals, Tokyo and market without anything to decide: the replay's table.
#[component]
pub(crate) fn MiniBoard() -> impl IntoView {
    view! { <Seats /><Stage /><You /><SheetLayer /> }
}

/// The bar: where, when, which phase, how long.
#[component]
fn GameBar() -> impl IntoView {
    let table = Table::get();
    let settings = Settings::get();
    let turn = Memo::new(move |_| {
        table.see(|board| {
            let turn = board.state.turn();
            let over = matches!(board.state.need(), Need::Over(_));
            (turn.seat, board.me, turn.phase, board.mine().is_some(), over)
        })
    });
    let phone = move || {
        turn.get().map(|(seat, me, phase, asked, over)| {
            let words = if over {
                table.title.get()
            } else if Some(seat) == me {
                phase_word(phase).to_owned()
            } else if asked {
                t().your_decision().to_owned()
            } else {
                table.name(seat)
            };
            view! { {mark(table.species(seat))} <b class="clip">{words}</b> }
        })
    };
    // A game that began in a review leads back to it.
    let trial = move || table.game.with(|game| game.starts_with(crate::session::local::TRIAL));
    let back = |_| {
        if let Ok(history) = window().history() {
            let _ = history.back();
        }
    };
    let title = move || {
        let round = table.see(|board| board.state.round()).unwrap_or(1);
        t().table_and_round(&table.title.get(), round).plain()
    };
    view! {
        <header class="top">
            <Brand />
            <span class="tablename only-desk">{title}</span>
            <span class="only-phone barturn">{phone}</span>
            <span class="spacer"></span>
            <Phases />
            <span class="spacer"></span>
            <Clock />
            <span class="only-desk"><crate::update::UpdateChip /></span>
            <button class="iconbtn soundbtn" aria-pressed=move || settings.watch(|p| p.sound).to_string() aria-label=t().sound() on:click=move |_| settings.change(|p| p.sound = !p.sound)>
                {icon("sound", "")}
            </button>
            {move || trial().then(|| view! { <button class="iconbtn" id="back-to-review" aria-label=t().see_review() on:click=back>{icon("chart", "")}</button> })}
            <super::hint::HintButton />
            <super::hint::CoachChip />
            <button class="iconbtn only-desk" aria-label=t().rules() on:click=move |_| table.sheet.set(Some(Sheet::Help))>{icon("book", "")}</button>
            <button class="iconbtn" aria-label=t().talk_and_log() on:click=move |_| table.sheet.set(Some(Sheet::Log))>{icon("chat", "")}</button>
            <button class="iconbtn" aria-label=t().settings() on:click=move |_| table.sheet.set(Some(Sheet::Menu))>{icon("gear", "")}</button>
        </header>
    }
}

/// The name of a phase.
pub(crate) fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup | Phase::Start => t().phase_start(),
        Phase::Roll => t().phase_roll(),
        Phase::Resolve => t().phase_resolve(),
        Phase::Tokyo => t().phase_tokyo(),
        Phase::Buy => t().phase_buy(),
        Phase::End => t().phase_end(),
    }
}

#[component]
fn Phases() -> impl IntoView {
    let table = Table::get();
    // A game that is over is in no phase.
    let now = Memo::new(move |_| {
        let phase = table.see(|board| {
            let over = matches!(board.state.need(), Need::Over(_));
            (!over).then_some(board.state.turn().phase)
        });
        phase.unwrap_or(Some(Phase::default()))
    });
    let steps = [
        (Phase::Start, "sun", "start"),
        (Phase::Roll, "dice", "roll"),
        (Phase::Resolve, "claw", "resolve"),
        (Phase::Tokyo, "tower", "tokyo"),
        (Phase::Buy, "energy", "buy"),
        (Phase::End, "arrow", "end"),
    ];
    move || {
        let now = now.get()?;
        let steps = steps.map(|(phase, glyph, tip)| {
            let done = phase < now;
            view! {
                <li data-tip=tip class:done=done aria-current=(phase == now).then_some("step")>
                    {icon(if done { "check" } else { glyph }, "")}
                    <span>{phase_word(phase)}</span>
                </li>
            }
        });
        Some(view! { <ol class="phases" aria-label=t().phases_label()>{steps.collect_view()}</ol> })
    }
}

/// Counts up while this part is on the page, so that what shows a time can follow it.
fn ticking(ms: u64) -> RwSignal<u32> {
    let tick = RwSignal::new(0u32);
    let handle = set_interval_with_handle(
        move || tick.update(|n| *n = n.wrapping_add(1)),
        std::time::Duration::from_millis(ms),
    );
    on_cleanup(move || {
        if let Ok(handle) = handle {
            handle.clear();
        }
    });
    tick
}

/// The time left for a decision, where there is a limit.
#[component]
fn Clock() -> impl IntoView {
    let table = Table::get();
    let tick = ticking(500);
    let left = move || {
        tick.track();
        table.deadline.get().map(|at| ((at - super::now()) / 1000.0).max(0.0).ceil() as u32)
    };
    let mine = move || table.see(|board| board.mine().is_some()).unwrap_or(false);
    // The warning is spoken once for each deadline.
    let warned = StoredValue::new(None::<f64>);
    Effect::new(move |_| {
        let soon = left().filter(|left| (1..=10).contains(left));
        let deadline = table.deadline.get_untracked();
        if let Some(left) = soon
            && mine()
            && warned.get_value() != deadline
        {
            warned.set_value(deadline);
            table.urgent.set(t().time_warning(left).plain());
        }
    });
    move || {
        left().map(|left| {
            view! {
                <span class="clock" class:soon=left <= 10>
                    <span role="timer" aria-label=t().time_left()>{icon("clock", "")} " " {format!("{}:{:02}", left / 60, left % 60)}</span>
                    {mine().then(|| view! { <button class="moretime" id="more-time" title=t().more_time() aria-label=t().more_time() on:click=move |_| table.session(|session| session.more_time())>"+"</button> })}
                </span>
            }
        })
    }
}

/// The table is on its way: the regions at their final size.
#[component]
fn Loading() -> impl IntoView {
    let late = RwSignal::new(false);
    set_timeout(move || late.set(true), std::time::Duration::from_secs(5));
    view! {
        <main class="board loading" aria-busy="true">
            <h1 class="vh">{t().loading_table()}</h1>
            <div class="load">
                {figure(Species::Kraken, 96)}
                <div>
                    <b role="status">{t().loading_table()}</b>
                    <div class="skel"><i></i><i></i><i></i></div>
                    {move || late.try_get().unwrap_or(false).then(|| view! { <a class="btn small" href=Route::Home.href()>{t().cancel()}</a> })}
                </div>
            </div>
        </main>
    }
}

/// Connection lost, illegal move, undo: one line over the table.
#[component]
fn NoticeBar() -> impl IntoView {
    let table = Table::get();
    let tick = ticking(1000);
    let since = Memo::new(move |before: Option<&Option<f64>>| {
        let down = matches!(table.link.get(), Link::Down(_));
        down.then(|| before.copied().flatten().unwrap_or_else(super::now))
    });
    let age = move || {
        tick.track();
        since.get().map_or(0, |since| ((super::now() - since) / 1000.0).max(0.0) as u32)
    };
    let long_gone = Memo::new(move |_| LONG_GONE <= age());
    let lost = move || match table.link.get() {
        Link::Down(tries) => Some(view! {
            <div class="notice warn" role="status">
                {icon("wifi-off", "")}
                // The age changes every second: it is there to be seen, not to be read out.
                <span>
                    <b>{rich(t().connection_lost(tries))}</b><small aria-hidden="true">{move || rich(t().connection_lost_hint(age()))}</small>
                    {move || long_gone.get().then(|| view! {
                        <span class="acts2">
                            <CopyButton text=window().location().href().unwrap_or_default() words=t().copy_table_link() />
                            <a class="btn small" href=Route::Solo.href()>{t().play_offline()}</a>
                        </span>
                    })}
                </span>
            </div>
        }),
        _ => None,
    };
    let word = move || {
        table.notice.get().map(|notice| {
            view! {
                <div class=format!("notice {}", notice.tone) role="status">
                    {icon(notice.icon, "")}
                    <span><b>{notice.text}</b><small>{notice.more}</small>
                        {notice.act.map(|act| view! { <span class="acts2"><button class="btn small gold" id="notice-act" on:click=move |_| do_act(table, act)>{act_words(act)}</button></span> })}
                    </span>
                    <button class="iconbtn" aria-label=t().close() on:click=move |_| table.notice.set(None)>"×"</button>
                </div>
            }
        })
    };
    view! { <div class="notices">{lost}{word}</div> }
}

fn act_words(act: Act) -> &'static str {
    match act {
        Act::Replay => t().replay_them(),
        Act::SkipReplay => t().back_to_game(),
        Act::Log => t().what_happened(),
        Act::Notify => t().notify_yes(),
    }
}

fn do_act(table: Table, act: Act) {
    table.notice.set(None);
    match act {
        Act::Replay => table.session(|session| session.replay_missed()),
        Act::SkipReplay => table.session(|session| session.end_replay()),
        Act::Log => table.sheet.set(Some(Sheet::Log)),
        Act::Notify => crate::notify::ask(),
    }
}

/// Between two people on one device.
#[component]
fn Curtain() -> impl IntoView {
    let table = Table::get();
    move || {
        table.curtain.get().map(|seat: Seat| {
            let species = table.species(seat);
            let name = table.name(seat);
            let open = move |_| table.session(|session| session.uncover());
            request_animation_frame(|| {
                crate::home::skip_to_now("uncover");
            });
            view! {
                <div class="veil" data-m=monster_key(species) role="dialog" aria-modal="true" aria-labelledby="pass-to">
                    <div class="curtain" data-m=monster_key(species)>
                        {figure(species, 200)}
                        <div>
                            <b id="pass-to">{rich(t().pass_to(&name))}</b>
                            {super::recap::recap_list(table, seat)}
                            <button class="btn" id="uncover" on:click=open>{t().i_am_go(&name).plain()}</button>
                        </div>
                    </div>
                </div>
            }
        })
    }
}
