//! The fixtures themselves unpack and name what they hold.

use crate::support::{fixture, fixtures};

#[test]
fn a_fixture_unpacks_with_its_home_its_clock_and_its_key() {
    let case = fixture("claude-code/a-sigkill-mid-bash");
    assert!(case.home.join(".claude/projects").is_dir());
    assert!(case.places().tmp.is_dir());
    assert_eq!(case.run, "a72ace35-d83e-49ef-abdf-4bf2f10cb915");
    assert!(case.expect["ending"].is_object());
}

#[test]
fn every_suite_is_there() {
    for suite in ["claude-code/", "codex/", "gemini/", "opencode/", "more/", "reported/", "second/"] {
        assert!(!fixtures(suite).is_empty(), "{suite}");
    }
}
