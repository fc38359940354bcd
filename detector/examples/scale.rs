//! What teams, signals and locks cost as they grow: time and memory per event, which must not grow with the number of events.
//!
//! `cargo run --release -p detsan-detector --example scale` prints a line per pattern and size.

use std::time::Instant;

use detsan_detector::{
    Access, AccessMode, Atomicity, ByteMask, Cell, Deferral, Detector, LockId, SignalId, SiteId, TaskId,
};

/// A detector, some memory, and how many events there were.
struct Run {
    detector: Detector,
    cells: Vec<Cell>,
    /// Tasks that have not started.
    tasks: Vec<TaskId>,
    events: u64,
    races: u64,
}

impl Run {
    fn access(&mut self, cell: usize, mode: AccessMode) {
        let access = Access { mode, atomicity: Atomicity::Plain, bytes: ByteMask::FULL, site: SiteId(1) };
        let mut races = Vec::new();
        self.detector.access(&mut self.cells[cell], access, |_, _| false, &mut races);
        self.races += races.len() as u64;
        self.events += 1;
    }

    fn run(&mut self, task: TaskId) {
        self.detector.run(task);
        self.events += 1;
    }

    fn signal(&mut self, task: TaskId, signal: SignalId) {
        self.detector.signal(task, signal);
        self.events += 1;
    }

    fn await_signal(&mut self, task: TaskId, signal: SignalId) {
        self.detector.await_signal(task, signal);
        self.events += 1;
    }

    fn with_lock(&mut self, task: TaskId, lock: LockId, inside: impl FnOnce(&mut Run)) {
        self.detector.acquire(task, lock);
        inside(self);
        self.detector.release(task, lock);
        self.events += 2;
    }

    /// `rounds` between two barriers each; `work` is done by every member in each.
    fn phases(&mut self, size: u32, rounds: usize, mut work: impl FnMut(&mut Run, usize, TaskId, usize)) {
        let team = self.detector.fork(Detector::INITIAL_TASK, size);
        for round in 0..rounds {
            for (number, member) in self.detector.members(team).to_vec().into_iter().enumerate() {
                self.run(member);
                work(self, number, member, round);
            }
            self.detector.barrier(team);
            self.events += 1;
        }
        self.detector.join(team);
        self.run(Detector::INITIAL_TASK);
    }

    /// One phase, in which iteration after iteration is done by member after member.
    fn loop_over(&mut self, size: u32, iterations: usize, mut body: impl FnMut(&mut Run, TaskId, usize)) {
        let team = self.detector.fork(Detector::INITIAL_TASK, size);
        let members = self.detector.members(team).to_vec();
        for iteration in 0..iterations {
            let member = members[iteration % members.len()];
            self.run(member);
            body(self, member, iteration);
        }
        for task in std::mem::take(&mut self.tasks) {
            self.run(task);
            self.detector.end(task);
        }
        self.detector.join(team);
        self.run(Detector::INITIAL_TASK);
    }
}

const READ: AccessMode = AccessMode::Read;
const WRITE: AccessMode = AccessMode::Write;

/// Every member writes its part and reads its neighbour's last one.
fn barriers(run: &mut Run, size: u32, rounds: usize) {
    run.phases(size, rounds, |run, number, _, round| {
        let half = size as usize * (round % 2);
        let other = size as usize - half;
        run.access(half + number, WRITE);
        run.access(other + (number + 1) % size as usize, READ);
    });
}

/// Every member reads the same, which one of them writes in every other phase.
fn broadcasts(run: &mut Run, size: u32, rounds: usize) {
    run.phases(size, rounds, |run, number, _, round| match (round % 2, number) {
        (0, 0) => run.access(0, WRITE),
        (0, _) => {}
        _ => run.access(0, READ),
    });
}

/// Every member creates tasks that are left for the barrier.
fn tasks(run: &mut Run, size: u32, rounds: usize) {
    run.phases(size, rounds, |run, number, member, _| {
        let task = run.detector.create(member, Deferral::Deferred, SiteId(2));
        run.run(task);
        run.access(number, WRITE);
        run.detector.end(task);
        run.events += 2;
    });
}

