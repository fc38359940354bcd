//! What the hooks tell the tool about tasks, because libomp's tool interface does not, or not in time.

/// One item of a `depend` clause, as clang describes it to libomp (`kmp_depend_info`).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DependItem {
    /// First byte; 0 with [`DependItem::ALL_MEMORY`].
    pub address: usize,
    /// Size in bytes.
    pub length: usize,
    /// Type of the dependence, one of the constants below.
    pub kind: u8,
}

impl DependItem {
    /// `in`
    pub const IN: u8 = 1;
    /// `out`, which the compiler also writes as [`DependItem::INOUT`].
    pub const OUT: u8 = 2;
    /// `inout`
    pub const INOUT: u8 = 3;
    /// `mutexinoutset`
    pub const MUTEXINOUTSET: u8 = 4;
    /// `inoutset`
    pub const INOUTSET: u8 = 8;
    /// `omp_all_memory`
    pub const ALL_MEMORY: u8 = 0x80;
    /// The address that stands for `omp_all_memory` as well.
    pub const ALL_MEMORY_ADDRESS: usize = usize::MAX;
}

/// The items of a construct's `depend` clauses. The hooks pass it on the stack; it is valid during the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DependItems {
    /// The items that may name one location twice.
    pub items: *mut DependItem,
    /// How many.
    pub count: usize,
    /// Items that name locations of their own.
    pub more: *mut DependItem,
    /// How many.
    pub more_count: usize,
}

/// Whether the creator of something goes on at once.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// It waits.
    Yes = 0,
    /// It does not: `nowait`, or tasks that are deferred.
    No = 1,
}

/// What libomp still has to do.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// What it always does.
    All = 0,
    /// Nothing: the call returns to the program.
    Nothing = 1,
}

/// The part of [`ToolCallbacks`](crate::ToolCallbacks) that is about tasks. Every function may be called on any thread.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TaskingCallbacks {
    /// The task that this thread creates next has these clauses. They come again through libomp, without the lengths.
    pub depends: unsafe extern "C" fn(items: &DependItems),
    /// This thread meets a `taskwait` with these clauses, or an undeferred task that has them, at `pc`.
    ///
    /// libomp 19.1.7 writes beyond its list of dependences when it describes `inoutset` and `mutexinoutset` here to a tool, and describes
    /// `omp_all_memory` not at all; `nowait` it passes over. So the tool goes by this call, and changes items that libomp cannot describe.
    pub taskwait_depends: unsafe extern "C" fn(items: &DependItems, wait: Wait, pc: usize) -> Rest,
    /// This thread is about to create the tasks of a `taskloop` at `pc`, as copies of the descriptor at `pattern`.
    pub taskloop: unsafe extern "C" fn(pattern: usize, wait: Wait, pc: usize),
    /// The descriptor at `task` was given the event `event`: a `detach` clause.
    pub event: unsafe extern "C" fn(task: usize, event: usize),
    /// This thread is about to fulfil `event`, in a call of `omp_fulfill_event` that returns to `pc`.
    pub fulfill: unsafe extern "C" fn(event: usize, pc: usize) -> Rest,
    /// This thread is about to create a thread.
    pub thread_starts: unsafe extern "C" fn(),
    /// It has created the thread with this thread pointer, or none if that is 0.
    pub thread_started: unsafe extern "C" fn(thread: usize),
    /// The function of the innermost frame returns, and [`ThreadState::exit_limit`](crate::ThreadState::exit_limit) asks to be told.
    pub frame_exit: unsafe extern "C" fn(),
}

const _: () = assert!(size_of::<DependItem>() == 24);
