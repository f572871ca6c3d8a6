//! Gates before and now. What the record of the run does not prove is not green.

use super::changes::{self, Changed};
use super::{Against, began};
use crate::model::{
    BriefGate, Checked, Gate, GateChange, GateRow, GateRun, GateState, Measured, Pile, Side, Unseen, gate_line,
    same_gate,
};
use crate::steps::text;

/// The gates of the brief first, then those that were run here besides; worst first.
pub(super) fn gates(against: &Against<'_>, changed: &[Changed]) -> Vec<GateRow> {
    let mut rows: Vec<GateRow> = own(against).into_iter().map(|gate| row(against, gate)).collect();
    rows.extend(asked(against).filter_map(|gate| wanted(against, gate)));
    let others = changes::by_others(against, changed);
    rows.iter_mut().filter(|row| row.measured.is_none()).for_each(|row| aged(row, &others));
    for result in newest(against, Side::Present) {
        let known = against.brief.gates.iter().any(|gate| is_of(against, result, gate));
        if !known {
            // What was run here counts before what the run itself has on record.
            let command = gate_line(&result.command);
            rows.retain(|row| row.before != GateState::NotRun || !alike(against, &row.name, &command));
        }
        if !known && !rows.iter().any(|row| row.name == result.name) {
            rows.push(beside(result));
        }
    }
    began::mark(against, &mut rows, &others);
    rows.sort_by_key(|row| match (row.change, row.now) {
        (GateChange::Regressed, _) | (_, GateState::Red) => 0,
        (GateChange::Unknown, now) if row.before != GateState::NotRun || now != GateState::Green => 1,
        (GateChange::Fixed | GateChange::Unknown, _) => 2,
        (GateChange::Same, _) => 3,
    });
    rows
}

/// The gates of the brief, each once, however it was spelled; the first spelling names it.
fn own<'a>(against: &Against<'a>) -> Vec<&'a BriefGate> {
    let line = |gate: &BriefGate| if gate.command.is_empty() { gate.name.clone() } else { gate_line(&gate.command) };
    let mut out: Vec<&BriefGate> = Vec::new();
    for gate in &against.brief.gates {
        if !out.iter().any(|known| alike(against, &line(known), &line(gate))) {
            out.push(gate);
        }
    }
    out
}

/// The gates that the run has on record and that the brief wants green without a colour of before: what was red is not among its gates.
fn asked<'a>(against: &Against<'a>) -> impl Iterator<Item = &'a Gate> {
    let criteria: Vec<String> =
        against.brief.criteria.iter().map(|one| one.text.replace('`', "").to_lowercase()).collect();
    let own = own(against);
    let known = move |against: &Against<'_>, gate: &Gate| {
        own.iter().any(|one| same(against, &gate.command, &gate_line(&one.command), &one.name))
    };
    let against = *against;
    let names = move |gate: &&Gate| criteria.iter().any(|text| text.contains(&gate.command.to_lowercase()));
    against.facts.gates.iter().filter(names).filter(move |gate| !known(&against, gate))
}

/// The row of such a gate, when it ran.
fn wanted(against: &Against<'_>, gate: &Gate) -> Option<GateRow> {
    let run = last(against, gate)?;
    let result = of_run(against, Some(gate), Some(run));
    Some(GateRow {
        row: format!("gate:{}", gate.command),
        name: gate.command.clone(),
        before: GateState::NotRun,
        now: result.now,
        change: GateChange::Unknown,
        why: result.why,
        event: Some(run.event.clone()),
        at: run.at,
        measured: None,
        printed: vec![],
        output: None,
        weakened: result.weakened,
        good: false,
        began: None,
    })
}

