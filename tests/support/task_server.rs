//! A task server on loopback: recorded answers, every call written down, documents kept; or one that misbehaves in a named way.

#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use lastgood::sources::TaskServer as Named;
use serde_json::{Value, json};

/// How a server answers.
#[derive(Clone, Debug)]
pub enum Manner {
    /// As it was recorded.
    Recorded,
    /// Always with this status and body.
    Says(u16, String),
    /// With a redirect to this address.
    Sends(String),
    /// With half of a body, then it hangs up.
    Half,
    /// With a body that never ends.
    Endless,
    /// Not at all, until the caller gives up.
    Silent,
}

/// A running server; it ends with the test.
pub struct TaskServer {
    /// Its address.
    pub url: String,
    /// Every call: method, path, whether it carried a key.
    pub calls: Arc<Mutex<Vec<(String, String, bool)>>>,
    state: Arc<Mutex<State>>,
}

struct State {
    manner: Manner,
    answers: BTreeMap<String, (u16, Value)>,
    /// Documents that were written since, by path.
    written: BTreeMap<String, Vec<Value>>,
}

impl TaskServer {
    /// Serves the answers of a fixture.
    pub fn of(root: &Path) -> Self {
        let folder = root.parent().expect("a fixture's folder").join("answers");
        let index: Value = read(&folder.join("_index.json")).expect("an index");
        let mut answers = BTreeMap::new();
        for row in index.as_array().expect("rows") {
            let file = folder.join(row["file"].as_str().expect("a file"));
            if let Some(value) = read(&file) {
                let status = u16::try_from(row["status"].as_u64().unwrap_or(200)).expect("a status");
                answers.insert(row["path"].as_str().expect("a path").to_owned(), (status, value));
            }
        }
        Self::start(Manner::Recorded, answers)
    }

    /// A server that behaves like this to every call.
    pub fn that(manner: Manner) -> Self {
        Self::start(manner, BTreeMap::new())
    }

    fn start(manner: Manner, answers: BTreeMap<String, (u16, Value)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let calls = Arc::new(Mutex::new(Vec::new()));
        let state = Arc::new(Mutex::new(State { manner, answers, written: BTreeMap::new() }));
        let (log, shared) = (calls.clone(), state.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, shared) = (log.clone(), shared.clone());
                std::thread::spawn(move || serve(stream, &log, &shared));
            }
        });
        Self { url, calls, state }
    }

    /// The server as the program knows it; with a key when one is given.
    pub fn named(&self, key: Option<&str>) -> Named {
        let env = |name: &str| key.filter(|_| name == "PAPERCLIP_API_KEY").map(Into::into);
        Named::named(Some(&self.url), env, Path::new("/nowhere")).expect("a server")
    }

    /// Somebody else writes a document.
    pub fn somebody_writes(&self, task: &str, key: &str, text: &str) {
        let mut state = self.state.lock().unwrap();
        write(&mut state, &format!("/api/issues/{task}/documents/{key}"), key, text);
    }

    /// Changes the recorded answer to a path, or makes one.
    pub fn change(&self, path: &str, change: impl FnOnce(&mut Value)) {
        let mut state = self.state.lock().unwrap();
        change(&mut state.answers.entry(path.to_owned()).or_insert((200, Value::Null)).1);
    }

    /// The newest text of a document that was written.
    pub fn document(&self, task: &str, key: &str) -> Option<String> {
        let state = self.state.lock().unwrap();
        let revisions = state.written.get(&format!("/api/issues/{task}/documents/{key}"))?;
        Some(revisions.last()?["body"].as_str()?.to_owned())
    }

    /// What was asked, without the times.
    pub fn methods(&self) -> Vec<String> {
        self.calls.lock().unwrap().iter().map(|(method, path, _)| format!("{method} {path}")).collect()
    }
}

fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

