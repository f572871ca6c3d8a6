//! What people decided about a revision: accepted or refused, by the task's own record or by a comment that says so.

use crate::model::{Document, Remark, Ruled};
use crate::read::limits::sentences;
use crate::read::wording::Wording;

/// Documents that serve the others: a comment that names none means one of the others.
const SIDE: &[&str] = &["plan", "sources", "notes"];

static NUMBER: Wording = Wording::any_case(&[r"\b(?:rev(?:ision|isión)?\.?|version|versión|v)\s*(\d{1,4})\b"]);
static ACCEPTS: Wording = Wording::any_case(&[
    r"\b(approved?|approves|accepted|i accept|signed off|looks good|lgtm|good to go|fine as it stands|",
    r"aprobad[oa]|apruebo|acepto|aceptad[oa]|conforme|doy el visto bueno)\b",
]);
static REFUSES: Wording = Wording::any_case(&[
    r"\b(reject(ed|s)?|refused?|not (approved|accepted|acceptable|good enough)|(do not|don't|cannot|can't) (accept|approve)|changes requested|",
    r"rechaz\w+|no (lo |la )?(apruebo|acepto)|no (está |queda )?aprobad[oa]|no vale)\b",
]);
/// An approval that is spoken of and not given: "before I have approved", "send it once it is approved".
static NOT_YET: Wording = Wording::any_case(&[
    r"\?$|\b(before|until|unless|when|once|if|after|without|has to|have to|must|should|will|needs?|want|wait|waits|",
    r"hasta|antes|cuando|si|sin|debe|tiene que|falta)\b",
]);

/// Marks the revisions that a comment of a person accepts or refuses; a later word replaces an earlier one.
pub fn by_comments(documents: &mut [Document], remarks: &[Remark]) {
    for remark in remarks.iter().filter(|remark| remark.by.person && !remark.by.system) {
        for sentence in sentences(&remark.text) {
            let refused = REFUSES.fits(&sentence);
            if !refused && (!ACCEPTS.fits(&sentence) || NOT_YET.fits(&sentence)) {
                continue;
            }
            let Some((document, number)) = meant(documents, remark, &sentence) else { continue };
            let found = documents.get_mut(document).map(|document| &mut document.revisions).into_iter().flatten();
            for revision in found.filter(|revision| revision.number == number) {
                let said = format!("a comment: \"{}\"", sentence.trim());
                revision.ruled = Some(Ruled { accepted: !refused, by: remark.by.name.clone(), how: said });
            }
        }
    }
}

/// Which document and revision a sentence speaks of: those that it names, else the newest one that the person could have seen.
fn meant(documents: &[Document], remark: &Remark, sentence: &str) -> Option<(usize, u64)> {
    let named = |text: &str| NUMBER.captures(text)?.get(1)?.as_str().parse::<u64>().ok();
    let number = named(sentence).or_else(|| named(&remark.text));
    let words = |text: &str, key: &str| {
        text.split(|sign: char| !(sign.is_alphanumeric() || sign == '-')).any(|word| word.eq_ignore_ascii_case(key))
    };
    let own = |document: &Document| document.key.starts_with(super::OWN);
    let called = |text: &str| documents.iter().position(|document| !own(document) && words(text, &document.key));
    let only = || {
        let mut main = documents
            .iter()
            .enumerate()
            .filter(|(_, document)| !own(document) && !SIDE.contains(&document.key.as_str()));
        let first = main.next()?;
        main.next().is_none().then_some(first.0)
    };
    let at = called(sentence).or_else(|| called(&remark.text)).or_else(only)?;
    let document = documents.get(at)?;
    // An approval without a number or a document's name may be of anything.
    let seen = || {
        let before = |at: &crate::model::Timestamp| remark.at.is_some_and(|said| *at <= said);
        let newest = document.revisions.iter().rev().find(|revision| revision.at.as_ref().is_some_and(before));
        newest.filter(|_| words(&remark.text, &document.key)).map(|revision| revision.number)
    };
    Some((at, number.or_else(seen)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Author, Revision, build::at};

    fn told(text: &str) -> Vec<Option<bool>> {
        let revision = |number| Revision { number, at: Some(at(number.cast_signed())), ..Revision::default() };
        let document =
            |key: &str| Document { key: key.into(), revisions: (1..4).map(revision).collect(), ..Document::default() };
        let mut documents = [document("draft"), document("sources")];
        let by = Author { name: "mira".into(), person: true, system: false };
        let remark = Remark { by, at: Some(at(2)), text: text.into(), ..Remark::default() };
        by_comments(&mut documents, &[remark]);
        documents[0].revisions.iter().map(|revision| Some(revision.ruled.as_ref()?.accepted)).collect()
    }

    #[test]
    fn a_given_approval_is_told_from_one_that_is_spoken_of() {
        assert_eq!(told("I have read rev 2 of the draft: approved as it stands."), [None, Some(true), None]);
        assert_eq!(told("Rev 3 is rejected: it drops my caveat."), [None, None, Some(false)]);
        assert_eq!(told("The draft is approved."), [None, Some(true), None]);
        assert_eq!(told("Rechazo la rev 1, falta Polonia."), [Some(false), None, None]);
        for text in
            ["Nothing goes out before I have approved.", "Rev 2 must be approved by Ana", "approved?", "Looks good"]
        {
            assert_eq!(told(text), [None, None, None], "{text}");
        }
    }
}
