//! The hooks of atomic operations, which do the operation in the program's place.
//!
//! The tool is told first, then the operation is done. A load is a read, a store is a write, and everything else is a
//! write that reads, a compare-and-exchange also when it fails: which of two outcomes comes is a matter of the schedule.
//!
//! # Memory order
//!
//! The tool is told the order that was asked for. Every operation is done in that order or a stronger one. On x86-64 loads are the same instruction in
//! every order, and so are read-modify-writes; only stores and fences differ. So the order is looked at there alone, and
//! the other hooks are sequentially consistent.
//!
//! # 16 bytes
//!
//! They are done with `cmpxchg16b`, also the load. It is one of the instructions that every x86-64 processor has which
//! Linux distributions support today (x86-64-v2 asks for it). It needs memory that can be written; so a 16-byte
//! atomic load from constant data fails, as it does with gcc's libatomic on processors without AVX.
//!
//! A compare-and-exchange of 16 bytes takes up all argument registers. There, the return address is put in the
//! place of the memory order of a failure, which is not needed.

use core::arch::naked_asm;
use core::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, compiler_fence, fence};

use detsan_hook_abi::AccessKind;

use crate::assembly::{function, hooks};
use crate::attach::tell;
use crate::sized::report_access;

const LOAD: u32 = AccessKind::ATOMIC;
const STORE: u32 = AccessKind::ATOMIC | AccessKind::WRITE;
const UPDATE: u32 = AccessKind::ATOMIC | AccessKind::WRITE | AccessKind::READ_WRITE;

/// `memory_order_seq_cst` of C. gcc adds hints for transactional memory in higher bits.
const SEQUENTIALLY_CONSISTENT: u32 = 5;
const ORDER_MASK: u32 = 0xff;

fn is_sequentially_consistent(order: u32) -> bool {
    order & ORDER_MASK == SEQUENTIALLY_CONSISTENT
}

/// What a memory order asks for, as flags of [`AccessKind`]; those that make no sense for the operation have no effect.
fn flags(order: u32) -> u32 {
    match order & ORDER_MASK {
        0 => 0,
        // consume, acquire
        1 | 2 => AccessKind::ACQUIRE,
        // release
        3 => AccessKind::RELEASE,
        _ => AccessKind::ACQUIRE | AccessKind::RELEASE,
    }
}

fn report<T>(address: *mut T, kind: u32, order: u32, pc: usize) {
    report_access(address.addr(), AccessKind(kind | flags(order) | size_of::<T>() as u32), pc);
}

/// The operations on one type. A value travels as `$argument`, which is at least 32 bits wide: nobody says what is in the
/// upper bits of a register that carries a smaller one.
macro_rules! operations {
    ($module:ident: $integer:ty, $atomic:ty, $argument:ty) => {
        mod $module {
            use super::*;

            fn at<'a>(address: *mut $integer) -> &'a $atomic {
                // SAFETY: the program is about to access this object atomically, so it is valid, aligned, and not
                // accessed in another way at the same time.
                unsafe { <$atomic>::from_ptr(address) }
            }

            pub(super) extern "C" fn load(address: *mut $integer, order: u32, pc: usize) -> $integer {
                report(address, LOAD, order, pc);
                at(address).load(Ordering::SeqCst)
            }

            pub(super) extern "C" fn store(address: *mut $integer, value: $argument, order: u32, pc: usize) {
                report(address, STORE, order, pc);
                let order = if is_sequentially_consistent(order) { Ordering::SeqCst } else { Ordering::Release };
                at(address).store(value as $integer, order);
            }

            operations!(@updates $integer, $argument:
                exchange = swap, fetch_add = fetch_add, fetch_sub = fetch_sub, fetch_and = fetch_and,
                fetch_or = fetch_or, fetch_xor = fetch_xor, fetch_nand = fetch_nand);

            pub(super) extern "C" fn compare_exchange(
                address: *mut $integer,
                expected: *mut $integer,
                new: $argument,
                order: u32,
                _failureorder: u32,
                pc: usize,
            ) -> i32 {
                report(address, UPDATE, order, pc);
                // SAFETY: the caller passes a pointer to its own copy of the expected value.
                let old = unsafe { expected.read() };
                match at(address).compare_exchange(old, new as $integer, Ordering::SeqCst, Ordering::SeqCst) {
                    Ok(_) => 1,
                    Err(found) => {
                        // SAFETY: as above.
                        unsafe { expected.write(found) };
                        0
                    }
                }
            }

            pub(super) extern "C" fn compare_exchange_val(
                address: *mut $integer,
                expected: $argument,
                new: $argument,
                order: u32,
                _failureorder: u32,
                pc: usize,
            ) -> $integer {
                report(address, UPDATE, order, pc);
                let (old, new) = (expected as $integer, new as $integer);
                match at(address).compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst) {
                    Ok(found) | Err(found) => found,
                }
            }
        }
    };
    (@updates $integer:ty, $argument:ty: $($name:ident = $method:ident),*) => {$(
        pub(super) extern "C" fn $name(address: *mut $integer, value: $argument, order: u32, pc: usize) -> $integer {
            report(address, UPDATE, order, pc);
            at(address).$method(value as $integer, Ordering::SeqCst)
        }
    )*};
}

