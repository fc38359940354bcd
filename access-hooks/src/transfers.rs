//! Functions of the C library that move data between memory and files.
//!
//! What is written to a file is read from memory before. How much a file gives is known afterwards.
//! The doors are for checked code alone.

use core::ffi::{c_char, c_int, c_void};

use crate::assembly::interpose;
use crate::doors::observe;
use crate::next::next;
use crate::ranges::{READ, WRITE};
use crate::text::{report, size};

type Buffer = *mut c_void;
type File = *mut c_void;

next! {
    FREAD = c"fread": unsafe extern "C" fn(Buffer, usize, usize, File) -> usize;
    FGETS = c"fgets": unsafe extern "C" fn(*mut c_char, c_int, File) -> *mut c_char;
    READ_FILE = c"read": unsafe extern "C" fn(c_int, Buffer, usize) -> isize;
    PREAD = c"pread": unsafe extern "C" fn(c_int, Buffer, usize, i64) -> isize;
    GETLINE = c"getline": unsafe extern "C" fn(*mut *mut c_char, *mut usize, File) -> isize;
    GETDELIM = c"getdelim": unsafe extern "C" fn(*mut *mut c_char, *mut usize, c_int, File) -> isize;
    RECV = c"recv": unsafe extern "C" fn(c_int, Buffer, usize, c_int) -> isize;
}

observe! {
    checked_code:
    fwrite => |call| report(call.get(0), call.get(1).saturating_mul(call.get(2)), READ, call.pc);
    write => |call| report(call.get(1), call.get(2), READ, call.pc);
    pwrite => |call| report(call.get(1), call.get(2), READ, call.pc);
    pwrite64 => |call| report(call.get(1), call.get(2), READ, call.pc);
    send => |call| report(call.get(1), call.get(2), READ, call.pc);
}

interpose! {
    checked_code:
    "fread", caller in "r8" => fread;
    "fgets", caller in "rcx" => fgets;
    "getline", caller in "rcx" => getline;
    "getdelim", caller in "r8" => getdelim;
    "__getdelim", caller in "r8" => getdelim;
    "read", caller in "rcx" => read;
    "pread", caller in "r8" => pread;
    "pread64", caller in "r8" => pread;
    "recv", caller in "r8" => recv;
}

extern "C" fn fread(to: Buffer, element: usize, count: usize, file: File, pc: usize) -> usize {
    let next = FREAD.require();
    // SAFETY: the program's own call, in its words.
    let given = unsafe { next(to, element, count, file) };
    report(to.addr(), given.saturating_mul(element), WRITE, pc);
    given
}

extern "C" fn fgets(to: *mut c_char, room: c_int, file: File, pc: usize) -> *mut c_char {
    let next = FGETS.require();
    // SAFETY: the program's own call, in its words.
    let line = unsafe { next(to, room, file) };
    if !line.is_null() {
        report(line.addr(), size(line.addr()), WRITE, pc);
    }
    line
}

extern "C" fn getline(line: *mut *mut c_char, room: *mut usize, file: File, pc: usize) -> isize {
    let next = GETLINE.require();
    // SAFETY: the program's own call, in its words.
    received_line(line, room, unsafe { next(line, room, file) }, pc)
}

extern "C" fn getdelim(line: *mut *mut c_char, room: *mut usize, end: c_int, file: File, pc: usize) -> isize {
    let next = GETDELIM.require();
    // SAFETY: the program's own call, in its words.
    received_line(line, room, unsafe { next(line, room, end, file) }, pc)
}

/// A line of this length is where `line` says, with a null byte at its end.
fn received_line(line: *mut *mut c_char, room: *mut usize, length: isize, pc: usize) -> isize {
    report(line.addr(), size_of::<usize>(), WRITE, pc);
    report(room.addr(), size_of::<usize>(), WRITE, pc);
    if let Ok(length) = usize::try_from(length) {
        // SAFETY: the function has stored the address there.
        let start = unsafe { line.read() };
        report(start.addr(), length + 1, WRITE, pc);
    }
    length
}

/// So many bytes have come, or an error if the number is negative.
fn received(to: Buffer, given: isize, pc: usize) -> isize {
    report(to.addr(), usize::try_from(given).unwrap_or(0), WRITE, pc);
    given
}

extern "C" fn read(file: c_int, to: Buffer, room: usize, pc: usize) -> isize {
    let next = READ_FILE.require();
    // SAFETY: the program's own call, in its words.
    received(to, unsafe { next(file, to, room) }, pc)
}

extern "C" fn pread(file: c_int, to: Buffer, room: usize, offset: i64, pc: usize) -> isize {
    let next = PREAD.require();
    // SAFETY: the program's own call, in its words.
    received(to, unsafe { next(file, to, room, offset) }, pc)
}

extern "C" fn recv(socket: c_int, to: Buffer, room: usize, flags: c_int, pc: usize) -> isize {
    let next = RECV.require();
    // SAFETY: the program's own call, in its words.
    received(to, unsafe { next(socket, to, room, flags) }, pc)
}
