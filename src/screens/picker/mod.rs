//! The run picker: the runs of the last 7 days, newest first, rows of one recovery together, each saying where work waits.
//!
//! Nothing runs here by itself: what is not known yet is asked for one run after the other, and then it is quiet.

mod draw;
mod lines;

use std::collections::BTreeMap;

use self::draw::list_rows;
use super::{Ask, Head, Scene, states};
use crate::model::{Decided, Facts, Waits};
use crate::msg::{Action, Catalog, Effect, Known, Row};
use crate::steps;
use crate::widgets::clean;
use crate::words::picker as words;

pub use lines::Line;

/// What the picker shows.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The runs of this machine; `None` before the first answer.
    pub catalog: Option<Catalog>,
    /// The name that is offered for the operator.
    pub user: String,
    /// What is known of runs beyond their names and times, by session.
    known: BTreeMap<String, Facts>,
    /// Runs about which was asked; each is asked once a look.
    asked: Vec<String>,
    /// Whether an answer is still to come: a second question would take the place of the first.
    awaits: bool,
    /// The selected run, by session; `None` on the folded line.
    selected: Option<String>,
    /// The first line that was shown last, so that the list stays where it is while the selection moves inside it.
    top: usize,
    /// Whether the folded rows are shown.
    unfolded: bool,
    /// The run that is being opened, by session.
    pub opening: Option<String>,
    /// What was typed to find.
    filter: String,
}

impl State {
    /// Whether all runs are listed, not only the last 7 days.
    pub fn all(&self) -> bool {
        self.catalog.as_ref().is_some_and(|catalog| catalog.all)
    }

    /// The facts of the selected row, when they are known.
    pub fn facts(&self) -> Option<&Facts> {
        self.known.get(self.selected.as_ref()?)
    }

    /// What is known of one run.
    fn of(&self, row: &Row) -> Option<&Facts> {
        self.known.get(&row.found.session)
    }

    /// Where work waits: by the journal alone until the facts of the failed run are known.
    fn waits(&self, row: &Row) -> Option<Waits> {
        let Some(decided) = row.decided.as_deref() else { return row.waits.clone() };
        let mut same = self.catalog.iter().flat_map(|catalog| &catalog.runs);
        let failed = same.find(|other| other.recovery == row.recovery && other.attempt == 0);
        match (&row.waits, failed.and_then(|failed| self.of(failed))) {
            // That a run consumed the brief is known from the catalog; the journal may not say it yet.
            (Some(Waits::Review), _) | (_, None) => row.waits.clone(),
            (_, Some(facts)) => Some(steps::waits(Some(facts), decided)),
        }
    }

    /// Takes in the runs that were found.
    pub fn found(&mut self, catalog: Catalog, scene: &Scene) -> Vec<Ask> {
        self.catalog = Some(catalog);
        self.asked.clear();
        self.keep_selected(scene);
        self.ask_next(scene)
    }

    /// Takes in what was found out about one run, and asks for the next.
    pub fn known(&mut self, known: Known, scene: &Scene) -> Vec<Ask> {
        self.known.insert(known.run.session, known.facts);
        self.awaits = false;
        self.keep_selected(scene);
        self.ask_next(scene)
    }

    /// Asks about one run that is not known in this look yet: the selected one first, then what is on screen. A run that nobody sees is
    /// not read.
    fn ask_next(&mut self, scene: &Scene) -> Vec<Ask> {
        let Some(catalog) = self.catalog.as_ref().filter(|_| !self.awaits) else { return vec![] };
        let open = |row: &&Row| row.found.problem.is_none() && !self.asked.contains(&row.found.session);
        let lines = self.lines(scene);
        let shown = lines.iter().skip(self.from(&lines, scene)).take(list_rows(scene).into());
        let shown = shown.filter_map(|line| if let Line::Run { session, .. } = line { Some(session) } else { None });
        let mut wanted = self.selected.iter().chain(shown);
        let of = |session: &String| catalog.runs.iter().find(|row| row.found.session == *session).filter(open);
        let Some(row) = wanted.find_map(of) else { return vec![] };
        let (session, ask) = (row.found.session.clone(), Ask::Effect(Effect::Know(row.found.mark())));
        self.asked.push(session);
        self.awaits = true;
        vec![ask]
    }

    /// Whether the footer names the keys of an action: without runs it says what else there is to do.
    pub fn offers(&self, action: Action) -> bool {
        let none = self.catalog.as_ref().is_none_or(|catalog| catalog.runs.is_empty());
        match action {
            Action::Open | Action::Find | Action::FourStates => !none,
            Action::AllRuns => none && !self.all(),
            _ => true,
        }
    }

    /// Does what an action means here.
    pub fn on(&mut self, action: Action, scene: &Scene) -> Vec<Ask> {
        let half = usize::from(list_rows(scene) / 2).max(1);
        match action {
            Action::Down => self.step(scene, 1, true),
            Action::Up => self.step(scene, 1, false),
            Action::HalfDown | Action::PageDown => self.step(scene, half, true),
            Action::HalfUp | Action::PageUp => self.step(scene, half, false),
            Action::First => self.step(scene, usize::MAX, false),
            Action::Last => self.step(scene, usize::MAX, true),
            Action::Open => return self.open(scene),
            Action::Look => return vec![Ask::Effect(Effect::Find { all: self.all() })],
            Action::AllRuns => return vec![Ask::Effect(Effect::Find { all: !self.all() })],
            Action::Copy => return self.copy(false),
            Action::CopyPath => return self.copy(true),
            Action::Close if !self.filter.is_empty() => {
                self.filter.clear();
                self.keep_selected(scene);
            }
            _ => return vec![],
        }
        // What came into view may not be known yet.
        let mut asks = self.ask_next(scene);
        asks.push(Ask::Nothing);
        asks
    }

