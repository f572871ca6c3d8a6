//! Step 1, confirm.

use lastgood::model::{Belongs, Facts, Op, Process, Says, Sign, SignKind, Step};
use lastgood::msg::{Effect, Msg};

use crate::person::{Person, facts, now};

fn sign(kind: SignKind, belongs: Belongs, says: Says, what: &str) -> Sign {
    Sign {
        kind,
        says,
        what: what.into(),
        at: now(),
        pid: None,
        key: format!("{kind:?}:{what}"),
        belongs,
        process: None,
    }
}

fn process(pid: u32, parent: u32, what: &str, next: Option<&str>, port: Option<u16>) -> Sign {
    let process = Process {
        pid,
        parent,
        group: if parent == 1 { pid } else { parent },
        comm: what.split(' ').next().unwrap_or_default().into(),
        argv: what.split(' ').map(str::to_owned).collect(),
        since: "2026-11-28T01:31:00Z".parse().ok(),
        group_is_the_runs: true,
        next: next.map(str::to_owned),
        ports: port.into_iter().collect(),
        marks: vec![("CLAUDECODE".into(), "1".into())],
        cwd: Some("/home/mira/src/sync".into()),
        ..Process::default()
    };
    Sign {
        pid: Some(pid),
        key: format!("process:{pid}"),
        process: Some(process),
        ..sign(SignKind::Orphan, Belongs::LeftByRun, Says::Alive, what)
    }
}

fn two_left() -> Vec<Sign> {
    vec![
        sign(SignKind::Process, Belongs::Agent, Says::Quiet, "no process has the session open; pid 48071 is gone"),
        process(48121, 1, "node scripts/watch.js", None, Some(5173)),
        process(48348, 1, "bash -c sleep 90; cargo test retry", Some("cargo test retry"), None),
        process(48350, 48348, "sleep 90", None, None),
        sign(SignKind::TranscriptGrowth, Belongs::SessionFile, Says::Quiet, "nothing added since 02:09:41"),
        sign(SignKind::TreeChange, Belongs::WorkTree, Says::Nothing, "last change 02:08; no git lock"),
        sign(SignKind::Process, Belongs::OtherAccounts, Says::CannotLook, "processes of user build are hidden"),
    ]
}

fn alive() -> Facts {
    let mut facts = facts();
    let signs = two_left();
    facts.liveness.verdict = lastgood::steps::confirm::verdict(&signs);
    facts.liveness.signs = signs;
    facts
}

fn quiet() -> Vec<Sign> {
    two_left().into_iter().filter(|sign| matches!(sign.says, Says::Quiet | Says::Nothing)).collect()
}

