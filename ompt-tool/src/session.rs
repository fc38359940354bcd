//! The detector, with a recorder beside it if the run is recorded.
//!
//! Every call that changes the detector goes through here, so that none is missing in a trace: [`Session`] has the detector's
//! methods under the same names, and gives the detector itself away for reading only. Without a recorder they cost one
//! comparison.

use std::ops::{Deref, Range};

use detsan_detector::{
    Access as CellAccess, Cell, Deferral, Depend, Detector, Embedding, GuardId, LockId, LockRule, Parts, Past, Race,
    RaceAccess, SignalId, SiteId, TaskId, TeamId,
};
use detsan_report::{Symbolizer, TextOptions};
use detsan_trace::{Access, Finish, Record};

use crate::recorder::Recorder;
use crate::sites::Sites;

/// The detector and its recorder.
pub(crate) struct Session {
    detector: Detector,
    recorder: Option<Box<Recorder>>,
}

impl Deref for Session {
    type Target = Detector;

    #[inline]
    fn deref(&self) -> &Detector {
        &self.detector
    }
}

impl Session {
    pub(crate) fn new(lock_rule: LockRule, recorder: Option<Recorder>) -> Session {
        Session { detector: Detector::new(lock_rule), recorder: recorder.map(Box::new) }
    }

    #[inline]
    fn record(&mut self, make: impl FnOnce() -> Record) {
        if let Some(recorder) = &mut self.recorder {
            recorder.write(&make());
        }
    }

    #[inline]
    pub(crate) fn create(&mut self, parent: TaskId, deferral: Deferral, site: SiteId) -> TaskId {
        self.record(|| Record::Create { parent, deferral, site });
        self.detector.create(parent, deferral, site)
    }

    #[inline]
    pub(crate) fn depend(&mut self, task: TaskId, depends: &[Depend]) {
        self.record(|| Record::Depend { task, depends: depends.to_vec() });
        self.detector.depend(task, depends);
    }

    /// Nothing is recorded while the hooks make identifiers.
    pub(crate) fn adopt(&mut self, site: SiteId) -> u32 {
        self.detector.adopt(site)
    }

    /// Nor while they make lists, …
    pub(crate) fn adopt_list(&mut self, first: u32, rest: u32) -> u32 {
        self.detector.adopt_list(first, rest)
    }

    /// … or split cells.
    pub(crate) fn adopt_split(&mut self, parts: &Parts) -> u32 {
        self.detector.adopt_split(parts)
    }

    /// Changes nothing that a replay would have to know.
    pub(crate) fn settled(&mut self, id: u32) -> bool {
        self.detector.settled(id)
    }

    /// Changes nothing, either.
    pub(crate) fn settled_before(&mut self) -> u32 {
        self.detector.settled_before()
    }

    /// Changes nothing, either.
    pub(crate) fn widen(&mut self, ids: &mut Range<u32>, steps: u32) {
        self.detector.widen(ids, steps);
    }

    pub(crate) fn detach(&mut self, task: TaskId) {
        self.record(|| Record::Detach { task });
        self.detector.detach(task);
    }

    #[inline]
    pub(crate) fn run(&mut self, task: TaskId) {
        self.record(|| Record::Run { task });
        self.detector.run(task);
    }

    #[inline]
    pub(crate) fn end(&mut self, task: TaskId) {
        self.record(|| Record::End { task });
        self.detector.end(task);
    }

    pub(crate) fn fulfill(&mut self, task: TaskId, by: Option<TaskId>) {
        self.record(|| Record::Fulfill { task, by });
        self.detector.fulfill(task, by);
    }

    #[inline]
    pub(crate) fn taskwait(&mut self, task: TaskId) {
        self.record(|| Record::Taskwait { task });
        self.detector.taskwait(task);
    }

    pub(crate) fn taskwait_depend(&mut self, task: TaskId, depends: &[Depend]) {
        self.record(|| Record::TaskwaitDepend { task, depends: depends.to_vec() });
        self.detector.taskwait_depend(task, depends);
    }

    pub(crate) fn taskgroup_begin(&mut self, task: TaskId) {
        self.record(|| Record::TaskgroupBegin { task });
        self.detector.taskgroup_begin(task);
    }

    pub(crate) fn taskgroup_end(&mut self, task: TaskId) {
        self.record(|| Record::TaskgroupEnd { task });
        self.detector.taskgroup_end(task);
    }

    /// The region begins at `site`, which the detector has no use for and a report has.
    pub(crate) fn fork(&mut self, parent: TaskId, size: u32, site: SiteId) -> TeamId {
        self.record(|| Record::Fork { parent, size, site });
        self.detector.fork(parent, size)
    }

    pub(crate) fn barrier(&mut self, team: TeamId) {
        self.record(|| Record::Barrier { team });
        self.detector.barrier(team);
    }

    pub(crate) fn join(&mut self, team: TeamId) {
        self.record(|| Record::Join { team });
        self.detector.join(team);
    }

    pub(crate) fn acquire(&mut self, task: TaskId, lock: LockId) {
        self.record(|| Record::Acquire { task, lock });
        self.detector.acquire(task, lock);
    }

    pub(crate) fn release(&mut self, task: TaskId, lock: LockId) {
        self.record(|| Record::Release { task, lock });
        self.detector.release(task, lock);
    }

