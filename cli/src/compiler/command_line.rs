//! What a compiler's command line asks for, as far as DetSan must know: does it compile, does it
//! link, and what.
//!
//! The compiler stays the judge of its own arguments. This reading only decides which flags are
//! added, so an argument that is not known here is passed on and means nothing.

use super::response_file;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What the command makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Nothing: it asks the compiler about itself (`--version`, `-print-file-name=…`, `-v` alone).
    Inform,
    /// Something before the link: an object, assembly, preprocessed text, dependencies.
    Compile,
    /// An executable.
    Executable,
    /// A shared library. It gets the hooks from the executable that loads it.
    SharedLibrary,
    /// One object out of several (`-r`).
    Relocatable,
}

impl Goal {
    /// Whether the linker runs.
    pub(crate) fn links(self) -> bool {
        matches!(self, Goal::Executable | Goal::SharedLibrary | Goal::Relocatable)
    }
}

/// What the compiler does with an input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputKind {
    /// It compiles it.
    Source,
    /// It assembles it.
    Assembly,
    /// It makes a precompiled header of it.
    Header,
    /// It hands it to the linker.
    Object,
}

/// The state of `-fopenmp` after all arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OpenMp {
    /// Not mentioned.
    Absent,
    /// On, with libomp.
    On,
    /// Switched off by `-fno-openmp`.
    Off,
    /// On, with a runtime that has no OMPT interface.
    OtherRuntime(String),
}

/// One argument with its value, or one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// A flag, with its value if that is a word of its own.
    Flag(Vec<OsString>),
    /// An input file, and the `-x` language in force.
    Input {
        /// As given.
        path: OsString,
        /// What happens to it.
        kind: InputKind,
        /// The argument of `-x`, unless it is `none`.
        language: Option<OsString>,
    },
}

/// A command line, read.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine {
    /// The arguments, response files expanded.
    pub(crate) arguments: Vec<Argument>,
    /// What it makes.
    pub(crate) goal: Goal,
    /// Whether the last `-O` asks for optimisation.
    pub(crate) optimises: bool,
    /// Whether OpenMP is on.
    pub(crate) openmp: OpenMp,
    /// Whether a `-g` flag is there.
    pub(crate) chooses_debug_info: bool,
    /// The sanitizers that are on.
    pub(crate) sanitizers: Vec<String>,
    /// Whether sanitizers trap, and so need no runtime library.
    pub(crate) sanitizers_trap: bool,
    /// The flag that makes the link static, if there is one.
    pub(crate) static_flag: Option<String>,
    /// Whether the linker is told to refuse undefined symbols in a shared library.
    pub(crate) refuses_undefined: bool,
    /// Whether `--` ends the flags.
    pub(crate) has_end_of_flags: bool,
}

/// Flags whose value is the next word. The value must not be taken for a flag or an input.
const FLAGS_WITH_VALUE: &str = "
    --define-macro --include --include-directory --language --output --param --serialize-diagnostics --sysroot
    --undefine-macro -A -B -D -F -I -J -L -MF -MJ -MQ -MT -T -U -Xanalyzer -Xassembler -Xclang -Xlinker
    -Xopenmp-target -Xpreprocessor -arch -aux-info -dumpbase -dumpbase-ext -dumpdir -e -fintrinsic-modules-path
    -gcc-toolchain -idirafter -iframework -imacros -include -include-pch -iprefix -iquote -isysroot -isystem
    -ivfsoverlay -iwithprefix -iwithprefixbefore -l -mllvm -o -plugin -rpath -specs -target -u -undefined -working-directory -wrapper -x -z
";

/// Flags after which nothing is linked.
const STOPS_BEFORE_LINK: &str = "
    --analyze --assemble --compile --dependencies --precompile --preprocess --user-dependencies -E -M -MM -S -c
    -emit-ast -emit-interface-stubs -fsyntax-only -module-file-info -rewrite-legacy-objc -rewrite-objc -verify-pch
";

fn is_listed(list: &str, flag: &str) -> bool {
    list.split_whitespace().any(|listed| listed == flag)
}

/// Flags that ask the compiler about itself.
fn asks_about_compiler(flag: &str) -> bool {
    matches!(flag, "--version" | "--help" | "--help-hidden" | "-help" | "--autocomplete" | "-V")
        || ["-print-", "--print-", "-dumpversion", "-dumpfullversion", "-dumpmachine", "-dumpspecs"]
            .iter()
            .any(|start| flag.starts_with(start))
}

