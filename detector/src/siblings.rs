//! What each task follows among its siblings, by their `depend` clauses.
//!
//! Most questions of order in programs with `depend` are about two children of one task. A search
//! over promises ([`promises`](crate::promises)) answers them in time that grows with the width of
//! the graph. Here the answer is one bit: the children with clauses are numbered in the order of
//! their creation, and each child has a [`Past`], the set of its siblings that complete before it
//! starts.
//!
//! A past is the union of the pasts of the predecessors, known when the task is created, as all
//! clauses of earlier siblings are known by then. It consists of a prefix of all siblings, and of
//! bits for a limited number of younger ones ([`WINDOW`]). So a task costs a bounded number of
//! words, whatever the graph is like. Nothing is known of siblings between the two; then the search
//! is asked.
//!
//! The idea is that of the sets of DTRG (Surendran and Sarkar, RV 2016, §4) without their
//! restriction to one set for each task: a past may have exceptions.
//!
//! # Invariants
//!
//! - A past is closed: with a sibling, it has that sibling's past.
//! - Below its prefix, a past has everything; from its start on, its bits are exact.

use std::collections::VecDeque;

use smallvec::SmallVec;

use crate::ids::TaskId;

/// Siblings before a task of which its past has a bit. LULESH asks for tasks that are up to 3,000
/// siblings older.
const WINDOW: u32 = 4096;

const BITS: u32 = u64::BITS;

/// Number of a child with clauses among those of its parent.
pub(crate) type Index = u32;

/// Of a task without clauses.
pub(crate) const NO_INDEX: Index = u32::MAX;

/// Siblings that a task follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Past {
    /// All before this one are there.
    settled: Index,
    /// The one that the first bit is of; a multiple of [`BITS`].
    start: Index,
    words: SmallVec<[u64; 2]>,
}

impl Past {
    /// Whether a sibling is there, if that is known.
    pub(crate) fn has(&self, index: Index) -> Option<bool> {
        if index < self.settled {
            return Some(true);
        }
        let offset = index.checked_sub(self.start)?;
        let word = self.words.get((offset / BITS) as usize).copied().unwrap_or(0);
        Some(word >> (offset % BITS) & 1 != 0)
    }

    /// Adds everything that `other` has.
    fn add(&mut self, other: &Past) {
        self.settled = self.settled.max(other.settled);
        self.start_from(other.start);
        // Neither is exact below the start of the other.
        let skipped = (self.start - other.start) / BITS;
        for (index, word) in other.words.iter().skip(skipped as usize).enumerate() {
            match self.words.get_mut(index) {
                Some(own) => *own |= word,
                None => self.words.push(*word),
            }
        }
    }

    /// Adds one sibling, whose past is there already.
    fn add_one(&mut self, index: Index) {
        let Some(offset) = index.checked_sub(self.start) else { return };
        let word = (offset / BITS) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (offset % BITS);
    }

    /// Forgets the bits before `start`, a multiple of [`BITS`].
    fn start_from(&mut self, start: Index) {
        if start > self.start {
            let gone = ((start - self.start) / BITS) as usize;
            self.words.drain(..gone.min(self.words.len()));
            self.start = start;
        }
    }

    /// Makes the prefix as long, and the bits as few, as they can be for a task that is the child
    /// `index`.
    fn shorten(&mut self, index: Index) {
        self.start_from(index.saturating_sub(WINDOW).next_multiple_of(BITS));
        while self.has(self.settled) == Some(true) {
            let offset = self.settled - self.start;
            let word = self.words[(offset / BITS) as usize] >> (offset % BITS);
            self.settled += word.trailing_ones();
        }
        self.start_from(self.settled / BITS * BITS);
    }
}

/// The children with clauses of one task.
#[derive(Debug, Default)]
pub(crate) struct Siblings {
    /// The pasts of the younger ones, and the number of the first of these.
    pasts: VecDeque<(TaskId, Past)>,
    first: Index,
    /// What the parent itself has waited for: its next child follows all of that.
    waited: Past,
}

impl Siblings {
    fn next(&self) -> Index {
        self.first + self.pasts.len() as Index
    }

    fn past(&self, index: Index) -> Option<&Past> {
        index.checked_sub(self.first).and_then(|index| self.pasts.get(index as usize)).map(|(_, past)| past)
    }

