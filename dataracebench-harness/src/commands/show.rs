//! `show`: one program, with the places that the suite names and those that are reported.

use std::path::Path;

use super::output::print;
use super::score::{Bench, stop_on_signals};
use super::{open_suite, scratch};
use crate::cli::{MeasureArgs, SuiteArgs};
use crate::error::HarnessError;
use crate::exit_codes;
use crate::journal::Measurements;
use crate::results::{Results, ResultsError};
use crate::suite::Selection;

/// Prints the program, with the reports in `from`, or those of a run now.
pub(crate) fn show(
    name: &str,
    from: Option<&Path>,
    suite: &SuiteArgs,
    measure: &MeasureArgs,
) -> Result<u8, HarnessError> {
    let results = match from {
        Some(path) => kept(name, path)?,
        None => measured(name, suite, measure)?,
    };
    print(&crate::show::show(&results, &results.cases[0]))?;
    Ok(if results.partial { exit_codes::INTERRUPTED } else { exit_codes::DONE })
}

/// The results in a file, with the program alone.
fn kept(name: &str, path: &Path) -> Result<Results, HarnessError> {
    let mut results = Results::read(path)?;
    let exact = results.cases.iter().any(|case| case.name == name);
    results.cases.retain(|case| if exact { case.name == name } else { case.name.starts_with(name) });
    match results.cases.len() {
        1 => Ok(Results { partial: false, ..results }),
        0 => Err(ResultsError { path: path.to_path_buf(), problem: format!("it has no program '{name}'") }.into()),
        _ => {
            Err(ResultsError { path: path.to_path_buf(), problem: format!("'{name}' may be several programs") }.into())
        }
    }
}

/// The results of a run now.
fn measured(name: &str, suite: &SuiteArgs, measure: &MeasureArgs) -> Result<Results, HarnessError> {
    let scratch = scratch()?;
    let suite = open_suite(suite, scratch.path())?;
    let case = suite.find(name)?;
    let stop = stop_on_signals();
    let bench = Bench::set_up(&suite, Selection::default(), measure, scratch.path(), &stop)?;
    let measurements = bench.run(&[case], Measurements::new(), measure.jobs(), scratch.path(), &stop, |_, _| None);
    Ok(Results::new(bench.settings, None, bench.infos, &[case], measurements))
}
