//! Limits that a run broke and about which nobody has decided yet: is what broke them kept, or taken back?
//!
//! What still stands in the tree stays open until a person decides about it. A gap on a file only names it: that is no decision.
//! A brief hands on what nobody decided, so that it does not end with the record of the run that did it.

mod fate;
mod reviewed;

pub use fate::fates;

use std::path::Path;

use super::{outside, review, sort, text};
use crate::model::{
    Breach, Brief, BrokenFile, BrokenLimit, Candidate, Check, CheckSays, Commit, Decided, Facts, KeepKind,
    OpenQuestion, OutsideOutcome, Pile, Product, ProductKind, RowVerdict, Sorted, StartFrom, limit_broken,
};

/// The broken limits about which nobody decided: no step, verdict or decision is about them, nobody kept them with a reason, they
/// still bind.
pub fn undecided(facts: &Facts, decided: &Decided) -> Vec<BrokenLimit> {
    let asks = |part: &Part| !in_step(facts, decided, part) && not_fine(&part.limit, decided).is_none();
    grouped(parts(facts).into_iter().filter(|part| open(facts, decided, part) && asks(part)))
}

/// Those that still stand, also where the step is about them or a person said that they are not fine, each with what was decided.
pub(super) fn standing(facts: &Facts, decided: &Decided) -> Vec<BrokenLimit> {
    let mut standing = grouped(parts(facts).into_iter().filter(|part| open(facts, decided, part)));
    let asked = undecided(facts, decided);
    for broken in &mut standing {
        broken.decided = Some(so_far(facts, decided, broken, asked.iter().any(|other| other.limit == broken.limit)));
    }
    standing
}

/// What the brief says of broken limits: those that still stand, and those of which a person said that they are fine as they are
/// or that the file is usable all the same.
pub(super) fn told(facts: &Facts, decided: &Decided) -> Vec<BrokenLimit> {
    let still = |part: &Part| !taken_out(&part.limit, decided) && stands(facts, decided, part);
    let mut all = standing(facts, decided);
    for mut part in parts(facts).into_iter().filter(still) {
        let said = match fine_since(facts, decided, &part) {
            Some(attempt) => {
                format!("kept: a person said in the review of attempt {attempt} that it is fine as it is")
            }
            None if kept(facts, decided, &part) => {
                format!("kept: a person called it usable all the same: {}", usable_because(facts, decided, &part))
            }
            None => continue,
        };
        if let Some(file) = &mut part.file {
            file.kept = facts.tree.present(Path::new(&file.path)).flatten().map(str::to_owned);
        }
        let kept = grouped(std::iter::once(part));
        all.extend(kept.into_iter().map(|broken| BrokenLimit { decided: Some(said.clone()), kept: true, ..broken }));
    }
    all
}

/// What a person said of what breaks limits in a file and is kept, in the words of the brief.
pub fn kept_in(facts: &Facts, decided: &Decided, path: &str) -> Vec<String> {
    let of_file = |limit: &BrokenLimit| limit.kept && limit.files.iter().any(|file| file.path == path);
    told(facts, decided).into_iter().filter(of_file).filter_map(|limit| limit.decided).collect()
}

/// Whether a gap that names a broken limit still is one: the file is not again as it was, and nobody called it fine.
pub(super) fn is_left(facts: &Facts, decided: &Decided, path: &str, gap: &str) -> bool {
    let Some(limit) = gap.strip_prefix(GAP) else { return true };
    let of_gap = |part: &Part| {
        part.file.as_ref().is_some_and(|file| text::same_file(&file.path, path)) && same(&part.limit, limit)
    };
    let part = parts(facts).into_iter().find(of_gap);
    part.is_none_or(|part| stands(facts, decided, &part) && fine_since(facts, decided, &part).is_none())
}

