//! A person at the screen: presses keys, reads what stands there. The world around the program is made up here.
//!
//! No clock, no thread, no disk: what the program asks for is answered at once, in order, unless a test holds it back.

#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up has failed")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use lastgood::app::App;
use lastgood::model::{
    ClosingNote, Confidence, Ending, Entry, Facts, Host, KeptCopy, LastGood, Lies, Liveness, Op, Recovery, Resumable,
    Run, RunMark, Runtime, Session, Sign, Standing, Task, Timestamp, Tree, Verdict,
};
use lastgood::msg::{Catalog, Content, Effect, Looked, Msg, Opened, Press, Surveyed, Write, WrittenBrief};
use lastgood::screens::{Called, Scene};
use lastgood::widgets::theme::{Colours, Theme};
use lastgood::words::Clock;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A person at the screen.
pub struct Person {
    /// The program.
    pub app: App,
    /// Everything that the program asked for, oldest first.
    pub asked: Vec<Effect>,
    /// The world.
    pub world: World,
}

/// What the program is told when it asks.
pub struct World {
    /// The facts of the run that can be opened.
    pub facts: Facts,
    /// The recovery as it stands on disk.
    pub recovery: Recovery,
    /// Whether we may decide.
    pub standing: Standing,
    /// The operator's name, when it was given beforehand.
    pub operator: Option<String>,
    /// The draft that was kept.
    pub draft: Option<lastgood::model::Draft>,
    /// The runs that consumed its briefs.
    pub attempts: Vec<(u32, Facts)>,
    /// Its written briefs.
    pub written: Vec<WrittenBrief>,
    /// Texts by product: now, and at the start of the run.
    pub texts: BTreeMap<String, (Option<String>, Option<String>)>,
    /// Whether texts are read from the disk, as the program does.
    pub reads: bool,
    /// The catalog of the picker.
    pub catalog: Catalog,
    /// Whether the disk answers nothing for now; `lands` lets it.
    pub slow: bool,
    /// Why the disk refuses everything.
    pub full: Option<String>,
    /// Answers that are held back.
    pub held_back: Vec<Msg>,
    /// What writes decisions down instead of the world's memory.
    pub keeper: Option<Box<dyn FnMut(Op) -> Entry>>,
    /// What a salvage copy would hold.
    pub surveyed: Surveyed,
    /// Closing notes that lie on disk.
    pub notes: Vec<ClosingNote>,
    /// What lies at places to which something may be written; nothing at any other.
    pub lies: BTreeMap<PathBuf, Lies>,
    /// The recovery's own folder; briefs land there when it is on disk.
    pub folder: PathBuf,
}

/// The time of every test.
pub fn now() -> Timestamp {
    "2026-11-28T02:15:02Z".parse().expect("a time")
}

/// The run of hand-made facts.
pub fn mark() -> RunMark {
    RunMark {
        runtime: Runtime::ClaudeCode,
        session: "9f3c21a0-5e11-4c6b-9a61-3d2f4b1f7c55".into(),
        transcript: "/home/mira/.claude/projects/-home-mira-src-sync/9f3c21a0-5e11-4c6b-9a61-3d2f4b1f7c55.jsonl".into(),
    }
}

/// The contents of the files of these facts, now and at the start of the run, by product.
pub fn texts(facts: &Facts) -> BTreeMap<String, (Option<String>, Option<String>)> {
    let text = |blob: &Option<String>| blob.as_ref().and_then(|blob| facts.tree.texts.get(blob)).cloned();
    let files = facts.tree.files.iter();
    files.map(|(path, state)| (format!("file:{}", path.display()), (text(&state.blob), text(&state.start)))).collect()
}

