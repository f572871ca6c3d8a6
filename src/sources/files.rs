//! Files beside a transcript, read in proportion: their ends, or all of a small one.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::text;
use crate::evidence;

/// A file up to this long is a text that is kept whole.
const WHOLE: u64 = 256 << 10;
const END: u64 = 32 << 10;

/// The first and last 32 KiB of a file, and its length.
pub fn ends(path: &Path) -> io::Result<(String, u64)> {
    let mut file = evidence::open(path)?;
    let bytes = file.metadata()?.len();
    if bytes <= 2 * END + 64 {
        return Ok((lossy(&mut file, bytes)?, bytes));
    }
    let head = lossy(&mut file, END)?;
    file.seek(SeekFrom::Start(bytes - END))?;
    let tail = lossy(&mut file, END)?;
    Ok((format!("{head}\n[… {} bytes left out …]\n{tail}", bytes - 2 * END), bytes))
}

/// The whole text of a file of at most 256 KiB; `None` for a larger one and for what is no text.
pub fn small_text(path: &Path) -> Option<String> {
    let mut file = evidence::open(path).ok()?;
    let mut bytes = Vec::new();
    (&mut file).take(WHOLE + 1).read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 > WHOLE {
        return None;
    }
    String::from_utf8(bytes).ok()
}

/// The last lines of a file, cleaned.
pub fn last_lines(path: &Path, lines: usize) -> io::Result<String> {
    let (text, _) = ends(path)?;
    Ok(text::last_lines(&text, lines))
}

/// A small JSON file; what cannot be read is said in words.
pub fn json(path: &Path) -> Result<serde_json::Value, String> {
    if let Some(problem) = evidence::irregular(path) {
        return Err(problem.what);
    }
    let text = small_text(path).ok_or("it cannot be read, is too large or is no text")?;
    serde_json::from_str(&text).map_err(|why| format!("it is no JSON: {why}"))
}

fn lossy(file: &mut std::fs::File, length: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What lies in a folder, by name; nothing when it cannot be read.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs_err::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    paths
}

/// When a file was changed.
pub fn changed(path: &Path) -> Option<Timestamp> {
    Timestamp::try_from(path.metadata().ok()?.modified().ok()?).ok()
}

/// The beginning of a file, as text.
pub fn head(path: &Path, length: u64) -> io::Result<String> {
    lossy(&mut evidence::open(path)?, length)
}
