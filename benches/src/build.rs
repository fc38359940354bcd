//! Builds the variants of a program.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::process::Command;

use detsan_hook_abi::{THREAD_SYMBOL, ThreadState};

use crate::configuration::Variant;
use crate::error::BenchError;
use crate::process;
use crate::programs::{Program, own_directory};
use crate::toolbox::{BUILD_LIMIT, Toolbox};

/// What a build came to: the program, or why there is none.
pub(crate) type Built = Result<PathBuf, String>;

/// Builds programs in one directory, at one level of optimisation.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    toolbox: &'a Toolbox,
    directory: &'a Path,
    level: u8,
    /// What `detsan cflags` says, asked once.
    detsan_flags: OnceCell<Vec<String>>,
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
        let commands = match variant {
            Variant::Plain | Variant::Tsan => {
                let mut command = self.clang();
                command.arg("-fopenmp");
                if variant == Variant::Tsan {
                    command.arg("-fsanitize=thread");
                }
                vec![self.from_source(command, program, &output)]
            }
            Variant::Detsan => {
                let mut command = self.toolbox.detsan_command();
                command.arg("cc").arg(self.level_flag()).args(["-g", "-fopenmp"]);
                vec![self.from_source(command, program, &output)]
            }
            Variant::Hooks | Variant::Count => self.with_empty_hooks(program, variant, &output)?,
        };
        for mut command in commands {
            let finished = process::run(&mut command, BUILD_LIMIT).map_err(BenchError::Run)?;
            if let Some(failure) = finished.failure() {
                return Ok(Err(format!("it does not compile: {failure}")));
            }
        }
        Ok(Ok(output))
    }

    /// The commands for hooks that do nothing: what DetSan's flags make of the program, and no runtime of a sanitizer.
    fn with_empty_hooks(&self, program: &Program, variant: Variant, output: &Path) -> Result<Vec<Command>, BenchError> {
        let flags = match self.detsan_flags.get() {
            Some(flags) => flags,
            None => {
                let flags = self.toolbox.detsan_flags()?;
                self.detsan_flags.get_or_init(|| flags)
            }
        };
        let hooks = output.with_extension("hooks.o");
        let mut compile_hooks = Command::new(&self.toolbox.clang);
        compile_hooks.args(["-O2", "-c"]).arg(own_directory("hooks").join("empty.c")).arg("-o").arg(&hooks);
        compile_hooks.arg(format!("-DTHREAD_STATE={THREAD_SYMBOL}"));
        compile_hooks.arg(format!("-DTHREAD_STATE_SIZE={}", size_of::<ThreadState>()));
        if variant == Variant::Count {
            compile_hooks.arg("-DCOUNT");
        }
        let mut compile = self.clang();
        compile.args(flags).args(["-fno-sanitize-link-runtime"]).arg(hooks);
        Ok(vec![compile_hooks, self.from_source(compile, program, output)])
    }

    fn clang(&self) -> Command {
        let mut command = Command::new(&self.toolbox.clang);
        command.arg(self.level_flag()).arg("-g");
        command
    }

    fn level_flag(&self) -> String {
        format!("-O{}", self.level)
    }

    /// Completes a command that compiles and links the program.
    #[allow(clippy::wrong_self_convention, reason = "it is the command that is made from a source")]
    fn from_source(&self, mut command: Command, program: &Program, output: &Path) -> Command {
        command.arg(&program.source).arg("-lm").arg("-o").arg(output);
        command
    }
}
