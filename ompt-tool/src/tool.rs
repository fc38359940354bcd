//! The tool's state, and what each OMPT event means to the detector.
//!
//! # Cooperative execution, team=1
//!
//! Every region has one thread, and libomp runs a task where it is created, depth first, as DRDP's `run_eager` does (Jin et al., ECOOP 2023, §4.3); a
//! task whose predecessor is detached runs when that is fulfilled. So at any time one task runs, and the shadow call stack holds the
//! tasks around it.
//!
//! # Events
//!
//! | event | case | to the detector |
//! |---|---|---|
//! | `parallel_begin` | | `fork` of a team of one |
//! | `implicit_task` begin | initial | nothing: it is task 0 |
//! | | of a region | `run` |
//! | `parallel_end` | | `join`, `run` of the encountering task |
//! | `task_create` | explicit | `create`; undeferred if `if(0)`, if the creator is final, or if the region has one thread by the program's wish |
//! | | taskwait flag | the clauses that follow belong to a `taskwait depend` |
//! | `dependences` | | `depend`, or kept for the `taskwait depend` |
//! | `task_schedule` | complete, cancel | `end` of the prior task, `run` of the next |
//! | | detach | `detach` and `end` of the prior task, `run` of the next |
//! | | early or late fulfil | `fulfill` by the running task |
//! | | switch, yield | `run` of the next task |
//! | | taskwait complete | `taskwait_depend` |
//! | `sync_region` end | taskwait | `taskwait` |
//! | | taskgroup | `taskgroup_end`; its begin is `taskgroup_begin` |
//! | | any barrier | `barrier`, and `run` of the implicit task's next phase |
//! | `mutex_acquired`, `mutex_released` | | `acquire`, `release` |
//!
//! What the hooks tell beside these is in [`tasking`](crate::tasking) and [`synchronisation`](crate::synchronisation).

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Deferral, Depend, DependKind, Location, LockId, RaceAccess, SiteId,
    TaskId, TeamId,
};
use detsan_hook_abi::{AccessKind, Wait};
use detsan_options::Options;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use tracing::{debug, trace};

use crate::events::Events;
use crate::locks::{Lock, Locks};
use crate::memory::{Heap, ThreadLocals, is_stale};
use crate::output::Output;
use crate::races::RaceLog;
use crate::recorder::Recorder;
use crate::reductions::{Part, Reductions};
use crate::scopes::{Scopes, Stack};
use crate::session::Session;
use crate::shadow::Shadow;
use crate::sites::{ROOT, Sites};
use crate::statics::Statics;
use crate::tasking::{Fulfiller, Tasking};
use crate::thread::{Depth, Thread};

/// A task as OMPT's `ompt_data_t` keeps it for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// An explicit task.
    Explicit(TaskId),
    /// The implicit task of a team of one, whichever phase it is in.
    Implicit(TeamId),
}

const IMPLICIT: u64 = 1 << 63;

impl Handle {
    /// As a number that is not 0.
    pub(crate) fn to_bits(self) -> u64 {
        match self {
            Handle::Explicit(task) => u64::from(task.0) + 1,
            Handle::Implicit(team) => IMPLICIT | u64::from(team.0),
        }
    }

    pub(crate) fn from_bits(bits: u64) -> Option<Handle> {
        match bits {
            0 => None,
            bits if bits & IMPLICIT != 0 => Some(Handle::Implicit(TeamId(bits as u32))),
            bits => Some(Handle::Explicit(TaskId((bits - 1) as u32))),
        }
    }
}

/// What `task_create` says of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewTask {
    /// The creator.
    pub(crate) creator: Option<Handle>,
    /// It is final by its own clause, or because its creator is.
    pub(crate) is_final: bool,
    /// Frame address at which the creator entered the runtime, 0 if it is not known.
    pub(crate) enter_frame: usize,
    /// Code address of the construct.
    pub(crate) pc: usize,
    /// Where libomp keeps our data for it: in front of its descriptor.
    pub(crate) data: usize,
}

/// What a task does at a scheduling point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    /// It goes on later.
    Suspend,
    /// It is done.
    Complete,
    /// Its body is done, its event is not fulfilled.
    Detach,
}

