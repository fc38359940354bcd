//! Memory that the program accesses.

use detsan_detector::{Access, AccessMode, Atomicity, ByteMask, Cell, Past, RaceAccess, SiteId};
use detsan_hook_abi::{AccessKind, part_of_cell, range_place, shortcut_key, step_mark};
use tracing::trace;

use crate::cooperation::Then;
use crate::memory::{has_new_life, is_own_local, younger_frame};
use crate::polls;
use crate::reductions::Part as Place;
use crate::stopwatch::Part;
use crate::tool::Tool;

/// How the program accesses something, and where in the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) mode: AccessMode,
    pub(crate) atomicity: Atomicity,
    pub(crate) site: SiteId,
    /// Bytes of each access; 0 if it is one access, to all that it is said to touch.
    pub(crate) element: usize,
}

/// What a shortcut is for, beside the step and the call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShortcutPlace {
    code: usize,
    /// Bytes of all accesses there; 0 if they differ.
    length: usize,
}

impl Tool {
    /// The running task touches `length` bytes from `address` on. If it has to wait before it does, this is to be called again.
    pub(crate) fn on_access(&mut self, address: usize, length: usize, kind: AccessKind, pc: usize) -> Then {
        if length == 0 {
            return Then::GoOn;
        }
        self.compact_at_access();
        self.stopwatch.is_for(Part::Accesses);
        let element = if kind.is_range() { kind.size() } else { 0 };
        let site = self.site(pc, if element == 0 { length } else { element });
        trace!(address, length, ?kind, pc, "access");
        let manner = Manner {
            mode: if kind.is_write() { AccessMode::Write } else { AccessMode::Read },
            atomicity: match () {
                () if kind.is_atomic() => Atomicity::Atomic,
                () if kind.is_in_slot() => Atomicity::Slot(self.slot()),
                () => Atomicity::Plain,
            },
            site,
            element,
        };
        if kind.may_spin() || kind.is_atomic() && kind.is_read_write() {
            let sees_same = self.polls(address, length, pc);
            if kind.may_spin() || sees_same {
                let then = self.look();
                if then != Then::GoOn {
                    return then;
                }
            }
            self.note_poll(address, kind, pc, site, sees_same);
        }
        if kind.is_atomic() {
            self.on_atomic(address, manner.mode);
            self.order_atomic(address, kind);
        }
        if self.reductions.are_under_way() {
            self.access_in_parts(address, length, manner);
        } else if element != 0 && self.detector.is_recording() {
            // A replay speaks of the accesses that were recorded.
            for start in (address..address + length).step_by(element) {
                let length = element.min(address + length - start);
                self.access(Place { address: start, length, offset: 0 }, manner, None);
            }
        } else {
            let has_shortcuts = self.worker.thread.has_shortcuts();
            let place = if has_shortcuts { shortcut_place(kind, pc) } else { None };
            self.access(Place { address, length, offset: 0 }, manner, place);
            if place.is_some() && !kind.is_in_slot() {
                self.show_place(pc, site);
            }
        }
        self.end_followed_access(kind.is_write() && !kind.is_read_write());
        Then::GoOn
    }

