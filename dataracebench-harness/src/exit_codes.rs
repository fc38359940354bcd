//! Exit codes: what the status of this command means.

/// Makes the constants and [`EXIT_CODE_TABLE`] out of one list of `/// meaning` `NAME = code;`.
macro_rules! exit_codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $code:literal;)+) => {
        $($(#[doc = $meaning])+ pub(crate) const $name: u8 = $code;)+

        /// Every exit code and its meaning, in ascending order.
        pub(crate) const EXIT_CODE_TABLE: &[(u8, &str)] = &[$(($code, concat!($($meaning),+))),+];
    };
}

exit_codes! {
    /// Everything that was asked for was done. Wrong verdicts are a result, not a failure.
    DONE = 0;
    /// A verdict got worse: than in the baseline, or in the second file of `compare`.
    WORSE = 1;
    /// The command line is wrong; nothing was started.
    USAGE = 2;
    /// There is nothing to score: no suite, no program left, no tool, or a file that cannot be
    /// used.
    INPUT = 3;
    /// Results could not be written, or another harness is at work in the folder.
    OUTPUT = 4;
    /// The run was interrupted. What was done until then is there, and is marked as partial.
    INTERRUPTED = 130;
}

/// The help text.
pub(crate) fn help() -> String {
    let lines: String =
        EXIT_CODE_TABLE.iter().map(|(code, meaning)| format!("  {code:<4} {}\n", meaning.trim())).collect();
    format!("Exit status:\n{lines}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn codes_ascend_so_that_each_means_one_thing() {
        assert!(EXIT_CODE_TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn the_documentation_has_the_table() {
        let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the page is there");
        let rows: String =
            EXIT_CODE_TABLE.iter().map(|(code, meaning)| format!("| {code} | {} |\n", meaning.trim())).collect();
        let table = format!("| status | meaning |\n|---|---|\n{rows}");
        assert!(page.contains(&table), "README.md of this crate has to have this table:\n{table}");
    }
}
