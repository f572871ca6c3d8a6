//! The one call of this program that changes a task: PUT of the document `recovery-brief` or `recovery-review`, after `y` in the dialog.
//!
//! It wakes nobody. No other document, no comment, no status, no owner, no action is ever sent; a revision that somebody else made
//! meanwhile is never overwritten.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

use crate::model::TaskRecord;
use crate::sources::TaskServer;
use crate::sources::paperclip::{Client, Trouble};

/// The document of a brief.
pub const BRIEF: &str = "recovery-brief";
/// The document of a closing note.
pub const REVIEW: &str = "recovery-review";
/// The server refuses longer texts.
const LONGEST: usize = 524_288;
/// A write may take so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// A document that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Its key: one of ours.
    pub key: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The revision that the operator saw, by its id; none when there was no such document.
    pub over: Option<&'a str>,
}

/// Writes the document on top of the revision that the operator saw. Returns the number of its revision.
pub fn put(server: &TaskServer, record: &TaskRecord, wanted: &Wanted<'_>) -> Result<u64, String> {
    if !matches!(wanted.key, BRIEF | REVIEW) {
        return Err(format!("document {} is none that lastgood writes", wanted.key));
    }
    if wanted.text.chars().count() > LONGEST {
        return Err(format!("the text has more than {LONGEST} characters: the task server takes no more"));
    }
    let now = present(server, record, wanted.key)?;
    if let Some(now) = &now {
        if now["body"].as_str() == Some(wanted.text) {
            return Ok(number(now)); // written before, and the answer was lost
        }
        if !now["lockedAt"].is_null() {
            return Err(format!("document {} is locked on the task: it was left alone", wanted.key));
        }
    }
    let id = |now: &Value| now["latestRevisionId"].as_str().unwrap_or_default().to_owned();
    if now.as_ref().map(id).as_deref() != wanted.over {
        return Err(changed(wanted.key, now.as_ref()));
    }
    let body = json!({
        "title": wanted.title, "format": "markdown", "body": wanted.text,
        "changeSummary": "written by a person with lastgood",
        "baseRevisionId": wanted.over,
    });
    let (status, answer) = send(server, record, wanted.key, &body)?;
    match status {
        200 | 201 => Ok(number(&answer)),
        409 => Err(changed(wanted.key, present(server, record, wanted.key)?.as_ref())),
        _ => {
            let why = answer["error"].as_str().unwrap_or("without a reason");
            Err(format!("{} refused to take document {} ({status}): {why}", server.url, wanted.key))
        }
    }
}

fn number(document: &Value) -> u64 {
    document["latestRevisionNumber"].as_u64().unwrap_or(1)
}

/// The document as it stands now.
fn present(server: &TaskServer, record: &TaskRecord, key: &str) -> Result<Option<Value>, String> {
    match Client::new(server).get(&format!("/issues/{}/documents/{key}", record.id)) {
        Ok(document) => Ok(Some(document)),
        Err(Trouble::Missing) => Ok(None),
        Err(Trouble::Other(why)) => Err(why),
    }
}

fn changed(key: &str, now: Option<&Value>) -> String {
    let what = now.map_or_else(|| "is gone".to_owned(), |now| format!("is at rev {} now", number(now)));
    format!(
        "document {key} was changed by somebody else meanwhile, it {what}: nothing was overwritten; r, then w shows the difference"
    )
}

fn send(server: &TaskServer, record: &TaskRecord, key: &str, body: &Value) -> Result<(u16, Value), String> {
    let config = Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .proxy(None)
        .build();
    let agent: Agent = config.into();
    let mut request = agent
        .put(format!("{}/api/issues/{}/documents/{key}", server.url, record.id))
        .header("content-type", "application/json");
    if let Some(secret) = &server.key {
        request = request.header("authorization", format!("Bearer {}", secret.reveal()));
    }
    let lost = |why: ureq::Error| {
        format!("{} did not answer ({why}): whether document {key} was written is not known; r looks again", server.url)
    };
    let mut answer = request.send(body.to_string()).map_err(lost)?;
    let status = answer.status().as_u16();
    let bytes = answer.body_mut().with_config().limit(1 << 20).read_to_vec().map_err(lost)?;
    Ok((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
}
