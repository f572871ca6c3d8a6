//! The attempt under review as rows, worst first, each with its proof.

use super::proof::Proof;
use crate::model::{
    ActionResult, Brief, CheckedBy, Closing, Commit, CriterionRow, CriterionVerdict, Decided, Facts, FileChange,
    GapRow, GateChange, GateRow, GateState, Measured, Review, Reviewed, RowVerdict, Shown,
};
use crate::screens::Desk;
use crate::steps::assign;
use crate::steps::review::{self, Against, Since};
use crate::words::review::{self as words, kind};
use crate::words::steps as step_words;

/// The attempt under review.
pub struct Attempt<'a> {
    /// Its number.
    pub number: u32,
    /// The brief that was written.
    pub brief: &'a Brief,
    /// The facts of the run that consumed it.
    pub facts: &'a Facts,
    /// What the program found.
    pub review: Review,
    /// Commits between last good and the start of the run: they were there before it.
    pub before: Vec<Commit>,
    /// The newer commit to which last good moves on, proven since the brief was written, with why.
    pub newer: Option<(String, String)>,
    reviewed: Option<&'a Reviewed>,
    measured: Vec<Measured>,
}

/// One row of the list.
#[derive(Clone, Debug)]
pub struct RowOf {
    /// Its key for proofs and verdicts.
    pub key: String,
    /// The kind, in a word.
    pub kind: &'static str,
    /// What it is about.
    pub text: String,
    /// The colour of the gate that it is, or of those that it speaks of, with its word.
    pub gate: Option<(GateState, &'static str)>,
    /// What the record says to it.
    pub record: String,
    /// Its mark.
    pub mark: &'static str,
    /// What speaks for or against it.
    pub proof: Vec<Proof>,
    /// Whether nothing on record speaks for or against it, or only what asked for it: then a person says where they looked.
    pub bare: bool,
}

/// Whether a brief was written for the present attempt and no run has consumed it.
pub fn waiting(desk: &Desk) -> bool {
    let decided = &desk.recovery.decided;
    decided.published.contains_key(&decided.attempt) && attempt(desk).is_none()
}

/// The attempt under review, when there is one.
pub fn attempt(desk: &Desk) -> Option<Attempt<'_>> {
    attempt_by(desk, &desk.recovery.decided)
}

/// The same by other decisions than those on disk.
pub fn attempt_by<'a>(desk: &'a Desk, decided: &'a Decided) -> Option<Attempt<'a>> {
    attempt_numbered(desk, decided, newest(decided)?)
}

/// The newest attempt that has a brief: after a closed one the next begins, but there is nothing of it until its brief is written.
pub fn newest(decided: &Decided) -> Option<u32> {
    let now = decided.attempt;
    if decided.published.contains_key(&now) { Some(now) } else { now.checked_sub(1) }
}

/// An attempt by its number, when its brief and a run that consumed it are known.
pub fn attempt_numbered<'a>(desk: &'a Desk, decided: &'a Decided, number: u32) -> Option<Attempt<'a>> {
    let brief = desk.written.iter().rev().map(|written| &written.brief).find(|brief| brief.attempt == number)?;
    let facts = desk.around.attempts.iter().rev().find(|(attempt, _)| *attempt == number).map(|(_, facts)| facts)?;
    let sha256 = decided.published.get(&number).map(|published| published.sha256.as_str());
    let measured: Vec<Measured> =
        decided.measured.iter().filter(|(of, _)| *of == number).map(|(_, result)| result.clone()).collect();
    let consumption = review::consumption(&facts.run, brief, sha256);
    let consumption = consumption.as_ref();
    let against = Against { brief, sha256, facts, consumption, measured: &measured, decided: Some(decided) };
    let review = review::review(&against, &step_words::blocker);
    let known = desk.facts.tree.commits.iter().chain(desk.around.attempts.iter().flat_map(|(_, of)| &of.tree.commits));
    let newer = review::moves_on(&against, &review, known.clone());
    let before = review::before(brief, facts, known);
    Some(Attempt { number, brief, facts, review, before, newer, reviewed: decided.reviews.get(&number), measured })
}

