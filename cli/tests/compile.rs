//! `detsan cc`, `c++`, `cflags` and `ldflags` with real compilers.

mod common;

use common::{Lab, nowhere};
use std::ffi::OsStr;
use std::fs;

/// A loop that clang makes wide vector accesses of.
const SIMD: &str = "
void scale(double *a, const double *b, int n) {
#pragma omp simd
    for (int i = 0; i < n; i++) a[i] = b[i] * 2;
}
";

#[test]
fn objects_call_the_hooks_and_compile_without_complaint() {
    let lab = Lab::bare();
    for level in ["-O0", "-O1", "-O2", "-O3", "-Og", "-Os"] {
        lab.detsan(&format!("cc -Wall -Wextra -Werror {level} -c openmp.c -o openmp.o")).silent_success();
        let symbols = lab.symbols("-u", "openmp.o");
        assert!(symbols.contains("__tsan_func_entry") && symbols.contains("__kmpc_fork_call"), "{level}: {symbols}");
        assert!(lab.tool("readelf -S openmp.o").stdout.contains(".debug_info"), "{level}");
    }
}

#[test]
fn vector_accesses_are_never_made() {
    let lab = Lab::bare();
    lab.write("simd.c", SIMD);
    // The plain compiler shows that there is something to prevent.
    lab.tool("clang-19 -O3 -mavx2 -fopenmp -S simd.c -o plain.s").silent_success();
    assert!(fs::read_to_string(lab.at("plain.s")).expect("assembly").contains("%ymm"));
    for extra in ["", "-fvectorize -ftree-vectorize -fslp-vectorize"] {
        lab.detsan(&format!("cc -Wall -Werror -O3 -mavx2 {extra} -S simd.c -o simd.s")).silent_success();
        let assembly = fs::read_to_string(lab.at("simd.s")).expect("assembly");
        assert!(assembly.contains("__tsan_read8") && !assembly.contains("%ymm"), "{extra}: {assembly}");
    }
}

#[test]
fn nothing_is_said_about_flags_that_a_command_does_not_use() {
    let lab = Lab::new();
    lab.write("empty.s", ".text\n");
    lab.write("header.h", "int declared;\n");
    lab.detsan("cc -c -O2 openmp.c -o openmp.o").silent_success();
    for command in [
        "cc -Werror -c empty.s -o empty.o",
        "cc -Werror -O2 -E openmp.c -o openmp.i",
        "cc -Werror -O2 -M openmp.c -o openmp.d",
        "cc -Werror -O2 -fsyntax-only openmp.c",
        "cc -Werror -O2 header.h -o header.pch",
        "cc -Werror -O2 openmp.o -o program",
        "cc -Werror -O2 -fsanitize=thread -fopenmp -g openmp.o -o program",
        "cc -Werror -O2 -r openmp.o -o joined.o",
        "cc -Werror -O2 openmp.c -o program",
    ] {
        lab.detsan(command).silent_success();
    }
}

#[test]
fn an_executable_holds_the_hooks_and_needs_libomp() {
    let lab = Lab::new();
    lab.detsan("cc openmp.c -o program").silent_success();
    lab.tool("clang-19 -c plain.c -o plain.o").silent_success();
    lab.detsan("cc plain.o -o uninstrumented").silent_success();
    for program in ["program", "uninstrumented"] {
        let exported = lab.symbols("-D --defined-only", program);
        assert!(exported.contains("__detsan_attach") && exported.contains("__tsan_read8"), "{program}: {exported}");
        assert!(lab.needed(program).iter().any(|name| name.starts_with("libomp.so")), "{program}");
    }
    // Without the tool it runs as it always did.
    assert_eq!(lab.tool("./program x y").verdict(), "2: ");
}

#[test]
fn a_cxx_program_is_linked_with_its_library() {
    let lab = Lab::new();
    lab.write("hello.cpp", "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }\n");
    lab.detsan("c++ -Wall -Werror -O1 -o hello hello.cpp -fno-inline").silent_success();
    assert_eq!(lab.tool("./hello").silent_success().stdout, "hello\n");
    assert!(lab.needed("hello").iter().any(|name| name.starts_with("libstdc++.so")));
}

#[test]
fn a_shared_library_finds_the_hooks_in_the_executable() {
    let lab = Lab::new();
    lab.write("library.c", "int counter; int count(void) { return ++counter; }\n");
    lab.write("user.c", "int count(void); int main(void) { count(); return count(); }\n");
    for extra in ["", "-Wl,--no-undefined", "-Wl,-z,defs"] {
        lab.detsan(&format!("cc -Werror -fPIC -shared {extra} library.c -o libcounter.so")).silent_success();
    }
    assert!(!lab.symbols("-D --defined-only", "libcounter.so").contains("__detsan_attach"));
    assert!(lab.symbols("-D --undefined-only", "libcounter.so").contains("__tsan_write4"));
    lab.detsan("cc user.c ./libcounter.so -o user").silent_success();
    assert_eq!(lab.tool("./user").verdict(), "2: ");
}

#[test]
fn every_way_to_name_inputs_works() {
    let lab = Lab::new();
    lab.write("arguments", "-O1 'openmp.c'\n-o from_response_file");
    lab.detsan("cc @arguments").silent_success();
    lab.detsan("cc -o after_dashes -- openmp.c").silent_success();
    lab.tool("cp openmp.c openmp.txt").silent_success();
    lab.detsan("cc -x c openmp.txt -o with_language").silent_success();
    for program in ["from_response_file", "after_dashes", "with_language"] {
        assert!(lab.symbols("-D --defined-only", program).contains("__detsan_attach"), "{program}");
    }
}

