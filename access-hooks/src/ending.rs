//! The end of the program: the tool learns of it once, and may change the exit status.
//!
//! | how the program ends | how we learn of it |
//! |---|---|
//! | `exit`, return from `main` | `on_exit` handler, registered before any of the program's: it runs after them |
//! | `_exit`, `_Exit`, `quick_exit` | interposed |
//! | a signal, `abort`, `exec` | not at all: what was found has been written already |
//!
//! A child of `vfork` that fails to `exec` calls `_exit` in our memory; it is told apart by its process number.
//!
//! A program that was to be checked, by its environment, and to which no tool ever came, ends with a line that says so: it
//! must not look clean.

use core::arch::asm;
use core::ffi::{c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use detsan_hook_abi::{Ending, ToolCallbacks};

use crate::assembly::interpose;
use crate::attach::{has_attached, is_attached_process};
use crate::libc;
use crate::next::next;
use crate::standard_error::say;

type Exit = unsafe extern "C" fn(c_int) -> !;

next! {
    UNDERSCORE_EXIT = c"_exit": Exit;
    QUICK_EXIT = c"quick_exit": Exit;
}

interpose! {
    "_exit" => fast_exit;
    "_Exit" => fast_exit;
    "quick_exit" => quick_exit;
}

const UNCHECKED: &str = "DetSan: nothing was checked: the program did not start an OpenMP runtime, or the runtime is not \
                         LLVM's libomp, or it took another tool of OMP_TOOL_LIBRARIES";

/// The process that was started to be checked, 0 if it was not.
static EXPECTING_PROCESS: AtomicI32 = AtomicI32::new(0);

/// The tool that is told of the end: also one that has detached since.
static LAST_TOOL: AtomicPtr<ToolCallbacks> = AtomicPtr::new(ptr::null_mut());

/// A tool attaches, or detaches if this is null.
pub(crate) fn attach(callbacks: *const ToolCallbacks) {
    if !callbacks.is_null() {
        LAST_TOOL.store(callbacks.cast_mut(), Ordering::Release);
    }
}

/// Gets ready before the program's own constructors run. `tool_is_expected` says whether the program was started to be
/// checked.
pub(crate) fn prepare(tool_is_expected: bool) {
    if tool_is_expected {
        EXPECTING_PROCESS.store(libc::getpid(), Ordering::Relaxed);
    }
    libc::on_exit(at_exit, ptr::null_mut());
    // `_exit` may be called in a signal handler, where it is too late to look anything up.
    UNDERSCORE_EXIT.get();
}

/// Tells the tool that the program ends, and returns the status to end with. A program may end
/// again while it ends: a handler of a signal or a destructor may call `_exit`.
fn finish(ending: Ending, status: c_int) -> c_int {
    if !has_attached() && libc::getpid() == EXPECTING_PROCESS.load(Ordering::Relaxed) {
        EXPECTING_PROCESS.store(0, Ordering::Relaxed);
        say(&[UNCHECKED.as_bytes()]);
    }
    // A tool that has stopped checking knows the status all the same.
    let tool = LAST_TOOL.load(Ordering::Acquire);
    // SAFETY: whoever attached promised that the callbacks stay valid for the life of the process.
    let Some(tool) = (unsafe { tool.as_ref() }) else { return status };
    if !is_attached_process() {
        return status;
    }
    // SAFETY: the tool's function, called as its type says.
    unsafe { (tool.finish)(ending, status) }
}

extern "C" fn at_exit(status: c_int, _argument: *mut c_void) {
    let wanted = finish(Ending::Exit, status);
    if wanted != status {
        // glibc allows a handler to call `exit` again: it goes on with the handlers that are left, among them the
        // destructors of libraries, and ends with the last status that it was given (`__run_exit_handlers`).
        libc::exit(wanted);
    }
}

extern "C" fn fast_exit(status: c_int) -> ! {
    leave(finish(Ending::FastExit, status))
}

extern "C" fn quick_exit(status: c_int) -> ! {
    let status = finish(Ending::FastExit, status);
    let next = QUICK_EXIT.require();
    // SAFETY: the program's own call, but for the status.
    unsafe { next(status) }
}

fn leave(status: c_int) -> ! {
    if let Some(next) = UNDERSCORE_EXIT.get() {
        // SAFETY: `_exit` may be called at any time.
        unsafe { next(status) }
    }
    const EXIT_GROUP: usize = 231;
    // SAFETY: the system call that `_exit` is; it does not return.
    unsafe { asm!("syscall", in("rax") EXIT_GROUP, in("rdi") status, options(noreturn)) }
}
