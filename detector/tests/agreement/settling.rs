//! An embedder that does itself what the detector usually does to a cell, as [`Detector::next_identifier`] allows: it learns which identifiers precede which task, and
//! makes identifiers that the detector adopts later.

use std::collections::BTreeMap;
use std::ops::Range;

use detsan_detector::{
    Access, AccessMode, Atomicity, COVERING, Cell, Detector, IDENTIFIER_STEP, Parts, Race, SiteId, TaskId, is_odd,
};

/// Steps that are asked for around an access.
const STEPS: u32 = 4;

/// An identifier that the detector does not know yet.
#[derive(Debug)]
enum Pending {
    Access(SiteId),
    List { first: u32, rest: u32 },
}

/// What precedes tasks, since when; the identifiers of the running step, and those that the detector does not know yet.
#[derive(Debug, Default)]
pub struct Settling {
    pasts: BTreeMap<TaskId, Vec<(Range<u32>, u32)>>,
    ids: BTreeMap<SiteId, u32>,
    pending: Vec<Pending>,
    pending_splits: Vec<Parts>,
    /// Accesses that the detector was not asked for.
    pub settled: u64,
}

impl Settling {
    /// Lets the detector adopt identifiers. To be called before anything else happens.
    pub fn adopt(&mut self, detector: &mut Detector) {
        for pending in self.pending.drain(..) {
            let next = detector.next_identifier();
            match pending {
                Pending::Access(site) => {
                    assert_eq!(detector.adopt(site), next);
                    assert_eq!(self.ids.get(&site), Some(&next));
                    assert_eq!(detector.known_identifier(site), Some(next));
                }
                Pending::List { first, rest } => assert_eq!(detector.adopt_list(first, rest), next | 1),
            }
        }
        for parts in self.pending_splits.drain(..) {
            let next = detector.next_split();
            assert_eq!(detector.adopt_split(&parts), next);
        }
    }

    /// The detector has been compacted.
    pub fn forget(&mut self) {
        self.pasts.clear();
        self.ids.clear();
    }

    /// The running task accesses `cell`.
    pub fn access(&mut self, detector: &mut Detector, cell: &mut Cell, access: Access, reports: &mut Vec<Race>) {
        if let Some(after) = self.settle(detector, *cell, access) {
            self.settled += 1;
            *cell = after;
            return;
        }
        self.adopt(detector);
        let before = detector.parts(*cell);
        if detector.access(cell, access, |_, _| false, reports) {
            for id in before.iter().flat_map(|part| part.identifiers()) {
                self.learn(detector, id);
            }
        }
    }

    fn settle(&mut self, detector: &Detector, cell: Cell, access: Access) -> Option<Cell> {
        if access.atomicity != Atomicity::Plain || detector.holds_locks() {
            return None;
        }
        if detector.is_redundant(cell, access.mode) {
            return Some(cell);
        }
        let mut parts = self.parts(detector, cell);
        for byte in access.bytes.indices() {
            parts[byte] = self.settle_part(detector, parts[byte], access)?;
        }
        if parts == [parts[0]; 4] {
            return Some(parts[0]);
        }
        let number = detector.next_split() + self.pending_splits.len() as u32;
        self.pending_splits.push(parts);
        Some(Cell::split(number, &parts))
    }

    /// The parts of a cell, of which the detector may not know yet.
    fn parts(&self, detector: &Detector, cell: Cell) -> Parts {
        match cell.split_number().and_then(|number| number.checked_sub(detector.next_split())) {
            Some(pending) => self.pending_splits[pending as usize],
            None => detector.parts(cell),
        }
    }

    fn settle_part(&mut self, detector: &Detector, part: Cell, access: Access) -> Option<Cell> {
        let is_write = access.mode == AccessMode::Write;
        if detector.is_redundant(part, access.mode) {
            return Some(part);
        }
        self.past(detector, detector.running());
        let past = &self.pasts[&detector.running()];
        let since = detector.settled_since();
        let is_settled = |id: u32| !is_odd(id) && (id >= since || past.iter().any(|(ids, _)| ids.contains(&id)));
        let [writers, readers] = part.identifiers();
        if writers != 0 && !is_settled(writers) {
            return None;
        }
        let is_longer = readers != writers && !is_settled(readers);
        if is_longer && (is_write || !detector.takes_more(readers)) {
            return None;
        }
        let known = self.ids.get(&access.site).copied().filter(|id| *id >= detector.base());
        let id = known.unwrap_or_else(|| {
            let next = detector.next_identifier() + IDENTIFIER_STEP * self.pending.len() as u32;
            self.pending.push(Pending::Access(access.site));
            self.ids.insert(access.site, next);
            next
        });
        if is_longer {
            let next = detector.next_identifier() + IDENTIFIER_STEP * self.pending.len() as u32;
            self.pending.push(Pending::List { first: id, rest: readers });
            return Some(Cell::from_bits(u64::from(next | 1) << 32 | u64::from(writers)));
        }
        let writers = if is_write { id } else { writers };
        Some(Cell::from_bits(u64::from(id) << 32 | u64::from(writers)))
    }

    /// What is known to precede `task`: at first, what precedes its creator and did so when the task was created.
    fn past(&mut self, detector: &Detector, task: TaskId) -> &mut Vec<(Range<u32>, u32)> {
        if !self.pasts.contains_key(&task) {
            let mut past = match detector.parent(task) {
                Some(parent) => self.past(detector, parent).clone(),
                None => Vec::new(),
            };
            past.retain(|(_, since)| *since < detector.spawned(task));
            self.pasts.insert(task, past);
        }
        self.pasts.get_mut(&task).expect("it was inserted")
    }

    fn learn(&mut self, detector: &mut Detector, id: u32) {
        let (task, now) = (detector.running(), detector.clock());
        let beginning = COVERING..detector.settled_before();
        add(self.past(detector, task), beginning, now);
        if detector.settled(id) {
            let mut ids = id..id + 1;
            detector.widen(&mut ids, STEPS);
            add(self.past(detector, task), ids, now);
        }
    }
}

/// Adds identifiers that precede since now, unless that is known.
fn add(past: &mut Vec<(Range<u32>, u32)>, ids: Range<u32>, now: u32) {
    if !past.iter().any(|(known, _)| known.start <= ids.start && ids.end <= known.end) {
        past.push((ids, now));
    }
}
