//! The step between the harness and a program: this binary, started again under a hidden
//! subcommand, takes the bounds that a process can only put on itself, and then becomes the
//! program.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Resource, Rlimit, Signal};
use thiserror::Error;

use super::{Limits, Spec};

/// Name of the hidden subcommand.
pub(crate) const SUBCOMMAND: &str = "__launch";

/// Stack of the main thread, in MiB: programs of the suites have large arrays there.
const STACK_MIB: u64 = 64;

/// The program could not be started.
#[derive(Debug, Error)]
#[error("cannot start {}: {error}", program.display())]
pub(crate) struct LaunchError {
    program: OsString,
    error: io::Error,
}

/// The arguments with which this binary becomes `spec`.
pub(super) fn arguments(spec: &Spec, limits: Limits) -> Vec<OsString> {
    let mut arguments = vec![SUBCOMMAND.into(), limits.file_mib.to_string().into(), "--".into()];
    arguments.push(spec.program.clone().into());
    arguments.extend(spec.arguments.iter().cloned());
    arguments
}

/// Takes the bounds and becomes the program. Comes back only if it cannot be started.
pub(crate) fn launch(file_mib: u64, command: &[OsString]) -> LaunchError {
    // What fails here was refused by the system, which then has tighter bounds already.
    let _ = rustix::process::setsid();
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    limit(Resource::Core, 0);
    limit(Resource::Fsize, file_mib * 1024 * 1024);
    limit(Resource::Stack, STACK_MIB * 1024 * 1024);
    // If memory runs out, the system shall take the program and not the harness.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let (program, arguments) = command.split_first().expect("the command line has a program");
    let error = Command::new(program).args(arguments).exec();
    LaunchError { program: program.clone(), error }
}

/// Sets the soft limit, not above the hard one.
fn limit(resource: Resource, value: u64) {
    let hard = rustix::process::getrlimit(resource).maximum;
    let soft = hard.map_or(value, |hard| hard.min(value));
    let _ = rustix::process::setrlimit(resource, Rlimit { current: Some(soft), maximum: hard });
}
