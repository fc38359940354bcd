//! Where the time goes, for the option `stats`.
//!
//! The time inside the tool is measured in parts, by the processor's own counter, which is read twice at each entry. Without the option it is not read.

use std::arch::x86_64::_rdtsc;
use std::time::{Duration, Instant};

use detsan_report::StatsFacts;

use crate::tool::Tool;

/// What the tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Accesses that the hooks did not settle.
    Accesses,
    /// Tasks, waits, regions and locks.
    Tasks,
    /// Blocks that the program gets and gives back.
    Allocator,
    /// Forgetting tasks that are over.
    Compaction,
    /// Races.
    Reports,
    /// From the moment at which a thread is to go on to that at which it does.
    Turns,
}

/// All parts, with their names.
const PARTS: [(Part, &str); 6] = [
    (Part::Accesses, "accesses"),
    (Part::Tasks, "tasks"),
    (Part::Allocator, "allocator"),
    (Part::Compaction, "compaction"),
    (Part::Reports, "reports"),
    (Part::Turns, "turns"),
];

/// Measures the parts.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    is_on: bool,
    started: (Instant, u64),
    /// What is being done, and since when.
    current: (Part, u64),
    /// When the next thread was told to go on.
    turn: u64,
    spent: [u64; PARTS.len()],
}

fn ticks() -> u64 {
    // SAFETY: every x86-64 processor has this instruction.
    unsafe { _rdtsc() }
}

impl Stopwatch {
    pub(crate) fn new(is_on: bool) -> Stopwatch {
        let started = (Instant::now(), ticks());
        Stopwatch { is_on, started, current: (Part::Tasks, started.1), turn: started.1, spent: [0; PARTS.len()] }
    }

    /// A thread comes into the tool.
    #[inline]
    pub(crate) fn enter(&mut self) {
        if self.is_on {
            self.current = (Part::Tasks, ticks());
        }
    }

    /// What it came for.
    #[inline]
    pub(crate) fn is_for(&mut self, part: Part) {
        self.current.0 = part;
    }

    /// The thread leaves.
    #[inline]
    pub(crate) fn leave(&mut self) {
        if self.is_on {
            self.lap(self.current.0);
        }
    }

    /// From now on the thread does something else. Returns what it has done so far.
    pub(crate) fn turn_to(&mut self, part: Part) -> Part {
        let before = self.current.0;
        if self.is_on {
            self.lap(part);
        }
        before
    }

    fn lap(&mut self, next: Part) {
        let now = ticks();
        let (part, since) = std::mem::replace(&mut self.current, (next, now));
        self.spent[part as usize] += now.saturating_sub(since);
    }

    /// Another thread is told to go on.
    pub(crate) fn call_next(&mut self) {
        if self.is_on {
            self.turn = ticks();
        }
    }

    /// A thread goes on.
    pub(crate) fn next_comes(&mut self) {
        if self.is_on {
            self.spent[Part::Turns as usize] += self.current.1.saturating_sub(self.turn);
        }
    }

    /// The time since the start, and the parts of it.
    fn read(&self) -> (Duration, Vec<(&'static str, Duration)>) {
        let total = self.started.0.elapsed();
        let seconds_per_tick = total.as_secs_f64() / ticks().saturating_sub(self.started.1).max(1) as f64;
        let part = |(part, name): (Part, &'static str)| {
            (name, Duration::from_secs_f64(self.spent[part as usize] as f64 * seconds_per_tick))
        };
        (total, PARTS.map(part).to_vec())
    }
}

impl Tool {
    /// The facts for the option `stats`.
    pub(crate) fn stats(&self) -> StatsFacts {
        let (total, parts) = self.stopwatch.read();
        let statistics = self.detector.statistics();
        StatsFacts {
            total,
            parts,
            tasks: self.counters.tasks,
            joins: statistics.joins,
            promises: statistics.promises,
            turns: self.baton.hand_overs,
            shortened: self.checked_accesses() - statistics.accesses,
            told: statistics.accesses,
            cached: statistics.cached,
            questions: statistics.questions,
            searched: statistics.searched,
            shadow: self.shadow.bytes(),
            tables: self.detector.footprint(),
            compactions: self.compaction.count,
        }
    }
}
