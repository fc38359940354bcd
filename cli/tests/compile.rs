//! `detsan cc`, `c++`, `fc`, `cflags` and `ldflags` with real compilers.

mod common;

use common::{Lab, nowhere};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// Functions that clang makes wide or masked vector accesses of, each for a reason of its own.
const VECTORS: &str = "
#include <math.h>
typedef struct { float x, y, z; } Point;
void simd(double *a, const double *b, int n) {
#pragma omp simd
    for (int i = 0; i < n; i++) a[i] = b[i] * 2;
}
void library(double *a, const signed char *b, int n) { for (int i = 0; i < n; i++) a[i] = sin(a[i]) + b[i]; }
void structures(Point *a, const Point *b, int n) {
    for (int i = 0; i < n; i++) { a[i].x += b[i].x; a[i].y -= b[i].y; a[i].z *= b[i].z; }
}
void condition(int *a, const int *b, int n) { for (int i = 0; i < n; i++) if (b[i] > 3) a[i] += b[i]; }
void few(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < (n & 7); i++) a[i] += b[i]; }
__attribute__((cold)) void seldom(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] += b[i]; }
void gather(float *a, const float *b, int n) { for (int i = 0; i < n; i++) a[i] = b[2 * i] + b[2 * i + 1]; }
void scatter(float *a, const float *b, int n) {
    for (int i = 0; i < n; i++) { a[3 * i] = b[i]; a[3 * i + 1] = b[i] * 2; a[3 * i + 2] = b[i] * 3; }
}
void convert(float *a, const double *b) { a[0] = b[0]; a[1] = b[1]; a[2] = b[2]; a[3] = b[3]; }
int sum(const int *a) { return a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7]; }
";

/// The functions in `ir` with accesses that no hook sees, because they are vectors of more than 16
/// bytes or have a mask.
fn with_unseen_accesses(ir: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut function = "";
    for line in ir.lines() {
        if let Some(definition) = line.strip_prefix("define ") {
            function = definition.split(['@', '(']).nth(1).expect("a name");
        }
        let vector = [" load <", " store <"].iter().find_map(|access| line.split_once(access)?.1.split_once('>'));
        let is_wide = vector.is_some_and(|(lanes, _)| {
            let (count, lane) = lanes.split_once(" x ").expect("lanes");
            let bits = match lane {
                "half" => 16,
                "float" => 32,
                "double" | "ptr" => 64,
                integer => integer.strip_prefix('i').and_then(|bits| bits.parse().ok()).expect("a type"),
            };
            count.parse::<u32>().expect("a number") * bits > 128
        });
        if is_wide || line.contains(" call ") && line.contains("@llvm.masked.") {
            found.insert(function);
        }
    }
    found
}

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
fn vector_accesses_are_such_as_hooks_see() {
    let lab = Lab::bare();
    lab.write("vectors.c", VECTORS);
    let ir = || fs::read_to_string(lab.at("vectors.ll")).expect("intermediate code");
    let most = "-O3 -march=skylake-avx512 -ffast-math -fveclib=libmvec";
    // The plain compiler shows that there is something to prevent.
    lab.tool(&format!("clang-19 {most} -fopenmp -S -emit-llvm vectors.c -o vectors.ll")).silent_success();
    let functions = "condition convert few gather library scatter seldom simd structures sum";
    assert_eq!(with_unseen_accesses(&ir()), functions.split(' ').collect());
    let insistent = "-O3 -mavx2 -mprefer-vector-width=512 -fvectorize -fslp-vectorize";
    for flags in [most, insistent, "-O2", "-O1", "-Os -march=haswell"] {
        lab.detsan(&format!("cc -Wall -Werror {flags} -S -emit-llvm vectors.c -o vectors.ll")).silent_success();
        assert_eq!(with_unseen_accesses(&ir()), BTreeSet::new(), "{flags}");
        // There are vectors none the less, unless the program is to be small.
        assert!(ir().contains("call void @__tsan_read16(") || flags.starts_with("-Os"), "{flags}");
    }
    let printed = lab.detsan("cflags").silent_success().stdout;
    lab.tool(&format!("clang-19 {most} {} -S -emit-llvm vectors.c -o vectors.ll", printed.trim())).silent_success();
    assert_eq!(with_unseen_accesses(&ir()), BTreeSet::new());
}

