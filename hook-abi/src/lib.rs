//! The contract between the access hooks, which are linked into the checked program, and the tool, which libomp loads.
//!
//! Both sides are built apart and meet at run time: the tool looks up [`ATTACH_SYMBOL`] in the program, hands over its
//! [`ToolCallbacks`] and from then on owns the [`ThreadState`] of every OpenMP thread. This crate has layout and
//! arithmetic only, so that the hooks stay free of the standard library.
//!
//! # Shadow memory
//!
//! Every 4 bytes of program memory have one 8-byte cell, `{ writers: u32, readers: u32 }`, at a fixed place
//! ([`cell_address`]). The tool writes the cells, and the hooks what the tool has shown them to write. A cell is two identifiers that the detector
//! hands out in growing order; an identifier at or above [`COVERING`] stands for plain accesses, and one at
//! or above [`ThreadState::base`] was made by the step that runs now. So one comparison per field tells that this step
//! has already recorded this access, which is the redundant-check elimination of DRDP (Jin et al., ECOOP 2023, §4.4.2)
//! done at run time:
//!
//! - a read is redundant if `readers >= base`, where the writers' identifier stands if there are no readers;
//! - a write is redundant if `writers >= base`.
//!
//! What is not redundant goes to the tool, unless there is a [shortcut](Shortcuts) for it, or the hooks know enough to [settle](Settling) it.
#![no_std]

mod settling;
mod shortcuts;
mod split;
mod synchronisation;
mod tasking;

pub use settling::{
    BUDGET, Door, Entry, INTERVALS, KnownPlace, LIST, PENDING, PENDING_SPLITS, PLACE_FACTOR, PLACE_FOLD, PLACE_SHIFT,
    PLACES, Past, Pending, RECENT_SPLITS, Settling, Splits,
};
pub use shortcuts::{
    KnownCall, PIECE, PIECES, SHORTCUT_AFTER, SHORTCUT_CONTEXT_SHIFT, SHORTCUT_FOLD, SHORTCUT_KEY, SHORTCUT_MASK,
    SHORTCUT_OFFSET_SHIFT, SHORTCUT_PIECES, SHORTCUT_PLACES, SHORTCUT_SHIFT, Shortcut, Shortcuts, part_of_cell,
    range_place, shortcut_key, step_mark,
};
pub use split::{ALL_BYTES, Parts, SPLIT, is_split, split_cell};

pub use synchronisation::{Blocking, Dimension, Guarding, Iteration, Sharing, SynchronisationCallbacks};
pub use tasking::{DependItem, DependItems, Rest, TaskingCallbacks, Wait};

macro_rules! version {
    () => {
        9
    };
}

/// Version of this contract. The two sides refuse each other when it differs.
pub const ABI_VERSION: u32 = version!();

/// Name of the calling thread's [`ThreadState`] in the program, for code that the compiler pass has put there. It tells the version, because the layout is part of that code: what was
/// compiled for another one does not link.
pub const THREAD_SYMBOL: &str = concat!("__detsan_thread_", version!());

/// Name of the hooks' entry point, of type [`AttachFn`]: the tool finds it with `dlsym`.
pub const ATTACH_SYMBOL: &core::ffi::CStr = c"__detsan_attach";

/// Whether a signal ends the program if that has set no handler. SIGKILL does so without asking,
/// the thread library keeps two for itself, and the others are ignored, or stop the program and let
/// it go on.
pub const fn ends_program(signal: i32) -> bool {
    matches!(signal, 1..=64) && !matches!(signal, 9 | 17..=23 | 28 | 32 | 33)
}

/// Name of the hooks' function of type [`ReleaseSignalsFn`].
pub const RELEASE_SIGNALS_SYMBOL: &core::ffi::CStr = c"__detsan_release_signals";

/// Type of the function behind [`RELEASE_SIGNALS_SYMBOL`]: the calling thread has left the tool,
/// and the signals that waited for that may come, if there are any. Their handlers run inside of
/// the call.
pub type ReleaseSignalsFn = unsafe extern "C" fn();

