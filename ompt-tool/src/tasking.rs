//! What the access hooks tell about tasks, beside OMPT: clauses of `taskwait` and of undeferred tasks, taskloops, events, threads.
//!
//! | hook | case | to the detector |
//! |---|---|---|
//! | `taskwait_depends` | nothing to wait for | `taskwait_depend`; libomp is not called |
//! | | otherwise | libomp waits; `taskwait_depend` when it is done |
//! | | `nowait` | the same with a task that does nothing in place of `taskwait_depend`: `create`, `depend`, `run`, `end` |
//! | `taskloop` | | the tasks that follow are undeferred if its `if` clause is false; its pattern's memory is forgotten at its end |
//! | `event` | | `detach` of the task whose descriptor it is, when that is created |
//! | `fulfill` | for the second time | an error; libomp is not called |
//! | `thread_starts` | | `create` of a task that stands for the thread: it fulfils events, and nobody waits for it |

use detsan_detector::{Deferral, Depend, DependKind, Event, Location, SiteId, TaskId};
use detsan_hook_abi::{DependItem, DependItems, Rest, TaskingCallbacks, Wait};
use detsan_report::WaitKind;
use hashbrown::HashMap;
use smallvec::SmallVec;
use tracing::debug;

use crate::cooperation::{Awaited, Then};
use crate::ending;
use crate::gate;
use crate::lone::Namer;
use crate::seat;
use crate::thread::body_of;
use crate::tool::Tool;

/// The functions that the hooks are given.
pub(crate) const CALLBACKS: TaskingCallbacks =
    TaskingCallbacks { depends, taskwait_depends, taskloop, event, fulfill, thread_starts, thread_started, frame_exit };

/// One item of a clause, with its length in bytes; 0 if that is not known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause {
    pub(crate) depend: Depend,
    pub(crate) length: usize,
}

/// Clauses of one construct.
type Clauses = SmallVec<[Clause; 8]>;

/// The same as the detector takes them.
type Depends = SmallVec<[Depend; 8]>;

fn depends_of(clauses: &[Clause]) -> Depends {
    clauses.iter().map(|clause| clause.depend).collect()
}

/// A taskloop that is creating its tasks.
#[derive(Clone, Copy, Debug)]
struct Loop {
    /// The task that met it.
    task: TaskId,
    /// Place of the construct.
    pc: usize,
    /// Whether each of its tasks is waited for.
    wait: Wait,
    /// Memory of the descriptor that the tasks are copies of.
    pattern: (usize, usize),
    /// Where gcc describes what its tasks reduce, 0 if they do not or ask for their copies.
    reduction: usize,
    /// The function that its tasks run, 0 if it is not known.
    body: usize,
}

/// A construct that waits for what its clauses name.
#[derive(Debug)]
struct DependWait {
    /// The task that met it.
    task: TaskId,
    /// Where its list is: libomp comes by twice with it for one construct.
    items: usize,
    clauses: Clauses,
    wait: Wait,
    owner: Owner,
    site: SiteId,
}

/// Whose clauses a task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// A `taskwait`.
    Taskwait,
    /// A task that is undeferred: it is created after the wait.
    Undeferred,
}

/// What the hooks have told one thread.
#[derive(Debug, Default)]
pub(crate) struct Announced {
    /// The taskloop that comes next.
    taskloop: Option<Loop>,
    /// Where gcc describes what the taskloop that comes next reduces.
    reduction: usize,
    loops: Vec<Loop>,
    waiting: Vec<DependWait>,
    /// Clauses of the task that comes next.
    clauses: Clauses,
    /// The newest task that came with clauses, and these: libomp is given others.
    depends: Option<(TaskId, Depends)>,
    /// Clauses of the undeferred task that comes next; it has been waited for what they name.
    undeferred: Clauses,
}

