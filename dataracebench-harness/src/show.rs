//! `show`: the source of a program, with the places that the suite names and those that were
//! reported beside it.

use std::collections::BTreeMap;

use crate::format::measured_pairs;
use crate::results::{CaseResult, Measurement, Results};

/// The text for one program. Every tool has a column of its own; a letter stands for a pair.
pub(crate) fn show(results: &Results, case: &CaseResult) -> String {
    let configurations: Vec<_> =
        results.settings.configurations.iter().filter_map(|c| Some((c, case.results.get(c)?))).collect();
    let expected = marks(case.pairs.iter().map(|pair| vec![pair.first.line, pair.second.line]));
    let mut columns = vec![("suite".to_owned(), expected)];
    for (configuration, measurement) in &configurations {
        columns.push((configuration.to_string(), marks(own_lines(case, measurement))));
    }

    let widths: Vec<usize> = columns
        .iter()
        .map(|(title, marks)| marks.values().map(String::len).chain([title.len()]).max().unwrap_or(0))
        .collect();
    let line = |number: &str, cells: Vec<&str>, text: &str| {
        let cells: String = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}  ")).collect();
        format!("{}\n", format!("{number:>5}  {cells}{text}").trim_end())
    };
    let mut text = format!("{}, {}\n\n", case.name, if case.has_race { "has a race" } else { "has no race" });
    text.push_str(&line("", columns.iter().map(|(title, _)| title.as_str()).collect(), ""));
    for (number, source) in (1..).zip(case.source.lines()) {
        let cells = columns.iter().map(|(_, marks)| marks.get(&number).map_or("", String::as_str)).collect();
        text.push_str(&line(&number.to_string(), cells, source));
    }

    text.push_str("\nsuite\n");
    for (letter, pair) in letters().zip(&case.pairs) {
        text.push_str(&format!("  {letter}  {pair}\n"));
    }
    if case.pairs.is_empty() {
        text.push_str("  names no pair\n");
    }
    for (configuration, measurement) in configurations {
        let pairs = measured_pairs(case, measurement);
        let pairs = if pairs.is_empty() { String::new() } else { format!(", pairs {pairs}") };
        text.push_str(&format!("{configuration}: {}{pairs}\n", measurement.outcome));
        for (letter, pair) in letters().zip(&measurement.pairs) {
            text.push_str(&format!("  {letter}  lines {}\n", pair.shown_in(&case.name).replace('+', " and ")));
        }
        text.extend(measurement.notes.iter().map(|note| format!("  {note}\n")));
    }
    text
}

/// A name for each pair: a to z, then a1 and so on.
fn letters() -> impl Iterator<Item = String> {
    (0..).map(|index: u32| {
        let letter = char::from(b'a' + u8::try_from(index % 26).expect("less than 26"));
        if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26) }
    })
}

/// The lines of each reported pair that are in the program's own file.
fn own_lines(case: &CaseResult, measurement: &Measurement) -> impl Iterator<Item = Vec<u32>> {
    measurement
        .pairs
        .iter()
        .map(|pair| pair.places().into_iter().filter(|place| place.file == case.name).map(|place| place.line).collect())
}

/// The letters at each line. A line that races with itself has the letter once.
fn marks(pairs: impl Iterator<Item = Vec<u32>>) -> BTreeMap<u32, String> {
    let mut marks: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (letter, lines) in letters().zip(pairs) {
        for line in lines {
            let at_line = marks.entry(line).or_default();
            if !at_line.contains(&letter) {
                at_line.push(letter.clone());
            }
        }
    }
    marks.into_iter().map(|(line, letters)| (line, letters.join(","))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn expected_and_reported_places_side_by_side() {
        let results = fixtures::results();
        insta::assert_snapshot!(show(&results, &results.cases[0]));
    }

    #[test]
    fn letters_do_not_run_out() {
        let names: Vec<String> = letters().take(54).collect();
        assert_eq!(
            (names[0].as_str(), names[25].as_str(), names[26].as_str(), names[53].as_str()),
            ("a", "z", "a1", "b2")
        );
    }
}
