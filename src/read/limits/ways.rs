//! The ways in which English and Spanish forbid something, one wording a row; what a row makes of it stands in `plainly`.
//!
//! Each wording has one named group: `deed` is what is not to happen, `thing` is what is not to be touched.

use crate::read::wording::Wording;

/// A condition that only a person can meet.
pub(super) static PERSONAL: Wording = Wording::any_case(&[
    r"^(unless|until|except when) (I|we|i've|you are told|somebody|someone)\b[^,]*,\s*|",
    r",?\s*\b(unless|until) (I|we)( have)? (say|said|tell|told|ask|asked|confirm|approve|agree|give)\w*\b[^,;]*|,?\s*\bunless (told|asked)( otherwise)?|",
    r",?\s*\bwithout (asking|checking with)( me| us)?( first)?\b|,?\s*\bwithout (my|our) (yes|ok|okay|approval|permission|consent|go[- ]ahead|say[- ]so)\b|",
    r",?\s*\b(sin (preguntar\w*|consultar\w*|mi (permiso|visto bueno|aprobaci[oó]n|ok))|(salvo|a menos) que (yo )?(te )?lo (diga|pida)\w*)\b",
]);
/// A person wants to be asked before it.
pub(super) static ASKS: [Wording; 3] = [
    Wording::any_case(&[
        r"^(please |always )?(ask|check with|talk to|consult|come (back )?to|get (my|our) (ok|okay|approval|yes|permission)|wait for (my|our) (ok|okay|yes|approval|go-ahead|permission))( me| us)?( first)? before (you (ever )?)?(?P<deed>.+)$",
    ]),
    Wording::any_case(&[
        r"^(preg[uú]nta(me|nos)?|cons[uú]lta(me|nos)?|(pide|espera) (mi |nuestro )?(permiso|visto bueno|ok)) antes de (?P<deed>.+)$",
    ]),
    Wording::any_case(&[
        r"^(antes de|before) (?P<deed>[^,]+), (preg[uú]nta(me|nos)?|cons[uú]lta(me|nos)?|ask( me| us)?|check with (me|us))( first)?$",
    ]),
];

/// What stands before a statement without saying anything, and what stands after it.
pub(super) static AROUND: Wording = Wording::any_case(&[
    r"^((also|please|and|but|so|then|remember|remember that|important|note|nb|by the way|one more thing|por favor|adem[aá]s|y|pero|ojo|importante|recuerda|recuerda que)[,:!]*\s+)+|",
    r"[,!]?\s+(please|por favor|ok\?|thanks|gracias)[.!]*$",
]);
/// What stands inside a statement without saying anything.
pub(super) static INSIDE: Wording = Wording::any_case(&[
    r",?\s*\b(under (any|no) circumstances|ever|please|bajo ning[uú]n concepto|en ning[uú]n caso|por favor)\b,|,\s*ever\b",
]);