/// Facts of a run in which nothing happened; a test fills in what it is about.
pub fn facts() -> Facts {
    let mut run = Run::new(mark().runtime, mark().session);
    run.title = Some("Add a retry budget to the worker".into());
    run.goal = Some("The worker stops retrying after a budget that the caller sets".into());
    run.cwd = Some("/home/mira/src/sync".into());
    run.started = "2026-11-27T22:57:00Z".parse().ok();
    run.last_event = "2026-11-28T02:09:41Z".parse().ok();
    Facts {
        run,
        tree: Tree { root: "/home/mira/src/sync".into(), exists: true, repository: true, ..Tree::default() },
        host: Host { name: "devbox".into(), ..Host::default() },
        task: Task {
            source: "first prompt".into(),
            goal: Some("The worker stops retrying after a budget that the caller sets".into()),
            ..Task::default()
        },
        liveness: Liveness { verdict: Verdict::NoSignOfLife, signs: vec![] },
        ending: Ending {
            cause: lastgood::model::Cause::Overloaded,
            transient: true,
            retry_after: None,
            at: "2026-11-28T02:09:41Z".parse().ok(),
            event: None,
            why: "API error 529, overloaded".into(),
            also: vec![],
            pending: vec![],
        },
        session: Session { resumable: Resumable::Yes, why: vec![], after: None, command: None },
        last_good: LastGood {
            commit: Some("4c1e9d2f00112233445566778899aabbccddeeff".into()),
            revision: None,
            content: None,
            why: "cargo test was green on it".into(),
            gates: vec!["cargo test".into(), "cargo clippy".into()],
            confidence: Confidence::Proven,
            subject: Some("retry: count attempts".into()),
            at: "2026-11-28T01:58:00Z".parse().ok(),
        },
        gates: vec![],
        offers: vec![],
        products: vec![],
        decisions: vec![],
        last_checked: None,
        constraints: vec![],
        carried: vec![],
        spoken: vec![],
        plan: vec![],
        claims: vec![],
        problems: vec![],
        looked: now(),
    }
}

impl Person {
    /// Sits at the picker with nothing found yet, in a window of 80 by 24.
    pub fn new(facts: Facts) -> Self {
        let clock = Clock {
            now: now(),
            zone: jiff::tz::TimeZone::UTC,
            home: PathBuf::from("/home/mira"),
            host: "devbox".into(),
        };
        let theme = Theme { colours: Colours::Basic, ascii: false, dim: true };
        let world = World {
            facts,
            recovery: Recovery::default(),
            standing: Standing::Writable,
            operator: Some("mira".into()),
            draft: None,
            attempts: vec![],
            written: vec![],
            texts: BTreeMap::new(),
            reads: false,
            catalog: Catalog { looked: now(), ..Catalog::default() },
            slow: false,
            full: None,
            held_back: vec![],
            keeper: None,
            surveyed: Surveyed::default(),
            notes: vec![],
            lies: BTreeMap::new(),
            folder: PathBuf::from("/home/mira/.local/state/lastgood/recoveries/LG-7Q2MX4KD"),
        };
        let called = Called { line: "lastgood".into(), play: None, tilde: true };
        let scene = Scene { columns: 80, rows: 24, theme, clock, called };
        Self { app: App::new(scene), asked: vec![], world }
    }

    /// Opens the run of these facts.
    pub fn opens(facts: Facts) -> Self {
        Self::new(facts).with(|_| {}).then_opens()
    }

    /// Changes the world before anything is opened.
    pub fn with(mut self, change: impl FnOnce(&mut World)) -> Self {
        change(&mut self.world);
        self
    }

    /// Opens the run of the world, as `enter` in the picker does.
    pub fn then_opens(mut self) -> Self {
        let effects = self.app.open(mark());
        self.answer(effects);
        self
    }

    /// Leaves without a word, as a killed program does, and opens the same run again.
    pub fn is_killed_and_reopens(&mut self) -> &mut Self {
        self.app = App::new(self.app.scene.clone());
        let effects = self.app.open(mark());
        self.answer(effects);
        self
    }

    /// Leaves, and opens a recovery by one of its runs, as `enter` on that run's row does.
    pub fn opens_by(&mut self, session: &str) -> &mut Self {
        self.app = App::new(self.app.scene.clone());
        let effects = self.app.open_by(mark(), session);
        self.answer(effects);
        self
    }

