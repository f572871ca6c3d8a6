//! What broke a limit: later edits, commands and commits that touch what it forbids. Only with evidence, never by likeness.

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::code::{self, Added};
use super::stated::Stated;
use crate::model::{Breach, Gate, Run, Tree};
use crate::read::changes::{Changed, How};
use crate::read::commits::Made;
use crate::read::gates::{Weakened, is_test, kind};
use crate::read::ran::Ran;
use crate::read::shell::{Fate, git};

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

fn pattern(text: &str) -> Option<Regex> {
    Regex::new(&format!("(?i){text}")).ok()
}

macro_rules! patterns {
    ($($name:ident = $text:expr;)*) => { $(static $name: LazyLock<Option<Regex>> = LazyLock::new(|| pattern($text));)* };
}

patterns! {
    NO_EDIT = r"\b(never|do not|don't|must not|nunca|no)\s+(\w+ly\s+)?(touch|edit|change|modif|alter|rewrite|overwrite|delete|remove|rename|move|write to|toques|toque|edites|cambies|modifiques|borres|muevas|tocar|editar|cambiar|modificar)|\bno (edits|changes|cambios)\b|\bnothing (under|in|below)\b|\b(unchanged|untouched|read-only|off[- ]limits|intact[oa]s?)\b|\bleave\b.*\b(alone|as)\b|\bmust not change\b";
    THROUGH = r"\bonly (through|by|via|with)\b|\bsolo (mediante|con|a través de)\b";
    ONLY_TOUCH = r"\b(only|solo)\s+(touch|edit|change|modify|toca|edita|cambia|modifica)\b";
    NO_DEPS = r"\bno (new |extra |additional |external |third[- ]party |other )*(dependenc|packages?\b|librar|crates?\b|modules?\b)|\b(standard library|stdlib) only|only (the )?(standard library|stdlib)|\bsin (nuevas )?dependencias|\bbiblioteca estándar|\bno third[- ]party";
    NO_PUSH = r"\b(never|no|do not|don't|must not|nunca|not)\s+(git )?(push\w*|hagas push|pushees|subas)\b|\bsin push\b";
    NEVER_RUN = r"\b(never|do not|don't|must not|nunca|no)\s+(run|use|call|execute|invoke|start|ejecutes|uses|llames)\s+(?P<what>.+)$";
    NO_SEND = r"\b(never|do not|don't|no|not|nunca)\s+(send|publish|deploy|release|post|upload|announce|envíes|publiques|despliegues)|\b(send|publish|deploy|post) nothing\b|\bno (deploy|publish|release)\w*\b";
    ONCE = r"\b(once|exactly once|only once|twice|una (sola )?vez)\b";
    KEEPS = r"\bsignature|\bconstructor\b|\bkeeps? (its|the|their) (name|argument|api)|\bpublic api\b|\bone argument\b|\brename\b|\bfirma\b|\bargumento";
    COMMITS = r"\b(commit|confirma|commitea)\w*\b";
    TESTED = r"\b(pass\w*|green|tests?|gates?|pruebas|verde)\b";
    TWICE = r"\b(twice|two times|dos veces)\b";
    WEAKEN = r"\b(weaken|remove|delete|skip|disable|change|debilit\w+|quit\w+)\b.*\b(tests?|assertions?|pruebas)\b";
}

