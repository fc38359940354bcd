//! What the hooks tell the tool about synchronisation that is not OpenMP's, and about reductions, of which libomp tells nothing.

/// How a lock is taken.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// By one at a time.
    Alone = 0,
    /// Together with others who take it so, as the readers of a read-write lock do.
    Shared = 1,
    /// By one at a time, to combine the copies of a reduction: in whichever order.
    Combining = 2,
}

/// What a task does at the guard of a static variable that is initialised when it is first needed (C++).
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarding {
    /// It initialises the variable, from now on.
    Enter = 0,
    /// It has initialised the variable.
    Leave = 1,
    /// It has failed to: the next one who needs the variable tries again.
    Abandon = 2,
    /// It finds the variable initialised. Told only by the function that waits for it; the usual way past a guard is
    /// an atomic load of its first byte, which is told as an access.
    Pass = 3,
}

/// What a thread does that may block it.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// It begins to.
    Begin = 0,
    /// It goes on.
    End = 1,
    /// It lets others run, and goes on.
    Yield = 2,
}

/// What a thread does with an iteration of a loop whose iterations wait for each other.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iteration {
    /// It is done with what others wait for.
    Source = 0,
    /// It waits for an iteration of others.
    Sink = 1,
    /// It ends an iteration of an `ordered` loop, and may wait for those before.
    Ends = 2,
    /// It has ended that.
    Ended = 3,
}

/// One dimension of a doacross loop, as compilers describe it to libomp (`kmp_dim`).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// The first value of the variable.
    pub first: i64,
    /// The last one, at most.
    pub last: i64,
    /// How far one value is from the next.
    pub step: i64,
}

/// The part of [`ToolCallbacks`](crate::ToolCallbacks) that is about synchronisation. Every function may be called on any thread.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SynchronisationCallbacks {
    /// The program is about to take the lock at `address`, and waits for it if need be.
    pub wants: unsafe extern "C" fn(address: usize),
    /// The program has taken the lock at `address`, one of the thread library. (Those of OpenMP are told by OMPT.)
    pub locked: unsafe extern "C" fn(address: usize, sharing: Sharing),
    /// The program is about to give that lock back: once for each time it has taken it.
    pub unlocked: unsafe extern "C" fn(address: usize),
    /// The running task is at the guard of a static variable.
    pub guards: unsafe extern "C" fn(guard: usize, guarding: Guarding),
    /// The running task makes what it has done visible to others, and what others have done visible to itself.
    pub fence: unsafe extern "C" fn(),
    /// This thread blocks.
    pub blocks: unsafe extern "C" fn(blocking: Blocking),
    /// The running task has met a doacross loop with so many dimensions.
    pub doacross: unsafe extern "C" fn(dimensions: *const Dimension, count: usize),
    /// The running task is at an iteration of a loop, at `pc`. For a doacross loop, `coordinates`
    /// are a number for each dimension; else they are null.
    pub iterates: unsafe extern "C" fn(iteration: Iteration, coordinates: *const i64, pc: usize),
    /// The innermost taskgroup of the running task reduces the `size` bytes at `address`.
    pub reduces: unsafe extern "C" fn(address: usize, size: usize),
    /// The running thread ends a reduction with the task modifier, and with it a taskgroup: when that has ended, it has done with its copies.
    pub copies_end: unsafe extern "C" fn(),
    /// The running task takes part, at `pc`, in the reduction of what is at `original`: until it is complete, `copy` is its
    /// private copy, which libomp may have given to other tasks before, and which may be the original itself.
    pub participates: unsafe extern "C" fn(original: usize, copy: usize, pc: usize),
}
