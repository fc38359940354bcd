//! Which events may come next: OpenMP's rules on who waits for whom, straight from their wording.
//!
//! [`Machine::awaited`] is the one place where those rules are written down. A stream is legal if
//! whatever an event awaits has completed; the [`Oracle`](crate::Oracle) draws its edges from the
//! same answer.
//!
//! # Conventions of a stream
//!
//! After the end of a body, a fork, a barrier or a join nothing runs until the next [`Event::Run`];
//! the same holds for the creator of an undeferred task. Implicit tasks have no [`Event::End`]. No
//! task ends, and no team meets a barrier or ends, with a taskgroup open or something half
//! initialised. Nor does a task or a team end with a lock held; but implicit tasks take their locks
//! along through a barrier. A barrier is met by the implicit tasks themselves, not inside of
//! anything. `omp_all_memory` comes with `out` alone, and `mutexinoutset` not on a `taskwait`, as
//! OpenMP demands.

use std::collections::{BTreeMap, BTreeSet};

use detsan_detector::{
    Actor, Completion, Deferral, Depend, DependKind, Event, GuardId, Location, LockId, SignalId, TaskId, TeamId,
};

use crate::depend;

/// Why an event cannot come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal(pub &'static str);

/// Something that keeps tasks apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// A lock.
    Lock(LockId),
    /// A lock that others may have in this way at the same time.
    Shared(LockId),
    /// A `mutexinoutset` location among the children of this task.
    Mutex(TaskId, Location),
    /// The right to initialise something.
    Initialiser(GuardId),
}

impl Guard {
    /// Whether one who has this and one who has `other` are never at work at the same time.
    pub fn excludes(self, other: Guard) -> bool {
        match (self, other) {
            (Guard::Shared(_), Guard::Shared(_)) => false,
            (Guard::Lock(a) | Guard::Shared(a), Guard::Lock(b) | Guard::Shared(b)) => a == b,
            (a, b) => a == b,
        }
    }
}

/// What is known about one task, or one phase of an implicit task.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The creator; for an implicit task the one that met the parallel region; none for the initial
    /// task.
    pub(crate) parent: Option<TaskId>,
    pub(crate) team: TeamId,
    pub(crate) explicit: bool,
    deferral: Deferral,
    completion: Completion,
    pub(crate) depends: Vec<Depend>,
    /// Earlier siblings that it depends on.
    predecessors: Vec<TaskId>,
    /// Explicit tasks that it has created.
    pub(crate) children: Vec<TaskId>,
    /// For each open taskgroup, how many children were created before it.
    pub(crate) groups: Vec<usize>,
    pub(crate) locks: Vec<LockId>,
    /// Locks that it has together with others.
    pub(crate) shared_locks: Vec<LockId>,
    /// What it is initialising.
    pub(crate) initialises: Vec<GuardId>,
    /// The undeferred child that it waits for.
    awaits: Option<TaskId>,
    /// The region that it has forked and that is not joined.
    pub(crate) region: Option<TeamId>,
    pub(crate) started: bool,
    /// The body has ended, or the barrier after this phase is past.
    pub(crate) ended: bool,
    pub(crate) fulfilled: bool,
}

impl Task {
    fn new(parent: Option<TaskId>, team: TeamId) -> Self {
        Task {
            parent,
            team,
            explicit: false,
            deferral: Deferral::Deferred,
            completion: Completion::AtEnd,
            depends: Vec::new(),
            predecessors: Vec::new(),
            children: Vec::new(),
            groups: Vec::new(),
            locks: Vec::new(),
            shared_locks: Vec::new(),
            initialises: Vec::new(),
            awaits: None,
            region: None,
            started: true,
            ended: false,
            fulfilled: false,
        }
    }

    /// Whether the task has completed, not only its body.
    pub(crate) fn completed(&self) -> bool {
        self.ended && (self.completion == Completion::AtEnd || self.fulfilled)
    }

    /// Whether the task has an event that is still to be fulfilled.
    pub(crate) fn awaits_event(&self) -> bool {
        self.completion == Completion::Detached && !self.fulfilled
    }

    fn has_locks(&self) -> bool {
        !self.locks.is_empty() || !self.shared_locks.is_empty()
    }

    /// Whether the task is inside its body and not kept there by a child or a region.
    fn active(&self) -> bool {
        self.started && !self.ended && self.awaits.is_none() && self.region.is_none()
    }
}

