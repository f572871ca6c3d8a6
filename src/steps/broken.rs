//! Limits that a run broke and about which nobody has decided yet: is what broke them kept, or taken back?
//!
//! What still stands in the tree stays open until a person decides about it. A gap on a file only names it: that is no decision.
//! A brief hands on what nobody decided, so that it does not end with the record of the run that did it.

use std::path::Path;

use super::{outside, sort, text};
use crate::model::{
    Breach, Brief, BrokenFile, BrokenLimit, Candidate, Check, CheckSays, Decided, Facts, KeepKind, OpenQuestion,
    OutsideOutcome, Pile, Product, ProductKind, RowVerdict, StartFrom,
};

/// The broken limits about which nobody decided: no step, verdict or decision is about them, nobody kept them with a reason, they
/// still bind.
pub fn undecided(facts: &Facts, decided: &Decided) -> Vec<BrokenLimit> {
    let asks = |part: &Part| !in_step(decided, part) && not_fine(&part.limit, decided).is_none();
    grouped(parts(facts).into_iter().filter(|part| open(facts, decided, part) && asks(part)))
}

/// Those that still stand, also where the step is about them or a person said that they are not fine, each with what was decided.
pub(super) fn standing(facts: &Facts, decided: &Decided) -> Vec<BrokenLimit> {
    let mut standing = grouped(parts(facts).into_iter().filter(|part| open(facts, decided, part)));
    let asked = undecided(facts, decided);
    for broken in &mut standing {
        broken.decided = Some(so_far(decided, broken, asked.iter().any(|other| other.limit == broken.limit)));
    }
    standing
}

/// What was decided about a broken limit, in the words of the brief.
fn so_far(decided: &Decided, broken: &BrokenLimit, asked: bool) -> String {
    let of_step = |part: &Part| in_step(decided, part);
    if handed_on(broken).iter().all(of_step) {
        let text = decided.step.as_ref().map(|step| step.text.to_lowercase()).unwrap_or_default();
        let back = BACK.iter().any(|word| text.contains(word));
        return if back { "this step takes it back" } else { "this step is about it" }.to_owned();
    }
    match not_fine(&broken.limit, decided) {
        Some(attempt) => {
            format!(
                "a person said in the review of attempt {attempt} that it is not fine: it is to be taken back, and not by this step"
            )
        }
        None if asked => "nobody decided yet whether it is kept or taken back".to_owned(),
        None => "this step takes a part of it back".to_owned(),
    }
}

/// The attempt in whose review a person, who saw the proof, said last that what breaks a limit is not fine.
fn not_fine(limit: &str, decided: &Decided) -> Option<u32> {
    let row = row(limit);
    let said = decided.reviews.iter().rev().filter(|(_, review)| review.proofs.contains_key(&row));
    let mut said = said.filter_map(|(attempt, review)| Some((*attempt, review.verdicts.get(&row)?.0?)));
    said.next().filter(|(_, verdict)| *verdict == RowVerdict::Not).map(|(attempt, _)| attempt)
}

/// Lets what earlier briefs ask about count beside the record of the run that came after them.
pub(super) fn carry<'a>(facts: &mut Facts, briefs: impl IntoIterator<Item = &'a Brief>) {
    let mut all: Vec<Part> = Vec::new();
    for part in briefs.into_iter().flat_map(|brief| brief.broken.iter().flat_map(handed_on)) {
        // The oldest brief knows what stood there before anything was broken.
        if !all.iter().any(|known| same_part(known, &part)) {
            all.push(part);
        }
    }
    for part in &all {
        let Some(file) = &part.file else { continue };
        let gap = gap(&part.limit);
        let product = facts.products.iter_mut().find(|product| is_file(product) && product.location == file.path);
        if let Some(product) = product.filter(|one| !one.checks.iter().any(|check| check.gap.as_ref() == Some(&gap))) {
            let text = format!("breaks the limit \"{}\", since an earlier attempt", part.limit);
            product.checks.push(Check { says: CheckSays::Bad, text, line: None, gap: Some(gap) });
        }
    }
    facts.carried = grouped(all.into_iter());
}

/// A limit, and one file, or what is no file, that breaks it.
struct Part {
    limit: String,
    by: Vec<String>,
    file: Option<BrokenFile>,
}

