//! What a tool of this client does, from its name and its arguments.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::model::{Change, Deed, Edit, PlanItem, PlanState};
use crate::sources::fields::Fields;
use crate::sources::patch::below;
use crate::sources::text::input;

/// The deed of a recorded call. `here` makes a path of this machine of one in the arguments.
pub(super) fn deed(call: &Value, cwd: Option<&Path>, here: impl Fn(&Path) -> PathBuf) -> Deed {
    let given = &call["args"];
    let file = || {
        let path = given.said("file_path").or(given.said("absolute_path")).or(given.said("path")).unwrap_or_default();
        here(&below(cwd, path))
    };
    match call.text("name") {
        "run_shell_command" => {
            let folder = given.said("dir_path").or(given.said("directory")).map(|folder| below(cwd, folder));
            let cwd = folder.or_else(|| cwd.map(Path::to_path_buf)).map(|folder| here(&folder));
            let background = given.get("is_background").and_then(Value::as_bool).unwrap_or(false);
            Deed::Command { script: given.text("command").to_string(), cwd, background }
        }
        "write_file" => Deed::Edit(vec![edit(call, file(), Change::Write(given.text("content").to_string()))]),
        "replace" | "edit" => Deed::Edit(vec![edit(call, file(), replace(given))]),
        "read_file" => Deed::Read { path: file() },
        "write_todos" => Deed::Plan(plan(given.items("todos"))),
        "web_fetch" => Deed::Fetch { url: given.said("url").or(given.said("prompt")).unwrap_or_default().to_string() },
        "ask_user" => {
            let asked: Vec<&str> = given.items("questions").iter().filter_map(|one| one.said("question")).collect();
            Deed::Ask { question: if asked.is_empty() { given.text("question").to_string() } else { asked.join("\n") } }
        }
        "delegate_to_agent" | "codebase_investigator" => {
            let prompt = given.said("objective").or(given.said("query")).or(given.said("prompt")).unwrap_or_default();
            Deed::Delegate { agent: given.said("agent_name").map(str::to_string), prompt: prompt.to_string() }
        }
        tool => match server(tool) {
            Some((server, method)) => Deed::Server { server, method, input: input(given) },
            None => Deed::Other { input: input(given) },
        },
    }
}

/// Tools of servers are named `mcp_<server>_<tool>`, in older versions `<server>__<tool>`.
fn server(tool: &str) -> Option<(String, String)> {
    let (server, method) =
        tool.strip_prefix("mcp_").and_then(|rest| rest.split_once('_')).or_else(|| tool.split_once("__"))?;
    Some((server.to_string(), method.to_string()))
}

fn replace(given: &Value) -> Change {
    let old = given.text("old_string");
    if old.is_empty() {
        return Change::Write(given.text("new_string").to_string());
    }
    let all = given.get("allow_multiple").and_then(Value::as_bool).unwrap_or(false)
        || given.int("expected_replacements").is_some_and(|count| count > 1);
    Change::Replace { old: old.to_string(), new: given.text("new_string").to_string(), all }
}

fn edit(call: &Value, path: PathBuf, change: Change) -> Edit {
    let shown = &call["resultDisplay"];
    let text = |key: &str| shown.get(key).and_then(Value::as_str).map(str::to_string);
    Edit { path, change, after: text("newContent"), before: text("originalContent"), applied: None }
}

fn plan(items: &[Value]) -> Vec<PlanItem> {
    let item = |item: &Value| {
        let state = match item.text("status") {
            "completed" => PlanState::Done,
            "in_progress" => PlanState::Doing,
            "cancelled" => return None,
            _ => PlanState::Open,
        };
        Some(PlanItem { text: item.said("description").unwrap_or(item.text("content")).to_string(), state })
    };
    items.iter().filter_map(item).collect()
}
