//! The closing summary: what was found, what was looked at, and what that is worth.
//!
//! There is one wording for the end of the program and for a signal handler, where nothing may be
//! allocated: it is written to anything that takes text.

use std::fmt::{self, Display, Write};

use crate::escape::escaped;
use crate::model::{Ending, Note, Schedules, SummaryFacts};

/// Room that a summary needs at most, if the reasons in it are not longer than a few lines.
pub const SUMMARY_SPACE: usize = 2048;

/// The summary as text.
pub fn summary_text(facts: &SummaryFacts) -> String {
    let mut text = String::new();
    write_summary(facts, &mut text).expect("a string takes all text");
    text
}

/// The part of the summary that counts, as text: what was found and what was looked at.
pub fn counts_text(facts: &SummaryFacts) -> String {
    let mut text = String::new();
    write_counts(facts, &mut text).expect("a string takes all text");
    text
}

/// Writes the summary into `buffer`, as much as fits, and returns its length; allocates nothing and
/// takes no lock, so that a signal handler may call it.
pub fn summary_into(facts: &SummaryFacts, buffer: &mut [u8]) -> usize {
    FixedText::fill(buffer, |text| write_summary(facts, text))
}

/// A note on loops with more iterations than threads: `iterations` for `threads` at the most.
fn crowded_text(loops: u64, iterations: u64, threads: u32) -> String {
    let had = if loops == 1 { "had" } else { "each had" };
    let loops = Count(loops, "loop", "loops");
    format!(
        "DetSan: note: {loops} {had} more iterations than threads, up to {iterations} for {threads}: iterations that one thread ran were not checked against \
         each other; a larger team shows more\n"
    )
}

/// A note on the run as a whole.
pub(super) fn note_text(note: &Note) -> String {
    match note {
        Note::CrowdedLoops { loops, iterations, threads } => crowded_text(*loops, *iterations, *threads),
        Note::UnusedThreads { asked, team } => unused_threads_text(asked, *team),
        Note::Watchdog { firings } => watchdog_text(*firings),
        Note::Alone { tasks } => alone_text(*tasks),
    }
}

/// The worth of the verdict of a complete run: one line, or one for each thing that was not seen.
pub(crate) fn guarantee_lines(facts: &SummaryFacts) -> Vec<String> {
    match (facts.guarantee.unseen.len(), facts.foreign_accesses) {
        (0, 0) => vec![Worth(facts).to_string()],
        // What was not checked cannot be vouched for, whatever else is known.
        (0, _) => vec!["partial: threads that OpenMP did not create are not checked".to_owned()],
        _ => facts.guarantee.unseen.iter().map(|what| format!("partial: {what}")).collect(),
    }
}

/// What a terminal shows of a run whose reports go to `file`.
pub fn elsewhere_text(races: u64, file: &str) -> String {
    format!("DetSan: {}, see {}\n", Count(races, "race", "races"), escaped(file))
}

/// A note on an `OMP_NUM_THREADS` that the option `team` overrides.
fn unused_threads_text(threads: &str, team: u32) -> String {
    format!(
        "DetSan: note: OMP_NUM_THREADS={} does not say how many threads a region has: the option team does (team={team})\n",
        escaped(threads)
    )
}

/// A note on the watchdog.
fn watchdog_text(firings: u64) -> String {
    let times = Count(firings, "time", "times");
    format!(
        "DetSan: note: a thread told nothing for a second while others waited, {times}: it waited for something unseen, or computed for long; others went on\n"
    )
}

/// A note on so many tasks whose team has one thread.
fn alone_text(tasks: u64) -> String {
    let were = if tasks == 1 { "was" } else { "were" };
    let cannot_race = if tasks == 1 { "it cannot race" } else { "they cannot race with each other" };
    format!(
        "DetSan: note: {} {were} created outside of any parallel region, or in one whose clauses ask for one thread: {cannot_race}\n",
        Count(tasks, "task", "tasks")
    )
}

/// What is said in place of a summary where a signal ends the program, as text.
pub fn last_words_text(signal: &str, races: u64) -> String {
    let mut text = String::new();
    write_last_words(signal, races, &mut text).expect("a string takes all text");
    text
}

/// Writes the last words into `buffer`, as much as fits, and returns their length; allocates
/// nothing and takes no lock.
pub fn last_words_into(signal: &str, races: u64, buffer: &mut [u8]) -> usize {
    FixedText::fill(buffer, |text| write_last_words(signal, races, text))
}

/// Writes what is said where DetSan itself has failed, as `message` says, into `buffer`; returns
/// its length. The text is one line. Allocates nothing and takes no lock.
pub fn failure_into(message: &str, (file, line): (&str, u32), races: u64, buffer: &mut [u8]) -> usize {
    FixedText::fill(buffer, |text| write_failure(message, (file, line), races, text))
}

