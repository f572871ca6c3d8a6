//! Step 4, review: what the run that consumed the brief did, against the brief; before that, what happens next.
//!
//! A verdict counts only after the proof of its row was on screen, and nothing is recovered without a person.

mod after;
pub mod closing;
mod draw;
mod paging;
mod proof;
mod reading;
pub mod rows;
mod stand;

use std::cell::RefCell;

use ratatui::layout::Rect;

pub use self::paging::{before, item_of};

use self::after::After;
use self::rows::{Attempt, RowOf};
use self::stand::Stand;
use super::form::{Field, Form, Purpose};
use super::{Ask, Desk, Head, Scene, Screen, on_task};
use crate::keys::Context;
use crate::model::{Op, Refusal, RowVerdict, RunMark};
use crate::msg::{Action, Destination, Effect};
use crate::steps::review;
use crate::widgets::list::List;
use crate::widgets::paint::Paint;
use crate::widgets::row::Row;
use crate::words::{compose as brief_words, review as words, steps as step_words};

/// Step 4.
#[derive(Debug, Default)]
pub struct Review {
    stand: RefCell<Stand>,
    to: Destination,
    /// The row whose proof is shown, and its first line in view.
    proof: Option<(String, usize)>,
    /// Whether that proof has the whole window.
    reading: bool,
    /// An attempt before the newest that is shown instead of it.
    earlier: Option<u32>,
    /// From where the next attempt starts, when it is not last good.
    from: Option<String>,
    /// What happens next, while no run has consumed the brief.
    after: After,
}

impl Review {
    fn selected(&self, attempt: &Attempt) -> Option<RowOf> {
        let rows = attempt.rows();
        let at = self.stand.borrow_mut().at(&rows);
        rows.into_iter().nth(at)
    }

    fn moves(&self, attempt: &Attempt, by: impl FnOnce(&mut List, &[bool])) {
        self.stand.borrow_mut().moves(&attempt.rows(), by);
    }

    /// Whether the selected row only names the work, so that nothing is judged in it.
    fn names_work(&self, attempt: &Attempt) -> bool {
        self.selected(attempt).is_some_and(|row| row.key == rows::WORK)
    }

    fn verdict(&mut self, attempt: &Attempt, verdict: RowVerdict, desk: &Desk) -> Vec<Ask> {
        let Some(row) = self.selected(attempt) else { return vec![] };
        let decided = &desk.recovery.decided;
        if attempt.outlived(&row.key).is_some() {
            return vec![Ask::Say(step_words::refusal(&Refusal::ProofNotSeen))];
        }
        let note = attempt.note(&row.key);
        let asks = row.bare && verdict == RowVerdict::Met && note.is_empty();
        match review::set_verdict(decided, attempt.number, &row.key, Some(verdict), &note) {
            // Nothing on record speaks for it: only somebody who looked can say that it is met, or fine.
            Ok(_) if asks => vec![Ask::Form(looked_at(&row))],
            Ok(op) => {
                self.goes_on(attempt, &row.key);
                Self::judged(attempt, &row.key, verdict, op)
            }
            // It was on screen, and that is on its way to the disk, before this.
            Err(Refusal::ProofNotSeen) if asks && Self::sees(attempt, &row, desk) => {
                vec![Ask::Form(looked_at(&row))]
            }
            Err(Refusal::ProofNotSeen) if Self::sees(attempt, &row, desk) => {
                self.goes_on(attempt, &row.key);
                let (number, key) = (attempt.number, row.key.clone());
                let op = Op::Verdict { attempt: number, row: key, verdict: Some(verdict), note };
                Self::judged(attempt, &row.key, verdict, op)
            }
            // Its beginning was on screen: what is missing is the end.
            Err(Refusal::ProofNotSeen) if self.open_at(&row).is_some() => vec![Ask::Say(words::PAGE_TO_END.to_owned())],
            Err(refused) => vec![Ask::Say(step_words::refusal(&refused))],
        }
    }

    /// A verdict is written down; where it does not count, that is said at once.
    fn judged(attempt: &Attempt, row: &str, verdict: RowVerdict, op: Op) -> Vec<Ask> {
        let keeps = attempt.keeps_from_recovered(row).filter(|_| verdict == RowVerdict::Met);
        let says = keeps.map(|now| Ask::Say(words::does_not_count(now).to_owned()));
        std::iter::once(Ask::Save(vec![op])).chain(says).collect()
    }

