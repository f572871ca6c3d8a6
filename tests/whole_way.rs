//! The whole way of a recovery by keys, on the demo: from the dead run to the closing, once straight and once with two attempts.
//!
//! After every single decision the process that writes them down is killed, and what was shown as decided is read back.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up its world fails")]
#![allow(clippy::disallowed_methods, reason = "a test may write its own folders and start processes")]

#[path = "whole_way/closed.rs"]
mod closed;
#[path = "whole_way/contract.rs"]
mod contract;
#[path = "whole_way/criteria.rs"]
mod criteria;
#[path = "whole_way/earlier.rs"]
mod earlier;
#[path = "whole_way/inspect.rs"]
mod inspect;
#[path = "whole_way/keeper.rs"]
mod keeper;
#[path = "whole_way/limits.rs"]
mod limits;
#[path = "support/person.rs"]
mod person;
#[path = "whole_way/same.rs"]
mod same;
#[path = "whole_way/second.rs"]
mod second;
mod support;
#[path = "whole_way/truth.rs"]
mod truth;

use std::time::Duration;

use keeper::Keeper;
use lastgood::brief::render;
use lastgood::commands::demo::{Demo, SESSION, play_next};
use lastgood::model::{Closing, Facts, Liveness, Op, ProductKind, Recovery};
use lastgood::sources::{self, PathMap, Places};
use lastgood::work::gather::{Clock, gather};
use person::{Person, now, texts};

/// The demo, laid out so that its run ended before the clock of the tests.
fn demo() -> (tempfile::TempDir, Demo) {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::at(folder.path(), 1000);
    demo.lay_out("2026-11-28T02:11:00Z".parse().unwrap()).unwrap();
    (folder, demo)
}

fn facts(demo: &Demo, session: &str) -> Facts {
    let places = Places::new(&demo.home, PathMap::new(Vec::<(String, String)>::new()), |_| None, 1000);
    let found = sources::resolve(&places, session).ok().unwrap();
    let mut facts = gather(&places, &found, Clock { now: now(), fixed: true }, Duration::ZERO);
    // What runs on the machine of the test is not part of the journey.
    let verdict = lastgood::steps::confirm::verdict(&[]);
    facts.liveness = Liveness { verdict, signs: vec![] };
    facts.products.retain(|product| product.kind != ProductKind::Process);
    facts
}

/// A person at the demo: its facts, and the contents of its files.
fn sits(demo: &Demo) -> Person {
    let facts = facts(demo, SESSION);
    let texts = texts(&facts);
    let state = demo.state.clone();
    let (mut keeper, mut shown) = (Keeper::start(&state), Recovery::default());
    let keeps = move |op| {
        let entry = keeper.writes_and_dies(&op);
        shown.apply(entry.clone());
        let opened = keeper.reads();
        assert_eq!(opened.recovery.entries, shown.entries, "after {op:?}");
        assert_eq!(opened.recovery.decided, shown.decided, "after {op:?}");
        keeper.starts_again();
        entry
    };
    Person::new(facts).at(100, 30).with(|world| {
        world.texts.extend(texts);
        world.keeper = Some(Box::new(keeps));
    })
}

/// What is read back from the disk shows the same as what is in memory.
fn is_on_disk(person: &mut Person, demo: &Demo) {
    let written = person.is_killed_and_reopens().presses("0").screen();
    person.world.keeper = None;
    let (_, opened) = keeper::open(&demo.state);
    person.world.recovery.entries = opened.recovery.entries;
    person.world.recovery.decided = opened.recovery.decided;
    assert_eq!(person.is_killed_and_reopens().presses("0").screen(), written);
}

/// Reads and sorts everything, and answers the push.
fn sorts(person: &mut Person) {
    person.sees("still running").presses("s");
    person.presses(
        "2 j enter space p enter space p enter space p enter space u space space space u space space space esc",
    );
    person.presses("G a left left tab tab").types("git ls-remote origin").presses("tab");
    person.types("no branch of that name").presses("enter");
}

/// Sorts, assigns, and writes the brief.
fn writes_the_brief(person: &mut Person) {
    sorts(person);
    person.presses("3 enter").sees("Finish tests/test_jitter.py").presses("w").sees("write").presses("y");
    assert_eq!(person.world.written.len(), 1, "{}", person.screen());
}

/// The next run of the demo consumes the brief of an attempt.
fn is_consumed(person: &mut Person, demo: &Demo, attempt: u32, started: &str, end: &str) {
    let written = person.world.written.iter().find(|written| written.brief.attempt == attempt).unwrap();
    let path = demo.root.join(format!("brief-{attempt}.md"));
    std::fs::write(&path, render(&written.brief)).unwrap();
    let played = play_next(demo, &path, attempt, started.parse().unwrap(), end.parse().unwrap()).unwrap();
    person.is_consumed(attempt, facts(demo, &played.session));
}

/// Reads the proof of each row and gives a verdict, approves, and closes as recovered.
fn is_recovered(person: &mut Person, rows: usize) {
    person.presses("4");
    for _ in 0..rows {
        // A proof that shows a change has several pages.
        person.presses(&"space ".repeat(8)).presses("m");
        if person.screen().contains("where did you look?") {
            person.types("the test itself").presses("enter");
        }
    }
    person.sees("not recovered: not approved by mira").presses("s").sees("approved?").presses("enter");
    person.sees("close as").presses("enter");
}

