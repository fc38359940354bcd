//! For embedders that do the usual thing to cells themselves: which identifiers precede the running task, and identifiers that they make.

use std::ops::Range;

use super::Detector;
use crate::history::{COVERING, Cell, Effort, Entry, Parts, SPLIT};
use crate::ids::SiteId;

impl Detector {
    /// The identifier that the next access gets that has none yet.
    ///
    /// An embedder may do itself what [`access`](Detector::access) usually does, for a plain access by a step that [holds no locks](Detector::holds_locks): if
    /// all [identifiers](crate::Cell::identifiers) of the cell are [settled](Detector::settled), or of the running step and not [odd](crate::is_odd), that of the new access takes their place, or, if it only reads, the place
    /// of the readers. If the step has no identifier for such accesses at a place, it gets this one, and the detector has to [adopt](Detector::adopt) it before anything else
    /// happens.
    ///
    /// Of an access to some bytes of a cell, or to a split cell, that is true for each of the [parts](Detector::parts). If they differ afterwards, the cell is
    /// [split](Cell::split), by the [next number](Detector::next_split), which the detector has to [adopt](Detector::adopt_split) as well.
    #[inline]
    pub fn next_identifier(&self) -> u32 {
        self.history.next_identifier()
    }

    /// What the identifiers from [`COVERING`] on stand for, two of them for each.
    ///
    /// A read may also be done with, by a step that holds no locks, if the writers are settled, and the readers are not, but are a list ([`LIST`](crate::LIST) in the last word) by
    /// other steps that takes more accesses unpruned ([`BUDGET`](crate::BUDGET) of that word is not 0). Then the list with the new access in front takes the place of the readers. It has the next identifier,
    /// made odd, and has to be [adopted](Detector::adopt_list).
    #[inline]
    pub fn entries(&self) -> &[Entry] {
        self.history.entries()
    }

    /// The running step has put an access in front of a list, which is to have the [next identifier](Detector::next_identifier), made odd. Returns that.
    pub fn adopt_list(&mut self, first: u32, rest: u32) -> u32 {
        self.history.adopt_list(first, rest)
    }

    /// Whether readers are a list to which an embedder may add; see [`entries`](Detector::entries).
    pub fn takes_more(&self, readers: u32) -> bool {
        self.history.takes_more(readers)
    }

    /// The histories of a cell's bytes: the cell itself, if it is not split.
    #[inline]
    pub fn parts(&self, cell: Cell) -> Parts {
        self.history.parts(cell)
    }

    /// The parts of all split cells, from number [`SPLIT`] on.
    #[inline]
    pub fn splits(&self) -> &[Parts] {
        self.history.splits()
    }

    /// The number that the next split cell gets.
    #[inline]
    pub fn next_split(&self) -> u32 {
        SPLIT + self.splits().len() as u32
    }

    /// A cell is split into these parts, which are not, and has the [next number](Detector::next_split).
    /// Returns that. Identifiers in it have to be adopted before.
    pub fn adopt_split(&mut self, parts: &Parts) -> u32 {
        self.history.adopt_split(parts)
    }

    /// Whether the running step holds locks.
    #[inline]
    pub fn holds_locks(&self) -> bool {
        self.history.holds_locks()
    }

    /// The running step makes plain accesses at a place, which are to have the [next identifier](Detector::next_identifier). Returns that.
    pub fn adopt(&mut self, site: SiteId) -> u32 {
        self.history.adopt(site)
    }

    /// The identifier that the running step has for plain accesses at a place, if it is at hand.
    #[inline]
    pub fn known_identifier(&self, site: SiteId) -> Option<u32> {
        self.history.known_id(site)
    }

    /// Whether `id` is of a single plain access without locks and races, by another step which precedes what the running task does from now on.
    /// The answer no may be wrong.
    pub fn settled(&mut self, id: u32) -> bool {
        self.history.settled_step(id).is_some_and(|step| self.precedes_by(step, Effort::Little))
    }

    /// Identifiers below this one that are not [odd](crate::is_odd) are of steps that precede what the running task does from now on. There may be more.
    pub fn settled_before(&mut self) -> u32 {
        // Times before the last compaction say nothing of when.
        let time = self.reachability.precedes_before(self.running).filter(|time| *time >= self.compacted);
        let before = time.map_or(COVERING, |time| self.history.first_since(time));
        // The newest would be the first to be wrong.
        debug_assert!((before.saturating_sub(64).max(COVERING)..before).all(|id| {
            let step = self.history.settled_step(id);
            step.is_none_or(|step| self.precedes(step))
        }));
        before
    }

    /// Identifiers from this one on that are not [odd](crate::is_odd) are of steps that precede what the running task does from now on, or of its own. There may be more.
    #[inline]
    pub fn settled_since(&self) -> u32 {
        self.nesting.since(self.reachability.newest_unjoined() == Some(self.running))
    }

    /// Adds neighbours to an interval of identifiers as long as those that are not [odd](crate::is_odd) precede, too, but for
    /// those of the running step. At most so many `steps` are looked at.
    pub fn widen(&mut self, ids: &mut Range<u32>, steps: u32) {
        let (history, reachability, running) = (&self.history, &mut self.reachability, self.running);
        let mut last = (running, u32::MAX);
        history.widen(ids, steps, |step| {
            let (task, time) = history.step(step);
            // With a step precede all earlier ones of its task. There is no search: the answer no may be wrong.
            let is_known = task == last.0 && time <= last.1 || task == running;
            let precedes = is_known || reachability.tree_precedes(task, time, running);
            if precedes {
                last = (task, time);
            }
            precedes
        });
    }
}
