//! Fixed answers in place of debug information, for the tests of everything that is made of it.

use std::collections::HashMap;

use crate::model::{AccessFacts, AccessMode, MemoryFacts, RaceFacts, TaskFacts, TaskKind};
use crate::symbols::{DebugInfo, Frame, Place, Role, SourceLocation, Symbolize, Variable};

/// Answers by table; code that is not in it has no debug information and lies in `racy`.
#[derive(Default)]
pub(crate) struct FakeSymbols {
    frames: HashMap<u64, Vec<Frame>>,
    statics: HashMap<u64, Variable>,
    locals: HashMap<u64, Variable>,
    directives: HashMap<u64, SourceLocation>,
}

impl FakeSymbols {
    /// A function at a place in the source.
    pub fn at(self, address: u64, function: &str, file: &str, line: u32, column: u32) -> Self {
        self.outlined(address, function, Role::Function, file, line, column)
    }

    /// The body of a construct at a place in the source.
    pub fn outlined(mut self, address: u64, function: &str, role: Role, file: &str, line: u32, column: u32) -> Self {
        let location = SourceLocation { file: format!("/home/me/{file}"), line, column: Some(column) };
        self.frames.entry(address).or_default().push(Frame {
            function: Some(function.to_owned()).filter(|name| !name.is_empty()),
            role,
            location: Some(location),
            place: Place { module: Some("racy".to_owned()), offset: address },
            symbol_offset: None,
            debug_info: DebugInfo::Present,
        });
        self
    }

    /// A function that only the symbol table knows.
    pub fn symbol(mut self, address: u64, function: &str, role: Role, symbol_offset: u64) -> Self {
        self.frames.entry(address).or_default().push(Frame {
            function: Some(function.to_owned()).filter(|name| !name.is_empty()),
            role,
            location: None,
            place: Place { module: Some("racy".to_owned()), offset: address },
            symbol_offset: Some(symbol_offset),
            debug_info: DebugInfo::Absent,
        });
        self
    }

    /// The directive whose body a function is.
    pub fn directive(mut self, address: u64, file: &str, line: u32, column: u32) -> Self {
        let location = SourceLocation { file: format!("/home/me/{file}"), line, column: Some(column) };
        self.directives.insert(address, location);
        self
    }

    /// A variable with static storage.
    pub fn static_at(mut self, address: u64, variable: Variable) -> Self {
        self.statics.insert(address, variable);
        self
    }

    /// A local variable.
    pub fn local_at(mut self, address: u64, variable: Variable) -> Self {
        self.locals.insert(address, variable);
        self
    }
}

impl Symbolize for FakeSymbols {
    fn frames(&self, return_address: u64) -> Vec<Frame> {
        self.frames.get(&return_address).cloned().unwrap_or_else(|| {
            vec![Frame {
                function: None,
                role: Role::Function,
                location: None,
                place: Place { module: Some("racy".to_owned()), offset: return_address },
                symbol_offset: None,
                debug_info: DebugInfo::Absent,
            }]
        })
    }
    fn directive(&self, return_address: u64) -> Option<SourceLocation> {
        self.directives.get(&return_address).cloned()
    }
    fn static_variable(&self, address: u64, _: u64) -> Option<Variable> {
        self.statics.get(&address).cloned()
    }
    fn local_variable(&self, _: u64, _: u64, address: u64, _: u64) -> Option<Variable> {
        self.locals.get(&address).cloned()
    }
    fn place(&self, offset: u64) -> Place {
        Place { module: Some("racy".to_owned()), offset }
    }
}

/// An access of 4 bytes.
pub(crate) fn access(mode: AccessMode, address: u64, stack: &[u64], task: usize) -> AccessFacts {
    AccessFacts { mode, atomic: false, size: 4, address, stack: stack.to_vec(), task, or_one_like_it: false }
}

/// A race of two children of the initial task.
pub(crate) fn race(earlier: (u64, AccessMode), later: (u64, AccessMode)) -> RaceFacts {
    RaceFacts {
        earlier: access(earlier.1, 0x4010, &[earlier.0], 1),
        later: access(later.1, 0x4010, &[later.0], 2),
        memory: MemoryFacts::Static,
        tasks: vec![initial(), explicit(1, &[], 0), explicit(2, &[], 0)],
    }
}

/// The initial task.
pub(crate) fn initial() -> TaskFacts {
    TaskFacts { number: 0, kind: TaskKind::Initial, created_at: Vec::new(), creator: None, depends: Vec::new() }
}

/// An explicit task.
pub(crate) fn explicit(number: u32, created_at: &[u64], creator: usize) -> TaskFacts {
    let kind = TaskKind::Explicit;
    TaskFacts { number, kind, created_at: created_at.to_vec(), creator: Some(creator), depends: Vec::new() }
}

/// An implicit task.
pub(crate) fn implicit(number: u32, thread: u32, created_at: &[u64], creator: usize) -> TaskFacts {
    let kind = TaskKind::Implicit { thread };
    TaskFacts { number, kind, created_at: created_at.to_vec(), creator: Some(creator), depends: Vec::new() }
}
