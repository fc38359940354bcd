//! Settling: what the hooks need to take the usual transition of a cell without having been shown that very one.
//!
//! A cell that holds single, plain accesses without locks, all of which precede the running step, becomes one of the new access alone: after a write its
//! identifier stands in both halves, after a read in that of the readers. So it is enough to know of which identifiers that is true, and what the
//! identifier of the new access is.
//!
//! - **Which identifiers are settled.** Odd ones are not: they are of other accesses, or of lists. Of the others the tool tells which are of accesses that precede: mostly those up to one and from another one on
//!   ([`ThreadState::settled_below`](crate::ThreadState::settled_below), [`settled_since`](crate::ThreadState::settled_since)), which is what the assembly of the hooks looks at; and further intervals ([`Past`]). What precedes a step precedes all later ones of its task, so an interval
//!   holds until another task runs, which has a [`Past`] of its own.
//! - **The identifier of the new access.** The hooks know places ([`KnownPlace`]) and the identifiers that the running step has for them. If it has none yet, the
//!   next one is taken, and what it stands for is put into a list of [pending](Settling::pending) ones, which the tool adopts before it does anything else.
//!
//! # Who may
//!
//! The thread that has the baton, while the tool does not run. A thread that waits for the baton may take it away at any moment, so the hooks go through the tool's own [`Door`]
//! for this, as far as the doormat: they raise the flag of the checked thread and turn back if there is a visitor.

use core::sync::atomic::AtomicUsize;

use crate::{COVERING, IDENTIFIER_STEP, Parts, SPLIT, split_cell};

/// Intervals of a [`Past`]. A power of two of them fills a line of the processor's cache.
pub const INTERVALS: usize = 8;

/// Places that are remembered. Unrolled code has hundreds in one function, of which a fifth would
/// push each other out of a quarter of this.
pub const PLACES: usize = 1 << 12;

/// Identifiers that the hooks make before the tool is called.
pub const PENDING: usize = 128;

/// Split cells that the hooks make before the tool is called.
pub const PENDING_SPLITS: usize = 128;

/// Split cells that the hooks have made lately, by their hash.
pub const RECENT_SPLITS: usize = 1 << 10;

/// What an identifier from [`COVERING`] on stands for, as far as the hooks have to know.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    first: u32,
    second: u32,
    /// Tells a list, and how many more accesses it takes before the tool has to look at it.
    tag: u32,
}

/// Set in the tag of a list.
pub const LIST: u32 = 1 << 31;

/// The bits of the tag of a list that say how many more accesses it takes.
pub const BUDGET: u32 = (1 << 30) - 1;

impl Entry {
    /// The newest access of a list that takes more.
    #[inline]
    pub fn newest(self) -> Option<u32> {
        (self.tag & LIST != 0 && self.tag & BUDGET != 0).then_some(self.first)
    }
}

/// What the hooks have made an identifier for.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The number of a place; of a list, the identifier of its first access.
    pub first: u32,
    /// Of a list, what follows its first access; 0 for an access.
    pub rest: u32,
}

/// Identifiers of accesses that precede the steps of a task.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub struct Past {
    /// The smallest identifier of each interval.
    pub low: [u32; INTERVALS],
    /// How many there are.
    pub length: [u32; INTERVALS],
}

impl Past {
    /// Nothing is known to precede.
    pub const EMPTY: Past = Past { low: [0; INTERVALS], length: [0; INTERVALS] };

    /// Whether the identifier is in one of the intervals.
    #[inline]
    pub fn contains(&self, id: u32) -> bool {
        // All are looked at, which the processor does at once.
        let mut is_in = false;
        for index in 0..INTERVALS {
            is_in |= id.wrapping_sub(self.low[index]) < self.length[index];
        }
        is_in
    }

    /// The interval that the identifier is in: its smallest one, and how many there are.
    #[inline]
    pub fn interval(&self, id: u32) -> Option<(u32, u32)> {
        let intervals = self.low.into_iter().zip(self.length);
        intervals.into_iter().find(|(low, length)| id.wrapping_sub(*low) < *length)
    }
}

