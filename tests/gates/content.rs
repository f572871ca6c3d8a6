//! The present content as git would name it, copies of it for gates, and copies of it that are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use lastgood::model::{Ended, GateOffer, GateState, GatesAsked, NamedGate, RanIn, Side, Timestamp};
use lastgood::store::content::{Checkout, salvage, secrets, survey};
use lastgood::work::measure::{Ground, measure};

/// A repository in a throw-away folder; its settings are nobody's.
pub struct Place {
    pub folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(place.root()).unwrap();
        place.git(&["init", "-q", "-b", "main"]);
        place
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("shop")
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn git_in(&self, folder: &Path, words: &[&str], variables: &[(&str, &str)]) -> String {
        let mut command = Command::new("git");
        command.current_dir(folder).args(["-c", "user.name=dev", "-c", "user.email=dev@example.test"]).args(words);
        command.env("HOME", self.folder.path()).env("GIT_CONFIG_NOSYSTEM", "1").envs(variables.iter().copied());
        let out = command.output().unwrap();
        assert!(out.status.success(), "{words:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).trim().to_owned()
    }

    pub fn git(&self, words: &[&str]) -> String {
        self.git_in(&self.root(), words, &[])
    }

    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// What git would name the whole present content.
    fn tree_by_git(&self) -> String {
        let index = self.folder.path().join("other-index").display().to_string();
        let variables = [("GIT_INDEX_FILE", index.as_str())];
        self.git_in(&self.root(), &["add", "-A"], &variables);
        self.git_in(&self.root(), &["write-tree"], &variables)
    }
}

/// Every file below a folder with its content, mode and time; links as links.
pub fn state(folder: &Path) -> BTreeMap<PathBuf, (u32, std::time::SystemTime, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let meta = entry.metadata().unwrap();
            let bytes = match meta.file_type() {
                kind if kind.is_dir() => {
                    folders.push(entry.path());
                    vec![]
                }
                kind if kind.is_file() => fs::read(entry.path()).unwrap(),
                _ => vec![],
            };
            found.insert(entry.path(), (meta.permissions().mode(), meta.modified().unwrap(), bytes));
        }
    }
    found
}

/// That nothing below a folder is another than before; says only which paths are.
pub fn untouched(folder: &Path, before: &BTreeMap<PathBuf, (u32, std::time::SystemTime, Vec<u8>)>) {
    let after = state(folder);
    let mut other: Vec<&PathBuf> =
        before.iter().filter(|(path, was)| after.get(*path) != Some(was)).map(|at| at.0).collect();
    other.extend(after.keys().filter(|path| !before.contains_key(*path)));
    assert!(other.is_empty(), "{other:?}");
}

