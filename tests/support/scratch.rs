//! Where fixtures are unpacked: a folder for each test process, below one of this account.
//!
//! A fixture in a static is never dropped, so that its process cannot clean up after it; the next one does. It lies outside the project: a run in a
//! folder that is no repository must not find the project's own.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use rustix::process::{Pid, getuid, test_kill_process};

/// The folder of this process.
pub fn folder() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let all = std::env::temp_dir().join(format!("lastgood-tests-{}", getuid().as_raw()));
        let make = |folder: &Path| std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        make(&all).expect("the folder of the tests");
        sweep(&all);
        let own = all.join(std::process::id().to_string());
        make(&own).expect("the folder of this process");
        own
    });
    &FOLDER
}

/// Removes what processes left that are gone; whose process lives, another test may still need.
fn sweep(all: &Path) {
    for entry in std::fs::read_dir(all).into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let gone = pid.is_some_and(|pid| test_kill_process(pid) == Err(rustix::io::Errno::SRCH));
        if gone {
            // Two processes may sweep at once: the one that comes second has nothing left to do.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
