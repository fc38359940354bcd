//! The committed bindings are what the installed header gives.

use detsan_bindings::regenerate::{committed_path, generate};

#[test]
fn committed_bindings_match_the_installed_header() {
    let committed = std::fs::read_to_string(committed_path()).expect("src/ompt.rs can be read");
    let generated = generate().expect("the bindings can be generated");
    let first_difference = committed.lines().zip(generated.lines()).position(|(old, new)| old != new);
    assert!(
        committed == generated,
        "src/ompt.rs differs from the installed omp-tools.h, first in line {}; run\n  \
         cargo run -p detsan-bindings --features regenerate --bin regenerate-bindings",
        first_difference.unwrap_or_else(|| committed.lines().count().min(generated.lines().count())) + 1
    );
}
