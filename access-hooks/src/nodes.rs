//! The steps of libstdc++'s functions on the nodes of trees and lists (libstdc++ 12, `tree.cc` and
//! `list.cc`), on any memory: whoever looks at their accesses goes through the same steps.
//!
//! A test holds these steps against libstdc++'s own (`tests/nodes.rs`).

/// The memory that the functions read and write: fields of nodes, by their addresses.
pub trait Memory {
    fn read(&self, field: usize, size: usize) -> usize;
    fn write(&mut self, field: usize, size: usize, value: usize);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

const RED: usize = 0;
const BLACK: usize = 1;

/// Where a node has its child.
fn child_field(node: usize, side: Side) -> usize {
    match side {
        Side::Left => node + 16,
        Side::Right => node + 24,
    }
}

/// A tree: a node is its colour and its links; the header's links are the root, the leftmost and
/// the rightmost node. 0 is no node.
struct Tree<'m, M> {
    memory: &'m mut M,
    header: usize,
}

impl<M: Memory> Tree<'_, M> {
    fn colour(&self, node: usize) -> usize {
        self.memory.read(node, size_of::<i32>())
    }

    fn paint(&mut self, node: usize, colour: usize) {
        self.memory.write(node, size_of::<i32>(), colour);
    }

    fn parent(&self, node: usize) -> usize {
        self.link(node + 8)
    }

    fn set_parent(&mut self, node: usize, parent: usize) {
        self.set_link(node + 8, parent);
    }

    fn child(&self, node: usize, side: Side) -> usize {
        self.link(child_field(node, side))
    }

    fn set_child(&mut self, node: usize, side: Side, child: usize) {
        self.set_link(child_field(node, side), child);
    }

    fn link(&self, field: usize) -> usize {
        self.memory.read(field, size_of::<usize>())
    }

    fn set_link(&mut self, field: usize, node: usize) {
        self.memory.write(field, size_of::<usize>(), node);
    }

    fn is_red(&self, node: usize) -> bool {
        node != 0 && self.colour(node) == RED
    }

    /// The last node on one side of `node`.
    fn outermost(&self, mut node: usize, side: Side) -> usize {
        loop {
            match self.child(node, side) {
                0 => return node,
                child => node = child,
            }
        }
    }

    /// Puts `new` where `old` hangs on its parent.
    fn replace(&mut self, old: usize, new: usize) {
        let parent = self.parent(old);
        if self.parent(self.header) == old {
            self.set_parent(self.header, new);
        } else if self.child(parent, Side::Left) == old {
            self.set_child(parent, Side::Left, new);
        } else {
            self.set_child(parent, Side::Right, new);
        }
    }

    /// Moves `node` down to `side`; its other child takes its place.
    fn rotate(&mut self, node: usize, side: Side) {
        let rising = self.child(node, side.other());
        let moved = self.child(rising, side);
        self.set_child(node, side.other(), moved);
        if moved != 0 {
            self.set_parent(moved, node);
        }
        let parent = self.parent(node);
        self.set_parent(rising, parent);
        self.replace(node, rising);
        self.set_child(rising, side, node);
        self.set_parent(node, rising);
    }

    /// The side of `parent` on which `node` is, which may be no node.
    fn side_of(&self, node: usize, parent: usize) -> Side {
        if self.child(parent, Side::Left) == node { Side::Left } else { Side::Right }
    }

    fn rebalance_after_insertion(&mut self, mut node: usize) {
        while node != self.parent(self.header) && self.colour(self.parent(node)) == RED {
            let parent = self.parent(node);
            let grandparent = self.parent(parent);
            let side = self.side_of(parent, grandparent);
            let uncle = self.child(grandparent, side.other());
            if self.is_red(uncle) {
                self.paint(parent, BLACK);
                self.paint(uncle, BLACK);
                self.paint(grandparent, RED);
                node = grandparent;
                continue;
            }
            if node == self.child(parent, side.other()) {
                node = parent;
                self.rotate(node, side);
            }
            let parent = self.parent(node);
            self.paint(parent, BLACK);
            self.paint(grandparent, RED);
            self.rotate(grandparent, side.other());
        }
        let root = self.parent(self.header);
        self.paint(root, BLACK);
    }

    /// `node`, which may be none, has taken the place of a black one below `parent`.
    fn rebalance_after_removal(&mut self, mut node: usize, mut parent: usize) {
        while node != self.parent(self.header) && !self.is_red(node) {
            let side = self.side_of(node, parent);
            let mut sibling = self.child(parent, side.other());
            if self.colour(sibling) == RED {
                self.paint(sibling, BLACK);
                self.paint(parent, RED);
                self.rotate(parent, side);
                sibling = self.child(parent, side.other());
            }
            let (near, far) = (self.child(sibling, side), self.child(sibling, side.other()));
            if !self.is_red(near) && !self.is_red(far) {
                self.paint(sibling, RED);
                node = parent;
                parent = self.parent(parent);
                continue;
            }
            if !self.is_red(far) {
                self.paint(near, BLACK);
                self.paint(sibling, RED);
                self.rotate(sibling, side.other());
                sibling = self.child(parent, side.other());
            }
            let colour = self.colour(parent);
            self.paint(sibling, colour);
            self.paint(parent, BLACK);
            let far = self.child(sibling, side.other());
            if far != 0 {
                self.paint(far, BLACK);
            }
            self.rotate(parent, side);
            break;
        }
        if node != 0 {
            self.paint(node, BLACK);
        }
    }
}

