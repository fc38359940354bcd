//! The races of a program, from its abstract form.
//!
//! The program is executed in one order that every OpenMP runtime may choose: thread by thread between two barriers,
//! each task where it is created. The oracle gets the events, and compares all pairs of accesses for all schedules.
//!
//! Any thread may execute a `single`. The generator keeps out what would depend on which one does.

use std::collections::{BTreeMap, BTreeSet};

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Completion, Deferral, Depend, Event, Location, LockId, SignalId, SiteId,
    TaskId, TeamId,
};
use detsan_oracle::{Illegal, LockRule, Oracle};

use crate::model::{
    Base, Clauses, Fulfiller, Grain, Item, ItemForm, Kind, Mode, Ordering, Place, Program, Shape, Stmt, VarId,
};

/// Two statements that race, the smaller number first.
pub type Pair = (u32, u32);

/// Held by a thread that combines its part of a reduction, all reductions alike.
const COMBINATION: LockId = LockId(100);
/// Held by a task that combines its part of a task reduction: the locks from this number on.
const TASK_COMBINATION: u32 = 101;

/// What a correct checker may and must report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Every pair of statements that races.
    pub pairs: BTreeSet<Pair>,
    /// For each four bytes with races the pairs of statements: at least one of each must be reported. Not for races with
    /// what a `cancel` may leave out.
    pub per_cell: Vec<BTreeSet<Pair>>,
}

impl Expected {
    /// The reported pairs that do not race.
    pub fn wrong<'a>(&'a self, reported: &'a BTreeSet<Pair>) -> impl Iterator<Item = Pair> + 'a {
        reported.difference(&self.pairs).copied()
    }

    /// The racing pairs of the cells of which none is reported.
    pub fn missing(&self, reported: &BTreeSet<Pair>) -> BTreeSet<Pair> {
        self.per_cell.iter().filter(|cell| cell.is_disjoint(reported)).flatten().copied().collect()
    }
}

/// The races of `program` with a team of so many threads, if locks order what `rule` says.
///
/// # Errors
///
/// When the program is not one that OpenMP allows, which is a fault of the generator.
pub fn expect(program: &Program, team: u32, rule: LockRule) -> Result<Expected, Illegal> {
    let mut execution = Execution {
        program,
        oracle: Oracle::new(rule),
        bases: bases(program),
        next_base: 1 << 40,
        is_sure: Vec::new(),
        reducing: Vec::new(),
        next_lock: TASK_COMBINATION,
        team,
    };
    execution.run_program()?;
    let oracle = &execution.oracle;
    let mut cells: BTreeMap<u64, Cell> = BTreeMap::new();
    for race in oracle.races() {
        let (a, b) = (&oracle.accesses()[race.earlier], &oracle.accesses()[race.later]);
        let (a_id, b_id) = (a.access.site.0, b.access.site.0);
        let cell = cells.entry(a.cell).or_default();
        cell.pairs.insert((a_id.min(b_id), a_id.max(b_id)));
        cell.is_sure |= execution.is_sure[race.earlier] && execution.is_sure[race.later];
    }
    let pairs = cells.values().flat_map(|cell| &cell.pairs).copied().collect();
    let per_cell = cells.into_values().filter(|cell| cell.is_sure).map(|cell| cell.pairs).collect();
    Ok(Expected { pairs, per_cell })
}

/// The races of four bytes.
#[derive(Default)]
struct Cell {
    pairs: BTreeSet<Pair>,
    /// One of them is between accesses that no `cancel` leaves out.
    is_sure: bool,
}

/// A made-up address for every variable, each far from the others.
fn bases(program: &Program) -> Vec<u64> {
    (0..program.vars.len() as u64).map(|var| (var + 1) << 20).collect()
}

