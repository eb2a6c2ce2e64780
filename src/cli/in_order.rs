//! Runs the parts of a task on several threads, and delivers the results in the order of the parts.

use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

/// Maximum number of results per part that wait to be consumed, to limit memory use.
const WAITING: usize = 1024;

/// Runs `produce` for every part on `jobs` threads. `produce` receives the index of a part and a callback
/// that takes the results of that part. `consume` receives the results on the current thread, in the order of
/// the parts. Once `consume` returns `Break` or an error, the callbacks passed to `produce` return `Break`.
/// `end` is called after the last call of `consume`.
///
/// # Errors
/// Returns the first error from `consume`.
pub(crate) fn in_order<T: Send>(
    jobs: usize,
    parts: usize,
    produce: impl Fn(usize, &mut dyn FnMut(T) -> ControlFlow<()>) + Sync,
    consume: impl FnMut(T) -> Result<ControlFlow<()>>,
    end: impl FnOnce(),
) -> Result<()> {
    // A part with too many waiting results pauses until all earlier parts are consumed. Those parts have already
    // started, because parts start in order. Therefore, no deadlock can occur.
    let queue = Mutex::new(0..parts);
    let (begin, begun) = sync_channel(jobs);
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(parts) {
            let (queue, produce, begin) = (&queue, &produce, begin.clone());
            let next = move || {
                let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                let part = queue.next()?;
                let (sender, receiver) = sync_channel(WAITING);
                begin.send(receiver).ok()?;
                Some((part, sender))
            };
            scope.spawn(move || {
                while let Some((part, results)) = next() {
                    produce(part, &mut |result| match results.send(result) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    });
                }
            });
        }
        drop(begin);
        let mut results = begun.into_iter().flatten().map(consume);
        let ended = results.find(|result| !matches!(result, Ok(ControlFlow::Continue(()))));
        drop(results);
        end();
        ended.map_or(Ok(()), |result| result.map(drop))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn results_come_in_the_order_of_the_parts_and_end_when_told() {
        for jobs in [1, 2, 7] {
            let ended = AtomicBool::new(false);
            let mut taken = Vec::new();
            let produce = |part: usize, found: &mut dyn FnMut(usize) -> ControlFlow<()>| {
                // Each part has more results than its channel can hold, so later parts have to pause.
                let _ = (0..3 * WAITING).try_for_each(|number| found(part * 3 * WAITING + number));
            };
            let consume = |number| {
                taken.push(number);
                Ok(if taken.len() < 8 * WAITING { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            };
            assert!(in_order(jobs, 5, produce, consume, || ended.store(true, Ordering::Relaxed)).is_ok());
            assert!(taken.iter().copied().eq(0..8 * WAITING) && ended.into_inner());
        }
    }

    #[test]
    fn a_failure_ends_the_parts_that_are_running() {
        let produce = |_, found: &mut dyn FnMut(u8) -> ControlFlow<()>| while found(1).is_continue() {};
        let result = in_order(3, 9, produce, |_| anyhow::bail!("full"), || ());
        assert_eq!(result.map_err(|error| error.to_string()), Err("full".to_owned()));
        assert!(in_order(3, 0, produce, |_| Ok(ControlFlow::Continue(())), || ()).is_ok());
    }
}
