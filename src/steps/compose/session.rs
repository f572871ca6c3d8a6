//! Whether the old session can be resumed, after what people found out: the same answer on every screen and in every text.

use super::outside;
use crate::model::{Decided, Facts, Product, Resumable, SessionMark};
use crate::steps::waits;

/// What stands against resuming the session by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resume {
    /// The recovery is closed as recovered: nothing is resumed any more.
    Over,
    /// Something stood against it, and all of it was answered.
    Answered,
    /// What the record says, with the reasons that still stand.
    Stands(Vec<String>),
}

/// Whether the session can be resumed, with the decisions on record.
pub fn resume(facts: &Facts, decided: &Decided) -> Resume {
    let open = still_open(facts, decided);
    let asked = facts.session.resumable == Resumable::Conditional && !facts.session.why.is_empty();
    if waits::over(decided) {
        Resume::Over
    } else if asked && open.is_empty() {
        Resume::Answered
    } else {
        Resume::Stands(open)
    }
}

/// What stood against resuming, where people have answered all of it.
const ANSWERED: &str = "what stood against it was answered";

/// The same answer for the brief's record.
pub(super) fn mark(facts: &Facts, decided: &Decided) -> SessionMark {
    match resume(facts, decided) {
        Resume::Answered => SessionMark { resumable: Resumable::Yes, why: vec![ANSWERED.to_owned()] },
        Resume::Over | Resume::Stands(_) => {
            SessionMark { resumable: facts.session.resumable, why: still_open(facts, decided) }
        }
    }
}

/// The reasons about the session for people, without those that an answer about an outside action has settled.
pub fn still_open(facts: &Facts, decided: &Decided) -> Vec<String> {
    let answered = |product: &&Product| decided.outside.contains_key(&product.id);
    let named = |why: &str| outside::actions(facts).filter(answered).any(|product| is_about(why, product));
    let all = outside::actions(facts).all(|product| answered(&product));
    let settled = |why: &&String| {
        let asks = why.contains("nobody confirmed") || why.contains("what it did is not known");
        asks && (named(why) || (all && why.contains("returned without an error")))
    };
    facts.session.why.iter().filter(|why| !settled(why)).map(|why| facts.run.numbered(why)).collect()
}

/// Whether a reason is about this action: it names its event. A command alone may be the beginning of another.
fn is_about(why: &str, product: &Product) -> bool {
    let mut words = why.split(|letter: char| letter.is_whitespace() || ",;:()".contains(letter));
    let named = words.any(|word| product.made_by.iter().any(|event| event == word));
    named || product.made_by.is_empty() && why.contains(outside::command(product))
}

#[cfg(test)]
mod tests {
    use super::still_open;
    use crate::model::build::{facts, product};
    use crate::model::{Decided, OutsideFound, OutsideOutcome, ProductKind};

    #[test]
    fn an_answer_settles_its_own_action_and_not_one_that_begins_with_the_same_words() {
        let mut facts = facts();
        let (mut short, mut long) = (
            product(ProductKind::OutsideAction, "git push origin a"),
            product(ProductKind::OutsideAction, "git push origin a-b"),
        );
        (short.made_by, long.made_by) = (vec!["7".into()], vec!["9".into()]);
        facts.session.why = vec![
            "open call, event 7: Bash git push origin a has no result; what it did is not known".into(),
            "outside action git push origin a, event 7: nobody confirmed what it did".into(),
            "outside action git push origin a-b, event 9: nobody confirmed what it did".into(),
        ];
        let mut decided = Decided::default();
        let at = facts.looked;
        let (by, place, saw) = ("mira".into(), "git ls-remote".into(), "the branch".into());
        let found = OutsideFound { outcome: OutsideOutcome::Happened, by, place, saw, at };
        decided.outside.insert(short.id.clone(), found);
        facts.products = vec![short, long];
        assert_eq!(still_open(&facts, &decided), facts.session.why[2..]);
    }

    #[test]
    fn what_returned_is_settled_when_each_action_has_an_answer() {
        let mut facts = facts();
        facts.products = vec![product(ProductKind::OutsideAction, "git push origin a")];
        facts.session.why = vec!["1 outside action returned without an error, and nobody confirmed it".into()];
        let mut decided = Decided::default();
        assert_eq!(still_open(&facts, &decided), facts.session.why);
        let (by, place, saw) = ("mira".into(), "git ls-remote".into(), "the branch".into());
        let found = OutsideFound { outcome: OutsideOutcome::Happened, by, place, saw, at: facts.looked };
        decided.outside.insert(facts.products[0].id.clone(), found);
        assert_eq!(still_open(&facts, &decided), [""; 0]);
    }
}
