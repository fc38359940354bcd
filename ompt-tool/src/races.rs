//! From a race that the detector found to a report: gathering the facts, and saying each thing once.

use detsan_detector::{Race, SiteId, TaskId};
use detsan_report::{
    CallStack, Clause, Finding, Incident, Memory, Note, Origins, RacyAccess, Symbolizer, Tally, TextOptions, Verdict,
    code_sides, finding_text, first_hidden_text, incident_facts, race_facts,
};
use detsan_trace::{Noted, Record};
use tracing::info;

use crate::baton::WorkerId;
use crate::findings::Findings;
use crate::memory::{ThreadLocals, is_own_local};
use crate::output::Output;
use crate::tasking;
use crate::tool::Tool;
use crate::{gate, lineage};

/// The races so far, and where they are written.
pub(crate) struct RaceLog {
    pub(crate) output: Output,
    pub(crate) findings: Findings,
    pub(crate) tally: Tally,
    symbolizer: Option<Symbolizer>,
}

impl RaceLog {
    /// Shows the first `limit` races of each group; all, if that is 0.
    pub(crate) fn new(output: Output, findings: Findings, limit: u64) -> RaceLog {
        RaceLog { output, findings, tally: Tally::new(limit), symbolizer: None }
    }

    /// Writes `finding` for programs only.
    pub(crate) fn write_finding(&mut self, finding: &Finding, is_shown: bool, options: &TextOptions) {
        let symbolizer = self.symbolizer.get_or_insert_with(Symbolizer::of_this_process);
        self.findings.write(finding, is_shown, symbolizer, options);
    }

    /// Names for addresses. Nothing is read before they are needed.
    pub(crate) fn symbolizer(&mut self) -> &Symbolizer {
        self.symbolizer.get_or_insert_with(Symbolizer::of_this_process)
    }
}

impl Origins for Tool {
    fn parent(&self, task: TaskId) -> Option<TaskId> {
        self.detector.parent(task)
    }
    fn thread(&self, task: TaskId) -> Option<u32> {
        self.implicit.find(task).map(|(_, index)| index)
    }
    fn creation_site(&self, task: TaskId) -> SiteId {
        self.creation_site(task)
    }
    fn stack(&self, site: SiteId) -> CallStack {
        self.sites.stack(site)
    }
    fn code(&self, site: SiteId) -> u64 {
        self.sites.code(site)
    }
    fn size(&self, site: SiteId) -> u64 {
        self.sites.size(site) as u64
    }
}

/// Reports `race` on the word at `word`, found by an access to `length` bytes at `address`.
pub(crate) fn report(tool: &mut Tool, race: &Race, word: usize, address: usize, length: usize) {
    if !tool.races.tally.may_be_new(race) {
        return;
    }
    let sides = code_sides(race, tool);
    if !tool.races.tally.may_be_new_code(sides) {
        return;
    }
    let access = RacyAccess { word: word as u64, address: address as u64, length: length as u64 };
    // A library may have been loaded since the blocks were looked up.
    tool.worker.thread_locals = ThreadLocals::find();
    if is_own_local(&tool.worker, &tool.runners, word, race.earlier.task) {
        tool.races.tally.retract(race);
        tool.detector.record_answer(&Record::Private { word: access.word });
        return;
    }
    let memory = memory(tool, race.later.site, word);
    tool.detector.record_answer(&Record::Memory { word: access.word, memory });
    let clauses = [race.earlier.task, race.later.task].map(|task| (task, clauses(tool, task, race.later.site)));
    for (task, clauses) in clauses.iter().filter(|(_, clauses)| !clauses.is_empty()) {
        tool.detector.record_answer(&Record::Clauses { task: *task, clauses: clauses.clone() });
    }
    let facts = race_facts(tool, race, access, &memory, &clauses);
    let races = &mut tool.races;
    let symbolizer = races.symbolizer.get_or_insert_with(Symbolizer::of_this_process);
    let symbols = Noted::new(symbolizer);
    let verdict = races.tally.judge(&facts, &symbols);
    gate::RACES.store(races.tally.found, std::sync::atomic::Ordering::Relaxed);
    lineage::mark_race();
    let limit = tool.options.max_reports;
    let is_shown = matches!(verdict, Verdict::Show(number) if limit == 0 || number <= limit);
    // A replay may show what is not shown now.
    let is_recording = tool.detector.is_recording();
    if is_shown || is_recording || races.findings.is_wanted() {
        let options = TextOptions::of_this_process();
        if verdict != Verdict::Repeated {
            let finding = Finding::Race(facts);
            let text = finding_text(&finding, &symbols, &options);
            if is_shown {
                races.output.write(&text);
            }
            races.findings.write(&finding, is_shown, &symbols, &options);
        }
        tool.detector.record_race(symbols.into_answers(), &options);
    }
    if verdict == (Verdict::Hide { is_first: true }) {
        races.output.write(&first_hidden_text());
    }
    if verdict == Verdict::Repeated {
        return;
    }
    info!(number = races.tally.found, "race");
    if tool.options.halt_on_error {
        crate::ending::halt(tool);
    }
}

