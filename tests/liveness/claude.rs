//! Claude Code: pid files, orphans by their environment, other sessions in the same tree.

use lastgood::model::{Belongs, OtherSession, RegistryEntry, Says, SignKind};

use crate::table::{Machine, Spec, all_quiet, of, says};

const MARK: &[(&str, &str)] = &[("CLAUDECODE", "1"), ("CLAUDE_CODE_SESSION_ID", "a72ace35-d83e")];

#[test]
fn a_process_that_is_gone_is_quiet_and_named() {
    let machine = Machine::new();
    let signs = machine.signs(&machine.claude());
    assert!(says(&signs, Says::Quiet, &["pid 629 is gone"]));
    assert!(all_quiet(&signs));
}

#[test]
fn the_same_pid_with_another_start_is_another_process() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 629, argv: &["/usr/sbin/cron", "-f"], cwd: "", start: 9_000, ..Spec::default() });
    let signs = machine.signs(&machine.claude());
    assert!(says(&signs, Says::Quiet, &["629", "another process now", "cron"]));
    assert!(all_quiet(&signs));
}

#[test]
fn the_same_pid_with_the_same_start_is_the_client() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 629,
        argv: &["claude", "-p", "Add a balance"],
        start: 4_000,
        terminal: true,
        ..Spec::default()
    });
    let run = machine.claude();
    let signs = machine.signs(&run);
    let sign = of(&signs, 629);
    assert_eq!((sign.says, sign.belongs), (Says::Alive, Belongs::Agent));
    assert_eq!(sign.key, "process:629:4000");

    let mut run = run;
    run.marks.registry[0].status = Some("waiting".into());
    run.marks.registry[0].waiting_for = Some("permission prompt".into());
    let signs = machine.signs(&run);
    assert_eq!(of(&signs, 629).says, Says::Waiting);
    assert!(of(&signs, 629).what.contains("permission prompt"));
}

#[test]
fn a_note_from_another_machine_or_container_is_never_dead() {
    let machine = Machine::new();
    let mut run = machine.claude();
    run.marks.registry[0].domain = Some("linux:ffff:pid:[4026531836]".into());
    let signs = machine.signs(&run);
    assert!(says(&signs, Says::CannotLook, &["629", "another machine"]));
    assert!(!says(&signs, Says::Quiet, &["629"]));
}

#[test]
fn what_a_killed_client_left_running_is_alive_with_its_children_and_what_comes_next() {
    let mut machine = Machine::new();
    let shell = "source /x.sh 2>/dev/null || true && eval 'sleep 90; cargo test retry'";
    machine.runs(&Spec {
        pid: 50,
        argv: &["/bin/bash", "-c", shell],
        environ: MARK,
        open: &["store/a72ace35-d83e/tasks/b1.output"],
        ..Spec::default()
    });
    machine.runs(&Spec { pid: 51, parent: 50, argv: &["sleep", "90"], group: 50, ..Spec::default() });
    let signs = machine.signs(&machine.claude());
    let (shell, sleep) = (of(&signs, 50), of(&signs, 51));
    assert_eq!((shell.says, shell.kind, shell.belongs), (Says::Alive, SignKind::Orphan, Belongs::LeftByRun));
    assert_eq!((sleep.says, sleep.belongs), (Says::Alive, Belongs::LeftByRun));
    let shown = shell.process.as_ref().expect("a process");
    assert_eq!(shown.next.as_deref(), Some("cargo test retry"));
    assert!(shown.group_is_the_runs);
    assert!(says(&signs, Says::Quiet, &["no process of Claude Code", "629"]));
}

#[test]
fn a_group_with_a_stranger_in_it_is_not_the_runs() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 50, argv: &["python3", "soak.py"], environ: MARK, group: 40, ..Spec::default() });
    machine.runs(&Spec { pid: 40, argv: &["make"], cwd: "", ..Spec::default() });
    let signs = machine.signs(&machine.claude());
    assert!(!of(&signs, 50).process.as_ref().expect("a process").group_is_the_runs);
}

#[test]
fn another_session_in_the_same_tree_is_alive_and_named() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 70, argv: &["claude", "-p", "Document the rates"], start: 6_000, ..Spec::default() });
    machine.runs(&Spec {
        pid: 71,
        parent: 70,
        argv: &["sleep", "500"],
        environ: &[("CLAUDE_CODE_SESSION_ID", "b9509785")],
        ..Spec::default()
    });
    let mut run = machine.claude();
    let noted = RegistryEntry {
        pid: 70,
        start_ticks: Some(6_000),
        domain: Some(Machine::domain()),
        ..RegistryEntry::default()
    };
    run.marks.others.push(OtherSession { session: "b9509785".into(), registry: vec![noted], locks: Vec::new() });
    let signs = machine.signs(&run);
    assert_eq!((of(&signs, 70).kind, of(&signs, 70).says), (SignKind::OtherRun, Says::Alive));
    assert!(of(&signs, 70).what.contains("b9509785") && of(&signs, 71).what.contains("b9509785"));
    assert!(says(&signs, Says::Quiet, &["629"]));
}

#[test]
fn another_session_elsewhere_is_no_sign() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 70,
        argv: &["claude"],
        cwd: "store",
        environ: &[("CLAUDE_CODE_SESSION_ID", "b9509785")],
        ..Spec::default()
    });
    assert!(all_quiet(&machine.signs(&machine.claude())));
}

#[test]
fn a_client_in_the_tree_that_nothing_ties_to_another_session_counts_as_this_one() {
    let mut machine = Machine::new();
    let environ = &[("PAPERCLIP_RUN_ID", "run-0007")];
    machine.runs(&Spec { pid: 70, argv: &["claude", "--print", "-"], environ, ..Spec::default() });
    let signs = machine.signs(&machine.claude());
    assert_eq!((of(&signs, 70).says, of(&signs, 70).belongs), (Says::Alive, Belongs::Agent));
    assert!(of(&signs, 70).what.contains("PAPERCLIP_RUN_ID=run-0007"));
}

#[test]
fn a_client_that_resumed_the_session_by_path_is_its_client_and_a_fork_is_not() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 70,
        argv: &["claude", "--resume", "T/store/a72ace35-d83e.jsonl"],
        cwd: "store",
        terminal: true,
        ..Spec::default()
    });
    machine.runs(&Spec {
        pid: 71,
        argv: &["claude", "-p", "--resume", "a72ace35-d83e", "--fork-session", "x"],
        ..Spec::default()
    });
    let signs = machine.signs(&machine.claude());
    assert_eq!(of(&signs, 70).belongs, Belongs::Agent);
    assert_eq!(of(&signs, 71).kind, SignKind::OtherRun);
}

#[test]
fn a_reader_of_the_transcript_is_not_its_client() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 70,
        argv: &["tail", "-f", "T/store/a72ace35-d83e.jsonl"],
        cwd: "store",
        terminal: true,
        ..Spec::default()
    });
    assert!(all_quiet(&machine.signs(&machine.claude())));
}

#[test]
fn a_supervisor_that_lives_makes_it_wait() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 80, argv: &["claude", "daemon", "run"], cwd: "store", start: 3_000, ..Spec::default() });
    let mut run = machine.claude();
    run.marks.registry.push(RegistryEntry {
        pid: 80,
        start_ticks: Some(3_000),
        server: true,
        what: "background supervisor".into(),
        ..RegistryEntry::default()
    });
    let signs = machine.signs(&run);
    assert_eq!((of(&signs, 80).kind, of(&signs, 80).says), (SignKind::Scheduler, Says::Waiting));
}
