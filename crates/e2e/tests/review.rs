//! The review of a game: graph, account, quiz, trying from a moment, cut records; and the coach at the table.

use daikaiju_e2e::{Browser, Page, Server, positions};
use engine::Question;
use std::time::Duration;

fn open(server: &Server, page: &Page, place: &str, game: &serde_json::Value, address: &str) {
    page.go(&server.url());
    page.eval("localStorage.setItem('daikaiju.prefs', JSON.stringify({ speed: 'instant', hints: false, games: 3, throws: false }))");
    page.eval(&format!("localStorage.setItem('daikaiju.{place}', JSON.stringify({game}))"));
    page.go(&format!("{}/?{place}{address}", server.url()));
}

/// Whole points of one row of the account, as they are printed.
const ROW: &str = "row => [...row.querySelectorAll('td')].map(cell => Number((cell.querySelector('b') ?? cell).innerText.replace('−', '-').replace('+', '').trim()))";

#[test]
fn a_game_is_reviewed_as_it_comes() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    open(&server, &page, "last", &positions::finished(4), "#/review");
    // Graph and account come from the worker; every printed row adds up.
    let all_there = "document.querySelectorAll('.wingraph .line').length == 4 && !!document.querySelector('.named .turning')";
    assert!(page.wait_for(all_there, Duration::from_secs(60)), "{}", page.text());
    page.wait("document.querySelectorAll('.account tbody tr').length == 4");
    let adds_up = format!(
        "[...document.querySelectorAll('.account tbody tr')].map({ROW}).every(n => n.length == 6 && n.slice(0, 5).reduce((a, b) => a + b) == n[5])"
    );
    assert!(page.is(&adds_up), "{}", page.text());
    // The slider, the replay and the list show the same turn.
    page.eval("const slider = document.getElementById('graph-turn'); slider.value = 3; slider.dispatchEvent(new Event('input', { bubbles: true }))");
    page.wait("document.getElementById('graph-turn').getAttribute('aria-valuetext').startsWith('Turn 3,')");
    page.wait("document.querySelector('.turns tr.sel .turnlink')?.innerText == '3'");
    // The costliest choices are asked without giving the answer away.
    let quiz = "!!document.querySelector('.qcard .qopt')";
    assert!(page.wait_for(quiz, Duration::from_secs(120)), "{}", page.text());
    assert!(!page.has(".qcard .num") && !page.has(".qcard .why li"), "{}", page.text());
    // Nor do the turning points say what choices cost in a turn that is asked about, nor does the list.
    assert_eq!(given_away(&page), "");
    page.press(".qcard .qopt");
    page.wait("!!document.querySelector('.qcard.done .num')");
    assert!(page.has(".qcard.done [role=status]"), "{}", page.text());
    // What if the dice had fallen otherwise: everybody's chances follow, and as it was is one press away.
    page.eval("[...document.querySelectorAll('.turns .turnlink')][4].click()");
    page.wait("!!document.querySelector('.throws li')");
    page.eval("document.getElementById('replay').focus()");
    for _ in 0..40 {
        page.key("ArrowLeft");
        page.press("#what-if");
        if page.has(".whatif .pdie") {
            break;
        }
        page.press("#as-it-was");
    }
    let known = "/%.*%/s.test(document.querySelector('.whatif [role=status]').innerText)";
    assert!(page.wait_for(known, Duration::from_secs(60)), "{}", page.text());
    let chances = "document.querySelector('.whatif [role=status]').innerText";
    let was = page.eval(chances).to_string();
    page.press(".whatif .pdie");
    page.press(".whatif .pdie:last-child");
    let changed = format!("{chances} != {was}");
    assert!(page.wait_for(&changed, Duration::from_secs(60)), "{was}");
    assert_eq!(page.accessibility(), Vec::<String>::new());
    page.press("#with-these");
    page.wait("!!document.querySelector('.whatif .hintrow, .whatif .pdie, .whatif select')");
    page.press("#as-it-was");
    page.wait("!document.querySelector('.whatif')");
    // The link carries the whole game: it opens in a browser that has never seen it.
    page.wait("!!document.getElementById('review-link')");
    let link = page.eval("document.getElementById('review-link').value");
    let link = link.as_str().unwrap_or_default();
    let friend = browser.page(390, 844);
    friend.go(link);
    let there = "document.querySelectorAll('.wingraph .line').length == 4";
    assert!(friend.wait_for(there, Duration::from_secs(60)), "{}", friend.text());
    let cut = browser.page(390, 844);
    cut.go(&link[..link.len() - 40]);
    cut.wait("document.querySelector('.notice.bad')?.innerText.includes('cut')");
    page.eval("window.saved = []; HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download + ' ' + this.href.slice(0, 22)); }");
    for (button, file) in [
        ("#share-picture", "daikaiju.png data:image/png;base64,"),
        ("#share-page", "daikaiju.html blob:"),
        ("#share-json", "daikaiju-review.json blob:"),
        ("#share-csv", "daikaiju-review.csv blob:"),
    ] {
        page.press(button);
        page.wait(&format!("window.saved.some(one => one.startsWith('{file}'))"));
    }
    // Try it from here: a table of its own, and the review is still there.
    page.press("#try-it");
    page.wait("!!document.querySelector('.board .tray')");
    assert!(
        page.is("JSON.parse(localStorage.getItem('daikaiju.solo')).table.startsWith('trial/')")
    );
    assert!(page.is("!!localStorage.getItem('daikaiju.last')"));
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// What tells the cost of a choice that is still asked about: turning points and rows of the list, by turn.
fn given_away(page: &Page) -> String {
    let open = "[...document.querySelectorAll('.qcard:not(.done) h3')].map(one => Number(/Turn (\\d+)/.exec(one.innerText)[1]))";
    page.wait("!!document.querySelector('.turns .toll')");
    let found = page.eval(&format!(
        "(() => {{ const open = {open}, out = []; \
         for (const one of document.querySelectorAll('.wingraph .turning')) {{ const [title, change] = [one.querySelector('b').innerText, one.querySelector('small').innerText]; \
           if (open.includes(Number(/\\d+/.exec(title)[0])) && change.includes('choices')) out.push(title + ' ' + change); }} \
         for (const turn of open) {{ const row = [...document.querySelectorAll('.turns tbody tr')].find(row => row.querySelector('.turnlink').innerText == turn); \
           const mine = [...row.querySelectorAll('.toll[data-seat=A]')]; if (!mine.some(one => one.innerText.includes('Quiz')) || mine.some(one => /\\d.*[−+]|[−+]\\d/.test(one.innerText))) out.push('turn ' + turn + ': ' + row.innerText); }} \
         return out.join('; '); }})()"
    ));
    found.as_str().unwrap_or("no answer").to_owned()
}

