//! Shared libraries that were compiled for DetSan: what they call in other libraries is modelled as
//! it is in the executable.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use detsan_options::exit_codes::RACES;
use detsan_tests::process::{self, Ended};
use detsan_tests::programs::run;
use detsan_tests::toolchain::Toolchain;

static TOOLCHAIN: LazyLock<Toolchain> = LazyLock::new(|| Toolchain::find().expect("built by ci/build"));

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)
}

/// A program and its library, both made by `compiler`.
fn program(compiler: &str, level: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("libraries");
    std::fs::create_dir_all(&directory).expect("created");
    let [library, program] =
        ["lib{}.so", "program-{}"].map(|name| directory.join(name.replace("{}", &format!("{compiler}{level}"))));
    let make = |arguments: &[&str], files: &[PathBuf]| {
        let mut command = process::command(TOOLCHAIN.detsan());
        command.env("DETSAN_CC", compiler).arg("cc").args([level, "-g", "-fno-builtin-strlen"]);
        let made = run(command.args(arguments).args(files));
        assert_eq!(made.ended, Ended::Exit(0), "{}", made.stderr);
    };
    let parts = ["library-part.c", "library-own-name.c"].map(source);
    make(&["-fPIC", "-shared", "-o"], &[&[library.clone()][..], &parts].concat());
    make(&["-o"], &[program.clone(), source("calls-library-part.c"), library]);
    program
}

#[test]
fn locks_and_texts_of_libraries_are_seen() {
    for (compiler, level) in [("clang-19", "-O0"), ("clang-19", "-O2"), ("gcc", "-O1")] {
        let program = program(compiler, level);
        for team in ["team=1", "team=4"] {
            let clean = run(TOOLCHAIN.check(&program).env("DETSAN_OPTIONS", team));
            assert_eq!((clean.ended, clean.stdout.as_str()), (Ended::Exit(0), "4 9 43\n"), "{}", clean.stderr);
            assert!(clean.stderr.contains("guarantee: this lock order only"), "{}", clean.stderr);
            let racy = run(TOOLCHAIN.check(&program).env("DETSAN_OPTIONS", team).arg("race"));
            assert_eq!(racy.ended, Ended::Exit(RACES.into()), "{}", racy.stderr);
            assert!(racy.stderr.contains("#0 length "), "{compiler}: {}", racy.stderr);
            assert!(racy.stderr.contains("1 race,"), "{}", racy.stderr);
        }
    }
}
