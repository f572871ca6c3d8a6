//! Patches of `apply_patch` (Codex, `OpenCode`), and the unified diffs in file changes, as edits.
//!
//! Pure: a text in, edits out. A patch that is cut or malformed gives what stands before the fault.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::fields::Fields;
use crate::model::{Change, Edit, Hunk};

/// The edits of a patch, in the order in which they are carried out. `resolve` makes an absolute path of a path in it.
pub(super) fn edits(patch: &str, resolve: impl Fn(&str) -> PathBuf) -> Vec<Edit> {
    let mut files: Vec<File> = Vec::new();
    for line in patch.lines() {
        if let Some(head) = line.strip_prefix("*** ") {
            if let Some((kind, path)) = head.split_once(" File: ") {
                files.push(File::new(kind, path.trim()));
            } else if let (Some(to), Some(file)) = (head.strip_prefix("Move to: "), files.last_mut()) {
                file.to = Some(to.trim().to_string());
            } else if head.starts_with("End Patch") {
                break;
            }
        } else if let Some(file) = files.last_mut() {
            file.line(line);
        }
    }
    files.into_iter().map(|file| file.edit(&resolve)).collect()
}

/// Whether a text holds a patch.
pub(super) fn is_patch(text: &str) -> bool {
    text.contains("*** Begin Patch")
}

/// The edits of a recorded file change, whose paths are absolute already.
pub(super) fn changes(changes: &Value, here: impl Fn(&str) -> PathBuf) -> Vec<Edit> {
    let entries = changes.as_object().into_iter().flatten();
    entries
        .map(|(path, change)| {
            let hunks = || hunks(change.text("unified_diff"));
            let kind = match change.text("type") {
                "add" => Change::Write(change.text("content").to_string()),
                "delete" => Change::Delete,
                "update" => match change.said("move_path") {
                    Some(to) => Change::Move { to: here(to), hunks: hunks() },
                    None => Change::Patch(hunks()),
                },
                _ => Change::Unknown,
            };
            edit(here(path), kind)
        })
        .collect()
}

/// The pieces of a unified diff.
pub(super) fn hunks(diff: &str) -> Vec<Hunk> {
    let mut pieces: Vec<Hunk> = Vec::new();
    for line in diff.lines() {
        if let Some(head) = line.strip_prefix("@@") {
            let at = head.trim_start().strip_prefix('-').map(|rest| {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                digits.parse().unwrap_or(0)
            });
            pieces.push(Hunk { old: Vec::new(), new: Vec::new(), at });
        } else if let Some(piece) = pieces.last_mut() {
            add(piece, line);
        }
    }
    pieces
}

/// Which edits of a failed patch took place: those before the one that the error names. Unknown when it names none.
/// `recorded` gives a path as the record writes it.
pub(super) fn mark_applied(edits: &mut [Edit], error: &str, recorded: impl Fn(&Path) -> PathBuf) {
    // How much of the path stands in the error: one path can begin like another.
    let named = |edit: &Edit| {
        let path = recorded(&edit.path).display().to_string();
        let whole = error.contains(&path).then_some(path.len());
        let relative =
            || path.match_indices('/').map(|(at, _)| &path[at + 1..]).find(|tail| stands(error, tail)).map(str::len);
        whole.or_else(relative).unwrap_or(0)
    };
    let failing =
        edits.iter().map(named).enumerate().filter(|(_, length)| *length > 0).max_by_key(|(_, length)| *length);
    // A patch is verified as a whole before its first file is written.
    let verified = !error.contains("verification failed");
    if let Some((failing, _)) = failing {
        for (index, edit) in edits.iter_mut().enumerate() {
            edit.applied = Some(verified && index < failing);
        }
    } else if !verified {
        for edit in edits.iter_mut() {
            edit.applied = Some(false);
        }
    }
}

/// Whether a path stands in a sentence as a word of its own.
fn stands(sentence: &str, path: &str) -> bool {
    sentence.split_whitespace().any(|word| word.trim_matches(|c: char| "'\"`:,.()".contains(c)) == path)
}

fn edit(path: PathBuf, change: Change) -> Edit {
    Edit { path, change, after: None, before: None, applied: None }
}

fn add(piece: &mut Hunk, line: &str) {
    match line.as_bytes().first() {
        Some(b'+') => piece.new.push(line[1..].to_string()),
        Some(b'-') => piece.old.push(line[1..].to_string()),
        Some(b'\\') => {}
        _ => {
            // An empty line stands for an empty line of context: clients strip the blank before it.
            let text = line.strip_prefix(' ').unwrap_or(line).to_string();
            piece.old.push(text.clone());
            piece.new.push(text);
        }
    }
}

