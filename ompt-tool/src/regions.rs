//! Parallel regions: how they begin and end, and their barriers.
//!
//! # A region
//!
//! 1. `parallel_begin` on the thread that meets it. How many threads it will have is not known yet.
//! 2. `implicit_task` begin on each of its threads, which tells. The primary thread forks the detector's team; then all take turns.
//! 3. Barriers. The last one is the region's end, which all but the primary thread leave for libomp, to be used again.
//! 4. `parallel_end` on the primary thread.
//!
//! A region with one thread has no turns to take: it goes on with the baton as if it were a call.
//!
//! # `teams`
//!
//! libomp (19.1.7) tells of a `teams` construct as of a region, the *league*, with an initial task for each team. Inside of it, each thread begins a region
//! that the program does not have, and that has no more threads, whatever size is told. A barrier there is one of the league.

use std::ffi::c_void;

use detsan_detector::{Event, LockId, SiteId, SlotId, TeamId};
use tracing::debug;

use crate::baton::{Place, WorkerId};
use crate::bodies::Construct;
use crate::deques::Keeper;
use crate::sites::ROOT;
use crate::thread::Depth;
use crate::tool::{Handle, Tool};
use crate::yields;

/// Number of a region; 0 is what is outside of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct RegionId(pub(crate) u32);

impl RegionId {
    pub(crate) const OUTSIDE: RegionId = RegionId(0);
}

/// A parallel region that has not ended.
#[derive(Debug)]
pub(crate) struct Region {
    /// The detector's name for its threads, once they are known.
    pub(crate) team: Option<TeamId>,
    encountering: Handle,
    site: SiteId,
    /// Threads that the program asks for.
    requested: u32,
    /// One thread by the program's own wish: its tasks cannot race.
    pub(crate) alone: bool,
    /// What keeps the tasks apart if it is alone and one of them was deferred all the same.
    pub(crate) exclusion: Option<LockId>,
    /// libomp has reported its end, and now waits for its detached tasks.
    pub(crate) has_ended: bool,
    /// Tasks of the region that are not complete.
    pub(crate) incomplete: u32,
    /// Threads, by their index; empty until the first has come.
    pub(crate) members: Vec<Option<WorkerId>>,
    /// Threads that are at a barrier.
    pub(crate) arrived: u32,
    kind: Kind,
    /// The contention group that its threads belong to, unless it is a league. Locks of OpenMP exclude within one.
    group: u32,
}

/// The parallel regions that have not ended. There are few, and most questions are about the newest.
#[derive(Debug, Default)]
pub(crate) struct Regions(Vec<(RegionId, Region)>);

impl Regions {
    #[inline]
    fn index(&self, id: RegionId) -> Option<usize> {
        let (newest, _) = self.0.last()?;
        if *newest == id {
            return Some(self.0.len() - 1);
        }
        self.0.binary_search_by_key(&id, |(id, _)| *id).ok()
    }

    #[inline]
    pub(crate) fn get(&self, id: RegionId) -> Option<&Region> {
        self.index(id).map(|index| &self.0[index].1)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: RegionId) -> Option<&mut Region> {
        self.index(id).map(|index| &mut self.0[index].1)
    }

    /// Adds one with a larger number than all before.
    fn add(&mut self, id: RegionId, region: Region) {
        debug_assert!(self.0.last().is_none_or(|(newest, _)| *newest < id));
        self.0.push((id, region));
    }

    fn remove(&mut self, id: RegionId) -> Option<Region> {
        self.index(id).map(|index| self.0.remove(index).1)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (RegionId, &Region)> {
        self.0.iter().map(|(id, region)| (*id, region))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them has several threads.
    pub(crate) fn has_team(&self) -> bool {
        self.0.iter().any(|(_, region)| region.members.len() > 1)
    }
}

/// What sort of region it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A `parallel` construct.
    Parallel,
    /// A `teams` construct.
    League,
    /// The region that libomp begins for each team of a league.
    Team,
}

/// A thread's part in a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Membership {
    pub(crate) region: RegionId,
    pub(crate) index: u32,
    /// Threads of the region.
    size: u32,
    /// See [`Region::alone`].
    pub(crate) alone: bool,
    /// Where the shadow call stack was when its implicit task began.
    pub(crate) start: Option<Depth>,
    /// It is at the end of the region.
    pub(crate) at_end: bool,
    /// Worksharing loops that it has met.
    pub(crate) loops: u32,
    /// Where libomp keeps our data for its implicit task, if that belongs to the task around it, and
    /// the handle of that one.
    borrowed: Option<(usize, Handle)>,
}

