//! What a tool of this client does, from its name and its input.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::stored::plan;
use crate::model::{Change, Deed, Edit};
use crate::sources::fields::Fields;
use crate::sources::patch;
use crate::sources::text::input;

/// The client's own tools; any other is a server's, named `<server>_<tool>`.
const OWN: &[&str] = &[
    "bash",
    "read",
    "write",
    "edit",
    "multiedit",
    "patch",
    "apply_patch",
    "glob",
    "grep",
    "list",
    "ls",
    "webfetch",
    "websearch",
    "codesearch",
    "todowrite",
    "todoread",
    "task",
    "question",
    "skill",
    "lsp",
    "batch",
    "invalid",
    "plan_enter",
    "plan_exit",
    "external_directory",
];

/// The deed of a call. `here` makes a path of this machine of one in the input.
pub(super) fn deed(tool: &str, state: &Value, cwd: Option<&Path>, here: impl Fn(&Path) -> PathBuf) -> Deed {
    let given = &state["input"];
    let path = |path: &str| here(&patch::below(cwd, path));
    let file = || path(given.said("filePath").or(given.said("path")).unwrap_or_default());
    match tool {
        "bash" => {
            let folder = given.said("workdir").map(|folder| patch::below(cwd, folder));
            let cwd = folder.or_else(|| cwd.map(Path::to_path_buf)).map(|folder| here(&folder));
            Deed::Command { script: given.text("command").to_string(), cwd, background: false }
        }
        "write" => Deed::Edit(vec![edit(file(), Change::Write(given.text("content").to_string()))]),
        "edit" => Deed::Edit(vec![edit(file(), replace(given))]),
        "multiedit" => Deed::Edit(given.items("edits").iter().map(|piece| edit(file(), replace(piece))).collect()),
        "patch" | "apply_patch" => {
            let text = given.said("patchText").or(given.said("patch")).unwrap_or_default();
            Deed::Edit(patch::edits(text, path))
        }
        "read" => Deed::Read { path: file() },
        "webfetch" => Deed::Fetch { url: given.text("url").to_string() },
        "todowrite" => Deed::Plan(plan(given.items("todos"))),
        "task" => {
            let agent = state["metadata"].said("sessionId").or(state["metadata"].said("sessionID")).map(str::to_string);
            Deed::Delegate { agent, prompt: given.said("prompt").unwrap_or(given.text("description")).to_string() }
        }
        "question" => {
            let asked: Vec<&str> = given.items("questions").iter().filter_map(|one| one.said("question")).collect();
            Deed::Ask { question: if asked.is_empty() { given.text("question").to_string() } else { asked.join("\n") } }
        }
        _ => match tool.split_once('_').filter(|_| !OWN.contains(&tool)) {
            Some((server, method)) => {
                Deed::Server { server: server.into(), method: method.into(), input: input(given) }
            }
            None => Deed::Other { input: input(given) },
        },
    }
}

fn replace(given: &Value) -> Change {
    let all = given.get("replaceAll").and_then(Value::as_bool).unwrap_or(false);
    // An empty piece to replace makes a new file of the whole text.
    if given.text("oldString").is_empty() {
        return Change::Write(given.text("newString").to_string());
    }
    Change::Replace { old: given.text("oldString").to_string(), new: given.text("newString").to_string(), all }
}

fn edit(path: PathBuf, change: Change) -> Edit {
    Edit { path, change, after: None, before: None, applied: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(tool: &str, input: &Value) -> Deed {
        deed(
            tool,
            &json!({ "input": input, "metadata": { "sessionId": "ses_2" } }),
            Some(Path::new("/t")),
            Path::to_path_buf,
        )
    }

    #[test]
    fn tools_are_read_by_their_names() {
        assert!(matches!(read("bash", &json!({ "command": "ls" })), Deed::Command { script, .. } if script == "ls"));
        assert!(
            matches!(read("task", &json!({ "prompt": "look" })), Deed::Delegate { agent: Some(agent), .. } if agent == "ses_2")
        );
        assert!(
            matches!(read("github_create_issue", &json!({})), Deed::Server { server, method, .. } if server == "github" && method == "create_issue")
        );
        assert!(matches!(read("plan_exit", &json!({})), Deed::Other { .. }));
        let Deed::Edit(edits) = read("edit", &json!({ "filePath": "a.py", "oldString": "x", "newString": "y" })) else {
            panic!()
        };
        assert_eq!(edits[0].path, Path::new("/t/a.py"));
        assert_eq!(edits[0].change, Change::Replace { old: "x".into(), new: "y".into(), all: false });
    }
}
