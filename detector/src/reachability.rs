//! `precedes(a, now)`: four layers, asked in turn.
//!
//! 1. The spawn tree ([`dpst`](crate::dpst)): `a`'s task, or the task it was joined into, is an
//!    ancestor of the running one and was there before it spawned the branch.
//! 2. Tree joins ([`bags`](crate::bags)).
//! 3. The pasts of siblings ([`siblings`](crate::siblings)): promises by `depend` clauses, where
//!    one bit tells.
//! 4. A search over all promises ([`promises`](crate::promises)).
//!
//! # Guarantee
//!
//! The answers equal those of the transitive closure of the happens-before edges, in every legal
//! order of events. The crate's property tests hold this against a brute-force oracle.

use crate::bags::{Group, Groups};
use crate::compaction::Boundaries;
use crate::depend::{DependTable, TaskVec};
use crate::dpst::{Dpst, END, GroupId, NO_TASK, Point, TaskList, TaskNode, Time};
use crate::event::{Deferral, Depend};
use crate::history::Effort;
use crate::ids::{SignalId, SiteId, TaskId, TeamId};
use crate::oldest::Lineage;
use crate::promises::Searches;
use crate::siblings::{NO_INDEX, Siblings};
use crate::{FastMap, FastSet};

/// How far above the task of an access its place among siblings is looked for.
const GENERATIONS: u32 = 8;

/// A fulfilled event: who fulfilled it, and when; a thread outside of OpenMP is nobody.
type Fulfilment = Option<Point>;

/// What a task needs while it lives and most tasks never have.
#[derive(Debug, Default)]
struct Extra {
    /// Tasks whose promises it gets when it starts.
    predecessors: TaskVec,
    /// `depend` clauses of its children.
    depends: Option<Box<DependTable>>,
    /// What these follow.
    siblings: Option<Box<Siblings>>,
    detached: bool,
    body_ended: bool,
    fulfilled: Option<Fulfilment>,
}

#[derive(Debug)]
struct Team {
    parent: TaskId,
    group: GroupId,
    members: Vec<TaskId>,
}

/// The happens-before relation of the tasks so far.
#[derive(Debug)]
pub(crate) struct Reachability {
    tree: Dpst,
    groups: Groups,
    teams: Vec<Team>,
    extras: FastMap<TaskId, Extra>,
    /// What is published, and by whom. The publishers are pinned.
    signals: FastMap<SignalId, Point>,
    /// There have been signals.
    has_signals: bool,
    /// Somebody got a promise in another way than by a `depend` clause.
    has_other_promises: bool,
    searches: Searches,
    /// The running task and its ancestors.
    lineage: Lineage,
    clock: Time,
    /// Scratch for the tasks of one join.
    joining: Vec<TaskId>,
    /// Tasks that were joined.
    joins: u64,
    /// The oldest task that others were joined into lately; none is [`NO_TASK`], which is newer
    /// than all.
    oldest_joiner: TaskId,
    /// Creator and site of tasks that have been let go and are still named.
    names: FastMap<TaskId, (TaskId, SiteId)>,
}

impl Reachability {
    pub(crate) fn new() -> Self {
        let mut groups = Groups::default();
        let mut tree = Dpst::default();
        let root = groups.open(NO_TASK, GroupId(0));
        let initial = tree.add(NO_TASK, 0, root, SiteId::NONE);
        Self {
            tree,
            groups,
            teams: vec![Team { parent: NO_TASK, group: root, members: vec![initial] }],
            extras: FastMap::default(),
            signals: FastMap::default(),
            has_signals: false,
            has_other_promises: false,
            searches: Searches::default(),
            lineage: Lineage::default(),
            clock: 1,
            joining: Vec::new(),
            joins: 0,
            oldest_joiner: NO_TASK,
            names: FastMap::default(),
        }
    }

    pub(crate) fn clock(&self) -> Time {
        self.clock
    }

    pub(crate) fn task_count(&self) -> usize {
        self.tree.count()
    }

    /// Creator, or [`NO_TASK`], and site of a task, if it is known.
    fn origin(&self, task: TaskId) -> Option<(TaskId, SiteId)> {
        let node = self.tree.get(task).map(|node| (node.parent, node.site));
        node.or_else(|| self.names.get(&task).copied())
    }

