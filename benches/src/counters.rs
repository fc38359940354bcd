//! What DetSan counts about itself when it is run with the option `stats=1`.
//!
//! Lines `DetSan: stats: GROUP: name=value, name=value` on standard error. A value is a number,
//! perhaps with a unit or with words in parentheses behind it. Nothing is known here about the
//! groups and names, so that new ones need no change.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a line of counters begins with.
const PREFIX: &str = "DetSan: stats: ";

/// A number that DetSan has counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counter {
    /// The number.
    pub(crate) value: f64,
    /// What stood behind it: a unit, a share.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub(crate) suffix: String,
}

/// Counters by group and name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Counters(BTreeMap<String, BTreeMap<String, Counter>>);

impl Counters {
    /// All counters in what DetSan wrote. What does not have the form of one is left out.
    pub(crate) fn parse(stderr: &str) -> Counters {
        let mut groups: BTreeMap<String, BTreeMap<String, Counter>> = BTreeMap::new();
        for line in stderr.lines() {
            let Some((group, list)) = line.strip_prefix(PREFIX).and_then(|rest| rest.split_once(": ")) else {
                continue;
            };
            let counters = list.split(", ").filter_map(counter);
            groups.entry(group.trim().to_owned()).or_default().extend(counters);
        }
        Counters(groups)
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.values().all(BTreeMap::is_empty)
    }

    /// The counter of this name, in whichever group it is.
    pub(crate) fn get(&self, name: &str) -> Option<f64> {
        self.0.values().find_map(|group| group.get(name)).map(|counter| counter.value)
    }
}

/// `name=12 MiB` or `name=12 (3%)`.
fn counter(text: &str) -> Option<(String, Counter)> {
    let (name, value) = text.split_once('=')?;
    let end = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
    let (number, suffix) = value.split_at(end);
    Some((name.trim().to_owned(), Counter { value: number.parse().ok()?, suffix: suffix.trim().to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_by_group_and_name() {
        let counters = Counters::parse(
            "program says hello\n\
             DetSan: stats: tasks: tasks=12, joins=3\n\
             DetSan: 0 races, 12 tasks, 1 parallel region, 4 accesses checked (team=1)\n\
             DetSan: stats: order: questions=1000, cached=900 (90.0%), rate=1.5\n\
             DetSan: stats: memory: shadow=64 MiB, cells=2KiB\n",
        );
        let read = ["tasks", "joins", "questions", "cached", "rate", "shadow", "cells", "nothing"]
            .map(|name| counters.get(name));
        assert_eq!(read, [Some(12.0), Some(3.0), Some(1000.0), Some(900.0), Some(1.5), Some(64.0), Some(2.0), None]);
        let suffix = |group: &str, name: &str| counters.0[group][name].suffix.clone();
        assert_eq!([suffix("order", "cached"), suffix("memory", "shadow")], ["(90.0%)", "MiB"]);
    }

    #[test]
    fn what_is_no_counter_is_left_out() {
        let counters =
            Counters::parse("DetSan: stats: nothing here\nDetSan: stats: group: a, =, b=, c=x, d=7\nstats: e: f=1\n");
        assert_eq!(["a", "b", "c", "d", "f"].map(|name| counters.get(name)), [None, None, None, Some(7.0), None]);
        assert!(Counters::parse("").is_empty());
    }
}
