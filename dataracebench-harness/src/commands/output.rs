//! Gives results out, and compares them with a baseline.

use std::io::{self, Write};

use crate::cli::OutputArgs;
use crate::compare::{Baseline, Change};
use crate::error::HarnessError;
use crate::exit_codes;
use crate::format::Format;
use crate::journal::Folder;
use crate::results::Results;

/// Writes to standard output. A reader that has gone away, as in `… | head -1`, is no failure.
pub(super) fn print(text: &str) -> Result<(), HarnessError> {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(HarnessError::Stdout(error)),
        _ => Ok(()),
    }
}

/// Several forms cannot share standard output.
pub(super) fn check(args: &OutputArgs) -> Result<(), HarnessError> {
    if args.out.is_none() && args.format.len() > 1 { Err(HarnessError::ManyFormats) } else { Ok(()) }
}

/// Writes the results into the folder and prints the table; without a folder, prints the one form
/// that was asked for.
pub(super) fn give(args: &OutputArgs, folder: Option<&Folder>, results: &Results) -> Result<(), HarnessError> {
    let Some(folder) = folder else { return print(&args.format[0].render(results)) };
    // The results are always there, because the other commands need them. If the disk is full, the
    // table is still printed.
    let mut formats = args.format.clone();
    formats.push(Format::Json);
    formats.sort_unstable();
    formats.dedup();
    let written: Vec<_> =
        formats.iter().map(|format| folder.write(format.file_name(), &format.render(results))).collect();
    if formats.contains(&Format::Table) {
        print(&Format::Table.render(results))?;
    }
    written.into_iter().collect::<Result<(), _>>()?;
    Ok(())
}

/// Compares with the baseline, if there is one, and says on standard error what was lost. `suite`
/// has the names of all programs that there are, if that is known.
pub(super) fn judge(
    baseline: Option<&Baseline>,
    results: &Results,
    suite: Option<&[&str]>,
) -> Result<u8, HarnessError> {
    let Some(baseline) = baseline else { return Ok(exit_codes::DONE) };
    let changes = baseline.changes(&Baseline::of(results)).map_err(HarnessError::Compare)?;
    let lost: Vec<&Change> = changes.iter().filter(|change| change.is_loss()).collect();
    let gone = suite.map_or_else(Vec::new, |names| baseline.missing_from(names));
    if lost.is_empty() && gone.is_empty() {
        let gains = changes.len();
        if gains > 0 {
            eprintln!("{gains} verdicts differ from the baseline, and none is worse");
        }
        return Ok(exit_codes::DONE);
    }
    eprintln!("worse than the baseline:");
    for change in lost {
        eprintln!("  {change}");
    }
    for name in gone {
        eprintln!("  {name}: is not in the suite any more");
    }
    Ok(exit_codes::WORSE)
}
