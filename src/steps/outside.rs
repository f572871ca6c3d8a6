//! Answers about outside actions: unknown until somebody wrote down what they looked at and what they saw.

use crate::model::{AnswerField, Decided, Facts, Op, OutsideOutcome, Product, ProductKind, Refusal};

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

/// The command of an outside action; its title when it was no command (a tool of a server).
pub fn command(product: &Product) -> &str {
    product.command.as_deref().unwrap_or(&product.title)
}
