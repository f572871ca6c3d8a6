//! Who holds a lock on a file, by `/proc/locks`: looking does not touch the lock.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::probes::World;

/// Who holds a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holders {
    /// The file is not there.
    NoFile,
    /// Nobody holds it.
    Free,
    /// These processes hold it; an id of 0 or less stands for a process of another pid namespace.
    Held(Vec<i64>),
    /// The table of locks could not be read.
    Unknown,
}

/// Who holds a lock on a file.
pub fn holders(world: &World, path: &Path) -> Holders {
    let meta = match std::fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Holders::NoFile,
        Err(_) => return Holders::Unknown,
    };
    let Ok(table) = std::fs::read_to_string(world.proc.join("locks")) else { return Holders::Unknown };
    let held: Vec<i64> = table.lines().filter_map(|line| holder(line, meta.ino())).collect();
    if held.is_empty() { Holders::Free } else { Holders::Held(held) }
}

/// `1: FLOCK  ADVISORY  WRITE 4711 fe:00:123456 0 EOF`. The device is not compared: file systems of containers show another one.
fn holder(line: &str, inode: u64) -> Option<i64> {
    let fields: Vec<&str> = line.split_whitespace().filter(|field| *field != "->").collect();
    let found: u64 = fields.get(5)?.rsplit(':').next()?.parse().ok()?;
    (found == inode && fields.get(1) == Some(&"FLOCK") && !line.contains("->")).then(|| fields.get(4)?.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::holder;

    #[test]
    fn the_inode_decides_and_a_waiting_process_holds_nothing() {
        assert_eq!(holder("1: FLOCK  ADVISORY  WRITE 4711 fe:00:77 0 EOF", 77), Some(4711));
        assert_eq!(holder("1: FLOCK  ADVISORY  WRITE 4711 fe:00:77 0 EOF", 78), None);
        assert_eq!(holder("1: -> FLOCK  ADVISORY  WRITE 4712 fe:00:77 0 EOF", 77), None);
    }
}
