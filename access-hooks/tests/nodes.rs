//! The steps of libstdc++'s functions on nodes, against the functions themselves: on random trees
//! and lists, both must change the same fields to the same values.

#[path = "../src/nodes.rs"]
mod nodes;

use std::collections::{BTreeMap, BTreeSet};

use nodes::{Memory, Side};

type Node = *mut [usize; 4];

#[link(name = "stdc++")]
unsafe extern "C" {
    #[link_name = "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"]
    fn insert_and_rebalance(is_left: bool, node: Node, parent: Node, header: Node);
    #[link_name = "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_"]
    fn rebalance_for_erase(node: Node, header: Node) -> Node;
    #[link_name = "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base"]
    fn increment(node: Node) -> Node;
    #[link_name = "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base"]
    fn decrement(node: Node) -> Node;
    #[link_name = "_ZNSt8__detail15_List_node_base7_M_hookEPS0_"]
    fn list_hook(node: Node, position: Node);
    #[link_name = "_ZNSt8__detail15_List_node_base9_M_unhookEv"]
    fn list_unhook(node: Node);
    #[link_name = "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_"]
    fn list_transfer(position: Node, first: Node, last: Node);
    #[link_name = "_ZNSt8__detail15_List_node_base10_M_reverseEv"]
    fn list_reverse(head: Node);
    #[link_name = "_ZNSt8__detail15_List_node_base4swapERS0_S1_"]
    fn list_swap(one: Node, other: Node);
}

/// Nodes, of which the first ones are headers.
struct Nodes(Node, usize);

impl Nodes {
    fn new(count: usize) -> Nodes {
        Nodes(Box::leak(vec![[0; 4]; count].into_boxed_slice()).as_mut_ptr(), count)
    }

    fn at(&self, index: usize) -> Node {
        assert!(index < self.1);
        self.0.wrapping_add(index)
    }

    fn address(&self, index: usize) -> usize {
        self.at(index) as usize
    }

    fn word(&self, address: usize) -> usize {
        let index = (address - self.0 as usize) / size_of::<usize>();
        assert!(index < 4 * self.1);
        // SAFETY: the word is one of the nodes' own, which are never freed.
        unsafe { self.0.cast::<usize>().wrapping_add(index).read() }
    }

    fn set(&self, index: usize, content: [usize; 4]) {
        // SAFETY: the node is one of ours, and nobody else looks at it.
        unsafe { self.at(index).write(content) };
    }

    fn words(&self) -> Vec<(usize, usize)> {
        (0..4 * self.1)
            .map(|index| self.0 as usize + index * size_of::<usize>())
            .map(|at| (at, self.word(at)))
            .collect()
    }

    /// Takes the steps, calls the function, and compares what both have changed. Returns what the
    /// steps have read.
    fn compare(&self, steps: impl FnOnce(&mut Steps), function: impl FnOnce()) -> BTreeSet<usize> {
        let mut taken = Steps { nodes: self, written: BTreeMap::new(), read: Default::default() };
        steps(&mut taken);
        let before = self.words();
        function();
        for ((address, before), (_, after)) in before.into_iter().zip(self.words()) {
            match taken.written.get(&address) {
                Some((size, value)) => assert_eq!(*value, low(after, *size), "{address:#x}"),
                None => assert_eq!(before, after, "{address:#x} was changed"),
            }
        }
        taken.read.into_inner()
    }
}

fn low(word: usize, size: usize) -> usize {
    if size == size_of::<u32>() { word & 0xffff_ffff } else { word }
}

struct Steps<'n> {
    nodes: &'n Nodes,
    written: BTreeMap<usize, (usize, usize)>,
    read: std::cell::RefCell<BTreeSet<usize>>,
}

impl Memory for Steps<'_> {
    fn read(&self, field: usize, size: usize) -> usize {
        self.read.borrow_mut().insert(field);
        match self.written.get(&field) {
            Some((_, value)) => *value,
            None => low(self.nodes.word(field), size),
        }
    }

    fn write(&mut self, field: usize, size: usize, value: usize) {
        self.written.insert(field, (size, value));
    }
}

/// Numbers that look random (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

const COUNT: usize = 120;

