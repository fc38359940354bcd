//! `printf` and its relatives: the texts that `%s` reads, and the memory that the result goes to.
//!
//! The arguments are found as the calling convention has them (psABI for x86-64, §3.5.7). How long
//! a result is, the C library itself says (`vsnprintf` without room). The doors are for
//! checked code alone.

use core::ffi::{c_char, c_int};
use core::ptr;

use crate::doors::{Arguments, VariadicArguments, observe, observe_variadic};
use crate::libc;
use crate::next::next;
use crate::ranges::{READ, WRITE};
use crate::text::{limited_size, report, size};

/// Variable arguments that are still to come: `va_list`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    /// How far behind `registers` the next integer lies, if it was passed in a register.
    integer: u32,
    /// How far behind `registers` the next floating-point number lies.
    float: u32,
    /// The address of the next argument that was passed on the stack.
    stack: usize,
    /// The address where the registers were saved.
    registers: usize,
}

const END_OF_INTEGERS: u32 = 6 * 8;
const END_OF_FLOATS: u32 = END_OF_INTEGERS + 8 * 16;

impl Rest {
    /// The arguments after the first `named` ones. These are integers.
    fn of(call: &VariadicArguments, named: usize) -> Rest {
        Rest {
            integer: named as u32 * 8,
            float: END_OF_INTEGERS,
            stack: call.stack(),
            registers: ptr::from_ref(call).expose_provenance(),
        }
    }

    /// The arguments that the program passes on, in its argument `index`.
    fn passed_on(call: &Arguments, index: usize) -> Rest {
        // SAFETY: the program passes a `va_list`, which is a pointer to this structure.
        unsafe { ptr::with_exposed_provenance::<Rest>(call.get(index)).read() }
    }

    fn integer(&mut self) -> usize {
        let address = if self.integer < END_OF_INTEGERS {
            self.integer += 8;
            self.registers + self.integer as usize - 8
        } else {
            self.stack += 8;
            self.stack - 8
        };
        // SAFETY: the format says that there is such an argument.
        unsafe { ptr::with_exposed_provenance::<usize>(address).read() }
    }

    fn pass_float(&mut self) {
        if self.float < END_OF_FLOATS {
            self.float += 16;
        } else {
            self.stack += 8;
        }
    }

    fn pass_long_double(&mut self) {
        self.stack = self.stack.next_multiple_of(16) + 16;
    }
}

next! {
    VSNPRINTF = c"vsnprintf": unsafe extern "C" fn(*mut c_char, usize, *const c_char, *mut Rest) -> c_int;
}

// `printf (format, …)`, `fprintf (file, format, …)`; the functions that check (`_chk`) have a flag
// before the format.
observe_variadic! {
    printf => |call| read_texts(call.get(0), Rest::of(call, 1), call.pc);
    __printf_chk => |call| read_texts(call.get(1), Rest::of(call, 2), call.pc);
    fprintf => |call| read_texts(call.get(1), Rest::of(call, 2), call.pc);
    dprintf => |call| read_texts(call.get(1), Rest::of(call, 2), call.pc);
    __fprintf_chk => |call| read_texts(call.get(2), Rest::of(call, 3), call.pc);
    __dprintf_chk => |call| read_texts(call.get(2), Rest::of(call, 3), call.pc);
    sprintf => |call| print_to(call.get(0), usize::MAX, call.get(1), Rest::of(call, 2), call.pc);
    __sprintf_chk => |call| print_to(call.get(0), usize::MAX, call.get(3), Rest::of(call, 4), call.pc);
    snprintf => |call| print_to(call.get(0), call.get(1), call.get(2), Rest::of(call, 3), call.pc);
    __snprintf_chk => |call| print_to(call.get(0), call.get(1), call.get(4), Rest::of(call, 5), call.pc);
    asprintf => |call| print_to_block(call.get(0), call.get(1), Rest::of(call, 2), call.pc);
    __asprintf_chk => |call| print_to_block(call.get(0), call.get(2), Rest::of(call, 3), call.pc);
}

