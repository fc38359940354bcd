//! The hooks of accesses that have a size: the fast path.
//!
//! Each hook looks at the cells of its access and returns if the running step has already recorded it; the rules are
//! in [`detsan_hook_abi`]. Otherwise, it jumps to [`report_access`] with the kind of the access and its own return
//! address. The jump leaves the stack as it was, so the slow path returns straight to the program. This is what
//! `__tsan_write4` becomes; a read asks for the readers first, and an access of 8 or 16 bytes has two or four cells:
//!
//! ```text
//! mov     eax, fs:[__detsan_thread]     ; base
//! test    eax, eax
//! je      not_checked
//! test    dil, 3                        ; an access that is not aligned to a cell touches parts of cells
//! jne     slow
//! mov     rcx, rdi
//! shl     rcx, 20                       ; the low 44 bits …
//! shr     rcx, 19                       ; … times two
//! movabs  rdx, 0x100000000000
//! cmp     [rdx + rcx], eax              ; writers >= base ?
//! jb      slow
//! ret
//! ```
//!
//! # Cases
//!
//! | access | what is looked at |
//! |---|---|
//! | 1 byte | the cell of the byte |
//! | 2 bytes | the cell, unless the access crosses into the next one |
//! | 4, 8, 16 bytes | 1, 2, 4 cells, if the address is a multiple of 4 |
//! | anything else | always reported |
//! | volatile | always reported: a loop that waits for a volatile flag must give the tool a chance to run who sets it |
//! | thread without a step (`base == 0`) | reported if there is a tool, which counts such accesses |
//!
//! An aligned hook checks its address like an unaligned one, because a packed structure breaks the promise.

use detsan_hook_abi::{AccessKind, SHADOW_ADDRESS_BITS, SHADOW_BASE, SHADOW_SCALE, thread_offset};

use crate::assembly::function;
use crate::attach::{CALLBACKS, tell};
use crate::descriptors::is_fresh;

const READ: u32 = 0;
const WRITE: u32 = AccessKind::WRITE;
const READ_WRITE: u32 = AccessKind::WRITE | AccessKind::READ_WRITE;
const VOLATILE_READ: u32 = AccessKind::VOLATILE;
const VOLATILE_WRITE: u32 = AccessKind::VOLATILE | AccessKind::WRITE;

/// Shifts that drop the address bits which select no cell, and multiply the others by the scale.
const DROP: u32 = usize::BITS - SHADOW_ADDRESS_BITS;
const SCALE: u32 = DROP - SHADOW_SCALE.trailing_zeros();

/// Tells the tool of an access.
#[cold]
pub(crate) extern "C" fn report_access(address: usize, kind: AccessKind, pc: usize) {
    if is_fresh(address) {
        return;
    }
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.access)(address, kind, pc) });
}

/// Jumps to the slow path unless the access lies in whole cells, or within one.
macro_rules! in_cells {
    (1) => {
        ""
    };
    (2) => {
        "lea ecx, [rdi + 1]
         test cl, 3
         jz 3f"
    };
    ($size:tt) => {
        "test dil, 3
         jnz 3f"
    };
}

/// Clears what remains of the address within its cell.
macro_rules! to_cell {
    (1) => {
        "and rcx, -8"
    };
    (2) => {
        "and rcx, -8"
    };
    ($size:tt) => {
        ""
    };
}

/// Jumps to the slow path unless this step has recorded such an access to the cell at `offset`.
macro_rules! recorded {
    (read $offset:literal) => {
        concat!(
            "cmp dword ptr [rdx + rcx + 4 + ",
            $offset,
            "], eax\n",
            "jae 4f\n",
            "cmp dword ptr [rdx + rcx + ",
            $offset,
            "], eax\n",
            "jb 3f\n",
            "4:",
        )
    };
    (write $offset:literal) => {
        concat!("cmp dword ptr [rdx + rcx + ", $offset, "], eax\njb 3f")
    };
}

/// [`recorded`] for every cell of an access of the given size.
macro_rules! all_recorded {
    ($mode:tt 8) => {
        concat!(recorded!($mode 0), "\n", recorded!($mode 8))
    };
    ($mode:tt 16) => {
        concat!(recorded!($mode 0), "\n", recorded!($mode 8), "\n", recorded!($mode 16), "\n", recorded!($mode 24))
    };
    ($mode:tt $size:tt) => {
        recorded!($mode 0)
    };
}

/// Puts the place of the access where [`report_access`] expects it.
macro_rules! place {
    (return_address) => {
        "mov rdx, qword ptr [rsp]"
    };
    (second_argument) => {
        "mov rdx, rsi"
    };
}

macro_rules! fast_path {
    ($($name:literal: $mode:tt $size:tt, $kind:ident, pc = $place:tt;)*) => {$(
        function! {
            ".globl" $name:
            "mov eax, dword ptr fs:[__detsan_thread@tpoff + {base}]",
            "test eax, eax",
            "jz 2f",
            in_cells!($size),
            "mov rcx, rdi",
            "shl rcx, {drop}",
            "shr rcx, {scale}",
            to_cell!($size),
            "movabs rdx, {shadow}",
            all_recorded!($mode $size),
            "ret",
            "2:",
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 3f",
            "ret",
            "3:",
            place!($place),
            "mov esi, {kind}",
            "jmp {report}";
            base = const thread_offset::BASE,
            drop = const DROP,
            scale = const SCALE,
            shadow = const SHADOW_BASE,
            callbacks = sym CALLBACKS,
            kind = const $kind | $size,
            report = sym report_access,
        }
    )*};
}

