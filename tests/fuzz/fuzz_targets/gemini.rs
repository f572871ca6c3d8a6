//! A chat of Gemini CLI: as lines, and the same bytes as one JSON value of the old form.
#![no_main]

use lastgood_fuzz::{Home, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

thread_local!(static HOME: Home = {
    let home = Home::new();
    home.put(".gemini/tmp/x/.project_root", b"/x");
    home
});

fuzz_target!(|bytes: &[u8]| {
    let head = br#"{"sessionId":"6f1c2d3e-0000-4000-8000-000000000000","projectHash":"x","startTime":"2026-11-29T12:00:00.000Z","kind":"main"}"#;
    HOME.with(|home| {
        home.put(".gemini/tmp/x/chats/session-2026-11-29T12-00-6f1c2d3e.jsonl", &[&head[..], b"\n", bytes].concat());
        home.put(".gemini/tmp/x/chats/session-2026-11-28T12-00-7f1c2d3e.json", bytes);
        home.read_all();
    });
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate(data, size, max_size, seed) });
