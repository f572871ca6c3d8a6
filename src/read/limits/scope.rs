//! Which files a statement forbids to change: those that it names, all but those that it names, or none.

use std::path::Path;

use super::paths::{below, paths};
use crate::read::wording::Wording;

static NO_EDIT: Wording = Wording::any_case(&[
    r"\b(never|do not|don't|must not|mustn't|should not|shouldn't|may not|cannot|can't|no|without)\s+((\w+ly|ever|even)\s+)?",
    r"(touch|edit|chang|modif|alter|rewrit|overwrit|delet|remov|renam|mov(e|ing)\b|writ(e|ing) to)|",
    r"\b(under no circumstances|avoid)\s+(should you |must you )?(touch|edit|chang|modif|alter|rewrit|overwrit|delet|remov|renam)|\b(is|are) not (to be )?(touched|edited|changed|modified|altered|rewritten|overwritten|deleted|removed|renamed|moved)\b|\b(never|no|avoid|zero|sin) (any )?(changes?|edits?|cambios?) (to|in|en|a|de)\b|\bnada (en|de) .+ cambia\b|\bnever .+ (touched|changed|edited|modified)$|",
    r"\b(not|never)( to)? be (\w+ly )?(touched|edited|changed|modified|altered|rewritten|overwritten|deleted|removed|renamed|moved)\b|",
    r"\b(never|nunca|jam[aá]s|no|sin|ni|prohibido|prohibida|evita|evitar)\s+((se|lo|la|los|las|le)\s+)?((debe[ns]?|puede[ns]?|deber[ií]an?)\s+)?",
    r"(toques?|toca[rn]?|toc[aá]is|edit(es|ar|an?|e)\b|cambi(es|ar|an?|e)\b|modifi(car?|can|ques?)|borr(es|ar|an?|e)\b|elimin(es|ar|an?|e)\b|mover|muevas?|renombr(es|ar|an?|e)\b|alter(es|ar|an?|e)\b|reescrib|sobrescrib)|",
    r"\bno (edits|changes|modifications|cambios|modificaciones)\b|\bnothing (under|in|below|inside|outside)\b|\bnada (bajo|dentro de|fuera de|en)\b|",
    r"\b(unchanged|untouched|read-only|frozen|off[- ]limits|hands off|intact[oa]s?)\b|\bstays? (as (it is|they are)|the way)|\bleave\b.*\b(alone|as)\b|\bdeja\b.*\b(como est[aá]n?|intact[oa]s?|en paz)\b",
]);
static ONLY: Wording = Wording::any_case(&[
    r"\b(only|solo|s[oó]lo|solamente|[uú]nicamente)\s+(ever\s+|se (permite|puede[n]?|debe[n]?)\s+|est[aá] permitido\s+)?(touch|edit|change|modify|work (in|on)|toc|edit|cambi|modific)\w*\b|",
    r"\b(touch|edit|change|modify|toca[rs]?|edita[rs]?|cambia[rs]?|modifica[rs]?)\s+(only|solo|s[oó]lo|solamente|[uú]nicamente)\b|",
    r"\b(limit|restrict|confine|keep)\s+(your |the |all |any )*(changes|edits|work|changed files)\s+(only )?(to|in|within|inside|under|below)\b|",
    r"\b(changes|edits|work) (is|are|must be|stays?|remains?) (strictly )?(limited|restricted|confined|scoped) to\b|",
    r"\b(only|solo|s[oó]lo|[uú]nicamente)\b.*\b(may|can|should|must|is allowed to|are allowed to|puede[n]?|debe[n]?) (be )?(chang|edit|modif|touch|cambi|toc)\w*|",
    r"\b(work|stay|changes|edits)\b[^.,]*\b(in|within|inside|under|below) \S+ (only|alone|and nowhere else)\b|\b(work|stay) only (in|within|inside|under)\b|\b(changes|edits|work) (belongs?|goes?|go) only (in|to|into|under)\b|",
    r"\b(cambios|trabaja[rs]?) (van |se quedan )?(solo|s[oó]lo|solamente|[uú]nicamente) (en|dentro de|bajo)\b|",
    r"\b(nothing|no files?|nada) (but|except|other than|besides|m[aá]s que|salvo|excepto) .*\b(may|can|should|must|is to|are to|puede[n]?|debe[n]?) (be )?(chang|edit|modif|touch|cambi|toc)\w*|",
    r"\ball (changes|edits) (stay|go|belong|must be) (in|under|below|inside|within)\b|\blimita\w*\s+(los |tus |todos los )?cambios a\b",
]);
/// "… outside src/", "… other than a.py", "salvo docs/": what follows is allowed.
static BUT: Wording = Wording::any_case(&[
    r"\b(outside( of)?|other than|except( for| in)?|apart from|besides|beyond|aside from|fuera de|salvo|excepto|aparte de|que no (sea|sean|est[eé]n?)|m[aá]s que)\b|",
    r"\b(anything|nothing|any (other )?files?|nada)\s+(\w+\s+){0,2}?(but|sino)\b",
]);
/// "… by hand": a tool may still write it.
static BY_HAND: Wording =
    Wording::any_case(&[r"\b(by hand|manually|directly|hand-edit\w*|a mano|manualmente|directamente)\b"]);

