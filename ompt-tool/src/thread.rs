//! The checked thread, as its [`ThreadState`] in the program's thread-local storage shows it.

use detsan_hook_abi::{Frame, Shortcuts, ThreadState};

use crate::past::NOTHING;

/// The checked thread.
#[derive(Debug)]
pub(crate) struct Thread {
    state: *mut ThreadState,
    /// Lowest and highest address of its stack.
    stack: std::ops::Range<usize>,
}

// SAFETY: the state is touched only by threads that are inside the gate, and a thread that ends leaves it before (`leave`).
unsafe impl Send for Thread {}

/// A depth of the shadow call stack, to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth(usize);

impl Depth {
    /// Index of the first frame above it.
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

impl Thread {
    /// # Safety
    ///
    /// `state` is the state of the calling thread, as the hooks returned it. The thread calls [`leave`](Thread::leave) before it ends.
    pub(crate) unsafe fn new(state: *mut ThreadState) -> Thread {
        let mut thread = Thread { state, stack: stack_bounds() };
        thread.state().stack_low = thread.stack.start;
        thread
    }

    /// The thread ends. Its thread-local storage goes with it, and its stack becomes another thread's: both are let go of.
    /// What was counted is kept.
    pub(crate) fn leave(&mut self) {
        let shortened = self.shortened();
        self.state().base = 0;
        // SAFETY: the state consists of numbers and pointers, which may all be 0.
        let mut state: Box<ThreadState> = Box::new(unsafe { std::mem::zeroed() });
        state.shortened = shortened;
        self.state = Box::leak(state);
        self.stack = 0..0;
    }

    /// Whether it has [left](Thread::leave).
    pub(crate) fn has_ended(&self) -> bool {
        // SAFETY: by the contract of `new`.
        let bottom = unsafe { &raw const (*self.state).stack_bottom };
        // SAFETY: as above. The hooks give a thread its stack before the tool hears of it, and never take it back.
        unsafe { bottom.read() }.is_null()
    }

    #[inline]
    fn state(&mut self) -> &mut ThreadState {
        // SAFETY: by the contract of `new`; the reference does not outlive this borrow of `self`.
        unsafe { &mut *self.state }
    }

    #[inline]
    fn depth(&mut self) -> usize {
        let state = self.state();
        if state.stack_bottom.is_null() {
            return 0;
        }
        (state.stack_top as usize - state.stack_bottom as usize) / size_of::<Frame>()
    }

    /// The frames of the shadow call stack, outermost first.
    pub(crate) fn frames(&mut self) -> &mut [Frame] {
        let depth = self.depth();
        let bottom = self.state().stack_bottom;
        if bottom.is_null() {
            return &mut [];
        }
        // SAFETY: the hooks have written all frames between bottom and top, and the thread is in the tool now.
        unsafe { std::slice::from_raw_parts_mut(bottom, depth) }
    }

    /// The call path of the running function, if it has a number already; see [`Frame::context`].
    #[inline]
    pub(crate) fn known_context(&mut self) -> Option<u32> {
        let state = self.state();
        if state.stack_top <= state.stack_bottom {
            return None;
        }
        // SAFETY: there is a frame below the top.
        let innermost = unsafe { state.stack_top.sub(1) };
        // SAFETY: the hooks have written it.
        let context = unsafe { (*innermost).context };
        (context != 0).then_some(context)
    }

    /// Tells the hooks which identifiers the running step has made, what time it is, which shortcuts are its own (those with this mark, none if it is 0), and which identifiers are
    /// `settled`: those below one and from another one on.
    #[inline]
    pub(crate) fn begin_step(
        &mut self,
        base: u32,
        clock: u32,
        mark: u64,
        shortcuts: *mut Shortcuts,
        settled: (u32, u32),
    ) {
        let state = self.state();
        state.base = base;
        state.clock = clock;
        state.step = mark;
        state.shortcuts = shortcuts;
        (state.settled_below, state.settled_since) = settled;
        state.recent_length = 0;
    }

    /// Tells the hooks below which identifier they may settle.
    pub(crate) fn settle_below(&mut self, id: u32) {
        self.state().settled_below = id;
    }

