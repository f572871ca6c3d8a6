//! A text cut into the statements that it makes, in the person's own words.

use super::parts::parts;
use super::sections::{Section, denial, sections};
use crate::read::wording::Wording;

/// One statement of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The statement, with what explains it.
    pub text: String,
    /// The statement alone, without what explains it: what the rules look at.
    pub core: String,
    /// What an item of a list of limits says, piece by piece; empty for any other statement, whose core is its only piece.
    pub pieces: Vec<String>,
    /// Whether it stands in a list of limits ("Limits: …", below a heading that says so).
    pub listed: bool,
    /// Which sentence of the text it is a part of.
    pub sentence: usize,
}

/// Words that announce a list of limits.
pub(super) const LABELS: &[&str] = &[
    "limits",
    "hard limits",
    "limit",
    "rules",
    "rule",
    "constraints",
    "constraint",
    "requirements",
    "house rules",
    "límites",
    "limites",
    "reglas",
    "restricciones",
    "condiciones",
    "no-gos",
    "non-negotiables",
    "ground rules",
    "guardrails",
    "boundaries",
    "contract",
    "out of scope",
    "not in scope",
    "non-goals",
    "not allowed",
    "off limits",
    "off-limits",
    "out of bounds",
    "do not touch",
    "don't touch",
    "hands off",
    "no tocar",
    "must not",
    "must keep",
    "normas",
    "fuera de alcance",
    "fuera del alcance",
    "prohibido",
    "no permitido",
];
/// The statements of a text, in order. What stands in a list of criteria is none of them.
pub(crate) fn clauses(text: &str) -> Vec<Clause> {
    let mut out: Vec<Clause> = Vec::new();
    let mut number = 0;
    let mut begun = 0; // the first sentence of the paragraph: no statement refers back beyond it
    let mut add = |core: String, text: String, pieces: Vec<String>, listed: bool, sentence: usize, begun: usize| {
        match out.last_mut().filter(|before| before.sentence > begun && refers_back(&core)) {
            // "docs/ is theirs, hands off": one sentence. A mere figure before it stands beside what it is a figure of.
            Some(before) if before.sentence == sentence => {
                before.text = format!("{}, {text}", before.text);
                before.core = format!("{}, {core}", before.core);
                let figure = before.core.starts_with(|sign: char| sign.is_ascii_digit());
                let whole = figure.then(|| out.len().checked_sub(2)).flatten();
                if let Some(whole) = whole.filter(|at| out.get(*at).is_some_and(|of| of.sentence == sentence))
                    && let Some(last) = out.pop()
                    && let Some(of) = out.get_mut(whole)
                {
                    of.text = format!("{}, {}", of.text, last.text);
                    of.core = format!("{}, {}", of.core, last.core);
                }
            }
            // "… is public. Do not change it.": only together they say what.
            Some(before) => {
                before.text = format!("{}. {text}", before.text.trim_end_matches('.'));
                before.core = format!("{}. {core}", before.core);
            }
            None => out.push(Clause { text, core, pieces, listed, sentence }),
        }
    };
    for mut paragraph in paragraphs(text) {
        paragraph.text = without_emphasis(&paragraph.text);
        let mut listed = paragraph.listed;
        if paragraph.item {
            begun = number;
        }
        // One item of a list of limits is one limit, with its reason; only a whole page in an item is taken apart.
        if paragraph.item && listed && paragraph.text.split_whitespace().count() <= 60 {
            number += 1;
            let whole = paragraph.text.trim().trim_end_matches(['.', ';']).to_owned();
            if let Some(core) = paragraph.denies.and_then(|denies| denied(denies, &whole)) {
                add(core, whole, Vec::new(), true, number, begun);
                continue;
            }
            let pieces =
                sentences(&paragraph.text).into_iter().flat_map(|sentence| parts(&sentence)).map(|(core, _)| core);
            add(whole.clone(), whole, pieces.collect(), true, number, begun);
            continue;
        }
        for sentence in sentences(&paragraph.text) {
            number += 1;
            let (label, body) = label(&sentence);
            listed |= label;
            let denies = if label { denial(sentence.split(':').next().unwrap_or_default()) } else { None };
            for (core, explained) in parts(&body) {
                let core = denies.and_then(|denies| denied(denies, &core)).unwrap_or(core);
                let text = if denies.is_some() { sentence.clone() } else { explained };
                add(core, text, Vec::new(), listed, number, begun);
            }
            listed &= !label || paragraph.text.contains('\u{1}');
        }
    }
    out
}

