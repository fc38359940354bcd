//! Tells the linker that the tool stays where it is once it has been loaded.
//!
//! libomp closes its tool when it shuts down, also in the middle of a program (`omp_pause_resource`). The hooks in the program go on calling it.

fn main() {
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo::rerun-if-changed=build.rs");
}
