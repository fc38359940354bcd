//! Captured variables of tasks that have ended, while tasks may be left that still use them.
//!
//! The end of a task is a write to its captured variables. A child that runs afterwards is found by
//! that write, so the history of the descriptor stays until libomp uses the memory for something else.
//!
//! libomp (19.1.7) keeps a descriptor for as long as the task has descendants. Then it hands the memory
//! out again and tells nobody. But it clears the word in which it keeps our data for a task when it
//! makes a descriptor (`__ompt_task_init`): another number there means that the memory is another task's.

use std::collections::BTreeMap;

use detsan_detector::TaskId;

use crate::tool::{Handle, Tool};

/// The descriptor of a task that has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub(crate) task: TaskId,
    pub(crate) handle: Handle,
    /// Where libomp keeps our data for the task.
    pub(crate) data: usize,
}

impl Ended {
    /// Whether the memory of the descriptor is another task's by now.
    fn is_replaced(self) -> bool {
        // SAFETY: the word was part of the descriptor, which libomp has not given back: that is told.
        let word = unsafe { (self.data as *const u64).read_volatile() };
        word != self.handle.to_bits()
    }
}

/// Descriptors of tasks that have ended whose history is kept, by address. They do not overlap.
#[derive(Debug, Default)]
pub(crate) struct Captured(BTreeMap<usize, (usize, Ended)>);

impl Captured {
    fn keep(&mut self, (start, size): (usize, usize), ended: Ended) {
        self.0.insert(start, (size, ended));
    }

    /// The last one that overlaps a range.
    fn last_in(&self, start: usize, size: usize) -> Option<(usize, usize, Ended)> {
        let (first, (length, ended)) = self.0.range(..start.saturating_add(size)).next_back()?;
        (first + length > start).then_some((*first, *length, *ended))
    }

    /// Takes out the last one that overlaps a range.
    fn take_in(&mut self, start: usize, size: usize) -> Option<(usize, usize)> {
        let (first, length, _) = self.last_in(start, size)?;
        self.0.remove(&first);
        Some((first, length))
    }

    /// The task whose descriptor holds `address`, with the descriptor.
    pub(crate) fn owner(&self, address: usize) -> Option<(TaskId, (usize, usize))> {
        let (start, size, ended) = self.last_in(address, 1)?;
        Some((ended.task, (start, size)))
    }

    /// Whether `address` was in such a descriptor, and is in another task's now.
    pub(crate) fn is_replaced(&self, address: usize) -> bool {
        !self.0.is_empty() && self.last_in(address, 1).is_some_and(|(.., ended)| ended.is_replaced())
    }

    /// Nothing is known any more of descriptors in a range, which is given back.
    pub(crate) fn forget(&mut self, start: usize, size: usize) {
        while self.take_in(start, size).is_some() {}
    }
}

impl Tool {
    /// A task has ended, and others may still use what it captured, in `memory`.
    pub(crate) fn keep_captured(&mut self, memory: (usize, usize), ended: Ended) {
        self.forget_captured(memory);
        self.captured.keep(memory, ended);
    }

    /// `memory` is a task's descriptor: forgets those that were there before.
    #[inline]
    pub(crate) fn forget_captured(&mut self, (start, size): (usize, usize)) {
        while let Some((start, size)) = self.captured.take_in(start, size) {
            self.forget_few(start, size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::Slot;

    fn ended(task: u32, word: &u64) -> Ended {
        let task = TaskId(task);
        Ended { task, handle: Handle::Explicit { task, slot: Slot(0) }, data: std::ptr::from_ref(word) as usize }
    }

    #[test]
    fn descriptors_are_found_by_any_of_their_bytes() {
        let mut captured = Captured::default();
        captured.keep((1000, 64), ended(1, &0));
        captured.keep((2000, 64), ended(2, &0));
        let owner = |captured: &Captured, address| captured.owner(address).map(|(task, _)| task.0);
        assert_eq!(
            [999, 1000, 1063, 1064, 2063].map(|at| owner(&captured, at)),
            [None, Some(1), Some(1), None, Some(2)]
        );
        assert_eq!(captured.take_in(1064, 900), None);
        captured.forget(1060, 2000);
        assert!(captured.0.is_empty());
    }

    #[test]
    fn a_descriptor_is_replaced_when_its_word_has_changed() {
        let mut word = Handle::Explicit { task: TaskId(1), slot: Slot(0) }.to_bits();
        let mut captured = Captured::default();
        captured.keep((1000, 64), ended(1, &word));
        assert!(!captured.is_replaced(1000));
        word = 0;
        captured.keep((1000, 64), ended(1, &word));
        assert!(captured.is_replaced(1063) && !captured.is_replaced(1064));
    }
}
