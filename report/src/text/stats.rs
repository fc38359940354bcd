//! Where the time of a run went, and how much there was to do.
//!
//! Lines `DetSan: stats: GROUP: name=value, name=value`, for people and for scripts alike.

use std::fmt::Write;
use std::time::Duration;

use crate::model::StatsFacts;

/// The facts as lines.
pub fn stats_text(facts: &StatsFacts) -> String {
    let mut text = String::new();
    let mut line = |group: &str, items: &[String]| {
        writeln!(text, "DetSan: stats: {group}: {}", items.join(", ")).expect("a string takes all text");
    };

    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    let share =
        |time: Duration| format!("{} ({})", seconds(time), percent(time.as_secs_f64(), facts.total.as_secs_f64()));
    let checking: Duration = facts.parts.iter().map(|(_, time)| *time).sum();
    let mut times = vec![format!("total={}", seconds(facts.total))];
    times.push(format!("program={}", share(facts.total.saturating_sub(checking))));
    times.extend(facts.parts.iter().map(|(name, time)| format!("{name}={}", share(*time))));
    line("time", &times);

    let number = |name: &str, count: u64| format!("{name}={count}");
    line(
        "tasks",
        &[
            number("tasks", facts.tasks),
            number("joins", facts.joins),
            number("promises", facts.promises),
            number("turns", facts.turns),
        ],
    );
    let of = |name: &str, count: u64, all: u64| format!("{name}={count} ({})", percent(count as f64, all as f64));
    let accesses = facts.shortened + facts.told;
    line(
        "accesses",
        &[
            number("accesses", accesses),
            of("shortened", facts.shortened, accesses),
            of("cached", facts.cached, accesses),
        ],
    );
    line("order", &[number("questions", facts.questions), number("searched", facts.searched)]);
    let mebibytes = |name: &str, bytes: usize| format!("{name}={:.1} MiB", bytes as f64 / (1 << 20) as f64);
    line(
        "memory",
        &[
            mebibytes("shadow", facts.shadow),
            mebibytes("tables", facts.tables),
            number("compactions", facts.compactions),
        ],
    );
    text
}

fn percent(part: f64, all: f64) -> String {
    format!("{:.0}%", if all > 0.0 { 100.0 * part / all } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_group() {
        let facts = StatsFacts {
            total: Duration::from_millis(2000),
            parts: vec![("accesses", Duration::from_millis(500)), ("tasks", Duration::from_millis(100))],
            tasks: 12,
            joins: 11,
            promises: 3,
            turns: 0,
            shortened: 600,
            told: 400,
            cached: 150,
            questions: 70,
            searched: 5,
            shadow: 3 << 20,
            tables: 1 << 19,
            compactions: 1,
        };
        insta::assert_snapshot!(stats_text(&facts), @r"
        DetSan: stats: time: total=2.000 s, program=1.400 s (70%), accesses=0.500 s (25%), tasks=0.100 s (5%)
        DetSan: stats: tasks: tasks=12, joins=11, promises=3, turns=0
        DetSan: stats: accesses: accesses=1000, shortened=600 (60%), cached=150 (15%)
        DetSan: stats: order: questions=70, searched=5
        DetSan: stats: memory: shadow=3.0 MiB, tables=0.5 MiB, compactions=1
        ");
    }
}
