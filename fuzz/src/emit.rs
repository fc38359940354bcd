//! The C text of programs: many functions in one file, one of which `main` calls.

use std::collections::BTreeMap;

use detsan_detector::DependKind;

use crate::model::{
    Base, Clauses, CopyForm, Exclusion, FIELDS, Fulfiller, Grain, Item, ItemForm, Kind, LoopForm, Mode, Ordering,
    Place, Program, Shape, Sharing, Stmt, Storage, VarId,
};

/// Locations that `depend` clauses name.
pub const LOCATIONS: u64 = 4;
/// Names of `critical`, and locks.
pub const LOCKS: u32 = 2;

/// Bytes before a variable in a block that a task frees.
const MARGIN: u64 = 64;

const PROLOGUE: &str = "\
#include <omp.h>
#include <stdlib.h>
#include <string.h>
struct S { char a; short b; int c; long d; char e, f; };
#define USE(x) do { __typeof__(x) used_ = (x); __asm__ volatile(\"\" : : \"m\"(used_)); } while (0)
typedef char raw1 __attribute__((aligned(1), may_alias));
typedef short raw2 __attribute__((aligned(1), may_alias));
typedef int raw4 __attribute__((aligned(1), may_alias));
typedef long raw8 __attribute__((aligned(1), may_alias));
typedef __int128 raw16 __attribute__((aligned(1), may_alias));
static char D[8];
static omp_lock_t L[2];
static omp_nest_lock_t N[2];
";

/// A file with programs, and which line belongs to which statement.
#[derive(Debug, Default)]
pub struct Source {
    /// The C text.
    pub text: String,
    /// For each line program and statement.
    pub lines: BTreeMap<u32, (usize, u32)>,
    line: u32,
}

/// The text of `programs`; the argument of `main` says which of them is run.
pub fn emit(programs: &[Program]) -> Source {
    let mut source = Source::default();
    PROLOGUE.lines().for_each(|line| source.line(0, line));
    for (number, program) in programs.iter().enumerate() {
        Emitter { source: &mut source, program, number, scoped: Vec::new(), depth: 1 }.program();
    }
    source.line(0, "int main(int argc, char **argv) {");
    source.line(1, "int n = argc > 1 ? atoi(argv[1]) : 0;");
    source.line(1, "for (int k = 0; k < 2; k++) omp_init_lock(&L[k]), omp_init_nest_lock(&N[k]);");
    source.line(1, "omp_set_max_active_levels(4);");
    source.line(1, "switch (n) {");
    for number in 0..programs.len() {
        source.line(1, &format!("case {number}: p{number}(argc); break;"));
    }
    source.line(1, "}");
    source.line(1, "return 0;");
    source.line(0, "}");
    source
}

impl Source {
    fn line(&mut self, depth: usize, text: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(text);
        self.text.push('\n');
        self.line += 1;
    }
}

struct Emitter<'a> {
    source: &'a mut Source,
    program: &'a Program,
    number: usize,
    /// Variables of blocks that are open: tasks have to share them.
    scoped: Vec<VarId>,
    depth: usize,
}