/// Hooks that report every access of a checked program.
macro_rules! always_reported {
    ($($name:literal: $size:tt, $kind:ident;)*) => {$(
        function! {
            ".globl" $name:
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 3f",
            "ret",
            "3:",
            "mov rdx, qword ptr [rsp]",
            "mov esi, {kind}",
            "jmp {report}";
            callbacks = sym CALLBACKS,
            kind = const $kind | $size,
            report = sym report_access,
        }
    )*};
}

fast_path! {
    "__tsan_read1": read 1, READ, pc = return_address;
    "__tsan_read2": read 2, READ, pc = return_address;
    "__tsan_read4": read 4, READ, pc = return_address;
    "__tsan_read8": read 8, READ, pc = return_address;
    "__tsan_read16": read 16, READ, pc = return_address;
    "__tsan_write1": write 1, WRITE, pc = return_address;
    "__tsan_write2": write 2, WRITE, pc = return_address;
    "__tsan_write4": write 4, WRITE, pc = return_address;
    "__tsan_write8": write 8, WRITE, pc = return_address;
    "__tsan_write16": write 16, WRITE, pc = return_address;

    "__tsan_unaligned_read2": read 2, READ, pc = return_address;
    "__tsan_unaligned_read4": read 4, READ, pc = return_address;
    "__tsan_unaligned_read8": read 8, READ, pc = return_address;
    "__tsan_unaligned_read16": read 16, READ, pc = return_address;
    "__tsan_unaligned_write2": write 2, WRITE, pc = return_address;
    "__tsan_unaligned_write4": write 4, WRITE, pc = return_address;
    "__tsan_unaligned_write8": write 8, WRITE, pc = return_address;
    "__tsan_unaligned_write16": write 16, WRITE, pc = return_address;

    // clang, with -mllvm -tsan-compound-read-before-write.
    "__tsan_read_write1": write 1, READ_WRITE, pc = return_address;
    "__tsan_read_write2": write 2, READ_WRITE, pc = return_address;
    "__tsan_read_write4": write 4, READ_WRITE, pc = return_address;
    "__tsan_read_write8": write 8, READ_WRITE, pc = return_address;
    "__tsan_read_write16": write 16, READ_WRITE, pc = return_address;
    "__tsan_unaligned_read_write2": write 2, READ_WRITE, pc = return_address;
    "__tsan_unaligned_read_write4": write 4, READ_WRITE, pc = return_address;
    "__tsan_unaligned_read_write8": write 8, READ_WRITE, pc = return_address;
    "__tsan_unaligned_read_write16": write 16, READ_WRITE, pc = return_address;

    "__tsan_read1_pc": read 1, READ, pc = second_argument;
    "__tsan_read2_pc": read 2, READ, pc = second_argument;
    "__tsan_read4_pc": read 4, READ, pc = second_argument;
    "__tsan_read8_pc": read 8, READ, pc = second_argument;
    "__tsan_read16_pc": read 16, READ, pc = second_argument;
    "__tsan_write1_pc": write 1, WRITE, pc = second_argument;
    "__tsan_write2_pc": write 2, WRITE, pc = second_argument;
    "__tsan_write4_pc": write 4, WRITE, pc = second_argument;
    "__tsan_write8_pc": write 8, WRITE, pc = second_argument;
    "__tsan_write16_pc": write 16, WRITE, pc = second_argument;

    // The pointer to the virtual functions of an object is a pointer like any other.
    "__tsan_vptr_read": read 8, READ, pc = return_address;
}

// clang, with -mllvm -tsan-distinguish-volatile; gcc, with --param tsan-distinguish-volatile=1.
always_reported! {
    "__tsan_volatile_read1": 1, VOLATILE_READ;
    "__tsan_volatile_read2": 2, VOLATILE_READ;
    "__tsan_volatile_read4": 4, VOLATILE_READ;
    "__tsan_volatile_read8": 8, VOLATILE_READ;
    "__tsan_volatile_read16": 16, VOLATILE_READ;
    "__tsan_volatile_write1": 1, VOLATILE_WRITE;
    "__tsan_volatile_write2": 2, VOLATILE_WRITE;
    "__tsan_volatile_write4": 4, VOLATILE_WRITE;
    "__tsan_volatile_write8": 8, VOLATILE_WRITE;
    "__tsan_volatile_write16": 16, VOLATILE_WRITE;
    "__tsan_unaligned_volatile_read2": 2, VOLATILE_READ;
    "__tsan_unaligned_volatile_read4": 4, VOLATILE_READ;
    "__tsan_unaligned_volatile_read8": 8, VOLATILE_READ;
    "__tsan_unaligned_volatile_read16": 16, VOLATILE_READ;
    "__tsan_unaligned_volatile_write2": 2, VOLATILE_WRITE;
    "__tsan_unaligned_volatile_write4": 4, VOLATILE_WRITE;
    "__tsan_unaligned_volatile_write8": 8, VOLATILE_WRITE;
    "__tsan_unaligned_volatile_write16": 16, VOLATILE_WRITE;
}

// `(address, value)`: a constructor or destructor is about to set the pointer to the virtual functions. Setting it to
// what it is, as the destructor of a class without derived classes does, is no write that anyone can see.
function! {
    ".globl" "__tsan_vptr_update":
    "cmp qword ptr [rdi], rsi",
    "jne __tsan_write8",
    "ret"
}
