//! Every screen at 80x24 and 100x30, and that it draws at any other size.

use lastgood::widgets::theme::{Colours, Theme};

use crate::left::with_base;
use crate::person::Person;
use crate::second::reviews;

/// The ways to the screens, by the names of their snapshots.
const WAYS: &[(&str, &str)] = &[
    ("sort", "2 j"),
    ("sort_many", "2 j space space x"),
    ("answer", "2 G a"),
    ("viewer_file", "2 j enter"),
    ("viewer_transcript", "2 j enter o k k"),
    ("assign", "2 j p enter 3 enter"),
    ("brief", "2 j p enter 3 enter b j j"),
    ("write", "2 j p enter 3 enter w"),
    ("after", "2 j p enter 3 enter w y"),
    ("review", "4"),
];

/// The sizes at which every step has a picture of its own: the smallest, and one with much room.
const EDGES: &[(u16, u16)] = &[(60, 16), (200, 60)];

#[test]
fn steps_at_the_smallest_size_and_with_much_room() {
    for (name, keys) in [("sort", "2 j"), ("assign", "2 j p enter 3 enter")] {
        for (columns, rows) in EDGES {
            let mut person = Person::opens(with_base()).at(*columns, *rows);
            person.presses(keys);
            insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), person.screen());
        }
    }
}

#[test]
fn the_review_with_its_columns_at_every_size() {
    for (columns, rows) in [(60, 16), (80, 24), (100, 30), (200, 60)] {
        let mut person = reviews(columns, rows);
        insta::assert_snapshot!(format!("reviewed_{columns}x{rows}"), person.presses("space").screen());
    }
}

#[test]
fn screens_at_80_by_24_and_100_by_30() {
    for (name, keys) in WAYS {
        for (columns, rows) in [(80, 24), (100, 30)] {
            let mut person = Person::opens(with_base()).at(columns, rows);
            person.presses(keys);
            insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), person.screen());
        }
    }
}

#[test]
fn every_screen_draws_at_any_size() {
    for (_, keys) in WAYS {
        let mut person = Person::opens(with_base()).at(80, 24);
        person.presses(keys);
        for (columns, rows) in [(60, 16), (200, 60), (59, 15), (96, 16), (61, 40), (1, 1), (80, 24)] {
            person.resizes(columns, rows);
            assert_eq!(person.screen().split('\n').count(), usize::from(rows));
        }
    }
}

#[test]
fn without_colour_and_in_ascii_every_state_can_still_be_told_apart() {
    for (name, keys) in WAYS.iter().filter(|(name, _)| matches!(*name, "sort" | "viewer_file" | "assign" | "brief")) {
        let mut person = Person::opens(with_base()).at(80, 24);
        person.app.scene.theme = Theme { colours: Colours::None, ascii: true, dim: false };
        person.presses(keys);
        let screen = person.screen();
        assert!(screen.is_ascii(), "{screen}");
        insta::assert_snapshot!(format!("{name}_ascii"), screen);
    }
}
