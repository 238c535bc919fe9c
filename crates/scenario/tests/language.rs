//! What a file may say, and what is said of one that is wrong.

use daikaiju_scenario::{Difference, Scenario};

/// A scenario of one case with this play, by the Dutch and the Polish book.
fn file(play: &str) -> String {
    format!(
        "id = \"X-01\"\n\
         title = \"A test\"\n\
         rules = [\"D-04\"]\n\
         books = [\"NL\", \"PL\"]\n\
         names = [\"Ada\", \"Bo\"]\n\
         start = {{ players = 2, city = \"B\", A = {{ energy = 3 }}, market = [\"jets\", \"camouflage\"], at = \"first_throw\" }}\n\
         [[case]]\n\
         play = '''\n{play}\n'''\n"
    )
}

/// The line on which the play of [`file`] begins.
const PLAY: usize = 9;

fn differences(play: &str) -> Vec<Difference> {
    let report = Scenario::read(&file(play)).unwrap().run();
    assert_eq!(report.runs.len(), 2);
    report.runs.into_iter().next().unwrap().differences
}

#[track_caller]
fn differs(play: &str, line: usize, expected: &str, was: &str) {
    let found = differences(play);
    assert!(
        found.iter().any(|difference| difference.line == PLAY + line - 1
            && difference.expected.contains(expected)
            && difference.was.contains(was)),
        "{found:?}"
    );
}

#[track_caller]
fn wrong(text: &str, line: usize, why: &str) {
    let wrong = Scenario::read(text).unwrap_err();
    assert!(wrong.why.contains(why), "{wrong}");
    assert_eq!(wrong.line, line, "{wrong}");
    assert!(!wrong.why.contains('\n'), "one sentence: {wrong}");
}

#[test]
fn a_true_scenario_holds() {
    let play = "roll 1 1 1 C 2 E\n\
                Ada: keep 1 1 1 C   # by what they show\n\
                roll 2 2\n\
                A: stop\n\
                A: resolve claws\n\
                [NL] Bo: stay\n\
                [PL] Bo: leave\n\
                # a remark\n\
                expect asks A shop\n\
                expect allows A: buy camouflage\n\
                expect refuses A: buy jets\n\
                expect refuses B: stay\n\
                A: buy camouflage\n\
                reveal wings\n\
                [NL] expect A stars 1 energy 0 outside cards camouflage\n\
                [not NL] expect A stars 2 energy 0 in city cards camouflage\n\
                expect market jets wings -\n\
                expect turn B regular";
    let report = Scenario::read(&file(play)).unwrap().run();
    assert!(report.holds(), "{report:?}");
}

#[test]
fn a_wrong_expectation_is_shown_with_its_line() {
    differs("roll 3 3 3 1 2 2\nA: stop\nexpect A stars 9", 3, "A stars 9", "3");
    differs("expect B in bay", 1, "B in bay", "B in city");
    differs("expect city empty", 1, "empty", "B");
    differs("expect bay empty", 1, "empty", "closed");
    differs("expect turn B", 1, "B", "A");
    differs("expect asks B yield", 1, "B is asked yield", "A throws 6 dice");
    differs("expect rolls A 5", 1, "A throws 5 dice", "A throws 6 dice");
    differs("expect over A stars", 1, "A wins with 20 stars", "A throws 6 dice");
    differs("expect A cards jets", 1, "A holds jets", "A holds none");
    differs("expect market jets - -", 1, "jets - -", "jets camouflage -");
    differs("expect discarded jets", 1, "jets", "none");
    differs("expect copied jets", 1, "jets", "none");
    differs("expect counter smoke_cloud 3", 1, "3 on smoke_cloud", "0 on smoke_cloud");
    differs("expect B dead", 1, "B is dead", "B is alive");
    differs("roll 1 1 2 2 3 3\nexpect refuses A: stop", 2, "refused", "A is asked roll");
}

#[test]
fn several_wrong_expectations_are_all_shown() {
    assert_eq!(differences("expect A hearts 9 stars 1\nexpect turn B").len(), 3);
}

