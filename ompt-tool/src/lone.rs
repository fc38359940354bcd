//! `depend` items that no sibling names, which the option `lone_depends` asks for: they order nothing, and may be slips of the pen.
//!
//! A location that is named once by the children of a task may still be named by the next one. So items are judged when their parent ends, and told at the
//! end of the run, each place once.

use std::collections::BTreeMap;

use detsan_detector::{Location, SiteId, TaskId};
use detsan_report::{Clause, Incident};
use hashbrown::HashMap;

use crate::races;
use crate::tasking;
use crate::tool::Tool;

/// Who has an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Namer {
    /// A task.
    Task(TaskId),
    /// A `taskwait` at this place.
    Taskwait(SiteId),
}

/// What is known of a location.
#[derive(Clone, Copy, Debug)]
struct Item {
    /// How it was named first.
    clause: Clause,
    namer: Namer,
    /// The place of the construct, and which of its items it is.
    place: (SiteId, usize),
    /// Others have named it as well.
    is_shared: bool,
}

/// What the children of one task have named.
#[derive(Debug, Default)]
struct Siblings {
    items: BTreeMap<Location, Item>,
    /// One of them has named `omp_all_memory`, and with it every location.
    has_named_all: bool,
}

/// A lone item, and how many there were at its place.
#[derive(Debug)]
struct Lone {
    parent: TaskId,
    item: Item,
    overlaps: Option<(TaskId, Clause)>,
    count: u64,
}

/// The items so far. Empty unless the option asks for them.
#[derive(Debug, Default)]
pub(crate) struct LoneDepends {
    parents: HashMap<TaskId, Siblings>,
    found: BTreeMap<(SiteId, usize), Lone>,
}

impl LoneDepends {
    /// The tasks that may have to be named.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = TaskId> {
        let of_item = |item: &Item| match item.namer {
            Namer::Task(task) => Some(task),
            Namer::Taskwait(_) => None,
        };
        let open = self.parents.values().flat_map(|siblings| siblings.items.values()).filter_map(of_item);
        let found = self.found.values().flat_map(move |lone| {
            [Some(lone.parent), of_item(&lone.item), lone.overlaps.as_ref().map(|(task, _)| *task)]
                .into_iter()
                .flatten()
        });
        open.chain(found)
    }

    /// An implicit task goes on as another one after a barrier; to OpenMP it is the same.
    pub(crate) fn go_on_as(&mut self, before: TaskId, after: TaskId) {
        if let Some(siblings) = self.parents.remove(&before) {
            self.parents.insert(after, siblings);
        }
    }

    /// `parent` creates no more tasks.
    #[inline]
    pub(crate) fn end(&mut self, parent: TaskId) {
        if !self.parents.is_empty() {
            self.judge(parent);
        }
    }

    fn judge(&mut self, parent: TaskId) {
        let Some(siblings) = self.parents.remove(&parent).filter(|siblings| !siblings.has_named_all) else { return };
        for item in siblings.items.values().filter(|item| !item.is_shared) {
            let first = || Lone { parent, item: *item, overlaps: siblings.overlapping(item), count: 0 };
            self.found.entry(item.place).or_insert_with(first).count += 1;
        }
    }
}

impl Siblings {
    /// The neighbour of a lone item that shares bytes with it and belongs to another task, with that task.
    fn overlapping(&self, lone: &Item) -> Option<(TaskId, Clause)> {
        let start = lone.clause.depend.location?;
        let end = |clause: &Clause| clause.depend.location.map_or(0, |start| start.0.saturating_add(clause.length));
        let before = self.items.range(..start).next_back();
        let after = self.items.range(Location(start.0.saturating_add(1))..).next();
        let before = before.filter(|(_, item)| end(&item.clause) > start.0);
        let after = after.filter(|(location, _)| location.0 < end(&lone.clause));
        let (_, item) = before.into_iter().chain(after).find(|(_, item)| item.namer != lone.namer)?;
        match item.namer {
            Namer::Task(task) => Some((task, item.clause)),
            Namer::Taskwait(_) => None,
        }
    }
}

impl Tool {
    /// A child of `parent`, or a `taskwait` of it, has these clauses.
    pub(crate) fn note_names(&mut self, parent: TaskId, namer: Namer, clauses: &[tasking::Clause]) {
        if !self.options.lone_depends {
            return;
        }
        let site = match namer {
            Namer::Task(task) => self.creation_site(task),
            Namer::Taskwait(site) => site,
        };
        for (index, clause) in clauses.iter().enumerate() {
            let siblings = self.lone.parents.entry(parent).or_default();
            let Some(location) = clause.depend.location else {
                siblings.has_named_all = true;
                continue;
            };
            match siblings.items.get_mut(&location) {
                Some(item) => item.is_shared |= item.namer != namer,
                None => {
                    let clause = races::describe(self, clause, site);
                    let item = Item { clause, namer, place: (site, index), is_shared: false };
                    self.lone.parents.entry(parent).or_default().items.insert(location, item);
                }
            }
        }
    }

    /// The program ends: tells of the lone items.
    pub(crate) fn report_lone_depends(&mut self) {
        let mut open: Vec<TaskId> = self.lone.parents.keys().copied().collect();
        open.sort_unstable();
        open.into_iter().for_each(|parent| self.lone.end(parent));
        for lone in std::mem::take(&mut self.lone.found).into_values() {
            let (task, taskwait) = match lone.item.namer {
                Namer::Task(task) => (task, None),
                Namer::Taskwait(site) => (lone.parent, Some(site)),
            };
            let Lone { item: Item { clause: item, .. }, overlaps, count, .. } = lone;
            self.report_incident(&Incident::LoneDepend { task, taskwait, item, overlaps, others: count - 1 });
        }
    }
}
