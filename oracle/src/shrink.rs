//! Makes a stream on which something goes wrong as small as a greedy search can.

use std::collections::BTreeSet;

use detsan_detector::{Completion, Deferral, Event, TaskId, TeamId};

use crate::machine::Machine;
use crate::named::{Named, name, unname};

/// Takes events, tasks, teams and clauses out of `events` one after the other for as long as the
/// rest is a legal stream for which `fails` still holds, and returns what cannot be taken apart
/// further.
pub fn shrink(events: &[Event], fails: &mut dyn FnMut(&[Event]) -> bool) -> Vec<Event> {
    let mut best = name(events);
    let mut accept = |candidate: &[Named]| -> Option<Vec<Named>> {
        let events = unname(candidate)?;
        let mut machine = Machine::new();
        let legal = events.iter().all(|event| machine.apply(event).is_ok());
        (legal && fails(&events)).then(|| name(&events))
    };
    loop {
        let before = size(&best);
        shorten(&mut best, &mut accept);
        for rewrite in REWRITES {
            let mut at = best.len();
            while at > 0 {
                at -= 1;
                if let Some(smaller) = rewrite(&best, at).and_then(|candidate| accept(&candidate))
                    && size(&smaller) < size(&best)
                {
                    best = smaller;
                    at = at.min(best.len());
                }
            }
        }
        if size(&best) >= before {
            return best.into_iter().map(|named| named.event).collect();
        }
    }
}

/// A way to make a smaller stream from what stands at an index.
type Rewrite = fn(&[Named], usize) -> Option<Vec<Named>>;

const REWRITES: [Rewrite; 6] =
    [without_tasks, without_phase, without_pair, without_event, merged_into_creator, with_simpler_task];

/// What is to be made smaller: the number of events, then that of their frills.
fn size(events: &[Named]) -> (usize, usize) {
    let frills = |named: &Named| match &named.event {
        Event::Create { deferral, completion, depends, .. } => {
            depends.len() + usize::from(*deferral != Deferral::Deferred) + usize::from(*completion != Completion::AtEnd)
        }
        Event::TaskwaitDepend { depends, .. } => depends.len(),
        _ => 0,
    };
    (events.len(), events.iter().map(frills).sum())
}

/// Cuts off the end, in pieces that become smaller.
fn shorten(best: &mut Vec<Named>, accept: &mut dyn FnMut(&[Named]) -> Option<Vec<Named>>) {
    let mut piece = best.len() / 2;
    while piece > 0 {
        match accept(&best[..best.len().saturating_sub(piece)]) {
            Some(shorter) if shorter.len() < best.len() => *best = shorter,
            _ => piece /= 2,
        }
    }
}

/// Without the task or the team that the event brings into being, and all that come from them.
fn without_tasks(events: &[Named], at: usize) -> Option<Vec<Named>> {
    if !matches!(events[at].event, Event::Create { .. } | Event::Fork { .. }) {
        return None;
    }
    let mut tasks: BTreeSet<TaskId> = events[at].tasks.iter().copied().collect();
    let mut teams: BTreeSet<TeamId> = events[at].team.into_iter().collect();
    let mut kept = events[..at].to_vec();
    for named in &events[at + 1..] {
        let of_gone_task = named.actor.is_some_and(|actor| tasks.contains(&actor));
        let names_gone_task = !named.event.all_tasks(|task| !tasks.contains(&task));
        let gone = of_gone_task || names_gone_task || named.event.team().is_some_and(|team| teams.contains(&team));
        if gone {
            tasks.extend(&named.tasks);
            teams.extend(named.team);
        } else {
            kept.push(named.clone());
        }
    }
    Some(kept)
}

/// Without a barrier: the phases after it are those before it.
fn without_phase(events: &[Named], at: usize) -> Option<Vec<Named>> {
    let Event::Barrier { team } = &events[at].event else {
        return None;
    };
    let earlier = events[..at].iter().rev().find(|named| match &named.event {
        Event::Barrier { team: other } => other == team,
        _ => named.team == Some(*team),
    });
    let old = earlier.map_or(vec![TaskId(0)], |named| named.tasks.clone());
    let renamed = |task: TaskId| events[at].tasks.iter().position(|new| *new == task).map_or(task, |i| old[i]);
    let mut kept = events[..at].to_vec();
    kept.extend(events[at + 1..].iter().map(|named| with_actor_renamed(named, &renamed)));
    Some(kept)
}

