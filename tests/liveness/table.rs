//! A process table made by hand: a folder with the files of `/proc` that probes read.

use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};

use lastgood::model::{Marks, PathMap, RegistryEntry, Run, Runtime, Says, Sign, Tree};
use lastgood::probes::{World, signs};
use lastgood::sources::LOOKS;

/// A machine with a process table, a work tree and a session store, all in one folder.
pub struct Machine {
    folder: tempfile::TempDir,
    /// The place for probes.
    pub world: World,
    locks: Vec<String>,
}

/// One process of the table.
pub struct Spec<'a> {
    pub pid: u32,
    pub parent: u32,
    pub argv: &'a [&'a str],
    pub cwd: &'a str,
    pub environ: &'a [(&'a str, &'a str)],
    pub open: &'a [&'a str],
    pub start: u64,
    pub terminal: bool,
    pub group: u32,
    pub hidden: bool,
}

impl Default for Spec<'_> {
    fn default() -> Self {
        Self {
            pid: 100,
            parent: 1,
            argv: &[],
            cwd: "tree",
            environ: &[],
            open: &[],
            start: 5_000,
            terminal: false,
            group: 0,
            hidden: false,
        }
    }
}

impl Machine {
    /// A machine on which only init runs, with an empty work tree.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let proc = folder.path().join("proc");
        for name in ["self/ns", "net", "sys/kernel/random"] {
            std::fs::create_dir_all(proc.join(name)).expect("a folder");
        }
        std::fs::create_dir_all(folder.path().join("tree")).expect("a folder");
        std::fs::create_dir_all(folder.path().join("store")).expect("a folder");
        symlink("pid:[4026531836]", proc.join("self/ns/pid")).expect("a link");
        std::fs::write(proc.join("stat"), "cpu 1 2 3\nbtime 1795900000\n").expect("a file");
        std::fs::write(proc.join("sys/kernel/random/boot_id"), "b00t\n").expect("a file");
        std::fs::write(proc.join("locks"), "").expect("a file");
        let world = World {
            proc,
            now: "2026-11-30T02:10:00Z".parse().expect("a time"),
            now_is_fixed: false,
            own: 0,
            uid: std::fs::metadata(folder.path()).expect("the folder").uid(),
            machine: "0123".into(),
            name: "box".into(),
            map: PathMap::default(),
            looks: LOOKS,
            plans: vec![folder.path().join("crontab"), folder.path().join("units")],
        };
        let mut machine = Self { folder, world, locks: Vec::new() };
        machine.runs(&Spec { pid: 1, parent: 0, argv: &["/sbin/init"], cwd: "", ..Spec::default() });
        machine
    }

    /// A path on this machine.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().expect("the folder is there").join(name)
    }

    /// Adds a process.
    pub fn runs(&mut self, spec: &Spec<'_>) {
        let folder = self.world.proc.join(spec.pid.to_string());
        std::fs::create_dir_all(folder.join("fd")).expect("a folder");
        std::fs::create_dir_all(folder.join("fdinfo")).expect("a folder");
        let program = spec.argv.first().copied().unwrap_or("kthread");
        let comm: String =
            program.trim_start_matches('-').rsplit('/').next().unwrap_or(program).chars().take(15).collect();
        let group = if spec.group == 0 { spec.pid } else { spec.group };
        let tty = if spec.terminal { 34816 } else { 0 };
        let stat = format!(
            "{} ({comm}) S {} {group} {} {tty} -1 0 0 0 0 0 0 0 0 0 20 0 1 0 {} 0 0\n",
            spec.pid, spec.parent, spec.pid, spec.start
        );
        std::fs::write(folder.join("stat"), stat).expect("a file");
        let words: Vec<String> = spec.argv.iter().map(|word| self.here(word) + "\0").collect();
        std::fs::write(folder.join("cmdline"), words.concat()).expect("a file");
        if spec.hidden {
            return;
        }
        symlink(self.path(spec.cwd), folder.join("cwd")).expect("a link");
        let environ: Vec<String> = spec.environ.iter().map(|(name, value)| format!("{name}={value}\0")).collect();
        std::fs::write(folder.join("environ"), format!("SECRET=hunter2\0{}", environ.concat())).expect("a file");
        for (fd, name) in spec.open.iter().enumerate() {
            let target = if name.starts_with("socket:") { PathBuf::from(name) } else { self.path(name) };
            symlink(target, folder.join("fd").join(fd.to_string())).expect("a link");
            std::fs::write(folder.join("fdinfo").join(fd.to_string()), "pos:\t0\nflags:\t0102001\n").expect("a file");
        }
    }

    /// `T/…` in a word becomes a path of this machine.
    fn here(&self, word: &str) -> String {
        word.replace("T/", &format!("{}/", self.path("").display()).replace("//", "/"))
    }

    /// Somebody holds the lock on this file, which is made.
    pub fn locks(&mut self, name: &str, pid: u32) {
        let path = self.touches(name);
        let inode = std::fs::metadata(path).expect("the file").ino();
        self.locks.push(format!("1: FLOCK  ADVISORY  WRITE {pid} fe:00:{inode} 0 EOF\n"));
        std::fs::write(self.world.proc.join("locks"), self.locks.concat()).expect("a file");
    }

    /// Makes an empty file.
    pub fn touches(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, "").expect("a file");
        path
    }

    /// The machine and namespace as Claude Code writes it.
    pub fn domain() -> String {
        "linux:0123:pid:[4026531836]".into()
    }

    /// A Claude Code session in the work tree, noted by process 629 that started at tick 4000.
    pub fn claude(&self) -> Run {
        let mut run = Run::new(Runtime::ClaudeCode, "a72ace35-d83e");
        run.cwd = Some(self.path("tree"));
        run.started = Some("2026-11-29T12:00:00Z".parse().expect("a time"));
        run.marks = Marks {
            environ: vec![("CLAUDE_CODE_SESSION_ID".into(), Some("a72ace35-d83e".into())), ("CLAUDECODE".into(), None)],
            arguments: vec!["a72ace35-d83e".into()],
            registry: vec![RegistryEntry {
                path: self.path("store/629.json"),
                pid: 629,
                start_ticks: Some(4_000),
                domain: Some(Self::domain()),
                status: Some("busy".into()),
                ..RegistryEntry::default()
            }],
            held: vec![self.path("store/a72ace35-d83e/tasks")],
            growing: vec![self.touches("store/a72ace35-d83e.jsonl")],
            folder: Some(self.path("tree")),
            ..Marks::default()
        };
        run
    }

    /// The signs of a run here.
    pub fn signs(&self, run: &Run) -> Vec<Sign> {
        signs(run, &self.tree(), &self.world, None).0
    }

    /// The work tree, which is no repository.
    pub fn tree(&self) -> Tree {
        Tree { root: self.path("tree"), exists: true, ..Tree::default() }
    }
}

