//! `depend` clauses in words, and why they do not order two tasks.

use std::fmt::Write;

use crate::model::{AccessFacts, AccessMode, DependFacts, DependKind, MemoryFacts, RaceFacts, TaskFacts};
use crate::symbols::{Symbolize, Variable};

/// Clauses that are printed of one task.
const MOST_CLAUSES: usize = 8;

/// Writes the clauses of a task: `depend(out/inout: a[4], 32 bytes at 0x4010)`.
pub(super) fn write_depends(out: &mut String, depends: &[DependFacts], symbols: &(impl Symbolize + ?Sized)) {
    for depend in depends.iter().take(MOST_CLAUSES) {
        let _ = writeln!(out, "    {}", item_text(depend, symbols));
    }
    if depends.len() > MOST_CLAUSES {
        let _ = writeln!(out, "    … and {} more depend items", depends.len() - MOST_CLAUSES);
    }
}

/// One item, as a clause of its own.
pub(super) fn item_text(depend: &DependFacts, symbols: &(impl Symbolize + ?Sized)) -> String {
    format!("depend({}: {})", kind_text(depend.kind), location_text(depend, symbols))
}

fn kind_text(kind: DependKind) -> &'static str {
    match kind {
        DependKind::In => "in",
        DependKind::InOut => "out/inout",
        DependKind::InOutSet => "inoutset",
        DependKind::MutexInOutSet => "mutexinoutset",
    }
}

fn location_text(depend: &DependFacts, symbols: &(impl Symbolize + ?Sized)) -> String {
    let Some(address) = depend.address else { return "omp_all_memory".to_owned() };
    let name = |variable: Variable| match (variable.element, variable.offset) {
        (Some(element), _) => element,
        (None, 0) => variable.name,
        (None, offset) => format!("byte {offset} of {}", variable.name),
    };
    let named = match &depend.memory {
        // The first byte stands for the whole.
        MemoryFacts::Static => symbols.static_variable(address, 1).map(name),
        MemoryFacts::Stack { function, frame_address } if *function != 0 => {
            symbols.local_variable(*function, *frame_address, address, 1).map(name)
        }
        MemoryFacts::Heap { start, .. } => Some(format!("heap block, offset {}", address.wrapping_sub(*start))),
        _ => None,
    };
    let mut text = named.map_or_else(String::new, |name| format!("{name}, "));
    match depend.length {
        0 => {}
        1 => text.push_str("1 byte at "),
        length => {
            let _ = write!(text, "{length} bytes at ");
        }
    }
    let _ = write!(text, "{address:#x}");
    text
}

/// A sentence on why the clauses of the two tasks do not order them; none if neither has any.
pub(super) fn why_not_ordered(race: &RaceFacts) -> Option<String> {
    if [&race.earlier, &race.later].iter().any(|access| access.mode == AccessMode::End) {
        return None;
    }
    let (a, b) = (race.tasks.get(race.earlier.task)?, race.tasks.get(race.later.task)?);
    let are_siblings = a.creator == b.creator;
    match (a.depends.is_empty(), b.depends.is_empty()) {
        (true, false) if are_siblings => return Some(format!("task {} has no depend clause", a.number)),
        (false, true) if are_siblings => return Some(format!("task {} has no depend clause", b.number)),
        (false, false) => {}
        _ => return None,
    }
    let pairs = || a.depends.iter().flat_map(|one| b.depends.iter().map(move |other| (one, other)));
    let is_same = |(one, other): &(&DependFacts, &DependFacts)| one.address.is_some() && one.address == other.address;
    if !are_siblings {
        let both = if pairs().any(|pair| is_same(&pair)) { "name the same location, but they " } else { "" };
        return Some(format!(
            "their depend clauses {both}order only tasks that one task has created, and these have two creators"
        ));
    }
    let same = pairs().filter(is_same).find(|(one, _)| names(one, &race.later) == Names::Yes);
    if let Some((one, other)) = same
        && one.kind == other.kind
        && one.kind != DependKind::InOut
    {
        let kind = kind_text(one.kind);
        return Some(format!(
            "their depend clauses name the same location, both with {kind}, which does not order them"
        ));
    }
    if pairs().any(|(one, other)| overlap(one, other)) {
        return Some(
            "their depend items overlap, but have different start addresses: these do not order each other".to_owned(),
        );
    }
    let is_unnamed = |task: &TaskFacts, access| task.depends.iter().all(|depend| names(depend, access) == Names::No);
    match (is_unnamed(a, &race.earlier), is_unnamed(b, &race.later)) {
        (false, false) => None,
        (true, false) => Some(format!("no depend clause of task {} names this memory", a.number)),
        (false, true) => Some(format!("no depend clause of task {} names this memory", b.number)),
        (true, true) => Some("no depend clause of either task names this memory".to_owned()),
    }
}

/// Whether the two name some bytes in common, from different ones on.
fn overlap(one: &DependFacts, other: &DependFacts) -> bool {
    let (Some(a), Some(b)) = (one.address, other.address) else { return false };
    a != b && a < b.saturating_add(other.length) && b < a.saturating_add(one.length)
}

/// Whether a clause names what an access touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    Yes,
    No,
    /// Its length is not known.
    Perhaps,
}

