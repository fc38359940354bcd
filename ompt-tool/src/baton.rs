//! Who may run code of the program: of all threads, the one that holds the *baton*.
//!
//! This is the state machine alone. It knows threads and their places, and nothing of libomp, tasks or the kernel; the rules for when a thread gives the
//! baton up are in [`cooperation`](crate::cooperation), the waiting itself in [`seat`](crate::seat).
//!
//! ```text
//!              enlist                    grant                   yield_turn
//!   Idle ───────────────▶ Expected ─┐  ┌───────▶ Running ───────────────────▶ Ready
//!    ▲                       ▲      │  │           │  │ │
//!    │ dismiss               │      ▼  │           │  │ └─ leave: into libomp or libc, comes back by itself ─▶ Away ─▶ Ready
//!    └──────── Parked ◀──────┼───── Ready          │  └─── park: until another thread calls ─▶ Parked ─▶ Ready or Expected
//!                            └───────── release ───┘
//! ```
//!
//! # Invariants
//!
//! - At most one thread is `Running`.
//! - The baton is granted only while it is free and nobody is `Expected`: a thread that is on its way in libomp would otherwise find the others
//!   further or less far on, as chance has it. So the order of execution does not depend on how fast threads are.
//! - Of the `Ready` ones, the next in the order of places after the last holder gets it.

use std::collections::BTreeSet;

use detsan_detector::SignalId;

/// Number of a thread that runs, or has run, a part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WorkerId(pub(crate) u32);

/// Where a thread stands in the order in which threads take turns: by region, and within a team the primary thread last. (If it came first, it would have
/// done its part of a `nowait` construct before others begin theirs, more often than need be.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    region: u32,
    rank: u32,
}

impl Place {
    pub(crate) fn new(region: u32, index: u32) -> Place {
        Place { region, rank: index.wrapping_sub(1) }
    }
}

/// What a thread does, as far as the baton is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing of the program: libomp keeps it for the next region.
    Idle,
    /// It was let go, into a region or out of a barrier, and will come for the baton.
    Expected,
    /// It has come for the baton.
    Ready,
    /// It holds the baton.
    Running,
    /// It waits, in a callback of ours, for what other threads do.
    Parked(Reason),
    /// It is inside libomp or libc, without the baton.
    Away,
}

/// What a parked thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The rest of its team.
    Barrier,
    /// Tasks that are complete, or that it can run.
    Tasks,
    /// A lock, by its wait identifier.
    Lock(u64),
    /// Its turn in an `ordered` loop.
    Turn,
    /// An iteration of a doacross loop, by the signal that tells of it.
    Source(SignalId),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    state: State,
    place: Place,
}

/// The state machine.
#[derive(Debug)]
pub(crate) struct Baton {
    threads: Vec<Entry>,
    ready: BTreeSet<(Place, WorkerId)>,
    /// Threads that are expected, also ones that have not been seen yet.
    expected: u32,
    /// Threads that are parked until there are tasks.
    parked_for_tasks: u32,
    holder: Option<WorkerId>,
    /// The holder has gone on, with what it wanted the baton for.
    has_resumed: bool,
    last: (Place, WorkerId),
    /// How often the baton went from one thread to another.
    pub(crate) hand_overs: u64,
}

impl Baton {
    /// The initial thread has the baton.
    pub(crate) fn new() -> Baton {
        let first = Entry { state: State::Running, place: Place::new(0, 0) };
        Baton {
            threads: vec![first],
            ready: BTreeSet::new(),
            expected: 0,
            parked_for_tasks: 0,
            holder: Some(WorkerId(0)),
            has_resumed: true,
            last: (first.place, WorkerId(0)),
            hand_overs: 0,
        }
    }

    /// A thread that was not known.
    pub(crate) fn enlist(&mut self) -> WorkerId {
        let worker = WorkerId(self.threads.len() as u32);
        self.threads.push(Entry { state: State::Idle, place: Place::new(0, 0) });
        worker
    }

    pub(crate) fn state(&self, worker: WorkerId) -> State {
        self.threads[worker.0 as usize].state
    }