    /// Something was written down before.
    pub fn writes_down(&mut self, op: Op) -> &mut Self {
        self.world.write_down(op);
        self
    }

    /// A run has consumed the brief of an attempt.
    pub fn is_consumed(&mut self, attempt: u32, by: Facts) -> &mut Self {
        let transcript = by.run.transcripts.first().map(|transcript| transcript.path.display().to_string());
        let transcript = transcript.unwrap_or_default();
        let run = RunMark { runtime: by.run.runtime, session: by.run.session.clone(), transcript };
        self.world.write_down(Op::Join { run, attempt, how: "brief id".into() });
        self.world.attempts.push((attempt, by));
        self.is_killed_and_reopens()
    }

    /// The window gets another size.
    pub fn at(mut self, columns: u16, rows: u16) -> Self {
        self.resizes(columns, rows);
        self
    }

    /// The window gets another size.
    pub fn resizes(&mut self, columns: u16, rows: u16) -> &mut Self {
        self.hears(Msg::Resize { columns, rows })
    }

    /// Presses keys, by their names with spaces between: `j j enter ctrl-d`.
    pub fn presses(&mut self, keys: &str) -> &mut Self {
        for word in keys.split_whitespace() {
            let press = Press::named(word).unwrap_or_else(|| panic!("no such key: {word}"));
            self.hears(Msg::Key(press));
            // A person looks before the next key: what was drawn counts as read.
            self.screen();
        }
        self
    }

    /// Types a text, letter by letter.
    pub fn types(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.hears(Msg::Key(Press { key: lastgood::msg::KeyName::Char(letter), ctrl: false }));
        }
        self
    }

    /// Something happens.
    pub fn hears(&mut self, msg: Msg) -> &mut Self {
        let effects = self.app.update(msg);
        self.answer(effects);
        self
    }

    /// It is looked again, with these signs.
    pub fn is_looked_at(&mut self, signs: Vec<Sign>) -> &mut Self {
        let verdict = lastgood::steps::confirm::verdict(&signs);
        self.world.facts.liveness = Liveness { verdict, signs };
        let liveness = self.world.facts.liveness.clone();
        self.hears(Msg::Looked(Box::new(Looked { liveness, products: None, facts: None, at: now(), asked: None })))
    }

    /// The disk answers again.
    pub fn lands(&mut self) -> &mut Self {
        self.world.slow = false;
        for msg in std::mem::take(&mut self.world.held_back) {
            self.hears(msg);
        }
        self
    }

    /// What stands in the window, without the spaces at line ends.
    pub fn screen(&self) -> String {
        let area = Rect::new(0, 0, self.app.scene.columns, self.app.scene.rows);
        let mut cells = Buffer::empty(area);
        self.app.draw(&mut cells);
        let row = |y: u16| {
            let mut line = String::new();
            let mut skip = 0;
            for x in 0..area.width {
                if skip > 0 {
                    skip -= 1;
                    continue;
                }
                let symbol = cells[(x, y)].symbol();
                skip = lastgood::widgets::clean::width(symbol).saturating_sub(1);
                line.push_str(symbol);
            }
            line.trim_end().to_owned()
        };
        (0..area.height).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Something stands in the window.
    #[track_caller]
    pub fn sees(&mut self, words: &str) -> &mut Self {
        let screen = self.screen();
        assert!(screen.contains(words), "not to be seen: {words}\n{screen}");
        self
    }

    /// Something does not stand in the window.
    #[track_caller]
    pub fn does_not_see(&mut self, words: &str) -> &mut Self {
        let screen = self.screen();
        assert!(!screen.contains(words), "to be seen: {words}\n{screen}");
        self
    }

    /// The decisions that are on disk, oldest first.
    pub fn decided(&self) -> Vec<Op> {
        self.world.recovery.entries.iter().map(|entry| entry.op.clone()).collect()
    }

    fn answer(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.asked.push(effect.clone());
            if let Some(msg) = self.world.answer(effect) {
                let tells_notes = matches!(msg, Msg::Opened(_) | Msg::Written { .. });
                if self.world.slow {
                    self.world.held_back.push(msg);
                } else {
                    self.hears(msg);
                }
                if tells_notes && !self.world.notes.is_empty() {
                    self.hears(Msg::Notes(self.world.notes.clone()));
                }
            }
        }
    }
}

