//! Who only stands in the tree: shells, editors, panes, services; and accounts that hide.

use lastgood::model::{Belongs, Call, Deed, Event, Says, SignKind, What};

use crate::table::{Machine, Spec, all_quiet, of, says};

#[test]
fn a_persons_shell_and_editor_are_not_the_runs() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["-bash"], terminal: true, ..Spec::default() });
    machine.runs(&Spec { pid: 61, parent: 60, argv: &["vi", "src/lib.rs"], terminal: true, ..Spec::default() });
    let signs = machine.signs(&machine.claude());
    assert_eq!((of(&signs, 60).says, of(&signs, 60).belongs), (Says::Nothing, Belongs::NotTheRuns));
    assert!(signs.iter().all(|sign| sign.pid != Some(61)), "one row for a person's processes");
    assert!(all_quiet(&signs));
}

#[test]
fn a_pane_is_not_an_agent_unless_the_agent_sits_in_it() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 40, argv: &["tmux: server"], cwd: "", ..Spec::default() });
    machine.runs(&Spec { pid: 60, parent: 40, argv: &["-zsh"], terminal: true, ..Spec::default() });
    let run = machine.claude();
    let signs = machine.signs(&run);
    assert_eq!((of(&signs, 60).says, of(&signs, 60).kind), (Says::Nothing, SignKind::Multiplexer));
    machine.runs(&Spec { pid: 629, parent: 60, argv: &["claude"], start: 4_000, terminal: true, ..Spec::default() });
    assert_eq!(of(&machine.signs(&run), 629).says, Says::Alive);
}

#[test]
fn a_multiplexer_that_was_started_in_the_tree_is_no_sign_but_one_that_the_run_started_is() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 40, argv: &["tmux", "new", "-d"], start: 9_000_000, ..Spec::default() });
    machine.runs(&Spec { pid: 60, parent: 40, argv: &["-zsh"], terminal: true, ..Spec::default() });
    let run = machine.claude();
    let signs = machine.signs(&run);
    assert!(signs.iter().all(|sign| sign.pid != Some(40)) && all_quiet(&signs));
    assert_eq!((of(&signs, 60).says, of(&signs, 60).kind), (Says::Nothing, SignKind::Multiplexer));
    let environ = &[("CLAUDE_CODE_SESSION_ID", run.session.as_str())];
    machine.runs(&Spec { pid: 41, argv: &["tmux", "new", "-d", "npm run dev"], environ, ..Spec::default() });
    assert_eq!(of(&machine.signs(&run), 41).belongs, Belongs::LeftByRun);
}

#[test]
fn an_orphan_that_nobody_explains_is_not_quiet() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 60,
        argv: &["bash", "-c", "while true; do date >> sync.log; done"],
        start: 9_000_000,
        ..Spec::default()
    });
    let signs = machine.signs(&machine.claude());
    assert_eq!(of(&signs, 60).says, Says::Alive);
    assert!(of(&signs, 60).what.contains("nothing else says whose it is"));
}

#[test]
fn what_started_before_the_run_is_not_its_own_unless_the_clock_was_set_by_hand() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["python3", "-m", "http.server"], start: 100, ..Spec::default() });
    assert_eq!(of(&machine.signs(&machine.claude()), 60).says, Says::Nothing);
    machine.world.now_is_fixed = true;
    assert_eq!(of(&machine.signs(&machine.claude()), 60).says, Says::Alive);
}

#[test]
fn a_file_of_the_tree_that_an_orphan_elsewhere_writes_is_a_sign() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 60,
        argv: &["tee", "out.log"],
        cwd: "store",
        open: &["tree/out.log"],
        start: 9_000_000,
        ..Spec::default()
    });
    let signs = machine.signs(&machine.claude());
    assert_eq!(of(&signs, 60).says, Says::Alive);
    assert!(of(&signs, 60).what.contains("out.log"));
}

#[test]
fn ports_stand_in_the_words_of_the_process() {
    let mut machine = Machine::new();
    let table =
        "  sl  local_address rem_address   st\n   0: 0100007F:46A0 00000000:0000 0A 0:0 0:0 0 1001 0 55512 1 x\n";
    std::fs::write(machine.world.proc.join("net/tcp"), table).expect("a file");
    let environ = &[("CLAUDE_CODE_SESSION_ID", "a72ace35-d83e")];
    machine.runs(&Spec {
        pid: 60,
        argv: &["python3", "-m", "gate.server"],
        environ,
        open: &["socket:[55512]"],
        ..Spec::default()
    });
    let signs = machine.signs(&machine.claude());
    assert!(of(&signs, 60).what.contains("gate.server") && of(&signs, 60).what.contains("port 18080"));
}

#[test]
fn a_server_that_left_the_tree_and_its_marks_is_known_by_the_port_that_the_run_named() {
    let serves = |script: &str, start: u64| {
        let mut machine = Machine::new();
        let table = "  sl\n   0: 0100007F:46A0 00000000:0000 0A 0:0 0:0 0 1001 0 55512 1 x\n";
        std::fs::write(machine.world.proc.join("net/tcp"), table).expect("a file");
        let argv = &["/opt/gated", "--quiet"];
        machine.runs(&Spec { pid: 60, argv, cwd: "store", open: &["socket:[55512]"], start, ..Spec::default() });
        let mut run = machine.claude();
        run.last_event = "2026-11-29T12:30:00Z".parse().ok();
        let deed = Deed::Command { script: script.into(), cwd: None, background: false };
        let what = What::Call(Call { id: "c1".into(), tool: "Bash".into(), deed, result: None });
        run.events = vec![Event::new("e1", None, what)].into();
        machine.signs(&run).into_iter().filter(|sign| sign.pid == Some(60)).collect::<Vec<_>>()
    };
    // Ten minutes past noon, while the run went on, in ticks since the boot of the made-up machine.
    let noon = (1_795_953_600 - 1_795_900_000 + 600) * 100;
    let found = serves("gated --port=18080 --daemon && curl -s localhost:18080/health", noon);
    assert_eq!(found.iter().map(|sign| sign.kind).collect::<Vec<_>>(), [SignKind::Orphan, SignKind::Port]);
    assert!(found.iter().all(|sign| sign.says == Says::Alive && sign.belongs == Belongs::LeftByRun));
    assert_eq!(found[0].process.as_ref().and_then(|process| process.event.as_deref()), Some("e1"));
    assert!(serves("gated --port=18081 --daemon", noon).is_empty(), "another port");
    assert!(serves("gated --port=18080 --daemon", 5_000).is_empty(), "it was there before the run");
}

#[test]
fn other_accounts_matter_only_when_they_own_the_session_or_run_an_agent() {
    let mut machine = Machine::new();
    machine.world.uid += 1; // the files and processes now belong to somebody else
    machine.runs(&Spec { pid: 60, argv: &["postgres"], hidden: true, ..Spec::default() });
    let run = machine.claude();
    assert!(says(&machine.signs(&run), Says::CannotLook, &["may not be looked at"]));

    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["postgres"], hidden: true, ..Spec::default() });
    assert!(all_quiet(&machine.signs(&machine.claude())));
}

#[test]
fn a_process_table_that_cannot_be_read_says_so() {
    let mut machine = Machine::new();
    machine.world.proc = machine.path("nowhere");
    let signs = machine.signs(&machine.claude());
    assert!(says(&signs, Says::CannotLook, &["could not be read"]));
    assert!(!says(&signs, Says::Quiet, &["no process"]));
}
