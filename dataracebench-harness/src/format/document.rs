//! What a reader gets to see: the programs, the totals, the notes. Plain text and Markdown have the
//! same content.

use super::grid::Grid;
use crate::published;
use crate::results::{CaseResult, Configuration, Measurement, Results};
use crate::score::{self, Counts, Totals};
use crate::suite::Language;

/// Groups that have totals of their own.
const GROUPS: [&str; 2] = ["depend", "task"];
/// A run over a smaller part of a suite is not compared with published figures for all of it.
const WHOLE_SUITE: usize = 100;

/// What a section is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tools,
    Programs,
    Totals,
    Others,
}

/// A heading, a table and lines below it.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) kind: Kind,
    pub(super) title: String,
    pub(super) grid: Option<Grid>,
    pub(super) lines: Vec<String>,
}

/// The results as plain text.
pub(super) fn text(results: &Results) -> String {
    let mut text = headline(results);
    text.push('\n');
    for section in sections(results) {
        text.push_str(&format!("\n{}\n", section.title));
        text.extend(section.grid.iter().map(Grid::text));
        text.extend(section.lines.iter().map(|line| format!("{line}\n")));
    }
    text
}

/// The results in Markdown.
pub(super) fn markdown(results: &Results) -> String {
    let mut text = format!("# {}\n", headline(results));
    for section in sections(results) {
        text.push_str(&format!("\n## {}\n\n", section.title));
        text.extend(section.grid.iter().map(Grid::markdown));
        if section.grid.is_some() && !section.lines.is_empty() {
            text.push('\n');
        }
        text.extend(section.lines.iter().map(|line| format!("- {line}\n")));
    }
    text
}

/// What was run, in one line.
pub(super) fn headline(results: &Results) -> String {
    let settings = &results.settings;
    let mut line = format!("{}: {}", settings.title(), counted(results.cases.len(), "program"));
    if let Some(shard) = results.shard {
        line.push_str(&format!(" (shard {shard})"));
    }
    if settings.repeat > 1 {
        line.push_str(&format!(", {} runs each", settings.repeat));
    }
    if results.partial {
        let wanted = results.cases.len() * settings.configurations.len();
        let there: usize = results.cases.iter().map(|case| case.results.len()).sum();
        line.push_str(&format!(" — PARTIAL, {there} of {wanted} results"));
    }
    line
}

/// The parts of the document.
pub(super) fn sections(results: &Results) -> Vec<Section> {
    let mut sections = vec![tools(results), programs(results)];
    sections.push(totals(results, Unit::Program));
    sections.push(totals(results, Unit::Pair));
    sections.extend(notes(results));
    sections.extend(published_accuracy(results));
    sections
}

fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// The name of a column: the tool, and the level if there are several.
pub(super) fn label(results: &Results, configuration: Configuration) -> String {
    let first = results.settings.configurations.first();
    if results.settings.configurations.iter().all(|other| Some(other.level) == first.map(|first| first.level)) {
        configuration.tool.to_string()
    } else {
        configuration.to_string()
    }
}

fn tools(results: &Results) -> Section {
    let line = |info: &crate::tools::ToolInfo| match &info.absent {
        Some(reason) => format!("{}: absent: {reason}", info.tool),
        None => {
            let mut levels: Vec<String> = results
                .settings
                .configurations
                .iter()
                .map(|configuration| format!("-O{}", configuration.level))
                .collect();
            levels.sort();
            levels.dedup();
            format!(
                "{}: {}, {}, {}",
                info.tool,
                info.version,
                counted(info.threads as usize, "thread"),
                levels.join(" ")
            )
        }
    };
    Section {
        kind: Kind::Tools,
        title: "Tools".to_owned(),
        grid: None,
        lines: results.tools.iter().map(line).collect(),
    }
}

/// One row for each program. Beside an outcome stand the pairs of lines, and the runs that reported
/// if there are several.
fn programs(results: &Results) -> Section {
    let shows_runs = results.settings.repeat > 1;
    let mut published = published::tools();
    if !results.cases.iter().any(|case| published::has_verdicts(&case.name)) {
        published.clear();
    }
    let mut head = vec!["program".to_owned(), "race".to_owned()];
    for configuration in &results.settings.configurations {
        head.extend([label(results, *configuration), "pairs".to_owned()]);
        head.extend(shows_runs.then(|| "runs".to_owned()));
    }
    head.extend(published.iter().map(|tool| format!("{tool}*")));
    let mut grid = Grid::new(head);
    for case in &results.cases {
        let mut row = vec![case.name.clone(), if case.has_race { "yes" } else { "no" }.to_owned()];
        for configuration in &results.settings.configurations {
            let measurement = case.results.get(configuration);
            row.push(measurement.map_or_else(String::new, cell));
            row.push(measurement.map_or_else(String::new, |measurement| measured_pairs(case, measurement)));
            if shows_runs {
                row.push(measurement.map_or_else(String::new, runs));
            }
        }
        let verdicts = published::verdicts(&case.name);
        row.extend(published.iter().map(|tool| verdicts.get(tool).copied().unwrap_or_default().to_owned()));
        grid.push(row);
    }
    let mut lines = vec!["pairs of source lines: found/named by the suite, +reported and not named".to_owned()];
    if !published.is_empty() {
        lines.push(format!("* {}", published::VERDICTS_SOURCE));
    }
    Section { kind: Kind::Programs, title: "Programs".to_owned(), grid: Some(grid), lines }
}

