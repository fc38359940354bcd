//! `depend` clauses: which earlier siblings a task has to wait for.
//!
//! Per parent and storage location, clauses form *generations*: a run of clauses of one kind that do not order each other (`in`,
//! `inoutset`, `mutexinoutset`), or a single `out`/`inout`. Each member of a generation depends on all members of the one before. That
//! yields the order of the pairwise definition (OpenMP 5.2, §15.9.5), in which two clauses on one location conflict unless both are of
//! the same one of the three kinds, because older generations are reached through the newer ones.

use smallvec::SmallVec;

use crate::FastMap;
use crate::event::{Depend, DependKind};
use crate::ids::{Location, TaskId};

/// A few tasks.
pub(crate) type TaskVec = SmallVec<[TaskId; 4]>;

#[derive(Debug, Default)]
struct Generations {
    /// Kind of the newest generation.
    kind: Option<DependKind>,
    newest: TaskVec,
    previous: TaskVec,
}

impl Generations {
    /// Whether a clause of `kind` joins the newest generation instead of opening another.
    fn continues(&self, kind: DependKind) -> bool {
        self.kind == Some(kind) && kind != DependKind::Out
    }

    fn predecessors(&self, kind: DependKind) -> &[TaskId] {
        if self.continues(kind) { &self.previous } else { &self.newest }
    }

    fn add(&mut self, task: TaskId, kind: DependKind) {
        if !self.continues(kind) {
            self.previous = std::mem::take(&mut self.newest);
            self.kind = Some(kind);
        }
        self.newest.push(task);
    }
}

/// The clauses of one task's children.
#[derive(Debug, Default)]
pub(crate) struct DependTable {
    locations: FastMap<Location, Generations>,
    /// Newest task with `omp_all_memory`: stands before everything on a location that nobody has named since.
    all_memory: Option<TaskId>,
}

/// The clauses with one entry per location: what is named twice in different ways counts as `out`.
fn merged(depends: &[Depend]) -> impl Iterator<Item = Depend> {
    depends.iter().enumerate().filter_map(|(index, depend)| {
        let same = |other: &&Depend| other.location == depend.location;
        if depends[..index].iter().any(|earlier| same(&earlier)) {
            return None;
        }
        let alike = depends[index..].iter().filter(same).all(|other| other.kind == depend.kind);
        Some(Depend { kind: if alike { depend.kind } else { DependKind::Out }, ..*depend })
    })
}

fn each_once(tasks: &mut TaskVec) {
    if tasks.len() > 1 {
        tasks.sort_unstable();
        tasks.dedup();
    }
}

impl DependTable {
    /// Adds the clauses of the new child `task`, and its predecessors to `predecessors`, each once.
    pub(crate) fn add(&mut self, task: TaskId, depends: &[Depend], predecessors: &mut TaskVec) {
        if depends.iter().any(|depend| depend.location.is_none()) {
            self.predecessors(depends, predecessors);
            self.locations.clear();
            self.all_memory = Some(task);
            return;
        }
        for depend in merged(depends) {
            let Some(location) = depend.location else { unreachable!("omp_all_memory was handled above") };
            let all_memory = self.all_memory;
            let slot = self.locations.entry(location).or_insert_with(|| Generations {
                kind: all_memory.map(|_| DependKind::Out),
                newest: all_memory.into_iter().collect(),
                previous: TaskVec::new(),
            });
            predecessors.extend_from_slice(slot.predecessors(depend.kind));
            slot.add(task, depend.kind);
        }
        each_once(predecessors);
    }

    /// Adds the tasks that a construct with these clauses has to wait for to `predecessors`, each once.
    pub(crate) fn predecessors(&self, depends: &[Depend], predecessors: &mut TaskVec) {
        for depend in merged(depends) {
            match depend.location {
                None => {
                    predecessors.extend(self.locations.values().flat_map(|slot| slot.newest.iter().copied()));
                    predecessors.extend(self.all_memory);
                }
                Some(location) => match self.locations.get(&location) {
                    Some(slot) => predecessors.extend_from_slice(slot.predecessors(depend.kind)),
                    None => predecessors.extend(self.all_memory),
                },
            }
        }
        each_once(predecessors);
    }

    /// Forgets tasks that whoever comes next follows in any case.
    pub(crate) fn retain(&mut self, mut keeps: impl FnMut(TaskId) -> bool) {
        self.all_memory = self.all_memory.filter(|task| keeps(*task));
        self.locations.retain(|_, slot| {
            slot.newest.retain(|task| keeps(*task));
            slot.previous.retain(|task| keeps(*task));
            !slot.newest.is_empty() || !slot.previous.is_empty()
        });
    }

    /// Forgets everything: all children have been joined.
    pub(crate) fn clear(&mut self) {
        self.locations.clear();
        self.all_memory = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DependKind::{In, InOutSet, Out};

    /// Adds one clause list per task and returns the predecessors of the last.
    fn predecessors(tasks: &[&[(u64, DependKind)]]) -> Vec<u32> {
        let mut table = DependTable::default();
        let mut last = TaskVec::new();
        for (number, clauses) in tasks.iter().enumerate() {
            let clauses: Vec<Depend> = clauses
                .iter()
                .map(|(location, kind)| Depend {
                    location: (*location > 0).then_some(Location(*location)),
                    kind: *kind,
                })
                .collect();
            last.clear();
            table.add(TaskId(number as u32), &clauses, &mut last);
        }
        last.iter().map(|task| task.0).collect()
    }

    #[test]
    fn readers_follow_the_last_writer() {
        assert_eq!(predecessors(&[&[(1, Out)], &[(1, In)], &[(1, In)]]), [0]);
    }

    #[test]
    fn a_writer_follows_all_readers() {
        assert_eq!(predecessors(&[&[(1, Out)], &[(1, In)], &[(1, In)], &[(1, Out)]]), [1, 2]);
    }

    #[test]
    fn members_of_a_set_follow_what_was_before_it() {
        assert_eq!(predecessors(&[&[(1, Out)], &[(1, InOutSet)], &[(1, InOutSet)]]), [0]);
    }

    #[test]
    fn another_location_does_not_order() {
        assert_eq!(predecessors(&[&[(1, Out)], &[(2, Out)]]), [0u32; 0]);
    }

    #[test]
    fn naming_a_location_twice_takes_the_stronger_kind() {
        assert_eq!(predecessors(&[&[(1, In)], &[(1, In), (1, Out)]]), [0]);
    }

    #[test]
    fn all_memory_follows_everything_and_precedes_everything() {
        assert_eq!(predecessors(&[&[(1, Out)], &[(2, In)], &[(0, Out)]]), [0, 1]);
        assert_eq!(predecessors(&[&[(1, Out)], &[(0, Out)], &[(3, In)]]), [1]);
    }
}
