//! Programs that gcc and gfortran have compiled: what reports say about them, and what cannot be
//! checked.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use detsan_options::exit_codes::{RACES, UNABLE};
use detsan_tests::process::{Ended, Run};
use detsan_tests::programs::{Programs, run};
use detsan_tests::toolchain::Instrumentation;

static PROGRAMS: LazyLock<Programs> =
    LazyLock::new(|| Programs::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("gnu")));

/// Compiles the file `name` of `programs/` with gcc or gfortran and runs it under DetSan.
fn check(name: &str, level: &str) -> Run {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gnu");
    let program: PathBuf = directory.join(format!("{name}{level}"));
    let mut flags = vec![level.to_owned(), "-g".into(), "-Wall".into(), "-Wextra".into()];
    if name.ends_with(".f90") {
        flags.push(format!("-J{}", directory.display()));
    }
    let toolchain = &PROGRAMS.toolchain;
    toolchain.compile(&source, &program, Instrumentation::CheckedGcc, &flags).unwrap_or_else(|error| panic!("{error}"));
    run(&mut toolchain.check(&program))
}

/// The report of the race between two lines: the lines of its text, without addresses and
/// directories.
fn report_on(run: &Run, place: &str) -> String {
    let mut reports = run.stderr.split("==================\n");
    let found = reports.find(|report| report.contains("SUMMARY") && report.contains(place));
    let report = found.unwrap_or_else(|| panic!("no report names {place}:\n{}", run.stderr));
    let directory = format!("{}/programs/", env!("CARGO_MANIFEST_DIR"));
    report.replace(&directory, "").replace("tests/programs/", "").replace("programs/", "")
}

#[track_caller]
fn assert_says(report: &str, line: &str) {
    assert!(report.lines().any(|other| other.trim().starts_with(line)), "not there: {line}\n{report}");
}

#[test]
fn a_report_on_fortran_speaks_of_the_source() {
    for level in ["-O0", "-O2"] {
        let run = check("solver.f90", level);
        assert_eq!(run.ended, Ended::Exit(RACES.into()), "{level}: {}", run.stderr);

        let module = report_on(&run, "solver.f90:13");
        assert_says(&module, "Location: global variable 'state::steps' of size 4");
        assert_says(&module, "#0 state::advance solver.f90:13");
        assert_says(&module, "#1 run [task] solver.f90:40");
        assert_says(&module, "#1 run [task] solver.f90:33");

        let common = report_on(&run, "solver.f90:41");
        assert_says(&common, "#0 run [task] solver.f90:41");
        // With optimisation gcc does not say where the variables of the block are.
        let name =
            if level == "-O0" { "static variable 'second' of size 4" } else { "byte 4 of global variable 'totals_'" };
        assert_says(&common, &format!("Location: {name}"));
        // Where the tasks and the region stand, and what is around them.
        for place in ["#0 run [parallel region] solver.f90:39", "#0 run [parallel region] solver.f90:32"] {
            assert_says(&common, place);
        }
        assert_says(&common, "#0 run solver.f90:29");
        assert_says(&common, "#1 solver solver.f90:20");

        let component = report_on(&run, "solver.f90:42");
        assert_says(
            &component,
            "Location: state::cells(3)%visits, byte 40 of global variable 'state::cells' of size 64",
        );
        let local = report_on(&run, "solver.f90:43");
        assert_says(&local, "Location: local(2), byte 4 of local variable 'local' of size 16");
    }
}

#[test]
fn detach_is_refused() {
    for program in ["detach.c", "detach_first.c"] {
        let run = check(program, "-O1");
        assert_eq!((run.ended, run.stdout.as_str()), (Ended::Exit(UNABLE.into()), ""), "{program}: {}", run.stderr);
        let why =
            "DetSan: the detach clause in code compiled by gcc, which libomp does not implement: compile it with clang";
        assert_says(&run.stderr, why);
        assert_says(&run.stderr, "DetSan: incomplete: ");
    }
}

#[test]
fn an_ordered_loop_goes_through() {
    let run = check("ordered.c", "-O1");
    assert_eq!((run.ended, run.stdout.as_str()), (Ended::Exit(0), "a[7] = 8\n"), "{}", run.stderr);
}
