//! The demo: what it lays out is what it says.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its world fails")]

use jiff::Timestamp;
use lastgood::commands::demo::{Demo, SESSION, play_next};

fn laid_out() -> (tempfile::TempDir, Demo) {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::at(folder.path(), 1000);
    demo.lay_out("2026-11-28T02:10:00Z".parse::<Timestamp>().unwrap()).unwrap();
    (folder, demo)
}

#[test]
fn it_lays_out_six_commits_a_session_and_what_was_not_committed() {
    let (_folder, demo) = laid_out();
    let repository = git2::Repository::open(&demo.tree).unwrap();
    let mut walk = repository.revwalk().unwrap();
    walk.push_head().unwrap();
    assert_eq!(walk.count(), 7, "six commits of the run and one before it");
    assert_eq!(repository.head().unwrap().shorthand(), Some("retry-budget"));
    let changed: Vec<String> = repository
        .statuses(Some(git2::StatusOptions::new().include_untracked(true).recurse_untracked_dirs(true)))
        .unwrap()
        .iter()
        .filter_map(|entry| entry.path().map(str::to_owned))
        .collect();
    assert_eq!(
        changed,
        ["CHANGELOG.md", "docs/retry.md", "parcel/wire.py", "parcel/worker.py", "tests/test_jitter.py"]
    );
    let remote = git2::Repository::open_bare(demo.home.join("remotes/parcel.git")).unwrap();
    assert!(remote.find_branch("main", git2::BranchType::Local).is_ok());
    assert!(remote.find_branch("retry-budget", git2::BranchType::Local).is_err(), "the push never arrived");
}

#[test]
fn it_is_the_same_each_time_and_a_second_call_changes_nothing() {
    let (_one, first) = laid_out();
    let (_two, second) = laid_out();
    let head = |demo: &Demo| git2::Repository::open(&demo.tree).unwrap().head().unwrap().target().unwrap();
    assert_eq!(head(&first), head(&second));
    fs_err::write(first.tree.join("CHANGELOG.md"), "mine").unwrap();
    first.lay_out(Timestamp::UNIX_EPOCH).unwrap();
    assert_eq!(fs_err::read_to_string(first.tree.join("CHANGELOG.md")).unwrap(), "mine");
    first.reset().unwrap();
    assert!(!first.root.exists());
}

#[test]
fn one_that_was_cut_off_while_it_was_laid_out_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::at(folder.path(), 1000);
    git2::Repository::init(&demo.tree).unwrap();
    fs_err::create_dir_all(demo.home.join(".claude/projects/half")).unwrap();
    fs_err::write(demo.root.join("layout"), "begun").unwrap();
    let now = "2026-11-28T02:10:00Z".parse::<Timestamp>().unwrap();
    demo.lay_out(now).unwrap();
    assert!(demo.transcript(SESSION).unwrap().is_file() && demo.exists());
    assert!(!demo.home.join(".claude/projects/half").exists());
}

#[test]
fn two_at_once_lay_it_out_once() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::at(folder.path(), 1000);
    let now = "2026-11-28T02:10:00Z".parse::<Timestamp>().unwrap();
    std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| demo.lay_out(now)));
        assert_eq!(both.map(|one| one.join().unwrap()), [Ok(()), Ok(())]);
    });
}

#[test]
fn the_next_run_consumes_the_brief_and_commits_its_step() {
    let (_folder, demo) = laid_out();
    let brief = demo.root.join("brief-1.md");
    fs_err::write(&brief, "<!-- lastgood brief/1 recovery=LG-00000000 attempt=1 sha256=00 -->\n# Recovery brief: x\n")
        .unwrap();
    let played =
        play_next(&demo, &brief, 1, "2026-11-28T03:10:00Z".parse().unwrap(), "2026-11-28T03:10:20Z".parse().unwrap())
            .unwrap();
    assert_ne!(played.session, SESSION);
    let repository = git2::Repository::open(&demo.tree).unwrap();
    let head = repository.head().unwrap().peel_to_commit().unwrap();
    assert_eq!(head.summary(), Some("jitter: the delay stays within a fifth"));
}

/// What a next run said and saw.
struct Told {
    /// All that it said after the tests.
    last: String,
    /// What they printed.
    tests: String,
    /// Edits whose old text was not there.
    missed: Vec<String>,
}

fn told(demo: &Demo, session: &str) -> Told {
    let text = fs_err::read_to_string(demo.transcript(session).unwrap()).unwrap();
    let mut told = Told { last: String::new(), tests: String::new(), missed: Vec::new() };
    for row in text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let content = &row["message"]["content"][0];
        if row["type"] == "assistant" && content["type"] == "text" {
            told.last += content["text"].as_str().unwrap();
        }
        let result = content["content"].as_str().unwrap_or_default();
        if content["type"] == "tool_result" && result.contains("\nRan ") {
            result.clone_into(&mut told.tests);
            told.last.clear();
        }
        let detail = &row["toolUseResult"];
        if let (Some(old), Some(file)) = (detail["oldString"].as_str(), detail["originalFile"].as_str())
            && !file.contains(old)
        {
            told.missed.push(old.to_owned());
        }
    }
    told
}

