//! Files that are meant to harm whoever replays them: the answer is an error, in bounded memory and
//! time.
//!
//! Each file is replayed by the release build in a process of its own, with a limit on memory and
//! on processor time.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

use detsan_detector::{
    AccessMode, Atomicity, Completion, Deferral, Depend, DependKind, Event, Location, LockId, LockRule, SiteId, TaskId,
    TeamId,
};
use detsan_options::exit_codes::{RACES, UNABLE, USAGE};
use detsan_tests::process::{self, Ended, Run};
use detsan_tests::programs::{Programs, run};
use detsan_trace::{Access, BLOCK_HEADER, Record, Site, Start, Writer, seal};
use fastrand::Rng;
use tempfile::TempDir;

/// What a replay of a hostile file may take, in KiB and seconds of processor time.
const MEMORY: u64 = 1 << 20;
const SECONDS: u64 = 60;

/// Bytes before the first block.
const BEGINNING: usize = 12;

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile")));

/// Replays a file under the limits.
fn replay(path: &Path) -> Run {
    let mut command = process::command("/bin/sh");
    let script = format!("ulimit -c 0; ulimit -v {MEMORY}; ulimit -t {SECONDS}; exec \"$0\" \"$@\"");
    command.arg("-c").arg(script).arg(PROGRAMS.toolchain.detsan()).arg("replay").arg(path);
    run(&mut command)
}

/// A writer of a trace that has begun.
fn writer() -> Writer<Vec<u8>> {
    let mut writer = Writer::new(Vec::new()).expect("memory takes everything");
    put(&mut writer, Record::Start(Start { locks: LockRule::Sets, ..Start::default() }));
    writer
}

fn put(writer: &mut Writer<Vec<u8>>, record: Record) {
    writer.write(&record).expect("memory takes everything");
}

fn access(address: u64, length: u64, mode: AccessMode, site: u32) -> Record {
    Record::Access(Access { address, length, offset: 0, mode, atomicity: Atomicity::Plain, site: SiteId(site) })
}

fn create(parent: u32) -> Record {
    let (deferral, completion) = (Deferral::Deferred, Completion::AtEnd);
    let (parent, site) = (TaskId(parent), SiteId::NONE);
    Event::Create { parent, deferral, completion, depends: Vec::new(), site }.into()
}

/// The file, and what the replay of it said.
fn replay_of(mut writer: Writer<Vec<u8>>) -> Run {
    writer.flush().expect("memory takes everything");
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let path = directory.path().join("run.dts");
    fs::write(&path, writer.into_sink()).expect("written");
    replay(&path)
}

#[track_caller]
fn assert_refused(writer: Writer<Vec<u8>>, why: &str) {
    let run = replay_of(writer);
    assert!(run.stderr.contains(why), "{:?}: {}", run.ended, &run.stderr[run.stderr.len().saturating_sub(1000)..]);
    assert!([UNABLE, RACES].map(|code| Ended::Exit(code.into())).contains(&run.ended), "{run:?}");
}

const TOO_MUCH_WORK: &str = "it asks for more work than any recorded run";
const TOO_MUCH_MEMORY: &str = "its replay needs more memory than there is";
const CUT_SHORT: &str = "the trace was cut short";

#[test]
fn huge_accesses_are_followed_or_refused() {
    let mut once = writer();
    put(&mut once, access(0, 1 << 60, AccessMode::Write, 1));
    put(&mut once, Record::Forget { address: 0, length: u64::MAX });
    assert_refused(once, TOO_MUCH_MEMORY);
    // A block of this size is nothing special.
    let mut often = writer();
    for _ in 0..100 {
        put(&mut often, access(1 << 40, 1 << 30, AccessMode::Write, 1));
    }
    assert_refused(often, CUT_SHORT);
    let mut too_often = writer();
    for _ in 0..10_000 {
        put(&mut too_often, access(1 << 40, 1 << 32, AccessMode::Write, 1));
    }
    assert_refused(too_often, TOO_MUCH_WORK);
    let mut scattered = writer();
    for page in 0..100_000 {
        put(&mut scattered, access(page << 20, 4, AccessMode::Write, 1));
    }
    assert_refused(scattered, TOO_MUCH_MEMORY);
}

#[test]
fn huge_teams_are_refused() {
    let mut one = writer();
    put(&mut one, Event::Fork { parent: TaskId(0), size: 1 << 20, site: SiteId::NONE }.into());
    assert_refused(one, "a team has no members, or too many");
    let mut often = writer();
    put(&mut often, Event::Fork { parent: TaskId(0), size: 1 << 15, site: SiteId::NONE }.into());
    for _ in 0..100_000 {
        put(&mut often, Event::Barrier { team: TeamId(1) }.into());
    }
    assert_refused(often, TOO_MUCH_MEMORY);
}

#[test]
fn a_long_text_cannot_be_named_again_and_again() {
    let mut names = writer();
    let text = "x".repeat(1 << 16);
    for _ in 0..10_000 {
        put(&mut names, Record::Directory(Some(text.clone())));
    }
    assert_refused(names, "its texts are longer than those of any recorded run");
}

