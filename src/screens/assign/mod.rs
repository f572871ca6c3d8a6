//! Step 3, assign: exactly one next step, who gets it, how it starts, by what it is measured, who approves.

mod draw;
mod lines;
mod step;

use std::cell::{Cell, RefCell};

use ratatui::layout::Rect;

use super::form::{Field, Form, Purpose};
use super::sort::decide;
use super::{Ask, Desk, Head, Scene, Screen};
use crate::keys::Context;
use crate::model::{Candidate, Criterion, ForYou, Op, Sourced, Start, from};
use crate::msg::{Action, Effect};
use crate::steps::{assign, compose, outside, proof};
use crate::widgets::list::List;
use crate::widgets::paint::Paint;
use crate::words::states::NO_EVENT;
use crate::words::{assign as words, steps as step_words, viewer as viewer_words};

/// The fields that `tab` goes through after the candidates, by their place in `words::FIELDS`.
mod field {
    pub const TEXT: usize = 0;
    pub const AGENT: usize = 1;
    pub const START: usize = 2;
    pub const APPROVER: usize = 3;
    pub const CRITERIA: usize = 4;
    pub const LIMITS: usize = 5;
    pub const DECISIONS: usize = 6;
    pub const COUNT: usize = 7;
}

/// One row that can be chosen.
#[derive(Clone, Debug)]
enum Choice {
    /// What a person must look at.
    ForYou(ForYou),
    /// A candidate.
    Candidate(Candidate),
}

impl Choice {
    /// By what it is known, wherever it stands in the list.
    fn id(&self) -> &str {
        match self {
            Self::Candidate(candidate) => &candidate.id,
            Self::ForYou(one) => &one.product,
        }
    }

    fn is_candidate(&self) -> bool {
        matches!(self, Self::Candidate(_))
    }
}

/// Step 3.
#[derive(Debug, Default)]
pub struct Assign {
    list: RefCell<List>,
    /// Whether the first candidate was selected once.
    placed: Cell<bool>,
    /// What could be chosen when the pointer was set last: it stays on what it stands on, wherever that is now.
    stood: RefCell<Vec<String>>,
    /// The field that has the keys; `None` while the candidates have them.
    field: Option<usize>,
    deciding: decide::Deciding,
    /// Who approves was filled in with the candidate that was used last, and nobody has gone on since.
    filled_in: bool,
}

impl Assign {
    fn choices(desk: &Desk) -> Vec<Choice> {
        let (facts, decided) = (&desk.facts, &desk.recovery.decided);
        let for_you = assign::for_you_now(facts, decided).into_iter().map(Choice::ForYou);
        // The step is with a run: another one is chosen when its review begins another attempt.
        let candidates = if desk.behind().is_some() { vec![] } else { assign::candidates(facts, decided) };
        for_you.chain(candidates.into_iter().map(Choice::Candidate)).collect()
    }

    /// Whether an action changes the step, or what it is measured by.
    fn changes(action: Action) -> bool {
        use Action::{Edit, FreshOrResume, Keep, NotMet};
        matches!(action, Edit | FreshOrResume | Keep | NotMet)
    }

    /// The first time there is a candidate it is selected: what a person must look at stands above it, and waits. What was selected and
    /// is gone, as an answer takes it away, gives way to the first candidate that came for it.
    fn place(&self, choices: &[Choice]) {
        let ids: Vec<String> = choices.iter().map(|choice| choice.id().to_owned()).collect();
        let before = self.stood.replace(ids.clone());
        let mut list = self.list.borrow_mut();
        let first = choices.iter().position(Choice::is_candidate);
        if let (false, Some(first)) = (self.placed.get(), first) {
            list.at = first;
            self.placed.set(true);
        } else if let Some(on) = before.get(list.at).filter(|_| before != ids) {
            let came =
                || choices.iter().position(|choice| choice.is_candidate() && !before.contains(&choice.id().to_owned()));
            list.at = ids.iter().position(|id| id == on).or_else(came).or(first).unwrap_or(0);
        }
    }

    fn selected(&self, desk: &Desk) -> Option<Choice> {
        let choices = Self::choices(desk);
        self.place(&choices);
        let at = self.list.borrow().at.min(choices.len().saturating_sub(1));
        choices.into_iter().nth(at)
    }

