//! The table of options, and the struct that it fills.

use crate::OPTIONS_VARIABLE;
use crate::error::OptionsError;
use crate::kind::{self, Locks, LogPath, TracePath, Verbosity};
use crate::suggest;
use crate::syntax::{Assignment, parse_assignments};
use std::env;

/// One option, as help and documentation show it.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// What the user writes before the `=`.
    pub name: &'static str,
    /// The values it takes, in words.
    pub values: &'static str,
    /// The value it has when it is not given.
    pub default: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

/// Makes [`Options`], its defaults, [`OPTION_TABLE`] and the assignment by name out of one list of
/// `/// help` `field ("name"): type = "default", kind;`.
macro_rules! options {
    ($($(#[doc = $help:literal])+ $field:ident ($name:literal): $type:ty = $default:literal, $kind:expr;)+) => {
        /// The options of a run, typed. A value that is here is a value that is available.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $($(#[doc = $help])+ pub $field: $type,)+
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: ($kind.parse)($default).expect("the default of an option is one of its values"),)+ }
            }
        }

        impl Options {
            /// Gives the option `name` the value `value`.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionsError> {
                match name {
                    $($name => {
                        self.$field = ($kind.parse)(value).map_err(|reason| OptionsError::BadValue {
                            name: $name,
                            value: value.to_owned(),
                            reason,
                        })?;
                    })+
                    _ => {
                        let names = OPTION_TABLE.iter().map(|option| option.name);
                        return Err(OptionsError::Unknown { name: name.to_owned(), near: suggest::near(name, names) });
                    }
                }
                Ok(())
            }
        }

        /// Every option, in the order in which help and documentation show them.
        pub const OPTION_TABLE: &[OptionInfo] = &[
            $(OptionInfo { name: $name, values: $kind.values, default: $default, help: concat!($($help),+).trim_ascii() },)+
        ];
    };
}

options! {
    /// Threads of parallel regions, unless they say how many. With 1 only tasks are checked,
    /// faster.
    team ("team"): u32 = "4", kind::TEAM;
    /// Critical sections exclude each other; with dc, conflicting ones also keep their order.
    locks ("locks"): Locks = "dc", kind::LOCKS;
    /// Libraries whose calls do not make the guarantee partial, by names without `lib` and version.
    trusted_libraries ("trusted_libraries"): Vec<String> = "none", kind::LIBRARIES;
    /// Exit status of a run that found a race; 0 keeps the program's own.
    exit_code ("exitcode"): u8 = "66", kind::EXIT_STATUS;
    /// Where reports and the event log go. In a path, %p stands for the process id.
    log_path ("log_path"): LogPath = "stderr", kind::LOG_PATH;
    /// Where the run is recorded, for `detsan replay`. In a path, %p stands for the process id.
    record ("record"): TracePath = "off", kind::TRACE_PATH;
    /// Where findings go as lines of JSON, for programs. In a path, %p stands for the process id.
    findings ("findings"): TracePath = "off", kind::TRACE_PATH;
    /// How much of its own work the tool logs.
    verbose ("verbose"): Verbosity = "off", kind::VERBOSITY;
    /// Distinct races to report, 0 for all. Further ones are counted only.
    max_reports ("max_reports"): u64 = "0", kind::COUNT;
    /// Races to report of two constructs on one variable, 0 for all. Others are counted only.
    max_reports_per_group ("max_reports_per_group"): u64 = "3", kind::COUNT;
    /// End the program at its first race.
    halt_on_error ("halt_on_error"): bool = "0", kind::SWITCH;
    /// Note `depend` items that no sibling names: they order nothing.
    lone_depends ("lone_depends"): bool = "0", kind::SWITCH;
    /// Close every run with a summary.
    print_summary ("print_summary"): bool = "1", kind::SWITCH;
    /// Say at the end where the time went, and how much there was to do.
    stats ("stats"): bool = "0", kind::SWITCH;
    /// Print this list and end.
    help ("help"): bool = "0", kind::SWITCH;
}

impl Options {
    /// The options in `DETSAN_OPTIONS`; the defaults when it is not set.
    pub fn from_env() -> Result<Options, OptionsError> {
        match env::var(OPTIONS_VARIABLE) {
            Ok(text) => Options::parse(&text),
            Err(env::VarError::NotPresent) => Ok(Options::default()),
            Err(env::VarError::NotUnicode(_)) => Err(OptionsError::NotUnicode),
        }
    }

    /// The options in a text like `exitcode=1:log_path='race:%p'`. The last value of an option
    /// counts.
    pub fn parse(text: &str) -> Result<Options, OptionsError> {
        Options::from_assignments(&parse_assignments(text)?)
    }