impl CommandLine {
    /// Reads `words`, the arguments behind the compiler's name.
    pub(crate) fn read(words: &[OsString]) -> CommandLine {
        let mut line = CommandLine {
            arguments: Vec::new(),
            goal: Goal::Executable,
            optimises: false,
            openmp: OpenMp::Absent,
            chooses_debug_info: false,
            sanitizers: Vec::new(),
            sanitizers_trap: false,
            static_flag: None,
            refuses_undefined: false,
            has_end_of_flags: false,
        };
        let mut goal = Goal::Executable;
        let mut language: Option<OsString> = None;
        let mut words = response_file::expand(words).into_iter();
        while let Some(word) = words.next() {
            let bytes = word.as_bytes();
            if line.has_end_of_flags || bytes == b"-" || !bytes.starts_with(b"-") {
                line.push_input(word, language.clone());
                continue;
            }
            let flag = word.to_string_lossy().into_owned();
            if flag == "--" {
                line.has_end_of_flags = true;
                continue;
            }
            let value = if is_listed(FLAGS_WITH_VALUE, &flag) { words.next() } else { None };
            if let Some(name) = language_of(&flag, value.as_deref()) {
                language = Some(name).filter(|name| name != "none");
            }
            goal = goal_after(goal, &flag);
            line.note(&flag, value.as_deref());
            line.arguments.push(Argument::Flag([word].into_iter().chain(value).collect()));
        }
        line.goal = line.settle(goal);
        line
    }

    /// The input files of `kind`.
    pub(crate) fn inputs(&self, kind: InputKind) -> impl Iterator<Item = &OsString> {
        self.arguments.iter().filter_map(move |argument| match argument {
            Argument::Input { path, kind: found, .. } if *found == kind => Some(path),
            _ => None,
        })
    }

    /// Whether `flag`, which has no value, is there.
    pub(crate) fn has_flag(&self, flag: &str) -> bool {
        self.arguments.iter().any(|argument| matches!(argument, Argument::Flag(words) if words[0] == flag))
    }

    /// Whether the compiler proper runs, so that its flags mean something.
    pub(crate) fn compiles(&self) -> bool {
        self.goal != Goal::Inform
            && self.inputs(InputKind::Source).chain(self.inputs(InputKind::Header)).next().is_some()
    }

    /// Every word, response files expanded and without `--`: an input that starts with `-` is
    /// written `./-…`.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        for argument in &self.arguments {
            match argument {
                Argument::Flag(parts) => words.extend(parts.iter().cloned()),
                Argument::Input { path, .. } if path != "-" && path.as_bytes().starts_with(b"-") => {
                    words.push(Path::new(".").join(path).into_os_string());
                }
                Argument::Input { path, .. } => words.push(path.clone()),
            }
        }
        words
    }

    fn push_input(&mut self, path: OsString, language: Option<OsString>) {
        let kind = match &language {
            Some(language) => kind_of_language(language),
            None => kind_of_file(Path::new(&path)),
        };
        self.arguments.push(Argument::Input { path, kind, language });
    }

    /// Takes note of what one flag says, apart from the goal.
    fn note(&mut self, flag: &str, value: Option<&OsStr>) {
        if let Some(level) = flag.strip_prefix("-O") {
            self.optimises = level != "0";
        } else if let Some(runtime) = flag.strip_prefix("-fopenmp=") {
            self.openmp = match runtime {
                "libomp" | "libiomp5" => OpenMp::On,
                other => OpenMp::OtherRuntime(other.to_owned()),
            };
        } else if let Some(list) = flag.strip_prefix("-fsanitize=") {
            let new = list.split(',').filter(|name| !name.is_empty()).map(str::to_owned);
            self.sanitizers.extend(new);
        } else if let Some(list) = flag.strip_prefix("-fno-sanitize=") {
            self.sanitizers.retain(|on| !list.split(',').any(|off| off == "all" || off == on));
        } else if flag.starts_with("-fsanitize-trap") || flag == "-fsanitize-undefined-trap-on-error" {
            self.sanitizers_trap = true;
        } else if is_debug_flag(flag) {
            self.chooses_debug_info = true;
        }
        match flag {
            "-fopenmp" => self.openmp = OpenMp::On,
            "-fno-openmp" => self.openmp = OpenMp::Off,
            "-static" | "-static-pie" | "--static" | "-static-openmp" => self.static_flag = Some(flag.to_owned()),
            _ => {}
        }
        let to_linker = match flag {
            "-Xlinker" => value.map(|value| value.to_string_lossy().into_owned()),
            "-z" => value.map(|value| format!("-z,{}", value.to_string_lossy())),
            _ => flag.strip_prefix("-Wl,").map(str::to_owned),
        };
        if let Some(words) = to_linker {
            let words: Vec<_> = words.split(',').collect();
            let refuses = |word: &&str| matches!(*word, "--no-undefined" | "-no-undefined" | "defs" | "-zdefs");
            self.refuses_undefined |= words.iter().any(refuses);
        }
    }

    /// The goal, once the inputs are known.
    fn settle(&self, goal: Goal) -> Goal {
        let mut inputs = self.arguments.iter().filter_map(|argument| match argument {
            Argument::Input { kind, .. } => Some(*kind),
            // These go to the linker like a file.
            Argument::Flag(words) => {
                let word = words[0].to_string_lossy();
                (word.starts_with("-l") || word.starts_with("-Wl,") || word == "-Xlinker").then_some(InputKind::Object)
            }
        });
        match goal {
            Goal::Inform | Goal::Compile => goal,
            _ => match inputs.next() {
                None => Goal::Inform,
                Some(InputKind::Header) if inputs.all(|kind| kind == InputKind::Header) => Goal::Compile,
                Some(_) => goal,
            },
        }
    }
}

