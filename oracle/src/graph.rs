//! The oracle: an explicit graph of steps, its transitive closure, and every pair of accesses.
//!
//! # Guarantee
//!
//! [`Oracle::precedes`] holds for two nodes exactly if every legal execution of the same events has
//! the first before the second. [`Oracle::races`] is every pair of conflicting accesses that is
//! neither ordered nor kept apart by a lock, by both being atomic or in one slot, by
//! `mutexinoutset`, or by a guard.
//!
//! A guard is no edge: which task initialises something differs from one execution to the next.
//! Whoever does, its initialiser comes before every passage. So an access inside an initialiser
//! does not race with what comes after a passage of the same guard; what the initialising task did
//! before and does afterwards is not concerned.
//!
//! # How
//!
//! A task is a chain of nodes, and each of its events that synchronises ends one node and begins
//! the next. A node comes after the one before it in its task and after the completion of whatever
//! [`Machine::awaited`] says that the event waits for. A task completes in a node of its own, after
//! the last node of its body and, if it is detached, after the node of the task that fulfilled its
//! event. A fork comes before the first phase of each implicit task; a barrier is a node that all
//! phases before it precede and that precedes all phases after it; so is a join with the
//! continuation of the parent. A signal ends a node, which precedes whatever comes after those who
//! wait for it.
//!
//! An edge never leads to an older node, so the predecessors of a new node are known for good when
//! it is made, and the closure is kept as one bit set per node.
//!
//! # Deviations from full precision
//!
//! 1. A lock, and likewise a `mutexinoutset`, protects what its holder and the holder's undeferred
//!    children do. What a deferred child or a parallel region does while the holder provably waits
//!    for it inside the critical section is excluded just as well in truth, but counts as
//!    unprotected.
//! 2. If one of two mutually exclusive tasks starts before the other in every execution, then it
//!    also completes before the other starts. No order is drawn from that.

use std::collections::BTreeMap;

use detsan_detector::{Access, AccessMode, Atomicity, Event, GuardId, LockId, SignalId, TaskId};

use crate::bitset::BitSet;
use crate::machine::{Guard, Illegal, Machine};

/// A node of the graph: a stretch of one task without synchronisation, or a completion, or a
/// barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// What locks do to the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockRule {
    /// Two critical sections of one lock exclude each other, and no more.
    Exclusion,
    /// If moreover one begins before the other in every execution, then it also ends before the
    /// other begins.
    ExclusionAndOrder,
    /// Besides, a section that ends before an access in another one is made, with which an access
    /// inside of it conflicts, ends before that access: the does-not-commute relation (Ogles et
    /// al., FMCAD 2019, Definition 2), for each lock.
    DoesNotCommute,
}

/// One access and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAccess {
    /// Index of the event.
    pub event: usize,
    /// The cell.
    pub cell: u64,
    /// The task that made it.
    pub task: TaskId,
    /// The node that it belongs to.
    pub node: NodeId,
    /// The access itself.
    pub access: Access,
    /// What kept others out.
    pub guards: Vec<Guard>,
    /// The ends of critical sections that it comes after, because of what was done in them.
    after: Vec<NodeId>,
}

/// Two accesses that race, as indices into [`Oracle::accesses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RacingPair {
    /// The one that came first in this execution.
    pub earlier: usize,
    /// The one that came second.
    pub later: usize,
}

/// The graph's view of one task.
#[derive(Clone, Debug)]
struct TaskNodes {
    /// What precedes its first node.
    created_after: NodeId,
    /// The node that it is in; none before it starts.
    current: Option<NodeId>,
    /// The node in which its event was fulfilled, if a task did that.
    fulfilled_in: Option<NodeId>,
    /// Its completion.
    completed: Option<NodeId>,
}

/// Whether a lock is taken together with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    Alone,
    Shared,
}

/// One critical section.
#[derive(Clone, Debug)]
struct Section {
    lock: LockId,
    sharing: Sharing,
    task: TaskId,
    first: NodeId,
    /// The last node inside; none while the lock is held.
    last: Option<NodeId>,
    /// Accesses inside.
    accesses: Vec<usize>,
}

impl Section {
    /// Whether nobody could be in this and in one of the same lock that is taken in this way.
    fn excludes(&self, sharing: Sharing) -> bool {
        self.sharing == Sharing::Alone || sharing == Sharing::Alone
    }
}

