//! Every key that a footer shows does something, on every screen and in every dialog; what it cannot do it says.

use lastgood::keys::{Context, KEYS};
use lastgood::model::{
    Belongs, Ended, Facts, GateOffer, GateState, Holder, Measured, NamedGate, Problem, Process, RanIn, Says, Side,
    Sign, SignKind, Standing, Timestamp,
};
use lastgood::msg::{Action, Effect, GateNews, Msg, Surveyed};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::left::with_base;
use crate::person::{Person, now};
use crate::second::reviews;

/// A way to a screen or dialog, with the facts that it begins with.
type Way = (&'static str, fn() -> Person, &'static str);

const WAYS: &[Way] = &[
    ("step 1", signs, ""),
    ("step 1, a process", signs, "1 j"),
    ("step 1, details", signs, "1 enter"),
    ("answer a sign", signs, "1 a"),
    ("answer what could not be looked at", signs, "1 G a"),
    ("who decides", nameless, "1 s"),
    ("step 2", quiet, "2"),
    ("step 2, a push", quiet, "2 G"),
    ("the transcript, a push", quiet, "2 G enter"),
    ("several marked", quiet, "2 j space space"),
    ("one reason for several", quiet, "2 j space space x"),
    ("answer a push", quiet, "2 G a"),
    ("gaps", quiet, "2 j enter p"),
    ("where it was seen", quiet, "2 j j enter u"),
    ("another last good state", quiet, "2 c"),
    ("find", quiet, "2 /"),
    ("a file", quiet, "2 j enter"),
    ("a long file", quiet, "2 j j enter"),
    ("the base", quiet, "2 g enter"),
    ("the transcript", quiet, "2 j enter o"),
    ("keep a line", quiet, "2 j enter +"),
    ("step 3", quiet, "3"),
    ("step 3, filled", quiet, "2 j p enter 3 enter"),
    ("step 3, a field", quiet, "3 tab e"),
    ("the brief", quiet, "b"),
    ("a section", quiet, "b e"),
    ("write", quiet, "2 j p enter 3 enter w"),
    ("after writing", quiet, "2 j p enter 3 enter w y"),
    ("pick a run", quiet, "2 j p enter 3 enter w y enter"),
    ("step 4 without a brief", quiet, "4"),
    ("step 4", reviewed, ""),
    ("step 4, a proof", reviewed, "enter"),
    ("the packet", quiet, "2 : p a c k e t enter"),
    ("four states", quiet, "1 0"),
    ("problems", quiet, "1 !"),
    ("no problem", bare, "1 !"),
    ("help", quiet, "1 ?"),
    ("palette", quiet, "1 :"),
    ("which gates", quiet, "1 s R"),
    ("run gates", quiet, "1 s R enter"),
    ("gates that run", quiet, "1 s R enter y"),
    ("gates that ran", ran, ""),
    ("salvage", quiet, "S"),
    ("copies", quiet, "S y"),
    ("held by another", held, "2"),
    ("take over", held, "2 : t a k e enter"),
    ("the picker", picker, ""),
];

fn sign(kind: SignKind, belongs: Belongs, says: Says, what: &str) -> Sign {
    let key = format!("{kind:?}:{what}");
    Sign { kind, says, what: what.into(), at: now(), pid: None, key, belongs, process: None }
}

fn facts() -> Facts {
    let mut facts = with_base();
    let gate = NamedGate { name: "unit".into(), command: vec!["make".into(), "check".into()] };
    facts.offers = vec![GateOffer { gate, source: "packet".into() }];
    facts.problems = vec![
        Problem { excerpt: "{".into(), ..Problem::new("/home/mira/a.jsonl:12", "last line torn") },
        Problem::new("processes of user build", "not allowed to look"),
    ];
    facts
}

fn bare() -> Person {
    Person::opens(with_base())
}

fn quiet() -> Person {
    let mut person = Person::opens(facts());
    person.world.surveyed = Surveyed {
        refused: None,
        files: 12,
        bytes: 40_000,
        changed: (1..9).map(|file| format!("src/worker/file-{file}.rs")).collect(),
        secrets: vec![(b".env".to_vec(), "named like a file with secrets".into())],
        good: None,
        not_in_it: (1..6).map(|inner| format!("vendor/inner-{inner} (another repository)")).collect(),
    };
    person
}

fn signs() -> Person {
    let process = Process {
        pid: 48121,
        parent: 1,
        group: 48121,
        comm: "node".into(),
        argv: vec!["node".into(), "scripts/watch.js".into()],
        group_is_the_runs: true,
        ..Process::default()
    };
    let left = sign(SignKind::Orphan, Belongs::LeftByRun, Says::Alive, "node scripts/watch.js");
    let mut facts = facts();
    facts.liveness.signs = vec![
        Sign { pid: Some(48121), key: "process:48121".into(), process: Some(process), ..left },
        sign(SignKind::Process, Belongs::OtherAccounts, Says::CannotLook, "processes of user build are hidden"),
    ];
    facts.liveness.verdict = lastgood::steps::confirm::verdict(&facts.liveness.signs);
    Person::opens(facts)
}

fn nameless() -> Person {
    Person::new(facts()).with(|world| world.operator = None).then_opens()
}

fn held() -> Person {
    let held = Holder { by: "ana".into(), host: "devbox".into(), since: Timestamp::UNIX_EPOCH, pid: 1, boot: None };
    Person::new(facts()).with(|world| world.standing = Standing::Held(held)).then_opens()
}

fn reviewed() -> Person {
    reviews(80, 24)
}

fn picker() -> Person {
    Person::new(facts())
}

