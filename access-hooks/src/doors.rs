//! Doors with a keeper, who may change the arguments of a call on its way to the definition behind us, or send it back.
//!
//! As at the doors of [`observe`](crate::observe), the registers are put back and the door *jumps* on, so that the function behind it finds the
//! stack as the program left it.

/// The arguments of a call that stands at a door. Only integers and pointers: the functions that are guarded take no other.
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

/// Defines doors: `name => keeper`, where the keeper takes the [`Arguments`] and decides about the [`Passage`]; it is called only if there is a
/// tool. Each door is weak, as everything that other libraries define too.
macro_rules! guard {
    ($($name:ident => $keeper:expr;)*) => {$(
        #[allow(non_snake_case, reason = "the module is named as the function")]
        mod $name {
            use super::*;

            // SAFETY: what is behind the door is never called as this type: the door jumps there with the program's own arguments.
            static NEXT: $crate::next::Next<$crate::doors::Behind> = unsafe {
                $crate::next::Next::new(match core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => unreachable!(),
                })
            };

            extern "C" fn keep(arguments: &mut $crate::doors::Arguments) -> $crate::doors::Behind {
                if $crate::attach::tool().is_some() {
                    let keeper: fn(&mut $crate::doors::Arguments) -> $crate::doors::Passage = $keeper;
                    if keeper(arguments) == $crate::doors::Passage::Closed {
                        return $crate::doors::nothing;
                    }
                }
                NEXT.require()
            }

            core::arch::global_asm!(
                concat!(".pushsection .text.", stringify!($name), ", \"ax\", @progbits"),
                ".p2align 4",
                concat!(".weak ", stringify!($name)),
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
    )*};
}
pub(crate) use guard;
