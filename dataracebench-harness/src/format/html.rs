//! A scoreboard in one file, which needs no network: totals, a row for each program, and behind
//! every cell its source, sites and report.
//!
//! The tables are plain HTML. What is shown after a click is embedded as JSON and put together by
//! `scoreboard.js`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::document::{self, Kind, Section, cell, label, measured_pairs, runs};
use super::grid::Grid;
use crate::published;
use crate::results::{CaseResult, Configuration, Measurement, Results};

const STYLE: &str = include_str!("scoreboard.css");
const SCRIPT: &str = include_str!("scoreboard.js");

/// What is behind a row.
#[derive(Serialize)]
struct Detail<'a> {
    source: &'a str,
    /// Pairs that the suite names: their text and their lines.
    expected: Vec<(String, [u32; 2])>,
    /// By column.
    results: Vec<Option<CellDetail<'a>>>,
}

/// What is behind a cell.
#[derive(Serialize)]
struct CellDetail<'a> {
    label: String,
    outcome: &'static str,
    notes: &'a [String],
    /// Reported pairs: their text, and those of their lines that are in the source.
    pairs: Vec<(String, Vec<u32>)>,
    runs: String,
    time: String,
    report: &'a str,
}

/// The page.
pub(super) fn page(results: &Results) -> String {
    let headline = document::headline(results);
    let mut body = format!("<h1>{}</h1>\n", escaped(&headline));
    // The totals come first: the programs are many.
    let (first, second): (Vec<Section>, Vec<Section>) = document::sections(results)
        .into_iter()
        .partition(|section| section.kind == Kind::Totals || section.kind == Kind::Tools);
    for section in first.iter().chain(&second) {
        body.push_str(&match section.kind {
            Kind::Programs => programs(results, section),
            _ => plain(section),
        });
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"details\">{}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(&headline),
        details(results)
    )
}

/// A section without anything to click on.
fn plain(section: &Section) -> String {
    let mut text = format!("<section>\n<h2>{}</h2>\n", escaped(&section.title));
    if let Some(grid) = &section.grid {
        text.push_str(&plain_table(grid));
    }
    if !section.lines.is_empty() {
        let items: String = section.lines.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
        text.push_str(&format!("<ul>\n{items}</ul>\n"));
    }
    text.push_str("</section>\n");
    text
}

fn plain_table(grid: &Grid) -> String {
    let line = |tag: &str, cells: &[String]| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = grid.rows().iter().map(|row| line("td", row)).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead>\n{}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
        line("th", grid.head())
    )
}

/// The table of programs.
fn programs(results: &Results, section: &Section) -> String {
    let mut published = published::tools();
    if !results.cases.iter().any(|case| published::has_verdicts(&case.name)) {
        published.clear();
    }
    let mut head = "<th>program</th><th>race</th>".to_owned();
    for configuration in &results.settings.configurations {
        head.push_str(&format!("<th>{}</th>", escaped(&label(results, *configuration))));
    }
    head.extend(published.iter().map(|tool| format!("<th class=\"published\">{tool}*</th>")));
    let mut rows = String::new();
    for (index, case) in results.cases.iter().enumerate() {
        let race = if case.has_race { "yes" } else { "no" };
        let mut row = format!(
            "<td class=\"name\"><button data-case=\"{index}\">{}</button></td><td>{race}</td>",
            escaped(&case.name)
        );
        for (column, configuration) in results.settings.configurations.iter().enumerate() {
            row.push_str(&measured_cell(case, *configuration, index, column));
        }
        let verdicts = published::verdicts(&case.name);
        for tool in &published {
            let verdict = verdicts.get(tool).copied().unwrap_or_default();
            row.push_str(&format!("<td class=\"published {}\">{verdict}</td>", class(verdict)));
        }
        let is_right =
            case.results.values().all(|measurement| measurement.outcome.is_right() && !measurement.flickers());
        let kind = if is_right { "right" } else { "wrong" };
        rows.push_str(&format!("<tr class=\"{kind}\">{row}</tr>\n"));
    }
    let lines: String = section.lines.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    format!(
        "<section>\n<h2>Programs</h2>\n<p class=\"controls\"><input id=\"search\" type=\"search\" placeholder=\"part of a name\" \
         aria-label=\"part of a name\"> <label><input id=\"wrong\" type=\"checkbox\"> only those with a wrong, missing or \
         flickering verdict</label></p>\n<p>Click on a verdict for source, sites and report.</p>\n<div class=\"wide\"><table id=\"programs\">\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}\
         </tbody>\n</table></div>\n{lines}</section>\n"
    )
}

/// The cell of a program in one configuration.
fn measured_cell(case: &CaseResult, configuration: Configuration, index: usize, column: usize) -> String {
    let Some(measurement) = case.results.get(&configuration) else {
        return "<td class=\"missing\">not run</td>".to_owned();
    };
    let mut small = measured_pairs(case, measurement);
    if measurement.flickers() {
        small = format!("{small} {} runs", runs(measurement)).trim().to_owned();
    }
    format!(
        "<td class=\"{}\"><button data-case=\"{index}\" data-column=\"{column}\">{} <small>{}</small></button></td>",
        class(measurement.outcome.name()),
        escaped(&cell(measurement)),
        escaped(&small)
    )
}

/// The colour of a cell.
fn class(outcome: &str) -> &'static str {
    match outcome {
        "TP" | "TN" => "good",
        "FP" | "FN" => "bad",
        "" => "missing",
        _ => "none",
    }
}

/// The JSON behind the rows. A `<` could end the script that holds it.
fn details(results: &Results) -> String {
    let details: Vec<Detail<'_>> = results.cases.iter().map(|case| detail(results, case)).collect();
    serde_json::to_string(&details).expect("details can be written as JSON").replace('<', "\\u003c")
}

fn detail<'a>(results: &Results, case: &'a CaseResult) -> Detail<'a> {
    let by_column = |configuration: &Configuration| {
        case.results
            .get(configuration)
            .map(|measurement| cell_detail(case, measurement, label(results, *configuration)))
    };
    Detail {
        source: &case.source,
        expected: case.pairs.iter().map(|pair| (pair.to_string(), [pair.first.line, pair.second.line])).collect(),
        results: results.settings.configurations.iter().map(by_column).collect(),
    }
}

fn cell_detail<'a>(case: &CaseResult, measurement: &'a Measurement, label: String) -> CellDetail<'a> {
    let own_lines = |pair: &crate::reports::LinePair| {
        let own = pair.places().into_iter().filter(|place| place.file == case.name);
        own.map(|place| place.line).collect()
    };
    CellDetail {
        label,
        outcome: measurement.outcome.name(),
        notes: &measurement.notes,
        pairs: measurement.pairs.iter().map(|pair| (pair.shown_in(&case.name), own_lines(pair))).collect(),
        runs: runs(measurement),
        time: format!("{:.1} s to build, {:.1} s to run", measurement.build_seconds, measurement.run_seconds()),
        report: &measurement.report,
    }
}

fn escaped(text: &str) -> String {
    let replacements: BTreeMap<char, &str> =
        BTreeMap::from([('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;")]);
    text.chars().map(|c| replacements.get(&c).map_or_else(|| c.to_string(), |text| (*text).to_owned())).collect()
}
