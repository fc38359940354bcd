//! The flags that DetSan adds to a compiler's, and those it cannot work with.
//!
//! | flag | why |
//! |---|---|
//! | `-fopenmp` | what is checked, and at the link libomp; see [`OpenMpFlag`] |
//! | `-fsanitize=thread` | calls a hook at every access |
//! | `-g` | source lines and variable names in reports |
//! | `-fno-omit-frame-pointer` | the rules about reused stack memory read the frame pointer |
//! | `-mprefer-vector-width=128` … | above `-O0`: clang leaves wide vector accesses without a hook; see [`super::vectors`] |
//! | `-fno-builtin-memcpy` … | gcc: leaves copies without a hook unless it calls the library for them |
//! | `-isystem …/headers` | C++: the functions of `std::string` are compiled, and checked, with the program |
//! | `-fno-sanitize-link-runtime` | the hooks take the place of ThreadSanitizer's own runtime library |
//! | `-rdynamic` | the tool and instrumented shared libraries find the hooks in the executable |
//! | `libdetsan_doors.a` | a shared library: its calls of other libraries pass the hooks, as the executable's do |
//! | `-lgfortran -lquadmath -lm` | Fortran: what gfortran links by itself, and clang does not |
//!
//! Flags that a user may well overrule (`-g0`, `-fno-sanitize=thread` for one file) come before the
//! user's own, flags without which races would be missed or invented come after them.

use super::command_line::{CommandLine, Goal, OpenMp};
use super::pass;
use super::toolchain::{self, Compiler, Family};
use crate::install;
use detsan_hook_abi::ATTACH_SYMBOL;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Makes clang (from version 14 on) accept flags that a command turns out not to use.
const MAY_BE_UNUSED: [&str; 2] = ["--start-no-unused-arguments", "--end-no-unused-arguments"];

const FRAME_POINTER: &str = "-fno-omit-frame-pointer";
/// A loop that waits for a volatile flag has to be seen as one, or nobody else would run.
const VOLATILE: [&str; 2] = ["-mllvm", "-tsan-distinguish-volatile"];
const VOLATILE_GNU: [&str; 2] = ["--param", "tsan-distinguish-volatile=1"];
/// clang links, and cannot read gcc's intermediate code.
const NO_LTO: &str = "-fno-lto";
/// gcc does not instrument `memcpy` and its like, but leaves them to the library, unless it makes
/// instructions of them: the hooks see calls only.
const CALL_STRING_FUNCTIONS: &str = "-mstringop-strategy=libcall";
const NO_BUILTINS: [&str; 3] = ["-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset"];
const NO_RUNTIME: &str = "-fno-sanitize-link-runtime";

/// A command that cannot be compiled or linked for DetSan.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum FlagError {
    /// Another sanitizer.
    #[error("-fsanitize={0} cannot be combined with DetSan: build without it")]
    OtherSanitizer(String),
    /// Another OpenMP runtime.
    #[error("-fopenmp={0} cannot be checked, only libomp has the OMPT interface: use -fopenmp")]
    OtherRuntime(String),
    /// A static link.
    #[error("{0} cannot be combined with DetSan, which libomp loads when the program starts: link dynamically")]
    StaticLink(String),
}

/// Refuses a command that DetSan cannot serve.
pub(crate) fn check(line: &CommandLine) -> Result<(), FlagError> {
    if let Some(other) = line.sanitizers.iter().find(|name| *name != "thread" && !line.sanitizers_trap) {
        return Err(FlagError::OtherSanitizer(other.clone()));
    }
    if let OpenMp::OtherRuntime(name) = &line.openmp {
        return Err(FlagError::OtherRuntime(name.clone()));
    }
    match &line.static_flag {
        Some(flag) if line.goal == Goal::Executable => Err(FlagError::StaticLink(flag.clone())),
        _ => Ok(()),
    }
}

/// Who says whether OpenMP is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenMpFlag {
    /// We do, unless the command says so: `detsan cc`.
    Added,
    /// The command alone: a compiler that takes another's place, in builds with parts that must not
    /// see OpenMP.
    AsGiven,
}

