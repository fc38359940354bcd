//! Pieces of assembly that hooks of accesses consist of.
//!
//! Numbers that stand here and in [`detsan_hook_abi`] are named once, in [`hook`]. Labels of one digit are those of the hooks, which say what they mean; those of two digits belong to a piece.

use detsan_hook_abi::{CELL_SPAN, IDENTIFIER_STEP, SHADOW_ADDRESS_BITS, SHORTCUT_OFFSET_SHIFT};

/// The address bits that select a cell.
pub(crate) const WORDS: usize = (1 << SHADOW_ADDRESS_BITS) - CELL_SPAN;

/// Defines a hook of accesses of a size: a name, instructions, then what else they refer to. All that the pieces below refer to is there.
macro_rules! hook {
    ($name:literal, $size:tt: $($instruction:expr),+ $(; $($operand:tt)*)?) => {
        $crate::assembly::function! {
            ".globl" $name:
            $($instruction,)+
            // None may go without being named.
            "# {base} {words} {scale} {shadow} {top} {frame} {context} {context_shift} {step} {fold} {mask} {shift} {shortcuts} {key} {after}",
            "# {low_water} {stack_low} {shortened} {cell} {size} {span} {piece_shift} {piece_mask} {pieces} {fresh_start} {fresh_length}",
            "# {settled_below} {settled_since} {recent_low} {recent_length} {place_factor} {place_fold} {place_mask} {place_shift} {places} {place_pc} {place_context}",
            "# {place_id} {make_identifier} {number_call} {callbacks}";
            base = const detsan_hook_abi::thread_offset::BASE,
            words = const $crate::fragments::WORDS,
            scale = const detsan_hook_abi::SHADOW_SCALE,
            shadow = const detsan_hook_abi::SHADOW_BASE,
            top = const detsan_hook_abi::thread_offset::STACK_TOP,
            frame = const size_of::<detsan_hook_abi::Frame>(),
            context = const core::mem::offset_of!(detsan_hook_abi::Frame, context),
            context_shift = const detsan_hook_abi::SHORTCUT_CONTEXT_SHIFT,
            step = const detsan_hook_abi::thread_offset::STEP,
            fold = const detsan_hook_abi::SHORTCUT_FOLD,
            mask = const detsan_hook_abi::SHORTCUT_MASK,
            shift = const detsan_hook_abi::SHORTCUT_SHIFT,
            shortcuts = const detsan_hook_abi::thread_offset::SHORTCUTS,
            key = const detsan_hook_abi::SHORTCUT_KEY,
            after = const detsan_hook_abi::SHORTCUT_AFTER,
            low_water = const detsan_hook_abi::thread_offset::LOW_WATER,
            stack_low = const detsan_hook_abi::thread_offset::STACK_LOW,
            shortened = const detsan_hook_abi::thread_offset::SHORTENED,
            cell = const size_of::<u64>(),
            size = const $size,
            span = const detsan_hook_abi::CELL_SPAN,
            piece_shift = const detsan_hook_abi::PIECE.trailing_zeros(),
            piece_mask = const detsan_hook_abi::PIECES - 1,
            pieces = const detsan_hook_abi::SHORTCUT_PIECES,
            fresh_start = const detsan_hook_abi::thread_offset::FRESH_START,
            fresh_length = const detsan_hook_abi::thread_offset::FRESH_LENGTH,
            settled_below = const detsan_hook_abi::thread_offset::SETTLED_BELOW,
            settled_since = const detsan_hook_abi::thread_offset::SETTLED_SINCE,
            recent_low = const detsan_hook_abi::thread_offset::RECENT_LOW,
            recent_length = const detsan_hook_abi::thread_offset::RECENT_LENGTH,
            place_factor = const detsan_hook_abi::PLACE_FACTOR,
            place_fold = const detsan_hook_abi::PLACE_FOLD,
            place_mask = const detsan_hook_abi::PLACES - 1,
            place_shift = const detsan_hook_abi::PLACE_SHIFT,
            places = const detsan_hook_abi::SHORTCUT_PLACES,
            place_pc = const core::mem::offset_of!(detsan_hook_abi::KnownPlace, pc),
            place_context = const core::mem::offset_of!(detsan_hook_abi::KnownPlace, context),
            place_id = const core::mem::offset_of!(detsan_hook_abi::KnownPlace, id),
            make_identifier = sym $crate::settling::make_identifier,
            number_call = sym $crate::settling::number_call,
            callbacks = sym $crate::attach::CALLBACKS,
            $($($operand)*)?
        }
    };
}

/// Jumps to the slow path unless the access lies in whole cells, or within one.
macro_rules! in_cells {
    (1) => {
        ""
    };
    (2) => {
        "lea ecx, [rdi + 1]
         test cl, 3
         jz 5f"
    };
    ($size:tt) => {
        "test dil, 3
         jnz 5f"
    };
}

