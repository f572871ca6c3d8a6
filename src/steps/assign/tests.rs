//! Step 3 in words.

use super::*;
use crate::model::build::{at, decided, facts, product};
use crate::model::{
    Breach, Candidate, CandidateKind, Check, CheckSays, Constraint, Gate, GateRun, GateState, Op, OutsideOutcome, Pile,
    PlanItem, PlanState, Product, ProductKind, ReadView, Resumable, Start, StartFrom, StartMode, Warning,
};

fn dead_run() -> Facts {
    let mut facts = facts();
    facts.task.goal = Some("The worker stops retrying after a budget that the caller sets".into());
    facts.task.owner = Some("mira".into());
    facts.task.limits = vec!["no push, no deploy".into()];
    facts.task.criteria = vec![Criterion {
        text: "the default keeps today's behaviour".into(),
        tag: None,
        hash: None,
        source: "first prompt".into(),
    }];
    facts.plan = vec![
        PlanItem { text: "write the retry".into(), state: PlanState::Done },
        PlanItem { text: "write the changelog entry".into(), state: PlanState::Open },
    ];
    let green = GateRun { event: "401".into(), at: Some(at(1)), content: None, green: true, how: "exit 0".into() };
    for (command, state) in [("cargo test", GateState::Stale), ("cargo clippy", GateState::Green)] {
        let (runs, last_green) = (vec![green.clone()], Some(green.clone()));
        facts.gates.push(Gate {
            command: command.into(),
            state,
            last_green,
            last_red: None,
            stale_because: vec!["tests/retry.rs".into()],
            typed: vec![],
            weakened: vec![],
            changed_before: vec![],
            unseen: vec![],
            runs,
        });
    }
    let mut file = product(ProductKind::File, "tests/retry.rs");
    file.gates = vec![("cargo test".into(), GateState::Stale)];
    facts.products = vec![file, product(ProductKind::OutsideAction, "git push origin retry")];
    facts.tree.head = Some("4c1e9d2f".into());
    facts.last_good.commit = Some("4c1e9d2f".into());
    facts
}

fn partial() -> Op {
    Op::Sort {
        product: "file:tests/retry.rs".into(),
        version: Some("7be1c04".into()),
        pile: Some(Pile::Partial),
        gaps: vec!["no test for a budget of zero".into()],
        reason: String::new(),
        seen_elsewhere: None,
        acknowledged: Vec::new(),
    }
}

fn step(text: &str, start: Start) -> Op {
    Op::Step { text: text.into(), agent: "Claude Code".into(), start, candidate: None }
}

fn not_happened() -> Op {
    let (by, place, saw) = ("mira".into(), "git ls-remote origin retry".into(), "no branch".into());
    Op::Outside {
        product: "outside:git push origin retry".into(),
        outcome: OutsideOutcome::DidNotHappen,
        by,
        place,
        saw,
    }
}

#[test]
fn candidates_come_in_order_of_kind_and_an_action_says_which_limit_forbids_it() {
    let facts = dead_run();
    assert_eq!(for_you_now(&facts, &decided([])).len(), 1);
    let all = candidates(&facts, &decided([partial(), not_happened()]));
    let kinds: Vec<CandidateKind> = all.iter().map(|candidate| candidate.kind).collect();
    let order = [
        CandidateKind::Gap,
        CandidateKind::Gate,
        CandidateKind::Plan,
        CandidateKind::Criterion,
        CandidateKind::NotHappened,
    ];
    assert_eq!(kinds, order);
    assert_eq!(all[4].forbidden_by.as_deref(), Some("no push, no deploy"));
    assert!(for_you_now(&facts, &decided([not_happened()])).is_empty());
}

