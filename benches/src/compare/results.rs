//! What was measured, and what follows from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::configuration::Configuration;
use crate::counters::Counters;
use crate::machine::Header;
use crate::process::Usage;
use crate::statistics::{deviation, geometric_mean, greatest, least, median};

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Outcome {
    /// It succeeded, and used this.
    Used(Usage),
    /// It did not succeed, so nothing that it used counts.
    Failed {
        /// Why.
        failure: String,
    },
}

impl Outcome {
    /// What it used, if it succeeded.
    pub(crate) fn usage(&self) -> Option<&Usage> {
        match self {
            Outcome::Used(usage) => Some(usage),
            Outcome::Failed { .. } => None,
        }
    }
}

/// What was measured of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KernelResult {
    /// Its name.
    pub(crate) name: String,
    /// Its runs, one for each repetition. A configuration that is absent has none.
    pub(crate) runs: BTreeMap<Configuration, Vec<Outcome>>,
    /// Accesses that it makes, counted by the hooks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) executed: Option<u64>,
    /// What DetSan counted.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub(crate) counters: BTreeMap<Configuration, Counters>,
}

/// A quantity of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// Seconds by the clock.
    Wall,
    /// Seconds on processors.
    Cpu,
    /// MiB of memory.
    Memory,
}

impl Quantity {
    fn of(self, usage: &Usage) -> f64 {
        match self {
            Quantity::Wall => usage.wall,
            Quantity::Cpu => usage.cpu,
            Quantity::Memory => usage.peak_kib as f64 / 1024.0,
        }
    }
}

/// Some values in four numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) deviation: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

impl KernelResult {
    /// How many runs failed.
    pub(crate) fn failures(&self, configuration: Configuration) -> usize {
        self.of(configuration).iter().filter(|outcome| outcome.usage().is_none()).count()
    }

    /// The runs in a configuration.
    pub(crate) fn of(&self, configuration: Configuration) -> &[Outcome] {
        self.runs.get(&configuration).map_or(&[], Vec::as_slice)
    }

    /// A quantity over the runs that succeeded.
    pub(crate) fn spread(&self, configuration: Configuration, quantity: Quantity) -> Option<Spread> {
        let values: Vec<f64> =
            self.of(configuration).iter().filter_map(|run| Some(quantity.of(run.usage()?))).collect();
        Some(Spread {
            median: median(&values)?,
            deviation: deviation(&values)?,
            least: least(&values)?,
            greatest: greatest(&values)?,
        })
    }

    /// The median of the ratios in each repetition, where both runs succeeded. Runs of one
    /// repetition are near each other in time, so what slows the machine down for a while slows
    /// both.
    pub(crate) fn ratio(&self, configuration: Configuration, base: Configuration, quantity: Quantity) -> Option<f64> {
        let pairs = self.of(configuration).iter().zip(self.of(base));
        let ratios: Vec<f64> =
            pairs.filter_map(|(run, base)| Some(quantity.of(run.usage()?) / quantity.of(base.usage()?))).collect();
        median(&ratios)
    }
}

/// Everything that was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Comparison {
    /// Where and how.
    pub(crate) header: Header,
    /// What was asked for.
    pub(crate) configurations: Vec<Configuration>,
    /// What of it cannot be run here, and why.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub(crate) absent: BTreeMap<Configuration, String>,
    /// The kernels.
    pub(crate) kernels: Vec<KernelResult>,
}

impl Comparison {
    /// Whether a run failed.
    pub(crate) fn has_failures(&self) -> bool {
        self.kernels.iter().any(|kernel| kernel.runs.keys().any(|configuration| kernel.failures(*configuration) > 0))
    }

    /// The ratios of all kernels that have one.
    pub(crate) fn ratios(
        &self,
        configuration: Configuration,
        base: Configuration,
        quantity: Quantity,
    ) -> Vec<(&str, f64)> {
        let ratio = |kernel: &KernelResult| kernel.ratio(configuration, base, quantity);
        self.kernels.iter().filter_map(|kernel| Some((kernel.name.as_str(), ratio(kernel)?))).collect()
    }

    /// The geometric mean of the ratios.
    pub(crate) fn mean_ratio(
        &self,
        configuration: Configuration,
        base: Configuration,
        quantity: Quantity,
    ) -> Option<f64> {
        let ratios = self.ratios(configuration, base, quantity);
        geometric_mean(&ratios.into_iter().map(|(_, ratio)| ratio).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Configuration::{Detsan1, Plain1};

    #[test]
    fn ratios_are_taken_in_each_repetition() {
        let used = |wall: f64| Outcome::Used(Usage { wall, cpu: wall, peak_kib: 1024 });
        let failed = || Outcome::Failed { failure: "exit status 1".to_owned() };
        let kernel = KernelResult {
            runs: BTreeMap::from([
                // The machine was slow in the second repetition, and the fourth failed.
                (Plain1, vec![used(1.0), used(10.0), used(1.0), used(1.0)]),
                (Detsan1, vec![used(3.0), used(30.0), used(3.0), failed()]),
            ]),
            ..KernelResult::default()
        };
        assert_eq!(kernel.ratio(Detsan1, Plain1, Quantity::Wall), Some(3.0));
        assert_eq!(
            kernel.spread(Detsan1, Quantity::Wall).map(|spread| (spread.least, spread.greatest)),
            Some((3.0, 30.0))
        );
        assert_eq!(kernel.failures(Detsan1), 1);
        assert_eq!(kernel.ratio(Detsan1, Configuration::Tsan, Quantity::Wall), None);
    }
}
