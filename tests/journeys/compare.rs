//! A file against the last good state.

use lastgood::model::CommitFile;
use lastgood::msg::Effect;

use crate::left::left;
use crate::person::Person;

fn person(after: Option<&str>) -> Person {
    let mut facts = left();
    facts.tree.texts.insert("at-good".into(), "line 1\nline two\nline 3\n".into());
    let file = CommitFile { path: "CHANGELOG.md".into(), before: None, after: after.map(Into::into) };
    facts.tree.commits[1].files = vec![file];
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("2 j j j enter").sees("lastgood · CHANGELOG.md");
    person
}

#[test]
fn a_file_is_compared_with_itself_at_last_good_and_nothing_counts_as_read_for_it() {
    let mut person = person(Some("at-good"));
    person.presses("=");
    let Some(Effect::Pager(text)) = person.asked.iter().rev().find(|effect| matches!(effect, Effect::Pager(_))) else {
        panic!("nothing was shown")
    };
    assert!(text.contains("last good 4c1e9d2") && text.contains("\n-line two\n+line 2\n"), "{text}");
}

#[test]
fn what_cannot_be_compared_is_said() {
    person(Some("nowhere")).presses("=").sees("git show 4c1e9d2:CHANGELOG.md");
    person(Some("blob-of-CHANGELOG.md")).presses("=").sees("equal to last good 4c1e9d2");
}

#[test]
fn the_footer_names_the_comparison_where_there_is_one() {
    assert!(person(Some("at-good")).screen().contains("= compare"));
    for none in ["nowhere", "blob-of-CHANGELOG.md"] {
        let screen = person(Some(none)).screen();
        assert!(!screen.contains("= compare"), "{none}: {screen}");
    }
}
