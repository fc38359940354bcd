//! What functions of the C library do to memory that they are given by a pointer: strings, sorting,
//! time.
//!
//! They are not instrumented. Each observer says what the function is about to read and write, to
//! the byte: a function that stops at the first difference reads no further. The doors are for
//! checked code alone, because libraries call these functions for themselves.
//!
//! Functions that follow pointers and are not here, nor in [`transfers`](crate::transfers) or
//! [`formats`](crate::formats), are in a list of the tool's (`trusted.rs`): calls of them are told
//! of.

use core::ffi::{c_char, c_int, c_long, c_void};
use core::ptr;

use detsan_hook_abi::AccessKind;

use crate::doors::{Arguments, VariadicArguments, observe, observe_variadic};
use crate::libc;
use crate::next::next;
use crate::ranges::{self, READ, WRITE};
use crate::slots;

type Text = *const c_char;

next! {
    STRLEN = c"strlen": unsafe extern "C" fn(Text) -> usize;
    STRNLEN = c"strnlen": unsafe extern "C" fn(Text, usize) -> usize;
    STRSPN = c"strspn": unsafe extern "C" fn(Text, Text) -> usize;
    STRCSPN = c"strcspn": unsafe extern "C" fn(Text, Text) -> usize;
    STRSTR = c"strstr": unsafe extern "C" fn(Text, Text) -> Text;
    MEMCHR = c"memchr": unsafe extern "C" fn(*const c_void, c_int, usize) -> *const c_void;
    STRTOL = c"strtol": unsafe extern "C" fn(Text, *mut Text, c_int) -> c_long;
    STRTOD = c"strtod": unsafe extern "C" fn(Text, *mut Text) -> f64;
}

// Copies. The arguments of the versions that check the length (`_chk`) are the same, and the room.
observe! {
    checked_code:
    strcpy => copy;
    stpcpy => copy;
    __strcpy_chk => copy;
    __stpcpy_chk => copy;
    strncpy => copy_and_fill;
    stpncpy => copy_and_fill;
    __strncpy_chk => copy_and_fill;
    __stpncpy_chk => copy_and_fill;
    strcat => append;
    __strcat_chk => append;
    strncat => append_some;
    __strncat_chk => append_some;
    strdup => text;
    strndup => some_text;
    mempcpy => |call| move_bytes(call, 0, 1);
    __mempcpy_chk => |call| move_bytes(call, 0, 1);
    bcopy => |call| move_bytes(call, 1, 0);
    bzero => |call| report(call.get(0), call.get(1), WRITE, call.pc);
    explicit_bzero => |call| report(call.get(0), call.get(1), WRITE, call.pc);
}

// Searches and comparisons.
observe! {
    checked_code:
    strlen => text;
    strnlen => |call| report(call.get(0), limited_size(call.get(0), call.get(1)), READ, call.pc);
    strcmp => |call| compare(call, usize::MAX, same);
    strncmp => |call| compare(call, call.get(2), same);
    strcasecmp => |call| compare(call, usize::MAX, u8::to_ascii_lowercase);
    strncasecmp => |call| compare(call, call.get(2), u8::to_ascii_lowercase);
    strchr => find_character;
    index => find_character;
    strrchr => text;
    rindex => text;
    strstr => find_text;
    strpbrk => |call| span(call, STRCSPN.require());
    strcspn => |call| span(call, STRCSPN.require());
    strspn => |call| span(call, STRSPN.require());
    memcmp => compare_bytes;
    bcmp => compare_bytes;
    memchr => find_byte;
}

// Numbers.
observe! {
    checked_code:
    atoi => |call| integer(call, 10);
    atol => |call| integer(call, 10);
    atoll => |call| integer(call, 10);
    strtol => |call| integer(call, call.get(2) as c_int);
    strtoll => |call| integer(call, call.get(2) as c_int);
    strtoul => |call| integer(call, call.get(2) as c_int);
    strtoull => |call| integer(call, call.get(2) as c_int);
    __isoc23_strtol => |call| integer(call, call.get(2) as c_int);
    __isoc23_strtoll => |call| integer(call, call.get(2) as c_int);
    __isoc23_strtoul => |call| integer(call, call.get(2) as c_int);
    __isoc23_strtoull => |call| integer(call, call.get(2) as c_int);
    atof => real;
    strtod => real;
    strtof => real;
    strtold => real;
}

