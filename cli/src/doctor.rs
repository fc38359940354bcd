//! `detsan doctor`: what is there, what is missing, what to install; and a small program built and
//! checked, so that "it works" means that it does.

use crate::compiler::pass::{self, Without};
use crate::compiler::{Compiler, Family, INSTALL_FORTRAN, Language, Toolchain, ToolchainError};
use crate::elf::{Defines, ElfFacts};
use crate::error::CliError;
use crate::install::{self, Part};
use crate::print_text;
use crate::probe::{self, Probe};
use crate::tasking::{LIMITS_OF_LIBOMP, refused};
use detsan_hook_abi::SHADOW_SIZE;
use detsan_options::exit_codes;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::{env, fs};

/// What one look found, in one line.
enum Finding {
    /// It is as it must be.
    Fine(String),
    /// It is not needed, but good to know.
    Note(String),
    /// It is needed and not there; the line says what to do.
    Problem(String),
}

/// Prints findings as they come, and counts problems.
#[derive(Default)]
struct Chart {
    problems: u32,
}

impl Chart {
    fn add(&mut self, subject: &str, finding: Finding) {
        let (mark, line) = match finding {
            Finding::Fine(line) => ("ok", line),
            Finding::Note(line) => ("note", line),
            Finding::Problem(line) => {
                self.problems += 1;
                ("PROBLEM", line)
            }
        };
        print_text(&format!("{mark:<8} {subject:<18} {line}\n"));
    }
}

/// Carries out `detsan doctor`.
pub(crate) fn doctor() -> Result<ExitCode, CliError> {
    print_text(concat!("detsan ", env!("CARGO_PKG_VERSION"), "\n"));
    let mut chart = Chart::default();
    let toolchain = Toolchain::from_env();
    let compiler = toolchain.compiler(Language::C);
    chart.add("compiler", compiler.as_ref().map_or_else(|error| Finding::Problem(error.to_string()), describe));
    chart.add("other clangs", other_clangs(&toolchain, compiler.as_ref().ok()));
    let gfortran = toolchain.compiler(Language::Fortran);
    chart.add("gfortran", fortran(gfortran.as_ref()));
    let scratch = tempfile::tempdir().map_err(CliError::TemporaryDirectory)?;
    if let Ok(compiler) = &compiler {
        chart.add("tasking", tasking(compiler, scratch.path()));
    }
    // gcc compiles only: the libomp that counts is that of the clang that links.
    let clang = match compiler {
        Ok(compiler) if compiler.family.is_clang() => Some(compiler),
        _ => toolchain.clang(Language::C).ok(),
    };
    if let Some(clang) = &clang {
        chart.add("libomp", libomp(clang));
        for limit in LIMITS_OF_LIBOMP {
            chart.add("limit of libomp", Finding::Note((*limit).to_owned()));
        }
        chart.add(
            "omp.h",
            match header(clang, "omp.h", scratch.path()) {
                Some(path) => Finding::Fine(path.display().to_string()),
                None => Finding::Problem(format!("not found: {}", install_libomp(clang))),
            },
        );
        chart.add(
            "omp-tools.h",
            match header(clang, "omp-tools.h", scratch.path()) {
                Some(path) => Finding::Fine(path.display().to_string()),
                None => Finding::Note("not found; only building DetSan itself needs it".to_owned()),
            },
        );
    }
    let mut has_parts = true;
    for part in [Part::Tool, Part::Hooks, Part::Doors] {
        let found = install::find(part);
        has_parts &= found.is_ok();
        chart.add(
            part.file_name(),
            match found {
                Ok(path) => Finding::Fine(path.display().to_string()),
                Err(error) => Finding::Problem(error.to_string()),
            },
        );
    }
    if let Some(clang) = &clang {
        chart.add(Part::Pass.file_name(), compiler_pass(clang));
    }
    chart.add(
        "headers",
        match install::find_headers() {
            Ok(path) => Finding::Fine(path.display().to_string()),
            Err(error) => Finding::Note(format!("{error}; std::string is not checked before C++20")),
        },
    );
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    chart.add("shadow memory", shadow(&read("/proc/sys/vm/overcommit_memory"), &read("/proc/self/limits")));
    chart.add(
        "OMP_TOOL_LIBRARIES",
        match env::var_os("OMP_TOOL_LIBRARIES").filter(|text| !text.is_empty()) {
            None => Finding::Fine("not set".to_owned()),
            Some(text) => {
                Finding::Note(format!("set to {}: `detsan run` will refuse to add a second tool", text.display()))
            }
        },
    );
    if clang.is_some() && has_parts {
        let is_wanted = |probe: &&Probe| probe.language != Language::Fortran || gfortran.is_ok();
        for probe in probe::PROBES.iter().filter(is_wanted) {
            chart.add("probe", judge(probe, scratch.path()));
        }
    } else {
        chart.add("probe", Finding::Note("not run, for want of the parts above".to_owned()));
    }

    print_text(&match chart.problems {
        0 => "\neverything that DetSan needs is here and works\n".to_owned(),
        1 => "\n1 problem: DetSan does not work here yet\n".to_owned(),
        count => format!("\n{count} problems: DetSan does not work here yet\n"),
    });
    Ok(if chart.problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(exit_codes::UNHEALTHY) })
}

fn describe(compiler: &Compiler) -> Finding {
    let version = compiler.version_text().unwrap_or_default();
    let line = format!("{} ({})", compiler.shown(), version.lines().next().unwrap_or("version unknown"));
    match compiler.family {
        Family::Clang(_) => Finding::Fine(line),
        Family::Gcc | Family::Gfortran => Finding::Fine(format!("{line}, clang links")),
    }
}

