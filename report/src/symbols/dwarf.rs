//! Reading debug information (DWARF 2 to 5, compressed or not; split DWARF is not followed).

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use addr2line::gimli::{self, AttributeValue, DebugInfoOffset, DebuggingInformationEntry, DwAt, UnitOffset};

use super::names::{self, Language};
use super::symbolize::SourceLocation;

/// A stretch of debug information; DetSan runs on x86-64 only.
pub(crate) type Bytes = gimli::EndianSlice<'static, gimli::LittleEndian>;
pub(crate) type Unit = gimli::Unit<Bytes>;
pub(crate) type Value = AttributeValue<Bytes>;

/// References are followed so far and no further, so that malformed debug information cannot trap
/// the reader.
const LONGEST_REFERENCE_CHAIN: usize = 8;

/// The debug information of one file.
pub(crate) struct Dwarf {
    sections: Arc<gimli::Dwarf<Bytes>>,
    /// Finds functions and lines by address, reading a compilation unit when it is first needed.
    pub context: addr2line::Context<Bytes>,
    /// Where each unit begins, ascending.
    unit_starts: Vec<DebugInfoOffset>,
    units: RefCell<HashMap<DebugInfoOffset, Arc<Unit>>>,
}

impl Dwarf {
    /// Takes the sections; `None` if there is nothing in them or they make no sense.
    pub fn new(sections: gimli::Dwarf<Bytes>) -> Option<Dwarf> {
        let mut unit_starts = Vec::new();
        let mut headers = sections.units();
        while let Some(header) = headers.next().ok()? {
            unit_starts.push(header.debug_info_offset()?);
        }
        if unit_starts.is_empty() {
            return None;
        }
        let sections = Arc::new(sections);
        let context = addr2line::Context::from_arc_dwarf(Arc::clone(&sections)).ok()?;
        Some(Dwarf { sections, context, unit_starts, units: RefCell::default() })
    }

    /// All units, in the order of the file.
    pub fn unit_starts(&self) -> &[DebugInfoOffset] {
        &self.unit_starts
    }

    /// The unit that begins at `start`, without keeping it.
    pub fn read_unit(&self, start: DebugInfoOffset) -> Option<Unit> {
        self.sections.unit(self.sections.unit_header(start).ok()?).ok()
    }

    /// The unit that begins at `start`.
    pub fn unit(&self, start: DebugInfoOffset) -> Option<Arc<Unit>> {
        if let Some(unit) = self.units.borrow().get(&start) {
            return Some(Arc::clone(unit));
        }
        let unit = Arc::new(self.read_unit(start)?);
        self.units.borrow_mut().insert(start, Arc::clone(&unit));
        Some(unit)
    }

    /// The unit whose code contains `address`.
    pub fn unit_of_code(&self, address: u64) -> Option<Arc<Unit>> {
        let found = self.context.find_dwarf_and_unit(address).skip_all_loads()?;
        self.unit(found.unit.header.debug_info_offset()?)
    }

    /// The sections seen from a unit.
    pub fn of<'a>(&'a self, unit: &'a Unit) -> gimli::UnitRef<'a, Bytes> {
        unit.unit_ref(&self.sections)
    }

    /// The entry at `offset` of `unit`.
    pub fn die(&self, unit: &Arc<Unit>, offset: UnitOffset) -> Option<Die<'_>> {
        let entry = unit.entry(offset).ok()?;
        Some(Die { dwarf: self, unit: Arc::clone(unit), entry })
    }

    /// Where the code of a line of a source file of `unit` begins.
    pub fn code_of_line(&self, unit: &Unit, file: u64, line: u64) -> Vec<u64> {
        let mut found = Vec::new();
        let Some(program) = unit.line_program.clone() else { return found };
        let mut rows = program.rows();
        while let Ok(Some((_, row))) = rows.next_row() {
            let here = row.line().is_some_and(|number| number.get() == line) && row.file_index() == file;
            if here && !row.end_sequence() {
                found.push(row.address());
            }
        }
        found
    }

    /// The name of the main program of Fortran in `unit`.
    pub fn main_program(&self, unit: &Arc<Unit>) -> Option<String> {
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs().ok()? {
            let is_program = entry.attr_value(gimli::DW_AT_main_subprogram).is_some();
            if entry.tag() == gimli::DW_TAG_subprogram && is_program {
                return self.die(unit, entry.offset())?.name();
            }
        }
        None
    }

    /// The entry that a reference in `unit` leads to.
    fn follow(&self, unit: &Arc<Unit>, reference: Value) -> Option<Die<'_>> {
        match reference {
            AttributeValue::UnitRef(offset) => self.die(unit, offset),
            AttributeValue::DebugInfoRef(target) => {
                let after = self.unit_starts.partition_point(|start| start.0 <= target.0);
                let unit = self.unit(self.unit_starts[after.checked_sub(1)?])?;
                let offset = target.to_unit_offset(&unit.header)?;
                self.die(&unit, offset)
            }
            // Type units of `-fdebug-types-section` are not searched.
            _ => None,
        }
    }
}

