//! The C library, as far as the hooks use it. Written out by hand so that the archive has no dependency.

use core::ffi::{c_char, c_int, c_void};

/// Pseudo handle of `dlsym`: the definition that the program finds.
pub(crate) const RTLD_DEFAULT: *mut c_void = core::ptr::null_mut();
/// Pseudo handle of `dlsym`: the next definition after the one in the calling object.
pub(crate) const RTLD_NEXT: *mut c_void = -1isize as *mut c_void;
pub(crate) const RTLD_LAZY: c_int = 1;
/// `dlopen` opens what is loaded already and nothing else.
pub(crate) const RTLD_NOLOAD: c_int = 4;
/// `dlinfo` answers with a [`LinkMap`].
pub(crate) const RTLD_DI_LINKMAP: c_int = 2;
/// What `mmap` and `mremap` return when they fail.
pub(crate) const MAP_FAILED: *mut c_void = -1isize as *mut c_void;
pub(crate) const PROT_READ: c_int = 1;
pub(crate) const PROT_WRITE: c_int = 2;
pub(crate) const MAP_PRIVATE: c_int = 0x02;
pub(crate) const MAP_ANONYMOUS: c_int = 0x20;
pub(crate) const MAP_NORESERVE: c_int = 0x4000;
pub(crate) const ENOMEM: c_int = 12;
pub(crate) const STDERR: c_int = 2;

/// An object that is loaded: the beginning of `struct link_map`.
#[repr(C)]
pub(crate) struct LinkMap {
    pub(crate) base: usize,
    pub(crate) name: *const c_char,
    pub(crate) dynamic: *const c_void,
    pub(crate) next: *const LinkMap,
}

/// Handler for the end of the program, which is given the exit status.
pub(crate) type ExitHandler = extern "C" fn(status: c_int, argument: *mut c_void);

unsafe extern "C" {
    pub(crate) safe fn abort() -> !;
    pub(crate) safe fn exit(status: c_int) -> !;
    pub(crate) safe fn getpid() -> c_int;
    pub(crate) safe fn __errno_location() -> *mut c_int;
    pub(crate) safe fn on_exit(handler: ExitHandler, argument: *mut c_void) -> c_int;
    pub(crate) safe fn pthread_atfork(
        prepare: Option<extern "C" fn()>,
        parent: Option<extern "C" fn()>,
        child: Option<extern "C" fn()>,
    ) -> c_int;
    pub(crate) fn dlclose(handle: *mut c_void) -> c_int;
    pub(crate) fn dlinfo(handle: *mut c_void, request: c_int, answer: *mut c_void) -> c_int;
    pub(crate) fn dlopen(path: *const c_char, mode: c_int) -> *mut c_void;
    pub(crate) fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    pub(crate) fn getenv(name: *const c_char) -> *const c_char;
    pub(crate) fn write(file: c_int, text: *const c_void, length: usize) -> isize;

    pub(crate) fn malloc_usable_size(block: *mut c_void) -> usize;
    // glibc's allocator under the names that nobody interposes.
    pub(crate) fn __libc_malloc(size: usize) -> *mut c_void;
    pub(crate) fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    pub(crate) fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    pub(crate) fn __libc_free(block: *mut c_void);
}

/// Leaves `errno` as it was before `call`.
#[inline]
pub(crate) fn keep_errno<R>(call: impl FnOnce() -> R) -> R {
    let errno = __errno_location();
    // SAFETY: `errno` points to the calling thread's own variable.
    let before = unsafe { errno.read() };
    let result = call();
    // SAFETY: as above.
    unsafe { errno.write(before) };
    result
}
