//! One program or library file: its symbol table and its debug information, each read when it is
//! first needed.
//!
//! All addresses here are the file's own, as its headers count them.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use addr2line::gimli::{self, UnitOffset};
use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSection};

use super::dwarf::{Bytes, Dwarf, Unit};
use super::locals::{self, Wanted};
use super::mapped_file::map_file;
use super::names::{self, Construct, FunctionName, Language, MAIN_PROGRAM, Role};
use super::statics::StaticVariables;
use super::symbol_table::SymbolTable;
use super::symbolize::{DebugInfo, SourceLocation, Variable, VariableKind};

type Elf = ElfFile64<'static, LittleEndian>;

/// A call in terms of the file.
pub(crate) struct Call {
    pub function: Option<String>,
    pub role: Role,
    pub location: Option<SourceLocation>,
    pub symbol_offset: Option<u64>,
    pub debug_info: DebugInfo,
}

/// Where a function is in the debug information.
type FunctionId = (gimli::DebugInfoOffset, UnitOffset);

pub(crate) struct Binary {
    elf: Elf,
    /// The separate file that the debug information is in, if the file has none itself.
    debug_elf: Option<Elf>,
    symbols: OnceCell<SymbolTable>,
    dwarf: OnceCell<Option<Dwarf>>,
    statics: OnceCell<StaticVariables>,
    /// The function around the construct that a function was outlined from.
    around: RefCell<HashMap<FunctionId, Option<String>>>,
    /// The main program of Fortran in a unit.
    programs: RefCell<HashMap<gimli::DebugInfoOffset, Option<String>>>,
}

impl Binary {
    /// Opens a file; separate debug files are looked for in `debug_directories`.
    pub fn open(path: &Path, debug_directories: &[PathBuf]) -> Option<Binary> {
        let elf = parse(path)?;
        let debug_elf = if has_debug_info(&elf) { None } else { separate_debug_file(&elf, debug_directories) };
        Some(Binary {
            elf,
            debug_elf,
            symbols: OnceCell::new(),
            dwarf: OnceCell::new(),
            statics: OnceCell::new(),
            around: RefCell::default(),
            programs: RefCell::default(),
        })
    }

    fn dwarf(&self) -> Option<&Dwarf> {
        let load = || Dwarf::new(load_sections(self.debug_elf.as_ref().unwrap_or(&self.elf)));
        self.dwarf.get_or_init(load).as_ref()
    }

    fn symbols(&self) -> &SymbolTable {
        self.symbols.get_or_init(|| {
            let separate = self.debug_elf.as_ref().map(SymbolTable::new).filter(|table| !table.is_empty());
            separate.unwrap_or_else(|| SymbolTable::new(&self.elf))
        })
    }

    /// The calls at an instruction, innermost first; at least one.
    pub fn calls(&self, address: u64) -> Vec<Call> {
        let symbol = self.symbols().function(address);
        let mut calls = self.dwarf().map_or_else(Vec::new, |dwarf| self.calls_in(dwarf, address));
        if calls.is_empty() {
            let name = symbol.map(|symbol| names::function_name(symbol.name, Language::Other));
            calls.push(Call {
                role: name.as_ref().map_or(Role::Function, |name| name.role),
                function: name.and_then(|name| name.function),
                location: None,
                symbol_offset: symbol.map(|symbol| address - symbol.address),
                debug_info: DebugInfo::Absent,
            });
        }
        // Compilers may leave the linkage name of a function out of the debug information, but not
        // of the symbol table, and only the linkage name tells the namespace.
        if let (Some(symbol), Some(outermost)) = (symbol, calls.last_mut())
            && symbol.name.starts_with("_Z")
            && outermost.role == Role::Function
        {
            let FunctionName { function, role } = names::function_name(symbol.name, Language::Other);
            outermost.function = function.filter(|_| role == Role::Function).or(outermost.function.take());
        }
        calls
    }