#[test]
fn printed_flags_are_for_the_compiler_that_would_be_used() {
    let lab = Lab::bare();
    let with_path = |path: &Path| lab.detsan_with("cflags", &[("PATH", path.as_os_str())]).silent_success().stdout;
    assert!(lab.detsan("cflags").silent_success().stdout.contains("-mprefer-vector-width=128"));
    // Flags for every clang, if there is none that could be asked.
    let for_any = with_path(nowhere());
    assert!(for_any.contains("-fno-vectorize") && !for_any.contains("-mprefer-vector-width"), "{for_any}");
    lab.tool("mkdir old").silent_success();
    lab.tool("ln -s /bin/true old/clang-18").silent_success();
    assert_eq!(with_path(&lab.at("old")), for_any);
    assert_eq!(lab.detsan("cflags --opt 0").silent_success().stdout.matches("vector").count(), 0);
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
fn a_link_to_detsan_is_the_compiler_that_its_name_says() {
    let lab = Lab::new();
    lab.write("main.f90", "program main\n  stop 3\nend program main\n");
    lab.tool("cp plain.c plain.cpp").silent_success();
    for (name, source, version, status) in [
        ("detsan-clang", "plain.c", "clang version", 0),
        ("detsan-clang++", "plain.cpp", "clang version", 0),
        ("detsan-gcc", "plain.c", "Free Software Foundation", 0),
        ("detsan-g++", "plain.cpp", "Free Software Foundation", 0),
        ("detsan-gfortran", "main.f90", "GNU Fortran", 3),
    ] {
        let said = lab.detsan_as(name, "--version").silent_success().stdout;
        assert!(said.contains(version), "{name}: {said}");
        for (flags, has_openmp) in [("", false), ("-fopenmp", true)] {
            lab.detsan_as(name, &format!("-Wall -Werror {flags} -c {source} -o separate.o")).silent_success();
            assert!(lab.symbols("-u", "separate.o").contains("__tsan_init"), "{name}");
            for link in [&format!("{flags} {source} -o linked"), &format!("{flags} separate.o -o linked")] {
                lab.detsan_as(name, link).silent_success();
                let needed = lab.needed("linked");
                assert_eq!(needed.iter().any(|name| name.starts_with("libomp.so")), has_openmp, "{name} {link}");
                assert!(!needed.iter().any(|name| name.starts_with("libgomp")), "{name} {link}");
                assert!(lab.symbols("-D --defined-only", "linked").contains("__detsan_attach"), "{name} {link}");
                assert_eq!(lab.tool("./linked").status, status, "{name} {link}");
            }
        }
    }
}

#[test]
fn directives_that_a_compiler_passes_over_are_told() {
    let lab = Lab::new();
    let fortran = "program main\n  !$omp parallel\n  !$omp end parallel\nend program main\n";
    lab.write("main.f90", fortran);
    lab.write("omp.c", "int x;\nint main(void) {\n  #pragma omp parallel\n  x = 1;\n  return 0;\n}\n");
    let warning =
        |place: &str| format!("0: detsan: warning: {place} has OpenMP directives, which mean nothing without -fopenmp");
    assert_eq!(lab.detsan_as("detsan-clang", "-c omp.c").verdict(), warning("omp.c:3"));
    assert_eq!(lab.detsan_as("detsan-gcc", "omp.c -o program").verdict(), warning("omp.c:3"));
    assert_eq!(lab.detsan_as("detsan-gfortran", "-c main.f90").verdict(), warning("main.f90:2"));
    for arguments in ["-fopenmp -c omp.c", "-fno-openmp -c omp.c", "-c plain.c"] {
        lab.detsan_as("detsan-clang", arguments).silent_success();
    }
    lab.detsan("cc -c omp.c").silent_success();
}

#[test]
fn openmp_can_be_taken_away_again() {
    let lab = Lab::new();
    lab.write(
        "serial.c",
        "#ifdef _OPENMP\nint other(void);\n#else\n#define other() 3\n#endif\nint main(void) { return other(); }\n",
    );
    let because = "\ndetsan: `detsan cc` adds -fopenmp, so sources see _OPENMP: if this program is to be built \
                   without OpenMP, give -fno-openmp to all of its commands\n";
    for compiler in ["clang-19", "gcc"] {
        let chosen = [("DETSAN_CC", OsStr::new(compiler))];
        let failed = lab.detsan_with("cc serial.c -o program", &chosen);
        assert!(failed.status != 0 && failed.stderr.ends_with(because), "{failed:?}");
        lab.detsan_with("cc -fno-openmp serial.c -o program", &chosen).silent_success();
        assert!(!lab.needed("program").iter().any(|name| name.starts_with("libomp")), "{compiler}");
        assert_eq!(lab.tool("./program").status, 3);
    }
    lab.write("team.c", "#include <omp.h>\nint main(void) { return omp_get_num_threads(); }\n");
    lab.detsan("cc -c team.c").silent_success();
    let failed = lab.detsan_as("detsan-clang", "team.o -o program");
    let because = "\ndetsan: what is linked calls OpenMP, and -fopenmp is not given: give it to the link, too\n";
    assert!(failed.status != 0 && failed.stderr.ends_with(because), "{failed:?}");
    // Other failures are the linker's own.
    for command in ["cc -fopenmp serial.c -o program", "cc plain.c -lnonesuch -o program"] {
        let failed = lab.detsan(command);
        assert!(failed.status != 0 && !failed.stderr.contains("detsan: "), "{failed:?}");
    }
}

#[test]
fn detsan_does_not_call_itself_without_an_end() {
    let lab = Lab::new();
    let named = [("DETSAN_CC", OsStr::new(env!("CARGO_BIN_EXE_detsan")))];
    let refused = lab.detsan_with("cc plain.c", &named);
    assert!(
        refused.status == 125 && refused.stderr.contains("is DetSan itself: name the compiler behind it"),
        "{refused:?}"
    );
    lab.detsan_as("detsan-clang", "--version").silent_success();
    lab.write("script", "#!/bin/sh\nexec ./detsan-clang \"$@\"\n");
    lab.tool("chmod +x script").silent_success();
    lab.detsan_with("cc plain.c -o program", &[("DETSAN_CC", OsStr::new("./script"))]).silent_success();
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
    // Only an executable needs the hooks, and only a shared library the doors.
    lab.detsan("cc -c openmp.c").silent_success();
    let library = lab.detsan("cc -shared -fPIC openmp.c -o libopenmp.so").verdict();
    assert_eq!(library, expected.replace("_hooks", "_doors"));

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
        lab.detsan_with(command, &gcc).silent_success();
        let needed = lab.needed("program");
        assert!(needed.iter().any(|name| name.starts_with("libomp.so")), "{needed:?}");
        assert!(!needed.iter().any(|name| name.starts_with("libgomp") || name.starts_with("libtsan")), "{needed:?}");
        assert_eq!(lab.tool("./program").status, status);
    }

    let verbose = lab.detsan_with("cc -v openmp.o -o program", &gcc);
    assert!(verbose.stderr.contains("links, because gcc would link libgomp"), "{verbose:?}");

    lab.write("wrong.c", "int main(void) { return undeclared; }\n");
    let wrong = lab.detsan_with("cc wrong.c -o wrong", &gcc);
    assert!(wrong.status == 1 && wrong.stderr.contains("undeclared"), "{wrong:?}");
}

