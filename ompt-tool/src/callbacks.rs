//! OMPT callbacks: each takes the gate, converts its arguments and makes one call.
//!
//! Which case of an event means what is written down in [`tool`](crate::tool).

use std::ffi::{c_int, c_uint, c_void};

use detsan_bindings::{
    ompt_callback_t, ompt_callbacks_t, ompt_cancel_flag_t, ompt_data_t, ompt_dependence_t, ompt_dispatch_t,
    ompt_frame_t, ompt_get_task_memory_t, ompt_mutex_t, ompt_parallel_flag_t, ompt_scope_endpoint_t,
    ompt_set_callback_t, ompt_sync_region_t, ompt_task_flag_t, ompt_task_status_t, ompt_wait_id_t, ompt_work_t,
};
use detsan_report::WaitKind;
use smallvec::SmallVec;

use crate::cooperation::{self, Then};
use crate::gate;
use crate::locks::Orders;
use crate::queue::Tying;
use crate::seat;
use crate::start;
use crate::tasking::Fulfiller;
use crate::tasks::{NewTask, Switch};
use crate::tool::{Handle, Tool, depend};

/// `ompt_get_task_memory`, found when the tool is initialised.
static GET_TASK_MEMORY: std::sync::OnceLock<ompt_get_task_memory_t> = std::sync::OnceLock::new();

/// Registers all callbacks. Returns the names of those that the runtime refuses.
pub(crate) fn register(
    set_callback: ompt_set_callback_t,
    get_task_memory: ompt_get_task_memory_t,
) -> Vec<&'static str> {
    /// The answer of `ompt_set_callback` for an event that is always reported.
    const SET_ALWAYS: u32 = 5;

    let Some(set_callback) = set_callback else {
        return vec!["ompt_set_callback"];
    };
    let _ = GET_TASK_MEMORY.set(get_task_memory);
    let mut refused = Vec::new();
    macro_rules! register {
        ($($event:ident => $function:expr;)*) => {
            $({
                // SAFETY: `ompt_callback_t` is the type-erased form of every callback, and the event determines the signature.
                let callback: ompt_callback_t = unsafe { std::mem::transmute($function as *const c_void) };
                // SAFETY: the runtime gave us this function, and we are within initialisation.
                let answer = unsafe { set_callback(ompt_callbacks_t::$event, callback) };
                if answer.0 != SET_ALWAYS {
                    refused.push(stringify!($event));
                }
            })*
        };
    }
    register! {
        ompt_callback_parallel_begin => parallel_begin;
        ompt_callback_parallel_end => parallel_end;
        ompt_callback_implicit_task => implicit_task;
        ompt_callback_task_create => task_create;
        ompt_callback_dependences => dependences;
        ompt_callback_task_schedule => task_schedule;
        ompt_callback_sync_region => sync_region;
        ompt_callback_sync_region_wait => sync_region_wait;
        ompt_callback_work => work;
        ompt_callback_cancel => cancel;
        ompt_callback_dispatch => dispatch;
        ompt_callback_flush => flush;
        ompt_callback_mutex_acquire => mutex_acquire;
        ompt_callback_mutex_acquired => mutex_acquired;
        ompt_callback_mutex_released => mutex_released;
    }
    refused
}

/// The handle that we stored in `data`, if any.
///
/// # Safety
///
/// `data` is null or points to data that the runtime keeps for us.
unsafe fn handle(data: *const ompt_data_t) -> Option<Handle> {
    // SAFETY: by the caller's promise.
    let data = unsafe { data.as_ref() }?;
    // SAFETY: both fields of the union are plain 64-bit values.
    Handle::from_bits(unsafe { data.value })
}

/// Stores `value` in `data`.
///
/// # Safety
///
/// `data` is null or points to data that the runtime keeps for us.
unsafe fn store(data: *mut ompt_data_t, value: u64) {
    // SAFETY: by the caller's promise.
    if let Some(data) = unsafe { data.as_mut() } {
        data.value = value;
    }
}

