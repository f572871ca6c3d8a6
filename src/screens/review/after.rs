//! After writing, while no run has consumed the brief: what happens next, and what sets it off.

use ratatui::layout::Rect;

use crate::model::{Found, StartMode, TaskRecord};
use crate::msg::{Action, Effect};
use crate::screens::form::{Field, Form, Purpose};
use crate::screens::{Ask, Desk, Scene};
use crate::steps::given;
use crate::steps::task::{self, Send};
use crate::widgets::clean;
use crate::widgets::cut::wrap;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::compose::after as words;
use crate::words::task as task_words;

/// Does what an action means here.
pub fn on(action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
    match action {
        Action::Copy => {
            let lines = lines(desk).join("\n");
            let what = lines.lines().next().unwrap_or_default().to_owned();
            vec![Ask::Effect(Effect::Copy { text: lines, what })]
        }
        Action::Open => {
            // The newest is offered; the first letter replaces it.
            let newest = desk.around.since.first().map(|found| short(&found.session)).unwrap_or_default();
            let field = Field::text(words::PICK_FIELD, newest).needed(words::PICK_NEEDED);
            vec![Ask::Form(Form::new(Purpose::Consumer, words::PICK_TITLE, vec![field]).notes(seen(desk, scene)))]
        }
        _ => vec![],
    }
}

fn short(session: &str) -> &str {
    session.get(..8).unwrap_or(session)
}

/// The runs that were seen in the work tree since the brief was written, newest first, one line each.
fn seen(desk: &Desk, scene: &Scene) -> Vec<String> {
    let one = |found: &Found| {
        let at = found.started.map(|at| scene.clock.short(at)).unwrap_or_default();
        words::one(short(&found.session), found.runtime.word(), &at, found.title.as_deref().unwrap_or_default())
    };
    desk.around.since.iter().take(4).map(one).collect()
}

fn lines(desk: &Desk) -> Vec<String> {
    if let Some((record, document)) = on_task(desk) {
        let first = task::sends(record, &desk.recovery.decided, &desk.facts, &document).into_iter().next();
        return match first {
            Some(Send::Comment { text, .. }) => vec![text],
            Some(Send::Reconcile { call, body }) => vec![call, body],
            Some(Send::Alone { .. } | Send::Board) | None => vec![],
        };
    }
    let attempt = desk.recovery.decided.attempt;
    let written = desk.written.iter().rev().find(|written| written.brief.attempt == attempt);
    written.map(|written| written.next.clone()).unwrap_or_default()
}

/// The task on which the brief of this attempt stands, with the document as people call it.
fn on_task(desk: &Desk) -> Option<(&TaskRecord, String)> {
    let record = desk.facts.run.record.as_deref()?;
    Some((record, task::document(&desk.recovery.decided)?.to_owned()))
}

/// What starts the next run of a task, and what that sets off.
fn draw_task(desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    let decided = &desk.recovery.decided;
    let (Some((record, document)), Some(published)) = (on_task(desk), decided.published.get(&decided.attempt)) else {
        return;
    };
    let columns = usize::from(area.width).saturating_sub(6);
    let place = published.paths.iter().find(|path| path.starts_with("task ")).cloned().unwrap_or_default();
    let mut rows = vec![];
    let mut say = |lead: &'static str, text: &str| {
        for (at, line) in wrap(text, columns, 0).into_iter().enumerate() {
            rows.push(Row::plain(if at == 0 { lead } else { "     " }).text(line));
        }
    };
    say("   ", &task_words::written(&scene.clock.seconds(published.at), &place));
    say("   ", "");
    say("   ", words::BY_ITSELF);
    for (nth, send) in task::sends(record, decided, &desk.facts, &document).iter().enumerate() {
        let lead = if nth == 0 { " ▌ " } else { "   " };
        match send {
            Send::Comment { text, resumes } => {
                say(lead, &format!("{}   {}", task_words::comment(text), words::COPY));
                say("   ! ", &task_words::comment_sets_off(resumes.as_deref()));
                say("     ", task_words::STATUS_TOO);
            }
            Send::Reconcile { call, body } => {
                say(lead, &format!("{call}   {}", words::COPY));
                say("     ", body);
                say("   ! ", task_words::RECONCILE_SETS_OFF);
                say("     ", task_words::RECONCILE_NOT_READY);
            }
            Send::Alone { at } => {
                let at = at.map_or_else(String::new, |at| format!("at {}", scene.clock.short(at)));
                say(lead, &task_words::alone(&at));
            }
            Send::Board => say(lead, task_words::BOARD),
        }
    }
    say("   ", "");
    say("   ", &task_words::given(&record.given));
    for against in given::against(&desk.facts, decided) {
        say("   ! ", &task_words::against(&against));
    }
    say("   ", task_words::NOTHING);
    panes::rows(&rows, area, paint.theme, paint.cells);
}

/// Draws the screen.
pub fn draw(desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
    if on_task(desk).is_some() {
        return draw_task(desk, scene, area, paint);
    }
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
    let against = crate::steps::compose::still_open(&desk.facts, decided);
    if let Some(why) = against.first().filter(|_| !resumes) {
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
    // The command that prints the lines above in a shell, with the flags that find this run.
    let next = format!("{} next {}", scene.called, short(&desk.facts.run.session));
    rows.extend(wrap(&words::in_a_shell(&next), columns, 2).into_iter().map(|line| Row::plain("   ").text(line)));
    if scene.demo {
        rows.extend(wrap(words::DEMO, columns, 2).into_iter().map(|line| Row::plain("   ").text(line)));
    }
    rows.push(Row::plain("   ").text(words::seen(&place, &scene.clock, published.at, desk.around.since.len())));
    rows.extend(seen(desk, scene).iter().map(|line| Row::plain("     ").text(clean::line(line)).cut(columns)));
    panes::rows(&rows, area, paint.theme, paint.cells);
}
