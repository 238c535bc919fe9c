//! Disputes that players had, told in a sentence, set up with a finger on a phone, answered and sent as a link.
//!
//! They are those that forums and other programs stumble over: Frenzy, Fire Breathing, Mimic with Jets, Burrowing with Death From
//! Above, Even Bigger with Parasitic Tentacles.

use daikaiju_e2e::{Browser, Page, Server, Theme, Walk};
use serde_json::json;

/// A finger that counts: how often it taps, and how often it has to scroll before.
struct Finger<'a> {
    page: &'a Page,
    taps: usize,
    scrolls: usize,
}

impl Finger<'_> {
    /// Taps what begins with these words in a part of the page.
    #[track_caller]
    fn tap(&mut self, part: &str, words: &str) {
        self.scrolls += usize::from(self.page.tap_in(part, words));
        self.taps += 1;
    }

    #[track_caller]
    fn many(&mut self, part: &str, words: &str, times: usize) {
        for _ in 0..times {
            self.tap(part, words);
        }
    }

    /// Gives a monster a card. Nothing asks for the keyboard, which would cover half of the choice.
    #[track_caller]
    fn card(&mut self, part: &str, name: &str) {
        self.tap(part, "+ Card");
        self.page.wait("document.activeElement?.id == 'pick-title'");
        self.tap("#pick-cards", name);
    }

    /// Rests on the plus of a number until it has run this far, and lets go.
    #[track_caller]
    fn run_to(&mut self, stepper: &str, number: u32) {
        let at = format!("+document.querySelector('{stepper} b').innerText");
        let point = self.page.eval(&format!(
            "(() => {{ const e = document.querySelector('{stepper} .more'); e.scrollIntoView({{ block: 'center' }}); const r = e.getBoundingClientRect(); return {{ x: r.x + r.width / 2, y: r.y + r.height / 2 }}; }})()"
        ));
        self.page.touch("touchStart", &[(&point["x"], &point["y"])]);
        self.page.wait(&format!("{number} <= {at}"));
        self.page.touch("touchEnd", &[]);
        self.taps += 1;
        // A busy machine lets the number run on before the finger is up.
        while self.page.is(&format!("{number} < {at}")) {
            self.tap(stepper, "−");
        }
    }

    /// The answers, as the page says them, after the same question has come from its link alone.
    fn answers(self, server: &Server, browser: &Browser) -> String {
        assert!(self.taps <= 40, "{} taps are more than two minutes", self.taps);
        assert!(self.scrolls <= 8, "{} times to scroll", self.scrolls);
        let said = "document.querySelector('#arbiter .stk').innerText";
        self.page.wait("!!document.getElementById('question-link')");
        let here = self.page.eval(said);
        let link = self.page.eval("document.getElementById('question-link').value");
        let other = phone(browser, server, "Ben");
        other.go(link.as_str().unwrap_or_default());
        other.wait("!!document.getElementById('question-link')");
        assert_eq!(other.eval(said), here, "the link says the same");
        assert_eq!(self.page.faults(), Vec::<String>::new());
        let reasons = self.page.eval("document.getElementById('reasons')?.innerText || ''");
        let text = format!("{}\n{}", here.as_str().unwrap_or(""), reasons.as_str().unwrap_or(""));
        println!("{} taps, {} scrolls", self.taps, self.scrolls);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn phone(browser: &Browser, server: &Server, name: &str) -> Page {
    let walk = Walk { browser, theme: Theme::Dark, language: "en", size: (390, 844) };
    let page = walk.page(server, &json!({ "name": name }));
    page.call(
        "Emulation.setTouchEmulationEnabled",
        json!({ "enabled": true, "maxTouchPoints": 1 }),
    );
    page
}

/// Finds the arbiter on the first page, sets a dispute up on an empty table and hands back what the books say.
fn settle(act: impl FnOnce(&mut Finger<'_>)) -> String {
    let server = Server::start();
    let browser = Browser::launch();
    let page = phone(&browser, &server, "Ann");
    page.go(&server.url());
    // Nobody taps at what still moves: fonts come, and the page takes the place of its first picture.
    page.wait("document.fonts.ready.then(() => true)");
    page.wait("(() => { const r = document.getElementById('to-books')?.getBoundingClientRect(), at = r && r.x + ' ' + r.y, still = !!at && at === window.last; window.last = at; return still; })()");
    let mut finger = Finger { page: &page, taps: 0, scrolls: 0 };
    finger.tap("main", "Ask the five books");
    page.wait("!!document.getElementById('players')");
    act(&mut finger);
    finger.answers(&server, &browser)
}

/// P-13, Q-17: "I have the fewest stars and Rooting for the Underdog, and I buy Frenzy. Do I get the star before the extra turn?"
#[test]
fn frenzy_with_an_effect_at_the_end_of_the_turn() {
    let said = settle(|finger| {
        finger.card("#seat-A", "Rooting for the Underdog");
        finger.run_to("#energy-A", 7);
        finger.tap("body", "The King");
        finger.many("#stars-B", "+", 2);
        finger.tap("body", "Meka Dragon");
        finger.many("#stars-C", "+", 2);
        finger.tap(".phs", "Buy");
        finger.card(".amoment", "Frenzy");
        finger.tap(".aans", "Moves");
        finger.tap(".waits", "Buy");
        finger.tap(".waits", "Any card");
        finger.tap(".asteps", "3");
    });
    assert!(said.contains("Rooting for the Underdog: Gigazaur gained 1"), "{said}");
    assert!(said.contains("Not here: Rooting for the Underdog"), "by the Polish book: {said}");
    assert!(said.contains("P-13") && said.contains("Szał bojowy"), "{said}");
}

/// P-02, Z-36: "Four of us. I attack Tokyo from outside with Fire Breathing. Do my neighbours outside lose a heart?"
#[test]
fn fire_breathing_and_neighbours_outside() {
    let said = settle(|finger| {
        finger.tap("#players", "+");
        finger.card("#seat-A", "Fire Breathing");
        finger.tap("body", "Meka Dragon");
        finger.tap("#seat-C", "City");
        finger.tap(".phs", "Resolve");
        finger.tap(".asteps", "3");
    });
    assert!(said.contains("The King lost 1"), "{said}");
    assert!(said.contains("P-02") && said.contains("Ohnivý dech"), "{said}");
    assert!(said.contains("Vuurspuwer · Eldspúandi · Piekielny oddech"), "{said}");
}

/// Jets, Mimic: "I was in the City with Jets, she in the Bay with Mimic on my Jets. He rolled three claws, and we both left."
#[test]
fn jets_and_mimic_in_both_places_of_tokyo() {
    let said = settle(|finger| {
        finger.many("#players", "+", 2);
        finger.tap("body", "The King");
        finger.tap("#seat-B", "City");
        finger.card("#seat-B", "Jets");
        finger.tap("body", "Meka Dragon");
        finger.tap("#seat-C", "Bay");
        finger.card("#seat-C", "Mimic");
        // The phone's own list of choices opens above the page.
        finger.page.eval("{ const s = document.getElementById('copied'); s.value = 'jets'; s.dispatchEvent(new Event('change', { bubbles: true })); }");
        finger.taps += 2;
        finger.tap(".phs", "Resolve");
        for die in ["Die 1: claw", "Die 2: claw", "Die 3: claw"] {
            finger.tap(".afaces", die);
        }
        finger.tap(".aans", "Moves");
        finger.many(".waits", "Yield", 2);
        finger.tap(".asteps", "3");
    });
    assert!(said.contains("Meka Dragon yields Tokyo Bay"), "{said}");
    assert!(!said.contains("lost"), "nobody is hurt: {said}");
    // One book leaves it to the table whether the Bay is played with; whoever sets a monster there does.
    assert!(said.contains("All books"), "by the Polish book as well: {said}");
}

/// Y-04: "I was in Tokyo with Jets, she rolled three claws and bought Flame Thrower. I left: do I take the three, and the two?"
#[test]
fn jets_and_a_card_bought_after() {
    let said = settle(|finger| {
        finger.tap("#seat-A", "City");
        finger.card("#seat-A", "Jets");
        finger.tap("body", "The King");
        finger.many("#energy-B", "+", 3);
        finger.tap(".turnpick", "The King");
        finger.tap(".phs", "Resolve");
        for die in ["Die 1: claw", "Die 2: claw", "Die 3: claw"] {
            finger.tap(".afaces", die);
        }
        finger.card(".amoment", "Flame Thrower");
        let held = "document.querySelector('#seat-A summary').innerText.includes('Jets')";
        assert!(finger.page.is(held), "a folded monster shows its cards");
        finger.tap(".aans", "Moves");
        finger.tap(".waits", "Yield");
        finger.tap(".waits", "Buy");
        finger.tap(".waits", "Any card");
        finger.tap(".asteps", "3");
        // The books agree; the rules by which they do are one tap away.
        finger.tap("#arbiter", "Why?");
        finger.page.wait("document.querySelector('#behind[open]')?.innerText.includes('Y-04')");
        assert!(finger.page.has("#behind .askcard"), "and so is the card");
    });
    assert!(said.contains("Flame Thrower: Gigazaur lost 2") && said.contains("(10 → 8)"), "{said}");
    assert!(!said.contains("lost 3"), "{said}");
    assert!(said.contains("Afterwards Gigazaur"), "how it stands in the end is said: {said}");
}

/// P-12, P-25: "She is in Tokyo with Burrowing. I buy Death From Above and take her place. Do I lose a heart?"
#[test]
fn death_from_above_onto_burrowing() {
    let said = settle(|finger| {
        finger.run_to("#energy-A", 5);
        finger.tap("body", "The King");
        finger.tap("#seat-B", "City");
        finger.card("#seat-B", "Burrowing");
        finger.tap(".phs", "Buy");
        finger.card(".amoment", "Death From Above");
        finger.tap(".aans", "Moves");
        finger.tap(".waits", "Buy");
        finger.tap(".waits", "Any card");
        finger.tap(".asteps", "3");
    });
    assert!(said.contains("The King is driven out of Tokyo") && !said.contains("lost"), "{said}");
}

/// P-10, P-11: "He has Even Bigger and 11 hearts. I buy it from him with Parasitic Tentacles. How many does he keep?"
#[test]
fn even_bigger_bought_with_parasitic_tentacles() {
    let said = settle(|finger| {
        finger.card("#seat-A", "Parasitic Tentacles");
        finger.many("#energy-A", "+", 4);
        finger.tap("body", "The King");
        finger.card("#seat-B", "Even Bigger");
        finger.tap("#hearts-B", "+");
        finger.tap(".phs", "Buy");
        finger.tap(".aans", "Moves");
        finger.tap(".waits", "Buy");
        finger.tap(".asteps", "3");
    });
    assert!(said.contains("(11 → 9)") && said.contains("(11 → 10)"), "{said}");
    assert!(said.contains("P-10"), "{said}");
}
