//! Memory that the program gets and gives back.
//!
//! Giving memory back is a write to all of it: a task that may still use it, in whatever order the two run, uses it after it was freed. That write stays in
//! the history until the memory is handed out again, which starts a new one. So an access that comes after the call of `free` is found like one that
//! came before.
//!
//! | who gives back | what |
//! |---|---|
//! | the running task, by a call from anywhere but libomp and the dynamic loader | a write to the bytes that were asked for; what else the allocator had given is forgotten |
//! | libomp, the dynamic loader | forgotten: it is the runtime's memory, or the program has given it back before |
//! | a thread that is not checked | forgotten |
//! | whoever, of a block that is older than the tool | forgotten, because nobody knows how large it is |
//!
//! # Large blocks
//!
//! The shadow of freed memory should not stay. Where all cells of a piece of it are alike, which they mostly are once the block was written as a
//! whole, the piece is kept as one cell ([`Shadow::make_uniform`](crate::shadow::Shadow::make_uniform)) until somebody accesses the memory.

use std::ops::{ControlFlow, Range};

use detsan_detector::{Access, AccessMode, Atomicity, ByteMask, SiteId};
use detsan_hook_abi::{CELL_SPAN, PIECE, SHADOW_SCALE, cell_address};

use crate::accesses::Manner;
use crate::loaded;
use crate::reductions::Part as Place;
use crate::shadow::UNMAP_FROM;
use crate::stopwatch::Part;
use crate::tool::Tool;

/// Where the code of libomp and of the dynamic loader is.
#[derive(Debug, Default)]
pub(crate) struct RuntimeCode(Vec<Range<usize>>);

impl RuntimeCode {
    /// `in_libomp` is an address in libomp.
    pub(crate) fn find(in_libomp: usize) -> RuntimeCode {
        // SAFETY: the auxiliary vector is there in every process.
        let loader = unsafe { libc::getauxval(libc::AT_BASE) } as usize;
        let mut found = Vec::new();
        loaded::visit(|loaded| {
            let extent = loaded.extent();
            if [in_libomp, loader].iter().any(|address| extent.contains(address)) {
                found.push(extent);
            }
            ControlFlow::Continue(())
        });
        RuntimeCode(found)
    }

    #[inline]
    pub(crate) fn contains(&self, pc: usize) -> bool {
        self.0.iter().any(|range| range.contains(&pc))
    }
}

/// Beyond a block lie this many bytes at most that its allocator has given besides; memory that was mapped may be given back together.
const SLACK: usize = 4096;

impl Tool {
    pub(crate) fn on_allocated(&mut self, start: usize, size: usize, pc: usize) {
        self.stopwatch.is_for(Part::Allocator);
        let site = self.site(pc, 0);
        self.forget(start, size);
        self.heap.allocated(start, size, site);
    }

    /// Also called on threads that are not checked: touches nothing of the checked thread.
    pub(crate) fn on_allocated_elsewhere(&mut self, start: usize, size: usize) {
        self.forget(start, size);
        self.heap.allocated(start, size, SiteId::NONE);
    }

    /// A block that the program had before the tool was there, allocated at `pc`, on the path of `calls`, innermost first.
    pub(crate) fn on_early_block(&mut self, start: usize, size: usize, pc: usize, calls: &[usize]) {
        let context = calls.iter().rev().fold(crate::sites::ROOT, |caller, pc| self.sites.early_call(caller, *pc));
        let site = self.sites.intern(pc, context, 0);
        self.heap.allocated(start, size, site);
    }

    /// What was freed just now at `start` is the program's again: it was reallocated in its place. Whoever still accesses it as the old block does so after
    /// it was freed.
    pub(crate) fn on_resized(&mut self, start: usize, size: usize, pc: usize) {
        let site = self.site(pc, 0);
        let had = self.heap.resized(start, size, site);
        if size > had {
            self.forget(start + had, size - had);
        }
    }

    /// Also called on threads that are not checked: touches nothing of the checked thread.
    pub(crate) fn on_resized_elsewhere(&mut self, start: usize, size: usize) {
        self.heap.resized(start, size, SiteId::NONE);
    }

