//! The end of the checked program: the summary, and the exit status.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use detsan_hook_abi::Ending as ProgramEnding;
use detsan_options::{Locks, exit_codes};
use detsan_report::{
    Ending, Finding, Guarantee, NOT_STARTED, Note, Schedules, Stop, SummaryFacts, TextOptions, counts_text,
    hidden_text, last_words_into, last_words_text, raced_before_text, replaced_text, stats_text, stopped_into,
    summary_text,
};
use detsan_trace::Finish;

use crate::events::has_other_threads;
use crate::gate::Life;
use crate::output;
use crate::tool::{Counters, Tool};
use crate::{gate, lineage, recorder, signals, start};

/// The program ends with `status`. Writes the summary and returns the status to end with.
pub(crate) fn finish(ending: ProgramEnding, status: i32) -> i32 {
    let result = gate::enter(|tool| {
        let never_completed = tool.report_missing_events();
        tool.report_lone_depends();
        let Counters { alone, crowded_loops, most_crowded: (iterations, threads), .. } = tool.counters;
        if crowded_loops > 0 && tool.options.print_summary {
            tool.report_note(Note::CrowdedLoops { loops: crowded_loops, iterations, threads });
        }
        if let Some(threads) = start::unused_threads(tool.options.team).filter(|_| tool.options.print_summary) {
            tool.report_note(Note::UnusedThreads { asked: threads.to_owned(), team: tool.options.team });
        }
        if tool.watch.firings > 0 {
            tool.report_note(Note::Watchdog { firings: tool.watch.firings });
        }
        if alone > 0 && tool.options.print_summary {
            tool.report_note(Note::Alone { tasks: alone });
        }
        let why: Option<Cow<'static, str>> = match (ending, never_completed) {
            _ if tool.is_between_regions() => None,
            (_, Some(1)) => Some("a task never completed, for want of its event".into()),
            (_, Some(tasks)) => Some(format!("{tasks} tasks never completed, for want of an event").into()),
            (ProgramEnding::Exit, _) => Some("exit() before all tasks and parallel regions had ended".into()),
            (ProgramEnding::FastExit, _) => Some("_exit() before all tasks and parallel regions had ended".into()),
        };
        // libomp (19.1.7) waits for such tasks when it shuts down, which is the last thing that the program does.
        let hangs = ending == ProgramEnding::Exit && never_completed.is_some() && !has_other_threads(tool.worker.len());
        let status = if hangs { i32::from(exit_codes::DEADLOCK) } else { status };
        (close(tool, why.map_or(Ending::Complete, Ending::Incomplete), status), hangs)
    });
    let was = gate::life();
    gate::close();
    match result {
        Some((status, true)) => leave_at_once(status),
        Some((status, false)) => status,
        // The thread is inside already: it was interrupted there, and this is the program's
        // handler.
        None if was == Life::Active => {
            let mut text = [0; 256];
            let races = gate::RACES.load(Ordering::Relaxed);
            let length = last_words_into(HANDLER, races, &mut text);
            recorder::save_in_signal_handler(0, HANDLER);
            output::write_in_signal_handler(&text[..length]);
            status_after_races(status)
        }
        None if was == Life::Unloaded => {
            output::say(NOT_STARTED);
            status
        }
        None => {
            if let Some(stop) = stopped().filter(|_| !HAS_ENDED.load(Ordering::Relaxed)) {
                say_stopped(stop);
            }
            HAS_ENDED.store(true, Ordering::Relaxed);
            status_after_races(status)
        }
    }
}

/// The program has ended, and may do so again: the last word has been said.
static HAS_ENDED: AtomicBool = AtomicBool::new(false);

/// What ends the program where it is not the program's own course.
const HANDLER: &str = "a signal handler";

/// Why checking has stopped before the end: 0 if it has not, else the number of a [`Stop`], counted
/// from 1.
static STOPPED: AtomicU8 = AtomicU8::new(0);

const STOPS: [Stop; 2] = [Stop::Jump, Stop::Exhaustion];

/// Why checking has stopped before the end, if it has.
pub(crate) fn stopped() -> Option<Stop> {
    let number = usize::from(STOPPED.load(Ordering::Acquire));
    STOPS.get(number.wrapping_sub(1)).copied()
}

/// The program's handler of a fault jumps out of the tool: what that was doing is never finished.
pub(crate) fn abandoned() {
    gate::abandon();
    recorder::save_in_signal_handler(0, "a jump out of DetSan");
    stop(Stop::Jump);
}

/// There are hardly any numbers left.
#[cold]
pub(crate) fn exhausted(tool: &mut Tool) {
    if stopped().is_some() {
        return;
    }
    let mut facts = summary(tool, Ending::Incomplete("".into()));
    if tool.options.print_summary {
        tool.races.output.write(&counts_text(&facts));
    }
    facts.ending = Ending::Incomplete("the program is too long for DetSan".into());
    tool.detector.record_end(|| finish_of(facts, i32::from(exit_codes::UNABLE)));
    stop(Stop::Exhaustion);
}

/// The program goes on without being checked.
fn stop(stop: Stop) {
    gate::close();
    let number = STOPS.iter().position(|other| *other == stop).map_or(0, |index| index + 1);
    STOPPED.store(number as u8, Ordering::Release);
    start::detach();
    say_stopped(stop);
}

