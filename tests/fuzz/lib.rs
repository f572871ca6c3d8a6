//! What the fuzz targets share: a home that is thrown away, and a run taken through its reader and all rules.
//!
//! A finding is a panic, a hang or too much memory; it is mended as a whole kind and kept as a test of the reader. From the project's
//! folder, with `cargo install cargo-fuzz` (on a stable tool chain with `RUSTC_BOOTSTRAP=1` before `cargo fuzz`):
//!
//! ```text
//! LASTGOOD_WRITE=1 cargo test --test runtimes seeds          seeds from the fixtures, into tests/fuzz/corpus (not kept in the repository)
//! cargo fuzz run --fuzz-dir tests/fuzz -s none claude_code -- -timeout=20 -rss_limit_mb=1024 -max_total_time=180
//! ```
//!
//! Without `-s none` the address sanitizer watches too: there is no unsafe code here, but SQLite and libgit2 are C.

mod mutate;

use std::path::{Path, PathBuf};

use lastgood::model::{Deed, Found, Host, Liveness, Run, Tree, Verdict};
use lastgood::read;
use lastgood::sources::{self, PathMap, Places};

pub use mutate::mutate;

/// A home with one store in it.
pub struct Home {
    folder: tempfile::TempDir,
    /// Where the readers look.
    pub places: Places,
}

impl Home {
    /// An empty home, in memory where the machine has such a folder.
    pub fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let below = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
        let folder = tempfile::Builder::new().prefix("lastgood-fuzz-").tempdir_in(below).expect("a folder");
        let home = folder.path().to_path_buf();
        let map = PathMap::new([("/tmp", home.join("tmp")), ("/home/dev", home.clone())]);
        let mut places = Places::new(&home, map, |_| None, 1000);
        places.scratch = Some(home.join("scratch"));
        std::fs::create_dir_all(home.join("scratch")).expect("a folder");
        Self { folder, places }
    }

    /// The path of a file below the home; its folder is made.
    pub fn file(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        path
    }

    /// Puts a file there.
    pub fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.file(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    /// Removes a folder and all that is in it.
    pub fn remove(&self, name: &str) {
        let _ = std::fs::remove_dir_all(self.folder.path().join(name)); // it may not be there yet
    }

    /// Finds every session, loads each, and takes it through the rules.
    pub fn read_all(&self) {
        let (rows, _) = sources::found(&self.places);
        for row in rows {
            self.read(&row);
        }
    }

    /// Loads one session and takes it through the rules.
    pub fn read(&self, row: &Found) {
        rules(&sources::load(&self.places, row));
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

/// All rules on a run, the work tree being empty.
pub fn rules(run: &Run) {
    let tree = Tree { root: run.cwd.clone().unwrap_or_default(), ..Tree::default() };
    let liveness = Liveness { verdict: Verdict::CannotTell, signs: Vec::new() };
    let task = read::task::task(run);
    let known = read::read(run, &tree, &Host::default(), &liveness, &task);
    let edits = run.calls().filter(|(_, call, _)| matches!(call.deed, Deed::Edit(_)));
    std::hint::black_box((edits.count(), known));
}
