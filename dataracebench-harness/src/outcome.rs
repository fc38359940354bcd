//! What comes of one program under one checker.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The outcome of a program. Only the first four are verdicts; a run that did not come to its end
/// is never a clean one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Outcome {
    /// It has a race and was reported.
    #[serde(rename = "TP")]
    TruePositive,
    /// It has none and was not reported.
    #[serde(rename = "TN")]
    TrueNegative,
    /// It has none and was reported.
    #[serde(rename = "FP")]
    FalsePositive,
    /// It has a race and was not reported.
    #[serde(rename = "FN")]
    FalseNegative,
    /// It could not be built.
    #[serde(rename = "build failure")]
    BuildFailure,
    /// A signal or a limit ended it before anything was reported.
    #[serde(rename = "crash")]
    Crash,
    /// It took too long before anything was reported.
    #[serde(rename = "time-out")]
    TimeOut,
    /// The checker said that it cannot check it.
    #[serde(rename = "unsupported")]
    Unsupported,
}

impl Outcome {
    /// The verdict on a program that came to its end, or was reported before.
    pub(crate) fn verdict(has_race: bool, is_reported: bool) -> Outcome {
        match (has_race, is_reported) {
            (true, true) => Outcome::TruePositive,
            (false, false) => Outcome::TrueNegative,
            (false, true) => Outcome::FalsePositive,
            (true, false) => Outcome::FalseNegative,
        }
    }

    /// Whether it is one of TP, TN, FP and FN.
    pub(crate) fn is_verdict(self) -> bool {
        self.is_right() || matches!(self, Outcome::FalsePositive | Outcome::FalseNegative)
    }

    /// Whether it is the verdict of the suite.
    pub(crate) fn is_right(self) -> bool {
        matches!(self, Outcome::TruePositive | Outcome::TrueNegative)
    }

    /// How good it is, for the comparison of two runs: a right verdict, then a wrong one or none,
    /// then a program that was broken.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Outcome::TruePositive | Outcome::TrueNegative => 2,
            Outcome::FalsePositive | Outcome::FalseNegative | Outcome::Unsupported => 1,
            Outcome::BuildFailure | Outcome::Crash | Outcome::TimeOut => 0,
        }
    }

    /// Its name, as tables and files have it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Outcome::TruePositive => "TP",
            Outcome::TrueNegative => "TN",
            Outcome::FalsePositive => "FP",
            Outcome::FalseNegative => "FN",
            Outcome::BuildFailure => "build failure",
            Outcome::Crash => "crash",
            Outcome::TimeOut => "time-out",
            Outcome::Unsupported => "unsupported",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a run has no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// A signal or a limit ended it.
    Crash(String),
    /// It took too long.
    TimeOut(String),
    /// The checker refused.
    Unsupported(String),
}

impl Obstacle {
    /// The outcome of a program with such a run and no report.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Obstacle::Crash(_) => Outcome::Crash,
            Obstacle::TimeOut(_) => Outcome::TimeOut,
            Obstacle::Unsupported(_) => Outcome::Unsupported,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of them, verdicts first.
    const ALL: [Outcome; 8] = [
        Outcome::TruePositive,
        Outcome::TrueNegative,
        Outcome::FalsePositive,
        Outcome::FalseNegative,
        Outcome::BuildFailure,
        Outcome::Crash,
        Outcome::TimeOut,
        Outcome::Unsupported,
    ];

    #[test]
    fn names_are_the_same_in_tables_and_files() {
        for outcome in ALL {
            assert_eq!(serde_json::to_value(outcome).expect("it can be written"), outcome.name());
        }
    }

    #[test]
    fn only_right_verdicts_are_the_best() {
        assert!(ALL.iter().all(|outcome| outcome.is_right() == (outcome.rank() == 2)));
        assert_eq!(ALL.iter().filter(|outcome| outcome.is_verdict()).count(), 4);
    }
}
