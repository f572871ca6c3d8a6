//! Answers about outside actions: unknown until somebody wrote down what they looked at and what they saw.
//!
//! A brief hands on the actions that its run knows of: what happened outside does not end with the record of the run that did it.

use super::confirm;
use crate::model::{
    ActionResult, AnswerField, Brief, BriefAction, Decided, Facts, Op, OutsideFound, OutsideOutcome, Product,
    ProductKind, Refusal, RowVerdict, Says, Timestamp,
};
use crate::steps::review::criterion_row;
use crate::steps::{assign, text};

/// The entry that answers an outside action, or why not.
pub fn answer(
    facts: &Facts,
    id: &str,
    outcome: OutsideOutcome,
    by: &str,
    place: &str,
    saw: &str,
) -> Result<Op, Refusal> {
    let product = facts.products.iter().find(|product| product.id == id).ok_or(Refusal::Gone)?;
    if product.kind != ProductKind::OutsideAction {
        return Err(Refusal::NotOutside);
    }
    let fields = [(AnswerField::By, by), (AnswerField::Place, place), (AnswerField::Saw, saw)];
    let empty: Vec<AnswerField> =
        fields.into_iter().filter(|(_, text)| text.trim().is_empty()).map(|(field, _)| field).collect();
    if !empty.is_empty() {
        return Err(Refusal::AnswerIncomplete(empty));
    }
    let (by, place, saw) = (by.trim().to_owned(), place.trim().to_owned(), saw.trim().to_owned());
    Ok(Op::Outside { product: id.to_owned(), outcome, by, place, saw })
}

/// The outside actions of a run.
pub fn actions(facts: &Facts) -> impl Iterator<Item = &Product> {
    facts.products.iter().filter(|product| product.kind == ProductKind::OutsideAction)
}

/// What of the command of an outside action lives, in words: as long as it does, the action can still happen.
pub fn running(facts: &Facts, product: &Product) -> Vec<String> {
    let lives = facts.liveness.signs.iter().filter(|sign| confirm::says(sign) == Says::Alive);
    let of_it = lives.filter_map(|sign| {
        let process = sign.process.as_ref()?;
        let by_event = process.event.as_ref().is_some_and(|event| product.made_by.contains(event));
        // An action that no record mentions is known by its process alone.
        let own = product.id.strip_prefix("outside:").is_some_and(|key| key == sign.key);
        (by_event || own).then(|| format!("{}, pid {}", process.comm, process.pid))
    });
    of_it.collect()
}

/// Those that nobody has answered.
pub fn unconfirmed<'a>(facts: &'a Facts, decided: &'a Decided) -> impl Iterator<Item = &'a Product> {
    actions(facts).filter(|product| !decided.outside.contains_key(&product.id))
}

/// What is known of an action that somebody answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<'a> {
    /// The answer.
    pub found: &'a OutsideFound,
    /// That a person, who looked in a review after that, called it met that it happened.
    pub met: Option<Met<'a>>,
}

/// A person's word in a review that an action happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met<'a> {
    /// The attempt that was reviewed.
    pub attempt: u32,
    /// Who.
    pub by: &'a str,
    /// When.
    pub at: Timestamp,
    /// The note of the verdict: where they looked, if they said so.
    pub note: &'a str,
}

impl Known<'_> {
    /// What is known now.
    pub fn outcome(&self) -> OutsideOutcome {
        if self.met.is_some() { OutsideOutcome::Happened } else { self.found.outcome }
    }
}

/// What is known of an action by people: the answer, and what a review said since. What was true when it was answered may be
/// over: a push that did not happen then is done by hand, or by the run of a later attempt.
pub fn known<'a>(decided: &'a Decided, product: &Product) -> Option<Known<'a>> {
    let found = decided.outside.get(&product.id)?;
    let asked = found.outcome != OutsideOutcome::Happened;
    let met = asked.then(|| called_met(decided, command(product), found.at)).flatten();
    Some(Known { found, met })
}

/// What is known now of whether an action happened; `None` when nobody has answered.
pub fn outcome(decided: &Decided, product: &Product) -> Option<OutsideOutcome> {
    known(decided, product).map(|known| known.outcome())
}

/// The newest verdict since then on whether a command happened, where a person who saw the proof called it met.
fn called_met<'a>(decided: &'a Decided, command: &str, since: Timestamp) -> Option<Met<'a>> {
    let asks = |row: &String| {
        let deed = row.strip_prefix(&criterion_row("")).and_then(assign::deed);
        deed.is_some_and(|deed| text::same_command(deed, command))
    };
    let newest = decided.reviews.iter().rev().find_map(|(attempt, review)| {
        let (row, (verdict, note)) = review.verdicts.iter().find(|(row, _)| asks(row))?;
        let verdict = verdict.filter(|_| review.proofs.contains_key(row))?;
        let (by, at) = review.said.get(row)?;
        Some((verdict, Met { attempt: *attempt, by, at: *at, note }))
    });
    newest.filter(|(verdict, met)| *verdict == RowVerdict::Met && met.at >= since).map(|(_, met)| met)
}

