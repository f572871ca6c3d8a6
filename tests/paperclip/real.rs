//! The whole way on a real server that `tests/paperclip.sh` started; skipped without one.

use std::time::Duration;

use lastgood::model::{TaskStart, TaskState};
use lastgood::msg::{Effect, Write};
use lastgood::sources::paperclip::Client;
use lastgood::sources::{self, PathMap, Places, TaskServer};
use lastgood::work::gather::{Clock, gather};
use lastgood::work::task_document::{BRIEF, REVIEW, Wanted, put};

use crate::person::Person;

/// What would show that somebody was woken or moved: state, attempts, comments, owner.
fn shape(client: &Client, task: &str) -> String {
    let issue = client.get(&format!("/issues/{task}")).unwrap();
    let count = |what: &str| client.get(&format!("/issues/{task}/{what}")).unwrap().as_array().unwrap().len();
    format!(
        "{} {} {} {} runs, {} comments",
        issue["status"],
        issue["assigneeAgentId"],
        issue["executionBlocker"]["recoveryActionId"],
        count("runs"),
        count("comments")
    )
}

#[test]
#[ignore = "needs the server that tests/paperclip.sh starts"]
fn a_real_failed_task_goes_the_whole_way_and_nobody_is_woken() {
    let value = |name: &str| std::env::var(name).unwrap_or_else(|_| panic!("{name} is set by tests/paperclip.sh"));
    let (url, key) = (value("LASTGOOD_E2E_URL"), value("LASTGOOD_E2E_TASK"));
    let home = tempfile::tempdir().unwrap();
    let mut places = Places::new(home.path(), PathMap::new(Vec::<(String, String)>::new()), |_| None, 0);
    places.tasks = TaskServer::named(Some(&url), |_| None, home.path());
    let server = places.tasks.clone().unwrap();
    let client = Client::new(&server);

    // Listed, from facts.
    let (rows, _) = sources::tasks(&places);
    let row = rows.iter().find(|row| row.session == key).expect("the failed task is listed");
    assert_eq!(row.task.as_ref().unwrap().state, TaskState::Held);

    // Opened, with GET only; the record does not change by it.
    let before = shape(&client, &key);
    let now: lastgood::model::Timestamp = jiff::Timestamp::now();
    let mut facts = gather(&places, row, Clock { now, fixed: false }, Duration::ZERO);
    assert!(facts.run.record.as_ref().unwrap().starts.contains(&TaskStart::Reconcile));
    let record = facts.run.record.clone().unwrap();
    assert_eq!(shape(&client, &key), before);
    // What else runs on this machine is not part of the journey.
    facts.liveness.signs.retain(|sign| matches!(sign.belongs, lastgood::model::Belongs::Task));
    facts.liveness.verdict = lastgood::steps::confirm::verdict(&facts.liveness.signs);

    // Four steps by keys: confirmed, all sorted as unknown with one reason, a step, the brief to the task.
    let unsorted = facts.products.len();
    let mut person = Person::opens(facts).at(100, 40);
    person.presses("s 2");
    for _ in 0..unsorted {
        person.presses("x").types("not read tonight").presses("enter");
        person.presses("esc j");
    }
    person.presses("3 enter b o o w y");
    let write = person.asked.iter().rev().find_map(|effect| match effect {
        Effect::Write { write, .. } => Some(write.clone()),
        _ => None,
    });
    let Some(Write::Brief { markdown, over, .. }) = write.map(|write| *write) else { panic!("{}", person.screen()) };
    let brief = Wanted { key: BRIEF, title: "Recovery brief 1", text: &markdown, over: over.as_deref() };
    assert_eq!(put(&server, &record, &brief), Ok(1));
    assert_eq!(shape(&client, &key), before, "writing the brief woke or moved somebody");
    let there = client.get(&format!("/issues/{}/documents/{BRIEF}", record.id)).unwrap();
    assert_eq!(there["body"], markdown.as_str());

    // Somebody else edits it; an older look is refused, a newer one goes on top.
    let seen = there["latestRevisionId"].as_str().unwrap().to_owned();
    let theirs = Wanted { text: "# theirs\n", over: Some(&seen), ..brief };
    assert_eq!(put(&server, &record, &theirs), Ok(2));
    let late = put(&server, &record, &Wanted { text: "# ours, late\n", over: Some(&seen), ..brief }).unwrap_err();
    assert!(late.contains("rev 2") && late.contains("nothing was overwritten"), "{late}");
    let now = client.get(&format!("/issues/{}/documents/{BRIEF}", record.id)).unwrap();
    assert_eq!(now["body"], "# theirs\n");

    // The closing note has a document of its own.
    let review = Wanted { key: REVIEW, title: "Recovery review 1", text: "# Review\n", over: None };
    assert_eq!(put(&server, &record, &review), Ok(1));
    std::thread::sleep(Duration::from_secs(12)); // one sweep of the server's scheduler
    assert_eq!(shape(&client, &key), before, "somebody was woken later");
}
