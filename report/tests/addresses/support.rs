//! Builds and runs the programs in `programs/`, which print where their own functions and variables
//! are.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use detsan_report::{Frame, Module, Symbolize, Symbolizer, Variable, call_stack, modules_of_maps};
use tempfile::TempDir;

/// A code address that a program printed.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// A return address.
    pub return_address: u64,
    /// The one of the function that it is in.
    pub caller: u64,
    /// The frame pointer there.
    pub frame_address: u64,
}

/// A program that has run.
pub struct Ran {
    _directory: TempDir,
    pub binary: PathBuf,
    pub source: PathBuf,
    pub modules: Vec<Module>,
    pub symbolizer: Symbolizer,
    marks: HashMap<String, Mark>,
    addresses: HashMap<String, u64>,
}

/// How a program is built.
#[derive(Default)]
pub struct Build<'a> {
    pub compiler: &'a str,
    pub flags: &'a [&'a str],
    /// Changes the binary before it is run.
    pub and_then: Option<fn(&Path)>,
}

impl Build<'_> {
    /// Builds and runs a program of `programs/`.
    pub fn run(&self, program: &str) -> Ran {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let binary = directory.path().join("program");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(program);
        let mut compile = Command::new(self.compiler);
        compile.arg("-fno-omit-frame-pointer").args(self.flags).arg(&source).arg("-o").arg(&binary);
        run(&mut compile);
        if let Some(and_then) = self.and_then {
            and_then(&binary);
        }

        let output = run(&mut Command::new(&binary));
        let (places, maps) = output.split_once("maps\n").expect("the program prints its maps");
        let (mut marks, mut addresses) = (HashMap::new(), HashMap::new());
        for line in places.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["mark", label, code, caller, frame] => {
                    let mark =
                        Mark { return_address: number(code), caller: number(caller), frame_address: number(frame) };
                    marks.insert(label.to_owned(), mark);
                }
                ["address", label, address] => {
                    addresses.insert(label.to_owned(), number(address));
                }
                _ => panic!("unexpected output: {line}"),
            }
        }
        let modules = modules_of_maps(maps);
        let symbolizer = Symbolizer::of_modules(modules.clone());
        Ran { _directory: directory, binary, source, modules, symbolizer, marks, addresses }
    }
}

impl Ran {
    pub fn mark(&self, label: &str) -> Mark {
        *self.marks.get(label).unwrap_or_else(|| panic!("no mark {label}"))
    }

    pub fn address(&self, label: &str) -> u64 {
        *self.addresses.get(label).unwrap_or_else(|| panic!("no address {label}"))
    }

    /// The stack that consists of one return address.
    pub fn stack(&self, label: &str) -> Vec<Frame> {
        call_stack(&[self.mark(label).return_address], &self.symbolizer)
    }

    /// The stack that consists of that return address and the next.
    pub fn deep_stack(&self, label: &str) -> Vec<Frame> {
        let mark = self.mark(label);
        call_stack(&[mark.return_address, mark.caller], &self.symbolizer)
    }

    /// The functions on the stack of one.
    pub fn functions(&self, label: &str) -> Vec<String> {
        self.stack(label).into_iter().map(|frame| frame.function.unwrap_or_default()).collect()
    }

    pub fn static_variable(&self, label: &str, size: u64) -> Variable {
        let found = self.symbolizer.static_variable(self.address(label), size);
        found.unwrap_or_else(|| panic!("no variable for {label}"))
    }

    pub fn local_variable(&self, at: &str, label: &str) -> Variable {
        let mark = self.mark(at);
        let address = self.address(label);
        let found = self.symbolizer.local_variable(mark.return_address, mark.frame_address, address, 4);
        found.unwrap_or_else(|| panic!("no variable for {label}"))
    }

    /// Line and column, from 1, at which `text` begins in the source; it is there once.
    pub fn position(&self, text: &str) -> (u32, u32) {
        let source = std::fs::read_to_string(&self.source).expect("the program's source");
        let mut found = source.lines().enumerate().filter_map(|(line, content)| Some((line, content.find(text)?)));
        let (line, column) = found.next().unwrap_or_else(|| panic!("no {text} in the source"));
        assert_eq!(found.next(), None, "{text} is in the source twice");
        (line as u32 + 1, column as u32 + 1)
    }

    /// Checks that a frame is in the program's source where `text` is.
    pub fn assert_at(&self, frame: &Frame, text: &str) {
        let location = frame.location.as_ref().unwrap_or_else(|| panic!("no location in {frame:?}"));
        assert_eq!(Path::new(&location.file), self.source, "{frame:?}");
        let (line, column) = self.position(text);
        assert_eq!((location.line, location.column), (line, Some(column)), "{frame:?} should be at {text}");
    }

    /// Checks that a variable is declared where `text` is.
    pub fn assert_declared(&self, variable: &Variable, text: &str) {
        let location = variable.declared_at.as_ref().unwrap_or_else(|| panic!("no declaration in {variable:?}"));
        assert_eq!(Path::new(&location.file), self.source, "{variable:?}");
        assert_eq!(location.line, self.position(text).0, "{variable:?} should be declared at {text}");
    }
}

/// Runs a command that must succeed, and returns what it prints.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn number(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or_else(|_| panic!("not an address: {text}"))
}
