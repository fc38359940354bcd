//! Teams of several threads: when a thread gives the [baton](crate::baton) up, and when it gets it back.
//!
//! # Where threads wait
//!
//! Left to itself, a thread that waits in libomp steals tasks, which would cost a hand-over for each task and make the order differ from run to run. So
//! threads wait in our callbacks where they can, before libomp's own wait:
//!
//! | at | the thread |
//! |---|---|
//! | begin of a region | waits until all of its team are there; the primary thread comes last |
//! | barrier | is parked. The last to come lets all go if all tasks of the region are complete; else it goes into libomp's barrier alone, with the baton, and libomp makes it run the tasks of all |
//! | `taskwait`, end of a `taskgroup`, `taskwait depend` | keeps the baton if there is nothing to wait for, or something to run meanwhile; else it is parked until there is |
//! | end of a task that ran inside of a wait | goes on until libomp has counted the task, and yields the processor ([`yields`](crate::yields)). There it is parked if it can run nothing |
//! | lock, `critical` | is parked while another thread has it |
//! | `ordered` | goes into libomp, which knows the turns. If libomp yields the processor, the thread is parked until an iteration has ended |
//! | `depend(sink)` of a doacross loop | is parked until the tool has seen the `depend(source)` |
//! | anything else at which libomp yields | passes the baton on |
//! | `sleep` | is away: it comes back by itself |
//! | worksharing construct, chunk of a loop | passes the baton on, so that the work spreads over the team |
//!
//! A thread that comes without the baton waits for it, whatever it comes for.

use std::sync::atomic::{AtomicBool, Ordering};

use detsan_detector::{Depend, SignalId, SiteId, TaskId};
use detsan_report::WaitKind;
use smallvec::SmallVec;
use tracing::debug;

use crate::baton::{Place, Reason, State, WorkerId};
use crate::events::has_other_threads;
use crate::gate::{self, Life};
use crate::queue::{GroupId, Tying};
use crate::regions::{Region, RegionId};
use crate::seat::Seat;
use crate::tasks::LiveTasks;
use crate::thread::Thread;
use crate::tool::{Handle, Tool};
use crate::worker::{Looks, Worker};

/// After how many [looks](Tool::look) at most others get a chance.
const MOST_LOOKS: u32 = 1 << 6;

/// Chunks of one loop after each of which the baton is passed on. After that it stays for longer: a long loop is spread by then.
const CHUNKS_IN_TURN: u32 = 1 << 10;
const CHUNKS_PER_TURN: u32 = 64;

/// Something that a thread waits for.
#[derive(Clone, Debug)]
pub(crate) struct Wait {
    /// The task that waits.
    task: Handle,
    what: Awaited,
    /// The region that its thread is in, and its number there.
    thread: (RegionId, u32),
    /// The task whose descendants alone it may run meanwhile, beside untied ones; any if there is none.
    bound: Option<Handle>,
    /// Its thread was sent to look for a task that libomp may offer it, and has not run one since.
    searches: bool,
    /// An address on the stack of its thread, below the frames of the program that wait and above those of tasks that run meanwhile; 0 if it is not known.
    floor: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Awaited {
    /// The children of the task.
    Children,
    /// All tasks of a taskgroup.
    Group(GroupId),
    /// Children that these clauses name.
    Depends(SmallVec<[Depend; 8]>),
    /// All tasks of a region, and the other threads.
    Barrier(RegionId),
}

/// What a thread that waits can do in libomp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prospect {
    /// The wait is over.
    Over,
    /// There is a task that it can run.
    Work,
    Nothing,
}

/// It matters who waits: there has been a team of several threads, or a task with an event.
static WAITS_MATTER: AtomicBool = AtomicBool::new(false);

/// From now on it matters who waits.
pub(crate) fn heed_waits() {
    WAITS_MATTER.store(true, Ordering::Relaxed);
}

/// Whether it matters that the calling thread, which runs tasks of the program, begins or ends a wait for tasks. What it follows afterwards
/// is another matter.
#[inline]
pub(crate) fn waits_matter() -> bool {
    WAITS_MATTER.load(Ordering::Relaxed)
}

/// What a thread does when it leaves the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Then {
    /// It goes on.
    GoOn,
    /// It waits until it is called, and goes on without the baton, unless it was given that as well.
    Park,
    /// It waits for the baton.
    AwaitBaton,
}

