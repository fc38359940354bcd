//! Random legal streams.
//!
//! At every step a task that can go on is chosen, by a [`Policy`], and does something that is drawn
//! by weight. A task that draws a wait which cannot end yet is stuck with it until it can. If
//! everything is stuck, an event is fulfilled or a wait is forgotten, as though it had never been
//! drawn: so no stream deadlocks.

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Completion, Deferral, Depend, DependKind, Event, GuardId, Location,
    LockId, SignalId, SiteId, SlotId, TaskId, TeamId,
};

use crate::graph::{LockRule, Oracle};
use crate::machine::Machine;
use crate::rng::Rng;

/// Which task goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// A task runs as soon as it can, and to its end: what a runtime with one thread does.
    DepthFirst,
    /// Any task that can go on may go on at any moment.
    AnyOrder,
}

/// What sort of stream is wanted. All rates are in percent.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Which task goes on.
    pub policy: Policy,
    /// How many things are done, before all that is open is brought to its end.
    pub actions: usize,
    /// How many tasks there are at most, phases included.
    pub tasks: usize,
    /// How many cells are accessed.
    pub cells: usize,
    /// How many locations `depend` clauses name; with 0 there are no clauses.
    pub locations: usize,
    /// How many locks there are.
    pub locks: usize,
    /// How many of the locks are taken together with others.
    pub shared: usize,
    /// How many locks there are beside that order nothing; they are numbered after the others.
    pub unordered: usize,
    /// How many things there are that are initialised when they are first needed.
    pub guards: usize,
    /// How many signals there are.
    pub signals: usize,
    /// What locks do to the order, which decides what would race.
    pub lock_rule: LockRule,
    /// How many places in the program accesses come from; with 0 each has its own.
    pub sites: usize,
    /// How large a team can be; with 0 there are no parallel regions.
    pub team: usize,
    /// How many tasks are undeferred.
    pub undeferred: usize,
    /// How many tasks are detached.
    pub detached: usize,
    /// How many accesses are atomic.
    pub atomic: usize,
    /// How many others are in the slot of a thread.
    pub in_slot: usize,
    /// How many accesses are to a part of the cell.
    pub partial: usize,
    /// How many accesses to cells of odd number are left out if they would race. That keeps those
    /// cells clean for long, so that histories grow in which a single wrong answer shows.
    pub tidy: usize,
    /// How often, in any order, another task goes on.
    pub switch: usize,
    /// How many of all actions are accesses.
    pub accesses: usize,
}

impl Shape {
    /// A shape of a small stream, with some features and without others.
    pub fn random(rng: &mut Rng, policy: Policy) -> Self {
        let mut some = |percent, most: usize| if rng.percent(percent) { 1 + rng.below(most) } else { 0 };
        Shape {
            policy,
            actions: 5 + some(100, 35) + some(40, 60),
            tasks: 3 + some(100, 16),
            cells: 1 + some(100, 5),
            locations: some(60, 3),
            locks: some(35, 2),
            shared: some(50, 80),
            unordered: some(25, 2),
            guards: some(25, 3),
            signals: some(35, 3),
            lock_rule: LockRule::ExclusionAndOrder,
            sites: some(20, 4),
            team: some(45, 4),
            undeferred: some(50, 40),
            detached: some(50, 60),
            atomic: some(30, 40),
            in_slot: some(30, 60),
            partial: some(40, 60),
            tidy: some(70, 100),
            switch: some(100, 60),
            accesses: 20 + some(100, 40),
        }
    }

    /// A shape of a stream with hundreds of tasks.
    pub fn random_large(rng: &mut Rng, policy: Policy) -> Self {
        let small = Shape::random(rng, policy);
        Shape {
            actions: 600 + rng.below(2400),
            tasks: 100 + rng.below(500),
            cells: small.cells + 20,
            locations: small.locations * 4,
            tidy: 95 + rng.below(6),
            ..small
        }
    }
}

