//! The archive that is linked into a checked program: the `__tsan_*` entry points which the compiler calls under
//! `-fsanitize=thread`, and the calls of the C library and of libomp that the tool has to know about.
//!
//! # Ground rules
//!
//! 1. Without the tool the program does what it would do anyway: one test per hook, a jump per allocation.
//! 2. What an access means is decided by the tool. The hooks do to the shadow memory what the tool has shown them.
//! 3. The fast path is assembly, in `sized` and `calls`, because it must not use more than the registers and the
//!    instructions shown there. Where the compiler pass has put it into the program, `inlined` is what comes after it. The rest is Rust, without the standard library and without allocation.
//! 4. Hooks that need the address they return to take it from the stack on entry, and *jump* to their implementation
//!    (`assembly`).
//! 5. Functions that other libraries define as well are weak here, and go on to the next definition (`next`).
//! 6. The archive belongs in the executable, which must be linked with `-rdynamic`: then instrumented shared libraries
//!    find the hooks there, and calls of the interposed functions from every library pass here.
//! 7. Everything of ours is in one object file of the archive, so that whoever needs one hook gets all the rest.
#![doc = include_str!("../ABI.md")]
#![no_std]

#[cfg(not(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")))]
compile_error!("the access hooks are written for Linux on x86-64, with glibc");

mod allocator;
mod annotations;
mod assembly;
mod atomics;
mod attach;
mod blocking;
mod callees;
mod calls;
mod cells;
mod containers;
mod descriptors;
mod doors;
mod dynamic;
mod early;
mod ending;
mod formats;
mod fortran;
mod fragments;
mod gnu;
mod inlined;
mod libc;
mod locks;
mod mapping;
mod next;
mod nodes;
mod omp_allocator;
mod once;
mod openmp;
mod pausing;
mod ranges;
mod replacing;
mod semaphores;
mod settling;
mod signals;
mod sized;
mod slots;
mod standard_error;
mod streams;
mod tasking;
mod text;
mod transfers;

// The archive also holds rustc's library of arithmetic that processors lack, and a program with 16-byte reals takes it from there. Its functions
// refer to this one, which would be called if a panic unwound through them: nothing does.
core::arch::global_asm!(
    ".pushsection .text.rust_eh_personality, \"ax\", @progbits",
    ".weak rust_eh_personality",
    ".hidden rust_eh_personality",
    ".type rust_eh_personality, @function",
    "rust_eh_personality:",
    "ud2",
    ".size rust_eh_personality, . - rust_eh_personality",
    ".popsection",
);

/// Ends the program with a message, for want of a way to go on.
#[cold]
fn die(what: &[u8], name: &[u8]) -> ! {
    standard_error::say(&[b"DetSan: ", what, name]);
    libc::abort()
}

// A test build, which `cargo test --all-targets` makes although there is nothing to test in it, has one already.
#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    die(b"panic in the access hooks", b"")
}
