//! What curves have to show.

use serde::Serialize;

use super::results::{CurveResult, Growth, Trend};
use crate::format::plots::{Line, Panel, Sheet};
use crate::format::{Document, Grid, Report, Section, csv_of, json_of};
use crate::machine::Header;

/// A point, for a line of a table.
#[derive(Serialize)]
struct Row<'a> {
    curve: &'a str,
    n: u64,
    plain_seconds: f64,
    checked_seconds: f64,
    added_seconds: f64,
    plain_mib: f64,
    checked_mib: f64,
    added_mib: f64,
}

/// A curve with what follows from it.
#[derive(Serialize)]
struct Summed<'a> {
    #[serde(flatten)]
    curve: &'a CurveResult,
    time: Trend,
    memory: Trend,
    verdict: String,
}

/// Everything, for programs.
#[derive(Serialize)]
struct Whole<'a> {
    header: &'a Header,
    curves: Vec<Summed<'a>>,
}

impl Report for Growth {
    fn stem(&self) -> &'static str {
        "growth"
    }

    fn document(&self) -> Document {
        let mut summary = Grid::new(["curve", "largest n", "time grows as n^", "memory grows as n^", "verdict"]);
        for curve in &self.curves {
            let largest = curve.points.last().map_or_else(|| "-".to_owned(), |point| point.n.to_string());
            let trends = [curve.time().to_string(), curve.memory().to_string()];
            summary.push(&curve.name, [largest].into_iter().chain(trends).chain([curve.verdict()]));
        }
        let mut sections = vec![Section::table("how what checking adds grows", summary)];
        sections.extend(
            self.curves.iter().map(|curve| Section::table(format!("{}: n {}", curve.name, curve.unit), points(curve))),
        );
        Document { title: "Growth".to_owned(), facts: self.header.facts(), sections }
    }

    fn csv(&self) -> String {
        csv_of(&self.curves.iter().flat_map(rows).collect::<Vec<_>>())
    }

    fn json(&self) -> String {
        let summed = |curve| {
            let curve: &CurveResult = curve;
            Summed { curve, time: curve.time(), memory: curve.memory(), verdict: curve.verdict() }
        };
        json_of(&Whole { header: &self.header, curves: self.curves.iter().map(summed).collect() })
    }

    fn svg(&self) -> String {
        let panels = |curve: &CurveResult| {
            let line = |value: fn(&Row<'_>) -> f64| Line {
                points: rows(curve).iter().map(|row| (row.n as f64, value(row))).collect(),
            };
            let title = |what: &str, trend: Trend| match trend {
                Trend::Power(exponent) => format!("{what}; checking adds n^{exponent:.2}"),
                Trend::Flat => format!("{what}; what checking adds is flat"),
                Trend::Unknown => what.to_owned(),
            };
            [
                Panel {
                    title: curve.name.clone(),
                    subtitle: title("CPU seconds", curve.time()),
                    lines: vec![line(|row| row.checked_seconds), line(|row| row.plain_seconds)],
                },
                Panel {
                    title: curve.name.clone(),
                    subtitle: title("MiB", curve.memory()),
                    lines: vec![line(|row| row.checked_mib), line(|row| row.plain_mib)],
                },
            ]
        };
        let sheet = Sheet {
            title: "How the cost of checking grows with n".to_owned(),
            legend: vec!["DetSan, team=1".to_owned(), "plain, one thread".to_owned()],
            panels: self.curves.iter().flat_map(panels).collect(),
        };
        sheet.svg()
    }
}

fn rows(curve: &CurveResult) -> Vec<Row<'_>> {
    let row = |point: &super::results::Point| Row {
        curve: &curve.name,
        n: point.n,
        plain_seconds: point.plain.cpu,
        checked_seconds: point.checked.cpu,
        added_seconds: point.added().cpu,
        plain_mib: point.plain.memory,
        checked_mib: point.checked.memory,
        added_mib: point.added().memory,
    };
    curve.points.iter().map(row).collect()
}

fn points(curve: &CurveResult) -> Grid {
    let mut grid = Grid::new(["n", "plain s", "checked s", "added s", "plain MiB", "checked MiB", "added MiB"]);
    for row in rows(curve) {
        let seconds = [row.plain_seconds, row.checked_seconds, row.added_seconds].map(|value| format!("{value:.3}"));
        let memory = [row.plain_mib, row.checked_mib, row.added_mib].map(|value| format!("{value:.1}"));
        grid.push(row.n.to_string(), seconds.into_iter().chain(memory));
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::curve;
    use super::*;
    use crate::format::Format;

    fn growth() -> Growth {
        let mut broken = CurveResult::new("nesting", "levels");
        broken.failure = Some("nesting 64 detsan1: signal 11".to_owned());
        let curves =
            vec![curve("tasks", |n| n * 1e-5, |_| 2.0), curve("chain", |n| n * n * 1e-9, |n| n * 1e-3), broken];
        Growth { header: Header::example(), curves }
    }

    #[test]
    fn table() {
        insta::assert_snapshot!(Format::Table.render(&growth()));
    }

    #[test]
    fn markdown() {
        insta::assert_snapshot!(Format::Markdown.render(&growth()));
    }

    #[test]
    fn csv() {
        insta::assert_snapshot!(Format::Csv.render(&growth()));
    }

    #[test]
    fn json() {
        insta::assert_snapshot!(Format::Json.render(&growth()));
    }

    #[test]
    fn svg() {
        insta::assert_snapshot!(Format::Svg.render(&growth()));
    }
}
