//! From the data of a brief to its Markdown, comment line included. What comes out is byte for byte what is written.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::quote::{code, fence, line, paragraph};
use crate::model::{
    Brief, BrokenLimit, Checked, Confirmed, Criterion, OpenQuestion, OutsideAnswered, OutsideOutcome, Pile, Resumable,
    Says, SignAnswered, Sourced, StartFrom, StartMode, count,
};

/// The sections in their order; the names are also those of `Op::Section`.
pub const SECTIONS: &[&str] = &[
    "Goal",
    "Next step",
    "Limits",
    "Decisions",
    "Checked progress",
    "Outside actions",
    "Open questions",
    "Last good state",
    "Gates that were green",
    "Review criteria",
    "Approver",
    "Notes",
    "Record",
];

/// The whole file: the comment line with the hash of all that follows, then the Markdown.
pub fn render(brief: &Brief) -> String {
    let body = body(brief);
    let mut hash = String::with_capacity(64);
    for byte in Sha256::digest(body.as_bytes()) {
        let _ = write!(hash, "{byte:02x}");
    }
    format!("<!-- lastgood brief/1 recovery={} attempt={} sha256={hash} -->\n{body}", brief.recovery, brief.attempt)
}

/// The line (from 0) on which each section of a rendered brief begins, for the section list beside the preview.
pub fn section_lines(rendered: &str) -> Vec<(&'static str, usize)> {
    let heads = rendered.lines().enumerate().filter_map(|(at, text)| Some((text.strip_prefix("## ")?, at)));
    heads.filter_map(|(head, at)| SECTIONS.iter().find(|name| **name == head).map(|name| (*name, at))).collect()
}

/// Characters of a title that is cut.
const MOST_OF_TITLE: usize = 100;

/// A sentence of so many characters stays whole: what would be cut off is a few words.
const WHOLE_TITLE: usize = 140;

fn body(brief: &Brief) -> String {
    let mut out = String::new();
    if brief.draft {
        let missing = brief.missing.iter().map(|one| line(one)).collect::<Vec<_>>().join("; ");
        let _ = writeln!(
            out,
            "DRAFT: {}",
            if missing.is_empty() { "steps 1 to 3 are not settled".to_owned() } else { missing }
        );
    }
    let _ = writeln!(out, "# Recovery brief: {}", title(brief));
    for name in SECTIONS {
        let text = section(brief, name);
        if !text.is_empty() {
            let _ = write!(out, "\n## {name}\n{text}\n");
        }
    }
    out
}

/// One line that names the work: the title, or the beginning of the goal; a whole prompt is no title.
fn title(brief: &Brief) -> String {
    let whole = line(brief.title.as_deref().unwrap_or(&brief.goal));
    let sentence = whole.find(". ").map_or(whole.as_str(), |end| &whole[..end]);
    let sentence = sentence.trim_end_matches('.');
    if sentence.chars().count() <= WHOLE_TITLE {
        return sentence.to_owned();
    }
    let mut cut: String = sentence.chars().take(MOST_OF_TITLE).collect();
    cut.truncate(cut.rfind(' ').unwrap_or(cut.len()));
    cut.push('…');
    cut
}

/// The text of one section; empty when it is optional and has nothing to say.
fn section(brief: &Brief, name: &str) -> String {
    match name {
        "Goal" => paragraph(&brief.goal),
        "Next step" => next_step(brief),
        "Limits" => or_none(&brief.limits.iter().map(|one| limit(one, brief)).collect::<Vec<_>>()),
        "Decisions" => brief.decisions.iter().map(sourced).collect::<Vec<_>>().join("\n"),
        "Checked progress" => checked(brief),
        "Outside actions" => brief.outside.iter().map(outside).collect::<Vec<_>>().join("\n"),
        "Open questions" => or_none(&brief.open.iter().map(question).collect::<Vec<_>>()),
        "Last good state" => last_good(brief),
        "Gates that were green" => gates(brief),
        "Review criteria" => criteria(&brief.criteria),
        "Approver" => line(&brief.approver),
        "Notes" => brief.notes.as_deref().map(paragraph).unwrap_or_default(),
        _ => record(brief),
    }
}

fn or_none(lines: &[String]) -> String {
    if lines.is_empty() { "None.".to_owned() } else { lines.join("\n") }
}

fn sourced(one: &Sourced) -> String {
    format!("- {} ({})", line(&one.text), line(&one.from))
}

