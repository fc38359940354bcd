//! Static variables that are initialised when they are first needed, by the guards that the compiler gives them.
//!
//! What an initialiser means to the order of tasks is the detector's ([`Session::pass`]). Here is what tells a passage: an atomic load of the first
//! byte of a guard whose variable is initialised.

use detsan_detector::{GuardId, TaskId};
use hashbrown::HashMap;

use crate::session::Session;

#[derive(Clone, Copy, Debug)]
struct Guard {
    id: GuardId,
    /// Who initialised the variable, and when; `None` while nobody has.
    initialised: Option<(TaskId, u32)>,
    /// The last passage that was looked at, by task and time: a function may be called often.
    last: Option<(TaskId, u32)>,
}

/// All guards that were met while the tool was there.
#[derive(Debug, Default)]
pub(crate) struct Statics {
    guards: HashMap<usize, Guard>,
}

impl Statics {
    /// The number of the guard at `address`.
    pub(crate) fn guard(&mut self, address: usize) -> GuardId {
        let next = GuardId(self.guards.len() as u32);
        self.guards.entry(address).or_insert(Guard { id: next, initialised: None, last: None }).id
    }

    /// `task` has run an initialiser.
    pub(crate) fn initialised(&mut self, address: usize, task: TaskId, now: u32) {
        if let Some(guard) = self.guards.get_mut(&address) {
            guard.initialised = Some((task, now));
        }
    }

    /// Who initialised the variables, and when.
    pub(crate) fn initialisations(&mut self) -> impl Iterator<Item = &mut (TaskId, u32)> {
        self.guards.values_mut().filter_map(|guard| guard.initialised.as_mut())
    }

    /// The running task finds the variable initialised whose guard is at `address`, if there is one. Returns the guard unless the
    /// initialiser precedes the task anyway.
    pub(crate) fn pass(&mut self, address: usize, detector: &mut Session) -> Option<GuardId> {
        let guard = self.guards.get_mut(&address)?;
        let (task, time) = guard.initialised?;
        let now = (detector.running(), detector.clock());
        if guard.last == Some(now) {
            return None;
        }
        guard.last = Some(now);
        (!detector.has_happened(task, time)).then_some(guard.id)
    }
}