impl Tool {
    /// The region that the running task is in, if any.
    #[inline]
    pub(crate) fn region(&self) -> Option<&Region> {
        self.worker.regions.last().and_then(|membership| self.regions.get(membership.region))
    }

    /// What belongs to the running thread by its number in the innermost region.
    pub(crate) fn slot(&self) -> SlotId {
        // Outermost regions come one after the other. Inner ones may be at the same time, and have the same numbers.
        let inner = self.worker.regions.get(1..).and_then(<[_]>::last);
        let region = inner.map_or(0, |membership| membership.region.0);
        SlotId(u64::from(region) << u32::BITS | u64::from(self.worker.id().0))
    }

    pub(crate) fn region_id(&self) -> RegionId {
        self.worker.regions.last().map_or(RegionId::OUTSIDE, |membership| membership.region)
    }

    pub(crate) fn region_mut(&mut self) -> Option<&mut Region> {
        let membership = self.worker.regions.last()?;
        self.regions.get_mut(membership.region)
    }

    /// Whether the running task is one of several implicit tasks, or was created by one.
    pub(crate) fn is_in_team(&self) -> bool {
        self.worker.regions.last().is_some_and(|part| part.size > 1)
    }

    /// Whether the running thread is one of several of its region, and not the primary one.
    pub(crate) fn is_secondary(&self) -> bool {
        self.worker.regions.last().is_some_and(|part| part.size > 1 && part.index != 0)
    }

    /// Whether the running task is in the region that stands for a team of a league.
    pub(crate) fn is_in_league(&self) -> bool {
        self.region().is_some_and(|region| region.kind == Kind::Team)
    }

    /// Whether the running tasks shares its thread with all tasks of its region by the program's own wish.
    pub(crate) fn runs_alone(&self) -> bool {
        self.worker.regions.last().is_none_or(|part| part.alone)
    }

    /// Whether the program can come to an end here without leaving work behind.
    pub(crate) fn is_between_regions(&self) -> bool {
        self.regions.is_empty() && self.live.is_empty()
    }

    /// The contention group of the running thread.
    pub(crate) fn group(&self) -> u32 {
        let Some(Membership { region: id, index, .. }) = self.worker.regions.last() else { return 0 };
        match self.regions.get(*id) {
            Some(Region { kind: Kind::League, group, .. }) => group + index,
            Some(region) => region.group,
            None => 0,
        }
    }

    pub(crate) fn on_parallel_begin(&mut self, is_league: bool, requested: u32, pc: usize) -> RegionId {
        self.compact_if_due();
        let encountering = self.worker.task;
        let site = self.site(pc, 0);
        self.counters.regions += 1;
        let id = RegionId(self.counters.regions as u32);
        let kind = match self.region() {
            _ if is_league => Kind::League,
            Some(Region { kind: Kind::League, .. }) => Kind::Team,
            _ => Kind::Parallel,
        };
        let group = if is_league { self.groups } else { self.group() };
        if is_league {
            self.groups += requested.max(1);
        }
        self.worker.begun = Some(id);
        if requested > 1 && self.options.team > 1 {
            yields::rouse();
        }
        let body = std::mem::take(&mut self.worker.body);
        if requested > 1 && kind != Kind::Team {
            self.bodies.note(Construct::Region, body, pc);
        }
        let region = Region {
            team: None,
            encountering,
            site,
            requested,
            alone: requested == 1 && kind == Kind::Parallel,
            exclusion: None,
            has_ended: false,
            incomplete: 0,
            members: Vec::new(),
            arrived: 0,
            kind,
            group,
        };
        self.regions.add(id, region);
        debug!(?id, ?encountering, requested, "parallel begin");
        id
    }