impl World {
    fn answer(&mut self, effect: Effect) -> Option<Msg> {
        match effect {
            Effect::Find { all } => Some(Msg::Found(Box::new(Catalog { all, ..self.catalog.clone() }))),
            Effect::Open(run) => Some(Msg::Opened(Box::new(Opened {
                facts: self.of(&run),
                run,
                recovery: self.recovery.clone(),
                standing: self.standing.clone(),
                operator: self.operator.clone(),
                draft: self.draft.clone(),
                around: lastgood::msg::Around { attempts: self.attempts.clone(), ..lastgood::msg::Around::default() },
                folder: self.folder.clone(),
                written: self.written.clone(),
            }))),
            Effect::Look => Some(Msg::Looked(Box::new(Looked {
                liveness: self.facts.liveness.clone(),
                products: Some(self.facts.products.clone()),
                facts: Some(Box::new(self.facts.clone())),
                at: now(),
                asked: Some(std::time::Duration::from_millis(1500)),
            }))),
            Effect::Save { ticket, ops } => Some(match &self.full {
                Some(why) => Msg::SaveFailed { ticket, why: why.clone() },
                None => Msg::Saved { ticket, entries: self.write_down_at_once(ops) },
            }),
            Effect::SaveDraft(draft) => {
                self.draft = Some(draft);
                None
            }
            Effect::Content(wanted) if self.reads => {
                Some(Msg::Content(Box::new(lastgood::work::content::read(&self.facts, wanted))))
            }
            Effect::Content(wanted) => {
                let (text, before) = self.texts.get(&wanted.product).cloned().unwrap_or_default();
                let of = |product: &&lastgood::model::Product| product.id == wanted.product;
                let version = self.facts.products.iter().find(of).and_then(|product| product.version.clone());
                let gone = text.is_none() && wanted.product != lastgood::msg::PACKET;
                let why = if gone { "it is gone".into() } else { String::new() };
                Some(Msg::Content(Box::new(Content {
                    wanted,
                    version,
                    text,
                    before,
                    why,
                    asides: lastgood::msg::Asides::default(),
                })))
            }
            // Gates answer by what happens while they run; a test says what.
            Effect::Write { write, .. } if matches!(*write, Write::Gates(_)) => None,
            Effect::LookAt(paths) => {
                let there = |path: PathBuf| (path.clone(), self.lies.get(&path).copied().unwrap_or(Lies::Nothing));
                Some(Msg::Lies(paths.into_iter().map(there).collect()))
            }
            Effect::Survey => Some(Msg::Surveyed(Box::new(self.surveyed.clone()))),
            Effect::Write { ticket, write } => Some(self.write_elsewhere(ticket, *write)),
            _ => None,
        }
    }

    /// The facts of the run whose end is recovered: from the second attempt on, of the one that consumed the brief before.
    fn of(&self, run: &RunMark) -> Facts {
        let dead = self.recovery.decided.dead_run().unwrap_or(run);
        let of = |(_, facts): &&(u32, Facts)| facts.run.session == dead.session;
        self.attempts.iter().find(of).map_or_else(|| self.facts.clone(), |(_, facts)| facts.clone())
    }

