//! What is known about the selected row: beside the list, or below it in a narrow window.

use ratatui::layout::Rect;

use super::decide::product;
use super::lines::{Line, mark};
use crate::model::{
    Check, CheckSays, Commit, FileStatus, OutsideOutcome, Pile, Product, ProductKind, SortRow, SortState, Sorted,
};
use crate::screens::{Desk, Scene};
use crate::steps::{assign, broken, gaps, outside, sort};
use crate::widgets::cut::{cut, path, width, wrap};
use crate::widgets::diff;
use crate::widgets::row::Row;
use crate::widgets::theme::Role;
use crate::words::sort::{self as words, detail};
use crate::words::states;

/// The line about the last good state, with how it is changed.
pub fn good(desk: &Desk, scene: &Scene, columns: u16) -> Row {
    let decided = &desk.recovery.decided;
    let why = assign::good_why(&desk.facts, decided).unwrap_or_default();
    let chosen = decided.last_good.as_ref().map(|(commit, _)| (commit.clone(), why));
    let chosen = chosen.as_ref();
    let mut found = desk.facts.last_good.clone();
    let closed = assign::good_from_closing(decided);
    let mut good = words::last_good(&found, chosen, closed, &scene.clock);
    let over = |good: &str| (width(good) + width(words::CHANGE_KEY) + 5).saturating_sub(columns.into());
    // What does not fit is taken from the names of the gates, then from the subject: that gates were green says why it is good.
    if over(&good) > 0 && chosen.is_none() {
        good = words::last_good_short(&found, &scene.clock);
    }
    let left_over = over(&good);
    if left_over > 0 && chosen.is_none() {
        let room = found.subject.as_deref().map_or(0, width).saturating_sub(left_over);
        found.subject = found.subject.filter(|_| room > 8).map(|subject| cut(&subject, room));
        good = words::last_good_short(&found, &scene.clock);
    }
    Row::plain(" ").text(good).and_right(Row::plain(words::CHANGE_KEY).text("  "), usize::from(columns))
}

/// The details beside the list.
pub fn wide(desk: &Desk, scene: &Scene, rows: &[SortRow], line: Option<&Line>, area: Rect) -> Vec<Row> {
    let columns = usize::from(area.width);
    let mut shown = Vec::new();
    let Some(Line::Row(at)) = line else {
        return shown;
    };
    let row = &rows[*at];
    if row.id == sort::BASE {
        return base(desk, scene, columns);
    }
    let Some(product) = product(desk, &row.id) else { return shown };
    let (sign, role) = mark(row);
    let state = Row::new().with(role, sign).text(" ").text(words::stands(row)).text("  ");
    let title = path(&product.title, columns.saturating_sub(state.width() + 1));
    shown.push(Row::new().with(Role::Strong, title).and_right(state, columns));
    for (label, text) in facts(desk, scene, product) {
        let texts = wrap(&text, columns.saturating_sub(10), 0);
        let texts = if texts.len() > 3 { ended(texts, 3, columns.saturating_sub(10)) } else { texts };
        for (line, text) in texts.iter().enumerate() {
            shown.push(Row::new().cell(Role::Quiet, if line == 0 { label } else { "" }, 9).text(text.as_str()));
        }
    }
    if let SortState::On(_) = row.state
        && let Some(sorted) = desk.recovery.decided.sorted.get(&row.id)
    {
        let (texts, known) = said(desk, scene, product, sorted);
        if !texts.is_empty() || known.is_some() {
            shown.push(Row::new());
            shown.push(Row::plain(label(sorted)));
            let texts = texts.into_iter().map(|text| format!("- {text}"));
            for text in texts.chain(known) {
                let lines = wrap(&text, columns.saturating_sub(3), 2);
                shown.extend(lines.into_iter().map(|line| Row::plain("  ").text(line)));
            }
        }
    }
    if !product.checks.is_empty() {
        shown.push(Row::new());
        shown.push(Row::plain(detail::CHECKS));
        shown.extend(worst_first(product).flat_map(|one| check(one, desk, columns)));
    }
    shown.extend(preview(desk, product, columns, usize::from(area.height).saturating_sub(shown.len())));
    shown
}

