//! Which code is checked: looked up at the end of a run, for the functions that tasks and regions
//! have run, and for those that checked code has called.
//!
//! | a function is checked | if |
//! |---|---|
//! | compiled with the compiler pass | it begins with the mark of instrumented code |
//! | compiled otherwise | it calls a hook, |
//! | | or it is local to an object file that is instrumented, and calls nothing: then it has no accesses |
//!
//! The calls out of code that the pass has instrumented are counted while the program runs.
//! Elsewhere all that is known is which functions the code
//! could call: they are looked for in its machine code, as the address that an instruction `call`
//! has in it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use detsan_hook_abi::{CALLS_SECTION, CODE_MARK, CallRecord, OBJECT_SYMBOL};
use detsan_report::{
    Count, Frame, LinkedFunction, Module, ObjectFiles, Symbolize, Symbolizer, exports, modules_of_this_process,
};

use crate::bodies::{Body, Construct};
use crate::loaded;
use crate::tool::Tool;
use crate::trusted::{Followers, is_harmless_object, is_trusted_library};

/// How much of a function is looked at whose size is not known.
const UNKNOWN_SIZE: u64 = 256;

/// What a function is to the program that calls it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Callee {
    /// It is checked, or known to be harmless.
    Fine,
    /// It is in this library.
    Library(String),
    /// It is this function of a trusted library, which follows pointers into the program's memory.
    Follower(String),
    /// It is in the program, at this address.
    Function(usize),
    /// It is in no file.
    Generated,
}

/// A file that is mapped, with what it is known by.
struct Mapped {
    module: Module,
    /// The file's name as the dynamic linker knows it; none for the program itself.
    library: Option<String>,
    is_trusted: bool,
    files: Option<ObjectFiles>,
}

impl Mapped {
    fn new(module: Module, trusted: &[String]) -> Mapped {
        let is_program = module.path == Path::new("/proc/self/exe");
        let library = (!is_program).then(|| library_name(&module));
        let is_trusted = library.as_deref().is_some_and(|library| is_trusted_library(library, trusted));
        // What is trusted need not be read.
        let files = if is_trusted { None } else { ObjectFiles::read(&module.path, OBJECT_SYMBOL, CALLS_SECTION) };
        Mapped { module, library, is_trusted, files }
    }

    fn own(&self, address: usize) -> u64 {
        (address as u64).wrapping_sub(self.module.bias)
    }

    fn in_memory(&self, own: u64) -> usize {
        own.wrapping_add(self.module.bias) as usize
    }

    /// The bytes at these addresses of the file, as they are in memory.
    fn bytes(&self, own: &Range<u64>) -> &[u8] {
        let (start, end) = (own.start.wrapping_add(self.module.bias), own.end.wrapping_add(self.module.bias));
        let is_within = |range: &&Range<u64>| range.start <= start && start < range.end;
        let Some(range) = self.module.ranges.iter().find(is_within) else { return &[] };
        let length = end.min(range.end).saturating_sub(start) as usize;
        // SAFETY: the file's segment is mapped there, and code and read-only data do not change.
        unsafe { std::slice::from_raw_parts(start as *const u8, length) }
    }

    /// The function at or around `own`, or what may be one.
    fn extent(&self, own: u64) -> Range<u64> {
        let function = self.files.as_ref().and_then(|files| files.function(own));
        function.map_or(own..own + UNKNOWN_SIZE, |function| function.range.clone())
    }
}

/// The name under which the dynamic linker knows `module`.
fn library_name(module: &Module) -> String {
    let address = module.ranges.first().map_or(0, |range| range.start);
    loaded::at(address as usize).and_then(|known| known.file()).unwrap_or_else(|| module.name.clone())
}

/// Everything that is mapped.
struct Program {
    mapped: Vec<Mapped>,
    followers: Followers,
}

impl Program {
    fn new(trusted: &[String]) -> Program {
        let modules = modules_of_this_process();
        let mapped = modules.into_iter().map(|module| Mapped::new(module, trusted)).collect();
        Program { mapped, followers: Followers::find() }
    }

    fn at(&self, address: usize) -> Option<&Mapped> {
        self.mapped.iter().find(|mapped| mapped.module.contains(address as u64))
    }

    /// Whether the function at `address` is a hook.
    fn is_hook(&self, address: usize) -> bool {
        self.function_at(address).is_some_and(|function| {
            let name = function.name;
            name.starts_with("__tsan_") || name.starts_with("__detsan_") && !is_door(name)
        })
    }

