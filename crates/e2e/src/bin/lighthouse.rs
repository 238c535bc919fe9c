//! What Lighthouse says of the page in its mobile setting: `cargo xtask lighthouse` builds what ships and prints this table.
//!
//! Lighthouse is fetched with npm and drives the same Chromium as the tests. Times are told; they depend on the machine.

use daikaiju_e2e::Server;
use serde_json::Value;
use std::process::Command;

/// The version whose numbers are compared.
const LIGHTHOUSE: &str = "lighthouse@12.8.2";

/// What is looked at, and the score that is wanted.
const PAGES: [(&str, &str, u32); 2] = [("home", "/", 95), ("Play now to dice", "/#/solo", 90)];

fn main() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    println!(
        "{:<20} {:>6} {:>7} {:>13} {:>15} {:>10}",
        "page", "score", "wanted", "first paint", "largest paint", "blocking"
    );
    for (name, address, wanted) in PAGES {
        let file = folder.path().join("report.json");
        let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".into());
        let status = Command::new("npm")
            .args(["exec", "--yes", LIGHTHOUSE, "--"])
            .arg(format!("{}{address}", server.url()))
            .args(["--quiet", "--only-categories=performance", "--output=json"])
            .arg("--chrome-flags=--headless=new --no-sandbox --disable-gpu")
            .arg(format!("--output-path={}", file.display()))
            .env("CHROME_PATH", chromium)
            .status()
            .expect("npm starts");
        assert!(status.success(), "Lighthouse failed for {name}");
        let text = std::fs::read_to_string(&file).expect("a report was written");
        let report: Value = serde_json::from_str(&text).expect("the report is JSON");
        let score = report["categories"]["performance"]["score"].as_f64().unwrap_or(0.0);
        let audit = |id: &str| report["audits"][id]["numericValue"].as_f64().unwrap_or(f64::NAN);
        println!(
            "{name:<20} {:>6.0} {wanted:>7} {:>10.0} ms {:>12.0} ms {:>7.0} ms",
            100.0 * score,
            audit("first-contentful-paint"),
            audit("largest-contentful-paint"),
            audit("total-blocking-time"),
        );
    }
}
