//! The functions that replace the program by another one: nobody is left to close the run then.
//!
//! A child of `fork` or `vfork` that calls them is no concern: it is another process than the one
//! that is checked.

use crate::attach::{is_attached_process, tell};
use crate::doors::{Arguments, has_tool, observe};

observe! {
    all_code if is_checked:
    execl => replaced;
    execle => replaced;
    execlp => replaced;
    execv => replaced;
    execve => replaced;
    execveat => replaced;
    execvp => replaced;
    execvpe => replaced;
    fexecve => replaced;
}

/// Looks the functions up before there are children, in which that may go wrong.
pub(crate) fn look_up() {
    execl::NEXT.get();
    execle::NEXT.get();
    execlp::NEXT.get();
    execv::NEXT.get();
    execve::NEXT.get();
    execveat::NEXT.get();
    execvp::NEXT.get();
    execvpe::NEXT.get();
    fexecve::NEXT.get();
}

fn is_checked() -> bool {
    has_tool() && is_attached_process()
}

fn replaced(_: &Arguments) {
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.replaced)() });
}
