//! Looks after the thread that has the baton, while others wait for it.
//!
//! A thread may block, or spin, where nothing tells of it: in a call that nobody shows, on plain memory,
//! in libomp. If what it waits for is up to another thread, the baton has to go on. What the thread has
//! *done* decides, never how long it took: on a loaded machine a thread may get no processor for seconds.
//!
//! | the thread with the baton, which has told nothing meanwhile | the baton |
//! |---|---|
//! | waits in libomp for tasks, and has used the processor for [`FRUITLESS`] | goes on: libomp offers it none of those that could start. That is no firing |
//! | has used the processor for [`LONG_SILENCE`] | goes on |
//! | has slept since [`LONG_SILENCE`], without using the processor | goes on |
//!
//! If nobody has the baton, and all that are inside of libomp have looked for tasks for [`FRUITLESS`] in
//! vain, a parked thread goes to look as well.

use std::time::{Duration, Instant};

use tracing::{debug, warn};

use crate::baton::WorkerId;
use crate::seat::Seat;
use crate::tool::Tool;

/// A thread that looks for tasks in libomp tries each queue many hundred times within this time.
const FRUITLESS: Duration = Duration::from_millis(5);

/// How long a thread may have the baton and tell nothing while others wait for it.
const LONG_SILENCE: Duration = Duration::from_secs(1);

/// What can be seen of what the threads do. If nothing of it has changed, nothing was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Doings {
    holder: Option<WorkerId>,
    hand_overs: u64,
    accesses: u64,
    clock: u32,
    /// What the hooks count in loops of which nothing else is heard.
    loops: u32,
}

/// What a thread has been seen to do since nothing was told.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// It is in libomp, and waits for tasks.
    waits_for_tasks: bool,
    /// Time of the processor that it has used.
    used: Duration,
    /// Time that has gone by.
    passed: Duration,
    sleeps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Leave,
    /// It finds no task in libomp.
    Fruitless,
    Fire,
}

impl Effort {
    fn verdict(self) -> Verdict {
        let sleeps = self.sleeps && self.used < FRUITLESS && self.passed >= LONG_SILENCE;
        match self {
            Effort { waits_for_tasks: true, used, .. } if used >= FRUITLESS => Verdict::Fruitless,
            Effort { used, .. } if used >= LONG_SILENCE || sleeps => Verdict::Fire,
            _ => Verdict::Leave,
        }
    }
}

/// What the watchdog has seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    doings: Option<Doings>,
    /// Since when that has not changed.
    since: Instant,
    /// What the holder, or the whole process if there is none, had used of the processor then.
    used: Duration,
    /// How often it has passed the baton on.
    pub(crate) firings: u64,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch { doings: None, since: Instant::now(), used: Duration::ZERO, firings: 0 }
    }
}

impl Tool {
    /// A thread that waits looks after the one that has the baton.
    pub(crate) fn watch(&mut self) {
        let holder = self.baton.holder();
        if holder != self.baton.resumed_holder() {
            // It has yet to wake up.
            return;
        }
        let seat = holder.map(|holder| self.worker.at(holder).seat);
        let used = seat.map_or_else(time_of_process, Seat::processor_time);
        let doings = Doings {
            holder,
            hand_overs: self.baton.hand_overs,
            accesses: self.checked_accesses(),
            clock: self.detector.clock(),
            loops: holder.map_or(0, |holder| self.worker.at(holder).thread.progress()),
        };
        if self.watch.doings != Some(doings) {
            self.watch = Watch { doings: Some(doings), since: Instant::now(), used, ..self.watch };
            return;
        }
        let used = used.saturating_sub(self.watch.used);
        match (holder, seat) {
            (Some(holder), Some(seat)) => {
                let effort = Effort {
                    waits_for_tasks: self.waits_in_libomp(holder),
                    used,
                    passed: self.watch.since.elapsed(),
                    sleeps: seat.is_asleep(),
                };
                self.pass_on(holder, effort.verdict());
            }
            _ if used >= FRUITLESS * self.worker.len() as u32 => self.send_after_vain_search(),
            _ => {}
        }
    }

    fn pass_on(&mut self, holder: WorkerId, verdict: Verdict) {
        match verdict {
            Verdict::Leave => return,
            Verdict::Fruitless => debug!(?holder, "finds no task"),
            Verdict::Fire if !self.baton.has_ready() => return,
            Verdict::Fire => {
                warn!(?holder, "watchdog");
                self.watch.firings += 1;
            }
        }
        self.watch.doings = None;
        self.take_from(holder);
        self.hand_on();
    }
}

/// Time of the processor that the process has used.
fn time_of_process() -> Duration {
    time_of(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// What a clock shows; nothing if there is no such clock, as that of a thread that has ended.
pub(crate) fn time_of(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the result has a place.
    if unsafe { libc::clock_gettime(clock, &mut time) } != 0 {
        return Duration::ZERO;
    }
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(waits_for_tasks: bool, used_ms: u64, passed_s: u64, sleeps: bool) -> Verdict {
        let (used, passed) = (Duration::from_millis(used_ms), Duration::from_secs(passed_s));
        Effort { waits_for_tasks, used, passed, sleeps }.verdict()
    }

    #[test]
    fn a_thread_that_gets_no_processor_is_left_alone() {
        assert_eq!(verdict(false, 0, 100, false), Verdict::Leave);
        assert_eq!(verdict(true, 1, 100, false), Verdict::Leave);
        assert_eq!(verdict(false, 900, 100, true), Verdict::Leave);
    }

    #[test]
    fn a_wait_in_libomp_never_fires() {
        for used in [5, 999, 1000, 60_000] {
            assert_eq!(verdict(true, used, 100, false), Verdict::Fruitless);
        }
    }

    #[test]
    fn it_fires_for_threads_that_spin_or_sleep_for_long() {
        assert_eq!(verdict(false, 999, 1, false), Verdict::Leave);
        assert_eq!(verdict(false, 1000, 1, false), Verdict::Fire);
        assert_eq!(verdict(false, 0, 1, true), Verdict::Fire);
        assert_eq!(verdict(true, 0, 1, true), Verdict::Fire);
        assert_eq!(verdict(false, 0, 0, true), Verdict::Leave);
    }

    #[test]
    fn the_time_of_the_process_grows_and_that_of_no_clock_is_nothing() {
        let before = time_of_process();
        while time_of_process() == before {}
        assert!(time_of_process() > before);
        assert_eq!(time_of(-1), Duration::ZERO);
    }
}
