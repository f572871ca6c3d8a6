//! The step that is being made, field by field: what it says, to whom, how it starts, by what it is measured, what binds it.
//!
//! One field has the keys; where not everything fits, that one is in view, and the last row says what is not.

use std::ops::Range;

use ratatui::layout::Rect;

use super::{Assign, field};
use crate::model::{BriefLine, Start, StartFrom, StartOffer};
use crate::screens::{Desk, Scene};
use crate::steps::{assign as rules, compose, given};
use crate::widgets::cut::wrap;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::{self, assign as say, steps as step_words};

/// Width of a field's name, behind its pointer.
const NAME: usize = 13;

/// The step as rows of the window.
pub struct Made {
    /// All rows.
    pub rows: Vec<Row>,
    /// Where each field stands among them.
    at: [Range<usize>; field::COUNT],
}

impl Made {
    /// Lays the step out.
    pub fn of(assign: &Assign, desk: &Desk, scene: &Scene, columns: usize) -> Self {
        let made = Self { rows: vec![], at: Default::default() };
        made.laid(assign, desk, scene, columns)
    }

    fn laid(mut self, assign: &Assign, desk: &Desk, scene: &Scene, columns: usize) -> Self {
        let focus = assign.field;
        let (facts, decided) = (&desk.facts, &desk.recovery.decided);
        let wide = scene.two_panes();
        let chosen = decided.step.as_ref();
        let lead = |field: usize| lead(focus == Some(field));
        let label = |field: usize| lead(field).cell(role(focus == Some(field)), say::FIELDS[field], NAME);
        let text = chosen.map_or(say::NO_STEP, |step| step.text.as_str());
        let text = wrap(text, columns.saturating_sub(2), 0).into_iter();
        if wide {
            self.field(field::TEXT, [lead(field::TEXT).with(Role::Strong, say::NEXT_STEP)]);
            self.field(field::TEXT, text.map(|line| Row::plain(" ").text(line)));
            self.rows.push(Row::new());
        } else {
            let role = if focus == Some(field::TEXT) { Role::Strong } else { Role::Text };
            let first = |at: usize| if at == 0 { lead(field::TEXT) } else { Row::plain(" ") };
            self.field(field::TEXT, text.enumerate().map(|(at, line)| first(at).with(role, line)));
        }
        let agent = chosen.map_or("", |step| step.agent.as_str());
        let approver = rules::approver(facts, decided).unwrap_or(say::NOBODY).to_owned();
        let set = assign.filled_in && decided.approver.is_some();
        let approver = if set { say::filled_in(&approver) } else { approver };
        let given = label(field::AGENT).text(agent);
        if wide {
            self.field(field::AGENT, [given]);
        } else {
            let both = given.to(columns / 2).join(label(field::APPROVER)).text(&approver).cut(columns);
            self.field(field::AGENT, [both]);
            self.at[field::APPROVER] = self.at[field::AGENT].clone();
        }
        self.starts(&label(field::START), desk, scene, columns);
        if wide {
            self.field(field::APPROVER, [label(field::APPROVER).text(&approver)]);
            self.rows.push(Row::new());
        }
        // What speaks against it is read before what it is measured by.
        self.warnings(desk, columns, wide);
        self.criteria(focus == Some(field::CRITERIA), desk, columns, wide);
        for (field, lines) in
            [(field::LIMITS, compose::limits(facts, decided)), (field::DECISIONS, compose::decisions(facts, decided))]
        {
            let texts = texts(&lines);
            let here = focus == Some(field);
            // A narrow window has no row for what there is none of, unless somebody is about to write one.
            if wide || here || field == field::LIMITS || !texts.is_empty() {
                self.field(field, self::lines(&label(field), &texts, here, columns, if wide { 2 } else { 1 }));
            }
        }
        self
    }

    fn field(&mut self, field: usize, rows: impl IntoIterator<Item = Row>) {
        let from = if self.at[field].is_empty() { self.rows.len() } else { self.at[field].start };
        self.rows.extend(rows);
        self.at[field] = from..self.rows.len();
    }

    fn starts(&mut self, label: &Row, desk: &Desk, scene: &Scene, columns: usize) {
        let (facts, decided) = (&desk.facts, &desk.recovery.decided);
        let offers = rules::starts(facts, decided);
        let here = decided.step.as_ref().and_then(|step| chosen_start(&offers, &step.start));
        let place = scene.clock.path(&facts.tree.root);
        let name = label.width();
        let mut rows = Vec::new();
        // What was given is not offered again.
        let behind = desk.behind().is_some();
        let offers = offers.iter().enumerate().filter(|(at, _)| !behind || here == Some(*at));
        for (at, offer) in offers {
            let mark = if here == Some(at) { "● " } else { "· " };
            let session = offer.resumes.as_ref().map_or("", |(_, session)| desk.short(session));
            for (line, text) in
                wrap(&say::offer(offer, &place, session), columns.saturating_sub(name + 2), 0).iter().enumerate()
            {
                let first = if rows.is_empty() { label.clone() } else { Row::new().to(name) };
                rows.push(first.text(if line == 0 { mark } else { "  " }).text(text));
            }
        }
        self.field(field::START, rows);
    }

