//! Libraries, and object files of the compiler's own, that are known to be harmless: DetSan models
//! what they do to the program's memory, or they do
//! nothing to it that other tasks see.
//!
//! Some of their functions are not: they follow pointers into the program's memory. The hooks tell
//! of most of these where checked code calls them. [`Followers`] has them all.

use std::ffi::CStr;

use hashbrown::HashMap;

use crate::loaded;

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
const OBJECTS: [&str; 9] = [
    "crt1.o",
    "Scrt1.o",
    "gcrt1.o",
    "crtstuff.c",
    "crtfastmath.c",
    "detsan_hooks.*",
    "detsan_doors.*",
    "compiler_builtins.*",
    "core.*",
];

/// Functions of the C library that follow pointers into the program's memory. The hooks stand in
/// front of the first ones, for checked code (`access-hooks/src/text.rs`, `transfers.rs`,
/// `formats.rs`, `ranges.rs`); a call that gets to the library itself is one that they do not see.
const FOLLOWERS_IN_C: &[&CStr] = &[
    c"strcpy",
    c"stpcpy",
    c"strncpy",
    c"stpncpy",
    c"strcat",
    c"strncat",
    c"strdup",
    c"strndup",
    c"mempcpy",
    c"bcopy",
    c"bzero",
    c"explicit_bzero",
    c"strlen",
    c"strnlen",
    c"strcmp",
    c"strncmp",
    c"strcasecmp",
    c"strncasecmp",
    c"strchr",
    c"strrchr",
    c"strstr",
    c"strpbrk",
    c"strcspn",
    c"strspn",
    c"memcpy",
    c"memmove",
    c"memset",
    c"memcmp",
    c"memchr",
    c"qsort",
    c"qsort_r",
    c"rand_r",
    c"erand48",
    c"nrand48",
    c"jrand48",
    c"fread",
    c"fwrite",
    c"fgets",
    c"getline",
    c"getdelim",
    c"__getdelim",
    c"read",
    c"pread",
    c"write",
    c"pwrite",
    c"recv",
    c"send",
    c"sprintf",
    c"snprintf",
    c"vsprintf",
    c"vsnprintf",
    // Those that the hooks do not know.
    c"memccpy",
    c"memrchr",
    c"rawmemchr",
    c"memmem",
    c"swab",
    c"strtok",
    c"strtok_r",
    c"strsep",
    c"strxfrm",
    c"strcoll",
    c"strcasestr",
    c"strchrnul",
    c"strverscmp",
    c"strfry",
    c"memfrob",
    c"sscanf",
    c"fscanf",
    c"scanf",
    c"vsscanf",
    c"vfscanf",
    c"__isoc99_sscanf",
    c"__isoc99_fscanf",
    c"__isoc99_scanf",
    c"__isoc23_sscanf",
    c"__isoc23_fscanf",
    c"__isoc23_scanf",
    c"readv",
    c"writev",
    c"recvfrom",
    c"sendto",
    c"recvmsg",
    c"sendmsg",
    c"drand48_r",
    c"lrand48_r",
    c"mrand48_r",
    c"random_r",
    c"srandom_r",
    c"initstate_r",
    c"localtime_r",
    c"gmtime_r",
    c"mktime",
    c"strftime",
    c"asctime_r",
    c"ctime_r",
    c"regexec",
    c"iconv",
    c"lsearch",
    c"tsearch",
    c"tdelete",
    c"hsearch_r",
    c"wcscpy",
    c"wcsncpy",
    c"wcscat",
    c"wcslen",
    c"wcscmp",
    c"wmemcpy",
    c"wmemmove",
    c"wmemset",
    c"swprintf",
    c"mbstowcs",
    c"wcstombs",
    c"mbsrtowcs",
    c"wcsrtombs",
];

/// Functions of libstdc++ that follow pointers into the program's memory: the beginnings of their
/// mangled names, and the types that they belong to. The hooks stand in front of the most usual
/// functions of streams (`access-hooks/src/streams.rs`).
const FOLLOWERS_IN_CXX: [(&str, &str); 15] = [
    // Where it is not compiled with the program.
    ("_ZNSt7__cxx1112basic_string", "std::string"),
    ("_ZNKSt7__cxx1112basic_string", "std::string"),
    ("_ZNSs", "std::string"),
    ("_ZNKSs", "std::string"),
    ("_ZNSo", "std::ostream"),
    ("_ZStlsI", "std::ostream"),
    ("_ZSt16__ostream_insertI", "std::ostream"),
    ("_ZNSt13basic_ostreamIw", "std::wostream"),
    ("_ZNSi", "std::istream"),
    ("_ZStrsI", "std::istream"),
    ("_ZSt7getlineI", "std::istream"),
    ("_ZSt17__istream_extract", "std::istream"),
    ("_ZNSt13basic_istreamIw", "std::wistream"),
    ("_ZNSt13basic_filebuf", "std::filebuf"),
    ("_ZNSt15basic_streambuf", "std::streambuf"),
];

/// The functions of trusted libraries whose accesses nobody tells of, by their addresses.
#[derive(Debug)]
pub(crate) struct Followers(HashMap<usize, &'static CStr>);

impl Followers {
    pub(crate) fn find() -> Followers {
        let find = |name: &&'static CStr| {
            // SAFETY: the name is a C string.
            let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) } as usize;
            (address != 0).then_some((address, *name))
        };
        Followers(FOLLOWERS_IN_C.iter().filter_map(find).collect())
    }

    /// The name of the function at `address`, which is in a trusted library, or of its type, if it
    /// is one of these.
    pub(crate) fn name(&self, address: usize) -> Option<String> {
        if let Some(name) = self.0.get(&address) {
            return Some(name.to_string_lossy().into_owned());
        }
        let symbol = loaded::at(address)?.symbol_of(address)?;
        let follower = FOLLOWERS_IN_CXX.iter().find(|(beginning, _)| symbol.starts_with(beginning));
        follower.map(|(_, name)| (*name).to_owned())
    }
}

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
