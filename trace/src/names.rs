//! Names for addresses as bytes: functions, places in the source and variables, beside
//! [`codec`](crate::codec).

use detsan_report::{Construct, DebugInfo, Frame, Place, Role, SourceLocation, Variable, VariableKind};

use crate::codec::{Decoder, Encoder};
use crate::wire::{Cursor, Malformed, put_number};

fn construct_number(construct: Construct) -> u8 {
    match construct {
        Construct::Task => 0,
        Construct::ParallelRegion => 1,
        Construct::TargetRegion => 2,
        Construct::Unknown => 3,
    }
}

fn construct_of(number: u8) -> Result<Construct, Malformed> {
    Ok(match number {
        0 => Construct::Task,
        1 => Construct::ParallelRegion,
        2 => Construct::TargetRegion,
        3 => Construct::Unknown,
        _ => return Err(Malformed("there is no such construct")),
    })
}

/// The kind of a role in the low half of a byte, its construct in the high half.
fn role_number(role: Role) -> u8 {
    match role {
        Role::Function => 0,
        Role::Glue => 1,
        Role::Body(construct) => 2 | construct_number(construct) << 4,
        Role::Wrapper(construct) => 3 | construct_number(construct) << 4,
    }
}

fn role_of(number: u8) -> Result<Role, Malformed> {
    Ok(match number & 0xf {
        0 => Role::Function,
        1 => Role::Glue,
        2 => Role::Body(construct_of(number >> 4)?),
        3 => Role::Wrapper(construct_of(number >> 4)?),
        _ => return Err(Malformed("there is no such role")),
    })
}

fn variable_number(kind: VariableKind) -> u8 {
    match kind {
        VariableKind::Static => 0,
        VariableKind::Local => 1,
        VariableKind::Parameter => 2,
    }
}

fn variable_of(number: u8) -> Result<VariableKind, Malformed> {
    Ok(match number {
        0 => VariableKind::Static,
        1 => VariableKind::Local,
        2 => VariableKind::Parameter,
        _ => return Err(Malformed("there is no such kind of variable")),
    })
}

fn debug_info_of(number: u8) -> Result<DebugInfo, Malformed> {
    Ok(match number {
        0 => DebugInfo::Absent,
        1 => DebugInfo::Present,
        _ => return Err(Malformed("debug information is neither there nor absent")),
    })
}

impl Encoder {
    pub(crate) fn frame(&mut self, out: &mut Vec<u8>, frame: &Frame) {
        self.optional(out, frame.function.as_deref(), Self::text);
        out.push(role_number(frame.role));
        self.optional(out, frame.location.as_ref(), Self::location);
        self.place(out, &frame.place);
        self.optional(out, frame.symbol_offset.as_ref(), |_, out, offset| put_number(out, *offset));
        out.push(match frame.debug_info {
            DebugInfo::Absent => 0,
            DebugInfo::Present => 1,
        });
    }

    pub(crate) fn place(&mut self, out: &mut Vec<u8>, place: &Place) {
        self.optional(out, place.module.as_deref(), Self::text);
        put_number(out, place.offset);
    }

    pub(crate) fn variable(&mut self, out: &mut Vec<u8>, variable: &Variable) {
        self.text(out, &variable.name);
        out.push(variable_number(variable.kind));
        self.optional(out, variable.function.as_deref(), Self::text);
        put_number(out, variable.address);
        self.optional(out, variable.size.as_ref(), |_, out, size| put_number(out, *size));
        put_number(out, variable.offset);
        self.optional(out, variable.element.as_deref(), Self::text);
        self.optional(out, variable.declared_at.as_ref(), Self::location);
    }

    pub(crate) fn location(&mut self, out: &mut Vec<u8>, location: &SourceLocation) {
        self.text(out, &location.file);
        put_number(out, location.line.into());
        self.optional(out, location.column.as_ref(), |_, out, column| put_number(out, (*column).into()));
    }
}

impl Decoder {
    pub(crate) fn frame(&mut self, from: &mut Cursor<'_>) -> Result<Frame, Malformed> {
        Ok(Frame {
            function: self.optional(from, Self::text)?,
            role: role_of(from.byte()?)?,
            location: self.optional(from, Self::location)?,
            place: self.place(from)?,
            symbol_offset: self.optional(from, |_, from| from.number())?,
            debug_info: debug_info_of(from.byte()?)?,
        })
    }

    pub(crate) fn place(&mut self, from: &mut Cursor<'_>) -> Result<Place, Malformed> {
        Ok(Place { module: self.optional(from, Self::text)?, offset: from.number()? })
    }

    pub(crate) fn variable(&mut self, from: &mut Cursor<'_>) -> Result<Variable, Malformed> {
        Ok(Variable {
            name: self.text(from)?,
            kind: variable_of(from.byte()?)?,
            function: self.optional(from, Self::text)?,
            address: from.number()?,
            size: self.optional(from, |_, from| from.number())?,
            offset: from.number()?,
            element: self.optional(from, Self::text)?,
            declared_at: self.optional(from, Self::location)?,
        })
    }

    pub(crate) fn location(&mut self, from: &mut Cursor<'_>) -> Result<SourceLocation, Malformed> {
        Ok(SourceLocation {
            file: self.text(from)?,
            line: from.small()?,
            column: self.optional(from, |_, from| from.small())?,
        })
    }
}