    fn warnings(&mut self, desk: &Desk, columns: usize, wide: bool) {
        let (facts, decided) = (&desk.facts, &desk.recovery.decided);
        let behind = desk.behind().is_some();
        let mut warnings: Vec<String> = rules::warnings(facts, decided).iter().map(step_words::warning).collect();
        if behind {
            warnings.clear();
        } else if decided.step.is_some() {
            // What the next run of a task is given by itself is read beside the brief, whatever the brief says.
            warnings.extend(given::against(facts, decided).iter().map(words::task::against));
        }
        if warnings.is_empty() && wide && !behind {
            self.rows.push(Row::plain(" ").cell(Role::Quiet, say::WARNINGS, NAME).text(say::NONE));
        }
        for (at, warning) in warnings.iter().enumerate() {
            for (line, text) in wrap(warning, columns.saturating_sub(NAME + 4), 0).into_iter().enumerate() {
                let name = if line == 0 && at == 0 { say::WARNINGS } else { "" };
                let mark = if line == 0 { "! " } else { "  " };
                self.rows.push(Row::plain(" ").cell(Role::Quiet, name, NAME).with(Role::Warn, mark).text(text));
            }
        }
        // What speaks against a start is read with it.
        self.at[field::START].end = self.rows.len();
        if wide {
            self.rows.push(Row::new());
        }
    }

    fn criteria(&mut self, focus: bool, desk: &Desk, columns: usize, wide: bool) {
        let criteria = rules::criteria(&desk.facts, &desk.recovery.decided);
        let mut rows = Vec::new();
        if wide {
            rows.push(lead(focus).with(role(focus), say::FIELDS[field::CRITERIA]));
        }
        if criteria.is_empty() {
            let first = if wide { Row::plain(" ") } else { lead(focus).cell(role(focus), say::CRITERIA, 10) };
            rows.push(first.text(" ").text(say::NONE));
        }
        for (at, criterion) in criteria.iter().enumerate() {
            let start = |first: bool| match (wide, first) {
                (true, _) => Row::plain(" "),
                (false, true) => lead(focus).cell(role(focus), say::CRITERIA, 10),
                (false, false) => Row::new().to(11),
            };
            let width = start(false).width() + 3;
            for (line, text) in wrap(&criterion.text, columns.saturating_sub(width), 0).into_iter().enumerate() {
                let number = if line == 0 { (at + 1).to_string() } else { String::new() };
                rows.push(start(at == 0 && line == 0).number(Role::Quiet, &number, 2).text(" ").text(text));
            }
        }
        if wide {
            rows.push(Row::new());
        }
        self.field(field::CRITERIA, rows);
    }

    /// Draws it with the field that has the keys in view.
    pub fn draw(self, focus: Option<usize>, area: Rect, paint: &mut Paint) {
        let room = usize::from(area.height);
        if self.rows.len() <= room {
            panes::rows(&self.rows, area, paint.theme, paint.cells);
            return;
        }
        let room = room.saturating_sub(1).max(1);
        let here = focus.map_or(0..0, |field| self.at[field].clone());
        // Its end comes into view, but never at the price of its beginning.
        let from = here.end.saturating_sub(room).min(here.start);
        let below = self.rows.len().saturating_sub(from + room);
        let shown: Vec<Row> = self.rows.into_iter().skip(from).take(room).collect();
        let y = panes::rows(&shown, area, paint.theme, paint.cells);
        let more = words::hidden(from, below, "line", "lines");
        Row::plain(" ").with(Role::Quiet, say::fields_hidden(&more)).draw(
            (area.x, y),
            area.width,
            paint.theme,
            paint.cells,
        );
    }
}

fn lead(focus: bool) -> Row {
    Row::plain(if focus { "▌" } else { " " })
}

fn role(focus: bool) -> Role {
    if focus { Role::Strong } else { Role::Quiet }
}

/// The start among the offers that the step has.
pub fn chosen_start(offers: &[StartOffer], start: &Start) -> Option<usize> {
    let commit = |start: &Start| start.commit.clone().filter(|_| start.from == Some(StartFrom::Commit));
    let same = |offer: &StartOffer| {
        offer.start.mode == start.mode && offer.start.from == start.from && commit(&offer.start) == commit(start)
    };
    offers.iter().position(same)
}

fn texts(lines: &[BriefLine]) -> Vec<String> {
    lines.iter().filter(|line| !line.dropped).map(|line| line.line.text.clone()).collect()
}

/// Lines of the brief: in full where their field has the keys, else their beginning with how many there are.
fn lines(label: &Row, texts: &[String], whole: bool, columns: usize, most: usize) -> Vec<Row> {
    let name = label.width();
    let room = columns.saturating_sub(name + 2);
    let parts: Vec<String> = match texts {
        [] => vec![say::NONE.to_owned()],
        texts if whole => texts.iter().flat_map(|text| wrap(text, room, 2)).collect(),
        texts => {
            let count = say::several(texts.len());
            let all = wrap(&format!("{count}{}", texts.join(" · ")), room, 0);
            let cut = all.len() > most;
            let mut parts: Vec<String> = all.into_iter().take(most).collect();
            if let Some(last) = parts.last_mut().filter(|_| cut) {
                last.push_str(" …");
            }
            parts
        }
    };
    let first = |at: usize| if at == 0 { label.clone() } else { Row::new().to(name) };
    parts.into_iter().enumerate().map(|(at, part)| first(at).text(part)).collect()
}