#[test]
fn deep_chains_are_not_put_into_words_again_and_again() {
    let depth = 20_000;
    let mut calls = writer();
    for caller in 0..depth {
        put(&mut calls, Record::Call { caller: caller + 1, pc: 0x1000 + 16 * u64::from(caller) });
    }
    for site in 0..depth {
        put(&mut calls, Record::Site(Site { pc: 0x900_0000 + 16 * u64::from(site), context: depth + 1, size: 4 }));
    }
    for task in 0..depth {
        put(&mut calls, create(task));
        put(&mut calls, Event::Run { task: TaskId(task + 1) }.into());
    }
    put(&mut calls, create(0));
    for site in 1..depth {
        put(&mut calls, Event::Run { task: TaskId(if site % 2 == 0 { depth } else { depth + 1 }) }.into());
        put(&mut calls, access(1 << 40, 4, AccessMode::Write, site));
        put(&mut calls, Record::Stale(false));
    }
    assert_refused(calls, TOO_MUCH_WORK);
}

#[test]
fn locks_and_clauses_that_add_up_are_refused() {
    let mut locks = writer();
    for lock in 0..200_000 {
        put(&mut locks, Event::Acquire { task: TaskId(0), lock: LockId(lock) }.into());
    }
    assert_refused(locks, TOO_MUCH_MEMORY);
    let mut sets = writer();
    for task in 1..60_000 {
        let kind = if task < 30_000 { DependKind::InOutSet } else { DependKind::In };
        put(&mut sets, create(0));
        let depends = vec![Depend { location: Some(Location(1)), kind }];
        put(&mut sets, Event::Depend { task: TaskId(task), depends }.into());
    }
    assert_refused(sets, TOO_MUCH_MEMORY);
    let mut list = writer();
    put(&mut list, create(0));
    let depends = (0..200_000).map(|item| Depend { location: Some(Location(item)), kind: DependKind::In }).collect();
    put(&mut list, Event::Depend { task: TaskId(1), depends }.into());
    assert_refused(list, TOO_MUCH_WORK);
}

/// Programs whose runs are recorded, with their arguments and options.
const RECORDED: [(&str, &[&str], &str); 5] = [
    ("pairs", &[], ""),
    ("pairs", &[], "team=1"),
    ("endings", &["race", "return"], ""),
    ("endings", &["race", "abort", "task"], ""),
    ("depends", &[], ""),
];

/// Mutants at random positions, beside one of each byte.
const RANDOM_MUTANTS: usize = 1000;

/// The content of the blocks of a trace.
fn content(trace: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    let mut rest = &trace[BEGINNING..];
    while let Some(length) = rest.first_chunk() {
        let end = BLOCK_HEADER + u32::from_le_bytes(*length) as usize;
        content.extend_from_slice(&rest[BLOCK_HEADER..end]);
        rest = &rest[end..];
    }
    content
}

/// A trace whose only block has this content.
fn sealed(content: &[u8]) -> Vec<u8> {
    let mut trace = Writer::new(Vec::new()).expect("memory takes everything").into_sink();
    trace.extend(seal(0, content).0);
    trace.extend(content);
    trace
}

/// `content` with some bytes changed, taken out, doubled or put in.
fn mutated(rng: &mut Rng, content: &[u8]) -> Vec<u8> {
    let mut mutant = content.to_vec();
    for _ in 0..*rng.choice(&[1, 1, 1, 2, 3, 8]).expect("there are some") {
        let at = rng.usize(..mutant.len());
        let end = (at + rng.usize(1..64)).min(mutant.len());
        match rng.u8(..6) {
            0 => mutant[at] ^= 1 << rng.u8(..8),
            1 => mutant[at] = rng.u8(..),
            2 => {
                mutant.drain(at..end.min(at + 8));
            }
            3 => {
                let doubled = mutant[at..end].repeat(if rng.bool() { 1 } else { 50 });
                mutant.splice(at..at, doubled);
            }
            // A large number.
            4 => {
                let number = (0..rng.usize(1..10)).map(|_| 0xff).chain([rng.u8(..0x80)]).collect::<Vec<_>>();
                mutant.splice(at..at + 1, number);
            }
            _ => {
                let last = rng.u8(..0x80);
                let number = (0..rng.usize(1..10)).map(|_| rng.u8(..) | 0x80).chain([last]).collect::<Vec<_>>();
                mutant.splice(at..at, number);
            }
        }
        if mutant.is_empty() {
            mutant.push(0);
        }
    }
    mutant
}

/// What is wrong with how the replay of a mutant ended.
fn fault(mutant: &[u8], directory: &TempDir, name: &str) -> Option<String> {
    let path = directory.path().join(name);
    fs::write(&path, mutant).expect("written");
    let run = replay(&path);
    let is_expected = match run.ended {
        // The mutant may say that the program ended with any status, or was ended by any signal.
        Ended::Exit(code) => !run.stderr.contains("panicked") && code != 101,
        Ended::Signal(_) | Ended::TimeOut => false,
    };
    let says_why = run.ended != Ended::Exit(UNABLE.into()) || !run.stderr.is_empty();
    (!is_expected || !says_why).then(|| format!("{name}: {run:?}"))
}