#[test]
fn trees_change_as_in_libstdcxx() {
    let (nodes, mut numbers) = (Nodes::new(COUNT), Numbers(1));
    let header = nodes.address(0);
    nodes.set(0, [0, 0, header, header]);
    let mut members = BTreeSet::new();
    for turn in 0..40_000 {
        let index = 1 + numbers.below(COUNT - 1);
        // The tree grows and shrinks in turns.
        let grows = turn / 300 % 2 == 0 || members.is_empty();
        if grows && members.insert(index) {
            let (mut parent, mut side) = (header, Side::Left);
            let mut next = nodes.word(header + 8);
            while next != 0 {
                parent = next;
                side = if nodes.address(index) < next { Side::Left } else { Side::Right };
                next = nodes.word(next + if side == Side::Left { 16 } else { 24 });
            }
            nodes.compare(
                |steps| nodes::insert(steps, side, nodes.address(index), parent, header),
                // SAFETY: the place is the one for the node, by the order of addresses.
                || unsafe { insert_and_rebalance(side == Side::Left, nodes.at(index), parent as Node, nodes.at(0)) },
            );
        } else if !grows && members.remove(&index) {
            nodes.compare(
                |steps| nodes::erase(steps, nodes.address(index), header),
                // SAFETY: the node is in the tree.
                || assert_eq!(unsafe { rebalance_for_erase(nodes.at(index), nodes.at(0)) }, nodes.at(index)),
            );
        }
        for &member in members.iter().filter(|_| turn % 100 == 0) {
            let mut found = 0;
            let is_last = Some(&member) == members.last();
            let read = nodes.compare(
                |steps| nodes::next(steps, nodes.address(member)),
                // SAFETY: the node is in the tree.
                || found = unsafe { increment(nodes.at(member)) } as usize,
            );
            assert!(is_last || read.iter().any(|field| nodes.word(*field) == found), "the next node was read");
            let next = if is_last { header } else { found };
            let read = nodes.compare(
                |steps| nodes::previous(steps, next),
                // SAFETY: the node is in the tree, or its header.
                || found = unsafe { decrement(next as Node) } as usize,
            );
            assert_eq!(found, nodes.address(member));
            assert!(read.iter().any(|field| nodes.word(*field) == found), "the previous node was read");
        }
    }
}

#[test]
fn lists_change_as_in_libstdcxx() {
    let (nodes, mut numbers) = (Nodes::new(COUNT), Numbers(2));
    let heads = [0, 1].map(|index| nodes.address(index));
    for (index, head) in heads.into_iter().enumerate() {
        nodes.set(index, [head, head, 0, 0]);
    }
    let mut members = [Vec::new(), Vec::new()];
    for _ in 0..20_000 {
        let list = numbers.below(2);
        let index = 2 + numbers.below(COUNT - 2);
        match numbers.below(10) {
            0..5 if !members.concat().contains(&index) => {
                let place = numbers.below(members[list].len() + 1);
                let position = members[list].get(place).map_or(heads[list], |member| nodes.address(*member));
                nodes.compare(
                    |steps| nodes::hook(steps, nodes.address(index), position),
                    // SAFETY: the position is in the list.
                    || unsafe { list_hook(nodes.at(index), position as Node) },
                );
                members[list].insert(place, index);
            }
            5 | 6 if !members[list].is_empty() => {
                let place = numbers.below(members[list].len());
                let member = members[list].remove(place);
                nodes.compare(
                    |steps| nodes::unhook(steps, nodes.address(member)),
                    // SAFETY: the node is in the list.
                    || unsafe { list_unhook(nodes.at(member)) },
                );
            }
            7 if !members[list].is_empty() => {
                // All of one list to the beginning of the other.
                let (from, to) = (list, 1 - list);
                let [first, position] = [from, to].map(|list| nodes.word(heads[list]));
                nodes.compare(
                    |steps| nodes::transfer(steps, position, first, heads[from]),
                    // SAFETY: the range is one list, the position is in the other.
                    || unsafe { list_transfer(position as Node, first as Node, heads[from] as Node) },
                );
                let mut moved = std::mem::take(&mut members[from]);
                moved.append(&mut members[to]);
                members[to] = moved;
            }
            8 => {
                nodes.compare(
                    |steps| nodes::reverse(steps, heads[list]),
                    // SAFETY: the head is that of a list.
                    || unsafe { list_reverse(heads[list] as Node) },
                );
                members[list].reverse();
            }
            9 => {
                nodes.compare(
                    |steps| nodes::swap(steps, heads[0], heads[1]),
                    // SAFETY: the heads are those of two lists.
                    || unsafe { list_swap(nodes.at(0), nodes.at(1)) },
                );
                members.swap(0, 1);
            }
            _ => {}
        }
    }
}
