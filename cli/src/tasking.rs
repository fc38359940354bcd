//! What the compiler and libomp cannot do of OpenMP's tasks: the one is tried, the other is known.

use crate::compiler::Compiler;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Directives that not every compiler takes, and a function that has each.
const DIRECTIVES: &[(&str, &str)] = &[
    ("depend(mutexinoutset: …)", "task depend(mutexinoutset: x)"),
    ("depend(inoutset: …)", "task depend(inoutset: x)"),
    ("depend(iterator(…), …)", "task depend(iterator(int i = 0 : 4), in: a[i])"),
    ("depend(depobj: …)", "task depend(depobj: object)"),
    ("depobj update(inoutset)", "depobj(object) update(inoutset)"),
    ("omp_all_memory", "task depend(out: omp_all_memory)"),
    ("taskwait depend(…)", "taskwait depend(in: x)"),
    ("taskwait depend(…) nowait", "taskwait depend(in: x) nowait"),
    ("detach", "task detach(event)"),
    ("affinity", "task affinity(x)"),
    ("task_reduction", "taskgroup task_reduction(+: x)"),
    ("reduction(task, …)", "parallel reduction(task, +: x)"),
    ("taskloop reduction(…)", "taskloop reduction(+: x)"),
    ("grainsize(strict: …)", "taskloop grainsize(strict: 2)"),
    ("masked taskloop", "parallel masked taskloop simd"),
];

/// What libomp 19 does not do, and what DetSan makes of it.
pub(crate) const LIMITS_OF_LIBOMP: &[&str] = &[
    "a taskloop beside a detached task that is not complete ends the run with a message",
    "detach in what gcc has compiled ends the run with a message; target and error do not link",
];

/// The directives that `compiler` does not take.
pub(crate) fn refused(compiler: &Compiler, scratch: &Path) -> Vec<&'static str> {
    let takes = |directive: &str| {
        let source = scratch.join("directive.c");
        let text = format!(
            "#include <omp.h>\nint x, a[4];\nomp_depend_t object;\nvoid f(omp_event_handle_t event) {{\n\
             #pragma omp {directive}\n    for (int i = 0; i < 4; i++);\n}}\n"
        );
        fs::write(&source, text).is_ok() && {
            // What a compiler passes over it warns of.
            let mut command = compiler.process();
            command.args(["-fopenmp", "-fsyntax-only", "-Werror"]).arg(&source);
            command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
        }
    };
    DIRECTIVES.iter().filter(|(_, directive)| !takes(directive)).map(|(name, _)| *name).collect()
}
