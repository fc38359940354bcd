//! The hooks of accesses that have a size: the fast path.
//!
//! Each hook looks at the cells of its access and returns if the running step has already recorded it; the rules are
//! in [`detsan_hook_abi`]. Otherwise, it [settles](crate::settling) the access, or takes a [shortcut](detsan_hook_abi::Shortcuts), if the first cell allows that and the others are
//! like it, or jumps to [`shorten_or_report`] with its own return address. All of that is put together from [pieces](crate::fragments). The jump leaves the stack as it was, so the slow path returns straight to the program. This is what
//! `__tsan_write4` becomes; a read looks at the other half, and an access of 8 or 16 bytes has two or four cells:
//!
//! ```text
//! mov     eax, fs:[__detsan_thread]     ; base
//! test    eax, eax
//! je      not_checked
//! test    dil, 3                        ; an access that is not aligned to a cell touches parts of cells
//! jne     slow
//! movabs  rcx, 0xffffffffffc            ; of the low 44 bits, the word
//! movabs  rdx, 0x100000000000
//! and     rcx, rdi
//! lea     rdx, [rdx + 2 * rcx]
//! cmp     [rdx], eax                    ; writers >= base ?
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
//! | anything else | none here: `shorten_or_report` looks at all of its cells |
//! | volatile | always reported: a loop that waits for a volatile flag must give the tool a chance to run who sets it |
//! | thread without a step (`base == 0`) | reported if there is a tool, which counts such accesses |
//!
//! An aligned hook checks its address like an unaligned one, because a packed structure breaks the promise.

use detsan_hook_abi::{AccessKind, CELL_SPAN, cell_address, part_of_cell, shortcut_key};

use crate::assembly::{function, hooks};
use crate::attach::{CALLBACKS, tell, thread_state, tool};
use crate::cells::{bytes_of, recorded as recorded_identifier, settle_part};
use crate::descriptors::is_fresh;
use crate::fragments::{
    add_offset, alike, all_alike, all_recorded, count_cells, hook, in_cells, note_lowest, recorded, return_if_recorded,
    settle, settled, write_cell, write_cells,
};
use crate::settling::context;

const READ: u32 = 0;
const WRITE: u32 = AccessKind::WRITE;
const READ_WRITE: u32 = AccessKind::WRITE | AccessKind::READ_WRITE;
const VOLATILE_READ: u32 = AccessKind::VOLATILE;
const VOLATILE_WRITE: u32 = AccessKind::VOLATILE | AccessKind::WRITE;

/// Tells the tool of an access.
#[cold]
pub(crate) extern "C" fn report_access(address: usize, kind: AccessKind, pc: usize) {
    if tool().is_none() {
        stop_checking();
        return;
    }
    if is_fresh(address) {
        return;
    }
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.access)(address, kind, pc) });
}

/// The tool has left the program to itself: accesses of this thread take the shortest way from now
/// on.
#[cold]
fn stop_checking() {
    let state = thread_state();
    // SAFETY: the state is the calling thread's own.
    unsafe { (*state).base = 0 };
    // SAFETY: as above.
    unsafe { (*state).step = 0 };
}

/// Deals with a plain access of this [kind](AccessKind) that the fast path did not settle: by [shortcuts](detsan_hook_abi::Shortcuts) or, if one is missing, by the
/// [usual transition](detsan_hook_abi::Settling), if it is one, and else by telling the tool.
extern "C" fn shorten_or_report<const KIND: u32>(address: usize, pc: usize) {
    let kind = AccessKind(KIND);
    if !is_fresh(address) && !shorten(address, kind.size(), pc, kind) {
        report_access(address, kind, pc);
    }
}

/// `(address, size, pc)`: an access to memory that the program finds by the number of the running thread.
pub(crate) extern "C" fn access_in_slot<const MODE: u32>(address: usize, size: usize, pc: usize) {
    let kind = AccessKind(MODE | AccessKind::SLOT | size as u32);
    if tool().is_some() && !is_fresh(address) && !shorten(address, size, pc, kind) {
        report_access(address, kind, pc);
    }
}

/// Whether an access is done with: for every cell there was a shortcut for accesses at `pc`, or it could be settled. If not, the tool does again what
/// was done to some of the cells, which changes nothing.
#[inline(always)]
fn shorten(address: usize, length: usize, pc: usize, kind: AccessKind) -> bool {
    let state = thread_state();
    // SAFETY: the state is the calling thread's own, and the tool does not run meanwhile.
    let state = unsafe { &mut *state };
    if state.step == 0 {
        return false;
    }
    // SAFETY: the tool's shortcuts, while there is a step, and the tool does not run meanwhile.
    let shortcuts = unsafe { &mut *state.shortcuts };
    let context = context(state, shortcuts);
    let end = address + length;
    let mut word = address & !(CELL_SPAN - 1);
    let mut written = 0;
    while word < end {
        let cell = cell_address(word) as *mut u64;
        // SAFETY: the shadow is reserved while a thread is checked, and nobody else touches it while this thread has a step.
        if recorded_identifier(unsafe { cell.read() }, kind) < state.base {
            let bytes = bytes_of(word, address, end);
            let key = shortcut_key(part_of_cell(bytes, length), pc, context, state.step);
            if !settle_part(state, shortcuts, cell, bytes, kind, (pc, context), key) {
                return false;
            }
            written += 1;
        }
        word += CELL_SPAN;
    }
    if address < state.low_water && address >= state.stack_low {
        state.low_water = address;
    }
    state.shortened += written;
    true
}

