//! What a process of the run started is the run's, whatever it looks like by itself; and whose group it is then.

use lastgood::model::{Belongs, Call, Deed, Event, Run, Runtime, Says, What};

use crate::table::{Machine, Spec, of};

/// A run without marks in its environment, whose last command is a push.
fn pushes(machine: &Machine) -> Run {
    let mut run = Run::new(Runtime::OpenCode, "ses_1");
    run.cwd = Some(machine.path("tree"));
    let deed = Deed::Command { script: "git push origin release".into(), cwd: None, background: false };
    let what = What::Call(Call { id: "c1".into(), tool: "bash".into(), deed, result: None });
    run.events = vec![Event::new("e1", None, what)].into();
    run
}

/// A shell of the run, the push in it, and the other side of the push, which stands partly in the tree and partly elsewhere.
fn pushing(pids: [u32; 5]) -> Machine {
    let mut machine = Machine::new();
    let [shell, git, other_side, receives, hook] = pids;
    let mut runs = |pid, parent, argv: &[&str], cwd| {
        machine.runs(&Spec { pid, parent, argv, cwd, group: shell, start: 9_000_000, ..Spec::default() });
    };
    runs(shell, 1, &["/bin/bash", "-c", "git push origin release 2>&1"], "tree");
    runs(git, shell, &["git", "push", "origin", "release"], "tree");
    runs(other_side, git, &["/bin/sh", "-c", "git-receive-pack 'T/remote.git'"], "tree");
    runs(receives, other_side, &["git-receive-pack", "T/remote.git"], "store");
    runs(hook, receives, &["/bin/sh", "hooks/post-receive"], "store");
    machine
}

#[test]
fn what_a_command_of_the_run_started_is_the_runs_also_where_it_stands_in_the_tree() {
    // Process ids come round again: a child may have a lower one than its parent.
    for pids in [[43, 44, 45, 46, 47], [47, 46, 45, 44, 43]] {
        let machine = pushing(pids);
        let signs = machine.signs(&pushes(&machine));
        for pid in pids {
            let sign = of(&signs, pid);
            assert_eq!((sign.says, sign.belongs), (Says::Alive, Belongs::LeftByRun), "{sign:?}");
            assert!(sign.process.as_ref().expect("a process").group_is_the_runs, "{sign:?}");
        }
    }
}

#[test]
fn a_terminal_below_an_orphan_that_nobody_explains_stays_a_persons() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["editor-server"], start: 9_000_000, ..Spec::default() });
    machine.runs(&Spec { pid: 61, parent: 60, argv: &["-bash"], terminal: true, start: 9_000_001, ..Spec::default() });
    machine.runs(&Spec { pid: 62, parent: 60, argv: &["make"], group: 60, start: 9_000_001, ..Spec::default() });
    let signs = machine.signs(&pushes(&machine));
    assert_eq!(of(&signs, 61).belongs, Belongs::NotTheRuns);
    assert_eq!((of(&signs, 62).says, of(&signs, 62).belongs), (Says::Alive, Belongs::LeftByRun));
}

#[test]
fn the_starter_of_a_client_is_no_stranger_in_its_group_unless_it_has_another_session_open() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 59, argv: &["node", "T/bin/codex", "exec", "go"], group: 59, ..Spec::default() });
    let argv = &["T/vendor/bin/codex", "exec", "go"];
    machine.runs(&Spec { pid: 60, parent: 59, argv, group: 59, ..Spec::default() });
    let mut run = Run::new(Runtime::Codex, "01a2-aaaa");
    run.cwd = Some(machine.path("tree"));
    run.marks.locks = vec![machine.path("store/locks/01a2-aaaa.lock")];
    machine.locks("store/locks/01a2-aaaa.lock", 60);
    assert!(of(&machine.signs(&run), 60).process.as_ref().expect("a process").group_is_the_runs);
    machine.locks("store/locks/01a2-bbbb.lock", 59);
    assert!(!of(&machine.signs(&run), 60).process.as_ref().expect("a process").group_is_the_runs);
}

#[test]
fn a_server_that_holds_another_session_too_is_not_the_runs_alone_and_says_what_it_is_doing() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["T/daemon/bin/codex", "app-server"], group: 60, ..Spec::default() });
    let mut run = Run::new(Runtime::Codex, "01a2-aaaa");
    run.cwd = Some(machine.path("tree"));
    run.marks.locks = vec![machine.path("store/locks/01a2-aaaa.lock")];
    machine.locks("store/locks/01a2-aaaa.lock", 60);
    let server = |machine: &Machine| of(&machine.signs(&run), 60).process.clone().expect("a process");
    assert!(server(&machine).group_is_the_runs);
    assert_eq!(server(&machine).state.as_deref(), Some("sits at its prompt: the last turn is over"));
    machine.locks("store/locks/01a2-bbbb.lock", 60);
    assert!(!server(&machine).group_is_the_runs);
}

#[test]
fn a_process_with_a_mark_that_names_no_call_is_tied_to_the_event_whose_command_it_runs() {
    let mut machine = Machine::new();
    let argv = &["/bin/bash", "-c", "source /x.sh || true && eval 'git push origin release' < /dev/null"];
    machine.runs(&Spec { pid: 50, argv, environ: &[("CLAUDE_CODE_SESSION_ID", "a72ace35-d83e")], ..Spec::default() });
    // A child that has the mark itself, and whose own words are in no command.
    machine.runs(&Spec {
        pid: 51,
        parent: 50,
        argv: &["/bin/sh", "hooks/pre-push"],
        environ: &[("CLAUDECODE", "1")],
        ..Spec::default()
    });
    let mut run = machine.claude();
    run.events = pushes(&machine).events;
    let signs = machine.signs(&run);
    for pid in [50, 51] {
        assert_eq!(of(&signs, pid).process.as_ref().and_then(|process| process.event.as_deref()), Some("e1"), "{pid}");
    }
}
