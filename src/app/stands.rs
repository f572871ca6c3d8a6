//! One recovery, several operators: who holds it, taking it over, and learning that somebody else did.

use super::App;
use crate::model::Standing;
use crate::msg::{Effect, Stands};
use crate::screens::Form;
use crate::screens::form::{Field, Purpose};
use crate::words::app as words;

impl App {
    /// Asks before the recovery is taken over: by whom, and what becomes of who holds it.
    pub(super) fn ask_to_take_over(&mut self) {
        let Some((desk, Standing::Held(holder))) = self.desk.as_ref().map(|desk| (desk, &desk.standing)) else {
            self.said = Some(words::nothing_to_take_over().to_owned());
            return;
        };
        let user = Some(&self.picker.user).filter(|user| !user.is_empty());
        // The name on record is that of who holds it, unless it was said for this program.
        let own = desk.operator.as_ref().filter(|name| **name != holder.by).or(user).cloned().unwrap_or_default();
        let since = self.scene.clock.short(holder.since);
        let field = Field::text(words::who_field(), &own).needed(words::who_needed());
        let form = Form::new(Purpose::TakeOver, words::take_over_title(&holder.by), vec![field])
            .notes(words::take_over_notes(&holder.by, &holder.host, &since, holder.pid));
        self.ask(form);
    }

    pub(super) fn take_over(&mut self, by: String, out: &mut Vec<Effect>) {
        if let Some(desk) = &mut self.desk {
            desk.operator = Some(by.clone());
            out.push(Effect::TakeOver { by });
        }
    }

    /// Takes in what another operator did. Where one is and what one has typed stays.
    pub(super) fn stands(&mut self, stands: Stands, out: &mut Vec<Effect>) {
        let Some(desk) = &mut self.desk else { return };
        let was = std::mem::replace(&mut desk.standing, stands.standing);
        desk.recovery = stands.recovery;
        desk.written = stands.written;
        let now = self.scene.clock.now;
        let read = std::mem::take(&mut desk.read);
        desk.has_read(read, now);
        desk.saving.clear();
        if let Some(around) = stands.around {
            desk.around = around;
        }
        desk.knows();
        if desk.recovery.decided.handed_over() {
            // What lives now is the next run, which step 4 asks about.
            desk.news = None;
        }
        let held = matches!(desk.standing, Standing::Held(_) | Standing::Gone);
        let says = match (&was, &desk.standing) {
            (Standing::Writable, Standing::Held(holder)) => Some(words::lost(&holder.by, &holder.host)),
            (Standing::Held(before), Standing::Held(now)) if before.by != now.by => {
                Some(words::lost(&now.by, &now.host))
            }
            (Standing::Held(before), Standing::Writable) => {
                let taken = desk.recovery.entries.last().is_some_and(|last| last.op.takes_over());
                desk.operator = desk.operator.take().or_else(|| desk.recovery.decided.operator.clone());
                Some(if taken { words::took_over(&before.by) } else { words::holder_left(&before.by) })
            }
            (_, Standing::Gone) => Some(words::gone().to_owned()),
            _ => None,
        };
        if held {
            self.give_up_forms();
        } else {
            // What was half typed by who held it is not lost; what one typed oneself wins.
            for (field, text) in stands.texts {
                self.half_typed.entry(field).or_insert(text);
            }
        }
        self.said = says.or(self.said.take());
        self.refresh(out);
        self.follow(out);
    }

    /// Turns to the run whose end is being recovered, when another attempt begins or is taken back.
    pub(super) fn follow(&mut self, out: &mut Vec<Effect>) {
        let Some(desk) = &self.desk else { return };
        let dead = desk.recovery.decided.dead_run().filter(|dead| dead.session != desk.run.session);
        // Without a transcript there is nothing to turn to.
        if let Some(run) = dead.filter(|dead| !dead.transcript.is_empty() && self.opening.is_none()).cloned() {
            out.extend(self.open(run));
        }
    }

    /// Closes what asks for a decision, since none can be made any more; what was typed is kept.
    fn give_up_forms(&mut self) {
        if let Some(form) = self.form.take_if(|form| !form.line && form.purpose != Purpose::TakeOver) {
            form.remember(&mut self.half_typed);
        }
        self.consent = None;
        self.nameless.clear();
        self.after_name.clear();
    }
}
