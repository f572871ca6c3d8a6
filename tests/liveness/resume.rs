//! Whether a session can be resumed: the reasons, their order, and each runtime's own rules.

use std::path::Path;

use lastgood::model::{
    ActionResult, Belongs, Cause, Constraint, Ending, Event, Failure, FailureKind, FileStatus, Liveness, Pending,
    Product, Resumable, Run, Runtime, Says, Session, Sign, SignKind, Speaker, Timestamp, Trace, Transcript, Tree,
    Verdict, What,
};
use lastgood::sources::{resume::Known, session};

use crate::repo::write;

/// A stored session in a folder that exists, killed while it answered, with nothing against it.
struct Case {
    folder: tempfile::TempDir,
    run: Run,
    signs: Vec<Sign>,
    ending: Ending,
    constraints: Vec<Constraint>,
    products: Vec<Product>,
    tree: Tree,
}

fn time(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

impl Case {
    fn new(runtime: Runtime) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let first = "{\"type\":\"session_meta\",\"payload\":{}}\n";
        let path = write(folder.path(), "store/rollout-9f3c.jsonl", first);
        let mut run = Run::new(runtime, "9f3c");
        run.cwd = Some(folder.path().to_path_buf());
        run.last_event = Some(time("2026-11-29T12:05:00Z"));
        run.transcripts = vec![Transcript { path, bytes: 1, events: 1, torn_tail: false, unread: 0 }];
        let what = What::Asked { text: "go".into(), by: Speaker::Person };
        run.events = vec![Event::new("1", None, what)].into();
        let ending = Ending {
            cause: Cause::KilledInReply,
            transient: false,
            retry_after: None,
            at: None,
            event: None,
            why: String::new(),
            also: Vec::new(),
            pending: Vec::new(),
        };
        let tree = Tree { root: folder.path().to_path_buf(), exists: true, ..Tree::default() };
        Self { folder, run, signs: Vec::new(), ending, constraints: Vec::new(), products: Vec::new(), tree }
    }

    fn sign(mut self, kind: SignKind, says: Says, belongs: Belongs, what: &str) -> Self {
        let (what, key, at) = (what.to_owned(), String::new(), time("2026-11-29T13:00:00Z"));
        self.signs.push(Sign { kind, says, what, at, pid: None, key, belongs, process: None });
        self
    }

    fn session(&self) -> Session {
        session(&Known {
            run: &self.run,
            liveness: &Liveness { verdict: Verdict::NoSignOfLife, signs: self.signs.clone() },
            ending: &self.ending,
            constraints: &self.constraints,
            products: &self.products,
            tree: &self.tree,
            now: time("2026-11-29T13:00:00Z"),
        })
    }
}

fn why(session: &Session, words: &str) -> bool {
    session.why.iter().any(|why| why.contains(words))
}

#[test]
fn a_broken_history_is_never_resumed_and_another_refusal_may_be() {
    let refused = |message: &str| {
        let mut case = Case::new(Runtime::ClaudeCode);
        let failure = Failure {
            kind: FailureKind::Refused,
            status: Some(400),
            message: message.into(),
            retry_after: None,
            gave_up: true,
        };
        let what = What::Error(failure);
        case.run.events.push(Event::new("2", None, what));
        case.ending.cause = Cause::Refused;
        case.session()
    };
    let broken = refused("messages.12: `tool_use` ids were found without `tool_result` blocks: toolu_1");
    assert_eq!((broken.resumable, why(&broken, "history is broken")), (Resumable::No, true));
    assert_eq!(refused("No tool output found for function call call_7.").resumable, Resumable::No);
    assert_eq!(refused("max_tokens: 99999 > 64000").resumable, Resumable::Conditional);
}

#[test]
fn what_lay_beside_a_conversation_is_nothing_to_resume() {
    let mut case = Case::new(Runtime::ClaudeCode);
    case.run.traces.push(Trace::ConversationGone);
    assert_eq!((case.session().resumable, case.session().command), (Resumable::No, None));
}

#[test]
fn a_whole_session_that_nobody_holds_can_be_resumed_from_its_folder() {
    let case = Case::new(Runtime::ClaudeCode);
    let session = case.session();
    assert_eq!(session.resumable, Resumable::Yes, "{:?}", session.why);
    assert_eq!(session.command, Some(format!("cd {} && claude --resume 9f3c", case.folder.path().display())));
}

#[test]
fn who_holds_it_wins_over_everything_and_no_command_is_offered() {
    let mut case = Case::new(Runtime::Codex).sign(
        SignKind::SessionLock,
        Says::Waiting,
        Belongs::Agent,
        "codex app-server, holds the lock",
    );
    case.ending.cause = Cause::UsageLimit;
    case.ending.retry_after = Some(time("2026-11-29T15:00:00Z"));
    let session = case.session();
    assert_eq!((session.resumable, session.command.clone(), session.after), (Resumable::No, None, None));
    assert!(why(&session, "holds the lock"));
}

