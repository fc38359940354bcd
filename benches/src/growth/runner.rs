//! Runs the points of a curve.

use std::time::Duration;

use rustix::process::{Resource, Rlimit};

use super::LEVEL;
use super::curves::Curve;
use super::results::{Cost, CurveResult, Point};
use crate::build::{Artifact, Builder};
use crate::configuration::Configuration::{self, Detsan1, Plain1};
use crate::error::BenchError;
use crate::launch::{self, Expected};
use crate::process;
use crate::programs::{Program, own_directory};
use crate::toolbox::Toolbox;

/// How often each point is run. The least of what was used counts: other programs only ever add to
/// it.
pub(super) const REPETITIONS: u32 = 3;
/// A point takes less, unless something grows faster than it should; the rest of the curve is then
/// left out.
const LIMIT: Duration = Duration::from_secs(60);
/// Stack that nested tasks have, in bytes. Not without a limit: the system would then put libraries
/// where DetSan has its shadow.
const STACK: u64 = 1 << 30;

const _: () = assert!(LEVEL > 0, "without optimisation a level of nesting needs more stack");

/// Lets the programs that are started from now on have a large stack. If the system refuses, deep
/// nesting fails, and says so.
pub(super) fn raise_stack_limit() {
    let maximum = rustix::process::getrlimit(Resource::Stack).maximum;
    let current = Some(maximum.map_or(STACK, |maximum| maximum.min(STACK)));
    let _ = rustix::process::setrlimit(Resource::Stack, Rlimit { current, maximum });
}

/// Measures a curve. Says on standard error how far it is.
///
/// # Errors
///
/// When a program cannot be started. One that fails is a result.
pub(super) fn measure(
    toolbox: &Toolbox,
    builder: &Builder<'_>,
    curve: Curve,
    points: u32,
) -> Result<CurveResult, BenchError> {
    let source = own_directory("curves").join(format!("{}.c", curve.name));
    let program = Program::of_source(curve.name, source);
    let mut result = CurveResult::new(curve.name, curve.unit);
    let mut built = Vec::new();
    for configuration in [Plain1, Detsan1] {
        match builder.build(&program, configuration.variant())? {
            Ok(program) => built.push((configuration, program)),
            Err(failure) => {
                result.failure = Some(failure);
                return Ok(result);
            }
        }
    }
    for n in curve.points(points) {
        let mut costs = Vec::new();
        for (configuration, program) in &built {
            match point(toolbox, *configuration, program, curve.name, n)? {
                Ok(cost) => costs.push(cost),
                Err(failure) => {
                    result.failure = Some(format!("{} {n} {}: {failure}", curve.name, configuration.name()));
                    return Ok(result);
                }
            }
        }
        let point = Point { n, plain: costs[0], checked: costs[1] };
        eprintln!("{} {n}: {:.2} s, {:.0} MiB", curve.name, point.checked.cpu, point.checked.memory);
        result.points.push(point);
    }
    Ok(result)
}

/// The least that a point cost in one configuration, or why it has none.
fn point(
    toolbox: &Toolbox,
    configuration: Configuration,
    built: &Artifact,
    name: &str,
    n: u64,
) -> Result<Result<Cost, String>, BenchError> {
    let mut least = Cost { cpu: f64::INFINITY, memory: f64::INFINITY };
    // One curve has critical sections.
    let mut expected = Expected::kernel(&format!("{name} {n} ok"));
    expected.guarantees.push("this lock order only".to_owned());
    for _ in 0..REPETITIONS {
        let mut command = launch::command(toolbox, configuration, built);
        let finished = process::run(command.arg(n.to_string()), LIMIT).map_err(BenchError::Run)?;
        if let Some(failure) = launch::failure(&finished, configuration, &expected) {
            return Ok(Err(failure));
        }
        least.cpu = least.cpu.min(finished.usage.cpu);
        least.memory = least.memory.min(finished.usage.peak_kib as f64 / 1024.0);
    }
    Ok(Ok(least))
}
