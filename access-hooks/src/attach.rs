//! The meeting with the tool: its callbacks, the state of each thread, the constructor, and `fork`.
//!
//! # Life cycle
//!
//! [`CALLBACKS`] is the one switch. It is null from the start, which makes every hook inert; [`__detsan_attach`] sets
//! it, and a detach or a `fork` (in the child) clears it again. A thread is checked while its
//! [`ThreadState::base`] is not 0, and that is the tool's to write.

use core::arch::{asm, global_asm};
use core::cell::UnsafeCell;
use core::ffi::{CStr, c_int};
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};

use detsan_hook_abi::{ABI_VERSION, Frame, Shortcuts, ThreadState, ToolCallbacks};

use crate::{allocator, calls, die, dynamic, early, ending, libc, mapping, ranges, replacing, signals, standard_error};

/// What the tool gave us, or null. Read by the fast path's assembly too.
pub(crate) static CALLBACKS: AtomicPtr<ToolCallbacks> = AtomicPtr::new(ptr::null_mut());

/// The process that the tool attached to. A `vfork` child shares our memory but not this number.
static ATTACHED_PROCESS: AtomicI32 = AtomicI32::new(0);

/// The environment tells libomp to load a tool, and libomp has not started yet as far as is known. Read by hooks of calls that may be its first.
static TOOL_TO_COME: AtomicBool = AtomicBool::new(false);

/// Frames that a thread's shadow call stack holds: twice what fits on a stack of 8 MiB, where a call takes 16 bytes at
/// least.
const STACK_FRAMES: usize = 1 << 20;

// The thread state is laid out by hand, because the fast path needs a name for it in the local-exec model (one `fs:`
// access): Rust has thread-local statics in no_std only as an unstable feature. Local-exec is for executables, and that is
// where this archive is linked.
//
// Code that the compiler pass has put into programs refers to it as well, from shared libraries too: by `THREAD_SYMBOL`, which others may see.
global_asm!(
    ".pushsection .tbss.__detsan_thread, \"awT\", @nobits",
    ".p2align 6",
    ".globl __detsan_thread",
    ".hidden __detsan_thread",
    ".type __detsan_thread, @object",
    ".size __detsan_thread, {size}",
    ".globl __detsan_thread_{version}",
    ".type __detsan_thread_{version}, @object",
    ".size __detsan_thread_{version}, {size}",
    "__detsan_thread:",
    "__detsan_thread_{version}:",
    ".zero {size}",
    ".popsection",
    size = const size_of::<ThreadState>(),
    version = const ABI_VERSION,
);
const _: () = assert!(align_of::<ThreadState>() == 1 << 6);

/// The state of the calling thread.
#[inline]
pub(crate) fn thread_state() -> *mut ThreadState {
    let state;
    // SAFETY: `fs:0` holds the thread pointer (psABI, §3.4.6), and our block lies at a constant distance from it.
    unsafe {
        asm!(
            "mov {state}, qword ptr fs:[0]",
            "lea {state}, [{state} + __detsan_thread@tpoff]",
            state = out(reg) state,
            options(pure, readonly, nostack, preserves_flags),
        )
    };
    state
}

/// The calling thread, as a number that no other one has and that is not 0.
#[inline]
pub(crate) fn thread_pointer() -> usize {
    let pointer;
    // SAFETY: as above.
    unsafe { asm!("mov {}, qword ptr fs:[0]", out(reg) pointer, options(pure, readonly, nostack, preserves_flags)) };
    pointer
}

/// The tool, if there is one.
#[inline]
pub(crate) fn tool() -> Option<&'static ToolCallbacks> {
    let callbacks = CALLBACKS.load(Ordering::Acquire);
    // SAFETY: whoever attached promised that the callbacks stay valid for the life of the process.
    unsafe { callbacks.as_ref() }
}

