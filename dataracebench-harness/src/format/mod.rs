//! The forms in which results are given out.

mod baseline;
mod csv;
mod document;
mod grid;
mod html;

use clap::ValueEnum;

use crate::results::Results;

pub(crate) use document::measured_pairs;
pub(crate) use grid::Grid;

/// A form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Format {
    /// Plain text for a terminal.
    Table,
    /// The same in Markdown.
    Markdown,
    /// One line for each program and checker.
    Csv,
    /// One line for each run, as DataRaceBench's own scripts write it.
    DrbCsv,
    /// Everything, for `compare`, `merge`, `show` and `--baseline`.
    Json,
    /// A page that needs nothing else.
    Html,
    /// The verdicts alone, for `--baseline`.
    Baseline,
}

impl Format {
    /// The file of this form in the folder of a run.
    pub(crate) fn file_name(self) -> &'static str {
        match self {
            Format::Table => "score.txt",
            Format::Markdown => "score.md",
            Format::Csv => "score.csv",
            Format::DrbCsv => "score-drb.csv",
            Format::Json => "score.json",
            Format::Html => "score.html",
            Format::Baseline => "baseline.json",
        }
    }

    /// The results in this form.
    pub(crate) fn render(self, results: &Results) -> String {
        match self {
            Format::Table => document::text(results),
            Format::Markdown => document::markdown(results),
            Format::Csv => csv::by_program(results),
            Format::DrbCsv => csv::by_run(results),
            Format::Json => serde_json::to_string_pretty(results).expect("results can be written as JSON") + "\n",
            Format::Html => html::page(results),
            Format::Baseline => baseline::render(results),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn table() {
        insta::assert_snapshot!(Format::Table.render(&fixtures::results()));
    }

    #[test]
    fn partial_table_of_a_shard() {
        let mut results = fixtures::results();
        results.partial = true;
        results.shard = Some("1/4".parse().expect("a shard"));
        results.cases[0].results.remove(&fixtures::ARCHER);
        results.cases.truncate(1);
        insta::assert_snapshot!(Format::Table.render(&results));
    }

    #[test]
    fn markdown() {
        insta::assert_snapshot!(Format::Markdown.render(&fixtures::results()));
    }

    #[test]
    fn csv() {
        insta::assert_snapshot!(Format::Csv.render(&fixtures::results()));
    }

    #[test]
    fn drb_csv() {
        insta::assert_snapshot!(Format::DrbCsv.render(&fixtures::results()));
    }

    #[test]
    fn baseline() {
        insta::assert_snapshot!(Format::Baseline.render(&fixtures::results()));
    }

    #[test]
    fn html() {
        let page = Format::Html.render(&fixtures::results());
        // The style and the script are files of their own.
        let page = page.replace(include_str!("scoreboard.css"), "…\n").replace(include_str!("scoreboard.js"), "…\n");
        insta::assert_snapshot!(page);
    }

    #[test]
    fn json_reads_back() {
        let results = fixtures::results();
        let read: Results = serde_json::from_str(&Format::Json.render(&results)).expect("it is JSON");
        assert_eq!(read, results);
    }
}
