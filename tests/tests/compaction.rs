//! The kernels of `compaction` are about tasks that the detector has forgotten: in each of them it
//! does forget some, between the two sides of what the kernel shows. Whether the verdicts are right
//! is the business of the kernel tests.

use detsan_options::OPTIONS_VARIABLE;
use detsan_tests::kernel::{self, Kernel};
use detsan_tests::process;
use detsan_tests::runner;
use detsan_tests::toolchain::{Level, Toolchain};

/// The number behind `compactions=` in what the option `stats` prints.
fn compactions(stderr: &str) -> Option<u64> {
    let (_, rest) = stderr.split_once("compactions=")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

#[test]
fn every_kernel_about_compaction_has_one() {
    let toolchain = Toolchain::find().unwrap_or_else(|error| panic!("{error}"));
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let kernels = kernel::read_all(&kernel::directory().join("compaction")).unwrap_or_else(|error| panic!("{error}"));
    assert!(!kernels.is_empty());
    for kernel in &kernels {
        for level in Level::ALL {
            let program = runner::build(&toolchain, kernel, level, directory.path());
            let program = program.unwrap_or_else(|error| panic!("{error}"));
            let mut command = toolchain.check(&program);
            let run = process::run(command.args(&kernel.args).envs(with_statistics(kernel)));
            let stderr = run.unwrap_or_else(|error| panic!("{error}")).stderr;
            assert!(compactions(&stderr) >= Some(1), "{kernel} {level}:\n{stderr}");
        }
    }
}

/// The environment of a kernel, with one more option.
fn with_statistics(kernel: &Kernel) -> impl Iterator<Item = (String, String)> {
    kernel.env.iter().cloned().map(|(name, value)| match name == OPTIONS_VARIABLE {
        true => (name, format!("{value}:stats=1")),
        false => (name, value),
    })
}