    fn copy(&self, path: bool) -> Vec<Ask> {
        let Some(row) = self.row() else { return vec![] };
        let text = if path { row.found.path.display().to_string() } else { row.found.session.clone() };
        vec![Ask::Effect(Effect::Copy { what: text.clone(), text })]
    }

    fn open(&mut self, scene: &Scene) -> Vec<Ask> {
        let Some(row) = self.row() else {
            if !self.lines(scene).iter().any(|line| matches!(line, Line::Folded { .. })) {
                return vec![Ask::Say(words::NOTHING_TO_OPEN.to_owned())];
            }
            self.unfolded = !self.unfolded;
            self.keep_selected(scene);
            return vec![Ask::Nothing];
        };
        if let Some(why) = &row.found.problem {
            return vec![Ask::Say(words::unreadable(why))];
        }
        // A run that consumed a brief starts no recovery of its own: the failed run's is opened.
        let failed = self.catalog.iter().flat_map(|catalog| &catalog.runs);
        let mut failed = failed.filter(|other| other.recovery == row.recovery && other.attempt == 0);
        let opened = if row.recovery.is_some() && row.attempt > 0 { failed.next().unwrap_or(row) } else { row };
        vec![
            Ask::Say(crate::words::app::opening(&title(opened))),
            Ask::Open(opened.found.mark(), row.found.session.clone()),
        ]
    }

    /// The selected run; `None` on the folded line or when there is none.
    pub(crate) fn row(&self) -> Option<&Row> {
        let session = self.selected.as_ref()?;
        self.catalog.as_ref()?.runs.iter().find(|row| &row.found.session == session)
    }

    /// A row of the body was clicked.
    pub fn click(&mut self, row: u16, scene: &Scene) -> Vec<Ask> {
        let lines = self.lines(scene);
        let at = usize::from(row).checked_sub(1).filter(|row| *row < usize::from(list_rows(scene)));
        let at = at.map(|row| row + self.from(&lines, scene));
        match at.and_then(|at| lines.get(at)) {
            Some(Line::Run { session, .. }) => self.selected = Some(session.clone()),
            Some(Line::Folded { .. }) => self.selected = None,
            _ => return vec![],
        }
        self.keep_in_view(scene);
        vec![Ask::Nothing]
    }

    /// Takes what is typed into the find line.
    pub fn filter(&mut self, text: &str, scene: &Scene) -> Vec<Ask> {
        text.clone_into(&mut self.filter);
        self.keep_selected(scene);
        vec![]
    }

    /// What the header says.
    pub fn head(&self, scene: &Scene) -> Head {
        let looked = self.catalog.as_ref().map(|catalog| scene.clock.weekday(catalog.looked));
        let facts = words::facts(
            &scene.clock.host,
            looked.as_deref().unwrap_or(scene.theme.mark(crate::widgets::theme::Mark::More)),
        );
        let dot = format!(" {} ", scene.theme.mark(crate::widgets::theme::Mark::Nothing));
        Head { title: words::TITLE.to_owned(), facts: facts.join(&dot), one_row: true, ..Head::default() }
    }

    /// The two lines above the footer.
    pub fn foot(&self, scene: &Scene) -> [String; 2] {
        let Some(catalog) = &self.catalog else { return [words::loading().to_owned(), String::new()] };
        if catalog.runs.is_empty() {
            return <[String; 2]>::default();
        }
        let unread = catalog.problems.len() + catalog.runs.iter().filter(|row| row.found.problem.is_some()).count();
        let total = words::total(catalog.runs.len(), catalog.places.len(), unread, catalog.all);
        let hidden = self.hidden(scene);
        if self.filter.is_empty() {
            // What could not be read must not be cut off; it then takes both rows.
            let wraps = clean::width(&total) + 2 > usize::from(scene.columns);
            return [total, if wraps { String::new() } else { hidden }];
        }
        let shown = catalog.runs.iter().filter(|row| self.fits(row)).count();
        [words::filtered(shown, &self.filter), hidden]
    }
}

/// The title of a row.
fn title(row: &Row) -> String {
    let title = row.found.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    title.map_or_else(|| words::UNTITLED.to_owned(), |title| title.lines().next().unwrap_or_default().to_owned())
}

/// The details of a row: label, whether it wants to be looked at, and the line.
fn details(facts: &Facts, row: &Row, scene: &Scene) -> [(bool, String); 6] {
    let none = Decided::default();
    states::short(facts, row.decided.as_deref().unwrap_or(&none), scene)
}

/// Whether a run needs nobody: it ended well, or it lives and is healthy.
fn needs_nobody(facts: &Facts) -> Option<lines::Fold> {
    use crate::model::{Cause, Running};
    match (facts.ending.cause, steps::confirm::running(&facts.liveness)) {
        (Cause::EndedWell, Running::NoSign) => Some(lines::Fold::EndedWell),
        (Cause::NotDead, Running::Alive) => Some(lines::Fold::Live),
        _ => None,
    }
}
