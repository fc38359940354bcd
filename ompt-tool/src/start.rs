//! How the tool comes to life: `ompt_start_tool`, which libomp calls before it reads its own settings, and `initialize`.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::OnceLock;
use std::{env, io};

use detsan_bindings::{
    ompt_data_t, ompt_function_lookup_t, ompt_get_task_memory_t, ompt_interface_fn_t, ompt_set_callback_t,
    ompt_start_tool_result_t,
};
use detsan_hook_abi::{
    ABI_VERSION, ATTACH_SYMBOL, AttachFn, EARLY_BLOCKS_SYMBOL, EarlyBlocksFn, RELEASE_SIGNALS_SYMBOL, ReleaseSignalsFn,
    TEST_NUMBERS_SYMBOL,
};
use detsan_options::{Options, USUAL_WIDTH, exit_codes, options_help};
use tracing::info;

use crate::blocks::RuntimeCode;
use crate::findings::Findings;
use crate::output::Output;
use crate::recorder::Recorder;
use crate::seat::Seat;
use crate::shadow::Shadow;
use crate::thread::Thread;
use crate::tool::Tool;
use crate::{callbacks, gate, lineage, locks, logging, signals, slow_path, yields};

/// What libomp is told about us.
#[repr(transparent)]
struct StartResult(ompt_start_tool_result_t);

// SAFETY: the pointers in it are functions, and the data is a number that nobody writes.
unsafe impl Sync for StartResult {}
// SAFETY: as above.
unsafe impl Send for StartResult {}

static RESULT: StartResult = StartResult(ompt_start_tool_result_t {
    initialize: Some(initialize),
    finalize: Some(finalize),
    tool_data: ompt_data_t { value: 0 },
});

static OPTIONS: OnceLock<Options> = OnceLock::new();

/// The hooks' entry point.
static ATTACH: OnceLock<Option<AttachFn>> = OnceLock::new();

/// Settings of the user that have others in their place.
static OVERRIDDEN: OnceLock<Vec<Overridden>> = OnceLock::new();

/// What the names of the libraries begin with that valgrind (3.19) has loaded into a program.
const VALGRINDS_LIBRARY: &str = "vgpreload_";

/// Settings of the user that would make teams smaller, and that OpenMP has no function to ask for.
/// Threads take turns, so there is nothing to spare.
const LIMITS: [&CStr; 2] = [c"KMP_DEVICE_THREAD_LIMIT", c"KMP_ALL_THREADS"];

/// Settings of libomp (19) for teams of `team` threads. `user` tells those of the user.
///
/// Of the list in `OMP_NUM_THREADS`, the first number is `team`, and the others are kept: they say
/// how many threads regions inside of others have.
fn settings(team: u32, user: impl Fn(&str) -> Option<String>) -> Vec<(&'static CStr, String)> {
    let threads = |first: u32| match user("OMP_NUM_THREADS").as_deref().and_then(|list| list.split_once(',')) {
        Some((_, inner)) => format!("{first},{inner}"),
        None => first.to_string(),
    };
    let teams: Option<u32> =
        user("OMP_NUM_TEAMS").and_then(|teams| teams.trim().parse().ok()).filter(|teams| *teams > 0);
    let mut settings = vec![
        (c"LIBOMP_USE_HIDDEN_HELPER_TASK", "0".to_owned()),
        // libomp counts the helpers by this one, even if it has none, and then aborts for some sizes of teams.
        (c"LIBOMP_NUM_HIDDEN_HELPER_THREADS", "0".to_owned()),
        (c"KMP_WARNINGS", "0".to_owned()),
        // Above this number libomp creates the tasks of a taskloop in tasks of its own, which the program knows nothing of.
        (c"KMP_TASKLOOP_MIN_TASKS", i32::MAX.to_string()),
    ];
    settings.extend(match team {
        // Regions get one thread, but the program may still ask for more, so that a region with one thread by the program's own wish can be told apart.
        1 => vec![(c"OMP_THREAD_LIMIT", "1".to_owned()), (c"OMP_NUM_THREADS", threads(4))],
        _ => vec![
            (c"OMP_NUM_THREADS", threads(team)),
            (c"OMP_DYNAMIC", "false".to_owned()),
            // Threads that sleep between regions are slow to come.
            (c"KMP_BLOCKTIME", "infinite".to_owned()),
            // A thread that waits yields the processor after each task that it runs: see `yields`.
            (c"KMP_LIBRARY", "throughput".to_owned()),
            (c"KMP_USE_YIELD", "1".to_owned()),
            // A tree would combine the copies of some threads before others have written theirs, outside of the program's code.
            (c"KMP_FORCE_REDUCTION", "critical".to_owned()),
            (c"OMP_NUM_TEAMS", teams.unwrap_or(2).to_string()),
            (c"OMP_TEAMS_THREAD_LIMIT", team.to_string()),
            (c"KMP_TEAMS_THREAD_LIMIT", teams.unwrap_or(2).max(2).saturating_mul(team).to_string()),
        ],
    });
    settings
}