/// The outside actions of a run, and those of the runs before it, as a brief hands them on.
pub fn handed_on(facts: &Facts) -> Vec<BriefAction> {
    let action = |product: &Product| BriefAction {
        id: product.id.clone(),
        command: command(product).to_owned(),
        result: product.result,
        look: product.look.clone(),
        touches: product.touches.clone(),
        why: product.reasons.first().cloned().unwrap_or_default(),
    };
    actions(facts).map(action).collect()
}

/// Lets the outside actions of earlier runs, as the briefs since then hand them on, stand beside those of the run that came after them.
pub fn carry<'a>(facts: &mut Facts, briefs: impl IntoIterator<Item = &'a Brief>) {
    for (attempt, action) in briefs.into_iter().flat_map(|brief| brief.actions.iter().map(|one| (brief.attempt, one))) {
        // A run that was resumed knows them itself, with the event.
        if !facts.products.iter().any(|product| product.id == action.id) {
            facts.products.push(before(attempt, action));
        }
    }
}

fn before(attempt: u32, action: &BriefAction) -> Product {
    let known = format!("{KNOWN}{attempt}");
    let why = if action.why.is_empty() || action.why.starts_with(KNOWN) { vec![] } else { vec![action.why.clone()] };
    Product {
        result: Some(action.result.unwrap_or(ActionResult::None)),
        look: action.look.clone(),
        reasons: std::iter::once(known).chain(why).collect(),
        ..Product::outside(action.id.clone(), &action.command, action.touches.clone())
    }
}

/// How the reason begins why no event of this run shows it.
const KNOWN: &str = "by a run before, known from brief ";

/// The command of an outside action; its title when it was no command (a tool of a server).
pub fn command(product: &Product) -> &str {
    product.command.as_deref().unwrap_or(&product.title)
}

/// Where to look to confirm it, as a command that says in which folder; `folder` is the whole path of the work tree.
///
/// A person reads it in another terminal, at another place: without the folder it would ask the wrong repository.
pub fn look(facts: &Facts, product: &Product, folder: &str) -> Option<String> {
    let look = product.look.clone().filter(|look| !look.is_empty())?;
    let asked_in = product.command.as_deref().and_then(other_folder);
    let folder = asked_in.filter(|other| other.starts_with('/')).unwrap_or(folder);
    if !facts.tree.exists || folder.is_empty() {
        return Some(look);
    }
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,@%+".contains(letter);
    let quoted =
        if folder.chars().all(plain) { folder.to_owned() } else { format!("'{}'", folder.replace('\'', "'\\''")) };
    Some(match look.split_once(' ') {
        Some(("git", rest)) if !rest.starts_with("-C ") => format!("git -C {quoted} {rest}"),
        Some((program, _)) if BY_FOLDER.contains(&program) => format!("cd {quoted} && {look}"),
        _ => look,
    })
}

/// The command with which a person looks whether a command happened: by what the run did itself, or by what the brief hands on.
pub fn look_of(facts: &Facts, brief: &Brief, command: &str) -> Option<String> {
    let folder = facts.tree.root.display().to_string();
    let own = actions(facts).find(|product| text::same_command(self::command(product), command)).cloned();
    let handed = || brief.actions.iter().find(|action| text::same_command(&action.command, command));
    let product = own.or_else(|| Some(before(brief.attempt, handed()?)))?;
    look(facts, &product, &folder)
}

/// Whether the command that looks names one thing and prints nothing where it is not.
pub fn silent(product: &Product) -> bool {
    // `git ls-remote` of a whole remote lists other things as well.
    let names_one = |look: &str| look.starts_with("git ls-remote ") && look.split_whitespace().count() > 3;
    product.look.as_deref().is_some_and(|look| names_one(look) || look.starts_with("aws s3 ls s3://"))
}

/// The remote that it is about, and its address.
pub fn remote<'a>(facts: &'a Facts, product: &Product) -> Option<(&'a str, &'a str)> {
    let look = product.look.as_deref().filter(|look| look.starts_with("git "))?;
    let mut remotes = facts.tree.remotes.iter().filter(|(_, url)| !url.is_empty());
    remotes.find(|(name, _)| look.split(' ').any(|word| word == name)).map(|(name, url)| (name.as_str(), url.as_str()))
}

/// Programs that find what they are about by the folder in which they are started.
const BY_FOLDER: &[&str] = &["gh", "glab", "hub", "tea", "npm", "terraform", "tofu", "helm", "heroku"];

/// The folder that a command names for itself.
fn other_folder(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace().skip_while(|word| *word != "-C");
    words.nth(1)
}

#[cfg(test)]
mod tests {
    use super::{carry, command, known, look, outcome, remote, silent};
    use crate::model::build::{at, decided, facts, product};
    use crate::model::{ActionResult, Op, OutsideOutcome, ProductKind, RowVerdict};
    use crate::steps::compose::compose;
    use crate::steps::review::criterion_row;