/// A place in a hook where [`crate::inlined`] comes in, with the address of the access in `rdi` and its place in `rsi`; at `_not_recorded` with that of the cell in `rdx`, too.
macro_rules! inner_entry {
    ($name:literal, $place:literal) => {
        concat!(".globl ", $name, $place, "\n.hidden ", $name, $place, "\n", $name, $place, ":")
    };
}

macro_rules! fast_path {
    ($($name:literal: $mode:tt $size:tt, $kind:ident;)*) => {$(
        hook! {
            $name, $size:
            return_if_recorded!($mode $size),
            // Not recorded. The usual transition is made here, or one for which there is a shortcut for the first cell, if the others are like it; `shorten_or_report` knows the rest.
            // What a step touches for the first time is often not in the processor's cache, as little as its cell: the two are fetched at once.
            "3:",
            "prefetcht0 byte ptr [rdi]",
            "mov rsi, qword ptr [rsp]",
            inner_entry!($name, "_not_recorded"),
            "mov r8, qword ptr [rdx]",
            settle!($mode $size),
            "ret",
            "4:",
            "mov r9, qword ptr fs:[__detsan_thread@tpoff + {top}]",
            "mov r9d, dword ptr [r9 - {frame} + {context}]",
            "shl r9, {context_shift}",
            "xor r9, qword ptr fs:[__detsan_thread@tpoff + {step}]",
            "xor r9, rsi",
            add_offset!($size),
            "mov r10, r8",
            "shr r10, {fold}",
            "xor r10, r8",
            "mov r11, r9",
            "shr r11, {context_shift}",
            "xor r10, r9",
            "xor r10, r11",
            "and r10d, {mask}",
            "shl r10d, {shift}",
            "add r10, qword ptr fs:[__detsan_thread@tpoff + {shortcuts}]",
            "cmp qword ptr [r10], r8",
            "jne 7f",
            "cmp qword ptr [r10 + {key}], r9",
            "jne 7f",
            "test r8, r8",
            "jz 7f",
            all_alike!($size, "rdx", "r8", "7f"),
            note_lowest!(),
            "mov r11, qword ptr [r10 + {after}]",
            write_cells!($size, "rdx", "r11"),
            "ret",
            "2:",
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 5f",
            "ret",
            "5:",
            "mov rsi, qword ptr [rsp]",
            inner_entry!($name, "_not_in_cells"),
            "7:",
            "jmp {shorten}";
            shorten = sym shorten_or_report::<{ $kind | $size }>,
        }
    )*};
}

/// The same with the place of the access as second argument. Nothing that these are about is common enough for shortcuts.
macro_rules! fast_path_at {
    ($($name:literal: $mode:tt $size:tt, $kind:ident;)*) => {$(
        hook! {
            $name, $size:
            return_if_recorded!($mode $size),
            "2:",
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 3f",
            "ret",
            "3:",
            "5:",
            "mov rdx, rsi",
            "mov esi, {kind}",
            "jmp {report}";
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
    "__tsan_read1": read 1, READ;
    "__tsan_read2": read 2, READ;
    "__tsan_read4": read 4, READ;
    "__tsan_read8": read 8, READ;
    "__tsan_read16": read 16, READ;
    "__tsan_write1": write 1, WRITE;
    "__tsan_write2": write 2, WRITE;
    "__tsan_write4": write 4, WRITE;
    "__tsan_write8": write 8, WRITE;
    "__tsan_write16": write 16, WRITE;

    "__tsan_unaligned_read2": read 2, READ;
    "__tsan_unaligned_read4": read 4, READ;
    "__tsan_unaligned_read8": read 8, READ;
    "__tsan_unaligned_read16": read 16, READ;
    "__tsan_unaligned_write2": write 2, WRITE;
    "__tsan_unaligned_write4": write 4, WRITE;
    "__tsan_unaligned_write8": write 8, WRITE;
    "__tsan_unaligned_write16": write 16, WRITE;

    // clang, with -mllvm -tsan-compound-read-before-write.
    "__tsan_read_write1": write 1, READ_WRITE;
    "__tsan_read_write2": write 2, READ_WRITE;
    "__tsan_read_write4": write 4, READ_WRITE;
    "__tsan_read_write8": write 8, READ_WRITE;
    "__tsan_read_write16": write 16, READ_WRITE;
    "__tsan_unaligned_read_write2": write 2, READ_WRITE;
    "__tsan_unaligned_read_write4": write 4, READ_WRITE;
    "__tsan_unaligned_read_write8": write 8, READ_WRITE;
    "__tsan_unaligned_read_write16": write 16, READ_WRITE;

    // The pointer to the virtual functions of an object is a pointer like any other.
    "__tsan_vptr_read": read 8, READ;
}

// The compiler pass of DetSan calls these, with the size of the access: 1, 2, 4, 8 or 16.
hooks! {
    "__detsan_read_slot", caller in "rdx" => access_in_slot::<READ>;
    "__detsan_write_slot", caller in "rdx" => access_in_slot::<WRITE>;
}

fast_path_at! {
    "__tsan_read1_pc": read 1, READ;
    "__tsan_read2_pc": read 2, READ;
    "__tsan_read4_pc": read 4, READ;
    "__tsan_read8_pc": read 8, READ;
    "__tsan_read16_pc": read 16, READ;
    "__tsan_write1_pc": write 1, WRITE;
    "__tsan_write2_pc": write 2, WRITE;
    "__tsan_write4_pc": write 4, WRITE;
    "__tsan_write8_pc": write 8, WRITE;
    "__tsan_write16_pc": write 16, WRITE;
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
