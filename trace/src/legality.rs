//! Whether an event can come next, as far as the detector relies on it.
//!
//! The detector takes legal streams and asserts what it needs; a file may hold anything. This is
//! not the full definition of a legal stream (that is the oracle's), but the part without which the
//! detector's structures would break, checked in constant time per event. An event without a rule
//! of its own needs an actor that can do something.

use detsan_detector::{Actor, Completion, Depend, DependKind, Detector, Event, TaskId, TeamId};
use detsan_hook_abi::CELL_SPAN;
use detsan_report::{Clause, Incident, Memory};

use crate::record::Record;

/// Why an event cannot come next.
pub(crate) type Illegal = &'static str;

/// Implicit tasks of a team. Linux has no more threads unless it is told to, and libomp (19) has
/// none.
const LARGEST_TEAM: u32 = 1 << 15;

/// As many locks at a time cost little. Beyond it, the sets of locks count by their size.
const FEW_LOCKS: u32 = 64;

/// What a lock in a set takes; each set is kept twice.
const BYTES_OF_LOCK: u64 = 32;

/// What a predecessor of a task takes: before the task starts, and later as an edge of the graph.
const BYTES_OF_PREDECESSOR: u64 = 16;

#[derive(Clone, Copy, Debug, Default)]
struct Task {
    /// It is a phase of an implicit task, or the initial task.
    implicit: bool,
    /// Its body, or its phase, has ended.
    ended: bool,
    detached: bool,
    fulfilled: bool,
    /// It is inside a parallel region that it has met.
    in_region: bool,
    /// The group that it was created in, and the innermost one that it has open.
    home: usize,
    inner: usize,
    /// Locks that it may hold.
    locks: u32,
}

/// A taskgroup, or the tasks of a team.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The one that its owner had open before.
    outer: usize,
    has_ended: bool,
}

#[derive(Clone, Copy, Debug)]
struct Team {
    parent: TaskId,
    group: usize,
    joined: bool,
}

/// What is known of all tasks so far.
#[derive(Debug)]
pub(crate) struct Legality {
    tasks: Vec<Task>,
    teams: Vec<Team>,
    groups: Vec<Group>,
    /// Nothing has happened since the creation of this task, which may now get its clauses.
    fresh: Option<TaskId>,
    /// About how much memory large sets of locks take, and `depend` clauses.
    bytes: u64,
}

impl Legality {
    pub(crate) fn new() -> Legality {
        Legality {
            tasks: vec![Task { implicit: true, ..Task::default() }],
            teams: vec![Team { parent: Detector::INITIAL_TASK, group: 0, joined: false }],
            groups: vec![Group { outer: 0, has_ended: false }],
            fresh: None,
            bytes: 0,
        }
    }

    /// Checks `record` and takes note of it. `detector` is in the state before it.
    pub(crate) fn check(&mut self, record: &Record, detector: &Detector) -> Result<(), Illegal> {
        if !record.is_event() {
            return self.check_answer(record);
        }
        let fresh = self.fresh.take();
        match record {
            Record::Event(event) => self.check_event(event, fresh, detector)?,
            Record::Access(access) => {
                require(access.length > 0, "an access touches nothing")?;
                require(access.offset.is_multiple_of(CELL_SPAN as u64), "an access is recorded across two cells")?;
                require(access.address.checked_add(access.length).is_some(), "an access goes past the end of memory")?;
            }
            _ => self.fresh = fresh,
        }
        Ok(())
    }

    fn check_answer(&mut self, record: &Record) -> Result<(), Illegal> {
        match record {
            Record::Memory { memory: Memory::TaskData { task, .. }, .. } => {
                self.task(*task)?;
            }
            Record::Clauses { task, clauses } => {
                self.task(*task)?;
                clauses.iter().try_for_each(|clause| self.check_clause(clause))?;
            }
            Record::Incident(incident) => self.check_incident(incident)?,
            _ => {}
        }
        Ok(())
    }