/// Threads that OpenMP did not create.
#[derive(Debug, Default)]
pub(crate) struct ForeignThreads {
    /// Threads that are being created, with the task that stands for each, by the thread pointer of the creating one.
    starting: HashMap<usize, TaskId>,
    /// The task that stands for each thread, by its thread pointer.
    started: HashMap<usize, TaskId>,
}

fn clause(item: &DependItem) -> Clause {
    let all_memory = item.kind & DependItem::ALL_MEMORY != 0 || item.address == DependItem::ALL_MEMORY_ADDRESS;
    let kind = match item.kind {
        _ if all_memory => DependKind::Out,
        DependItem::IN => DependKind::In,
        DependItem::MUTEXINOUTSET => DependKind::MutexInOutSet,
        DependItem::INOUTSET => DependKind::InOutSet,
        // `out` and `inout`; anything unknown is taken for the strongest.
        _ => DependKind::Out,
    };
    let location = (!all_memory).then_some(Location(item.address as u64));
    Clause { depend: Depend { location, kind }, length: item.length }
}

/// # Safety
///
/// The hooks pass the lists of a construct that the program has met.
unsafe fn slices<'a>(items: &DependItems) -> [&'a mut [DependItem]; 2] {
    [(items.items, items.count), (items.more, items.more_count)].map(|(items, count)| match count {
        0 => &mut [][..],
        // SAFETY: by the caller's promise; the program has written them for this one call.
        _ => unsafe { std::slice::from_raw_parts_mut(items, count) },
    })
}

/// Gives libomp `inout` in place of kinds that it cannot deal with.
fn make_inout(items: [&mut [DependItem]; 2], kinds: &[u8]) {
    for item in items.into_iter().flatten().filter(|item| kinds.contains(&item.kind)) {
        item.kind = DependItem::INOUT;
    }
}

unsafe extern "C" fn depends(items: &DependItems) {
    // SAFETY: the hooks pass what the program has met.
    let slices = unsafe { slices(items) };
    let clauses = slices.iter().flat_map(|items| items.iter()).map(clause).collect();
    if seat::enter(|tool| tool.worker.announced.clauses = clauses).is_some() {
        // See [`crate::turns`].
        make_inout(slices, &[DependItem::MUTEXINOUTSET]);
    }
}

unsafe extern "C" fn taskwait_depends(items: &DependItems, wait: Wait, pc: usize) -> Rest {
    // SAFETY: the hooks pass what the program has met.
    let slices = unsafe { slices(items) };
    let clauses = slices.iter().flat_map(|items| items.iter()).map(clause).collect();
    let list = items.items as usize ^ items.more as usize;
    let met = seat::enter(|tool| tool.on_taskwait_depends(list, clauses, wait, pc));
    let (rest, then) = met.unwrap_or((Rest::All, Then::GoOn));
    then.carry_out();
    if rest == Rest::All {
        // libomp 19.1.7 cannot describe these to a tool without writing where it must not.
        make_inout(slices, &[DependItem::MUTEXINOUTSET, DependItem::INOUTSET]);
    }
    rest
}

unsafe extern "C" fn taskloop(pattern: usize, wait: Wait, pc: usize) {
    if seat::enter(|tool| tool.on_taskloop_announced(pattern, wait, pc)) == Some(Support::No) {
        ending::give_up(
            "taskloop beside a detached task of the same parent that is not complete: in a team of one thread, libomp 19 loses count of such tasks and waits for ever; wait for the detached task before the loop",
        );
    }
}

unsafe extern "C" fn event(task: usize, event: usize) {
    seat::enter(|tool| tool.on_event(task, event));
}

unsafe extern "C" fn fulfill(event: usize, pc: usize) -> Rest {
    gate::enter(|tool| tool.on_fulfill_call(event, pc)).unwrap_or(Rest::All)
}

unsafe extern "C" fn thread_starts() {
    let creator = gate::this_thread();
    if gate::is_checked_thread() {
        gate::enter(|tool| tool.on_thread_starts(creator));
    } else {
        gate::enter(|tool| tool.foreign_threads.on_thread_starts_elsewhere(creator));
    }
}

