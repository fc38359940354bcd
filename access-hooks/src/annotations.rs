//! What programs that know ThreadSanitizer tell it: accepted, so that they link, and mostly not followed.
//!
//! An annotation is the programmer's word that something is ordered, excluded or harmless. A verdict of "no race" that
//! rests on it would not be ours, so accesses stay checked between `ignore` marks, and threads that
//! synchronise by other means than OpenMP's are not taken for ordered. Races that are known and accepted belong in the tool's
//! suppressions. What is followed is the access of `__tsan_external_read` and `__tsan_external_write`.

use core::ffi::c_void;

use detsan_hook_abi::AccessKind;

use crate::sized::report_access;

/// Called by a constructor of every instrumented object file. Its work is done by our own constructor.
#[unsafe(no_mangle)]
extern "C" fn __tsan_init() {}

/// An access to an object of a library that is not instrumented, told by the library: one byte stands for the object.
#[unsafe(no_mangle)]
extern "C" fn __tsan_external_read(address: usize, caller_pc: usize, _tag: *mut c_void) {
    report_access(address, AccessKind(1), caller_pc);
}

/// As [`__tsan_external_read`], for a change of the object.
#[unsafe(no_mangle)]
extern "C" fn __tsan_external_write(address: usize, caller_pc: usize, _tag: *mut c_void) {
    report_access(address, AccessKind(1 | AccessKind::WRITE), caller_pc);
}

/// Functions without effect. Arguments are in registers, where they can be left.
macro_rules! ignored {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name() {}
    )*};
}

ignored! {
    __tsan_ignore_thread_begin __tsan_ignore_thread_end
    __tsan_acquire __tsan_release
    __tsan_flush_memory __tsan_on_thread_idle
    __tsan_mutex_create __tsan_mutex_destroy
    __tsan_mutex_pre_lock __tsan_mutex_post_lock __tsan_mutex_post_unlock
    __tsan_mutex_pre_signal __tsan_mutex_post_signal
    __tsan_mutex_pre_divert __tsan_mutex_post_divert
    __tsan_check_no_mutexes_held
    __tsan_external_register_header __tsan_external_assign_tag
    __tsan_destroy_fiber __tsan_switch_to_fiber __tsan_set_fiber_name

    AnnotateHappensBefore AnnotateHappensAfter
    AnnotateCondVarSignal AnnotateCondVarSignalAll AnnotateCondVarWait
    AnnotateMutexIsNotPHB AnnotateMutexIsUsedAsCondVar
    AnnotateRWLockCreate AnnotateRWLockCreateStatic AnnotateRWLockDestroy
    AnnotateRWLockAcquired AnnotateRWLockReleased
    AnnotateTraceMemory AnnotateFlushState AnnotateNewMemory AnnotateNoOp
    AnnotateFlushExpectedRaces AnnotateEnableRaceDetection AnnotateExpectRace
    AnnotatePCQCreate AnnotatePCQDestroy AnnotatePCQPut AnnotatePCQGet
    AnnotatePublishMemoryRange AnnotateUnpublishMemoryRange
    AnnotateThreadName
    AnnotateIgnoreReadsBegin AnnotateIgnoreReadsEnd
    AnnotateIgnoreWritesBegin AnnotateIgnoreWritesEnd
    AnnotateIgnoreSyncBegin AnnotateIgnoreSyncEnd
    AnnotateBenignRace AnnotateBenignRaceSized
    AnnotateMemoryIsInitialized AnnotateMemoryIsUninitialized
    WTFAnnotateHappensBefore WTFAnnotateHappensAfter WTFAnnotateBenignRaceSized
}

/// Functions that answer with 0.
macro_rules! answered_with_zero {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name() -> usize {
            0
        }
    )*};
}

answered_with_zero! {
    // How deep the lock was held: only meant to be handed back at the next lock.
    __tsan_mutex_pre_unlock
    // The program looks at ThreadSanitizer's reports; there are none.
    __tsan_get_current_report __tsan_get_report_data __tsan_get_report_stack __tsan_get_report_mop
    __tsan_get_report_loc __tsan_get_report_loc_object_type __tsan_get_report_mutex __tsan_get_report_thread
    __tsan_get_report_unique_tid __tsan_get_report_tag
}

/// Functions that answer with a handle, which callers test for null and hand back.
macro_rules! answered_with_handle {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name() -> *const u8 {
            static HANDLE: u8 = 0;
            &raw const HANDLE
        }
    )*};
}

answered_with_handle! { __tsan_get_current_fiber __tsan_create_fiber __tsan_external_register_tag }