/// A place in the program that the tool has a number for.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug)]
pub struct KnownPlace {
    /// The code address.
    pub pc: usize,
    /// The call path; see [`Frame::context`](crate::Frame::context).
    pub context: u32,
    /// The number; 0 for none.
    pub site: u32,
    /// An identifier of a plain access there. It is that of the running step if it is not below [`ThreadState::base`](crate::ThreadState::base).
    pub id: u32,
}

/// The flags of those who are in the tool, or about to look whether they may be.
#[repr(C)]
#[derive(Debug)]
pub struct Door {
    /// The thread that has the baton, by its thread pointer; 0 if it is outside.
    pub checked: AtomicUsize,
    /// Any other thread; 0 if there is none.
    pub visitor: AtomicUsize,
    /// Threads that have signals waiting until they leave.
    pub waiting: AtomicUsize,
}

/// What the hooks need to take the usual transition.
#[repr(C)]
#[derive(Debug)]
pub struct Settling {
    /// The mark of the step that it is for; 0 for none. It differs from [`ThreadState::step`](crate::ThreadState::step) if the hooks are not to use it.
    pub step: u64,
    /// The tool's door; null if the hooks may not use it.
    pub door: *const Door,
    /// What precedes the running task.
    pub past: *const Past,
    /// The identifier that is made next.
    pub next: u32,
    pending_count: usize,
    pending: [Pending; PENDING],
    /// What the tool's identifiers stand for, two of them for each.
    pub entries: *const Entry,
    places: [KnownPlace; PLACES],
    /// Cells whose bytes have different histories.
    pub splits: Splits,
}

/// Split cells: those that the tool knows, and those that the hooks have made since.
#[repr(C)]
#[derive(Debug)]
pub struct Splits {
    /// The parts of those that the tool knows; null if there are none.
    pub known: *const Parts,
    /// How many these are.
    pub count: usize,
    pending_count: usize,
    pending: [Parts; PENDING_SPLITS],
    /// Numbers.
    recent: [u32; RECENT_SPLITS],
}

impl Splits {
    const EMPTY: Splits = Splits {
        known: core::ptr::null(),
        count: 0,
        pending_count: 0,
        pending: [[0; 4]; PENDING_SPLITS],
        recent: [0; RECENT_SPLITS],
    };

    /// Where the parts of the split cell with this number are.
    #[inline]
    pub fn parts(&self, number: u32) -> *const Parts {
        let index = (number - SPLIT) as usize;
        match index.checked_sub(self.count) {
            None => self.known.wrapping_add(index),
            // Without a check of bounds, which could panic.
            Some(pending) => self.pending.as_ptr().wrapping_add(pending),
        }
    }

    /// The cell with these parts, if they are alike.
    #[inline]
    pub fn whole(parts: &Parts) -> Option<u64> {
        (parts[0] == parts[1] && parts[0] == parts[2] && parts[0] == parts[3]).then_some(parts[0])
    }

    /// The number of a split cell that was made lately and may have these parts; 0 for none.
    #[inline]
    pub fn recent(&self, parts: &Parts) -> u32 {
        self.recent[Self::slot(parts)]
    }

    /// Makes a split cell; `None` if that is not possible.
    #[inline]
    pub fn make(&mut self, parts: &Parts) -> Option<u64> {
        let number = SPLIT + (self.count + self.pending_count) as u32;
        *self.pending.get_mut(self.pending_count)? = *parts;
        self.pending_count += 1;
        self.recent[Self::slot(parts)] = number;
        Some(split_cell(number, parts))
    }

