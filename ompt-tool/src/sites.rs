//! Places in the program: code addresses with the calls that led there.
//!
//! `__tsan_func_entry` only pushes a frame. The number of a call path is worked out when an access or a task creation needs it, and kept in the frame, so
//! that the next one in the same call finds it there.
//!
//! # Recursion
//!
//! A call at a place where a call is under way already leads back to the path of that one: recursive functions are on a path once for every place that they are called
//! at, however deep they are. Else every call of a recursive function would be a path of its own, of which reports show little and histories would be full.

use detsan_detector::SiteId;
use detsan_hook_abi::{Frame, KnownCall, ROOT_CONTEXT, Shortcuts};
use detsan_report::{END_OF_SCOPE, FREE};
use hashbrown::HashMap;

/// Number of a call path. 0 is for frames that have none yet.
pub(crate) type Context = u32;

/// The empty call path: the outermost function of a task.
pub(crate) const ROOT: Context = ROOT_CONTEXT;

/// Recursion has no bound, memory has: beyond this many call paths, deeper calls count as their caller's.
const MAX_CONTEXTS: usize = 1 << 22;

#[derive(Clone, Copy, Debug)]
struct Call {
    caller: Context,
    pc: usize,
}

/// What is known of a place.
#[derive(Clone, Copy, Debug)]
struct Site {
    pc: usize,
    context: Context,
    /// Bytes that are accessed there, the first time at least.
    size: usize,
}

/// All call paths and places so far.
#[derive(Debug)]
pub(crate) struct Sites {
    calls: Vec<Call>,
    contexts: HashMap<(Context, usize), Context>,
    sites: Vec<Site>,
    ids: HashMap<(usize, Context), SiteId>,
    /// Places where variables end.
    ends: HashMap<(usize, Context), SiteId>,
    recent: Box<[(usize, Context, SiteId)]>,
}

const RECENT: usize = 256;

impl Sites {
    pub(crate) fn new() -> Sites {
        let none = Site { pc: 0, context: ROOT, size: 0 };
        let call = Call { caller: ROOT, pc: 0 };
        Sites {
            calls: vec![call; 2],
            contexts: HashMap::new(),
            sites: vec![none],
            ids: HashMap::new(),
            ends: HashMap::new(),
            recent: vec![(0, 0, SiteId::NONE); RECENT].into_boxed_slice(),
        }
    }

    /// The call path of the innermost of `frames`. The outermost frame, and the one after the beginning of a task, are called by the runtime, which
    /// is of no interest: they are [`ROOT`].
    #[inline]
    pub(crate) fn context(&mut self, frames: &mut [Frame], shortcuts: &mut Shortcuts) -> Context {
        match frames.last() {
            None => ROOT,
            Some(frame) if frame.context != 0 => frame.context,
            Some(_) => self.number(frames, shortcuts),
        }
    }

    #[cold]
    fn number(&mut self, frames: &mut [Frame], shortcuts: &mut Shortcuts) -> Context {
        let known = frames.iter().rposition(|frame| frame.context != 0 || frame.call_pc == 0);
        let first = known.map_or(0, |known| known + 1);
        for index in first..frames.len() {
            let caller = index.checked_sub(1).map(|caller| frames[caller]);
            frames[index].context = match caller {
                None => ROOT,
                Some(caller) if caller.call_pc == 0 => ROOT,
                Some(Frame { context: caller, .. }) => {
                    let pc = frames[index].call_pc;
                    let context = self.call(caller, pc);
                    *shortcuts.call(caller, pc) = KnownCall { pc, caller, context };
                    context
                }
            };
        }
        frames.last().map_or(ROOT, |frame| frame.context)
    }

    fn call(&mut self, caller: Context, pc: usize) -> Context {
        if let Some(context) = self.contexts.get(&(caller, pc)) {
            return *context;
        }
        let under_way = self.callers(caller).find(|context| self.calls[*context as usize].pc == pc);
        let context = match under_way {
            Some(under_way) => under_way,
            None if self.calls.len() >= MAX_CONTEXTS => return caller,
            None => {
                self.calls.push(Call { caller, pc });
                (self.calls.len() - 1) as Context
            }
        };
        self.contexts.insert((caller, pc), context);
        context
    }

    /// The call path `context`, and those of its callers.
    fn callers(&self, context: Context) -> impl Iterator<Item = Context> {
        let paths = std::iter::successors(Some(context), |context| Some(self.calls[*context as usize].caller));
        paths.take_while(|context| *context > ROOT)
    }

    /// The place `pc` on the call path `context`, where `size` bytes are accessed.
    #[inline]
    pub(crate) fn intern(&mut self, pc: usize, context: Context, size: usize) -> SiteId {
        let slot = (pc ^ (pc >> 9) ^ (context as usize).wrapping_mul(31)) % RECENT;
        let recent = self.recent[slot];
        if recent.0 == pc && recent.1 == context {
            return recent.2;
        }
        let next = SiteId(self.sites.len() as u32);
        let id = *self.ids.entry((pc, context)).or_insert(next);
        if id == next {
            self.sites.push(Site { pc, context, size });
        }
        self.recent[slot] = (pc, context, id);
        id
    }

    /// The place of a call that gives memory back, on the call path `context`. `pc` may be the place of something else as well: what
    /// gives memory back may hand out other memory.
    #[inline]
    pub(crate) fn intern_free(&mut self, pc: usize, context: Context) -> SiteId {
        /// A bit that no code address has.
        const FREES: usize = 1 << 62;

        let site = self.intern(pc ^ FREES, context, FREE as usize);
        self.sites[site.0 as usize].pc = pc;
        site
    }