/// Draws a legal stream.
pub fn walk(rng: &mut Rng, shape: &Shape) -> Vec<Event> {
    let mut walk = Walk {
        rng,
        shape,
        oracle: Oracle::new(shape.lock_rule),
        events: Vec::new(),
        minds: Vec::new(),
        live: Vec::new(),
        unfulfilled: Vec::new(),
        teams: Vec::new(),
        closing: false,
    };
    walk.notice_new_tasks();
    for _ in 0..shape.actions {
        walk.go_on();
    }
    walk.close();
    walk.events
}

/// What a task has in mind.
#[derive(Clone, Debug, Default)]
struct Mind {
    /// A wait that has been drawn and cannot end yet.
    intent: Option<Event>,
    /// It waits at a barrier or at the end of the region; for the initial task, at the end of the
    /// program.
    arrived: bool,
    /// When it last ran: the number of events before that.
    last_ran: usize,
}

struct Walk<'a> {
    rng: &'a mut Rng,
    shape: &'a Shape,
    oracle: Oracle,
    events: Vec<Event>,
    minds: Vec<Mind>,
    /// Tasks whose body has not ended.
    live: Vec<TaskId>,
    /// Detached tasks whose event is to be fulfilled.
    unfulfilled: Vec<TaskId>,
    /// Teams that are not joined, but for the initial one.
    teams: Vec<TeamId>,
    /// All that is open is being brought to its end.
    closing: bool,
}

#[derive(Clone, Copy)]
enum Deed {
    Access,
    Create,
    Taskwait,
    TaskwaitDepend,
    OpenGroup,
    CloseGroup,
    End,
    Fulfill,
    Fork,
    Arrive,
    Acquire,
    Release,
    InitialiseBegin,
    InitialiseEnd,
    Pass,
    Signal,
    Await,
    Discard,
}