    /// Adds the child `task`, which follows these `predecessors` among the others. Returns its
    /// number. A child that is over, which `is_over` tells, need not be asked for any more.
    pub(crate) fn add(
        &mut self,
        task: TaskId,
        predecessors: impl Iterator<Item = Index>,
        is_over: impl Fn(TaskId) -> bool,
    ) -> Index {
        let index = self.next();
        assert!(index != NO_INDEX, "fewer than 2^32 tasks");
        let mut past = self.waited.clone();
        self.follow(&mut past, predecessors);
        past.shorten(index);
        self.pasts.push_back((task, past));
        while self.pasts.len() > WINDOW as usize && self.pasts.front().is_some_and(|(task, _)| is_over(*task)) {
            self.pasts.pop_front();
            self.first += 1;
        }
        index
    }

    /// The parent has waited for these children.
    pub(crate) fn wait(&mut self, children: impl Iterator<Item = Index>) {
        let mut past = std::mem::take(&mut self.waited);
        self.follow(&mut past, children);
        past.shorten(self.next());
        self.waited = past;
    }

    /// The parent has waited for all children.
    pub(crate) fn wait_for_all(&mut self) {
        let next = self.next();
        self.waited = Past { settled: next, start: next / BITS * BITS, words: SmallVec::new() };
        self.pasts.clear();
        self.first = next;
    }

    /// Adds children with their pasts to `past`.
    fn follow(&self, past: &mut Past, children: impl Iterator<Item = Index>) {
        let mut children: SmallVec<[Index; 8]> = children.collect();
        // The past of a younger one often has the older ones.
        children.sort_unstable_by(|a, b| b.cmp(a));
        for index in children {
            if past.has(index) == Some(true) {
                continue;
            }
            match self.past(index) {
                Some(other) => past.add(other),
                // All that it follows is older than it is.
                None => past.start_from((index + 1).next_multiple_of(BITS)),
            }
            past.add_one(index);
        }
    }

    /// Whether the child `earlier` completes before the child `later` starts, if that is known.
    pub(crate) fn precedes(&self, earlier: Index, later: Index) -> Option<bool> {
        self.past(later)?.has(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random graphs, wide and narrow, against a transitive closure.
    #[test]
    fn pasts_are_the_transitive_closure() {
        let mut rng = fastrand::Rng::with_seed(3);
        for (count, reach, most) in [(300, 5, 2), (300, 300, 1), (1500, 40, 4), (9000, 200, 3), (9000, 9000, 2)] {
            let mut siblings = Siblings::default();
            let mut closure: Vec<Vec<bool>> = Vec::new();
            let mut waited: Vec<bool> = Vec::new();
            let mut known = 0;
            for task in 0..count {
                let mut past = waited.clone();
                past.resize(task, false);
                let predecessors: Vec<usize> = (0..rng.usize(..=most))
                    .map(|_| task.saturating_sub(1 + rng.usize(..reach)))
                    .filter(|predecessor| *predecessor < task)
                    .collect();
                let follow = |past: &mut Vec<bool>, other: usize, closure: &[Vec<bool>]| {
                    past[other] = true;
                    closure[other].iter().enumerate().filter(|(_, is)| **is).for_each(|(older, _)| past[older] = true);
                };
                predecessors.iter().for_each(|other| follow(&mut past, *other, &closure));
                let indices = predecessors.iter().map(|index| *index as Index);
                assert_eq!(siblings.add(TaskId(task as u32), indices, |_| true), task as Index);
                for earlier in (0..task).rev().take(100).chain((0..100).map(|_| rng.usize(..task.max(1)))) {
                    if let Some(answer) = siblings.precedes(earlier as Index, task as Index) {
                        assert_eq!(answer, task > 0 && past[earlier], "{earlier} before {task}");
                        known += usize::from(task > 0);
                    } else {
                        assert!(task - earlier > WINDOW as usize - BITS as usize, "{earlier} before {task} is known");
                    }
                }
                closure.push(past);
                if rng.u32(..400) == 0 {
                    let child = rng.usize(..=task);
                    waited.resize(task + 1, false);
                    follow(&mut waited, child, &closure);
                    siblings.wait([child as Index].into_iter());
                } else if rng.u32(..3000) == 0 {
                    waited = vec![true; task + 1];
                    siblings.wait_for_all();
                }
            }
            assert!(known > count * 100, "{known} of {count}");
        }
    }
}
