//! Random C programs, compiled and run under DetSan, whose races are known beforehand.
//!
//! [`generate`] draws a program in its abstract form ([`model`]). [`emit`] writes it as C, [`expect`] asks the oracle which
//! of its statements race, and [`run`] compares that with what DetSan reports. [`shrink`] makes a failing program small.
#![forbid(unsafe_code)]

mod emit;
mod expect;
mod features;
mod generate;
mod model;
mod run;
mod shrink;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use detsan_oracle::LockRule;

use features::{Feature, Features};
use generate::generate;
use model::Program;
use run::{Build, Fault, Locks, Runner, Setting};
use shrink::shrink;

/// Programs in one file: enough that compiling takes less time than running.
const BATCH: usize = 40;
/// Every so many batches one is compiled by gcc, too; it has no constructs that gcc does not know.
const GCC_EVERY: usize = 5;
/// Attempts at making a failing program smaller; each compiles and runs.
const SHRINK_ATTEMPTS: usize = 150;

/// Checks random programs from end to end.
#[derive(Parser)]
struct Arguments {
    /// How many programs.
    #[arg(long, default_value_t = 400)]
    programs: usize,
    /// The number of the first program; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Batches at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Constructs to leave out.
    #[arg(long, value_delimiter = ',')]
    without: Vec<Feature>,
    /// Where failing programs are kept.
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
    /// The directory with the command `detsan`.
    #[arg(long, default_value = "target/release")]
    bin: PathBuf,
    /// Failures after which no more programs are begun.
    #[arg(long, default_value_t = 5)]
    max_failures: usize,
}

/// What all workers share.
struct Session {
    arguments: Arguments,
    features: Features,
    next_batch: AtomicUsize,
    runs: AtomicUsize,
    racy: AtomicUsize,
    failures: Mutex<usize>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let features = Features::without(arguments.without.clone());
    let session = Session {
        features,
        next_batch: AtomicUsize::new(0),
        runs: AtomicUsize::new(0),
        racy: AtomicUsize::new(0),
        failures: Mutex::new(0),
        arguments,
    };
    let results: Vec<std::io::Result<()>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..session.arguments.jobs.max(1)).map(|_| scope.spawn(|| session.work())).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    if let Some(error) = results.into_iter().find_map(Result::err) {
        eprintln!("detsan-fuzz: {error}");
        return ExitCode::from(2);
    }
    session.conclude()
}

impl Session {
    fn conclude(&self) -> ExitCode {
        let failures = *self.failures.lock().expect("no worker panics");
        println!(
            "detsan-fuzz: {} programs from seed {}, {} with races, {} runs, {failures} failures",
            self.arguments.programs,
            self.arguments.seed,
            self.racy.load(Ordering::Relaxed),
            self.runs.load(Ordering::Relaxed),
        );
        if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn is_over(&self) -> bool {
        *self.failures.lock().expect("no worker panics") >= self.arguments.max_failures
    }

    fn work(&self) -> std::io::Result<()> {
        let directory = tempfile::tempdir()?;
        let detsan = self.arguments.bin.join("detsan");
        let runner = Runner { detsan: detsan.canonicalize()?, directory: directory.path().to_owned() };
        loop {
            let batch = self.next_batch.fetch_add(1, Ordering::Relaxed);
            let first = batch * BATCH;
            if first >= self.arguments.programs || self.is_over() {
                return Ok(());
            }
            let count = BATCH.min(self.arguments.programs - first);
            let seeds: Vec<u64> = (0..count as u64).map(|k| self.arguments.seed + first as u64 + k).collect();
            self.batch(&runner, &seeds, batch % GCC_EVERY == GCC_EVERY - 1)?;
        }
    }

    fn batch(&self, runner: &Runner, seeds: &[u64], with_gcc: bool) -> std::io::Result<()> {
        let features = if with_gcc { self.features.for_gcc() } else { self.features.clone() };
        let programs: Vec<Program> = seeds.iter().map(|seed| generate(*seed, &features)).collect();
        let racy = programs
            .iter()
            .filter(|p| expect::expect(p, 4, LockRule::ExclusionAndOrder).is_ok_and(|e| !e.pairs.is_empty()))
            .count();
        self.racy.fetch_add(racy, Ordering::Relaxed);
        let source = runner.write("batch", &programs)?;
        let mut builds: Vec<Build> = (0..3).map(|level| Build { gcc: false, level }).collect();
        if with_gcc {
            builds.push(Build { gcc: true, level: 1 });
        }
        let mut failed = vec![false; programs.len()];
        for build in builds {
            let executable = match runner.compile("batch", build) {
                Ok(executable) => executable,
                Err(text) => {
                    let setting = Setting { build, team: 1, locks: Locks::Sets };
                    self.fail(runner, seeds[0], &programs[0], setting, &Fault::Compiler(text))?;
                    continue;
                }
            };
            for setting in Setting::all(build) {
                for (number, program) in programs.iter().enumerate() {
                    if failed[number] || self.is_over() {
                        continue;
                    }
                    self.runs.fetch_add(2, Ordering::Relaxed);
                    if let Some(fault) = runner.check(&executable, &source, program, number, setting)? {
                        failed[number] = true;
                        self.fail(runner, seeds[number], program, setting, &fault)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a failing program small, keeps it, and says so.
    fn fail(
        &self,
        runner: &Runner,
        seed: u64,
        program: &Program,
        setting: Setting,
        fault: &Fault,
    ) -> std::io::Result<()> {
        *self.failures.lock().expect("no worker panics") += 1;
        let mut last = (program.clone(), fault.clone());
        let small = shrink(program, SHRINK_ATTEMPTS, |candidate| match check_one(runner, candidate, setting) {
            Ok(Some(found)) if found.is_like(fault) => {
                last = (candidate.clone(), found);
                true
            }
            _ => false,
        });
        let source = emit::emit(std::slice::from_ref(&small));
        let words = last.1.describe(&source, 0);
        let path = keep(&self.arguments.out, seed, setting, &words, &source.text)?;
        println!("detsan-fuzz: seed {seed}, {setting}, {} statements: {words}\n  {}", small.len(), path.display());
        Ok(())
    }
}

/// Compiles and runs one program by itself.
fn check_one(runner: &Runner, program: &Program, setting: Setting) -> std::io::Result<Option<Fault>> {
    let source = runner.write("one", std::slice::from_ref(program))?;
    match runner.compile("one", setting.build) {
        Ok(executable) => runner.check(&executable, &source, program, 0, setting),
        Err(text) => Ok(Some(Fault::Compiler(text))),
    }
}

/// Writes a failing program to `directory`, with a comment below it, so that its lines stay.
fn keep(directory: &Path, seed: u64, setting: Setting, words: &str, text: &str) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(directory)?;
    let path = directory.join(format!("seed-{seed}.c"));
    let how = "Run with the argument 0.";
    std::fs::write(&path, format!("{text}// Seed {seed}, {setting}: {words}.\n// {how}\n"))?;
    Ok(path)
}