fn fits(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// Everything after its statement that breaks a limit.
pub(super) fn breaches(ground: &Ground<'_>, limit: &Stated) -> Vec<Breach> {
    let whole = limit.clause.core.as_str();
    let pieces: Vec<&str> = limit.clause.pieces.iter().map(String::as_str).collect();
    let mut out: Vec<Breach> = Vec::new();
    // Each piece of an item forbids on its own: the reason of one names no file of another.
    for core in if pieces.is_empty() { vec![whole] } else { pieces } {
        broken(ground, limit, core, &mut out);
    }
    if fits(&COMMITS, whole) && fits(&TESTED, whole) {
        for (event, what) in commits_on_red(ground, limit) {
            let breach = Breach { event, what };
            if !out.contains(&breach) {
                out.push(breach);
            }
        }
    }
    out
}

/// What breaks one statement of a limit.
fn broken(ground: &Ground<'_>, limit: &Stated, core: &str, out: &mut Vec<Breach>) {
    let mut add = |event: &str, what: String| {
        if !out.iter().any(|known| known.event == event && known.what == what) {
            out.push(Breach { event: event.to_owned(), what });
        }
    };
    let changes: Vec<&Changed> = ground.changes.iter().filter(|change| change.index > limit.index).collect();
    let ran: Vec<&Ran<'_>> = ground.ran.iter().filter(|ran| ran.index > limit.index && started(ran)).collect();
    let paths = code::paths(core);
    let hits = |change: &Changed| {
        change.path.as_ref().is_some_and(|path| paths.iter().any(|named| code::below(&ground.tree.root, path, named)))
    };

    let tests = fits(&WEAKEN, core);
    if fits(&THROUGH, core) && !fits(&NO_PUSH, core) {
        let (targets, tools) = code::through(core);
        let hit = |change: &&&Changed| {
            change
                .path
                .as_ref()
                .is_some_and(|path| targets.iter().any(|named| code::below(&ground.tree.root, path, named)))
        };
        for change in
            changes.iter().filter(hit).filter(|change| !tools.iter().any(|tool| change.command.contains(tool.as_str())))
        {
            add(&change.event, shown(ground, change));
        }
    } else if fits(&NO_EDIT, core) && !tests && !fits(&KEEPS, core) {
        for change in changes.iter().filter(|change| hits(change)) {
            add(&change.event, shown(ground, change));
        }
    } else if fits(&ONLY_TOUCH, core) && !paths.is_empty() {
        for change in changes.iter().filter(|change| inside(ground, change) && !hits(change)) {
            add(&change.event, shown(ground, change));
        }
    }
    if tests {
        for weak in ground.weak.iter().filter(|weak| weak.place.0 > limit.index) {
            add(&weak.event, format!("{}: {}", relative(ground, &weak.path), weak.what));
        }
    }
    if fits(&NO_DEPS, core) {
        for (event, what) in dependencies(ground, &changes, &ran, core) {
            add(&event, what);
        }
    }
    for ran in ran.iter().filter(|ran| forbidden_command(ran, core)) {
        add(&ran.event.id, ran.simple.text.lines().next().unwrap_or_default().to_owned());
    }
    for (event, what) in repeated(&ran, core) {
        add(&event, what);
    }
    for (change, added) in code::edits(ground.run, ground.tree, &changes) {
        let reason = code::forbidden_token(core, &added)
            .or_else(|| {
                if fits(&KEEPS, core) { code::changed_definition(core, &added, change.path.as_deref()) } else { None }
            })
            .or_else(|| code::changed_literal(core, &added).filter(|_| !change.path.as_deref().is_some_and(is_test)));
        if let Some(reason) = reason {
            add(&change.event, format!("{}: {reason}", shown(ground, change)));
        }
    }
}

/// Whether a command may have done something: it started, and was not only asked for.
fn started(ran: &Ran<'_>) -> bool {
    ran.fate != Fate::Skipped && (ran.result.is_some() || ran.fate != Fate::Unknown)
}

fn inside(ground: &Ground<'_>, change: &Changed) -> bool {
    change.path.as_ref().is_some_and(|path| path.starts_with(&ground.tree.root))
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

fn forbidden_command(ran: &Ran<'_>, core: &str) -> bool {
    let words = ran.simple.words.join(" ");
    if let Some(push) = git(&ran.simple).filter(|git| git.verb == "push")
        && fits(&NO_PUSH, core)
    {
        let bound = Regex::new(r"(?i)\bto\s+`?([\w./-]+)`?|\ba `?([\w./-]+)`?$").ok();
        let branch = bound.and_then(|bound| {
            bound.captures(core).and_then(|found| found.get(1).or(found.get(2)).map(|name| name.as_str().to_owned()))
        });
        let repeats = fits(&ONCE, core);
        return !repeats
            && branch.is_none_or(|branch| {
                push.args.iter().any(|word| word.rsplit([':', '/']).next() == Some(branch.as_str()))
            });
    }
    if let Some(found) = NEVER_RUN.as_ref().and_then(|pattern| pattern.captures(core)) {
        let what = found.name("what").map_or("", |what| what.as_str()).replace('`', "");
        let wanted = what.split([',', ';']).next().unwrap_or_default().trim().trim_end_matches('.').to_lowercase();
        let program = wanted.split(' ').next().unwrap_or_default();
        let named = ran.simple.name().to_lowercase();
        return !program.is_empty() && named == program && words.to_lowercase().contains(&wanted);
    }
    let sends = ["publish", "deploy", "mail", "mailx", "sendmail", "release"];
    fits(&NO_SEND, core)
        && (sends.contains(&ran.simple.name())
            || ran.simple.args().first().is_some_and(|verb| sends.contains(&verb.as_str())))
}

/// What was to happen once and happened again.
fn repeated(ran: &[&Ran<'_>], core: &str) -> Vec<(String, String)> {
    let lower = core.to_lowercase();
    if !fits(&ONCE, core) || fits(&COMMITS, core) {
        return Vec::new();
    }
    let same = |ran: &&&Ran<'_>| {
        let push = lower.contains("push") && git(&ran.simple).is_some_and(|git| git.verb == "push");
        let script = ran
            .simple
            .words
            .iter()
            .any(|word| word.contains('.') && word.len() > 4 && lower.contains(&word.to_lowercase()));
        push || (script && ran.simple.name() != "cat")
    };
    ran.iter()
        .filter(same)
        .filter(|ran| ran.fate != Fate::Unknown)
        .skip(1)
        .map(|ran| (ran.event.id.clone(), ran.simple.text.clone()))
        .collect()
}

fn dependencies(ground: &Ground<'_>, changes: &[&Changed], ran: &[&Ran<'_>], core: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for ran in ran.iter().filter(|ran| !matches!(ran.fate, Fate::Failed(_)) && code::installs(&ran.simple)) {
        out.push((ran.event.id.clone(), ran.simple.text.clone()));
    }
    for (change, added) in code::edits(ground.run, ground.tree, changes) {
        let Some(path) = &change.path else { continue };
        let lower = core.to_lowercase();
        let foreign = lower.contains("standard")
            || lower.contains("third")
            || lower.contains("stdlib")
            || lower.contains("estándar");
        if let Some(reason) = code::new_dependency(path, &added)
            .or_else(|| if foreign { code::foreign_import(path, &added) } else { None })
        {
            out.push((change.event.clone(), format!("{}: {reason}", shown(ground, change))));
        }
    }
    for change in changes.iter().filter(|change| matches!(change.how, How::Appended(Some(_)) | How::Written(Some(_)))) {
        let (Some(path), How::Appended(Some(text)) | How::Written(Some(text))) = (&change.path, &change.how) else {
            continue;
        };
        let added = Added { gone: Vec::new(), new: text.lines().map(str::to_owned).collect() };
        if let Some(reason) = code::new_dependency(path, &added) {
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
    let needed = if fits(&TWICE, &limit.clause.core) { 2 } else { 1 };
    let mut out = Vec::new();
    for made in
        ground.made.iter().filter(|made| made.place.0 > limit.index && matches!(made.fate, Fate::Ok | Fate::Hidden))
    {
        let red = meant.iter().any(|gate| {
            let before = gate.runs.iter().filter(|run| {
                place(ground.run, &run.event)
                    .is_some_and(|place| place <= made.place.0 || made.result.as_ref() == Some(&run.event))
            });
            let newest: Vec<bool> = before.map(|run| run.green).collect();
            newest.iter().rev().take(needed).any(|green| !green)
        });
        if red {
            let id = made.id.as_ref().map(|id| format!(" ({})", id.get(..7).unwrap_or(id))).unwrap_or_default();
            out.push((made.event.clone(), format!("{}{id}", made.command.lines().next().unwrap_or_default())));
        }
    }
    out
}

fn place(run: &Run, event: &str) -> Option<usize> {
    run.events.iter().position(|other| other.id == event)
}
