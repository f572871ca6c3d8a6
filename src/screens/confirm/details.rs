//! What stands below the rows of step 1: the signs of the selected row, its processes, and how they could be stopped.

use ratatui::layout::Rect;

use super::lead;
use crate::model::{Belongs, Process, Says, SignRow, Step};
use crate::screens::{Desk, Scene};
use crate::steps;
use crate::widgets::clean;
use crate::widgets::paint::{Paint, piece, text};
use crate::widgets::theme::{Mark, Role};
use crate::words::{self, confirm};

/// One line of the details.
pub(super) struct Line {
    text: String,
    /// Whether `y` copies it.
    copy: bool,
}

fn line(text: impl Into<String>) -> Line {
    Line { text: text.into(), copy: false }
}

/// All lines of the details.
pub(super) fn lines(row: &SignRow, desk: &Desk, scene: &Scene) -> Vec<Line> {
    let signs = &desk.facts.liveness.signs;
    let wide = usize::from(scene.columns.saturating_sub(4));
    let mut lines = vec![];
    for sign in row.signs.iter().filter_map(|index| signs.get(*index)) {
        if let Some(process) = &sign.process {
            process_lines(process, desk, scene, &mut lines);
        } else {
            let looked = confirm::looked(&scene.clock.seconds(sign.at));
            let words = format!("{} {} ({looked})", words::steps::says(sign.says), clean::line(&sign.what));
            lines.extend(clean::wrap(&words, wide).into_iter().map(line));
        }
        if let Some(answer) = desk.recovery.decided.answers.get(&sign.key).filter(|answer| answer.says == sign.says) {
            let words = confirm::answer(&answer.by, &scene.clock.time(answer.at), &answer.reason);
            lines.extend(clean::wrap(&clean::line(&words), wide).into_iter().map(line));
        }
    }
    if row.says == Says::Alive && matches!(row.belongs, Belongs::LeftByRun | Belongs::Agent) {
        stop_lines(desk, wide, &mut lines);
    }
    lines.push(line(""));
    let confirmed = desk.recovery.decided.settled.contains_key(&Step::Confirm);
    lines.extend(clean::wrap(confirm::reminder(confirmed), wide).into_iter().map(line));
    lines
}

fn process_lines(process: &Process, desk: &Desk, scene: &Scene, lines: &mut Vec<Line>) {
    let wide = usize::from(scene.columns.saturating_sub(4));
    let mut parts = vec![confirm::process(&process.comm, process.pid, process.group)];
    parts.extend(process.since.map(|since| confirm::started(&scene.clock.time(since))));
    parts.extend(process.event.as_deref().map(|event| desk.facts.run.numbered(&confirm::by_event(event))));
    // Process 1 takes what lost its parent.
    if process.parent == 1 {
        parts.push(confirm::PARENT_GONE.to_owned());
    }
    lines.extend(clean::wrap(&parts.join("; "), wide).into_iter().map(line));
    let argv = clean::line(&process.argv.join(" "));
    if !argv.is_empty() {
        let mark = scene.theme.mark(Mark::More);
        lines.push(line(format!("  {}", clean::cut(&argv, wide.saturating_sub(2), mark))));
    }
    if let Some(state) = &process.state {
        lines.extend(
            clean::wrap(&clean::line(state), wide.saturating_sub(2)).into_iter().map(|part| line(format!("  {part}"))),
        );
    }
    if let Some(next) = &process.next {
        lines.push(line(format!("  {}", confirm::next(&clean::line(next)))));
    }
    let mut names: Vec<&str> = process.marks.iter().map(|(name, _)| name.as_str()).collect();
    names.dedup();
    let mut about = vec![];
    if !names.is_empty() {
        about.push(confirm::marks(&names.join(", ")));
    }
    about.extend(process.cwd.as_deref().map(|cwd| confirm::works_in(&scene.clock.path(cwd))));
    if !process.ports.is_empty() {
        about.push(confirm::ports(&process.ports));
    }
    lines.extend(
        clean::wrap(&clean::line(&about.join("; ")), wide.saturating_sub(2))
            .into_iter()
            .map(|part| line(format!("  {part}"))),
    );
}

fn stop_lines(desk: &Desk, wide: usize, lines: &mut Vec<Line>) {
    let Some(advice) = steps::confirm::advice(&desk.facts.liveness.signs) else { return };
    if let Some(command) = advice.command {
        let next: Vec<String> = advice.next.iter().map(|next| clean::line(next)).collect();
        lines.extend(confirm::to_stop(&next).iter().flat_map(|words| clean::wrap(words, wide)).map(line));
        lines.push(Line { text: format!("  {command}"), copy: true });
    }
    if !advice.mixed.is_empty() {
        lines.extend(clean::wrap(&confirm::mixed(&advice.mixed), wide).into_iter().map(line));
    }
}

/// Draws a rule with the row's name and the details below it: from a line on where they have the whole window.
pub(super) fn draw(
    row: Option<&SignRow>,
    desk: &Desk,
    lines: &[Line],
    from: Option<usize>,
    area: Rect,
    paint: &mut Paint,
) {
    let at = from.unwrap_or(0);
    let Some(row) = row else { return };
    let what = lead(row, desk).map(|sign| clean::line(&sign.what)).unwrap_or_default();
    let name = confirm::details(&words::steps::belongs(row.belongs, desk.facts.task.key.as_deref()), &what);
    let room = usize::from(area.width.saturating_sub(6));
    paint.rule(area, 0, &clean::cut_title(&name, room, paint.theme.mark(Mark::More)));
    let rows = usize::from(area.height.saturating_sub(1));
    let more = lines.len().saturating_sub(at) > rows;
    let shown = lines.iter().skip(at).take(if more { rows.saturating_sub(1) } else { rows });
    let mut last = 0;
    for (row, line) in (1..).zip(shown) {
        let role = if line.copy { Role::Strong } else { Role::Text };
        paint.row(area, row, &[text("   "), piece(&line.text, role)]);
        if line.copy {
            paint.right(Rect { width: area.width.saturating_sub(1), ..area }, row, confirm::COPY, Role::Text);
        }
        last = row;
    }
    if more {
        let left = lines.len() - at - usize::from(last);
        paint.line(area, last + 1, format!("   {}", confirm::more(left, from.is_some())), Role::Quiet);
    }
}
