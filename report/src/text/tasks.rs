//! Tasks in words.

use std::fmt::Write;

use super::TextOptions;
use super::stacks::write_stack;
use crate::model::{TaskFacts, TaskKind};
use crate::symbols::Frame;

/// Writes what the task is and where it comes from; `creation` are the calls that led there.
pub(super) fn write_task(
    out: &mut String,
    tasks: &[TaskFacts],
    task: usize,
    creation: &[Frame],
    options: &TextOptions,
) {
    let facts = &tasks[task];
    let _ = write!(out, "  Task {} ", facts.number);
    let made = match facts.kind {
        TaskKind::Initial => {
            out.push_str("(initial)");
            "begun"
        }
        TaskKind::Implicit { thread } => {
            let _ = write!(out, "(implicit, thread {thread} of a parallel region)");
            "begun"
        }
        TaskKind::Explicit => {
            out.push_str("(explicit)");
            "created"
        }
    };
    let creator = facts.creator.and_then(|creator| tasks.get(creator));
    if creator.is_some() || !facts.created_at.is_empty() {
        let _ = write!(out, ", {made}");
    }
    if let Some(creator) = creator {
        let _ = write!(out, " by task {}", creator.number);
    }
    if facts.created_at.is_empty() {
        out.push('\n');
    } else {
        out.push_str(" at:\n");
        write_stack(out, creation, options);
    }
}
