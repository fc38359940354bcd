//! Call stacks in words.

use std::fmt::Write;
use std::path::Path;

use super::TextOptions;
use crate::model::{RaceFacts, TaskFacts, TaskKind};
use crate::stack::{call_stack, construct};
use crate::symbols::{Construct, Frame, Place, Role, SourceLocation, Symbolize};

/// Frames that are printed of one stack.
const LONGEST_STACK: usize = 64;

/// The calls of `stack`, which belongs to the task `owner`.
///
/// The outermost frame is the body of that task, so what the compiler's name does not tell is told
/// by the task: which construct it is, and for an explicit task in which function it stands, since
/// that is where it was created.
pub(crate) fn stack_of_task(
    tasks: &[TaskFacts],
    symbols: &(impl Symbolize + ?Sized),
    stack: &[u64],
    owner: Option<usize>,
) -> Vec<Frame> {
    let mut frames = call_stack(stack, symbols);
    let (Some(task), Some(body)) = (owner.and_then(|owner| tasks.get(owner)), frames.last_mut()) else {
        return frames;
    };
    match (task.kind, construct(body)) {
        (TaskKind::Explicit, Some(Construct::Task | Construct::Unknown)) => {
            body.role = Role::Body(Construct::Task);
            let creation = call_stack(&task.created_at, symbols).into_iter().next();
            if let Some(function) = creation.and_then(|frame| frame.function) {
                body.function = Some(function);
            }
        }
        (TaskKind::Implicit { .. }, Some(Construct::Unknown)) => body.role = Role::Body(Construct::ParallelRegion),
        _ => {}
    }
    frames
}

/// The calls that led to the creation of a task, or to the region of an implicit one.
pub(crate) fn creation_stack(race: &RaceFacts, symbols: &(impl Symbolize + ?Sized), task: usize) -> Vec<Frame> {
    let facts = &race.tasks[task];
    let mut frames = stack_of_task(&race.tasks, symbols, &facts.created_at, facts.creator);
    // Where a compiler gives the call of the runtime a wrong line, the body knows better.
    let directive = address_in_body(race, task).and_then(|address| symbols.directive(address));
    if let (Some(innermost), Some(directive)) = (frames.first_mut(), directive) {
        innermost.location = Some(directive);
    }
    frames
}

/// A return address into the outermost function of a task: the end of one of the stacks that belong
/// to it.
fn address_in_body(race: &RaceFacts, task: usize) -> Option<u64> {
    let accesses = [&race.earlier, &race.later].into_iter().filter(|access| access.task == task);
    let creations = race.tasks.iter().filter(|other| other.creator == Some(task));
    let mut stacks = accesses.map(|access| &access.stack).chain(creations.map(|other| &other.created_at));
    stacks.find_map(|stack| stack.last().copied())
}

/// Writes the frames below a heading.
pub(super) fn write_stack(out: &mut String, frames: &[Frame], options: &TextOptions) {
    for (number, frame) in frames.iter().take(LONGEST_STACK).enumerate() {
        let _ = writeln!(out, "    #{number} {}", frame_text(frame, options));
    }
    if frames.len() > LONGEST_STACK {
        let _ = writeln!(out, "    … and {} more calls", frames.len() - LONGEST_STACK);
    }
    if frames.is_empty() {
        out.push_str("    (the call stack is not known)\n");
    }
}

/// A frame, without its number: `main [task] racy.c:12:5`.
fn frame_text(frame: &Frame, options: &TextOptions) -> String {
    let mut text = function_text(frame);
    // The distance is from the beginning of the outlined function, not of the one whose name is
    // shown for it.
    if let (Some(offset), Some(_), Role::Function) = (frame.symbol_offset, &frame.function, frame.role) {
        let _ = write!(text, "+{offset:#x}");
    }
    let place = match &frame.location {
        Some(location) => location_text(location, options),
        None if text.is_empty() => place_text(&frame.place),
        None => format!("({})", place_text(&frame.place)),
    };
    if !text.is_empty() {
        text.push(' ');
    }
    text + &place
}

/// The function and the construct in it: `main [task]`.
pub(super) fn function_text(frame: &Frame) -> String {
    let construct = construct(frame).map(|construct| match construct {
        Construct::Task => "[task]",
        Construct::ParallelRegion => "[parallel region]",
        Construct::TargetRegion => "[target region]",
        Construct::Unknown => "[OpenMP construct]",
    });
    let parts: Vec<&str> = frame.function.as_deref().into_iter().chain(construct).collect();
    parts.join(" ")
}

/// A place for the last line of a report: `racy.c:12:5 (main)`.
pub(super) fn site_text(frame: Option<&Frame>, options: &TextOptions) -> String {
    let Some(frame) = frame else {
        return "an unknown place".to_owned();
    };
    let place = match &frame.location {
        Some(location) => location_text(location, options),
        None => place_text(&frame.place),
    };
    match &frame.function {
        Some(function) => format!("{place} ({function})"),
        None => place,
    }
}

/// `racy.c:12:5`
pub(super) fn location_text(location: &SourceLocation, options: &TextOptions) -> String {
    let file = Path::new(&location.file);
    let base = options.base_directory.as_deref();
    let file = base.and_then(|base| file.strip_prefix(base).ok()).unwrap_or(file);
    match location.column {
        Some(column) => format!("{}:{}:{column}", file.display(), location.line),
        None => format!("{}:{}", file.display(), location.line),
    }
}

/// `racy+0x12ab`
pub(super) fn place_text(place: &Place) -> String {
    match &place.module {
        Some(module) => format!("{module}+{:#x}", place.offset),
        None => format!("{:#x}", place.offset),
    }
}