/// On a shared device nobody's eyes in particular are known: whoever looks chooses, and verdict, graph and quiz are theirs.
#[test]
fn whoever_shared_a_device_chooses_whose_eyes() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    let kept = positions::finished_by_three_people();
    let record: engine::Record =
        serde_json::from_value(kept["record"].clone()).expect("a record is kept");
    let mut state = record.start().expect("the table can be set");
    for &input in &record.inputs {
        state.play(input, None).expect("it fits");
    }
    let winner = state.outcome().and_then(engine::Outcome::winner).expect("somebody wins");
    let loser = state.seats().without(winner).iter().next().expect("somebody loses");
    open(&server, &page, "last", &kept, "#/review");
    // The winner's at first; the verdict is there for a game of several people, too.
    let seen_by = |seat: engine::Seat| {
        format!(
            "document.getElementById('eyes-{seat}')?.getAttribute('aria-pressed') == 'true' && document.querySelectorAll('.eyes [aria-pressed=true]').length == 1 \
             && document.querySelector('.account tbody tr.mine')?.dataset.seat == '{seat}' && /\\d/.test(document.querySelector('.balance').innerText)"
        )
    };
    assert!(page.wait_for(&seen_by(winner), Duration::from_secs(60)), "{}", page.text());
    page.press(&format!("#eyes-{loser}"));
    assert!(page.wait_for(&seen_by(loser), Duration::from_secs(60)), "{}", page.text());
    page.wait(&format!("document.activeElement.id == 'eyes-{loser}'"));
    // The account, the verdict's numbers and the quiz are the loser's: each asked turn has that seat's choice.
    let equal = format!(
        "(() => {{ const row = [...document.querySelectorAll('.account tbody tr')].find(row => row.dataset.seat == '{loser}'); const n = ({ROW})(row); \
         const said = [...document.querySelectorAll('.balance .num')].map(one => Number(one.innerText.replace('−', '-').replace('+', ''))); return said[0] == n[1] && said[1] == n[2]; }})()"
    );
    page.wait(&equal);
    let quiz = "!!document.querySelector('.qcard .qopt')";
    assert!(page.wait_for(quiz, Duration::from_secs(120)), "{}", page.text());
    let asked = format!(
        "[...document.querySelectorAll('.qcard:not(.done) h3')].map(one => /Turn (\\d+)/.exec(one.innerText)[1]).every(turn => {{ \
         const row = [...document.querySelectorAll('.turns tbody tr')].find(row => row.querySelector('.turnlink').innerText == turn); \
         return [...row.querySelectorAll('.toll[data-seat={loser}]')].some(one => one.textContent.includes('Quiz')); }})"
    );
    page.wait(&asked);
    assert_eq!(page.overflow(), Vec::<String>::new());
    assert_eq!(page.accessibility(), Vec::<String>::new());
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// From 1100 pixels on the replay stands beside graph and account; on a phone it comes after the graph.
#[test]
fn the_replay_stands_beside_the_graph_and_on_a_phone_after_it() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    open(&server, &page, "last", &positions::finished(4), "#/review");
    let there = "document.querySelectorAll('.wingraph .line').length == 4 && document.querySelectorAll('.account tbody tr').length == 4 && !!document.querySelector('.qcard')";
    assert!(page.wait_for(there, Duration::from_secs(60)), "{}", page.text());
    let place = |class: &str| {
        let found = page.eval(&format!("(() => {{ const box = document.querySelector('.gamereview > {class}').getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom].map(Math.round); }})()"));
        let at = |n: usize| found[n].as_i64().unwrap_or_default();
        [at(0), at(1), at(2), at(3)]
    };
    for (width, beside) in [(1100, true), (1280, true), (1440, true), (1024, false), (390, false)] {
        page.resize(width, 844);
        let (graph, replay) = (place(".wingraph"), place(".replay"));
        let (account, quiz) = (place(".account"), place(".quiz"));
        if beside {
            assert!(
                graph[2] < replay[0] && account[2] < replay[0],
                "{width}: {graph:?} {replay:?}"
            );
            assert!(
                replay[1] == graph[1] && graph[3] <= account[1],
                "{width}: {replay:?} {account:?}"
            );
            assert!(quiz[0] == graph[0] && quiz[2] == replay[2], "{width}: {quiz:?}");
            assert!(
                account[3].max(replay[3]) <= quiz[1],
                "{width}: {account:?} {replay:?} {quiz:?}"
            );
        } else {
            assert!(
                graph[3] <= replay[1] && replay[3] <= account[1],
                "{width}: {graph:?} {replay:?}"
            );
            assert!(account[3] <= quiz[1], "{width}: {account:?} {quiz:?}");
        }
        assert_eq!(page.overflow(), Vec::<String>::new(), "{width}");
    }
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// What a player answers in another's turn stands in that turn's row, with the player's mark, from 2 points on.
#[test]
fn a_costly_yield_stands_in_the_row_of_the_turn_it_was_made_in() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    open(&server, &page, "last", &positions::finished(4), "#/review");
    let done = "!!document.querySelector('.turns .toll')";
    assert!(page.wait_for(done, Duration::from_secs(60)), "{}", page.text());
    // A row tells whoever rolled; others carry their mark and a cost of 2 points or more, or a quiz.
    let rows = "(() => { const others = [...document.querySelectorAll('.turns .toll')].filter(one => one.querySelector('.mark')); \
         return others.length && others.every(one => one.textContent.includes('Quiz') || (one.querySelector('.band') && /−\\d/.test(one.textContent))) \
         && [...document.querySelectorAll('.turns tbody tr')].every(row => [...row.querySelectorAll('.toll')].filter(one => !one.querySelector('.mark')).length <= 1); })()";
    assert!(page.wait_for(rows, Duration::from_secs(30)), "{}", page.text());
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn a_record_that_is_cut_is_reviewed_up_to_there() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    let kept = positions::finished(2);
    let record: engine::Record =
        serde_json::from_value(kept["record"].clone()).expect("a record is kept");
    let text = record.to_json();
    let half = serde_json::to_string(&text[..text.len() / 2]).expect("a text");
    page.go(&format!("{}/#/review", server.url()));
    page.wait("!!document.getElementById('record-text')");
    page.eval(&format!("document.getElementById('record-text').value = {half}; document.getElementById('record-text').dispatchEvent(new Event('input', {{ bubbles: true }}))"));
    page.press("#record-open");
    page.wait("document.querySelector('.notice.warn')?.innerText.includes('stops in turn')");
    let graph = "document.querySelectorAll('.wingraph .line').length == 2";
    assert!(page.wait_for(graph, Duration::from_secs(60)), "{}", page.text());
    assert_eq!(page.overflow(), Vec::<String>::new());
    assert_eq!(page.faults(), Vec::<String>::new());
}

