//! A file as it is against itself at the last good state. It is shown in the pager and counts as read nowhere: only the viewer's own lines do.

use std::path::Path;

use crate::model::{Decided, Facts, Product, ProductKind};
use crate::steps::assign;
use crate::widgets::diff::{self, DiffKind};
use crate::words::{sort::short, viewer as words};

/// The difference as text, or what is said instead.
pub fn with_last_good(facts: &Facts, decided: &Decided, product: &Product) -> Result<String, String> {
    let Sides { good, before, now } = sides(facts, decided, product)?;
    let lines = diff::unified(before, now);
    let sign = |kind: DiffKind| match kind {
        DiffKind::Added => "+",
        DiffKind::Removed => "-",
        DiffKind::Same => " ",
        DiffKind::Head => "",
    };
    let rows = lines.iter().map(|line| format!("{}{}", sign(line.kind), line.text));
    let head = words::against(&product.location, short(good));
    Ok(std::iter::once(head).chain(rows).collect::<Vec<_>>().join("\n") + "\n")
}

/// A file at the last good state and as it is now, which differ.
struct Sides<'a> {
    good: &'a str,
    before: &'a str,
    now: &'a str,
}

/// Whether there is a difference to show.
pub fn differs(facts: &Facts, decided: &Decided, product: &Product) -> bool {
    sides(facts, decided, product).is_ok()
}

fn sides<'a>(facts: &'a Facts, decided: &'a Decided, product: &Product) -> Result<Sides<'a>, String> {
    // A text for people that lies in the work tree is a document and a file.
    let in_tree = || facts.tree.files.contains_key(Path::new(&product.location));
    if product.kind != ProductKind::File && !(product.kind == ProductKind::Document && in_tree()) {
        return Err(words::not_compared(product.kind).to_owned());
    }
    let good = assign::good_commit(facts, decided).ok_or_else(|| words::NO_GOOD_COMMIT.to_owned())?;
    let text = |blob: Option<&String>| match blob {
        Some(blob) => facts.tree.texts.get(blob).map(String::as_str),
        None => Some(""),
    };
    let missing = || words::no_text_at(short(good), &product.location);
    let before = text(at(facts, good, Path::new(&product.location))).ok_or_else(missing)?;
    let now = text(product.version.as_ref()).ok_or_else(|| words::NO_TEXT.to_owned())?;
    if before == now {
        return Err(words::equal_to(short(good)));
    }
    Ok(Sides { good, before, now })
}

/// The last good commit, where a file differed there from the start of the run already: what is shown against the start is not all later.
pub fn good_between<'a>(facts: &'a Facts, decided: &'a Decided, product: &Product) -> Option<&'a str> {
    let path = Path::new(&product.location);
    let known = |good: &&str| facts.tree.commits.iter().any(|commit| commit.id == *good);
    let good = assign::good_commit(facts, decided).filter(known)?;
    let start = facts.tree.files.get(path)?.start.as_ref();
    (at(facts, good, path) != start).then_some(good)
}

/// The content of a file at a commit of the run; before its first commit it is as at the start.
fn at<'a>(facts: &'a Facts, commit: &str, path: &Path) -> Option<&'a String> {
    let until = facts.tree.commits.iter().position(|known| known.id == commit).map_or(0, |at| at + 1);
    let touched =
        facts.tree.commits[..until].iter().rev().find_map(|one| one.files.iter().find(|file| file.path == path));
    match touched {
        Some(file) => file.after.as_ref(),
        None => facts.tree.files.get(path).and_then(|file| file.start.as_ref()),
    }
}