/// Something that is initialised when it is first needed.
#[derive(Clone, Debug, Default)]
struct Guarded {
    initialised_by: Option<TaskId>,
    attempts: usize,
    passed: bool,
}

/// A team and the tasks that are the current phases of its implicit tasks; none when it has been
/// joined.
#[derive(Clone, Debug)]
pub(crate) struct Team {
    /// The task that met the region; none for the initial team.
    pub(crate) parent: Option<TaskId>,
    pub(crate) phases: Vec<TaskId>,
}

/// The state of all tasks after a stream of events.
#[derive(Clone, Debug)]
pub struct Machine {
    tasks: Vec<Task>,
    teams: Vec<Team>,
    owners: BTreeMap<LockId, TaskId>,
    /// How many tasks have a lock together.
    sharers: BTreeMap<LockId, usize>,
    /// Whether the locks that have been taken order nothing.
    unordered: BTreeMap<LockId, bool>,
    guards: BTreeMap<GuardId, Guarded>,
    /// What can be waited for.
    published: BTreeSet<SignalId>,
    running: Option<TaskId>,
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

impl Machine {
    /// The beginning: the initial task runs, alone in its team.
    pub fn new() -> Self {
        Machine {
            tasks: vec![Task::new(None, TeamId(0))],
            teams: vec![Team { parent: None, phases: vec![TaskId(0)] }],
            owners: BTreeMap::new(),
            sharers: BTreeMap::new(),
            unordered: BTreeMap::new(),
            guards: BTreeMap::new(),
            published: BTreeSet::new(),
            running: Some(TaskId(0)),
        }
    }

    /// The task that runs.
    pub fn running(&self) -> Option<TaskId> {
        self.running
    }

    /// The task that runs, if it can make an access now.
    pub fn acting(&self) -> Option<TaskId> {
        self.running.filter(|task| self.task(*task).active())
    }

    /// How many tasks there have been, phases included.
    pub fn task_count(&self) -> usize {
        self.tasks.len()
    }

    /// How many teams there have been.
    pub fn team_count(&self) -> usize {
        self.teams.len()
    }

    /// Whether `signal` can be waited for.
    pub fn is_published(&self, signal: SignalId) -> bool {
        self.published.contains(&signal)
    }

    pub(crate) fn task(&self, task: TaskId) -> &Task {
        &self.tasks[task.0 as usize]
    }

    pub(crate) fn team(&self, team: TeamId) -> &Team {
        &self.teams[team.0 as usize]
    }

    pub(crate) fn task_ids(&self) -> impl DoubleEndedIterator<Item = TaskId> + use<> {
        (0..self.tasks.len() as u32).map(TaskId)
    }

    fn task_mut(&mut self, task: TaskId) -> &mut Task {
        &mut self.tasks[task.0 as usize]
    }

    /// The tasks whose completion comes before `event` in every execution, because the event waits
    /// for it.
    ///
    /// | event | waits for |
    /// |---|---|
    /// | start of a task | earlier siblings that its `depend` clauses conflict with |
    /// | going on after an undeferred task was created | that task |
    /// | `taskwait` | every child so far, not their children |
    /// | `taskwait depend` | every child so far that the clauses conflict with |
    /// | end of a taskgroup | every task that was created inside, and all their descendants |
    /// | barrier, join | every explicit task of the team |
    pub fn awaited(&self, event: &Event) -> Vec<TaskId> {
        match event {
            Event::Run { task } if self.task(*task).started => self.task(*task).awaits.into_iter().collect(),
            Event::Run { task } => self.task(*task).predecessors.clone(),
            Event::Taskwait { task } => self.task(*task).children.clone(),
            Event::TaskwaitDepend { task, depends } => self.conflicting(&self.task(*task).children, depends),
            Event::TaskgroupEnd { task } => {
                let task = self.task(*task);
                let outside = task.groups.last().copied().unwrap_or(0);
                let members = &task.children[outside..];
                self.task_ids().filter(|t| self.explicit(*t) && self.descends_from_any(*t, members)).collect()
            }
            Event::Barrier { team } | Event::Join { team } => {
                self.task_ids().filter(|t| self.explicit(*t) && self.task(*t).team == *team).collect()
            }
            _ => Vec::new(),
        }
    }

    fn explicit(&self, task: TaskId) -> bool {
        self.task(task).explicit
    }

