//! Where an action goes, and what becomes of what a screen asks for.

use super::App;
use crate::keys::{self, Context, When};
use crate::model::Step;
use crate::msg::{Action, Effect, Write};
use crate::screens::form::{Answer, Purpose};
use crate::screens::overlay::Overlay;
use crate::screens::{self, Ask, Consent, Form, Place};
use crate::words;

impl App {
    pub(super) fn act(&mut self, action: Action, out: &mut Vec<Effect>) {
        match action {
            Action::Leave => return self.leave(out),
            Action::Redraw => return out.push(Effect::Redraw),
            Action::Suspend => return out.push(Effect::Suspend),
            _ => {}
        }
        if let Some(form) = &mut self.form {
            let answer = form.on(action, &self.scene);
            return self.form_answered(answer, out);
        }
        if self.consent.is_some() {
            return self.answer_consent(action, out);
        }
        let context = self.context();
        if let Some(why) = keys::row(context, action).and_then(|key| self.refuses(key.when)) {
            self.said = Some(words::app::not_now(&why));
            return;
        }
        if self.overlay.is_some() {
            return self.act_over(action, out);
        }
        if let Some(why) = self.not_now(action) {
            self.said = Some(words::app::not_now(&why));
            return;
        }
        self.form_by = Some(action);
        match action {
            Action::Mouse => {
                self.mouse = !self.mouse;
                self.said = Some(words::app::mouse(self.mouse));
                out.push(Effect::Mouse(self.mouse));
            }
            Action::Help | Action::Problems | Action::FourStates | Action::Palette => {
                self.overlay = self.under(|under| Overlay::open(action, under));
            }
            Action::Step(step) if self.place.step() == Some(step) => self.said = Some(words::app::here().to_owned()),
            Action::Brief if self.place == Place::Brief => self.said = Some(words::app::here().to_owned()),
            Action::Step(step) => self.go(Place::of(step), out),
            Action::Brief => self.go(Place::Brief, out),
            Action::Undo | Action::Redo => self.undo(action == Action::Redo, out),
            Action::Find => self.form = Some(Form::find("")),
            Action::Look if self.desk.is_some() => {
                self.said = Some(words::app::looking().to_owned());
                out.push(Effect::Look);
            }
            Action::Gates => self.gates(),
            Action::Salvage | Action::KeepGood => self.salvage(out),
            Action::Packet => self.go(Place::Packet, out),
            Action::Copies => self.overlay = Some(Overlay::copies()),
            Action::TakeOver => self.ask_to_take_over(),
            Action::Back => self.go_back(out),
            Action::Close => {
                if !self.on_screen(action, out) {
                    self.close(out);
                }
            }
            Action::Left => {
                if !self.on_screen(action, out) && self.place == Place::Viewer {
                    self.close(out);
                }
            }
            _ => {
                let used = self.on_screen(action, out);
                self.silent(action, used);
            }
        }
    }

    /// A key that did nothing says so; a cursor that stands at the end is seen.
    fn silent(&mut self, action: Action, used: bool) {
        if !used && !action.moves() && self.said.is_none() {
            self.said = Some(words::app::no_use().to_owned());
        }
    }

    /// Lets the screen, or the screen that owns the action, do it; returns whether it did anything.
    fn on_screen(&mut self, action: Action, out: &mut Vec<Effect>) -> bool {
        if self.place == Place::Picker {
            let asks = self.picker.on(action, &self.scene);
            let used = !asks.is_empty();
            self.carry_out(asks, out);
            return used;
        }
        let place = screens::owner(action, self.place).unwrap_or(self.place);
        self.with(place, out, |screen, desk, scene| screen.on(action, desk, scene))
    }

    /// Why an action is not possible now, by the screen that takes it.
    pub(crate) fn not_now(&self, action: Action) -> Option<String> {
        let desk = self.desk.as_ref()?;
        if action == Action::Gates {
            let runs = desk.gates.as_ref().is_some_and(|running| running.over.is_none());
            return if runs { None } else { screens::gates::not_now(desk, self.place) };
        }
        if action == Action::KeepGood
            && let Some(why) = desk.read_only()
        {
            return Some(why);
        }
        if matches!(action, Action::Salvage | Action::KeepGood) {
            return (!desk.facts.tree.exists).then(|| words::gates::NO_TREE.to_owned());
        }
        let place = screens::owner(action, self.place).unwrap_or(self.place);
        let (_, screen) = self.screens.iter().find(|(known, _)| *known == place)?;
        screen.not_now(action, desk, &self.scene)
    }