/// What the record of the run shows and what was handed on, each file once.
fn parts(facts: &Facts) -> Vec<Part> {
    let mut parts: Vec<Part> = facts.carried.iter().flat_map(handed_on).collect();
    for limit in &facts.constraints {
        for breach in &limit.broken_by {
            let (limit, by) = (limit.text.clone(), vec![breach.what.clone()]);
            let part = Part { limit, by, file: file(facts, breach) };
            match parts.iter_mut().find(|known| part.file.is_some() && same_part(known, &part)) {
                Some(known) => known.by.extend(part.by),
                None => parts.push(part),
            }
        }
    }
    parts
}

fn handed_on(broken: &BrokenLimit) -> Vec<Part> {
    let of = |path: &str, what: &String| Breach { event: String::new(), what: what.clone() }.is_of(path);
    let part = |by: Vec<String>, file| Part { limit: broken.limit.clone(), by, file };
    let files = broken.files.iter().map(|file| {
        let by = broken.by.iter().filter(|what| of(&file.path, what)).cloned().collect();
        part(by, Some(file.clone()))
    });
    let rest: Vec<String> =
        broken.by.iter().filter(|what| !broken.files.iter().any(|file| of(&file.path, what))).cloned().collect();
    files.chain((!rest.is_empty()).then(|| part(rest, None))).collect()
}

fn same_part(one: &Part, other: &Part) -> bool {
    let path = |part: &Part| part.file.as_ref().map(|file| file.path.clone());
    path(one) == path(other) && same(&one.limit, &other.limit)
}

fn same(one: &str, other: &str) -> bool {
    bare(one) == bare(other) || text::same_limit(one, other)
}

fn grouped(parts: impl Iterator<Item = Part>) -> Vec<BrokenLimit> {
    let mut all: Vec<BrokenLimit> = Vec::new();
    for part in parts {
        let known = all.iter().position(|broken| bare(&broken.limit) == bare(&part.limit));
        let at = known.unwrap_or_else(|| {
            all.push(BrokenLimit { limit: part.limit, ..BrokenLimit::default() });
            all.len() - 1
        });
        for by in part.by {
            if !all[at].by.contains(&by) {
                all[at].by.push(by);
            }
        }
        all[at].files.extend(part.file);
    }
    all
}

fn open(facts: &Facts, decided: &Decided, part: &Part) -> bool {
    !taken_out(&part.limit, decided)
        && !judged_fine(&part.limit, decided)
        && stands(facts, decided, part)
        && !left_behind(facts, decided, part)
        && !in_words(decided, part)
        && !kept(facts, decided, part)
}

/// The question that a broken limit is in the brief.
pub(super) fn question(broken: &BrokenLimit) -> OpenQuestion {
    let limit = bare(&broken.limit);
    let question = format!("{QUESTION}{limit}, by {}. Decide: keep or take back.", broken.by.join("; "));
    OpenQuestion { question, look: String::new(), do_not_repeat: None }
}

/// Whether a line is such a question.
pub(super) fn is_question(line: &str) -> bool {
    line.starts_with(QUESTION)
}

const QUESTION: &str = "Limit broken: ";

/// The gap of a file that breaks a limit, in words; `Constraint::broken` says the same.
pub(super) fn gap(limit: &str) -> String {
    format!("{GAP}{limit}")
}

/// How such a gap begins.
pub(super) const GAP: &str = "limit broken: ";

/// Whether HEAD has what a step puts back that takes a broken limit back: nothing of it is left to commit then.
pub(super) fn back_at_head(facts: &Facts, candidate: &Candidate) -> bool {
    let Some(limit) = candidate.text.strip_prefix(GAP) else { return false };
    let mut files = parts(facts).into_iter().filter(|part| same(&part.limit, limit)).filter_map(|part| part.file);
    let of = files.find(|file| candidate.location.as_ref() == Some(&file.path));
    of.is_some_and(|file| facts.tree.files.get(Path::new(&file.path)).is_some_and(|state| state.head == file.before))
}

pub(super) fn bare(limit: &str) -> &str {
    limit.trim().trim_end_matches('.')
}

/// The row of step 4 about a limit that was broken before the run: a verdict on it is a decision about the limit.
pub fn row(limit: &str) -> String {
    format!("standing:{limit}")
}

/// Whether a person, who saw the proof, said in a review that what breaks it is fine.
pub(super) fn judged_fine(limit: &str, decided: &Decided) -> bool {
    let row = row(limit);
    decided.reviews.values().any(|review| {
        let verdict = review.verdicts.get(&row).and_then(|(verdict, _)| *verdict);
        verdict == Some(RowVerdict::Met) && review.proofs.contains_key(&row)
    })
}