    #[test]
    fn only_a_look_at_one_thing_prints_nothing_where_it_is_not() {
        let mut push = product(ProductKind::OutsideAction, "git push origin retry");
        for (look, says) in [
            ("git ls-remote origin retry", true),
            ("git ls-remote origin", false),
            ("aws s3 ls s3://bucket/key", true),
            ("gh pr list", false),
        ] {
            push.look = Some(look.into());
            assert_eq!(silent(&push), says, "{look}");
        }
    }

    #[test]
    fn what_a_brief_knows_stands_in_every_later_attempt_under_its_own_id_and_once() {
        let mut push = product(ProductKind::OutsideAction, "git push origin retry");
        (push.result, push.reasons) = (Some(ActionResult::Ok), vec!["the output says so".into()]);
        let mut first = facts();
        first.products.push(push.clone());
        let mut brief = compose(&first, &decided([]), "LG-1", at(9));
        brief.attempt = 1;
        let mut second = facts();
        carry(&mut second, [&brief]);
        carry(&mut second, [&brief]);
        let [known] = second.products.as_slice() else { panic!("once: {:?}", second.products) };
        assert_eq!((known.id.as_str(), command(known), known.result), (push.id.as_str(), command(&push), push.result));
        assert_eq!(known.reasons, ["by a run before, known from brief 1", "the output says so"]);
        assert!(known.made_by.is_empty(), "no event of this record shows it");
        // The brief of the second attempt hands it on to the third.
        let (mut third, brief) = (facts(), compose(&second, &decided([]), "LG-1", at(10)));
        carry(&mut third, [&brief]);
        assert_eq!(third.products.len(), 1);
        // A resumed run knows it itself.
        first.products[0].made_by = vec!["e1".into()];
        carry(&mut first, [&brief]);
        assert_eq!((first.products.len(), first.products[0].made_by.len()), (1, 1));
    }

    #[test]
    fn what_a_review_said_after_the_answer_is_what_is_known_and_a_newer_answer_is_newer() {
        let push = product(ProductKind::OutsideAction, "git push origin retry");
        let row = criterion_row("`git push origin retry` happened once, and somebody looked");
        let answer = |outcome| Op::Outside {
            product: push.id.clone(),
            outcome,
            by: "mira".into(),
            place: "git ls-remote".into(),
            saw: "no branch".into(),
        };
        let says = |attempt, verdict| {
            [
                Op::Proof { attempt, row: row.clone() },
                Op::Verdict { attempt, row: row.clone(), verdict: Some(verdict), note: "looked at: the remote".into() },
            ]
        };
        let now = |ops: Vec<Op>| outcome(&decided(ops), &push);
        let (then, met) = (answer(OutsideOutcome::DidNotHappen), says(1, RowVerdict::Met));
        let said: Vec<Op> = std::iter::once(then.clone()).chain(met).collect();
        let found = decided(said.clone());
        let known = known(&found, &push).unwrap();
        let met = known.met.unwrap();
        assert_eq!((known.found.outcome, known.outcome()), (OutsideOutcome::DidNotHappen, OutsideOutcome::Happened));
        assert_eq!((met.attempt, met.by, met.note), (1, "mira", "looked at: the remote"));
        let taken_back = said.iter().cloned().chain(says(2, RowVerdict::Not)).collect();
        assert_eq!(now(taken_back), Some(OutsideOutcome::DidNotHappen), "the newest review says so");
        let again = said.into_iter().chain([then.clone()]).collect();
        assert_eq!(now(again), Some(OutsideOutcome::DidNotHappen), "it was answered again after that");
        let [_, unseen] = says(1, RowVerdict::Met);
        assert_eq!(now(vec![then, unseen]), Some(OutsideOutcome::DidNotHappen), "its proof was on no screen");
    }

    #[test]
    fn where_to_look_names_the_folder_and_the_remote() {
        let mut facts = facts();
        facts.tree.exists = true;
        facts.tree.remotes = vec![("origin".into(), "ssh://git@example.test/sync".into())];
        let mut push = product(ProductKind::OutsideAction, "git push origin retry");
        push.look = Some("git ls-remote origin retry".into());
        let there = "git -C /home/dev/src/sync ls-remote origin retry";
        assert_eq!(look(&facts, &push, "/home/dev/src/sync").as_deref(), Some(there));
        assert_eq!(remote(&facts, &push), Some(("origin", "ssh://git@example.test/sync")));
        push.command = Some("git -C /srv/other push".into());
        assert_eq!(
            look(&facts, &push, "/home/dev/src/sync").as_deref(),
            Some("git -C /srv/other ls-remote origin retry")
        );
        push.look = Some("gh pr list --state all".into());
        push.command = None;
        assert_eq!(
            look(&facts, &push, "/home/dev/it's b").as_deref(),
            Some("cd '/home/dev/it'\\''s b' && gh pr list --state all")
        );
        push.look = Some("the mailbox or channel that got it".into());
        assert_eq!(look(&facts, &push, "/home/dev/src/sync"), push.look, "what is no command needs no folder");
    }
}
