//! What code calls whose checks are in line: the compiler pass has put the fast path of [`crate::sized`], and the push and pop of [`crate::calls`], into the
//! program itself, and these hooks deal with the rest.
//!
//! They are called as LLVM's `preserve_most` says: all general registers but `r11` are as they were afterwards, so that the program, which hardly ever gets
//! here, keeps what it has in them; it saves vector registers itself.

use detsan_hook_abi::{Frame, thread_offset};

use crate::assembly::function;
use crate::callees::unmarked_callee;
use crate::calls::exit_at_limit;
use crate::fragments::{
    alike, all_alike, count_cells, fetch, fetch_around, hook, in_cells, note_lowest, settle, settled, write_cell,
    write_cells,
};

/// Saves the registers that a call may change. The stack is as far from alignment as where a function begins, the return address is at `rsp + 64`, and the second argument at `rsp + 32`.
macro_rules! save {
    () => {
        concat!(save_first!(), save_rest!())
    };
}

/// The part of [`save`] that makes room for a look at a cell.
macro_rules! save_first {
    () => {
        "push rax
         push rcx
         .cfi_adjust_cfa_offset 16\n"
    };
}

/// The rest of [`save`].
macro_rules! save_rest {
    () => {
        "push rdx
         push rsi
         push rdi
         push r8
         push r9
         push r10
         .cfi_adjust_cfa_offset 48"
    };
}

/// Undoes [`save`], and returns.
macro_rules! restore_and_return {
    () => {
        "pop r10
         pop r9
         pop r8
         pop rdi
         pop rsi
         pop rdx
         pop rcx
         pop rax
         .cfi_adjust_cfa_offset -64
         ret"
    };
}

/// Calls a function from behind [`save`], and returns.
macro_rules! call_and_return {
    ($($function:expr),+) => {
        concat!(
            "sub rsp, 8
             .cfi_adjust_cfa_offset 8
             call ", $($function),+, "
             add rsp, 8
             .cfi_adjust_cfa_offset -8\n",
            restore_and_return!(),
        )
    };
}

/// Takes the shortcut of the access itself, to which `rsi` points, and returns. It is like those in the [table](detsan_hook_abi::Shortcuts), but that its key is without the place: it belongs to one place only, and only the
/// instructions below make it. There is none for empty cells, which keeps one that nobody has made from being taken. Goes on to `3:` otherwise, behind [`save_first`], with the address of the first cell in `rcx` and
/// its content in `rax`.
macro_rules! own_shortcut {
    ($size:tt) => {
        concat!(
            save_first!(),
            "movabs rcx, {words}
             movabs r11, {shadow}
             and rcx, rdi
             lea rcx, [r11 + {scale} * rcx]
             mov rax, qword ptr [rcx]
             test rax, rax
             jz 3f\n",
            fetch_around!("rdi", "rcx"),
            "cmp rax, qword ptr [rsi]
             jne 3f
             mov r11, qword ptr fs:[__detsan_thread@tpoff + {top}]
             mov r11d, dword ptr [r11 - {frame} + {context}]
             shl r11, {context_shift}
             xor r11, qword ptr fs:[__detsan_thread@tpoff + {step}]
             cmp r11, qword ptr [rsi + {key}]
             jne 3f\n",
            all_alike!($size, "rcx", "rax", "3f"),
            "\n",
            note_lowest!(),
            "\nmov rax, qword ptr [rsi + {after}]\n",
            write_cells!($size, "rcx", "rax"),
            "\npop rcx
             pop rax
             .cfi_remember_state
             .cfi_adjust_cfa_offset -16
             ret
             .cfi_restore_state",
        )
    };
}