impl Then {
    /// Does it, on the calling thread.
    #[inline]
    pub(crate) fn carry_out(self) {
        if self != Then::GoOn {
            self.wait();
        }
    }

    fn wait(self) {
        let Some(seat) = Seat::of_this_thread() else { return };
        match self {
            Then::GoOn => {}
            Then::Park => {
                seat.wait();
                if gate::is_checked_thread() {
                    gate::enter_checked(|tool| tool.resume(seat.worker));
                }
            }
            Then::AwaitBaton => seat.wait_for_baton(),
        }
    }
}

/// The calling thread begins its part of `region`, in a team of several. Returns when it is its turn.
pub(crate) fn begin_part(region: RegionId, size: u32, index: u32, attach: impl FnOnce() -> Option<Thread>) {
    if gate::life() != Life::Active {
        return;
    }
    let seat = match Seat::of_this_thread() {
        Some(seat) => seat,
        None => {
            let Some(thread) = attach() else { return };
            let enlist = |tool: &mut Tool| {
                let seat = Seat::take_place(tool.baton.enlist());
                tool.worker.add(Worker::new(seat, thread));
                seat
            };
            let Some(seat) = gate::enter(enlist) else { return };
            seat
        }
    };
    seat.set_active(true);
    heed_waits();
    gate::enter(|tool| tool.on_member(seat.worker, region, size, index));
    seat.wait_for_baton();
}

impl Worker {
    /// What it waits for, if the task that it runs is the one that waits: then it is inside of libomp.
    fn current_wait(&self) -> Option<&Wait> {
        self.waits.last().filter(|wait| wait.task == self.task && !self.switches && !self.scopes.is_leaving_part())
    }

    /// Whether `task` is the innermost that waits on it.
    pub(crate) fn waits_as(&self, task: Handle) -> bool {
        self.waits.last().is_some_and(|wait| wait.task == task)
    }

    /// The task that it runs begins to wait.
    fn new_wait(&self, live: &LiveTasks, what: Awaited, floor: usize) -> Wait {
        let thread = self.regions.last().map_or((RegionId::OUTSIDE, 0), |part| (part.region, part.index));
        Wait { task: self.task, bound: self.bound(live, &what), what, thread, searches: false, floor }
    }

    /// Of which task libomp (19.1.7) demands that all tied tasks which this thread starts descend from it,
    /// while it waits for `what` (`__kmp_task_is_allowed`): the tied task that runs, or that was running
    /// when an untied one started. Not if that is an implicit task at a barrier, or waits by clauses.
    fn bound(&self, live: &LiveTasks, what: &Awaited) -> Option<Handle> {
        let mut tied = self.task;
        while let Some(untied) = live.get(tied).filter(|task| task.tying == Tying::Untied) {
            tied = untied.below;
        }
        let waits_for_all = |what: &Awaited| matches!(what, Awaited::Children | Awaited::Group(_));
        let is_bound = match tied {
            Handle::Explicit { .. } => true,
            Handle::Implicit { .. } if tied == self.task => waits_for_all(what),
            Handle::Implicit { .. } => {
                let wait = self.waits.iter().rfind(|wait| wait.task == tied);
                wait.is_some_and(|wait| waits_for_all(&wait.what))
            }
        };
        is_bound.then_some(tied)
    }

    /// Below which address the frames of a task lie that it starts while `below` waits; 0 if that is not known.
    pub(crate) fn floor_of_wait(&self, below: Handle) -> usize {
        self.waits.last().filter(|wait| wait.task == below).map_or(0, |wait| wait.floor)
    }
}

impl Tool {
    /// The calling thread has come to the beginning of a region. The primary thread has the baton, the others have not.
    fn on_member(&mut self, worker: WorkerId, id: RegionId, size: u32, index: u32) {
        let Some(region) = self.regions.get_mut(id) else { return };
        if region.members.is_empty() {
            region.members.resize(size as usize, None);
            self.baton.expect(size);
            self.baton.begin_round(id.0);
        }
        if index == 0 {
            self.fork(id, size);
            self.stop_step();
        }
        self.enter_region(worker, id, index);
        debug!(?worker, ?id, index, "comes");
        self.baton.arrive(worker, Place::new(id.0, index));
        self.hand_on();
    }