fn say_stopped(stop: Stop) {
    let mut text = [0; 256];
    let length = stopped_into(stop, gate::RACES.load(Ordering::Relaxed), &mut text);
    output::write_in_signal_handler(&text[..length]);
}

/// The status to end with where the tool cannot be asked.
pub(crate) fn status_after_races(status: i32) -> i32 {
    let has_raced = gate::RACES.load(Ordering::Relaxed) > 0 || lineage::get().has_raced;
    match signals::exit_code() {
        _ if output::is_lost() => i32::from(exit_codes::UNABLE),
        0 => status,
        code if has_raced => code,
        _ => status,
    }
}

/// Ends a program that cannot go on: nothing of it is run any more.
fn leave_at_once(status: i32) -> ! {
    // SAFETY: null stands for all streams; the only thread of the program is here, so none of them is locked for ever.
    unsafe { libc::fflush(std::ptr::null_mut()) };
    // SAFETY: the program cannot go on, so there is nothing that its handlers could be run after.
    unsafe { libc::_exit(status) }
}

/// Ends the program at a race: the option `halt_on_error`.
pub(crate) fn halt(tool: &mut Tool) -> ! {
    let status = close(tool, Ending::Incomplete("stopped at the first race (halt_on_error=1)".into()), 0);
    gate::close();
    // SAFETY: leaving without the program's handlers is what the option asks for.
    unsafe { libc::_exit(status) }
}

/// Ends the program at a wait that would never end.
pub(crate) fn stop_at_deadlock(tool: &mut Tool) -> ! {
    let deadlock = i32::from(exit_codes::DEADLOCK);
    let status = close(tool, Ending::Incomplete("stopped at a deadlock".into()), deadlock);
    gate::close();
    leave_at_once(status)
}

/// Ends the program at something that cannot be checked and would go wrong: `what` says what it is.
pub(crate) fn give_up(what: &str) {
    output::say(&format!("DetSan: {what}"));
    let unable = i32::from(exit_codes::UNABLE);
    let status = gate::enter(|tool| {
        close(tool, Ending::Incomplete("stopped at a construct that cannot be checked".into()), unable)
    });
    gate::close();
    // SAFETY: the program's handlers are not run: what they would find is not what the program meant to leave.
    unsafe { libc::_exit(status.unwrap_or(unable)) }
}

/// The program is about to be replaced by another one. If that fails, it goes on, and so does the
/// run.
pub(crate) fn replaced() {
    gate::enter(|tool| {
        let races = tool.races.tally.found;
        let mut text = last_words_text("exec", races);
        if tool.options.print_summary {
            text.insert_str(0, &counts_text(&summary(tool, Ending::Incomplete("".into()))));
        }
        if races > 0 && tool.options.exit_code != 0 {
            text.push_str(&replaced_text(tool.options.exit_code));
        }
        tool.races.output.write(&text);
        tool.detector.record_replaced();
    });
}

fn close(tool: &mut Tool, ending: Ending, status: i32) -> i32 {
    let facts = summary(tool, ending);
    let options = TextOptions::of_this_process();
    let hidden = hidden_text(&tool.races.tally.groups, &options);
    tool.races.output.write(&hidden);
    tool.races.write_finding(&Finding::Summary(facts.clone()), tool.options.print_summary, &options);
    let has_raced_before = lineage::get().has_raced;
    if tool.options.print_summary {
        if has_raced_before && tool.options.exit_code != 0 {
            tool.races.output.write(&raced_before_text());
        }
        tool.races.output.write(&summary_text(&facts));
        if facts.races > 0 {
            tool.races.output.point_to_reports(facts.races);
        }
    }
    if tool.options.stats {
        let stats = stats_text(&tool.stats());
        tool.races.output.write(&stats);
    }
    tool.detector.record_end(|| finish_of(facts, status));
    if output::is_lost() {
        return i32::from(exit_codes::UNABLE);
    }
    match (tool.races.tally.found, tool.options.exit_code) {
        (_, 0) => status,
        (0, _) if !has_raced_before => status,
        (_, code) => i32::from(code),
    }
}

fn finish_of(facts: SummaryFacts, status: i32) -> Finish {
    Finish {
        status,
        ending: facts.ending,
        guarantee: facts.guarantee,
        foreign_accesses: facts.foreign_accesses,
        races: facts.races,
        tasks: facts.tasks,
        regions: facts.regions,
        accesses: facts.accesses,
    }
}

fn summary(tool: &mut Tool, ending: Ending) -> SummaryFacts {
    let foreign_accesses = gate::foreign_accesses();
    let unseen = if ending == Ending::Complete { tool.unseen(foreign_accesses) } else { Vec::new() };
    let guarantee = Guarantee {
        schedules: match (tool.counters.exclusion.is_some(), tool.options.locks) {
            (false, _) => Schedules::All,
            (true, Locks::Sets) => Schedules::ThisLockOrder,
            (true, Locks::DoesNotCommute) => Schedules::ThisOrderOfSections,
        },
        crowded_team: tool.counters.crowded_team,
        unseen,
    };
    SummaryFacts {
        races: tool.races.tally.found,
        repeated: tool.races.tally.repeated,
        tasks: tool.counters.tasks,
        regions: tool.counters.regions,
        accesses: tool.checked_accesses(),
        foreign_accesses,
        team: tool.options.team,
        ending,
        guarantee,
    }
}
