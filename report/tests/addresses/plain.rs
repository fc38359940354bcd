//! Functions, lines and variables, in all the ways in which they are written down.

use std::path::Path;
use std::process::Command;

use crate::support::{Build, Ran, run};
use detsan_report::{DebugInfo, Role, Symbolize, Symbolizer, VariableKind};

const CLANG: &str = "clang-19";
const CLANGXX: &str = "clang++-19";

fn plain(flags: &[&str]) -> Ran {
    Build { compiler: CLANG, flags, and_then: None }.run("plain.c")
}

fn check_frames(ran: &Ran) {
    let stack = ran.stack("inner");
    assert_eq!(ran.functions("inner"), ["inner", "middle", "outer"]);
    ran.assert_at(&stack[0], "MARK(\"inner\")");
    ran.assert_at(&stack[1], "inner(); // calls inner");
    ran.assert_at(&stack[2], "middle(); // calls middle");
    assert!(stack.iter().all(|frame| frame.role == Role::Function && frame.debug_info == DebugInfo::Present));

    // The next caller is real and has no inlined calls; what is below `main` is not shown.
    assert_eq!(ran.deep_stack("inner").len(), 4);
    ran.assert_at(&ran.deep_stack("inner")[3], "outer(3)");
    assert_eq!(ran.deep_stack("main"), ran.stack("main"));

    assert_eq!(ran.functions("main"), ["main"]);
    ran.assert_at(&ran.stack("main")[0], "MARK(\"main\")");
}

fn check_statics(ran: &Ran) {
    let number = ran.static_variable("number", 4);
    assert_eq!((number.name.as_str(), number.size, number.offset), ("number", Some(4), 0));
    assert_eq!((number.kind, number.element.clone()), (VariableKind::Static, None));
    assert_eq!(number.address, ran.address("number"));
    ran.assert_declared(&number, "int number;");

    let calls = ran.static_variable("calls", 4);
    assert_eq!((calls.name.as_str(), calls.function.as_deref()), ("calls", Some("outer")));
    ran.assert_declared(&calls, "static int calls;");

    for label in ["numbers[7]", "points[2].inner.deep", "points[1].grid[1][2]", "points[3].y"] {
        let size = if label == "points[3].y" { 2 } else { 4 };
        assert_eq!(ran.static_variable(label, size).element.as_deref(), Some(label));
    }
    let numbers = ran.static_variable("numbers[7]", 8);
    assert_eq!((numbers.name.as_str(), numbers.size, numbers.offset), ("numbers", Some(80), 56));
    assert_eq!(numbers.address, ran.address("numbers[7]") - 56);
    ran.assert_declared(&numbers, "static long numbers[10];");
    assert_eq!(ran.static_variable("both", 4).element.as_deref(), Some("both.whole"));
    assert_eq!(ran.symbolizer.static_variable(ran.address("both") + 3, 1).unwrap().element.unwrap(), "both.bytes[3]");
    let inside = ran.symbolizer.static_variable(ran.address("points[3].y") + 1, 1).unwrap();
    assert_eq!(inside.element.as_deref(), Some("points[3].y+1"));
    // A range over more than one element is the whole of what they are in.
    assert_eq!(ran.static_variable("numbers[7]", 16).element, None);
    assert_eq!(ran.static_variable("points[2].inner.deep", 20).element.as_deref(), Some("points[2]"));
}

fn check_locals(ran: &Ran) {
    let expected = [
        ("local", VariableKind::Local, "volatile int local"),
        ("parameter", VariableKind::Parameter, "static __attribute__((noinline)) void outer"),
        ("in_block", VariableKind::Local, "volatile int in_block"),
    ];
    for (name, kind, declaration) in expected {
        let variable = ran.local_variable("outer", name);
        assert_eq!((variable.name.as_str(), variable.kind), (name, kind));
        assert_eq!((variable.size, variable.offset), (Some(4), 0));
        assert_eq!(variable.function.as_deref(), Some("outer"));
        assert_eq!(variable.address, ran.address(name));
        ran.assert_declared(&variable, declaration);
    }
    let element = ran.local_variable("outer", "array[3]");
    assert_eq!((element.name.as_str(), element.element.as_deref(), element.offset), ("array", Some("array[3]"), 12));
}

#[test]
fn unoptimised_code() {
    let ran = plain(&["-g", "-O0"]);
    check_frames(&ran);
    check_statics(&ran);
    check_locals(&ran);
}

#[test]
fn optimised_code() {
    let ran = plain(&["-g", "-O2"]);
    check_frames(&ran);
    check_statics(&ran);
    // Variables whose address is taken stay in memory.
    assert_eq!(ran.local_variable("outer", "local").name, "local");
}

#[test]
fn blocks_that_share_their_memory() {
    let ran = plain(&["-g", "-O2"]);
    assert_eq!(ran.address("early[2]"), ran.address("late[2]"), "the compiler is expected to reuse the stack");
    for (at, element) in [("early", "early[2]"), ("late", "late[2]")] {
        assert_eq!(ran.local_variable(at, element).element.as_deref(), Some(element));
    }
}

#[test]
fn older_debug_information() {
    for version in ["-gdwarf-3", "-gdwarf-4"] {
        let ran = plain(&["-g", version, "-O0"]);
        check_frames(&ran);
        check_statics(&ran);
        check_locals(&ran);
    }
}

