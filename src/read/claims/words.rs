//! Which sentences claim something, and what: English and Spanish.

use std::sync::LazyLock;

use crate::read::wording::Wording;
use regex::Regex;

/// What a sentence claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Tests, checks or gates pass.
    Green,
    /// Something is committed.
    Committed,
    /// Something reached a system beyond the work tree.
    Outside,
    /// A file is written.
    Written,
    /// A step or the whole is done, fixed, verified.
    Done,
    /// Nothing else was changed.
    Only,
    /// Rules are kept, something is unchanged: only a person who looks can say so.
    Kept,
}

fn pattern(text: &str) -> Option<Regex> {
    Regex::new(&format!("(?i){text}")).ok()
}

static KINDS: LazyLock<Vec<(Kind, Regex)>> = LazyLock::new(|| {
    let rows = [
        (
            Kind::Green,
            r"\b(tests?|specs?|examples|checks?|gates?|suite|build|compiler|type ?checks?|typecheck(er|ing)?|lint|linter|clippy|eslint|rubocop|ruff|mypy|tsc|phpstan|golangci-lint|pruebas|tests? suite|ci)\b[^.?]*\b(pass|passes|passed|passing|green|succeeds?|succeeded|clean|happy|ok|no (errors|warnings|issues)|pasan?|pasando|verdes?|no (da|dan|hay) errores)\b|\b(everything|all( of (it|them))?|it|they|todo)\b (now |still )?(pass|passes|passed|is green|are green|pasa|pasan|en verde)\b|\ball green\b|^green\b|\b\d+ passed\b|\bstill green\b",
        ),
        (
            Kind::Committed,
            r"\bcommitted\b|\bcommits? (is|are) (there|in|made)\b|\b(\w+) commits\b|\bconfirmad[oa]s?\b|\bcommitead[oa]\b|\bcommit .{0,12}\b[0-9a-f]{7,}\b",
        ),
        (
            Kind::Outside,
            r"\b(pushed|published|deployed|released|merged|announced|uploaded|sent|rolled out|subid[oa]|publicad[oa]|desplegad[oa]|enviad[oa])\b|\b(pull request|PR|MR|issue) (#?\d+ )?(is )?(open|opened|created)\b|\bopened (the|a) (pull request|PR|MR)\b|\b(is|are) (now )?live\b|\best[aá] (ya )?en producci[oó]n\b",
        ),
        (
            Kind::Written,
            r"\b\S+\.\w{1,5}\b ((is|are|was|were) )?(now )?(written|created|updated|added|in place|changed|removed)|^\W*(updated|wrote|created|added|changed|rewrote|removed|edited) `?[\w./-]+\.\w{1,5}\b",
        ),
        (
            Kind::Only,
            r"\b(no|without|any) (other|further|additional) (files?|changes?|edits?)\b|\bnothing else\b[^.;]{0,20}\b(changed|touched|modified|edited)\b|\b(changed?|touch(ed)?|modif(y|ied)|edit(ed)?) (nothing else|anything else|only)\b|\b(only|just) `?[\w./-]+\.\w{1,5}`?( and `?[\w./-]+`?)* (was |were |is |are |has |have )?(been )?(changed|touched|modified|edited)\b|\bno changes? (outside|beyond|elsewhere)\b|\beverything else (is|was|stays?|left)? ?(untouched|unchanged|as it was|alone)\b|\bning[uú]n otro (archivo|fichero)\b|\bsin (otros|más) cambios\b|\bnada más (fue |se |ha )?\w*(cambi|modific|toc)\w*|\b(solo|sólo|solamente|únicamente) (se )?(ha |he )?(cambi|modific|toc)\w*|\bno (se )?(ha |he )?(cambi|modific|toc)\w* nada más\b|\blo demás (sigue|queda|está) (igual|intacto|sin cambios|como estaba)\b",
        ),
        (
            Kind::Kept,
            r"\b(rules|limits|numbers|criteria|contract|constraints|signature|format)\b[^.]*\b(kept|unchanged|met|respected|untouched|cumplen|intact\w*)\b",
        ),
        (
            Kind::Done,
            r"\b(is|are|all|now|step \w+|everything|it's|work|task|está|están|paso \w+)\s+(\w+ )?(done|finished|complete|completed|fixed|verified|checked|kept|unchanged|ready|implemented|resolved|hecho|hecha|terminad[oa]|list[oa]|arreglad[oa]|complet[oa]s?|comprobad[oa]s?|verificad[oa]s?|revisad[oa]s?|acabad[oa]s?)\b|^\W*(done|finished|complete|fixed|verified|hecho|listo|terminado)\b|\bI('ve| have)? (verified|checked|confirmed|tested|fixed|finished|completed|validated)\b|\bready to (send|ship|merge|release|review)\b|\b(modules|steps|parts) are (out|in)\b|\ball (\w+ )?(steps|tasks|rules|links|numbers|criteria)\b.*\b(are|is|done|met|kept|checked)\b",
        ),
    ];
    rows.into_iter().filter_map(|(kind, text)| Some((kind, pattern(text)?))).collect()
});
/// A plan, a wish, a question, a condition: no claim.
static OPEN: Wording = Wording::any_case(&[
    r"\?$|\b(will|i'll|let me|going to|shall|should|would|could|might|need to|needs to|want to|todo|not yet|isn't|aren't|hasn't|haven't|not (committed|pushed|done|green|passing|finished)|until|if|when|unless|as soon as|next:|now i|i now|then i|before (the|i|we|a) commit|voy a|falta|todavía no|aún no|cuando)\b|^(once|when|after|first|next|now)\b",
]);
static NOTHING: Wording =
    Wording::any_case(&[r"\b(fail|fails|failed|failing|red|broken|cannot|can't|refuses|error)\b"]);

