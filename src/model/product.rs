//! Anything the run left.

use serde::{Deserialize, Serialize};

/// Anything the run left: a file, commit, stash, branch, document, test output, outside action or process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Product {
    /// Stays the same while it is the same thing (`file:src/lib.rs`, `commit:4c1e9d2…`, `outside:<event>:0`): decisions hang on it.
    pub id: String,
    /// Its kind.
    pub kind: ProductKind,
    /// A name for people.
    pub title: String,
    /// Where it is: relative to the work tree inside it, absolute elsewhere.
    pub location: String,
    /// Its version: blob id, commit id, `rev 5`; `None` when it is gone.
    pub version: Option<String>,
    /// The command of an outside action or process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The recorded result of an outside action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ActionResult>,
    /// Where to look to confirm an outside action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// What the record speaks for. Never a decision.
    pub suggest: Suggest,
    /// Why.
    pub reasons: Vec<String>,
    /// What was checked about it.
    pub checks: Vec<Check>,
    /// What the run said about it.
    pub claims: Vec<String>,
    /// The events that wrote it, oldest first.
    #[serde(skip)]
    pub made_by: Vec<String>,
    /// How it differs from the start of the run.
    #[serde(skip)]
    pub change: ChangeSize,
    /// Where it stands in step 2.
    #[serde(skip)]
    pub group: ProductGroup,
    /// The gates that cover it, with their colour on it, in words ("green, then edited").
    #[serde(skip)]
    pub gates: Vec<(String, super::GateState)>,
    /// What an outside action touches ("branch retry of origin").
    #[serde(skip)]
    pub touches: Option<String>,
}

impl Product {
    /// A product of which only this is known yet.
    pub fn new(kind: ProductKind, id: String, title: impl Into<String>) -> Self {
        Self {
            id,
            kind,
            title: title.into(),
            location: String::new(),
            version: None,
            command: None,
            result: None,
            look: None,
            suggest: Suggest::None,
            reasons: Vec::new(),
            checks: Vec::new(),
            claims: Vec::new(),
            made_by: Vec::new(),
            change: ChangeSize::default(),
            group: ProductGroup::default(),
            gates: Vec::new(),
            touches: None,
        }
    }

    /// An outside action by its command and what it touches: unknown until somebody looked, whatever its result says.
    pub fn outside(id: String, command: &str, touches: Option<String>) -> Self {
        Self {
            location: touches.clone().unwrap_or_default(),
            command: Some(command.to_owned()),
            result: Some(ActionResult::None),
            suggest: Suggest::Unknown,
            group: ProductGroup::Outside,
            touches,
            ..Self::new(ProductKind::OutsideAction, id, command.lines().next().unwrap_or_default())
        }
    }
}

/// Kinds of work products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the words are defined in the design, one for one")]
pub enum ProductKind {
    File,
    Commit,
    Branch,
    Tag,
    Stash,
    Worktree,
    Document,
    TestOutput,
    OutsideAction,
    Process,
}

/// The recorded result of an outside action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionResult {
    /// It returned without an error.
    Ok,
    /// It returned with an error.
    Failed,
    /// No result was seen, or none that proves anything.
    None,
}

/// What the record speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suggest {
    /// Usable.
    Usable,
    /// Partial.
    Partial,
    /// Unknown.
    Unknown,
    /// The program has no opinion.
    None,
}

/// One thing that was checked about a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// How it came out.
    pub says: CheckSays,
    /// What was checked and found, in words.
    pub text: String,
    /// The line of the file that it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The gap that `p` offers for it.
    #[serde(skip)]
    pub gap: Option<String>,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckSays {
    /// Fine.
    Good,
    /// Look here before you count on it.
    Warn,
    /// Broken.
    Bad,
    /// Could not be checked.
    Unknown,
}

/// How a product differs from the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeSize {
    /// Lines added.
    pub added: usize,
    /// Lines removed.
    pub removed: usize,
    /// Whether it is new.
    pub new: bool,
    /// Size in bytes, for what has no lines.
    pub bytes: Option<u64>,
}

/// Where a product stands in step 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProductGroup {
    /// Reachable from last good: one row, "base".
    Base,
    /// Touched by what is left to do.
    Touched,
    /// Other edits.
    #[default]
    Other,
    /// Generated and lock files, build and test output.
    Generated,
    /// Outside actions.
    Outside,
    /// Named by the goal or the criteria, and nowhere to be found.
    Expected,
}
