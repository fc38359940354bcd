//! Writing a trace: records are gathered to blocks, and a block is written at once.

use std::fs::File;
use std::io::{self, Write};

use crate::block::{BLOCK_HEADER, BLOCK_SIZE, file_header, seal};
use crate::codec::{Encoder, tag};
use crate::record::Record;

/// Where a trace goes.
pub trait Sink {
    /// Writes all of `bytes`, which are the beginning of the file or a whole block. `chain` is the
    /// checksum that the next block has to follow. When this returns, nothing is pending.
    ///
    /// # Errors
    ///
    /// When not everything could be written.
    fn write(&mut self, bytes: &[u8], chain: u32) -> io::Result<()>;

    /// Told after every record: `content` is what the next block has so far. It stays where it is
    /// in memory, and only grows at its end, until the next call of [`Sink::write`]; so a sink can
    /// save it when the process is about to die.
    fn pending(&mut self, content: &[u8]) {
        let _ = content;
    }
}

impl Sink for Vec<u8> {
    fn write(&mut self, bytes: &[u8], _chain: u32) -> io::Result<()> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

impl Sink for File {
    fn write(&mut self, bytes: &[u8], _chain: u32) -> io::Result<()> {
        self.write_all(bytes)
    }
}

/// Writes records to a sink.
///
/// A writer that is dropped writes nothing: what was not flushed is lost. (The process may be a
/// forked child, which has a copy of the writer and must leave its parent's trace alone.)
#[derive(Debug)]
pub struct Writer<S> {
    sink: S,
    encoder: Encoder,
    /// The next block: room for its header, then its content. Never reallocated.
    block: Vec<u8>,
    /// The record that is being encoded.
    record: Vec<u8>,
    chain: u32,
}

impl<S: Sink> Writer<S> {
    /// Begins a trace.
    ///
    /// # Errors
    ///
    /// When the sink fails.
    pub fn new(mut sink: S) -> io::Result<Writer<S>> {
        sink.write(&file_header(), 0)?;
        let mut block = Vec::with_capacity(BLOCK_HEADER + BLOCK_SIZE);
        block.resize(BLOCK_HEADER, 0);
        Ok(Writer { sink, encoder: Encoder::default(), block, record: Vec::new(), chain: 0 })
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// When the sink fails. The trace ends there, nothing more may be written.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        self.record.clear();
        self.encoder.put(&mut self.record, record);
        if self.block.len() + self.record.len() > BLOCK_HEADER + BLOCK_SIZE {
            self.flush()?;
        }
        if self.record.len() > BLOCK_SIZE {
            let (header, chain) = seal(self.chain, &self.record);
            self.record.splice(..0, header);
            self.chain = chain;
            return self.sink.write(&self.record, chain);
        }
        self.block.extend_from_slice(&self.record);
        self.sink.pending(&self.block[BLOCK_HEADER..]);
        Ok(())
    }

    /// Writes what is pending.
    ///
    /// # Errors
    ///
    /// When the sink fails.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.block.len() == BLOCK_HEADER {
            return Ok(());
        }
        let (header, chain) = seal(self.chain, &self.block[BLOCK_HEADER..]);
        self.block[..BLOCK_HEADER].copy_from_slice(&header);
        self.chain = chain;
        let result = self.sink.write(&self.block, chain);
        self.block.truncate(BLOCK_HEADER);
        result
    }

    /// Where the trace goes.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Ends writing, without a flush.
    pub fn into_sink(self) -> S {
        self.sink
    }
}

/// Longest name of a signal that [`killed_block`] takes.
const LONGEST_NAME: usize = 32;

/// Room for what [`killed_block`] writes.
pub const KILLED_SPACE: usize = BLOCK_HEADER + 3 + LONGEST_NAME;

/// Writes a whole block with a [`Record::Killed`] to `buffer`, to follow a block with the checksum
/// `chain`, and returns its length. Neither allocates nor locks: a signal handler may call it.
pub fn killed_block(chain: u32, signal: u8, name: &str, buffer: &mut [u8; KILLED_SPACE]) -> usize {
    let name = &name.as_bytes()[..name.len().min(LONGEST_NAME)];
    let content = &mut buffer[BLOCK_HEADER..BLOCK_HEADER + 3 + name.len()];
    content[..3].copy_from_slice(&[tag::KILLED, signal, name.len() as u8]);
    content[3..].copy_from_slice(name);
    let length = content.len();
    let (header, _) = seal(chain, content);
    buffer[..BLOCK_HEADER].copy_from_slice(&header);
    BLOCK_HEADER + length
}