    fn write_elsewhere(&mut self, ticket: u64, write: Write) -> Msg {
        if let Write::Salvage { include } = &write {
            let secrets = self.surveyed.secrets.iter().filter(|(path, _)| !include.contains(path));
            let left_out = secrets.map(|(path, _)| String::from_utf8_lossy(path).into_owned()).collect();
            let name = "refs/lastgood/salvage/LG-7Q2MX4KD/20261128T023000Z".to_owned();
            let commit = "5a1e9d2f00112233445566778899aabbccddeeff".to_owned();
            let copy = KeptCopy { name: name.clone(), content: commit.clone(), commit, left_out, good: false };
            let entry = self.write_down(Op::Salvaged { copy });
            return Msg::Written { ticket, what: vec![name], entries: vec![entry], brief: None };
        }
        if let Write::Packet { text } = write {
            self.texts.insert(lastgood::msg::PACKET.into(), (Some(text), None));
            let what = vec![self.facts.tree.root.join(".lastgood/packet.json").display().to_string()];
            return Msg::Written { ticket, what, entries: vec![], brief: None };
        }
        if let Write::Note { attempt, markdown, .. } = &write {
            let folder = PathBuf::from("/home/mira/.local/state/lastgood/recoveries/LG-7Q2MX4KD");
            let files = ["md", "json"].map(|ending| folder.join(format!("review-{attempt}.{ending}")));
            let says = lastgood::model::Closing::in_note(markdown, *attempt).expect("a closing note says how");
            self.notes.retain(|note| note.path != files[0]);
            self.notes.push(ClosingNote { attempt: *attempt, path: files[0].clone(), says });
            self.lies.extend(files.map(|file| (file, Lies::Own)));
        }
        let Write::Brief { brief, markdown, .. } = write else {
            return Msg::Written { ticket, what: vec!["written".into()], entries: vec![], brief: None };
        };
        let path = self.folder.join(format!("brief-{}.md", brief.attempt));
        let mut paths = vec![path.display().to_string()];
        if self.folder.is_dir() {
            let data = path.with_extension("json");
            std::fs::write(&path, &markdown).expect("the brief is written");
            std::fs::write(&data, serde_json::to_string(&brief).expect("a brief is data"))
                .expect("its data are written");
            paths.push(data.display().to_string());
        }
        let sha256 = lastgood::brief::marks(&markdown).first().map(|mark| mark.sha256.clone()).unwrap_or_default();
        let entry =
            self.write_down(Op::Published { attempt: brief.attempt, paths: paths.clone(), sha256, draft: brief.draft });
        let next =
            vec![format!("cd {}", self.facts.tree.root.display()), format!("claude \"$(cat {})\"", path.display())];
        let written = WrittenBrief { brief: *brief, text: markdown, path, next };
        self.written.push(written.clone());
        Msg::Written { ticket, what: paths, entries: vec![entry], brief: Some(Box::new(written)) }
    }

    /// Something is written down from outside, as by gates that came to their end.
    pub fn writes(&mut self, op: Op) -> Entry {
        self.write_down(op)
    }

    /// What is decided at once is one act, as the keeper writes it.
    fn write_down_at_once(&mut self, ops: Vec<Op>) -> Vec<Entry> {
        let mut act = None;
        let mut entries = vec![];
        for op in ops {
            let part = op.is_of_act();
            let entry = self.write_down_to(act.filter(|_| part), op);
            act = act.or(Some(entry.seq).filter(|_| part));
            entries.push(entry);
        }
        entries
    }

    fn write_down(&mut self, op: Op) -> Entry {
        self.write_down_to(None, op)
    }

    fn write_down_to(&mut self, act: Option<u64>, op: Op) -> Entry {
        self.recovery.id.get_or_insert_with(|| "LG-7Q2MX4KD".into());
        if let Some(keeper) = &mut self.keeper {
            let entry = keeper(op);
            self.recovery.apply(entry.clone());
            return entry;
        }
        let entry = Entry {
            v: lastgood::model::JOURNAL_VERSION,
            seq: self.recovery.entries.len() as u64 + 1,
            at: now(),
            by: self.operator.clone().unwrap_or_else(|| "mira".into()),
            host: "devbox".into(),
            act,
            op,
        };
        self.recovery.apply(entry.clone());
        entry
    }
}
