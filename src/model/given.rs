//! What the next run of a task is given by itself, where it speaks against the brief.

/// One thing that the next run is given by itself and that speaks against the brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The brief says fresh, and what starts the task resumes this session.
    Resumes(String),
    /// The brief says resume, and every start of the task is a fresh session.
    OnlyFresh,
    /// The newest comment names another revision of the brief than the one that was written.
    OldBrief {
        /// What it names.
        named: String,
        /// What was written.
        written: String,
    },
    /// The newest comment of a person asks for something else than the step.
    Comment(String),
    /// The plan asks for what a limit forbids.
    Forbidden {
        /// The plan's item.
        item: String,
        /// The limit.
        limit: String,
    },
    /// The plan goes on with something else than the step.
    PlanElse(String),
    /// The summary goes on with something else than the step.
    SummaryElse(String),
    /// The summary says that there are no criteria, and there are so many.
    NoCriteria(usize),
    /// The summary repeats a claim that nothing on record proves.
    Unproven(String),
    /// What it is given asks for an outside action again that is not to be repeated.
    Repeats {
        /// Where it stands: the plan, the comment.
        place: GivenIn,
        /// The words.
        text: String,
        /// The action's command.
        command: String,
        /// Whether somebody found that it happened; else nobody confirmed it.
        happened: bool,
    },
}

/// Where something stands that the next run is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenIn {
    /// An open item of the plan.
    Plan,
    /// The newest comment of a person.
    Comment,
    /// The summary of the runs so far.
    Summary,
}