    /// Gives the baton, if it is free, to the next thread.
    pub(crate) fn hand_on(&mut self) {
        if let Some(next) = self.baton.grant() {
            let seat = self.worker.get(next).seat;
            debug!(worker = ?next, "baton");
            self.stopwatch.call_next();
            gate::set_checked_thread(seat.thread);
            seat.call();
        } else if self.baton.holder().is_none() {
            gate::set_checked_thread(0);
            self.check_stuck();
        }
    }

    /// The thread that has the baton goes on as `state`, without it.
    fn give_up(&mut self, state: State) {
        debug!(worker = ?self.worker.id(), ?state, "gives the baton up");
        self.stop_step();
        self.baton.set(self.worker.id(), state);
        self.hand_on();
    }

    /// Nothing that the current thread does counts for the step that it was in: the hooks have to ask.
    pub(crate) fn stop_step(&mut self) {
        let clock = self.detector.clock();
        self.worker.thread.stop_step(clock);
    }

    /// `worker` has been given the baton, and goes on where it waited.
    pub(crate) fn resume(&mut self, worker: WorkerId) {
        self.come_back(worker);
        self.baton.resume();
    }

    /// `worker` has been given the baton, and does next what it came for.
    pub(crate) fn come_back(&mut self, worker: WorkerId) {
        self.stopwatch.next_comes();
        self.worker.switch_to(worker);
        let task = self.resolve(self.worker.task);
        debug!(?worker, ?task, "resumes");
        self.detector.run(task);
        self.runners.note(task, worker);
        self.keep_alone(task);
        self.publish_step();
    }

    /// A thread comes that has not the baton.
    pub(crate) fn on_report(&mut self, worker: WorkerId) {
        debug!(?worker, state = ?self.baton.state(worker), "reports");
        self.baton.set(worker, State::Ready);
        // A thread with the baton that waits inside libomp may wait for just what the other one is about to do.
        // One that has come with a task, and has not begun it, is not inside libomp any more.
        if let Some(holder) = self.baton.resumed_holder()
            && self.waits_in_libomp(holder)
        {
            self.take_from(holder);
        }
        self.hand_on();
    }

    /// Whether `worker` is inside of libomp, where it waits for tasks and runs them.
    pub(crate) fn waits_in_libomp(&self, worker: WorkerId) -> bool {
        self.worker.at(worker).current_wait().is_some()
    }

    /// All threads that are inside of libomp have looked for tasks in vain. One that is parked goes there.
    pub(crate) fn send_after_vain_search(&mut self) {
        if self.baton.is_stuck(|worker| self.waits_in_libomp(worker)) && self.send_somebody_to_work() {
            self.hand_on();
        }
    }

    /// Takes the baton from a thread that does nothing of the program just now. It comes back by itself.
    pub(crate) fn take_from(&mut self, holder: WorkerId) {
        let clock = self.detector.clock();
        self.worker.get(holder).thread.stop_step(clock);
        self.baton.set(holder, State::Away);
    }

    /// Ends the program if no thread can go on.
    fn check_stuck(&mut self) {
        let waits = |worker| {
            let wait = self.worker.at(worker).current_wait();
            wait.is_some_and(|wait| self.prospect(wait) == Prospect::Nothing)
        };
        if !self.baton.is_stuck(waits) {
            return;
        }
        if self.send_somebody_to_work() {
            self.hand_on();
        } else if !has_other_threads(self.worker.len()) {
            self.report_stuck();
        }
    }

    /// All threads wait. If there is a task that could start, one that is parked goes to run it: at a barrier if there is one, because it may run any.
    fn send_somebody_to_work(&mut self) -> bool {
        let has_ready = |region: &RegionId| self.queue.in_region(*region).ready > 0;
        let mut regions: SmallVec<[RegionId; 4]> = self.regions.iter().map(|(id, _)| id).filter(has_ready).collect();
        regions.sort_unstable();
        if regions.iter().any(|region| self.send_to_work(*region)) {
            return true;
        }
        let waits_in = |worker: &WorkerId| {
            let part = self.worker.at(*worker).regions.last();
            part.is_some_and(|part| regions.contains(&part.region))
        };
        let waiter = self.baton.parked_for_tasks().filter(waits_in).min_by_key(|worker| self.baton.place(*worker));
        if let Some(worker) = waiter {
            self.search(worker);
            self.baton.set(worker, State::Ready);
        }
        waiter.is_some()
    }

    /// Lets others run.
    pub(crate) fn yield_turn(&mut self) -> Then {
        if !self.baton.has_ready() && !self.send_to_work(self.region_id()) {
            return Then::GoOn;
        }
        self.give_up(State::Ready);
        Then::AwaitBaton
    }