/// Whether `-fopenmp` is added to the command.
pub(crate) fn adds_openmp(line: &CommandLine, openmp: OpenMpFlag) -> bool {
    openmp == OpenMpFlag::Added && line.openmp == OpenMp::Absent && (line.compiles() || line.goal.links())
}

/// What goes before the user's arguments.
pub(crate) fn leading(line: &CommandLine, family: Family, openmp: OpenMpFlag) -> Vec<OsString> {
    let mut flags = Vec::new();
    if adds_openmp(line, openmp) {
        flags.push("-fopenmp".into());
    }
    if line.compiles() {
        if !line.sanitizers.iter().any(|name| name == "thread") {
            flags.push("-fsanitize=thread".into());
        }
        if !line.chooses_debug_info {
            flags.push("-g".into());
        }
    }
    may_be_unused(flags, family)
}

/// The files of DetSan's own that a compiler reads, as far as they are there and it can.
#[derive(Debug, Default)]
pub(crate) struct Aids {
    /// The compiler pass.
    pub(crate) pass: Option<PathBuf>,
    /// The directory of headers that come before the compiler's own.
    pub(crate) headers: Option<PathBuf>,
}

impl Aids {
    /// Those for `compiler`.
    pub(crate) fn for_compiler(compiler: &Compiler) -> Aids {
        Aids { pass: pass::find_for(compiler).ok(), headers: install::find_headers().ok() }
    }

    fn flags(&self, family: Family) -> Vec<OsString> {
        let mut flags: Vec<OsString> = self.pass.iter().map(|pass| pass::flag(pass)).collect();
        if let Some(headers) = self.headers.as_ref().filter(|_| family != Family::Gfortran) {
            flags.extend(["-isystem".into(), headers.into()]);
        }
        flags
    }
}

/// What goes after the user's arguments, apart from the link.
pub(crate) fn trailing(line: &CommandLine, family: Family, aids: &Aids) -> Vec<OsString> {
    let mut flags = Vec::new();
    if line.compiles() {
        flags.push(FRAME_POINTER.into());
        flags.extend(instrumentation(family, line.optimises, aids));
    }
    may_be_unused(flags, family)
}

/// What makes the compiler call a hook at every access, besides `-fsanitize=thread`.
fn instrumentation(family: Family, optimises: bool, aids: &Aids) -> Vec<OsString> {
    let flags: Vec<&str> = match family {
        Family::Clang(vectors) => {
            let vectors = if optimises { vectors.flags() } else { &[] };
            VOLATILE.iter().chain(vectors).copied().collect()
        }
        Family::Gcc | Family::Gfortran => VOLATILE_GNU.into_iter().chain(of_gnu(family)).collect(),
    };
    flags.into_iter().map(OsString::from).chain(aids.flags(family)).collect()
}

/// What gcc and gfortran need besides. (Seen on gcc 12: it instruments before it vectorises, and so
/// sees every access.)
fn of_gnu(family: Family) -> Vec<&'static str> {
    let mut flags = vec![NO_LTO, CALL_STRING_FUNCTIONS];
    if family == Family::Gcc {
        // In Fortran there are no such functions, and copies of a constant size are instrumented.
        flags.extend(NO_BUILTINS);
    }
    flags
}

fn may_be_unused(flags: Vec<OsString>, family: Family) -> Vec<OsString> {
    let [start, end] = MAY_BE_UNUSED;
    match family {
        Family::Clang(_) if !flags.is_empty() => [start.into()].into_iter().chain(flags).chain([end.into()]).collect(),
        _ => flags,
    }
}

/// What an executable is linked with.
#[derive(Clone, Debug)]
pub(crate) struct Libraries {
    /// The archive of the hooks.
    pub(crate) hooks: PathBuf,
    /// The directory of libomp, if the loader would not search it by itself.
    pub(crate) libomp_dir: Option<PathBuf>,
}

/// DetSan's own part in a link.
#[derive(Clone, Debug)]
pub(crate) enum Share {
    /// The result is no program, and no library.
    Nothing,
    /// An executable holds the hooks.
    Executable(Libraries),
    /// A shared library has doors to the hooks, from this archive.
    Library { doors: PathBuf },
}

