//! Whether a compaction lost a limit: neither its summary nor anything that it kept or that was read again carries it.

use std::collections::BTreeSet;

use super::clauses::Clause;
use super::plainly::plainly;
use super::stated::{Stated, plain};
use super::words::is_limit;
use crate::model::{Compaction, Deed, Run, What};
use crate::read::wording::Wording;

/// Words that say nothing by themselves, those included that only say that something is not to be done.
const EMPTY: &[&str] = &[
    "the",
    "and",
    "are",
    "for",
    "its",
    "that",
    "this",
    "with",
    "when",
    "must",
    "never",
    "only",
    "not",
    "dont",
    "keep",
    "keeps",
    "stay",
    "stays",
    "any",
    "all",
    "each",
    "after",
    "before",
    "into",
    "from",
    "under",
    "once",
    "los",
    "las",
    "una",
    "que",
    "del",
    "con",
    "por",
    "sin",
    "solo",
    "sólo",
    "nunca",
    "jamás",
    "como",
    "tiene",
    "debe",
    "bajo",
    "may",
    "has",
    "have",
    "was",
    "will",
    "them",
    "they",
    "without",
    "there",
    "below",
    "change",
    "changes",
    "changed",
    "through",
    "where",
    "touch",
    "touched",
    "touching",
    "edit",
    "edits",
    "edited",
    "editing",
    "modify",
    "modified",
    "modifying",
    "alter",
    "altered",
    "toques",
    "toque",
    "tocar",
    "edites",
    "editar",
    "cambies",
    "cambiar",
    "modifiques",
    "modificar",
    "nada",
    "anything",
    "nothing",
    "hagas",
    "hacer",
    "añadas",
    "añadir",
    "agregues",
    "agregar",
    "add",
    "adding",
    "new",
    "nuevas",
    "nuevos",
    "nueva",
    "nuevo",
    "allowed",
    "byte",
    "exactly",
    "identical",
    "frozen",
    "remain",
    "remains",
    "leave",
    "alone",
    "hands",
    "off",
    "scope",
    "intocable",
    "doing",
    "make",
    "prohibido",
    "ningún",
    "concepto",
    "use",
    "uses",
    "using",
    "used",
    "usar",
    "usan",
    "hand",
    "mano",
    "evita",
    "evitar",
    "avoid",
    "circumstances",
    "permitted",
    "forbidden",
    "prohibited",
    "please",
    "anywhere",
];
/// Stems of Spanish words beside the English ones that a summary may use instead, without their accents.
const SAME: &[(&str, &str)] = &[
    ("prue", "test"),
    ("conf", "comm"),
    ("firm", "sign"),
    ("bibl", "libr"),
    ("esta", "stan"),
    ("flot", "floa"),
    ("ente", "inte"),
    ("ulti", "last"),
    ("nomb", "name"),
    ("verd", "gree"),
    ("pasa", "pass"),
    ("pase", "pass"),
    ("arch", "file"),
    ("fich", "file"),
    ("rama", "bran"),
    ("paqu", "pack"),
    ("suba", "push"),
    ("empu", "push"),
    ("envi", "send"),
    ("desp", "depl"),
    ("borr", "dele"),
    ("elim", "dele"),
    ("remo", "dele"),
    ("siem", "alwa"),
];

/// Whether a compaction after the limit was last stated lost it.
pub(super) fn lost(run: &Run, limit: &Stated) -> bool {
    if limit.reloaded {
        return false;
    }
    let after = run.events.iter().enumerate().skip(limit.index);
    after
        .filter_map(|(index, event)| match &event.what {
            What::Compaction(compaction) if event.agent.is_none() => Some((index, compaction)),
            _ => None,
        })
        .any(|(index, compaction)| {
            let carries = |piece: &str| carried(compaction, piece) || carried(compaction, &plainly(piece, false));
            let lost = said(limit).iter().any(|piece| !carries(piece));
            lost && !read_again(run, limit, index)
        })
}

/// Words with which a summary says that something is a limit.
static FORBIDS: Wording = Wording::exact(&[
    r"\b(never|not|no|don't|only|keeps?|must|limits?|rules?|stays?|without|avoid|forbidden|unchanged|untouched|frozen|off[- ]limits|leave|cannot|",
    r"nunca|jamás|sin|solo|sólo|debe|prohibid\w|límites?|reglas?|ni)\b",
]);

/// What must be carried: of an item its pieces that bind, not the reason that it gives.
fn said(limit: &Stated) -> Vec<&str> {
    let binds = |piece: &&String| {
        let core = (*piece).clone();
        is_limit(&Clause { text: String::new(), core, pieces: Vec::new(), listed: false, sentence: 0 })
    };
    let binding: Vec<&str> = limit.clause.pieces.iter().filter(binds).map(String::as_str).collect();
    match (binding.is_empty(), limit.clause.pieces.first()) {
        (false, _) => binding,
        (true, Some(first)) => vec![first],
        (true, None) => vec![&limit.clause.core],
    }
}