    /// Why the table says that it does not apply now.
    pub(crate) fn refuses(&self, when: When) -> Option<String> {
        match (when, &self.desk) {
            (When::Always, _) | (When::Opened, Some(_)) => None,
            (When::Opened | When::Deciding, None) => Some(words::app::open_a_run_first()),
            (When::Deciding, Some(desk)) => desk.read_only(),
        }
    }

    pub(super) fn carry_out(&mut self, asks: Vec<Ask>, out: &mut Vec<Effect>) {
        let mut nameless = false;
        for ask in asks {
            // What follows a decision waits with it: the name is asked for where the decision was made.
            if nameless {
                self.after_name.push(ask);
                continue;
            }
            match ask {
                Ask::Open(run, asked) => out.extend(self.open_by(run, &asked)),
                Ask::Effect(effect) => out.push(effect),
                Ask::Save(ops) => {
                    let before = self.nameless.len();
                    self.save(ops, out);
                    nameless = self.nameless.len() > before;
                }
                Ask::Go(place) => self.go(place, out),
                Ask::At(place, item) => {
                    self.go(place, out);
                    self.with(place, out, |screen, desk, scene| screen.go_to(&item, desk, scene));
                }
                Ask::View(product) => self.view(&product, out),
                Ask::Event(event) => self.view(&format!("event:{event}"), out),
                Ask::Back => self.close(out),
                Ask::Form(form) => self.ask(form),
                Ask::Consent(consent) => {
                    out.extend(consent.looks());
                    self.consent = Some(consent);
                }
                Ask::Editor(purpose, text) => {
                    let ticket = self.next_ticket();
                    self.editing = Some((ticket, purpose));
                    out.push(Effect::Editor { ticket, text });
                }
                Ask::Say(words) => self.said = Some(words),
                Ask::Do(action) => self.act(action, out),
                Ask::Nothing => {}
            }
        }
    }

    fn view(&mut self, item: &str, out: &mut Vec<Effect>) {
        self.go(Place::Viewer, out);
        self.with(Place::Viewer, out, |screen, desk, scene| screen.go_to(item, desk, scene));
    }

    /// Goes to a screen. Steps stand side by side; the viewer and the brief lie on top of where one came from.
    pub(super) fn go(&mut self, place: Place, out: &mut Vec<Effect>) {
        let known = self.screens.iter().any(|(screen, _)| *screen == place);
        if place == self.place || self.desk.is_none() || !known {
            return;
        }
        self.left(out);
        if place.step().is_some() {
            self.back = vec![Place::Picker];
        } else {
            self.back.retain(|known| *known != place);
            self.back.push(self.place);
        }
        self.place = place;
        self.with(place, out, |screen, desk, scene| screen.entered(desk, scene));
        self.refresh(out);
    }

    /// Closes what lies on top; never leaves, and never shuts an open run.
    fn close(&mut self, out: &mut Vec<Effect>) {
        if self.place.step().is_none() && self.place != Place::Picker {
            self.go_back(out);
        }
    }

    /// Lets the screen say what is not written down yet before another one takes its place.
    fn left(&mut self, out: &mut Vec<Effect>) {
        let place = self.place;
        self.with(place, out, |screen, desk, scene| screen.left(desk, scene));
    }

    pub(super) fn go_back(&mut self, out: &mut Vec<Effect>) {
        self.left(out);
        let Some(place) = self.back.pop() else { return self.leave(out) };
        let desk = self.desk.as_ref();
        let open = desk
            .zip(self.screen())
            .filter(|_| self.place == Place::Viewer)
            .and_then(|(desk, screen)| screen.item(desk));
        if place == Place::Picker && self.desk.is_some() {
            self.keep_draft(out);
            self.desk = None;
            out.push(Effect::Shut);
            out.push(Effect::Find { all: self.picker.all() });
        }
        self.place = place;
        self.refresh(out);
        // The list stands on what was open last, also when deciding in the viewer went on to other products.
        if let Some(item) = open.filter(|_| place == Place::Sort) {
            self.with(place, out, |screen, desk, scene| screen.go_to(&item, desk, scene));
        }
    }

    fn leave(&mut self, out: &mut Vec<Effect>) {
        self.left(out);
        self.keep_draft(out);
        out.push(Effect::Leave);
    }

    /// Lets the screen take in what changed underneath it.
    pub(super) fn refresh(&mut self, out: &mut Vec<Effect>) {
        self.count_steps();
        let place = self.place;
        self.with(place, out, |screen, desk, scene| screen.refreshed(desk, scene));
    }

    /// Opens a form; what was half typed in it is still there.
    pub(super) fn ask(&mut self, mut form: Form) {
        if !form.line {
            form.restore(&self.half_typed);
        }
        self.form = Some(form);
    }

