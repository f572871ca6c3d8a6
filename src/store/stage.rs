//! The demo's own folder: files, commits and a bare remote, made with git2. Nothing outside the folder that it is given.

use std::fmt::Display;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fs_err as fs;
use git2::{Oid, Repository, RepositoryInitOptions, Signature, Time};
use jiff::Timestamp;

/// A work tree with its repository, made by us.
pub struct Stage {
    repository: Repository,
    root: PathBuf,
    author: String,
}

/// What went wrong, after "could not".
fn because(what: &str, error: impl Display) -> String {
    format!("could not {what}: {error}")
}

impl Stage {
    /// A new repository at `root`, on branch `main`, without a commit.
    pub fn make(root: &Path, author: &str) -> Result<Self, String> {
        fs::create_dir_all(root).map_err(|error| because("make the demo's folder", error))?;
        let mut options = RepositoryInitOptions::new();
        options.initial_head("main").no_reinit(true).external_template(false);
        Repository::init_opts(root, &options).map_err(|error| because("make the demo's repository", error))?;
        Self::open(root, author)
    }

    /// The repository that is at `root`.
    pub fn open(root: &Path, author: &str) -> Result<Self, String> {
        let repository = Repository::open(root).map_err(|error| because("open the demo's repository", error))?;
        let root = fs::canonicalize(root).map_err(|error| because("open the demo's folder", error))?;
        Ok(Self { repository, root, author: author.to_owned() })
    }

    /// The work tree, its real path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The text of a file.
    pub fn read(&self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.root.join(path)).map_err(|error| because("read a file of the demo", error))
    }

    /// Writes a file, changed at `at` by its own time.
    pub fn write(&self, path: &str, text: &str, at: Timestamp) -> Result<(), String> {
        let path = self.root.join(path);
        write_file(&path, text)?;
        let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(at.as_second()).unwrap_or_default());
        let file = fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .map_err(|error| because("date a file of the demo", error))?;
        file.file().set_modified(changed).map_err(|error| because("date a file of the demo", error))
    }

    /// Commits the present content of `paths` on the checked-out branch; gives the commit's id.
    pub fn commit(&self, message: &str, paths: &[String], at: Timestamp) -> Result<String, String> {
        self.try_commit(message, paths, at)
            .map(|id| id.to_string())
            .map_err(|error| because("commit in the demo", error))
    }

    fn try_commit(&self, message: &str, paths: &[String], at: Timestamp) -> Result<Oid, git2::Error> {
        let mut index = self.repository.index()?;
        for path in paths {
            index.add_path(Path::new(path))?;
        }
        index.write()?;
        let tree = self.repository.find_tree(index.write_tree()?)?;
        let mail = format!("{}@example.test", self.author);
        let signature = Signature::new(&self.author, &mail, &Time::new(at.as_second(), 0))?;
        let parent = self.repository.head().ok().and_then(|head| head.peel_to_commit().ok());
        let parents: Vec<_> = parent.iter().collect();
        self.repository.commit(Some("HEAD"), &signature, &signature, message, &tree, &parents)
    }

    /// Makes a branch at HEAD and checks it out.
    pub fn branch(&self, name: &str) -> Result<(), String> {
        let made = self.repository.head().and_then(|head| head.peel_to_commit()).and_then(|commit| {
            self.repository.branch(name, &commit, false)?;
            self.repository.set_head(&format!("refs/heads/{name}"))
        });
        made.map_err(|error| because("make the demo's branch", error))
    }

    /// A bare repository at `remote`, named `origin`, that holds the present branch.
    pub fn publish(&self, remote: &Path) -> Result<(), String> {
        let pushed = Repository::init_bare(remote).and_then(|_| {
            let mut origin = self.repository.remote("origin", &remote.to_string_lossy())?;
            origin.push(&["refs/heads/main:refs/heads/main"], None)
        });
        pushed.map_err(|error| because("make the demo's remote", error))
    }
}

/// Writes a file and the folders above it.
pub fn write_file(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| because("write a file of the demo", error))
}

/// The file that says how far the demo's folder is; who works on it has its lock.
const LAYOUT: &str = "layout";
/// What stands in it while the folder is not whole.
const BEGUN: &str = "begun";

/// Nobody else lays the demo out, or plays it on, while this is held.
pub struct Hold {
    file: PathBuf,
    _lock: fs::File,
}

impl Hold {
    /// Waits until nobody else has it; the folder is made.
    pub fn take(root: &Path) -> Result<Self, String> {
        let taken = || -> std::io::Result<Self> {
            std::fs::DirBuilder::new().recursive(true).mode(0o700).create(root)?;
            let file = root.join(LAYOUT);
            let lock = fs::OpenOptions::new().create(true).append(true).open(&file)?;
            rustix::fs::flock(lock.file(), rustix::fs::FlockOperation::LockExclusive)?;
            Ok(Self { file, _lock: lock })
        };
        taken().map_err(|error| because("hold the demo's folder", error))
    }

    /// From now on the folder is not whole.
    pub fn begin(&self) -> Result<(), String> {
        fs::write(&self.file, BEGUN).map_err(|error| because("mark the demo's folder", error))
    }

    /// The folder is whole.
    pub fn end(&self) -> Result<(), String> {
        fs::write(&self.file, "").map_err(|error| because("mark the demo's folder", error))
    }
}

/// Whether somebody began to lay the demo out here and did not come to the end.
pub fn is_torn(root: &Path) -> bool {
    fs::read_to_string(root.join(LAYOUT)).is_ok_and(|text| text == BEGUN)
}

/// Removes the demo's folder and everything in it.
pub fn remove(root: &Path) -> Result<(), String> {
    match fs::remove_dir_all(root) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(because("remove the demo", error)),
        _ => Ok(()),
    }
}
