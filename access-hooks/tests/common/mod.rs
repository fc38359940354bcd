//! What the tests share: the archive as it is shipped, compilers, and running what they made.
#![allow(dead_code, reason = "each test file uses a part")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use detsan_hook_abi as abi;

/// The release build of the archive, made on first use in the target directory that this test was built in.
pub fn archive() -> &'static Path {
    static ARCHIVE: OnceLock<PathBuf> = OnceLock::new();
    ARCHIVE.get_or_init(|| {
        let target = target_directory();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        cargo.args(["build", "--release", "--quiet", "--package", env!("CARGO_PKG_NAME")]);
        cargo.args(["--package", "detsan-library-doors", "--target-dir"]);
        cargo.arg(&target);
        // Flags that are meant for this build, such as those of a coverage run, would end up in the archive.
        for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            cargo.env_remove(variable);
        }
        succeed(&mut cargo);
        target.join("release/libdetsan_hooks.a")
    })
}

/// The release build of the archive for shared libraries.
pub fn archive_of_doors() -> PathBuf {
    archive().with_file_name("libdetsan_doors.a")
}

/// The test runs as `<target>/<profile>/deps/<name>`, or one directory deeper if a target triple was given.
fn target_directory() -> PathBuf {
    let executable = std::env::current_exe().expect("the test has a path");
    let tag = |directory: &&Path| directory.join("CACHEDIR.TAG").exists();
    executable.ancestors().skip(1).find(tag).expect("cargo marks its target directory").to_owned()
}

pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(name)
}

/// A fresh path for something that is built from `name` in the given way.
pub fn built(name: &str, way: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("access-hooks");
    std::fs::create_dir_all(&directory).expect("the target directory can be written");
    directory.join(format!("{name}{way}"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrumentation {
    On,
    Off,
}

/// One translation unit.
pub struct Unit<'a> {
    pub source: &'a str,
    pub instrumentation: Instrumentation,
}

pub fn plain(source: &str) -> Unit<'_> {
    Unit { source, instrumentation: Instrumentation::Off }
}

pub fn instrumented(source: &str) -> Unit<'_> {
    Unit { source, instrumentation: Instrumentation::On }
}

