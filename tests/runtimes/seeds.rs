//! Seeds for the fuzz targets (`tests/fuzz`): pieces of the fixtures, small enough to be changed quickly.
//!
//! With `LASTGOOD_WRITE` set they are written to `tests/fuzz/corpus`, which is not kept; without it the test only looks that there are some.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use lastgood::model::{Deed, Run};
use lastgood::sources::{found, load};
use rusqlite::Connection;
use serde_json::Value;

use crate::support::{Fixture, fixture, fixtures, task};

/// A longer line says nothing that a shorter one of its kind does not, to a reader.
const LONGEST: usize = 6 << 10;
/// Lines in a seed.
const LINES: usize = 16;

/// By target: the seeds.
type Seeds = BTreeMap<&'static str, BTreeSet<Vec<u8>>>;

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() { files(&path, into) } else { into.push(path) }
    }
}

/// Pieces of a text of lines.
fn pieces<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<Vec<u8>> {
    let short: Vec<&[u8]> = lines.filter(|line| line.len() <= LONGEST && !line.is_empty()).collect();
    short.chunks(LINES).map(|piece| piece.join(&b'\n')).collect()
}

fn transcripts(seeds: &mut Seeds, target: &'static str, fixture: &Fixture, below: &str, ends: &[&str]) {
    let mut found = Vec::new();
    files(&fixture.home.join(below), &mut found);
    for path in found.iter().filter(|path| path.extension().is_some_and(|end| ends.iter().any(|name| end == *name))) {
        let bytes = fs::read(path).expect("a file");
        seeds.entry(target).or_default().extend(pieces(bytes.split(|byte| *byte == b'\n')));
    }
}

/// Messages (`m…`) and parts of a store, and its older form with the session first.
fn store(seeds: &mut Seeds, path: &Path) {
    let copy = tempfile::tempdir().expect("a folder");
    let file = copy.path().join("opencode.db");
    fs::copy(path, &file).expect("a copy");
    let log = path.with_extension("db-wal");
    if log.exists() {
        fs::copy(log, copy.path().join("opencode.db-wal")).expect("a copy");
    }
    let client = Connection::open(&file).expect("a store");
    let query = "SELECT 'm' || m.data, m.id, '' FROM message m UNION ALL SELECT p.data, p.message_id, p.id FROM part p ORDER BY 2, 3";
    let mut rows = client.prepare(query).expect("a query");
    let lines: Vec<String> =
        rows.query_map([], |row| row.get(0)).expect("rows").map(|line| line.expect("a text")).collect();
    let pieces = pieces(lines.iter().map(String::as_bytes));
    let head = br#"{"id":"ses_1","projectID":"p","directory":"/x","title":"t","version":"1.0.0","time":{"created":1790000000000}}"#;
    let older = pieces.iter().map(|piece| [&head[..], piece].join(&b'\n'));
    seeds.entry("opencode_tree").or_default().extend(older);
    seeds.entry("opencode").or_default().extend(pieces);
}

/// A whole store of a few pages.
fn small_store() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("small.db");
    let client = Connection::open(&file).expect("a store");
    let made = client.execute_batch(
        r#"PRAGMA page_size=512; CREATE TABLE session(id TEXT, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created, time_updated, revert TEXT);
        CREATE TABLE message(id TEXT, session_id TEXT, time_created, data TEXT); CREATE TABLE part(id TEXT, message_id TEXT, session_id TEXT, data TEXT);
        INSERT INTO session VALUES('ses_1', 'p', NULL, '/x', 't', '1.0.0', 1790000000000, 1790000000000, NULL);
        INSERT INTO message VALUES('msg_1', 'ses_1', 1790000000000, '{"role":"user","time":{"created":1790000000000}}');
        INSERT INTO part VALUES('prt_1', 'msg_1', 'ses_1', '{"type":"text","text":"go"}');"#,
    );
    made.expect("tables");
    drop(client);
    // The whole file is the store, nothing of it the log.
    [vec![16], fs::read(file).expect("a store")].concat()
}

