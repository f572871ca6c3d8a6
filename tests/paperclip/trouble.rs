//! A server that is down, slow, closed or strange: a clear line, and the runs of this machine are not affected.

use std::time::{Duration, Instant};

use lastgood::sources::paperclip::Client;
use lastgood::sources::{self, TaskServer as Named};

use crate::support::fixture;
use crate::task_server::{Manner, TaskServer};

fn said(server: &TaskServer, key: Option<&str>) -> String {
    let mut places = fixture("codex/kill-mid-exec").places();
    places.tasks = Some(server.named(key));
    let why = sources::resolve(&places, "paperclip:PAP-1").unwrap_err().why.expect("a reason");
    assert!(why.contains("127.0.0.1"), "{why}");
    why
}

#[test]
fn each_refusal_says_what_to_do_next() {
    let cases = [
        (401, Some("pcp_x"), "the key was not accepted"),
        (401, None, "it wants a key"),
        (403, Some("pcp_x"), "may not read it"),
        (500, None, "the server is in trouble"),
        (404, None, "has no task PAP-1"),
    ];
    for (status, key, words) in cases {
        let server = TaskServer::that(Manner::Says(status, r#"{"error":"no \u001b[31mway"}"#.to_owned()));
        let why = said(&server, key);
        assert!(why.contains(words) && !why.contains('\u{1b}') && !why.contains("pcp_x"), "{status}: {why}");
    }
}

#[test]
fn half_an_answer_an_endless_one_and_what_is_no_json_are_named() {
    assert!(said(&TaskServer::that(Manner::Half), None).contains("broke its answer off"));
    assert!(said(&TaskServer::that(Manner::Endless), None).contains("sent more than"));
    assert!(said(&TaskServer::that(Manner::Says(200, "<html>".to_owned())), None).contains("no JSON"));
    assert!(said(&TaskServer::that(Manner::Says(200, "{}".to_owned())), None).contains("no task"));
}

#[test]
fn a_redirect_is_not_followed_so_that_the_key_reaches_no_other_host() {
    let other = TaskServer::that(Manner::Says(200, "{}".to_owned()));
    let server = TaskServer::that(Manner::Sends(other.url.clone()));
    assert!(said(&server, Some("pcp_x")).contains("not followed"));
    assert_eq!(other.methods(), [""; 0]);
    assert!(server.calls.lock().unwrap().iter().all(|(_, _, key)| *key));
}

#[test]
fn a_silent_server_is_given_up_after_one_wait_and_local_runs_stay() {
    let server = TaskServer::that(Manner::Silent);
    let client = Client::patient(&server.named(None), Duration::from_millis(200));
    let begun = Instant::now();
    for _ in 0..20 {
        assert!(client.get("/companies").is_err());
    }
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert_eq!(server.methods().len(), 1);
}

#[test]
fn a_server_that_is_down_leaves_the_runs_of_this_machine() {
    let fixture = fixture("codex/kill-mid-exec");
    let mut places = fixture.places();
    places.tasks = Named::named(Some("http://127.0.0.1:1"), |_| None, std::path::Path::new("/nowhere"));
    let (tasks, problems) = sources::tasks(&places);
    assert!(tasks.is_empty() && problems[0].what.contains("cannot be reached"), "{problems:?}");
    let (runs, _) = sources::found(&places);
    assert!(!runs.is_empty());
}
