//! After writing, while no run has consumed the brief: what happens next, and what sets it off.
//!
//! Every command stands here whole, as it may be typed; `j k` go from one to the next, `y` copies it.

use std::path::Path;

use ratatui::layout::Rect;

use crate::model::{Found, StartMode, TaskRecord};
use crate::msg::{Action, Effect};
use crate::screens::form::{Field, Form, Purpose};
use crate::screens::{Ask, Desk, Scene};
use crate::steps::compose::own_tree;
use crate::steps::given;
use crate::steps::task::{self, Send};
use crate::widgets::cut::wrap;
use crate::widgets::paint::Paint;
use crate::widgets::panes;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::widgets::{clean, command};
use crate::words::compose::after as words;
use crate::words::sort::short;
use crate::words::task as task_words;

/// Where one is on it.
#[derive(Debug, Default)]
pub struct After {
    /// Which of the commands is selected.
    at: usize,
    /// The first row in view.
    top: usize,
}

/// Something to copy: in which rows it stands, and what it is.
struct Take {
    from: usize,
    to: usize,
    text: String,
}

/// All that the screen says, also what is out of view.
#[derive(Default)]
struct Page {
    rows: Vec<Row>,
    takes: Vec<Take>,
    columns: usize,
}

impl After {
    /// Does what an action means here.
    pub fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let page = page(desk, scene);
        let room = page.room(scene.body().height.into());
        let last = page.rows.len().saturating_sub(room);
        self.at = self.at.min(page.takes.len().saturating_sub(1));
        // Past the last command `j` scrolls on.
        let selects = match action {
            Action::Down => self.at + 1 < page.takes.len(),
            action => matches!(action, Action::Up | Action::First),
        };
        match action {
            Action::Down if self.at + 1 < page.takes.len() => self.at += 1,
            Action::Down => self.top += 1,
            Action::Up if self.at > 0 => self.at -= 1,
            Action::Up => self.top = 0,
            Action::First => (self.at, self.top) = (0, 0),
            Action::Last => (self.at, self.top) = (page.takes.len().saturating_sub(1), last),
            Action::HalfDown | Action::PageDown => self.top += (room / 2).max(1),
            Action::HalfUp | Action::PageUp => self.top = self.top.saturating_sub((room / 2).max(1)),
            Action::Copy => {
                let text = page.takes.get(self.at).map(|take| take.text.clone()).unwrap_or_default();
                let what = text.lines().next().unwrap_or_default().to_owned();
                return vec![Ask::Effect(Effect::Copy { text, what })];
            }
            Action::Open => {
                // The newest is offered; the first letter replaces it.
                let newest = desk.around.since.first().map(|found| desk.short(&found.session)).unwrap_or_default();
                let field = Field::text(words::PICK_FIELD, newest).needed(words::PICK_NEEDED);
                let form = Form::new(Purpose::Consumer, words::PICK_TITLE, vec![field]);
                return vec![Ask::Form(form.notes(seen(desk, scene)))];
            }
            _ => return vec![],
        }
        self.top =
            self.top.min(page.takes.get(self.at).filter(|_| action == Action::Up).map_or(last, |take| take.from));
        let to = page.takes.get(self.at).filter(|_| selects).map_or(0, |take| take.to);
        self.top = self.top.max(to.saturating_sub(room));
        vec![Ask::Nothing]
    }

    /// Draws the screen.
    pub fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
        let mut page = page(desk, scene);
        let room = page.room(area.height.into());
        let top = self.top.min(page.rows.len().saturating_sub(room));
        let below = page.rows.len().saturating_sub(top + room);
        if let Some(row) = page.takes.get(self.at.min(page.takes.len().saturating_sub(1)))
            && let Some(first) = page.rows.get_mut(row.from)
        {
            let words = first.words();
            let rest = words.strip_prefix("   ").unwrap_or(&words).trim_end();
            *first =
                Row::plain(" ▌ ").with(Role::Strong, rest).and_right(Row::plain(words::COPY).text(" "), page.columns);
        }
        let mut shown: Vec<Row> = page.rows.drain(..).skip(top).take(room).collect();
        if top > 0 || below > 0 {
            shown.push(Row::plain("   ").with(Role::Quiet, crate::words::hidden(top, below, "line", "lines")));
        }
        panes::rows(&shown, area, paint.theme, paint.cells);
    }
}