/// Builds the graph of a stream of events, one event at a time.
#[derive(Clone, Debug)]
pub struct Oracle {
    machine: Machine,
    lock_rule: LockRule,
    /// For each node all those that precede it.
    before: Vec<BitSet>,
    tasks: Vec<TaskNodes>,
    sections: Vec<Section>,
    /// The nodes that passages of guards begin.
    passages: Vec<(GuardId, NodeId)>,
    /// The last node before each signal was published.
    published: BTreeMap<SignalId, NodeId>,
    accesses: Vec<RecordedAccess>,
    by_cell: BTreeMap<u64, Vec<usize>>,
    events: usize,
}

impl Oracle {
    /// The beginning: the initial task is in its first node.
    pub fn new(lock_rule: LockRule) -> Self {
        let mut oracle = Oracle {
            machine: Machine::new(),
            lock_rule,
            before: Vec::new(),
            tasks: Vec::new(),
            sections: Vec::new(),
            passages: Vec::new(),
            published: BTreeMap::new(),
            accesses: Vec::new(),
            by_cell: BTreeMap::new(),
            events: 0,
        };
        let first = oracle.add_node(&[]);
        oracle.tasks.push(TaskNodes::running_in(first));
        oracle
    }

    /// The graph of a whole stream.
    pub fn of(events: &[Event], lock_rule: LockRule) -> Result<Self, Illegal> {
        let mut oracle = Oracle::new(lock_rule);
        for event in events {
            oracle.apply(event)?;
        }
        Ok(oracle)
    }

    /// The state of the tasks.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The node that the running task is in, if it can make an access.
    pub fn current_node(&self) -> Option<NodeId> {
        self.machine.acting().and_then(|task| self.tasks[task.0 as usize].current)
    }

    /// How many nodes there are; they are numbered from 0 in the order in which they were made.
    pub fn node_count(&self) -> usize {
        self.before.len()
    }

    /// Whether `a` comes before `b` in every execution.
    pub fn precedes(&self, a: NodeId, b: NodeId) -> bool {
        self.before[b.0 as usize].contains(a.0 as usize)
    }

    /// All accesses, in the order of the stream.
    pub fn accesses(&self) -> &[RecordedAccess] {
        &self.accesses
    }

    /// All pairs of accesses that race, in the order of the later, then of the earlier one.
    pub fn races(&self) -> Vec<RacingPair> {
        let mut races = Vec::new();
        for accesses in self.by_cell.values() {
            for (i, later) in accesses.iter().enumerate() {
                for earlier in &accesses[..i] {
                    if self.race(&self.accesses[*earlier], &self.accesses[*later]) {
                        races.push(RacingPair { earlier: *earlier, later: *later });
                    }
                }
            }
        }
        races.sort_by_key(|pair| (pair.later, pair.earlier));
        races
    }

    /// The accesses to `cell` so far that `access` by the running task would race with if it were
    /// the next event.
    pub fn racing_with(&self, cell: u64, access: Access) -> impl Iterator<Item = &RecordedAccess> {
        let now = self.record(cell, access);
        let earlier = self.by_cell.get(&cell).map_or(&[][..], |all| all).iter().map(|i| &self.accesses[*i]);
        earlier.filter(move |earlier| self.race(earlier, &now))
    }

    /// Whether two accesses to one cell, the first of them made earlier, race.
    pub fn race(&self, earlier: &RecordedAccess, later: &RecordedAccess) -> bool {
        let (a, b) = (&earlier.access, &later.access);
        // Both are atomic, or both in one slot.
        let both_exclude = a.atomicity == b.atomicity && a.atomicity != Atomicity::Plain;
        let is_past = |node: &NodeId| *node == earlier.node || self.precedes(earlier.node, *node);
        conflict(a, b)
            && !both_exclude
            && !is_past(&later.node)
            && !later.after.iter().any(is_past)
            && !earlier.guards.iter().any(|guard| later.guards.iter().any(|other| guard.excludes(*other)))
            && !self.was_passed(earlier, later)
    }

