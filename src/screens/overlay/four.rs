//! The four kinds of state on one page: task, session, products, next run, and what contradicts what.

use ratatui::layout::Rect;

use super::{Under, about, scroll};
use crate::model::{Decided, Facts, ProductKind, Step};
use crate::msg::{Action, Effect};
use crate::screens::{Ask, Head, Place, Scene, states};
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
}

/// One line: a heading, or a label with its text; contradictions want to be looked at.
enum Line {
    Heading(&'static str),
    Pair(&'static str, String),
    Against(String),
}

impl State {
    /// Does what an action means here.
    pub(super) fn on(&mut self, action: Action, under: &Under) -> Vec<Ask> {
        let lines = lines(under);
        let rows = drawn(&lines, under.scene).len();
        let height = usize::from(under.scene.body().height);
        let seen = if rows > height { height.saturating_sub(1) } else { height };
        self.from = scroll(self.from, action, rows, seen);
        match action {
            Action::Look => vec![super::look(under)],
            Action::Open if under.desk.is_some() => vec![Ask::Go(waits(under))],
            Action::Open => vec![Ask::Do(Action::Open)],
            Action::Copy => {
                let text = drawn(&lines, under.scene).into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n");
                vec![Ask::Effect(Effect::Copy { text, what: overlay::THE_PAGE.to_owned() })]
            }
            _ => vec![],
        }
    }

    /// Whether the footer names the keys of an action.
    pub(super) fn offers(action: Action, under: &Under) -> bool {
        action != Action::PageDown || drawn(&lines(under), under.scene).len() > usize::from(under.scene.body().height)
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
        for (row, (kind, line)) in (0..rows).zip(lines.into_iter().skip(self.from)) {
            match kind {
                Kind::Heading => paint.rule(area, row, &line),
                Kind::Against => {
                    let mark = paint.theme.mark(Mark::Look);
                    paint.row(area, row, &[piece(format!(" {mark} "), Role::Warn), text(line.trim_start())]);
                }
                Kind::Text => paint.line(area, row, line, Role::Text),
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

/// The lines as they are drawn: labels beside their wrapped texts.
fn drawn(lines: &[Line], scene: &Scene) -> Vec<(Kind, String)> {
    let column = if scene.two_panes() { 18 } else { 16 };
    let wide = usize::from(scene.columns).saturating_sub(column + 1);
    let mut out = vec![];
    for line in lines {
        let (name, words) = match line {
            Line::Heading(name) => {
                out.push((Kind::Heading, (*name).to_owned()));
                continue;
            }
            Line::Pair(name, words) => (*name, words),
            Line::Against(words) => (label::AGAINST, words),
        };
        for (index, part) in clean::wrap(&clean::line(words), wide).into_iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            let against = matches!(line, Line::Against(_)) && index == 0;
            out.push((if against { Kind::Against } else { Kind::Text }, format!("   {name:0$}{part}", column - 3)));
        }
    }
    out
}

fn lines(under: &Under) -> Vec<Line> {
    let Some(facts) = under.facts else { return vec![Line::Pair("", words::NOT_KNOWN.to_owned())] };
    let none = Decided { attempt: 1, ..Decided::default() };
    let decided = under.desk.map_or(&none, |desk| &desk.recovery.decided);
    let mut lines = task(facts);
    lines.extend(session(facts, decided, under.scene));
    lines.extend(products(facts, decided));
    lines.push(Line::Heading(words::LABELS[5]));
    lines.push(Line::Pair(label::BRIEF, words::brief(states::brief(decided))));
    lines.push(Line::Pair(label::BY_ITSELF, words::given(&states::by_itself(facts))));
    lines.push(Line::Pair(label::WITH_BRIEF, words::THE_SAME.to_owned()));
    lines.extend(states::contradictions(facts, decided).into_iter().map(Line::Against));
    lines
}

fn task(facts: &Facts) -> Vec<Line> {
    let task = &facts.task;
    let mut lines = vec![Line::Heading(words::LABELS[2])];
    let parts = [task.key.clone(), task.status.clone(), words::task_state(task.state).map(str::to_owned)];
    let about = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if !about.is_empty() {
        lines.push(Line::Pair("", about));
    }
    let goal = task.goal.as_ref().or(facts.run.goal.as_ref());
    lines.extend(goal.map(|goal| Line::Pair(label::GOAL, goal.lines().next().unwrap_or_default().to_owned())));
    let people = [("owner", &task.owner), ("approver", &task.approver)];
    let people: Vec<String> =
        people.into_iter().filter_map(|(part, name)| Some(words::person(part, name.as_deref()?))).collect();
    let people = if people.is_empty() { words::NOBODY.to_owned() } else { people.join("; ") };
    lines.push(Line::Pair(label::OWNER, people));
    let plan = states::plan(facts).map(|(done, of)| Line::Pair(label::PLAN, words::opened(done, of)));
    lines.extend(plan);
    lines
}

fn session(facts: &Facts, decided: &Decided, scene: &Scene) -> Vec<Line> {
    let torn = facts.run.transcripts.iter().filter(|transcript| transcript.torn_tail).count();
    let resume = states::resume(facts, decided, &scene.clock);
    let lost: Vec<String> = states::lost(facts).map(|text| format!("\"{text}\"")).collect();
    let lost = if lost.is_empty() { words::NOTHING_LOST.to_owned() } else { lost.join(", ") };
    vec![
        Line::Heading(words::LABELS[3]),
        Line::Pair(label::AVAILABLE, words::record(torn, facts.run.problems.len())),
        Line::Pair(label::RESUME, resume.join("; ")),
        Line::Pair(label::LOST, lost),
    ]
}

fn products(facts: &Facts, decided: &Decided) -> Vec<Line> {
    let outputs = facts.products.iter().filter(|product| product.kind == ProductKind::TestOutput).count();
    let (opened, of) = states::opened(facts, decided);
    let mut lines = vec![
        Line::Heading(words::LABELS[4]),
        Line::Pair(label::GOOD, format!("{}: {}", states::good(facts), facts.last_good.why)),
        Line::Pair(label::SINCE, words::since(states::files(facts), outputs, &states::outside(facts, decided))),
        Line::Pair(label::OPENED, words::opened(opened, of)),
    ];
    let answers = states::answers(facts, decided).into_iter().enumerate();
    lines.extend(answers.map(|(at, answer)| Line::Pair(if at == 0 { label::ANSWERED } else { "" }, answer)));
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
