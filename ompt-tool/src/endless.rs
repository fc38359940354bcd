//! A thread that polls for what nobody is left to do: the program would hang without a word.
//!
//! A thread may poll an atomic or volatile variable for long and still come to an end: it may
//! count, or look at the clock. So nothing is concluded from time. When a thread has used the
//! processor for [`PATIENCE`] and has seen nothing new, and nobody else can run
//! ([`Tool::is_alone`]), the thread is [followed](Proof) instruction by instruction through its
//! loop. The loop is endless if
//!
//! - the thread comes back to the same place with the same registers and the same stack,
//! - it writes nothing else on the way, which the hooks tell,
//! - and nothing comes from outside: all instructions belong to the program or to libomp, and none
//!   calls the kernel or reads a clock.
//!
//! In any doubt the program goes on.

use std::ffi::c_void;
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use detsan_detector::SiteId;
use detsan_hook_abi::AccessKind;

use crate::events::has_other_threads;
use crate::signals::{self, LAST_SIGNAL, set_action};
use crate::tool::Tool;
use crate::trusted::is_trusted_library;
use crate::{gate, loaded};

/// A thread that polls is followed after so much of the processor's time, and if that was in vain,
/// after twice as much.
const PATIENCE: Duration = Duration::from_secs(2);

/// The clock is looked at this often.
const POLLS_PER_CLOCK: u32 = 1 << 12;

/// A thread is followed for so many instructions at most, outside of the tool. It takes about a
/// second.
const MOST_STEPS: u32 = 1 << 18;

/// A loop may have to be gone through so often before it repeats itself.
const MOST_PASSES: u32 = 16;

/// The function that finds `errno` is no longer than this.
const SHORT_FUNCTION: usize = 32;

/// No more of the stack than this is compared.
const MOST_STACK: usize = 1 << 20;

/// What is known of a thread that sees the same again and again.
#[derive(Debug)]
pub(crate) struct Polling {
    polls: u32,
    /// What its thread had used of the processor when that began.
    since: Option<Duration>,
    patience: Duration,
    /// The thread is followed; what a trap did before.
    followed: Option<Before>,
}

/// An action of a signal.
struct Before(libc::sigaction);

impl fmt::Debug for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0.sa_sigaction)
    }
}

impl Default for Polling {
    fn default() -> Polling {
        Polling { polls: 0, since: None, patience: PATIENCE, followed: None }
    }
}

impl Tool {
    /// The running thread polls `address` at `pc`; `sees_same` if it has seen the same there last
    /// time.
    pub(crate) fn note_poll(&mut self, address: usize, kind: AccessKind, pc: usize, site: SiteId, sees_same: bool) {
        if let Some(before) = &self.polling.followed {
            match PROOF.state() {
                _ if !sees_same => PROOF.refute(),
                State::Followed => {}
                State::Endless => {
                    PROOF.end(before);
                    self.report_endless(site);
                }
                State::Refuted => {
                    PROOF.end(before);
                    let patience = self.polling.patience.saturating_mul(2);
                    self.polling = Polling { patience, ..Polling::default() };
                    self.publish_step();
                }
            }
            return;
        }
        if !sees_same {
            self.polling = Polling::default();
            return;
        }
        self.polling.polls = self.polling.polls.wrapping_add(1);
        if !self.polling.polls.is_multiple_of(POLLS_PER_CLOCK) {
            return;
        }
        let used = self.worker.seat.processor_time();
        let since = *self.polling.since.get_or_insert(used);
        if used.saturating_sub(since) < self.polling.patience {
            return;
        }
        let stack = self.worker.thread.stack();
        self.polling.followed = if self.is_alone(address) { PROOF.begin(pc, kind.is_volatile(), stack) } else { None };
        if self.polling.followed.is_none() {
            self.polling = Polling { patience: self.polling.patience.saturating_mul(2), ..Polling::default() };
        }
    }

    /// The running thread has made an access. If it is followed, the hooks tell of the next one as
    /// well.
    pub(crate) fn end_followed_access(&mut self, is_write: bool) {
        if self.polling.followed.is_some() {
            if is_write {
                PROOF.refute();
            }
            self.stop_step();
        }
    }

