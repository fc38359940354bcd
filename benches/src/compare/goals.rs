//! What DetSan is meant to achieve, and whether it does.

use std::fmt;

use serde::Serialize;

use super::results::{Comparison, KernelResult, Quantity};
use crate::configuration::Configuration::{self, Archer1, Detsan1, Detsan4, Plain1, Tsan1};

/// Memory beside a multiple of the program's own that checking may take.
const MEMORY_FACTOR: f64 = 3.5;
/// The same, in MiB: what small programs need as well.
const MEMORY_BASE: f64 = 64.0;

/// The least that a goal asks for.
struct Goal {
    text: &'static str,
    limit: f64,
    measure: fn(&Comparison) -> Option<Measured>,
}

/// How far a goal was reached.
struct Measured {
    value: f64,
    /// Where, if it is about the worst kernel.
    kernel: Option<String>,
}

/// The goals for the kernels of this project. A goal is met if what is measured is not above the
/// limit.
const FOR_KERNELS: [Goal; 5] = [
    Goal { text: "time of detsan1 / tsan1, mean", limit: 0.75, measure: |all| mean(all, Tsan1, Quantity::Wall) },
    Goal {
        text: "time of detsan1 / tsan1, worst program",
        limit: 1.2,
        measure: |all| worst_ratio(all, Detsan1, Tsan1, Quantity::Wall),
    },
    Goal { text: "time of detsan1 / plain1, mean", limit: 5.0, measure: |all| mean(all, Plain1, Quantity::Wall) },
    Goal { text: "memory of detsan1 / (3.5 plain1 + 64 MiB), worst program", limit: 1.0, measure: worst_memory },
    WORST_MEMORY,
];

/// The goals for programs of other people.
const FOR_PROGRAMS: [Goal; 5] = [
    Goal { text: "CPU time of detsan1 / tsan1, mean", limit: 1.0, measure: |all| mean(all, Tsan1, Quantity::Cpu) },
    Goal { text: "CPU time of detsan1 / archer1, mean", limit: 0.5, measure: |all| mean(all, Archer1, Quantity::Cpu) },
    Goal {
        text: "CPU time of detsan1 / archer1, worst program",
        limit: 1.0,
        measure: |all| worst_ratio(all, Detsan1, Archer1, Quantity::Cpu),
    },
    Goal {
        text: "CPU time of detsan4 / detsan1, worst program",
        limit: 1.3,
        measure: |all| worst_ratio(all, Detsan4, Detsan1, Quantity::Cpu),
    },
    WORST_MEMORY,
];

const WORST_MEMORY: Goal = Goal {
    text: "memory of detsan1 / tsan1, worst program",
    limit: 1.0,
    measure: |all| worst_ratio(all, Detsan1, Tsan1, Quantity::Memory),
};

/// Whether a goal is met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Verdict {
    /// The goal.
    pub(super) goal: &'static str,
    /// What may not be exceeded.
    pub(super) limit: f64,
    /// What was measured, if it was.
    pub(super) value: Option<f64>,
    /// The worst kernel, if the goal is about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kernel: Option<String>,
    /// Whether it is met; unknown if it was not measured.
    pub(super) is_met: Option<bool>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.is_met {
            Some(true) => "met",
            Some(false) => "missed",
            None => "not measured",
        })
    }
}

/// The verdicts on all goals.
pub(super) fn verdicts(comparison: &Comparison) -> Vec<Verdict> {
    let verdict = |goal: &Goal| {
        let measured = (goal.measure)(comparison);
        Verdict {
            goal: goal.text,
            limit: goal.limit,
            value: measured.as_ref().map(|measured| measured.value),
            is_met: measured.as_ref().map(|measured| measured.value <= goal.limit),
            kernel: measured.and_then(|measured| measured.kernel),
        }
    };
    let goals = if comparison.header.class.is_some() { &FOR_KERNELS } else { &FOR_PROGRAMS };
    goals.iter().map(verdict).collect()
}

fn mean(comparison: &Comparison, base: Configuration, quantity: Quantity) -> Option<Measured> {
    let value = comparison.mean_ratio(Detsan1, base, quantity)?;
    Some(Measured { value, kernel: None })
}

fn worst_ratio(
    comparison: &Comparison,
    configuration: Configuration,
    base: Configuration,
    quantity: Quantity,
) -> Option<Measured> {
    worst(comparison, |kernel| kernel.ratio(configuration, base, quantity))
}

fn worst_memory(comparison: &Comparison) -> Option<Measured> {
    worst(comparison, |kernel| {
        let plain = kernel.spread(Plain1, Quantity::Memory)?.median;
        Some(kernel.spread(Detsan1, Quantity::Memory)?.median / (MEMORY_FACTOR * plain + MEMORY_BASE))
    })
}

/// The kernel with the largest value.
fn worst(comparison: &Comparison, value: impl Fn(&KernelResult) -> Option<f64>) -> Option<Measured> {
    let values = comparison.kernels.iter().filter_map(|kernel| Some((value(kernel)?, kernel)));
    let (value, kernel) = values.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(Measured { value, kernel: Some(kernel.name.clone()) })
}
