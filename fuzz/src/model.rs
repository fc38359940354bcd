//! The abstract form of a program: everything that the C text and the expected races are made of.
//!
//! A program is a function with variables and one parallel region. Each access has a line of its own in the C text,
//! and a number here, so that a reported pair of lines is a pair of numbers.

use detsan_detector::DependKind;

/// Names a variable of a program.
pub type VarId = usize;

/// One random program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its variables.
    pub vars: Vec<Var>,
    /// The body of its parallel region, which every thread of the team executes.
    pub region: Vec<Stmt>,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Outside of all functions.
    Global,
    /// In the function around the parallel region.
    SharedLocal,
    /// In a block from `malloc`, allocated before the region.
    Heap,
    /// In the block of the statement [`Kind::Scope`] that names it.
    Block,
    /// In memory from `malloc`, allocated and freed by the statement [`Kind::Scope`] that names it.
    HeapBlock,
}

/// A variable: an array of numbers, or a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Where it lives.
    pub storage: Storage,
    /// What it is.
    pub shape: Shape,
}

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `len` elements of `size` bytes each: 1, 2, 4, 8 or 16.
    Array {
        /// Bytes of an element.
        size: u64,
        /// Number of elements.
        len: u64,
    },
    /// A structure with the fields of [`FIELDS`].
    Struct,
}

/// Name, offset and size of the fields of the structure: `struct S { char a; short b; int c; long d; char e, f; }`.
pub const FIELDS: [(&str, u64, u64); 6] =
    [("a", 0, 1), ("b", 2, 2), ("c", 4, 4), ("d", 8, 8), ("e", 16, 1), ("f", 17, 1)];

/// Bytes of the structure.
pub const STRUCT_SIZE: u64 = 24;

impl Shape {
    /// How many elements or fields there are.
    pub fn slots(self) -> u64 {
        match self {
            Shape::Array { len, .. } => len,
            Shape::Struct => FIELDS.len() as u64,
        }
    }

    /// Offset and size of an element or field.
    pub fn slot(self, index: u64) -> (u64, u64) {
        match self {
            Shape::Array { size, .. } => (index * size, size),
            Shape::Struct => (FIELDS[index as usize].1, FIELDS[index as usize].2),
        }
    }

    /// Bytes of the whole.
    pub fn bytes(self) -> u64 {
        match self {
            Shape::Array { size, len } => size * len,
            Shape::Struct => STRUCT_SIZE,
        }
    }
}

/// What a place's index is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// From 0.
    Zero,
    /// From the number of the thread.
    Thread,
    /// From the iteration of the innermost loop construct.
    Iteration,
}

/// An element or a field of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which variable.
    pub var: VarId,
    /// What `offset` is added to.
    pub base: Base,
    /// Which element or field.
    pub offset: u64,
}

/// How an access is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and writes.
    Update,
    /// `atomic read`
    AtomicRead,
    /// `atomic write`
    AtomicWrite,
    /// `atomic update`
    AtomicUpdate,
    /// `atomic capture`
    AtomicCapture,
}

/// How a loop over elements is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopForm {
    /// `for`, up to a bound that the compiler does not know.
    Counted,
    /// `while`, with a pointer.
    Pointer,
    /// `for`, which `break` leaves.
    EarlyExit,
    /// `for`, from the last element to the first.
    Backwards,
}

/// How one variable is copied into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyForm {
    /// An assignment of structures.
    Assign,
    /// A call of `memcpy` with a length that the compiler knows.
    Memcpy,
    /// A call of `memcpy` with a length that it does not know.
    MemcpyOpaque,
    /// A call of `memmove` with a length that the compiler knows.
    Memmove,
}

/// How many iterations a task of a `taskloop` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// One: `grainsize(1)`
    One,
    /// `grainsize(n)`
    Size(u64),
    /// `num_tasks(n)`
    Tasks(u64),
}

impl Grain {
    /// The iterations of each task, if there are `count`: as even as can be, the first ones have more.
    pub fn chunks(self, count: u64) -> Vec<std::ops::Range<u64>> {
        let tasks = match self {
            Grain::One => count,
            Grain::Size(size) => (count / size).max(1),
            Grain::Tasks(tasks) => tasks.min(count),
        };
        let (least, more) = (count / tasks, count % tasks);
        let start = |task: u64| task * least + task.min(more);
        (0..tasks).map(|task| start(task)..start(task + 1)).collect()
    }
}

