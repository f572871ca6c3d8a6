//! Step 3, the brief, and what stands between it and the disk.

use lastgood::model::{Op, Pile, PlanItem, PlanState, Product};
use lastgood::msg::{Effect, Write};

use crate::left::left;
use crate::person::Person;

/// Everything sorted: the first file partial with the gap that its check offers, the rest unknown.
fn sorted() -> Person {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("2 enter p enter esc space space space x enter");
    person
}

fn writes(person: &Person) -> usize {
    person.asked.iter().filter(|effect| effect.writes_elsewhere()).count()
}

#[test]
fn the_queue_ends_where_the_next_step_is_assigned() {
    let mut person = sorted();
    assert_eq!(person.world.recovery.decided.sorted.len(), 4);
    person.presses("3").sees("gap        no test for a budget of zero, tests/retry.rs");
    person.sees("not settled: no next step");
}

#[test]
fn a_candidate_fills_in_the_step_its_criteria_and_the_approver() {
    let mut person = sorted();
    person.presses("3 enter").sees("Finish tests/retry.rs: no test for a budget of zero. Change nothing else.");
    let decided = &person.world.recovery.decided;
    assert_eq!(decided.approver.as_deref(), Some("mira"));
    assert!(decided.criteria.as_ref().is_some_and(|criteria| !criteria.is_empty()));
    // Step 1 is open: what is written now is no finished brief.
    person.sees("settled; the brief would be a DRAFT: nobody confirmed");
    person.presses("1 s 3").sees("ready: one step, who, how");
}

#[test]
fn an_answer_leaves_the_pointer_on_its_item_or_takes_it_to_what_came_of_it() {
    let answers = |person: &mut Person| {
        person
            .presses("a left left tab tab")
            .types("the remote")
            .presses("tab")
            .types("nothing there")
            .presses("enter");
    };
    // On another item: it stays there, although the list above it gets shorter.
    let mut person = sorted();
    person.presses("3 j").sees("▌");
    let on = |person: &Person| person.screen().lines().find(|line| line.contains('▌')).map(str::to_owned).unwrap();
    let item = |line: &str| line.split('▌').nth(1).map(|text| text.trim().to_owned());
    let before = on(&person);
    answers(&mut person);
    person.does_not_see("did it happen?");
    assert_eq!(item(&on(&person)), item(&before), "{}", person.screen());
    // On the question itself: what the answer made possible is next.
    let mut person = sorted();
    person.presses("3 g").sees("▌ for you, now   did it happen?");
    answers(&mut person);
    assert!(on(&person).contains("git push origin retry"), "{}", person.screen());
    person.presses("z").does_not_see("▌ for you").sees("for you, now   did it happen?");
}

#[test]
fn the_start_goes_round_the_ways_that_exist() {
    let mut person = sorted();
    person.presses("3 enter").sees("● fresh, ~/src/sync as it is");
    person.presses("f").sees("● fresh, new tree at 4c1e9d2");
    person.presses("f").sees("● resume 9f3c21a0");
    person.presses("f").sees("● fresh, ~/src/sync as it is");
}

#[test]
fn a_field_is_edited_as_text() {
    let mut person = sorted();
    person.presses("3 enter e ctrl-u").types("Write the changelog entry").presses("enter");
    person.sees("Write the changelog entry");
    person.presses("tab tab e ctrl-u").types("a person").presses("enter");
    let step = person.world.recovery.decided.step.clone();
    assert_eq!(step.map(|step| (step.text, step.agent)), Some(("Write the changelog entry".into(), "a person".into())));
}

#[test]
fn only_y_writes_and_the_dialog_lists_every_path() {
    let mut person = sorted();
    person.presses("3 enter w").sees("write the brief").sees("brief-1.md").sees("brief-1.json");
    person.presses("w enter w enter");
    assert_eq!(writes(&person), 0);
    person.presses("esc").does_not_see("┌ write the brief");
    person.presses("w y");
    assert_eq!(writes(&person), 1);
    person.sees("The next run will not read it by itself").sees("claude \"$(cat ");
    person.sees("start it in another terminal, and after it r here");
    person.presses("w y enter y");
    assert_eq!(writes(&person), 1, "what is written is not written twice");
}

#[test]
fn what_is_written_is_what_was_shown() {
    let mut person = sorted();
    person.presses("3 enter b");
    person.presses("w y");
    let written = person.asked.iter().find_map(|effect| match effect {
        Effect::Write { write, .. } => match &**write {
            Write::Brief { brief, markdown, .. } => Some((brief.clone(), markdown.clone())),
            _ => None,
        },
        _ => None,
    });
    let Some((brief, markdown)) = written else { panic!("nothing was written") };
    assert_eq!(markdown, lastgood::brief::render(&brief));
    assert!(markdown.contains("partial: `tests/retry.rs`"), "{markdown}");
}

#[test]
fn a_section_is_edited_in_place_and_pasted_into() {
    let mut person = sorted();
    person.presses("b e").sees("ctrl-s accept");
    person.hears(lastgood::msg::Msg::Paste("Stop after the budget.\n".into()));
    person.presses("ctrl-s");
    let decided = person.world.recovery.decided.sections.get("Goal").cloned();
    assert!(decided.is_some_and(|text| text.starts_with("Stop after the budget.")));
    person.presses("esc").sees("1 confirm");
}

