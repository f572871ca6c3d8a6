//! Copies of files that the client keeps for going back: rows name them, a folder holds them.

use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::reader::Reader;
use super::row::time;
use crate::evidence;
use crate::model::{Deed, KeptFile, What};
use crate::sources::files;

/// Reads a row that names copies.
pub(super) fn read(reader: &mut Reader, value: &Value) {
    if let Some(tracked) = value["snapshot"]["trackedFileBackups"].as_object() {
        for (path, backup) in tracked {
            kept(reader, path, backup);
        }
    }
    if let Some(path) = value["trackingPath"].as_str() {
        kept(reader, path, &value["backup"]);
    }
}

fn kept(reader: &mut Reader, tracked: &str, backup: &Value) {
    let name = Path::new(tracked).file_name().unwrap_or_default();
    let path = match backup["realParentDir"].as_str() {
        _ if Path::new(tracked).is_absolute() => reader.places.here(tracked),
        Some(folder) => reader.places.here(Path::new(folder).join(name)),
        None => reader.run.cwd.clone().unwrap_or_default().join(tracked),
    };
    let version = format!("v{}", backup["version"].as_u64().unwrap_or(1));
    let copy = backup["backupFileName"].as_str().map(|name| folder(reader).join(name));
    let at = time(&backup["backupTime"]);
    // Each snapshot repeats the copies that it still stands on.
    if reader.run.kept_files.iter().any(|kept| kept.path == path && kept.version == version && kept.at == at) {
        return;
    }
    let text = copy.as_deref().and_then(files::small_text);
    reader.run.kept_files.push(KeptFile { path, copy: copy.unwrap_or_default(), version, at, text });
}

/// Where the copies of this session lie.
fn folder(reader: &Reader) -> PathBuf {
    reader.places.claude.join("file-history").join(&reader.run.session)
}

/// Copies that no row names, because its row was lost: the name is the beginning of the hash of the path.
pub(super) fn unnamed(reader: &mut Reader) {
    let mut paths: Vec<PathBuf> = Vec::new();
    for event in &reader.run.events {
        if let What::Call(call) = &event.what
            && let Deed::Edit(edits) = &call.deed
        {
            paths.extend(edits.iter().map(|edit| edit.path.clone()));
        }
    }
    paths.sort();
    paths.dedup();
    let mut hashed = Vec::new();
    for path in paths {
        hashed.push((hash(&reader.places.recorded(&path)), path));
    }
    for copy in files::entries(&folder(reader)) {
        let name = copy.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some((hash, version)) = name.split_once('@') else { continue };
        reader.run.problems.extend(evidence::irregular(&copy));
        let known = reader.run.kept_files.iter().any(|kept| kept.copy == copy);
        if let Some((_, path)) = hashed.iter().find(|(of, _)| of == hash).filter(|_| !known) {
            let (at, text) = (files::changed(&copy), files::small_text(&copy));
            reader.run.kept_files.push(KeptFile {
                path: path.clone(),
                version: version.to_string(),
                at,
                text,
                copy: copy.clone(),
            });
        }
    }
}

/// The first 16 hex digits of the hash of a path.
fn hash(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
    digest.iter().take(8).fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_named_by_the_hash_of_its_path() {
        assert_eq!(hash(Path::new("/home/dev/src/billing/billing/invoice.py")), "225e3ae0ea798d84");
    }
}
