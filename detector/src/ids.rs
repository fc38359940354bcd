//! Newtypes for everything that is counted.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "#{}"), self.0)
            }
        }
    };
}

id! {
    /// A task: explicit, or one phase of an implicit task between two barriers. Numbered in order of creation from 0,
    /// the initial task.
    TaskId
}
id! {
    /// A team of implicit tasks, numbered in order of creation from 0, the team of the initial task.
    TeamId
}
id! {
    /// A stretch of one task without synchronisation, as far as it made accesses.
    StepId
}
id! {
    /// A place in the program as the embedder names it: the detector keeps it, compares it, and hands it back.
    SiteId
}
id! {
    /// A lock, as the embedder numbers them.
    LockId
}
id! {
    /// The guard of something that is initialised when it is first needed, as the embedder numbers them.
    GuardId
}
id! {
    /// A signal by which tasks order what they do point to point, as the embedder numbers them.
    SignalId
}

macro_rules! index {
    ($($name:ident),*) => {
        $(impl $name {
            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

index!(TeamId, StepId);

impl SiteId {
    /// For what has no place in the program.
    pub const NONE: SiteId = SiteId(0);
}

/// What belongs to one thread of a team, as the embedder numbers them. No two tasks that use it overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub u64);

/// Storage location of a `depend` clause: the start address of the list item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location(pub u64);
