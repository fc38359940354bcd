//! Handlers of signals wait until their thread has left the tool.
//!
//! A handler may jump away or end the program, which is legal where the program computes.
//! Instrumented code may be inside of the tool there, without the program's knowledge: it would be
//! left locked, and half of what it was doing undone. So a program that is to be checked gets our
//! own handler in front of its own. If the interrupted thread is inside, the signal is blocked and
//! sent again; it comes when the thread [leaves](release). Nothing is asked as long as no signal
//! comes.
//!
//! | the signal | while its thread is inside |
//! |---|---|
//! | was raised by an instruction of the thread itself, or by `abort` | is handled at once; a jump out of the handler [ends the checking](jumps_out) |
//! | is for this thread | waits for it |
//! | is for the process | is sent to the process again: a thread that is not inside takes it |
//!
//! A program that asks for the action of a signal is told its own. If it has none, and the signal
//! would end it, the tool's handler is there instead, which writes the last words.

use core::arch::{asm, global_asm};
use core::ffi::{c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};

use detsan_hook_abi::ends_program;

use crate::assembly::interpose;
use crate::attach::{thread_state, tool};
use crate::next::next;

/// `struct sigaction` of glibc.
#[repr(C)]
#[derive(Clone, Copy)]
struct Action {
    handler: usize,
    mask: [u64; 16],
    flags: c_int,
    restorer: usize,
}

/// The beginning of `siginfo_t`.
#[repr(C)]
struct Info {
    signal: c_int,
    errno: c_int,
    code: c_int,
}

type Handler = usize;
type SigAction = unsafe extern "C" fn(c_int, *const Action, *mut Action) -> c_int;
type Signal = unsafe extern "C" fn(c_int, Handler) -> Handler;

next! {
    SIGACTION = c"sigaction": SigAction;
    SIGNAL = c"signal": Signal;
    BSD_SIGNAL = c"bsd_signal": Signal;
    SSIGNAL = c"ssignal": Signal;
    SYSV_SIGNAL = c"sysv_signal": Signal;
    UNDERSCORE_SYSV_SIGNAL = c"__sysv_signal": Signal;
}

interpose! {
    "sigaction" => sigaction;
    "signal" => signal;
    "bsd_signal" => bsd_signal;
    "ssignal" => ssignal;
    "sysv_signal" => sysv_signal;
    "__sysv_signal" => underscore_sysv_signal;
}

const SIG_DFL: Handler = 0;
/// `SIG_IGN` is the last number that is no function.
const SIG_IGN: Handler = 1;
const SIG_ERR: Handler = usize::MAX;
const SA_SIGINFO: c_int = 4;
const SA_RESETHAND: c_int = 0x8000_0000_u32.cast_signed();
const SI_TKILL: c_int = -6;
/// On the thread's own stack for signals, once, and without blocking the signal.
const LAST_WORDS_FLAGS: c_int = 0x0800_0000 | SA_RESETHAND | 0x4000_0000;
const SIGABRT: c_int = 6;
/// SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV and SIGSYS.
const FAULTS: [c_int; 6] = [4, 5, 7, 8, 11, 31];
/// Signals are numbered from 1 to 64.
const COUNT: usize = 65;

/// The action that the program has set for a signal.
struct Own {
    handler: AtomicUsize,
    flags: AtomicI32,
}

static OWN: [Own; COUNT] = [const { Own { handler: AtomicUsize::new(SIG_DFL), flags: AtomicI32::new(0) } }; COUNT];

/// The program is to be checked.
static IS_CHECKED: AtomicBool = AtomicBool::new(false);

// As in `attach`: the state of the calling thread. The signals that it waits for, and the frame of
// the last handler that has come while it was inside.
global_asm!(
    ".pushsection .tbss.__detsan_signals, \"awT\", @nobits",
    ".p2align 3",
    ".type __detsan_signals, @object",
    ".size __detsan_signals, 16",
    "__detsan_signals:",
    ".zero 16",
    ".popsection",
);

