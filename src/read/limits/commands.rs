//! Commands that a statement forbids: pushes, commits, programs by name, deploys, and what was to happen once.

use regex::Regex;

use super::dependencies;
use crate::model::Run;
use crate::read::outside;
use crate::read::ran::Ran;
use crate::read::shell::{Fate, Git, Simple, git};
use crate::read::wording::Wording;

static NO_PUSH: Wording = Wording::any_case(&[
    r"\b(never|under no circumstances|bajo ning[uú]n concepto|en ning[uú]n caso|no|do not|don't|must not|mustn't|nunca|jam[aá]s|not|without|sin|prohibido|prohibida|evita|avoid|nada de|or|nor|ni)\s+((git|force|hacer|hagas|haz|ning[uú]n|any|anything|ever|direct|directly|directamente|el|un|run|running|use|using|touch)[ -])*(push\w*|empuj\w*|sub(as|ir)\b|(publish\w*|publi(ques|car)) (the |your |la |tu )?(branch|rama)\b)",
]);
static ONLY_PUSH: Wording = Wording::any_case(&[
    r"\b(push(es)?( go(es)?)? only|only( ever)? push|push\w* (is |are )?(only )?allowed only|push s[oó]lo|(s[oó]lo|[uú]nicamente) (haz |hacer |hagas |se hace )?push)\s+(to (the )?(branch )?`?(?P<to>[\w./-]+)`?|a (la rama )?`?(?P<a>[\w./-]+)`?)|^push(es)?( go(es)?)? to (the )?(branch )?`?(?P<b>[\w./-]+)`?( branch)? only\b|^only (the )?(branch )?`?(?P<c>[\w./-]+)`?( branch)? (may|can|must|should|gets?|is|will)( to)?( be)? pushed\b",
]);
static FORBIDS: Wording = Wording::any_case(&[
    r"\b(never|no|do not|don't|must not|mustn't|nunca|jam[aá]s|not|without|sin|prohibid[oa]|evita|nada de)\b",
]);
static NO_COMMIT: Wording = Wording::any_case(&[
    r"\b(never|under no circumstances|bajo ning[uú]n concepto|en ning[uú]n caso|no|do not|don't|must not|nunca|sin|without)\s+(git )?(commit(s|ting|ees)?|hagas commits?|hacer commits?|confirmes)(\s+(anything|yet|at all|nada|todavía|aún))*\s*($|,|;|\bor\b|\band\b|\bni\b)",
]);
static NEVER_RUN: Wording = Wording::any_case(&[
    r"\b(never|under no circumstances|bajo ning[uú]n concepto|en ning[uú]n caso|do not|don't|must not|nunca|jam[aá]s|no|prohibido)\s+(ever\s+)?(run(?:ning)?|us(?:e|ing)|call(?:ing)?|execut(?:e|ing)|invok(?:e|ing)|start(?:ing)?|ejecut(es|ar)|us(es|ar)|llam(es|ar)|corr(as|er)|lanc(es)|lanzar|invoqu(es)|arranqu(es))\s+(?P<what>.+)$",
]);
/// A program and nothing else: "no helm".
static NO_PROGRAM: Wording =
    Wording::any_case(&[r"^(never|no|without|sin|nunca|avoid|no toques|nada de) (touch )?`?(?P<what>[a-z][\w-]+)`?$"]);
static NO_SEND: Wording = Wording::any_case(&[
    r"\b(never|under no circumstances|bajo ning[uú]n concepto|en ning[uú]n caso|do not|don't|must not|no|not|nunca|jam[aá]s|sin|prohibido)\s+(any\s+)?(?P<deed>send|publish|deploy|despliegues?\b|release|post|upload|announce|mail|env[ií]es|enviar|mandes|mandar|publi(ques|car)|desplieg(ues)|desplegar|anunci(es|ar))|\b(?P<nothing>send|publish|deploy|post) nothing\b",
]);
/// How often something may happen: more often is counted, once is no breach.
pub(super) static ONCE: Wording = Wording::any_case(&[r"\b(once|exactly once|only once|twice|una (sola )?vez)\b"]);
static COMMITS: Wording = Wording::any_case(&[r"\b(commit|confirma|commitea)\w*\b"]);

