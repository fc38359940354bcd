//! The does-not-commute order, on request: critical sections of one lock with conflicting accesses stay in the order in which they ran.
//!
//! Lock sets say that two accesses do not happen at once, and no more. A program that hands data over by a flag inside a critical section relies on
//! more: whoever has seen the flag follows what was done before it was set. The does-not-commute relation (Ogles, Aldous and Mercer, FMCAD 2019, Definition 2)
//! draws just that order: from the end of a critical section to a later access that conflicts with one inside of it, if that is made in a critical
//! section of the same lock.
//!
//! # Guarantee
//!
//! The order equals the definition's, together with all other order. It holds for executions in which conflicting sections come in the same order as in this
//! one: what races in another order is not seen.
//!
//! # Deviations
//!
//! 1. The paper has one lock for all. With several, its definition is taken for each of them, and the rule of [`lock_order`](crate::lock_order) is kept, which takes the
//!    place of the one that Roemer et al. (PLDI 2018) have for nested locks.
//! 2. Readers of a lock that is taken together with others have critical sections as well; two of these order nothing.
//! 3. Atomic accesses, `mutexinoutset`, initialisers and the combinations of reductions have none.
//!
//! # Invariants
//!
//! - The sections of one holder and lock are kept in order, for as long as a cell names an access inside: any old access may be the one that conflicts.
//!   Whether one does is found out by a [compaction](crate::compaction).
//! - Holders are pinned, because a search may enter their past as long.
//! - Histories keep an access inside a critical section until one under the same locks takes its place that follows the whole section.

use crate::dpst::{Point, Time};
use crate::ids::TaskId;
use crate::lock_order::Section;
use crate::locks::{Lock, LockSetId, LockSets};
use crate::{FastMap, FastSet};

/// All critical sections that are over.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    by_holder: FastMap<(TaskId, Lock), Vec<Section>>,
    /// The creators of undeferred tasks that had locks, and these locks.
    creators: FastMap<TaskId, (TaskId, LockSetId)>,
}

impl Sections {
    /// `holder` has left a critical section. Returns whether it is the first one with this lock.
    pub(crate) fn add(&mut self, holder: TaskId, lock: Lock, section: Section) -> bool {
        let sections = self.by_holder.entry((holder, lock)).or_default();
        sections.push(section);
        sections.len() == 1
    }

    /// `task` works with the locks of its creator, which waits for it.
    pub(crate) fn inherit(&mut self, task: TaskId, creator: TaskId, locks: LockSetId) {
        self.creators.insert(task, (creator, locks));
    }

    /// Who has taken `lock`, which `task` has.
    pub(crate) fn holder(&self, mut task: TaskId, lock: Lock, sets: &LockSets) -> TaskId {
        while let Some((creator, locks)) = self.creators.get(&task)
            && sets.contains(*locks, lock)
        {
            task = *creator;
        }
        task
    }

    /// Keeps the sections of these accesses, by task, time and lock. Returns a holder for each row of sections that is given up: it need not be pinned
    /// for it any more.
    pub(crate) fn retain(&mut self, used: impl Iterator<Item = (TaskId, Time, Lock)>, sets: &LockSets) -> Vec<TaskId> {
        let mut in_use: FastMap<(TaskId, Lock), FastSet<Time>> = FastMap::default();
        for (task, time, lock) in used {
            if let Some(Point { task: holder, limit }) = self.end(task, time, lock, sets) {
                in_use.entry((holder, lock)).or_default().insert(limit);
            }
        }
        let mut given_up = Vec::new();
        self.by_holder.retain(|key, sections| {
            match in_use.get(key) {
                Some(limits) => sections.retain(|section| limits.contains(&section.limit)),
                None => {
                    sections.clear();
                    given_up.push(key.0);
                }
            }
            !sections.is_empty()
        });
        given_up
    }

    /// Forgets the creators of tasks that are no longer known.
    pub(crate) fn retain_creators(&mut self, mut is_known: impl FnMut(TaskId) -> bool) {
        self.creators.retain(|task, _| is_known(*task));
    }

    /// Where sections begin and end, by their holders.
    pub(crate) fn boundaries(&self) -> impl Iterator<Item = (TaskId, Time)> {
        let both = |((holder, _), sections): (&(TaskId, Lock), &Vec<Section>)| {
            let holder = *holder;
            let times: Vec<Time> = sections.iter().flat_map(|section| [section.at, section.limit]).collect();
            times.into_iter().map(move |time| (holder, time))
        };
        self.by_holder.iter().flat_map(both)
    }

    /// The end of the critical section in which `task` was, with `lock`, in its step that began at `time`; `None` if that is not over.
    pub(crate) fn end(&self, task: TaskId, time: Time, lock: Lock, sets: &LockSets) -> Option<Point> {
        let holder = self.holder(task, lock, sets);
        let sections = self.by_holder.get(&(holder, lock))?;
        let begun = sections.partition_point(|section| section.at <= time);
        let Section { limit, .. } = *sections[..begun].last()?;
        (time < limit).then_some(Point { task: holder, limit })
    }
}
