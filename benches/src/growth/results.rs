//! What was measured of the curves, and how fast they grow.

use std::fmt;

use serde::Serialize;

use crate::machine::Header;
use crate::statistics::exponent;

/// The largest exponent that counts as growing with the work: rounding and caches take their part.
const LARGEST_EXPONENT: f64 = 1.1;
/// Seconds below which a difference of times is noise.
const TIME_NOISE: f64 = 0.02;
/// MiB that memory has to grow by over a curve to be said to grow.
const MEMORY_NOISE: f64 = 8.0;
/// A line through fewer points says nothing.
const LEAST_POINTS: usize = 3;

/// What a run cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Cost {
    /// Seconds on processors.
    pub(super) cpu: f64,
    /// MiB.
    pub(super) memory: f64,
}

/// What a program cost at one n.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Point {
    /// The argument.
    pub(super) n: u64,
    /// Not instrumented, on one thread.
    pub(super) plain: Cost,
    /// Under DetSan, in teams of one.
    pub(super) checked: Cost,
}

impl Point {
    /// What checking added.
    pub(super) fn added(&self) -> Cost {
        Cost { cpu: self.checked.cpu - self.plain.cpu, memory: self.checked.memory - self.plain.memory }
    }
}

/// How a cost grows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Trend {
    /// As this power of n.
    Power(f64),
    /// Not at all.
    Flat,
    /// There is too little of it to say.
    Unknown,
}

impl Trend {
    /// Whether it grows no faster than the work. Unknown is not too fast: it is below the noise.
    pub(super) fn is_fine(self) -> bool {
        !matches!(self, Trend::Power(exponent) if exponent > LARGEST_EXPONENT)
    }
}

impl fmt::Display for Trend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trend::Power(exponent) => write!(f, "{exponent:.2}"),
            Trend::Flat => f.write_str("flat"),
            Trend::Unknown => f.write_str("-"),
        }
    }
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct CurveResult {
    /// Its name.
    pub(super) name: String,
    /// What n counts.
    pub(super) unit: String,
    /// The points, by n.
    pub(super) points: Vec<Point>,
    /// Why there are no further ones, if there should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<String>,
}

impl CurveResult {
    /// A curve without points.
    pub(super) fn new(name: &str, unit: &str) -> CurveResult {
        CurveResult { name: name.to_owned(), unit: unit.to_owned(), points: Vec::new(), failure: None }
    }

    /// How the time that checking adds grows.
    pub(super) fn time(&self) -> Trend {
        self.trend(|cost| cost.cpu, TIME_NOISE)
    }

    /// How the memory that checking adds grows.
    pub(super) fn memory(&self) -> Trend {
        let added = || self.points.iter().map(|point| point.added().memory);
        let growth = added().fold(f64::NEG_INFINITY, f64::max) - added().fold(f64::INFINITY, f64::min);
        if self.points.is_empty() {
            Trend::Unknown
        } else if growth <= MEMORY_NOISE {
            Trend::Flat
        } else {
            self.trend(|cost| cost.memory, MEMORY_NOISE)
        }
    }

    /// The power law through the upper half of the points, where the fixed costs of starting and
    /// ending count least.
    fn trend(&self, quantity: fn(&Cost) -> f64, noise: f64) -> Trend {
        let upper = &self.points[self.points.len() / 2..];
        let points: Vec<(f64, f64)> = upper
            .iter()
            .map(|point| (point.n as f64, quantity(&point.added())))
            .filter(|(_, cost)| *cost > noise)
            .collect();
        if points.len() < LEAST_POINTS {
            Trend::Unknown
        } else {
            exponent(&points).map_or(Trend::Unknown, Trend::Power)
        }
    }

    /// The verdict.
    pub(super) fn verdict(&self) -> String {
        if let Some(failure) = &self.failure {
            return format!("failed: {failure}");
        }
        let slow: Vec<&str> = [(self.time(), "time"), (self.memory(), "memory")]
            .iter()
            .filter(|(trend, _)| !trend.is_fine())
            .map(|(_, name)| *name)
            .collect();
        if slow.is_empty() { "ok".to_owned() } else { format!("{} grows faster than the work", slow.join(" and ")) }
    }
}

/// Everything that was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Growth {
    /// Where and how.
    pub(super) header: Header,
    /// The curves.
    pub(super) curves: Vec<CurveResult>,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A curve whose costs are `time` and `memory` of n, above those of the plain program.
    pub(in crate::growth) fn curve(name: &str, time: fn(f64) -> f64, memory: fn(f64) -> f64) -> CurveResult {
        let point = |power: u32| {
            let n = 1 << power;
            let plain = Cost { cpu: 0.01, memory: 4.0 };
            let checked = Cost { cpu: 0.01 + time(n as f64), memory: 4.0 + memory(n as f64) };
            Point { n, plain, checked }
        };
        CurveResult { points: (10..18).map(point).collect(), ..CurveResult::new(name, "tasks") }
    }

    #[test]
    fn trends_and_verdicts() {
        let summary = |time, memory| {
            let curve = curve("x", time, memory);
            format!("{} {} {}", curve.time(), curve.memory(), curve.verdict())
        };
        assert_eq!(summary(|n| n * 1e-5, |_| 7.0), "1.00 flat ok");
        assert_eq!(summary(|n| n * n * 1e-9, |n| n * 1e-3), "2.00 1.00 time grows faster than the work");
        assert_eq!(summary(|_| 0.001, |n| n * n * 1e-8), "- 2.00 memory grows faster than the work");
    }

    #[test]
    fn a_curve_that_failed_says_so() {
        let mut curve = CurveResult::new("x", "tasks");
        curve.failure = Some("x 8 detsan1: signal 11".to_owned());
        assert_eq!((curve.time(), curve.memory()), (Trend::Unknown, Trend::Unknown));
        assert_eq!(curve.verdict(), "failed: x 8 detsan1: signal 11");
    }
}
