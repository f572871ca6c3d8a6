//! What lies before the operator: the facts of the open run, what was decided, and whether we may decide.

use std::path::PathBuf;

use super::gates::Running;
use crate::model::{
    ClosingNote, Entry, Facts, Gate, JOURNAL_VERSION, Op, Product, Recovery, RunMark, Standing, Timestamp, Waits,
    short_session,
};
use crate::msg::{Around, Looked, Opened, WrittenBrief};
use crate::steps;
use crate::words;

/// What lies before the operator.
#[derive(Clone, Debug)]
pub struct Desk {
    /// The run.
    pub run: RunMark,
    /// What the program found out by itself, as of the last look.
    pub facts: Facts,
    /// What was decided and is on disk.
    pub recovery: Recovery,
    /// Decisions that are not on disk yet, with their tickets: their rows show `…`.
    pub saving: Vec<(u64, Vec<Op>)>,
    /// Whether decisions can be written down here.
    pub standing: Standing,
    /// The operator's name, once it is known.
    pub operator: Option<String>,
    /// The runs around it, as of the last look for them.
    pub around: Around,
    /// The recovery's own folder.
    pub folder: PathBuf,
    /// Its written briefs, oldest first.
    pub written: Vec<WrittenBrief>,
    /// Its closing notes that lie on disk.
    pub notes: Vec<ClosingNote>,
    /// What was read before the first decision: looking alone begins no recovery, so it is kept here until one is made.
    pub read: Vec<Op>,
    /// Gates as the record of the run shows them, without what was measured here.
    pub recorded: Vec<Gate>,
    /// Gates that run, or ran last.
    pub gates: Option<Running>,
    /// A sign of life that came after the confirmation, in words.
    pub news: Option<String>,
}

impl Desk {
    /// The desk of a run that was just opened.
    pub fn new(opened: Opened) -> Self {
        let operator = opened.operator.or_else(|| opened.recovery.decided.operator.clone());
        let recorded = opened.facts.gates.clone();
        let mut desk = Self {
            run: opened.run,
            facts: opened.facts,
            recovery: opened.recovery,
            saving: vec![],
            standing: opened.standing,
            operator,
            around: opened.around,
            folder: opened.folder,
            written: opened.written,
            notes: vec![],
            read: vec![],
            recorded,
            gates: None,
            news: None,
        };
        desk.knows();
        desk
    }

    /// When it was looked last.
    pub fn looked(&self) -> Timestamp {
        self.facts.looked
    }

    /// Why nothing can be decided now; `None` when decisions are possible.
    pub fn read_only(&self) -> Option<String> {
        match &self.standing {
            Standing::Writable => None,
            Standing::Held(holder) => Some(words::held_by(&holder.by)),
            Standing::Gone => Some(words::app::gone().to_owned()),
            Standing::ReadOnly(why) => Some(words::app::after_failure(why)),
        }
    }

    /// Whether a decision that fits is on its way to the disk.
    pub fn saves(&self, fits: impl Fn(&Op) -> bool) -> bool {
        self.saving.iter().flat_map(|(_, ops)| ops).any(fits)
    }

    /// What will have been decided once all that is on its way to the disk, and this, has landed there.
    pub fn soon(&self, also: &[Op]) -> Recovery {
        let mut recovery = self.recovery.clone();
        for op in self.saving.iter().flat_map(|(_, ops)| ops).chain(also) {
            recovery.apply(Entry {
                v: JOURNAL_VERSION,
                seq: recovery.entries.last().map_or(0, |last| last.seq) + 1,
                at: self.facts.looked,
                by: self.operator.clone().unwrap_or_default(),
                host: self.facts.host.name.clone(),
                act: None,
                op: op.clone(),
            });
        }
        recovery
    }

    /// Whether the recovery has begun: something was decided, or is on its way to the disk.
    pub fn begun(&self) -> bool {
        !self.recovery.entries.is_empty() || !self.saving.is_empty()
    }

    /// Takes in what was on screen before the first decision.
    pub fn has_read(&mut self, ops: Vec<Op>, at: Timestamp) {
        for op in &ops {
            self.recovery.read_before(op, self.operator.as_deref().unwrap_or_default(), at);
        }
        self.read.extend(ops);
    }

