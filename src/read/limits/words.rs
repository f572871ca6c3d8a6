//! Which statements are limits: words of English and Spanish that bind.

use super::clauses::Clause;
use super::plainly;
use crate::read::wording::Wording;

static BINDS: Wording = Wording::any_case(&[
    r"\b(must|never|shall|mustn't|do not|don't|does not|should not|shouldn't|cannot|can't|may not|not allowed|forbidden|prohibited|off[- ]limits|without|at most|at least|no more than|not more than|avoid|unchanged|untouched|read-only|exactly|always|needs? to|ha(s|ve) to|nobody|stays?|remains?|keeps?|not exceed|nothing|standard library|stdlib|ask( me| us)?( first)? before|refrain|steer clear|stay away|out of scope|banned|disallowed|not permitted|untouchable|intocables?|is public|be refused|once|mandatory|preserve|(needs?|requires?) (my|our|an?) (approval|sign-off|ok)|is fixed|refuse to|(ask|check with|talk to) (me|us)( first)? (about|before)|for me to decide|i decide|nowhere else|max(imum)?( of)? \d+|(under|below|less than|up to|within) \d+)\b|",
    r"\b(limit|restrict|confine)\s+(yourself|your work|(your |the |all )?(changes|edits))|^(stick|keep) to \S+$|^not (a |any )?\w+s$|\b(make sure|ensure|see to it)\b.*\b(not|no|never|stays?|keeps?|remains?)\b|^nada (fuera|en|m[aá]s|de)\b|",
    r"\b(changes|edits|work) (is|are) (strictly )?(limited|restricted|confined|scoped) to\b|\b(frozen|hands off|prohibited)\b|\blimita\w*\s+(los |tus )?cambios|\bni\b|",
    r"\b(decisions?|call|choice)\b.*\b(is|are) (mine|ours)$|\b(is|are) (mine|ours) to \w+$|\b(is|are) (my|our) (call|decision|choice)$|^(if|when(ever)?) (you are |you're )?(in doubt|unsure|not sure)\b.*\b(ask|check with)\b|",
    r"^(arr[eé]glate|ap[aá]ñate|trabaja|qu[eé]date) con\b.*\best[aá]ndar\b|",
    r"\bno [a-z]|\bonly\b|\bleave \S+ (\S+ )*(alone|as)|\bno (job|one|file|test)|",
    r"\b(nunca|jam[aá]s|s[oó]lo|solamente|[uú]nicamente|sin|debe[ns]?|deber[ií]an?|tiene[ns]? que|hay que|mant[eé]n\w*|mantener|prohibid[oa]s?|a lo sumo|como m[aá]ximo|al menos|siempre|bajo ning[uú]n|se queda[n]?|sigue siendo|excepto|salvo|intact[oa]s?|obligatori[oa]s?|imprescindible|conserv(a|en|ar)|mantien(e|en)|respeta(r|n)?|(necesitan?|requieren?) (mi|nuestro|nuestra|el|la) (visto bueno|aprobaci[oó]n|permiso)|preg[uú]nta(me|nos)|cons[uú]lta(me|nos)|lim[ií]tate|c[ií][ñn]ete|qu[eé]date|m[aá]ximo|menos de \d+|(lo|la|los|las) decid(o|imos)|no ((lo|la|los|las|le|les|se|me|te) )?\w+(es|as|en|an|ar|er|ir|e|a)|quedan? (fij[oa]s?|igual|como est[aá]n?))\b",
]);
/// A condition on an action: "commit when npm test is green".
static CONDITION: Wording = Wording::any_case(&[
    r"\bcommit needs?\b|",
    r"\b(commit|push|merge|deploy|release|publish|tag|send|apply|delete|remove|restart|run|announce|confirma|publica|despliega|sube|env[ií]a)\b.*\b(when|once|only|until|if|per|unless|each|before|after each|after every|with the tests|cuando|si|hasta|antes|tras cada)\b|",
    r"^(when|once|until|if|unless|before|cuando|si|hasta|antes)\b.*\b(commit|push|merge|deploy|release|publish|tag|send|apply|delete|run|announce|confirma|publica|despliega|ejecuta)\b|",
    r"before (every|each|a) commit|\b(green|pass\w*) before\b|\b(every|each|a|one|cada|un) commit\b.*\b(green|pass\w*|pas[ae]n?|verde|tests?|pruebas|por paso|per step)\b|\bcommit\w*\b.*\b(solo|s[oó]lo|cuando|si)\b|",
    r"\b(green|pass\w*|verde|pas[ae]n)\b.*\b(first|then|second|afterwards|after that|luego|despu[eé]s|entonces)\b.*\bcommit|\b(green|verde) first\b.*\bcommit|^(the )?(tests?|pruebas) (\w+ )?first\b.*\bcommit|^(first|primero) (the |las |los )?(tests?|pruebas)\b.*\bcommit|",
    r"\bcommit\w*\b.*\b(after|despu[eé]s)\b.*\b(green|pass\w*|pas[ae]n|verde)\b",
]);
/// "Push the branch when you are done" is an order: that the work is over is no condition.
static AT_THE_END: Wording = Wording::any_case(&[
    r",?\s*\b(as soon as|when|once|after|if) (((you|i|we|it|this|that|everything|all( of (it|this|that))?|the (work|task|job|change|fix|feature)s?)( have| has|'ve| is| are|'re|'s)?( all)? )?)(done|finished|ready|completed?|through)( with (it|this|that|everything|the \w+))?\b,?|",
    r",?\s*\b(as soon as|when|once|after) you finish( (it|this|that|everything|the \w+))?\b,?|",
    r",?\s*\b(cuando|en cuanto|una vez que) ((lo |todo )?(termines|acabes|hayas (terminado|acabado))|(todo )?est[eé]s? (todo )?(list[oa]s?|hecho|terminad[oa]|acabad[oa]))\b,?|,?\s*\bal (terminar|acabar)\b,?",
]);
static STORY: Wording = Wording::any_case(&[
    r"\?$|^(what|how|why|who|where|which|can|could|would|is|are|does|did|do you|¿|i think|i am|i'm|i've|i have|we have|we've|there (is|was|are)|it (fails|failed|broke|only|was)|you (were|can|may)|thanks|note:? |keep (going|me posted|it up|in mind)|i (don't|do not) (know|think|care|mind|remember)|yes\b|sí\b|please (continue|go on)|continue|go on)\b",
]);
/// "You may not …" tells no story.
static FORBIDS_YOU: Wording = Wording::any_case(&[
    r"^you (may|can|are) ?not\b|^you (may|can) \w+ (any|every|all|what)|^i (do not|don't) want\b|^is (forbidden|off[- ]limits)\b",
]);
/// What only tells of something: binding words in it bind nobody.
static PAST: Wording = Wording::any_case(&[
    r"\b(was|were|failed|fails|broke|seems?|used to|has been|had|happened|last (night|week|time)|yesterday|ayer|fall[oó]|estaba)\b",
]);

