//! Pointers to the memory of the running thread that are passed to functions of other libraries, as
//! in `rand_r (&seeds[omp_get_thread_num ()])`.
//!
//! The compiler pass knows that such a pointer depends on the number of the thread, and says so
//! before the call. The door in front of the function tells the tool what the function does there.

use core::arch::{asm, global_asm};

use detsan_hook_abi::AccessKind;

use crate::assembly::function;

// One for each thread; local-exec, as the state of a thread is (see `attach`).
global_asm!(
    ".pushsection .tbss.__detsan_slot, \"awT\", @nobits",
    ".p2align 3",
    ".globl __detsan_slot",
    ".hidden __detsan_slot",
    ".type __detsan_slot, @object",
    ".size __detsan_slot, 8",
    "__detsan_slot:",
    ".zero 8",
    ".popsection",
);

// The pointer that the next function is given, or null.
function! {
    ".globl" "__detsan_slot_argument":
    "mov qword ptr fs:[__detsan_slot@tpoff], rdi",
    "ret"
}

/// The same kind of access, in a slot if it begins where the pass has said.
pub(crate) fn kind_at(address: usize, kind: AccessKind) -> AccessKind {
    let slot: usize;
    // SAFETY: `fs:0` holds the thread pointer (psABI, §3.4.6), and our word lies at a constant
    // distance from it.
    unsafe {
        asm!("mov {}, qword ptr fs:[__detsan_slot@tpoff]", out(reg) slot, options(readonly, nostack, preserves_flags));
    }
    if slot == address { AccessKind(kind.0 | AccessKind::SLOT) } else { kind }
}
