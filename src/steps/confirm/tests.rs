//! Step 1 in words: trees, answers, advice.

use jiff::Timestamp;

use super::*;
use crate::model::{Entry, Process, Recovery};

fn sign(kind: SignKind, belongs: Belongs, says: Says) -> Sign {
    let key = format!("{kind:?}:{belongs:?}");
    Sign { kind, says, what: key.clone(), at: Timestamp::UNIX_EPOCH, pid: None, key, belongs, process: None }
}

fn process(pid: u32, parent: u32, group: u32, belongs: Belongs) -> Sign {
    let process = Process { pid, parent, group, group_is_the_runs: true, ..Process::default() };
    let key = format!("process:{pid}");
    Sign { pid: Some(pid), key, process: Some(process), ..sign(SignKind::Orphan, belongs, Says::Alive) }
}

fn looked(signs: Vec<Sign>) -> Liveness {
    Liveness { verdict: verdict(&signs), signs }
}

fn decided(ops: Vec<Op>) -> Decided {
    let entry = |(seq, op)| Entry {
        v: 1,
        seq,
        at: Timestamp::UNIX_EPOCH,
        by: "mira".into(),
        host: "devbox".into(),
        act: None,
        op,
    };
    Recovery::from_entries(None, (1..).zip(ops).map(entry)).decided
}

#[test]
fn what_could_not_be_looked_at_is_not_quiet() {
    let signs = [
        sign(SignKind::TranscriptGrowth, Belongs::SessionFile, Says::Quiet),
        sign(SignKind::Process, Belongs::OtherAccounts, Says::CannotLook),
    ];
    assert_eq!(verdict(&signs), Verdict::CannotTell);
    assert_eq!(unanswered(&signs, &Decided::default()).count(), 1);
}

#[test]
fn a_change_in_the_tree_alone_never_says_alive() {
    let signs = [sign(SignKind::TreeChange, Belongs::WorkTree, Says::Alive)];
    assert_eq!(verdict(&signs), Verdict::NoSignOfLife);
    assert_eq!(unanswered(&signs, &Decided::default()).count(), 0);
}

#[test]
fn a_tree_of_processes_is_one_row_and_its_answer_covers_all_of_it() {
    let liveness = looked(vec![
        process(48350, 48348, 48348, Belongs::LeftByRun),
        process(48348, 1, 48348, Belongs::LeftByRun),
        process(48121, 1, 48121, Belongs::LeftByRun),
    ]);
    let rows = rows(&liveness.signs, &Decided::default());
    assert_eq!(rows.iter().map(|row| row.signs.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(running(&liveness), Running::Left(2));
    let ops = answer(&rows[0], &liveness, "waits for nothing").unwrap();
    assert_eq!(ops.len(), 2);
    assert_eq!(blockers(&liveness, &decided(ops)), [Blocker::SignsUnanswered { says: Says::Alive, rows: 1 }]);
}

#[test]
fn an_answer_is_void_when_the_sign_says_something_else() {
    let mut liveness = looked(vec![sign(SignKind::Process, Belongs::OtherAccounts, Says::CannotLook)]);
    let row = &rows(&liveness.signs, &Decided::default())[0];
    let mut ops = answer(row, &liveness, "ana looked on devbox, saw none").unwrap();
    ops.push(settle(&liveness, &decided(ops.clone())).unwrap());
    let decided = decided(ops);
    assert!(settled(&liveness, &decided) && withdraw(&liveness, &decided).is_none());
    liveness.signs[0].says = Says::Alive;
    assert!(!settled(&liveness, &decided));
    assert!(matches!(withdraw(&liveness, &decided), Some(Op::Withdraw { .. })));
}

#[test]
fn an_answer_needs_a_reason_and_a_sign_that_wants_one() {
    let liveness = looked(vec![
        sign(SignKind::Task, Belongs::Task, Says::Waiting),
        sign(SignKind::Git, Belongs::WorkTree, Says::Quiet),
    ]);
    let rows = rows(&liveness.signs, &Decided::default());
    let by = |belongs| rows.iter().find(|row| row.belongs == belongs).unwrap();
    assert_eq!(answer(by(Belongs::Task), &liveness, "  "), Err(Refusal::NoReason));
    assert_eq!(answer(by(Belongs::WorkTree), &liveness, "fine"), Err(Refusal::NoAnswerWanted));
}

#[test]
fn advice_names_whole_groups_of_the_run_only() {
    let mut shell = process(48348, 1, 48348, Belongs::LeftByRun);
    shell.process.as_mut().unwrap().next = Some("cargo test retry".into());
    let mut mixed = process(900, 1, 800, Belongs::LeftByRun);
    mixed.process.as_mut().unwrap().group_is_the_runs = false;
    let advice = advice(&[shell, mixed, process(7, 1, 7, Belongs::NotTheRuns)]).unwrap();
    assert_eq!(advice.command.as_deref(), Some("kill -- -48348"));
    assert_eq!((advice.next, advice.mixed), (vec!["cargo test retry".to_owned()], vec![800]));
    assert_eq!(advice.rows, ["process:48348"]);
}