#[test]
fn an_unfinished_brief_is_a_draft() {
    let mut person = Person::opens(left()).at(100, 30);
    person.presses("b").sees("DRAFT: ").presses("w").sees("It says DRAFT");
}

#[test]
fn what_was_written_is_shown_as_it_was_written_until_another_attempt_begins() {
    let mut person = crate::second::reviews(100, 30);
    // What lies at the place of a product has changed since: what was decided about it counts no more.
    person.world.facts.products.iter_mut().for_each(|product| product.version = Some("0ther".into()));
    person.presses("1 r b").sees("written 02:15").sees("brief 1 as it was written, ").does_not_see("DRAFT");
    person.presses("e").sees("stands as it was written").presses("w").sees("brief 1 is written");
    person.presses("esc 4 s").sees("close as").presses("enter b").sees("not written yet");
    person.sees("attempt=2");
}

#[test]
fn what_was_decided_at_once_is_taken_back_at_once() {
    let mut person = sorted();
    let chosen = |person: &Person| {
        let decided = &person.world.recovery.decided;
        (decided.step.is_some(), decided.criteria.is_some(), decided.approver.is_some())
    };
    person.presses("3 enter");
    assert_eq!(chosen(&person), (true, true, true), "{}", person.screen());
    person.presses("z").sees("none yet");
    assert_eq!(chosen(&person), (false, false, false), "step, criteria and approver were one act");
    person.presses("Z");
    assert_eq!(chosen(&person), (true, true, true));
    // What was decided before is another act.
    person.presses("z z");
    assert_eq!(chosen(&person), (false, false, false));
}

#[test]
fn nobody_is_sorted_behind_ones_back() {
    let person = sorted();
    let sorted: Vec<&Product> = person.world.facts.products.iter().collect();
    assert_eq!(sorted.len(), 5);
    let piles: Vec<Pile> = person.world.recovery.decided.sorted.values().map(|sorted| sorted.pile).collect();
    assert_eq!(piles.iter().filter(|pile| **pile == Pile::Partial).count(), 1);
    assert!(person.decided().iter().any(|op| matches!(op, Op::SortMany { products, .. } if products.len() == 3)));
}

#[test]
fn a_line_is_taken_out_of_the_brief_and_put_back() {
    let mut facts = left();
    let second = "Never change the signature of the budget, other teams call it from their own workers";
    facts.constraints = vec![limit("Never push"), limit(second)];
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("3 x").sees("Take a line out of the brief");
    person.presses("right right").sees("2 of 2  limit: Never change the signature").presses("enter");
    person.sees("taken out of the brief (z undo): Never change the signature");
    assert!(person.world.recovery.decided.dropped.iter().any(|(_, text)| text == second));
    person.presses("b").does_not_see("other teams call it");
    person.presses("esc 3 x right right").sees("out; puts it back: Never change").presses("enter");
    person.sees("in the brief again (z undo): Never change");
    assert!(person.world.recovery.decided.dropped.is_empty());
}

/// What is in view is what `e` and `E` edit.
#[test]
fn the_section_that_is_edited_is_one_in_view() {
    let mut person = sorted();
    person.presses("3 enter b");
    for key in ["pagedown", "pagedown", "pagedown", "pageup", "ctrl-d", "ctrl-u", "pageup", "pageup"] {
        person.presses(key);
        let screen = person.screen();
        let marked = screen.lines().find_map(|line| line.strip_prefix(" ▌ ## ")).map(str::to_lowercase);
        let named = screen.lines().find_map(|line| line.trim_start().strip_prefix("section "));
        let named = named.and_then(|line| line.split(':').next()).unwrap_or_default().to_owned();
        assert!(marked.is_some_and(|marked| marked.starts_with(&named)), "{key}: {named} is not in view\n{screen}");
    }
    // At the first page again, and the keys of a section that is out of view bring it into view.
    person
        .sees("# Recovery brief")
        .presses("G")
        .sees("section record")
        .presses("k")
        .sees("section notes: empty, left out");
}

/// A limit as the record has it.
fn limit(text: &str) -> lastgood::model::Constraint {
    lastgood::model::Constraint {
        text: text.into(),
        at: None,
        event: "1".into(),
        from: "first prompt".into(),
        lost_in_compaction: false,
        broken_by: Vec::new(),
        taken_back: vec![],
    }
}

