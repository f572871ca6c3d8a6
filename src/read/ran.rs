//! The commands that a run asked for, each with what is known of its end: the ground on which gates, outside actions and limits stand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::shell::{End, Fate, Script, Simple, Status, Written, git, writes};
use super::{gates, outside};
use crate::model::{Call, Change, Deed, Event, Outcome, OutcomeState, Run, What};

/// One simple command that a run asked for.
#[derive(Clone, Debug)]
pub struct Ran<'a> {
    /// Index of the call into `Run::events`.
    pub index: usize,
    /// Its place among the commands of the call's script.
    pub nth: usize,
    /// The call's event.
    pub event: &'a Event,
    /// The call.
    pub call: &'a Call,
    /// The result with its event, if one was recorded.
    pub result: Option<(&'a Event, &'a Outcome)>,
    /// The command.
    pub simple: Simple,
    /// What is known of its end.
    pub fate: Fate,
    /// Why nothing is known, in words; empty when something is.
    pub unseen: &'static str,
}

impl Ran<'_> {
    /// Where it stands, to compare what came first.
    pub fn place(&self) -> (usize, usize) {
        (self.index, self.nth)
    }

    /// What the whole script printed; empty without a result.
    pub fn output(&self) -> &str {
        self.result.map_or("", |(_, outcome)| outcome.output.as_str())
    }

    /// The id of the event that shows its end: the result's, or the call's when there is none.
    pub fn end_event(&self) -> &str {
        self.result.map_or(self.event.id.as_str(), |(event, _)| event.id.as_str())
    }
}

/// Every simple command that a run asked for and that was not refused, in order.
pub fn ran(run: &Run) -> Vec<Ran<'_>> {
    let mut out = Vec::new();
    let mut texts = Texts::default();
    for (index, event) in run.events.iter().enumerate() {
        let What::Call(call) = &event.what else { continue };
        texts.learn(call);
        let Deed::Command { script, background, .. } = &call.deed else { continue };
        let result = run.result(call);
        if result.is_some_and(|(_, outcome)| outcome.state == OutcomeState::Refused) {
            continue;
        }
        let read = Script::read(script);
        let fates = fates(&read, result.map(|(_, outcome)| outcome), *background);
        let unseen = unseen(result.map(|(_, outcome)| outcome), *background);
        let folder = start_folder(run, call);
        let mut nth = 0;
        for (simple, fate) in read.simples.into_iter().zip(fates) {
            if let Some(written) = texts.remember(run, folder.as_deref(), &simple, fate) {
                let inner = inside(&written, fate, result.map_or("", |(_, outcome)| outcome.output.as_str()));
                for (mut simple, fate) in inner {
                    simple.wrappers.insert(0, "script".into());
                    out.push(Ran { index, nth, event, call, result, simple, fate, unseen });
                    nth += 1;
                }
            }
            out.push(Ran { index, nth, event, call, result, simple, fate, unseen });
            nth += 1;
        }
    }
    out
}

/// Shell scripts that the run wrote itself: what they run is the run's doing.
#[derive(Default)]
struct Texts(BTreeMap<PathBuf, String>);

impl Texts {
    /// Remembers the scripts that an edit tool writes.
    fn learn(&mut self, call: &Call) {
        let Deed::Edit(edits) = &call.deed else { return };
        for edit in edits {
            let ((Some(text), _) | (None, Change::Write(text))) = (&edit.after, &edit.change) else { continue };
            self.0.insert(edit.path.clone(), text.clone());
        }
    }

    /// Remembers what a command writes, and gives the script that it runs, if the run wrote that one.
    fn remember(&mut self, run: &Run, folder: Option<&Path>, simple: &Simple, fate: Fate) -> Option<String> {
        for written in writes(simple) {
            if let Written::Whole(path, Some(text)) = written
                && let Some(path) = resolve(folder, &path)
            {
                self.0.insert(path, text);
            }
        }
        let shell = matches!(simple.name(), "sh" | "bash" | "zsh" | "dash" | "source" | ".");
        let file = if shell { simple.args().iter().find(|word| !word.starts_with('-')) } else { simple.words.first() };
        let typed = file.filter(|word| word.contains(['/', '.']))?;
        let text = self.0.get(&resolve(folder.or(run.cwd.as_deref()), &simple.path(typed))?)?;
        let script = shell
            || text.starts_with("#!/bin/sh")
            || text.lines().next().is_some_and(|line| line.starts_with("#!") && line.contains("sh"));
        (script && fate != Fate::Skipped).then(|| text.clone())
    }
}

/// The commands of a script that the run wrote and then ran.
fn inside(text: &str, fate: Fate, output: &str) -> Vec<(Simple, Fate)> {
    let script = Script::read(text);
    let status = match fate {
        Fate::Ok => Status::Exit(0),
        Fate::Failed(Some(code)) => Status::Exit(code),
        Fate::Failed(None) => Status::Failed,
        Fate::Started => Status::Started,
        Fate::Hidden | Fate::Unknown | Fate::Skipped => Status::Unseen,
    };
    let fates = script.fates(End { status, output, whole: false }, &|_| None);
    script.simples.into_iter().zip(fates).collect()
}

