//! What is odd about a file of a real repository: a mode that alone changed, a link that leads nowhere.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use lastgood::model::{
    CheckSays, FileStatus, Host, Liveness, PathMap, Product, Run, Runtime, Task, Timestamp, Tree, Verdict,
};
use lastgood::read::read;

use crate::repo::{NOON, Repo, look};

fn products(tree: &Tree) -> Vec<Product> {
    let mut run = Run::new(Runtime::ClaudeCode, "s");
    run.cwd = Some(tree.root.clone());
    run.started = Timestamp::from_second(NOON).ok();
    let liveness = Liveness { verdict: Verdict::NoSignOfLife, signs: vec![] };
    read(&run, tree, &Host::default(), &liveness, &Task::default()).products
}

fn says(products: &[Product], id: &str) -> Vec<(CheckSays, String)> {
    let product = products.iter().find(|product| product.id == id || product.title == id).expect("a product");
    product.checks.iter().map(|check| (check.says, check.text.clone())).collect()
}

fn mode(repo: &Repo, name: &str, mode: u32) {
    std::fs::set_permissions(repo.root().join(name), std::fs::Permissions::from_mode(mode)).expect("done");
}

#[test]
fn a_mode_that_alone_changed_is_a_product_that_says_from_what_to_what() {
    let repo = Repo::new();
    for name in ["run.sh", "tool.sh", "same.sh"] {
        repo.write(name, "echo 1\n");
    }
    mode(&repo, "tool.sh", 0o755);
    repo.commit(NOON - 60, "start");
    assert!(products(&repo.look(&[])).is_empty());
    mode(&repo, "run.sh", 0o755);
    mode(&repo, "tool.sh", 0o644);
    mode(&repo, "same.sh", 0o664); // git knows of no such difference
    let tree = repo.look(&[]);
    let run = &tree.files[Path::new("run.sh")];
    assert!(run.status == FileStatus::Changed && run.only_mode() && run.lines == (0, 0), "{run:?}");
    let found = products(&tree);
    let ids: Vec<_> = found.iter().map(|product| product.id.as_str()).collect();
    assert_eq!(ids, ["file:run.sh", "file:tool.sh"]);
    let now = "mode only: from 100644 to 100755, it can be executed now";
    assert_eq!(says(&found, "file:run.sh"), [(CheckSays::Warn, now.to_owned())]);
    let now = "mode only: from 100755 to 100644, it cannot be executed any more";
    assert_eq!(says(&found, "file:tool.sh"), [(CheckSays::Warn, now.to_owned())]);
    repo.commit(NOON + 60, "modes");
    let found = products(&repo.look(&[]));
    assert!(
        says(&found, "modes").contains(&(CheckSays::Good, "run.sh: mode only, its content stays the same".to_owned())),
        "{found:?}"
    );
    assert!(found.iter().all(|product| product.id != "file:run.sh"), "{found:?}");
}

#[test]
fn a_mode_that_git_does_not_compare_is_no_change() {
    let repo = Repo::new();
    repo.write("run.sh", "echo 1\n");
    repo.commit(NOON - 60, "start");
    mode(&repo, "run.sh", 0o755);
    repo.git.config().and_then(|mut config| config.set_bool("core.filemode", false)).expect("done");
    repo.write("run.sh", "echo 2\n");
    let found = products(&repo.look(&[]));
    assert!(says(&found, "file:run.sh").iter().all(|(_, text)| !text.contains("mode")), "{found:?}");
    repo.git.config().and_then(|mut config| config.set_bool("core.filemode", true)).expect("done");
    let both = says(&products(&repo.look(&[])), "file:run.sh");
    let now = "mode: from 100644 to 100755, it can be executed now";
    assert!(both.contains(&(CheckSays::Warn, now.to_owned())), "{both:?}");
}

fn broken(to: &str) -> Vec<(CheckSays, String)> {
    vec![(CheckSays::Bad, format!("it leads nowhere: a symbolic link to {to}"))]
}

/// What is told of a link that leads to a place in the work tree.
fn leads(to: &str) -> Vec<(CheckSays, String)> {
    vec![(CheckSays::Good, format!("a symbolic link to {to}"))]
}

fn links(repo: &Repo, links: &[(&str, &str)]) {
    for (name, to) in links {
        symlink(to, repo.root().join(name)).expect("a link");
    }
}