    /// How many threads `region` has, of which libomp says that it has `size`.
    pub(crate) fn true_size(&self, region: RegionId, size: u32) -> u32 {
        let is_team = self.regions.get(region).is_some_and(|region| region.kind == Kind::Team);
        if is_team { 1 } else { size }
    }

    /// The primary thread begins its implicit task, in a team of `size`.
    pub(crate) fn fork(&mut self, id: RegionId, size: u32) {
        let Some(region) = self.regions.get_mut(id) else { return };
        let Region { encountering, site, requested, kind, .. } = *region;
        self.note_size(kind, requested, size);
        let parent = self.resolve(encountering);
        let team = self.detector.fork(parent, size, site);
        debug!(?id, ?team, size, "fork");
        if let Some(region) = self.regions.get_mut(id) {
            region.team = Some(team);
            region.members.resize(size as usize, None);
        }
        self.note_implicit_tasks(team, site);
    }

    /// A region that asks for `requested` threads is given `size`. At team=1 that is the tool's
    /// doing.
    fn note_size(&mut self, kind: Kind, requested: u32, size: u32) {
        if size > 1 {
            let counters = &mut self.counters;
            counters.smallest_team = Some(counters.smallest_team.map_or(size, |smallest| smallest.min(size)));
        }
        let is_small = size < requested && kind != Kind::Team && self.options.team > 1;
        if is_small && !(size == 1 && self.is_nested_too_deep()) {
            self.counters.small_teams.add(requested, size);
        }
    }

    /// Whether a region that is met here has one thread because there are as many active regions
    /// around it as the program
    /// allows: one, unless it says otherwise.
    fn is_nested_too_deep(&self) -> bool {
        let active = self.worker.regions.iter().filter(|part| part.size > 1).count();
        active > 0 && active >= max_active_levels()
    }

    /// The implicit tasks of `team`, which are new, belong to a region at `site`.
    fn note_implicit_tasks(&mut self, team: TeamId, site: SiteId) {
        let members = self.detector.members(team);
        self.implicit.add(members[0], members.len() as u32, site);
    }

    /// The implicit task of a region with one thread begins. `told` is the region that libomp names,
    /// and `data` is where it keeps our data for the task, with what is there. Returns the handle.
    ///
    /// For a region inside a team of one thread, libomp (19.1.7) may name the region and the task around
    /// it, which have begun already. That task's handle is put back when the region ends.
    pub(crate) fn on_lone_begin(&mut self, told: RegionId, data: usize, before: Option<Handle>) -> Handle {
        let has_begun = self.regions.get(told).is_some_and(|region| region.team.is_some());
        let region = self.worker.begun.take().filter(|_| has_begun).unwrap_or(told);
        let handle = Handle::Implicit { region, index: 0 };
        self.fork(region, 1);
        self.enter_region(self.worker.id(), region, 0);
        if region != told
            && let Some(part) = self.worker.regions.last_mut()
        {
            part.borrowed = before.map(|before| (data, before));
        }
        self.run(handle);
        handle
    }

    /// An initial task begins on the running thread, of which libomp does not say what region it belongs to: that of a league with one team.
    pub(crate) fn on_initial_begin(&mut self) -> Handle {
        match self.worker.begun.take() {
            Some(region) => self.on_lone_begin(region, 0, None),
            None => Handle::INITIAL,
        }
    }

    /// The running thread meets a worksharing loop.
    pub(crate) fn on_loop(&mut self, iterations: u64) {
        self.chunks = 0;
        self.note_crowd(self.worker.regions.last().copied(), iterations);
        if let Some(membership) = self.worker.regions.last_mut() {
            membership.loops += 1;
        }
    }

    /// The running thread meets a `sections` construct with so many sections.
    pub(crate) fn on_sections(&mut self, sections: u64) {
        self.note_crowd(self.worker.regions.last().copied(), sections);
    }

