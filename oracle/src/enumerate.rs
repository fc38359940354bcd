//! All legal streams of a given length over a small alphabet.

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Completion, Deferral, Depend, DependKind, Event, GuardId, Location,
    LockId, SignalId, SiteId, TaskId, TeamId,
};

use crate::machine::Machine;
use crate::walk::Policy;

/// Something that a task, or a team, can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Creates a task.
    Create(Deferral, Completion, Vec<Depend>),
    /// Ends its body.
    End,
    /// Fulfils the event of any task that has one.
    Fulfill,
    /// Waits for its children.
    Taskwait,
    /// Waits for the children that the clauses conflict with.
    TaskwaitDepend(Vec<Depend>),
    /// Opens a taskgroup.
    TaskgroupBegin,
    /// Closes a taskgroup.
    TaskgroupEnd,
    /// Forks a team of this size.
    Fork(u32),
    /// Any team meets a barrier.
    Barrier,
    /// Any team ends.
    Join,
    /// Takes a lock.
    Acquire(LockId),
    /// Takes a lock together with others.
    AcquireShared(LockId),
    /// Takes a lock that orders nothing.
    AcquireUnordered(LockId),
    /// Gives a lock back.
    Release(LockId),
    /// Begins to initialise something.
    InitialiseBegin(GuardId),
    /// Has initialised something.
    InitialiseEnd(GuardId),
    /// Finds something initialised.
    Pass(GuardId),
    /// Publishes a signal.
    Signal(SignalId),
    /// Has waited for a signal.
    Await(SignalId),
    /// Accesses this cell.
    Access(u64, AccessMode, Atomicity, ByteMask),
}

/// What streams are made of.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// Which task goes on. Depth-first, parallel regions are not made.
    pub policy: Policy,
    /// What can be done.
    pub actions: Vec<Action>,
    /// How many tasks there are at most, phases included.
    pub tasks: usize,
}

