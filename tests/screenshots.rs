//! What a newcomer sees: each screen of the demo as a picture, and the README's list of keys.
//!
//! Compared with what lies in the project; `LASTGOOD_WRITE=1 cargo test --test screenshots` draws it again. Look at the pictures then:
//! `LASTGOOD_LOOK=FOLDER` puts each of them there in dark, in light, with 16 colours and without, with those that the project does not keep.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up its world fails")]
#![allow(clippy::disallowed_methods, reason = "a test may write its own folders, and the pictures when it is asked to")]

#[path = "support/person.rs"]
mod person;
#[path = "support/svg.rs"]
mod svg;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use lastgood::brief::render;
use lastgood::commands::demo::{Demo, SESSION, play_next};
use lastgood::keys::{Context, KEYS};
use lastgood::model::{Belongs, Call, Deed, Facts, Process, ProductKind, Says, Sign, SignKind, What};
use lastgood::sources::{self, PathMap, Places};
use lastgood::widgets::theme::{Colours, Theme};
use lastgood::work::gather::{Clock, gather};
use person::{Person, now, texts};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use svg::{DARK, LIGHT, svg};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The demo, laid out so that its run ended before the clock of the tests.
fn demo() -> (tempfile::TempDir, Demo) {
    let folder = tempfile::tempdir().unwrap();
    let demo = Demo::at(folder.path(), 1000);
    demo.lay_out(at("2026-11-28T02:11:00Z")).unwrap();
    (folder, demo)
}

fn facts(demo: &Demo, session: &str, signs: Vec<Sign>) -> Facts {
    let places = Places::new(&demo.home, PathMap::new(Vec::<(String, String)>::new()), |_| None, 1000);
    let found = sources::resolve(&places, session).ok().unwrap();
    let mut facts = gather(&places, &found, Clock { now: now(), fixed: true }, Duration::ZERO);
    // What runs on the machine of the test is not part of the picture.
    facts.liveness.verdict = lastgood::steps::confirm::verdict(&signs);
    facts.liveness.signs = signs;
    // Nor is the folder in which the test laid it out.
    let home = demo.home.canonicalize().unwrap();
    let moved =
        |path: &Path| Path::new("/home/mira").join(path.strip_prefix(&home).or(path.strip_prefix(&demo.home)).unwrap());
    facts.tree.root = moved(&facts.tree.root);
    facts.run.cwd = Some(facts.tree.root.clone());
    for transcript in &mut facts.run.transcripts {
        transcript.path = moved(&transcript.path);
    }
    for event in &mut facts.run.events {
        match &mut event.what {
            What::Call(Call { deed: Deed::Edit(edits), .. }) => {
                for edit in edits {
                    edit.path = moved(&edit.path);
                }
            }
            What::Call(Call { deed: Deed::Read { path }, .. }) => *path = moved(path),
            _ => {}
        }
    }
    facts.products.retain(|product| product.kind != ProductKind::Process);
    for url in facts.tree.remotes.iter_mut().map(|(_, url)| url) {
        for home in [&home, &demo.home] {
            *url = url.replace(&home.display().to_string(), "/home/mira");
        }
    }
    facts
}

fn sign(kind: SignKind, belongs: Belongs, says: Says, what: &str) -> Sign {
    let key = format!("{kind:?}:{what}");
    Sign { kind, says, what: what.into(), at: now(), pid: None, key, belongs, process: None }
}

fn quiet() -> Vec<Sign> {
    vec![
        sign(SignKind::Process, Belongs::Agent, Says::Quiet, "no process has the session open; pid 48071 is gone"),
        sign(
            SignKind::TranscriptGrowth,
            Belongs::SessionFile,
            Says::Quiet,
            "watched for 38 s, nothing was added since 01:24",
        ),
        sign(SignKind::TreeChange, Belongs::WorkTree, Says::Nothing, "last change 01:21; no git lock"),
    ]
}

fn one_left() -> Vec<Sign> {
    let process = Process {
        pid: 48121,
        parent: 1,
        group: 48121,
        comm: "python3".into(),
        argv: vec!["python3".into(), "-m".into(), "http.server".into(), "5173".into()],
        since: "2026-11-28T00:31:00Z".parse().ok(),
        group_is_the_runs: true,
        ports: vec![5173],
        marks: vec![("CLAUDECODE".into(), "1".into())],
        ..Process::default()
    };
    let mut signs = quiet();
    let left = sign(SignKind::Orphan, Belongs::LeftByRun, Says::Alive, "python3 -m http.server 5173, port 5173");
    signs.insert(1, Sign { pid: Some(48121), key: "process:48121".into(), process: Some(process), ..left });
    signs.push(sign(
        SignKind::Process,
        Belongs::OtherAccounts,
        Says::CannotLook,
        "processes of user build are hidden from mira",
    ));
    signs
}

