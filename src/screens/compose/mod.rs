//! The brief: its sections, its text as it would be written, and the dialog before it is written.
//!
//! The data are the only source: what is shown is rendered from them, masked, byte for byte what goes into the file.

mod draw;
mod sections;

use std::cell::RefCell;
use std::collections::BTreeMap;

use ratatui::layout::Rect;
use tui_textarea::{Input, Key};

use self::sections::Draft;
use super::consent::Line;
use super::form::Purpose;
use super::{Ask, Consent, Desk, Head, Scene, Screen, on_task};
use crate::brief;
use crate::keys::Context;
use crate::model::{Op, Process, Says};
use crate::msg::{Action, Destination, Effect, KeyName, Press, Write};
use crate::steps::confirm;
use crate::widgets::clean;
use crate::widgets::editor::Editor;
use crate::widgets::paint::Paint;
use crate::widgets::text::Pager;
use crate::widgets::theme::Mark;
use crate::words::{compose as words, confirm as confirm_words, sort as sort_words, task as task_words};

/// The name of a half-typed section in a draft begins so.
const DRAFT_KEY: &str = "section ";

/// The brief.
#[derive(Debug, Default)]
pub struct Compose {
    /// Which section has the keys, by its place in `brief::SECTIONS`.
    at: usize,
    /// Whether the text must be scrolled to that section at the next draw.
    follow: RefCell<bool>,
    text: RefCell<Pager>,
    /// The sections that stand in the text, each with the line of the text at which it begins, as it was drawn last.
    heads: RefCell<Vec<(usize, usize)>>,
    /// The section that is edited, with its text now and before.
    editing: Option<(&'static str, RefCell<Editor>, String)>,
    /// Texts that were left half typed.
    half: BTreeMap<&'static str, String>,
    to: Destination,
}

impl Compose {
    /// Whether an action changes the brief, or where it goes.
    fn changes(action: Action) -> bool {
        matches!(action, Action::Edit | Action::Open | Action::Editor | Action::OtherView)
    }

    fn section(&self) -> &'static str {
        brief::SECTIONS.get(self.at).copied().unwrap_or("Goal")
    }

    fn go_section(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(brief::SECTIONS.len() - 1);
        self.follow.replace(true);
    }

    /// The text was scrolled: the section with the keys is one that is in view, so that nothing else is edited.
    fn follow_view(&mut self) -> Vec<Ask> {
        let (text, heads) = (self.text.borrow(), self.heads.borrow());
        let in_view = |(_, line): &&(usize, usize)| text.shows(*line);
        if !heads.iter().filter(in_view).any(|(section, _)| *section == self.at) {
            let top = text.line();
            let over_top = || heads.iter().rev().find(|(_, line)| *line <= top);
            self.at = heads.iter().find(in_view).or_else(over_top).map_or(self.at, |(section, _)| *section);
        }
        vec![]
    }

