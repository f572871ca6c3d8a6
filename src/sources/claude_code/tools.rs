//! What a tool call does: from the client's own tools to deeds.

use std::path::PathBuf;

use serde_json::Value;

use super::reader::Reader;
use super::row::text;
use crate::model::{Change, Deed, Edit};
use crate::sources::lines::CUT;
use crate::sources::text::{head, input};

/// What a call of this tool does. `cut`: strings of its row may have been left out.
pub(super) fn deed(reader: &mut Reader, tool: &str, given: &Value, cwd: Option<PathBuf>, cut: bool) -> Deed {
    let field = |name: &str| text(&given[name]).to_string();
    let path = |name: &str| {
        let path = reader.places.here(text(&given[name]));
        // Absolute in the record; what is not was meant from the folder of the call.
        if path.is_relative() { cwd.clone().unwrap_or_default().join(path) } else { path }
    };
    match tool {
        "Bash" | "PowerShell" | "Monitor" => Deed::Command {
            script: field("command"),
            background: given["run_in_background"] == true || tool == "Monitor",
            cwd,
        },
        "Write" => Deed::Edit(vec![edit(path("file_path"), written(&given["content"], cut))]),
        "Edit" => Deed::Edit(vec![edit(path("file_path"), replaced(given, cut))]),
        "MultiEdit" => {
            let edits = given["edits"].as_array().map_or(&[][..], Vec::as_slice);
            Deed::Edit(edits.iter().map(|piece| edit(path("file_path"), replaced(piece, cut))).collect())
        }
        "NotebookEdit" => Deed::Edit(vec![edit(path("notebook_path"), Change::Unknown)]),
        "Read" | "NotebookRead" => {
            Deed::Read { path: path(if tool == "Read" { "file_path" } else { "notebook_path" }) }
        }
        "TodoWrite" => Deed::Plan(reader.plan.written(&given["todos"])),
        "TaskCreate" => Deed::Plan(reader.plan.created(given)),
        "TaskUpdate" => Deed::Plan(reader.plan.updated(given)),
        "Agent" | "Task" => {
            let asked = [field("description"), field("prompt")];
            Deed::Delegate { agent: None, prompt: asked.join("\n").trim().to_string() }
        }
        "AskUserQuestion" => Deed::Ask { question: questions(given) },
        "ExitPlanMode" => {
            Deed::Ask { question: format!("May this plan be carried out?\n{}", head(&field("plan"), 4096)) }
        }
        "WebFetch" => Deed::Fetch { url: field("url") },
        _ => match tool.strip_prefix("mcp__").and_then(|name| name.split_once("__")) {
            Some((server, method)) => {
                Deed::Server { server: server.into(), method: method.into(), input: input(given) }
            }
            None => Deed::Other { input: input(given) },
        },
    }
}

fn edit(path: PathBuf, change: Change) -> Edit {
    let after = match &change {
        Change::Write(content) => Some(content.clone()),
        _ => None,
    };
    Edit { path, change, after, before: None, applied: None }
}

fn written(content: &Value, cut: bool) -> Change {
    match content.as_str() {
        Some(content) if !is_cut(content, cut) => Change::Write(content.to_string()),
        _ => Change::Unknown,
    }
}

fn replaced(given: &Value, cut: bool) -> Change {
    match (given["old_string"].as_str(), given["new_string"].as_str()) {
        (Some(old), Some(new)) if !is_cut(old, cut) && !is_cut(new, cut) => {
            Change::Replace { old: old.into(), new: new.into(), all: given["replace_all"] == true }
        }
        _ => Change::Unknown,
    }
}

pub(super) fn is_cut(text: &str, cut: bool) -> bool {
    cut && text.contains(CUT)
}

/// All questions with what could be chosen.
fn questions(given: &Value) -> String {
    let asked = given["questions"].as_array().map_or(&[][..], Vec::as_slice);
    let question = |one: &Value| {
        let options = one["options"].as_array().map_or(&[][..], Vec::as_slice);
        let labels: Vec<&str> = options.iter().map(|option| text(&option["label"])).filter(|l| !l.is_empty()).collect();
        let question = text(&one["question"]);
        if labels.is_empty() { question.to_string() } else { format!("{question} ({})", labels.join(" / ")) }
    };
    let all: Vec<String> = asked.iter().map(question).collect();
    if all.is_empty() { text(&given["question"]).to_string() } else { all.join("\n") }
}

/// Fills in what the record of the result says about the files: their content before, and so after.
pub(super) fn contents(reader: &mut Reader, edits: &mut [Edit], result: &Value, cut: bool) {
    let whole = |name: &str| result[name].as_str().filter(|text| !is_cut(text, cut));
    let before = whole("originalFile").or_else(|| whole("original_file"));
    let mut content = before.map(Into::into);
    let created = result["type"] == "create";
    for edit in edits {
        edit.before = content.as_deref().and_then(|text: &str| reader.keep(text));
        // What a person changed in the proposal before it was written stands in the result only.
        if let (Change::Replace { old, new, .. }, Some(o), Some(n)) =
            (&mut edit.change, whole("oldString"), whole("newString"))
        {
            (*old, *new) = (o.to_string(), n.to_string());
        }
        let after = match &edit.change {
            Change::Write(text) => Some(whole("content").unwrap_or(text).to_string()),
            Change::Replace { old, new, all } => content.as_deref().and_then(|text| replace(text, old, new, *all)),
            _ => whole("updated_file").map(Into::into),
        };
        if let (Change::Write(text), Some(after)) = (&mut edit.change, &after) {
            text.clone_from(after);
        }
        if !created || edit.after.is_none() {
            edit.after = after.as_deref().and_then(|text| reader.keep(text));
        }
        content = after;
    }
}

/// The text with a piece replaced, if the piece is in it. An empty piece means: the file was empty.
fn replace(text: &str, old: &str, new: &str, all: bool) -> Option<String> {
    match (old, text.contains(old)) {
        ("", _) => text.is_empty().then(|| new.to_string()),
        (_, false) => None,
        (_, true) if all => Some(text.replace(old, new)),
        (_, true) => Some(text.replacen(old, new, 1)),
    }
}
