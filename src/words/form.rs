//! Words of dialogs with fields.

/// In a choice field in which nothing is chosen yet.
pub const CHOOSE: &str = "left or right chooses";

/// Beside or below a text that was filled in beforehand and is selected.
pub const OFFERED: &str = "typing replaces it, right keeps it";

/// A choice whose words do not fit side by side: the chosen one, with its place among all.
pub fn one_of(at: usize, all: usize, word: &str) -> String {
    format!("{at} of {all}  {word}")
}

/// A choice whose words do not fit side by side, before one is chosen.
pub fn none_of(all: usize) -> String {
    format!("none of {all} yet; {CHOOSE}")
}

/// The same while it stands on no answer.
pub fn open(word: &str, all: usize) -> String {
    format!("{word}: none of {all} yet; {CHOOSE}")
}
