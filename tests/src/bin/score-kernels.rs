//! Prints DetSan's verdict on every kernel: `score-kernels [--runs N] [NAME...]`, where a kernel is scored if one of
//! the names is a part of its own. The exit status is 1 if a verdict is wrong.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

use detsan_tests::kernel::{self, Kernel};
use detsan_tests::runner::{self, RUNS, Verdict};
use detsan_tests::toolchain::{Level, Toolchain};

/// One cell of the table.
struct Cell {
    word: &'static str,
    detail: Option<String>,
}

fn main() -> ExitCode {
    match score() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("score-kernels: {error}");
            ExitCode::from(2)
        }
    }
}

fn score() -> Result<ExitCode, Box<dyn Error>> {
    let (runs, names) = arguments()?;
    let mut kernels = kernel::read_all(kernel::directory())?;
    kernel::check_twins(&kernels)?;
    kernels.retain(|kernel| names.is_empty() || names.iter().any(|name| kernel.name().contains(name)));
    if kernels.is_empty() {
        return Err("no kernel has such a name".into());
    }

    let cells = score_all(&Toolchain::find()?, &kernels, runs)?;
    let width = kernels.iter().map(|kernel| kernel.name().len()).max().unwrap_or(0);
    println!("{:width$}  {:8}  {:16}  {:16}", "kernel", "expected", "-O0", "-O2");
    for (index, kernel) in kernels.iter().enumerate() {
        let expected = if kernel.is_racy() { "race" } else { "clean" };
        let [o0, o2] = Level::ALL.map(|level| cells[&(index, level)].word);
        println!("{:width$}  {expected:8}  {o0:16}  {o2:16}", kernel.name());
    }

    println!();
    for level in Level::ALL {
        let mut counts = BTreeMap::new();
        for index in 0..kernels.len() {
            *counts.entry(cells[&(index, level)].word).or_insert(0) += 1;
        }
        let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        println!("{level}: {} kernels, {runs} runs each: {}", kernels.len(), counts.join(", "));
    }

    let mut status = ExitCode::SUCCESS;
    for ((index, level), cell) in &cells {
        if let Some(detail) = &cell.detail {
            println!("\n{} {level}: {detail}", kernels[*index].name());
            status = ExitCode::FAILURE;
        }
    }
    Ok(status)
}

fn arguments() -> Result<(u32, Vec<String>), Box<dyn Error>> {
    let (mut runs, mut names) = (RUNS, Vec::new());
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--runs" => {
                let value = arguments.next().ok_or("--runs needs a number")?;
                runs = value.parse().ok().filter(|runs| *runs > 0).ok_or(format!("--runs {value}: not a number"))?;
            }
            option if option.starts_with('-') => return Err(format!("unknown option {option}").into()),
            _ => names.push(argument),
        }
    }
    Ok((runs, names))
}

/// Scores every kernel at every level, on as many threads as there are processors.
fn score_all(
    toolchain: &Toolchain,
    kernels: &[Kernel],
    runs: u32,
) -> Result<BTreeMap<(usize, Level), Cell>, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let next = AtomicUsize::new(0);
    let cells = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let (index, level) = (job / Level::ALL.len(), Level::ALL[job % Level::ALL.len()]);
            let Some(kernel) = kernels.get(index) else { return };
            let cell = cell(kernel, level, runner::check(toolchain, kernel, level, runs, directory.path()));
            cells.lock().expect("no thread panics while it holds the lock").insert((index, level), cell);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |count| count.get()) {
            scope.spawn(work);
        }
    });
    Ok(cells.into_inner()?)
}

fn cell<E: Error>(kernel: &Kernel, level: Level, verdict: Result<Verdict, E>) -> Cell {
    match verdict {
        Ok(Verdict::Right) if kernel.missed_at.contains(&level) => Cell { word: "known miss", detail: None },
        Ok(Verdict::Right) if !kernel.false_races.is_empty() => Cell { word: "known false race", detail: None },
        Ok(Verdict::Right) => Cell { word: "right", detail: None },
        Ok(Verdict::Wrong(number, wrong)) => {
            let word = match (wrong.missed.is_empty(), wrong.invented.is_empty()) {
                (true, true) => "WRONG END",
                (true, false) => "FALSE RACE",
                (false, true) => "MISSED RACE",
                (false, false) => "WRONG PAIRS",
            };
            Cell { word, detail: Some(format!("run {number}: {wrong}")) }
        }
        Err(error) => Cell { word: "NOT RUN", detail: Some(error.to_string()) },
    }
}
