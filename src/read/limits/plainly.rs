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
    r"^(please |always )?(ask|check with|talk to|consult|come (back )?to|get (my|our) (ok|okay|approval|yes|permission)|wait for (my|our) (ok|okay|yes|approval|go-ahead|permission))( me| us)?( first)? before (you (ever )?)?(?P<what>.+)$|",
    r"^(preg[uú]nta(me|nos)?|cons[uú]lta(me|nos)?|(pide|espera) (mi |nuestro )?(permiso|visto bueno|ok)) antes de (?P<que>.+)$|^(antes de|before) (?P<el>[^,]+), (preg[uú]nta(me|nos)?|cons[uú]lta(me|nos)?|ask( me| us)?|check with (me|us))( first)?$",
]);
static NOT_ALLOWED: Wording = Wording::any_case(&[
    r"\b(you|agents?|the agent|helpers?|we) (are|is) (not|never) (allowed|permitted|supposed) to (?P<what>.+)$|\b(refrain|abstain|desist) from (?P<from>.+)$|\babst[eé]n\w* de (?P<de>.+)$",
]);
static FORBIDDEN: Wording = Wording::any_case(&[
    r"^(?P<what>.+?) (is|are|stays?|remains?) (\w+ly )?(forbidden|prohibited|banned|not allowed|not permitted|disallowed|off the table|not an option|not ok|not okay|not acceptable)\b|",
    r"^(?P<que>.+?) (est[aá]n?|quedan?) (\w+mente )?(prohibid|vetad|descartad)[oa]s?\b|^(queda|est[aá]) (\w+mente )?prohibid[oa] (?P<el>.+)$",
]);
static LIVE: Wording = Wording::any_case(&[
    r"\b(nothing|anything|any change|no change) (ever )?(goes|reaches|gets|ships?|is deployed) (to|into|out to)? ?(the )?(?P<where>prod\w*|live\b)|^never (going to |touching |touch |to |in |changes in |en )?(the |el |la |our )?(?P<bare>prod\w*)$",
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

/// What stands before and after a statement without saying anything.
static AROUND: Wording = Wording::any_case(&[
    r"^((also|please|and|but|so|then|remember|remember that|important|note|nb|by the way|one more thing|por favor|adem[aá]s|y|pero|ojo|importante|recuerda|recuerda que)[,:!]*\s+)+|",
    r"[,!]?\s+(please|por favor|ok\?|thanks|gracias)[.!]*$",
]);
static INSIDE: Wording = Wording::any_case(&[
    r",?\s*\b(under (any|no) circumstances|ever|please|bajo ning[uú]n concepto|en ning[uú]n caso|por favor)\b,|,\s*ever\b",
]);
/// Ways to begin what is forbidden: the rest is the deed or the thing.
static NOT_TO: Wording = Wording::any_case(&[
    r"^(you|we|agents?|the agent|i) (may|can|must|should|shall|are|will) ?(not|never) (to )?((allowed|permitted|supposed|meant) to )?(ever )?(?P<what>.+)$|^(do not|don't) (even )?think (of|about) (?P<w2>.+)$|",
    r"^under no circumstances,? ((should|must|may|can|are) (you|we|it) (to )?)?(?P<w3>.+)$|^it is (\w+ly )?(forbidden|prohibited|not allowed|not permitted) to (?P<w4>.+)$|",
    r"^(make sure|ensure|be sure|be careful|take care|see to it|watch out)( that)? ?(you )?(do not|don't|not to|never to|never) (?P<w5>.+)$|",
    r"^(i|we) (do not|don't|would not|wouldn't) (want|like) (you to |to see |to have |to find )?(any(thing)? )?(?P<w6>.+)$|^i('d| would) rather you (did not|didn't|do not|don't) (?P<w7>.+)$|",
    r"^(zero|no more) (?P<w8>.+)$|^avoid (?P<w9>.+)$|^hold off (on |with )?(?P<w10>.+)$|^leave the (?P<w11>\w+ing) to (me|us)\b",
]);
static NO_ES: Wording = Wording::any_case(&[
    r"^(nada de|cero|ning[uú]n|ninguna|ni un|ni una|ni un solo|ni una sola|sin ning[uú]n|sin ninguna|prohibid[oa]s?|evitad?|evitar|(bajo|en) ning[uú]n (concepto|caso),?|ni se te ocurra|no vayas a|no hay que|no (debes|puedes|podemos|se debe[n]?|se puede[n]?|se permite[n]?|se admite[n]?|est[aá] permitido)|no quiero( que| ver)?|(nunca|jam[aá]s|no) se (hacen?|ejecutan?|lanzan?|usan?))",
    r" (?:(?:el|la|los|las|que) )?(?P<what>.+)$|^((est[aá]n?|quedan?) )?(\w+mente )?prohibid[oa]s? (?:(?:el|la|los|las) )?(?P<w2>.+)$",
]);
/// The thing stands before what is not to happen to it: "main must not be pushed to", "helm no se usa".
static PASSIVE: Wording = Wording::any_case(&[
    r"^(?P<what>.+?) (?:(?:must|may|can|could|should|shall|will)(?: ?not|n't| never)(?: ever)?(?: be| get)?|(?:is|are|gets?) (?:never|not to be)(?: ever)?(?: to be)?) (?P<deed>pushed|run|used|executed|called|touched|changed|edited|modified|deployed|published|merged|committed|deleted|removed|installed|added|upgraded|introduced|released|appear)\b(?: to\b)?(?P<rest>.*)$|",
    r"^(?:no|nobody|no one|nothing) ?(?P<w2>.*?) (?:must|may|can|should|shall|is to|will)(?: ever)? be (?P<d2>pushed|run|used|executed|called|touched|changed|edited|modified|deployed|published|merged|committed|deleted|removed|installed|added|upgraded|introduced|released)\b(?: to\b)?(?P<r2>.*)$|",
    r"^(?P<w3>.+?) no se (?:pueden? |deben? )?(?P<d3>usa|ejecuta|lanza|toca|cambia|modifica|edita|publica|despliega|borra|instala)[rn]?\b(?P<r3>.*)$",
]);
static NOBODY: Wording = Wording::any_case(&[
    r"^(nobody|no one|nadie) (touch(es)?|chang(es)?|edits?|modif(y|ies)|toca|cambia|modifica|edita) (?P<what>.+)$|^no (metas|meter|metes) mano (en|a) (?P<w2>.+)$",
]);
static KEPT: Wording = Wording::any_case(&[
    r"^(keep|leave|preserve|treat|consider) (?P<what>.+?) (exactly )?(alone|be|as (it is|they are|is|it was|they were|frozen|read-only|untouchable)|the way (it is|they are)|unchanged|intact|untouched|frozen|read-only|the same)$|",
    r"^(deja[dr]?|mant[eé]n(er|ga)?|conserva[dr]?) (?P<w2>.+?) (como (est[aá]n?|es|son)|en paz|intact[oa]s?|tal cual|igual|sin cambios|sin tocar|as[ií])$|",
    r"^(?P<w3>.+?) (se quedan?|quedan?|permanecen?|siguen?) (como (est[aá]n?|es|son)|igual(es)?|intact[oa]s?|tal cual|as[ií]|sin cambios)$|",
    r"^(manos fuera|al[eé]jate|mantente lejos|hands off|keep (your |the )?hands off|keep away|stay out|stay away|stay clear)( from| of| de)? (?P<w4>.+)$|",
    r"^(?P<w5>.+?) (es|son) (de )?s[oó]lo lectura$|^(?P<w6>.+?) (is|are) (off[- ]limits|out of bounds|frozen|read-only|not yours to \w+|hands off|out of the question)\b",
]);
static STAY_LOCAL: Wording = Wording::any_case(&[
    r"^(keep|leave) (it|it all|everything|all|all of it|the commits?|your commits?|the branch|all commits) local$|^(only local|local) (commits|work|changes) only$|^(commits?|the branch|everything|all) stays? local$|^stay local$|^(todo|los commits) en local$",
]);
/// "Keep floats out of it": what must not come in.
static KEEP_OUT: Wording = Wording::any_case(&[
    r"^keep (?P<what>[^,]+?) out of (it|this|here|the code|the code base|\S+)$|^(?P<w2>[^,]+?) (is|are) (out|taboo|a no-go|no-gos)$",
]);
/// A name, and the bare word that forbids it: "git push, never".
static NEVER_AFTER: Wording =
    Wording::any_case(&[r"^(?P<what>[^,]+), (never|nunca|jam[aá]s|no|forbidden|prohibido|not allowed|not an option)$"]);
/// A path and nothing else.
static PATH: Wording = Wording::any_case(&[r"^never (?P<what>`?\S*[/.][^\s(]*`?)$"]);
/// "Only tools/gen.py may change generated/": who may, and what.
static ONLY_BY: Wording = Wording::any_case(&[
    r"^(?:only|s[oó]lo|solamente|[uú]nicamente) (?P<tool>\S+) (?:may|can|should|must|is allowed to|gets to|puede|debe) (?:change|edit|modify|touch|write|write to|update|regenerate|cambiar|editar|modificar|tocar|escribir) (?P<target>.*[/.]\S.*|\S*/)$",
]);
/// Keys of deeds in the passive, and the verb that the rules know.
const DEEDS: &[(&str, &str)] = &[
    ("push", "push to"),
    ("run", "run"),
    ("us", "use"),
    ("execut", "run"),
    ("ejecut", "run"),
    ("lanz", "run"),
    ("call", "call"),
    ("deploy", "deploy"),
    ("despl", "deploy"),
    ("publi", "publish"),
    ("releas", "release"),
    ("merg", "merge"),
    ("commit", "commit"),
    ("delet", "delete"),
    ("remov", "remove"),
    ("borr", "delete"),
    ("install", "install"),
    ("instal", "install"),
    ("add", "add"),
    ("introduc", "add"),
    ("upgrad", "upgrade"),
    ("appear", "use"),
];

/// A statement in the form that the rules know. `alone`: no person said anything after it, so that nobody can have allowed what it forbids.
pub(super) fn plainly(core: &str, alone: bool) -> Cow<'_, str> {
    let mut said = bare(core);
    if alone {
        if let Some(found) = PERSONAL.find(&said) {
            let rest = format!("{}{}", &said[..found.start()], &said[found.end()..]);
            if rest.split_whitespace().count() > 1 {
                said = Cow::Owned(rest.trim().to_owned());
            }
        }
        said = turned(said, &ASKS, "never");
    }
    forbidden(said)
}

/// Whether a statement forbids something in one of the ways that are turned into "never …", or asks to be asked first.
pub(super) fn binds(core: &str) -> bool {
    let said = bare(core);
    ASKS.fits(&said) || forbidden(Cow::Borrowed(&said)) != said
}

/// A statement without what is only said around it.
fn bare(core: &str) -> Cow<'_, str> {
    let mut said = Cow::Borrowed(core.trim_end_matches('!'));
    for around in [&AROUND, &INSIDE, &AROUND] {
        while let Some(found) = around.find(&said).filter(|found| found.len() < said.len()) {
            let (before, after) = (said[..found.start()].trim_end(), said[found.end()..].trim_start());
            said = Cow::Owned(format!("{before} {after}").trim().to_owned());
        }
    }
    said
}