#[test]
fn input_that_the_game_does_not_wait_for_ends_the_case() {
    differs("A: stop\nexpect turn B", 1, "A may say this", "A throws 6 dice");
    assert_eq!(differences("A: stop\nexpect turn B").len(), 1);
    differs("roll 1 1\nexpect turn A", 1, "somebody throws 2 dice", "A throws 6 dice");
    differs("B: roll 1 1 2 2 3 3\nexpect turn A", 1, "B throws 6 dice", "A throws 6 dice");
    differs("reveal wings\nexpect turn A", 1, "`wings` is turned up", "A throws 6 dice");
    // A question that nobody answers: the next roll does not fit.
    let forgotten = "roll C 1 1 2 2 3\nA: stop\nroll 1 1 2 2 3 3\nexpect turn B";
    differs(forgotten, 3, "somebody throws 6 dice", "B is asked yield");
    // The wrong word for the question.
    differs("roll C 1 1 2 2 3\nA: stay\nexpect turn A", 2, "A may say this", "A is asked roll");
    differs("roll C 1 1 2 2 3\nA: reroll H\nexpect turn A", 2, "may say", "C 1 1 2 2 3");
    differs("roll C 1 1 2 2 3\nA: buy wings\nexpect turn A", 2, "may say", "not for sale");
}