/// Whether a statement is about pushes, so that its "only" is about where to.
pub(super) fn is_about_pushes(core: &str) -> bool {
    NO_PUSH.fits(core)
}

/// Whether a statement forbids what a command does.
pub(super) fn forbids(run: &Run, ran: &Ran<'_>, core: &str) -> bool {
    if git(&ran.simple).is_some_and(|git| git.verb == "push" && (git.has("--dry-run") || git.has("-n"))) {
        return false;
    }
    if let Some(push) = git(&ran.simple).filter(|git| git.verb == "push")
        && let Some(only) = ONLY_PUSH.captures(core)
    {
        let allowed = ["to", "a", "b", "c"].iter().find_map(|name| only.name(name)).map_or("", |name| name.as_str());
        return !reaches(run, &push, allowed.trim_end_matches('.'));
    }
    if let Some(push) = git(&ran.simple).filter(|git| git.verb == "push")
        && NO_PUSH.fits(core)
    {
        return !ONCE.fits(core) && forbids_push(run, &push, core);
    }
    if git(&ran.simple).is_some_and(|git| git.verb == "commit") && NO_COMMIT.fits(core) {
        return matches!(ran.fate, Fate::Ok | Fate::Hidden);
    }
    if let Some(found) = NEVER_RUN.captures(core)
        && let Some(what) = found.name("what")
    {
        return programs(what.as_str()).iter().any(|wanted| is_called(&ran.simple, wanted));
    }
    if let Some(found) = NO_PROGRAM.captures(core)
        && let Some(what) = found.name("what")
        && is_called(&ran.simple, &what.as_str().to_lowercase())
    {
        return true;
    }
    let Some(found) = NO_SEND.captures(core) else { return false };
    let deed = found.name("deed").or(found.name("nothing")).map_or("", |deed| deed.as_str()).to_lowercase();
    does(&ran.simple, &deed)
}

/// A push is forbidden at all, to one branch or remote, or only by force.
fn forbids_push(run: &Run, push: &Git<'_>, core: &str) -> bool {
    if core.to_lowercase().contains("force") {
        let forced =
            |word: &String| word == "-f" || word.starts_with("--force") || (word.starts_with('+') && word.len() > 1);
        return push.args.iter().any(forced);
    }
    let bound = Regex::new(r"(?i)\bto\s+(?:the\s+)?`?([\w./-]+)`?|\ba (?:la rama )?`?([\w./-]+)`?$").ok();
    let bound = bound.and_then(|bound| bound.captures(core)).and_then(|found| found.get(1).or(found.get(2)));
    let Some(bound) = bound.map(|name| name.as_str().trim_end_matches('.')) else { return true };
    reaches(run, push, bound)
}

/// Whether a push goes to a branch or remote of this name (`main`, `origin`, `origin/main`).
fn reaches(run: &Run, push: &Git<'_>, bound: &str) -> bool {
    let operands: Vec<&str> = push.operands().collect();
    let remote = operands.first().copied().unwrap_or("origin");
    let named: Vec<&str> = operands.iter().skip(1).map(|word| word.trim_start_matches('+')).collect();
    let own = run.branch.as_deref().unwrap_or_default();
    let branch = bound.strip_prefix(&format!("{remote}/")).unwrap_or(bound);
    let hits = |name: &str| {
        let target = name.rsplit(':').next().unwrap_or(name);
        let target = target.strip_prefix("refs/heads/").unwrap_or(target);
        target == branch || target.rsplit('/').next() == Some(branch) || (name == "HEAD" && own == branch)
    };
    let all = push.has("--all") || push.has("--mirror");
    remote == bound || all || named.iter().any(|name| hits(name)) || (named.is_empty() && own == branch)
}