    fn calls_in(&self, dwarf: &Dwarf, address: u64) -> Vec<Call> {
        let mut calls = Vec::new();
        let Ok(mut frames) = dwarf.context.find_frames(address).skip_all_loads() else {
            return calls;
        };
        while let Ok(Some(frame)) = frames.next() {
            let name = frame.function.as_ref().and_then(understood);
            let location = frame.location.as_ref().and_then(source_location);
            calls.push(Call {
                role: name.as_ref().map_or(Role::Function, |name| name.role),
                function: name.and_then(|name| name.function),
                location,
                symbol_offset: None,
                debug_info: DebugInfo::Present,
            });
        }
        // A task does not carry the name of the function that it stands in.
        if calls.iter().any(|call| call.function.is_none()) {
            let around = self.function_around(dwarf, address);
            for call in calls.iter_mut().filter(|call| call.function.is_none()) {
                call.function.clone_from(&around);
            }
        }
        for call in calls.iter_mut().filter(|call| call.function.as_deref() == Some(MAIN_PROGRAM)) {
            call.function = self.program_around(dwarf, address).or(call.function.take());
        }
        calls
    }

    /// The main program of Fortran that is in the same unit as the code at `address`.
    fn program_around(&self, dwarf: &Dwarf, address: u64) -> Option<String> {
        let unit = dwarf.unit_of_code(address)?;
        let id = unit.header.debug_info_offset()?;
        self.programs.borrow_mut().entry(id).or_insert_with(|| dwarf.main_program(&unit)).clone()
    }

    /// Where the directive stands whose body gcc made the function at `address` of.
    ///
    /// gcc 12 gives the call of the runtime the line of whatever happens to be before it, but the
    /// first instruction of the body that of the directive.
    pub fn directive(&self, address: u64) -> Option<SourceLocation> {
        let dwarf = self.dwarf()?;
        let (unit, subprogram) = subprogram_at(dwarf, address)?;
        let die = dwarf.die(&unit, subprogram)?;
        if die.function_name()?.role != Role::Body(Construct::Unknown) {
            return None;
        }
        source_location(&dwarf.context.find_location(die.first_instruction()?).ok()??)
    }

    /// The user's function around the construct that the function at `address` was outlined from.
    ///
    /// A task's entry is declared in the line of its directive, and that line has code in the
    /// function that creates the task. Instances of a template all have it: then the name without
    /// the arguments is the answer.
    fn function_around(&self, dwarf: &Dwarf, address: u64) -> Option<String> {
        let (unit, subprogram) = subprogram_at(dwarf, address)?;
        let id = (unit.header.debug_info_offset()?, subprogram);
        if let Some(known) = self.around.borrow().get(&id) {
            return known.clone();
        }
        // Tasks that a macro puts into one line lead to each other: the question is not asked again
        // within itself.
        self.around.borrow_mut().insert(id, None);
        let found = self.creator_of(dwarf, &unit, subprogram);
        self.around.borrow_mut().insert(id, found.clone());
        found
    }

    fn creator_of(&self, dwarf: &Dwarf, unit: &Arc<Unit>, subprogram: UnitOffset) -> Option<String> {
        let (file, line) = dwarf.die(unit, subprogram)?.declaration_line()?;
        let mut creators = Vec::new();
        for address in dwarf.code_of_line(unit, file, line) {
            creators.extend(self.function_with_line(dwarf, subprogram, address));
        }
        creators.sort();
        creators.dedup();
        if creators.len() > 1 {
            creators.iter_mut().for_each(|name| *name = names::without_template_arguments(name).to_owned());
            creators.dedup();
        }
        creators.pop().filter(|_| creators.is_empty())
    }

    /// The user's function that has the line of `address` in its source, unless that is in the
    /// function at `except`.
    fn function_with_line(&self, dwarf: &Dwarf, except: UnitOffset, address: u64) -> Option<String> {
        let mut frames = dwarf.context.find_frames(address).skip_all_loads().ok()?;
        // The innermost call is the one whose source the line is; the outermost is the code that it
        // is in.
        let innermost = frames.next().ok()??;
        let mut outermost = innermost.dw_die_offset;
        while let Some(outer) = frames.next().ok()? {
            outermost = outer.dw_die_offset;
        }
        if outermost == Some(except) {
            return None;
        }
        let FunctionName { function, role } = understood(innermost.function.as_ref()?)?;
        match role {
            Role::Glue => None,
            _ => function.or_else(|| self.function_around(dwarf, address)),
        }
    }

