//! The pages over any screen.

use lastgood::keys::{Context, KEYS};
use lastgood::model::{Problem, Standing};
use lastgood::msg::Effect;

use crate::person::{Person, facts};

fn troubled() -> lastgood::model::Facts {
    let mut facts = facts();
    facts.problems = vec![
        Problem {
            excerpt: "{\"type\":\"assistant\"\u{1b}[31m".into(),
            ..Problem::new(
                "/home/mira/.claude/projects/-src-sync/9f3c21a.jsonl:1204",
                "last line torn, 212 bytes left out",
            )
        },
        Problem::new("processes of user build", "not allowed to look"),
    ];
    facts
}

#[test]
fn each_page_at_each_size() {
    for (name, key) in [("problems", "!"), ("four_states", "0"), ("help", "?"), ("palette", ":")] {
        let mut person = Person::opens(troubled());
        person.presses("1").presses(key);
        for (columns, rows) in [(80, 24), (100, 30), (60, 16), (200, 60)] {
            let screen = person.resizes(columns, rows).screen();
            assert!(screen.lines().all(|line| lastgood::widgets::clean::width(line) <= columns.into()));
            insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), screen);
        }
        person.presses("esc").sees("belongs to");
    }
}

#[test]
fn the_palette_runs_a_command_by_its_name_and_says_why_not() {
    let mut person = Person::opens(troubled());
    person.presses(":").types("look again").presses("enter");
    assert!(person.asked.contains(&Effect::Look));
    let held = lastgood::model::Holder {
        by: "ana".into(),
        host: "devbox".into(),
        since: lastgood::model::Timestamp::UNIX_EPOCH,
        pid: 1,
        boot: None,
    };
    let mut person = Person::new(troubled()).with(|world| world.standing = Standing::Held(held)).then_opens();
    person.presses(":").types("write the").sees("not now: held by ana").presses("enter").sees("commands");
    person.presses("esc :").types("take").presses("enter");
    person.sees("take over from ana?").presses("enter");
    assert!(person.asked.contains(&Effect::TakeOver { by: "mira".into() }));
}

#[test]
fn every_action_of_a_screen_stands_in_help() {
    let mut person = Person::opens(troubled()).at(200, 150);
    person.presses("1 ?");
    for key in KEYS.iter().filter(|key| key.on == Context::Confirm) {
        person.sees(key.help);
    }
}

#[test]
fn a_problem_shows_its_line_cleaned_and_copies_its_path() {
    let mut person = Person::opens(troubled());
    person.presses("! Y").does_not_see("\u{1b}").sees("{\"type\":\"assistant\"");
    let path = "/home/mira/.claude/projects/-src-sync/9f3c21a.jsonl".to_owned();
    assert!(person.asked.contains(&Effect::Copy { what: path.clone(), text: path }));
}
