//! Containers and strings of libstdc++: a task that changes one while another looks at it is
//! reported, and two that are ordered are clean, with the whole guarantee. Half of the work is done
//! in templates, which the program compiles, the other half in libstdc++ itself.

use std::path::Path;
use std::sync::LazyLock;

use detsan_options::exit_codes::RACES;
use detsan_tests::process::{self, Ended, Run};
use detsan_tests::programs::run;
use detsan_tests::toolchain::Toolchain;

const CHANGES: [&str; 10] =
    ["insert", "erase", "emplace", "push", "remove", "splice", "reverse", "swap", "count", "append"];

/// A compiler, how it optimises, and the standard.
const BUILDS: [(&str, &str, &str); 4] =
    [("", "-O0", "c++17"), ("", "-O2", "c++11"), ("", "-O1", "c++20"), ("g++", "-O1", "c++17")];

static TOOLCHAIN: LazyLock<Toolchain> = LazyLock::new(|| Toolchain::find().unwrap_or_else(|error| panic!("{error}")));

fn check(each: impl Fn(&dyn Fn(&str, &str) -> Run, &str)) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (compiler, level, standard) in BUILDS {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/containers.cpp");
        let program = directory.path().join("containers");
        let mut command = process::command(TOOLCHAIN.detsan());
        command.args(["c++", "-g", level, &format!("-std={standard}"), "-o"]).arg(&program).arg(source);
        let built = run(command.env("DETSAN_CXX", compiler));
        assert_eq!(built.ended, Ended::Exit(0), "{}", built.stderr);
        for change in CHANGES {
            let case = format!("{change} {compiler} {level} {standard}");
            each(&|change, order| run(TOOLCHAIN.check(&program).args([change, order])), change);
            eprintln!("{case}: held");
        }
    }
}

#[test]
fn a_container_that_is_changed_while_another_task_looks_is_a_race() {
    check(|run, change| {
        let racy = run(change, "race");
        assert_eq!(racy.ended, Ended::Exit(RACES.into()), "{change}: {}", racy.stderr);
        assert!(racy.stderr.contains("change") && racy.stderr.contains("look"), "{change}: {}", racy.stderr);
    });
}

#[test]
fn containers_of_tasks_that_are_ordered_are_clean() {
    check(|run, change| {
        let clean = run(change, "clean");
        assert_eq!(clean.ended, Ended::Exit(0), "{change}: {}", clean.stderr);
        assert!(clean.stderr.contains("guarantee: all schedules of this input"), "{change}: {}", clean.stderr);
    });
}
