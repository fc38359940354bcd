//! The life of an explicit task, as OMPT tells it. The table of events is in [`tool`](crate::tool).

use detsan_detector::{Deferral, Depend, Event, TaskId};
use detsan_hook_abi::Wait;
use detsan_report::WaitKind;
use tracing::debug;

use crate::bodies::Construct;
use crate::captured::Ended;
use crate::deques::Keeper;
use crate::queue::Tying;
use crate::reductions::Reductions;
use crate::regions::RegionId;
use crate::scopes::{Part, Stack};
use crate::sites::ROOT;
use crate::tasking::Fulfiller;
use crate::thread::Depth;
use crate::tool::{Handle, Tool};

/// What `task_create` says of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewTask {
    /// The creator.
    pub(crate) creator: Option<Handle>,
    /// It is final by its own clause, or because its creator is.
    pub(crate) is_final: bool,
    pub(crate) tying: Tying,
    /// Frame address at which the creator entered the runtime, 0 if it is not known.
    pub(crate) enter_frame: usize,
    /// An address in the frame of the callback, below all frames of the creator.
    pub(crate) callback: usize,
    /// Code address of the construct.
    pub(crate) pc: usize,
    /// Where libomp keeps our data for it: in front of its descriptor.
    pub(crate) data: usize,
}

/// What a task does at a scheduling point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    /// It goes on later.
    Suspend,
    /// It is done.
    Complete,
    /// Its body is done, its event is not fulfilled.
    Detach,
}

/// The tasks that have been created and are not complete.
///
/// A [`Handle`] says where its task is, and libomp gives it back with every event: none needs a search.
#[derive(Debug, Default)]
pub(crate) struct LiveTasks {
    /// By slot, with empty ones between them.
    slots: Vec<LiveTask>,
    /// Those that are empty.
    free: Vec<Slot>,
    /// How many of the tasks do not run on any thread.
    pub(crate) waiting: u32,
}

/// Where a live task is. Another one gets it afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(crate) u32);

impl LiveTasks {
    fn add(&mut self, live: LiveTask) -> Handle {
        if let Some(creator) = self.get_mut(live.creator) {
            creator.children += 1;
        }
        self.waiting += 1;
        let task = live.task;
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot.0 as usize] = live;
                slot
            }
            None => {
                self.slots.push(live);
                assert!(self.slots.len() <= Handle::SLOTS, "fewer than 2^31 tasks at a time");
                Slot(self.slots.len() as u32 - 1)
            }
        };
        Handle::Explicit { task, slot }
    }

    fn remove(&mut self, handle: Handle) -> Option<LiveTask> {
        let place = self.get_mut(handle)?;
        let live = *place;
        place.task = NOBODY;
        if let Handle::Explicit { slot, .. } = handle {
            self.free.push(slot);
        }
        self.waiting -= u32::from(live.start.is_none());
        if let Some(creator) = self.get_mut(live.creator) {
            creator.children -= 1;
        }
        Some(live)
    }

    /// The task of a handle, if it is a live one.
    #[inline]
    pub(crate) fn get(&self, handle: Handle) -> Option<&LiveTask> {
        match handle {
            Handle::Explicit { task, slot } => self.slots.get(slot.0 as usize).filter(|live| live.task == task),
            Handle::Implicit { .. } => None,
        }
    }

    #[inline]
    fn get_mut(&mut self, handle: Handle) -> Option<&mut LiveTask> {
        match handle {
            Handle::Explicit { task, slot } => self.slots.get_mut(slot.0 as usize).filter(|live| live.task == task),
            Handle::Implicit { .. } => None,
        }
    }

    /// All of them, in no order that means anything.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &LiveTask> {
        self.slots.iter().filter(|live| live.task != NOBODY)
    }

    /// The one whose descriptor holds `address`, with the descriptor.
    pub(crate) fn owner_of_memory(&self, address: usize) -> Option<(TaskId, (usize, usize))> {
        let holds = |(start, size): (usize, usize)| address.wrapping_sub(start) < size;
        self.iter().find(|live| holds(live.memory)).map(|live| (live.task, live.memory))
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the task of `handle`, which lives, has created some of them.
    pub(crate) fn has_children_of(&self, handle: Handle) -> bool {
        match self.get(handle) {
            Some(live) => live.children > 0,
            // Those of implicit tasks are not counted: nobody asks often.
            None => self.iter().any(|live| live.creator == handle),
        }
    }
}

