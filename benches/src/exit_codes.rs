//! Exit codes: what the status of this command means. [`TABLE`] has the words.

/// See [`TABLE`].
pub(crate) const DONE: u8 = 0;
/// See [`TABLE`].
pub(crate) const FAILED: u8 = 1;
/// See [`TABLE`].
pub(crate) const USAGE: u8 = 2;

/// Every exit code and its meaning.
const TABLE: [(u8, &str); 3] = [
    (DONE, "Everything was measured. A goal that is missed is a result, not a failure."),
    (FAILED, "A run failed, or what is needed for measuring is missing."),
    (USAGE, "The command line is wrong; nothing was started."),
];

/// The help text.
pub(crate) fn help() -> String {
    TABLE.iter().fold("Exit status:".to_owned(), |text, (code, meaning)| format!("{text}\n  {code}  {meaning}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_every_code() {
        let page = include_str!("../README.md");
        for (code, meaning) in TABLE {
            assert!(
                page.contains(&format!("| {code} | {meaning} |")),
                "README.md of this crate lacks {code}: {meaning}"
            );
        }
    }
}
