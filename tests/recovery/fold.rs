//! Random decisions, taken back and brought back: the fold depends on nothing but the journal.

use lastgood::model::{
    Closing, Criterion, Entry, KeepKind, Op, OutsideOutcome, Pile, ReadView, Recovery, RowVerdict, Says, Sourced,
    Start, Step,
};
use proptest::prelude::*;

use super::{approver, at, join};

fn op() -> impl Strategy<Value = Op> {
    let name = || prop::sample::select(vec!["a", "b", "c"]).prop_map(str::to_owned);
    let step = || prop::sample::select(vec![Step::Confirm, Step::Sort, Step::Assign, Step::Review]);
    let pile = prop::option::of(prop::sample::select(vec![Pile::Usable, Pile::Partial, Pile::Unknown]));
    let kind = || prop::sample::select(vec![KeepKind::Limit, KeepKind::Decision, KeepKind::Question]);
    let outcome =
        prop::sample::select(vec![OutsideOutcome::Happened, OutsideOutcome::DidNotHappen, OutsideOutcome::Partly]);
    let verdict = prop::option::of(prop::sample::select(vec![RowVerdict::Met, RowVerdict::Not]));
    let closing = prop::sample::select(vec![Closing::Recovered, Closing::NextAttempt]);
    let lines = prop::collection::vec((1..40usize, 0..20usize).prop_map(|(first, more)| (first, first + more)), 0..4);
    prop_oneof![
        name().prop_map(|session| join(&session)),
        name().prop_map(|name| Op::Operator { name }),
        (name(), name()).prop_map(|(sign, reason)| Op::Answer { sign, says: Says::Alive, what: "node".into(), reason }),
        step().prop_map(|step| Op::Settle { step }),
        step().prop_map(|step| Op::Withdraw { step, why: "it grows again".into() }),
        (name(), name(), lines).prop_map(|(product, version, lines)| Op::Read {
            product,
            version,
            view: ReadView::Whole,
            lines,
            of: 50
        }),
        (name(), pile).prop_map(|(product, pile)| Op::Sort {
            product,
            version: Some("v".into()),
            pile,
            gaps: vec!["no test".into()],
            reason: String::new(),
            seen_elsewhere: None,
            acknowledged: Vec::new(),
        }),
        (name(), name()).prop_map(|(one, other)| Op::SortMany {
            products: vec![(one, None), (other, Some("w".into()))],
            reason: "not read".into()
        }),
        (name(), outcome).prop_map(|(product, outcome)| Op::Outside {
            product,
            outcome,
            by: "ana".into(),
            place: "origin".into(),
            saw: "none".into()
        }),
        prop::option::of(name()).prop_map(|commit| Op::LastGood { commit, why: "green".into() }),
        name().prop_map(|text| Op::Step { text, agent: "Codex".into(), start: Start::default(), candidate: None }),
        name().prop_map(|text| Op::Criteria {
            criteria: vec![Criterion { text, tag: None, hash: None, source: "operator".into() }]
        }),
        name().prop_map(|name| approver(&name)),
        (kind(), name()).prop_map(|(kind, text)| Op::Keep { kind, line: Sourced { text, from: "event 2".into() } }),
        (kind(), name()).prop_map(|(kind, text)| Op::Drop { kind, text }),
        (name(), prop::sample::select(vec!["", "text"]))
            .prop_map(|(name, text)| Op::Section { name, text: text.into() }),
        (1..3u32).prop_map(|attempt| Op::Published {
            attempt,
            paths: vec!["brief-1.md".into()],
            sha256: "00".into(),
            draft: false
        }),
        (1..3u32, name()).prop_map(|(attempt, row)| Op::Proof { attempt, row }),
        (1..3u32, name(), verdict).prop_map(|(attempt, row, verdict)| Op::Verdict {
            attempt,
            row,
            verdict,
            note: String::new()
        }),
        (1..3u32, name()).prop_map(|(attempt, approver)| Op::Approval { attempt, approver, how: String::new() }),
        (1..3u32, closing).prop_map(|(attempt, outcome)| Op::Close {
            attempt,
            outcome,
            from: None,
            why: String::new(),
            open: vec![],
            review: None
        }),
        name().prop_map(|from| Op::TakeOver { from }),
    ]
}

/// What a person does: decide, undo or redo.
#[derive(Clone, Debug)]
enum Deed {
    Decide(Box<Op>),
    Undo,
    Redo,
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let deed =
        prop_oneof![6 => op().prop_map(|op| Deed::Decide(Box::new(op))), 2 => Just(Deed::Undo), 1 => Just(Deed::Redo)];
    prop::collection::vec(deed, 0..40)
}

