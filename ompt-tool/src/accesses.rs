//! Memory that the program accesses, gets and gives back.

use detsan_detector::{Access, AccessMode, Atomicity, ByteMask, RaceAccess, SiteId};
use detsan_hook_abi::{AccessKind, Shortcut, shortcut_key, step_mark};
use tracing::trace;

use crate::cooperation::Then;
use crate::memory::is_stale;
use crate::reductions::Part;
use crate::tool::Tool;

/// How the program accesses something, and where in the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) mode: AccessMode,
    pub(crate) atomicity: Atomicity,
    pub(crate) site: SiteId,
}

impl Tool {
    pub(crate) fn on_allocated(&mut self, start: usize, size: usize, pc: usize) {
        let site = self.site(pc, 0);
        self.heap.allocated(start, size, site);
    }

    /// Also called on threads that are not checked: touches nothing of the checked thread.
    pub(crate) fn on_allocated_elsewhere(&mut self, start: usize, size: usize) {
        self.heap.allocated(start, size, SiteId::NONE);
    }

    /// Also called on threads that are not checked: touches nothing of the checked thread.
    pub(crate) fn on_released_memory(&mut self, start: usize, size: usize) {
        self.forget(start, size);
        self.locks.forget(start, size);
        self.forget_atomics(start, size);
        self.heap.released(start);
    }

    /// Forgets the history of memory that changes hands.
    pub(crate) fn forget(&mut self, start: usize, size: usize) {
        self.detector.forgotten(start, size);
        self.shadow.forget(start, size);
    }

    /// The running task touches `length` bytes from `address` on. If it has to wait before it does, this is to be called again.
    pub(crate) fn on_access(&mut self, address: usize, length: usize, kind: AccessKind, pc: usize) -> Then {
        if length == 0 {
            return Then::GoOn;
        }
        let site = self.site(pc, length);
        trace!(address, length, ?kind, pc, "access");
        let manner = Manner {
            mode: if kind.is_write() { AccessMode::Write } else { AccessMode::Read },
            atomicity: if kind.is_atomic() { Atomicity::Atomic } else { Atomicity::Plain },
            site,
        };
        if kind.may_spin() {
            let then = self.look();
            if then != Then::GoOn {
                return then;
            }
        }
        if kind.is_atomic() {
            self.on_atomic(address, manner.mode);
            self.order_atomic(address, kind);
        }
        if self.reductions.are_under_way() {
            self.access_in_parts(address, length, manner);
        } else {
            let is_plain = kind.size() > 0 && !kind.is_atomic() && !kind.is_volatile();
            let pc = (is_plain && self.allows_shortcuts()).then_some(pc);
            self.access(Part { address, length, offset: 0 }, manner, pc);
        }
        Then::GoOn
    }

    /// Whether the hooks may do to cells what the tool did to others. Not if the tool has more to do at an access than that.
    #[inline]
    pub(crate) fn allows_shortcuts(&self) -> bool {
        !self.detector.is_recording() && !self.reductions.are_under_way() && !tracing::enabled!(tracing::Level::TRACE)
    }

    #[cold]
    fn access_in_parts(&mut self, mut address: usize, length: usize, manner: Manner) {
        let (task, end) = (self.detector.running(), address + length);
        while address < end {
            let part = self.reductions.first_part(&*self.detector, task, address, end - address);
            self.access(part, manner, None);
            address += part.length;
        }
    }

    /// The running task accesses memory that is all in one place. If `pc` is given, the hooks are shown what becomes of the
    /// cells, for further accesses there.
    #[inline]
    pub(crate) fn access(&mut self, part: Part, manner: Manner, pc: Option<usize>) {
        let Part { address, length, offset } = part;
        let Manner { mode, atomicity, site } = manner;
        if self.detector.is_recording() {
            let (address, length, offset) = (address as u64, length as u64, offset as u64);
            let access = detsan_trace::Access { address, length, offset, mode, atomicity, site };
            self.detector.record_access(access, &self.sites, self.races.symbolizer());
        }
        let thread = &mut self.worker.thread;
        if address < *thread.low_water() && thread.owns_stack_address(address) {
            *thread.low_water() = address;
        }
        self.shadow.use_cells(address.wrapping_add(offset), length);
        let end = address + length;
        let mut word = address & !3;
        // The last transition, for as long as it holds for cells with the same content.
        let mut repeatable = None;
        while word < end {
            let first = address.max(word) - word;
            let last = end.min(word + 4) - word;
            let bytes = ByteMask((((1 << last) - 1) & !((1 << first) - 1)) as u8);
            let cell = self.shadow.cell(word.wrapping_add(offset));
            let before = *cell;
            match repeatable {
                Some((same_bytes, same_before, after)) if same_bytes == bytes && same_before == before => *cell = after,
                _ => {
                    let (workers, runners) = (&mut self.worker, &self.runners);
                    let (returns, running) = (&self.returns, self.detector.running());
                    let is_stale = |earlier: &RaceAccess| {
                        is_stale(workers, runners, word, earlier) || returns.is_past(earlier.task, running)
                    };
                    let access = Access { mode, atomicity, bytes, site };
                    let pure = self.detector.access(cell, access, is_stale, &mut self.found);
                    repeatable = pure.then_some((bytes, before, *cell));
                    if let (Some(pc), true) = (pc, pure) {
                        let (before, after) = (before.to_bits(), cell.to_bits());
                        let context = self.worker.thread.known_context().unwrap_or(0);
                        let mark = step_mark(self.detector.epoch());
                        if let Some(key) = shortcut_key(address, length, pc, context, mark) {
                            *self.shadow.shortcuts.place(before, pc) = Shortcut { before, after, key };
                        }
                    }
                    if !self.found.is_empty() {
                        self.report_found(word, address, length);
                    }
                }
            }
            word += 4;
        }
    }

    #[cold]
    fn report_found(&mut self, word: usize, address: usize, length: usize) {
        let found = std::mem::take(&mut self.found);
        for race in &found {
            crate::races::report(self, race, word, address, length);
        }
        self.found = found;
        self.found.clear();
    }
}
