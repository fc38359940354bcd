//! Names for addresses: noted while a program is recorded, and given back in a replay.

use std::cell::RefCell;
use std::collections::HashMap;

use detsan_report::{DebugInfo, Frame, Place, Role, SourceLocation, Symbolize, Variable};

use crate::record::{LocalQuestion, Record};

/// Passes questions on and notes the answers, so that whatever a report needed is in the trace.
pub struct Noted<'a, S> {
    symbols: &'a S,
    answers: RefCell<Vec<Record>>,
}

impl<'a, S: Symbolize> Noted<'a, S> {
    /// Asks `symbols`.
    pub fn new(symbols: &'a S) -> Self {
        Noted { symbols, answers: RefCell::default() }
    }

    /// All answers, as records.
    pub fn into_answers(self) -> Vec<Record> {
        self.answers.into_inner()
    }

    fn note(&self, answer: Record) {
        self.answers.borrow_mut().push(answer);
    }
}

impl<S: Symbolize> Symbolize for Noted<'_, S> {
    fn frames(&self, return_address: u64) -> Vec<Frame> {
        let frames = self.symbols.frames(return_address);
        self.note(Record::Frames { address: return_address, frames: frames.clone() });
        frames
    }

    fn directive(&self, return_address: u64) -> Option<SourceLocation> {
        let location = self.symbols.directive(return_address);
        self.note(Record::Directive { address: return_address, location: location.clone() });
        location
    }

    fn static_variable(&self, address: u64, size: u64) -> Option<Variable> {
        let variable = self.symbols.static_variable(address, size);
        self.note(Record::StaticVariable { address, size, variable: variable.clone() });
        variable
    }

    fn local_variable(&self, return_address: u64, frame_address: u64, address: u64, size: u64) -> Option<Variable> {
        let question = LocalQuestion { return_address, frame_address, address, size };
        let variable = self.symbols.local_variable(return_address, frame_address, address, size);
        self.note(Record::LocalVariable { question, variable: variable.clone() });
        variable
    }

    fn place(&self, address: u64) -> Place {
        let place = self.symbols.place(address);
        self.note(Record::Place { address, place: place.clone() });
        place
    }
}

/// The names in a trace. What was not noted is not known.
#[derive(Debug, Default)]
pub struct TraceSymbols {
    frames: HashMap<u64, Vec<Frame>>,
    directives: HashMap<u64, Option<SourceLocation>>,
    statics: HashMap<(u64, u64), Option<Variable>>,
    locals: HashMap<LocalQuestion, Option<Variable>>,
    places: HashMap<u64, Place>,
    /// About how much memory they take.
    bytes: u64,
}

/// What a name takes beside its texts.
const ENTRY: usize = 256;

fn text_bytes(text: Option<&String>) -> usize {
    text.map_or(0, String::len)
}

fn location_bytes(location: Option<&SourceLocation>) -> usize {
    location.map_or(0, |location| location.file.len())
}

fn frame_bytes(frame: &Frame) -> usize {
    ENTRY
        + text_bytes(frame.function.as_ref())
        + location_bytes(frame.location.as_ref())
        + text_bytes(frame.place.module.as_ref())
}

fn variable_bytes(variable: Option<&Variable>) -> usize {
    variable.map_or(0, |variable| {
        variable.name.len()
            + text_bytes(variable.function.as_ref())
            + text_bytes(variable.element.as_ref())
            + location_bytes(variable.declared_at.as_ref())
    })
}

impl TraceSymbols {
    /// Takes the names out of `record`, or returns it if there are none in it.
    pub(crate) fn take(&mut self, record: Record) -> Option<Record> {
        let bytes = match &record {
            Record::Frames { frames, .. } => frames.iter().map(frame_bytes).sum(),
            Record::Directive { location, .. } => location_bytes(location.as_ref()),
            Record::StaticVariable { variable, .. } | Record::LocalVariable { variable, .. } => {
                variable_bytes(variable.as_ref())
            }
            Record::Place { place, .. } => text_bytes(place.module.as_ref()),
            _ => return Some(record),
        };
        // A name may be given again: then this is too much.
        self.bytes += (ENTRY + bytes) as u64;
        match record {
            // There is always a frame; a trace that says otherwise is not to be trusted.
            Record::Frames { address, frames } if !frames.is_empty() => {
                self.frames.insert(address, frames);
            }
            Record::Frames { .. } => {}
            Record::Directive { address, location } => {
                self.directives.insert(address, location);
            }
            Record::StaticVariable { address, size, variable } => {
                self.statics.insert((address, size), variable);
            }
            Record::LocalVariable { question, variable } => {
                self.locals.insert(question, variable);
            }
            Record::Place { address, place } => {
                self.places.insert(address, place);
            }
            _ => unreachable!("it was returned above"),
        }
        None
    }

    /// About how much memory the names take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Symbolize for TraceSymbols {
    fn frames(&self, return_address: u64) -> Vec<Frame> {
        self.frames.get(&return_address).cloned().unwrap_or_else(|| {
            vec![Frame {
                function: None,
                role: Role::Function,
                location: None,
                place: Place { module: None, offset: return_address.wrapping_sub(1) },
                symbol_offset: None,
                debug_info: DebugInfo::Absent,
            }]
        })
    }

    fn directive(&self, return_address: u64) -> Option<SourceLocation> {
        self.directives.get(&return_address).cloned().flatten()
    }

    fn static_variable(&self, address: u64, size: u64) -> Option<Variable> {
        self.statics.get(&(address, size)).cloned().flatten()
    }

    fn local_variable(&self, return_address: u64, frame_address: u64, address: u64, size: u64) -> Option<Variable> {
        self.locals.get(&LocalQuestion { return_address, frame_address, address, size }).cloned().flatten()
    }

    fn place(&self, address: u64) -> Place {
        self.places.get(&address).cloned().unwrap_or(Place { module: None, offset: address })
    }
}