/// A task that has been created and is not complete.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LiveTask {
    is_final: bool,
    enter_frame: usize,
    /// Where the shadow call stack was when it started.
    pub(crate) start: Option<Depth>,
    /// Its descriptor with the captured variables: address and size, once it has started.
    memory: (usize, usize),
    /// Where gcc describes what it reduces without asking for its copies, 0 if nowhere.
    reduction: usize,
    /// Its body has ended, and it waits for its event.
    pub(crate) is_detached: bool,
    stack: Stack,
}

/// How the program accesses something, and where in the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) mode: AccessMode,
    pub(crate) atomicity: Atomicity,
    pub(crate) site: SiteId,
}

/// A parallel region that has not ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    team: TeamId,
    encountering: TaskId,
    /// Its implicit task, as it was at the beginning: the tasks of the region have larger numbers.
    pub(crate) first: TaskId,
    /// One thread by the program's own wish: its tasks cannot race.
    alone: bool,
    /// What keeps the tasks apart if it is alone and one of them was deferred all the same.
    pub(crate) exclusion: Option<LockId>,
    start: Option<Depth>,
    /// libomp has reported its end, and now waits for its detached tasks.
    pub(crate) has_ended: bool,
}

/// Counters for the summary.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) tasks: u64,
    pub(crate) regions: u64,
    /// Tasks used locks or atomics, whose order another schedule may change.
    pub(crate) exclusion: bool,
}

/// Everything the tool knows.
pub(crate) struct Tool {
    pub(crate) detector: Session,
    pub(crate) races: RaceLog,
    pub(crate) sites: Sites,
    pub(crate) options: Options,
    pub(crate) counters: Counters,
    pub(crate) heap: Heap,
    pub(crate) thread: Thread,
    pub(crate) thread_locals: ThreadLocals,
    pub(crate) locks: Locks,
    pub(crate) reductions: Reductions,
    pub(crate) statics: Statics,
    shadow: Shadow,
    pub(crate) live: HashMap<TaskId, LiveTask, FxBuildHasher>,
    pub(crate) regions: Vec<Region>,
    /// Implicit tasks, with the place of their region.
    pub(crate) implicit: HashMap<TaskId, SiteId>,
    /// The next task is undeferred by the program's wish.
    undeferred_next: bool,
    /// Clauses of the `taskwait depend` that the running task is in.
    taskwait_depends: Vec<Depend>,
    /// What the hooks have told about tasks.
    pub(crate) tasking: Tasking,
    pub(crate) events: Events,
    pub(crate) scopes: Scopes,
    /// Code address of the construct that the running task has entered libomp at, as the hooks saw it; 0 once its task is there.
    construct: usize,
    found: Vec<detsan_detector::Race>,
}

impl Tool {
    pub(crate) fn new(
        options: Options,
        output: Output,
        recorder: Option<Recorder>,
        shadow: Shadow,
        thread: Thread,
    ) -> Tool {
        let mut tool = Tool {
            detector: Session::new(recorder),
            races: RaceLog::new(output),
            sites: Sites::new(),
            options,
            counters: Counters::default(),
            heap: Heap::default(),
            thread,
            thread_locals: ThreadLocals::find(),
            locks: Locks::default(),
            reductions: Reductions::default(),
            statics: Statics::default(),
            shadow,
            live: HashMap::default(),
            regions: Vec::new(),
            implicit: HashMap::new(),
            undeferred_next: false,
            taskwait_depends: Vec::new(),
            tasking: Tasking::default(),
            events: Events::default(),
            scopes: Scopes::default(),
            construct: 0,
            found: Vec::new(),
        };
        tool.publish_step();
        tool
    }

    /// Tells the hooks about the step that begins.
    pub(crate) fn publish_step(&mut self) {
        self.thread.set_step(self.detector.base(), self.detector.clock());
    }

    fn resolve(&self, handle: Handle) -> TaskId {
        match handle {
            Handle::Explicit(task) => task,
            // A team of one: its only member, in its current phase.
            Handle::Implicit(team) => self.detector.members(team).first().copied().unwrap_or(self.detector.running()),
        }
    }