/// Everything that a work tree can hold that is hard to copy.
fn hard() -> Place {
    let place = Place::new();
    place.write("a.txt", "one\r\ntwo\n");
    place.write("dir/b", "b");
    place.write("dir.c", "sorted between dir and dir/");
    place.write("run.sh", "#!/bin/sh\n");
    fs::set_permissions(place.root().join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("dir/b", place.root().join("link")).unwrap();
    symlink("nowhere", place.root().join("broken")).unwrap();
    place.write(".gitignore", "ignored/\nnode_modules/\n");
    place.commit("base");
    place.write("a.txt", "changed\r\n");
    fs::remove_file(place.root().join("dir.c")).unwrap();
    place.write("new/deep/file", "new");
    place.write("ignored/x", "x");
    place.write("node_modules/lib.js", "x");
    fs::write(place.root().join(OsStr::from_bytes(b"na\xffme")), "no text").unwrap();
    fs::write(place.root().join("line\nbreak"), "x").unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        place.root().join("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    place
}

#[test]
fn the_content_has_the_name_that_git_would_give_it() {
    let place = hard();
    let content = survey(&place.root()).unwrap();
    assert_eq!(content.hash().unwrap(), place.tree_by_git());
    assert_eq!(content.odd, ["pipe is no regular file"]);
    assert_eq!(content.ignored, [Path::new("ignored"), Path::new("node_modules")]);
}

#[test]
fn a_copy_for_gates_is_the_content_and_leaves_the_original_as_it_is() {
    let place = hard();
    let before = state(&place.root());
    let hash = survey(&place.root()).unwrap().hash().unwrap();
    let copy = Checkout::present(&place.cache(), &place.root(), true).unwrap();
    assert_eq!(copy.content, hash);
    assert_eq!(fs::read(copy.folder.join("a.txt")).unwrap(), b"changed\r\n");
    assert!(copy.folder.join("node_modules/lib.js").exists() && !copy.folder.join("ignored").exists());
    assert_eq!(copy.missing, ["ignored"]);
    assert_eq!(copy.folder.file_name().unwrap(), "shop");
    // Git works in it, and shows what is not committed.
    let status = place.git_in(&copy.folder, &["status", "--short", "a.txt"], &[]);
    assert_eq!(status, "M a.txt");
    assert_eq!(place.git_in(&copy.folder, &["rev-parse", "HEAD", "main"], &[]).lines().count(), 2);
    place.git_in(&copy.folder, &["branch", "only-here"], &[]);
    assert!(copy.changed().unwrap().is_empty());
    fs::write(copy.folder.join("run.sh"), "x").unwrap();
    assert_eq!(copy.changed().unwrap(), ["run.sh"]);
    let folder = copy.folder.clone();
    drop(copy);
    assert!(!folder.exists());
    untouched(&place.root(), &before);
}

#[test]
fn a_copy_of_a_commit_is_laid_out_raw_and_no_filter_runs() {
    let place = Place::new();
    place.write("a.txt", "one\n");
    place.write(".gitattributes", "*.txt text eol=crlf filter=evil\n");
    let commit = place.commit("base");
    place.git(&["config", "filter.evil.smudge", "touch smudged; cat"]);
    place.git(&["config", "core.hooksPath", "hooks"]);
    place.write("a.txt", "two\n");
    let copy = Checkout::commit(&place.cache(), &place.root(), &commit, false).unwrap();
    assert_eq!(fs::read(copy.folder.join("a.txt")).unwrap(), b"one\n");
    assert_eq!(copy.content, place.git(&["rev-parse", "HEAD^{tree}"]));
    assert!(!copy.folder.join("smudged").exists() && !place.root().join("smudged").exists());
    assert!(place.git_in(&copy.folder, &["remote"], &[]).is_empty());
}

#[test]
fn a_folder_without_a_repository_can_be_copied_for_gates_but_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("notes");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("a.md"), "x").unwrap();
    let copy = Checkout::present(&folder.path().join("cache"), &root, false).unwrap();
    assert!(copy.folder.join("a.md").exists() && !copy.folder.join(".git").exists());
    let why = salvage(&survey(&root).unwrap(), &BTreeSet::new(), "refs/lastgood/salvage/x", "mira", at()).unwrap_err();
    assert!(why.contains("no git repository") && why.contains("cp -a"), "{why}");
}

fn at() -> Timestamp {
    "2026-11-28T02:30:00Z".parse().unwrap()
}

#[test]
fn a_salvage_copy_holds_everything_and_touches_nothing_that_git_shows() {
    let place = hard();
    place.write(".env", "TOKEN=x\n");
    place.git(&["add", "new"]);
    let seen = |place: &Place| {
        (
            place.git(&["status", "--porcelain"]),
            place.git(&["rev-parse", "HEAD"]),
            fs::read(place.root().join(".git/index")).unwrap(),
            place.git(&["for-each-ref", "refs/heads", "refs/stash", "refs/tags"]),
        )
    };
    let before = seen(&place);
    let content = survey(&place.root()).unwrap();
    let found = secrets(&content);
    assert_eq!(found.iter().map(|one| one.path.as_slice()).collect::<Vec<_>>(), [b".env".as_slice()]);
    let out: BTreeSet<Vec<u8>> = found.into_iter().map(|one| one.path).collect();
    let kept = salvage(&content, &out, "refs/lastgood/salvage/LG-1/1", "mira", at()).unwrap();
    assert_eq!(seen(&place), before);
    assert_eq!(place.git(&["rev-parse", "refs/lastgood/salvage/LG-1/1"]), kept.commit);
    let names = place.git(&["ls-tree", "-r", "--name-only", "-z", &kept.commit]);
    for name in ["new/deep/file", "link", "broken", "na\u{fffd}me", "line\nbreak", "run.sh"] {
        assert!(names.contains(name), "{name:?} in {names:?}");
    }
    assert!(!names.contains(".env") && !names.contains("dir.c") && !names.contains("pipe"));
    assert_eq!(place.git(&["show", &format!("{}:a.txt", kept.commit)]), "changed");
    place.git(&["fsck", "--strict"]);
    // Restored into a new work tree it is the content again.
    place.git(&["worktree", "add", "-q", "--detach", "../restored", &kept.commit]);
    let restored = survey(&place.folder.path().join("restored")).unwrap();
    assert_eq!(restored.hash().unwrap(), kept.content);
    // The same content again needs no new name for its tree, and an existing ref is never moved.
    assert!(salvage(&content, &out, "refs/lastgood/salvage/LG-1/1", "mira", at()).is_err());
}