impl Page {
    fn new(columns: usize) -> Self {
        Self { columns, ..Self::default() }
    }

    /// How many rows are in view; where they do not all fit, one says how many are hidden.
    fn room(&self, height: usize) -> usize {
        if self.rows.len() <= height { height } else { height.saturating_sub(1).max(1) }
    }

    fn gap(&mut self) {
        self.rows.push(Row::new());
    }

    /// A sentence, wrapped behind its lead.
    fn say(&mut self, lead: &str, text: &str) {
        let blank = " ".repeat(clean::width(lead));
        for (at, line) in wrap(text, self.columns.saturating_sub(clean::width(lead) + 1), 0).into_iter().enumerate() {
            self.rows.push(Row::plain(if at == 0 { lead } else { &blank }).text(line));
        }
    }

    /// A sentence that warns.
    fn warn(&mut self, text: &str) {
        for (at, line) in wrap(text, self.columns.saturating_sub(6), 0).into_iter().enumerate() {
            let lead = if at == 0 { "!" } else { " " };
            self.rows.push(Row::plain("   ").with(Role::Warn, lead).text(" ").text(line));
        }
    }

    /// Command lines that are copied together, each whole and as it may be typed.
    fn commands(&mut self, lines: &[String], scene: &Scene) {
        let from = self.rows.len();
        for (nth, line) in lines.iter().enumerate() {
            // The first row has the key that copies at its right.
            let room = self.columns.saturating_sub(if nth == 0 { 4 + words::COPY.len() + 2 } else { 4 });
            for part in command::rows(&scene.typed(line), room, 2) {
                self.rows.push(Row::plain(if part.edge { "" } else { "   " }).with(Role::Strong, part.text));
            }
        }
        self.takes.push(Take { from, to: self.rows.len(), text: lines.join("\n") });
    }

    /// A text that is copied.
    fn text(&mut self, shown: &str, text: String) {
        let from = self.rows.len();
        self.columns = self.columns.saturating_sub(words::COPY.len() + 2);
        self.say("   ", shown);
        self.columns += words::COPY.len() + 2;
        self.takes.push(Take { from, to: self.rows.len(), text });
    }
}

/// The runs that were seen in the work tree since the brief was written, newest first, one line each.
fn seen(desk: &Desk, scene: &Scene) -> Vec<String> {
    let one = |found: &Found| {
        let at = found.started.map(|at| scene.clock.short(at)).unwrap_or_default();
        words::one(desk.short(&found.session), found.runtime.word(), &at, found.title.as_deref().unwrap_or_default())
    };
    desk.around.since.iter().take(4).map(one).collect()
}

/// The task on which the brief of this attempt stands, with the document as people call it.
fn on_task(desk: &Desk) -> Option<(&TaskRecord, String)> {
    let record = desk.facts.run.record.as_deref()?;
    Some((record, task::document(&desk.recovery.decided)?.to_owned()))
}

fn page(desk: &Desk, scene: &Scene) -> Page {
    match on_task(desk) {
        Some((record, document)) => task_page(record, &document, desk, scene),
        None => own_page(desk, scene),
    }
}

