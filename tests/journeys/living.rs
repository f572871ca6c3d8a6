//! What still lives although it was answered, and where the next run starts: told wherever a decision hangs on it.

use lastgood::model::{Belongs, Facts, Process, Says, Sign, SignKind};

use crate::left::left;
use crate::person::{Person, now};

/// A process that the run left: the push, or the shell that runs it.
fn process(pid: u32, what: &str, event: Option<String>) -> Sign {
    let argv = what.split(' ').map(str::to_owned).collect();
    let comm = what.split(' ').next().unwrap_or_default().into();
    let process =
        Process { pid, parent: 1, group: 43, comm, argv, event, group_is_the_runs: true, ..Process::default() };
    Sign {
        kind: SignKind::Orphan,
        says: Says::Alive,
        what: what.into(),
        at: now(),
        pid: Some(pid),
        key: format!("process:{pid}"),
        belongs: Belongs::LeftByRun,
        process: Some(process),
    }
}

/// The run of `left`, with its push still under way.
fn pushing() -> Facts {
    let mut facts = left();
    let push = facts.products.iter().find(|one| one.command.is_some());
    let event = push.and_then(|push| push.made_by.first().cloned());
    facts.liveness.signs =
        vec![process(43, "bash -c push", event.clone()), process(44, "git push origin retry", event)];
    facts.liveness.verdict = lastgood::steps::confirm::verdict(&facts.liveness.signs);
    facts
}

#[test]
fn the_write_dialog_names_what_lives_although_it_was_answered() {
    let mut person = Person::opens(pushing()).at(80, 24);
    person.presses("2 enter p enter esc space space space x enter 3 enter w");
    person.sees("1 row said alive.").sees("1 row was not answered: it is looked again first.");
    person.presses("esc 1 a").types("I keep it").presses("enter s 3 w");
    person.does_not_see("nothing said alive").does_not_see("looked again first");
    person.sees("1 row said alive.").sees("bash, pid 43: answered by mira: I keep it");
}

#[test]
fn an_answer_about_an_action_whose_process_lives_is_given_knowing_that() {
    let mut person = Person::opens(pushing()).at(100, 30);
    person
        .presses("2 G a")
        .sees("What its command started still runs (bash, pid 43; git, pid")
        .sees("44): it can still happen.");
    person.presses("esc").is_looked_at(vec![]).presses("a").does_not_see("still runs");
}

#[test]
fn the_details_of_a_row_say_how_more_of_them_is_seen() {
    let mut facts = pushing();
    facts.liveness.signs = (50..70).map(|pid| process(pid, "node watch.js", None)).collect();
    facts.liveness.signs[0] = process(50, "node watch.js", Some("e9".into()));
    let mut person = Person::opens(facts).at(80, 24);
    // An event is named by its number, as everywhere.
    person.presses("1").sees("by event 8").does_not_see("by event e9").sees("more, enter shows them");
    person.presses("enter").sees("more, j scrolls").does_not_see("enter shows them");
}

#[test]
fn a_next_run_in_a_tree_of_its_own_is_told_where_it_starts_and_what_it_is_given() {
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("2 enter p enter esc space space space x enter 3 enter 0");
    person.sees("the work tree as it is").presses("esc f").sees("● fresh, new tree at 4c1e9d2").presses("0");
    person.sees("a new work tree at 4c1e9d2").does_not_see("the work tree as it is");
    person.presses("esc w y").sees("What that sets off");
    person.sees("a new branch recovery/LG-7Q2MX4KD-1 and a new work tree ~/src/sync-LG-7Q2MX4KD-1, at");
    person.sees("in ~/src/sync-LG-7Q2MX4KD-1;").does_not_see("in ~/src/sync;");
}

#[test]
fn the_details_of_a_client_say_what_it_waits_for() {
    let mut facts = pushing();
    let mut client = process(45, "codex --no-daemon", None);
    (client.belongs, client.says) = (Belongs::Agent, Says::Waiting);
    client.process.as_mut().expect("a process").state = Some("waits for its next prompt".into());
    facts.liveness.signs = vec![client];
    Person::opens(facts).at(80, 24).presses("1").sees("codex, pid 45").sees("waits for its next prompt");
}