/// In the place of the task of an empty slot.
const NOBODY: TaskId = TaskId(u32::MAX);

/// A task that has been created and is not complete.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveTask {
    pub(crate) task: TaskId,
    creator: Handle,
    /// How many live tasks it has created.
    pub(crate) children: u32,
    is_final: bool,
    pub(crate) tying: Tying,
    pub(crate) region: RegionId,
    enter_frame: usize,
    /// The task that its thread was in when it started.
    pub(crate) below: Handle,
    /// Where the shadow call stack was when it started.
    pub(crate) start: Option<Depth>,
    /// Its descriptor with the captured variables: address and size, once it has started.
    pub(crate) memory: (usize, usize),
    /// Where libomp keeps our data for it.
    data: usize,
    /// Where gcc describes what it reduces without asking for its copies, 0 if nowhere.
    reduction: usize,
    /// Its body has ended, and it waits for its event.
    pub(crate) is_detached: bool,
    stack: Stack,
}

impl Tool {
    pub(crate) fn on_task_create(&mut self, new: NewTask) -> Handle {
        self.compact_if_due();
        let creator_handle = new.creator.unwrap_or(self.worker.task);
        let creator = self.resolve(creator_handle);
        let included = self.live.get(creator_handle).is_some_and(|creator| creator.is_final);
        let wished = std::mem::take(&mut self.worker.undeferred_next);
        let taskloop = self.taskloop_of(creator);
        let taskloop_body = self.worker.announced.taskloop_body(creator);
        let alone = self.runs_alone();
        let is_held_up = alone && self.is_held_up(creator, new.data);
        let awaited = wished || included || taskloop.is_some_and(|(_, wait)| wait == Wait::Yes) || alone && !is_held_up;
        let deferral = if awaited { Deferral::Undeferred } else { Deferral::Deferred };
        if alone && is_held_up {
            self.exclude_alone();
        }
        let pc = match (std::mem::take(&mut self.worker.construct), taskloop) {
            (0, None) => new.pc,
            (0, Some((pc, _))) | (pc, _) => pc,
        };
        let enter_frame = self.worker.thread.entered_at(new.enter_frame, new.callback, pc);
        let site = self.site(pc, 0);
        let task = self.detector.create(creator, deferral, site);
        let known_body = std::mem::take(&mut self.worker.body);
        let body = match (self.worker.thread.fresh_body(), taskloop_body) {
            (0, 0) => known_body,
            (0, body) | (body, _) => body,
        };
        if !alone {
            self.bodies.note(Construct::Task, body, pc);
        }
        self.worker.thread.end_fresh_descriptor();
        self.counters.tasks += 1;
        self.counters.alone += u64::from(alone);
        let is_final = new.is_final || included;
        let reduction = self.worker.announced.reduction_of(creator);
        let handle = self.live.add(LiveTask {
            task,
            creator: creator_handle,
            children: 0,
            is_final,
            tying: new.tying,
            region: self.region_id(),
            enter_frame,
            below: Handle::INITIAL,
            start: None,
            memory: (0, 0),
            data: new.data,
            reduction,
            is_detached: false,
            stack: Stack::default(),
        });
        if let Some(region) = self.region_mut() {
            region.incomplete += 1;
        }
        self.note_created(task, creator, new.tying);
        if wished {
            self.exclude_undeferred(task);
        }
        self.give_event(task, new.data);
        self.keep_clauses(task);
        self.worker.scopes.newest = Some(task);
        if creator == self.detector.running() {
            self.watch_creator(pc, enter_frame);
        }
        self.publish_step();
        debug!(?task, ?creator, ?deferral, is_final, "task create");
        handle
    }

    /// The hooks saw that the next task is undeferred.
    pub(crate) fn on_undeferred(&mut self) {
        self.worker.undeferred_next = true;
    }