/// Compiles the unit and returns the object file.
pub fn compile(compiler: &str, unit: &Unit, flags: &[&str]) -> PathBuf {
    let object = built(unit.source, &format!(".{compiler}{}.o", flags.concat().replace('/', "_")));
    let mut command = Command::new(compiler);
    command.args(["-c", "-g", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Werror", "-pthread"]);
    command.args(contract());
    if unit.instrumentation == Instrumentation::On {
        command.arg("-fsanitize=thread");
    }
    command.args(flags).arg(source(unit.source));
    produce(command, &object);
    object
}

/// Runs a compiler or linker. Tests that run at the same time may want the same file, so it appears when it is ready.
fn produce(mut command: Command, file: &Path) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(format!(".{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    succeed(command.arg("-o").arg(&unfinished));
    std::fs::rename(&unfinished, file).unwrap_or_else(|error| panic!("cannot make {file:?}: {error}"));
}

/// Compiles and links units with the archive, and returns the executable. The linker is always called by clang: gcc
/// would add its own ThreadSanitizer.
pub fn build(compiler: &str, units: &[Unit], flags: &[&str]) -> PathBuf {
    let objects: Vec<_> = units.iter().map(|unit| compile(compiler, unit, flags)).collect();
    let program = objects[0].with_extension("");
    link(&objects, &program, &[]);
    program
}

pub fn link(objects: &[PathBuf], program: &Path, flags: &[&str]) {
    let mut command = Command::new("clang++-19");
    command.arg("-rdynamic").args(objects).arg(archive()).args(flags).args(["-pthread", "-latomic"]);
    produce(command, program);
}

/// Makes a shared library, without the hooks, of an object file.
pub fn link_shared(object: &Path) -> PathBuf {
    let library = object.with_extension("so");
    let mut command = Command::new("clang++-19");
    command.arg("-shared").arg(object);
    produce(command, &library);
    library
}

/// The facts that the C sources need of the contract, as definitions: they have one home, the Rust crate.
fn contract() -> Vec<String> {
    let table = ShortcutTable::look_at();
    let facts = [
        ("ABI_VERSION", abi::ABI_VERSION as usize),
        ("SHADOW_BASE", abi::SHADOW_BASE),
        ("SHADOW_SIZE", abi::SHADOW_SIZE),
        ("SHADOW_ADDRESS_BITS", abi::SHADOW_ADDRESS_BITS as usize),
        ("COVERING", abi::COVERING as usize),
        ("WRITE", abi::AccessKind::WRITE as usize),
        ("IS_RANGE", abi::AccessKind::RANGE as usize),
        ("ATOMIC", abi::AccessKind::ATOMIC as usize),
        ("READ_WRITE", abi::AccessKind::READ_WRITE as usize),
        ("VOLATILE", abi::AccessKind::VOLATILE as usize),
        ("ACQUIRE", abi::AccessKind::ACQUIRE as usize),
        ("RELEASE", abi::AccessKind::RELEASE as usize),
        ("ENDING_EXIT", abi::Ending::Exit as usize),
        ("ENDING_FAST_EXIT", abi::Ending::FastExit as usize),
        ("LOCKED_ALONE", abi::Sharing::Alone as usize),
        ("LOCKED_SHARED", abi::Sharing::Shared as usize),
        ("LOCKED_COMBINING", abi::Sharing::Combining as usize),
        ("GUARD_ENTER", abi::Guarding::Enter as usize),
        ("GUARD_LEAVE", abi::Guarding::Leave as usize),
        ("GUARD_ABANDON", abi::Guarding::Abandon as usize),
        ("GUARD_PASS", abi::Guarding::Pass as usize),
        ("BLOCKING_BEGIN", abi::Blocking::Begin as usize),
        ("BLOCKING_END", abi::Blocking::End as usize),
        ("BLOCKING_YIELD", abi::Blocking::Yield as usize),
        ("ITERATION_SOURCE", abi::Iteration::Source as usize),
        ("ITERATION_SINK", abi::Iteration::Sink as usize),
        ("ITERATION_ENDS", abi::Iteration::Ends as usize),
        ("ITERATION_ENDED", abi::Iteration::Ended as usize),
        ("TOOL_CALLBACKS_SIZE", size_of::<abi::ToolCallbacks>()),
        ("FRAME_SIZE", size_of::<abi::Frame>()),
        ("THREAD_STATE_SIZE", size_of::<abi::ThreadState>()),
        ("OFFSET_CLOCK", abi::thread_offset::CLOCK),
        ("OFFSET_STACK_TOP", abi::thread_offset::STACK_TOP),
        ("OFFSET_STACK_END", abi::thread_offset::STACK_END),
        ("OFFSET_STACK_BOTTOM", abi::thread_offset::STACK_BOTTOM),
        ("OFFSET_STACK_OVERFLOW", abi::thread_offset::STACK_OVERFLOW),
        ("OFFSET_EXIT_LIMIT", abi::thread_offset::EXIT_LIMIT),
        ("OFFSET_TOLD_LIMIT", abi::thread_offset::TOLD_LIMIT),
        ("OFFSET_STEP", abi::thread_offset::STEP),
        ("OFFSET_SHORTCUTS", abi::thread_offset::SHORTCUTS),
        ("OFFSET_STACK_LOW", abi::thread_offset::STACK_LOW),
        ("OFFSET_LOW_WATER", abi::thread_offset::LOW_WATER),
        ("OFFSET_SHORTENED", abi::thread_offset::SHORTENED),
        ("OFFSET_SETTLED_BELOW", abi::thread_offset::SETTLED_BELOW),
        ("OFFSET_SETTLED_SINCE", abi::thread_offset::SETTLED_SINCE),
        ("OFFSET_RECENT_LOW", abi::thread_offset::RECENT_LOW),
        ("OFFSET_RECENT_LENGTH", abi::thread_offset::RECENT_LENGTH),
        ("ROOT_CONTEXT", abi::ROOT_CONTEXT as usize),
        ("PIECE", abi::PIECE),
        ("SHORTCUT_COUNT", abi::SHORTCUT_MASK + 1),
        ("SHORTCUT_SIZE", size_of::<abi::Shortcut>()),
        ("SHORTCUT_AFTER", abi::SHORTCUT_AFTER),
        ("SHORTCUT_KEY", abi::SHORTCUT_KEY),
        ("SHORTCUT_FOLD", abi::SHORTCUT_FOLD as usize),
        ("SHORTCUT_OFFSET_SHIFT", abi::SHORTCUT_OFFSET_SHIFT as usize),
        ("SHORTCUT_CONTEXT_SHIFT", abi::SHORTCUT_CONTEXT_SHIFT as usize),
        ("SHORTCUTS_SIZE", size_of::<abi::Shortcuts>()),
        ("KNOWN_CALL_SIZE", size_of::<abi::KnownCall>()),
        ("PIECE_COUNT", table.pieces.count),
        ("OFFSET_PIECES", table.pieces.offset),
        ("CALL_COUNT", table.calls.count),
        ("OFFSET_CALLS", table.calls.offset),
        ("INTERVAL_COUNT", abi::INTERVALS),
        ("PENDING_COUNT", abi::PENDING),
        ("PLACE_COUNT", abi::PLACES),
        ("SPLIT", abi::SPLIT as usize),
        ("LIST", abi::LIST as usize),
        ("PENDING_SPLIT_COUNT", abi::PENDING_SPLITS),
        ("RECENT_SPLIT_COUNT", abi::RECENT_SPLITS),
        ("SETTLING_SIZE", size_of::<abi::Settling>()),
        ("PAST_SIZE", size_of::<abi::Past>()),
        ("OFFSET_SETTLING", std::mem::offset_of!(abi::Shortcuts, settling)),
        ("OFFSET_NEXT", std::mem::offset_of!(abi::Settling, next)),
        // Answers of the Rust side, to hold those of the C side against.
        ("SAMPLE_ADDRESS", SAMPLE_ADDRESS),
        ("SAMPLE_PC", SAMPLE_PC),
        ("SAMPLE_CONTEXT", SAMPLE_CONTEXT as usize),
        ("SAMPLE_STEP", SAMPLE_STEP as usize),
        ("SAMPLE_CELL", SAMPLE_CELL as usize),
        ("SAMPLE_KEY", table.sample_key as usize),
        ("SAMPLE_PLACE", table.sample_place),
        ("SAMPLE_PIECE", table.sample_piece),
        ("SAMPLE_CALL", table.sample_call),
        ("SAMPLE_KNOWN_PLACE", table.sample_known_place),
        ("SAMPLE_READ_RANGE", abi::range_place(SAMPLE_PC, abi::AccessKind(0))),
        ("SAMPLE_WRITE_RANGE", abi::range_place(SAMPLE_PC, abi::AccessKind(abi::AccessKind::WRITE))),
    ];
    facts.iter().map(|(name, value)| format!("-D{name}={value:#x}UL")).collect()
}

const SAMPLE_ADDRESS: usize = 0x7ffc_1234_5673;
const SAMPLE_PC: usize = 0x5612_3456_789a;
const SAMPLE_CONTEXT: u32 = 0x0123_4567;
const SAMPLE_STEP: u64 = 0xfedc_ba98_7654_3210;
const SAMPLE_CELL: u64 = 0x8000_1234_9abc_def0;

/// An array in the table of shortcuts.
struct Part {
    offset: usize,
    count: usize,
}

/// The layout of [`abi::Shortcuts`], of which the C side has a copy, as its methods show it: its fields are private.
struct ShortcutTable {
    pieces: Part,
    calls: Part,
    sample_key: u64,
    /// Where the methods find the samples: offsets in the table.
    sample_place: usize,
    sample_piece: usize,
    sample_call: usize,
    sample_known_place: usize,
}

impl ShortcutTable {
    fn look_at() -> ShortcutTable {
        let mut table = Box::new(abi::Shortcuts::EMPTY);
        let start = (&raw const *table).addr();
        let mut piece = |number: usize| (&raw const *table.piece(number * abi::PIECE).0).addr() - start;
        let pieces = Part { offset: piece(0), count: (1..).find(|number| piece(*number) == piece(0)).unwrap_or(0) };
        let mut call = |caller: u32, pc: usize| (&raw const *table.call(caller, pc)).addr() - start;
        let calls = Part { offset: call(0, 0), count: (1..).find(|pc| call(0, *pc) == call(0, 0)).unwrap_or(0) };
        let sample_call = call(SAMPLE_CONTEXT, SAMPLE_PC);
        let sample_key =
            abi::shortcut_key((SAMPLE_ADDRESS % abi::CELL_SPAN) as u64, SAMPLE_PC, SAMPLE_CONTEXT, SAMPLE_STEP);
        ShortcutTable {
            pieces,
            calls,
            sample_key,
            sample_place: (&raw const *table.place(SAMPLE_CELL, sample_key)).addr() - start,
            sample_piece: (&raw const *table.piece(abi::cell_address(SAMPLE_ADDRESS)).0).addr() - start,
            sample_call,
            sample_known_place: (&raw const *table.settling.place(SAMPLE_PC, SAMPLE_CONTEXT)).addr() - start,
        }
    }
}

/// Runs the program and returns what came of it.
pub fn run(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env_remove("OMP_TOOL_LIBRARIES").env_remove("OMP_TOOL");
    command.envs(environment.iter().copied());
    command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"))
}

/// Runs the program, expects it to succeed, and returns what it printed.
pub fn run_to_success(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let output = run(program, arguments, environment);
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program:?} {arguments:?}: {}\n{text}{errors}", output.status);
    text.into_owned()
}

/// Runs a command that must succeed, for its effect.
pub fn succeed(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// What a command prints.
pub fn answer(command: impl AsRef<OsStr>, arguments: &[&str]) -> String {
    let mut command = Command::new(command);
    let output = command.args(arguments).output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).expect("compilers print text").trim().to_owned()
}