unsafe extern "C" fn parallel_begin(
    _encountering: *mut ompt_data_t,
    _frame: *const ompt_frame_t,
    parallel: *mut ompt_data_t,
    requested: u32,
    flags: c_int,
    pc: *const c_void,
) {
    let is_league = flags as u32 & ompt_parallel_flag_t::ompt_parallel_league.0 != 0;
    let region = seat::enter(|tool| tool.on_parallel_begin(is_league, requested, pc as usize));
    if let Some(region) = region {
        // SAFETY: the runtime passes its data for the new region.
        unsafe { store(parallel, Handle::Implicit { region, index: 0 }.to_bits()) };
    }
}

unsafe extern "C" fn parallel_end(
    parallel: *mut ompt_data_t,
    _encountering: *mut ompt_data_t,
    _flags: c_int,
    _pc: *const c_void,
) {
    // SAFETY: the runtime passes its data for the region.
    let is_known = unsafe { handle(parallel) }.is_some();
    if is_known && let Some(Some((data, handle))) = seat::enter(Tool::on_parallel_end) {
        // SAFETY: the runtime keeps the data of a task that is around the region.
        unsafe { store(data as *mut ompt_data_t, handle.to_bits()) };
    }
}

unsafe extern "C" fn implicit_task(
    endpoint: ompt_scope_endpoint_t,
    parallel: *mut ompt_data_t,
    task: *mut ompt_data_t,
    team_size: u32,
    index: u32,
    flags: c_int,
) {
    if endpoint != ompt_scope_endpoint_t::ompt_scope_begin {
        return;
    }
    // SAFETY: the runtime passes its data for the new task.
    let before = unsafe { handle(task) };
    // SAFETY: the runtime passes its data for the region.
    let handle = match unsafe { handle(parallel) } {
        Some(Handle::Implicit { region, .. }) => {
            // Only the primary thread may be alone in what libomp takes for a team.
            let size = if index == 0 { gate::enter(|tool| tool.true_size(region, team_size)) } else { None };
            let handle = Handle::Implicit { region, index };
            match size.unwrap_or(team_size) {
                0 | 1 => seat::enter(|tool| tool.on_lone_begin(region, task as usize, before)).unwrap_or(handle),
                size => {
                    cooperation::begin_part(region, size, index, start::attach);
                    handle
                }
            }
        }
        // Initial tasks of threads that OpenMP was not initialised on are not checked, unless that one has ended.
        _ => {
            if flags as u32 & ompt_task_flag_t::ompt_task_initial.0 != 0 && !gate::is_checked_thread() {
                gate::enter(|tool| tool.take_over(start::attach));
            }
            match gate::enter_checked(|tool| tool.on_initial_begin()) {
                Some(handle) => handle,
                None => return,
            }
        }
    };
    // SAFETY: the runtime passes its data for the new task.
    unsafe { store(task, handle.to_bits()) };
}

unsafe extern "C" fn task_create(
    encountering: *mut ompt_data_t,
    frame: *const ompt_frame_t,
    new_task: *mut ompt_data_t,
    flags: c_int,
    _has_dependences: c_int,
    pc: *const c_void,
) {
    let flags = flags as u32;
    // A taskwait with clauses: its data stays empty. libomp 19.1.7 fails an assertion (kmp_taskdeps.cpp, line 924) if something is stored there while
    // another one is pending on the thread.
    if flags & (ompt_task_flag_t::ompt_task_taskwait.0 | ompt_task_flag_t::ompt_task_initial.0) != 0 {
        return;
    }
    // SAFETY: the runtime passes null or the frame of the encountering task.
    let frame = unsafe { frame.as_ref() };
    // SAFETY: both fields of the union are plain 64-bit values.
    let enter_frame = frame.map_or(0, |frame| unsafe { frame.enter_frame.value } as usize);
    let new = NewTask {
        // SAFETY: the runtime passes its data for the encountering task.
        creator: unsafe { handle(encountering) },
        is_final: flags & ompt_task_flag_t::ompt_task_final.0 != 0,
        tying: if flags & ompt_task_flag_t::ompt_task_untied.0 != 0 { Tying::Untied } else { Tying::Tied },
        enter_frame,
        callback: &raw const flags as usize,
        pc: pc as usize,
        data: new_task as usize,
    };
    if let Some(task) = seat::enter(|tool| tool.on_task_create(new)) {
        // SAFETY: the runtime passes its data for the new task.
        unsafe { store(new_task, task.to_bits()) };
    }
}