/// A setting of the user that has another in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Overridden {
    name: &'static str,
    /// What the user has set.
    given: String,
    /// What is in its place; `None` if it was taken away.
    taken: Option<String>,
}

/// The settings of the user that `settings` and [`LIMITS`] override. `user` tells those of the
/// user.
fn overridden(settings: &[(&'static CStr, String)], user: impl Fn(&str) -> Option<String>) -> Vec<Overridden> {
    let limits = LIMITS.map(|name| (name, None));
    let settings = settings.iter().map(|(name, value)| (*name, Some(value)));
    let differs =
        |given: &str, taken: Option<&String>| taken.is_none_or(|taken| !given.trim().eq_ignore_ascii_case(taken));
    let compare = |(name, taken): (&'static CStr, Option<&String>)| {
        let name = name.to_str().expect("the name of a setting is ASCII");
        let given = user(name).filter(|given| differs(given, taken))?;
        Some(Overridden { name, given, taken: taken.cloned() })
    };
    limits.into_iter().chain(settings).filter_map(compare).collect()
}

/// The `OMP_NUM_THREADS` of the user, if it asks for other teams than the option `team`.
pub(crate) fn unused_threads(team: u32) -> Option<&'static str> {
    let overridden = OVERRIDDEN.get()?.iter().find(|overridden| overridden.name == "OMP_NUM_THREADS")?;
    asks_for_other_teams(&overridden.given, team).then_some(&overridden.given)
}

fn asks_for_other_teams(threads: &str, team: u32) -> bool {
    let first = threads.split(',').next().unwrap_or_default().trim();
    first.parse() != Ok(team)
}

/// Attaches the hooks on the calling thread, which tasks of the program will run on.
pub(crate) fn attach() -> Option<Thread> {
    let attach = find_hooks()?;
    // So that a signal handler finds the thread-local storage in its place.
    Seat::of_this_thread();
    signals::give_the_handler_a_stack();
    // SAFETY: the callbacks are static.
    let state = unsafe { attach(ABI_VERSION, &slow_path::CALLBACKS) };
    // SAFETY: the hooks returned the state of this thread.
    (!state.is_null()).then(|| unsafe { Thread::new(state) })
}

/// Says why the program cannot be checked, and ends it: unchecked it must not look clean.
fn refuse(status: u8, why: &str) -> ! {
    eprintln!("DetSan: {why}");
    leave(status)
}

/// Ends the program before it is checked: past the hooks, which would say that nothing was.
fn leave(status: u8) -> ! {
    loop {
        // SAFETY: nothing of the program's needs to be finished: it asked to be checked or not to run.
        unsafe { libc::syscall(libc::SYS_exit_group, i32::from(status)) };
    }
}

/// The hooks' entry point in the program, if it was linked with them.
fn find_hooks() -> Option<AttachFn> {
    // SAFETY: the name is a C string.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, ATTACH_SYMBOL.as_ptr()) };
    // SAFETY: the hooks export a function of this type under this name, and null is None.
    unsafe { std::mem::transmute::<*mut c_void, Option<AttachFn>>(symbol) }
}

/// Leaves the program to itself: the hooks tell nothing any more. A signal handler may call it.
pub(crate) fn detach() {
    if let Some(Some(attach)) = ATTACH.get() {
        // SAFETY: null stands for no callbacks.
        unsafe { attach(ABI_VERSION, std::ptr::null()) };
    }
}

/// The function of the hooks that lets signals come.
fn find_release_of_signals() -> Option<ReleaseSignalsFn> {
    // SAFETY: the name is a C string.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, RELEASE_SIGNALS_SYMBOL.as_ptr()) };
    // SAFETY: the hooks export a function of this type under this name, and null is None.
    unsafe { std::mem::transmute::<*mut c_void, Option<ReleaseSignalsFn>>(symbol) }
}

/// How many numbers a program of the tests leaves us.
fn find_numbers() -> Option<u32> {
    // SAFETY: the name is a C string.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, TEST_NUMBERS_SYMBOL.as_ptr()) };
    // SAFETY: programs have a number under this name, or nothing.
    unsafe { symbol.cast::<u32>().as_ref() }.copied()
}

/// Takes over the blocks that the program was given before the tool was there.
fn take_early_blocks() {
    // SAFETY: the name is a C string.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, EARLY_BLOCKS_SYMBOL.as_ptr()) };
    // SAFETY: the hooks export a function of this type under this name, and null is None.
    let early_blocks = unsafe { std::mem::transmute::<*mut c_void, Option<EarlyBlocksFn>>(symbol) };
    if let Some(early_blocks) = early_blocks {
        // SAFETY: the function is what the hooks ask for.
        unsafe { early_blocks(take_early_block, std::ptr::null_mut()) };
    }
}

unsafe extern "C" fn take_early_block(
    _: *mut c_void,
    start: usize,
    size: usize,
    pc: usize,
    calls: *const usize,
    count: usize,
) {
    // SAFETY: the hooks pass so many addresses.
    let calls = unsafe { std::slice::from_raw_parts(calls, count) };
    gate::enter(|tool| tool.on_early_block(start, size, pc, calls));
}

/// OMPT's entry point: libomp calls it once, and takes null for "no tool".
#[unsafe(no_mangle)]
pub extern "C" fn ompt_start_tool(_omp_version: u32, _runtime: *const c_char) -> *const ompt_start_tool_result_t {
    if find_hooks().is_none() {
        eprintln!(
            "DetSan: this program was not built for DetSan, it runs unchecked: build it with 'detsan cc' or add the flags of 'detsan cflags' and 'detsan ldflags'"
        );
        return std::ptr::null();
    }
    if env::var_os("LD_PRELOAD").is_some_and(|preloaded| preloaded.to_string_lossy().contains(VALGRINDS_LIBRARY)) {
        refuse(exit_codes::UNABLE, "valgrind has no room for shadow memory: run the program under one of the two");
    }
    let options = Options::from_env().unwrap_or_else(|error| refuse(exit_codes::USAGE, &error.to_string()));
    if options.help {
        print!("{}", options_help(USUAL_WIDTH));
        leave(0);
    }
    let user = |name: &str| env::var_os(name).map(|value| value.to_string_lossy().into_owned());
    let settings = settings(options.team, user);
    OVERRIDDEN.get_or_init(|| overridden(&settings, user));
    for name in LIMITS {
        // SAFETY: as below.
        unsafe { libc::unsetenv(name.as_ptr()) };
    }
    for (name, value) in settings {
        let value = CString::new(value).expect("no setting has a null byte");
        // SAFETY: both are C strings; libomp calls us before other threads exist that it made.
        unsafe { libc::setenv(name.as_ptr(), value.as_ptr(), 1) };
    }
    lineage::begin();
    OPTIONS.get_or_init(|| options);
    &raw const RESULT.0
}

unsafe extern "C" fn initialize(lookup: ompt_function_lookup_t, _device: c_int, _data: *mut ompt_data_t) -> c_int {
    signals::end_at_failures();
    let options = OPTIONS.get().cloned().unwrap_or_default();
    let lineage = lineage::get();
    let output = Output::open(&options.log_path, &lineage).unwrap_or_else(|why| refuse(exit_codes::USAGE, &why));
    let recorder = Recorder::open(&options.record, &lineage, locks::rule(&options));
    let recorder = recorder.unwrap_or_else(|(status, why)| refuse(status, &why));
    let findings = Findings::open(&options.findings, &lineage).unwrap_or_else(|(status, why)| refuse(status, &why));
    logging::start(options.verbose);
    let shadow = Shadow::reserve().unwrap_or_else(|error| {
        let what_to_do = match error.kind() {
            io::ErrorKind::AlreadyExists => "something else is there, as with stacks without a limit; set one (ulimit -s 1000000), or use 'detsan run'",
            _ => "lift the limit on address space (ulimit -v unlimited) and set vm.overcommit_memory to 0 or 1",
        };
        refuse(exit_codes::UNABLE, &format!("cannot reserve shadow memory: {error}; {what_to_do}"))
    });
    let Some(lookup) = lookup else { refuse(exit_codes::UNABLE, "the OpenMP runtime offers no OMPT functions") };
    // SAFETY: the runtime gave us this function; the name is a C string.
    let set_callback = unsafe { lookup(c"ompt_set_callback".as_ptr()) };
    // SAFETY: as above.
    let get_task_memory = unsafe { lookup(c"ompt_get_task_memory".as_ptr()) };
    // SAFETY: OMPT gives `ompt_set_callback` this type.
    let set_callback = unsafe { std::mem::transmute::<ompt_interface_fn_t, ompt_set_callback_t>(set_callback) };
    // SAFETY: OMPT gives `ompt_get_task_memory` this type.
    let get_task_memory =
        unsafe { std::mem::transmute::<ompt_interface_fn_t, ompt_get_task_memory_t>(get_task_memory) };
    let refused = callbacks::register(set_callback, get_task_memory);
    if !refused.is_empty() {
        refuse(
            exit_codes::UNABLE,
            &format!("the OpenMP runtime does not report {}: use LLVM's libomp 14 or newer", refused.join(", ")),
        );
    }
    let Some(thread) = attach() else {
        refuse(exit_codes::UNABLE, "the program was linked with the hooks of another version of DetSan: link it again");
    };
    ATTACH.get_or_init(find_hooks);
    if let Some(release) = find_release_of_signals() {
        let _ = gate::RELEASE_SIGNALS.set(release);
    }
    let exit_code = options.exit_code;
    let in_libomp = lookup as *const () as usize;
    let has_yields = yields::take_over(in_libomp);
    let runtime_code = RuntimeCode::find(in_libomp);
    let mut tool = Tool::new(options, output, findings, recorder, shadow, thread, runtime_code);
    if let Some(numbers) = find_numbers() {
        tool.most_numbers = numbers;
    }
    gate::open(tool);
    take_early_blocks();
    signals::install(exit_code);
    info!(has_yields, "attached");
    for Overridden { name, given, taken } in OVERRIDDEN.get().into_iter().flatten() {
        match taken {
            Some(taken) => info!("{name}={given} is not used: {name}={taken} is in its place"),
            None => info!("{name}={given} is not used: it was taken away"),
        }
    }
    1
}

unsafe extern "C" fn finalize(_data: *mut ompt_data_t) {
    // The runtime shuts down. The summary is written by the hooks' exit handler, which has run before unless the program goes on, which it may do with OpenMP
    // (a hard pause that the hooks did not see). libomp closes this library now; build.rs has it stay.
    // Nothing is logged here: the logger's thread-local storage may be gone.
    gate::enter(|tool| tool.runtime_ended = true);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(team: u32, user: &[(&str, &str)], name: &str) -> Option<String> {
        let value = |name: &str| user.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned());
        let settings = settings(team, value);
        settings.iter().find(|(set, _)| set.to_str() == Ok(name)).map(|(_, value)| value.clone())
    }

    #[test]
    fn what_has_another_value_in_its_place_is_known() {
        let user =
            [("OMP_NUM_THREADS", "8"), ("OMP_DYNAMIC", "FALSE"), ("KMP_ALL_THREADS", "2"), ("OMP_SCHEDULE", "auto")];
        let value = |name: &str| user.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned());
        let found = overridden(&settings(4, value), value);
        let found: Vec<_> = found.iter().map(|one| (one.name, one.given.as_str(), one.taken.as_deref())).collect();
        assert_eq!(found, [("KMP_ALL_THREADS", "2", None), ("OMP_NUM_THREADS", "8", Some("4"))]);
        for (threads, differs) in [("4", false), (" 4 ,2", false), ("8", true), ("2,4", true), ("many", true)] {
            assert_eq!(asks_for_other_teams(threads, 4), differs, "{threads}");
        }
        assert!(!asks_for_other_teams("1", 1));
    }

    #[test]
    fn inner_levels_and_teams_of_the_user_are_kept() {
        let threads = |team, list| setting(team, &[("OMP_NUM_THREADS", list)], "OMP_NUM_THREADS");
        assert_eq!(threads(4, "8").as_deref(), Some("4"));
        assert_eq!(threads(4, "2,3, 2").as_deref(), Some("4,3, 2"));
        assert_eq!(threads(1, "2,3").as_deref(), Some("4,3"));
        assert_eq!(setting(4, &[], "OMP_NUM_THREADS").as_deref(), Some("4"));
        assert_eq!(setting(4, &[], "OMP_NUM_TEAMS").as_deref(), Some("2"));
        let user = [("OMP_NUM_TEAMS", "3")];
        assert_eq!(setting(4, &user, "OMP_NUM_TEAMS").as_deref(), Some("3"));
        assert_eq!(setting(4, &user, "KMP_TEAMS_THREAD_LIMIT").as_deref(), Some("12"));
    }
}