fn names(depend: &DependFacts, access: &AccessFacts) -> Names {
    let Some(start) = depend.address else { return Names::Yes };
    let end = access.address.saturating_add(access.size.max(1));
    match depend.length {
        _ if start >= end => Names::No,
        0 if start < access.address => Names::Perhaps,
        length if access.address < start.saturating_add(length.max(1)) => Names::Yes,
        _ => Names::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSymbols, access, explicit, initial};
    use crate::symbols::VariableKind;

    fn depend(kind: DependKind, address: u64, length: u64) -> DependFacts {
        DependFacts { kind, address: Some(address), length, memory: MemoryFacts::Static }
    }

    /// Tasks 1 and 2 with these clauses, which race at 0x4010.
    fn race(one: Vec<DependFacts>, other: Vec<DependFacts>) -> RaceFacts {
        let (mut first, mut second) = (explicit(1, &[], 0), explicit(2, &[], 0));
        (first.depends, second.depends) = (one, other);
        RaceFacts {
            earlier: access(AccessMode::Write, 0x4010, &[1], 1),
            later: access(AccessMode::Write, 0x4010, &[2], 2),
            memory: MemoryFacts::Static,
            tasks: vec![initial(), first, second],
        }
    }

    use DependKind::{In, InOut, InOutSet};

    #[track_caller]
    fn check(one: Vec<DependFacts>, other: Vec<DependFacts>, part: Option<&str>) {
        let sentence = why_not_ordered(&race(one, other));
        assert_eq!(sentence.is_some(), part.is_some(), "{sentence:?}");
        assert!(sentence.unwrap_or_default().contains(part.unwrap_or_default()));
    }

    #[test]
    fn sections_that_overlap_do_not_order() {
        let overlapping = "overlap, but have different start addresses";
        check(vec![depend(InOut, 0x4000, 32)], vec![depend(InOut, 0x4010, 32)], Some(overlapping));
        check(vec![depend(InOut, 0x4010, 32)], vec![depend(In, 0x400c, 8)], Some(overlapping));
    }

    #[test]
    fn sections_that_touch_do_not_overlap() {
        check(vec![depend(InOut, 0x4000, 16)], vec![depend(InOut, 0x4010, 16)], Some("of task 1 names this memory"));
        check(vec![depend(InOut, 0x5000, 4)], vec![depend(InOut, 0x6000, 4)], Some("of either task"));
    }

    #[test]
    fn kinds_that_do_not_order() {
        check(vec![depend(In, 0x4010, 4)], vec![depend(In, 0x4010, 4)], Some("both with in,"));
        check(vec![depend(InOutSet, 0x4010, 4)], vec![depend(InOutSet, 0x4010, 4)], Some("both with inoutset,"));
    }

    #[test]
    fn clauses_on_other_memory_explain_nothing() {
        let other = || depend(In, 0x3000, 4);
        check(vec![other(), depend(InOut, 0x4010, 4)], vec![other()], Some("of task 2 names this memory"));
        check(vec![other(), depend(InOut, 0x4010, 0)], vec![depend(In, 0x3000, 0)], None);
    }

    #[test]
    fn a_missing_clause() {
        check(vec![], vec![], None);
        check(vec![], vec![depend(In, 0x4010, 4)], Some("task 1 has no depend clause"));
        check(vec![depend(In, 0x4010, 4)], vec![], Some("task 2 has no depend clause"));
    }

    #[test]
    fn tasks_of_two_creators() {
        let mut race = race(vec![depend(InOut, 0x4010, 4)], vec![depend(InOut, 0x4010, 4)]);
        race.tasks[2].creator = Some(1);
        let sentence = why_not_ordered(&race).unwrap();
        assert!(sentence.contains("name the same location, but they order only"), "{sentence}");
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        check(vec![depend(InOut, 0x4000, 0)], vec![depend(InOut, 0x4008, 0)], None);
        let all = DependFacts { address: None, ..depend(InOut, 0, 0) };
        check(vec![all], vec![depend(InOut, 0x4010, 4)], None);
    }

    #[test]
    fn names_of_locations() {
        let variable = Variable {
            name: "a".to_owned(),
            kind: VariableKind::Static,
            function: None,
            address: 0x4000,
            size: Some(64),
            offset: 16,
            element: Some("a[4]".to_owned()),
            declared_at: None,
        };
        let symbols = FakeSymbols::default().static_at(0x4010, variable);
        let heap = MemoryFacts::Heap { start: 0x5000, size: 64, allocated_at: Vec::new() };
        let depends = [
            depend(InOut, 0x4010, 32),
            DependFacts { memory: heap, ..depend(In, 0x5008, 1) },
            depend(InOutSet, 0x6000, 0),
            DependFacts { address: None, ..depend(InOut, 0, 0) },
        ];
        let mut text = String::new();
        write_depends(&mut text, &depends, &symbols);
        insta::assert_snapshot!(text, @r"
            depend(out/inout: a[4], 32 bytes at 0x4010)
            depend(in: heap block, offset 8, 1 byte at 0x5008)
            depend(inoutset: 0x6000)
            depend(out/inout: omp_all_memory)
        ");
    }
}
