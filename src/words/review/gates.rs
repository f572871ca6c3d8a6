//! A gate under review: green at last good, when the run began, and now are three things.

use crate::model::{BeganBy, GateBegan, GateChange, GateLacks, GateRow, GateState};
use crate::words::{sort, steps};

/// The colour of a gate now; one of which nobody saw the result was run all the same.
pub fn now(row: &GateRow) -> &'static str {
    if row.lacks() == GateLacks::Seen { UNSEEN } else { steps::gate(row.now) }
}

/// Of a gate that ran, or was started, and of which nobody saw the result.
pub const UNSEEN: &str = "unseen";

/// How a gate stands against the brief, which may know it from the last good state; its colour now stands beside it.
pub fn gate_row(row: &GateRow) -> String {
    let began = row.began.as_ref().filter(|_| !as_ever(row)).map(|began| began_in(began.state));
    let before = (row.before != GateState::NotRun).then(|| {
        let colour = steps::gate(row.before);
        match &began {
            _ if row.good => format!("{colour} at last good"),
            Some(_) => format!("{colour} in the brief"),
            None => format!("was {colour}"),
        }
    });
    // Where it was another colour, that says more than what was long before.
    let was: Vec<String> = began.into_iter().chain(before).collect();
    let was = was.join(", ");
    let why = |before: &str| row.why.as_ref().map_or_else(String::new, |why| format!("{before}{why}"));
    match row.change {
        GateChange::Same if as_ever(row) => format!("as in brief{}", why(": ")),
        GateChange::Same | GateChange::Regressed | GateChange::Fixed => format!("{was}{}", why("; now ")),
        GateChange::Unknown if row.before == GateState::NotRun => {
            let was = if was.is_empty() { was } else { format!(", {was}") };
            format!("not in the brief{was}{}", why(": "))
        }
        // Its reason begins with that it is not comparable: it ran green, and nothing else is missing.
        GateChange::Unknown if row.weakened => format!("{}; {was}", why("")),
        GateChange::Unknown => format!("not proven{}; {was}", why(": ")),
    }
}

/// Whether nothing says that a gate ever had another colour than in the brief.
fn as_ever(row: &GateRow) -> bool {
    row.change == GateChange::Same && row.began.as_ref().is_none_or(|began| began.state == row.before)
}

fn began_in(state: GateState) -> String {
    format!("{} when this run began", steps::gate(state))
}

/// The colours of a gate, each with the time of which it is, and why it is as it is now.
pub fn gate_told(row: &GateRow, name: &str, why: &str) -> String {
    let before = if row.good { "at last good" } else { "before" };
    let mut colours = vec![format!("{} {before}", steps::gate(row.before))];
    colours.extend(row.began.as_ref().map(|began| began_in(began.state)));
    colours.push(format!("{} now", now(row)));
    format!("{name} ({}){why}", colours.join(", "))
}

/// A gate with its colour and why, as a proof; without its name where that stands beside it.
pub fn gate_proof(row: &GateRow, why: Option<&str>, named: bool) -> String {
    let name = if named { String::new() } else { format!(" {}", row.name) };
    let colour = format!("gate{name}: {}", now(row));
    why.map_or(colour.clone(), |why| format!("{colour}, {why}"))
}

/// What a gate was before: by the brief, which says on what content; the present content of then may have been red.
pub fn before(state: GateState, on: Option<&str>, good: bool) -> String {
    if state == GateState::NotRun {
        return "before: not among the green gates of the brief".to_owned();
    }
    let on = match on {
        Some("worktree") => " on the work tree as it was then".to_owned(),
        Some(content) if good => format!(" at last good {}", sort::short(content)),
        Some(content) => format!(" on {}", sort::short(content)),
        None => String::new(),
    };
    format!("before: {}{on}, by the brief", steps::gate(state))
}

/// What a gate was when the run began, and what shows that.
pub fn began(began: &GateBegan) -> String {
    let colour = steps::gate(began.state);
    match &began.by {
        BeganBy::Brief(how) => {
            format!("when this run began: {colour}, by what the brief says was checked last: {how}")
        }
        BeganBy::Event(event) => {
            format!("when this run began: {colour}, by its own first result, before it changed a file: event {event}")
        }
    }
}

/// A verdict on a gate that nobody can call fine, as soon as it is given.
pub fn does_not_count(now: GateState) -> &'static str {
    if now == GateState::Red {
        "written down, but red is not recovered: mend it and R, or a next attempt"
    } else {
        "written down, but unproven is not recovered: R runs it, or a next attempt"
    }
}

/// The same before it is given.
pub fn will_not_count(now: GateState) -> &'static str {
    if now == GateState::Red {
        "nobody can call a red gate fine: a verdict is written down, and the attempt is not recovered until the gate is green: R runs it \
         again once it is mended; or a next attempt with the step that makes it green"
    } else {
        "nobody can call a gate fine that is not proven: a verdict is written down, and the attempt is not recovered until the gate is \
         green: R runs it; or a next attempt with the step that makes it green"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(before: GateState, began: Option<GateState>, now: GateState, change: GateChange) -> GateRow {
        let by = || BeganBy::Brief("exit 1".into());
        GateRow {
            row: "gate:unit".into(),
            name: "unit".into(),
            before,
            now,
            change,
            why: Some("exit 0".into()),
            good: true,
            began: began.map(|state| GateBegan { state, by: by() }),
            ..crate::model::build::gate_row()
        }
    }

    #[test]
    fn all_three_colours_are_said_where_they_are_known() {
        use GateState::{Green, NotRun, Red, Stale};
        let says = |before, began, now, change| gate_row(&row(before, began, now, change));
        let mended = says(Green, Some(Red), Green, GateChange::Same);
        assert_eq!(mended, "red when this run began, green at last good; now exit 0");
        assert_eq!(says(Green, Some(Green), Green, GateChange::Same), "as in brief: exit 0");
        assert_eq!(says(Green, None, Green, GateChange::Same), "as in brief: exit 0");
        let found = says(Green, Some(Red), Red, GateChange::Regressed);
        assert_eq!(found, "red when this run began, green at last good; now exit 0");
        assert_eq!(says(Green, None, Red, GateChange::Regressed), "green at last good; now exit 0");
        let changed = GateRow { weakened: true, ..row(Green, None, Stale, GateChange::Unknown) };
        let changed = GateRow { why: Some("not comparable: a.rs; exit 0".into()), ..changed };
        assert_eq!(gate_row(&changed), "not comparable: a.rs; exit 0; green at last good");
        let unproven = says(Green, Some(Red), Stale, GateChange::Unknown);
        assert_eq!(unproven, "not proven: exit 0; red when this run began, green at last good");
        assert_eq!(
            says(NotRun, Some(Red), Green, GateChange::Unknown),
            "not in the brief, red when this run began: exit 0"
        );
        let told = gate_told(&row(Green, Some(Red), Green, GateChange::Same), "unit", "");
        assert_eq!(told, "unit (green at last good, red when this run began, green now)");
        assert_eq!(
            gate_told(&row(Green, None, Red, GateChange::Regressed), "unit", ": exit 1"),
            "unit (green at last good, red now): exit 1"
        );
    }
}