#[repr(C)]
struct Waiting {
    signals: u64,
    frame: usize,
}

fn waiting() -> &'static mut Waiting {
    let state: *mut Waiting;
    // SAFETY: as in `thread_state`.
    unsafe {
        asm!(
            "mov {state}, qword ptr fs:[0]",
            "lea {state}, [{state} + __detsan_signals@tpoff]",
            state = out(reg) state,
            options(pure, readonly, nostack, preserves_flags),
        )
    };
    // SAFETY: the calling thread's own, of which there is one reference at a time: none is kept
    // over a call.
    unsafe { &mut *state }
}

/// Gets ready before the program's own constructors run.
pub(crate) fn prepare(tool_is_expected: bool) {
    IS_CHECKED.store(tool_is_expected, Ordering::Relaxed);
    SIGACTION.get();
}

fn own(signal: c_int) -> Option<&'static Own> {
    OWN.get(usize::try_from(signal).ok()?).filter(|_| IS_CHECKED.load(Ordering::Relaxed))
}

/// What the program is to be told of the handler that there was.
fn as_the_program_knows(handler: Handler, before: (Handler, c_int)) -> Option<(Handler, c_int)> {
    if handler == deliver as *const () as usize {
        return Some(before);
    }
    let is_last_words = tool().is_some_and(|tool| tool.last_words as usize == handler);
    is_last_words.then_some((SIG_DFL, 0))
}

/// The tool's action, for a signal that would end the program.
fn last_words(signal: c_int) -> Option<Action> {
    let tool = tool().filter(|_| ends_program(signal))?;
    Some(Action { handler: tool.last_words as usize, mask: [0; 16], flags: LAST_WORDS_FLAGS, restorer: 0 })
}

/// # Safety
///
/// As for the function of the C library.
unsafe extern "C" fn sigaction(signal: c_int, new: *const Action, old: *mut Action) -> c_int {
    let next = SIGACTION.require();
    let Some(own) = own(signal) else {
        // SAFETY: the program's own call, in its words.
        return unsafe { next(signal, new, old) };
    };
    let before = (own.handler.load(Ordering::Relaxed), own.flags.load(Ordering::Relaxed));
    // SAFETY: null, or what the program wants.
    let mut wanted = unsafe { new.as_ref() }.copied();
    if let Some(action) = &mut wanted {
        if action.handler > SIG_IGN {
            own.flags.store(action.flags, Ordering::Relaxed);
            own.handler.store(action.handler, Ordering::Relaxed);
            action.handler = deliver as *const () as usize;
            action.flags = (action.flags | SA_SIGINFO) & !SA_RESETHAND;
        } else if action.handler == SIG_DFL
            && let Some(last_words) = last_words(signal)
        {
            *action = last_words;
        }
    }
    let passed = wanted.as_ref().map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the program's own call, with our handler in front of its own.
    let result = unsafe { next(signal, passed, old) };
    if result != 0 {
        own.handler.store(before.0, Ordering::Relaxed);
        own.flags.store(before.1, Ordering::Relaxed);
        return result;
    }
    // SAFETY: null, or a place for the action that there was.
    if let Some(old) = unsafe { old.as_mut() }
        && let Some((handler, flags)) = as_the_program_knows(old.handler, before)
    {
        (old.handler, old.flags) = (handler, flags);
    }
    result
}

