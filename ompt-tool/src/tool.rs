//! The tool's state, and what each OMPT event means to the detector.
//!
//! # Teams of one thread
//!
//! At team=1 every region has one thread, and libomp runs a task where it is created, depth first, as DRDP's `run_eager` does (Jin et al., ECOOP 2023, §4.3); a
//! task whose predecessor is detached runs when that is fulfilled. So at any time one task runs, and the shadow call stack holds the
//! tasks around it. How several threads take turns is in [`cooperation`](crate::cooperation).
//!
//! # Events
//!
//! | event | case | to the detector |
//! |---|---|---|
//! | `parallel_begin` | | nothing yet: the size of the team is not known |
//! | `implicit_task` begin | initial | nothing: it is task 0 |
//! | | of a region | by the primary thread `fork`; `run` |
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
//! | | any barrier, in a team of one | `barrier`, and `run` of the implicit task's next phase |
//! | `sync_region_wait` begin | a barrier of several | the same, when the last thread has come and all tasks are complete |
//! | | end of a taskgroup | `taskgroup_end`, before libomp combines what its tasks have reduced |
//! | `mutex_acquire` | held by a task that cannot go on | nothing: the run ends at a deadlock |
//! | `mutex_acquired`, `mutex_released` | | `acquire`, `release`; of kind ordered, `await_signal` and `signal` |
//!
//! What the hooks tell beside these is in [`tasking`](crate::tasking) and [`synchronisation`](crate::synchronisation).

use std::collections::BTreeSet;

use detsan_detector::{Depend, DependKind, Event, Location, LockId, SiteId, TaskId, TeamId};
use detsan_hook_abi::step_mark;
use detsan_options::Options;
use hashbrown::HashMap;
use tracing::debug;

use crate::baton::{Baton, WorkerId};
use crate::blocks::RuntimeCode;
use crate::bodies::Bodies;
use crate::captured::Captured;
use crate::clauses::Clauses;
use crate::compaction::Compaction;
use crate::ending;
use crate::endless::Polling;
use crate::events::Events;
use crate::findings::Findings;
use crate::locks::{self, Lock, Locks, Orders};
use crate::lone::LoneDepends;
use crate::memory::Heap;
use crate::order::Signals;
use crate::origins::{ImplicitTasks, Runners};
use crate::output::Output;
use crate::past::{NOTHING, Pasts};
use crate::queue::Queue;
use crate::races::RaceLog;
use crate::recorder::Recorder;
use crate::reductions::Reductions;
use crate::regions::{Membership, RegionId, Regions};
use crate::scopes::Returns;
use crate::seat::Seat;
use crate::session::Session;
use crate::shadow::Shadow;
use crate::sites::Sites;
use crate::statics::Statics;
use crate::stopwatch::Stopwatch;
use crate::tasking::ForeignThreads;
use crate::tasks::{LiveTasks, Slot};
use crate::thread::{Depth, Thread};
use crate::turns::Turns;
use crate::unseen::SmallTeams;
use crate::watchdog::Watch;
use crate::worker::{Worker, Workers};

/// A task as OMPT's `ompt_data_t` keeps it for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// An explicit task, and where it is while it lives.
    Explicit { task: TaskId, slot: Slot },
    /// An implicit task, whichever phase it is in.
    Implicit { region: RegionId, index: u32 },
}

const IMPLICIT: u64 = 1 << 63;
/// In front of the number of an explicit task is its slot, in front of that of a region the index in it.
const INDEX_SHIFT: u32 = 32;

impl Handle {
    /// The task that runs before anything else does.
    pub(crate) const INITIAL: Handle = Handle::Implicit { region: RegionId::OUTSIDE, index: 0 };

    /// How many slots it can tell apart.
    pub(crate) const SLOTS: usize = 1 << (u64::BITS - 1 - INDEX_SHIFT);

    /// As a number that is not 0.
    pub(crate) fn to_bits(self) -> u64 {
        match self {
            Handle::Explicit { task, slot } => u64::from(slot.0) << INDEX_SHIFT | (u64::from(task.0) + 1),
            Handle::Implicit { region, index } => IMPLICIT | u64::from(index) << INDEX_SHIFT | u64::from(region.0),
        }
    }

    pub(crate) fn from_bits(bits: u64) -> Option<Handle> {
        match bits {
            0 => None,
            bits if bits & IMPLICIT != 0 => {
                let (region, index) = (RegionId(bits as u32), (bits & !IMPLICIT) >> INDEX_SHIFT);
                Some(Handle::Implicit { region, index: index as u32 })
            }
            bits => {
                let (task, slot) = (TaskId(bits as u32 - 1), Slot((bits >> INDEX_SHIFT) as u32));
                Some(Handle::Explicit { task, slot })
            }
        }
    }
}

impl Default for Handle {
    fn default() -> Handle {
        Handle::INITIAL
    }
}

