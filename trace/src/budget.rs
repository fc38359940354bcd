//! What a replay may take: whatever a trace says, memory and time stay within bounds.
//!
//! A few bytes can ask for teams of many threads, accesses to all of memory, or the same long text
//! again and again. The bounds are far above what recorded runs need.

use std::cell::Cell;

use crate::legality::Illegal;

/// Steps that every replay may take: cells that are looked at one by one, pages, and what reports
/// name. They take a few seconds.
const STEPS: u64 = 1 << 28;

/// Steps that each record adds.
const STEPS_OF_RECORD: u64 = 1 << 12;

/// Steps that a call in a report counts for, or a task: they are put into words.
const STEPS_OF_NAME: u64 = 64;

/// What is left. Once something is used up, it stays so.
#[derive(Debug)]
pub(crate) struct Budget {
    steps: Cell<u64>,
    memory: u64,
    problem: Cell<Option<Illegal>>,
}

impl Budget {
    /// Enough for any recorded run, as long as `memory` bytes are enough.
    pub(crate) fn new(memory: u64) -> Budget {
        Budget { steps: Cell::new(STEPS), memory, problem: Cell::new(None) }
    }

    /// Another record has been read.
    pub(crate) fn add_record(&mut self) {
        self.steps.set(self.steps.get().saturating_add(STEPS_OF_RECORD));
    }

    /// Takes `steps`. Returns whether they were left.
    pub(crate) fn take(&self, steps: u64) -> bool {
        match self.steps.get().checked_sub(steps) {
            Some(left) => self.steps.set(left),
            None => self.problem.set(Some("it asks for more work than any recorded run")),
        }
        self.problem.get().is_none()
    }

    /// The same for calls or tasks that a report names.
    pub(crate) fn take_names(&self, names: usize) -> bool {
        self.take(STEPS_OF_NAME * names as u64)
    }

    /// Returns whether `bytes` in all are not too many.
    pub(crate) fn holds(&self, bytes: u64) -> bool {
        if bytes > self.memory {
            self.problem.set(Some("its replay needs more memory than there is"));
        }
        self.problem.get().is_none()
    }

    /// What has been used up.
    pub(crate) fn check(&self) -> Result<(), Illegal> {
        self.problem.get().map_or(Ok(()), Err)
    }
}
