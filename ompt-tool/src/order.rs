//! Order from point to point: `ordered` regions, doacross loops, and atomic variables by which one thread tells another.
//!
//! | program | to the detector |
//! |---|---|
//! | end of an `ordered` region | `signal` of the loop |
//! | beginning of one | `await_signal`: the regions of one loop follow each other in every schedule |
//! | `ordered depend(source)` | `signal` of this iteration |
//! | `ordered depend(sink: …)` | `await_signal` of that iteration, if it exists |
//! | end of a reduction with the task modifier | both, of the region: the last thread combines the copies of all |
//! | atomic write with release order, or after a flush | `signal` of the variable; an update has one of its own beside those before |
//! | atomic read with acquire order, or before a flush | `await_signal` of all signals of the variable |
//!
//! An update leaves earlier writes in effect (a release sequence, C++20 §6.9.2.2): who reads what it wrote follows them, too.
//!
//! The last two rows are an order of this run: in another schedule the read may come first, and if the program does not wait then, the two may race. So the
//! guarantee is for this order only, as with locks.

use std::collections::BTreeMap;

use detsan_detector::{Event, SignalId, TaskId};
use detsan_hook_abi::{AccessKind, Dimension};
use detsan_report::WaitKind;
use hashbrown::HashMap;
use smallvec::SmallVec;
use tracing::debug;

use crate::baton::Reason;
use crate::cooperation::Then;
use crate::regions::RegionId;
use crate::tool::Tool;

/// A loop of a region: which of those that its threads have met.
type LoopId = (RegionId, u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Ordered(LoopId),
    Iteration(LoopId, u64),
    /// Copies of a task reduction that the threads have done with.
    Copies(RegionId),
}

impl Key {
    fn region(&self) -> RegionId {
        match self {
            Key::Ordered((region, _)) | Key::Iteration((region, _), _) | Key::Copies(region) => *region,
        }
    }
}

/// Releasing updates of one variable by different tasks that are kept apart. If there are more, the next one follows all others:
/// it would hide races between what these tasks did before, and keeps the work for a read small.
const MOST_UPDATES: usize = 256;

/// The writes of an atomic variable that are in effect: a store or update that covers all before, and later updates.
#[derive(Debug, Default)]
struct Releases(SmallVec<[(SignalId, TaskId); 1]>);

impl Releases {
    fn signals(&self) -> impl Iterator<Item = SignalId> {
        self.0.iter().map(|(signal, _)| *signal)
    }
}

/// The signals so far.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    loops: HashMap<Key, SignalId>,
    /// Keys of loops, which are over at the next barrier of their region.
    of_region: HashMap<RegionId, Vec<Key>>,
    /// By the address of the variable.
    atomics: BTreeMap<usize, Releases>,
    count: u32,
}

impl Signals {
    fn fresh(count: &mut u32) -> SignalId {
        *count += 1;
        SignalId(*count - 1)
    }

    fn of_loop(&mut self, key: Key) -> SignalId {
        if let Some(id) = self.loops.get(&key) {
            return *id;
        }
        let id = Self::fresh(&mut self.count);
        self.of_region.entry(key.region()).or_default().push(key);
        self.loops.insert(key, id);
        id
    }

    /// The signal for an update of the variable at `address` by `task`.
    fn of_update(&mut self, address: usize, task: TaskId) -> SignalId {
        let Releases(releases) = self.atomics.entry(address).or_default();
        if let Some((signal, _)) = releases.iter().find(|(_, of)| *of == task) {
            return *signal;
        }
        let signal = Self::fresh(&mut self.count);
        releases.push((signal, task));
        signal
    }

    /// The signal for a write by `task` that covers all before, and those that are not needed any more.
    fn of_cover(&mut self, address: usize, task: TaskId) -> (SignalId, Releases) {
        let Releases(releases) = self.atomics.entry(address).or_default();
        let mut covered = std::mem::take(releases);
        let signal = covered.pop().map_or_else(|| Self::fresh(&mut self.count), |(signal, _)| signal);
        releases.push((signal, task));
        (signal, Releases(covered))
    }
}