/// Ways to begin what is forbidden: the rest is the deed, or the thing that it would be done to.
pub(super) static NOT_TO: [Wording; 11] = [
    Wording::any_case(&[
        r"^(you|we|agents?|the agent|i) (may|can|must|should|shall|are|will) ?(not|never) (to )?((allowed|permitted|supposed|meant) to )?(ever )?(?P<deed>.+)$",
    ]),
    Wording::any_case(&[r"^(do not|don't) (even )?think (of|about) (?P<deed>.+)$"]),
    Wording::any_case(&[r"^under no circumstances,? ((should|must|may|can|are) (you|we|it) (to )?)?(?P<deed>.+)$"]),
    Wording::any_case(&[r"^it is (\w+ly )?(forbidden|prohibited|not allowed|not permitted) to (?P<deed>.+)$"]),
    Wording::any_case(&[
        r"^(make sure|ensure|be sure|be careful|take care|see to it|watch out)( that)? ?(you )?(do not|don't|not to|never to|never) (?P<deed>.+)$",
    ]),
    Wording::any_case(&[
        r"^(i|we) (do not|don't|would not|wouldn't) (want|like) (you to |to see |to have |to find )?(any(thing)? )?(?P<deed>.+)$",
    ]),
    Wording::any_case(&[r"^i('d| would) rather you (did not|didn't|do not|don't) (?P<deed>.+)$"]),
    Wording::any_case(&[r"^(zero|no more) (?P<deed>.+)$"]),
    Wording::any_case(&[r"^avoid (?P<deed>.+)$"]),
    Wording::any_case(&[r"^hold off (on |with )?(?P<deed>.+)$"]),
    Wording::any_case(&[r"^leave the (?P<deed>\w+ing) to (me|us)\b"]),
];
/// The same in Spanish.
pub(super) static NO_ES: [Wording; 2] = [
    Wording::any_case(&[
        r"^(nada de|cero|ning[uú]n|ninguna|ni un|ni una|ni un solo|ni una sola|sin ning[uú]n|sin ninguna|prohibid[oa]s?|evitad?|evitar|(bajo|en) ning[uú]n (concepto|caso),?|ni se te ocurra|no vayas a|no hay que|no (debes|puedes|podemos|se debe[n]?|se puede[n]?|se permite[n]?|se admite[n]?|est[aá] permitido)|no quiero( que| ver)?|(nunca|jam[aá]s|no) se (hacen?|ejecutan?|lanzan?|usan?))",
        r" (?:(?:el|la|los|las|que) )?(?P<deed>.+)$",
    ]),
    Wording::any_case(&[r"^((est[aá]n?|quedan?) )?(\w+mente )?prohibid[oa]s? (?:(?:el|la|los|las) )?(?P<deed>.+)$"]),
];
/// A name, and the bare word that forbids it: "git push, never".
pub(super) static NEVER_AFTER: [Wording; 1] = [Wording::any_case(&[
    r"^(?P<deed>[^,]+), (never|nunca|jam[aá]s|no|forbidden|prohibido|not allowed|not an option)$",
])];
/// Nobody is allowed to, or is to refrain from it.
pub(super) static NOT_ALLOWED: [Wording; 3] = [
    Wording::any_case(&[
        r"\b(you|agents?|the agent|helpers?|we) (are|is) (not|never) (allowed|permitted|supposed) to (?P<deed>.+)$",
    ]),
    Wording::any_case(&[r"\b(refrain|abstain|desist) from (?P<deed>.+)$"]),
    Wording::any_case(&[r"\babst[eé]n\w* de (?P<deed>.+)$"]),
];
/// "Nothing gets pushed".
pub(super) static NOTHING: [Wording; 1] = [Wording::any_case(&[
    r"\bnothing (ever )?(gets|is|may be|is to be|must be|should be|will be|can be|shall be) (?P<deed>(push|publish|deploy|install|commit|merg|delet|remov|releas|upload|sent|send|post)\w*.*)$",
])];
/// "Migrations are applied by the person on call, never by an agent".
pub(super) static BY_OTHERS: [Wording; 1] = [Wording::any_case(&[
    r"^(?P<deed>.+?) (is|are) (only )?(applied|run|done|made|executed|deployed|released|published|handled|performed|started|merged|pushed) (only )?by .+?,? (never|not) by (an? |the |any )?(agents?|you|bots?|assistants?|ai|helpers?)\b",
])];
/// The thing stands before what is not to happen to it: "main must not be pushed to", "helm no se usa".
pub(super) static PASSIVE: [Wording; 3] = [
    Wording::any_case(&[
        r"^(?P<thing>.+?) (?:(?:must|may|can|could|should|shall|will)(?: ?not|n't| never)(?: ever)?(?: be| get)?|(?:is|are|gets?) (?:never|not to be)(?: ever)?(?: to be)?) (?P<verb>pushed|run|used|executed|called|touched|changed|edited|modified|deployed|published|merged|committed|deleted|removed|installed|added|upgraded|introduced|released|appear)\b(?: to\b)?(?P<rest>.*)$",
    ]),
    Wording::any_case(&[
        r"^(?:no|nobody|no one|nothing) ?(?P<thing>.*?) (?:must|may|can|should|shall|is to|will)(?: ever)? be (?P<verb>pushed|run|used|executed|called|touched|changed|edited|modified|deployed|published|merged|committed|deleted|removed|installed|added|upgraded|introduced|released)\b(?: to\b)?(?P<rest>.*)$",
    ]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) no se (?:pueden? |deben? )?(?P<verb>usa|ejecuta|lanza|toca|cambia|modifica|edita|publica|despliega|borra|instala)[rn]?\b(?P<rest>.*)$",
    ]),
];
/// "Nobody touches a.sql".
pub(super) static NOBODY: [Wording; 2] = [
    Wording::any_case(&[
        r"^(nobody|no one|nadie) (touch(es)?|chang(es)?|edits?|modif(y|ies)|toca|cambia|modifica|edita) (?P<thing>.+)$",
    ]),
    Wording::any_case(&[r"^no (metas|meter|metes) mano (en|a) (?P<thing>.+)$"]),
];
/// What is to be kept as it is.
pub(super) static KEPT: [Wording; 6] = [
    Wording::any_case(&[
        r"^(keep|leave|preserve|treat|consider) (?P<thing>.+?) (exactly )?(alone|be|as (it is|they are|is|it was|they were|frozen|read-only|untouchable)|the way (it is|they are)|unchanged|intact|untouched|frozen|read-only|the same)$",
    ]),
    Wording::any_case(&[
        r"^(deja[dr]?|mant[eé]n(er|ga)?|conserva[dr]?) (?P<thing>.+?) (como (est[aá]n?|es|son)|en paz|intact[oa]s?|tal cual|igual|sin cambios|sin tocar|as[ií])$",
    ]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) (se quedan?|quedan?|permanecen?|siguen?) (como (est[aá]n?|es|son)|igual(es)?|intact[oa]s?|tal cual|as[ií]|sin cambios)$",
    ]),
    Wording::any_case(&[
        r"^(manos fuera|al[eé]jate|mantente lejos|hands off|keep (your |the )?hands off|keep away|stay out|stay away|stay clear)( from| of| de)? (?P<thing>.+)$",
    ]),
    Wording::any_case(&[r"^(?P<thing>.+?) (es|son) (de )?s[oó]lo lectura$"]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) (is|are) (off[- ]limits|out of bounds|frozen|read-only|not yours to \w+|hands off|out of the question)\b",
    ]),
];
/// What is no part of the task, or to be left alone.
pub(super) static LEFT_ALONE: [Wording; 4] = [
    Wording::any_case(&[
        r"^(?P<thing>.+?) (is|are) (out of scope|not in scope|not part of (this|the task)|not yours|none of your business|taboo|sacred|untouchable|not to be touched)\b",
    ]),
    Wording::any_case(&[
        r"^(stay away from|steer clear of|keep out of|keep (your )?(hands|fingers) off( of)?) (?P<thing>.+)$",
    ]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) (es|son|est[aá]n?|quedan?) (intocables?|fuera del? alcance|vetad[oa]s?|congelad[oa]s?)\b",
    ]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) (must|has to|have to|should|shall|needs? to|debe[n]?|tiene[n]? que) (still )?(remain|stay|be left|be kept|quedar(se)?|seguir|permanecer) ",
        r"(exactly |completely |byte for byte |bit for bit )?(as|the way|the same|identical|unchanged|igual|como|tal cual|intact\w+|untouched)\b",
    ]),
];
/// "Keep floats out of it": what must not come in.
pub(super) static KEEP_OUT: [Wording; 2] = [
    Wording::any_case(&[r"^keep (?P<deed>[^,]+?) out of (it|this|here|the code|the code base|\S+)$"]),
    Wording::any_case(&[r"^(?P<deed>[^,]+?) (is|are) (out|taboo|a no-go|no-gos)$"]),
];
/// "X is forbidden".
pub(super) static FORBIDDEN: [Wording; 3] = [
    Wording::any_case(&[
        r"^(?P<deed>.+?) (is|are|stays?|remains?) (\w+ly )?(forbidden|prohibited|banned|not allowed|not permitted|disallowed|off the table|not an option|not ok|not okay|not acceptable)\b",
    ]),
    Wording::any_case(&[r"^(?P<deed>.+?) (est[aá]n?|quedan?) (\w+mente )?(prohibid|vetad|descartad)[oa]s?\b"]),
    Wording::any_case(&[r"^(queda|est[aá]) (\w+mente )?prohibid[oa] (?P<deed>.+)$"]),
];
/// A path and nothing else.
pub(super) static PATH: [Wording; 1] = [Wording::any_case(&[r"^never (?P<thing>`?\S*[/.][^\s(]*`?)$"])];
/// What reaches the people who use it: the place.
pub(super) static LIVE: [Wording; 2] = [
    Wording::any_case(&[
        r"\b(nothing|anything|any change|no change) (ever )?(goes|reaches|gets|ships?|is deployed) (to|into|out to)? ?(the )?(?P<thing>prod\w*|live\b)",
    ]),
    Wording::any_case(&[
        r"^never (going to |touching |touch |to |in |changes in |en )?(the |el |la |our )?(?P<thing>prod\w*)$",
    ]),
];
/// Nothing leaves the machine.
pub(super) static STAY_LOCAL: Wording = Wording::any_case(&[
    r"^(keep|leave) (it|it all|everything|all|all of it|the commits?|your commits?|the branch|all commits) local$|^(only local|local) (commits|work|changes) only$|^(commits?|the branch|everything|all) stays? local$|^stay local$|^(todo|los commits) en local$",
]);
/// "Only tools/gen.py may change generated/": who may, and what.
pub(super) static ONLY_BY: Wording = Wording::any_case(&[
    r"^(?:only|s[oó]lo|solamente|[uú]nicamente) (?P<tool>\S+) (?:may|can|should|must|is allowed to|gets to|puede|debe) (?:change|edit|modify|touch|write|write to|update|regenerate|cambiar|editar|modificar|tocar|escribir) (?P<thing>.*[/.]\S.*|\S*/)$",
]);
/// How deeds in the passive begin, and the verb that the rules know.
pub(super) const DEEDS: &[(&str, &str)] = &[
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
