//! Step 4, review: what the run that consumed the brief did, against the brief.
//!
//! The program suggests; verdicts and the approval are a person's, and without them nothing is recovered.

/// The row of a criterion, by its text: verdicts on it outlive the order of the list.
pub fn criterion_row(text: &str) -> String {
    format!("criterion:{text}")
}
