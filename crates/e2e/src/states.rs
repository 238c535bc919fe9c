//! A walk through every page and state of the game, to be looked at one after the other.

use crate::{Browser, Page, Server, Theme, positions};
use engine::Question;
use serde_json::{Value, json};
use std::time::Duration;

/// How the walk is made.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The browser.
    pub browser: &'a Browser,
    /// Day or night.
    pub theme: Theme,
    /// The player's language.
    pub language: &'a str,
    /// The size of the window.
    pub size: (u32, u32),
}

/// Called at each state with the page and the state's name.
pub type See<'a> = &'a mut dyn FnMut(&Page, &str);

impl Walk<'_> {
    /// All pages and states. The faults of the pages are returned, with the state that was seen last.
    ///
    /// # Panics
    /// If a state cannot be reached.
    pub fn all(self, see: See<'_>) -> Vec<String> {
        let mut faults = self.pages(see);
        faults.extend(self.tables(see));
        faults.extend(self.sheets(see));
        faults.extend(self.online(see));
        faults
    }

    /// A tab with this walk's theme, language and size; nothing moves in it.
    pub fn page(self, server: &Server, more: &Value) -> Page {
        let page = self.browser.page(self.size.0, self.size.1);
        page.prefer(self.theme, self.language);
        page.go(&server.url());
        let mut prefs = json!({
            "speed": "instant", "games": 3, "hints": false, "throws": false, "lang": self.language,
            "theme": self.theme.name(), "name": "Ada",
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            prefs[name] = value.clone();
        }
        put(&page, "prefs", &prefs);
        page.reload();
        page
    }

    /// The pages that are not a table.
    pub fn pages(self, see: See<'_>) -> Vec<String> {
        let server = Server::start();
        let page = self.page(&server, &json!({}));
        page.wait("!!document.querySelector('.load, .rowi')");
        see(&page, "home");
        page.press("#house-rules");
        page.wait("!!document.querySelector('#house-form[open] .housepart')");
        page.eval("document.querySelector('#house-form .housepart').open = true");
        see(&page, "house rules");
        page.press("#house-close");
        page.go(&format!("{}/?paste#/review", server.url()));
        // The review is a part that is fetched.
        page.wait("!!document.getElementById('record-text')");
        see(&page, "review without a game");
        page.eval("document.getElementById('record-text').value = 'nonsense'; document.getElementById('record-text').dispatchEvent(new Event('input', { bubbles: true }))");
        page.press("#record-open");
        page.wait("!!document.querySelector('.paste .notice.bad')");
        see(&page, "review of nonsense");
        put(&page, "last", &positions::finished(4));
        for (name, address) in [
            ("cards", "#/cards"),
            ("rules", "#/rules"),
            ("learn", "#/learn"),
            ("settings", "#/settings"),
            ("one device", "#/device"),
            ("review", "#/review"),
            ("no such page", "#/nowhere"),
        ] {
            page.go(&format!("{}/?{}{address}", server.url(), address.len()));
            page.wait("!!document.querySelector('main')");
            if name == "review" {
                // The graph grows and costly choices are played out: what is looked at stands still.
                let ready = "!!document.querySelector('.qcard')";
                assert!(
                    page.wait_for(ready, Duration::from_secs(180)),
                    "no choice was asked again"
                );
            }
            see(&page, name);
            if name == "review" {
                page.eval("[...document.querySelectorAll('.turns .turnlink')][3].click()");
                page.wait("!!document.getElementById('what-if')");
                page.press("#what-if");
                page.wait("!!document.querySelector('.whatif .vals')");
                see(&page, "what if");
            }
        }
        self.reviews(&page, &server, see);
        self.training(&page, &server, see);
        self.books(&page, &server, see);
        page.faults()
    }

    /// Reviews that differ: of a game of several people on one device, and of a record that is cut.
    fn reviews(self, page: &Page, server: &Server, see: See<'_>) {
        put(page, "last", &positions::finished_by_three_people());
        page.go(&format!("{}/?shared#/review", server.url()));
        let asked = "!!document.querySelector('.qcard') && !!document.querySelector('.eyes')";
        assert!(page.wait_for(asked, Duration::from_secs(180)), "no choice was asked again");
        see(page, "review of a shared device");
        page.eval("localStorage.removeItem('daikaiju.last')");
        page.go(&format!("{}/?cut#/review", server.url()));
        page.wait("!!document.getElementById('record-text')");
        let record: engine::Record =
            serde_json::from_value(positions::finished(2)["record"].clone()).expect("a record");
        let text = record.to_json();
        let half = Value::from(&text[..text.len() / 2]);
        page.eval(&format!("document.getElementById('record-text').value = {half}; document.getElementById('record-text').dispatchEvent(new Event('input', {{ bubbles: true }}))"));
        page.press("#record-open");
        let told =
            "!!document.querySelector('.notice.warn') && !!document.querySelector('.turns .toll')";
        assert!(page.wait_for(told, Duration::from_secs(60)), "the half was not reviewed");
        see(page, "review of a record that is cut");
    }

    /// The player's own games and puzzles.
    fn training(self, page: &Page, server: &Server, see: See<'_>) {
        page.go(&format!("{}/?none#/history", server.url()));
        page.wait("!!document.querySelector('.mygames')");
        see(page, "no games yet");
        let mut record = positions::finished(4)["record"].clone();
        record["fair"] = Value::Null;
        let when = 1_700_000_000_000u64;
        let game =
            json!({ "id": "one", "when": when, "mode": "solo", "me": "A", "record": record });
        put(page, "game.one", &game);
        put(page, "games", &json!(["one"]));
        page.go(&format!("{}/?one#/history", server.url()));
        let reviewed = "!!document.querySelector('.trend .dot')";
        assert!(page.wait_for(reviewed, Duration::from_secs(60)), "no game was reviewed");
        see(page, "my games");
        let past = positions::past(25);
        let names: Vec<&Value> = past.iter().map(|game| &game["id"]).collect();
        put(page, "games", &json!(names));
        put(page, "history", &json!(past));
        page.go(&format!("{}/?many#/history", server.url()));
        page.wait("document.querySelectorAll('.trend .dot').length == 25 && !!document.getElementById('pattern')");
        see(page, "many games");
        page.go(&format!("{}/?day#/puzzles", server.url()));
        page.wait("!!document.querySelector('.puzzle .ask')");
        see(page, "puzzle");
        page.press("#give-up");
        page.wait("document.querySelectorAll('#solved .val').length >= 2");
        see(page, "puzzle, solved");
    }

    /// The part with the five books.
    fn books(self, page: &Page, server: &Server, see: See<'_>) {
        let open = |number: usize, address: &str| {
            page.go(&format!("{}/?books{number}{address}", server.url()));
            page.wait("!!document.querySelector('#part main h1') && [...document.styleSheets].some(sheet => (sheet.href || '').endsWith('later.css'))");
        };
        open(0, "#/rules/polish");
        page.wait("!!document.querySelector('#example-EX-05 .exlines li')");
        see(page, "the rules of a book");
        page.eval("{ const p = document.getElementById('find-rules'); p.value = 'tokyo'; p.dispatchEvent(new Event('input', { bubbles: true })); }");
        page.wait("document.querySelectorAll('#found li').length > 3");
        see(page, "found in the rules");
        open(1, "#/differs");
        page.press("[data-switch=yield_needs_damage] .dq");
        page.wait("!!document.querySelector('.det')");
        see(page, "what differs");
        open(2, "#/arbiter");
        page.press("#add-card-A");
        page.wait("!!document.querySelector('#pick-cards button')");
        see(page, "a card is chosen");
        page.press("#pick-cards [data-card=jets]");
        page.press("[data-phase=resolve]");
        page.wait("!!document.getElementById('dice-field')");
        see(page, "a situation");
        page.press("#hearts-A .less");
        page.eval("document.querySelector('#step-moves').click()");
        page.wait("!!document.querySelector('.wait')");
        see(page, "moves");
        open(3, &format!("#/arbiter/{QUESTION}"));
        page.wait("!!document.getElementById('reasons')");
        see(page, "answers of the books");
        open(4, &format!("#/arbiter/{}", &QUESTION[..QUESTION.len() - 40]));
        page.wait("!!document.getElementById('trouble')");
        see(page, "a link that was cut");
        open(5, "#/arbiter/browse");
        page.wait("!!document.querySelector('#browse li')");
        see(page, "scenarios and rulings");
        open(6, "#/arbiter/rule/Y-03");
        page.wait(
            "!!document.getElementById('the-rule') && !!document.querySelector('#browse li')",
        );
        see(page, "a rule and what cites it");
        let file = Value::from(include_str!("../../../scenarios/W-09.toml"));
        open(7, &format!("#/arbiter/{QUESTION}"));
        page.wait("!!document.getElementById('paste')");
        page.eval(&format!("{{ const p = document.getElementById('paste'); p.value = {file}; p.dispatchEvent(new Event('input', {{ bubbles: true }})); document.getElementById('open-pasted').click(); }}"));
        page.wait("!!document.getElementById('cases')");
        page.eval("document.activeElement.blur(); scrollTo(0, 0)");
        see(page, "a file with several questions");
    }

    /// The table at each kind of moment.
    pub fn tables(self, see: See<'_>) -> Vec<String> {
        let server = Server::start();
        let page = self.page(&server, &json!({}));
        let games = [
            ("roll with four", positions::some_turns_in(4, Question::Roll, 9)),
            ("roll with six", positions::some_turns_in(6, Question::Roll, 8)),
            ("yield with five", positions::some_turns_in(5, Question::Yield, 6)),
            ("buy", positions::some_turns_in(4, Question::Shop, 9)),
            ("defend", positions::at_question(Question::Defend)),
            ("hearts", positions::at_question(Question::Hearts)),
        ];
        for (name, game) in games {
            let game = game.unwrap_or_else(|| panic!("no game with {name} was found"));
            self.open(&page, &server, "solo", &game, "#/solo");
            page.wait("!!document.querySelector('#act:not(.watch)')");
            if name == "yield with five" {
                // The chances to live take a moment.
                let known = "![...document.querySelectorAll('.alive')].some(e => e.innerText.includes('…'))";
                assert!(page.wait_for(known, Duration::from_secs(60)), "no chance to live came");
            }
            see(&page, name);
            if name == "roll with four" {
                page.press("#hint");
                let ready = "!!document.querySelector('.hintrow')";
                assert!(page.wait_for(ready, Duration::from_secs(60)), "no hint came");
                see(&page, "hint");
                page.press("#sheet-close");
            }
            if name == "buy" && page.has(".market .buy.can") {
                // Long waits never end, so that the purchase can still be undone while it is looked at; short ones are
                // needed by whatever looks.
                page.eval("const wait = window.setTimeout; window.setTimeout = (then, ms = 0, ...more) => ms < 1000 ? wait(then, ms, ...more) : 0");
                std::thread::sleep(Duration::from_millis(400));
                page.press(".market .buy.can");
                page.wait("!!document.getElementById('undo-buy')");
                see(&page, "bought, can be undone");
                page.reload();
            }
        }
        self.open(&page, &server, "solo", &positions::finished(4), "#/solo");
        page.wait("!!document.getElementById('to-review')");
        see(&page, "the end");
        let tutored = self.page(&server, &json!({ "tutor": 2 }));
        self.until_warned(&tutored, &server);
        see(&tutored, "tutor");
        self.open(&page, &server, "device", &positions::three_people(), "#/device/play");
        self.until_the_curtain(&page);
        see(&page, "curtain");
        self.until_asked_across(&page);
        see(&page, "yield at one device");
        let (recapped, _) = positions::after_losses().expect("somebody is hit by two rivals");
        self.open(&page, &server, "solo", &recapped, "#/solo");
        page.wait("!!document.getElementById('recap')");
        see(&page, "recap");
        page.eval("new BroadcastChannel('daikaiju-games').postMessage(JSON.parse(localStorage.getItem('daikaiju.solo')).table)");
        page.wait("!!document.getElementById('play-here')");
        see(&page, "played in another tab");
        let thrower = self.page(&server, &json!({ "throws": true }));
        thrower.go(&format!("{}/?throw#/solo", server.url()));
        thrower.wait("!!document.querySelector('.tray.first #roll')");
        see(&thrower, "first throw");
        let faults = [page.faults(), tutored.faults(), thrower.faults()].concat();
        // The bots play on while one is out: slowly, so that it can be looked at.
        let page = self.page(&server, &json!({ "speed": "calm", "level": "gentle" }));
        let out = positions::out_of_the_game().expect("somebody goes out");
        self.open(&page, &server, "solo", &out, "#/solo");
        page.wait("!!document.querySelector('.load.out')");
        see(&page, "out of the game");
        let coached = self.page(&server, &json!({ "games": 0, "hints": true, "odds": true }));
        self.open(
            &coached,
            &server,
            "solo",
            &positions::some_turns_in(4, Question::Roll, 9).expect("such a game"),
            "#/solo",
        );
        coached.wait("!!document.getElementById('coach-next')");
        // On phones the recap comes first, and the coach when it is put away: once it has come to rest.
        let shown = "0 < document.getElementById('coach-next').getClientRects().length";
        coached.wait(&format!("{shown} || !!document.getElementById('recap-close')"));
        if !coached.is(shown) {
            coached.wait("document.getElementById('recap').getAnimations().length === 0");
            coached.press("#recap-close");
        }
        coached.wait(shown);
        see(&coached, "coach");
        [faults, page.faults(), coached.faults()].concat()
    }

    /// What lies over the table.
    pub fn sheets(self, see: See<'_>) -> Vec<String> {
        let server = Server::start();
        let page = self.page(&server, &json!({}));
        let game = positions::some_turns_in(4, Question::Roll, 9).expect("such a game exists");
        self.open(&page, &server, "solo", &game, "#/solo");
        let sheets = [
            ("card sheet", ".buy:not(.empty)"),
            ("rival sheet", ".seatname"),
            ("log sheet", "header.top button:nth-last-of-type(2)"),
            ("menu", "header.top button:nth-last-of-type(1)"),
            ("auto-answers", ".autochip"),
        ];
        for (name, opener) in sheets {
            let opener = Value::from(opener);
            page.eval(&format!("document.querySelector({opener}).click()"));
            page.wait("!!document.getElementById('sheet-close')");
            see(&page, name);
            page.key("Escape");
            page.wait("!document.getElementById('sheet-close')");
        }
        page.key("?");
        page.wait("!!document.querySelector('.keylist')");
        see(&page, "keys");
        page.faults()
    }

    /// Lobby, table and lost line at a server; wrong links.
    pub fn online(self, see: See<'_>) -> Vec<String> {
        let mut server = Server::start();
        let host = self.page(&server, &json!({ "monster": "gigazaur" }));
        let guest = self.page(&server, &json!({ "name": "Ben", "monster": "the_king" }));
        host.press("#create-table");
        host.wait("!!document.getElementById('table-link')");
        let link = host.eval("document.getElementById('table-link').value");
        let link = link.as_str().unwrap_or_default();
        guest.go(link);
        guest.wait("!!document.getElementById('join-table')");
        see(&guest, "lobby, not yet seated");
        guest.press("#join-table");
        guest.wait("!document.getElementById('join-table')");
        see(&guest, "lobby, guest");
        host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 2");
        host.press(".seatgrid .rowi.empty .btn");
        host.wait("document.querySelectorAll('.seatgrid .rowi:not(.empty)').length == 3");
        see(&host, "lobby, host");
        host.press("#start-game");
        for page in [&host, &guest] {
            page.wait("!!document.querySelector('.board .tray')");
        }
        guest.eval("document.querySelector('header.top button:nth-last-of-type(2)').click()");
        guest.wait("!!document.getElementById('sheet-close')");
        see(&guest, "talk");
        guest.key("Escape");
        let watcher = self.page(&server, &json!({ "name": "Eve" }));
        watcher.go(link);
        let known = "[...document.querySelectorAll('.winner .num')].some(one => one.innerText.includes('%'))";
        assert!(watcher.wait_for(known, Duration::from_secs(60)), "nobody's chance is told");
        see(&watcher, "watching");
        self.until_over(&[&host, &guest]);
        guest.press("#again");
        host.wait("!!document.getElementById('who-is-in')");
        see(&host, "the end at a server");
        host.press("#again");
        for page in [&host, &guest] {
            page.wait("!!document.querySelector('.board .tray')");
        }
        let wrong = self.page(&server, &json!({}));
        wrong.expect_fault("404");
        wrong.go(&format!("{}/t/no-such-table", server.url()));
        wrong.wait("!!document.querySelector('.notice.bad')");
        see(&wrong, "wrong link");
        for words in ["WebSocket", "ERR_CONNECTION_REFUSED"] {
            for page in [&host, &guest, &watcher] {
                page.expect_fault(words);
            }
        }
        server.stop();
        host.wait("!!document.querySelector('.notices .notice.warn')");
        // The pointer may rest on something that has a tip.
        host.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": 1, "y": 1 }));
        host.eval("new Promise(done => requestAnimationFrame(() => setTimeout(done, 500)))");
        see(&host, "reconnecting");
        [host.faults(), guest.faults(), watcher.faults(), wrong.faults()].concat()
    }

    /// Puts a game into the browser's storage and opens it.
    pub fn open(self, page: &Page, server: &Server, place: &str, game: &Value, address: &str) {
        page.leave_table();
        put(page, place, game);
        page.go(&format!("{}/{address}", server.url()));
        page.wait("!!document.querySelector('.board .tray, #uncover, #to-review')");
    }

    /// Answers whether to leave Tokyo, now so, now so, until the tutor asks whether that is meant: at some table one of the
    /// two is much worse, whatever the net thinks of it.
    fn until_warned(self, page: &Page, server: &Server) {
        let tables =
            (4..14).filter_map(|turns| positions::some_turns_in(4, Question::Yield, turns));
        for (game, answer) in tables.flat_map(|game| [(game.clone(), "#stay"), (game, "#yield")]) {
            self.open(page, server, "solo", &game, "#/solo");
            page.wait("!!document.getElementById('stay')");
            // A question that has only just come is not answered.
            std::thread::sleep(Duration::from_millis(400));
            page.press(answer);
            let before = game["record"]["inputs"].as_array().map_or(0, Vec::len);
            let taken = format!(
                "(JSON.parse(localStorage.getItem('daikaiju.solo'))?.record.inputs.length ?? 0) != {before}"
            );
            page.wait(&format!("!!document.querySelector('.tutor') || {taken}"));
            if page.has(".tutor") {
                return;
            }
        }
        panic!("the tutor never spoke; the page says:\n{}", page.text());
    }

    /// Plays on until the device is handed over.
    fn until_the_curtain(self, page: &Page) {
        self.play_until(page, "#uncover");
    }

    /// Plays on at one device until somebody is asked in another's turn.
    fn until_asked_across(self, page: &Page) {
        self.play_until(page, "#yield");
    }

    /// Answers in the simplest way until something is on the page.
    fn play_until(self, page: &Page, wanted: &str) {
        for _ in 0..1200 {
            if page.has(wanted) {
                return;
            } else if page.has("#uncover") {
                page.press("#uncover");
            } else if page.has("#stop-anyway") {
                page.press("#stop-anyway");
            } else if page.has("#yield") {
                page.key("s");
            } else if page.has("#act.shop") {
                page.key("e");
            } else if page.has("#stop") {
                page.key("Enter");
            } else if page.has("#act .answer") {
                page.key("1");
            }
            std::thread::sleep(Duration::from_millis(60));
        }
        panic!("{wanted} never came; the page says:\n{}", page.text());
    }

    /// Lets bots play at a server for those who sit there until the game is over. What a page answers without asking takes its
    /// seat back, so they are told again.
    fn until_over(self, pages: &[&Page]) {
        for page in pages {
            // Refused once the game is over.
            page.expect_fault("409");
        }
        for _ in 0..400 {
            if pages.iter().all(|page| page.has("#again")) {
                return;
            }
            for page in pages {
                page.eval("fetch('/api/tables/' + location.href.match(/\\/t\\/([^#\\/]+)/)[1] + '/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ away: { away: true } }) }).then(answer => answer.status)");
            }
            std::thread::sleep(Duration::from_millis(300));
        }
        panic!("the game did not end; the page says:\n{}", pages[0].text());
    }
}

