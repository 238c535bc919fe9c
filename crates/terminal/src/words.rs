//! The words of the terminal alone: all others come from the crate `texts`.
//!
//! Every message is a whole sentence or label with its placeholders, so that it can be translated as it stands.

/// The words that only a terminal needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words;

impl Words {
    pub(crate) const fn name(self) -> &'static str {
        "Daikaiju"
    }
    pub(crate) const fn help(self) -> &'static str {
        "help"
    }
    pub(crate) const fn hint(self) -> &'static str {
        "hint"
    }
    pub(crate) const fn hint_page(self) -> &'static str {
        "Hint"
    }
    pub(crate) const fn cards(self) -> &'static str {
        "cards"
    }
    pub(crate) const fn log(self) -> &'static str {
        "log"
    }
    pub(crate) const fn quit(self) -> &'static str {
        "quit"
    }
    pub(crate) const fn close(self) -> &'static str {
        "close"
    }
    pub(crate) const fn scroll(self) -> &'static str {
        "scroll"
    }
    pub(crate) const fn skip(self) -> &'static str {
        "skip to your next decision"
    }
    pub(crate) const fn skip_all(self) -> &'static str {
        "skip to the end"
    }
    pub(crate) const fn enter(self) -> &'static str {
        "Enter"
    }
    pub(crate) const fn space(self) -> &'static str {
        "Space"
    }
    pub(crate) const fn back(self) -> &'static str {
        "back"
    }
    pub(crate) const fn new_game(self) -> &'static str {
        "new game"
    }
    pub(crate) const fn no_dice_yet(self) -> &'static str {
        "no dice yet"
    }
    pub(crate) const fn keep_or_roll(self) -> &'static str {
        "keep or release a die"
    }
    pub(crate) const fn keep_all(self) -> &'static str {
        "keep all dice, or release all"
    }
    pub(crate) const fn which_dice(self) -> &'static str {
        "Choose the dice to roll again, then press Enter."
    }
    pub(crate) const fn which_die(self) -> &'static str {
        "Press the number of the die to change."
    }
    pub(crate) const fn which_face(self) -> &'static str {
        "What shall it show?"
    }
    pub(crate) const fn no_such_key(self) -> &'static str {
        "That key does nothing here; press ? for help."
    }
    pub(crate) const fn quit_again(self) -> &'static str {
        "The game is saved. Press q again to leave."
    }
    pub(crate) const fn too_small(self) -> &'static str {
        "This window is too small: the game needs at least 60 columns and 18 lines."
    }
    pub(crate) const fn nothing_to_hint(self) -> &'static str {
        "A hint is possible only while you are asked something."
    }
    pub(crate) const fn hint_title(self) -> &'static str {
        "What the strongest bot would say"
    }
    pub(crate) const fn odds_title(self) -> &'static str {
        "Odds with best play for it"
    }
    pub(crate) const fn order_on(self) -> &'static str {
        "From now on you choose the order of your dice."
    }
    pub(crate) const fn order_off(self) -> &'static str {
        "From now on your dice are resolved in the usual order."
    }
    pub(crate) const fn unfinished_title(self) -> &'static str {
        "An unfinished game is saved."
    }
    pub(crate) const fn resume_it(self) -> &'static str {
        "Go on with it"
    }
    pub(crate) const fn start_new(self) -> &'static str {
        "Start a new game; the unfinished one is kept beside it"
    }
    pub(crate) const fn you_mark(self) -> &'static str {
        "you"
    }
    pub(crate) const fn more_below(self) -> &'static str {
        "more"
    }
    pub(crate) const fn key_any_choice(self) -> &'static str {
        "take the choice with this key"
    }
    pub(crate) const fn key_arrows(self) -> &'static str {
        "move the mark; Enter takes the marked choice"
    }
    pub(crate) const fn key_hint(self) -> &'static str {
        "hint: the best answers and the odds"
    }
    pub(crate) const fn key_cards(self) -> &'static str {
        "all cards on the table with their texts"
    }
    pub(crate) const fn key_log(self) -> &'static str {
        "everything that has happened"
    }
    pub(crate) const fn key_order(self) -> &'static str {
        "choose the order of your dice yourself, or not"
    }
    pub(crate) const fn key_speed(self) -> &'static str {
        "bots faster or slower"
    }
    pub(crate) const fn key_skip(self) -> &'static str {
        "skip to your next decision"
    }
    pub(crate) const fn key_quit(self) -> &'static str {
        "leave; the game is saved and goes on next time"
    }
    pub(crate) const fn left_out(self) -> &'static str {
        "The input has ended."
    }
    pub(crate) const fn prompt_number(self) -> &'static str {
        "Your choice: "
    }
    pub(crate) const fn dice_now(self) -> &'static str {
        "Dice:"
    }
    pub(crate) fn saved_in(self, file: &str) -> String {
        format!("The game is saved in {file}; go on with --resume.")
    }
    pub(crate) fn record_in(self, file: &str) -> String {
        format!("The record of the game is in {file}.")
    }
    pub(crate) fn speed_is(self, speed: &str) -> String {
        format!("Speed of the bots: {speed}.")
    }
    pub(crate) fn seed_is(self, seed: u64) -> String {
        format!("Seed of this game: {seed}.")
    }
    pub(crate) fn not_a_choice(self, line: &str, count: usize) -> String {
        format!("`{line}` is no choice: type a number from 1 to {count}, or ? for help.")
    }
    pub(crate) fn not_dice(self, line: &str, count: usize) -> String {
        format!("`{line}` names no dice: write numbers from 1 to {count} with spaces.")
    }
    pub(crate) fn cannot_roll(self) -> &'static str {
        "These dice cannot be rolled now."
    }
    pub(crate) const fn type_dice(self) -> &'static str {
        "Or type `keep` and the numbers of the dice you keep, such as `keep 1 4`; the others are rolled. `roll 2 3` rolls just those."
    }
    pub(crate) const fn plain_help(self) -> &'static [&'static str] {
        &[
            "Type the number of a choice and press Enter.",
            "`keep 1 4` keeps dice 1 and 4 and rolls the others; `roll 2 3` rolls dice 2 and 3.",
            "`hint`: the best answers and the odds. `table`: who has what. `cards`: all cards with their texts.",
            "`rules`: the rules in short. `order`: choose the order of your dice, or not. `quit`: leave; the game is saved.",
        ]
    }
}
