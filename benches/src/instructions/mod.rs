//! `detsan-bench instructions`: how many instructions kernels execute. Unlike times, these are the
//! same in every run, or nearly so, on a machine where others are at work.

mod counter;
mod report;

use serde::Serialize;

use crate::build::{Artifact, Builder, Built};
use crate::cli::InstructionsArgs;
use crate::configuration::{Configuration, Variant};
use crate::error::BenchError;
use crate::exit_codes;
use crate::launch;
use crate::machine::Header;
use crate::process;
use crate::programs::Workload;
use crate::toolbox::Toolbox;
use counter::Counter;

/// What is counted, in the order of the columns.
const CONFIGURATIONS: [Configuration; 3] = [Configuration::Plain1, Configuration::Hooks, Configuration::Detsan1];
/// The level of optimisation.
const LEVEL: u8 = 2;

/// What was counted of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct KernelCount {
    /// Its name.
    pub(crate) name: String,
    /// Accesses that it makes.
    pub(crate) executed: Option<u64>,
    /// Instructions in each of [`CONFIGURATIONS`], or why there are none.
    pub(crate) counts: Vec<Result<u64, String>>,
}

/// Everything that was counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Counts {
    /// Where and how.
    pub(crate) header: Header,
    /// What counted.
    pub(crate) counter: String,
    /// The kernels.
    pub(crate) kernels: Vec<KernelCount>,
}

/// Counts, gives out, and says how it went.
///
/// # Errors
///
/// When a name is unknown, or something that is needed is missing.
pub(crate) fn instructions(args: &InstructionsArgs) -> Result<u8, BenchError> {
    args.output.check()?;
    let workloads = args.kernels.workloads()?;
    let toolbox = Toolbox::find()?;
    let scratch = tempfile::tempdir().map_err(BenchError::Scratch)?;
    let counter = Counter::find(&toolbox, scratch.path())?;
    eprintln!("instructions are counted by {counter}");
    let mut words = vec!["instructions".to_owned()];
    words.extend(args.kernels.words());
    words.extend(args.output.words());
    let header = Header::new(&words, toolbox.versions()?, args.kernels.class(), 1);
    let builder = Builder::new(&toolbox, scratch.path(), LEVEL);
    let mut kernels = Vec::new();
    for workload in &workloads {
        eprintln!("counting {}", workload.program.name);
        kernels.push(count_kernel(args, &toolbox, &builder, &counter, workload)?);
    }
    let counts = Counts { header, counter: counter.to_string(), kernels };
    args.output.give(&counts)?;
    let has_failed = counts.kernels.iter().any(|kernel| kernel.counts.iter().any(Result::is_err));
    Ok(if has_failed { exit_codes::FAILED } else { exit_codes::DONE })
}

fn count_kernel(
    args: &InstructionsArgs,
    toolbox: &Toolbox,
    builder: &Builder<'_>,
    counter: &Counter,
    workload: &Workload,
) -> Result<KernelCount, BenchError> {
    let program = &workload.program;
    let mut result = KernelCount { name: program.name.clone(), ..KernelCount::default() };
    if let Ok(counting) = builder.build(program, Variant::Count)? {
        result.executed = launch::executed_accesses(toolbox, &counting, &workload.arguments, args.kernels.limit())?;
    }
    for configuration in CONFIGURATIONS {
        let count = match builder.build(program, configuration.variant())? {
            Built::Ok(built) => count_run(args, toolbox, counter, configuration, &built, workload)?,
            Built::Err(failure) => Err(failure),
        };
        result.counts.push(count);
    }
    Ok(result)
}

fn count_run(
    args: &InstructionsArgs,
    toolbox: &Toolbox,
    counter: &Counter,
    configuration: Configuration,
    built: &Artifact,
    workload: &Workload,
) -> Result<Result<u64, String>, BenchError> {
    let log = built.program.with_extension("log");
    let mut command = counter.wrapped(launch::command(toolbox, configuration, built), &log);
    let finished = process::run(command.args(&workload.arguments), args.kernels.limit()).map_err(BenchError::Run)?;
    let failure = launch::failure(&finished, configuration, &workload.expected);
    Ok(match failure {
        Some(failure) => Err(failure),
        None => counter.read(&log),
    })
}