    /// Whether the earlier access belongs to an initialiser that the later one has found done.
    fn was_passed(&self, earlier: &RecordedAccess, later: &RecordedAccess) -> bool {
        let is_past = |node: NodeId| node == later.node || self.precedes(node, later.node);
        let mut passages = self.passages.iter();
        passages.any(|(guard, node)| earlier.guards.contains(&Guard::Initialiser(*guard)) && is_past(*node))
    }

    /// Takes note of the next event, unless it is one that cannot come next.
    pub fn apply(&mut self, event: &Event) -> Result<(), Illegal> {
        self.machine.check(event)?;
        let awaited = self.completions(event);
        match event {
            Event::Create { parent, .. } => {
                let created_after = self.current(*parent);
                self.tasks.push(TaskNodes { created_after, current: None, fulfilled_in: None, completed: None });
                self.advance(*parent, &[]);
            }
            Event::Run { task } => match self.tasks[task.0 as usize].current {
                None => {
                    let mut after = awaited;
                    after.push(self.tasks[task.0 as usize].created_after);
                    self.tasks[task.0 as usize].current = Some(self.add_node(&after));
                }
                Some(_) if !awaited.is_empty() => self.advance(*task, &awaited),
                Some(_) => {}
            },
            Event::Fulfill { task, by: Some(by) } => {
                self.tasks[task.0 as usize].fulfilled_in = Some(self.current(*by));
                self.advance(*by, &[]);
            }
            Event::Taskwait { task }
            | Event::TaskwaitDepend { task, .. }
            | Event::TaskgroupBegin { task }
            | Event::TaskgroupEnd { task } => self.advance(*task, &awaited),
            Event::Fork { parent, size, .. } => {
                let fork = self.current(*parent);
                self.add_phases(*size as usize, fork);
            }
            Event::Barrier { team } => {
                let phases = self.machine.team(*team).phases.clone();
                let barrier = self.add_meeting(&phases, awaited);
                let successor = self.tasks.len();
                self.add_phases(phases.len(), barrier);
                for section in self.sections.iter_mut().filter(|section| section.last.is_none()) {
                    if let Some(index) = phases.iter().position(|phase| *phase == section.task) {
                        section.task = TaskId((successor + index) as u32);
                        // Everybody in the team comes after these.
                        section.accesses.clear();
                    }
                }
            }
            Event::Join { team } => {
                let team = self.machine.team(*team).clone();
                let join = self.add_meeting(&team.phases, awaited);
                self.advance(team.parent.expect("the initial team is not joined"), &[join]);
            }
            Event::Acquire { task, lock } => self.acquire(*task, *lock, Sharing::Alone),
            Event::AcquireShared { task, lock } => self.acquire(*task, *lock, Sharing::Shared),
            Event::AcquireUnordered { task, .. }
            | Event::InitialiseBegin { task, .. }
            | Event::InitialiseEnd { task, .. } => self.advance(*task, &[]),
            Event::Pass { task, guard } => {
                self.advance(*task, &[]);
                self.passages.push((*guard, self.current(*task)));
            }
            Event::Release { task, lock } => {
                let last = self.current(*task);
                let mut open = self.sections.iter_mut().filter(|s| s.lock == *lock && s.task == *task);
                if let Some(section) = open.rfind(|section| section.last.is_none()) {
                    section.last = Some(last);
                }
                self.advance(*task, &[]);
            }
            Event::Signal { task, signal } => {
                self.published.insert(*signal, self.current(*task));
                self.advance(*task, &[]);
            }
            Event::Await { task, signal } => self.advance(*task, &[self.published[signal]]),
            Event::Access { cell, access } => {
                let mut recorded = self.record(*cell, *access);
                if recorded.after.iter().any(|end| !self.precedes(*end, recorded.node)) {
                    self.advance(recorded.task, &recorded.after);
                    recorded.node = self.current(recorded.task);
                }
                for section in self.sections_around(recorded.task) {
                    self.sections[section].accesses.push(self.accesses.len());
                }
                self.by_cell.entry(*cell).or_default().push(self.accesses.len());
                self.accesses.push(recorded);
            }
            Event::Depend { .. }
            | Event::Detach { .. }
            | Event::End { .. }
            | Event::Fulfill { by: None, .. }
            | Event::Discard { .. } => {}
        }
        self.machine.apply(event).expect("the event was checked before");
        if let Event::End { task } | Event::Fulfill { task, .. } = event
            && self.machine.task(*task).completed()
        {
            self.complete(*task);
        }
        self.events += 1;
        Ok(())
    }