/// What starts the next run of a task, and what that sets off.
fn task_page(record: &TaskRecord, document: &str, desk: &Desk, scene: &Scene) -> Page {
    let decided = &desk.recovery.decided;
    let mut page = Page::new(scene.columns.into());
    let Some(published) = decided.published.get(&decided.attempt) else { return page };
    let place = published.paths.iter().find(|path| path.starts_with("task ")).cloned().unwrap_or_default();
    page.say("   ", &task_words::written(&scene.clock.seconds(published.at), &place));
    page.gap();
    page.say("   ", words::BY_ITSELF);
    for send in task::sends(record, decided, &desk.facts, document) {
        match send {
            Send::Comment { text, resumes } => {
                page.text(&task_words::comment(&text), text);
                page.say("   ! ", &task_words::comment_sets_off(resumes.as_deref()));
                page.say("     ", task_words::STATUS_TOO);
            }
            Send::Reconcile { call, body } => {
                page.text(&format!("{call} {body}"), format!("{call}\n{body}"));
                page.say("   ! ", task_words::RECONCILE_SETS_OFF);
                page.say("     ", task_words::RECONCILE_NOT_READY);
            }
            Send::Alone { at } => {
                let at = at.map_or_else(String::new, |at| format!("at {}", scene.clock.short(at)));
                page.say("   ", &task_words::alone(&at));
            }
            Send::Board => page.say("   ", task_words::BOARD),
        }
    }
    for against in given::against(&desk.facts, decided) {
        page.say("   ! ", &task_words::against(&against));
    }
    page.gap();
    page.say("   ", &task_words::given(&record.given));
    page.say("   ", task_words::NOTHING);
    page
}

/// What starts the next run with a brief in a folder, and what that sets off.
fn own_page(desk: &Desk, scene: &Scene) -> Page {
    let decided = &desk.recovery.decided;
    let mut page = Page::new(scene.columns.into());
    let Some(published) = decided.published.get(&decided.attempt) else { return page };
    let folder = published.paths.first().map(std::path::Path::new).and_then(std::path::Path::parent);
    let folder = folder.unwrap_or(&desk.folder);
    page.say("   ", &words::written(&scene.clock.seconds(published.at), decided.attempt));
    page.say("     ", &format!("{}/", scene.clock.path(folder)));
    page.gap();
    page.say("   ", words::BY_ITSELF);
    let written = desk.written.iter().rev().find(|written| written.brief.attempt == decided.attempt);
    match written.map(|written| written.next.as_slice()) {
        Some(lines @ [_, ..]) => page.commands(lines, scene),
        _ => page.say("   ", words::NO_LINES),
    }
    if let Some(play) = &scene.called.play {
        page.gap();
        page.say("   ", words::DEMO);
        page.commands(std::slice::from_ref(play), scene);
    }
    page.gap();
    page.say("   ", words::SETS_OFF);
    let own = written.and_then(|written| own_tree(&desk.facts, decided, &written.brief.recovery));
    let root = own.as_ref().map_or(desk.facts.tree.root.as_path(), |own| Path::new(&own.folder));
    let place = scene.clock.path(root);
    if let Some(own) = &own {
        page.say("     ", &words::own_tree(&own.branch, &place, short(&own.commit)));
    }
    let start = decided.step.as_ref().map(|step| &step.start);
    let resumes = start.is_some_and(|start| start.mode == StartMode::Resume);
    let session = desk.short(&desk.facts.run.session);
    let off = if resumes { words::resumed(session) } else { words::fresh(desk.facts.run.runtime.word(), &place) };
    page.say("     ", &off);
    let against = crate::steps::compose::still_open(&desk.facts, decided);
    if let Some(why) = against.first().filter(|_| !resumes) {
        page.warn(&words::instead(session, why));
    }
    page.gap();
    // The command that prints the lines above in a shell, with the flags that find this run.
    page.say("   ", words::IN_A_SHELL);
    page.commands(&[format!("{} next {session}", scene.called.line)], scene);
    page.gap();
    page.say("   ", words::THEN);
    page.say("   ", &words::seen(&place, &scene.clock, published.at, desk.around.since.len()));
    for line in seen(desk, scene) {
        let columns = page.columns.saturating_sub(6);
        page.rows.push(Row::plain("     ").text(clean::line(&line)).cut(columns));
    }
    page
}
