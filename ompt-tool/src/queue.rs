//! Which tasks can run, and who waits for them: what a thread has to know before it goes to wait in libomp with the baton in hand.
//!
//! libomp decides which task runs, and [`deques`](crate::deques) knows which one it can. Here is counted, for everything that a thread can wait for (the children of a task, a taskgroup, a region), how
//! many of its tasks are not complete and how many of these could start now. A task could start if it has not, and all that it depends on is complete.
//!
//! A task that depends on others *watches* one of those that are not complete. When that one completes, it looks for another to watch, and if there is
//! none it is ready. So a completion costs no more than the tasks that happened to watch it.

use detsan_detector::TaskId;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry as MapEntry;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::deques::{Deques, Keeper};
use crate::regions::RegionId;

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// A taskgroup that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GroupId(u32);

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// Tasks that are not complete.
    pub(crate) incomplete: u32,
    /// Tasks that could start now.
    pub(crate) ready: u32,
}

/// Something that can be waited for, beside a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scope {
    ChildrenOf(TaskId),
    Group(GroupId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// It depends on a task that is not complete.
    Blocked,
    Ready,
    Started,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    parent: TaskId,
    group: Option<GroupId>,
    region: RegionId,
    progress: Progress,
    tying: Tying,
    /// Who has it while it is ready.
    keeper: Keeper,
}

/// Whether a task belongs to the thread that starts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tying {
    Tied,
    Untied,
}

/// The tasks that are not complete.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    tasks: Map<TaskId, Entry>,
    counts: Map<Scope, Count>,
    /// Regions with tasks: there are few at a time, and every task is in one.
    regions: Vec<(RegionId, Count)>,
    deques: Deques,
    watchers: Map<TaskId, SmallVec<[TaskId; 2]>>,
    /// The innermost group of tasks that are in one, their own or one around them.
    innermost: Map<TaskId, GroupId>,
    /// The group around each open one.
    around: Map<GroupId, Option<GroupId>>,
    groups: u32,
}

impl Queue {
    /// `parent`, which runs on thread number `creator` of `region`, creates `task`, which depends on nothing so far.
    pub(crate) fn create(&mut self, task: TaskId, parent: TaskId, region: RegionId, creator: u32, tying: Tying) {
        let group = self.group(parent);
        if let Some(group) = group {
            self.innermost.insert(task, group);
        }
        let keeper = Keeper::Thread(creator);
        let entry = Entry { parent, group, region, progress: Progress::Ready, tying, keeper };
        self.tasks.insert(task, entry);
        self.deques.put(task, region, keeper);
        if tying == Tying::Untied {
            self.deques.note_untied(region);
        }
        self.count(entry, |count| {
            count.incomplete += 1;
            count.ready += 1;
        });
    }

    /// `task`, which has just been created, depends on `on`, which is not complete.
    pub(crate) fn block(&mut self, task: TaskId, on: TaskId) {
        if !self.tasks.contains_key(&task) {
            return;
        }
        self.progress(task, Progress::Blocked, Keeper::Unknown);
        self.watchers.entry(on).or_default().push(task);
    }

    /// `task` starts.
    pub(crate) fn start(&mut self, task: TaskId) {
        self.progress(task, Progress::Started, Keeper::Unknown);
    }

    /// The part of `task` that ran on `thread` is over, and the task, which is untied, can go on.
    pub(crate) fn suspend(&mut self, task: TaskId, thread: Keeper) {
        self.progress(task, Progress::Ready, thread);
    }

    /// `task` is complete, by what `thread` did. `awaited` tells of a task that another one depends on and that is not complete.
    pub(crate) fn complete(&mut self, task: TaskId, thread: Keeper, awaited: impl Fn(TaskId) -> Option<TaskId>) {
        // Then nobody watches, either.
        if self.tasks.is_empty() {
            return;
        }
        if let Some(entry) = self.tasks.remove(&task) {
            // A cancelled task completes without a start.
            let ready = u32::from(entry.progress == Progress::Ready);
            if entry.progress == Progress::Ready {
                self.deques.take(task, entry.region, entry.keeper);
            }
            self.count(entry, |count| {
                count.incomplete -= 1;
                count.ready -= ready;
            });
        }
        if !self.innermost.is_empty() {
            self.innermost.remove(&task);
        }
        if self.watchers.is_empty() {
            return;
        }
        for watcher in self.watchers.remove(&task).unwrap_or_default() {
            match awaited(watcher) {
                Some(next) => self.watchers.entry(next).or_default().push(watcher),
                None => self.progress(watcher, Progress::Ready, thread),
            }
        }
    }