    /// Completion nodes of everything that `event` waits for.
    fn completions(&self, event: &Event) -> Vec<NodeId> {
        let awaited = self.machine.awaited(event);
        let node = |task: &TaskId| self.tasks[task.0 as usize].completed.expect("what an event awaits has completed");
        awaited.iter().map(node).collect()
    }

    fn current(&self, task: TaskId) -> NodeId {
        self.tasks[task.0 as usize].current.expect("only a task that has started does anything")
    }

    /// Adds a node after all of `after`.
    fn add_node(&mut self, after: &[NodeId]) -> NodeId {
        let mut before = BitSet::default();
        for node in after {
            before.insert_all(&self.before[node.0 as usize]);
            before.insert(node.0 as usize);
        }
        self.before.push(before);
        NodeId(self.before.len() as u32 - 1)
    }

    /// `task` goes on in a new node, which comes after its old one and after all of `after`.
    fn advance(&mut self, task: TaskId, after: &[NodeId]) {
        let mut all = after.to_vec();
        all.push(self.current(task));
        let next = self.add_node(&all);
        self.tasks[task.0 as usize].current = Some(next);
    }

    /// A node after the current ones of all `phases` and after `awaited`.
    fn add_meeting(&mut self, phases: &[TaskId], mut awaited: Vec<NodeId>) -> NodeId {
        awaited.extend(phases.iter().map(|phase| self.current(*phase)));
        self.add_node(&awaited)
    }

    fn add_phases(&mut self, count: usize, after: NodeId) {
        for _ in 0..count {
            let first = self.add_node(&[after]);
            self.tasks.push(TaskNodes::running_in(first));
        }
    }

    fn complete(&mut self, task: TaskId) {
        let mut after = vec![self.current(task)];
        after.extend(self.tasks[task.0 as usize].fulfilled_in);
        self.tasks[task.0 as usize].completed = Some(self.add_node(&after));
    }

    /// `task` goes on in a new node, and that comes after the critical sections that begin before
    /// it in every execution.
    fn acquire(&mut self, task: TaskId, lock: LockId, sharing: Sharing) {
        let mut after = vec![self.current(task)];
        // A section that is found to come first brings with it all that precedes its end, which may
        // order further sections.
        let mut known = 0;
        while self.lock_rule != LockRule::Exclusion && known < after.len() {
            known = after.len();
            for section in self.sections.iter().filter(|section| section.lock == lock && section.excludes(sharing)) {
                let last = section.last.expect("a lock is taken when it is free");
                let ordered = |node: &NodeId| *node == section.first || self.precedes(section.first, *node);
                if !after.contains(&last) && after.iter().any(ordered) {
                    after.push(last);
                }
            }
        }
        let first = self.add_node(&after);
        self.tasks[task.0 as usize].current = Some(first);
        self.sections.push(Section { lock, sharing, task, first, last: None, accesses: Vec::new() });
    }

    /// What `access` to `cell` by the running task would be recorded as if it were the next event.
    pub fn record(&self, cell: u64, access: Access) -> RecordedAccess {
        let task = self.machine.acting().expect("only a task that runs makes an access");
        let guards = self.machine.guards(task);
        let after = match self.lock_rule {
            LockRule::DoesNotCommute => self.conflicting_ends(task, cell, &access),
            LockRule::Exclusion | LockRule::ExclusionAndOrder => Vec::new(),
        };
        RecordedAccess { event: self.events, cell, task, node: self.current(task), access, guards, after }
    }

    /// The sections that `task` is in, those of the creators that wait for it included.
    fn sections_around(&self, task: TaskId) -> Vec<usize> {
        let around = |index: &usize| {
            let section = &self.sections[*index];
            section.last.is_none() && self.machine.works_for(task, section.task)
        };
        (0..self.sections.len()).filter(around).collect()
    }