    /// Whether nobody but the running thread can write to `address`: no other thread, no handler of
    /// a signal, no other process.
    fn is_alone(&self, address: usize) -> bool {
        self.baton.others_are_stuck()
            && !has_other_threads(self.worker.len())
            && !has_handlers(&self.options.trusted_libraries)
            && !is_traced()
            && !is_shared(address)
    }
}

/// Signals that a thread causes by itself. Runtime libraries handle them, to say where it was.
const OWN_DOING: [i32; 6] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT, libc::SIGSYS];

/// Whether the program handles a signal that may come from elsewhere. What `trusted` libraries
/// handle, as that of Fortran does, touches no variable of the program.
fn has_handlers(trusted: &[String]) -> bool {
    let is_handled = |signal: i32| {
        let mut action = MaybeUninit::<libc::sigaction>::uninit();
        // The hooks answer with the program's own.
        // SAFETY: a null action only asks for the present one, which has a place.
        if unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) } != 0 {
            return false;
        }
        // SAFETY: it was filled above.
        let handler = unsafe { action.assume_init() }.sa_sigaction;
        if [libc::SIG_DFL, libc::SIG_IGN, signals::handler as *const () as usize].contains(&handler) {
            return false;
        }
        let library = loaded::at(handler).and_then(|known| known.file());
        !library.is_some_and(|library| is_trusted_library(&library, trusted))
    };
    (1..=LAST_SIGNAL).filter(|signal| !OWN_DOING.contains(signal)).any(is_handled)
}

/// Whether a debugger follows the process, which would take our traps for its own; or the trap is
/// blocked.
fn is_traced() -> bool {
    let mut blocked = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: a null set changes nothing, and the present one has a place.
    unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), blocked.as_mut_ptr()) };
    // SAFETY: the set is whole.
    let is_blocked = unsafe { libc::sigismember(blocked.as_ptr(), libc::SIGTRAP) } != 0;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let tracer = status.lines().find_map(|line| line.strip_prefix("TracerPid:"));
    is_blocked || tracer.map(str::trim) != Some("0")
}

/// Whether other processes may have the memory at `address`. If the kernel does not tell, they may.
fn is_shared(address: usize) -> bool {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let mapping = maps.lines().find(|line| {
        let bounds = line.split(' ').next().and_then(|range| range.split_once('-'));
        let bound = |text: &str| usize::from_str_radix(text, 16).unwrap_or(0);
        bounds.is_some_and(|(start, end)| (bound(start)..bound(end)).contains(&address))
    });
    mapping.and_then(|line| line.split(' ').nth(1)).is_none_or(|access| !access.ends_with('p'))
}

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Followed = 1,
    Endless = 2,
    Refuted = 3,
}

/// A range of addresses that a handler can read.
struct Extent(AtomicUsize, AtomicUsize);

impl Extent {
    const fn new() -> Extent {
        Extent(AtomicUsize::new(0), AtomicUsize::new(0))
    }

    fn set(&self, range: Range<usize>) {
        self.0.store(range.start, Relaxed);
        self.1.store(range.end, Relaxed);
    }

    fn get(&self) -> Range<usize> {
        self.0.load(Relaxed)..self.1.load(Relaxed)
    }
}

/// The thread that is followed: the processor traps after each of its instructions.
struct Proof {
    state: AtomicU8,
    /// Where the program polls.
    place: AtomicUsize,
    is_volatile: AtomicU8,
    steps: AtomicU32,
    passes: AtomicU32,
    /// The stack of the thread.
    stack: Extent,
    tool: Extent,
    /// The program, the library that polls, libomp, and how hooks find `errno`.
    allowed: [Extent; 4],
    /// Registers and stack at the first pass.
    first: [AtomicU64; WORDS],
}

/// Words of a snapshot.
const WORDS: usize = 16;

static PROOF: Proof = Proof {
    state: AtomicU8::new(State::Refuted as u8),
    place: AtomicUsize::new(0),
    is_volatile: AtomicU8::new(0),
    steps: AtomicU32::new(0),
    passes: AtomicU32::new(0),
    stack: Extent::new(),
    tool: Extent::new(),
    allowed: [const { Extent::new() }; 4],
    first: [const { AtomicU64::new(0) }; WORDS],
};

/// Has the processor trap after each instruction (Intel SDM, volume 3, §17.3.1.4).
const TRAP_FLAG: i64 = 1 << 8;

