//! The memory that a race is about, in words.

use std::fmt::Write;

use super::TextOptions;
use super::stacks::{function_text, location_text, place_text, stack_of_task, write_stack};
use crate::model::{MemoryFacts, RaceFacts};
use crate::stack::call_stack;
use crate::symbols::{Symbolize, Variable, VariableKind};

/// The bytes that both accesses touch, which are the ones to name: the first one, and how many.
pub(crate) fn racy_bytes(race: &RaceFacts) -> (u64, u64) {
    let (one, other) = (&race.earlier, &race.later);
    let address = one.address.max(other.address);
    let end = one.address.saturating_add(one.size).min(other.address.saturating_add(other.size));
    (address, end.saturating_sub(address).max(1))
}

/// Writes the paragraph that begins with `Location:`.
pub(super) fn write_location(
    out: &mut String,
    race: &RaceFacts,
    symbols: &(impl Symbolize + ?Sized),
    options: &TextOptions,
) {
    let (address, size) = racy_bytes(race);
    out.push_str("  Location: ");
    match &race.memory {
        MemoryFacts::Heap { start, size: length, allocated_at } => {
            let offset = address.wrapping_sub(*start);
            let _ = write!(out, "heap block of size {length} at {start:#x}, offset {offset}");
            if allocated_at.is_empty() {
                out.push('\n');
            } else {
                out.push_str(", allocated at:\n");
                // Which task allocated it is not known.
                write_stack(out, &stack_of_task(&race.tasks, symbols, allocated_at, None), options);
            }
        }
        MemoryFacts::Stack { function, frame_address } => {
            let known = Some(*function).filter(|&function| function != 0);
            let variable = known.and_then(|function| symbols.local_variable(function, *frame_address, address, size));
            match variable {
                Some(variable) => write_variable(out, &variable, options),
                None => {
                    let frame = known.and_then(|function| call_stack(&[function], symbols).pop());
                    let owner = frame.map(|frame| function_text(&frame)).filter(|name| !name.is_empty());
                    let owner = owner.unwrap_or_else(|| "a function that is not known".to_owned());
                    let _ = writeln!(out, "a variable of {owner}");
                }
            }
        }
        MemoryFacts::TaskData { task, start, size: length } => {
            let owner = task.and_then(|task| race.tasks.get(task));
            let owner = owner.map_or_else(|| "a task".to_owned(), |task| format!("task {}", task.number));
            let offset = address.wrapping_sub(*start);
            let _ = writeln!(out, "captured variable of {owner}, offset {offset} of its {length} bytes of data");
        }
        MemoryFacts::Static => match symbols.static_variable(address, size) {
            Some(variable) => write_variable(out, &variable, options),
            None => {
                let place = symbols.place(address);
                let _ = match &place.module {
                    Some(_) => writeln!(out, "memory at {address:#x} ({})", place_text(&place)),
                    None => writeln!(out, "memory at {address:#x}, of unknown origin"),
                };
            }
        },
    }
}

fn write_variable(out: &mut String, variable: &Variable, options: &TextOptions) {
    match &variable.element {
        Some(element) => {
            let _ = write!(out, "{element}, byte {} of ", variable.offset);
        }
        None if variable.offset > 0 => {
            let _ = write!(out, "byte {} of ", variable.offset);
        }
        None => {}
    }
    out.push_str(match (variable.kind, &variable.function) {
        (VariableKind::Static, None) => "global variable",
        (VariableKind::Static, Some(_)) => "static variable",
        (VariableKind::Local, _) => "local variable",
        (VariableKind::Parameter, _) => "parameter",
    });
    let _ = write!(out, " '{}'", variable.name);
    if let Some(size) = variable.size {
        let _ = write!(out, " of size {size}");
    }
    let _ = write!(out, " at {:#x}", variable.address);
    if let Some(function) = &variable.function {
        let _ = write!(out, " in {function}");
    }
    if let Some(declared_at) = &variable.declared_at {
        let _ = write!(out, ", declared at {}", location_text(declared_at, options));
    }
    out.push('\n');
}