    /// What was read is judged: the list shows it, on the next row that waits for a verdict, if one does.
    fn goes_on(&mut self, attempt: &Attempt, judged: &str) {
        self.reading = false;
        let rows = attempt.rows();
        let waits =
            |row: &RowOf| ![judged, rows::WORK].contains(&row.key.as_str()) && attempt.verdict(&row.key).is_none();
        let mut stand = self.stand.borrow_mut();
        let at = stand.at(&rows);
        let next = (1..rows.len()).map(|step| (at + step) % rows.len()).find(|at| waits(&rows[*at]));
        if let Some(next) = next {
            stand.moves(&rows, |list, _| list.at = next);
        }
    }

    /// Whether an action is about the rows of an attempt.
    fn wants_rows(action: Action) -> bool {
        Self::judges(action) || matches!(action, Action::Settle | Action::LastGood) || Self::about_note(action)
    }

    /// Whether an action says something of the selected row.
    fn judges(action: Action) -> bool {
        matches!(action, Action::Met | Action::NotMet | Action::Note)
    }

    /// Whether an action is about the closing note, which there is after the closing.
    fn about_note(action: Action) -> bool {
        matches!(action, Action::Write | Action::OtherView)
    }

    /// Whether an action goes to another attempt.
    fn turns(action: Action) -> bool {
        matches!(action, Action::NextMark | Action::PreviousMark)
    }

    fn on_rows(&mut self, action: Action, attempt: &Attempt, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if self.reading
            && let Some(asks) = self.in_proof(action, attempt, desk, scene)
        {
            return asks;
        }
        match action {
            Action::Down => self.moves(attempt, |list, all| list.step(all, 1)),
            Action::Up => self.moves(attempt, |list, all| list.step(all, -1)),
            Action::HalfDown => self.moves(attempt, |list, all| list.half(all, 1)),
            Action::HalfUp | Action::PageUp => self.moves(attempt, |list, all| list.half(all, -1)),
            Action::First => self.moves(attempt, List::first),
            Action::Last => self.moves(attempt, List::last),
            Action::Open => return self.open(attempt, desk, scene),
            Action::PageDown => return self.page(attempt, desk, scene),
            _ if Self::judges(action) && self.names_work(attempt) => {
                return vec![Ask::Say(words::NO_VERDICT.to_owned())];
            }
            Action::Met => return self.verdict(attempt, RowVerdict::Met, desk),
            Action::NotMet => return self.verdict(attempt, RowVerdict::Not, desk),
            Action::Note => {
                let Some(row) = self.selected(attempt) else { return vec![] };
                let field = Field::own(words::NOTE_FIELD, &attempt.note(&row.key));
                return vec![Ask::Form(Form::new(Purpose::Note(row.key), words::NOTE_TITLE, vec![field]))];
            }
            Action::LastGood => return self.start_from(attempt, desk),
            Action::Settle => return Self::settle(attempt, desk, &[]),
            Action::Write => return self.note(attempt, desk, scene),
            Action::OtherView if on_task::next(self.to, desk) == self.to => {
                return vec![Ask::Say(brief_words::NO_TREE.to_owned())];
            }
            Action::OtherView => {
                self.to = on_task::next(self.to, desk);
                return vec![Ask::Say(on_task::moved(self.to, desk))];
            }
            Action::Copy => {
                let text = self.selected(attempt).map(|row| format!("{} {}", row.kind, row.text)).unwrap_or_default();
                return vec![Ask::Effect(Effect::Copy { what: text.clone(), text })];
            }
            _ => {}
        }
        vec![]
    }
}

impl Screen for Review {
    fn context(&self, desk: &Desk) -> Context {
        match self.attempt(desk) {
            Some(_) if self.reading => Context::Proof,
            Some(_) => Context::Review,
            None => Context::After,
        }
    }

    fn offers(&self, action: Action, desk: &Desk) -> bool {
        // Before a brief is written there is no row, no command and no run that these could be about.
        let rows = matches!(action, Action::Open | Action::Copy | Action::Down) || Self::wants_rows(action);
        if Self::turns(action) {
            return !self.reading && !before(desk).is_empty();
        }
        match self.attempt(desk) {
            Some(attempt) if Self::judges(action) && self.names_work(&attempt) => false,
            // Before the closing there is no closing note, and after it nothing else.
            Some(attempt) if Self::wants_rows(action) => Self::about_note(action) == attempt.closed().is_some(),
            Some(attempt) if self.reading && action == Action::Open => self.event(&attempt).is_some(),
            Some(_) => true,
            None => !rows || self.waits(desk),
        }
    }