impl Alphabet {
    /// Tasks and the waits that follow the tree of tasks.
    pub fn tree() -> Self {
        let actions = [vec![create(&[]), undeferred(&[]), Action::End], waits()].concat();
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 5 }
    }

    /// Tasks that depend on each other through one location, in all ways.
    pub fn depend() -> Self {
        let kinds = [DependKind::In, DependKind::Out, DependKind::InOutSet, DependKind::MutexInOutSet];
        let mut actions: Vec<Action> = kinds.iter().map(|kind| create(&[on(*kind)])).collect();
        let all_memory = Depend { location: None, kind: DependKind::Out };
        actions.extend([create(&[all_memory]), Action::End, Action::TaskwaitDepend(vec![on(DependKind::In)])]);
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 5 }
    }

    /// Detached tasks, alone and with dependences, and the waits.
    pub fn detach() -> Self {
        let detached = |depends: &[Depend]| Action::Create(Deferral::Deferred, Completion::Detached, depends.to_vec());
        let actions = vec![
            create(&[on(DependKind::In)]),
            detached(&[]),
            detached(&[on(DependKind::Out)]),
            Action::End,
            Action::Fulfill,
            Action::Taskwait,
            Action::TaskwaitDepend(vec![on(DependKind::In)]),
        ];
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 4 }
    }

    /// Parallel regions with barriers, nested ones too, and tasks in them.
    pub fn teams() -> Self {
        let actions = vec![Action::Fork(2), Action::Barrier, Action::Join, create(&[]), Action::End, Action::Taskwait];
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 7 }
    }

    /// Tasks that signal to each other, by two signals that are published again and again.
    pub fn signals() -> Self {
        let mut actions = vec![create(&[]), undeferred(&[]), Action::End, Action::Taskwait];
        actions.extend([0, 1].map(|signal| Action::Signal(SignalId(signal))));
        actions.extend([0, 1].map(|signal| Action::Await(SignalId(signal))));
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 4 }
    }

    /// Implicit tasks that signal to each other, with barriers and tasks.
    pub fn signals_in_teams() -> Self {
        let signal = SignalId(0);
        let mut actions = Alphabet::teams().actions;
        actions.extend([Action::Signal(signal), Action::Await(signal)]);
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 7 }
    }

    /// A little of everything that orders tasks.
    pub fn order() -> Self {
        let parts = [Alphabet::tree(), Alphabet::detach(), Alphabet::teams(), Alphabet::signals_in_teams()];
        let mut actions: Vec<Action> = Vec::new();
        for action in parts.into_iter().flat_map(|part| part.actions) {
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 6 }
    }

    /// Tasks that read and write one cell.
    pub fn accesses() -> Self {
        let actions = vec![
            create(&[]),
            Action::End,
            Action::Taskwait,
            access(AccessMode::Read, Atomicity::Plain, ByteMask::FULL),
            access(AccessMode::Write, Atomicity::Plain, ByteMask::FULL),
        ];
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 4 }
    }

    /// Tasks that read and write parts of one cell.
    pub fn partial_accesses() -> Self {
        let mut actions = vec![create(&[]), Action::End, Action::Taskwait];
        for mode in [AccessMode::Read, AccessMode::Write] {
            for bytes in [ByteMask::FULL, ByteMask(0b0001), ByteMask(0b0011)] {
                actions.push(access(mode, Atomicity::Plain, bytes));
            }
        }
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 3 }
    }

    /// Tasks that read and write one cell, with a lock, or atomically, or neither.
    pub fn guarded_accesses() -> Self {
        let mut actions = vec![create(&[]), Action::End, Action::Acquire(LockId(0)), Action::Release(LockId(0))];
        for mode in [AccessMode::Read, AccessMode::Write] {
            for atomicity in [Atomicity::Plain, Atomicity::Atomic] {
                actions.push(access(mode, atomicity, ByteMask::FULL));
            }
        }
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 3 }
    }

    /// Tasks that read and write one cell, with a lock that is taken alone or together with others.
    pub fn shared_locks() -> Self {
        let lock = LockId(0);
        let mut actions = vec![create(&[]), undeferred(&[]), Action::End];
        actions.extend([Action::Acquire(lock), Action::AcquireShared(lock), Action::Release(lock)]);
        actions.push(access(AccessMode::Read, Atomicity::Plain, ByteMask::FULL));
        actions.push(access(AccessMode::Write, Atomicity::Plain, ByteMask::FULL));
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 3 }
    }

    /// Tasks that take one lock, alone or together with others, and what goes on inside.
    pub fn lock_order() -> Self {
        let (lock, signal) = (LockId(0), SignalId(0));
        let mut actions = vec![create(&[]), undeferred(&[]), Action::End, Action::Taskwait];
        actions.extend([Action::Acquire(lock), Action::AcquireShared(lock), Action::Release(lock)]);
        actions.extend([Action::Signal(signal), Action::Await(signal)]);
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 4 }
    }

    /// Implicit tasks that take two locks, also across barriers.
    pub fn locks_in_teams() -> Self {
        let mut actions = vec![Action::Fork(2), Action::Barrier];
        actions.extend([0, 1].map(|lock| Action::Acquire(LockId(lock))));
        actions.extend([0, 1].map(|lock| Action::Release(LockId(lock))));
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 7 }
    }

    /// Two tasks that write to two cells, with a lock that orders nothing or without, and a lock
    /// that does.
    pub fn unordered_locks() -> Self {
        let (mode, atomicity) = (AccessMode::Write, Atomicity::Plain);
        let mut actions = vec![create(&[]), Action::Acquire(LockId(0)), Action::AcquireUnordered(LockId(1))];
        actions.extend([0, 1].map(|lock| Action::Release(LockId(lock))));
        actions.extend([0, 1].map(|cell| Action::Access(cell, mode, atomicity, ByteMask::FULL)));
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 2 }
    }

    /// Two tasks that write to two cells, with a lock or without: one may be handed over by the
    /// other.
    pub fn handed_over() -> Self {
        let (mode, atomicity) = (AccessMode::Write, Atomicity::Plain);
        let mut actions = vec![create(&[]), Action::Acquire(LockId(0)), Action::Release(LockId(0))];
        actions.extend([0, 1].map(|cell| Action::Access(cell, mode, atomicity, ByteMask::FULL)));
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 2 }
    }

    /// Tasks that initialise one cell, and others that use it.
    pub fn initialisers() -> Self {
        let guard = GuardId(0);
        let mut actions = vec![create(&[]), Action::End, Action::Taskwait];
        actions.extend([Action::InitialiseBegin(guard), Action::InitialiseEnd(guard), Action::Pass(guard)]);
        actions.push(access(AccessMode::Read, Atomicity::Plain, ByteMask::FULL));
        actions.push(access(AccessMode::Write, Atomicity::Plain, ByteMask::FULL));
        Alphabet { policy: Policy::AnyOrder, actions, tasks: 3 }
    }

    /// The same, with tasks that run as soon as they can and to their end. Fewer streams can then
    /// be longer.
    pub fn depth_first(self) -> Self {
        Alphabet { policy: Policy::DepthFirst, ..self }
    }

    /// Calls `visit` with every legal stream of `length` actions and with every shorter one that
    /// cannot go on, and returns how many there were. An action is one event; that its task is made
    /// to run is not counted.
    pub fn for_each_stream(&self, length: usize, visit: &mut dyn FnMut(&[Event])) -> u64 {
        let start = State { machine: Machine::new(), recent: vec![TaskId(0)], events: Vec::new() };
        self.extend(start, length, visit)
    }

    fn extend(&self, mut state: State, length: usize, visit: &mut dyn FnMut(&[Event])) -> u64 {
        if self.policy == Policy::DepthFirst {
            state.start_what_can_start();
        }
        let next = if length == 0 { Vec::new() } else { self.next(&state) };
        if next.is_empty() {
            visit(&state.events);
            return 1;
        }
        let mut streams = 0;
        for (actor, mut event) in next {
            let mut after = state.clone();
            if let Some(task) = actor.filter(|task| state.machine.acting() != Some(*task)) {
                after.happen(Event::Run { task });
            }
            if let Event::Create { site, .. } | Event::Access { access: Access { site, .. }, .. } = &mut event {
                *site = SiteId(state.events.len() as u32 + 1);
            }
            after.happen(event);
            streams += self.extend(after, length - 1, visit);
        }
        streams
    }

    /// All that can happen next, with the task that does it.
    fn next(&self, state: &State) -> Vec<(Option<TaskId>, Event)> {
        let machine = &state.machine;
        let actors: Vec<TaskId> = match self.policy {
            Policy::AnyOrder => machine.task_ids().collect(),
            Policy::DepthFirst => state.recent.last().copied().into_iter().collect(),
        };
        let mut next: Vec<(Option<TaskId>, Event)> = Vec::new();
        for action in &self.actions {
            if let Action::Barrier | Action::Join = action {
                let teams = (0..machine.team_count() as u32).map(TeamId);
                let meeting = |team| match action {
                    Action::Barrier => Event::Barrier { team },
                    _ => Event::Join { team },
                };
                next.extend(teams.map(meeting).filter(|event| machine.check(event).is_ok()).map(|event| (None, event)));
                continue;
            }
            for task in &actors {
                let events = action.events_by(machine, *task).into_iter();
                next.extend(events.filter(|event| machine.could(*task, event)).map(|event| (Some(*task), event)));
            }
        }
        let room = self.tasks.saturating_sub(machine.task_count());
        next.retain(|(_, event)| match event {
            Event::Create { .. } => room >= 1,
            Event::Fork { size, .. } => room >= *size as usize,
            Event::Barrier { team } => room >= machine.team(*team).phases.len(),
            _ => true,
        });
        next
    }
}

