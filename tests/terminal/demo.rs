//! The demo in real terminals: the whole way to step 4, and a second operator.

use std::sync::Arc;

use super::Terminal;

fn opens(home: &Arc<tempfile::TempDir>, args: &[&str]) -> Terminal {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    // High enough that each file of the demo is read when it is shown.
    Terminal::start(None, &args, home, (100, 60))
}

#[test]
fn the_whole_way_and_a_second_operator() {
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let mut mira = opens(&home, &["demo"]);
    mira.sees("belongs to");
    mira.goes("s", "who decides here?");
    mira.goes("\r", "1 confirm ✓");
    mira.goes("j\r", "· docs/retry.md  ");
    mira.goes("p", "with which gaps?");
    mira.goes("\r", "· parcel/wire.py  ");
    mira.goes("p", "with which gaps?");
    mira.goes("\r", "· tests/test_jitter.py  ");
    mira.goes("p", "with which gaps?");
    mira.goes("\r", "· CHANGELOG.md  ");
    mira.goes("u", "· parcel/worker.py  ");
    mira.goes("u", "1 of 6");
    mira.goes("\u{1b}", "enter open");
    mira.goes("Ga", "what do you know?");
    mira.goes("\u{1b}[D\u{1b}[D\t\tgit ls-remote origin\tno branch of that name\r", "2 sort ✓");
    mira.goes("3", "tab field");
    mira.goes("\r", "3 assign ✓");
    mira.goes("w", "y  write both files");
    mira.goes("y", "y copy");

    let mut ana = opens(&home, &["demo", "--as", "ana"]);
    ana.sees("held by mira since");
    ana.goes("2ju", "not now: held by mira");
    // Wherever one is when it is left, the next run is looked at in step 4.
    mira.goes("b", "lastgood · recovery brief");
    mira.presses("\u{3}");
    mira.is_as_before();
    ana.presses("\u{3}");
    ana.is_as_before();

    let mut next = opens(&home, &["demo", "--next"]);
    next.sees("against the brief");
    next.presses("\u{3}");
    next.is_as_before();

    // The home is also the folder for temporary files, in which the demo lies.
    let entries = std::fs::read_dir(home.path()).expect("the home").flatten();
    let names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let [only] = &names[..] else { panic!("outside of the demo: {names:?}") };
    assert!(only.starts_with("lastgood-demo-"), "outside of the demo: {only}");

    // Whichever of its runs is named, the one recovery is opened.
    let demo = home.path().join(only);
    let [of, state] = ["home", "state"].map(|name| demo.join(name).display().to_string());
    let reviews = std::fs::read_dir(demo.join("home/.claude/projects")).expect("the store").flatten();
    let sessions = reviews.flat_map(|project| std::fs::read_dir(project.path()).expect("a project").flatten());
    let sessions: Vec<_> =
        sessions.filter_map(|file| Some(file.path().file_stem()?.to_string_lossy().into_owned())).collect();
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    for session in sessions {
        let mut one = opens(&home, &["--home", &of, "--state", &state, "open", &session]);
        one.sees("against the brief");
        one.presses("\u{3}");
        one.is_as_before();
    }
}

#[test]
fn a_demo_that_is_laid_out_anew_tells_the_screen_that_had_the_old_one_open() {
    let home = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let mut mira = opens(&home, &["demo", "--as", "mira"]);
    mira.sees("belongs to");
    mira.goes("s", "1 confirm ✓");
    let demo = std::fs::read_dir(home.path()).expect("the home").flatten().next().expect("the demo").path();
    std::fs::remove_dir_all(demo).expect("it is removed");
    let mut anew = opens(&home, &["demo", "--as", "ana"]);
    anew.sees("belongs to");
    anew.goes("s", "1 confirm ✓");
    mira.sees("removed while it was open here");
    // Other files lie in the places of its session: no sign of life.
    mira.waits("no sign of life", |screen| !screen.contents().contains("new sign of life"));
    mira.goes("2x", "not now: this recovery was removed");
    mira.goes("q", "lastgood · runs");
    mira.goes("\r", "held by ana");
    for one in [&mut mira, &mut anew] {
        one.presses("\u{3}");
        one.is_as_before();
    }
}
