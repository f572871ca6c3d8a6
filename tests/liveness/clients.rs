//! Clients that no mark ties to a session: by the prompt they were given, and servers that work in any folder.

use lastgood::model::{Belongs, Event, Run, Runtime, Says, Speaker, TurnEnd, What};

use crate::table::{Machine, Spec, all_quiet, of};

/// A run of this runtime in the work tree, which was asked this and whose turn is over or not.
fn asked(machine: &Machine, runtime: Runtime, text: &str, over: bool) -> Run {
    let mut run = Run::new(runtime, "ses_1");
    run.cwd = Some(machine.path("tree"));
    run.marks.folder = run.cwd.clone();
    run.started = Some("2026-11-29T12:00:00Z".parse().expect("a time"));
    run.last_event = Some("2026-11-29T20:00:00Z".parse().expect("a time"));
    let mut whats = vec![What::Asked { text: text.into(), by: Speaker::Person }];
    if over {
        whats.push(What::TurnEnd(TurnEnd::Completed));
    }
    run.events = whats.into_iter().map(|what| Event::new(String::new(), None, what)).collect();
    run
}

#[test]
fn a_client_with_this_runs_prompt_is_its_agent_and_one_with_another_prompt_is_not() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["gemini", "-p", "Add vat()  to totals.py"], ..Spec::default() });
    machine.runs(&Spec { pid: 61, argv: &["gemini", "-p", "Write the docs of totals"], ..Spec::default() });
    machine.runs(&Spec { pid: 62, argv: &["gemini", "--resume", "1", "-p", "Now the docs please"], ..Spec::default() });
    let run = asked(&machine, Runtime::GeminiCli, "Add 'vat()' to totals.py", false);
    let signs = machine.signs(&run);
    let whose = |pid| (of(&signs, pid).says, of(&signs, pid).belongs);
    assert_eq!(whose(60), (Says::Alive, Belongs::Agent));
    assert_eq!(whose(61), (Says::Alive, Belongs::NotTheRuns));
    assert!(of(&signs, 61).what.contains("another prompt: Write the docs of totals"));
    assert_eq!(whose(62).1, Belongs::Agent, "a resumed session may have been told anything");
}

#[test]
fn a_server_elsewhere_that_could_have_the_session_open_is_not_quiet() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["opencode", "serve", "--port", "4096"], cwd: "store", ..Spec::default() });
    let open = asked(&machine, Runtime::OpenCode, "Publish it", false);
    assert_eq!(of(&machine.signs(&open), 60).says, Says::CannotLook);
    let over = asked(&machine, Runtime::OpenCode, "Publish it", true);
    assert!(all_quiet(&machine.signs(&over)), "its last turn is over");
    let mut earlier = open;
    earlier.last_event = Some("2026-11-01T20:00:00Z".parse().expect("a time"));
    assert!(all_quiet(&machine.signs(&earlier)), "the server is younger than the last record");
}

#[test]
fn a_client_in_another_folder_is_nobodys_sign() {
    let mut machine = Machine::new();
    machine.runs(&Spec { pid: 60, argv: &["opencode"], cwd: "store", terminal: true, ..Spec::default() });
    machine.runs(&Spec { pid: 61, argv: &["gemini", "-p", "Write the docs now"], cwd: "store", ..Spec::default() });
    for runtime in [Runtime::OpenCode, Runtime::GeminiCli] {
        assert!(all_quiet(&machine.signs(&asked(&machine, runtime, "Publish it", false))));
    }
}