/// One file of a patch while it is read.
struct File {
    kind: String,
    path: String,
    to: Option<String>,
    added: String,
    hunks: Vec<Hunk>,
}

impl File {
    fn new(kind: &str, path: &str) -> Self {
        Self { kind: kind.into(), path: path.into(), to: None, added: String::new(), hunks: Vec::new() }
    }

    fn line(&mut self, line: &str) {
        if self.kind == "Add" {
            if let Some(text) = line.strip_prefix('+') {
                self.added.push_str(text);
                self.added.push('\n');
            }
        } else if line.starts_with("@@") {
            self.hunks.push(Hunk { old: Vec::new(), new: Vec::new(), at: None });
        } else {
            if self.hunks.is_empty() {
                self.hunks.push(Hunk { old: Vec::new(), new: Vec::new(), at: None });
            }
            if let Some(piece) = self.hunks.last_mut() {
                add(piece, line);
            }
        }
    }

    fn edit(self, resolve: impl Fn(&str) -> PathBuf) -> Edit {
        let change = match (self.kind.as_str(), self.to) {
            ("Add", _) => Change::Write(self.added),
            ("Delete", _) => Change::Delete,
            ("Update", Some(to)) => Change::Move { to: resolve(&to), hunks: self.hunks },
            ("Update", None) => Change::Patch(self.hunks),
            _ => Change::Unknown,
        };
        edit(resolve(&self.path), change)
    }
}

/// A path in a patch or an argument, made absolute below a folder.
pub(super) fn below(folder: Option<&Path>, path: &str) -> PathBuf {
    let path = Path::new(path);
    let whole = folder.map_or_else(|| path.to_path_buf(), |folder| folder.join(path));
    whole.components().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "*** Begin Patch\n*** Update File: a.py\n@@ def f():\n x = 1\n-y = 2\n+y = 3\n\n*** Add File: sub/b.py\n+one\n+\n*** Update File: c.py\n*** Move to: d.py\n@@\n-c\n+d\n*** End of File\n*** Delete File: e.py\n*** End Patch\nrest";

    fn absolute(path: &str) -> PathBuf {
        below(Some(Path::new("/t")), path)
    }

    #[test]
    fn every_kind_of_file_header_is_read() {
        let edits = edits(PATCH, absolute);
        let paths: Vec<_> = edits.iter().map(|edit| edit.path.display().to_string()).collect();
        assert_eq!(paths, ["/t/a.py", "/t/sub/b.py", "/t/c.py", "/t/e.py"]);
        let Change::Patch(hunks) = &edits[0].change else { panic!("{:?}", edits[0]) };
        assert_eq!(hunks[0].old, ["x = 1", "y = 2", ""]);
        assert_eq!(hunks[0].new, ["x = 1", "y = 3", ""]);
        assert_eq!(edits[1].change, Change::Write("one\n\n".into()));
        assert!(
            matches!(&edits[2].change, Change::Move { to, hunks } if to == Path::new("/t/d.py") && hunks.len() == 1)
        );
        assert_eq!(edits[3].change, Change::Delete);
    }

    #[test]
    fn files_before_the_failing_one_are_written() {
        let mut half = edits(PATCH, absolute);
        mark_applied(&mut half, "Failed to write file /t/sub/b.py\n", Path::to_path_buf);
        assert_eq!(
            half.iter().map(|edit| edit.applied).collect::<Vec<_>>(),
            [Some(true), Some(false), Some(false), Some(false)]
        );

        let mut none = edits(PATCH, absolute);
        mark_applied(
            &mut none,
            "apply_patch verification failed: Failed to find expected lines in c.py:",
            Path::to_path_buf,
        );
        assert!(none.iter().all(|edit| edit.applied == Some(false)));

        let mut unknown = edits(PATCH, absolute);
        mark_applied(&mut unknown, "Permission denied", Path::to_path_buf);
        assert!(unknown.iter().all(|edit| edit.applied.is_none()));
    }

    #[test]
    fn a_diff_names_its_lines() {
        let hunks =
            hunks("--- a\n+++ b\n@@ -10 +10,2 @@\n x\n+y\n\\ No newline at end of file\n@@ -20,3 +21,0 @@\n-z\n");
        assert_eq!(hunks.iter().map(|hunk| hunk.at).collect::<Vec<_>>(), [Some(10), Some(20)]);
        assert_eq!((hunks[0].old.len(), hunks[0].new.len(), hunks[1].old.len()), (1, 2, 1));
    }

    #[test]
    fn a_cut_patch_gives_what_stands_before_the_cut() {
        for (end, _) in PATCH.char_indices() {
            let _ = edits(&PATCH[..end], absolute);
        }
    }
}
