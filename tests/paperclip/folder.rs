//! A plain folder of Markdown, no repository, no task server: a note whose sources are a file that a person keeps beside it.

use std::path::Path;
use std::time::Duration;

use lastgood::model::{Facts, Timestamp};
use lastgood::msg::{Effect, Write};
use lastgood::sources::{self, PathMap, Places};
use lastgood::work::gather::{Clock, gather};
use serde_json::json;

use crate::person::Person;

const NOTE: &str = "# Prices\n\n## Germany\nMedian 11,840 EUR [S1](sources.md#s1-price-monitor), see [the old note](2025.md).\n\n## Poland\n\n## Outlook\nTODO: summer. See [S9](sources.md#s9-letter), [the chart](chart.png) and https://prices.test/q3.\n";
const SOURCES: &str = "# Sources\n\n## S1 Price monitor\nNovember.\n";
const ASKED: &str = "Write note.md about prices; cite only what stands in sources.md.";

/// A run that wrote files in a folder on a day of November, and was cut off.
fn run_in(home: &Path, tree: &Path, (session, day): (&str, u8), asked: &str, files: &[(&str, &str)]) -> Facts {
    let name: String =
        tree.display().to_string().chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).collect();
    let folder = home.join(".claude/projects").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut parent = serde_json::Value::Null;
    let mut rows = Vec::new();
    let mut row = |kind: &str, id: &str, minute: u32, content: serde_json::Value| {
        rows.push(
            json!({ "type": kind, "uuid": id, "parentUuid": parent.take(), "sessionId": session, "cwd": tree, "version": "2.1.0",
                "isSidechain": false, "userType": "external", "timestamp": format!("2026-11-{day}T02:{minute:02}:00.000Z"),
                "message": { "role": kind, "content": content } })
            .to_string(),
        );
        parent = id.into();
    };
    row("user", "e1", 0, asked.into());
    for (at, (file, text)) in (1_u32..).zip(files) {
        write(&tree.join(file), text, &format!("2026-11-{day}T02:{:02}:00Z", at * 2 + 1));
        let (call, answer) = (format!("c{at}"), format!("r{at}"));
        let input = json!({ "file_path": tree.join(file), "content": text });
        row(
            "assistant",
            &call,
            at * 2,
            json!([{ "type": "tool_use", "id": format!("t{at}"), "name": "Write", "input": input }]),
        );
        let result = json!([{ "type": "tool_result", "tool_use_id": format!("t{at}"), "content": "written" }]);
        row("user", &answer, at * 2 + 1, result);
    }
    row("assistant", "e9", 20, json!([{ "type": "text", "text": "All links are checked." }]));
    std::fs::write(folder.join(format!("{session}.jsonl")), rows.join("\n") + "\n").unwrap();
    let places = Places::new(home, PathMap::new(Vec::<(String, String)>::new()), |_| None, 1001);
    let found = sources::resolve(&places, session).unwrap_or_else(|_| panic!("the run is there"));
    let now = format!("2026-11-{day}T03:00:00Z").parse().unwrap();
    gather(&places, &found, Clock { now, fixed: true }, Duration::ZERO)
}

fn write(path: &Path, text: &str, at: &str) {
    std::fs::write(path, text).unwrap();
    let at = std::time::SystemTime::from(at.parse::<Timestamp>().unwrap());
    std::fs::File::options().write(true).open(path).unwrap().set_modified(at).unwrap();
}

/// What a person keeps in the folder, from long before the run.
fn kept(tree: &Path) {
    for (name, text) in [("sources.md", SOURCES), ("2025.md", "# Prices of 2025\n")] {
        write(&tree.join(name), text, "2025-11-03T09:00:00Z");
    }
}

const FIRST: (&str, u8) = ("9f3c21a0-5e11-4c6b-9a61-3d2f4b1f7c56", 28);
const SECOND: (&str, u8) = ("1b7de0c2-88aa-4f0e-8a55-6f2f4b1f7c57", 29);

#[test]
fn a_folder_of_markdown_is_checked_and_opened_by_keys() {
    let (home, tree) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    kept(tree.path());
    let facts = run_in(home.path(), tree.path(), FIRST, ASKED, &[("note.md", NOTE)]);
    let note = facts.products.iter().find(|product| product.location == "note.md").unwrap();
    let checks = note.checks.iter().map(|check| check.text.clone()).collect::<Vec<_>>().join("; ");
    for words in [
        "section Poland is empty",
        "TODO",
        "sources.md#s9-letter leads nowhere",
        "cites S9",
        "chart.png, which is not there",
    ] {
        assert!(checks.contains(words), "{words}: {checks}");
    }
    assert!(!checks.contains("2025.md"), "what lay there before the run is there: {checks}");
    assert!(facts.claims.iter().any(|claim| claim.text == "All links are checked." && claim.proof.is_none()));

    let mut person = Person::new(facts).at(100, 30).with(|world| world.reads = true).then_opens();
    person.presses("s 2").sees("what it left").sees("0/1").presses("enter");
    person.presses("o").sees("links 2 of 5 ●").sees("✓  4   [the old note] 2025.md   there");
    person.sees("[S1] sources.md#s1-price-monitor   there, at \"S1 Price monitor\"; listed in sources.md");
    person.sees("[S9] sources.md#s9-letter   sources.md has no such heading; S9 is not listed in sources.md");
    person.sees("✗  9   [the chart] chart.png   there is no chart.png");
    person.sees("?  9   https://prices.test/q3   on the web: not fetched");
    person.presses("]").resizes(80, 24).sees("links 2 of 5 ●").sees("[S9] sources.md#s9-letter");
    person.resizes(100, 30).presses("esc c").sees("there is no commit to return to");
    person.presses("enter p enter").sees("3 assign ●").presses("enter").sees("3 assign ✓");
    person.presses("b w").sees("brief-1.md").presses("y").sees("lastgood starts nothing");
    let written = person.asked.iter().rev().find_map(|effect| match effect {
        Effect::Write { write, .. } => match write.as_ref() {
            Write::Brief { markdown, .. } => Some(markdown.clone()),
            _ => None,
        },
        _ => None,
    });
    let brief = written.unwrap();
    for words in
        ["Finish note.md: link sources.md#s9-letter leads nowhere", "gap: cites S9", "none known: No gate was green"]
    {
        assert!(brief.contains(words), "{words}: {brief}");
    }

    // The next morning: the link is gone, the empty section and the chart are as they were.
    let better = NOTE.replace("[S9](sources.md#s9-letter), ", "");
    let next = run_in(home.path(), tree.path(), SECOND, &brief, &[("note.md", &better)]);
    person.is_consumed(1, next);
    person.presses("4").sees("against the brief").sees("closed 2, still open 3").sees("not recovered");
    person
        .sees("claim      \"All links are checked.\"")
        .presses("space m")
        .types("note.md")
        .presses("enter space space m space m");
    person
        .presses("s")
        .sees("approved?")
        .presses("enter")
        .sees("recovered: its criteria are met, 3 things are still open");
    person.presses("enter").does_not_see("not recovered");
}