    /// `task` opens a taskgroup.
    pub(crate) fn begin_group(&mut self, task: TaskId) -> GroupId {
        let group = GroupId(self.groups);
        self.groups += 1;
        let around = self.innermost.insert(task, group);
        self.around.insert(group, around);
        group
    }

    /// The innermost taskgroup of `task` ends.
    pub(crate) fn end_group(&mut self, task: TaskId) {
        if let Some(group) = self.innermost.remove(&task)
            && let Some(Some(around)) = self.around.remove(&group)
        {
            self.innermost.insert(task, around);
        }
    }

    /// `before`, an implicit task, goes on as `after`.
    pub(crate) fn go_on_as(&mut self, before: TaskId, after: TaskId) {
        if let Some(group) = self.innermost.remove(&before) {
            self.innermost.insert(after, group);
        }
    }

    /// The innermost taskgroup of `task`.
    pub(crate) fn group(&self, task: TaskId) -> Option<GroupId> {
        self.innermost.get(&task).copied()
    }

    pub(crate) fn children(&self, task: TaskId) -> Count {
        self.counts.get(&Scope::ChildrenOf(task)).copied().unwrap_or_default()
    }

    pub(crate) fn in_group(&self, group: GroupId) -> Count {
        self.counts.get(&Scope::Group(group)).copied().unwrap_or_default()
    }

    pub(crate) fn in_region(&self, region: RegionId) -> Count {
        self.regions.iter().find(|(id, _)| *id == region).map(|(_, count)| *count).unwrap_or_default()
    }

    /// Whether thread number `thread` of `region` finds a task that it may run where it waits: any if
    /// there is no `bound`, else one that is untied or that `descends` from the bound.
    pub(crate) fn offers(
        &self,
        region: RegionId,
        thread: u32,
        bound: Option<TaskId>,
        descends: impl Fn(TaskId, TaskId) -> bool,
    ) -> bool {
        let may_run = |task: TaskId| match (bound, self.tasks.get(&task)) {
            (None, _) => true,
            (Some(bound), Some(entry)) => {
                entry.tying == Tying::Untied || entry.parent == bound || descends(task, bound)
            }
            (Some(_), None) => false,
        };
        self.in_region(region).ready > 0 && self.deques.offers(region, thread, may_run)
    }

    /// `region` has ended.
    pub(crate) fn end_region(&mut self, region: RegionId) {
        self.deques.end_region(region);
    }

    /// From now on `task` is as `progress` says; `thread` has it if it is ready.
    fn progress(&mut self, task: TaskId, progress: Progress, thread: Keeper) {
        if self.tasks.is_empty() {
            return;
        }
        let Some(entry) = self.tasks.get_mut(&task) else { return };
        let before = std::mem::replace(&mut entry.progress, progress);
        match (before == Progress::Ready, progress == Progress::Ready) {
            (true, false) => {
                let entry = *entry;
                self.deques.take(task, entry.region, entry.keeper);
                self.count(entry, |count| count.ready -= 1);
            }
            (false, true) => {
                entry.keeper = thread;
                let entry = *entry;
                self.deques.put(task, entry.region, thread);
                self.count(entry, |count| count.ready += 1);
            }
            _ => {}
        }
    }

