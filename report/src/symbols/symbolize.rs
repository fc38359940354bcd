//! What can be asked about an address, and the answers.

use super::names::Role;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLocation {
    /// The file, with its directory as the compiler wrote it down.
    pub file: String,
    /// Its line, counted from 1.
    pub line: u32,
    /// The column, counted from 1, where the compiler wrote it down.
    pub column: Option<u32>,
}

/// An address in terms of the file that is mapped there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Name of the program or library, without directory; `None` if nothing is mapped there.
    pub module: Option<String>,
    /// Address within the module as its own headers count, or the plain address if there is none.
    pub offset: u64,
}

/// What is known of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugInfo {
    /// It was compiled with debug information.
    Present,
    /// It was not: there may be a name from the symbol table.
    Absent,
}

/// A function call on a call stack: a real one, or one that was inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The user's function, demangled.
    pub function: Option<String>,
    /// What the function is; see [`crate::call_stack`] for how frames of one construct become one.
    pub role: Role,
    /// Where in the source.
    pub location: Option<SourceLocation>,
    /// Where in the binary.
    pub place: Place,
    /// Distance from the beginning of the function, where only the symbol table knows its name.
    pub symbol_offset: Option<u64>,
    /// Whether there is debug information for it.
    pub debug_info: DebugInfo,
}

/// What sort of variable it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// It has static storage; with [`Variable::function`], it is local to that function.
    Static,
    /// A local variable.
    Local,
    /// A parameter.
    Parameter,
}

/// A variable and the part of it that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name, with namespaces.
    pub name: String,
    /// What it is.
    pub kind: VariableKind,
    /// The function that it is local to.
    pub function: Option<String>,
    /// First byte.
    pub address: u64,
    /// Size in bytes.
    pub size: Option<u64>,
    /// Distance of the byte that was asked for from the first one.
    pub offset: u64,
    /// The element or member that contains what was asked for, in the notation of the language
    /// (`a[3].next`); `None` if it is the whole variable or the type is not known.
    pub element: Option<String>,
    /// Where it is declared.
    pub declared_at: Option<SourceLocation>,
}

/// Puts names to addresses.
///
/// Code addresses are *return addresses*: the instruction meant is the one that ends there.
pub trait Symbolize {
    /// The calls at a return address, innermost first: the inlined ones and the function that they
    /// were inlined into. There is always one.
    fn frames(&self, return_address: u64) -> Vec<Frame>;

    /// Where the directive stands whose body is the function that `return_address` leads into, if
    /// the compiler tells.
    fn directive(&self, return_address: u64) -> Option<SourceLocation> {
        let _ = return_address;
        None
    }

    /// The variable with static storage that holds the byte at `address`; `size` bytes are meant.
    fn static_variable(&self, address: u64, size: u64) -> Option<Variable>;

    /// The local variable that holds the byte at `address` in the frame at `frame_address` of the
    /// function that `return_address` leads into; `size` bytes are meant.
    fn local_variable(&self, return_address: u64, frame_address: u64, address: u64, size: u64) -> Option<Variable>;

    /// Where a data address is mapped from.
    fn place(&self, address: u64) -> Place;
}
