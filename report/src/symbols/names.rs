//! From the compiler's names of functions to the user's.
//!
//! A compiler turns the body of an OpenMP construct into a function of its own, and often adds
//! another that unpacks the arguments and calls it. Seen on clang 19 and gcc 12:
//!
//! | name | what it is |
//! |---|---|
//! | `f.omp_outlined`, `f.omp_outlined.6` | a `parallel` or `teams` region in `f`; with `-g` only a wrapper |
//! | `f.omp_outlined_debug__`, `f.omp_outlined_debug__.5` | with `-g`, the body of that region |
//! | `.omp_task_entry.`, `.omp_task_entry..2` | what the runtime calls to run a task; the function it stands in is not named |
//! | `.omp_outlined.`, `.omp_outlined..3` | the body of a task, inlined into its entry even at `-O0`; before clang 17, of a region too |
//! | `__omp_offloading_<device>_<file>_f_l25`, `…_debug__` | a `target` region in line 25 of `f`, wrapper and body |
//! | `f._omp_fn.0`, `f._omp_cpyfn.4` | gcc: the body of any construct, and the copying of a task's captured variables |
//! | `.omp_task_privates_map.`, `.omp_task_dup.`, `.red_init.`, `f.omp_outlined_debug__.omp.reduction.reduction_func` … | helpers |

use addr2line::gimli;
use cpp_demangle::{BorrowedSymbol, DemangleOptions};

/// The OpenMP construct whose body a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    /// An explicit task.
    Task,
    /// A parallel (or teams) region.
    ParallelRegion,
    /// A target region.
    TargetRegion,
    /// One of these; the name does not tell which.
    Unknown,
}

/// What a function is to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A function that the user wrote.
    Function,
    /// The body of a construct inside of it.
    Body(Construct),
    /// Calls the body of a construct, or holds it if no function of the role [`Role::Body`] is
    /// called.
    Wrapper(Construct),
    /// Compiler glue with none of the user's code in it.
    Glue,
}

/// The source language, as far as names and arrays are written in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Fortran: the linker's name of a procedure has an underscore at its end, an array its first
    /// index fastest.
    Fortran,
    /// C, C++ and whatever else.
    Other,
}

impl Language {
    /// From what debug information says.
    pub fn new(language: Option<gimli::DwLang>) -> Language {
        match language {
            Some(
                gimli::DW_LANG_Fortran77
                | gimli::DW_LANG_Fortran90
                | gimli::DW_LANG_Fortran95
                | gimli::DW_LANG_Fortran03
                | gimli::DW_LANG_Fortran08
                | gimli::DW_LANG_Fortran18,
            ) => Language::Fortran,
            _ => Language::Other,
        }
    }
}

/// A function's name, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FunctionName {
    /// The user's function, demangled; `None` where the name does not tell.
    pub function: Option<String>,
    /// What the function is.
    pub role: Role,
}

/// What the linker knows the main program of Fortran by, whatever it is called in the source.
pub(crate) const MAIN_PROGRAM: &str = "MAIN__";

/// Helpers that clang makes, by how their names begin.
const GLUE_PREFIXES: [&str; 9] = [
    ".omp_task_privates_map.",
    ".omp_task_dup.",
    ".omp_task_destructor.",
    ".omp_combiner.",
    ".omp_initializer.",
    ".red_init.",
    ".red_comb.",
    ".red_fini.",
    ".omp.reduction.",
];

