//! Compares the verdicts of two runs: `compare`, and `--baseline`.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::format::Grid;
use crate::outcome::Outcome;
use crate::results::{Configuration, FORMAT, Results, ResultsError};
use crate::score;

/// The first field of a baseline.
const BASELINE_FORMAT: &str = "dataracebench-harness baseline 1";

/// A verdict, and how many of the pairs of lines that the suite names were reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pairs_found: Option<u32>,
}

impl Verdict {
    /// Whether `self` is worse than `before`: of a lower rank, or at fewer of the places that the
    /// suite names.
    fn is_worse_than(self, before: Verdict) -> bool {
        self.outcome.rank() < before.outcome.rank()
            || (self.outcome == before.outcome && self.pairs_found < before.pairs_found)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pairs_found {
            Some(found) if self.outcome == Outcome::TruePositive => write!(f, "{} at {found}", self.outcome),
            _ => self.outcome.fmt(f),
        }
    }
}

/// The verdicts of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Baseline {
    format: String,
    /// The suite.
    suite: String,
    /// Its version.
    version: Option<String>,
    /// By configuration and program.
    verdicts: BTreeMap<Configuration, BTreeMap<String, Verdict>>,
}

impl Baseline {
    /// The verdicts of `results`.
    pub(crate) fn of(results: &Results) -> Baseline {
        let mut verdicts: BTreeMap<Configuration, BTreeMap<String, Verdict>> = BTreeMap::new();
        for case in &results.cases {
            for (configuration, measurement) in &case.results {
                let hits = score::hits(case, measurement).filter(|hits| hits.named > 0);
                let verdict = Verdict { outcome: measurement.outcome, pairs_found: hits.map(|hits| hits.found) };
                verdicts.entry(*configuration).or_default().insert(case.name.clone(), verdict);
            }
        }
        Baseline {
            format: BASELINE_FORMAT.to_owned(),
            suite: results.settings.suite.clone(),
            version: results.settings.version.clone(),
            verdicts,
        }
    }

    /// Reads a baseline, or the results of a run.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is neither.
    pub(crate) fn read(path: &Path) -> Result<Baseline, ResultsError> {
        let wrong = |problem: String| ResultsError { path: path.to_path_buf(), problem };
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        #[derive(Deserialize)]
        struct Kind {
            format: String,
        }
        let neither = |error: serde_json::Error| wrong(format!("this is no baseline and no results: {error}"));
        let kind: Kind = serde_json::from_str(&text).map_err(neither)?;
        match kind.format.as_str() {
            BASELINE_FORMAT => serde_json::from_str(&text).map_err(neither),
            FORMAT => Ok(Baseline::of(&Results::read(path)?)),
            other => {
                Err(wrong(format!("its form is '{other}', and this version reads '{BASELINE_FORMAT}' and '{FORMAT}'")))
            }
        }
    }

    /// What has changed from `self` to `now`. Configurations and programs that one of them lacks
    /// are left out.
    ///
    /// # Errors
    ///
    /// When there is nothing to compare: it would look as if nothing got worse.
    pub(crate) fn changes(&self, now: &Baseline) -> Result<Vec<Change>, String> {
        if self.suite != now.suite {
            return Err(format!("one is about the suite '{}', the other about '{}'", self.suite, now.suite));
        }
        let mut changes = Vec::new();
        let mut compared = 0_usize;
        for (configuration, before) in &self.verdicts {
            let Some(after) = now.verdicts.get(configuration) else { continue };
            for (name, before) in before {
                let Some(after) = after.get(name) else { continue };
                compared += 1;
                if before != after {
                    changes.push(Change {
                        program: name.clone(),
                        configuration: *configuration,
                        before: *before,
                        after: *after,
                    });
                }
            }
        }
        if compared == 0 {
            return Err("they have no program and tool in common".to_owned());
        }
        Ok(changes)
    }

    /// Programs of the baseline that are not among `names`.
    pub(crate) fn missing_from<'a>(&'a self, names: &[&str]) -> Vec<&'a str> {
        let all = self.verdicts.values().flat_map(BTreeMap::keys).map(String::as_str);
        let mut missing: Vec<&str> = all.filter(|name| !names.contains(name)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }
}

/// A verdict that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    program: String,
    configuration: Configuration,
    before: Verdict,
    after: Verdict,
}

impl Change {
    /// Whether something was lost.
    pub(crate) fn is_loss(&self) -> bool {
        self.after.is_worse_than(self.before)
    }

    fn word(&self) -> &'static str {
        match (self.is_loss(), self.before.is_worse_than(self.after)) {
            (true, _) => "worse",
            (_, true) => "better",
            _ => "other",
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: was {}, is {}", self.program, self.configuration, self.before, self.after)
    }
}

/// The changes as a table.
pub(crate) fn table(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "no verdict has changed\n".to_owned();
    }
    let mut grid = Grid::new(["program", "tool", "before", "after", ""]);
    for change in changes {
        grid.push(vec![
            change.program.clone(),
            change.configuration.to_string(),
            change.before.to_string(),
            change.after.to_string(),
            change.word().to_owned(),
        ]);
    }
    grid.text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{self, ARCHER, DETSAN};

    fn changed(change: impl FnOnce(&mut Results)) -> Result<Vec<Change>, String> {
        let before = fixtures::results();
        let mut after = before.clone();
        change(&mut after);
        Baseline::of(&before).changes(&Baseline::of(&after))
    }

    fn set(results: &mut Results, case: usize, configuration: Configuration, outcome: Outcome) {
        results.cases[case].results.get_mut(&configuration).expect("measured").outcome = outcome;
    }

    #[test]
    fn the_same_run_has_no_changes() {
        assert_eq!(changed(|_| {}), Ok(vec![]));
        assert_eq!(table(&[]), "no verdict has changed\n");
    }

    #[test]
    fn losses_gains_and_others() {
        let changes = changed(|results| {
            set(results, 0, DETSAN, Outcome::FalseNegative);
            set(results, 1, ARCHER, Outcome::TrueNegative);
            set(results, 2, ARCHER, Outcome::TimeOut);
            set(results, 2, DETSAN, Outcome::FalsePositive);
        })
        .expect("comparable");
        insta::assert_snapshot!(table(&changes));
        assert_eq!(changes.iter().filter(|change| change.is_loss()).count(), 1);
    }

    #[test]
    fn a_race_at_another_place_is_a_loss() {
        let changes = changed(|results| {
            results.cases[0].results.get_mut(&DETSAN).expect("measured").pairs.clear();
        })
        .expect("comparable");
        assert_eq!(
            changes.iter().map(Change::to_string).collect::<Vec<_>>(),
            ["DRB027-taskdependmissing-orig-yes.c detsan -O0: was TP at 1, is TP at 0"]
        );
        assert!(changes[0].is_loss());
    }

    #[test]
    fn nothing_in_common_is_an_error() {
        assert!(changed(|results| results.settings.suite = "other".to_owned()).is_err());
        assert!(changed(|results| results.cases.clear()).is_err());
    }

    #[test]
    fn programs_that_are_gone() {
        let baseline = Baseline::of(&fixtures::results());
        assert_eq!(
            baseline.missing_from(&["DRB072-taskdep1-orig-no.c", "X3-loop-var-no.cpp", "Y-no.c"]),
            ["DRB027-taskdependmissing-orig-yes.c"]
        );
    }
}
