//! A rollout of Codex; its first line is given, so that there is a session.
#![no_main]

use lastgood_fuzz::{Home, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

const ID: &str = "0193aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee";

thread_local!(static HOME: Home = Home::new());

fuzz_target!(|bytes: &[u8]| {
    let head = format!(
        r#"{{"timestamp":"2026-11-29T12:00:00.000Z","type":"session_meta","payload":{{"id":"{ID}","session_id":"{ID}","cwd":"/x","timestamp":"2026-11-29T12:00:00.000Z"}}}}"#
    );
    HOME.with(|home| {
        let name = format!(".codex/sessions/2026/11/29/rollout-2026-11-29T12-00-00-{ID}.jsonl");
        home.put(&name, &[head.as_bytes(), b"\n", bytes].concat());
        home.read_all();
    });
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate(data, size, max_size, seed) });
