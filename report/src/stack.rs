//! Call stacks as the user knows them: one frame for each function that was written.

use crate::symbols::{Construct, Frame, Role, Symbolize};

/// Libraries that run tasks and regions: their frames are the machinery below the user's code.
const RUNTIMES: [&str; 3] = ["libomp", "libiomp5", "libgomp"];

/// Names the calls of a stack of return addresses, innermost first.
///
/// The body of a construct and the wrapper that calls it become one frame, at the place in the
/// body; compiler glue, the frames of the OpenMP runtime and what is below `main` are left out. If
/// that leaves nothing, all is kept. Innermost glue, such as the combiner of a reduction, gives its
/// place to the frame around it: the place of its construct.
pub fn call_stack(stack: &[u64], symbols: &(impl Symbolize + ?Sized)) -> Vec<Frame> {
    let all: Vec<Frame> = stack.iter().flat_map(|&address| symbols.frames(address)).collect();
    let mut frames: Vec<Frame> = Vec::new();
    for frame in &all {
        if is_machinery(frame) {
            continue;
        }
        if frames.last().is_some_and(|inner| starts(frame, inner)) {
            break;
        }
        match frames.last_mut() {
            Some(inner) if wraps(frame, inner) => inner.role = frame.role,
            _ => frames.push(frame.clone()),
        }
    }
    let glue = all.first().filter(|innermost| innermost.role == Role::Glue).and_then(|glue| glue.location.clone());
    if let (Some(innermost), Some(location)) = (frames.first_mut(), glue.filter(|location| location.line > 0)) {
        innermost.location = Some(location);
    }
    if frames.is_empty() { all } else { frames }
}

/// The construct whose body a frame is.
pub(crate) fn construct(frame: &Frame) -> Option<Construct> {
    match frame.role {
        Role::Body(construct) | Role::Wrapper(construct) => Some(construct),
        Role::Function | Role::Glue => None,
    }
}

/// Whether `outer` is the part of the C library that calls `inner`, which is `main`.
fn starts(outer: &Frame, inner: &Frame) -> bool {
    let is_main = inner.role == Role::Function && inner.function.as_deref() == Some("main");
    // A program that is linked statically has that part in itself.
    let by_name = outer.function.as_deref().is_some_and(|name| name.starts_with("__libc_start"));
    is_main && (by_name || outer.place.module != inner.place.module)
}

/// Whether `outer` does nothing but call the body of the same construct, `inner`.
fn wraps(outer: &Frame, inner: &Frame) -> bool {
    let (Role::Wrapper(wrapped), Role::Body(body)) = (outer.role, inner.role) else {
        return false;
    };
    let same_construct = wrapped == body || body == Construct::Unknown;
    same_construct && outer.function == inner.function
}

/// Whether a frame is of no function that a user has written.
pub(crate) fn is_machinery(frame: &Frame) -> bool {
    frame.role == Role::Glue || is_runtime(frame)
}

fn is_runtime(frame: &Frame) -> bool {
    let Some(module) = &frame.place.module else {
        return false;
    };
    RUNTIMES
        .iter()
        .any(|runtime| module.strip_prefix(runtime).is_some_and(|rest| rest.starts_with('.') || rest.starts_with("-")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::{DebugInfo, Place, SourceLocation, Variable};

    /// Address `n` stands for the `n`th frame.
    struct Fixed(Vec<Frame>);

    impl Symbolize for Fixed {
        fn frames(&self, return_address: u64) -> Vec<Frame> {
            vec![self.0[return_address as usize].clone()]
        }
        fn static_variable(&self, _: u64, _: u64) -> Option<Variable> {
            None
        }
        fn local_variable(&self, _: u64, _: u64, _: u64, _: u64) -> Option<Variable> {
            None
        }
        fn place(&self, offset: u64) -> Place {
            Place { module: None, offset }
        }
    }

    fn frame(function: &str, role: Role) -> Frame {
        Frame {
            function: Some(function.to_owned()),
            role,
            location: None,
            place: Place { module: Some("program".to_owned()), offset: 0 },
            symbol_offset: None,
            debug_info: DebugInfo::Present,
        }
    }

    fn check(frames: Vec<Frame>, expected: &[(&str, Role)]) {
        let stack: Vec<u64> = (0..frames.len() as u64).collect();
        let seen = call_stack(&stack, &Fixed(frames));
        let seen: Vec<_> = seen.iter().map(|frame| (frame.function.as_deref().unwrap(), frame.role)).collect();
        assert_eq!(seen, expected);
    }

    const TASK_BODY: Role = Role::Body(Construct::Unknown);
    const TASK_ENTRY: Role = Role::Wrapper(Construct::Task);
    const REGION_BODY: Role = Role::Body(Construct::ParallelRegion);
    const REGION_ENTRY: Role = Role::Wrapper(Construct::ParallelRegion);

    #[test]
    fn a_body_and_its_wrapper_are_one_frame() {
        let frames = vec![frame("helper", Role::Function), frame("main", TASK_BODY), frame("main", TASK_ENTRY)];
        check(frames, &[("helper", Role::Function), ("main", TASK_ENTRY)]);
        check(vec![frame("main", REGION_BODY), frame("main", REGION_ENTRY)], &[("main", REGION_ENTRY)]);
        check(vec![frame("main", TASK_ENTRY)], &[("main", TASK_ENTRY)]);
    }

    #[test]
    fn nested_regions_stay_two_frames() {
        let frames = vec![
            frame("main", REGION_BODY),
            frame("main", REGION_ENTRY),
            frame("main", REGION_BODY),
            frame("main", REGION_ENTRY),
        ];
        check(frames, &[("main", REGION_ENTRY), ("main", REGION_ENTRY)]);
    }

    #[test]
    fn glue_and_the_runtime_are_left_out() {
        let mut runtime = frame("__kmp_invoke_microtask", Role::Function);
        runtime.place.module = Some("libomp.so.5".to_owned());
        let frames = vec![frame("work", Role::Glue), frame("work", REGION_ENTRY), runtime.clone()];
        check(frames, &[("work", REGION_ENTRY)]);
        check(vec![runtime], &[("__kmp_invoke_microtask", Role::Function)]);
    }

    #[test]
    fn innermost_glue_gives_its_place() {
        let at = |line| Some(SourceLocation { file: "racy.c".to_owned(), line, column: None });
        let (mut combiner, mut region) = (frame(".red_comb.", Role::Glue), frame("main", REGION_BODY));
        (combiner.location, region.location) = (at(7), at(3));
        let line = |frames: Vec<Frame>| {
            let stack: Vec<u64> = (0..frames.len() as u64).collect();
            call_stack(&stack, &Fixed(frames))[0].location.clone().map(|location| location.line)
        };
        assert_eq!(line(vec![combiner.clone(), region.clone()]), Some(7));
        assert_eq!(line(vec![region.clone(), combiner.clone()]), Some(3));
        // The compiler's own code has no line.
        combiner.location = at(0);
        assert_eq!(line(vec![combiner, region]), Some(3));
    }

    #[test]
    fn what_is_below_main_is_left_out() {
        let start = frame("__libc_start_call_main", Role::Function);
        check(vec![frame("main", Role::Function), start], &[("main", Role::Function)]);
        let mut other = frame("", Role::Function);
        other.place.module = Some("libc.so.6".to_owned());
        check(vec![frame("main", Role::Function), other], &[("main", Role::Function)]);
        let recursive = vec![frame("main", Role::Function), frame("main", Role::Function)];
        check(recursive, &[("main", Role::Function), ("main", Role::Function)]);
    }
}