    fn conflicting(&self, children: &[TaskId], depends: &[Depend]) -> Vec<TaskId> {
        children.iter().copied().filter(|child| depend::conflict(&self.task(*child).depends, depends)).collect()
    }

    fn descends_from_any(&self, task: TaskId, ancestors: &[TaskId]) -> bool {
        std::iter::successors(Some(task), |t| self.task(*t).parent).any(|t| ancestors.contains(&t))
    }

    /// What keeps others out while `task` runs: its locks and its `mutexinoutset` locations. An
    /// undeferred task also has those of its creator, which gives nothing back before the task is
    /// done.
    pub fn guards(&self, task: TaskId) -> Vec<Guard> {
        let state = self.task(task);
        let mut guards: Vec<Guard> = state.locks.iter().map(|lock| Guard::Lock(*lock)).collect();
        guards.extend(state.shared_locks.iter().map(|lock| Guard::Shared(*lock)));
        guards.extend(state.initialises.iter().map(|guard| Guard::Initialiser(*guard)));
        if let Some(parent) = state.parent {
            guards.extend(depend::mutex_locations(&state.depends).map(|location| Guard::Mutex(parent, location)));
            if state.deferral == Deferral::Undeferred {
                guards.extend(self.guards(parent));
            }
        }
        guards
    }

    /// Whether `task` is `holder`, or `holder` waits for it as an undeferred task, directly or not.
    pub(crate) fn works_for(&self, task: TaskId, holder: TaskId) -> bool {
        let waits = |task: &TaskId| {
            let task = self.task(*task);
            task.parent.filter(|_| task.deferral == Deferral::Undeferred)
        };
        std::iter::successors(Some(task), waits).any(|task| task == holder)
    }

    /// Whether `event` can come next.
    pub fn check(&self, event: &Event) -> Result<(), Illegal> {
        let acts = match event.actor() {
            Actor::Task(task) => self.acting() == Some(task),
            Actor::Running => self.acting().is_some(),
            Actor::Nobody => true,
        };
        self.check_by(event, acts)
    }

    /// Whether `task` could do `event` next, if need be after it was made to run.
    pub fn could(&self, task: TaskId, event: &Event) -> bool {
        let acts = self.acting() == Some(task) || self.check(&Event::Run { task }).is_ok();
        self.check_by(event, acts).is_ok()
    }

