//! The shadow call stack: function entry and exit, and the jumps that leave functions without an exit.
//!
//! A frame is pushed at the entry and popped at the exit. What does not fit is counted, so that the exits find their
//! entries again; the limit at which an exit looks closer is above all frames meanwhile, so that it need not ask. clang jumps to `__tsan_func_exit` from `-O1` on, after it has taken its frame down; that is why the
//! frame's address is kept from the entry and never read at the exit.
//!
//! `rbp` is the frame pointer of the function that was entered, because checked programs are compiled with
//! `-fno-omit-frame-pointer`.

use core::arch::asm;
use core::ffi::c_int;
use core::mem::offset_of;

use detsan_hook_abi::{Frame, thread_offset};

use crate::assembly::{function, interpose_and_jump};
use crate::attach::{tell, thread_state};
use crate::next::next;
use crate::signals;

// The entry stores `clock` and a `context` of 0 at once, as one zero-extended word.
const _: () = assert!(offset_of!(Frame, context) == offset_of!(Frame, clock) + 4);

// `(call_pc)`: a function was entered, by a call that returns to `call_pc`.
function! {
    ".globl" "__tsan_func_entry":
    "mov rax, qword ptr fs:[__detsan_thread@tpoff + {top}]",
    "cmp rax, qword ptr fs:[__detsan_thread@tpoff + {end}]",
    "jae __detsan_enter",
    "mov ecx, dword ptr fs:[__detsan_thread@tpoff + {clock}]",
    "mov qword ptr [rax + {call_pc}], rdi",
    "mov qword ptr [rax + {frame_address}], rbp",
    "mov qword ptr [rax + {frame_clock}], rcx",
    "add rax, {frame}",
    "mov qword ptr fs:[__detsan_thread@tpoff + {top}], rax",
    "ret";
    top = const thread_offset::STACK_TOP,
    end = const thread_offset::STACK_END,
    clock = const thread_offset::CLOCK,
    call_pc = const offset_of!(Frame, call_pc),
    frame_address = const offset_of!(Frame, frame_address),
    frame_clock = const offset_of!(Frame, clock),
    frame = const size_of::<Frame>(),
}

// The function is about to return. At the limit, the tool wants to know, or the frame is one that did not fit, or the stack is empty: a function that was
// entered before the stack was there finds it so.
function! {
    ".globl" "__tsan_func_exit":
    "mov rax, qword ptr fs:[__detsan_thread@tpoff + {top}]",
    "cmp rax, qword ptr fs:[__detsan_thread@tpoff + {limit}]",
    "jbe 3f",
    "sub rax, {frame}",
    "mov qword ptr fs:[__detsan_thread@tpoff + {top}], rax",
    "ret",
    "3:",
    "test rax, rax",
    "jnz {exit_at_limit}",
    "ret";
    top = const thread_offset::STACK_TOP,
    limit = const thread_offset::EXIT_LIMIT,
    frame = const size_of::<Frame>(),
    exit_at_limit = sym exit_at_limit,
}

/// Pops the innermost frame, if there is one, after the tool has been told if it wants to be.
#[cold]
pub(crate) extern "C" fn exit_at_limit() {
    let state = thread_state();
    // SAFETY: the state is the calling thread's own, and nobody else looks at it before the tool is told.
    let before = unsafe { &mut *state };
    if before.stack_overflow > 0 {
        before.stack_overflow -= 1;
        if before.stack_overflow == 0 {
            before.end_overflow();
        }
        return;
    }
    if before.stack_top <= before.stack_bottom {
        return;
    }
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.tasking.frame_exit)() });
    // SAFETY: as above: the tool is done.
    let state = unsafe { &mut *state };
    state.stack_top = state.stack_top.wrapping_sub(1);
}

type Longjmp = unsafe extern "C" fn(*const usize, c_int) -> !;

next! {
    LONGJMP = c"longjmp": Longjmp;
    UNDERSCORE_LONGJMP = c"_longjmp": Longjmp;
    SIGLONGJMP = c"siglongjmp": Longjmp;
    LONGJMP_CHK = c"__longjmp_chk": Longjmp;
}

/// Looks the functions up before there are signal handlers, which may jump.
pub(crate) fn look_up() {
    for next in [&LONGJMP, &UNDERSCORE_LONGJMP, &SIGLONGJMP, &LONGJMP_CHK] {
        next.get();
    }
}

/// The functions that go back to a `setjmp`: the frames on the way are popped first.
macro_rules! nonlocal_jumps {
    ($($prepare:ident, $next:ident;)*) => {$(
        extern "C" fn $prepare(buffer: *const usize) -> Longjmp {
            let target = stack_pointer_in(buffer);
            signals::jumps_out(target);
            pop_frames_below(target);
            $next.require()
        }
    )*};
}

nonlocal_jumps! {
    prepare_longjmp, LONGJMP;
    prepare_underscore_longjmp, UNDERSCORE_LONGJMP;
    prepare_siglongjmp, SIGLONGJMP;
    prepare_longjmp_chk, LONGJMP_CHK;
}

interpose_and_jump! {
    "longjmp" => prepare_longjmp;
    "_longjmp" => prepare_underscore_longjmp;
    "siglongjmp" => prepare_siglongjmp;
    "__longjmp_chk" => prepare_longjmp_chk;
}

/// The stack pointer that glibc's `setjmp` saved (glibc 2.36, x86-64: the seventh word, hidden with the pointer guard).
fn stack_pointer_in(buffer: *const usize) -> usize {
    let saved = buffer.wrapping_add(6);
    // SAFETY: the program hands over a buffer that `setjmp` filled.
    let hidden = unsafe { saved.read() };
    let guard: usize;
    // SAFETY: `fs:0x30` is the pointer guard in glibc's thread control block.
    unsafe { asm!("mov {}, qword ptr fs:[0x30]", out(reg) guard, options(pure, readonly, nostack, preserves_flags)) };
    hidden.rotate_right(17) ^ guard
}

/// Pops the frames of functions that lie below `stack_pointer`, up to the beginning of the task.
fn pop_frames_below(stack_pointer: usize) {
    let state = thread_state();
    // SAFETY: the state is the calling thread's own, and nothing else writes to it meanwhile.
    let state = unsafe { &mut *state };
    while state.stack_top > state.stack_bottom {
        let last = state.stack_top.wrapping_sub(1);
        // SAFETY: the frames from `stack_bottom` up to `stack_top` have been written.
        let frame = unsafe { last.read() };
        if frame.call_pc == 0 || frame.frame_address >= stack_pointer {
            break;
        }
        state.stack_top = last;
        // The frames that did not fit are those of callees.
        state.end_overflow();
    }
}
