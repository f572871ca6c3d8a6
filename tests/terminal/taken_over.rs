//! Two people at one recovery, each with the real program in a terminal: one reads, takes over, decides; the other is told.

use std::sync::Arc;

use super::Terminal;

fn opens(fixture: &super::Fixture, home: &Arc<tempfile::TempDir>, name: &str, then: &str) -> Terminal {
    let mut args = fixture.args();
    let state = home.path().join("state").display().to_string();
    args.extend(["--state".into(), state, "--as".into(), name.into()]);
    let mut terminal = Terminal::start(None, &args, home, (100, 30));
    terminal.settles();
    terminal.goes("\r", then);
    terminal
}

#[test]
fn who_takes_over_decides_and_the_old_holder_is_told() {
    let fixture = super::fixture("claude-code/a-sigkill-mid-bash");
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let mut mira = opens(&fixture, &home, "mira", "belongs to");
    mira.goes("a\tthe host of the container\tno such process\r", "answered");
    mira.goes("s", "1 confirm ✓");

    let mut ana = opens(&fixture, &home, "ana", "held by mira since");
    // Step 1 is settled, so that it opens in step 2.
    ana.sees("held: decisions are mira's");
    ana.goes("1", "belongs to");
    ana.goes("2", "held: decisions are mira's");
    ana.goes(":take over\r", "take over from mira?");
    ana.goes("\u{1b}", "enter open");
    ana.sees("held by mira since");
    ana.goes(":take over\r", "take over from mira?");
    ana.goes("\r", "taken over from mira: decisions are yours now");
    ana.goes("1", "belongs to");
    // What she sees is what mira decided; what she decides counts.
    ana.goes("z", "undone");

    mira.sees("ana took this recovery over");
    mira.sees("held by ana since");
    mira.goes("1s", "not now: held by ana");
    // A reader sees what is decided meanwhile.
    ana.goes("s", "1 confirm ✓");
    mira.sees("1 confirm ✓");

    ana.presses("\u{3}");
    ana.is_as_before();
    mira.sees("ana has left: decisions are yours now");
    mira.goes("z", "undone");
    mira.presses("\u{3}");
    mira.is_as_before();
}
