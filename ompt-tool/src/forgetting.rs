//! Memory of tasks that changes hands: descriptors and frames, a few words each, at the end of every task.
//!
//! The general way, [`Shadow::forget`](crate::shadow::Shadow::forget), is made for blocks of any size. Nearly always a task's memory lies in
//! one piece of the shadow that was used lately, and then all there is to do is to clear its cells.

use detsan_detector::Cell;
use detsan_hook_abi::{PIECE, cell_address};

use crate::tool::Tool;

/// Memory of more bytes than this goes the general way.
const FEW_BYTES: usize = 1 << 10;

impl Tool {
    /// As [`Tool::forget`], and cheap if there are few bytes.
    #[inline]
    pub(crate) fn forget_few(&mut self, start: usize, size: usize) {
        if size == 0 {
            return;
        }
        if size > FEW_BYTES || self.detector.is_recording() {
            self.forget(start, size);
            return;
        }
        let (first, last) = (cell_address(start), cell_address(start + size - 1));
        let (recent, piece) = self.shadow.shortcuts.piece(first);
        // A range that wraps around in the masked address space ends in another piece.
        if *recent != piece || last / PIECE != piece {
            self.forget(start, size);
            return;
        }
        let cells: *mut Cell = self.shadow.cell(start);
        // SAFETY: the cells lie in the reservation, in one piece. They are the program's history of memory that nobody else looks at meanwhile.
        unsafe { cells.write_bytes(0, (last - first) / size_of::<Cell>() + 1) };
    }
}
