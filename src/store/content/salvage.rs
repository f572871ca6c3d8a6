//! A copy of the present content to keep: a commit under a ref of ours, beside everything that git shows by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use git2::{ObjectType, Odb, Oid, Repository, Signature, Time};

use super::{Content, Kind, id, open, tree};
use crate::brief;
use crate::model::Timestamp;

/// Larger files are not searched for secrets; their names are.
const SEARCHED: u64 = 1024 * 1024;

/// A file that looks like it holds a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// Its path.
    pub path: Vec<u8>,
    /// Why, in words.
    pub why: String,
}

/// A salvage copy that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvaged {
    /// Its commit.
    pub commit: String,
    /// Its ref.
    pub name: String,
    /// Its tree hash.
    pub content: String,
    /// How many files are in it.
    pub files: usize,
}

/// Files that look like they hold a secret: by their names, and untracked or changed ones by what is in them.
pub fn secrets(content: &Content) -> Vec<Secret> {
    let known = open(&content.root).ok().flatten();
    let odb = known.as_ref().and_then(|repo| repo.odb().ok());
    let mut found = Vec::new();
    for (path, entry) in &content.entries {
        let full = content.full(path);
        let name = full.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if by_name(&name) && !entry.tracked {
            found.push(Secret { path: path.clone(), why: "named like a file with secrets".to_owned() });
            continue;
        }
        if !matches!(entry.kind, Kind::File { .. }) || entry.bytes > SEARCHED {
            continue;
        }
        // What git already holds does not become more public by a copy of it.
        let held = id(&full, entry.kind).ok().flatten().zip(odb.as_ref()).is_some_and(|(id, odb)| odb.exists(id));
        if held {
            continue;
        }
        let text = std::fs::read(&full).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(rule) = text.and_then(|text| brief::mask_text(&text).1.into_iter().next()) {
            found.push(Secret { path: path.clone(), why: format!("looks like it holds: {rule}") });
        }
    }
    found
}

pub(super) fn by_name(name: &str) -> bool {
    let small = name.to_lowercase();
    let template = [".example", ".sample", ".template", ".dist"].iter().any(|end| small.ends_with(end));
    let whole = [
        ".env",
        ".npmrc",
        ".pypirc",
        ".netrc",
        ".pgpass",
        "credentials",
        "id_rsa",
        "id_ed25519",
        "id_ecdsa",
        "secrets.json",
        "secrets.yml",
        "secrets.yaml",
        ".htpasswd",
    ];
    let end = [".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx"];
    !template
        && (whole.contains(&small.as_str()) || small.starts_with(".env.") || end.iter().any(|end| small.ends_with(end)))
}

/// Keeps the content, without the paths that are left out, as a commit under `refs/lastgood/KIND/…`.
pub fn salvage(
    content: &Content,
    leave_out: &BTreeSet<Vec<u8>>,
    name: &str,
    by: &str,
    at: Timestamp,
) -> Result<Salvaged, String> {
    let repo = open(&content.root)?.ok_or_else(|| super::no_repository(&content.root))?;
    let git = |why: git2::Error| format!("the copy could not be kept: {}", why.message());
    let odb = repo.odb().map_err(git)?;
    let mut ids = BTreeMap::new();
    for (path, entry) in content.entries.iter().filter(|(path, _)| !leave_out.contains(*path)) {
        if let Some(id) = keep(&odb, &content.full(path), entry.kind)? {
            ids.insert(path.clone(), (entry.kind.mode(), id));
        }
    }
    let files = ids.len();
    let root = tree::tree(&ids, &mut |bytes| odb.write(ObjectType::Tree, bytes)).map_err(git)?;
    let commit = commit(&repo, root, name, by, at).map_err(git)?;
    // The ref comes last and in one piece: whoever is killed before leaves objects that nobody points to.
    repo.reference(name, commit, false, "lastgood: salvage copy").map_err(git)?;
    Ok(Salvaged { commit: commit.to_string(), name: name.to_owned(), content: root.to_string(), files })
}

/// Who keeps a copy, for its commit.
pub(super) fn signature(by: &str, at: Timestamp) -> Result<Signature<'static>, git2::Error> {
    let time = Time::new(at.as_second(), 0);
    Signature::new(by, "lastgood@localhost", &time).or_else(|_| Signature::new("lastgood", "lastgood@localhost", &time))
}

fn commit(repo: &Repository, tree: Oid, name: &str, by: &str, at: Timestamp) -> Result<Oid, git2::Error> {
    let who = signature(by, at)?;
    let head = repo.head().ok().and_then(|head| head.peel_to_commit().ok());
    let parents: Vec<_> = head.iter().collect();
    let message = format!("lastgood: salvage copy {name}\n\nThe whole present content, untracked files included.\n");
    repo.commit(None, &who, &who, &message, &repo.find_tree(tree)?, &parents)
}

/// Puts one path into the objects, in a stream, unless they hold it already.
fn keep(odb: &Odb<'_>, full: &Path, kind: Kind) -> Result<Option<Oid>, String> {
    let because = |why: &dyn std::fmt::Display| format!("{} could not be kept: {why}", full.display());
    let Some(known) = id(full, kind)? else { return Ok(None) };
    if matches!(kind, Kind::Module(_)) || odb.exists(known) {
        return Ok(Some(known));
    }
    if kind == Kind::Link {
        let target = std::fs::read_link(full).map_err(|why| because(&why))?;
        let bytes = target.as_os_str().as_bytes();
        return odb.write(ObjectType::Blob, bytes).map(Some).map_err(|why| because(&why.message()));
    }
    let mut file = std::fs::File::open(full).map_err(|why| because(&why))?;
    let size = file.metadata().map_err(|why| because(&why))?.len();
    let length = usize::try_from(size).map_err(|why| because(&why))?;
    let mut writer = odb.writer(length, ObjectType::Blob).map_err(|why| because(&why.message()))?;
    let mut buffer = vec![0; 256 * 1024];
    let mut written = 0;
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                written += count as u64;
                if written > size {
                    return Err(because(&"it grows while it is read"));
                }
                writer.write_all(buffer.get(..count).unwrap_or_default()).map_err(|why| because(&why))?;
            }
            Err(why) => return Err(because(&why)),
        }
    }
    if written != size {
        return Err(because(&"it shrank while it was read"));
    }
    writer.finalize().map(Some).map_err(|why| because(&why.message()))
}
