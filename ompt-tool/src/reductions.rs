//! Task reductions: private copies that share an address.
//!
//! A task that takes part in a reduction (`in_reduction`, `taskloop reduction`, `reduction(task, …)`) works on a private copy, and the runtime combines
//! the copies by the end of the taskgroup. libomp (19.1.7) makes one copy for each thread; in a team of one thread it is the original itself. So tasks that
//! run on one thread, one after the other, share their copies, which no race can come of.
//!
//! # What is checked
//!
//! - **A private copy is memory of its own.** Accesses that a participating task, or a descendant of it, makes to the copy are recorded elsewhere,
//!   in the shadow of memory that nothing else uses ([`Copy::memory`]). So the copies of two tasks are kept apart, and two tasks that use one
//!   copy still race.
//! - **The combination is a protected write.** When it happens is up to the runtime. It is recorded where the task begins to take part, as a write
//!   to the original under a lock that the participants of one reduction share. So what does not take part races with it unless it is ordered
//!   with the task.
//!
//! # Scope
//!
//! Items belong to the taskgroup that names them; a task takes part in the innermost reduction of the item around it. gcc's programs name no items. There, the
//! private copy is the whole block that libomp has allocated for the copies, and the combination is code of the program, which is checked as such.

use std::ops::Range;

use detsan_detector::{LockId, TaskId};

/// Something that is reduced.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) bytes: Range<usize>,
    /// Held at the combination.
    pub(crate) lock: LockId,
}

/// A taskgroup that has not ended.
#[derive(Debug)]
struct Group {
    owner: TaskId,
    /// Tells it from other groups.
    number: u64,
    items: Vec<Item>,
}

/// The private copy that a task has of an item.
#[derive(Debug)]
struct Copy {
    task: TaskId,
    /// What it is a copy of, with the number of the group that reduces it; `None` if that is not known.
    of: Option<(u64, Item)>,
    /// Where the program accesses it.
    bytes: Range<usize>,
    /// Memory that is never touched: its shadow stands for that of the copy.
    memory: Vec<u32>,
}

impl Copy {
    fn new(task: TaskId, of: Option<(u64, Item)>, bytes: Range<usize>) -> Copy {
        // A word more at either end for the parts of words.
        let memory = Vec::with_capacity(bytes.len() / size_of::<u32>() + 2);
        Copy { task, of, bytes, memory }
    }

    fn group(&self) -> Option<u64> {
        self.of.as_ref().map(|(group, _)| *group)
    }

    /// What to add to an address in the copy to come to its own memory. A multiple of a word, so that parts of words stay as they are.
    fn offset(&self) -> usize {
        let word = self.bytes.start & !(size_of::<u32>() - 1);
        (self.memory.as_ptr() as usize).wrapping_sub(word)
    }

    /// Address and size of its own memory.
    fn own_memory(&self) -> (usize, usize) {
        (self.memory.as_ptr() as usize, self.memory.capacity() * size_of::<u32>())
    }
}

/// What a task is told that takes part in a reduction.
#[derive(Clone, Debug)]
pub(crate) struct Participation {
    /// What the task contributes to.
    pub(crate) item: Item,
    /// What to add to its address where the combination is recorded: the item may be a private copy itself.
    pub(crate) offset: usize,
}

/// A part of an access, all of it in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) address: usize,
    pub(crate) length: usize,
    /// What to add to the address to come to the memory in whose shadow the access is recorded.
    pub(crate) offset: usize,
}

/// The reductions under way.
#[derive(Debug, Default)]
pub(crate) struct Reductions {
    groups: Vec<Group>,
    group_count: u64,
    copies: Vec<Copy>,
}

/// Who created a task.
pub(crate) trait Ancestry {
    fn parent(&self, task: TaskId) -> Option<TaskId>;

    /// Generations from `task` up to `ancestor`: 0 if they are the same, `None` if it is not an ancestor.
    fn distance(&self, task: TaskId, ancestor: TaskId) -> Option<usize> {
        std::iter::successors(Some(task), |task| self.parent(*task)).position(|task| task == ancestor)
    }
}

impl Ancestry for detsan_detector::Detector {
    fn parent(&self, task: TaskId) -> Option<TaskId> {
        detsan_detector::Detector::parent(self, task)
    }
}

impl Reductions {
    /// `task` begins a taskgroup.
    pub(crate) fn begin_group(&mut self, task: TaskId) {
        self.group_count += 1;
        self.groups.push(Group { owner: task, number: self.group_count, items: Vec::new() });
    }

    /// The innermost taskgroup of `task` ends. `forget` is told of memory whose shadow is no longer needed.
    pub(crate) fn end_group(&mut self, task: TaskId, forget: &mut dyn FnMut(usize, usize)) {
        if let Some(index) = self.groups.iter().rposition(|group| group.owner == task) {
            let group = self.groups.remove(index);
            self.drop_copies(|copy| copy.group() == Some(group.number), forget);
        }
    }

