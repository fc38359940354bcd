//! Functions in assembly: the fast path, and doors that lead to an implementation in Rust.
//!
//! A door notes the address it returns to, which is a place in the program, and *jumps* to the implementation, so that
//! the stack stays as the program left it: the implementation returns straight to the program.
//!
//! These are `global_asm!` rather than naked functions, because naked functions are neither weak nor aligned.

/// Defines a function: `.globl` or `.weak`, a name, instructions; then what the instructions refer to.
macro_rules! function {
    ($binding:literal $name:literal: $($instruction:expr),+ $(; $($operand:tt)*)?) => {
        core::arch::global_asm!(
            concat!(".pushsection .text.", $name, ", \"ax\", @progbits"),
            ".p2align 6",
            concat!($binding, " ", $name),
            concat!(".type ", $name, ", @function"),
            concat!($name, ":"),
            ".cfi_startproc",
            $($instruction,)+
            ".cfi_endproc",
            concat!(".size ", $name, ", . - ", $name),
            ".popsection",
            $($($operand)*)?
        );
    };
}

/// Defines hooks that pass the address they return to as one more argument.
macro_rules! hooks {
    ($($name:literal, caller in $register:literal => $implementation:path;)*) => {$(
        $crate::assembly::function! {
            ".globl" $name:
            concat!("mov ", $register, ", qword ptr [rsp]"),
            "jmp {implementation}";
            implementation = sym $implementation,
        }
    )*};
}

/// Keeps a function, which is weak, to the object files that it is linked with. Shared libraries that
/// were compiled for DetSan have doors of the same name (`library-doors`), which lead to its twin.
macro_rules! keep_to_checked_code {
    ($($name:tt)+) => {
        core::arch::global_asm!(
            concat!(".hidden ", $($name)+),
            concat!(".globl __detsan_door_", $($name)+),
            concat!(".set __detsan_door_", $($name)+, ", ", $($name)+),
        );
    };
}

/// Defines functions under names that other libraries define too. Each is weak, so that a program which brings its own
/// still links, and goes unobserved there. Those after `checked_code:` are for calls from checked code
/// alone, the others for calls from every library.
macro_rules! interpose {
    (checked_code: $($name:literal $(, caller in $register:literal)? => $implementation:path;)*) => {$(
        $crate::assembly::interpose! { $name $(, caller in $register)? => $implementation; }
        $crate::assembly::keep_to_checked_code!($name);
    )*};
    ($($name:literal => $implementation:path;)*) => {$(
        $crate::assembly::function! {
            ".weak" $name: "jmp {implementation}"; implementation = sym $implementation,
        }
    )*};
    ($($name:literal, caller in $register:literal => $implementation:path;)*) => {$(
        $crate::assembly::function! {
            ".weak" $name:
            concat!("mov ", $register, ", qword ptr [rsp]"),
            "jmp {implementation}";
            implementation = sym $implementation,
        }
    )*};
}

/// Defines functions that call `prepare` with their first argument, and jump to what it returns with all of up to three.
macro_rules! interpose_and_jump {
    ($($name:literal => $prepare:path;)*) => {$(
        $crate::assembly::function! {
            ".weak" $name:
            "push rdi",
            "push rsi",
            "push rdx",
            ".cfi_adjust_cfa_offset 24",
            "call {prepare}",
            "pop rdx",
            "pop rsi",
            "pop rdi",
            ".cfi_adjust_cfa_offset -24",
            "jmp rax";
            prepare = sym $prepare,
        }
    )*};
}

pub(crate) use {function, hooks, interpose, interpose_and_jump, keep_to_checked_code};