/// Name of a number (`u32`) that a program of the tests defines: checking stops when so many
/// numbers for moments, tasks, steps or accesses are used up, as it does before there are none
/// left.
pub const TEST_NUMBERS_SYMBOL: &core::ffi::CStr = c"__detsan_test_numbers";

/// Name of the hooks' function of type [`EarlyBlocksFn`].
pub const EARLY_BLOCKS_SYMBOL: &core::ffi::CStr = c"__detsan_early_blocks";

/// First address of the shadow reservation (16 TiB: clear of everything Linux maps on x86-64 by itself).
pub const SHADOW_BASE: usize = 0x1000_0000_0000;
/// Low address bits that select a cell. The heap, the program and the mmap area stay apart under this mask on x86-64.
pub const SHADOW_ADDRESS_BITS: u32 = 44;
/// Bytes of shadow per byte of program memory.
pub const SHADOW_SCALE: usize = 2;
/// Bytes of program memory that share a cell.
pub const CELL_SPAN: usize = 4;
/// Bytes of shadow that are reserved (not backed).
pub const SHADOW_SIZE: usize = (1 << SHADOW_ADDRESS_BITS) * SHADOW_SCALE;

/// Identifiers at or above this value are of plain accesses; smaller ones of others, and [of split cells](SPLIT).
pub const COVERING: u32 = 1 << 31;

/// How far apart identifiers from [`COVERING`] on are. The last bit is set in those of which only the tool knows what they stand for.
pub const IDENTIFIER_STEP: u32 = 2;

/// Address of the cell that shadows the word which contains `address`.
#[inline]
pub const fn cell_address(address: usize) -> usize {
    let low = address & ((1 << SHADOW_ADDRESS_BITS) - 1);
    SHADOW_BASE + (low & !(CELL_SPAN - 1)) * SHADOW_SCALE
}

/// One entry of a thread's shadow call stack, pushed by `__tsan_func_entry`, or by the tool where a task begins
/// (`call_pc == 0`).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Return address of the function, which is a place in its caller; 0 marks the beginning of a task.
    pub call_pc: usize,
    /// Frame pointer (`rbp`) of the function: its locals lie at or below this address, its callees' frames wholly below.
    pub frame_address: usize,
    /// [`ThreadState::clock`] at the time of the push.
    pub clock: u32,
    /// The tool's number for the call path up to here; 0 until it was needed.
    pub context: u32,
}

/// Number of the empty call path: the outermost function of a task.
pub const ROOT_CONTEXT: u32 = 1;

