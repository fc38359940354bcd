//! The detector, with a recorder beside it if the run is recorded.
//!
//! Everything that changes the detector goes through here, so that nothing is missing in a trace. [`Session`] takes
//! events, and gives the detector itself away for reading only. Frequent events, and those that hand out numbers, have
//! methods. Without a recorder these cost one comparison.

use std::ops::{Deref, Range};

use detsan_detector::{
    Access as CellAccess, Cell, Completion, Deferral, Depend, Detector, Embedding, Event, LockRule, Parts, Past, Race,
    RaceAccess, SiteId, TaskId, TeamId,
};
use detsan_report::{Incident, Symbolizer, TextOptions};
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
    fn record<R: Into<Record>>(&mut self, make: impl FnOnce() -> R) {
        if let Some(recorder) = &mut self.recorder {
            recorder.write(&make().into());
        }
    }

    #[inline]
    pub(crate) fn create(&mut self, parent: TaskId, deferral: Deferral, site: SiteId) -> TaskId {
        self.record(|| Event::Create { parent, deferral, completion: Completion::AtEnd, depends: Vec::new(), site });
        self.detector.create(parent, deferral, site)
    }

    #[inline]
    pub(crate) fn depend(&mut self, task: TaskId, depends: &[Depend]) {
        self.record(|| Event::Depend { task, depends: depends.to_vec() });
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

    #[inline]
    pub(crate) fn run(&mut self, task: TaskId) {
        self.record(|| Event::Run { task });
        self.detector.run(task);
    }

    #[inline]
    pub(crate) fn end(&mut self, task: TaskId) {
        self.record(|| Event::End { task });
        self.detector.end(task);
    }

    #[inline]
    pub(crate) fn taskwait(&mut self, task: TaskId) {
        self.record(|| Event::Taskwait { task });
        self.detector.taskwait(task);
    }

    /// The region begins at `site`, which the detector has no use for and a report has.
    pub(crate) fn fork(&mut self, parent: TaskId, size: u32, site: SiteId) -> TeamId {
        self.record(|| Event::Fork { parent, size, site });
        self.detector.fork(parent, size)
    }

    /// Something else happened.
    pub(crate) fn tell(&mut self, event: Event) {
        self.record(|| event.clone());
        self.detector.apply(&event);
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

    /// Records what is reported besides races, and all that its text depends on.
    pub(crate) fn record_incident(
        &mut self,
        incident: &Incident,
        names: Vec<Record>,
        options: &TextOptions,
        sites: &Sites,
        symbols: &Symbolizer,
    ) {
        if let Some(recorder) = &mut self.recorder {
            recorder.write_sites(sites, symbols);
            recorder.write_names(names, options);
            recorder.write(&Record::Incident(incident.clone()));
        }
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
