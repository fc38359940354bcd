//! Read-modify-writes by which a thread waits: they see the same value again and again.
//!
//! A thread may wait with `compare_exchange`, `test_and_set` or `fetch_add(0)` for what another one
//! writes. A counter that goes up looks different each time, and is no reason to let others run.

/// What a read-modify-write saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Poll {
    pc: usize,
    address: usize,
    value: u128,
}

/// The last read-modify-writes of a thread, at different places of the program. A loop that waits has
/// few: it takes a lock, looks, and gives it back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Polls {
    seen: [Poll; 4],
    next: usize,
}

impl Polls {
    /// At `pc`, `value` is about to be read from `address` and written. Returns whether the same was
    /// seen there last time.
    pub(crate) fn has_seen(&mut self, pc: usize, address: usize, value: u128) -> bool {
        let poll = Poll { pc, address, value };
        let Some(index) = self.seen.iter().position(|seen| seen.pc == pc) else {
            self.seen[self.next] = poll;
            self.next = (self.next + 1) % self.seen.len();
            return false;
        };
        std::mem::replace(&mut self.seen[index], poll) == poll
    }
}

/// What is at `address`, for the longest that an atomic access can be.
///
/// # Safety
///
/// The program is about to access `length` bytes there, and no other thread of it runs.
pub(crate) unsafe fn value_at(address: usize, length: usize) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    let length = length.min(bytes.len());
    let from: *const u8 = std::ptr::with_exposed_provenance(address);
    // SAFETY: by the caller's promise; what a thread that is not checked writes meanwhile may be read
    // in part, which is no worse than another value.
    unsafe { std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), length) };
    u128::from_ne_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_stays_taken_is_seen_again_and_a_counter_is_not() {
        let mut polls = Polls::default();
        assert!(!polls.has_seen(1, 0x10, 0));
        assert!(polls.has_seen(1, 0x10, 0));
        let counts = (1..100).filter(|value| polls.has_seen(1, 0x10, *value));
        assert_eq!(counts.count(), 0);
    }

    #[test]
    fn two_places_by_turns_are_told_apart_and_so_are_addresses() {
        let mut polls = Polls::default();
        let round = |polls: &mut Polls| [polls.has_seen(1, 0x10, 0), polls.has_seen(2, 0x10, 1)];
        assert_eq!(round(&mut polls), [false; 2]);
        assert_eq!(round(&mut polls), [true; 2]);
        assert!(!polls.has_seen(1, 0x20, 0));
    }

    #[test]
    fn as_much_is_read_as_the_access_reads() {
        let bytes: [u8; 4] = [1, 2, 3, 4];
        let address = bytes.as_ptr().expose_provenance();
        // SAFETY: the bytes are there.
        assert_eq!(unsafe { value_at(address, 2) }, 0x0201);
    }
}
