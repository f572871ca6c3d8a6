//! What a brief tells of lines that are left after its step: what people said of them, and what on record speaks for them.

use serde::{Deserialize, Serialize};

/// What is known of a line that is left after the step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftLine {
    /// The line, as it stands among what is left.
    pub line: String,
    /// The attempt in whose review a person said last that it is not met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_met: Option<u32>,
    /// The attempt that was measured by it, and in whose review nobody gave a verdict on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unjudged: Option<u32>,
    /// What on record speaks for it, although nobody has said that it is met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speaks: Vec<Speaks>,
}

/// Something on record that speaks for a line in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speaks {
    /// The file that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The test that names the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The source of that test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The commit that holds it, full id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The first line of that commit; alone, where that is what says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
}