    /// How many taskgroups `task` is in that it has begun.
    pub(crate) fn group_count(&self, task: TaskId) -> usize {
        self.groups.iter().filter(|group| group.owner == task).count()
    }

    /// An implicit task goes on under another number, after a barrier.
    pub(crate) fn go_on_as(&mut self, before: TaskId, after: TaskId) {
        for group in self.groups.iter_mut().filter(|group| group.owner == before) {
            group.owner = after;
        }
        for copy in self.copies.iter_mut().filter(|copy| copy.task == before) {
            copy.task = after;
        }
    }

    /// The innermost taskgroup of `task` reduces these bytes.
    pub(crate) fn add_item(&mut self, task: TaskId, bytes: Range<usize>, lock: LockId) {
        if let Some(group) = self.groups.iter_mut().rfind(|group| group.owner == task) {
            group.items.push(Item { bytes, lock });
        }
    }

    /// `task` takes part in the reduction of what is at `original`, with a copy at `copy`. Returns what it contributes to, unless that is not
    /// known or the task does so already. If no group around the task reduces it, the copy is `block`.
    pub(crate) fn participate(
        &mut self,
        tasks: &impl Ancestry,
        task: TaskId,
        original: usize,
        copy: usize,
        block: Option<Range<usize>>,
    ) -> Option<Participation> {
        let of = self.find_item(tasks, task, original);
        let bytes = match &of {
            Some((_, item)) => copy..copy + item.bytes.len(),
            None => block?,
        };
        let group = of.as_ref().map(|(group, _)| *group);
        if self.copies.iter().any(|other| other.task == task && other.group() == group && other.bytes == bytes) {
            return None;
        }
        // The owner of the group combines the copies; if it takes part itself, that is another copy.
        let participation = of.clone().map(|(number, item)| {
            let owner = self.groups.iter().find(|group| group.number == number).map_or(task, |group| group.owner);
            let place = self.find_copy(tasks, owner, &item.bytes, |copy| copy.group() != group);
            Participation { offset: place.map_or(0, Copy::offset), item }
        });
        self.copies.push(Copy::new(task, of, bytes));
        participation
    }

    /// The item at `original` in the innermost group around `task`, or the one that a copy there is of.
    fn find_item(&self, tasks: &impl Ancestry, task: TaskId, original: usize) -> Option<(u64, Item)> {
        for group in self.groups.iter().rev() {
            let found = group.items.iter().find(|item| item.bytes.start == original);
            if let Some(item) = found
                && tasks.distance(task, group.owner).is_some()
            {
                return Some((group.number, item.clone()));
            }
        }
        self.copies.iter().rfind(|copy| copy.bytes.start == original)?.of.clone()
    }

    /// The copy that `task` finds at `bytes`: its own, or else that of its nearest ancestor. Of several that a task has, the newest.
    fn find_copy(
        &self,
        tasks: &impl Ancestry,
        task: TaskId,
        bytes: &Range<usize>,
        counts: impl Fn(&Copy) -> bool,
    ) -> Option<&Copy> {
        let overlaps = |copy: &&Copy| copy.bytes.start < bytes.end && bytes.start < copy.bytes.end && counts(copy);
        let mut nearest: Option<(usize, &Copy)> = None;
        for copy in self.copies.iter().rev().filter(overlaps) {
            if copy.task == task {
                return Some(copy);
            }
            if let Some(distance) = tasks.distance(task, copy.task)
                && nearest.is_none_or(|(nearest, _)| distance < nearest)
            {
                nearest = Some((distance, copy));
            }
        }
        nearest.map(|(_, copy)| copy)
    }

    /// Whether there are private copies at all.
    #[inline]
    pub(crate) fn are_under_way(&self) -> bool {
        !self.copies.is_empty()
    }

    /// The first part of an access by `task` that lies wholly in a private copy, or wholly outside.
    pub(crate) fn first_part(&self, tasks: &impl Ancestry, task: TaskId, address: usize, length: usize) -> Part {
        let end = address + length;
        let Some(copy) = self.find_copy(tasks, task, &(address..address + 1), |_| true) else {
            // Outside, up to where the next copy begins.
            let begins =
                self.copies.iter().map(|copy| copy.bytes.start).filter(|start| (address + 1..end).contains(start));
            let end = begins.min().unwrap_or(end);
            return Part { address, length: end - address, offset: 0 };
        };
        Part { address, length: end.min(copy.bytes.end) - address, offset: copy.offset() }
    }

    /// The body of `task` ends, and with it the life of its copies.
    pub(crate) fn end_task(&mut self, task: TaskId, forget: &mut dyn FnMut(usize, usize)) {
        if self.are_under_way() {
            self.drop_copies(|copy| copy.task == task, forget);
        }
    }

