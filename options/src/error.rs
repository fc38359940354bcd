//! What can be wrong with options.

use crate::suggest::did_you_mean;
use crate::{OPTION_TABLE, OPTIONS_VARIABLE};
use std::error::Error;
use std::fmt;

/// A text that is not a list of options. The message says what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionsError {
    /// There is no such option.
    Unknown {
        /// What was written.
        name: String,
        /// Options with a similar name, the nearest first.
        near: Vec<&'static str>,
    },
    /// The option does not take this value.
    BadValue {
        /// The option.
        name: &'static str,
        /// What was written.
        value: String,
        /// What the option takes.
        reason: String,
    },
    /// A piece of the text has no `=`.
    NoValue {
        /// The piece.
        text: String,
    },
    /// A quote is opened and not closed, or something other than `:` follows the closing quote.
    BadQuote {
        /// The option whose value it is.
        name: String,
    },
    /// The environment variable is not valid UTF-8.
    NotUnicode,
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Unknown { name, near } if near.is_empty() => {
                let names: Vec<_> = OPTION_TABLE.iter().map(|option| option.name).collect();
                write!(f, "unknown option '{name}': the options are {}", names.join(", "))
            }
            OptionsError::Unknown { name, near } => {
                write!(f, "unknown option '{name}'{}", did_you_mean(near))
            }
            OptionsError::BadValue { name, value, reason } => {
                write!(f, "bad value '{value}' of option '{name}': {reason}")
            }
            OptionsError::NoValue { text } => write!(f, "option '{text}' has no value: write name=value"),
            OptionsError::BadQuote { name } => {
                write!(f, "bad quotes in the value of option '{name}': write {name}='…', with '' for a quote inside")
            }
            OptionsError::NotUnicode => write!(f, "{OPTIONS_VARIABLE} is not valid UTF-8"),
        }
    }
}

impl Error for OptionsError {}