    /// The running thread meets a `distribute` construct, whose iterations the teams of its league
    /// share out.
    pub(crate) fn on_distribute(&mut self, iterations: u64) {
        let regions = &self.regions;
        let is_league = |part: &&Membership| regions.get(part.region).is_some_and(|region| region.kind == Kind::League);
        self.note_crowd(self.worker.regions.iter().rfind(is_league).copied(), iterations);
    }

    /// The threads of a region, of which `part` is the running one's, share so many iterations out.
    fn note_crowd(&mut self, part: Option<Membership>, iterations: u64) {
        let Some(Membership { index: 0, size: threads @ 2.., .. }) = part else { return };
        if iterations > u64::from(threads) {
            let counters = &mut self.counters;
            counters.crowded_loops += 1;
            counters.most_crowded = counters.most_crowded.max((iterations, threads));
            counters.crowded_team = Some(counters.crowded_team.map_or(threads, |fewest| fewest.min(threads)));
        }
    }

    /// The calling thread is number `index` of the region.
    pub(crate) fn enter_region(&mut self, worker: WorkerId, region: RegionId, index: u32) {
        self.worker.get(worker).begun = None;
        let Some(entered) = self.regions.get_mut(region) else { return };
        entered.members[index as usize] = Some(worker);
        let (size, alone) = (entered.members.len() as u32, entered.alone);
        let worker = self.worker.get(worker);
        let start = Some(worker.thread.push_task(0, ROOT));
        worker.regions.push(Membership { region, index, size, alone, start, at_end: false, loops: 0, borrowed: None });
        worker.task = Handle::Implicit { region, index };
        worker.thread.count_calls(!alone);
    }

    /// The thread leaves the innermost region that it is in: its implicit task has ended.
    pub(crate) fn leave_region(&mut self, worker: WorkerId) {
        let worker = self.worker.get(worker);
        if let Some(Membership { region: left, start, .. }) = worker.regions.pop() {
            worker.doacross.retain(|doacross| doacross.region != left);
            if let Some(start) = start {
                worker.thread.pop_task(start);
                worker.scopes.forget_from(start, &mut worker.thread);
            }
        }
        worker.thread.count_calls(worker.regions.last().is_some_and(|outer| !outer.alone));
        let place = worker.regions.last().map_or(Place::new(0, 0), |outer| Place::new(outer.region.0, outer.index));
        self.baton.set_place(worker.seat.worker, place);
    }

    /// The innermost region of the running thread that has not ended does so. libomp (19.1.7) may name
    /// another one, as at its begin. Returns where a handle has to be put back, and that handle.
    pub(crate) fn on_parallel_end(&mut self) -> Option<(usize, Handle)> {
        let regions = &mut self.regions;
        let goes_on = |part: &&mut Membership| regions.get(part.region).is_some_and(|region| !region.has_ended);
        let part = self.worker.regions.iter_mut().rfind(goes_on)?;
        let (id, borrowed) = (part.region, part.borrowed.take());
        debug!(?id, "parallel end");
        if let Some(region) = regions.get_mut(id) {
            region.has_ended = true;
        }
        if let Some(start) = part.start.take() {
            self.worker.thread.pop_task(start);
            self.forget_scopes(start);
        }
        self.leave_regions();
        self.wait_at_region_end();
        borrowed
    }

    /// Leaves the innermost regions that have ended and whose tasks are all complete. In a team of one, libomp (19.1.7) reports the end of a region and only
    /// then waits for its detached tasks, and runs those that depend on them.
    fn leave_regions(&mut self) {
        while let Some(region) = self.region()
            && region.has_ended
            && region.incomplete == 0
        {
            let id = self.region_id();
            self.note_region_left(id);
            self.leave_region(self.worker.id());
            let Some(Region { team: Some(team), encountering, .. }) = self.regions.remove(id) else { return };
            debug!(?id, "left");
            for task in self.detector.members(team) {
                self.lone.end(*task);
            }
            self.end_loops(id);
            self.queue.end_region(id);
            self.detector.tell(Event::Join { team });
            self.run(encountering);
        }
    }