/// A limit; below one that is broken, by what and what was decided about it.
fn limit(one: &Sourced, brief: &Brief) -> String {
    let bare = |text: &str| text.trim().trim_end_matches('.').to_owned();
    let of = |broken: &&BrokenLimit| {
        std::iter::once(&broken.limit).chain(&broken.also).any(|limit| bare(limit) == bare(&one.text))
    };
    let broken = brief.broken.iter().filter(of);
    let told = broken.filter_map(|broken| {
        let decided = line(broken.decided.as_deref()?);
        Some(format!("\n  - broken by {}: {decided}", line(&broken.by.join(", "))))
    });
    std::iter::once(sourced(one)).chain(told).collect()
}

fn next_step(brief: &Brief) -> String {
    let step = &brief.next_step;
    if step.text.trim().is_empty() {
        return "None chosen yet.".to_owned();
    }
    let start = &step.start;
    let mode = match start.mode {
        StartMode::Fresh => "fresh",
        StartMode::Resume => "resume",
    };
    let place = if start.tree.is_empty() { String::new() } else { format!(", in {}", line(&start.tree)) };
    let at = start.commit.as_deref().map(|commit| format!(" at {}", short(commit))).unwrap_or_default();
    let content = match start.from {
        Some(StartFrom::Worktree) => " with the work tree as it is",
        Some(StartFrom::Salvage) => " from the salvage copy",
        Some(StartFrom::Commit) => " in a new work tree",
        None => "",
    };
    let mut out = format!(
        "{}\n\nAgent: {}, {mode}{place}{at}{content}.\nDo this step and nothing else.",
        paragraph(&step.text),
        line(&step.agent)
    );
    if !brief.after_step.is_empty() {
        let left = brief
            .after_step
            .iter()
            .map(|one| format!("{}{}", line(one).trim_end_matches('.'), not_met(brief, one)))
            .collect::<Vec<_>>()
            .join("; ");
        let _ = write!(out, "\nLeft after it: {left}.");
    }
    for command in &brief.rebuild {
        let _ = write!(out, "\nTo build the tree: {}", code(command));
    }
    out
}

/// Beside a line that is left: that a person said of it that it is not met, or that nobody gave a verdict.
fn not_met(brief: &Brief, text: &str) -> String {
    let Some(left) = brief.left.iter().find(|left| left.line == text) else { return String::new() };
    match (left.not_met, left.unjudged) {
        (Some(attempt), _) => format!(" (a person said in the review of attempt {attempt} that it is not met)"),
        (None, Some(attempt)) => format!(" (nobody gave a verdict on it in the review of attempt {attempt})"),
        (None, None) => String::new(),
    }
}

fn checked(brief: &Brief) -> String {
    let mut lines: Vec<String> = brief.checked.iter().map(|one| one_checked(one, brief)).collect();
    if let Some(unread) = &brief.unread {
        let (count, noun) = (unread.count, if unread.count == 1 { "product" } else { "products" });
        lines.push(format!(
            "- unknown: {count} {noun} that nobody opened ({}), listed in brief-{}.json",
            line(&unread.reason),
            brief.attempt
        ));
    }
    let mut out = or_none(&lines);
    if !brief.not_in_start.is_empty() {
        let names: Vec<String> = brief.not_in_start.iter().map(|one| code(&one.location)).collect();
        let _ = write!(out, "\nChecked as well, and not in the tree from which this starts: {}.", names.join(", "));
    }
    out
}

fn one_checked(one: &Checked, brief: &Brief) -> String {
    let pile = match one.pile {
        Pile::Usable => "usable",
        Pile::Partial => "partial",
        Pile::Unknown => "unknown",
    };
    let version = one.version.as_deref().map(|version| format!(" at {}", short(version))).unwrap_or_default();
    let opened = match &one.opened {
        Some(opened) => {
            let how = opened.how.as_deref().map(|how| format!(" ({})", line(how))).unwrap_or_default();
            format!(", opened by {}, {}{how}", line(&opened.by), time(opened.at))
        }
        None => match &one.seen {
            Some(seen) => format!(", {} of {} seen by {}", seen.lines, count(seen.of, "line", "lines"), line(&seen.by)),
            None => ", opened by nobody".to_owned(),
        },
    };
    let mut out = format!("- {pile}: {}{version}{opened}", code(&one.location));
    let word = if one.pile == Pile::Unknown { "look" } else { "gap" };
    for gap in &one.gaps {
        let _ = write!(out, "\n  - {word}: {}", line(gap));
    }
    // What was kept is no gap any more, and is not to be taken for whole work either.
    let kept =
        brief.broken.iter().filter(|limit| limit.kept && limit.files.iter().any(|file| file.path == one.location));
    for limit in kept {
        let said = limit.decided.as_deref().unwrap_or("kept");
        let _ = write!(out, "\n  - {}, although it breaks the limit \"{}\"", line(said), line(&limit.limit));
    }
    if let Some(accepted) = &one.accepted {
        for check in &accepted.checks {
            let _ = write!(out, "\n  - usable though: {}", line(check));
        }
        if !accepted.why.is_empty() {
            let _ = write!(out, "\n  - accepted because: {}", line(&accepted.why));
        }
    }
    out
}

