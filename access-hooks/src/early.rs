//! Blocks that the program is given before the tool attaches, which libomp loads at the first OpenMP construct.
//!
//! Each live block is kept with the place of its allocation and the calls that led there. The tool takes them over when it
//! attaches, so that reports can say where a block comes from, and how large it is. Without a tool to come, this costs one look
//! at a flag per call.
//!
//! # Tables
//!
//! They are mapped, not allocated: the program's allocator is what is being watched. Blocks are in a hash table with linear
//! probing, which doubles when it is half full. Call paths are numbered: a path is the number of its caller and a return
//! address. [`Frame::context`] keeps the number of each frame's path, so that a block mostly costs one look at the
//! innermost frame. The tool numbers paths anew, so the frames of a thread forget these numbers when it attaches.

use core::cell::UnsafeCell;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

use detsan_hook_abi::{EarlyBlocksFn, Frame, ROOT_CONTEXT, VisitBlock};

use crate::attach::thread_state;
use crate::mapping;

/// Blocks are kept: a tool is to come.
static KEEPS: AtomicBool = AtomicBool::new(false);

/// A thread is at the tables.
static LOCK: AtomicBool = AtomicBool::new(false);

static TABLES: Shared = Shared(UnsafeCell::new(Tables {
    blocks: ptr::null_mut(),
    capacity: 0,
    count: 0,
    paths: ptr::null_mut(),
    index: ptr::null_mut(),
    path_count: 0,
}));

struct Shared(UnsafeCell<Tables>);

// SAFETY: whoever touches the tables has the lock.
unsafe impl Sync for Shared {}

/// Blocks that there is room for at first, a power of two.
const FIRST_CAPACITY: usize = 1 << 12;

/// Call paths that are told apart. Deeper calls count as their caller's when there are more.
const MOST_PATHS: usize = 1 << 16;

/// Slots of the index of call paths.
const INDEX: usize = 2 * MOST_PATHS;

/// Calls of a block that the tool is told of.
const MOST_CALLS: usize = 256;

#[derive(Clone, Copy)]
struct Block {
    /// 0 if the slot is empty.
    address: usize,
    size: usize,
    pc: usize,
    path: u32,
}

#[derive(Clone, Copy)]
struct Path {
    caller: u32,
    pc: usize,
}

struct Tables {
    blocks: *mut Block,
    capacity: usize,
    count: usize,
    /// By number.
    paths: *mut Path,
    /// Numbers of paths, by a hash of caller and return address; 0 where there is none.
    index: *mut u32,
    path_count: usize,
}

/// A tool is to come.
pub(crate) fn begin() {
    let tables = |tables: &mut Tables| {
        tables.blocks = mapping::reserve(FIRST_CAPACITY * size_of::<Block>()).cast();
        tables.paths = mapping::reserve(MOST_PATHS * size_of::<Path>()).cast();
        tables.index = mapping::reserve(INDEX * size_of::<u32>()).cast();
        tables.capacity = FIRST_CAPACITY;
        // 0 is no path, and `ROOT_CONTEXT` the empty one.
        tables.path_count = ROOT_CONTEXT as usize + 1;
        !tables.blocks.is_null() && !tables.paths.is_null() && !tables.index.is_null()
    };
    let is_ready = with_tables(tables);
    KEEPS.store(is_ready, Ordering::Relaxed);
}

/// Nothing is kept any more.
pub(crate) fn end() {
    KEEPS.store(false, Ordering::Relaxed);
}

/// The program was given a block, by a call that returns to `pc`.
#[inline]
pub(crate) fn allocated(address: usize, size: usize, pc: usize) {
    if KEEPS.load(Ordering::Relaxed) {
        keep(address, size, pc);
    }
}

/// The program gives a block back.
#[inline]
pub(crate) fn released(address: usize) {
    if KEEPS.load(Ordering::Relaxed) {
        drop_block(address);
    }
}

