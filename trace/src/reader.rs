//! Reading a trace: whatever the bytes are, the answer is records and then an end or an error,
//! never a panic.

use std::fmt;
use std::io::{self, Read};

use crate::block::{BLOCK_HEADER, FILE_HEADER, LARGEST_BLOCK, MAGIC, VERSION, checksum};
use crate::codec::Decoder;
use crate::record::Record;
use crate::wire::{Cursor, Malformed};

/// Why a trace, or its rest, cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// It is no trace.
    NotATrace,
    /// A newer version of DetSan has written it.
    OtherVersion {
        /// Version of its format.
        version: u32,
    },
    /// It has no end: the recorded program was killed, or the rest of the file is missing.
    /// Everything before is whole.
    CutShort {
        /// Offset of the first byte that is of no use.
        offset: u64,
    },
    /// Its bytes are not those that were written.
    Damaged {
        /// Offset of the block.
        offset: u64,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The file cannot be read.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotATrace => f.write_str("not a trace: record one with 'detsan run --record FILE'"),
            ReadError::OtherVersion { version } => write!(
                f,
                "a trace of version {version}, and this DetSan reads version {VERSION}: use the DetSan that recorded it, or record it again"
            ),
            ReadError::CutShort { offset } => write!(f, "the trace was cut short, at byte {offset}"),
            ReadError::Damaged { offset, problem } => {
                write!(f, "the trace is damaged, in the block at byte {offset}: {problem}")
            }
            ReadError::Io(error) => write!(f, "the trace cannot be read: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads records from a file: an iterator that ends after the last record of a whole trace, or
/// after an error.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    decoder: Decoder,
    block: Vec<u8>,
    /// What has been read of the block.
    position: usize,
    /// Offset of the block in the file, and of the one after it.
    offset: u64,
    end: u64,
    chain: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// More is to come.
    Open,
    /// The last record has been read.
    Ended,
    /// There was an error.
    Failed,
}

impl<R: Read> Reader<R> {
    /// Reads the beginning.
    ///
    /// # Errors
    ///
    /// When it is no trace, or one that this version cannot read.
    pub fn new(mut source: R) -> Result<Reader<R>, ReadError> {
        let mut header = Vec::with_capacity(FILE_HEADER);
        source.by_ref().take(FILE_HEADER as u64).read_to_end(&mut header).map_err(ReadError::Io)?;
        if !header.starts_with(&MAGIC) {
            return Err(ReadError::NotATrace);
        }
        let Ok(version) = header[MAGIC.len()..].try_into() else {
            return Err(ReadError::CutShort { offset: header.len() as u64 });
        };
        match u32::from_le_bytes(version) {
            VERSION => {}
            0 => return Err(ReadError::Damaged { offset: 0, problem: "there has never been such a version" }),
            version => return Err(ReadError::OtherVersion { version }),
        }
        Ok(Reader {
            source,
            decoder: Decoder::default(),
            block: Vec::new(),
            position: 0,
            offset: FILE_HEADER as u64,
            end: FILE_HEADER as u64,
            chain: 0,
            state: State::Open,
        })
    }

    /// Reads the next block. Returns whether there is one.
    fn next_block(&mut self) -> Result<bool, ReadError> {
        self.offset = self.end;
        self.position = 0;
        self.read(BLOCK_HEADER)?;
        let &[a, b, c, d, e, f, g, h] = &self.block[..] else {
            return if self.block.is_empty() { Ok(false) } else { Err(ReadError::CutShort { offset: self.offset }) };
        };
        let (length, expected) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        if length > LARGEST_BLOCK {
            return Err(self.damaged("it is too long"));
        }
        self.read(length as usize)?;
        if self.block.len() < length as usize {
            return Err(ReadError::CutShort { offset: self.offset });
        }
        self.chain = checksum(self.chain, &self.block);
        if self.chain != expected {
            return Err(self.damaged("its checksum is wrong"));
        }
        if length == 0 {
            return Err(self.damaged("it is empty"));
        }
        self.end = self.offset + BLOCK_HEADER as u64 + u64::from(length);
        Ok(true)
    }

    /// Replaces the block by the next `length` bytes, or as many as there are.
    fn read(&mut self, length: usize) -> Result<(), ReadError> {
        self.block.clear();
        let taken = self.source.by_ref().take(length as u64).read_to_end(&mut self.block);
        taken.map(|_| ()).map_err(ReadError::Io)
    }

    fn damaged(&self, problem: &'static str) -> ReadError {
        ReadError::Damaged { offset: self.offset, problem }
    }

    fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        while self.position == self.block.len() {
            let more = self.next_block()?;
            match (more, self.state) {
                (false, State::Ended) => return Ok(None),
                (false, _) => return Err(ReadError::CutShort { offset: self.offset }),
                (true, State::Ended) => return Err(self.damaged("it follows the end")),
                (true, _) => {}
            }
        }
        if self.state == State::Ended {
            return Err(self.damaged("something follows the end"));
        }
        let mut cursor = Cursor::new(&self.block[self.position..]);
        let record = self.decoder.take(&mut cursor).map_err(|Malformed(problem)| self.damaged(problem))?;
        self.position = self.block.len() - cursor.len();
        if matches!(record, Record::Finish(_) | Record::Killed { .. }) {
            self.state = State::Ended;
        }
        Ok(Some(record))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Failed {
            return None;
        }
        let next = self.next_record().transpose();
        if !matches!(next, Some(Ok(_))) {
            self.state = State::Failed;
        }
        next
    }
}
