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
    Wording::any_case(&[r"^leave (the |any |all )?(?P<deed>\w+ing) to (me|us)\b"]),
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
pub(super) static NOT_ALLOWED: [Wording; 4] = [
    Wording::any_case(&[r"^(you|agents?|the agent)( have|'ve) no business (?P<deed>\w+ing .+)$"]),
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
        r"^(?:(?P<thing>.+?) )?(?:(?:must|may|can|could|should|shall|will)(?: ?not|n't| never)(?: ever)?(?: be| get)?|(?:is|are|gets?) (?:never|not to be)(?: ever)?(?: to be)?|(?:is|are)n't to be) (?P<verb>pushed|run|used|executed|called|touched|changed|edited|modified|deployed|published|merged|committed|deleted|removed|installed|added|upgraded|introduced|released|appear)\b(?: to\b)?(?P<rest>.*)$",
    ]),
    Wording::any_case(&[
        r"^(?:no|nobody|no one|nothing) ?(?P<thing>.*?) (?:must|may|can|should|shall|is to|will)(?: ever)? be (?P<verb>pushed|run|used|executed|called|touched|changed|edited|modified|deployed|published|merged|committed|deleted|removed|installed|added|upgraded|introduced|released)\b(?: to\b)?(?P<rest>.*)$",
    ]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) no se (?:pueden? |deben? )?(?P<verb>usa|ejecuta|lanza|toca|cambia|modifica|edita|publica|despliega|borra|instala)[rn]?\b(?P<rest>.*)$",
    ]),
];
/// "Nobody touches a.sql".
pub(super) static NOBODY: [Wording; 4] = [
    Wording::any_case(&[
        r"^(nobody|no one|nadie) (touch(es)?|chang(es)?|edits?|modif(y|ies)|toca|cambia|modifica|edita) (?P<thing>.+)$",
    ]),
    Wording::any_case(&[r"^(you|agents?|the agent)( have|'ve) no business (in|with|under) (?P<thing>.+)$"]),
    Wording::any_case(&[r"^no (metas|meter|metes) mano (en|a) (?P<thing>.+)$"]),
    Wording::any_case(&[r"^(a|de|en) (?P<thing>[^,]+?),? ni (te acerques|(lo|la|los|las) toques)$"]),
];
/// What is to be kept as it is.
pub(super) static KEPT: [Wording; 9] = [
    Wording::any_case(&[
        r"^(keep|leave|preserve|treat|consider) (?P<thing>.+?) (exactly )?(alone|be|as (it is|they are|is|it was|they were|frozen|read-only|untouchable)|the way (it is|they are)|unchanged|intact|untouched|frozen|read-only|the same)$",
    ]),
    Wording::any_case(&[
        r"^(deja[dr]?|mant[eé]n(er|ga)?|conserva[dr]?) (?P<thing>.+?) (como (est[aá]n?|es|son)|en paz|intact[oa]s?|tal cual|igual|sin cambios|sin tocar|as[ií])$",
    ]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) (se quedan?|quedan?|permanecen?|siguen?|se mantienen?) (como (est[aá]n?|es|son)|igual(es)?|intact[oa]s?|tal cual|as[ií]|sin cambios)$",
    ]),
    Wording::any_case(&[
        r"^(manos fuera|al[eé]jate|mantente lejos|hands off|keep (your |the )?hands off|keep away|stay out|stay away|stay clear)( from| of| de)? (?P<thing>.+)$",
    ]),
    Wording::any_case(&[r"^(?P<thing>.+?) (es|son) (de )?s[oó]lo lectura$"]),
    Wording::any_case(&[
        r"^(?P<thing>.+?) (is|are) (off[- ]limits|frozen|read-only|not yours to \w+|hands off|out of the question)\b",
    ]),
    // "Everything in legacy/ stays", whatever it says after that.
    Wording::any_case(&[
        r"^(everything|all|whatever|anything|(every|each)( single)? file|all (the )?files|the (whole|entire)( \w+)?|the (files|contents?))( (that|which|there) is| that's| is)? (in|under|below|inside|within|of) (?P<thing>.+?) ",
        r"(stays?|remains?|(must|should|has to|have to|needs? to|shall|is to|are to) (stay|remain|be left|be kept))( (exactly |just |right )?(as|where|the way|put|unchanged|untouched|the same|in place|intact|alone)\b.*)?$",
    ]),
    Wording::any_case(&[
        r"^(todo( lo que (hay|est[aá]))?|(todos )?los (archivos|ficheros)|cada (archivo|fichero)) (en|de|bajo|dentro de) (?P<thing>.+?) (se quedan?|quedan?|permanecen?|se mantienen?)( (tal |como|igual|intact|as[ií]|sin ).*)?$",
    ]),
    Wording::any_case(&[
        r"^(i|we)('d| would)? (like|want|need) (?P<thing>.+?) to (stay|remain|be left|be kept) (exactly |completely )?(as|the way|alone|untouched|unchanged|the same|intact)\b",
    ]),
];
/// Verbs of changing, in an order or a permission.
const EDIT: &str = r"(change|edit|modify|touch|rewrite|refactor|rework|fix|adapt|adjust|update|correct|cambia|edita|modifica|arregla|corrige|toca|adapta)";
/// What allows the rest after an exception.
const PERMITS: &str = r"(you (may|can|are free)|feel free|puedes|(everything|anything|all( files)?|any file|todo|todos los (archivos|ficheros))( else| lo dem[aá]s)? ((is|are) (fair game|fine|ok(ay)?|allowed|yours|open|free|up for (grabs|change))|(may|can) (be )?(chang|edit|modif|touch)\w*|se puede[n]? (cambi|edit|modific|toc)\w*))\b";
/// Everything may be changed but for what is named: that is not to be touched.
pub(super) static ALL_BUT: [Wording; 5] = [
    Wording::any_case(&[
        r"^(((you|we)( can| may| are (free|welcome|allowed) to|'re (free|welcome|allowed) to)|feel free to) )?(freely )?",
        EDIT,
        r" (what(ever)?|anything|everything|all|any( other)? files?|every( other)? file|as much as)\b( else)?( (that )?(you|we|it|is|takes|like|want|need|wish|please|have to|needed|necessary|in the repo(sitory)?|here))*,? ",
        r"((but|just|only|but just) not|except( for)?|other than|apart from|aside from|besides|save for)( (anything|whatever is|what is))?( (in|under|below))? (?P<thing>.+)$",
    ]),
    // A mere "but" may begin another sentence: only a path after it is an exception.
    Wording::any_case(&[
        r"^(((you|we)( can| may| are (free|welcome|allowed) to|'re (free|welcome|allowed) to)|feel free to) )?(freely )?",
        EDIT,
        r" (anything|everything|all|any( other)? files?|every( other)? file)( else)? but (the )?(?P<thing>[^\s,]*[/.][^\s,]*( (and|or) [^\s,]+)*)$",
    ]),
    Wording::any_case(&[
        r"^(apart from|aside from|except( for)?|other than|with the exception of|salvo|excepto|aparte de) (?P<thing>[^,]+), ",
        PERMITS,
    ]),
    Wording::any_case(&[
        r"^(all|every|any|everything|anything|tod[oa]s?)( the| los| las)?( files?| archivos?| ficheros?)?( else)? (but|except( for)?|other than|apart from|besides|menos|salvo|excepto) (?P<thing>.+?) (is|are|may|can|se puede[n]?|puede[n]?) ",
        r"(yours|fair game|fine|ok(ay)?|allowed|open|free|up for (grabs|change)|(be )?(chang|edit|modif|touch|cambi|toc)\w*)\b",
    ]),
    Wording::any_case(&[
        r"^((puedes|podéis) )?(cambia|edita|modifica|toca)[rd]? (todo|cualquier (cosa|archivo|fichero)|todos los (archivos|ficheros)|lo que (quieras|haga falta|necesites|sea necesario))( lo que (quieras|haga falta|necesites))?,? ",
        r"(pero no|menos|excepto|salvo|a excepci[oó]n de|quitando)( (en|a))? (?P<thing>.+)$",
    ]),
];
/// The half of such a permission that names the exception, of a sentence that is cut at its comma.
pub(super) static EXCEPTION: Wording = Wording::any_case(&[
    r"^(apart from|aside from|except( for)?|other than|with the exception of|salvo|excepto|aparte de) [^,]+$",
]);
/// The half that allows.
pub(super) static PERMISSION: Wording = Wording::any_case(&["^", PERMITS]);
/// An order or a permission to change something.
pub(super) static EDITS: Wording = Wording::any_case(&[
    r"^(please |por favor )?((you|we)( can| may| are (free|welcome|allowed) to|'re (free|welcome|allowed) to) |feel free to |puedes )?",
    EDIT,
    r"r?\b",
]);
/// What such an order leaves out.
pub(super) static LEAVES_OUT: Wording = Wording::any_case(&[
    r"^((but |pero )?(just |only )?(not|no) (the |any |in |las? |los |el )?|except |other than |apart from |aside from |salvo |excepto |menos )",
]);
/// "Fix the code, not the tests".
pub(super) static NOT_THAT: [Wording; 1] = [Wording::any_case(&[
    "^(please )?",
    EDIT,
    r" [^,]+, (but )?(not|no) (?P<thing>((the|any|in|las?|los|el) \S|[^\s,]*[/.]).*)$",
])];
/// "Not a single line of a.sql may change", "edits to a.sql will be rejected".
pub(super) static NO_LINE: [Wording; 2] = [
    Wording::any_case(&[
        r"^(not (a|one)( single)? (line|byte|character|word|comma)|ni una?( sol[ao])? (l[ií]nea|palabra|coma|byte)) (of|in|de|en) (?P<thing>.+?) (may|can|must|should|is to|gets?|puede|debe|se) (be )?(chang|edit|modif|touch|differ|cambi|toc)\w*$",
    ]),
    Wording::any_case(&[
        r"^(edits?|changes?) (to|in|under) (?P<thing>.+?) (will be|are|get) (rejected|refused|reverted|thrown out|not accepted)$",
    ]),
];
/// What is beyond the bounds of the task, which an index can be of its array, too.
pub(super) static OUT_OF_BOUNDS: Wording = Wording::any_case(&[
    r"^(?P<thing>.+?) (is|are|est[aá]n?|quedan?) (out of bounds|fuera de l[ií]mites)( (for (now|you|the moment|agents?|this \w+)|por ahora|para ti))?$",
]);
/// Things of code that can be out of bounds of others.
pub(super) static INDEXED: Wording = Wording::any_case(&[
    r"\b(ind(ex|ices|exes)|array|slice|access(es)?|offset|pointer|position|cursor|reads?|writes?|values?|coordinates?|subscript|lookup|element|iterator|[ií]ndices?|acceso|puntero|posici[oó]n|valor|elemento)\b",
]);