/// A person at the demo: its facts, and the contents of its files.
fn sits(demo: &Demo, signs: Vec<Sign>) -> Person {
    let facts = facts(demo, SESSION, signs);
    let texts = texts(&facts);
    Person::new(facts).with(|world| world.texts.extend(texts))
}

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Compares with what lies in the project, or writes it when it is asked to.
fn compare(name: &str, text: &str) {
    let path = project(name);
    if std::env::var_os("LASTGOOD_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "{name} is not what the program draws: LASTGOOD_WRITE=1 cargo test --test screenshots, then look at it"
    );
}

fn drawn(person: &Person, light: bool, name: &str) -> String {
    let mut cells = Buffer::empty(Rect::new(0, 0, person.app.scene.columns, person.app.scene.rows));
    person.app.draw(&mut cells);
    svg(&cells, if light { &LIGHT } else { &DARK }, &format!("lastgood: {name}"))
}

/// A picture that the project keeps.
fn picture(person: &mut Person, name: &str) {
    compare(&format!("screenshots/{name}.svg"), &drawn(person, name.ends_with("light"), name));
    look(person, name);
}

/// Puts a picture where somebody asked to look at it.
fn look(person: &mut Person, name: &str) {
    let Some(folder) = std::env::var_os("LASTGOOD_LOOK").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let theme = person.app.scene.theme;
    for (kind, colours) in
        [("dark", Colours::Many), ("light", Colours::Many), ("basic", Colours::Basic), ("bare", Colours::None)]
    {
        person.app.scene.theme = Theme { colours, ascii: false, dim: true };
        std::fs::write(folder.join(format!("{name}-{kind}.svg")), drawn(person, kind == "light", name)).unwrap();
    }
    person.app.scene.theme = theme;
}

/// Reads and sorts everything as the README tells: both gaps, the changelog, the two edits of the worker; then the push is answered.
const SORTS: &str =
    "2 j enter space p enter space p enter space p enter space u space space space u space space space esc";

#[test]
fn each_screen_is_the_picture_that_is_kept() {
    let (_folder, demo) = demo();
    let mut aside = sits(&demo, quiet()).at(100, 30).then_opens();
    aside.presses("2 : p a c k e t enter");
    look(&mut aside, "packet");
    aside.presses("e");
    look(&mut aside, "packet-part");
    let mut person = sits(&demo, one_left()).at(100, 30).then_opens();
    picture(&mut person, "confirm");
    person.is_looked_at(quiet()).presses("s");

    person.presses("2 j");
    picture(&mut person, "sort-before");
    person.presses("!");
    look(&mut person, "problems");
    person.presses("esc j enter");
    picture(&mut person, "viewer");
    person.presses("o o [");
    picture(&mut person, "transcript");
    person.presses("esc g").presses(&SORTS["2 ".len()..]).presses("G a left left tab tab");
    person.types("git ls-remote origin retry-budget").presses("tab");
    person.types("no branch of that name");
    picture(&mut person, "answer");
    person.presses("enter g j j");
    picture(&mut person, "sort");
    person.app.scene.theme = Theme { colours: Colours::Basic, ascii: false, dim: true };
    picture(&mut person, "sort-light");

    person.presses("3 enter");
    picture(&mut person, "assign");
    person.presses("b");
    picture(&mut person, "brief");
    person.presses("w");
    picture(&mut person, "write");
    person.presses("y");
    picture(&mut person, "written");
    person.presses("0");
    picture(&mut person, "four-states");
    person.presses("esc ?");
    picture(&mut person, "help");
    person.presses("esc :");
    picture(&mut person, "palette");

    // The next run, which consumed the brief.
    let brief = person.world.written[0].brief.clone();
    let path = demo.root.join("brief-1.md");
    std::fs::write(&path, render(&brief)).unwrap();
    let played = play_next(&demo, &path, 1, at("2026-11-28T02:16:00Z"), at("2026-11-28T02:24:00Z")).unwrap();
    let next = facts(&demo, &played.session, quiet());
    person.is_consumed(1, next).presses("4 space space space m");
    picture(&mut person, "review");
    person.presses("enter");
    look(&mut person, "proof");
    person.presses("esc s");
    look(&mut person, "closing");
}

#[test]
fn the_readme_lists_the_keys() {
    let mut list = String::from("| where | key | what it does |\n|---|---|---|\n");
    let places = [
        Context::Picker,
        Context::Confirm,
        Context::Sort,
        Context::Viewer,
        Context::Document,
        Context::Transcript,
        Context::Assign,
        Context::Brief,
        Context::After,
        Context::Review,
        Context::Proof,
        Context::Packet,
        Context::Everywhere,
    ];
    for context in places {
        let place = context.name();
        for key in KEYS.iter().filter(|key| key.on == context) {
            let _ = writeln!(list, "| {place} | `{}` | {} |", key.press.replace('|', "\\|"), key.help);
        }
    }
    let readme = std::fs::read_to_string(project("README.md")).unwrap();
    let (head, rest) = readme.split_once("rewrites it -->\n").unwrap();
    let (_, tail) = rest.split_once("<!-- end of keys -->").unwrap();
    compare("README.md", &format!("{head}rewrites it -->\n\n{list}\n<!-- end of keys -->{tail}"));
}
