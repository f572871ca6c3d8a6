//! What broke a limit: later edits, commands and commits that touch what it forbids. Only with evidence, never by likeness.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::any_file::any_file;
use super::code::{self, Added};
use super::commands;
use super::deeds;
use super::dependencies;
use super::paths;
use super::plainly::plainly;
use super::scope::scope;
use super::stated::Stated;
use super::tokens;
use crate::model::{Breach, Deed, Gate, GateRun, Run, Speaker, Tree, What};
use crate::read::changes::{Changed, How};
use crate::read::commits::Made;
use crate::read::file_kind::{FileKind, file_kind};
use crate::read::gates::{Weakened, is_test, kind};
use crate::read::ran::Ran;
use crate::read::shell::Fate;
use crate::read::wording::Wording;

/// What limits are held against.
pub(super) struct Ground<'a> {
    pub run: &'a Run,
    pub tree: &'a Tree,
    pub changes: &'a [Changed],
    pub ran: &'a [Ran<'a>],
    pub made: &'a [Made],
    pub weak: &'a [Weakened],
    pub gates: &'a [Gate],
}

static THROUGH: Wording = Wording::any_case(&[r"\bonly (through|by|via|with)\b|\bsolo (mediante|con|a través de)\b"]);
static NO_DEPS: Wording = Wording::any_case(&[
    r"\bno (new |extra |additional |external |third[- ]party |other |more )*((npm|nuget|pypi|pip|node|python|ruby|go|rust|maven|composer|hex|runtime|dev) )?(dependenc|packages?\b|librar|crates?\b|modules?\b|gems?\b)|\b(standard library|stdlib) only|only (the )?(standard library|stdlib)|",
    r"\b(do not|don't|never|must not|without)\s+(add|introduc|install|pull|bring)\w*\b.*\b(dependenc|packages?\b|librar|crates?\b|gems?\b|anything)|\bno third[- ]party|\b(do not|don't|never|no) install|\bzero dependencies|",
    r"\b(sin|ni|ningun[oa]s?|no)\s+(\w+\s+)?((nuev|extern)[oa]s?\s+)?(dependencia|paquetes?\b|librer[ií]a|bibliotecas? extern)|\b(biblioteca|librer[ií]a) est[aá]ndar|",
    r"\bno\s+(añad|agreg|met|instal|introduz|incluy)\w*\b.*\b(dependencia|paquete|librer|bibliotec|nada)|\bno instal|",
    r"\b(never|avoid|without|sin|nunca|no) (\w+ ){0,3}?((new|extra|additional|external|third[- ]party) )*(dependenc|packages?([\s.,;:!]|$)|librar|crates?([\s.,;:!]|$)|gems?\b|paquetes de terceros|librer[ií]as? (nuev|de terceros|extern)|nuevas? librer|m[aá]s librer)|\b(not|don't) (use|need|require|rely on|pull in|bring in) (any )?((new|extra|additional|external|third[- ]party) )*(dependenc|packages?([\s.,;:!]|$)|librar)|\b(standard library|stdlib)\b|",
    r"\bdependenc\w+\b.*\b(stays?|remains?|must not|frozen|unchanged|as they are|no se tocan|como est[aá]n)\b|\b(no|never|touch\w*) (\w+ )?(the |las )(list of )?dependenc|\bnot depend on anything new\b",
]);
static NO_UPGRADE: Wording = Wording::any_case(&[
    r"\b(never|no|do not|don't|must not|without|nunca|sin)\s+(\w+\s+)?(upgrad|updat|bump|actuali)\w*\b.*\b(dependenc|packages?|librar|crates?|versions?|paquete|versi[oó]n|librer)|\b(dependenc\w*|package|library)? ?versions? (stays?|remains?|must not|are pinned|is pinned)",
]);
static KEEPS: Wording = Wording::any_case(&[
    r"\bsignature|\bconstructor\b|\bkeeps? (its|the|their) (name|argument|api)|\bpublic api\b|\barguments?\b|\bparameters?\b|\brename\b|\bfirma\b|\bargumento|\bpar[aá]metros?\b",
]);
static COMMITS: Wording = Wording::any_case(&[r"\b(commit|confirm|commitea)\w*\b"]);
static TESTED: Wording = Wording::any_case(&[r"\b(pass\w*|green|red|tests?|gates?|pruebas|verde|rojo)\b"]);
static WHEN: Wording = Wording::any_case(&[
    r"\b(when|while|always|only|once|until|unless|before|after|with|if|each|every|without|on red|on a red|cuando|mientras|siempre|s[oó]lo|si|hasta|antes|tras|con|sin)\b|\b(nunca|no) (hagas |se )?(commit|confirm)\w*\b.*\ben rojo\b|\bcommit needs?\b|\b(tests?|pruebas|green|verde) first\b|^(first|primero) (the |las |los )?(tests?|pruebas)\b|\b(then|luego|despu[eé]s) (the |a |el |un |haz )?commit\b|\bas long as\b|\bdespu[eé]s de\b|\bnever commit\b.*\b(red|fail\w*|broken)\b",
]);
static TWICE: Wording = Wording::any_case(&[r"\b(twice|two times|dos veces)\b"]);
// The words for tests, not the folder `tests/`: that one is a path like any other.
static WEAKEN: Wording = Wording::any_case(&[
    r"\b(weaken|weaker|loosen|relax|remov|delet|skip|disabl|chang|edit|modif|alter|touch|adjust|rewrit|comment out|xfail|debilit|quit|relaj|borr|elimin|desactiv|modifi|cambi|toqu|toca|edit|alter|salt|omit|coment)\w*\b.*\b(tests?|assertions?|test (cases|suite)|specs?|pruebas|aserciones)([\s.,;:!?)]|$)|",
    r"\b(tests?|test suite|assertions?|specs?|pruebas|aserciones)\b[^./]*\b(stays?|remains?|keep|unchanged|untouched|intact[oa]?s?|weaker|never (chang|touch|edit|modif|remov|delet)\w* (them|it)|as (they are|is|it is)|frozen|off[- ]limits|read-only|(must|may|can) ?not (be )?(chang|edit|modif|weaken|touch|alter|delet|remov|skip)\w*|no se (tocan|cambian|modifican|borran|eliminan)|se quedan( como|$)|como est[aá]n)\b",
]);