/// Whether what a compaction leaves still says it.
fn carried(compaction: &Compaction, core: &str) -> bool {
    // What is hidden may carry anything.
    if compaction.opaque && compaction.summary.is_empty() && compaction.kept.is_empty() {
        return true;
    }
    let wanted = plain(core);
    if compaction.kept.iter().any(|text| plain(text).contains(&wanted)) {
        return true;
    }
    let names: Vec<_> = words(core).into_iter().filter(|word| is_name(word)).collect();
    let wanted = stems(core);
    let ends = |line: &str| line.split("; ").flat_map(|piece| piece.split(". ")).map(str::to_owned).collect::<Vec<_>>();
    let mut pieces: Vec<String> = compaction.summary.lines().flat_map(ends).collect();
    // A name alone says something only in its own sentence; more words may stand apart on one line.
    if !wanted.is_empty() || names.len() > 1 {
        pieces.extend(compaction.summary.lines().map(str::to_owned));
    }
    pieces.iter().any(|piece| {
        let said = stems(piece);
        let shared = wanted.iter().filter(|word| said.contains(*word)).count();
        let lower = piece.to_lowercase();
        let kept = names.iter().filter(|name| lower.contains(name.trim_end_matches('/'))).count();
        let says_so = wanted.len() > 2 || FORBIDS.fits(&lower);
        let any = !wanted.is_empty() || !names.is_empty();
        // Two names of the limit together say it, whatever words stand around them.
        let told = shared * 10 >= wanted.len() * 6 || (names.len() > 1 && kept == names.len());
        any && kept * 2 >= names.len() && told && says_so
    })
}

/// Whether the file that states it was read again after a compaction.
fn read_again(run: &Run, limit: &Stated, index: usize) -> bool {
    if !limit.from.contains('.') {
        return false;
    }
    run.events.iter().skip(index).any(|event| match &event.what {
        What::Call(call) => match &call.deed {
            Deed::Read { path } => path.ends_with(&limit.from),
            Deed::Command { script, .. } => script.contains(limit.from.as_str()),
            _ => false,
        },
        _ => false,
    })
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower
        .split_whitespace()
        .map(|word| {
            word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != ')' && sign != '/')
                .trim_end_matches(')')
                .to_owned()
        })
        .filter(|word| !word.is_empty())
        .collect()
}

/// Whether a word is a path or a name of code: it is carried as it stands or not at all.
fn is_name(word: &str) -> bool {
    word.contains(['/', '.', '_', '('])
}

/// The first letters of each word that says something: "committed" and "commit" are one.
fn stems(text: &str) -> BTreeSet<String> {
    let all = words(text);
    let kept = all.iter().filter(|word| word.chars().count() > 2 && !is_name(word) && !EMPTY.contains(&word.as_str()));
    let stem = |word: &String| {
        let plain: String = word.chars().take(4).map(without_accent).collect();
        SAME.iter().find(|(spanish, _)| *spanish == plain).map_or(plain, |(_, english)| (*english).to_owned())
    };
    kept.map(stem).collect()
}

fn without_accent(letter: char) -> char {
    match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_carries_a_limit_when_it_says_it_again() {
        let of = |summary: &str, limit: &str| {
            carried(&Compaction { summary: summary.into(), ..Compaction::default() }, limit)
        };
        let summary = "1. Rules: commit only when the unit tests are green; the lock only through tools/lock.py; no push.\n\
                       2. Next: a retry in app/registry.py.";
        for limit in ["only when the unit tests are green", "requirements.lock only through tools/lock.py", "No push"] {
            assert!(of(summary, limit), "{limit}");
        }
        for limit in
            ["never touch legacy/fetch.py", "load(name) in app/registry.py keeps its signature", "no floats or round()"]
        {
            assert!(!of(summary, limit), "{limit}");
        }
        let other = "Rules: do not modify migrations/0001_init.sql, no push, no new dependencies. Files seen: app/a.py, b/c.sql.";
        for limit in ["Nunca toques migrations/0001_init.sql", "No hagas push", "No añadas dependencias", "Do not push"]
        {
            assert!(of(other, limit), "{limit}");
        }
        for limit in ["Never touch b/c.sql", "No uses flotantes", "Only edit docs/"] {
            assert!(!of(other, limit), "{limit}");
        }
        let allowing = "You can change anything except b/c.sql";
        assert!(of("Rules: do not touch b/c.sql.", &plainly(allowing, false)), "{allowing}");
        let opaque = Compaction { opaque: true, ..Compaction::default() };
        assert!(carried(&opaque, "No push"), "what is hidden may carry anything");
    }
}
