//! The oracle's order against its definition: one step comes before another in *every* execution of
//! the same events.
//!
//! Hold one access back for as long as possible, let all that can happen without it happen, and
//! what has not happened then is what comes after it in every execution. That is exact where no
//! event can keep another from happening, which is so without locks, guards and `mutexinoutset`.
//! Only the machine is asked what can happen; the graph is not.
//!
//! One freedom is granted that a program does not have: an event may be fulfilled before its task
//! is created. That a task has got hold of another's event handle orders nothing; whatever brought
//! the handle there does, or else races.

use std::collections::{BTreeMap, BTreeSet};

use detsan_detector::{Access, AccessMode, Atomicity, ByteMask, DependKind, Event, SignalId, SiteId, TaskId, TeamId};

use crate::graph::{LockRule, Oracle};
use crate::machine::Machine;
use crate::named::{Named, name, renumber};
use crate::walk::{Policy, Shape, walk};
use crate::{Alphabet, Recording, Rng};

/// `events` with nothing that excludes, with a signal of its own for every time that one is
/// published (who waits for one waits for that time), and with an access of its own in every step.
fn with_access_in_every_step(events: &[Event]) -> Vec<Event> {
    let mut oracle = Oracle::new(LockRule::Exclusion);
    let mut instrumented = Vec::new();
    let mut seen = BTreeSet::new();
    let mut published = BTreeMap::new();
    for event in events {
        let mut event = event.clone();
        match &mut event {
            Event::Access { .. }
            | Event::Acquire { .. }
            | Event::AcquireShared { .. }
            | Event::AcquireUnordered { .. }
            | Event::Release { .. }
            | Event::InitialiseBegin { .. }
            | Event::InitialiseEnd { .. }
            | Event::Pass { .. }
            | Event::Discard { .. } => continue,
            Event::Signal { signal, .. } => {
                let unique = SignalId(instrumented.len() as u32);
                published.insert(*signal, unique);
                *signal = unique;
            }
            Event::Await { signal, .. } => *signal = published[signal],
            Event::Create { depends, .. } => {
                for depend in depends.iter_mut().filter(|d| d.kind == DependKind::MutexInOutSet) {
                    depend.kind = DependKind::InOutSet;
                }
            }
            _ => {}
        }
        if oracle.apply(&event).is_err() {
            // A stronger kind of dependence can make what follows illegal; the beginning is a
            // stream as well.
            break;
        }
        instrumented.push(event);
        if let Some(node) = oracle.current_node()
            && seen.insert(node)
        {
            let site = SiteId(instrumented.len() as u32 + 1);
            let access = Access { mode: AccessMode::Read, atomicity: Atomicity::Plain, bytes: ByteMask::FULL, site };
            let event = Event::Access { cell: node.0.into(), access };
            oracle.apply(&event).expect("the running task makes the access");
            instrumented.push(event);
        }
    }
    instrumented
}

/// The same events in another order.
struct Replay<'a> {
    events: &'a [Named],
    machine: Machine,
    /// Numbers in the new order of what has other numbers in `events`.
    tasks: BTreeMap<TaskId, TaskId>,
    teams: BTreeMap<TeamId, TeamId>,
    happened: BTreeSet<usize>,
}

/// Indices of all events that can happen while the one at `frozen` does not.
fn happens_without(events: &[Named], frozen: usize) -> BTreeSet<usize> {
    let mut replay = Replay {
        events,
        machine: Machine::new(),
        tasks: BTreeMap::from([(TaskId(0), TaskId(0))]),
        teams: BTreeMap::from([(TeamId(0), TeamId(0))]),
        happened: BTreeSet::new(),
    };
    loop {
        let before = replay.happened.len();
        for i in (0..events.len()).filter(|i| *i != frozen) {
            if !replay.done(i) && replay.is_in_order(i) && replay.happen(i).is_some() {
                replay.happened.insert(i);
            }
        }
        if replay.happened.len() == before {
            return replay.happened;
        }
    }
}

