//! Settling: the usual transition of a cell, made by the hooks themselves; see [`Settling`]. This is what stands behind the assembly in [`crate::fragments`], and what ranges use.

use core::arch::naked_asm;
use core::mem::offset_of;
use core::sync::atomic::{Ordering, compiler_fence};

use detsan_hook_abi::{
    ALL_BYTES, AccessKind, COVERING, Door, IDENTIFIER_STEP, KnownPlace, PENDING, Parts, Pending, ROOT_CONTEXT,
    Settling, Shortcuts, Splits, ThreadState, is_split, thread_offset,
};

use crate::attach::{thread_pointer, thread_state};
use crate::cells::recorded;
use crate::signals;

/// Whether an access `at` a place, in a call, to these bytes of a cell was settled: what the cell holds of them is recorded already, or is known to precede the running step, and the access takes its place.
#[inline]
pub(crate) fn settle(
    state: &mut ThreadState,
    shortcuts: &mut Shortcuts,
    cell: *mut u64,
    bytes: u8,
    kind: AccessKind,
    at: (usize, u32),
) -> bool {
    let settling = &mut shortcuts.settling;
    // An access in a slot holds a lock.
    if kind.is_in_slot() || settling.step != state.step || settling.door.is_null() {
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
    let is_settled = is_free && step != 0 && step == settled_step && replace(state, settling, cell, bytes, kind, at);
    door.checked.store(0, Ordering::Release);
    if door.waiting.load(Ordering::Relaxed) != 0 {
        signals::__detsan_release_signals();
    }
    is_settled
}

#[inline(always)]
fn replace(
    state: &mut ThreadState,
    settling: &mut Settling,
    cell: *mut u64,
    bytes: u8,
    kind: AccessKind,
    at: (usize, u32),
) -> bool {
    // SAFETY: a cell of the shadow, which nobody else touches while this thread has a step.
    let before = unsafe { cell.read() };
    let after = if bytes == ALL_BYTES && !is_split(before) {
        transition(state, settling, before, kind, at)
    } else {
        transition_of_parts(state, settling, before, bytes, kind, at)
    };
    let Some(after) = after else { return false };
    // SAFETY: as above.
    unsafe { cell.write(after) };
    true
}

/// What a cell becomes that is not split.
#[inline(always)]
fn transition(
    state: &mut ThreadState,
    settling: &mut Settling,
    before: u64,
    kind: AccessKind,
    (pc, context): (usize, u32),
) -> Option<u64> {
    let (writers, readers) = (before as u32, (before >> 32) as u32);
    if writers != 0 && !is_settled(state, settling, writers) {
        return None;
    }
    let is_longer = readers != writers && !is_settled(state, settling, readers);
    if is_longer && (kind.is_write() || !takes_more(state, settling, readers)) {
        return None;
    }
    let id = settling.identifier(pc, context, state.base)?;
    let newest = if is_longer { settling.list(id, readers)? } else { id };
    let writers = if kind.is_write() { id } else { writers };
    Some(u64::from(newest) << 32 | u64::from(writers))
}

/// Whether readers are a list of other steps that takes one more before the tool has to look at it. If the newest of them precedes, the others mostly do, too, and the tool drops them.
#[inline]
fn takes_more(state: &mut ThreadState, settling: &Settling, readers: u32) -> bool {
    if readers < COVERING || readers >= state.base {
        return false;
    }
    // SAFETY: the tool has made or adopted what is older than the running step.
    let newest = unsafe { *settling.entry(readers) }.newest();
    newest.is_some_and(|newest| !is_settled(state, settling, newest))
}

/// What a cell becomes whose parts are looked at one by one. The door is locked, or the tool might have its split cells elsewhere.
fn transition_of_parts(
    state: &mut ThreadState,
    settling: &mut Settling,
    before: u64,
    bytes: u8,
    kind: AccessKind,
    at: (usize, u32),
) -> Option<u64> {
    let mut parts = [before; 4];
    if is_split(before) {
        // SAFETY: the cell is the tool's or the hooks', and so is its number.
        parts = unsafe { *settling.splits.parts(before as u32) };
    }
    let mut last = (0, 0);
    let mut is_changed = false;
    for (index, part) in parts.iter_mut().enumerate() {
        if bytes >> index & 1 == 0 || recorded(*part, kind) >= state.base {
            continue;
        }
        if !is_changed || last.0 != *part {
            last = (*part, transition(state, settling, *part, kind, at)?);
            is_changed = true;
        }
        *part = last.1;
    }
    if is_changed { join(&mut settling.splits, &parts) } else { Some(before) }
}

/// The cell with these parts.
fn join(splits: &mut Splits, parts: &Parts) -> Option<u64> {
    if let Some(whole) = Splits::whole(parts) {
        return Some(whole);
    }
    let recent = splits.recent(parts);
    // SAFETY: this is the number of a split cell, as in every cell.
    if recent != 0 && unsafe { *splits.parts(recent) } == *parts {
        return Some(detsan_hook_abi::split_cell(recent, parts));
    }
    splits.make(parts)
}

/// Whether an identifier is of a single plain access without locks, that precedes the running step or belongs to it.
#[inline]
fn is_settled(state: &mut ThreadState, settling: &Settling, id: u32) -> bool {
    if id < COVERING || !id.is_multiple_of(IDENTIFIER_STEP) {
        return false;
    }
    if id < state.settled_below || id >= state.settled_since || id.wrapping_sub(state.recent_low) < state.recent_length
    {
        return true;
    }
    // SAFETY: the tool has set it together with the step, and it is there for good.
    let past = unsafe { &*settling.past };
    let Some(found) = past.interval(id) else { return false };
    // For the next one, and for the assembly, which looks at no other.
    (state.recent_low, state.recent_length) = found;
    true
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

/// `() -> context in r9d`: numbers the innermost call, as [`context`] does. All registers that the assembly of the hooks needs are as before.
#[unsafe(naked)]
pub(crate) extern "C" fn number_call() {
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
pub(crate) extern "C" fn make_identifier() {
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
        "lea rcx, [r11 + {pending_size} * rcx]",
        "push rax",
        "mov eax, dword ptr [r10 + {place_site}]",
        // The other half is that of a list.
        "mov qword ptr [rcx + {pending}], rax",
        "pop rax",
        "mov ecx, dword ptr [r11 + {next}]",
        "add dword ptr [r11 + {next}], {identifier_step}",
        "mov dword ptr [r10 + {place_id}], ecx",
        "mov qword ptr [r9 + {checked}], 0",
        "cmp qword ptr [r9 + {waiting}], 0",
        "jne 4f",
        "ret",
        "2:",
        "mov qword ptr [r9 + {checked}], 0",
        "xor ecx, ecx",
        "cmp qword ptr [r9 + {waiting}], 0",
        "jne 4f",
        "ret",
        "3:",
        "xor ecx, ecx",
        "ret",
        "4:",
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r10",
        // As in `number_call`, the stack has to be aligned.
        "push r10",
        "call {release_signals}",
        "pop r10",
        "pop r10",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "ret",
        shortcuts = const thread_offset::SHORTCUTS,
        step = const thread_offset::STEP,
        settling = const offset_of!(Shortcuts, settling),
        door = const offset_of!(Settling, door),
        settled_step = const offset_of!(Settling, step),
        next = const offset_of!(Settling, next),
        pending_count = const Settling::PENDING_COUNT,
        pending = const Settling::PENDING_ENTRIES,
        pending_size = const size_of::<Pending>(),
        most_pending = const PENDING,
        identifier_step = const IDENTIFIER_STEP,
        checked = const offset_of!(Door, checked),
        visitor = const offset_of!(Door, visitor),
        waiting = const offset_of!(Door, waiting),
        release_signals = sym signals::__detsan_release_signals,
        place_site = const offset_of!(KnownPlace, site),
        place_id = const offset_of!(KnownPlace, id),
    )
}
