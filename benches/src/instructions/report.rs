//! What counted instructions have to show.

use serde::Serialize;

use super::{CONFIGURATIONS, Counts, KernelCount};
use crate::configuration::Configuration;
use crate::format::bars::{Chart, Series};
use crate::format::{Document, Grid, Report, Section, csv_of, json_of};
use crate::statistics::geometric_mean;

/// What stands for a number that there is not.
const NONE: &str = "-";

/// A kernel, for a line of a table.
#[derive(Serialize)]
struct Row<'a> {
    kernel: &'a str,
    executed_accesses: Option<u64>,
    plain1: Option<u64>,
    hooks: Option<u64>,
    detsan1: Option<u64>,
    hooks_to_plain1: Option<f64>,
    detsan1_to_plain1: Option<f64>,
    hooks_per_access: Option<f64>,
    detsan1_per_access: Option<f64>,
}

impl KernelCount {
    fn count(&self, index: usize) -> Option<u64> {
        self.counts.get(index)?.as_ref().ok().copied()
    }

    fn ratio(&self, index: usize) -> Option<f64> {
        Some(self.count(index)? as f64 / self.count(0)? as f64)
    }

    /// Instructions more than the plain program has, for each access.
    fn per_access(&self, index: usize) -> Option<f64> {
        let accesses = self.executed.filter(|accesses| *accesses > 0)?;
        Some((self.count(index)? as f64 - self.count(0)? as f64) / accesses as f64)
    }

    fn row(&self) -> Row<'_> {
        Row {
            kernel: &self.name,
            executed_accesses: self.executed,
            plain1: self.count(0),
            hooks: self.count(1),
            detsan1: self.count(2),
            hooks_to_plain1: self.ratio(1),
            detsan1_to_plain1: self.ratio(2),
            hooks_per_access: self.per_access(1),
            detsan1_per_access: self.per_access(2),
        }
    }
}

impl Counts {
    fn mean(&self, index: usize) -> Option<f64> {
        geometric_mean(&self.kernels.iter().filter_map(|kernel| kernel.ratio(index)).collect::<Vec<_>>())
    }
}

impl Report for Counts {
    fn stem(&self) -> &'static str {
        "instructions"
    }

    fn document(&self) -> Document {
        let factor = |number: Option<f64>| number.map_or_else(|| NONE.to_owned(), |number| format!("{number:.2}"));
        let count = |number: Option<u64>| number.map_or_else(|| NONE.to_owned(), |number| number.to_string());
        let names = CONFIGURATIONS.map(Configuration::name);
        let mut counts = Grid::new(["kernel", "accesses"].into_iter().chain(names));
        let [_, hooks, detsan] = names;
        let mut ratios = Grid::new([
            "kernel".to_owned(),
            format!("{hooks}/plain1"),
            format!("{detsan}/plain1"),
            format!("{hooks} per access"),
            format!("{detsan} per access"),
        ]);
        for kernel in &self.kernels {
            let row = kernel.row();
            counts.push(&kernel.name, [row.executed_accesses, row.plain1, row.hooks, row.detsan1].map(count));
            let cells = [row.hooks_to_plain1, row.detsan1_to_plain1, row.hooks_per_access, row.detsan1_per_access];
            ratios.push(&kernel.name, cells.map(factor));
        }
        ratios.push("geomean", [self.mean(1), self.mean(2), None, None].map(factor));
        let mut sections = vec![
            Section::table("instructions", counts),
            Section::table("relative to plain1, and what is added for each access", ratios),
        ];
        let failures: Vec<String> = self.kernels.iter().flat_map(failures).collect();
        if !failures.is_empty() {
            sections.push(Section::list("failures", failures));
        }
        let mut facts = self.header.facts();
        facts.push(("counted by", self.counter.clone()));
        Document { title: "Instructions".to_owned(), facts, sections }
    }

    fn csv(&self) -> String {
        csv_of(&self.kernels.iter().map(KernelCount::row).collect::<Vec<_>>())
    }

    fn json(&self) -> String {
        json_of(self)
    }

    fn svg(&self) -> String {
        let groups = self.kernels.iter().map(|kernel| kernel.name.clone()).chain(["geomean".to_owned()]).collect();
        let series = [1, 2].map(|index| Series {
            name: format!("{}: {}", CONFIGURATIONS[index].name(), CONFIGURATIONS[index].meaning()),
            values: self.kernels.iter().map(|kernel| kernel.ratio(index)).chain([self.mean(index)]).collect(),
        });
        let class = self.header.class.clone().unwrap_or_default();
        let chart = Chart {
            title: "Instructions relative to the plain program on one thread".to_owned(),
            subtitle: format!("class {class}, counted by {}, logarithmic scale", self.counter),
            groups,
            series: series.to_vec(),
        };
        chart.svg()
    }
}

fn failures(kernel: &KernelCount) -> Vec<String> {
    let named = CONFIGURATIONS.iter().zip(&kernel.counts);
    let failed = named.filter_map(|(configuration, count)| Some((configuration, count.as_ref().err()?)));
    failed.map(|(configuration, why)| format!("{} {}: {why}", kernel.name, configuration.name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use crate::machine::Header;

    fn counts() -> Counts {
        let fib = KernelCount {
            name: "fib".to_owned(),
            executed: Some(1000),
            counts: vec![Ok(100_000), Ok(108_000), Ok(150_000)],
        };
        let failure = Err("signal 11".to_owned());
        let sort = KernelCount { name: "sort".to_owned(), executed: None, counts: vec![Ok(10), Ok(20), failure] };
        let header = Header { class: Some("small".to_owned()), ..Header::example() };
        Counts { header, counter: "callgrind (valgrind-3.19.0)".to_owned(), kernels: vec![fib, sort] }
    }

    #[test]
    fn all_forms() {
        for (name, format) in [
            ("table", Format::Table),
            ("markdown", Format::Markdown),
            ("csv", Format::Csv),
            ("json", Format::Json),
            ("svg", Format::Svg),
        ] {
            insta::assert_snapshot!(name, format.render(&counts()));
        }
    }
}
