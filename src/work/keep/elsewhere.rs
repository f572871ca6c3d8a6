//! Writing elsewhere, after somebody said yes: briefs, closing notes, packets. It is looked again first.

use std::io;
use std::path::{Path, PathBuf};

use super::super::watch::Order;
use super::super::{found, send, task_document, written};
use super::{Held, Keeper, salvage};
use crate::evidence;
use crate::model::{Closing, ClosingNote, Decided, Entry, Lies, Op, Says, Standing};
use crate::msg::{Destination, Msg, Write, WrittenBrief};
use crate::probes::{self, World};
use crate::read::contract;
use crate::{brief, sources, steps, store};

/// What was written, what was written down about it, and the brief when it was one.
type Wrote = (Vec<String>, Vec<Entry>, Option<Box<WrittenBrief>>);

impl Keeper {
    pub(super) fn write(&mut self, write: Write) -> Result<Wrote, String> {
        if self.held.as_mut().is_some_and(|held| held.open.standing() == Standing::Gone) {
            return Err("this recovery was removed while it was open here".to_owned());
        }
        self.nothing_alive()?;
        let mut entries = vec![];
        let held = self.held.as_ref().ok_or("no run is open")?;
        if held.open.id().is_none() {
            // The folder of the recovery is made by its first entry.
            let (joined, failed) = self.save(vec![]);
            entries = joined;
            failed.map_or(Ok(()), |why| Err(why.to_string()))?;
        }
        let held = self.held.as_ref().ok_or("no run is open")?;
        let mut noted = None;
        let (files, replace, published, data) = match write {
            Write::Brief { brief, markdown, to, over, replace } => {
                if held.open.id() != Some(&brief.recovery) {
                    return Err("this recovery was begun elsewhere meanwhile; look at the brief again, then write it"
                        .to_owned());
                }
                let title = format!("Recovery brief {}", brief.attempt);
                let document = self.on_task(to, task_document::BRIEF, &title, &markdown, over.as_deref())?;
                let folder = held.destination(to)?;
                let mut brief = brief;
                salvage::fill_content(&mut brief, &held.facts);
                let json = serde_json::to_string_pretty(&brief).map_err(|why| why.to_string())? + "\n";
                let files = store::brief_files(&folder, brief.attempt, &markdown, &json);
                let mut paths: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
                paths.extend(document);
                let sha256 = brief::marks(&markdown).first().map(|mark| mark.sha256.clone()).unwrap_or_default();
                let op = Op::Published { attempt: brief.attempt, paths, sha256, draft: brief.draft };
                (files.to_vec(), replace, Some(op), Some(*brief))
            }
            Write::Note { attempt, markdown, json, to, over, replace } => {
                let title = format!("Recovery review {attempt}");
                noted = self.on_task(to, task_document::REVIEW, &title, &markdown, over.as_deref())?;
                let folder = held.destination(to)?;
                let files = store::review_files(&folder, attempt, &markdown, &json);
                (files.to_vec(), replace, None, None)
            }
            Write::Packet { text } => {
                let copies = self.setting.own.state.join("packets");
                let (tree, hash, now) = (&held.facts.tree.root, contract::hash(&text), self.setting.clock().now);
                let written = store::keep_packet(tree, &copies, &text, &hash, now).map_err(|why| why.to_string())?;
                return Ok((written.map(|path| path.display().to_string()).to_vec(), entries, None));
            }
            Write::Salvage { .. } | Write::KeepGood => {
                let (what, op) = match write {
                    Write::Salvage { include } => salvage::keep(held, &self.setting, &include)?,
                    _ => salvage::keep_good(held, &self.setting)?,
                };
                let (more, failed) = self.save(vec![op]);
                entries.extend(more);
                failed.map_or(Ok(()), |why| Err(why.to_string()))?;
                return Ok((vec![what], entries, None));
            }
            Write::Gates(_) => return Err("gates have their own way".to_owned()),
        };
        let written = store::publish(&files, &replace).map_err(|why| why.to_string())?;
        let on_task = published.iter().flat_map(|op| match op {
            Op::Published { paths, .. } => paths.as_slice(),
            _ => &[],
        });
        let on_task: Vec<String> = on_task.filter(|path| path.starts_with("task ")).cloned().collect();
        let what =
            on_task.into_iter().chain(noted).chain(written.iter().map(|path| path.display().to_string())).collect();
        let (more, failed) = self.save(published.into_iter().collect());
        entries.extend(more);
        failed.map_or(Ok(()), |why| Err(why.to_string()))?;
        let first = files.first();
        let text = first.map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).unwrap_or_default();
        let markdown = first.map(|file| file.path.clone()).unwrap_or_default();
        let brief = self.held.as_ref().zip(data).map(|(held, data)| {
            let recovery = held.recovery.id.clone().unwrap_or_default();
            Box::new(written::with_lines(data, text, markdown, &held.facts, &held.recovery.decided, &recovery))
        });
        Ok((what, entries, brief))
    }

    /// Says what lies at places to which something is to be written.
    pub(super) fn look_at(&self, paths: Vec<PathBuf>) {
        let Some(held) = &self.held else { return };
        let (own, id) = (held.path(), held.open.id());
        let lies = paths.into_iter().map(|path| (path.clone(), lies(&path, &own, id)));
        send(&self.to, Msg::Lies(lies.collect()));
    }

    /// Writes the document of the task first, when it goes there: what the task refused is not kept as published. Returns its place.
    fn on_task(
        &self,
        to: Destination,
        key: &str,
        title: &str,
        text: &str,
        over: Option<&str>,
    ) -> Result<Option<String>, String> {
        if to != Destination::Task {
            return Ok(None);
        }
        let record = self.held.as_ref().and_then(|held| held.facts.run.record.as_deref());
        let (Some(record), Some(server)) = (record, &self.setting.places.tasks) else {
            return Err("this run has no task whose document could be written".to_owned());
        };
        let revision = task_document::put(server, record, &task_document::Wanted { key, title, text, over })?;
        let task = record.task.key.as_deref().unwrap_or(&record.id);
        Ok(Some(format!("task {task}, document {key} rev {revision}")))
    }

    /// Before anything is written elsewhere it is looked again: a new sign of life stops it.
    pub(super) fn nothing_alive(&mut self) -> Result<(), String> {
        let Some(held) = &self.held else { return Ok(()) };
        let clock = self.setting.clock();
        let world = World::here(
            clock.now,
            clock.fixed,
            self.setting.places.map.clone(),
            sources::LOOKS,
            Some(&self.setting.places.config),
        );
        // A task may have been started meanwhile by its own server: its record is asked again, too.
        let again = held.facts.run.record.is_some().then(|| sources::load(&self.setting.places, &found(&held.run)));
        let run = again.as_ref().filter(|run| run.record.is_some()).unwrap_or(&held.facts.run);
        let (signs, _) = probes::signs(run, &held.facts.tree, &world, None);
        let decided: &Decided = &held.recovery.decided;
        let speaks = |says: Says| matches!(says, Says::Alive | Says::Waiting);
        let alive = steps::confirm::unanswered(&signs, decided).find(|sign| speaks(steps::confirm::says(sign)));
        if alive.is_some() && decided.settled.contains_key(&crate::model::Step::Confirm) {
            // The screen hears of it as well, and withdraws the confirmation.
            let _ = self.watch.send(Order::Look);
        }
        alive.map_or(Ok(()), |sign| Err(format!("a sign of life: {}", sign.what)))
    }
}