/// Understands the name that a function has in the symbol table or in the debug information.
pub(crate) fn function_name(raw: &str, language: Language) -> FunctionName {
    let unnamed = |role| FunctionName { function: None, role };
    if GLUE_PREFIXES.iter().any(|prefix| raw.starts_with(prefix)) {
        return unnamed(Role::Glue);
    }
    if raw.starts_with(".omp_task_entry.") {
        return unnamed(Role::Wrapper(Construct::Task));
    }
    if let Some(rest) = raw.strip_prefix(".omp_outlined.") {
        let body = rest.is_empty() || rest.starts_with('.') || rest.starts_with("_debug__");
        return unnamed(if body { Role::Body(Construct::Unknown) } else { Role::Glue });
    }

    let (user, mut role) = match offload_entry(raw) {
        Some((user, rest)) if rest.starts_with("_debug__") => (user, Role::Body(Construct::TargetRegion)),
        Some((user, _)) => (user, Role::Wrapper(Construct::TargetRegion)),
        None => (user_part(raw), Role::Function),
    };
    if raw.contains(".omp.reduction.") {
        role = Role::Glue;
    } else if let Some((_, last)) = raw.rsplit_once(".omp_outlined") {
        role = if last.starts_with("_debug__") {
            Role::Body(Construct::ParallelRegion)
        } else {
            Role::Wrapper(Construct::ParallelRegion)
        };
    } else if raw.contains("._omp_fn.") {
        role = Role::Body(Construct::Unknown);
    } else if raw.contains("._omp_cpyfn.") {
        role = Role::Body(Construct::Task);
    }
    let user = match language {
        Language::Fortran if user != MAIN_PROGRAM => user.trim_end_matches('_'),
        _ => user,
    };
    FunctionName { function: Some(demangle(user)), role }
}

/// A variable's name as the user wrote it, with its namespaces.
pub(crate) fn variable_name(raw: &str) -> String {
    demangle(without_number(raw))
}

/// The name without the suffixes that compilers hang on to outlined functions and to clones of
/// functions.
fn user_part(raw: &str) -> &str {
    const SUFFIXES: [&str; 9] = [
        ".omp_outlined",
        "._omp_fn.",
        "._omp_cpyfn.",
        ".cold",
        ".part.",
        ".isra.",
        ".constprop.",
        ".llvm.",
        ".__uniq.",
    ];
    let end = SUFFIXES.iter().filter_map(|suffix| raw.find(suffix)).filter(|&at| at > 0).min();
    without_number(&raw[..end.unwrap_or(raw.len())])
}

/// The name without the number that gcc hangs on to variables and functions inside of a function:
/// `total.0`.
fn without_number(raw: &str) -> &str {
    match raw.rsplit_once('.') {
        Some((name, number))
            if !name.is_empty() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            name
        }
        _ => raw,
    }
}

/// Splits `__omp_offloading_<device>_<file>_<function>_l<line><rest>` into the function and the
/// rest.
fn offload_entry(raw: &str) -> Option<(&str, &str)> {
    let numbered = raw.strip_prefix("__omp_offloading_")?;
    let (device, numbered) = numbered.split_once('_')?;
    let (file, named) = numbered.split_once('_')?;
    let hexadecimal = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_hexdigit());
    if !hexadecimal(device) || !hexadecimal(file) {
        return None;
    }
    // The function's own name may hold `_l` too: the line is the last one before any suffix.
    let end = named.find("_debug__").or_else(|| named.find(".omp_outlined")).unwrap_or(named.len());
    let (entry, rest) = named.split_at(end);
    let at = entry.rfind("_l")?;
    let line = &entry[at + 2..];
    (!line.is_empty() && line.bytes().all(|b| b.is_ascii_digit())).then_some((&entry[..at], rest))
}

/// Demangles a C++ (or Rust) name, without parameters and return type, and the name of something in
/// a module of Fortran; other names are returned as they are.
fn demangle(name: &str) -> String {
    if let Some((module, rest)) = name.strip_prefix("__").and_then(|name| name.split_once("_MOD_")) {
        return format!("{module}::{rest}");
    }
    if !name.starts_with("_Z") {
        return name.to_owned();
    }
    let options = DemangleOptions::new().no_params().no_return_type();
    let demangled =
        BorrowedSymbol::new(name.as_bytes()).ok().and_then(|symbol| symbol.demangle_with_options(&options).ok());
    match demangled {
        // What is left of the parameters of a `const` member function.
        Some(demangled) => demangled.strip_suffix(" const").unwrap_or(&demangled).to_owned(),
        None => name.to_owned(),
    }
}

