//! `git push`: which remote and which refs it moves, and where to look.

use super::{Kind, table};
use crate::model::Run;
use crate::read::shell::{Simple, git};

/// A push, if the command is one.
pub(super) fn find(simple: &Simple, run: &Run) -> Option<Kind> {
    let git = git(simple).filter(|git| git.verb == "push")?;
    let kind = table::find(format!("git push {}", git.args.join(" ")).trim_end())?;
    let mut operands: Vec<&str> = Vec::new();
    let mut words = git.args.iter();
    while let Some(word) = words.next() {
        if matches!(word.as_str(), "-o" | "--push-option" | "--repo" | "--receive-pack" | "--exec") {
            words.next();
        } else if !word.starts_with('-') {
            operands.push(word);
        }
    }
    let remote = operands.first().copied().unwrap_or("origin");
    let mut refs: Vec<String> = operands.iter().skip(1).map(|name| target(name)).collect();
    if refs.is_empty() && !git.has("--all") && !git.has("--mirror") && !git.has("--tags") {
        refs.extend(run.branch.clone());
    }
    let tags = git.has("--tags") || git.has("--follow-tags");
    let named = refs.join(" ");
    let mut look = format!("git ls-remote {remote} {named}").trim_end().to_owned();
    if tags && refs.is_empty() {
        look.push_str(" --tags");
    }
    let touches = match refs.as_slice() {
        [] => format!("remote {remote}"),
        _ => format!("{} of remote {remote}", refs.join(", ")),
    };
    Some(Kind { touches, look, ..kind })
}

/// The ref that moves on the other side: `HEAD:main` moves `main`.
fn target(name: &str) -> String {
    let bare = name.trim_start_matches('+');
    bare.rsplit(':').next().unwrap_or(bare).trim_start_matches("refs/heads/").to_owned()
}
