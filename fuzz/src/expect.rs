//! The races of a program, from its abstract form.
//!
//! The program is executed in one order that every OpenMP runtime may choose: thread by thread between two barriers,
//! each task where it is created. The oracle gets the events, and compares all pairs of accesses for all schedules.
//!
//! Any thread may execute a `single`. The generator keeps out what would depend on which one does.

use std::collections::{BTreeMap, BTreeSet};

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Completion, Deferral, Depend, Event, Location, LockId, SiteId, TaskId,
    TeamId,
};
use detsan_oracle::{Illegal, LockRule, Oracle};

use crate::model::{Base, Clauses, Fulfiller, Item, ItemForm, Kind, Mode, Place, Program, Shape, Stmt, VarId};

/// Two statements that race, the smaller number first.
pub type Pair = (u32, u32);

/// Held by a thread that combines its part of a reduction, all reductions alike.
const COMBINATION: LockId = LockId(100);

/// What a correct checker may and must report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Every pair of statements that races.
    pub pairs: BTreeSet<Pair>,
    /// For each four bytes with races the pairs of statements: at least one of each must be reported.
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
        team: TeamId(0),
        threads: Vec::new(),
    };
    execution.run_region(team)?;
    let oracle = &execution.oracle;
    let mut cells: BTreeMap<u64, BTreeSet<Pair>> = BTreeMap::new();
    for race in oracle.races() {
        let (a, b) = (&oracle.accesses()[race.earlier], &oracle.accesses()[race.later]);
        let (a_id, b_id) = (a.access.site.0, b.access.site.0);
        cells.entry(a.cell).or_default().insert((a_id.min(b_id), a_id.max(b_id)));
    }
    Ok(Expected { pairs: cells.values().flatten().copied().collect(), per_cell: cells.into_values().collect() })
}

/// A made-up address for every variable, each far from the others.
fn bases(program: &Program) -> Vec<u64> {
    (0..program.vars.len() as u64).map(|var| (var + 1) << 20).collect()
}

/// In what a statement is executed.
#[derive(Clone, Copy)]
struct Context {
    task: TaskId,
    thread: u64,
    iteration: u64,
    /// Whether the task is final.
    is_final: bool,
}

struct Execution<'a> {
    program: &'a Program,
    oracle: Oracle,
    bases: Vec<u64>,
    next_base: u64,
    team: TeamId,
    threads: Vec<TaskId>,
}

impl Execution<'_> {
    fn run_region(&mut self, size: u32) -> Result<(), Illegal> {
        self.oracle.apply(&Event::Fork { parent: TaskId(0), size })?;
        self.team = TeamId(1);
        self.threads = (1..=size).map(TaskId).collect();
        let program = self.program;
        for phase in program.region.split_inclusive(|stmt| ends_phase(&stmt.kind)) {
            for thread in 0..size {
                let task = self.threads[thread as usize];
                self.oracle.apply(&Event::Run { task })?;
                let context = Context { task, thread: thread.into(), iteration: thread.into(), is_final: false };
                for stmt in phase {
                    match &stmt.kind {
                        Kind::Barrier => {}
                        Kind::Single(body) | Kind::Masked(body) if thread == 0 => self.run(body, context)?,
                        Kind::Single(_) | Kind::Masked(_) => {}
                        Kind::For(body) | Kind::ForNowait(body) => self.run(body, context)?,
                        _ => self.step(stmt, context)?,
                    }
                }
            }
            if phase.last().is_some_and(|stmt| ends_phase(&stmt.kind)) {
                let next = self.next_task().0;
                self.oracle.apply(&Event::Barrier { team: self.team })?;
                self.threads = (next..next + size).map(TaskId).collect();
            }
        }
        self.oracle.apply(&Event::Join { team: self.team })
    }

    fn next_task(&self) -> TaskId {
        TaskId(self.oracle.machine().task_count() as u32)
    }

    fn run(&mut self, stmts: &[Stmt], context: Context) -> Result<(), Illegal> {
        stmts.iter().try_for_each(|stmt| self.step(stmt, context))
    }

    fn step(&mut self, stmt: &Stmt, context: Context) -> Result<(), Illegal> {
        let task = context.task;
        match &stmt.kind {
            Kind::Access(place, mode) | Kind::Guarded(place, mode, true) => {
                self.access(stmt.id, *place, *mode, context)?;
            }
            Kind::Guarded(_, _, false) | Kind::Barrier => {}
            Kind::Sweep { var, mode, first, count, stride, .. } => {
                for i in 0..*count {
                    let place = Place { var: *var, base: Base::Zero, offset: first + i * stride };
                    self.access(stmt.id, place, *mode, context)?;
                }
            }
            Kind::Copy { from, to, .. } => {
                self.touch_all(stmt.id, *from, Mode::Read)?;
                self.touch_all(stmt.id, *to, Mode::Write)?;
            }
            Kind::Raw { var, mode, offset, size } => {
                self.touch(stmt.id, self.bases[*var] + offset, *size, *mode)?;
            }
            Kind::Fill { var, bytes } => self.touch(stmt.id, self.bases[*var], *bytes, Mode::Write)?,
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
                self.touch(stmt.id, self.bases[*var], bytes, Mode::Update)?;
                self.oracle.apply(&Event::Release { task, lock: COMBINATION })?;
            }
            Kind::Single(body) | Kind::Masked(body) | Kind::For(body) | Kind::ForNowait(body) => {
                self.run(body, context)?;
            }
        }
        Ok(())
    }

    fn grouped(&mut self, body: &[Stmt], context: Context) -> Result<(), Illegal> {
        let task = context.task;
        self.oracle.apply(&Event::TaskgroupBegin { task })?;
        self.run(body, context)?;
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
        let undeferred = clauses.undeferred || context.is_final;
        let task = self.next_task();
        self.oracle.apply(&Event::Create {
            parent,
            deferral: if undeferred { Deferral::Undeferred } else { Deferral::Deferred },
            completion: if fulfiller.is_some() { Completion::Detached } else { Completion::AtEnd },
            depends: depends(&clauses.depends),
            site: SiteId(id),
        })?;
        self.oracle.apply(&Event::Run { task })?;
        body(self, Context { task, is_final: clauses.is_final || context.is_final, ..context })?;
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
        self.touch(id, self.bases[place.var] + offset, size, mode)
    }

    fn touch_all(&mut self, id: u32, var: VarId, mode: Mode) -> Result<(), Illegal> {
        let shape = self.program.vars[var].shape;
        match shape {
            Shape::Array { .. } => self.touch(id, self.bases[var], shape.bytes(), mode),
            // Padding may be copied or not; nobody else touches it.
            Shape::Struct => (0..shape.slots()).try_for_each(|field| {
                let (offset, size) = shape.slot(field);
                self.touch(id, self.bases[var] + offset, size, mode)
            }),
        }
    }

    fn touch(&mut self, id: u32, address: u64, size: u64, mode: Mode) -> Result<(), Illegal> {
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
        }
        Ok(())
    }
}

/// Whether all threads wait for each other after such a statement.
pub fn ends_phase(kind: &Kind) -> bool {
    matches!(kind, Kind::Barrier | Kind::Single(_) | Kind::For(_) | Kind::Reduce { nowait: false, .. })
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