    pub(crate) fn acquire_shared(&mut self, task: TaskId, lock: LockId) {
        self.record(|| Record::AcquireShared { task, lock });
        self.detector.acquire_shared(task, lock);
    }

    pub(crate) fn acquire_unordered(&mut self, task: TaskId, lock: LockId) {
        self.record(|| Record::AcquireUnordered { task, lock });
        self.detector.acquire_unordered(task, lock);
    }

    pub(crate) fn initialise_begin(&mut self, task: TaskId, guard: GuardId) {
        self.record(|| Record::InitialiseBegin { task, guard });
        self.detector.initialise_begin(task, guard);
    }

    pub(crate) fn initialise_end(&mut self, task: TaskId, guard: GuardId) {
        self.record(|| Record::InitialiseEnd { task, guard });
        self.detector.initialise_end(task, guard);
    }

    pub(crate) fn pass(&mut self, task: TaskId, guard: GuardId) {
        self.record(|| Record::Pass { task, guard });
        self.detector.pass(task, guard);
    }

    pub(crate) fn signal(&mut self, task: TaskId, signal: SignalId) {
        self.record(|| Record::Signal { task, signal });
        self.detector.signal(task, signal);
    }

    pub(crate) fn await_signal(&mut self, task: TaskId, signal: SignalId) {
        self.record(|| Record::Await { task, signal });
        self.detector.await_signal(task, signal);
    }

    pub(crate) fn discard(&mut self, signal: SignalId) {
        self.record(|| Record::Discard { signal });
        self.detector.discard(signal);
    }

    /// See [`Detector::compact`]. A trace has no such event, because the replay could not answer what an embedding is asked.
    pub(crate) fn compact(&mut self, embedding: &mut impl Embedding) {
        debug_assert!(!self.is_recording());
        self.detector.compact(embedding);
    }

    /// See [`Detector::forget_stale`].
    pub(crate) fn forget_stale(&mut self, cell: &mut Cell, stale: impl FnMut(&RaceAccess) -> bool) {
        self.detector.forget_stale(cell, stale);
    }

    /// See [`Detector::has_happened`]: the answer changes nothing that a trace could miss.
    pub(crate) fn has_happened(&mut self, task: TaskId, time: u32) -> bool {
        self.detector.has_happened(task, time)
    }

    /// The shadow of this memory is forgotten.
    #[inline]
    pub(crate) fn forgotten(&mut self, address: usize, length: usize) {
        if length > 0 {
            self.record(|| Record::Forget { address: address as u64, length: length as u64 });
        }
    }

    /// An access to one cell; see [`Detector::access`]. The whole access has been [recorded](Session::record_access) before.
    #[inline]
    pub(crate) fn access(
        &mut self,
        cell: &mut Cell,
        access: CellAccess,
        stale: impl FnMut(&RaceAccess, &mut Past<'_>) -> bool,
        races: &mut Vec<Race>,
    ) -> bool {
        match &mut self.recorder {
            None => self.detector.access(cell, access, stale, races),
            Some(recorder) => access_recorded(&mut self.detector, recorder, cell, access, stale, races),
        }
    }

    /// Whether the run is recorded: then accesses, and what reports are made of, are to be recorded as well.
    #[inline]
    pub(crate) fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// Records an access, and before it all places that are new.
    #[cold]
    pub(crate) fn record_access(&mut self, access: Access, sites: &Sites, symbols: &Symbolizer) {
        if let Some(recorder) = &mut self.recorder {
            recorder.write_sites(sites, symbols);
            recorder.write(&Record::Access(access));
        }
    }

    /// Records what was found out about a race.
    pub(crate) fn record_answer(&mut self, answer: &Record) {
        if let Some(recorder) = &mut self.recorder {
            recorder.write(answer);
        }
    }

    /// Records what the text of a race depends on, and makes sure that the trace has the race even if the program is killed.
    pub(crate) fn record_race(&mut self, names: Vec<Record>, options: &TextOptions) {
        if let Some(recorder) = &mut self.recorder {
            recorder.write_race(names, options);
        }
    }

    /// Records what is reported besides races.
    pub(crate) fn record_notice(&mut self, text: &str) {
        self.record(|| Record::Notice(text.to_owned()));
    }

    /// Records that the program is about to be replaced by another one.
    pub(crate) fn record_replaced(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.write_replaced();
        }
    }

    /// Ends the recording.
    pub(crate) fn record_end(&mut self, make: impl FnOnce() -> Finish) {
        if let Some(recorder) = &mut self.recorder {
            recorder.finish(make());
        }
    }
}

/// Kept apart, so that the way without a recorder stays as short as it is.
#[cold]
#[inline(never)]
fn access_recorded(
    detector: &mut Detector,
    recorder: &mut Recorder,
    cell: &mut Cell,
    access: CellAccess,
    mut stale: impl FnMut(&RaceAccess, &mut Past<'_>) -> bool,
    races: &mut Vec<Race>,
) -> bool {
    let answer = |earlier: &RaceAccess, past: &mut Past<'_>| {
        let answer = stale(earlier, past);
        recorder.write(&Record::Stale(answer));
        answer
    };
    detector.access(cell, access, answer, races)
}
