//! `lastgood demo` as typed: lays out, plays on, or removes, and says where the screen is to look.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};

use super::{Demo, SESSION, play_next};
use crate::brief::{marks, read_json};
use crate::cli::{self, Options};
use crate::model::{RunMark, Runtime};
use crate::store::stage;

/// What the demo came to.
#[derive(Clone, Debug)]
pub enum Prepared {
    /// The screen is to open this run with these options.
    Open {
        /// Where the demo lies.
        demo: Demo,
        /// Where the session store and the state lie.
        options: Box<Options>,
        /// The dead run.
        run: RunMark,
    },
    /// Nothing is left to show but this sentence.
    Said(String),
}

/// Prepares the demo below `temporary` for the account `uid`.
pub fn prepare(
    asked: &cli::Demo,
    options: &Options,
    temporary: &Path,
    uid: u32,
    now: Timestamp,
) -> Result<Prepared, String> {
    let demo = Demo::at(temporary, uid);
    ours(&demo.root, uid)?;
    if asked.reset {
        demo.reset()?;
        return Ok(Prepared::Said(format!("removed {}", demo.root.display())));
    }
    demo.lay_out(now)?;
    if asked.next {
        play_on(&demo, now)?;
    }
    let transcript = demo.transcript(SESSION)?.display().to_string();
    let run = RunMark { runtime: Runtime::ClaudeCode, session: SESSION.to_owned(), transcript };
    let (home, state, cache) = (Some(demo.home.clone()), Some(demo.state.clone()), Some(demo.root.join("cache")));
    let options = Box::new(Options { home, state, cache, map: Vec::new(), ..options.clone() });
    Ok(Prepared::Open { demo, options, run })
}

/// The temporary folder is everybody's: a folder that another account put there is not touched.
fn ours(root: &Path, uid: u32) -> Result<(), String> {
    match std::fs::symlink_metadata(root) {
        Ok(found) if !found.is_dir() || found.uid() != uid => {
            Err(format!("{} is not a folder of this account; set TMPDIR to a folder of your own", root.display()))
        }
        _ => Ok(()),
    }
}

/// Plays the next run with the newest brief, once for each brief.
fn play_on(demo: &Demo, now: Timestamp) -> Result<(), String> {
    let Some((brief, attempt)) = newest_brief(demo) else {
        return Err(
            "no brief has been written in the demo yet: lastgood demo, take the four steps, then w and y".to_owned()
        );
    };
    let _hold = stage::Hold::take(&demo.root)?;
    let text = fs_err::read_to_string(&brief).map_err(|error| error.to_string())?;
    let Some(mark) = marks(&text).into_iter().next() else {
        return Err(format!("{} has lost its first line; write the brief again (b, then w)", brief.display()));
    };
    if already_played(demo, &mark.sha256) {
        return Ok(());
    }
    // It began after the brief was written and has ended by now: an operator who does not wait sees a fast run.
    let data = fs_err::read_to_string(brief.with_extension("json")).map_err(|error| error.to_string())?;
    let started = read_json(&data)?.written + SignedDuration::from_secs(1);
    play_next(demo, &brief, attempt, started, now.max(started + SignedDuration::from_secs(1))).map(|_| ())
}

/// The newest brief, also one that was sent to the work tree.
fn newest_brief(demo: &Demo) -> Option<(PathBuf, u32)> {
    let recoveries = std::fs::read_dir(demo.state.join("recoveries")).into_iter().flatten().flatten();
    let folders = recoveries.map(|recovery| recovery.path()).chain([demo.tree.join(".lastgood")]);
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let briefs = files.filter_map(|file| {
        let path = file.path();
        let attempt = path.file_name()?.to_str()?.strip_prefix("brief-")?.strip_suffix(".md")?.parse().ok()?;
        Some((file.metadata().ok()?.modified().ok()?, path, attempt))
    });
    briefs.max_by_key(|(written, _, attempt)| (*attempt, *written)).map(|(_, path, attempt)| (path, attempt))
}

fn already_played(demo: &Demo, sha256: &str) -> bool {
    let folders = std::fs::read_dir(demo.home.join(".claude/projects")).into_iter().flatten().flatten();
    let mut sessions = folders.flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten().flatten());
    sessions.any(|session| std::fs::read_to_string(session.path()).is_ok_and(|text| text.contains(sha256)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brief_that_was_sent_to_the_work_tree_is_the_newest_as_well() {
        let folder = tempfile::tempdir().expect("a folder");
        let demo = Demo::at(folder.path(), 1000);
        let lies = |place: PathBuf, name: &str| {
            fs_err::create_dir_all(&place).expect("a folder");
            fs_err::write(place.join(name), "text").expect("a file");
        };
        lies(demo.state.join("recoveries/LG-7Q2MX4KD"), "brief-1.md");
        assert_eq!(newest_brief(&demo).map(|(_, attempt)| attempt), Some(1));
        lies(demo.tree.join(".lastgood"), "brief-2.md");
        assert_eq!(newest_brief(&demo).map(|(_, attempt)| attempt), Some(2));
    }
}
