//! The state between two frames; `update(Msg)` routes, nothing else.
//!
//! Keys become actions by the key table and go to what lies on top: a form, a dialog that writes, a page over the screen,
//! the screen. What a screen asks for is carried out here or handed on as an effect. No clock, no environment, no I/O.

mod came;
mod draw;
mod gates;
mod ops;
mod route;
mod stands;
mod undone;

use std::collections::BTreeMap;

use crate::keys::{self, Context};
use crate::model::{Draft, Op, RunMark};
use crate::msg::{Action, Effect, KeyName, Msg, Press};
use crate::screens::chrome::Steps;
use crate::screens::overlay::{Overlay, Under};
use crate::screens::{self, Ask, Consent, Desk, Form, Place, Scene, Screen, form, picker};
use crate::words;

/// So many keys wait for a run that is being opened; what comes after them is dropped, and that is said.
const HELD_AT_MOST: usize = 50;

/// The state between two frames.
#[derive(Debug)]
pub struct App {
    /// The window, and how times and paths are written.
    pub scene: Scene,
    /// Where we are.
    pub place: Place,
    /// What lies open; `None` in the picker.
    pub desk: Option<Desk>,
    /// The run picker.
    pub picker: picker::State,
    /// The other screens.
    screens: Vec<(Place, Box<dyn Screen>)>,
    /// How the steps of the open run stand.
    steps: Steps,
    /// Where one came from.
    back: Vec<Place>,
    /// The page over the screen.
    overlay: Option<Overlay>,
    /// The form that has the keys.
    form: Option<Form>,
    /// The key with which it was opened, for the draft.
    form_by: Option<Action>,
    /// The dialog before something is written elsewhere.
    consent: Option<Consent>,
    /// What comes after the writing that was agreed to.
    then: String,
    /// Decisions that wait until the operator has a name.
    nameless: Vec<Op>,
    /// What the screen asked for behind them.
    after_name: Vec<Ask>,
    /// What was said last; the next key takes it away.
    said: Option<String>,
    /// Texts that were half typed, by form and field.
    half_typed: BTreeMap<String, String>,
    /// The draft that was handed on last.
    kept: Draft,
    /// For what the editor is open.
    editing: Option<(u64, form::Purpose)>,
    /// The run that is being opened.
    opening: Option<RunMark>,
    /// The run that was asked for, by session, which may be another one of the same recovery.
    asked_for: Option<String>,
    /// A command that is none of the known gates, and of which that was said: only then enter takes it.
    new_gate: Option<String>,
    /// Whether it opens where its work waits, wherever one was when it was left.
    anew: bool,
    /// Keys that were pressed while it was being opened.
    waiting: Vec<Press>,
    /// The number of the last ticket.
    ticket: u64,
    mouse: bool,
    changed: bool,
}

impl App {
    /// The program as it starts: in the picker, with nothing found yet.
    pub fn new(scene: Scene) -> Self {
        Self {
            scene,
            place: Place::Picker,
            desk: None,
            picker: picker::State::default(),
            screens: screens::all(),
            steps: Steps::default(),
            back: vec![],
            overlay: None,
            form: None,
            form_by: None,
            consent: None,
            then: String::new(),
            nameless: vec![],
            after_name: vec![],
            said: None,
            half_typed: BTreeMap::new(),
            kept: Draft::default(),
            editing: None,
            opening: None,
            asked_for: None,
            new_gate: None,
            anew: false,
            waiting: vec![],
            ticket: 0,
            mouse: false,
            changed: true,
        }
    }

