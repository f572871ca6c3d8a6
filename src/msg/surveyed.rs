//! What copies to keep would hold, looked at before anybody says yes.

/// What a salvage copy would hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surveyed {
    /// Why none can be made, if so.
    pub refused: Option<String>,
    /// How many files.
    pub files: usize,
    /// Their size.
    pub bytes: u64,
    /// Those that git does not hold at HEAD: changed or untracked.
    pub changed: Vec<String>,
    /// Files that look like they hold secrets, with why.
    pub secrets: Vec<(Vec<u8>, String)>,
    /// What lies there and is not in it, in words.
    pub not_in_it: Vec<String>,
    /// The last good content, when no commit has it and the record builds it again.
    pub good: Option<SurveyedGood>,
}

/// What a kept copy of a last good content would hold that no commit has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SurveyedGood {
    /// Why none can be kept, if so.
    pub refused: Option<String>,
    /// The commit that it builds on.
    pub base: Option<String>,
    /// Each file that the record builds on top of it, with what becomes of it, in words.
    pub files: Vec<String>,
    /// What is not in it, in words.
    pub not_in_it: Vec<String>,
}
