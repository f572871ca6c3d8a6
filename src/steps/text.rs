//! Texts of people as the rules need them: the files they name, the deeds they speak of, how alike two are.

use std::collections::BTreeSet;
use std::path::Path;

use crate::model::same_gate;

/// Deeds that reach beyond the work tree or that limits are about; each with the stems by which English and Spanish texts name it.
const DEEDS: &[(&str, &[&str])] = &[
    ("push", &["push", "empuj"]),
    ("deploy", &["deploy", "despleg", "despli"]),
    ("publish", &["publish", "publi"]),
    ("release", &["release"]),
    ("merge", &["merge", "fusion"]),
    ("send", &["send", "sent ", "envi", "mand"]),
    ("email", &["email", "e-mail", "mail ", "correo"]),
    ("pull request", &["pull request", "gh pr ", "glab mr"]),
    ("migrate", &["migrate", "migra "]),
    ("delete", &["delete", "drop ", "borr", "elimin"]),
    ("post", &["-x post", " post "]),
];

const NEVER: &[&str] =
    &["never", "do not", "don't", "must not", "no ", "not ", "without", "nunca", "jamás", "sin ", "prohib"];

/// Words that say nothing by which a criterion could be checked.
const VAGUE: &[&str] = &[
    "good",
    "clean",
    "nice",
    "better",
    "properly",
    "robust",
    "reasonable",
    "sensible",
    "as expected",
    "well",
    "quality",
    "ready",
    "bien",
    "correctamente",
    "limpio",
    "mejor",
    "razonable",
];

/// Words that name something that can be looked at.
const CHECKABLE: &[&str] = &[
    "green",
    "red",
    "pass",
    "fail",
    "commit",
    "exist",
    "test",
    "file",
    "changed",
    "unchanged",
    "line",
    "prints",
    "returns",
    "shows",
    "empty",
    "no other",
    "only",
    "verde",
    "pasa",
    "existe",
    "archivo",
    "prueba",
];

/// The deeds that a text or a command speaks of.
pub(super) fn deeds(text: &str) -> BTreeSet<&'static str> {
    let padded = format!(" {} ", text.to_lowercase());
    let names = |stems: &[&str]| stems.iter().any(|stem| at_word_start(&padded, stem));
    DEEDS.iter().filter(|(_, stems)| names(stems)).map(|(deed, _)| *deed).collect()
}

/// Whether a limit forbids what a text or command speaks of. Each of its sentences forbids by itself: what one names, another does
/// not forbid.
pub(super) fn forbids(limit: &str, text: &str) -> bool {
    limit.split(". ").any(|sentence| sentence_forbids(sentence, text))
}

fn sentence_forbids(sentence: &str, text: &str) -> bool {
    let stated = stated(sentence);
    let padded = format!(" {} ", stated.to_lowercase());
    let mut forbidden = deeds(stated);
    // "never delete tests", "do not remove docs/a.md" speak of the work tree.
    if !files(stated).is_empty() || padded.contains(" test") || padded.contains(" prueba") {
        forbidden.remove("delete");
    }
    if push_goes_elsewhere(stated, text) {
        forbidden.remove("push");
    }
    // What may happen once is not forbidden; whether it did already is for the record to say.
    let counted =
        ["twice", "more than once", "dos veces", "más de una vez"].iter().any(|word| at_word_start(&padded, word));
    let never = NEVER.iter().any(|word| at_word_start(&padded, word));
    never && !counted && !forbidden.is_disjoint(&deeds(text))
}

/// A limit without its reason: "never edit a.sql, it is released" forbids no release.
fn stated(limit: &str) -> &str {
    const REASONS: &[&str] = &[
        ", it ",
        ", they ",
        " because ",
        " since ",
        ", already",
        ", ya ",
        " porque ",
        " (",
        " - ",
        " – ",
        " — ",
        ": it ",
    ];
    let end = REASONS.iter().filter_map(|reason| limit.find(reason)).min().unwrap_or(limit.len());
    limit.get(..end).filter(|stated| !stated.trim().is_empty()).unwrap_or(limit)
}