    pub(crate) fn parent(&self, task: TaskId) -> Option<TaskId> {
        self.origin(task).map(|(parent, _)| parent).filter(|parent| *parent != NO_TASK)
    }

    pub(crate) fn site(&self, task: TaskId) -> SiteId {
        self.origin(task).map_or(SiteId::NONE, |(_, site)| site)
    }

    pub(crate) fn joins(&self) -> u64 {
        self.joins
    }

    pub(crate) fn promises(&self) -> u64 {
        self.tree.promises
    }

    pub(crate) fn searched_points(&self) -> u64 {
        self.searches.visited
    }

    /// Whether a step of `task` that began at `time` precedes everything that `running` does from
    /// now on.
    pub(crate) fn precedes(&mut self, task: TaskId, time: Time, running: TaskId) -> bool {
        self.precedes_by(task, time, running, Effort::Any) == Some(true)
    }

    /// The same; `None` if it would take more effort to find out.
    pub(crate) fn precedes_by(&mut self, task: TaskId, time: Time, running: TaskId, effort: Effort) -> Option<bool> {
        let now = Point { task: running, limit: END };
        if self.tree.tree_precedes(task, time, now) {
            return Some(true);
        }
        if self.tree[running].nt_joins.is_empty() && self.tree[running].lsa == NO_TASK {
            return Some(false);
        }
        if let Some(answer) = self.sibling_precedes(task, time, running) {
            return Some(answer);
        }
        self.searches.promise_precedes(&mut self.tree, (task, time), running, self.clock, effort)
    }

    /// Whether a step of `task`, which does not precede by tree joins, precedes `running` because
    /// the one of two siblings above them that `task` is below precedes the other; `None` if that
    /// does not tell.
    ///
    /// Where only clauses give promises, a path from below one sibling to below another leads
    /// through the completion of the first and the start of the second; or their parent has joined
    /// the first.
    fn sibling_precedes(&mut self, task: TaskId, time: Time, running: TaskId) -> Option<bool> {
        let tree = &self.tree;
        let (mut earlier, depth) = (task, tree[running].depth);
        if tree[task].depth < depth && tree.ancestor_at(running, tree[task].depth) == task {
            return self.no_unless_other_promises();
        }
        let mut later = None;
        for _ in 0..GENERATIONS {
            if earlier == running {
                break;
            }
            // The creator of a task that is over may have been let go.
            let node = tree.get(earlier)?;
            later = (1..=depth).contains(&node.depth).then(|| tree.ancestor_at(running, node.depth));
            if later.is_some_and(|later| tree[later].parent == node.parent) {
                break;
            }
            (earlier, later) = (node.parent, None);
        }
        let later = later?;
        let indices = (tree[earlier].sibling, tree[later].sibling);
        let siblings = self.extras.get(&tree[later].parent).and_then(|extra| extra.siblings.as_deref());
        let precedes = match siblings {
            _ if indices.0 == NO_INDEX => false,
            Some(siblings) => siblings.precedes(indices.0, indices.1)?,
            None => return None,
        };
        if !precedes {
            // A task that has been waited for hands on what it followed, as the end of `task`.
            let ended = self.tree[earlier].completed;
            let now = Point { task: running, limit: END };
            let may_lead_on = earlier != task && ended != END && self.tree.tree_precedes(earlier, ended, now);
            return if may_lead_on { None } else { self.no_unless_other_promises() };
        }
        let end = Point { task: earlier, limit: END };
        (earlier == task || self.tree.tree_precedes(task, time, end)).then_some(true)
    }

    fn no_unless_other_promises(&self) -> Option<bool> {
        (!self.has_other_promises).then_some(false)
    }

    /// The same, if the answer is in the spawn tree and tree joins. If not, that says nothing.
    pub(crate) fn tree_precedes(&mut self, task: TaskId, time: Time, running: TaskId) -> bool {
        self.tree.tree_precedes(task, time, Point { task: running, limit: END })
    }

    /// `task` has accessed something in a step that began at `time`, and is over.
    pub(crate) fn note_step(&mut self, task: TaskId, time: Time) {
        let last = &mut self.tree[task].last_active;
        *last = time.max(*last);
    }

