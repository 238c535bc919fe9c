//! The commands as a program calls them: small runs, the same on any number of threads, and clear refusals.

use clap::Parser;
use daikaiju_lab::cli::{Command, run};

#[derive(Parser)]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

fn lab(line: &str) -> Result<String, String> {
    let words = std::iter::once("lab").chain(line.split_whitespace());
    run(&Lab::try_parse_from(words).map_err(|error| error.to_string())?.command)
}

fn json(line: &str) -> serde_json::Value {
    serde_json::from_str(&lab(line).unwrap()).unwrap()
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let mut one = json("arena fierce angry -b 8 --seed 3 --threads 1 --format json");
    let mut two = json("arena fierce angry -b 8 --seed 3 --threads 2 --format json");
    for report in [&mut one, &mut two] {
        report[0]["seconds"] = 0.into();
    }
    assert_eq!(one, two);
    assert_eq!(one[0]["games"], 16);
}

#[test]
fn equal_bots_share_the_wins_of_a_block() {
    // The same bot in every seat, all seats in rotation: whoever is measured wins its share, up to draws.
    let report = json("arena angry angry angry -p 3 -b 4 --no-luck --format json");
    let shares: f64 = (0..3).map(|i| report[i]["wins"]["value"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
}

#[test]
fn simulation_counts_every_game() {
    let report = json("simulate -g 40 -p 2 -p 5 --bot angry --rulebook czech --format json");
    for (table, players) in [(0, 2), (1, 5)] {
        assert_eq!(report[table]["games"], 40);
        assert_eq!(report[table]["wins"].as_array().unwrap().len(), players);
        let won: f64 =
            (0..players).map(|seat| report[table]["wins"][seat][0].as_f64().unwrap()).sum();
        assert!((won + report[table]["undecided"].as_f64().unwrap() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn unknown_names_are_refused_with_the_valid_ones() {
    assert!(
        lab("arena wild angry").unwrap_err().contains("random, gentle, angry, fierce, ruthless")
    );
    assert!(
        lab("arena angry angry --rulebook klingon")
            .unwrap_err()
            .contains("icelandic, polish, czech, dutch, italian")
    );
    assert!(lab("arena angry angry -p 7").unwrap_err().contains("2 to 6"));
    assert!(lab("arena angry angry angry -p 2").unwrap_err().contains("do not fit"));
    assert!(lab("simulate --bot wild").unwrap_err().contains("there is no bot"));
    assert!(lab("odds 1 2 9").unwrap_err().contains("1 2 3 E C H"));
    assert!(lab("arena angry:shy angry").unwrap_err().contains("brawler, hoarder, star-seeker"));
    assert!(lab("arena champion@0 angry").unwrap_err().contains("1 to 1000000"));
    assert!(lab("arena angry@50 angry").unwrap_err().contains("champion"));
    assert!(lab("audit angry").unwrap_err().contains("no net"));
    assert!(lab("styles wild").unwrap_err().contains("champion"));
    assert!(lab("oracle --from-stars 20").unwrap_err().contains("0 to 19"));
    assert!(lab("oracle angry --from-stars 19").unwrap_err().contains("have a net"));
    assert!(lab("train --players 7").unwrap_err().contains("2 to 6"));
    assert!(lab("train --games 0").unwrap_err().contains("at least"));
    assert!(lab("train --against angry").unwrap_err().contains("have a net"));
    assert!(lab("coverage -r 0").unwrap_err().contains("at least"));
    assert!(lab("advise no-such-file.json").unwrap_err().contains("cannot read"));
}

#[test]
fn wrong_weights_are_refused_with_the_reason() {
    let folder = std::env::temp_dir().join(format!("lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("wrong.net");
    let mut bytes = bots::WEIGHTS.to_vec();
    bytes[8] = 99;
    std::fs::write(&path, &bytes).unwrap();
    let refused = lab(&format!("arena {} angry", path.display())).unwrap_err();
    assert!(refused.contains("version 99"), "{refused}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The luck of the dice has a mean of zero, so raw and adjusted scores agree within their intervals.
#[test]
fn luck_adds_up_to_nothing() {
    let report = json("arena fierce fierce -b 60 --seed 9 --format json");
    let adjusted = &report[0]["luck_adjusted"];
    let (low, high) = (adjusted["low"].as_f64().unwrap(), adjusted["high"].as_f64().unwrap());
    let slack = 0.05;
    assert!(low - slack < 0.5 && 0.5 < high + slack, "{adjusted}");
}

#[test]
fn training_resumes_where_it_stopped() {
    let folder = std::env::temp_dir().join(format!("lab-train-{}", std::process::id()));
    let line = |games: u32| {
        format!(
            "train --folder {} --games {games} --first-by-hand 400 --oracle 0",
            folder.display()
        )
    };
    assert!(lab(&line(400)).unwrap().starts_with("400 games"));
    assert!(lab(&line(800)).unwrap().starts_with("800 games"));
    let curve = std::fs::read_to_string(folder.join("curve.csv")).unwrap();
    assert_eq!(curve.lines().count(), 3);
    assert!(
        bots::net::Weights::from_bytes(&std::fs::read(folder.join("ruthless.net")).unwrap())
            .is_ok()
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_best_response_is_learned_against_one_that_stays_as_it_is() {
    let folder = std::env::temp_dir().join(format!("lab-against-{}", std::process::id()));
    let line = format!(
        "train --folder {} --games 400 --oracle 0 --against ruthless --players 2",
        folder.display()
    );
    assert!(lab(&line).unwrap().starts_with("400 games"));
    let bytes = std::fs::read(folder.join("ruthless.net")).unwrap();
    let (_, card) = bots::net::Weights::from_bytes(&bytes).unwrap();
    assert!(card.contains("--against ruthless --players 2"), "{card}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Taking luck off leaves the mean and narrows the spread, so a perfect forecaster would show less.
#[test]
fn calibration_is_told_for_all_and_by_cards_in_hand() {
    let report = json("calibrate ruthless -p 3 -g 60 --format json");
    let [all, with, without] = [0, 1, 2].map(|group| &report["luck_adjusted"][group]);
    let count = |group: &serde_json::Value| group["count"].as_u64().unwrap();
    assert_eq!(count(all), count(with) + count(without));
    assert!(0 < count(with) && 0 < count(without));
    assert!(all["noise"].as_f64() < report["noise"].as_f64(), "{report}");
}

/// A position in a file of its own, for the time of a test.
fn with_position(name: &str, test: impl FnOnce(&str)) {
    let path = std::env::temp_dir().join(format!("lab-{name}-{}.json", std::process::id()));
    let position = r#"{"rules":"dutch","monsters":[{"hearts":6,"stars":8,"energy":7},{"hearts":4,"stars":5}],"city":"B","market":["psychic_probe","corner_store","smoke_cloud"],"turn":{"seat":"A","dice":"33CCHE"},"at":"roll"}"#;
    std::fs::write(&path, position).unwrap();
    test(path.to_str().unwrap());
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn advice_by_rollouts_has_intervals_and_is_the_same_on_any_number_of_threads() {
    with_position("advise", |path| {
        let run = |threads: u32| {
            let mut report = json(&format!(
                "advise {path} --rollouts 96 --turns 6 --top 4 --seed 5 --threads {threads} --format json"
            ));
            report["rollouts"]["seconds"] = 0.into();
            report
        };
        let one = run(1);
        assert_eq!(one, run(2));
        let best = &one["answers"][0];
        let tried = &best["rollout"];
        let (low, chance, high) = (&tried["low"], &best["chance"], &tried["high"]);
        assert!(low.as_f64() < chance.as_f64() && chance.as_f64() < high.as_f64(), "{one}");
        assert!(96 <= one["rollouts"]["games"].as_u64().unwrap());
        assert_eq!(one["answers"].as_array().unwrap().len(), 4);

        let text = lab(&format!("advise {path} --seconds 0.2 --threads 1")).unwrap();
        assert!(text.contains("intervals of 95 %"), "{text}");
        let refused = |rest: &str| lab(&format!("advise {path} {rest}")).unwrap_err();
        assert!(refused("--rollouts 0").contains("at least 1 game"));
        assert!(refused("--seconds=-1").contains("more than 0"));
        assert!(refused("--turns 3").contains("--rollouts or --seconds"));
    });
}

#[test]
fn judgement_and_intervals_are_measured_on_positions_of_self_play() {
    let audit = json("audit -n 2 -r 4 --seed 3 --format json");
    assert_eq!((&audit["positions"], &audit["decision"]), (&2.into(), &"purchase".into()));
    let coverage = json("coverage -n 2 -r 16 --times 2 --turns 3 --seed 3 --format json");
    assert_eq!(coverage["positions"], 2);
}

/// A style is told by its purchases and yields: a hoarder yields more often than a brawler.
#[test]
fn styles_differ_in_what_they_do() {
    let report = json("styles fierce -b 6 --seed 4 --format json");
    let yields = |style: usize| report["styles"][style]["habits"][4].as_f64().unwrap();
    assert!(yields(1) < yields(2), "{report}");
}
