//! The brief's content in words.

use super::*;
use crate::model::build::{at, decided, facts, gate, product};
use crate::model::{
    Compaction, Constraint, Ended, Event, Gate, GateRun, GateState, KeepKind, KeptCopy, Measured, Op, Pile,
    ProductKind, RanIn, ReadView, Side,
};

fn dead_run() -> Facts {
    let mut facts = facts();
    facts.task.goal = Some("Add a retry budget".into());
    facts.task.owner = Some("mira".into());
    facts.constraints.push(Constraint {
        text: "no new crate".into(),
        at: Some(at(10)),
        event: "1".into(),
        from: "first prompt".into(),
        lost_in_compaction: true,
        broken_by: Vec::new(),
        taken_back: vec![],
    });
    let what = What::Compaction(Compaction::default());
    facts.run.events.push(Event::new("9", Some(at(60)), what));
    facts.products = vec![
        product(ProductKind::File, "src/a.rs"),
        product(ProductKind::File, "b.csv"),
        product(ProductKind::OutsideAction, "git push origin retry"),
    ];
    facts
}

fn sort(location: &str, pile: Pile) -> Op {
    Op::Sort {
        product: format!("file:{location}"),
        version: Some("7be1c04".into()),
        pile: Some(pile),
        gaps: Vec::new(),
        reason: String::new(),
        seen_elsewhere: None,
        acknowledged: Vec::new(),
    }
}

fn written(facts: &Facts, ops: Vec<Op>) -> crate::model::Brief {
    compose(facts, &decided(ops), "LG-7Q2MX4KD", at(100))
}

#[test]
fn a_draft_says_what_is_missing() {
    let brief = written(&dead_run(), Vec::new());
    assert!(brief.draft);
    assert_eq!(
        brief.missing,
        [
            "nobody confirmed that nothing is running",
            "2 products are not sorted",
            "no next step",
            "no review criterion"
        ]
    );
    assert_eq!(brief.unread.unwrap().reason, "not sorted yet");
}

#[test]
fn what_was_opened_says_by_whom_and_what_nobody_opened_is_one_line() {
    let lines = vec![(1, 9)];
    let read =
        Op::Read { product: "file:src/a.rs".into(), version: "7be1c04".into(), view: ReadView::Whole, lines, of: 9 };
    let many =
        Op::SortMany { products: vec![("file:b.csv".into(), Some("7be1c04".into()))], reason: "not needed".into() };
    let brief = written(&dead_run(), vec![read, sort("src/a.rs", Pile::Usable), many]);
    let opened = brief.checked[0].opened.as_ref().unwrap();
    assert_eq!((brief.checked.len(), opened.by.as_str(), opened.at), (1, "mira", at(1)));
    let unread = brief.unread.unwrap();
    assert_eq!(
        (unread.count, unread.reason.as_str(), unread.list.as_slice()),
        (1, "not needed", ["b.csv".to_owned()].as_slice())
    );
}

#[test]
fn what_was_seen_in_part_says_how_much_and_by_whom() {
    let lines = vec![(1, 11)];
    let read =
        Op::Read { product: "file:src/a.rs".into(), version: "7be1c04".into(), view: ReadView::Whole, lines, of: 12 };
    let brief = written(&dead_run(), vec![read, sort("src/a.rs", Pile::Partial)]);
    assert_eq!(brief.checked[0].opened, None);
    let said = crate::brief::render(&brief);
    assert!(said.contains("- partial: `src/a.rs` at 7be1c04, 11 of 12 lines seen by mira"), "{said}");
}

#[test]
fn an_unconfirmed_action_is_an_open_question_that_forbids_repeating_it() {
    let brief = written(&dead_run(), Vec::new());
    assert_eq!(brief.open[0].do_not_repeat.as_deref(), Some("git push origin retry"));
    assert!(brief.outside.is_empty());
}

#[test]
fn limits_say_where_they_stand_and_what_a_compaction_lost() {
    let kept =
        |text: &str| Op::Keep { kind: KeepKind::Limit, line: Sourced { text: text.into(), from: "event 7".into() } };
    let brief = written(
        &dead_run(),
        vec![kept("no push"), kept("no deploy"), Op::Drop { kind: KeepKind::Limit, text: "no deploy".into() }],
    );
    let limits: Vec<(String, String)> = brief.limits.into_iter().map(|line| (line.text, line.from)).collect();
    let lost = format!("first prompt; lost in the compaction of {}", at(60).strftime("%H:%M"));
    assert_eq!(limits, [("no new crate".to_owned(), lost), ("no push".to_owned(), "event 7".to_owned())]);
}