    /// The oldest task that others were joined into since this was asked for last.
    #[inline]
    pub(crate) fn take_oldest_joiner(&mut self) -> TaskId {
        std::mem::replace(&mut self.oldest_joiner, NO_TASK)
    }

    /// The newest task that nobody has joined.
    #[inline]
    pub(crate) fn newest_unjoined(&self) -> Option<TaskId> {
        self.tree.newest_unjoined
    }

    /// Everything that was done before this time precedes what `running` does from now on; `None`
    /// if that is not known of any time.
    pub(crate) fn precedes_before(&mut self, running: TaskId) -> Option<Time> {
        self.lineage.precedes_before(&self.tree, running, self.clock)
    }

    /// When `task` was created.
    pub(crate) fn spawned(&self, task: TaskId) -> Time {
        self.tree[task].spawned
    }

    #[cfg(test)]
    pub(crate) fn promises_got(&self, task: TaskId) -> usize {
        self.tree[task].nt_joins.len()
    }

    /// Something happens that takes time.
    pub(crate) fn tick(&mut self) -> Time {
        self.clock = self.clock.checked_add(1).filter(|now| *now != END).expect("fewer than 2^32 events");
        self.clock
    }

    pub(crate) fn create(&mut self, parent: TaskId, deferral: Deferral, site: SiteId) -> TaskId {
        let now = self.tick();
        let group = self.tree[parent].inner_group;
        let task = self.tree.add(parent, now, group, site);
        if deferral == Deferral::Undeferred {
            self.tree[task].is_undeferred = true;
        }
        task
    }

    /// A task passes a guard. Returns the time of that.
    pub(crate) fn pass(&mut self) -> Time {
        self.tick()
    }

    /// The rarer things of `task`, which it has from now on.
    fn extra_mut(&mut self, task: TaskId) -> &mut Extra {
        self.tree[task].has_extra = true;
        self.extras.entry(task).or_default()
    }

    /// The rarer things of `task`, if it has any.
    #[inline]
    fn extra(&mut self, task: TaskId) -> Option<&mut Extra> {
        if self.tree[task].has_extra { self.extras.get_mut(&task) } else { None }
    }

    /// Adds the `depend` clauses of `task`, which has just been created.
    pub(crate) fn depend(&mut self, task: TaskId, depends: &[Depend]) {
        let mut predecessors = TaskVec::new();
        let parent = self.tree[task].parent;
        let extra = self.extra_mut(parent);
        extra.depends.get_or_insert_default().add(task, depends, &mut predecessors);
        let mut siblings = extra.siblings.take().unwrap_or_default();
        let tree = &self.tree;
        let indices = predecessors.iter().map(|predecessor| tree[*predecessor].sibling);
        let index = siblings.add(task, indices, |task| tree.get(task).is_none_or(TaskNode::is_complete));
        self.tree[task].sibling = index;
        self.extra_mut(parent).siblings = Some(siblings);
        // What is complete can be got at once, the rest when the task starts: by then, it will be.
        let now = self.clock;
        predecessors.retain(|predecessor| {
            let set = self.tree[*predecessor].completed;
            if set != END {
                self.tree.get_promise(task, Point { task: *predecessor, limit: END }, set, now);
            }
            set == END
        });
        if !predecessors.is_empty() {
            self.extra_mut(task).predecessors = predecessors;
        }
    }

    /// `task`, whose body has not ended, completes only when its event is fulfilled.
    pub(crate) fn detach(&mut self, task: TaskId) {
        self.extra_mut(task).detached = true;
    }

    /// `task` starts or goes on.
    pub(crate) fn run(&mut self, task: TaskId) {
        let now = self.tick();
        self.lineage.run(&self.tree, task);
        if let Some(extra) = self.extra(task)
            && !extra.predecessors.is_empty()
        {
            let predecessors = std::mem::take(&mut extra.predecessors);
            self.get_completions(task, &predecessors, now);
        }
    }

    /// How many tasks `task` follows by promises, now or when it starts.
    pub(crate) fn dependences(&self, task: TaskId) -> usize {
        let extra = self.extras.get(&task);
        self.tree[task].nt_joins.len() + extra.map_or(0, |extra| extra.predecessors.len())
    }

