//! Deeds that a statement forbids by a verb ("do not merge", "avoid network access"), and the commands that do them.
//!
//! A statement with a condition ("do not merge until …") forbids nothing by itself: whether the condition held is not judged here.

use std::sync::LazyLock;

use regex::Regex;

use super::commands;
use crate::model::Run;
use crate::read::ran::Ran;
use crate::read::shell::{Fate, Git, Simple, git};
use crate::read::wording::Wording;

/// What turns the words after it into something forbidden.
const NEGATION: &str = r"\b(never|no|not|don't|mustn't|can't|cannot|without|avoid|nothing|nobody|neither|nor|nunca|jam[aá]s|sin|ni|prohibid[oa]|evita|nada de)\b";
/// With one of these a statement is about when, not about whether.
static CONDITION: Wording = Wording::any_case(&[
    r"\b(unless|until|except|before|after|if|when|while|only|hasta|salvo|si|cuando|antes|excepto|s[oó]lo)\b",
]);

/// Words of a statement after a negation, and what the command is that does it: its program and words, on one line.
const DEEDS: &[(&str, &str)] = &[
    (r"merg\w*|fusion\w*", r"^(git (-\S+ )*merge\b|gh pr merge\b|glab mr merge\b|git (-\S+ )*pull\b)"),
    (r"rebas\w*", r"^git (-\S+ )*(rebase\b|pull .*--rebase)"),
    (r"amend\w*|enmend\w*", r"^git (-\S+ )*commit\b.* --amend\b"),
    (
        r"(rewrit\w* (the )?|reescrib\w* (el |la )?)(git )?(history|historia\w*)",
        r"^git (-\S+ )*(rebase|filter-branch|filter-repo|commit\b.* --amend|push\b.* (-f|--force\S*))\b",
    ),
    (
        r"(delet|remov|borr|elimin)\w* (the |any |las? |una? )?(remote |existing )?(branch|branches|tags?|ramas?|etiquetas?)",
        r"^git (-\S+ )*(push\b.* (--delete|-d|:\S+)|branch (-\S+ )*(-d|-D|--delete)|tag (-d|--delete))\b?",
    ),
    (r"cherry-pick\w*", r"^git (-\S+ )*cherry-pick\b"),
    (r"(tag|tags|tagging|etiquet\w*)", r"^git (-\S+ )*tag (-\S+ )*[^-\s]"),
    (
        r"(creat\w* |open\w* |mak\w* |add\w* |crea\w* |abr\w* |any |new |more |nuevas? |ninguna )(a |any |new |un[oa]? |nuevas? )*(branch|branches|rama|ramas)",
        r"^git (-\S+ )*(switch (-c|-C|--create)|checkout (-b|-B)|branch [^-\s])",
    ),
    (
        r"(creat\w* |open\w* |crea\w* |abr\w* )(a |any |new |una? )*(pr|prs|pull requests?|merge requests?|mr)",
        r"^(gh pr create|glab mr create|hub pull-request)\b",
    ),
    (
        r"(run \w* ?|appl\w* |ejecut\w* |aplic\w* )?(the |any |las )?(db |database |schema )?(migrations|migraciones)|migrate (the )?(db|database|schema)",
        r"\b(alembic (upgrade|downgrade)|manage\.py migrate|db:(migrate|rollback)\S*|prisma (migrate|db push)|flyway (migrate|clean)|liquibase update|sqlx migrate|diesel migration|knex migrate|sequelize\S* db:migrate|dbmate (up|down)|goose .*(up|down)|migrate .*(up|down)|ecto\.migrate|artisan migrate|flask db (upgrade|downgrade)|typeorm migration:run)",
    ),
    (
        r"(network|internet|online|red\b|the web|conexi[oó]n)\w*",
        r"^(curl|wget|http|https|xh|ssh|scp|rsync \S+:|ftp|nc|ping|dig|git (-\S+ )*(fetch|pull|clone|push)|(pip3?|uv pip|npm|pnpm|yarn|cargo|gem|go|apt|apt-get|brew) (install|add|get|i|ci|download|update)|npx )\b",
    ),
    (
        r"reboot\w*|shut ?down|reinici\w* (la |el )?(m[aá]quina|servidor)",
        r"^(reboot|shutdown|halt|poweroff|systemctl (reboot|poweroff))\b",
    ),
    (
        r"restart\w* (of )?(the |any |that )?(service|server|daemon|nginx|postgres)\w*|reinici\w* (el |los )?servicios?",
        r"^(ssh .*\b)?(sudo )?(systemctl|service|supervisorctl|pm2) .*(restart|reload|stop|start)\b|^(docker|docker compose|docker-compose) .*(restart|down|stop|up)\b",
    ),
    (r"kill\w* (any |the |other )?process\w*|mat\w* procesos", r"^(kill|pkill|killall|fuser -k)\b"),
    (
        r"install\w* (any |a |global |globally|system )*(system )?(packages?|tools?|software)?(globally)?",
        r"^(npm|pnpm|yarn) (install|i|add) .*(-g|--global)\b|^(apt|apt-get|brew|dnf|yum|apk|pacman) (-\S+ )*(install|add)\b",
    ),
    (
        r"(contact|touch|use|query|hit|access|change|write to|connect to|toc\w+|toqu\w+|us\w+|acced\w+|changes? (in|to|on)|cambios en) (the |our |any |la |el )*(prod|production|producci[oó]n)\w*",
        r"\b(prod|production)\b",
    ),
];

