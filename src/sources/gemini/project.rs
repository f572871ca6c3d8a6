//! Projects: the folder of a work tree's records, its chats, and its log of prompts.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::Value;

use crate::evidence;
use crate::sources::fields::Fields;
use crate::sources::places::Places;

/// The folder of one work tree's records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Project {
    /// The folder (`tmp/<name>`).
    pub folder: PathBuf,
    /// The work tree, here.
    pub cwd: Option<PathBuf>,
}

/// A prompt in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    /// The session.
    pub session: String,
    /// The text.
    pub text: String,
    /// When.
    pub at: Option<Timestamp>,
}

impl Project {
    /// Every project.
    pub(super) fn all(places: &Places) -> Vec<Self> {
        let mut folders: Vec<PathBuf> =
            entries(&places.gemini.join("tmp")).into_iter().filter(|path| path.is_dir()).collect();
        folders.sort();
        folders.into_iter().map(|folder| Self::of(places, folder)).collect()
    }

    /// The project of a folder.
    pub(super) fn of(places: &Places, folder: PathBuf) -> Self {
        let root = evidence::read_to_string(folder.join(".project_root")).ok();
        let root = root
            .and_then(|text| text.lines().next().map(str::trim).map(str::to_string))
            .filter(|root| !root.is_empty());
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let cwd = root.or_else(|| named(places, name)).map(|root| places.here(root));
        Self { folder, cwd }
    }

    /// Its chat files, oldest first.
    pub(super) fn chats(&self) -> Vec<PathBuf> {
        let chat = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
            name.starts_with("session-") && matches!(end, "jsonl" | "json")
        };
        let mut chats: Vec<PathBuf> = entries(&self.folder.join("chats")).into_iter().filter(chat).collect();
        chats.sort();
        chats
    }

    /// Where its log of prompts lies.
    pub(super) fn log(&self) -> PathBuf {
        self.folder.join("logs.json")
    }

    /// The prompts of its log; only the interactive client writes it.
    pub(super) fn prompts(&self) -> Vec<Prompt> {
        let text = evidence::read_to_string(self.log()).unwrap_or_default();
        let rows: Vec<Value> = serde_json::from_str(&text).unwrap_or_default();
        let prompt = |row: &Value| Prompt {
            session: row.text("sessionId").to_string(),
            text: row.text("message").to_string(),
            at: row.time("timestamp"),
        };
        rows.iter().filter(|row| row.text("type") == "user").map(prompt).collect()
    }
}

/// The work tree that has this short name.
fn named(places: &Places, name: &str) -> Option<String> {
    let text = evidence::read_to_string(places.gemini.join("projects.json")).ok()?;
    let list: Value = serde_json::from_str(&text).ok()?;
    let projects = list.get("projects")?.as_object()?;
    projects.iter().find(|(_, short)| short.as_str() == Some(name)).map(|(folder, _)| folder.clone())
}

/// The entries of a folder.
pub(super) fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