/// Scripts of a run with what they printed.
fn scripts(seeds: &mut Seeds, run: &Run) {
    for (_, call, result) in run.calls() {
        if let Deed::Command { script, .. } = &call.deed {
            let printed = result.map_or("", |(_, outcome)| outcome.output.lines().last().unwrap_or_default());
            seeds.entry("shell").or_default().insert(format!("{script}\n{printed}").into_bytes());
        }
    }
}

/// The answers of a task server, a line each.
fn answers(seeds: &mut Seeds, fixture: &Fixture) {
    let folder = fixture.root.parent().expect("a fixture's folder").join("answers");
    let index: Value = serde_json::from_slice(&fs::read(folder.join("_index.json")).expect("an index")).expect("JSON");
    let rows = index.as_array().into_iter().flatten().filter_map(|row| {
        let body: Value = serde_json::from_slice(&fs::read(folder.join(row["file"].as_str()?)).ok()?).ok()?;
        Some(format!("{} {body}", row["path"].as_str()?))
    });
    let short: Vec<String> = rows.filter(|row| row.len() <= 4 * LONGEST).collect();
    seeds.entry("paperclip").or_default().insert(short.join("\n").into_bytes());
}

/// Briefs, their data, packets, and the words of prompts.
fn texts(seeds: &mut Seeds, fixture: &Fixture, runs: &[Run]) {
    let mut found = Vec::new();
    files(&fixture.root, &mut found);
    let ours = |path: &&PathBuf| path.to_string_lossy().contains("brief") || path.to_string_lossy().contains("packet");
    let written =
        found.iter().filter(ours).filter_map(|path| fs::read(path).ok()).filter(|bytes| bytes.len() < 16 << 10);
    let goals = runs.iter().filter_map(|run| run.goal.clone()).map(String::into_bytes);
    seeds.entry("texts").or_default().extend(written.chain(goals));
}

fn of_runs(seeds: &mut Seeds, name: &str) {
    let fixture = fixture(name);
    transcripts(seeds, "claude_code", &fixture, ".claude/projects", &["jsonl"]);
    transcripts(seeds, "codex", &fixture, ".codex/sessions", &["jsonl"]);
    transcripts(seeds, "gemini", &fixture, ".gemini/tmp", &["jsonl", "json"]);
    let mut found_files = Vec::new();
    files(&fixture.home.join(".local/share/opencode"), &mut found_files);
    for path in found_files.iter().filter(|path| path.extension().is_some_and(|end| end == "db")) {
        store(seeds, path);
    }
    let places = fixture.places();
    let runs: Vec<Run> = found(&places).0.iter().map(|row| load(&places, row)).collect();
    for run in &runs {
        scripts(seeds, run);
    }
    texts(seeds, &fixture, &runs);
}

#[test]
fn every_fuzz_target_has_seeds() {
    let write = std::env::var_os("LASTGOOD_WRITE").is_some();
    let few = ["claude-code/a-sigkill-mid-bash", "codex/kill-mid-exec", "gemini/success", "opencode/push-killed"];
    let names = if write { fixtures("") } else { few.map(str::to_owned).to_vec() };
    let tasks = ["killed", "research-brief", "claude-limit", "process-lost", "no-next-step", "orphan-still-running"];
    let mut seeds = Seeds::new();
    for name in &names {
        of_runs(&mut seeds, name);
    }
    for name in tasks.iter().take(if write { tasks.len() } else { 1 }) {
        answers(&mut seeds, &task(name));
    }
    seeds.entry("opencode_file").or_default().insert(small_store());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
    for target in fs::read_dir(root.join("fuzz_targets")).expect("the targets").flatten() {
        let target = target.path().file_stem().expect("a name").to_string_lossy().into_owned();
        let found = seeds.get(target.as_str()).unwrap_or_else(|| panic!("no seeds for {target}"));
        assert!(found.iter().all(|seed| !seed.is_empty()), "{target}");
        if write {
            let folder = root.join("corpus").join(&target);
            fs::create_dir_all(&folder).expect("a folder");
            for (number, seed) in found.iter().enumerate() {
                fs::write(folder.join(format!("seed-{number:04}")), seed).expect("a seed");
            }
        }
    }
}