impl Walk<'_> {
    fn machine(&self) -> &Machine {
        self.oracle.machine()
    }

    fn mind(&mut self, task: TaskId) -> &mut Mind {
        &mut self.minds[task.0 as usize]
    }

    fn emit(&mut self, event: Event) {
        self.oracle.apply(&event).unwrap_or_else(|illegal| panic!("{event:?} was drawn: {}", illegal.0));
        if let Event::Fork { .. } = event {
            self.teams.push(TeamId(self.machine().team_count() as u32 - 1));
        }
        if let Event::Create { completion: Completion::Detached, .. } = event {
            self.unfulfilled.push(TaskId(self.machine().task_count() as u32 - 1));
        }
        self.events.push(event);
        let machine = self.oracle.machine();
        self.live.retain(|task| !machine.task(*task).ended);
        self.unfulfilled.retain(|task| machine.task(*task).awaits_event());
        self.teams.retain(|team| !machine.team(*team).phases.is_empty());
        self.notice_new_tasks();
        if let Some(running) = self.machine().running() {
            let now = self.events.len();
            self.mind(running).last_ran = now;
        }
    }

    fn notice_new_tasks(&mut self) {
        for task in self.minds.len()..self.machine().task_count() {
            self.minds.push(Mind { last_ran: self.events.len(), ..Mind::default() });
            self.live.push(TaskId(task as u32));
        }
    }

    /// Something happens. Returns false if nothing can.
    fn go_on(&mut self) -> bool {
        if self.meet() {
            return true;
        }
        match self.choose() {
            Some(task) => self.step(task),
            None => return self.unblock(),
        }
        true
    }

    /// Lets a team whose implicit tasks have all arrived leave the barrier or the region.
    fn meet(&mut self) -> bool {
        for team in self.teams.clone() {
            let arrived = self.machine().team(team).phases.iter().all(|phase| self.minds[phase.0 as usize].arrived);
            let room = self.machine().task_count() < self.shape.tasks;
            let barrier = room && !self.closing && self.rng.percent(50);
            let event = if barrier { Event::Barrier { team } } else { Event::Join { team } };
            if arrived && self.machine().check(&event).is_ok() {
                self.emit(event);
                return true;
            }
        }
        false
    }

    /// Whether `task` can do something now.
    fn available(&self, task: TaskId) -> bool {
        let mind = &self.minds[task.0 as usize];
        let machine = self.machine();
        !mind.arrived
            && match &mind.intent {
                Some(intent) => machine.could(task, intent),
                None => machine.acting() == Some(task) || machine.check(&Event::Run { task }).is_ok(),
            }
    }

    fn choose(&mut self) -> Option<TaskId> {
        match self.shape.policy {
            Policy::DepthFirst => {
                let fresh = |task: &&TaskId| !self.machine().task(**task).started && self.available(**task);
                if let Some(task) = self.live.iter().find(fresh) {
                    return Some(*task);
                }
                let machine = self.machine();
                let unfinished = self.live.iter().filter(|task| {
                    let state = machine.task(**task);
                    state.started && state.region.is_none() && !self.minds[task.0 as usize].arrived
                });
                let top = unfinished.max_by_key(|task| self.minds[task.0 as usize].last_ran);
                top.copied().filter(|task| self.available(*task))
            }
            Policy::AnyOrder => {
                let stay = self.machine().acting().filter(|task| self.available(*task));
                if stay.is_some() && !self.rng.percent(self.shape.switch) {
                    return stay;
                }
                self.any_available()
            }
        }
    }

    fn any_available(&mut self) -> Option<TaskId> {
        let from = self.rng.below(self.live.len());
        let (before, after) = self.live.split_at(from);
        after.iter().chain(before).copied().find(|task| self.available(*task))
    }

    /// Nobody can go on: an event is fulfilled, or a wait forgotten. Returns false if neither
    /// helps.
    fn unblock(&mut self) -> bool {
        let waiting: Vec<TaskId> =
            self.live.iter().copied().filter(|task| self.minds[task.0 as usize].intent.is_some()).collect();
        let forget = !self.closing && !waiting.is_empty();
        if !self.unfulfilled.is_empty() && (!forget || self.rng.percent(50)) {
            let task = *self.rng.pick(&self.unfulfilled);
            let by = self.machine().acting().filter(|_| self.rng.percent(50));
            self.emit(Event::Fulfill { task, by });
            return true;
        }
        if forget {
            let task = *self.rng.pick(&waiting);
            self.mind(task).intent = None;
            return true;
        }
        // Depth-first order can be stuck where another is not: behind an undeferred task that
        // cannot start yet.
        let Some(task) = self.any_available() else { return false };
        self.step(task);
        true
    }

    /// `task` does something.
    fn step(&mut self, task: TaskId) {
        if self.machine().acting() != Some(task) {
            self.emit(Event::Run { task });
        }
        let drawn = match self.mind(task).intent.take() {
            Some(intent) => Some(intent),
            None if self.closing => self.last_deed(task),
            None => self.draw(task),
        };
        match drawn {
            Some(event) if self.machine().check(&event).is_ok() => self.emit(event),
            Some(event) => self.mind(task).intent = Some(event),
            None => {}
        }
    }

    fn draw(&mut self, task: TaskId) -> Option<Event> {
        let state = self.machine().task(task);
        let locks = [&state.locks[..], &state.shared_locks[..]].concat();
        let initialises = state.initialises.clone();
        let outside = state.groups.is_empty() && initialises.is_empty();
        let bare = outside && locks.is_empty();
        let region = state.team != TeamId(0);
        let room = self.machine().task_count() < self.shape.tasks;
        let room_for_team = self.machine().task_count() + self.shape.team <= self.shape.tasks;
        let when = |condition: bool, weight: usize| if condition { weight } else { 0 };
        let deeds = [
            (self.shape.accesses, Deed::Access),
            (when(room, 20), Deed::Create),
            (when(!state.children.is_empty(), 6), Deed::Taskwait),
            (when(self.shape.locations > 0 && !state.children.is_empty(), 3), Deed::TaskwaitDepend),
            (4, Deed::OpenGroup),
            (when(!state.groups.is_empty(), 8), Deed::CloseGroup),
            (when(state.explicit && bare, 10), Deed::End),
            (when(!self.unfulfilled.is_empty(), 8), Deed::Fulfill),
            (when(self.shape.team > 0 && room_for_team, 10), Deed::Fork),
            (when(!state.explicit && outside && region, if bare { 12 } else { 8 }), Deed::Arrive),
            (when(locks.len() < self.shape.locks + self.shape.unordered, 4), Deed::Acquire),
            (when(!locks.is_empty(), 12), Deed::Release),
            (when(self.shape.guards > 0, 4), Deed::InitialiseBegin),
            (when(!initialises.is_empty(), 16), Deed::InitialiseEnd),
            (when(self.shape.guards > 0, 8), Deed::Pass),
            (when(self.shape.signals > 0, 12), Deed::Signal),
            (when(self.shape.signals > 0, 12), Deed::Await),
            (when(self.shape.signals > 0, 1), Deed::Discard),
        ];
        let held = locks;
        match self.rng.weighted(&deeds)? {
            Deed::Access => self.draw_access(),
            Deed::Create => Some(self.draw_create(task)),
            Deed::Taskwait => Some(Event::Taskwait { task }),
            Deed::TaskwaitDepend => Some(Event::TaskwaitDepend { task, depends: self.draw_depends(false) }),
            Deed::OpenGroup => Some(Event::TaskgroupBegin { task }),
            Deed::CloseGroup => Some(Event::TaskgroupEnd { task }),
            Deed::End => Some(Event::End { task }),
            Deed::Fulfill => {
                let by = if self.rng.percent(85) { Some(task) } else { None };
                Some(Event::Fulfill { task: *self.rng.pick(&self.unfulfilled), by })
            }
            Deed::Fork => {
                let size = 1 + self.rng.below(self.shape.team) as u32;
                Some(Event::Fork { parent: task, size, site: SiteId::NONE })
            }
            Deed::Arrive => {
                self.mind(task).arrived = true;
                None
            }
            Deed::Acquire => {
                let lock = LockId(self.rng.below(self.shape.locks + self.shape.unordered) as u32);
                let shared = self.rng.percent(self.shape.shared);
                let event = match lock.0 as usize >= self.shape.locks {
                    true => Event::AcquireUnordered { task, lock },
                    false if shared => Event::AcquireShared { task, lock },
                    false => Event::Acquire { task, lock },
                };
                (!held.contains(&lock)).then_some(event)
            }
            Deed::Release => Some(Event::Release { task, lock: *self.rng.pick(&held) }),
            Deed::InitialiseBegin => {
                let guard = GuardId(self.rng.below(self.shape.guards) as u32);
                // Who comes too late does not wait, but is lucky to pass.
                let event = Event::InitialiseBegin { task, guard };
                self.machine().check(&event).is_ok().then_some(event)
            }
            Deed::InitialiseEnd => Some(Event::InitialiseEnd { task, guard: *self.rng.pick(&initialises) }),
            Deed::Pass => {
                let guard = GuardId(self.rng.below(self.shape.guards) as u32);
                let event = Event::Pass { task, guard };
                self.machine().check(&event).is_ok().then_some(event)
            }
            Deed::Signal => Some(Event::Signal { task, signal: self.draw_signal() }),
            Deed::Await => Some(Event::Await { task, signal: self.draw_signal() }),
            Deed::Discard => {
                let event = Event::Discard { signal: self.draw_signal() };
                self.machine().check(&event).is_ok().then_some(event)
            }
        }
    }

    fn draw_signal(&mut self) -> SignalId {
        SignalId(self.rng.below(self.shape.signals) as u32)
    }

    fn draw_atomicity(&mut self) -> Atomicity {
        if self.rng.percent(self.shape.atomic) {
            Atomicity::Atomic
        } else if self.rng.percent(self.shape.in_slot) {
            // Two threads, each of which runs every other task.
            Atomicity::Slot(SlotId(self.machine().running().map_or(0, |task| u64::from(task.0 % 2))))
        } else {
            Atomicity::Plain
        }
    }

    fn draw_access(&mut self) -> Option<Event> {
        let cell = self.rng.below(self.shape.cells) as u64;
        let access = Access {
            mode: if self.rng.percent(50) { AccessMode::Read } else { AccessMode::Write },
            atomicity: self.draw_atomicity(),
            bytes: if self.rng.percent(self.shape.partial) {
                ByteMask(1 + self.rng.below(15) as u8)
            } else {
                ByteMask::FULL
            },
            site: match self.shape.sites {
                0 => self.site(),
                sites => SiteId(1 + self.rng.below(sites) as u32),
            },
        };
        let tidy = cell % 2 == 1 && self.rng.percent(self.shape.tidy);
        let unwanted = tidy && self.oracle.racing_with(cell, access).next().is_some();
        (!unwanted).then_some(Event::Access { cell, access })
    }

    fn draw_create(&mut self, parent: TaskId) -> Event {
        let undeferred = self.rng.percent(self.shape.undeferred);
        let detached = self.rng.percent(self.shape.detached);
        let depends = if self.rng.percent(60) { self.draw_depends(true) } else { Vec::new() };
        Event::Create {
            parent,
            deferral: if undeferred { Deferral::Undeferred } else { Deferral::Deferred },
            completion: if detached { Completion::Detached } else { Completion::AtEnd },
            depends,
            site: self.site(),
        }
    }

    fn draw_depends(&mut self, of_task: bool) -> Vec<Depend> {
        if self.shape.locations == 0 {
            return Vec::new();
        }
        if self.rng.percent(5) {
            return vec![Depend { location: None, kind: DependKind::Out }];
        }
        let kinds = [DependKind::In, DependKind::Out, DependKind::InOutSet, DependKind::MutexInOutSet];
        let kinds = if of_task { &kinds[..] } else { &kinds[..3] };
        let mut depends: Vec<Depend> = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let location = Some(Location(self.rng.below(self.shape.locations) as u64));
            let kind = *self.rng.pick(kinds);
            // One location under two kinds is odd but allowed.
            if self.rng.percent(10) || depends.iter().all(|depend| depend.location != location) {
                depends.push(Depend { location, kind });
            }
        }
        depends
    }

    /// Each event is its own place in the program.
    fn site(&self) -> SiteId {
        SiteId(self.events.len() as u32 + 1)
    }

    /// Brings all that is open to its end; then the initial task looks at every cell.
    fn close(&mut self) {
        self.closing = true;
        for mind in &mut self.minds {
            mind.intent = None;
            // Whoever has come with a lock has to give it back.
            mind.arrived = false;
        }
        while self.go_on() {}
        let open = self.live.iter().any(|task| self.machine().task(*task).explicit);
        assert!(!open && self.teams.is_empty() && self.unfulfilled.is_empty(), "the walk is stuck");

        let task = self.machine().team(TeamId(0)).phases[0];
        if self.machine().acting() != Some(task) {
            self.emit(Event::Run { task });
        }
        if self.rng.percent(30) {
            self.emit(Event::Taskwait { task });
        }
        for _ in 0..self.shape.cells {
            if let Some(access) = self.draw_access() {
                self.emit(access);
            }
        }
    }

    /// What `task` does on the way to its end.
    fn last_deed(&mut self, task: TaskId) -> Option<Event> {
        let state = self.machine().task(task);
        if let Some(guard) = state.initialises.last() {
            return Some(Event::InitialiseEnd { task, guard: *guard });
        }
        if let Some(lock) = state.locks.last().or(state.shared_locks.last()) {
            return Some(Event::Release { task, lock: *lock });
        }
        if !state.groups.is_empty() {
            return Some(Event::TaskgroupEnd { task });
        }
        if state.explicit {
            return Some(Event::End { task });
        }
        self.mind(task).arrived = true;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn streams(policy: Policy, count: u64) -> impl Iterator<Item = Vec<Event>> {
        (0..count).map(move |seed| {
            let mut rng = Rng::new(seed);
            let shape = Shape::random(&mut rng, policy);
            walk(&mut rng, &shape)
        })
    }

    /// The name of the variant, with what matters of its fields.
    fn feature(event: &Event) -> String {
        match event {
            Event::Create { deferral, completion, .. } => format!("Create {deferral:?} {completion:?}"),
            Event::Fulfill { by, .. } => format!("Fulfill {}", by.is_some()),
            Event::Barrier { .. } => "Barrier".to_owned(),
            Event::Access { access: Access { mode, atomicity: Atomicity::Slot(_), .. }, .. } => {
                format!("{mode:?} Slot")
            }
            Event::Access { access, .. } => format!("{:?} {:?}", access.mode, access.atomicity),
            other => format!("{other:?}").split(' ').next().unwrap_or_default().to_owned(),
        }
    }

    #[test]
    fn both_policies_make_every_kind_of_event() {
        for policy in [Policy::DepthFirst, Policy::AnyOrder] {
            let seen: BTreeSet<String> = streams(policy, 2000).flatten().map(|event| feature(&event)).collect();
            // Four kinds of creation, two of fulfilling, six of accesses, and nineteen others.
            assert_eq!(seen.len(), 31, "{policy:?}: {seen:?}");
        }
    }

    /// What is special about the tasks and teams of a stream.
    fn situations(events: &[Event]) -> BTreeSet<&'static str> {
        let mut machine = Machine::new();
        let mut found = BTreeSet::new();
        let mut creators: BTreeSet<(TeamId, TaskId)> = BTreeSet::new();
        for event in events {
            let mut note = |what, holds: bool| {
                if holds {
                    found.insert(what);
                }
            };
            let size = |task: TaskId| machine.team(machine.task(task).team).phases.len();
            match event {
                Event::Fork { parent, size: inner, .. } => {
                    note("team in a team", *inner > 1 && size(*parent) > 1);
                    note("team forked by a task", *inner > 1 && machine.task(*parent).explicit);
                    note("team forked with a lock", *inner > 1 && !machine.task(*parent).locks.is_empty());
                }
                Event::Create { parent, .. } => {
                    let creator = machine.task(*parent);
                    note("task created with a lock", !creator.locks.is_empty());
                    note("task created with a shared lock", !creator.shared_locks.is_empty());
                    if !creator.explicit {
                        creators.insert((creator.team, *parent));
                    }
                    let others = creators.iter().filter(|(team, _)| *team == creator.team && size(*parent) > 1);
                    note("tasks created by two members", others.count() > 1);
                }
                Event::Barrier { team } | Event::Join { team } => {
                    let phases = &machine.team(*team).phases;
                    let waiting = phases.iter().filter(|phase| !machine.task(**phase).children.is_empty());
                    note("tasks of two members at a barrier", waiting.count() > 1);
                    let nested = machine
                        .awaited(event)
                        .iter()
                        .any(|task| machine.task(*task).parent.is_some_and(|parent| machine.task(parent).explicit));
                    note("tasks of tasks at a barrier", nested && phases.len() > 1);
                    let locked = phases.iter().any(|phase| !machine.guards(*phase).is_empty());
                    note("lock taken through a barrier", locked);
                    creators.retain(|(other, _)| other != team);
                }
                Event::Signal { task, .. } => note("signal in a team", size(*task) > 1),
                _ => {}
            }
            machine.apply(event).expect("a walk is legal");
        }
        found
    }

    #[test]
    fn tasks_and_teams_come_in_every_situation() {
        for policy in [Policy::DepthFirst, Policy::AnyOrder] {
            let mut counts = std::collections::BTreeMap::new();
            for situation in streams(policy, 5000).flat_map(|events| situations(&events)) {
                *counts.entry(situation).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), 10, "{policy:?}: {counts:?}");
            assert!(counts.values().all(|count| *count > 5), "{policy:?}: {counts:?}");
        }
    }

    #[test]
    fn depth_first_streams_start_a_task_that_can_start_at_once() {
        for events in streams(Policy::DepthFirst, 500) {
            let mut machine = Machine::new();
            let mut next = events.iter().peekable();
            while let Some(event) = next.next() {
                machine.apply(event).expect("a walk is legal");
                let child = TaskId(machine.task_count() as u32 - 1);
                if matches!(event, Event::Create { .. }) && machine.check(&Event::Run { task: child }).is_ok() {
                    let meeting = matches!(next.peek(), Some(Event::Barrier { .. } | Event::Join { .. }));
                    let starts = matches!(next.peek(), Some(Event::Run { task }) if !machine.task(*task).started);
                    assert!(meeting || starts, "{events:?}");
                }
            }
        }
    }

    #[test]
    fn a_seed_makes_the_same_stream_every_time() {
        assert!(streams(Policy::AnyOrder, 50).eq(streams(Policy::AnyOrder, 50)));
    }
}
