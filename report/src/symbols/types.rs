//! Sizes of types, and which element or member lies at an offset.

use addr2line::gimli::{self, AttributeValue};

use super::dwarf::Die;
use super::names::Language;

/// Types nest so deep and no deeper, so that malformed debug information cannot trap the reader.
const DEEPEST_NESTING: usize = 32;

/// Size of a type in bytes.
pub(crate) fn size_of(ty: &Die<'_>) -> Option<u64> {
    size_within(ty, DEEPEST_NESTING)
}

/// The part of an object of type `ty` that holds `size` bytes from `offset` on, as the language
/// writes it after the object's name: `[3].next`. Empty if it is the whole object.
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

/// Whether the bytes that are meant begin where a part of the object begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// They do.
    Whole,
    /// They are inside of something that has no parts, such as the second byte of a number.
    Inside,
}

/// Writes the path to the part at `offset` into `path`; `None` if the type is not known.
fn walk(ty: &Die<'_>, offset: u64, size: u64, path: &mut String, depth: usize) -> Option<Fit> {
    let depth = depth.checked_sub(1)?;
    match ty.entry.tag() {
        tag if is_qualifier(tag) => walk(&ty.type_die()?, offset, size, path, depth),
        gimli::DW_TAG_array_type => walk_array(ty, offset, size, path, depth),
        gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type | gimli::DW_TAG_union_type => {
            // Of the members of a union, one that begins there tells most.
            let mut inside = None;
            for member in members_at(ty, offset, size) {
                let mut longer = path.clone();
                if let Some(name) = member.die.name() {
                    longer.push(match ty.language() {
                        Language::Fortran => '%',
                        Language::Other => '.',
                    });
                    longer.push_str(&name);
                }
                match walk(&member.die.type_die()?, offset - member.offset, size, &mut longer, depth) {
                    Some(Fit::Whole) => {
                        *path = longer;
                        return Some(Fit::Whole);
                    }
                    Some(Fit::Inside) if inside.is_none() => inside = Some(longer),
                    _ => {}
                }
            }
            // Padding, or more than one member at once: the whole object is the smallest thing with
            // a name.
            let Some(longer) = inside else { return Some(Fit::Whole) };
            *path = longer;
            Some(Fit::Inside)
        }
        _ if offset == 0 => Some(Fit::Whole),
        _ => {
            path.push_str(&format!("+{offset}"));
            Some(Fit::Inside)
        }
    }
}

fn walk_array(ty: &Die<'_>, offset: u64, size: u64, path: &mut String, depth: usize) -> Option<Fit> {
    let element_type = ty.type_die()?;
    let element_size = size_of(&element_type).filter(|&size| size > 0)?;
    if size > element_size {
        return Some(Fit::Whole);
    }
    path.push_str(&subscript(offset / element_size, &dimensions(ty), ty.language())?);
    walk(&element_type, offset % element_size, size, path, depth)
}

/// The indices of the element that has number `number` in memory, as the language writes them.
fn subscript(number: u64, dimensions: &[Dimension], language: Language) -> Option<String> {
    // From the fastest dimension to the slowest.
    let in_order: Vec<&Dimension> = match language {
        Language::Fortran => dimensions.iter().collect(),
        Language::Other => dimensions.iter().rev().collect(),
    };
    let (slowest, faster) = in_order.split_last()?;
    let mut rest = number;
    let mut indices = Vec::new();
    for dimension in faster {
        let count = dimension.count.filter(|&count| count > 0)?;
        indices.push(i64::try_from(rest % count).ok()?.checked_add(dimension.lower)?);
        rest /= count;
    }
    // The length of the slowest dimension is not needed, and not always known.
    indices.push(i64::try_from(rest).ok()?.checked_add(slowest.lower)?);
    let indices = indices.iter().map(i64::to_string);
    Some(match language {
        Language::Fortran => format!("({})", indices.collect::<Vec<_>>().join(",")),
        Language::Other => indices.rev().map(|index| format!("[{index}]")).collect(),
    })
}

struct Dimension {
    lower: i64,
    count: Option<u64>,
}

/// The dimensions of an array type, as written.
fn dimensions(array: &Die<'_>) -> Vec<Dimension> {
    let first = match array.language() {
        Language::Fortran => 1,
        Language::Other => 0,
    };
    let signed = |value: Option<AttributeValue<_>>| value.and_then(|value| value.sdata_value());
    children(array)
        .iter()
        .filter(|child| child.entry.tag() == gimli::DW_TAG_subrange_type)
        .map(|child| {
            let lower = signed(child.value(gimli::DW_AT_lower_bound)).unwrap_or(first);
            let upper = signed(child.value(gimli::DW_AT_upper_bound));
            let count = child.number(gimli::DW_AT_count).or_else(|| u64::try_from(upper? - lower + 1).ok());
            Dimension { lower, count }
        })
        .collect()
}

struct Member<'a> {
    die: Die<'a>,
    offset: u64,
}

/// The members, or base classes, that hold all of the `size` bytes at `offset`.
fn members_at<'a>(aggregate: &Die<'a>, offset: u64, size: u64) -> impl Iterator<Item = Member<'a>> {
    let in_union = aggregate.entry.tag() == gimli::DW_TAG_union_type;
    children(aggregate).into_iter().filter_map(move |die| {
        if !matches!(die.entry.tag(), gimli::DW_TAG_member | gimli::DW_TAG_inheritance) {
            return None;
        }
        let bits = die.number(gimli::DW_AT_data_bit_offset);
        let start = die.number(gimli::DW_AT_data_member_location).or(bits.map(|bits| bits / 8));
        // A static member of a class has no place in it; the members of a union need none.
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
        found.push(Die { dwarf: parent.dwarf, unit: parent.unit.clone(), entry: child.entry().clone() });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimension(lower: i64, count: u64) -> Dimension {
        Dimension { lower, count: Some(count) }
    }

    #[test]
    fn the_last_index_runs_fastest_in_c() {
        let dimensions = [dimension(0, 2), dimension(0, 3)];
        let written = [0, 1, 3, 5].map(|number| subscript(number, &dimensions, Language::Other).unwrap());
        assert_eq!(written, ["[0][0]", "[0][1]", "[1][0]", "[1][2]"]);
    }

    #[test]
    fn the_first_index_runs_fastest_in_fortran() {
        let dimensions = [dimension(1, 2), dimension(-1, 3)];
        let written = [0, 1, 2, 5].map(|number| subscript(number, &dimensions, Language::Fortran).unwrap());
        assert_eq!(written, ["(1,-1)", "(2,-1)", "(1,0)", "(2,1)"]);
    }

    #[test]
    fn only_the_slowest_dimension_may_be_open() {
        let open = Dimension { lower: 0, count: None };
        let fixed = dimension(0, 4);
        assert_eq!(subscript(9, &[open, fixed], Language::Other).as_deref(), Some("[2][1]"));
        let open = Dimension { lower: 0, count: None };
        assert_eq!(subscript(9, &[dimension(0, 4), open], Language::Other), None);
        assert_eq!(subscript(9, &[], Language::Other), None);
    }
}