/// A doacross loop of a region.
#[derive(Debug)]
pub(crate) struct Doacross {
    pub(crate) region: RegionId,
    pub(crate) dimensions: SmallVec<[Dimension; 3]>,
}

impl Doacross {
    /// The number of an iteration among all. `None` if there is no such iteration: libomp (19.1.7)
    /// does not wait for it (`__kmpc_doacross_wait`).
    fn number(&self, coordinates: &[i64]) -> Option<u64> {
        self.dimensions.iter().zip(coordinates).try_fold(0u64, |number, (dimension, &value)| {
            let Dimension { first, last, step } = *dimension;
            let (low, high) = if step > 0 { (first, last) } else { (last, first) };
            let index = |value: i64| value.abs_diff(first) / step.unsigned_abs().max(1);
            (low..=high).contains(&value).then(|| {
                let length = index(last).wrapping_add(1);
                number.wrapping_mul(length).wrapping_add(index(value))
            })
        })
    }
}

/// What a thread has to do with flushes.
#[derive(Debug, Default)]
pub(crate) struct Flushes {
    /// It has flushed since its task began to run: its atomic writes tell others of what it did before.
    has_flushed: bool,
    /// Signals of variables that it has read since it flushed last.
    seen: SmallVec<[SignalId; 2]>,
}

impl Tool {
    fn current_loop(&self) -> LoopId {
        self.worker.regions.last().map_or((RegionId::OUTSIDE, 0), |part| (part.region, part.loops))
    }

    fn publish(&mut self, signal: SignalId) {
        debug!(?signal, "signal");
        self.detector.tell(Event::Signal { signal, task: self.detector.running() });
        self.publish_step();
    }

    fn follow(&mut self, signal: SignalId) {
        if self.detector.is_published(signal) {
            debug!(?signal, "awaited");
            self.detector.tell(Event::Await { signal, task: self.detector.running() });
            self.publish_step();
        }
    }

    fn publish_loop(&mut self, key: Key) {
        let signal = self.signals.of_loop(key);
        self.publish(signal);
    }

    fn follow_loop(&mut self, key: &Key) {
        if let Some(signal) = self.signals.loops.get(key) {
            self.follow(*signal);
        }
    }

    /// The running task begins an `ordered` region.
    pub(crate) fn on_ordered_begin(&mut self) {
        self.have_turn();
        self.follow_loop(&Key::Ordered(self.current_loop()));
    }

    /// The running task ends an `ordered` region.
    pub(crate) fn on_ordered_end(&mut self) {
        self.publish_loop(Key::Ordered(self.current_loop()));
        self.baton.release(Reason::Turn);
    }

    /// The running thread has ended an iteration of an `ordered` loop.
    pub(crate) fn on_iteration_end(&mut self) {
        self.have_turn();
        self.baton.release(Reason::Turn);
    }

    /// The running thread has met a doacross loop.
    pub(crate) fn on_doacross(&mut self, dimensions: &[Dimension]) {
        let region = self.region_id();
        self.worker.doacross.retain(|of| of.region != region);
        self.worker.doacross.push(Doacross { region, dimensions: dimensions.into() });
    }

    /// The doacross loop that the running thread is in.
    pub(crate) fn doacross(&self) -> Option<&Doacross> {
        let region = self.region_id();
        self.worker.doacross.iter().rfind(|of| of.region == region)
    }

    fn iteration(&self, coordinates: &[i64]) -> Option<Key> {
        let number = self.doacross()?.number(coordinates)?;
        Some(Key::Iteration(self.current_loop(), number))
    }

    /// The running task has done its part of an iteration that others wait for.
    pub(crate) fn on_source(&mut self, coordinates: &[i64]) {
        if let Some(key) = self.iteration(coordinates) {
            let signal = self.signals.of_loop(key);
            self.publish(signal);
            self.baton.release(Reason::Source(signal));
        }
    }

    /// The running task waits for an iteration, at `pc`. Called again after it has waited.
    pub(crate) fn on_sink(&mut self, coordinates: &[i64], pc: usize) -> Then {
        let Some(key) = self.iteration(coordinates) else { return Then::GoOn };
        let signal = self.signals.of_loop(key);
        if !self.detector.is_published(signal) {
            return self.await_source(signal, pc);
        }
        self.on_wait_end(WaitKind::Sink);
        self.follow(signal);
        Then::GoOn
    }