impl Held {
    /// The closing notes of this recovery that lie in its own folder or in the work tree.
    pub(super) fn notes(&self) -> Vec<ClosingNote> {
        let own = self.path();
        let folders = [own.clone(), self.facts.tree.root.join(".lastgood")];
        let one = |attempt: u32, folder: &PathBuf| {
            let path = folder.join(format!("review-{attempt}.md"));
            let mine = lies(&path, &own, self.open.id()) == Lies::Own;
            let text = if mine { evidence::read_to_string(&path).ok() } else { None };
            Some(ClosingNote { attempt, says: Closing::in_note(&text?, attempt)?, path })
        };
        let attempts = self.recovery.decided.published.keys();
        attempts.flat_map(|attempt| folders.iter().filter_map(|folder| one(*attempt, folder))).collect()
    }

    fn destination(&self, to: Destination) -> Result<PathBuf, String> {
        match to {
            // What stands on a task is kept here as well, so that it can be read back without the server.
            Destination::Own | Destination::Task => Ok(self.path()),
            Destination::WorkTree if self.facts.tree.exists => Ok(self.facts.tree.root.join(".lastgood")),
            Destination::WorkTree => Err("the work tree is not there any more".to_owned()),
        }
    }
}

/// What lies there: in the recovery's own folder everything is its own; elsewhere what names it, or whose data beside it do.
fn lies(path: &Path, own: &Path, recovery: Option<&str>) -> Lies {
    if std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Lies::Nothing;
    }
    let names = |path: &Path| {
        let text = evidence::read(path).unwrap_or_default();
        recovery.is_some_and(|id| String::from_utf8_lossy(&text).contains(id))
    };
    let own = path.starts_with(own) || names(path) || names(&path.with_extension("json"));
    if own { Lies::Own } else { Lies::Other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_recovery_in_the_work_tree_is_not_ours() {
        let home = tempfile::tempdir().expect("a folder");
        let (own, tree) = (home.path().join("LG-7Q2MX4KD"), home.path().join("tree/.lastgood"));
        fs_err::create_dir_all(&own).and_then(|()| fs_err::create_dir_all(&tree)).expect("folders");
        let at = |path: &Path| lies(path, &own, Some("LG-7Q2MX4KD"));
        assert_eq!(at(&own.join("review-1.md")), Lies::Nothing);
        fs_err::write(own.join("review-1.md"), "any text").expect("a file");
        assert_eq!(at(&own.join("review-1.md")), Lies::Own);
        for (recovery, lies) in [("LG-7Q2MX4KD", Lies::Own), ("LG-00000001", Lies::Other)] {
            // A closing note has no id in its text; the data beside it have.
            fs_err::write(tree.join("review-1.md"), "# Recovery review: attempt 1").expect("a file");
            fs_err::write(tree.join("review-1.json"), format!("{{\"recovery\": \"{recovery}\"}}")).expect("a file");
            assert_eq!([at(&tree.join("review-1.md")), at(&tree.join("review-1.json"))], [lies, lies]);
        }
    }
}