unsafe extern "C" fn thread_started(thread: usize) {
    let creator = gate::this_thread();
    gate::enter(|tool| tool.foreign_threads.on_thread_started(creator, thread));
}

unsafe extern "C" fn frame_exit() {
    seat::enter(|tool| tool.on_frame_exit());
}

impl ForeignThreads {
    /// A thread that OpenMP did not create creates another: whatever precedes the one is known to precede the other.
    fn on_thread_starts_elsewhere(&mut self, creator: usize) {
        if let Some(task) = self.started.get(&creator) {
            self.starting.insert(creator, *task);
        }
    }

    fn on_thread_started(&mut self, creator: usize, thread: usize) {
        if let Some(task) = self.starting.remove(&creator)
            && thread != 0
        {
            self.started.insert(thread, task);
        }
    }

    /// The task that stands for `thread`; an error while that is not known yet.
    fn task_of_thread(&self, thread: usize) -> Result<Option<TaskId>, StillStarting> {
        match self.started.get(&thread) {
            Some(task) => Ok(Some(*task)),
            None if self.starting.is_empty() => Ok(None),
            None => Err(StillStarting),
        }
    }
}

impl Announced {
    /// gcc describes at `array` what the construct that comes next reduces.
    pub(crate) fn announce_reduction(&mut self, array: usize) {
        self.reduction = array;
    }

    /// Where gcc describes what the task that `creator` creates next reduces, 0 if nowhere.
    pub(crate) fn reduction_of(&self, creator: TaskId) -> usize {
        self.loop_of(creator).map_or(0, |current| current.reduction)
    }

    /// The taskloop that `creator` creates a task of.
    fn loop_of(&self, creator: TaskId) -> Option<&Loop> {
        self.loops.last().filter(|current| current.task == creator)
    }

    /// The function that the tasks of the taskloop run which `creator` creates tasks for; 0 if
    /// there is none, or it is not known.
    pub(crate) fn taskloop_body(&self, creator: TaskId) -> usize {
        self.loop_of(creator).map_or(0, |current| current.body)
    }
}

/// Whether libomp can do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Support {
    Yes,
    No,
}

/// A thread is being created and may be the one that is asked for.
#[derive(Debug)]
struct StillStarting;

/// Who fulfils an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fulfiller {
    /// The task that runs.
    Running,
    /// A thread that OpenMP did not create, with the task that stands for it if its creation was seen.
    Thread(Option<TaskId>),
}

impl Fulfiller {
    /// The one on the calling thread.
    pub(crate) fn of_this_thread() -> Fulfiller {
        if gate::is_checked_thread() {
            return Fulfiller::Running;
        }
        let thread = gate::this_thread();
        loop {
            match gate::enter(|tool| tool.foreign_threads.task_of_thread(thread)) {
                None => return Fulfiller::Thread(None),
                Some(Ok(task)) => return Fulfiller::Thread(task),
                // Its creator is about to say who it is.
                Some(Err(StillStarting)) => std::thread::yield_now(),
            }
        }
    }
}

impl Tool {
    /// The running task meets a `taskwait` with clauses, or an undeferred task with them.
    fn on_taskwait_depends(&mut self, items: usize, clauses: Clauses, wait: Wait, pc: usize) -> (Rest, Then) {
        let task = self.detector.running();
        let depends = depends_of(&clauses);
        let awaited = self.awaited_at(task, &depends);
        debug!(?task, ?depends, ?wait, ?awaited, "taskwait depend");
        let owner = if self.worker.thread.has_fresh_descriptor() { Owner::Undeferred } else { Owner::Taskwait };
        let site = self.site(pc, 0);
        let met = DependWait { task, items, clauses, wait, owner, site };
        if awaited.is_none() {
            self.end_depend_wait(met);
            return (Rest::Nothing, Then::GoOn);
        }
        let known = self.worker.announced.waiting.last().is_some_and(|last| last.task == task && last.items == items);
        if !known {
            self.on_depend_wait_begin(&depends, pc);
            self.worker.announced.waiting.push(met);
            return (Rest::All, self.begin_waiting(Awaited::Depends(depends), 0));
        }
        (Rest::All, Then::GoOn)
    }

