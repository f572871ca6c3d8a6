//! Decisions on their way to the disk and back, and what the world answered.

use super::{App, undone};
use crate::keys;
use crate::model::{Draft, Op, Standing, Step, Waits};
use crate::msg::{Effect, Looked, Msg, Opened, Press};
use crate::screens::form::{Field, Purpose};
use crate::screens::overlay::Overlay;
use crate::screens::review::rows;
use crate::screens::{Desk, Form, Place};
use crate::steps;
use crate::words;

impl App {
    /// Hands decisions on; they count when `Msg::Saved` comes back. The first one asks who decides.
    pub(super) fn save(&mut self, ops: Vec<Op>, out: &mut Vec<Effect>) {
        let Some(desk) = &self.desk else { return };
        if let Some(why) = desk.read_only() {
            self.said = Some(words::app::not_now(&why));
            return;
        }
        if !desk.begun() && ops.iter().all(|op| matches!(op, Op::Read { .. })) {
            let now = self.scene.clock.now;
            if let Some(desk) = &mut self.desk {
                desk.has_read(ops, now);
            }
            return;
        }
        // What was read is a fact that needs no name.
        if desk.operator.is_none() && ops.iter().any(Op::undoable) {
            self.nameless.extend(ops);
            self.ask_name();
            return;
        }
        self.hand_on(ops, out);
    }

    /// Hands decisions on, behind what was read before the first of them.
    fn hand_on(&mut self, ops: Vec<Op>, out: &mut Vec<Effect>) {
        let ticket = self.next_ticket();
        let Some(desk) = &mut self.desk else { return };
        let (mut all, ops): (Vec<_>, Vec<_>) = ops.into_iter().partition(|op| matches!(op, Op::Join { .. }));
        all.append(&mut desk.read);
        all.extend(ops);
        desk.saving.push((ticket, all.clone()));
        out.push(Effect::Save { ticket, ops: all });
    }

    fn ask_name(&mut self) {
        let field = Field::text(words::app::who_field(), &self.picker.user).needed(words::app::who_needed());
        let form = Form::new(Purpose::Operator, words::app::who_title(), vec![field]).notes(words::app::who_notes());
        self.ask(form);
    }

    pub(super) fn named(&mut self, name: String, out: &mut Vec<Effect>) {
        let ops = std::mem::take(&mut self.nameless);
        if let Some(desk) = &mut self.desk {
            desk.operator = Some(name.clone());
        }
        let mut all = vec![Op::Operator { name }];
        all.extend(ops);
        self.save(all, out);
        let after = std::mem::take(&mut self.after_name);
        self.carry_out(after, out);
    }

    pub(super) fn undo(&mut self, redo: bool, out: &mut Vec<Effect>) {
        let Some(desk) = &self.desk else { return };
        let recovery = &desk.recovery;
        let of_act = if redo { recovery.redo_target() } else { recovery.undo_target() };
        let one = |seq| if redo { Op::Redo { seq } } else { Op::Undo { seq } };
        let ops: Vec<Op> = of_act.into_iter().map(|entry| one(entry.seq)).collect();
        if ops.is_empty() {
            self.said = Some(words::app::nothing_to_undo(redo));
        } else {
            self.save(ops, out);
        }
    }

    /// Takes in what the world answered.
    pub(super) fn answered(&mut self, msg: Msg) -> Vec<Effect> {
        let mut out = vec![];
        let mut changed = true;
        match msg {
            Msg::Found(catalog) => {
                let asks = self.picker.found(*catalog, &self.scene);
                self.carry_out(asks, &mut out);
                changed = self.place == Place::Picker;
            }
            Msg::Known(known) => {
                changed = self.place == Place::Picker;
                let asks = self.picker.known(*known, &self.scene);
                self.carry_out(asks, &mut out);
            }
            Msg::Opened(opened) => self.opened(*opened, &mut out),
            Msg::NotOpened { why, .. } => {
                self.opening = None;
                self.asked_for = None;
                self.picker.opening = None;
                self.waiting.clear();
                self.said = Some(words::app::not_opened(&why));
            }
            Msg::Looked(looked) => changed = self.looked(*looked, &mut out),
            Msg::Saved { ticket, entries } => self.saved(ticket, entries, &mut out),
            Msg::Written { ticket, what, entries, brief } => {
                let briefs = brief.is_some();
                // Where a brief lies stands on the screen that comes next.
                let next = std::mem::take(&mut self.then);
                self.said = (!briefs).then(|| words::app::written(&what, &self.scene.clock, &next));
                if let Some(desk) = &mut self.desk {
                    desk.written.extend(brief.map(|brief| *brief));
                }
                self.saved(ticket, entries, &mut out);
                // What was written says what happens next.
                if briefs {
                    self.go(Place::Review, &mut out);
                }
            }
            Msg::SaveFailed { ticket, why } => {
                if let Some(desk) = &mut self.desk {
                    desk.saving.retain(|(known, _)| *known != ticket);
                    desk.standing = Standing::ReadOnly(why.clone());
                }
                self.said = Some(words::app::save_failed(&words::app::after_failure(&why)));
            }
            Msg::NotWritten { why, .. } => {
                // Gates that were refused never began.
                if let Some(desk) = &mut self.desk
                    && desk.gates.as_ref().is_some_and(|running| running.over.is_none() && running.laid.is_empty())
                {
                    desk.gates = None;
                    self.overlay = None;
                }
                self.said = Some(words::app::not_now(&why));
            }
            Msg::Gates(news) => self.gates_say(news),
            Msg::Surveyed(surveyed) => self.surveyed(&surveyed),
            Msg::Notes(notes) => {
                if let Some(desk) = &mut self.desk {
                    desk.notes = notes;
                }
                self.refresh(&mut out);
            }
            Msg::Lies(lies) => {
                if let Some(consent) = &mut self.consent {
                    consent.finds(&lies);
                }
            }
            Msg::Content(content) => {
                let packet = content.wanted.product == crate::msg::PACKET;
                let place = if packet { Place::Packet } else { Place::Viewer };
                self.with(place, &mut out, |screen, desk, scene| screen.content(&content, desk, scene));
            }
            Msg::Edited { ticket, text } => {
                if let Some((_, purpose)) = self.editing.take_if(|(known, _)| *known == ticket)
                    && let Some(text) = text
                {
                    self.accept(&purpose, &[text], &mut out);
                }
            }
            Msg::Stands(stands) => self.stands(*stands, &mut out),
            _ => {}
        }
        self.changed |= changed;
        out
    }

