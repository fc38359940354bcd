//! Why the two tasks of a race are unordered, in words: from their nearest common ancestor.

use super::stacks::{function_text, stack_of_task};
use crate::model::{RaceFacts, TaskFacts, TaskKind};
use crate::symbols::Symbolize;

/// The tasks from `task` up to the first one, as indices.
fn ancestry(race: &RaceFacts, task: usize) -> Vec<usize> {
    let mut chain = Vec::new();
    let mut next = Some(task);
    while let Some(task) = next.filter(|task| !chain.contains(task)) {
        let Some(facts) = race.tasks.get(task) else { break };
        chain.push(task);
        next = facts.creator;
    }
    chain
}

/// The task and its creators up to and including the region's implicit task, as indices.
pub(super) fn creators_up_to_region(race: &RaceFacts, task: usize) -> Vec<usize> {
    let mut chain = ancestry(race, task);
    let region = chain.iter().position(|&task| race.tasks[task].kind != TaskKind::Explicit);
    if let Some(region) = region {
        chain.truncate(region + 1);
    }
    chain
}

/// A sentence that says what does not order the two accesses.
pub(super) fn why_unordered(race: &RaceFacts, symbols: &(impl Symbolize + ?Sized)) -> String {
    let earlier = ancestry(race, race.earlier.task);
    let later = ancestry(race, race.later.task);
    let Some(common) = earlier.iter().position(|task| later.contains(task)) else {
        return "nothing that was seen orders them".to_owned();
    };
    let ancestor = &race.tasks[earlier[common]];
    // The children of the common ancestor on the way to either task; the ancestor may be one of the
    // two itself.
    let child = |chain: &[usize]| {
        let at = chain.iter().position(|&task| task == earlier[common])?;
        chain.get(at.checked_sub(1)?).copied()
    };
    let name = |branch: usize| {
        let place =
            stack_of_task(&race.tasks, symbols, &race.tasks[branch].created_at, race.tasks[branch].creator).pop();
        match place.map(|frame| function_text(&frame)).filter(|function| !function.is_empty()) {
            Some(function) => format!("task {} ({function})", ancestor.number),
            None => format!("task {}", ancestor.number),
        }
    };
    let goes_on = |branch: usize, descendant: &TaskFacts| {
        let (ancestor, child) = (name(branch), &race.tasks[branch]);
        if child.number == descendant.number {
            format!("{ancestor} goes on after creating task {} without waiting for it", child.number)
        } else {
            format!(
                "{ancestor} goes on without waiting for task {}, which descends from its child, task {}",
                descendant.number, child.number
            )
        }
    };
    match (child(&earlier), child(&later)) {
        (Some(a), Some(b)) => {
            let direct = a == race.earlier.task && b == race.later.task;
            apart(&name(a), &race.tasks[a], &race.tasks[b], direct)
        }
        (Some(branch), None) => goes_on(branch, &race.tasks[race.earlier.task]),
        (None, Some(branch)) => goes_on(branch, &race.tasks[race.later.task]),
        (None, None) => "nothing that was seen orders them".to_owned(),
    }
}

/// For tasks in different branches below their common ancestor; `direct` if they are these branches
/// themselves.
fn apart(ancestor: &str, a: &TaskFacts, b: &TaskFacts, direct: bool) -> String {
    match (a.kind, b.kind) {
        (TaskKind::Implicit { thread: one }, TaskKind::Implicit { thread: other }) if direct => {
            format!(
                "they are threads {one} and {other} of the parallel region begun by {ancestor}, and no barrier orders them"
            )
        }
        (TaskKind::Implicit { thread: one }, TaskKind::Implicit { thread: other }) => format!(
            "they belong to threads {one} and {other} of the parallel region begun by {ancestor}, \
             and no taskwait, taskgroup or barrier orders them"
        ),
        _ if direct => {
            format!("both were created by {ancestor}, and no taskwait, taskgroup or depend orders them")
        }
        _ => format!(
            "both descend from {ancestor}, one through task {}, the other through task {}, \
             and no taskwait, taskgroup or depend orders them",
            a.number, b.number
        ),
    }
}
