//! The event interface: one method per thing that a task does.

mod settling;

use crate::FastMap;
use crate::compaction::Embedding;
use crate::does_not_commute::Sections;
use crate::event::{Access, AccessMode, Completion, Deferral, Depend, DependKind, Event};
use crate::guards::Guards;
use crate::history::{Cell, Effort, History, HistoryStatistics, Order, Race, RaceAccess};
use crate::ids::{GuardId, LockId, SignalId, SiteId, StepId, TaskId, TeamId};
use crate::lock_order::LockOrder;
use crate::locks::{Lock, LockSetId, LockSets};
use crate::nesting::Nesting;
use crate::reachability::Reachability;

/// What critical sections do to the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LockRule {
    /// Those of one lock exclude each other, in whichever order they come.
    #[default]
    Sets,
    /// Those of one lock with conflicting accesses stay in the order in which they ran: the does-not-commute relation.
    DoesNotCommute,
}

/// Numbers for the summary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Tasks, the phases of implicit ones included.
    pub tasks: u64,
    /// Accesses to cells that were checked.
    pub accesses: u64,
    /// Of these, answered from the transition cache.
    pub cached: u64,
    /// Questions of order between two steps that were not answered from the memo.
    pub questions: u64,
    /// Points that searches through promises visited.
    pub searched: u64,
    /// Tasks that were joined.
    pub joins: u64,
    /// Promises that tasks got.
    pub promises: u64,
}

/// Decides whether accesses race; see the [crate] documentation.
#[derive(Debug)]
pub struct Detector {
    reachability: Reachability,
    history: History,
    memo: Memo,
    running: TaskId,
    /// Locks that tasks hold, those that hold any.
    held: FastMap<TaskId, LockSetId>,
    /// What undeferred tasks have from their creators, those that have any.
    inherited: FastMap<TaskId, LockSetId>,
    lock_order: LockOrder,
    /// All critical sections, if order is drawn from what is done in them.
    sections: Option<Box<Sections>>,
    guards: Guards,
    nesting: Nesting,
    /// Everything before this time was there when the detector was compacted last.
    compacted: u32,
}

/// Answers to `precedes` for the step that runs now: they cannot change while it runs.
#[derive(Debug)]
struct Memo {
    epoch: u32,
    slots: Box<[(u32, StepId, bool)]>,
    questions: u64,
}

const MEMO_SLOTS: usize = 256;

/// What a history asks, answered for the running task.
struct Now<'a, F> {
    reachability: &'a mut Reachability,
    memo: &'a mut Memo,
    running: TaskId,
    guards: &'a Guards,
    sections: &'a Option<Box<Sections>>,
    stale: &'a mut F,
}

/// What precedes the running task, while an access of it is looked at.
pub struct Past<'a> {
    reachability: &'a mut Reachability,
    running: TaskId,
}

impl Past<'_> {
    /// See [`Detector::has_happened`].
    pub fn has_happened(&mut self, task: TaskId, time: u32) -> bool {
        self.reachability.precedes(task, time, self.running)
    }

    /// See [`Detector::spawned`].
    pub fn spawned(&self, task: TaskId) -> u32 {
        self.reachability.spawned(task)
    }

    /// See [`Detector::members`].
    pub fn members(&self, team: TeamId) -> &[TaskId] {
        self.reachability.members(team)
    }
}

