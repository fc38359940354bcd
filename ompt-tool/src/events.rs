//! Events of detached tasks: who has one, who fulfils it, and what happens if nobody does.
//!
//! # Deadlock
//!
//! In a team of one, a task that can run does so at once. So when a task waits, whatever it waits for is either detached, with its event missing, or
//! depends on a task of which the same is true. Only another thread could then fulfil the event: if there is none, the program waits for ever, inside of
//! libomp. That is decided where a wait begins, and again after each task that runs during it.

use detsan_detector::{Depend, SiteId, TaskId};
use detsan_hook_abi::Rest;
use detsan_report::{Call, Incident, WaitKind};
use hashbrown::HashMap;
use tracing::debug;

use crate::cooperation;
use crate::ending;
use crate::gate;
use crate::regions::RegionId;
use crate::sites::ROOT;
use crate::tasks::LiveTask;
use crate::tool::Tool;
use crate::worker::Worker;

/// libomp (19.1.7) keeps our data for a task in its own part of the descriptor, which is shorter than this and ends where the program's part begins.
const OWN_PART: usize = 1024;

#[derive(Debug)]
struct Event {
    task: TaskId,
    fulfilled: Option<Call>,
}

/// A wait that has not ended.
#[derive(Debug)]
struct Wait {
    kind: WaitKind,
    /// The task that waits.
    task: TaskId,
    site: SiteId,
    /// Tasks before this one are not waited for.
    first: TaskId,
    /// The region whose tasks are waited for, at its barriers.
    region: RegionId,
    /// Clauses, for [`WaitKind::Depend`].
    depends: Vec<Depend>,
}

/// The events so far.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// Descriptors that were given an event and are not tasks yet.
    given: Vec<(usize, usize)>,
    /// By the handle that the program has, which is an address that libomp uses again.
    events: HashMap<usize, Event>,
    /// Tasks with an event that is not fulfilled.
    missing: u32,
}

/// The waits and taskgroups of one thread that have not ended.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    waits: Vec<Wait>,
    /// For each open taskgroup, the first task that can be in it.
    groups: Vec<TaskId>,
}

impl Waits {
    /// The barrier of `region` is over.
    pub(crate) fn end_barrier(&mut self, region: RegionId) {
        self.waits.retain(|wait| wait.kind != WaitKind::Barrier || wait.region != region);
    }
}

impl Events {
    /// The tasks that may have to be named.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        let calls = self.events.values().filter_map(|event| event.fulfilled.as_ref()?.by);
        self.events.values().map(|event| event.task).chain(calls)
    }
}

impl Tool {
    /// The descriptor at `descriptor` is given the event `handle`.
    pub(crate) fn on_event(&mut self, descriptor: usize, handle: usize) {
        cooperation::heed_waits();
        self.events.given.push((descriptor, handle));
    }

    /// `task` is created; libomp keeps our data for it at `data`. It may have been given an event.
    pub(crate) fn give_event(&mut self, task: TaskId, data: usize) {
        let is_its = |(descriptor, _): &(usize, usize)| descriptor.wrapping_sub(data) < OWN_PART;
        if let Some(index) = self.events.given.iter().position(is_its) {
            let (_, handle) = self.events.given.swap_remove(index);
            debug!(?task, handle, "event");
            self.events.events.insert(handle, Event { task, fulfilled: None });
            self.events.missing += 1;
            self.detector.tell(detsan_detector::Event::Detach { task });
        }
    }

    /// Whether the descriptor whose data libomp keeps at `data` was given an event.
    pub(crate) fn has_event(&self, data: usize) -> bool {
        self.events.given.iter().any(|(descriptor, _)| descriptor.wrapping_sub(data) < OWN_PART)
    }