impl Attempt<'_> {
    /// Whether the proof of a row was on screen as it is now.
    pub fn seen(&self, row: &str) -> bool {
        self.seen_at(row).is_some()
    }

    /// When the proof of a row was on screen as it is now.
    pub fn seen_at(&self, row: &str) -> Option<crate::model::Timestamp> {
        let seen = self.reviewed.and_then(|reviewed| reviewed.proofs.get(row)).copied();
        seen.filter(|_| self.outlived(row).is_none())
    }

    /// What came after the proof of a row was on screen, and makes it another one.
    pub fn outlived(&self, row: &str) -> Option<Since<'_>> {
        review::outlived(self.facts, self.brief, &self.measured, self.reviewed?, row)
    }

    /// A person's verdict on a row, as far as it counts.
    pub fn verdict(&self, row: &str) -> Option<RowVerdict> {
        let verdict = self.reviewed.and_then(|reviewed| reviewed.verdicts.get(row)).and_then(|(verdict, _)| *verdict);
        verdict.filter(|_| self.outlived(row).is_none())
    }

    /// A person's note on a row.
    pub fn note(&self, row: &str) -> String {
        self.reviewed.and_then(|reviewed| reviewed.verdicts.get(row)).map(|(_, note)| note.clone()).unwrap_or_default()
    }

    /// A verdict in words.
    pub fn verdict_words(&self, row: &RowOf) -> String {
        self.verdict(&row.key)
            .map_or_else(|| words::NOT_JUDGED.to_owned(), |verdict| words::verdict(verdict, row.kind).to_owned())
    }

    /// A verdict in words, with what the record suggests where that says the contrary.
    pub fn verdict_told(&self, row: &RowOf) -> String {
        let said = self.verdict_words(row);
        let suggest = self.review.criteria.iter().find(|one| one.row == row.key).and_then(|one| one.suggest);
        match (self.verdict(&row.key), suggest) {
            (Some(RowVerdict::Met), Some(CriterionVerdict::NotMet))
            | (Some(RowVerdict::Not), Some(CriterionVerdict::Met)) => {
                let record = words::suggests(suggest, false);
                format!("{said} (the record {record})")
            }
            _ => said,
        }
    }

    /// The last good state after this attempt: what was proven since, else that of its brief. Its successor would start there.
    pub fn good<'b>(&'b self, desk: &'b Desk) -> Option<&'b str> {
        let of_run = || assign::good_commit(&desk.facts, &desk.recovery.decided);
        let newer = self.newer.as_ref().map(|(commit, _)| commit.as_str());
        newer.or(self.brief.last_good.commit.as_deref()).or_else(of_run)
    }

    /// Why that state counts as good, where it is known.
    pub fn good_why(&self) -> Option<&str> {
        let newer = self.newer.as_ref().map(|(_, why)| why.as_str());
        newer.or(Some(self.brief.last_good.why.as_str())).filter(|why| !why.is_empty())
    }

    /// From where the next attempt starts, once it was closed with one.
    pub fn goes_on_from(&self) -> Option<&str> {
        self.reviewed.and_then(|reviewed| reviewed.closed.as_ref()).and_then(|(_, from, _)| from.as_deref())
    }

    /// How the attempt was closed, when it was.
    pub fn closed(&self) -> Option<Closing> {
        self.reviewed.and_then(|reviewed| reviewed.closed.as_ref()).map(|(outcome, ..)| *outcome)
    }

    /// Whether its review is the one that it was closed with.
    pub fn kept(&self) -> bool {
        self.review.closing.as_ref().is_some_and(|closing| closing.kept)
    }

    /// Whether no verdict is to be given on a row any more, or none at all.
    pub fn judged(&self, row: &RowOf) -> bool {
        self.closed().is_some() || row.key == WORK
    }

    /// The rows, worst first.
    pub fn rows(&self) -> Vec<RowOf> {
        let review = &self.review;
        let mut rows: Vec<RowOf> = review.gates.iter().map(|gate| self.gate(gate)).collect();
        for limit in &review.limits_broken {
            let mut proof = self.told(&limit.by);
            // What breaks it is named with its event: "src/a.rs (event 7)".
            let named = |path: &&String| limit.by.iter().any(|by| by.split(' ').any(|word| word == path.as_str()));
            proof.extend(review.changes.keys().filter(named).cloned().map(Proof::Change));
            rows.push(row(&limit.row, kind::LIMIT, &limit.limit, &self.by(&limit.by), "✗", proof));
        }
        for limit in &review.standing {
            let closed = self.closed().is_some();
            let texts = [words::broken_before(limit, closed), words::before_decide(closed)];
            let mut proof: Vec<Proof> = texts.map(Proof::Text).into();
            proof.extend(limit.not_fine.map(|attempt| Proof::Text(words::not_fine_before(attempt))));
            proof.extend(limit.files.iter().map(|(path, _)| Proof::Broken(path.clone())));
            rows.push(row(&limit.row, kind::LIMIT, &limit.limit, words::broken_since(limit.again), "✗", proof));
        }
        for change in &review.outside_step {
            let by = self.by(&change.by);
            let mut proof: Vec<Proof> =
                change.allowed.then(|| Proof::Text(words::MAY_NEED.into())).into_iter().collect();
            proof.extend(self.told(&change.by));
            proof.push(Proof::Change(change.location.clone()));
            let mark = if change.allowed { "?" } else { "✗" };
            rows.push(row(&change.row, kind::OUTSIDE_STEP, &change.location, &by, mark, proof));
        }
        for action in &review.outside_actions {
            let stands = words::result(action.result, action.forbidden);
            let mark = if action.forbidden && action.result != ActionResult::Failed { "✗" } else { "?" };
            let mut proof = vec![Proof::Event(action.event.clone())];
            proof.extend(action.look.as_ref().map(|look| Proof::Text(words::look(look))));
            // Its event shows that it was asked for, never that it happened.
            let row = row(&action.row, kind::ACTION, &action.command, &stands, mark, proof);
            rows.push(RowOf { bare: !action.confirmed, ..row });
        }
        for claim in &review.claims {
            let stands = words::claim(claim);
            let mark = match claim.against {
                true => "✗",
                false if !claim.red_since.is_empty() || !claim.on_changed.is_empty() => "!",
                false => "·",
            };
            let red = review.gates.iter().filter(|gate| claim.red_since.contains(&gate.row));
            // What came after it is what stands now: it is told first.
            let mut proof: Vec<Proof> = red
                .flat_map(|gate| {
                    [Proof::Text(words::red_since(&gate.name))].into_iter().chain(gate_proof(&self.gate_told(gate)))
                })
                .collect();
            proof.push(Proof::Text(self.numbered(&claim.why)));
            if claim.proof.is_some() && !claim.on_changed.is_empty() {
                proof.push(Proof::Text(self.numbered(&words::on_changed(&claim.on_changed))));
            }
            if !claim.beyond.is_empty() {
                proof.push(Proof::Text(words::beyond(&claim.beyond)));
            }
            proof.push(Proof::Event(claim.proof.clone().unwrap_or_else(|| claim.event.clone())));
            let bare = claim.proof.is_none() && !claim.against;
            let row = row(&claim.row, kind::CLAIM, &format!("\"{}\"", claim.text), stands, mark, proof);
            rows.push(RowOf { bare, ..row });
        }
        rows.extend(review.criteria.iter().enumerate().map(|(at, criterion)| self.criterion(at + 1, criterion)));
        for gap in &review.gaps {
            rows.push(self.left(gap));
        }
        // What was called usable in spite of its checks is what a reviewer looks at again.
        for one in &self.brief.checked {
            let Some(accepted) = &one.accepted else { continue };
            let why = (!accepted.why.is_empty()).then(|| Proof::Text(words::accepted_because(&accepted.why)));
            let proof =
                accepted.checks.iter().map(|check| Proof::Text(words::usable_though(check))).chain(why).collect();
            let key = format!("accepted:{}", one.location);
            rows.push(row(&key, kind::ACCEPTED, &one.location, words::ACCEPTED, "·", proof));
        }
        if !self.before.is_empty() {
            let proof = self.before.iter().map(|commit| Proof::Commit(commit.id.clone())).collect();
            let text = words::before_run(self.before.len());
            rows.push(row(BEFORE, kind::BEFORE, &text, words::NOT_ITS_OWN, "·", proof));
        }
        for row in &mut rows {
            let since = self.outlived(&row.key).map(|since| match since {
                Since::Changed(path) => words::outlived(&path.display().to_string()),
                Since::RanAgain => words::RAN_AGAIN.to_owned(),
            });
            row.proof.splice(0..0, since.map(Proof::Text));
        }
        rows.push(self.work());
        rows.sort_by_key(|row| ["✗", "!", "?", "·"].iter().position(|mark| *mark == row.mark).unwrap_or(4));
        rows
    }

    /// What became of the work: nothing to judge, but all of it is named somewhere.
    fn work(&self) -> RowOf {
        let review = &self.review;
        let reused = words::reused(review);
        let breaking = review.reused.iter().filter(|file| words::breaks(review, file)).count();
        let counts = [review.reused.len(), review.redone.len(), review.closed.len(), review.open.len()];
        let text = words::work(counts, breaking);
        let verdict = |line: &String| {
            let gap = review.gaps.iter().find(|gap| gap.line == *line).and_then(|gap| self.verdict(&gap.row));
            let named = line.split_once(": ").map(|(file, gap)| review::gap_rows(file, gap));
            gap.or_else(|| named.iter().flatten().find_map(|row| self.verdict(row)))
        };
        let closed = self.closed().is_some();
        let open =
            |line: &String| words::open_line(&self.open_told(line), review.since.get(line), verdict(line), closed);
        let open: Vec<String> = review.open.iter().map(open).collect();
        let kinds = [
            (words::STILL_OPEN, &open),
            (words::CLOSED, &review.closed),
            (words::REDONE, &review.redone),
            (words::REUSED, &reused),
        ];
        let named = |(kind, lines): (&str, &Vec<String>)| match lines.as_slice() {
            [] => vec![Proof::Text(format!("{kind}: none"))],
            lines => std::iter::once(Proof::Text(format!("{kind}:")))
                .chain(lines.iter().map(|line| Proof::Text(format!("- {}", self.numbered(line)))))
                .collect(),
        };
        row(WORK, kind::WORK, &text, "", " ", kinds.into_iter().flat_map(named).collect())
    }

    /// An open line; one of which a person said that it is not met says so.
    fn open_told(&self, line: &str) -> String {
        let not = self.verdict(&review::criterion_row(line)) == Some(RowVerdict::Not);
        if not { words::not_met(line) } else { words::open_unjudged(&self.review, line) }
    }

    /// A gate; where the step leaves it red for what was known, that stands above its result.
    fn gate(&self, gate: &GateRow) -> RowOf {
        let of_brief = |known: &&crate::model::BriefGate| gate.row == format!("gate:{}", known.name);
        let on = self.brief.gates.iter().find(of_brief).and_then(|known| known.content.as_deref());
        let told = self.gate_told(gate);
        let mut row = gate_row(&told, on);
        // Of tests that it changed itself, the change and its event are the proof.
        for shown in
            gate.why.iter().filter(|_| gate.weakened).flat_map(|why| self.told(std::slice::from_ref(why))).skip(1)
        {
            if !row.proof.contains(&shown) {
                row.proof.push(shown);
            }
        }
        let tests =
            self.review.changes.keys().filter(|path| {
                gate.weakened && gate.why.as_ref().is_some_and(|why| why.contains(&format!("{path}: ")))
            });
        row.proof.extend(tests.cloned().map(Proof::Change));
        let allowed = review::leaves_red(self.brief, gate).filter(|_| gate.now == GateState::Red);
        row.proof.splice(0..0, allowed.map(|text| Proof::Text(words::known_red(text))));
        row.proof.extend(gate.began.as_ref().map(|began| Proof::Text(self.numbered(&words::began(began)))));
        let keeps = self.keeps_from_recovered(&gate.row).filter(|_| self.closed().is_none());
        row.proof.extend(keeps.map(|now| Proof::Text(words::will_not_count(now).to_owned())));
        row
    }

    /// A gate with the events of its reason by their numbers.
    fn gate_told(&self, gate: &GateRow) -> GateRow {
        GateRow { why: gate.why.as_ref().map(|why| self.numbered(why)), ..gate.clone() }
    }

    /// The colour of a gate that keeps it from recovered whatever a person says, when the row is about one.
    pub fn keeps_from_recovered(&self, row: &str) -> Option<GateState> {
        let gate = self.review.gates.iter().find(|gate| gate.row == row)?;
        review::keeps_from_recovered(gate, self.review.consumed.is_some()).then_some(gate.now)
    }

    fn criterion(&self, number: usize, criterion: &CriterionRow) -> RowOf {
        let person = criterion.checked_by == CheckedBy::Person;
        let record = words::suggests(criterion.suggest, person);
        let mark = match criterion.suggest {
            Some(CriterionVerdict::NotMet) => "!",
            None if person => "?",
            _ => "·",
        };
        let by = words::checked_by(criterion.checked_by, criterion.suggest);
        let look = criterion.look.as_deref().map(words::look_with);
        let mut proof = vec![Proof::Text(look.unwrap_or_else(|| by.to_owned()))];
        if criterion.shows.is_empty() {
            proof.extend(criterion.proof.as_ref().map(|text| Proof::Text(self.numbered(text))));
        }
        for shown in &criterion.shows {
            proof.extend(self.shown(shown));
        }
        proof.extend(criterion.files.iter().cloned().map(Proof::Change));
        let text = format!("{number} {}", criterion.text);
        let row = row(&criterion.row, kind::CRITERION, &text, record, mark, proof);
        // Who says the contrary of what the record suggests says where they looked, too.
        // Where a change of its file is shown, what was looked at is that change.
        let known = |change: &FileChange| change.before.is_some() && change.after.is_some();
        let change = |path: &String| self.review.changes.get(path).is_some_and(known);
        let shown = criterion.proof.is_some() || criterion.files.iter().any(change);
        let bare = !shown || criterion.suggest == Some(CriterionVerdict::NotMet);
        let of_gate = |gate: &&GateRow| {
            Some(gate.now) == criterion.gate && criterion.shows.contains(&Shown::Gate(gate.row.clone()))
        };
        let word = self.review.gates.iter().find(of_gate).map(words::now);
        let gate = criterion.gate.map(|gate| (gate, word.unwrap_or_else(|| step_words::gate(gate))));
        RowOf { gate, bare, ..row }
    }

    /// What the brief leaves and only a person can settle, with what shows what is known of it.
    fn left(&self, left: &GapRow) -> RowOf {
        let known = words::gap_known(&left.known);
        let closed = self.closed().is_some();
        let (kind, decide) =
            if left.gap { (kind::GAP, words::gap_decide(closed)) } else { (kind::LEFT, words::left_decide(closed)) };
        let mut proof = vec![Proof::Text(decide)];
        proof.extend(left.quoted.iter().cloned().map(Proof::Text));
        // Of a commit that no run at hand made, its name is all that is known, and stands above.
        let at_hand = |shown: &&Shown| !matches!(shown, Shown::Commit(id) if self.commit(id).is_none());
        for shown in left.shows.iter().filter(at_hand) {
            proof.extend(self.shown(shown));
        }
        let changed = left.files.iter().filter(|file| self.review.changes.contains_key(*file));
        proof.extend(changed.cloned().map(Proof::Change));
        let row = row(&left.row, kind, &left.line, &self.numbered(&known), "?", proof);
        RowOf { bare: left.bare, ..row }
    }

    /// What speaks for a row, as something that can be opened.
    fn shown(&self, shown: &Shown) -> Vec<Proof> {
        match shown {
            Shown::Gate(key) => {
                let gates = self.review.gates.iter().filter(|gate| gate.row == *key);
                gates.flat_map(|gate| gate_proof(&self.gate_told(gate))).collect()
            }
            Shown::Event(id) => vec![Proof::Event(id.clone())],
            Shown::Commit(id) => vec![Proof::Commit(id.clone())],
        }
    }

    /// By what, with events by their numbers.
    fn by(&self, by: &[String]) -> String {
        words::by(&by.iter().map(|by| self.numbered(by)).collect::<Vec<_>>())
    }

    /// What is told of events and commits in words, and each of them.
    fn told(&self, by: &[String]) -> Vec<Proof> {
        let mut proof = vec![Proof::Text(self.by(by))];
        for word in by.iter().flat_map(|by| by.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))) {
            let word = word.trim_end_matches([':', '.']);
            let one = if self.facts.run.event(word).is_some() {
                Proof::Event(word.to_owned())
            } else if word.len() >= 7 && self.commit(word).is_some() {
                Proof::Commit(word.to_owned())
            } else {
                continue;
            };
            if !proof.contains(&one) {
                proof.push(one);
            }
        }
        proof
    }

    /// The review with its lines as they are read: events by their numbers.
    pub fn as_told(&self) -> Review {
        let mut review = self.review.clone();
        review.open = review.open.iter().map(|line| self.open_told(line)).collect();
        for line in review.open.iter_mut().chain(&mut review.closed).chain(&mut review.blockers) {
            *line = self.numbered(line);
        }
        review
    }

    /// A text in which events stand by their ids, with their numbers instead.
    fn numbered(&self, text: &str) -> String {
        let word = |word: &str| {
            let id = word.trim_start_matches('(').trim_end_matches([',', ';', ':', '.', ')']);
            let at = Some(id).filter(|id| !id.is_empty()).and_then(|id| self.facts.run.place_told(id));
            at.map_or_else(|| word.to_owned(), |at| word.replacen(id, &(at + 1).to_string(), 1))
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// What a file that broke a limit before the run was before, and what it is now.
    pub fn broke(&self, path: &str) -> Option<&FileChange> {
        self.review
            .standing
            .iter()
            .flat_map(|limit| &limit.files)
            .find(|(file, _)| file == path)
            .map(|(_, change)| change)
    }

    /// A commit by the beginning of its id.
    pub fn commit(&self, id: &str) -> Option<&Commit> {
        self.facts.tree.commits.iter().chain(&self.before).find(|commit| commit.id.starts_with(id))
    }
}

/// The key of the row about the work, which nobody judges.
pub const WORK: &str = "work";
/// The key of the row about commits that were there before the run.
const BEFORE: &str = "before";

fn gate_row(gate: &GateRow, on: Option<&str>) -> RowOf {
    let mark = match (gate.change, gate.now) {
        (GateChange::Regressed, _) | (_, GateState::Red) => "✗",
        (GateChange::Unknown, GateState::Green) if gate.before == GateState::NotRun => "✓",
        (GateChange::Unknown, _) => "?",
        _ => "✓",
    };
    let mut proof = gate_proof(gate);
    proof.push(Proof::Text(words::before(gate.before, on, gate.good)));
    let colour = Some((gate.now, words::now(gate)));
    RowOf { gate: colour, ..row(&gate.row, kind::GATE, &gate.name, &words::gate_row(gate), mark, proof) }
}

/// A gate with its colour, and what shows it: the event, or what it printed when lastgood itself ran it.
fn gate_proof(gate: &GateRow) -> Vec<Proof> {
    let event = gate.event.clone().map(Proof::Event);
    let printed = gate.printed.iter().cloned().map(Proof::Text);
    let all = gate.output.clone().map(Proof::Kept);
    [Proof::Gate(Box::new(gate.clone()))].into_iter().chain(event).chain(printed).chain(all).collect()
}

fn row(key: &str, kind: &'static str, text: &str, record: &str, mark: &'static str, proof: Vec<Proof>) -> RowOf {
    let (key, text, record) = (key.to_owned(), text.to_owned(), record.to_owned());
    RowOf { key, kind, text, gate: None, record, mark, proof, bare: false }
}
