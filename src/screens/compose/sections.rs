//! The brief as it would be written now, and what each of its sections comes from.

use std::path::PathBuf;

use crate::brief::{self, Masked};
use crate::model::{Brief, Pile};
use crate::screens::{Desk, Scene};
use crate::steps::compose;
use crate::words::compose as words;

/// The brief as it was written, or as it would be written now.
pub struct Draft {
    /// The data, masked.
    pub brief: Brief,
    /// The text, byte for byte.
    pub markdown: String,
    /// What was masked.
    pub masked: Vec<Masked>,
    /// That it was written, where its text lies.
    pub lies: Option<PathBuf>,
}

/// The brief of the present attempt: the written one, whatever was decided since, because that is what its run is given.
pub fn draft(desk: &Desk, scene: &Scene) -> Draft {
    let attempt = desk.recovery.decided.attempt;
    if let Some(written) = desk.written.iter().rev().find(|written| written.brief.attempt == attempt) {
        let (brief, markdown, lies) = (written.brief.clone(), written.text.clone(), Some(written.path.clone()));
        return Draft { brief, markdown, masked: vec![], lies };
    }
    let folder = desk.folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let recovery = desk.recovery.id.clone().or(folder).unwrap_or_default();
    let brief = compose::compose(&desk.facts, &desk.recovery.decided, &recovery, scene.clock.now);
    let (brief, masked) = brief::mask(&brief);
    let markdown = brief::render(&brief);
    Draft { brief, markdown, masked, lies: None }
}

/// Whether a section is filled, empty, or missing, and what it comes from.
pub fn from(name: &str, draft: &Draft, desk: &Desk) -> (&'static str, String) {
    let brief = &draft.brief;
    if draft.lies.is_none() && desk.recovery.decided.sections.contains_key(name) {
        return ("✓", words::BY_HAND.to_owned());
    }
    let lines = |count: usize| if count == 0 { ("·", words::LEFT_OUT.to_owned()) } else { ("✓", count.to_string()) };
    let text = |text: &str, from: String| {
        if text.trim().is_empty() { ("!", words::MISSING.to_owned()) } else { ("✓", from) }
    };
    match name {
        "Goal" => text(&brief.goal, desk.facts.task.source.clone()),
        "Next step" => text(&brief.next_step.text, "step 3".to_owned()),
        "Limits" => lines(brief.limits.len()),
        "Decisions" => lines(brief.decisions.len()),
        "Checked progress" => {
            let count = |pile: Pile| brief.checked.iter().filter(|one| one.pile == pile).count();
            let unread = brief.unread.as_ref().map_or(0, |unread| unread.count);
            ("✓", words::progress(count(Pile::Usable), count(Pile::Partial), count(Pile::Unknown) + unread))
        }
        "Outside actions" => {
            let unknown = brief.open.iter().filter(|question| question.do_not_repeat.is_some()).count();
            match (brief.outside.len(), unknown) {
                (0, 0) => ("·", words::LEFT_OUT.to_owned()),
                (0, unknown) => ("?", words::unanswered(unknown)),
                (answered, 0) => ("✓", words::answered(answered)),
                (answered, unknown) => ("?", format!("{}, {}", words::answered(answered), words::unanswered(unknown))),
            }
        }
        "Open questions" if brief.open.is_empty() => ("·", words::LEFT_OUT.to_owned()),
        "Open questions" => ("✓", words::open(brief.open.len())),
        "Last good state" => {
            let commit = brief.last_good.commit.as_deref().or(brief.last_good.content.as_deref());
            ("✓", crate::words::sort::short(commit.unwrap_or_default()).to_owned())
        }
        "Gates that were green" => lines(brief.gates.len()),
        "Review criteria" if brief.criteria.is_empty() => ("!", words::MISSING.to_owned()),
        "Review criteria" => lines(brief.criteria.len()),
        "Approver" => text(&brief.approver, brief.approver.clone()),
        "Notes" => lines(brief.notes.as_ref().map_or(0, |notes| notes.lines().count())),
        _ => ("✓", words::BY_ITSELF.to_owned()),
    }
}