/// In what a statement is executed.
#[derive(Clone, Copy)]
struct Context {
    task: TaskId,
    team: Team,
    /// Which thread of the team.
    thread: u64,
    iteration: u64,
    /// Whether the task is final.
    is_final: bool,
    /// Whether a `cancel` may leave it out.
    may_be_cancelled: bool,
    /// Whether a `cancel` may leave out the tasks that it creates.
    group_may_be_cancelled: bool,
}

/// The team of a region.
#[derive(Clone, Copy)]
struct Team {
    id: TeamId,
    size: u32,
    /// Its tasks are not deferred, because the program asks for one thread.
    is_alone: bool,
}

struct Execution<'a> {
    program: &'a Program,
    oracle: Oracle,
    bases: Vec<u64>,
    next_base: u64,
    /// For each access of the oracle whether no `cancel` may leave it out.
    is_sure: Vec<bool>,
    /// For each task reduction under way its array, and a lock of its own.
    reducing: Vec<(VarId, LockId)>,
    next_lock: u32,
    /// How many threads a region has that does not say it.
    team: u32,
}

impl Execution<'_> {
    fn run_program(&mut self) -> Result<(), Illegal> {
        let team = Team { id: TeamId(0), size: 1, is_alone: true };
        let context = Context {
            task: TaskId(0),
            team,
            thread: 0,
            iteration: 0,
            is_final: false,
            may_be_cancelled: false,
            group_may_be_cancelled: false,
        };
        let program = self.program;
        self.run_region(&program.region, self.team, context)
    }

    /// The task meets a parallel region, which asks for so many threads.
    fn run_region(&mut self, region: &[Stmt], threads: u32, context: Context) -> Result<(), Illegal> {
        let first = self.next_task().0;
        // In a team of one for which the program does not ask, tasks are like those of a larger one.
        let is_alone = threads == 1 && context.task != TaskId(0);
        let size = threads.min(self.team);
        let team = Team { id: TeamId(self.oracle.machine().team_count() as u32), size, is_alone };
        let mut threads: Vec<TaskId> = (first..first + size).map(TaskId).collect();
        self.oracle.apply(&Event::Fork { parent: context.task, size, site: SiteId::NONE })?;
        for phase in region.split_inclusive(|stmt| ends_phase(&stmt.kind)) {
            for (thread, task) in (0..).zip(&threads) {
                let context =
                    Context { task: *task, team, thread, is_final: false, group_may_be_cancelled: false, ..context };
                self.oracle.apply(&Event::Run { task: *task })?;
                phase.iter().try_for_each(|stmt| self.share(stmt, context))?;
            }
            if phase.last().is_some_and(|stmt| ends_phase(&stmt.kind)) {
                let next = self.next_task().0;
                self.oracle.apply(&Event::Barrier { team: team.id })?;
                threads = (next..next + size).map(TaskId).collect();
            }
        }
        self.oracle.apply(&Event::Join { team: team.id })?;
        self.oracle.apply(&Event::Run { task: context.task })
    }

    /// A thread executes its share of a statement of the region itself.
    fn share(&mut self, stmt: &Stmt, context: Context) -> Result<(), Illegal> {
        match &stmt.kind {
            Kind::Barrier => Ok(()),
            Kind::Single(body) | Kind::Masked(body) if context.thread == 0 => self.run(body, context),
            Kind::Single(_) | Kind::Masked(_) => Ok(()),
            Kind::For { body, .. } => {
                let context = Context { iteration: context.thread, ..context };
                body.iter().try_for_each(|part| match &part.kind {
                    Kind::Ordered(ordering, inside) => self.run_ordered(stmt.id, *ordering, inside, context),
                    _ => self.step(part, context),
                })
            }
            Kind::Sections { body, .. } => {
                let shares = Grain::Tasks(context.team.size.into()).chunks(body.len() as u64);
                let mine = shares.get(context.thread as usize).cloned().unwrap_or_default();
                self.run(&body[mine.start as usize..mine.end as usize], context)
            }
            _ => self.step(stmt, context),
        }
    }

    fn run_ordered(
        &mut self,
        construct: u32,
        ordering: Ordering,
        inside: &[Stmt],
        context: Context,
    ) -> Result<(), Illegal> {
        let Context { task, team, iteration, .. } = context;
        let signal = |iteration: u64| SignalId((team.id.0 << 16 | construct) << 4 | iteration as u32);
        let distance = match ordering {
            Ordering::None => 0,
            Ordering::Previous => 1,
            Ordering::Sink(distance) => distance,
        };
        if (1..=iteration).contains(&distance) {
            self.oracle.apply(&Event::Await { task, signal: signal(iteration - distance) })?;
        }
        self.run(inside, context)?;
        self.oracle.apply(&Event::Signal { task, signal: signal(iteration) })
    }

    fn next_task(&self) -> TaskId {
        TaskId(self.oracle.machine().task_count() as u32)
    }

    fn run(&mut self, stmts: &[Stmt], context: Context) -> Result<(), Illegal> {
        for stmt in stmts {
            self.step(stmt, context)?;
            if stmt.kind == Kind::Cancel(true) {
                break;
            }
        }
        Ok(())
    }

    fn step(&mut self, stmt: &Stmt, context: Context) -> Result<(), Illegal> {
        let task = context.task;
        match &stmt.kind {
            Kind::Access(place, mode) | Kind::Guarded(place, mode, true) => {
                self.access(stmt.id, *place, *mode, context)?;
            }
            Kind::Guarded(_, _, false) | Kind::Barrier | Kind::Yield | Kind::Cancel(_) => {}
            Kind::Sweep { var, mode, first, count, stride, .. } => {
                for i in 0..*count {
                    let place = Place { var: *var, base: Base::Zero, offset: first + i * stride };
                    self.access(stmt.id, place, *mode, context)?;
                }
            }
            Kind::Copy { from, to, .. } => {
                self.touch_all(stmt.id, *from, Mode::Read, context)?;
                self.touch_all(stmt.id, *to, Mode::Write, context)?;
            }
            Kind::Raw { var, mode, offset, size } => {
                self.touch(stmt.id, self.bases[*var] + offset, *size, *mode, context)?;
            }
            Kind::Fill { var, bytes } => self.touch(stmt.id, self.bases[*var], *bytes, Mode::Write, context)?,
            Kind::Free(var) => {
                let bytes = self.program.vars[*var].shape.bytes();
                self.touch(stmt.id, self.bases[*var], bytes, Mode::Write, context)?;
            }
            Kind::Task(clauses, body) => {
                self.create(stmt.id, clauses, None, context, |execution, context| execution.run(body, context))?;
            }
            Kind::Detached(clauses, by, body) => {
                let detached = self.next_task();
                self.create(stmt.id, clauses, Some(*by), context, |execution, context| execution.run(body, context))?;
                match by {
                    Fulfiller::Itself => {}
                    Fulfiller::Creator => {
                        self.oracle.apply(&Event::Fulfill { task: detached, by: Some(task) })?;
                    }
                    Fulfiller::Sibling => {
                        self.create(stmt.id, &Clauses::default(), None, context, |execution, context| {
                            execution.oracle.apply(&Event::Fulfill { task: detached, by: Some(context.task) })
                        })?;
                    }
                }
            }
            Kind::Taskwait(items) if items.is_empty() => self.oracle.apply(&Event::Taskwait { task })?,
            Kind::Taskwait(items) => {
                self.oracle.apply(&Event::TaskwaitDepend { task, depends: depends(items) })?;
            }
            Kind::Await(items) => {
                let clauses = Clauses { depends: items.clone(), ..Clauses::default() };
                self.create(stmt.id, &clauses, None, context, |_, _| Ok(()))?;
            }
            Kind::Taskgroup(body) => self.grouped(body, context)?,
            Kind::Taskloop { count, grain, nogroup, body } => {
                if !nogroup {
                    self.oracle.apply(&Event::TaskgroupBegin { task })?;
                }
                for mut chunk in grain.chunks(*count) {
                    self.create(stmt.id, &Clauses::default(), None, context, |execution, context| {
                        chunk.try_for_each(|iteration| execution.run(body, Context { iteration, ..context }))
                    })?;
                }
                if !nogroup {
                    self.oracle.apply(&Event::TaskgroupEnd { task })?;
                }
            }
            Kind::Section(by, number, body) => {
                let lock = LockId(number * 3 + *by as u32);
                self.oracle.apply(&Event::Acquire { task, lock })?;
                self.run(body, context)?;
                self.oracle.apply(&Event::Release { task, lock })?;
            }
            Kind::Scope(var, body) => {
                // Each time it is another variable.
                self.next_base += 1 << 20;
                let outer = std::mem::replace(&mut self.bases[*var], self.next_base);
                self.grouped(body, context)?;
                self.bases[*var] = outer;
            }
            Kind::Reduce { var, .. } => {
                let bytes = self.program.vars[*var].shape.bytes();
                self.oracle.apply(&Event::AcquireUnordered { task, lock: COMBINATION })?;
                self.touch(stmt.id, self.bases[*var], bytes, Mode::Update, context)?;
                self.oracle.apply(&Event::Release { task, lock: COMBINATION })?;
            }
            Kind::ReducingGroup(var, body) => {
                self.begin_reduction(*var);
                self.grouped(body, context)?;
                self.end_reduction(stmt.id, *var, context)?;
            }
            Kind::Contribute(place) => {
                self.create(stmt.id, &Clauses::default(), None, context, |execution, context| {
                    execution.contribute(stmt.id, place.var, context)
                })?;
            }
            Kind::ReducingTaskloop { var, count, grain } => {
                self.begin_reduction(*var);
                self.oracle.apply(&Event::TaskgroupBegin { task })?;
                for _ in grain.chunks(*count) {
                    self.create(stmt.id, &Clauses::default(), None, context, |execution, context| {
                        execution.contribute(stmt.id, *var, context)
                    })?;
                }
                self.oracle.apply(&Event::TaskgroupEnd { task })?;
                self.end_reduction(stmt.id, *var, context)?;
            }
            Kind::Parallel(threads, body) => self.run_region(body, *threads, context)?,
            Kind::Single(_) | Kind::Masked(_) | Kind::For { .. } | Kind::Sections { .. } | Kind::Ordered(..) => {
                unreachable!("it is in the region itself")
            }
        }
        Ok(())
    }

    fn begin_reduction(&mut self, var: VarId) {
        self.reducing.push((var, LockId(self.next_lock)));
        self.next_lock += 1;
    }

    /// The runtime combines the copies of all threads, also of those that took no part.
    fn end_reduction(&mut self, id: u32, var: VarId, context: Context) -> Result<(), Illegal> {
        self.reducing.pop();
        if context.team.size == 1 {
            return Ok(());
        }
        let bytes = self.program.vars[var].shape.bytes();
        self.touch(id, self.bases[var], bytes, Mode::Update, context)
    }

    /// A task takes part in a reduction: what it adds to is a copy of its own, which is combined with the original.
    fn contribute(&mut self, id: u32, var: VarId, context: Context) -> Result<(), Illegal> {
        let task = context.task;
        let innermost = self.reducing.iter().rfind(|(reduced, _)| *reduced == var).copied();
        let (_, lock) = innermost.ok_or(Illegal("no group around the task reduces that"))?;
        let bytes = self.program.vars[var].shape.bytes();
        self.oracle.apply(&Event::AcquireUnordered { task, lock })?;
        self.touch(id, self.bases[var], bytes, Mode::Update, context)?;
        self.oracle.apply(&Event::Release { task, lock })
    }

    fn grouped(&mut self, body: &[Stmt], context: Context) -> Result<(), Illegal> {
        let task = context.task;
        let group_may_be_cancelled = context.group_may_be_cancelled || body.iter().any(|stmt| cancels(&stmt.kind));
        self.oracle.apply(&Event::TaskgroupBegin { task })?;
        self.run(body, Context { group_may_be_cancelled, ..context })?;
        self.oracle.apply(&Event::TaskgroupEnd { task })
    }

    fn create(
        &mut self,
        id: u32,
        clauses: &Clauses,
        fulfiller: Option<Fulfiller>,
        context: Context,
        body: impl FnOnce(&mut Self, Context) -> Result<(), Illegal>,
    ) -> Result<(), Illegal> {
        let parent = context.task;
        let undeferred = clauses.undeferred || context.is_final || context.team.is_alone;
        let task = self.next_task();
        self.oracle.apply(&Event::Create {
            parent,
            deferral: if undeferred { Deferral::Undeferred } else { Deferral::Deferred },
            completion: if fulfiller.is_some() { Completion::Detached } else { Completion::AtEnd },
            depends: depends(&clauses.depends),
            site: SiteId(id),
        })?;
        self.oracle.apply(&Event::Run { task })?;
        let is_final = clauses.is_final || context.is_final;
        let may_be_cancelled = context.may_be_cancelled || context.group_may_be_cancelled;
        body(self, Context { task, is_final, may_be_cancelled, ..context })?;
        if fulfiller == Some(Fulfiller::Itself) {
            self.oracle.apply(&Event::Fulfill { task, by: Some(task) })?;
        }
        self.oracle.apply(&Event::End { task })?;
        self.oracle.apply(&Event::Run { task: parent })
    }

    fn access(&mut self, id: u32, place: Place, mode: Mode, context: Context) -> Result<(), Illegal> {
        let index = place.offset
            + match place.base {
                Base::Zero => 0,
                Base::Thread => context.thread,
                Base::Iteration => context.iteration,
            };
        let (offset, size) = self.program.vars[place.var].shape.slot(index);
        self.touch(id, self.bases[place.var] + offset, size, mode, context)
    }

    fn touch_all(&mut self, id: u32, var: VarId, mode: Mode, context: Context) -> Result<(), Illegal> {
        let shape = self.program.vars[var].shape;
        match shape {
            Shape::Array { .. } => self.touch(id, self.bases[var], shape.bytes(), mode, context),
            // Padding may be copied or not; nobody else touches it.
            Shape::Struct => (0..shape.slots()).try_for_each(|field| {
                let (offset, size) = shape.slot(field);
                self.touch(id, self.bases[var] + offset, size, mode, context)
            }),
        }
    }

    fn touch(&mut self, id: u32, address: u64, size: u64, mode: Mode, context: Context) -> Result<(), Illegal> {
        let (mode, atomicity) = match mode {
            Mode::Read => (AccessMode::Read, Atomicity::Plain),
            Mode::Write | Mode::Update => (AccessMode::Write, Atomicity::Plain),
            Mode::AtomicRead => (AccessMode::Read, Atomicity::Atomic),
            Mode::AtomicWrite | Mode::AtomicUpdate | Mode::AtomicCapture => (AccessMode::Write, Atomicity::Atomic),
        };
        let mut masks: BTreeMap<u64, u8> = BTreeMap::new();
        for byte in address..address + size {
            *masks.entry(byte / 4).or_default() |= 1 << (byte % 4);
        }
        for (cell, mask) in masks {
            let access = Access { mode, atomicity, bytes: ByteMask(mask), site: SiteId(id) };
            self.oracle.apply(&Event::Access { cell, access })?;
            self.is_sure.push(!context.may_be_cancelled);
        }
        Ok(())
    }
}