operations!(bits8: u8, AtomicU8, u32);
operations!(bits16: u16, AtomicU16, u32);
operations!(bits32: u32, AtomicU32, u32);
operations!(bits64: u64, AtomicU64, u64);

mod bits128 {
    use super::*;

    /// Stores `new` if `*address` is `old`, and returns what was there.
    #[unsafe(naked)]
    unsafe extern "C" fn swap_if(address: *mut u128, old: u128, new: u128) -> u128 {
        naked_asm!(
            "push rbx",
            "mov rax, rsi",
            "mov rbx, rcx",
            "mov rcx, r8",
            "lock cmpxchg16b xmmword ptr [rdi]",
            "pop rbx",
            "ret",
        )
    }

    fn swap(address: *mut u128, old: u128, new: u128) -> u128 {
        // SAFETY: the program is about to access this object atomically, so it is valid and aligned.
        unsafe { swap_if(address, old, new) }
    }

    /// Replaces `*address` by what `change` makes of it, and returns what was there.
    fn update(address: *mut u128, order: u32, pc: usize, change: impl Fn(u128) -> u128) -> u128 {
        report(address, UPDATE, order, pc);
        replace(address, change)
    }

    fn replace(address: *mut u128, change: impl Fn(u128) -> u128) -> u128 {
        let mut old = 0;
        loop {
            let found = swap(address, old, change(old));
            if found == old {
                return old;
            }
            old = found;
        }
    }

    pub(super) extern "C" fn load(address: *mut u128, order: u32, pc: usize) -> u128 {
        report(address, LOAD, order, pc);
        // Storing a zero in place of a zero changes nothing.
        swap(address, 0, 0)
    }

    pub(super) extern "C" fn store(address: *mut u128, value: u128, order: u32, pc: usize) {
        report(address, STORE, order, pc);
        replace(address, |_| value);
    }

    pub(super) extern "C" fn exchange(address: *mut u128, value: u128, order: u32, pc: usize) -> u128 {
        update(address, order, pc, |_| value)
    }

    pub(super) extern "C" fn fetch_add(address: *mut u128, value: u128, order: u32, pc: usize) -> u128 {
        update(address, order, pc, |old| old.wrapping_add(value))
    }

    pub(super) extern "C" fn fetch_sub(address: *mut u128, value: u128, order: u32, pc: usize) -> u128 {
        update(address, order, pc, |old| old.wrapping_sub(value))
    }

    pub(super) extern "C" fn fetch_and(address: *mut u128, value: u128, order: u32, pc: usize) -> u128 {
        update(address, order, pc, |old| old & value)
    }

    pub(super) extern "C" fn fetch_or(address: *mut u128, value: u128, order: u32, pc: usize) -> u128 {
        update(address, order, pc, |old| old | value)
    }

