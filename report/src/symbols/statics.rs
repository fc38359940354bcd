//! Variables with static storage, by address: an index over the debug information, built when it is
//! first needed.

use addr2line::gimli::{self, AttributeValue, DebugInfoOffset, Operation, UnitOffset};

use super::dwarf::{Bytes, Dwarf, Unit, Value};
use super::names;
use super::symbolize::{Variable, VariableKind};
use super::types;

/// A variable that debug information gives an address.
#[derive(Clone, Copy, Debug)]
struct Entry {
    address: u64,
    unit: DebugInfoOffset,
    die: UnitOffset,
    /// The function that it is local to.
    function: Option<UnitOffset>,
}

/// All variables with an address, in its order.
pub(crate) struct StaticVariables {
    entries: Vec<Entry>,
}

/// Variables may overlap (COMMON blocks, aliases): so many are looked at before an address counts
/// as unnamed.
const OVERLAPPING: usize = 16;

impl StaticVariables {
    /// Goes through all units once. Only the attributes of variables are read, which keeps this to
    /// about half a second for a hundred megabytes of debug information.
    pub fn new(dwarf: &Dwarf) -> StaticVariables {
        let mut entries = Vec::new();
        for &start in dwarf.unit_starts() {
            // A unit that cannot be read takes its own variables along and no others.
            if let Some(unit) = dwarf.read_unit(start) {
                let _ = collect(dwarf, &unit, start, &mut entries);
            }
        }
        entries.sort_by_key(|entry| (entry.address, entry.unit.0, entry.die.0));
        StaticVariables { entries }
    }

    /// The variable that holds the byte at `address`, in the file's own addresses; `size` bytes are
    /// meant. `symbol_size` answers for variables whose type does not tell their size.
    pub fn find(
        &self,
        dwarf: &Dwarf,
        address: u64,
        size: u64,
        symbol_size: impl Fn(u64) -> Option<u64>,
    ) -> Option<Variable> {
        let end = self.entries.partition_point(|entry| entry.address <= address);
        self.entries[..end].iter().rev().take(OVERLAPPING).find_map(|entry| {
            let unit = dwarf.unit(entry.unit)?;
            let die = dwarf.die(&unit, entry.die)?;
            let ty = die.type_die();
            let offset = address - entry.address;
            let length = ty.as_ref().and_then(types::size_of).or_else(|| symbol_size(entry.address));
            // A variable whose size nobody knows is at least one byte long.
            if offset >= length.unwrap_or(1) {
                return None;
            }
            let function = entry.function.and_then(|offset| dwarf.die(&unit, offset)?.function_name()?.function);
            let name = match die.linkage_name() {
                Some(linkage) if function.is_none() => names::variable_name(&linkage),
                _ => die.name()?,
            };
            let element = ty.and_then(|ty| types::element(&ty, offset, size)).filter(|path| !path.is_empty());
            Some(Variable {
                element: element.map(|path| format!("{name}{path}")),
                name,
                kind: VariableKind::Static,
                function,
                address: entry.address,
                size: length,
                offset,
                declared_at: die.declared_at(),
            })
        })
    }
}

fn collect(dwarf: &Dwarf, unit: &Unit, start: DebugInfoOffset, into: &mut Vec<Entry>) -> gimli::Result<()> {
    let mut functions: Vec<(isize, UnitOffset)> = Vec::new();
    let mut entries = unit.entries_raw(None)?;
    while !entries.is_empty() {
        let die = entries.next_offset();
        let depth = entries.next_depth();
        let Some(abbreviation) = entries.read_abbreviation()? else {
            continue;
        };
        while functions.last().is_some_and(|&(above, _)| above >= depth) {
            functions.pop();
        }
        match abbreviation.tag() {
            gimli::DW_TAG_variable => {
                let mut location = None;
                for specification in abbreviation.attributes() {
                    let attribute = entries.read_attribute(*specification)?;
                    if attribute.name() == gimli::DW_AT_location {
                        location = Some(attribute.value());
                    }
                }
                // Linkers leave 0 behind where they removed a section.
                if let Some(address) = location.and_then(|value| fixed_address(dwarf, unit, value)).filter(|&a| a != 0)
                {
                    let function = functions.last().map(|&(_, function)| function);
                    into.push(Entry { address, unit: start, die, function });
                }
            }
            tag => {
                if tag == gimli::DW_TAG_subprogram {
                    functions.push((depth, die));
                }
                entries.skip_attributes(abbreviation.attributes())?;
            }
        }
    }
    Ok(())
}

/// The address that a location stands for, if it is always the same: `DW_OP_addr`, perhaps plus a
/// constant.
fn fixed_address(dwarf: &Dwarf, unit: &Unit, location: Value) -> Option<u64> {
    let AttributeValue::Exprloc(expression) = location else {
        return None;
    };
    let mut operations = expression.operations(unit.encoding());
    let mut next = || -> Option<Option<Operation<Bytes>>> { operations.next().ok() };
    let base = match next()?? {
        Operation::Address { address } => address,
        Operation::AddressIndex { index } => dwarf.of(unit).address(index).ok()?,
        _ => return None,
    };
    match next()? {
        None => Some(base),
        Some(Operation::PlusConstant { value }) => next()?.is_none().then(|| base.wrapping_add(value)),
        Some(_) => None,
    }
}
