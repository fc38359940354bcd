//! Use after scope: a task that uses a variable of a function which may have returned.
//!
//! At team=1 a task runs where it is created, while the function that created it is there. In another order it may run later. So the end of a
//! variable's life is an access like any other: a function that returns, or a task that ends, writes all its variables, and that write races with every access that
//! is not ordered before it. The hooks tell of a return only if they are asked to, by [`ThreadState::exit_limit`](detsan_hook_abi::ThreadState::exit_limit):
//! the tool asks when a task is created, for the function that creates it, and when that has returned, for its caller, until nothing that was created is
//! left to be joined.
//!
//! # What is not seen
//!
//! - The end of a block: only functions tell. A function that the compiler has inlined is a block.
//! - Arguments that are passed on the stack count as the caller's.

use detsan_detector::{AccessMode, Atomicity, Deferral, SiteId, TaskId};
use hashbrown::HashMap;
use tracing::debug;

use crate::accesses::Manner;
use crate::sites::ROOT;
use crate::thread::{Depth, Thread};
use crate::tool::Tool;

/// A function whose return matters.
#[derive(Clone, Copy, Debug)]
struct Watched {
    /// Index of its frame.
    index: usize,
    why: Why,
}

/// Why the return of a function matters.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// It has created tasks, which may use its variables.
    Creator(Creator),
    /// It is the entry function of an untied task, whose part is over.
    ///
    /// libomp (19.1.7) reports the end of a part while the entry function still runs. The
    /// mark of the task goes when that function returns.
    EndedPart(Depth),
}

/// A function that has created tasks.
#[derive(Clone, Copy, Debug)]
struct Creator {
    /// Its frame lies above this address.
    low: usize,
    /// A return address into it.
    pc: usize,
}

/// Functions whose return matters, outermost first.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    watched: Vec<Watched>,
    /// A return address into the function that returns now.
    pub(crate) leaving: Option<usize>,
    /// The task that was created last, until another one runs.
    pub(crate) newest: Option<TaskId>,
}

/// Where the frames of a task are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stack {
    /// They lie below this address; 0 if that is not known.
    pub(crate) floor: usize,
    /// [`Thread::low_water`] of the task around it.
    pub(crate) outer: usize,
}

impl Scopes {
    /// Frames from `depth` on have gone.
    pub(crate) fn forget_from(&mut self, depth: Depth, thread: &mut Thread) {
        self.unwatch_from(depth.index(), thread);
    }

    /// The part of an untied task that began at `start` is over. Its functions have yet to return.
    pub(crate) fn end_part(&mut self, start: Depth, thread: &mut Thread) {
        self.forget_from(start, thread);
        let index = start.index() + 1;
        if thread.frames().len() > index {
            self.watch(Watched { index, why: Why::EndedPart(start) }, thread);
        } else {
            thread.pop_task(start);
        }
    }

    #[inline]
    fn watch(&mut self, function: Watched, thread: &mut Thread) {
        // Frames above may have been left by a jump.
        while self.watched.pop_if(|last| last.index > function.index).is_some() {}
        match self.watched.last_mut() {
            Some(last) if last.index == function.index => *last = function,
            _ => self.watched.push(function),
        }
        thread.set_exit_limit(Some(function.index));
    }

    #[inline]
    fn unwatch_from(&mut self, index: usize, thread: &mut Thread) {
        let before = self.watched.len();
        while self.watched.pop_if(|last| last.index >= index).is_some() {}
        if self.watched.len() < before {
            thread.set_exit_limit(self.watched.last().map(|watched| watched.index));
        }
    }
}

/// Tasks that stand for the return of a function, with the tasks that it is past for.
#[derive(Debug, Default)]
pub(crate) struct Returns(HashMap<TaskId, Box<[TaskId]>>);

impl Returns {
    /// Whether `task` stands for a return.
    pub(crate) fn contains(&self, task: TaskId) -> bool {
        !self.0.is_empty() && self.0.contains_key(&task)
    }

    /// Forgets those that are not known any more.
    pub(crate) fn retain(&mut self, is_known: impl Fn(TaskId) -> bool) {
        self.0.retain(|task, _| is_known(*task));
    }

    /// Whether `task` stands for a return which cannot concern the running task: that was created later, or is the one that returned, or waits for it.
    pub(crate) fn is_past(&self, task: TaskId, running: TaskId) -> bool {
        !self.0.is_empty() && self.0.get(&task).is_some_and(|past| running > task || past.contains(&running))
    }
}

impl Tool {
    /// The running task creates another, by a call that returns to `pc`; `enter_frame` is the frame
    /// of a function of libomp inside that call.
    pub(crate) fn watch_creator(&mut self, pc: usize, enter_frame: usize) {
        let worker = &mut *self.worker;
        let Some((innermost, outer)) = worker.thread.frames().split_last() else { return };
        let (index, frame) = (outer.len(), *innermost);
        if frame.call_pc == 0 || worker.thread.has_overflowed() {
            return;
        }
        if let Some(low) = worker.thread.caller_frame_end(enter_frame, pc, frame.frame_address) {
            let why = Why::Creator(Creator { low, pc });
            worker.scopes.watch(Watched { index, why }, &mut worker.thread);
        }
    }