    pub(super) fn form_answered(&mut self, answer: Answer, out: &mut Vec<Effect>) {
        let refused = self.desk.as_ref().and_then(crate::screens::Desk::read_only);
        let Some(form) = &mut self.form else { return };
        let purpose = form.purpose.clone();
        if let (Answer::Accepted(_), Some(why), false) = (&answer, &refused, form.line || purpose == Purpose::TakeOver)
        {
            // What was typed stays where it can be read: it cannot be written down.
            form.refused = Some(words::app::not_now(why));
            return;
        }
        let values = match answer {
            Answer::Open => return,
            Answer::Closed => {
                form.forget(&mut self.half_typed);
                let line = form.line;
                self.form = None;
                self.nameless.clear();
                self.after_name.clear();
                if !line {
                    return;
                }
                vec![String::new()]
            }
            Answer::Accepted(values) => {
                form.forget(&mut self.half_typed);
                self.form = None;
                values
            }
            Answer::Typed(values) => values,
        };
        self.accept(&purpose, &values, out);
    }

    pub(super) fn accept(&mut self, purpose: &Purpose, values: &[String], out: &mut Vec<Effect>) {
        let first = values.first().cloned().unwrap_or_default();
        match purpose {
            Purpose::Gates => self.gates_chosen(values),
            Purpose::OfferPacket if screens::packet::accepts(&first) => self.go(Place::Packet, out),
            Purpose::Operator => self.named(first, out),
            Purpose::TakeOver => self.take_over(first, out),
            Purpose::Find if self.overlay.is_some() => {
                if let Some(overlay) = &mut self.overlay {
                    overlay.find(&first);
                }
            }
            Purpose::Find if self.place == Place::Picker => {
                let asks = self.picker.filter(&first, &self.scene);
                self.carry_out(asks, out);
            }
            _ => {
                let place = self.place;
                self.with(place, out, |screen, desk, scene| screen.accepted(purpose, values, desk, scene));
            }
        }
    }

    fn answer_consent(&mut self, action: Action, out: &mut Vec<Effect>) {
        match action {
            Action::Yes => {
                if let Some(why) = self.consent.as_ref().and_then(|consent| consent.waits(&self.scene)) {
                    self.said = Some(why);
                    return;
                }
                let Some(consent) = self.consent.take().map(Consent::agreed) else { return };
                let ticket = self.next_ticket();
                self.said = Some(words::app::writing());
                self.then = consent.then;
                if matches!(consent.write, Write::Gates(_)) {
                    self.said = None;
                    self.gates_begin();
                }
                out.push(Effect::Write { ticket, write: Box::new(consent.write) });
            }
            Action::Close => {
                self.consent = None;
                self.said = Some(words::app::nothing_written());
            }
            _ => {
                if let Some(consent) = &mut self.consent {
                    self.said = consent.on(action, &self.scene);
                }
            }
        }
    }

    fn act_over(&mut self, action: Action, out: &mut Vec<Effect>) {
        let Some(mut overlay) = self.overlay.take() else { return };
        if overlay.context() != Context::Palette {
            match action {
                Action::Close | Action::Back => return,
                Action::Find => {
                    self.form = Some(Form::find(""));
                    self.overlay = Some(overlay);
                    return;
                }
                Action::Step(step) => return self.go(Place::of(step), out),
                Action::Help | Action::Problems | Action::FourStates | Action::Palette => {
                    // The key that opened a page closes it again.
                    let next = self.under(|under| Overlay::open(action, under));
                    self.overlay = next.filter(|next| next.context() != overlay.context());
                    return;
                }
                _ => {}
            }
        }
        let before = overlay.clone();
        let (stays, asks) = self.under(|under| overlay.on(action, under));
        let used = !stays || !asks.is_empty() || overlay != before || overlay.context().types();
        if stays {
            self.overlay = Some(overlay);
        }
        self.carry_out(asks, out);
        self.silent(action, used);
    }

    pub(super) fn click(&mut self, row: u16, out: &mut Vec<Effect>) {
        if self.form.is_some() || self.consent.is_some() || self.overlay.is_some() {
            return;
        }
        let body = if self.place == Place::Picker { self.scene.tall_body() } else { self.scene.body() };
        if !body.contains((0, row).into()) {
            return;
        }
        let row = row - body.y;
        if self.place == Place::Picker {
            let asks = self.picker.click(row, &self.scene);
            return self.carry_out(asks, out);
        }
        let place = self.place;
        self.with(place, out, |screen, desk, scene| screen.click(row, desk, scene));
    }

    /// The screen of the step in which work waits.
    pub(super) fn waiting_place(&self) -> Place {
        let open = self.steps.settled.iter().position(|settled| !settled);
        Place::of([Step::Confirm, Step::Sort, Step::Assign, Step::Review][open.unwrap_or(3)])
    }
}
