//! A file against the last good state.

use lastgood::model::{CommitFile, ProductKind};
use lastgood::msg::Effect;

use crate::left::left;
use crate::person::Person;

fn person(after: Option<&str>) -> Person {
    with_kind(ProductKind::File, after)
}

fn with_kind(kind: ProductKind, after: Option<&str>) -> Person {
    let mut facts = left();
    for product in facts.products.iter_mut().filter(|product| product.location == "CHANGELOG.md") {
        product.kind = kind;
    }
    facts.tree.texts.insert("at-good".into(), "line 1\nline two\nline 3\n".into());
    let file = CommitFile { path: "CHANGELOG.md".into(), before: None, after: after.map(Into::into) };
    facts.tree.commits[1].files = vec![file];
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("2 j j j enter").sees("lastgood · CHANGELOG.md");
    person
}

#[test]
fn a_file_is_compared_with_itself_at_last_good_and_nothing_counts_as_read_for_it() {
    // A text for people in the work tree is a file as well.
    for kind in [ProductKind::File, ProductKind::Document] {
        let mut person = with_kind(kind, Some("at-good"));
        person.presses("=");
        let shown = person.asked.iter().rev().find(|effect| matches!(effect, Effect::Pager(_)));
        let Some(Effect::Pager(text)) = shown else { panic!("nothing was shown of a {kind:?}") };
        assert!(text.contains("last good 4c1e9d2") && text.contains("\n-line two\n+line 2\n"), "{text}");
    }
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

#[test]
fn a_diff_says_from_what_it_is_and_whether_a_base_that_came_later_holds_part_of_it() {
    for (at_good, between) in [("at-good", true), ("at-start", false)] {
        let mut facts = left();
        facts.tree.start = Some("7d7d7d7d00112233".into());
        facts.tree.texts.insert("at-start".into(), "line 1\n".into());
        facts.tree.texts.insert("at-good".into(), "line 1\nline two\nline 3\n".into());
        if let Some(state) = facts.tree.files.get_mut(std::path::Path::new("CHANGELOG.md")) {
            state.start = Some("at-start".into());
        }
        let (path, start) = ("CHANGELOG.md".into(), Some("at-start".into()));
        facts.tree.commits[1].files = vec![CommitFile { path, before: start, after: Some(at_good.into()) }];
        let mut person = Person::opens(facts).at(80, 24);
        person.presses("2 j j j enter o").sees("since the run's start at 7d7d7d7, up to now");
        let says = person.screen().contains("changes up to last good 4c1e9d2 are in it as well; = compares with that");
        assert_eq!(says, between, "{}", person.screen());
    }
}