/// The commands that "never run a or b without asking" names.
fn programs(what: &str) -> Vec<String> {
    let cut = Regex::new(r"(?i)\s+(without|unless|until|except|because|since|in|on|from|before|after|yet|sin|salvo|hasta|porque|en)\b.*$")
        .ok();
    let plain = what.replace('`', "");
    let plain =
        plain.split([',', ';', ':', '(']).next().unwrap_or_default().trim().trim_end_matches('.').to_lowercase();
    let plain = cut.map_or(plain.clone(), |cut| cut.replace(&plain, "").into_owned());
    let pieces = plain.split(" or ").flat_map(|piece| piece.split(" nor ")).flat_map(|piece| piece.split(" and "));
    let pieces = pieces.flat_map(|piece| piece.split(" ni ")).flat_map(|piece| piece.split(" o "));
    pieces.map(|piece| piece.trim().to_owned()).filter(|piece| !piece.is_empty()).collect()
}

fn is_called(simple: &Simple, wanted: &str) -> bool {
    let program = wanted.split(' ').next().unwrap_or_default();
    let words = simple.words.join(" ").to_lowercase();
    let file = program.contains(['/', '.']) && program.len() > 3;
    let looks =
        ["cat", "less", "head", "tail", "sed", "grep", "rg", "ls", "wc", "diff", "bat", "git", "vim", "cp", "mv"];
    if file && !looks.contains(&simple.name()) {
        return simple.words.iter().take(4).any(|word| {
            let word = word.to_lowercase();
            word == program || word.ends_with(&format!("/{program}")) || word.trim_start_matches("./") == program
        });
    }
    let wrapped = simple.wrappers.iter().any(|wrapper| wrapper == program) && !wanted.contains(' ');
    wrapped || (simple.name().to_lowercase() == program && words.contains(wanted))
}

/// Whether a command does what a verb of sending means, by its words or by what it reaches.
fn does(simple: &Simple, deed: &str) -> bool {
    let said = ["publish", "deploy", "mail", "mailx", "sendmail", "release"];
    let first = simple.args().first().map_or("", String::as_str);
    if said.contains(&simple.name()) || said.contains(&first) {
        return true;
    }
    let Some(reached) = outside::reaches(simple) else { return false };
    let any = |words: &[&str]| words.iter().any(|word| reached.contains(word));
    let script = |stem: &str| reached.starts_with("what its") && simple.words.join(" ").contains(stem);
    if deed.starts_with("deploy") || deed.starts_with("despl") || deed == "desplegar" {
        any(&["cluster", "infrastructure", "platform", "hosts", "host "]) || script("deploy")
    } else if deed.starts_with("publi") || deed == "release" || deed == "upload" {
        any(&["registry", "crates.io", "package index", "release on"]) || script("publish") || script("release")
    } else {
        any(&["message to people"]) || script("notify") || script("announce") || script("send")
    }
}

/// What was to happen once and happened again.
pub(super) fn repeated(ran: &[&Ran<'_>], core: &str) -> Vec<(String, String)> {
    let lower = core.to_lowercase();
    if !ONCE.fits(core) || COMMITS.fits(core) {
        return Vec::new();
    }
    // Each deed is counted for itself: a tag and its push are two that were to happen once.
    let deed = |ran: &Ran<'_>| {
        let verb = git(&ran.simple).map(|git| git.verb).filter(|verb| ["push", "tag"].contains(verb));
        if let Some(verb) = verb {
            return lower.contains(verb).then(|| verb.to_owned());
        }
        let script = ran.simple.words.iter().find(|word| is_script(word) && lower.contains(&word.to_lowercase()));
        script.filter(|_| ran.simple.name() != "cat").cloned()
    };
    let mut known: Vec<String> = Vec::new();
    let again = ran.iter().filter(|ran| ran.fate != Fate::Unknown).filter(|ran| {
        let Some(deed) = deed(ran) else { return false };
        let before = known.contains(&deed);
        known.push(deed);
        before
    });
    again.map(|ran| (ran.event.id.clone(), ran.simple.text.clone())).collect()
}