#[test]
fn choosing_a_gap_fills_the_step_its_criteria_and_the_approver() {
    let facts = dead_run();
    let with = decided([partial()]);
    let filled = fill(&facts, &with, &candidates(&facts, &with)[0]);
    assert_eq!(filled.text, "Finish tests/retry.rs: no test for a budget of zero. Change nothing else.");
    let criteria: Vec<&str> = filled.criteria.iter().map(|criterion| criterion.text.as_str()).collect();
    assert_eq!(
        criteria,
        [
            "`cargo test` is green",
            "tests/retry.rs: this gap is closed: no test for a budget of zero",
            "`cargo clippy` stays green",
            "committed, and no other file changed",
        ]
    );
    // A criterion of the task that speaks of this file alone is met with it, or not: it is asked. With another gap it is left.
    let of_file = "a budget of zero asks once, covered by tests/retry.rs";
    let mut more = facts.clone();
    let criterion = |text: &str| Criterion { text: text.into(), source: "first prompt".into(), tag: None, hash: None };
    more.task.criteria.push(criterion(of_file));
    let asks = |ops: Vec<Op>| {
        let decided = self::decided(ops);
        let filled = fill(&more, &decided, &candidates(&more, &decided)[0]);
        filled.criteria.iter().any(|one| *one == criterion(of_file))
    };
    let mut two = partial();
    if let Op::Sort { gaps, .. } = &mut two {
        gaps.push("no test for a budget of one".into());
    }
    assert_eq!((asks(vec![partial()]), asks(vec![two])), (true, false));
    // Nobody wrote them: each says what it was made of.
    let sources: Vec<&str> = filled.criteria.iter().map(|criterion| criterion.source.as_str()).collect();
    assert_eq!(sources, ["the gate", "the gap", "the gate", "proposed"]);
    assert_eq!((filled.approver.as_str(), filled.agent.as_str()), ("mira", "Claude Code"));
    assert_eq!(filled.start.from, Some(StartFrom::Worktree));
}

#[test]
fn only_starts_that_exist_are_offered() {
    let mut facts = dead_run();
    let modes = |facts: &Facts| {
        starts(facts, &decided([])).iter().map(|offer| (offer.start.mode, offer.start.from)).collect::<Vec<_>>()
    };
    let (fresh, resume) = (StartMode::Fresh, StartMode::Resume);
    let (tree, commit) = (Some(StartFrom::Worktree), Some(StartFrom::Commit));
    assert_eq!(modes(&facts), [(fresh, tree), (fresh, commit), (resume, tree)]);
    facts.session.resumable = Resumable::No;
    facts.last_good.commit = None;
    assert_eq!(modes(&facts), [(fresh, tree)]);
    facts.tree.exists = false;
    assert_eq!(modes(&facts), []);
}

#[test]
fn it_settles_with_one_step_somebody_a_start_a_criterion_and_an_approver() {
    let mut facts = dead_run();
    assert_eq!(blockers(&facts, &decided([])), [Blocker::NoStep]);
    let start = starts(&facts, &decided([])).remove(0).start;
    assert!(settled(&facts, &decided([step("Finish tests/retry.rs: no test for zero.", start.clone())])));
    facts.session.resumable = Resumable::No;
    let resume = Start { mode: StartMode::Resume, ..start };
    assert_eq!(blockers(&facts, &decided([step("Finish it.", resume)])), [Blocker::StartNotOffered]);
    (facts.task.owner, facts.task.criteria) = (None, Vec::new());
    assert_eq!(blockers(&facts, &decided([])), [Blocker::NoStep, Blocker::NoCriterion, Blocker::NoApprover]);
}

#[test]
fn a_doubtful_step_is_warned_about() {
    let facts = dead_run();
    let warned = |text: &str| warnings(&facts, &decided([step(text, starts(&facts, &decided([])).remove(0).start)]));
    assert_eq!(warned("The worker stops retrying after a budget that the caller sets."), [Warning::RestatesGoal]);
    assert_eq!(
        warned("Finish tests/retry.rs: no test for zero. Change nothing else."),
        [Warning::NobodyOpened("tests/retry.rs".into())]
    );
    let looked = Op::Read {
        product: "file:tests/retry.rs".into(),
        version: "7be1c04".into(),
        view: ReadView::Whole,
        lines: vec![(1, 11)],
        of: 12,
    };
    let start = starts(&facts, &decided([])).remove(0).start;
    let part = decided([looked, step("Finish tests/retry.rs: no test for zero. Change nothing else.", start)]);
    let seen = crate::model::SeenPart { lines: 11, of: 12, by: "mira".into() };
    assert_eq!(warnings(&facts, &part), [Warning::SeenInPart("tests/retry.rs".into(), seen)]);
    let push = warned("Push the branch retry.");
    assert!(push.contains(&Warning::TouchesUnconfirmed("git push origin retry".into())));
    assert!(push.contains(&Warning::AgainstLimit("no push, no deploy".into())));
    let own = warnings(&facts, &decided([Op::Approver { name: "codex".into() }]));
    assert_eq!(own, [Warning::ApproverIsAgent("codex".into())]);
}

