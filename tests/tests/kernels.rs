//! Every kernel at every level is one test: `cargo test --test kernels depend` runs those of
//! `depend`.

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
    trials.push(Trial::test("every kernel has a twin", move || Ok(kernel::check_twins(&kernels)?)));

    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// What a level has to show. Without optimisation, which shows the most accesses, the recorded run
/// and a team of threads are looked at as well.
fn check(shared: &Shared, kernel: &Kernel, level: Level) -> Result<(), Failed> {
    let toolchain = shared.toolchain.as_ref()?;
    let program = runner::build(toolchain, kernel, level, shared.directory.path())?;
    if let Verdict::Wrong(number, wrong) = runner::check(toolchain, kernel, level, RUNS, &program)? {
        return Err(format!("run {number} of {RUNS}: {wrong}").into());
    }
    if level != Level::O0 {
        return Ok(());
    }
    let is_clean = kernel.expected(level).is_empty() && !kernel.is_racy();
    let replay = runner::check_replay(toolchain, kernel, &program)?;
    let in_team = if is_clean { runner::check_in_team(toolchain, kernel, &program)? } else { None };
    match replay.or(in_team) {
        None => Ok(()),
        Some(wrong) => Err(wrong.into()),
    }
}