    /// The place `pc` in the function that runs now.
    pub(crate) fn site(&mut self, pc: usize, size: usize) -> SiteId {
        let context = match self.thread.known_context() {
            Some(context) => context,
            None => self.sites.context(self.thread.frames()),
        };
        self.sites.intern(pc, context, size)
    }

    /// The task whose descriptor holds `address`, with the descriptor.
    pub(crate) fn task_data(&self, address: usize) -> Option<(TaskId, (usize, usize))> {
        let holds = |(start, size): (usize, usize)| address.wrapping_sub(start) < size;
        self.live.iter().find(|(_, live)| holds(live.memory)).map(|(task, live)| (*task, live.memory))
    }

    /// The task whose beginning is marked at this index of the shadow call stack.
    pub(crate) fn task_started_at(&self, index: usize) -> Option<TaskId> {
        let starts_here = |start: Option<Depth>| start.is_some_and(|start| start.index() == index);
        let explicit = self.live.iter().find(|(_, live)| starts_here(live.start)).map(|(task, _)| *task);
        let implicit = || self.regions.iter().find(|region| starts_here(region.start));
        explicit.or_else(|| implicit().map(|region| self.detector.members(region.team)[0]))
    }

    /// Where `task` was created, or its region met.
    pub(crate) fn creation_site(&self, task: TaskId) -> SiteId {
        self.implicit.get(&task).copied().unwrap_or_else(|| self.detector.site(task))
    }

    /// Whether the program can come to an end here without leaving work behind.
    pub(crate) fn is_between_regions(&self) -> bool {
        self.regions.is_empty() && self.live.is_empty()
    }

    pub(crate) fn runs_alone(&self) -> bool {
        self.regions.last().is_none_or(|region| region.alone)
    }

    pub(crate) fn on_parallel_begin(&mut self, encountering: Option<Handle>, requested: u32, pc: usize) -> TeamId {
        let encountering = encountering.map_or(self.detector.running(), |handle| self.resolve(handle));
        let site = self.site(pc, 0);
        let team = self.detector.fork(encountering, 1, site);
        let first = self.detector.members(team)[0];
        self.implicit.insert(first, site);
        self.counters.regions += 1;
        let alone = requested == 1;
        let (start, exclusion, has_ended) = (None, None, false);
        self.regions.push(Region { team, encountering, first, alone, exclusion, start, has_ended });
        debug!(?team, ?encountering, requested, "parallel begin");
        team
    }

    /// The implicit task of the innermost region starts.
    pub(crate) fn on_implicit_begin(&mut self, team: TeamId) {
        self.run(self.detector.members(team)[0]);
        let start = self.thread.push_task(0, ROOT);
        if let Some(region) = self.regions.iter_mut().rfind(|region| region.team == team) {
            region.start = Some(start);
        }
    }

    pub(crate) fn on_parallel_end(&mut self, team: TeamId) {
        let Some(region) = self.regions.iter_mut().rfind(|region| region.team == team) else {
            return;
        };
        debug!(?team, "parallel end");
        region.has_ended = true;
        if let Some(start) = region.start {
            self.thread.pop_task(start);
            self.forget_scopes(start);
        }
        self.leave_regions();
        self.wait_at_region_end();
    }

    /// Leaves the innermost regions that have ended and whose tasks are all complete. In a team of one, libomp (19.1.7) reports the end of a region and only
    /// then waits for its detached tasks, and runs those that depend on them.
    fn leave_regions(&mut self) {
        while let Some(region) = self.regions.last().copied()
            && region.has_ended
            && !self.live.keys().any(|task| *task > region.first)
        {
            self.regions.pop();
            self.note_region_left(region.first);
            debug!(team = ?region.team, "left");
            self.detector.join(region.team);
            self.run(region.encountering);
        }
    }

    /// A task has completed: that may be what others have waited for.
    fn after_completion(&mut self) {
        if self.regions.last().is_some_and(|region| region.has_ended) {
            self.leave_regions();
        }
        self.check_waits();
    }