/// Whether the limit's line was taken out of the brief by hand.
fn taken_out(limit: &str, decided: &Decided) -> bool {
    let dropped = || decided.dropped.iter().any(|(kind, text)| *kind == KeepKind::Limit && bare(text) == bare(limit));
    let by_hand = |section: &String| !section.lines().any(|line| same(line, limit));
    decided.sections.get("Limits").map_or_else(dropped, by_hand)
}

/// Whether what breaks the limit is still there: a file that is again as it was is not, nor is a deed of which somebody saw
/// that it did not happen.
fn stands(facts: &Facts, decided: &Decided, part: &Part) -> bool {
    if let Some(file) = &part.file {
        let state = facts.tree.files.get(Path::new(&file.path));
        return state.is_none_or(|state| state.blob != file.before);
    }
    let not_done = |product: &Product| {
        let found = decided.outside.get(&product.id).map(|found| found.outcome);
        found == Some(OutsideOutcome::DidNotHappen) && part.by.iter().all(|by| by == outside::command(product))
    };
    !outside::actions(facts).any(not_done)
}

/// Whether the next run starts from a commit in which the file is as it was before.
fn left_behind(facts: &Facts, decided: &Decided, part: &Part) -> bool {
    let start = decided.step.as_ref().map(|step| &step.start);
    let commit = start.filter(|start| start.from == Some(StartFrom::Commit)).and_then(|start| start.commit.as_deref());
    let (Some(commit), Some(file)) = (commit, &part.file) else { return false };
    let (tree, path) = (&facts.tree, Path::new(&file.path));
    let reached = sort::reachable(tree, commit);
    let at_start = tree.start.as_deref().is_some_and(|start| start.starts_with(commit));
    let touching = tree.commits.iter().filter(|one| reached.contains(one.id.as_str()));
    let touching = touching.filter_map(|one| Some((one.at, one.files.iter().find(|changed| changed.path == path)?)));
    match touching.max_by_key(|(at, _)| *at) {
        Some((_, changed)) if !at_start => changed.after == file.before,
        _ => {
            let of_start = tree.files.get(path).and_then(|state| state.start.as_ref());
            (at_start || !reached.is_empty()) && tree.files.contains_key(path) && of_start == file.before.as_ref()
        }
    }
}

fn is_file(product: &Product) -> bool {
    matches!(product.kind, ProductKind::File | ProductKind::Document)
}

/// The changed file that a breach is about, with what stood there when the run began.
fn file(facts: &Facts, breach: &Breach) -> Option<BrokenFile> {
    let products = facts.products.iter().filter(|product| is_file(product)).map(|product| product.location.clone());
    let files = facts.tree.files.keys().map(|path| path.display().to_string());
    let path = products.chain(files).find(|path| breach.is_of(path))?;
    let before = facts.tree.files.get(Path::new(&path)).and_then(|state| state.start.clone());
    Some(BrokenFile { path, before })
}

/// Whether the file was called usable, at this version, in spite of breaking this limit and with a typed reason.
fn kept(facts: &Facts, decided: &Decided, part: &Part) -> bool {
    let Some(file) = &part.file else { return false };
    let product = facts.products.iter().find(|product| is_file(product) && product.location == file.path);
    let sorted = product.and_then(|product| {
        let sorted = decided.sorted.get(&product.id).filter(|sorted| sorted.version == product.version)?;
        Some((product, sorted))
    });
    let Some((product, sorted)) = sorted else { return false };
    let about = |check: &&Check| {
        check.gap.as_ref().and_then(|gap| gap.strip_prefix(GAP)).is_some_and(|limit| same(limit, &part.limit))
    };
    let mut named = product.checks.iter().filter(|check| check.says == CheckSays::Bad).filter(about);
    sorted.pile == Pile::Usable
        && !sorted.reason.trim().is_empty()
        && named.any(|check| sorted.acknowledged.contains(&check.text))
}

/// Whether a person kept a decision that names the limit, or the file that breaks it.
fn in_words(decided: &Decided, part: &Part) -> bool {
    let about = |text: &str| {
        let of = |file: &BrokenFile| text::files(text).iter().any(|name| text::same_file(name, &file.path));
        text.contains(bare(&part.limit)) || part.file.as_ref().is_some_and(of)
    };
    let out = |text: &String| decided.dropped.contains(&(KeepKind::Decision, text.clone()));
    let mut kept = decided.kept.iter().filter(|(kind, line)| *kind == KeepKind::Decision && !out(&line.text));
    kept.any(|(_, line)| about(&line.text))
}

