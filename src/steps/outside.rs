//! Answers about outside actions: unknown until somebody wrote down what they looked at and what they saw.
//!
//! A brief hands on the actions that its run knows of: what happened outside does not end with the record of the run that did it.

use crate::model::{
    ActionResult, AnswerField, Brief, BriefAction, Decided, Facts, Op, OutsideOutcome, Product, ProductKind, Refusal,
};

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

/// Those that nobody has answered.
pub fn unconfirmed<'a>(facts: &'a Facts, decided: &'a Decided) -> impl Iterator<Item = &'a Product> {
    actions(facts).filter(|product| !decided.outside.contains_key(&product.id))
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
pub(super) fn carry<'a>(facts: &mut Facts, briefs: impl IntoIterator<Item = &'a Brief>) {
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
    use super::{carry, command, look, remote, silent};
    use crate::model::build::{at, decided, facts, product};
    use crate::model::{ActionResult, ProductKind};
    use crate::steps::compose::compose;

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