    /// Whether everything that `task` depends on has completed, so that it may start.
    pub(crate) fn is_ready(&self, task: TaskId) -> bool {
        self.extras.get(&task).is_none_or(|extra| self.have_completed(&extra.predecessors))
    }

    /// Whether everything that a `taskwait` of `task` with these clauses waits for has completed.
    pub(crate) fn may_pass(&self, task: TaskId, depends: &[Depend]) -> bool {
        let mut predecessors = TaskVec::new();
        if let Some(table) = self.extras.get(&task).and_then(|extra| extra.depends.as_ref()) {
            table.predecessors(depends, &mut predecessors);
        }
        self.have_completed(&predecessors)
    }

    fn have_completed(&self, tasks: &[TaskId]) -> bool {
        tasks.iter().all(|task| self.tree[*task].is_complete())
    }

    fn get_completions(&mut self, task: TaskId, predecessors: &[TaskId], now: Time) {
        for predecessor in predecessors {
            let set = self.tree[*predecessor].completed;
            assert!(set != END, "{task:?} goes on before {predecessor:?}, which it depends on, has completed");
            self.tree.get_promise(task, Point { task: *predecessor, limit: END }, set, now);
        }
    }

    /// The body of `task` ends. Returns whether the task is complete.
    pub(crate) fn end(&mut self, task: TaskId) -> bool {
        let now = self.tick();
        if let Some(extra) = self.extra(task) {
            extra.body_ended = true;
            if extra.detached && extra.fulfilled.is_none() {
                return false;
            }
        }
        self.complete(task, now);
        true
    }

    /// The event of the detached `task` is fulfilled. Returns whether the task is now complete.
    pub(crate) fn fulfill(&mut self, task: TaskId, by: Option<TaskId>) -> bool {
        let now = self.tick();
        let point = by.map(|by| {
            self.tree.pin(by);
            Point { task: by, limit: now }
        });
        let extra =
            self.extras.get_mut(&task).filter(|extra| extra.detached).expect("only detached tasks have an event");
        extra.fulfilled = Some(point);
        let complete = extra.body_ended;
        if complete {
            self.complete(task, now);
        }
        complete
    }

    /// `task` publishes what it has done so far.
    pub(crate) fn signal(&mut self, task: TaskId, signal: SignalId) {
        let now = self.tick();
        self.has_signals = true;
        self.tree.pin(task);
        if let Some(before) = self.signals.insert(signal, Point { task, limit: now }) {
            self.tree.unpin(before.task);
        }
    }

    /// `task` follows what is published.
    pub(crate) fn await_signal(&mut self, task: TaskId, signal: SignalId) {
        let point = *self.signals.get(&signal).unwrap_or_else(|| panic!("{task:?} waits for {signal:?}, unpublished"));
        self.follow(task, point);
    }

    pub(crate) fn discard(&mut self, signal: SignalId) {
        if let Some(point) = self.signals.remove(&signal) {
            self.tree.unpin(point.task);
        }
    }

    /// `task` follows `source` from now on.
    pub(crate) fn follow(&mut self, task: TaskId, source: Point) {
        let now = self.tick();
        self.has_other_promises = true;
        self.tree.get_promise(task, source, source.limit - 1, now);
    }

    /// Takes [`Self::pin`] back.
    pub(crate) fn unpin(&mut self, task: TaskId) {
        self.tree.unpin(task);
    }

    /// Keeps what `task` has done so far within reach.
    pub(crate) fn pin(&mut self, task: TaskId) {
        self.tree.pin(task);
    }

    /// Whether something may still happen below `task`, or through a promise that was set there,
    /// beside what it does itself.
    pub(crate) fn is_kept_open(&self, task: TaskId) -> bool {
        let node = &self.tree[task];
        node.open > u32::from(!node.is_complete())
    }

    pub(crate) fn is_published(&self, signal: SignalId) -> bool {
        self.signals.contains_key(&signal)
    }

