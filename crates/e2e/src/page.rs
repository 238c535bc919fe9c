//! One tab: goes, waits, presses, looks, and remembers what went wrong.

use crate::browser::Wire;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

engine::listed! {
    /// Day or night.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Theme {
        /// Day.
        Light,
        /// Night.
        Dark,
    }
}

impl Theme {
    /// Its name: `light` or `dark`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// A tab.
pub struct Page {
    wire: Rc<RefCell<Wire>>,
    session: String,
    faults: RefCell<Vec<String>>,
    allowed: RefCell<Vec<String>>,
}

impl Page {
    pub(crate) fn new(wire: Rc<RefCell<Wire>>, session: String, width: u32, height: u32) -> Page {
        let page = Page { wire, session, faults: RefCell::default(), allowed: RefCell::default() };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.resize(width, height);
        page
    }

    /// A command of the debugging protocol.
    pub fn call(&self, method: &str, params: Value) -> Value {
        let result = self.wire.borrow_mut().call(Some(&self.session), method, params);
        self.collect();
        result
    }

    /// Changes the size of the window; narrow ones are phones.
    pub fn resize(&self, width: u32, height: u32) {
        let mobile = width < 500 || height < 500;
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile }),
        );
    }

    /// The system's theme and language as the page sees them.
    pub fn prefer(&self, theme: Theme, language: &str) {
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [{ "name": "prefers-color-scheme", "value": theme.name() }] }),
        );
        self.call("Emulation.setLocaleOverride", json!({ "locale": language }));
        self.call(
            "Network.setUserAgentOverride",
            json!({ "userAgent": "daikaiju-e2e", "acceptLanguage": language }),
        );
    }

    /// What the system asks of a page, such as `prefers-reduced-motion: reduce` or `forced-colors: active`.
    pub fn media(&self, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Runs a script in every document of this tab before its own scripts.
    pub fn before_everything(&self, script: &str) {
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    }

    /// Makes the processor this many times slower.
    pub fn slow_down(&self, times: f64) {
        self.call("Emulation.setCPUThrottlingRate", json!({ "rate": times }));
    }

    /// Closes the tab. A slowed one keeps the processor busy even when it has nothing to do.
    pub fn close(self) {
        self.call("Page.close", json!({}));
    }

    /// Takes the network away, or gives it back.
    pub fn offline(&self, offline: bool) {
        self.call("Network.emulateNetworkConditions", json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 }));
    }

    /// Goes to an address and waits until the game has started.
    pub fn go(&self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        self.wait("document.readyState === 'complete' && !document.getElementById('shell')");
    }

    /// Loads the page anew.
    pub fn reload(&self) {
        self.eval("window.beforeReload = true");
        self.call("Page.reload", json!({}));
        self.wait("!window.beforeReload && document.readyState === 'complete' && !document.getElementById('shell')");
    }

    /// Leaves a table that may still be playing, so that it no longer keeps its game.
    pub fn leave_table(&self) {
        self.eval("location.hash = '#/learn'");
        self.wait("!!document.querySelector('.learn')");
    }

    /// The value of an expression.
    pub fn eval(&self, expression: &str) -> Value {
        let reply = self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true }));
        if let Some(exception) = reply.get("exceptionDetails") {
            panic!("{expression}: {exception}");
        }
        reply["result"]["value"].clone()
    }

    /// Whether an expression is true.
    pub fn is(&self, expression: &str) -> bool {
        let reply = self.call(
            "Runtime.evaluate",
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }),
        );
        reply["result"]["value"] == true
    }

    /// Waits until an expression is true.
    ///
    /// # Panics
    /// If that does not happen in time; the message shows what the page says instead.
    #[track_caller]
    pub fn wait(&self, expression: &str) {
        assert!(
            self.wait_for(expression, PATIENCE),
            "{expression} did not come true; the page says:\n{}",
            self.text()
        );
    }

    /// Waits until an expression is true, or the time is up.
    pub fn wait_for(&self, expression: &str, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        loop {
            if self.is(expression) {
                return true;
            }
            if end < Instant::now() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// What the page says, in words.
    pub fn text(&self) -> String {
        self.eval("document.body.innerText").as_str().unwrap_or_default().to_owned()
    }

    /// Whether something is on the page and can be seen.
    pub fn has(&self, selector: &str) -> bool {
        self.is(&format!("(() => {{ const e = document.querySelector({}); return !!e && e.getClientRects().length > 0; }})()", quoted(selector)))
    }

    /// Waits for something and presses it, as a finger does: in its middle, where nothing may lie over it.
    #[track_caller]
    pub fn press(&self, selector: &str) {
        self.wait(&format!("!!document.querySelector({})", quoted(selector)));
        assert!(self.press_if_free(selector), "{selector} is covered by something else");
    }

    /// Presses something if it is on the page just now and nothing lies over it; says whether it was pressed. For what comes
    /// and goes by itself.
    pub fn press_if_free(&self, selector: &str) -> bool {
        let point = self.eval(&format!(
            "(() => {{ const e = document.querySelector({}); if (!e) return null; e.scrollIntoView({{ block: 'nearest' }}); const r = e.getBoundingClientRect(); \
             const x = r.x + r.width / 2, y = r.y + r.height / 2; const top = document.elementFromPoint(x, y); \
             return top && (e.contains(top) || top.contains(e)) ? {{ x, y }} : null; }})()",
            quoted(selector)
        ));
        if point.is_null() {
            return false;
        }
        for kind in ["mousePressed", "mouseReleased"] {
            self.call("Input.dispatchMouseEvent", json!({ "type": kind, "x": point["x"], "y": point["y"], "button": "left", "clickCount": 1 }));
        }
        true
    }

    /// Taps what is called by these words with a finger, as somebody does who reads the screen: a button, link, fold or label
    /// that begins with them, the topmost of those that can be seen. Says whether the finger had to scroll first.
    #[track_caller]
    pub fn tap(&self, words: &str) -> bool {
        self.tap_in("body", words)
    }

    /// The same within a part of the page. Words of a picture are its label.
    #[track_caller]
    pub fn tap_in(&self, part: &str, words: &str) -> bool {
        let find = format!(
            "(() => {{ const words = {}.toLowerCase(), said = e => [e.innerText, e.getAttribute('aria-label'), e.querySelector?.('[aria-label]')?.getAttribute('aria-label')]; \
             for (const e of document.querySelectorAll({} + ' :is(button, a, summary, label, option)')) {{ \
               if (e.getClientRects().length && said(e).some(text => (text || '').trim().toLowerCase().startsWith(words))) return e; }} return null; }})()",
            quoted(words),
            quoted(part)
        );
        self.wait(&format!("!!{find}"));
        let point = self.eval(&format!(
            "(() => {{ const e = {find}; let r = e.getBoundingClientRect(); const scroll = r.top < 0 || innerHeight < r.bottom; \
             if (scroll) e.scrollIntoView({{ block: 'center' }}); r = e.getBoundingClientRect(); const x = r.x + r.width / 2, y = r.y + r.height / 2; \
             const top = document.elementFromPoint(x, y); return {{ x, y, scroll, free: !!top && (e.contains(top) || top.contains(e)) }}; }})()"
        ));
        assert!(point["free"] == true, "{words:?} is covered by something else");
        self.touch("touchStart", &[(&point["x"], &point["y"])]);
        self.touch("touchEnd", &[]);
        point["scroll"] == true
    }

    /// Puts fingers on the screen, or takes them away.
    pub fn touch(&self, kind: &str, points: &[(&Value, &Value)]) {
        let points: Vec<Value> = points.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// Presses a key: `r`, `Enter`, `Tab`, `Escape`, `Shift+3` and so on.
    pub fn key(&self, key: &str) {
        let (shift, key) = key.strip_prefix("Shift+").map_or((false, key), |rest| (true, rest));
        let (code, number, text) = match key {
            "Enter" => ("Enter".to_owned(), 13, "\r".to_owned()),
            "Tab" => ("Tab".to_owned(), 9, String::new()),
            "Escape" => ("Escape".to_owned(), 27, String::new()),
            "Space" | " " => ("Space".to_owned(), 32, " ".to_owned()),
            one if one.len() == 1 => {
                let letter = one.chars().next().unwrap_or(' ');
                let code = if letter.is_ascii_digit() {
                    format!("Digit{letter}")
                } else {
                    format!("Key{}", letter.to_ascii_uppercase())
                };
                (code, letter.to_ascii_uppercase() as u32, one.to_owned())
            }
            other => (other.to_owned(), 0, String::new()),
        };
        let name = if key == "Space" { " " } else { key };
        let modifiers = if shift { 8 } else { 0 };
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        self.call("Input.dispatchKeyEvent", json!({ "type": down, "key": name, "code": code, "text": text, "windowsVirtualKeyCode": number, "modifiers": modifiers }));
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers }));
    }

    /// Writes into the field that has the focus.
    pub fn write(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Keeps a picture of the window.
    pub fn screenshot(&self, path: &Path) {
        let reply = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = base64(reply["data"].as_str().unwrap_or_default());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("the folder can be made");
        }
        std::fs::write(path, bytes).expect("the picture can be kept");
    }

    /// A PNG of the window in base64, this much smaller.
    pub fn picture(&self, scale: f64) -> String {
        let size = self.eval("[innerWidth, innerHeight]");
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": scale });
        let wanted = json!({ "format": "png", "clip": clip, "optimizeForSpeed": true });
        let reply = self.call("Page.captureScreenshot", wanted);
        reply["data"].as_str().unwrap_or_default().to_owned()
    }

    /// What axe-core finds against WCAG 2.2 A and AA, and against best practice; and ids that two elements have.
    pub fn accessibility(&self) -> Vec<String> {
        let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/axe-core/axe.min.js");
        let source =
            std::fs::read_to_string(&axe).expect("axe-core has been installed: run `cargo verify`");
        self.call("Runtime.evaluate", json!({ "expression": source }));
        let found = self.eval(
            "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] })\
             .then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ') + ' (' + (n.any[0] || n.all[0] || n.none[0] || {}).message + ')').slice(0, 3).join(', ')))\
             .then(found => { const ids = new Set(); for (const { id } of document.querySelectorAll('[id]')) { if (ids.has(id)) found.push('id twice: ' + id); ids.add(id); } return found; })",
        );
        found
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|line| line.as_str().map(str::to_owned))
            .collect()
    }

    /// What sticks out of the window sideways, and card names that are cut.
    pub fn overflow(&self) -> Vec<String> {
        // With less room than the usual sizes a number may lean over its edge, but the page never scrolls sideways.
        let mut sizes = crate::SIZES.to_vec();
        sizes.push(crate::NARROW);
        let sizes = serde_json::json!(sizes).to_string();
        let found = self.eval(
            &"(() => { const out = []; const wide = document.documentElement.scrollWidth - window.innerWidth; if (wide > 0) out.push('page is ' + wide + ' px too wide'); \
             for (const e of document.querySelectorAll('.buy .t b, .card h3, .shelf b, .btn, .opt .h, .prompt h2')) { \
               if (e.getClientRects().length && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== 'visible') out.push('cut: ' + e.textContent.slice(0, 40)); } \
             if (!SIZES.some(([width, height]) => width === innerWidth && height === innerHeight)) return out; \
             const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); \
             for (let node = texts.nextNode(); node; node = texts.nextNode()) { \
               if (!node.data.trim() || !node.parentElement.offsetParent || node.parentElement.closest('.vh, .pop')) continue; \
               const range = document.createRange(); range.selectNodeContents(node); const at = range.getBoundingClientRect(); \
               if (at.width < 2) continue; \
               for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) { \
                 const edge = box.getBoundingClientRect(), style = getComputedStyle(box); \
                 if (edge.width <= 2 || style.textOverflow === 'ellipsis') break; \
                 const holds = /hidden|clip/.test(style.overflowX) || box.matches('.plate, .btn, .chip, .say, .panel'); \
                 if (holds && (at.right > edge.right + 1 || at.left < edge.left - 1)) { out.push('sticks out: ' + node.data.trim().slice(0, 40) + ' of ' + box.className); break; } \
                 if (/auto|scroll/.test(style.overflowX) || style.position === 'fixed') break; } } \
             return out; })()"
                .replace("SIZES", &sizes),
        );
        found
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|line| line.as_str().map(str::to_owned))
            .collect()
    }

    /// Faults with these words in them are expected from now on: a test takes the network away.
    pub fn expect_fault(&self, words: &str) {
        self.allowed.borrow_mut().push(words.to_owned());
    }

    /// Errors on the console, exceptions, breaches of the content policy, requests to other hosts.
    pub fn faults(&self) -> Vec<String> {
        self.eval("1");
        let allowed = self.allowed.borrow();
        self.faults
            .borrow()
            .iter()
            .filter(|fault| !allowed.iter().any(|words| fault.contains(words.as_str())))
            .cloned()
            .collect()
    }

    fn collect(&self) {
        for event in self.wire.borrow_mut().events(&self.session) {
            let params = &event["params"];
            let fault = match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => {
                    Some(format!("exception: {}", params["exceptionDetails"]))
                }
                "Runtime.consoleAPICalled" if params["type"] == "error" => {
                    Some(format!("console: {}", params["args"]))
                }
                "Log.entryAdded" if params["entry"]["level"] == "error" => {
                    Some(format!("log: {} {}", params["entry"]["text"], params["entry"]["url"]))
                }
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str().unwrap_or_default();
                    let own = ["http://127.0.0.1:", "data:", "blob:", "about:"]
                        .iter()
                        .any(|start| url.starts_with(start));
                    (!own).then(|| format!("request to another host: {url}"))
                }
                _ => None,
            };
            self.faults.borrow_mut().extend(fault);
        }
    }
}

/// A text as a literal of JavaScript.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

pub(crate) fn base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for six in text.bytes().filter_map(value) {
        bits = bits << 6 | u32::from(six);
        count += 6;
        if 8 <= count {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
