//! Sets of small numbers, for the transitive closure.

/// A set of numbers, one bit each.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// Puts `number` in.
    pub(crate) fn insert(&mut self, number: usize) {
        if self.words.len() <= number / 64 {
            self.words.resize(number / 64 + 1, 0);
        }
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Whether `number` is in.
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Puts everything in that is in `other`.
    pub(crate) fn insert_all(&mut self, other: &BitSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_holds_exactly_the_members_of_both() {
        let (mut a, mut b) = (BitSet::default(), BitSet::default());
        [0, 5, 64].into_iter().for_each(|n| a.insert(n));
        [5, 63, 200].into_iter().for_each(|n| b.insert(n));
        a.insert_all(&b);
        let members: Vec<usize> = (0..300).filter(|n| a.contains(*n)).collect();
        assert_eq!(members, [0, 5, 63, 64, 200]);
    }
}