    /// The implicit task of the innermost region leaves a barrier.
    pub(crate) fn on_barrier(&mut self) {
        let Some(region) = self.regions.last() else { return };
        let team = region.team;
        let before = self.detector.members(team)[0];
        if self.detector.running() != before {
            return;
        }
        debug!(?team, "barrier");
        // A reduction with the task modifier is a taskgroup around the whole region. All its tasks so far end here.
        let groups = self.reductions.group_count(before);
        (0..groups).for_each(|_| self.detector.taskgroup_end(before));
        self.detector.barrier(team);
        let after = self.detector.members(team)[0];
        let site = self.implicit.get(&before).copied().unwrap_or(SiteId::NONE);
        self.implicit.insert(after, site);
        self.run(after);
        (0..groups).for_each(|_| self.detector.taskgroup_begin(after));
        self.reductions.go_on_as(before, after);
        self.stop_watching();
        self.publish_step();
    }

    pub(crate) fn on_task_create(&mut self, new: NewTask) -> TaskId {
        let creator = new.creator.map_or(self.detector.running(), |handle| self.resolve(handle));
        let included = self.live.get(&creator).is_some_and(|creator| creator.is_final);
        let wished = std::mem::take(&mut self.undeferred_next);
        let taskloop = self.taskloop_of(creator);
        let is_held_up = self.is_held_up(creator, new.data);
        let alone = self.runs_alone();
        let awaited = wished || included || taskloop.is_some_and(|(_, wait)| wait == Wait::Yes) || alone && !is_held_up;
        let deferral = if awaited { Deferral::Undeferred } else { Deferral::Deferred };
        if alone && is_held_up {
            self.exclude_alone();
        }
        let pc = match (std::mem::take(&mut self.construct), taskloop) {
            (0, None) => new.pc,
            (0, Some((pc, _))) | (pc, _) => pc,
        };
        let site = self.site(pc, 0);
        let task = self.detector.create(creator, deferral, site);
        self.thread.end_fresh_descriptor();
        self.counters.tasks += 1;
        let is_final = new.is_final || included;
        let reduction = self.tasking.reduction_of(creator);
        let live = LiveTask { is_final, enter_frame: new.enter_frame, reduction, ..LiveTask::default() };
        self.live.insert(task, live);
        if wished {
            self.exclude_undeferred(task);
        }
        self.give_event(task, new.data);
        self.scopes.newest = Some(task);
        if creator == self.detector.running() {
            self.watch_creator(pc, new.enter_frame);
        }
        self.publish_step();
        debug!(?task, ?creator, ?deferral, is_final, "task create");
        task
    }

    /// The hooks saw that the next task is undeferred.
    pub(crate) fn on_undeferred(&mut self) {
        self.undeferred_next = true;
    }

    /// A taskloop begins to create its tasks, or is done with that if `pc` is 0.
    pub(crate) fn on_taskloop(&mut self, pc: usize) {
        match (std::mem::take(&mut self.construct), pc) {
            (_, 0) => self.on_taskloop_end(),
            (construct, pc) => self.on_taskloop_begin(construct, pc),
        }
    }

    /// The hooks saw that the running task enters libomp at a construct that makes tasks.
    pub(crate) fn on_construct(&mut self, pc: usize, reduction: usize) {
        self.construct = pc;
        self.tasking.announce_reduction(reduction);
    }

    pub(crate) fn on_dependences(&mut self, task: Option<Handle>, depends: &[Depend]) {
        debug!(?task, ?depends, "dependences");
        match task {
            Some(handle) => {
                let task = self.resolve(handle);
                self.detector.depend(task, depends);
                self.note_exclusion(depends);
            }
            None => self.taskwait_depends = depends.to_vec(),
        }
    }

    pub(crate) fn on_taskwait_depend(&mut self) {
        let depends = std::mem::take(&mut self.taskwait_depends);
        if self.on_taskwait_depends_done() {
            return;
        }
        debug!(?depends, "taskwait depend");
        self.detector.taskwait_depend(self.detector.running(), &depends);
        self.publish_step();
    }