/// Sets a handler as one of the older functions does, which chooses the flags.
fn set_by(next: Signal, signal: c_int, handler: Handler) -> Handler {
    let Some(own) = own(signal).filter(|_| handler > SIG_IGN && handler != SIG_ERR) else {
        let known = own(signal).map(|own| (own.handler.load(Ordering::Relaxed), 0));
        if handler == SIG_DFL && known.is_some() {
            let mut action = Action { handler, mask: [0; 16], flags: 0, restorer: 0 };
            // SAFETY: both actions have a place.
            let result = unsafe { sigaction(signal, &raw const action, &raw mut action) };
            return if result == 0 { action.handler } else { SIG_ERR };
        }
        // SAFETY: the program's own call, in its words.
        let old = unsafe { next(signal, handler) };
        return known.and_then(|before| as_the_program_knows(old, before)).map_or(old, |(handler, _)| handler);
    };
    let before = own.handler.swap(handler, Ordering::Relaxed);
    // SAFETY: the program's own call, with our handler in front of its own.
    let old = unsafe { next(signal, deliver as *const () as usize) };
    if old == SIG_ERR {
        own.handler.store(before, Ordering::Relaxed);
        return old;
    }
    let mut action = Action { handler: 0, mask: [0; 16], flags: 0, restorer: 0 };
    // SAFETY: the action has a place.
    unsafe { SIGACTION.require()(signal, ptr::null(), &raw mut action) };
    own.flags.store(action.flags, Ordering::Relaxed);
    action.flags = (action.flags | SA_SIGINFO) & !SA_RESETHAND;
    // SAFETY: the action that was set above, but for the flags.
    unsafe { SIGACTION.require()(signal, &raw const action, ptr::null_mut()) };
    as_the_program_knows(old, (before, 0)).map_or(old, |(handler, _)| handler)
}

macro_rules! older {
    ($($name:ident, $next:ident;)*) => {$(
        extern "C" fn $name(number: c_int, handler: Handler) -> Handler {
            set_by($next.require(), number, handler)
        }
    )*};
}

older! {
    signal, SIGNAL;
    bsd_signal, BSD_SIGNAL;
    ssignal, SSIGNAL;
    sysv_signal, SYSV_SIGNAL;
    underscore_sysv_signal, UNDERSCORE_SYSV_SIGNAL;
}

// The handler in front of the program's own. It jumps there, so that whoever walks the stack finds
// what he would find without us.
global_asm!(
    ".pushsection .text.__detsan_deliver, \"ax\", @progbits",
    ".p2align 4",
    ".globl __detsan_deliver",
    ".hidden __detsan_deliver",
    ".type __detsan_deliver, @function",
    "__detsan_deliver:",
    ".cfi_startproc",
    "push rdi",
    "push rsi",
    "push rdx",
    ".cfi_adjust_cfa_offset 24",
    "mov rcx, rsp",
    "call {handler_of}",
    "pop rdx",
    "pop rsi",
    "pop rdi",
    ".cfi_adjust_cfa_offset -24",
    "jmp rax",
    ".cfi_endproc",
    ".size __detsan_deliver, . - __detsan_deliver",
    ".popsection",
    handler_of = sym handler_of,
);

unsafe extern "C" {
    #[link_name = "__detsan_deliver"]
    fn deliver();
}

/// What a signal goes to that has to wait.
extern "C" fn nothing() {}

/// The function that a signal goes to now. `frame` is an address in the handler's frame.
extern "C" fn handler_of(signal: c_int, info: *const Info, context: *mut c_void, frame: usize) -> Handler {
    if is_inside() {
        // SAFETY: the kernel passes the information of the signal, as the flags of all our actions
        // ask for.
        let code = unsafe { (*info).code };
        // `abort` does not wait.
        let is_at_once = signal == SIGABRT || FAULTS.contains(&signal) && code > 0;
        if !is_at_once {
            put_off(signal, code, info, context);
            return nothing as *const () as usize;
        }
        waiting().frame = frame;
    }
    let Some(own) = OWN.get(signal as usize) else { return nothing as *const () as usize };
    if own.flags.load(Ordering::Relaxed) & SA_RESETHAND != 0 {
        let none = Action { handler: SIG_DFL, mask: [0; 16], flags: 0, restorer: 0 };
        let default = last_words(signal).unwrap_or(none);
        if let Some(next) = SIGACTION.get() {
            // SAFETY: what the kernel does for a handler that is to run once.
            unsafe { next(signal, &raw const default, ptr::null_mut()) };
        }
    }
    own.handler.load(Ordering::Relaxed)
}