/// State of one thread, in the program's thread-local storage. Zero in a thread that no tool has adopted.
#[repr(C, align(64))]
#[derive(Debug)]
pub struct ThreadState {
    /// Smallest covering identifier of the step that runs now (at least [`COVERING`]); 0 while the thread is not checked.
    pub base: u32,
    /// The detector's clock, copied into every [`Frame`].
    pub clock: u32,
    /// Where the next frame goes; null while calls are not followed on this thread.
    pub stack_top: *mut Frame,
    /// One past the last frame that fits.
    pub stack_end: *mut Frame,
    /// First frame of the stack. There is an empty one below.
    pub stack_bottom: *mut Frame,
    /// Frames that did not fit and are counted only.
    pub stack_overflow: u32,
    /// Counts what tells that the thread runs, in loops whose accesses were checked before they began.
    pub progress: u32,
    /// First byte of a task descriptor that this thread has been given and fills in, before it creates the task.
    pub fresh_start: usize,
    /// Its size; 0 if there is none. The tool clears it when the task is created.
    ///
    /// Nobody else can reach that memory yet, and the creation orders whatever happens to it now before everything that
    /// happens to it later, so accesses to it are not reported.
    pub fresh_length: usize,
    /// At an exit with the top at or below this, there is more to do than to pop a frame: [`ThreadState::told_limit`] or, while there are frames that did not
    /// fit, above all.
    pub exit_limit: *mut Frame,
    /// The mark of the step that runs now, which tells its shortcuts; 0 while there are none for this thread.
    pub step: u64,
    /// What the hooks may do to cells themselves. Not null while the thread is checked.
    pub shortcuts: *mut Shortcuts,
    /// Lowest address of the thread's stack.
    pub stack_low: usize,
    /// Lowest address on the stack that the running task has touched, if it runs where it was created; else 0.
    pub low_water: usize,
    /// Cells that were written by shortcuts.
    pub shortened: u64,
    /// A frame that ends at or below this one is not popped before the tool has been told; [`ThreadState::stack_bottom`] if it need not be.
    pub told_limit: *mut Frame,
    /// Identifiers from [`COVERING`] up to this one that are not odd are of plain accesses, without locks, that precede the running step. 0 if the hooks
    /// may settle nothing.
    pub settled_below: u32,
    /// And so are those from this one on, or they are of the running step itself. The largest number if the hooks may settle nothing.
    pub settled_since: u32,
    /// The interval of the [`Past`] that an identifier was found in last: its smallest one …
    pub recent_low: u32,
    /// … and how many there are; 0 if none was found since the step began.
    pub recent_length: u32,
    /// What a [`CallRecord`] counts a call as: 1 while tasks may run beside the running one, else
    /// 0.
    pub call_weight: u64,
}

/// The first bytes of every function that the compiler pass has instrumented: an instruction that
/// does nothing, `nop dword ptr [rax + rax + "DSAN"]`.
///
/// So whoever has the address of a function can tell whether its accesses are checked; and where
/// the linker has chosen between copies of a function, it is
/// the one that runs which tells.
pub const CODE_MARK: u64 = u64::from_le_bytes(*b"\x0f\x1f\x84\x00DSAN");

/// The section in which the compiler pass has the [`CallRecord`]s of an object file.
pub const CALLS_SECTION: &str = "detsan_calls";

/// Name of a local symbol in every object file that the compiler pass has instrumented.
pub const OBJECT_SYMBOL: &str = "detsan.object";

/// A function that instrumented code of an object file calls, and that may be another file's.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CallRecord {
    /// Its address.
    pub callee: usize,
    /// The calls so far, each counted as [`ThreadState::call_weight`] says.
    pub calls: u64,
}

impl ThreadState {
    /// All frames fit again.
    pub fn end_overflow(&mut self) {
        self.stack_overflow = 0;
        self.exit_limit = self.told_limit;
    }
}

