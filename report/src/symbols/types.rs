//! Sizes of types, and which element or member lies at an offset.

use addr2line::gimli::{self, AttributeValue};

use super::dwarf::Die;

/// Types nest so deep and no deeper, so that malformed debug information cannot trap the reader.
const DEEPEST_NESTING: usize = 32;

/// Size of a type in bytes.
pub(crate) fn size_of(ty: &Die<'_>) -> Option<u64> {
    size_within(ty, DEEPEST_NESTING)
}

/// The part of an object of type `ty` that holds `size` bytes from `offset` on, as the language writes it after the
/// object's name: `[3].next`. Empty if it is the whole object.
pub(crate) fn element(ty: &Die<'_>, offset: u64, size: u64) -> Option<String> {
    let mut path = String::new();
    walk(ty, offset, size, &mut path, DEEPEST_NESTING)?;
    Some(path)
}

fn size_within(ty: &Die<'_>, depth: usize) -> Option<u64> {
    let depth = depth.checked_sub(1)?;
    if let Some(size) = ty.number(gimli::DW_AT_byte_size) {
        return Some(size);
    }
    match ty.entry.tag() {
        tag if is_qualifier(tag) => size_within(&ty.type_die()?, depth),
        gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type | gimli::DW_TAG_rvalue_reference_type => Some(8),
        gimli::DW_TAG_array_type => {
            let mut size = size_within(&ty.type_die()?, depth)?;
            for dimension in dimensions(ty) {
                size = size.checked_mul(dimension.count?)?;
            }
            Some(size)
        }
        _ => None,
    }
}

fn is_qualifier(tag: gimli::DwTag) -> bool {
    matches!(
        tag,
        gimli::DW_TAG_typedef
            | gimli::DW_TAG_const_type
            | gimli::DW_TAG_volatile_type
            | gimli::DW_TAG_restrict_type
            | gimli::DW_TAG_atomic_type
    )
}

/// Writes the path to the part at `offset` into `path`; `None` if the offset leads out of the type or it is not known.
fn walk(ty: &Die<'_>, offset: u64, size: u64, path: &mut String, depth: usize) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match ty.entry.tag() {
        tag if is_qualifier(tag) => walk(&ty.type_die()?, offset, size, path, depth),
        gimli::DW_TAG_array_type => walk_array(ty, offset, size, path, depth),
        gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type | gimli::DW_TAG_union_type => {
            let Some(member) = member_at(ty, offset, size) else {
                // Padding, or more than one member at once: the whole object is the smallest thing with a name.
                return Some(());
            };
            if let Some(name) = member.die.name() {
                path.push(if is_fortran(ty) { '%' } else { '.' });
                path.push_str(&name);
            }
            walk(&member.die.type_die()?, offset - member.offset, size, path, depth)
        }
        _ if offset == 0 => Some(()),
        _ => {
            // A part of something that has no parts, such as a byte of a number.
            path.push_str(&format!("+{offset}"));
            Some(())
        }
    }
}

fn walk_array(ty: &Die<'_>, offset: u64, size: u64, path: &mut String, depth: usize) -> Option<()> {
    let element_type = ty.type_die()?;
    let element_size = size_of(&element_type).filter(|&size| size > 0)?;
    if size > element_size {
        return Some(());
    }
    let mut index = offset / element_size;
    let mut dimensions = dimensions(ty);
    let fortran = is_fortran(ty);
    if !fortran {
        // The last index runs fastest in C, the first one in Fortran.
        dimensions.reverse();
    }
    let mut indices = Vec::new();
    for (position, dimension) in dimensions.iter().enumerate() {
        let slowest = position + 1 == dimensions.len();
        let count = if slowest {
            None
        } else {
            Some(dimension.count.filter(|&count| count > 0)?)
        };
        let here = count.map_or(index, |count| index % count);
        index = count.map_or(0, |count| index / count);
        indices.push(i64::try_from(here).ok()?.checked_add(dimension.lower)?.to_string());
    }
    if fortran {
        path.push_str(&format!("({})", indices.join(",")));
    } else {
        indices
            .iter()
            .rev()
            .for_each(|index| path.push_str(&format!("[{index}]")));
    }
    walk(&element_type, offset % element_size, size, path, depth)
}

struct Dimension {
    lower: i64,
    count: Option<u64>,
}

/// The dimensions of an array type, as written.
fn dimensions(array: &Die<'_>) -> Vec<Dimension> {
    let first = if is_fortran(array) { 1 } else { 0 };
    let signed = |value: Option<AttributeValue<_>>| value.and_then(|value| value.sdata_value());
    children(array)
        .iter()
        .filter(|child| child.entry.tag() == gimli::DW_TAG_subrange_type)
        .map(|child| {
            let lower = signed(child.value(gimli::DW_AT_lower_bound)).unwrap_or(first);
            let upper = signed(child.value(gimli::DW_AT_upper_bound));
            let count = child
                .number(gimli::DW_AT_count)
                .or_else(|| u64::try_from(upper? - lower + 1).ok());
            Dimension { lower, count }
        })
        .collect()
}

struct Member<'a> {
    die: Die<'a>,
    offset: u64,
}

/// The first member, or base class, that holds all of the `size` bytes at `offset`.
fn member_at<'a>(aggregate: &Die<'a>, offset: u64, size: u64) -> Option<Member<'a>> {
    children(aggregate).into_iter().find_map(|die| {
        if !matches!(die.entry.tag(), gimli::DW_TAG_member | gimli::DW_TAG_inheritance) {
            return None;
        }
        let bits = die.number(gimli::DW_AT_data_bit_offset);
        let start = die
            .number(gimli::DW_AT_data_member_location)
            .or(bits.map(|bits| bits / 8));
        // A static member of a class has no place in it; the members of a union need none.
        let in_union = aggregate.entry.tag() == gimli::DW_TAG_union_type;
        let start = if in_union { start.unwrap_or(0) } else { start? };
        let length = size_of(&die.type_die()?)?;
        let end = start.checked_add(length)?;
        (start <= offset && offset.checked_add(size)? <= end).then_some(Member { die, offset: start })
    })
}

/// The entries right below `parent`.
fn children<'a>(parent: &Die<'a>) -> Vec<Die<'a>> {
    let mut found = Vec::new();
    let Ok(mut tree) = parent.unit.entries_tree(Some(parent.entry.offset())) else {
        return found;
    };
    let Ok(root) = tree.root() else { return found };
    let mut below = root.children();
    while let Ok(Some(child)) = below.next() {
        found.push(Die {
            dwarf: parent.dwarf,
            unit: parent.unit.clone(),
            entry: child.entry().clone(),
        });
    }
    found
}

fn is_fortran(die: &Die<'_>) -> bool {
    let Ok(root) = die.unit.entry(die.unit.header.root_offset()) else {
        return false;
    };
    matches!(
        root.attr_value(gimli::DW_AT_language),
        Some(AttributeValue::Language(
            gimli::DW_LANG_Fortran77
                | gimli::DW_LANG_Fortran90
                | gimli::DW_LANG_Fortran95
                | gimli::DW_LANG_Fortran03
                | gimli::DW_LANG_Fortran08
                | gimli::DW_LANG_Fortran18
        ))
    )
}
