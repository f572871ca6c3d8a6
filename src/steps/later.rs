//! What later runs of a recovery did belongs to them: it is neither a product of the run before nor unexplained there.
//!
//! The journal says which runs came later; what became of what they did is said in their reviews. What runs before handed on comes in with their briefs.

use std::collections::BTreeSet;

use super::{broken, outside, review};
use crate::model::{Brief, Facts, Product, ProductKind, Timestamp, Unexplained};
use crate::steps::text;

/// Takes out of the facts of a run what was done by the runs that came after this attempt.
pub fn apply<'a>(facts: &mut Facts, after: u32, later: &'a [(u32, Facts)], briefs: &[&'a Brief]) {
    for (attempt, run) in later.iter().filter(|(attempt, _)| *attempt > after) {
        let brief = briefs.iter().find(|brief| brief.attempt == *attempt);
        if let Some(done) = Done::by(run, brief.copied(), &facts.run.session) {
            facts.products.retain(|product| !done.has(product));
            facts.problems.retain(|problem| !problem.unexplained.as_ref().is_some_and(|what| done.explains(what)));
        }
    }
}

/// Adds what the briefs before know and ask about: it does not end with the record of the run that they were written for.
pub fn carry<'a>(facts: &mut Facts, briefs: impl Iterator<Item = &'a Brief> + Clone) {
    broken::carry(facts, briefs.clone());
    outside::carry(facts, briefs);
}

/// What one run did after it had its brief.
struct Done {
    commits: BTreeSet<String>,
    files: Vec<String>,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
}

impl Done {
    fn by(run: &Facts, brief: Option<&Brief>, before: &str) -> Option<Self> {
        let consumed = brief.and_then(|brief| review::consumptions(&run.run, brief).into_iter().next());
        // A run of its own that a person named is all theirs; in one transcript only the brief parts the two.
        let whole = run.run.session != before;
        let from = consumed.as_ref().map_or(run.run.started.filter(|_| whole), |consumed| consumed.at);
        let brief = brief.filter(|_| consumed.is_some() || whole)?;
        let (commits, files) = review::done(run, brief, consumed.as_ref());
        Some(Self { commits, files, from, to: run.run.last_event })
    }

    /// Whether a product is of this run: its commit, a name that points to one, a file that it changed.
    fn has(&self, product: &Product) -> bool {
        match product.kind {
            ProductKind::Commit | ProductKind::Branch | ProductKind::Tag => {
                product.version.as_ref().is_some_and(|commit| self.commits.contains(commit))
            }
            ProductKind::File | ProductKind::Document | ProductKind::TestOutput => {
                self.files.iter().any(|file| text::same_file(file, &product.location))
            }
            _ => false,
        }
    }

    fn explains(&self, what: &Unexplained) -> bool {
        match what {
            Unexplained::Commit(commit) => self.commits.contains(commit),
            Unexplained::Moved(at) => {
                let soon = |end: Timestamp| at.as_second() <= end.as_second() + review::SOON;
                self.from.is_some_and(|from| *at >= from) && self.to.is_none_or(soon)
            }
        }
    }
}
