//! What a comparison has to show.

use serde::Serialize;

use super::goals::{self, Verdict};
use super::results::{Comparison, KernelResult, Outcome, Quantity, Spread};
use crate::configuration::Configuration::{self, Archer, Archer1, Detsan1, Detsan4, Plain1, Tsan1};
use crate::configuration::Variant;
use crate::format::bars::{Chart, Series};
use crate::format::{Document, Grid, Report, Section, csv_of, json_of};
use crate::statistics::{geometric_mean, greatest};

/// What stands for a number that there is not.
const NONE: &str = "-";
/// The counters that are shown, if DetSan has them.
const COUNTERS: [&str; 5] = ["tasks", "joins", "accesses", "questions", "cached"];
/// The configurations in the chart.
const CHARTED: [Configuration; 4] = [Detsan1, Detsan4, Tsan1, Archer];

/// A kernel in a configuration, summed up.
#[derive(Clone, Debug, Serialize)]
struct Row<'a> {
    kernel: &'a str,
    configuration: Configuration,
    runs: usize,
    failures: usize,
    wall_median: Option<f64>,
    wall_deviation: Option<f64>,
    wall_least: Option<f64>,
    wall_greatest: Option<f64>,
    cpu_median: Option<f64>,
    peak_mib: Option<f64>,
    time_to_plain1: Option<f64>,
    time_to_tsan1: Option<f64>,
    cpu_to_tsan1: Option<f64>,
    cpu_to_archer1: Option<f64>,
    memory_to_plain1: Option<f64>,
    memory_to_tsan1: Option<f64>,
}

/// The means over all kernels of a configuration.
#[derive(Clone, Debug, Serialize)]
struct Mean {
    configuration: Configuration,
    time_to_plain1: Option<f64>,
    time_to_tsan1: Option<f64>,
    cpu_to_tsan1: Option<f64>,
    cpu_to_archer1: Option<f64>,
    memory_to_plain1: Option<f64>,
    memory_to_tsan1: Option<f64>,
}

/// Everything, for programs.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    summary: Vec<Row<'a>>,
    geometric_means: Vec<Mean>,
    goals: Vec<Verdict>,
}

