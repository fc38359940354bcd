//! Libraries, and object files of the compiler's own, that are known to be harmless: DetSan models
//! what they do to the program's memory, or they do
//! nothing to it that other tasks see.
//!
//! Some functions of the C library follow pointers and are not modelled (`qsort`, `snprintf`,
//! `fread` …). The page docs/guarantees.md says so.

/// Libraries, by their names without `lib` and version.
pub(crate) const LIBRARIES: [&str; 28] = [
    "detsan",
    // The C library, the dynamic linker and the kernel's part.
    "c",
    "m",
    "mvec",
    "pthread",
    "dl",
    "rt",
    "util",
    "ld-linux-x86-64",
    "linux-vdso",
    // What compilers link by themselves.
    "gcc_s",
    "unwind",
    "atomic",
    "quadmath",
    "stdc++",
    "c++",
    "c++abi",
    "gfortran",
    "flang_rt.runtime",
    "FortranRuntime",
    "FortranDecimal",
    // OpenMP.
    "omp",
    "iomp5",
    "gomp",
    "omptarget",
    "archer",
    // Of LLVM's runtime, which the command links where clang asks for it.
    "clang_rt.builtins",
    "clang_rt.builtins-x86_64",
];

/// Sources of the object files that compilers add to every program, and of the hooks. A name that
/// ends in `*` is the beginning of one.
const OBJECTS: [&str; 8] =
    ["crt1.o", "Scrt1.o", "gcrt1.o", "crtstuff.c", "crtfastmath.c", "detsan_hooks.*", "compiler_builtins.*", "core.*"];

/// Whether the library in the file `file` is trusted, be it by the user.
pub(crate) fn is_trusted_library(file: &str, by_user: &[String]) -> bool {
    let name = library_name(file);
    LIBRARIES.contains(&name) || by_user.iter().any(|trusted| library_name(trusted) == name)
}

/// Whether an object file with this source belongs to no program.
pub(crate) fn is_harmless_object(source: &str) -> bool {
    OBJECTS.iter().any(|known| match known.strip_suffix('*') {
        Some(beginning) => source.starts_with(beginning),
        None => source == *known,
    })
}

/// The name of a library, without `lib` and version: `openblas` for `libopenblas.so.0`.
fn library_name(file: &str) -> &str {
    let name = file.strip_prefix("lib").unwrap_or(file);
    let name = name.find(".so").map_or(name, |end| &name[..end]);
    // The C library's own files are called libc-2.31.so.
    match name.rsplit_once('-') {
        Some((name, version)) if version.contains('.') && version.starts_with(|c: char| c.is_ascii_digit()) => name,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_do_not_matter() {
        let names =
            ["libopenblas.so.0", "libc-2.31.so", "ld-linux-x86-64.so.2", "libstdc++.so.6", "mkl_core", "libomp.so"];
        let expected = ["openblas", "c", "ld-linux-x86-64", "stdc++", "mkl_core", "omp"];
        assert_eq!(names.map(library_name), expected);
    }

    #[test]
    fn users_add_to_what_is_trusted() {
        assert!(is_trusted_library("libm.so.6", &[]) && !is_trusted_library("libopenblas.so.0", &[]));
        assert!(is_trusted_library("libopenblas.so.0", &["openblas".to_owned()]));
        assert!(!is_trusted_library("libmine.so", &["openblas".to_owned()]));
    }

    #[test]
    fn the_compilers_own_objects_are_harmless() {
        assert!(is_harmless_object("crtstuff.c") && is_harmless_object("detsan_hooks.0123-cgu.0"));
        assert!(!is_harmless_object("plain.c"));
    }
}
