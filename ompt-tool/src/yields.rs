//! Where libomp yields the processor: there the tool decides who goes on.
//!
//! A thread that waits in libomp (19.1.7) runs one task after the other. Between two it calls
//! `sched_yield`, if it is set up for throughput (`__kmp_execute_tasks_template`). libomp has
//! counted the task that has just ended by then, unlike in the callback that tells of the end. So
//! this is the moment at which the thread can stop and let others go on, without a task that only
//! it knows to be complete. In barriers it comes here when it finds no task, too.
//!
//! libomp calls `sched_yield` through a slot that the dynamic linker fills in. [`take_over`] puts
//! [`on_yield`] there. Nobody else's calls go through that slot. If there is no such slot, the
//! [`watchdog`](crate::watchdog) notices which threads find no task.
//!
//! # Threads without work
//!
//! Between two regions, a thread of libomp's yields until it is needed. It [rests](rest) here
//! instead, longer and longer, and is roused when a region begins.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use crate::cooperation::Then;
use crate::gate;
use crate::loaded::{self, Loaded};
use crate::seat::Seat;
use crate::tool::Tool;

type SchedYield = unsafe extern "C" fn() -> c_int;

/// Has libomp, in which the given address lies, call [`on_yield`] for `sched_yield`. Returns
/// whether it does.
pub(crate) fn take_over(in_libomp: usize) -> bool {
    let mut replaced = false;
    loaded::visit(|loaded| {
        if !loaded.extent().contains(&in_libomp) {
            return ControlFlow::Continue(());
        }
        let slots = Slots(loaded);
        replaced = slots.of(c"sched_yield").map(|slot| slots.fill(slot, on_yield)).count() > 0;
        ControlFlow::Break(())
    });
    replaced
}

/// libomp yields the processor.
unsafe extern "C" fn on_yield() -> c_int {
    if gate::is_checked_thread() {
        if let Some(then) = gate::enter_checked(Tool::on_yield).filter(|then| *then != Then::GoOn) {
            then.carry_out();
            return 0;
        }
    } else if Seat::of_this_thread().is_some_and(|seat| !seat.is_active()) {
        rest();
        return 0;
    }
    // SAFETY: the call takes nothing.
    unsafe { libc::sched_yield() }
}

/// How often a thread without work yields before it sleeps.
const PATIENCE: u32 = 100;
const FIRST_SLEEP: Duration = Duration::from_micros(50);
const LONGEST_SLEEP: Duration = Duration::from_millis(10);

/// How many regions have begun, as far as threads without work are concerned.
static REGIONS: AtomicU32 = AtomicU32::new(0);
/// How many threads sleep until that changes.
static SLEEPERS: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The value of [`REGIONS`] that the thread has seen last, and how often it has yielded since.
    static REST: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// A region begins, and needs threads.
pub(crate) fn rouse() {
    REGIONS.fetch_add(1, Ordering::SeqCst);
    if SLEEPERS.load(Ordering::SeqCst) != 0 {
        let operation = libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG;
        // SAFETY: the number is never freed.
        unsafe { libc::syscall(libc::SYS_futex, REGIONS.as_ptr(), operation, c_int::MAX) };
    }
}

/// The calling thread has nothing to do, and comes back soon.
fn rest() {
    let regions = REGIONS.load(Ordering::SeqCst);
    let (seen, yields) = REST.get();
    let yields = if seen == regions { yields.saturating_add(1) } else { 0 };
    REST.set((regions, yields));
    match yields.checked_sub(PATIENCE) {
        Some(sleeps) => sleep_unless_roused(regions, sleep_time(sleeps)),
        None => {
            // SAFETY: the call takes nothing.
            unsafe { libc::sched_yield() };
        }
    }
}

fn sleep_time(sleeps: u32) -> Duration {
    FIRST_SLEEP.saturating_mul(1 << sleeps.min(16)).min(LONGEST_SLEEP)
}

/// Sleeps for so long, or until there are more than so many regions.
fn sleep_unless_roused(regions: u32, time: Duration) {
    let time = libc::timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
    let operation = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    SLEEPERS.fetch_add(1, Ordering::SeqCst);
    // SAFETY: the kernel reads the number and the time, which are there until the call returns.
    unsafe { libc::syscall(libc::SYS_futex, REGIONS.as_ptr(), operation, regions, &raw const time) };
    SLEEPERS.fetch_sub(1, Ordering::SeqCst);
}

/// The slots through which a module calls functions of others.
struct Slots<'a>(&'a Loaded<'a>);

/// An entry of the dynamic section (System V ABI, chapter 5).
#[repr(C)]
struct Dynamic {
    tag: i64,
    value: usize,
}

/// A relocation with an addend.
#[repr(C)]
struct Relocation {
    offset: usize,
    /// The symbol's number in the upper half, the type in the lower.
    info: u64,
    addend: i64,
}