/// Counters for the summary.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) tasks: u64,
    /// Those of them that were created in a team of one thread by the program's own wish.
    pub(crate) alone: u64,
    pub(crate) regions: u64,
    /// Cells of blocks that were freed.
    pub(crate) freed: u64,
    /// Worksharing loops with more iterations than threads.
    pub(crate) crowded_loops: u64,
    /// The most iterations that such a loop had, and its threads.
    pub(crate) most_crowded: (u64, u32),
    /// The smallest team that had such a loop.
    pub(crate) crowded_team: Option<u32>,
    /// The smallest team of several threads.
    pub(crate) smallest_team: Option<u32>,
    pub(crate) small_teams: SmallTeams,
    /// When tasks last used locks or atomics, whose order another schedule may change.
    pub(crate) exclusion: Option<u32>,
}

/// Everything the tool knows.
pub(crate) struct Tool {
    /// Accesses to frames of functions that run, in the place of others that have returned, which may have been to those.
    pub(crate) hidden_ends: BTreeSet<SiteId>,
    pub(crate) detector: Session,
    pub(crate) races: RaceLog,
    pub(crate) sites: Sites,
    pub(crate) options: Options,
    pub(crate) counters: Counters,
    pub(crate) heap: Heap,
    pub(crate) locks: Locks,
    pub(crate) reductions: Reductions,
    pub(crate) statics: Statics,
    pub(crate) shadow: Shadow,
    pub(crate) live: LiveTasks,
    pub(crate) captured: Captured,
    pub(crate) regions: Regions,
    pub(crate) implicit: ImplicitTasks,
    pub(crate) runners: Runners,
    /// What keeps tasks apart that are created outside of any region, if one of them was deferred all the same.
    pub(crate) exclusion: Option<LockId>,
    /// A cancel construct took effect.
    pub(crate) cancelled: bool,
    /// The OpenMP runtime has shut down and told so. If the program starts it again, it tells nothing.
    pub(crate) runtime_ended: bool,
    /// Functions that regions and tasks have run.
    pub(crate) bodies: Bodies,
    /// Functions without a mark that were called by pointers, and how often.
    pub(crate) callees: HashMap<usize, u64>,
    pub(crate) foreign_threads: ForeignThreads,
    pub(crate) events: Events,
    pub(crate) clauses: Clauses,
    pub(crate) lone: LoneDepends,
    pub(crate) returns: Returns,
    pub(crate) runtime_code: RuntimeCode,
    pub(crate) signals: Signals,
    /// The thread that has the baton, and the others.
    pub(crate) worker: Workers,
    pub(crate) baton: Baton,
    pub(crate) watch: Watch,
    pub(crate) polling: Polling,
    pub(crate) queue: Queue,
    pub(crate) turns: Turns,
    /// Contention groups so far.
    pub(crate) groups: u32,
    /// Who has the locks of OpenMP, in teams of several threads.
    pub(crate) lock_holders: HashMap<u64, WorkerId>,
    /// Chunks of the current loop so far.
    pub(crate) chunks: u32,
    pub(crate) found: Vec<detsan_detector::Race>,
    pub(crate) compaction: Compaction,
    pub(crate) pasts: Pasts,
    pub(crate) stopwatch: Stopwatch,
    /// Checking stops when the detector has [used](detsan_detector::Detector::numbers_used) so many
    /// numbers.
    pub(crate) most_numbers: u32,
}

/// So many are left when checking stops: more than an event takes.
const SPARE_NUMBERS: u32 = 1 << 24;

impl Tool {
    /// On the thread that OpenMP is initialised on.
    pub(crate) fn new(
        options: Options,
        output: Output,
        findings: Findings,
        recorder: Option<Recorder>,
        shadow: Shadow,
        thread: Thread,
        runtime_code: RuntimeCode,
    ) -> Tool {
        let seat = Seat::take_place(WorkerId(0));
        let stopwatch = Stopwatch::new(options.stats);
        let mut tool = Tool {
            detector: Session::new(locks::rule(&options), recorder),
            races: RaceLog::new(output, findings, options.max_reports_per_group),
            sites: Sites::new(),
            runners: Runners::new(options.team),
            options,
            counters: Counters::default(),
            heap: Heap::default(),
            locks: Locks::default(),
            reductions: Reductions::default(),
            statics: Statics::default(),
            shadow,
            live: LiveTasks::default(),
            captured: Captured::default(),
            regions: Regions::default(),
            hidden_ends: BTreeSet::new(),
            implicit: ImplicitTasks::default(),
            exclusion: None,
            cancelled: false,
            runtime_ended: false,
            bodies: Bodies::default(),
            callees: HashMap::new(),
            foreign_threads: ForeignThreads::default(),
            events: Events::default(),
            clauses: Clauses::default(),
            lone: LoneDepends::default(),
            returns: Returns::default(),
            runtime_code,
            signals: Signals::default(),
            worker: Workers::new(Worker::new(seat, thread)),
            baton: Baton::new(),
            watch: Watch::default(),
            polling: Polling::default(),
            queue: Queue::default(),
            turns: Turns::default(),
            groups: 1,
            lock_holders: HashMap::new(),
            chunks: 0,
            found: Vec::new(),
            compaction: Compaction::default(),
            pasts: Pasts::default(),
            stopwatch,
            most_numbers: u32::MAX - SPARE_NUMBERS,
        };
        tool.publish_step();
        tool
    }