#[test]
fn a_section_written_by_hand_replaces_what_was_found_and_keeps_its_sources() {
    let section = |name: &str, text: &str| Op::Section { name: name.into(), text: text.into() };
    let brief =
        written(&dead_run(), vec![section("Limits", "- no new crate\n- no new table"), section("Notes", "Ask ana.")]);
    assert!(brief.limits[0].from.starts_with("first prompt"));
    assert_eq!((brief.limits[1].text.as_str(), brief.limits[1].from.as_str()), ("no new table", "operator"));
    assert_eq!(brief.notes.as_deref(), Some("Ask ana."));
}

#[test]
fn a_broken_limit_is_a_question_also_when_a_gap_names_it_and_an_answered_action_is_none() {
    let mut facts = dead_run();
    facts.constraints[0].broken_by =
        vec![crate::model::Breach { event: "7".into(), what: "src/a.rs (cat >> src/a.rs)".into() }];
    facts.session.why = vec!["outside action git push origin retry (7): nobody confirmed what it did".into()];
    let question = "Limit broken: no new crate, by src/a.rs (cat >> src/a.rs). Decide: keep or take back.";
    let brief = written(&facts, Vec::new());
    assert_eq!((brief.open[1].question.as_str(), brief.record.session.unwrap().why.len()), (question, 1));
    let mut partial = sort("src/a.rs", Pile::Partial);
    if let Op::Sort { gaps, .. } = &mut partial {
        gaps.push(facts.constraints[0].broken());
    }
    let outside = Op::Outside {
        product: "outside:git push origin retry".into(),
        outcome: crate::model::OutsideOutcome::Happened,
        by: "mira".into(),
        place: "git ls-remote".into(),
        saw: "the branch".into(),
    };
    let brief = written(&facts, vec![partial, outside]);
    let open: Vec<&str> = brief.open.iter().map(|open| open.question.as_str()).collect();
    assert_eq!((open, brief.record.session.unwrap().why.len()), (vec![question], 0));
}

#[test]
fn a_copy_of_the_present_content_is_not_the_last_good_state() {
    let mut facts = facts();
    facts.last_good.content = Some(GoodContent::Replayed);
    let copy = |name: &str, good| KeptCopy {
        name: name.into(),
        commit: "c".into(),
        content: "t".into(),
        left_out: vec![],
        good,
    };
    let kept = |copies: Vec<KeptCopy>| {
        let decided = decided(copies.into_iter().map(|copy| Op::Salvaged { copy }));
        compose(&facts, &decided, "LG-1", at(9)).last_good.salvage
    };
    assert_eq!(kept(vec![copy("refs/lastgood/salvage/a", false)]), None);
    let both = vec![copy("refs/lastgood/good/a", true), copy("refs/lastgood/salvage/b", false)];
    assert_eq!(kept(both).as_deref(), Some("refs/lastgood/good/a"));
}

#[test]
fn what_lastgood_measured_last_is_what_was_last_checked() {
    let mut facts = facts();
    let standing = facts.tree.standing();
    let result = |state, at| Measured {
        name: "cargo test".into(),
        command: vec!["cargo".into(), "test".into()],
        source: "the run".into(),
        side: Side::Present,
        content: "tree".into(),
        standing: standing.clone(),
        commit: None,
        ran_in: RanIn::Scratch,
        ended: Ended::Exit { code: 1 },
        state,
        why: "exit 1".into(),
        at,
        millis: 10,
        output: None,
        printed: vec![],
        left: vec![],
        changed: vec![],
    };
    let results = vec![result(GateState::Green, at(7)), result(GateState::Red, at(8))];
    let decided = decided([Op::Measured { attempt: 1, results }]);
    let checked = compose(&facts, &decided, "LG-1", at(9)).record.last_checked.unwrap_or_default();
    assert!(checked.starts_with("cargo test: red, exit 1, run by lastgood"), "{checked}");
    // A commit of exactly that content takes nothing from it; another content does.
    facts.tree.head = Some("made since".into());
    assert_eq!(compose(&facts, &decided, "LG-1", at(9)).record.last_checked, None);
    facts.tree.holds = Some("tree".into());
    assert_eq!(compose(&facts, &decided, "LG-1", at(9)).record.last_checked, Some(checked));
}

#[test]
fn what_the_record_checked_last_says_what_came_out_when_and_what_changed_since() {
    let mut facts = facts();
    let outcome = crate::model::Outcome {
        call: "c".into(),
        state: crate::model::OutcomeState::Ok,
        exit: Some(0),
        output: "........\nRan 8 tests in 0.6s\n\nOK\n".into(),
        bytes: 30,
    };
    facts.run.events.push(Event::new("41f", Some(at(60)), What::Result(outcome)));
    let content = Some("4c1e9d2f0a7788aa99bb".into());
    let run = GateRun { event: "41f".into(), at: Some(at(60)), content, green: true, how: "exit 0".into() };
    facts.gates = vec![Gate { stale_because: vec!["src/a.rs".into()], ..gate(GateState::Stale, run) }];
    facts.last_checked =
        Some(crate::model::LastChecked { what: "cargo test: green, exit 0".into(), event: "41f".into() });
    let checked = compose(&facts, &decided([]), "LG-1", at(99)).record.last_checked.unwrap_or_default();
    let when = at(60).strftime("%Y-%m-%d %H:%M UTC");
    assert_eq!(
        checked,
        format!(
            "cargo test: green, exit 0, its output ends \"OK\", on 4c1e9d2f0a77, {when}, event 1; changed since: src/a.rs"
        )
    );
}