    fn drop_copies(&mut self, is_over: impl Fn(&Copy) -> bool, forget: &mut dyn FnMut(usize, usize)) {
        self.copies.retain(|copy| {
            let over = is_over(copy);
            if over {
                let (start, size) = copy.own_memory();
                forget(start, size);
            }
            !over
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Task n was created by task n / 10.
    struct Decimal;

    impl Ancestry for Decimal {
        fn parent(&self, task: TaskId) -> Option<TaskId> {
            (task.0 > 0).then_some(TaskId(task.0 / 10))
        }
    }

    const ITEM: Range<usize> = 0x1002..0x100a;
    const OWNER: TaskId = TaskId(1);

    fn participate(reductions: &mut Reductions, task: u32) -> Participation {
        let joined = reductions.participate(&Decimal, TaskId(task), ITEM.start, ITEM.start, None);
        joined.expect("the item is known")
    }

    fn offset(reductions: &Reductions, task: u32) -> usize {
        reductions.first_part(&Decimal, TaskId(task), ITEM.start, 1).offset
    }

    fn group() -> Reductions {
        let mut reductions = Reductions::default();
        reductions.begin_group(OWNER);
        reductions.add_item(OWNER, ITEM, LockId(7));
        reductions
    }

    #[test]
    fn each_participant_has_memory_of_its_own_and_shares_it_with_its_descendants() {
        let mut reductions = group();
        assert_eq!(participate(&mut reductions, 11).offset, 0);
        assert_eq!(participate(&mut reductions, 12).item.lock, LockId(7));
        assert_eq!(offset(&reductions, 1), 0);
        assert_eq!(offset(&reductions, 13), 0);
        assert_ne!(offset(&reductions, 11), 0);
        assert_ne!(offset(&reductions, 11), offset(&reductions, 12));
        assert_eq!(offset(&reductions, 1155), offset(&reductions, 11));
        assert_eq!(offset(&reductions, 11) % 4, 0);
    }

    #[test]
    fn a_copy_ends_with_its_task() {
        let mut reductions = group();
        participate(&mut reductions, 11);
        let mut forgotten = 0;
        reductions.end_task(TaskId(11), &mut |_, size| forgotten += size);
        assert!(forgotten >= ITEM.len() && !reductions.are_under_way());
        assert_eq!(offset(&reductions, 111), 0);
    }

    #[test]
    fn taking_part_twice_is_taking_part_once() {
        let mut reductions = group();
        participate(&mut reductions, 11);
        assert!(reductions.participate(&Decimal, TaskId(11), ITEM.start, ITEM.start, None).is_none());
    }

    #[test]
    fn a_reduction_inside_of_another_combines_into_the_copy_of_the_outer_one() {
        let mut reductions = group();
        participate(&mut reductions, 11);
        reductions.begin_group(TaskId(11));
        reductions.add_item(TaskId(11), ITEM, LockId(8));
        let inner = participate(&mut reductions, 111);
        assert_eq!((inner.item.lock, inner.offset), (LockId(8), offset(&reductions, 11)));
        assert_ne!(offset(&reductions, 111), offset(&reductions, 11));
        reductions.end_task(TaskId(111), &mut |_, _| {});
        reductions.end_group(TaskId(11), &mut |_, _| {});
        assert_eq!(participate(&mut reductions, 12).item.lock, LockId(7));
    }

    #[test]
    fn an_owner_that_takes_part_has_a_copy_until_the_group_ends() {
        let mut reductions = group();
        assert_eq!(participate(&mut reductions, 1).offset, 0);
        assert_eq!(participate(&mut reductions, 11).offset, 0);
        assert_ne!(offset(&reductions, 1), 0);
        assert_ne!(offset(&reductions, 1), offset(&reductions, 11));
        reductions.end_group(OWNER, &mut |_, _| {});
        assert!(!reductions.are_under_way());
    }

    #[test]
    fn a_group_that_is_not_around_the_task_does_not_count() {
        let mut reductions = group();
        assert!(reductions.participate(&Decimal, TaskId(21), ITEM.start, ITEM.start, None).is_none());
        assert!(!reductions.are_under_way());
    }

    #[test]
    fn where_no_item_is_named_the_block_is_the_copy() {
        let mut reductions = Reductions::default();
        assert!(reductions.participate(&Decimal, TaskId(21), 0x5000, 0x7010, Some(0x7000..0x7040)).is_none());
        assert_ne!(reductions.first_part(&Decimal, TaskId(21), 0x7020, 4).offset, 0);
        assert_eq!(reductions.first_part(&Decimal, TaskId(22), 0x7020, 4).offset, 0);
    }

    #[test]
    fn an_access_is_cut_where_a_copy_begins_and_ends() {
        let mut reductions = group();
        participate(&mut reductions, 11);
        let part = |address, length| reductions.first_part(&Decimal, TaskId(11), address, length);
        assert_eq!(part(0x1000, 16), Part { address: 0x1000, length: 2, offset: 0 });
        let inside = part(0x1002, 14);
        assert_eq!((inside.address, inside.length), (0x1002, 8));
        assert_eq!(part(0x100a, 6), Part { address: 0x100a, length: 6, offset: 0 });
    }
}
