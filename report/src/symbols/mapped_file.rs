//! Files in memory, for as long as the process lives.
//!
//! Symbols are needed until the last report, which is at the end of the process, so that nothing is
//! ever unmapped: that spares every reader of debug information a lifetime. The only unsafe code of
//! the crate.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a file to be read.
///
/// # Errors
///
/// When it cannot be opened or mapped, or is no regular file.
pub fn map_file(path: &Path) -> io::Result<&'static [u8]> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    if metadata.len() == 0 {
        // An empty mapping is an error.
        return Ok(&[]);
    }
    // SAFETY: The bytes must not change while they are borrowed. The files are programs and
    // libraries, most of which this very process executes: the kernel refuses to write to those,
    // and tools that install a new version replace the file instead of changing it. Where neither
    // holds, the dynamic linker's own mapping of the file breaks as well.
    let mapping = unsafe { Mmap::map(&file) }?;
    Ok(Box::leak(Box::new(mapping)))
}