#[test]
fn what_libomp_lacks_for_gcc_is_named() {
    let lab = Lab::new();
    lab.write("target.c", "int main(void) {\n int x = 0;\n#pragma omp target map(x)\n x = 1;\n return x;\n}\n");
    let outcome = lab.detsan_with("cc target.c -o target", &[("DETSAN_CC", OsStr::new("gcc"))]);
    let named = "detsan: gcc made a call of GOMP_target_ext, which libomp does not have: the directive `target` cannot be checked";
    assert!(outcome.status == 1 && outcome.stderr.lines().any(|line| line == named), "{outcome:?}");
}

/// A module with a counter, and a program that uses it.
const FORTRAN_MODULE: &str = "
module counting
  implicit none
  integer :: counter = 0
contains
  subroutine count(by)
    integer, intent(in) :: by
    counter = counter + by
  end subroutine count
end module counting
";
const FORTRAN_PROGRAM: &str = "
program main
  use counting
  use omp_lib
  implicit none
  !$omp parallel
  !$omp single
  call count(omp_get_num_threads())
  !$omp end single
  !$omp end parallel
  if (counter < 1) stop 1
  stop 3
end program main
";

#[test]
fn fortran_is_compiled_by_gfortran_and_linked_by_clang() {
    let lab = Lab::new();
    lab.write("counting.f90", FORTRAN_MODULE);
    lab.write("main.f90", FORTRAN_PROGRAM);
    for level in ["-O0", "-O2"] {
        lab.detsan(&format!("fc -Wall -Werror {level} -g counting.f90 main.f90 -o program")).silent_success();
        let needed = lab.needed("program");
        assert!(needed.iter().any(|name| name.starts_with("libomp.so")), "{needed:?}");
        assert!(needed.iter().any(|name| name.starts_with("libgfortran.so")), "{needed:?}");
        assert!(!needed.iter().any(|name| name.starts_with("libgomp") || name.starts_with("libtsan")), "{needed:?}");
        assert!(lab.symbols("-D --defined-only", "program").contains("__detsan_attach"), "{level}");
        assert_eq!(lab.tool("./program").status, 3, "{level}");
    }

    fs::create_dir(lab.at("modules")).expect("created");
    fs::create_dir(lab.at("objects")).expect("created");
    lab.detsan("fc -O1 -J modules -c counting.f90 -o objects/counting.o").silent_success();
    assert!(lab.at("modules/counting.mod").exists());
    lab.detsan("fc -O1 -Imodules -c main.f90 -o objects/main.o").silent_success();
    assert!(lab.symbols("-u", "objects/main.o").contains("GOMP_parallel"));
    lab.detsan("fc objects/counting.o objects/main.o -o linked").silent_success();
    assert_eq!(lab.tool("./linked").status, 3);

    lab.detsan("fc -O1 -fPIC -shared counting.f90 -o libcounting.so").silent_success();
    lab.detsan("fc -O1 main.f90 ./libcounting.so -static-libgfortran -o with_library").silent_success();
    assert_eq!(lab.tool("./with_library").status, 3);
}