    /// The function that begins at `address`.
    fn function_at(&self, address: usize) -> Option<&LinkedFunction> {
        let mapped = self.at(address)?;
        let own = mapped.own(address);
        mapped.files.as_ref()?.function(own).filter(|function| function.range.start == own)
    }

    /// Where a call leads that an instruction makes to `target`: past the procedure linkage table,
    /// if it goes there. None if that call has never been made.
    fn behind_linkage(&self, target: usize) -> Option<usize> {
        let Some(mapped) = self.at(target) else { return Some(target) };
        let own = mapped.own(target);
        let mut code = mapped.bytes(&(own..own + 16));
        let mut next = target;
        for prefix in [&[0xf3, 0x0f, 0x1e, 0xfa][..], &[0xf2][..]] {
            if let Some(rest) = code.strip_prefix(prefix) {
                (code, next) = (rest, next + prefix.len());
            }
        }
        let [0xff, 0x25, a, b, c, d, ..] = *code else { return Some(target) };
        let slot = (next + 6).wrapping_add_signed(i32::from_le_bytes([a, b, c, d]) as isize);
        self.in_slot(mapped, slot)
    }

    /// The function whose address is in `slot`. As long as it has not been called, that is of the
    /// table itself.
    fn in_slot(&self, mapped: &Mapped, slot: usize) -> Option<usize> {
        let own = mapped.own(slot);
        let bytes = mapped.bytes(&(own..own + 8));
        let function = usize::from_le_bytes(bytes.try_into().ok()?);
        let is_own = mapped.module.contains(function as u64) && self.function_at(function).is_none();
        (!is_own && function != 0).then_some(function)
    }

    /// The functions that `code`, at `own` in `mapped`, calls directly. There may be some that are
    /// none, but of other bytes.
    fn calls(&self, mapped: &Mapped, own: &Range<u64>) -> impl Iterator<Item = usize> {
        let code = mapped.bytes(own);
        let start = mapped.in_memory(own.start);
        (0..code.len()).filter_map(move |at| match code[at..] {
            [0xe8, a, b, c, d, ..] => {
                let target = (start + at + 5).wrapping_add_signed(i32::from_le_bytes([a, b, c, d]) as isize);
                self.at(target)?;
                self.behind_linkage(target)
            }
            [0xff, 0x15, a, b, c, d, ..] => {
                let slot = (start + at + 6).wrapping_add_signed(i32::from_le_bytes([a, b, c, d]) as isize);
                self.in_slot(self.at(slot)?, slot)
            }
            _ => None,
        })
    }

    /// Whether the accesses of the function at `address` are checked.
    fn is_checked(&self, address: usize) -> bool {
        let Some(mapped) = self.at(address) else { return false };
        let Some(files) = &mapped.files else { return false };
        let own = mapped.own(address);
        if mapped.bytes(&(own..own + 8)) == CODE_MARK.to_le_bytes() {
            return true;
        }
        if !files.is_instrumented {
            return false;
        }
        let extent = mapped.extent(own);
        let mut calls = self.calls(mapped, &extent).peekable();
        let calls_nothing = calls.peek().is_none();
        calls.any(|callee| self.is_hook(callee))
            || calls_nothing
                && files.function(own).is_some_and(|function| files.is_instrumented_without_marks(function))
    }

    fn callee(&self, address: usize) -> Callee {
        let Some(address) = self.behind_linkage(address) else { return Callee::Fine };
        match self.at(address) {
            None => match is_of_kernel(address) {
                true => Callee::Fine,
                false => Callee::Generated,
            },
            Some(mapped) if mapped.is_trusted => self.followers.name(address).map_or(Callee::Fine, Callee::Follower),
            Some(_) if self.is_checked(address) => Callee::Fine,
            Some(Mapped { library: Some(library), .. }) => Callee::Library(library.clone()),
            Some(_) if self.stands_in(address) => Callee::Fine,
            Some(_) => Callee::Function(address),
        }
    }

    /// Whether the function of the program at `address` is a hook, or stands in for one of a
    /// trusted library, as the hooks' `malloc` does.
    fn stands_in(&self, address: usize) -> bool {
        let Some(function) = self.function_at(address) else { return false };
        let trusted = self.mapped.iter().filter(|mapped| mapped.is_trusted);
        self.is_hook(address)
            || is_door(function.name)
            || trusted.into_iter().any(|mapped| exports(&mapped.module.path, function.name))
    }