impl Emitter<'_> {
    fn line(&mut self, text: &str) {
        self.source.line(self.depth, text);
    }

    /// A line that makes the access of statement `id`.
    fn access_line(&mut self, id: u32, text: &str) {
        self.line(text);
        self.source.lines.insert(self.source.line, (self.number, id));
    }

    fn program(mut self) {
        self.depth = 0;
        for var in self.with_storage(Storage::Global) {
            // Not static: the compiler would drop what is never read.
            let text = format!("{};", self.declaration(var));
            self.line(&text);
        }
        self.line(&format!("__attribute__((noinline)) static void p{}(int one) {{", self.number));
        self.depth = 1;
        for var in self.with_storage(Storage::SharedLocal) {
            self.declare(var);
        }
        for var in self.with_storage(Storage::Heap) {
            self.allocate(var);
        }
        self.region("#pragma omp parallel", &self.program.region);
        for var in self.with_storage(Storage::Heap) {
            if !self.program.frees(var) {
                let text = format!("free({});", self.name(var));
                self.line(&text);
            }
        }
        self.depth = 0;
        self.line("}");
    }

    fn region(&mut self, directive: &str, body: &[Stmt]) {
        self.line(directive);
        self.line("{");
        self.depth += 1;
        self.line("int tid = omp_get_thread_num();");
        self.line("(void)tid;");
        self.block(body);
        self.depth -= 1;
        self.line("}");
    }

    fn with_storage(&self, storage: Storage) -> Vec<VarId> {
        (0..self.program.vars.len()).filter(|var| self.program.vars[*var].storage == storage).collect()
    }

    fn name(&self, var: VarId) -> String {
        format!("v{}_{var}", self.number)
    }

    fn element(&self, var: VarId) -> &'static str {
        match self.program.vars[var].shape {
            Shape::Array { size: 1, .. } => "unsigned char",
            Shape::Array { size: 2, .. } => "short",
            Shape::Array { size: 4, .. } => "int",
            Shape::Array { size: 8, .. } => "long",
            Shape::Array { .. } => "__int128",
            Shape::Struct => "struct S",
        }
    }

    fn declaration(&self, var: VarId) -> String {
        match self.program.vars[var].shape {
            Shape::Array { len, .. } => format!("{} {}[{len}]", self.element(var), self.name(var)),
            Shape::Struct => format!("struct S {}[1]", self.name(var)),
        }
    }

    fn declare(&mut self, var: VarId) {
        let text = format!("{};", self.declaration(var));
        self.line(&text);
        self.give_value(var);
    }

    fn allocate(&mut self, var: VarId) {
        let (element, bytes) = (self.element(var), self.program.vars[var].shape.bytes());
        let name = self.name(var);
        let text = if self.program.frees(var) {
            // Of a size that nothing else has: the allocator keeps such a block for the next one, and
            // changes its first bytes at most. So a late use does no harm.
            format!("{element} *{name} = ({element} *)((char *)malloc({}) + {MARGIN});", 640 + 16 * var)
        } else {
            format!("{element} *{name} = malloc({bytes});")
        };
        self.line(&text);
        self.give_value(var);
    }

    /// Has the compiler believe that a new variable has a value, without an access: it may drop
    /// reads of memory that has none.
    fn give_value(&mut self, var: VarId) {
        let (name, bytes) = (self.name(var), self.program.vars[var].shape.bytes());
        self.line(&format!("__asm__ volatile(\"\" : \"=m\"(*(char (*)[{bytes}]){name}));"));
    }

    fn block(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn braces(&mut self, stmts: &[Stmt]) {
        self.line("{");
        self.depth += 1;
        self.block(stmts);
        self.depth -= 1;
        self.line("}");
    }

    fn place(&self, place: Place) -> String {
        let Place { var, base, offset } = place;
        let name = self.name(var);
        match (self.program.vars[var].shape, base) {
            (Shape::Struct, _) => format!("{name}->{}", FIELDS[offset as usize].0),
            (_, Base::Zero) => format!("{name}[{offset}]"),
            (_, Base::Thread) => format!("{name}[tid + {offset}]"),
            (_, Base::Iteration) => format!("{name}[i + {offset}]"),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let id = stmt.id;
        match &stmt.kind {
            Kind::Access(place, mode) => self.access(id, *place, *mode, ""),
            Kind::Guarded(place, mode, taken) => {
                let condition = if *taken { "if (one < 100) " } else { "if (one > 100) " };
                self.access(id, *place, *mode, condition);
            }
            Kind::Sweep { .. } => self.sweep(id, &stmt.kind),
            Kind::Copy { from, to, form } => {
                let (from_name, to_name) = (self.name(*from), self.name(*to));
                let bytes = self.program.vars[*from].shape.bytes();
                let text = match form {
                    CopyForm::Assign => format!("*{to_name} = *{from_name};"),
                    CopyForm::Memcpy => format!("memcpy({to_name}, {from_name}, {bytes});"),
                    CopyForm::Memmove => format!("memmove({to_name}, {from_name}, {bytes});"),
                    CopyForm::MemcpyOpaque => format!("memcpy({to_name}, {from_name}, (size_t)({bytes} - 2 + one));"),
                };
                self.access_line(id, &text);
                // The optimiser leaves a copy out that nobody reads.
                self.line(&format!("__asm__ volatile(\"\" : : \"m\"(*(char (*)[{bytes}]){to_name}));"));
            }
            Kind::Raw { var, mode, offset, size } => {
                let at = format!("*(raw{size} *)((char *){} + {offset})", self.name(*var));
                self.access_line(id, &operation(*mode, &at));
            }
            Kind::Fill { var, bytes } => {
                let text = format!("memset({}, one, {bytes});", self.name(*var));
                self.access_line(id, &text);
            }
            Kind::Detached(clauses, by, body) => self.detached(id, clauses, *by, body),
            Kind::Task(clauses, body) => {
                let (open, close) = self.open_depobjs(id, &clauses.depends);
                let text = format!("#pragma omp task{}{}", clauses_text(id, clauses), self.shared());
                self.line(&text);
                self.braces(body);
                self.close_depobjs(&open, close);
            }
            Kind::Taskwait(items) => {
                let (open, close) = self.open_depobjs(id, items);
                self.line(&format!("#pragma omp taskwait{}", depends_text(id, items)));
                self.close_depobjs(&open, close);
            }
            Kind::Await(items) => {
                let (open, close) = self.open_depobjs(id, items);
                self.line(&format!("#pragma omp taskwait nowait{}", depends_text(id, items)));
                self.close_depobjs(&open, close);
            }
            Kind::Yield => self.line("#pragma omp taskyield"),
            Kind::Cancel(taken) => {
                let condition = if *taken { "one < 100" } else { "one > 100" };
                self.line(&format!("#pragma omp cancel taskgroup if({condition})"));
            }
            Kind::Free(var) => {
                let text = format!("free((char *){} - {MARGIN});", self.name(*var));
                self.access_line(id, &text);
            }
            Kind::Taskgroup(body) => {
                self.line("#pragma omp taskgroup");
                self.braces(body);
            }
            Kind::Taskloop { count, grain, nogroup, body } => {
                let grain = grain_text(*grain);
                let nogroup = if *nogroup { " nogroup" } else { "" };
                let text = format!("#pragma omp taskloop {grain}{nogroup}{}", self.shared());
                self.line(&text);
                self.line(&format!("for (int i = 0; i < {} + one; i++)", count - 2));
                self.braces(body);
            }
            Kind::Section(Exclusion::Critical, number, body) => {
                self.line(&format!("#pragma omp critical(c{number})"));
                self.braces(body);
            }
            Kind::Section(Exclusion::Lock, number, body) => {
                self.line(&format!("omp_set_lock(&L[{number}]);"));
                self.braces(body);
                self.line(&format!("omp_unset_lock(&L[{number}]);"));
            }
            Kind::Section(Exclusion::NestLock, number, body) => {
                self.line(&format!("omp_set_nest_lock(&N[{number}]), omp_set_nest_lock(&N[{number}]);"));
                self.braces(body);
                self.line(&format!("omp_unset_nest_lock(&N[{number}]), omp_unset_nest_lock(&N[{number}]);"));
            }
            Kind::Scope(var, body) => self.scope(*var, body),
            Kind::Barrier => self.line("#pragma omp barrier"),
            Kind::Single(body) => {
                self.line("#pragma omp single");
                self.braces(body);
            }
            Kind::Masked(body) => {
                self.line("#pragma omp masked");
                self.braces(body);
            }
            Kind::Reduce { var, sharing, nowait } => self.reduce(id, *var, *sharing, *nowait),
            Kind::For { ordering, nowait, body } => {
                let ordered = match ordering {
                    Ordering::None => "",
                    Ordering::Previous => " ordered",
                    Ordering::Sink(_) => " ordered(1)",
                };
                self.line(&format!("#pragma omp for schedule(static,1){ordered}{}", nowait_text(*nowait)));
                self.line("for (int i = 0; i < omp_get_num_threads(); i++)");
                self.braces(body);
            }
            Kind::Ordered(Ordering::Sink(distance), body) => {
                self.line(&format!("#pragma omp ordered depend(sink: i - {distance})"));
                self.braces(body);
                self.line("#pragma omp ordered depend(source)");
            }
            Kind::Ordered(_, body) => {
                self.line("#pragma omp ordered");
                self.braces(body);
            }
            Kind::Sections { nowait, body } => {
                self.line(&format!("#pragma omp sections{}", nowait_text(*nowait)));
                self.line("{");
                for section in body {
                    self.line("#pragma omp section");
                    self.braces(std::slice::from_ref(section));
                }
                self.line("}");
            }
            Kind::Parallel(threads, body) => self.region(&format!("#pragma omp parallel num_threads({threads})"), body),
            Kind::ReducingGroup(var, body) => {
                let text = format!("#pragma omp taskgroup task_reduction(+: {})", self.name(*var));
                self.access_line(id, &text);
                // In the group the tasks would have copies of it.
                self.scoped.push(*var);
                self.braces(body);
                self.scoped.pop();
            }
            Kind::Contribute(place) => {
                let others: Vec<VarId> = self.scoped.iter().copied().filter(|var| *var != place.var).collect();
                let text =
                    format!("#pragma omp task in_reduction(+: {}){}", self.name(place.var), self.shared_of(&others));
                self.combining(id, &text, "{", &format!("{} += 1;", self.place(*place)), "}");
            }
            Kind::ReducingTaskloop { var, count, grain } => {
                let name = self.name(*var);
                let text = format!("#pragma omp taskloop {} reduction(+: {name})", grain_text(*grain));
                let head = format!("for (int i = 0; i < {} + one; i++) {{", count - 2);
                self.combining(id, &text, &head, &format!("{name}[i] += 1;"), "}");
            }
        }
    }

    /// The construct of a task that takes part in a reduction. Where the task begins to is the place of its combination.
    fn combining(&mut self, id: u32, directive: &str, head: &str, addition: &str, end: &str) {
        self.access_line(id, directive);
        self.access_line(id, head);
        self.access_line(id, addition);
        self.line(end);
    }

    fn shared(&self) -> String {
        self.shared_of(&self.scoped)
    }

    fn shared_of(&self, vars: &[VarId]) -> String {
        let names: Vec<String> = vars.iter().map(|var| self.name(*var)).collect();
        if names.is_empty() { String::new() } else { format!(" shared({})", names.join(", ")) }
    }

    fn detached(&mut self, id: u32, clauses: &Clauses, by: Fulfiller, body: &[Stmt]) {
        let (open, close) = self.open_depobjs(id, &clauses.depends);
        let fulfil = format!("omp_fulfill_event(e{id});");
        self.line("{");
        self.depth += 1;
        self.line(&format!("omp_event_handle_t e{id};"));
        let text = format!("#pragma omp task detach(e{id}){}{}", clauses_text(id, clauses), self.shared());
        self.line(&text);
        self.line("{");
        self.depth += 1;
        self.block(body);
        if by == Fulfiller::Itself {
            self.line(&fulfil);
        }
        self.depth -= 1;
        self.line("}");
        if by == Fulfiller::Sibling {
            self.line(&format!("#pragma omp task firstprivate(e{id})"));
        }
        if by != Fulfiller::Itself {
            self.line(&fulfil);
        }
        self.depth -= 1;
        self.line("}");
        self.close_depobjs(&open, close);
    }

    /// The line of the directive is that of the combination.
    fn reduce(&mut self, id: u32, var: VarId, sharing: Sharing, nowait: bool) {
        let (name, nowait) = (self.name(var), nowait_text(nowait));
        let reduction = format!("reduction(+: {name}){nowait}");
        match sharing {
            Sharing::For => {
                self.access_line(id, &format!("#pragma omp for schedule(static,1) {reduction}"));
                self.line("for (int i = 0; i < omp_get_num_threads(); i++)");
                self.line(&format!("  {name}[i] += 1;"));
            }
            Sharing::Sections => {
                self.access_line(id, &format!("#pragma omp sections {reduction}"));
                self.line("{");
                for element in 0..2 {
                    self.line("  #pragma omp section");
                    self.line(&format!("  {name}[{element}] += 1;"));
                }
                self.line("}");
            }
        }
    }

    fn scope(&mut self, var: VarId, body: &[Stmt]) {
        let on_heap = self.program.vars[var].storage == Storage::HeapBlock;
        self.line("{");
        self.depth += 1;
        if on_heap {
            // The pointer itself is firstprivate in tasks.
            self.allocate(var);
        } else {
            self.declare(var);
            self.scoped.push(var);
        }
        self.line("#pragma omp taskgroup");
        self.braces(body);
        if on_heap {
            let text = format!("free({});", self.name(var));
            self.line(&text);
        } else {
            self.scoped.pop();
        }
        self.depth -= 1;
        self.line("}");
    }

    fn access(&mut self, id: u32, place: Place, mode: Mode, condition: &str) {
        let at = self.place(place);
        let (pragma, text) = match mode {
            Mode::Read => ("", format!("USE({at});")),
            Mode::Write => ("", format!("{at} = 1;")),
            Mode::Update => ("", format!("{at} += 1;")),
            Mode::AtomicRead => ("read", format!("t = {at};")),
            Mode::AtomicWrite => ("write", format!("{at} = 1;")),
            Mode::AtomicUpdate => ("update", format!("{at} += 1;")),
            Mode::AtomicCapture => ("capture", format!("t = {at}++;")),
        };
        if pragma.is_empty() {
            self.access_line(id, &format!("{condition}{text}"));
            return;
        }
        let private = if text.starts_with('t') { "long t; " } else { "" };
        self.line(&format!("{{ {private}"));
        // gcc's line for the access is that of the directive.
        self.access_line(id, &format!("#pragma omp atomic {pragma}"));
        self.access_line(id, &text);
        self.line(if private.is_empty() { "}" } else { "USE(t); }" });
    }

    fn sweep(&mut self, id: u32, kind: &Kind) {
        let Kind::Sweep { var, mode, first, count, stride, form } = kind else { unreachable!("it is a loop") };
        let name = self.name(*var);
        let operation = |at: &str| operation(*mode, at);
        // `one` is 2: the process has one argument.
        match form {
            LoopForm::Counted => {
                self.line(&format!("for (long j = 0; j < {count} - 2 + one; j++)"));
                self.depth += 1;
                self.access_line(id, &operation(&format!("{name}[{first} + j * {stride}]")));
                self.depth -= 1;
            }
            LoopForm::Pointer => {
                let element = self.element(*var);
                self.line(&format!("for ({element} *q = {name} + {first}, *z = q + ({count} - 2 + one) * {stride}; q < z; q += {stride})"));
                self.depth += 1;
                self.access_line(id, &operation("*q"));
                self.depth -= 1;
            }
            LoopForm::Backwards => {
                self.line(&format!("for (long j = {count} - 3 + one; j >= 0; j--)"));
                self.depth += 1;
                self.access_line(id, &operation(&format!("{name}[{first} + j * {stride}]")));
                self.depth -= 1;
            }
            LoopForm::EarlyExit => {
                self.line("for (long j = 0; ; j++) {");
                self.depth += 1;
                self.access_line(id, &operation(&format!("{name}[{first} + j * {stride}]")));
                self.line(&format!("if (j == {count} - 3 + one) break;"));
                self.depth -= 1;
                self.line("}");
            }
        }
    }

    /// Declares the depobjs of `items`, and returns their names and whether a block was opened.
    fn open_depobjs(&mut self, id: u32, items: &[Item]) -> (Vec<String>, bool) {
        let mut names = Vec::new();
        for (index, item) in items.iter().enumerate().filter(|(_, item)| item.form == ItemForm::Depobj) {
            if names.is_empty() {
                self.line("{");
                self.depth += 1;
            }
            let name = format!("o{id}_{index}");
            self.line(&format!("omp_depend_t {name};"));
            self.line(&format!("#pragma omp depobj({name}) depend({})", item_text(*item)));
            names.push(name);
        }
        let opened = !names.is_empty();
        (names, opened)
    }

    fn close_depobjs(&mut self, names: &[String], opened: bool) {
        for name in names {
            self.line(&format!("#pragma omp depobj({name}) destroy"));
        }
        if opened {
            self.depth -= 1;
            self.line("}");
        }
    }
}

fn operation(mode: Mode, at: &str) -> String {
    match mode {
        Mode::Write => format!("{at} = 1;"),
        Mode::Update => format!("{at} += 1;"),
        _ => format!("USE({at});"),
    }
}

fn nowait_text(nowait: bool) -> &'static str {
    if nowait { " nowait" } else { "" }
}