    /// The defaults, changed by `assignments` in their order.
    pub fn from_assignments(assignments: &[Assignment]) -> Result<Options, OptionsError> {
        let mut options = Options::default();
        for Assignment { name, value } in assignments {
            options.set(name, value)?;
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit_codes;

    /// The message for a text that is refused.
    fn refusal(text: &str) -> String {
        Options::parse(text).expect_err("the text is refused").to_string()
    }

    #[test]
    fn without_a_word_the_defaults_hold() {
        let expected = Options {
            team: 4,
            locks: Locks::DoesNotCommute,
            trusted_libraries: Vec::new(),
            exit_code: exit_codes::RACES,
            log_path: LogPath::Stderr,
            record: TracePath::Off,
            findings: TracePath::Off,
            verbose: Verbosity::Off,
            max_reports: 0,
            max_reports_per_group: 3,
            halt_on_error: false,
            lone_depends: false,
            print_summary: true,
            stats: false,
            help: false,
        };
        assert_eq!(Options::default(), expected);
        assert_eq!(Options::parse(""), Ok(expected));
    }

    #[test]
    fn every_option_can_be_given_its_default() {
        for option in OPTION_TABLE {
            let mut options = Options::default();
            options.set(option.name, option.default).unwrap_or_else(|error| panic!("{}: {error}", option.name));
            assert_eq!(options, Options::default(), "{}", option.name);
        }
    }

    #[test]
    fn values_are_typed_and_the_last_one_counts() {
        let options = Options::parse(
            "exitcode=1:team=1:locks=sets:trusted_libraries=openblas,mkl_core:log_path='a:b %p':record=%p.dts:findings=%p.jsonl:verbose=debug:max_reports=12:max_reports_per_group=5:halt_on_error=1:lone_depends=1:print_summary=0:stats=1:exitcode=3",
        );
        assert_eq!(
            options,
            Ok(Options {
                team: 1,
                locks: Locks::Sets,
                trusted_libraries: vec!["openblas".to_owned(), "mkl_core".to_owned()],
                exit_code: 3,
                log_path: LogPath::File("a:b %p".to_owned()),
                record: TracePath::File("%p.dts".to_owned()),
                findings: TracePath::File("%p.jsonl".to_owned()),
                verbose: Verbosity::Debug,
                max_reports: 12,
                max_reports_per_group: 5,
                halt_on_error: true,
                lone_depends: true,
                print_summary: false,
                stats: true,
                help: false,
            })
        );
    }

    #[test]
    fn an_unknown_option_is_named_and_near_ones_are_offered() {
        insta::assert_snapshot!(refusal("exit_code=1"), @"unknown option 'exit_code': did you mean exitcode?");
        insta::assert_snapshot!(refusal("max_report=1"), @"unknown option 'max_report': did you mean max_reports or max_reports_per_group?");
        insta::assert_snapshot!(
            refusal("colour=1"),
            @"unknown option 'colour': the options are team, locks, trusted_libraries, exitcode, log_path, record, findings, verbose, max_reports, max_reports_per_group, halt_on_error, lone_depends, print_summary, stats, help"
        );
    }

    #[test]
    fn a_bad_value_is_named_with_what_was_expected() {
        insta::assert_snapshot!(refusal("team=0"), @"bad value '0' of option 'team': expected 1 to 1024 threads");
        insta::assert_snapshot!(refusal("team=many"), @"bad value 'many' of option 'team': expected a number of threads");
        insta::assert_snapshot!(refusal("locks=hb"), @"bad value 'hb' of option 'locks': expected sets or dc");
        insta::assert_snapshot!(refusal("trusted_libraries=/lib/a.so"), @"bad value '/lib/a.so' of option 'trusted_libraries': expected none or names with commas between, such as openblas,mkl_core");
        insta::assert_snapshot!(refusal("exitcode=256"), @"bad value '256' of option 'exitcode': expected 0 to 255");
        insta::assert_snapshot!(refusal("verbose=loud"), @"bad value 'loud' of option 'verbose': expected off, info, debug or trace");
        insta::assert_snapshot!(refusal("halt_on_error=yes"), @"bad value 'yes' of option 'halt_on_error': expected 0 or 1");
        insta::assert_snapshot!(refusal("log_path="), @"bad value '' of option 'log_path': expected stderr or a path");
        insta::assert_snapshot!(refusal("record="), @"bad value '' of option 'record': expected off or a path");
    }

    #[test]
    fn names_and_words_fit_a_line_of_a_table() {
        for option in OPTION_TABLE {
            for text in [option.name, option.values, option.default, option.help] {
                assert!(!text.contains(['|', '\n']) && text.trim() == text && !text.is_empty(), "{text:?}");
            }
        }
    }
}