    /// Where libomp puts a task of `region` that can start by what the running thread has done.
    pub(crate) fn keeper(&self, region: RegionId) -> Keeper {
        match self.worker.regions.last() {
            Some(part) if part.region == region => Keeper::Thread(part.index),
            _ => Keeper::Unknown,
        }
    }

    /// A task of `region` has completed: that may be what others have waited for.
    pub(crate) fn after_completion(&mut self, region: RegionId) {
        if self.worker.len() > 1 {
            self.settle(region);
        }
        if self.region().is_some_and(|region| region.has_ended) {
            self.leave_regions();
        }
        self.check_waits();
    }

    /// The implicit task of a region with one thread leaves a barrier.
    pub(crate) fn on_lone_barrier(&mut self) {
        let Some(Membership { region, .. }) = self.worker.regions.last().copied() else { return };
        let handle = Handle::Implicit { region, index: 0 };
        if self.worker.task != handle || self.is_in_team() || self.is_in_league() {
            return;
        }
        self.pass_barrier(region);
        self.run(handle);
        self.stop_watching();
        self.publish_step();
    }

    /// All threads of `region` have come to a barrier, and all its tasks are complete.
    pub(crate) fn pass_barrier(&mut self, id: RegionId) {
        self.compact_if_due();
        let Some(Region { team: Some(team), site, .. }) = self.regions.get(id) else { return };
        let (team, site) = (*team, *site);
        debug!(?id, "barrier");
        self.end_loops(id);
        let before = self.detector.members(team).to_vec();
        // A reduction with the task modifier is a taskgroup around the whole region. All its tasks so far end here.
        let groups: Vec<usize> = before.iter().map(|task| self.reductions.group_count(*task)).collect();
        for (task, groups) in before.iter().zip(&groups) {
            (0..*groups).for_each(|_| self.detector.tell(Event::TaskgroupEnd { task: *task }));
        }
        self.detector.tell(Event::Barrier { team });
        self.note_implicit_tasks(team, site);
        for (index, (before, groups)) in before.into_iter().zip(groups).enumerate() {
            let after = self.detector.members(team)[index];
            self.queue.go_on_as(before, after);
            if groups > 0 {
                self.detector.run(after);
                (0..groups).for_each(|_| self.detector.tell(Event::TaskgroupBegin { task: after }));
            }
            self.reductions.go_on_as(before, after);
            self.lone.go_on_as(before, after);
        }
    }
}

/// How many regions around each other may have several threads, in the running task.
fn max_active_levels() -> usize {
    type Ask = unsafe extern "C" fn() -> i32;
    // SAFETY: the name is a C string.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"omp_get_max_active_levels".as_ptr()) };
    // SAFETY: OpenMP gives the function this type, and null is None.
    let ask = unsafe { std::mem::transmute::<*mut c_void, Option<Ask>>(symbol) };
    // SAFETY: the function may be called anywhere, and only looks.
    ask.map_or(1, |ask| usize::try_from(unsafe { ask() }).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_found_while_they_are_open() {
        let region = |group| Region {
            team: None,
            encountering: Handle::INITIAL,
            site: SiteId::NONE,
            requested: 1,
            alone: false,
            exclusion: None,
            has_ended: false,
            incomplete: 0,
            members: Vec::new(),
            arrived: 0,
            kind: Kind::Parallel,
            group,
        };
        let mut regions = Regions::default();
        for id in [1, 4, 7] {
            regions.add(RegionId(id), region(id));
        }
        let group = |regions: &Regions, id| regions.get(RegionId(id)).map(|region| region.group);
        assert_eq!([0, 1, 4, 7, 8].map(|id| group(&regions, id)), [None, Some(1), Some(4), Some(7), None]);
        assert!(regions.remove(RegionId(4)).is_some() && regions.remove(RegionId(4)).is_none());
        assert_eq!([1, 4, 7].map(|id| group(&regions, id)), [Some(1), None, Some(7)]);
        assert_eq!(regions.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [1, 7]);
    }
}
