//! What the dynamic linker has loaded.

use std::ffi::{CStr, c_int, c_void};
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// A program or library in memory.
pub(crate) struct Loaded<'a> {
    /// What is added to the addresses of its file.
    pub(crate) base: usize,
    headers: &'a [libc::Elf64_Phdr],
    /// Its block of thread-local storage of the calling thread; 0 if there is none.
    pub(crate) thread_locals: usize,
}

impl Loaded<'_> {
    /// Where its segments of this kind are in memory.
    pub(crate) fn segments(&self, kind: u32) -> impl Iterator<Item = Range<usize>> + '_ {
        self.headers.iter().filter(move |header| header.p_type == kind).map(|header| {
            let start = self.base.wrapping_add(header.p_vaddr as usize);
            start..start.wrapping_add(header.p_memsz as usize)
        })
    }

    /// From its first address to its last.
    pub(crate) fn extent(&self) -> Range<usize> {
        let parts = || self.segments(libc::PT_LOAD);
        let (start, end) = (parts().map(|part| part.start).min(), parts().map(|part| part.end).max());
        start.unwrap_or(0)..end.unwrap_or(0)
    }
}

/// Calls `see` for everything that is loaded, the program first, until it breaks.
pub(crate) fn visit<F: FnMut(&Loaded) -> ControlFlow<()>>(mut see: F) {
    // SAFETY: the callback fits, and gets the function that it expects.
    unsafe { libc::dl_iterate_phdr(Some(show::<F>), (&raw mut see).cast()) };
}

unsafe extern "C" fn show<F: FnMut(&Loaded) -> ControlFlow<()>>(
    info: *mut libc::dl_phdr_info,
    _: usize,
    see: *mut c_void,
) -> c_int {
    // SAFETY: `visit` passes this function.
    let see = unsafe { &mut *see.cast::<F>() };
    // SAFETY: the loader passes a valid module.
    let info = unsafe { &*info };
    // SAFETY: the loader describes `dlpi_phnum` program headers.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    let thread_locals = info.dlpi_tls_data as usize;
    let next = see(&Loaded { base: info.dlpi_addr as usize, headers, thread_locals });
    c_int::from(next.is_break())
}

/// What the dynamic linker knows about an address.
pub(crate) struct Known(libc::Dl_info);

/// What the dynamic linker knows about `address`, if something is loaded there.
pub(crate) fn at(address: usize) -> Option<Known> {
    // SAFETY: the structure consists of numbers and pointers, which may all be 0.
    let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: any address may be asked for, and the result has a place.
    let is_known = unsafe { libc::dladdr(address as *const c_void, &raw mut info) } != 0;
    is_known.then_some(Known(info))
}

impl Known {
    /// The name of the file, without its directory.
    pub(crate) fn file(&self) -> Option<String> {
        if self.0.dli_fname.is_null() {
            return None;
        }
        // SAFETY: the dynamic linker gives a name that lasts as long as the library.
        let path = unsafe { CStr::from_ptr(self.0.dli_fname) }.to_string_lossy();
        Path::new(path.as_ref()).file_name().map(|name| name.to_string_lossy().into_owned())
    }

    /// The symbol that stands for exactly this address.
    pub(crate) fn symbol_of(&self, address: usize) -> Option<String> {
        if self.0.dli_sname.is_null() || self.0.dli_saddr as usize != address {
            return None;
        }
        // SAFETY: as above.
        Some(unsafe { CStr::from_ptr(self.0.dli_sname) }.to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_function_is_in_the_first_that_is_loaded() {
        let own = this_function_is_in_the_first_that_is_loaded as *const () as usize;
        let mut found = Vec::new();
        visit(|loaded| {
            found.push(loaded.extent().contains(&own));
            ControlFlow::Continue(())
        });
        assert!(found.len() > 1 && found[0] && !found[1..].contains(&true));
        let mut count = 0;
        visit(|_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!(count, 1);
    }

    #[test]
    fn the_dynamic_linker_knows_what_libraries_export() {
        let exit = libc::_exit as *const () as usize;
        let known = at(exit).expect("the C library is loaded");
        assert!(known.file().is_some_and(|file| file.starts_with("libc.so")));
        assert!(known.symbol_of(exit).is_some() && known.symbol_of(exit + 1).is_none());
        assert!(at(16).is_none());
    }
}
