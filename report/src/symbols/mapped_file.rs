//! Files in memory, for as long as the process lives.
//!
//! Symbols are needed until the last report, which is at the end of the process, so that nothing is ever unmapped: that
//! spares every reader of debug information a lifetime. The only unsafe code of the crate.

#![allow(unsafe_code)]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

/// Maps a file to be read; `None` if that is not possible.
pub(crate) fn map(path: &Path) -> Option<&'static [u8]> {
    let file = File::open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    // SAFETY: The bytes must not change while they are borrowed. The files are programs and libraries, most of which
    // this very process executes: the kernel refuses to write to those, and tools that install a new version replace the
    // file instead of changing it. Where neither holds, the dynamic linker's own mapping of the file breaks as well.
    let mapping = unsafe { Mmap::map(&file) }.ok()?;
    Some(Box::leak(Box::new(mapping)))
}
