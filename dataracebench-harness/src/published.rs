//! Results that others have published, as columns beside the measured ones
//! (`data/published-*.csv`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;

/// Where the verdicts on single programs are from, for the foot of a table.
pub(crate) const VERDICTS_SOURCE: &str =
    "published by Jin et al., ECOOP 2023, Table 1 (DataRaceBench 1.4.0, 8 threads)";
/// Where the accuracies are from.
pub(crate) const ACCURACY_SOURCE: &str = "best published accuracy by program on all C and C++ programs (DataRaceBench's papers of SC20 and SC21, and its dashboard)";

/// One verdict.
#[derive(Debug, Deserialize)]
struct Verdict {
    program: String,
    tool: String,
    verdict: String,
}

/// The accuracy of a tool on a whole suite.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Accuracy {
    /// Version of DataRaceBench.
    pub(crate) version: String,
    /// Its number of C and C++ programs.
    pub(crate) programs: u32,
    /// The tool.
    pub(crate) tool: String,
    /// The share of right verdicts.
    pub(crate) accuracy: f64,
}

static VERDICTS: LazyLock<Vec<Verdict>> = LazyLock::new(|| data::rows(include_str!("../data/published-programs.csv")));

/// The accuracies, in the order of the file.
pub(crate) static ACCURACIES: LazyLock<Vec<Accuracy>> =
    LazyLock::new(|| data::rows(include_str!("../data/published-accuracy.csv")));

/// Whether there are verdicts on the program.
pub(crate) fn has_verdicts(program: &str) -> bool {
    VERDICTS.iter().any(|verdict| verdict.program == program)
}

/// The tools with published verdicts, in the order of the paper.
pub(crate) fn tools() -> Vec<&'static str> {
    let mut tools = Vec::new();
    for verdict in VERDICTS.iter() {
        if !tools.contains(&verdict.tool.as_str()) {
            tools.push(verdict.tool.as_str());
        }
    }
    tools
}

/// The verdicts on the program, by tool.
pub(crate) fn verdicts(program: &str) -> BTreeMap<&'static str, &'static str> {
    let of_it = VERDICTS.iter().filter(|verdict| verdict.program == program);
    of_it.map(|verdict| (verdict.tool.as_str(), verdict.verdict.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_verdict_fits_the_name_of_its_program() {
        for verdict in VERDICTS.iter() {
            let right = if verdict.program.contains("-yes.") { ["TP", "FN"] } else { ["TN", "FP"] };
            assert!(right.contains(&verdict.verdict.as_str()), "{verdict:?}");
        }
    }

    #[test]
    fn every_program_has_a_verdict_of_every_tool() {
        let tools = tools();
        assert_eq!(tools, ["intel-inspector", "threadsanitizer", "romp", "coderrect", "llov", "drdp"]);
        for verdict in VERDICTS.iter() {
            assert_eq!(verdicts(&verdict.program).len(), tools.len(), "{}", verdict.program);
        }
        assert!(has_verdicts("DRB027-taskdependmissing-orig-yes.c") && !has_verdicts("DRB001-antidep1-orig-yes.c"));
    }

    #[test]
    fn accuracies_are_shares() {
        assert!(ACCURACIES.iter().all(|row| row.accuracy > 0.5 && row.accuracy < 1.0 && row.programs > 100));
    }
}