    /// A taskloop begins to create its tasks, or is done with that if `pc` is 0.
    pub(crate) fn on_taskloop(&mut self, pc: usize) {
        match (std::mem::take(&mut self.worker.construct), pc) {
            (_, 0) => self.on_taskloop_end(),
            (construct, pc) => self.on_taskloop_begin(construct, pc),
        }
    }

    /// The hooks saw that the running task enters libomp at a construct that makes tasks.
    pub(crate) fn on_construct(&mut self, pc: usize, reduction: usize) {
        self.worker.construct = pc;
        self.worker.announced.announce_reduction(reduction);
    }

    pub(crate) fn on_dependences(&mut self, task: Option<Handle>, depends: &[Depend]) {
        debug!(?task, ?depends, "dependences");
        match task {
            Some(handle) => {
                let task = self.resolve(handle);
                let told = self.told_depends(task);
                let depends = told.as_deref().unwrap_or(depends);
                self.detector.depend(task, depends);
                self.note_exclusion(depends);
                if let Some(parent) = self.detector.parent(task) {
                    self.turns.add(task, parent, depends);
                }
                if let Some(awaited) = self.awaited_by(task) {
                    self.queue.block(task, awaited);
                }
            }
            None => self.worker.taskwait_depends = depends.to_vec(),
        }
    }

    pub(crate) fn on_taskwait_depend(&mut self) {
        let depends = std::mem::take(&mut self.worker.taskwait_depends);
        if self.on_taskwait_depends_done() {
            return;
        }
        debug!(?depends, "taskwait depend");
        self.detector.tell(Event::TaskwaitDepend { task: self.detector.running(), depends });
        self.publish_step();
    }

    /// A thread that has not the baton has taken `next` from libomp's queues. It starts the task when it
    /// has the baton; nobody else can, so nobody may wait for that with the baton in hand.
    pub(crate) fn on_task_taken(&mut self, next: Handle) {
        if let Some(live) = self.live.get(next) {
            self.queue.start(live.task);
        }
    }

    /// One task stops here, another starts or goes on. `memory` finds the descriptor of the explicit task of the two.
    pub(crate) fn on_task_schedule(
        &mut self,
        prior: Handle,
        switch: Switch,
        next: Option<Handle>,
        memory: impl Fn() -> (usize, usize),
    ) {
        self.worker.construct = 0;
        debug!(?prior, ?switch, ?next, "task schedule");
        let next = next.or_else(|| self.unnamed_task_below(prior));
        let next = next.map(|next| self.outside_of_part(prior, switch, next));
        let completed_in = match switch {
            Switch::Suspend => {
                self.suspend_part(prior, next);
                None
            }
            _ => {
                self.take_off_others(prior);
                if self.worker.task != prior && self.live.get(prior).is_some() {
                    self.worker.task = prior;
                    self.detector.run(self.resolve(prior));
                }
                self.end_body(prior, switch, &memory)
            }
        };
        if let Some(next) = next {
            let below = self.worker.task;
            if let Some(live) = self.live.get_mut(next)
                && live.start.is_none()
            {
                let memory = memory();
                live.memory = memory;
                live.below = below;
                self.queue.start(live.task);
                self.forget_captured(memory);
            }
            let starts = self.live.get(next).is_some_and(|live| live.start.is_none());
            self.run(next);
            if starts {
                self.has_found_work();
                self.begin_part(next, if next == prior { prior } else { below });
            }
        }
        if switch == Switch::Complete {
            self.after_completion(completed_in.unwrap_or(RegionId::OUTSIDE));
        }
    }

    /// The implicit task of the running thread, if libomp is not told its handle: that of a thread
    /// other than the primary one, at the end of the region.
    ///
    /// libomp (19.1.7) copies the handle there to where a `taskwait` with clauses, in a task that runs
    /// meanwhile, must find nothing (`kmp_taskdeps.cpp`, line 924). So its place is empty then.
    pub(crate) fn unnamed_task(&self) -> Option<Handle> {
        let part = self.worker.regions.last()?;
        let is_unnamed = part.at_end && self.is_secondary();
        is_unnamed.then_some(Handle::Implicit { region: part.region, index: part.index })
    }