impl Report for Comparison {
    fn stem(&self) -> &'static str {
        "compare"
    }

    fn document(&self) -> Document {
        let mut sections = vec![
            Section::table("wall time, seconds: median ± median deviation", times(self, Quantity::Wall)),
            Section::table("time relative to plain1", ratios(self, Plain1, Quantity::Wall, &self.configurations)),
            Section::table("time relative to tsan1", ratios(self, Tsan1, Quantity::Wall, &checkers(self))),
            Section::table("CPU time, seconds: median ± median deviation", times(self, Quantity::Cpu)),
            Section::table("CPU time relative to tsan1", ratios(self, Tsan1, Quantity::Cpu, &checkers(self))),
            Section::table("CPU time relative to archer1", ratios(self, Archer1, Quantity::Cpu, &checkers(self))),
            Section::table("peak memory, MiB", memory(self)),
            Section::table(
                "peak memory relative to plain1",
                ratios(self, Plain1, Quantity::Memory, &self.configurations),
            ),
            Section::table("what is counted", counters(self)),
            Section::table("goals", verdicts(self)),
        ];
        let absent = self.absent.iter().map(|(configuration, why)| format!("{}: {why}", configuration.name()));
        let absent: Vec<String> = absent.collect();
        if !absent.is_empty() {
            sections.push(Section::list("absent", absent));
        }
        let failures = failures(self);
        if !failures.is_empty() {
            sections.push(Section::list("failures", failures));
        }
        Document { title: "Side by side".to_owned(), facts: self.header.facts(), sections }
    }

    fn csv(&self) -> String {
        csv_of(&rows(self))
    }

    fn json(&self) -> String {
        let mean = |configuration: &Configuration| Mean {
            configuration: *configuration,
            time_to_plain1: self.mean_ratio(*configuration, Plain1, Quantity::Wall),
            time_to_tsan1: self.mean_ratio(*configuration, Tsan1, Quantity::Wall),
            cpu_to_tsan1: self.mean_ratio(*configuration, Tsan1, Quantity::Cpu),
            cpu_to_archer1: self.mean_ratio(*configuration, Archer1, Quantity::Cpu),
            memory_to_plain1: self.mean_ratio(*configuration, Plain1, Quantity::Memory),
            memory_to_tsan1: self.mean_ratio(*configuration, Tsan1, Quantity::Memory),
        };
        json_of(&Whole {
            comparison: self,
            summary: rows(self),
            geometric_means: self.configurations.iter().map(mean).collect(),
            goals: goals::verdicts(self),
        })
    }

    fn svg(&self) -> String {
        let subject = self.header.class.as_ref();
        let subject = subject.map_or_else(|| "programs of a manifest".to_owned(), |class| format!("class {class}"));
        let groups = self.kernels.iter().map(|kernel| kernel.name.clone()).chain(["geomean".to_owned()]).collect();
        let charted = CHARTED.into_iter().filter(|configuration| self.configurations.contains(configuration));
        let series = charted.map(|configuration| {
            let ratio = |kernel: &KernelResult| kernel.ratio(configuration, Plain1, Quantity::Wall);
            let mean = self.mean_ratio(configuration, Plain1, Quantity::Wall);
            Series {
                name: format!("{}: {}", configuration.name(), configuration.meaning()),
                values: self.kernels.iter().map(ratio).chain([mean]).collect(),
            }
        });
        let chart = Chart {
            title: "Time relative to the plain program on one thread".to_owned(),
            subtitle: format!("{subject}, repetitions: {}, medians, logarithmic scale", self.header.repetitions),
            groups,
            series: series.collect(),
        };
        chart.svg()
    }
}

/// All kernels in all configurations that were run.
fn rows(comparison: &Comparison) -> Vec<Row<'_>> {
    let of_kernel = |kernel| comparison.configurations.iter().map(move |configuration| row(kernel, *configuration));
    comparison.kernels.iter().flat_map(of_kernel).collect()
}

fn row(kernel: &KernelResult, configuration: Configuration) -> Row<'_> {
    let wall = kernel.spread(configuration, Quantity::Wall);
    let median = |quantity| kernel.spread(configuration, quantity).map(|spread| spread.median);
    Row {
        kernel: &kernel.name,
        configuration,
        runs: kernel.of(configuration).len(),
        failures: kernel.failures(configuration),
        wall_median: wall.map(|wall| wall.median),
        wall_deviation: wall.map(|wall| wall.deviation),
        wall_least: wall.map(|wall| wall.least),
        wall_greatest: wall.map(|wall| wall.greatest),
        cpu_median: median(Quantity::Cpu),
        peak_mib: median(Quantity::Memory),
        time_to_plain1: kernel.ratio(configuration, Plain1, Quantity::Wall),
        time_to_tsan1: kernel.ratio(configuration, Tsan1, Quantity::Wall),
        cpu_to_tsan1: kernel.ratio(configuration, Tsan1, Quantity::Cpu),
        cpu_to_archer1: kernel.ratio(configuration, Archer1, Quantity::Cpu),
        memory_to_plain1: kernel.ratio(configuration, Plain1, Quantity::Memory),
        memory_to_tsan1: kernel.ratio(configuration, Tsan1, Quantity::Memory),
    }
}

/// The configurations that are checkers.
fn checkers(comparison: &Comparison) -> Vec<Configuration> {
    let is_checker = |configuration: &Configuration| matches!(configuration.variant(), Variant::Detsan | Variant::Tsan);
    comparison.configurations.iter().copied().filter(is_checker).collect()
}

