//! Running a gate again: the arguments it was typed with, and the colour of a run that we started ourselves.

use super::key;
use crate::model::{Call, Deed, Ended, Event, GateState, Outcome, OutcomeState, Run, Runtime, What};
use crate::read::ran::ran;
use crate::read::shell::Simple;

/// The arguments that run a command again as it was typed, without what only took its output elsewhere.
pub(super) fn typed(simple: &Simple, folder: Option<&str>) -> Vec<String> {
    let shell = |word: &String| word.contains(['$', '`', '*', '?', '~']);
    let variables = simple.env.iter().map(|(name, value)| format!("{name}={value}"));
    if folder.is_none() && !simple.words.iter().any(shell) && !simple.env.iter().any(|(_, value)| shell(value)) {
        let lead = (!simple.env.is_empty()).then(|| "env".to_owned());
        return lead.into_iter().chain(variables).chain(simple.words.iter().cloned()).collect();
    }
    let words = variables.chain(simple.words.iter().cloned()).map(|word| quoted(&word)).collect::<Vec<_>>().join(" ");
    let script = folder.map_or(words.clone(), |folder| format!("cd {} && {words}", quoted(folder)));
    vec!["sh".to_owned(), "-c".to_owned(), script]
}

/// A word for a shell; what the shell is to expand stays open to it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,@%+$*?~{}".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A command as one line: what a shell would be given, or the arguments with those quoted that need it.
pub fn line(command: &[String]) -> String {
    match command {
        [shell, flag, script] if flag == "-c" && matches!(shell.as_str(), "sh" | "bash") => script.clone(),
        words => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
    }
}

/// The colour of a gate that we ran, and how it is known. What its end does not prove is `not-run`.
pub fn judge(command: &[String], ended: &Ended, output: &str) -> (GateState, String) {
    let not_run = |why: String| (GateState::NotRun, why);
    let code = match ended {
        Ended::Exit { code } => *code,
        Ended::Signal { signal } => return (GateState::Red, format!("ended by signal {signal}")),
        Ended::TimeLimit { seconds } => return not_run(format!("not over after {seconds} seconds, so it was ended")),
        Ended::Cancelled => return not_run("ended by the operator".to_owned()),
        Ended::NotStarted { why } => return not_run(format!("it could not be started: {why}")),
        Ended::Lost { why } => return not_run(format!("its end is not known: {why}")),
    };
    let script = line(command);
    let run = as_run(&script, code, output);
    let ran = ran(&run);
    // A pipe or a list is read as it would be in a transcript: the last exit status is not that of every part.
    let recognised = super::series(&run, &ran, &[key(&script)]);
    let results: Vec<_> = recognised.iter().flat_map(|series| &series.runs).map(|(_, run)| run).collect();
    if let Some(red) = results.iter().find(|run| !run.green) {
        return (GateState::Red, red.how.clone());
    }
    match (code, recognised.is_empty(), results.last()) {
        (126 | 127, ..) => not_run(format!("exit {code}: the command was not found")),
        (1.. | i32::MIN..0, ..) => (GateState::Red, format!("exit {code}")),
        (0, false, None) => not_run("exit 0, but what it printed does not show the result".to_owned()),
        (0, _, green) => (GateState::Green, green.map_or_else(|| "exit 0".to_owned(), |run| run.how.clone())),
    }
}

/// One call with its result, as a transcript would hold it.
pub(in crate::read) fn as_run(script: &str, code: i32, output: &str) -> Run {
    let mut run = Run::new(Runtime::ClaudeCode, "");
    let deed = Deed::Command { script: script.to_owned(), cwd: None, background: false };
    let call = Call { id: "gate".into(), tool: String::new(), deed, result: Some(1) };
    let state = if code == 0 { OutcomeState::Ok } else { OutcomeState::Failed };
    let bytes = output.len() as u64;
    let outcome = Outcome { call: "gate".into(), state, exit: Some(code), output: output.to_owned(), bytes };
    for what in [What::Call(call), What::Result(outcome)] {
        let id = run.events.len().to_string();
        run.events.push(Event::new(id, None, what));
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shell::commands;

    fn colour(script: &str, code: i32, output: &str) -> GateState {
        judge(&["sh", "-c", script].map(str::to_owned), &Ended::Exit { code }, output).0
    }

    #[test]
    fn a_pipe_hides_the_result_and_the_text_may_show_it() {
        assert_eq!(colour("pytest | tail -1", 0, "3 failed, 1 passed in 0.1s"), GateState::Red);
        assert_eq!(colour("pytest | tail -1", 0, "4 passed in 0.1s"), GateState::Green);
        assert_eq!(colour("pytest | tail -1", 0, "done"), GateState::NotRun);
        assert_eq!(colour("pytest || true", 0, ""), GateState::NotRun);
    }

    #[test]
    fn a_command_of_the_contract_that_no_table_knows_is_judged_by_its_exit_status() {
        assert_eq!(colour("./release-ok --all", 0, ""), GateState::Green);
        assert_eq!(colour("./release-ok --all", 3, ""), GateState::Red);
        assert_eq!(colour("./release-ok --all", 127, "not found"), GateState::NotRun);
        let (state, why) = judge(&["pytest".into()], &Ended::TimeLimit { seconds: 60 }, "");
        assert_eq!((state, why.as_str()), (GateState::NotRun, "not over after 60 seconds, so it was ended"));
    }

    #[test]
    fn variables_and_the_program_s_folder_are_kept() {
        let of = |script: &str| typed(&commands(script)[0], None);
        assert_eq!(
            of("A=1 timeout 60 .venv/bin/python -m pytest -q 2>&1 | tail -3"),
            ["env", "A=1", ".venv/bin/python", "-m", "pytest", "-q"]
        );
        assert_eq!(of("go test ./..."), ["go", "test", "./..."]);
        assert_eq!(typed(&commands("npm test -- 'a b'")[0], Some("app")), ["sh", "-c", "cd app && npm test -- 'a b'"]);
    }
}