fn grain_text(grain: Grain) -> String {
    match grain {
        Grain::One => "grainsize(1)".to_owned(),
        Grain::Size(size) => format!("grainsize({size})"),
        Grain::Tasks(tasks) => format!("num_tasks({tasks})"),
    }
}

fn clauses_text(id: u32, clauses: &Clauses) -> String {
    let flags = [
        (clauses.undeferred, " if(0)"),
        (clauses.is_final, " final(1)"),
        (clauses.untied, " untied"),
        (clauses.mergeable, " mergeable"),
    ];
    let set: String = flags.iter().filter(|(set, _)| *set).map(|(_, text)| *text).collect();
    set + &depends_text(id, &clauses.depends)
}

fn depends_text(id: u32, items: &[Item]) -> String {
    let item = |(index, item): (usize, &Item)| match item.form {
        ItemForm::Depobj => format!(" depend(depobj: o{id}_{index})"),
        _ => format!(" depend({})", item_text(*item)),
    };
    items.iter().enumerate().map(item).collect()
}

fn item_text(item: Item) -> String {
    let kind = match item.kind {
        DependKind::In => "in",
        DependKind::Out => "inout",
        DependKind::InOutSet => "inoutset",
        DependKind::MutexInOutSet => "mutexinoutset",
    };
    match (item.location, item.form) {
        (None, _) => format!("{kind}: omp_all_memory"),
        (Some(at), ItemForm::Iterator) => format!("iterator(int k = {at}:{}), {kind}: D[k]", at + 2),
        (Some(at), _) => format!("{kind}: D[{at}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Features;
    use crate::generate::generate;
    use crate::model::Var;

    #[test]
    fn an_access_has_a_line_of_its_own() {
        let place = Place { var: 0, base: Base::Thread, offset: 2 };
        let region = vec![Stmt { id: 1, kind: Kind::Access(place, Mode::Update) }];
        let vars = vec![Var { storage: Storage::Global, shape: Shape::Array { size: 4, len: 12 } }];
        let source = emit(&[Program { vars, region }]);
        let (line, at) = source.lines.first_key_value().expect("there is an access");
        assert_eq!(*at, (0, 1));
        assert_eq!(source.text.lines().nth(*line as usize - 1).map(str::trim), Some("v0_0[tid + 2] += 1;"));
    }

    #[test]
    fn a_seed_makes_the_same_text_every_time() {
        let text = |seed| emit(&[generate(seed, &Features::default())]).text;
        assert!((0..50).all(|seed| text(seed) == text(seed)));
        assert_ne!(text(1), text(2));
    }

    #[test]
    fn items_are_written_as_openmp_has_them() {
        let item = |location, form| item_text(Item { kind: DependKind::Out, location, form });
        assert_eq!(item(Some(1), ItemForm::Plain), "inout: D[1]");
        assert_eq!(item(Some(1), ItemForm::Iterator), "iterator(int k = 1:3), inout: D[k]");
        assert_eq!(item(None, ItemForm::Plain), "inout: omp_all_memory");
    }
}