/// A table with a column for each configuration.
fn grid_of(configurations: &[Configuration]) -> Grid {
    Grid::new(["program"].into_iter().chain(configurations.iter().map(|configuration| configuration.name())))
}

/// A cell, or how many of the runs failed.
fn cell(kernel: &KernelResult, configuration: Configuration, text: Option<String>) -> String {
    let failures = kernel.failures(configuration);
    match text {
        None if failures > 0 => "failed".to_owned(),
        None => NONE.to_owned(),
        Some(text) if failures > 0 => format!("{text} ({failures} failed)"),
        Some(text) => text,
    }
}

fn times(comparison: &Comparison, quantity: Quantity) -> Grid {
    let mut grid = grid_of(&comparison.configurations);
    let shown = |spread: Spread| format!("{:.3} ±{:.0}%", spread.median, 100.0 * spread.deviation / spread.median);
    for kernel in &comparison.kernels {
        let time = |configuration: &Configuration| {
            cell(kernel, *configuration, kernel.spread(*configuration, quantity).map(shown))
        };
        grid.push(&kernel.name, comparison.configurations.iter().map(time));
    }
    grid
}

fn memory(comparison: &Comparison) -> Grid {
    let mut grid = grid_of(&comparison.configurations);
    for kernel in &comparison.kernels {
        let peak = |configuration: &Configuration| {
            let peak = kernel.spread(*configuration, Quantity::Memory);
            cell(kernel, *configuration, peak.map(|peak| format!("{:.1}", peak.median)))
        };
        grid.push(&kernel.name, comparison.configurations.iter().map(peak));
    }
    grid
}

/// Ratios to a base, their geometric means and the largest of them.
fn ratios(comparison: &Comparison, base: Configuration, quantity: Quantity, configurations: &[Configuration]) -> Grid {
    let mut grid = grid_of(configurations);
    for kernel in &comparison.kernels {
        let ratio = |configuration: &Configuration| {
            cell(kernel, *configuration, kernel.ratio(*configuration, base, quantity).map(factor))
        };
        grid.push(&kernel.name, configurations.iter().map(ratio));
    }
    let values = |configuration: &Configuration| -> Vec<f64> {
        comparison.ratios(*configuration, base, quantity).into_iter().map(|(_, ratio)| ratio).collect()
    };
    // A mean over some of the kernels only is marked: it is not to be held against that of another
    // configuration.
    let mean = |configuration: &Configuration| {
        let values = values(configuration);
        let mark = if values.len() < comparison.kernels.len() { "*" } else { "" };
        geometric_mean(&values).map_or_else(|| NONE.to_owned(), |mean| factor(mean) + mark)
    };
    grid.push("geomean", configurations.iter().map(mean));
    let largest =
        |configuration: &Configuration| greatest(&values(configuration)).map_or_else(|| NONE.to_owned(), factor);
    grid.push("largest", configurations.iter().map(largest));
    grid
}

fn factor(ratio: f64) -> String {
    format!("{ratio:.2}")
}

fn counters(comparison: &Comparison) -> Grid {
    let counter = |kernel: &KernelResult, (team, name): &(Configuration, &str)| kernel.counters.get(team)?.get(name);
    // What DetSan did not count has no column.
    let mut columns: Vec<(Configuration, &str)> =
        [Detsan1, Detsan4].into_iter().flat_map(|team| COUNTERS.map(|name| (team, name))).collect();
    columns.retain(|column| comparison.kernels.iter().any(|kernel| counter(kernel, column).is_some()));
    let names = columns.iter().map(|(team, name)| format!("{} {name}", team.name()));
    let mut grid = Grid::new(["program".to_owned(), "executed accesses".to_owned()].into_iter().chain(names));
    let shown = |number: Option<String>| number.unwrap_or_else(|| NONE.to_owned());
    for kernel in &comparison.kernels {
        let executed = shown(kernel.executed.map(|count| count.to_string()));
        let counted = columns.iter().map(|column| shown(counter(kernel, column).map(|value| value.to_string())));
        grid.push(&kernel.name, [executed].into_iter().chain(counted));
    }
    grid
}