/// Byte offsets of [`ThreadState`]'s fields, for the assembly of the fast path.
pub mod thread_offset {
    /// Offset of [`super::ThreadState::base`].
    pub const BASE: usize = core::mem::offset_of!(super::ThreadState, base);
    /// Offset of [`super::ThreadState::clock`].
    pub const CLOCK: usize = core::mem::offset_of!(super::ThreadState, clock);
    /// Offset of [`super::ThreadState::stack_top`].
    pub const STACK_TOP: usize = core::mem::offset_of!(super::ThreadState, stack_top);
    /// Offset of [`super::ThreadState::stack_end`].
    pub const STACK_END: usize = core::mem::offset_of!(super::ThreadState, stack_end);
    /// Offset of [`super::ThreadState::stack_bottom`].
    pub const STACK_BOTTOM: usize = core::mem::offset_of!(super::ThreadState, stack_bottom);
    /// Offset of [`super::ThreadState::stack_overflow`].
    pub const STACK_OVERFLOW: usize = core::mem::offset_of!(super::ThreadState, stack_overflow);
    /// Offset of [`super::ThreadState::progress`].
    pub const PROGRESS: usize = core::mem::offset_of!(super::ThreadState, progress);
    /// Offset of [`super::ThreadState::fresh_start`].
    pub const FRESH_START: usize = core::mem::offset_of!(super::ThreadState, fresh_start);
    /// Offset of [`super::ThreadState::fresh_length`].
    pub const FRESH_LENGTH: usize = core::mem::offset_of!(super::ThreadState, fresh_length);
    /// Offset of [`super::ThreadState::step`].
    pub const STEP: usize = core::mem::offset_of!(super::ThreadState, step);
    /// Offset of [`super::ThreadState::shortcuts`].
    pub const SHORTCUTS: usize = core::mem::offset_of!(super::ThreadState, shortcuts);
    /// Offset of [`super::ThreadState::stack_low`].
    pub const STACK_LOW: usize = core::mem::offset_of!(super::ThreadState, stack_low);
    /// Offset of [`super::ThreadState::low_water`].
    pub const LOW_WATER: usize = core::mem::offset_of!(super::ThreadState, low_water);
    /// Offset of [`super::ThreadState::shortened`].
    pub const SHORTENED: usize = core::mem::offset_of!(super::ThreadState, shortened);
    /// Offset of [`super::ThreadState::settled_below`].
    pub const SETTLED_BELOW: usize = core::mem::offset_of!(super::ThreadState, settled_below);
    /// Offset of [`super::ThreadState::settled_since`].
    pub const SETTLED_SINCE: usize = core::mem::offset_of!(super::ThreadState, settled_since);
    /// Offset of [`super::ThreadState::recent_low`].
    pub const RECENT_LOW: usize = core::mem::offset_of!(super::ThreadState, recent_low);
    /// Offset of [`super::ThreadState::recent_length`].
    pub const RECENT_LENGTH: usize = core::mem::offset_of!(super::ThreadState, recent_length);
    /// Offset of [`super::ThreadState::told_limit`].
    pub const TOLD_LIMIT: usize = core::mem::offset_of!(super::ThreadState, told_limit);
    /// Offset of [`super::ThreadState::call_weight`].
    pub const CALL_WEIGHT: usize = core::mem::offset_of!(super::ThreadState, call_weight);
    /// Offset of [`super::ThreadState::exit_limit`].
    pub const EXIT_LIMIT: usize = core::mem::offset_of!(super::ThreadState, exit_limit);
}

/// What an access is, as the hooks tell the tool: the size in bytes, and flags.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessKind(pub u32);

impl AccessKind {
    /// The access writes (a read-modify-write is a write).
    pub const WRITE: u32 = 0x100;
    /// The access is atomic.
    pub const ATOMIC: u32 = 0x200;
    /// The access reads and writes: a read-modify-write, or clang's compound `read_write`.
    pub const READ_WRITE: u32 = 0x400;
    /// The access is to a volatile object.
    pub const VOLATILE: u32 = 0x800;
    /// The access is atomic, and what other threads have done before what it reads is done for this one as well.
    pub const ACQUIRE: u32 = 0x1000;
    /// The access is atomic, and whoever reads what it writes sees what this thread has done before.
    pub const RELEASE: u32 = 0x2000;
    /// The access is to a range, whose length travels apart.
    pub const RANGE: u32 = 0x4000;
    /// The program finds the memory by the number of the running thread.
    pub const SLOT: u32 = 0x8000;
    const SIZE_MASK: u32 = 0xff;

