//! A plain folder of Markdown, no repository, no task server: a note whose sources are a file beside it.

use std::path::Path;
use std::time::Duration;

use lastgood::model::Facts;
use lastgood::sources::{self, PathMap, Places};
use lastgood::work::gather::{Clock, gather};
use serde_json::json;

use crate::person::Person;

const NOTE: &str = "# Prices\n\n## Germany\nMedian 11,840 EUR [S1](sources.md#s1-price-monitor).\n\n## Poland\n\n## Outlook\nTODO: summer. See [S9](sources.md#s9-letter).\n";
const SOURCES: &str = "# Sources\n\n## S1 Price monitor\nNovember.\n";

/// A run that wrote a note and its sources in a folder, and was cut off.
fn written_in(home: &Path, tree: &Path) -> Facts {
    let session = "9f3c21a0-5e11-4c6b-9a61-3d2f4b1f7c56";
    let name: String =
        tree.display().to_string().chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).collect();
    let folder = home.join(".claude/projects").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut parent = serde_json::Value::Null;
    let mut rows = Vec::new();
    let mut row = |kind: &str, id: &str, minute: u32, content: serde_json::Value| {
        rows.push(
            json!({ "type": kind, "uuid": id, "parentUuid": parent.take(), "sessionId": session, "cwd": tree, "version": "2.1.0",
                "isSidechain": false, "userType": "external", "timestamp": format!("2026-11-28T02:{minute:02}:00.000Z"),
                "message": { "role": kind, "content": content } })
            .to_string(),
        );
        parent = id.into();
    };
    row("user", "e1", 0, "Write note.md about prices; cite only what stands in sources.md.".into());
    for (at, (file, text)) in (1_u32..).zip([("sources.md", SOURCES), ("note.md", NOTE)]) {
        std::fs::write(tree.join(file), text).unwrap();
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
    let now = "2026-11-28T03:00:00Z".parse().unwrap();
    gather(&places, &found, Clock { now, fixed: true }, Duration::ZERO)
}

#[test]
fn a_folder_of_markdown_is_checked_and_opened_by_keys() {
    let (home, tree) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let facts = written_in(home.path(), tree.path());
    let checks = |name: &str| {
        let product = facts.products.iter().find(|product| product.location == name).unwrap();
        product.checks.iter().map(|check| check.text.clone()).collect::<Vec<_>>().join("; ")
    };
    let note = checks("note.md");
    for words in ["section Poland is empty", "TODO", "sources.md#s9-letter leads nowhere", "cites S9"] {
        assert!(note.contains(words), "{words}: {note}");
    }
    assert!(facts.claims.iter().any(|claim| claim.text == "All links are checked." && claim.proof.is_none()));
    let ids: Vec<(String, &str)> = facts
        .products
        .iter()
        .filter_map(|product| match product.location.as_str() {
            "note.md" => Some((product.id.clone(), NOTE)),
            "sources.md" => Some((product.id.clone(), SOURCES)),
            _ => None,
        })
        .collect();
    let mut person = Person::new(facts).at(100, 30);
    for (id, text) in &ids {
        person.world.texts.insert(id.clone(), (Some((*text).to_owned()), None));
    }
    let mut person = person.then_opens();
    person.presses("2").sees("note.md").sees("sources.md");
    person.presses("enter").sees("section Poland is empty");
}
