//! Locks of the thread library, and the guards of C++'s static variables.
//!
//! # Locks
//!
//! OpenMP's own locks are told by its tool interface. Others keep accesses apart just as well, so the functions of POSIX and
//! of C that take and give back a lock are defined here, for checked code alone: libomp, the C
//! library and the tool take their own locks many times over, and these say nothing about the program. `std::mutex` and
//! its relatives are templates and inline functions, which call from the program's own object files.
//!
//! The tool hears of a lock when it has been taken and before it is given back, so that no other holder comes in between.
//! Who may have to wait for a lock says so before, so that its holder can go on; but not who shares it with others: they may hold it together.
//! Waiting for a condition gives the mutex back and takes it again, with nothing of the waiting task in between.
//!
//! # Static variables
//!
//! A variable in a function is initialised by whoever needs it first, while others wait. The compiler looks at the first byte of
//! the guard, by an atomic load, and calls `__cxa_guard_acquire` if the variable is not there yet. The first byte is 0 until then, and while somebody
//! initialises the variable, another one is not (libstdc++ 12, libc++abi 19).

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicU32, Ordering};

use detsan_hook_abi::{Guarding, Sharing};

use crate::assembly::interpose;
use crate::attach::tell;
use crate::blocking::while_blocked;
use crate::next::next;

type Lock = *mut c_void;

/// A robust mutex whose owner died is locked all the same.
const EOWNERDEAD: c_int = 130;

/// Tells the tool of a lock that was taken, if it was.
fn taken(lock: Lock, result: c_int, sharing: Sharing) -> c_int {
    if result == 0 || result == EOWNERDEAD {
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.synchronisation.locked)(lock.addr(), sharing) });
    }
    result
}

/// Functions that take a lock and whatever else, and ones that give it back. All return 0 if they succeed. Those that may wait for other threads of a team
/// say so before.
macro_rules! locks {
    (take $($sharing:ident {
        $($take:ident $([$wants:ident])?, $take_next:ident = $take_name:literal ($($argument:ident: $type:ty),*);)*
    })*;
    give {
        $($give:ident, $give_next:ident = $give_name:literal;)*
    }) => {
        next! {
            $($($take_next = $take_name: unsafe extern "C" fn(Lock $(, $type)*) -> c_int;)*)*
            $($give_next = $give_name: unsafe extern "C" fn(Lock) -> c_int;)*
        }
        $($(
            extern "C" fn $take(lock: Lock $(, $argument: $type)*) -> c_int {
                $(
                    // SAFETY: the tool's function, called as its type says.
                    tell(|tool| unsafe { (tool.synchronisation.$wants)(lock.addr()) });
                )?
                let next = $take_next.require();
                // SAFETY: the program's own call, in its words.
                taken(lock, unsafe { next(lock $(, $argument)*) }, Sharing::$sharing)
            }
        )*)*
        $(
            extern "C" fn $give(lock: Lock) -> c_int {
                // SAFETY: the tool's function, called as its type says.
                tell(|tool| unsafe { (tool.synchronisation.unlocked)(lock.addr()) });
                let next = $give_next.require();
                // SAFETY: the program's own call, in its words.
                unsafe { next(lock) }
            }
        )*
    };
}

type Time = *const c_void;

locks! {
    take Alone {
        mutex_lock [wants], MUTEX_LOCK = c"pthread_mutex_lock" ();
        mutex_trylock, MUTEX_TRYLOCK = c"pthread_mutex_trylock" ();
        mutex_timedlock [wants], MUTEX_TIMEDLOCK = c"pthread_mutex_timedlock" (until: Time);
        mutex_clocklock [wants], MUTEX_CLOCKLOCK = c"pthread_mutex_clocklock" (clock: c_int, until: Time);
        spin_lock [wants], SPIN_LOCK = c"pthread_spin_lock" ();
        spin_trylock, SPIN_TRYLOCK = c"pthread_spin_trylock" ();
        mtx_lock [wants], MTX_LOCK = c"mtx_lock" ();
        mtx_trylock, MTX_TRYLOCK = c"mtx_trylock" ();
        mtx_timedlock [wants], MTX_TIMEDLOCK = c"mtx_timedlock" (until: Time);
        rwlock_wrlock [wants], RWLOCK_WRLOCK = c"pthread_rwlock_wrlock" ();
        rwlock_trywrlock, RWLOCK_TRYWRLOCK = c"pthread_rwlock_trywrlock" ();
        rwlock_timedwrlock [wants], RWLOCK_TIMEDWRLOCK = c"pthread_rwlock_timedwrlock" (until: Time);
        rwlock_clockwrlock [wants], RWLOCK_CLOCKWRLOCK = c"pthread_rwlock_clockwrlock" (clock: c_int, until: Time);
    }
    Shared {
        rwlock_rdlock, RWLOCK_RDLOCK = c"pthread_rwlock_rdlock" ();
        rwlock_tryrdlock, RWLOCK_TRYRDLOCK = c"pthread_rwlock_tryrdlock" ();
        rwlock_timedrdlock, RWLOCK_TIMEDRDLOCK = c"pthread_rwlock_timedrdlock" (until: Time);
        rwlock_clockrdlock, RWLOCK_CLOCKRDLOCK = c"pthread_rwlock_clockrdlock" (clock: c_int, until: Time);
    };
    give {
        mutex_unlock, MUTEX_UNLOCK = c"pthread_mutex_unlock";
        spin_unlock, SPIN_UNLOCK = c"pthread_spin_unlock";
        mtx_unlock, MTX_UNLOCK = c"mtx_unlock";
        rwlock_unlock, RWLOCK_UNLOCK = c"pthread_rwlock_unlock";
    }
}

