//! The races that were found and are not shown, in words.

use std::fmt::Write;

use super::stacks::site_text;
use super::{Count, TextOptions};
use crate::groups::{Groups, Hidden, Sort};

/// Pairs of constructs that have a line of their own.
const MOST_PAIRS: usize = 8;

/// Said once, where the first race is not shown: the program may never come to its end.
pub fn first_hidden_text() -> String {
    "DetSan: further races of the same constructs or on the same variable are counted only; \
     max_reports_per_group=0 reports them all\n"
        .to_owned()
}

/// The counts at the end of a run; empty if everything was shown.
pub fn hidden_text(groups: &Groups, options: &TextOptions) -> String {
    let pairs = groups.pairs_with_hidden();
    let mut out = String::new();
    for pair in pairs.iter().take(MOST_PAIRS) {
        let races = Count(pair.races, "more pair of lines", "more pairs of lines");
        let _ = writeln!(out, "DetSan: … and {races} in {}", constructs_text(pair, options));
    }
    if let Some(rest) = pairs.get(MOST_PAIRS..).filter(|rest| !rest.is_empty()) {
        let races = rest.iter().map(|pair| pair.races).sum();
        let races = Count(races, "more pair of lines", "more pairs of lines");
        let pairs = Count(rest.len() as u64, "other pair of constructs", "other pairs of constructs");
        let _ = writeln!(out, "DetSan: … and {races} in {pairs}");
    }
    out
}

/// `tasks created at racy.c:10:5 (main) and racy.c:12:5 (main)`
fn constructs_text(pair: &Hidden, options: &TextOptions) -> String {
    let [one, other] = pair.constructs.clone().map(|construct| match construct {
        None => (None, "the initial task".to_owned()),
        Some((Sort::Tasks, frame)) => (Some(Sort::Tasks), site_text(frame.as_ref(), options)),
        Some((Sort::Region, frame)) => {
            (Some(Sort::Region), format!("the parallel region at {}", site_text(frame.as_ref(), options)))
        }
    });
    match (one, other) {
        ((Some(Sort::Tasks), one), (Some(Sort::Tasks), other)) if one == other => format!("tasks created at {one}"),
        ((Some(Sort::Tasks), one), (Some(Sort::Tasks), other)) => format!("tasks created at {one} and {other}"),
        (one, other) if one == other => one.1,
        (one, other) => {
            let [one, other] = [one, other].map(|(sort, text)| match sort {
                Some(Sort::Tasks) => format!("tasks created at {text}"),
                _ => text,
            });
            format!("{one} and {other}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedup::Deduplicator;
    use crate::fake::{FakeSymbols, access, explicit, implicit, initial};
    use crate::model::{AccessMode, MemoryFacts, RaceFacts};
    use crate::text::Headline;
    use std::path::PathBuf;

    #[test]
    fn each_pair_of_constructs_has_a_line_up_to_a_number() {
        let symbols = (0..40).fold(FakeSymbols::default().at(0x800, "main", "a.c", 8, 3), |symbols, task| {
            symbols.at(0x1000 + task, "work", "a.c", 10 + task as u32, 1)
        });
        let tasks = |created_at: u64| {
            vec![initial(), implicit(1, 0, &[0x800], 0), explicit(2, &[0x1000], 1), explicit(3, &[created_at], 1)]
        };
        let (mut groups, mut known) = (Groups::new(1), Deduplicator::new());
        let mut race = |sides: [usize; 2], created_at: u64, times: u64| {
            for line in 0..times {
                let race = RaceFacts {
                    earlier: access(AccessMode::Write, 0x4010, &[line], sides[0]),
                    later: access(AccessMode::Write, 0x4010, &[line], sides[1]),
                    memory: MemoryFacts::Static,
                    tasks: tasks(created_at),
                };
                groups.shows(&race, &mut known, &symbols);
            }
        };
        race([2, 3], 0x1001, 30);
        race([2, 3], 0x1000, 20);
        race([2, 1], 0x1000, 10);
        race([1, 0], 0x1000, 9);
        for other in 2..10 {
            race([2, 3], 0x1000 + other, 2);
        }
        let options =
            TextOptions { pid: 1, base_directory: Some(PathBuf::from("/home/me")), headline: Headline::DetSan };
        insta::assert_snapshot!(hidden_text(&groups, &options), @"
        DetSan: … and 29 more pairs of lines in tasks created at a.c:10:1 (work) and a.c:11:1 (work)
        DetSan: … and 19 more pairs of lines in tasks created at a.c:10:1 (work)
        DetSan: … and 9 more pairs of lines in tasks created at a.c:10:1 (work) and the parallel region at a.c:8:3 (main)
        DetSan: … and 8 more pairs of lines in the initial task and the parallel region at a.c:8:3 (main)
        DetSan: … and 2 more pairs of lines in tasks created at a.c:10:1 (work) and a.c:12:1 (work)
        DetSan: … and 2 more pairs of lines in tasks created at a.c:10:1 (work) and a.c:13:1 (work)
        DetSan: … and 2 more pairs of lines in tasks created at a.c:10:1 (work) and a.c:14:1 (work)
        DetSan: … and 2 more pairs of lines in tasks created at a.c:10:1 (work) and a.c:15:1 (work)
        DetSan: … and 8 more pairs of lines in 4 other pairs of constructs
        ");
    }
}