fn write_failure(message: &str, (file, line): (&str, u32), races: u64, out: &mut impl Write) -> fmt::Result {
    let were = if races == 1 { "was" } else { "were" };
    let races = Count(races, "race", "races");
    write!(
        out,
        "DetSan: incomplete: DetSan itself has failed, and ends the program; {races} {were} found until then; \
         run it again with 'verbose=debug', and report the end of that log with this: {file}:{line}: "
    )?;
    for line in message.lines() {
        write!(out, "{line} ")?;
    }
    writeln!(out)
}

fn write_last_words(signal: &str, races: u64, out: &mut impl Write) -> fmt::Result {
    let were = if races == 1 { "was" } else { "were" };
    let races = Count(races, "race", "races");
    writeln!(
        out,
        "DetSan: incomplete: the program was ended by {signal}; {races} {were} found until then, later ones are not known"
    )
}

fn write_summary(facts: &SummaryFacts, out: &mut impl Write) -> fmt::Result {
    write_counts(facts, out)?;
    match &facts.ending {
        Ending::Complete => write_guarantee(facts, out),
        Ending::Incomplete(why) => {
            writeln!(out, "DetSan: incomplete: {why}; races after this point are not known")
        }
    }
}

fn write_counts(facts: &SummaryFacts, out: &mut impl Write) -> fmt::Result {
    let races = Count(facts.races, "race", "races");
    let tasks = Count(facts.tasks, "task", "tasks");
    let regions = Count(facts.regions, "parallel region", "parallel regions");
    let accesses = Count(facts.accesses, "access", "accesses");
    write!(out, "DetSan: {races}")?;
    if facts.repeated > 0 {
        write!(out, " ({} more at the same places)", facts.repeated)?;
    }
    writeln!(out, ", {tasks}, {regions}, {accesses} checked (team={})", facts.team)?;
    if facts.foreign_accesses > 0 {
        let were = if facts.foreign_accesses == 1 { "was" } else { "were" };
        let foreign = Count(facts.foreign_accesses, "access", "accesses");
        writeln!(out, "DetSan: {foreign} by threads that OpenMP did not create {were} not checked")?;
    }
    if facts.team == 1 {
        writeln!(
            out,
            "DetSan: scope: explicit tasks against each other and against their creators; \
             the threads of a parallel region ran as one (team=1)"
        )?;
    }
    Ok(())
}

/// What the verdict of a complete run is worth: one line, or one for each thing that was not seen.
fn write_guarantee(facts: &SummaryFacts, out: &mut impl Write) -> fmt::Result {
    for what in &facts.guarantee.unseen {
        writeln!(out, "DetSan: guarantee: partial: {what}")?;
    }
    match (facts.guarantee.unseen.len(), facts.foreign_accesses) {
        (0, 0) => writeln!(out, "DetSan: guarantee: {}", Worth(facts)),
        // What was not checked cannot be vouched for, whatever else is known.
        (0, _) => writeln!(out, "DetSan: guarantee: partial: threads that OpenMP did not create are not checked"),
        _ => Ok(()),
    }
}

/// What the verdict of a run is worth of which everything was seen.
struct Worth<'a>(&'a SummaryFacts);

impl Display for Worth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SummaryFacts { races, team, guarantee, .. } = self.0;
        let lock_order = match guarantee.schedules {
            Schedules::All => None,
            Schedules::ThisLockOrder => Some("this lock order only"),
            Schedules::ThisOrderOfSections => {
                Some("this lock order only, with its critical sections in the order they had (locks=dc)")
            }
        };
        let is_racy = *races > 0;
        if is_racy {
            f.write_str("every reported race is real")?;
        }
        let teams = match (lock_order, guarantee.crowded_team) {
            (None, None) if is_racy => return Ok(()),
            (None, None) => {
                f.write_str("all schedules of this input")?;
                return if *team == 1 { f.write_str(", tasks only") } else { Ok(()) };
            }
            (_, teams) => teams,
        };
        if is_racy {
            f.write_str("; ")?;
        }
        // "All schedules" would be too much: another distribution of the iterations is another
        // schedule.
        match lock_order {
            Some(order) => f.write_str(order)?,
            None if !is_racy => f.write_str("this input")?,
            None => {}
        }
        if let Some(threads) = teams {
            let comma = if is_racy && lock_order.is_none() { "" } else { ", " };
            write!(f, "{comma}for teams of up to {threads} threads that share out loops as in this run")?;
        }
        match (is_racy, teams, guarantee.schedules) {
            (true, None, Schedules::ThisLockOrder) => f.write_str(", another may have more"),
            (true, Some(_), _) => f.write_str(", others may have more"),
            _ => Ok(()),
        }
    }
}

