//! Programs that start other programs: each process has a log and a recording of its own, and no
//! race is lost on the way.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use detsan_options::exit_codes::{RACES, UNABLE};
use detsan_tests::process::{self, Ended, Run};
use detsan_tests::programs::{Programs, run};

const OWN_STATUS: Ended = Ended::Exit(3);
const RACES_FOUND: Ended = Ended::Exit(RACES as i32);

/// How the program starts a child.
const STARTS: [&str; 4] = ["fork", "vfork", "spawn", "system"];

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("processes")));

/// An empty directory.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("processes").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

fn starts(arguments: &[&str], options: &str) -> Run {
    run(PROGRAMS.check("starts").args(arguments).env("DETSAN_OPTIONS", options))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files in `directory`, by name.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the directory is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn replay(trace: &Path) -> Run {
    run(process::command(PROGRAMS.toolchain.detsan()).arg("replay").arg(trace))
}

#[test]
fn a_child_writes_a_log_of_its_own() {
    for how in STARTS {
        for (parent, child) in [("race", "clean"), ("clean", "race"), ("race", "race")] {
            let directory = directory(&format!("log-{how}-{parent}-{child}"));
            let log = directory.join("log");
            let ended = starts(&[parent, how, child], &format!("log_path={}", log.display()));
            let status = |race: &str| if race == "race" { i32::from(RACES) } else { 3 };
            assert_eq!(ended.ended, Ended::Exit(status(parent)), "{how}: {}", ended.stderr);
            assert_eq!(ended.stdout.lines().last(), Some(format!("child {}", status(child)).as_str()), "{how}");
            let files = files(&directory);
            assert_eq!(files.len(), 2, "{how}: {files:?}");
            for (file, race) in files.iter().zip([parent, child]) {
                let text = read(file);
                let races = text.matches("WARNING: DetSan").count();
                assert_eq!(races, usize::from(race == "race"), "{how} {}: {text}", file.display());
                assert_eq!(text.matches("DetSan: guarantee: ").count(), 1, "{how} {}: {text}", file.display());
            }
            assert!(ended.stderr.contains("is another program's: this one writes to "), "{how}: {}", ended.stderr);
        }
    }
}

/// As the processes of an MPI program, which somebody else has started.
#[test]
fn processes_that_are_no_relatives_do_not_share_files() {
    let directory = directory("strangers");
    let (log, trace) = (directory.join("log"), directory.join("trace"));
    let options = format!("log_path={}:record={}", log.display(), trace.display());
    starts(&["race", ""], &options);
    let before = (read(&log), fs::read(&trace).expect("there is a trace"));
    // Each of the two files is locked, as by a process that writes there.
    let mut locked = process::command("flock");
    locked.arg(&log).arg("flock").arg(&trace).arg(PROGRAMS.toolchain.detsan()).arg("run");
    let ended = run(locked.arg(PROGRAMS.checked("starts")).arg("clean").env("DETSAN_OPTIONS", &options));
    assert_eq!(ended.ended, OWN_STATUS, "{}", ended.stderr);
    assert_eq!((read(&log), fs::read(&trace).expect("there is a trace")), before);
    assert_eq!(files(&directory).len(), 4, "{}", ended.stderr);
    assert_eq!(ended.stderr.matches("is another program's: this one writes to ").count(), 2, "{}", ended.stderr);
    // Afterwards the files are free again.
    starts(&["clean", ""], &options);
    assert!(!read(&log).contains("WARNING") && files(&directory).len() == 4);
}

#[test]
fn a_child_writes_to_the_same_device() {
    for device in ["/dev/null", "/dev/stderr", "/proc/self/fd/2"] {
        let ended = starts(&["race", "fork", "clean"], &format!("log_path={device}"));
        assert_eq!(
            (ended.ended, ended.stdout.lines().last()),
            (RACES_FOUND, Some("child 3")),
            "{device}: {}",
            ended.stderr
        );
        let guarantees = ended.stderr.matches("DetSan: guarantee: ").count();
        assert_eq!(guarantees, if device == "/dev/null" { 0 } else { 2 }, "{device}: {}", ended.stderr);
    }
}

#[test]
fn a_child_makes_a_recording_of_its_own() {
    for how in STARTS {
        let directory = directory(&format!("record-{how}"));
        starts(&["race", how, "clean"], &format!("record={}", directory.join("trace").display()));
        let ends: Vec<Ended> = files(&directory).iter().map(|trace| replay(trace).ended).collect();
        assert_eq!(ends, [RACES_FOUND, OWN_STATUS], "{how}");
    }
}

#[test]
fn before_an_exec_everything_is_written() {
    let directory = directory("exec");
    let (log, trace) = (directory.join("log"), directory.join("trace"));
    let options = format!("log_path={}:record={}", log.display(), trace.display());
    let ended = starts(&["race", "exec-true"], &options);
    assert_eq!(ended.ended, Ended::Exit(0), "the status is that of `true`");
    let text = read(&log);
    assert_eq!(text.matches("WARNING: DetSan").count(), 1, "{text}");
    assert!(text.contains("DetSan: 1 race, 2 tasks, "), "{text}");
    assert!(text.contains("incomplete: the program was ended by exec; 1 race was found until then"), "{text}");
    assert!(text.contains("the exit status will be that of the next program"), "{text}");
    let replayed = replay(&trace);
    assert_eq!(replayed.ended, RACES_FOUND, "{}", replayed.stderr);
    assert!(replayed.stderr.contains("ended by exec"), "{}", replayed.stderr);

    let ended = starts(&["clean", "exec-true"], &options);
    assert!(!ended.stderr.contains("exit status"), "{}", ended.stderr);
    assert_eq!(replay(&trace).ended, Ended::Exit(UNABLE.into()));
}

#[test]
fn races_before_an_exec_count_if_the_next_program_is_checked() {
    for (first, second) in [("race", "clean"), ("clean", "race"), ("clean", "clean")] {
        let directory = directory(&format!("exec-{first}-{second}"));
        let (log, trace) = (directory.join("log"), directory.join("trace"));
        let options = format!("log_path={}:record={}", log.display(), trace.display());
        let ended = starts(&[first, "exec", second], &options);
        let is_racy = first == "race" || second == "race";
        assert_eq!(ended.ended, if is_racy { RACES_FOUND } else { OWN_STATUS }, "{first} {second}: {}", ended.stderr);
        let text = read(&log);
        assert_eq!(text.matches("WARNING: DetSan").count(), usize::from(is_racy), "{first} {second}: {text}");
        let before = text.contains("the program that exec has replaced by this one had races");
        assert_eq!(before, first == "race", "{first} {second}: {text}");
        assert!(text.contains("ended by exec") && text.contains("DetSan: guarantee: "), "{text}");
        assert_eq!(files(&directory), [log, trace.clone(), directory.join("trace.2")]);
    }
}

#[test]
fn an_exec_that_fails_changes_nothing() {
    let directory = directory("exec-nothing");
    let trace = directory.join("trace");
    for (race, status) in [("race", RACES_FOUND), ("clean", OWN_STATUS)] {
        let ended = starts(&[race, "exec-nothing"], &format!("record={}", trace.display()));
        assert_eq!((ended.ended, ended.stdout.as_str()), (status, "child 0\n"), "{}", ended.stderr);
        let replayed = replay(&trace);
        assert_eq!(replayed.ended, status, "{}", replayed.stderr);
        assert!(replayed.stderr.contains("DetSan: guarantee: "), "{}", replayed.stderr);
    }
}
