//! Which files are mapped where.
//!
//! The list of a live process is read from `/proc/…/maps` and the files' own program headers. That
//! needs neither the dynamic linker's lock, which a race found inside of `dlopen` could wait for,
//! nor unsafe code, and works for other processes as well.

use std::ffi::OsString;
use std::fs::File;
use std::ops::Range;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use object::read::elf::{FileHeader, ProgramHeader};
use object::{LittleEndian, ReadCache, elf};

use crate::escape::escaped;

/// A program or library in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name in reports: the file's, without directory.
    pub name: String,
    /// The file to read symbols and debug information from.
    pub path: PathBuf,
    /// What to add to an address of the file's headers to get one in memory.
    pub bias: u64,
    /// Where its segments are in memory.
    pub ranges: Vec<Range<u64>>,
}

impl Module {
    /// Whether `address` lies in one of its segments.
    pub fn contains(&self, address: u64) -> bool {
        self.ranges.iter().any(|range| range.contains(&address))
    }
}

/// The modules of this process.
pub fn modules_of_this_process() -> Vec<Module> {
    let Ok(maps) = std::fs::read("/proc/self/maps") else {
        return Vec::new();
    };
    // The program may have been replaced on disk or started through a file descriptor: the kernel
    // still has it.
    let program = std::fs::read_link("/proc/self/exe").ok();
    group_by_file(&maps)
        .into_iter()
        .filter_map(|(path, mappings)| {
            let file = if program.as_ref() == Some(&path) { Path::new("/proc/self/exe") } else { &path };
            module_from_mappings(&path, file, &mappings)
        })
        .collect()
}

/// The modules of a process, from the text of its `/proc/…/maps`.
pub fn modules_of_maps(maps: &str) -> Vec<Module> {
    group_by_file(maps.as_bytes())
        .into_iter()
        .filter_map(|(path, mappings)| module_from_mappings(&path, &path, &mappings))
        .collect()
}

/// A line of `maps` that concerns a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mapping {
    start: u64,
    /// Position in the file.
    offset: u64,
    executable: bool,
}

/// Groups the mapped files that have executable parts; a file that is mapped twice makes two
/// groups.
fn group_by_file(maps: &[u8]) -> Vec<(PathBuf, Vec<Mapping>)> {
    let mut groups: Vec<(PathBuf, Vec<Mapping>)> = Vec::new();
    for (path, mapping) in maps.split(|byte| *byte == b'\n').filter_map(parse_line) {
        match groups.last_mut() {
            Some((last, mappings))
                if *last == path && mappings.last().is_some_and(|before| before.offset <= mapping.offset) =>
            {
                mappings.push(mapping);
            }
            _ => groups.push((path, vec![mapping])),
        }
    }
    groups.retain(|(_, mappings)| mappings.iter().any(|mapping| mapping.executable));
    groups
}

/// Reads `start-end perms offset device inode   path`.
fn parse_line(line: &[u8]) -> Option<(PathBuf, Mapping)> {
    let path = line.iter().position(|byte| *byte == b'/')?;
    let (fields, path) = line.split_at(path);
    let mut fields = std::str::from_utf8(fields).ok()?.split_ascii_whitespace();
    let (range, permissions, offset) = (fields.next()?, fields.next()?, fields.next()?);
    // The device and the inode.
    let is_path = fields.count() == 2;
    // The dynamic linker maps files privately. What is shared is somebody's view of a file, as of
    // those that are read for their symbols.
    if !is_path || permissions.ends_with('s') {
        return None;
    }
    let mapping = Mapping {
        start: u64::from_str_radix(range.split_once('-')?.0, 16).ok()?,
        offset: u64::from_str_radix(offset, 16).ok()?,
        executable: permissions.contains('x'),
    };
    Some((PathBuf::from(OsString::from_vec(with_line_ends(path))), mapping))
}

/// The path that the kernel has written `\012` for line ends in.
fn with_line_ends(path: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some((first, others)) = rest.split_first() {
        let line_end = rest.strip_prefix(br"\012");
        plain.push(if line_end.is_some() { b'\n' } else { *first });
        rest = line_end.unwrap_or(others);
    }
    plain
}