    fn complete(&mut self, task: TaskId, now: Time) {
        if self.tree[task].has_extra {
            self.drop_extra(task, now);
        }
        self.tree.complete(task, now);

        let node = &mut self.tree[task];
        let (parent, group, is_undeferred) = (node.parent, node.group, node.is_undeferred);
        if node.children.head != NO_TASK {
            let leftover = std::mem::replace(&mut node.children, TaskList::EMPTY);
            self.tree.append(&mut self.groups[group].descendants, leftover);
        }
        if parent == NO_TASK {
            return;
        }
        if is_undeferred {
            self.joining.push(task);
            self.join_all(parent, now);
        } else if self.groups[group].owner == parent {
            self.tree.push(&mut self.groups[group].children, task);
        } else {
            let creator = &self.tree[parent];
            let mut children = creator.children;
            if creator.is_complete() {
                self.tree.push(&mut self.groups[group].descendants, task);
            } else {
                self.tree.push(&mut children, task);
                self.tree[parent].children = children;
            }
        }
    }

    /// The rarer things of `task`, which completes, have served their time.
    fn drop_extra(&mut self, task: TaskId, now: Time) {
        let Some(Extra { fulfilled, siblings, .. }) = self.extras.remove(&task) else { return };
        if let Some(siblings) = siblings.filter(|_| self.is_kept_open(task)) {
            // Its children go on.
            self.extras.insert(task, Extra { siblings: Some(siblings), ..Extra::default() });
        }
        if let Some(Some(point)) = fulfilled {
            self.has_other_promises = true;
            // The last moment that counts for the fulfiller is just before its limit.
            self.tree.get_promise(task, point, point.limit - 1, now);
            self.tree.unpin(point.task);
        }
    }

    pub(crate) fn taskwait(&mut self, task: TaskId) {
        let now = self.tick();
        let children = std::mem::replace(&mut self.tree[task].children, TaskList::EMPTY);
        self.take(children);
        let mut group = self.tree[task].inner_group;
        while self.groups[group].owner == task {
            let children = std::mem::replace(&mut self.groups[group].children, TaskList::EMPTY);
            self.take(children);
            group = self.groups[group].outer;
        }
        // Whatever a later clause could depend on is joined now.
        if let Some(extra) = self.extra(task) {
            extra.depends.iter_mut().for_each(|table| table.clear());
            extra.siblings.iter_mut().for_each(|siblings| siblings.wait_for_all());
        }
        self.join_all(task, now);
    }

    pub(crate) fn taskwait_depend(&mut self, task: TaskId, depends: &[Depend]) {
        let now = self.tick();
        let Some(extra) = self.extra(task) else { return };
        let mut predecessors = TaskVec::new();
        if let Some(table) = &extra.depends {
            table.predecessors(depends, &mut predecessors);
        }
        self.get_completions(task, &predecessors, now);
        self.wait_for_siblings(task, &predecessors);
    }

    /// `parent` has waited for these tasks, of which it need not have created all.
    fn wait_for_siblings(&mut self, parent: TaskId, tasks: &[TaskId]) {
        if !self.tree[parent].has_extra {
            return;
        }
        let tree = &self.tree;
        let children = tasks.iter().map(|task| &tree[*task]).filter(|node| node.parent == parent);
        let indices = children.map(|node| node.sibling).filter(|index| *index != NO_INDEX);
        if let Some(siblings) = self.extras.get_mut(&parent).and_then(|extra| extra.siblings.as_mut()) {
            siblings.wait(indices);
        }
    }

    pub(crate) fn may_have_unjoined(&self, task: TaskId) -> bool {
        let is_some = |list: TaskList| list.head != NO_TASK;
        let node = &self.tree[task];
        // The task itself is one reason to be open.
        if node.open > 1 || is_some(node.children) {
            return true;
        }
        let mut group = node.inner_group;
        loop {
            let Group { owner, outer, children, descendants } = self.groups[group];
            if is_some(descendants) || owner == task && is_some(children) {
                return true;
            }
            if owner != task {
                return false;
            }
            group = outer;
        }
    }

    pub(crate) fn is_complete(&self, task: TaskId) -> bool {
        self.tree[task].is_complete()
    }

