//! Rule files that the client loads at each start, from the disk, where the transcript does not show them.

use std::path::{Path, PathBuf};

use super::reader::Reader;
use crate::evidence;
use crate::sources::rules::on_disk;

/// The names that the client looks for in a folder.
const NAMES: &[&str] = &["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"];

/// Releases that do not record their rule files load them all the same.
pub(super) fn from_disk(reader: &mut Reader) {
    if !reader.run.rules.is_empty() {
        return;
    }
    let mut paths = vec![reader.places.claude.join("CLAUDE.md")];
    let cwd = reader.run.cwd.clone().unwrap_or_default();
    // In a home that was copied, folders above it are another machine's.
    let home = &reader.places.home;
    let ours = |folder: &&Path| !folder.as_os_str().is_empty() && (folder.starts_with(home) || !cwd.starts_with(home));
    let mut folders: Vec<&Path> = cwd.ancestors().filter(ours).collect();
    folders.reverse();
    paths.extend(folders.iter().flat_map(|folder| NAMES.iter().map(|name| folder.join(name))));
    for path in paths {
        reader.run.problems.extend(evidence::irregular(&path));
        if let Some(rule) = on_disk(&path) {
            imports(reader, &path, &rule.text);
            reader.run.rules.push(rule);
        }
    }
}

/// A line `@path` in a rule file loads that file with it.
fn imports(reader: &mut Reader, path: &Path, rules: &str) {
    let folder = path.parent().unwrap_or(Path::new("/"));
    for name in rules.lines().filter_map(|line| line.trim().strip_prefix('@')) {
        let name = name.split_whitespace().next().unwrap_or_default();
        let target: PathBuf = match name.strip_prefix("~/") {
            Some(rest) => reader.places.home.join(rest),
            None if name.starts_with('/') => reader.places.here(name),
            None => folder.join(name),
        };
        reader.run.rules.extend(on_disk(&target));
    }
}