fn closings(person: &Person) -> Vec<Closing> {
    let closing = |op| if let Op::Close { outcome, .. } = op { Some(outcome) } else { None };
    person.decided().into_iter().filter_map(closing).collect()
}

#[test]
fn from_the_dead_run_to_recovered() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    is_recovered(&mut person, 8);
    assert_eq!(closings(&person), [Closing::Recovered], "{}", person.screen());
    assert!(person.decided().len() > 20, "each step was decided");
    is_on_disk(&mut person, &demo);
    nothing_is_to_be_done(&mut person, &demo);
}

/// After the closing the run that failed is looked at again: what the next run and lastgood itself did is none of its work.
fn nothing_is_to_be_done(person: &mut Person, demo: &Demo) {
    std::fs::create_dir_all(demo.tree.join(".lastgood")).unwrap();
    std::fs::write(demo.tree.join(".lastgood/brief-1.md"), "a brief\n").unwrap();
    person.world.facts = facts(demo, SESSION);
    let unexplained = |problem: &&lastgood::model::Problem| problem.unexplained.is_some();
    assert_eq!(person.world.facts.problems.iter().filter(unexplained).count(), 1, "the record does not know it");
    person.presses("esc 4 r ! ").sees("everything that was found could be read");
    person.presses("esc 2").does_not_see("jitter: the delay").does_not_see("retry-budget   ").does_not_see(".lastgood");
    person.sees("2 sort ✓").does_not_see("to sort:");
    // What is closed takes no more sorting, in the list and in what is opened.
    let decided = person.decided().len();
    for keys in ["g u", "x", "space", "c", "enter p", "esc"] {
        person.presses(keys).does_not_see("z undo").does_not_see("enter accept");
    }
    person.presses("p").sees("recovered, 5 things open").presses("enter u").sees("recovered, 5 things open");
    assert_eq!(person.decided().len(), decided, "{}", person.screen());
    person.presses("esc 3").sees("recovered, 5 things open: z takes it").does_not_see("gap  ");
    person.presses("e").does_not_see("enter accept").presses("enter").does_not_see("enter accept");
    person.presses("0 G").sees("no run is left to start").presses("esc 4").sees("no next attempt");
}

#[test]
fn a_next_run_takes_back_what_breaks_a_limit() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    person.presses("s 2 j enter space p enter space p enter esc 3 g j enter").sees("Take back in parcel/wire.py");
    person.presses("w y");
    let brief = &person.world.written[0].text;
    assert!(brief.contains("\n  - broken by parcel/wire.py: this step takes it back\n"), "{brief}");
    assert!(brief.contains("Nothing is reset to it: the work tree stays as it is, in which 5 files differ"), "{brief}");
    assert!(brief.contains(", its output ends \"OK\", on ") && brief.contains("; changed since: parcel/w"), "{brief}");
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    let wire = std::fs::read_to_string(demo.tree.join("parcel/wire.py")).unwrap();
    assert!(wire.contains("def pack(kilograms, country):"), "{wire}");
    person.presses("4").sees("4 review").sees("not recovered").does_not_see("✗ limit").does_not_see("broken before");
    // The step left open what it needs: whether it needed the caller, too, a person says.
    person.sees("? outside").presses("g enter").sees("the step was not asked to turn it green").presses("esc");
    person.presses("g j enter").sees("parcel/worker.py").sees("allows what it needs").presses("esc");
    person.presses("G enter").sees("still open").does_not_see("not committed");
    // What lies as at last good again was taken back, not built on.
    person.sees("work: reused 1, redone 0, closed 1").sees("- docs/retry.md");
}

#[test]
fn two_attempts() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    person.presses("4 enter space m s").sees("close as").presses("enter");
    assert_eq!(closings(&person), [Closing::NextAttempt], "{}", person.screen());
    // What attempt 1 left is confirmed and sorted for itself: its commit is new, what was sorted and not touched stays so.
    person.sees("attempt 2 begins with what attempt 1 left").sees(": attempt 2").sees("1 confirm ●");
    person.presses("s 2").sees("jitter: the delay st").sees("2 sort 4/5");
    // The closing only proposed the state to return to: nobody has chosen one.
    person.sees(", handed on when attempt 1 was closed").does_not_see("chosen");
    person.presses("enter").sees("lastgood · jitter: the delay").presses("u");
    person.sees("2 sort ✓").sees("3 assign ●").sees("none yet").presses("k k enter").sees("3 assign ✓");
    person.presses("w").sees("brief-2.md").presses("y");
    assert_eq!(person.world.written.len(), 2, "{}", person.screen());
    is_consumed(&mut person, &demo, 2, "2026-11-28T02:26:00Z", "2026-11-28T02:34:00Z");
    // A closing that was taken back leaves no word of itself behind: no attempt begins.
    person.presses("4 s enter").sees("attempt 3 begins with what attempt 2 left").presses("z");
    person.sees("undone: that the attempt is closed").does_not_see("begins with what");
    person.presses("Z").sees("attempt 3 begins with what attempt 2 left").presses("z");
    is_recovered(&mut person, 9);
    let [first, taken_back, last] = closings(&person)[..] else { panic!("{}", person.screen()) };
    assert_eq!([first, taken_back, last], [Closing::NextAttempt, Closing::NextAttempt, Closing::Recovered]);
    is_on_disk(&mut person, &demo);
}
