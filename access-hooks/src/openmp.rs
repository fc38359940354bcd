//! Entry points of libomp that tell what its tool interface does not (libomp 19.1.7).
//!
//! | what | why it has to be told |
//! |---|---|
//! | `if(0)` | in a team of one thread every task is reported as undeferred |
//! | task reductions | nothing is reported of them: see below |
//!
//! libomp takes the place of a construct from the return address of its entry point. So entry points of constructs are jumped to, and libomp
//! finds the stack as the program left it.
//!
//! # Task reductions
//!
//! A construct names what is reduced when it begins, by an array that the compiler makes ([`Item`]). A task that takes part
//! asks for its private copy, and is given one that belongs to its thread: tasks which run on one thread, one after the other,
//! share it, and in a team of one thread it is the original. With the task modifier the implicit task takes part as well, in
//! the original. gcc's programs ask for all copies at once ([`remap`]); what they allocate for them is not described.

use core::ffi::{c_int, c_uint, c_void};
use core::ptr;

use crate::assembly::interpose;
use crate::attach::tell;
use crate::doors::{Arguments, observe};
use crate::gnu::{body, wakes_libomp};
use crate::next::next;

type Pointer = *mut c_void;

observe! {
    all_code:
    __kmpc_omp_task_begin_if0 => undeferred_task;
}

observe! {
    all_code if wakes_libomp:
    __kmpc_fork_call => region;
    __kmpc_fork_call_if => region;
    __kmpc_fork_teams => region;
}

/// `void __kmpc_fork_call(ident_t *, kmp_int32, kmpc_micro, …)` and its relatives.
fn region(call: &Arguments) {
    body(call.get(2));
}

fn undeferred_task(_: &Arguments) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.undeferred_task)() });
}

/// What libomp knows of one variable or array section that is reduced.
trait Item {
    fn address(&self) -> usize;
    fn size(&self) -> usize;
}

/// As clang describes it from version 12 on (`kmp_taskred_input_t` in libomp).
#[repr(C)]
struct TaskredItem {
    shared: usize,
    original: usize,
    size: usize,
    initialize: usize,
    finalize: usize,
    combine: usize,
    flags: c_uint,
}

/// As older compilers do (`kmp_task_red_input_t`).
#[repr(C)]
struct TaskReductionItem {
    shared: usize,
    size: usize,
    initialize: usize,
    finalize: usize,
    combine: usize,
    flags: c_uint,
}

macro_rules! items {
    ($($type:ty)*) => {$(
        impl Item for $type {
            fn address(&self) -> usize {
                self.shared
            }
            fn size(&self) -> usize {
                self.size
            }
        }
    )*};
}

items! { TaskredItem TaskReductionItem }

/// The array that a construct hands over.
///
/// # Safety
///
/// `items` points to `count` items, unless one of the two is none.
unsafe fn items<'a, T: Item>(count: c_int, items: *const T) -> &'a [T] {
    match usize::try_from(count) {
        // SAFETY: by the caller's promise.
        Ok(count) if !items.is_null() => unsafe { core::slice::from_raw_parts(items, count) },
        _ => &[],
    }
}

/// Tells the tool what the innermost taskgroup reduces.
fn reduces<T: Item>(items: &[T]) {
    for item in items {
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.synchronisation.reduces)(item.address(), item.size()) });
    }
}

fn participates(original: usize, copy: usize, pc: usize) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.synchronisation.participates)(original, copy, pc) });
}

// `void *__kmpc_taskred_init(int thread, int count, void *items)`: the taskgroup has begun.
observe! {
    all_code:
    __kmpc_taskred_init => init::<TaskredItem>;
    __kmpc_task_reduction_init => init::<TaskReductionItem>;
    __kmpc_task_reduction_modifier_fini => modifier_fini;
}

/// The taskgroup ends, and the last thread that comes combines the copies of all.
fn modifier_fini(_: &Arguments) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.synchronisation.copies_end)() });
}

fn init<T: Item>(call: &Arguments) {
    let (count, array) = (call.get(1) as c_int, ptr::with_exposed_provenance(call.get(2)));
    // SAFETY: the compiler made the array that long.
    reduces::<T>(unsafe { items(count, array) });
}

/// Location, thread, whether it is a worksharing construct, how many items, the items. Begins the taskgroup, and returns it.
type ModifierInit = unsafe extern "C" fn(Pointer, c_int, c_int, c_int, Pointer) -> Pointer;

next! {
    TASKRED_MODIFIER_INIT = c"__kmpc_taskred_modifier_init": ModifierInit;
    TASK_REDUCTION_MODIFIER_INIT = c"__kmpc_task_reduction_modifier_init": ModifierInit;
}

macro_rules! modifier_inits {
    ($($name:ident, $next:ident: $item:ty;)*) => {$(
        extern "C" fn $name(
            location: Pointer,
            thread: c_int,
            workshare: c_int,
            count: c_int,
            array: *mut $item,
            pc: usize,
        ) -> Pointer {
            let next = $next.require();
            // SAFETY: the program's own call, in its words.
            let group = unsafe { next(location, thread, workshare, count, array.cast()) };
            // SAFETY: the compiler made the array that long.
            let items = unsafe { items(count, array) };
            reduces(items);
            for item in items {
                participates(item.address(), item.address(), pc);
            }
            group
        }
    )*};
}

modifier_inits! {
    taskred_modifier_init, TASKRED_MODIFIER_INIT: TaskredItem;
    task_reduction_modifier_init, TASK_REDUCTION_MODIFIER_INIT: TaskReductionItem;
}

interpose! {
    "__kmpc_taskred_modifier_init", caller in "r9" => taskred_modifier_init;
    "__kmpc_task_reduction_modifier_init", caller in "r9" => task_reduction_modifier_init;
    "__kmpc_task_reduction_get_th_data", caller in "rcx" => get_thread_data;
    "GOMP_task_reduction_remap", caller in "rcx" => remap;
}

next! {
    GET_THREAD_DATA = c"__kmpc_task_reduction_get_th_data":
        unsafe extern "C" fn(thread: c_int, group: Pointer, item: Pointer) -> Pointer;
    REMAP = c"GOMP_task_reduction_remap": unsafe extern "C" fn(count: usize, originals: usize, pointers: *mut usize);
}

extern "C" fn get_thread_data(thread: c_int, group: Pointer, item: Pointer, pc: usize) -> Pointer {
    let next = GET_THREAD_DATA.require();
    // SAFETY: the program's own call, in its words.
    let copy = unsafe { next(thread, group, item) };
    participates(item.addr(), copy.addr(), pc);
    copy
}

/// Replaces the first `count` of `pointers`, to what is reduced, by pointers to the copies. The first of these may be
/// asked back: so many `originals` follow.
///
/// One after the other, because libomp does no more than that, and there is no room to remember them all.
extern "C" fn remap(count: usize, originals: usize, pointers: *mut usize, pc: usize) {
    let next = REMAP.require();
    for i in 0..count {
        let pointer = pointers.wrapping_add(i);
        // SAFETY: the compiler made the array that long.
        let original = unsafe { pointer.read() };
        let mut pair = [original, 0];
        // SAFETY: one pointer, and room for what it was.
        unsafe { next(1, (i < originals).into(), pair.as_mut_ptr()) };
        let [copy, propagated] = pair;
        // SAFETY: as above.
        unsafe { pointer.write(copy) };
        if i < originals {
            // SAFETY: as above.
            unsafe { pointer.wrapping_add(count).write(propagated) };
        }
        participates(original, copy, pc);
    }
}