unsafe extern "C" fn dependences(task: *mut ompt_data_t, items: *const ompt_dependence_t, count: c_int) {
    let count = usize::try_from(count).unwrap_or(0);
    // SAFETY: the runtime passes that many items.
    let items = if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(items, count) } };
    let depends = items.iter().filter_map(|item| {
        // SAFETY: both fields of the union are plain 64-bit values.
        let variable = unsafe { item.variable.value };
        depend(variable, item.dependence_type.0)
    });
    let depends: SmallVec<[_; 8]> = depends.collect();
    if depends.is_empty() {
        return;
    }
    // SAFETY: the runtime passes its data for the task.
    let task = unsafe { handle(task) };
    seat::enter(|tool| tool.on_dependences(task, &depends));
}

unsafe extern "C" fn task_schedule(prior: *mut ompt_data_t, status: ompt_task_status_t, next: *mut ompt_data_t) {
    // SAFETY: the runtime passes its data for the task.
    let prior = unsafe { handle(prior) };
    let switch = match status {
        ompt_task_status_t::ompt_taskwait_complete => {
            seat::enter(|tool| tool.on_taskwait_depend());
            return;
        }
        ompt_task_status_t::ompt_task_early_fulfill | ompt_task_status_t::ompt_task_late_fulfill => {
            let is_late = status == ompt_task_status_t::ompt_task_late_fulfill;
            if let Some(task) = prior {
                let by = Fulfiller::of_this_thread();
                gate::enter(|tool| tool.on_fulfill(task, is_late, by));
            }
            return;
        }
        ompt_task_status_t::ompt_task_complete | ompt_task_status_t::ompt_task_cancel => Switch::Complete,
        ompt_task_status_t::ompt_task_detach => Switch::Detach,
        _ => Switch::Suspend,
    };
    // SAFETY: the runtime passes its data for the task.
    let next = unsafe { handle(next) };
    if let Some(next) = next {
        seat::take_baton_for(|tool, worker| {
            tool.worker.get(worker).switches = true;
            tool.on_task_taken(next);
            if let Some(prior) = prior.filter(|_| switch == Switch::Complete) {
                tool.on_task_left(prior);
            }
        });
    }
    seat::enter(|tool| {
        tool.worker.switches = false;
        if let Some(prior) = prior.or_else(|| tool.unnamed_task()) {
            tool.on_task_schedule(prior, switch, next, task_memory);
        }
    });
}

/// Address and size of the descriptor of the explicit task that is being scheduled. (libomp 19 answers 0, "no more blocks", and still fills both in.)
fn task_memory() -> (usize, usize) {
    let Some(Some(get_task_memory)) = GET_TASK_MEMORY.get() else {
        return (0, 0);
    };
    let mut address = std::ptr::null_mut();
    let mut size = 0;
    // SAFETY: both results have a place.
    unsafe { get_task_memory(&mut address, &mut size, 0) };
    if address.is_null() { (0, 0) } else { (address as usize, size) }
}