fn row(against: &Against<'_>, before: &BriefGate) -> GateRow {
    let command = gate_line(&before.command);
    let name = if command.is_empty() || command == before.name {
        before.name.clone()
    } else {
        format!("{}: {command}", before.name)
    };
    let gate = against.facts.gates.iter().find(|gate| same(against, &gate.command, &command, &before.name));
    if let Some(measured) = newest(against, Side::Present).into_iter().find(|result| is_of(against, result, before)) {
        return measured_row(against, before, name, gate, measured);
    }
    let last = gate.and_then(|gate| last(against, gate));
    let result = of_run(against, gate, last);
    let unseen = gate.filter(|_| last.is_none()).and_then(|gate| unseen(against, gate));
    GateRow {
        row: format!("gate:{}", before.name),
        name,
        before: before.state,
        now: result.now,
        change: change(before.state, result.now),
        why: unseen.map(Unseen::told).or(result.why),
        event: last.map(|run| &run.event).or(unseen.map(|run| &run.event)).cloned(),
        at: last.and_then(|run| run.at).or(unseen.and_then(|run| run.at)),
        measured: None,
        printed: vec![],
        output: None,
        weakened: result.weakened,
        good: false,
        began: None,
    }
}

/// What others changed since the brief was written makes the result of a run old: when they did is not on record.
fn aged(row: &mut GateRow, others: &[String]) {
    if others.is_empty() || (row.now != GateState::Green && !row.weakened) {
        return;
    }
    // What others changed since, nobody can call fine.
    row.weakened = false;
    row.now = GateState::Stale;
    row.change = change(row.before, row.now);
    let own = row.why.take().unwrap_or_default();
    row.why = Some(format!("{own}; this run did not change, and now it is another content: {}", others.join(", ")));
}

/// How the last result of a gate in the run stands.
struct Stands {
    now: GateState,
    why: Option<String>,
    /// Whether it is green, and only its own assertions are not those of before.
    weakened: bool,
}

/// The last result of a gate in the run: a green on assertions that it changed itself says nothing about those that the brief knew.
fn of_run(against: &Against<'_>, gate: Option<&Gate>, last: Option<&GateRun>) -> Stands {
    let now = now(gate, last);
    let why = why(gate, last, now);
    let (Some(gate), Some(run)) = (gate, last.filter(|run| run.green)) else {
        return Stands { now, why, weakened: false };
    };
    match now {
        GateState::Green => {
            let tests = weak(against, gate, Some(&run.event));
            let weakened = !tests.is_empty();
            let how = why.unwrap_or_default();
            let why = if weakened { not_comparable(&how, &tests) } else { how };
            Stands { now: if weakened { GateState::Stale } else { now }, why: Some(why), weakened }
        }
        GateState::Stale if only_weakened(gate) => {
            let tests = weak(against, gate, Some(&run.event));
            let how = if run.how.is_empty() { "its result" } else { &run.how };
            // The step may ask for all of them: then they stand as the record has them.
            let why = if tests.is_empty() { why } else { Some(not_comparable(how, &tests)) };
            Stands { now, why, weakened: true }
        }
        _ => Stands { now, why, weakened: false },
    }
}

/// The changes of tests that a gate runs and the step did not ask for, each with its event: of this run, up to a result of it.
fn weak(against: &Against<'_>, gate: &Gate, until: Option<&str>) -> Vec<String> {
    let place = |id: &str| against.facts.run.events.iter().position(|event| event.id == id);
    let end = until.and_then(place).unwrap_or(usize::MAX);
    let own = gate.weakened.iter().filter(|(event, what)| {
        against.after(event) && !asked_for(against, what) && place(event).is_some_and(|at| at <= end)
    });
    own.map(|(event, what)| format!("{what} (event {event})")).collect()
}

/// Why a green result is not comparable.
fn not_comparable(how: &str, tests: &[String]) -> String {
    format!("{NOT_COMPARABLE}{}; {how}", tests.join("; "))
}

/// The tests that the words of such a reason name.
pub(super) fn tests_of(why: &str) -> Option<&str> {
    let (tests, _) = why.strip_prefix(NOT_COMPARABLE)?.rsplit_once("; ")?;
    Some(tests)
}

