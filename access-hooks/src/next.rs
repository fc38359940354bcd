//! The definitions that ours stand in front of.
//!
//! An interposed function does its own part and goes on to the definition that the program would have reached without
//! us, which is the next one in the search order of the dynamic linker. It is looked up once. One that is not there is
//! looked up again at the next call: the program may have opened a library by then.
//!
//! A lookup can itself allocate, and then comes back to our `malloc` before `malloc`'s next definition is known. So
//! [`Next::get`] answers `None` while it is at work, and the allocator goes to glibc under its private names meanwhile.

use core::ffi::{CStr, c_void};
use core::marker::PhantomData;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::libc;

/// A function pointer of type `F`, found on first use.
pub(crate) struct Next<F> {
    name: &'static CStr,
    /// Null, [`LOOKING`], [`ABSENT`], or the address of the function.
    address: AtomicPtr<c_void>,
    function: PhantomData<F>,
}

const LOOKING: *mut c_void = ptr::without_provenance_mut(1);
const ABSENT: *mut c_void = ptr::without_provenance_mut(2);

impl<F: Copy> Next<F> {
    /// The next definition of `name`.
    ///
    /// # Safety
    ///
    /// `F` must be the type of a pointer to the function that libraries define under this name.
    pub(crate) const unsafe fn new(name: &'static CStr) -> Self {
        assert!(size_of::<F>() == size_of::<*mut c_void>());
        Next { name, address: AtomicPtr::new(ptr::null_mut()), function: PhantomData }
    }

    /// The function; `None` if there is none, or if a lookup is under way.
    #[inline]
    pub(crate) fn get(&self) -> Option<F> {
        let mut address = self.address.load(Ordering::Acquire);
        if address.is_null() {
            address = self.look_up();
        }
        if address == LOOKING || address == ABSENT {
            return None;
        }
        // SAFETY: `address` is a function of type `F`, as `new` was promised; the sizes are equal.
        Some(unsafe { core::mem::transmute_copy(&address) })
    }

    /// The function, where its absence means that the program could not have been linked.
    #[inline]
    pub(crate) fn require(&self) -> F {
        // Another thread may be looking it up; then both do.
        self.get().or_else(|| self.get_anew()).unwrap_or_else(|| self.die_missing())
    }

    #[cold]
    fn get_anew(&self) -> Option<F> {
        self.look_up();
        self.get()
    }

    #[cold]
    fn die_missing(&self) -> ! {
        crate::die(b"no library defines ", self.name.to_bytes())
    }

    // Not inlined, and its result is used: `dlsym` tells by its return address whose "next" is meant, so it must be
    // called, not jumped to.
    #[cold]
    #[inline(never)]
    fn look_up(&self) -> *mut c_void {
        self.address.store(LOOKING, Ordering::Release);
        // SAFETY: the name is a C string.
        let mut address = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        if address.is_null() {
            address = in_any_library(self.name).unwrap_or(ABSENT);
        }
        self.address.store(address, Ordering::Release);
        address
    }
}

/// The definition of `name` in any library that is loaded.
///
/// A library that the program has opened for itself alone (`dlopen` without `RTLD_GLOBAL`) calls our functions, and has
/// its own libraries behind it, where a search for the next definition does not come.
#[cold]
fn in_any_library(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: null stands for the program itself.
    let program = unsafe { libc::dlopen(ptr::null(), libc::RTLD_LAZY) };
    let mut first: *const libc::LinkMap = ptr::null();
    // SAFETY: the handle is the program's, and the answer has a place.
    if unsafe { libc::dlinfo(program, libc::RTLD_DI_LINKMAP, (&raw mut first).cast()) } != 0 {
        return None;
    }
    // SAFETY: the loader's list is of objects that are loaded, the program first.
    let libraries = core::iter::successors(unsafe { first.as_ref() }, |library| unsafe { library.next.as_ref() });
    libraries.skip(1).find_map(|library| {
        // SAFETY: the loader names each object by a C string.
        let handle = unsafe { libc::dlopen(library.name, libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        if handle.is_null() {
            return None;
        }
        // SAFETY: the handle was opened above, and the name is a C string.
        let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
        // SAFETY: as above. Whoever is calling now keeps the library that it needs.
        unsafe { libc::dlclose(handle) };
        (!address.is_null()).then_some(address)
    })
}

/// Declares next definitions. The type stands beside the name, so that it can be compared with the header.
macro_rules! next {
    ($($variable:ident = $name:literal: $type:ty;)*) => {$(
        // SAFETY: the type is the one that the C header (or libomp's `kmp.h`) gives the function of this name.
        static $variable: $crate::next::Next<$type> = unsafe { $crate::next::Next::new($name) };
    )*};
}
pub(crate) use next;