    /// Accesses of `size` bytes each to a range without gaps.
    pub const fn elements(self, size: usize) -> AccessKind {
        AccessKind(self.0 | Self::RANGE | size as u32 & Self::SIZE_MASK)
    }
    /// Size in bytes; for a range that of its elements, if they are known, else 0.
    pub const fn size(self) -> usize {
        (self.0 & Self::SIZE_MASK) as usize
    }
    /// Whether the access writes.
    pub const fn is_write(self) -> bool {
        self.0 & Self::WRITE != 0
    }
    /// Whether the access is to a range.
    pub const fn is_range(self) -> bool {
        self.0 & Self::RANGE != 0
    }
    /// Whether the access is atomic.
    pub const fn is_atomic(self) -> bool {
        self.0 & Self::ATOMIC != 0
    }
    /// Whether the access is to a volatile object.
    pub const fn is_volatile(self) -> bool {
        self.0 & Self::VOLATILE != 0
    }
    /// Whether what precedes the value that is read precedes what follows.
    pub const fn acquires(self) -> bool {
        self.0 & Self::ACQUIRE != 0
    }
    /// Whether what precedes the access precedes what follows a read of its value.
    pub const fn releases(self) -> bool {
        self.0 & Self::RELEASE != 0
    }
    /// Whether the program finds the memory by the number of the running thread.
    pub const fn is_in_slot(self) -> bool {
        self.0 & Self::SLOT != 0
    }
    /// Whether the access may be one of many that look whether another thread has changed something.
    pub const fn may_spin(self) -> bool {
        self.0 & (Self::ATOMIC | Self::VOLATILE) != 0 && !self.is_write()
    }
    /// Whether the access both reads and writes.
    pub const fn is_read_write(self) -> bool {
        self.0 & Self::READ_WRITE != 0
    }
}

/// Flag of `__detsan_slot_memmove` and `__detsan_slot_memset`: the program finds where it writes by the number of the thread.
pub const TO_SLOT: usize = 1;
/// Flag of `__detsan_slot_memmove`: and where it reads.
pub const FROM_SLOT: usize = 2;

/// Why the program ends, as the hooks tell [`ToolCallbacks::finish`].
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `exit` or a return from `main`: every handler of the program has run.
    Exit = 0,
    /// `_exit`, `_Exit` or `quick_exit`: the program leaves without its handlers.
    FastExit = 1,
}

/// The slow path: what the hooks call when the fast path does not settle an access, and on allocator events.
///
/// Every function may be called on any thread, OpenMP's or not.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ToolCallbacks {
    /// An access of [`AccessKind::size`] bytes at `address`, made at `pc` (the return address of the hook).
    pub access: unsafe extern "C" fn(address: usize, kind: AccessKind, pc: usize),
    /// An access to `length` bytes from `address` on; or, if the elements of the [kind](AccessKind::elements) are known, as many accesses as there are elements.
    pub range: unsafe extern "C" fn(address: usize, length: usize, kind: AccessKind, pc: usize),
    /// The program was given `length` bytes at `address`; `pc` is in the caller of the allocator.
    pub allocated: unsafe extern "C" fn(address: usize, length: usize, pc: usize),
    /// The program gives `length` bytes at `address` back, by a call that returns to `pc`; called before they can be
    /// handed out again. A length of 0 stands for as many bytes as were told when they were handed out.
    pub released: unsafe extern "C" fn(address: usize, length: usize, pc: usize),
    /// What was released just now at `address` is the program's again, with `length` bytes: it was reallocated at its
    /// place. A length of 0 stands for as many bytes as before: the reallocation failed.
    pub resized: unsafe extern "C" fn(address: usize, length: usize, pc: usize),
    /// The next task that this thread creates is undeferred by the program's wish (`if(0)`).
    pub undeferred_task: unsafe extern "C" fn(),
    /// This thread enters libomp at a construct that makes tasks; `pc` is the address it returns to, a place in the program. If its tasks take
    /// part in a reduction without asking for their copies, gcc describes that at `reduction`; else it is 0.
    pub construct: unsafe extern "C" fn(pc: usize, reduction: usize),
    /// The region, task or taskloop that this thread begins next in libomp runs the function at
    /// `code`.
    pub body: unsafe extern "C" fn(code: usize),
    /// Instrumented code calls the function at `callee` by a pointer, and that does not begin with
    /// [`CODE_MARK`].
    pub unmarked_callee: unsafe extern "C" fn(callee: usize),
    /// The program does something that cannot be checked, and cannot go on; the text says what. Does not return.
    pub unsupported: unsafe extern "C" fn(what: *const core::ffi::c_char),
    /// The program ends with `status`, or ends again while it ends. Returns the status to end with.
    pub finish: unsafe extern "C" fn(ending: Ending, status: i32) -> i32,
    /// This process is the child of a `fork`: stop checking.
    pub forked: unsafe extern "C" fn(),
    /// This process has forked: it has a child that is not checked.
    pub has_forked: unsafe extern "C" fn(),
    /// The program is about to be replaced by another one, by a function of the `exec` family. It
    /// goes on if that fails.
    pub replaced: unsafe extern "C" fn(),
    /// Whether the calling thread is inside of the tool, or is part of a team and waits for its
    /// turn. Called by signal handlers. `is_adopted` tells whether the tool knows the thread: else
    /// only the door matters.
    pub is_inside: unsafe extern "C" fn(is_adopted: bool) -> bool,
    /// From now on the calling thread has signals that wait until it leaves the tool, or none any
    /// more. Called by signal handlers.
    pub waits_for_signal: unsafe extern "C" fn(waits: bool),
    /// The calling thread jumps out of the handler of a fault that has come while it was inside of
    /// the tool: what the tool was doing is never finished.
    pub left: unsafe extern "C" fn(),
    /// The tool's own handler, for signals that [end the program](ends_program). The program is
    /// told that there is none, and gets it back when it sets none.
    pub last_words: unsafe extern "C" fn(signal: i32),
    /// What is about tasks.
    pub tasking: TaskingCallbacks,
    /// What is about synchronisation.
    pub synchronisation: SynchronisationCallbacks,
}