const DT_NULL: i64 = 0;
const DT_PLTRELSZ: i64 = 2;
const DT_STRTAB: i64 = 5;
const DT_SYMTAB: i64 = 6;
const DT_RELA: i64 = 7;
const DT_RELASZ: i64 = 8;
const DT_JMPREL: i64 = 23;

/// The types of relocation that put the address of a function into a slot (psABI for x86-64).
const R_X86_64_GLOB_DAT: u32 = 6;
const R_X86_64_JUMP_SLOT: u32 = 7;

impl Slots<'_> {
    /// The value of an entry of the dynamic section.
    fn dynamic(&self, tag: i64) -> Option<usize> {
        let section = self.0.segments(libc::PT_DYNAMIC).next()?;
        let count = section.len() / size_of::<Dynamic>();
        // SAFETY: the module's program headers say that these entries are there.
        let entries = unsafe { std::slice::from_raw_parts(section.start as *const Dynamic, count) };
        let entry = entries.iter().take_while(|entry| entry.tag != DT_NULL).find(|entry| entry.tag == tag)?;
        Some(entry.value)
    }

    /// An address in the dynamic section. glibc adds the base to it, other dynamic linkers do not.
    fn table(&self, tag: i64) -> Option<usize> {
        let value = self.dynamic(tag)?;
        Some(if value < self.0.base { self.0.base + value } else { value })
    }

    fn relocations(&self, table: i64, size: i64) -> &[Relocation] {
        let (Some(start), Some(size)) = (self.table(table), self.dynamic(size)) else { return &[] };
        // SAFETY: the dynamic section says that the table is there, and the module stays loaded.
        unsafe { std::slice::from_raw_parts(start as *const Relocation, size / size_of::<Relocation>()) }
    }

    /// Those for `function`.
    fn of(&self, function: &'static CStr) -> impl Iterator<Item = usize> + '_ {
        let tables = [(DT_JMPREL, DT_PLTRELSZ), (DT_RELA, DT_RELASZ)];
        let relocations = tables.into_iter().flat_map(|(table, size)| self.relocations(table, size));
        let names_it = move |relocation: &&Relocation| {
            let is_slot = matches!(relocation.info as u32, R_X86_64_GLOB_DAT | R_X86_64_JUMP_SLOT);
            is_slot && self.symbol_name((relocation.info >> 32) as usize) == Some(function)
        };
        relocations.filter(names_it).map(|relocation| self.0.base + relocation.offset)
    }

    fn symbol_name(&self, index: usize) -> Option<&CStr> {
        let (symbols, names) = (self.table(DT_SYMTAB)? as *const libc::Elf64_Sym, self.table(DT_STRTAB)?);
        let symbol = symbols.wrapping_add(index);
        // SAFETY: a relocation names a symbol of the table.
        let symbol = unsafe { &*symbol };
        let name = (names + symbol.st_name as usize) as *const c_char;
        // SAFETY: the symbol's name is a string of the table.
        Some(unsafe { CStr::from_ptr(name) })
    }

    /// Puts `function` into a slot.
    fn fill(&self, slot: usize, function: SchedYield) {
        // SAFETY: the call takes a number.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let is_protected = self.0.segments(libc::PT_GNU_RELRO).any(|range| range.contains(&slot));
        let protect = |protection| {
            let start = slot & !(page - 1);
            // SAFETY: the page belongs to the module's data, which no Rust code refers to.
            unsafe { libc::mprotect(start as *mut c_void, page, protection) == 0 }
        };
        if is_protected && !protect(libc::PROT_READ | libc::PROT_WRITE) {
            return;
        }
        // SAFETY: the slot is aligned and writable, and only read by calls of the module.
        let cell = unsafe { AtomicUsize::from_ptr(slot as *mut usize) };
        cell.store(function as *const () as usize, Ordering::Release);
        if is_protected {
            protect(libc::PROT_READ);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slots of this program for `name`.
    fn slots(name: &'static CStr) -> Vec<usize> {
        let mut found = Vec::new();
        loaded::visit(|program| {
            found.extend(Slots(program).of(name));
            ControlFlow::Break(())
        });
        found
    }

    #[test]
    fn the_slots_of_a_function_are_found_by_its_name() {
        // SAFETY: the call takes nothing.
        unsafe { libc::sched_yield() };
        let slots_of_yield = slots(c"sched_yield");
        assert!(!slots_of_yield.is_empty());
        assert!(slots(c"sched_yield_of_nobody").is_empty());
    }

    #[test]
    fn sleeps_become_longer_up_to_a_limit() {
        assert_eq!(sleep_time(0), FIRST_SLEEP);
        assert_eq!(sleep_time(1), FIRST_SLEEP * 2);
        assert_eq!(sleep_time(u32::MAX), LONGEST_SLEEP);
    }

    #[test]
    fn a_thread_that_was_roused_does_not_sleep() {
        let before = REGIONS.load(Ordering::SeqCst);
        rouse();
        let start = std::time::Instant::now();
        sleep_unless_roused(before, Duration::from_millis(999));
        assert!(start.elapsed() < Duration::from_millis(900));
    }
}
