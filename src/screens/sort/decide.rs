//! Putting a product on a pile, wherever one is: in the list or in the viewer.
//!
//! The rules refuse what is not known yet; each refusal that a person can answer becomes a dialog, and the decision is
//! tried again with the answer.

use super::super::form::{Field, Form, Purpose};
use super::super::{Ask, Desk, Scene};
use super::details::{check_mark, worst_first};
use crate::model::{AnswerField, Check, CheckSays, Op, OutsideFound, Pile, Product, Refusal};
use crate::msg::Action;
use crate::steps::{gaps, outside, sort};
use crate::words::sort as words;

/// A decision that waits for an answer.
#[derive(Clone, Debug)]
struct Waiting {
    pile: Pile,
    choice: sort::Choice,
}

/// Decisions under way.
#[derive(Clone, Debug, Default)]
pub struct Deciding {
    waiting: Option<Waiting>,
}

impl Deciding {
    /// Puts one product on a pile, or asks for what is missing.
    pub fn one(&mut self, id: &str, pile: Pile, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        self.attempt(id, pile, sort::Choice::default(), desk, scene)
    }

    /// Puts many products on a pile: unknown asks for the one reason, the others take what was opened.
    pub fn many(&mut self, ids: &[String], pile: Pile, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        if pile == Pile::Unknown {
            return vec![Ask::Form(reason(ids, desk, scene))];
        }
        many(ids, pile, "", desk)
    }

    fn attempt(&mut self, id: &str, pile: Pile, choice: sort::Choice, desk: &Desk, scene: &Scene) -> Vec<Ask> {
        let refused = match sort::pile(&desk.facts, &desk.recovery.decided, id, pile, &choice) {
            Ok(op) => {
                self.waiting = None;
                return vec![Ask::Save(vec![op])];
            }
            Err(refused) => refused,
        };
        let form = match &refused {
            Refusal::NotOpened { seen, of } => seen_elsewhere(id, *seen, *of),
            Refusal::Acknowledge(_) | Refusal::NoWhy => acknowledge(id, desk),
            Refusal::NoGap => gaps_of(id, desk),
            Refusal::NoReason => reason(&[id.to_owned()], desk, scene),
            other => return vec![Ask::Say(words::refusal(other))],
        };
        self.waiting = Some(Waiting { pile, choice });
        vec![Ask::Form(form)]
    }

    /// Takes the answer of a dialog; `None` when the dialog was none of these.
    pub fn accepted(&mut self, purpose: &Purpose, values: &[String], desk: &Desk, scene: &Scene) -> Option<Vec<Ask>> {
        let value = || values.first().cloned().unwrap_or_default();
        let waiting = self.waiting.clone();
        let (pile, mut choice) = waiting.map(|waiting| (Some(waiting.pile), waiting.choice)).unwrap_or_default();
        let asks = match purpose {
            Purpose::SeenElsewhere(id) => {
                choice.seen_elsewhere = Some(value());
                self.attempt(id, pile.unwrap_or(Pile::Usable), choice, desk, scene)
            }
            Purpose::Acknowledge(ids) => {
                let id = ids.first()?;
                let product = product(desk, id)?;
                choice.acknowledged = sort::to_acknowledge(product).collect();
                choice.reason = sort::failing(product).next().map(|_| value()).unwrap_or_default();
                self.attempt(id, Pile::Usable, choice, desk, scene)
            }
            Purpose::Gaps(ids) => {
                choice.gaps = values.to_vec();
                self.attempt(ids.first()?, Pile::Partial, choice, desk, scene)
            }
            Purpose::Reason(ids) => match ids.as_slice() {
                [one] => {
                    choice.reason = value();
                    self.attempt(one, Pile::Unknown, choice, desk, scene)
                }
                ids => many(ids, Pile::Unknown, &value(), desk),
            },
            Purpose::Outside(id) => answered(id, values, desk),
            _ => return None,
        };
        Some(asks)
    }
}

/// Whether an action puts products on piles, or chooses against what they stand: a recovery that is closed takes none.
pub fn sorts(action: Action) -> bool {
    matches!(action, Action::Pile(_) | Action::Mark | Action::LastGood)
}

