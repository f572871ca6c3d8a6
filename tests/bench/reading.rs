//! How long reading takes, as ratios in one run: twice the bytes should take twice the time, and what did not change almost none.
//!
//! `cargo bench --bench reading`. Nothing here fails: absolute times are the machine's own.

#![allow(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a benchmark lays out its own files and stops when it cannot"
)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use divan::Bencher;
use divan::counter::BytesCount;
use lastgood::model::{Host, Liveness, Tree, Verdict};
use lastgood::sources::{self, Index, PathMap, Places};
use lastgood::{read, sources::lines::Lines};

fn main() {
    divan::main();
}

/// A transcript of Claude Code: prompts, commands with long outputs, answers.
fn transcript(bytes: usize, session: usize) -> String {
    let mut text = String::with_capacity(bytes + 4096);
    let output = "running 12 tests: test queue::retries ... ok; test queue::drops ... ok\\n".repeat(40);
    let head = |n: usize, kind: &str| {
        format!(
            r#"{{"uuid":"{n:08}-0000-4000-8000-{session:012}","parentUuid":null,"isSidechain":false,"type":"{kind}","cwd":"/home/dev/x","sessionId":"{session:08}-1111-4111-8111-111111111111","version":"2.1.332","gitBranch":"main","timestamp":"2026-11-29T{:02}:{:02}:{:02}.000Z","#,
            n / 3600 % 24,
            n / 60 % 60,
            n % 60
        )
    };
    let mut number = 0;
    while text.len() < bytes {
        number += 1;
        let begin = head(number, if number % 3 == 0 { "user" } else { "assistant" });
        let rest = match number % 3 {
            1 => r#""message":{"role":"assistant","content":[{"type":"text","text":"I run the tests again; never push."}]}}"#.to_owned(),
            2 => format!(
                r#""message":{{"role":"assistant","content":[{{"type":"tool_use","id":"toolu_{number}","name":"Bash","input":{{"command":"cd x && cargo test -p queue 2>&1 | tail -40"}}}}]}}}}"#
            ),
            _ => format!(
                r#""message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"toolu_{}","content":"{output}"}}]}}}}"#,
                number - 1
            ),
        };
        let _ = writeln!(text, "{begin}{rest}");
    }
    text
}

/// A home with so many sessions of so many bytes.
fn home(sessions: usize, bytes: usize) -> (tempfile::TempDir, Places) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join(".claude/projects/-work-x");
    std::fs::create_dir_all(&store).expect("a folder");
    for session in 0..sessions {
        let name = format!("{session:08}-1111-4111-8111-111111111111.jsonl");
        std::fs::write(store.join(name), transcript(bytes, session)).expect("a file");
    }
    let places = Places::new(folder.path(), PathMap::default(), |_| None, 0);
    (folder, places)
}

fn first(places: &Places) -> PathBuf {
    places.claude.join("projects/-work-x/00000000-1111-4111-8111-111111111111.jsonl")
}

/// Lines alone: the floor for everything above it.
#[divan::bench(args = [2, 4, 8])]
fn lines(bencher: Bencher, mib: usize) {
    let text = transcript(mib << 20, 0);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let mut lines = Lines::new(text.as_bytes());
        let mut count = 0;
        while lines.next_line().is_ok_and(|line| line.is_some()) {
            count += 1;
        }
        count
    });
}

/// A whole run, and then all rules on it.
#[divan::bench(args = [2, 4, 8], sample_count = 5)]
fn load_and_read(bencher: Bencher, mib: usize) {
    let (_folder, places) = home(1, mib << 20);
    let row = sources::resolve(&places, &first(&places).display().to_string()).expect("the run is found");
    bencher.counter(BytesCount::new(mib << 20)).bench_local(|| {
        let run = sources::load(&places, &row);
        let tree = Tree { root: Path::new("/tree").into(), ..Tree::default() };
        let quiet = Liveness { verdict: Verdict::NoSignOfLife, signs: Vec::new() };
        let task = read::task::task(&run);
        read::read(&run, &tree, &Host::default(), &quiet, &task)
    });
}

/// All sessions of a home by their heads and tails: the size of a session does not count.
#[divan::bench(args = [64, 1024], sample_count = 5)]
fn find(bencher: Bencher, kib: usize) {
    let (_folder, places) = home(60, kib << 10);
    bencher.bench_local(|| sources::found(&places));
}

/// The same when nothing changed since the last look.
#[divan::bench(args = [64, 1024], sample_count = 5)]
fn find_by_the_index(bencher: Bencher, kib: usize) {
    let (_folder, places) = home(60, kib << 10);
    let first = Index::default();
    let _ = sources::found_with(&places, &first);
    let kept = first.to_keep(&places).expect("an index");
    bencher.bench_local(|| sources::found_with(&places, &Index::from_kept(Some(&kept), &places)));
}
