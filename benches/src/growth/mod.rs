//! `detsan-bench growth`: how time and memory of checking grow with a program.

mod curves;
mod report;
mod results;
mod runner;

use crate::build::Builder;
use crate::cli::GrowthArgs;
use crate::error::BenchError;
use crate::exit_codes;
use crate::machine::Header;
use crate::programs::check_names;
use crate::toolbox::Toolbox;
use curves::CURVES;
use results::Growth;

/// The level of optimisation.
const LEVEL: u8 = 2;

/// Measures, gives out, and says how it went.
///
/// # Errors
///
/// When a name is unknown, or something that is needed is missing.
pub(crate) fn growth(args: &GrowthArgs) -> Result<u8, BenchError> {
    args.output.check()?;
    check_names("curve", &args.curve, &CURVES.map(|curve| curve.name))?;
    let mut wanted = CURVES.to_vec();
    wanted.retain(|curve| args.curve.is_empty() || args.curve.iter().any(|name| name == curve.name));
    let toolbox = Toolbox::find()?;
    let scratch = tempfile::tempdir().map_err(BenchError::Scratch)?;
    let builder = Builder::new(&toolbox, scratch.path(), LEVEL);
    let header = Header::new(&words(args), toolbox.versions()?, None, runner::REPETITIONS);
    runner::raise_stack_limit();
    let mut curves = Vec::new();
    for curve in wanted {
        curves.push(runner::measure(&toolbox, &builder, curve, args.points)?);
    }
    let growth = Growth { header, curves };
    args.output.give(&growth)?;
    let has_failed = growth.curves.iter().any(|curve| curve.failure.is_some());
    Ok(if has_failed { exit_codes::FAILED } else { exit_codes::DONE })
}

/// The command line, without paths.
fn words(args: &GrowthArgs) -> Vec<String> {
    let mut words = vec!["growth".to_owned()];
    if !args.curve.is_empty() {
        words.extend(["--curve".to_owned(), args.curve.join(",")]);
    }
    words.extend(["--points".to_owned(), args.points.to_string()]);
    words.extend(args.output.words());
    words
}
