//! Finds out how long a bot has waited for a processor that its opponent was using.
//!
//! The kernel divides the processors between the bots, but a bot that shares a processor with its opponent still needs
//! more time for an answer. Therefore, the time for which the bot has waited for a processor is added to the time
//! limit, up to a maximum.

use crate::arena::process::ProcessorTime;
use crate::games::Seat;
use std::time::{Duration, Instant};

/// The time after which the measurement of an answer begins. Quick answers are not measured.
pub(super) const BEGIN: Duration = Duration::from_millis(10);
/// The maximum additional time, as a multiple of the time limit.
const MOST: u32 = 4;

/// A measurement that has begun.
#[derive(Debug)]
pub(super) struct Contention {
    begin: [ProcessorTime; 2],
    granted: [Duration; 2],
    since: Instant,
}

impl Contention {
    pub(super) fn begin(usages: [ProcessorTime; 2]) -> Self {
        Self { begin: usages, granted: [Duration::ZERO; 2], since: Instant::now() }
    }

    /// Returns the additional time for a bot, without the additional time that the bot has already been given.
    pub(super) fn grant(&mut self, now: [ProcessorTime; 2], seat: Seat, limit: Duration) -> Duration {
        let due = taken(self.begin, now, seat).min(self.since.elapsed()).min(limit * MOST);
        let more = due.saturating_sub(self.granted[seat]);
        // A shorter time is not worth another measurement.
        if more < Duration::from_millis(1) {
            return Duration::ZERO;
        }
        self.granted[seat] = due;
        more
    }
}

/// Returns the time that a bot has waited, but at most the time that its opponent has used. Therefore, a bot gets no
/// additional time if its processes only wait for one another.
fn taken(begin: [ProcessorTime; 2], now: [ProcessorTime; 2], seat: Seat) -> Duration {
    let waited = now[seat].waited.saturating_sub(begin[seat].waited);
    let other = seat.other();
    waited.min(now[other].used.saturating_sub(begin[other].used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_time_that_the_opponent_has_used_is_granted() {
        let usage = |used, waited| ProcessorTime {
            used: Duration::from_millis(used),
            waited: Duration::from_millis(waited),
        };
        let begin = [usage(100, 10), usage(50, 5)];
        let granted = |first, second, seat| taken(begin, [first, second], seat).as_millis();
        assert_eq!(granted(usage(110, 250), usage(350, 5), Seat::First), 240, "it has waited for 240 ms");
        assert_eq!(granted(usage(110, 900), usage(80, 5), Seat::First), 30, "the opponent has used 30 ms");
        assert_eq!(granted(usage(110, 250), usage(50, 5), Seat::First), 0, "the opponent was idle");
        assert_eq!(granted(usage(110, 250), usage(350, 5), Seat::Second), 0, "it has not waited");
        assert_eq!(granted(usage(0, 0), usage(0, 0), Seat::First), 0, "processes have ended");
    }
}
