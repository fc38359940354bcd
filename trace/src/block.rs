//! Blocks: records that were written together, with a checksum that depends on every block before.
//!
//! A process can die at any moment, and a file can be damaged on its way. A block is either whole
//! or worth nothing, and the chain of checksums tells that none is missing, doubled or out of
//! place.

use detsan_detector::Event;

/// What every trace begins with. The first byte is not text and the last is a line end, so that a
/// transfer that changes either is noticed at once.
pub const MAGIC: [u8; 8] = *b"\x89DETSAN\n";

/// Version of the format that this crate writes, and the only one that it reads. It also tells how
/// many kinds of events there are, so that a new one makes a new version.
pub const VERSION: u32 = 4 * 100 + Event::KINDS as u32;

/// Bytes before the first block: the magic and the version.
pub(crate) const FILE_HEADER: usize = MAGIC.len() + 4;

/// Bytes before the content of a block: its length and its checksum.
pub const BLOCK_HEADER: usize = 8;

/// Content that a block has at most, unless a single record is longer.
pub const BLOCK_SIZE: usize = 1 << 16;

/// No block is longer: a record may be longer than [`BLOCK_SIZE`], but not by so much.
pub(crate) const LARGEST_BLOCK: u32 = 1 << 26;

pub(crate) fn file_header() -> [u8; FILE_HEADER] {
    let mut header = [0; FILE_HEADER];
    header[..MAGIC.len()].copy_from_slice(&MAGIC);
    header[MAGIC.len()..].copy_from_slice(&VERSION.to_le_bytes());
    header
}

/// The header of a block with this content, which follows a block with the checksum `chain` (0 for
/// the first), and its own checksum. Neither allocates nor locks: a signal handler may call it.
pub fn seal(chain: u32, content: &[u8]) -> ([u8; BLOCK_HEADER], u32) {
    let checksum = checksum(chain, content);
    let mut header = [0; BLOCK_HEADER];
    header[..4].copy_from_slice(&(content.len() as u32).to_le_bytes());
    header[4..].copy_from_slice(&checksum.to_le_bytes());
    (header, checksum)
}

/// CRC-32 (the polynomial of Ethernet) of `chain` and `content`.
pub(crate) fn checksum(chain: u32, content: &[u8]) -> u32 {
    !update(update(!0, &chain.to_le_bytes()), content)
}

fn update(state: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(state, |state, byte| TABLE[(state as u8 ^ byte) as usize] ^ (state >> 8))
}

static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut state = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            state = if state & 1 == 1 { 0xedb8_8320 ^ (state >> 1) } else { state >> 1 };
            bit += 1;
        }
        table[byte] = state;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_crc_32() {
        // The check value of the catalogue of CRCs.
        assert_eq!(!update(!0, b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_block_depends_on_the_one_before() {
        assert_ne!(seal(0, b"x").1, seal(1, b"x").1);
        assert_eq!(&seal(7, b"abc").0[..4], &[3, 0, 0, 0]);
    }
}