/// The outcome, with a mark if there is a note on it.
pub(super) fn cell(measurement: &Measurement) -> String {
    let mark = if measurement.notes.is_empty() || !measurement.outcome.is_verdict() { "" } else { "!" };
    format!("{}{mark}", measurement.outcome)
}

/// How many runs reported, of how many.
pub(super) fn runs(measurement: &Measurement) -> String {
    if measurement.runs.is_empty() {
        return String::new();
    }
    format!("{}/{}", measurement.reporting_runs(), measurement.runs.len())
}

/// `1/2 +3`: one of the two pairs that the suite names was reported, and three others.
pub(crate) fn measured_pairs(case: &CaseResult, measurement: &Measurement) -> String {
    let Some(hits) = score::hits(case, measurement) else { return String::new() };
    let found = if hits.named > 0 { format!("{}/{}", hits.found, hits.named) } else { String::new() };
    let others = if hits.others > 0 { format!("+{}", hits.others) } else { String::new() };
    format!("{found} {others}").trim().to_owned()
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Program,
    Pair,
}

/// The totals of all programs, and of groups that are a part of them.
fn totals(results: &Results, unit: Unit) -> Section {
    let mut head = vec!["group", "tool", "TP", "TN", "FP", "FN", "precision", "recall", "accuracy", "F1"];
    if unit == Unit::Program {
        head.extend(["build failure", "crash", "time-out", "unsupported", "flicker", "build s", "run s"]);
    }
    let mut grid = Grid::new(head);
    let is_part = |group: &&&str| {
        let count = results.cases.iter().filter(|case| case.groups.contains(**group)).count();
        count > 0 && count < results.cases.len()
    };
    let groups: Vec<&str> = GROUPS.iter().filter(is_part).copied().chain(["all"]).collect();
    for group in groups {
        let members: Vec<&CaseResult> =
            results.cases.iter().filter(|case| group == "all" || case.groups.contains(group)).collect();
        for configuration in &results.settings.configurations {
            let totals = score::totals(members.iter().copied(), *configuration);
            let mut row = vec![format!("{group} ({})", members.len()), label(results, *configuration)];
            match unit {
                Unit::Program => {
                    row.extend(figures(totals.programs));
                    row.extend(others(&totals));
                }
                Unit::Pair => row.extend(figures(totals.pairs)),
            }
            grid.push(row);
        }
    }
    let title = match unit {
        Unit::Program => "Totals by program",
        Unit::Pair => "Totals by pair of source lines",
    };
    Section { kind: Kind::Totals, title: title.to_owned(), grid: Some(grid), lines: Vec::new() }
}

fn figures(counts: Counts) -> Vec<String> {
    let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{share:.3}"));
    let numbers = [counts.tp, counts.tn, counts.fp, counts.fn_].map(|count| count.to_string());
    let shares = [counts.precision(), counts.recall(), counts.accuracy(), counts.f1()].map(share);
    numbers.into_iter().chain(shares).collect()
}

fn others(totals: &Totals) -> Vec<String> {
    let counts = [totals.build_failures, totals.crashes, totals.time_outs, totals.unsupported, totals.flickering];
    let times = [totals.build_seconds, totals.run_seconds];
    counts.iter().map(u32::to_string).chain(times.map(|time| format!("{time:.1}"))).collect()
}

/// What is to be said about single results.
fn notes(results: &Results) -> Option<Section> {
    let mut lines = Vec::new();
    for case in &results.cases {
        for (configuration, measurement) in &case.results {
            let label = label(results, *configuration);
            lines.extend(measurement.notes.iter().map(|note| format!("{} {label}: {note}", case.name)));
        }
    }
    (!lines.is_empty()).then(|| Section { kind: Kind::Others, title: "Notes".to_owned(), grid: None, lines })
}

/// Published figures, if all of DataRaceBench, or most of it, was run.
fn published_accuracy(results: &Results) -> Option<Section> {
    let compared = results.cases.iter().filter(|case| case.language != Language::Fortran).count();
    if results.settings.suite != "DataRaceBench" || compared < WHOLE_SUITE {
        return None;
    }
    let mut grid = Grid::new(["DataRaceBench", "programs", "tool", "accuracy"]);
    for row in published::ACCURACIES.iter() {
        grid.push(vec![row.version.clone(), row.programs.to_string(), row.tool.clone(), row.accuracy.to_string()]);
    }
    let lines = vec![published::ACCURACY_SOURCE.to_owned()];
    Some(Section { kind: Kind::Others, title: "Published accuracy".to_owned(), grid: Some(grid), lines })
}