/// A stream that is being extended.
#[derive(Clone)]
struct State {
    machine: Machine,
    /// Tasks that have started and not ended, the one that ran last at the end.
    recent: Vec<TaskId>,
    events: Vec<Event>,
}

impl State {
    fn happen(&mut self, event: Event) {
        self.machine.apply(&event).expect("only legal events are enumerated");
        self.recent.retain(|task| !self.machine.task(*task).ended);
        if let Event::Run { task } = event {
            self.recent.retain(|other| *other != task);
            self.recent.push(task);
        }
        self.events.push(event);
    }

    /// A task that has just become able to start runs until it does something itself; of several,
    /// the oldest does.
    fn start_what_can_start(&mut self) {
        let machine = &self.machine;
        let can_start = |task: &TaskId| {
            let run = Event::Run { task: *task };
            !machine.task(*task).started && machine.check(&run).is_ok()
        };
        if let Some(task) = machine.task_ids().find(can_start) {
            self.happen(Event::Run { task });
        }
    }
}

fn on(kind: DependKind) -> Depend {
    Depend { location: Some(Location(0)), kind }
}

fn create(depends: &[Depend]) -> Action {
    Action::Create(Deferral::Deferred, Completion::AtEnd, depends.to_vec())
}

fn undeferred(depends: &[Depend]) -> Action {
    Action::Create(Deferral::Undeferred, Completion::AtEnd, depends.to_vec())
}

