//! The end of the checked program: the summary, and the exit status.

use detsan_hook_abi::Ending as ProgramEnding;
use detsan_options::exit_codes;
use detsan_report::{Ending, Guarantee, SummaryFacts, summary_text};
use detsan_trace::Finish;

use crate::gate;
use crate::output;
use crate::tool::Tool;

/// The program ends with `status`. Writes the summary and returns the status to end with.
pub(crate) fn finish(ending: ProgramEnding, status: i32) -> i32 {
    let result = gate::enter(|tool| {
        let why = match ending {
            _ if tool.is_between_regions() => None,
            ProgramEnding::Exit => Some("exit() before all tasks and parallel regions had ended"),
            ProgramEnding::FastExit => Some("_exit() before all tasks and parallel regions had ended"),
        };
        close(tool, why.map_or(Ending::Complete, |why| Ending::Incomplete(why.into())), status)
    });
    gate::close();
    result.unwrap_or(status)
}

/// Ends the program at a race: the option `halt_on_error`.
pub(crate) fn halt(tool: &mut Tool) -> ! {
    let status = close(tool, Ending::Incomplete("stopped at the first race (halt_on_error=1)".into()), 0);
    gate::close();
    // SAFETY: leaving without the program's handlers is what the option asks for.
    unsafe { libc::_exit(status) }
}

/// Ends the program at something that cannot be checked and would go wrong: `what` says what it is.
pub(crate) fn give_up(what: &str) {
    eprintln!("DetSan: {what}");
    let unable = i32::from(exit_codes::UNABLE);
    let status = gate::enter(|tool| close(tool, Ending::Incomplete("stopped at a construct that cannot be checked".into()), unable));
    gate::close();
    // SAFETY: the program's handlers are not run: what they would find is not what the program meant to leave.
    unsafe { libc::_exit(status.unwrap_or(unable)) }
}

fn close(tool: &mut Tool, ending: Ending, status: i32) -> i32 {
    let facts = summary(tool, ending);
    if tool.options.print_summary {
        tool.races.output.write(&summary_text(&facts));
    }
    tool.detector.record_end(|| Finish {
        status,
        ending: facts.ending,
        guarantee: facts.guarantee,
        foreign_accesses: facts.foreign_accesses,
        races: facts.races,
        tasks: facts.tasks,
        regions: facts.regions,
        accesses: facts.accesses,
    });
    if output::is_lost() {
        return i32::from(exit_codes::UNABLE);
    }
    match (tool.races.tally.found, tool.options.exit_code) {
        (0, _) | (_, 0) => status,
        (_, code) => i32::from(code),
    }
}

fn summary(tool: &Tool, ending: Ending) -> SummaryFacts {
    let foreign_accesses = gate::foreign_accesses();
    let guarantee = if foreign_accesses > 0 {
        Guarantee::Partial(
            format!("{foreign_accesses} accesses by threads that OpenMP did not create were not checked").into(),
        )
    } else if tool.counters.exclusion {
        Guarantee::ThisLockOrder
    } else {
        Guarantee::AllSchedules
    };
    SummaryFacts {
        races: tool.races.tally.found,
        repeated: tool.races.tally.repeated,
        tasks: tool.counters.tasks,
        regions: tool.counters.regions,
        accesses: tool.detector.statistics().accesses,
        foreign_accesses,
        team: tool.options.team,
        ending,
        guarantee,
    }
}