    pub(crate) fn holder(&self) -> Option<WorkerId> {
        self.holder
    }

    /// The holder, unless it has been granted the baton and has not gone on since: then it is where it asked.
    pub(crate) fn resumed_holder(&self) -> Option<WorkerId> {
        self.holder.filter(|_| self.has_resumed)
    }

    /// The holder goes on.
    #[inline]
    pub(crate) fn resume(&mut self) {
        self.has_resumed = true;
    }

    /// So many threads are on their way into a region.
    pub(crate) fn expect(&mut self, count: u32) {
        self.expected += count;
    }

    /// One of the expected threads has come, and stands at `place` from now on.
    pub(crate) fn arrive(&mut self, worker: WorkerId, place: Place) {
        self.expected -= 1;
        self.set_place(worker, place);
        self.set(worker, State::Ready);
    }

    pub(crate) fn set_place(&mut self, worker: WorkerId, place: Place) {
        debug_assert_ne!(self.state(worker), State::Ready, "a thread moves before it asks for the baton");
        self.threads[worker.0 as usize].place = place;
    }

    pub(crate) fn place(&self, worker: WorkerId) -> Place {
        self.threads[worker.0 as usize].place
    }

    /// What `worker` does from now on. Only [`grant`](Baton::grant) makes it the holder.
    pub(crate) fn set(&mut self, worker: WorkerId, state: State) {
        let entry = &mut self.threads[worker.0 as usize];
        let before = std::mem::replace(&mut entry.state, state);
        let key = (entry.place, worker);
        match before {
            State::Ready => {
                self.ready.remove(&key);
            }
            State::Expected => self.expected -= 1,
            State::Running => self.holder = None,
            State::Parked(Reason::Tasks) => self.parked_for_tasks -= 1,
            State::Idle | State::Parked(_) | State::Away => {}
        }
        match state {
            State::Ready => {
                self.ready.insert(key);
            }
            State::Expected => self.expected += 1,
            State::Running => self.holder = Some(worker),
            State::Parked(Reason::Tasks) => self.parked_for_tasks += 1,
            State::Idle | State::Parked(_) | State::Away => {}
        }
    }

    /// The next grant begins a round with the first thread of `region`.
    pub(crate) fn begin_round(&mut self, region: u32) {
        // The initial thread is nobody's second, so that this comes before the first one.
        self.last = (Place { region, rank: 0 }, WorkerId(0));
    }

    /// Gives the baton to the next thread, if it is free and may be given. Returns that thread.
    pub(crate) fn grant(&mut self) -> Option<WorkerId> {
        use std::ops::Bound::{Excluded, Unbounded};
        if self.holder.is_some() || self.expected > 0 {
            return None;
        }
        let next = self.ready.range((Excluded(self.last), Unbounded)).next().or_else(|| self.ready.first()).copied()?;
        self.hand_overs += u64::from(next.1 != self.last.1);
        self.last = next;
        self.set(next.1, State::Running);
        self.has_resumed = false;
        Some(next.1)
    }

    /// Whether somebody else could run if the holder gave the baton up.
    pub(crate) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    pub(crate) fn has_parked_for_tasks(&self) -> bool {
        self.parked_for_tasks > 0
    }