/// The details below the list: a rule with the name, then what matters most.
pub fn narrow(desk: &Desk, scene: &Scene, rows: &[SortRow], line: Option<&Line>, columns: u16) -> Vec<Row> {
    let columns = usize::from(columns);
    let Some(Line::Row(at)) = line else { return vec![] };
    let row = &rows[*at];
    let entry = |label: &str, text: String| Row::plain("   ").cell(Role::Quiet, label, 9).text(text).cut(columns);
    if row.id == sort::BASE {
        let mut shown = vec![heading(words::BASE, &words::stands(row), ("", Role::Text), columns)];
        shown.extend(base(desk, scene, columns - 3).into_iter().skip(1).take(3).map(|row| Row::plain("   ").join(row)));
        return shown;
    }
    let Some(product) = product(desk, &row.id) else { return vec![] };
    let mut shown = vec![heading(&product.title, &words::stands(row), mark(row), columns)];
    if product.kind == ProductKind::OutsideAction {
        // An answer is worth more than why there was none; both do not fit.
        let answered = desk.recovery.decided.outside.contains_key(&product.id);
        let left_out = if answered { [detail::TOUCHES, detail::WHY, detail::LOOK] } else { [detail::TOUCHES; 3] };
        let lines = facts(desk, scene, product).into_iter().filter(|(label, _)| !left_out.contains(label));
        shown.extend(lines.take(5).map(|(label, text)| entry(label, text)));
        return shown;
    }
    if let Some(said) = product.claims.first() {
        shown.push(entry(detail::SAID, format!("\"{said}\"")));
    }
    for (at, one) in worst_first(product).take(2).enumerate() {
        let (sign, role) = check_mark(one.says);
        let label = if at == 0 { detail::CHECKS } else { "" };
        shown.push(
            Row::plain("   ")
                .cell(Role::Quiet, label, 9)
                .with(role, sign)
                .text(" ")
                .text(desk.facts.run.numbered(&one.text))
                .cut(columns),
        );
    }
    if let (SortState::On(_), Some(sorted)) = (&row.state, desk.recovery.decided.sorted.get(&row.id)) {
        let (texts, known) = said(desk, scene, product, sorted);
        if !texts.is_empty() {
            shown.push(entry(label(sorted), texts.join(" · ")));
        }
        let name = if texts.is_empty() { label(sorted) } else { "" };
        shown.extend(known.map(|known| entry(name, known)));
    }
    if shown.len() == 1 {
        shown.extend(facts(desk, scene, product).into_iter().take(3).map(|(label, text)| entry(label, text)));
    }
    shown
}

/// What a person said that still stands, and what is known of it since, with the key that takes it back.
fn said(desk: &Desk, scene: &Scene, product: &Product, sorted: &Sorted) -> (Vec<String>, Option<String>) {
    let standing = gaps::standing(&desk.facts, &desk.recovery.decided, Some(product), sorted);
    let closed = standing.is_empty() && !sorted.gaps.is_empty();
    // Of gaps that are all gone what made them green is told; else what may have closed one that stands.
    let told = |gap: &String| gaps::green_since(&desk.facts, product, sorted, gap);
    let about = || standing.iter().map(|(_, gap)| gap).chain(sorted.gaps.iter().filter(|_| closed));
    let green = about().map(told).find(|green| !green.is_empty()).unwrap_or_default();
    let known = match sorted.gaps.as_slice() {
        [] => None,
        _ if closed => Some(words::gaps_closed(&green, &scene.clock)),
        _ => words::gaps_since(&green, &scene.clock),
    };
    // What breaks a limit and is kept is why nothing is left to do, and stays beside the file.
    let kept = broken::kept_in(&desk.facts, &desk.recovery.decided, &product.location);
    let reason = Some(sorted.reason.clone()).filter(|reason| !reason.is_empty());
    (standing.into_iter().map(|(_, gap)| gap).chain(kept).chain(reason).collect(), known)
}

/// What a person said when the product was sorted: its gaps, why it is unknown, or why it is usable all the same.
fn label(sorted: &Sorted) -> &'static str {
    match sorted.pile {
        Pile::Partial => detail::GAPS,
        Pile::Unknown => detail::REASON,
        Pile::Usable => detail::ACCEPTED,
    }
}

