//! End-to-end tests: small programs are compiled with `detsan cc`, run with `detsan run`, and what
//! DetSan prints is held against what the program's source says about itself.
//!
//! # Kernels
//!
//! A kernel is one file `kernels/…/<construct>/<construct>-<fault>.c` (or `.cpp`, or `.f90`). It
//! opens with a comment that says what it shows and why it races or does not. Every racy kernel has
//! a clean twin that differs in as little as possible, so that a checker which reports always, or
//! never, fails half of them.
//!
//! **Marks** stand at the end of the line on which a racing access is made, `//~ race NAME write`
//! or `//~ race NAME read`. The two marks of one name are the two accesses of one race; a name has
//! exactly two marks. A line that takes part in several races has its marks behind one `//~`,
//! parted by commas, and so has a line that races with itself in another task:
//!
//! ```c
//! x = 1;        //~ race r1 write
//! y = x;        //~ race r1 read
//! sum += i;     //~ race r2 write, race r2 write
//! ```
//!
//! `//~ race NAME return` stands at the call of a function that may return while a task still uses
//! its variables, `//~ race NAME free` at a call that gives memory back which a task may still use.
//!
//! A kernel without marks is clean. DetSan must report exactly the marked pairs, each by mode and
//! line of both accesses; see [`kernel`] for the directives (`//@ name: value`), which stand at the
//! beginning of a line. An unknown directive or a malformed mark fails the test.
//!
//! **A run** is right if DetSan's report and the exit status are as follows, each time of
//! [`runner::RUNS`] times, at `-O0` and at `-O2`:
//!
//! | kernel | reports | exit status | guarantee |
//! |---|---|---|---|
//! | racy | exactly the marked pairs | [`RACES`](detsan_options::exit_codes::RACES) | any |
//! | clean | none | the program's own | as the kernel says, by default all schedules |
//! | known false negative | none | the program's own | any |
//! | known false positive | exactly the pairs marked false | [`RACES`](detsan_options::exit_codes::RACES) | any |
//!
//! **A recorded run** at `-O0` is replayed, and the replay must say the same. Its events must be
//! legal, and the detector right about them: see [`recorded`].
//!
//! All runs of a kernel say the same, word by word, but for addresses, the process, and how many
//! accesses there were.
//!
//! Known wrong results are written down so that nobody is surprised by them, and asserted so that
//! they are taken off the list when they are no longer wrong.
//!
//! # What is tested
//!
//! The tests use the release build of the tool, which `ci/build` makes. They look for it in the
//! directory `release` beside the one that they were built in, or where the environment variable
//! `DETSAN_BIN_DIR` says.

pub mod kernel;
pub mod process;
pub mod programs;
pub mod recorded;
pub mod report;
pub mod runner;
pub mod toolchain;
