//! Comma-separated values: by program, and by run in the columns of DataRaceBench.

use ::csv::Writer;

use crate::results::{CaseResult, Configuration, Measurement, Results};
use crate::score;
use crate::suite::number_of;

/// The columns that DataRaceBench's scripts write.
const DRB_COLUMNS: [&str; 11] = [
    "tool",
    "id",
    "filename",
    "haverace",
    "threads",
    "dataset",
    "races",
    "elapsed-time(seconds)",
    "used-mem(KBs)",
    "compile-return",
    "runtime-return",
];

/// One line for each program and configuration.
pub(super) fn by_program(results: &Results) -> String {
    let mut table = Writer::from_writer(Vec::new());
    let columns = [
        "program",
        "language",
        "race",
        "tool",
        "level",
        "threads",
        "outcome",
        "runs",
        "reporting_runs",
        "pairs_named",
        "pairs_found",
        "pairs_other",
        "build_seconds",
        "run_seconds",
        "memory_kib",
        "groups",
        "notes",
    ];
    write(&mut table, &columns);
    for (case, configuration, measurement) in measurements(results) {
        let hits = score::hits(case, measurement);
        let number = |count: Option<u32>| count.map_or_else(String::new, |count| count.to_string());
        let groups: Vec<&str> = case.groups.iter().map(String::as_str).collect();
        write(
            &mut table,
            &[
                case.name.clone(),
                case.language.to_string(),
                if case.has_race { "yes" } else { "no" }.to_owned(),
                configuration.tool.to_string(),
                configuration.level.to_string(),
                results.threads(configuration.tool).to_string(),
                measurement.outcome.to_string(),
                measurement.runs.len().to_string(),
                measurement.reporting_runs().to_string(),
                number(hits.map(|hits| hits.named)),
                number(hits.map(|hits| hits.found)),
                number(hits.map(|hits| hits.others)),
                format!("{:.3}", measurement.build_seconds),
                format!("{:.3}", measurement.run_seconds()),
                measurement.memory_kib().to_string(),
                groups.join(" "),
                measurement.notes.join("; "),
            ],
        );
    }
    finish(table)
}

/// One line for each run, in the columns of DataRaceBench. A program that was not built has one
/// line.
pub(super) fn by_run(results: &Results) -> String {
    let mut table = Writer::from_writer(Vec::new());
    write(&mut table, &DRB_COLUMNS);
    for (case, configuration, measurement) in measurements(results) {
        let start = [
            configuration.tool.to_string(),
            number_of(&case.name).unwrap_or_default().to_owned(),
            case.name.clone(),
            case.has_race.to_string(),
            results.threads(configuration.tool).to_string(),
            case.argument.map_or_else(|| "N/A".to_owned(), |argument| argument.to_string()),
        ];
        let mut line = |end: [String; 5]| write(&mut table, &[&start[..], &end[..]].concat());
        let built = measurement.build_status.to_string();
        if measurement.runs.is_empty() {
            line(["0".to_owned(), "0".to_owned(), "0".to_owned(), built.clone(), "0".to_owned()]);
        }
        for run in &measurement.runs {
            line([
                run.races.to_string(),
                format!("{:.3}", run.seconds),
                run.memory_kib.to_string(),
                built.clone(),
                run.status.to_string(),
            ]);
        }
    }
    finish(table)
}

/// All measurements, by program and in the order of the configurations.
fn measurements(results: &Results) -> impl Iterator<Item = (&CaseResult, Configuration, &Measurement)> {
    results.cases.iter().flat_map(|case| {
        let of_case = results.settings.configurations.iter();
        of_case.filter_map(move |configuration| Some((case, *configuration, case.results.get(configuration)?)))
    })
}

fn write<T: AsRef<[u8]>>(table: &mut Writer<Vec<u8>>, row: &[T]) {
    table.write_record(row).expect("a vector can be written to, and every row is of the same length");
}

fn finish(table: Writer<Vec<u8>>) -> String {
    let bytes = table.into_inner().expect("a vector can be written to");
    String::from_utf8(bytes).expect("only text was written")
}
