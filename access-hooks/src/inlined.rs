//! What code calls whose checks are in line: the compiler pass has put the fast path of [`crate::sized`], and the push and pop of [`crate::calls`], into the
//! program itself, and these hooks deal with the rest.
//!
//! They are called as LLVM's `preserve_most` says: all general registers but `r11` are as they were afterwards, so that the program, which hardly ever gets
//! here, keeps what it has in them; it saves vector registers itself.

use detsan_hook_abi::{Frame, SHADOW_BASE, SHADOW_SCALE, thread_offset};

use crate::assembly::function;
use crate::attach::CALLBACKS;
use crate::calls::exit_at_limit;
use crate::sized::{WORDS, in_cells};

/// Saves the registers that a call may change, and leaves the stack aligned. The return address is then at `rsp + 72`.
macro_rules! save {
    () => {
        "push rax
         push rcx
         push rdx
         push rsi
         push rdi
         push r8
         push r9
         push r10
         sub rsp, 8
         .cfi_adjust_cfa_offset 72"
    };
}

/// Undoes [`save`], and returns.
macro_rules! restore_and_return {
    () => {
        "add rsp, 8
         pop r10
         pop r9
         pop r8
         pop rdi
         pop rsi
         pop rdx
         pop rcx
         pop rax
         .cfi_adjust_cfa_offset -72
         ret"
    };
}

/// `(address)`: an access that the check in line did not find recorded, or could not look at. Goes on where the hook does that is called at the same access in other programs.
macro_rules! after_check {
    ($($name:literal: $size:tt, as $hook:literal;)*) => {$(
        function! {
            ".globl" $name:
            "cmp dword ptr fs:[__detsan_thread@tpoff + {base}], 0",
            "jz 2f",
            save!(),
            "mov rsi, qword ptr [rsp + 72]",
            in_cells!($size),
            "movabs rdx, {words}",
            "movabs rcx, {shadow}",
            "and rdx, rdi",
            "lea rdx, [rcx + {scale} * rdx]",
            concat!("call ", $hook, "_not_recorded"),
            restore_and_return!(),
            "5:",
            ".cfi_adjust_cfa_offset 72",
            concat!("call ", $hook, "_not_in_cells"),
            restore_and_return!(),
            "2:",
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 4f",
            "ret",
            "4:",
            save!(),
            "mov rsi, qword ptr [rsp + 72]",
            concat!("call ", $hook, "_not_in_cells"),
            restore_and_return!();
            base = const thread_offset::BASE,
            words = const WORDS,
            shadow = const SHADOW_BASE,
            scale = const SHADOW_SCALE,
            callbacks = sym CALLBACKS,
        }
    )*};
}

after_check! {
    "__detsan_read1": 1, as "__tsan_read1";
    "__detsan_read2": 2, as "__tsan_read2";
    "__detsan_read4": 4, as "__tsan_read4";
    "__detsan_read8": 8, as "__tsan_read8";
    "__detsan_read16": 16, as "__tsan_read16";
    "__detsan_write1": 1, as "__tsan_write1";
    "__detsan_write2": 2, as "__tsan_write2";
    "__detsan_write4": 4, as "__tsan_write4";
    "__detsan_write8": 8, as "__tsan_write8";
    "__detsan_write16": 16, as "__tsan_write16";
}

// A function was entered, and its frame did not fit: the stack is full, or there is none, and then both ends are null.
function! {
    ".globl" "__detsan_enter":
    "cmp qword ptr fs:[__detsan_thread@tpoff + {top}], 0",
    "jz 2f",
    "inc dword ptr fs:[__detsan_thread@tpoff + {overflow}]",
    "mov qword ptr fs:[__detsan_thread@tpoff + {limit}], -1",
    "2:",
    "ret";
    top = const thread_offset::STACK_TOP,
    overflow = const thread_offset::STACK_OVERFLOW,
    limit = const thread_offset::EXIT_LIMIT,
}

// The function is about to return, and its frame is not the innermost one, or there is more to do than to pop it; there is nothing to do if there is no stack.
function! {
    ".globl" "__detsan_leave":
    "mov r11, qword ptr fs:[__detsan_thread@tpoff + {top}]",
    "cmp r11, qword ptr fs:[__detsan_thread@tpoff + {limit}]",
    "jbe 3f",
    "sub r11, {frame}",
    "mov qword ptr fs:[__detsan_thread@tpoff + {top}], r11",
    "ret",
    "3:",
    "test r11, r11",
    "jz 2f",
    save!(),
    "call {exit_at_limit}",
    restore_and_return!(),
    "2:",
    "ret";
    top = const thread_offset::STACK_TOP,
    limit = const thread_offset::EXIT_LIMIT,
    frame = const size_of::<Frame>(),
    exit_at_limit = sym exit_at_limit,
}