/// The dialog that answers an outside action.
pub fn answer(id: &str, desk: &Desk, scene: &Scene) -> Vec<Ask> {
    let Some(action) =
        product(desk, id).filter(|product| outside::actions(&desk.facts).any(|one| one.id == product.id))
    else {
        return vec![Ask::Say(words::refusal(&Refusal::NotOutside))];
    };
    let [outcome, by, place, saw] = words::ANSWER_FIELDS;
    let needed = words::answer_needed;
    let found = desk.recovery.decided.outside.get(id);
    let chosen = found.and_then(|found| words::OUTCOMES.iter().position(|one| *one == found.outcome));
    let recorded = |text: fn(&OutsideFound) -> &str| found.map(text);
    let fields = vec![
        Field::choice(outcome, words::OUTCOMES.map(words::outcome), chosen)
            .open(words::OUTCOME_OPEN)
            .needed(words::OUTCOME_NEEDED),
        match recorded(|found| &found.by) {
            Some(by_whom) => Field::own(by, by_whom),
            None => Field::text(by, desk.operator.as_deref().unwrap_or_default()),
        }
        .needed(needed(AnswerField::By)),
        // Where it can be looked at is a hint: filled in, it would claim that somebody had looked there.
        Field::own(place, recorded(|found| &found.place).unwrap_or_default()).needed(needed(AnswerField::Place)),
        Field::own(saw, recorded(|found| &found.saw).unwrap_or_default()).needed(needed(AnswerField::Saw)),
    ];
    let title = words::answer_title(outside::command(action));
    let look = desk.look(action).map(|look| words::look_at(&scene.typed(&look)));
    let remote = outside::remote(&desk.facts, action).map(|(name, url)| words::remote_note(name, url));
    let silent = outside::silent(action).then(|| words::EMPTY_NOTE.to_owned());
    let living = outside::running(&desk.facts, action);
    let runs = (!living.is_empty()).then(|| words::still_runs(&living));
    let notes = runs.into_iter().chain(look).chain(silent).chain(remote).chain([words::ANSWER_NOTE.to_owned()]);
    vec![Ask::Form(Form::new(Purpose::Outside(id.to_owned()), title, fields).notes(notes))]
}

fn answered(id: &str, values: &[String], desk: &Desk) -> Vec<Ask> {
    let [outcome, by, place, saw] = values else { return vec![] };
    let Some(outcome) = words::OUTCOMES.into_iter().find(|one| words::outcome(*one) == outcome) else {
        return vec![Ask::Say(words::OUTCOME_NEEDED.to_owned())];
    };
    match outside::answer(&desk.facts, id, outcome, by, place, saw) {
        Ok(op) => vec![Ask::Save(vec![op])],
        Err(refused) => vec![Ask::Say(words::refusal(&refused))],
    }
}

fn many(ids: &[String], pile: Pile, reason: &str, desk: &Desk) -> Vec<Ask> {
    let marked = sort::many(&desk.facts, &desk.recovery.decided, ids, pile, reason);
    let says = words::many(pile, marked.taken, marked.skipped.len());
    let save = if marked.ops.is_empty() { None } else { Some(Ask::Save(marked.ops)) };
    save.into_iter().chain([Ask::Say(says)]).collect()
}

fn seen_elsewhere(id: &str, seen: usize, of: usize) -> Form {
    let field = Field::text(words::ELSEWHERE_FIELD, "").needed(words::ELSEWHERE_NEEDED);
    Form::new(Purpose::SeenElsewhere(id.to_owned()), words::elsewhere_title(seen, of), vec![field])
        .notes([words::ELSEWHERE_NOTE])
}

/// A warning only has to be seen; against a check that failed stands the operator's own reason.
fn acknowledge(id: &str, desk: &Desk) -> Form {
    let checks: Vec<&Check> = product(desk, id).into_iter().flat_map(worst_first).collect();
    let failed = checks.iter().any(|check| check.says == CheckSays::Bad);
    let field = if failed {
        Field::text(words::ACCEPT_FIELD, "").needed(words::ACCEPT_NEEDED)
    } else {
        Field::choice(words::ACKNOWLEDGE_FIELD, [words::ACKNOWLEDGE_WORD], None)
            .unchosen()
            .needed(words::ACKNOWLEDGE_NEEDED)
    };
    let told: Vec<&&Check> =
        checks.iter().filter(|check| matches!(check.says, CheckSays::Bad | CheckSays::Warn)).collect();
    let title = words::acknowledge_title(&title(desk, id), told.len());
    let notes =
        told.iter().map(|check| format!("{} {}", check_mark(check.says).0, desk.facts.run.numbered(&check.text)));
    let note = failed.then(|| words::ACCEPT_NOTE.to_owned());
    Form::new(Purpose::Acknowledge(vec![id.to_owned()]), title, vec![field]).notes(notes.chain(note))
}

