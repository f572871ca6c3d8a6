//! What a contract beside the run says: gates of `quality-gates.json` and of a packet, criteria of `features.json` and of
//! a Markdown checklist. Texts are taken as they stand, each with its source and hash.
//!
//! Nothing here decides that a criterion is met, and nothing is made of a file that does not have the known shape.

use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::model::{Criterion, NamedGate};

/// SHA-256 of a text, as hexadecimal digits.
pub fn hash(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

/// The gates of a `quality-gates.json`, of a validator pack or a packet: argument lists, never shell strings.
pub fn gates(text: &str) -> Vec<NamedGate> {
    let Ok(data) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let contract = data.get("contract").unwrap_or(&data);
    let lists = ["commands", "gates"].iter().filter_map(|name| contract.get(name).or_else(|| data.get(name)));
    lists.filter_map(Value::as_array).flatten().filter_map(gate).collect()
}

fn gate(row: &Value) -> Option<NamedGate> {
    let words = row.get("command")?.as_array()?;
    let command: Vec<String> = words.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<_>>()?;
    let name = row.get("name").and_then(Value::as_str).map_or_else(|| command.join(" "), str::to_owned);
    (!command.is_empty()).then_some(NamedGate { name, command })
}

/// The criteria of a `features.json` for the feature that a task is about: the one that the task names, or the only one.
pub fn features(text: &str, source: &str, task: &str) -> Vec<Criterion> {
    let Ok(Value::Array(all)) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let named = |feature: &&Value| {
        let id = feature.get("id").map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned));
        let request = feature.get("request").and_then(Value::as_str).map(str::trim).filter(|text| text.len() > 8);
        id.is_some_and(|id| holds_word(task, &id)) || request.is_some_and(|request| task.contains(request))
    };
    let mut meant: Vec<&Value> = all.iter().filter(named).collect();
    if meant.is_empty() && all.len() == 1 {
        meant = all.iter().collect();
    }
    // Two features that fit are no answer: which one was asked for is not known.
    let [feature] = meant.as_slice() else { return Vec::new() };
    let texts = feature.get("acs").and_then(Value::as_array).into_iter().flatten();
    let tags: Vec<Option<&str>> = feature
        .get("ac_types")
        .and_then(Value::as_array)
        .map(|tags| tags.iter().map(Value::as_str).collect())
        .unwrap_or_default();
    texts
        .enumerate()
        .filter_map(|(at, text)| {
            let text = text.as_str()?.to_owned();
            let tag = tags.get(at).copied().flatten().map(str::to_owned);
            Some(Criterion { hash: Some(hash(&text)), text, tag, source: source.to_owned() })
        })
        .collect()
}

/// Whether a text holds a word on its own: `F-1` is not in `F-12`.
fn holds_word(text: &str, word: &str) -> bool {
    let inside = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            !before.is_some_and(inside) && !after.is_some_and(inside)
        })
}

/// The items of a Markdown checklist: `- [ ] text`. Below a heading about criteria when it has one, else all of it.
pub fn checklist(text: &str, source: &str) -> Vec<Criterion> {
    let headed = text.lines().any(|line| line.starts_with('#') && heads(line));
    let mut inside = !headed;
    let mut out = Vec::new();
    for line in text.lines() {
        if line.starts_with('#') {
            inside = !headed || heads(line);
        }
        let item = line.trim().strip_prefix(['-', '*', '+']).filter(|_| inside).and_then(|item| {
            let (mark, text) = item.trim_start().strip_prefix('[')?.split_once(']')?;
            matches!(mark, " " | "x" | "X" | "").then(|| text.trim().to_owned())
        });
        if let Some(text) = item.filter(|text| !text.is_empty()) {
            out.push(Criterion { hash: Some(hash(&text)), text, tag: None, source: source.to_owned() });
        }
    }
    out
}

fn heads(line: &str) -> bool {
    super::task::heads_criteria(line.trim_start_matches('#').trim())
}

/// Names of files that a text mentions and that may hold criteria.
pub fn named_files(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| letter.is_whitespace() || "`'\"(),;<>".contains(letter));
    let mut out: Vec<String> = Vec::new();
    for word in words.map(|word| word.trim_end_matches(['.', ':', '!', '?']).trim_start_matches('@')) {
        let end = Path::new(word).extension();
        let fits = end.is_some_and(|end| end.eq_ignore_ascii_case("md")) || word.ends_with("features.json");
        let inside = !word.starts_with('/') && !word.contains("..") && !word.contains("://");
        if fits && inside && !out.iter().any(|known| known == word) {
            out.push(word.to_owned());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_argument_lists_and_shell_strings_are_none() {
        let text = r#"{"schema_version":"1","name":"x","commands":[{"name":"pytest","command":["pytest","-q"]},{"name":"sh","command":"rm -rf"}]}"#;
        assert_eq!(gates(text), [NamedGate { name: "pytest".into(), command: vec!["pytest".into(), "-q".into()] }]);
        let packet =
            r#"{"schema":"lastgood.packet/1","contract":{"gates":[{"name":"unit","command":["make","test"]}]}}"#;
        assert_eq!(gates(packet)[0].name, "unit");
        assert!(gates("[1]").is_empty() && gates("no json").is_empty());
    }

    #[test]
    fn criteria_keep_their_text_and_tag_and_get_a_hash() {
        let text = r#"[{"id":"F-1","request":"Add  a cache","acs":["hits  are counted","misses are counted"],"ac_types":["genuine","contract"]},{"id":"F-12","acs":["x"]}]"#;
        let found = features(text, "features.json", "Build F-1 now");
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].text.as_str(), found[1].tag.as_deref()), ("hits  are counted", Some("contract")));
        assert_eq!(found[0].hash.as_deref(), Some(hash("hits  are counted").as_str()));
        assert!(features(text, "features.json", "F-1 and F-12").is_empty());
        assert!(features(text, "features.json", "something else").is_empty());
    }

    #[test]
    fn a_checklist_is_read_below_its_heading() {
        let text =
            "# Plan\n- [ ] not this\n## Acceptance criteria\n- [ ] one\n* [x] two\n- three\n## Other\n- [ ] not that\n";
        let texts: Vec<_> = checklist(text, "A.md").into_iter().map(|one| one.text).collect();
        assert_eq!(texts, ["one", "two"]);
        assert_eq!(checklist("- [ ] a\n- [x] b\n", "A.md").len(), 2);
        assert_eq!(
            named_files("See docs/ACCEPTANCE.md, (features.json) and /etc/x.md."),
            ["docs/ACCEPTANCE.md", "features.json"]
        );
    }
}
