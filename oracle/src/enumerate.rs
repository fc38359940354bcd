//! All legal streams of a given length over a small alphabet.

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Completion, Deferral, Depend, DependKind, Event, Location, LockId, SiteId,
    TaskId, TeamId,
};

use crate::machine::Machine;

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
    /// Gives a lock back.
    Release(LockId),
    /// Accesses this cell.
    Access(u64, AccessMode, Atomicity, ByteMask),
}

/// What streams are made of.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// What can be done.
    pub actions: Vec<Action>,
    /// How many tasks there are at most, phases included.
    pub tasks: usize,
}

impl Alphabet {
    /// Tasks and the waits that follow the tree of tasks.
    pub fn tree() -> Self {
        let actions = [vec![create(&[]), undeferred(&[]), Action::End], waits()].concat();
        Alphabet { actions, tasks: 5 }
    }

    /// Tasks that depend on each other through one location, in all ways.
    pub fn depend() -> Self {
        let kinds = [
            DependKind::In,
            DependKind::Out,
            DependKind::InOutSet,
            DependKind::MutexInOutSet,
        ];
        let mut actions: Vec<Action> = kinds.iter().map(|kind| create(&[on(*kind)])).collect();
        let all_memory = Depend {
            location: None,
            kind: DependKind::Out,
        };
        actions.extend([
            create(&[all_memory]),
            Action::End,
            Action::TaskwaitDepend(vec![on(DependKind::In)]),
        ]);
        Alphabet { actions, tasks: 5 }
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
        Alphabet { actions, tasks: 4 }
    }

    /// Parallel regions with barriers, nested ones too, and tasks in them.
    pub fn teams() -> Self {
        let actions = vec![
            Action::Fork(2),
            Action::Barrier,
            Action::Join,
            create(&[]),
            Action::End,
            Action::Taskwait,
        ];
        Alphabet { actions, tasks: 7 }
    }

    /// A little of everything that orders tasks.
    pub fn order() -> Self {
        let parts = [Alphabet::tree(), Alphabet::detach(), Alphabet::teams()];
        let mut actions: Vec<Action> = Vec::new();
        for action in parts.into_iter().flat_map(|part| part.actions) {
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        Alphabet { actions, tasks: 6 }
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
        Alphabet { actions, tasks: 4 }
    }

    /// Tasks that read and write parts of one cell.
    pub fn partial_accesses() -> Self {
        let mut actions = vec![create(&[]), Action::End, Action::Taskwait];
        for mode in [AccessMode::Read, AccessMode::Write] {
            for bytes in [ByteMask::FULL, ByteMask(0b0001), ByteMask(0b0011)] {
                actions.push(access(mode, Atomicity::Plain, bytes));
            }
        }
        Alphabet { actions, tasks: 3 }
    }

    /// Tasks that read and write one cell, with a lock, or atomically, or neither.
    pub fn guarded_accesses() -> Self {
        let mut actions = vec![
            create(&[]),
            Action::End,
            Action::Acquire(LockId(0)),
            Action::Release(LockId(0)),
        ];
        for mode in [AccessMode::Read, AccessMode::Write] {
            for atomicity in [Atomicity::Plain, Atomicity::Atomic] {
                actions.push(access(mode, atomicity, ByteMask::FULL));
            }
        }
        Alphabet { actions, tasks: 3 }
    }

    /// Calls `visit` with every legal stream of `length` actions and with every shorter one that cannot go on, and
    /// returns how many there were. An action is one event; that its task is made to run is not counted.
    pub fn for_each_stream(&self, length: usize, visit: &mut dyn FnMut(&[Event])) -> u64 {
        let mut events = Vec::new();
        self.extend(&Machine::new(), &mut events, length, visit)
    }

    fn extend(
        &self,
        machine: &Machine,
        events: &mut Vec<Event>,
        length: usize,
        visit: &mut dyn FnMut(&[Event]),
    ) -> u64 {
        let next = if length == 0 { Vec::new() } else { self.next(machine) };
        if next.is_empty() {
            visit(events);
            return 1;
        }
        let mut streams = 0;
        for (actor, mut event) in next {
            let mut after = machine.clone();
            let depth = events.len();
            let mut happens = |event: Event| {
                after.apply(&event).expect("only legal events are enumerated");
                events.push(event);
            };
            if let Some(task) = actor.filter(|task| machine.acting() != Some(*task)) {
                happens(Event::Run { task });
            }
            if let Event::Create { site, .. }
            | Event::Access {
                access: Access { site, .. },
                ..
            } = &mut event
            {
                *site = SiteId(depth as u32 + 1);
            }
            happens(event);
            if after.task_count() <= self.tasks {
                streams += self.extend(&after, events, length - 1, visit);
            }
            events.truncate(depth);
        }
        streams
    }

    /// All that can happen next, with the task that does it.
    fn next(&self, machine: &Machine) -> Vec<(Option<TaskId>, Event)> {
        let mut next = Vec::new();
        for action in &self.actions {
            if let Action::Barrier | Action::Join = action {
                for team in (0..machine.team_count() as u32).map(TeamId) {
                    let barrier = *action == Action::Barrier;
                    let event = if barrier {
                        Event::Barrier { team }
                    } else {
                        Event::Join { team }
                    };
                    if machine.check(&event).is_ok() {
                        next.push((None, event));
                    }
                }
                continue;
            }
            for task in machine.task_ids() {
                let events = action.events_by(machine, task);
                next.extend(
                    events
                        .into_iter()
                        .filter(|e| machine.could(task, e))
                        .map(|e| (Some(task), e)),
                );
            }
        }
        next
    }
}

fn on(kind: DependKind) -> Depend {
    Depend {
        location: Some(Location(0)),
        kind,
    }
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
                return open
                    .map(|other| Event::Fulfill {
                        task: other,
                        by: Some(task),
                    })
                    .collect();
            }
            Action::Taskwait => Event::Taskwait { task },
            Action::TaskwaitDepend(depends) => Event::TaskwaitDepend {
                task,
                depends: depends.clone(),
            },
            Action::TaskgroupBegin => Event::TaskgroupBegin { task },
            Action::TaskgroupEnd => Event::TaskgroupEnd { task },
            Action::Fork(size) => Event::Fork {
                parent: task,
                size: *size,
            },
            Action::Acquire(lock) => Event::Acquire { task, lock: *lock },
            Action::Release(lock) => Event::Release { task, lock: *lock },
            Action::Access(cell, mode, atomicity, bytes) => Event::Access {
                cell: *cell,
                access: Access {
                    mode: *mode,
                    atomicity: *atomicity,
                    bytes: *bytes,
                    site: SiteId::NONE,
                },
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
        let alphabet = Alphabet {
            actions: vec![create, Action::End, Action::Taskwait],
            tasks: 3,
        };
        let mut seen = BTreeSet::new();
        let count = alphabet.for_each_stream(2, &mut |events| {
            let text = Recording {
                events: events.to_vec(),
                expected: None,
            }
            .to_string();
            assert!(seen.insert(text.clone()), "twice: {text}");
        });
        // After `create`: again by 0, or by 1; `end` of 1; `taskwait` by 1, which has no children, and not by 0. After
        // `taskwait` by 0: `create`, `taskwait`.
        assert_eq!(count, 6);
        assert_eq!(seen.len(), 6);
    }
}