    fn opened(&mut self, opened: Opened, out: &mut Vec<Effect>) {
        self.opening = None;
        self.picker.opening = None;
        self.said = None;
        let draft = opened.draft.clone().unwrap_or_default();
        // Another attempt begins, or was taken back: one is where its work waits, not where one was before.
        let turned = self.desk.is_some();
        // Turning to another run of the same recovery changes nothing on disk.
        let notes = self.desk.take().map(|desk| desk.notes).unwrap_or_default();
        self.desk = Some(Desk { notes, ..Desk::new(opened) });
        self.screens = crate::screens::all();
        self.half_typed = draft.texts.clone();
        for (_, screen) in &mut self.screens {
            screen.type_again(&mut self.half_typed);
        }
        self.kept = draft.clone();
        self.back = vec![];
        self.place = Place::Picker;
        self.count_steps();
        let anew = std::mem::take(&mut self.anew);
        let fresh = turned || anew || draft == Draft::default();
        // What a run made of a brief is looked at in step 4, also where the brief was a draft and a step before is open.
        let written = self.desk.as_ref().is_some_and(|desk| {
            let decided = &desk.recovery.decided;
            decided.published.contains_key(&decided.attempt)
        });
        let came = self.came();
        let earlier = came.as_ref().and_then(|came| came.shows.clone());
        let step = match fresh {
            _ if earlier.is_some() => Place::Review,
            true if anew && written => Place::Review,
            true => self.waiting_place(),
            false => Place::of(draft.step),
        };
        self.go(step, out);
        if let Some(desk) = self.desk.as_ref().filter(|_| turned) {
            // Where a closing was taken back, no attempt begins: what was undone is said, also behind the reading.
            self.said = match desk.recovery.entries.last().map(|entry| &entry.op) {
                Some(Op::Undo { seq }) => undone::says(desk, false, *seq),
                _ => Some(desk.attempt()).filter(|attempt| *attempt > 0).map(words::app::attempt_begins),
            };
        }
        if let Some(came) = came {
            self.said = Some(came.says);
        }
        let mut draft = if turned || anew || earlier.is_some() { Draft::default() } else { draft };
        draft.item = earlier.or(draft.item);
        let over = Place::OPEN.iter().copied().find(|place| Some(place.word()) == draft.open.as_deref());
        if let Some(over) = over {
            self.go(over, out);
        }
        if let Some(item) = &draft.item {
            self.with(over.unwrap_or(step), out, |screen, desk, scene| screen.go_to(item, desk, scene));
        }
        // A form that was open is opened again by the key that opened it.
        let by = draft.field.as_deref().and_then(Press::named);
        if let Some(action) = by.and_then(|press| keys::action(self.context(), press)) {
            self.act(action, out);
        }
        self.press_waiting(out);
    }

    fn looked(&mut self, looked: Looked, out: &mut Vec<Effect>) -> bool {
        let (asked, at) = (looked.asked, looked.at);
        let Some(desk) = &mut self.desk else { return false };
        let changed = desk.looked_again(looked);
        self.withdraw(out);
        if let Some(after) = asked {
            self.said = Some(words::app::looked_again(&self.scene.clock, at, after));
        }
        if changed {
            self.refresh(out);
        }
        changed || asked.is_some()
    }

