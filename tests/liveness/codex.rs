//! Codex: the lock of the thread, call ids in the environment, servers that outlive the terminal. Then Gemini CLI and OpenCode.

use lastgood::model::{Call, Deed, Event, Marks, Run, Runtime, Says, SignKind, Speaker, What};

use crate::table::{Machine, Spec, all_quiet, of, says};

fn codex(machine: &Machine) -> Run {
    let mut run = Run::new(Runtime::Codex, "01a2-aaaa");
    run.marks = Marks {
        environ: vec![("CODEX_THREAD_ID".into(), Some("01a2-aaaa".into()))],
        locks: vec![machine.path("store/locks/01a2-aaaa.lock")],
        held: vec![machine.path("store/rollout-01a2-aaaa.jsonl")],
        folder: Some(machine.path("tree")),
        ..Marks::default()
    };
    run.events = vec![event("1", What::Asked { text: "go".into(), by: Speaker::Person })].into();
    run
}

fn event(id: &str, what: What) -> Event {
    Event::new(id, None, what)
}

fn command(id: &str, script: &str) -> Event {
    let deed = Deed::Command { script: script.into(), cwd: None, background: false };
    event(id, What::Call(Call { id: id.into(), tool: "exec_command".into(), deed, result: None }))
}

#[test]
fn a_lock_that_is_missing_or_free_is_quiet() {
    let machine = Machine::new();
    assert!(says(&machine.signs(&codex(&machine)), Says::Quiet, &["no lock"]));
    machine.touches("store/locks/01a2-aaaa.lock");
    let signs = machine.signs(&codex(&machine));
    assert!(says(&signs, Says::Quiet, &["nobody holds the lock"]) && all_quiet(&signs));
}

#[test]
fn who_holds_the_lock_has_the_session_open() {
    let mut machine = Machine::new();
    machine.locks("store/locks/01a2-aaaa.lock", 60);
    machine.runs(&Spec { pid: 59, argv: &["node", "T/bin/codex", "exec", "go"], ..Spec::default() });
    machine.runs(&Spec { pid: 60, parent: 59, argv: &["T/vendor/bin/codex", "exec", "go"], ..Spec::default() });
    let signs = machine.signs(&codex(&machine));
    assert_eq!((of(&signs, 60).says, of(&signs, 60).kind), (Says::Alive, SignKind::SessionLock));
    assert!(of(&signs, 60).what.contains("lock"));
    assert!(!signs.iter().any(|sign| sign.says == Says::Quiet && sign.kind == SignKind::SessionLock));
}

#[test]
fn a_server_that_holds_the_lock_while_a_command_has_no_result_waits() {
    let mut machine = Machine::new();
    machine.locks("store/locks/01a2-aaaa.lock", 60);
    machine.runs(&Spec { pid: 60, argv: &["T/daemon/bin/codex", "app-server"], ..Spec::default() });
    machine.runs(&Spec {
        pid: 61,
        argv: &["T/daemon/bin/codex", "app-server", "daemon", "pid-update-loop"],
        ..Spec::default()
    });
    let mut run = codex(&machine);
    run.events.push(command("call_6", "git push origin release"));
    let signs = machine.signs(&run);
    assert_eq!(of(&signs, 60).says, Says::Waiting);
    assert_eq!(of(&signs, 61).says, Says::Nothing);
}

#[test]
fn a_command_that_runs_under_the_server_keeps_it_alive_and_names_its_call() {
    let mut machine = Machine::new();
    machine.locks("store/locks/01a2-aaaa.lock", 60);
    machine.runs(&Spec { pid: 60, argv: &["T/daemon/bin/codex", "app-server"], ..Spec::default() });
    let environ = &[("CODEX_THREAD_ID", "01a2-aaaa"), ("CODEX_TOOL_CALL_ID", "call_8")];
    machine.runs(&Spec { pid: 62, parent: 60, argv: &["python3", "-m", "unittest", "-v"], environ, ..Spec::default() });
    let mut run = codex(&machine);
    run.events.push(command("call_8", "python3 -m unittest -v 2>&1 | tee out.log"));
    let signs = machine.signs(&run);
    assert!(of(&signs, 62).what.contains("call_8") && of(&signs, 62).says == Says::Alive);
    assert_eq!(of(&signs, 62).process.as_ref().expect("a process").event.as_deref(), Some("call_8"));
    assert_eq!(of(&signs, 60).says, Says::Alive);
}

#[test]
fn another_threads_holder_in_the_tree_is_another_run() {
    let mut machine = Machine::new();
    machine.touches("store/locks/01a2-aaaa.lock");
    machine.locks("store/locks/01a2-bbbb.lock", 66);
    machine.runs(&Spec { pid: 66, argv: &["codex", "--no-daemon"], terminal: true, ..Spec::default() });
    let signs = machine.signs(&codex(&machine));
    assert_eq!((of(&signs, 66).kind, of(&signs, 66).says), (SignKind::OtherRun, Says::Alive));
    assert!(of(&signs, 66).what.contains("01a2-bbbb"));
}

#[test]
fn an_agent_of_another_runtime_in_the_tree_is_another_run() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 66, argv: &["opencode"], terminal: true, ..Spec::default() });
    let signs = machine.signs(&codex(&machine));
    assert_eq!((of(&signs, 66).kind, of(&signs, 66).says), (SignKind::OtherRun, Says::Alive));
}

#[test]
fn without_marks_the_command_text_and_the_folder_tie_an_orphan_and_descent_ties_its_children() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 60,
        argv: &["/bin/bash", "-c", "git push origin release 2>&1; sleep 200"],
        ..Spec::default()
    });
    machine.runs(&Spec { pid: 61, parent: 60, argv: &["git", "push", "origin", "release"], ..Spec::default() });
    machine.runs(&Spec {
        pid: 62,
        parent: 61,
        argv: &["git-receive-pack", "T/remote.git"],
        cwd: "store",
        ..Spec::default()
    });
    let mut run = Run::new(Runtime::OpenCode, "ses_1");
    run.marks = Marks { folder: Some(machine.path("tree")), folder_decides: true, ..Marks::default() };
    run.events = vec![command("call_6_0", "git push origin release 2>&1; sleep 200")].into();
    let signs = machine.signs(&run);
    assert!([60, 61, 62].iter().all(|pid| of(&signs, *pid).says == Says::Alive));
    assert_eq!(of(&signs, 60).process.as_ref().expect("a process").next.as_deref(), Some("sleep 200"));
    assert_eq!(of(&signs, 60).process.as_ref().expect("a process").event.as_deref(), Some("call_6_0"));
}

#[test]
fn two_node_processes_of_one_gemini_are_one_client_at_its_prompt() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["node", "/home/dev/bin/gemini"], terminal: true, ..Spec::default() });
    machine.runs(&Spec {
        pid: 61,
        parent: 60,
        argv: &["/usr/bin/node", "--max-old-space-size=12052", "/home/dev/bin/gemini"],
        terminal: true,
        ..Spec::default()
    });
    let mut run = Run::new(Runtime::GeminiCli, "g1");
    run.marks = Marks {
        environ: vec![("GEMINI_CLI".into(), None)],
        folder: Some(machine.path("tree")),
        folder_decides: true,
        ..Marks::default()
    };
    run.events = vec![event("1", What::Said { text: "Done.".into() })].into();
    let signs = machine.signs(&run);
    assert_eq!(of(&signs, 61).says, Says::Waiting);
    assert_eq!(of(&signs, 60).says, Says::Waiting);
}
