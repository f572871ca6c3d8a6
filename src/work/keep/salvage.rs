//! A salvage copy: what it would hold, and keeping it.

use std::collections::BTreeSet;

use super::{Held, Keeper, send};
use crate::model::{Brief, Facts, FileStatus, KeptCopy, Op, StartFrom};
use crate::msg::{Msg, Surveyed};
use crate::store::content::{self, Content};
use crate::work::Setting;

impl Keeper {
    /// Looks at what a salvage copy would hold, and says so.
    pub(super) fn survey(&mut self) {
        let Some(held) = &self.held else { return };
        let surveyed = match content::survey(&held.facts.tree.root) {
            Ok(content) if content.repository => of(&content, &held.facts),
            Ok(content) => Surveyed { refused: Some(content::no_repository(&content.root)), ..Surveyed::default() },
            Err(why) => Surveyed { refused: Some(why), ..Surveyed::default() },
        };
        send(&self.to, Msg::Surveyed(Box::new(surveyed)));
    }
}

fn of(content: &Content, facts: &Facts) -> Surveyed {
    let secrets = content::secrets(content);
    let changed = facts.tree.files.iter().filter(|(path, state)| {
        path.is_relative() && !state.ignored && !matches!(state.status, FileStatus::Same | FileStatus::Missing)
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
    }
}

/// Keeps the present content under a ref of ours; what looks secret is left out unless it was chosen.
pub(super) fn keep(held: &Held, setting: &Setting, include: &[Vec<u8>]) -> Result<(String, Op), String> {
    let content = content::survey(&held.facts.tree.root)?;
    // Looked at again: what came since the dialog and looks secret was chosen by nobody.
    let found = content::secrets(&content).into_iter().map(|secret| secret.path);
    let leave_out: BTreeSet<Vec<u8>> = found.filter(|path| !include.contains(path)).collect();
    let at = setting.clock().now;
    let id = held.open.id().unwrap_or("none");
    let name = format!("refs/lastgood/salvage/{id}/{}", at.strftime("%Y%m%dT%H%M%SZ"));
    let by = held.name.as_deref().or(held.recovery.decided.operator.as_deref()).unwrap_or(&setting.me.by);
    let kept = content::salvage(&content, &leave_out, &name, by, at)?;
    let left_out = leave_out.iter().map(|path| String::from_utf8_lossy(path).into_owned()).collect();
    let copy = KeptCopy { name: kept.name.clone(), commit: kept.commit, content: kept.content, left_out, good: false };
    Ok((format!("{} files kept as {}", kept.files, kept.name), Op::Salvaged { copy }))
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
