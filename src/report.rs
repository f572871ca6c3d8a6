//! The report JSON, from the model. Prints what it is given and works nothing out.

use serde::Serialize;

use crate::model::{
    Claim, Constraint, Decision, Ending, Facts, Gate, LastChecked, LastGood, Liveness, PlanItem, Problem, Product,
    RelatedRun, Run, Runtime, Session, SubAgent, Task, Timestamp, Transcript,
};

/// `lastgood.report/1`: what `inspect --json` prints (DESIGN §5).
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    schema: &'static str,
    run: RunPart<'a>,
    task: &'a Task,
    liveness: &'a Liveness,
    ending: &'a Ending,
    session: &'a Session,
    last_good: &'a LastGood,
    gates: &'a [Gate],
    products: &'a [Product],
    decisions: &'a [Decision],
    last_checked: Option<&'a LastChecked>,
    constraints: &'a [Constraint],
    plan: &'a [PlanItem],
    claims: &'a [Claim],
    problems: &'a [Problem],
}

#[derive(Debug, Serialize)]
struct RunPart<'a> {
    runtime: Runtime,
    runtime_version: Option<&'a str>,
    session: &'a str,
    cwd: Option<String>,
    branch: Option<&'a str>,
    started: Option<Timestamp>,
    last_event: Option<Timestamp>,
    title: Option<&'a str>,
    goal: Option<&'a str>,
    transcripts: &'a [Transcript],
    sub_agents: &'a [SubAgent],
    related_runs: &'a [RelatedRun],
}

impl<'a> RunPart<'a> {
    fn of(run: &'a Run) -> Self {
        Self {
            runtime: run.runtime,
            runtime_version: run.runtime_version.as_deref(),
            session: &run.session,
            // A path that is no UTF-8 must not stop the report.
            cwd: run.cwd.as_ref().map(|cwd| cwd.display().to_string()),
            branch: run.branch.as_deref(),
            started: run.started,
            last_event: run.last_event,
            title: run.title.as_deref(),
            goal: run.goal.as_deref(),
            transcripts: &run.transcripts,
            sub_agents: &run.sub_agents,
            related_runs: &run.related_runs,
        }
    }
}

impl<'a> Report<'a> {
    /// The report on these facts.
    pub fn of(facts: &'a Facts) -> Self {
        Self {
            schema: "lastgood.report/1",
            run: RunPart::of(&facts.run),
            task: &facts.task,
            liveness: &facts.liveness,
            ending: &facts.ending,
            session: &facts.session,
            last_good: &facts.last_good,
            gates: &facts.gates,
            products: &facts.products,
            decisions: &facts.decisions,
            last_checked: facts.last_checked.as_ref(),
            constraints: &facts.constraints,
            plan: &facts.plan,
            claims: &facts.claims,
            problems: &facts.problems,
        }
    }

    /// The report as JSON, indented, with a line end.
    pub fn json(&self) -> String {
        // The parts are plain data with text keys: writing them cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
