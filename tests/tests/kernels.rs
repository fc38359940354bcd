//! Every kernel at every level is one test, and so is its recorded run: `cargo test --test kernels depend` runs those of `depend`.

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;

use detsan_tests::kernel::{self, Kernel};
use detsan_tests::runner::{self, RUNS, Verdict};
use detsan_tests::toolchain::{Level, Toolchain, ToolchainError};
use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

/// What all tests share. Without the tool every test fails and says what to do.
struct Shared {
    toolchain: Result<Toolchain, ToolchainError>,
    directory: TempDir,
}

fn main() -> ExitCode {
    let kernels = match kernel::read_all(kernel::directory()) {
        Ok(kernels) => kernels,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let shared = Arc::new(Shared {
        toolchain: Toolchain::find(),
        directory: tempfile::tempdir().expect("a temporary directory can be made"),
    });

    let mut trials = Vec::new();
    for kernel in &kernels {
        for level in Level::ALL {
            let (shared, kernel) = (Arc::clone(&shared), kernel.clone());
            trials.push(Trial::test(format!("{kernel} {level}"), move || check(&shared, &kernel, level)));
        }
    }
    for kernel in &kernels {
        let (shared, kernel) = (Arc::clone(&shared), kernel.clone());
        trials.push(Trial::test(format!("{kernel} replay"), move || check_replay(&shared, &kernel)));
    }
    trials.push(Trial::test("every kernel has a twin", move || Ok(kernel::check_twins(&kernels)?)));

    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// One recorded run, in a directory of its own, because the program is being run by other tests.
fn check_replay(shared: &Shared, kernel: &Kernel) -> Result<(), Failed> {
    let toolchain = shared.toolchain.as_ref()?;
    let directory = shared.directory.path().join("replay");
    fs::create_dir_all(&directory)?;
    match runner::check_replay(toolchain, kernel, Level::O0, &directory)? {
        None => Ok(()),
        Some(wrong) => Err(wrong.into()),
    }
}

fn check(shared: &Shared, kernel: &Kernel, level: Level) -> Result<(), Failed> {
    let toolchain = shared.toolchain.as_ref()?;
    match runner::check(toolchain, kernel, level, RUNS, shared.directory.path())? {
        Verdict::Right => Ok(()),
        Verdict::Wrong(number, wrong) => Err(format!("run {number} of {RUNS}: {wrong}").into()),
    }
}