    fn step(&self, by: isize, desk: &Desk) {
        let choices = Self::choices(desk);
        self.place(&choices);
        let all = vec![true; choices.len()];
        self.list.borrow_mut().step(&all, by);
    }

    fn next_field(&mut self, by: isize) {
        let count = field::COUNT + 1;
        let at = self.field.map_or(0, |field| field + 1);
        let next = if by > 0 { (at + 1) % count } else { (at + count - 1) % count };
        self.field = next.checked_sub(1);
    }

    /// One field, or one candidate, on or back, without going round.
    fn down(&mut self, by: isize, desk: &Desk) {
        match self.field {
            None => self.step(by, desk),
            Some(0) if by < 0 => self.field = None,
            Some(at) => self.field = Some(at.saturating_add_signed(by).min(field::COUNT - 1)),
        }
    }

    fn use_candidate(&mut self, candidate: &Candidate, desk: &Desk) -> Vec<Ask> {
        let filled = assign::fill(&desk.facts, &desk.recovery.decided, candidate);
        let mut ops = vec![
            Op::Step {
                text: filled.text,
                agent: filled.agent,
                start: filled.start,
                candidate: Some(candidate.id.clone()),
            },
            Op::Criteria { criteria: filled.criteria },
        ];
        let approver = if filled.approver.trim().is_empty() { desk.operator.clone() } else { Some(filled.approver) };
        if let (None, Some(name)) = (&desk.recovery.decided.approver, approver) {
            ops.push(Op::Approver { name });
            self.filled_in = true;
        }
        vec![Ask::Save(ops)]
    }

    fn changed_step(desk: &Desk, change: impl FnOnce(&mut String, &mut String, &mut Start)) -> Vec<Ask> {
        let known = desk.recovery.decided.step.clone();
        let first = || assign::starts(&desk.facts, &desk.recovery.decided).into_iter().next().map(|offer| offer.start);
        let (mut text, mut agent, mut start, candidate) = match known {
            Some(step) => (step.text, step.agent, step.start, step.candidate),
            None => (String::new(), desk.facts.run.runtime.name().to_owned(), first().unwrap_or_default(), None),
        };
        change(&mut text, &mut agent, &mut start);
        vec![Ask::Save(vec![Op::Step { text, agent, start, candidate }])]
    }

    fn other_start(desk: &Desk) -> Vec<Ask> {
        let Some(step) = &desk.recovery.decided.step else { return vec![Ask::Say(words::STEP_FIRST.to_owned())] };
        let offers = assign::starts(&desk.facts, &desk.recovery.decided);
        if offers.len() < 2 {
            return vec![Ask::Say(words::ONE_START.to_owned())];
        }
        let at = step::chosen_start(&offers, &step.start).map_or(0, |at| (at + 1) % offers.len());
        let next = offers[at].start.clone();
        Self::changed_step(desk, |_, _, start| *start = next)
    }

    /// Copies the candidate that is selected; when a field has the keys, the step.
    fn copy(&self, desk: &Desk) -> Vec<Ask> {
        let step = || desk.recovery.decided.step.as_ref().map(|step| step.text.clone());
        let text = match self.selected(desk).filter(|_| self.field.is_none()) {
            Some(Choice::Candidate(candidate)) => Some(words::candidate(&candidate)),
            Some(Choice::ForYou(one)) => Some(one.what),
            None => step(),
        };
        match text {
            Some(text) => vec![Ask::Effect(Effect::Copy { what: text.clone(), text })],
            None => vec![Ask::Say(words::NOTHING_TO_COPY.to_owned())],
        }
    }

