//! Documents of a task: texts with revisions, each with who wrote it.

use jiff::Timestamp;

use super::CheckSays;

/// A document of a task, with every revision on record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The key by which the task calls it (`draft`, `sources`, `plan`).
    pub key: String,
    /// Its title.
    pub title: String,
    /// Its revisions, oldest first; never empty.
    pub revisions: Vec<Revision>,
    /// Whether it is locked: then nobody may write it.
    pub locked: bool,
}

impl Document {
    /// The newest revision.
    pub fn newest(&self) -> Option<&Revision> {
        self.revisions.last()
    }

    /// The newest revision that a person wrote or accepted, and nobody refused.
    pub fn by_person(&self) -> Option<&Revision> {
        let ruled = |revision: &Revision| revision.ruled.as_ref().map(|ruled| ruled.accepted);
        let good = |revision: &&Revision| ruled(revision).unwrap_or(revision.by.person);
        self.revisions.iter().rev().find(good)
    }
}

/// One revision of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// Its number, counted from 1.
    pub number: u64,
    /// The task system's id of it; a later write names the one that it goes on from.
    pub id: String,
    /// The whole text.
    pub text: String,
    /// What its author says about the change.
    pub summary: Option<String>,
    /// Who wrote it.
    pub by: Author,
    /// When.
    pub at: Option<Timestamp>,
    /// What a person decided about it, if that is on record.
    pub ruled: Option<Ruled>,
}

/// A link of a text in Markdown, or a source that it cites without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Its line, from 1.
    pub line: usize,
    /// What is shown of it; empty for a bare address.
    pub words: String,
    /// Where it points; empty for a source that is only named.
    pub target: String,
    /// Whether it leads there.
    pub says: CheckSays,
    /// Where it leads, or why it leads nowhere.
    pub told: String,
}

/// What a person decided about a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruled {
    /// Whether it was accepted; refused otherwise.
    pub accepted: bool,
    /// Who.
    pub by: String,
    /// Where that stands.
    pub how: String,
}

impl Revision {
    /// The version as rows, reports and briefs call it.
    pub fn version(&self) -> String {
        format!("rev {}", self.number)
    }
}

/// Who wrote something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Author {
    /// The name, or the id where no name is known.
    pub name: String,
    /// Whether it is a person.
    pub person: bool,
    /// Whether it is the task system itself.
    pub system: bool,
}
