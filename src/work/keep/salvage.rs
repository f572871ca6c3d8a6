//! Copies to keep, of the present content and of a last good content that no commit has: what they would hold, and keeping them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{Held, Keeper, send};
use crate::model::{Brief, Facts, FileStatus, KeptCopy, Op, StartFrom, Timestamp, count, ours};
use crate::msg::{Msg, Surveyed, SurveyedGood};
use crate::read::last_good::{Rebuilt, rebuilt};
use crate::store::content::{self, Content};
use crate::work::Setting;

impl Keeper {
    /// Looks at what a salvage copy would hold, and says so.
    pub(super) fn survey(&mut self) {
        let Some(held) = &self.held else { return };
        let mut surveyed = match content::survey(&held.facts.tree.root) {
            Ok(content) if content.repository => of(&content, &held.facts),
            Ok(content) => Surveyed { refused: Some(content::no_repository(&content.root)), ..Surveyed::default() },
            Err(why) => Surveyed { refused: Some(why), ..Surveyed::default() },
        };
        surveyed.good = rebuilt(&held.facts).map(|rebuilt| good(&rebuilt, &held.facts));
        send(&self.to, Msg::Surveyed(Box::new(surveyed)));
    }
}

fn of(content: &Content, facts: &Facts) -> Surveyed {
    let secrets = content::secrets(content);
    let changed = facts.tree.files.iter().filter(|(path, state)| {
        path.is_relative()
            && !ours(path)
            && !state.ignored
            && !matches!(state.status, FileStatus::Same | FileStatus::Missing)
    });
    let mut not_in_it: Vec<String> =
        content.nested.iter().map(|path| format!("{} (another repository)", path.display())).collect();
    not_in_it.extend(content.odd.iter().cloned());
    not_in_it.extend(content.ignored.iter().map(|path| format!("{} (git ignores it)", path.display())));
    Surveyed {
        refused: None,
        files: content.entries.len(),
        bytes: content.bytes(),
        changed: changed.map(|(path, _)| path.display().to_string()).collect(),
        secrets: secrets.into_iter().map(|secret| (secret.path, secret.why)).collect(),
        not_in_it,
        good: None,
    }
}

fn texts(rebuilt: &Rebuilt) -> content::Texts<'_> {
    rebuilt.files.iter().map(|(path, text)| (path.as_path(), text.as_deref())).collect()
}

/// What a copy of the last good content would hold that no commit has.
fn good(rebuilt: &Rebuilt, facts: &Facts) -> SurveyedGood {
    let base = rebuilt.base.clone();
    let out = match content::left_out(&facts.tree.root, base.as_deref(), &texts(rebuilt)) {
        Ok(out) => out,
        Err(why) => return SurveyedGood { refused: Some(why), base, ..SurveyedGood::default() },
    };
    let words = |(path, text): (&PathBuf, &Option<_>)| {
        format!("{}{}", path.display(), if text.is_none() { " (removed)" } else { "" })
    };
    let files = rebuilt.files.iter().filter(|(path, _)| !out.contains_key(*path)).map(words).collect();
    let mut not_in_it: Vec<String> = out.iter().map(|(path, why)| format!("{} ({why})", path.display())).collect();
    let unknown = rebuilt.not_on_record.iter();
    not_in_it.extend(unknown.map(|path| format!("{} (the record does not hold what it was)", path.display())));
    // What lies there and was never written by the run may have been there when the gate ran: nobody knows.
    let strangers = facts.tree.files.iter().filter(|(path, state)| {
        let of_run = rebuilt.files.contains_key(*path) || rebuilt.not_on_record.contains(path);
        let new = matches!(state.status, FileStatus::New | FileStatus::Changed);
        path.is_relative() && !ours(path) && !state.ignored && new && !of_run
    });
    not_in_it.extend(strangers.map(|(path, _)| format!("{} (not committed, not by the run's record)", path.display())));
    SurveyedGood { refused: None, base, files, not_in_it }
}

/// Keeps the last good content that no commit has under a ref of ours.
pub(super) fn keep_good(held: &Held, setting: &Setting) -> Result<(String, Op), String> {
    let gone = "last good is a commit or the work tree by now; look again, then ask once more";
    let rebuilt = rebuilt(&held.facts).ok_or(gone)?;
    let (at, name, by) = mark(held, setting, "good");
    let (base, texts) = (rebuilt.base.as_deref(), texts(&rebuilt));
    let kept = content::keep_good(&held.facts.tree.root, base, &texts, &name, by, at)?;
    let (name, files) = (kept.name.clone(), kept.files);
    let copy = KeptCopy { name: kept.name, commit: kept.commit, content: kept.content, left_out: vec![], good: true };
    Ok((format!("last good kept as {name}, {files} of its files from the record"), Op::Salvaged { copy }))
}

/// When a copy is kept, under which name, by whom.
fn mark<'a>(held: &'a Held, setting: &'a Setting, kind: &str) -> (Timestamp, String, &'a str) {
    let at = setting.clock().now;
    let id = held.open.id().unwrap_or("none");
    let name = format!("refs/lastgood/{kind}/{id}/{}", at.strftime("%Y%m%dT%H%M%SZ"));
    (at, name, held.name.as_deref().or(held.recovery.decided.operator.as_deref()).unwrap_or(&setting.me.by))
}

/// Keeps the present content under a ref of ours; what looks secret is left out unless it was chosen.
pub(super) fn keep(held: &Held, setting: &Setting, include: &[Vec<u8>]) -> Result<(String, Op), String> {
    let content = content::survey(&held.facts.tree.root)?;
    // Looked at again: what came since the dialog and looks secret was chosen by nobody.
    let found = content::secrets(&content).into_iter().map(|secret| secret.path);
    let leave_out: BTreeSet<Vec<u8>> = found.filter(|path| !include.contains(path)).collect();
    let (at, name, by) = mark(held, setting, "salvage");
    let kept = content::salvage(&content, &leave_out, &name, by, at)?;
    let left_out = leave_out.iter().map(|path| String::from_utf8_lossy(path).into_owned()).collect();
    let copy = KeptCopy { name: kept.name.clone(), commit: kept.commit, content: kept.content, left_out, good: false };
    Ok((format!("{} kept as {}", count(kept.files, "file", "files"), kept.name), Op::Salvaged { copy }))
}

/// Fills in the tree hash of what the next run starts from.
pub(super) fn fill_content(brief: &mut Brief, facts: &Facts) {
    let start = &mut brief.next_step.start;
    if start.content.is_some() || !facts.tree.exists {
        return;
    }
    start.content = match (start.from, start.commit.as_deref()) {
        (Some(StartFrom::Commit | StartFrom::Salvage), Some(commit)) => content::tree_of(&facts.tree.root, commit),
        _ => content::survey(&facts.tree.root).and_then(|content| content.hash()).ok(),
    };
}
