//! Exit codes: what the status of `detsan`, and of a program that it checks, means.

/// One exit code, as help and documentation show it.
#[derive(Clone, Copy, Debug)]
pub struct ExitCodeInfo {
    /// The status.
    pub code: u8,
    /// What it means, in one line.
    pub meaning: &'static str,
}

/// Makes the constants and [`EXIT_CODE_TABLE`] out of one list of `/// meaning` `NAME = code;`.
macro_rules! exit_codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $code:literal;)+) => {
        $($(#[doc = $meaning])+ pub const $name: u8 = $code;)+

        /// Every exit code, in ascending order.
        pub const EXIT_CODE_TABLE: &[ExitCodeInfo] = &[
            $(ExitCodeInfo { code: $name, meaning: concat!($($meaning),+).trim_ascii() },)+
        ];
    };
}

exit_codes! {
    /// `detsan doctor`: something that is needed is missing or does not work.
    UNHEALTHY = 1;
    /// The command line or an option is wrong; nothing was started.
    USAGE = 2;
    /// Races were found. The option `exitcode` chooses another number.
    RACES = 66;
    /// The program waited for an event or a lock that can never come, and was ended. No race was
    /// found before that.
    DEADLOCK = 67;
    /// The program could not be built or checked, or its reports not be written; one line says why.
    UNABLE = 125;
    /// `detsan run`, `cc`, `c++` and `fc`: the program or compiler was found but cannot be
    /// executed.
    NOT_EXECUTABLE = 126;
    /// `detsan run`, `cc`, `c++` and `fc`: the program or compiler was not found.
    NOT_FOUND = 127;
}

/// What any status means that is not in the table.
pub const OTHERWISE: &str = "The status of the checked program, or of the compiler, itself.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ascend_so_that_each_means_one_thing() {
        assert!(EXIT_CODE_TABLE.windows(2).all(|pair| pair[0].code < pair[1].code));
    }
}