fn waits() -> Vec<Action> {
    vec![Action::Taskwait, Action::TaskgroupBegin, Action::TaskgroupEnd]
}

fn access(mode: AccessMode, atomicity: Atomicity, bytes: ByteMask) -> Action {
    Action::Access(0, mode, atomicity, bytes)
}

impl Action {
    fn events_by(&self, machine: &Machine, task: TaskId) -> Vec<Event> {
        vec![match self {
            Action::Create(deferral, completion, depends) => Event::Create {
                parent: task,
                deferral: *deferral,
                completion: *completion,
                depends: depends.clone(),
                site: SiteId::NONE,
            },
            Action::End => Event::End { task },
            Action::Fulfill => {
                let open = machine.task_ids().filter(|other| machine.task(*other).awaits_event());
                return open.map(|other| Event::Fulfill { task: other, by: Some(task) }).collect();
            }
            Action::Taskwait => Event::Taskwait { task },
            Action::TaskwaitDepend(depends) => Event::TaskwaitDepend { task, depends: depends.clone() },
            Action::TaskgroupBegin => Event::TaskgroupBegin { task },
            Action::TaskgroupEnd => Event::TaskgroupEnd { task },
            Action::Fork(size) => Event::Fork { parent: task, size: *size, site: SiteId::NONE },
            Action::Acquire(lock) => Event::Acquire { task, lock: *lock },
            Action::AcquireShared(lock) => Event::AcquireShared { task, lock: *lock },
            Action::AcquireUnordered(lock) => Event::AcquireUnordered { task, lock: *lock },
            Action::Release(lock) => Event::Release { task, lock: *lock },
            Action::InitialiseBegin(guard) => Event::InitialiseBegin { task, guard: *guard },
            Action::InitialiseEnd(guard) => Event::InitialiseEnd { task, guard: *guard },
            Action::Pass(guard) => Event::Pass { task, guard: *guard },
            Action::Signal(signal) => Event::Signal { task, signal: *signal },
            Action::Await(signal) => Event::Await { task, signal: *signal },
            Action::Access(cell, mode, atomicity, bytes) => Event::Access {
                cell: *cell,
                access: Access { mode: *mode, atomicity: *atomicity, bytes: *bytes, site: SiteId::NONE },
            },
            Action::Barrier | Action::Join => return Vec::new(),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recording;
    use std::collections::BTreeSet;

    #[test]
    fn all_streams_of_a_tiny_alphabet_are_found_once() {
        let create = Action::Create(Deferral::Deferred, Completion::AtEnd, Vec::new());
        let alphabet =
            Alphabet { policy: Policy::AnyOrder, actions: vec![create, Action::End, Action::Taskwait], tasks: 3 };
        let mut seen = BTreeSet::new();
        let count = alphabet.for_each_stream(2, &mut |events| {
            let text = Recording { events: events.to_vec(), expected: None }.to_string();
            assert!(seen.insert(text.clone()), "twice: {text}");
        });
        // After `create`: again by 0, or by 1; `end` of 1; `taskwait` by 1, which has no children,
        // and not by 0. After `taskwait` by 0: `create`, `taskwait`.
        assert_eq!(count, 6);
        assert_eq!(seen.len(), 6);
    }
}