    /// Tells the hooks about the step that begins.
    pub(crate) fn publish_step(&mut self) {
        if self.detector.numbers_used() >= self.most_numbers {
            ending::exhausted(self);
        }
        let mark = if self.allows_shortcuts() { step_mark(self.detector.epoch()) } else { 0 };
        let (base, clock, shortcuts) = (self.detector.base(), self.detector.clock(), &raw mut *self.shadow.shortcuts);
        let settled = if mark == 0 { NOTHING } else { self.publish_past() };
        self.worker.thread.begin_step(base, clock, mark, shortcuts, settled);
    }

    /// Accesses of the program to cells that were not redundant.
    pub(crate) fn checked_accesses(&self) -> u64 {
        let shortened: u64 = self.worker.iter().map(|worker| worker.thread.shortened()).sum();
        self.detector.statistics().accesses + shortened - self.counters.freed
    }

    #[inline]
    pub(crate) fn resolve(&self, handle: Handle) -> TaskId {
        match handle {
            Handle::Explicit { task, .. } => task,
            // The member, in its current phase.
            Handle::Implicit { region, index } => {
                let team = self.regions.get(region).and_then(|region| region.team).unwrap_or(TeamId(0));
                self.detector.members(team).get(index as usize).copied().unwrap_or(self.detector.running())
            }
        }
    }

    /// The place `pc` in the function that runs now.
    pub(crate) fn site(&mut self, pc: usize, size: usize) -> SiteId {
        let context = match self.worker.thread.known_context() {
            Some(context) => context,
            None => self.sites.context(self.worker.thread.frames(), &mut self.shadow.shortcuts),
        };
        self.sites.intern(pc, context, size)
    }

    /// The task whose descriptor holds `address`, with the descriptor.
    pub(crate) fn task_data(&self, address: usize) -> Option<(TaskId, (usize, usize))> {
        self.live.owner_of_memory(address).or_else(|| self.captured.owner(address))
    }

    /// The task whose beginning is marked at this index of the shadow call stack of `worker`.
    pub(crate) fn task_started_at(&mut self, worker: WorkerId, index: usize) -> Option<TaskId> {
        let starts_here = |start: Option<Depth>| start.is_some_and(|start| start.index() == index);
        let runs_on = |task: TaskId| self.runners.of(task).is_none_or(|runner| runner == worker);
        let explicit =
            || self.live.iter().find(|live| starts_here(live.start) && runs_on(live.task)).map(|live| live.task);
        let parts = &self.worker.get(worker).regions;
        let implicit = parts.iter().find(|part| starts_here(part.start)).copied();
        match implicit {
            Some(Membership { region, index, .. }) => Some(self.resolve(Handle::Implicit { region, index })),
            None => explicit(),
        }
    }

    /// Where `task` was created, or its region met.
    pub(crate) fn creation_site(&self, task: TaskId) -> SiteId {
        self.implicit.find(task).map_or_else(|| self.detector.site(task), |(site, _)| site)
    }

    /// The running task does what another schedule may do in another order, unless no other one runs beside it.
    pub(crate) fn note_order_of_chance(&mut self) {
        if !self.worker.regions.iter().all(|part| part.alone) {
            self.counters.exclusion = self.counters.exclusion.max(Some(self.detector.clock()));
        }
    }

    pub(crate) fn on_acquired(&mut self, wait_id: u64, orders: Orders) {
        let lock = self.locks.id(Lock::OpenMp(wait_id, self.group()));
        let task = self.detector.running();
        debug!(?task, ?lock, "acquired");
        self.note_order_of_chance();
        match orders {
            Orders::Sections => self.detector.tell(Event::Acquire { task, lock }),
            Orders::Nothing => self.detector.tell(Event::AcquireUnordered { task, lock }),
        }
        self.hold_lock(wait_id);
        self.publish_step();
    }

    pub(crate) fn on_released(&mut self, wait_id: u64) {
        let lock = self.locks.id(Lock::OpenMp(wait_id, self.group()));
        let task = self.detector.running();
        debug!(?task, ?lock, "released");
        self.detector.tell(Event::Release { task, lock });
        self.free_lock(wait_id);
        self.publish_step();
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
            Handle::Explicit { task: TaskId(0), slot: Slot(0) },
            Handle::Explicit { task: TaskId(7), slot: Slot(3) },
            Handle::Explicit { task: TaskId(u32::MAX - 1), slot: Slot(Handle::SLOTS as u32 - 1) },
            Handle::INITIAL,
            Handle::Implicit { region: RegionId(9), index: 179 },
        ] {
            assert_ne!(handle.to_bits(), 0);
            assert_eq!(Handle::from_bits(handle.to_bits()), Some(handle));
        }
        assert_eq!(Handle::from_bits(0), None);
    }
}
