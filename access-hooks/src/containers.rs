//! Tells of the accesses that libstdc++ makes to the nodes of containers, and to bytes that it
//! hashes.
//!
//! `std::map`, `std::set` and `std::list` are templates, which the program compiles. What all of
//! them share is compiled in libstdc++. Each observer goes through the function's
//! [steps](crate::nodes) first, and tells of every field that is read or written.

use core::ptr;

use crate::doors::{Arguments, observe};
use crate::nodes::{self, Memory, Side};
use crate::ranges::{READ, WRITE};
use crate::text::report;

observe! {
    checked_code:
    _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base => |call| nodes::next(&mut Fields::of(call), call.get(0));
    _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base => |call| nodes::next(&mut Fields::of(call), call.get(0));
    _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base => |call| nodes::previous(&mut Fields::of(call), call.get(0));
    _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base => |call| nodes::previous(&mut Fields::of(call), call.get(0));
    _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ => insert;
    _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_ => |call| {
        nodes::erase(&mut Fields::of(call), call.get(0), call.get(1));
    };
}

observe! {
    checked_code:
    _ZNSt8__detail15_List_node_base7_M_hookEPS0_ => |call| {
        nodes::hook(&mut Fields::of(call), call.get(0), call.get(1));
    };
    _ZNSt8__detail15_List_node_base9_M_unhookEv => |call| nodes::unhook(&mut Fields::of(call), call.get(0));
    _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ => |call| {
        nodes::transfer(&mut Fields::of(call), call.get(0), call.get(1), call.get(2));
    };
    _ZNSt8__detail15_List_node_base10_M_reverseEv => |call| nodes::reverse(&mut Fields::of(call), call.get(0));
    _ZNSt8__detail15_List_node_base4swapERS0_S1_ => |call| {
        nodes::swap(&mut Fields::of(call), call.get(0), call.get(1));
    };
}

observe! {
    checked_code:
    _ZSt11_Hash_bytesPKvmm => |call| report(call.get(0), call.get(1), READ, call.pc);
    _ZSt15_Fnv_hash_bytesPKvmm => |call| report(call.get(0), call.get(1), READ, call.pc);
}

/// `(is_left, node, parent, header)`
fn insert(call: &Arguments) {
    // Of a `bool` in a register, the lowest byte counts.
    let side = if call.get(0) as u8 == 0 { Side::Right } else { Side::Left };
    nodes::insert(&mut Fields::of(call), side, call.get(1), call.get(2), call.get(3));
}

/// The fields of a container as a function finds and leaves them. Nothing is written: what the
/// function is going to write is kept here, and read instead.
struct Fields {
    pc: usize,
    written: [(usize, usize); Fields::MOST],
    count: usize,
}

impl Fields {
    /// More than is written and read again: three colours for each level of a tree of 2⁶⁴ nodes,
    /// and the links of three rotations.
    const MOST: usize = 512;

    fn of(call: &Arguments) -> Fields {
        Fields { pc: call.pc, written: [(0, 0); Fields::MOST], count: 0 }
    }
}

impl Memory for Fields {
    fn read(&self, field: usize, size: usize) -> usize {
        report(field, size, READ, self.pc);
        let written = self.written.iter().take(self.count).rev().find(|(address, _)| *address == field);
        match written {
            Some((_, value)) => *value,
            // SAFETY: the function behind the door reads this field of a node as well.
            None if size == size_of::<u32>() => unsafe { ptr::with_exposed_provenance::<u32>(field).read() as usize },
            // SAFETY: as above.
            None => unsafe { ptr::with_exposed_provenance::<usize>(field).read() },
        }
    }

    fn write(&mut self, field: usize, size: usize, value: usize) {
        report(field, size, WRITE, self.pc);
        if let Some(place) = self.written.get_mut(self.count) {
            *place = (field, value);
            self.count += 1;
        }
    }
}