/// Walks from `node` to the next one on `side`.
fn walk<M: Memory>(tree: &Tree<'_, M>, mut node: usize, side: Side) {
    let child = tree.child(node, side);
    if child != 0 {
        tree.outermost(child, side.other());
        return;
    }
    let mut parent = tree.parent(node);
    while node == tree.child(parent, side) {
        node = parent;
        parent = tree.parent(parent);
    }
    if side == Side::Right {
        // The function asks whether it has come to the header by way of the root.
        tree.child(node, side);
    }
}

/// `_Rb_tree_increment`
pub fn next(memory: &mut impl Memory, node: usize) {
    walk(&Tree { memory, header: 0 }, node, Side::Right);
}

/// `_Rb_tree_decrement`
pub fn previous(memory: &mut impl Memory, node: usize) {
    let tree = &Tree { memory, header: 0 };
    let parent = tree.parent(node);
    let is_header = tree.is_red(node) && tree.parent(parent) == node;
    if is_header {
        tree.child(node, Side::Right);
    } else {
        walk(tree, node, Side::Left);
    }
}

/// `_Rb_tree_insert_and_rebalance`
pub fn insert(memory: &mut impl Memory, side: Side, node: usize, parent: usize, header: usize) {
    let tree = &mut Tree { memory, header };
    tree.set_parent(node, parent);
    tree.set_child(node, Side::Left, 0);
    tree.set_child(node, Side::Right, 0);
    tree.paint(node, RED);
    tree.set_child(parent, side, node);
    if parent == header {
        tree.set_parent(header, node);
        tree.set_child(header, side.other(), node);
    } else if parent == tree.child(header, side) {
        tree.set_child(header, side, node);
    }
    tree.rebalance_after_insertion(node);
}