/// A number of things: how many, one of them, several of them.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub u64, pub &'static str, pub &'static str);

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Count(number, one, many) = self;
        write!(f, "{number} {}", if number == 1 { one } else { many })
    }
}

/// Text in a buffer of fixed size; what does not fit is dropped.
pub(super) struct FixedText<'a> {
    buffer: &'a mut [u8],
    length: usize,
}

impl FixedText<'_> {
    /// Has `write` write into `buffer`, as much as fits, and returns the length.
    pub(super) fn fill(buffer: &mut [u8], write: impl FnOnce(&mut FixedText<'_>) -> fmt::Result) -> usize {
        let mut text = FixedText { buffer, length: 0 };
        // Being cut short is the only error, and it is not one for the caller.
        let _ = write(&mut text);
        text.length
    }
}

impl Write for FixedText<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut taken = text.len().min(self.buffer.len() - self.length);
        while !text.is_char_boundary(taken) {
            taken -= 1;
        }
        self.buffer[self.length..self.length + taken].copy_from_slice(&text.as_bytes()[..taken]);
        self.length += taken;
        if taken == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Guarantee;
    use insta::assert_snapshot;

    fn facts() -> SummaryFacts {
        SummaryFacts {
            races: 0,
            repeated: 0,
            tasks: 12,
            regions: 1,
            accesses: 345,
            foreign_accesses: 0,
            team: 4,
            ending: Ending::Complete,
            guarantee: Guarantee::default(),
        }
    }

    fn of(schedules: Schedules) -> Guarantee {
        Guarantee { schedules, ..Guarantee::default() }
    }

    fn unseen(what: &[&str]) -> Guarantee {
        Guarantee { unseen: what.iter().map(|what| (*what).to_owned()).collect(), ..Guarantee::default() }
    }

    #[test]
    fn tasks_that_cannot_race() {
        assert_snapshot!(crowded_text(1, 1000, 4), @"DetSan: note: 1 loop had more iterations than threads, up to 1000 for 4: iterations that one thread ran were not checked against each other; a larger team shows more");
        assert_eq!(elsewhere_text(1, "race.log"), "DetSan: 1 race, see race.log\n");
        assert_snapshot!(unused_threads_text("8", 4), @"DetSan: note: OMP_NUM_THREADS=8 does not say how many threads a region has: the option team does (team=4)");
        assert_snapshot!(watchdog_text(2), @"DetSan: note: a thread told nothing for a second while others waited, 2 times: it waited for something unseen, or computed for long; others went on");
        assert_snapshot!(alone_text(1), @"DetSan: note: 1 task was created outside of any parallel region, or in one whose clauses ask for one thread: it cannot race");
        assert_snapshot!(alone_text(2), @"DetSan: note: 2 tasks were created outside of any parallel region, or in one whose clauses ask for one thread: they cannot race with each other");
    }

    #[test]
    fn all_schedules() {
        assert_snapshot!(summary_text(&facts()), @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: guarantee: all schedules of this input
        ");
    }

    #[test]
    fn this_lock_order() {
        assert_snapshot!(summary_text(&SummaryFacts { guarantee: of(Schedules::ThisLockOrder), ..facts() }), @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: guarantee: this lock order only
        ");
    }

    #[test]
    fn partial() {
        let guarantee = unseen(&["3 accesses from uninstrumented code"]);
        assert_snapshot!(summary_text(&SummaryFacts { guarantee, ..facts() }), @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: guarantee: partial: 3 accesses from uninstrumented code
        ");
    }

    #[test]
    fn one_of_each_at_team_1() {
        let few = SummaryFacts { races: 1, repeated: 3, tasks: 1, accesses: 1, team: 1, ..facts() };
        assert_snapshot!(summary_text(&few), @r"
        DetSan: 1 race (3 more at the same places), 1 task, 1 parallel region, 1 access checked (team=1)
        DetSan: scope: explicit tasks against each other and against their creators; the threads of a parallel region ran as one (team=1)
        DetSan: guarantee: every reported race is real
        ");
    }

    #[test]
    fn no_race_at_team_1() {
        assert_snapshot!(summary_text(&SummaryFacts { team: 1, ..facts() }), @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=1)
        DetSan: scope: explicit tasks against each other and against their creators; the threads of a parallel region ran as one (team=1)
        DetSan: guarantee: all schedules of this input, tasks only
        ");
    }

    #[test]
    fn crowded_loops_take_all_schedules_away() {
        let last_line = |races, schedules| {
            let guarantee = Guarantee { crowded_team: Some(4), ..of(schedules) };
            let text = summary_text(&SummaryFacts { races, guarantee, ..facts() });
            text.lines().last().map(str::to_owned).unwrap_or_default()
        };
        assert_snapshot!(last_line(0, Schedules::All), @"DetSan: guarantee: this input, for teams of up to 4 threads that share out loops as in this run");
        assert_snapshot!(last_line(1, Schedules::All), @"DetSan: guarantee: every reported race is real; for teams of up to 4 threads that share out loops as in this run, others may have more");
        assert_snapshot!(last_line(0, Schedules::ThisLockOrder), @"DetSan: guarantee: this lock order only, for teams of up to 4 threads that share out loops as in this run");
        assert_snapshot!(last_line(1, Schedules::ThisOrderOfSections), @"DetSan: guarantee: every reported race is real; this lock order only, with its critical sections in the order they had (locks=dc), for teams of up to 4 threads that share out loops as in this run, others may have more");
    }

    #[test]
    fn each_thing_that_was_not_seen_has_a_line() {
        let guarantee = Guarantee { crowded_team: Some(4), ..unseen(&["one", "another"]) };
        assert_snapshot!(summary_text(&SummaryFacts { guarantee, ..facts() }), @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: guarantee: partial: one
        DetSan: guarantee: partial: another
        ");
    }

    #[test]
    fn races_with_the_weaker_guarantees() {
        let guarantee = of(Schedules::ThisLockOrder);
        let lock_order = SummaryFacts { races: 2, regions: 3, guarantee, ..facts() };
        assert_snapshot!(summary_text(&lock_order), @r"
        DetSan: 2 races, 12 tasks, 3 parallel regions, 345 accesses checked (team=4)
        DetSan: guarantee: every reported race is real; this lock order only, another may have more
        ");
        let partial = SummaryFacts { races: 2, guarantee: unseen(&["signals"]), ..facts() };
        assert_snapshot!(summary_text(&partial), @r"
        DetSan: 2 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: guarantee: partial: signals
        ");
    }

    #[test]
    fn foreign_accesses_take_the_guarantee_away() {
        let text = summary_text(&SummaryFacts { foreign_accesses: 7, ..facts() });
        assert!(!text.contains("all schedules"));
        assert_snapshot!(text, @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: 7 accesses by threads that OpenMP did not create were not checked
        DetSan: guarantee: partial: threads that OpenMP did not create are not checked
        ");
    }

    #[test]
    fn an_incomplete_run_has_no_guarantee() {
        let ending = Ending::Incomplete("killed by SIGSEGV".into());
        let text = summary_text(&SummaryFacts { ending: ending.clone(), ..facts() });
        assert!(!text.contains("guarantee"));
        assert_snapshot!(text, @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: incomplete: killed by SIGSEGV; races after this point are not known
        ");
        let with_races = summary_text(&SummaryFacts { races: 1, team: 1, ending, ..facts() });
        assert!(!with_races.contains("guarantee"));
        assert_snapshot!(with_races, @r"
        DetSan: 1 race, 12 tasks, 1 parallel region, 345 accesses checked (team=1)
        DetSan: scope: explicit tasks against each other and against their creators; the threads of a parallel region ran as one (team=1)
        DetSan: incomplete: killed by SIGSEGV; races after this point are not known
        ");
    }

    #[test]
    fn a_buffer_takes_the_same_words() {
        let facts = SummaryFacts { ending: Ending::Incomplete("killed by SIGSEGV".into()), ..facts() };
        let mut buffer = [0; SUMMARY_SPACE];
        let length = summary_into(&facts, &mut buffer);
        assert_eq!(std::str::from_utf8(&buffer[..length]).unwrap(), summary_text(&facts));
    }

    #[test]
    fn last_words() {
        let text = last_words_text("SIGSEGV", 2);
        assert_snapshot!(text, @"
        DetSan: incomplete: the program was ended by SIGSEGV; 2 races were found until then, later ones are not known
        ");
        assert!(last_words_text("SIGSEGV", 1).contains("; 1 race was found until then"));
        let mut buffer = [0; 256];
        let length = last_words_into("SIGSEGV", 2, &mut buffer);
        assert_eq!(std::str::from_utf8(&buffer[..length]), Ok(text.as_str()));
    }

    #[test]
    fn a_failure_is_one_line() {
        let mut buffer = [0; 512];
        let length = failure_into("left\nright", ("tool.rs", 7), 1, &mut buffer);
        let text = std::str::from_utf8(&buffer[..length]).unwrap();
        assert!(text.ends_with("tool.rs:7: left right \n") && text.lines().count() == 1, "{text}");
        assert!(text.contains("; 1 race was found until then;"), "{text}");
    }

    #[test]
    fn a_small_buffer_takes_the_beginning() {
        let mut buffer = [0; 20];
        assert_eq!(summary_into(&facts(), &mut buffer), 20);
        assert_eq!(&buffer, b"DetSan: 0 races, 12 ");
        assert_eq!(summary_into(&facts(), &mut []), 0);
    }
}