    /// Has the hooks ask about whatever comes next.
    pub(crate) fn stop_step(&mut self, clock: u32) {
        let state = self.state();
        state.base = u32::MAX;
        state.clock = clock;
        state.step = 0;
        (state.settled_below, state.settled_since) = NOTHING;
        state.recent_length = 0;
    }

    /// Whether the hooks may take shortcuts.
    pub(crate) fn has_shortcuts(&mut self) -> bool {
        self.state().step != 0
    }

    /// Lowest address on the stack that the running task has touched, if it runs where it was created.
    pub(crate) fn low_water(&mut self) -> &mut usize {
        &mut self.state().low_water
    }

    /// Cells that were written by shortcuts.
    pub(crate) fn shortened(&self) -> u64 {
        // SAFETY: by the contract of `new`.
        let shortened = unsafe { &raw const (*self.state).shortened };
        // SAFETY: as above. The thread itself may be counting, and an old number will do.
        unsafe { shortened.read_volatile() }
    }

    /// What the hooks count in loops of which nothing else is heard.
    pub(crate) fn progress(&self) -> u32 {
        // SAFETY: by the contract of `new`.
        let progress = unsafe { &raw const (*self.state).progress };
        // SAFETY: as above. The thread itself may be counting, and an old number will do.
        unsafe { progress.read_volatile() }
    }

    /// The descriptor that was being filled in is a task now: accesses to it count.
    pub(crate) fn end_fresh_descriptor(&mut self) {
        self.state().fresh_length = 0;
    }

    /// Whether a descriptor is being filled in: the task is yet to be created.
    pub(crate) fn has_fresh_descriptor(&mut self) -> bool {
        self.state().fresh_length != 0
    }

    /// Whether calls out of instrumented code count, because tasks may run beside that of this
    /// thread.
    pub(crate) fn count_calls(&mut self, count: bool) {
        self.state().call_weight = count.into();
    }

    /// The function of the task whose descriptor is being filled in; 0 if there is none.
    pub(crate) fn fresh_body(&mut self) -> usize {
        let state = self.state();
        if state.fresh_length == 0 { 0 } else { body_of(state.fresh_start) }
    }

    /// Size of the descriptor at `start`, if that is being filled in; else 0. It no longer is.
    pub(crate) fn fresh_descriptor(&mut self, start: usize) -> usize {
        let state = self.state();
        let size = if state.fresh_start == start { state.fresh_length } else { 0 };
        state.fresh_length = 0;
        size
    }

    /// Marks the beginning of a task on the shadow call stack, below `frame_address`. Returns where the stack was.
    pub(crate) fn push_task(&mut self, frame_address: usize, context: u32) -> Depth {
        let depth = Depth(self.depth());
        let state = self.state();
        if state.stack_top < state.stack_end {
            let frame = Frame { call_pc: 0, frame_address, clock: state.clock, context };
            // SAFETY: there is room for a frame at the top.
            unsafe { state.stack_top.write(frame) };
            // SAFETY: as above.
            state.stack_top = unsafe { state.stack_top.add(1) };
        }
        depth
    }

    /// Whether there are frames that did not fit.
    pub(crate) fn has_overflowed(&mut self) -> bool {
        self.state().stack_overflow > 0
    }

    /// Asks the hooks to tell when the function of frame `index`, or one that called it, returns.
    pub(crate) fn set_exit_limit(&mut self, index: Option<usize>) {
        let state = self.state();
        // SAFETY: the frame is on the stack, which has room for one more.
        state.told_limit = unsafe { state.stack_bottom.add(index.map_or(0, |index| index + 1)) };
        if state.stack_overflow == 0 {
            state.exit_limit = state.told_limit;
        }
    }

    /// Goes back to `depth`: exceptions and `longjmp` may have left frames behind.
    pub(crate) fn pop_task(&mut self, depth: Depth) {
        if depth.0 <= self.depth() {
            let state = self.state();
            // SAFETY: the depth is within the stack.
            state.stack_top = unsafe { state.stack_bottom.add(depth.0) };
            state.end_overflow();
        }
    }

    /// The outermost function of a task's part that began at `start` returns. The hooks pop one frame
    /// more, which is the mark of the task.
    pub(crate) fn end_part(&mut self, start: Depth) {
        self.pop_task(Depth(start.0 + 1));
    }