    /// A predecessor of `task`, which has not started, that is not complete.
    pub(crate) fn awaited_by(&self, task: TaskId) -> Option<TaskId> {
        let predecessors = self.extras.get(&task).map_or(&[][..], |extra| &extra.predecessors);
        predecessors.iter().copied().find(|predecessor| !self.is_complete(*predecessor))
    }

    /// A child of `task` that is not complete and that these clauses name.
    pub(crate) fn awaited_at(&self, task: TaskId, depends: &[Depend]) -> Option<TaskId> {
        let mut predecessors = TaskVec::new();
        self.extras.get(&task)?.depends.as_ref()?.predecessors(depends, &mut predecessors);
        predecessors.into_iter().find(|predecessor| !self.is_complete(*predecessor))
    }

    pub(crate) fn taskgroup_begin(&mut self, task: TaskId) {
        self.tick();
        let outer = self.tree[task].inner_group;
        self.tree[task].inner_group = self.groups.open(task, outer);
    }

    pub(crate) fn taskgroup_end(&mut self, task: TaskId) {
        let group = self.tree[task].inner_group;
        assert!(self.groups[group].owner == task, "{task:?} ends a taskgroup that it has not begun");
        self.join_group(group);
        self.close_group(group);
    }

    fn close_group(&mut self, group: GroupId) {
        let (owner, outer) = (self.groups[group].owner, self.groups[group].outer);
        self.tree[owner].inner_group = outer;
        self.groups.close(group);
    }

    /// `parent` meets a parallel region with `size` implicit tasks.
    pub(crate) fn fork(&mut self, parent: TaskId, size: u32) -> TeamId {
        let now = self.tick();
        let outer = self.tree[parent].inner_group;
        let group = self.groups.open(parent, outer);
        self.tree[parent].inner_group = group;
        let site = self.tree[parent].site;
        let members = (0..size).map(|_| self.tree.add(parent, now, group, site)).collect();
        self.teams.push(Team { parent, group, members });
        TeamId(u32::try_from(self.teams.len() - 1).expect("fewer than 2^32 teams"))
    }

    pub(crate) fn members(&self, team: TeamId) -> &[TaskId] {
        &self.teams[team.index()].members
    }

    /// The phases of the team's implicit tasks end.
    fn end_phases(&mut self, team: TeamId) -> (TaskId, GroupId, usize) {
        let team = &mut self.teams[team.index()];
        let (parent, group, members) = (team.parent, team.group, std::mem::take(&mut team.members));
        for member in &members {
            let now = self.tick();
            self.complete(*member, now);
        }
        self.join_group(group);
        (parent, group, members.len())
    }

    pub(crate) fn barrier(&mut self, team: TeamId) {
        let (parent, group, size) = self.end_phases(team);
        let now = self.tick();
        let site = self.tree[parent].site;
        self.teams[team.index()].members = (0..size).map(|_| self.tree.add(parent, now, group, site)).collect();
    }

    pub(crate) fn join(&mut self, team: TeamId) {
        let (_, group, _) = self.end_phases(team);
        self.close_group(group);
    }

    /// Joins all tasks of `group` into its owner.
    fn join_group(&mut self, group: GroupId) {
        let now = self.tick();
        let children = std::mem::replace(&mut self.groups[group].children, TaskList::EMPTY);
        let descendants = std::mem::replace(&mut self.groups[group].descendants, TaskList::EMPTY);
        self.take(children);
        self.take(descendants);
        self.join_all(self.groups[group].owner, now);
    }

    /// Moves the tasks of `list` to [`Self::joining`].
    fn take(&mut self, list: TaskList) {
        let mut task = list.head;
        while task != NO_TASK {
            self.joining.push(task);
            task = std::mem::replace(&mut self.tree[task].next, NO_TASK);
        }
    }