    /// A taskgroup has ended. If it was that of a reduction, the running thread has done with its copies, and the last one that has combines them all.
    pub(crate) fn on_copies_done(&mut self) {
        if !std::mem::take(&mut self.worker.copies_end) {
            return;
        }
        let key = Key::Copies(self.region_id());
        self.follow_loop(&key);
        self.publish_loop(key);
    }

    /// The loops that the threads of `region` have met so far are over.
    pub(crate) fn end_loops(&mut self, region: RegionId) {
        for key in self.signals.of_region.remove(&region).unwrap_or_default() {
            if let Some(signal) = self.signals.loops.remove(&key) {
                self.detector.tell(Event::Discard { signal });
            }
        }
    }

    /// The running task is about to read or write an atomic variable.
    pub(crate) fn order_atomic(&mut self, address: usize, kind: AccessKind) {
        let (reads, writes) = (!kind.is_write() || kind.is_read_write(), kind.is_write());
        let releases = writes && (kind.releases() || self.worker.flushes.has_flushed);
        let known = self.signals.atomics.get(&address);
        let known: SmallVec<[SignalId; 4]> = known.into_iter().flat_map(Releases::signals).collect();
        let follows = reads && (kind.acquires() || releases && known.len() >= MOST_UPDATES);
        for signal in known {
            if follows {
                self.follow(signal);
            } else if reads && !self.worker.flushes.seen.contains(&signal) {
                self.worker.flushes.seen.push(signal);
            } else if writes && !reads && !releases {
                // Who reads this learns nothing of what was written before.
                self.detector.tell(Event::Discard { signal });
            }
        }
        if !releases {
            return;
        }
        let task = self.detector.running();
        if reads && !follows {
            let signal = self.signals.of_update(address, task);
            self.publish(signal);
        } else {
            let (signal, covered) = self.signals.of_cover(address, task);
            for signal in covered.signals() {
                self.detector.tell(Event::Discard { signal });
            }
            self.publish(signal);
        }
    }

    /// The running task flushes.
    pub(crate) fn on_flush(&mut self) {
        let flushes = &mut self.worker.flushes;
        flushes.has_flushed = true;
        for signal in std::mem::take(&mut flushes.seen) {
            self.follow(signal);
        }
    }

    /// The thread begins another task: flushes of the one before are not its own.
    pub(crate) fn forget_flushes(&mut self) {
        let flushes = &mut self.worker.flushes;
        flushes.has_flushed = false;
        flushes.seen.clear();
    }

    /// Atomic variables in memory that was given back are no more.
    pub(crate) fn forget_atomics(&mut self, start: usize, size: usize) {
        while let Some((&address, _)) = self.signals.atomics.range(start..start + size).next() {
            for signal in self.signals.atomics.remove(&address).iter().flat_map(Releases::signals) {
                self.detector.tell(Event::Discard { signal });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(dimensions: &[(i64, i64, i64)], coordinates: &[i64]) -> Option<u64> {
        let dimensions = dimensions.iter().map(|&(first, last, step)| Dimension { first, last, step });
        Doacross { region: RegionId(1), dimensions: dimensions.collect() }.number(coordinates)
    }

    #[test]
    fn iterations_are_numbered_in_the_order_of_the_loops() {
        let loops = [(1, 3, 1), (10, 0, -5)];
        let order = [1, 2, 3].map(|i| [10, 5, 0].map(|j| number(&loops, &[i, j])));
        assert_eq!(order.as_flattened(), (0..9).map(Some).collect::<Vec<_>>());
    }

    #[test]
    fn there_is_no_iteration_outside_of_the_loops() {
        for coordinates in [[0, 0], [4, 0], [1, 1], [1, -11]] {
            assert_eq!(number(&[(1, 3, 1), (0, -10, -2)], &coordinates), None);
        }
        assert_eq!(number(&[(i64::MIN, i64::MAX, 1)], &[i64::MAX]), Some(u64::MAX));
    }
}