/// What the words of a green result begin with that is not comparable with the one of the brief.
const NOT_COMPARABLE: &str = "not comparable: ";

/// Whether nothing makes a result old but the assertions that changed with it.
fn only_weakened(gate: &Gate) -> bool {
    let weak = |because: &String| gate.weakened.iter().any(|(_, what)| what == because);
    !gate.stale_because.is_empty() && gate.stale_because.iter().all(weak)
}

fn change(before: GateState, now: GateState) -> GateChange {
    match (before, now) {
        (GateState::Green, GateState::Green) | (GateState::Red, GateState::Red) => GateChange::Same,
        (GateState::Green, GateState::Red) => GateChange::Regressed,
        (GateState::Red, GateState::Green) => GateChange::Fixed,
        _ => GateChange::Unknown,
    }
}

/// A gate of the brief that was run here, on the content as it is now.
fn measured_row(
    against: &Against<'_>,
    before: &BriefGate,
    name: String,
    gate: Option<&Gate>,
    measured: &Measured,
) -> GateRow {
    let good = newest(against, Side::LastGood).into_iter().find(|result| is_of(against, result, before));
    let weak = gate.map(|gate| weak(against, gate, None)).unwrap_or_default();
    let mut why = format!("run by lastgood: {}", measured.why);
    let mut now = measured.state;
    let mut change = change(before.state, now);
    if measured.state == GateState::Green && !weak.is_empty() {
        // A green whose own assertions were changed or removed says nothing about those that the brief knew.
        now = GateState::Stale;
        change = GateChange::Unknown;
        why = not_comparable(&why, &weak);
    }
    if let Some(good) = good.filter(|good| good.state != GateState::Green && before.state == GateState::Green) {
        change = GateChange::Unknown;
        why = format!("{why}; not comparable: on the last good state it is not green today either ({})", good.why);
    } else if good.is_some() && change == GateChange::Regressed {
        why += "; on the last good state it is green today";
    }
    GateRow {
        row: format!("gate:{}", before.name),
        name,
        before: before.state,
        now,
        change,
        why: Some(why),
        event: None,
        at: Some(measured.at),
        measured: Some(measured.content.clone()),
        printed: measured.printed.clone(),
        output: measured.output.clone(),
        weakened: measured.state == GateState::Green && !weak.is_empty(),
        good: false,
        began: None,
    }
}

/// Whether the step itself asks for the change of a test: it names the file, for more than to add to it, and nobody has called that file usable.
fn asked_for(against: &Against<'_>, weakened: &str) -> bool {
    let path = weakened.split_once(": ").map_or(weakened, |(path, _)| path);
    let named = changed_by_step(&against.brief.next_step.text, path);
    let usable = |checked: &Checked| checked.pile == Pile::Usable && text::same_file(&checked.location, path);
    named && !against.brief.checked.iter().any(usable)
}

/// Whether a step names a file in a clause that does not only add to it: "Add a test to tests/a.rs" leaves what stands there.
fn changed_by_step(step: &str, path: &str) -> bool {
    let adds = |clause: &str| {
        let small = clause.trim_start().to_lowercase();
        ["add ", "append ", "also add ", "and add ", "añad", "agreg"].iter().any(|verb| small.starts_with(verb))
    };
    let commits = |clause: &str| clause.trim_start().to_lowercase().starts_with("commit");
    let clauses = step.split([';', '\n']).flat_map(|part| part.split(". ")).flat_map(|part| part.split(", "));
    let mut named = clauses.filter(|clause| text::files(clause).iter().any(|name| text::same_file(name, path)));
    named.any(|clause| !adds(clause) && !commits(clause))
}

/// A gate that the brief does not name and that was run here.
fn beside(measured: &Measured) -> GateRow {
    GateRow {
        row: format!("gate:{}", measured.name),
        name: measured.name.clone(),
        before: GateState::NotRun,
        now: measured.state,
        change: GateChange::Unknown,
        why: Some(format!("run by lastgood, named by {}: {}", measured.source, measured.why)),
        event: None,
        at: Some(measured.at),
        measured: Some(measured.content.clone()),
        printed: measured.printed.clone(),
        output: measured.output.clone(),
        weakened: false,
        good: false,
        began: None,
    }
}

