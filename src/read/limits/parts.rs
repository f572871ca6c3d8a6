//! A sentence cut into its parts: each statement with what explains it, and with the condition that says nothing alone.

use super::plainly;
use super::ways::{AND_I, EDITS, EXCEPTION, LEAVES_OUT, NOT_YOU_EITHER, PERMISSION, YOU};
use crate::read::wording::Wording;

/// Words with which an explanation goes on after a comma.
const EXPLAINS: &[&str] = &[
    "it is",
    "it's",
    "it was",
    "it has",
    "it runs",
    "they ",
    "because",
    "since ",
    "so that",
    "so ",
    "which",
    "that ",
    "we ",
    "he ",
    "she ",
    "you ",
    "who ",
    "where ",
    "ya ",
    "porque",
    "pues ",
    "ya que",
    "lo ",
    "que ",
    "as it",
    "as they",
    "these ",
    "this ",
    "for example",
    "e.g",
    "i.e",
    "like ",
    "such as",
    "since",
];

/// Somebody, and what that one does: the limit before it is the limit, this is its reason.
static TELLS: Wording = Wording::exact(&[
    r"(?x)^(?:(?:the|another|an?\ other|other|our|their|some|el|la|los|las|otr[oa]s?|un|una|nuestr[oa]s?)\ )?[\p{L}-]+\ (?:team\ |people\ |teams\ |department\ |equipo\ )?
        (?:(?:do|is|own|read|run|need|use|call|parse|handle|depend|want|decide|manage|deploy|push|merge|review|speak|consume|ship|approve)(?:e?s)?
        |does|has|have|are|will|already|can
        |(?:lo|la|los|las)\ \p{L}+|lee|usa|hace|llama|decide|depende|necesita|es|est[aá]|tiene)(?:\ |$)",
]);

static FORBIDS: Wording = Wording::any_case(&[r"\b(never|not|don't|no|nunca|sin)\b"]);
static COMMITS: Wording = Wording::any_case(&[r"\b(commit|confirm)\w*\b"]);
/// A condition that stands after a comma.
static WHEN_ONLY: Wording = Wording::any_case(&[
    r"^(and )?(only|solo|s[oó]lo|[uú]nicamente|never|nunca|always|siempre|not before|once|y solo) ?(once|when|after|if|with|cuando|si|con|tras|en|the|green|red|verde|rojo|las|los)\b|",
    r"^(after|once|when|if|despu[eé]s de( que)?|cuando|tras|si) .*\b(green|pass\w*|pas[ae]n?|verde)\b",
]);
/// "Green tests first", "first the tests": what has to be before a commit.
static TESTED: Wording = Wording::any_case(&[
    r"\b(green|pass\w*|verde|pas[ae]n?)\b|^(the )?(tests?|pruebas) first$|^(first|primero) (the |las |los )?(tests?|pruebas)\b",
]);
/// The commit that comes after it.
static THEN_COMMIT: Wording = Wording::any_case(&[
    r"^(and |y )?((only )?then|afterwards|after that|luego|despu[eé]s|entonces) (the |a |you |el |un |haz )?commit|^commits? (second|afterwards|after that|then|despu[eé]s|luego)\b",
]);
/// A negation that is cut off from its verb: "do not, under any circumstances, …".
static OPEN: Wording = Wording::any_case(&[
    r"^(and |y |but |please )?(do not|don't|never|must not|no|nunca|jam[aá]s)$|\b(never|do not|don't), ?(ever|under any circumstances)$",
]);

