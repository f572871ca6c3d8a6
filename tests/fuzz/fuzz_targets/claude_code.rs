//! A transcript of Claude Code.
#![no_main]

use lastgood_fuzz::{Home, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

thread_local!(static HOME: Home = Home::new());

fuzz_target!(|bytes: &[u8]| {
    HOME.with(|home| {
        home.put(".claude/projects/-x/11111111-1111-4111-8111-111111111111.jsonl", bytes);
        home.read_all();
    });
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate(data, size, max_size, seed) });