/// Everything after its statement that breaks a limit.
pub(super) fn breaches(ground: &Ground<'_>, limit: &Stated) -> Vec<Breach> {
    let whole = limit.clause.core.as_str();
    let pieces: Vec<&str> = limit.clause.pieces.iter().map(String::as_str).collect();
    let mut out: Vec<Breach> = Vec::new();
    let alone = !asked_after(ground.run, limit.index);
    // Each piece of an item forbids on its own: the reason of one names no file of another.
    for core in if pieces.is_empty() { vec![whole] } else { pieces } {
        broken(ground, limit, &plainly(core, alone), &mut out);
    }
    if COMMITS.fits(whole) && TESTED.fits(whole) && WHEN.fits(whole) {
        let known: HashSet<Breach> = out.iter().cloned().collect();
        let on_red = commits_on_red(ground, limit).into_iter().map(|(event, what)| Breach { event, what });
        out.extend(on_red.filter(|breach| !known.contains(breach)));
    }
    out
}

/// What breaks one statement of a limit.
fn broken(ground: &Ground<'_>, limit: &Stated, core: &str, out: &mut Vec<Breach>) {
    let mut known: HashSet<Breach> = out.iter().cloned().collect();
    let mut add = |event: &str, what: String| {
        let breach = Breach { event: event.to_owned(), what };
        if known.insert(breach.clone()) {
            out.push(breach);
        }
    };
    let changes: Vec<&Changed> = ground.changes.iter().filter(|change| change.index > limit.index).collect();
    let ran: Vec<&Ran<'_>> = ground.ran.iter().filter(|ran| ran.index > limit.index && started(ran)).collect();
    let tests = WEAKEN.fits(core);
    if THROUGH.fits(core) && !commands::is_about_pushes(core) {
        let (targets, tools) = paths::through(core);
        let hit = |change: &&&Changed| {
            change
                .path
                .as_ref()
                .is_some_and(|path| targets.iter().any(|named| paths::below(&ground.tree.root, path, named)))
        };
        for change in
            changes.iter().filter(hit).filter(|change| !tools.iter().any(|tool| change.command.contains(tool.as_str())))
        {
            add(&change.event, shown(ground, change));
        }
    } else if let Some(scope) = scope(core).filter(|_| !tests && !KEEPS.fits(core)) {
        let hit = |change: &&&Changed| change.path.as_ref().is_some_and(|path| scope.forbids(&ground.tree.root, path));
        // What a command prints into a file on the way is no change of the work.
        let work = |change: &&&Changed| {
            !scope.is_all_but() || change.path.as_deref().is_none_or(|path| file_kind(path) != FileKind::Output)
        };
        let hand = |change: &&&Changed| !scope.by_hand || matches!(change.how, How::Edit(_) | How::Edited);
        for change in changes.iter().filter(hit).filter(work).filter(hand) {
            add(&change.event, shown(ground, change));
        }
    }
    if tests {
        for weak in ground.weak.iter().filter(|weak| weak.place.0 > limit.index) {
            add(&weak.event, format!("{}: {}", relative(ground, &weak.path), weak.what));
        }
    }
    if NO_DEPS.fits(core) {
        for (event, what) in dependencies(ground, &changes, &ran, core) {
            add(&event, what);
        }
    }
    if NO_UPGRADE.fits(core) {
        for ran in ran.iter().filter(|ran| !matches!(ran.fate, Fate::Failed(_)) && dependencies::upgrades(&ran.simple))
        {
            add(&ran.event.id, ran.simple.text.clone());
        }
        for (change, added) in code::edits(ground.run, ground.tree, &changes) {
            let reason = change.path.as_deref().and_then(|path| dependencies::new_version(path, &added));
            if let Some(reason) = reason {
                add(&change.event, format!("{}: {reason}", shown(ground, change)));
            }
        }
    }
    if let Some(meant) = any_file(core) {
        for change in changes.iter().filter(|change| meant.is(ground.run, ground.tree, change)) {
            add(&change.event, shown(ground, change));
        }
    }
    let deeds = deeds::Forbidden::by(core);
    let forbidden = |ran: &&&Ran<'_>| commands::forbids(ground.run, ran, core) || deeds.is_done_by(ground.run, ran);
    for ran in ran.iter().filter(forbidden) {
        add(&ran.event.id, ran.simple.text.lines().next().unwrap_or_default().to_owned());
    }
    for (event, what) in commands::repeated(&ran, core) {
        add(&event, what);
    }
    // "Never change the signature of total()" forbids no call of it.
    let keeps = KEEPS.fits(core) || tokens::keeps_called(core);
    let names = if keeps { Vec::new() } else { tokens::forbidden_tokens(core) };
    for (change, added) in code::edits(ground.run, ground.tree, &changes) {
        let reason = tokens::forbidden_token(&names, &added)
            .or_else(|| if keeps { code::changed_definition(core, &added, change.path.as_deref()) } else { None })
            .or_else(|| code::changed_literal(core, &added).filter(|_| !change.path.as_deref().is_some_and(is_test)));
        if let Some(reason) = reason {
            add(&change.event, format!("{}: {reason}", shown(ground, change)));
        }
    }
}

