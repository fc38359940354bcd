//! The project's data files: CSV with comments after `#`, embedded and therefore well-formed.

use serde::de::DeserializeOwned;

/// The rows of an embedded file.
pub(crate) fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().expect("an embedded data file is well-formed")
}