    /// The running task has joined others. If none is left, it does not matter when its functions return.
    pub(crate) fn stop_watching(&mut self) {
        if self.worker.scopes.watched.is_empty() || self.detector.may_have_unjoined(self.detector.running()) {
            return;
        }
        let outermost = self.worker.thread.frames().iter().rposition(|frame| frame.call_pc == 0);
        self.unwatch_from(outermost.map_or(0, |marker| marker + 1));
    }

    /// Frames from `depth` on have gone.
    pub(crate) fn forget_scopes(&mut self, depth: Depth) {
        self.unwatch_from(depth.index());
    }

    /// A task has ended, and its frames with it. Later its creator may have variables in that place, of a size that is known only then: no frame
    /// tells that they are new. It has created `children` that have not completed.
    pub(crate) fn forget_stack(&mut self, stack: Stack, children: u32) {
        let low = std::mem::replace(self.worker.thread.low_water(), stack.outer);
        let is_its_own = low < stack.floor && self.worker.thread.owns_stack_address(low);
        // A child that has not run yet may still come and use them.
        if is_its_own && children == 0 {
            self.forget_few(low, stack.floor - low);
        }
    }

    fn unwatch_from(&mut self, index: usize) {
        let worker = &mut *self.worker;
        worker.scopes.unwatch_from(index, &mut worker.thread);
    }

    /// The innermost function returns.
    pub(crate) fn on_frame_exit(&mut self) {
        let Some(index) = self.worker.thread.frames().len().checked_sub(1) else { return };
        // Frames above have been left by a jump.
        self.unwatch_from(index + 1);
        let Some(function) = self.worker.scopes.watched.last().copied().filter(|last| last.index == index) else {
            return;
        };
        self.unwatch_from(index);
        let creator = match function.why {
            Why::Creator(creator) => creator,
            Why::EndedPart(start) => return self.worker.thread.end_part(start),
        };
        if !self.detector.may_have_unjoined(self.detector.running()) {
            return;
        }
        self.leave(index, creator);
        let caller = index.checked_sub(1).filter(|caller| self.worker.thread.frames()[*caller].call_pc != 0);
        if let Some(caller) = caller {
            let callee = self.worker.thread.frames()[index];
            let worker = &mut *self.worker;
            let why = Why::Creator(Creator { low: callee.frame_address, pc: callee.call_pc });
            let caller = Watched { index: caller, why };
            worker.scopes.watch(caller, &mut worker.thread);
        }
    }

    /// The variables of `function`, whose frame has this index, end.
    fn leave(&mut self, index: usize, function: Creator) {
        let frame = self.worker.thread.frames()[index];
        let Some(length) = frame.frame_address.checked_sub(function.low) else { return };
        let site = self.return_site(index);
        debug!(index, ?function, length, "return");
        self.worker.scopes.leaving = Some(function.pc);
        if self.live.waiting > 0 {
            self.end_for_late_tasks(function.low, length, site);
        } else {
            self.end_variables(function.low, length, site);
        }
        self.worker.scopes.leaving = None;
    }

    /// Variables end, and there are tasks that have not begun. Whatever orders them after the function, as a detached task does that is fulfilled later, they must
    /// not use its variables: a task of its own ends them, which nothing follows.
    fn end_for_late_tasks(&mut self, start: usize, length: usize, site: SiteId) {
        let running = self.detector.running();
        let stand_in = self.detector.create(running, Deferral::Deferred, SiteId::NONE);
        self.detector.run(stand_in);
        self.end_variables(start, length, site);
        self.detector.end(stand_in);
        self.detector.run(running);
        self.publish_step();
        let ancestors = std::iter::successors(Some(running), |task| self.detector.parent(*task));
        self.returns.0.insert(stand_in, ancestors.collect());
    }

    /// Where the function of frame `index` returns to: the place of its call or, for the outermost function of a task, of the construct.
    fn return_site(&mut self, index: usize) -> SiteId {
        let is_called = index.checked_sub(1).is_some_and(|caller| self.worker.thread.frames()[caller].call_pc != 0);
        if !is_called && index > 0 {
            let construct = self.creation_site(self.detector.running());
            return self.sites.end_of(construct);
        }
        let pc = self.worker.thread.frames()[index].call_pc;
        let frames = self.worker.thread.frames();
        let context =
            if index == 0 { ROOT } else { self.sites.context(&mut frames[..index], &mut self.shadow.shortcuts) };
        self.sites.intern_end(pc, context)
    }

    /// `task`, which runs, ends, and with it the variables that it has in `memory`. Returns whether
    /// there may be tasks that still use them.
    pub(crate) fn end_task_variables(&mut self, task: TaskId, memory: (usize, usize)) -> bool {
        let matters = memory.1 > 0 && self.detector.running() == task && self.detector.may_have_unjoined(task);
        if matters {
            let construct = self.creation_site(task);
            let site = self.sites.end_of(construct);
            self.end_variables(memory.0, memory.1, site);
        }
        matters
    }

    fn end_variables(&mut self, start: usize, length: usize, site: SiteId) {
        let manner = Manner { mode: AccessMode::Write, atomicity: Atomicity::Plain, site, element: 0 };
        self.access(crate::reductions::Part { address: start, length, offset: 0 }, manner, None);
    }
}
