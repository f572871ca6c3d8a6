//! Limits that a document breaks: a number that a person had fixed, a source that is not listed.

use super::{cited, event_of, of_task, taken};
use crate::model::{Breach, Document, Run, Timestamp};
use crate::read::wording::Wording;

static NUMBER: Wording = Wording::exact(&[r"\d{1,3}(?:[.,  ]\d{3})+(?:[.,]\d+)?|\d{3,}(?:[.,]\d+)?|\d+[.,]\d+"]);
static FIXES: Wording = Wording::any_case(&[
    r"\b(do not|don't|never|must not|no)\b.*\b(touch|chang\w*|alter|edit|replace|round|drop)\b|\b(fixed|stays?|still says?|unchanged|keeps?)\b|\bno (las? |los? )?(toques|cambies|alteres|modifiques|redondees)\b|\b(fij[oa]s?|sin cambios)\b",
]);
static NUMBERS: Wording = Wording::any_case(&[r"\b(numbers?|figures?|values?|cifras?|números?)\b"]);
static CITES: Wording = Wording::any_case(&[
    r"\b(cite|cites|cited|citing|quote only|cita|citar)\b.*\b(only|source|sources|listed|solo|fuentes?)\b|\bonly\b.*\b(listed sources?|sources? document)\b",
]);

/// The numbers that stand in a text.
pub(super) fn numbers(text: &str) -> Vec<&str> {
    NUMBER.regex().into_iter().flat_map(|pattern| pattern.find_iter(text)).map(|found| found.as_str()).collect()
}

/// What a task's documents break of a limit that was stated at a time: only the newest revision counts, and only an agent's.
pub fn breaches(run: &Run, limit: &str, stated: Option<Timestamp>) -> Vec<Breach> {
    let Some(record) = &run.record else { return Vec::new() };
    let mut out = Vec::new();
    for document in of_task(record) {
        let Some(newest) = document.newest().filter(|newest| !newest.by.person) else { continue };
        if stated.zip(newest.at).is_some_and(|(stated, at)| at < stated) {
            continue;
        }
        let mut why = Vec::new();
        if FIXES.fits(limit) {
            why.extend(lost(document, limit));
        }
        if CITES.fits(limit)
            && let Some(sources) = of_task(record).find(|other| other.key == "sources" && other.key != document.key)
            && let Some(list) = sources.newest()
        {
            let ids = cited::unlisted(&newest.text, &list.text);
            why.extend(ids.iter().map(|(id, _)| format!("cites {id}, which is not listed in {}", sources.key)));
        }
        if !why.is_empty() {
            let event = event_of(run, &document.key, newest);
            let event = event.unwrap_or_else(|| format!("document:{}:{}", document.key, newest.number));
            out.push(Breach { event, what: format!("{} ({}: {})", document.key, newest.version(), why.join("; ")) });
        }
    }
    out
}

/// Numbers that a person had fixed and that the newest revision does not hold any more.
fn lost(document: &Document, limit: &str) -> Vec<String> {
    let Some(newest) = document.newest() else { return Vec::new() };
    let named = numbers(limit);
    let holds = |text: &str, number: &str| numbers(text).contains(&number);
    if !named.is_empty() {
        // A number of the limit counts once a person wrote it into this document.
        let by_person = |number: &str| {
            document.revisions.iter().rev().find(|revision| revision.by.person && holds(&revision.text, number))
        };
        return named
            .iter()
            .filter(|number| !holds(&newest.text, number))
            .filter_map(|number| Some(format!("{number} is gone, which stands in {}", by_person(number)?.version())))
            .collect();
    }
    if !NUMBERS.fits(limit) {
        return Vec::new();
    }
    let Some(taken) = taken(document) else { return Vec::new() };
    let mut out = Vec::new();
    for number in taken.lines.iter().flat_map(|line| numbers(line)) {
        if !holds(&newest.text, number) {
            out.push(format!("{number} is gone, which {} wrote in {}", taken.author, taken.base.version()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Author, Revision, Runtime, TaskRecord};

    fn run(newest: &str) -> Run {
        let by = |person| Author { name: "x".into(), person, system: false };
        let revision =
            |number, person, text: &str| Revision { number, text: text.into(), by: by(person), ..Revision::default() };
        let draft = Document {
            key: "draft".into(),
            revisions: vec![revision(1, true, "Median 11,840 EUR [S1]\n"), revision(2, false, newest)],
            ..Document::default()
        };
        let list = Document {
            key: "sources".into(),
            revisions: vec![revision(1, true, "## S1 One\n")],
            ..Document::default()
        };
        let mut run = Run::new(Runtime::Paperclip, "r");
        run.record = Some(Box::new(TaskRecord { documents: vec![draft, list], ..TaskRecord::default() }));
        run
    }

    #[test]
    fn a_fixed_number_that_is_gone_breaks_the_limit_that_fixes_it() {
        let changed = run("Median 12,300 EUR [S1]\n");
        assert_eq!(breaches(&changed, "Germany 11,840 EUR: do not touch it", None).len(), 1);
        assert_eq!(breaches(&changed, "Do not change a number that a person has fixed", None).len(), 1);
        assert_eq!(breaches(&changed, "do not touch prod.csv", None), []);
        let kept = run("Median installed price 11,840 EUR [S1]\n");
        assert_eq!(breaches(&kept, "Do not change a number that a person has fixed", None), []);
    }

    #[test]
    fn a_source_that_is_not_listed_breaks_the_limit_that_asks_for_listed_ones() {
        let limit = "Cite only what stands in the document `sources`";
        assert_eq!(breaches(&run("11,840 [S9]\n"), limit, None).len(), 1);
        assert_eq!(breaches(&run("11,840 [S1]\n"), limit, None), []);
    }
}
