//! A dialog with fields, and the line in which one types what to find.
//!
//! A screen asks for a form and gets the texts back with the purpose it gave. Nothing is filled in beforehand unless the
//! screen says so, and nothing is decided before enter.

mod draw;

use std::collections::BTreeMap;

pub use self::draw::draw_text;
use super::Scene;
use crate::msg::{Action, KeyName, Press};
use crate::widgets::field;

/// What a form is for; comes back with what was typed. Each screen has its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The operator's name, before the first decision.
    Operator,
    /// Find in a list or a text. Comes back at every letter.
    Find,
    /// Step 1: answer the signs with these keys.
    Signs(Vec<String>),
    /// Step 2: answer an outside action.
    Outside(String),
    /// Step 2: the gaps of these products.
    Gaps(Vec<String>),
    /// Step 2: why these products are unknown.
    Reason(Vec<String>),
    /// Step 2: where the lines of this product were seen that were not on screen.
    SeenElsewhere(String),
    /// Step 2: acknowledge failing checks of these products.
    Acknowledge(Vec<String>),
    /// Step 2 and 4: another last good state, or from where the next attempt starts.
    LastGood,
    /// Step 3: a field, by its name.
    Field(String),
    /// The brief: a section, by its name.
    Section(String),
    /// Keep this line as limit, decision or question.
    Keep {
        /// The line.
        line: String,
        /// Where it stands.
        from: String,
    },
    /// Step 3: which line of the brief is taken out, or put back.
    TakeOut,
    /// Step 4: where a row was looked at for which the record has no proof.
    LookedAt(String),
    /// Step 4: a note on a row.
    Note(String),
    /// Step 4: the approval.
    Approval,
    /// Which gates are run.
    Gates,
    /// Step 4: how to close.
    Close,
    /// Which run consumed the brief.
    Consumer,
    /// The packet: a part.
    Part(crate::model::PacketPart),
    /// Whether the packet is filled in now.
    OfferPacket,
    /// Take the recovery over.
    TakeOver,
}

/// A dialog with fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What it is for.
    pub purpose: Purpose,
    /// Its title.
    pub title: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// What stands below them, in full sentences.
    pub notes: Vec<String>,
    /// Which field has the keys.
    pub at: usize,
    /// Why it was not accepted.
    pub refused: Option<String>,
    /// What is said when all of its fields are left empty; `None` when they may be.
    pub some: Option<String>,
    /// Whether it is the find line at the bottom instead of a dialog.
    pub line: bool,
    /// Whether anything in it was typed or chosen by the operator.
    pub touched: bool,
    /// The first row of the notes that is shown.
    pub from: usize,
}

/// One field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, which is also its key in a draft.
    pub name: String,
    /// What is in it.
    pub input: Input,
    /// What is said when it is left empty; `None` when it may be.
    pub needed: Option<String>,
}

/// What is in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A text of one line.
    Text(field::Field),
    /// One of several words; none before it was chosen.
    Choice {
        /// The words.
        of: Vec<String>,
        /// The chosen one.
        chosen: Option<usize>,
        /// What stands behind them, chosen while no other is and again whenever one goes back to it: no answer.
        open: Option<String>,
    },
}

impl Field {
    /// A text field, with what is offered for it: it looks selected, and typing replaces it.
    pub fn text(name: impl Into<String>, filled: &str) -> Self {
        Self { name: name.into(), input: Input::Text(field::Field::offering(filled)), needed: None }
    }

    /// A text field with what somebody wrote before, to be edited: typing goes on at its end.
    pub fn own(name: impl Into<String>, written: &str) -> Self {
        Self { name: name.into(), input: Input::Text(field::Field::with(written)), needed: None }
    }

    /// A field with one of several words; where there is only one, it is chosen.
    pub fn choice<T: Into<String>>(
        name: impl Into<String>,
        of: impl IntoIterator<Item = T>,
        chosen: Option<usize>,
    ) -> Self {
        let of: Vec<String> = of.into_iter().map(Into::into).collect();
        let chosen = if of.len() == 1 { Some(0) } else { chosen };
        Self { name: name.into(), input: Input::Choice { of, chosen, open: None }, needed: None }
    }

    /// The field, which must not be empty; says this when it is.
    #[must_use]
    pub fn needed(mut self, says: impl Into<String>) -> Self {
        self.needed = Some(says.into());
        self
    }

    /// The field with nothing chosen, also where there is only one word: to choose it is the decision.
    #[must_use]
    pub fn unchosen(mut self) -> Self {
        if let Input::Choice { chosen, .. } = &mut self.input {
            *chosen = None;
        }
        self
    }

    /// The field with a word for no answer behind the others: a key too many answers nothing, and an answer can be taken back.
    #[must_use]
    pub fn open(mut self, word: impl Into<String>) -> Self {
        if let Input::Choice { open, .. } = &mut self.input {
            *open = Some(word.into());
        }
        self
    }

