//! Taking the last answer back, while nobody has learned anything from it. It is a step of its own: numbers never go back,
//! and everyone sees that something was taken back.

use engine::Seat;
use protocol::{By, Refusal, Reply, TablePhase};

use super::actor::Table;
use super::play::wrong_step;
use super::{TableRefused, refused};

impl Table {
    /// A player takes the last answer back.
    pub(super) async fn undo(
        &mut self,
        seat: Seat,
        number: u32,
        seq: u64,
    ) -> Result<Reply, TableRefused> {
        let game = self.game_that_is_on(number)?;
        let last = game.seq;
        let refuse =
            |code, text: &str| Err(TableRefused { seq: Some(last), ..refused(code, text) });
        if seq != last {
            let repeated = self.stored_step(seq.saturating_add(1)).await;
            if repeated.is_some_and(|body| body.took_back.is_some() && body.by == By::Player(seat))
            {
                return Ok(Reply { seq: Some(seq + 1), ..Reply::default() });
            }
            return Err(wrong_step(seq, last));
        }
        if self.pending.is_some() {
            return refuse(Refusal::Stale, "an answer has been given; its dice are about to fall");
        }
        if self.doc.phase != TablePhase::Playing {
            return refuse(Refusal::Stale, "the game has ended");
        }
        let by = game.recent(last).and_then(|step| step.by.seat());
        if by.is_some_and(|by| by != seat) {
            return refuse(Refusal::NotYours, "the last step was not your answer");
        }
        let Some(step) =
            game.undone(self.clock.now_ms()).filter(|step| step.by == By::Player(seat))
        else {
            return refuse(
                Refusal::NotNow,
                "the last step cannot be taken back: dice, a card or a decision has been shown",
            );
        };
        let asked_after = step.took_back.map(|taken| taken - 1);
        let mut doc = self.back(seat);
        let back = doc.is_some();
        if Some(self.doc.extra_time.0) == asked_after {
            // The question is open again, and so is the time that was added to it.
            doc.get_or_insert_with(|| self.doc.clone()).extra_time.0 = step.seq;
        }
        let seq = step.seq;
        self.advance(step, doc).await?;
        if back {
            self.tell_table();
        }
        Ok(Reply { seq: Some(seq), ..Reply::default() })
    }
}