/// The tool numbers call paths from now on: the frames of this thread have no numbers.
pub(crate) fn forget_paths() {
    for frame in frames() {
        frame.context = 0;
    }
}

#[cold]
fn keep(address: usize, size: usize, pc: usize) {
    with_tables(|tables| {
        let path = tables.path(frames());
        tables.remove(address);
        if (tables.count + 1) * 2 > tables.capacity && !tables.grow() {
            return;
        }
        tables.insert(Block { address, size, pc, path });
        tables.count += 1;
    });
}

#[cold]
fn drop_block(address: usize) {
    with_tables(|tables| tables.remove(address));
}

/// See [`EarlyBlocksFn`].
#[unsafe(no_mangle)]
extern "C" fn __detsan_early_blocks(visit: VisitBlock, data: *mut c_void) {
    if !KEEPS.swap(false, Ordering::Relaxed) {
        return;
    }
    with_tables(|tables| {
        // Not filled: the compiler would call `memset`, which is the program's to call, and would be checked.
        let mut calls = [const { MaybeUninit::<usize>::uninit() }; MOST_CALLS];
        for place in 0..tables.capacity {
            let block = *tables.block(place);
            if block.address == 0 {
                continue;
            }
            let mut count = 0;
            let mut path = block.path;
            while path > ROOT_CONTEXT && count < MOST_CALLS {
                let Path { caller, pc } = *tables.path_at(path);
                calls[count].write(pc);
                (path, count) = (caller, count + 1);
            }
            // SAFETY: the tool's function, called as its type says, with as many calls as were written.
            unsafe { visit(data, block.address, block.size, block.pc, calls.as_ptr().cast(), count) };
        }
        mapping::unreserve(tables.blocks.cast(), tables.capacity * size_of::<Block>());
        mapping::unreserve(tables.paths.cast(), MOST_PATHS * size_of::<Path>());
        mapping::unreserve(tables.index.cast(), INDEX * size_of::<u32>());
        (tables.capacity, tables.count) = (0, 0);
    });
}

/// Type check against the contract.
const _: EarlyBlocksFn = __detsan_early_blocks as unsafe extern "C" fn(VisitBlock, *mut c_void);

/// Runs `body` on the tables, one thread at a time. It allocates nothing, so it does not come here again.
fn with_tables<R>(body: impl FnOnce(&mut Tables) -> R) -> R {
    while LOCK.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
        core::hint::spin_loop();
    }
    // SAFETY: this thread has the lock, and the reference ends before it is given back.
    let result = body(unsafe { &mut *TABLES.0.get() });
    LOCK.store(false, Ordering::Release);
    result
}

/// The frames of the calling thread, outermost first.
fn frames() -> &'static mut [Frame] {
    // SAFETY: the state is the calling thread's own.
    let state = unsafe { &*thread_state() };
    if state.stack_bottom.is_null() {
        return &mut [];
    }
    let depth = (state.stack_top.addr() - state.stack_bottom.addr()) / size_of::<Frame>();
    // SAFETY: the hooks have written all frames between bottom and top, and this thread does nothing else meanwhile.
    unsafe { core::slice::from_raw_parts_mut(state.stack_bottom, depth) }
}

impl Tables {
    fn block(&mut self, place: usize) -> &mut Block {
        debug_assert!(place < self.capacity);
        // SAFETY: the table has so many slots.
        let block = unsafe { self.blocks.add(place) };
        // SAFETY: zero bytes are an empty slot, and this is the only reference to it.
        unsafe { &mut *block }
    }

    fn path_at(&mut self, number: u32) -> &mut Path {
        debug_assert!((number as usize) < MOST_PATHS);
        // SAFETY: the table has so many paths.
        let path = unsafe { self.paths.add(number as usize) };
        // SAFETY: zero bytes are a valid path, and this is the only reference to it.
        unsafe { &mut *path }
    }

