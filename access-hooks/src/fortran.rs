//! What gfortran's runtime library does to the program's variables.
//!
//! A C program reads `x` itself and hands its value to `printf`; Fortran's `print *, x` hands over the address, and `libgfortran`, which is
//! not instrumented, reads it. So do some operations on arrays and strings. Without this page a race with a `print` would be missed.
//!
//! The doors are for checked code alone, because the library's functions call each other: `transfer_integer_write` writes the number by
//! way of `transfer_integer`.
//!
//! What is left out: the rest of the array intrinsics (gfortran makes code of its own for most uses of them), internal files, `namelist` and
//! the results of an I/O statement (`iostat=`, `inquire`).

use core::ptr;

use detsan_hook_abi::AccessKind;

use crate::attach::tell;
use crate::doors::{Arguments, observe};

const READ: AccessKind = AccessKind(0);
const WRITE: AccessKind = AccessKind(AccessKind::WRITE);

// `_gfortran_transfer_integer (st_parameter_dt *, void *value, int kind)` reads from a file into the variable, its namesake with `_write` at the
// end writes the variable to one.
observe! {
    checked_code:
    _gfortran_transfer_integer => |call| value(call, WRITE, 1);
    _gfortran_transfer_integer_write => |call| value(call, READ, 1);
    _gfortran_transfer_logical => |call| value(call, WRITE, 1);
    _gfortran_transfer_logical_write => |call| value(call, READ, 1);
    _gfortran_transfer_real => |call| value(call, WRITE, 1);
    _gfortran_transfer_real_write => |call| value(call, READ, 1);
    _gfortran_transfer_real128 => |call| value(call, WRITE, 1);
    _gfortran_transfer_real128_write => |call| value(call, READ, 1);
    _gfortran_transfer_complex => |call| value(call, WRITE, 2);
    _gfortran_transfer_complex_write => |call| value(call, READ, 2);
    _gfortran_transfer_complex128 => |call| value(call, WRITE, 2);
    _gfortran_transfer_complex128_write => |call| value(call, READ, 2);
}

// `(st_parameter_dt *, void *text, size_t length)`, and `int kind` for wide characters.
observe! {
    checked_code:
    _gfortran_transfer_character => |call| text(call, 1, 2, WRITE);
    _gfortran_transfer_character_write => |call| text(call, 1, 2, READ);
    _gfortran_transfer_character_wide => |call| wide_text(call, WRITE);
    _gfortran_transfer_character_wide_write => |call| wide_text(call, READ);
}

// `(st_parameter_dt *, descriptor *, int kind, size_t length)`.
observe! {
    checked_code:
    _gfortran_transfer_array => |call| array(call, 1, WRITE);
    _gfortran_transfer_array_write => |call| array(call, 1, READ);
}

// A section that is not contiguous is copied for a procedure that wants it so, and copied back.
// `void *_gfortran_internal_pack (descriptor *)`, `void _gfortran_internal_unpack (descriptor *, const void *)`.
observe! {
    checked_code:
    _gfortran_internal_pack => pack;
    _gfortran_internal_unpack => unpack;
}

// `(descriptor *result, descriptor *a, descriptor *b, …)`.
observe! {
    checked_code:
    _gfortran_matmul_i1 => matmul;
    _gfortran_matmul_i2 => matmul;
    _gfortran_matmul_i4 => matmul;
    _gfortran_matmul_i8 => matmul;
    _gfortran_matmul_i16 => matmul;
    _gfortran_matmul_r4 => matmul;
    _gfortran_matmul_r8 => matmul;
    _gfortran_matmul_r10 => matmul;
    _gfortran_matmul_r16 => matmul;
    _gfortran_matmul_c4 => matmul;
    _gfortran_matmul_c8 => matmul;
    _gfortran_matmul_c10 => matmul;
    _gfortran_matmul_c16 => matmul;
    _gfortran_matmul_l4 => matmul;
    _gfortran_matmul_l8 => matmul;
    _gfortran_matmul_l16 => matmul;
}

// Each text is a length and a pointer, in this order; `string_trim` begins with the places of its results.
observe! {
    checked_code:
    _gfortran_compare_string => |call| {
        text(call, 1, 0, READ);
        text(call, 3, 2, READ);
    };
    _gfortran_concat_string => |call| {
        text(call, 3, 2, READ);
        text(call, 5, 4, READ);
        text(call, 1, 0, WRITE);
    };
    _gfortran_string_len_trim => |call| text(call, 1, 0, READ);
    _gfortran_string_trim => |call| text(call, 3, 2, READ);
}

fn report(address: usize, length: usize, kind: AccessKind, pc: usize) {
    if length != 0 {
        // SAFETY: the tool's function, called as its type says.
        tell(|tool| unsafe { (tool.range)(address, length, kind, pc) });
    }
}

/// Argument 1 is a number, or `parts` of them, of the kind in argument 2.
fn value(call: &Arguments, access: AccessKind, parts: usize) {
    let size = match call.get(2) as u32 {
        // The 80-bit format takes 16 bytes.
        10 => 16,
        kind => kind as usize,
    };
    report(call.get(1), size * parts, access, call.pc);
}