    fn check_clause(&mut self, clause: &Clause) -> Result<(), Illegal> {
        if let Memory::TaskData { task, .. } = clause.memory {
            self.task(task)?;
        }
        Ok(())
    }

    /// The tasks that it names must exist.
    fn check_incident(&mut self, incident: &Incident) -> Result<(), Illegal> {
        let mut named = Vec::new();
        match incident {
            Incident::FulfilledTwice { task, before, again } => {
                named.push(*task);
                named.extend([before.by, again.by].into_iter().flatten());
            }
            Incident::NeverFulfilled { task } => named.push(*task),
            Incident::Deadlock { waiter, blocked, .. } => {
                named.push(*waiter);
                named.extend(blocked.iter().flat_map(|(task, awaits)| [Some(*task), *awaits]).flatten());
            }
            Incident::LockHeld { waiter, holder, .. } => named.extend([*waiter, *holder]),
            Incident::LoneDepend { task, item, overlaps, .. } => {
                named.push(*task);
                self.check_clause(item)?;
                if let Some((sibling, item)) = overlaps {
                    named.push(*sibling);
                    self.check_clause(item)?;
                }
            }
            Incident::Note(_) => {}
        }
        named.into_iter().try_for_each(|task| self.task(task).map(|_| ()))
    }

    fn check_event(&mut self, event: &Event, fresh: Option<TaskId>, detector: &Detector) -> Result<(), Illegal> {
        require(event.all_tasks(|task| self.tasks.len() > task.0 as usize), "a task is named that does not exist")?;
        match event {
            Event::Create { parent, completion, depends, .. } => {
                let inner = self.active(*parent)?.inner;
                let detached = *completion == Completion::Detached;
                let task = self.add(Task { home: inner, inner, detached, ..Task::default() });
                self.add_clauses(task, depends)?;
                self.fresh = Some(task);
            }
            Event::Depend { task, depends } => {
                require(fresh == Some(*task), "clauses come with the creation of their task")?;
                self.fresh = fresh;
                self.add_clauses(*task, depends)?;
            }
            Event::Detach { task } => {
                self.task(*task)?.detached = true;
                self.fresh = fresh;
            }
            Event::Run { task } => {
                require(detector.is_ready(*task), "a task starts before one that it depends on has completed")?;
            }
            Event::End { task } => {
                require(!self.active(*task)?.implicit, "an implicit task ends by itself")?;
                self.task(*task)?.ended = true;
            }
            Event::Fulfill { task, by } => {
                if let Some(by) = by {
                    self.active(*by)?;
                }
                let task = self.task(*task)?;
                require(task.detached && !task.fulfilled && !task.implicit, "an event is fulfilled that is not there")?;
                task.fulfilled = true;
            }
            Event::TaskwaitDepend { task, depends } => {
                self.active(*task)?;
                require(detector.may_pass(*task, depends), "a taskwait ends before a task that it waits for")?;
            }
            Event::TaskgroupBegin { task } => {
                self.active(*task)?;
                self.open_group(*task)?;
            }
            Event::TaskgroupEnd { task } => {
                let Task { home, inner, .. } = *self.active(*task)?;
                require(inner != home, "a taskgroup ends that has not begun")?;
                self.end_group(*task);
            }
            Event::Fork { parent, size, .. } => {
                require((1..=LARGEST_TEAM).contains(size), "a team has no members, or too many")?;
                self.active(*parent)?.in_region = true;
                let group = self.open_group(*parent)?;
                self.teams.push(Team { parent: *parent, group, joined: false });
                self.add_phases(*size as usize, group);
            }
            Event::Barrier { team } => {
                let members = self.end_phases(*team, detector)?;
                self.add_phases(members, self.teams[team.0 as usize].group);
            }
            Event::Join { team } => {
                self.end_phases(*team, detector)?;
                let team = &mut self.teams[team.0 as usize];
                team.joined = true;
                let parent = team.parent;
                self.task(parent)?.in_region = false;
                self.end_group(parent);
            }
            Event::Await { task, signal } => {
                self.active(*task)?;
                require(detector.is_published(*signal), "a task waits for a signal that is not published")?;
            }
            Event::Acquire { task, .. }
            | Event::AcquireShared { task, .. }
            | Event::AcquireUnordered { task, .. }
            | Event::InitialiseBegin { task, .. } => self.add_lock(*task)?,
            Event::Release { task, .. } | Event::InitialiseEnd { task, .. } => {
                let task = self.task(*task)?;
                task.locks = task.locks.saturating_sub(1);
            }
            Event::Pass { .. } => {}
            event => match event.actor() {
                Actor::Task(task) => {
                    self.active(task)?;
                }
                Actor::Running | Actor::Nobody => self.fresh = fresh,
            },
        }
        Ok(())
    }