    /// The ends of sections with an access that conflicts with one by `task`, and that exclude a
    /// section which it is in.
    fn conflicting_ends(&self, task: TaskId, cell: u64, access: &Access) -> Vec<NodeId> {
        let around = self.sections_around(task);
        let excluded = |section: &&Section| {
            let same_lock = around.iter().map(|index| &self.sections[*index]).filter(|own| own.lock == section.lock);
            same_lock.clone().any(|own| section.excludes(own.sharing))
        };
        let conflicts = |section: &&Section| {
            let mut inside = section.accesses.iter().map(|index| &self.accesses[*index]);
            inside.any(|earlier| earlier.cell == cell && conflict(&earlier.access, access))
        };
        self.sections.iter().filter(excluded).filter(conflicts).filter_map(|section| section.last).collect()
    }
}

/// Whether the order of two accesses to one cell makes a difference.
fn conflict(a: &Access, b: &Access) -> bool {
    a.bytes.overlaps(b.bytes) && (a.mode == AccessMode::Write || b.mode == AccessMode::Write)
}

impl TaskNodes {
    fn running_in(node: NodeId) -> Self {
        TaskNodes { created_after: node, current: Some(node), fulfilled_in: None, completed: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recording;

    /// The sites of all races of the stream `text`.
    fn races(text: &str, rule: LockRule) -> Vec<(u32, u32)> {
        let recording: Recording = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let oracle = Oracle::of(&recording.events, rule).expect("the parser has checked the stream");
        let site = |i: usize| oracle.accesses()[i].access.site.0;
        oracle.races().iter().map(|pair| (site(pair.earlier), site(pair.later))).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(u32, u32)]) {
        assert_eq!(races(text, LockRule::Exclusion), expected);
    }

    #[test]
    fn a_child_is_after_its_creation_and_beside_what_follows() {
        check("write 0 by 0 @1\ncreate 1 by 0\nwrite 0 by 0 @2\nrun 1\nwrite 0 by 1 @3", &[(2, 3)]);
    }

    #[test]
    fn reads_do_not_race_and_bytes_are_apart() {
        check("read 0 by 0 @1\ncreate 1 by 0\nread 0 by 0 @2\nrun 1\nread 0 by 1 @3", &[]);
        let bytes = "create 1 by 0\nwrite 0 by 0 bytes 0011 @1\nrun 1\n";
        check(&format!("{bytes}write 0 by 1 bytes 1100 @2"), &[]);
        check(&format!("{bytes}write 0 by 1 bytes 0110 @2"), &[(1, 2)]);
        check(&format!("{bytes}write 1 by 1 @2"), &[]);
    }

    #[test]
    fn atomic_accesses_race_with_plain_ones_only() {
        let text = "create 1 by 0\nwrite 0 by 0 atomic @1\nrun 1\nwrite 0 by 1 atomic @2\nread 0 by 1 @3";
        check(text, &[(1, 3)]);
    }

    #[test]
    fn accesses_in_one_slot_exclude_each_other() {
        let text = "create 1 by 0\nwrite 0 by 0 slot 1 @1\nrun 1\nwrite 0 by 1 slot 1 @2\n\
                    write 0 by 1 slot 2 @3\nread 0 by 1 @4";
        check(text, &[(1, 3), (1, 4)]);
    }

    #[test]
    fn a_taskwait_orders_the_child_and_not_the_grandchild() {
        let text = "create 1 by 0\nrun 1\ncreate 2 by 1\nwrite 0 by 1 @1\nend 1\n\
                    run 2\nwrite 1 by 2 @2\nend 2\nrun 0\ntaskwait 0\nread 0 by 0 @3\nread 1 by 0 @4";
        check(text, &[(2, 4)]);
    }

    #[test]
    fn a_taskgroup_orders_descendants_and_not_what_came_before_it() {
        let text = "create 1 by 0\nrun 1\nwrite 2 by 1 @9\nend 1\nrun 0\ntaskgroup begin 0\n\
                    create 2 by 0\nrun 2\ncreate 3 by 2\nend 2\nrun 3\nwrite 1 by 3 @2\nend 3\nrun 0\n\
                    taskgroup end 0\nread 1 by 0 @4\nread 2 by 0 @5";
        check(text, &[(9, 5)]);
    }

    #[test]
    fn dependences_order_siblings() {
        let text = "create 1 by 0 depend(out:1)\ncreate 2 by 0 depend(in:1)\ncreate 3 by 0 depend(in:1)\n\
                    create 4 by 0 depend(out:all)\nrun 1\nwrite 0 by 1 @1\nend 1\nrun 2\nwrite 0 by 2 @2\nend 2\n\
                    run 3\nwrite 0 by 3 @3\nend 3\nrun 4\nwrite 0 by 4 @4\nend 4";
        check(text, &[(2, 3)]);
    }

    #[test]
    fn mutually_exclusive_tasks_do_not_race_but_are_unordered() {
        let text = "create 1 by 0 depend(mutexinoutset:1)\ncreate 2 by 0 depend(mutexinoutset:1)\n\
                    create 3 by 0 depend(mutexinoutset:2)\nrun 1\nwrite 0 by 1 @1\nend 1\n\
                    run 2\nwrite 0 by 2 @2\nend 2\nrun 3\nwrite 0 by 3 @3";
        check(text, &[(1, 3), (2, 3)]);
    }

    #[test]
    fn a_detached_task_completes_after_its_body_and_its_event() {
        let text = "create 1 by 0 detached\ncreate 2 by 0\nrun 2\nwrite 0 by 2 @1\nfulfill 1 by 2\nwrite 1 by 2 @2\n\
                    run 1\nwrite 2 by 1 @3\nend 1\nend 2";
        assert!(text.parse::<Recording>().is_err(), "task 2 does not run when it ends");
        let text = "create 1 by 0 detached depend(out:1)\ncreate 2 by 0\nrun 2\nwrite 0 by 2 @1\nfulfill 1 by 2\n\
                    write 1 by 2 @2\nend 2\nrun 1\nwrite 2 by 1 @3\nend 1\nrun 0\ntaskwait 0 depend(in:1)\n\
                    write 0 by 0 @4\nwrite 1 by 0 @5\nwrite 2 by 0 @6";
        check(text, &[(2, 5)]);
        let outside =
            "create 1 by 0 detached\nrun 1\nwrite 0 by 1 @1\nend 1\nfulfill 1\nrun 0\ntaskwait 0\nread 0 by 0 @2";
        check(outside, &[]);
    }

    #[test]
    fn an_undeferred_task_precedes_what_follows_it() {
        check("create 1 by 0 undeferred\nrun 1\nwrite 0 by 1 @1\nend 1\nrun 0\nwrite 0 by 0 @2", &[]);
    }

    #[test]
    fn implicit_tasks_are_ordered_by_fork_barrier_and_join() {
        let text = "write 0 by 0 @1\nfork 1 by 0 tasks 1 2\nrun 1\nwrite 0 by 1 @2\nrun 2\nread 0 by 2 @3\n\
                    barrier 1 tasks 3 4\nrun 4\nwrite 0 by 4 @4\nrun 3\nread 0 by 3 @5\njoin 1\nrun 0\nwrite 0 by 0 @6";
        check(text, &[(2, 3), (4, 5)]);
    }

    #[test]
    fn a_barrier_orders_tasks_of_the_team() {
        let text = "fork 1 by 0 tasks 1 2\nrun 1\ncreate 3 by 1\nrun 3\nwrite 0 by 3 @1\nend 3\nrun 2\nwrite 0 by 2 @2\n\
                    barrier 1 tasks 4 5\nrun 5\nwrite 0 by 5 @3\njoin 1";
        check(text, &[(1, 2)]);
    }

    #[test]
    fn a_signal_orders_what_was_before_it_with_those_who_wait_for_it() {
        let text = "create 1 by 0\nwrite 0 by 0 @1\nsignal 1 by 0\nwrite 1 by 0 @2\nrun 1\nwrite 2 by 1 @3\nawait 1 by 1\n\
                    write 0 by 1 @4\nwrite 1 by 1 @5\nsignal 1 by 1\nrun 0\nawait 1 by 0\nwrite 2 by 0 @6";
        check(text, &[(2, 5)]);
    }

    #[test]
    fn locks_exclude_and_order_what_is_ordered_anyhow() {
        let exclusive = "create 1 by 0\nacquire 0 lock 1\nwrite 0 by 0 @1\nrelease 0 lock 1\n\
                         run 1\nacquire 1 lock 1\nwrite 0 by 1 @2\nrelease 1 lock 1\nread 0 by 1 @3";
        check(exclusive, &[(1, 3)]);
        assert_eq!(races(exclusive, LockRule::ExclusionAndOrder), [(1, 3)]);
        let nested = "acquire 0 lock 1\ncreate 1 by 0\nwrite 0 by 0 @1\nrelease 0 lock 1\n\
                      run 1\nacquire 1 lock 1\nrelease 1 lock 1\nread 0 by 1 @2";
        check(nested, &[(1, 2)]);
        assert_eq!(races(nested, LockRule::ExclusionAndOrder), []);
    }

    #[test]
    fn sections_that_do_not_commute_stay_in_their_order() {
        let handed_over = "create 1 by 0\nwrite 0 by 0 @1\nacquire 0 lock 1\nwrite 1 by 0 @2\nrelease 0 lock 1\nwrite 2 by 0 @3\n\
                           run 1\nacquire 1 lock 1\nread 0 by 1 @4\nread 1 by 1 @5\nread 0 by 1 @6\nread 2 by 1 @7";
        assert_eq!(races(handed_over, LockRule::ExclusionAndOrder), [(1, 4), (1, 6), (3, 7)]);
        assert_eq!(races(handed_over, LockRule::DoesNotCommute), [(1, 4), (3, 7)]);
        let other_lock = handed_over.replace("acquire 1 lock 1", "acquire 1 lock 2");
        assert_eq!(races(&other_lock, LockRule::DoesNotCommute), [(1, 4), (2, 5), (1, 6), (3, 7)]);
        let only_reads = handed_over.replace("write 1 by 0 @2", "read 1 by 0 @2");
        assert_eq!(races(&only_reads, LockRule::DoesNotCommute), [(1, 4), (1, 6), (3, 7)]);
    }

    #[test]
    fn a_lock_that_orders_nothing_excludes() {
        let combined = "create 1 by 0\nwrite 0 by 0 @1\nacquire 0 lock 1 unordered\nwrite 1 by 0 @2\nrelease 0 lock 1\n\
                        run 1\nacquire 1 lock 1 unordered\nwrite 1 by 1 @3\nrelease 1 lock 1\n\
                        read 0 by 1 @4\nread 1 by 1 @5";
        for rule in [LockRule::Exclusion, LockRule::ExclusionAndOrder, LockRule::DoesNotCommute] {
            assert_eq!(races(combined, rule), [(1, 4), (2, 5)]);
        }
        let nested = "acquire 0 lock 1 unordered\ncreate 1 by 0\nwrite 0 by 0 @1\nrelease 0 lock 1\n\
                      run 1\nacquire 1 lock 1 unordered\nrelease 1 lock 1\nread 0 by 1 @2";
        assert_eq!(races(nested, LockRule::ExclusionAndOrder), [(1, 2)]);
    }

    #[test]
    fn sharers_of_a_lock_exclude_others_and_not_each_other() {
        let shared = "create 1 by 0\nacquire 0 lock 1 shared\nwrite 0 by 0 @1\nrelease 0 lock 1\nrun 1\n";
        check(&format!("{shared}acquire 1 lock 1\nwrite 0 by 1 @2"), &[]);
        check(&format!("{shared}acquire 1 lock 1 shared\nwrite 0 by 1 @2"), &[(1, 2)]);
    }

    #[test]
    fn an_initialiser_comes_before_every_passage_and_nothing_else_does() {
        let initialised = "create 1 by 0\ncreate 2 by 0\nrun 1\nwrite 0 by 1 @1\ninitialise 1 guard 1\n\
                           write 1 by 1 @2\ninitialised 1 guard 1\nwrite 2 by 1 @3\nrun 2\n";
        let reads = "read 0 by 2 @4\nread 1 by 2 @5\nread 2 by 2 @6";
        check(&format!("{initialised}{reads}"), &[(1, 4), (2, 5), (3, 6)]);
        check(&format!("{initialised}pass 2 guard 1\n{reads}"), &[(1, 4), (3, 6)]);
        check(&format!("{initialised}read 1 by 2 @7\npass 2 guard 1\n{reads}"), &[(2, 7), (1, 4), (3, 6)]);
        let child = "create 3 by 2\nrun 3\nread 1 by 3 @8";
        check(&format!("{initialised}pass 2 guard 1\n{child}"), &[]);
        check(&format!("{initialised}create 3 by 2\npass 2 guard 1\nrun 3\nread 1 by 3 @8"), &[(2, 8)]);
    }
}