/// What was found, and what follows from it.
fn outcome(outcome: OutsideOutcome) -> (&'static str, &'static str) {
    match outcome {
        OutsideOutcome::Happened => ("happened", "; done, do not repeat it"),
        OutsideOutcome::DidNotHappen => ("did not happen", ""),
        OutsideOutcome::Partly => ("happened in part", "; do not repeat what is there"),
    }
}

fn outside(one: &OutsideAnswered) -> String {
    let (outcome, rule) = outcome(one.outcome);
    let more = if one.outcome == OutsideOutcome::Happened { "" } else { ": it can still happen" };
    let running = match one.running.as_slice() {
        [] => String::new(),
        living => format!("; what its command started still ran then ({}){more}", line(&living.join("; "))),
    };
    if let Some(attempt) = one.review {
        let looked = match (one.place.as_str(), one.saw.as_str()) {
            ("", "") => String::new(),
            ("", saw) => format!("; {}", line(saw)),
            (place, _) => format!("; looked at {}", code(place)),
        };
        let before = one.before.as_ref().map(|before| {
            let saw = if before.saw.is_empty() { String::new() } else { format!(", saw {}", line(&before.saw)) };
            let (then, at, by) = (self::outcome(before.outcome).0, time(before.at), line(&before.by));
            format!("; answered before that: {then}, by {by}, {at}; looked at {}{saw}", code(&before.place))
        });
        return format!(
            "- {outcome}: {}, called met by {} in the review of attempt {attempt}, {}{looked}{rule}{running}{}",
            code(&one.command),
            line(&one.by),
            time(one.at),
            before.unwrap_or_default()
        );
    }
    let saw = if one.saw.is_empty() { String::new() } else { format!(", saw {}", line(&one.saw)) };
    format!(
        "- {outcome}: {}, answered by {}, {}; looked at {}{saw}{rule}{running}",
        code(&one.command),
        line(&one.by),
        time(one.at),
        code(&one.place)
    )
}

fn question(one: &OpenQuestion) -> String {
    let mut out = format!("- {}", line(&one.question));
    if !one.look.is_empty() {
        let _ = write!(out, " Look: {}.", code(&one.look));
    }
    if let Some(command) = &one.do_not_repeat {
        let _ = write!(out, " Do not repeat {} before this is answered.", code(command));
    }
    out
}

fn last_good(brief: &Brief) -> String {
    let good = &brief.last_good;
    let name = match (&good.commit, &good.content) {
        (Some(commit), _) => short(commit),
        (None, Some(content)) => line(content),
        (None, None) => "none known".to_owned(),
    };
    let salvage = good.salvage.as_deref();
    let salvage =
        salvage.map(|kept| format!("\nNo commit of the run has it; kept as {}.", code(kept))).unwrap_or_default();
    format!("{name}: {}{salvage}{}", line(&good.why), as_it_is(brief))
}

/// That nothing is reset to last good for a run that starts from the work tree as it is, and what is otherwise there.
fn as_it_is(brief: &Brief) -> String {
    const MOST: usize = 8;
    let differs = &brief.last_good.differs;
    let start = &brief.next_step.start;
    if differs.is_empty() {
        // What lies between the two commits is not known where they are of different runs.
        let other = start.from == Some(StartFrom::Worktree) && start.commit != brief.last_good.commit;
        let head = start.commit.as_deref().filter(|_| other && brief.last_good.commit.is_some());
        let said = |head| format!("\nNothing is reset to it: the work tree stays as it is, at {}.", short(head));
        return head.map(said).unwrap_or_default();
    }
    let mut names: Vec<String> = differs.iter().take(MOST).map(|file| code(file)).collect();
    if differs.len() > MOST {
        names.push(format!("{} more", differs.len() - MOST));
    }
    let files = count(differs.len(), "file differs", "files differ");
    format!("\nNothing is reset to it: the work tree stays as it is, in which {files} from it: {}.", names.join(", "))
}