/// Type of the function behind [`ATTACH_SYMBOL`].
///
/// The tool calls it on each OpenMP thread. It installs `callbacks` (which must stay valid for the life of the process),
/// prepares the calling thread's shadow call stack and returns the thread's state, or null when `version` is not
/// [`ABI_VERSION`]. A null `callbacks` detaches: hooks become inert everywhere, but that the tool
/// is still told of the end of the program; the result is null.
pub type AttachFn = unsafe extern "C" fn(version: u32, callbacks: *const ToolCallbacks) -> *mut ThreadState;

/// What [`EarlyBlocksFn`] calls for every block: its first byte and its length, the place that it was allocated at, and
/// `count` return addresses of the calls that led there, innermost first.
pub type VisitBlock = unsafe extern "C" fn(
    data: *mut core::ffi::c_void,
    address: usize,
    length: usize,
    pc: usize,
    calls: *const usize,
    count: usize,
);

/// Type of the function behind [`EARLY_BLOCKS_SYMBOL`].
///
/// The tool calls it once, when it has attached: it calls `visit` with `data` for every block that the program was given before
/// that and still has. Afterwards the hooks forget them.
pub type EarlyBlocksFn = unsafe extern "C" fn(visit: VisitBlock, data: *mut core::ffi::c_void);

const _: () = assert!(size_of::<Frame>() == 24);
const _: () = assert!(size_of::<ThreadState>() == 192);
const _: () = assert!(SHADOW_BASE + SHADOW_SIZE == 0x3000_0000_0000);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_words_have_neighbouring_cells() {
        assert_eq!(cell_address(0x1000), SHADOW_BASE + 0x2000);
        assert_eq!(cell_address(0x1003), cell_address(0x1000));
        assert_eq!(cell_address(0x1004), cell_address(0x1000) + 8);
    }

    #[test]
    fn the_usual_areas_of_a_process_do_not_share_cells() {
        // Addresses that Linux gives on x86-64: non-PIE program, PIE program and its heap, mmap area, stack.
        let areas = [0x40_0000usize, 0x5555_5555_0000, 0x7f12_3456_0000, 0x7fff_ffff_0000];
        let cells = areas.map(cell_address);
        for (i, a) in cells.iter().enumerate() {
            assert!(cells[i + 1..].iter().all(|b| a.abs_diff(*b) > 1 << 32));
        }
    }
}
