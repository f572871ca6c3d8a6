//! What was checked in an earlier attempt is not lost in a later one, and is not said to be where it is not.

use super::{demo, is_consumed, sits, writes_the_brief};

#[test]
fn progress_of_an_earlier_attempt_stays_in_later_briefs_as_long_as_the_tree_has_it() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    person.presses("4 s").sees("close as").presses("enter").sees(": attempt 2");
    person.presses("s 2").sees("jitter: the delay st").presses("enter").presses("u");
    person.sees("2 sort ✓").presses("3 g j").does_not_see("expected");
    person.presses("enter").sees("Finish docs/retry.md").presses("w").sees("brief-2.md").presses("y");
    let second = person.world.written[1].brief.clone();
    let made = second.checked.iter().find(|one| one.location.starts_with("commit ")).unwrap().clone();
    is_consumed(&mut person, &demo, 2, "2026-11-28T02:26:00Z", "2026-11-28T02:34:00Z");
    person.presses("4 s").sees("close as").presses("enter").sees(": attempt 3").presses("s 2");
    // The link to a file that was never there is gone: nobody expects the file any more.
    person.does_not_see("frame.md");
    person.presses("enter").presses(&"space ".repeat(6)).presses("u").sees("2 sort ✓");
    person.presses("3 g enter").sees("Take back in parcel/wire.py").does_not_see("checked, and not in").presses("w y");
    let third = person.world.written[2].clone();
    let kept = third.brief.checked.iter().find(|one| one.location == made.location).unwrap();
    assert_eq!((kept.pile, &kept.version, &kept.opened), (made.pile, &made.version, &made.opened));
    // What was sorted and is another content now is not what was sorted.
    assert!(!third.brief.checked.iter().any(|one| one.location == "tests/test_jitter.py"), "{}", third.text);
    assert!(third.text.contains("the work tree stays as it is, in which 5 files differ from it: "), "{}", third.text);
}

#[test]
fn a_new_tree_at_a_commit_says_what_is_not_in_it() {
    let (_folder, demo) = demo();
    let mut person = sits(&demo).then_opens();
    writes_the_brief(&mut person);
    is_consumed(&mut person, &demo, 1, "2026-11-28T02:16:00Z", "2026-11-28T02:24:00Z");
    person.presses("4 s enter s 2 enter u").sees("2 sort ✓").presses("3 g enter").sees("Take back in parcel/wire.py");
    person.does_not_see("not in");
    // Nothing breaks the limit there, and what was checked was made after it.
    person.presses("f").sees("● fresh, new tree at").sees("parcel/wire.py is not in");
    person.sees("as it lies here").sees("checked, and not in").presses("w y");
    let second = &person.world.written[1];
    let lost: Vec<&str> = second.brief.not_in_start.iter().map(|one| one.location.as_str()).collect();
    let made = second.brief.not_in_start.iter().any(|one| one.location.starts_with("commit "));
    assert!(made && lost.contains(&"parcel/wire.py") && lost.contains(&"CHANGELOG.md"), "{lost:?}");
    assert!(second.brief.checked.iter().all(|one| !lost.contains(&one.location.as_str())), "{}", second.text);
    assert!(second.text.contains("\nChecked as well, and not in the tree from which this starts: "), "{}", second.text);
}