    #[inline]
    fn slot(parts: &Parts) -> usize {
        let mix = |hash: u64, part: &u64| (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        parts.iter().fold(0, mix) as usize % RECENT_SPLITS
    }

    /// The split cells that the hooks have made, in the order of their numbers.
    pub fn pending(&self) -> &[Parts] {
        &self.pending[..self.pending_count]
    }

    /// The tool knows all of them now.
    #[inline]
    pub fn publish(&mut self, known: *const Parts, count: usize) {
        (self.known, self.count, self.pending_count) = (known, count, 0);
    }
}

/// Offset of the [places](KnownPlace) in [`Settling`], for the assembly of the hooks, which has to find them as [`Settling::place`] does.
pub(crate) const PLACES_OFFSET: usize = core::mem::offset_of!(Settling, places);
/// How far an address is shifted to the right for its hash.
pub const PLACE_FOLD: u32 = 10;
/// What the number of a call path is multiplied by.
pub const PLACE_FACTOR: u32 = 0x9e5;
/// How far a hash is shifted to the left to be an offset.
pub const PLACE_SHIFT: u32 = size_of::<KnownPlace>().trailing_zeros();

const _: () = assert!(size_of::<KnownPlace>().is_power_of_two() && PLACES.is_power_of_two());

impl Settling {
    /// Offset of the number of identifiers that were made, for the assembly of the hooks, …
    pub const PENDING_COUNT: usize = core::mem::offset_of!(Settling, pending_count);
    /// … and of what they stand for.
    pub const PENDING_ENTRIES: usize = core::mem::offset_of!(Settling, pending);

    /// Nothing is settled.
    pub const EMPTY: Settling = Settling {
        step: 0,
        door: core::ptr::null(),
        past: core::ptr::null(),
        next: 0,
        pending_count: 0,
        pending: [Pending { first: 0, rest: 0 }; PENDING],
        entries: core::ptr::null(),
        places: [KnownPlace { pc: 0, context: 0, site: 0, id: 0 }; PLACES],
        splits: Splits::EMPTY,
    };

    /// The place for what is known of `pc` on the call path `context`.
    #[inline]
    pub fn place(&mut self, pc: usize, context: u32) -> &mut KnownPlace {
        let hash = pc as u32 ^ (pc >> PLACE_FOLD) as u32 ^ context.wrapping_mul(PLACE_FACTOR);
        &mut self.places[hash as usize % PLACES]
    }

    /// The identifier of a plain access by the running step, whose first is `base`, at a place. It is made if there is none; `None` if that is not possible.
    #[inline]
    pub fn identifier(&mut self, pc: usize, context: u32, base: u32) -> Option<u32> {
        let place = self.place(pc, context);
        if place.pc != pc || place.context != context || place.site == 0 {
            return None;
        }
        if place.id >= base {
            return Some(place.id);
        }
        let site = place.site;
        let id = self.make(Pending { first: site, rest: 0 })?;
        self.place(pc, context).id = id;
        Some(id)
    }

    /// Makes the next identifier.
    #[inline]
    fn make(&mut self, stands_for: Pending) -> Option<u32> {
        let pending = self.pending.get_mut(self.pending_count)?;
        *pending = stands_for;
        let id = self.next;
        self.next = id.checked_add(IDENTIFIER_STEP)?;
        self.pending_count += 1;
        Some(id)
    }

    /// Where it stands what an identifier from [`COVERING`] on is for. Only for those that the tool has made or adopted.
    #[inline]
    pub fn entry(&self, id: u32) -> *const Entry {
        self.entries.wrapping_add(((id - COVERING) / IDENTIFIER_STEP) as usize)
    }

    /// The identifier of a list: an access by the running step, and the rest. `None` if it cannot be made.
    #[inline]
    pub fn list(&mut self, first: u32, rest: u32) -> Option<u32> {
        Some(self.make(Pending { first, rest })? | 1)
    }

    /// Whether the hooks have made identifiers or split cells that the tool does not know of.
    #[inline]
    pub fn has_pending(&self) -> bool {
        (self.pending_count | self.splits.pending_count) != 0
    }

