//! Clients of a runtime that no mark ties to a session: whose they are by the prompt on their command line, and servers that work in any
//! folder. Not for what a registry, a lock or an open file says: `ties` asks those first.

use super::ties::turn_is_over;
use crate::model::{Process, Run, RuntimeLook, What};
use crate::probes::world::World;

/// The prompt of another run on a client's command line; nothing when it has none, or one that this run was given.
pub(super) fn other_prompt(run: &Run, process: &Process) -> Option<String> {
    let words = process.argv.get(1..)?;
    // A session that goes on by itself names no prompt of its own, and what it was told now may not be written yet.
    let goes_on = |word: &String| {
        let word = word.split('=').next().unwrap_or_default();
        matches!(word, "resume" | "--resume" | "-r" | "--continue" | "-c" | "--session" | "-s" | "--last" | "--prefill")
    };
    if words.iter().any(goes_on) {
        return None;
    }
    let is_prompt = |word: &&String| !word.starts_with(['-', '/']) && word.split_whitespace().nth(2).is_some();
    let given = words.iter().find(is_prompt)?;
    let asked = run.events.iter().filter_map(|event| match &event.what {
        What::Asked { text, .. } => Some(plain(text)),
        _ => None,
    });
    let same = plain(given);
    let mut any = false;
    for asked in asked {
        if asked.contains(&same) || same.contains(&asked) && !asked.is_empty() {
            return None;
        }
        any = true;
    }
    any.then(|| given.split_whitespace().take(8).collect::<Vec<_>>().join(" "))
}

/// Whether a server of the runtime, wherever it was started, could have this session open: its last turn is not over, and the server is no
/// younger than its last record.
pub(super) fn could_serve(run: &Run, world: &World, look: &RuntimeLook, process: &Process) -> bool {
    let serves = process.argv.iter().skip(1).any(|word| look.servers.contains(&word.as_str()));
    let younger = process.since.zip(run.last_event).is_some_and(|(since, last)| since > last);
    look.runtime == run.runtime && serves && !turn_is_over(run) && (world.now_is_fixed || !younger)
}

/// Text as a shell and a record both show it: without quotes, backslashes and differences of white space.
pub(super) fn plain(text: &str) -> String {
    let kept: String = text.chars().filter(|letter| !matches!(letter, '\'' | '"' | '\\')).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}