    /// libomp has waited for what a `taskwait depend` named. Returns whether the hooks have told what that was.
    pub(crate) fn on_taskwait_depends_done(&mut self) -> bool {
        let Some(over) = self.worker.announced.waiting.pop() else { return false };
        debug!(task = ?over.task, "taskwait depend done");
        self.on_wait_end(WaitKind::Depend);
        self.end_waiting();
        self.end_depend_wait(over);
        true
    }

    fn end_depend_wait(&mut self, over: DependWait) {
        let DependWait { task, clauses, wait, owner, site, .. } = over;
        let depends = depends_of(&clauses);
        match wait {
            Wait::Yes => self.detector.tell(Event::TaskwaitDepend { task, depends: depends.into_vec() }),
            Wait::No => {
                let stand_in = self.detector.create(task, Deferral::Deferred, SiteId::NONE);
                self.detector.depend(stand_in, &depends);
                self.detector.run(stand_in);
                self.detector.end(stand_in);
                self.detector.run(task);
            }
        }
        match owner {
            Owner::Undeferred => self.worker.announced.undeferred = clauses,
            Owner::Taskwait => self.note_names(task, Namer::Taskwait(site), &clauses),
        }
        self.publish_step();
    }

    /// `task` has just been created and is undeferred. What its clauses name has been waited for; `mutexinoutset` excludes besides.
    pub(crate) fn exclude_undeferred(&mut self, task: TaskId) {
        let clauses = std::mem::take(&mut self.worker.announced.undeferred);
        let mut mutexes = depends_of(&clauses);
        mutexes.retain(|depend| depend.kind == DependKind::MutexInOutSet);
        if !mutexes.is_empty() {
            self.detector.depend(task, &mutexes);
            self.note_exclusion(&mutexes);
        }
        self.own_clauses(task, &clauses);
    }

    /// Whether the task that `creator` creates next cannot run to its end at once: it has an event, or depends on a task that has not completed.
    pub(crate) fn is_held_up(&self, creator: TaskId, data: usize) -> bool {
        let depends = depends_of(&self.worker.announced.clauses);
        !depends.is_empty() && self.awaited_at(creator, &depends).is_some() || self.has_event(data)
    }

    /// A task that is not complete and that `task`, which has not started, has to wait for.
    pub(crate) fn awaited_by(&self, task: TaskId) -> Option<TaskId> {
        self.detector.awaited_by(task).or_else(|| self.turns.awaited_by(task))
    }

    /// A task that is not complete and that a construct of `task` with these clauses has to wait for.
    pub(crate) fn awaited_at(&self, task: TaskId, depends: &[Depend]) -> Option<TaskId> {
        self.detector.awaited_at(task, depends).or_else(|| self.turns.awaited_at(task, depends))
    }

    /// The clauses of `task`, as the hooks told them when it was created. Each is told once.
    pub(crate) fn told_depends(&mut self, task: TaskId) -> Option<Depends> {
        let (_, depends) = self.worker.announced.depends.take_if(|(owner, _)| *owner == task)?;
        Some(depends)
    }

    /// The clauses that the hooks told of are those of `task`.
    pub(crate) fn keep_clauses(&mut self, task: TaskId) {
        if !self.worker.announced.clauses.is_empty() {
            let clauses = std::mem::take(&mut self.worker.announced.clauses);
            self.own_clauses(task, &clauses);
            self.worker.announced.depends = Some((task, depends_of(&clauses)));
        }
    }

