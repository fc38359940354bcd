//! Doors in front of functions of other libraries: somebody looks at the arguments of a call, on the way to the definition that the program would
//! have reached without us.
//!
//! An observer looks only ([`observe`]). A keeper may also change the arguments, or send the call back ([`guard`]).
//!
//! A door puts the registers back and *jumps* on, so that the function finds its arguments, on the stack too, and returns straight to the
//! program: whoever takes the place of a construct from the return address still gets it.

/// The arguments of a call that stands at a door. Only integers and pointers: the functions behind doors take no other.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Arguments {
    /// The first six.
    registers: [usize; 6],
    /// Keeps the stack aligned.
    padding: usize,
    /// The address that the call returns to, a place in the program.
    pub(crate) pc: usize,
    /// The next ones. A call with fewer has something else of its caller's there.
    stack: [usize; 4],
}

impl Arguments {
    /// The argument with this index, counted from 0; one of the first ten.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> usize {
        match index.checked_sub(self.registers.len()) {
            None => self.registers[index],
            Some(index) => self.stack[index],
        }
    }

    /// Changes the argument with this index. The program does not see it: the place of an argument on the stack belongs to the function that is called
    /// (psABI for x86-64, §3.2.3).
    #[inline]
    pub(crate) fn set(&mut self, index: usize, value: usize) {
        match index.checked_sub(self.registers.len()) {
            None => self.registers[index] = value,
            Some(index) => self.stack[index] = value,
        }
    }
}

/// Type of whatever is behind a door.
pub(crate) type Behind = unsafe extern "C" fn();

/// Whether a call goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passage {
    /// To where it would have gone without us.
    Open,
    /// No further: it returns to the program at once.
    Closed,
}

/// What is behind a closed door.
pub(crate) unsafe extern "C" fn nothing() {}

/// Whether anybody is to be asked at a door: only if there is a tool.
#[inline]
pub(crate) fn has_tool() -> bool {
    crate::attach::tool().is_some()
}

/// Defines a door: the keeper is a `fn(&mut Arguments) -> Passage`, which is asked if the condition, a `fn() -> bool`, holds.
///
/// The door is weak, as everything that other libraries define too, and either nothing but `.weak`, for calls from every library, or `.hidden`
/// besides, for the executable alone.
macro_rules! door {
    ($visibility:literal $name:ident if $condition:path => $keeper:expr) => {
        #[allow(non_snake_case, reason = "the module is named as the function")]
        mod $name {
            #[allow(unused_imports, reason = "not every keeper is a function of the module around this one")]
            use super::*;

            // SAFETY: what is behind the door is never called as this type: the door jumps there with the program's own arguments.
            pub(super) static NEXT: $crate::next::Next<$crate::doors::Behind> = unsafe {
                $crate::next::Next::new(match core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => unreachable!(),
                })
            };

            extern "C" fn keep(arguments: &mut $crate::doors::Arguments) -> $crate::doors::Behind {
                let keeper: fn(&mut $crate::doors::Arguments) -> $crate::doors::Passage = $keeper;
                if $condition() && keeper(arguments) == $crate::doors::Passage::Closed {
                    return $crate::doors::nothing;
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
                // The fields of `Arguments`, from the last one down; the return address is there already.
                "push rax",
                "push r9",
                "push r8",
                "push rcx",
                "push rdx",
                "push rsi",
                "push rdi",
                ".cfi_adjust_cfa_offset 56",
                "mov rdi, rsp",
                "call {keep}",
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
                keep = sym keep,
            );
        }
    };
}

/// Defines doors with a keeper: `name => keeper`, where the keeper takes the [`Arguments`] and decides about the [`Passage`].
macro_rules! guard {
    ($($name:ident => $keeper:expr;)*) => {$(
        $crate::doors::door! { ".weak" $name if $crate::doors::has_tool => $keeper }
    )*};
}

/// Defines doors with an observer: `name => observer`, where the observer takes the [`Arguments`].
macro_rules! observe {
    ($visibility:literal: $($name:ident => $observer:expr;)*) => {
        $crate::doors::observe! { $visibility if $crate::doors::has_tool: $($name => $observer;)* }
    };
    ($visibility:literal if $condition:path: $($name:ident => $observer:expr;)*) => {$(
        $crate::doors::door! {
            $visibility $name if $condition => |arguments| {
                let observer: fn(&$crate::doors::Arguments) = $observer;
                observer(arguments);
                $crate::doors::Passage::Open
            }
        }
    )*};
}

pub(crate) use {door, guard, observe};
