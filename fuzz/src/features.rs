//! Which constructs programs are made of; each can be left out on the command line.

use clap::ValueEnum;

/// A construct that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names are those of the constructs")]
pub enum Feature {
    Team,
    If0,
    Final,
    Untied,
    Depend,
    InOutSet,
    MutexInOutSet,
    Depobj,
    Iterators,
    AllMemory,
    TaskwaitDepend,
    Taskloop,
    Grain,
    Detach,
    Reductions,
    TaskReductions,
    Sections,
    Ordered,
    NestedParallel,
    Cancel,
    Free,
    Yield,
    TaskwaitNowait,
    Nowait,
    Locks,
    Atomics,
    NarrowAtomics,
    Loops,
    InvariantInLoop,
    Copies,
    Raw,
    Conditional,
    Structs,
    Heap,
    HeapInTasks,
    Scopes,
}

/// The constructs that are used.
#[derive(Clone, Debug, Default)]
pub struct Features {
    without: Vec<Feature>,
}

impl Features {
    /// All but these.
    pub fn without(without: Vec<Feature>) -> Features {
        Features { without }
    }

    /// Those that gcc 12 compiles as well. It tells nobody of the writes of atomic updates to one
    /// or two bytes.
    pub fn for_gcc(&self) -> Features {
        let unknown = [
            Feature::InOutSet,
            Feature::AllMemory,
            Feature::TaskwaitDepend,
            Feature::TaskwaitNowait,
            Feature::TaskReductions,
            Feature::Detach,
            Feature::NarrowAtomics,
        ];
        Features { without: [&self.without[..], &unknown].concat() }
    }

    /// Whether `feature` is used.
    pub fn has(&self, feature: Feature) -> bool {
        !self.without.contains(&feature)
    }
}
