//! Results for tests: three programs, two checkers, and one of each kind of oddity.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::outcome::Outcome;
use crate::reports::{LinePair, Place};
use crate::results::{CaseResult, Configuration, FORMAT, Measurement, Results, Run, Settings};
use crate::suite::{Case, Selection};
use crate::tools::{Tool, ToolInfo};

pub(crate) const DETSAN: Configuration = Configuration { tool: Tool::Detsan, level: 0 };
pub(crate) const ARCHER: Configuration = Configuration { tool: Tool::Archer, level: 0 };

const RACY: &str = "/* x@4:3:W vs. x@6:3:W */\n#pragma omp task\nint x;\n  x = 1;\n\n  x = 2; // <&>\n";
const CLEAN: &str = "#pragma omp task depend(out: x)\n";
const LOOP: &str = "#pragma omp taskloop\n";

pub(crate) fn measurement(outcome: Outcome, pairs: &[(&str, u32, u32)], races: &[u32]) -> Measurement {
    let pair = |(file, one, other): &(&str, u32, u32)| {
        let place = |line| Place { file: (*file).to_owned(), line };
        LinePair::new(place(*one), place(*other))
    };
    Measurement {
        outcome,
        notes: Vec::new(),
        pairs: pairs.iter().map(pair).collect::<BTreeSet<_>>(),
        runs: races.iter().map(|races| Run { races: *races, seconds: 0.5, memory_kib: 2048, status: 66 }).collect(),
        build_seconds: 0.25,
        build_status: 0,
        report: "WARNING: <a & b>\n".to_owned(),
    }
}

/// The results.
pub(crate) fn results() -> Results {
    let (racy, clean, looping) =
        ("DRB027-taskdependmissing-orig-yes.c", "DRB072-taskdep1-orig-no.c", "X3-loop-var-no.cpp");
    let case = |name: &str, source: &str, results: BTreeMap<Configuration, Measurement>| {
        let case = Case::new(name, PathBuf::from(name), source.to_owned()).expect("a program");
        CaseResult { results, ..CaseResult::new(&case, 32) }
    };
    let mut crash = measurement(Outcome::Crash, &[], &[0, 0]);
    crash.notes.push("crash: signal 11 ended it".to_owned());
    let mut not_built = measurement(Outcome::BuildFailure, &[], &[]);
    not_built.notes.push("error: it has | a bar and, a \"quote\"".to_owned());
    not_built.build_status = 1;
    let cases = vec![
        case(
            racy,
            RACY,
            BTreeMap::from([
                (DETSAN, measurement(Outcome::TruePositive, &[(racy, 6, 4)], &[1, 1])),
                (ARCHER, measurement(Outcome::TruePositive, &[(racy, 6, 6)], &[0, 1])),
            ]),
        ),
        case(
            clean,
            CLEAN,
            BTreeMap::from([
                (DETSAN, measurement(Outcome::TrueNegative, &[], &[0, 0])),
                (ARCHER, measurement(Outcome::FalsePositive, &[(clean, 1, 1)], &[1, 1])),
            ]),
        ),
        case(looping, LOOP, BTreeMap::from([(DETSAN, not_built), (ARCHER, crash)])),
    ];
    Results {
        format: FORMAT.to_owned(),
        partial: false,
        settings: Settings {
            suite: "DataRaceBench".to_owned(),
            version: Some("1.4.1".to_owned()),
            selection: Selection::default(),
            configurations: vec![DETSAN, ARCHER],
            team: None,
            repeat: 2,
            timeout: 60,
            memory_mib: 4096,
            dataset: 32,
        },
        shard: None,
        tools: vec![
            ToolInfo { tool: Tool::Detsan, version: "detsan 0.1.0".to_owned(), threads: 4, absent: None },
            ToolInfo { tool: Tool::Archer, version: "clang 19".to_owned(), threads: 8, absent: None },
            ToolInfo { tool: Tool::Tsan, version: String::new(), threads: 8, absent: Some("no clang".to_owned()) },
        ],
        cases,
    }
}