    fn check_by(&self, event: &Event, actor_acts: bool) -> Result<(), Illegal> {
        require(self.knows(event), "it names a task or a team that does not exist")?;
        require(actor_acts, "its task does not run")?;
        match event {
            Event::Run { task } => self.check_run(*task)?,
            Event::Create { depends, .. } => check_depends(depends)?,
            Event::Depend { task, depends } => {
                check_depends(depends)?;
                require(!self.task(*task).started, "the task has started")?;
            }
            Event::Detach { task } => {
                let state = self.task(*task);
                let has_event = state.completion == Completion::Detached;
                require(state.explicit && (has_event || !state.ended), "the task has ended")?;
            }
            Event::End { task } => {
                require(self.explicit(*task), "implicit tasks do not end by themselves")?;
                self.check_nothing_open(*task)?;
                require(!self.task(*task).has_locks(), "a lock is held")?;
            }
            Event::Fulfill { task, .. } => {
                require(self.task(*task).awaits_event(), "the task has no event that is still to be fulfilled")?;
            }
            Event::TaskwaitDepend { depends, .. } => {
                check_depends(depends)?;
                let mutex = depends.iter().any(|d| d.kind == DependKind::MutexInOutSet);
                require(!mutex, "mutexinoutset is not for taskwait")?;
            }
            Event::TaskgroupEnd { task } => {
                require(!self.task(*task).groups.is_empty(), "no taskgroup is open")?;
            }
            Event::Fork { size, .. } => require(*size > 0, "a team has at least one task")?,
            Event::Barrier { team } | Event::Join { team } => {
                require(!self.team(*team).phases.is_empty(), "the team is already joined")?;
                for phase in &self.team(*team).phases {
                    require(self.task(*phase).active(), "an implicit task waits for a task or a region")?;
                    self.check_nothing_open(*phase)?;
                    let bare = matches!(event, Event::Barrier { .. }) || !self.task(*phase).has_locks();
                    require(bare, "a lock is held")?;
                }
                require(self.team(*team).parent.is_some(), "the initial team has no barriers and is not joined")?;
            }
            Event::Acquire { lock, .. } => {
                let free = !self.owners.contains_key(lock) && !self.sharers.contains_key(lock);
                require(free, "the lock is taken")?;
                require(self.unordered.get(lock) != Some(&true), "the lock orders nothing")?;
            }
            Event::AcquireUnordered { lock, .. } => {
                require(!self.owners.contains_key(lock), "the lock is taken")?;
                require(self.unordered.get(lock) != Some(&false), "the lock orders")?;
            }
            Event::AcquireShared { task, lock } => {
                require(self.unordered.get(lock) != Some(&true), "the lock orders nothing")?;
                require(!self.owners.contains_key(lock), "the lock is taken")?;
                require(!self.task(*task).shared_locks.contains(lock), "the task has the lock")?;
            }
            Event::Release { task, lock } => {
                let shares = self.task(*task).shared_locks.contains(lock);
                require(shares || self.owners.get(lock) == Some(task), "the task does not have the lock")?;
            }
            Event::InitialiseBegin { guard, .. } => {
                let guarded = self.guarded(*guard);
                require(guarded.initialised_by.is_none(), "somebody initialises it")?;
                require(!guarded.passed, "it is initialised")?;
            }
            Event::InitialiseEnd { task, guard } => {
                require(self.guarded(*guard).initialised_by == Some(*task), "the task does not initialise it")?;
            }
            Event::Pass { guard, .. } => {
                let guarded = self.guarded(*guard);
                require(guarded.initialised_by.is_none() && guarded.attempts > 0, "it is not initialised")?;
            }
            Event::Await { signal, .. } | Event::Discard { signal } => {
                require(self.is_published(*signal), "the signal is not published")?;
            }
            Event::Access { access, .. } => {
                require((1..16).contains(&access.bytes.0), "an access is to some of four bytes")?;
            }
            Event::Taskwait { .. } | Event::TaskgroupBegin { .. } | Event::Signal { .. } => {}
        }
        let complete = self.awaited(event).iter().all(|task| self.task(*task).completed());
        require(complete, "a task that it waits for has not completed")
    }

    fn knows(&self, event: &Event) -> bool {
        event.all_tasks(|task| (task.0 as usize) < self.tasks.len())
            && event.team().is_none_or(|team| (team.0 as usize) < self.teams.len())
    }

    fn check_run(&self, task: TaskId) -> Result<(), Illegal> {
        let state = self.task(task);
        require(!state.ended, "the task has ended")?;
        require(state.region.is_none(), "the task is in a parallel region")?;
        let siblings = state.parent.map_or(&[][..], |parent| &self.task(parent).children);
        let excluded = |sibling: &TaskId| {
            let other = self.task(*sibling);
            other.started && !other.completed() && depend::mutually_exclusive(&state.depends, &other.depends)
        };
        require(state.started || !siblings.iter().any(excluded), "a task that excludes it runs")
    }

    fn check_nothing_open(&self, task: TaskId) -> Result<(), Illegal> {
        require(self.task(task).groups.is_empty(), "a taskgroup is open")?;
        require(self.task(task).initialises.is_empty(), "something is half initialised")
    }

    fn guarded(&self, guard: GuardId) -> Guarded {
        self.guards.get(&guard).cloned().unwrap_or_default()
    }

    fn guarded_mut(&mut self, guard: GuardId) -> &mut Guarded {
        self.guards.entry(guard).or_default()
    }

