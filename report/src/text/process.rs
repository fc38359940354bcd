//! Lines about the process itself: its files, and the programs that share them.

use std::fmt::Write;
use std::path::Path;

use super::summary::{Count, FixedText};

/// Writes into `buffer` that reports no longer go to the file at `path`, and returns the length.
/// Allocates nothing and takes no lock.
pub fn moved_into(path: &[u8], buffer: &mut [u8]) -> usize {
    FixedText::fill(buffer, |text| {
        text.write_str("DetSan: note: the program has closed the descriptor of ")?;
        for part in path.utf8_chunks() {
            write!(text, "{}", part.valid().escape_debug())?;
        }
        text.write_str(", or opened another file there, and the file is gone: reports go here from now on\n")
    })
}

/// The file of `option` is another process's, and this one writes to a file of its own.
pub fn own_file_text(option: &str, asked: &Path, own: &Path) -> String {
    format!("DetSan: note: {option}={} is another program's: this one writes to {}\n", asked.display(), own.display())
}

/// The program is about to be replaced by another one, whose status counts: it would have been
/// `status`.
pub fn replaced_text(status: u8) -> String {
    format!(
        "DetSan: note: the exit status will be that of the next program, and {status} if DetSan checks that as well\n"
    )
}

/// An earlier program in this process had races, and was replaced by the present one.
pub fn raced_before_text() -> String {
    "DetSan: note: the program that exec has replaced by this one had races, which is what the exit status says\n"
        .to_owned()
}

/// The program ended before the tool was ready.
pub const NOT_STARTED: &str = "DetSan: nothing was checked: the program ended while its OpenMP runtime started";

/// Why the program went on unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A signal handler has jumped out of DetSan.
    Jump,
    /// There are no more numbers for something.
    Exhaustion,
}

/// Writes into `buffer` that checking has stopped, after so many races, and returns the length.
/// Allocates nothing and takes no lock.
pub fn stopped_into(stop: Stop, races: u64, buffer: &mut [u8]) -> usize {
    let why = match stop {
        Stop::Jump => "a signal handler jumped out of DetSan",
        Stop::Exhaustion => "the program is too long: there are no more numbers for its tasks and steps",
    };
    let were = if races == 1 { "was" } else { "were" };
    let races = Count(races, "race", "races");
    FixedText::fill(buffer, |text| {
        writeln!(
            text,
            "DetSan: incomplete: {why}, and checking stopped; {races} {were} found until then, later ones are not known"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn a_line_for_each() {
        let mut buffer = [0; 256];
        let length = moved_into(b"/tmp/a\n\xff.log", &mut buffer);
        let moved = String::from_utf8_lossy(&buffer[..length]);
        assert_snapshot!(moved, @"DetSan: note: the program has closed the descriptor of /tmp/a\\n.log, or opened another file there, and the file is gone: reports go here from now on");
        let length = stopped_into(Stop::Jump, 1, &mut buffer);
        let stopped = String::from_utf8_lossy(&buffer[..length]);
        assert_snapshot!(stopped, @"DetSan: incomplete: a signal handler jumped out of DetSan, and checking stopped; 1 race was found until then, later ones are not known");
        let length = stopped_into(Stop::Exhaustion, 0, &mut buffer);
        let stopped = String::from_utf8_lossy(&buffer[..length]);
        assert_snapshot!(stopped, @"DetSan: incomplete: the program is too long: there are no more numbers for its tasks and steps, and checking stopped; 0 races were found until then, later ones are not known");
        assert_snapshot!(own_file_text("record", Path::new("a.dts"), Path::new("a.dts.7")), @"DetSan: note: record=a.dts is another program's: this one writes to a.dts.7");
        assert_snapshot!(replaced_text(66), @"DetSan: note: the exit status will be that of the next program, and 66 if DetSan checks that as well");
        assert_snapshot!(raced_before_text(), @"DetSan: note: the program that exec has replaced by this one had races, which is what the exit status says");
    }
}
