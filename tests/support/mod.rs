//! What the integration tests share: a dead run unpacked into a folder of its own, thrown away afterwards.

#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up has failed")]

mod moved;
mod scratch;

use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use lastgood::sources::{PathMap, Places};
use serde_json::Value;

/// A dead run, laid out as on the machine where it died.
pub struct Fixture {
    /// Its name (`claude-code/a-sigkill-mid-bash`).
    pub name: String,
    /// The folder `T`; it lives as long as this value.
    pub root: PathBuf,
    /// The home, `T/home/dev`.
    pub home: PathBuf,
    /// Pairs of prefix in the records and folder here.
    pub map: Vec<(String, String)>,
    /// Variables for the program.
    pub env: Vec<(String, String)>,
    /// The clock.
    pub now: jiff::Timestamp,
    /// The run to inspect.
    pub run: String,
    /// The answer key's `expect`.
    pub expect: Value,
    _folder: tempfile::TempDir,
}

impl Fixture {
    /// The places as the program would derive them from `--home`, `--map` and the fixture's environment.
    pub fn places(&self) -> Places {
        let value = |name: &str| self.env.iter().find(|(key, _)| key == name).map(|(_, value)| value.into());
        Places::new(&self.home, PathMap::new(self.map.clone()), value, 1001)
    }

    /// The path here of a path in the records.
    pub fn here(&self, recorded: &str) -> PathBuf {
        PathMap::new(self.map.clone()).here(recorded)
    }

    /// Arguments that point the program at the fixture: `--home`, `--map`, `--now`.
    pub fn args(&self) -> Vec<String> {
        let mut args = vec!["--home".to_string(), self.home.display().to_string()];
        for (from, to) in &self.map {
            args.extend(["--map".to_string(), format!("{from}={to}")]);
        }
        args.extend(["--now".to_string(), self.now.to_string()]);
        args
    }
}

/// Unpacks `tests/fixtures/runs/<name>.tar.gz` into a folder of its own.
pub fn fixture(name: &str) -> Fixture {
    unpack(name, &runs().join(format!("{name}.tar.gz")))
}

/// Unpacks `tests/fixtures/tasks/<name>.tar.gz`: a task's recorded answers beside `T`, and its folder.
pub fn task(name: &str) -> Fixture {
    let tasks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tasks");
    unpack(name, &tasks.join(format!("{name}.tar.gz")))
}

fn unpack(name: &str, file: &Path) -> Fixture {
    let folder = tempfile::tempdir_in(scratch::folder()).expect("a temporary folder");
    let packed = std::fs::File::open(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    tar::Archive::new(GzDecoder::new(packed)).unpack(folder.path()).expect("the fixture unpacks");

    let root = folder.path().canonicalize().expect("the folder is there").join("T");
    moved::from_where_it_was_packed(name, &root);
    let key = std::fs::read_to_string(folder.path().join("key.json")).expect("the fixture has a key");
    let key: Value = serde_json::from_str(&key).expect("the key is JSON");
    let here = |text: &str| match text.strip_prefix("T/") {
        Some(rest) => root.join(rest).display().to_string(),
        None => text.to_string(),
    };
    let pairs = |field: &str| -> Vec<(String, String)> {
        let object = key[field].as_object().into_iter().flatten();
        object.map(|(name, value)| (name.clone(), here(value.as_str().unwrap_or_default()))).collect()
    };
    Fixture {
        name: name.to_string(),
        home: root.join("home/dev"),
        map: pairs("map"),
        env: pairs("env"),
        now: key["now"].as_str().expect("a clock").parse().expect("a time"),
        run: here(key["run"].as_str().expect("a run")),
        expect: key["expect"].clone(),
        root: root.clone(),
        _folder: folder,
    }
}

/// The names of all fixtures whose name begins with `prefix` (`claude-code/`, `more/claude-`), sorted.
pub fn fixtures(prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    collect(&runs(), &mut names);
    names.retain(|name| name.starts_with(prefix));
    names.sort();
    names
}

fn collect(folder: &Path, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the fixtures are there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, names);
        } else if let Some(name) = path.strip_prefix(runs()).ok().and_then(Path::to_str)
            && let Some(name) = name.strip_suffix(".tar.gz")
        {
            names.push(name.to_string());
        }
    }
}

fn runs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/runs")
}