    /// What the hooks have made identifiers for, in their order. That is no longer pending.
    pub fn take_pending(&mut self) -> ([Pending; PENDING], usize) {
        (self.pending, core::mem::take(&mut self.pending_count))
    }

    /// Forgets the identifiers of all places, and of split cells: they stand for others from now on.
    pub fn forget_identifiers(&mut self) {
        for place in &mut self.places {
            place.id = 0;
        }
        self.splits.recent.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u32 = 0x8000_0100;

    fn knowing(places: &[(usize, u32, u32)]) -> Settling {
        let mut settling = Settling { next: BASE, ..Settling::EMPTY };
        for (pc, context, site) in places {
            *settling.place(*pc, *context) = KnownPlace { pc: *pc, context: *context, site: *site, id: 0 };
        }
        settling
    }

    #[test]
    fn identifiers_are_made_once_for_every_place_and_in_order() {
        let mut settling = knowing(&[(0x1000, 1, 7), (0x1004, 1, 8), (0x1000, 2, 9)]);
        let ids = [(0x1004, 1), (0x1000, 1), (0x1004, 1), (0x1000, 2)]
            .map(|(pc, context)| settling.identifier(pc, context, BASE));
        assert_eq!(ids, [Some(BASE), Some(BASE + 2), Some(BASE), Some(BASE + 4)]);
        let (sites, count) = settling.take_pending();
        assert_eq!(sites[..count], [8, 7, 9].map(|first| Pending { first, rest: 0 }));
        assert!(!settling.has_pending());
        assert_eq!(settling.identifier(0x1008, 1, BASE), None);
    }

    #[test]
    fn lists_have_odd_identifiers_among_the_others() {
        let mut settling = knowing(&[(0x1000, 1, 7), (0x1004, 1, 8)]);
        let first = settling.identifier(0x1000, 1, BASE).unwrap();
        assert_eq!(settling.list(first, 0x8000_0011), Some(BASE + 3));
        assert_eq!(settling.identifier(0x1004, 1, BASE), Some(BASE + 4));
        let (pending, count) = settling.take_pending();
        let expected = [(7, 0), (BASE, 0x8000_0011), (8, 0)].map(|(first, rest)| Pending { first, rest });
        assert_eq!(pending[..count], expected);
    }

    #[test]
    fn another_step_makes_identifiers_of_its_own() {
        let mut settling = knowing(&[(0x1000, 1, 7)]);
        assert_eq!(settling.identifier(0x1000, 1, BASE), Some(BASE));
        assert_eq!(settling.identifier(0x1000, 1, BASE + 2), Some(BASE + 2));
    }

    #[test]
    fn after_a_compaction_no_identifier_is_taken_for_one_of_before() {
        let mut settling = knowing(&[(0x1000, 1, 7)]);
        settling.identifier(0x1000, 1, BASE);
        settling.forget_identifiers();
        settling.next = BASE - 0x80;
        assert_eq!(settling.identifier(0x1000, 1, BASE - 0x80), Some(BASE - 0x80));
    }

    #[test]
    fn when_too_many_are_pending_none_is_made() {
        let places: [(usize, u32, u32); PENDING + 1] =
            core::array::from_fn(|index| (0x1000 + index, 1, index as u32 + 1));
        let mut settling = knowing(&places);
        let made = places.iter().filter(|(pc, ..)| settling.identifier(*pc, 1, BASE).is_some()).count();
        assert_eq!((made, settling.next), (PENDING, BASE + IDENTIFIER_STEP * PENDING as u32));
    }

    #[test]
    fn a_past_is_the_union_of_its_intervals() {
        let mut past = Past::EMPTY;
        (past.low[0], past.length[0]) = (BASE, 2);
        (past.low[7], past.length[7]) = (BASE + 8, 1);
        let found: [bool; 10] = core::array::from_fn(|index| past.contains(BASE - 1 + index as u32));
        assert_eq!(found, [false, true, true, false, false, false, false, false, false, true]);
        assert!(!Past::EMPTY.contains(0));
    }
}
