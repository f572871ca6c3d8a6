//! Who only stands in the tree: shells, editors, panes, services; and accounts that hide.

use lastgood::model::{Belongs, Says, SignKind};

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