/// `(address, shortcut)`: an access to whole cells, if it is aligned, that the check in line did not find recorded, or could not look at. If it can neither take its own [`Shortcut`](detsan_hook_abi::Shortcut) nor be settled, it goes on where the hook does
/// that is called at the same access in other programs.
macro_rules! after_check {
    ($($name:literal: $mode:tt $size:tt, as $hook:literal;)*) => {$(
        hook! {
            $name, $size:
            "cmp dword ptr fs:[__detsan_thread@tpoff + {base}], 0",
            "jz 2f",
            "test dil, 3",
            "jnz 6f",
            // As in `sized`.
            "prefetcht0 byte ptr [rdi]",
            own_shortcut!($size),
            "3:",
            save_rest!(),
            "mov rsi, qword ptr [rsp + 64]",
            "mov rdx, rcx",
            "mov r8, rax",
            settle!($mode $size),
            // For the next time. An empty cell takes no shortcut without a look at its surroundings.
            "test r8, r8",
            "jz 5f",
            "mov rsi, qword ptr [rsp + 32]",
            "mov r9, qword ptr fs:[__detsan_thread@tpoff + {top}]",
            "mov r9d, dword ptr [r9 - {frame} + {context}]",
            "shl r9, {context_shift}",
            "xor r9, qword ptr fs:[__detsan_thread@tpoff + {step}]",
            "mov qword ptr [rsi], r8",
            "mov qword ptr [rsi + {after}], r11",
            "mov qword ptr [rsi + {key}], r9",
            "5:",
            ".cfi_remember_state",
            restore_and_return!(),
            ".cfi_restore_state",
            "4:",
            "7:",
            call_and_return!($hook, "_not_recorded"),
            "2:",
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 6f",
            "ret",
            "6:",
            save!(),
            "mov rsi, qword ptr [rsp + 64]",
            call_and_return!($hook, "_not_in_cells")
        }
    )*};
}

/// `(address)`: the same for an access to a part of a cell, or to parts of two.
macro_rules! after_check_of_part {
    ($($name:literal: $mode:tt $size:tt, as $hook:literal;)*) => {$(
        hook! {
            $name, $size:
            "cmp dword ptr fs:[__detsan_thread@tpoff + {base}], 0",
            "jz 2f",
            save!(),
            "mov rsi, qword ptr [rsp + 64]",
            in_cells!($size),
            "movabs rdx, {words}",
            "movabs rcx, {shadow}",
            "and rdx, rdi",
            "lea rdx, [rcx + {scale} * rdx]",
            ".cfi_remember_state",
            call_and_return!($hook, "_not_recorded"),
            ".cfi_restore_state",
            "5:",
            call_and_return!($hook, "_not_in_cells"),
            "2:",
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 4f",
            "ret",
            "4:",
            save!(),
            "mov rsi, qword ptr [rsp + 64]",
            call_and_return!($hook, "_not_in_cells")
        }
    )*};
}

after_check_of_part! {
    "__detsan_read1": read 1, as "__tsan_read1";
    "__detsan_read2": read 2, as "__tsan_read2";
    "__detsan_write1": write 1, as "__tsan_write1";
    "__detsan_write2": write 2, as "__tsan_write2";
}

after_check! {
    "__detsan_read4": read 4, as "__tsan_read4";
    "__detsan_read8": read 8, as "__tsan_read8";
    "__detsan_read16": read 16, as "__tsan_read16";
    "__detsan_write4": write 4, as "__tsan_write4";
    "__detsan_write8": write 8, as "__tsan_write8";
    "__detsan_write16": write 16, as "__tsan_write16";
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
    call_and_return!("{exit_at_limit}"),
    "2:",
    "ret";
    top = const thread_offset::STACK_TOP,
    limit = const thread_offset::EXIT_LIMIT,
    frame = const size_of::<Frame>(),
    exit_at_limit = sym exit_at_limit,
}

// `(callee)`: the program is about to call a function by a pointer, and that does not begin with
// the mark of instrumented code, or nobody has looked.
function! {
    ".globl" "__detsan_unmarked_callee":
    "cmp qword ptr fs:[__detsan_thread@tpoff + {weight}], 0",
    "jz 2f",
    save!(),
    call_and_return!("{unmarked_callee}"),
    "2:",
    "ret";
    weight = const thread_offset::CALL_WEIGHT,
    unmarked_callee = sym unmarked_callee,
}