#[test]
fn silence_is_visible_and_the_stop_line_is_ready() {
    let mut person = Person::opens(alive());
    insta::assert_snapshot!("confirm_80x24", person.screen());
    insta::assert_snapshot!("confirm_100x30", person.resizes(100, 30).screen());
    insta::assert_snapshot!("confirm_60x16", person.resizes(60, 16).screen());
    insta::assert_snapshot!("confirm_200x60", person.resizes(200, 60).screen());
    person.presses("y");
    let copied = person.asked.iter().rev().find_map(|effect| match effect {
        Effect::Copy { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(copied, Some("kill -- -48121 -48348"));
}

#[test]
fn settling_is_refused_until_every_row_is_answered() {
    let mut person = Person::opens(alive());
    person.presses("s").sees("2 rows say alive, 1 could not be looked at");
    person.is_looked_at(quiet()).presses("s").sees("1 confirm ✓");
    assert!(person.decided().contains(&Op::Settle { step: Step::Confirm }));
}

#[test]
fn the_footer_names_only_what_there_is_to_do() {
    let mut person = Person::opens(alive());
    person.sees("enter details").sees("y copy").sees("s settle").sees("a answer").does_not_see("esc back");
    person.presses("g").does_not_see("a answer").presses("j").sees("a answer");
    person.presses("enter").sees("esc back").does_not_see("enter details");
    person.presses("esc").is_looked_at(quiet()).does_not_see("y copy");
    person.presses("s 1").does_not_see("s settle");
}

#[test]
fn what_could_not_be_looked_at_needs_who_where_and_what() {
    let mut person = Person::opens(alive());
    person.presses("G k a").does_not_see("looked by");
    person.presses("G a").sees("looked by").sees("mira");
    person.presses("enter").sees("where was it looked at: a host");
    person.types("build's host").presses("enter").sees("what was seen there?");
    person.types("ps aux: nothing of ours").presses("enter").sees("✓ answered");
    let answered = person.decided().into_iter().any(
        |op| matches!(op, Op::Answer { reason, .. } if reason == "mira looked at build's host: ps aux: nothing of ours"),
    );
    assert!(answered);
}

#[test]
fn a_decision_shows_dots_until_it_is_on_disk() {
    let mut person = Person::opens(alive());
    person.world.slow = true;
    person.presses("a").types("a watcher, harmless").presses("enter").sees("… alive").does_not_see("✓ answered");
    person.lands().sees("✓ answered").does_not_see("… alive");
}

#[test]
fn a_save_that_fails_makes_the_program_read_only() {
    let mut person = Person::opens(alive());
    person.world.full = Some("the disk is full".into());
    person.presses("a").types("h").sees("not saved: the disk is full").types("armless");
    // What was typed stays where it can be read.
    person.presses("enter").sees("not now: the disk is full").sees("harmless").presses("esc");
    person.sees("read-only: the disk is full").does_not_see("answered");
    person.presses("a").sees("not now: the disk is full; open it again once this is mended");
}

#[test]
fn a_new_sign_of_life_withdraws_the_confirmation_on_every_screen() {
    let mut person = Person::opens(facts());
    person.is_looked_at(quiet()).presses("1 s");
    person.is_looked_at(two_left()).sees("! new sign of life: ");
    assert!(matches!(person.decided().last(), Some(Op::Withdraw { step: Step::Confirm, .. })));
    // Confirmed again, it is no news any more.
    person.is_looked_at(quiet()).sees("! new sign of life: ").presses("1 s").does_not_see("new sign of life");
}

#[test]
fn nothing_is_drawn_when_a_look_finds_what_was_known() {
    let mut person = Person::opens(alive());
    person.app.take_changed();
    person.is_looked_at(two_left());
    assert!(!person.app.take_changed());
}

#[test]
fn the_operator_is_asked_once_for_a_name() {
    let mut person = Person::new(alive()).with(|world| world.operator = None).then_opens();
    person.presses("a").types("harmless").presses("enter").sees("who decides here?");
    person.presses("enter").sees("a decision needs a name");
    person.types("mira").presses("enter").sees("✓ answered");
    // What was typed began the recovery; the name stands before the decision.
    assert!(
        matches!(&person.decided()[..], [Op::Join { .. }, Op::Operator { name }, Op::Answer { .. }, ..] if name == "mira")
    );
}

#[test]
fn a_half_typed_answer_survives_a_kill() {
    let mut person = Person::opens(alive());
    person.presses("j a").types("a watcher, harm");
    person.is_killed_and_reopens().sees("why may it be ignored?").sees("a watcher, harm");
}

#[test]
fn held_elsewhere_it_can_only_be_read() {
    let holder = lastgood::model::Holder {
        by: "ana".into(),
        host: "devbox".into(),
        since: "2026-11-28T01:58:00Z".parse().expect("a time"),
        pid: 1,
        boot: None,
    };
    let mut person =
        Person::new(alive()).with(|world| world.standing = lastgood::model::Standing::Held(holder)).then_opens();
    person.sees("held by ana, read-only here").presses("a").sees("not now: held by ana");
}

#[test]
fn a_click_selects_the_row_under_it_also_in_a_scrolled_list() {
    let mut person = Person::opens(alive());
    person.resizes(60, 16).presses("G").sees("▌ other accounts");
    let row = |person: &Person, words: &str| person.screen().lines().position(|line| line.contains(words)).unwrap();
    let above = row(&person, "session file");
    person.hears(Msg::Click { column: 10, row: u16::try_from(above).unwrap() }).sees("▌ session file");
    // What stands in the details is no row.
    let detail = row(&person, "nothing added since 02:09:41");
    person.resizes(80, 24);
    let below = row(&person, "quiet nothing added").max(detail);
    person.hears(Msg::Click { column: 10, row: u16::try_from(below).unwrap() }).sees("▌ session file");
}
