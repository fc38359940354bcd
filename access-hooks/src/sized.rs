//! The hooks of accesses that have a size: the fast path.
//!
//! Each hook looks at the cells of its access and returns if the running step has already recorded it; the rules are
//! in [`detsan_hook_abi`]. Otherwise, it takes a [shortcut](detsan_hook_abi::Shortcuts), if there is one for the first cell and the others are
//! like it, or jumps to [`shorten_or_report`] with its own return address. The jump leaves the stack as it was, so the slow path returns straight to the program. This is what
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
//! | anything else | always reported |
//! | volatile | always reported: a loop that waits for a volatile flag must give the tool a chance to run who sets it |
//! | thread without a step (`base == 0`) | reported if there is a tool, which counts such accesses |
//!
//! An aligned hook checks its address like an unaligned one, because a packed structure breaks the promise.

use core::mem::offset_of;
use core::sync::atomic::{Ordering, compiler_fence};

use detsan_hook_abi::{
    AccessKind, CELL_SPAN, COVERING, Frame, ROOT_CONTEXT, SHADOW_ADDRESS_BITS, SHADOW_BASE, SHADOW_SCALE,
    SHORTCUT_AFTER, SHORTCUT_CONTEXT_SHIFT, SHORTCUT_FOLD, SHORTCUT_KEY, SHORTCUT_MASK, SHORTCUT_OFFSET_SHIFT,
    SHORTCUT_SHIFT, Settling, Shortcuts, ThreadState, cell_address, shortcut_key, thread_offset,
};

use crate::assembly::function;
use crate::attach::{CALLBACKS, tell, thread_pointer, thread_state};
use crate::cells::recorded;
use crate::descriptors::is_fresh;

const READ: u32 = 0;
const WRITE: u32 = AccessKind::WRITE;
const READ_WRITE: u32 = AccessKind::WRITE | AccessKind::READ_WRITE;
const VOLATILE_READ: u32 = AccessKind::VOLATILE;
const VOLATILE_WRITE: u32 = AccessKind::VOLATILE | AccessKind::WRITE;

/// The address bits that select a cell.
const WORDS: usize = (1 << SHADOW_ADDRESS_BITS) - CELL_SPAN;

/// Tells the tool of an access.
#[cold]
pub(crate) extern "C" fn report_access(address: usize, kind: AccessKind, pc: usize) {
    if is_fresh(address) {
        return;
    }
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.access)(address, kind, pc) });
}

/// Deals with a plain access of this [kind](AccessKind) that the fast path did not settle: by [shortcuts](detsan_hook_abi::Shortcuts) or, if one is missing, by the
/// [usual transition](detsan_hook_abi::Settling), if it is one, and else by telling the tool.
extern "C" fn shorten_or_report<const KIND: u32>(address: usize, pc: usize) {
    let kind = AccessKind(KIND);
    let offset = address % CELL_SPAN;
    let lies_in_cells = offset == 0 || offset + kind.size() <= CELL_SPAN;
    if is_fresh(address) {
        return;
    }
    if !lies_in_cells || !shorten(address, kind.size(), pc, kind) {
        report_access(address, kind, pc);
    }
}