/// What the iterations of a loop of threads wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// Nothing.
    None,
    /// The [`Kind::Ordered`] of the iteration before: `ordered`
    Previous,
    /// The [`Kind::Ordered`] of the iteration so many before: `ordered(1)`, with `source` and `sink`.
    Sink(u64),
}

/// Who fulfils the event of a detached task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fulfiller {
    /// The task, at the end of its body.
    Itself,
    /// Its creator, as the next thing that it does.
    Creator,
    /// A task that the creator creates next.
    Sibling,
}

/// Which worksharing construct reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// `for`
    For,
    /// `sections`
    Sections,
}

/// One item of a `depend` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its type.
    pub kind: DependKind,
    /// Which of the locations that nobody accesses; `None` is `omp_all_memory`.
    pub location: Option<u64>,
    /// How it is written.
    pub form: ItemForm,
}

/// How an item of a `depend` clause is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemForm {
    /// As a list item.
    Plain,
    /// Through a `depobj`.
    Depobj,
    /// By an iterator: this location and the next.
    Iterator,
}

/// The clauses of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    /// `if(0)`
    pub undeferred: bool,
    /// `final(1)`
    pub is_final: bool,
    /// `untied`
    pub untied: bool,
    /// `mergeable`
    pub mergeable: bool,
    /// `depend`
    pub depends: Vec<Item>,
}

/// By what a critical section excludes others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// `critical(name)`
    Critical,
    /// `omp_set_lock`
    Lock,
    /// `omp_set_nest_lock`, twice
    NestLock,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// Its number, unique in the program.
    pub id: u32,
    /// What it does.
    pub kind: Kind,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One access.
    Access(Place, Mode),
    /// An access that a condition, which the compiler cannot decide, keeps from happening or not.
    Guarded(Place, Mode, bool),
    /// A loop over elements of an array.
    Sweep {
        /// The array.
        var: VarId,
        /// `Read`, `Write` or `Update`.
        mode: Mode,
        /// First element.
        first: u64,
        /// Number of elements.
        count: u64,
        /// Distance of two elements.
        stride: u64,
        /// How it is written.
        form: LoopForm,
    },
    /// An access to so many bytes of an array, wherever they begin.
    Raw {
        /// The array.
        var: VarId,
        /// `Read`, `Write` or `Update`.
        mode: Mode,
        /// The first byte.
        offset: u64,
        /// Number of bytes: 1, 2, 4, 8 or 16.
        size: u64,
    },
    /// A call of `memset` for the first bytes of a variable.
    Fill {
        /// The variable.
        var: VarId,
        /// Number of bytes.
        bytes: u64,
    },
    /// A copy of a whole variable into another of the same shape.
    Copy {
        /// Where from.
        from: VarId,
        /// Where to.
        to: VarId,
        /// How it is written.
        form: CopyForm,
    },
    /// `task`
    Task(Clauses, Vec<Stmt>),
    /// `task detach(event)`
    Detached(Clauses, Fulfiller, Vec<Stmt>),
    /// `taskwait`, with `depend` if there are items.
    Taskwait(Vec<Item>),
    /// `taskwait nowait` with `depend`
    Await(Vec<Item>),
    /// `taskyield`
    Yield,
    /// `cancel taskgroup`, whose condition holds or not: directly in a task of a taskgroup.
    Cancel(bool),
    /// `free` of a variable on the heap, which others may still use. Executed once at most.
    Free(VarId),
    /// `taskgroup`
    Taskgroup(Vec<Stmt>),
    /// `taskloop` of so many iterations.
    Taskloop {
        /// Iterations.
        count: u64,
        /// How they are dealt out to tasks.
        grain: Grain,
        /// `nogroup`
        nogroup: bool,
        /// What each does.
        body: Vec<Stmt>,
    },
    /// A critical section; the number says which of the names or locks.
    Section(Exclusion, u32, Vec<Stmt>),
    /// A block with a variable of its own, and a taskgroup that waits for all who use it.
    Scope(VarId, Vec<Stmt>),
    /// `barrier`, only in the region itself.
    Barrier,
    /// `single`, only in the region itself.
    Single(Vec<Stmt>),
    /// `masked`, only in the region itself.
    Masked(Vec<Stmt>),
    /// `for schedule(static,1)` with as many iterations as threads, only in the region itself.
    For {
        /// What iterations wait for.
        ordering: Ordering,
        /// `nowait`
        nowait: bool,
        /// What each does.
        body: Vec<Stmt>,
    },
    /// The ordered part of an iteration, only directly in a [`Kind::For`] that has an ordering, and there once.
    Ordered(Ordering, Vec<Stmt>),
    /// `sections`, each statement in one of its own, only in the region itself.
    Sections {
        /// `nowait`
        nowait: bool,
        /// The sections.
        body: Vec<Stmt>,
    },
    /// A parallel region of so many threads inside of another one; each executes the body.
    Parallel(u32, Vec<Stmt>),
    /// A loop or sections that add to an array by `reduction`, only in the region itself. (Of a section of a global array,
    /// clang 19 makes no private copies.)
    Reduce {
        /// The array.
        var: VarId,
        /// The construct.
        sharing: Sharing,
        /// `nowait`
        nowait: bool,
    },
    /// `taskgroup task_reduction` of an array.
    ReducingGroup(VarId, Vec<Stmt>),
    /// A task that takes part in the reduction of the group around it, and adds to this element: `in_reduction`
    Contribute(Place),
    /// `taskloop reduction` of an array, which adds to as many elements as it has iterations.
    ReducingTaskloop {
        /// The array.
        var: VarId,
        /// Iterations.
        count: u64,
        /// How they are dealt out to tasks.
        grain: Grain,
    },
}