    /// The variable with static storage that holds the byte at `address`.
    pub fn static_variable(&self, address: u64, size: u64) -> Option<Variable> {
        let symbol = self.symbols().variable(address);
        let described = self.dwarf().and_then(|dwarf| {
            let statics = self.statics.get_or_init(|| StaticVariables::new(dwarf));
            statics.find(dwarf, address, size, |start| {
                symbol.filter(|symbol| symbol.address == start).map(|symbol| symbol.size)
            })
        });
        described.or_else(|| {
            let symbol = symbol?;
            Some(Variable {
                name: names::variable_name(symbol.name),
                kind: VariableKind::Static,
                function: None,
                address: symbol.address,
                size: Some(symbol.size),
                offset: address - symbol.address,
                element: None,
                declared_at: None,
            })
        })
    }

    /// The local variable that is wanted.
    pub fn local_variable(&self, wanted: Wanted) -> Option<Variable> {
        let dwarf = self.dwarf()?;
        let (unit, subprogram) = subprogram_at(dwarf, wanted.code)?;
        let local = locals::find(dwarf, &unit, subprogram, wanted)?;
        let name = dwarf.die(&unit, local.function).and_then(|die| die.function_name());
        let function = name.and_then(|name| name.function).or_else(|| self.function_around(dwarf, wanted.code));
        Some(Variable {
            name: local.name,
            kind: local.kind,
            function,
            address: local.address,
            size: local.size,
            offset: local.offset,
            element: local.element,
            declared_at: local.declared_at,
        })
    }
}

/// The function, not inlined, that contains an instruction.
fn subprogram_at(dwarf: &Dwarf, address: u64) -> Option<(Arc<Unit>, UnitOffset)> {
    let mut frames = dwarf.context.find_frames(address).skip_all_loads().ok()?;
    let mut outermost = None;
    while let Some(frame) = frames.next().ok()? {
        outermost = frame.dw_die_offset;
    }
    Some((dwarf.unit_of_code(address)?, outermost?))
}

fn understood(name: &addr2line::FunctionName<Bytes>) -> Option<FunctionName> {
    Some(names::function_name(&name.raw_name().ok()?, Language::new(name.language)))
}

fn source_location(location: &addr2line::Location<'_>) -> Option<SourceLocation> {
    Some(SourceLocation {
        file: location.file?.to_owned(),
        line: location.line.filter(|&line| line != 0)?,
        column: location.column.filter(|&column| column != 0),
    })
}

fn parse(path: &Path) -> Option<Elf> {
    ElfFile64::parse(map_file(path).ok()?).ok()
}

fn has_debug_info(elf: &Elf) -> bool {
    elf.section_by_name(".debug_info").is_some()
}

/// Finds the debug information that a distribution ships apart, by the identifier that both files
/// carry.
fn separate_debug_file(elf: &Elf, directories: &[PathBuf]) -> Option<Elf> {
    let id = elf.build_id().ok()??;
    let hex = id.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (first, rest) = hex.split_at_checked(2)?;
    directories.iter().find_map(|directory| {
        let found = parse(&directory.join(format!(".build-id/{first}/{rest}.debug")))?;
        (found.build_id().ok()? == Some(id) && has_debug_info(&found)).then_some(found)
    })
}

/// Takes the sections with debug information; what is compressed is unpacked for the life of the
/// process.
fn load_sections(elf: &Elf) -> gimli::Dwarf<Bytes> {
    let section = |name: &str| -> &'static [u8] {
        let data = elf.section_by_name(name).and_then(|section| section.uncompressed_data().ok());
        match data {
            Some(Cow::Borrowed(data)) => data,
            Some(Cow::Owned(data)) => data.leak(),
            None => &[],
        }
    };
    let load = |id: gimli::SectionId| -> Result<Bytes, std::convert::Infallible> {
        Ok(gimli::EndianSlice::new(section(id.name()), gimli::LittleEndian))
    };
    let Ok(sections) = gimli::Dwarf::load(load);
    sections
}