impl Tool {
    /// Reports something about the run as a whole.
    pub(crate) fn report_note(&mut self, note: Note) {
        self.report_incident(&Incident::Note(note));
    }

    /// Reports something else that is no race.
    pub(crate) fn report_incident(&mut self, incident: &Incident) {
        let finding = incident_facts(self, incident);
        let races = &mut self.races;
        let symbolizer = races.symbolizer.get_or_insert_with(Symbolizer::of_this_process);
        let symbols = Noted::new(symbolizer);
        let options = TextOptions::of_this_process();
        races.output.write(&finding_text(&finding, &symbols, &options));
        races.findings.write(&finding, true, &symbols, &options);
        let names = symbols.into_answers();
        self.detector.record_incident(incident, names, &options, &self.sites, symbolizer);
    }
}

/// The `depend` clauses of `task`, as far as they are known; `site` is a place in the running task.
fn clauses(tool: &mut Tool, task: TaskId, site: SiteId) -> Vec<Clause> {
    let clauses: Vec<_> = tool.clauses.of(task).collect();
    clauses.iter().map(|clause| describe(tool, clause, site)).collect()
}

/// What `clause` names; `site` is a place in the running task.
pub(crate) fn describe(tool: &mut Tool, clause: &tasking::Clause, site: SiteId) -> Clause {
    Clause {
        depend: clause.depend,
        length: clause.length as u64,
        memory: clause.depend.location.map_or(Memory::Static, |location| memory(tool, site, location.0 as usize)),
    }
}

/// What the word at `address` is, for an access at `site` by the running task.
fn memory(tool: &mut Tool, site: SiteId, address: usize) -> Memory {
    if let Some((task, (start, size))) = tool.task_data(address) {
        return Memory::TaskData { task, start: start as u64, size: size as u64 };
    }
    if let Some(block) = tool.heap.block(address) {
        return Memory::Heap { start: block.start as u64, size: block.size as u64, site: block.site };
    }
    if let Some(worker) = tool.worker.owner_of_stack(address) {
        let owner = worker.thread.frame_of(address);
        let frame_address = owner.map_or(0, |index| worker.thread.frames()[index].frame_address as u64);
        let id = worker.seat.worker;
        let function = owner.map_or(0, |index| return_address_into(tool, id, index, site));
        return Memory::Stack { function, frame_address };
    }
    Memory::Static
}

/// A return address into the function of frame `index` of a thread: the call it makes now, the task or region that it has met, or the access at `site` itself.
fn return_address_into(tool: &mut Tool, id: WorkerId, index: usize, site: SiteId) -> u64 {
    let first = |stack: Vec<u64>| stack.first().copied().unwrap_or(0);
    let is_running = tool.worker.id() == id;
    let worker = tool.worker.get(id);
    let leaving = worker.scopes.leaving;
    match worker.thread.frames().get(index + 1).copied() {
        None if is_running => leaving.map_or_else(|| first(tool.sites.stack(site)), |pc| pc as u64),
        None => 0,
        Some(callee) if callee.call_pc != 0 => callee.call_pc as u64,
        Some(_) => {
            let met = tool.task_started_at(id, index + 1).map(|task| tool.creation_site(task));
            met.map_or(0, |site| first(tool.sites.stack(site)))
        }
    }
}