/// Armor Plating stops the only claw: may its owner leave Tokyo, and does Alpha Monster score? (Q-03, Z-17)
pub const QUESTION: &str = "1/0e1a2f7f/title=Alpha+Monster+when+the+claws+cost+nobody+a+heart/rules=Q-03,K-07,S15/p=2/A=alpha_monster/B=armor_plating/city=B/dice=C11223/at=resolve/m=IS.CS.PL@B:+stay/end";

/// Six monsters with three cards each and ten turns, in which the books part early.
pub const LONG_QUESTION: &str = "1/fdde7990/title=A+long+question/rules=T-01/p=6/A=s1,e9,alpha_monster,herbivore,urbavore/B=s1,e9,armor_plating,even_bigger,wings/C=s1,e9,spiked_tail,poison_quills,fire_breathing/D=s1,e9,nova_breath,alien_origin,media_friendly/E=s1,e9,eater_of_the_dead,complete_destruction,gourmet/F=s1,e9,friend_of_children,regeneration,solar_powered/city=B/market=jets,corner_store,heal/at=first_throw/m=A:+roll+1+1+2+2+3+3/m=A:+stop/m=A:+done/m=B:+roll+1+1+2+2+3+3/m=B:+stop/m=B:+done/m=C:+roll+1+1+2+2+3+3/m=C:+stop/m=C:+done/m=D:+roll+1+1+2+2+3+3/m=D:+stop/m=D:+done/m=E:+roll+1+1+2+2+3+3/m=E:+stop/m=E:+done/m=F:+roll+C+1+1+2+2+3/m=F:+stop/m=IS.CS.PL@B:+stay/m=F:+done/m=A:+roll+1+1+2+2+3+3/m=A:+stop/m=A:+done/m=B:+roll+1+1+2+2+3+3/m=B:+stop/m=B:+done/m=C:+roll+1+1+2+2+3+3/m=C:+stop/m=C:+done/m=D:+roll+1+1+2+2+E+E/m=D:+stop/end";

/// Puts a value into the browser's storage.
pub fn put(page: &Page, place: &str, value: &Value) {
    let text = Value::from(value.to_string());
    page.eval(&format!("localStorage.setItem('daikaiju.{place}', {text})"));
}