/// Words by which people say that something is taken back.
const BACK: &[&str] = &["take back", "revert", "restore", "undo", "roll back", "deshac", "restaur"];

/// Whether the assigned step is about what breaks the limit.
fn in_step(decided: &Decided, part: &Part) -> bool {
    let Some(step) = &decided.step else { return false };
    let rest = step.text.replace(bare(&part.limit), "");
    let small = rest.to_lowercase();
    let named = text::files(&rest);
    let of_file = part.file.as_ref().is_some_and(|file| named.iter().any(|name| text::same_file(name, &file.path)));
    let quotes = rest.len() < step.text.len();
    // A step that quotes the limit and names files is about these files alone.
    (quotes && (of_file || named.is_empty())) || (of_file && BACK.iter().any(|word| small.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::build::{decided, facts, product, warning};
    use crate::model::{Constraint, FileState, Op, Sourced, Start};

    const LIMIT: &str = "Never change parcel/wire.py: other services speak that format.";

    fn dead_run() -> Facts {
        let mut facts = facts();
        let breach = Breach { event: "7".into(), what: "parcel/wire.py (cat >> parcel/wire.py)".into() };
        facts.constraints.push(Constraint {
            text: LIMIT.into(),
            at: None,
            event: "1".into(),
            from: "first prompt".into(),
            lost_in_compaction: true,
            broken_by: vec![breach],
        });
        let mut file = product(ProductKind::File, "parcel/wire.py");
        let gap = facts.constraints[0].broken();
        file.checks = vec![
            Check { says: CheckSays::Bad, text: "breaks the limit".into(), line: None, gap: Some(gap) },
            warning("TODO: later"),
        ];
        facts.products.push(file);
        let state = FileState { blob: Some("after".into()), start: Some("before".into()), ..FileState::default() };
        facts.tree.files.insert("parcel/wire.py".into(), state);
        facts
    }

    fn sort(pile: Pile, gaps: &[&str], reason: &str, acknowledged: &[&str]) -> Op {
        Op::Sort {
            product: "file:parcel/wire.py".into(),
            version: Some("7be1c04".into()),
            pile: Some(pile),
            gaps: gaps.iter().map(|gap| (*gap).to_owned()).collect(),
            reason: reason.into(),
            seen_elsewhere: None,
            acknowledged: acknowledged.iter().map(|text| (*text).to_owned()).collect(),
        }
    }

    fn step(text: &str) -> Op {
        Op::Step { text: text.into(), agent: "codex".into(), start: Start::default(), candidate: None }
    }

    fn open(facts: &Facts, op: Op) -> bool {
        !undecided(facts, &decided([op])).is_empty()
    }

    #[test]
    fn naming_a_broken_limit_does_not_decide_about_it() {
        let facts = dead_run();
        let gap = facts.constraints[0].broken();
        assert!(open(&facts, sort(Pile::Partial, &[&gap], "", &[])));
        assert!(open(&facts, sort(Pile::Unknown, &[], "not needed", &[])));
        assert!(open(&facts, step("Finish tests/test_jitter.py: it does not parse. Change nothing else.")));
        assert!(open(&facts, step("Finish parcel/wire.py: TODO: later. Change nothing else.")));
        let asked = question(&undecided(&facts, &decided([]))[0]);
        assert!(asked.question.starts_with("Limit broken: Never change parcel/wire.py"), "{}", asked.question);
    }

    #[test]
    fn a_person_decides_by_a_step_a_reason_a_decision_or_by_taking_the_line_out() {
        let facts = dead_run();
        let back = format!("Take back in parcel/wire.py what breaks the limit \"{}\".", LIMIT.trim_end_matches('.'));
        assert!(!open(&facts, step(&back)));
        assert!(!open(&facts, step("Restore parcel/wire.py as it was on main.")));
        assert!(!open(&facts, sort(Pile::Usable, &[], "agreed with ana", &["breaks the limit", "TODO: later"])));
        assert!(open(&facts, sort(Pile::Usable, &[], "agreed with ana", &["TODO: later"])), "another check");
        assert!(!open(&facts, Op::Drop { kind: KeepKind::Limit, text: LIMIT.into() }));
        let kept = |kind, text: &str| {
            let line = Sourced { text: text.into(), from: "operator".into() };
            Op::Keep { kind, line }
        };
        assert!(!open(&facts, kept(KeepKind::Decision, "parcel/wire.py is taken back in a later step")));
        assert!(open(&facts, kept(KeepKind::Decision, "a budget of 0 still asks once")), "about something else");
        assert!(
            open(&facts, kept(KeepKind::Question, "is parcel/wire.py to be taken back?")),
            "a question decides nothing"
        );
        assert!(!open(&facts, Op::Section { name: "Limits".into(), text: "- Never push".into() }));
        assert!(open(&facts, Op::Section { name: "Limits".into(), text: format!("- {LIMIT}\n- Never push") }));
        let row = row(LIMIT);
        let fine = [
            Op::Proof { attempt: 1, row: row.clone() },
            Op::Verdict { attempt: 1, row, verdict: Some(RowVerdict::Met), note: String::new() },
        ];
        assert!(undecided(&facts, &decided(fine)).is_empty());
    }

    #[test]
    fn what_a_person_called_not_fine_is_decided_and_stands_until_it_is_taken_back() {
        let facts = dead_run();
        let said = |verdict| {
            let row = row(LIMIT);
            let proof = Op::Proof { attempt: 1, row: row.clone() };
            [proof, Op::Verdict { attempt: 1, row, verdict: Some(verdict), note: String::new() }]
        };
        let so_far = |decided: &Decided| standing(&facts, decided)[0].decided.clone().unwrap();
        assert!(so_far(&decided([])).starts_with("nobody decided yet"));
        let not = decided(said(RowVerdict::Not));
        assert!(undecided(&facts, &not).is_empty(), "nobody is asked again");
        assert!(so_far(&not).starts_with("a person said in the review of attempt 1 that it is not fine"));
        let back = step("Take back in parcel/wire.py what breaks the limit.");
        assert_eq!(
            so_far(&decided(said(RowVerdict::Not).into_iter().chain([back.clone()]))),
            "this step takes it back"
        );
        assert_eq!(so_far(&decided([back])), "this step takes it back");
    }

    #[test]
    fn what_is_again_as_it_was_is_no_question() {
        let mut facts = dead_run();
        let state = FileState { blob: Some("before".into()), start: Some("before".into()), ..FileState::default() };
        facts.tree.files.insert("parcel/wire.py".into(), state);
        assert!(undecided(&facts, &decided([])).is_empty());
    }

    #[test]
    fn what_a_brief_hands_on_is_asked_again_until_the_file_is_as_it_was() {
        let first = dead_run();
        let mut brief = crate::steps::compose::compose(&first, &decided([]), "LG-1", crate::model::build::at(9));
        assert_eq!(
            brief.broken[0].files,
            [BrokenFile { path: "parcel/wire.py".into(), before: Some("before".into()) }]
        );
        // A step that is about it asks no question, but whether it was done is seen by the content alone.
        let back = format!("Take back in parcel/wire.py what breaks the limit \"{LIMIT}\".");
        let step = decided([step(&back)]);
        brief.broken = crate::steps::compose::compose(&first, &step, "LG-1", crate::model::build::at(9)).broken;
        let mut next = facts();
        next.products.push(product(ProductKind::File, "parcel/wire.py"));
        carry(&mut next, [&brief]);
        carry(&mut next, [&brief]);
        assert_eq!(undecided(&next, &decided([])).len(), 1);
        assert_eq!(next.products[0].checks.len(), 1, "usable wants a reason");
        let state = FileState { blob: Some("before".into()), start: Some("after".into()), ..FileState::default() };
        next.tree.files.insert("parcel/wire.py".into(), state);
        assert!(undecided(&next, &decided([])).is_empty());
    }

    #[test]
    fn a_start_that_does_not_hold_it_leaves_it_behind() {
        let mut facts = dead_run();
        facts.tree.start = Some("aaaa".repeat(10));
        let start =
            |commit: &str| Start { from: Some(StartFrom::Commit), commit: Some(commit.repeat(10)), ..Start::default() };
        let step = |start| Op::Step { text: "Finish docs/a.md".into(), agent: "codex".into(), start, candidate: None };
        assert!(!open(&facts, step(start("aaaa"))));
        assert!(open(&facts, step(start("bbbb"))), "what that commit holds is not known");
        assert!(open(&facts, step(Start { from: Some(StartFrom::Worktree), ..start("aaaa") })));
    }
}
