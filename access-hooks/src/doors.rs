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

/// What is behind the door `name`.
macro_rules! behind {
    ($name:ident) => {
        // SAFETY: it is never called as this type: the door jumps there with the program's own
        // arguments.
        unsafe {
            $crate::next::Next::new(
                match core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => unreachable!(),
                },
            )
        }
    };
}

/// Defines the function that a door is: for whom, its name, instructions; then what the instructions
/// refer to.
macro_rules! door_code {
    (checked_code $name:ident: $($code:tt)*) => {
        $crate::doors::door_code! { all_code $name: $($code)* }
        $crate::assembly::keep_to_checked_code!(stringify!($name));
    };
    (all_code $name:ident: $($instruction:expr),+; $($operand:tt)*) => {
        core::arch::global_asm!(
            concat!(".pushsection .text.", stringify!($name), ", \"ax\", @progbits"),
            ".p2align 4",
            concat!(".weak ", stringify!($name)),
            concat!(".type ", stringify!($name), ", @function"),
            concat!(stringify!($name), ":"),
            ".cfi_startproc",
            $($instruction,)+
            ".cfi_endproc",
            concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
            ".popsection",
            $($operand)*
        );
    };
}

/// Defines a door: the keeper is a `fn(&mut Arguments) -> Passage`, which is asked if the condition, a `fn() -> bool`, holds.
///
/// The door is weak, as everything that other libraries define too. It is for calls from every library (`all_code`), or for
/// checked code alone (`checked_code`).
macro_rules! door {
    ($callers:tt $name:ident if $condition:path => $keeper:expr) => {
        #[allow(non_snake_case, reason = "the module is named as the function")]
        mod $name {
            #[allow(unused_imports, reason = "not every keeper is a function of the module around this one")]
            use super::*;

            pub(super) static NEXT: $crate::next::Next<$crate::doors::Behind> = $crate::doors::behind!($name);

            extern "C" fn keep(arguments: &mut $crate::doors::Arguments) -> $crate::doors::Behind {
                let keeper: fn(&mut $crate::doors::Arguments) -> $crate::doors::Passage = $keeper;
                if $condition() && keeper(arguments) == $crate::doors::Passage::Closed {
                    return $crate::doors::nothing;
                }
                NEXT.require()
            }

            $crate::doors::door_code! {
                $callers $name:
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
                "jmp r11";
                keep = sym keep,
            }
        }
    };
}

/// Defines doors with a keeper: `name => keeper`, where the keeper takes the [`Arguments`] and decides about the [`Passage`].
macro_rules! guard {
    ($($name:ident => $keeper:expr;)*) => {$(
        $crate::doors::door! { all_code $name if $crate::doors::has_tool => $keeper }
    )*};
}

/// Defines doors with an observer: `callers: name => observer`, where the observer takes the [`Arguments`].
macro_rules! observe {
    ($callers:tt: $($name:ident => $observer:expr;)*) => {
        $crate::doors::observe! { $callers if $crate::doors::has_tool: $($name => $observer;)* }
    };
    ($callers:tt if $condition:path: $($name:ident => $observer:expr;)*) => {$(
        $crate::doors::door! {
            $callers $name if $condition => |arguments| {
                let observer: fn(&$crate::doors::Arguments) = $observer;
                observer(arguments);
                $crate::doors::Passage::Open
            }
        }
    )*};
}

/// The arguments of a call that may have floating-point numbers among them: those in registers as a
/// function with variable arguments saves them (psABI for x86-64, §3.5.7).
#[repr(C)]
#[derive(Debug)]
pub(crate) struct VariadicArguments {
    /// The first six integers.
    integers: [usize; 6],
    floats: [u128; 8],
    /// How many floating-point numbers there are, in the lowest byte.
    count: usize,
    /// The address that the call returns to.
    pub(crate) pc: usize,
}

impl VariadicArguments {
    /// The integer with this index, counted from 0; one of the first six.
    pub(crate) fn get(&self, index: usize) -> usize {
        self.integers[index]
    }

    /// The address of the arguments that are not in registers.
    pub(crate) fn stack(&self) -> usize {
        core::ptr::from_ref(self).expose_provenance() + size_of::<VariadicArguments>()
    }
}

/// Defines doors with an observer that takes [`VariadicArguments`], for checked code alone.
macro_rules! observe_variadic {
    ($($name:ident => $observer:expr;)*) => {$(
        #[allow(non_snake_case, reason = "the module is named as the function")]
        mod $name {
            #[allow(unused_imports, reason = "not every observer is a function of the module around this one")]
            use super::*;

            static NEXT: $crate::next::Next<$crate::doors::Behind> = $crate::doors::behind!($name);

            extern "C" fn look(arguments: &$crate::doors::VariadicArguments) -> $crate::doors::Behind {
                let observer: fn(&$crate::doors::VariadicArguments) = $observer;
                if $crate::doors::has_tool() {
                    observer(arguments);
                }
                NEXT.require()
            }

            $crate::doors::door_code! {
                checked_code $name:
                "push rax",
                ".cfi_adjust_cfa_offset 8",
                "sub rsp, 176",
                ".cfi_adjust_cfa_offset 176",
                "mov [rsp], rdi",
                "mov [rsp + 8], rsi",
                "mov [rsp + 16], rdx",
                "mov [rsp + 24], rcx",
                "mov [rsp + 32], r8",
                "mov [rsp + 40], r9",
                "movaps [rsp + 48], xmm0",
                "movaps [rsp + 64], xmm1",
                "movaps [rsp + 80], xmm2",
                "movaps [rsp + 96], xmm3",
                "movaps [rsp + 112], xmm4",
                "movaps [rsp + 128], xmm5",
                "movaps [rsp + 144], xmm6",
                "movaps [rsp + 160], xmm7",
                "mov rdi, rsp",
                "call {look}",
                "mov r11, rax",
                "mov rdi, [rsp]",
                "mov rsi, [rsp + 8]",
                "mov rdx, [rsp + 16]",
                "mov rcx, [rsp + 24]",
                "mov r8, [rsp + 32]",
                "mov r9, [rsp + 40]",
                "movaps xmm0, [rsp + 48]",
                "movaps xmm1, [rsp + 64]",
                "movaps xmm2, [rsp + 80]",
                "movaps xmm3, [rsp + 96]",
                "movaps xmm4, [rsp + 112]",
                "movaps xmm5, [rsp + 128]",
                "movaps xmm6, [rsp + 144]",
                "movaps xmm7, [rsp + 160]",
                "add rsp, 176",
                ".cfi_adjust_cfa_offset -176",
                "pop rax",
                ".cfi_adjust_cfa_offset -8",
                "jmp r11";
                look = sym look,
            }
        }
    )*};
}

pub(crate) use {behind, door, door_code, guard, observe, observe_variadic};
