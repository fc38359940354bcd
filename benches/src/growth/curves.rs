//! The curves, and how far each goes.

/// A program that grows with its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Curve {
    /// Its name, that of the file in `curves/`.
    pub(super) name: &'static str,
    /// What n counts.
    pub(super) unit: &'static str,
    /// The largest n: checking it takes a few seconds at the most.
    pub(super) largest: u64,
}

/// All curves.
pub(super) const CURVES: [Curve; 14] = [
    curve("tasks", "flat tasks, joined by the thousand", 1 << 21),
    curve("tree", "tasks in a binary tree", 1 << 21),
    curve("nesting", "tasks nested in each other", 1 << 15),
    curve("edges", "items of depend clauses", 1 << 22),
    curve("stencil", "items of depend clauses, 28 to a task", 1 << 22),
    curve("chain", "tasks in a chain by depend", 1 << 21),
    curve("fan", "tasks in fans of a thousand", 1 << 20),
    curve("dag", "tasks that depend on four earlier ones", 1 << 17),
    curve("critical", "tasks with a critical section", 1 << 19),
    curve("readers", "tasks that read a matrix", 1 << 11),
    curve("data", "bytes that 16 tasks write and read", 1 << 28),
    curve("reads-one", "tasks that read one location", 1 << 21),
    curve("fresh", "tasks, each joined, with an element each", 1 << 21),
    curve("malloc", "tasks that allocate and free", 1 << 20),
];

const fn curve(name: &'static str, unit: &'static str, largest: u64) -> Curve {
    Curve { name, unit, largest }
}

impl Curve {
    /// The values of n: `count` of them, each twice the one before.
    pub(super) fn points(&self, count: u32) -> Vec<u64> {
        (0..count).rev().map(|halvings| (self.largest >> halvings).max(1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::own_directory;

    #[test]
    fn every_program_is_a_curve_and_has_room_for_the_most_points() {
        let programs = crate::programs::find(&own_directory("curves"), &[], "1").expect("there are programs");
        let mut names = CURVES.map(|curve| curve.name);
        names.sort_unstable();
        assert_eq!(programs.into_iter().map(|curve| curve.program.name).collect::<Vec<_>>(), names);
        assert!(CURVES.iter().all(|curve| curve.largest >> 11 > 0));
    }

    #[test]
    fn points_double_up_to_the_largest() {
        assert_eq!(curve("x", "", 64).points(4), [8, 16, 32, 64]);
    }
}