/// The sign of a process.
pub fn of(signs: &[Sign], pid: u32) -> &Sign {
    signs.iter().find(|sign| sign.pid == Some(pid)).unwrap_or_else(|| panic!("no sign of {pid} in {signs:#?}"))
}

/// Whether one sign says this and its words hold all of these.
pub fn says(signs: &[Sign], says: Says, words: &[&str]) -> bool {
    signs.iter().any(|sign| sign.says == says && words.iter().all(|word| sign.what.contains(word)))
}

/// Whether nothing lives or waits and everything could be looked at.
pub fn all_quiet(signs: &[Sign]) -> bool {
    !signs.iter().any(|sign| sign.says.wants_answer())
}

#[test]
fn of_an_environment_only_the_named_marks_are_kept() {
    let mut machine = Machine::new();
    machine.runs(&Spec {
        pid: 7,
        argv: &["python3", "soak.py"],
        environ: &[("CLAUDE_CODE_SESSION_ID", "a72ace35-d83e")],
        ..Spec::default()
    });
    let signs = machine.signs(&machine.claude());
    let shown = format!("{signs:?}");
    assert!(shown.contains("a72ace35-d83e") && !shown.contains("hunter2") && !shown.contains("SECRET"));
    assert!(Path::new(&machine.world.proc).is_dir());
}