    /// Takes note of `event`, unless it cannot come next.
    pub fn apply(&mut self, event: &Event) -> Result<(), Illegal> {
        self.check(event)?;
        match event {
            Event::Create { parent, deferral, completion, depends, .. } => {
                let predecessors = self.conflicting(&self.task(*parent).children, depends);
                let child = self.add(Task {
                    explicit: true,
                    deferral: *deferral,
                    completion: *completion,
                    depends: depends.clone(),
                    predecessors,
                    started: false,
                    ..Task::new(Some(*parent), self.task(*parent).team)
                });
                let parent = self.task_mut(*parent);
                parent.children.push(child);
                parent.awaits = (*deferral == Deferral::Undeferred).then_some(child);
            }
            Event::Depend { task, depends } => {
                let parent = self.task(*task).parent.expect("a task that has not started was created");
                let siblings = &self.task(parent).children;
                let older = siblings.iter().position(|sibling| sibling == task).unwrap_or(siblings.len());
                let predecessors = self.conflicting(&siblings[..older], depends);
                let task = self.task_mut(*task);
                task.depends.extend(depends);
                task.predecessors.extend(predecessors);
            }
            Event::Detach { task } => self.task_mut(*task).completion = Completion::Detached,
            Event::Run { task } => {
                self.running = Some(*task);
                let task = self.task_mut(*task);
                task.started = true;
                task.awaits = None;
            }
            Event::End { task } => {
                self.task_mut(*task).ended = true;
                self.running = None;
            }
            Event::Fulfill { task, .. } => self.task_mut(*task).fulfilled = true,
            Event::TaskgroupBegin { task } => {
                let task = self.task_mut(*task);
                task.groups.push(task.children.len());
            }
            Event::TaskgroupEnd { task } => {
                self.task_mut(*task).groups.pop();
            }
            Event::Fork { parent, size, .. } => {
                let team = TeamId(self.teams.len() as u32);
                self.teams.push(Team { parent: Some(*parent), phases: Vec::new() });
                self.next_phases(team, *size as usize);
                self.task_mut(*parent).region = Some(team);
                self.running = None;
            }
            Event::Barrier { team } => {
                let before = self.team(*team).phases.clone();
                let size = self.retire_phases(*team);
                self.next_phases(*team, size);
                for (old, new) in before.into_iter().zip(self.team(*team).phases.clone()) {
                    self.take_locks_along(old, new);
                }
            }
            Event::Join { team } => {
                self.retire_phases(*team);
                let parent = self.team(*team).parent.expect("the initial team is not joined");
                self.task_mut(parent).region = None;
            }
            Event::Acquire { task, lock } | Event::AcquireUnordered { task, lock } => {
                self.unordered.insert(*lock, matches!(event, Event::AcquireUnordered { .. }));
                self.owners.insert(*lock, *task);
                self.task_mut(*task).locks.push(*lock);
            }
            Event::AcquireShared { task, lock } => {
                self.unordered.insert(*lock, false);
                *self.sharers.entry(*lock).or_default() += 1;
                self.task_mut(*task).shared_locks.push(*lock);
            }
            Event::Release { task, lock } => {
                if self.owners.remove(lock).is_none() {
                    let sharers = self.sharers.entry(*lock).or_default();
                    *sharers -= 1;
                    if *sharers == 0 {
                        self.sharers.remove(lock);
                    }
                }
                let task = self.task_mut(*task);
                task.locks.retain(|held| held != lock);
                task.shared_locks.retain(|held| held != lock);
            }
            Event::InitialiseBegin { task, guard } => {
                self.guarded_mut(*guard).initialised_by = Some(*task);
                self.task_mut(*task).initialises.push(*guard);
            }
            Event::InitialiseEnd { task, guard } => {
                let guarded = self.guarded_mut(*guard);
                guarded.initialised_by = None;
                guarded.attempts += 1;
                self.task_mut(*task).initialises.retain(|other| other != guard);
            }
            Event::Pass { guard, .. } => self.guarded_mut(*guard).passed = true,
            Event::Signal { signal, .. } => {
                self.published.insert(*signal);
            }
            Event::Discard { signal } => {
                self.published.remove(signal);
            }
            Event::Taskwait { .. } | Event::TaskwaitDepend { .. } | Event::Await { .. } | Event::Access { .. } => {}
        }
        Ok(())
    }

    fn add(&mut self, task: Task) -> TaskId {
        self.tasks.push(task);
        TaskId(self.tasks.len() as u32 - 1)
    }

    fn next_phases(&mut self, team: TeamId, size: usize) {
        let parent = self.team(team).parent;
        let phases = (0..size).map(|_| self.add(Task::new(parent, team))).collect();
        self.teams[team.0 as usize].phases = phases;
    }

    fn take_locks_along(&mut self, old: TaskId, new: TaskId) {
        let (locks, shared) = (self.task(old).locks.clone(), self.task(old).shared_locks.clone());
        self.owners.extend(locks.iter().map(|lock| (*lock, new)));
        let new = self.task_mut(new);
        (new.locks, new.shared_locks) = (locks, shared);
    }