fn gaps_of(id: &str, desk: &Desk) -> Form {
    let decided = &desk.recovery.decided;
    // What stands there was said by somebody: `enter` leaves it as it is.
    let recorded = product(desk, id).and_then(|product| sort::recorded_gaps(product, decided));
    let offered: Vec<String> =
        recorded.map(<[String]>::to_vec).or_else(|| product(desk, id).map(offered)).unwrap_or_default();
    let mut fields: Vec<Field> = Vec::new();
    for gap in offered.iter().map(String::as_str).chain([""]).take(offered.len().max(8)) {
        let name = words::gap_field(fields.len() + 1);
        fields.push(if recorded.is_some() { Field::own(name, gap) } else { Field::text(name, gap) });
    }
    let note = match (recorded, offered.is_empty()) {
        (Some(_), _) => words::GAPS_NOTE_RECORDED,
        (None, true) => words::GAPS_NOTE_NONE,
        (None, false) => words::GAPS_NOTE,
    };
    let form = Form::new(Purpose::Gaps(vec![id.to_owned()]), words::gaps_title(&title(desk, id)), fields);
    form.notes([note]).some(words::GAP_NEEDED)
}

/// What the checks offer as gaps; where they offer none, what they found is the best beginning there is.
fn offered(product: &Product) -> Vec<String> {
    let mut gaps: Vec<String> = sort::offered_gaps(product).collect();
    if gaps.is_empty() {
        gaps = sort::to_acknowledge(product).collect();
    }
    if gaps.is_empty() {
        gaps = product.gates.iter().filter_map(|(command, state)| gaps::of_gate(command, *state)).collect();
    }
    gaps.dedup();
    gaps
}

fn reason(ids: &[String], desk: &Desk, scene: &Scene) -> Form {
    let decided = &desk.recovery.decided;
    let opened = |id: &String| product(desk, id).is_some_and(|product| sort::read(product, decided).opened());
    let in_part = |id: &String| product(desk, id).is_some_and(|product| sort::seen_part(product, decided).is_some());
    let at = scene.clock.short(scene.clock.now);
    let filled = words::reason_default(ids.iter().all(opened), ids.iter().any(in_part), &at);
    let field = Field::text(words::REASON_FIELD, &filled).needed(words::REASON_NEEDED);
    let titles: Vec<String> = ids.iter().map(|id| title(desk, id)).collect();
    let form = Form::new(Purpose::Reason(ids.to_vec()), words::reason_title(&titles), vec![field]);
    if ids.len() > 1 { form.notes([words::REASON_NOTE]) } else { form }
}

/// The product with this id.
pub fn product<'a>(desk: &'a Desk, id: &str) -> Option<&'a Product> {
    desk.facts.products.iter().find(|product| product.id == id)
}

/// A product's name for people.
pub fn title(desk: &Desk, id: &str) -> String {
    product(desk, id).map_or_else(|| id.to_owned(), |product| product.title.clone())
}

/// What a decision of this step says, for the message line.
pub fn decided(desk: &Desk, op: &Op) -> Option<String> {
    match op {
        Op::Sort { product, pile: Some(Pile::Usable), .. } => {
            let rows = sort::rows(&desk.facts, &desk.recovery.decided);
            let stands = rows.iter().find(|row| row.id == *product).map(words::stands);
            stands.map(|stands| words::decided_as(&title(desk, product), &stands))
        }
        Op::Sort { product, pile: Some(pile), gaps, .. } => {
            Some(words::decided(&title(desk, product), *pile, gaps.len()))
        }
        Op::SortMany { products, .. } => Some(words::many(Pile::Unknown, products.len(), 0)),
        Op::Outside { product, outcome, .. } => Some(words::answered(&title(desk, product), *outcome)),
        _ => None,
    }
}
