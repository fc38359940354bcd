//! A program that is killed or crashes, or a tool that fails: its last words.
//!
//! Races have been written when they were found; all that is left is to say that the run is incomplete. The handlers allocate nothing and take no lock,
//! because the signal may have come anywhere. A program that installs handlers of its own keeps them.

use std::mem::MaybeUninit;
use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicI32, Ordering};

use detsan_hook_abi::ends_program;
use detsan_options::exit_codes;
use detsan_report::{failure_into, last_words_into};

use crate::{ending, gate, lineage, output, recorder};

/// Names of the signals that end a program; the others are real-time signals.
const NAMES: [(i32, &str); 22] = [
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGINT, "SIGINT"),
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGQUIT, "SIGQUIT"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGSYS, "SIGSYS"),
    (libc::SIGUSR1, "SIGUSR1"),
    (libc::SIGUSR2, "SIGUSR2"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGVTALRM, "SIGVTALRM"),
    (libc::SIGPROF, "SIGPROF"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
    (libc::SIGSTKFLT, "SIGSTKFLT"),
    (libc::SIGIO, "SIGIO"),
    (libc::SIGPWR, "SIGPWR"),
];

pub(crate) const LAST_SIGNAL: i32 = 64;

fn name_of(signal: i32) -> &'static str {
    let name = NAMES.iter().find(|(number, _)| *number == signal);
    name.map_or("a real-time signal", |(_, name)| name)
}

/// Room for the handler when the program's own stack has overflowed.
const STACK_SIZE: usize = 64 * 1024;

/// Exit status after races; 0 keeps the program's own.
static EXIT_CODE: AtomicI32 = AtomicI32::new(0);

unsafe extern "C" {
    /// glibc's `sigaction` under a name that the hooks do not stand in front of.
    #[link_name = "__sigaction"]
    pub(crate) fn set_action(
        signal: libc::c_int,
        new: *const libc::sigaction,
        old: *mut libc::sigaction,
    ) -> libc::c_int;
}

/// Installs a handler for each signal that would end the program now.
pub(crate) fn install(exit_code: u8) {
    EXIT_CODE.store(i32::from(exit_code), Ordering::Relaxed);
    give_the_handler_a_stack();
    for signal in (1..=LAST_SIGNAL).filter(|signal| ends_program(*signal)) {
        let mut before = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: a null action only asks for the present one, which has a place.
        if unsafe { set_action(signal, std::ptr::null(), before.as_mut_ptr()) } != 0 {
            continue;
        }
        // SAFETY: it was filled above.
        if unsafe { before.assume_init() }.sa_sigaction != libc::SIG_DFL {
            continue;
        }
        // SAFETY: all zeroes is a valid action without flags.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND | libc::SA_NODEFER;
        // SAFETY: the handler does nothing that is forbidden in one.
        unsafe { set_action(signal, &action, std::ptr::null_mut()) };
    }
}

/// Has a failure of DetSan's own end the program with a status that is nobody's verdict. It is not left
/// to `abort`, which would look as if the program had failed.
pub(crate) fn end_at_failures() {
    panic::set_hook(Box::new(on_failure));
}

fn on_failure(failure: &PanicHookInfo) {
    // Whatever was being done is half done: nothing of it is used any more.
    gate::close();
    recorder::save_in_signal_handler(libc::SIGABRT, "a failure of DetSan");
    let payload = failure.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    let (file, line) = failure.location().map_or(("?", 0), |location| (location.file(), location.line()));
    let mut buffer = [0u8; 1024];
    let length = failure_into(message, (file, line), gate::RACES.load(Ordering::Relaxed), &mut buffer);
    output::write_in_signal_handler(&buffer[..length]);
    // SAFETY: the thread may be inside of the tool, where the program's handlers would wait for ever.
    unsafe { libc::_exit(i32::from(exit_codes::UNABLE)) };
}

pub(crate) fn give_the_handler_a_stack() {
    let mut present = MaybeUninit::<libc::stack_t>::uninit();
    // SAFETY: a null stack only asks for the present one, which has a place.
    unsafe { libc::sigaltstack(std::ptr::null(), present.as_mut_ptr()) };
    // SAFETY: it was filled above.
    if unsafe { present.assume_init() }.ss_flags & libc::SS_DISABLE == 0 {
        return;
    }
    let memory = Box::leak(vec![0u8; STACK_SIZE].into_boxed_slice());
    let stack = libc::stack_t { ss_sp: memory.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK_SIZE };
    // SAFETY: the memory is never freed.
    unsafe { libc::sigaltstack(&stack, std::ptr::null_mut()) };
}

/// The exit status after races; 0 keeps the program's own.
pub(crate) fn exit_code() -> i32 {
    EXIT_CODE.load(Ordering::Relaxed)
}

/// The handler of all signals that end the program.
pub(crate) unsafe extern "C" fn handler(signal: i32) {
    // SAFETY: the call takes nothing.
    let process = unsafe { libc::getpid() };
    // A child of `vfork` has our memory, and its end is not that of the program.
    let is_own = lineage::get().process == process.cast_unsigned();
    if is_own && (gate::close() || ending::stopped().is_some()) {
        let races = gate::RACES.load(Ordering::Relaxed);
        let name = name_of(signal);
        recorder::save_in_signal_handler(signal, name);
        let mut buffer = [0u8; 256];
        let length = last_words_into(name, races, &mut buffer);
        output::write_in_signal_handler(&buffer[..length]);
    }
    // The summary may have been written before: the program can still crash in a destructor.
    let status = if is_own { ending::status_after_races(0) } else { 0 };
    if status != 0 {
        // SAFETY: `_exit` is async-signal-safe.
        unsafe { libc::_exit(status) };
    }
    // SA_RESETHAND has restored the default: the program ends as it would have.
    // SAFETY: `raise` is async-signal-safe.
    unsafe { libc::raise(signal) };
}
