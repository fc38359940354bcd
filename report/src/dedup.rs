//! Which races are the same to the user.

use std::collections::HashSet;

use crate::model::{AccessFacts, AccessMode, RaceFacts};
use crate::stack::call_stack;
use crate::symbols::{SourceLocation, Symbolize};

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Position {
    /// In the source.
    Source(SourceLocation),
    /// In memory, where the source is not known.
    Code(u64),
}

/// One side of a race, as far as it tells races apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Where.
    pub position: Position,
    /// Whether it writes.
    pub mode: AccessMode,
}

/// The unordered pair of sites by which races are told apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteKey {
    smaller: Site,
    larger: Site,
}

impl SiteKey {
    /// The two sites, in an order that does not depend on which access came first.
    pub fn sites(&self) -> [&Site; 2] {
        [&self.smaller, &self.larger]
    }
}

/// The pair of sites of a race.
pub fn site_key(race: &RaceFacts, symbols: &(impl Symbolize + ?Sized)) -> SiteKey {
    let (smaller, larger) = ordered(site(&race.earlier, symbols), site(&race.later, symbols));
    SiteKey { smaller, larger }
}

fn site(access: &AccessFacts, symbols: &(impl Symbolize + ?Sized)) -> Site {
    let innermost = call_stack(&access.stack, symbols).into_iter().next();
    let position = match innermost.and_then(|frame| frame.location) {
        Some(location) => Position::Source(location),
        None => Position::Code(code(access)),
    };
    Site { position, mode: access.mode }
}

fn code(access: &AccessFacts) -> u64 {
    access.stack.first().copied().unwrap_or(0)
}

fn ordered<T: Ord>(a: T, b: T) -> (T, T) {
    if a <= b { (a, b) } else { (b, a) }
}

/// Remembers which races have been reported.
#[derive(Debug, Default)]
pub struct Deduplicator {
    reported: HashSet<SiteKey>,
    /// Pairs of code addresses that have been asked about, which spares looking them up in debug information.
    asked: HashSet<((u64, AccessMode), (u64, AccessMode))>,
    repeated: u64,
}

impl Deduplicator {
    /// Remembers nothing yet.
    pub fn new() -> Deduplicator {
        Deduplicator::default()
    }

    /// Whether no race at the same pair of sites has been asked about before.
    pub fn is_new(&mut self, race: &RaceFacts, symbols: &(impl Symbolize + ?Sized)) -> bool {
        let side = |access: &AccessFacts| (code(access), access.mode);
        let new = self.asked.insert(ordered(side(&race.earlier), side(&race.later)))
            && self.reported.insert(site_key(race, symbols));
        if !new {
            self.repeated += 1;
        }
        new
    }

    /// How many races were new.
    pub fn distinct(&self) -> u64 {
        self.reported.len() as u64
    }

    /// How many races were not.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSymbols, race};

    #[test]
    fn the_order_of_the_accesses_does_not_matter() {
        let symbols = FakeSymbols::default();
        let first = race((1, AccessMode::Write), (2, AccessMode::Read));
        let mirrored = race((2, AccessMode::Read), (1, AccessMode::Write));
        assert_eq!(site_key(&first, &symbols), site_key(&mirrored, &symbols));
        let mut seen = Deduplicator::new();
        assert!(seen.is_new(&first, &symbols));
        assert!(!seen.is_new(&mirrored, &symbols));
        assert_eq!((seen.distinct(), seen.repeated()), (1, 1));
    }

    #[test]
    fn reading_and_writing_are_told_apart() {
        let symbols = FakeSymbols::default();
        let mut seen = Deduplicator::new();
        assert!(seen.is_new(&race((1, AccessMode::Write), (2, AccessMode::Read)), &symbols));
        assert!(seen.is_new(&race((1, AccessMode::Write), (2, AccessMode::Write)), &symbols));
        assert!(seen.is_new(&race((1, AccessMode::Read), (2, AccessMode::Write)), &symbols));
    }

    #[test]
    fn two_instructions_of_one_place_in_the_source_are_one_site() {
        let symbols = FakeSymbols::default().at(1, "main", "a.c", 5, 3).at(3, "main", "a.c", 5, 3);
        let mut seen = Deduplicator::new();
        assert!(seen.is_new(&race((1, AccessMode::Write), (2, AccessMode::Write)), &symbols));
        assert!(!seen.is_new(&race((3, AccessMode::Write), (2, AccessMode::Write)), &symbols));
    }

    #[test]
    fn without_debug_information_instructions_count() {
        let symbols = FakeSymbols::default();
        let mut seen = Deduplicator::new();
        assert!(seen.is_new(&race((1, AccessMode::Write), (2, AccessMode::Write)), &symbols));
        assert!(seen.is_new(&race((3, AccessMode::Write), (2, AccessMode::Write)), &symbols));
    }
}
