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

use core::arch::naked_asm;
use core::mem::offset_of;
use core::sync::atomic::{Ordering, compiler_fence};

use detsan_hook_abi::{
    AccessKind, CELL_SPAN, COVERING, Door, Frame, IDENTIFIER_STEP, KnownPlace, PENDING, PIECE, PIECES, PLACE_FACTOR,
    PLACE_FOLD, PLACE_SHIFT, PLACES, ROOT_CONTEXT, SHADOW_ADDRESS_BITS, SHADOW_BASE, SHADOW_SCALE, SHORTCUT_AFTER,
    SHORTCUT_CONTEXT_SHIFT, SHORTCUT_FOLD, SHORTCUT_KEY, SHORTCUT_MASK, SHORTCUT_OFFSET_SHIFT, SHORTCUT_PIECES,
    SHORTCUT_PLACES, SHORTCUT_SHIFT, Settling, Shortcuts, ThreadState, cell_address, shortcut_key, thread_offset,
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
    for _ in 0..length.div_ceil(CELL_SPAN) {
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
    let is_settled = is_free && step != 0 && step == settled_step && replace(state, settling, cell, kind, at);
    door.checked.store(0, Ordering::Release);
    is_settled
}

#[inline(always)]
fn replace(
    state: &ThreadState,
    settling: &mut Settling,
    cell: *mut u64,
    kind: AccessKind,
    (pc, context): (usize, u32),
) -> bool {
    // SAFETY: a cell of the shadow, which nobody else touches while this thread has a step.
    let before = unsafe { cell.read() };
    let (writers, readers) = (before as u32, (before >> 32) as u32);
    if writers != 0 && !is_settled(state, settling, writers) {
        return false;
    }
    if readers != writers && !is_settled(state, settling, readers) {
        return false;
    }
    let Some(id) = settling.identifier(pc, context, state.base) else { return false };
    let writers = if kind.is_write() { id } else { writers };
    // SAFETY: as above.
    unsafe { cell.write(u64::from(id) << 32 | u64::from(writers)) };
    true
}

/// Whether an identifier is of a single plain access to a whole cell, without locks, that precedes the running step or belongs to it.
#[inline]
fn is_settled(state: &ThreadState, settling: &Settling, id: u32) -> bool {
    if id < COVERING || !id.is_multiple_of(IDENTIFIER_STEP) {
        return false;
    }
    // SAFETY: the tool has set it together with the step, and it is there for good.
    let past = unsafe { &*settling.past };
    id < state.settled_below || id >= state.settled_since || past.contains(id)
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

const _: () = assert!(IDENTIFIER_STEP == 2);

/// Settles the access if the cell holds what precedes: what [`replace`] does, for what the thread state tells. Goes on to `4:` otherwise, with the content of
/// the first cell in `r8`.
macro_rules! settle {
    // Only whole cells are settled. All operands have to be named somewhere.
    ($mode:tt 1) => {
        "# {cell} {size} {span} {piece_shift} {piece_mask} {pieces} {fresh_start} {fresh_length} {settled_below} {settled_since} {place_factor} {place_fold} {place_mask} {place_shift} {places} {place_pc} {place_context} {place_id} {make_identifier} {number_call}"
    };
    ($mode:tt 2) => {
        settle!($mode 1)
    };
    ($mode:tt $size:tt) => {
        concat!(
            // The sign tells a covering identifier. Nothing precedes an empty cell, which has to lie in a piece of shadow that the tool knows to be used.
            "test r8, r8
             js 6f
             jnz 4f
             lea r9, [rdx + {cell} * (({size} - 1) / {span})]
             mov r11, rdx
             shr r9, {piece_shift}
             shr r11, {piece_shift}
             cmp r9, r11
             jne 5f
             and r11d, {piece_mask}
             mov rcx, qword ptr fs:[__detsan_thread@tpoff + {shortcuts}]
             cmp qword ptr [rcx + {pieces} + 8 * r11], r9
             jne 5f
             mov r11, rdi
             sub r11, qword ptr fs:[__detsan_thread@tpoff + {fresh_start}]
             cmp r11, qword ptr fs:[__detsan_thread@tpoff + {fresh_length}]
             jb 5f
             jmp 8f
             6:\n",
            // Of the writers there may be none.
            "test r8d, r8d
             jg 4f
             mov r9, r8
             shr r9, 32
             mov r11d, r9d
             or r11d, r8d
             test r11b, 1
             jnz 4f
             cmp r8d, dword ptr fs:[__detsan_thread@tpoff + {settled_below}]
             jb 7f
             cmp r8d, dword ptr fs:[__detsan_thread@tpoff + {settled_since}]
             jb 4f
             7:
             cmp r9d, dword ptr fs:[__detsan_thread@tpoff + {settled_below}]
             jb 8f
             cmp r9d, dword ptr fs:[__detsan_thread@tpoff + {settled_since}]
             jb 4f
             8:\n",
            all_alike!($size),
            "\nmov r9, qword ptr fs:[__detsan_thread@tpoff + {top}]
             mov r9d, dword ptr [r9 - {frame} + {context}]
             test r9d, r9d
             jnz 6f
             call {number_call}
             test r9d, r9d
             jz 5f
             6:
             imul ecx, r9d, {place_factor}
             mov r11, rsi
             shr r11, {place_fold}
             xor ecx, esi
             xor ecx, r11d
             and ecx, {place_mask}
             shl ecx, {place_shift}
             add rcx, qword ptr fs:[__detsan_thread@tpoff + {shortcuts}]
             lea r10, [rcx + {places}]
             cmp qword ptr [r10 + {place_pc}], rsi
             jne 4f
             cmp dword ptr [r10 + {place_context}], r9d
             jne 4f
             mov ecx, dword ptr [r10 + {place_id}]
             cmp ecx, eax
             jae 6f
             call {make_identifier}
             test ecx, ecx
             jz 4f
             6:
             cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {low_water}]
             jae 9f
             cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {stack_low}]
             jb 9f
             mov qword ptr fs:[__detsan_thread@tpoff + {low_water}], rdi
             9:
             mov r11, rcx
             shl r11, 32\n",
            settled!($mode),
            "\n",
            write_cells!($size),
            "\nret",
        )
    };
}