#[test]
fn what_is_broken_comes_first_and_a_step_says_what_it_may_change() {
    let mut facts = dead_run();
    let check = |says, gap: &str| Check { says, text: gap.into(), line: None, gap: Some(gap.into()) };
    let todo = "TODO: the table";
    facts.products[0].checks =
        vec![check(CheckSays::Warn, todo), check(CheckSays::Bad, "b.md does not exist"), check(CheckSays::Bad, "torn")];
    facts.constraints.push(Constraint {
        text: "never change tests/retry.rs: it is shared".into(),
        at: None,
        event: "1".into(),
        from: "first prompt".into(),
        lost_in_compaction: true,
        broken_by: vec![Breach { event: "7".into(), what: "tests/retry.rs".into() }],
        taken_back: vec![],
    });
    facts.plan.push(PlanItem { text: "Push the branch".into(), state: PlanState::Open });
    let mut sorted = partial();
    if let Op::Sort { gaps, .. } = &mut sorted {
        *gaps = vec![todo.into(), "b.md does not exist".into(), "torn".into()];
    }
    let mut happened = not_happened();
    if let Op::Outside { outcome, .. } = &mut happened {
        *outcome = OutsideOutcome::Happened;
    }
    let decided = decided([sorted, happened]);
    let all = candidates(&facts, &decided);
    let texts: Vec<&str> = all.iter().take(4).map(|candidate| candidate.text.as_str()).collect();
    let limit = "limit broken: never change tests/retry.rs: it is shared";
    assert_eq!(texts, ["torn", limit, "b.md does not exist", todo]);
    assert!(all.iter().all(|candidate| candidate.text != "Push the branch"));
    let last = |at: usize| fill(&facts, &decided, &all[at]).criteria.pop().unwrap().text;
    assert_eq!((last(0).as_str(), last(2).as_str()), ("committed, and no other file changed", "committed"));
    facts.gates[1].state = GateState::Red;
    let criteria = fill(&facts, &decided, &all[0]).criteria;
    assert!(
        criteria
            .iter()
            .any(|criterion| criterion.text == "`cargo clippy` shows no failure that it did not show before this step")
    );
}

/// A gate that reaches two files, of which one does not parse; the person goes by whole texts.
fn torn() -> (Facts, Decided) {
    let mut facts = dead_run();
    facts.tree.repository = true;
    let mut torn = product(ProductKind::File, "tests/jitter.rs");
    let gap = "it does not parse at line 12";
    torn.checks = vec![Check { says: CheckSays::Bad, text: gap.into(), line: Some(12), gap: Some(gap.into()) }];
    torn.gates = vec![("cargo test".into(), GateState::NotRun)];
    facts.products.push(torn);
    let sorted = Op::Sort {
        product: "file:tests/jitter.rs".into(),
        version: Some("7be1c04".into()),
        pile: Some(Pile::Partial),
        gaps: vec![gap.into()],
        reason: String::new(),
        seen_elsewhere: None,
        acknowledged: vec![],
    };
    (facts, decided([partial(), sorted]))
}

fn texts(facts: &Facts, decided: &Decided, candidate: &crate::model::Candidate) -> Vec<String> {
    fill(facts, decided, candidate).criteria.into_iter().map(|criterion| criterion.text).collect()
}

#[test]
fn what_makes_a_gate_run_comes_first_and_no_other_step_is_asked_for_its_green() {
    let (mut facts, decided) = torn();
    let all = candidates(&facts, &decided);
    assert_eq!(all[0].location.as_deref(), Some("tests/jitter.rs"));
    assert_eq!(texts(&facts, &decided, &all[0])[0], "`cargo test` is green");
    let narrow =
        "`cargo test` shows no failure but what was known before: tests/jitter.rs: it does not parse at line 12";
    let of = |kind| all.iter().find(|one| one.kind == kind && one.location.as_deref() != Some("tests/jitter.rs"));
    for other in [CandidateKind::Gap, CandidateKind::Plan].map(|kind| of(kind).unwrap()) {
        let asked = texts(&facts, &decided, other);
        assert!(asked.iter().any(|text| text == narrow), "{asked:?}");
        assert!(!asked.iter().any(|text| text.contains("`cargo test` is green")), "{asked:?}");
        // Only a step about one file can tell it from the others.
        let end = if other.location.is_some() { "committed, and no other file changed" } else { "committed" };
        assert_eq!(asked.last().map(String::as_str), Some(end), "{asked:?}");
        // A limit that lets it commit only on green would be broken by the commit.
        let mut bound = facts.clone();
        bound.task.limits.push("Commit after each step, only when the tests pass".into());
        assert!(!texts(&bound, &decided, other).iter().any(|text| text.contains("committed")));
    }
    // The step that makes the gate green is asked for it; what somebody accepted keeps nothing back.
    let gate = of(CandidateKind::Gate).unwrap();
    assert_eq!(texts(&facts, &decided, gate)[0], "`cargo test` is green");
    facts.products.pop();
    let gap = candidates(&facts, &decided);
    let gap = gap.iter().find(|one| one.location.as_deref() == Some("tests/retry.rs")).unwrap();
    assert_eq!(texts(&facts, &decided, gap)[0], "`cargo test` is green");
}