/// The goal when `flag` has been read after flags that asked for `goal`. The earliest stage wins,
/// and a question about the compiler wins over everything.
fn goal_after(goal: Goal, flag: &str) -> Goal {
    if goal == Goal::Inform || asks_about_compiler(flag) {
        Goal::Inform
    } else if goal == Goal::Compile || is_listed(STOPS_BEFORE_LINK, flag) {
        Goal::Compile
    } else {
        match flag {
            "-shared" | "--shared" => Goal::SharedLibrary,
            "-r" => Goal::Relocatable,
            _ => goal,
        }
    }
}

/// The language that a `-x` flag names.
fn language_of(flag: &str, value: Option<&OsStr>) -> Option<OsString> {
    match flag {
        "-x" | "--language" => value.map(OsStr::to_owned),
        _ => flag.strip_prefix("-x").or_else(|| flag.strip_prefix("--language=")).map(OsString::from),
    }
}

fn kind_of_language(language: &OsStr) -> InputKind {
    match language.to_string_lossy().as_ref() {
        "assembler" | "assembler-with-cpp" => InputKind::Assembly,
        name if name.ends_with("header") => InputKind::Header,
        _ => InputKind::Source,
    }
}

fn kind_of_file(path: &Path) -> InputKind {
    match path.extension().map(OsStr::to_string_lossy).as_deref() {
        Some(
            "c" | "i" | "C" | "c++" | "cc" | "cp" | "cpp" | "cppm" | "CPP" | "cxx" | "CXX" | "ii" | "m" | "M" | "mi"
            | "mii" | "mm" | "bc" | "ll" | "cl" | "cu" | "f" | "for" | "ftn" | "F" | "FOR" | "fpp" | "FPP" | "FTN"
            | "f90" | "f95" | "f03" | "f08" | "F90" | "F95" | "F03" | "F08",
        ) => InputKind::Source,
        Some("s" | "S" | "asm" | "sx") => InputKind::Assembly,
        Some("h" | "H" | "hh" | "hp" | "hpp" | "HPP" | "hxx" | "h++" | "tcc") => InputKind::Header,
        _ => InputKind::Object,
    }
}

