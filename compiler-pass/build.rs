//! Compiles the passes against the headers of LLVM. What they call is in the compiler that loads
//! them.

use detsan_hook_abi::{
    CALLS_SECTION, CELL_SPAN, CODE_MARK, FROM_SLOT, Frame, OBJECT_SYMBOL, SHADOW_ADDRESS_BITS, SHADOW_BASE,
    SHADOW_SCALE, Shortcut, THREAD_SYMBOL, TO_SLOT, ThreadState, thread_offset,
};
use std::fmt::Write;
use std::mem::offset_of;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The version of LLVM whose interfaces the passes are written for.
const VERSION: &str = "19";

/// Names the `llvm-config` to ask.
const VARIABLE: &str = "DETSAN_LLVM_CONFIG";

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed=src");
    let command = env::var(VARIABLE).unwrap_or_else(|_| format!("llvm-config-{VERSION}"));
    let ask = |question: &str| {
        let output = Command::new(&command).arg(question).output();
        match output {
            Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            _ => panic!(
                "{command} {question} failed: install the headers of LLVM {VERSION} (apt-get install llvm-{VERSION}-dev), or name \
                 an llvm-config of that version by {VARIABLE}"
            ),
        }
    };
    let version = ask("--version");
    assert!(
        version.starts_with(&format!("{VERSION}.")),
        "{command} is of LLVM {version}, the passes are for {VERSION}"
    );
    let generated = env::var("OUT_DIR").expect("cargo names a directory for what is generated");
    fs::write(Path::new(&generated).join("layout.h"), layout()).expect("the header can be written");
    let has_rtti = ask("--has-rtti") == "YES";
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").warnings(true).flag("-fno-exceptions").include(generated);
    build.flag("-isystem").flag(ask("--includedir"));
    if !has_rtti {
        build.flag("-fno-rtti");
    }
    for flag in ["-Wno-unused-parameter", "-Wno-comment", "-fvisibility=hidden", "-fvisibility-inlines-hidden"] {
        build.flag_if_supported(flag);
    }
    let sources = fs::read_dir(Path::new("src")).expect("src can be read");
    let mut sources: Vec<_> = sources.map(|entry| entry.expect("src can be read").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    sources.sort();
    build.files(sources).compile("detsan_passes");
}

/// The header `layout.h`: what the checks that the passes put into programs have to know of shadow
/// and thread state.
fn layout() -> String {
    let numbers = [
        ("SHADOW_BASE", SHADOW_BASE),
        ("SHADOW_SCALE", SHADOW_SCALE),
        ("SHADOW_WORDS", (1 << SHADOW_ADDRESS_BITS) - CELL_SPAN),
        ("CELL_SPAN", CELL_SPAN),
        ("THREAD_SIZE", size_of::<ThreadState>()),
        ("BASE", thread_offset::BASE),
        ("CLOCK", thread_offset::CLOCK),
        ("STACK_TOP", thread_offset::STACK_TOP),
        ("STACK_END", thread_offset::STACK_END),
        ("EXIT_LIMIT", thread_offset::EXIT_LIMIT),
        ("CALL_WEIGHT", thread_offset::CALL_WEIGHT),
        ("CODE_MARK", CODE_MARK as usize),
        ("FRAME_SIZE", size_of::<Frame>()),
        ("FRAME_CALL_PC", offset_of!(Frame, call_pc)),
        ("FRAME_ADDRESS", offset_of!(Frame, frame_address)),
        ("FRAME_CLOCK", offset_of!(Frame, clock)),
        ("SHORTCUT_SIZE", size_of::<Shortcut>()),
        ("TO_SLOT", TO_SLOT),
        ("FROM_SLOT", FROM_SLOT),
    ];
    // A push writes both at once.
    assert_eq!(offset_of!(Frame, context), offset_of!(Frame, clock) + 4);
    let mut header = String::from("#pragma once\n#include <cstdint>\nnamespace detsan::layout {\n");
    let texts = [("THREAD_SYMBOL", THREAD_SYMBOL), ("OBJECT_SYMBOL", OBJECT_SYMBOL), ("CALLS_SECTION", CALLS_SECTION)];
    for (name, value) in texts {
        writeln!(header, "inline constexpr char {name}[] = \"{value}\";").expect("memory");
    }
    for (name, value) in numbers {
        writeln!(header, "inline constexpr uint64_t {name} = {value}u;").expect("memory");
    }
    header.push_str("}\n");
    header
}
