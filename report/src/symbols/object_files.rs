//! What a program or library tells of the object files that it was linked from, and of the
//! functions that they call.
//!
//! A symbol table lists the local symbols of each object file behind a symbol with the name of its
//! source. Code that
//! was compiled with `-fsanitize=thread` has a local constructor, so that it can be told apart.

use std::ops::Range;
use std::path::Path;

use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, SymbolKind};

use super::mapped_file::map_file;

/// Names of the constructors that clang and gcc make in an object file with `-fsanitize=thread`.
const CONSTRUCTORS: [&str; 2] = ["tsan.module_ctor", "_sub_I_00099_0"];

/// What every function that such a compiler has instrumented calls, unless it has neither accesses
/// nor calls.
const HOOK: &str = "__tsan_func_entry";

/// An object file, as far as its symbols tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ObjectFile {
    /// Name of its source, without directory.
    name: String,
    /// Compiled with `-fsanitize=thread`.
    is_instrumented: bool,
    /// Compiled with the pass that marks what is instrumented.
    has_marks: bool,
}

/// A function, by the file's own addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedFunction {
    /// Where its code is.
    pub range: Range<u64>,
    /// Its name as the linker knows it.
    pub name: &'static str,
    /// Index of its object file; only that of local functions is known.
    object: Option<usize>,
}

/// The object files and functions of a program or library.
#[derive(Debug)]
pub struct ObjectFiles {
    objects: Vec<ObjectFile>,
    functions: Vec<LinkedFunction>,
    /// The section that was asked for, by the file's own addresses.
    pub section: Option<Range<u64>>,
    /// It has instrumented code.
    pub is_instrumented: bool,
}

impl ObjectFiles {
    /// Reads the file at `path`. An object file with the local symbol `mark` was compiled with the
    /// pass; `section` is looked for.
    pub fn read(path: &Path, mark: &str, section: &str) -> Option<ObjectFiles> {
        let elf: ElfFile64<'static, LittleEndian> = ElfFile64::parse(map_file(path).ok()?).ok()?;
        let mut files = ObjectFiles {
            objects: Vec::new(),
            functions: Vec::new(),
            section: elf.section_by_name(section).map(|found| found.address()..found.address() + found.size()),
            is_instrumented: false,
        };
        files.is_instrumented = elf.dynamic_symbols().any(|symbol| symbol.name() == Ok(HOOK));
        // What the linker makes itself stands behind a symbol without a name.
        let mut current = None;
        for symbol in elf.symbols() {
            let Ok(name) = symbol.name() else { continue };
            match symbol.kind() {
                SymbolKind::File if name.is_empty() => current = None,
                SymbolKind::File => {
                    current = Some(files.objects.len());
                    files.objects.push(ObjectFile { name: name.to_owned(), ..ObjectFile::default() });
                }
                _ if symbol.is_local() => files.add_local(&symbol, name, current, mark),
                _ => files.add_function(&symbol, name, None),
            }
        }
        if files.functions.is_empty() {
            for symbol in elf.dynamic_symbols() {
                if let Ok(name) = symbol.name() {
                    files.add_function(&symbol, name, None);
                }
            }
        }
        files.functions.sort_by_key(|function| (function.range.start, function.range.end));
        Some(files)
    }

    fn add_local(
        &mut self,
        symbol: &impl ObjectSymbol<'static>,
        name: &'static str,
        object: Option<usize>,
        mark: &str,
    ) {
        if let Some(object) = object.and_then(|object| self.objects.get_mut(object)) {
            object.is_instrumented |= CONSTRUCTORS.contains(&name);
            object.has_marks |= name == mark;
        }
        self.add_function(symbol, name, object);
    }

    fn add_function(&mut self, symbol: &impl ObjectSymbol<'static>, name: &'static str, object: Option<usize>) {
        if symbol.kind() == SymbolKind::Text && symbol.is_definition() && symbol.size() > 0 {
            let range = symbol.address()..symbol.address() + symbol.size();
            self.functions.push(LinkedFunction { range, name, object });
        }
    }

    /// The function that contains `address`.
    pub fn function(&self, address: u64) -> Option<&LinkedFunction> {
        let end = self.functions.partition_point(|function| function.range.start <= address);
        self.functions[..end].last().filter(|function| function.range.contains(&address))
    }

    /// All functions, in the order of their addresses.
    pub fn functions(&self) -> &[LinkedFunction] {
        &self.functions
    }

    /// Whether `function` is of an object file that was compiled with `-fsanitize=thread` and
    /// without the pass. There, a
    /// function that calls no hook has no accesses.
    pub fn is_instrumented_without_marks(&self, function: &LinkedFunction) -> bool {
        let object = function.object.and_then(|object| self.objects.get(object));
        object.is_some_and(|object| object.is_instrumented && !object.has_marks)
    }

    /// Whether it tells of the object files that it was linked of.
    pub fn has_symbols(&self) -> bool {
        !self.objects.is_empty()
    }

    /// Whether there are object files that were compiled for checking. Not if their symbols are
    /// gone.
    pub fn has_instrumented_objects(&self) -> bool {
        self.objects.iter().any(|object| object.is_instrumented)
    }

    /// Whether there are object files that were compiled for checking without the pass.
    pub fn has_unmarked_objects(&self) -> bool {
        self.objects.iter().any(|object| object.is_instrumented && !object.has_marks)
    }

    /// Whether all object files were compiled for checking but those whose sources `is_harmless`
    /// knows.
    pub fn all_instrumented(&self, is_harmless: impl Fn(&str) -> bool) -> bool {
        self.objects.iter().all(|object| object.is_instrumented || is_harmless(&object.name))
    }
}

/// Whether the file at `path` exports a function `name`.
pub fn exports(path: &Path, name: &str) -> bool {
    let Ok(bytes) = map_file(path) else { return false };
    let Ok(elf) = ElfFile64::<LittleEndian>::parse(bytes) else { return false };
    elf.dynamic_symbols().any(|symbol| !symbol.is_undefined() && symbol.name() == Ok(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_their_addresses() {
        let files =
            ObjectFiles::read(Path::new("/proc/self/exe"), "mark", ".text").expect("the test itself can be read");
        assert!(files.section.is_some() && !files.is_instrumented && !files.has_unmarked_objects());
        let function = files.functions().iter().find(|function| function.name.contains("functions_are_found"));
        let function = function.expect("it has a symbol");
        assert_eq!(files.function(function.range.end - 1).map(|found| found.range.end), Some(function.range.end));
        assert!(!files.is_instrumented_without_marks(function));
    }

    #[test]
    fn exported_functions_are_known() {
        let modules = super::super::modules_of_this_process();
        let library = modules.iter().find(|module| module.name.starts_with("libc.so")).expect("the C library");
        assert!(exports(&library.path, "qsort") && !exports(&library.path, "no_such_function"));
    }
}