    fn edit(&self, desk: &Desk) -> Vec<Ask> {
        if let Some(why) = desk.behind() {
            return vec![Ask::Say(why)];
        }
        let decided = &desk.recovery.decided;
        let step = decided.step.as_ref();
        let at = self.field.unwrap_or(field::TEXT);
        let one = |filled: &str| vec![Field::own(words::FIELDS[at], filled).needed(words::needed(at))];
        let numbered = |texts: Vec<String>| {
            let texts = texts.into_iter().chain([String::new()]).enumerate();
            texts.map(|(at, text)| Field::own(words::number(at + 1), &text)).collect()
        };
        let (fields, note) = match at {
            field::TEXT => (one(step.map(|step| step.text.as_str()).unwrap_or_default()), None),
            field::AGENT => (one(step.map_or(desk.facts.run.runtime.name(), |step| step.agent.as_str())), None),
            field::START => return Self::other_start(desk),
            field::APPROVER => {
                let known = assign::approver(&desk.facts, decided).or(desk.operator.as_deref());
                (one(known.unwrap_or_default()), None)
            }
            field::CRITERIA => {
                let criteria = assign::criteria(&desk.facts, decided);
                (
                    numbered(criteria.iter().map(|criterion| criterion.text.clone()).collect()),
                    Some(words::CRITERIA_NOTE),
                )
            }
            other => (numbered(lines::standing(lines::kind(other), desk)), Some(words::LINES_NOTE)),
        };
        let form = Form::new(Purpose::Field(words::FIELDS[at].to_owned()), words::edit_title(at), fields).notes(note);
        let form = if at == field::CRITERIA { form.some(words::needed(at)) } else { form };
        vec![Ask::Form(form)]
    }

    fn edited(name: &str, values: &[String], desk: &Desk) -> Vec<Ask> {
        let value = values.first().cloned().unwrap_or_default();
        match words::FIELDS.iter().position(|field| *field == name) {
            Some(field::TEXT) => Self::changed_step(desk, |text, _, _| *text = value),
            Some(field::AGENT) => Self::changed_step(desk, |_, agent, _| *agent = value),
            Some(field::APPROVER) => vec![Ask::Save(vec![Op::Approver { name: value }])],
            Some(at @ (field::LIMITS | field::DECISIONS)) => lines::edited(lines::kind(at), values, desk),
            _ => {
                let known = assign::criteria(&desk.facts, &desk.recovery.decided);
                let texts = values.iter().filter(|text| !text.trim().is_empty());
                let criteria: Vec<Criterion> = texts
                    .map(|text| {
                        // A criterion that was not touched keeps its tag and where it comes from.
                        let same = known.iter().find(|criterion| criterion.text == *text).cloned();
                        same.unwrap_or_else(|| Criterion {
                            text: text.clone(),
                            tag: None,
                            hash: None,
                            source: from::OPERATOR.to_owned(),
                        })
                    })
                    .collect();
                vec![Ask::Save(vec![Op::Criteria { criteria }])]
            }
        }
    }
}

impl Screen for Assign {
    fn context(&self, _desk: &Desk) -> Context {
        Context::Assign
    }

    fn head(&self, desk: &Desk, scene: &Scene) -> Head {
        super::chrome::head(desk, scene, words::ASKS)
    }

    fn not_now(&self, action: Action, desk: &Desk, _scene: &Scene) -> Option<String> {
        desk.behind().filter(|_| Self::changes(action))
    }

