//! Words of dialogs with fields.

/// In a choice field in which nothing is chosen yet.
pub const CHOOSE: &str = "left or right chooses";