/// Calls the tool, if there is one, and leaves `errno` as it was: the hook of the program's read of `errno` stands
/// between the failed call and that read.
#[inline]
pub(crate) fn tell(call: impl FnOnce(&'static ToolCallbacks)) {
    if let Some(tool) = tool() {
        libc::keep_errno(|| call(tool));
    }
}

/// Whether libomp may still have to start and load a tool. That is answered once: afterwards it has.
pub(crate) fn take_tool_to_come() -> bool {
    TOOL_TO_COME.load(Ordering::Relaxed) && TOOL_TO_COME.swap(false, Ordering::Relaxed)
}

/// Whether a tool has ever attached.
pub(crate) fn has_attached() -> bool {
    ATTACHED_PROCESS.load(Ordering::Relaxed) != 0
}

/// Whether the calling process is the one that the tool attached to.
pub(crate) fn is_attached_process() -> bool {
    libc::getpid() == ATTACHED_PROCESS.load(Ordering::Relaxed)
}

/// See [`detsan_hook_abi::AttachFn`].
#[unsafe(no_mangle)]
extern "C" fn __detsan_attach(version: u32, callbacks: *const ToolCallbacks) -> *mut ThreadState {
    if version != ABI_VERSION {
        return ptr::null_mut();
    }
    ATTACHED_PROCESS.store(libc::getpid(), Ordering::Relaxed);
    CALLBACKS.store(callbacks.cast_mut(), Ordering::Release);
    ending::attach(callbacks);
    if callbacks.is_null() {
        return ptr::null_mut();
    }
    follow_calls();
    early::forget_paths();
    let state = thread_state();
    // SAFETY: the state is the calling thread's own.
    if unsafe { (*state).stack_bottom.is_null() } {
        die(b"no memory for a shadow call stack", b"");
    }
    // SAFETY: as above.
    unsafe { (*state).shortcuts = NO_SHORTCUTS.0.get() };
    // SAFETY: as above.
    unsafe { (*state).settled_since = u32::MAX };
    state
}

/// In the place of the tool's shortcuts until it gives some.
struct NoShortcuts(UnsafeCell<Shortcuts>);

// SAFETY: nobody writes to it.
unsafe impl Sync for NoShortcuts {}

static NO_SHORTCUTS: NoShortcuts = NoShortcuts(UnsafeCell::new(Shortcuts::EMPTY));

/// Gives the calling thread a shadow call stack, if it has none.
///
/// The stack is kept when the thread ends: libomp keeps its threads to the end of the program, and what a stack costs
/// is the pages that were used of it.
fn follow_calls() {
    let state = thread_state();
    // SAFETY: the state is the calling thread's own.
    if unsafe { !(*state).stack_bottom.is_null() } {
        return;
    }
    let below: *mut Frame = mapping::reserve((STACK_FRAMES + 1) * size_of::<Frame>()).cast();
    if below.is_null() {
        return;
    }
    // SAFETY: the reservation is that long. Its first frame is never written, and read by those who do not ask whether there is one.
    let bottom = unsafe { below.add(1) };
    // SAFETY: as above.
    let end = unsafe { bottom.add(STACK_FRAMES) };
    // SAFETY: the state is the calling thread's own.
    unsafe { (*state).stack_bottom = bottom };
    // SAFETY: as above.
    unsafe { (*state).stack_end = end };
    // SAFETY: as above.
    unsafe { (*state).exit_limit = bottom };
    // SAFETY: as above.
    unsafe { (*state).told_limit = bottom };
    // SAFETY: as above.
    unsafe { (*state).stack_top = bottom };
}

/// Runs before `main`, and before the constructors of the program.
extern "C" fn start() {
    standard_error::prepare();
    allocator::look_up();
    ranges::look_up();
    calls::look_up();
    replacing::look_up();
    ending::prepare(names_this_tool());
    signals::prepare(names_this_tool());
    if names_this_tool() {
        dynamic::prepare(environment(c"OMP_DYNAMIC"));
    }
    libc::pthread_atfork(None, Some(in_forking_parent), Some(in_forked_child));
    // libomp loads the tool at the first OpenMP construct. The calls that lead there from `main` are known only if
    // they have been followed from here on.
    if tool_is_expected() {
        TOOL_TO_COME.store(true, Ordering::Relaxed);
        follow_calls();
    }
    if names_this_tool() {
        early::begin();
    }
}

#[used]
#[unsafe(link_section = ".init_array.00001")]
static START: extern "C" fn() = start;

/// The tools that libomp is told to try, by the environment it reads; none if it is told to load no tool at all.
fn tools() -> &'static [u8] {
    match environment(c"OMP_TOOL") {
        Some(tool) if tool.eq_ignore_ascii_case(b"disabled") => b"",
        _ => environment(c"OMP_TOOL_LIBRARIES").unwrap_or(b""),
    }
}

/// Whether libomp will load a tool.
fn tool_is_expected() -> bool {
    !tools().is_empty()
}

/// Whether DetSan's own tool is among those.
fn names_this_tool() -> bool {
    const NAME: &[u8] = b"libdetsan";
    tools().windows(NAME.len()).any(|part| part == NAME)
}

fn environment(name: &CStr) -> Option<&'static [u8]> {
    // SAFETY: the name is a C string.
    let value = unsafe { libc::getenv(name.as_ptr()) };
    if value.is_null() {
        return None;
    }
    // SAFETY: `getenv` returns a C string, and nothing changes the environment before `main`.
    Some(unsafe { CStr::from_ptr(value) }.to_bytes())
}

/// The child goes on with the program's own code, and unchecked. Whether it calls `exec` at once is
/// not known here.
extern "C" fn in_forking_parent() {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.has_forked)() });
}

/// The child of a `fork` has one thread and no tool threads: it goes on unchecked.
extern "C" fn in_forked_child() {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.forked)() });
    early::end();
    CALLBACKS.store(ptr::null_mut(), Ordering::Release);
    // SAFETY: the state is the calling thread's own.
    unsafe { (*thread_state()).base = 0 };
}

/// Type check of [`__detsan_attach`] against the contract.
const _: unsafe extern "C" fn(u32, *const ToolCallbacks) -> *mut ThreadState =
    __detsan_attach as detsan_hook_abi::AttachFn;
const _: () = assert!(size_of::<c_int>() == size_of::<i32>());
