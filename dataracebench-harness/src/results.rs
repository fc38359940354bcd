//! The results of a run, as they are kept in `score.json` and in the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::outcome::Outcome;
use crate::reports::{LinePair, Place};
use crate::suite::{Case, ExpectedPair, Language, Selection};
use crate::tools::{Tool, ToolInfo};

/// The first field of every file, which tells what it is and in which form.
pub(crate) const FORMAT: &str = "dataracebench-harness results 1";

/// A checker at a level of optimisation: one column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Configuration {
    /// The checker.
    pub(crate) tool: Tool,
    /// The `n` of `-On`.
    pub(crate) level: u8,
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -O{}", self.tool, self.level)
    }
}

impl FromStr for Configuration {
    type Err = String;

    fn from_str(text: &str) -> Result<Configuration, String> {
        let parsed = text
            .split_once(" -O")
            .and_then(|(tool, level)| Some(Configuration { tool: tool.parse().ok()?, level: level.parse().ok()? }));
        parsed.ok_or_else(|| format!("'{text}' is not a tool and a level"))
    }
}

impl Serialize for Configuration {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Configuration {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Configuration, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A part of a run that is spread over several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Shard {
    /// Which part, from 1 on.
    pub(crate) index: usize,
    /// How many there are.
    pub(crate) count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text
            .split_once('/')
            .and_then(|(index, count)| Some(Shard { index: index.parse().ok()?, count: count.parse().ok()? }));
        match parsed {
            Some(shard) if (1..=shard.count).contains(&shard.index) => Ok(shard),
            _ => Err("write i/n with i from 1 to n, as in 2/8".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// What was asked for. Results can be continued or put together only if it was the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The suite.
    pub(crate) suite: String,
    /// Its version, if it says so.
    pub(crate) version: Option<String>,
    /// Which of its programs.
    pub(crate) selection: Selection,
    /// The checkers and levels.
    pub(crate) configurations: Vec<Configuration>,
    /// Threads of a parallel region; none for the default of each checker.
    pub(crate) team: Option<u32>,
    /// How often each program is run.
    pub(crate) repeat: u32,
    /// Seconds that a run may take.
    pub(crate) timeout: u64,
    /// Memory that a run may take, in MiB.
    pub(crate) memory_mib: u64,
    /// The argument of programs that take the size of their data.
    pub(crate) dataset: u64,
}

impl Settings {
    /// The suite and its version.
    pub(crate) fn title(&self) -> String {
        match &self.version {
            Some(version) => format!("{} {version}", self.suite),
            None => self.suite.clone(),
        }
    }
}

/// One run of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// How many races were reported.
    pub(crate) races: u32,
    /// Seconds by the clock.
    pub(crate) seconds: f64,
    /// The most memory, in KiB.
    pub(crate) memory_kib: u64,
    /// Exit status; 128 and the number of the signal if one ended it, 124 if it took too long.
    pub(crate) status: i32,
}

/// What came of one program in one configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measurement {
    /// The outcome.
    pub(crate) outcome: Outcome,
    /// What else is to be said: why there is no verdict, or that a run with a report did not come
    /// to its end.
    pub(crate) notes: Vec<String>,
    /// Pairs of lines that were reported in any run.
    pub(crate) pairs: BTreeSet<LinePair>,
    /// The runs.
    pub(crate) runs: Vec<Run>,
    /// Seconds that building took.
    pub(crate) build_seconds: f64,
    /// Exit status of the compiler.
    pub(crate) build_status: i32,
    /// What the checker, or the compiler that failed, said in the run that tells most. Bounded.
    pub(crate) report: String,
}

impl Measurement {
    /// How many runs reported a race.
    pub(crate) fn reporting_runs(&self) -> usize {
        self.runs.iter().filter(|run| run.races > 0).count()
    }

    /// Whether some runs reported a race and some did not.
    pub(crate) fn flickers(&self) -> bool {
        !matches!(self.reporting_runs(), count if count == 0 || count == self.runs.len())
    }

    /// Seconds of all runs.
    pub(crate) fn run_seconds(&self) -> f64 {
        self.runs.iter().fold(0.0, |sum, run| sum + run.seconds)
    }