fn write(recovery: &mut Recovery, op: Op) {
    let seq = recovery.next_seq();
    let second = i64::try_from(seq).unwrap();
    recovery.apply(Entry { v: 1, seq, at: at(second), by: "mira".into(), host: "devbox".into(), act: None, op });
}

fn undo(recovery: &mut Recovery) -> bool {
    let Some(seq) = recovery.undo_target().first().map(|entry| entry.seq) else { return false };
    write(recovery, Op::Undo { seq });
    true
}

fn redo(recovery: &mut Recovery) -> bool {
    let Some(seq) = recovery.redo_target().first().map(|entry| entry.seq) else { return false };
    write(recovery, Op::Redo { seq });
    true
}

fn live(deeds: Vec<Deed>) -> Recovery {
    let mut recovery = Recovery::default();
    for deed in deeds {
        match deed {
            Deed::Decide(op) => write(&mut recovery, *op),
            Deed::Undo => drop(undo(&mut recovery)),
            Deed::Redo => drop(redo(&mut recovery)),
        }
    }
    recovery
}

/// The facts of a journal alone: what nobody can take back.
fn facts_alone(recovery: &Recovery) -> Recovery {
    Recovery::from_entries(None, recovery.entries.iter().filter(|entry| !entry.op.undoable()).cloned())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_again_gives_the_same_as_having_been_there(deeds in deeds()) {
        let live = live(deeds);
        let text: Vec<String> = live.entries.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
        let read = text.iter().map(|line| serde_json::from_str(line).unwrap());
        prop_assert_eq!(Recovery::from_entries(None, read), live);
    }

    #[test]
    fn undone_all_the_way_only_facts_are_left(deeds in deeds()) {
        let mut recovery = live(deeds);
        while undo(&mut recovery) {}
        prop_assert_eq!(&recovery.decided, &facts_alone(&recovery).decided);
    }

    #[test]
    fn redo_brings_back_what_undo_took(deeds in deeds()) {
        let mut recovery = live(deeds);
        let before = recovery.decided.clone();
        let times = recovery.entries.iter().filter(|entry| entry.op.undoable() && !recovery.undone.contains(&entry.seq)).count();
        while undo(&mut recovery) {}
        for _ in 0..times {
            prop_assert!(redo(&mut recovery));
        }
        prop_assert_eq!(recovery.decided, before);
    }
}

#[test]
fn a_new_decision_ends_what_redo_could_bring_back() {
    let mut recovery = live(Vec::new());
    write(&mut recovery, approver("mira"));
    assert!(undo(&mut recovery) && !recovery.redo_target().is_empty());
    write(&mut recovery, approver("ana"));
    assert!(recovery.redo_target().is_empty());
}

#[test]
fn the_next_attempt_keeps_the_piles_and_asks_for_the_world_again() {
    let mut recovery = live(Vec::new());
    assert_eq!(recovery.decided.attempt, 1);
    write(&mut recovery, Op::Settle { step: Step::Confirm });
    write(&mut recovery, Op::SortMany { products: vec![("file:a".into(), None)], reason: "not read".into() });
    write(
        &mut recovery,
        Op::Close {
            attempt: 1,
            outcome: Closing::NextAttempt,
            from: None,
            why: String::new(),
            open: vec![],
            review: None,
        },
    );
    assert_eq!(recovery.decided.attempt, 2);
    assert!(recovery.decided.settled.is_empty() && recovery.decided.sorted.len() == 1);
    assert!(undo(&mut recovery));
    assert_eq!(recovery.decided.attempt, 1);
    assert!(recovery.decided.settled.contains_key(&Step::Confirm));
}

#[test]
fn lines_that_were_on_screen_add_up_for_one_version_only() {
    let read = |version: &str, lines: Vec<(usize, usize)>| Op::Read {
        product: "p".into(),
        version: version.into(),
        view: ReadView::Diff,
        lines,
        of: 20,
    };
    let mut recovery = live(Vec::new());
    write(&mut recovery, read("v1", vec![(1, 8), (15, 30)]));
    write(&mut recovery, read("v1", vec![(5, 14)]));
    write(&mut recovery, read("v2", vec![(1, 3)]));
    let marks = |version: &str| recovery.decided.read[&("p".to_owned(), version.to_owned())].clone();
    assert_eq!(marks("v1").views[&ReadView::Diff].0, [(1, 20)]);
    assert_eq!((marks("v1").count(ReadView::Diff), marks("v2").count(ReadView::Diff)), (Some((20, 20)), Some((3, 20))));
}
