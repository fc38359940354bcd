//! Names for the addresses of a process.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;

use super::binary::{Binary, Call};
use super::locals::Wanted;
use super::modules::{self, Module};
use super::names::Role;
use super::symbolize::{DebugInfo, Frame, Place, SourceLocation, Symbolize, Variable};
use crate::escape::Escape;

/// Finds functions, lines and variables in the files that a process has mapped.
///
/// Nothing is read before the first question. Files stay mapped for the life of the process that
/// asks.
pub struct Symbolizer {
    source: Source,
    debug_directories: Vec<PathBuf>,
    state: RefCell<State>,
}

/// Where the list of modules comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The running process, which may load more modules at any time.
    ThisProcess,
    /// The caller, once.
    Given,
}

#[derive(Default)]
struct State {
    modules: Vec<Module>,
    /// The files, `None` for those that cannot be read.
    binaries: HashMap<PathBuf, Option<Binary>>,
    frames: HashMap<u64, Vec<Frame>>,
}

impl Symbolizer {
    /// For the process that asks.
    pub fn of_this_process() -> Symbolizer {
        Symbolizer::new(Source::ThisProcess, Vec::new())
    }

    /// For a process, dead or alive, whose modules are known; see
    /// [`modules_of_maps`](crate::modules_of_maps).
    pub fn of_modules(modules: Vec<Module>) -> Symbolizer {
        Symbolizer::new(Source::Given, modules)
    }

    fn new(source: Source, modules: Vec<Module>) -> Symbolizer {
        let state = State { modules, ..State::default() };
        Symbolizer { source, debug_directories: vec![PathBuf::from("/usr/lib/debug")], state: RefCell::new(state) }
    }

    /// Looks for separate debug files here instead of in `/usr/lib/debug`.
    pub fn with_debug_directories(self, debug_directories: Vec<PathBuf>) -> Symbolizer {
        Symbolizer { debug_directories, ..self }
    }

    /// Asks the file that is mapped at `address`; `None` if there is none. The file's own address
    /// goes to the question, and the bias with it.
    fn ask<T>(&self, address: u64, question: impl FnOnce(Option<&Binary>, &Module, u64) -> T) -> Option<T> {
        let mut state = self.state.borrow_mut();
        let state = &mut *state;
        let position = |modules: &[Module]| modules.iter().position(|module| module.contains(address));
        let index = position(&state.modules).or_else(|| {
            if self.source == Source::ThisProcess {
                state.modules = modules::modules_of_this_process();
            }
            position(&state.modules)
        })?;
        let module = &state.modules[index];
        let binary = state
            .binaries
            .entry(module.path.clone())
            .or_insert_with(|| Binary::open(&module.path, &self.debug_directories));
        Some(question(binary.as_ref(), module, address.wrapping_sub(module.bias)))
    }
}

impl Symbolize for Symbolizer {
    fn frames(&self, return_address: u64) -> Vec<Frame> {
        if let Some(known) = self.state.borrow().frames.get(&return_address) {
            return known.clone();
        }
        // The call is the instruction before; its last byte is enough to find it by.
        let instruction = return_address.wrapping_sub(1);
        let unknown = |place| Frame {
            function: None,
            role: Role::Function,
            location: None,
            place,
            symbol_offset: None,
            debug_info: DebugInfo::Absent,
        };
        let frames = self.ask(instruction, |binary, module, own| {
            let place = Place { module: Some(module.name.clone()), offset: own };
            let Some(binary) = binary else {
                return vec![unknown(place)];
            };
            let frame = |call: Call| Frame {
                function: call.function,
                role: call.role,
                location: call.location,
                place: place.clone(),
                symbol_offset: call.symbol_offset,
                debug_info: call.debug_info,
            };
            binary.calls(own).into_iter().map(frame).map(Escape::into_escaped).collect()
        });
        let frames = frames.unwrap_or_else(|| vec![unknown(Place { module: None, offset: instruction })]);
        self.state.borrow_mut().frames.insert(return_address, frames.clone());
        frames
    }

    fn directive(&self, return_address: u64) -> Option<SourceLocation> {
        self.ask(return_address.wrapping_sub(1), |binary, _, code| binary?.directive(code).map(Escape::into_escaped))?
    }

    fn static_variable(&self, address: u64, size: u64) -> Option<Variable> {
        self.ask(address, |binary, module, own| {
            let variable = binary?.static_variable(own, size)?;
            Some(Variable { address: variable.address.wrapping_add(module.bias), ..variable.into_escaped() })
        })?
    }

    fn local_variable(&self, return_address: u64, frame_address: u64, address: u64, size: u64) -> Option<Variable> {
        self.ask(return_address.wrapping_sub(1), |binary, _, code| {
            binary?.local_variable(Wanted { code, frame_address, address, size }).map(Escape::into_escaped)
        })?
    }

    fn place(&self, address: u64) -> Place {
        self.ask(address, |_, module, own| Place { module: Some(module.name.clone()), offset: own })
            .unwrap_or(Place { module: None, offset: address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbolizer_can_go_to_another_thread() {
        fn sendable<T: Send>() {}
        sendable::<Symbolizer>();
    }

    #[test]
    fn the_process_names_its_own_functions_and_variables() {
        static COUNTERS: [u32; 4] = [1, 2, 3, 4];
        let symbolizer = Symbolizer::of_this_process();
        // A return address just behind the first byte of the function.
        let code = the_process_names_its_own_functions_and_variables as *const () as u64 + 1;
        let frames = symbolizer.frames(code);
        let outermost = frames.last().unwrap();
        let name = outermost.function.as_deref().unwrap();
        assert!(name.contains("the_process_names_its_own_functions_and_variables"), "{name}");
        assert!(outermost.location.as_ref().unwrap().file.ends_with("symbolizer.rs"));

        let variable = symbolizer.static_variable(&raw const COUNTERS[2] as u64, 4).unwrap();
        assert!(variable.name.contains("COUNTERS"), "{variable:?}");
        assert_eq!(variable.address, &raw const COUNTERS as u64);
        assert_eq!((variable.size, variable.offset), (Some(16), 8));
    }

    #[test]
    fn an_address_outside_of_everything_is_itself() {
        let symbolizer = Symbolizer::of_modules(Vec::new());
        let frames = symbolizer.frames(0x1001);
        assert_eq!(frames.len(), 1);
        assert_eq!(frames[0].place, Place { module: None, offset: 0x1000 });
        assert_eq!(symbolizer.static_variable(0x1000, 4), None);
        assert_eq!(symbolizer.local_variable(0x1001, 0x2000, 0x1ff0, 4), None);
    }
}