/// What a sentence claims; nothing for most.
pub(super) fn kinds(sentence: &str) -> Vec<Kind> {
    let echoes = ["understood", "entendido", "got it", "i understand"]
        .iter()
        .any(|word| sentence.to_lowercase().starts_with(word));
    if echoes || OPEN.fits(sentence) || sentence.len() > 600 {
        return Vec::new();
    }
    let mut kinds: Vec<Kind> =
        KINDS.iter().filter(|(_, pattern)| pattern.is_match(sentence)).map(|(kind, _)| *kind).collect();
    if NOTHING.fits(sentence) {
        kinds.retain(|kind| !matches!(kind, Kind::Done | Kind::Green));
    }
    kinds
}

/// What stands in a sentence for itself, says that something is so, and is none of what can be proven.
static STATED: Wording = Wording::any_case(&[
    r"\b(is|are|was|were|works?|has|have|had|does|did|está|están|fue|fueron|funcionan?|tiene|hay|queda|quedó)\b",
]);

/// Where one statement of a sentence ends and the next begins.
static PARTS: Wording = Wording::any_case(&[r"[,;:] (and |y )?| and | y "]);

/// The parts of a sentence, set apart by a semicolon, that claim something of which no kind is known.
pub(super) fn loose(sentence: &str) -> impl Iterator<Item = &str> {
    let parts = sentence.split(';').map(|part| part.trim().trim_end_matches('.'));
    let several = sentence.contains(';');
    parts.filter(move |part| several && STATED.fits(part) && kinds(part).is_empty() && !OPEN.fits(part))
}

/// The parts of a sentence that no gate, commit or written file proves: that something is done, and whatever else it says is so. What
/// proves the sentence proves its other parts.
pub(super) fn beyond(sentence: &str) -> impl Iterator<Item = &str> {
    let proven = |kind: &Kind| matches!(kind, Kind::Green | Kind::Committed | Kind::Written | Kind::Only);
    let parts = PARTS.regex().map(|parts| parts.split(sentence)).into_iter().flatten();
    parts.map(|part| part.trim().trim_end_matches(['.', '!'])).filter(move |part| {
        let kinds = kinds(part);
        !kinds.iter().any(proven) && (!kinds.is_empty() || STATED.fits(part)) && part.split_whitespace().count() > 2
    })
}

/// Sentences and list items of a text, as they stand; code is left out.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let (mut out, mut fenced) = (Vec::new(), false);
    for line in text.lines() {
        let bare = line.trim();
        if bare.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced || bare.is_empty() || bare.starts_with('|') || bare.starts_with('>') {
            continue;
        }
        let bare = crate::read::limits::bullet(bare).unwrap_or(bare).trim_start_matches('#').trim();
        let signs: Vec<char> = bare.chars().collect();
        let mut sentence = String::new();
        for (at, sign) in signs.iter().enumerate() {
            sentence.push(*sign);
            if matches!(sign, '.' | '!' | '?') && signs.get(at + 1).is_none_or(|next| next.is_whitespace()) {
                out.push(sentence.trim().to_owned());
                sentence.clear();
            }
        }
        out.push(sentence.trim().to_owned());
    }
    out.retain(|sentence| !sentence.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_told_from_plans() {
        assert_eq!(
            kinds("Step 1 is done: vat() is in, 4 tests pass, committed."),
            [Kind::Green, Kind::Committed, Kind::Done]
        );
        assert_eq!(kinds("It is committed; no other file was changed."), [Kind::Committed, Kind::Only]);
        assert_eq!(loose("Committed; the server is up; tests pass.").collect::<Vec<_>>(), ["the server is up"]);
        for (said, rest) in [
            (
                "src/a.rs is complete: the delay is tested at both bounds, and all tests are green.",
                &["src/a.rs is complete", "the delay is tested at both bounds"][..],
            ),
            ("The retry is implemented and the tests pass.", &["The retry is implemented"]),
            ("Step 1 is done: vat() is in, 4 tests pass, committed.", &["Step 1 is done", "vat() is in"]),
            ("src/a.rs and src/b.rs are written, all green.", &[]),
            ("The tests pass and it is committed.", &[]),
            ("It is committed; no other file was changed.", &[]),
        ] {
            assert_eq!(beyond(said).collect::<Vec<_>>(), rest, "{said}");
        }
        for text in [
            "Tests are green.",
            "All green.",
            "the branch is pushed.",
            "Paso 1 hecho: iva() está, las pruebas pasan, confirmado.",
            "All four steps are done.",
            "docs/DISCOUNTS.md is written.",
            "Updated totals.py.",
            "Both modules are out.",
            "All rules are kept.",
            "Ready to send.",
            "export::csv is in and committed.",
            "Three commits.",
            "2 tests pass; committed.",
            "Done.",
            "Everything still passes.",
            "The commit is there.",
            "rubocop is clean now and all specs pass.",
            "El linter no da errores.",
            "The page is live.",
            "both gates were green on them.",
            "No other file was changed.",
            "Only src/a.rs was touched.",
            "Ningún otro archivo fue modificado.",
            "Solo se cambió src/a.rs.",
        ] {
            assert!(!kinds(text).is_empty(), "{text}");
        }
        for text in [
            "Shall I commit it?",
            "I'll run the tests and commit.",
            "Once more before the commit.",
            "Reading first.",
            "Two tests expect the old output.",
            "Commit when the tests pass",
            "Going on with the VAT line in render().",
            "I should change no other file.",
        ] {
            assert_eq!(kinds(text), [], "{text}");
        }
    }
}
