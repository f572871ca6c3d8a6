//! Names of folders and files in the store: which transcripts there are, and which belong together.

use std::path::{Path, PathBuf};

use super::subagents;
use crate::sources::{Places, files};

/// A folder's name for a path: every UTF-16 unit that is no letter or digit becomes `-`, and a long name is cut and hashed.
pub(super) fn encoded(path: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_string() } else { "-".repeat(c.len_utf16()) };
    path.chars().map(plain).collect()
}

/// Whether a folder may hold the sessions of this path; two paths can share a name.
pub(super) fn holds(folder: &Path, recorded: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let wanted = encoded(&recorded.to_string_lossy());
    if wanted.len() <= 200 { name == wanted } else { name.starts_with(&wanted[..200]) }
}

/// Every folder of transcripts.
pub(super) fn folders(places: &Places) -> Vec<PathBuf> {
    files::entries(&places.claude.join("projects")).into_iter().filter(|path| path.is_dir()).collect()
}

/// The main transcripts in a folder.
pub(super) fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let main = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl") && subagents::agent(path).is_none();
    files::entries(folder).into_iter().filter(main).collect()
}

/// The session of a main transcript: its name, as the client itself takes it.
pub(super) fn session(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// All files of one session: the given one, and those of the same name in other folders (resumed elsewhere), oldest first.
pub(super) fn of_session(places: &Places, path: &Path) -> Vec<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    let mut all: Vec<PathBuf> = folders(places).into_iter().map(|folder| folder.join(name)).collect();
    all.retain(|other| other.is_file() && other != path);
    all.push(path.to_path_buf());
    all.sort_by_key(|path| files::changed(path));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_gets_the_name_that_the_client_gives_it() {
        assert_eq!(encoded("/home/dev/src/ring.buf_v2"), "-home-dev-src-ring-buf-v2");
        assert_eq!(encoded("/home/dev/größe-日本"), "-home-dev-gr--e---");
        assert!(holds(Path::new("/p/-home-dev-a-b"), Path::new("/home/dev/a.b")));
    }
}
