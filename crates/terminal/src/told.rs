//! What a player should know before answering: facts about the question, and what the dice would do.

use engine::facts::YieldFacts;
use engine::{Answer, Ask, Preview, Question, Seat, State};
use texts::{Rich, Texts};

use crate::look::Look;
use crate::session::Session;

/// The facts that belong to the question, one sentence each.
pub(crate) fn facts(session: &Session, look: &Look, ask: &Ask) -> Vec<Rich> {
    let texts = look.texts;
    let view = session.view();
    let scene = session.scene();
    let me = view.monster(ask.seat);
    match ask.question {
        Question::Roll | Question::Change => {
            vec![Rich::words(format!("{}:", texts.if_you_stop_now())).then(preview(
                &view,
                look,
                &|seat| scene.name(seat).to_owned(),
            ))]
        }
        Question::Yield => {
            let mut facts = vec![texts.yield_fact(session.damage_dealt(ask.seat), me.hearts)];
            if let Some(leaving) = view.yield_facts(Answer::Yes) {
                let entering = leaving.moves.iter().filter(|one| one.stars.0 < one.stars.1);
                facts.extend(entering.map(|one| {
                    texts.yield_moves_in(scene.name(one.seat), one.stars.0, one.stars.1)
                }));
            }
            if let Some(staying) = view.yield_facts(Answer::Pass) {
                let (now, then) = staying.stars;
                facts.push(texts.stay_stars(then - now, now, then));
                facts.push(hitters(texts, &staying, &|seat| scene.name(seat).to_owned()));
            }
            facts
        }
        Question::Flee => match session.damage_coming(ask.seat) {
            0 => vec![texts.hearts_count(me.hearts)],
            n => vec![texts.yield_fact_before(n), texts.hearts_count(me.hearts)],
        },
        Question::Defend => match session.damage_coming(ask.seat) {
            0 => vec![texts.hearts_of(me.hearts, view.hearts_max(ask.seat))],
            n => {
                vec![texts.lose_hearts(n), texts.hearts_of(me.hearts, view.hearts_max(ask.seat))]
            }
        },
        Question::Shop => vec![texts.buy_lead(me.energy)],
        Question::Opportunity | Question::Deposit => vec![texts.you_have_energy(me.energy)],
        Question::Hearts => vec![texts.hearts_of(me.hearts, view.hearts_max(ask.seat))],
        _ => Vec::new(),
    }
}

/// Who can still hit whoever stays.
fn hitters(texts: &Texts, facts: &YieldFacts, name: &dyn Fn(Seat) -> String) -> Rich {
    if facts.hitters.is_empty() {
        return Rich::words(texts.fact_hit_by_nobody());
    }
    let names: Vec<String> = facts.hitters.iter().map(|seat| name(*seat)).collect();
    Rich::words(format!("{} {}", texts.fact_hit_by(), names.join(", ")))
}

/// One sentence about the situation of whoever is to roll, for those who are new to the game.
pub(crate) fn tip(session: &Session, look: &Look, ask: &Ask) -> Option<Rich> {
    let texts = look.texts;
    let view = session.view();
    let scene = session.scene();
    let me = view.monster(ask.seat);
    match ask.question {
        Question::Shop => return Some(texts.tip_buy()),
        Question::Roll => {}
        _ => return None,
    }
    let leader = view.living().iter().max_by_key(|seat| view.monster(*seat).stars)?;
    let stars = view.monster(leader).stars;
    Some(match view.tokyo().city {
        _ if 15 <= stars && leader != ask.seat => texts.hint_near_win(scene.name(leader), stars),
        _ if me.hearts <= 4 && !view.in_tokyo(ask.seat) => texts.hint_low_hearts(me.hearts),
        None => texts.hint_tokyo_empty(),
        Some(_) if view.in_tokyo(ask.seat) => Rich::words(texts.hint_in_tokyo()),
        Some(tenant) => texts.hint_outside_full(scene.name(tenant)),
    })
}

/// What the dice would do if their owner stopped now.
pub(crate) fn preview(state: &State, look: &Look, name: &dyn Fn(Seat) -> String) -> Rich {
    let texts = look.texts;
    let all = state.preview();
    let mut parts: Vec<Rich> = Vec::new();
    if 0 < all.stars {
        parts.push(texts.gain_stars(all.stars));
    }
    if 0 < all.energy {
        parts.push(texts.gain_energy(all.energy));
    }
    if 0 < all.healing {
        parts.push(texts.gain_hearts(all.healing));
    }
    parts.extend(damage(&all, texts, name));
    if all.enters.is_some() {
        parts.push(texts.preview_enter());
    }
    if all.healing == 0 && 0 < all.hearts_wasted && state.in_tokyo(state.turn().seat) {
        parts.push(Rich::words(texts.preview_hearts_useless()));
    }
    if parts.is_empty() {
        return Rich::words(texts.preview_nothing());
    }
    let mut line = Rich::default();
    for (number, part) in parts.into_iter().enumerate() {
        line = if number == 0 { part } else { line.then(Rich::words("·")).then(part) };
    }
    line
}

/// One part for each amount: `3 claws to Alienoid, Kraken`.
fn damage(preview: &Preview, texts: &Texts, name: &dyn Fn(Seat) -> String) -> Vec<Rich> {
    let mut amounts: Vec<u8> = preview.damage.into_iter().filter(|amount| 0 < *amount).collect();
    amounts.sort_unstable();
    amounts.dedup();
    let hit =
        |amount| Seat::ALL.into_iter().filter(move |seat| preview.damage[seat.index()] == amount);
    amounts
        .into_iter()
        .rev()
        .map(|amount| {
            let names: Vec<String> = hit(amount).map(name).collect();
            texts.preview_damage(amount, &texts.list(names.iter().map(String::as_str)))
        })
        .collect()
}