/// The name without its template arguments: `ns::twice<int>` is `ns::twice`.
pub(crate) fn without_template_arguments(name: &str) -> &str {
    match name.find('<') {
        // `operator<` is a name, not the beginning of arguments.
        Some(at) if at > 0 && !name[..at].ends_with("operator") => &name[..at],
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, function: Option<&str>, role: Role) {
        let understood = FunctionName { function: function.map(str::to_owned), role };
        assert_eq!(function_name(raw, Language::Other), understood, "{raw}");
    }

    #[test]
    fn plain_functions() {
        check("main", Some("main"), Role::Function);
        check("_ZN2ns5twiceIiEEvPT_", Some("ns::twice<int>"), Role::Function);
        check("_Z4worki.cold", Some("work"), Role::Function);
        check("_ZZ4mainENK3$_0clEi", Some("main::$_0::operator()"), Role::Function);
        check("compute.constprop.0", Some("compute"), Role::Function);
        check("_ZNot_a_mangled_name", Some("_ZNot_a_mangled_name"), Role::Function);
    }

    #[test]
    fn parallel_regions_of_clang() {
        check("main.omp_outlined", Some("main"), Role::Wrapper(Construct::ParallelRegion));
        check("main.omp_outlined.6", Some("main"), Role::Wrapper(Construct::ParallelRegion));
        check("main.omp_outlined_debug__.5", Some("main"), Role::Body(Construct::ParallelRegion));
        check("_ZN2ns1S2goEv.omp_outlined", Some("ns::S::go"), Role::Wrapper(Construct::ParallelRegion));
    }

    #[test]
    fn tasks_of_clang_do_not_name_their_function() {
        check(".omp_task_entry.", None, Role::Wrapper(Construct::Task));
        check(".omp_task_entry..2", None, Role::Wrapper(Construct::Task));
        check(".omp_outlined.", None, Role::Body(Construct::Unknown));
        check(".omp_outlined..3", None, Role::Body(Construct::Unknown));
        check(".omp_outlined._debug__", None, Role::Body(Construct::Unknown));
    }

    #[test]
    fn target_regions_of_clang() {
        let entry = "__omp_offloading_fe00_98c02d__Z4worki_l25";
        check(entry, Some("work"), Role::Wrapper(Construct::TargetRegion));
        check(&format!("{entry}_debug__"), Some("work"), Role::Body(Construct::TargetRegion));
        check("__omp_offloading_1_2_a_list_l7", Some("a_list"), Role::Wrapper(Construct::TargetRegion));
        let inner = format!("{entry}_debug__.omp_outlined_debug__.omp_outlined");
        check(&inner, Some("work"), Role::Wrapper(Construct::ParallelRegion));
        check("__omp_offloading_of_nothing", Some("__omp_offloading_of_nothing"), Role::Function);
    }

    #[test]
    fn outlined_functions_of_gcc() {
        check("main._omp_fn.0", Some("main"), Role::Body(Construct::Unknown));
        check("_Z4worki._omp_fn.11", Some("work"), Role::Body(Construct::Unknown));
        check("_Z4worki._omp_cpyfn.4", Some("work"), Role::Body(Construct::Task));
    }

    #[test]
    fn procedures_of_fortran() {
        let name = |raw| function_name(raw, Language::Fortran).function.unwrap();
        assert_eq!(name("solve_"), "solve");
        assert_eq!(name("__things_MOD_bump"), "things::bump");
        assert_eq!(name("__things_MOD_bump._omp_fn.0"), "things::bump");
        assert_eq!(name("MAIN__._omp_fn.0"), "MAIN__");
        assert_eq!(variable_name("__things_MOD_counter"), "things::counter");
    }

    #[test]
    fn what_is_inside_of_a_function_has_a_number() {
        check("inner.0", Some("inner"), Role::Function);
        check("inner.3._omp_fn.1", Some("inner"), Role::Body(Construct::Unknown));
        assert_eq!(variable_name("total.0"), "total");
        assert_eq!(variable_name("main.total"), "main.total");
        assert_eq!(variable_name(".0"), ".0");
    }

    #[test]
    fn helpers_are_glue() {
        for raw in [".omp_task_privates_map..4", ".red_comb.", ".omp_task_dup.", ".omp_combiner."] {
            check(raw, None, Role::Glue);
        }
        check("_Z4worki.omp_outlined_debug__.omp.reduction.reduction_func", Some("work"), Role::Glue);
    }

    #[test]
    fn template_arguments_are_cut() {
        assert_eq!(without_template_arguments("ns::twice<int>"), "ns::twice");
        assert_eq!(without_template_arguments("operator<"), "operator<");
        assert_eq!(without_template_arguments("main"), "main");
    }
}
