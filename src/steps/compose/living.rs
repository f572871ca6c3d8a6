//! What the brief's record says of signs of life: each answer, by whom, and whether its sign still stood when the brief was written.
//!
//! An answer does not make a process quiet: what says alive is handed on as alive.

use crate::model::{Decided, Facts, SignAnswered};
use crate::steps::confirm;

/// The answers that still stand; an answer to a sign that is gone was true when the step was settled.
pub(super) fn answered(facts: &Facts, decided: &Decided) -> Vec<SignAnswered> {
    let sign = |key: &str| facts.liveness.signs.iter().find(|sign| sign.key == key);
    let stands = |key: &str| sign(key).is_none_or(|sign| confirm::answered(sign, decided));
    let answers = decided.answers.iter().filter(|(key, _)| stands(key));
    answers
        .map(|(key, answer)| SignAnswered {
            sign: answer.what.clone(),
            says: answer.says,
            reason: answer.reason.clone(),
            by: Some(answer.by.clone()),
            gone: sign(key).is_none(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::brief::render;
    use crate::model::build::{at, decided, facts, product};
    use crate::model::{
        Belongs, Facts, Op, OutsideOutcome, Process, ProductKind, Resumable, Says, Sign, SignKind, Step,
    };
    use crate::steps::compose::compose;

    fn sign(pid: u32, says: Says) -> Sign {
        let process = Process { pid, comm: "git".into(), event: Some("7".into()), ..Process::default() };
        let (kind, what) = (SignKind::Orphan, format!("git push, pid {pid}"));
        let key = format!("process:{pid}:9");
        let belongs = Belongs::LeftByRun;
        Sign { kind, says, what, at: at(0), pid: Some(pid), key, belongs, process: Some(process) }
    }

    fn answers(signs: &[Sign]) -> Vec<Op> {
        let (reason, step) = ("I keep it".to_owned(), Step::Confirm);
        let answer = |sign: &Sign| {
            let (sign, says, what) = (sign.key.clone(), sign.says, sign.what.clone());
            Op::Answer { sign, says, what, reason: reason.clone() }
        };
        signs.iter().map(answer).chain([Op::Settle { step }]).collect()
    }

    /// The lines of the record that tell of signs.
    fn told(facts: &Facts, ops: Vec<Op>) -> Vec<String> {
        let text = render(&compose(facts, &decided(ops), "LG-7Q2MX4KD", at(100)));
        let of_signs =
            |line: &&str| ["- nothing seen", "- still there", "- answered"].iter().any(|one| line.starts_with(one));
        text.lines().filter(of_signs).map(str::to_owned).collect()
    }

    #[test]
    fn what_says_alive_and_was_answered_is_handed_on_as_alive_with_who_answered_and_why() {
        let mut facts = facts();
        facts.liveness.signs = vec![sign(44, Says::Alive), sign(46, Says::Alive), sign(50, Says::Waiting)];
        let ops = answers(&facts.liveness.signs);
        let lines = told(&facts, ops.clone());
        assert!(
            lines[0].starts_with(
                "- still there, and answered: 2 signs say alive, 1 sign says waiting; confirmed by mira, "
            )
        );
        assert_eq!(lines[1], "- answered by mira, alive: git push, pid 44: I keep it");
        assert_eq!(lines[3], "- answered by mira, waiting: git push, pid 50: I keep it");
        // They have ended since: then nothing was seen running, and the answers say that their signs are gone.
        facts.liveness.signs.clear();
        let lines = told(&facts, ops);
        assert!(lines[0].starts_with("- nothing seen running: mira, "), "{lines:?}");
        assert_eq!(lines[1], "- answered by mira, gone since: git push, pid 44: I keep it");
    }

    #[test]
    fn an_action_whose_process_lives_says_so_answered_or_not() {
        let mut facts = facts();
        let mut push = product(ProductKind::OutsideAction, "git push origin release");
        push.made_by = vec!["7".into()];
        facts.products = vec![push];
        facts.liveness.signs = vec![sign(44, Says::Alive)];
        let brief = compose(&facts, &decided(vec![]), "LG-7Q2MX4KD", at(100));
        assert!(
            brief.open[0].question.ends_with("What its command started still runs: git, pid 44."),
            "{:?}",
            brief.open
        );
        let answer = Op::Outside {
            product: facts.products[0].id.clone(),
            outcome: OutsideOutcome::DidNotHappen,
            by: "mira".into(),
            place: "git ls-remote".into(),
            saw: "nothing".into(),
        };
        let brief = compose(&facts, &decided(vec![answer.clone()]), "LG-7Q2MX4KD", at(100));
        let told = "saw nothing; what its command started still ran then (git, pid 44): it can still happen\n";
        assert!(render(&brief).contains(told), "{}", render(&brief));
        facts.liveness.signs.clear();
        let brief = compose(&facts, &decided(vec![answer]), "LG-7Q2MX4KD", at(100));
        assert!(brief.outside[0].running.is_empty() && !render(&brief).contains("still ran"));
    }

    #[test]
    fn a_session_against_which_nothing_is_left_is_not_advised_against() {
        let mut facts = facts();
        facts.products = vec![product(ProductKind::OutsideAction, "git push origin a")];
        facts.session.resumable = Resumable::Conditional;
        facts.session.why = vec!["1 outside action returned without an error, and nobody confirmed it".into()];
        let (by, place, saw) = ("mira".into(), "git ls-remote".into(), "the branch".into());
        let product = facts.products[0].id.clone();
        let answer = Op::Outside { product, outcome: OutsideOutcome::Happened, by, place, saw };
        let text = |ops| render(&compose(&facts, &decided(ops), "LG-7Q2MX4KD", at(100)));
        assert!(text(vec![]).contains("- session: can be resumed, but not advised: 1 outside action returned"));
        assert!(text(vec![answer]).contains("- session: can be resumed: what stood against it was answered\n"));
    }
}