#[test]
fn what_the_step_is_measured_by_is_not_left_after_it() {
    let mut facts = dead_run();
    facts.task.criteria = ["the page explains it", "a budget of 0 tries once"]
        .map(|text| crate::model::Criterion { text: text.into(), tag: None, hash: None, source: "task".into() })
        .to_vec();
    let mut partial = sort("src/a.rs", Pile::Partial);
    if let Op::Sort { gaps, .. } = &mut partial {
        *gaps = vec!["no test for zero".into(), "TODO: the table".into()];
    }
    let chosen = assign::candidates(&facts, &decided([partial.clone()])).remove(0);
    let step = Op::Step {
        text: "Finish src/a.rs: no test for zero. Change nothing else.".into(),
        agent: "codex".into(),
        start: crate::model::Start::default(),
        candidate: Some(chosen.id),
    };
    let own = |text: &str| crate::model::Criterion { text: text.into(), tag: None, hash: None, source: "gap".into() };
    let asks = ["done: the page explains it", "src/a.rs: this gap is closed: TODO: the table"];
    let criteria = Op::Criteria { criteria: asks.map(own).to_vec() };
    let all =
        ["src/a.rs: no test for zero", "src/a.rs: TODO: the table", "the page explains it", "a budget of 0 tries once"];
    assert_eq!(written(&facts, vec![partial.clone()]).after_step, all, "without a step nothing is measured by them");
    let of_task = written(&facts, vec![partial.clone(), step.clone()]);
    assert_eq!(
        (of_task.after_step.as_slice(), of_task.criteria.len()),
        (["src/a.rs: TODO: the table".to_owned()].as_slice(), 2)
    );
    assert_eq!(written(&facts, vec![partial, step, criteria]).after_step, ["a budget of 0 tries once"]);
}

#[test]
fn a_step_does_not_list_itself_by_another_name_and_what_was_judged_met_is_not_left() {
    let mut facts = dead_run();
    let item = |text: &str| crate::model::PlanItem { text: text.into(), state: crate::model::PlanState::Open };
    facts.plan = ["Zero with tests in src/a.rs", "src/a.rs, changelog, push", "the table"].map(item).to_vec();
    let own = |text: &str| crate::model::Criterion { text: text.into(), tag: None, hash: None, source: "task".into() };
    facts.task.criteria = ["zero tries once, covered by src/a.rs", "src/b.rs says so"].map(own).to_vec();
    let partial = |gaps: &[&str]| {
        let mut op = sort("src/a.rs", Pile::Partial);
        if let Op::Sort { gaps: named, .. } = &mut op {
            *named = gaps.iter().map(|gap| (*gap).to_owned()).collect();
        }
        op
    };
    let left = |gaps: &[&str], more: Vec<Op>| {
        let ops: Vec<Op> = std::iter::once(partial(gaps)).chain(more).collect();
        let first = assign::candidates(&facts, &decided(ops.clone())).remove(0);
        let step = Op::Step {
            text: format!("Finish src/a.rs: {}. Change nothing else.", first.text),
            agent: "codex".into(),
            start: crate::model::Start::default(),
            candidate: Some(first.id),
        };
        let criteria = Op::Criteria { criteria: vec![own("it is done")] };
        written(&facts, ops.into_iter().chain([step, criteria]).collect()).after_step
    };
    // A criterion is another thing than the file of which it speaks: where nothing asks for it, it is left.
    let zero = "zero tries once, covered by src/a.rs";
    assert_eq!(left(&["no test"], vec![]), ["src/a.rs, changelog, push", "the table", zero, "src/b.rs says so"]);
    // While another gap is left in the file, it is not done by this step.
    assert_eq!(left(&["no test", "no title"], vec![]).len(), 6);
    let met = |text: &str| {
        let row = crate::steps::review::criterion_row(text);
        Op::Verdict { attempt: 1, row, verdict: Some(crate::model::RowVerdict::Met), note: String::new() }
    };
    let judged = vec![met("done: the table"), met("src/b.rs says so")];
    assert_eq!(left(&["no test"], judged), ["src/a.rs, changelog, push", zero]);
}
