//! Works through all jobs of a run, several at a time, and tells what happens as events.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::job::{self, Context};
use crate::results::{Configuration, Measurement};
use crate::suite::Case;

/// One thing to be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job<'a> {
    /// The program.
    pub(crate) case: &'a Case,
    /// How it is checked.
    pub(crate) configuration: Configuration,
}

/// What happens.
#[derive(Debug)]
pub(crate) enum Event<'a> {
    /// A job begins.
    Started(Job<'a>),
    /// A job is done.
    Finished(Job<'a>, Box<Measurement>),
}

/// Does all `jobs`, up to `workers` at a time, in their order, until they are done or the run is
/// interrupted.
pub(crate) fn run<'a>(context: Context<'a>, jobs: &'a [Job<'a>], workers: usize, mut on_event: impl FnMut(Event<'a>)) {
    let next = AtomicUsize::new(0);
    let (sender, events) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if context.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let _ = sender.send(Event::Started(*job));
                    let Some(measurement) = job::measure(context, job.case, job.configuration) else { return };
                    let _ = sender.send(Event::Finished(*job, Box::new(measurement)));
                }
            });
        }
        drop(sender);
        for event in events {
            on_event(event);
        }
    });
}