unsafe extern "C" fn sync_region(
    kind: ompt_sync_region_t,
    endpoint: ompt_scope_endpoint_t,
    _parallel: *mut ompt_data_t,
    _task: *mut ompt_data_t,
    pc: *const c_void,
) {
    let begins = endpoint == ompt_scope_endpoint_t::ompt_scope_begin;
    if kind == ompt_sync_region_t::ompt_sync_region_taskwait && begins && !cooperation::waits_matter() {
        return;
    }
    seat::enter(|tool| match kind {
        ompt_sync_region_t::ompt_sync_region_taskgroup if begins => tool.on_taskgroup_begin(),
        ompt_sync_region_t::ompt_sync_region_taskgroup => tool.on_taskgroup_end(),
        ompt_sync_region_t::ompt_sync_region_taskwait if begins => tool.on_wait_begin(WaitKind::Taskwait, pc as usize),
        ompt_sync_region_t::ompt_sync_region_taskwait => {
            tool.on_wait_end(WaitKind::Taskwait);
            tool.on_taskwait();
        }
        ompt_sync_region_t::ompt_sync_region_reduction => {}
        _ if begins => tool.on_wait_begin(WaitKind::Barrier, pc as usize),
        _ => {
            tool.on_wait_end(WaitKind::Barrier);
            tool.on_lone_barrier();
        }
    });
}

unsafe extern "C" fn sync_region_wait(
    kind: ompt_sync_region_t,
    endpoint: ompt_scope_endpoint_t,
    _parallel: *mut ompt_data_t,
    task: *mut ompt_data_t,
    pc: *const c_void,
) {
    if kind == ompt_sync_region_t::ompt_sync_region_taskwait && !cooperation::waits_matter() {
        return;
    }
    let begins = endpoint == ompt_scope_endpoint_t::ompt_scope_begin;
    let is_end = matches!(
        kind,
        ompt_sync_region_t::ompt_sync_region_barrier_implicit_parallel
            | ompt_sync_region_t::ompt_sync_region_barrier_teams
    );
    // Whatever libomp runs during the wait has its frames about here or below; those of the program that wait are above libomp's.
    let here = std::hint::black_box(0u8);
    let floor = &raw const here as usize;
    let then = seat::enter(|tool| match (kind, begins) {
        (ompt_sync_region_t::ompt_sync_region_taskgroup, true) => {
            // The other kinds wait as soon as they begin.
            tool.on_wait_begin(WaitKind::Taskgroup, pc as usize);
            tool.begin_taskgroup_wait(floor)
        }
        (ompt_sync_region_t::ompt_sync_region_taskwait, true) => tool.begin_taskwait(floor),
        (ompt_sync_region_t::ompt_sync_region_taskgroup, false) => {
            tool.end_waiting();
            tool.on_group_waited();
            tool.on_copies_done();
            Then::GoOn
        }
        (ompt_sync_region_t::ompt_sync_region_taskwait, false) => {
            tool.end_waiting();
            Then::GoOn
        }
        (ompt_sync_region_t::ompt_sync_region_reduction, _) => Then::GoOn,
        (_, true) => {
            if is_end && tool.is_secondary() {
                // See [`Tool::unnamed_task`].
                // SAFETY: the runtime passes its data for the implicit task.
                unsafe { store(task, 0) };
            }
            tool.on_barrier_begin(is_end, floor)
        }
        (_, false) => {
            tool.on_barrier_end();
            Then::GoOn
        }
    });
    if let Some(then) = then {
        then.carry_out();
    }
}

unsafe extern "C" fn cancel(_task: *mut ompt_data_t, flags: c_int, _pc: *const c_void) {
    if flags as u32 & ompt_cancel_flag_t::ompt_cancel_activated.0 != 0 {
        seat::enter(|tool| tool.cancelled = true);
    }
}

