//! Event streams in a file: recording and replay.
//!
//! `detsan run --record FILE` writes down what the tool tells the detector, what the detector asks
//! and is answered, and the names that a report needs. `detsan replay FILE` sends it through the
//! detector again, without the program, its libraries or its debug information. This crate is the
//! format, its writer and reader, and the replay; it has no `unsafe` and no words for users but its
//! errors.
//!
//! # The format
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`], little-endian |
//! | … | blocks |
//!
//! A block is its length (4 bytes, little-endian), a checksum (4 bytes, little-endian) and that
//! many bytes of whole records. The checksum is the CRC-32 of the checksum of the block before (0
//! for the first, as 4 bytes, little-endian) and the content. A trace is whole if its last record
//! is [`Record::Finish`] or [`Record::Killed`]; a file that ends earlier was cut short and is good
//! up to its last whole block. Nothing follows the last record.
//!
//! A record is a tag (one byte) and its fields, in the order in which [`Record`] and its parts
//! declare them. A field is
//!
//! - a *number*: LEB128, seven bits a byte, lowest first, the top bit set on all bytes but the
//!   last;
//! - a *difference*: a number `2n` for `n ≥ 0` and `-2n - 1` for `n < 0`;
//! - a *text*: the number 0, the length in bytes and the text itself, in UTF-8, which is then
//!   numbered (from 1); or the number of a text that was written before;
//! - an *option*: a byte 0, or a byte 1 and the value;
//! - a *list*: its length and its items.
//!
//! Tasks, places, code addresses (`pc` of calls and places, address of frames and directives) and
//! addresses of accesses and of forgotten memory are differences: to the last task, place and code
//! address, and to the end of the last access or forgotten memory. All start at 0. Everything else
//! is a number, or one of these:
//!
//! | tag | record | its fields |
//! |---|---|---|
//! | 1 | start | version text, options text, process id, a byte for locks (0 sets, 1 does-not-commute order) |
//! | 2 | directory | option of text |
//! | 3 | call | caller, code address; call paths are numbered from 2 |
//! | 4 | site | code address, call path, size; places are numbered from 1 |
//! | 5 | frames | code address, list of frames |
//! | 6 | static variable | address, size, option of variable |
//! | 7 | local variable | return address, frame address, address, size, option of variable |
//! | 8 | place of data | address, place |
//! | 9 | directive | code address, option of source location |
//! | 16 and more | an event: its tag is 16 plus its row in the table of [`Event`](detsan_detector::Event) | its fields |
//! | 79 | forget | address, length |
//! | 80, 81 | stale, not stale | |
//! | 82 | memory | word, then a byte: 0 static; 1 heap: start, size, site; 2 stack: function, frame address; 3 task data: task, start, size |
//! | 83 | private | word |
//! | 84 | incident | a byte for its kind, then its fields: 0 fulfilled twice: task, two calls (option of task, site); 1 never fulfilled: task; 2 deadlock: task, a byte for the wait (0 taskwait, 1 depend, 2 taskgroup, 3 barrier, 4 end of a region), site, list of task and option of task; 3 lock held: task, site, task, site; 4 lone depend item: task, option of site, item, option of task and item, others; 5 crowded loops: loops, iterations, threads; 6 unused threads: text, team; 7 watchdog: firings; 8 alone: tasks. An item is clauses as in 85, of which there is one |
//! | 85 | clauses | task, clauses, then for each its length and its memory as above |
//! | 96 | finish | status (difference), ending, guarantee, foreign accesses, races, tasks, regions, accesses |
//! | 97 | killed | signal (a byte), length of its name, name |
//! | 128 and more | access | address; the length, if its number is 0 or 6; the slot, if it is 6; the site, unless it is the last one; the offset, if there is one |
//!
//! The tag of an access has bit 0 for a write, bit 1 for an atomic one, in bits 2 to 4 the length
//! (1 to 5 for 1, 2, 4, 8, 16 bytes; 0 for a field of its own, 6 for that and a slot), bit 5 for
//! the place of the record before and bit 6 for an offset. A clause is a byte (0 in, 1 out or
//! inout, 2 inoutset, 3 mutexinoutset) and the location, or the byte plus 128 for `omp_all_memory`.
//! A frame is option of function, role, option of source location, place, option of offset in the
//! symbol, a byte for debug information (0 no, 1 yes). A role is a byte: 0 function, 1 glue, 2
//! body, 3 wrapper, the latter two plus 16 times the construct (0 task, 1 parallel region, 2 target
//! region, 3 not known). A place is an option of the module's name and the offset. A source
//! location is file, line, option of column. A field of an event that has two values is a byte, 0
//! or 1. A variable is name, a byte (0 static, 1 local, 2 parameter), option of function, address,
//! option of size, offset, option of element, option of the location of its declaration. An ending
//! is a byte 0, or a byte 1 and a text. A guarantee is a
//! byte (0 all schedules, 1 this lock order, 2 this order of critical sections), the threads of the
//! smallest crowded team or 0, and a
//! list of texts, its length first: what was not seen.
//!
//! # What is in it, and what is not
//!
//! The recording tool learns of the clauses of a task, and of its event, after its creation: these
//! are events of their own.
//!
//! Only accesses that reach the detector are recorded: what the fast path of the hooks settles adds
//! nothing to any history. Records that answer a question (tags 80 to 83 and 85) stand between the
//! access that raised it and the next event. Definitions (tags 2 to 9) stand before the first
//! record that needs them.
//!
//! The version changes with any change to the above. There is no reading of other versions: a trace
//! is for passing on a bug, not for keeping.
#![forbid(unsafe_code)]

mod block;
mod budget;
mod cells;
mod codec;
mod incidents;
mod legality;
mod names;
mod places;
mod reader;
mod record;
mod replay;
mod symbols;
mod wire;
mod writer;

pub use block::{BLOCK_HEADER, BLOCK_SIZE, MAGIC, VERSION, seal};
pub use cells::{Cells, cell_number, cell_numbers, words};
pub use reader::{ReadError, Reader};
pub use record::{Access, Context, FIRST_CONTEXT, FIRST_SITE, Finish, LocalQuestion, Record, Site, Start};
pub use replay::{Ended, ReplayError, Replayed, Told, read_start, replay};
pub use symbols::{Noted, TraceSymbols};
pub use writer::{KILLED_SPACE, Sink, Writer, killed_block};
