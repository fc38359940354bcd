//! What the archive exports and needs, against the page that lists it (`ABI.md`) and against ThreadSanitizer's archive.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol, SymbolScope};

type Names = BTreeSet<String>;

/// What the names of functions that libraries reach begin with.
const DOOR: &str = "__detsan_door_";

/// How others see a symbol that is defined in an object file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Export {
    Strong,
    Weak,
    WeakHidden,
    Hidden,
}

/// The symbols of one object file of an archive.
struct Member {
    name: String,
    defined: BTreeMap<String, Export>,
    undefined: Names,
}

fn members(path: &Path) -> Vec<Member> {
    let data = std::fs::read(path).unwrap_or_else(|error| panic!("cannot read {path:?}: {error}"));
    let archive = ArchiveFile::parse(&*data).expect("the file is an archive");
    let mut members = Vec::new();
    for member in archive.members() {
        let member = member.expect("the archive is whole");
        // rustc adds a file of metadata, which is no object.
        let Ok(object) = object::File::parse(member.data(&*data).expect("the archive is whole")) else { continue };
        let mut read = Member {
            name: String::from_utf8_lossy(member.name()).into_owned(),
            defined: BTreeMap::new(),
            undefined: Names::new(),
        };
        for symbol in object.symbols().filter(|symbol| symbol.is_global()) {
            let name = symbol.name().expect("symbols are text").to_owned();
            if symbol.is_undefined() {
                read.undefined.insert(name);
            } else {
                read.defined.insert(name, export(&symbol));
            }
        }
        members.push(read);
    }
    members
}

fn export(symbol: &object::Symbol) -> Export {
    let hidden = symbol.scope() != SymbolScope::Dynamic;
    match (symbol.is_weak(), hidden) {
        (false, false) => Export::Strong,
        (true, false) => Export::Weak,
        (true, true) => Export::WeakHidden,
        (false, true) => Export::Hidden,
    }
}

/// The one object file of our own in the archive.
fn hooks() -> Member {
    let mut ours = members(common::archive());
    ours.retain(|member| member.defined.contains_key("__detsan_attach"));
    assert_eq!(ours.len(), 1);
    ours.remove(0)
}

/// The symbols that `ABI.md` lists in the first column of the table under a heading.
fn listed(heading: &str) -> Names {
    let page = include_str!("../ABI.md");
    let (_, section) = page.split_once(&format!("## {heading}\n")).expect("the page has this heading");
    let section = section.split("\n## ").next().expect("split has a first part");
    let mut names = Names::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let column = row.split('|').nth(1).expect("a row has columns");
        for pattern in column.split('`').skip(1).step_by(2) {
            for name in expand(pattern) {
                assert!(names.insert(name.clone()), "{name} is listed twice");
            }
        }
    }
    assert!(!names.is_empty());
    names
}

/// `a{b,c}d` is `abd` and `acd`.
fn expand(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('{') else { return vec![pattern.to_owned()] };
    let (choices, after) = rest.split_once('}').expect("braces are balanced");
    let tails = expand(after);
    choices.split(',').flat_map(|choice| tails.iter().map(move |tail| format!("{before}{choice}{tail}"))).collect()
}

fn exported(member: &Member, as_: Export) -> Names {
    member.defined.iter().filter(|(_, export)| **export == as_).map(|(name, _)| name.clone()).collect()
}

fn tsan_archive() -> PathBuf {
    let resources = common::answer("clang-19", &["-print-resource-dir"]);
    Path::new(&resources).join("lib/linux/libclang_rt.tsan-x86_64.a")
}

#[test]
fn braces_expand() {
    assert_eq!(expand("a{b,,c}d{1,2}"), ["abd1", "abd2", "ad1", "ad2", "acd1", "acd2"]);
}

#[test]
fn the_page_lists_what_the_archive_exports() {
    let hooks = hooks();
    let (doors, strong): (Names, Names) =
        exported(&hooks, Export::Strong).into_iter().partition(|name| name.starts_with(DOOR));
    assert_eq!(listed("Hooks"), strong);
    assert_eq!(listed("Interposed"), exported(&hooks, Export::Weak));
    let mut for_checked_code = listed("For checked code alone");
    assert_eq!(for_checked_code, exported(&hooks, Export::WeakHidden));
    for_checked_code.remove("rust_eh_personality");
    assert_eq!(for_checked_code.iter().map(|name| format!("{DOOR}{name}")).collect::<Names>(), doors);
}

#[test]
fn libraries_have_a_door_for_each_function_that_is_for_checked_code() {
    let mut ours = members(&common::archive_of_doors());
    ours.retain(|member| member.undefined.iter().any(|name| name.starts_with(DOOR)));
    assert_eq!(ours.len(), 1);
    let mut expected = listed("For checked code alone");
    expected.remove("rust_eh_personality");
    assert_eq!(expected, exported(&ours[0], Export::WeakHidden));
    assert_eq!(expected.iter().map(|name| format!("{DOOR}{name}")).collect::<Names>(), ours[0].undefined);
}

#[test]
fn every_symbol_of_thread_sanitizer_is_provided_or_left_out_for_a_reason() {
    let of_interest =
        |name: &String| ["__tsan_", "Annotate", "WTFAnnotate"].iter().any(|prefix| name.starts_with(prefix));
    let theirs: Names = members(&tsan_archive())
        .into_iter()
        .flat_map(|member| member.defined)
        .filter(|(_, export)| matches!(export, Export::Strong | Export::Weak))
        .map(|(name, _)| name)
        .filter(of_interest)
        .collect();
    assert!(theirs.len() > 150, "only {} symbols found in ThreadSanitizer's archive", theirs.len());
    let ours: Names = hooks().defined.into_keys().collect();
    let missing: Names = theirs.difference(&ours).cloned().collect();
    assert_eq!(missing, listed("Left out"));
}

/// All of the C library that a program can be asked for.
const NEEDED: [&str; 18] = [
    "__errno_location",
    "__libc_calloc",
    "__libc_free",
    "__libc_malloc",
    "__libc_realloc",
    "abort",
    "dlclose",
    "dlinfo",
    "dlopen",
    "dlsym",
    "exit",
    "getenv",
    "getpid",
    "malloc_usable_size",
    "on_exit",
    "pthread_atfork",
    "strlen",
    "write",
];

#[test]
fn little_of_the_c_library_is_needed() {
    let hooks = hooks();
    let beyond: Vec<_> = hooks.undefined.iter().filter(|name| !NEEDED.contains(&name.as_str())).collect();
    assert!(beyond.is_empty(), "{} needs {beyond:?}", hooks.name);
}

#[test]
fn nothing_else_in_the_archive_can_clash_with_a_program() {
    for member in members(common::archive()) {
        if !member.defined.contains_key("__detsan_attach") {
            for (name, export) in member.defined {
                // What a program may define too is weak or hidden. Rust's own names carry the hash of the compiler.
                let harmless = export != Export::Strong || name.starts_with("_R") || name.starts_with("_ZN");
                assert!(harmless, "{}: {name}", member.name);
            }
        }
    }
}
