//! Messages and parts of an OpenCode session: lines that begin with `m` are messages, all others parts of the last message.
#![no_main]

use lastgood_fuzz::{Home, mutate};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use rusqlite::Connection;

const TABLES: &str = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;
    CREATE TABLE IF NOT EXISTS session(id TEXT, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created, time_updated, revert TEXT);
    CREATE TABLE IF NOT EXISTS message(id TEXT, session_id TEXT, time_created, data TEXT);
    CREATE TABLE IF NOT EXISTS part(id TEXT, message_id TEXT, session_id TEXT, data TEXT);
    DELETE FROM session; DELETE FROM message; DELETE FROM part;
    INSERT INTO session VALUES('ses_1', 'p', NULL, '/x', 't', '1.0.0', 1790000000000, 1790000000000, NULL);";

thread_local!(static HOME: Home = Home::new());

fn store(client: &Connection, bytes: &[u8]) -> rusqlite::Result<()> {
    client.execute_batch(TABLES)?;
    client.execute_batch("BEGIN")?;
    let mut message = 0;
    for (number, line) in String::from_utf8_lossy(bytes).lines().enumerate() {
        if let Some(data) = line.strip_prefix('m') {
            message = number;
            let row = (format!("msg_{number:04}"), "ses_1", 1_790_000_000_000_i64 + number as i64, data);
            client.execute("INSERT INTO message VALUES(?1, ?2, ?3, ?4)", row)?;
        } else {
            let row = (format!("prt_{number:04}"), format!("msg_{message:04}"), "ses_1", line);
            client.execute("INSERT INTO part VALUES(?1, ?2, ?3, ?4)", row)?;
        }
    }
    client.execute_batch("COMMIT")
}

fuzz_target!(|bytes: &[u8]| {
    HOME.with(|home| {
        let file = home.file(".local/share/opencode/opencode.db");
        store(&Connection::open(&file).expect("a store"), bytes).expect("a store with rows");
        home.read_all();
    });
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutate(data, size, max_size, seed) });
