//! The brief, against the ones that were written by hand and that real next runs consumed.

#![allow(clippy::disallowed_methods, reason = "tests lay out files, start processes and look at the clock")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up its world fails")]

mod support;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lastgood::brief::{Hash, marks, read_json, render};
use lastgood::model::{CheckedGate, GateState, OutsideBefore, OutsideOutcome};
use proptest::prelude::*;
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
        let mut data = read_json(&std::fs::read_to_string(case.root.join("brief/brief.json")).unwrap()).unwrap();
        // What is written only where it is so.
        for answer in &mut data.outside {
            let (by, at, saw) = (answer.by.clone(), answer.at, answer.saw.clone());
            let (outcome, place) = (OutsideOutcome::DidNotHappen, answer.place.clone());
            (answer.review, answer.before) = (Some(1), Some(OutsideBefore { outcome, by, at, place, saw }));
        }
        let (gate, how) = ("make test".into(), "exit 1".into());
        let changed = vec!["a.rs".into()];
        data.record.checked = vec![CheckedGate { name: gate, state: GateState::Red, how, changed }];
        let mut written = BTreeSet::new();
        names(&serde_json::to_value(&data).unwrap(), "", &mut written);
        let unknown: Vec<_> = written.difference(&known).collect();
        assert!(unknown.is_empty(), "{name}: not in the schema: {unknown:?}");
        for required in schema["required"].as_array().unwrap() {
            assert!(written.contains(&format!(".{}", required.as_str().unwrap())), "{name}: {required} is missing");
        }
    }
}

#[test]
fn a_title_is_cut_only_where_a_whole_prompt_stands_in_its_place() {
    let mut data = read_json(&WRITTEN).unwrap();
    let mut title = |text: &str| {
        data.title = Some(text.to_owned());
        let text = render(&data);
        text.lines().find_map(|line| line.strip_prefix("# Recovery brief: ")).unwrap().to_owned()
    };
    let sentence =
        "Add a retry budget to the parcel worker, so that it stops retrying when the budget of its caller is all spent";
    assert_eq!(title(&format!("{sentence}. Keep it small.")), sentence, "{} characters", sentence.len());
    let prompt = format!("{sentence}, and so that whoever calls it is told how many tries were left when it stopped");
    let cut = title(&prompt);
    assert!(cut.ends_with('…') && cut.len() < 105 && prompt.starts_with(cut.trim_end_matches('…')), "{cut}");
}

/// The data of a brief that was written, read once for all cases.
static WRITTEN: LazyLock<String> =
    LazyLock::new(|| std::fs::read_to_string(fixture(SECOND[0]).root.join("brief/brief.json")).unwrap());

/// Text as a run may leave it: comments, our own first line among them, code, headings, line ends.
fn of_a_run() -> impl Strategy<Value = String> {
    const OURS: &str = "<!-- lastgood brief/1 recovery=LG-7Q2MX4KD attempt=1 sha256=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef -->";
    let parts = ["<!-- name", "-->", "`", "```", " ", "name.md", "\\", "\n", "## Approver", "é", "~~~", OURS];
    proptest::collection::vec(proptest::sample::select(parts.to_vec()), 1..8).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_run_left_a_brief_has_one_first_line_and_its_own_headings(text in of_a_run(), name in of_a_run()) {
        let mut data = read_json(&WRITTEN).unwrap();
        let headings = |text: &str| text.lines().filter(|line| line.starts_with("## ")).map(str::to_owned).collect::<Vec<_>>();
        let before = headings(&render(&data));
        for criterion in &mut data.criteria {
            criterion.text.clone_from(&text);
        }
        for one in &mut data.checked {
            one.location.clone_from(&name);
        }
        data.goal = format!("goal {text}");
        data.record.last_words = Some(name.clone());
        let shown = render(&data);
        let found = marks(&shown);
        prop_assert_eq!(found.len(), 1, "{}", shown);
        prop_assert_eq!(found[0].hash, Hash::Fits);
        prop_assert_eq!(headings(&shown).len(), before.len() + headings(&name).len(), "{}", shown);
        let json = serde_json::to_string(&data).unwrap();
        prop_assert_eq!(render(&read_json(&json).unwrap()), shown, "the data say it all");
    }
}