#[test]
fn a_bad_line_is_refused_with_its_number() {
    let bad = |play: &str, why: &str| wrong(&file(play), PLAY, why);
    bad(
        "rol 1 1",
        "expected `roll`, `reveal`, `starts`, `expect`, `nobody is asked`, `by default` or a seat such as `A:`, not `rol`",
    );
    bad("roll 1 7", "expected a face, one of 1 2 3 E C H, not `7`");
    bad("roll", "expected a face at the end of the line");
    bad("roll 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "expected at most");
    bad("reveal jetz", "there is no card `jetz`");
    bad("G: stop", "expected a seat, not `G`");
    bad("A: jump", "there is no answer `jump`");
    bad("A: stop now", "expected nothing more, not `now`");
    bad("A: usual", "expected `order` at the end of the line");
    bad("A: set 1 2", "expected `to`, not `2`");
    bad("A: reroll #0", "expected a die");
    bad("A: deposit lots", "expected a number, not `lots`");
    bad("A: resolve fours", "expected ones, twos, threes");
    bad("expect A lives 9", "expected hearts, max, stars");
    bad("expect A", "expected a fact about the monster at the end of the line");
    bad("expect asks A nicely", "there is no question `nicely`");
    bad("expect over A", "expected `stars` or `last` at the end of the line");
    bad("expect weather", "there is no expectation `weather`");
    bad("[XX] expect turn A", "expected IS, PL, CS, NL or IT, not `XX`");
    bad("[NL expect turn A", "expected `]` after the rulebooks");
    bad("[IT] expect turn A", "for none of the rulebooks of its case");
}

#[test]
fn a_case_must_expect_something_of_every_book() {
    wrong(&file("roll 1 1 2 2 3 3"), PLAY - 1, "expected a line with `expect`");
    wrong(&file("[NL] expect turn A"), PLAY - 1, "for the polish book");
}

#[test]
fn a_bad_file_is_refused_with_its_line() {
    let good = file("expect turn A");
    let with = |old: &str, new: &str| good.replace(old, new);
    wrong(&with("id = \"X-01\"", "id = \"\""), 1, "expected the scenario's number");
    wrong(&with("title = \"A test\"\n", ""), 1, "missing field `title`");
    wrong(&with("[\"D-04\"]", "[]"), 3, "at least one cited rule");
    wrong(&with("\"PL\"", "\"DE\""), 4, "there is no rulebook `DE`");
    wrong(&with("[\"NL\", \"PL\"]", "\"some\""), 4, "expected \"all\" or a list");
    wrong(&with("[\"Ada\", \"Bo\"]", "[\"Ada Ada\"]"), 5, "expected one word");
    wrong(&with("players = 2", "players = 7"), 6, "players: expected a number from 2 to 6");
    wrong(&with("players = 2, ", ""), 6, "expected `players` too");
    wrong(&with("energy = 3", "energies = 3"), 6, "unknown field `energies`");
    wrong(&with("energy = 3", "hearts = 11"), 6, "monsters[0].hearts: at most 10");
    wrong(&with("\"jets\"", "\"jetz\""), 6, "there is no card `jetz`");
    wrong(&with("city = \"B\"", "city = \"C\""), 6, "city: no living monster sits at C");
    wrong(&with("\"first_throw\"", "\"noon\""), 6, "unknown variant `noon`");
    wrong(
        &with("[[case]]", "[[case]]\nswitches = { use_bay = \"maybe\" }"),
        8,
        "cannot be `maybe`",
    );
    wrong(&with("[[case]]", "[[case]]\nswitches = { use_tea = true }"), 8, "no switch `use_tea`");
    wrong(&with("[[case]]", "[[case]]\nremarks = \"none\""), 8, "unknown field `remarks`");
    wrong(&with("title = \"A test\"", "title = \"A test"), 2, "");
    let no_case = good.split("[[case]]").next().unwrap().to_owned();
    wrong(&no_case, 7, "expected at least one [[case]]");
}

#[test]
fn a_mangled_file_never_panics() {
    let whole = file(
        "roll C 1 1 2 2 3\nA: reroll 1 #2\nroll H E\nA: stop\nB: leave\nA: heal\n\
         A: set #9 to H with stretchy\nexpect A hearts 9 in city\n[not NL] expect over draw",
    );
    let mut random = engine::random::Random::new(1);
    for _ in 0..3000 {
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..=random.below(3) {
            let (from, count) = (random.below(text.len()), random.below(12));
            let end = (from + count).min(text.len());
            let part: Vec<char> = text[from..end].to_vec();
            match random.below(3) {
                0 => drop(text.drain(from..end)),
                1 => text.splice(end..end, part).for_each(drop),
                _ => text[from] = ['é', '#', '\'', '9', ' ', '\n'][random.below(6)],
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(scenario) = Scenario::read(&text) {
            scenario.run();
        }
    }
}

/// A line about a seat at which nobody sits is a mistake, not something that holds.
#[test]
fn nobody_can_speak_of_an_empty_seat() {
    wrong(&file("expect C hearts 0"), PLAY, "C: nobody sits there, this table has 2 seats");
    wrong(&file("expect turn F\nexpect A hearts 10"), PLAY, "F: nobody sits there");
    wrong(&file("D: stop\nexpect A hearts 10"), PLAY, "D: nobody sits there");
}

#[test]
fn names_are_short_and_printable() {
    let long = file("expect A hearts 10").replace("Ada", &"A".repeat(60));
    wrong(&long, 5, "names: expected at most 24 printable characters");
    let title = file("expect A hearts 10").replace("A test", &"t".repeat(300));
    wrong(&title, 1, "title: expected at most 200 characters");
    let name = format!("[[case]]\nname = \"{}\"", "n".repeat(201));
    let case = file("expect A hearts 10").replace("[[case]]", &name);
    wrong(&case, 7, "name: expected at most 200 characters");
}

/// M-01: with 3 energy A may buy nothing here for sure, but it may sweep, so it is asked.
#[test]
fn questions_without_interest_have_a_default() {
    let play = "by default shop: done\nby default yield: stay\nroll C 1 1 2 2 3\nA: stop\n\
        expect B hearts 9 in city\nnobody is asked\nexpect turn B";
    assert_eq!(differences(play), []);
    let any = "by default: pass\nroll C 1 1 2 2 3\nexpect turn B";
    assert_eq!(differences(any), []);
    // The next line's own answer goes before the default.
    let own = "by default: pass\nroll C 1 1 2 2 3\nA: stop\nB: leave\nexpect A in city";
    assert_eq!(differences(own), []);
    differs("roll C 1 1 2 2 3\nnobody is asked", 2, "nobody is asked", "A is asked roll");
    wrong(&file("by default dance: pass"), PLAY, "there is no question `dance`");
}

#[test]
fn the_market_may_be_told_without_order() {
    assert_eq!(differences("expect on sale camouflage jets"), []);
    differs("expect on sale jets", 1, "jets", "camouflage jets");
}

/// smoke_cloud.1: three charges on a fresh one. A held card has cost what is printed on it.
#[test]
fn held_cards_are_fresh() {
    let fresh = file("expect counter smoke_cloud 3")
        .replace("A = { energy = 3 }", "A = { energy = 3, cards = [\"smoke_cloud\"] }");
    assert!(Scenario::read(&fresh).unwrap().run().holds());
    let loose = file("expect counter smoke_cloud 3")
        .replace("at = ", "counters = { smoke_cloud = 2 }, at = ");
    wrong(&loose, 6, "start: counters.smoke_cloud: nobody holds `smoke_cloud`");
}
