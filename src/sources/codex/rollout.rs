//! Rollout files: where they are, their first line, their rows.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;

use super::again;
use super::thread::{self, Meta, Thread};
use crate::evidence;
use crate::model::{Place, Problem, count};
use crate::sources::fields::Fields;
use crate::sources::lines::Lines;
use crate::sources::places::Places;
use crate::sources::rows::{Reading, Row, read_lines};

/// A first line longer than this names no thread.
const FIRST: u64 = 4 << 20;
/// How deep folders of sessions may nest (year, month, day, and one to spare).
const DEPTH: usize = 4;

/// Every rollout, archived ones included, and compressed ones that have no plain file beside them.
pub(super) fn files(places: &Places) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["sessions", "archived_sessions"] {
        collect(&places.codex.join(folder), DEPTH, &mut files);
    }
    files.retain(|path| !is_packed(path) || !path.with_extension("").exists());
    files.sort();
    files
}

/// Whether a rollout is compressed with zstd.
fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "zst")
}

/// The bytes of a rollout, unpacked as they are read.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let file = evidence::open(path)?;
    if !is_packed(path) {
        return Ok(Box::new(file));
    }
    let bytes = StreamingDecoder::new(BufReader::new(file)).map_err(io::Error::other)?;
    Ok(Box::new(bytes))
}

/// The last bytes of a rollout, and whether they begin in its middle.
pub(super) fn end(path: &Path, length: u64) -> io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    if is_packed(path) {
        let mut source = open(path)?;
        let mut piece = vec![0; 64 << 10];
        let mut cut = false;
        loop {
            let read = source.read(&mut piece)?;
            if read == 0 {
                return Ok((bytes, cut));
            }
            bytes.extend_from_slice(&piece[..read]);
            let over = bytes.len().saturating_sub(usize::try_from(length).unwrap_or(usize::MAX));
            bytes.drain(..over);
            cut |= over > 0;
        }
    }
    let mut file = evidence::open(path)?;
    let from = file.metadata()?.len().saturating_sub(length);
    file.seek(SeekFrom::Start(from))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok((bytes, from > 0))
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let rollout = |end: &str| name.strip_suffix(end).is_some_and(|stem| stem.starts_with("rollout-"));
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if depth > 0 {
                collect(&path, depth - 1, files);
            }
        } else if rollout(".jsonl") || rollout(".jsonl.zst") {
            files.push(path);
        }
    }
}

/// Whether a rollout was moved away by `codex archive`.
pub(super) fn is_archived(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "archived_sessions")
}

/// The thread that a file name names: its last 36 characters.
pub(super) fn id_in_name(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?.trim_end_matches(".jsonl");
    let id = stem.get(stem.len().checked_sub(36)?..)?;
    id.chars().all(|letter| letter.is_ascii_hexdigit() || letter == '-').then(|| id.to_string())
}

/// What the first line says, if it is one of a rollout.
pub(super) fn first_line(path: &Path) -> Option<Meta> {
    let mut line = Vec::new();
    BufReader::new(open(path).ok()?).take(FIRST).read_until(b'\n', &mut line).ok()?;
    let record: Value = serde_json::from_slice(&line).ok()?;
    let meta = match record.get("payload") {
        Some(payload) if record.text("type") == "session_meta" => thread::meta(payload),
        None if record.get("type").is_none() && record.said("timestamp").is_some() => thread::meta(&record),
        _ => return None,
    };
    (!meta.id.is_empty()).then_some(meta)
}

/// Reads the rows of a rollout, up to `end` bytes, into a thread.
pub(super) fn read(thread: &mut Thread<'_>, path: &Path, transcript: usize, end: Option<u64>) -> Reading {
    let file = match open(path) {
        Ok(file) => file,
        Err(why) => {
            let what = format!("could not be opened: {why}");
            let mut reading = Reading::default();
            reading.problems.push(Problem::new(path.display().to_string(), what));
            return reading;
        }
    };
    thread.ahead = again::ahead(path, first_line(path).and_then(|meta| meta.started));
    let lines = Lines::new(file.take(end.unwrap_or(u64::MAX)));
    let mut read = HashSet::new();
    let mut twice = Twice::default();
    let each = |row: &Row<'_>| {
        let record: Value = serde_json::from_str(row.text)?;
        // Its time is to the millisecond: what has the same words at the same time is the same record.
        if record.said("timestamp").is_some() && !read.insert(hash(row.text)) {
            twice.add(row.line);
            return Ok(());
        }
        thread.place = Place { transcript, line: row.line, offset: row.offset };
        thread.record(&record);
        Ok(())
    };
    let mut reading = read_lines(lines, &path.display().to_string(), is_row, each);
    reading.problems.extend(twice.problem(path));
    reading
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Records that stand there a second time.
#[derive(Default)]
struct Twice {
    records: usize,
    first: u64,
}

impl Twice {
    fn add(&mut self, line: u64) {
        if self.records == 0 {
            self.first = line;
        }
        self.records += 1;
    }

    fn problem(&self, path: &Path) -> Option<Problem> {
        let records = count(self.records, "record stands", "records stand");
        let what =
            format!("{records} there twice to the letter: each was read once; the first again in line {}", self.first);
        (self.records > 0).then(|| Problem::new(format!("{}:{}", path.display(), self.first), what))
    }
}

/// Whether an object is a record of its own.
fn is_row(text: &str) -> bool {
    let record: Value = serde_json::from_str(text).unwrap_or_default();
    record.said("timestamp").is_some() && record.said("type").is_some()
}