/// Whether an access that lies in whole cells, or within one, is done with: for every cell there was a shortcut for accesses at `pc`, or it could be settled. If not, the tool does again what
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
    let key = shortcut_key(address, pc, context, state.step);
    let mut cell = cell_address(address) as *mut u64;
    let mut written = 0;
    for index in 0..length.div_ceil(CELL_SPAN) {
        // SAFETY: the shadow is reserved while a thread is checked, and nobody else touches it while this thread has a step.
        let before = unsafe { cell.read() };
        let recorded = recorded(before, kind);
        // The assembly has looked at the only cell of a small access.
        if length <= CELL_SPAN || recorded < state.base {
            let shortcut = *shortcuts.place(before, key);
            if before == 0 && !is_known_piece(shortcuts, cell.addr()) {
                return false;
            }
            if shortcut.before == before && shortcut.key == key {
                // SAFETY: as above.
                unsafe { cell.write(shortcut.after) };
            } else {
                let is_whole = (address | length).is_multiple_of(CELL_SPAN);
                if !is_whole || !settle(state, shortcuts, cell, kind, (pc, context)) {
                    return false;
                }
                // SAFETY: as above.
                let after = unsafe { cell.read() };
                // The first cell is the one that the assembly looks for.
                if index == 0 {
                    shortcuts.place(before, key).set(before, after, key);
                }
            }
            written += 1;
        }
        cell = cell.wrapping_add(1);
    }
    if address < state.low_water && address >= state.stack_low {
        state.low_water = address;
    }
    state.shortened += written;
    true
}

/// Whether a cell was settled: what it holds is known to precede the running step, and the access `at` a place, in a call, takes its place. See [`Settling`](detsan_hook_abi::Settling).
#[inline]
pub(crate) fn settle(
    state: &ThreadState,
    shortcuts: &mut Shortcuts,
    cell: *mut u64,
    kind: AccessKind,
    at: (usize, u32),
) -> bool {
    let settling = &mut shortcuts.settling;
    if settling.step != state.step || settling.door.is_null() {
        return false;
    }
    // SAFETY: the tool's door, which is there for good.
    let door = unsafe { &*settling.door };
    if door.checked.load(Ordering::Relaxed) != 0 {
        return false;
    }
    // The same word that the tool takes for a thread; any but 0 would do.
    door.checked.store(thread_pointer(), Ordering::Relaxed);
    // As the tool's own entrance does it: a visitor has the kernel put a barrier here.
    compiler_fence(Ordering::SeqCst);
    // The step is looked at again, because a visitor may have come and gone, and have taken the baton along.
    let is_free = door.visitor.load(Ordering::Acquire) == 0;
    // SAFETY: the thread's own state, which a visitor may have changed until now.
    let step = unsafe { (&raw const state.step).read_volatile() };
    // SAFETY: as for the state.
    let settled_step = unsafe { (&raw const settling.step).read_volatile() };
    let is_settled = is_free && step != 0 && step == settled_step && replace(state.base, settling, cell, kind, at);
    door.checked.store(0, Ordering::Release);
    is_settled
}

#[inline(always)]
fn replace(base: u32, settling: &mut Settling, cell: *mut u64, kind: AccessKind, (pc, context): (usize, u32)) -> bool {
    // SAFETY: a cell of the shadow, which nobody else touches while this thread has a step.
    let before = unsafe { cell.read() };
    let (writers, readers) = (before as u32, (before >> 32) as u32);
    if writers != 0 && !is_settled(settling, writers) {
        return false;
    }
    // What this step has read it may write, which replaces its own read as well.
    let is_own = kind.is_write() && readers >= settling.own;
    if readers != writers && !is_own && !is_settled(settling, readers) {
        return false;
    }
    let Some(id) = settling.identifier(pc, context, base) else { return false };
    let writers = if kind.is_write() { id } else { writers };
    // SAFETY: as above.
    unsafe { cell.write(u64::from(id) << 32 | u64::from(writers)) };
    true
}

/// Whether an identifier is of a single plain access to a whole cell, without locks, that precedes the running step, which is the one that this is for.
#[inline]
fn is_settled(settling: &Settling, id: u32) -> bool {
    // SAFETY: the tool has set it together with the step, and it is there for good.
    let past = unsafe { &*settling.past };
    if !past.contains(id) {
        return false;
    }
    let index = id - COVERING;
    let bits = settling.odd.wrapping_add((index / u64::BITS) as usize);
    // SAFETY: there is a bit for all that is in the past, and the tool, which may move them, does not run.
    let bits = unsafe { bits.read() };
    bits >> (index % u64::BITS) & 1 == 0
}

