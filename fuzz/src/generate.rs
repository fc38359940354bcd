//! Random programs.
//!
//! Everything that is drawn is allowed by OpenMP and ends in every schedule: locks nest in one order only, nobody waits
//! or creates tasks inside of a critical section, and which thread executes a `single` changes no race.

use detsan_detector::DependKind;
use detsan_oracle::Rng;

use crate::emit::{LOCATIONS, LOCKS};
use crate::expect::ends_phase;
use crate::features::{Feature, Features};
use crate::model::{
    Base, Clauses, CopyForm, Exclusion, Fulfiller, Grain, Item, ItemForm, Kind, LoopForm, Mode, Ordering, Place,
    Program, Shape, Sharing, Stmt, Storage, Var, VarId,
};

/// Elements of an array: a multiple of what strides and threads need.
const LEN: u64 = 12;
/// Threads, and iterations of loop constructs, at most.
const LOOP: u64 = 4;

/// The program of `seed`, made of what `features` allow.
pub fn generate(seed: u64, features: &Features) -> Program {
    let mut generator = Generator {
        rng: Rng::new(seed),
        features,
        program: Program::default(),
        budget: 0,
        visible: Vec::new(),
        freed: Vec::new(),
    };
    generator.budget = 6 + generator.rng.below(18);
    for _ in 0..1 + generator.rng.below(3) {
        generator.declare_outer();
    }
    let region = generator.region(Site::default());
    let mut program = generator.program;
    program.region = region;
    program.number();
    program
}

/// Where a statement stands, as far as it decides what it may be.
#[derive(Clone, Copy, Default)]
struct Site {
    depth: usize,
    /// Locks from this number on may be taken.
    first_lock: u32,
    in_section: bool,
    /// Whether the task is untied. clang 19 makes wrong code of a taskgroup in such a task, and of
    /// iterators and depend objects.
    in_untied: bool,
    /// Whether the task is final, or inside of one that is: then its creator waits for it.
    in_final: bool,
    /// Whether the loop variable `i` is in scope.
    in_loop: bool,
    /// Whether all threads execute this: then `tid` may be used.
    each_thread: bool,
    /// Whether this is executed once at most.
    once: bool,
    /// Whether a `cancel` may stand in the tasks of the taskgroup around this.
    in_cancelled_group: bool,
    /// Whether this stands directly in a task, so that a `cancel` may stand here.
    directly_in_task: bool,
    /// Whether this is inside of a parallel region in another one.
    in_nested_region: bool,
    /// What the taskgroup around this reduces.
    reducing: Option<VarId>,
}

struct Generator<'a> {
    rng: Rng,
    features: &'a Features,
    program: Program,
    /// Statements that may still be made.
    budget: usize,
    visible: Vec<VarId>,
    /// Variables that a task frees.
    freed: Vec<VarId>,
}