/// The newest result of each gate that was run here on one side; of the present content only while it stands as it did.
fn newest<'a>(against: &Against<'a>, side: Side) -> Vec<&'a Measured> {
    let mut out: Vec<&Measured> = Vec::new();
    for result in against.measured.iter().rev() {
        let stands = side == Side::LastGood || against.facts.tree.lies_as(result);
        let line = gate_line(&result.command);
        let known = |known: &&Measured| alike(against, &gate_line(&known.command), &line);
        if result.side == side && stands && !out.iter().any(known) {
            out.push(result);
        }
    }
    out
}

fn is_of(against: &Against<'_>, measured: &Measured, gate: &BriefGate) -> bool {
    let (ran, wanted) = (gate_line(&measured.command), gate_line(&gate.command));
    same(against, &ran, &wanted, &gate.name) || (wanted.is_empty() && measured.name == gate.name)
}

/// The last result of the gate in this run.
fn last<'a>(against: &Against<'_>, gate: &'a Gate) -> Option<&'a GateRun> {
    let runs = gate.runs.iter().chain(&gate.last_green).chain(&gate.last_red);
    runs.filter(|run| against.after(&run.event)).max_by_key(|run| run.at)
}

/// The last run of the gate of which this run saw no result.
fn unseen<'a>(against: &Against<'_>, gate: &'a Gate) -> Option<&'a Unseen> {
    gate.unseen.iter().rfind(|run| against.after(&run.event))
}

fn now(gate: Option<&Gate>, last: Option<&GateRun>) -> GateState {
    match (gate.map(|gate| gate.state), last) {
        (_, None) => GateState::NotRun,
        // Green or red on content that changed afterwards proves nothing about the present one.
        // A later start without a result, behind a pipe for one, is no proof either.
        (Some(GateState::Stale | GateState::NotRun), Some(_)) => GateState::Stale,
        (_, Some(run)) if run.green => GateState::Green,
        (_, Some(_)) => GateState::Red,
    }
}

fn why(gate: Option<&Gate>, last: Option<&GateRun>, now: GateState) -> Option<String> {
    let result = last.map(|run| if run.how.is_empty() { "its result".to_owned() } else { run.how.clone() });
    match now {
        GateState::NotRun => Some("no result of it in this run".to_owned()),
        GateState::Stale => {
            let because = gate.map(|gate| gate.stale_because.join("; ")).unwrap_or_default();
            Some(
                [result.unwrap_or_default(), because]
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .collect::<Vec<_>>()
                    .join("; then "),
            )
        }
        GateState::Green | GateState::Red => result,
    }
}

/// The same gate by its command; by its name where the brief has no command, or the record names it so.
pub(super) fn same(against: &Against<'_>, command: &str, of_brief: &str, name: &str) -> bool {
    [name, of_brief].into_iter().any(|wanted| !wanted.is_empty() && alike(against, command, wanted))
}

pub(super) fn alike(against: &Against<'_>, one: &str, other: &str) -> bool {
    same_gate(one, other, Some(&against.facts.tree.root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_only_adds_to_a_test_asks_for_no_change_of_it() {
        let asks = |step: &str| changed_by_step(step, "tests/test_a.py");
        assert!(asks("Finish tests/test_a.py: it does not parse. Change nothing else."));
        assert!(asks("Add the line to a.py, and mend tests/test_a.py"));
        assert!(!asks(
            "Add a test for the line of render() to tests/test_a.py, run the gate, commit a.py and the test."
        ));
        assert!(!asks("Show the line in a.py, with a test, and commit."));
        assert!(!asks("Show the line in a.py, commit a.py and tests/test_a.py"));
    }
}
