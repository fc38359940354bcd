//! Which races are shown: the first few of those that one mistake has made.
//!
//! One missing `taskwait` lets every line of a task race with every line of another. A person mends
//! the two constructs, so the pair of constructs and the variable make a *group*, and the rest of a
//! group is counted only.
//!
//! | races | that are shown, for a limit of *n* |
//! |---|---|
//! | of two constructs on one variable | *n* |
//! | of two constructs, on all variables | [`WIDER`] · *n* |
//! | on one variable, of all constructs | [`WIDER`] · *n* |
//!
//! The second row is for a pair of tasks with many variables, the third for a variable with many
//! tasks.

use std::collections::HashMap;

use crate::dedup::Deduplicator;
use crate::model::{MemoryFacts, RaceFacts, TaskFacts, TaskKind};
use crate::positions::{PositionId, Positions};
use crate::symbols::{Frame, SourceLocation, Symbolize, Variable};
use crate::text::{creation_stack, racy_bytes};

/// How many times the limit are shown of two constructs, and on one variable.
const WIDER: u64 = 4;

/// A construct that makes tasks. `None` is the beginning of the program.
type Construct = Option<(Sort, PositionId)>;

/// What a construct makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Explicit tasks.
    Tasks,
    /// The threads of a region.
    Region,
}

/// A variable, however many instances of it there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Racy {
    /// Blocks that were allocated by one call, with the calls that led there.
    Blocks(Vec<u64>),
    /// A block that nobody knows the origin of.
    Block(u64),
    /// What the tasks of a construct have captured.
    Captured(Construct),
    /// A local variable of a function.
    Local { function: Option<String>, name: String, declared_at: Option<SourceLocation> },
    /// A local variable of the function at this address, whose name is not known.
    LocalOf(u64),
    /// A variable with a place of its own.
    Static(u64),
    /// Anything else in this file, or in none.
    Unknown(Option<String>),
}

/// Two constructs of which not all races were shown.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// What the two are, and where, as far as that is known. `None` is the beginning of the
    /// program.
    pub constructs: [Option<(Sort, Option<Frame>)>; 2],
    /// Distinct races that were not shown.
    pub races: u64,
}

#[derive(Debug)]
struct Pair {
    shown: u64,
    hidden: Hidden,
}

/// What has been shown so far.
#[derive(Debug, Default)]
pub struct Groups {
    limit: u64,
    variables: HashMap<Racy, usize>,
    /// Shown on each variable.
    of_variable: Vec<u64>,
    /// Two constructs, in the order of their places, as an index into `pairs`.
    of_constructs: HashMap<[Construct; 2], usize>,
    pairs: Vec<Pair>,
    /// Shown of two constructs on one variable.
    of_both: HashMap<(usize, usize), u64>,
    hidden: u64,
}

impl Groups {
    /// Shows `limit` races of a group; all, if that is 0.
    pub fn new(limit: u64) -> Groups {
        Groups { limit, ..Groups::default() }
    }

    /// Whether a race that was not there before is shown.
    pub fn shows(&mut self, race: &RaceFacts, known: &mut Deduplicator, symbols: &(impl Symbolize + ?Sized)) -> bool {
        let positions = known.positions();
        if self.limit == 0 {
            return true;
        }
        let wide = self.limit.saturating_mul(WIDER);
        let pair = self.pair(race, positions, symbols);
        let shown = self.pairs[pair].shown < wide && {
            let variable = self.variable(race, positions, symbols);
            let of_both = self.of_both.entry((pair, variable)).or_default();
            let of_variable = &mut self.of_variable[variable];
            let shown = *of_both < self.limit && *of_variable < wide;
            *of_both += u64::from(shown);
            *of_variable += u64::from(shown);
            shown
        };
        let pair = &mut self.pairs[pair];
        *(if shown { &mut pair.shown } else { &mut pair.hidden.races }) += 1;
        self.hidden += u64::from(!shown);
        shown
    }

    /// How many races were not shown.
    pub fn hidden(&self) -> u64 {
        self.hidden
    }

    /// The pairs of constructs with races that were not shown, those with the most first.
    pub fn pairs_with_hidden(&self) -> Vec<&Hidden> {
        let mut pairs: Vec<&Hidden> =
            self.pairs.iter().map(|pair| &pair.hidden).filter(|pair| pair.races > 0).collect();
        // Among equals the order in which they were found stays.
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.races));
        pairs
    }

    fn pair(&mut self, race: &RaceFacts, positions: &mut Positions, symbols: &(impl Symbolize + ?Sized)) -> usize {
        let mut sides = [&race.earlier, &race.later].map(|access| {
            let construct = race.tasks.get(access.task).and_then(|task| construct(task, positions, symbols));
            (construct, access.task)
        });
        sides.sort();
        let next = self.pairs.len();
        let pair = *self.of_constructs.entry(sides.map(|(construct, _)| construct)).or_insert(next);
        if pair == next {
            let constructs = sides.map(|(construct, task)| {
                let (sort, _) = construct?;
                Some((sort, creation_stack(race, symbols, task).into_iter().next()))
            });
            self.pairs.push(Pair { shown: 0, hidden: Hidden { constructs, races: 0 } });
        }
        pair
    }

    fn variable(&mut self, race: &RaceFacts, positions: &mut Positions, symbols: &(impl Symbolize + ?Sized)) -> usize {
        let next = self.of_variable.len();
        let variable = *self.variables.entry(variable(race, positions, symbols)).or_insert(next);
        if variable == next {
            self.of_variable.push(0);
        }
        variable
    }
}

