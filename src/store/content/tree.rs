//! Git's tree objects from a list of paths, written or only hashed.

use std::collections::BTreeMap;

use git2::Oid;

#[derive(Default)]
struct Folder<'a> {
    files: BTreeMap<&'a [u8], (u32, Oid)>,
    folders: BTreeMap<&'a [u8], Folder<'a>>,
}

/// The id of the tree that holds these paths; `put` gets the bytes of each tree, the deepest first.
pub(super) fn tree(
    paths: &BTreeMap<Vec<u8>, (u32, Oid)>,
    put: &mut dyn FnMut(&[u8]) -> Result<Oid, git2::Error>,
) -> Result<Oid, git2::Error> {
    let mut root = Folder::default();
    for (path, what) in paths {
        let mut folder = &mut root;
        let mut rest: &[u8] = path;
        while let Some(slash) = rest.iter().position(|byte| *byte == b'/') {
            let (name, after) = rest.split_at(slash);
            folder = folder.folders.entry(name).or_default();
            rest = after.get(1..).unwrap_or_default();
        }
        folder.files.insert(rest, *what);
    }
    write(&root, put)
}

fn write(folder: &Folder<'_>, put: &mut dyn FnMut(&[u8]) -> Result<Oid, git2::Error>) -> Result<Oid, git2::Error> {
    // Git sorts a folder as if its name ended with a slash.
    let mut rows: Vec<(Vec<u8>, &[u8], u32, Oid)> =
        folder.files.iter().map(|(name, (mode, id))| (name.to_vec(), *name, *mode, *id)).collect();
    for (name, inside) in &folder.folders {
        rows.push(([name, b"/".as_slice()].concat(), name, 0o40_000, write(inside, put)?));
    }
    rows.sort();
    let mut bytes = Vec::new();
    for (_, name, mode, id) in rows {
        bytes.extend_from_slice(format!("{mode:o} ").as_bytes());
        bytes.extend_from_slice(name);
        bytes.push(0);
        bytes.extend_from_slice(id.as_bytes());
    }
    put(&bytes)
}