/// Whether `flag` says how much debug information to make. Others only give it a form, as
/// `-gsplit-dwarf` does.
fn is_debug_flag(flag: &str) -> bool {
    let starts = "-g0 -g1 -g2 -g3 -ggdb -glldb -gdwarf -gline- -gmlt";
    flag == "-g" || starts.split(' ').any(|start| flag.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> CommandLine {
        CommandLine::read(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_goal_is_the_earliest_stage_that_is_asked_for() {
        for (text, goal) in [
            ("a.c", Goal::Executable),
            ("a.o b.a -o prog", Goal::Executable),
            ("-pie a.o -lm", Goal::Executable),
            ("-MMD -MF a.d a.c -o prog", Goal::Executable),
            ("-Wl,--version", Goal::Executable),
            ("-c a.c", Goal::Compile),
            ("a.c -o prog -c", Goal::Compile),
            ("-S a.c", Goal::Compile),
            ("-E a.c", Goal::Compile),
            ("-M a.c", Goal::Compile),
            ("-MM a.c", Goal::Compile),
            ("-fsyntax-only a.c", Goal::Compile),
            ("-E -dM -x c -", Goal::Compile),
            ("-shared -c a.c", Goal::Compile),
            ("a.h", Goal::Compile),
            ("-x c++-header list", Goal::Compile),
            ("a.h a.c", Goal::Executable),
            ("-shared a.o -o liba.so", Goal::SharedLibrary),
            ("-r a.o b.o -o ab.o", Goal::Relocatable),
            ("", Goal::Inform),
            ("-v", Goal::Inform),
            ("--version", Goal::Inform),
            ("-c a.c --version", Goal::Inform),
            ("-print-file-name=libomp.so", Goal::Inform),
            ("-dumpmachine", Goal::Inform),
            ("-### a.c", Goal::Executable),
        ] {
            assert_eq!(read(text).goal, goal, "{text}");
        }
    }

    #[test]
    fn the_value_of_a_flag_is_neither_flag_nor_input() {
        let line = read("-o -c -I a.c -include x.h -Xlinker -shared -mllvm -S main.c");
        assert_eq!(line.goal, Goal::Executable);
        assert_eq!(line.inputs(InputKind::Source).collect::<Vec<_>>(), ["main.c"]);
        assert_eq!(line.inputs(InputKind::Header).count(), 0);
        assert_eq!(line.arguments[0], Argument::Flag(vec!["-o".into(), "-c".into()]));
    }

    #[test]
    fn the_last_optimisation_level_wins() {
        for (text, optimises) in [
            ("a.c", false),
            ("-O a.c", true),
            ("-O0 a.c", false),
            ("-O2 -O0 a.c", false),
            ("-O0 a.c -Ofast", true),
            ("-Og a.c", true),
            ("-Os a.c", true),
            ("-o -O2 a.c", false),
        ] {
            assert_eq!(read(text).optimises, optimises, "{text}");
        }
    }

    #[test]
    fn inputs_are_what_their_name_or_language_says() {
        for (text, kind) in [
            ("a.c", InputKind::Source),
            ("a.cpp", InputKind::Source),
            ("a.C", InputKind::Source),
            ("-x c++ a.txt", InputKind::Source),
            ("-xc -", InputKind::Source),
            ("-x c++ -x none a.o", InputKind::Object),
            ("-x c a.o", InputKind::Source),
            ("-x assembler a.c", InputKind::Assembly),
            ("a.s", InputKind::Assembly),
            ("a.f90", InputKind::Source),
            ("a.F", InputKind::Source),
            ("-x f95-cpp-input a.txt", InputKind::Source),
            ("-J modules a.o", InputKind::Object),
            ("a.hpp", InputKind::Header),
            ("a.o", InputKind::Object),
            ("liba.so.1.2", InputKind::Object),
            ("liba.a", InputKind::Object),
        ] {
            assert_eq!(read(text).inputs(kind).count(), 1, "{text}");
        }
        assert!(read("-c a.c").compiles() && read("a.o a.c").compiles() && read("a.h").compiles());
        assert!(!read("a.o").compiles() && !read("-c a.s").compiles() && !read("--version a.c").compiles());
    }

    #[test]
    fn openmp_and_debug_information_are_seen() {
        assert_eq!(read("a.c").openmp, OpenMp::Absent);
        assert_eq!(read("-fopenmp-simd a.c").openmp, OpenMp::Absent);
        assert_eq!(read("-fopenmp a.c").openmp, OpenMp::On);
        assert_eq!(read("-fopenmp=libomp a.c").openmp, OpenMp::On);
        assert_eq!(read("-fopenmp a.c -fno-openmp").openmp, OpenMp::Off);
        assert_eq!(read("-fopenmp=libgomp a.c").openmp, OpenMp::OtherRuntime("libgomp".to_owned()));
        for text in ["-g", "-g0", "-ggdb3", "-gline-tables-only", "-gdwarf-4"] {
            assert!(read(text).chooses_debug_info, "{text}");
        }
        for text in ["-gz", "-gsplit-dwarf", "-gno-column-info", "-fno-debug-macro", "-o -g"] {
            assert!(!read(text).chooses_debug_info, "{text}");
        }
    }

    #[test]
    fn sanitizers_are_added_up() {
        let sanitizers = |text| read(text).sanitizers.join("+");
        assert_eq!(sanitizers("-fsanitize=thread a.c"), "thread");
        assert_eq!(sanitizers("-fsanitize=address,undefined -fno-sanitize=address a.c"), "undefined");
        assert_eq!(sanitizers("-fsanitize=address -fno-sanitize=all -fsanitize=memory a.c"), "memory");
        assert!(read("-fsanitize=undefined -fsanitize-trap=all a.c").sanitizers_trap);
    }

    #[test]
    fn what_the_linker_is_told_is_seen() {
        for text in
            ["-Wl,--no-undefined", "-Wl,-z,defs", "-Wl,--as-needed,-z,defs", "-z defs", "-Xlinker --no-undefined"]
        {
            assert!(read(text).refuses_undefined, "{text}");
        }
        assert!(!read("-Wl,-z,now -Wl,-rpath,/no-undefined a.o").refuses_undefined);
        assert_eq!(read("-static a.o").static_flag.as_deref(), Some("-static"));
        assert_eq!(read("-static-libgcc -static-libstdc++ a.o").static_flag, None);
    }

    #[test]
    fn the_end_of_flags_can_be_written_without_its_mark() {
        let line = read("-c -- -odd.c a.c");
        assert!(line.has_end_of_flags);
        assert_eq!(line.words(), ["-c", "./-odd.c", "a.c"]);
        assert_eq!(read("-x c - -o p").words(), ["-x", "c", "-", "-o", "p"]);
    }
}