/// Registers that a call preserves (psABI for x86-64, §3.2.1).
const PRESERVED: [i32; 7] =
    [libc::REG_RSP, libc::REG_RBP, libc::REG_RBX, libc::REG_R12, libc::REG_R13, libc::REG_R14, libc::REG_R15];

/// Those that hooks of our own preserve as well.
const PRESERVED_BY_HOOKS: [i32; 7] =
    [libc::REG_RCX, libc::REG_RDX, libc::REG_RSI, libc::REG_RDI, libc::REG_R8, libc::REG_R9, libc::REG_R10];

/// From the first address to the last of what is loaded at `address`.
fn extent_at(address: usize) -> Range<usize> {
    let mut found = 0..0;
    loaded::visit(|loaded| {
        if loaded.extent().contains(&address) {
            found = loaded.extent();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

impl Proof {
    fn state(&self) -> State {
        match self.state.load(Relaxed) {
            1 => State::Followed,
            2 => State::Endless,
            _ => State::Refuted,
        }
    }

    fn refute(&self) {
        self.state.store(State::Refuted as u8, Relaxed);
    }

    /// Follows the calling thread, which polls at `place`. Returns what a trap did before, unless
    /// the thread cannot be followed.
    fn begin(&self, place: usize, is_volatile: bool, stack: Range<usize>) -> Option<Before> {
        // SAFETY: the name is a C string.
        let libomp = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"omp_get_num_threads".as_ptr()) } as usize;
        let mut program = 0..0;
        loaded::visit(|loaded| {
            program = loaded.extent();
            ControlFlow::Break(())
        });
        let errno = libc::__errno_location as *const () as usize;
        let ranges = [program, extent_at(place), extent_at(libomp), errno..errno + SHORT_FUNCTION];
        for (extent, range) in self.allowed.iter().zip(ranges) {
            extent.set(range);
        }
        self.tool.set(extent_at(on_step as *const () as usize));
        self.stack.set(stack);
        self.place.store(place, Relaxed);
        self.is_volatile.store(is_volatile.into(), Relaxed);
        self.steps.store(0, Relaxed);
        self.passes.store(0, Relaxed);
        // SAFETY: all zeroes is a valid action without flags.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = on_step as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        let mut before = MaybeUninit::uninit();
        // SAFETY: the handler does nothing that is forbidden in one, and the action before has a
        // place.
        if unsafe { set_action(libc::SIGTRAP, &action, before.as_mut_ptr()) } != 0 {
            return None;
        }
        self.state.store(State::Followed as u8, Relaxed);
        // SAFETY: from now on `on_step` takes the traps.
        unsafe { std::arch::asm!("pushfq", "or qword ptr [rsp], {flag}", "popfq", flag = const TRAP_FLAG) };
        // SAFETY: it was filled above.
        Some(Before(unsafe { before.assume_init() }))
    }

    /// The handler has taken the flag away. A trap does again what it did before.
    fn end(&self, before: &Before) {
        // SAFETY: this was the action.
        unsafe { set_action(libc::SIGTRAP, &before.0, std::ptr::null_mut()) };
    }

    /// The thread is about to run the instruction at `pc`. Returns whether it is followed further.
    fn step(&self, pc: usize, registers: &[i64]) -> bool {
        if self.state() != State::Followed {
            return false;
        }
        if self.tool.get().contains(&pc) || gate::is_inside(false) {
            return true;
        }
        let is_allowed = self.allowed.iter().any(|extent| extent.get().contains(&pc));
        if !is_allowed || self.steps.fetch_add(1, Relaxed) >= MOST_STEPS {
            self.refute();
            return false;
        }
        let mut code = [0; 5];
        let from: *const u8 = std::ptr::with_exposed_provenance(pc);
        // SAFETY: the thread is about to run this; what follows is in the same module, or is its
        // last page's rest.
        unsafe { std::ptr::copy_nonoverlapping(from, code.as_mut_ptr(), code.len()) };
        if asks_outside(code) {
            self.refute();
        } else if pc == self.place.load(Relaxed) {
            self.pass(registers);
        }
        self.state() == State::Followed
    }

    fn pass(&self, registers: &[i64]) {
        let Some(now) = self.snapshot(registers) else { return self.refute() };
        let passes = self.passes.fetch_add(1, Relaxed);
        let before = &self.first;
        if passes > 0 && before.iter().zip(now).all(|(before, now)| before.load(Relaxed) == now) {
            self.state.store(State::Endless as u8, Relaxed);
        } else if passes >= MOST_PASSES {
            self.refute();
        } else {
            before.iter().zip(now).for_each(|(before, now)| before.store(now, Relaxed));
        }
    }

    /// What the thread goes on with: registers, and a sum of its stack.
    fn snapshot(&self, registers: &[i64]) -> Option<[u64; WORDS]> {
        let mut words = [0; WORDS];
        let others = if self.is_volatile.load(Relaxed) != 0 { &PRESERVED_BY_HOOKS[..] } else { &[] };
        let kept = PRESERVED.iter().chain(others).map(|register| registers[*register as usize].cast_unsigned());
        words.iter_mut().zip(kept).for_each(|(word, register)| *word = register);
        let (start, end) = (registers[libc::REG_RSP as usize] as usize, self.stack.get().end);
        if !(start..start + MOST_STACK).contains(&end) {
            return None;
        }
        let stack: *const u64 = std::ptr::with_exposed_provenance(start & !7);
        let sum = (0..(end - start) / 8).fold(0u64, |sum, index| {
            let word = stack.wrapping_add(index);
            // SAFETY: this is the thread's own stack, which it has used so far.
            let word = unsafe { word.read_volatile() };
            (sum.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        words[WORDS - 1] = sum;
        Some(words)
    }
}

/// Whether an instruction that begins with these bytes calls the kernel, or reads a clock or a
/// random number.
fn asks_outside(code: [u8; 5]) -> bool {
    let is_prefix = |byte: u8| matches!(byte, 0x40..=0x4f | 0x66 | 0xf2 | 0xf3);
    let code = if is_prefix(code[0]) { &code[1..] } else { &code[..4] };
    match code {
        // syscall, sysenter, rdtsc, rdpmc
        [0x0f, 0x05 | 0x34 | 0x31 | 0x33, ..] => true,
        // rdtscp
        [0x0f, 0x01, 0xf9, ..] => true,
        // rdrand, rdseed, rdpid
        [0x0f, 0xc7, operand, ..] => operand >> 6 == 3,
        // int
        [0xcd, ..] => true,
        _ => false,
    }
}

unsafe extern "C" fn on_step(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes the context of the thread that was interrupted.
    let context = unsafe { &mut *context.cast::<libc::ucontext_t>() };
    let registers = &mut context.uc_mcontext.gregs;
    if !PROOF.step(registers[libc::REG_RIP as usize] as usize, &registers[..]) {
        registers[libc::REG_EFL as usize] &= !TRAP_FLAG;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_that_ask_the_kernel_or_a_clock_are_told_from_others() {
        let asks: [&[u8]; 6] = [
            &[0x0f, 0x05],
            &[0x0f, 0x31],
            &[0x0f, 0x01, 0xf9],
            &[0x48, 0x0f, 0xc7, 0xf0],
            &[0x0f, 0xc7, 0xf8],
            &[0xcd, 0x80],
        ];
        // mov eax, [rsp]; lock cmpxchg16b [rdi]; a call; ret
        let does_not: [&[u8]; 4] =
            [&[0x8b, 0x04, 0x24], &[0x48, 0x0f, 0xc7, 0x0f], &[0xe8, 0x31, 0x05, 0x0f], &[0xc3, 0x0f, 0x05]];
        let padded = |code: &[u8]| std::array::from_fn(|index| code.get(index).copied().unwrap_or(0x90));
        assert!(asks.iter().all(|code| asks_outside(padded(code))));
        assert!(!does_not.iter().any(|code| asks_outside(padded(code))));
    }

    #[test]
    fn private_memory_is_told_from_shared() {
        let own = Box::new(0u64);
        assert!(!is_shared((&raw const *own).expose_provenance()));
        let (protection, flags) = (libc::PROT_READ, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping touches nothing.
        let shared = unsafe { libc::mmap(std::ptr::null_mut(), 4096, protection, flags, -1, 0) };
        assert!(is_shared(shared.addr()) && is_shared(16));
    }
}