#[test]
fn questions_and_failures_are_the_compilers_own() {
    let lab = Lab::bare();
    assert!(lab.detsan("cc --version").silent_success().stdout.contains("clang version"));
    assert!(lab.detsan("cc -print-file-name=libomp.so").silent_success().stdout.contains("libomp.so"));
    lab.write("wrong.c", "int main(void) { return undeclared; }\n");
    let wrong = lab.detsan("cc -c wrong.c");
    assert!(wrong.status == 1 && wrong.stderr.contains("undeclared"), "{wrong:?}");
    assert_eq!(lab.detsan("cc").status, lab.tool("clang-19").status);
    assert!(lab.detsan("cc --help").silent_success().stdout.contains("DETSAN_CC"));
}

#[test]
fn what_cannot_be_checked_is_refused_before_it_is_built() {
    let lab = Lab::new();
    for (arguments, message) in [
        ("cc -fsanitize=address -c plain.c", "-fsanitize=address cannot be combined with DetSan: build without it"),
        (
            "cc -static plain.c",
            "-static cannot be combined with DetSan, which libomp loads when the program starts: link dynamically",
        ),
        (
            "c++ -fopenmp=libgomp -c plain.c",
            "-fopenmp=libgomp cannot be checked, only libomp has the OMPT interface: use -fopenmp",
        ),
    ] {
        assert_eq!(lab.detsan(arguments).verdict(), format!("2: detsan: {message}"));
    }
}

#[test]
fn missing_parts_and_compilers_are_named() {
    let lab = Lab::bare();
    let expected = format!(
        "125: detsan: libdetsan_hooks.a is missing, looked in {}: set DETSAN_LIB_DIR to its directory",
        lab.lib().display()
    );
    assert_eq!(lab.detsan("cc plain.c").verdict(), expected);
    assert_eq!(lab.detsan("ldflags").verdict(), expected);
    // Only an executable needs the hooks.
    lab.detsan("cc -shared -fPIC openmp.c -o libopenmp.so").silent_success();

    let with = |variable, value: &str| lab.detsan_with("cc -c plain.c", &[(variable, OsStr::new(value))]).verdict();
    assert_eq!(
        with("DETSAN_CC", "nonesuch"),
        "127: detsan: DETSAN_CC=nonesuch cannot be started: No such file or directory (os error 2)"
    );
    assert_eq!(with("DETSAN_CC", "ls"), "125: detsan: DETSAN_CC=ls is neither clang nor gcc: name a compiler of these");
    assert_eq!(
        with("PATH", nowhere().to_str().expect("UTF-8")),
        "127: detsan: no clang on the PATH: install one (apt-get install clang-19 libomp-19-dev) or set DETSAN_CC"
    );
}

#[test]
fn a_chosen_compiler_may_have_arguments() {
    let lab = Lab::bare();
    let chosen = [("DETSAN_CC", OsStr::new("env clang-19"))];
    assert!(lab.detsan_with("cc --version", &chosen).silent_success().stdout.contains("clang version"));
}

#[test]
fn gcc_compiles_and_clang_links() {
    let lab = Lab::new();
    let gcc = [("DETSAN_CC", OsStr::new("gcc"))];
    lab.detsan_with("cc -Wall -Werror -O2 -c openmp.c -o openmp.o", &gcc).silent_success();
    assert!(lab.symbols("-u", "openmp.o").contains("GOMP_parallel"));

    lab.write("main.c", "int other(void); int main(void) { return other(); }\n");
    lab.write("other.c", "int value = 5; int other(void) { return value; }\n");
    // The second flag is gcc's alone: clang, which would refuse it, must not see it.
    for (command, status) in
        [("cc -O2 openmp.o -o program", 0), ("cc -O2 -fipa-pta -flto main.c other.c -lm -o program", 5)]
    {
        let linked = lab.detsan_with(command, &gcc);
        assert!(linked.status == 0 && linked.stderr.contains("links, because gcc would link libgomp"), "{linked:?}");
        assert_eq!(linked.stderr.lines().count(), 1, "{linked:?}");
        let needed = lab.needed("program");
        assert!(needed.iter().any(|name| name.starts_with("libomp.so")), "{needed:?}");
        assert!(!needed.iter().any(|name| name.starts_with("libgomp") || name.starts_with("libtsan")), "{needed:?}");
        assert_eq!(lab.tool("./program").status, status);
    }

    lab.write("wrong.c", "int main(void) { return undeclared; }\n");
    let wrong = lab.detsan_with("cc wrong.c -o wrong", &gcc);
    assert!(wrong.status == 1 && wrong.stderr.contains("undeclared"), "{wrong:?}");
}

#[test]
fn printed_flags_serve_a_plain_compiler() {
    let lab = Lab::new();
    let link = lab.detsan("ldflags").silent_success().stdout;
    assert_eq!(link, lab.detsan("ldflags --c++").silent_success().stdout);
    for (level, command) in [("-O2", "cflags"), ("-O0", "cflags --opt 0")] {
        let compile = lab.detsan(command).silent_success().stdout;
        lab.tool(&format!("clang-19 -Werror {level} {compile} -c openmp.c -o openmp.o")).silent_success();
        // Build systems put flags on either side of the objects, and give the compiler's to the linker too.
        for arrangement in [format!("{compile} {link} openmp.o"), format!("openmp.o {compile} {link}")] {
            lab.tool(&format!("clang-19 -Werror {level} {arrangement} -o program")).silent_success();
            assert!(lab.symbols("-D --defined-only", "program").contains("__detsan_attach"));
            assert_eq!(lab.tool("./program").verdict(), "0: ");
        }
    }
}