    /// Whether the program was linked of object files that are all known, and none compiled for
    /// checking.
    fn has_no_instrumented_object(&self) -> bool {
        let files = || self.mapped.iter().filter_map(|mapped| mapped.files.as_ref());
        files().any(ObjectFiles::has_symbols) && !files().any(ObjectFiles::has_instrumented_objects)
    }

    /// What checked code has called, as the pass has counted it.
    fn counted(&self) -> Vec<(usize, u64)> {
        let mut counted = Vec::new();
        for mapped in &self.mapped {
            let Some(section) = mapped.files.as_ref().and_then(|files| files.section.clone()) else { continue };
            let bytes = mapped.bytes(&section);
            let records = bytes.as_ptr().cast::<CallRecord>();
            for index in 0..bytes.len() / size_of::<CallRecord>() {
                // The section holds whole records, one behind the other.
                let record = records.wrapping_add(index);
                // SAFETY: it lies in the section, which is mapped.
                let record = unsafe { record.read_unaligned() };
                if record.calls > 0 {
                    counted.push((record.callee, record.calls));
                }
            }
        }
        counted
    }

    /// What functions may have done that are instrumented without the pass, as their machine code
    /// tells.
    fn possible(&self) -> Possible {
        let mut possible = Vec::new();
        let mut shares_loops_out = false;
        let of_loops = [c"omp_get_num_threads", c"omp_get_thread_num"].map(|name| {
            // SAFETY: the name is a C string.
            unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) as usize }
        });
        for mapped in &self.mapped {
            let Some(files) = mapped.files.as_ref().filter(|files| files.has_unmarked_objects()) else { continue };
            let knows_leaves = files.all_instrumented(is_harmless_object);
            for function in files.functions() {
                let code = mapped.bytes(&function.range);
                if code.starts_with(&CODE_MARK.to_le_bytes()) || self.is_hook(mapped.in_memory(function.range.start)) {
                    continue;
                }
                let calls: Vec<usize> = self.calls(mapped, &function.range).collect();
                if !calls.iter().any(|callee| self.is_hook(*callee)) {
                    continue;
                }
                shares_loops_out |= of_loops.iter().all(|function| calls.contains(function));
                let is_function = |callee: &usize| {
                    self.at(*callee).is_some_and(|other| other.library.is_some()) || self.function_at(*callee).is_some()
                };
                // If there is no other object file, it is one of the instrumented ones that has
                // neither accesses nor calls.
                let is_leaf = |callee: &usize| {
                    self.at(*callee).is_some_and(|other| {
                        std::ptr::eq(other, mapped)
                            && self.calls(other, &other.extent(other.own(*callee))).next().is_none()
                    })
                };
                possible
                    .extend(calls.into_iter().filter(is_function).filter(|callee| !(knows_leaves && is_leaf(callee))));
            }
        }
        possible.sort_unstable();
        possible.dedup();
        Possible { callees: possible, shares_loops_out }
    }
}

/// Whether a function with this name is a door to one of another library: it stands in for that, and who
/// calls it need not be checked.
fn is_door(name: &str) -> bool {
    name.starts_with("__detsan_door_")
}

/// What functions may have done that are instrumented without the pass.
#[derive(Debug, PartialEq, Eq)]
struct Possible {
    /// The functions that they may have called.
    callees: Vec<usize>,
    /// They ask for the number of threads and for their own, as gcc's code does that shares a loop
    /// out without the runtime.
    shares_loops_out: bool,
}

/// Whether the address is in the part of the kernel that every process has mapped.
fn is_of_kernel(address: usize) -> bool {
    const LENGTH: usize = 4 * 4096;
    // SAFETY: the function has no preconditions.
    let start = unsafe { libc::getauxval(libc::AT_SYSINFO_EHDR) } as usize;
    start != 0 && (start..start + LENGTH).contains(&address)
}

/// Where the construct is that the call before `pc` is part of: `m.c:2`, or the function.
pub(crate) fn place(symbolizer: &Symbolizer, pc: usize) -> String {
    let frames = symbolizer.frames(pc as u64);
    let located = frames.iter().find_map(|frame| frame.location.as_ref());
    match (located, frames.first()) {
        (Some(location), _) => {
            let file = location.file.rsplit('/').next().unwrap_or(&location.file);
            format!("{file}:{}", location.line)
        }
        (None, Some(Frame { function: Some(function), .. })) => function.clone(),
        (None, Some(frame)) => {
            format!("{}+{:#x}", frame.place.module.as_deref().unwrap_or("?"), frame.place.offset)
        }
        (None, None) => "an unknown place".to_owned(),
    }
}