/// What was decided about a broken limit, in the words of the brief.
fn so_far(facts: &Facts, decided: &Decided, broken: &BrokenLimit, asked: bool) -> String {
    let all = handed_on(broken);
    let (own, others): (Vec<&Part>, Vec<&Part>) = all.iter().partition(|part| in_step(facts, decided, part));
    let text = decided.step.as_ref().map(|step| step.text.to_lowercase()).unwrap_or_default();
    let back = BACK.iter().any(|word| text.contains(word));
    if others.is_empty() {
        return if back { "this step takes it back" } else { "this step is about it" }.to_owned();
    }
    let files: Vec<&str> = own.iter().filter_map(|part| Some(part.file.as_ref()?.path.as_str())).collect();
    if asked && !files.is_empty() {
        let does = if back { "takes it back" } else { "is about it" };
        return format!(
            "in {} this step {does}; of the rest nobody decided yet whether it is kept or taken back",
            files.join(", ")
        );
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
pub(super) fn not_fine(limit: &str, decided: &Decided) -> Option<u32> {
    said(limit, None, decided).filter(|(_, verdict)| *verdict == RowVerdict::Not).map(|(attempt, _)| attempt)
}

/// What a person, who saw the proof, said last of what breaks a limit, and in the review of which attempt.
fn said(limit: &str, file: Option<&BrokenFile>, decided: &Decided) -> Option<(u32, RowVerdict)> {
    let of_file = file.map(|file| review::gap_rows(&file.path, &limit_broken(limit))).into_iter().flatten();
    let rows: Vec<String> = [row(limit), review::limit_row(limit)].into_iter().chain(of_file).collect();
    // A limit is one with a full stop or without it.
    let about = |key: &str| rows.iter().any(|row| bare(row) == bare(key));
    decided.reviews.iter().rev().find_map(|(attempt, review)| {
        let seen = |key: &String| review.proofs.contains_key(key) && about(key);
        let mut verdicts = review.verdicts.iter().filter(|(key, _)| seen(key)).filter_map(|(_, (verdict, _))| *verdict);
        // Where several rows speak of it, one that is not fine decides.
        let first = verdicts.next()?;
        Some((*attempt, verdicts.find(|verdict| *verdict == RowVerdict::Not).unwrap_or(first)))
    })
}

/// The attempt in whose review a person said last that this is fine as it is. What a run did after that is not covered by it.
fn fine_since(facts: &Facts, decided: &Decided, part: &Part) -> Option<u32> {
    let (attempt, verdict) = said(&part.limit, part.file.as_ref(), decided)?;
    let kept = part.file.as_ref().and_then(|file| Some((file.kept.as_deref()?, Path::new(&file.path))));
    let covered = match kept {
        Some((blob, path)) => facts.tree.present(path) == Some(Some(blob)),
        None => part.handed_on,
    };
    let newest = attempt + 1 >= decided.attempt;
    (verdict == RowVerdict::Met && (covered || newest)).then_some(attempt)
}

/// Lets what earlier briefs ask about count beside the record of the run that came after them.
pub(super) fn carry<'a>(facts: &mut Facts, decided: &Decided, briefs: impl IntoIterator<Item = &'a Brief>) {
    let mut all: Vec<Part> = Vec::new();
    let briefs: Vec<&Brief> = briefs.into_iter().collect();
    let handed = briefs.iter().flat_map(|brief| brief.broken.iter().flat_map(handed_on));
    for part in handed.chain(reviewed::parts(facts, &briefs)) {
        match all.iter_mut().find(|known| same_part(known, &part)) {
            // The oldest brief knows what stood there before anything was broken, the newest what was kept of it.
            Some(known) => {
                let kept = part.file.and_then(|file| file.kept);
                if let (Some(file), Some(kept)) = (&mut known.file, kept) {
                    file.kept = Some(kept);
                }
            }
            None => all.push(part),
        }
    }
    for part in &all {
        let Some(file) = &part.file else { continue };
        // What is again as it was, or was kept, has no gap by it.
        let stays = fine_since(facts, decided, part).is_some() || kept(facts, decided, part);
        if stays || !stands(facts, decided, part) {
            continue;
        }
        let gap = limit_broken(&part.limit);
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
    /// Other limits that say the same and are broken by the same.
    also: Vec<String>,
    by: Vec<String>,
    file: Option<BrokenFile>,
    /// Whether a brief knows of it: what a person said of it then was about this.
    handed_on: bool,
}

/// What the record of the run shows and what was handed on, each file once.
fn parts(facts: &Facts) -> Vec<Part> {
    let mut parts: Vec<Part> = facts.carried.iter().flat_map(handed_on).collect();
    for limit in &facts.constraints {
        for breach in &limit.broken_by {
            let (limit, by) = (limit.text.clone(), vec![breach.what.clone()]);
            let part = Part { limit, also: vec![], by, file: file(facts, breach), handed_on: false };
            let by_file = part.file.is_some();
            let known = |known: &&mut Part| {
                same_part(known, &part) && (by_file || part.by.iter().all(|by| known.by.contains(by)))
            };
            match parts.iter_mut().find(known) {
                Some(known) => {
                    if bare(&known.limit) != bare(&part.limit) && !known.also.contains(&part.limit) {
                        known.also.push(part.limit);
                    }
                    known.by.extend(part.by);
                }
                None => parts.push(part),
            }
        }
    }
    parts
}

fn handed_on(broken: &BrokenLimit) -> Vec<Part> {
    let of = |path: &str, what: &String| Breach { event: String::new(), what: what.clone() }.is_of(path);
    let (limit, also) = (&broken.limit, &broken.also);
    let part = |by: Vec<String>, file| Part { limit: limit.clone(), also: also.clone(), by, file, handed_on: true };
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
        for also in part.also {
            if !all[at].also.contains(&also) {
                all[at].also.push(also);
            }
        }
        all[at].files.extend(part.file);
    }
    all
}

fn open(facts: &Facts, decided: &Decided, part: &Part) -> bool {
    !taken_out(&part.limit, decided)
        && fine_since(facts, decided, part).is_none()
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

/// What is left of a broken limit that a person called not fine, a line for each file that breaks it.
pub(super) fn to_take_back(broken: &BrokenLimit) -> Vec<String> {
    let gap = limit_broken(&broken.limit);
    let lines: Vec<String> = broken.files.iter().map(|file| format!("{}: {gap}{TO_BE_BACK}", file.path)).collect();
    if lines.is_empty() { vec![format!("{gap}, by {}{TO_BE_BACK}", broken.by.join("; "))] } else { lines }
}

/// A line that names a broken limit which is left, with what a person said of it last where that is that it is not fine.
pub(super) fn left(line: &str, limit: &str, decided: &Decided) -> String {
    let said = not_fine(limit, decided).filter(|_| !line.ends_with(TO_BE_BACK));
    said.map_or_else(|| line.to_owned(), |_| format!("{line}{TO_BE_BACK}"))
}

const TO_BE_BACK: &str = " (not fine: it is to be taken back)";

/// How such a gap begins.
pub const GAP: &str = "limit broken: ";

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
        return facts.tree.present(Path::new(&file.path)).is_none_or(|blob| blob != file.before.as_deref());
    }
    let not_done = |product: &Product| {
        let found = outside::outcome(decided, product);
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
    Some(BrokenFile { path, before, kept: None })
}

/// The file of a part with how it was sorted, at this version; one that lies as it was committed is sorted with its commit.
fn sorted<'a>(facts: &'a Facts, decided: &'a Decided, part: &Part) -> Option<(&'a Product, &'a Sorted)> {
    let file = part.file.as_ref()?;
    let of_file = |product: &&Product| is_file(product) && product.location == file.path;
    let holds = |commit: &&Commit| commit.files.iter().any(|held| held.path == Path::new(&file.path));
    let newest = || facts.tree.commits.iter().filter(holds).max_by_key(|commit| commit.at);
    let of_commit = |product: &&Product| {
        product.kind == ProductKind::Commit && newest().is_some_and(|commit| commit.id == product.location)
    };
    let products = || facts.products.iter();
    let product = products().find(of_file).or_else(|| products().find(of_commit))?;
    let sorted = decided.sorted.get(&product.id).filter(|sorted| sorted.version == product.version)?;
    Some((product, sorted))
}

