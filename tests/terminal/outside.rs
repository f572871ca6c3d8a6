//! The way outside and back: the operator's editor and pager, the mouse, a stop from another terminal; and what a move costs.

use std::sync::Arc;

use rustix::process::{Pid, Signal, kill_process};

use super::Terminal;

/// The program that runs in a shell's terminal.
fn child_of(shell: u32) -> Option<Pid> {
    let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).ok()?;
    Pid::from_raw(children.split_whitespace().next()?.parse().ok()?)
}

#[test]
fn a_stop_from_outside_is_as_ctrl_z() {
    let mut terminal = Terminal::new(true);
    terminal.sees("ready>");
    terminal.presses("$LASTGOOD\r");
    terminal.settles();
    let shell = terminal.child.process_id().expect("a process");
    kill_process(child_of(shell).expect("the program"), Signal::TSTP).expect("a signal");
    terminal.returns_from_the_shell();
}

#[test]
fn the_operators_editor_and_pager() {
    let fixture = super::fixture("claude-code/a-sigkill-mid-bash");
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let paged = home.path().join("paged");
    let mut terminal =
        Terminal::start(None, &[fixture.args(), vec!["--as".into(), "mira".into()]].concat(), &home, (100, 30));
    terminal.settles();
    terminal.goes("\r", "belongs to");
    terminal.goes("b", "E $EDITOR");
    terminal.goes("v", "E $EDITOR");
    terminal.until("the pager had the brief", || {
        std::fs::read_to_string(&paged).is_ok_and(|text| text.contains("# Recovery brief") && text.ends_with('\n'))
    });
    // What is typed while the pager has the terminal is the pager's: wait for the first frame after it.
    let seen = Arc::clone(&terminal.seen);
    terminal.waits("the screen after the pager", |_| {
        let seen = seen.0.lock().expect("no panic");
        let text = String::from_utf8_lossy(&seen);
        text.split("\u{1b}[?1049h").nth(2).is_some_and(|after| after.contains("EDITOR"))
    });
    terminal.goes("E", "Changed outside: ");
    terminal.waits("the screen", vt100::Screen::alternate_screen);
    terminal.presses("\u{3}");
    terminal.is_as_before();
}

#[test]
fn the_mouse_is_off_until_it_is_turned_on() {
    let mut terminal = Terminal::new(false);
    terminal.settles();
    let mode = |screen: &vt100::Screen| screen.mouse_protocol_mode();
    assert_eq!(mode(terminal.parsed().screen()), vt100::MouseProtocolMode::None);
    terminal.goes("M", "mouse on");
    terminal.waits("the mouse", |screen| mode(screen) != vt100::MouseProtocolMode::None);
    terminal.goes("\r", "belongs to");
    // A click on the third row of the list, then a turn of the wheel upwards.
    terminal.goes("\u{1b}[<0;10;7M", "▌ work tree");
    terminal.goes("\u{1b}[<64;10;7M", "▌ the agent");
    terminal.goes("M", "mouse off");
    terminal.waits("the mouse", |screen| mode(screen) == vt100::MouseProtocolMode::None);
    terminal.presses("qq");
    terminal.is_as_before();
}

#[test]
fn a_move_in_a_list_is_small() {
    let mut terminal = Terminal::new(false);
    terminal.settles();
    terminal.goes("\r", "belongs to");
    // The palette is a list over everything: what moves is one row.
    terminal.goes(":", "arrows choose");
    let before = terminal.frame();
    terminal.presses("\u{1b}[B");
    terminal.until("a frame", || terminal.count() > before);
    let written = terminal.frame() - before;
    assert!(written < 400, "a move took {written} bytes");
    terminal.presses("\u{3}");
    terminal.is_as_before();
}
