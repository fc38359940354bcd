//! Makes a failing program small: statements are left out, or replaced by what is inside of them, for as long as the
//! same kind of fault stays.

use crate::model::{Clauses, Item, Kind, Program, Stmt};

/// The smallest program found with `still_fails`, which is asked at most `attempts` times.
pub fn shrink(program: &Program, attempts: usize, mut still_fails: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut left = attempts;
    let mut progress = true;
    while progress {
        progress = false;
        let mut at = 0;
        while let Some(candidates) = candidates(&best, at) {
            let mut replaced = false;
            for mut candidate in candidates {
                if left == 0 {
                    return best;
                }
                left -= 1;
                candidate.number();
                if still_fails(&candidate) {
                    best = candidate;
                    (progress, replaced) = (true, true);
                    break;
                }
            }
            if !replaced {
                at += 1;
            }
        }
    }
    best
}

/// Smaller programs, which differ in the statement at `at`, counted as a reader would; none if there is no such.
fn candidates(program: &Program, at: usize) -> Option<Vec<Program>> {
    let variants = variants(nth(&program.region, &mut at.clone())?);
    let put = |stmts: Vec<Stmt>| {
        let mut smaller = program.clone();
        replace(&mut smaller.region, &mut at.clone(), stmts);
        smaller
    };
    Some(variants.into_iter().map(put).collect())
}

fn nth<'a>(stmts: &'a [Stmt], at: &mut usize) -> Option<&'a Stmt> {
    for stmt in stmts {
        if *at == 0 {
            return Some(stmt);
        }
        *at -= 1;
        if let Some(found) = stmt.kind.body().and_then(|body| nth(body, at)) {
            return Some(found);
        }
    }
    None
}

/// Puts `new` in the place of the statement at `at`, and returns whether it was found.
fn replace(stmts: &mut Vec<Stmt>, at: &mut usize, new: Vec<Stmt>) -> bool {
    for index in 0..stmts.len() {
        if *at == 0 {
            stmts.splice(index..=index, new);
            return true;
        }
        *at -= 1;
        if let Some(body) = stmts[index].kind.body_mut()
            && replace(body, at, new.clone())
        {
            return true;
        }
    }
    false
}

/// What may stand in the place of a statement: nothing, its body where no name goes out of scope, or itself with less.
fn variants(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    let with = |kind: Kind| vec![Stmt { id: 0, kind }];
    let mut variants = vec![Vec::new()];
    match &stmt.kind {
        Kind::Task(clauses, body) => {
            variants.push(body.clone());
            for kept in fewer(&clauses.depends) {
                let mut less = clauses.clone();
                less.depends = kept;
                variants.push(with(Kind::Task(less, body.clone())));
            }
            let mut less = clauses.clone();
            (less.undeferred, less.is_final, less.untied, less.mergeable) = (false, false, false, false);
            if less != *clauses {
                variants.push(with(Kind::Task(less, body.clone())));
            }
        }
        Kind::Detached(clauses, by, body) => {
            variants.push(with(Kind::Task(clauses.clone(), body.clone())));
            for kept in fewer(&clauses.depends) {
                let less = Clauses { depends: kept, ..clauses.clone() };
                variants.push(with(Kind::Detached(less, *by, body.clone())));
            }
            if *clauses != Clauses::default() && clauses.depends.is_empty() {
                variants.push(with(Kind::Detached(Clauses::default(), *by, body.clone())));
            }
        }
        Kind::Taskgroup(body) | Kind::Section(_, _, body) | Kind::ReducingGroup(_, body) | Kind::Ordered(_, body) => {
            variants.push(body.clone());
        }
        Kind::Parallel(_, region) => variants.extend(region.iter().filter_map(|stmt| stmt.kind.body().cloned())),
        Kind::Await(items) if items.len() > 1 => {
            variants.extend(fewer(items).into_iter().map(|kept| with(Kind::Await(kept))));
        }
        Kind::Taskwait(items) => variants.extend(fewer(items).into_iter().map(|kept| with(Kind::Taskwait(kept)))),
        _ => {}
    }
    variants
}

fn fewer(items: &[Item]) -> Vec<Vec<Item>> {
    let without = |left_out: usize| {
        let kept = items.iter().enumerate().filter(|(index, _)| *index != left_out);
        kept.map(|(_, item)| *item).collect()
    };
    (0..items.len()).map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Base, Mode, Place};

    fn access(offset: u64) -> Stmt {
        Stmt { id: 0, kind: Kind::Access(Place { var: 0, base: Base::Zero, offset }, Mode::Read) }
    }

    #[test]
    fn only_what_the_fault_needs_is_left() {
        let task = Kind::Task(Clauses::default(), vec![access(1), access(2)]);
        let region = vec![access(3), Stmt { id: 0, kind: task }, access(4)];
        let program = Program { vars: Vec::new(), region };
        let needs_two = |program: &Program| format!("{program:?}").contains("offset: 2");
        let small = shrink(&program, 100, needs_two);
        assert_eq!(small.region.len(), 1);
        assert!(matches!(small.region[0].kind, Kind::Access(Place { offset: 2, .. }, _)));
    }
}
