//! Briefs, private copies and the last copy on real files.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use lastgood::store::{Cache, Existing, Folder, Scratch, StoreError, brief_files, existing, keep_copied, publish};

#[test]
fn a_different_file_is_replaced_only_when_it_was_named() {
    let folder = tempfile::tempdir().unwrap();
    let first = brief_files(folder.path(), 1, "one\n", "{}\n");
    assert_eq!(publish(&first, &[]).unwrap().len(), 2);
    assert_eq!(fs::metadata(&first[0].path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(existing(&first[0]), Existing::Same);
    publish(&first, &[]).unwrap();
    let second = brief_files(folder.path(), 1, "two\n", "{}\n");
    let refused = publish(&second, &[]).unwrap_err();
    assert!(matches!(&refused, StoreError::Exists(path) if *path == second[0].path), "{refused}");
    assert_eq!(fs::read_to_string(&first[0].path).unwrap(), "one\n");
    publish(&second, &[second[0].path.clone()]).unwrap();
    assert_eq!(fs::read_to_string(&first[0].path).unwrap(), "two\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file stays");
}

#[test]
fn a_link_in_the_work_tree_leads_nowhere() {
    let tree = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = tree.path().join(".lastgood");
    std::os::unix::fs::symlink(elsewhere.path(), &folder).unwrap();
    let files = brief_files(&folder, 1, "one\n", "{}\n");
    assert!(matches!(publish(&files, &[]), Err(StoreError::NotAFolder(_))));
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    fs::remove_file(&folder).unwrap();
    publish(&files, &[]).unwrap();
    assert_eq!(fs::read_to_string(folder.join("brief-1.md")).unwrap(), "one\n");
}

#[test]
fn private_copies_go_with_their_process() {
    let cache = tempfile::tempdir().unwrap();
    let left = cache.path().join("scratch").join("LG-LEFT");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("lock"), "").unwrap();
    let mine = Scratch::make(cache.path()).unwrap();
    assert!(!left.exists(), "what a killed process left is swept");
    let other = Scratch::make(cache.path()).unwrap();
    assert!(mine.path().exists(), "what is in use stays");
    let path = mine.path().to_owned();
    drop(mine);
    assert!(!path.exists() && other.path().exists());
}

#[test]
fn what_can_be_made_again_is_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(&folder.path().join("cache"));
    assert_eq!(cache.get("runs.json"), None);
    cache.keep("runs.json", b"[]").unwrap();
    assert_eq!(cache.get("runs.json").as_deref(), Some(b"[]".as_slice()));
    let state = Folder::open(&folder.path().join("state"));
    keep_copied(&state, "kill -- -48121").unwrap();
    assert_eq!(fs::read_to_string(state.root().join("copied.txt")).unwrap(), "kill -- -48121");
}