/// Jumps to the slow path unless this step has recorded such an access to the cell at `offset`.
macro_rules! recorded {
    (read $offset:literal) => {
        concat!("cmp dword ptr [rdx + 4 + ", $offset, "], eax\njb 3f")
    };
    (write $offset:literal) => {
        concat!("cmp dword ptr [rdx + ", $offset, "], eax\njb 3f")
    };
}

/// [`recorded`] for every cell of an access of the given size.
macro_rules! all_recorded {
    ($mode:tt 8) => {
        concat!(recorded!($mode 0), "\n", recorded!($mode 8))
    };
    ($mode:tt 16) => {
        concat!(recorded!($mode 0), "\n", recorded!($mode 8), "\n", recorded!($mode 16), "\n", recorded!($mode 24))
    };
    ($mode:tt $size:tt) => {
        recorded!($mode 0)
    };
}

/// The fast path: returns if the running step has recorded the access. Otherwise goes on to `3:` with the address of the first cell in `rdx` and its content not looked at
/// any further, to `5:` if parts of several cells are touched, to `2:` on a thread that is not checked.
macro_rules! return_if_recorded {
    ($mode:tt $size:tt) => {
        concat!(
            "mov eax, dword ptr fs:[__detsan_thread@tpoff + {base}]
             test eax, eax
             jz 2f\n",
            in_cells!($size),
            "\nmovabs rcx, {words}
             movabs rdx, {shadow}
             and rcx, rdi
             lea rdx, [rdx + {scale} * rcx]\n",
            all_recorded!($mode $size),
            "\nret",
        )
    };
}

const _: () = assert!(SHORTCUT_OFFSET_SHIFT == 48);

/// Adds to the key of a shortcut where in its cell the access begins.
macro_rules! add_offset {
    (1) => {
        "mov r11d, edi
         and r11d, 3
         shl r11, 48
         xor r9, r11"
    };
    (2) => {
        add_offset!(1)
    };
    ($size:tt) => {
        ""
    };
}

/// Jumps to a label unless the cell at an offset from the first, whose address is in one register, has the content that is in another.
macro_rules! alike {
    ($offset:literal, $cells:literal, $content:literal, $label:literal) => {
        concat!("cmp qword ptr [", $cells, " + ", $offset, "], ", $content, "\njne ", $label, "\n")
    };
}

/// [`alike`] for every cell of an access of the given size but the first.
macro_rules! all_alike {
    (8, $($of:literal),+) => {
        alike!(8, $($of),+)
    };
    (16, $($of:literal),+) => {
        concat!(alike!(8, $($of),+), alike!(16, $($of),+), alike!(24, $($of),+))
    };
    ($size:tt, $($of:literal),+) => {
        ""
    };
}

/// Writes what is in one register to the cell at an offset from the first, whose address is in another.
macro_rules! write_cell {
    ($offset:literal, $cells:literal, $content:literal) => {
        concat!("mov qword ptr [", $cells, " + ", $offset, "], ", $content, "\n")
    };
}

/// [`write_cell`] for every cell of an access of the given size, which are counted.
macro_rules! write_cells {
    (8, $($of:literal),+) => {
        concat!(write_cell!(0, $($of),+), write_cell!(8, $($of),+), count_cells!(2))
    };
    (16, $($of:literal),+) => {
        concat!(
            write_cell!(0, $($of),+),
            write_cell!(8, $($of),+),
            write_cell!(16, $($of),+),
            write_cell!(24, $($of),+),
            count_cells!(4),
        )
    };
    ($size:tt, $($of:literal),+) => {
        concat!(write_cell!(0, $($of),+), count_cells!(1))
    };
}

/// Counts cells that the hooks have written.
macro_rules! count_cells {
    ($count:literal) => {
        concat!("add qword ptr fs:[__detsan_thread@tpoff + {shortened}], ", $count)
    };
}

/// Notes how far down the stack is used.
macro_rules! note_lowest {
    () => {
        "cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {low_water}]
         jae 26f
         cmp rdi, qword ptr fs:[__detsan_thread@tpoff + {stack_low}]
         jb 26f
         mov qword ptr fs:[__detsan_thread@tpoff + {low_water}], rdi
         26:"
    };
}

/// Fetches what lies around an access, and its shadow, which are in the named registers, ahead of its use: two lines of the cache to either side. A step that takes up cells where another one has left them
/// mostly takes up their neighbours, too, though in an order that the processor cannot foresee where it follows pointers.
macro_rules! fetch_around {
    ($data:literal, $cells:literal) => {
        concat!(
            fetch!($data, "64"),
            fetch!($data, "128"),
            fetch!($cells, "64"),
            fetch!($cells, "128"),
            fetch!($cells, "192"),
            fetch!($cells, "256"),
        )
    };
}