    /// What was typed or chosen; empty when nothing was.
    pub fn value(&self) -> String {
        match &self.input {
            Input::Text(text) => text.text().trim().to_owned(),
            Input::Choice { of, chosen, .. } => chosen.and_then(|index| of.get(index)).cloned().unwrap_or_default(),
        }
    }
}

/// What a form answers to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It goes on.
    Open,
    /// It was closed; nothing is decided.
    Closed,
    /// It was accepted, with the values of its fields.
    Accepted(Vec<String>),
    /// It goes on, and what was typed so far may be shown at once.
    Typed(Vec<String>),
}

impl Form {
    /// A dialog.
    pub fn new(purpose: Purpose, title: impl Into<String>, fields: Vec<Field>) -> Self {
        Self {
            purpose,
            title: title.into(),
            fields,
            notes: vec![],
            at: 0,
            refused: None,
            some: None,
            line: false,
            touched: false,
            from: 0,
        }
    }

    /// The find line.
    pub fn find(filled: &str) -> Self {
        Self { line: true, ..Self::new(Purpose::Find, "", vec![Field::text("find", filled)]) }
    }

    /// The form, with sentences below its fields.
    #[must_use]
    pub fn notes<T: Into<String>>(mut self, notes: impl IntoIterator<Item = T>) -> Self {
        self.notes = notes.into_iter().map(Into::into).collect();
        self
    }

    /// The form, of which at least one field is wanted.
    #[must_use]
    pub fn some(mut self, why: &str) -> Self {
        self.some = Some(why.to_owned());
        self
    }

    /// The values of its fields.
    pub fn values(&self) -> Vec<String> {
        self.fields.iter().map(Field::value).collect()
    }

    /// Puts what is typed into a draft's fields. What only stands there as an offer is nobody's text.
    pub fn remember(&self, fields: &mut BTreeMap<String, String>) {
        if !self.touched {
            return;
        }
        for field in &self.fields {
            let (key, value) = (self.key(field), field.value());
            if value.is_empty() {
                fields.remove(&key);
            } else {
                fields.insert(key, value);
            }
        }
    }

    /// Takes its fields out of a draft, because they were accepted or given up.
    pub fn forget(&self, fields: &mut BTreeMap<String, String>) {
        for field in &self.fields {
            fields.remove(&self.key(field));
        }
    }

    /// Fills its fields with what was half typed.
    pub fn restore(&mut self, fields: &BTreeMap<String, String>) {
        let keys: Vec<String> = self.fields.iter().map(|field| self.key(field)).collect();
        for (index, (field, key)) in self.fields.iter_mut().zip(keys).enumerate() {
            let Some(typed) = fields.get(&key) else { continue };
            (self.touched, self.at) = (true, index);
            match &mut field.input {
                Input::Text(text) => *text = field::Field::with(typed),
                Input::Choice { of, chosen, .. } => *chosen = of.iter().position(|word| word == typed).or(*chosen),
            }
        }
    }

    /// Whether a key does what the footer says of it in the field that has the keys: in a text, left and right move the cursor.
    pub fn offers(&self, action: Action, scene: &Scene) -> bool {
        let several = |field: &Field| matches!(&field.input, Input::Choice { of, chosen, .. } if of.len() > 1 || chosen.is_none());
        match action {
            Action::Left | Action::Right => self.fields.get(self.at).is_some_and(several),
            Action::NextField | Action::PreviousField => self.fields.len() > 1,
            Action::PageDown | Action::PageUp => {
                let laid = self.lay_out(scene);
                laid.notes.len() > laid.room
            }
            _ => true,
        }
    }

    fn key(&self, field: &Field) -> String {
        format!("{:?} {}", self.purpose, field.name)
    }

    /// Does what an action means in it.
    pub fn on(&mut self, action: Action, scene: &Scene) -> Answer {
        self.refused = None;
        match action {
            Action::PageDown | Action::PageUp => {
                let laid = self.lay_out(scene);
                let last = laid.notes.len().saturating_sub(laid.room);
                let page = laid.room.max(1);
                let from = self.from.min(last);
                self.from = if action == Action::PageDown { from + page } else { from.saturating_sub(page) }.min(last);
            }
            Action::Close => return Answer::Closed,
            Action::Open => return self.accept(),
            Action::NextField => self.at = (self.at + 1) % self.fields.len().max(1),
            Action::PreviousField => self.at = (self.at + self.fields.len().max(1) - 1) % self.fields.len().max(1),
            Action::Left | Action::Right => {
                self.touched = true;
                self.sideways(action == Action::Right);
            }
            Action::Type(press) => {
                self.touched = true;
                self.press(press);
            }
            _ => {}
        }
        if self.line { Answer::Typed(self.values()) } else { Answer::Open }
    }

    /// Pastes a text into the field that has the keys.
    pub fn paste(&mut self, text: &str) -> Answer {
        self.touched = true;
        if let Some(Field { input: Input::Text(field), .. }) = self.fields.get_mut(self.at) {
            field.insert(text);
        }
        if self.line { Answer::Typed(self.values()) } else { Answer::Open }
    }

