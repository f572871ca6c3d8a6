//! What became of a limit that was broken, as long as what broke it is there.

/// A limit that is broken, by what, and what became of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitTold {
    /// The limit.
    pub limit: String,
    /// What breaks it, in words.
    pub by: Vec<String>,
    /// What was decided about it.
    pub fate: LimitFate,
}

/// What was decided about what breaks a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitFate {
    /// Nobody decided anything.
    Open,
    /// The next step is about it; whether it takes it back.
    Step(bool),
    /// A person called it not fine in the review of this attempt.
    NotFine(u32),
    /// The next run starts from a commit without it.
    LeftBehind,
    /// A person called it fine in the review of this attempt.
    Fine(u32),
    /// A person called the file usable all the same, for this reason.
    Usable(String),
    /// A decision that a person kept is about it.
    InDecision,
    /// A person took the limit out of the brief.
    TakenOut,
}

impl LimitFate {
    /// Whether a person kept what breaks the limit.
    pub fn is_kept(&self) -> bool {
        matches!(self, Self::Fine(_) | Self::Usable(_) | Self::InDecision | Self::TakenOut)
    }
}