static BOLD: Wording = Wording::exact(&[r#"(^|[\s("'])(\*\*|__)(\S|[^\s/*_][^*]*?[^\s*])(\*\*|__)([\s.,;:!?)"']|$)"#]);

/// A text without the marks that make words bold.
fn without_emphasis(text: &str) -> String {
    match BOLD.regex().filter(|_| text.contains("**") || text.contains("__")) {
        Some(bold) => bold.replace_all(text, "$1$3$5").into_owned(),
        None => text.to_owned(),
    }
}

/// An item below "Out of scope" or "Never", said in full; nothing when it denies already.
fn denied(denies: &str, item: &str) -> Option<String> {
    let lower = item.to_lowercase();
    let first = lower.split_whitespace().next().unwrap_or_default().trim_matches('`');
    let says = ["no", "not", "never", "don't", "do", "nunca", "without", "must", "only", "keep"].contains(&first);
    let verb = match (denies, first.contains(['/', '.'])) {
        ("never", true) => "never touch",
        ("nunca", true) => "nunca toques",
        _ => denies,
    };
    (!says).then(|| format!("{verb} {item}"))
}

/// A paragraph or an item, on one line.
struct Paragraph {
    text: String,
    /// Whether it is an item of a list.
    item: bool,
    /// Whether a heading above says that it is a limit.
    listed: bool,
    /// What that heading makes of it: "never …".
    denies: Option<&'static str>,
}

/// Paragraphs and items, without the headings and the items of criteria.
fn paragraphs(text: &str) -> Vec<Paragraph> {
    let (mut out, mut open, mut fenced): (Vec<Paragraph>, bool, bool) = (Vec::new(), false, false);
    for line in sections(text) {
        let bare = line.text.trim();
        if bare.starts_with("```") {
            fenced = !fenced;
            open = false;
            continue;
        }
        if fenced || bare.starts_with("<!--") || bare.starts_with('|') {
            continue;
        }
        let title = line.heading && line.section == Section::Limits && bare.ends_with(':');
        // What announces the list is no statement; what stands before it on its line may be.
        let bare = if title { bare.rsplit_once(". ").map_or("", |(before, _)| before) } else { bare };
        if bare.is_empty() || bare.starts_with('#') || line.section == Section::Criteria {
            open = false;
            continue;
        }
        let listed = line.section == Section::Limits && !line.heading;
        if let Some(item) = bullet(bare) {
            out.push(Paragraph { text: item.to_owned(), item: true, listed, denies: line.denies });
            open = true;
            continue;
        }
        match out.last_mut().filter(|_| open) {
            Some(paragraph) => {
                paragraph.text.push(' ');
                paragraph.text.push_str(bare);
            }
            None => out.push(Paragraph { text: bare.to_owned(), item: false, listed, denies: None }),
        }
        open = !title && !bare.ends_with(':');
    }
    out
}

/// The text of a list item.
pub(crate) fn bullet(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).or_else(|| line.strip_prefix("• "));
    let numbered = || {
        let (number, rest) = line.split_once(['.', ')'])?;
        let number = number.trim_start_matches('(');
        (!number.is_empty()
            && number.len() < 3
            && number.bytes().all(|sign| sign.is_ascii_digit())
            && rest.starts_with(' '))
        .then_some(rest)
    };
    let item = rest.or_else(numbered)?.trim();
    Some(item.strip_prefix("[ ] ").or_else(|| item.strip_prefix("[x] ")).unwrap_or(item))
}

/// Sentences of a paragraph: a full stop within a name or number ends none.
pub(crate) fn sentences(paragraph: &str) -> Vec<String> {
    let signs: Vec<char> = paragraph.chars().collect();
    let (mut out, mut sentence, mut quote) = (Vec::new(), String::new(), false);
    for (at, sign) in signs.iter().enumerate() {
        sentence.push(*sign);
        quote ^= *sign == '`';
        let next = signs.get(at + 1);
        let ends = matches!(sign, '.' | '!' | '?' | ';') && next.is_none_or(|next| next.is_whitespace()) && !quote;
        let short = ["e.g.", "i.e.", "etc.", "vs.", "approx.", "p.ej.", "resp.", "ca."].iter().any(|abbreviation| {
            let lower = sentence.to_lowercase();
            let before = lower.strip_suffix(abbreviation);
            before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
        });
        if ends && !short {
            out.push(sentence.trim().trim_end_matches([';', '.']).to_owned());
            sentence.clear();
        }
    }
    out.push(sentence.trim().to_owned());
    out.retain(|sentence| !sentence.is_empty());
    out
}

/// "Limits: a, b" is a list of limits `a, b`.
fn label(sentence: &str) -> (bool, String) {
    match sentence.split_once(':') {
        Some((label, rest)) if LABELS.contains(&label.trim().to_lowercase().as_str()) || denial(label).is_some() => {
            (true, rest.trim().to_owned())
        }
        _ => (false, sentence.to_owned()),
    }
}

/// Whether a statement says nothing without the one before it: "Do not change it".
fn refers_back(core: &str) -> bool {
    let words: Vec<_> = core.split_whitespace().map(str::to_lowercase).collect();
    let last =
        words.last().map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned()).unwrap_or_default();
    let forbids = ["never", "do", "don't", "no", "nunca", "must", "leave", "keep"]
        .contains(&words.first().map_or("", String::as_str));
    let bare = [
        "hands off",
        "off limits",
        "off-limits",
        "read-only",
        "do not touch",
        "don't touch",
        "no tocar",
        "no se toca",
        "no se tocan",
        "unchanged",
        "untouched",
        "frozen",
        "never",
        "nunca",
        "forbidden",
        "prohibido",
        "no changes",
        "sin cambios",
    ];
    if bare.contains(&words.join(" ").trim_end_matches('.')) {
        return true;
    }
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    // "no la toques", "stays as it is", "queda fija": of what stands before.
    let clitic = word(0) == "no" && matches!(word(1), "lo" | "la" | "los" | "las") && words.len() <= 4;
    let bare_verb = matches!(word(0), "stays" | "remains" | "queda" | "quedan") && words.len() <= 5;
    // "a.sql is released: leave it exactly as it is".
    let left = matches!(word(0), "leave" | "keep" | "treat") && matches!(word(1), "it" | "them") && words.len() <= 8;
    if clitic || bare_verb || left {
        return true;
    }
    forbids
        && words.len() <= 5
        && ["it", "them", "that", "so", "this", "lo", "la", "los", "las"].contains(&last.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cores(text: &str) -> Vec<String> {
        clauses(text).into_iter().map(|clause| clause.core).collect()
    }

    #[test]
    fn statements_keep_their_words() {
        assert_eq!(
            cores(
                "Limits: keep the Bucket constructor signature, no third-party packages, Retry-After must be rounded UP. Three steps: a, b."
            ),
            [
                "keep the Bucket constructor signature",
                "no third-party packages",
                "Retry-After must be rounded UP",
                "Three steps",
                "a",
                "b"
            ]
        );
        let one = &clauses("Nunca toques migrations/0001_init.sql, ya está publicada: crea un archivo nuevo.")[0];
        assert_eq!(
            (one.core.as_str(), one.text.as_str()),
            ("Nunca toques migrations/0001_init.sql", "Nunca toques migrations/0001_init.sql, ya está publicada")
        );
        assert_eq!(
            cores("Solo confirma cuando pasen las pruebas y no hagas push bajo ningún concepto."),
            ["Solo confirma cuando pasen las pruebas", "no hagas push bajo ningún concepto"]
        );
        assert_eq!(
            cores("- The signature of `lines.total` is public: other teams call it. Do not change it."),
            ["The signature of `lines.total` is public. Do not change it"]
        );
        assert_eq!(cores("- NEVER edit a.sql\n- never push, maria does that"), ["NEVER edit a.sql", "never push"]);
        assert_eq!(
            cores("When both are out, run scripts/backfill.py --apply once."),
            ["When both are out, run scripts/backfill.py --apply once"]
        );
        assert_eq!(
            cores(
                "Limits:\n- Never change a.py: others speak\n  that format.\n- Commit after each step, only when the tests pass.\n\nDone when:\n- b is green, covered by b.py\n\nNo push."
            ),
            [
                "Never change a.py: others speak that format",
                "Commit after each step, only when the tests pass",
                "No push"
            ]
        );
        assert_eq!(
            cores("Limits:\n- No edits below gen/.\n- never push, olga does that"),
            ["No edits below gen/", "never push, olga does that"]
        );
        for (said, core) in [
            (
                "**Do not touch a.py.** Then `__init__` and src/**/b.py.",
                "Do not touch a.py|Then `__init__` and src/**/b.py",
            ),
            ("Do not, under any circumstances, touch a.py, b.py.", "Do not, under any circumstances, touch a.py|b.py"),
            ("One commit per step, and only once the tests pass.", "One commit per step, and only once the tests pass"),
            ("Don't edit gen/ by hand, use gen.py.", "Don't edit gen/ by hand"),
            ("Respeta a.py, no lo toques.", "Respeta a.py, no lo toques"),
            ("Integers only, floats are out.", "Integers only|floats are out"),
            ("Off limits: legacy/.", "never touch legacy/"),
            ("Out of bounds for now: a.py, docs/.", "never touch a.py|never touch docs/"),
            ("Green tests first, then commit.", "Green tests first, then commit"),
            ("Change what you like, but not a.py.", "Change what you like, but not a.py"),
            ("I do the pushing, not you.", "I do the pushing, not you"),
            ("Run the tests, then write the docs.", "Run the tests|then write the docs"),
            ("Keep the last line: exactly 'total'.", "Keep the last line: exactly 'total'"),
            ("Never push to main, the release team does that.", "Never push to main"),
            ("Keep the last line, the ledger reads it.", "Keep the last line"),
            ("No toques api.py, otro equipo la llama.", "No toques api.py"),
            ("Never push, do not tag.", "Never push|do not tag"),
            ("Keep it small, no new files.", "Keep it small|no new files"),
        ] {
            assert_eq!(cores(said).join("|"), core);
        }
        assert_eq!(
            cores("1. total(cart, x) keeps its name.\n2. No new dependency."),
            ["total(cart, x) keeps its name", "No new dependency"]
        );
    }
}