#[test]
fn a_link_that_leads_nowhere_is_broken_and_its_words_are_no_text_of_the_work() {
    let repo = Repo::new();
    repo.write("a.md", "a\n");
    links(&repo, &[("old.py", "gone-before.md")]);
    repo.commit(NOON - 60, "start");
    links(
        &repo,
        &[("good.py", "a.md"), ("bad.py", "not there-at.all"), ("chain.py", "bad.py"), ("below.py", "a.md/b")],
    );
    let found = products(&repo.look(&[]));
    assert_eq!(says(&found, "file:bad.py"), broken("not there-at.all"));
    assert_eq!(says(&found, "file:chain.py"), broken("bad.py"));
    assert_eq!(says(&found, "file:below.py"), broken("a.md/b"));
    assert_eq!(says(&found, "file:good.py"), leads("a.md"));
    assert!(found.iter().all(|product| product.id != "file:old.py"), "the run did not make it");
    std::fs::remove_file(repo.root().join("a.md")).expect("removed");
    assert_eq!(says(&products(&repo.look(&[])), "file:good.py"), broken("a.md"));
}

#[test]
fn links_in_a_circle_are_named() {
    let repo = Repo::new();
    repo.write("a.md", "a\n");
    repo.commit(NOON - 60, "start");
    let round = [("self.py", "self.py"), ("one.py", "two.py"), ("two.py", "./three.py"), ("three.py", "one.py")];
    links(&repo, &round);
    links(&repo, &[("into.py", "one.py"), ("below.py", "self.py/x"), ("within.py", "within.py/x")]);
    // A link to the folder in which it lies leads there; what a person reads through it comes again, and ends.
    links(&repo, &[("here", "."), ("good.py", "here/here/a.md")]);
    let found = products(&repo.look(&[]));
    for (name, to) in
        round.into_iter().chain([("into.py", "one.py"), ("below.py", "self.py/x"), ("within.py", "within.py/x")])
    {
        let circle = format!("it leads in a circle: a symbolic link to {to}");
        assert_eq!(says(&found, &format!("file:{name}")), [(CheckSays::Bad, circle)], "{name}");
    }
    for (whole, to) in [("here", "."), ("good.py", "here/here/a.md")] {
        assert_eq!(says(&found, &format!("file:{whole}")), leads(to), "{whole}");
    }
}

#[test]
fn a_link_to_a_recorded_place_leads_where_that_lies_here() {
    let repo = Repo::new();
    repo.write("a.md", "a\n");
    repo.commit(NOON - 60, "start");
    std::fs::write(repo.folder.path().join("b.md"), "b\n").expect("a file");
    links(
        &repo,
        &[
            ("far", "/recorded/b.md"),
            ("chain", "far"),
            ("up", "../b.md"),
            ("lost", "/recorded/c.md"),
            ("lost-up", "../c.md"),
            ("elsewhere", "/no-such-folder/of-the-recorded-machine"),
            ("elsewhere-up", "../../no-such-folder"),
            ("dir", "/recorded"),
            ("within", "dir/b.md"),
        ],
    );
    let map = PathMap::new([("/recorded", repo.folder.path())]);
    let found = products(&look(&repo.root(), &[], &map));
    assert_eq!(says(&found, "file:lost"), broken("/recorded/c.md"));
    assert_eq!(says(&found, "file:lost-up"), broken("../c.md"));
    for (within, to) in [("chain", "far"), ("within", "dir/b.md")] {
        assert_eq!(says(&found, &format!("file:{within}")), leads(to), "{within}");
    }
    for (out, to) in [
        ("far", "/recorded/b.md"),
        ("up", "../b.md"),
        ("elsewhere", "/no-such-folder/of-the-recorded-machine"),
        ("elsewhere-up", "../../no-such-folder"),
        ("dir", "/recorded"),
    ] {
        let told = (CheckSays::Warn, format!("a symbolic link to {to}, outside the work tree"));
        assert_eq!(says(&found, &format!("file:{out}")), [told], "{out}");
    }
    let here = products(&repo.look(&[]));
    assert_eq!(says(&here, "file:elsewhere"), broken("/no-such-folder/of-the-recorded-machine"));
}