    /// `omp_fulfill_event` is called for `handle`, by the running task or by a thread that OpenMP did not create.
    pub(crate) fn on_fulfill_call(&mut self, handle: usize, pc: usize) -> Rest {
        let call = if gate::is_checked_thread() {
            Call { by: Some(self.detector.running()), site: self.site(pc, 0) }
        } else {
            Call { by: None, site: self.sites.intern(pc, ROOT, 0) }
        };
        // What is not an event of a task that was seen is left to libomp.
        let Some(event) = self.events.events.get_mut(&handle) else { return Rest::All };
        match event.fulfilled {
            None => {
                event.fulfilled = Some(call);
                Rest::All
            }
            Some(before) => {
                let task = event.task;
                self.report_incident(&Incident::FulfilledTwice { task, before, again: call });
                // By now, the event may be a part of something else.
                Rest::Nothing
            }
        }
    }

    /// An event is fulfilled.
    pub(crate) fn note_fulfilled(&mut self) {
        self.events.missing = self.events.missing.saturating_sub(1);
    }

    /// The program ends: reports the events that nobody has fulfilled. Returns how many tasks have not completed for want of them, if these are all that are left.
    pub(crate) fn report_missing_events(&mut self) -> Option<usize> {
        let mut detached: Vec<TaskId> =
            self.live.iter().filter(|live| live.is_detached).map(|live| live.task).collect();
        detached.sort_unstable();
        for task in &detached {
            self.report_incident(&Incident::NeverFulfilled { task: *task });
        }
        let all_blocked = self.live.iter().all(|live| self.is_stuck(live));
        (!detached.is_empty() && all_blocked && self.regions.is_empty()).then_some(self.live.len())
    }

    pub(crate) fn note_group_begin(&mut self) {
        let next = self.next_task();
        self.worker.event_waits.groups.push(next);
    }

    pub(crate) fn note_group_end(&mut self) {
        self.worker.event_waits.groups.pop();
    }

    fn next_task(&self) -> TaskId {
        TaskId(self.detector.statistics().tasks as u32)
    }

    /// The running task begins to wait, at `pc`.
    pub(crate) fn on_wait_begin(&mut self, kind: WaitKind, pc: usize) {
        let first = match kind {
            WaitKind::Taskgroup => self.worker.event_waits.groups.last().copied(),
            _ => None,
        };
        self.begin_wait(kind, pc, first.unwrap_or(TaskId(0)), Vec::new());
    }

    /// The running task begins to wait for what these clauses name.
    pub(crate) fn on_depend_wait_begin(&mut self, depends: &[Depend], pc: usize) {
        self.begin_wait(WaitKind::Depend, pc, TaskId(0), depends.to_vec());
    }

    /// The end of a region has been reported, and libomp waits for its tasks if there are any.
    pub(crate) fn wait_at_region_end(&mut self) {
        if self.region().is_some_and(|region| region.has_ended) {
            let (task, region) = (self.resolve(self.worker.task), self.region_id());
            let site = self.creation_site(task);
            let (kind, first, depends) = (WaitKind::RegionEnd, TaskId(0), Vec::new());
            self.worker.event_waits.waits.push(Wait { kind, task, site, first, region, depends });
            self.check_waits();
        }
    }

    /// A wait of the running task is over.
    pub(crate) fn on_wait_end(&mut self, kind: WaitKind) {
        let task = self.detector.running();
        if self.worker.event_waits.waits.last().is_some_and(|wait| wait.kind == kind && wait.task == task) {
            self.worker.event_waits.waits.pop();
        }
    }

    /// The innermost region has been left.
    pub(crate) fn note_region_left(&mut self, region: RegionId) {
        self.worker.event_waits.waits.retain(|wait| wait.kind != WaitKind::RegionEnd || wait.region != region);
    }

    /// The running task waits at `site` for a thread of its team.
    pub(crate) fn note_wait(&mut self, kind: WaitKind, site: SiteId) {
        self.on_wait_end(kind);
        let (task, region) = (self.detector.running(), self.region_id());
        let (first, depends) = (TaskId(0), Vec::new());
        self.worker.event_waits.waits.push(Wait { kind, task, site, first, region, depends });
    }

    fn begin_wait(&mut self, kind: WaitKind, pc: usize, first: TaskId, depends: Vec<Depend>) {
        // In a team of several threads, the event may still be another one's to come.
        if self.events.missing > 0 || self.is_in_team() {
            let (task, site, region) = (self.detector.running(), self.site(pc, 0), self.region_id());
            self.worker.event_waits.waits.push(Wait { kind, task, site, first, region, depends });
            self.check_waits();
        }
    }