#[test]
fn every_form_of_fortran_works() {
    let lab = Lab::new();
    let free = "program main\n  stop 4\nend program main\n";
    let fixed = "C     in columns\n      PROGRAM MAIN\n      STOP 4\n      END\n";
    let preprocessed = "#define STATUS 4\nprogram main\n  stop STATUS\nend program main\n";
    for (name, text, flags) in [
        ("a.f90", free, ""),
        ("a.F90", preprocessed, ""),
        ("a.f", fixed, ""),
        ("a.for", fixed, ""),
        ("b.f", free, "-ffree-form"),
        ("b.f90", fixed, "-ffixed-form"),
        ("b.txt", free, "-x f95 -ffree-form"),
        ("c.f90", preprocessed, "-cpp"),
    ] {
        lab.write(name, text);
        lab.detsan(&format!("fc -Wall -Werror {flags} {name} -o program")).silent_success();
        assert!(lab.symbols("-D --defined-only", "program").contains("__detsan_attach"), "{name} {flags}");
        assert_eq!(lab.tool("./program").status, 4, "{name} {flags}");
    }
}

#[test]
fn failures_of_fortran_are_told() {
    let lab = Lab::bare();
    lab.write("wrong.f90", "program main\n  implicit none\n  x = 1\nend program main\n");
    for arguments in ["fc -c wrong.f90", "fc wrong.f90 -o wrong"] {
        let wrong = lab.detsan(arguments);
        assert!(wrong.status == 1 && wrong.stderr.contains("IMPLICIT"), "{wrong:?}");
    }
    let with = |variable, value: &str| lab.detsan_with("fc -c wrong.f90", &[(variable, OsStr::new(value))]).verdict();
    assert_eq!(
        with("DETSAN_FC", "clang-19 --driver-mode=cl"),
        "125: detsan: DETSAN_FC=clang-19 --driver-mode=cl is not gfortran, the one Fortran compiler that DetSan works with: name a gfortran"
    );
    assert_eq!(
        with("PATH", nowhere().to_str().expect("UTF-8")),
        "127: detsan: no gfortran on the PATH: install one (apt-get install gfortran) or set DETSAN_FC"
    );
    assert!(lab.detsan("fc --version").silent_success().stdout.contains("GNU Fortran"));
    assert!(lab.detsan("fc --help").silent_success().stdout.contains("DETSAN_FC"));
}

#[test]
fn printed_flags_serve_fortran() {
    let lab = Lab::new();
    lab.write("counting.f90", FORTRAN_MODULE);
    lab.write("main.f90", FORTRAN_PROGRAM);
    let compile = lab.detsan("cflags --fortran").silent_success().stdout;
    let link = lab.detsan("ldflags --fortran").silent_success().stdout;
    lab.tool(&format!("gfortran -Werror -O2 {} -c counting.f90 main.f90", compile.trim())).silent_success();
    lab.tool(&format!("clang-19 counting.o main.o {} -o program", link.trim())).silent_success();
    assert!(lab.symbols("-D --defined-only", "program").contains("__detsan_attach"));
    assert_eq!(lab.tool("./program").status, 3);
}

#[test]
fn printed_flags_serve_a_plain_compiler() {
    let lab = Lab::new();
    let link = lab.detsan("ldflags").silent_success().stdout;
    assert_eq!(link, lab.detsan("ldflags --c++").silent_success().stdout);
    for (level, command) in [("-O2", "cflags"), ("-O0", "cflags --opt 0")] {
        let compile = lab.detsan(command).silent_success().stdout;
        lab.tool(&format!("clang-19 -Werror {level} {compile} -c openmp.c -o openmp.o")).silent_success();
        // Build systems put flags on either side of the objects, and give the compiler's to the
        // linker too.
        for arrangement in [format!("{compile} {link} openmp.o"), format!("openmp.o {compile} {link}")] {
            lab.tool(&format!("clang-19 -Werror {level} {arrangement} -o program")).silent_success();
            assert!(lab.symbols("-D --defined-only", "program").contains("__detsan_attach"));
            assert_eq!(lab.tool("./program").verdict(), "0: ");
        }
    }
}
