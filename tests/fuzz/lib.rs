//! What the fuzz targets share: a home that is thrown away, and a run taken through the reader and all rules.
//!
//! A finding is a panic, a hang or too much memory. What is found is mended and kept as a test of the reader.

use std::path::{Path, PathBuf};

use lastgood::model::{Deed, Host, Liveness, PathMap, Tree, Verdict};
use lastgood::sources::{self, Places};
use lastgood::read;

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
        let map = PathMap::new([(PathBuf::from("/tmp"), home.join("tmp")), ("/home/dev".into(), home.clone())]);
        let places = Places::new(&home, map, |_| None, 1000);
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

    /// Finds every session, loads each, and takes it through the rules, the tree being empty.
    pub fn read_all(&self) {
        let (rows, _) = sources::found(&self.places);
        for row in rows {
            let run = sources::load(&self.places, &row);
            let tree = Tree { root: run.cwd.clone().unwrap_or_default(), ..Tree::default() };
            let liveness = Liveness { verdict: Verdict::CannotTell, signs: Vec::new() };
            let task = read::task::task(&run);
            let now = jiff::Timestamp::UNIX_EPOCH;
            let known = read::read(&run, &tree, &Host::default(), &liveness, &task, now);
            let edits = run.calls().filter(|(_, call, _)| matches!(call.deed, Deed::Edit(_)));
            std::hint::black_box((edits.count(), known));
        }
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}