/// Finds the load bias of what is mapped from `path` by pairing a mapping with the segment that it
/// was made from; `file` is where to read the segments.
fn module_from_mappings(path: &Path, file: &Path, mappings: &[Mapping]) -> Option<Module> {
    const PAGE: u64 = 4096;
    let page = |address: u64| address & !(PAGE - 1);
    let cache = ReadCache::new(File::open(file).ok()?);
    let data = &cache;
    let header = elf::FileHeader64::<LittleEndian>::parse(data).ok()?;
    let endian = header.endian().ok()?;
    let segments: Vec<_> = header
        .program_headers(endian, data)
        .ok()?
        .iter()
        .filter(|segment| segment.p_type(endian) == elf::PT_LOAD)
        .map(|segment| (segment.p_offset(endian), segment.p_vaddr(endian), segment.p_memsz(endian)))
        .collect();
    let bias = mappings.iter().find_map(|mapping| {
        let (_, vaddr, _) = segments.iter().find(|(offset, _, _)| page(*offset) == mapping.offset)?;
        Some(mapping.start.wrapping_sub(page(*vaddr)))
    })?;
    let ranges = segments
        .iter()
        .map(|&(_, vaddr, size)| {
            let start = vaddr.wrapping_add(bias);
            start..start.saturating_add(size)
        })
        .collect();
    let name = path.file_name()?.to_string_lossy();
    let name = escaped(name.strip_suffix(" (deleted)").unwrap_or(&name)).into_owned();
    Some(Module { name, path: file.to_owned(), bias, ranges })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_grouped_by_file() {
        let maps = "\
5500-5600 r--p 00000000 fe:00 11                         /home/me/my program
5600-5700 r-xp 00001000 fe:00 11                         /home/me/my program
5700-5800 rw-p 00000000 00:00 0                          [heap]
7000-7100 r--p 00000000 fe:00 12                         /usr/share/data
7200-7300 r-xp 00000000 fe:00 13                         /lib/libx.so (deleted)
7300-7400 r-xp 00000000 00:00 0                          [vdso]
";
        let groups = group_by_file(maps.as_bytes());
        let names: Vec<_> = groups.iter().map(|(path, mappings)| (path.to_str().unwrap(), mappings.len())).collect();
        assert_eq!(names, [("/home/me/my program", 2), ("/lib/libx.so (deleted)", 1)]);
        assert_eq!(groups[0].1[1], Mapping { start: 0x5600, offset: 0x1000, executable: true });
    }

    #[test]
    fn a_view_of_a_file_is_no_part_of_the_module() {
        let maps = "1000-2000 r--s 0 0:0 1 /lib/x\n2000-3000 r--p 0 0:0 1 /lib/x\n3000-4000 r-xp 1000 0:0 1 /lib/x\n";
        let groups = group_by_file(maps.as_bytes());
        assert_eq!((groups.len(), groups[0].1[0].start), (1, 0x2000));
    }

    #[test]
    fn a_file_mapped_twice_is_two_modules() {
        let maps = "1000-2000 r-xp 0 0:0 1 /lib/x\n2000-3000 r--p 1000 0:0 1 /lib/x\n5000-6000 r-xp 0 0:0 1 /lib/x\n";
        assert_eq!(group_by_file(maps.as_bytes()).len(), 2);
        let odd = b"1000-2000 r-xp 00000000 fe:00 1                          /a\xff b\\012c /d\n";
        let [(path, _)] = &group_by_file(odd)[..] else { panic!("one file") };
        assert_eq!(path.as_os_str().as_encoded_bytes(), b"/a\xff b\nc /d");
    }

    #[test]
    fn this_process_contains_its_own_code_and_data() {
        static MARK: u32 = 7;
        let modules = modules_of_this_process();
        let code = this_process_contains_its_own_code_and_data as *const () as u64;
        let owner = modules.iter().find(|module| module.contains(code)).expect("the test's own module");
        assert_eq!(owner.path, Path::new("/proc/self/exe"));
        assert!(owner.contains(&raw const MARK as u64));
    }
}