    /// Whether memory is given back at `site`.
    pub(crate) fn is_free(&self, site: SiteId) -> bool {
        self.size(site) as u64 == FREE
    }

    /// Whether variables end at a place.
    pub(crate) fn is_end(&self, site: SiteId) -> bool {
        self.size(site) as u64 == END_OF_SCOPE
    }

    /// The path of a function that was called at `pc` on the path `caller`, by a call that the hooks have seen before the tool was there.
    pub(crate) fn early_call(&mut self, caller: Context, pc: usize) -> Context {
        self.call(caller, pc)
    }

    /// The place where a function returns to that was called at `pc` on the call path `context`, and where its variables end.
    pub(crate) fn intern_end(&mut self, pc: usize, context: Context) -> SiteId {
        let next = SiteId(self.sites.len() as u32);
        let id = *self.ends.entry((pc, context)).or_insert(next);
        if id == next {
            self.sites.push(Site { pc, context, size: END_OF_SCOPE as usize });
        }
        id
    }

    /// The place where the variables of a task end that was created at `construct`.
    pub(crate) fn end_of(&mut self, construct: SiteId) -> SiteId {
        let Site { pc, context, .. } = self.sites[construct.0 as usize];
        self.intern_end(pc, context)
    }

    /// Code address and callers of a place, innermost first; empty for [`SiteId::NONE`].
    pub(crate) fn stack(&self, site: SiteId) -> Vec<u64> {
        let Site { pc, context, .. } = self.sites[site.0 as usize];
        if pc == 0 {
            return Vec::new();
        }
        let calls = self.callers(context).map(|context| self.calls[context as usize].pc as u64);
        std::iter::once(pc as u64).chain(calls).collect()
    }

    /// Code address of a place, 0 for [`SiteId::NONE`].
    pub(crate) fn code(&self, site: SiteId) -> u64 {
        self.sites[site.0 as usize].pc as u64
    }

    /// Number of places, with [`SiteId::NONE`].
    pub(crate) fn len(&self) -> usize {
        self.sites.len()
    }

    /// Caller and code address of the call paths from number `first` on.
    pub(crate) fn calls_from(&self, first: usize) -> impl Iterator<Item = (Context, u64)> {
        self.calls[first..].iter().map(|call| (call.caller, call.pc as u64))
    }

    /// The places from number `first` on.
    pub(crate) fn sites_from(&self, first: usize) -> impl Iterator<Item = detsan_trace::Site> {
        let site =
            |site: &Site| detsan_trace::Site { pc: site.pc as u64, context: site.context, size: site.size as u64 };
        self.sites[first..].iter().map(site)
    }

    /// Bytes that are accessed at a place.
    pub(crate) fn size(&self, site: SiteId) -> usize {
        self.sites[site.0 as usize].size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(call_pc: usize) -> Frame {
        Frame { call_pc, frame_address: 0, clock: 0, context: if call_pc == 0 { ROOT } else { 0 } }
    }

    #[test]
    fn a_stack_ends_where_its_task_begins() {
        let mut sites = Sites::new();
        // main, called by libc; a function; a task; its entry, called by the runtime; two functions.
        let mut frames = [frame(10), frame(20), frame(0), frame(30), frame(40), frame(50)];
        let mut shortcuts = Box::new(Shortcuts::EMPTY);
        let context = sites.context(&mut frames, &mut shortcuts);
        let site = sites.intern(60, context, 4);
        assert_eq!(sites.stack(site), [60, 50, 40]);
        assert_eq!(shortcuts.call(frames[4].context, 50).context, context);
        let outside = sites.context(&mut frames[..2], &mut shortcuts);
        let site = sites.intern(60, outside, 8);
        assert_eq!(sites.stack(site), [60, 20]);
        assert_eq!(sites.size(site), 8);
    }

    #[test]
    fn recursion_leads_back_to_a_path_that_is_there() {
        let mut sites = Sites::new();
        let mut shortcuts = Box::new(Shortcuts::EMPTY);
        // main calls a function at 20, which calls itself at 30 and at 40.
        let mut stack = |calls: &[usize]| {
            let mut frames: Vec<Frame> = calls.iter().copied().map(frame).collect();
            let context = sites.context(&mut frames, &mut shortcuts);
            let site = sites.intern(7, context, 4);
            sites.stack(site)
        };
        assert_eq!(stack(&[10, 20, 30]), [7, 30, 20]);
        assert_eq!(stack(&[10, 20, 30, 30, 30]), [7, 30, 20]);
        assert_eq!(stack(&[10, 20, 30, 40, 30, 30]), [7, 30, 20]);
        assert_eq!(stack(&[10, 20, 30, 40, 30, 40]), [7, 40, 30, 20]);
    }

    #[test]
    fn the_same_place_has_one_number() {
        let mut sites = Sites::new();
        let mut frames = [frame(10), frame(20)];
        let context = sites.context(&mut frames, &mut Box::new(Shortcuts::EMPTY));
        assert_eq!(sites.intern(7, context, 4), sites.intern(7, context, 4));
        assert_ne!(sites.intern(7, context, 4), sites.intern(7, ROOT, 4));
        assert_eq!(sites.stack(SiteId::NONE), [0u64; 0]);
    }
}
