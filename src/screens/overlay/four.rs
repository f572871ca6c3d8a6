//! The four kinds of state on one page: task, session, products, next run, and what contradicts what.

use ratatui::layout::Rect;

use super::{Under, about, scroll};
use crate::model::{Decided, Facts, GateState, ProductKind, Step};
use crate::msg::{Action, Effect};
use crate::screens::review::rows;
use crate::screens::{Ask, Desk, Head, Place, Scene, states};
use crate::steps;
use crate::widgets::clean;
use crate::widgets::paint::{Paint, piece, text};
use crate::widgets::theme::{Mark, Role};
use crate::words::states::{self as words, label};
use crate::words::{app, overlay};

/// Where one is on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    from: usize,
    /// The fact that is chosen, among those that an event shows.
    at: usize,
}

/// One line: a heading, or a label with its text and the event that shows it; contradictions want to be looked at.
enum Line {
    Heading(&'static str),
    Pair(&'static str, String, Option<String>),
    Against(String, Option<String>),
}

impl Line {
    fn event(&self) -> Option<&String> {
        match self {
            Self::Heading(_) => None,
            Self::Pair(_, _, event) | Self::Against(_, event) => event.as_ref(),
        }
    }
}

impl State {
    /// Does what an action means here.
    pub(super) fn on(&mut self, action: Action, under: &Under) -> Vec<Ask> {
        let lines = lines(under);
        let shown = drawn(&lines, under.scene);
        let rows = shown.len();
        let height = usize::from(under.scene.body().height);
        let seen = if rows > height { height.saturating_sub(1) } else { height };
        let facts = lines.iter().filter(|line| line.event().is_some()).count();
        let before = self.at;
        match action {
            Action::Down => self.at = (self.at + 1).min(facts.saturating_sub(1)),
            Action::Up => self.at = self.at.saturating_sub(1),
            _ => {}
        }
        if self.at == before {
            self.from = scroll(self.from, action, rows, seen);
        } else {
            // The chosen fact stays in view.
            let of = |row: &Row| row.fact == Some(self.at);
            let (first, last) = (shown.iter().position(of).unwrap_or(0), shown.iter().rposition(of).unwrap_or(0));
            self.from = self.from.max((last + 1).saturating_sub(seen)).min(first);
        }
        match action {
            Action::Look => vec![super::look(under)],
            Action::OtherView if under.desk.is_none() => vec![Ask::Say(app::open_a_run_first())],
            Action::OtherView => {
                let event = lines.iter().filter_map(Line::event).nth(self.at);
                vec![event.map_or_else(|| Ask::Say(words::NO_EVENT.to_owned()), |event| Ask::Event(event.clone()))]
            }
            Action::Open if under.desk.is_some() => vec![Ask::Go(waits(under))],
            Action::Open => vec![Ask::Do(Action::Open)],
            Action::Copy => {
                let text = shown.into_iter().map(|row| row.text).collect::<Vec<_>>().join("\n");
                vec![Ask::Effect(Effect::Copy { text, what: overlay::THE_PAGE.to_owned() })]
            }
            _ => vec![],
        }
    }

    /// Whether the footer names the keys of an action.
    pub(super) fn offers(action: Action, under: &Under) -> bool {
        let longer = || drawn(&lines(under), under.scene).len() > usize::from(under.scene.body().height);
        let facts = || lines(under).iter().filter(|line| line.event().is_some()).count();
        match action {
            Action::PageDown => longer(),
            Action::Down | Action::Up => longer() || facts() > 1,
            Action::OtherView => under.desk.is_some() && facts() > 0,
            _ => true,
        }
    }

    /// Draws the page.
    pub(super) fn draw(&self, under: &Under, area: Rect, paint: &mut Paint) {
        let lines = drawn(&lines(under), under.scene);
        let height = usize::from(area.height);
        let rows = if lines.len() > height { area.height.saturating_sub(1) } else { area.height };
        let below = lines.len().saturating_sub(self.from + usize::from(rows));
        if below > 0 {
            paint.line(area, rows, format!(" {}", overlay::more(below)), Role::Quiet);
        }
        for (row, Row { kind, text: line, fact }) in (0..rows).zip(lines.into_iter().skip(self.from)) {
            match kind {
                Kind::Heading => paint.rule(area, row, &line),
                Kind::Against => {
                    let mark = paint.theme.mark(Mark::Look);
                    paint.row(area, row, &[piece(format!(" {mark} "), Role::Warn), text(line.trim_start())]);
                }
                Kind::Text => paint.line(area, row, line, Role::Text),
            }
            if under.desk.is_some() && fact == Some(self.at) {
                paint.selected(area, row, true);
            }
        }
    }
}

/// The step in which work waits.
fn waits(under: &Under) -> Place {
    let open = under.desk.and_then(|desk| {
        let steps = [Step::Confirm, Step::Sort, Step::Assign];
        steps.into_iter().find(|step| !steps::settled(*step, &desk.facts, &desk.recovery.decided))
    });
    Place::of(open.unwrap_or(Step::Review))
}

enum Kind {
    Heading,
    Against,
    Text,
}

/// A line as it is drawn.
struct Row {
    kind: Kind,
    text: String,
    /// Its number among the facts that an event shows.
    fact: Option<usize>,
}

/// The lines as they are drawn: labels beside their wrapped texts.
fn drawn(lines: &[Line], scene: &Scene) -> Vec<Row> {
    let column = if scene.two_panes() { 18 } else { 16 };
    let wide = usize::from(scene.columns).saturating_sub(column + 1);
    let mut out = vec![];
    let mut facts = 0..;
    for line in lines {
        let (name, words) = match line {
            Line::Heading(name) => {
                out.push(Row { kind: Kind::Heading, text: (*name).to_owned(), fact: None });
                continue;
            }
            Line::Pair(name, words, _) => (*name, words),
            Line::Against(words, _) => (label::AGAINST, words),
        };
        let fact = line.event().and_then(|_| facts.next());
        for (index, part) in clean::wrap(&clean::line(words), wide).into_iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            let against = matches!(line, Line::Against(..)) && index == 0;
            let kind = if against { Kind::Against } else { Kind::Text };
            out.push(Row { kind, text: format!("   {name:0$}{part}", column - 3), fact });
        }
    }
    out
}

fn pair(label: &'static str, words: impl Into<String>) -> Line {
    Line::Pair(label, words.into(), None)
}

fn lines(under: &Under) -> Vec<Line> {
    let Some(facts) = under.facts else {
        return vec![pair("", if under.chosen { words::NOT_KNOWN } else { words::NO_RUN })];
    };
    let none = Decided { attempt: 1, ..Decided::default() };
    let decided = under.decided.unwrap_or(&none);
    let mut lines: Vec<Line> = under.desk.map(|desk| pair(label::RUN, whose(desk))).into_iter().collect();
    lines.extend(task(facts, decided));
    lines.extend(session(facts, decided, under.scene));
    lines.extend(products(facts, decided, under.desk));
    lines.push(Line::Heading(words::LABELS[5]));
    let given = states::brief(decided, under.desk);
    lines.push(pair(label::BRIEF, words::brief(given.as_ref())));
    if given.is_none_or(|given| !given.over()) {
        lines.push(pair(label::BY_ITSELF, words::given(&states::by_itself(facts, decided))));
        lines.push(pair(label::WITH_BRIEF, words::THE_SAME));
    }
    let against = states::contradictions(facts, decided).into_iter();
    lines.extend(against.map(|(words, event)| Line::Against(words, event)));
    let unproven = states::unproven(facts, decided).into_iter();
    lines.extend(unproven.map(|(words, event)| Line::Pair(label::UNPROVEN, words, event)));
    let about = states::decided_about(facts, decided).into_iter();
    lines.extend(about.map(|(label, words, event)| Line::Pair(label, words, event)));
    lines
}

/// Whose facts stand here: step 4 is about another run than the one that is recovered.
fn whose(desk: &Desk) -> String {
    let run = &desk.facts.run;
    let reviewed = rows::attempt(desk).filter(|attempt| attempt.facts.run.session != run.session);
    let had = desk.recovery.decided.runs.iter().rev().find(|(of, known, _)| *of > 0 && known.session == run.session);
    let other = reviewed.map(|attempt| (desk.short(&attempt.facts.run.session).to_owned(), attempt.number));
    let had = had.map(|(attempt, ..)| *attempt);
    let reviewed = other.as_ref().map(|(run, of)| (run.as_str(), *of));
    words::whose(desk.short(&run.session), run.runtime.word(), had, reviewed)
}

fn task(facts: &Facts, decided: &Decided) -> Vec<Line> {
    let task = &facts.task;
    let mut lines = vec![Line::Heading(words::LABELS[2])];
    let parts = [task.key.clone(), task.status.clone(), words::task_state(task.state).map(str::to_owned)];
    let about = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if !about.is_empty() {
        lines.push(pair("", about));
    }
    let goal = task.goal.as_ref().or(facts.run.goal.as_ref());
    lines.extend(goal.map(|goal| pair(label::GOAL, goal.lines().next().unwrap_or_default())));
    lines.push(pair(label::PEOPLE, states::people(facts, decided).join("; ")));
    let event = || proof(steps::proof::of_plan(facts));
    let plan = states::plan(facts).map(|(done, of)| Line::Pair(label::PLAN, words::of(done, of), event()));
    lines.extend(plan);
    lines
}

fn session(facts: &Facts, decided: &Decided, scene: &Scene) -> Vec<Line> {
    let torn = facts.run.transcripts.iter().filter(|transcript| transcript.torn_tail).count();
    let resume = states::resume(facts, decided, &scene.clock);
    let lost: Vec<_> = facts.constraints.iter().filter(|limit| limit.lost_in_compaction).collect();
    let mut lines = vec![
        Line::Heading(words::LABELS[3]),
        Line::Pair(words::LABELS[0], states::ended(facts, &scene.clock), proof(steps::proof::of_ending(facts))),
        pair(label::AVAILABLE, words::record(torn, facts.run.problems.len())),
        pair(label::RESUME, resume.join("; ")),
    ];
    if lost.is_empty() {
        lines.push(pair(label::LOST, words::NOTHING_LOST));
    }
    for (at, limit) in lost.into_iter().enumerate() {
        let event = proof(steps::proof::of_limit(facts, limit));
        lines.push(Line::Pair(if at == 0 { label::LOST } else { "" }, format!("\"{}\"", limit.text), event));
    }
    lines
}

/// The state to return to, where the attempt under review has proven a newer one: it is the same here and in step 4.
fn proven_since(desk: &Desk) -> Option<String> {
    let decided = &desk.recovery.decided;
    let attempt = rows::attempt(desk).filter(|attempt| attempt.number == decided.attempt)?;
    let (good, why) = attempt.newer.as_ref()?;
    let before = steps::assign::good_commit(&desk.facts, decided);
    (before != Some(good.as_str())).then(|| words::proven_since(good, attempt.number, why, before))
}

fn proof(event: Option<&str>) -> Option<String> {
    event.map(str::to_owned)
}

fn products(facts: &Facts, decided: &Decided, desk: Option<&Desk>) -> Vec<Line> {
    let outputs = facts.products.iter().filter(|product| product.kind == ProductKind::TestOutput).count();
    let (sorted, of) = steps::sort::counts(facts, decided);
    let files = steps::sort::files(facts, decided);
    let good = desk.and_then(proven_since).unwrap_or_else(|| states::good_with_why(facts, decided));
    let mut lines =
        vec![Line::Heading(words::LABELS[4]), Line::Pair(label::GOOD, good, proof(steps::proof::of_last_good(facts)))];
    let gates = facts.gates.iter().filter(|gate| gate.state != GateState::NotRun).enumerate();
    lines.extend(gates.map(|(at, gate)| {
        let text = words::gate(gate);
        Line::Pair(if at == 0 { label::GATES } else { "" }, text, proof(steps::proof::of_gate(facts, gate)))
    }));
    lines.extend([
        pair(label::SINCE, words::since(files, outputs, &states::outside(facts, decided))),
        pair(label::SORTED, words::of(sorted, of)),
    ]);
    let answers = states::answers(facts, decided).into_iter().enumerate();
    lines.extend(answers.map(|(at, answer)| pair(if at == 0 { label::ANSWERED } else { "" }, answer)));
    lines
}

/// What the header says.
pub(super) fn head(under: &Under) -> Head {
    let scene = under.scene;
    let looked = under.facts.map(|facts| app::looked(&scene.clock.seconds(facts.looked))).unwrap_or_default();
    let asks = under.facts.map(|facts| states::ended(facts, &scene.clock)).unwrap_or_default();
    Head {
        title: words::TITLE.to_owned(),
        facts: looked,
        second: Some(vec![text(format!(" {}", about(under)))]),
        asks,
        ..Head::default()
    }
}
