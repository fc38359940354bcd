//! `list`: the programs of a suite, and what it says about them.

use super::output::print;
use super::{open_suite, scratch};
use crate::cli::{SelectArgs, SuiteArgs};
use crate::error::HarnessError;
use crate::exit_codes;
use crate::format::Grid;
use crate::suite::Selection;

/// Prints a table.
pub(crate) fn list(suite: &SuiteArgs, select: &SelectArgs) -> Result<u8, HarnessError> {
    let scratch = scratch()?;
    let suite = open_suite(suite, scratch.path())?;
    let cases = suite.select(&Selection::from(select))?;
    let mut grid = Grid::new(["program", "language", "race", "pairs", "groups"]);
    for case in &cases {
        let groups: Vec<&str> = case.groups.iter().map(String::as_str).collect();
        grid.push(vec![
            case.name.clone(),
            case.language.to_string(),
            if case.has_race { "yes" } else { "no" }.to_owned(),
            case.pairs.len().to_string(),
            groups.join(" "),
        ]);
    }
    let racy = cases.iter().filter(|case| case.has_race).count();
    let clean = cases.len() - racy;
    print(&format!("{}\n{} programs, {racy} with a race and {clean} without\n", grid.text(), cases.len()))?;
    Ok(exit_codes::DONE)
}