    /// The task that the thread goes back to from `prior`, if that is [unnamed](Self::unnamed_task).
    fn unnamed_task_below(&self, prior: Handle) -> Option<Handle> {
        let unnamed = self.unnamed_task()?;
        (prior != unnamed).then_some(unnamed)
    }

    /// The body of a task ends. Returns the region that it was part of, if it is complete.
    fn end_body(&mut self, handle: Handle, switch: Switch, memory: &impl Fn() -> (usize, usize)) -> Option<RegionId> {
        let task = self.resolve(handle);
        if switch == Switch::Detach {
            self.detector.tell(Event::Detach { task });
        }
        // A task that was cancelled before it started has not told where its descriptor is.
        let known = self.live.get(handle).map(|live| live.memory).filter(|(start, _)| *start != 0);
        let memory = known.unwrap_or_else(memory);
        let data = self.live.get(handle).map_or(0, |live| live.data);
        if self.end_task_variables(task, memory) && data != 0 {
            self.keep_captured(memory, Ended { task, handle, data });
        } else {
            // The descriptor goes back to libomp, which hands it out again without telling the allocator.
            self.forget_captured(memory);
            self.forget_few(memory.0, memory.1);
        }
        if self.reductions.are_under_way() {
            self.end_copies(|reductions, forget| reductions.end_task(task, forget));
        }
        self.detector.end(task);
        self.lone.end(task);
        let live = match switch {
            Switch::Detach => {
                let live = self.live.get_mut(handle)?;
                live.is_detached = true;
                *live
            }
            _ => self.live.remove(handle)?,
        };
        if let Some(start) = live.start {
            self.worker.thread.pop_task(start);
            self.forget_scopes(start);
            self.forget_stack(live.stack, live.children);
        }
        if switch == Switch::Detach {
            return None;
        }
        let keeper = self.keeper(live.region);
        self.note_complete(task, live.region, keeper);
        Some(live.region)
    }

    /// A task that is untied starts its next part.
    fn begin_part(&mut self, task: Handle, below: Handle) {
        let untied = self.live.get(task).filter(|live| live.tying == Tying::Untied);
        if let Some(start) = untied.and_then(|live| live.start) {
            let worker = &mut *self.worker;
            worker.scopes.begin_part(Part { task, start, below, is_over: false }, &mut worker.thread);
        }
    }

    /// The task that runs next, where libomp names `next`. If a part of an untied task runs inside of an
    /// earlier one, libomp names the task itself when that part ends.
    fn outside_of_part(&self, prior: Handle, switch: Switch, next: Handle) -> Handle {
        let ended = self.live.get(prior).filter(|live| {
            switch == Switch::Suspend && next == prior && live.tying == Tying::Untied && live.start.is_some()
        });
        ended.map_or(next, |live| live.below)
    }

    /// An untied task has parts. The end of each looks like a switch to the task that the thread was
    /// in before. The task goes on with a new call, perhaps on another thread.
    fn suspend_part(&mut self, handle: Handle, next: Option<Handle>) {
        let worker = &mut *self.worker;
        if let Some(live) = self.live.get_mut(handle)
            && next == Some(live.below)
            && let Some(start) = live.start.take()
        {
            let (task, region, stack) = (live.task, live.region, std::mem::take(&mut live.stack));
            *worker.thread.low_water() = stack.outer;
            worker.scopes.suspend_part(start, &mut worker.thread);
            self.live.waiting += 1;
            let keeper = self.keeper(region);
            self.queue.suspend(task, keeper);
        }
    }

    /// The entry function of an untied task returns. If another part of the task has not returned, libomp
    /// goes back to the task below without a word. Else it goes on in the task, which is complete then.
    pub(crate) fn end_part(&mut self, part: Part) {
        let is_elsewhere = !part.is_over && self.worker.task == part.task;
        if !is_elsewhere || !self.worker.iter().any(|worker| worker.scopes.has_part_of(part.task)) {
            return;
        }
        if let Some((stack, children)) = self.leave_thread(part.task) {
            self.forget_stack(stack, children);
        }
        self.worker.task = part.below;
        let below = self.resolve(part.below);
        debug!(?part, "untold end");
        self.detector.run(below);
        self.runners.note(below, self.worker.id());
        self.keep_alone(below);
        self.publish_step();
    }