/// Pushing a tag is another deed than making one.
static PUSHES_TAG: Wording = Wording::any_case(&[
    r"\b(?P<deed>(push|publish|mov|sub|empuj)\w*) ((the|a|any|that|your|our|la|una) )*(tags?|etiquet\w*)\b",
]);
/// Programs that show or print what they name, and do nothing to it.
const SHOWS: &[&str] = &[
    "awk", "cat", "cd", "diff", "echo", "find", "git", "grep", "head", "less", "ls", "printf", "rg", "sed", "tail",
    "wc",
];

/// What `git` calls itself in a statement: "no git stash".
static GIT_VERB: Wording = Wording::any_case(&[r"\bgit ([a-z][a-z-]+)\b"]);
/// "no commits to main", "never commit on main": the branch.
static COMMIT_TO: Wording = Wording::any_case(&[
    r"\b(commits?|committing|commitear?|confirm\w+)\s+(anything |nada |directly |directamente )?(to|on|onto|into|in|en|a|sobre) (the |la rama |la |el )?`?([\w./-]+)`?",
]);

static TABLE: LazyLock<Vec<(Regex, Regex)>> = LazyLock::new(|| {
    let any_case = |text: &str| Regex::new(&format!("(?i){text}")).ok();
    let forbidden = |words: &str| any_case(&format!(r"{NEGATION}[^.;:]{{0,60}}?\b({words})([\s.,;:!)]|$)"));
    DEEDS.iter().filter_map(|(words, deed)| Some((forbidden(words)?, any_case(deed)?))).collect()
});
static NEGATED: Wording = Wording::any_case(&[NEGATION]);

/// What a statement forbids to do, read once for all commands of a run.
#[derive(Default)]
pub(super) struct Forbidden<'a> {
    /// The words after the negation; none when it forbids nothing.
    rest: Option<&'a str>,
    /// What the commands look like that do it.
    deeds: Vec<&'static Regex>,
}

impl<'a> Forbidden<'a> {
    /// Reads a statement.
    pub(super) fn by(core: &'a str) -> Self {
        let Some(negation) = NEGATED.find(core).filter(|_| !CONDITION.fits(core)) else { return Self::default() };
        if commands::ONCE.fits(core) {
            return Self::default();
        }
        let said = PUSHES_TAG.regex().map(|pattern| pattern.replace_all(core, "$deed it"));
        let said = said.as_deref().unwrap_or(core);
        let deeds = TABLE.iter().filter(|(words, _)| words.is_match(said)).map(|(_, deed)| deed).collect();
        Self { rest: Some(&core[negation.end()..]), deeds }
    }