/// `_Rb_tree_rebalance_for_erase`
pub fn erase(memory: &mut impl Memory, node: usize, header: usize) {
    let tree = &mut Tree { memory, header };
    let (left, right) = (tree.child(node, Side::Left), tree.child(node, Side::Right));
    let (lifted, lifted_parent, removed_colour);
    if left != 0 && right != 0 {
        let successor = tree.outermost(right, Side::Left);
        lifted = tree.child(successor, Side::Right);
        tree.set_parent(left, successor);
        tree.set_child(successor, Side::Left, left);
        if successor == right {
            lifted_parent = successor;
        } else {
            lifted_parent = tree.parent(successor);
            if lifted != 0 {
                tree.set_parent(lifted, lifted_parent);
            }
            tree.set_child(lifted_parent, Side::Left, lifted);
            tree.set_child(successor, Side::Right, right);
            tree.set_parent(right, successor);
        }
        tree.replace(node, successor);
        let parent = tree.parent(node);
        tree.set_parent(successor, parent);
        removed_colour = tree.colour(successor);
        let colour = tree.colour(node);
        tree.paint(successor, colour);
        tree.paint(node, removed_colour);
    } else {
        lifted = if left == 0 { right } else { left };
        lifted_parent = tree.parent(node);
        if lifted != 0 {
            tree.set_parent(lifted, lifted_parent);
        }
        tree.replace(node, lifted);
        for side in [Side::Left, Side::Right] {
            if tree.child(header, side) == node {
                let next = if lifted == 0 { lifted_parent } else { tree.outermost(lifted, side) };
                tree.set_child(header, side, next);
            }
        }
        removed_colour = tree.colour(node);
    }
    if removed_colour == BLACK {
        tree.rebalance_after_removal(lifted, lifted_parent);
    }
}

/// Where the node of a list has the previous one; the next one is at its beginning.
const PREVIOUS: usize = 8;

fn link(memory: &impl Memory, field: usize) -> usize {
    memory.read(field, size_of::<usize>())
}

fn set_link(memory: &mut impl Memory, field: usize, node: usize) {
    memory.write(field, size_of::<usize>(), node);
}

/// `_List_node_base::_M_hook`: the node comes before the position.
pub fn hook(memory: &mut impl Memory, node: usize, position: usize) {
    let before = link(memory, position + PREVIOUS);
    set_link(memory, node, position);
    set_link(memory, node + PREVIOUS, before);
    set_link(memory, before, node);
    set_link(memory, position + PREVIOUS, node);
}

/// `_List_node_base::_M_unhook`
pub fn unhook(memory: &mut impl Memory, node: usize) {
    let (after, before) = (link(memory, node), link(memory, node + PREVIOUS));
    set_link(memory, before, after);
    set_link(memory, after + PREVIOUS, before);
}

/// `_List_node_base::_M_transfer`: the nodes from the first up to the last one come before the
/// position.
pub fn transfer(memory: &mut impl Memory, position: usize, first: usize, last: usize) {
    if position == last {
        return;
    }
    let [behind, front, end] = [position, first, last].map(|node| link(memory, node + PREVIOUS));
    set_link(memory, end, position);
    set_link(memory, front, last);
    set_link(memory, behind, first);
    set_link(memory, position + PREVIOUS, end);
    set_link(memory, last + PREVIOUS, front);
    set_link(memory, first + PREVIOUS, behind);
}

/// `_List_node_base::_M_reverse`. No link is read a second time.
pub fn reverse(memory: &mut impl Memory, head: usize) {
    let mut node = head;
    loop {
        let (after, before) = (link(memory, node), link(memory, node + PREVIOUS));
        set_link(memory, node, before);
        set_link(memory, node + PREVIOUS, after);
        node = after;
        if node == head {
            return;
        }
    }
}

/// `_List_node_base::swap`: exchanges two lists, by their heads.
pub fn swap(memory: &mut impl Memory, one: usize, other: usize) {
    let ends = [one, other].map(|head| (link(memory, head), link(memory, head + PREVIOUS)));
    if ends[0].0 == one && ends[1].0 == other {
        return;
    }
    for ((first, last), (from, to)) in ends.into_iter().zip([(one, other), (other, one)]) {
        let is_empty = first == from;
        set_link(memory, to, if is_empty { to } else { first });
        set_link(memory, to + PREVIOUS, if is_empty { to } else { last });
        if !is_empty {
            set_link(memory, first + PREVIOUS, to);
            set_link(memory, last, to);
        }
    }
}
