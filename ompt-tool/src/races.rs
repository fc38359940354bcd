//! From a race that the detector found to a report: gathering the facts, and saying each thing once.

use detsan_detector::{AccessMode, Atomicity, Race, RaceAccess, SiteId, TaskId};
use detsan_report::{
    AccessFacts, AccessMode as FactMode, Deduplicator, MemoryFacts, RaceFacts, Symbolizer, TaskFacts, TaskKind,
    TextOptions, race_text,
};
use hashbrown::{HashMap, HashSet};
use tracing::info;

use crate::gate;
use crate::memory::ThreadLocals;
use crate::output::Output;
use crate::tool::Tool;

/// The races so far, and where they are written.
pub(crate) struct RaceLog {
    pub(crate) output: Output,
    /// Pairs of places that have been dealt with.
    pairs: HashSet<(SiteId, AccessMode, SiteId, AccessMode)>,
    distinct: Deduplicator,
    symbolizer: Option<Symbolizer>,
    /// Distinct races.
    pub(crate) found: u64,
    /// Races at a pair of places that was reported before.
    pub(crate) repeated: u64,
}

impl RaceLog {
    pub(crate) fn new(output: Output) -> RaceLog {
        RaceLog {
            output,
            pairs: HashSet::new(),
            distinct: Deduplicator::default(),
            symbolizer: None,
            found: 0,
            repeated: 0,
        }
    }
}

/// Reports `race` on the word at `word`, found by an access to `length` bytes at `address`.
pub(crate) fn report(tool: &mut Tool, race: &Race, word: usize, address: usize, length: usize) {
    let pair = (race.earlier.site, race.earlier.mode, race.later.site, race.later.mode);
    if !tool.races.pairs.insert(pair) {
        tool.races.repeated += 1;
        return;
    }
    // A library may have been loaded since the blocks were looked up.
    tool.thread_locals = ThreadLocals::find();
    if tool.thread_locals.contains(word) {
        tool.races.pairs.remove(&pair);
        return;
    }
    let facts = facts(tool, race, word, address, length);
    let races = &mut tool.races;
    let symbolizer = races.symbolizer.get_or_insert_with(Symbolizer::of_this_process);
    if !races.distinct.is_new(&facts, symbolizer) {
        races.repeated += 1;
        return;
    }
    races.found += 1;
    gate::RACES.store(races.found, std::sync::atomic::Ordering::Relaxed);
    info!(number = races.found, "race");
    let limit = tool.options.max_reports;
    if limit == 0 || races.found <= limit {
        let text = race_text(&facts, symbolizer, &TextOptions::of_this_process());
        races.output.write(&text);
    }
    if tool.options.halt_on_error {
        crate::ending::halt(tool);
    }
}

fn facts(tool: &mut Tool, race: &Race, word: usize, address: usize, length: usize) -> RaceFacts {
    let mut tasks = Tasks::default();
    let earlier_task = tasks.add(tool, race.earlier.task);
    let later_task = tasks.add(tool, race.later.task);
    let memory = memory(tool, &mut tasks, race.later.site, word);
    let size = tool.sites.size(race.earlier.site);
    let first_byte = match size {
        // Larger accesses are aligned, or else nothing better is known.
        8 | 16 => word & !(size - 1),
        _ => word + race.earlier.bytes.0.trailing_zeros() as usize,
    };
    let earlier = access_facts(tool, &race.earlier, earlier_task, first_byte, size);
    let later = access_facts(tool, &race.later, later_task, address, length);
    RaceFacts { earlier, later, memory, tasks: tasks.facts }
}

fn access_facts(tool: &Tool, access: &RaceAccess, task: usize, address: usize, size: usize) -> AccessFacts {
    AccessFacts {
        mode: match access.mode {
            AccessMode::Read => FactMode::Read,
            AccessMode::Write => FactMode::Write,
        },
        atomic: access.atomicity == Atomicity::Atomic,
        size: size as u64,
        address: address as u64,
        stack: tool.sites.stack(access.site),
        task,
    }
}

/// What the word at `address` is, for an access at `site` by the running task.
fn memory(tool: &mut Tool, tasks: &mut Tasks, site: SiteId, address: usize) -> MemoryFacts {
    if let Some((task, (start, size))) = tool.task_data(address) {
        let task = Some(tasks.add(tool, task));
        return MemoryFacts::TaskData { task, start: start as u64, size: size as u64 };
    }
    if let Some(block) = tool.heap.block(address) {
        return MemoryFacts::Heap {
            start: block.start as u64,
            size: block.size as u64,
            allocated_at: tool.sites.stack(block.site),
        };
    }
    if tool.thread.owns_stack_address(address) {
        let owner = tool.thread.frame_of(address);
        let frame_address = owner.map_or(0, |index| tool.thread.frames()[index].frame_address as u64);
        let function = owner.map_or(0, |index| return_address_into(tool, index, site));
        return MemoryFacts::Stack { function, frame_address };
    }
    MemoryFacts::Static
}

/// A return address into the function of frame `index`: the call it makes now, the task or region that it has met, or the access at `site` itself.
fn return_address_into(tool: &mut Tool, index: usize, site: SiteId) -> u64 {
    let first = |stack: Vec<u64>| stack.first().copied().unwrap_or(0);
    match tool.thread.frames().get(index + 1) {
        None => first(tool.sites.stack(site)),
        Some(callee) if callee.call_pc != 0 => callee.call_pc as u64,
        Some(_) => {
            let met = tool.task_started_at(index + 1).map(|task| tool.creation_site(task));
            met.map_or(0, |site| first(tool.sites.stack(site)))
        }
    }
}

/// The tasks that a report names, each with its creators.
#[derive(Default)]
struct Tasks {
    facts: Vec<TaskFacts>,
    indices: HashMap<TaskId, usize>,
}

impl Tasks {
    fn add(&mut self, tool: &Tool, task: TaskId) -> usize {
        if let Some(index) = self.indices.get(&task) {
            return *index;
        }
        let index = self.facts.len();
        self.indices.insert(task, index);
        let parent = tool.detector.parent(task);
        let kind = match parent {
            None => TaskKind::Initial,
            Some(_) if tool.implicit.contains_key(&task) => TaskKind::Implicit { thread: 0 },
            Some(_) => TaskKind::Explicit,
        };
        let created_at = tool.sites.stack(tool.creation_site(task));
        self.facts.push(TaskFacts { number: task.0, kind, created_at, creator: None });
        let creator = parent.map(|parent| self.add(tool, parent));
        self.facts[index].creator = creator;
        index
    }
}