    /// Whether what is about to be read is what was read last time.
    fn polls(&mut self, address: usize, length: usize, pc: usize) -> bool {
        // SAFETY: the hooks tell of an access that the thread with the baton is about to make.
        let value = unsafe { polls::value_at(address, length) };
        self.worker.polls.has_seen(pc, address, value)
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

    /// The running task accesses memory that is all in one place. The hooks are shown what becomes of the cells, for further
    /// accesses at `place`, if that is given.
    #[inline]
    pub(crate) fn access(&mut self, part: Place, manner: Manner, place: Option<ShortcutPlace>) {
        let Place { address, length, offset } = part;
        let Manner { mode, atomicity, site, .. } = manner;
        if self.detector.is_recording() {
            let (address, length, offset) = (address as u64, length as u64, offset as u64);
            let access = detsan_trace::Access { address, length, offset, mode, atomicity, site };
            self.detector.record_access(access, &self.sites, self.races.symbolizer());
        }
        self.access_cells(part, manner, place);
    }

    /// The same for an access that is a part of one that was recorded.
    #[inline]
    pub(crate) fn access_cells(&mut self, part: Place, manner: Manner, place: Option<ShortcutPlace>) {
        let Place { address, length, offset } = part;
        let Manner { mode, atomicity, site, element } = manner;
        let thread = &mut self.worker.thread;
        if address < *thread.low_water() && thread.owns_stack_address(address) {
            *thread.low_water() = address;
        }
        self.shadow.use_cells(address.wrapping_add(offset), length, &self.heap);
        let context = self.worker.thread.known_context().unwrap_or(0);
        let mark = step_mark(self.detector.epoch());
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
            let key = place.map(|place| shortcut_key(part_of_cell(bytes.0, place.length), place.code, context, mark));
            let known = match repeatable {
                Some((same_bytes, same_before, after)) if same_bytes == bytes && same_before == before => Some(after),
                // As the hooks would see, if it were theirs.
                _ if atomicity != Atomicity::Atomic && self.detector.is_redundant(before, mode) => Some(before),
                // The hooks have looked at the first cell.
                _ if word > address => self.shadow.shortcut(before, key),
                _ => None,
            };
            if let Some(after) = known {
                *self.shadow.cell(word.wrapping_add(offset)) = after;
            } else {
                let mut changed = before;
                let pure = self.change_cell(&mut changed, word, Access { mode, atomicity, bytes, site });
                let after = changed;
                *self.shadow.cell(word.wrapping_add(offset)) = after;
                repeatable = pure.then_some((bytes, before, after));
                if let (Some(key), true) = (key, pure) {
                    self.shadow.add_shortcut(before, after, key);
                    self.show_settled(before);
                }
                if !self.found.is_empty() {
                    let (address, length) = one_of(address, length, element, word);
                    self.report_found(word, address, length);
                }
            }
            word += 4;
        }
    }

    /// The running task accesses the word at `word`, whose history is `cell`; see [`Detector::access`](detsan_detector::Detector::access).
    #[inline]
    pub(crate) fn change_cell(&mut self, cell: &mut Cell, word: usize, access: Access) -> bool {
        let (workers, runners, live) = (&mut self.worker, &self.runners, &self.live);
        let (returns, running) = (&self.returns, self.detector.running());
        let (sites, heap, captured) = (&self.sites, &self.heap, &self.captured);
        let (regions, exclusion) = (&self.regions, self.counters.exclusion);
        let mut may_hide = false;
        let is_stale = |earlier: &RaceAccess, past: &mut Past<'_>| {
            let is_hidden = younger_frame(workers, word, earlier).is_some_and(|frame| {
                if !sites.is_end(earlier.site) {
                    return true;
                }
                let owner = frame.owner(workers, runners, regions, live, past);
                if exclusion < Some(frame.began) && owner.is_some_and(|owner| frame.is_unknown(owner, past)) {
                    return false;
                }
                // A task that was created before the variable ended may have meant that, unless the frame is its own.
                may_hide |= owner != Some(running)
                    && past.spawned(running) <= earlier.time
                    && !returns.is_past(earlier.task, running);
                true
            });
            is_hidden
                || is_own_local(workers, runners, word, earlier.task)
                || returns.is_past(earlier.task, running)
                || captured.is_replaced(word)
                || sites.is_free(earlier.site) && has_new_life(heap, workers, live, word)
        };
        let pure = self.detector.access(cell, access, is_stale, &mut self.found);
        if may_hide {
            self.hidden_ends.insert(access.site);
        }
        pure
    }

    #[cold]
    pub(crate) fn report_found(&mut self, word: usize, address: usize, length: usize) {
        let before = self.stopwatch.turn_to(Part::Reports);
        let found = std::mem::take(&mut self.found);
        for race in &found {
            crate::races::report(self, race, word, address, length);
        }
        self.found = found;
        self.found.clear();
        self.stopwatch.turn_to(before);
    }
}

/// Where the hooks may take shortcuts for such an access, if they may.
#[inline]
fn shortcut_place(kind: AccessKind, pc: usize) -> Option<ShortcutPlace> {
    if kind.is_atomic() || kind.is_volatile() {
        return None;
    }
    let code = if kind.is_range() { range_place(pc, kind) } else { pc };
    Some(ShortcutPlace { code, length: if kind.is_range() { 0 } else { kind.size() } })
}

/// Of accesses to `length` bytes from `address` on, `element` bytes each, the one that touches the beginning of `word`, or is the first.
fn one_of(address: usize, length: usize, element: usize, word: usize) -> (usize, usize) {
    if element == 0 {
        return (address, length);
    }
    let before = word.saturating_sub(address);
    (address + before - before % element, element)
}
