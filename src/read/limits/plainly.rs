//! What a statement forbids, said as "never …" whatever way it was put; what the rules look at, never what is shown.

use std::borrow::Cow;

use regex::Captures;

use super::paths::paths;
use super::ways::{
    ALL_BUT, AROUND, ASKS, BY_OTHERS, DEEDS, FORBIDDEN, INDEXED, INSIDE, KEEP_OUT, KEPT, LEFT_ALONE, LIVE, NEVER_AFTER,
    NO_ES, NO_LINE, NOBODY, NOT_ALLOWED, NOT_THAT, NOT_TO, NOTHING, OF_OURS, ONLY_BY, OURS, OUT_OF_BOUNDS, PASSIVE,
    PATH, PERSONAL, STAY_LOCAL,
};
use crate::read::wording::Wording;

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
    held(&ASKS, &said).is_some() || forbidden(Cow::Borrowed(&said)) != said
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
    if let Some(live) = production(&said) {
        return live;
    }
    if STAY_LOCAL.fits(&said) {
        return Cow::Borrowed("never push");
    }
    if let Some(found) = held(&OURS, &said) {
        return never(&found["deed"]);
    }
    let mut said = turned(said, &ALL_BUT, "never touch");
    said = turned(said, &NOT_THAT, "never change");
    said = turned(said, &NO_LINE, "never touch");
    said = turned(said, &NOT_TO, "never");
    said = turned(said, &NO_ES, "never");
    said = turned(said, &NEVER_AFTER, "never");
    said = turned(said, &NOT_ALLOWED, "never");
    said = turned(said, &NOTHING, "never");
    if let Some(deed) = held(&BY_OTHERS, &said).and_then(|found| OF_OURS.captures(found.name("deed")?.as_str())) {
        return never(&deed["deed"]);
    }
    said = turned(said, &BY_OTHERS, "never run");
    said = passive(said);
    said = turned(said, &NOBODY, "never touch");
    said = turned(said, &KEPT, "never touch");
    said = out_of_bounds(said);
    said = turned(said, &LEFT_ALONE, "never touch");
    said = turned(said, &KEEP_OUT, "never");
    said = turned(said, &FORBIDDEN, "never");
    said = turned(said, &PATH, "never touch");
    if let Some(found) = ONLY_BY.captures(&said) {
        return Cow::Owned(format!("{} change only through {}", &found["thing"], &found["tool"]));
    }
    production(&said).unwrap_or(said)
}

fn production<'a>(said: &str) -> Option<Cow<'a, str>> {
    let live = held(&LIVE, said)?["thing"].eq_ignore_ascii_case("live");
    Some(Cow::Owned(format!("never touch {}", if live { "live" } else { "production" })))
}

/// The verb that the rules know for a deed, in whatever form it was named.
fn verb(deed: &str) -> Option<&'static str> {
    let lower = deed.to_lowercase();
    DEEDS.iter().find(|(begins, _)| lower.starts_with(begins)).map(|(_, verb)| *verb)
}

/// A deed that people keep for themselves, forbidden.
fn never<'a>(deed: &str) -> Cow<'a, str> {
    Cow::Owned(format!("never {}", verb(deed).unwrap_or(deed).trim_end_matches(" to")))
}

/// "legacy/ is out of bounds" as "never touch legacy/"; an index that is out of bounds of its array forbids nothing.
fn out_of_bounds(said: Cow<'_, str>) -> Cow<'_, str> {
    let Some(found) = OUT_OF_BOUNDS.captures(&said) else { return said };
    let thing = &found["thing"];
    if INDEXED.fits(thing) && paths(thing).is_empty() {
        return said;
    }
    Cow::Owned(format!("never touch {thing}"))
}

/// "X must not be pushed to" as "never push to X".
fn passive(said: Cow<'_, str>) -> Cow<'_, str> {
    let Some(found) = held(&PASSIVE, &said) else { return said };
    let part = |name| found.name(name).map_or("", |part| part.as_str());
    let (what, deed, rest) = (part("thing"), part("verb"), part("rest"));
    let verb = verb(deed).unwrap_or("touch");
    let some = ["it", "this", "that", "they", "nothing", "anything", "", "the branch", "your branch", "must"];
    let plain = match (verb, some.contains(&what.to_lowercase().as_str())) {
        ("push to", true) => format!("never push{rest}"),
        _ => format!("never {verb} {what}{rest}"),
    };
    Cow::Owned(plain)
}

/// The first of some wordings that a statement holds, with its parts.
fn held<'t>(ways: &[Wording], said: &'t str) -> Option<Captures<'t>> {
    ways.iter().find_map(|way| way.captures(said))
}

/// What is not to happen or not to be touched, after the words that forbid it.
fn turned<'a>(said: Cow<'a, str>, ways: &[Wording], forbids: &str) -> Cow<'a, str> {
    let what = held(ways, &said).and_then(|found| found.name("deed").or(found.name("thing")));
    match what.map(|what| format!("{forbids} {}", what.as_str())) {
        Some(plain) => Cow::Owned(plain),
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
            ("You can change anything except a.py", "never touch a.py"),
            ("Change whatever you like, but not a.py", "never touch a.py"),
            ("Apart from vendor/, everything is fair game", "never touch vendor/"),
            ("Puedes cambiar todo menos a.py", "never touch a.py"),
            ("Fix the code, not the tests", "never change the tests"),
            ("Everything in legacy/ stays", "never touch legacy/"),
            ("Todo en legacy/ se mantiene como está", "never touch Todo en legacy/"),
            ("legacy/ is out of bounds", "never touch legacy/"),
            ("src/read/a.py is out of bounds for now", "never touch src/read/a.py"),
            ("Not a single line of a.py may change", "never touch a.py"),
            ("I do the pushing, not you", "never push"),
            ("You commit, I push", "never push"),
            ("Publishing the package is up to me", "never publish"),
            ("El push lo hago yo, no tú", "never push"),
            ("Del despliegue nos encargamos nosotros", "never deploy"),
            ("Deploys are done by the release team only, never by you", "never deploy"),
            ("Must not be pushed", "never push"),
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
        for core in [
            "Never push to main",
            "commit only when pytest is green",
            "no floats",
            "Solo confirma si pasa",
            "The pointer is out of bounds",
            "I pushed the fix",
            "We deploy on Mondays",
            "The commit is mine",
            "Change everything to tabs",
            "You can change anything",
        ] {
            assert_eq!(plainly(core, true), core);
        }
    }
}
