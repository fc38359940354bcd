//! Which files are mapped where.
//!
//! The list of a live process is read from `/proc/…/maps` and the files' own program headers. That needs neither the
//! dynamic linker's lock, which a race found inside of `dlopen` could wait for, nor unsafe code, and works for other
//! processes as well.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use object::read::elf::{FileHeader, ProgramHeader};
use object::{LittleEndian, ReadCache, elf};

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
    let Ok(maps) = std::fs::read_to_string("/proc/self/maps") else {
        return Vec::new();
    };
    // The program may have been replaced on disk or started through a file descriptor: the kernel still has it.
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
    group_by_file(maps)
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

/// Groups the mapped files that have executable parts; a file that is mapped twice makes two groups.
fn group_by_file(maps: &str) -> Vec<(PathBuf, Vec<Mapping>)> {
    let mut groups: Vec<(PathBuf, Vec<Mapping>)> = Vec::new();
    for (path, mapping) in maps.lines().filter_map(parse_line) {
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
fn parse_line(line: &str) -> Option<(PathBuf, Mapping)> {
    let mut rest = line;
    let mut field = || {
        let trimmed = rest.trim_start_matches(' ');
        let (field, tail) = trimmed.split_once(' ').unwrap_or((trimmed, ""));
        rest = tail;
        field
    };
    let (range, permissions, offset) = (field(), field(), field());
    let (_device, _inode) = (field(), field());
    let path = rest.trim_start_matches(' ');
    // The dynamic linker maps files privately. What is shared is somebody's view of a file, as of
    // those that are read for their symbols.
    if !path.starts_with('/') || permissions.ends_with('s') {
        return None;
    }
    let mapping = Mapping {
        start: u64::from_str_radix(range.split_once('-')?.0, 16).ok()?,
        offset: u64::from_str_radix(offset, 16).ok()?,
        executable: permissions.contains('x'),
    };
    Some((PathBuf::from(path.replace("\\012", "\n")), mapping))
}

/// Finds the load bias of what is mapped from `path` by pairing a mapping with the segment that it was made from; `file`
/// is where to read the segments.
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
    let name = name.strip_suffix(" (deleted)").unwrap_or(&name).to_owned();
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
        let groups = group_by_file(maps);
        let names: Vec<_> = groups.iter().map(|(path, mappings)| (path.to_str().unwrap(), mappings.len())).collect();
        assert_eq!(names, [("/home/me/my program", 2), ("/lib/libx.so (deleted)", 1)]);
        assert_eq!(groups[0].1[1], Mapping { start: 0x5600, offset: 0x1000, executable: true });
    }

    #[test]
    fn a_view_of_a_file_is_no_part_of_the_module() {
        let maps = "1000-2000 r--s 0 0:0 1 /lib/x\n2000-3000 r--p 0 0:0 1 /lib/x\n3000-4000 r-xp 1000 0:0 1 /lib/x\n";
        let groups = group_by_file(maps);
        assert_eq!((groups.len(), groups[0].1[0].start), (1, 0x2000));
    }

    #[test]
    fn a_file_mapped_twice_is_two_modules() {
        let maps = "1000-2000 r-xp 0 0:0 1 /lib/x\n2000-3000 r--p 1000 0:0 1 /lib/x\n5000-6000 r-xp 0 0:0 1 /lib/x\n";
        assert_eq!(group_by_file(maps).len(), 2);
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