fn is_inside() -> bool {
    let Some(tool) = tool() else { return false };
    // SAFETY: the state is the calling thread's own.
    let is_adopted = unsafe { (*thread_state()).stack_low != 0 };
    // SAFETY: the tool's function, called as its type says.
    unsafe { (tool.is_inside)(is_adopted) }
}

/// Blocks a signal and sends it again.
fn put_off(signal: c_int, code: c_int, info: *const Info, context: *mut c_void) {
    const RT_SIGQUEUEINFO: usize = 129;
    const RT_TGSIGQUEUEINFO: usize = 297;
    const KILL: usize = 62;
    const GETPID: usize = 39;
    const GETTID: usize = 186;
    /// Where the signals that are blocked stand in the kernel's `struct ucontext` of x86-64.
    const MASK: usize = 296;

    let bit = 1u64 << (signal - 1);
    let blocked = context.wrapping_byte_add(MASK).cast::<u64>();
    // SAFETY: the kernel's context, which it goes back to.
    let before = unsafe { blocked.read() };
    // SAFETY: as above.
    unsafe { blocked.write(before | bit) };
    let waiting = waiting();
    if waiting.signals == 0
        && let Some(tool) = tool()
    {
        // SAFETY: the tool's function, called as its type says.
        unsafe { (tool.waits_for_signal)(true) };
    }
    // The program may have blocked it meanwhile; then it stays blocked.
    waiting.signals |= bit & !before;
    let (signal_argument, info_argument) = (signal as usize, info.addr());
    // A handler with SA_NODEFER has not blocked it: it would come again at once, and for ever.
    change_mask(SIG_BLOCK, bit);
    let process = system_call(GETPID, [0; 4]) as usize;
    if code == SI_TKILL {
        let thread = system_call(GETTID, [0; 4]) as usize;
        if system_call(RT_TGSIGQUEUEINFO, [process, thread, signal_argument, info_argument]) == 0 {
            return;
        }
    } else if system_call(RT_SIGQUEUEINFO, [process, signal_argument, info_argument, 0]) == 0 {
        return;
    }
    // The kernel lets a thread repeat only some signals of others. Who has sent it is lost.
    system_call(KILL, [process, signal_argument, 0, 0]);
}

/// A system call that leaves `errno` alone.
fn system_call(number: usize, [first, second, third, fourth]: [usize; 4]) -> isize {
    let result;
    // SAFETY: none of the calls that are made here writes to memory.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") first,
            in("rsi") second,
            in("rdx") third,
            in("r10") fourth,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack, readonly),
        )
    };
    result
}

/// The calling thread has left the tool: the signals that it has put off may come.
#[cold]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn __detsan_release_signals() {
    let signals = core::mem::take(&mut waiting().signals);
    if signals == 0 {
        return;
    }
    if let Some(tool) = tool() {
        // SAFETY: the tool's function, called as its type says.
        unsafe { (tool.waits_for_signal)(false) };
    }
    // They come in here.
    change_mask(SIG_UNBLOCK, signals);
}

const SIG_BLOCK: usize = 0;
const SIG_UNBLOCK: usize = 1;

/// Has the calling thread block these signals, or not.
fn change_mask(how: usize, signals: u64) {
    const RT_SIGPROCMASK: usize = 14;
    const SET_SIZE: usize = 8;

    system_call(RT_SIGPROCMASK, [how, (&raw const signals).addr(), 0, SET_SIZE]);
}

/// The program jumps to where the stack pointer is `target`. If that leaves a handler that has come
/// while the thread was inside of the tool, what that was doing is never finished.
pub(crate) fn jumps_out(target: usize) {
    let frame = waiting().frame;
    let here = (&raw const frame).addr();
    if frame == 0 || here <= target && target < frame {
        return;
    }
    waiting().frame = 0;
    if is_inside()
        && let Some(tool) = tool()
    {
        // SAFETY: the tool's function, called as its type says.
        unsafe { (tool.left)() };
    }
}
