//! Doors at which the arguments of a call are looked at, on the way to the definition that the program would have reached without us.
//!
//! The door puts the registers back and *jumps* on, so that the function finds its arguments, on the stack too, and returns straight to the
//! program: whoever takes the place of a construct from the return address still gets it.

/// The arguments of a call that passes a door. Only integers and pointers: the functions that are observed take no other.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Call {
    /// The first six arguments.
    registers: [usize; 6],
    /// Keeps the stack aligned.
    padding: usize,
    /// The address that the call returns to, a place in the program.
    pub(crate) pc: usize,
    /// The first of the arguments that are passed on the stack. A call with fewer has something else of its caller's there.
    seventh: usize,
}

impl Call {
    /// The argument with this index, counted from 0; one of the first seven.
    #[inline]
    pub(crate) fn argument(&self, index: usize) -> usize {
        self.registers.get(index).copied().unwrap_or(self.seventh)
    }
}

/// Type of whatever is behind a door.
pub(crate) type Behind = unsafe extern "C" fn();

/// Defines doors: `name => observer`, where the observer takes the [`Call`] and is called only if there is a tool. Each is weak, as
/// everything that other libraries define too, and either nothing but `.weak`, for calls from every library, or `.hidden` besides, for the
/// executable alone.
macro_rules! observe {
    ($visibility:literal: $($name:ident => $observer:expr;)*) => {$(
        #[allow(non_snake_case, reason = "the module is named as the function")]
        mod $name {
            #[allow(unused_imports, reason = "not every observer is a function of the module around this one")]
            use super::*;

            // SAFETY: what is behind the door is never called as this type: the door jumps there with the program's own arguments.
            static NEXT: $crate::next::Next<$crate::observe::Behind> = unsafe {
                $crate::next::Next::new(match core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => unreachable!(),
                })
            };

            extern "C" fn look(call: &$crate::observe::Call) -> $crate::observe::Behind {
                if $crate::attach::tool().is_some() {
                    let observer: fn(&$crate::observe::Call) = $observer;
                    observer(call);
                }
                NEXT.require()
            }

            core::arch::global_asm!(
                concat!(".pushsection .text.", stringify!($name), ", \"ax\", @progbits"),
                ".p2align 4",
                concat!(".weak ", stringify!($name)),
                concat!($visibility, " ", stringify!($name)),
                concat!(".type ", stringify!($name), ", @function"),
                concat!(stringify!($name), ":"),
                ".cfi_startproc",
                // The fields of `Call`, from the last one down; the return address is there already.
                "push rax",
                "push r9",
                "push r8",
                "push rcx",
                "push rdx",
                "push rsi",
                "push rdi",
                ".cfi_adjust_cfa_offset 56",
                "mov rdi, rsp",
                "call {look}",
                "mov r11, rax",
                "pop rdi",
                "pop rsi",
                "pop rdx",
                "pop rcx",
                "pop r8",
                "pop r9",
                "pop rax",
                ".cfi_adjust_cfa_offset -56",
                "jmp r11",
                ".cfi_endproc",
                concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
                ".popsection",
                look = sym look,
            );
        }
    )*};
}
pub(crate) use observe;