    /// A thread waits for something that no thread does which is ready to run. It may be in a task of `region` that none is there to run, because all are
    /// parked: one of those that are at a barrier becomes ready. Returns whether there is one.
    fn send_to_work(&mut self, id: RegionId) -> bool {
        let Some(region) = self.regions.get(id).filter(|_| self.queue.in_region(id).ready > 0) else { return false };
        let is_parked = |worker: &WorkerId| self.baton.state(*worker) == State::Parked(Reason::Barrier);
        let Some(worker) = region.members.iter().copied().flatten().find(is_parked) else { return false };
        let sent = self.worker.get(worker);
        let wait = sent.new_wait(&self.live, Awaited::Barrier(id), 0);
        sent.waits.push(wait);
        self.search(worker);
        self.baton.set(worker, State::Ready);
        true
    }

    /// The running thread starts a task, inside of a wait if it is in one.
    pub(crate) fn has_found_work(&mut self) {
        if let Some(wait) = self.worker.waits.last_mut() {
            wait.searches = false;
        }
    }

    /// `worker` goes to look for a task, also for one that it should not find.
    fn search(&mut self, worker: WorkerId) {
        if let Some(wait) = self.worker.get(worker).waits.last_mut() {
            wait.searches = true;
        }
    }

    /// The running thread has come to a barrier, of the whole team; `is_end` if it is the one at the end of the region.
    pub(crate) fn on_barrier_begin(&mut self, is_end: bool, floor: usize) -> Then {
        if !self.is_in_team() {
            if self.is_in_league() {
                self.give_up(State::Away);
            }
            return Then::GoOn;
        }
        let id = self.region_id();
        if let Some(membership) = self.worker.regions.last_mut() {
            membership.at_end = is_end;
        }
        let Some(region) = self.regions.get_mut(id) else { return Then::GoOn };
        region.arrived += 1;
        self.worker.looks = Looks::default();
        debug!(?id, arrived = region.arrived, "at a barrier");
        if (region.arrived as usize) < region.members.len() {
            self.give_up(State::Parked(Reason::Barrier));
            return Then::Park;
        }
        let wait = self.worker.new_wait(&self.live, Awaited::Barrier(id), floor);
        self.worker.waits.push(wait);
        self.settle(id);
        self.seek_work().unwrap_or(Then::GoOn)
    }

    /// All threads of a region are at a barrier, and its tasks are complete: they go on.
    fn open_barrier(&mut self, id: RegionId) {
        let Some(region) = self.regions.get_mut(id) else { return };
        let members: Vec<WorkerId> = region.members.iter().copied().flatten().collect();
        let at_end = |tool: &mut Tool, worker| tool.worker.get(worker).regions.last().is_some_and(|part| part.at_end);
        let ended = members.iter().filter(|worker| at_end(self, **worker)).count();
        let is_end = ended == members.len();
        debug!(?id, is_end, ended, "barrier opens");
        if !is_end {
            self.pass_barrier(id);
        }
        if let Some(region) = self.regions.get_mut(id) {
            // Threads at the end of a cancelled region wait there for those that are at other barriers.
            region.arrived = if is_end { 0 } else { ended as u32 };
        }
        for worker in members {
            if !is_end && at_end(self, worker) {
                continue;
            }
            let state = self.baton.state(worker);
            if state == State::Running {
                self.stop_step();
            }
            let member = self.worker.get(worker);
            // A thread may be at a barrier of an outer region, and have met this one in a task that it runs there.
            member.waits.pop_if(|wait| matches!(wait.what, Awaited::Barrier(region) if region == id));
            member.event_waits.end_barrier(id);
            let is_primary = member.regions.last().is_some_and(|part| part.index == 0);
            let seat = member.seat;
            if is_end && !is_primary {
                self.baton.set(worker, State::Idle);
                self.leave_region(worker);
                seat.set_active(false);
            } else {
                self.baton.set(worker, State::Expected);
            }
            // One that was sent to work, and has not had its turn, waits to be called as well.
            if matches!(state, State::Parked(Reason::Barrier | Reason::Tasks) | State::Ready) {
                seat.call();
            }
        }
        self.baton.begin_round(id.0);
        self.hand_on();
    }