/// Why a file that breaks a limit was called usable all the same.
fn usable_because(facts: &Facts, decided: &Decided, part: &Part) -> String {
    sorted(facts, decided, part).map(|(_, sorted)| sorted.reason.trim().to_owned()).unwrap_or_default()
}

/// Whether the file was called usable, at this version, in spite of breaking this limit and with a typed reason.
fn kept(facts: &Facts, decided: &Decided, part: &Part) -> bool {
    let Some((product, sorted)) = sorted(facts, decided, part) else { return false };
    let about = |check: &&Check| {
        check.gap.as_ref().and_then(|gap| gap.strip_prefix(GAP)).is_some_and(|limit| same(limit, &part.limit))
    };
    let mut named = product.checks.iter().filter(|check| check.says == CheckSays::Bad).filter(about);
    // In a later attempt the same check has other words, and the file is the same.
    let quoted =
        || sorted.acknowledged.iter().any(|text| text.contains(&format!("breaks the limit \"{}\"", part.limit)));
    sorted.pile == Pile::Usable
        && !sorted.reason.trim().is_empty()
        && (named.any(|check| sorted.acknowledged.contains(&check.text)) || quoted())
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
fn in_step(facts: &Facts, decided: &Decided, part: &Part) -> bool {
    let Some(step) = &decided.step else { return false };
    let says = |limit: &str| step.text.contains(bare(limit));
    // A file can break several limits: a step that quotes one of them is about that one.
    let found = facts.constraints.iter().filter(|limit| !limit.broken_by.is_empty()).map(|limit| &limit.text);
    let mut all = found.chain(facts.carried.iter().map(|broken| &broken.limit));
    if !says(&part.limit) && all.any(|limit| says(limit)) {
        return false;
    }
    let rest = step.text.replace(bare(&part.limit), "");
    let small = rest.to_lowercase();
    let named = text::files(&rest);
    let of_file = part.file.as_ref().is_some_and(|file| named.iter().any(|name| text::same_file(name, &file.path)));
    let quotes = rest.len() < step.text.len();
    // A step that quotes the limit and names files is about these files alone.
    (quotes && (of_file || named.is_empty())) || (of_file && BACK.iter().any(|word| small.contains(word)))
}

#[cfg(test)]
mod tests;