impl Replay<'_> {
    /// Whether there is nothing to do about the event at `i`: tasks are made to run where need be.
    fn done(&self, i: usize) -> bool {
        self.happened.contains(&i) || matches!(self.events[i].event, Event::Run { .. })
    }

    /// Whether all that its task did before has happened; for a team, all that its implicit tasks
    /// did.
    fn is_in_order(&self, i: usize) -> bool {
        let actors: Vec<TaskId> = match &self.events[i].event {
            Event::Barrier { team } | Event::Join { team } => {
                let begins = |named: &&Named| match &named.event {
                    Event::Barrier { team: other } => other == team,
                    _ => named.team == Some(*team),
                };
                self.events[..i].iter().rev().find(begins).map_or(vec![TaskId(0)], |named| named.tasks.clone())
            }
            _ => self.events[i].actor.into_iter().collect(),
        };
        let by_them = |at: &usize| self.events[*at].actor.is_some_and(|actor| actors.contains(&actor));
        actors.iter().all(|actor| self.tasks.contains_key(actor)) && (0..i).filter(by_them).all(|at| self.done(at))
    }

    /// Lets the event at `i` happen, or returns `None` if it cannot.
    fn happen(&mut self, i: usize) -> Option<()> {
        let named = &self.events[i];
        let actor = match named.actor {
            Some(actor) => Some(*self.tasks.get(&actor)?),
            None => None,
        };
        let event = match &named.event {
            // If the task does not exist yet, it hears of this when it is created.
            Event::Fulfill { task, .. } => self.tasks.get(task).map(|task| Event::Fulfill { task: *task, by: actor }),
            event => Some(renumber(event, &self.tasks, &self.teams)?),
        };
        if let Some(task) = actor {
            let run = Event::Run { task };
            let acts = self.machine.acting() == Some(task) || self.machine.check(&run).is_ok();
            if !acts || event.as_ref().is_some_and(|event| !self.machine.could(task, event)) {
                return None;
            }
            if self.machine.acting() != Some(task) {
                self.machine.apply(&run).ok()?;
            }
        }
        let first = self.machine.task_count() as u32;
        let Some(event) = event else { return Some(()) };
        self.machine.apply(&event).ok()?;
        self.tasks.extend(named.tasks.iter().zip(first..).map(|(old, new)| (*old, TaskId(new))));
        self.teams.extend(named.team.map(|old| (old, TeamId(self.machine.team_count() as u32 - 1))));
        if let [child] = named.tasks[..] {
            let fulfilled = |at: &usize| matches!(self.events[*at].event, Event::Fulfill { task, .. } if task == child);
            if self.happened.iter().any(fulfilled) {
                self.machine.apply(&Event::Fulfill { task: TaskId(first), by: None }).ok()?;
            }
        }
        Some(())
    }
}

/// Compares the two orders on all pairs of accesses of `events`, and returns how many pairs there
/// were.
fn check(events: &[Event]) -> usize {
    let events = with_access_in_every_step(events);
    let oracle = Oracle::of(&events, LockRule::Exclusion).expect("the stream is legal");
    let named = name(&events);
    for a in oracle.accesses() {
        let happened = happens_without(&named, a.event);
        for b in oracle.accesses().iter().filter(|b| b.event != a.event) {
            assert_eq!(
                oracle.precedes(a.node, b.node),
                !happened.contains(&b.event),
                "does {} precede {}?\n{}",
                a.access.site.0,
                b.access.site.0,
                Recording { events, expected: None }
            );
        }
    }
    oracle.accesses().len() * oracle.accesses().len().saturating_sub(1)
}

#[test]
fn precedes_means_before_in_every_execution_of_random_streams() {
    let mut pairs = 0;
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let policy = if seed % 2 == 0 { Policy::AnyOrder } else { Policy::DepthFirst };
        let shape = Shape::random(&mut rng, policy);
        pairs += check(&walk(&mut rng, &shape));
    }
    assert!(pairs > 100_000, "only {pairs} pairs were compared");
}

#[test]
fn precedes_means_before_in_every_execution_of_small_streams() {
    let alphabet = Alphabet::order();
    let streams = alphabet.for_each_stream(4, &mut |events| {
        check(events);
    });
    assert!(streams > 1000, "only {streams} streams");
}
