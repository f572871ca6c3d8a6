//! Files that the goal or the criteria name and that exist nowhere.

use std::collections::BTreeSet;
use std::path::Path;

use crate::model::{Check, CheckSays, FileStatus, PartKind, Product, ProductGroup, ProductKind, Suggest};
use crate::read::Known;
use crate::read::task::alone;

/// A product for each file that was expected and is not there.
pub fn missing(known: Known<'_>, products: &[Product]) -> Vec<Product> {
    let record = known.run.record.as_ref();
    // Without a repository only a task says in which folder its results are to lie.
    if !known.tree.exists || (known.tree.tracked.is_empty() && record.is_none()) {
        return Vec::new();
    }
    let stated = record.map(|record| alone(&record.description));
    let plan = record.and_then(|record| record.document("plan")?.newest()).map(|revision| revision.text.as_str());
    // By what one step is measured names what the step is about: a link that leads nowhere is mended also by taking it out.
    let criteria = known.task.criteria.iter().filter(|criterion| !criterion.of_step());
    let criteria = criteria.map(|criterion| criterion.text.as_str());
    let texts = known.task.goal.as_deref().into_iter().chain(known.run.goal.as_deref().filter(|_| record.is_none()));
    let texts = texts.chain(criteria).chain(stated.as_deref()).chain(plan);
    // What the work must keep its hands off is no result of it.
    let forbidden: BTreeSet<&str> =
        known.task.limits.iter().filter(|_| record.is_some()).flat_map(|limit| names(limit)).collect();
    let names: BTreeSet<&str> = texts.flat_map(names).filter(|name| !forbidden.contains(name)).collect();
    names
        .into_iter()
        .filter(|name| !there(known, name) && !products.iter().any(|product| product.location.ends_with(name)))
        .map(|name| {
            let mut product = Product::new(ProductKind::File, format!("expected:{name}"), name);
            name.clone_into(&mut product.location);
            product.suggest = Suggest::None;
            product.group = ProductGroup::Expected;
            let text = "the goal or the criteria name it, and it is nowhere to be found";
            product.checks.push(Check {
                says: CheckSays::Bad,
                text: text.into(),
                line: None,
                gap: Some("it does not exist".into()),
            });
            product.reasons.push("expected, not found".into());
            product
        })
        .collect()
}

/// Words that look like the path of a file with a well-known ending.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || "`'\"()[]{}<>,;:|*".contains(letter))
        .map(|word| word.trim_end_matches(['.', '!', '?']).trim_start_matches("./"))
        .filter(|word| {
            let ending = word.rsplit_once('.').map_or("", |(stem, ending)| if stem.is_empty() { "" } else { ending });
            let known = [
                "py", "rs", "js", "ts", "tsx", "md", "sql", "toml", "json", "yml", "yaml", "go", "java", "sh", "css",
                "html", "csv", "txt",
            ];
            known.contains(&ending)
                && !word.contains("//")
                && !word.starts_with('/')
                && !word.contains('=')
                && !word.starts_with('-')
        })
}

fn there(known: Known<'_>, name: &str) -> bool {
    let ends = |path: &Path| path.ends_with(name);
    let file = name.rsplit('/').next().unwrap_or(name);
    let attached = known.run.record.iter().flat_map(|record| &record.parts);
    if attached.into_iter().any(|part| part.kind == PartKind::Attachment && part.key == file) {
        return true;
    }
    known.tree.tracked.iter().any(|path| ends(path))
        || known
            .tree
            .files
            .iter()
            .any(|(path, file)| ends(path) && !matches!(file.status, FileStatus::Missing | FileStatus::Removed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_a_sentence_are_found() {
        let text = "Write `docs/VAT.md` and lib/queue.js. See https://x.y/z.md, version 1.2.3";
        assert_eq!(names(text).collect::<Vec<_>>(), ["docs/VAT.md", "lib/queue.js"]);
    }
}
