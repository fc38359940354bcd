//! Builds all variants of all programs, and runs them interleaved.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Duration;

use detsan_options::OPTIONS_VARIABLE;

use super::results::{KernelResult, Outcome};
use crate::build::{Builder, Built};
use crate::configuration::{Configuration, Variant};
use crate::counters::Counters;
use crate::error::BenchError;
use crate::launch;
use crate::process;
use crate::programs::Workload;
use crate::toolbox::Toolbox;

/// What is to be measured.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) builder: &'a Builder<'a>,
    pub(super) workloads: &'a [Workload],
    /// The configurations that can be run here.
    pub(super) present: Vec<Configuration>,
    pub(super) repetitions: u32,
    /// Which configuration goes first in the first repetition.
    pub(super) first: usize,
    /// For one run.
    pub(super) limit: Duration,
}

/// The variants of each kernel.
type Variants = BTreeMap<Variant, Built>;

/// Measures all. Says on standard error how far it is.
///
/// # Errors
///
/// When a program cannot be started. One that fails is a result.
pub(super) fn measure(plan: &Plan<'_>) -> Result<Vec<KernelResult>, BenchError> {
    let mut built = Vec::new();
    let mut results = Vec::new();
    for workload in plan.workloads {
        eprintln!("building {}", workload.program.name);
        let variants = build(plan, workload)?;
        results.push(count(plan, workload, &variants)?);
        built.push(variants);
    }
    for repetition in 0..plan.repetitions {
        for ((workload, variants), result) in plan.workloads.iter().zip(&built).zip(&mut results) {
            let mut shown = Vec::new();
            // None is always the first, or always behind the one that leaves the caches in the
            // worst state.
            let mut order = plan.present.clone();
            order.rotate_left((plan.first + repetition as usize) % plan.present.len().max(1));
            for configuration in order {
                let outcome = run(plan, workload, variants, configuration)?;
                let time = outcome.usage().map_or_else(|| "failed".to_owned(), |usage| format!("{:.2} s", usage.wall));
                shown.push(format!("{} {time}", configuration.name()));
                result.runs.entry(configuration).or_default().push(outcome);
            }
            eprintln!("[{}/{}] {}: {}", repetition + 1, plan.repetitions, workload.program.name, shown.join(", "));
        }
    }
    Ok(results)
}

fn build(plan: &Plan<'_>, workload: &Workload) -> Result<Variants, BenchError> {
    let mut variants = Variants::new();
    for configuration in &plan.present {
        let variant = configuration.variant();
        // The count comes with the hooks.
        for variant in [variant].into_iter().chain((variant == Variant::Hooks).then_some(Variant::Count)) {
            if let Entry::Vacant(entry) = variants.entry(variant) {
                entry.insert(plan.builder.build(&workload.program, variant)?);
            }
        }
    }
    Ok(variants)
}

/// Runs that are not timed: those that count.
fn count(plan: &Plan<'_>, workload: &Workload, variants: &Variants) -> Result<KernelResult, BenchError> {
    let mut result = KernelResult { name: workload.program.name.clone(), ..KernelResult::default() };
    if let Some(Ok(program)) = variants.get(&Variant::Count) {
        result.executed = launch::executed_accesses(plan.toolbox, program, &workload.arguments, plan.limit)?;
    }
    let Some(Ok(program)) = variants.get(&Variant::Detsan) else { return Ok(result) };
    for configuration in plan.present.iter().filter(|configuration| configuration.variant() == Variant::Detsan) {
        let mut command = launch::command(plan.toolbox, *configuration, program);
        let options = format!("{}:stats=1", launch::team_option(*configuration));
        command.args(&workload.arguments).env(OPTIONS_VARIABLE, options);
        let finished = process::run(&mut command, plan.limit).map_err(BenchError::Run)?;
        // A DetSan that does not know the option refuses it, and then there are no counters.
        let counters = Counters::parse(&finished.stderr);
        if !counters.is_empty() {
            result.counters.insert(*configuration, counters);
        }
    }
    Ok(result)
}

fn run(
    plan: &Plan<'_>,
    workload: &Workload,
    variants: &Variants,
    configuration: Configuration,
) -> Result<Outcome, BenchError> {
    let program = match &variants[&configuration.variant()] {
        Ok(program) => program,
        Err(failure) => return Ok(Outcome::Failed { failure: failure.clone() }),
    };
    let mut command = launch::command(plan.toolbox, configuration, program);
    let finished = process::run(command.args(&workload.arguments), plan.limit).map_err(BenchError::Run)?;
    Ok(match launch::failure(&finished, configuration, &workload.expected) {
        Some(failure) => Outcome::Failed { failure },
        None => Outcome::Used(finished.usage),
    })
}
