//! What the host chooses: seats, rulebook and house rules, time, who may come and watch.

use super::Wire;
use crate::dice_seal::DiceField;
use crate::home::rulebook;
use crate::house::{HouseForm, settle};
use crate::lang::t;
use crate::route::Route;
use crate::session::online::Lobby;
use engine::{PLAYERS, Rulebook};
use leptos::prelude::*;
use protocol::{Command, DecisionTime, Options};

/// A decision time in words.
pub(crate) fn time_words(time: DecisionTime) -> String {
    match time {
        DecisionTime::None => t().decision_time_none().to_owned(),
        DecisionTime::Seconds45 => t().decision_time_seconds(45).plain(),
        DecisionTime::Seconds90 => t().decision_time_seconds(90).plain(),
        DecisionTime::Day => t().decision_time_day().to_owned(),
    }
}

/// The choice of a decision time.
#[component]
pub(crate) fn TimeField(time: Signal<DecisionTime>, set: Callback<DecisionTime>) -> impl IntoView {
    let choose = move |event| {
        let chosen =
            event_target_value(&event).parse().ok().and_then(|n: usize| DecisionTime::ALL.get(n));
        set.run(chosen.copied().unwrap_or_default());
    };
    view! {
        <label class="field">
            <span>{t().decision_time()}</span>
            <select class="select" on:change=choose>
                {DecisionTime::ALL.into_iter().enumerate().map(|(n, one)| view! { <option value=n prop:selected=move || time.get() == one>{time_words(one)}</option> }).collect_view()}
            </select>
        </label>
    }
}

/// One yes or no of the options.
#[component]
pub(crate) fn OptionSwitch(
    label: &'static str,
    #[prop(optional)] id: &'static str,
    on: Signal<bool>,
    set: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="setrow">
            <span>{label}</span>
            <input class="switch" type="checkbox" id=(!id.is_empty()).then_some(id) prop:checked=move || on.get() on:change=move |event| set.run(event_target_checked(&event)) />
        </label>
    }
}

/// What the host may change before the game.
#[component]
pub(crate) fn HostOptions(lobby: Lobby, online: Wire) -> impl IntoView {
    let options = Memo::new(move |_| lobby.see(|info| info.options.clone()).unwrap_or_default());
    let change = move |edit: &dyn Fn(&mut Options)| {
        let mut changed = options.get_untracked();
        edit(&mut changed);
        online.with_value(|line| line.send(Command::Configure(changed)));
    };
    let set_seats = move |event| {
        if let Ok(seats) = event_target_value(&event).parse::<u8>() {
            change(&|o| o.seats = seats);
        }
    };
    let set_book = move |event| {
        let book = rulebook(&event_target_value(&event));
        change(&|o| {
            o.rulebook = book;
            settle(book, &mut o.switches);
        });
    };
    let part = move |pick: fn(&Options) -> bool| Signal::derive(move || options.with(pick));
    view! {
        <label class="field"><span>{t().seats_label()}</span>
            <select class="select" id="seats" on:change=set_seats>
                {PLAYERS.map(|n| view! { <option value=n prop:selected=move || options.with(|o| usize::from(o.seats) == n)>{n}</option> }).collect_view()}
            </select>
        </label>
        <label class="field"><span>{t().rulebook()}</span>
            <select class="select" id="rulebook" on:change=set_book>
                {Rulebook::ALL.map(|book| view! { <option value=book.name() prop:selected=move || options.with(|o| o.rulebook == book)>{crate::words::book(book)}</option> }).collect_view()}
            </select>
            <a class="ownlink" href=format!("{}/own", Route::Differs.href()) target="_blank">{t().dif_own()}</a>
        </label>
        <HouseForm
            book=Signal::derive(move || options.with(|o| o.rulebook))
            switches=Signal::derive(move || options.with(|o| o.switches.clone()))
            set=Callback::new(move |switches: crate::house::Switches| change(&|o| o.switches = switches.clone()))
        />
        <TimeField time=Signal::derive(move || options.with(|o| o.time)) set=Callback::new(move |time| change(&|o| o.time = time)) />
        <DiceField options set=Callback::new(move |dice| change(&|o| o.dice = dice)) />
        <OptionSwitch label=t().open_to_all() on=part(|o| o.listed) set=Callback::new(move |on| change(&|o| o.listed = on)) />
        <OptionSwitch label=t().allow_watchers() on=part(|o| o.watchers) set=Callback::new(move |on| change(&|o| o.watchers = on)) />
        <OptionSwitch label=t().watchers_may_talk() on=part(|o| o.watchers_talk) set=Callback::new(move |on| change(&|o| o.watchers_talk = on)) />
        <OptionSwitch label=t().talk_open() on=Signal::derive(move || lobby.see(|info| !info.talk_closed).unwrap_or(true)) set=Callback::new(move |on: bool| online.with_value(|line| line.send(Command::CloseTalk { closed: !on }))) />
        <OptionSwitch label=t().allow_takeover() on=part(|o| o.take_over_bots) set=Callback::new(move |on| change(&|o| o.take_over_bots = on)) />
        <OptionSwitch label=t().allow_odds() on=part(|o| o.odds) set=Callback::new(move |on| change(&|o| o.odds = on)) />
        <OptionSwitch id="allow-coach" label=t().allow_coach() on=part(|o| o.coach) set=Callback::new(move |on| change(&|o| o.coach = on)) />
    }
}