    /// The running task gives `size` bytes back, as far as they are the program's, or a whole block if it is 0, by a call that returns to `pc`.
    pub(crate) fn on_freed(&mut self, start: usize, size: usize, pc: usize) {
        self.stopwatch.is_for(Part::Allocator);
        if self.runtime_code.contains(pc) {
            self.on_freed_elsewhere(start, size);
            return;
        }
        let block = self.heap.at(start).or_else(|| self.heap.block(start).filter(|block| !block.is_freed));
        let known = block.map_or(0, |block| block.start + block.size - start);
        let size = if size == 0 { known } else { size };
        let context = match self.worker.thread.known_context() {
            Some(context) => context,
            None => self.sites.context(self.worker.thread.frames(), &mut self.shadow.shortcuts),
        };
        let site = self.sites.intern_free(pc, context);
        let (mut from, end) = (start, start + size);
        let mut next = block.map(|_| start..end.min(start + known));
        while let Some(part) = next {
            self.forget(from, part.start - from);
            let before = self.detector.statistics().accesses;
            self.free(part.start, part.len(), site);
            self.counters.freed += self.detector.statistics().accesses - before;
            self.heap.freed(part.start, part.len());
            from = part.end;
            // What is mapped in several calls may be unmapped in one.
            next = (end - from >= SLACK).then(|| self.heap.first_in(from..end)).flatten().map(|block| {
                let length = if block.is_freed { 0 } else { block.size };
                block.start..end.min(block.start + length.max(1))
            });
        }
        self.forget(from, end - from);
        self.locks.forget(start, size);
        self.forget_atomics(start, size);
    }

    /// Memory is given back, but not by a task. Also called on threads that are not checked: touches nothing of the checked thread.
    pub(crate) fn on_freed_elsewhere(&mut self, start: usize, size: usize) {
        self.stopwatch.is_for(Part::Allocator);
        let size = if size == 0 { self.heap.at(start).map_or(0, |block| block.size) } else { size };
        self.captured.forget(start, size);
        // What a task has freed within it, as a block of OpenMP's allocators, stays freed.
        let (mut from, mut next, end) = (start, start + 1, start + size);
        while let Some(block) = self.heap.first_in(next..end) {
            next = block.start + 1;
            if block.is_freed {
                self.forget(from, block.start.saturating_sub(from));
                from = from.max(end.min(block.start + block.size));
            }
        }
        self.forget(from, end - from);
        self.locks.forget(start, size);
        self.forget_atomics(start, size);
        self.heap.forget(start);
    }

    /// Forgets the history of memory that changes hands.
    pub(crate) fn forget(&mut self, start: usize, size: usize) {
        self.detector.forgotten(start, size);
        self.shadow.forget(start, size);
    }

    /// The running task writes memory, so that it is nobody else's.
    fn free(&mut self, start: usize, size: usize, site: SiteId) {
        if size == 0 {
            return;
        }
        let manner = Manner { mode: AccessMode::Write, atomicity: Atomicity::Plain, site, element: 0 };
        let all = Place { address: start, length: size, offset: 0 };
        let (low, high) = (cell_address(start), cell_address(start + size));
        // A replay speaks of all cells.
        if size * SHADOW_SCALE < UNMAP_FROM || high < low || self.detector.is_recording() {
            self.access(all, manner, None);
            return;
        }
        let pieces = low.div_ceil(PIECE)..high / PIECE;
        let address_of = |piece: usize| start / CELL_SPAN * CELL_SPAN + (piece * PIECE - low) / SHADOW_SCALE;
        let (first, last) = (address_of(pieces.start), address_of(pieces.end));
        self.access_some(start, first - start, manner);
        // A row of pieces that are alike.
        let mut alike = None;
        for piece in pieces.clone() {
            let content = self.free_piece(piece, address_of(piece), manner);
            alike = match (alike, content) {
                (Some((first, before)), Some(content)) if before == content => Some((first, before)),
                (before, content) => {
                    if let Some((first, content)) = before {
                        self.shadow.make_uniform(first..piece, content);
                    }
                    content.map(|content| (piece, content))
                }
            };
        }
        if let Some((first, content)) = alike {
            self.shadow.make_uniform(first..pieces.end, content);
        }
        self.access_some(last, start + size - last, manner);
    }

    fn access_some(&mut self, address: usize, length: usize, manner: Manner) {
        if length > 0 {
            self.access_cells(Place { address, length, offset: 0 }, manner, None);
        }
    }

    /// The same for a piece of the shadow, which is that of the memory at `address`. If all of its cells are alike, it is left to the caller to write what is
    /// returned into them.
    fn free_piece(&mut self, piece: usize, address: usize, manner: Manner) -> Option<detsan_detector::Cell> {
        let Some(mut cell) = self.shadow.common_content(piece) else {
            self.access_some(address, PIECE / SHADOW_SCALE, manner);
            return self.shadow.common_content(piece);
        };
        let Manner { mode, atomicity, site, .. } = manner;
        self.change_cell(&mut cell, address, Access { mode, atomicity, bytes: ByteMask::FULL, site });
        if !self.found.is_empty() {
            self.report_found(address, address, PIECE / SHADOW_SCALE);
        }
        Some(cell)
    }
}