#[test]
fn repositories_inside_are_named_and_a_submodule_is_kept_as_its_commit() {
    let place = Place::new();
    place.write("a", "a");
    place.commit("base");
    let inner = place.root().join("vendor/inner");
    fs::create_dir_all(&inner).unwrap();
    place.git_in(&inner, &["init", "-q"], &[]);
    place.git_in(&inner, &["commit", "-q", "--allow-empty", "-m", "inner"], &[]);
    let content = survey(&place.root()).unwrap();
    assert_eq!(content.nested, [Path::new("vendor/inner")]);
    place.git(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", "./vendor/inner", "sub"]);
    let content = survey(&place.root()).unwrap();
    let kept = salvage(&content, &BTreeSet::new(), "refs/lastgood/salvage/x", "mira", at()).unwrap();
    assert!(place.git(&["ls-tree", &kept.commit, "sub"]).starts_with("160000 commit"));
    place.git(&["fsck", "--strict"]);
}

#[test]
fn a_repository_named_by_sha256_says_so() {
    let place = Place { folder: tempfile::tempdir().unwrap() };
    fs::create_dir(place.root()).unwrap();
    place.git(&["init", "-q", "--object-format=sha256"]);
    let why = survey(&place.root()).unwrap_err();
    assert!(why.contains("SHA-256") && why.contains("cp -a"), "{why}");
}

#[test]
fn was_green_is_red_is_measured_side_by_side() {
    let place = Place::new();
    place.write("gate.sh", "read line < VALUE; echo \"value is $line\"; test \"$line\" = good\n");
    place.write("VALUE", "good\n");
    let commit = place.commit("base");
    place.write("VALUE", "bad\n");
    let before = state(&place.root());
    let command = ["sh", "gate.sh"].map(str::to_owned).to_vec();
    let gate = NamedGate { name: "value".into(), command };
    let asked = GatesAsked {
        gates: vec![GateOffer { gate, source: "typed".into() }],
        sides: vec![Side::LastGood, Side::Present],
        ran_in: RanIn::Scratch,
        link: false,
        limit: 60,
        last_good: Some(commit.clone()),
        attempt: 1,
        ..GatesAsked::default()
    };
    let (keeper, cache, keep) = (super::hard_to_end::keeper(), place.cache(), place.folder.path().join("gates"));
    let now = || at();
    let root = place.root();
    let ground = Ground {
        root: &root,
        inside: PathBuf::new(),
        standing: "now".into(),
        cache: &cache,
        keep: Some(&keep),
        keeper: &keeper,
        now: &now,
    };
    let (results, trouble) = measure(&asked, &ground, &lastgood::gates::Stop::default(), &mut |_| {});
    assert_eq!(trouble, None);
    let short: Vec<_> = results.iter().map(|one| (one.side, one.state, one.ended.clone())).collect();
    let [good, now] = [(Side::LastGood, GateState::Green, 0), (Side::Present, GateState::Red, 1)]
        .map(|(side, state, code)| (side, state, Ended::Exit { code }));
    assert_eq!(short, [good, now]);
    assert_eq!(results[0].commit.as_deref(), Some(commit.as_str()));
    assert_eq!(results[1].content, survey(&place.root()).unwrap().hash().unwrap());
    let output = fs::read_to_string(results[1].output.as_ref().unwrap()).unwrap();
    assert!(output.contains("value is bad"), "{output}");
    untouched(&place.root(), &before);
    assert_eq!(place.git(&["worktree", "list"]).lines().count(), 1);
    assert_eq!(fs::read_dir(place.cache().join("scratch")).unwrap().count(), 0);
}

/// The most memory that this process has held, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
#[ignore = "lays out 100,000 files; run alone, it prints seconds and memory"]
fn a_salvage_of_100000_files_is_bounded_in_memory() {
    let place = Place::new();
    place.write("base", "x");
    place.commit("base");
    for folder in 0..1000 {
        for file in 0..100 {
            place.write(
                &format!("f{folder}/n{file}.txt"),
                &format!("{folder} {file}\n{}", "a line of text\n".repeat(20)),
            );
        }
    }
    let (before, began) = (peak(), std::time::Instant::now());
    let content = survey(&place.root()).unwrap();
    let surveyed = (peak(), began.elapsed());
    let found = secrets(&content);
    let searched = (peak(), began.elapsed());
    let kept = salvage(&content, &BTreeSet::new(), "refs/lastgood/salvage/LG-1/1", "mira", at()).unwrap();
    let after = (peak(), began.elapsed());
    println!("before {before} KiB; survey {surveyed:?}; secrets {searched:?}; kept {after:?}");
    assert_eq!((kept.files, found.len()), (100_001, 0));
    assert!(after.0 - before < 200 * 1024, "{} KiB more", after.0 - before);
}