    fn add(&mut self, task: Task) -> TaskId {
        self.tasks.push(task);
        TaskId(self.tasks.len() as u32 - 1)
    }

    fn add_clauses(&mut self, task: TaskId, depends: &[Depend]) -> Result<(), Illegal> {
        let mut exclusive = depends.iter().filter(|depend| depend.kind == DependKind::MutexInOutSet);
        exclusive.try_for_each(|_| self.add_lock(task))
    }

    fn add_lock(&mut self, task: TaskId) -> Result<(), Illegal> {
        let task = self.task(task)?;
        task.locks += 1;
        let locks = task.locks;
        if locks > FEW_LOCKS {
            self.bytes += u64::from(locks) * BYTES_OF_LOCK;
        }
        Ok(())
    }

    /// A task has so many more predecessors.
    pub(crate) fn note_dependences(&mut self, count: usize) {
        self.bytes += count as u64 * BYTES_OF_PREDECESSOR;
    }

    /// About how much memory is taken by what is known here, and by what [`Self::bytes`] is for.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = self.tasks.len() * size_of::<Task>()
            + self.teams.len() * size_of::<Team>()
            + self.groups.len() * size_of::<Group>();
        lists as u64 + self.bytes
    }

    fn add_phases(&mut self, count: usize, group: usize) {
        for _ in 0..count {
            self.add(Task { implicit: true, home: group, inner: group, ..Task::default() });
        }
    }

    /// `task` opens a group. The detector gives the place of a group that has ended to another one.
    fn open_group(&mut self, task: TaskId) -> Result<usize, Illegal> {
        let group = self.groups.len();
        let Task { home, inner: outer, .. } = *self.task(task)?;
        require(!self.groups[home].has_ended, "a task opens a group after the end of its own")?;
        self.groups.push(Group { outer, has_ended: false });
        self.task(task)?.inner = group;
        Ok(group)
    }

    /// The innermost group that `task` has opened ends.
    fn end_group(&mut self, task: TaskId) {
        let task = &mut self.tasks[task.0 as usize];
        let group = &mut self.groups[task.inner];
        group.has_ended = true;
        task.inner = group.outer;
    }

    fn task(&mut self, task: TaskId) -> Result<&mut Task, Illegal> {
        self.tasks.get_mut(task.0 as usize).ok_or("a task is named that does not exist")
    }

    /// The task, if it can do something.
    fn active(&mut self, task: TaskId) -> Result<&mut Task, Illegal> {
        let task = self.task(task)?;
        require(!task.ended, "a task does something after its end")?;
        require(!task.in_region, "a task does something outside of the region that it is in")?;
        Ok(task)
    }

    /// The phases of the team's members end. Returns how many there are.
    fn end_phases(&mut self, team: TeamId, detector: &Detector) -> Result<usize, Illegal> {
        let known = self.teams.get(team.0 as usize).ok_or("a team is named that does not exist")?;
        require(team.0 > 0 && !known.joined, "a team meets that has no region")?;
        let members = detector.members(team);
        for member in members {
            self.active(*member)?.ended = true;
        }
        Ok(members.len())
    }
}

fn require(condition: bool, otherwise: Illegal) -> Result<(), Illegal> {
    if condition { Ok(()) } else { Err(otherwise) }
}