impl<F: FnMut(&RaceAccess, &mut Past<'_>) -> bool> Order for Now<'_, F> {
    fn precedes(&mut self, step: StepId, task: TaskId, time: u32, effort: Effort) -> bool {
        let slot = &mut self.memo.slots[step.index() % MEMO_SLOTS];
        if slot.0 == self.memo.epoch && slot.1 == step {
            return slot.2;
        }
        self.memo.questions += 1;
        let answer = self.reachability.precedes_by(task, time, self.running, effort);
        if let Some(answer) = answer {
            *slot = (self.memo.epoch, step, answer);
        }
        answer.unwrap_or(false)
    }

    fn is_stale(&mut self, earlier: &RaceAccess) -> bool {
        (self.stale)(earlier, &mut Past { reachability: self.reachability, running: self.running })
    }

    fn may_forget_section(&mut self, task: TaskId, time: u32, locks: LockSetId, sets: &LockSets) -> bool {
        let Some(sections) = self.sections else { return true };
        sets.sections(locks).all(|lock| {
            let ours = || sections.holder(task, lock, sets) == sections.holder(self.running, lock, sets);
            match sections.end(task, time, lock, sets) {
                Some(end) => self.reachability.precedes(end.task, end.limit - 1, self.running),
                None => ours(),
            }
        })
    }

    fn is_passed(&mut self, guard: GuardId) -> bool {
        let (reachability, running) = (&mut *self.reachability, self.running);
        self.guards.is_passed(guard, running, |task, time| reachability.precedes(task, time, running))
    }
}

impl Default for Detector {
    fn default() -> Self {
        Self::new(LockRule::default())
    }
}

impl Detector {
    /// The task that runs when nothing has happened yet.
    pub const INITIAL_TASK: TaskId = TaskId(0);

    /// A detector to which nothing has happened: the initial task runs.
    pub fn new(lock_rule: LockRule) -> Self {
        let keeps_sections = lock_rule == LockRule::DoesNotCommute;
        let mut detector = Self {
            reachability: Reachability::new(),
            history: History::new(Self::INITIAL_TASK, keeps_sections),
            memo: Memo { epoch: 0, slots: vec![(0, StepId(0), false); MEMO_SLOTS].into_boxed_slice(), questions: 0 },
            running: Self::INITIAL_TASK,
            held: FastMap::default(),
            inherited: FastMap::default(),
            lock_order: if keeps_sections { LockOrder::keeping_all() } else { LockOrder::default() },
            sections: keeps_sections.then(Box::default),
            guards: Guards::default(),
            nesting: Nesting::default(),
            compacted: 0,
        };
        detector.nesting.restart(Self::INITIAL_TASK, detector.history.next_identifier());
        detector.begin_step();
        detector
    }

    /// Calls the method for `event`.
    ///
    /// # Panics
    ///
    /// If it is an [`Event::Access`]: that needs a cell, see [`Detector::access`].
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Create { parent, deferral, completion, depends, site } => {
                let task = self.create(*parent, *deferral, *site);
                if !depends.is_empty() {
                    self.depend(task, depends);
                }
                if *completion == Completion::Detached {
                    self.detach(task);
                }
            }
            Event::Depend { task, depends } => self.depend(*task, depends),
            Event::Detach { task } => self.detach(*task),
            Event::Run { task } => self.run(*task),
            Event::End { task } => self.end(*task),
            Event::Fulfill { task, by } => self.fulfill(*task, *by),
            Event::Taskwait { task } => self.taskwait(*task),
            Event::TaskwaitDepend { task, depends } => self.taskwait_depend(*task, depends),
            Event::TaskgroupBegin { task } => self.taskgroup_begin(*task),
            Event::TaskgroupEnd { task } => self.taskgroup_end(*task),
            Event::Fork { parent, size, .. } => {
                self.fork(*parent, *size);
            }
            Event::Barrier { team } => self.barrier(*team),
            Event::Join { team } => self.join(*team),
            Event::Acquire { task, lock } => self.acquire(*task, *lock),
            Event::AcquireShared { task, lock } => self.acquire_shared(*task, *lock),
            Event::AcquireUnordered { task, lock } => self.acquire_unordered(*task, *lock),
            Event::Release { task, lock } => self.release(*task, *lock),
            Event::InitialiseBegin { task, guard } => self.initialise_begin(*task, *guard),
            Event::InitialiseEnd { task, guard } => self.initialise_end(*task, *guard),
            Event::Pass { task, guard } => self.pass(*task, *guard),
            Event::Signal { task, signal } => self.signal(*task, *signal),
            Event::Await { task, signal } => self.await_signal(*task, *signal),
            Event::Discard { signal } => self.discard(*signal),
            Event::Access { .. } => panic!("an access needs a cell"),
        }
    }

    /// `parent` creates a task.
    pub fn create(&mut self, parent: TaskId, deferral: Deferral, site: SiteId) -> TaskId {
        self.lock_order.leak(parent);
        let task = self.reachability.create(parent, deferral, site);
        if deferral == Deferral::Undeferred {
            // The creator keeps its locks until the task is done.
            let locks = self.held_by(parent);
            if locks != LockSetId::EMPTY {
                self.inherited.insert(task, locks);
                if let Some(sections) = &mut self.sections {
                    sections.inherit(task, parent, locks);
                }
                self.hold(task, locks);
            }
        }
        self.begin_step();
        task
    }

    /// Adds the `depend` clauses of `task`, which has just been created.
    pub fn depend(&mut self, task: TaskId, depends: &[Depend]) {
        self.reachability.depend(task, depends);
        for depend in depends.iter().filter(|depend| depend.kind == DependKind::MutexInOutSet) {
            if let (Some(parent), Some(location)) = (self.parent(task), depend.location) {
                let locks = self.held_by(task);
                let locks = self.history.locks_mut().with(locks, Lock::MutexInOutSet(parent, location));
                self.hold(task, locks);
            }
        }
    }

    /// `task`, whose body has not ended, completes only when its event is fulfilled as well.
    pub fn detach(&mut self, task: TaskId) {
        self.reachability.detach(task);
    }

    /// `task` starts, or goes on after another task ran.
    pub fn run(&mut self, task: TaskId) {
        if task != self.running {
            self.nesting.run(task, self.history.next_identifier());
        }
        self.running = task;
        self.reachability.run(task);
        self.begin_step();
    }

    /// The body of `task` ends.
    pub fn end(&mut self, task: TaskId) {
        self.reachability.end(task);
        if !self.held.is_empty() && self.held.remove(&task).is_some() {
            self.inherited.remove(&task);
            self.lock_order.end(task);
        }
        self.begin_step();
    }

    /// The event of `task` is fulfilled by the task `by`, or from outside of OpenMP.
    pub fn fulfill(&mut self, task: TaskId, by: Option<TaskId>) {
        if let Some(by) = by {
            self.lock_order.leak(by);
        }
        self.reachability.fulfill(task, by);
        self.begin_step();
    }

    /// A `taskwait` of `task` ends.
    pub fn taskwait(&mut self, task: TaskId) {
        self.reachability.taskwait(task);
        self.begin_step();
    }

    /// A `taskwait depend(…)` of `task` ends.
    pub fn taskwait_depend(&mut self, task: TaskId, depends: &[Depend]) {
        self.reachability.taskwait_depend(task, depends);
        self.begin_step();
    }

    /// `task` opens a taskgroup.
    pub fn taskgroup_begin(&mut self, task: TaskId) {
        self.reachability.taskgroup_begin(task);
        self.begin_step();
    }

    /// The innermost taskgroup of `task` ends.
    pub fn taskgroup_end(&mut self, task: TaskId) {
        self.reachability.taskgroup_end(task);
        self.begin_step();
    }

    /// `parent` meets a parallel region with `size` implicit tasks; see [`Detector::members`].
    pub fn fork(&mut self, parent: TaskId, size: u32) -> TeamId {
        self.lock_order.leak(parent);
        let team = self.reachability.fork(parent, size);
        self.begin_step();
        team
    }

    /// The implicit tasks of `team`, as they are since the last barrier.
    pub fn members(&self, team: TeamId) -> &[TaskId] {
        self.reachability.members(team)
    }

    /// All implicit tasks of `team` leave a barrier, and go on as new tasks, with the locks that they have.
    pub fn barrier(&mut self, team: TeamId) {
        if self.held.is_empty() {
            self.reachability.barrier(team);
        } else {
            let before = self.members(team).to_vec();
            self.reachability.barrier(team);
            for (old, new) in before.iter().zip(self.reachability.members(team)) {
                if let Some(locks) = self.held.remove(old) {
                    self.held.insert(*new, locks);
                    self.lock_order.go_on_as(*old, *new);
                }
            }
        }
        self.begin_step();
    }

    /// The parallel region of `team` ends.
    pub fn join(&mut self, team: TeamId) {
        self.reachability.join(team);
        self.begin_step();
    }

    /// `task` takes `lock`.
    pub fn acquire(&mut self, task: TaskId, lock: LockId) {
        self.enter(task, Lock::Program(lock));
    }

    /// `task` takes `lock` together with others who do so.
    pub fn acquire_shared(&mut self, task: TaskId, lock: LockId) {
        self.enter(task, Lock::Shared(lock));
    }

    /// `task` takes `lock`, which keeps its holders apart and orders nothing.
    pub fn acquire_unordered(&mut self, task: TaskId, lock: LockId) {
        self.add_lock(task, Lock::Unordered(lock));
    }

    /// `task` gives `lock` back.
    pub fn release(&mut self, task: TaskId, lock: LockId) {
        for lock in [Lock::Program(lock), Lock::Shared(lock)] {
            let section = self.lock_order.release(task, lock, self.running, &mut self.reachability);
            if let (Some(sections), Some(section)) = (&mut self.sections, section)
                && sections.add(task, lock, section)
            {
                self.reachability.pin(task);
            }
            self.remove_lock(task, lock);
        }
        self.remove_lock(task, Lock::Unordered(lock));
    }

    /// `task` begins to initialise what `guard` guards.
    pub fn initialise_begin(&mut self, task: TaskId, guard: GuardId) {
        self.add_lock(task, Lock::Initialiser(guard));
    }

    /// `task` has initialised what `guard` guards, or has given up.
    pub fn initialise_end(&mut self, task: TaskId, guard: GuardId) {
        self.remove_lock(task, Lock::Initialiser(guard));
    }

    /// `task` finds what `guard` guards initialised.
    pub fn pass(&mut self, task: TaskId, guard: GuardId) {
        if !self.guards.has_passed(task, guard) {
            self.guards.pass(task, guard, self.reachability.pass());
            self.begin_step();
        }
    }

    /// `task` publishes what it has done so far under `signal`, instead of what was published under it before.
    pub fn signal(&mut self, task: TaskId, signal: SignalId) {
        self.lock_order.leak(task);
        self.reachability.signal(task, signal);
        self.begin_step();
    }

    /// `task` goes on after what was last published under `signal`.
    ///
    /// # Panics
    ///
    /// If nothing was.
    pub fn await_signal(&mut self, task: TaskId, signal: SignalId) {
        self.reachability.await_signal(task, signal);
        self.begin_step();
    }

    /// Forgets what was published under `signal`.
    pub fn discard(&mut self, signal: SignalId) {
        self.reachability.discard(signal);
    }

    /// Whether something is published under `signal`. Only then may it be [awaited](Detector::await_signal).
    pub fn is_published(&self, signal: SignalId) -> bool {
        self.reachability.is_published(signal)
    }

    /// Whether what `task` did in the step that began at `time` precedes what the running task does from now on.
    pub fn has_happened(&mut self, task: TaskId, time: u32) -> bool {
        self.reachability.precedes(task, time, self.running)
    }

    #[cfg(test)]
    pub(crate) fn promises_got(&self, task: TaskId) -> usize {
        self.reachability.promises_got(task)
    }

    /// A critical section begins.
    fn enter(&mut self, task: TaskId, lock: Lock) {
        self.lock_order.acquire(task, lock, &mut self.reachability);
        self.add_lock(task, lock);
    }

    fn add_lock(&mut self, task: TaskId, lock: Lock) {
        let locks = self.held_by(task);
        let locks = self.history.locks_mut().with(locks, lock);
        self.hold(task, locks);
        self.begin_step();
    }

    fn remove_lock(&mut self, task: TaskId, lock: Lock) {
        let locks = self.held_by(task);
        let inherited = self.inherited.get(&task).copied().unwrap_or(LockSetId::EMPTY);
        if self.history.locks_mut().contains(inherited, lock) {
            return;
        }
        let fewer = self.history.locks_mut().without(locks, lock);
        if fewer != locks {
            self.hold(task, fewer);
            self.begin_step();
        }
    }

    fn held_by(&self, task: TaskId) -> LockSetId {
        self.held.get(&task).copied().unwrap_or(LockSetId::EMPTY)
    }

    fn hold(&mut self, task: TaskId, locks: LockSetId) {
        if locks == LockSetId::EMPTY {
            self.held.remove(&task);
        } else {
            self.held.insert(task, locks);
        }
    }

    /// The running task accesses (a part of) `cell`. Races go to `races`. Returns whether the same access to another cell with the same content
    /// has the same result, so that a range of memory with one history needs to be looked at once.
    ///
    /// Before a race is reported, `stale` is asked whether the memory has changed hands since the earlier access (a stack frame was popped and
    /// its place used again, say); then that access is forgotten. The answer may depend on what precedes the running task.
    #[inline]
    pub fn access(
        &mut self,
        cell: &mut Cell,
        access: Access,
        mut stale: impl FnMut(&RaceAccess, &mut Past<'_>) -> bool,
        races: &mut Vec<Race>,
    ) -> bool {
        if self.history.is_in_section() {
            self.follow_conflicts(*cell, access);
        }
        let (prepared, known) = self.history.prepare(*cell, access);
        if let Some(after) = known {
            *cell = after;
            return true;
        }
        let stale = &mut stale;
        let mut now = Now {
            reachability: &mut self.reachability,
            memo: &mut self.memo,
            running: self.running,
            guards: &self.guards,
            sections: &self.sections,
            stale,
        };
        self.history.access(cell, prepared, &mut now, races)
    }

    /// Whether a plain access by the running step adds nothing to the cell. The answer no may be wrong.
    #[inline]
    pub fn is_redundant(&self, cell: Cell, mode: AccessMode) -> bool {
        cell.recorded(mode) >= self.base()
    }

    /// When `task` was created.
    pub fn spawned(&self, task: TaskId) -> u32 {
        self.reachability.spawned(task)
    }

    /// Whether `step` precedes what the running task does from now on.
    pub fn precedes(&mut self, step: StepId) -> bool {
        self.precedes_by(step, Effort::Any)
    }

    /// The same; with little effort, the answer no may be wrong.
    fn precedes_by(&mut self, step: StepId, effort: Effort) -> bool {
        let (task, time) = self.history.step(step);
        Now {
            reachability: &mut self.reachability,
            memo: &mut self.memo,
            running: self.running,
            guards: &self.guards,
            sections: &self.sections,
            stale: &mut |_: &RaceAccess, _: &mut Past<'_>| false,
        }
        .precedes(step, task, time, effort)
    }

    /// Lets the running task follow the critical sections in which the cell was accessed, where that conflicts with the access to come.
    #[cold]
    fn follow_conflicts(&mut self, cell: Cell, access: Access) {
        let Some(sections) = &self.sections else { return };
        let mut is_new = false;
        for (task, time, lock) in self.history.conflicts(cell, access) {
            if let Some(end) = sections.end(task, time, lock, self.history.locks())
                && !self.reachability.precedes(end.task, end.limit - 1, self.running)
            {
                self.reachability.follow(self.running, end);
                is_new = true;
            }
        }
        if is_new {
            self.begin_step();
        }
    }

    /// Bytes that grow with what has happened. When there are many more than after the last [compaction](Detector::compact), another one may give
    /// some back.
    #[inline]
    pub fn footprint(&self) -> usize {
        self.reachability.bytes() + self.history.bytes()
    }

    /// How far the numbers are used up that are given to moments, tasks, steps and accesses: the
    /// largest number is the end of one of them, where the detector panics. An embedder stops some
    /// time before.
    #[inline]
    pub fn numbers_used(&self) -> u32 {
        self.clock().max(self.reachability.task_count() as u32).max(self.history.numbers_used())
    }

    /// Forgets tasks that are over; see [`Embedding`]. Nothing else changes, but that a race may name another task in the place of one like it.
    pub fn compact(&mut self, embedding: &mut impl Embedding) {
        let mut marks = self.history.marks();
        embedding.each_cell(&mut |cells| self.history.mark(&mut marks, cells));
        if let Some(sections) = &mut self.sections {
            let given_up = sections.retain(self.history.marked_sections(&marks), self.history.locks());
            given_up.into_iter().for_each(|holder| self.reachability.unpin(holder));
        }
        self.lock_order.sweep(&self.reachability);

        let mut boundaries = self.reachability.boundaries();
        self.lock_order.boundaries(|task, time| boundaries.add(task, time));
        for (task, time) in self.sections.iter().flat_map(|sections| sections.boundaries()) {
            boundaries.add(task, time);
        }
        boundaries.sort();

        let order = &mut self.reachability;
        let renamed = self.history.rebuild(&marks, |step| {
            let (task, time) = order.resolve(step.task, step.time, &boundaries);
            (task, time, embedding.likeness(step.by, order.site(step.by)))
        });
        embedding.each_cell(&mut |cells| renamed.apply(cells));
        let mut resolve = |task, time| order.resolve(task, time, &boundaries);
        self.guards.resolve(&mut resolve);
        self.lock_order.resolve(&mut resolve);
        embedding.each_step(&mut |task, time| (*task, *time) = resolve(*task, *time));

        let mut named: Vec<TaskId> = self.history.authors().collect();
        embedding.each_name(&mut |task| named.push(task));
        self.reachability.let_go(named.into_iter());
        if let Some(sections) = &mut self.sections {
            sections.retain_creators(|task| self.reachability.has_node(task));
        }
        // What begins from now on is later than every time above.
        self.compacted = self.reachability.tick();
        // Identifiers have other meanings from now on.
        self.nesting.restart(self.running, self.history.next_identifier());
        self.begin_step();
    }

    /// Whether creator and site of `task` are still known.
    pub fn is_known(&self, task: TaskId) -> bool {
        self.reachability.is_named(task)
    }

    /// Drops from `cell` the accesses for which `stale` says that the memory has changed hands since. To be done before a
    /// [compaction](Detector::compact) where the answer depends on the time of an access, because that may change the time.
    pub fn forget_stale(&mut self, cell: &mut Cell, stale: impl FnMut(&RaceAccess) -> bool) {
        self.history.forget_stale(cell, stale);
    }

    fn begin_step(&mut self) {
        if let Some((task, time)) = self.history.active_step() {
            self.reachability.note_step(task, time);
        }
        let joiner = self.reachability.take_oldest_joiner();
        if joiner < self.running {
            self.nesting.joined_into(joiner, self.history.next_identifier());
        }
        self.memo.epoch = self.memo.epoch.wrapping_add(1).max(1);
        let locks = self.held_by(self.running);
        self.history.begin_step(self.running, self.reachability.clock(), locks);
    }

    /// Whether tasks may be left that `task`, or a descendant of it, has created and that it does not follow. If it does not have any, the answer may be
    /// yes because of another task's.
    pub fn may_have_unjoined(&self, task: TaskId) -> bool {
        self.reachability.may_have_unjoined(task)
    }

    /// Whether `task` has completed.
    pub fn is_complete(&self, task: TaskId) -> bool {
        self.reachability.is_complete(task)
    }

    /// A task that has not completed and that `task`, which has not started, depends on.
    pub fn awaited_by(&self, task: TaskId) -> Option<TaskId> {
        self.reachability.awaited_by(task)
    }

    /// A task that has not completed and that a construct of `task` with these clauses has to wait for.
    pub fn awaited_at(&self, task: TaskId, depends: &[Depend]) -> Option<TaskId> {
        self.reachability.awaited_at(task, depends)
    }

    /// The task that runs now.
    pub fn running(&self) -> TaskId {
        self.running
    }

    /// How many tasks `task` is known to follow by `depend` clauses and events, or will when it
    /// starts.
    pub fn dependences(&self, task: TaskId) -> usize {
        self.reachability.dependences(task)
    }

    /// Whether everything that `task` depends on has completed. Only then may it [`run`](Detector::run).
    pub fn is_ready(&self, task: TaskId) -> bool {
        self.reachability.is_ready(task)
    }

    /// Whether everything that a `taskwait depend(…)` of `task` waits for has completed. Only then may it
    /// [end](Detector::taskwait_depend).
    pub fn may_pass(&self, task: TaskId, depends: &[Depend]) -> bool {
        self.reachability.may_pass(task, depends)
    }

    /// The clock: it grows with every event but accesses.
    pub fn clock(&self) -> u32 {
        self.reachability.clock()
    }

    /// Identifiers in cells at or above this one were made by the step that runs now; see [`crate::COVERING`].
    pub fn base(&self) -> u32 {
        self.history.base()
    }

    /// A number for the step that runs now, which no other one has for a long time, and which is not 0. What an access makes of a cell, if it may be
    /// [repeated](Detector::access), holds for this step.
    pub fn epoch(&self) -> u32 {
        self.history.epoch()
    }

    /// The creator of `task`; the initial task has none.
    pub fn parent(&self, task: TaskId) -> Option<TaskId> {
        self.reachability.parent(task)
    }

    /// Where `task` was created.
    pub fn site(&self, task: TaskId) -> SiteId {
        self.reachability.site(task)
    }

    /// Numbers for the summary.
    pub fn statistics(&self) -> Statistics {
        let HistoryStatistics { accesses, cached } = self.history.statistics();
        Statistics {
            tasks: self.reachability.task_count() as u64,
            accesses,
            cached,
            questions: self.memo.questions,
            searched: self.reachability.searched_points(),
            joins: self.reachability.joins(),
            promises: self.reachability.promises(),
        }
    }
}