/// Whether a person said anything after a limit, who may have allowed what it forbids.
fn asked_after(run: &Run, index: usize) -> bool {
    run.events.iter().skip(index + 1).any(|event| match &event.what {
        What::Asked { by: Speaker::Person, .. } => event.agent.is_none(),
        What::Call(call) => matches!(call.deed, Deed::Ask { .. }) && call.result.is_some(),
        _ => false,
    })
}

/// Whether a command may have done something: it started, and was not only asked for.
fn started(ran: &Ran<'_>) -> bool {
    ran.fate != Fate::Skipped && (ran.result.is_some() || ran.fate != Fate::Unknown)
}

fn relative(ground: &Ground<'_>, path: &Path) -> String {
    path.strip_prefix(&ground.tree.root).unwrap_or(path).display().to_string()
}

fn shown(ground: &Ground<'_>, change: &Changed) -> String {
    let path = change.path.as_deref().map(|path| relative(ground, path)).unwrap_or_default();
    if change.command.is_empty() {
        path
    } else {
        format!("{path} ({})", change.command.lines().next().unwrap_or_default())
    }
}

fn dependencies(ground: &Ground<'_>, changes: &[&Changed], ran: &[&Ran<'_>], core: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let installs = |ran: &&&Ran<'_>| commands::installs_anyway(&ran.simple, core);
    for ran in ran.iter().filter(|ran| !matches!(ran.fate, Fate::Failed(_))).filter(installs) {
        out.push((ran.event.id.clone(), ran.simple.text.clone()));
    }
    for (change, added) in code::edits(ground.run, ground.tree, changes) {
        let Some(path) = &change.path else { continue };
        let lower = core.to_lowercase();
        let foreign = lower.contains("standard")
            || lower.contains("third")
            || lower.contains("stdlib")
            || lower.contains("estándar")
            || lower.contains("estandar");
        if let Some(reason) = dependencies::new_dependency(path, &added)
            .or_else(|| if foreign { dependencies::foreign_import(path, &added) } else { None })
        {
            out.push((change.event.clone(), format!("{}: {reason}", shown(ground, change))));
        }
    }
    for change in changes.iter().filter(|change| matches!(change.how, How::Appended(Some(_)) | How::Written(Some(_)))) {
        let (Some(path), How::Appended(Some(text)) | How::Written(Some(text))) = (&change.path, &change.how) else {
            continue;
        };
        let added = Added { gone: Vec::new(), new: text.lines().map(str::to_owned).collect() };
        if let Some(reason) = dependencies::new_dependency(path, &added) {
            out.push((change.event.clone(), format!("{}: {reason}", shown(ground, change))));
        }
    }
    out
}