    /// Whether a command does it.
    pub(super) fn is_done_by(&self, run: &Run, ran: &Ran<'_>) -> bool {
        let Some(rest) = self.rest.filter(|_| !matches!(ran.fate, Fate::Failed(_))) else { return false };
        if let Some(command) = git(&ran.simple)
            && (names_verb(&command, rest) || command.verb == "commit" && commits_to(run, ran, rest))
        {
            return true;
        }
        if self.deeds.is_empty() {
            return false;
        }
        let line = line(&ran.simple);
        // By its name alone nothing is done to a place; the other deeds say which program does them.
        let pushes = git(&ran.simple).is_some_and(|git| git.verb == "push");
        let shows = SHOWS.contains(&ran.simple.name()) && !pushes;
        self.deeds.iter().any(|deed| (!shows || deed.as_str().contains('^')) && deed.is_match(&line))
    }
}

/// "no git reset": that command, when it does more than to show something.
fn names_verb(command: &Git<'_>, rest: &str) -> bool {
    let shows = ["list", "show", "--list", "-l", "--dry-run", "-n", "--abort"].iter().any(|word| command.has(word));
    let named = GIT_VERB.regex().is_some_and(|verb| verb.captures_iter(rest).any(|found| &found[1] == command.verb));
    named && !shows && !["commit", "push"].contains(&command.verb)
}

/// Whether a commit went to the branch that the words name.
fn commits_to(run: &Run, ran: &Ran<'_>, rest: &str) -> bool {
    let Some(named) = COMMIT_TO.captures(rest) else { return false };
    let named = named[5].trim_end_matches('.').to_owned();
    // `[main 12f2c70] subject` is git's own word for where it went.
    let told =
        ran.output().lines().find_map(|line| line.strip_prefix('[')?.split([' ', ']']).next().map(str::to_owned));
    told.or_else(|| run.branch.clone()).is_some_and(|branch| branch == named)
}

/// A command on one line: the program without its folder, then its words.
fn line(simple: &Simple) -> String {
    let words = std::iter::once(simple.name()).chain(simple.args().iter().map(String::as_str));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::limits::commands::tests::ran_once;

    fn broken(core: &str, script: &str) -> bool {
        ran_once(script, |run, ran| Forbidden::by(core).is_done_by(run, ran))
    }

    #[test]
    fn a_deed_is_seen_by_its_verb_in_two_languages() {
        for (core, script) in [
            ("Do not merge the PR", "gh pr merge 7 --squash"),
            ("No git stash, no git reset", "git reset --hard HEAD~1"),
            ("never amend published commits", "git commit --amend --no-edit"),
            ("no commits to main", "git commit -m x"),
            ("No hagas commit en main", "git commit -m x"),
            ("Don't run database migrations", "alembic upgrade head"),
            ("Avoid network access", "curl -s https://example.com"),
            ("Sin acceso a la red", "pip install requests"),
            ("No restart of the service", "ssh web1 sudo systemctl restart nginx"),
            ("Never delete remote branches", "git push origin :old"),
            ("never run Migrations", "alembic upgrade head"),
            ("Do not create any branch", "git switch -c feat/x"),
            ("never touch production", "kubectl --context production get pods"),
            ("never touch production", "git push production main"),
        ] {
            assert!(broken(core, script), "{core}: {script}");
        }
    }

    #[test]
    fn conditions_and_looks_break_nothing() {
        for (core, script) in [
            ("Do not merge until the tests pass", "gh pr merge 7"),
            ("never push the tag twice, never move it", "git tag v0.3.1"),
            ("Never push a tag", "git tag v0.3.1"),
            ("Do not touch prod", "echo 'kubectl delete ns prod' > dist/notes.txt"),
            ("never touch production", "printf '%s' production"),
            ("never touch production", "git commit -qm 'notes on production'"),
            ("No git stash", "git stash list"),
            ("no commits to release", "git commit -m x"),
            ("Commit only on main", "git commit -m x"),
            ("Don't edit migrations/0001.sql", "alembic upgrade head"),
            ("Do not merge", "git log --merges"),
            ("Never delete remote branches", "git switch -c x"),
            ("nunca subir ramas", "git switch -c x"),
            ("no floats in the reduced set", "curl -s https://example.com"),
        ] {
            assert!(!broken(core, script), "{core}: {script}");
        }
    }
}
