//! Which races are the same to the user.

use std::collections::HashSet;

use crate::model::{AccessFacts, AccessMode, RaceFacts};
use crate::positions::{PositionId, Positions};
use crate::symbols::Symbolize;

/// One side of a race by its code address, which is found without debug information.
pub type CodeSite = (u64, AccessMode);

/// One side of a race, as far as it tells races apart.
type Site = (PositionId, AccessMode);

fn ordered<T: Ord>(a: T, b: T) -> (T, T) {
    if a <= b { (a, b) } else { (b, a) }
}

fn code_site(access: &AccessFacts) -> CodeSite {
    (access.stack.first().copied().unwrap_or(0), access.mode)
}

/// Remembers which races have been reported. Two at the same pair of places are the same race,
/// whichever access came first.
#[derive(Debug, Default)]
pub struct Deduplicator {
    positions: Positions,
    reported: HashSet<(Site, Site)>,
    /// Pairs of code addresses that have been asked about, which spares looking them up in debug
    /// information.
    asked: HashSet<(CodeSite, CodeSite)>,
    repeated: u64,
}

impl Deduplicator {
    /// Remembers nothing yet.
    pub fn new() -> Deduplicator {
        Deduplicator::default()
    }

    /// Whether [`Self::is_new`] was asked about these two before.
    pub fn was_asked(&self, one: CodeSite, other: CodeSite) -> bool {
        self.asked.contains(&ordered(one, other))
    }

    /// Whether no race at the same pair of sites has been asked about before.
    pub fn is_new(&mut self, race: &RaceFacts, symbols: &(impl Symbolize + ?Sized)) -> bool {
        let new = self.asked.insert(ordered(code_site(&race.earlier), code_site(&race.later))) && {
            let mut site = |access: &AccessFacts| (self.positions.innermost(&access.stack, symbols), access.mode);
            let pair = ordered(site(&race.earlier), site(&race.later));
            self.reported.insert(pair)
        };
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

    /// The places of its races.
    pub(crate) fn positions(&mut self) -> &mut Positions {
        &mut self.positions
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
        let mut seen = Deduplicator::new();
        assert!(seen.is_new(&first, &symbols));
        assert!(seen.was_asked((2, AccessMode::Read), (1, AccessMode::Write)));
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
