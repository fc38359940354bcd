//! Places in the source, numbered: what tells races and constructs apart.

use std::collections::HashMap;

use crate::stack::is_machinery;
use crate::symbols::{SourceLocation, Symbolize};

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Position {
    /// In the source.
    Source(SourceLocation),
    /// In memory, where the source is not known.
    Code(u64),
}

/// Number of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PositionId(u32);

/// What is known of the code before a return address.
#[derive(Clone, Copy, Debug)]
enum Code {
    /// Only functions that no user has written.
    Machinery,
    /// A user's function at this place, if it is known.
    User(Option<PositionId>),
}

/// Numbers for places. Debug information is asked once for each code address.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    ids: HashMap<Position, PositionId>,
    codes: HashMap<u64, Code>,
}

impl Positions {
    /// Where the innermost function of a call stack is that a user has written.
    pub(crate) fn innermost(&mut self, stack: &[u64], symbols: &(impl Symbolize + ?Sized)) -> PositionId {
        let address = stack.first().copied().unwrap_or(0);
        for &address in stack {
            match self.code(address, symbols) {
                Code::Machinery => {}
                Code::User(Some(position)) => return position,
                Code::User(None) => break,
            }
        }
        self.number(Position::Code(address))
    }

    fn code(&mut self, address: u64, symbols: &(impl Symbolize + ?Sized)) -> Code {
        if let Some(known) = self.codes.get(&address) {
            return *known;
        }
        let code = match symbols.frames(address).into_iter().find(|frame| !is_machinery(frame)) {
            None => Code::Machinery,
            Some(frame) => Code::User(frame.location.map(|location| self.number(Position::Source(location)))),
        };
        self.codes.insert(address, code);
        code
    }

    fn number(&mut self, position: Position) -> PositionId {
        let next = PositionId(self.ids.len() as u32);
        *self.ids.entry(position).or_insert(next)
    }
}
