//! The process that writes decisions down: this test binary started again, so that it can be killed at any moment.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use lastgood::commands::demo::SESSION;
use lastgood::model::{Entry, Host, Op, Runtime, Standing};
use lastgood::store::{Folder, Me, OpenRecovery, Opened, session_key};

use crate::person::now;

const STATE: &str = "LASTGOOD_TEST_STATE";

/// How long a lock may outlive its holder.
const PATIENCE: Duration = Duration::from_secs(20);

/// Opens the recovery on disk. A process that another test is starting at this moment has the open files of this one until it runs its
/// own program, a lock that was let go among them: the lock is asked for until that is over.
pub fn open(state: &Path) -> (OpenRecovery, Opened) {
    let until = Instant::now() + PATIENCE;
    loop {
        let host = Host { name: "devbox".into(), ..Host::default() };
        let me = Me { by: "mira".into(), host, pid: std::process::id() };
        let (recovery, opened) =
            OpenRecovery::open(Folder::open(state), &[session_key(Runtime::ClaudeCode, SESSION)], me, now());
        if opened.standing == Standing::Writable || Instant::now() > until {
            return (recovery, opened);
        }
        drop(recovery);
        std::thread::yield_now();
    }
}

/// Runs only when a keeper starts it: writes down each decision that comes in, and answers with the entry.
#[test]
fn as_the_keeper() {
    let Some(state) = std::env::var_os(STATE) else { return };
    let (mut recovery, opened) = open(Path::new(&state));
    assert_eq!(opened.standing, Standing::Writable);
    for line in std::io::stdin().lock().lines() {
        let op: Op = serde_json::from_str(&line.unwrap()).unwrap();
        let entry = recovery.save(op, "mira", now()).unwrap();
        println!("\nentry {}", serde_json::to_string(&entry).unwrap());
    }
}

/// A process that holds the recovery.
pub struct Keeper {
    child: Child,
    tells: ChildStdin,
    hears: BufReader<ChildStdout>,
    state: PathBuf,
}

impl Keeper {
    /// Starts it on a state folder.
    pub fn start(state: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "keeper::as_the_keeper", "--nocapture"])
            .env(STATE, state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (tells, hears) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, tells, hears, state: state.to_owned() }
    }

    /// Has a decision written down, and kills the process right after its answer.
    pub fn writes_and_dies(&mut self, op: &Op) -> Entry {
        writeln!(self.tells, "{}", serde_json::to_string(op).unwrap()).unwrap();
        let entry = loop {
            let mut line = String::new();
            assert!(self.hears.read_line(&mut line).unwrap() > 0, "the keeper ended");
            if let Some(entry) = line.strip_prefix("entry ") {
                break serde_json::from_str(entry).unwrap();
            }
        };
        self.dies();
        entry
    }

    /// What is on disk; whoever asks may decide.
    pub fn reads(&self) -> Opened {
        let (_recovery, opened) = open(&self.state);
        assert_eq!(opened.standing, Standing::Writable, "a dead process holds nothing");
        assert!(opened.problems.is_empty(), "{:?}", opened.problems);
        opened
    }

    /// The next process.
    pub fn starts_again(&mut self) {
        *self = Self::start(&self.state.clone());
    }

    /// SIGKILL: nothing is closed, nothing is flushed.
    fn dies(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.dies();
    }
}