    /// The text of a section for its editor; `None` with the reason when it is made of something else.
    fn own_text(&self, desk: &Desk, scene: &Scene) -> Result<String, &'static str> {
        let draft = sections::draft(desk, scene);
        let lines = |lines: &[crate::model::Sourced]| {
            lines.iter().map(|line| format!("{} ({})", line.text, line.from)).collect::<Vec<_>>().join("\n")
        };
        match self.section() {
            "Goal" => Ok(draft.brief.goal),
            "Limits" => Ok(lines(&draft.brief.limits)),
            "Decisions" => Ok(lines(&draft.brief.decisions)),
            "Notes" => Ok(draft.brief.notes.unwrap_or_default()),
            "Next step" | "Review criteria" | "Approver" => Err(words::MADE_OF_ASSIGN),
            "Checked progress" | "Outside actions" | "Open questions" => Err(words::MADE_OF_SORT),
            _ => Err(words::MADE_OF_RECORD),
        }
    }

    fn edit(&mut self, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        match self.own_text(desk, scene) {
            Err(why) => vec![Ask::Say(why.to_owned())],
            Ok(text) => {
                let name = self.section();
                let half = self.half.get(name).unwrap_or(&text);
                self.editing = Some((name, RefCell::new(Editor::lines(half)), text));
                vec![Ask::Say(words::EDITING.to_owned())]
            }
        }
    }

    /// While a section is edited every key goes into its text.
    fn in_editor(&mut self, action: Action) -> Vec<Ask> {
        let Some((name, editor, before)) = self.editing.take() else { return vec![] };
        match action {
            Action::Open => {
                self.half.remove(name);
                let text = editor.borrow().text().trim().to_owned();
                return vec![Ask::Save(vec![Op::Section { name: name.to_owned(), text }])];
            }
            Action::Close => {
                self.half.remove(name);
                self.half.extend(half(name, &editor, &before));
                return vec![Ask::Nothing];
            }
            Action::Type(press) => {
                if let Some(input) = input(press) {
                    editor.borrow_mut().press(input);
                }
            }
            _ => {}
        }
        self.editing = Some((name, editor, before));
        vec![Ask::Nothing]
    }

    fn write(&self, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let Draft { brief, markdown, .. } = sections::draft(desk, scene);
        let attempt = brief.attempt;
        let work_tree = self.to == Destination::WorkTree;
        let folder = if work_tree { desk.facts.tree.root.join(".lastgood") } else { desk.folder.clone() };
        let json = serde_json::to_string_pretty(&brief).unwrap_or_default().len();
        let size = words::lines(markdown.lines().count());
        let bytes = sort_words::bytes_words(u64::try_from(json).unwrap_or(0));
        // In a low window the paths scroll; what speaks against writing is seen before `y` is.
        let mut lines: Vec<Line> = brief.draft.then(|| words::draft_line(&brief.missing).into()).into_iter().collect();
        lines.extend(alive(desk, scene).into_iter().map(Line::from));
        lines.push(Line::gap());
        let files = [
            Line::file(&folder, format!("brief-{attempt}.md"), size),
            Line::file(&folder, format!("brief-{attempt}.json"), bytes),
        ];
        let to = self.to;
        let mut yes = words::WRITE_YES;
        if to == Destination::Task {
            lines.extend(on_task::lines(desk, scene, on_task::BRIEF, &markdown, files));
            yes = task_words::YES;
        } else {
            lines.push(format!("{}/", scene.clock.path(&folder)).into());
            lines.extend(files);
            lines.extend([Line::gap(), words::WRITE_ELSE.into()]);
        }
        let over = on_task::over(desk, on_task::BRIEF, to);
        let write = Write::Brief { brief: Box::new(brief), markdown, to, over, replace: vec![] };
        vec![Ask::Consent(Consent::new(words::WRITE_TITLE, lines, yes, write))]
    }
}

impl Screen for Compose {
    fn context(&self, _desk: &Desk) -> Context {
        if self.editing.is_some() { Context::Text } else { Context::Brief }
    }

    fn head(&self, desk: &Desk, scene: &Scene) -> Head {
        draw::head(desk, scene)
    }

    fn not_now(&self, action: Action, desk: &Desk, _scene: &Scene) -> Option<String> {
        let decided = &desk.recovery.decided;
        let written = decided.published.contains_key(&decided.attempt);
        match action {
            Action::Write if written => Some(words::already(decided.attempt)),
            action if written && Self::changes(action) => Some(words::as_written(decided.attempt)),
            _ => None,
        }
    }