/// With the creator doing what the task did, or all that the implicit tasks of the region did.
fn merged_into_creator(events: &[Named], at: usize) -> Option<Vec<Named>> {
    let (Event::Create { parent, .. } | Event::Fork { parent, .. }) = events[at].event else {
        return None;
    };
    let mut merged: BTreeSet<TaskId> = events[at].tasks.iter().copied().collect();
    let mut kept = events[..at].to_vec();
    for named in &events[at + 1..] {
        let gone = match &named.event {
            Event::Depend { task, .. }
            | Event::Detach { task }
            | Event::Run { task }
            | Event::End { task }
            | Event::Fulfill { task, .. } => merged.contains(task),
            Event::Barrier { team } | Event::Join { team } => events[at].team == Some(*team),
            _ => false,
        };
        if gone {
            merged.extend(&named.tasks);
        } else {
            let renamed = |task: TaskId| if merged.contains(&task) { parent } else { task };
            kept.push(with_actor_renamed(named, &renamed));
        }
    }
    Some(kept)
}

fn with_actor_renamed(named: &Named, renamed: &dyn Fn(TaskId) -> TaskId) -> Named {
    let mut named = named.clone();
    named.actor = named.actor.map(renamed);
    named.event.rename_tasks(renamed);
    named
}

/// Without the beginning of something and its end.
fn without_pair(events: &[Named], at: usize) -> Option<Vec<Named>> {
    let mut depth = 0;
    let end = events[at..].iter().position(|named| {
        match (&events[at].event, &named.event) {
            (
                Event::Acquire { task, lock }
                | Event::AcquireShared { task, lock }
                | Event::AcquireUnordered { task, lock },
                Event::Release { task: t, lock: l },
            ) if (task, lock) == (t, l) => return true,
            (Event::InitialiseBegin { task, guard }, Event::InitialiseEnd { task: t, guard: g })
                if (task, guard) == (t, g) =>
            {
                return true;
            }
            (Event::Signal { signal, .. }, Event::Discard { signal: s }) if signal == s => return true,
            (Event::TaskgroupBegin { task }, Event::TaskgroupBegin { task: t }) if task == t => depth += 1,
            (Event::TaskgroupBegin { task }, Event::TaskgroupEnd { task: t }) if task == t => depth -= 1,
            _ => return false,
        }
        depth == 0
    })?;
    let mut kept = events.to_vec();
    kept.remove(at + end);
    kept.remove(at);
    Some(kept)
}

/// Without the event alone.
fn without_event(events: &[Named], at: usize) -> Option<Vec<Named>> {
    if !events[at].tasks.is_empty() {
        return None;
    }
    let mut kept = events.to_vec();
    kept.remove(at);
    Some(kept)
}

/// With a task that is deferred, or not detached, or with a clause less; or with a clause of a
/// `taskwait` less.
fn with_simpler_task(events: &[Named], at: usize) -> Option<Vec<Named>> {
    let mut kept = events.to_vec();
    match &mut kept[at].event {
        Event::Create { depends, .. } | Event::TaskwaitDepend { depends, .. } if !depends.is_empty() => {
            depends.pop();
        }
        Event::Create { deferral, .. } if *deferral == Deferral::Undeferred => *deferral = Deferral::Deferred,
        Event::Create { completion, .. } if *completion == Completion::Detached => {
            *completion = Completion::AtEnd;
            let child = events[at].tasks[0];
            kept.retain(|named| !matches!(named.event, Event::Fulfill { task, .. } if task == child));
        }
        _ => return None,
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LockRule, Oracle, Policy, Recording, Rng, Shape, walk};

    #[test]
    fn a_race_is_shrunk_to_its_bare_bones() {
        // Of any stream that races nothing should remain but two tasks that are unordered and the
        // two accesses.
        let mut races = |events: &[Event]| Oracle::of(events, LockRule::Exclusion).is_ok_and(|o| !o.races().is_empty());
        let mut tried = 0;
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let shape = Shape::random(&mut rng, Policy::AnyOrder);
            let events = walk(&mut rng, &shape);
            if !races(&events) {
                continue;
            }
            tried += 1;
            let small = shrink(&events, &mut races);
            let text = Recording { events: small.clone(), expected: None }.to_string();
            assert!(races(&small), "seed {seed}: a shrunk stream still fails\n{text}");
            assert!(small.len() <= 6, "seed {seed}: not small\n{text}");
        }
        assert!(tried > 20, "only {tried} streams raced");
    }

    #[test]
    fn every_event_that_matters_stays() {
        let text = "fork 1 by 0 tasks 1 2\nrun 1\nwrite 5 by 1 @1\nbarrier 1 tasks 3 4\nrun 3\nwrite 0 by 3 @2\n\
                    run 4\nwrite 0 by 4 @3\njoin 1\n";
        let recording: Recording = text.parse().unwrap();
        let mut fails = |events: &[Event]| {
            let barrier = events.iter().any(|e| matches!(e, Event::Barrier { .. }));
            barrier && Oracle::of(events, LockRule::Exclusion).is_ok_and(|o| !o.races().is_empty())
        };
        let small = Recording { events: shrink(&recording.events, &mut fails), expected: None }.to_string();
        let expected = "fork 1 by 0 tasks 1 2\nbarrier 1 tasks 3 4\nrun 3\nwrite 0 by 3 @2\nrun 4\nwrite 0 by 4 @3\n";
        assert_eq!(small, expected);
    }
}
