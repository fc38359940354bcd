//! What the access hooks tell about tasks: the thin layer over [`Tool`](crate::tool::Tool)'s methods.

use detsan_hook_abi::{DependItem, DependItems, Rest, TaskingCallbacks, Wait};

/// The functions that the hooks are given.
pub(crate) const CALLBACKS: TaskingCallbacks =
    TaskingCallbacks { depends, taskwait_depends, taskloop, event, fulfill, thread_starts, thread_started, frame_exit };

unsafe extern "C" fn depends(_items: &DependItems) {}

unsafe extern "C" fn taskwait_depends(_items: &DependItems, _wait: Wait) -> Rest {
    Rest::All
}

unsafe extern "C" fn taskloop(_pattern: usize, _wait: Wait, _pc: usize) {}

unsafe extern "C" fn event(_task: usize, _event: usize) {}

unsafe extern "C" fn fulfill(_event: usize, _pc: usize) -> Rest {
    Rest::All
}

unsafe extern "C" fn thread_starts() {}

unsafe extern "C" fn thread_started(_thread: usize) {}

unsafe extern "C" fn frame_exit() {}
