//! The one door to files that others wrote: regular files only, so that a pipe, a socket or a device of a file's name
//! never makes anybody wait.
//!
//! Reads and never writes. Knows nothing of what the bytes mean.

#![expect(clippy::disallowed_methods, reason = "opened for reading only, with a flag that `File::open` does not have")]

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read as _, Result};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::OFlags;

use crate::model::Problem;

/// What is longer is never held in memory as a whole.
const LARGEST: u64 = 256 << 20;

const NO_FILE: &str = "is no regular file (a folder, pipe, socket or device): skipped";

/// Opens a file for reading; a link counts as its target. What is no regular file is refused, not waited for.
pub fn open(path: impl AsRef<Path>) -> Result<File> {
    let path = path.as_ref();
    if !path.metadata()?.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, NO_FILE));
    }
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    // Between the look and the opening somebody may have put something else there.
    if file.metadata()?.is_file() { Ok(file) } else { Err(Error::new(ErrorKind::InvalidInput, NO_FILE)) }
}

/// All bytes of a file of at most 256 MiB.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    let file = open(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(file.metadata()?.len().min(LARGEST)).unwrap_or(0));
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::new(ErrorKind::FileTooLarge, "is larger than 256 MiB: skipped"));
    }
    Ok(bytes)
}

/// The text of a file of at most 256 MiB.
pub fn read_to_string(path: impl AsRef<Path>) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::new(ErrorKind::InvalidData, "is no text (no valid UTF-8)"))
}

/// What to say of a path that is there and can never be read as a file; nothing of one that is a file or not there.
pub fn irregular(path: &Path) -> Option<Problem> {
    let there = path.metadata().is_ok_and(|meta| !meta.is_file());
    there.then(|| Problem::new(path.display().to_string(), NO_FILE))
}

#[cfg(test)]
mod tests {
    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    #[test]
    fn a_pipe_a_socket_and_a_device_are_refused_and_nobody_waits() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("a.jsonl");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        let link = folder.path().join("link.jsonl");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        let socket = folder.path().join("b.jsonl");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [&pipe, &link, &socket, Path::new("/dev/zero"), folder.path()] {
            assert_eq!(read(path).unwrap_err().to_string(), NO_FILE, "{}", path.display());
            assert!(irregular(path).is_some());
        }
    }

    #[test]
    fn a_link_to_a_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "text").unwrap();
        std::os::unix::fs::symlink("a", folder.path().join("b")).unwrap();
        assert_eq!(read_to_string(folder.path().join("b")).unwrap(), "text");
        assert!(irregular(&folder.path().join("b")).is_none() && irregular(&folder.path().join("c")).is_none());
        std::os::unix::fs::symlink("loop", folder.path().join("loop")).unwrap();
        assert!(open(folder.path().join("loop")).is_err());
    }
}