    fn place_of(&self, address: usize) -> usize {
        (address as u64 >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 20 & (self.capacity - 1)
    }

    fn insert(&mut self, block: Block) {
        let mut place = self.place_of(block.address);
        while self.block(place).address != 0 {
            place = (place + 1) & (self.capacity - 1);
        }
        *self.block(place) = block;
    }

    /// Removes the block at `address`, if there is one, and moves up those that were pushed back by it.
    fn remove(&mut self, address: usize) {
        if self.capacity == 0 {
            return;
        }
        let mask = self.capacity - 1;
        let mut hole = self.place_of(address);
        while self.block(hole).address != address {
            if self.block(hole).address == 0 {
                return;
            }
            hole = (hole + 1) & mask;
        }
        self.count -= 1;
        let mut place = hole;
        loop {
            place = (place + 1) & mask;
            let block = *self.block(place);
            if block.address == 0 {
                break;
            }
            // Its way from where it belongs leads over the hole.
            let wish = self.place_of(block.address);
            if place.wrapping_sub(wish) & mask >= place.wrapping_sub(hole) & mask {
                *self.block(hole) = block;
                hole = place;
            }
        }
        self.block(hole).address = 0;
    }

    fn grow(&mut self) -> bool {
        let larger: *mut Block = mapping::reserve(2 * self.capacity * size_of::<Block>()).cast();
        if larger.is_null() {
            return false;
        }
        let (old, old_capacity) = (self.blocks, self.capacity);
        (self.blocks, self.capacity) = (larger, 2 * old_capacity);
        for place in 0..old_capacity {
            // SAFETY: the old table has so many slots.
            let block = unsafe { old.add(place) };
            // SAFETY: zero bytes are an empty slot.
            let block = unsafe { block.read() };
            if block.address != 0 {
                self.insert(block);
            }
        }
        mapping::unreserve(old.cast(), old_capacity * size_of::<Block>());
        true
    }

    /// The number of the call path of the innermost frame. The outermost function is called by the C library, which is of no
    /// interest.
    fn path(&mut self, frames: &mut [Frame]) -> u32 {
        let first = frames.iter().rposition(|frame| frame.context != 0).map_or(0, |known| known + 1);
        for index in first..frames.len() {
            frames[index].context = match index.checked_sub(1) {
                None => ROOT_CONTEXT,
                Some(caller) => self.number(frames[caller].context, frames[index].call_pc),
            };
        }
        frames.last().map_or(ROOT_CONTEXT, |frame| frame.context)
    }

    /// The path of a function that was called at `pc` on the path `caller`. A call at a place where one is under way already leads
    /// back to the path of that one.
    fn number(&mut self, caller: u32, pc: usize) -> u32 {
        let hash = (pc as u64 ^ u64::from(caller) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let mut place = hash as usize % INDEX;
        loop {
            // SAFETY: the index has so many slots.
            let slot = unsafe { self.index.add(place) };
            // SAFETY: zero bytes are an empty slot, and this is the only reference to it.
            let slot = unsafe { &mut *slot };
            if *slot == 0 {
                if self.path_count == MOST_PATHS {
                    return caller;
                }
                let number = self.path_count as u32;
                let under_way = self.under_way(caller, pc);
                self.path_count += 1;
                *self.path_at(number) = Path { caller, pc };
                *slot = number;
                return under_way.unwrap_or(number);
            }
            let known = *self.path_at(*slot);
            if known.caller == caller && known.pc == pc {
                return self.under_way(caller, pc).unwrap_or(*slot);
            }
            place = (place + 1) % INDEX;
        }
    }

    /// The path on the way to `path` that a call at `pc` has led to.
    fn under_way(&mut self, mut path: u32, pc: usize) -> Option<u32> {
        while path > ROOT_CONTEXT {
            let Path { caller, pc: called_at } = *self.path_at(path);
            if called_at == pc {
                return Some(path);
            }
            path = caller;
        }
        None
    }
}
