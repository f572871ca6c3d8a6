//! Tools of servers (MCP) whose name says that they change something.

use super::{Kind, database};

/// Servers whose tools work on this machine or only look.
const LOCAL: &[&str] = &[
    "filesystem",
    "memory",
    "sequential-thinking",
    "sequentialthinking",
    "playwright",
    "puppeteer",
    "browser",
    "chrome-devtools",
    "context7",
    "git",
    "fetch",
    "time",
    "everything",
    "serena",
    "ide",
    "lastgood",
    "thinking",
    "desktop-commander",
    "repomix",
    "lsp",
    "code-index",
    "ripgrep",
    "xcodebuild",
    "todo",
    "tasks",
    "skills",
    "shell",
    "computer",
];

const VERBS: &[&str] = &[
    "create",
    "update",
    "delete",
    "send",
    "post",
    "merge",
    "publish",
    "add",
    "remove",
    "set",
    "put",
    "close",
    "reopen",
    "comment",
    "reply",
    "push",
    "deploy",
    "trigger",
    "start",
    "stop",
    "cancel",
    "assign",
    "unassign",
    "invite",
    "upload",
    "approve",
    "submit",
    "edit",
    "insert",
    "upsert",
    "archive",
    "move",
    "rename",
    "fork",
    "request",
    "resolve",
    "transition",
    "notify",
    "schedule",
    "book",
    "pay",
    "refund",
    "charge",
    "apply",
    "restart",
    "rollback",
    "patch",
    "mark",
    "label",
    "star",
    "react",
    "dispatch",
    "sync",
    "write",
    "save",
    "execute",
    "run",
    "modify",
    "change",
    "replace",
    "append",
    "enable",
    "disable",
    "grant",
    "revoke",
    "reset",
    "import",
    "dismiss",
    "lock",
    "unlock",
    "attach",
    "detach",
    "link",
    "unlink",
    "subscribe",
    "unsubscribe",
    "register",
    "draft",
    "share",
    "copy",
    "restore",
    "purge",
    "reboot",
    "terminate",
    "scale",
    "provision",
    "acknowledge",
    "ack",
    "escalate",
    "broadcast",
    "forward",
    "activate",
    "deactivate",
    "invoke",
    "destroy",
    "drop",
    "truncate",
    "trash",
    "open",
    "promote",
    "release",
    "retry",
    "rerun",
    "kill",
    "abort",
    "transfer",
    "order",
    "purchase",
    "suspend",
    "resume",
    "rotate",
    "ban",
    "kick",
    "pin",
    "unpin",
    "vote",
    "complete",
    "emit",
    "ingest",
    "confirm",
];

/// Verbs that say nothing by themselves: the input decides.
const DOUBTFUL: &[&str] = &["execute", "run", "query"];

/// A call of a server's tool, if it changes something beyond the work tree.
pub(super) fn find(server: &str, method: &str, input: &str) -> Option<Kind> {
    if is_local(server) {
        return None;
    }
    let words = words(method);
    // `API-post-search` asks, though it posts.
    let asks = words.iter().any(|word| ["search", "query", "list", "lookup"].contains(&word.as_str()));
    if asks
        && words.iter().filter(|word| VERBS.contains(&word.as_str())).all(|word| word == "post")
        && !database::writes(input)
    {
        return None;
    }
    let said = words.iter().find(|word| VERBS.contains(&word.as_str()) || word.as_str() == "query")?;
    let first = words.first()?;
    let reads = [
        "get",
        "list",
        "search",
        "read",
        "find",
        "fetch",
        "describe",
        "show",
        "count",
        "check",
        "view",
        "lookup",
        "resolve-library-id",
    ];
    if reads.contains(&first.as_str()) {
        return None;
    }
    if DOUBTFUL.contains(&said.as_str())
        && words.iter().any(|word| ["sql", "query", "statement"].contains(&word.as_str()))
        && !database::writes(input)
    {
        return None;
    }
    Some(Kind {
        touches: format!("server {server}"),
        look: format!("the get or list tool of {server}"),
        ok: None,
        failed: None,
    })
}

/// Whether a server works on this machine: by its name, or by a part of it where a plugin or a version stands around it.
fn is_local(server: &str) -> bool {
    let name = server.to_lowercase().replace('_', "-");
    LOCAL.contains(&name.as_str())
        || name
            .split('-')
            .any(|part| ["playwright", "puppeteer", "filesystem", "devtools", "context7", "serena"].contains(&part))
        || name.contains("in-chrome")
}

/// The words of a name in snake, kebab or camel case, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    let mut small = false;
    for sign in name.chars() {
        if !sign.is_alphanumeric() {
            open = false;
            continue;
        }
        if !open || (sign.is_uppercase() && small) {
            out.push(String::new());
        }
        open = true;
        small = sign.is_lowercase();
        if let Some(word) = out.last_mut() {
            word.extend(sign.to_lowercase());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tools_name_tells_whether_it_changes_something() {
        for changes in [
            ("tracker", "create_issue"),
            ("github", "mergePullRequest"),
            ("slack", "chat_postMessage"),
            ("github", "push_files"),
            ("pagerduty", "acknowledge_incident"),
        ] {
            assert!(find(changes.0, changes.1, "{}").is_some(), "{changes:?}");
        }
        for reads in [
            ("tracker", "get_issue"),
            ("github", "list_pull_requests"),
            ("filesystem", "write_file"),
            ("docs", "search"),
            ("notion", "API-post-search"),
            ("plugin_playwright_playwright", "browser_click"),
        ] {
            assert!(find(reads.0, reads.1, "{}").is_none(), "{reads:?}");
        }
        assert!(
            find("pg", "execute_sql", "{\"sql\":\"delete from a\"}").is_some()
                && find("pg", "execute_sql", "{\"sql\":\"select 1\"}").is_none()
        );
    }
}