impl Generator<'_> {
    fn has(&self, feature: Feature) -> bool {
        self.features.has(feature)
    }

    fn declare(&mut self, storage: Storage) -> VarId {
        // The first one is an array, so that loops always have something to access.
        let shape = if self.has(Feature::Structs) && !self.visible.is_empty() && self.rng.percent(25) {
            Shape::Struct
        } else {
            Shape::Array { size: *self.rng.pick(&[1, 2, 4, 4, 8, 16]), len: LEN }
        };
        self.program.vars.push(Var { storage, shape });
        self.program.vars.len() - 1
    }

    fn declare_outer(&mut self) {
        let mut storages = vec![Storage::Global, Storage::SharedLocal];
        if self.has(Feature::Heap) {
            storages.push(Storage::Heap);
        }
        let storage = *self.rng.pick(&storages);
        let var = self.declare(storage);
        self.visible.push(var);
        // Copies need a second one like it.
        if self.rng.percent(30) {
            let twin = self.program.vars[var].clone();
            self.program.vars.push(twin);
            self.visible.push(var + 1);
        }
    }

    /// A parallel region that stands at `site`.
    fn region(&mut self, site: Site) -> Vec<Stmt> {
        let site = Site { each_thread: false, directly_in_task: false, ..site };
        let once = !site.in_nested_region || site.once;
        let mut region: Vec<Stmt> = Vec::new();
        if !self.has(Feature::Team) || self.rng.percent(50) {
            let body = self.body(Site { once, ..site });
            return vec![stmt(Kind::Single(body))];
        }
        for _ in 0..1 + self.rng.below(4) {
            let kind = match self.rng.below(10) {
                0 | 1 => Kind::Single(self.body(Site { once, ..site })),
                2 => Kind::Masked(self.body(Site { once, ..site })),
                3 | 4 => self.shared_loop(site),
                5 if self.has(Feature::Reductions) && !site.in_nested_region => self.reduce(),
                6 => Kind::Barrier,
                7 if self.has(Feature::Sections) => {
                    let body = (0..1 + self.rng.below(4)).map(|_| self.stmt(Site { depth: 1, once, ..site })).collect();
                    Kind::Sections { nowait: self.has(Feature::Nowait) && self.rng.percent(50), body }
                }
                _ => self.stmt(Site { each_thread: true, depth: site.depth.max(2), once: false, ..site }).kind,
            };
            if matches!(kind, Kind::Single(_)) {
                // Threads must be alike before a `single`, or it would matter which of them executes it.
                let phase = region.iter().rposition(|stmt| ends_phase(&stmt.kind)).map_or(0, |last| last + 1);
                if region.len() > phase {
                    region.push(stmt(Kind::Barrier));
                }
            }
            region.push(stmt(kind));
        }
        region
    }

    /// A loop whose iterations are the threads' own.
    fn shared_loop(&mut self, site: Site) -> Kind {
        let nowait = self.has(Feature::Nowait) && self.rng.percent(50);
        let orderings = [Ordering::Previous, Ordering::Sink(1), Ordering::Sink(2)];
        let ordering = if self.has(Feature::Ordered) && self.rng.percent(40) {
            *self.rng.pick(&orderings)
        } else {
            Ordering::None
        };
        let site = Site { in_loop: true, each_thread: true, once: false, ..site };
        let mut body = self.body(site);
        if ordering != Ordering::None {
            // Nobody waits inside of it.
            let inside = Site { in_section: true, first_lock: LOCKS, depth: site.depth + 1, ..site };
            let ordered = stmt(Kind::Ordered(ordering, self.body(inside)));
            let at = self.rng.below(body.len() + 1);
            body.insert(at, ordered);
        }
        Kind::For { ordering, nowait, body }
    }

    fn body(&mut self, site: Site) -> Vec<Stmt> {
        let count = 1 + self.rng.below(if site.depth == 0 { 8 } else { 4 });
        let mut body = vec![self.stmt(site)];
        while body.len() < count && self.budget > 0 {
            body.push(self.stmt(site));
        }
        body
    }

    fn stmt(&mut self, site: Site) -> Stmt {
        self.budget = self.budget.saturating_sub(1);
        let nests = self.budget > 0 && site.depth < 4 && !site.in_section;
        let inner = Site { depth: site.depth + 1, directly_in_task: false, ..site };
        let reducible = self.reducible(site);
        let freeable: Vec<VarId> = self.freeable(site);
        let when = |weight: usize, allowed: bool| if allowed { weight } else { 0 };
        let choice = self.rng.weighted(&[
            (30, 'a'),
            (when(10, self.has(Feature::Loops)), 'l'),
            (when(5, self.has(Feature::Copies) && (!site.in_loop || self.has(Feature::InvariantInLoop))), 'c'),
            (when(4, self.has(Feature::Copies) && (!site.in_loop || self.has(Feature::InvariantInLoop))), 'f'),
            (when(6, self.has(Feature::Raw) && (!site.in_loop || self.has(Feature::InvariantInLoop))), 'r'),
            (when(5, self.has(Feature::Conditional)), 'g'),
            (when(5, self.has(Feature::Atomics)), 'A'),
            (when(35, nests), 't'),
            (when(8, !site.in_section), 'w'),
            (when(2, !site.in_section && self.has(Feature::Yield)), 'y'),
            (when(2, !site.in_section && self.has(Feature::TaskwaitNowait)), 'n'),
            (when(6, site.directly_in_task && site.in_cancelled_group), 'C'),
            (when(4, !freeable.is_empty()), 'F'),
            (when(4, nests && !site.in_nested_region && self.has(Feature::NestedParallel)), 'P'),
            (when(4, nests && !site.in_untied && !reducible.is_empty()), 'R'),
            (when(2, nests && !site.in_untied && !reducible.is_empty()), 'L'),
            (when(20, nests && site.reducing.is_some()), 'B'),
            (when(6, nests && !site.in_final && !site.in_cancelled_group && self.has(Feature::Detach)), 'd'),
            (when(6, nests && !site.in_untied), 'G'),
            (when(5, nests && self.has(Feature::Taskloop)), 'T'),
            (when(6, site.first_lock < LOCKS && self.has(Feature::Locks)), 's'),
            (when(5, nests && !site.in_untied && self.has(Feature::Scopes)), 'S'),
        ]);
        stmt(match choice.expect("an access is always possible") {
            'l' => self.sweep(site),
            'c' => self.copy(site),
            'g' => {
                let (place, mode) = (self.place(site), self.mode());
                Kind::Guarded(place, mode, self.rng.percent(60))
            }
            'A' => self.atomic(site),
            'r' => self.raw(site),
            'f' => {
                let var = self.var();
                let bytes = 1 + self.rng.below(self.program.vars[var].shape.bytes() as usize) as u64;
                Kind::Fill { var, bytes }
            }
            't' => {
                let clauses = self.clauses(site);
                let in_final = site.in_final || clauses.is_final;
                let in_untied = clauses.untied;
                let directly_in_task = !in_untied;
                Kind::Task(clauses, self.body(Site { in_untied, in_final, directly_in_task, ..inner }))
            }
            'y' => Kind::Yield,
            'n' => match without_mutex(self.items(site)) {
                items if items.is_empty() => Kind::Yield,
                items => Kind::Await(items),
            },
            'C' => Kind::Cancel(self.rng.percent(60)),
            'F' => {
                let var = *self.rng.pick(&freeable);
                self.freed.push(var);
                Kind::Free(var)
            }
            'P' => {
                let nested = Site {
                    in_nested_region: true,
                    in_cancelled_group: false,
                    reducing: None,
                    in_final: false,
                    ..inner
                };
                let threads = 1 + self.rng.below(3) as u32;
                // The creator of a task waits for it in a team of one.
                Kind::Parallel(threads, self.region(Site { in_final: threads == 1, ..nested }))
            }
            'R' => {
                let var = *self.rng.pick(&reducible);
                Kind::ReducingGroup(var, self.body(Site { reducing: Some(var), in_cancelled_group: false, ..inner }))
            }
            'L' => {
                let (var, count, grain) = (*self.rng.pick(&reducible), self.iterations(), self.grain());
                Kind::ReducingTaskloop { var, count, grain }
            }
            'B' => {
                let var = site.reducing.expect("a group reduces something");
                Kind::Contribute(Place { var, base: Base::Zero, offset: self.rng.below(4) as u64 })
            }
            'd' => {
                // A task for which its creator waits is not detached, and a merged one neither.
                let clauses = Clauses { undeferred: false, is_final: false, mergeable: false, ..self.clauses(site) };
                let by = *self.rng.pick(&[Fulfiller::Itself, Fulfiller::Creator, Fulfiller::Sibling]);
                let in_untied = clauses.untied;
                Kind::Detached(clauses, by, self.body(Site { in_untied, ..inner }))
            }
            'w' => {
                let with_depend = self.has(Feature::TaskwaitDepend) && self.rng.percent(40);
                let items = if with_depend { self.items(site) } else { Vec::new() };
                Kind::Taskwait(without_mutex(items))
            }
            'G' => {
                let in_cancelled_group = self.has(Feature::Cancel) && self.rng.percent(25);
                Kind::Taskgroup(self.body(Site { in_cancelled_group, ..inner }))
            }
            'T' => {
                let (count, nogroup) = (self.iterations(), self.rng.percent(30));
                let grain = self.grain();
                let in_cancelled_group = nogroup && site.in_cancelled_group;
                let inner = Site { in_cancelled_group, once: false, ..inner };
                let body = self.body(Site { in_loop: true, in_untied: false, ..inner });
                Kind::Taskloop { count, grain, nogroup, body }
            }
            's' => {
                let number = site.first_lock + self.rng.below((LOCKS - site.first_lock) as usize) as u32;
                let by = *self.rng.pick(&[Exclusion::Critical, Exclusion::Lock, Exclusion::NestLock]);
                let inside = Site { in_section: true, first_lock: number + 1, ..inner };
                Kind::Section(by, number, self.body(inside))
            }
            'S' => {
                let storages = [Storage::Block, Storage::HeapBlock];
                let choices = if self.has(Feature::HeapInTasks) { &storages[..] } else { &storages[..1] };
                let storage = *self.rng.pick(choices);
                let var = self.declare(storage);
                self.visible.push(var);
                let body = self.body(Site { in_cancelled_group: false, ..inner });
                self.visible.pop();
                Kind::Scope(var, body)
            }
            _ => {
                let (place, mode) = (self.place(site), self.mode());
                Kind::Access(place, mode)
            }
        })
    }

    /// Arrays that a task reduction here may be of.
    fn reducible(&self, site: Site) -> Vec<VarId> {
        let is_fit = |var: &VarId| {
            let var = &self.program.vars[*var];
            !matches!(var.storage, Storage::Heap | Storage::HeapBlock)
                && matches!(var.shape, Shape::Array { size: ..=8, .. })
        };
        let allowed = self.has(Feature::TaskReductions) && site.reducing.is_none();
        if allowed { self.visible.iter().copied().filter(is_fit).collect() } else { Vec::new() }
    }

    /// Variables that may be freed here.
    fn freeable(&self, site: Site) -> Vec<VarId> {
        let is_fit = |var: &VarId| self.program.vars[*var].storage == Storage::Heap && !self.freed.contains(var);
        let allowed = self.has(Feature::Free) && site.once && !site.in_section && !site.in_cancelled_group;
        if allowed { self.visible.iter().copied().filter(is_fit).collect() } else { Vec::new() }
    }

    fn iterations(&mut self) -> u64 {
        2 + self.rng.below(LOOP as usize - 1) as u64
    }

    fn grain(&mut self) -> Grain {
        let some = 1 + self.rng.below(3) as u64;
        let grains = [Grain::One, Grain::Size(some), Grain::Tasks(some)];
        if self.has(Feature::Grain) { *self.rng.pick(&grains) } else { Grain::One }
    }

    fn mode(&mut self) -> Mode {
        *self.rng.pick(&[Mode::Read, Mode::Read, Mode::Write, Mode::Write, Mode::Update])
    }

    fn var(&mut self) -> VarId {
        *self.rng.pick(&self.visible)
    }

    fn place(&mut self, site: Site) -> Place {
        let is_fit = |var: &VarId| {
            !site.in_loop || self.has(Feature::InvariantInLoop) || self.program.vars[*var].shape != Shape::Struct
        };
        let fit: Vec<VarId> = self.visible.iter().copied().filter(is_fit).collect();
        let var = if fit.is_empty() { self.var() } else { *self.rng.pick(&fit) };
        let is_array = matches!(self.program.vars[var].shape, Shape::Array { .. });
        let mut bases = vec![Base::Zero, Base::Zero];
        if is_array && site.in_loop && !self.has(Feature::InvariantInLoop) {
            bases = vec![Base::Iteration];
        } else if is_array && site.in_loop {
            bases.extend([Base::Iteration; 3]);
        }
        if is_array && site.each_thread && (!site.in_loop || self.has(Feature::InvariantInLoop)) {
            bases.extend([Base::Thread; 3]);
        }
        let base = *self.rng.pick(&bases);
        // Few places, so that many meet.
        let offset = self.rng.below(if is_array { 4 } else { 6 }) as u64;
        Place { var, base, offset }
    }

    fn sweep(&mut self, site: Site) -> Kind {
        let arrays: Vec<VarId> =
            self.visible.iter().copied().filter(|var| self.program.vars[*var].shape != Shape::Struct).collect();
        if arrays.is_empty() {
            return Kind::Access(self.place(site), Mode::Read);
        }
        let var = *self.rng.pick(&arrays);
        let stride = 1 + self.rng.below(3) as u64;
        let first = self.rng.below(4) as u64;
        let count = 2 + self.rng.below(((LEN - first) / stride - 1) as usize) as u64;
        let form = *self.rng.pick(&[LoopForm::Counted, LoopForm::Pointer, LoopForm::EarlyExit, LoopForm::Backwards]);
        Kind::Sweep { var, mode: self.mode(), first, count, stride, form }
    }

    /// Some bytes of an array, aligned or not.
    fn raw(&mut self, site: Site) -> Kind {
        let (var, mode) = (self.var(), self.mode());
        let Shape::Array { .. } = self.program.vars[var].shape else { return Kind::Access(self.place(site), mode) };
        let size = (*self.rng.pick(&[1, 2, 4, 8, 16])).min(self.program.vars[var].shape.bytes() / 2);
        let size = if size.is_power_of_two() { size } else { 4 };
        let last = (self.program.vars[var].shape.bytes() - size).min(20);
        Kind::Raw { var, mode, offset: self.rng.below(last as usize + 1) as u64, size }
    }

    /// A reduction of one of the variables of the region, which are all that there are here.
    fn reduce(&mut self) -> Kind {
        let is_fit = |var: &VarId| {
            let var = &self.program.vars[*var];
            var.storage != Storage::Heap && matches!(var.shape, Shape::Array { size: ..=8, .. })
        };
        let fit: Vec<VarId> = self.visible.iter().copied().filter(is_fit).collect();
        if fit.is_empty() {
            return Kind::Barrier;
        }
        let var = *self.rng.pick(&fit);
        let sharing = *self.rng.pick(&[Sharing::For, Sharing::Sections]);
        Kind::Reduce { var, sharing, nowait: self.has(Feature::Nowait) && self.rng.percent(70) }
    }

    fn copy(&mut self, site: Site) -> Kind {
        let (from, to) = (self.var(), self.var());
        let shape = self.program.vars[from].shape;
        if from == to || shape != self.program.vars[to].shape {
            return Kind::Access(self.place(site), Mode::Update);
        }
        let mut forms = vec![CopyForm::Memcpy, CopyForm::MemcpyOpaque, CopyForm::Memmove];
        if shape == Shape::Struct {
            forms.push(CopyForm::Assign);
        }
        Kind::Copy { from, to, form: *self.rng.pick(&forms) }
    }

    /// An atomic access to an element of up to 8 bytes: larger ones are calls of a library.
    fn atomic(&mut self, site: Site) -> Kind {
        let place = self.place(site);
        let mode = match self.program.vars[place.var].shape {
            Shape::Array { size: 16, .. } => Mode::Read,
            shape if !self.has(Feature::NarrowAtomics) && has_narrow_elements(shape) => Mode::AtomicRead,
            _ => *self.rng.pick(&[Mode::AtomicRead, Mode::AtomicWrite, Mode::AtomicUpdate, Mode::AtomicCapture]),
        };
        Kind::Access(place, mode)
    }

    fn clauses(&mut self, site: Site) -> Clauses {
        let depends = if self.has(Feature::Depend) && self.rng.percent(40) { self.items(site) } else { Vec::new() };
        let undeferred = self.has(Feature::If0) && self.rng.percent(12);
        // libomp 19 ends programs that have both with a failed assertion.
        let untied = self.has(Feature::Untied) && !undeferred && self.rng.percent(10);
        Clauses {
            undeferred,
            is_final: self.has(Feature::Final) && self.rng.percent(10),
            untied,
            mergeable: self.rng.percent(5),
            depends,
        }
    }

    /// Items of a `depend` clause, each location at most once.
    fn items(&mut self, site: Site) -> Vec<Item> {
        if self.has(Feature::AllMemory) && self.rng.percent(8) {
            return vec![Item { kind: DependKind::Out, location: None, form: ItemForm::Plain }];
        }
        let mut kinds = vec![DependKind::In, DependKind::Out, DependKind::Out];
        if self.has(Feature::InOutSet) {
            kinds.push(DependKind::InOutSet);
        }
        if self.has(Feature::MutexInOutSet) {
            kinds.push(DependKind::MutexInOutSet);
        }
        let mut items = Vec::new();
        let mut location = self.rng.below(LOCATIONS as usize) as u64;
        while location < LOCATIONS {
            let mut forms = vec![ItemForm::Plain; 3];
            if self.has(Feature::Depobj) && !site.in_untied {
                forms.push(ItemForm::Depobj);
            }
            if self.has(Feature::Iterators) && !site.in_untied && location + 1 < LOCATIONS {
                forms.push(ItemForm::Iterator);
            }
            let form = *self.rng.pick(&forms);
            items.push(Item { kind: *self.rng.pick(&kinds), location: Some(location), form });
            location += 2 + self.rng.below(3) as u64;
        }
        items
    }
}

/// Those that may stand at a `taskwait`: OpenMP has no `mutexinoutset` there.
fn without_mutex(items: Vec<Item>) -> Vec<Item> {
    items.into_iter().filter(|item| item.kind != DependKind::MutexInOutSet).collect()
}

/// Whether an access may be to fewer than four bytes.
fn has_narrow_elements(shape: Shape) -> bool {
    matches!(shape, Shape::Struct | Shape::Array { size: 1 | 2, .. })
}

fn stmt(kind: Kind) -> Stmt {
    Stmt { id: 0, kind }
}
