//! Gates and kept copies by keys: asked first, streamed, ended as a group, written down.

use lastgood::model::{Ended, GateOffer, GateState, GoodContent, Measured, NamedGate, Op, RanIn, Side};
use lastgood::msg::{Effect, GateNews, Msg, Surveyed, SurveyedGood, Write};

use crate::left::left;
use crate::person::{Person, now};

fn measured(side: Side, state: GateState, standing: &str) -> Measured {
    Measured {
        name: "unit".into(),
        command: vec!["make".into(), "check".into()],
        source: "packet".into(),
        side,
        content: "8fb6cb252388766ff478e4931925e0f1eab03610".into(),
        standing: standing.to_owned(),
        commit: None,
        ran_in: RanIn::Scratch,
        ended: Ended::Exit { code: i32::from(state == GateState::Red) },
        state,
        why: if state == GateState::Red { "exit 1" } else { "exit 0" }.into(),
        at: now(),
        millis: 2_400,
        output: None,
        printed: vec![],
        left: vec![],
        changed: vec![],
    }
}

/// A person at a run whose contract names a gate, with step 1 settled.
fn person() -> Person {
    let mut facts = left();
    let gate = NamedGate { name: "unit".into(), command: vec!["make".into(), "check".into()] };
    facts.offers = vec![GateOffer { gate, source: "packet".into() }];
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("1 s");
    person
}

fn asked(person: &Person) -> Vec<&Write> {
    let writes = person.asked.iter().filter_map(|effect| match effect {
        Effect::Write { write, .. } => Some(&**write),
        _ => None,
    });
    writes.collect()
}

#[test]
fn gates_wait_for_step_1() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("R").sees("settle step 1 first");
    assert!(asked(&person).is_empty());
}

#[test]
fn nothing_runs_before_yes_and_the_place_is_chosen() {
    let mut person = person();
    person.presses("R").sees("which gates?").sees("1 make check (packet)").presses("enter");
    person.sees("run gates").sees("$ make check").sees("last good 4c1e9d2").sees("What git ignores is not in a copy");
    person.presses("enter R").sees("$ make check");
    assert!(asked(&person).is_empty());
    person.presses("o").sees("are linked into the copies");
    person.presses("o").sees("In the work tree itself").does_not_see("last good 4c1e9d2 ");
    person.presses("o y");
    let [Write::Gates(gates)] = asked(&person)[..] else { panic!("{:?}", asked(&person)) };
    assert_eq!((gates.ran_in, gates.limit, gates.sides.len()), (RanIn::Scratch, 900, 2));
    assert_eq!(gates.gates[0].source, "packet");
}

#[test]
fn a_command_of_ones_own_goes_to_a_shell_only_when_it_needs_one() {
    let mut person = person();
    person.presses("R").types("pytest -q | tail -1").presses("enter enter").sees("$ pytest -q | tail -1").presses("y");
    let [Write::Gates(gates)] = asked(&person)[..] else { panic!() };
    assert_eq!(gates.gates[0].gate.command, ["sh", "-c", "pytest -q | tail -1"]);
    let mut person = super::gates::person();
    person.presses("R").types("7").presses("enter").sees("say all, the numbers of gates");
}

#[test]
fn a_stray_letter_becomes_no_gate() {
    let mut person = person();
    person.presses("R R enter").sees("\"R\" is none of these gates: enter again runs it").does_not_see("run gates");
    // What was typed stays, and can be changed; another text is asked about anew.
    person.types("x").presses("enter").sees("\"Rx\" is none of these gates").does_not_see("run gates");
    person.presses("esc R").does_not_see("Rx").presses("enter").sees("run gates").sees("$ make check").presses("esc");
    // Asked once is not asked for the next time.
    person.presses("R R x enter").sees("\"Rx\" is none of these gates").presses("enter").sees("$ Rx").presses("esc");
    person.presses("R R x enter").sees("\"Rx\" is none of these gates");
    assert!(asked(&person).is_empty());
}

#[test]
fn what_they_print_streams_in_and_x_ends_them_as_a_group() {
    let mut person = person();
    person.presses("R enter y").sees("laying out the content");
    let said = |news| Msg::Gates(news);
    person.hears(said(GateNews::Laid {
        side: Side::Present,
        content: "8fb6cb2523".into(),
        missing: vec!["node_modules".into()],
    }));
    person.hears(said(GateNews::Began { name: "unit".into(), command: "make check".into(), side: Side::Present }));
    person.hears(said(GateNews::Printed("one\n\u{1b}[31mtwo\u{1b}[0m\n".into())));
    person.sees("not in the copy: node_modules").sees("$ make check").sees("two").sees("unit on now");
    // Elsewhere they go on, and R shows them again.
    person.presses("esc").sees("what it left").presses("R").sees("unit on now");
    person.presses("x").sees("ending the gates");
    assert!(person.asked.contains(&Effect::StopGates));
}