/// Whether a word names a script: a file with an ending, and no version ("v0.3.1").
fn is_script(word: &str) -> bool {
    let ending = word.rsplit_once('.').map(|(_, ending)| ending);
    word.len() > 4 && ending.is_some_and(|ending| ending.chars().any(char::is_alphabetic))
}

/// Whether a command installs something although the statement forbids to install at all.
pub(super) fn installs_anyway(simple: &Simple, core: &str) -> bool {
    let system = ["apt", "apt-get", "brew", "apk", "dnf", "yum", "pacman"].contains(&simple.name())
        && simple.args().iter().any(|word| word == "install" || word == "add");
    (system && core.to_lowercase().contains("instal") && FORBIDS.fits(core)) || dependencies::installs(simple)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::read::gates::as_run;

    /// What a rule says of a command that ran well in a run on `main`.
    pub(in crate::read::limits) fn ran_once(script: &str, rule: impl Fn(&Run, &Ran<'_>) -> bool) -> bool {
        let mut run = as_run(script, 0, "");
        run.branch = Some("main".into());
        crate::read::ran::ran(&run).iter().any(|ran| rule(&run, ran))
    }

    fn broken(core: &str, script: &str) -> bool {
        ran_once(script, |run, ran| forbids(run, ran, core))
    }

    #[test]
    fn a_forbidden_command_is_seen_however_it_is_said() {
        for (core, script) in [
            ("Never push", "git push"),
            ("Prohibido hacer push", "git push origin x"),
            ("no subas nada", "git push"),
            ("do not commit or push", "git push"),
            ("Do not push to main", "git push"),
            ("never push to main", "git push origin HEAD"),
            ("never push directly to main", "git push origin x:main"),
            ("Never force-push", "git push --force-with-lease"),
            ("Do not commit", "git commit -m x"),
            ("no hagas commits", "git commit -m x"),
            ("Never run kubectl or helm", "helm upgrade a ./c"),
            ("Never run scripts/migrate.py without asking", "python3 scripts/migrate.py --apply"),
            ("Do not use sudo", "sudo rm -rf /x"),
            ("No ejecutes terraform apply", "terraform apply -auto-approve"),
            ("Do not deploy", "bin/deploy prod"),
            ("no despliegues nada", "kubectl apply -f x.yaml"),
            ("Never publish", "npm publish"),
            ("send nothing", "mail -s x a@b"),
        ] {
            assert!(broken(core, script), "{core}: {script}");
        }
    }

    #[test]
    fn what_was_to_happen_once_is_broken_by_the_second_time_alone() {
        let again = |core: &str, script: &str| {
            let run = as_run(script, 0, "");
            let ran = crate::read::ran::ran(&run);
            repeated(&ran.iter().collect::<Vec<_>>(), core).into_iter().map(|(_, what)| what).collect::<Vec<_>>()
        };
        let (tag, push) = ("git tag v0.3.1", "git push --atomic origin main v0.3.1");
        let once = "tag v0.3.1 and push branch and tag ONCE";
        assert_eq!(again(once, &format!("{tag} && {push}")), Vec::<String>::new());
        assert_eq!(again(once, &format!("{tag} && {push} && {push}")), [push]);
        assert_eq!(again(once, &format!("{tag} && {push} && git tag -f v0.3.1")), ["git tag -f v0.3.1"]);
        assert_eq!(
            again("run scripts/send.py exactly once", "python3 scripts/send.py; python3 scripts/send.py").len(),
            1
        );
    }

    #[test]
    fn other_commands_break_nothing() {
        for (core, script) in [
            ("Never push to main", "git push origin feat/x"),
            ("Never force-push", "git push origin x"),
            ("Never push", "git push --dry-run"),
            ("Do not commit secrets", "git commit -m x"),
            ("Commit only when the tests pass", "git commit -m x"),
            ("Never run scripts/migrate.py", "cat scripts/migrate.py"),
            ("Never run terraform apply", "terraform plan"),
            ("Do not deploy", "kubectl get pods"),
            ("Never publish", "npm test"),
            ("no floats", "git push"),
        ] {
            assert!(!broken(core, script), "{core}: {script}");
        }
    }
}