observe! {
    checked_code:
    vprintf => |call| read_texts(call.get(0), Rest::passed_on(call, 1), call.pc);
    __vprintf_chk => |call| read_texts(call.get(1), Rest::passed_on(call, 2), call.pc);
    vfprintf => |call| read_texts(call.get(1), Rest::passed_on(call, 2), call.pc);
    vdprintf => |call| read_texts(call.get(1), Rest::passed_on(call, 2), call.pc);
    __vfprintf_chk => |call| read_texts(call.get(2), Rest::passed_on(call, 3), call.pc);
    vsprintf => |call| print_to(call.get(0), usize::MAX, call.get(1), Rest::passed_on(call, 2), call.pc);
    __vsprintf_chk => |call| print_to(call.get(0), usize::MAX, call.get(3), Rest::passed_on(call, 4), call.pc);
    vsnprintf => |call| print_to(call.get(0), call.get(1), call.get(2), Rest::passed_on(call, 3), call.pc);
    __vsnprintf_chk => |call| print_to(call.get(0), call.get(1), call.get(4), Rest::passed_on(call, 5), call.pc);
    vasprintf => |call| print_to_block(call.get(0), call.get(1), Rest::passed_on(call, 2), call.pc);
}

fn print_to(to: usize, room: usize, format: usize, rest: Rest, pc: usize) {
    read_texts(format, rest, pc);
    if room == 0 {
        return;
    }
    let print = VSNPRINTF.require();
    let mut rest = rest;
    // SAFETY: the program's own format and arguments; nothing is written.
    let measure = || unsafe { print(ptr::null_mut(), 0, ptr::with_exposed_provenance(format), &mut rest) };
    let length = libc::keep_errno(measure);
    if let Ok(length) = usize::try_from(length) {
        report(to, room.min(length + 1), WRITE, pc);
    }
}

/// The result goes to a new block, whose address is stored.
fn print_to_block(address: usize, format: usize, rest: Rest, pc: usize) {
    read_texts(format, rest, pc);
    report(address, size_of::<usize>(), WRITE, pc);
}

/// The bytes of a format, from an address on.
struct Format(usize);

impl Format {
    /// The next byte; null at the end, and from then on.
    fn peek(&self) -> u8 {
        // SAFETY: the program passes a text, and nobody goes past the null byte at its end.
        unsafe { ptr::with_exposed_provenance::<u8>(self.0).read() }
    }

    fn next(&mut self) -> u8 {
        let byte = self.peek();
        self.0 += usize::from(byte != 0);
        byte
    }

    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.peek() != 0 && is_skipped(self.peek()) {
            self.next();
        }
    }

    /// A number, or the next argument if there is an asterisk.
    fn number(&mut self, rest: &mut Rest) -> usize {
        if self.peek() == b'*' {
            self.next();
            // A negative precision is none.
            return usize::try_from(rest.integer() as c_int).unwrap_or(usize::MAX);
        }
        let mut number = 0usize;
        while self.peek().is_ascii_digit() {
            number = number.saturating_mul(10).saturating_add(usize::from(self.next() - b'0'));
        }
        number
    }
}

/// Tells of what the conversions of `format` read and write through pointers.
fn read_texts(format: usize, mut rest: Rest, pc: usize) {
    let mut format = Format(format);
    loop {
        format.skip(|byte| byte != b'%');
        if format.next() == 0 {
            return;
        }
        format.skip(|byte| b"-+ #0'I".contains(&byte));
        format.number(&mut rest);
        let precision = if format.peek() == b'.' {
            format.next();
            Some(format.number(&mut rest))
        } else {
            None
        };
        let (mut longs, mut shorts, mut is_long_double) = (0, 0, false);
        loop {
            match format.peek() {
                b'l' => longs += 1,
                b'h' => shorts += 1,
                b'L' => is_long_double = true,
                b'q' | b'j' | b'z' | b'Z' | b't' => longs = 2,
                _ => break,
            }
            format.next();
        }
        match format.next() {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'c' | b'C' | b'p' | b'S' => {
                rest.integer();
            }
            b's' => {
                let text = rest.integer();
                if text != 0 && longs == 0 {
                    let read = precision.map_or_else(|| size(text), |limit| limited_size(text, limit));
                    report(text, read, READ, pc);
                }
            }
            b'n' => {
                let size = match (longs, shorts) {
                    (1.., _) => 8,
                    (0, 0) => 4,
                    (0, 1) => 2,
                    _ => 1,
                };
                report(rest.integer(), size, WRITE, pc);
            }
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if is_long_double => rest.pass_long_double(),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => rest.pass_float(),
            b'%' | b'm' => {}
            // Arguments by their numbers, or something unknown: what follows cannot be told.
            _ => return,
        }
    }
}