fn fates(script: &Script, outcome: Option<&Outcome>, background: bool) -> Vec<Fate> {
    let Some(outcome) = outcome else {
        let status = if background { Status::Started } else { Status::Unseen };
        return script.fates(End { status, output: "", whole: false }, &|_| None);
    };
    let status = match (outcome.state, outcome.exit) {
        (OutcomeState::Started, _) => Status::Started,
        (OutcomeState::Interrupted | OutcomeState::Refused, _) | (_, Some(130 | 137 | 143)) => Status::Unseen,
        (OutcomeState::Returned, None) => Status::Returned,
        (_, Some(code)) => Status::Exit(code),
        (OutcomeState::Ok, None) => Status::Exit(0),
        (OutcomeState::Failed, None) => Status::Failed,
    };
    let whole = outcome.bytes <= outcome.output.len() as u64;
    let clue = |simple: &Simple| {
        let alone = |other: fn(&Simple) -> bool| script.simples.iter().filter(|simple| other(simple)).count() == 1;
        if git(simple).is_some_and(|git| git.verb == "commit")
            && alone(|simple| git(simple).is_some_and(|git| git.verb == "commit"))
        {
            return commit_clue(&outcome.output);
        }
        gates::clue(simple, &script.simples, &outcome.output)
            .or_else(|| outside::clue(simple, &script.simples, &outcome.output))
    };
    script.fates(End { status, output: &outcome.output, whole }, &clue)
}

/// What the output says of a `git commit`.
fn commit_clue(output: &str) -> Option<bool> {
    let refused =
        ["nothing to commit", "no changes added to commit", "Please tell me who you are", "nothing added to commit"];
    if refused.iter().any(|words| output.contains(words)) {
        return Some(false);
    }
    let made = |line: &str| {
        let head = line.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(head, _)| head);
        head.and_then(|head| head.rsplit(' ').next()).is_some_and(is_short_id)
    };
    output.lines().any(made).then_some(true)
}

/// Whether a word looks like a commit id of 7 to 40 digits.
pub fn is_short_id(word: &str) -> bool {
    (7..=40).contains(&word.len()) && word.bytes().all(|sign| sign.is_ascii_hexdigit() && !sign.is_ascii_uppercase())
}

fn unseen(outcome: Option<&Outcome>, background: bool) -> &'static str {
    match outcome {
        None if background => "started in the background; nobody saw its end",
        None => "no result was recorded",
        Some(outcome) => match (outcome.state, outcome.exit) {
            (OutcomeState::Interrupted, _) => "interrupted; what it did is not known",
            (OutcomeState::Started, _) => "started in the background; nobody saw its end",
            (OutcomeState::Returned, None) => "it came back; its exit status is not on record",
            (_, Some(137 | 143)) => "killed; nobody saw how it ended",
            (_, Some(130)) => "interrupted; what it did is not known",
            _ => "",
        },
    }
}

/// The folder in which a call's script starts.
pub fn start_folder(run: &Run, call: &Call) -> Option<PathBuf> {
    match &call.deed {
        Deed::Command { cwd: Some(cwd), .. } if cwd.is_absolute() => Some(cwd.clone()),
        Deed::Command { cwd: Some(cwd), .. } => run.cwd.as_ref().map(|folder| folder.join(cwd)),
        _ => run.cwd.clone(),
    }
}

/// A path seen from a folder, with `.` and `..` taken out; `None` when a variable hides it.
pub fn resolve(folder: Option<&Path>, path: &Path) -> Option<PathBuf> {
    let text = path.to_str()?;
    if text.is_empty() || text.contains(['$', '`', '*', '?']) {
        return None;
    }
    if let Some(rest) = text.strip_prefix("~/") {
        return Some(home(folder?)?.join(rest));
    }
    let joined = folder.map_or_else(|| path.to_path_buf(), |folder| folder.join(path));
    let mut out = PathBuf::new();
    for part in joined.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    Some(out)
}

/// The home folder in which a folder lies, by where homes usually are.
fn home(folder: &Path) -> Option<PathBuf> {
    let at = folder.components().position(|part| part.as_os_str() == "home" || part.as_os_str() == "Users");
    let root = folder.ancestors().find(|above| above.ends_with("root")).map(Path::to_path_buf);
    at.map(|at| folder.components().take(at + 2).collect()).or(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Edit, Runtime};

    fn event(id: &str, what: What) -> Event {
        Event::new(id, None, what)
    }

    fn call(id: &str, deed: Deed) -> Event {
        event(id, What::Call(Call { id: id.into(), tool: String::new(), deed, result: None }))
    }

    #[test]
    fn a_path_below_the_home_is_no_path_of_the_tree() {
        let at = |path: &str| resolve(Some(Path::new("/home/dev/src/a")), Path::new(path));
        assert_eq!(at("~/.bashrc"), Some("/home/dev/.bashrc".into()));
        assert_eq!((at("../b.py"), at("$HOME/x")), (Some("/home/dev/src/b.py".into()), None));
    }

    #[test]
    fn a_script_that_the_run_wrote_is_looked_into() {
        let mut run = Run::new(Runtime::Codex, "s");
        run.cwd = Some("/w".into());
        let change = Change::Write("#!/bin/sh\nset -e\nnpm test\ngit push origin main\n".into());
        let edit = Edit { path: "/w/go.sh".into(), change, after: None, before: None, applied: None };
        run.events.push(call("1", Deed::Edit(vec![edit])));
        let script = "chmod +x go.sh && ./go.sh".to_owned();
        run.events.push(call("2", Deed::Command { script, cwd: None, background: false }));
        let state = OutcomeState::Ok;
        let outcome = Outcome { call: "2".into(), state, exit: Some(0), output: String::new(), bytes: 0 };
        run.events.push(event("3", What::Result(outcome)));
        run.match_results();
        let all: Vec<_> = ran(&run).iter().map(|ran| (ran.simple.words.join(" "), ran.fate)).collect();
        let ok = |words: &str| (words.to_owned(), Fate::Ok);
        let expected = ["chmod +x go.sh", "set -e", "npm test", "git push origin main", "./go.sh"].map(ok);
        assert_eq!(all, expected);
    }
}
