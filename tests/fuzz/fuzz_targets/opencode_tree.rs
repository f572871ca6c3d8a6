//! The JSON tree of older OpenCode: the first line is the session, lines that begin with `m` are messages, all others parts of the last one.
#![no_main]

use lastgood_fuzz::{Home, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

const STORAGE: &str = ".local/share/opencode/storage";

thread_local!(static HOME: Home = Home::new());

fuzz_target!(|bytes: &[u8]| {
    HOME.with(|home| {
        home.remove(STORAGE);
        let mut lines = bytes.split(|byte| *byte == b'\n');
        home.put(&format!("{STORAGE}/session/p/ses_1.json"), lines.next().unwrap_or_default());
        let mut message = 0;
        for (number, line) in lines.take(200).enumerate() {
            if let Some(data) = line.strip_prefix(b"m") {
                message = number;
                home.put(&format!("{STORAGE}/message/ses_1/msg_{number:04}.json"), data);
            } else {
                home.put(&format!("{STORAGE}/part/msg_{message:04}/prt_{number:04}.json"), line);
            }
        }
        home.read_all();
    });
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate(data, size, max_size, seed) });
