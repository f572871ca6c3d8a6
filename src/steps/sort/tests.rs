//! Step 2 in words.

use super::*;
use crate::model::build::{decided, facts, product, warning};
use crate::model::{
    Commit, CommitFile, GoodContent, Op, Pile, ProductGroup, ProductKind, ReadView, Refusal, Timestamp,
};

fn with_file() -> Facts {
    let mut facts = facts();
    facts.products.push(product(ProductKind::File, "src/a.rs"));
    facts
}

fn read_all(product: &str, version: &str) -> Op {
    let (product, version) = (product.to_owned(), version.to_owned());
    Op::Read { product, version, view: ReadView::Whole, lines: vec![(1, 20)], of: 20 }
}

fn usable(facts: &Facts, decided: &Decided, choice: &Choice) -> Result<Op, Refusal> {
    pile(facts, decided, "file:src/a.rs", Pile::Usable, choice)
}

#[test]
fn nothing_is_usable_before_its_last_line_was_on_screen() {
    let facts = with_file();
    let part = Op::Read {
        product: "file:src/a.rs".into(),
        version: "7be1c04".into(),
        view: ReadView::Diff,
        lines: vec![(1, 18)],
        of: 42,
    };
    let in_part = decided([part]);
    assert_eq!(usable(&facts, &in_part, &Choice::default()), Err(Refusal::NotOpened { seen: 18, of: 42 }));
    let elsewhere = Choice { seen_elsewhere: Some("in my editor".into()), ..Choice::default() };
    assert!(usable(&facts, &in_part, &elsewhere).is_ok());
    let older = decided([read_all("file:src/a.rs", "0000000")]);
    assert_eq!(usable(&facts, &older, &Choice::default()), Err(Refusal::NotOpened { seen: 0, of: 0 }));
    let read = decided([read_all("file:src/a.rs", "7be1c04")]);
    assert!(usable(&facts, &read, &Choice::default()).is_ok());
}

#[test]
fn failing_checks_are_acknowledged_before_a_file_is_usable() {
    let mut facts = with_file();
    facts.products[0].checks.push(warning("green at 02:06 ran before edit 402"));
    let read = decided([read_all("file:src/a.rs", "7be1c04")]);
    let refused = usable(&facts, &read, &Choice::default());
    assert_eq!(refused, Err(Refusal::Acknowledge(vec!["green at 02:06 ran before edit 402".into()])));
    let acknowledged = Choice { acknowledged: to_acknowledge(&facts.products[0]).collect(), ..Choice::default() };
    assert!(usable(&facts, &read, &acknowledged).is_ok());
}

#[test]
fn partial_needs_a_gap_and_unknown_a_reason() {
    let facts = with_file();
    let put = |on, choice: Choice| pile(&facts, &decided([]), "file:src/a.rs", on, &choice);
    assert_eq!(put(Pile::Partial, Choice { gaps: vec![" ".into()], ..Choice::default() }), Err(Refusal::NoGap));
    assert_eq!(put(Pile::Unknown, Choice::default()), Err(Refusal::NoReason));
    assert!(put(Pile::Partial, Choice { gaps: vec!["no test".into()], ..Choice::default() }).is_ok());
}

#[test]
fn a_product_that_changed_after_its_decision_is_unsorted_and_says_why() {
    let mut facts = with_file();
    let sorted = decided([pile(
        &facts,
        &decided([]),
        "file:src/a.rs",
        Pile::Unknown,
        &Choice { reason: "later".into(), ..Choice::default() },
    )
    .unwrap()]);
    assert!(settled(&facts, &sorted));
    facts.products[0].version = Some("8c2d000".into());
    assert_eq!(rows(&facts, &sorted)[0].state, SortState::Changed { was: Pile::Unknown, from: Some("7be1c04".into()) });
    assert_eq!(blockers(&facts, &sorted), [Blocker::Unsorted { not_read: 1, in_part: 0, read: 0 }]);
}

#[test]
fn many_at_once_take_only_what_was_opened_but_unknown_takes_all_with_one_reason() {
    let mut facts = with_file();
    facts.products.push(product(ProductKind::File, "src/b.rs"));
    facts.products.push(product(ProductKind::OutsideAction, "git push"));
    let ids: Vec<String> = facts.products.iter().map(|product| product.id.clone()).collect();
    let read = decided([read_all("file:src/a.rs", "7be1c04")]);
    let taken = many(&facts, &read, &ids, Pile::Usable, "");
    assert_eq!((taken.taken, taken.skipped.len()), (1, 2));
    assert_eq!(many(&facts, &read, &ids, Pile::Partial, "").taken, 0, "no check offers a gap");
    let all = many(&facts, &read, &ids, Pile::Unknown, "not read at 02:31");
    assert_eq!((all.taken, all.ops.len()), (2, 1));
    assert_eq!(all.skipped, [("outside:git push".to_owned(), Refusal::OutsideIsAnswered)]);
}

