//! What a statement forbids, said as "never …" whatever way it was put; what the rules look at, never what is shown.

use std::borrow::Cow;

use regex::Captures;

use crate::read::wording::Wording;

/// A condition that only a person can meet.
static PERSONAL: Wording = Wording::any_case(&[
    r"^(unless|until|except when) (I|we|i've|you are told|somebody|someone)\b[^,]*,\s*|",
    r",?\s*\b(unless|until) (I|we)( have)? (say|said|tell|told|ask|asked|confirm|approve|agree|give)\w*\b[^,;]*|,?\s*\bunless (told|asked)( otherwise)?|",
    r",?\s*\bwithout (asking|checking with)( me| us)?( first)?\b|,?\s*\bwithout (my|our) (yes|ok|okay|approval|permission|consent|go[- ]ahead|say[- ]so)\b|",
    r",?\s*\b(sin (preguntar\w*|consultar\w*|mi (permiso|visto bueno|aprobaci[oó]n|ok))|(salvo|a menos) que (yo )?(te )?lo (diga|pida)\w*)\b",
]);
static ASKS: Wording = Wording::any_case(&[
    r"^(please |always )?(ask|check with|talk to)( me| us)?( first)? before (you (ever )?)?(?P<what>.+)$|^(preg[uú]nta(me)?|consulta(me)?) antes de (?P<que>.+)$",
]);
static NOT_ALLOWED: Wording = Wording::any_case(&[
    r"\b(you|agents?|the agent|helpers?|we) (are|is) (not|never) (allowed|permitted|supposed) to (?P<what>.+)$|\b(refrain|abstain|desist) from (?P<from>.+)$|\babst[eé]n\w* de (?P<de>.+)$",
]);
static FORBIDDEN: Wording = Wording::any_case(&[
    r"^(?P<what>.+?) (is|are|stays?|remains?) (\w+ly )?(forbidden|prohibited|banned|not allowed|not permitted|disallowed|off the table|not an option|not ok|not okay|not acceptable)\b|",
    r"^(?P<que>.+?) (est[aá]n?|quedan?) (\w+mente )?(prohibid|vetad|descartad)[oa]s?\b|^(queda|est[aá]) (\w+mente )?prohibid[oa] (?P<el>.+)$",
]);
static LIVE: Wording = Wording::any_case(&[
    r"\b(nothing|anything|any change|no change) (ever )?(goes|reaches|gets|ships?|is deployed) (to|into|out to)? ?(the )?(?P<where>prod\w*|live\b)|^never (going to |touching |to )?(?P<bare>prod\w*)$",
]);
static NOTHING: Wording = Wording::any_case(&[
    r"\bnothing (ever )?(gets|is|may be|is to be|must be|should be|will be|can be|shall be) (?P<what>(push|publish|deploy|install|commit|merg|delet|remov|releas|upload|sent|send|post)\w*.*)$",
]);
static LEFT_ALONE: Wording = Wording::any_case(&[
    r"^(?P<what>.+?) (is|are) (out of scope|not in scope|not part of (this|the task)|not yours|none of your business|taboo|sacred|untouchable|not to be touched)\b|",
    r"^(stay away from|steer clear of|keep out of|keep (your )?(hands|fingers) off( of)?) (?P<from>.+)$|",
    r"^(?P<que>.+?) (es|son|est[aá]n?|quedan?) (intocables?|fuera del? alcance|vetad[oa]s?|congelad[oa]s?)\b|",
    r"^(?P<same>.+?) (must|has to|have to|should|shall|needs? to|debe[n]?|tiene[n]? que) (still )?(remain|stay|be left|be kept|quedar(se)?|seguir|permanecer) ",
    r"(exactly |completely |byte for byte |bit for bit )?(as|the way|the same|identical|unchanged|igual|como|tal cual|intact\w+|untouched)\b",
]);
static BY_OTHERS: Wording = Wording::any_case(&[
    r"^(?P<what>.+?) (is|are) (only )?(applied|run|done|made|executed|deployed|released|published|handled|performed|started|merged|pushed) (only )?by .+?,? (never|not) by (an? |the |any )?(agents?|you|bots?|assistants?|ai|helpers?)\b",
]);

/// A statement in the form that the rules know. `alone`: no person said anything after it, so that nobody can have allowed what it forbids.
pub(super) fn plainly(core: &str, alone: bool) -> Cow<'_, str> {
    let mut said = Cow::Borrowed(core);
    if alone {
        if let Some(found) = PERSONAL.find(&said) {
            let rest = format!("{}{}", &said[..found.start()], &said[found.end()..]);
            if rest.split_whitespace().count() > 1 {
                said = Cow::Owned(rest.trim().to_owned());
            }
        }
        said = turned(said, &ASKS, "never");
    }
    if let Some(found) = LIVE.captures(&said) {
        let place = ["where", "bare"].iter().find_map(|name| found.name(name));
        let place =
            if place.is_some_and(|place| place.as_str().eq_ignore_ascii_case("live")) { "live" } else { "production" };
        return Cow::Owned(format!("never touch {place}"));
    }
    said = turned(said, &NOT_ALLOWED, "never");
    said = turned(said, &NOTHING, "never");
    said = turned(said, &BY_OTHERS, "never run");
    said = turned(said, &LEFT_ALONE, "never touch");
    turned(said, &FORBIDDEN, "never")
}

/// What a wording captures, after the words that forbid it.
fn turned<'a>(said: Cow<'a, str>, wording: &Wording, forbids: &str) -> Cow<'a, str> {
    let what = |found: Captures<'_>| {
        let names = ["what", "from", "que", "de", "el", "same"];
        names.iter().find_map(|name| found.name(name)).map(|what| what.as_str().to_owned())
    };
    match wording.captures(&said).and_then(what) {
        Some(what) => Cow::Owned(format!("{forbids} {what}")),
        None => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_forbidden_is_said_in_one_way() {
        for (core, plain) in [
            ("You are not allowed to install packages", "never install packages"),
            ("Refrain from changing the signature of total()", "never changing the signature of total()"),
            ("force-pushing is strictly forbidden", "never force-pushing"),
            ("Unless I say so, nothing gets pushed", "never pushed"),
            ("nothing is to be deployed without my ok", "never deployed"),
            ("legacy/ is out of scope", "never touch legacy/"),
            ("package.json must remain as it is", "never touch package.json"),
            ("El fichero `a.toml` es intocable", "never touch El fichero `a.toml`"),
            ("Queda prohibido publicar paquetes", "never publicar paquetes"),
            ("Ask before anything goes to production", "never touch production"),
            ("Ask me before pushing", "never pushing"),
            ("Migrations are applied by the on-call person, never by an agent", "never run Migrations"),
        ] {
            assert_eq!(plainly(core, true), plain, "{core}");
        }
    }

    #[test]
    fn who_may_have_allowed_it_and_other_statements_change_nothing() {
        for core in ["Ask me before pushing", "never deploy without my ok"] {
            assert_eq!(plainly(core, false), core);
        }
        for core in ["Never push to main", "commit only when pytest is green", "no floats", "Solo confirma si pasa"] {
            assert_eq!(plainly(core, true), core);
        }
    }
}