    /// Where the running task entered libomp, by a call that returns to `pc`: `claimed`, if it can be.
    ///
    /// libomp (19.1.7) says of a task with `depend` that it entered where its creator did, until it
    /// has been in another call. That is above the frames of the task. `callback` is an address
    /// below all of them.
    pub(crate) fn entered_at(&mut self, claimed: usize, callback: usize, pc: usize) -> usize {
        let innermost = self.frames().last().map_or(0, |frame| frame.frame_address);
        if claimed < innermost || innermost == 0 {
            return claimed;
        }
        let below = callback & !(size_of::<usize>() - 1);
        // A function's frame pointer points to the word below its return address.
        self.return_address(below, pc, innermost).map_or(below, |slot| slot - size_of::<usize>())
    }

    /// Where the frame of a function ends that has called libomp: above the return address `pc`.
    /// The function's frame begins at `top`; `inner` is the frame pointer of one of libomp's functions.
    ///
    /// That one mostly is the function that was called. libomp (19.1.7) creates the tasks of a
    /// `taskloop` some calls further down, where tasks that ran before may have left their variables.
    pub(crate) fn caller_frame_end(&self, inner: usize, pc: usize, top: usize) -> Option<usize> {
        let slot = self.return_address(inner, pc, top)?;
        let is_direct = slot == inner + size_of::<usize>();
        Some(if is_direct { inner } else { slot + size_of::<usize>() })
    }

    /// Where on the stack, between `inner` and `top`, the return address `pc` is: right above `inner`,
    /// or else at the highest place.
    fn return_address(&self, inner: usize, pc: usize, top: usize) -> Option<usize> {
        /// How far down libomp creates a task: about 700 bytes were seen.
        const MOST_BYTES: usize = 8 << 10;

        let is_return_address = |slot: &usize| {
            // SAFETY: the word lies in the live part of the calling thread's own stack.
            unsafe { (*slot as *const usize).read() == pc }
        };
        if !self.owns_stack_address(inner) || !inner.is_multiple_of(size_of::<usize>()) || top <= inner {
            return None;
        }
        let direct = inner + size_of::<usize>();
        if is_return_address(&direct) {
            return Some(direct);
        }
        let slots = (direct..top.min(inner + MOST_BYTES).min(self.stack.end)).step_by(size_of::<usize>());
        slots.rev().find(is_return_address)
    }

    /// Lowest and highest address of its stack.
    pub(crate) fn stack(&self) -> std::ops::Range<usize> {
        self.stack.clone()
    }

    /// Whether the address lies in the stack of this thread.
    pub(crate) fn owns_stack_address(&self, address: usize) -> bool {
        self.stack.contains(&address)
    }

    /// Index of the frame that `address` on this thread's stack belongs to: the innermost one whose frame pointer is not below it.
    pub(crate) fn frame_of(&mut self, address: usize) -> Option<usize> {
        self.frames().iter().rposition(|frame| frame.frame_address >= address)
    }
}

/// The function that the task with the descriptor at `descriptor` runs: the second word of libomp's
/// `kmp_task_t`.
pub(crate) fn body_of(descriptor: usize) -> usize {
    let body = (descriptor as *const usize).wrapping_add(1);
    // SAFETY: libomp has made the descriptor, and the task has not been created yet.
    unsafe { body.read() }
}

/// The address range of the calling thread's stack.
fn stack_bounds() -> std::ops::Range<usize> {
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: the function has no preconditions.
    let this_thread = unsafe { libc::pthread_self() };
    // SAFETY: the function fills the attributes of a living thread.
    if unsafe { libc::pthread_getattr_np(this_thread, attributes.as_mut_ptr()) } != 0 {
        return 0..0;
    }
    // SAFETY: they were filled above.
    let mut attributes = unsafe { attributes.assume_init() };
    let mut start = std::ptr::null_mut();
    let mut size = 0;
    // SAFETY: the attributes are valid, and both results have a place.
    unsafe { libc::pthread_attr_getstack(&attributes, &mut start, &mut size) };
    // SAFETY: the attributes were made by pthread_getattr_np.
    unsafe { libc::pthread_attr_destroy(&mut attributes) };
    start as usize..start as usize + size
}