/// Whether all threads wait for each other after such a statement.
pub fn ends_phase(kind: &Kind) -> bool {
    match kind {
        Kind::Barrier | Kind::Single(_) => true,
        Kind::For { nowait, .. } | Kind::Sections { nowait, .. } | Kind::Reduce { nowait, .. } => !nowait,
        _ => false,
    }
}

/// Whether there is a `cancel` in the statement that is for the taskgroup around it.
fn cancels(kind: &Kind) -> bool {
    match kind {
        Kind::Cancel(_) => true,
        Kind::Taskgroup(_) | Kind::ReducingGroup(..) | Kind::Scope(..) | Kind::Parallel(..) => false,
        Kind::Taskloop { nogroup: false, .. } => false,
        _ => kind.body().is_some_and(|body| body.iter().any(|stmt| cancels(&stmt.kind))),
    }
}

fn depends(items: &[Item]) -> Vec<Depend> {
    let mut depends = Vec::new();
    for item in items {
        let location = item.location.map(Location);
        depends.push(Depend { location, kind: item.kind });
        if item.form == ItemForm::Iterator {
            depends.push(Depend { location: item.location.map(|at| Location(at + 1)), kind: item.kind });
        }
    }
    depends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Grain, Sharing, Storage, Var};
    use detsan_detector::DependKind;

    const RULE: LockRule = LockRule::ExclusionAndOrder;

    fn stmt(kind: Kind) -> Stmt {
        Stmt { id: 0, kind }
    }

    fn at(offset: u64, mode: Mode) -> Stmt {
        stmt(Kind::Access(Place { var: 0, base: Base::Zero, offset }, mode))
    }

    fn task(body: Vec<Stmt>) -> Stmt {
        stmt(Kind::Task(Clauses::default(), body))
    }

    fn on(kind: DependKind, body: Vec<Stmt>) -> Stmt {
        let depends = vec![Item { kind, location: Some(0), form: ItemForm::Plain }];
        stmt(Kind::Task(Clauses { depends, ..Clauses::default() }, body))
    }

    /// The racing pairs of a region with bytes as the only variable.
    fn pairs(region: Vec<Stmt>, team: u32) -> Vec<Pair> {
        let vars = vec![Var { storage: Storage::Global, shape: Shape::Array { size: 1, len: 12 } }];
        let mut program = Program { vars, region };
        program.number();
        expect(&program, team, RULE).expect("the program is legal").pairs.into_iter().collect()
    }

    fn single(body: Vec<Stmt>) -> Vec<Stmt> {
        vec![stmt(Kind::Single(body))]
    }

    #[test]
    fn two_tasks_race_on_a_byte_and_not_on_its_neighbour() {
        let tasks = |other| single(vec![task(vec![at(0, Mode::Write)]), task(vec![at(other, Mode::Read)])]);
        assert_eq!(pairs(tasks(0), 4), [(3, 5)]);
        assert_eq!(pairs(tasks(1), 4), []);
    }

    #[test]
    fn a_taskwait_orders_children_and_not_grandchildren() {
        let child = task(vec![at(0, Mode::Write), task(vec![at(1, Mode::Write)])]);
        let body = vec![child, stmt(Kind::Taskwait(Vec::new())), at(0, Mode::Read), at(1, Mode::Read)];
        assert_eq!(pairs(single(body), 1), [(5, 8)]);
    }

    #[test]
    fn out_orders_what_inoutset_does_not() {
        let tasks = |kind| single(vec![on(kind, vec![at(0, Mode::Write)]), on(kind, vec![at(0, Mode::Write)])]);
        assert_eq!(pairs(tasks(DependKind::Out), 1), []);
        assert_eq!(pairs(tasks(DependKind::MutexInOutSet), 1), []);
        assert_eq!(pairs(tasks(DependKind::InOutSet), 1), [(3, 5)]);
    }

    #[test]
    fn all_threads_execute_the_region_itself() {
        let region = || vec![at(0, Mode::Write), stmt(Kind::Barrier), at(0, Mode::Read)];
        assert_eq!(pairs(region(), 4), [(1, 1)]);
        assert_eq!(pairs(region(), 1), []);
    }

    #[test]
    fn the_parts_of_a_reduction_exclude_each_other_and_order_nothing() {
        let reduce = |nowait| stmt(Kind::Reduce { var: 0, sharing: Sharing::For, nowait });
        assert_eq!(pairs(vec![reduce(true), at(1, Mode::Read)], 4), [(1, 2)]);
        assert_eq!(pairs(vec![reduce(true), reduce(true)], 4), []);
        assert_eq!(pairs(vec![reduce(false), at(1, Mode::Read)], 4), []);
    }

    #[test]
    fn a_detached_task_completes_when_its_event_is_fulfilled() {
        let detached = |by| stmt(Kind::Detached(Clauses::default(), by, vec![at(0, Mode::Write)]));
        let wait = || stmt(Kind::Taskwait(Vec::new()));
        for by in [Fulfiller::Itself, Fulfiller::Creator, Fulfiller::Sibling] {
            assert_eq!(pairs(single(vec![detached(by), at(0, Mode::Read)]), 4), [(3, 4)]);
            assert_eq!(pairs(single(vec![detached(by), wait(), at(0, Mode::Read)]), 4), []);
        }
    }

    #[test]
    fn iterations_of_one_task_are_in_order() {
        let taskloop = |grain| {
            let body = vec![at(0, Mode::Write)];
            single(vec![stmt(Kind::Taskloop { count: 4, grain, nogroup: false, body })])
        };
        assert_eq!(pairs(taskloop(Grain::Tasks(1)), 4), []);
        assert_eq!(pairs(taskloop(Grain::Size(4)), 4), []);
        assert_eq!(pairs(taskloop(Grain::Size(2)), 4), [(3, 3)]);
        assert_eq!(Grain::Tasks(3).chunks(4), [0..2, 2..3, 3..4]);
        assert_eq!(Grain::Size(3).chunks(7), [0..4, 4..7]);
    }

    #[test]
    fn each_section_is_a_threads_own() {
        let sections = |nowait| stmt(Kind::Sections { nowait, body: vec![at(0, Mode::Write), at(0, Mode::Write)] });
        assert_eq!(pairs(vec![sections(false), at(0, Mode::Read)], 4), [(2, 3)]);
        assert_eq!(pairs(vec![sections(true), at(0, Mode::Read)], 4), [(2, 3), (2, 4), (3, 4)]);
        assert_eq!(pairs(vec![sections(true), at(0, Mode::Read)], 1), []);
    }

    #[test]
    fn iterations_wait_for_the_ordered_part_of_earlier_ones() {
        let shared_loop = |ordering| {
            let ordered = stmt(Kind::Ordered(ordering, vec![at(0, Mode::Write)]));
            vec![stmt(Kind::For { ordering, nowait: false, body: vec![ordered, at(1, Mode::Write)] })]
        };
        assert_eq!(pairs(shared_loop(Ordering::Previous), 4), [(4, 4)]);
        assert_eq!(pairs(shared_loop(Ordering::Sink(1)), 4), [(4, 4)]);
        assert_eq!(pairs(shared_loop(Ordering::Sink(2)), 4), [(3, 3), (4, 4)]);
        assert_eq!(pairs(shared_loop(Ordering::Sink(2)), 1), []);
    }

    #[test]
    fn a_region_inside_of_another_has_threads_and_tasks_of_its_own() {
        let parallel = |threads, body| single(vec![stmt(Kind::Parallel(threads, body)), at(0, Mode::Read)]);
        assert_eq!(pairs(parallel(2, vec![at(0, Mode::Write)]), 4), [(3, 3)]);
        assert_eq!(pairs(parallel(2, vec![at(0, Mode::Write)]), 1), []);
        let tasks = || single(vec![task(vec![at(0, Mode::Write)]), task(vec![at(0, Mode::Write)])]);
        assert_eq!(pairs(parallel(2, tasks()), 4), [(5, 7)]);
        assert_eq!(pairs(parallel(2, tasks()), 1), [(5, 7)]);
        // The program asks for one thread: its tasks are not deferred.
        assert_eq!(pairs(parallel(1, tasks()), 4), []);
    }

    #[test]
    fn tasks_that_reduce_race_with_those_that_do_not() {
        let place = Place { var: 0, base: Base::Zero, offset: 1 };
        let contribute = || stmt(Kind::Contribute(place));
        let group = |other| {
            single(vec![stmt(Kind::ReducingGroup(0, vec![contribute(), contribute(), other])), at(1, Mode::Read)])
        };
        assert_eq!(pairs(group(contribute()), 4), []);
        assert_eq!(pairs(group(task(vec![at(1, Mode::Read)])), 4), [(3, 6), (4, 6)]);
        let taskloop = || stmt(Kind::ReducingTaskloop { var: 0, count: 2, grain: Grain::One });
        assert_eq!(pairs(single(vec![taskloop(), at(1, Mode::Write)]), 4), []);
        assert_eq!(pairs(single(vec![task(vec![taskloop()]), at(1, Mode::Write)]), 4), [(3, 4)]);
    }

    #[test]
    fn what_a_cancel_leaves_out_need_not_be_reported() {
        let cancel = |taken| stmt(Kind::Cancel(taken));
        let program = |taken| {
            let one = task(vec![at(0, Mode::Write), cancel(taken), at(1, Mode::Write)]);
            let other = task(vec![at(0, Mode::Write), at(1, Mode::Write)]);
            let group = stmt(Kind::Taskgroup(vec![one, other]));
            let vars = vec![Var { storage: Storage::Global, shape: Shape::Array { size: 1, len: 12 } }];
            let mut program = Program { vars, region: single(vec![group]) };
            program.number();
            expect(&program, 4, RULE).expect("the program is legal")
        };
        assert_eq!(program(true).pairs, BTreeSet::from([(4, 8)]));
        assert_eq!(program(false).pairs, BTreeSet::from([(4, 8), (6, 9)]));
        assert!(program(true).per_cell.is_empty() && program(false).per_cell.is_empty());
    }

    #[test]
    fn to_free_a_variable_is_to_write_all_of_it() {
        let body = vec![task(vec![at(5, Mode::Read)]), stmt(Kind::Free(0))];
        assert_eq!(pairs(single(body), 4), [(3, 4)]);
    }

    #[test]
    fn a_taskwait_that_does_not_wait_is_a_task_that_does_nothing() {
        let item = |location| Item { kind: DependKind::Out, location: Some(location), form: ItemForm::Plain };
        let task = |location, mode| {
            let clauses = Clauses { depends: vec![item(location)], ..Clauses::default() };
            stmt(Kind::Task(clauses, vec![at(0, mode)]))
        };
        let both = stmt(Kind::Await(vec![item(0), item(2)]));
        assert_eq!(pairs(single(vec![task(0, Mode::Write), both, task(2, Mode::Read)]), 4), []);
        assert_eq!(pairs(single(vec![task(0, Mode::Write), task(2, Mode::Read)]), 4), [(3, 5)]);
    }

    #[test]
    fn one_pair_of_each_cell_must_be_reported() {
        let body = vec![task(vec![at(0, Mode::Write), at(4, Mode::Write)]), at(0, Mode::Read), at(4, Mode::Read)];
        let vars = vec![Var { storage: Storage::Global, shape: Shape::Array { size: 1, len: 12 } }];
        let mut program = Program { vars, region: single(body) };
        program.number();
        let expected = expect(&program, 1, RULE).expect("the program is legal");
        assert_eq!(expected.missing(&BTreeSet::from([(3, 5)])), BTreeSet::from([(4, 6)]));
        assert_eq!(expected.wrong(&BTreeSet::from([(3, 5), (3, 6)])).collect::<Vec<_>>(), [(3, 6)]);
    }
}
