//! The commands that build a program for a checker.

use std::ffi::OsString;
use std::path::Path;

use super::{Tool, Toolbox};
use crate::process::Spec;
use crate::results::Configuration;
use crate::suite::{Case, Language};

/// Name of the program that is built.
pub(super) const PROGRAM: &str = "program";
/// What PolyBench programs are compiled with in DataRaceBench.
const POLYBENCH: [&str; 3] = ["-DPOLYBENCH_NO_FLUSH_CACHE", "-DPOLYBENCH_TIME", "-D_POSIX_C_SOURCE=200112L"];

/// The commands that build `case` in `directory`, in their order. All must succeed.
pub(crate) fn build_steps(
    toolbox: &Toolbox,
    case: &Case,
    Configuration { tool, level }: Configuration,
    directory: &Path,
) -> Vec<Spec> {
    let step = |(program, first): (&Path, Option<&str>), arguments: Vec<OsString>| Spec {
        program: program.to_path_buf(),
        arguments: first.map(OsString::from).into_iter().chain(arguments).collect(),
        directory: directory.to_path_buf(),
        environment: Vec::new(),
    };
    let compiler = |language| compiler(toolbox, tool, language);
    let mut flags: Vec<OsString> = vec!["-g".into(), format!("-O{level}").into(), "-fopenmp".into(), "-w".into()];
    if tool != Tool::Detsan {
        flags.push("-fsanitize=thread".into());
    }

    let home = case.path.parent().unwrap_or(Path::new("."));
    let utilities = home.join("utilities");
    let mut steps = Vec::new();
    let mut inputs: Vec<OsString> = vec![case.path.clone().into()];
    let mut extra: Vec<OsString> = Vec::new();
    if case.is_polybench {
        extra.extend([include(home), include(&utilities)]);
        let support = if case.language == Language::Fortran { "fpolybench" } else { "polybench" };
        let object = format!("{support}.o");
        extra.extend(POLYBENCH.map(OsString::from));
        let mut arguments = flags.clone();
        arguments.extend(extra.iter().cloned());
        arguments.extend([
            "-c".into(),
            utilities.join(format!("{support}.c")).into(),
            "-o".into(),
            object.clone().into(),
        ]);
        steps.push(step(compiler(Language::C), arguments));
        inputs.push(object.into());
    }

    let mut arguments = flags.clone();
    arguments.extend(extra);
    let by_gfortran = case.language == Language::Fortran;
    if by_gfortran {
        // Lines may be long, and modules of the same name in other programs must not be in the way.
        arguments.extend(["-ffree-line-length-none".into(), "-J.".into()]);
    }
    if by_gfortran && tool != Tool::Detsan {
        // LLVM's OpenMP and ThreadSanitizer are wanted, so clang links.
        arguments.extend(["-c".into(), case.path.clone().into(), "-o".into(), "main.o".into()]);
        steps.push(step(compiler(Language::Fortran), arguments));
        inputs[0] = "main.o".into();
        arguments = flags;
        arguments.extend(inputs);
        arguments.extend(toolbox.fortran_link.iter().flatten().cloned());
        arguments.extend(["-o".into(), PROGRAM.into()]);
        steps.push(step(compiler(Language::C), arguments));
    } else {
        arguments.extend(inputs);
        arguments.extend(["-o".into(), PROGRAM.into(), "-lm".into()]);
        steps.push(step(compiler(case.language), arguments));
    }
    steps
}

/// The compiler for a language, and its first argument if it needs one.
fn compiler(toolbox: &Toolbox, tool: Tool, language: Language) -> (&Path, Option<&'static str>) {
    match (tool, language) {
        (Tool::Detsan, Language::C) => (&toolbox.detsan, Some("cc")),
        (Tool::Detsan, Language::Cxx) => (&toolbox.detsan, Some("c++")),
        (Tool::Detsan, Language::Fortran) => (&toolbox.detsan, Some("fc")),
        (_, Language::C) => (&toolbox.clang, None),
        (_, Language::Cxx) => (&toolbox.clangxx, None),
        (_, Language::Fortran) => (Path::new("gfortran"), None),
    }
}

fn include(directory: &Path) -> OsString {
    let mut flag = OsString::from("-I");
    flag.push(directory);
    flag
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn commands_by_language_and_tool() {
        let toolbox = Toolbox {
            detsan: "detsan".into(),
            clang: "clang".into(),
            clangxx: "clang++".into(),
            fortran_link: Some(vec!["-lgfortran".into()]),
            ..Toolbox::default()
        };
        let mut text = String::new();
        let cases = [
            ("A1-x-no.c", ""),
            ("A2-y-no.cpp", ""),
            ("A3-z-no.f95", ""),
            ("A4-p-no.c", "PolyBench"),
            ("A5-p-no.F95", "PolyBench"),
        ];
        for (name, source) in cases {
            let case = Case::new(name, Path::new("/s").join(name), source.to_owned()).expect("a program");
            for tool in [Tool::Detsan, Tool::Archer] {
                writeln!(text, "{name} {tool}").expect("text");
                for step in build_steps(&toolbox, &case, Configuration { tool, level: 1 }, Path::new("/scratch")) {
                    let words: Vec<_> = step.arguments.iter().map(|word| word.to_string_lossy()).collect();
                    writeln!(text, "  {} {}", step.program.display(), words.join(" ")).expect("text");
                }
            }
        }
        insta::assert_snapshot!(text);
    }
}