    /// A task does not run on any thread any more. Returns where its frames were, and how many live tasks
    /// it has created.
    fn leave_thread(&mut self, task: Handle) -> Option<(Stack, u32)> {
        let live = self.live.get_mut(task)?;
        live.start.take()?;
        let left = (std::mem::take(&mut live.stack), live.children);
        self.live.waiting += 1;
        Some(left)
    }

    /// This thread reports that `task` is complete. Another one may have been the last to run it, and have
    /// gone back to the task below without a word.
    fn take_off_others(&mut self, task: Handle) {
        let Some(live) = self.live.get(task).filter(|live| live.tying == Tying::Untied) else { return };
        let (me, below) = (self.worker.id(), live.below);
        let mut was_elsewhere = false;
        for worker in self.worker.iter_mut() {
            worker.scopes.forget_parts_of(task);
            if worker.seat.worker != me && worker.task == task {
                worker.task = below;
                was_elsewhere = true;
            }
        }
        if was_elsewhere {
            self.leave_thread(task);
        }
    }

    /// A thread that has not the baton is about to report that `task` is complete. If the one that has it
    /// ran the task last, it waits in libomp by now.
    pub(crate) fn on_task_left(&mut self, task: Handle) {
        let Some(live) = self.live.get(task).filter(|live| live.tying == Tying::Untied) else { return };
        let below = live.below;
        if let Some(holder) = self.baton.resumed_holder()
            && self.worker.at(holder).task == task
            && self.worker.at(holder).waits_as(below)
        {
            self.leave_thread(task);
            self.worker.get(holder).task = below;
        }
    }

    /// `task` is complete, and was part of `region`. The tasks that can start now go to `keeper`.
    fn note_complete(&mut self, task: TaskId, region: RegionId, keeper: Keeper) {
        if let Some(region) = self.regions.get_mut(region) {
            region.incomplete -= 1;
        }
        self.turns.complete(task);
        let (detector, turns) = (&self.detector, &self.turns);
        self.queue.complete(task, keeper, |task| detector.awaited_by(task).or_else(|| turns.awaited_by(task)));
    }

    /// The event of `task` is fulfilled.
    pub(crate) fn on_fulfill(&mut self, handle: Handle, is_late: bool, by: Fulfiller) {
        let task = self.resolve(handle);
        debug!(?task, is_late, ?by, "fulfill");
        self.detector.tell(Event::Detach { task });
        self.note_fulfilled();
        match by {
            Fulfiller::Running => {
                self.detector.tell(Event::Fulfill { task, by: Some(self.detector.running()) });
                self.publish_step();
            }
            // The checked thread runs meanwhile, so its state is left alone: the step that it is in goes on.
            Fulfiller::Thread(stand_in) => self.detector.tell(Event::Fulfill { task, by: stand_in }),
        }
        if is_late && let Some(live) = self.live.remove(handle) {
            let keeper = match by {
                Fulfiller::Running => self.keeper(live.region),
                Fulfiller::Thread(_) => Keeper::Unknown,
            };
            self.note_complete(task, live.region, keeper);
            self.after_completion(live.region);
        }
    }

    /// The thread goes on with the task `handle`, or starts it.
    pub(crate) fn run(&mut self, handle: Handle) {
        self.worker.task = handle;
        let task = self.resolve(handle);
        self.detector.run(task);
        self.runners.note(task, self.worker.id());
        self.keep_alone(task);
        self.publish_step();
        self.forget_flushes();
        let is_new = self.worker.scopes.newest.take() == Some(task);
        let worker = &mut *self.worker;
        if let Some(live) = self.live.get_mut(handle)
            && live.start.is_none()
        {
            // A task that runs where it is created has its frames below those of its creator.
            let is_here = is_new && worker.thread.owns_stack_address(live.enter_frame);
            let floor = if is_here { live.enter_frame } else { worker.floor_of_wait(live.below) };
            live.start = Some(worker.thread.push_task(floor, ROOT));
            live.stack = Stack { floor, outer: std::mem::replace(worker.thread.low_water(), floor) };
            let reduction = std::mem::take(&mut live.reduction);
            self.live.waiting -= 1;
            if reduction != 0 {
                self.take_part(task, reduction);
            }
        }
    }