fn ran() -> Person {
    let mut person = quiet();
    person.presses("1 s R enter y");
    let result = Measured {
        name: "unit".into(),
        command: vec!["make".into(), "check".into()],
        source: "packet".into(),
        side: Side::Present,
        content: "8fb6cb25".into(),
        standing: String::new(),
        commit: None,
        ran_in: RanIn::Scratch,
        ended: Ended::Exit { code: 1 },
        state: GateState::Red,
        why: "exit 1".into(),
        at: now(),
        millis: 2_400,
        output: None,
        printed: vec![],
        left: vec![],
        changed: vec![],
    };
    let printed = (1..60).fold(String::new(), |text, line| format!("{text}line {line}\n"));
    for news in [GateNews::Printed(printed), GateNews::Over(Box::new(result)), GateNews::End(None)] {
        person.hears(Msg::Gates(news));
    }
    person
}

/// The keys that a place in a footer names, in its order.
fn named(foot: &str) -> Vec<String> {
    let shown = |word: &str| match word {
        "arrows" => vec!["down".to_owned(), "up".to_owned()],
        word => vec![word.to_owned()],
    };
    let is_key = |word: &str| word == "arrows" || lastgood::msg::Press::named(word).is_some();
    let words: Vec<&str> = foot.split(' ').take_while(|word| is_key(word)).collect();
    match words.as_slice() {
        ["ctrl-d", "u"] => vec!["ctrl-d".to_owned(), "ctrl-u".to_owned()],
        words => words.iter().flat_map(|word| shown(word)).collect(),
    }
}

/// What can be told from outside: the window with its colours, and what was asked of the world.
fn told(person: &Person) -> (Buffer, usize) {
    let asked = person.asked.iter().filter(|effect| !matches!(effect, Effect::SaveDraft(_)));
    let mut cells = Buffer::empty(Rect::new(0, 0, person.app.scene.columns, person.app.scene.rows));
    person.app.draw(&mut cells);
    (cells, asked.count())
}

#[test]
fn every_key_of_a_footer_does_something_or_says_why_not() {
    let mut silent = Vec::new();
    for (name, begins, keys) in WAYS {
        let mut tried: Vec<&str> = Vec::new();
        for (columns, rows) in [(80, 24), (100, 30)] {
            let there = || {
                let mut person = begins().at(columns, rows);
                person.presses(keys);
                person
            };
            let person = there();
            let (context, screen) = (person.app.context(), person.screen());
            let footer = screen.lines().last().unwrap_or_default().to_owned();
            let help = (!context.types()).then_some("? help");
            let feet = KEYS.iter().filter(|key| key.on == context && !key.foot.is_empty()).map(|key| key.foot);
            let feet: Vec<&str> = feet.chain(help).filter(|foot| footer.contains(foot)).collect();
            assert!(!feet.is_empty(), "{name} has no footer:\n{screen}");
            // A wide window shows more keys; the others were tried.
            let feet: Vec<&str> = feet.into_iter().filter(|foot| !tried.contains(foot)).collect();
            tried.extend(&feet);
            for foot in feet {
                let keys = named(foot);
                assert!(!keys.is_empty(), "{foot} names no key");
                for (at, key) in keys.iter().enumerate() {
                    let does = |before: &[String]| {
                        let mut person = there();
                        for key in before {
                            person.presses(key);
                        }
                        let stood = told(&person);
                        person.presses(key);
                        told(&person) != stood
                    };
                    // At the top of a list `k` has nowhere to go; after `j` it has.
                    if !does(&[]) && (keys.len() == 1 || !does(&[&keys[..at], &keys[at + 1..]].concat())) {
                        silent.push(format!("{name} ({context:?}, {columns} columns): {key} of {foot}"));
                    }
                }
            }
        }
    }
    assert!(silent.is_empty(), "silent keys:\n{}", silent.join("\n"));
}

/// At the smallest size the footer still has what one came to do, and the way out.
#[test]
fn the_smallest_window_names_the_way_out_and_the_main_act() {
    for (name, begins, keys) in WAYS {
        let mut person = begins().at(60, 16);
        person.presses(keys);
        let (context, screen) = (person.app.context(), person.screen());
        let footer = screen.lines().last().unwrap_or_default().to_owned();
        let (mut leaves, mut acts) = (false, false);
        for key in KEYS.iter().filter(|key| key.on == context && key.stays && footer.contains(key.foot)) {
            let way_out = matches!(key.does, Action::Close | Action::Back);
            (leaves, acts) = (leaves || way_out, acts || !way_out);
        }
        assert!(leaves, "{name} ({context:?}): no way out in the footer\n{screen}");
        // Where nothing can be done there is nothing to name: a list that is empty, a step that is done.
        let nothing_to_do = ["step 4 without a brief", "no problem", "the picker", "the base", "held by another"];
        assert!(acts || nothing_to_do.contains(name), "{name} ({context:?}): no act in the footer\n{screen}");
    }
}

/// Keys that hold on every screen; those that move, leave, or are about the terminal aside.
#[test]
fn no_key_that_holds_everywhere_is_silent() {
    let screens =
        ["step 1", "step 2", "a file", "the transcript", "step 3", "the brief", "after writing", "four states"];
    let mut silent = Vec::new();
    for (name, begins, keys) in WAYS.iter().filter(|(name, ..)| screens.contains(name)) {
        for key in KEYS.iter().filter(|key| key.on == Context::Everywhere && !key.does.moves()) {
            let press = key.label();
            let mut person = begins();
            person.presses(keys);
            let stood = told(&person);
            person.presses(press);
            if told(&person) == stood {
                silent.push(format!("{name}: {press} {}", key.help));
            }
        }
    }
    assert!(silent.is_empty(), "silent keys:\n{}", silent.join("\n"));
}