    fn head(&self, desk: &Desk, scene: &Scene) -> Head {
        let asks = match self.attempt(desk) {
            Some(attempt) => {
                let ended = attempt.facts.ending.at.map(|at| scene.clock.time(at)).unwrap_or_default();
                words::asks(&ended, attempt.facts.liveness.verdict, scene.two_panes())
            }
            None if self.waits(desk) => brief_words::after::asks(desk.recovery.decided.attempt, scene.two_panes()),
            None => String::new(),
        };
        let attempt = self.attempt(desk).map_or(desk.attempt(), |attempt| attempt.number);
        Head { title: desk.title(), attempt, facts: super::chrome::facts(desk, scene), asks, ..Head::default() }
    }

    fn not_now(&self, action: Action, desk: &Desk, _scene: &Scene) -> Option<String> {
        if Self::turns(action) && before(desk).is_empty() {
            return Some(words::FIRST_ATTEMPT.to_owned());
        }
        if !Self::wants_rows(action) {
            return None;
        }
        let Some(attempt) = self.attempt(desk) else {
            let waits = || brief_words::after::asks(desk.recovery.decided.attempt, true);
            if let Some(why) = closing::of_before(desk).filter(|_| action == Action::Write) {
                return Some(why);
            }
            return Some(if self.waits(desk) { waits() } else { nothing(desk) });
        };
        match (action, attempt.closed()) {
            (Action::OtherView, _) if self.reading => None,
            (Action::Write | Action::OtherView, None) => Some(words::CLOSE_FIRST.to_owned()),
            (Action::Write | Action::OtherView, Some(_)) | (_, None) => None,
            (_, Some(_)) if self.earlier(desk).is_some() => Some(words::is_over(attempt.number, attempt.kept())),
            (_, Some(outcome)) => Some(words::is_closed(attempt.number, outcome)),
        }
    }

    fn on(&mut self, action: Action, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if Self::turns(action) && !self.reading {
            return self.turn(action, desk);
        }
        if let Some(attempt) = self.attempt(desk) {
            return self.on_rows(action, &attempt, desk, scene);
        }
        if self.waits(desk) {
            return self.after.on(action, desk, scene);
        }
        vec![]
    }

    fn accepted(&mut self, purpose: &Purpose, values: &[String], desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        let value = |at: usize| values.get(at).cloned().unwrap_or_default();
        if let Purpose::Consumer = purpose {
            // Whose run it is and where its transcript lies is found out where the runs are.
            let run = RunMark { runtime: desk.run.runtime, session: value(0), transcript: String::new() };
            let attempt = desk.recovery.decided.attempt;
            let join = Op::Join { run, attempt, how: "by hand".to_owned() };
            return vec![Ask::Save(vec![join]), Ask::Effect(Effect::Look)];
        }
        let Some(attempt) = self.attempt(desk) else { return vec![] };
        match purpose {
            Purpose::LookedAt(row) => {
                let note = words::looked_at(&value(0));
                let met = Some(RowVerdict::Met);
                match review::set_verdict(&desk.recovery.decided, attempt.number, row, met, &note) {
                    Ok(op) => {
                        self.goes_on(&attempt, row);
                        vec![Ask::Save(vec![op])]
                    }
                    Err(refused) => vec![Ask::Say(step_words::refusal(&refused))],
                }
            }
            Purpose::Note(row) => {
                let verdict = attempt.verdict(row);
                match review::set_verdict(&desk.recovery.decided, attempt.number, row, verdict, &value(0)) {
                    Ok(op) => vec![Ask::Save(vec![op])],
                    Err(refused) => vec![Ask::Say(step_words::refusal(&refused))],
                }
            }
            Purpose::Approval if value(2) == words::APPROVE_WAYS[1] => vec![Ask::Form(closing::closing(&attempt))],
            Purpose::Approval => {
                let by = desk.operator.clone().unwrap_or_default();
                match review::approve(attempt.number, &value(0), &by, &value(1)) {
                    Ok(op) => closing::approved(&attempt, op, desk),
                    Err(_) => {
                        vec![Ask::Say(words::APPROVE_HOW.to_owned()), Ask::Form(closing::approval(&attempt, desk))]
                    }
                }
            }
            Purpose::Close => self.close(&attempt, &value(0), desk),
            Purpose::LastGood => {
                let commits = attempt.facts.tree.commits.iter();
                self.from = commits.map(|commit| commit.id.clone()).find(|id| id.starts_with(&value(0)));
                vec![]
            }
            _ => vec![],
        }
    }