/// The ways to forbid, each turned into "never …".
fn forbidden(said: Cow<'_, str>) -> Cow<'_, str> {
    if let Some(live) = production(&LIVE, &said) {
        return live;
    }
    if STAY_LOCAL.fits(&said) {
        return Cow::Borrowed("never push");
    }
    let mut said = turned(said, &NOT_TO, "never");
    said = turned(said, &NO_ES, "never");
    said = turned(said, &NEVER_AFTER, "never");
    said = turned(said, &NOT_ALLOWED, "never");
    said = turned(said, &NOTHING, "never");
    said = turned(said, &BY_OTHERS, "never run");
    said = passive(said);
    said = turned(said, &NOBODY, "never touch");
    said = turned(said, &KEPT, "never touch");
    said = turned(said, &LEFT_ALONE, "never touch");
    said = turned(said, &KEEP_OUT, "never");
    said = turned(said, &FORBIDDEN, "never");
    said = turned(said, &PATH, "never touch");
    if let Some(found) = ONLY_BY.captures(&said) {
        return Cow::Owned(format!("{} change only through {}", &found["target"], &found["tool"]));
    }
    production(&LIVE, &said).unwrap_or(said)
}

fn production<'a>(live: &Wording, said: &str) -> Option<Cow<'a, str>> {
    let found = live.captures(said)?;
    let place = ["where", "bare"].iter().find_map(|name| found.name(name));
    let live = place.is_some_and(|place| place.as_str().eq_ignore_ascii_case("live"));
    Some(Cow::Owned(format!("never touch {}", if live { "live" } else { "production" })))
}

/// "X must not be pushed to" as "never push to X".
fn passive(said: Cow<'_, str>) -> Cow<'_, str> {
    let Some(found) = PASSIVE.captures(&said) else { return said };
    let part = |names: [&str; 3]| names.iter().find_map(|name| found.name(name)).map_or("", |part| part.as_str());
    let (what, deed, rest) = (part(["what", "w2", "w3"]), part(["deed", "d2", "d3"]), part(["rest", "r2", "r3"]));
    let lower = deed.to_lowercase();
    let verb = DEEDS.iter().find(|(key, _)| lower.starts_with(key)).map_or("touch", |(_, verb)| verb);
    let some = ["it", "this", "that", "they", "nothing", "anything", "", "the branch", "your branch", "must"];
    let plain = match (verb, some.contains(&what.to_lowercase().as_str())) {
        ("push to", true) => format!("never push{rest}"),
        _ => format!("never {verb} {what}{rest}"),
    };
    Cow::Owned(plain)
}

/// What a wording captures, after the words that forbid it.
fn turned<'a>(said: Cow<'a, str>, wording: &Wording, forbids: &str) -> Cow<'a, str> {
    let what = |found: Captures<'_>| {
        let ways = ["w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9", "w10", "w11"];
        let names = ["what", "from", "que", "de", "el", "same"];
        names.iter().chain(&ways).find_map(|name| found.name(name)).map(|what| what.as_str().to_owned())
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
            ("You may not use floats", "never use floats"),
            ("Please make sure that you do not touch a.py", "never touch a.py"),
            ("Do not, under any circumstances, touch a.py", "Do not touch a.py"),
            ("I don't want a.py touched", "never a.py touched"),
            ("nada de floats", "never floats"),
            ("Ni se te ocurra tocar a.py", "never tocar a.py"),
            ("Prohibidos los floats", "never floats"),
            ("main must not be pushed to", "never push to main"),
            ("helm may not be used", "never use helm"),
            ("No test may be removed", "never remove test"),
            ("Deja a.py como está", "never touch a.py"),
            ("a.py se queda como está", "never touch a.py"),
            ("Keep floats out of it", "never floats"),
            ("Keep everything local", "never push"),
            ("a.sql está prohibido", "never touch a.sql"),
            ("Only tools/gen.py may change docs/gen/", "docs/gen/ change only through tools/gen.py"),
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