fn heading(title: &str, state: &str, mark: (&str, Role), columns: usize) -> Row {
    // The base has no mark.
    let sign = if mark.0.trim().is_empty() { "" } else { mark.0 };
    let gap = if sign.is_empty() { "" } else { " " };
    let row = Row::plain(" ")
        .with(Role::Strong, path(title, columns.saturating_sub(width(state) + width(sign) + 6)))
        .text(" ")
        .with(mark.1, sign)
        .text(gap)
        .text(state)
        .text(" ");
    let rest = columns.saturating_sub(row.width());
    row.with(Role::Rule, "─".repeat(rest))
}

/// The worst check first: that is the one to look at.
pub fn worst_first(product: &Product) -> impl Iterator<Item = &Check> {
    let order = [CheckSays::Bad, CheckSays::Warn, CheckSays::Unknown, CheckSays::Good];
    order.into_iter().flat_map(|says| product.checks.iter().filter(move |check| check.says == says))
}

/// The mark of a check.
pub fn check_mark(says: CheckSays) -> (&'static str, Role) {
    match says {
        CheckSays::Good => ("✓", Role::Good),
        CheckSays::Warn => ("!", Role::Warn),
        CheckSays::Bad => ("✗", Role::Bad),
        CheckSays::Unknown => ("?", Role::Unknown),
    }
}

/// The first lines of a text, the last of which says that it goes on.
fn ended(mut texts: Vec<String>, most: usize, columns: usize) -> Vec<String> {
    texts.truncate(most);
    if let Some(last) = texts.last_mut() {
        *last = cut(&format!("{last} …"), columns);
    }
    texts
}

fn check(check: &Check, desk: &Desk, columns: usize) -> Vec<Row> {
    let (sign, role) = check_mark(check.says);
    let texts = wrap(&desk.facts.run.numbered(&check.text), columns.saturating_sub(5), 0);
    let texts = if texts.len() > 4 { ended(texts, 4, columns.saturating_sub(5)) } else { texts };
    let lead = |line: usize| Row::plain("  ").cell(role, if line == 0 { sign } else { "" }, 2);
    texts.into_iter().enumerate().map(|(line, text)| lead(line).text(text)).collect()
}

/// What is known about a product, with labels.
fn facts(desk: &Desk, scene: &Scene, product: &Product) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if product.kind == ProductKind::OutsideAction {
        let asked = product.made_by.first().and_then(|id| desk.facts.run.event(id));
        if let Some(event) = asked {
            let at = event.at.map(|at| format!(", {}", scene.clock.seconds(at))).unwrap_or_default();
            facts.push((detail::ASKED, format!("event {}{at}", number(desk, &event.id))));
        }
        let remote = outside::remote(&desk.facts, product).map(|(name, url)| words::remote(name, url));
        facts.extend(product.touches.clone().map(|touches| (detail::TOUCHES, touches + &remote.unwrap_or_default())));
        let said = product.claims.first().map(|said| format!("; the run says \"{said}\"")).unwrap_or_default();
        let result = product.result.map_or(words::no_result(), |result| words::result(Some(result)));
        facts.push((detail::RESULT, format!("{result}{said}")));
        facts.extend(product.reasons.first().cloned().map(|why| (detail::WHY, why)));
        facts.extend(desk.look(product).map(|look| (detail::LOOK, scene.typed(&look))));
        if let Some(outside::Known { found, met }) = outside::known(&desk.recovery.decided, product) {
            let answered = words::found(found.outcome, &found.by, &scene.clock.short(found.at));
            if let Some(met) = met {
                let met = states::called_met(met.attempt, met.by, met.note);
                facts.push((detail::FOUND, format!("{}, {met}", words::outcome(OutsideOutcome::Happened))));
                facts.push((detail::BEFORE, answered));
            } else {
                facts.push((detail::FOUND, answered));
            }
            facts.push((detail::LOOKED_AT, found.place.clone()));
            facts.push((detail::SAW, found.saw.clone()));
        }
        return facts;
    }
    let file = desk.facts.tree.files.get(std::path::Path::new(&product.location));
    let new = file.is_some_and(|file| file.status == FileStatus::New);
    let place = scene.clock.path(&desk.facts.tree.root);
    let standing = words::standing(new, file.is_some_and(|file| file.staged), product.kind == ProductKind::Commit);
    let document = product.id.strip_prefix("document:");
    let document = desk.facts.run.record.as_deref().zip(document).and_then(|(record, key)| record.document(key));
    facts.push((
        detail::WHERE,
        match document {
            Some(_) => words::of_task(desk.facts.task.key.as_deref()),
            None => format!("{place}, {standing}"),
        },
    ));
    let changed = file.and_then(|file| file.changed).map(|at| format!(", changed {}", scene.clock.time(at)));
    let version = product.version.as_deref().map_or("gone", words::short);
    facts.push((detail::VERSION, format!("{version}{}", changed.unwrap_or_default())));
    let names: Vec<String> = sort::names(&desk.facts, product).map(words::name).collect();
    if !names.is_empty() {
        facts.push((detail::NAMES, names.join(", ")));
    }
    if !product.made_by.is_empty() {
        let events: Vec<String> = product.made_by.iter().map(|id| number(desk, id)).collect();
        facts.push((detail::MADE_BY, words::made_by(&events)));
    }
    facts.extend(product.claims.first().map(|said| (detail::SAID, format!("\"{said}\""))));
    facts.extend(product.gates.first().map(|(command, state)| (detail::GATE, words::gate_on(command, *state))));
    facts
}