#[test]
fn what_is_put_back_as_head_has_it_is_not_asked_to_be_committed() {
    let (mut facts, decided) = torn();
    facts.constraints.push(Constraint {
        text: "never change tests/retry.rs: it is shared".into(),
        at: None,
        event: "1".into(),
        from: "first prompt".into(),
        lost_in_compaction: true,
        broken_by: vec![Breach { event: "7".into(), what: "tests/retry.rs".into() }],
        taken_back: vec![],
    });
    let state = |head: &str| crate::model::FileState {
        blob: Some("after".into()),
        start: Some("before".into()),
        head: Some(head.into()),
        ..crate::model::FileState::default()
    };
    for (head, commits) in [("before", false), ("after", true)] {
        facts.tree.files.insert("tests/retry.rs".into(), state(head));
        let all = candidates(&facts, &decided);
        let back = all.iter().find(|one| one.text.starts_with("limit broken: ")).unwrap();
        let asked = texts(&facts, &decided, back);
        assert_eq!(asked.iter().any(|text| text == "committed"), commits, "{head}: {asked:?}");
        assert!(asked[0].contains("shows no failure but what was known before: tests/jitter.rs"), "{asked:?}");
    }
}

#[test]
fn what_changes_no_file_is_asked_for_no_commit_and_no_green_that_is_not_there() {
    let (mut facts, decided) = torn();
    facts.task.criteria[0].text = "cargo test is green".into();
    let of = |facts: &Facts, decided: &Decided, kind| {
        let all = candidates(facts, decided);
        texts(facts, decided, all.iter().find(|one| one.kind == kind).unwrap())
    };
    // To run an old gate may show that nothing is to be mended; that it is green is asked for once.
    assert_eq!(of(&facts, &decided, CandidateKind::Gate), ["`cargo test` is green", "`cargo clippy` stays green"]);
    let criterion = of(&facts, &decided, CandidateKind::Criterion);
    assert_eq!(criterion, ["cargo test is green", "`cargo clippy` stays green"]);
    facts.gates[0].state = GateState::Red;
    assert!(of(&facts, &decided, CandidateKind::Gate).contains(&"committed".to_owned()));
    let close = crate::model::Closing::NextAttempt;
    let open = vec!["Is the option on by default?".to_owned()];
    let asks =
        [not_happened(), Op::Close { attempt: 1, outcome: close, from: None, why: String::new(), open, review: None }];
    let asked = crate::model::build::decided(asks);
    for kind in [CandidateKind::NotHappened, CandidateKind::LeftOpen] {
        let texts = of(&facts, &asked, kind);
        assert!(!texts.iter().any(|text| text.contains("cargo test") || text.contains("committed")), "{texts:?}");
    }
    assert_eq!(of(&facts, &asked, CandidateKind::LeftOpen)[0], "answered: Is the option on by default?");
}

#[test]
fn an_item_of_the_plan_that_a_commit_of_the_run_says_is_offered_last_and_warned_about() {
    let mut facts = facts();
    let item = |text: &str| PlanItem { text: text.into(), state: PlanState::Open };
    facts.plan = vec![item("Parse percentages"), item("Show percentages in export")];
    let id = "62f07baf".repeat(5);
    let commit = crate::model::Commit {
        id: id.clone(),
        parents: vec![],
        subject: "step 1: parse percentages".into(),
        author: "dev".into(),
        at: facts.looked,
        on_head: true,
        files: vec![],
    };
    facts.tree.commits.push(commit);
    let made = Product { location: id, made_by: vec!["7".into()], ..product(ProductKind::Commit, "step 1") };
    facts.products.push(made);
    let plan: Vec<_> =
        candidates(&facts, &decided([])).into_iter().filter(|one| one.kind == CandidateKind::Plan).collect();
    let texts: Vec<&str> = plan.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["Show percentages in export", "Parse percentages"]);
    assert_eq!(plan[1].because, ["62f07ba step 1: parse percentages"]);
    let chosen = |candidate: &Candidate| {
        let text = format!("{}. Change nothing else.", candidate.text);
        let op =
            Op::Step { text, agent: "codex".into(), start: Start::default(), candidate: Some(candidate.id.clone()) };
        warnings(&facts, &decided([op])).iter().any(|one| matches!(one, Warning::SaidByCommit(_)))
    };
    assert!(chosen(&plan[1]) && !chosen(&plan[0]));
}
