//! Contents: what lies on disk now, texts by blob id, and how many lines changed since the start of the run.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use git2::{ObjectType, Oid, Patch, Repository};

use super::TEXT_LIMIT;
use crate::evidence;
use crate::model::{FileState, Link, Problem, Timestamp, Tree};

/// Larger files get no blob id: reading them takes longer than anybody waits.
const HASH_LIMIT: u64 = 1 << 30;
/// All texts together; after that only ids are kept, and a problem says so.
const TEXTS_LIMIT: usize = 64 << 20;

/// A file as it lies on disk.
#[derive(Default)]
pub(super) struct Disk {
    pub(super) blob: Option<String>,
    pub(super) text: Option<String>,
    there: bool,
    bytes: u64,
    binary: bool,
    changed: Option<Timestamp>,
    /// Whether its owner may execute it; `None` when it is no regular file.
    pub(super) executable: Option<bool>,
    link: Option<Link>,
    trouble: Option<String>,
}

impl Disk {
    /// Whether it exists.
    pub(super) fn is_there(&self) -> bool {
        self.there
    }

    /// The part of a file's state that the disk alone tells.
    pub(super) fn state(&self) -> FileState {
        FileState {
            bytes: self.bytes,
            blob: self.blob.clone(),
            changed: self.changed,
            binary: self.binary,
            link: self.link.clone(),
            ..FileState::default()
        }
    }

    /// Why it could not be read.
    pub(super) fn problem(&self, path: &Path) -> Option<Problem> {
        Some(Problem::new(path.display().to_string(), self.trouble.clone()?))
    }
}

/// Reads a file as git would store it. A link counts as its target's name; pipes and devices are never opened.
pub(super) fn present(path: &Path) -> Disk {
    let meta = match std::fs::symlink_metadata(path) {
        Ok(meta) if !meta.is_dir() => meta,
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            return Disk { trouble: Some(format!("could not be looked at: {error}")), ..Disk::default() };
        }
        _ => return Disk::default(),
    };
    let changed = meta.modified().ok().and_then(|time| Timestamp::try_from(time).ok());
    let executable = meta.is_file().then(|| meta.permissions().mode() & 0o100 != 0);
    let mut disk = Disk { there: true, bytes: meta.len(), changed, executable, ..Disk::default() };
    if meta.file_type().is_symlink() {
        if let Ok(to) = std::fs::read_link(path) {
            let target = to.to_string_lossy().into_owned();
            disk.link = Some(Link { to, dead: None });
            disk.blob = Oid::hash_object(ObjectType::Blob, target.as_bytes()).ok().map(|id| id.to_string());
            disk.text = Some(target);
        }
    } else if !meta.is_file() {
        disk.binary = true;
        disk.trouble = Some("is no regular file; it was not opened".to_owned());
    } else if meta.len() > TEXT_LIMIT {
        disk.binary = head_is_binary(path);
        if meta.len() <= HASH_LIMIT {
            disk.blob = Oid::hash_file(ObjectType::Blob, path).ok().map(|id| id.to_string());
        }
    } else {
        match evidence::read(path) {
            Ok(bytes) => {
                disk.bytes = bytes.len() as u64;
                disk.blob = Oid::hash_object(ObjectType::Blob, &bytes).ok().map(|id| id.to_string());
                disk.text = text(bytes);
                disk.binary = disk.text.is_none();
            }
            Err(error) => disk.trouble = Some(format!("could not be read: {error}")),
        }
    }
    disk
}

fn head_is_binary(path: &Path) -> bool {
    use std::io::Read as _;
    let mut head = Vec::new();
    let Ok(file) = evidence::open(path) else { return true };
    file.take(8_000).read_to_end(&mut head).is_err() || head.contains(&0)
}

/// Text as git sees it: no NUL byte. Bytes that are no UTF-8 are shown as such, they do not make it binary.
pub(super) fn text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Adds the texts of the files before the run and at HEAD, and of the commits before and after; counts lines.
pub(super) fn read(repo: &Repository, tree: &mut Tree) {
    let mut wanted: Vec<String> = Vec::new();
    for state in tree.files.values() {
        wanted.extend([&state.start, &state.head].into_iter().flatten().cloned());
    }
    for commit in tree.commits.iter().skip(usize::from(tree.start.is_some())).chain(&tree.stashes).chain(&tree.earlier)
    {
        wanted.extend(commit.files.iter().flat_map(|file| [&file.before, &file.after]).flatten().cloned());
    }
    let mut held: usize = tree.texts.values().map(String::len).sum();
    let mut seen = BTreeSet::new();
    for id in wanted {
        if tree.texts.contains_key(&id) || !seen.insert(id.clone()) {
            continue;
        }
        let Some(bytes) = small_blob(repo, &id) else { continue };
        held += bytes.len();
        if held > TEXTS_LIMIT {
            let what = "the run changed more text than is kept at once; some contents are compared by their id only";
            tree.problems.push(Problem::new(tree.root.display().to_string(), what));
            break;
        }
        if let Some(text) = text(bytes) {
            tree.texts.insert(id, text);
        }
    }
    for state in tree.files.values_mut() {
        let side = |id: &Option<String>| match id {
            Some(id) => tree.texts.get(id).map(String::as_bytes),
            None => Some(&b""[..]),
        };
        if let (Some(before), Some(after)) = (side(&state.start), side(&state.blob)) {
            state.lines = lines(before, after);
        }
    }
}

/// A blob that is small enough to be kept.
pub(super) fn small_blob(repo: &Repository, id: &str) -> Option<Vec<u8>> {
    let id = Oid::from_str(id).ok()?;
    let (size, kind) = repo.odb().ok()?.read_header(id).ok()?;
    (kind == ObjectType::Blob && size as u64 <= TEXT_LIMIT)
        .then(|| repo.find_blob(id).ok().map(|blob| blob.content().to_vec()))?
}

/// Lines added and removed.
pub(super) fn lines(before: &[u8], after: &[u8]) -> (usize, usize) {
    if before == after {
        return (0, 0);
    }
    let patch = Patch::from_buffers(before, None, after, None, None);
    patch.and_then(|patch| patch.line_stats()).map_or((0, 0), |(_, added, removed)| (added, removed))
}
