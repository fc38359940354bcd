//! The command that runs a program under a checker.

use std::ffi::OsString;
use std::path::Path;

use super::build::PROGRAM;
use super::{Tool, Toolbox};
use crate::process::Spec;

/// How a program is to be run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunRequest<'a> {
    /// Where the program is, and runs.
    pub(crate) directory: &'a Path,
    /// An empty directory for the checker's reports, apart from what the program prints.
    pub(crate) reports: &'a Path,
    /// An empty directory for DetSan's findings.
    pub(crate) findings: &'a Path,
    /// Threads of a parallel region; none for the default of the checker.
    pub(crate) team: Option<u32>,
    /// The program's argument.
    pub(crate) argument: Option<u64>,
}

/// The command for `request`.
pub(crate) fn run_spec(toolbox: &Toolbox, tool: Tool, request: &RunRequest<'_>) -> Spec {
    let program = request.directory.join(PROGRAM);
    let argument = request.argument.map(|argument| OsString::from(argument.to_string()));
    let log = |ending: &str| {
        let mut path = request.reports.join("report").into_os_string();
        path.push(ending);
        path
    };
    let directory = request.directory.to_path_buf();
    if tool == Tool::Detsan {
        let mut log_path = OsString::from("log_path=");
        log_path.push(log(".%p"));
        // Races are counted by pairs of lines, for which each has to be reported.
        let all = "max_reports_per_group=0".into();
        let mut findings = OsString::from("findings=");
        findings.push(request.findings.join("%p"));
        let mut arguments: Vec<OsString> = vec!["run".into()];
        arguments.extend([log_path, findings, all].into_iter().flat_map(|option| ["--option".into(), option]));
        if let Some(team) = request.team {
            arguments.extend(["--option".into(), format!("team={team}").into()]);
        }
        arguments.extend(["--".into(), program.into()]);
        arguments.extend(argument);
        return Spec { program: toolbox.detsan.clone(), arguments, directory, environment: Vec::new() };
    }

    // ThreadSanitizer adds a dot and the number of the process to the path.
    let mut options = OsString::from("ignore_noninstrumented_modules=1 log_path=");
    options.push(quoted(log("")));
    if let Some(symbolizer) = &toolbox.symbolizer {
        options.push(" external_symbolizer_path=");
        options.push(quoted(symbolizer.clone().into_os_string()));
    }
    let mut environment = vec![
        ("TSAN_OPTIONS".to_owned(), options),
        ("OMP_NUM_THREADS".to_owned(), tool.team(request.team).to_string().into()),
    ];
    environment.push(match tool {
        Tool::Archer => ("OMP_TOOL_LIBRARIES".to_owned(), toolbox.archer.clone().into_os_string()),
        _ => ("OMP_TOOL".to_owned(), "disabled".into()),
    });
    Spec { program, arguments: argument.into_iter().collect(), directory, environment }
}

/// A value of `TSAN_OPTIONS` with spaces or colons in it.
fn quoted(value: OsString) -> OsString {
    let mut text = OsString::from("\"");
    text.push(value);
    text.push("\"");
    text
}