/// "Never push to main", and a push that names another branch.
fn push_goes_elsewhere(limit: &str, command: &str) -> bool {
    let words: Vec<&str> = limit.split_whitespace().collect();
    let to = words.iter().rposition(|word| ["to", "a"].contains(word)).filter(|_| deeds(limit).contains("push"));
    let after = to.and_then(|at| words.get(at + 1..)).unwrap_or_default();
    let bound = after.iter().map(|word| bare(word)).find(|word| !["the", "la", "rama", "branch"].contains(word));
    let Some(bound) = bound.filter(|bound| !bound.is_empty()) else { return false };
    let Some((_, pushed)) = command.split_once("push") else { return false };
    let operands: Vec<&str> = pushed
        .split_whitespace()
        .take_while(|word| !word.starts_with(['|', '>', '&', ';']))
        .filter(|word| !word.starts_with('-'))
        .collect();
    let hits = |word: &&str| word.rsplit([':', '/']).next() == Some(bound) || *word == "HEAD";
    operands.len() > 1 && !operands.iter().any(hits)
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/')))
}

/// Whether a text says nothing but what a command does ("Push the branch"), so that it is done when the command is.
pub(super) fn only_does(text: &str, command: &str) -> bool {
    let wanted = deeds(text);
    let first = text.split_whitespace().next().unwrap_or_default();
    let lower = text.to_lowercase();
    let more = text.contains([',', ';']) || [" and ", " then ", " y "].iter().any(|word| lower.contains(word));
    !deeds(first).is_empty() && wanted.is_subset(&deeds(command)) && !more && files(text).is_empty()
}

/// Whether a gap is about something else that is not there: it is not closed in the file that speaks of it.
pub(super) fn is_missing(gap: &str) -> bool {
    gap.ends_with("does not exist") || gap.ends_with("has no definition")
}

/// Whether nothing in a criterion says how it could be checked.
pub(super) fn vague(criterion: &str) -> bool {
    let padded = format!(" {} ", criterion.to_lowercase());
    let says = |words: &[&str]| words.iter().any(|word| at_word_start(&padded, word));
    let concrete =
        says(CHECKABLE) || criterion.contains(['`', '\'', '"']) || criterion.contains(|c: char| c.is_ascii_digit());
    says(VAGUE) && !concrete && files(criterion).is_empty()
}

/// The files that a text names: words with a folder or an extension.
pub(super) fn files(text: &str) -> Vec<String> {
    let trimmed = text
        .split(|c: char| c.is_whitespace() || matches!(c, '`' | '"' | '\'' | '(' | ')' | ',' | ';'))
        .map(|word| word.trim_matches(|c: char| matches!(c, '.' | ':' | '!' | '?')));
    let mut files: Vec<String> =
        trimmed.filter(|word| names_file(word)).map(|word| word.trim_start_matches("./").to_owned()).collect();
    files.dedup();
    files
}

fn names_file(word: &str) -> bool {
    if word.contains("://") || word.starts_with('-') || matches!(word.to_lowercase().as_str(), "e.g" | "i.e" | "p.ej") {
        return false;
    }
    let last = word.rsplit('/').next().unwrap_or(word);
    let extension = last.rsplit_once('.');
    let looks = |(stem, extension): (&str, &str)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
            && extension.chars().any(|c| c.is_ascii_lowercase())
    };
    extension.is_some_and(looks) || (word.matches('/').count() >= 2 && !word.ends_with('/'))
}

/// Whether a line asks for more than the files that it names: a deed, or a text of the project that it names by its kind alone.
pub(super) fn asks_more(line: &str, named: &[String]) -> bool {
    const KINDS: &[&str] = &["changelog", "readme", "release notes", "license"];
    // `deploy/push.sh` is no deed.
    let rest = named.iter().fold(line.to_owned(), |rest, file| rest.replace(file.as_str(), ""));
    let small = line.to_lowercase();
    let by_kind = |kind: &&str| small.contains(kind) && !named.iter().any(|file| file.to_lowercase().contains(kind));
    !deeds(&rest).is_empty() || KINDS.iter().any(by_kind)
}

/// Whether a path and the end of another are the same file.
pub(super) fn same_file(one: &str, other: &str) -> bool {
    let tail =
        |long: &str, short: &str| long == short || long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
    !one.is_empty() && !other.is_empty() && (tail(one, other) || tail(other, one))
}

/// Whether a limit wants something left alone that it names; "nothing outside src/" names what may be changed.
pub(super) fn keeps_hands_off(limit: &str) -> bool {
    let padded = format!(" {} ", limit.to_lowercase());
    let others = [
        " outside",
        "other than",
        "except",
        "apart from",
        " only ",
        "fuera de",
        "salvo ",
        "excepto",
        " solo ",
        " sólo ",
    ];
    if others.iter().any(|word| padded.contains(word)) {
        return false;
    }
    let stays = ["must stay", "stays as", "unchanged", "untouched", "off limits", "intact"];
    NEVER.iter().chain(&stays).any(|word| at_word_start(&padded, word))
        || padded.contains("leave ") && padded.contains(" alone")
}

