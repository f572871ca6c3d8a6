//! Rule files as they stand on disk where a runtime reads them at each start.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::evidence;
use crate::model::RuleFile;

/// How much of a rule file is kept.
pub(super) const KEPT: usize = 64 * 1024;

/// Adds the rule files that a runtime reads at a start in `cwd`: below `own`, and from the root of the repository
/// down to `cwd`. Of each folder the first name that is there. What a record showed already stays.
pub(super) fn add_on_disk(rules: &mut Vec<RuleFile>, cwd: Option<&Path>, own: &[PathBuf], names: &[&str]) {
    let folders = cwd.map(from_root).unwrap_or_default();
    let inside =
        folders.iter().filter_map(|folder| names.iter().map(|name| folder.join(name)).find(|path| path.is_file()));
    for path in own.iter().cloned().chain(inside) {
        if rules.iter().any(|rule| rule.path == path) {
            continue;
        }
        rules.extend(on_disk(&path));
    }
}

/// A rule file as it stands on disk, read again at each start; `None` when it says nothing.
pub(super) fn on_disk(path: &Path) -> Option<RuleFile> {
    Some(RuleFile { path: path.to_path_buf(), text: head(path)?, reloaded: true, event: None })
}

/// The folders from the root of the repository down to `cwd`; outside a repository `cwd` alone.
fn from_root(cwd: &Path) -> Vec<PathBuf> {
    let root = cwd.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(cwd);
    let mut folders: Vec<PathBuf> =
        cwd.ancestors().take_while(|folder| folder.starts_with(root)).map(Path::to_path_buf).collect();
    folders.reverse();
    folders
}

fn head(path: &Path) -> Option<String> {
    let file = evidence::open(path).ok()?;
    let mut bytes = Vec::new();
    file.take(KEPT as u64).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned()).filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_from_the_root_of_the_repository_down() {
        let tree = tempfile::tempdir().unwrap();
        let sub = tree.path().join("a/b");
        std::fs::create_dir_all(&sub).unwrap();
        std::fs::create_dir(tree.path().join(".git")).unwrap();
        std::fs::write(tree.path().join("AGENTS.md"), "top").unwrap();
        std::fs::write(sub.join("AGENTS.md"), "below").unwrap();
        let mut rules = Vec::new();
        add_on_disk(&mut rules, Some(&sub), &[tree.path().join("none.md")], &["AGENTS.override.md", "AGENTS.md"]);
        assert_eq!(rules.iter().map(|rule| rule.text.as_str()).collect::<Vec<_>>(), ["top", "below"]);
    }
}
