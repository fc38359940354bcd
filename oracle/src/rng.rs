//! A random number generator that never changes: a seed that is printed today replays the same
//! stream forever.

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, Figure 17).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose numbers depend on `seed` alone.
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0. The bias of the remainder is far below what the
    /// tests can see.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which are not empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// One of `items`, each as likely as its weight says; `None` if all weights are 0.
    pub fn weighted<T: Copy>(&mut self, items: &[(usize, T)]) -> Option<T> {
        let total: usize = items.iter().map(|(weight, _)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut at = self.below(total);
        for (weight, item) in items {
            if at < *weight {
                return Some(*item);
            }
            at -= weight;
        }
        unreachable!("a number below the total falls on an item")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut rng = Rng::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn an_item_of_weight_zero_is_never_drawn() {
        let mut rng = Rng::new(1);
        assert!((0..1000).all(|_| rng.weighted(&[(0, 'a'), (1, 'b'), (0, 'c')]) == Some('b')));
        assert_eq!(rng.weighted(&[(0, 'a')]), None);
    }
}
