//! The forms in which results are given out. What is measured knows nothing of them: it says what
//! it has to show, as a
//! [`Report`].

pub(crate) mod bars;
mod document;
pub(crate) mod plots;
mod svg;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

pub(crate) use document::{Document, Grid, Section};

use crate::error::BenchError;

/// A form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Format {
    /// Plain text for a terminal
    Table,
    /// The same in Markdown
    Markdown,
    /// One line for each program and configuration, or point
    Csv,
    /// Everything, every run included
    Json,
    /// A chart
    Svg,
}

impl Format {
    /// How the names of its files end.
    fn extension(self) -> &'static str {
        match self {
            Format::Table => "txt",
            Format::Markdown => "md",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Svg => "svg",
        }
    }

    /// The report in this form.
    pub(crate) fn render(self, report: &dyn Report) -> String {
        match self {
            Format::Table => report.document().text(),
            Format::Markdown => report.document().markdown(),
            Format::Csv => report.csv(),
            Format::Json => report.json(),
            Format::Svg => report.svg(),
        }
    }
}

/// Results that can be given out.
pub(crate) trait Report {
    /// What its files are called.
    fn stem(&self) -> &'static str;
    /// Headings, tables and remarks.
    fn document(&self) -> Document;
    /// Comma-separated values.
    fn csv(&self) -> String;
    /// JSON.
    fn json(&self) -> String;
    /// A chart.
    fn svg(&self) -> String;
}

/// Which forms, and where to.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Forms of the results: one on standard output, or all in the folder of --out
    #[arg(long, value_delimiter = ',', default_value = "table")]
    pub(crate) format: Vec<Format>,
    /// Folder for the results; the table is printed, too
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

impl OutputArgs {
    /// Refuses what cannot be done, before anything is measured.
    ///
    /// # Errors
    ///
    /// Several forms cannot share standard output, and the folder must be there or be possible to
    /// make.
    pub(crate) fn check(&self) -> Result<(), BenchError> {
        match &self.out {
            None if self.format.len() > 1 => Err(BenchError::ManyFormats),
            None => Ok(()),
            Some(folder) => fs::create_dir_all(folder).map_err(BenchError::file(folder)),
        }
    }

    /// The options as they were given, without the path.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = vec!["--format".to_owned(), names_of(&self.format)];
        words.extend(self.out.iter().flat_map(|_| ["--out".to_owned(), "DIR".to_owned()]));
        words
    }

    /// Gives `report` out.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn give(&self, report: &dyn Report) -> Result<(), BenchError> {
        let Some(folder) = &self.out else { return print(&self.format[0].render(report)) };
        // If the disk is full, the table is still printed.
        let written: Vec<_> = self
            .format
            .iter()
            .map(|format| {
                let file = folder.join(format!("{}.{}", report.stem(), format.extension()));
                fs::write(&file, format.render(report)).map_err(BenchError::file(file))
            })
            .collect();
        print(&Format::Table.render(report))?;
        written.into_iter().collect()
    }
}

/// The name of a value on the command line.
pub(crate) fn name_of(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The names of values on the command line.
pub(crate) fn names_of(values: &[impl ValueEnum]) -> String {
    values.iter().map(name_of).collect::<Vec<_>>().join(",")
}

/// Rows as comma-separated values, under the names of their fields.
pub(crate) fn csv_of<T: Serialize>(rows: &[T]) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    for row in rows {
        table.serialize(row).expect("a vector can be written to, and rows are flat");
    }
    String::from_utf8(table.into_inner().expect("a vector can be written to")).expect("only text was written")
}

/// A value as JSON for people.
pub(crate) fn json_of<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("results can be written as JSON") + "\n"
}

/// Writes to standard output. A reader that has gone away, as in `… | head -1`, is no failure.
fn print(text: &str) -> Result<(), BenchError> {
    let mut stdout = io::stdout().lock();
    let result = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    result.or_else(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(BenchError::Stdout(error)),
    })
}