/// `ordered`: every iteration waits for the one before, and all of them change one variable.
fn ordered(run: &mut Run, size: u32, iterations: usize) {
    let signal = SignalId(0);
    run.loop_over(size, iterations, |run, member, iteration| {
        run.access(1 + member.0 as usize % 512, WRITE);
        if iteration > 0 {
            run.await_signal(member, signal);
        }
        run.access(0, WRITE);
        run.signal(member, signal);
        if iteration + 1 == iterations {
            run.detector.discard(signal);
        }
    });
}

/// Doacross: every iteration has a signal of its own and waits for the two before.
fn doacross(run: &mut Run, size: u32, iterations: usize) {
    run.cells.resize(iterations.max(run.cells.len()), Cell::default());
    run.loop_over(size, iterations, |run, member, iteration| {
        for distance in [1, 2] {
            if let Some(earlier) = iteration.checked_sub(distance) {
                run.await_signal(member, SignalId(earlier as u32));
                run.access(earlier, READ);
            }
        }
        run.access(iteration, WRITE);
        run.signal(member, SignalId(iteration as u32));
        if iteration + 1 == iterations {
            for iteration in 0..iterations {
                run.detector.discard(SignalId(iteration as u32));
            }
        }
    });
}

/// What an ordered loop has written is read by each of its later iterations, the oldest first.
fn ordered_history(run: &mut Run, size: u32, iterations: usize) {
    let signal = SignalId(0);
    run.cells.resize(iterations.max(run.cells.len()), Cell::default());
    run.loop_over(size, iterations, |run, member, iteration| {
        if iteration > 0 {
            run.await_signal(member, signal);
            run.access(iteration / 2, READ);
        }
        run.access(iteration, WRITE);
        run.signal(member, signal);
        if iteration + 1 == iterations {
            run.detector.discard(signal);
        }
    });
}

/// `critical`: one lock, one variable.
fn critical(run: &mut Run, size: u32, iterations: usize) {
    run.loop_over(size, iterations, |run, member, _| {
        run.with_lock(member, LockId(0), |run| run.access(0, WRITE));
    });
}

/// `critical` in which a task is created that takes the lock, too.
fn critical_tasks(run: &mut Run, size: u32, iterations: usize) {
    run.loop_over(size, iterations, |run, member, _| {
        run.with_lock(member, LockId(0), |run| {
            run.access(0, WRITE);
            let task = run.detector.create(member, Deferral::Deferred, SiteId(2));
            run.tasks.push(task);
        });
        if run.tasks.len() > 64 {
            let task = run.tasks.remove(0);
            run.run(task);
            run.with_lock(task, LockId(0), |run| run.access(0, WRITE));
            run.detector.end(task);
        }
    });
}

fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4
}

type Pattern = fn(&mut Run, u32, usize);

fn measure(name: &str, pattern: Pattern, size: u32, count: usize) {
    let before = resident_kilobytes();
    let mut run = Run {
        detector: Detector::default(),
        cells: vec![Cell::default(); 1024],
        tasks: Vec::new(),
        events: 0,
        races: 0,
    };
    let start = Instant::now();
    pattern(&mut run, size, count);
    let nanoseconds = start.elapsed().as_nanos() as f64 / run.events as f64;
    let bytes = resident_kilobytes().saturating_sub(before) as f64 * 1024.0 / run.events as f64;
    let searched = run.detector.statistics().searched as f64 / run.events as f64;
    println!(
        "{name:16} {size:5} {count:9} {:9} events {nanoseconds:8.0} ns {bytes:7.1} bytes {searched:6.1} searched, {} races",
        run.events, run.races
    );
}

fn main() {
    println!("pattern           team     count              per event");
    let patterns: [(&str, Pattern, usize); 8] = [
        ("barriers", barriers, 2_000),
        ("broadcasts", broadcasts, 2_000),
        ("tasks", tasks, 1_000),
        ("ordered", ordered, 200_000),
        ("doacross", doacross, 200_000),
        ("ordered history", ordered_history, 20_000),
        ("critical", critical, 200_000),
        ("critical tasks", critical_tasks, 50_000),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, pattern, count) in patterns {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.starts_with(word.as_str())) {
            continue;
        }
        for size in [4, 64, 256] {
            for count in [count, 4 * count] {
                measure(name, pattern, size, count);
            }
        }
    }
}