/// How many tests the tree has, and which files of them do not parse: of such a file python makes one test that fails.
fn tests_in(demo: &Demo) -> (usize, Vec<String>) {
    let (mut count, mut torn) = (0, Vec::new());
    for file in fs_err::read_dir(demo.tree.join("tests")).unwrap().flatten() {
        let Ok(text) = fs_err::read_to_string(file.path()) else { continue };
        if text.matches('(').count() == text.matches(')').count() {
            count += text.matches("    def test_").count();
        } else {
            count += 1;
            torn.push(format!("tests/{}", file.file_name().to_string_lossy()));
        }
    }
    (count, torn)
}

/// The commit that HEAD is, and whether it changed something.
fn head(demo: &Demo) -> (git2::Oid, bool) {
    let repository = git2::Repository::open(&demo.tree).unwrap();
    let head = repository.head().unwrap().peel_to_commit().unwrap();
    (head.id(), head.tree_id() != head.parent(0).unwrap().tree_id())
}

/// Plays a step as an attempt, and holds what the run says against the tree.
fn plays_what_fits(demo: &Demo, attempt: u32, step: &str, way: &str) {
    let brief = demo.root.join(format!("brief-{attempt}.md"));
    fs_err::write(&brief, format!("<!-- lastgood brief/1 -->\n# x\n\n## Next step\n{step}\n\n## Limits\n")).unwrap();
    let at = |minute: u32| format!("2026-11-28T0{attempt}:{minute}:00Z").parse::<Timestamp>().unwrap();
    let before = head(demo).0;
    let played = play_next(demo, &brief, attempt, at(10), at(20)).unwrap();
    let told = told(demo, &played.session);
    let (count, torn) = tests_in(demo);
    assert!(told.tests.contains(&format!("\nRan {count} tests in ")), "{way}: {count} tests, and {}", told.tests);
    assert_eq!(told.tests.ends_with("\nOK"), torn.is_empty(), "{way}: {}", told.tests);
    assert_eq!(told.tests.contains(&format!("{}/{}", demo.tree.display(), torn.join(""))), !torn.is_empty(), "{way}");
    let green = told.last.to_lowercase().contains(&format!("all {count} tests "));
    assert_eq!(green, torn.is_empty(), "{way}: {}", told.last);
    assert!(torn.iter().all(|torn| told.last.contains(&format!("{torn} does not parse"))), "{way}: {}", told.last);
    assert!(!told.last.contains('{') && told.missed.is_empty(), "{way}: {:?}", told.missed);
    let (after, changed) = head(demo);
    assert_eq!(told.last.contains("is committed"), after != before, "{way}: {}", told.last);
    assert!(
        changed && (torn.is_empty() || after == before),
        "{way}: only what changed, and only on green, is committed"
    );
    let todo = fs_err::read_to_string(demo.tree.join("docs/retry.md")).unwrap().contains("TODO");
    let left = told.last.strip_suffix(" are left.").unwrap();
    let left = left.rsplit(". ").next().unwrap_or_default().rsplit("; ").next().unwrap_or_default();
    assert_eq!(left.contains("docs/retry.md"), todo, "{way}: {left}");
    assert_eq!(left.to_lowercase().contains("jitter"), !torn.is_empty(), "{way}: {left}");
}

#[test]
fn a_next_run_says_what_is_so_in_whatever_order_the_steps_are_taken() {
    let steps = [
        "Finish tests/test_jitter.py. Change nothing else.",
        "Finish docs/retry.md. Change nothing else.",
        "Take back in parcel/wire.py what breaks the limit. Change nothing else.",
        "Push the branch. Change nothing else.",
    ];
    for order in 0..steps.len().pow(3) {
        let (_folder, demo) = laid_out();
        let mut way = String::new();
        for attempt in 1..=3 {
            let step = steps[order / steps.len().pow(attempt - 1) % steps.len()];
            way = format!("{way}{attempt}. {step} ");
            plays_what_fits(&demo, attempt, step, &way);
        }
    }
}

#[test]
fn a_closed_pipe_ends_every_way_of_it_quietly_and_the_home_stays_empty() {
    let (home, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for words in [&["demo"][..], &["demo", "--next"], &["demo", "--reset"], &[], &["list"], &["inspect", "none"]] {
        for closed in ["stdout", "both"] {
            let gone = || std::process::Stdio::from(std::io::pipe().unwrap().1);
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lastgood"));
            command.args(words).env_clear().env("HOME", home.path()).env("TMPDIR", temporary.path());
            command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
            command.stdin(std::process::Stdio::null()).stdout(gone());
            command.stderr(if closed == "both" { gone() } else { std::process::Stdio::piped() });
            let ended = command.spawn().unwrap().wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr);
            assert!(matches!(ended.status.code(), Some(0 | 2)), "{words:?} with {closed} closed: {:?}", ended.status);
            assert!(!said.contains("panicked") && !said.contains("Broken pipe"), "{words:?}: {said}");
        }
    }
    let left: Vec<_> = fs_err::read_dir(home.path()).unwrap().flatten().map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
