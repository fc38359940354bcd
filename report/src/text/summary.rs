//! The closing summary: what was found, what was looked at, and what that is worth.
//!
//! There is one wording for the end of the program and for a signal handler, where nothing may be allocated: it is
//! written to anything that takes text.

use std::fmt::{self, Display, Write};

use crate::model::{Ending, Guarantee, SummaryFacts};

/// Room that a summary needs at most, if the reasons in it are not longer than a few lines.
pub const SUMMARY_SPACE: usize = 2048;

/// The summary as text.
pub fn summary_text(facts: &SummaryFacts) -> String {
    let mut text = String::new();
    write_summary(facts, &mut text).expect("a string takes all text");
    text
}

/// Writes the summary into `buffer`, as much as fits, and returns its length; allocates nothing and takes no lock, so
/// that a signal handler may call it.
pub fn summary_into(facts: &SummaryFacts, buffer: &mut [u8]) -> usize {
    let mut text = FixedText { buffer, length: 0 };
    // Being cut short is the only error, and it is not one for the caller.
    let _ = write_summary(facts, &mut text);
    text.length
}

/// A note on loops with more iterations than threads: `iterations` for `threads` at the most.
pub fn crowded_text(loops: u64, iterations: u64, threads: u32) -> String {
    let had = if loops == 1 { "had" } else { "each had" };
    let loops = Count(loops, "loop", "loops");
    format!(
        "DetSan: note: {loops} {had} more iterations than threads, up to {iterations} for {threads}: iterations that one thread ran were not checked against \
         each other; a larger team shows more\n"
    )
}

/// A note on the watchdog.
pub fn watchdog_text(firings: u64) -> String {
    let times = Count(firings, "time", "times");
    format!(
        "DetSan: note: a thread told nothing for a second while others waited, {times}: it waited for something unseen, or computed for long; others went on\n"
    )
}

/// A note on so many tasks whose team has one thread.
pub fn alone_text(tasks: u64) -> String {
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

/// Writes the last words into `buffer`, as much as fits, and returns their length; allocates nothing and takes no lock.
pub fn last_words_into(signal: &str, races: u64, buffer: &mut [u8]) -> usize {
    let mut text = FixedText { buffer, length: 0 };
    // Being cut short is the only error, and it is not one for the caller.
    let _ = write_last_words(signal, races, &mut text);
    text.length
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
    match &facts.ending {
        Ending::Complete => writeln!(out, "DetSan: guarantee: {}", Worth(facts)),
        Ending::Incomplete(why) => {
            writeln!(out, "DetSan: incomplete: {why}; races after this point are not known")
        }
    }
}

/// What the verdict of a complete run is worth.
struct Worth<'a>(&'a SummaryFacts);

impl Display for Worth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let races = self.0.races > 0;
        match &self.0.guarantee {
            Guarantee::Partial(why) => write!(f, "partial: {why}"),
            // What was not checked cannot be vouched for, whatever else is known.
            _ if self.0.foreign_accesses > 0 => {
                f.write_str("partial: threads that OpenMP did not create are not checked")
            }
            Guarantee::AllSchedules if races => f.write_str("every reported race is real"),
            Guarantee::AllSchedules => f.write_str("all schedules of this input"),
            Guarantee::ThisLockOrder if races => {
                f.write_str("every reported race is real; this lock order only, another may have more")
            }
            Guarantee::ThisLockOrder => f.write_str("this lock order only"),
            Guarantee::ThisOrderOfSections if races => {
                f.write_str("every reported race is real; this lock order only, with its critical sections in the order they had (locks=dc)")
            }
            Guarantee::ThisOrderOfSections => {
                f.write_str("this lock order only, with its critical sections in the order they had (locks=dc)")
            }
        }
    }
}

/// A number of things.
struct Count(u64, &'static str, &'static str);

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Count(number, one, many) = self;
        write!(f, "{number} {}", if number == 1 { one } else { many })
    }
}

/// Text in a buffer of fixed size; what does not fit is dropped.
struct FixedText<'a> {
    buffer: &'a mut [u8],
    length: usize,
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
            guarantee: Guarantee::AllSchedules,
        }
    }

    #[test]
    fn tasks_that_cannot_race() {
        assert_snapshot!(crowded_text(1, 1000, 4), @"DetSan: note: 1 loop had more iterations than threads, up to 1000 for 4: iterations that one thread ran were not checked against each other; a larger team shows more");
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
        assert_snapshot!(summary_text(&SummaryFacts { guarantee: Guarantee::ThisLockOrder, ..facts() }), @r"
        DetSan: 0 races, 12 tasks, 1 parallel region, 345 accesses checked (team=4)
        DetSan: guarantee: this lock order only
        ");
    }

    #[test]
    fn partial() {
        let guarantee = Guarantee::Partial("3 accesses from uninstrumented code".into());
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
        DetSan: guarantee: all schedules of this input
        ");
    }

    #[test]
    fn races_with_the_weaker_guarantees() {
        let lock_order = SummaryFacts { races: 2, regions: 3, guarantee: Guarantee::ThisLockOrder, ..facts() };
        assert_snapshot!(summary_text(&lock_order), @r"
        DetSan: 2 races, 12 tasks, 3 parallel regions, 345 accesses checked (team=4)
        DetSan: guarantee: every reported race is real; this lock order only, another may have more
        ");
        let partial = SummaryFacts { races: 2, guarantee: Guarantee::Partial("signals".into()), ..facts() };
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
    fn a_small_buffer_takes_the_beginning() {
        let mut buffer = [0; 20];
        assert_eq!(summary_into(&facts(), &mut buffer), 20);
        assert_eq!(&buffer, b"DetSan: 0 races, 12 ");
        assert_eq!(summary_into(&facts(), &mut []), 0);
    }
}