#[test]
fn a_limit_with_a_known_end_is_later_and_without_one_a_condition() {
    let mut case = Case::new(Runtime::Codex);
    case.ending.cause = Cause::UsageLimit;
    case.ending.retry_after = Some(time("2026-11-29T15:00:00Z"));
    assert_eq!((case.session().resumable, case.session().after), (Resumable::Later, case.ending.retry_after));
    case.ending.retry_after = Some(time("2026-11-29T12:30:00Z"));
    assert_eq!(case.session().resumable, Resumable::Yes, "the limit is over");
    case.ending.retry_after = None;
    assert_eq!(case.session().resumable, Resumable::Conditional);
}

#[test]
fn what_still_lives_what_is_open_and_what_was_lost_are_conditions() {
    let left = Case::new(Runtime::OpenCode).sign(SignKind::Orphan, Says::Alive, Belongs::LeftByRun, "node watch.js");
    assert!(left.session().resumable == Resumable::Conditional && why(&left.session(), "node watch.js"));

    let mut open = Case::new(Runtime::ClaudeCode);
    open.ending.pending =
        vec![Pending { event: "toolu_7".into(), tool: "Bash".into(), command: "python3 backfill.py".into() }];
    assert!(open.session().resumable == Resumable::Conditional && why(&open.session(), "open call, event toolu_7"));

    let mut lost = Case::new(Runtime::ClaudeCode);
    let limit = |lost_in_compaction| Constraint {
        text: "never push".into(),
        at: None,
        event: "1".into(),
        from: "first prompt".into(),
        lost_in_compaction,
        broken_by: Vec::new(),
        taken_back: vec![],
    };
    lost.constraints = vec![limit(false)];
    assert_eq!(lost.session().resumable, Resumable::Yes);
    lost.constraints.push(limit(true));
    assert!(lost.session().resumable == Resumable::Conditional && why(&lost.session(), "compaction"));
}

#[test]
fn an_outside_action_that_nobody_confirmed_is_a_condition() {
    let mut case = Case::new(Runtime::Codex);
    case.products.push(Product {
        location: "origin".into(),
        made_by: vec!["call_5".into()],
        ..Product::outside("outside:5:0".into(), "git push origin retry", None)
    });
    let session = case.session();
    assert!(
        session.resumable == Resumable::Conditional
            && why(&session, "git push origin retry")
            && why(&session, "call_5")
    );
    case.products[0].result = Some(ActionResult::Ok);
    assert!(why(&case.session(), "1 outside action returned without an error, and nobody confirmed it"));
    case.products.push(case.products[0].clone());
    assert!(why(&case.session(), "2 outside actions returned without an error, and nobody confirmed them"));
}

#[test]
fn a_folder_that_is_gone_or_a_file_that_is_missing_is_no() {
    let mut moved = Case::new(Runtime::ClaudeCode);
    moved.run.cwd = Some(moved.folder.path().join("gone"));
    assert!(moved.session().resumable == Resumable::No && why(&moved.session(), "does not exist"));
    assert_eq!(moved.session().command, None);

    let mut missing = Case::new(Runtime::GeminiCli);
    missing.run.transcripts.clear();
    assert_eq!((missing.session().resumable, missing.session().command), (Resumable::No, None));
}

#[test]
fn each_runtime_has_its_own_rules() {
    let mut full = Case::new(Runtime::ClaudeCode);
    full.ending.cause = Cause::ContextFull;
    assert_eq!(full.session().resumable, Resumable::No);

    let torn = Case::new(Runtime::Codex);
    std::fs::write(&torn.run.transcripts[0].path, "{\"type\":\"response_item\"}\n").expect("written");
    assert!(torn.session().resumable == Resumable::No && why(&torn.session(), "first line"));

    let mut archived = Case::new(Runtime::Codex);
    archived.run.transcripts[0].path = write(
        archived.folder.path(),
        "archived_sessions/rollout-9f3c.jsonl",
        "{\"type\":\"session_meta\",\"payload\":{}}\n",
    );
    assert!(archived.session().resumable == Resumable::Conditional && why(&archived.session(), "codex unarchive 9f3c"));

    let fork = Case::new(Runtime::Codex);
    let meta = "{\"type\":\"session_meta\",\"payload\":{\"history_base\":{\"thread_id\":\"7aa1\"}}}\n";
    std::fs::write(&fork.run.transcripts[0].path, meta).expect("written");
    assert!(fork.session().resumable == Resumable::No && why(&fork.session(), "7aa1"));

    assert_eq!(
        Case::new(Runtime::GeminiCli).session().resumable,
        Resumable::Conditional,
        "a call in flight leaves no trace there"
    );
}

#[test]
fn what_happened_after_its_last_record_is_said() {
    let mut case = Case::new(Runtime::OpenCode);
    let changed = Some(time("2026-11-29T12:30:00Z"));
    let state =
        lastgood::model::FileState { status: FileStatus::Changed, changed, ..lastgood::model::FileState::default() };
    case.tree.files.insert(Path::new("a.rs").to_path_buf(), state);
    let session = case.session();
    assert!(session.resumable == Resumable::Yes && why(&session, "does not know: a.rs"));
}