#[test]
fn compressed_debug_information() {
    let ran = plain(&["-g", "-gz=zlib", "-O0"]);
    let sections = run(Command::new("readelf").arg("-SW").arg(&ran.binary));
    let info = sections.lines().find(|line| line.contains(".debug_info")).expect("debug information");
    assert!(info.contains(" C "), "not compressed: {info}");
    check_frames(&ran);
    check_statics(&ran);
    check_locals(&ran);
}

#[test]
fn a_program_at_a_fixed_address() {
    let ran = plain(&["-g", "-no-pie", "-O0"]);
    assert_eq!(ran.modules[0].bias, 0);
    check_frames(&ran);
    check_statics(&ran);
}

#[test]
fn code_of_gcc() {
    let ran = Build { compiler: "gcc", flags: &["-g", "-O0"], and_then: None }.run("plain.c");
    assert_eq!(ran.functions("inner"), ["inner", "middle", "outer"]);
    check_statics(&ran);
    check_locals(&ran);
}

#[test]
fn no_debug_information() {
    let ran = plain(&["-O2"]);
    let stack = ran.stack("inner");
    assert_eq!(ran.functions("inner"), ["outer"]);
    assert_eq!((stack[0].debug_info, stack[0].location.clone()), (DebugInfo::Absent, None));
    assert!(stack[0].symbol_offset.is_some_and(|offset| offset > 0), "{stack:?}");

    let numbers = ran.static_variable("numbers[7]", 8);
    assert_eq!((numbers.name.as_str(), numbers.size, numbers.offset), ("numbers", Some(80), 56));
    assert_eq!((numbers.element, numbers.declared_at), (None, None));
    let mark = ran.mark("outer");
    assert_eq!(ran.symbolizer.local_variable(mark.return_address, mark.frame_address, ran.address("local"), 4), None);
}

#[test]
fn a_stripped_program() {
    let ran = plain(&["-g", "-s", "-O0"]);
    let frame = &ran.stack("inner")[0];
    assert_eq!((frame.function.clone(), frame.location.clone()), (None, None));
    let module = &ran.modules[0];
    assert_eq!(frame.place.module.as_deref(), Some("program"));
    assert_eq!(frame.place.offset, ran.mark("inner").return_address - 1 - module.bias);
    assert_eq!(ran.symbolizer.static_variable(ran.address("number"), 4), None);
    let place = ran.symbolizer.place(ran.address("number"));
    assert_eq!((place.module.as_deref(), place.offset), (Some("program"), ran.address("number") - module.bias));
}

#[test]
fn debug_information_in_a_separate_file() {
    let split = |binary: &Path| {
        let id = run(Command::new("readelf").arg("-n").arg(binary));
        let id = id.lines().find_map(|line| line.trim().strip_prefix("Build ID: ")).expect("a build id").to_owned();
        let directory = binary.with_file_name("debug").join(".build-id").join(&id[..2]);
        std::fs::create_dir_all(&directory).unwrap();
        let separate = directory.join(format!("{}.debug", &id[2..]));
        run(Command::new("objcopy").arg("--only-keep-debug").arg(binary).arg(separate));
        run(Command::new("strip").arg(binary));
    };
    let flags = ["-g", "-O0", "-Wl,--build-id"];
    let mut ran = Build { compiler: CLANG, flags: &flags, and_then: Some(split) }.run("plain.c");
    let without = Symbolizer::of_modules(ran.modules.clone()).with_debug_directories(Vec::new());
    assert_eq!(without.frames(ran.mark("inner").return_address)[0].function, None);

    let directories = vec![ran.binary.with_file_name("debug")];
    ran.symbolizer = Symbolizer::of_modules(ran.modules.clone()).with_debug_directories(directories);
    check_frames(&ran);
    check_statics(&ran);
    check_locals(&ran);
}

#[test]
fn namespaces_templates_and_lambdas() {
    for level in ["-O0", "-O2"] {
        let ran = Build { compiler: CLANGXX, flags: &["-g", level], and_then: None }.run("spaces.cpp");
        assert_eq!(ran.functions("method"), ["outer::Thing::method"]);
        ran.assert_at(&ran.stack("method")[0], "MARK(\"method\")");
        assert_eq!(ran.functions("twice<int>"), ["outer::twice<int>"]);
        assert_eq!(ran.functions("twice<double>"), ["outer::twice<double>"]);
        assert_eq!(ran.functions("inlined"), ["outer::inlined<char>", "main"]);
        ran.assert_at(&ran.stack("inlined")[1], "outer::inlined('c'); // calls inlined");
        let lambda = ran.functions("lambda").pop().unwrap();
        assert!(lambda.starts_with("main::") && lambda.ends_with("operator()"), "{lambda}");

        let hidden = ran.static_variable("hidden", 4);
        assert_eq!(hidden.name, "outer::(anonymous namespace)::hidden");
        ran.assert_declared(&hidden, "int hidden;");
        assert_eq!(ran.static_variable("shared", 4).name, "outer::Thing::shared");
        let first = ran.static_variable("thing.first", 8);
        assert_eq!((first.name.as_str(), first.element.as_deref()), ("outer::thing", Some("outer::thing.first")));
        assert_eq!(ran.static_variable("thing.value", 4).element.as_deref(), Some("outer::thing.value"));
        for (label, function, size) in
            [("last<int>", "outer::twice<int>", 4), ("last<double>", "outer::twice<double>", 8)]
        {
            let last = ran.static_variable(label, size);
            assert_eq!((last.name.as_str(), last.function.as_deref()), ("last", Some(function)));
            ran.assert_declared(&last, "static T last;");
        }
    }
}
