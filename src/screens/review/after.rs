//! After writing, while no run has consumed the brief: what happens next, and what sets it off.

use ratatui::layout::Rect;

use crate::model::StartMode;
use crate::msg::{Action, Effect};
use crate::screens::form::{Field, Form, Purpose};
use crate::screens::{Ask, Desk, Scene};
use crate::widgets::cut::wrap;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::compose::after as words;

/// Does what an action means here.
pub fn on(action: Action, desk: &Desk) -> Vec<Ask> {
    match action {
        Action::Copy => {
            let lines = lines(desk).join("\n");
            let what = lines.lines().next().unwrap_or_default().to_owned();
            vec![Ask::Effect(Effect::Copy { text: lines, what })]
        }
        Action::Open => {
            let field = Field::text(words::PICK_FIELD, "").needed(words::PICK_NEEDED);
            vec![Ask::Form(Form::new(Purpose::Consumer, words::PICK_TITLE, vec![field]))]
        }
        _ => vec![],
    }
}

fn lines(desk: &Desk) -> Vec<String> {
    let attempt = desk.recovery.decided.attempt;
    let written = desk.written.iter().rev().find(|written| written.brief.attempt == attempt);
    written.map(|written| written.next.clone()).unwrap_or_default()
}

/// Draws the screen.
pub fn draw(desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let decided = &desk.recovery.decided;
    let Some(published) = decided.published.get(&decided.attempt) else { return };
    let columns = usize::from(area.width).saturating_sub(4);
    let wide = scene.two_panes();
    let indent = "                      ";
    let mut rows = vec![Row::plain("   ").text(words::written(&scene.clock.seconds(published.at), decided.attempt))];
    let folder = published.paths.first().map(std::path::Path::new).and_then(std::path::Path::parent);
    let folder = folder.unwrap_or(&desk.folder);
    rows.push(Row::plain(indent).text(format!("{}/", scene.clock.path(folder))));
    rows.push(Row::new());
    rows.push(Row::plain("   ").text(words::BY_ITSELF));
    if wide {
        rows.push(Row::new());
    }
    let lines = lines(desk);
    for (at, line) in lines.iter().enumerate() {
        // What is copied is exact; on the screen the home folder is short.
        let line = line.replace(&format!("{}/", scene.clock.home.display()), "~/");
        let room = if at == 0 { columns.saturating_sub(9) } else { columns };
        for (part, text) in wrap(&line, room, 2).into_iter().enumerate() {
            let lead = if at == 0 && part == 0 { " ▌ " } else { "   " };
            let row = Row::plain(lead).text(text);
            rows.push(if at == 0 && part == 0 {
                row.and_right(Row::plain(words::COPY).text(" "), usize::from(area.width))
            } else {
                row
            });
        }
    }
    if lines.is_empty() {
        rows.push(Row::plain("   ").text(words::NO_LINES));
    }
    rows.push(Row::new());
    rows.push(Row::plain("   ").text(words::SETS_OFF));
    let place = scene.clock.path(&desk.facts.tree.root);
    let start = decided.step.as_ref().map(|step| &step.start);
    let resumes = start.is_some_and(|start| start.mode == StartMode::Resume);
    let off = if resumes {
        words::resumed(desk.facts.run.session.get(..8).unwrap_or(&desk.facts.run.session))
    } else {
        words::fresh(desk.facts.run.runtime.word(), &place)
    };
    rows.extend(wrap(&off, columns.saturating_sub(3), 0).into_iter().map(|line| Row::plain("     ").text(line)));
    if let Some(why) = desk.facts.session.why.first().filter(|_| !resumes) {
        let texts = wrap(&words::instead(why), columns.saturating_sub(3), 0);
        for (at, text) in texts.into_iter().enumerate() {
            let lead = if at == 0 { "!" } else { " " };
            rows.push(Row::plain("   ").with(Role::Warn, lead).text(" ").text(text));
        }
    }
    if wide {
        rows.push(Row::new());
        rows.extend(wrap(words::THEN, columns, 0).into_iter().map(|line| Row::plain("   ").text(line)));
    }
    rows.push(Row::new());
    rows.push(Row::plain("   ").text(words::none_seen(&place, &scene.clock, published.at)));
    panes::rows(&rows, area, paint.theme, paint.cells);
}