fn construct(task: &TaskFacts, positions: &mut Positions, symbols: &(impl Symbolize + ?Sized)) -> Construct {
    let sort = match task.kind {
        TaskKind::Initial => return None,
        TaskKind::Implicit { .. } => Sort::Region,
        TaskKind::Explicit => Sort::Tasks,
    };
    Some((sort, positions.innermost(&task.created_at, symbols)))
}

/// The questions to `symbols` are those of the report's text, so that a trace has the answers.
fn variable(race: &RaceFacts, positions: &mut Positions, symbols: &(impl Symbolize + ?Sized)) -> Racy {
    let (address, size) = racy_bytes(race);
    match &race.memory {
        MemoryFacts::Heap { start, allocated_at, .. } if allocated_at.is_empty() => Racy::Block(*start),
        MemoryFacts::Heap { allocated_at, .. } => Racy::Blocks(allocated_at.clone()),
        MemoryFacts::TaskData { task, .. } => {
            let task = task.and_then(|task| race.tasks.get(task));
            Racy::Captured(task.and_then(|task| construct(task, positions, symbols)))
        }
        MemoryFacts::Stack { function: 0, .. } => Racy::LocalOf(0),
        MemoryFacts::Stack { function, frame_address } => {
            match symbols.local_variable(*function, *frame_address, address, size) {
                Some(Variable { function, name, declared_at, .. }) => Racy::Local { function, name, declared_at },
                None => Racy::LocalOf(*function),
            }
        }
        MemoryFacts::Static => match symbols.static_variable(address, size) {
            Some(variable) => Racy::Static(variable.address),
            None => Racy::Unknown(symbols.place(address).module),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSymbols, access, explicit, initial};
    use crate::model::AccessMode;
    use crate::symbols::VariableKind;

    /// How many of the races in `0..number` are shown for a limit of 3.
    fn shown(number: u64, race: impl Fn(u64) -> RaceFacts) -> (u64, Groups) {
        let symbols = (0..20_u64).fold(FakeSymbols::default(), |symbols, word| {
            // Variables of two words each.
            let address = 0x4000 + word / 2 * 8;
            symbols.static_at(
                0x4000 + word * 4,
                Variable {
                    name: "x".to_owned(),
                    kind: VariableKind::Static,
                    function: None,
                    address,
                    size: Some(8),
                    offset: 0,
                    element: None,
                    declared_at: None,
                },
            )
        });
        let (mut groups, mut known) = (Groups::new(3), Deduplicator::new());
        let shown = (0..number).filter(|&index| groups.shows(&race(index), &mut known, &symbols)).count();
        (shown as u64, groups)
    }

    /// Two lines, of tasks that were created at these places, race on a word.
    fn race(word: u64, lines: [u64; 2], created_at: [u64; 2]) -> RaceFacts {
        let address = 0x4000 + word * 4;
        RaceFacts {
            earlier: access(AccessMode::Write, address, &[lines[0]], 1),
            later: access(AccessMode::Write, address, &[lines[1]], 2),
            memory: MemoryFacts::Static,
            tasks: vec![initial(), explicit(1, &[created_at[0]], 0), explicit(2, &[created_at[1]], 0)],
        }
    }

    #[test]
    fn the_first_few_of_two_tasks_and_a_variable_are_shown() {
        let (shown, groups) = shown(100, |index| race(index % 2, [index, index + 1], [0x100, 0x200]));
        assert_eq!((shown, groups.hidden()), (3, 97));
        let [pair] = groups.pairs_with_hidden()[..] else { panic!("one pair") };
        assert_eq!(pair.races, 97);
    }

    #[test]
    fn another_variable_and_another_construct_have_groups_of_their_own() {
        assert_eq!(shown(6, |index| race(index / 3 * 2, [index, 1], [0x100, 0x200])).0, 6);
        assert_eq!(shown(6, |index| race(0, [index, 1], [0x100, 0x200 + index / 3])).0, 6);
    }

    #[test]
    fn the_sides_of_a_race_may_be_exchanged() {
        let turned = |index: u64| if index.is_multiple_of(2) { [0x100, 0x200] } else { [0x200, 0x100] };
        assert_eq!(shown(10, |index| race(0, [index, 1], turned(index))).0, 3);
    }

    #[test]
    fn many_variables_of_two_tasks_are_bounded() {
        let (shown, groups) = shown(20, |index| race(index, [index, 1], [0x100, 0x200]));
        assert_eq!((shown, groups.hidden()), (12, 8));
    }

    #[test]
    fn many_tasks_on_one_variable_are_bounded() {
        let (shown, groups) = shown(100, |index| race(0, [index, 1], [index, 1]));
        assert_eq!((shown, groups.pairs_with_hidden().len()), (12, 88));
    }

    #[test]
    fn without_a_limit_all_are_shown() {
        let (mut groups, mut known) = (Groups::new(0), Deduplicator::new());
        let symbols = FakeSymbols::default();
        assert!((0..100).all(|index| groups.shows(&race(0, [index, 1], [1, 2]), &mut known, &symbols)));
        assert_eq!(groups.hidden(), 0);
    }
}