    /// Applies `change` wherever the task of `entry` is counted. What counts nothing is not kept.
    fn count(&mut self, entry: Entry, change: impl Fn(&mut Count)) {
        let index = self.regions.iter().position(|(id, _)| *id == entry.region).unwrap_or_else(|| {
            self.regions.push((entry.region, Count::default()));
            self.regions.len() - 1
        });
        change(&mut self.regions[index].1);
        if self.regions[index].1.incomplete == 0 {
            self.regions.swap_remove(index);
        }
        let groups = std::iter::successors(entry.group, |group| self.around.get(group).copied().flatten());
        for scope in std::iter::once(Scope::ChildrenOf(entry.parent)).chain(groups.map(Scope::Group)) {
            let mut count = match self.counts.entry(scope) {
                MapEntry::Occupied(count) => count,
                MapEntry::Vacant(none) => none.insert_entry(Count::default()),
            };
            change(count.get_mut());
            if count.get().incomplete == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGION: RegionId = RegionId(1);
    const MAIN: TaskId = TaskId(0);

    fn count(incomplete: u32, ready: u32) -> Count {
        Count { incomplete, ready }
    }

    #[test]
    fn a_task_is_ready_when_the_last_that_it_depends_on_is_complete() {
        let (first, second, third) = (TaskId(1), TaskId(2), TaskId(3));
        let mut queue = Queue::default();
        for task in [first, second, third] {
            queue.create(task, MAIN, REGION, 0, Tying::Tied);
        }
        queue.block(third, first);
        assert_eq!(queue.children(MAIN), count(3, 2));
        queue.start(first);
        queue.complete(first, Keeper::Thread(0), |task| (task == third).then_some(second));
        assert_eq!(queue.children(MAIN), count(2, 1));
        queue.start(second);
        queue.complete(second, Keeper::Thread(0), |_| None);
        assert_eq!(queue.in_region(REGION), count(1, 1));
        queue.start(third);
        queue.complete(third, Keeper::Thread(0), |_| None);
        assert_eq!(queue.in_region(REGION), Count::default());
        assert!(
            queue.counts.is_empty() && queue.regions.is_empty() && queue.watchers.is_empty() && queue.tasks.is_empty()
        );
    }

    #[test]
    fn a_taskgroup_counts_descendants_and_the_groups_in_it() {
        let (child, grandchild, other) = (TaskId(1), TaskId(2), TaskId(3));
        let mut queue = Queue::default();
        let outer = queue.begin_group(MAIN);
        queue.create(child, MAIN, REGION, 0, Tying::Tied);
        queue.start(child);
        let inner = queue.begin_group(child);
        queue.create(grandchild, child, REGION, 0, Tying::Tied);
        assert_eq!((queue.in_group(outer), queue.in_group(inner)), (count(2, 1), count(1, 1)));
        assert_eq!(queue.children(MAIN), count(1, 0));
        queue.complete(grandchild, Keeper::Thread(0), |_| None);
        queue.end_group(child);
        assert_eq!(queue.group(child), Some(outer));
        queue.complete(child, Keeper::Thread(0), |_| None);
        queue.end_group(MAIN);
        queue.create(other, MAIN, REGION, 0, Tying::Tied);
        assert_eq!((queue.group(other), queue.in_group(outer)), (None, Count::default()));
    }

    #[test]
    fn a_thread_that_waits_gets_descendants_of_its_task_and_untied_tasks_only() {
        let (mine, child, other) = (TaskId(1), TaskId(2), TaskId(3));
        let mut queue = Queue::default();
        let descends = |task, bound| (task, bound) == (child, mine);
        queue.create(mine, MAIN, REGION, 0, Tying::Tied);
        queue.start(mine);
        queue.create(other, MAIN, REGION, 1, Tying::Tied);
        assert!(queue.offers(REGION, 0, None, descends));
        assert!(!queue.offers(REGION, 0, Some(mine), descends));
        assert!(queue.offers(REGION, 0, Some(MAIN), descends));
        queue.create(child, mine, REGION, 0, Tying::Tied);
        assert!(queue.offers(REGION, 0, Some(mine), descends));
        queue.start(child);
        assert!(!queue.offers(REGION, 0, Some(mine), descends));
        queue.create(TaskId(4), MAIN, REGION, 1, Tying::Untied);
        assert!(queue.offers(REGION, 0, Some(mine), descends));
    }
}