    fn saved(&mut self, ticket: u64, entries: Vec<crate::model::Entry>, out: &mut Vec<Effect>) {
        let mut turns = false;
        if let Some(desk) = &mut self.desk {
            desk.saving.retain(|(known, _)| *known != ticket);
            let back = entries.iter().find_map(|entry| match entry.op {
                Op::Undo { seq } => Some((false, seq)),
                Op::Redo { seq } => Some((true, seq)),
                _ => None,
            });
            let before = desk.recovery.decided.attempt;
            let kept = entries.iter().any(|entry| matches!(entry.op, Op::Salvaged { .. }));
            let made: Vec<u64> = entries.iter().filter(|entry| entry.op.undoable()).map(|entry| entry.seq).collect();
            for entry in entries {
                desk.recovery.apply(entry);
            }
            turns = before != desk.recovery.decided.attempt;
            // What withdrew the confirmation was loud until somebody confirmed again.
            let again = desk.recovery.decided.settled.contains_key(&Step::Confirm);
            if again && !desk.saves(|op| matches!(op, Op::Withdraw { .. })) {
                desk.news = None;
            }
            desk.knows();
            if kept {
                self.overlay = Some(Overlay::copies());
            }
            let back = back.and_then(|(redo, seq)| undone::says(desk, redo, seq));
            // Step 3, the brief and step 4 need their lines for what is missing, and show there what was decided.
            let room = matches!(self.place, Place::Confirm | Place::Sort | Place::Viewer);
            self.said = back.or(self.said.take()).or_else(|| undone::made(desk, &made).filter(|_| room));
        }
        self.refresh(out);
        if turns {
            self.follow(out);
        }
    }

    /// Withdraws the confirmation of step 1 when something of the run has spoken up since.
    fn withdraw(&mut self, out: &mut Vec<Effect>) {
        let Some(desk) = &mut self.desk else { return };
        let Some(op) = steps::confirm::withdraw(&desk.facts.liveness, &desk.recovery.decided) else { return };
        let under_way = desk.saves(|op| matches!(op, Op::Withdraw { .. }));
        if let (Op::Withdraw { why, .. }, false) = (&op, under_way) {
            desk.news = Some(why.clone());
            // Also when it cannot be written down, here as a reader, it is said.
            if desk.read_only().is_none() {
                self.save(vec![op], out);
            }
        }
    }

    /// How the steps stand, by the rules.
    pub(super) fn count_steps(&mut self) {
        let Some(desk) = &self.desk else { return };
        let (facts, decided) = (&desk.facts, &desk.recovery.decided);
        for (index, step) in [Step::Confirm, Step::Sort, Step::Assign, Step::Review].into_iter().enumerate() {
            self.steps.settled[index] = steps::settled(step, facts, decided);
        }
        let (done, of) = steps::sort::counts(facts, decided);
        self.steps.words[1] = if self.steps.settled[1] { String::new() } else { format!("{done}/{of}") };
        // Unknown is a normal answer: the step is settled, and its sign says that not all of it is known.
        self.steps.unknown[1] = steps::sort::unanswered(facts, decided) > 0;
        // A reader sees the run that consumed the brief before who decides has written that down.
        let waiting = matches!(steps::waits(Some(facts), decided), Waits::Brief(_)) && rows::waiting(desk);
        self.steps.words[3] = if waiting { words::app::waiting().to_owned() } else { String::new() };
    }

    /// Keeps where we are and what is half typed, when it changed.
    pub(super) fn keep_draft(&mut self, out: &mut Vec<Effect>) {
        let Some(draft) = self.draft() else { return };
        if draft == self.kept {
            return;
        }
        self.kept = draft.clone();
        // Typed text is worth keeping: it begins a recovery as a decision does.
        let begins = self.desk.as_ref().filter(|desk| !desk.begun() && desk.read_only().is_none());
        if let Some(run) = begins.filter(|_| !draft.texts.is_empty()).map(|desk| desk.run.clone()) {
            self.hand_on(vec![Op::Join { run, attempt: 0, how: "first".to_owned() }], out);
        }
        out.push(Effect::SaveDraft(draft));
    }

    /// Where we are and what is half typed.
    fn draft(&self) -> Option<Draft> {
        let desk = self.desk.as_ref()?;
        let mut draft = Draft { texts: self.half_typed.clone(), ..Draft::default() };
        let opened_by = |on, action| keys::row(on, action).map(|key| key.label().to_owned());
        if let Some(form) = self.form.as_ref().filter(|form| !form.line) {
            form.remember(&mut draft.texts);
            draft.field = self.form_by.and_then(|action| opened_by(self.under_form(), action));
        } else if let Some((on, action)) = self.screen().and_then(crate::screens::Screen::types) {
            draft.field = opened_by(on, action);
        }
        for (_, screen) in &self.screens {
            draft.texts.extend(screen.typed());
        }
        let step = self.place.step().or_else(|| self.back.iter().rev().find_map(|place| place.step()));
        draft.step = step.unwrap_or_default();
        draft.open = self.place.step().is_none().then(|| self.place.word().to_owned());
        draft.item = self.screen().and_then(|screen| screen.item(desk));
        Some(draft)
    }

    fn under_form(&self) -> keys::Context {
        match (&self.desk, self.screen()) {
            (Some(desk), Some(screen)) => screen.context(desk),
            _ => keys::Context::Picker,
        }
    }
}