/// Number of the call path of the innermost function, which it has from now on if the tool has numbered such calls lately; else 0.
#[inline(always)]
pub(crate) fn context(state: &ThreadState, shortcuts: &mut Shortcuts) -> u32 {
    let innermost = state.stack_top.wrapping_sub(1);
    // SAFETY: a thread with a step has a shadow call stack, and there is a frame below its bottom, too.
    let context = unsafe { (*innermost).context };
    if context != 0 || innermost < state.stack_bottom { context } else { number(state, shortcuts) }
}

/// Calls that are numbered at once.
const CALLS: usize = 16;

/// Numbers the innermost call, and those around it that have no number yet, as the tool would.
#[inline(never)]
fn number(state: &ThreadState, shortcuts: &mut Shortcuts) -> u32 {
    let innermost = state.stack_top.wrapping_sub(1);
    let mut frame = innermost;
    for _ in 0..CALLS {
        // SAFETY: there is a frame below, if only the empty one.
        let caller = unsafe { *frame.wrapping_sub(1) };
        // The outermost function, of the program or of a task, is called by the runtime.
        let is_outermost = frame == state.stack_bottom || caller.call_pc == 0;
        if !is_outermost && caller.context == 0 {
            frame = frame.wrapping_sub(1);
            continue;
        }
        loop {
            // SAFETY: the frame is on the stack.
            let callee = unsafe { &mut *frame };
            // SAFETY: as above.
            let caller = unsafe { *frame.wrapping_sub(1) };
            if frame == state.stack_bottom || caller.call_pc == 0 {
                callee.context = ROOT_CONTEXT;
            } else {
                let known = *shortcuts.call(caller.context, callee.call_pc);
                if (known.caller, known.pc) != (caller.context, callee.call_pc) {
                    return 0;
                }
                callee.context = known.context;
            }
            if frame == innermost {
                return callee.context;
            }
            frame = frame.wrapping_add(1);
        }
    }
    0
}

/// Whether the tool knows that the shadow around this cell is used.
pub(crate) fn is_known_piece(shortcuts: &mut Shortcuts, cell: usize) -> bool {
    let (recent, piece) = shortcuts.piece(cell);
    *recent == piece
}

/// Jumps to the slow path unless the access lies in whole cells, or within one.
macro_rules! in_cells {
    (1) => {
        ""
    };
    (2) => {
        "lea ecx, [rdi + 1]
         test cl, 3
         jz 5f"
    };
    ($size:tt) => {
        "test dil, 3
         jnz 5f"
    };
}