/// The parts of a sentence, each with the explanation that follows it.
pub(super) fn parts(sentence: &str) -> Vec<(String, String)> {
    let lower = sentence.to_lowercase();
    let conditional =
        ["when ", "once ", "after ", "if ", "before ", "until ", "unless ", "cuando ", "si ", "antes ", "hasta "]
            .iter()
            .any(|word| lower.starts_with(word));
    if conditional {
        return vec![(sentence.to_owned(), sentence.to_owned())];
    }
    let mut out: Vec<(String, String)> = Vec::new();
    for (separator, piece) in pieces(sentence) {
        let lower = piece.to_lowercase();
        let dashed = matches!(separator, " - " | " – " | " — ");
        let explains = (dashed || EXPLAINS.iter().any(|word| lower.starts_with(word)) || tells_of(&lower))
            && !["never", "must not", "do not", "don't", "hands off", "nunca"].iter().any(|word| lower.contains(word))
            && !lower.starts_with("no ")
            && (lower.starts_with("it ") || lower.starts_with("they ") || !plainly::binds(&piece));
        // "don't edit gen/ by hand, use gen.py": what to do instead explains it.
        let instead = ["use ", "usa ", "instead "].iter().any(|word| lower.starts_with(word))
            && out.last().is_some_and(|(core, _)| FORBIDS.fits(core));
        // "applied by the person on call, never by an agent": only together they say what.
        let of_whom = ["never by ", "not by ", "nunca por "].iter().any(|start| lower.starts_with(start));
        // "one commit per step, only once the tests pass": the condition says nothing alone.
        let condition = WHEN_ONLY.fits(&lower) && out.last().is_some_and(|(core, _)| COMMITS.fits(core));
        // "do not change the last line: exactly 'total'".
        let literal = ["exactly ", "exactamente ", "verbatim"].iter().any(|word| lower.starts_with(word));
        // "change what you like, but not legacy/", "I do the pushing, not you", "green tests first, then commit".
        let halves = out.last().is_some_and(|(core, _)| {
            LEAVES_OUT.fits(&lower) && EDITS.fits(core)
                || PERMISSION.fits(&lower) && EXCEPTION.fits(core)
                || AND_I.fits(&lower) && YOU.fits(core)
                || THEN_COMMIT.fits(&lower) && TESTED.fits(core)
                || NOT_YOU_EITHER.fits(&lower)
        });
        let joined = of_whom || condition || literal || halves;
        match out.last_mut().filter(|_| explains || instead || joined) {
            Some((core, whole)) => {
                if joined {
                    *core = format!("{core}{separator}{piece}");
                }
                *whole = format!("{whole}{separator}{piece}");
            }
            None => out.push((piece.clone(), piece)),
        }
    }
    out
}

/// Whether a piece tells what somebody else does with the thing: "the bank reads it", "another team calls it", "Ana lo hace".
fn tells_of(piece: &str) -> bool {
    !piece.starts_with("no ") && TELLS.fits(piece)
}

/// A sentence cut at commas, dashes, colons and "and never": each piece with the separator before it.
fn pieces(sentence: &str) -> Vec<(&'static str, String)> {
    const CUTS: &[&str] = &[", and ", ", but ", ", y ", ", pero ", ", ", ": ", " - ", " – ", " — "];
    const JOINS: &[(&str, &[&str])] = &[
        (" and ", &["never ", "do not ", "don't ", "no ", "keep ", "only ", "must ", "without "]),
        (" but ", &["never ", "do not ", "don't ", "no ", "keep ", "only "]),
        (" y ", &["nunca ", "no ", "solo ", "sólo ", "sin ", "mantén "]),
    ];
    let (mut out, mut separator, mut start, mut depth, mut quote) = (Vec::new(), "", 0, 0_i32, None);
    let mut at = 0;
    while at < sentence.len() {
        let Some(rest) = sentence.get(at..) else {
            at += 1;
            continue;
        };
        let sign = rest.chars().next().unwrap_or(' ');
        match (sign, quote) {
            ('`' | '"', None) => quote = Some(sign),
            (sign, Some(open)) if sign == open => quote = None,
            ('(' | '[', None) => depth += 1,
            (')' | ']', None) => depth -= 1,
            _ => {}
        }
        let cut = CUTS.iter().find(|cut| rest.starts_with(**cut)).copied().or_else(|| {
            let lower = rest.to_lowercase();
            JOINS
                .iter()
                .find(|(join, after)| {
                    lower.strip_prefix(join).is_some_and(|next| after.iter().any(|word| next.starts_with(word)))
                })
                .map(|(join, _)| *join)
        });
        let whole = sentence.get(start..at).is_some_and(|piece| !OPEN.fits(piece.trim()));
        match cut.filter(|_| depth <= 0 && quote.is_none() && whole) {
            Some(cut) => {
                out.push((separator, sentence[start..at].trim().to_owned()));
                (separator, at) = (cut, at + cut.len());
                start = at;
            }
            None => at += sign.len_utf8(),
        }
    }
    out.push((separator, sentence.get(start..).unwrap_or("").trim().to_owned()));
    out.retain(|(_, piece)| !piece.is_empty());
    out
}
