//! Initialisers that the thread library runs once: `pthread_once`, C's `call_once`, and
//! `std::call_once`, which calls the former from the program's own object files.
//!
//! They order as the initialiser of a static variable does (see [`locks`](crate::locks)): whoever
//! finds the thing initialised follows its initialiser. The tool hears where the initialiser begins
//! and ends, because another function stands in its place. That one is assembly, which an exception
//! may pass.

use core::arch::{asm, global_asm};
use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicI32, Ordering};

use detsan_hook_abi::Guarding;

use crate::blocking::while_blocked;
use crate::doors::{Arguments, Passage, door, has_tool};
use crate::locks::guards;
use crate::next::next;

// What glibc keeps in the first word of the control (2.36, `nptl/pthreadP.h`).
const IN_PROGRESS: c_int = 1;
const DONE: c_int = 2;

/// How long a thread waits until it looks again, in microseconds.
const PAUSE: u32 = 50;

/// What a thread is about to run.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Initialiser {
    routine: usize,
    control: usize,
}

next! {
    USLEEP = c"usleep": unsafe extern "C" fn(u32) -> c_int;
}

door! { checked_code pthread_once if has_tool => begin }
door! { checked_code call_once if has_tool => begin }

global_asm!(
    // One for each thread; local-exec, as the state of a thread is (see `attach`).
    ".pushsection .tbss.__detsan_initialiser, \"awT\", @nobits",
    ".p2align 4",
    ".globl __detsan_initialiser",
    ".hidden __detsan_initialiser",
    ".type __detsan_initialiser, @object",
    ".size __detsan_initialiser, {size}",
    "__detsan_initialiser:",
    ".zero {size}",
    ".popsection",
    // Stands in the place of the initialiser.
    ".pushsection .text.__detsan_initialise, \"ax\", @progbits",
    ".p2align 4",
    ".globl __detsan_initialise",
    ".hidden __detsan_initialise",
    ".type __detsan_initialise, @function",
    "__detsan_initialise:",
    ".cfi_startproc",
    "push rbx",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_offset rbx, -16",
    "call {enter}",
    "mov rbx, rdx",
    "call rax",
    "mov rdi, rbx",
    "call {leave}",
    "pop rbx",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore rbx",
    "ret",
    ".cfi_endproc",
    ".size __detsan_initialise, . - __detsan_initialise",
    ".popsection",
    size = const size_of::<Initialiser>(),
    enter = sym enter,
    leave = sym leave,
);

unsafe extern "C" {
    fn __detsan_initialise();
}

/// What the calling thread is about to run.
fn own() -> *mut Initialiser {
    let own;
    // SAFETY: `fs:0` holds the thread pointer (psABI, §3.4.6), and our block lies at a constant
    // distance from it.
    unsafe {
        asm!(
            "mov {own}, qword ptr fs:[0]",
            "lea {own}, [{own} + __detsan_initialiser@tpoff]",
            own = out(reg) own,
            options(pure, readonly, nostack, preserves_flags),
        )
    };
    own
}

fn state(control: usize) -> c_int {
    let control = core::ptr::with_exposed_provenance_mut(control);
    // SAFETY: the program passes a control, and all accesses to it are atomic.
    unsafe { AtomicI32::from_ptr(control) }.load(Ordering::Acquire)
}

fn is_in_progress(control: usize) -> bool {
    state(control) & (IN_PROGRESS | DONE) == IN_PROGRESS
}

fn pause() {
    let pause = USLEEP.require();
    // SAFETY: it takes any number.
    unsafe { pause(PAUSE) };
}

/// `pthread_once (control, routine)`.
fn begin(call: &mut Arguments) -> Passage {
    let (control, routine) = (call.get(0), call.get(1));
    if is_in_progress(control) {
        // Whoever is at it has to go on.
        while_blocked(|| {
            while is_in_progress(control) {
                pause();
            }
        });
    }
    if state(control) & DONE != 0 {
        guards(control, Guarding::Pass);
    } else {
        // SAFETY: it is this thread's own.
        unsafe { own().write(Initialiser { routine, control }) };
        call.set(1, (__detsan_initialise as *const c_void).addr());
    }
    Passage::Open
}

/// The initialiser begins. It may itself call for another one.
extern "C" fn enter() -> Initialiser {
    // SAFETY: it is this thread's own, which `begin` has written.
    let initialiser = unsafe { own().read() };
    guards(initialiser.control, Guarding::Enter);
    initialiser
}

extern "C" fn leave(control: usize) {
    guards(control, Guarding::Leave);
}
