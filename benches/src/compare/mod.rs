//! `detsan-bench compare`: programs under DetSan, ThreadSanitizer and Archer, interleaved.

mod goals;
mod report;
mod results;
mod runner;

use std::path::Path;

use clap::ValueEnum;

use crate::build::Builder;
use crate::cli::CompareArgs;
use crate::configuration::Configuration;
use crate::error::BenchError;
use crate::exit_codes;
use crate::format::names_of;
use crate::machine::Header;
use crate::toolbox::Toolbox;
use results::Comparison;

/// Measures, gives out, and says how it went.
///
/// # Errors
///
/// When a name is unknown, or something that is needed is missing.
pub(crate) fn compare(args: &CompareArgs) -> Result<u8, BenchError> {
    args.output.check()?;
    let workloads = args.kernels.workloads()?;
    let mut toolbox = Toolbox::find()?;
    let scratch = tempfile::tempdir().map_err(BenchError::Scratch)?;
    let scratch: &Path = scratch.path();
    // In the order of the table, each once.
    let is_wanted = |configuration: &Configuration| args.config.is_empty() || args.config.contains(configuration);
    let mut configurations: Vec<Configuration> = Configuration::value_variants().to_vec();
    configurations.retain(is_wanted);
    let absent = toolbox.probe(&configurations, scratch)?;
    let header = Header::new(&words(args), toolbox.versions()?, args.kernels.class(), args.repetitions.get());
    let builder = Builder::new(&toolbox, scratch, args.opt_level);
    let plan = runner::Plan {
        toolbox: &toolbox,
        builder: &builder,
        workloads: &workloads,
        present: configurations.iter().copied().filter(|configuration| !absent.contains_key(configuration)).collect(),
        repetitions: args.repetitions.get(),
        first: args.seed,
        limit: args.kernels.limit(),
    };
    let kernels = runner::measure(&plan)?;
    let comparison = Comparison { header, configurations, absent, kernels };
    args.output.give(&comparison)?;
    Ok(if comparison.has_failures() { exit_codes::FAILED } else { exit_codes::DONE })
}

/// The command line, without paths.
fn words(args: &CompareArgs) -> Vec<String> {
    let mut words = vec!["compare".to_owned()];
    words.extend(args.kernels.words());
    words.extend(["--repetitions".to_owned(), args.repetitions.to_string()]);
    if !args.config.is_empty() {
        words.extend(["--config".to_owned(), names_of(&args.config)]);
    }
    words.extend(["--opt-level".to_owned(), args.opt_level.to_string()]);
    if args.seed != 0 {
        words.extend(["--seed".to_owned(), args.seed.to_string()]);
    }
    words.extend(args.output.words());
    words
}