    fn retire_phases(&mut self, team: TeamId) -> usize {
        let phases = std::mem::take(&mut self.teams[team.0 as usize].phases);
        for phase in &phases {
            self.task_mut(*phase).ended = true;
        }
        self.running = None;
        phases.len()
    }
}

/// The task that does `event`, which must run; none if no task does it, or if it is what makes the
/// task run.
pub(crate) fn actor(event: &Event, running: Option<TaskId>) -> Option<TaskId> {
    match event.actor() {
        Actor::Task(task) => Some(task),
        Actor::Running => running,
        Actor::Nobody => None,
    }
}

fn require(condition: bool, otherwise: &'static str) -> Result<(), Illegal> {
    if condition { Ok(()) } else { Err(Illegal(otherwise)) }
}

fn check_depends(depends: &[Depend]) -> Result<(), Illegal> {
    let proper = depends.iter().all(|d| d.location.is_some() || d.kind == DependKind::Out);
    require(proper, "omp_all_memory comes with out alone")
}

#[cfg(test)]
mod tests {
    use crate::Recording;

    /// Replays `text` and returns what stopped it, with the line that did.
    fn stopped_by(text: &str) -> Option<String> {
        text.parse::<Recording>().err().map(|error| error.to_string())
    }

    #[track_caller]
    fn legal(text: &str) {
        assert_eq!(stopped_by(text), None);
    }

    #[track_caller]
    fn illegal(text: &str, reason: &str) {
        let found = stopped_by(text).expect("the stream is not legal");
        let last = text.trim().lines().count();
        assert!(found.contains(reason) && found.contains(&format!("line {last}:")), "{found}");
    }

    #[test]
    fn a_taskwait_waits_for_children_but_not_for_their_children() {
        legal("create 1 by 0\nrun 1\ncreate 2 by 1\nend 1\nrun 0\ntaskwait 0");
        illegal("create 1 by 0\ntaskwait 0", "has not completed");
        illegal("create 1 by 0\nrun 1\nrun 0\ntaskwait 0", "has not completed");
    }

    #[test]
    fn a_taskgroup_waits_for_descendants_but_not_for_earlier_children() {
        illegal(
            "taskgroup begin 0\ncreate 1 by 0\nrun 1\ncreate 2 by 1\nend 1\nrun 0\ntaskgroup end 0",
            "has not completed",
        );
        legal("create 1 by 0\ntaskgroup begin 0\ntaskgroup end 0");
        illegal("taskgroup end 0", "no taskgroup is open");
    }

    #[test]
    fn a_dependent_task_starts_after_its_predecessor_completed() {
        let two = "create 1 by 0 depend(out:1)\ncreate 2 by 0 depend(in:1)\n";
        illegal(&format!("{two}run 2"), "has not completed");
        legal(&format!("{two}run 1\nend 1\nrun 2"));
        let detached = "create 1 by 0 detached depend(out:1)\ncreate 2 by 0 depend(in:1)\nrun 1\nend 1\n";
        illegal(&format!("{detached}run 2"), "has not completed");
        legal(&format!("{detached}fulfill 1\nrun 2"));
    }

    #[test]
    fn mutually_exclusive_tasks_do_not_overlap() {
        let two = "create 1 by 0 depend(mutexinoutset:1)\ncreate 2 by 0 depend(mutexinoutset:1)\n";
        illegal(&format!("{two}run 2\nrun 1"), "excludes it");
        legal(&format!("{two}run 2\nend 2\nrun 1"));
    }

    #[test]
    fn the_creator_of_an_undeferred_task_waits() {
        illegal("create 1 by 0 undeferred\nwrite 0 by 0", "does not run");
        illegal("create 1 by 0 undeferred\nrun 1\nrun 0", "has not completed");
        legal("create 1 by 0 undeferred\nrun 1\nend 1\nrun 0\nwrite 0 by 0");
    }

    #[test]
    fn barriers_and_joins_wait_for_the_tasks_of_the_team() {
        let region = "fork 1 by 0 tasks 1 2\nrun 1\ncreate 3 by 1\n";
        illegal(&format!("{region}barrier 1 tasks 4 5"), "has not completed");
        illegal(&format!("{region}join 1"), "has not completed");
        legal(&format!("{region}run 3\nend 3\nbarrier 1 tasks 4 5\nrun 4\njoin 1\nrun 0"));
        illegal("fork 1 by 0 tasks 1 2\nrun 0", "in a parallel region");
        illegal("fork 1 by 0 tasks 1 2\nrun 1\ntaskgroup begin 1\njoin 1", "a taskgroup is open");
        illegal("join 0", "not joined");
        illegal("barrier 0 tasks 1", "no barriers");
    }