    fn offers(&self, action: Action, desk: &Desk) -> bool {
        let decided = &desk.recovery.decided;
        let written = decided.published.contains_key(&decided.attempt);
        !(written && (action == Action::Write || Self::changes(action)))
    }

    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if self.editing.is_some() && action != Action::Write {
            return self.in_editor(action);
        }
        match action {
            Action::Down => self.go_section(1),
            Action::Up => self.go_section(-1),
            Action::First => self.go_section(isize::MIN / 2),
            Action::Last => self.go_section(isize::MAX / 2),
            Action::HalfDown | Action::HalfUp | Action::PageDown | Action::Mark | Action::PageUp => {
                let mut text = self.text.borrow_mut();
                match action {
                    Action::HalfDown => text.half(1),
                    Action::HalfUp => text.half(-1),
                    Action::PageUp => text.pages(-1),
                    _ => text.page(),
                }
                drop(text);
                return self.follow_view();
            }
            Action::Edit | Action::Open => return self.edit(desk, scene),
            Action::Editor => {
                return match self.own_text(desk, scene) {
                    Ok(text) => vec![Ask::Editor(Purpose::Section(self.section().to_owned()), text)],
                    Err(why) => vec![Ask::Say(why.to_owned())],
                };
            }
            Action::OtherView if on_task::next(self.to, desk) != self.to => {
                self.to = on_task::next(self.to, desk);
                return vec![Ask::Say(on_task::moved(self.to, desk))];
            }
            Action::OtherView => return vec![Ask::Say(words::NO_TREE.to_owned())],
            Action::Copy => {
                let draft = sections::draft(desk, scene);
                let what = words::copied(draft.brief.attempt);
                return vec![Ask::Effect(Effect::Copy { text: draft.markdown, what })];
            }
            Action::Pager => return vec![Ask::Effect(Effect::Pager(sections::draft(desk, scene).markdown))],
            Action::Write => {
                return match self.not_now(action, desk, scene) {
                    Some(why) => vec![Ask::Say(why)],
                    None => self.write(desk, scene),
                };
            }
            Action::Close => return vec![Ask::Back],
            _ => {}
        }
        vec![]
    }

    fn accepted(&mut self, purpose: &Purpose, values: &[String], _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        match (purpose, values.first()) {
            (Purpose::Section(name), Some(text)) => {
                vec![Ask::Save(vec![Op::Section { name: name.clone(), text: text.trim().to_owned() }])]
            }
            _ => vec![],
        }
    }

    fn paste(&mut self, text: &str) -> bool {
        if let Some((_, editor, _)) = &self.editing {
            editor.borrow_mut().paste(text);
        }
        self.editing.is_some()
    }

    fn typed(&self) -> Vec<(String, String)> {
        let mut texts = self.half.clone();
        if let Some((name, editor, before)) = &self.editing {
            texts.remove(name);
            texts.extend(half(name, editor, before));
        }
        texts.into_iter().map(|(name, text)| (format!("{DRAFT_KEY}{name}"), text)).collect()
    }

    fn type_again(&mut self, texts: &mut BTreeMap<String, String>) {
        let taken =
            brief::SECTIONS.iter().filter_map(|name| Some((*name, texts.remove(&format!("{DRAFT_KEY}{name}"))?)));
        self.half = taken.collect();
    }

    fn types(&self) -> Option<(Context, Action)> {
        self.editing.as_ref().map(|_| (Context::Brief, Action::Edit))
    }

    fn item(&self, _desk: &Desk) -> Option<String> {
        Some(self.section().to_owned())
    }

    fn go_to(&mut self, item: &str, _desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        if let Some(at) = brief::SECTIONS.iter().position(|name| *name == item) {
            self.at = at;
            self.follow.replace(true);
        }
        vec![]
    }

    fn foot(&self, desk: &Desk, scene: &Scene) -> [String; 2] {
        draw::foot(self, desk, scene)
    }

    fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
        draw::body(self, desk, scene, area, paint);
    }
}

/// What the last look said: how many rows say alive, and of each that was answered who did it and why. An answer makes nothing quiet.
fn alive(desk: &Desk, scene: &Scene) -> Vec<String> {
    let decided = &desk.recovery.decided;
    let signs = &desk.facts.liveness.signs;
    let mut rows = confirm::rows(signs, decided);
    rows.retain(|row| row.says == Says::Alive);
    let mut lines = vec![words::looked(&scene.clock.seconds(desk.looked()), rows.len())];
    let open = rows.iter().filter(|row| !row.open.is_empty()).count();
    if open > 0 {
        lines.push(words::unanswered_rows(open));
    }
    for row in rows.iter().filter(|row| row.open.is_empty()) {
        let lead = row.signs.first().and_then(|index| signs.get(*index));
        let answer = lead.and_then(|sign| Some((sign, decided.answers.get(&sign.key)?)));
        lines.extend(answer.map(|(sign, answer)| {
            let mark = scene.theme.mark(Mark::More);
            // The first words of two commands are often the same.
            let named = |process: &Process| confirm_words::named(&process.comm, process.pid);
            let what = sign.process.as_ref().map_or_else(|| clean::cut(&clean::line(&sign.what), 30, mark), named);
            words::answered_row(&what, &answer.by, &clean::line(&answer.reason))
        }));
    }
    lines
}

/// A section whose text in the editor is not what it was.
fn half(name: &'static str, editor: &RefCell<Editor>, before: &str) -> Option<(&'static str, String)> {
    let text = editor.borrow().text();
    (text.trim() != before.trim()).then_some((name, text))
}

/// A key in the words of the text field.
pub fn input(press: Press) -> Option<Input> {
    let key = match press.key {
        KeyName::Char(letter) => Key::Char(letter),
        KeyName::Enter => Key::Enter,
        KeyName::Backspace => Key::Backspace,
        KeyName::Delete => Key::Delete,
        KeyName::Up => Key::Up,
        KeyName::Down => Key::Down,
        KeyName::Left => Key::Left,
        KeyName::Right => Key::Right,
        KeyName::Home => Key::Home,
        KeyName::End => Key::End,
        KeyName::PageUp => Key::PageUp,
        KeyName::PageDown => Key::PageDown,
        KeyName::Esc | KeyName::Tab | KeyName::BackTab => return None,
    };
    Some(Input { key, ctrl: press.ctrl, alt: false, shift: false })
}