#[test]
fn outside_actions_are_answered_not_sorted_and_neither_they_nor_what_is_missing_are_counted() {
    let mut facts = with_file();
    facts.products.push(product(ProductKind::OutsideAction, "git push"));
    facts.products.push(product(ProductKind::Process, "node"));
    let mut expected = product(ProductKind::File, "tests/budget.rs");
    expected.group = ProductGroup::Expected;
    facts.products.push(expected);
    let (sorted, of) = counts(&facts, &decided([]));
    assert_eq!((sorted, of), (0, 1));
    assert_eq!(left(&facts, &decided([])), of - sorted, "one truth in the header and below the list");
    let order: Vec<ProductGroup> = rows(&facts, &decided([])).iter().map(|row| row.group).collect();
    assert_eq!(order, [ProductGroup::Other, ProductGroup::Outside, ProductGroup::Expected]);
}

#[test]
fn the_base_is_one_row_that_is_read_and_follows_the_chosen_last_good() {
    let mut facts = facts();
    for (id, parent) in [("aaa", None), ("bbb", Some("aaa"))] {
        let mut commit = product(ProductKind::Commit, id);
        commit.version = Some(id.into());
        facts.products.push(commit);
        facts.tree.commits.push(Commit {
            id: id.into(),
            parents: parent.into_iter().map(str::to_owned).collect(),
            subject: String::new(),
            author: String::new(),
            at: Timestamp::UNIX_EPOCH,
            on_head: true,
            files: Vec::new(),
        });
    }
    facts.last_good.commit = Some("bbb".into());
    let found = rows(&facts, &decided([]));
    assert_eq!((found[0].products.as_slice(), &found[0].state), ([0, 1].as_slice(), &SortState::Base(false)));
    assert_eq!(pile(&facts, &decided([]), BASE, Pile::Usable, &Choice::default()), Err(Refusal::BaseIsRead));
    assert!(settled(&facts, &decided([read_all(BASE, "bbb")])));
    let earlier = decided([Op::LastGood { commit: Some("aaa".into()), why: "before the refactoring".into() }]);
    let found = rows(&facts, &earlier);
    assert_eq!(found.iter().map(|row| row.products.clone()).collect::<Vec<_>>(), [vec![0], vec![1]]);
    assert_eq!(found[1].state, SortState::Unsorted);
}

#[test]
fn a_name_of_a_commit_that_is_a_row_is_answered_with_it() {
    let mut facts = facts();
    let named = |kind, id: &str, commit: &str| {
        let mut name = product(kind, id);
        (name.version, name.group) = (Some(commit.into()), ProductGroup::Other);
        name
    };
    facts.products = vec![
        named(ProductKind::Commit, "aaa", "aaa"),
        named(ProductKind::Branch, "retry", "aaa"),
        named(ProductKind::Tag, "v1", "aaa"),
        named(ProductKind::Branch, "from-before", "000"),
    ];
    let found = rows(&facts, &decided([]));
    assert_eq!(found.iter().map(|row| row.products.clone()).collect::<Vec<_>>(), [vec![0, 1, 2], vec![3]]);
    assert_eq!(names(&facts, &facts.products[0]).map(|name| name.title.as_str()).collect::<Vec<_>>(), ["retry", "v1"]);
    assert_eq!(counts(&facts, &decided([])), (0, 2));
    facts.products[0].group = ProductGroup::Base;
    let found = rows(&facts, &decided([]));
    assert_eq!(found.iter().map(|row| row.products.clone()).collect::<Vec<_>>(), [vec![0, 1, 2], vec![3]]);
    assert_eq!(found[0].id, BASE);
}

#[test]
fn the_queue_goes_on_to_the_next_unsorted_row_and_round_once() {
    let mut facts = with_file();
    facts.products.push(product(ProductKind::File, "src/b.rs"));
    let rows = rows(&facts, &decided([]));
    assert_eq!(next_unsorted(&rows, "file:src/b.rs").map(|row| row.id.as_str()), Some("file:src/a.rs"));
    assert_eq!(next_unsorted(&rows[..1], "file:src/a.rs"), None);
}

#[test]
fn a_file_that_only_a_commit_after_last_good_changed_is_counted_and_opened_with_that_commit() {
    let mut facts = with_file();
    let commit = |id: &str, parent: Option<&str>, files: &[&str]| Commit {
        id: id.into(),
        parents: parent.into_iter().map(str::to_owned).collect(),
        subject: String::new(),
        author: String::new(),
        at: Timestamp::UNIX_EPOCH,
        on_head: true,
        files: files
            .iter()
            .map(|path| CommitFile { path: path.into(), before: None, after: Some(format!("{path} by {id}")) })
            .collect(),
    };
    facts.tree.commits = vec![commit("aaa", None, &[]), commit("bbb", Some("aaa"), &["src/a.rs", "src/b.rs"])];
    facts.tree.head = Some("bbb".into());
    facts.tree.start = Some("aaa".into());
    facts.last_good.commit = Some("aaa".into());
    let mut later = product(ProductKind::Commit, "bbb");
    (later.version, later.group) = (Some("bbb".into()), ProductGroup::Other);
    facts.products.push(later);
    // The file that lies changed is a row of its own; the other is in the commit alone.
    assert_eq!(files(&facts, &decided([])), (0, 2));
    assert_eq!(files(&facts, &decided([read_all("commit:bbb", "bbb")])), (1, 2));
    // What is good is the work tree itself: what differs from the commit below it is no change.
    facts.last_good.content = Some(GoodContent::Worktree);
    assert_eq!(files(&facts, &decided([])), (0, 1));
}