unsafe extern "C" fn work(
    kind: ompt_work_t,
    endpoint: ompt_scope_endpoint_t,
    _parallel: *mut ompt_data_t,
    _task: *mut ompt_data_t,
    count: u64,
    pc: *const c_void,
) {
    let begins = endpoint == ompt_scope_endpoint_t::ompt_scope_begin;
    let then = seat::enter(|tool| match kind {
        ompt_work_t::ompt_work_taskloop => {
            tool.on_taskloop(if begins { pc as usize } else { 0 });
            Then::GoOn
        }
        // If the baton went on here, one thread would get every `single`.
        ompt_work_t::ompt_work_single_other => Then::GoOn,
        ompt_work_t::ompt_work_loop
        | ompt_work_t::ompt_work_loop_static
        | ompt_work_t::ompt_work_loop_dynamic
        | ompt_work_t::ompt_work_loop_guided
        | ompt_work_t::ompt_work_loop_other
            if begins =>
        {
            tool.on_loop(count);
            tool.share_work()
        }
        ompt_work_t::ompt_work_sections if begins => {
            tool.on_sections(count);
            tool.share_work()
        }
        ompt_work_t::ompt_work_distribute if begins => {
            tool.on_distribute(count);
            tool.share_work()
        }
        _ => tool.share_work(),
    });
    if let Some(then) = then {
        then.carry_out();
    }
}

unsafe extern "C" fn dispatch(
    _parallel: *mut ompt_data_t,
    _task: *mut ompt_data_t,
    _kind: ompt_dispatch_t,
    _instance: ompt_data_t,
) {
    if let Some(then) = seat::enter(|tool| tool.on_chunk()) {
        then.carry_out();
    }
}

unsafe extern "C" fn flush(_thread: *mut ompt_data_t, _pc: *const c_void) {
    let flush = |tool: &mut Tool| {
        tool.on_flush();
        tool.look()
    };
    if let Some(then) = seat::enter(flush) {
        then.carry_out();
    }
}

unsafe extern "C" fn mutex_acquire(
    kind: ompt_mutex_t,
    _hint: c_uint,
    _implementation: c_uint,
    wait_id: ompt_wait_id_t,
    pc: *const c_void,
) {
    while let Some(then) = seat::enter(|tool| match kind {
        ompt_mutex_t::ompt_mutex_test_lock | ompt_mutex_t::ompt_mutex_test_nest_lock => tool.try_lock(wait_id),
        ompt_mutex_t::ompt_mutex_ordered => {
            tool.want_turn(pc as usize);
            Then::GoOn
        }
        ompt_mutex_t::ompt_mutex_lock | ompt_mutex_t::ompt_mutex_critical => {
            tool.on_acquire(wait_id, pc as usize);
            tool.want_lock(wait_id)
        }
        // The others belong to the thread: they are taken whichever task has them.
        _ => tool.want_lock(wait_id),
    }) {
        then.carry_out();
        let again = then == Then::AwaitBaton
            && !matches!(kind, ompt_mutex_t::ompt_mutex_test_lock | ompt_mutex_t::ompt_mutex_test_nest_lock);
        if !again {
            break;
        }
    }
}

unsafe extern "C" fn mutex_acquired(kind: ompt_mutex_t, wait_id: ompt_wait_id_t, pc: *const c_void) {
    seat::enter(|tool| match kind {
        ompt_mutex_t::ompt_mutex_ordered => tool.on_ordered_begin(),
        // An atomic access that the processor cannot do, or (gcc) the combination of a reduction.
        ompt_mutex_t::ompt_mutex_atomic => tool.on_acquired(wait_id, Orders::Nothing),
        _ => {
            tool.on_acquired(wait_id, Orders::Sections);
            tool.note_holder(wait_id, pc as usize);
        }
    });
}

unsafe extern "C" fn mutex_released(kind: ompt_mutex_t, wait_id: ompt_wait_id_t, _pc: *const c_void) {
    seat::enter(|tool| match kind {
        ompt_mutex_t::ompt_mutex_ordered => tool.on_ordered_end(),
        _ => {
            tool.on_released(wait_id);
            tool.locks.holders.remove(&wait_id);
        }
    });
}
