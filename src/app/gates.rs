//! Gates and kept copies: which dialog is asked, and what becomes of what happens while gates run.

use super::App;
use crate::msg::{Action, Effect, GateNews, Surveyed};
use crate::screens::gates;
use crate::screens::overlay::Overlay;
use crate::words;

impl App {
    /// `R`: asks which gates, or shows those that run.
    pub(super) fn gates(&mut self) {
        let Some(desk) = &self.desk else { return };
        if desk.gates.as_ref().is_some_and(|running| running.over.is_none()) {
            self.overlay = Some(Overlay::gates());
            return;
        }
        let form = gates::form(desk, self.place);
        self.new_gate = None;
        self.ask(form);
    }

    /// `S`: looks at the content; the dialog follows when that is known.
    pub(super) fn salvage(&mut self, out: &mut Vec<Effect>) {
        self.said = Some(words::gates::copies::LOOKING.to_owned());
        out.push(Effect::Survey);
    }

    /// What was typed into the form of gates.
    pub(super) fn gates_chosen(&mut self, values: &[String]) {
        let Some(desk) = &self.desk else { return };
        if values.iter().all(String::is_empty) {
            return;
        }
        let new = gates::own_command(values);
        if let Some(own) = new.filter(|own| self.new_gate.as_deref() != Some(own)) {
            self.new_gate = Some(own.to_owned());
            self.form = Some(gates::form_again(values, desk, self.place, words::gates::is_new(own)));
            return;
        }
        match gates::consent(values, desk, self.place, &self.scene) {
            Ok(consent) => self.consent = Some(consent),
            Err(why) => {
                self.said = Some(why);
                let form = gates::form(desk, self.place);
                self.ask(form);
            }
        }
    }

    /// Gates were agreed to: their page opens.
    pub(super) fn gates_begin(&mut self) {
        if let Some(desk) = &mut self.desk {
            desk.gates = Some(gates::Running::default());
        }
        self.overlay = Some(Overlay::gates());
    }

    pub(super) fn gates_say(&mut self, news: GateNews) {
        let Some(desk) = &mut self.desk else { return };
        let running = desk.gates.get_or_insert_default();
        let end = matches!(news, GateNews::End(_));
        running.hears(news);
        if end {
            self.said = Some(gates::says(running));
        }
    }

    pub(super) fn surveyed(&mut self, surveyed: &Surveyed) {
        let Some(desk) = &self.desk else { return };
        self.said = None;
        let asked = match self.form_by {
            Some(Action::KeepGood) => gates::keep_good(surveyed, desk),
            _ => gates::salvage(surveyed, desk),
        };
        match asked {
            Ok(consent) if self.form.is_none() => self.consent = Some(consent),
            Ok(_) => {}
            Err(why) => self.said = Some(words::app::not_now(&why)),
        }
    }
}
