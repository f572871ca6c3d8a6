//! Names that would break a screen: tabs, escapes, line ends, wide, combining and right-to-left letters. Every list keeps its columns.

use lastgood::model::{Op, ProductGroup};
use lastgood::msg::Surveyed;
use lastgood::widgets::clean;

use crate::left::{file, with_base};
use crate::person::Person;
use crate::second::reviews;

/// Names that git and every file system take.
const NAMES: &[&str] = &[
    "src/tab\there.rs",
    "src/esc\u{1b}[31mred\u{1b}[0m.rs",
    "src/title\u{1b}]0;owned\u{7}.rs",
    "src/line\nend.rs",
    "src/carriage\r.rs",
    "src/bell\u{7}\u{8}\u{7f}.rs",
    "src/\u{9b}2Jc1.rs",
    "src/日本語のファイル.rs",
    "src/e\u{301}a\u{308}\u{308}.rs",
    "\u{301}begins.rs",
    "src/שלום.rs",
    "src/\u{202e}sr.elif.rs",
    "src/zero\u{200b}\u{200d}width.rs",
    "src/\u{26a0}\u{fe0f}sign.rs",
    "src/👩\u{200d}👩\u{200d}👧 family 🇩🇪.rs",
    "src/한글\t\u{1b}[2K\u{202d}mixed\u{feff}.rs",
];

/// A run that left files of these names.
fn hostile() -> lastgood::model::Facts {
    let mut facts = with_base();
    for (at, name) in NAMES.iter().enumerate() {
        file(&mut facts, name, 3, if at % 2 == 0 { ProductGroup::Touched } else { ProductGroup::Other });
    }
    for product in &mut facts.products {
        product.checks.extend(with_check(&product.title));
    }
    facts
}

fn with_check(title: &str) -> Option<lastgood::model::Check> {
    NAMES.contains(&title).then(|| lastgood::model::Check {
        says: lastgood::model::CheckSays::Warn,
        text: format!("{title} does not parse"),
        line: None,
        gap: Some(format!("finish {title}")),
    })
}

/// At which columns a mark stands in a line.
fn columns(line: &str, mark: &str) -> Vec<usize> {
    line.match_indices(mark).map(|(at, _)| clean::width(&line[..at])).collect()
}

#[track_caller]
fn holds(person: &Person, what: &str) {
    let screen = person.screen();
    let wide = usize::from(person.app.scene.columns);
    let mut bars: Vec<usize> = vec![];
    for line in screen.split('\n') {
        assert!(!line.chars().any(char::is_control), "{what}: {line:?}\n{screen}");
        assert!(
            !line.contains(['\u{202e}', '\u{202d}', '\u{200b}', '\u{200d}', '\u{feff}', '\u{fe0f}']),
            "{what}: {line:?}"
        );
        assert!(clean::width(line) <= wide, "{what}: {line}\n{screen}");
        bars.extend(columns(line, "│"));
    }
    bars.sort_unstable();
    bars.dedup();
    assert!(bars.len() <= 3, "{what}: the lines of panes and dialogs are straight, {bars:?}\n{screen}");
    let mut sizes: Vec<usize> = screen.split('\n').flat_map(|line| columns(line, "+41")).collect();
    sizes.sort_unstable();
    sizes.dedup();
    assert!(sizes.len() <= 1, "{what}: one column, {sizes:?}\n{screen}");
}

#[test]
fn no_name_shifts_a_column_of_step_2_the_viewer_or_a_dialog() {
    for (columns, rows) in [(60, 16), (80, 24), (100, 30)] {
        for at in 0..NAMES.len() {
            let mut person = Person::opens(hostile()).at(columns, rows);
            person.presses("2 g").presses(&"j ".repeat(at + 1));
            holds(&person, &format!("step 2, row {at}"));
            for keys in ["enter", "p", "x", "u"] {
                let mut one = Person::opens(hostile()).at(columns, rows);
                one.presses("2 g").presses(&"j ".repeat(at + 1)).presses(keys);
                holds(&one, &format!("{keys} on row {at}"));
            }
        }
    }
}

#[test]
fn no_name_shifts_a_column_of_the_other_steps_and_their_dialogs() {
    for (columns, rows) in [(60, 16), (80, 24), (100, 30)] {
        let mut person = Person::opens(hostile()).at(columns, rows);
        person.world.surveyed = Surveyed {
            files: 40,
            changed: NAMES.iter().map(|name| (*name).to_owned()).collect(),
            secrets: NAMES.iter().map(|name| (name.as_bytes().to_vec(), "looks like a key".to_owned())).collect(),
            ..Surveyed::default()
        };
        holds(&person, "step 1");
        person.presses("S");
        for _ in 0..20 {
            holds(&person, "the salvage copy");
            person.presses("space");
        }
        person.presses("esc 2 g");
        for _ in 0..30 {
            person.presses("space");
        }
        person.presses("x");
        holds(&person, "many at once");
        person.presses("enter 2 g j j p enter 3");
        for _ in 0..20 {
            holds(&person, "step 3");
            person.presses("j");
        }
        person.presses("enter e");
        holds(&person, "a field of step 3");
        person.presses("esc b");
        for _ in 0..20 {
            holds(&person, "the brief");
            person.presses("ctrl-d");
        }
        for key in ["0", "!", ":", "?"] {
            person.presses(key);
            holds(&person, key);
            person.presses("esc");
        }
        person.presses("w space space y");
        holds(&person, "after writing");
    }
}

#[test]
fn no_name_shifts_a_column_of_the_review() {
    for (columns, rows) in [(60, 16), (80, 24), (100, 30)] {
        let mut person = reviews(columns, rows);
        for (row, name) in NAMES.iter().enumerate() {
            let key = format!("note {row}");
            person.writes_down(Op::Verdict { attempt: 1, row: key, verdict: None, note: (*name).to_owned() });
        }
        for (_, facts) in &mut person.world.attempts {
            for (at, event) in facts.run.events.iter_mut().enumerate() {
                if let lastgood::model::What::Said { text } = &mut event.what {
                    text.push_str(NAMES[at % NAMES.len()]);
                }
            }
        }
        person.is_killed_and_reopens().presses("4");
        for _ in 0..12 {
            holds(&person, "the review");
            person.presses("space");
            holds(&person, "a proof");
            person.presses("j");
        }
    }
}