    /// One task stops here, another starts or goes on. `memory` is that of the explicit task of the two, as libomp describes it.
    pub(crate) fn on_task_schedule(
        &mut self,
        prior: Handle,
        switch: Switch,
        next: Option<Handle>,
        memory: (usize, usize),
    ) {
        let prior = self.resolve(prior);
        self.construct = 0;
        debug!(?prior, ?switch, ?next, "task schedule");
        if switch != Switch::Suspend {
            if switch == Switch::Detach {
                self.detector.detach(prior);
            }
            self.end_task_variables(prior, memory);
            // The descriptor goes back to libomp, which hands it out again without telling the allocator.
            self.forget(memory.0, memory.1);
            self.end_copies(|reductions, forget| reductions.end_task(prior, forget));
            self.detector.end(prior);
            let live = match switch {
                Switch::Detach => self.live.get_mut(&prior).map(|live| {
                    live.is_detached = true;
                    *live
                }),
                _ => self.live.remove(&prior),
            };
            if let Some(live) = live
                && let Some(start) = live.start
            {
                self.thread.pop_task(start);
                self.forget_scopes(start);
                self.forget_stack(prior, live.stack);
            }
        }
        if let Some(next) = next {
            let next = self.resolve(next);
            if let Some(live) = self.live.get_mut(&next)
                && live.start.is_none()
            {
                live.memory = memory;
            }
            self.run(next);
        }
        if switch == Switch::Complete {
            self.after_completion();
        }
    }

    /// The event of `task` is fulfilled.
    pub(crate) fn on_fulfill(&mut self, task: Handle, is_late: bool, by: Fulfiller) {
        let task = self.resolve(task);
        debug!(?task, is_late, ?by, "fulfill");
        self.detector.detach(task);
        self.note_fulfilled();
        match by {
            Fulfiller::Running => {
                self.detector.fulfill(task, Some(self.detector.running()));
                self.publish_step();
            }
            // The checked thread runs meanwhile, so its state is left alone: the step that it is in goes on.
            Fulfiller::Thread(stand_in) => self.detector.fulfill(task, stand_in),
        }
        if is_late {
            self.live.remove(&task);
            self.after_completion();
        }
    }

    fn run(&mut self, task: TaskId) {
        self.detector.run(task);
        self.keep_alone(task);
        self.publish_step();
        let is_new = self.scopes.newest.take() == Some(task);
        if let Some(live) = self.live.get_mut(&task)
            && live.start.is_none()
        {
            // A task that runs where it is created has its frames below those of its creator.
            let is_here = is_new && self.thread.owns_stack_address(live.enter_frame);
            let floor = if is_here { live.enter_frame } else { 0 };
            live.start = Some(self.thread.push_task(floor, ROOT));
            live.stack = Stack { floor, outer: std::mem::replace(&mut self.scopes.low_water, floor) };
            let reduction = std::mem::take(&mut live.reduction);
            if reduction != 0 {
                self.take_part(task, reduction);
            }
        }
    }

    pub(crate) fn on_taskwait(&mut self) {
        let task = self.detector.running();
        debug!(?task, "taskwait");
        self.detector.taskwait(task);
        self.stop_watching();
        self.publish_step();
    }

    pub(crate) fn on_taskgroup_begin(&mut self) {
        let task = self.detector.running();
        debug!(?task, "taskgroup begin");
        self.detector.taskgroup_begin(task);
        self.note_group_begin();
        self.reductions.begin_group(task);
        self.publish_step();
    }

    pub(crate) fn on_taskgroup_end(&mut self) {
        let task = self.detector.running();
        debug!(?task, "taskgroup end");
        self.detector.taskgroup_end(task);
        self.note_group_end();
        self.end_copies(|reductions, forget| reductions.end_group(task, forget));
        self.stop_watching();
        self.publish_step();
    }

    pub(crate) fn on_acquired(&mut self, wait_id: u64) {
        let lock = self.locks.id(Lock::OpenMp(wait_id));
        let task = self.detector.running();
        debug!(?task, ?lock, "acquired");
        self.counters.exclusion |= !self.runs_alone();
        self.detector.acquire(task, lock);
        self.publish_step();
    }

