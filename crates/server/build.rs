//! Builds the program anew when the page has changed, appeared or gone.

fn main() {
    println!("cargo:rerun-if-changed=../../dist");
}
