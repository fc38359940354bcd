//! Names for addresses: functions, lines and variables, from symbol tables and debug information.
//!
//! This runs inside of the checked program, in the middle of it, so that nothing is read before the
//! first race is found and everything is read once. Split DWARF (`-gsplit-dwarf`) and type units
//! (`-fdebug-types-section`) are not followed: with the former, functions still have names and
//! lines, but nothing is known of inlining and variables.

mod binary;
mod dwarf;
mod locals;
mod mapped_file;
mod modules;
mod names;
mod object_files;
mod statics;
mod symbol_table;
mod symbolize;
mod symbolizer;
mod types;

pub use mapped_file::map_file;
pub use modules::{Module, modules_of_maps, modules_of_this_process};
pub use names::{Construct, Role};
pub use object_files::{LinkedFunction, ObjectFiles, exports};
pub use symbolize::{DebugInfo, Frame, Place, SourceLocation, Symbolize, Variable, VariableKind};
pub use symbolizer::Symbolizer;