    pub(crate) fn on_taskwait(&mut self) {
        let task = self.detector.running();
        debug!(?task, "taskwait");
        self.detector.taskwait(task);
        self.stop_watching();
        self.publish_step();
    }

    pub(crate) fn on_taskgroup_begin(&mut self) {
        let task = self.detector.running();
        debug!(?task, "taskgroup begin");
        self.detector.tell(Event::TaskgroupBegin { task });
        if self.is_in_team() {
            self.queue.begin_group(task);
        }
        self.note_group_begin();
        self.reductions.begin_group(task);
        self.publish_step();
    }

    /// libomp has waited for the tasks of a group, and combines what they have reduced next.
    pub(crate) fn on_group_waited(&mut self) {
        self.worker.group_waited = true;
        self.end_group();
    }

    /// A group has ended. In a team of one thread, libomp (19.1.7) does not tell that it has waited before.
    pub(crate) fn on_taskgroup_end(&mut self) {
        if !std::mem::take(&mut self.worker.group_waited) {
            self.end_group();
        }
    }

    fn end_group(&mut self) {
        self.on_wait_end(WaitKind::Taskgroup);
        let task = self.detector.running();
        debug!(?task, "taskgroup end");
        self.detector.tell(Event::TaskgroupEnd { task });
        if self.is_in_team() {
            self.queue.end_group(task);
        }
        self.note_group_end();
        self.end_copies(|reductions, forget| reductions.end_group(task, forget));
        self.stop_watching();
        self.publish_step();
    }

    /// Ends the life of private copies.
    fn end_copies(&mut self, end: impl FnOnce(&mut Reductions, &mut dyn FnMut(usize, usize))) {
        let (detector, shadow) = (&mut self.detector, &mut self.shadow);
        end(&mut self.reductions, &mut |start, size| {
            detector.forgotten(start, size);
            shadow.forget(start, size);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(task: u32, creator: Handle) -> LiveTask {
        LiveTask {
            task: TaskId(task),
            creator,
            children: 0,
            is_final: false,
            tying: Tying::Tied,
            region: RegionId(1),
            enter_frame: 0,
            below: Handle::INITIAL,
            start: None,
            memory: (0, 0),
            data: 0,
            reduction: 0,
            is_detached: false,
            stack: Stack::default(),
        }
    }

    #[test]
    fn a_slot_is_used_again_and_its_old_handle_is_nobodys() {
        let mut tasks = LiveTasks::default();
        let first = tasks.add(live(1, Handle::INITIAL));
        let second = tasks.add(live(2, Handle::INITIAL));
        assert_eq!(tasks.remove(first).map(|live| live.task), Some(TaskId(1)));
        let third = tasks.add(live(3, Handle::INITIAL));
        assert_eq!(tasks.slots.len(), 2);
        assert!(tasks.get(first).is_none() && tasks.remove(first).is_none() && tasks.get(Handle::INITIAL).is_none());
        let mut left: Vec<u32> = tasks.iter().map(|live| live.task.0).collect();
        left.sort_unstable();
        assert_eq!((left, tasks.len(), tasks.waiting), (vec![2, 3], 2, 2));
        tasks.remove(second);
        tasks.remove(third);
        assert!(tasks.is_empty() && tasks.waiting == 0);
    }

    #[test]
    fn the_children_of_explicit_and_of_implicit_tasks_are_known() {
        let mut tasks = LiveTasks::default();
        let parent = tasks.add(live(1, Handle::INITIAL));
        assert!(tasks.has_children_of(Handle::INITIAL) && !tasks.has_children_of(parent));
        let child = tasks.add(live(2, parent));
        assert!(tasks.has_children_of(parent));
        // A task may complete before those that it has created; its slot then is another's, which has none.
        tasks.remove(parent);
        let other = tasks.add(live(3, Handle::INITIAL));
        tasks.remove(child);
        assert!(!tasks.has_children_of(other) && tasks.get(other).is_some_and(|live| live.children == 0));
    }
}