    fn refreshed(&mut self, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        self.attempt(desk).map(|attempt| self.still_there(&attempt, desk, scene)).unwrap_or_default()
    }

    fn item(&self, desk: &Desk) -> Option<String> {
        let attempt = self.attempt(desk)?;
        self.selected(&attempt).map(|row| row.key)
    }

    fn go_to(&mut self, item: &str, desk: &Desk, _scene: &Scene) -> Vec<Ask> {
        self.shows(paging::named(item));
        let rows = self.attempt(desk).map(|attempt| attempt.rows()).unwrap_or_default();
        if let Some(at) = rows.iter().position(|row| row.key == item) {
            self.stand.borrow_mut().moves(&rows, |list, _| list.at = at);
        }
        vec![]
    }

    fn foot(&self, desk: &Desk, scene: &Scene) -> [String; 2] {
        let Some(attempt) = self.attempt(desk) else {
            let of_task = desk.facts.run.record.is_some();
            if self.waits(desk) {
                return [brief_words::after::starts_nothing(of_task).to_owned(), self.hint(desk)];
            }
            let by_file = elsewhere(desk).map(|_| words::by_file(desk.short(&desk.facts.run.session)));
            return [nothing(desk), by_file.unwrap_or_else(|| self.hint(desk))];
        };
        let line = match attempt.closed() {
            Some(_) if self.earlier(desk).is_some() => words::is_over(attempt.number, attempt.kept()),
            Some(outcome) => words::closed(outcome, attempt.number, attempt.review.open.len()),
            None => words::stands(&attempt.review, &attempt.review.blockers),
        };
        let columns = usize::from(scene.columns).saturating_sub(2);
        let event = self.event(&attempt).filter(|_| self.reading).map(|(number, _)| words::open_event(number));
        let fits = |text: &str| crate::widgets::clean::width(text) <= columns;
        let note = attempt.closed().filter(|_| !self.reading).map(|_| {
            let change = Row::plain(brief_words::CHANGE);
            Row::plain(self.destination(&attempt, desk)).text("  ").and_right(change, columns).words()
        });
        // What is to be done is read to its end; where the note goes, the dialog that writes it says, too.
        let note = note.filter(|_| fits(&line));
        let other = || if attempt.closed().is_none() && !self.reading { self.hint(desk) } else { String::new() };
        let second = event.or(note).unwrap_or_else(other);
        [line.clone(), if fits(&line) || self.reading { second } else { String::new() }]
    }

    fn draw(&self, desk: &Desk, scene: &Scene, area: Rect, paint: &mut Paint) {
        match self.attempt(desk) {
            Some(attempt) => match self.selected(&attempt).filter(|_| self.reading) {
                Some(row) => self.draw_proof(&row, &attempt, scene, area, paint),
                None => draw::body(self, &attempt, desk, scene, area, paint),
            },
            None if self.waits(desk) => self.after.draw(desk, scene, area, paint),
            None => {}
        }
    }
}

/// The brief that the run was given, when nothing of its recovery is kept here.
fn elsewhere(desk: &Desk) -> Option<(String, u32)> {
    let given = review::given(&desk.facts.run)?;
    let kept = desk.recovery.id.as_ref() == Some(&given.0) || !desk.written.is_empty();
    (!kept).then_some(given)
}

/// Why there is nothing to review.
fn nothing(desk: &Desk) -> String {
    elsewhere(desk)
        .map_or_else(|| words::NO_BRIEF.to_owned(), |(recovery, attempt)| words::elsewhere(&recovery, attempt))
}

fn looked_at(row: &RowOf) -> Form {
    let field = Field::text(words::LOOKED_FIELD, "").needed(words::LOOKED_NEEDED);
    let title = words::looked_title(row.kind);
    Form::new(Purpose::LookedAt(row.key.clone()), title, vec![field]).notes([row.text.clone()])
}
