//! Streams of C++ (libstdc++): what is read of the texts and strings that are written to them, and
//! written to the variables that are read from them.
//!
//! A stream is an object that each use of it changes, and that no lock protects. So each use is a
//! write to it, to the field that a formatted use resets: two tasks that use one string stream
//! race. The standard streams are the exception: several threads may use them, unless the program
//! asks for streams that are not synchronised (`sync_with_stdio (false)`).
//!
//! What is here is the part of libstdc++ that is not compiled with the program. Calls of its other
//! functions of streams are told of (`trusted.rs` in the tool), as of those that read into arrays:
//! how much they read is known afterwards, and an exception could not pass a function that waits
//! here. The doors are for checked code alone, because the library's functions call each other.

use core::ffi::CStr;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::doors::{Arguments, observe, observe_variadic};
use crate::libc;
use crate::ranges::{READ, WRITE};
use crate::text::{report, size};

// A use of the stream that follows no other pointer: numbers and characters by value, `endl`,
// `flush`, `seekp` and the like.
observe! {
    checked_code:
    _ZNSolsEb => plain;
    _ZNSolsEs => plain;
    _ZNSolsEt => plain;
    _ZNSolsEi => plain;
    _ZNSolsEj => plain;
    _ZNSolsEl => plain;
    _ZNSolsEm => plain;
    _ZNSolsEx => plain;
    _ZNSolsEy => plain;
    _ZNSolsEPKv => plain;
    _ZNSo9_M_insertIbEERSoT_ => plain;
    _ZNSo9_M_insertIlEERSoT_ => plain;
    _ZNSo9_M_insertImEERSoT_ => plain;
    _ZNSo9_M_insertIxEERSoT_ => plain;
    _ZNSo9_M_insertIyEERSoT_ => plain;
    _ZNSo9_M_insertIPKvEERSoT_ => plain;
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c => plain;
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a => plain;
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h => plain;
    _ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_c => plain;
    _ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ => plain;
    _ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ => plain;
    _ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_ => plain;
    _ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_ => plain;
    _ZNSolsEPFRSoS_E => plain;
    _ZNSolsEPFRSt8ios_baseS0_E => plain;
    _ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E => plain;
    _ZNSirsEPFRSiS_E => plain;
    _ZNSirsEPFRSt8ios_baseS0_E => plain;
    _ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E => plain;
    _ZNSo3putEc => plain;
    _ZNSo5flushEv => plain;
    _ZNSo5seekpESt4fposI11__mbstate_tE => plain;
    _ZNSo5seekpElSt12_Ios_Seekdir => plain;
    _ZNSo5tellpEv => plain;
    _ZNSi3getEv => plain;
    _ZNSi4peekEv => plain;
    _ZNSi4syncEv => plain;
    _ZNSi5ungetEv => plain;
    _ZNSi5seekgESt4fposI11__mbstate_tE => plain;
    _ZNSi5seekgElSt12_Ios_Seekdir => plain;
    _ZNSi5tellgEv => plain;
    _ZNSi6ignoreEv => plain;
    _ZNSi6ignoreEl => plain;
    _ZNSi6ignoreEli => plain;
    _ZNSi7putbackEc => plain;
}

// Numbers that are passed in floating-point registers.
observe_variadic! {
    _ZNSolsEf => |call| stream(call.get(0), call.pc);
    _ZNSolsEd => |call| stream(call.get(0), call.pc);
    _ZNSolsEe => |call| stream(call.get(0), call.pc);
    _ZNSo9_M_insertIdEERSoT_ => |call| stream(call.get(0), call.pc);
    _ZNSo9_M_insertIeEERSoT_ => |call| stream(call.get(0), call.pc);
}

// Texts that are written to a stream.
observe! {
    checked_code:
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc => put_text;
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa => put_text;
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh => put_text;
    _ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l => put_bytes;
    _ZNSo5writeEPKcl => put_bytes;
    _ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE => put_string;
}

