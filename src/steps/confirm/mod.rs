//! Step 1, confirm: is anything of the run still alive?
//!
//! Signs in, verdict, rows and blockers out. Nothing here looks at the world: probes look, people decide.

mod advice;
mod rows;

pub use advice::advice;
pub use rows::rows;

use crate::model::{
    Belongs, Blocker, Decided, Liveness, Op, Refusal, Running, Says, Sign, SignKind, SignRow, Step, Verdict,
};

/// What all signs together say before any person has decided.
///
/// The age of a file is not a sign, so it cannot tip this: a quiet hour proves nothing.
pub fn verdict(signs: &[Sign]) -> Verdict {
    let any = |wanted| signs.iter().any(|sign| says(sign) == wanted);
    if any(Says::Alive) {
        Verdict::Alive
    } else if any(Says::Waiting) {
        Verdict::Waiting
    } else if any(Says::CannotLook) {
        Verdict::CannotTell
    } else {
        Verdict::NoSignOfLife
    }
}

/// What a sign says to the rules: a change in the work tree alone never says alive, it says look again.
pub fn says(sign: &Sign) -> Says {
    match (sign.kind, sign.says) {
        (SignKind::TreeChange, Says::Alive | Says::Waiting) => Says::Nothing,
        (_, says) => says,
    }
}

/// Whether a sign was answered, and still says what it said then.
pub fn answered(sign: &Sign, decided: &Decided) -> bool {
    decided.answers.get(&sign.key).is_some_and(|answer| answer.says == sign.says)
}

/// The signs that still want an answer, in the order in which they are shown; none means that the step can be settled.
pub fn unanswered<'a>(signs: &'a [Sign], decided: &'a Decided) -> impl Iterator<Item = &'a Sign> {
    signs.iter().filter(|sign| says(sign).wants_answer() && !answered(sign, decided))
}

/// The entries that answer a row: one for each of its signs that wants one.
pub fn answer(row: &SignRow, liveness: &Liveness, reason: &str) -> Result<Vec<Op>, Refusal> {
    let wanting =
        row.signs.iter().filter_map(|index| liveness.signs.get(*index)).filter(|sign| says(sign).wants_answer());
    let ops: Vec<Op> = wanting
        .map(|sign| Op::Answer {
            sign: sign.key.clone(),
            says: sign.says,
            what: sign.what.clone(),
            reason: reason.trim().to_owned(),
        })
        .collect();
    match (ops.is_empty(), reason.trim().is_empty()) {
        (true, _) => Err(Refusal::NoAnswerWanted),
        (_, true) => Err(Refusal::NoReason),
        _ => Ok(ops),
    }
}

/// Why the step cannot be settled.
pub fn blockers(liveness: &Liveness, decided: &Decided) -> Vec<Blocker> {
    let rows = rows(&liveness.signs, decided);
    let count = |wanted| {
        let open = |row: &&SignRow| {
            let strongest =
                row.open.iter().filter_map(|index| liveness.signs.get(*index)).map(says).max_by_key(|says| rank(*says));
            strongest == Some(wanted)
        };
        rows.iter().filter(open).count()
    };
    [Says::Alive, Says::Waiting, Says::CannotLook]
        .into_iter()
        .map(|says| (says, count(says)))
        .filter(|(_, rows)| *rows > 0)
        .map(|(says, rows)| Blocker::SignsUnanswered { says, rows })
        .collect()
}

/// The entry that settles the step, or why not.
pub fn settle(liveness: &Liveness, decided: &Decided) -> Result<Op, Refusal> {
    match blockers(liveness, decided) {
        none if none.is_empty() => Ok(Op::Settle { step: Step::Confirm }),
        blockers => Err(Refusal::Blocked(blockers)),
    }
}

/// Whether the step is settled: a person said so, and nothing has spoken up since.
pub fn settled(liveness: &Liveness, decided: &Decided) -> bool {
    decided.settled.contains_key(&Step::Confirm) && unanswered(&liveness.signs, decided).next().is_none()
}

/// The entry that withdraws the confirmation when a new sign of life came up after it.
pub fn withdraw(liveness: &Liveness, decided: &Decided) -> Option<Op> {
    decided.settled.get(&Step::Confirm)?;
    // From then on it is the next run that lives, and step 4 asks about it.
    if decided.handed_over() {
        return None;
    }
    let sign = unanswered(&liveness.signs, decided).max_by_key(|sign| rank(says(sign)))?;
    Some(Op::Withdraw { step: Step::Confirm, why: sign.what.clone() })
}

/// How the picker says in a word whether something still runs.
pub fn running(liveness: &Liveness) -> Running {
    let alive = |sign: &&Sign| says(sign) == Says::Alive;
    match verdict(&liveness.signs) {
        Verdict::Alive if liveness.signs.iter().filter(alive).all(|sign| sign.belongs == Belongs::LeftByRun) => {
            let rows = rows(&liveness.signs, &Decided::default());
            Running::Left(rows.iter().filter(|row| row.says == Says::Alive).count())
        }
        Verdict::Alive => Running::Alive,
        Verdict::Waiting => Running::Waiting,
        Verdict::CannotTell => Running::CannotTell,
        Verdict::NoSignOfLife => Running::NoSign,
    }
}

/// The stronger a word, the more it weighs in a row.
fn rank(says: Says) -> u8 {
    match says {
        Says::Alive => 4,
        Says::Waiting => 3,
        Says::CannotLook => 2,
        Says::Quiet => 1,
        Says::Nothing => 0,
    }
}

#[cfg(test)]
mod tests;