    /// Whether a task waits for an event, its own or that of one that it depends on.
    fn is_stuck(&self, live: &LiveTask) -> bool {
        live.is_detached || self.awaited_by(live.task).is_some()
    }

    /// Ends the program if the innermost wait can never end. Where there are teams of several threads,
    /// that is decided when none of them can go on.
    pub(crate) fn check_waits(&mut self) {
        if self.events.missing == 0 || self.regions.has_team() {
            return;
        }
        let Some(wait) = self.worker.event_waits.waits.last() else { return };
        let has_begun = |live: &LiveTask| live.start.is_some() && !live.is_detached;
        let can_run = self.live.iter().any(|live| !self.is_stuck(live) && !has_begun(live));
        let is_awaited = |live: &LiveTask| match wait.kind {
            WaitKind::Taskwait => self.detector.parent(live.task) == Some(wait.task),
            WaitKind::Depend => self.awaited_at(wait.task, &wait.depends) == Some(live.task),
            WaitKind::Taskgroup => self.branch_below(wait.task, live.task).is_some_and(|branch| branch >= wait.first),
            WaitKind::Barrier | WaitKind::RegionEnd => live.region == wait.region,
            WaitKind::Ordered | WaitKind::Sink | WaitKind::Poll => false,
        };
        let mut awaited: Vec<TaskId> =
            self.live.iter().filter(|live| self.is_stuck(live) && is_awaited(live)).map(|live| live.task).collect();
        if can_run || awaited.is_empty() || has_other_threads(self.worker.len()) {
            return;
        }
        // What they depend on is part of the explanation.
        let mut index = 0;
        while let Some(task) = awaited.get(index) {
            let next = self.awaited_by(*task).filter(|next| !awaited.contains(next));
            awaited.extend(next);
            index += 1;
        }
        awaited.sort_unstable();
        self.report_deadlock(&awaited);
    }

    /// No thread can go on: ends the program.
    pub(crate) fn report_stuck(&mut self) -> ! {
        let waits = |worker: &&Worker| !worker.event_waits.waits.is_empty();
        let waiter = self.worker.iter().find(waits).map(|worker| worker.seat.worker);
        let is_cycle = self.report_lock_cycle();
        let mut stuck: Vec<TaskId> =
            self.live.iter().filter(|live| self.is_stuck(live)).map(|live| live.task).collect();
        stuck.sort_unstable();
        if let Some(waiter) = waiter.filter(|_| !is_cycle || !stuck.is_empty()) {
            self.worker.switch_to(waiter);
            self.report_deadlock(&stuck);
        }
        ending::stop_at_deadlock(self)
    }

    /// The running task polls, at `site`, for what nobody does: ends the program.
    pub(crate) fn report_endless(&mut self, site: SiteId) -> ! {
        self.note_wait(WaitKind::Poll, site);
        self.report_deadlock(&[])
    }

    /// The child of `ancestor` that `task` descends from, or is.
    pub(crate) fn branch_below(&self, ancestor: TaskId, task: TaskId) -> Option<TaskId> {
        let mut branch = task;
        loop {
            match self.detector.parent(branch)? {
                parent if parent == ancestor => return Some(branch),
                parent => branch = parent,
            }
        }
    }

    fn report_deadlock(&mut self, stuck: &[TaskId]) -> ! {
        let blocked = stuck.iter().map(|task| (*task, self.awaited_by(*task))).collect();
        let wait = self.worker.event_waits.waits.last().expect("a deadlock is found at a wait");
        let (waiter, site, wait) = (wait.task, wait.site, wait.kind);
        self.report_incident(&Incident::Deadlock { waiter, wait, site, blocked });
        ending::stop_at_deadlock(self)
    }
}

/// Whether the process has threads beside the `known` ones.
pub(crate) fn has_other_threads(known: usize) -> bool {
    // If the kernel does not tell, there may be.
    std::fs::read_dir("/proc/self/task").map_or(true, |threads| threads.count() > known)
}
