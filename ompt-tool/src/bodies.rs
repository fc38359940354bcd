//! The functions that regions and tasks run: whether they are checked is found out at the end.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// What runs a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Construct {
    Region,
    Task,
}

/// A function, and a place at which regions or tasks that run it are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) construct: Construct,
    pub(crate) code: usize,
    pub(crate) pc: usize,
    /// How many there were.
    pub(crate) count: u64,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    list: Vec<Body>,
    indices: HashMap<(usize, usize), usize, FxBuildHasher>,
    /// The one that was noted last.
    recent: usize,
}

impl Bodies {
    /// A region or task is created at `pc` that runs the function at `code`; 0 if that is not
    /// known.
    pub(crate) fn note(&mut self, construct: Construct, code: usize, pc: usize) {
        if let Some(body) = self.list.get_mut(self.recent)
            && (body.code, body.pc) == (code, pc)
        {
            body.count += 1;
        } else if code != 0 {
            let next = self.list.len();
            self.recent = *self.indices.entry((code, pc)).or_insert(next);
            if self.recent == next {
                self.list.push(Body { construct, code, pc, count: 0 });
            }
            self.list[self.recent].count += 1;
        }
    }

    /// In the order in which they came first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Body> {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_of_each_function_is_counted() {
        let mut bodies = Bodies::default();
        for (code, pc) in [(1, 10), (2, 20), (1, 10), (1, 11), (2, 20), (2, 20), (0, 30)] {
            bodies.note(Construct::Task, code, pc);
        }
        let counts: Vec<_> = bodies.iter().map(|body| (body.code, body.pc, body.count)).collect();
        assert_eq!(counts, [(1, 10, 2), (2, 20, 3), (1, 11, 1)]);
    }
}
