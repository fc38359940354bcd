//! Numbers and texts as bytes: LEB128, and a cursor that never reads past its end.

/// Longest form of a 64-bit number: ten groups of seven bits.
const LONGEST: u32 = 10;

/// Appends `value`, seven bits a byte, the lowest first; the top bit says that more follow.
pub(crate) fn put_number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a difference: small ones are short, whatever their sign.
pub(crate) fn put_difference(out: &mut Vec<u8>, value: i64) {
    put_number(out, ((value << 1) ^ (value >> 63)) as u64);
}

/// Appends a text with its length.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Why bytes are not what they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed(pub(crate) &'static str);

/// Reads from the front of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { rest: bytes }
    }

    /// Bytes that are left.
    pub(crate) fn len(&self) -> usize {
        self.rest.len()
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        let (first, rest) = self.rest.split_first().ok_or(Malformed("a record goes past the end of its block"))?;
        self.rest = rest;
        Ok(*first)
    }

    pub(crate) fn flag(&mut self) -> Result<bool, Malformed> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed("something is neither there nor absent")),
        }
    }

    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        let mut value = 0u64;
        for group in 0..LONGEST {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if group == LONGEST - 1 && bits > 1 {
                return Err(Malformed("a number has more than 64 bits"));
            }
            value |= bits << (7 * group);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Malformed("a number has more than 64 bits"))
    }

    /// A number of at most 32 bits.
    pub(crate) fn small(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.number()?).map_err(|_| Malformed("a number has more than 32 bits"))
    }

    pub(crate) fn difference(&mut self) -> Result<i64, Malformed> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// How many items follow, each of which takes at least one byte.
    pub(crate) fn count(&mut self) -> Result<usize, Malformed> {
        let count = self.number()?;
        usize::try_from(count)
            .ok()
            .filter(|count| *count <= self.rest.len())
            .ok_or(Malformed("a list goes past the end of its block"))
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, Malformed> {
        let length = self.count()?;
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        std::str::from_utf8(text).map_err(|_| Malformed("a text is not UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_the_trip() {
        let edges = [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, u64::from(u32::MAX), 1 << 63, u64::MAX];
        for value in edges {
            let mut bytes = Vec::new();
            put_number(&mut bytes, value);
            let mut cursor = Cursor::new(&bytes);
            assert_eq!((cursor.number(), cursor.len()), (Ok(value), 0));
            let mut bytes = Vec::new();
            put_difference(&mut bytes, value as i64);
            let mut cursor = Cursor::new(&bytes);
            assert_eq!((cursor.difference(), cursor.len()), (Ok(value as i64), 0));
        }
    }

    #[test]
    fn small_differences_are_short() {
        for value in [-64, -1, 0, 63] {
            let mut bytes = Vec::new();
            put_difference(&mut bytes, value);
            assert_eq!(bytes.len(), 1, "{value}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let cut = Malformed("a record goes past the end of its block");
        let long = Malformed("a number has more than 64 bits");
        assert_eq!(Cursor::new(&[]).byte(), Err(cut));
        assert_eq!(Cursor::new(&[0x80]).number(), Err(cut));
        assert_eq!(Cursor::new(&[0xff; 10]).number(), Err(long));
        assert_eq!(Cursor::new(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]).number(), Err(long));
        assert_eq!(
            Cursor::new(&[0xff, 0xff, 0xff, 0xff, 0x1f]).small(),
            Err(Malformed("a number has more than 32 bits"))
        );
        assert_eq!(Cursor::new(&[5, b'a']).text(), Err(Malformed("a list goes past the end of its block")));
        assert_eq!(Cursor::new(&[1, 0xff]).text(), Err(Malformed("a text is not UTF-8")));
    }
}