    pub(super) extern "C" fn fetch_xor(address: *mut u128, value: u128, order: u32, pc: usize) -> u128 {
        update(address, order, pc, |old| old ^ value)
    }

    pub(super) extern "C" fn fetch_nand(address: *mut u128, value: u128, order: u32, pc: usize) -> u128 {
        update(address, order, pc, |old| !(old & value))
    }

    /// The return address is in the place of the second memory order.
    pub(super) extern "C" fn compare_exchange(
        address: *mut u128,
        expected: *mut u128,
        new: u128,
        order: u32,
        pc: usize,
    ) -> i32 {
        report(address, UPDATE, order, pc);
        // SAFETY: the caller passes a pointer to its own copy of the expected value. A copy need not be aligned.
        let old = unsafe { expected.read_unaligned() };
        let found = swap(address, old, new);
        // SAFETY: as above.
        unsafe { expected.write_unaligned(found) };
        (found == old).into()
    }

    /// The return address is in the place of the second memory order, on the stack.
    pub(super) extern "C" fn compare_exchange_val(
        address: *mut u128,
        expected: u128,
        new: u128,
        order: u32,
        pc: usize,
    ) -> u128 {
        report(address, UPDATE, order, pc);
        swap(address, expected, new)
    }
}

// `caller in` names the first register after the arguments: a 16-byte value takes two.
hooks! {
    "__tsan_atomic8_load", caller in "rdx" => bits8::load;
    "__tsan_atomic8_store", caller in "rcx" => bits8::store;
    "__tsan_atomic8_exchange", caller in "rcx" => bits8::exchange;
    "__tsan_atomic8_fetch_add", caller in "rcx" => bits8::fetch_add;
    "__tsan_atomic8_fetch_sub", caller in "rcx" => bits8::fetch_sub;
    "__tsan_atomic8_fetch_and", caller in "rcx" => bits8::fetch_and;
    "__tsan_atomic8_fetch_or", caller in "rcx" => bits8::fetch_or;
    "__tsan_atomic8_fetch_xor", caller in "rcx" => bits8::fetch_xor;
    "__tsan_atomic8_fetch_nand", caller in "rcx" => bits8::fetch_nand;
    "__tsan_atomic8_compare_exchange_strong", caller in "r9" => bits8::compare_exchange;
    "__tsan_atomic8_compare_exchange_weak", caller in "r9" => bits8::compare_exchange;
    "__tsan_atomic8_compare_exchange_val", caller in "r9" => bits8::compare_exchange_val;

    "__tsan_atomic16_load", caller in "rdx" => bits16::load;
    "__tsan_atomic16_store", caller in "rcx" => bits16::store;
    "__tsan_atomic16_exchange", caller in "rcx" => bits16::exchange;
    "__tsan_atomic16_fetch_add", caller in "rcx" => bits16::fetch_add;
    "__tsan_atomic16_fetch_sub", caller in "rcx" => bits16::fetch_sub;
    "__tsan_atomic16_fetch_and", caller in "rcx" => bits16::fetch_and;
    "__tsan_atomic16_fetch_or", caller in "rcx" => bits16::fetch_or;
    "__tsan_atomic16_fetch_xor", caller in "rcx" => bits16::fetch_xor;
    "__tsan_atomic16_fetch_nand", caller in "rcx" => bits16::fetch_nand;
    "__tsan_atomic16_compare_exchange_strong", caller in "r9" => bits16::compare_exchange;
    "__tsan_atomic16_compare_exchange_weak", caller in "r9" => bits16::compare_exchange;
    "__tsan_atomic16_compare_exchange_val", caller in "r9" => bits16::compare_exchange_val;

    "__tsan_atomic32_load", caller in "rdx" => bits32::load;
    "__tsan_atomic32_store", caller in "rcx" => bits32::store;
    "__tsan_atomic32_exchange", caller in "rcx" => bits32::exchange;
    "__tsan_atomic32_fetch_add", caller in "rcx" => bits32::fetch_add;
    "__tsan_atomic32_fetch_sub", caller in "rcx" => bits32::fetch_sub;
    "__tsan_atomic32_fetch_and", caller in "rcx" => bits32::fetch_and;
    "__tsan_atomic32_fetch_or", caller in "rcx" => bits32::fetch_or;
    "__tsan_atomic32_fetch_xor", caller in "rcx" => bits32::fetch_xor;
    "__tsan_atomic32_fetch_nand", caller in "rcx" => bits32::fetch_nand;
    "__tsan_atomic32_compare_exchange_strong", caller in "r9" => bits32::compare_exchange;
    "__tsan_atomic32_compare_exchange_weak", caller in "r9" => bits32::compare_exchange;
    "__tsan_atomic32_compare_exchange_val", caller in "r9" => bits32::compare_exchange_val;

    "__tsan_atomic64_load", caller in "rdx" => bits64::load;
    "__tsan_atomic64_store", caller in "rcx" => bits64::store;
    "__tsan_atomic64_exchange", caller in "rcx" => bits64::exchange;
    "__tsan_atomic64_fetch_add", caller in "rcx" => bits64::fetch_add;
    "__tsan_atomic64_fetch_sub", caller in "rcx" => bits64::fetch_sub;
    "__tsan_atomic64_fetch_and", caller in "rcx" => bits64::fetch_and;
    "__tsan_atomic64_fetch_or", caller in "rcx" => bits64::fetch_or;
    "__tsan_atomic64_fetch_xor", caller in "rcx" => bits64::fetch_xor;
    "__tsan_atomic64_fetch_nand", caller in "rcx" => bits64::fetch_nand;
    "__tsan_atomic64_compare_exchange_strong", caller in "r9" => bits64::compare_exchange;
    "__tsan_atomic64_compare_exchange_weak", caller in "r9" => bits64::compare_exchange;
    "__tsan_atomic64_compare_exchange_val", caller in "r9" => bits64::compare_exchange_val;

    "__tsan_atomic128_load", caller in "rdx" => bits128::load;
    "__tsan_atomic128_store", caller in "r8" => bits128::store;
    "__tsan_atomic128_exchange", caller in "r8" => bits128::exchange;
    "__tsan_atomic128_fetch_add", caller in "r8" => bits128::fetch_add;
    "__tsan_atomic128_fetch_sub", caller in "r8" => bits128::fetch_sub;
    "__tsan_atomic128_fetch_and", caller in "r8" => bits128::fetch_and;
    "__tsan_atomic128_fetch_or", caller in "r8" => bits128::fetch_or;
    "__tsan_atomic128_fetch_xor", caller in "r8" => bits128::fetch_xor;
    "__tsan_atomic128_fetch_nand", caller in "r8" => bits128::fetch_nand;
    "__tsan_atomic128_compare_exchange_strong", caller in "r9" => bits128::compare_exchange;
    "__tsan_atomic128_compare_exchange_weak", caller in "r9" => bits128::compare_exchange;
}

// The place of an argument on the stack belongs to the function that is called (psABI for x86-64, §3.2.3).
function! {
    ".globl" "__tsan_atomic128_compare_exchange_val":
    "mov rax, qword ptr [rsp]",
    "mov qword ptr [rsp + 8], rax",
    "jmp {implementation}";
    implementation = sym bits128::compare_exchange_val,
}

/// A fence orders accesses and is none itself. A relaxed one has no effect (C17, §7.17.4.1).
#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic_thread_fence(order: u32) {
    if flags(order) == 0 {
        return;
    }
    // SAFETY: the tool's function, called as its type says.
    tell(|tool| unsafe { (tool.synchronisation.fence)() });
    if is_sequentially_consistent(order) {
        fence(Ordering::SeqCst);
    } else {
        // Any weaker fence holds on x86-64 without an instruction.
        compiler_fence(Ordering::SeqCst);
    }
}

/// A fence between the program and its own signal handlers: that this is a call is enough.
#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic_signal_fence(_order: u32) {
    compiler_fence(Ordering::SeqCst);
}
