//! What a dead run left, made up: two files that matter, two others, a push, a transcript with a compaction in it.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use lastgood::model::{
    Call, Change, ChangeSize, Check, CheckSays, Commit, Compaction, Deed, Edit, Event, FileState, FileStatus, Outcome,
    OutcomeState, Product, ProductGroup, ProductKind, Speaker, What,
};

use crate::person::facts;

/// A text of so many lines.
fn text(lines: usize) -> String {
    (1..=lines).fold(String::new(), |text, line| text + &format!("line {line}\n"))
}

fn product(kind: ProductKind, id: &str, title: &str, group: ProductGroup) -> Product {
    Product {
        location: title.to_owned(),
        version: Some(format!("blob-of-{title}")),
        change: ChangeSize { added: 41, removed: 3, new: false, bytes: None },
        group,
        ..Product::new(kind, id.to_owned(), title)
    }
}

/// Puts a file with a text into the facts.
pub fn file(facts: &mut lastgood::model::Facts, title: &str, lines: usize, group: ProductGroup) {
    let product = product(ProductKind::File, &format!("file:{title}"), title, group);
    let blob = format!("blob-of-{title}");
    let state = FileState { status: FileStatus::New, blob: Some(blob.clone()), ..FileState::default() };
    facts.tree.files.insert(title.into(), state);
    facts.tree.texts.insert(blob, text(lines));
    facts.products.push(product);
}

/// What a run left: a short file with a warning, a long one, two others, a push.
pub fn left() -> lastgood::model::Facts {
    let mut facts = facts();
    file(&mut facts, "tests/retry.rs", 8, ProductGroup::Touched);
    file(&mut facts, "src/worker/retry.rs", 60, ProductGroup::Touched);
    file(&mut facts, "src/worker/mod.rs", 4, ProductGroup::Other);
    file(&mut facts, "CHANGELOG.md", 3, ProductGroup::Other);
    facts.products[0].checks.push(Check {
        says: CheckSays::Warn,
        text: "green at 02:06 ran before edit 402".into(),
        line: Some(3),
        gap: Some("no test for a budget of zero".into()),
    });
    facts.products[0].claims.push("covers the cap and the jitter".into());
    let mut push = product(ProductKind::OutsideAction, "outside:9:0", "git push origin retry", ProductGroup::Outside);
    push.command = Some("git push origin retry".into());
    push.look = Some("git ls-remote origin retry".into());
    push.made_by = vec!["e9".into()];
    facts.products.push(push);
    history(&mut facts);
    facts
}

/// The transcript and the commits.
fn history(facts: &mut lastgood::model::Facts) {
    let commit = |id: &str, subject: &str, at: &str| Commit {
        id: id.into(),
        parents: vec![],
        subject: subject.into(),
        author: "agent".into(),
        at: at.parse().unwrap_or_default(),
        on_head: true,
        files: vec![],
    };
    facts.tree.commits = vec![
        commit("0a1b2c3d00112233445566778899aabbccddeeff", "worker: split the loop", "2026-11-28T01:30:00Z"),
        commit("4c1e9d2f00112233445566778899aabbccddeeff", "retry: count attempts", "2026-11-28T01:58:00Z"),
    ];
    let run = |script: &str| Deed::Command { script: script.into(), cwd: None, background: false };
    let call = |id: &str, deed: Deed| What::Call(Call { id: id.into(), tool: "Bash".into(), deed, result: None });
    let result = |id: &str, state: OutcomeState, exit: i32, output: &str| {
        What::Result(Outcome {
            call: id.into(),
            state,
            exit: Some(exit),
            output: output.into(),
            bytes: output.len() as u64,
        })
    };
    let edit = Edit {
        path: "/home/mira/src/sync/tests/retry.rs".into(),
        change: Change::Replace { old: "a\nb\n".into(), new: "a\nc\nd\n".into(), all: false },
        after: None,
        before: None,
        applied: None,
    };
    let whats = vec![
        (
            "e1",
            "2026-11-27T22:57:00Z",
            What::Asked { text: "Add a retry budget; no new crate".into(), by: Speaker::Person },
        ),
        ("e2", "2026-11-28T00:10:00Z", call("c1", run("cargo test retry"))),
        ("e3", "2026-11-28T00:11:00Z", result("c1", OutcomeState::Failed, 101, "test jitter_is_bounded ... FAILED")),
        (
            "e4",
            "2026-11-28T01:33:00Z",
            What::Compaction(Compaction {
                summary: "keep going with the retry tests".into(),
                before: Some(148_000),
                after: Some(2_000),
                ..Compaction::default()
            }),
        ),
        ("e5", "2026-11-28T02:03:00Z", What::Said { text: "I will keep going with the remaining retry tests.".into() }),
        ("e6", "2026-11-28T02:07:00Z", call("c2", Deed::Edit(vec![edit]))),
        ("e7", "2026-11-28T02:07:10Z", result("c2", OutcomeState::Ok, 0, "done")),
        ("e9", "2026-11-28T02:09:20Z", call("c3", run("git push origin retry"))),
    ];
    for (id, at, what) in whats {
        let event = Event::new(id, at.parse().ok(), what);
        facts.run.events.push(event);
    }
    facts.run.match_results();
}

/// The same with a base: a commit that last good reaches.
pub fn with_base() -> lastgood::model::Facts {
    let mut facts = left();
    let mut base = product(ProductKind::Commit, "commit:4c1e9d2", "retry: count attempts", ProductGroup::Base);
    base.version = Some("4c1e9d2f00112233445566778899aabbccddeeff".into());
    facts.products.insert(0, base);
    facts
}
