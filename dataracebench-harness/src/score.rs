//! Counts outcomes: by program, and by pair of source lines.
//!
//! By program, a report anywhere makes a racy program a true positive. By pair of lines, what
//! counts is the pair that the suite names: found is a true positive, not found a false negative, a
//! reported pair that it does not name a false positive, and a program without races and without a
//! report a true negative. Programs without a verdict do not count in either, and racy programs
//! whose comments name no pair do not count in the latter.

use serde::Serialize;

use crate::outcome::Outcome;
use crate::results::{CaseResult, Configuration, Measurement};

/// How often each of the four verdicts was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    /// True positives.
    #[serde(rename = "TP")]
    pub(crate) tp: u32,
    /// True negatives.
    #[serde(rename = "TN")]
    pub(crate) tn: u32,
    /// False positives.
    #[serde(rename = "FP")]
    pub(crate) fp: u32,
    /// False negatives.
    #[serde(rename = "FN")]
    pub(crate) fn_: u32,
}

impl Counts {
    /// The share of reports that are right.
    pub(crate) fn precision(self) -> Option<f64> {
        ratio(self.tp, self.tp + self.fp)
    }

    /// The share of races that are reported.
    pub(crate) fn recall(self) -> Option<f64> {
        ratio(self.tp, self.tp + self.fn_)
    }

    /// The share of right verdicts.
    pub(crate) fn accuracy(self) -> Option<f64> {
        ratio(self.tp + self.tn, self.total())
    }

    /// The harmonic mean of precision and recall.
    pub(crate) fn f1(self) -> Option<f64> {
        ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn_)
    }

    /// All verdicts.
    pub(crate) fn total(self) -> u32 {
        self.tp + self.tn + self.fp + self.fn_
    }
}

fn ratio(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

/// What came of many programs in one configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Totals {
    /// Verdicts by program.
    pub(crate) programs: Counts,
    /// Verdicts by pair of lines.
    pub(crate) pairs: Counts,
    /// Programs that could not be built.
    pub(crate) build_failures: u32,
    /// Programs that crashed.
    pub(crate) crashes: u32,
    /// Programs that took too long.
    pub(crate) time_outs: u32,
    /// Programs that the checker refused.
    pub(crate) unsupported: u32,
    /// Programs that were reported in some runs only.
    pub(crate) flickering: u32,
    /// Seconds of building.
    pub(crate) build_seconds: f64,
    /// Seconds of running.
    pub(crate) run_seconds: f64,
}

/// Adds up what came of `cases` in `configuration`. Programs that have not been run in it do not
/// count.
pub(crate) fn totals<'a>(cases: impl Iterator<Item = &'a CaseResult>, configuration: Configuration) -> Totals {
    let mut totals = Totals::default();
    for case in cases {
        let Some(measurement) = case.results.get(&configuration) else { continue };
        totals.build_seconds += measurement.build_seconds;
        totals.run_seconds += measurement.run_seconds();
        totals.flickering += u32::from(measurement.flickers());
        match measurement.outcome {
            Outcome::TruePositive => totals.programs.tp += 1,
            Outcome::TrueNegative => totals.programs.tn += 1,
            Outcome::FalsePositive => totals.programs.fp += 1,
            Outcome::FalseNegative => totals.programs.fn_ += 1,
            Outcome::BuildFailure => totals.build_failures += 1,
            Outcome::Crash => totals.crashes += 1,
            Outcome::TimeOut => totals.time_outs += 1,
            Outcome::Unsupported => totals.unsupported += 1,
        }
        if let Some(hits) = hits(case, measurement) {
            totals.pairs.tp += hits.found;
            totals.pairs.fn_ += hits.named - hits.found;
            totals.pairs.fp += hits.others;
            totals.pairs.tn += u32::from(measurement.outcome == Outcome::TrueNegative);
        }
    }
    totals
}

/// How the reported pairs of lines fit those that the suite names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hits {
    /// Pairs that the suite names and that were reported.
    pub(crate) found: u32,
    /// Pairs that the suite names.
    pub(crate) named: u32,
    /// Pairs that were reported and that the suite does not name.
    pub(crate) others: u32,
}

/// Compares pairs of lines; none if there is no verdict, or a race whose lines the suite does not
/// name.
pub(crate) fn hits(case: &CaseResult, measurement: &Measurement) -> Option<Hits> {
    let named = case.expected_lines();
    if !measurement.outcome.is_verdict() || (case.has_race && named.is_empty()) {
        return None;
    }
    let count = |count: usize| u32::try_from(count).expect("a program has fewer pairs");
    // A race-free program may mention a pair in its comment: it is one that does not race.
    let found = if case.has_race { measurement.pairs.intersection(&named).count() } else { 0 };
    Some(Hits {
        found: count(found),
        named: if case.has_race { count(named.len()) } else { 0 },
        others: count(measurement.pairs.len() - found),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn ratios() {
        let counts = Counts { tp: 3, tn: 4, fp: 1, fn_: 2 };
        assert_eq!(counts.precision(), Some(0.75));
        assert_eq!(counts.recall(), Some(0.6));
        assert_eq!(counts.accuracy(), Some(0.7));
        assert_eq!(counts.f1(), Some(6.0 / 9.0));
        assert_eq!(Counts::default().precision(), None);
    }

    #[test]
    fn outcomes_without_a_verdict_count_apart() {
        let results = fixtures::results();
        let totals = totals(results.cases.iter(), fixtures::ARCHER);
        assert_eq!(totals.programs, Counts { tp: 1, tn: 0, fp: 1, fn_: 0 });
        assert_eq!((totals.crashes, totals.time_outs, totals.build_failures, totals.unsupported), (1, 0, 0, 0));
        assert_eq!(totals.flickering, 1);
    }

    #[test]
    fn a_report_at_the_wrong_place_is_no_hit() {
        let results = fixtures::results();
        let totals = totals(results.cases.iter(), fixtures::ARCHER);
        assert_eq!(totals.pairs, Counts { tp: 0, tn: 0, fp: 2, fn_: 1 });
        let totals = super::totals(results.cases.iter(), fixtures::DETSAN);
        assert_eq!(totals.pairs, Counts { tp: 1, tn: 1, fp: 0, fn_: 0 });
    }
}
