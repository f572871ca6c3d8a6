//! The brief, against the ones that were written by hand and that real next runs consumed.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up its world fails")]

mod support;

use std::collections::BTreeSet;

use lastgood::brief::{Hash, marks, read_json, render};
use serde_json::Value;
use support::fixture;

const SECOND: &[&str] = &[
    "second/claude-died-again",
    "second/claude-more-than-the-step",
    "second/claude-recovered",
    "second/claude-regressed",
    "second/claude-resumed",
    "second/codex-died-again",
    "second/codex-recovered",
    "second/codex-regressed",
];

/// Sections of a rendered brief with their lines, the title apart.
fn sections(markdown: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in markdown.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            found.push((name.to_owned(), Vec::new()));
        } else if let Some((_, lines)) = found.last_mut() {
            lines.push(line.to_owned());
        }
    }
    found
}

#[test]
fn what_was_written_by_hand_is_what_we_render_from_its_data() {
    for name in SECOND {
        let case = fixture(name);
        let text = std::fs::read_to_string(case.root.join("brief/brief.md")).unwrap();
        let mut data = read_json(&std::fs::read_to_string(case.root.join("brief/brief.json")).unwrap()).unwrap();
        // These briefs keep the quotation of the run's last words as their notice.
        data.record.last_words = data.record.notice.take();
        assert_eq!(sections(&render(&data)), sections(&text), "{name}");
    }
}

#[test]
fn a_rendered_brief_recognises_itself() {
    for name in SECOND {
        let case = fixture(name);
        let data = read_json(&std::fs::read_to_string(case.root.join("brief/brief.json")).unwrap()).unwrap();
        let text = render(&data);
        let mark = &marks(&text)[0];
        assert_eq!(
            (mark.recovery.as_str(), mark.attempt, mark.hash),
            (data.recovery.as_str(), data.attempt, Hash::Fits)
        );
        assert_eq!(marks(&format!("{text}\nand one line more")).first().unwrap().hash, Hash::Differs);
        let by_hand = std::fs::read_to_string(case.root.join("brief/brief.md")).unwrap();
        assert_eq!(marks(&by_hand)[0].hash, Hash::Fits, "{name}");
    }
}

/// Paths of all properties that an object has, or that a schema names; `[]` steps into a list.
fn names(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let here = format!("{at}.{name}");
                names(field, &here, found);
                found.insert(here);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, &format!("{at}[]"), found)),
        _ => {}
    }
}

fn named_by_schema(schema: &Value, at: &str, found: &mut BTreeSet<String>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let here = format!("{at}.{name}");
        named_by_schema(field, &here, found);
        found.insert(here);
    }
    if !schema["items"].is_null() {
        named_by_schema(&schema["items"], &format!("{at}[]"), found);
    }
    for branch in schema["anyOf"].as_array().into_iter().flatten() {
        named_by_schema(branch, at, found);
    }
}

#[test]
fn the_schema_names_every_field_that_we_write() {
    let schema: Value = serde_json::from_str(include_str!("../assets/brief.schema.json")).unwrap();
    let mut known = BTreeSet::new();
    named_by_schema(&schema, "", &mut known);
    for name in SECOND {
        let case = fixture(name);
        let data = read_json(&std::fs::read_to_string(case.root.join("brief/brief.json")).unwrap()).unwrap();
        let mut written = BTreeSet::new();
        names(&serde_json::to_value(&data).unwrap(), "", &mut written);
        let unknown: Vec<_> = written.difference(&known).collect();
        assert!(unknown.is_empty(), "{name}: not in the schema: {unknown:?}");
        for required in schema["required"].as_array().unwrap() {
            assert!(written.contains(&format!(".{}", required.as_str().unwrap())), "{name}: {required} is missing");
        }
    }
}