// Numbers and characters that are read from a stream.
observe! {
    checked_code:
    _ZNSirsERb => |call| extract(call, 1);
    _ZNSirsERs => |call| extract(call, 2);
    _ZNSirsERt => |call| extract(call, 2);
    _ZNSirsERi => |call| extract(call, 4);
    _ZNSirsERj => |call| extract(call, 4);
    _ZNSirsERl => |call| extract(call, 8);
    _ZNSirsERm => |call| extract(call, 8);
    _ZNSirsERx => |call| extract(call, 8);
    _ZNSirsERy => |call| extract(call, 8);
    _ZNSirsERf => |call| extract(call, 4);
    _ZNSirsERd => |call| extract(call, 8);
    _ZNSirsERe => |call| extract(call, 16);
    _ZNSirsERPv => |call| extract(call, 8);
    _ZNSi10_M_extractIbEERSiRT_ => |call| extract(call, 1);
    _ZNSi10_M_extractItEERSiRT_ => |call| extract(call, 2);
    _ZNSi10_M_extractIjEERSiRT_ => |call| extract(call, 4);
    _ZNSi10_M_extractIlEERSiRT_ => |call| extract(call, 8);
    _ZNSi10_M_extractImEERSiRT_ => |call| extract(call, 8);
    _ZNSi10_M_extractIxEERSiRT_ => |call| extract(call, 8);
    _ZNSi10_M_extractIyEERSiRT_ => |call| extract(call, 8);
    _ZNSi10_M_extractIfEERSiRT_ => |call| extract(call, 4);
    _ZNSi10_M_extractIdEERSiRT_ => |call| extract(call, 8);
    _ZNSi10_M_extractIeEERSiRT_ => |call| extract(call, 16);
    _ZNSi10_M_extractIPvEERSiRT_ => |call| extract(call, 8);
    _ZNSi3getERc => |call| extract(call, 1);
    _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_ => |call| extract(call, 1);
    _ZNSt8ios_base15sync_with_stdioEb => choose_synchronisation;
}

// Strings that are read from a stream. Their object is written to, and that is told of; the bytes
// are found through it.
observe! {
    checked_code:
    _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE => |call| extract(call, STRING);
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE => |call| extract(call, STRING);
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_ => |call| extract(call, STRING);
}

/// `std::string`, as far as it matters: where its bytes are, and how many.
const STRING: usize = 2 * size_of::<usize>();
/// How far before the functions in a stream's table the distance to its base `std::ios` is kept
/// (Itanium C++ ABI, §2.5.2). The base is one for both directions of a stream.
const BASE_IN_TABLE: usize = 3 * size_of::<usize>();
/// Where a base has the width of the next number, which a formatted use resets.
const WIDTH_IN_BASE: usize = 2 * size_of::<usize>();

/// The standard streams, and where they are: 0 if that is not known, or there is none.
static STANDARD: [(&CStr, AtomicUsize); 4] = [
    (c"_ZSt4cout", AtomicUsize::new(0)),
    (c"_ZSt3cin", AtomicUsize::new(0)),
    (c"_ZSt4cerr", AtomicUsize::new(0)),
    (c"_ZSt4clog", AtomicUsize::new(0)),
];

/// Whether threads may use the standard streams at the same time.
static SYNCHRONISED: AtomicBool = AtomicBool::new(true);

fn is_shared(stream: usize) -> bool {
    SYNCHRONISED.load(Ordering::Relaxed) && STANDARD.iter().any(|(name, place)| address(name, place) == stream)
}

fn address(name: &CStr, place: &AtomicUsize) -> usize {
    match place.load(Ordering::Relaxed) {
        0 => {
            // SAFETY: the name is a C string.
            let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }.addr();
            place.store(found, Ordering::Relaxed);
            found
        }
        known => known,
    }
}

fn word(address: usize) -> usize {
    // SAFETY: the function behind the door reads this word as well.
    unsafe { ptr::with_exposed_provenance::<usize>(address).read() }
}

/// A use of the stream at `address`.
fn stream(address: usize, pc: usize) {
    if !is_shared(address) {
        let base = address.wrapping_add(word(word(address) - BASE_IN_TABLE));
        report(base + WIDTH_IN_BASE, size_of::<usize>(), WRITE, pc);
    }
}

fn plain(call: &Arguments) {
    stream(call.get(0), call.pc);
}

fn put_text(call: &Arguments) {
    stream(call.get(0), call.pc);
    if call.get(1) != 0 {
        report(call.get(1), size(call.get(1)), READ, call.pc);
    }
}

fn put_bytes(call: &Arguments) {
    stream(call.get(0), call.pc);
    report(call.get(1), call.get(2), READ, call.pc);
}

fn put_string(call: &Arguments) {
    stream(call.get(0), call.pc);
    report(call.get(1), STRING, READ, call.pc);
    report(word(call.get(1)), word(call.get(1) + size_of::<usize>()), READ, call.pc);
}

fn extract(call: &Arguments, size: usize) {
    stream(call.get(0), call.pc);
    report(call.get(1), size, WRITE, call.pc);
}

/// `ios_base::sync_with_stdio (bool)`.
fn choose_synchronisation(call: &Arguments) {
    SYNCHRONISED.store(call.get(0) & 0xff != 0, Ordering::Relaxed);
}