/// An order binds, also when it tells of what was: "must stay as it was".
static ORDER: Wording = Wording::any_case(&[
    r"\b(must|never|do not|don't|mustn't|nunca|jam[aá]s|debe[ns]?|no (toques|cambies|modifiques|borres))\b",
]);

/// Whether a statement is a limit.
pub(super) fn is_limit(clause: &Clause) -> bool {
    let size = clause.core.split_whitespace().count();
    if size > 60 || clause.core.len() < 4 {
        return false;
    }
    let turned = plainly::binds(&clause.core);
    if STORY.fits(&clause.core) && !(turned && FORBIDS_YOU.fits(&clause.core)) {
        return false;
    }
    if clause.listed {
        return size > 1;
    }
    let said = AT_THE_END.regex().map_or(clause.core.as_str().into(), |end| end.replace(&clause.core, ""));
    let tells = !ORDER.fits(&said) && PAST.fits(&said);
    ((turned || BINDS.fits(&said)) && !tells) || CONDITION.fits(&said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::limits::clauses::clauses;

    fn limits(text: &str) -> Vec<String> {
        clauses(text).iter().filter(|clause| is_limit(clause)).map(|clause| clause.core.clone()).collect()
    }

    #[test]
    fn limits_are_found_in_two_languages() {
        for text in [
            "never push to main",
            "No edits under migrations/ without my yes",
            "Keep Bucket's signature",
            "standard library only",
            "A second reversal of the same entry must be refused",
            "Commit when npm test is green",
            "Do not log secrets",
            "Secrets never reach a log line",
            "Amounts stay i64 cents",
            "push branch and tag ONCE",
            "Files below generated/ change only through tools/gen.py",
            "When both are out, run x.py --apply once",
            "Nunca toques a.sql",
            "sin floats",
            "Solo confirma cuando pasen las pruebas",
            "no hagas push bajo ningún concepto",
            "La última línea tiene que seguir siendo exactamente 'total X.XX'",
            "No push",
            "Nothing under migrations/ changes",
            "The output must stay as it was",
            "Limit your changes to src/",
            "src/wire.rs is frozen",
            "Prohibido hacer push",
            "You may not use floats",
            "nada de floats",
            "Ningún secreto puede llegar al registro",
            "Check with me before you decide anything about numbering",
            "Antes de tocar la numeración, pregúntame",
            "Anything about numbering needs my approval",
            "Make sure migrations/ is not changed",
            "Deja migrations/ como está",
            "Conserva la firma de total()",
            "Un commit por paso con las pruebas en verde",
            "You can change anything except a.py",
            "Out of bounds: a.py",
            "Everything in legacy/ stays",
            "Green tests first, then commit",
            "Primero las pruebas en verde, después el commit",
            "I do the pushing, not you",
            "El push lo hago yo, no tú",
            "The schema is mine to decide",
            "Push when everything is green",
        ] {
            assert_eq!(limits(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn questions_and_stories_are_none() {
        for text in [
            "Add Bucket.wait_time with a test",
            "Can you keep the signature?",
            "It only failed yesterday",
            "yes, go on with steps 2 and 3",
            "Release 0.3.1",
            "What does scripts/backfill.py do?",
            "bump the version",
            "show it in the text export",
            "You were cut off",
            "You may use the cache",
            "The old client is not used any more",
            "The tests are not run in CI",
            "I don't know which one it is",
            "Keep in mind that the queue is slow",
            "The commit history is long",
            "Make sure the tests run",
            "Push the branch when you are done, thanks",
            "When you are finished, push the branch",
            "Haz push de la rama cuando termines",
            "The array access is out of bounds",
            "I pushed the fix this morning",
            "Run the tests, then commit",
            "You can change anything in src/",
            "after approval the exported files a.md and b.csv in the work folder",
        ] {
            assert_eq!(limits(text), Vec::<String>::new(), "{text}");
        }
    }
}
