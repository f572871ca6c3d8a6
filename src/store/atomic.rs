//! Whole files, in one piece: either the old content or the new one is there, also after a power cut.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Ours alone.
pub(super) const PRIVATE: u32 = 0o600;

/// Writes a file beside its place, flushes it, puts it there, and flushes the folder.
pub(super) fn write(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let temp = temp(path);
    let written = place(path, &temp, bytes, mode);
    if written.is_err() {
        // The reason of the failure matters, not whether its rest could be cleared away.
        let _ = std::fs::remove_file(&temp);
    }
    written
}

fn place(path: &Path, temp: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    match std::fs::remove_file(temp) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // `create_new` follows no link that somebody may have put there.
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(temp)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(temp, path)?;
    flush_folder(path)
}

/// Flushes the folder in which a path lies, so that the name survives a power cut.
pub(super) fn flush_folder(path: &Path) -> io::Result<()> {
    File::open(path.parent().unwrap_or(Path::new("/")))?.sync_all()
}

/// Makes a private folder with its parents.
pub(super) fn private_folder(path: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

fn temp(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.tmp"))
}