    /// Where an outside action can be looked at: a command with the whole path of the work tree, as it is copied; on
    /// screen it stands as `Scene::typed` says it.
    pub fn look(&self, product: &Product) -> Option<String> {
        steps::outside::look(&self.facts, product, &self.facts.tree.root.display().to_string())
    }

    /// The title of the work: that of the first brief, the runtime's title, the goal, or the session.
    pub fn title(&self) -> String {
        // The run of a later attempt was asked to follow a brief; the work has not changed its name for that.
        let first = self.written.first().filter(|_| self.recovery.decided.attempt > 1);
        first.and_then(|written| written.brief.title.clone()).unwrap_or_else(|| words::title(&self.facts))
    }

    /// The attempt that is being prepared, for the header; 0 while it is the failed run that is looked at.
    pub fn attempt(&self) -> u32 {
        let attempt = self.recovery.decided.attempt;
        if attempt > 1 { attempt } else { 0 }
    }

    /// Brings together all that is known beside the record of the run: what was measured here, what later runs did, and what
    /// the briefs before know. This is the one way for that, after each look and after each decision, so that nothing shown
    /// hangs on which of the two came last.
    pub fn knows(&mut self) {
        steps::measured::apply(&mut self.facts, &self.recorded, &self.recovery.decided);
        self.later();
    }

    /// That steps 1 to 3 are behind this attempt, in words: a run has its brief, or the work is done.
    pub fn behind(&self) -> Option<String> {
        let decided = &self.recovery.decided;
        self.closed().or_else(|| decided.handed_over().then(|| words::steps::behind(decided.attempt)))
    }

    /// That the recovery is closed as recovered, in words: it takes no more sorting and no next step.
    pub fn closed(&self) -> Option<String> {
        let decided = &self.recovery.decided;
        let recovered = steps::waits(Some(&self.facts), decided) == Waits::Recovered;
        recovered.then(|| {
            let open = super::review::rows::attempt(self).map(|attempt| attempt.review.open.len());
            words::steps::recovered(decided.attempt, open)
        })
    }

    /// A session in a few letters, by which a command of ours finds it.
    pub fn short<'a>(&self, session: &'a str) -> &'a str {
        short_session(session, self.around.sessions.iter().map(String::as_str))
    }

    /// Whether the brief of this attempt was written with another step than the one that stands in step 3 now.
    pub fn says_otherwise(&self) -> bool {
        let decided = &self.recovery.decided;
        let written = self.written.iter().rev().find(|written| written.brief.attempt == decided.attempt);
        let now = decided.step.as_ref().map_or("", |step| step.text.as_str());
        written.is_some_and(|written| written.brief.next_step.text != now) && self.behind().is_none()
    }

    /// What a run did that came later is that run's; its review says what became of it.
    fn later(&mut self) {
        let after = self.recovery.decided.attempt.saturating_sub(1);
        let briefs: Vec<_> = self.written.iter().map(|written| &written.brief).collect();
        steps::later::apply(&mut self.facts, after, &self.around.attempts, &briefs);
        steps::later::know(&mut self.facts, &self.around.attempts);
        let before = briefs.into_iter().filter(|brief| brief.attempt <= after);
        steps::later::carry(&mut self.facts, &self.recovery.decided, before);
    }

    /// Takes in what a new look found. Returns whether anything but the time changed.
    pub fn looked_again(&mut self, looked: Looked) -> bool {
        let mut changed = false;
        if let Some(facts) = looked.facts {
            self.facts = *facts;
            self.recorded = self.facts.gates.clone();
            self.knows();
            changed = true;
        }
        if self.facts.liveness != looked.liveness {
            changed |= says(&self.facts)
                != looked.liveness.signs.iter().map(|sign| (&sign.key, sign.says)).collect::<Vec<_>>()
                || self.facts.liveness.verdict != looked.liveness.verdict;
            self.facts.liveness = looked.liveness;
        }
        if let Some(products) = looked.products {
            let before = std::mem::replace(&mut self.facts.products, products);
            self.knows();
            changed |= before != self.facts.products;
        }
        self.facts.looked = looked.at;
        changed
    }
}

fn says(facts: &Facts) -> Vec<(&String, crate::model::Says)> {
    facts.liveness.signs.iter().map(|sign| (&sign.key, sign.says)).collect()
}