    /// Joins [`Self::joining`] into `joiner`. First all links, then all promises: most of those
    /// lead from one joined task to another and need not be passed on. Last they are dropped, which
    /// may close tasks and drop theirs; but not those of tasks that got promises from each other,
    /// as signals give them.
    fn join_all(&mut self, joiner: TaskId, now: Time) {
        if self.joining.is_empty() {
            return;
        }
        let mut joining = std::mem::take(&mut self.joining);
        self.joins += joining.len() as u64;
        self.oldest_joiner = self.oldest_joiner.min(joiner);
        let mut have_promises = false;
        for task in &joining {
            let node = &mut self.tree[*task];
            debug_assert!(node.is_complete() && !node.is_joined());
            (node.joined_into, node.joined) = (joiner, now);
            have_promises |= !node.nt_joins.is_empty();
            self.lineage.is_joined(&self.tree, *task);
            self.tree.unlink_unjoined(*task);
        }
        self.tree[joiner].last_active = now;
        self.lineage.joined_into(&self.tree, joiner);
        self.wait_for_siblings(joiner, &joining);
        if have_promises {
            for task in &joining {
                self.tree.inherit_promises(*task, joiner, now);
            }
            for task in &joining {
                self.tree.drop_promises(*task);
            }
        }
        if self.has_signals {
            joining.retain(|task| !self.tree[*task].is_closed());
            self.tree.drop_mutual_promises(&joining);
        }
        joining.clear();
        self.joining = joining;
    }

    /// Where the lives of tasks are cut, by creations and promises; see
    /// [`compaction`](crate::compaction).
    pub(crate) fn boundaries(&self) -> Boundaries {
        let mut boundaries = Boundaries::default();
        for node in self.tree.tasks().map(|task| &self.tree[task]) {
            if !node.is_closed() && node.parent != NO_TASK {
                boundaries.add(node.parent, node.spawned);
            }
            node.nt_joins.iter().for_each(|join| boundaries.add(join.source.task, join.source.limit));
        }
        let fulfilled = self.extras.values().filter_map(|extra| extra.fulfilled.flatten());
        fulfilled.chain(self.signals.values().copied()).for_each(|point| boundaries.add(point.task, point.limit));
        boundaries
    }

    /// Task and time that precede the same as `task` at `time`, and for as many such pairs as
    /// possible the same ones.
    pub(crate) fn resolve(&mut self, task: TaskId, time: Time, boundaries: &Boundaries) -> (TaskId, Time) {
        let (task, time) = self.tree.joiner(task).unwrap_or((task, time));
        // Not after its end, because that is when its promise is set.
        let last = self.clock.min(self.tree[task].completed);
        (task, boundaries.last_alike(task, time).min(last))
    }

    /// Whether the node of `task` is needed.
    fn is_needed(&self, task: TaskId) -> bool {
        self.tree.get(task).is_some_and(|node| !node.is_closed() || !node.is_joined())
    }

    /// Lets go of the tasks that are over, but not of the names of `named`.
    pub(crate) fn let_go(&mut self, named: impl Iterator<Item = TaskId>) {
        self.searches.clear();
        let mut extras = std::mem::take(&mut self.extras);
        for table in extras.values_mut().filter_map(|extra| extra.depends.as_mut()) {
            table.retain(|task| self.is_needed(task));
        }
        extras.retain(|task, _| self.tree.get(*task).is_some_and(|node| !node.is_closed()));
        self.extras = extras;
        for task in self.tree.tasks() {
            let node = &self.tree[task];
            if node.is_joined()
                && !node.is_closed()
                && let Some((joined_into, joined)) = self.tree.joiner(node.joined_into)
            {
                let node = &mut self.tree[task];
                (node.joined_into, node.joined) = (joined_into, joined);
            }
        }
        let mut names = FastMap::default();
        for mut task in named {
            while task != NO_TASK
                && !names.contains_key(&task)
                && let Some((parent, site)) = self.origin(task)
            {
                names.insert(task, (parent, site));
                task = parent;
            }
        }
        let needed: FastSet<TaskId> = self.tree.tasks().filter(|task| self.is_needed(*task)).collect();
        self.tree.retain_pages(|task| needed.contains(&task));
        names.retain(|task, _| self.tree.get(*task).is_none());
        self.names = names;
    }

    /// Whether `task` has a node.
    pub(crate) fn has_node(&self, task: TaskId) -> bool {
        self.tree.get(task).is_some()
    }

    /// Whether creator and site of `task` are known.
    pub(crate) fn is_named(&self, task: TaskId) -> bool {
        self.origin(task).is_some()
    }

    /// Bytes of what grows with the tasks.
    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes()
    }
}
