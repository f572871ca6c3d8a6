//! Small facts for tests of the rules: a run of which nothing is known, to which a test adds what it is about.

#![allow(clippy::missing_panics_doc, reason = "a test that cannot be set up has failed")]

use jiff::Timestamp;

use super::{
    Cause, Check, CheckSays, Confidence, Decided, Ended, Ending, Entry, Facts, Gate, GateChange, GateRow, GateRun,
    GateState, Host, LastGood, Liveness, Measured, Op, Product, ProductGroup, ProductKind, RanIn, Recovery, Resumable,
    Run, Runtime, Session, Side, Task, Tree, Verdict,
};

/// So many seconds after a fixed moment.
pub fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

/// How `cargo test` came out when lastgood ran it on the present content.
pub fn measured(state: GateState) -> Measured {
    Measured {
        name: "cargo test".into(),
        command: vec!["cargo".into(), "test".into()],
        source: "the run".into(),
        side: Side::Present,
        content: "tree".into(),
        standing: String::new(),
        commit: None,
        ran_in: RanIn::Scratch,
        ended: Ended::Exit { code: 0 },
        state,
        why: "exit 0".into(),
        at: at(9),
        millis: 10,
        output: None,
        printed: vec![],
        left: vec![],
        changed: vec![],
    }
}

/// The gate `cargo test` with one run of it on record.
pub fn gate(state: GateState, run: GateRun) -> Gate {
    Gate {
        command: "cargo test".into(),
        state,
        last_green: run.green.then(|| run.clone()),
        last_red: (!run.green).then(|| run.clone()),
        stale_because: vec![],
        typed: vec![],
        weakened: vec![],
        changed_before: vec![],
        unseen: vec![],
        runs: vec![run],
    }
}

/// The row of the gate `cargo test` in a review: green, as it was.
pub fn gate_row() -> GateRow {
    GateRow {
        row: "gate:cargo test".into(),
        name: "cargo test".into(),
        before: GateState::Green,
        now: GateState::Green,
        change: GateChange::Same,
        why: None,
        event: None,
        at: None,
        measured: None,
        printed: vec![],
        output: None,
        weakened: false,
        good: false,
        began: None,
    }
}

/// Facts of a run that left nothing and said nothing.
pub fn facts() -> Facts {
    Facts {
        run: Run::new(Runtime::ClaudeCode, "9f3c21a7"),
        tree: Tree { exists: true, repository: true, root: "/home/mira/src/sync".into(), ..Tree::default() },
        host: Host::default(),
        task: Task::default(),
        liveness: Liveness { verdict: Verdict::NoSignOfLife, signs: Vec::new() },
        ending: Ending {
            cause: Cause::Overloaded,
            transient: true,
            retry_after: None,
            at: None,
            event: None,
            why: String::new(),
            also: Vec::new(),
            pending: Vec::new(),
        },
        session: Session { resumable: Resumable::Yes, why: Vec::new(), after: None, command: None },
        last_good: LastGood {
            commit: None,
            revision: None,
            content: None,
            why: "both gates green".into(),
            gates: Vec::new(),
            confidence: Confidence::Proven,
            subject: None,
            at: None,
        },
        gates: Vec::new(),
        offers: Vec::new(),
        products: Vec::new(),
        decisions: Vec::new(),
        last_checked: None,
        constraints: Vec::new(),
        carried: Vec::new(),
        spoken: Vec::new(),
        plan: Vec::new(),
        claims: Vec::new(),
        problems: Vec::new(),
        looked: at(0),
    }
}

/// A product of this kind.
pub fn product(kind: ProductKind, location: &str) -> Product {
    let (group, word) = match kind {
        ProductKind::OutsideAction => (ProductGroup::Outside, "outside"),
        ProductKind::Commit => (ProductGroup::Base, "commit"),
        _ => (ProductGroup::Other, "file"),
    };
    Product {
        location: location.into(),
        version: Some("7be1c04".into()),
        command: (kind == ProductKind::OutsideAction).then(|| location.into()),
        group,
        ..Product::new(kind, format!("{word}:{location}"), location)
    }
}

/// A check that offers a gap.
pub fn warning(text: &str) -> Check {
    Check { says: CheckSays::Warn, text: text.into(), line: None, gap: Some(text.into()) }
}

/// What counts after these decisions of mira.
pub fn decided(ops: impl IntoIterator<Item = Op>) -> Decided {
    let entry = |(seq, op)| Entry {
        v: 1,
        seq,
        at: at(seq.try_into().unwrap()),
        by: "mira".into(),
        host: "devbox".into(),
        act: None,
        op,
    };
    Recovery::from_entries(None, (1..).zip(ops).map(entry)).decided
}