    /// The running thread has left a barrier of its team.
    pub(crate) fn on_barrier_end(&mut self) {
        if self.is_in_team() {
            self.stop_watching();
            self.publish_step();
        }
    }

    /// The running task begins to wait for tasks.
    pub(crate) fn begin_waiting(&mut self, what: Awaited, floor: usize) -> Then {
        if !self.is_in_team() {
            return Then::GoOn;
        }
        let wait = self.worker.new_wait(&self.live, what, floor);
        let prospect = self.prospect(&wait);
        self.worker.waits.push(wait);
        debug!(?prospect, "waits");
        if prospect != Prospect::Nothing {
            return Then::GoOn;
        }
        self.give_up(State::Parked(Reason::Tasks));
        Then::AwaitBaton
    }

    /// What a `taskwait` waits for.
    pub(crate) fn begin_taskwait(&mut self, floor: usize) -> Then {
        self.begin_waiting(Awaited::Children, floor)
    }

    /// What the end of the innermost taskgroup waits for.
    pub(crate) fn begin_taskgroup_wait(&mut self, floor: usize) -> Then {
        match self.queue.group(self.detector.running()) {
            Some(group) => self.begin_waiting(Awaited::Group(group), floor),
            None => Then::GoOn,
        }
    }

    /// The running task has waited.
    pub(crate) fn end_waiting(&mut self) {
        let task = self.worker.task;
        self.worker.waits.pop_if(|wait| wait.task == task);
    }

    fn prospect(&self, wait: &Wait) -> Prospect {
        let task = self.resolve(wait.task);
        let count = match &wait.what {
            Awaited::Children => self.queue.children(task),
            Awaited::Group(group) => self.queue.in_group(*group),
            Awaited::Barrier(region) => self.queue.in_region(*region),
            Awaited::Depends(depends) => match self.awaited_at(task, depends) {
                None => return Prospect::Over,
                Some(_) => self.queue.children(task),
            },
        };
        if count.incomplete == 0 && !matches!(wait.what, Awaited::Barrier(_)) {
            return Prospect::Over;
        }
        let (region, thread) = wait.thread;
        let bound = wait.bound.map(|bound| self.resolve(bound));
        // At a barrier, others may still be on their way.
        let has_work = count.incomplete > 0
            && self.queue.offers(region, thread, bound, |task, bound| self.branch_below(bound, task).is_some());
        if has_work { Prospect::Work } else { Prospect::Nothing }
    }

    /// A task of `region` is complete or can start, or a thread has come to a barrier: others may have waited for that.
    pub(crate) fn settle(&mut self, region: RegionId) {
        if self.baton.has_parked_for_tasks() {
            let parked: SmallVec<[WorkerId; 8]> = self.baton.parked_for_tasks().collect();
            for worker in parked {
                let wait = self.worker.get(worker).waits.last().cloned();
                if wait.is_some_and(|wait| self.prospect(&wait) != Prospect::Nothing) {
                    self.baton.set(worker, State::Ready);
                }
            }
        }
        let is_complete = |region: &&Region| {
            region.members.len() > 1 && region.arrived as usize == region.members.len() && region.incomplete == 0
        };
        if self.regions.get(region).filter(is_complete).is_some() {
            self.open_barrier(region);
        }
        self.hand_on();
    }

    /// If the running thread has the baton, and waits inside of libomp: it goes on, or is parked if
    /// there is nothing that it can run there.
    pub(crate) fn seek_work(&mut self) -> Option<Then> {
        let wait = self.worker.current_wait().filter(|_| self.baton.holder() == Some(self.worker.id()))?;
        if wait.searches || self.prospect(wait) != Prospect::Nothing {
            return Some(Then::GoOn);
        }
        let at_barrier = matches!(wait.what, Awaited::Barrier(_));
        self.give_up(State::Parked(Reason::Tasks));
        Some(if at_barrier { Then::Park } else { Then::AwaitBaton })
    }

    /// The running thread wants the lock `wait_id`. Called again after it has waited.
    pub(crate) fn want_lock(&mut self, wait_id: u64) -> Then {
        if !self.is_in_team() {
            return Then::GoOn;
        }
        let me = self.worker.id();
        match self.lock_holders.get(&wait_id) {
            Some(holder) if *holder != me => {
                self.give_up(State::Parked(Reason::Lock(wait_id)));
                Then::AwaitBaton
            }
            Some(_) => Then::GoOn,
            None => self.look(),
        }
    }