    /// Takes in what happened and says what is asked of the world.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut out = vec![];
        match msg {
            Msg::Key(press) | Msg::EscThen(press) if self.unseen() => self.press_unseen(press, &mut out),
            Msg::Paste(_) | Msg::Wheel(_) | Msg::Click { .. } if self.unseen() => {}
            Msg::Key(press) => self.press(press, &mut out),
            // In a field it may be a key with alt after all, and closing it would give up what was typed.
            Msg::EscThen(_) if self.context().types() => {}
            Msg::EscThen(press) => {
                self.press(Press { key: KeyName::Esc, ctrl: false }, &mut out);
                self.press(press, &mut out);
            }
            Msg::Paste(text) => self.paste(&text, &mut out),
            Msg::Resize { columns, rows } => {
                self.scene.columns = columns;
                self.scene.rows = rows;
                self.refresh(&mut out);
            }
            Msg::Wheel(lines) => {
                let action = if lines > 0 { Action::Down } else { Action::Up };
                for _ in 0..lines.unsigned_abs().min(10) {
                    self.act(action, &mut out);
                }
            }
            Msg::Click { row, .. } => self.click(row, &mut out),
            Msg::End => {
                self.keep_draft(&mut out);
                out.push(Effect::Leave);
            }
            Msg::Stop => out.push(Effect::Suspend),
            Msg::Back => out.push(Effect::Redraw),
            Msg::Say(words) => self.said = Some(words),
            other => return self.answered(other),
        }
        self.changed = true;
        self.keep_draft(&mut out);
        out
    }

    /// Whether anything changed since this was asked last.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Opens a run, as the picker does.
    pub fn open(&mut self, run: RunMark) -> Vec<Effect> {
        self.picker.opening = Some(run.session.clone());
        self.opening = Some(run.clone());
        self.changed = true;
        vec![Effect::Open(run)]
    }

    /// Opens a run by another one of its recovery, which was asked for: of which attempt that is, is said.
    pub fn open_by(&mut self, run: RunMark, asked: &str) -> Vec<Effect> {
        self.asked_for = Some(asked.to_owned());
        self.open(run)
    }

    /// Opens a run of which something new is to be looked at: it opens where its work waits, not where one was.
    pub fn open_anew(&mut self, run: RunMark) -> Vec<Effect> {
        self.anew = true;
        self.open(run)
    }

    /// Whose keys count now.
    pub fn context(&self) -> Context {
        if let Some(form) = &self.form {
            return if form.line { Context::Find } else { Context::Form };
        }
        if self.consent.is_some() {
            return Context::Consent;
        }
        match (&self.overlay, &self.desk, self.screen()) {
            (Some(overlay), ..) => overlay.context(),
            (None, Some(desk), Some(screen)) => screen.context(desk),
            _ => Context::Picker,
        }
    }

    /// Lets a page over the screen look at what lies under it.
    fn under<T>(&self, look: impl FnOnce(&Under) -> T) -> T {
        let on_screen = match (&self.desk, self.screen()) {
            (Some(desk), Some(screen)) => screen.context(desk),
            _ => Context::Picker,
        };
        let not_now = |action| {
            let by_table = keys::row(on_screen, action).and_then(|key| self.refuses(key.when));
            by_table.or_else(|| self.not_now(action))
        };
        look(&Under {
            place: self.place,
            context: on_screen,
            desk: self.desk.as_ref(),
            facts: self.desk.as_ref().map(|desk| &desk.facts).or_else(|| self.picker.facts()),
            decided: match &self.desk {
                Some(desk) => Some(&desk.recovery.decided),
                None => self.picker.row().and_then(|row| row.decided.as_deref()),
            },
            chosen: self.desk.is_some() || self.picker.row().is_some(),
            catalog: self.picker.catalog.as_ref(),
            scene: &self.scene,
            not_now: &not_now,
        })
    }

    fn screen(&self) -> Option<&dyn Screen> {
        self.screens.iter().find(|(place, _)| *place == self.place).map(|(_, screen)| &**screen)
    }

    /// Lets a screen do something with the desk, and carries out what it asks for.
    fn with(
        &mut self,
        place: Place,
        out: &mut Vec<Effect>,
        ask: impl FnOnce(&mut dyn Screen, &Desk, &Scene) -> Vec<Ask>,
    ) -> bool {
        let screen = self.screens.iter_mut().find(|(known, _)| *known == place).map(|(_, screen)| &mut **screen);
        let (Some(screen), Some(desk)) = (screen, &self.desk) else { return false };
        let asks = ask(screen, desk, &self.scene);
        let used = !asks.is_empty();
        self.carry_out(asks, out);
        used
    }

    /// Whether the window is too small to show what a key would do.
    fn unseen(&self) -> bool {
        screens::chrome::is_too_small(&self.scene)
    }

    /// In a window that shows nothing, nothing is decided, looked at or typed: only the keys of the terminal itself work.
    fn press_unseen(&mut self, press: Press, out: &mut Vec<Effect>) {
        if let Some(action @ (Action::Leave | Action::Suspend | Action::Redraw)) =
            keys::action(Context::Everywhere, press)
        {
            self.act(action, out);
        }
    }

    fn press(&mut self, press: Press, out: &mut Vec<Effect>) {
        let everywhere = keys::action(Context::Everywhere, press);
        let at_once = matches!(everywhere, Some(Action::Leave | Action::Suspend | Action::Redraw));
        if self.opening.is_some() && !at_once {
            return self.hold(press);
        }
        self.said = None;
        match keys::action(self.context(), press) {
            Some(action) => self.act(action, out),
            None => self.said = Some(words::app::no_use().to_owned()),
        }
    }

    /// Keeps a key for the run that is being opened: in the picker it would mean something else.
    fn hold(&mut self, press: Press) {
        let full = self.waiting.len() >= HELD_AT_MOST;
        if !full {
            self.waiting.push(press);
        }
        self.said = Some(words::app::held_keys(self.waiting.len(), full));
    }

    /// Presses what waited for the run, as far as it only moves or chooses a step; the rest would answer what nobody saw yet.
    fn press_waiting(&mut self, out: &mut Vec<Effect>) {
        let mut waiting = std::mem::take(&mut self.waiting).into_iter();
        while let Some(press) = waiting.next() {
            let harmless =
                !self.unseen() && keys::action(self.context(), press).is_some_and(|does| self.is_blind(does));
            if !harmless {
                self.said = Some(words::app::dropped_keys(waiting.len() + 1));
                return;
            }
            self.press(press, out);
        }
    }

    /// Whether an action may be carried out before its screen was seen: a cursor that moves in a list, or another step.
    fn is_blind(&self, action: Action) -> bool {
        let moves = matches!(
            action,
            Action::Up | Action::Down | Action::First | Action::Last | Action::HalfUp | Action::HalfDown
        );
        // A text that is moved counts as read, and a dialog has keys of its own.
        let list = self.place.step().is_some() && self.form.is_none() && self.consent.is_none();
        list && self.overlay.is_none() && (moves || matches!(action, Action::Step(_)))
    }

    fn paste(&mut self, text: &str, out: &mut Vec<Effect>) {
        match &mut self.form {
            Some(form) => {
                let answer = form.paste(text);
                self.form_answered(answer, out);
            }
            None if self.overlay.as_mut().is_some_and(|overlay| overlay.paste(text)) => {}
            None => {
                let place = self.place;
                let screen = self.screens.iter_mut().find(|(known, _)| *known == place);
                if !screen.is_some_and(|(_, screen)| screen.paste(text)) {
                    self.said = Some(words::app::paste_ignored());
                }
            }
        }
    }

    fn next_ticket(&mut self) -> u64 {
        self.ticket += 1;
        self.ticket
    }
}