    fn accept(&mut self) -> Answer {
        let missing = self.fields.iter().position(|field| field.needed.is_some() && field.value().is_empty());
        let Some(index) = missing else {
            // What was emptied stays so: it is said why that is not enough.
            self.refused = self.some.clone().filter(|_| self.fields.iter().all(|field| field.value().is_empty()));
            return if self.refused.is_some() { Answer::Open } else { Answer::Accepted(self.values()) };
        };
        self.at = index;
        self.refused = self.fields.get(index).and_then(|field| field.needed.clone());
        Answer::Open
    }

    fn sideways(&mut self, right: bool) {
        match self.fields.get_mut(self.at).map(|field| &mut field.input) {
            Some(Input::Choice { of, chosen, open: Some(_) }) => {
                *chosen = match (*chosen, right) {
                    (None, true) => None,
                    (None, false) => of.len().checked_sub(1),
                    (Some(index), true) => Some(index + 1).filter(|next| *next < of.len()),
                    (Some(index), false) => Some(index.saturating_sub(1)),
                };
            }
            Some(Input::Choice { of, chosen, open: None }) => {
                let count = of.len().max(1);
                *chosen = Some(match (*chosen, right) {
                    (None, true) => 0,
                    // Nothing stands before a choice that nobody made.
                    (None, false) => return,
                    (Some(index), true) => (index + 1) % count,
                    (Some(index), false) => (index + count - 1) % count,
                });
            }
            Some(Input::Text(field)) => field.stroke(if right { field::Stroke::Right } else { field::Stroke::Left }),
            None => {}
        }
    }

    fn press(&mut self, press: Press) {
        use field::Stroke;
        let Some(Field { input: Input::Text(field), .. }) = self.fields.get_mut(self.at) else { return };
        let stroke = match (press.key, press.ctrl) {
            (KeyName::Char(letter), false) => return field.insert(letter.encode_utf8(&mut [0; 4])),
            (KeyName::Char('h'), true) | (KeyName::Backspace, _) => Stroke::Backspace,
            (KeyName::Char('w'), true) => Stroke::CutWord,
            (KeyName::Char('u'), true) => Stroke::CutBefore,
            (KeyName::Char('k'), true) => Stroke::CutAfter,
            (KeyName::Char('a'), true) | (KeyName::Home, _) => Stroke::Home,
            (KeyName::Char('e'), true) | (KeyName::End, _) => Stroke::End,
            (KeyName::Char('b'), true) | (KeyName::Left, _) => Stroke::Left,
            (KeyName::Char('f'), true) | (KeyName::Right, _) => Stroke::Right,
            (KeyName::Char('d'), true) | (KeyName::Delete, _) => Stroke::Delete,
            _ => return,
        };
        field.stroke(stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let (now, zone) = (crate::model::Timestamp::UNIX_EPOCH, jiff::tz::TimeZone::UTC);
        let clock = crate::words::Clock { now, zone, home: "/home/mira".into(), host: "devbox".into() };
        Scene {
            columns: 80,
            rows: 24,
            theme: crate::widgets::theme::Theme::default(),
            clock,
            called: crate::screens::Called::default(),
        }
    }

    #[test]
    fn a_needed_field_is_asked_for_and_nothing_is_chosen_beforehand() {
        let outcome = Field::choice("outcome", ["happened", "did not happen"], None).needed("choose what happened");
        let mut form =
            Form::new(Purpose::Outside("x".into()), "what do you know?", vec![outcome, Field::text("saw", "")]);
        assert_eq!(form.on(Action::Open, &scene()), Answer::Open);
        assert_eq!(form.refused.as_deref(), Some("choose what happened"));
        form.on(Action::Left, &scene());
        assert_eq!(form.values()[0], "", "nothing stands before a choice that nobody made");
        form.at = 0;
        form.on(Action::Right, &scene());
        assert_eq!(form.on(Action::Open, &scene()), Answer::Accepted(vec!["happened".into(), String::new()]));
    }

    #[test]
    fn an_open_choice_stands_on_no_answer_and_goes_back_to_it() {
        let outcome = Field::choice("outcome", ["happened", "did not happen"], None).open("unknown").needed("what?");
        let mut form = Form::new(Purpose::Outside("x".into()), "what do you know?", vec![outcome]);
        form.on(Action::Right, &scene());
        assert_eq!(form.values(), [""], "a key too many answers nothing");
        form.on(Action::Left, &scene());
        assert_eq!(form.values(), ["did not happen"]);
        form.on(Action::Right, &scene());
        assert_eq!(form.on(Action::Open, &scene()), Answer::Open, "it was taken back");
        (0..5).for_each(|_| drop(form.on(Action::Left, &scene())));
        assert_eq!(form.values(), ["happened"], "nothing stands before the first");
    }
}