fn verdicts(comparison: &Comparison) -> Grid {
    let mut grid = Grid::new(["goal", "at most", "measured", "worst program", "verdict"]);
    for verdict in goals::verdicts(comparison) {
        let value = verdict.value.map_or_else(|| NONE.to_owned(), factor);
        let kernel = verdict.kernel.clone().unwrap_or_default();
        grid.push(verdict.goal, [factor(verdict.limit), value, kernel, verdict.to_string()]);
    }
    grid
}

/// What failed and why, each once.
fn failures(comparison: &Comparison) -> Vec<String> {
    let mut lines = Vec::new();
    for kernel in &comparison.kernels {
        for (configuration, runs) in &kernel.runs {
            for run in runs {
                let Outcome::Failed { failure } = run else { continue };
                let line = format!("{} {}: {failure}", kernel.name, configuration.name());
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::counters::Counters;
    use crate::format::Format;
    use crate::machine::Header;
    use crate::process::Usage;

    /// Three repetitions that differ a little.
    fn used(wall: f64, peak_mib: u64) -> Vec<Outcome> {
        let run = |factor: f64| Usage { wall: wall * factor, cpu: wall * factor * 0.75, peak_kib: peak_mib * 1024 };
        [1.0, 1.25, 1.0].map(|factor| Outcome::Used(run(factor))).to_vec()
    }

    fn failed(failure: &str) -> Outcome {
        Outcome::Failed { failure: failure.to_owned() }
    }

    fn comparison() -> Comparison {
        let stats = "DetSan: stats: graph: tasks=12, joins=3\nDetSan: stats: order: questions=100, cached=90 (90%)\n";
        let fib = KernelResult {
            name: "fib".to_owned(),
            runs: BTreeMap::from([
                (Plain1, used(0.5, 4)),
                (Detsan1, used(2.0, 16)),
                (Detsan4, used(4.0, 32)),
                (Tsan1, used(4.0, 64)),
            ]),
            executed: Some(7_297_102),
            counters: BTreeMap::from([(Detsan1, Counters::parse(stats))]),
        };
        let mut flaky = used(16.0, 128);
        flaky[1] = failed("signal 11");
        let sort = KernelResult {
            name: "sort".to_owned(),
            runs: BTreeMap::from([
                (Plain1, used(1.0, 64)),
                (Detsan1, flaky),
                (Detsan4, vec![failed("DetSan reported a race"); 3]),
                (Tsan1, used(8.0, 256)),
            ]),
            ..KernelResult::default()
        };
        Comparison {
            header: Header { class: Some("small".to_owned()), ..Header::example() },
            configurations: vec![Plain1, Detsan1, Detsan4, Tsan1, Archer],
            absent: BTreeMap::from([(Archer, "LLVM's library folder has no libarcher.so".to_owned())]),
            kernels: vec![fib, sort],
        }
    }

    #[test]
    fn table() {
        insta::assert_snapshot!(Format::Table.render(&comparison()));
    }

    #[test]
    fn markdown() {
        insta::assert_snapshot!(Format::Markdown.render(&comparison()));
    }

    #[test]
    fn csv() {
        insta::assert_snapshot!(Format::Csv.render(&comparison()));
    }

    #[test]
    fn json() {
        insta::assert_snapshot!(Format::Json.render(&comparison()));
    }

    #[test]
    fn svg() {
        insta::assert_snapshot!(Format::Svg.render(&comparison()));
    }

    #[test]
    fn failures_make_a_difference_to_the_exit_status() {
        let mut comparison = comparison();
        assert!(comparison.has_failures());
        comparison.kernels.pop();
        assert!(!comparison.has_failures());
    }
}