impl Kind {
    /// The statements inside.
    pub fn body(&self) -> Option<&Vec<Stmt>> {
        match self {
            Kind::Task(_, body)
            | Kind::Detached(_, _, body)
            | Kind::Taskgroup(body)
            | Kind::Taskloop { body, .. }
            | Kind::Section(_, _, body)
            | Kind::Scope(_, body)
            | Kind::Single(body)
            | Kind::Masked(body)
            | Kind::For { body, .. }
            | Kind::Ordered(_, body)
            | Kind::Sections { body, .. }
            | Kind::Parallel(_, body)
            | Kind::ReducingGroup(_, body) => Some(body),
            _ => None,
        }
    }

    /// The statements inside, to change them.
    pub fn body_mut(&mut self) -> Option<&mut Vec<Stmt>> {
        match self {
            Kind::Task(_, body)
            | Kind::Detached(_, _, body)
            | Kind::Taskgroup(body)
            | Kind::Taskloop { body, .. }
            | Kind::Section(_, _, body)
            | Kind::Scope(_, body)
            | Kind::Single(body)
            | Kind::Masked(body)
            | Kind::For { body, .. }
            | Kind::Ordered(_, body)
            | Kind::Sections { body, .. }
            | Kind::Parallel(_, body)
            | Kind::ReducingGroup(_, body) => Some(body),
            _ => None,
        }
    }
}

impl Program {
    /// Gives every statement a number, from 1 on.
    pub fn number(&mut self) {
        fn walk(stmts: &mut [Stmt], next: &mut u32) {
            for stmt in stmts {
                *next += 1;
                stmt.id = *next;
                if let Some(body) = stmt.kind.body_mut() {
                    walk(body, next);
                }
            }
        }
        walk(&mut self.region, &mut 0);
    }

    /// Whether a task frees `var`.
    pub fn frees(&self, var: VarId) -> bool {
        self.any(&|kind| *kind == Kind::Free(var))
    }

    /// Whether there is such a statement.
    pub fn any(&self, is_such: &dyn Fn(&Kind) -> bool) -> bool {
        fn walk(stmts: &[Stmt], is_such: &dyn Fn(&Kind) -> bool) -> bool {
            stmts.iter().any(|stmt| is_such(&stmt.kind) || stmt.kind.body().is_some_and(|body| walk(body, is_such)))
        }
        walk(&self.region, is_such)
    }

    /// How many statements there are.
    pub fn len(&self) -> usize {
        fn walk(stmts: &[Stmt]) -> usize {
            stmts.iter().map(|stmt| 1 + stmt.kind.body().map_or(0, |body| walk(body))).sum()
        }
        walk(&self.region)
    }
}
