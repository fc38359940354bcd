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
use crate::tool::{Handle, Tool};

/// A function that has created tasks.
#[derive(Clone, Copy, Debug)]
struct Creator {
    /// Index of its frame.
    index: usize,
    /// Its frame lies above this address.
    low: usize,
    /// A return address into it.
    pc: usize,
}

/// A part of an untied task, which the entry function of the task runs.
///
/// libomp (19.1.7) reports that a part is over while that function still runs, and calls it for the
/// next part, which may run inside of it or on another thread. It reports nothing when the last part
/// is over before another one has returned: it goes back to the task below, and whoever returns last
/// reports that the task is complete. So the function's return is the end of a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) task: Handle,
    /// Where the shadow call stack was.
    pub(crate) start: Depth,
    /// The task that libomp goes back to.
    pub(crate) below: Handle,
    /// libomp has reported its end.
    pub(crate) is_over: bool,
}

/// Functions whose return matters.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    /// Functions that have created tasks, which may use their variables; outermost first.
    creators: Vec<Creator>,
    /// Parts of untied tasks whose entry functions have not returned, outermost first.
    parts: Vec<Part>,
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
        while self.parts.pop_if(|last| last.start.index() >= depth.index()).is_some() {}
        self.unwatch_from(depth.index(), thread);
        self.set_limit(thread);
    }

    /// A part of an untied task begins.
    pub(crate) fn begin_part(&mut self, part: Part, thread: &mut Thread) {
        while self.parts.pop_if(|last| last.start.index() >= part.start.index()).is_some() {}
        self.parts.push(part);
        self.set_limit(thread);
    }

    /// The part of an untied task that began at `start` is over. Its functions have yet to return.
    pub(crate) fn suspend_part(&mut self, start: Depth, thread: &mut Thread) {
        self.unwatch_from(start.index(), thread);
        if thread.frames().len() <= start.index() + 1 {
            self.forget_from(start, thread);
            thread.pop_task(start);
        }
        if let Some(part) = self.parts.last_mut() {
            part.is_over |= part.start.index() == start.index();
        }
    }

    /// Whether the thread is about to return from a part that is over.
    pub(crate) fn is_leaving_part(&self) -> bool {
        self.parts.last().is_some_and(|part| part.is_over)
    }

    /// Whether the entry function of a part of `task` has not returned.
    pub(crate) fn has_part_of(&self, task: Handle) -> bool {
        self.parts.iter().any(|part| part.task == task)
    }

    /// `task` is complete.
    pub(crate) fn forget_parts_of(&mut self, task: Handle) {
        self.parts.retain(|part| part.task != task);
    }

    #[inline]
    fn watch(&mut self, creator: Creator, thread: &mut Thread) {
        // Frames above may have been left by a jump.
        while self.creators.pop_if(|last| last.index >= creator.index).is_some() {}
        self.creators.push(creator);
        self.set_limit(thread);
    }

    #[inline]
    fn unwatch_from(&mut self, index: usize, thread: &mut Thread) {
        let before = self.creators.len();
        while self.creators.pop_if(|last| last.index >= index).is_some() {}
        if self.creators.len() < before {
            self.set_limit(thread);
        }
    }

    /// Asks the hooks to tell when the innermost of the functions returns.
    fn set_limit(&self, thread: &mut Thread) {
        let creator = self.creators.last().map(|creator| creator.index);
        let part = self.parts.last().map(|part| part.start.index() + 1);
        thread.set_exit_limit(creator.max(part));
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
            worker.scopes.watch(Creator { index, low, pc }, &mut worker.thread);
        }
    }

    /// The running task has joined others. If none is left, it does not matter when its functions return.
    pub(crate) fn stop_watching(&mut self) {
        if self.worker.scopes.creators.is_empty() || self.detector.may_have_unjoined(self.detector.running()) {
            return;
        }
        let outermost = self.worker.thread.frames().iter().rposition(|frame| frame.call_pc == 0);
        self.unwatch_from(outermost.map_or(0, |marker| marker + 1));
    }

    /// Frames from `depth` on have gone.
    pub(crate) fn forget_scopes(&mut self, depth: Depth) {
        let worker = &mut *self.worker;
        worker.scopes.forget_from(depth, &mut worker.thread);
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
        let creator = self.worker.scopes.creators.last().copied().filter(|last| last.index == index);
        if let Some(creator) = creator {
            self.unwatch_from(index);
            self.leave_creator(creator);
        }
        self.leave_part(index);
    }

    fn leave_creator(&mut self, creator: Creator) {
        if !self.detector.may_have_unjoined(self.detector.running()) {
            return;
        }
        let index = creator.index;
        self.leave(index, creator);
        let caller = index.checked_sub(1).filter(|caller| self.worker.thread.frames()[*caller].call_pc != 0);
        if let Some(caller) = caller {
            let callee = self.worker.thread.frames()[index];
            let worker = &mut *self.worker;
            let caller = Creator { index: caller, low: callee.frame_address, pc: callee.call_pc };
            worker.scopes.watch(caller, &mut worker.thread);
        }
    }

    /// The function of frame `index` returns. It may be the entry function of an untied task.
    fn leave_part(&mut self, index: usize) {
        let worker = &mut *self.worker;
        let Some(part) = worker.scopes.parts.pop_if(|part| part.start.index() < index) else { return };
        // A task's own function may be one that the hooks do not know, and call this one.
        let is_entry =
            part.start.index() + 1 == index && self.runtime_code.contains(worker.thread.frames()[index].call_pc);
        if !is_entry {
            worker.scopes.parts.push(part);
            return;
        }
        worker.scopes.set_limit(&mut worker.thread);
        worker.thread.end_part(part.start);
        self.end_part(part);
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
