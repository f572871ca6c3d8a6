//! A real repository in a folder of its own.

use std::path::{Path, PathBuf};

use git2::{Oid, Repository, Signature, Time};
use lastgood::model::{PathMap, Timestamp, Tree};
use lastgood::probes::tree::{Ask, read};

/// A repository with commits at given times.
pub struct Repo {
    pub folder: tempfile::TempDir,
    pub git: Repository,
}

/// Seconds of 2026-11-29T12:00:00Z.
pub const NOON: i64 = 1_795_953_600;

impl Repo {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut options = git2::RepositoryInitOptions::new();
        options.initial_head("main");
        let git = Repository::init_opts(folder.path().join("tree"), &options).expect("a repository");
        Self { folder, git }
    }

    pub fn root(&self) -> PathBuf {
        self.git.workdir().expect("a work tree").components().collect()
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        write(&self.root(), name, text)
    }

    /// Commits everything on HEAD.
    pub fn commit(&self, at: i64, subject: &str) -> String {
        let mut index = self.git.index().expect("an index");
        index.add_all(["*"], git2::IndexAddOption::DEFAULT, None).expect("added");
        index.update_all(["*"], None).expect("updated");
        index.write().expect("written");
        let tree = self.git.find_tree(index.write_tree().expect("a tree")).expect("a tree");
        let who = Signature::new("dev", "dev@example.test", &Time::new(at, 0)).expect("a signature");
        let parent = self.git.head().ok().and_then(|head| head.peel_to_commit().ok());
        let parents: Vec<_> = parent.iter().collect();
        let id: Oid = self.git.commit(Some("HEAD"), &who, &who, subject, &tree, &parents).expect("a commit");
        // The reflog carries the time of the machine; a test must not depend on it.
        let log = self.git.path().join("logs/HEAD");
        let text = std::fs::read_to_string(&log).expect("a reflog");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let last = lines.pop().expect("a line");
        let (_, words) = last.split_once('\t').expect("words");
        lines.push(format!("{} dev <dev@example.test> {at} +0000\t{words}", &last[..81]));
        std::fs::write(log, lines.join("\n") + "\n").expect("written");
        id.to_string()
    }

    /// The tree as probes see it, for a run that started at noon.
    pub fn look(&self, written: &[PathBuf]) -> Tree {
        look(&self.root(), written, &PathMap::default())
    }
}

pub fn look(root: &Path, written: &[PathBuf], map: &PathMap) -> Tree {
    let started = Timestamp::from_second(NOON).ok();
    read(&Ask { root, started, written, start_commit: None, good: None, map })
}

pub fn write(root: &Path, name: &str, text: &str) -> PathBuf {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path
}