#[test]
fn was_green_is_red_is_said_and_counts_as_long_as_the_content_stands() {
    let mut person = person();
    person.presses("R enter y");
    let standing = person.world.facts.tree.standing();
    let results =
        vec![measured(Side::LastGood, GateState::Green, ""), measured(Side::Present, GateState::Red, &standing)];
    for result in &results {
        person.hears(Msg::Gates(GateNews::Over(Box::new(result.clone()))));
    }
    let entry = person.world.writes(Op::Measured { attempt: 1, results });
    person.hears(Msg::Saved { ticket: 0, entries: vec![entry] });
    person.hears(Msg::Gates(GateNews::End(None)));
    person.sees("1 green, 1 red").sees("green on last good, not now: unit").sees("last good  green  unit");
    // The red gate is a candidate of step 3 now.
    person.presses("esc 3").sees("unit");
    let desk = person.app.desk.as_ref().unwrap();
    assert_eq!(desk.facts.gates[0].state, GateState::Red);
}

#[test]
fn a_new_result_is_a_new_proof_and_what_was_said_of_the_one_before_does_not_count() {
    let mut person = crate::second::reviews(100, 40);
    let of_gate = |person: &mut Person| {
        person.presses("g");
        while !person.screen().lines().any(|line| line.contains('▌') && line.contains(" gate ")) {
            person.presses("j");
        }
    };
    let judged = |person: &Person| person.screen().lines().any(|line| line.contains(" gate ") && line.contains("fine"));
    of_gate(&mut person);
    person.presses("space space space m");
    assert!(judged(&person), "{}", person.screen());
    let runs = |person: &mut Person, name: &str, at: &str| {
        let standing = person.world.attempts[0].1.tree.standing();
        let result = Measured {
            name: name.into(),
            command: name.split(' ').map(str::to_owned).collect(),
            at: at.parse().unwrap(),
            ..measured(Side::Present, GateState::Red, &standing)
        };
        let entry = person.world.writes(Op::Measured { attempt: 1, results: vec![result] });
        person.hears(Msg::Saved { ticket: 0, entries: vec![entry] });
    };
    // Another gate, and a result that was there when the proof was looked at, take nothing away.
    runs(&mut person, "make lint", "2026-11-28T02:30:00Z");
    runs(&mut person, "cargo test", "2026-11-28T02:00:00Z");
    assert!(judged(&person), "{}", person.screen());
    runs(&mut person, "cargo test", "2026-11-28T02:14:00Z");
    assert!(judged(&person), "{}", person.screen());
    runs(&mut person, "cargo test", "2026-11-28T02:30:00Z");
    assert!(!judged(&person), "{}", person.screen());
    of_gate(&mut person);
    while !person.screen().lines().any(|line| line.contains('▌') && line.contains("cargo test")) {
        person.presses("j");
    }
    person.presses("m").sees("open its proof first").presses("enter").sees("lastgood ran it again after this was");
}

#[test]
fn a_salvage_copy_names_what_it_holds_and_what_looks_secret_stays_out() {
    let mut person = person();
    person.world.surveyed = Surveyed {
        refused: None,
        files: 12,
        bytes: 40_000,
        changed: vec!["src/worker/retry.rs".into(), ".env".into()],
        secrets: vec![(b".env".to_vec(), "named like a file with secrets".into())],
        good: None,
        not_in_it: vec!["vendor/inner (another repository)".into()],
    };
    person.presses("S").sees("keep a salvage copy").sees("11 files").sees(".env: named like");
    person.sees("git push --mirror would publish it").presses("j j j j j j j j j j").sees("vendor/inner");
    person.presses("S enter");
    assert!(asked(&person).is_empty());
    person.presses("o").sees("WILL be in it").presses("o").sees("left out").presses("y");
    assert_eq!(asked(&person), [&Write::Salvage { include: vec![] }]);
    person.sees("copies that are kept").sees("worktree add --detach").sees("Not in it: .env").presses("y");
    assert!(
        person
            .asked
            .iter()
            .any(|effect| matches!(effect, Effect::Copy { text, .. } if text.contains("refs/lastgood/salvage/")))
    );
    // The next run can start from it.
    person.presses("esc 3 f f").sees("salvage copy");
}

#[test]
fn without_a_repository_it_says_what_can_be_done() {
    let mut person = person();
    person.world.surveyed.refused = Some("no git repository; copy it by hand: cp -a".into());
    person.presses("S").sees("copy it by hand: cp -a");
    assert!(asked(&person).is_empty());
}

#[test]
fn last_good_that_no_commit_has_can_be_kept_from_the_dialog_and_the_palette() {
    let mut facts = left();
    facts.last_good.content = Some(GoodContent::Replayed);
    let mut person = Person::opens(facts).at(80, 24);
    person.presses(":").types("keep last good").sees("keep last good as a ref").presses("enter");
    person.sees("nothing to keep: last good is a commit, or the work tree");
    person.world.surveyed = Surveyed {
        files: 12,
        good: Some(SurveyedGood {
            base: Some("4c1e9d2f00112233445566778899aabbccddeeff".into()),
            files: vec!["src/worker/retry.rs".into()],
            ..SurveyedGood::default()
        }),
        ..Surveyed::default()
    };
    person.presses(":").types("keep last good").presses("enter").sees("on top of 4c1e9d2").presses("esc");
    person
        .presses("S")
        .sees("keep a salvage copy")
        .presses("o j j j j j")
        .sees("From the record: 1 file")
        .presses("enter");
    assert!(asked(&person).is_empty());
    person.presses("y");
    assert_eq!(asked(&person), [&Write::KeepGood]);
}