/// An event by its place in the run, which is how the transcript counts; its own id where it is not found.
pub fn number(desk: &Desk, id: &str) -> String {
    let place = desk.facts.run.events.iter().position(|event| event.id == id);
    place.map_or_else(|| id.to_owned(), |at| (at + 1).to_string())
}

fn base(desk: &Desk, scene: &Scene, columns: usize) -> Vec<Row> {
    let chosen = assign::good_why(&desk.facts, &desk.recovery.decided);
    let why = chosen.as_deref().unwrap_or(&desk.facts.last_good.why);
    let mut shown = vec![Row::new().with(Role::Strong, words::BASE)];
    shown.extend(wrap(why, columns, 0).into_iter().map(Row::plain));
    for commit in of_base(desk) {
        let at = scene.clock.time(commit.at);
        shown.push(
            Row::new()
                .cell(Role::Quiet, words::short(&commit.id), 9)
                .text(commit.subject.as_str())
                .and_right(Row::plain(at), columns),
        );
    }
    shown
}

fn preview(desk: &Desk, product: &Product, columns: usize, room: usize) -> Vec<Row> {
    let text = product.version.as_ref().and_then(|blob| desk.facts.tree.texts.get(blob));
    let Some(text) = text.filter(|_| room > 5) else { return vec![] };
    let file = desk.facts.tree.files.get(std::path::Path::new(&product.location));
    let before = file.and_then(|file| file.start.as_ref()).and_then(|blob| desk.facts.tree.texts.get(blob));
    let mut lines = diff::whole(before.map(String::as_str), text);
    // A changed file shows its first change, a new one its beginning.
    let first = lines.iter().position(|line| line.kind == diff::DiffKind::Added).unwrap_or(0).saturating_sub(2);
    lines.drain(..first.min(lines.len()));
    let head = Row::new().with(Role::Quiet, words::PREVIEW).text(" ");
    let rest = columns.saturating_sub(head.width());
    let mut shown = vec![Row::new(), head.with(Role::Rule, "─".repeat(rest))];
    for line in lines.into_iter().take(room.saturating_sub(2)) {
        let role = if line.kind == diff::DiffKind::Added { Role::Added } else { Role::Quiet };
        let number = line.new.map(|number| number.to_string()).unwrap_or_default();
        shown.push(Row::plain("  ").number(Role::Quiet, &number, 4).text("  ").with(role, line.text).cut(columns));
    }
    shown
}

/// The commits of the base, newest first.
pub fn of_base(desk: &Desk) -> impl Iterator<Item = &Commit> {
    let rows = sort::rows(&desk.facts, &desk.recovery.decided);
    let products = rows.into_iter().find(|row| row.id == sort::BASE).map(|row| row.products).unwrap_or_default();
    let versions = products.into_iter().filter_map(|at| desk.facts.products.get(at)?.version.clone());
    let versions: Vec<String> = versions.collect();
    desk.facts.tree.commits.iter().rev().filter(move |commit| versions.contains(&commit.id))
}
