//! What an ELF file says about itself, as far as it tells whether a program can be checked.

use detsan_hook_abi::ATTACH_SYMBOL;
use detsan_report::map_file;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME, DynamicTag, EM_X86_64, PT_INTERP};
use object::read::elf::{ElfFile64, ElfSection64, FileHeader, ProgramHeader};
use object::{CompressionFormat, LittleEndian, Object, ObjectSection, ObjectSymbol};
use std::io;
use std::path::Path;
use thiserror::Error;

/// A file that is no ELF file for this machine.
#[derive(Debug, Error)]
pub(crate) enum ElfError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("a script")]
    Script,
    #[error("not an ELF file")]
    NotElf,
    #[error("not for x86-64")]
    OtherMachine,
    #[error("a damaged ELF file ({0})")]
    Damaged(#[from] object::read::Error),
}

/// Whether a file has one of the symbols that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Defines {
    /// No.
    No,
    /// Yes, but `dlsym` does not find it.
    Hidden,
    /// Yes, and `dlsym` finds it.
    Exported,
}

/// The facts about one file.
#[derive(Clone, Debug)]
pub(crate) struct ElfFacts {
    /// Whether it names a dynamic loader, which a static program does not.
    pub(crate) has_interpreter: bool,
    /// The libraries it needs.
    pub(crate) needed: Vec<String>,
    /// Where its libraries are, before everything else (`DT_RPATH`).
    pub(crate) rpath: Vec<String>,
    /// Where its libraries are, after `LD_LIBRARY_PATH` (`DT_RUNPATH`).
    pub(crate) runpath: Vec<String>,
    /// The name by which programs need it, if it is a library.
    pub(crate) soname: Option<String>,
    /// Whether it has debug information, or names the file that has it.
    pub(crate) has_debug_info: bool,
    /// The hooks.
    pub(crate) hooks: Defines,
    /// The runtime library of ThreadSanitizer.
    pub(crate) tsan_runtime: Defines,
    /// libomp, or a library that speaks for it.
    pub(crate) libomp: Defines,
    /// The search for OMPT tools, which a libomp can be built without.
    pub(crate) ompt: Defines,
}

impl ElfFacts {
    /// Reads `path`.
    pub(crate) fn read(path: &Path) -> Result<ElfFacts, ElfError> {
        let bytes = map_file(path)?;
        match bytes {
            [b'#', b'!', ..] => return Err(ElfError::Script),
            // The class and byte order of x86-64; its machine number is checked below.
            [0x7f, b'E', b'L', b'F', 2, 1, ..] => {}
            [0x7f, b'E', b'L', b'F', ..] => return Err(ElfError::OtherMachine),
            _ => return Err(ElfError::NotElf),
        }
        let elf: ElfFile64<'_, LittleEndian> = ElfFile64::parse(bytes)?;
        if elf.elf_header().e_machine(LittleEndian) != EM_X86_64 {
            return Err(ElfError::OtherMachine);
        }

        let dynamic = elf.elf_dynamic_table()?;
        let strings = |wanted: DynamicTag| -> Vec<String> {
            let entries = dynamic.iter().filter(|entry| entry.tag == wanted);
            entries
                .filter_map(|entry| Some(String::from_utf8_lossy(dynamic.string(entry).ok()?).into_owned()))
                .collect()
        };
        let directories = |tag| strings(tag).iter().flat_map(|list| list.split(':')).map(str::to_owned).collect();
        let defines = |name: &str| {
            let is_it = |symbol: &_| is_definition_of(symbol, name);
            if elf.dynamic_symbols().any(|symbol| is_it(&symbol)) {
                Defines::Exported
            } else if elf.symbols().any(|symbol| is_it(&symbol)) {
                Defines::Hidden
            } else {
                Defines::No
            }
        };
        Ok(ElfFacts {
            has_interpreter: elf.elf_program_headers().iter().any(|segment| segment.p_type(LittleEndian) == PT_INTERP),
            needed: strings(DT_NEEDED),
            rpath: directories(DT_RPATH),
            runpath: directories(DT_RUNPATH),
            soname: strings(DT_SONAME).into_iter().next(),
            has_debug_info: has_debug_info(&elf),
            hooks: defines(ATTACH_SYMBOL.to_str().expect("the name of a symbol is ASCII")),
            tsan_runtime: defines("__tsan_init"),
            libomp: defines("__kmpc_fork_call"),
            ompt: defines("ompt_start_tool"),
        })
    }
}

/// Whether a part of the program has debug information. The hooks have some of their own, which
/// does not count: they are written in Rust. Information in a file apart, or in a form that is not
/// read here, is taken to be good.
fn has_debug_info(elf: &ElfFile64<'_, LittleEndian>) -> bool {
    let elsewhere = [".zdebug_info", ".gnu_debuglink", ".gnu_debugaltlink"];
    if elsewhere.iter().any(|name| elf.section_by_name(name).is_some()) {
        return true;
    }
    let Some(info) = elf.section_by_name(".debug_info") else { return false };
    let Some(abbreviations) = elf.section_by_name(".debug_abbrev") else { return false };
    let is_compressed = |section: &ElfSection64<'_, '_, LittleEndian>| {
        section.compressed_file_range().map_or(true, |range| range.format != CompressionFormat::None)
    };
    if is_compressed(&info) || is_compressed(&abbreviations) {
        return true;
    }
    match (info.data(), abbreviations.data()) {
        (Ok(info), Ok(abbreviations)) => has_unit_of_program(info, abbreviations).unwrap_or(true),
        _ => true,
    }
}

/// Whether one of the units in `.debug_info` is in another language than Rust.
fn has_unit_of_program(info: &[u8], abbreviations: &[u8]) -> gimli::Result<bool> {
    let info = gimli::DebugInfo::new(info, gimli::LittleEndian);
    let abbreviations = gimli::DebugAbbrev::new(abbreviations, gimli::LittleEndian);
    let mut units = info.units();
    while let Some(unit) = units.next()? {
        let abbreviations = unit.abbreviations(&abbreviations)?;
        let root = unit.entry(&abbreviations, unit.root_offset())?;
        if root.attr_value(gimli::DW_AT_language) != Some(gimli::AttributeValue::Language(gimli::DW_LANG_Rust)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_definition_of<'data>(symbol: &impl ObjectSymbol<'data>, name: &str) -> bool {
    symbol.is_definition() && symbol.name_bytes() == Ok(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn refusal(bytes: &[u8]) -> String {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("file");
        fs::write(&path, bytes).expect("written");
        ElfFacts::read(&path).expect_err("no ELF file for this machine").to_string()
    }

    #[test]
    fn this_test_is_a_dynamic_program_in_rust() {
        let facts = ElfFacts::read(&std::env::current_exe().expect("a path")).expect("it is an ELF file");
        assert!(facts.has_interpreter);
        assert!(!facts.has_debug_info, "debug information of Rust does not count");
        assert!(facts.needed.iter().any(|name| name.starts_with("libc.so")), "{:?}", facts.needed);
        assert_eq!((facts.hooks, facts.libomp, facts.soname), (Defines::No, Defines::No, None));
    }

    #[test]
    fn other_files_are_told_apart() {
        assert_eq!(refusal(b"#!/bin/sh\nexec prog\n"), "a script");
        assert_eq!(refusal(b""), "not an ELF file");
        assert_eq!(refusal(b"MZ, something else entirely"), "not an ELF file");
        assert_eq!(refusal(b"\x7fELF\x01\x01\x01 and the rest of it"), "not for x86-64");
        assert!(refusal(b"\x7fELF\x02\x01\x01 cut").starts_with("a damaged ELF file"));
    }
}