    #[test]
    fn locks_exclude_and_are_given_back_by_their_owner() {
        let taken = "acquire 0 lock 1\ncreate 1 by 0\nrun 1\n";
        illegal(&format!("{taken}acquire 1 lock 1"), "the lock is taken");
        illegal(&format!("{taken}release 1 lock 1"), "does not have the lock");
        illegal("create 1 by 0\nrun 1\nacquire 1 lock 1\nend 1", "a lock is held");
        legal("acquire 0 lock 1\nrelease 0 lock 1\nacquire 0 lock 1");
        let region = "fork 1 by 0 tasks 1 2\nrun 1\nacquire 1 lock 1\n";
        illegal(&format!("{region}join 1"), "a lock is held");
        legal(&format!("{region}barrier 1 tasks 3 4\nrun 3\nrelease 3 lock 1\njoin 1"));
        illegal(&format!("{region}barrier 1 tasks 3 4\nrun 4\nacquire 4 lock 1"), "the lock is taken");
    }

    #[test]
    fn a_lock_is_shared_with_those_who_share_it() {
        let unordered = "acquire 0 lock 1 unordered\ncreate 1 by 0\nrun 1\n";
        illegal(&format!("{unordered}acquire 1 lock 1 unordered"), "the lock is taken");
        illegal("acquire 0 lock 1 unordered\nrelease 0 lock 1\nacquire 0 lock 1", "the lock orders nothing");
        illegal("acquire 0 lock 1\nrelease 0 lock 1\nacquire 0 lock 1 unordered", "the lock orders");
        let shared = "acquire 0 lock 1 shared\ncreate 1 by 0\nrun 1\n";
        legal(&format!("{shared}acquire 1 lock 1 shared\nrelease 1 lock 1"));
        illegal(&format!("{shared}acquire 1 lock 1"), "the lock is taken");
        illegal(&format!("{shared}release 1 lock 1"), "does not have the lock");
        illegal("acquire 0 lock 1\ncreate 1 by 0\nrun 1\nacquire 1 lock 1 shared", "the lock is taken");
        illegal("create 1 by 0\nrun 1\nacquire 1 lock 1 shared\nend 1", "a lock is held");
    }

    #[test]
    fn a_guard_is_passed_when_what_it_guards_is_initialised() {
        let half = "initialise 0 guard 1\ncreate 1 by 0\nrun 1\n";
        illegal(&format!("{half}pass 1 guard 1"), "not initialised");
        illegal(&format!("{half}initialise 1 guard 1"), "somebody initialises it");
        illegal(&format!("{half}initialised 1 guard 1"), "does not initialise it");
        let tried = "initialise 0 guard 1\ninitialised 0 guard 1\n";
        legal(&format!("{tried}initialise 0 guard 1\ninitialised 0 guard 1\npass 0 guard 1\npass 0 guard 1"));
        illegal(&format!("{tried}pass 0 guard 1\ninitialise 0 guard 1"), "it is initialised");
        illegal("create 1 by 0\nrun 1\ninitialise 1 guard 1\nend 1", "half initialised");
    }

    #[test]
    fn an_event_is_fulfilled_once_and_only_where_there_is_one() {
        illegal("create 1 by 0\nfulfill 1 by 0", "no event");
        illegal("create 1 by 0 detached\nfulfill 1 by 0\nfulfill 1", "no event");
    }

    #[test]
    fn a_signal_is_awaited_when_it_is_published() {
        illegal("await 1 by 0", "not published");
        legal("create 1 by 0\nsignal 1 by 0\nrun 1\nawait 1 by 1\nsignal 1 by 1\nrun 0\nawait 1 by 0");
        illegal("signal 1 by 0\ndiscard 1\nawait 1 by 0", "not published");
        illegal("discard 1", "not published");
    }

    #[test]
    fn only_the_running_task_does_anything() {
        illegal("create 1 by 0\nrun 1\nend 1\nwrite 0 by 1", "does not run");
        illegal("create 1 by 0\nrun 1\ncreate 2 by 0", "does not run");
        illegal("run 7", "does not exist");
        illegal("create 1 by 0 depend(in:all)", "out alone");
        illegal("taskwait 0 depend(mutexinoutset:1)", "not for taskwait");
    }
}
