//! From records to the events that the oracle takes.
//!
//! The oracle knows streams in which every task that does something runs, waits see their tasks
//! complete, and a lock has one holder. The tool tells the detector the same things in fewer words,
//! which are spelled out here:
//!
//! | the tool | the oracle |
//! |---|---|
//! | a cancelled task ends that never ran | it runs for a moment |
//! | a task stands for a thread outside of OpenMP: it fulfils events and never runs or ends | it runs for a moment where it fulfils one, and ends where it would be waited for |
//! | an undeferred task with `mutexinoutset` waits in a `taskwait` of its creator, with the clause | the undeferred task has the clause |
//! | tasks of a single thread each hold the thread's lock while they run | whoever had the lock gives it back |

use std::collections::{HashMap, HashSet};

use detsan_detector::{Depend, DependKind, Event, LockId, TaskId};
use detsan_oracle::Oracle;
use detsan_trace::Record;

/// What has to be known ahead.
#[derive(Debug, Default)]
pub(super) struct Stream {
    /// Tasks that run or end.
    alive: HashSet<TaskId>,
    holders: HashMap<LockId, TaskId>,
}

impl Stream {
    pub(super) fn of(records: &[Record]) -> Stream {
        let runs_or_ends = |record: &Record| match record {
            Record::Event(Event::Run { task } | Event::End { task }) => Some(*task),
            _ => None,
        };
        Stream { alive: records.iter().filter_map(runs_or_ends).collect(), holders: HashMap::new() }
    }

    /// Tells `oracle` of an event that is no access. Returns how many events that were.
    pub(super) fn tell(&mut self, oracle: &mut Oracle, event: &Event) -> Result<usize, String> {
        let mut teller = Teller { stream: self, oracle, told: 0 };
        teller.tell(event)?;
        Ok(teller.told)
    }
}

struct Teller<'a> {
    stream: &'a mut Stream,
    oracle: &'a mut Oracle,
    told: usize,
}

impl Teller<'_> {
    fn tell(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::End { task } => {
                if self.oracle.machine().acting() != Some(*task) {
                    self.apply(Event::Run { task: *task })?;
                }
                self.give_back_all(*task)?;
                self.apply(event.clone())
            }
            Event::Fulfill { by: Some(by), .. } => self.apply_as(*by, event.clone()),
            Event::TaskwaitDepend { task, depends } => {
                let is_for_wait = |depend: &&Depend| depend.kind != DependKind::MutexInOutSet;
                let depends: Vec<Depend> = depends.iter().filter(is_for_wait).copied().collect();
                match depends.is_empty() {
                    true => Ok(()),
                    false => self.apply(Event::TaskwaitDepend { task: *task, depends }),
                }
            }
            Event::Acquire { task, lock } => self.acquire(*task, *lock),
            Event::Release { lock, .. } => {
                self.stream.holders.remove(lock);
                self.apply(event.clone())
            }
            Event::Discard { signal } if !self.oracle.machine().is_published(*signal) => Ok(()),
            _ => self.apply(event.clone()),
        }
    }

    fn apply(&mut self, event: Event) -> Result<(), String> {
        self.end_stand_ins(&event)?;
        self.apply_plainly(&event)
    }

    fn apply_plainly(&mut self, event: &Event) -> Result<(), String> {
        self.oracle.apply(event).map_err(|illegal| format!("{event:?} is not legal: {}", illegal.0))?;
        self.told += 1;
        Ok(())
    }

    /// `task` does something, whoever runs.
    fn apply_as(&mut self, task: TaskId, event: Event) -> Result<(), String> {
        let running = self.oracle.machine().acting();
        if running == Some(task) {
            return self.apply_plainly(&event);
        }
        self.apply_plainly(&Event::Run { task })?;
        self.apply_plainly(&event)?;
        match running {
            Some(running) => self.apply_plainly(&Event::Run { task: running }),
            None => Ok(()),
        }
    }

    /// Ends the tasks that `event` waits for and that stand for threads.
    fn end_stand_ins(&mut self, event: &Event) -> Result<(), String> {
        let awaited = self.oracle.machine().awaited(event);
        for task in awaited {
            if !self.stream.alive.contains(&task) {
                self.stream.alive.insert(task);
                self.apply_as(task, Event::End { task })?;
            }
        }
        Ok(())
    }

    fn acquire(&mut self, task: TaskId, lock: LockId) -> Result<(), String> {
        match self.stream.holders.insert(lock, task) {
            Some(holder) if holder == task => return Ok(()),
            Some(holder) => self.apply_as(holder, Event::Release { task: holder, lock })?,
            None => {}
        }
        self.apply(Event::Acquire { task, lock })
    }

    /// A task that ends gives back the locks that it still has.
    fn give_back_all(&mut self, task: TaskId) -> Result<(), String> {
        let held = self.stream.holders.iter().filter(|(_, holder)| **holder == task).map(|(lock, _)| *lock);
        for lock in held.collect::<Vec<_>>() {
            self.stream.holders.remove(&lock);
            self.apply(Event::Release { task, lock })?;
        }
        Ok(())
    }
}
