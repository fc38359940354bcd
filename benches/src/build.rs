//! Builds the variants of a program.

use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use detsan_hook_abi::{THREAD_SYMBOL, ThreadState};

use crate::configuration::Variant;
use crate::error::BenchError;
use crate::process;
use crate::programs::{Program, Project, Recipe, own_directory};
use crate::toolbox::{BUILD_LIMIT, Toolbox};

/// A project is larger than a kernel.
const PROJECT_LIMIT: Duration = Duration::from_secs(1800);

/// A program that was built.
#[derive(Clone, Debug)]
pub(crate) struct Artifact {
    /// The program.
    pub(crate) program: PathBuf,
    /// Where it runs.
    pub(crate) directory: PathBuf,
}

/// What a build came to: the program, or why there is none.
pub(crate) type Built = Result<Artifact, String>;

/// Builds programs in one directory, at one level of optimisation.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    toolbox: &'a Toolbox,
    directory: &'a Path,
    level: u8,
    /// What `detsan cflags` says, asked once.
    detsan_flags: OnceCell<Vec<String>>,
}

/// The compilers of a variant and their flags.
struct Compilers {
    c: Vec<OsString>,
    cxx: Vec<OsString>,
    compile: Vec<OsString>,
    link: Vec<OsString>,
}

impl<'a> Builder<'a> {
    /// Builds in `directory`, with `-O<level>`.
    pub(crate) fn new(toolbox: &'a Toolbox, directory: &'a Path, level: u8) -> Builder<'a> {
        Builder { toolbox, directory, level, detsan_flags: OnceCell::new() }
    }

    /// Builds a variant of `program`.
    ///
    /// # Errors
    ///
    /// When a compiler cannot be run. One that refuses the program is a result.
    pub(crate) fn build(&self, program: &Program, variant: Variant) -> Result<Built, BenchError> {
        let output = self.directory.join(format!("{}-{variant:?}", program.name).to_lowercase());
        let compilers = match self.compilers(variant, &output)? {
            Ok(compilers) => compilers,
            Err(failure) => return Ok(Err(failure)),
        };
        match &program.recipe {
            Recipe::Source(source) => {
                let mut words = compilers.c.iter().chain(&compilers.compile);
                let mut command = Command::new(words.next().expect("a compiler has a name"));
                self.toolbox.name_compilers(&mut command);
                command.args(words).arg(source).args(&compilers.link).arg("-lm").arg("-o").arg(&output);
                let built = Artifact { program: output, directory: self.directory.to_owned() };
                Ok(compiled(&mut command, BUILD_LIMIT)?.map(|()| built))
            }
            Recipe::Project(project) => self.build_project(project, variant, &compilers, output),
        }
    }

    /// Builds a project in a copy of its folder, which is `copy`.
    fn build_project(
        &self,
        project: &Project,
        variant: Variant,
        compilers: &Compilers,
        copy: PathBuf,
    ) -> Result<Built, BenchError> {
        // The hooks that count are told apart by what they are linked with alone.
        let asked = if variant == Variant::Count { Variant::Hooks } else { variant };
        let Some(script) = project.commands.get(&asked) else {
            return Ok(Err("the manifest does not say how to build it".to_owned()));
        };
        let mut copying = Command::new("cp");
        copying.arg("-a").arg(&project.directory).arg(&copy);
        if let Err(failure) = compiled(&mut copying, PROJECT_LIMIT)? {
            return Ok(Err(failure));
        }
        let mut command = Command::new("sh");
        self.toolbox.name_compilers(&mut command);
        command.arg("-ec").arg(script).current_dir(&copy);
        for (name, words) in [
            ("CC", &compilers.c),
            ("CXX", &compilers.cxx),
            ("CFLAGS", &compilers.compile),
            ("CXXFLAGS", &compilers.compile),
            ("LDFLAGS", &compilers.link),
        ] {
            command.env(name, words.join(OsStr::new(" ")));
        }
        if let Err(failure) = compiled(&mut command, PROJECT_LIMIT)? {
            return Ok(Err(failure));
        }
        let program = copy.join(&project.program);
        if !program.is_file() {
            return Ok(Err(format!("its command made no {}", project.program.display())));
        }
        Ok(Ok(Artifact { program, directory: copy }))
    }

    /// What a variant is compiled with. What is built beforehand lies beside `output`.
    fn compilers(&self, variant: Variant, output: &Path) -> Result<Result<Compilers, String>, BenchError> {
        let base: [OsString; 2] = [format!("-O{}", self.level).into(), "-g".into()];
        let clang = |flags: &[&str]| Compilers {
            c: vec![self.toolbox.clang.clone().into()],
            cxx: vec![self.toolbox.clang_cxx().into()],
            compile: base.iter().cloned().chain(flags.iter().map(OsString::from)).collect(),
            link: flags.iter().map(OsString::from).collect(),
        };
        Ok(Ok(match variant {
            Variant::Plain => clang(&["-fopenmp"]),
            Variant::Tsan => clang(&["-fopenmp", "-fsanitize=thread"]),
            Variant::Detsan => {
                let detsan = |language: &str| vec![self.toolbox.detsan.detsan().into(), language.into()];
                Compilers { c: detsan("cc"), cxx: detsan("c++"), ..clang(&["-fopenmp"]) }
            }
            Variant::Hooks | Variant::Count => {
                let hooks = match self.empty_hooks(variant, output)? {
                    Ok(hooks) => hooks,
                    Err(failure) => return Ok(Err(failure)),
                };
                let flags = self.detsan_flags()?;
                // What DetSan's flags make of the program, and no runtime of a sanitizer.
                let mut compilers = clang(&["-fopenmp", "-fsanitize=thread", "-fno-sanitize-link-runtime"]);
                compilers.compile.extend(flags.iter().map(OsString::from));
                compilers.link.push(hooks.into());
                compilers
            }
        }))
    }

    /// Compiles hooks that do nothing, or count.
    fn empty_hooks(&self, variant: Variant, output: &Path) -> Result<Result<PathBuf, String>, BenchError> {
        let hooks = output.with_extension("hooks.o");
        let mut command = Command::new(&self.toolbox.clang);
        command.args(["-O2", "-c"]).arg(own_directory("hooks").join("empty.c")).arg("-o").arg(&hooks);
        command.arg(format!("-DTHREAD_STATE={THREAD_SYMBOL}"));
        command.arg(format!("-DTHREAD_STATE_SIZE={}", size_of::<ThreadState>()));
        if variant == Variant::Count {
            command.arg("-DCOUNT");
        }
        Ok(compiled(&mut command, BUILD_LIMIT)?.map(|()| hooks))
    }

    fn detsan_flags(&self) -> Result<&Vec<String>, BenchError> {
        if let Some(flags) = self.detsan_flags.get() {
            return Ok(flags);
        }
        let flags = self.toolbox.detsan_flags()?;
        Ok(self.detsan_flags.get_or_init(|| flags))
    }
}

/// Runs a command of a build.
fn compiled(command: &mut Command, limit: Duration) -> Result<Result<(), String>, BenchError> {
    let finished = process::run(command, limit).map_err(BenchError::Run)?;
    Ok(finished.failure().map_or(Ok(()), |failure| Err(format!("it does not compile: {failure}"))))
}