/// What is no part of the task, or to be left alone.
pub(super) static LEFT_ALONE: [Wording; 4] = [
    Wording::any_case(&[
        r"^(?P<thing>.+?) (is|are) (out of scope|not in scope|not part of (this|the task)|not yours|none of your (business|concern)|not your (business|concern)|not (up|open) for (change|discussion|debate|negotiation)|taboo|sacred|untouchable|not to be touched)\b",
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
pub(super) static KEEP_OUT: [Wording; 4] = [
    Wording::any_case(&[r"^keep (?P<deed>[^,]+?) out of (it|this|here|the code|the code base|\S+)$"]),
    Wording::any_case(&[r"^(?P<deed>[^,]+?) (is|are) (out|taboo|a no-go|no-gos)$"]),
    Wording::any_case(&[r"^(?P<deed>[^,]+?) ha(s|ve) no place (in|here)\b"]),
    Wording::any_case(&[r"^aqu[ií] no (entran?|caben?) (?P<deed>[^,]+)$"]),
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
    r"^(keep|leave) (it|it all|everything|all|all of it|the commits?|your commits?|the branch|all commits) local$|^(only local|local) (commits|work|changes) only$|^(commits?|the branch|everything|all) stays? local$|^stay local$|^(todo|los commits) en local$|",
    r"^nothing leaves (this|the|your|my) (machine|laptop|box|computer|host|container|sandbox)$|^(de aqu[ií] no sale nada|nada sale de (aqu[ií]|esta m[aá]quina))( al remoto)?$",
]);
/// Deeds that people keep for themselves.
const DEED: &str = r"(?P<deed>push(es|ing)?|deploy(s|ing|ments?)?|publish(ing)?|releas(e|es|ing)|merg(e|es|ing)|commit(s|ting)?|tag(s|ging)?|upload(s|ing)?)";
/// The same in Spanish.
const DEED_ES: &str =
    r"(?P<deed>push|despliegues?|desplegar|publicaci[oó]n|publicar|merge|fusi[oó]n|fusionar|commits?|etiquetas?)";
/// What such a deed is done to.
const OBJECT: &str =
    r"( (it|that|this|everything|anything|the (branch|tags?|commits?|changes|release|package|rest)))?( to [\w/.-]+)?";
/// What may stand after it.
const NOT_YOU: &str = r"(,? (not you|you (do not|don't)|never you|no t[uú]|t[uú] no))?$";
/// The name of such a deed: "deploys to production".
pub(super) static OF_OURS: Wording = Wording::any_case(&[r"\b", DEED, r"\b"]);
/// What a person does alone: "I do the pushing, not you".
pub(super) static OURS: [Wording; 15] = [
    Wording::any_case(&[
        r"^(i|we)('ll| will| shall)? (do|handle|take care of|look after)( all)?( of)?( the| any| every)? ",
        DEED,
        r"( of it)?( (myself|ourselves|later|afterwards))*",
        NOT_YOU,
    ]),
    Wording::any_case(&[
        r"^(i|we)('ll| will| shall)? ",
        DEED,
        OBJECT,
        r" (myself|ourselves)( later| afterwards)?",
        NOT_YOU,
    ]),
    Wording::any_case(&[
        r"^(let (me|us) |(i|we)('ll| will| shall)? )",
        DEED,
        OBJECT,
        r",? (not you|you (do not|don't)|never you)$",
    ]),
    Wording::any_case(&[r"^you \w+( \w+){0,3}, (and )?(i|we)('ll| will)? ", DEED, OBJECT, "$"]),
    Wording::any_case(&[
        r"^(the |any |all )?",
        DEED,
        r"( (of |to )?(the )?[\w./-]+){0,3} (is|are|stays?|remains?) ((still |only |always )?(my|our) (job|business|call|task|thing|part|responsibility|decision)|(mine|ours) to (do|make)|(up to|on) (me|us)|something (only )?(i|we) do|(done|handled|made) (only )?by (me|us))(,? not yours)?",
        NOT_YOU,
    ]),
    Wording::any_case(&[r"^leave (the |any |all )?", DEED, r"( of it)? to (me|us)\b"]),
    Wording::any_case(&[
        r"^(stop|halt|finish|end) (right |just )?(before|short of) (the |any |you )?",
        DEED,
        OBJECT,
        "$",
    ]),
    Wording::any_case(&[
        r"^((el|la|los|las) )?",
        DEED_ES,
        r" (lo|la|los|las) (hago|hacemos|har[eé]|haremos) (yo|nosotr[oa]s)",
        NOT_YOU,
    ]),
    Wording::any_case(&[
        r"^(yo|nosotr[oa]s) (hago|hacemos|har[eé]|haremos|me (encargo|ocupo) de|nos (encargamos|ocupamos) de)l?( el| la| los| las)? ",
        DEED_ES,
        NOT_YOU,
    ]),
    Wording::any_case(&[
        r"^de(l| la| los| las)? ",
        DEED_ES,
        r",? (me (encargo|ocupo) yo|nos (encargamos|ocupamos) nosotr[oa]s)",
        NOT_YOU,
    ]),
    Wording::any_case(&[
        r"^((el|la|los|las) )?",
        DEED_ES,
        r",? d[eé]ja(me|nos)?(lo|la|los|las) (a|para) (m[ií]|nosotr[oa]s)$",
    ]),
    Wording::any_case(&[r"^deja(me|nos)? (el|la|los|las) ", DEED_ES, r" (a|para) (m[ií]|nosotr[oa]s)$"]),
    Wording::any_case(&[
        r"^((el|la|los|las) )?",
        DEED_ES,
        r" (es|son) (cosa|asunto|tarea|trabajo|responsabilidad) (m[ií]|nuestr)[oa]s?",
        NOT_YOU,
    ]),
    Wording::any_case(&[
        r"^(me (encargo|ocupo) yo|nos (encargamos|ocupamos) nosotr[oa]s) de(l| la| los| las)? ",
        DEED_ES,
        NOT_YOU,
    ]),
    Wording::any_case(&[r"^t[uú] \w+( \w+){0,3}, (y )?(yo|nosotr[oa]s) (hago|hacemos) (el |la )?", DEED_ES, "$"]),
];
/// Somebody else, whom a deed is left to: what stands after it in a sentence.
pub(super) static NOT_YOU_EITHER: Wording =
    Wording::any_case(&[r"^(not you(rs)?|you (do not|don't)|never you|no t[uú]|t[uú] no)$"]);
/// The half of "you commit, I push".
pub(super) static YOU: Wording = Wording::any_case(&[r"^(you|t[uú]) \w+( \w+){0,3}$"]);
/// The other half.
pub(super) static AND_I: Wording = Wording::any_case(&[r"^(i|we|yo|nosotr[oa]s)('ll)? \w+( \w+){0,2}$"]);
/// "Only tools/gen.py may change generated/": who may, and what.
pub(super) static ONLY_BY: Wording = Wording::any_case(&[
    r"^(?:only|s[oó]lo|solamente|[uú]nicamente) (?P<tool>\S+) (?:may|can|should|must|is allowed to|gets to|puede|debe) (?:change|edit|modify|touch|write|write to|update|regenerate|cambiar|editar|modificar|tocar|escribir) (?P<thing>.*[/.]\S.*|\S*/)$",
]);
/// How deeds in the passive begin, and the verb that the rules know.
pub(super) const DEEDS: &[(&str, &str)] = &[
    ("push", "push to"),
    ("tag", "tag"),
    ("etiquet", "tag"),
    ("fusi", "merge"),
    ("upload", "upload"),
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