    /// The running thread tries to take the lock `wait_id`. If another has it, it may do so again and again.
    pub(crate) fn try_lock(&mut self, wait_id: u64) -> Then {
        let is_taken = self.lock_holders.get(&wait_id).is_some_and(|holder| *holder != self.worker.id());
        if is_taken { self.look() } else { Then::GoOn }
    }

    /// The running thread has taken the lock `wait_id`.
    pub(crate) fn hold_lock(&mut self, wait_id: u64) {
        if self.is_in_team() {
            let me = self.worker.id();
            self.lock_holders.insert(wait_id, me);
        }
    }

    /// The running thread has given the lock `wait_id` back.
    pub(crate) fn free_lock(&mut self, wait_id: u64) {
        if self.lock_holders.remove(&wait_id).is_some() {
            self.baton.release(Reason::Lock(wait_id));
        }
    }

    /// The running thread looks whether another one has done something: it reads an atomic or volatile variable, flushes, or takes a lock. If it does so
    /// again and again it may be waiting, and others have to run for its wait to end.
    pub(crate) fn look(&mut self) -> Then {
        let looks = &mut self.worker.looks;
        looks.count += 1;
        if looks.count < looks.limit || !self.is_in_team() {
            return Then::GoOn;
        }
        let looks = &mut self.worker.looks;
        *looks = Looks { count: 0, limit: (looks.limit * 2).min(MOST_LOOKS) };
        self.yield_turn()
    }

    /// The running thread wants to run an iteration of an `ordered` loop, or to end one, at `pc`.
    /// libomp knows whether it is its turn, and [yields](crate::yields) if it is not.
    pub(crate) fn want_turn(&mut self, pc: usize) {
        if self.is_in_team() {
            self.worker.wants_turn_at = Some(self.site(pc, 0));
        }
    }

    /// It has been its turn.
    pub(crate) fn have_turn(&mut self) {
        if self.worker.wants_turn_at.take().is_some() {
            self.on_wait_end(WaitKind::Ordered);
        }
    }

    /// The running thread, which has the baton, waits in libomp, and yields the processor there.
    pub(crate) fn on_yield(&mut self) -> Then {
        if let Some(then) = self.seek_work() {
            return then;
        }
        match self.worker.wants_turn_at {
            Some(site) => self.park_at(WaitKind::Ordered, site, Reason::Turn),
            // Its part of a region may be about to begin: then it has no place among the others
            // yet.
            None if self.is_in_team() && self.worker.begun.is_none() => self.yield_turn(),
            None => Then::GoOn,
        }
    }

    /// The running thread waits for an iteration of a doacross loop that has not been signalled, at
    /// `pc`.
    pub(crate) fn await_source(&mut self, signal: SignalId, pc: usize) -> Then {
        if !self.is_in_team() {
            return Then::GoOn;
        }
        let site = self.site(pc, 0);
        self.park_at(WaitKind::Sink, site, Reason::Source(signal))
    }

    fn park_at(&mut self, kind: WaitKind, site: SiteId, reason: Reason) -> Then {
        self.note_wait(kind, site);
        self.give_up(State::Parked(reason));
        Then::AwaitBaton
    }

    /// The running thread goes into something that blocks.
    pub(crate) fn leave_program(&mut self) {
        if self.is_in_team() {
            self.give_up(State::Away);
        }
    }

    /// The running thread begins a worksharing construct, or gets a chunk of a loop.
    pub(crate) fn share_work(&mut self) -> Then {
        if !self.is_in_team() {
            return Then::GoOn;
        }
        // In gcc's programs, the end of an `ordered` loop's chunk is told by the begin of the next
        // one.
        self.baton.release(Reason::Turn);
        self.yield_turn()
    }

    /// The running thread gets a chunk of a loop.
    pub(crate) fn on_chunk(&mut self) -> Then {
        self.chunks = self.chunks.wrapping_add(1);
        if self.chunks < CHUNKS_IN_TURN || self.chunks.is_multiple_of(CHUNKS_PER_TURN) {
            self.share_work()
        } else {
            Then::GoOn
        }
    }

    /// `creator` has created `task`. Only teams of several threads need to know what is ready.
    pub(crate) fn note_created(&mut self, task: TaskId, creator: TaskId, tying: Tying) {
        if let Some(part) = self.worker.regions.last().filter(|_| self.is_in_team()) {
            self.queue.create(task, creator, part.region, part.index, tying);
        }
    }
}
