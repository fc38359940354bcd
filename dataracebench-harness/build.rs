//! Embeds the built-in suite: makes a list of the names and texts of the files in `suite/`, which
//! `src/suite/builtin.rs` includes. So the binary needs nothing beside it, and knows no path of the
//! machine that built it.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=suite");
    println!("cargo::rerun-if-changed=build.rs");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo names the directory of the crate");
    let mut files: Vec<_> = fs::read_dir(Path::new(&root).join("suite"))
        .expect("the suite is a directory of this crate")
        .map(|entry| entry.expect("the directory can be read").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for path in files {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        list.push_str(&format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string()));
    }
    list.push(']');
    let out = env::var("OUT_DIR").expect("cargo names the directory for generated files");
    fs::write(Path::new(&out).join("builtin_suite.rs"), list).expect("the list can be written");
}