fn serve(stream: TcpStream, log: &Mutex<Vec<(String, String, bool)>>, shared: &Mutex<State>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut line = String::new();
    if reader.read_line(&mut line).unwrap_or(0) == 0 {
        return;
    }
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (mut length, mut key) = (0, false);
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header).unwrap_or(0) == 0 || header.trim().is_empty() {
            break;
        }
        let small = header.to_lowercase();
        length = small.strip_prefix("content-length:").and_then(|n| n.trim().parse().ok()).unwrap_or(length);
        key |= small.starts_with("authorization:");
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    log.lock().unwrap().push((method.clone(), path.clone(), key));
    let mut state = shared.lock().unwrap();
    let manner = state.manner.clone();
    let mut stream = stream;
    let head = |status: u16, length: usize| {
        format!(
            "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
        )
    };
    let mut send = |status: u16, text: &str| {
        let _ = stream.write_all(format!("{}{text}", head(status, text.len())).as_bytes());
    };
    match manner {
        Manner::Recorded => {
            let (status, value) = answer(&mut state, &method, &path, &body);
            drop(state);
            send(status, &value.to_string());
        }
        Manner::Says(status, text) => send(status, &text),
        Manner::Sends(to) => {
            let _ = stream
                .write_all(format!("HTTP/1.1 302 x\r\nlocation: {to}{path}\r\ncontent-length: 0\r\n\r\n").as_bytes());
        }
        Manner::Half => {
            let _ = stream.write_all(format!("{}{{\"id\": \"x\", \"ti", head(200, 4_000)).as_bytes());
        }
        Manner::Endless => {
            drop(state);
            let _ = stream.write_all(b"HTTP/1.1 200 x\r\nconnection: close\r\n\r\n[");
            while stream.write_all(&[b' '; 4096]).is_ok() {}
        }
        Manner::Silent => {
            drop(state);
            // Until the caller hangs up.
            let _ = reader.read(&mut [0]);
        }
    }
}

fn answer(state: &mut State, method: &str, target: &str, body: &[u8]) -> (u16, Value) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let missing = (404, json!({"error": "Not found"}));
    if method == "PUT" {
        return put(state, path, body);
    }
    if method != "GET" {
        return (405, json!({"error": "read only replay"}));
    }
    if let Some(revisions) = state.written.get(path) {
        return (200, revisions.last().cloned().unwrap_or_default());
    }
    if let Some(revisions) = path.strip_suffix("/revisions").and_then(|path| state.written.get(path)) {
        return (200, revisions.iter().map(revision).collect());
    }
    let known = state.answers.get(target).or_else(|| state.answers.get(path)).cloned();
    let Some((status, mut value)) = known.or_else(|| by_identifier(state, path)) else { return missing };
    if path.ends_with("/documents") {
        let more = state.written.iter().filter(|(key, _)| key.starts_with(path)).filter_map(|(_, all)| all.last());
        value.as_array_mut().expect("documents").extend(more.cloned());
    }
    if path.ends_with("/issues") {
        let wanted = |name: &str| {
            query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
        };
        let (named, parent) = (wanted("status"), wanted("parentId"));
        value.as_array_mut().expect("tasks").retain(|issue| {
            let has = |wanted: &Option<String>, field: &str| {
                wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|one| issue[field] == one))
            };
            has(&named, "status") && has(&parent, "parentId")
        });
    }
    (status, value)
}

/// The task under its other name.
fn by_identifier(state: &State, path: &str) -> Option<(u16, Value)> {
    let name = path.strip_prefix("/api/issues/")?;
    if name.contains('/') {
        return None;
    }
    let mut all = state.answers.values().map(|(_, value)| value);
    let fits = |issue: &Value| issue["identifier"] == name || issue["id"] == name;
    let single = state.answers.values().find(|(_, value)| fits(value) && value.get("companyId").is_some());
    single.cloned().or_else(|| {
        all.find_map(|value| value.as_array()?.iter().find(|issue| fits(issue)).cloned()).map(|issue| (200, issue))
    })
}

fn revision(document: &Value) -> Value {
    json!({ "id": document["latestRevisionId"], "revisionNumber": document["latestRevisionNumber"], "body": document["body"],
        "createdByUserId": document["updatedByUserId"], "createdAt": "2026-11-30T01:00:00Z" })
}

fn put(state: &mut State, path: &str, body: &[u8]) -> (u16, Value) {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let there = state.written.get(path).and_then(|all| all.last()).map(|last| last["latestRevisionId"].clone());
    if body["baseRevisionId"] != there.clone().unwrap_or_default() {
        return (
            409,
            json!({"error": "Document was updated by someone else", "details": {"currentRevisionId": there}}),
        );
    }
    let key = path.rsplit('/').next().unwrap_or_default().to_owned();
    (if there.is_some() { 200 } else { 201 }, write(state, path, &key, body["body"].as_str().unwrap_or_default()))
}

fn write(state: &mut State, path: &str, key: &str, text: &str) -> Value {
    let all = state.written.entry(path.to_owned()).or_default();
    let number = all.len() + 1;
    let document = json!({ "id": key, "key": key, "title": key, "body": text, "latestRevisionId": format!("{key}-{number}"),
        "latestRevisionNumber": number, "updatedByUserId": "local-board", "updatedAt": "2026-11-30T01:00:00Z", "lockedAt": null });
    all.push(document.clone());
    document
}