/// `() -> context in r9d`: numbers the innermost call, as [`context`] does. All registers that the assembly of the hooks needs are as before.
#[unsafe(naked)]
extern "C" fn number_call() {
    naked_asm!(
        "push rax",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        // The hook was called, and so was this: with six words more, the stack is aligned again.
        "push r8",
        "call {innermost_context}",
        "mov r9d, eax",
        "pop r8",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rax",
        "ret",
        innermost_context = sym innermost_context,
    )
}

extern "C" fn innermost_context() -> u32 {
    let state = thread_state();
    // SAFETY: the state is the calling thread's own, and the tool does not run meanwhile.
    let state = unsafe { &*state };
    // SAFETY: the tool's shortcuts, or what is in their place, and the tool does not run meanwhile.
    let shortcuts = unsafe { &mut *state.shortcuts };
    context(state, shortcuts)
}

/// `(place in r10) -> identifier in ecx`: the next identifier, for the place; 0 if none can be made. What [`Settling::identifier`] does, behind the door that [`settle`] goes through. All other registers but `r9` and `r11` are
/// as before.
#[unsafe(naked)]
extern "C" fn make_identifier() {
    naked_asm!(
        "mov r11, qword ptr fs:[__detsan_thread@tpoff + {shortcuts}]",
        "add r11, {settling}",
        "mov r9, qword ptr [r11 + {door}]",
        "test r9, r9",
        "jz 3f",
        "cmp qword ptr [r9 + {checked}], 0",
        "jne 3f",
        "mov rcx, qword ptr fs:[0]",
        "mov qword ptr [r9 + {checked}], rcx",
        "cmp qword ptr [r9 + {visitor}], 0",
        "jne 2f",
        "mov rcx, qword ptr [r11 + {settled_step}]",
        "test rcx, rcx",
        "jz 2f",
        "cmp rcx, qword ptr fs:[__detsan_thread@tpoff + {step}]",
        "jne 2f",
        "mov rcx, qword ptr [r11 + {pending_count}]",
        "cmp rcx, {most_pending}",
        "jae 2f",
        "cmp dword ptr [r10 + {place_site}], 0",
        "je 2f",
        "inc qword ptr [r11 + {pending_count}]",
        "lea rcx, [r11 + 4 * rcx]",
        "push rax",
        "mov eax, dword ptr [r10 + {place_site}]",
        "mov dword ptr [rcx + {pending}], eax",
        "pop rax",
        "mov ecx, dword ptr [r11 + {next}]",
        "add dword ptr [r11 + {next}], {identifier_step}",
        "mov dword ptr [r10 + {place_id}], ecx",
        "mov qword ptr [r9 + {checked}], 0",
        "ret",
        "2:",
        "mov qword ptr [r9 + {checked}], 0",
        "3:",
        "xor ecx, ecx",
        "ret",
        shortcuts = const thread_offset::SHORTCUTS,
        step = const thread_offset::STEP,
        settling = const offset_of!(Shortcuts, settling),
        door = const offset_of!(Settling, door),
        settled_step = const offset_of!(Settling, step),
        next = const offset_of!(Settling, next),
        pending_count = const Settling::PENDING_COUNT,
        pending = const Settling::PENDING_SITES,
        most_pending = const PENDING,
        identifier_step = const IDENTIFIER_STEP,
        checked = const offset_of!(Door, checked),
        visitor = const offset_of!(Door, visitor),
        place_site = const offset_of!(KnownPlace, site),
        place_id = const offset_of!(KnownPlace, id),
    )
}

