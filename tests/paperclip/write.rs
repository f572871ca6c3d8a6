//! What is written to a task: two documents, on top of what was shown, and never anything else.

use lastgood::work::task_document::{BRIEF, REVIEW, Wanted, put};

use crate::{facts, served};

fn wanted<'a>(key: &'a str, text: &'a str, over: Option<&'a str>) -> Wanted<'a> {
    Wanted { key, title: "Recovery brief", text, over }
}

#[test]
fn the_only_call_that_is_not_a_get_is_the_put_of_our_documents() {
    let (fixture, server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let record = facts.run.record.as_deref().unwrap();
    let named = server.named(None);
    assert_eq!(put(&named, record, &wanted(BRIEF, "# Brief\n", None)), Ok(1));
    assert_eq!(put(&named, record, &wanted(REVIEW, "# Review\n", None)), Ok(1));
    // The answer was lost: the same text again is the same revision.
    assert_eq!(put(&named, record, &wanted(BRIEF, "# Brief\n", None)), Ok(1));
    assert!(put(&named, record, &wanted("draft", "x", None)).is_err());
    let changing: Vec<String> = server.methods().into_iter().filter(|call| !call.starts_with("GET ")).collect();
    let at = format!("PUT /api/issues/{}/documents", record.id);
    assert_eq!(changing, [format!("{at}/{BRIEF}"), format!("{at}/{REVIEW}")]);
}

#[test]
fn a_revision_that_somebody_made_meanwhile_is_never_overwritten() {
    let (fixture, server, places) = served("research-brief");
    let facts = facts(&fixture, &places);
    let record = facts.run.record.as_deref().unwrap();
    let named = server.named(None);
    server.somebody_writes(&record.id, BRIEF, "mine\n");
    let why = put(&named, record, &wanted(BRIEF, "ours\n", None)).unwrap_err();
    assert!(why.contains("rev 1") && why.contains("nothing was overwritten"), "{why}");
    assert_eq!(server.document(&record.id, BRIEF).as_deref(), Some("mine\n"));
    // Shown beside what is there now, it goes on top of it.
    assert_eq!(put(&named, record, &wanted(BRIEF, "ours\n", Some("recovery-brief-1"))), Ok(2));
    assert!(put(&named, record, &wanted(BRIEF, "late\n", Some("recovery-brief-1"))).is_err());
    assert_eq!(server.document(&record.id, BRIEF).as_deref(), Some("ours\n"));
}

#[test]
fn next_prints_what_a_person_sends_to_the_task_with_what_it_sets_off() {
    use lastgood::model::{Host, Op, Start};
    use lastgood::store::{Folder, Me, OpenRecovery, session_key};

    let (fixture, server, places) = crate::served("research-brief");
    let found = lastgood::sources::resolve(&places, &fixture.run).unwrap();
    let own = tempfile::tempdir().unwrap();
    let state = own.path().join("state");
    let me = Me { by: "mira".into(), host: Host { name: "devbox".into(), ..Host::default() }, pid: std::process::id() };
    let keys = [session_key(found.runtime, &found.session)];
    let (mut recovery, _) = OpenRecovery::open(Folder::open(&state), &keys, me, fixture.now);
    let mut saves = |op| drop(recovery.save(op, "mira", fixture.now).unwrap());
    let text = "Mend the section on Poland in draft".to_owned();
    saves(Op::Step { text, agent: "Researcher".into(), start: Start::default(), candidate: None });
    let written = |place: &str| Op::Published {
        attempt: 1,
        paths: [vec!["/nowhere/brief-1.md".to_owned()], place.split(';').map(str::to_owned).collect()].concat(),
        sha256: String::new(),
        draft: false,
    };
    let next = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lastgood"));
        command.args(fixture.args()).arg("--state").arg(&state).args([
            "--paperclip",
            &server.url,
            "next",
            &fixture.run,
        ]);
        let out = command.env_clear().env("HOME", own.path()).output().unwrap();
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (out.status.code(), words(&out.stdout), words(&out.stderr))
    };
    saves(written("/nowhere/brief-1.json"));
    let (status, _, said) = next();
    assert!(status == Some(1) && said.contains("not on task INSA-1"), "{said}");
    saves(written("task INSA-1, document recovery-brief rev 2"));
    let (status, said, trouble) = next();
    assert_eq!(status, Some(0), "{trouble}");
    let bare: Vec<&str> = said.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(bare.iter().any(|line| line.contains("recovery-brief rev 2")), "{said}");
    assert!(said.contains("# it ") && said.contains("The brief is not among it"), "{said}");
    let calls = server.calls.lock().unwrap();
    assert!(calls.iter().all(|(method, ..)| method == "GET"), "{calls:?}");
}
