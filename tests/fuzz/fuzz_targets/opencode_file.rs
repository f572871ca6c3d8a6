//! The file of an OpenCode store, and the log beside it.
#![no_main]

use lastgood_fuzz::Home;
use libfuzzer_sys::fuzz_target;

thread_local!(static HOME: Home = Home::new());

fuzz_target!(|bytes: &[u8]| {
    // The first byte says where the log begins, in sixteenths; most have none.
    let Some((cut, bytes)) = bytes.split_first() else { return };
    let cut = bytes.len() * usize::from((*cut).min(16)) / 16;
    HOME.with(|home| {
        home.put(".local/share/opencode/opencode.db", &bytes[..cut]);
        home.put(".local/share/opencode/opencode.db-wal", &bytes[cut..]);
        home.read_all();
    });
});
