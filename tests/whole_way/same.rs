//! What is said from attempt to attempt: the same after a decision and after a look, and true of the tree as it is now.

use lastgood::model::{Ended, GateState, Measured, Op, RanIn, Side};
use lastgood::msg::{Looked, Msg};

use super::{demo, is_consumed, sits, writes_the_brief};
use crate::person::{Person, now};

/// The program looks again, and reads the whole run of the present attempt anew, as it does when the work tree changed.
fn is_read_again(person: &mut Person) {
    let session = person.world.recovery.decided.dead_run().map(|run| run.session.clone()).unwrap_or_default();
    let of = |(_, facts): &&(u32, lastgood::model::Facts)| facts.run.session == session;
    let facts = person.world.attempts.iter().find(of).map_or(&person.world.facts, |(_, facts)| facts).clone();
    let liveness = facts.liveness.clone();
    let facts = Some(Box::new(facts));
    person.hears(Msg::Looked(Box::new(Looked { liveness, products: None, facts, at: now(), asked: None })));
}

/// The gate of the demo came to its end on the present content of the run of an attempt.
pub(super) fn is_measured(person: &mut Person, attempt: u32, green: bool) {
    let of = person.world.attempts.iter().find(|(of, _)| *of == attempt);
    let facts = of.map_or(&person.world.facts, |(_, facts)| facts);
    let name = facts.gates[0].command.clone();
    let result = Measured {
        command: name.split(' ').map(str::to_owned).collect(),
        name,
        source: "the run".into(),
        side: Side::Present,
        content: "tree".into(),
        standing: facts.tree.standing(),
        commit: None,
        ran_in: RanIn::Scratch,
        ended: Ended::Exit { code: i32::from(!green) },
        state: if green { GateState::Green } else { GateState::Red },
        why: format!("exit {}", i32::from(!green)),
        at: now(),
        millis: 10,
        output: None,
        printed: vec![],
        left: vec![],
        changed: vec![],
    };
    let entry = person.world.writes(Op::Measured { attempt, results: vec![result] });
    person.hears(Msg::Saved { ticket: 0, entries: vec![entry] });
}

/// The brief as it stands on the screen, without what is said below it.
fn brief(person: &Person) -> String {
    let screen = person.screen();
    let lines: Vec<&str> = screen.lines().collect();
    lines[..lines.len() - 4].join("\n")
}

#[test]
fn the_brief_is_the_same_right_after_a_decision_and_after_the_next_look() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    is_measured(&mut person, 1, true);
    person.presses("4 enter space m s").sees("close as").presses("enter").sees(": attempt 2");
    person.presses("s 2 enter u 3 k k enter").sees("3 assign ✓");
    person.resizes(100, 250).presses("b").sees("Gates that were green");
    let decided = brief(&person);
    is_read_again(&mut person);
    assert_eq!(brief(&person), decided, "after the next look");
    person.presses("esc f f f b");
    assert_eq!(brief(&person), decided, "after another decision");
    person.is_killed_and_reopens().presses("b");
    assert_eq!(brief(&person), decided, "when it is opened again");
}

#[test]
fn last_good_moves_on_to_the_commit_that_a_later_attempt_proved() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    let before = person.world.written[0].brief.last_good.commit.clone().unwrap();
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    // Its gate ran beside what is not committed: nothing proves its commit.
    person.presses("4").sees(&format!("next attempt from   {} last good", &before[..7]));
    person.presses("enter space x s").sees("close as").presses("enter s 2 enter u 3");
    person.sees("limit broken: Never change").presses("enter").sees("Take back in parcel/wire.py").presses("w y");
    is_consumed(&mut person, &demo, 2, "2026-11-28T02:26:00Z", "2026-11-28T02:34:00Z");
    let made = person.world.attempts[1].1.tree.head.clone().unwrap();
    person.presses("4").sees(&format!("next attempt from   {} last good", &made[..7]));
    person.presses("s enter").sees(": attempt 3").presses("s 2");
    person.sees(&format!("last good  {}, handed on when attempt 2 was closed: python3", &made[..7]));
    person.resizes(100, 250).presses("b").sees("on what it covers of this commit").does_not_see("is not proven");
    person.sees(&made[..12]).does_not_see(&before[..7]);
}

#[test]
fn a_gate_that_was_red_when_the_run_began_is_told_with_all_three_of_its_colours() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    // What the failed run left is red; the step makes it green.
    is_measured(&mut person, 1, false);
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    person.presses("4").resizes(160, 60).sees("red when this run began, green at last").does_not_see("as in brief");
    person.presses("G k enter").sees("before: green at last good").sees("when this run began: red, by what the brief");
}
