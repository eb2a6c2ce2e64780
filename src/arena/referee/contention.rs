//! Measures how long a bot has waited for a processor that other processes were using.
//!
//! The kernel divides processor time between the bots of all games, but a bot that shares a processor still
//! needs more time to answer. The bot's time limit is therefore extended by the time spent waiting for a
//! processor, up to a maximum.

use crate::arena::process::ProcessorTime;
use std::time::{Duration, Instant};

/// How long after a message the measurement begins. Answers that arrive within this time are not measured.
pub(super) const BEGIN: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct Contention {
    begin: ProcessorTime,
    since: Instant,
}

impl Contention {
    pub(super) fn begin(begin: ProcessorTime) -> Self {
        Self { begin, since: Instant::now() }
    }

    /// Returns how long the bot has waited for a processor since the measurement began.
    pub(super) fn delay(&self, now: ProcessorTime) -> Duration {
        taken(self.begin, now, self.since.elapsed())
    }
}

/// Returns how long a bot waited for a processor, capped at the elapsed time minus the processor time that
/// the bot used. A bot that uses a processor all the time therefore gains nothing, even if its other threads
/// wait for one.
fn taken(begin: ProcessorTime, now: ProcessorTime, elapsed: Duration) -> Duration {
    let waited = now.waited.saturating_sub(begin.waited);
    waited.min(elapsed.saturating_sub(now.used.saturating_sub(begin.used)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_granted_the_time_in_which_it_had_less_than_one_processor() {
        let usage = |used, waited| ProcessorTime {
            used: Duration::from_millis(used),
            waited: Duration::from_millis(waited),
        };
        let granted = |used: u64, waited: u64| {
            let elapsed = Duration::from_millis(300);
            taken(usage(100, 10), usage(100 + used, 10 + waited), elapsed).as_millis()
        };
        assert_eq!(granted(60, 240), 240, "it has used a processor or waited for one all the time");
        assert_eq!(granted(60, 100), 100, "it has slept for 140 ms");
        assert_eq!(granted(300, 29_000), 0, "its 100 threads have waited for one another");
        assert_eq!(granted(150, 29_000), 150, "and for another bot");
        assert_eq!(granted(60, 0), 0, "it has not waited");
        assert_eq!(
            taken(usage(100, 10), usage(0, 0), Duration::ZERO),
            Duration::ZERO,
            "its processes have ended"
        );
    }
}