interpose! {
    checked_code:
    "pthread_mutex_lock" => mutex_lock;
    "pthread_mutex_trylock" => mutex_trylock;
    "pthread_mutex_timedlock" => mutex_timedlock;
    "pthread_mutex_clocklock" => mutex_clocklock;
    "pthread_mutex_unlock" => mutex_unlock;
    "pthread_spin_lock" => spin_lock;
    "pthread_spin_trylock" => spin_trylock;
    "pthread_spin_unlock" => spin_unlock;
    "mtx_lock" => mtx_lock;
    "mtx_trylock" => mtx_trylock;
    "mtx_timedlock" => mtx_timedlock;
    "mtx_unlock" => mtx_unlock;
    "pthread_rwlock_rdlock" => rwlock_rdlock;
    "pthread_rwlock_tryrdlock" => rwlock_tryrdlock;
    "pthread_rwlock_timedrdlock" => rwlock_timedrdlock;
    "pthread_rwlock_clockrdlock" => rwlock_clockrdlock;
    "pthread_rwlock_wrlock" => rwlock_wrlock;
    "pthread_rwlock_trywrlock" => rwlock_trywrlock;
    "pthread_rwlock_timedwrlock" => rwlock_timedwrlock;
    "pthread_rwlock_clockwrlock" => rwlock_clockwrlock;
    "pthread_rwlock_unlock" => rwlock_unlock;
}

next! {
    GUARD_ACQUIRE = c"__cxa_guard_acquire": unsafe extern "C" fn(*mut u64) -> c_int;
    GUARD_RELEASE = c"__cxa_guard_release": unsafe extern "C" fn(*mut u64);
    GUARD_ABORT = c"__cxa_guard_abort": unsafe extern "C" fn(*mut u64);
}

interpose! {
    "__cxa_guard_acquire" => guard_acquire;
    "__cxa_guard_release" => guard_release;
    "__cxa_guard_abort" => guard_abort;
}

pub(crate) fn guards(guard: usize, guarding: Guarding) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.synchronisation.guards)(guard, guarding) });
}

fn is_being_initialised(guard: *mut u64) -> bool {
    // SAFETY: the compiler made the guard, and all accesses to it are atomic.
    let state = unsafe { AtomicU32::from_ptr(guard.cast()) }.load(Ordering::Relaxed);
    state != 0 && state & 0xff == 0
}

/// Returns 1 to who is to initialise the variable; others come back when it is there.
extern "C" fn guard_acquire(guard: *mut u64) -> c_int {
    let next = GUARD_ACQUIRE.require();
    // SAFETY: the program's own call, in its words.
    let call = || unsafe { next(guard) };
    let initialise = if is_being_initialised(guard) { while_blocked(call) } else { call() };
    guards(guard.addr(), if initialise != 0 { Guarding::Enter } else { Guarding::Pass });
    initialise
}

extern "C" fn guard_release(guard: *mut u64) {
    guards(guard.addr(), Guarding::Leave);
    let next = GUARD_RELEASE.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(guard) }
}

/// The initialiser was left by an exception: the next one who needs the variable tries again.
extern "C" fn guard_abort(guard: *mut u64) {
    guards(guard.addr(), Guarding::Abandon);
    let next = GUARD_ABORT.require();
    // SAFETY: the program's own call, in its words.
    unsafe { next(guard) }
}
