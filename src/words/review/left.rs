//! Words of step 4 about what the brief leaves and only a person can settle: gaps that a person named, lines that may be met already.

/// What a verdict on a gap decides that no check can call closed; of a closed attempt nothing can be decided.
pub fn gap_decide(closed: bool) -> String {
    let named = "a person named it, and no check can call it closed";
    if closed { named.to_owned() } else { format!("{named}: m closes it, x leaves it open for a next attempt") }
}
/// What a verdict on a line decides that is left after the step, and for which something speaks.
pub fn left_decide(closed: bool) -> String {
    let asked = "the step was not about it, and it may be met already";
    if closed { asked.to_owned() } else { format!("{asked}: m takes it out of what is left, x leaves it as not met") }
}

/// Beside an open line of which a person said that it is not met.
pub fn not_met(line: &str) -> String {
    format!("{line} (not met)")
}

/// Nothing is known of the file of a gap.
pub const GAP_NOTHING: &str = "nothing is known of its file since the brief was written";

/// What is known of the file of a gap.
pub fn gap_known(known: &[String]) -> String {
    if known.is_empty() { GAP_NOTHING.to_owned() } else { known.join("; ") }
}

/// The command with which a person looks whether something happened outside.
pub fn look_with(look: &str) -> String {
    format!("nothing here can tell: a person looks with {look}")
}