/// Puts the writers of a cell that is settled beside the readers in `r11`.
macro_rules! settled {
    (read) => {
        "mov r8d, r8d
         or r11, r8"
    };
    (write) => {
        "or r11, rcx"
    };
}

macro_rules! fast_path {
    ($($name:literal: $mode:tt $size:tt, $kind:ident;)*) => {$(
        function! {
            ".globl" $name:
            return_if_recorded!($mode $size),
            // Not recorded. The usual transition is made here, or one for which there is a shortcut for the first cell, if the others are like it; `shorten_or_report` knows the rest.
            "3:",
            "mov rsi, qword ptr [rsp]",
            "mov r8, qword ptr [rdx]",
            settle!($mode $size),
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
            "jne 5f",
            "cmp qword ptr [r10 + {key}], r9",
            "jne 5f",
            "test r8, r8",
            "jz 5f",
            all_alike!($size),
            "cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {low_water}]",
            "jae 6f",
            "cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {stack_low}]",
            "jb 6f",
            "mov qword ptr fs:[__detsan_thread@tpoff + {low_water}], rdi",
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
            cell = const size_of::<u64>(),
            size = const $size,
            span = const CELL_SPAN,
            piece_shift = const PIECE.trailing_zeros(),
            piece_mask = const PIECES - 1,
            pieces = const SHORTCUT_PIECES,
            fresh_start = const thread_offset::FRESH_START,
            fresh_length = const thread_offset::FRESH_LENGTH,
            settled_below = const thread_offset::SETTLED_BELOW,
            settled_since = const thread_offset::SETTLED_SINCE,
            place_factor = const PLACE_FACTOR,
            place_fold = const PLACE_FOLD,
            place_mask = const PLACES - 1,
            place_shift = const PLACE_SHIFT,
            places = const SHORTCUT_PLACES,
            place_pc = const offset_of!(KnownPlace, pc),
            place_context = const offset_of!(KnownPlace, context),
            place_id = const offset_of!(KnownPlace, id),
            make_identifier = sym make_identifier,
            number_call = sym number_call,
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
