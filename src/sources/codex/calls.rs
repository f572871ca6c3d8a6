//! What a tool of this client does, from its name and its argument.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::model::{Deed, PlanItem, PlanState};
use crate::sources::fields::Fields;
use crate::sources::patch;
use crate::sources::text::input;

/// Where the paths of a call belong.
pub(super) struct Ground<'a> {
    /// The folder of the turn, as recorded.
    pub cwd: Option<&'a Path>,
    /// From a recorded path to one of this machine.
    pub here: &'a dyn Fn(&Path) -> PathBuf,
}

impl Ground<'_> {
    /// The path of this machine for a path in an argument.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        (self.here)(&patch::below(self.cwd, path.strip_prefix("file://").unwrap_or(path)))
    }

    /// The same below a folder that the call names.
    fn within<'b>(&'b self, folder: Option<&str>) -> Option<PathBuf>
    where
        Self: 'b,
    {
        folder.map(|folder| patch::below(self.cwd, folder)).or_else(|| self.cwd.map(Path::to_path_buf))
    }
}

/// The deed of a call. `argument` is the parsed argument, or text for tools that take text.
pub(super) fn deed(tool: &str, namespace: &str, argument: &Value, ground: &Ground<'_>) -> Deed {
    match tool {
        "exec_command" | "shell" | "shell_command" | "local_shell" | "container.exec" => command(argument, ground),
        "apply_patch" => edits(argument, ground),
        "update_plan" => Deed::Plan(plan(argument)),
        "spawn_agent" => {
            let prompt = argument.said("message").or(argument.said("prompt")).unwrap_or_default().to_string();
            Deed::Delegate { agent: None, prompt }
        }
        "request_user_input" => Deed::Ask { question: question(argument) },
        "view_image" | "read_file" => match argument.said("path").or(argument.said("file_path")) {
            Some(path) => Deed::Read { path: ground.path(path) },
            None => other(argument),
        },
        _ => match server(tool, namespace) {
            Some((server, method)) => Deed::Server { server, method, input: input(argument) },
            None => other(argument),
        },
    }
}

/// The items of a plan.
pub(super) fn plan(argument: &Value) -> Vec<PlanItem> {
    let state = |status: &str| match status {
        "completed" => PlanState::Done,
        "in_progress" => PlanState::Doing,
        _ => PlanState::Open,
    };
    let items = argument.items("plan").iter();
    items.map(|item| PlanItem { text: item.text("step").to_string(), state: state(item.text("status")) }).collect()
}

/// The script of a command: the text, or the last argument of a shell that is handed a script.
pub(super) fn script(command: &Value) -> String {
    if let Some(text) = command.as_str() {
        return text.to_string();
    }
    let words: Vec<&str> = command.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match words.as_slice() {
        [shell, flag, script] if shell.ends_with("sh") && flag.starts_with('-') && flag.ends_with('c') => {
            (*script).to_string()
        }
        _ => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
    }
}

fn command(argument: &Value, ground: &Ground<'_>) -> Deed {
    let field = argument.get("cmd").or_else(|| argument.get("command")).unwrap_or(&Value::Null);
    // Older clients hand a patch to the shell; it is a patch all the same.
    if field.as_array().and_then(|words| words.first()).and_then(Value::as_str) == Some("apply_patch") {
        return edits(&field[1], ground);
    }
    let script = script(field);
    if script.trim_start().starts_with("apply_patch") && patch::is_patch(&script) {
        return edits(&Value::String(script), ground);
    }
    let folder = argument.said("workdir").or(argument.said("working_directory"));
    Deed::Command { script, cwd: ground.within(folder).map(|folder| (ground.here)(&folder)), background: false }
}

fn edits(argument: &Value, ground: &Ground<'_>) -> Deed {
    let text = argument.as_str().or(argument.said("input")).or(argument.said("patch")).unwrap_or_default();
    Deed::Edit(patch::edits(text, |path| ground.path(path)))
}

fn question(argument: &Value) -> String {
    let questions = argument.items("questions").iter();
    let several: Vec<&str> = questions.filter_map(|question| question.said("question")).collect();
    if several.is_empty() { argument.text("question").to_string() } else { several.join("\n") }
}

/// Tools of servers are named `mcp__server__tool`, or stand in a namespace of that name.
fn server(tool: &str, namespace: &str) -> Option<(String, String)> {
    let named = |whole: &str| {
        let (server, method) = whole.strip_prefix("mcp__")?.split_once("__")?;
        Some((server.to_string(), method.to_string()))
    };
    let spaced = || Some((namespace.strip_prefix("mcp__")?.trim_end_matches('_').to_string(), tool.to_string()));
    named(tool).or_else(spaced)
}

fn other(argument: &Value) -> Deed {
    Deed::Other { input: input(argument) }
}

fn quoted(word: &str) -> String {
    let plain =
        !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "-_./=:,@%+".contains(letter));
    if plain { word.to_string() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(tool: &str, argument: &Value) -> Deed {
        let here = |path: &Path| Path::new("/map").join(path.strip_prefix("/").unwrap_or(path));
        deed(tool, "", argument, &Ground { cwd: Some(Path::new("/t")), here: &here })
    }

    #[test]
    fn a_command_keeps_its_words_and_gets_its_folder() {
        let Deed::Command { script, cwd, .. } = read("exec_command", &json!({ "cmd": "ls", "workdir": "sub" })) else {
            panic!()
        };
        assert_eq!((script.as_str(), cwd), ("ls", Some("/map/t/sub".into())));
        let Deed::Command { script, .. } = read("shell", &json!({ "command": ["bash", "-lc", "a && b"] })) else {
            panic!()
        };
        assert_eq!(script, "a && b");
        let Deed::Command { script, .. } = read("shell", &json!({ "command": ["git", "commit", "-m", "two words"] }))
        else {
            panic!()
        };
        assert_eq!(script, "git commit -m 'two words'");
    }

    #[test]
    fn a_patch_in_a_shell_is_a_patch() {
        let text = "*** Begin Patch\n*** Delete File: a\n*** End Patch";
        for deed in [
            read("shell", &json!({ "command": ["apply_patch", text] })),
            read("exec_command", &json!({ "cmd": format!("apply_patch <<'EOF'\n{text}\nEOF") })),
            read("apply_patch", &json!(text)),
        ] {
            let Deed::Edit(edits) = deed else { panic!("{deed:?}") };
            assert_eq!(edits[0].path, Path::new("/map/t/a"));
        }
    }

    #[test]
    fn tools_of_servers_name_their_server() {
        let Deed::Server { server, method, .. } = read("mcp__github__create_issue", &json!({})) else { panic!() };
        assert_eq!((server.as_str(), method.as_str()), ("github", "create_issue"));
        assert!(matches!(read("wait", &json!({ "cell_id": "1" })), Deed::Other { .. }));
    }
}