    /// The most memory of any run.
    pub(crate) fn memory_kib(&self) -> u64 {
        self.runs.iter().map(|run| run.memory_kib).max().unwrap_or(0)
    }
}

/// A program and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CaseResult {
    /// File name.
    pub(crate) name: String,
    /// Language.
    pub(crate) language: Language,
    /// Whether the suite says that it has a race.
    pub(crate) has_race: bool,
    /// Pairs that the suite names, errata corrected.
    pub(crate) pairs: Vec<ExpectedPair>,
    /// The groups it is in.
    pub(crate) groups: BTreeSet<String>,
    /// The argument it was run with, if it takes one.
    pub(crate) argument: Option<u64>,
    /// Its text.
    pub(crate) source: String,
    /// The measurements.
    pub(crate) results: BTreeMap<Configuration, Measurement>,
}

impl CaseResult {
    /// The program, with no measurement yet.
    pub(crate) fn new(case: &Case, dataset: u64) -> CaseResult {
        CaseResult {
            name: case.name.clone(),
            language: case.language,
            has_race: case.has_race,
            pairs: case.pairs.clone(),
            groups: case.groups.clone(),
            argument: case.takes_argument.then_some(dataset),
            source: case.source.clone(),
            results: BTreeMap::new(),
        }
    }

    /// The pairs of lines that the suite names.
    pub(crate) fn expected_lines(&self) -> BTreeSet<LinePair> {
        let place = |line| Place { file: self.name.clone(), line };
        self.pairs.iter().map(|pair| LinePair::new(place(pair.first.line), place(pair.second.line))).collect()
    }
}

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Results {
    /// [`FORMAT`].
    pub(crate) format: String,
    /// Whether programs are missing: the run was interrupted, or not all shards are here.
    pub(crate) partial: bool,
    /// What was asked for.
    pub(crate) settings: Settings,
    /// The part of a run that this is.
    pub(crate) shard: Option<Shard>,
    /// The checkers, and those that were asked for and are absent.
    pub(crate) tools: Vec<ToolInfo>,
    /// The programs, in the order of their names.
    pub(crate) cases: Vec<CaseResult>,
}

/// A file of results cannot be used.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub(crate) struct ResultsError {
    /// The file.
    pub(crate) path: PathBuf,
    /// What is wrong with it.
    pub(crate) problem: String,
}

impl Results {
    /// Puts measurements to the programs they belong to.
    pub(crate) fn new(
        settings: Settings,
        shard: Option<Shard>,
        tools: Vec<ToolInfo>,
        cases: &[&Case],
        mut measurements: BTreeMap<(String, Configuration), Measurement>,
    ) -> Results {
        let take = |case: &&Case| {
            let mut result = CaseResult::new(case, settings.dataset);
            for configuration in &settings.configurations {
                let measurement = measurements.remove(&(case.name.clone(), *configuration));
                result.results.extend(measurement.map(|measurement| (*configuration, measurement)));
            }
            result
        };
        let cases: Vec<CaseResult> = cases.iter().map(take).collect();
        let partial = cases.iter().any(|case| case.results.len() < settings.configurations.len());
        Results { format: FORMAT.to_owned(), partial, settings, shard, tools, cases }
    }

    /// The threads of a parallel region under a checker.
    pub(crate) fn threads(&self, tool: Tool) -> u32 {
        self.tools.iter().find(|info| info.tool == tool).map_or(0, |info| info.threads)
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is none of ours.
    pub(crate) fn read(path: &Path) -> Result<Results, ResultsError> {
        let wrong = |problem: String| ResultsError { path: path.to_path_buf(), problem };
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let results: Results =
            serde_json::from_str(&text).map_err(|error| wrong(format!("these are no results of a run: {error}")))?;
        if results.format != FORMAT {
            return Err(wrong(format!("its form is '{}', and this version reads '{FORMAT}'", results.format)));
        }
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_numbered_from_one() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 2, count: 8 }));
        for wrong in ["0/8", "9/8", "2", "2/", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_configuration_is_one_word_in_files() {
        let configuration = Configuration { tool: Tool::Archer, level: 2 };
        assert_eq!(configuration.to_string().parse(), Ok(configuration));
        assert!("archer".parse::<Configuration>().is_err());
    }
}
