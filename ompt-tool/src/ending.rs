//! The end of the checked program: the summary, and the exit status.

use detsan_hook_abi::Ending as ProgramEnding;
use detsan_options::exit_codes;
use detsan_report::{Ending, Guarantee, SummaryFacts, summary_text};

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

fn close(tool: &mut Tool, ending: Ending, status: i32) -> i32 {
    if tool.options.print_summary {
        let text = summary_text(&summary(tool, ending));
        tool.races.output.write(&text);
    }
    if output::is_lost() {
        return i32::from(exit_codes::UNABLE);
    }
    match (tool.races.found, tool.options.exit_code) {
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
        races: tool.races.found,
        repeated: tool.races.repeated,
        tasks: tool.counters.tasks,
        regions: tool.counters.regions,
        accesses: tool.detector.statistics().accesses,
        foreign_accesses,
        team: tool.options.team,
        ending,
        guarantee,
    }
}