#[test]
fn mutants_of_recorded_runs_do_no_harm() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut rng = Rng::with_seed(1);
    let mut contents = Vec::new();
    for (number, (program, arguments, options)) in RECORDED.iter().enumerate() {
        let at = |name: &str| directory.path().join(format!("{name}-{number}"));
        let (trace, log) = (at("trace"), at("log"));
        let mut command = PROGRAMS.toolchain.record(&PROGRAMS.checked(program), &trace, &log);
        run(command.args(*arguments).env("DETSAN_OPTIONS", options));
        let content = content(&fs::read(&trace).expect("a trace"));
        assert_eq!(fault(&sealed(&content), &directory, "whole"), None);
        contents.push(content);
    }
    let mut mutants: Vec<Vec<u8>> = Vec::new();
    for at in 0..contents[0].len() {
        let mut mutant = contents[0].clone();
        mutant[at] = *rng.choice(&[0, 0xff, 0x7f, mutant[at] ^ 1, mutant[at].wrapping_add(1)]).expect("there are some");
        mutants.push(sealed(&mutant));
    }
    for number in 0..RANDOM_MUTANTS {
        mutants.push(sealed(&mutated(&mut rng, &contents[number % contents.len()])));
    }
    let (one, other) = mutants.split_at(mutants.len() / 2);
    let faults = |half: &[Vec<u8>], name: &str| -> Vec<String> {
        let fault = |(number, mutant): (usize, &Vec<u8>)| fault(mutant, &directory, &format!("{name}-{number}"));
        half.iter().enumerate().filter_map(fault).collect()
    };
    let found = thread::scope(|scope| {
        let other = scope.spawn(|| faults(other, "other"));
        [faults(one, "one"), other.join().expect("no panic")].concat()
    });
    assert!(found.is_empty(), "{} of {}: {}", found.len(), mutants.len(), found.join("\n"));
}

/// A trace that says something else than what follows from it.
#[test]
fn a_replay_that_disagrees_is_no_success() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let (trace, log) = (directory.path().join("trace"), directory.path().join("log"));
    run(&mut PROGRAMS.toolchain.record(&PROGRAMS.checked("pairs"), &trace, &log));
    let mut whole = content(&fs::read(&trace).expect("a trace"));
    // The end of a trace: races, tasks, regions, accesses.
    let said = fs::read_to_string(&log).expect("a log");
    let (_, counts) = said.split_once(" at the same places), ").expect("some races were found again");
    let counts = counts.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u8>().ok());
    let counts: Vec<u8> = [3].into_iter().chain(counts.take(3)).collect();
    let end = whole.len();
    assert_eq!(whole[end - 4..], counts, "{said}");
    whole[end - 4] = 2;
    fs::write(&trace, sealed(&whole)).expect("written");
    for options in [&[][..], &["--option", "exitcode=0"]] {
        let disagreeing = run(PROGRAMS.toolchain.replay(&trace).args(options));
        assert_eq!(disagreeing.ended, Ended::Exit(UNABLE.into()), "{}", disagreeing.stderr);
        let why = "the recorded run had 2 races, the replay has 3";
        assert!(disagreeing.stderr.contains(why), "{}", disagreeing.stderr);
    }
}

#[test]
fn a_log_does_not_take_the_place_of_a_recording() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let at = |name: &str| directory.path().join(name);
    let program = PROGRAMS.checked("pairs");
    let mut recorded = PROGRAMS.toolchain.record(&program, &at("run.dts"), &at("run.dts"));
    let both = run(&mut recorded);
    assert_eq!((both.ended, both.stdout.as_str()), (Ended::Exit(USAGE.into()), ""), "{}", both.stderr);
    assert!(both.stderr.contains("log_path and record name the same file"), "{}", both.stderr);

    // Without `detsan run`, and by another name: the tool finds out.
    fs::write(at("file"), "").expect("written");
    std::os::unix::fs::symlink(at("file"), at("link")).expect("linked");
    let options = format!("record='{}':log_path='{}'", at("file").display(), at("link").display());
    let both = run(PROGRAMS.toolchain.check_directly(&program).env("DETSAN_OPTIONS", options));
    assert_eq!(both.ended, Ended::Exit(USAGE.into()), "{}", both.stderr);
    assert!(both.stderr.contains("log_path and record name the same file"), "{}", both.stderr);

    run(&mut PROGRAMS.toolchain.record(&program, &at("run.dts"), &at("run.log")));
    let before = fs::read(at("run.dts")).expect("a trace");
    let onto_itself = format!("log_path={}", at("run.dts").display());
    let refused = run(PROGRAMS.toolchain.replay(&at("run.dts")).args(["--option", &onto_itself]));
    assert_eq!(refused.ended, Ended::Exit(USAGE.into()), "{}", refused.stderr);
    assert_eq!(fs::read(at("run.dts")).expect("a trace"), before);
}