/// Commits that were made while a gate that the limit speaks of was red.
fn commits_on_red(ground: &Ground<'_>, limit: &Stated) -> Vec<(String, String)> {
    let lower = limit.clause.core.to_lowercase();
    let named: Vec<&Gate> = ground.gates.iter().filter(|gate| lower.contains(&gate.command.to_lowercase())).collect();
    let tests = ["test", "prueba"].iter().any(|word| lower.contains(word));
    let meant: Vec<&Gate> = if named.is_empty() {
        ground.gates.iter().filter(|gate| !tests || kind(&gate.command) == "test").collect()
    } else {
        named
    };
    let needed = if TWICE.fits(&limit.clause.core) { 2 } else { 1 };
    // Long runs have thousands of commits and of gate runs: where each run stands is looked up once.
    let events = ground.run.events.iter().enumerate();
    let places: HashMap<&str, usize> = events.rev().map(|(place, event)| (event.id.as_str(), place)).collect();
    let mut series: Vec<Vec<(usize, &GateRun)>> = Vec::new();
    for gate in meant {
        let runs = gate.runs.iter().filter_map(|run| Some((*places.get(run.event.as_str())?, run)));
        let mut runs: Vec<_> = runs.collect();
        runs.sort_by_key(|(place, _)| *place);
        series.push(runs);
    }
    let mut out = Vec::new();
    for made in
        ground.made.iter().filter(|made| made.place.0 > limit.index && matches!(made.fate, Fate::Ok | Fate::Hidden))
    {
        let red = series.iter().any(|runs| {
            let (before, after) = runs.split_at(runs.partition_point(|(place, _)| *place <= made.place.0));
            // A gate of the same script has its result with the commit's.
            let result = made.result.as_deref().and_then(|event| places.get(event)).copied().unwrap_or_default();
            let own = after.partition_point(|(place, _)| *place < result)
                ..after.partition_point(|(place, _)| *place <= result);
            let own = after.get(own).unwrap_or_default();
            own.iter().rev().chain(before.iter().rev()).take(needed).any(|(_, run)| !run.green)
        });
        if red {
            let id = made.id.as_ref().map(|id| format!(" ({})", id.get(..7).unwrap_or(id))).unwrap_or_default();
            out.push((made.event.clone(), format!("{}{id}", made.command.lines().next().unwrap_or_default())));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_kept_in_many_words_and_a_folder_is_a_path() {
        for core in [
            "Do not weaken existing tests",
            "Existing tests stay as they are",
            "Don't skip or delete any test.",
            "the test suite must not be changed",
            "No toques las pruebas existentes",
            "Las pruebas se quedan como están",
        ] {
            assert!(WEAKEN.fits(core), "{core}");
        }
        for core in
            ["Do not change files outside src/ or tests/", "Run the tests before every commit", "tests must pass"]
        {
            assert!(!WEAKEN.fits(core), "{core}");
        }
    }
}