/// Whether a text speaks of gates: tests, builds, linters and their colours.
pub(super) fn about_gates(text: &str) -> bool {
    let padded = format!(" {} ", text.to_lowercase());
    let stems = ["gate", "test", "check", "build", "lint", "clippy", "green", "suite", "prueba", "verde"];
    stems.iter().any(|stem| at_word_start(&padded, stem))
}

/// Whether two texts state the same limit: one holds the other, or most words of the shorter one stand in both.
pub(super) fn same_limit(one: &str, other: &str) -> bool {
    let (one, other) = (content_words(one), content_words(other));
    let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
    let both = short.intersection(long).count();
    !short.is_empty() && both * 10 >= short.len() * 6 && (both >= 2 || short.len() == 1)
}

/// The words that carry what a limit is about, without those that every limit has.
fn content_words(text: &str) -> BTreeSet<String> {
    const COMMON: &[&str] = &[
        "the",
        "and",
        "must",
        "never",
        "not",
        "does",
        "keep",
        "stay",
        "stays",
        "still",
        "only",
        "exactly",
        "unchanged",
        "changed",
        "change",
        "are",
        "for",
        "with",
        "that",
        "this",
        "any",
        "all",
        "los",
        "las",
        "del",
        "nunca",
        "debe",
        "que",
    ];
    words(text).into_iter().filter(|word| !COMMON.contains(&word.as_str())).collect()
}

/// Whether two commands are the same deed: the same words, masked values aside.
pub(super) fn same_command(one: &str, other: &str) -> bool {
    let plain = |text: &str| {
        text.split_whitespace().filter(|word| !word.contains("(masked)")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, other) = (plain(one), plain(other));
    !one.is_empty()
        && !other.is_empty()
        && (one == other || (one.len().min(other.len()) > 1 && (one.starts_with(&other) || other.starts_with(&one))))
}

/// Whether two lines say the same: the same words, or both only that the same gate is green.
pub(super) fn same_line(one: &str, other: &str, root: &Path) -> bool {
    let plain = |text: &str| text.replace('`', "").trim().trim_end_matches('.').to_lowercase();
    if plain(one) == plain(other) {
        return true;
    }
    let (one, other) = (only_green(one), only_green(other));
    one.zip(other).is_some_and(|(one, other)| same_gate(one, other, Some(root)))
}

/// The command of a line that says of a gate that it is green and nothing else.
fn only_green(line: &str) -> Option<&str> {
    const ENDS: &[&str] = &[
        " is green",
        " stays green",
        " are green",
        " green",
        " passes",
        " pass",
        " is clean",
        " está en verde",
        " en verde",
        " pasa",
    ];
    let line = line.trim().trim_end_matches('.');
    let command = ENDS.iter().find_map(|end| line.strip_suffix(end))?;
    Some(command.trim().trim_matches('`')).filter(|command| !command.is_empty())
}

/// Whether a file is made by tools: lock files, caches, build output.
pub(super) fn generated(path: &str) -> bool {
    const FOLDERS: &[&str] = &["target", "node_modules", "__pycache__", "dist", ".pytest_cache", ".venv"];
    const LOCKS: &[&str] = &["package-lock.json", "pnpm-lock.yaml", "go.sum"];
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    matches!(extension, Some("lock" | "pyc"))
        || LOCKS.contains(&name)
        || path.split('/').any(|part| FOLDERS.contains(&part))
}

/// Whether a path says that tests are in it.
pub(super) fn is_test(path: &str) -> bool {
    let small = path.to_lowercase();
    small.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "test" | "tests" | "spec" | "specs"))
}

/// Whether a path is that of a test of a file, by the names that test runners look for.
pub(super) fn tests_of(path: &str, file: &str) -> bool {
    let stem =
        |path: &str| path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default().to_lowercase();
    let (test, tested) = (stem(path), stem(file));
    let marked = is_test(path);
    let bare = test.replace("test_", "").replace("_test", "").replace("_spec", "");
    let joined = ["tests", "test", "spec", "it"].iter().find_map(|end| bare.strip_suffix(end)).unwrap_or(&bare);
    marked && !tested.is_empty() && (bare == tested || joined == tested)
}