fn text(call: &Arguments, pointer: usize, length: usize, access: AccessKind) {
    report(call.get(pointer), call.get(length), access, call.pc);
}

fn wide_text(call: &Arguments, access: AccessKind) {
    let bytes_of_character = call.get(3) as u32 as usize;
    report(call.get(1), call.get(2).saturating_mul(bytes_of_character), access, call.pc);
}

fn array(call: &Arguments, index: usize, access: AccessKind) {
    // SAFETY: the program passes a descriptor to the function that is behind the door.
    let section = unsafe { Section::read(ptr::with_exposed_provenance(call.get(index))) };
    if let Some(section) = section {
        section.runs(|address, length| report(address, length, access, call.pc));
    }
}

fn pack(call: &Arguments) {
    // SAFETY: as in `array`.
    let section = unsafe { Section::read(ptr::with_exposed_provenance(call.get(0))) };
    // What is contiguous is not copied, the function returns the address of the section itself.
    if section.is_some_and(|section| !section.is_packed()) {
        array(call, 0, READ);
    }
}

fn unpack(call: &Arguments) {
    // SAFETY: as in `array`.
    let section = unsafe { Section::read(ptr::with_exposed_provenance(call.get(0))) };
    // There is nothing to copy back into an array that has not been copied.
    if section.is_some_and(|section| section.base != call.get(1)) && call.get(1) != 0 {
        array(call, 0, WRITE);
    }
}

fn matmul(call: &Arguments) {
    array(call, 1, READ);
    array(call, 2, READ);
    // A result that has no memory yet gets a block that nobody else knows.
    array(call, 0, WRITE);
}

/// The most dimensions that an array of Fortran has.
const MOST_DIMENSIONS: usize = 15;

/// One dimension of an array descriptor.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Dimension {
    /// Distance of neighbours, in elements.
    stride: isize,
    lower: isize,
    upper: isize,
}

/// An array descriptor of gfortran, from version 8 on (`gfc_array_void` in `libgfortran.h`).
#[repr(C)]
#[derive(Debug)]
struct Descriptor {
    base: usize,
    offset: usize,
    element_size: usize,
    version: i32,
    rank: i8,
    kind: i8,
    attribute: i16,
    span: isize,
    /// As many as `rank` says.
    dimensions: [Dimension; 0],
}
const _: () = assert!(size_of::<Descriptor>() == 40 && size_of::<Dimension>() == 24);

/// An array section that has elements.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// Address of the first element.
    base: usize,
    element_size: usize,
    rank: usize,
    /// Number of elements and distance in bytes, by dimension.
    dimensions: [(usize, isize); MOST_DIMENSIONS],
}

impl Section {
    /// # Safety
    ///
    /// `descriptor` is null or a valid descriptor.
    unsafe fn read(descriptor: *const Descriptor) -> Option<Section> {
        // SAFETY: by the caller's promise.
        let head = unsafe { descriptor.as_ref() }?;
        let rank = usize::try_from(head.rank).ok().filter(|rank| *rank <= MOST_DIMENSIONS)?;
        if head.base == 0 {
            return None;
        }
        // Dimensions that the array does not have are as good as dimensions with one element.
        let mut dimensions = [(1, 0); MOST_DIMENSIONS];
        // SAFETY: the dimensions follow the head.
        let first: *const Dimension = unsafe { (&raw const (*descriptor).dimensions).cast() };
        for (index, dimension) in dimensions.iter_mut().enumerate().take(rank) {
            // SAFETY: there are `rank` of them.
            let Dimension { stride, lower, upper } = unsafe { first.wrapping_add(index).read() };
            let extent = upper.wrapping_sub(lower).wrapping_add(1);
            if extent <= 0 {
                return None;
            }
            *dimension = (extent as usize, stride.wrapping_mul(head.element_size as isize));
        }
        Some(Section { base: head.base, element_size: head.element_size, rank, dimensions })
    }

    /// Whether the runtime library takes it for contiguous: it does not look at how many elements a dimension has.
    fn is_packed(&self) -> bool {
        let mut length = self.element_size;
        self.dimensions.iter().take(self.rank).all(|(extent, distance)| {
            let follows = *distance == length as isize;
            length = length.wrapping_mul(*extent);
            follows
        })
    }

    /// Calls `visit` with the address and length of each run of neighbouring elements.
    fn runs(&self, mut visit: impl FnMut(usize, usize)) {
        // The first dimensions may be one run; the others are gone through element by element.
        let mut length = self.element_size;
        let mut in_run = true;
        let mut others = [(1, 0, 0); MOST_DIMENSIONS];
        for ((extent, distance), other) in self.dimensions.iter().zip(&mut others) {
            in_run = in_run && (*extent == 1 || *distance == length as isize);
            if in_run {
                length = length.wrapping_mul(*extent);
            } else {
                *other = (*extent, *distance, 0);
            }
        }
        let mut address = self.base;
        'runs: loop {
            visit(address, length);
            for (extent, distance, position) in &mut others {
                *position += 1;
                address = address.wrapping_add_signed(*distance);
                if *position < *extent {
                    continue 'runs;
                }
                address = address.wrapping_add_signed(distance.wrapping_mul(-(*extent as isize)));
                *position = 0;
            }
            return;
        }
    }
}