/// The files that a statement keeps from being changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scope {
    /// Those that it names; empty for all.
    forbidden: Vec<String>,
    /// Those that it leaves out.
    allowed: Vec<String>,
    /// Whether it speaks of edits by hand only.
    pub by_hand: bool,
}

impl Scope {
    /// Whether a change of this file, absolute, is forbidden. Nothing outside the work tree is meant by "all".
    pub(super) fn forbids(&self, root: &Path, path: &Path) -> bool {
        let named = |names: &[String]| names.iter().any(|name| below(root, path, name));
        let meant = if self.forbidden.is_empty() { path.starts_with(root) } else { named(&self.forbidden) };
        meant && !named(&self.allowed)
    }

    /// Whether it forbids all files but some.
    pub(super) fn is_all_but(&self) -> bool {
        self.forbidden.is_empty()
    }
}

/// What a statement forbids to change, if it speaks of that and names files.
pub(super) fn scope(core: &str) -> Option<Scope> {
    let by_hand = BY_HAND.find(core).is_some();
    if NO_EDIT.find(core).is_some() {
        let (forbidden, allowed) = match BUT.find(core) {
            Some(but) => (paths(&core[..but.start()]), paths(&core[but.end()..])),
            None => (paths(core), Vec::new()),
        };
        let names = !forbidden.is_empty() || !allowed.is_empty();
        return names.then_some(Scope { forbidden, allowed, by_hand });
    }
    let allowed = ONLY.find(core).map(|_| paths(core)).unwrap_or_default();
    (!allowed.is_empty()).then_some(Scope { forbidden: Vec::new(), allowed, by_hand })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forbids(core: &str, path: &str) -> bool {
        scope(core).is_some_and(|scope| scope.forbids(Path::new("/w"), &Path::new("/w").join(path)))
    }

    #[test]
    fn named_files_are_forbidden_in_many_words() {
        for core in [
            "Never edit migrations/0001.sql",
            "do not touch migrations/",
            "Nothing under migrations/ changes",
            "migrations/ is frozen",
            "migrations/ must not be changed",
            "add the column without touching migrations/0001.sql",
            "hands off migrations/",
            "the migrations folder stays as it is",
            "No modifiques nada en migrations/",
            "No se debe tocar la carpeta migrations",
            "sin tocar migrations/0001.sql",
            "prohibido cambiar migrations/",
            "Nunca elimines migrations/0001.sql",
        ] {
            assert!(forbids(core, "migrations/0001.sql"), "{core}");
            assert!(!forbids(core, "src/a.py"), "{core}");
        }
    }

    #[test]
    fn what_is_left_out_is_allowed_and_the_rest_is_not() {
        for core in [
            "No changes outside src/ and tests/",
            "Do not touch anything outside src/ or tests/",
            "Don't edit files other than src/a.py and tests/test_a.py",
            "Only edit src/ and tests/",
            "edit only src/a.py and tests/test_a.py",
            "Keep your changes in src/ and tests/",
            "Changes are limited to src/ and tests/",
            "Only src/ and tests/ may change",
            "Solo src/ y tests/ pueden cambiar",
            "No toques nada fuera de src/ y tests/",
            "Modifica solo src/ y tests/",
            "Nothing but src/ and tests/ may change",
        ] {
            assert!(!forbids(core, "src/a.py") && !forbids(core, "tests/test_a.py"), "{core}");
            assert!(forbids(core, "legacy/b.py"), "{core}");
        }
        let both = "Do not change docs/ except docs/api.md";
        assert!(forbids(both, "docs/guide.md") && !forbids(both, "docs/api.md") && !forbids(both, "src/a.py"));
    }

    #[test]
    fn other_statements_forbid_no_file() {
        for core in ["Read docs/RULES.md first", "Add src/a.py", "commit only when tests/ pass", "no floats in src/"] {
            assert_eq!(scope(core), None, "{core}");
        }
    }
}