/// What goes to the end of a clang command that links.
pub(crate) fn linking(line: &CommandLine, share: &Share) -> Vec<OsString> {
    if !line.goal.links() {
        return Vec::new();
    }
    let mut flags: Vec<OsString> = vec![NO_RUNTIME.into()];
    if line.goal == Goal::SharedLibrary && line.refuses_undefined {
        // The hooks are undefined here on purpose: they are in the executable.
        flags.push("-Wl,-z,undefs".into());
    }
    // `-Xlinker` keeps an archive out of reach of a `-x` in the user's arguments.
    match share {
        Share::Nothing => {}
        Share::Executable(libraries) => flags.extend(executable_flags(libraries, &["-Xlinker"])),
        Share::Library { doors } => flags.extend(["-Xlinker".into(), doors.into()]),
    }
    flags
}

/// What makes an executable hold the hooks; `before_archive` goes before the name of the archive.
fn executable_flags(libraries: &Libraries, before_archive: &[&str]) -> Vec<OsString> {
    // Nothing in an uninstrumented program calls a hook, and without `-u` the archive would be
    // passed over.
    let attach = ATTACH_SYMBOL.to_str().expect("the name of a symbol is ASCII");
    let mut flags: Vec<OsString> = vec!["-rdynamic".into(), format!("-Wl,-u,{attach}").into()];
    if let Some(dir) = &libraries.libomp_dir {
        flags.extend(rpath(dir));
    }
    flags.extend(before_archive.iter().map(OsString::from));
    flags.push((&libraries.hooks).into());
    flags.extend(["-ldl", "-lpthread"].map(OsString::from));
    flags
}

/// The runtime libraries of Fortran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FortranRuntime {
    /// The directory in which gfortran finds them.
    directory: Option<PathBuf>,
    /// The directory of the shared library, if the loader would not search it by itself.
    loaded_from: Option<PathBuf>,
}

impl FortranRuntime {
    /// The one that belongs to `gfortran`.
    pub(crate) fn of(gfortran: &Compiler) -> FortranRuntime {
        let library = gfortran.library("libgfortran.so");
        FortranRuntime {
            directory: library.as_deref().and_then(Path::parent).map(Path::to_path_buf),
            loaded_from: library.and_then(|path| toolchain::dir_to_name(&fs::canonicalize(path).ok()?)),
        }
    }

    /// What goes to the end of a clang command that links objects of Fortran which read as `line`.
    pub(crate) fn linking(&self, line: &CommandLine) -> Vec<OsString> {
        let names_libraries = ["-nodefaultlibs", "-nostdlib"].iter().any(|flag| line.has_flag(flag));
        if names_libraries || !matches!(line.goal, Goal::Executable | Goal::SharedLibrary) {
            return Vec::new();
        }
        let is_static = line.has_flag("-static-libgfortran");
        self.flags(if is_static { ["-l:libgfortran.a", "-l:libquadmath.a"] } else { ["-lgfortran", "-lquadmath"] })
    }

    fn flags(&self, [gfortran, quadmath]: [&str; 2]) -> Vec<OsString> {
        let mut flags: Vec<OsString> = Vec::new();
        if let Some(directory) = &self.directory {
            flags.extend(["-L".into(), directory.into()]);
        }
        if let Some(directory) = &self.loaded_from {
            flags.extend(rpath(directory));
        }
        // Only programs with 16-byte reals call libquadmath themselves.
        flags
            .extend([gfortran, "-Wl,--push-state,--as-needed", quadmath, "-Wl,--pop-state", "-lm"].map(OsString::from));
        flags
    }
}

fn rpath(directory: &Path) -> [OsString; 4] {
    ["-Xlinker".into(), "-rpath".into(), "-Xlinker".into(), directory.into()]
}

/// The flags of `detsan cflags`.
pub(crate) fn compile_flags(family: Family, optimises: bool, aids: &Aids) -> Vec<OsString> {
    let mut flags = ["-fopenmp", "-fsanitize=thread", "-g", FRAME_POINTER].map(OsString::from).to_vec();
    flags.extend(instrumentation(family, optimises, aids));
    may_be_unused(flags, family)
}