/// The words of a text that carry meaning, in small letters.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    text.to_lowercase()
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| word.chars().count() > 2)
        .map(str::to_owned)
        .collect()
}

/// Whether one text says what another says: most of the words of the shorter one stand in both.
pub(super) fn restates(step: &str, goal: &str) -> bool {
    let (step, goal) = (words(step), words(goal));
    let both = step.intersection(&goal).count();
    both >= 3 && both * 10 >= goal.len() * 8 && both * 10 >= step.len() * 6
}

/// The pieces of a step that are things of their own; running a gate and committing belong to any step.
pub(super) fn pieces(step: &str) -> Vec<String> {
    let joined = step
        .replace(" and then ", "\n")
        .replace(", then ", "\n")
        .replace("; ", "\n")
        .replace(". ", "\n")
        .replace(" and also ", "\n");
    let belongs = |piece: &str| {
        let piece = piece.to_lowercase();
        let starts = [
            "change nothing",
            "nothing else",
            "do nothing",
            "run ",
            "commit",
            "then commit",
            "with a test",
            "no other",
        ];
        starts.iter().any(|start| piece.starts_with(start))
    };
    joined
        .lines()
        .map(|line| {
            line.trim().trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '-' | '*' | ' '))
        })
        .map(|line| line.trim_end_matches('.').trim())
        .filter(|line| words(line).len() > 1 && !belongs(line))
        .map(str::to_owned)
        .collect()
}

fn at_word_start(padded: &str, stem: &str) -> bool {
    let stem_starts_word = stem.starts_with(|c: char| c.is_alphanumeric());
    padded.match_indices(stem).any(|(at, _)| {
        !stem_starts_word || padded[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_words_with_a_folder_or_an_extension() {
        let text =
            "Finish tests/retry.rs: no test (see `README.md`). e.g. nothing at 4.83, https://example.test/a.html";
        assert_eq!(files(text), ["tests/retry.rs", "README.md"]);
    }

    #[test]
    fn a_plan_item_is_done_by_an_action_only_when_it_says_nothing_else() {
        assert!(only_does("Push the branch", "git push -u origin retry"));
        assert!(!only_does("docs/retry.md, changelog, push", "git push -u origin retry"));
        assert!(!only_does("Push and open a pull request", "git push -u origin retry"));
    }

    #[test]
    fn a_limit_forbids_the_deed_that_it_names() {
        assert!(forbids("never push, maria does that", "git push origin retry"));
        assert!(forbids("no push, no deploy", "Push the branch"));
        assert!(!forbids("no new crate", "git push origin retry"));
        assert!(!forbids("push only to origin", "git push origin retry"));
        assert!(
            forbids("never push to main", "git push origin HEAD:main") && forbids("never push to main", "git push")
        );
        assert!(!forbids("never push to main", "git push -u origin retry 2>&1 | tail -1"));
        assert!(!forbids("NEVER edit a.sql, it is released", "gh release create v1"));
        let release = "Releases go out from the `release` branch only. Never push to `main`";
        assert!(!forbids(release, "git push origin release") && forbids(release, "git push origin main"));
        assert!(!forbids("never push the tag twice, never move it", "git push --atomic origin main v0.3.1"));
        assert!(!forbids("never delete tests", "curl -X DELETE https://a.example/1"));
    }

    #[test]
    fn a_gate_that_is_green_is_one_line_however_it_is_said() {
        let same = |one: &str, other: &str| same_line(one, other, Path::new("/w"));
        assert!(same("python3 -m unittest green", "`python3 -m unittest -q` is green."));
        assert!(same("npm test is green", "cd /w && npm run test pasa") && same("Push it", "push it."));
        assert!(!same("npm test is green", "npm run lint is green") && !same("npm test is green", "npm test is gone"));
    }

    #[test]
    fn a_step_that_bundles_is_told_from_one_with_its_gate_and_commit() {
        assert_eq!(pieces("Finish src/a.rs: no test for zero. Change nothing else.").len(), 1);
        assert_eq!(pieces("Fix the parser; run the gate; commit.").len(), 1);
        assert_eq!(pieces("Fix the parser, then write the changelog entry and then open the pull request.").len(), 3);
    }

    #[test]
    fn what_cannot_be_checked_is_named() {
        assert!(vague("the code is clean and robust"));
        assert!(!vague("a clean `cargo clippy`") && !vague("cargo test is green"));
    }
}
