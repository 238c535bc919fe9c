//! The page.

fn main() {
    daikaiju_web::start();
}