    fn own_clauses(&mut self, task: TaskId, clauses: &[Clause]) {
        self.clauses.add(task, clauses);
        if let Some(parent) = self.detector.parent(task) {
            self.note_names(parent, Namer::Task(task), clauses);
        }
    }

    /// The running task creates one that is deferred, although there is one thread only. From now on it is not order that keeps the tasks of the region
    /// from racing, but that they have one thread for all of them.
    pub(crate) fn exclude_alone(&mut self) {
        let id = self.region_id();
        let exclusion = match self.regions.get_mut(id) {
            Some(region) => &mut region.exclusion,
            None => &mut self.exclusion,
        };
        exclusion.get_or_insert_with(|| self.locks.fresh());
        self.keep_alone(self.detector.running());
    }

    /// `task`, which runs, has the thread for itself if its region has one thread only.
    #[inline]
    pub(crate) fn keep_alone(&mut self, task: TaskId) {
        if self.runs_alone() {
            self.hold_exclusion(task);
        }
    }

    fn hold_exclusion(&mut self, task: TaskId) {
        let exclusion = self.region().map_or(self.exclusion, |region| region.exclusion);
        if let Some(lock) = exclusion {
            self.detector.tell(Event::Acquire { task, lock });
        }
    }

    /// Clauses that exclude make the verdict depend on an order.
    pub(crate) fn note_exclusion(&mut self, depends: &[Depend]) {
        let excludes = depends.iter().any(|depend| depend.kind == DependKind::MutexInOutSet);
        if excludes && !self.runs_alone() {
            // The tasks begin when they begin.
            self.counters.exclusion = Some(u32::MAX);
        }
    }

    fn on_taskloop_announced(&mut self, pattern: usize, wait: Wait, pc: usize) -> Support {
        let task = self.detector.running();
        let pattern = (pattern, self.worker.thread.fresh_descriptor(pattern));
        let body = body_of(pattern.0);
        self.worker.announced.taskloop = Some(Loop { task, pc, wait, pattern, reduction: 0, body });
        // libomp (19.1.7) counts the incomplete children of a task in a team of one only while there are any, and the tasks of a taskloop when they
        // complete, but not when they are created.
        if !self.is_in_team() && self.live.has_children_of(self.worker.task) { Support::No } else { Support::Yes }
    }

    /// A taskloop begins to create tasks, at the place `construct` or, if that is 0, where the hooks or else libomp (`pc`) saw it.
    pub(crate) fn on_taskloop_begin(&mut self, construct: usize, pc: usize) {
        let task = self.detector.running();
        let body = std::mem::take(&mut self.worker.body);
        let unknown = Loop { task, pc, wait: Wait::No, pattern: (0, 0), reduction: 0, body };
        let mut current = self.worker.announced.taskloop.take().unwrap_or(unknown);
        current.reduction = std::mem::take(&mut self.worker.announced.reduction);
        if construct != 0 {
            current.pc = construct;
        }
        self.worker.announced.loops.push(current);
    }

    /// The innermost taskloop has created its tasks.
    pub(crate) fn on_taskloop_end(&mut self) {
        if let Some(Loop { pattern: (start, size), .. }) = self.worker.announced.loops.pop() {
            // libomp takes the pattern back without running it.
            self.forget(start, size);
        }
    }

    /// Place and wait of the taskloop that `creator` creates a task of, if it does.
    pub(crate) fn taskloop_of(&self, creator: TaskId) -> Option<(usize, Wait)> {
        self.worker.announced.loop_of(creator).map(|current| (current.pc, current.wait))
    }

    fn on_thread_starts(&mut self, creator: usize) {
        // libomp creates threads for a region that is about to begin.
        if self.regions.iter().any(|(_, region)| region.team.is_none()) {
            return;
        }
        let running = self.detector.running();
        let task = self.detector.create(running, Deferral::Deferred, SiteId::NONE);
        debug!(?task, ?running, "thread");
        self.publish_step();
        self.foreign_threads.starting.insert(creator, task);
    }
}