    fn offers(&self, action: Action, desk: &Desk) -> bool {
        let changes = Self::changes(action) || matches!(action, Action::Open | Action::NextField | Action::Write);
        // On a field enter edits it, as `e` does; there is no candidate to use.
        let twice = action == Action::Open && self.field.is_some();
        !twice && (!changes || desk.behind().is_none())
    }

    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        self.filled_in = false;
        match action {
            Action::Down => self.down(1, desk),
            Action::Up => self.down(-1, desk),
            Action::HalfDown | Action::PageDown => self.step(8, desk),
            Action::HalfUp | Action::PageUp => self.step(-8, desk),
            Action::First | Action::Last => {
                let choices = Self::choices(desk);
                self.place(&choices);
                self.list.borrow_mut().at = if action == Action::First { 0 } else { choices.len().saturating_sub(1) };
            }
            Action::Copy => return self.copy(desk),
            Action::NextField => self.next_field(1),
            Action::PreviousField => self.next_field(-1),
            Action::Open if self.field.is_some() => return self.edit(desk),
            Action::Open => {
                return match self.selected(desk) {
                    Some(Choice::Candidate(candidate)) => self.use_candidate(&candidate, desk),
                    Some(Choice::ForYou(one)) => decide::answer(&one.product, desk, scene),
                    None => {
                        vec![Ask::Say(desk.behind().unwrap_or_else(|| words::NO_CANDIDATES.to_owned()))]
                    }
                };
            }
            Action::OtherView => {
                let event = match self.selected(desk) {
                    Some(Choice::Candidate(candidate)) => proof::of_candidate(&desk.facts, &candidate),
                    Some(Choice::ForYou(one)) => proof::of_product(&desk.facts, &one.product),
                    None => None,
                };
                return vec![event.map_or_else(|| Ask::Say(NO_EVENT.to_owned()), |event| Ask::Event(event.to_owned()))];
            }
            Action::Edit => return self.edit(desk),
            Action::FreshOrResume => {
                // What speaks against a start stands with it: the field comes into view.
                self.field = Some(field::START);
                return Self::other_start(desk);
            }
            Action::Answer => {
                let selected = self.selected(desk);
                let first = assign::for_you_now(&desk.facts, &desk.recovery.decided).into_iter().next();
                let product = match selected {
                    Some(Choice::ForYou(one)) => Some(one.product),
                    _ => first.map(|one| one.product),
                };
                return match product {
                    Some(id) => decide::answer(&id, desk, scene),
                    None => vec![Ask::Say(words::NOTHING_TO_ANSWER.to_owned())],
                };
            }
            Action::Keep => {
                let [kind, line] = viewer_words::KEEP_FIELDS;
                let fields = vec![
                    Field::choice(kind, viewer_words::KEEP_KINDS.map(viewer_words::keep), None)
                        .needed(viewer_words::KEEP_NEEDED),
                    Field::text(line, "").needed(viewer_words::nothing_to_keep()),
                ];
                let purpose = Purpose::Keep { line: String::new(), from: from::OPERATOR.to_owned() };
                return vec![Ask::Form(Form::new(purpose, viewer_words::KEEP_TITLE, fields))];
            }
            Action::NotMet => return lines::ask(desk),
            Action::Close if self.field.is_some() => {
                self.field = None;
                return vec![Ask::Nothing];
            }
            _ => {}
        }
        vec![]
    }

    fn accepted(&mut self, purpose: &Purpose, values: &[String], desk: &Desk, scene: &Scene) -> Vec<Ask> {
        match purpose {
            Purpose::Field(name) => Self::edited(name, values, desk),
            Purpose::TakeOut => lines::chosen(values.first().map_or("", String::as_str), desk),
            Purpose::Keep { from, .. } => {
                let [kind, text] = values else { return vec![] };
                let kind = viewer_words::KEEP_KINDS.into_iter().find(|one| viewer_words::keep(*one) == kind);
                let line = Sourced { text: text.clone(), from: from.clone() };
                kind.map(|kind| Ask::Save(vec![Op::Keep { kind, line }])).into_iter().collect()
            }
            other => self.deciding.accepted(other, values, desk, scene).unwrap_or_default(),
        }
    }

    fn item(&self, desk: &Desk) -> Option<String> {
        self.selected(desk).map(|choice| choice.id().to_owned())
    }

    fn go_to(&mut self, item: &str, desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        let choices = Self::choices(desk);
        self.place(&choices);
        if let Some(at) = choices.iter().position(|choice| choice.id() == item) {
            self.list.borrow_mut().at = at;
            self.placed.set(true);
        }
        vec![]
    }

    fn foot(&self, desk: &Desk, _scene: &Scene) -> [String; 2] {
        let (facts, decided) = (&desk.facts, &desk.recovery.decided);
        if desk.says_otherwise() {
            return words::written_with(decided.attempt);
        }
        let blockers = assign::blockers(facts, decided);
        let missing = compose::missing(facts, decided);
        let second = if let Some(why) = desk.behind() {
            // An empty list says it.
            if Self::choices(desk).is_empty() { String::new() } else { why }
        } else if blockers.is_empty() && !missing.is_empty() {
            words::draft(&missing)
        } else if blockers.is_empty() {
            words::ready(assign::criteria(facts, decided).len())
        } else {
            step_words::not_settled(&blockers)
        };
        [words::unknown(outside::unconfirmed(facts, decided).count()), second]
    }

    fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
        draw::body(self, desk, scene, area, paint);
    }
}
