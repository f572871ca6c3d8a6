//! The program is killed in the middle of a sentence, before anything was decided: the sentence is there again.

use std::path::Path;
use std::sync::Arc;

use super::Terminal;

/// Whether a draft with this text is on disk below a state folder.
fn kept(state: &Path, text: &str) -> bool {
    let recoveries = std::fs::read_dir(state.join("recoveries")).into_iter().flatten().flatten();
    let draft = |folder: std::fs::DirEntry| std::fs::read_to_string(folder.path().join("draft.json"));
    recoveries.filter_map(|folder| draft(folder).ok()).any(|draft| draft.contains(text))
}

#[test]
fn what_is_half_typed_before_the_first_decision_survives_a_kill() {
    let fixture = super::fixture("claude-code/a-sigkill-mid-bash");
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let state = home.path().join(".local/state/lastgood");
    let opens = |then: &str| {
        let mut terminal = Terminal::start(None, &fixture.args(), &home, (100, 30));
        terminal.settles();
        terminal.goes("\r", then);
        terminal
    };
    let mut terminal = opens("belongs to");
    // A file is read, a form is opened: nothing is kept yet.
    terminal.goes("2j\r", "esc back");
    terminal.goes("\u{1b}", "enter open");
    terminal.goes("1", "belongs to");
    terminal.goes("a", "looked by");
    assert!(!state.exists());
    terminal.presses("\tbuild host, by ssh");
    terminal.until("the draft is on disk", || kept(&state, "build host, by ssh"));
    terminal.child.kill().expect("SIGKILL");
    terminal.child.wait().expect("it ends");

    let mut terminal = opens("build host, by ssh");
    terminal.goes("\tno such process\tmira\r", "who decides here?");
    terminal.goes("\r", "answered");
    // A section of the brief, typed in place.
    terminal.goes("b", "e edit section");
    terminal.goes("eRead this first", "Read this first");
    terminal.until("the draft is on disk", || kept(&state, "Read this first"));
    terminal.child.kill().expect("SIGKILL");
    terminal.child.wait().expect("it ends");
    let mut terminal = opens("ctrl-s accept");
    terminal.sees("Read this first");
    terminal.presses("\u{3}");
    terminal.is_as_before();
}
