//! Order from point to point: `ordered` regions, doacross loops, and atomic variables by which one thread tells another.
//!
//! | program | to the detector |
//! |---|---|
//! | end of an `ordered` region | `signal` of the loop |
//! | beginning of one | `await_signal`: the regions of one loop follow each other in every schedule |
//! | `ordered depend(source)` | `signal` of this iteration |
//! | `ordered depend(sink: …)` | `await_signal` of that iteration, if it exists |
//! | end of a reduction with the task modifier | both, of the region: the last thread combines the copies of all |
//! | atomic write with release order, or after a flush | `signal` of the variable |
//! | atomic read with acquire order, or before a flush | `await_signal` of the variable |
//!
//! The last two are an order of this run: in another schedule the read may come first, and if the program does not wait then, the two may race. So the
//! guarantee is for this order only, as with locks.

use std::collections::BTreeMap;

use detsan_detector::SignalId;
use detsan_hook_abi::AccessKind;
use hashbrown::HashMap;
use smallvec::SmallVec;
use tracing::debug;

use crate::regions::RegionId;
use crate::tool::Tool;

/// A loop of a region: which of those that its threads have met.
type LoopId = (RegionId, u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Ordered(LoopId),
    Iteration(LoopId, SmallVec<[i64; 4]>),
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

/// The signals so far.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    loops: HashMap<Key, SignalId>,
    /// Keys of loops, which are over at the next barrier of their region.
    of_region: HashMap<RegionId, Vec<Key>>,
    /// By the address of the variable.
    atomics: BTreeMap<usize, SignalId>,
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
        self.of_region.entry(key.region()).or_default().push(key.clone());
        self.loops.insert(key, id);
        id
    }

    fn of_atomic(&mut self, address: usize) -> SignalId {
        *self.atomics.entry(address).or_insert_with(|| Self::fresh(&mut self.count))
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
        self.detector.signal(self.detector.running(), signal);
        self.publish_step();
    }

    fn follow(&mut self, signal: SignalId) {
        if self.detector.is_published(signal) {
            debug!(?signal, "awaited");
            self.detector.await_signal(self.detector.running(), signal);
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
        self.follow_loop(&Key::Ordered(self.current_loop()));
    }

    /// The running task ends an `ordered` region.
    pub(crate) fn on_ordered_end(&mut self) {
        self.publish_loop(Key::Ordered(self.current_loop()));
    }

    /// The running task has done its part of an iteration that others wait for.
    pub(crate) fn on_source(&mut self, iteration: &[i64]) {
        self.publish_loop(Key::Iteration(self.current_loop(), iteration.into()));
    }

    /// Whether an iteration has been signalled.
    pub(crate) fn has_source(&self, iteration: &[i64]) -> bool {
        self.signals.loops.contains_key(&Key::Iteration(self.current_loop(), iteration.into()))
    }

    /// The running task has waited for an iteration.
    pub(crate) fn on_sink(&mut self, iteration: &[i64]) {
        self.follow_loop(&Key::Iteration(self.current_loop(), iteration.into()));
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
                self.detector.discard(signal);
            }
        }
    }

    /// The running task is about to read or write an atomic variable.
    pub(crate) fn order_atomic(&mut self, address: usize, kind: AccessKind) {
        let known = self.signals.atomics.get(&address).copied();
        let (reads, writes) = (!kind.is_write() || kind.is_read_write(), kind.is_write());
        if reads && let Some(signal) = known {
            if kind.acquires() {
                self.follow(signal);
            } else if !self.worker.flushes.seen.contains(&signal) {
                self.worker.flushes.seen.push(signal);
            }
        }
        if writes && (kind.releases() || self.worker.flushes.has_flushed) {
            let signal = self.signals.of_atomic(address);
            self.publish(signal);
        } else if writes
            && !reads
            && let Some(signal) = known
        {
            // Who reads this learns nothing of what was written before; an update leaves the earlier write in effect.
            self.detector.discard(signal);
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
        while let Some((&address, &signal)) = self.signals.atomics.range(start..start + size).next() {
            self.signals.atomics.remove(&address);
            self.detector.discard(signal);
        }
    }
}