#[test]
fn limits_have_a_field_of_their_own_and_one_field_has_the_pointer() {
    let mut facts = left();
    facts.constraints = vec![limit("Never push"), limit("Only the standard library, no new package of any kind")];
    for (columns, rows) in [(60, 16), (80, 24), (100, 30)] {
        let mut person = Person::opens(facts.clone()).at(columns, rows);
        person.presses("3 j");
        for tab in 0..=8 {
            let screen = person.screen();
            assert_eq!(screen.matches('▌').count(), 1, "{tab} times tab at {columns}x{rows}\n{screen}");
            person.presses("tab");
        }
        // Round again past the candidates: the sixth field are the limits, whole, each on its own.
        person.presses("esc tab tab tab tab tab tab").sees("▌limits").sees("Only the standard library, no");
        person.presses("e").sees("limits: what the next run must keep to").sees("1  Never push");
        person.presses("ctrl-u tab tab").types("Keep the public names").presses("enter");
        let decided = &person.world.recovery.decided;
        assert!(decided.dropped.iter().any(|(_, text)| text == "Never push"), "{:?}", decided.dropped);
        assert!(decided.kept.iter().any(|(_, line)| line.text == "Keep the public names" && line.from == "operator"));
        person.presses("b G").does_not_see("Never push");
    }
}

/// What speaks against a resume is read to its end where `f` chooses it.
#[test]
fn what_speaks_against_a_start_stands_whole_with_it() {
    let mut facts = left();
    facts.session.resumable = lastgood::model::Resumable::Conditional;
    facts.session.why = vec![
        "the client would run its last command again, which pushes to a branch that others build from".into(),
        "two things of the run are still left, and both write into the work tree while the agent works there".into(),
        "it would not know the limit on new packages any more; THE END".into(),
    ];
    let mut person = Person::opens(facts).at(80, 24);
    person
        .presses("2 enter p enter esc 3 j enter f f")
        .sees("● resume")
        .sees("resuming is not advised:")
        .sees("THE END");
}

#[test]
fn what_speaks_against_writing_is_seen_before_the_paths() {
    let mut person = Person::opens(left()).at(60, 16);
    let screen = person.presses("b w").screen();
    assert!(screen.contains("It says DRAFT: ") && !screen.contains("y  write"), "{screen}");
    person.presses("space").sees("brief-1.json").sees("y  write");
}

#[test]
fn a_list_that_is_scrolled_shows_each_candidate_and_nothing_of_another() {
    let texts: Vec<String> = (0..12).map(|at| format!("{at} {}", "ab ".repeat(12 - at).trim())).collect();
    let mut facts = left();
    facts.plan = texts.iter().map(|text| PlanItem { text: text.clone(), state: PlanState::Open }).collect();
    for (columns, rows) in [(60, 16), (80, 24)] {
        let mut person = Person::opens(facts.clone()).at(columns, rows);
        person.presses("3").sees("more below");
        let mut looked_at = 0;
        for _ in 0..16 {
            for line in person.presses("j").screen().lines() {
                let Some((_, item)) = line.split_once("plan       ") else { continue };
                assert!(texts.iter().any(|text| text == item.trim_end()), "{line}");
                looked_at += 1;
            }
        }
        person.does_not_see("more below");
        assert!(looked_at >= 16, "{looked_at}");
    }
}

#[test]
fn another_destination_says_what_it_did_and_the_way_back() {
    let mut person = Person::opens(left()).at(80, 24);
    person.presses("b o").sees("w now writes to .lastgood/ in the work tree (o: the recovery's own folder)");
    person.presses("o").sees("w now writes to the recovery's own folder (o: .lastgood/ in the work tree)");
}

#[test]
fn who_approves_is_shown_as_set_when_a_candidate_sets_it() {
    let mut facts = left();
    (facts.task.owner, facts.task.approver) = (None, None);
    let mut person = Person::opens(facts).at(80, 24);
    person.presses("2 enter p enter esc space space space x enter 3").sees("nobody yet: tab and e");
    person.presses("enter").sees("approved by  mira, set just now");
    person.presses("j").sees("approved by  mira").does_not_see("set just now");
    // It is named once; another candidate names nobody anew.
    person.presses("enter").does_not_see("set just now");
}

#[test]
fn a_step_that_is_undone_under_a_written_brief_says_that_its_run_gets_it() {
    let mut person = sorted();
    person.presses("1 s 3 enter w y 3").does_not_see("another step");
    person.presses("z").sees("undone: the next step; the next brief comes after the review of its run (4)");
    person.sees("brief 1 was written with another step, and its run gets that one: b shows it");
    person.presses("j").sees("brief 1 was written with another step").sees("the next brief comes after");
    person.presses("Z").does_not_see("another step").does_not_see("the next brief");
    // Another step is no less another than none.
    person.presses("e ctrl-u").types("Write the changelog entry").presses("enter").sees("with another step");
}

#[test]
fn a_criterion_or_a_gap_that_is_emptied_stays_empty_and_says_why_that_is_not_enough() {
    let mut person = sorted();
    person.presses("2 g p ctrl-u enter").sees("a partial product needs at least one named gap");
    person.does_not_see("gap 1  no test for a budget of zero");
    person.presses("esc").sees("◐ tests/retry.rs");
    person.presses("3 enter tab tab tab tab tab e").sees("how will one see that it is done?");
    for _ in 0..person.world.recovery.decided.criteria.as_ref().map_or(0, Vec::len) {
        person.presses("ctrl-u tab");
    }
    person.presses("enter").sees("at least one criterion").sees("how will one see that it is done?");
}