#[test]
fn the_coach_says_what_the_best_bot_would_do() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    let game = positions::some_turns_in(3, Question::Roll, 6).expect("a game with a roll");
    open(&server, &page, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('fieldset.dice')");
    page.key("h");
    assert!(page.wait_for("!!document.querySelector('.hintrow')", Duration::from_secs(30)));
    assert!(page.is("[...document.querySelectorAll('.hintrow .num')].length <= 4"));
    let inputs = "JSON.parse(localStorage.getItem('daikaiju.solo')).record.inputs.length";
    let before = page.eval(inputs);
    page.press(".hintrow");
    page.wait("!document.querySelector('.hintrow')");
    assert_eq!(page.eval(inputs), before, "a hint never answers by itself");
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Whoever lost reads at the top, on a phone and in any language, whether it was luck or skill and which choices cost most.
#[test]
fn a_glance_tells_what_decided_it_and_which_choices_cost_most() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    open(&server, &page, "last", &positions::finished(4), "#/review");
    // By the net at once, whatever is still being played out.
    let named = "document.querySelectorAll('.named .turning').length >= 2 && /\\d/.test(document.querySelector('.balance').innerText)";
    assert!(page.wait_for(named, Duration::from_secs(60)), "{}", page.text());
    for language in daikaiju_e2e::LANGUAGES {
        page.eval(&format!("const prefs = JSON.parse(localStorage.getItem('daikaiju.prefs')); prefs.lang = '{language}'; localStorage.setItem('daikaiju.prefs', JSON.stringify(prefs))"));
        page.reload();
        assert!(page.wait_for(named, Duration::from_secs(60)), "{language}: {}", page.text());
        page.wait("document.fonts.ready.then(() => true)");
        // All of it is on the first screen.
        let seen = "[...document.querySelectorAll('.verdict, .balance li, .named .turning')].slice(0, 5).every(one => { const box = one.getBoundingClientRect(); return 0 <= box.top && box.bottom <= innerHeight && 0 < box.height; })";
        assert!(page.is(seen), "{language}: {}", page.text());
        assert_eq!(page.overflow(), Vec::<String>::new(), "{language}");
    }
    page.eval("const english = JSON.parse(localStorage.getItem('daikaiju.prefs')); english.lang = 'en'; localStorage.setItem('daikaiju.prefs', JSON.stringify(english))");
    page.reload();
    assert!(page.wait_for(named, Duration::from_secs(60)), "{}", page.text());
    // Named by turn and kind; the price stays hidden until it was answered.
    assert!(page.is("[...document.querySelectorAll('.named .turning')].every(one => /^\\d\\s*Turn \\d+: /.test(one.innerText.replace(/\\n/g, ' ')))"), "{}", page.text());
    assert!(!page.has(".named .num"));
    // Each leads to its card; there it is answered, and tried from there.
    page.press(".named .turning");
    page.wait("document.activeElement.id == 'quiz-0'");
    page.press("#quiz-0 .qopt");
    page.wait("!!document.querySelector('#quiz-0.done .tryit')");
    assert!(page.has("#quiz-0 .next") && page.has(".named .num"));
    page.press("#quiz-0 .tryit");
    page.wait("!!document.querySelector('.board .tray') && location.hash == '#/solo'");
    assert!(
        page.is("JSON.parse(localStorage.getItem('daikaiju.solo')).table.startsWith('trial/')")
    );
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// Crosses where monsters went out, and a cross at the turn that is shown.
#[test]
fn the_graph_shows_who_went_out_and_where_one_is() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(390, 844);
    let kept = positions::finished(4);
    let record: engine::Record =
        serde_json::from_value(kept["record"].clone()).expect("a record is kept");
    let mut out = 0;
    record
        .replay(|_, _, events, _| {
            let gone = |event: &&engine::Event| matches!(event, engine::Event::Eliminated { .. });
            out += events.iter().filter(gone).count();
        })
        .expect("it can be played");
    open(&server, &page, "last", &kept, "#/review");
    let crosses = format!("document.querySelectorAll('.wingraph .gone').length == {out}");
    assert!(page.wait_for(&crosses, Duration::from_secs(60)), "{}", page.text());
    let at = "document.querySelector('.wingraph circle.cursor').getAttribute('cx')";
    let before = page.eval(at);
    // A finger anywhere on the graph chooses the turn.
    let point = page.eval("(() => { const svg = document.querySelector('.wingraph svg[role=img]'); svg.scrollIntoView({ block: 'center' }); const box = svg.getBoundingClientRect(); return { x: box.x + box.width * 0.4, y: box.y + box.height / 2 }; })()");
    page.touch("touchStart", &[(&point["x"], &point["y"])]);
    page.touch("touchEnd", &[]);
    page.wait(&format!("{at} != {before}"));
    page.wait(
        "/^Turn \\d+,/.test(document.getElementById('graph-turn').getAttribute('aria-valuetext'))",
    );
    // What is written in it can be read.
    let readable = "[...document.querySelectorAll('.wingraph svg text')].every(one => 9 <= one.getBoundingClientRect().height)";
    assert!(page.is(readable));
    assert_eq!(page.overflow(), Vec::<String>::new());
    assert_eq!(page.faults(), Vec::<String>::new());
}