/// The name of the function at `address`.
fn function_name(symbolizer: &Symbolizer, address: usize) -> String {
    let outermost = symbolizer.frames(address as u64 + 1).pop();
    let name = outermost.and_then(|frame| frame.function);
    name.unwrap_or_else(|| format!("the function at {address:#x}"))
}

fn body_text(place: &str, body: &Body) -> String {
    match body.construct {
        Construct::Task => {
            let tasks = Count(body.count, "task", "tasks");
            format!("the tasks created at {place} run code not compiled for DetSan ({tasks})")
        }
        Construct::Region => {
            let times = Count(body.count, "time", "times");
            format!("the parallel region at {place} runs code not compiled for DetSan ({times})")
        }
    }
}

impl Tool {
    /// The code that ran unchecked although it matters, in one line each, and first of all if that
    /// is all code. Finds out as well whether loops were shared out unseen.
    pub(crate) fn unchecked_code(&mut self) -> Vec<String> {
        let program = Program::new(&self.options.trusted_libraries);
        let is_unchecked = |body: &&Body| {
            let is_trusted = program.at(body.code).is_some_and(|mapped| mapped.is_trusted);
            !is_trusted && !program.is_checked(body.code)
        };
        let bodies: Vec<Body> = self.bodies.iter().filter(is_unchecked).copied().collect();
        let mut counts: BTreeMap<Callee, u64> = BTreeMap::new();
        let called = self.callees.iter().map(|(callee, calls)| (*callee, *calls));
        for (address, calls) in program.counted().into_iter().chain(called) {
            *counts.entry(program.callee(address)).or_default() += calls;
        }
        let possible = program.possible();
        for address in possible.callees {
            counts.entry(program.callee(address)).or_default();
        }
        if possible.shares_loops_out && self.counters.crowded_team.is_none() {
            self.counters.crowded_team = self.counters.smallest_team;
        }
        counts.remove(&Callee::Fine);
        let symbolizer = self.races.symbolizer();
        let mut lines: Vec<String> = bodies.iter().map(|body| body_text(&place(symbolizer, body.pc), body)).collect();
        for (callee, calls) in counts {
            let what = match callee {
                Callee::Fine => continue,
                Callee::Library(library) => format!("calls into {library}"),
                Callee::Follower(name) => format!("accesses in calls of {name}"),
                Callee::Function(address) => {
                    format!("calls of {}, which was not compiled for DetSan,", function_name(symbolizer, address))
                }
                Callee::Generated => "calls of code that is in no file".to_owned(),
            };
            lines.push(match calls {
                0 => format!("{what} may have been made and were not checked"),
                calls => format!("{what} were not checked ({})", Count(calls, "call", "calls")),
            });
        }
        // Functions of the C library are told of by whoever calls them.
        if !lines.is_empty() && (self.checked_accesses() == 0 || program.has_no_instrumented_object()) {
            lines.insert(0, "nothing was checked".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_this_process_are_placed() {
        let program = Program::new(&[]);
        let own = functions_of_this_process_are_placed as *const () as usize;
        assert!(!program.is_checked(own));
        assert_eq!(program.callee(own), Callee::Function(own));
        assert_eq!(program.callee(libc::qsort as *const () as usize), Callee::Follower("qsort".to_owned()));
        assert_eq!(program.callee(libc::getpid as *const () as usize), Callee::Fine);
        assert_eq!(program.callee(16), Callee::Generated);
        assert!(program.counted().is_empty());
        assert_eq!(program.possible(), Possible { callees: Vec::new(), shares_loops_out: false });
    }

    #[test]
    fn bodies_are_named_by_their_place() {
        let body = Body { construct: Construct::Task, code: 1, pc: 2, count: 2 };
        assert_eq!(body_text("m.c:2", &body), "the tasks created at m.c:2 run code not compiled for DetSan (2 tasks)");
        let body = Body { construct: Construct::Region, count: 1, ..body };
        assert_eq!(
            body_text("m.c:2", &body),
            "the parallel region at m.c:2 runs code not compiled for DetSan (1 time)"
        );
    }
}
