//! `score`: builds, runs and scores programs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{open_suite, output, scratch};
use crate::cli::{MeasureArgs, ScoreArgs};
use crate::compare::Baseline;
use crate::error::HarnessError;
use crate::exit_codes;
use crate::job::Context;
use crate::journal::{Folder, FolderError, Journal, Measurements, Start};
use crate::progress::Progress;
use crate::results::{Configuration, Results, Settings};
use crate::runner::{self, Event, Job};
use crate::suite::{Case, Selection, Suite};
use crate::tools::{self, ToolInfo, Toolbox};

/// Scores what the command line asks for.
pub(crate) fn score(args: &ScoreArgs) -> Result<u8, HarnessError> {
    output::check(&args.output)?;
    let baseline = args.output.baseline.as_deref().map(Baseline::read).transpose()?;
    let stop = stop_on_signals();
    let scratch = scratch()?;
    let suite = open_suite(&args.suite, scratch.path())?;
    let selection = Selection::from(&args.select);
    let mut cases = suite.select(&selection)?;
    if let Some(shard) = args.shard {
        // One after the other, so that every shard gets its share of each kind.
        cases = cases.into_iter().skip(shard.index - 1).step_by(shard.count).collect();
        if cases.is_empty() {
            return Err(crate::suite::SuiteError::NothingSelected.into());
        }
    }
    let folder = args.output.out.as_deref().map(Folder::take).transpose()?;
    let bench = Bench::set_up(&suite, selection, &args.measure, scratch.path(), &stop)?;

    let opened = match &folder {
        Some(folder) => {
            let start = if args.resume { Start::Resume } else { Start::Fresh };
            Some(folder.journal(start, &bench.settings, args.shard, &cases)?)
        }
        None => None,
    };
    let (mut journal, measurements) =
        opened.map_or((None, Measurements::new()), |(journal, kept)| (Some(journal), kept));
    let mut unwritten: Option<FolderError> = None;
    let measurements =
        bench.run(&cases, measurements, args.measure.jobs(), scratch.path(), &stop, |job, measurement| {
            let written =
                journal.as_mut().map_or(Ok(()), |journal| journal.add(job.case, job.configuration, measurement));
            let error = written.err()?;
            let said = format!("the journal cannot be written, the run goes on without it: {error}");
            unwritten = Some(error);
            Some(said)
        });

    let changed: Vec<String> =
        cases.iter().filter(|case| !case.is_as_read()).map(|case| case.path.display().to_string()).collect();
    let results = Results::new(bench.settings, args.shard, bench.infos, &cases, measurements);
    output::give(&args.output, folder.as_ref(), &results)?;
    if !changed.is_empty() {
        return Err(HarnessError::SuiteChanged(changed));
    }
    if results.partial {
        return Ok(exit_codes::INTERRUPTED);
    }
    journal.map_or(Ok(()), Journal::finish)?;
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    let names: Vec<&str> = suite.cases.iter().map(|case| case.name.as_str()).collect();
    output::judge(baseline.as_ref(), &results, Some(&names))
}

/// A flag that Ctrl-C and requests to end set.
pub(super) fn stop_on_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).expect("no other handler was set");
    stop
}

/// The tools, and what they are asked to do.
pub(super) struct Bench {
    pub(super) settings: Settings,
    pub(super) infos: Vec<ToolInfo>,
    toolbox: Toolbox,
}

impl Bench {
    /// Looks for the tools and says which are absent.
    pub(super) fn set_up(
        suite: &Suite,
        selection: Selection,
        args: &MeasureArgs,
        scratch: &Path,
        stop: &AtomicBool,
    ) -> Result<Bench, HarnessError> {
        let mut wanted = args.tool.clone();
        wanted.sort_unstable();
        wanted.dedup();
        let mut levels = args.opt_level.clone();
        levels.sort_unstable();
        levels.dedup();
        let (toolbox, infos) = tools::detect(&wanted, args.team.map(Into::into), scratch, stop);
        if stop.load(Ordering::Relaxed) {
            return Err(HarnessError::Interrupted);
        }
        let absent: Vec<String> = infos
            .iter()
            .filter_map(|info| Some(format!("{} is absent: {}", info.tool, info.absent.as_ref()?)))
            .collect();
        if absent.len() == infos.len() {
            return Err(HarnessError::NoTool(absent));
        }
        for line in absent {
            eprintln!("{line}");
        }
        let present = infos.iter().filter(|info| info.absent.is_none());
        let configurations = present
            .flat_map(|info| levels.iter().map(|level| Configuration { tool: info.tool, level: *level }))
            .collect();
        let settings = Settings {
            suite: suite.name.clone(),
            version: suite.version.clone(),
            selection,
            configurations,
            team: args.team.map(Into::into),
            repeat: args.repeat.into(),
            timeout: args.timeout.into(),
            memory_mib: args.memory.into(),
            dataset: args.dataset,
        };
        Ok(Bench { settings, infos, toolbox })
    }

    /// Measures what is not in `measurements` yet. `on_result` may answer with something to be
    /// said.
    pub(super) fn run(
        &self,
        cases: &[&Case],
        mut measurements: Measurements,
        workers: usize,
        scratch: &Path,
        stop: &AtomicBool,
        mut on_result: impl FnMut(Job<'_>, &crate::results::Measurement) -> Option<String>,
    ) -> Measurements {
        let all = cases.iter().flat_map(|case| {
            self.settings.configurations.iter().map(|configuration| Job { case, configuration: *configuration })
        });
        let is_open = |job: &Job<'_>| !measurements.contains_key(&(job.case.name.clone(), job.configuration));
        let jobs: Vec<Job<'_>> = all.filter(is_open).collect();
        let mut progress = Progress::new(jobs.len() + measurements.len(), measurements.len());
        let context = Context { settings: &self.settings, toolbox: &self.toolbox, scratch, stop };
        runner::run(context, &jobs, workers, |event| {
            progress.show(&event);
            if let Event::Finished(job, measurement) = event {
                if let Some(said) = on_result(job, &measurement) {
                    progress.say(&said);
                }
                measurements.insert((job.case.name.clone(), job.configuration), *measurement);
            }
        });
        progress.finish();
        measurements
    }
}
