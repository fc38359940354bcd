//! Local variables, by their place in a stack frame.
//!
//! The checked program keeps frame pointers, so that a frame is known by its `rbp`. Variables that
//! the compiler keeps elsewhere than at a fixed distance from it cannot be found.

use std::sync::Arc;

use addr2line::gimli::{self, AttributeValue, Operation, UnitOffset};

use super::dwarf::{Bytes, Die, Dwarf, Unit, Value};
use super::symbolize::{SourceLocation, VariableKind};
use super::types;

/// DWARF's number of the register `rbp` on x86-64.
const RBP: gimli::Register = gimli::X86_64::RBP;

/// With frame pointers, the canonical frame address is above the saved `rbp` and the return
/// address.
const CFA_ABOVE_RBP: i64 = 16;

/// A local variable that covers an address.
pub(crate) struct Local {
    pub name: String,
    pub kind: VariableKind,
    /// The entry of the (perhaps inlined) function that it belongs to.
    pub function: UnitOffset,
    pub address: u64,
    pub size: Option<u64>,
    pub offset: u64,
    pub element: Option<String>,
    pub declared_at: Option<SourceLocation>,
}

/// A function, block or inlined call around the entry that is looked at.
struct Scope {
    depth: isize,
    /// Whether it contains the address of the code that is asked for.
    active: bool,
    function: UnitOffset,
}

/// What is looked for in a stack frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The code that is being executed in the frame, in the file's own addresses.
    pub code: u64,
    /// The frame's `rbp`.
    pub frame_address: u64,
    /// First byte that is meant.
    pub address: u64,
    /// Bytes that are meant.
    pub size: u64,
}

/// The variable of the function at `subprogram` that is wanted.
pub(crate) fn find(dwarf: &Dwarf, unit: &Arc<Unit>, subprogram: UnitOffset, wanted: Wanted) -> Option<Local> {
    let frame_base = frame_base(&dwarf.die(unit, subprogram)?)?;
    let sections = dwarf.of(unit);
    let mut entries = unit.entries_raw(Some(subprogram)).ok()?;
    let root = entries.next_depth();
    let mut scopes: Vec<Scope> = Vec::new();
    // The best variable so far, with its rank: one in a scope that is being executed, and there the
    // innermost.
    let mut best: Option<((bool, isize), Local)> = None;
    let mut skip_below = None;
    let mut entry = gimli::DebuggingInformationEntry::null();
    while !entries.is_empty() {
        let depth = entries.next_depth();
        if !scopes.is_empty() && depth <= root {
            break;
        }
        if !entries.read_entry(&mut entry).ok()? || skip_below.is_some_and(|limit| depth > limit) {
            continue;
        }
        skip_below = None;
        while scopes.last().is_some_and(|scope| scope.depth >= depth) {
            scopes.pop();
        }
        match entry.tag() {
            gimli::DW_TAG_subprogram if !scopes.is_empty() => skip_below = Some(depth),
            gimli::DW_TAG_subprogram | gimli::DW_TAG_lexical_block | gimli::DW_TAG_inlined_subroutine => {
                let active = scopes.is_empty() || contains(sections, &entry, wanted.code);
                let function = match scopes.last() {
                    Some(outer) if entry.tag() == gimli::DW_TAG_lexical_block => outer.function,
                    _ => entry.offset(),
                };
                scopes.push(Scope { depth, active, function });
            }
            gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                let Some(scope) = scopes.last() else { continue };
                let Some(location) = entry.attr_value(gimli::DW_AT_location) else {
                    continue;
                };
                let Some(distance) = distance_from_rbp(sections, location, frame_base, wanted.code) else {
                    continue;
                };
                let start = wanted.frame_address.wrapping_add_signed(distance);
                let rank = (scope.active, depth);
                if start > wanted.address || best.as_ref().is_some_and(|(other, _)| *other >= rank) {
                    continue;
                }
                let die = Die { dwarf, unit: Arc::clone(unit), entry: entry.clone() };
                if let Some(local) = covering(&die, scope.function, start, wanted) {
                    best = Some((rank, local));
                }
            }
            _ => {}
        }
    }
    best.map(|(_, local)| local)
}

fn covering(die: &Die<'_>, function: UnitOffset, start: u64, wanted: Wanted) -> Option<Local> {
    let ty = die.type_die()?;
    let length = types::size_of(&ty);
    let offset = wanted.address - start;
    if offset >= length? {
        return None;
    }
    let name = die.name().filter(|name| !is_of_compiler(die, name))?;
    let element = types::element(&ty, offset, wanted.size).filter(|path| !path.is_empty());
    Some(Local {
        element: element.map(|path| format!("{name}{path}")),
        name,
        kind: match die.entry.tag() {
            gimli::DW_TAG_formal_parameter => VariableKind::Parameter,
            _ => VariableKind::Local,
        },
        function,
        address: start,
        size: length,
        offset,
        declared_at: die.declared_at(),
    })
}

/// Whether the compiler has made the variable: the parameters of the functions that it makes of
/// constructs, and what it keeps beside.
fn is_of_compiler(die: &Die<'_>, name: &str) -> bool {
    let is_artificial = matches!(die.value(gimli::DW_AT_artificial), Some(AttributeValue::Flag(true)));
    // clang does not mark the parameter through which a task or region gets its captured variables.
    is_artificial && name != "this" || name.starts_with('.') || name.starts_with("__context")
}

/// Distance of the function's frame base from `rbp`.
fn frame_base(subprogram: &Die<'_>) -> Option<i64> {
    let AttributeValue::Exprloc(expression) = subprogram.value(gimli::DW_AT_frame_base)? else {
        return None;
    };
    match only_operation(expression, &subprogram.unit)? {
        Operation::Register { register: RBP } => Some(0),
        Operation::RegisterOffset { register: RBP, offset, .. } => Some(offset),
        Operation::CallFrameCFA => Some(CFA_ABOVE_RBP),
        _ => None,
    }
}

/// Distance from `rbp` at which a variable lies, if its location says so.
fn distance_from_rbp(sections: gimli::UnitRef<'_, Bytes>, location: Value, frame_base: i64, code: u64) -> Option<i64> {
    let of_expression = |expression| match only_operation(expression, sections.unit)? {
        Operation::FrameOffset { offset } => Some(frame_base.wrapping_add(offset)),
        Operation::RegisterOffset { register: RBP, offset, .. } => Some(offset),
        _ => None,
    };
    if let AttributeValue::Exprloc(expression) = location {
        return of_expression(expression);
    }
    // The variable wanders: where it is now counts, or else any place in memory that it has.
    let mut locations = sections.attr_locations(location).ok()??;
    let mut elsewhere = None;
    while let Some(entry) = locations.next().ok()? {
        let distance = of_expression(entry.data);
        if distance.is_some() && entry.range.begin <= code && code < entry.range.end {
            return distance;
        }
        elsewhere = elsewhere.or(distance);
    }
    elsewhere
}

fn only_operation(expression: gimli::Expression<Bytes>, unit: &Unit) -> Option<Operation<Bytes>> {
    let mut operations = expression.operations(unit.encoding());
    let first = operations.next().ok()??;
    operations.next().ok()?.is_none().then_some(first)
}

fn contains(sections: gimli::UnitRef<'_, Bytes>, entry: &gimli::DebuggingInformationEntry<Bytes>, code: u64) -> bool {
    let Ok(mut ranges) = sections.die_ranges(entry) else {
        return false;
    };
    while let Ok(Some(range)) = ranges.next() {
        if range.begin <= code && code < range.end {
            return true;
        }
    }
    false
}