/// Jumps to the slow path unless this step has recorded such an access to the cell at `offset`.
macro_rules! recorded {
    (read $offset:literal) => {
        concat!("cmp dword ptr [rdx + 4 + ", $offset, "], eax\njb 3f")
    };
    (write $offset:literal) => {
        concat!("cmp dword ptr [rdx + ", $offset, "], eax\njb 3f")
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

/// The fast path: returns if the running step has recorded the access. Otherwise goes on to `3:` with the address of the first cell in `rdx` and its content not looked at
/// any further, to `5:` if parts of several cells are touched, to `2:` on a thread that is not checked.
macro_rules! return_if_recorded {
    ($mode:tt $size:tt) => {
        concat!(
            "mov eax, dword ptr fs:[__detsan_thread@tpoff + {base}]
             test eax, eax
             jz 2f\n",
            in_cells!($size),
            "\nmovabs rcx, {words}
             movabs rdx, {shadow}
             and rcx, rdi
             lea rdx, [rdx + {scale} * rcx]\n",
            all_recorded!($mode $size),
            "\nret",
        )
    };
}

const _: () = assert!(SHORTCUT_OFFSET_SHIFT == 48);

/// Adds to the key of a shortcut where in its cell the access begins.
macro_rules! add_offset {
    (1) => {
        "mov r11d, edi
         and r11d, 3
         shl r11, 48
         xor r9, r11"
    };
    (2) => {
        add_offset!(1)
    };
    ($size:tt) => {
        ""
    };
}

/// Jumps on unless all further cells of the access have the content of the first.
macro_rules! all_alike {
    (8) => {
        "cmp qword ptr [rdx + 8], r8
         jne 5f"
    };
    (16) => {
        "cmp qword ptr [rdx + 8], r8
         jne 5f
         cmp qword ptr [rdx + 16], r8
         jne 5f
         cmp qword ptr [rdx + 24], r8
         jne 5f"
    };
    ($size:tt) => {
        ""
    };
}

/// Writes the cells of the access.
macro_rules! write_cells {
    (8) => {
        "mov qword ptr [rdx], r11
         mov qword ptr [rdx + 8], r11
         add qword ptr fs:[__detsan_thread@tpoff + {shortened}], 2"
    };
    (16) => {
        "mov qword ptr [rdx], r11
         mov qword ptr [rdx + 8], r11
         mov qword ptr [rdx + 16], r11
         mov qword ptr [rdx + 24], r11
         add qword ptr fs:[__detsan_thread@tpoff + {shortened}], 4"
    };
    ($size:tt) => {
        "mov qword ptr [rdx], r11
         add qword ptr fs:[__detsan_thread@tpoff + {shortened}], 1"
    };
}

macro_rules! fast_path {
    ($($name:literal: $mode:tt $size:tt, $kind:ident;)*) => {$(
        function! {
            ".globl" $name:
            return_if_recorded!($mode $size),
            // Not recorded. If there is a shortcut for the first cell, and the others are like it, it is taken here; `shorten_or_report` knows the rest.
            // What a step touches for the first time is often not in the processor's cache, as little as its cell: the two are fetched at once.
            "3:",
            "prefetcht0 byte ptr [rdi]",
            "mov rsi, qword ptr [rsp]",
            "mov r8, qword ptr [rdx]",
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
            "jne 5f",
            "cmp qword ptr [r10 + {key}], r9",
            "jne 5f",
            "test r8, r8",
            "jz 5f",
            all_alike!($size),
            "cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {low_water}]",
            "jae 6f",
            "cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {stack_low}]",
            "jae 5f",
            "6:",
            "mov r11, qword ptr [r10 + {after}]",
            write_cells!($size),
            "ret",
            "2:",
            "cmp qword ptr [rip + {callbacks}], 0",
            "jne 5f",
            "ret",
            "5:",
            "mov rsi, qword ptr [rsp]",
            "jmp {shorten}";
            base = const thread_offset::BASE,
            words = const WORDS,
            scale = const SHADOW_SCALE,
            shadow = const SHADOW_BASE,
            top = const thread_offset::STACK_TOP,
            frame = const size_of::<Frame>(),
            context = const offset_of!(Frame, context),
            context_shift = const SHORTCUT_CONTEXT_SHIFT,
            step = const thread_offset::STEP,
            fold = const SHORTCUT_FOLD,
            mask = const SHORTCUT_MASK,
            shift = const SHORTCUT_SHIFT,
            shortcuts = const thread_offset::SHORTCUTS,
            key = const SHORTCUT_KEY,
            after = const SHORTCUT_AFTER,
            low_water = const thread_offset::LOW_WATER,
            stack_low = const thread_offset::STACK_LOW,
            shortened = const thread_offset::SHORTENED,
            callbacks = sym CALLBACKS,
            shorten = sym shorten_or_report::<{ $kind | $size }>,
        }
    )*};
}

/// The same with the place of the access as second argument. Nothing that these are about is common enough for shortcuts.
macro_rules! fast_path_at {
    ($($name:literal: $mode:tt $size:tt, $kind:ident;)*) => {$(
        function! {
            ".globl" $name:
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
            base = const thread_offset::BASE,
            words = const WORDS,
            scale = const SHADOW_SCALE,
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