// Everything else.
observe! {
    checked_code:
    qsort => sort;
    qsort_r => sort;
    rand_r => |call| result(call, 0, size_of::<c_int>());
    erand48 => |call| result(call, 0, 6);
    nrand48 => |call| result(call, 0, 6);
    jrand48 => |call| result(call, 0, 6);
    time => |call| result(call, 0, size_of::<c_long>());
    gettimeofday => |call| result(call, 0, 2 * size_of::<c_long>());
    clock_gettime => |call| result(call, 1, 2 * size_of::<c_long>());
    puts => text;
    fputs => text;
}

// Parts of floating-point numbers. The pointers are the first integers that are passed.
observe_variadic! {
    frexp => |call| store(call, 0, size_of::<c_int>());
    frexpf => |call| store(call, 0, size_of::<c_int>());
    frexpl => |call| store(call, 0, size_of::<c_int>());
    modf => |call| store(call, 0, 8);
    modff => |call| store(call, 0, 4);
    modfl => |call| store(call, 0, 16);
    sincos => |call| two_stores(call, 8);
    sincosf => |call| two_stores(call, 4);
    sincosl => |call| two_stores(call, 16);
}

pub(crate) fn report(address: usize, length: usize, kind: AccessKind, pc: usize) {
    if length != 0 {
        ranges::report(address, length, slots::kind_at(address, kind), pc);
    }
}

fn pointer(address: usize) -> Text {
    ptr::with_exposed_provenance(address)
}

fn byte(address: usize) -> u8 {
    // SAFETY: the function behind the door reads this byte as well.
    unsafe { ptr::with_exposed_provenance::<u8>(address).read() }
}

/// How long the text is, with the null byte at its end.
pub(crate) fn size(text: usize) -> usize {
    let length = STRLEN.require();
    // SAFETY: the program passes a text to the function behind the door.
    unsafe { length(pointer(text)) + 1 }
}

/// The same, if no more than `limit` bytes are looked at.
pub(crate) fn limited_size(text: usize, limit: usize) -> usize {
    let length = STRNLEN.require();
    // SAFETY: as in `size`, up to the limit.
    let length = unsafe { length(pointer(text), limit) };
    limit.min(length + 1)
}

/// Argument 0 is a text.
fn text(call: &Arguments) {
    report(call.get(0), size(call.get(0)), READ, call.pc);
}

fn some_text(call: &Arguments) {
    report(call.get(0), limited_size(call.get(0), call.get(1)), READ, call.pc);
}

fn copy(call: &Arguments) {
    let size = size(call.get(1));
    report(call.get(1), size, READ, call.pc);
    report(call.get(0), size, WRITE, call.pc);
}

fn copy_and_fill(call: &Arguments) {
    let room = call.get(2);
    report(call.get(1), limited_size(call.get(1), room), READ, call.pc);
    report(call.get(0), room, WRITE, call.pc);
}

fn append(call: &Arguments) {
    let (before, size) = (size(call.get(0)), size(call.get(1)));
    report(call.get(1), size, READ, call.pc);
    report(call.get(0), before, READ, call.pc);
    report(call.get(0) + before - 1, size, WRITE, call.pc);
}

fn append_some(call: &Arguments) {
    let limit = call.get(2);
    let (before, read) = (size(call.get(0)), limited_size(call.get(1), limit));
    let ends_before = read != 0 && byte(call.get(1) + read - 1) == 0;
    report(call.get(1), read, READ, call.pc);
    report(call.get(0), before, READ, call.pc);
    report(call.get(0) + before - 1, read + usize::from(!ends_before), WRITE, call.pc);
}

fn move_bytes(call: &Arguments, to: usize, from: usize) {
    report(call.get(from), call.get(2), READ, call.pc);
    report(call.get(to), call.get(2), WRITE, call.pc);
}

