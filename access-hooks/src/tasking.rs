//! Entry points of libomp around tasks whose arguments tell what its tool interface does not: lengths of `depend` items, `nowait`, the `if` clause of a
//! `taskloop`, events; and threads that are created outside of OpenMP, because they may fulfil events.
//!
//! libomp 19.1.7 calls its own entry points through its procedure linkage table, so calls that it makes for gcc's objects come by as well.

use core::ffi::{c_int, c_void};

use detsan_hook_abi::{DependItem, DependItems, Rest, TaskingCallbacks, Wait};

use crate::assembly::interpose;
use crate::attach::{tell, tool};
use crate::doors::{Arguments, Passage, guard};
use crate::next::next;

guard! {
    __kmpc_omp_task_with_deps => task_with_depends;
    __kmpc_omp_wait_deps => wait_depends;
    __kmpc_omp_taskwait_deps_51 => taskwait_depends;
    __kmpc_taskloop => taskloop;
    __kmpc_taskloop_5 => taskloop;
    omp_fulfill_event => fulfill;
}

fn tasking() -> Option<&'static TaskingCallbacks> {
    tool().map(|tool| &tool.tasking)
}

/// The items that the arguments from `first` on describe: two counts, each with a pointer.
fn items(arguments: &Arguments, first: usize) -> DependItems {
    let count = |index| usize::try_from(arguments.get(index) as i32).unwrap_or(0);
    let pointer = |index| arguments.get(index) as *mut DependItem;
    DependItems {
        items: pointer(first + 1),
        count: count(first),
        more: pointer(first + 3),
        more_count: count(first + 2),
    }
}

impl From<Rest> for Passage {
    fn from(rest: Rest) -> Passage {
        match rest {
            Rest::All => Passage::Open,
            Rest::Nothing => Passage::Closed,
        }
    }
}

/// `(ident_t *, kmp_int32, kmp_task_t *, kmp_int32 count, items *, kmp_int32 count, items *)`
fn task_with_depends(arguments: &mut Arguments) -> Passage {
    let items = items(arguments, 3);
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.tasking.depends)(&items) });
    Passage::Open
}

/// `(ident_t *, kmp_int32, kmp_int32 count, items *, kmp_int32 count, items *)`
fn wait_depends(arguments: &mut Arguments) -> Passage {
    wait(&items(arguments, 2), Wait::Yes, arguments.pc)
}

/// As above, and `kmp_int32 nowait`.
fn taskwait_depends(arguments: &mut Arguments) -> Passage {
    const NOWAIT: usize = 6;
    let kind = if arguments.get(NOWAIT) as i32 == 0 { Wait::Yes } else { Wait::No };
    wait(&items(arguments, 2), kind, arguments.pc)
}

fn wait(items: &DependItems, wait: Wait, pc: usize) -> Passage {
    // SAFETY: the tool's function, called as its type says.
    tasking().map_or(Passage::Open, |tasking| unsafe { (tasking.taskwait_depends)(items, wait, pc) }.into())
}

/// `(ident_t *, int, kmp_task_t *, int if, kmp_uint64 *, kmp_uint64 *, kmp_int64, int nogroup, int schedule, kmp_uint64 size, …)`
fn taskloop(arguments: &mut Arguments) -> Passage {
    const PATTERN: usize = 2;
    const IF: usize = 3;
    const SCHEDULE: usize = 8;
    const SIZE: usize = 9;
    /// Neither `grainsize` nor `num_tasks`.
    const BY_DEFAULT: i32 = 0;
    const NUM_TASKS: usize = 2;
    /// libomp makes no more tasks than there are iterations.
    const MOST_TASKS: usize = 1 << 18;

    if arguments.get(SCHEDULE) as i32 == BY_DEFAULT {
        // By default libomp makes ten tasks for each thread. Iterations that share one in a team of one need not share one in another.
        arguments.set(SCHEDULE, NUM_TASKS);
        arguments.set(SIZE, MOST_TASKS);
    }
    let wait = if arguments.get(IF) as i32 == 0 { Wait::Yes } else { Wait::No };
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.tasking.taskloop)(arguments.get(PATTERN), wait, arguments.pc) });
    Passage::Open
}

fn fulfill(arguments: &mut Arguments) -> Passage {
    // SAFETY: the tool's function, called as its type says.
    tasking().map_or(Passage::Open, |tasking| unsafe { (tasking.fulfill)(arguments.get(0), arguments.pc) }.into())
}

type AllowCompletionEvent = unsafe extern "C" fn(*mut c_void, c_int, *mut c_void) -> *mut c_void;
type ThreadFunction = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
type PthreadCreate = unsafe extern "C" fn(*mut usize, *const c_void, ThreadFunction, *mut c_void) -> c_int;

next! {
    ALLOW_COMPLETION_EVENT = c"__kmpc_task_allow_completion_event": AllowCompletionEvent;
    PTHREAD_CREATE = c"pthread_create": PthreadCreate;
}

interpose! {
    "__kmpc_task_allow_completion_event" => allow_completion_event;
    "pthread_create" => pthread_create;
}

extern "C" fn allow_completion_event(location: *mut c_void, thread: c_int, task: *mut c_void) -> *mut c_void {
    // SAFETY: the program's own call, in its words.
    let event = unsafe { ALLOW_COMPLETION_EVENT.require()(location, thread, task) };
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.tasking.event)(task.addr(), event.addr()) });
    event
}

extern "C" fn pthread_create(
    thread: *mut usize,
    attributes: *const c_void,
    function: ThreadFunction,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.tasking.thread_starts)() });
    // SAFETY: the program's own call, in its words.
    let status = unsafe { PTHREAD_CREATE.require()(thread, attributes, function, argument) };
    // glibc's name for a thread is its thread pointer.
    // SAFETY: the call has filled it in if it succeeded.
    let created = if status == 0 { unsafe { *thread } } else { 0 };
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.tasking.thread_started)(created) });
    status
}