    pub(crate) fn on_released(&mut self, wait_id: u64) {
        let lock = self.locks.id(Lock::OpenMp(wait_id));
        let task = self.detector.running();
        debug!(?task, ?lock, "released");
        self.detector.release(task, lock);
        self.publish_step();
    }

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
        self.heap.released(start);
    }

    /// Ends the life of private copies.
    fn end_copies(&mut self, end: impl FnOnce(&mut Reductions, &mut dyn FnMut(usize, usize))) {
        let (detector, shadow) = (&mut self.detector, &mut self.shadow);
        end(&mut self.reductions, &mut |start, size| {
            detector.forgotten(start, size);
            shadow.forget(start, size);
        });
    }

    /// Forgets the history of memory that changes hands.
    pub(crate) fn forget(&mut self, start: usize, size: usize) {
        self.detector.forgotten(start, size);
        self.shadow.forget(start, size);
    }

    /// The running task touches `length` bytes from `address` on.
    pub(crate) fn on_access(&mut self, address: usize, length: usize, kind: AccessKind, pc: usize) {
        if length == 0 {
            return;
        }
        let site = self.site(pc, length);
        trace!(address, length, ?kind, pc, "access");
        let manner = Manner {
            mode: if kind.is_write() { AccessMode::Write } else { AccessMode::Read },
            atomicity: if kind.is_atomic() { Atomicity::Atomic } else { Atomicity::Plain },
            site,
        };
        if kind.is_atomic() {
            self.on_atomic(address, manner.mode);
        }
        if self.reductions.are_under_way() {
            self.access_in_parts(address, length, manner);
        } else {
            self.access(Part { address, length, offset: 0 }, manner);
        }
    }

    #[cold]
    fn access_in_parts(&mut self, mut address: usize, length: usize, manner: Manner) {
        let (task, end) = (self.detector.running(), address + length);
        while address < end {
            let part = self.reductions.first_part(&*self.detector, task, address, end - address);
            self.access(part, manner);
            address += part.length;
        }
    }

    /// The running task accesses memory that is all in one place.
    #[inline]
    pub(crate) fn access(&mut self, part: Part, manner: Manner) {
        let Part { address, length, offset } = part;
        let Manner { mode, atomicity, site } = manner;
        if self.detector.is_recording() {
            let (address, length, offset) = (address as u64, length as u64, offset as u64);
            let access = detsan_trace::Access { address, length, offset, mode, atomicity, site };
            self.detector.record_access(access, &self.sites, self.races.symbolizer());
        }
        if address < self.scopes.low_water && self.thread.owns_stack_address(address) {
            self.scopes.low_water = address;
        }
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
                    let (thread, thread_locals) = (&mut self.thread, &self.thread_locals);
                    let (scopes, running) = (&self.scopes, self.detector.running());
                    let is_stale = |earlier: &RaceAccess| {
                        is_stale(thread, thread_locals, word, earlier.time) || scopes.is_past(earlier.task, running)
                    };
                    let access = Access { mode, atomicity, bytes, site };
                    let pure = self.detector.access(cell, access, is_stale, &mut self.found);
                    repeatable = pure.then_some((bytes, before, *cell));
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

/// One `depend` item as OMPT describes it; `None` for what orders no tasks (doacross).
pub(crate) fn depend(variable: u64, kind: u32) -> Option<Depend> {
    // `ompt_dependence_type_t`; 34 and 35 are omp_all_memory, which libomp 19 sends with a variable that is null or all ones.
    let (kind, all_memory) = match kind {
        1 => (DependKind::In, false),
        2 | 3 => (DependKind::Out, false),
        34 | 35 => (DependKind::Out, true),
        4 => (DependKind::MutexInOutSet, false),
        7 => (DependKind::InOutSet, false),
        _ => return None,
    };
    Some(Depend { location: (!all_memory).then_some(Location(variable)), kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_survives_the_trip_through_libomp() {
        for handle in [
            Handle::Explicit(TaskId(0)),
            Handle::Explicit(TaskId(7)),
            Handle::Implicit(TeamId(0)),
            Handle::Implicit(TeamId(9)),
        ] {
            assert_ne!(handle.to_bits(), 0);
            assert_eq!(Handle::from_bits(handle.to_bits()), Some(handle));
        }
        assert_eq!(Handle::from_bits(0), None);
    }
}