/// Fetches lines of the cache that are so far away to either side.
macro_rules! fetch {
    ($address:literal, $distance:literal) => {
        concat!(
            "prefetcht0 byte ptr [",
            $address,
            " + ",
            $distance,
            "]\nprefetcht0 byte ptr [",
            $address,
            " - ",
            $distance,
            "]\n"
        )
    };
}

const _: () = assert!(IDENTIFIER_STEP == 2);

/// Settles the access if the cell holds what precedes: what [`crate::settling`] does, for what the thread state tells. With the address in `rdi`, the place in `rsi`, that of the
/// first cell in `rdx` and its content, which stays there, in `r8`; what it has become is in `r11` afterwards. Goes on to `4:` if the content is not known to precede, to `7:` if the cells are not alike or something else is
/// missing.
macro_rules! settle {
    // Only whole cells are settled.
    ($mode:tt 1) => {
        "jmp 4f"
    };
    ($mode:tt 2) => {
        settle!($mode 1)
    };
    ($mode:tt $size:tt) => {
        concat!(
            // The sign tells a covering identifier. Nothing precedes an empty cell. If anything may be settled at all, it still has to lie in a piece of shadow that the tool knows to be used.
            "test r8, r8
             js 21f
             jnz 4f
             cmp dword ptr fs:[__detsan_thread@tpoff + {settled_since}], -1
             je 4f
             lea r9, [rdx + {cell} * (({size} - 1) / {span})]
             mov r11, rdx
             shr r9, {piece_shift}
             shr r11, {piece_shift}
             cmp r9, r11
             jne 7f
             and r11d, {piece_mask}
             mov rcx, qword ptr fs:[__detsan_thread@tpoff + {shortcuts}]
             cmp qword ptr [rcx + {pieces} + 8 * r11], r9
             jne 7f
             mov r11, rdi
             sub r11, qword ptr fs:[__detsan_thread@tpoff + {fresh_start}]
             cmp r11, qword ptr fs:[__detsan_thread@tpoff + {fresh_length}]
             jb 7f
             jmp 23f
             21:\n",
            // Of the writers there may be none.
            "test r8d, r8d
             jg 4f
             mov r9, r8
             shr r9, 32
             mov r11d, r9d
             or r11d, r8d
             test r11b, 1
             jnz 4f
             cmp r8d, dword ptr fs:[__detsan_thread@tpoff + {settled_below}]
             jb 22f
             cmp r8d, dword ptr fs:[__detsan_thread@tpoff + {settled_since}]
             jae 22f
             mov r11d, r8d
             sub r11d, dword ptr fs:[__detsan_thread@tpoff + {recent_low}]
             cmp r11d, dword ptr fs:[__detsan_thread@tpoff + {recent_length}]
             jae 4f
             22:
             cmp r9d, dword ptr fs:[__detsan_thread@tpoff + {settled_below}]
             jb 23f
             cmp r9d, dword ptr fs:[__detsan_thread@tpoff + {settled_since}]
             jae 23f
             mov r11d, r9d
             sub r11d, dword ptr fs:[__detsan_thread@tpoff + {recent_low}]
             cmp r11d, dword ptr fs:[__detsan_thread@tpoff + {recent_length}]
             jae 4f
             23:\n",
            all_alike!($size, "rdx", "r8", "7f"),
            "\nmov r9, qword ptr fs:[__detsan_thread@tpoff + {top}]
             mov r9d, dword ptr [r9 - {frame} + {context}]
             test r9d, r9d
             jnz 24f
             call {number_call}
             test r9d, r9d
             jz 7f
             24:
             imul ecx, r9d, {place_factor}
             mov r11, rsi
             shr r11, {place_fold}
             xor ecx, esi
             xor ecx, r11d
             and ecx, {place_mask}
             shl ecx, {place_shift}
             add rcx, qword ptr fs:[__detsan_thread@tpoff + {shortcuts}]
             lea r10, [rcx + {places}]
             cmp qword ptr [r10 + {place_pc}], rsi
             jne 4f
             cmp dword ptr [r10 + {place_context}], r9d
             jne 4f
             mov ecx, dword ptr [r10 + {place_id}]
             cmp ecx, dword ptr fs:[__detsan_thread@tpoff + {base}]
             jae 25f
             call {make_identifier}
             test ecx, ecx
             jz 4f
             25:\n",
            note_lowest!(),
            "\nmov r11, rcx
             shl r11, 32\n",
            settled!($mode),
            "\n",
            write_cells!($size, "rdx", "r11"),
        )
    };
}

/// Puts the writers of a cell that is settled beside the readers in `r11`.
macro_rules! settled {
    (read) => {
        "mov ecx, r8d
         or r11, rcx"
    };
    (write) => {
        "or r11, rcx"
    };
}

pub(crate) use {
    add_offset, alike, all_alike, all_recorded, count_cells, fetch, fetch_around, hook, in_cells, note_lowest,
    recorded, return_if_recorded, settle, settled, write_cell, write_cells,
};