/// A debugging information entry, with what is needed to understand it.
pub(crate) struct Die<'a> {
    pub dwarf: &'a Dwarf,
    pub unit: Arc<Unit>,
    pub entry: DebuggingInformationEntry<Bytes>,
}

impl<'a> Die<'a> {
    /// The sections seen from the entry's unit.
    pub fn sections(&self) -> gimli::UnitRef<'_, Bytes> {
        self.dwarf.of(&self.unit)
    }

    /// An attribute of the entry itself.
    pub fn value(&self, name: DwAt) -> Option<Value> {
        self.entry.attr_value(name)
    }

    /// A number that is an attribute of the entry itself.
    pub fn number(&self, name: DwAt) -> Option<u64> {
        match self.value(name)? {
            AttributeValue::Sdata(value) => u64::try_from(value).ok(),
            value => value.udata_value(),
        }
    }

    /// The entry that an attribute refers to.
    pub fn reference(&self, name: DwAt) -> Option<Die<'a>> {
        self.dwarf.follow(&self.unit, self.value(name)?)
    }

    /// Asks the entry, then the ones that it completes (`DW_AT_abstract_origin`,
    /// `DW_AT_specification`).
    pub fn inherited<T>(&self, ask: impl Fn(&Die<'a>) -> Option<T>) -> Option<T> {
        let origin = |die: &Die<'a>| {
            die.reference(gimli::DW_AT_abstract_origin).or_else(|| die.reference(gimli::DW_AT_specification))
        };
        let mut answer = ask(self);
        let mut next = origin(self);
        for _ in 0..LONGEST_REFERENCE_CHAIN {
            let Some(die) = next.filter(|_| answer.is_none()) else {
                break;
            };
            answer = ask(&die);
            next = origin(&die);
        }
        answer
    }

    fn string(&self, name: DwAt) -> Option<String> {
        let text = self.sections().attr_string(self.value(name)?).ok()?;
        Some(text.to_string_lossy().into_owned())
    }

    /// The name in the source.
    pub fn name(&self) -> Option<String> {
        self.inherited(|die| die.string(gimli::DW_AT_name))
    }

    /// The name that the linker sees, if it is another one.
    pub fn linkage_name(&self) -> Option<String> {
        self.inherited(|die| {
            die.string(gimli::DW_AT_linkage_name).or_else(|| die.string(gimli::DW_AT_MIPS_linkage_name))
        })
    }

    /// The name of a function, understood.
    pub fn function_name(&self) -> Option<names::FunctionName> {
        Some(names::function_name(&self.linkage_name().or_else(|| self.name())?, self.language()))
    }

    /// Where the code of a function begins.
    pub fn first_instruction(&self) -> Option<u64> {
        self.sections().attr_address(self.value(gimli::DW_AT_low_pc)?).ok()?
    }

    /// The language of the unit.
    pub fn language(&self) -> Language {
        let root = self.unit.entry(self.unit.header.root_offset());
        match root.ok().and_then(|root| root.attr_value(gimli::DW_AT_language)) {
            Some(AttributeValue::Language(language)) => Language::new(Some(language)),
            _ => Language::new(None),
        }
    }

    /// The type.
    pub fn type_die(&self) -> Option<Die<'a>> {
        self.inherited(|die| die.reference(gimli::DW_AT_type))
    }

    /// Where it is declared.
    pub fn declared_at(&self) -> Option<SourceLocation> {
        self.inherited(|die| {
            let (file, line) = die.declaration_line()?;
            let column = die.number(gimli::DW_AT_decl_column).and_then(|column| u32::try_from(column).ok());
            Some(SourceLocation {
                file: die.file(file)?,
                line: u32::try_from(line).ok()?,
                column: column.filter(|&column| column != 0),
            })
        })
    }

    /// Where the entry itself says that it is declared: the file's number in the unit's line table,
    /// and the line.
    pub fn declaration_line(&self) -> Option<(u64, u64)> {
        let file = match self.value(gimli::DW_AT_decl_file)? {
            AttributeValue::FileIndex(index) => index,
            value => value.udata_value()?,
        };
        Some((file, self.number(gimli::DW_AT_decl_line)?))
    }

    /// Path of a file of the unit's line table, put together as `addr2line` does for code.
    fn file(&self, index: u64) -> Option<String> {
        let sections = self.sections();
        let header = self.unit.line_program.as_ref()?.header();
        let file = header.file(index)?;
        let mut path = self.unit.comp_dir.map_or_else(String::new, |dir| dir.to_string_lossy().into_owned());
        let mut push = |part: Bytes| {
            let part = part.to_string_lossy();
            if part.starts_with('/') {
                path.clear();
            } else if !path.is_empty() && !path.ends_with('/') {
                path.push('/');
            }
            path.push_str(&part);
        };
        if file.directory_index() != 0 {
            push(sections.attr_string(file.directory(header)?).ok()?);
        }
        push(sections.attr_string(file.path_name()).ok()?);
        Some(path)
    }
}