/// The flags of `detsan ldflags`, for clang; `fortran` is the runtime of Fortran if there are
/// objects of it.
pub(crate) fn link_flags(libraries: &Libraries, fortran: Option<&FortranRuntime>) -> Vec<OsString> {
    let mut flags: Vec<OsString> = vec!["-fopenmp".into(), NO_RUNTIME.into()];
    flags.extend(fortran.map(|runtime| runtime.flags(["-lgfortran", "-lquadmath"])).into_iter().flatten());
    flags.extend(executable_flags(libraries, &[]));
    flags
}

#[cfg(test)]
mod tests {
    use super::super::vectors::Vectors;
    use super::*;

    fn read(text: &str) -> CommandLine {
        CommandLine::read(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    /// The whole command for `text`, the user's arguments as `…`.
    fn command(text: &str, family: Family) -> String {
        let line = read(text);
        let mut words = leading(&line, family, OpenMpFlag::Added);
        words.push("…".into());
        words.extend(trailing(&line, family, &Aids::default()));
        if family.is_clang() {
            let share = match line.goal {
                Goal::Executable => Share::Executable(Libraries { hooks: "hooks.a".into(), libomp_dir: None }),
                Goal::SharedLibrary => Share::Library { doors: "doors.a".into() },
                _ => Share::Nothing,
            };
            words.extend(linking(&line, &share));
        }
        let text = words.join(std::ffi::OsStr::new(" ")).into_string().expect("ASCII");
        text.replace("--start-no-unused-arguments ", "(").replace(" --end-no-unused-arguments", ")")
    }

    #[test]
    fn commands_for_clang() {
        let clang = |text| command(text, Family::Clang(Vectors::Narrow));
        insta::assert_snapshot!(clang("-c a.c"), @"(-fopenmp -fsanitize=thread -g) … (-fno-omit-frame-pointer -mllvm -tsan-distinguish-volatile)");
        insta::assert_snapshot!(
            clang("-O2 -fopenmp -gline-tables-only -fsanitize=thread -c a.c"),
            @"… (-fno-omit-frame-pointer -mllvm -tsan-distinguish-volatile -fno-slp-vectorize -mprefer-vector-width=128 -mno-gather -mno-scatter -mllvm -vectorizer-maximize-bandwidth=false -mllvm -enable-interleaved-mem-accesses=false -mllvm -enable-if-conversion=false -mllvm -force-tail-folding-style=none -Wno-pass-failed)"
        );
        insta::assert_snapshot!(
            command("-O2 -c a.c", Family::Clang(Vectors::None)),
            @"(-fopenmp -fsanitize=thread -g) … (-fno-omit-frame-pointer -mllvm -tsan-distinguish-volatile -fno-slp-vectorize -fno-vectorize -mllvm -force-vector-width=1 -mllvm -force-vector-interleave=1 -Wno-pass-failed)"
        );
        insta::assert_snapshot!(
            clang("a.c -o a"),
            @"(-fopenmp -fsanitize=thread -g) … (-fno-omit-frame-pointer -mllvm -tsan-distinguish-volatile) -fno-sanitize-link-runtime -rdynamic -Wl,-u,__detsan_attach -Xlinker hooks.a -ldl -lpthread"
        );
        insta::assert_snapshot!(
            clang("a.o -o a"),
            @"(-fopenmp) … -fno-sanitize-link-runtime -rdynamic -Wl,-u,__detsan_attach -Xlinker hooks.a -ldl -lpthread"
        );
        insta::assert_snapshot!(clang("-shared a.o -o a.so"), @"(-fopenmp) … -fno-sanitize-link-runtime -Xlinker doors.a");
        insta::assert_snapshot!(
            clang("-shared -Wl,--no-undefined a.o -o a.so"),
            @"(-fopenmp) … -fno-sanitize-link-runtime -Wl,-z,undefs -Xlinker doors.a"
        );
        insta::assert_snapshot!(clang("-r a.o b.o -o c.o"), @"(-fopenmp) … -fno-sanitize-link-runtime");
        insta::assert_snapshot!(clang("--version"), @"…");
        insta::assert_snapshot!(clang("-c a.s"), @"…");
        insta::assert_snapshot!(clang("-fno-openmp -g0 -c a.c"), @"(-fsanitize=thread) … (-fno-omit-frame-pointer -mllvm -tsan-distinguish-volatile)");
    }

    #[test]
    fn a_compiler_in_the_place_of_another_adds_no_openmp() {
        for text in ["a.c -o a", "a.o -o a", "-c a.c", "-shared a.o -o a.so"] {
            for family in [Family::Clang(Vectors::Narrow), Family::Gcc] {
                assert!(!leading(&read(text), family, OpenMpFlag::AsGiven).contains(&"-fopenmp".into()), "{text}");
                assert!(leading(&read(text), family, OpenMpFlag::Added).contains(&"-fopenmp".into()), "{text}");
            }
        }
    }

    #[test]
    fn commands_for_gcc() {
        insta::assert_snapshot!(
            command("-O2 -c a.c", Family::Gcc),
            @"-fopenmp -fsanitize=thread -g … -fno-omit-frame-pointer --param tsan-distinguish-volatile=1 -fno-lto -mstringop-strategy=libcall -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset"
        );
        insta::assert_snapshot!(
            command("-O2 -c a.f90", Family::Gfortran),
            @"-fopenmp -fsanitize=thread -g … -fno-omit-frame-pointer --param tsan-distinguish-volatile=1 -fno-lto -mstringop-strategy=libcall"
        );
    }

    #[test]
    fn objects_of_fortran_are_linked_with_their_library() {
        let runtime = FortranRuntime { directory: Some("/gcc/12".into()), loaded_from: None };
        let words = |text| runtime.linking(&read(text)).join(std::ffi::OsStr::new(" ")).into_string().expect("ASCII");
        insta::assert_snapshot!(
            words("a.o -o a"),
            @"-L /gcc/12 -lgfortran -Wl,--push-state,--as-needed -lquadmath -Wl,--pop-state -lm"
        );
        insta::assert_snapshot!(
            words("-static-libgfortran a.o -o a"),
            @"-L /gcc/12 -l:libgfortran.a -Wl,--push-state,--as-needed -l:libquadmath.a -Wl,--pop-state -lm"
        );
        assert_eq!(words("-shared a.o -o a.so"), words("a.o"));
        assert_eq!(words("-c a.f90"), "");
        assert_eq!(words("-r a.o b.o -o c.o"), "");
        assert_eq!(words("-nodefaultlibs a.o -o a"), "");
    }

    #[test]
    fn the_loader_is_told_about_an_unusual_directory() {
        let libraries = Libraries { hooks: "hooks.a".into(), libomp_dir: Some("/opt/llvm, new/lib".into()) };
        let words = linking(&read("a.o"), &Share::Executable(libraries));
        assert!(words.windows(4).any(|four| four == ["-Xlinker", "-rpath", "-Xlinker", "/opt/llvm, new/lib"]));
    }

    #[test]
    fn what_cannot_be_combined_is_refused() {
        let refusal = |text| check(&read(text)).map_err(|error| error.to_string()).expect_err("refused");
        insta::assert_snapshot!(
            refusal("-fsanitize=thread,address -c a.c"),
            @"-fsanitize=address cannot be combined with DetSan: build without it"
        );
        insta::assert_snapshot!(
            refusal("-fopenmp=libgomp -c a.c"),
            @"-fopenmp=libgomp cannot be checked, only libomp has the OMPT interface: use -fopenmp"
        );
        insta::assert_snapshot!(
            refusal("-static a.o"),
            @"-static cannot be combined with DetSan, which libomp loads when the program starts: link dynamically"
        );
        for text in [
            "-static -c a.c",
            "-fsanitize=address -fno-sanitize=address a.c",
            "-fsanitize=undefined -fsanitize-trap=undefined a.c",
        ] {
            assert_eq!(check(&read(text)), Ok(()), "{text}");
        }
    }
}