fn compiler_pass(compiler: &Compiler) -> Finding {
    let without = match pass::find_for(compiler) {
        Ok(path) => return Finding::Fine(path.display().to_string()),
        Err(Without::OtherCompiler) => "it is for clang 19".to_owned(),
        Err(Without::OtherLlvm) => "this clang does not share the library of LLVM 19 with it".to_owned(),
        Err(Without::NotInstalled(error)) => error,
    };
    Finding::Note(format!("{} does without it: {without}; checked programs are slower", compiler.shown()))
}

fn fortran(gfortran: Result<&Compiler, &ToolchainError>) -> Finding {
    match gfortran {
        Ok(gfortran) => describe(gfortran),
        Err(ToolchainError::NoGfortran) => {
            Finding::Note(format!("not found; only checking Fortran needs it: {INSTALL_FORTRAN}"))
        }
        Err(error) => Finding::Note(format!("Fortran cannot be checked: {error}")),
    }
}

fn tasking(compiler: &Compiler, scratch: &Path) -> Finding {
    let refused = refused(compiler, scratch);
    match refused.is_empty() {
        true => Finding::Fine(format!("{} takes every tasking construct of OpenMP 5.2", compiler.shown())),
        false => Finding::Note(format!("{} does not take: {}", compiler.shown(), refused.join(", "))),
    }
}

fn other_clangs(toolchain: &Toolchain, chosen: Option<&Compiler>) -> Finding {
    let others: Vec<_> = toolchain
        .all_clangs()
        .into_iter()
        .filter(|clang| chosen.is_none_or(|chosen| chosen.command[0] != clang.path.as_os_str()))
        .map(|clang| format!("{} ({})", clang.path.display(), clang.version))
        .collect();
    Finding::Note(if others.is_empty() { "none".to_owned() } else { others.join(", ") })
}

fn libomp(clang: &Compiler) -> Finding {
    let Some(path) = clang.libomp() else {
        return Finding::Problem(format!("not found by {}: {}", clang.shown(), install_libomp(clang)));
    };
    match ElfFacts::read(&path) {
        Ok(facts) if facts.ompt != Defines::No => Finding::Fine(format!("{}, with OMPT", path.display())),
        Ok(_) => Finding::Problem(format!("{} was built without OMPT: {}", path.display(), install_libomp(clang))),
        Err(error) => Finding::Problem(format!("{}: {error}: {}", path.display(), install_libomp(clang))),
    }
}

/// What to do about a missing libomp.
fn install_libomp(clang: &Compiler) -> String {
    let version = clang.version_text().unwrap_or_default();
    let number = version.split_once("clang version ").and_then(|(_, after)| after.split('.').next());
    format!("apt-get install libomp-{}-dev, or the OpenMP runtime of LLVM for your system", number.unwrap_or("19"))
}

/// The path of a header, as the compiler finds it.
fn header(clang: &Compiler, name: &str, scratch: &Path) -> Option<PathBuf> {
    let source = scratch.join("include.c");
    fs::write(&source, format!("#include <{name}>\n")).ok()?;
    let output = clang.process().args(["-fopenmp", "-M"]).arg(&source).stderr(Stdio::null()).output().ok()?;
    let rule = String::from_utf8(output.stdout).ok()?;
    rule.split_whitespace().map(PathBuf::from).find(|path| path.ends_with(name))
}

/// Whether the kernel will reserve the shadow memory: the texts are those of `/proc`.
fn shadow(overcommit: &str, limits: &str) -> Finding {
    let needed = SHADOW_SIZE >> 40;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space")?.split_whitespace().next());
    let limit = limit.and_then(|soft| soft.parse::<usize>().ok());
    if overcommit.trim() == "2" {
        Finding::Problem(format!(
            "vm.overcommit_memory is 2, which refuses a reservation of {needed} TiB: sysctl vm.overcommit_memory=0"
        ))
    } else if let Some(limit) = limit.filter(|limit| *limit < SHADOW_SIZE) {
        Finding::Problem(format!(
            "the address space is limited to {} MiB, DetSan reserves {needed} TiB of it: ulimit -v unlimited",
            limit >> 20
        ))
    } else {
        Finding::Fine(format!("{needed} TiB of address space can be reserved"))
    }
}

fn judge(probe: &Probe, scratch: &Path) -> Finding {
    match (probe::carry_out(probe, scratch), probe.language) {
        (Ok(()), _) => Finding::Fine(probe.expectation()),
        (Err(failure), Language::C) => Finding::Problem(failure),
        // A system without a C++ library can still check C.
        (Err(failure), Language::Cxx) => Finding::Note(format!("C++ does not work: {failure}")),
        (Err(failure), Language::Fortran) => Finding::Note(format!("Fortran does not work: {failure}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the finding is a problem, and its line.
    fn line(finding: Finding) -> String {
        match finding {
            Finding::Fine(line) => format!("fine: {line}"),
            Finding::Note(line) => format!("note: {line}"),
            Finding::Problem(line) => format!("problem: {line}"),
        }
    }

    #[test]
    fn limits_on_memory_are_problems() {
        let limits = |soft: &str| {
            format!("Limit  Soft Limit  Hard Limit  Units\nMax address space         {soft}  unlimited  bytes\n")
        };
        insta::assert_snapshot!(line(shadow("0\n", &limits("unlimited"))), @"fine: 32 TiB of address space can be reserved");
        insta::assert_snapshot!(
            line(shadow("2\n", &limits("unlimited"))),
            @"problem: vm.overcommit_memory is 2, which refuses a reservation of 32 TiB: sysctl vm.overcommit_memory=0"
        );
        insta::assert_snapshot!(
            line(shadow("1\n", &limits("8589934592"))),
            @"problem: the address space is limited to 8192 MiB, DetSan reserves 32 TiB of it: ulimit -v unlimited"
        );
    }
}