fn gates(brief: &Brief) -> String {
    let one = |gate: &crate::model::BriefGate| {
        let command = if gate.command.is_empty() { gate.name.clone() } else { gate.command.join(" ") };
        let content = gate.content.as_deref().map(|content| format!(", on {}", short(content))).unwrap_or_default();
        let at = gate.at.map(|at| format!(", {}", time(at))).unwrap_or_default();
        let mut out = format!("- {} ({}){content}{at}", code(&command), line(&gate.name));
        if !gate.changed.is_empty() {
            let changes = line(&gate.changed.join(", "));
            let _ = write!(
                out,
                "\n  - test lines were changed since: where it runs them, a green is not comparable with this one: {changes}"
            );
        }
        out
    };
    or_none(&brief.gates.iter().map(one).collect::<Vec<_>>())
}

fn criteria(criteria: &[Criterion]) -> String {
    let one = |(at, criterion): (usize, &Criterion)| {
        let tag = criterion.tag.as_deref().map(|tag| format!(", {}", line(tag))).unwrap_or_default();
        format!("{}. {} ({}{tag})", at + 1, line(&criterion.text), line(&criterion.source))
    };
    or_none(&criteria.iter().enumerate().map(one).collect::<Vec<_>>())
}

fn record(brief: &Brief) -> String {
    let record = &brief.record;
    let mut lines = vec![format!("- run: {} {}", record.run.runtime.word(), line(&record.run.session))];
    let at = record.ended_at.map(|at| format!(", {}", time(at))).unwrap_or_default();
    lines.push(format!("- ending: {}{at}", line(&record.ending)));
    if let Some(session) = &record.session {
        let word = match session.resumable {
            Resumable::Yes => "can be resumed",
            Resumable::No => "cannot be resumed",
            Resumable::Conditional => "can be resumed, but not advised",
            Resumable::Later => "can be resumed later",
        };
        let why = session.why.iter().map(|why| line(why)).collect::<Vec<_>>().join("; ");
        lines.push(if why.is_empty() { format!("- session: {word}") } else { format!("- session: {word}: {why}") });
    }
    if let Some(checked) = &record.last_checked {
        lines.push(format!("- last checked: {}", line(checked)));
    }
    lines.extend(record.confirmed.as_ref().map(|confirmed| self::confirmed(confirmed, &record.signs_answered)));
    lines.extend(record.signs_answered.iter().map(answered));
    if let Some(contract) = &brief.contract {
        let at = contract.at.map(|at| format!(", {}", time(at))).unwrap_or_default();
        lines.push(format!("- contract: {} ({}{at})", line(&contract.source), short(&contract.hash)));
    }
    if let Some(notice) = &record.notice {
        lines.push(format!("- notice on the task: {}", line(notice)));
    }
    if let Some(words) = &record.last_words {
        lines.push(format!("- last words of the run, quoted:\n\n{}", fence(words)));
    }
    lines.join("\n")
}

/// What was confirmed: that nothing was seen running, or that all that lives or waits was answered.
fn confirmed(confirmed: &Confirmed, signs: &[SignAnswered]) -> String {
    let by = format!("{}, {}", line(&confirmed.by), time(confirmed.at));
    let many = |says: Says| signs.iter().filter(|sign| sign.says == says && !sign.gone).count();
    let parts: Vec<String> = [(Says::Alive, "alive"), (Says::Waiting, "waiting")]
        .into_iter()
        .filter_map(|(says, word)| Some((many(says), word)).filter(|(many, _)| *many > 0))
        .map(|(many, word)| format!("{} {word}", count(many, "sign says", "signs say")))
        .collect();
    if parts.is_empty() {
        format!("- nothing seen running: {by}")
    } else {
        format!("- still there, and answered: {}; confirmed by {by}", parts.join(", "))
    }
}

/// An answer to a sign: by whom, what the sign says, and why that may be.
fn answered(sign: &SignAnswered) -> String {
    let by = sign.by.as_deref().map(|by| format!(" by {}", line(by))).unwrap_or_default();
    let says = match (sign.says, sign.gone) {
        (Says::Alive, false) => ", alive",
        (Says::Waiting, false) => ", waiting",
        (_, false) => "",
        (_, true) => ", gone since",
    };
    format!("- answered{by}{says}: {}: {}", line(&sign.sign), line(&sign.reason))
}

/// Seconds are enough for people; the JSON keeps what it has.
fn time(at: jiff::Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// A hash is named by its first 12 digits; anything else stays as it is.
fn short(version: &str) -> String {
    let hash = version.len() > 12 && version.bytes().all(|byte| byte.is_ascii_hexdigit());
    if hash { version[..12].to_owned() } else { line(version) }
}