    /// Threads that wait for tasks.
    pub(crate) fn parked_for_tasks(&self) -> impl Iterator<Item = WorkerId> + '_ {
        let is_parked = |(_, entry): &(usize, &Entry)| entry.state == State::Parked(Reason::Tasks);
        self.threads.iter().enumerate().filter(is_parked).map(|(index, _)| WorkerId(index as u32))
    }

    /// Threads that wait for this become ready.
    pub(crate) fn release(&mut self, reason: Reason) {
        let is_parked = |entry: &Entry| entry.state == State::Parked(reason);
        for index in 0..self.threads.len() {
            if is_parked(&self.threads[index]) {
                self.set(WorkerId(index as u32), State::Ready);
            }
        }
    }

    /// Whether all but the holder are idle or parked.
    pub(crate) fn others_are_stuck(&self) -> bool {
        let is_stuck = |entry: &Entry| matches!(entry.state, State::Idle | State::Parked(_) | State::Running);
        self.expected == 0 && self.threads.iter().all(is_stuck)
    }

    /// Whether nobody has the baton or is ready or expected, and of those that are away only ones that `wait`.
    pub(crate) fn is_stuck(&self, mut waits: impl FnMut(WorkerId) -> bool) -> bool {
        let mut is_stuck = |(index, entry): (usize, &Entry)| match entry.state {
            State::Idle | State::Parked(_) => true,
            State::Away => waits(WorkerId(index as u32)),
            State::Expected | State::Ready | State::Running => false,
        };
        self.expected == 0 && self.threads.iter().enumerate().all(&mut is_stuck)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn team(size: u32) -> (Baton, Vec<WorkerId>) {
        let mut baton = Baton::new();
        let mut workers = vec![WorkerId(0)];
        workers.extend((1..size).map(|_| baton.enlist()));
        baton.expect(size);
        for (index, worker) in workers.iter().enumerate().rev() {
            assert_eq!(baton.grant(), None, "not before all are there");
            baton.arrive(*worker, Place::new(1, index as u32));
        }
        baton.begin_round(1);
        (baton, workers)
    }

    #[test]
    fn the_primary_thread_comes_last_and_then_it_begins_again() {
        let (mut baton, workers) = team(3);
        let mut order = Vec::new();
        for _ in 0..6 {
            let next = baton.grant().expect("all are ready");
            order.push(next.0);
            assert_eq!(baton.grant(), None, "there is one baton");
            baton.set(next, State::Ready);
        }
        assert_eq!(order, [1, 2, 0, 1, 2, 0]);
        assert_eq!(workers.len(), 3);
    }

    #[test]
    fn nobody_runs_while_somebody_is_on_the_way() {
        let (mut baton, workers) = team(2);
        let first = baton.grant().expect("all are ready");
        baton.set(first, State::Parked(Reason::Barrier));
        let second = baton.grant().expect("the other one");
        baton.set(first, State::Expected);
        baton.set(second, State::Ready);
        assert_eq!(baton.grant(), None);
        baton.set(first, State::Ready);
        baton.begin_round(1);
        assert_eq!(baton.grant(), Some(workers[1]));
    }

    #[test]
    fn a_holder_that_was_granted_the_baton_has_yet_to_go_on() {
        let (mut baton, workers) = team(2);
        let first = baton.grant();
        assert_eq!((first, baton.holder(), baton.resumed_holder()), (Some(workers[1]), Some(workers[1]), None));
        baton.resume();
        assert_eq!(baton.resumed_holder(), Some(workers[1]));
        baton.set(workers[1], State::Ready);
        assert_eq!(baton.resumed_holder(), None);
        baton.grant();
        assert_eq!((baton.holder(), baton.resumed_holder()), (Some(workers[0]), None));
    }

    #[test]
    fn those_who_wait_for_the_same_are_released_together() {
        let (mut baton, workers) = team(3);
        for reason in [Reason::Turn, Reason::Source(SignalId(4)), Reason::Turn] {
            let next = baton.grant().expect("one is ready");
            baton.set(next, State::Parked(reason));
        }
        baton.release(Reason::Source(SignalId(5)));
        assert_eq!(baton.grant(), None);
        baton.release(Reason::Turn);
        let states: Vec<bool> = workers.iter().map(|worker| baton.state(*worker) == State::Ready).collect();
        assert_eq!(states, [true, true, false]);
    }

    #[test]
    fn it_is_stuck_when_all_are_parked() {
        let (mut baton, workers) = team(2);
        let reasons = [Reason::Tasks, Reason::Lock(5)];
        for reason in reasons {
            assert!(!baton.is_stuck(|_| false));
            let next = baton.grant().expect("one is ready");
            baton.set(next, State::Parked(reason));
        }
        assert!(baton.is_stuck(|_| false));
        baton.set(workers[0], State::Away);
        assert!(!baton.is_stuck(|_| false));
        assert!(baton.is_stuck(|worker| worker == workers[0]));
    }
}