fn same(byte: &u8) -> u8 {
    *byte
}

/// Two texts are compared, of which `limit` bytes at most, after each byte went through `fold`.
fn compare(call: &Arguments, limit: usize, fold: fn(&u8) -> u8) {
    let (one, other) = (call.get(0), call.get(1));
    let is_last = |at: usize| {
        let (left, right) = (byte(one + at), byte(other + at));
        left == 0 || fold(&left) != fold(&right)
    };
    let read = (0..limit).find(|at| is_last(*at)).map_or(limit, |last| last + 1);
    report(one, read, READ, call.pc);
    report(other, read, READ, call.pc);
}

fn compare_bytes(call: &Arguments) {
    let (one, other, length) = (call.get(0), call.get(1), call.get(2));
    let differs = |at: &usize| byte(one + at) != byte(other + at);
    let read = (0..length).find(differs).map_or(length, |last| last + 1);
    report(one, read, READ, call.pc);
    report(other, read, READ, call.pc);
}

/// How many of `length` bytes are read until one is `wanted`.
fn read_until(address: usize, wanted: usize, length: usize) -> usize {
    let find = MEMCHR.require();
    // SAFETY: the function behind the door reads these bytes as well.
    let found = unsafe { find(pointer(address).cast(), wanted as c_int, length) };
    if found.is_null() { length } else { found.addr() - address + 1 }
}

fn find_character(call: &Arguments) {
    let read = read_until(call.get(0), call.get(1), size(call.get(0)));
    report(call.get(0), read, READ, call.pc);
}

fn find_byte(call: &Arguments) {
    // The length may be larger than the block, if the byte is there.
    let read = read_until(call.get(0), call.get(1), call.get(2));
    report(call.get(0), read, READ, call.pc);
}

fn find_text(call: &Arguments) {
    let (text, wanted) = (call.get(0), call.get(1));
    let find = STRSTR.require();
    // SAFETY: the program passes two texts.
    let found = unsafe { find(pointer(text), pointer(wanted)) };
    let wanted_size = size(wanted);
    let read = if found.is_null() { size(text) } else { found.addr() - text + wanted_size - 1 };
    report(wanted, wanted_size, READ, call.pc);
    report(text, read, READ, call.pc);
}

fn span(call: &Arguments, measure: unsafe extern "C" fn(Text, Text) -> usize) {
    // SAFETY: the program passes two texts.
    let length = unsafe { measure(pointer(call.get(0)), pointer(call.get(1))) };
    report(call.get(1), size(call.get(1)), READ, call.pc);
    report(call.get(0), length + 1, READ, call.pc);
}

/// The text in argument 0 is read up to the byte at the end of a number, that included.
fn number(call: &Arguments, convert: impl FnOnce(Text, *mut Text)) {
    let text = call.get(0);
    let mut end = pointer(text);
    libc::keep_errno(|| convert(end, &mut end));
    report(text, end.addr() - text + 1, READ, call.pc);
}

fn integer(call: &Arguments, base: c_int) {
    number(call, |text, end| {
        let convert = STRTOL.require();
        // SAFETY: the program passes a text.
        unsafe { convert(text, end, base) };
    });
}

fn real(call: &Arguments) {
    number(call, |text, end| {
        let convert = STRTOD.require();
        // SAFETY: the program passes a text.
        unsafe { convert(text, end) };
    });
}

fn sort(call: &Arguments) {
    let (count, size) = (call.get(1), call.get(2));
    if count > 1 {
        report(call.get(0), count.saturating_mul(size), WRITE, call.pc);
    }
}

/// Argument `index` is null, or where a result of this size goes.
fn result(call: &Arguments, index: usize, size: usize) {
    if call.get(index) != 0 {
        report(call.get(index), size, WRITE, call.pc);
    }
}

/// The same for a function of floating-point numbers. These pointers are never null.
fn store(call: &VariadicArguments, index: usize, size: usize) {
    report(call.get(index), size, WRITE, call.pc);
}

fn two_stores(call: &VariadicArguments, size: usize) {
    store(call, 0, size);
    store(call, 1, size);
}