/// A choice made after a hint carries a bulb in the review, and is left out of the rate.
#[test]
fn a_choice_after_a_hint_carries_a_bulb() {
    let server = Server::start();
    let browser = Browser::launch();
    let page = browser.page(1280, 800);
    let game = positions::some_turns_in(3, Question::Roll, 6).expect("a game with a roll");
    open(&server, &page, "solo", &game, "#/solo");
    page.wait("!!document.querySelector('fieldset.dice')");
    let helped = "(JSON.parse(localStorage.getItem('daikaiju.solo')).helped || []).length";
    assert_eq!(page.eval(helped), 0);
    page.key("h");
    assert!(page.wait_for("!!document.querySelector('.hintrow')", Duration::from_secs(30)));
    page.key("Escape");
    page.wait("!document.querySelector('.hintrow')");
    // The next answer keeps the game, and with it that a hint was seen.
    std::thread::sleep(Duration::from_millis(400));
    page.press("#stop");
    page.wait(&format!("!!document.getElementById('stop-anyway') || {helped} == 1"));
    if page.has("#stop-anyway") {
        page.press("#stop-anyway");
    }
    page.wait(&format!("{helped} == 1"));
    // The review of such a game.
    let mut kept = positions::finished(4);
    let record: engine::Record =
        serde_json::from_value(kept["record"].clone()).expect("a record is kept");
    let (mut happened, mut events_before) = (0, Vec::new());
    let mut state = record.start().expect("the table can be set");
    for &input in &record.inputs {
        if let engine::Need::Answer(ask) = state.need()
            && ask.seat == engine::Seat::A
            && ask.question == Question::Roll
        {
            events_before.push(happened);
        }
        let mut events = Vec::new();
        state.play(input, Some(&mut events)).expect("it fits");
        happened += events.len();
    }
    page.leave_table();
    open(&server, &page, "last", &kept, "#/review");
    let there = "document.querySelectorAll('.account tr.mine').length == 1 && /\\d/.test(document.querySelector('.balance').innerText)";
    assert!(page.wait_for(there, Duration::from_secs(60)), "{}", page.text());
    assert!(!page.has(".turns .helped"));
    kept["helped"] = serde_json::json!(events_before);
    open(&server, &page, "last", &kept, "#/review");
    let bulbs = "document.querySelectorAll('.turns .helped').length > 2";
    assert!(page.wait_for(bulbs, Duration::from_secs(60)), "{}", page.text());
    assert_eq!(page.faults(), Vec::<String>::new());
}
