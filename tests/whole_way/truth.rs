//! What is said of the runs of a recovery that went on for several attempts, held against the work tree and the records after
//! each of them, in several orders of steps.

use std::process::Command;

use lastgood::commands::demo::{Demo, SESSION};
use lastgood::model::{Facts, Gate, Op, OutsideOutcome, Product, RowVerdict, Suggest};

use super::limits::{GAP, goes_on, judges, plays};
use super::{demo, facts, is_recovered, sits};
use crate::keeper;
use crate::person::Person;

const LIMIT: &str = "Never change parcel/wire.py: other services speak that format";
const FILE: &str = "parcel/wire.py";
const JITTER: &str = "tests/test_jitter.py";
const DOCS: &str = "docs/retry.md";

/// The demo with who sits at it, and how far it has gone.
struct Walk {
    _folder: tempfile::TempDir,
    demo: Demo,
    person: Person,
    attempt: u32,
    /// The file of the limit as it was before anything broke it.
    original: String,
}

fn git(demo: &Demo, args: &[&str]) -> String {
    let out = Command::new("git").arg("-C").arg(&demo.tree).args(args).output().unwrap();
    assert!(out.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

fn session(attempt: u32) -> String {
    let later = || format!("{}-0000-4000-8d00-{attempt:012x}", SESSION[..8].replace("d3ad", "2ec0"));
    if attempt == 0 { SESSION.into() } else { later() }
}

impl Walk {
    /// The failed run is sorted, and its push answered. What is decided is written down in the demo's own state folder.
    fn begins() -> Self {
        let (folder, demo) = demo();
        let mut person = sits(&demo);
        let (mut recovery, opened) = keeper::open(&demo.state);
        person.world.recovery = opened.recovery;
        let now = crate::person::now();
        person.world.keeper = Some(Box::new(move |op| recovery.save(op, "mira", now).unwrap()));
        let mut person = person.then_opens();
        let original = git(&demo, &["show", "main:parcel/wire.py"]);
        person.presses("s");
        let recoveries = std::fs::read_dir(demo.state.join("recoveries")).unwrap();
        let [own] = &recoveries.map(|one| one.unwrap().path()).collect::<Vec<_>>()[..] else { panic!("one recovery") };
        person.world.recovery.id = own.file_name().map(|name| name.to_string_lossy().into_owned());
        person.world.folder.clone_from(own);
        person.is_killed_and_reopens();
        person.presses(
            "2 j enter space p enter space p enter space p enter space u space space space u space space space esc",
        );
        person.presses("G a left left tab tab").types("git ls-remote origin").presses("tab");
        person.types("no branch of that name").presses("enter");
        Self { _folder: folder, demo, person, attempt: 0, original }
    }

    /// The next run does a step.
    fn goes(&mut self, step: &str) -> &mut Self {
        let mut good = None;
        if self.attempt > 0 {
            goes_on(&mut self.person);
            self.looks();
            let page = self.page();
            let told = page.lines().find_map(|line| line.split("   last good      ").nth(1)).unwrap();
            good = told.get(..7).map(str::to_owned);
            let step = self.person.presses("2").screen();
            assert!(step.contains(&format!("last good  {}", &told[..7])), "{page}\n{step}");
        }
        self.attempt += 1;
        plays(&mut self.person, &self.demo, step, self.attempt);
        let brief = &self.person.world.written.last().unwrap().brief;
        let of_brief = brief.last_good.commit.as_deref().and_then(|commit| commit.get(..7));
        assert!(good.is_none_or(|good| of_brief == Some(&good)), "{of_brief:?}");
        self.looks();
        self.is_true();
        self
    }

    /// A person judges a row of step 4.
    fn judges(&mut self, row: &str, verdict: &str) -> &mut Self {
        judges(&mut self.person, row, verdict);
        if self.person.screen().contains("where did you look?") {
            self.person.types("the file itself").presses("enter");
        }
        self.is_true();
        self
    }

    /// Everything is judged, approved and closed; what is said afterwards is as true.
    fn is_recovered(&mut self) {
        let rows = self.person.presses("4").screen().matches("not yet").count();
        is_recovered(&mut self.person, rows);
        self.person.does_not_see("not recovered");
        self.looks();
        self.is_true();
        let page = self.page();
        let whose = page.lines().find(|line| line.contains("   run  ")).unwrap();
        assert!(whose.contains("step 4 is about") && whose.contains("had brief"), "{page}");
        assert!(page.contains("no run is left to start") && !page.contains("nobody decided"), "{page}");
    }

    /// Everything is read anew, as the program does when it is opened.
    fn looks(&mut self) {
        self.person.world.facts = facts(&self.demo, SESSION);
        for (attempt, of) in &mut self.person.world.attempts {
            *of = facts(&self.demo, &session(*attempt));
        }
        self.person.is_killed_and_reopens();
    }

    /// The facts of the run of an attempt, as they were read last.
    fn facts(&self, run: u32) -> &Facts {
        let world = &self.person.world;
        world.attempts.iter().find(|(of, _)| *of == run).map_or(&world.facts, |(_, facts)| facts)
    }

    fn prints(&self, args: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lastgood"));
        command.env_clear().env("HOME", &self.demo.home).env("XDG_CACHE_HOME", self.demo.root.join("cache"));
        command.args(["--now", "2026-11-28T04:40:00Z", "--home"]).arg(&self.demo.home);
        let out = command.arg("--state").arg(&self.demo.state).args(args).output().unwrap();
        assert!(out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    /// The page of four states, whole.
    fn page(&mut self) -> String {
        self.person.resizes(400, 90).presses("0");
        let page = self.person.screen();
        self.person.presses("esc").resizes(100, 30);
        page
    }

    fn is_back(&self) -> bool {
        std::fs::read_to_string(self.demo.tree.join(FILE)).unwrap() == self.original
    }

    /// The attempt in whose review somebody said last that what breaks the limit is fine, or not.
    fn judged(&self) -> Option<RowVerdict> {
        self.person.decided().into_iter().rev().find_map(|op| match op {
            Op::Verdict { row, verdict, .. } if row.contains(LIMIT) => verdict,
            _ => None,
        })
    }

    /// What is said everywhere fits the tree and the records.
    #[track_caller]
    fn is_true(&mut self) {
        let page = self.page();
        let of_run = |run| self.prints(&["inspect", &session(run), "--watch", "0"]);
        let inspected: Vec<String> = (0..=self.attempt).map(of_run).collect();
        self.limit_is_true(&page, &inspected);
        self.commits_are_true(&page, &inspected);
        self.judged_is_true(&page);
        self.push_is_true(&page, &inspected);
    }

    /// A gap that step 4 closed is told as closed beside the decision that named it, and nothing is named by a raw id.
    #[track_caller]
    fn gaps_are_true(&self) {
        let inspected = [0, self.attempt].map(|run| self.prints(&["inspect", &session(run), "--watch", "0"]));
        for text in &inspected {
            assert!(!text.contains("toolu_"), "{text}");
        }
        for attempt in 1..=self.attempt {
            let review = self.prints(&["review", &session(attempt)]);
            let closed =
                review.lines().skip_while(|line| *line != "Closed").skip(1).take_while(|line| !line.is_empty());
            for line in closed.filter_map(|line| line.trim().split_once(" (").filter(|(line, _)| line.contains(": "))) {
                let (file, gap) = line.0.split_once(": ").unwrap();
                let named = format!("  partial: {file}: ");
                for text in &inspected {
                    let Some(told) = text.lines().find(|line| line.starts_with(&named)) else { continue };
                    assert!(told.contains(&format!("{gap} (closed in attempt {attempt}: ")), "{line:?}: {told}");
                }
            }
        }
    }

    /// No run has what was committed when it had ended, and last good is one commit wherever it stands.
    #[track_caller]
    fn commits_are_true(&mut self, page: &str, inspected: &[String]) {
        let log = git(&self.demo, &["log", "--all", "--format=%H %ct"]);
        let made: Vec<(&str, i64)> =
            log.lines().filter_map(|line| line.split_once(' ')).map(|(id, at)| (id, at.parse().unwrap())).collect();
        for run in 0..=self.attempt {
            let facts = self.facts(run);
            let end = facts.run.last_event.unwrap().as_second() + 5;
            let later: Vec<&str> = made.iter().filter(|(_, at)| *at > end).map(|(id, _)| *id).collect();
            let good = &facts.last_good;
            // What people decided is theirs, and not of this run.
            let text = inspected[run as usize].split("\nDecided by people").next().unwrap();
            for id in later {
                let at = format!("run {run} after attempt {}: {id}: {}", self.attempt, good.why);
                assert_ne!(good.commit.as_deref(), Some(id), "{at}");
                assert!(!good.why.contains(&id[..7]), "{at}");
                let on_it = |gate: &Gate| gate.runs.iter().any(|run| run.content.as_deref() == Some(id));
                assert!(!facts.gates.iter().any(on_it), "{at}");
                let products = facts.products.iter().filter(|product| product.version.as_deref() == Some(id));
                let of_others = |product: &Product| product.made_by.is_empty() && product.suggest != Suggest::Usable;
                assert!(products.into_iter().all(of_others), "{at}");
                assert!(!text.contains(&id[..7]) || text.contains("does not know"), "{at}: {text}");
                let desk = self.person.world.recovery.decided.dead_run().map_or(SESSION, |run| run.session.as_str());
                let own = page.lines().filter(|line| desk == session(run) && line.contains("by this run's own record"));
                let credited = |line: &str| line.split("own record").nth(1).is_some_and(|rest| rest.contains(&id[..7]));
                assert!(!own.into_iter().any(credited), "{at}: {page}");
            }
        }
        let of_page = page.lines().find_map(|line| line.split("   last good      ").nth(1)).unwrap();
        let review = self.person.presses("4").screen();
        if review.contains("no next attempt") {
            return;
        }
        let of_review = review.lines().find_map(|line| line.split("next attempt from   ").nth(1));
        let of_review = of_review.unwrap_or_else(|| panic!("no start of a next attempt: {review}"));
        assert_eq!(of_page.get(..7), of_review.get(..7), "{page}\n{review}");
    }

    /// What a person judged is no contradiction, nor is what has no proof.
    #[track_caller]
    fn judged_is_true(&mut self, page: &str) {
        // What merely has no proof is unproven.
        assert!(!page.lines().any(|line| line.contains("contradicts") && line.contains("no record proves")), "{page}");
        for op in self.person.decided() {
            let Op::Verdict { row, verdict: Some(_), .. } = op else { continue };
            // What a gate, a criterion or a file is called may stand in the words of anything.
            let told = ["claim:", "limit:", "standing:"].iter().any(|kind| row.starts_with(kind));
            let Some(text) = row.rsplit(':').next().filter(|_| told) else { continue };
            let told = page.lines().any(|line| line.contains("contradicts") && line.contains(text));
            assert!(!told, "{row}: {page}");
        }
    }

    /// The attempt in whose review a person called it met that the push happened.
    fn pushed(&self) -> Option<u32> {
        self.person.decided().into_iter().rev().find_map(|op| match op {
            Op::Verdict { row, verdict: Some(RowVerdict::Met), attempt, .. } if row.contains("`git push") => {
                Some(attempt)
            }
            _ => None,
        })
    }

    /// What somebody saw has happened since is told as happened, with who said it where; the answer of then stays told as that.
    #[track_caller]
    fn push_is_true(&mut self, page: &str, inspected: &[String]) {
        let Some(attempt) = self.pushed() else { return };
        let said = format!("mira called it met in the review of attempt {attempt}");
        let texts = inspected.iter().map(String::as_str).chain([page]);
        for line in texts.flat_map(str::lines).filter(|line| line.contains("did not happen")) {
            assert!(line.contains(&said), "{said}: {line}\n{page}");
        }
        assert!(page.contains(&said) && page.contains("outside action: happened"), "{page}");
        assert!(inspected[0].contains("\n  happened: git push"), "{}", inspected[0]);
        let row = self.person.resizes(200, 60).presses("2 G").screen();
        assert!(row.contains("happened, mira called it met"), "{row}");
        self.person.resizes(100, 30);
        // The brief under way was written before; a later one knows it.
        let Some(written) = self.person.world.written.last().filter(|last| last.brief.attempt > attempt) else {
            return;
        };
        let told = written.text.lines().find(|line| line.contains("git push")).unwrap();
        assert!(told.starts_with("- happened: `git push") && told.contains("do not repeat"), "{}", written.text);
        assert!(written.brief.outside[0].outcome == OutsideOutcome::Happened, "{:?}", written.brief.outside);
        let again = |text: &String| text.contains("git push") || text.contains(", push");
        assert!(!written.brief.after_step.iter().any(again), "{}", written.text);
        assert!(!written.brief.open.iter().any(|open| again(&open.question)), "{}", written.text);
        self.person.presses("3").does_not_see("git push");
    }

    /// What lies as it was is broken nowhere; what still differs is told as broken, or as kept.
    #[track_caller]
    fn limit_is_true(&mut self, page: &str, inspected: &[String]) {
        let (back, judged) = (self.is_back(), self.judged());
        let at = format!("attempt {}, back: {back}, judged: {judged:?}", self.attempt);
        let told: Vec<&str> = page.lines().filter(|line| line.contains(LIMIT) && line.contains("broken")).collect();
        match (back, judged) {
            (true, _) => assert!(told.is_empty(), "{at}: {page}"),
            // Of what the step under way takes back, the step is told.
            (false, None) => {
                let label = ["contradicts", "   broken "].iter().any(|label| told[0].contains(label));
                assert!(told.len() == 1 && label, "{at}: {page}");
            }
            (false, Some(RowVerdict::Met)) => assert!(told.len() == 1 && told[0].contains("   kept "), "{at}: {page}"),
            (false, Some(RowVerdict::Not)) => {
                assert!(told.len() == 1 && told[0].contains("   broken "), "{at}: {page}");
            }
        }
        for run in 0..=self.attempt {
            let at = format!("run {run} after {at}");
            let text = &inspected[run as usize];
            let mut lines = text
                .lines()
                .skip_while(|line| *line != "Limits")
                .filter(|line| line.starts_with(&format!("  {LIMIT} (")));
            let line = lines.next().unwrap();
            assert_eq!(lines.next(), None, "told once: {at}: {text}");
            let broken = line.replace("(taken back", "").contains("broken") && !line.contains("(taken back");
            assert_eq!(broken, !back, "{at}: {line}");
            assert_eq!(line.contains("kept: "), !back && judged == Some(RowVerdict::Met), "{at}: {line}");
            assert!(run == 0 || !line.contains(", broken by"), "{at} broke nothing: {line}");
            // The report prints the facts as they are.
            let limit = self.facts(run).constraints.iter().find(|limit| limit.text == LIMIT).unwrap();
            assert_eq!(limit.broken_by.is_empty(), run > 0, "{at}: {limit:?}");
            assert_eq!(limit.taken_back == [FILE], run == 0 && back, "{at}: {limit:?}");
        }
        let review = self.prints(&["review", &session(self.attempt)]);
        assert!(!review.contains("\nLimits broken\n"), "{at}: {review}");
        // What was kept before its brief is asked no more.
        let asked = !back && !self.person.world.written.last().unwrap().brief.broken.iter().any(|broken| broken.kept);
        assert_eq!(review.contains("\nLimits broken before this run\n"), asked, "{at}: {review}");
    }
}

#[test]
fn jitter_then_the_limit_then_the_page() {
    let mut walk = Walk::begins();
    walk.goes(JITTER).judges("✗ limit", "x").goes(GAP).judges("· claim", "m").goes(DOCS);
    walk.is_recovered();
}

#[test]
fn what_is_changed_by_hand_after_it_was_taken_back_is_no_deed_of_the_run_that_took_it_back() {
    let mut walk = Walk::begins();
    walk.goes(JITTER).goes(GAP);
    std::fs::write(walk.demo.tree.join(FILE), walk.original.replace("PQ1|", "PQ2|")).unwrap();
    walk.looks();
    walk.is_true();
    walk.person.presses("4").sees("broken again since").does_not_see("broken before");
}

#[test]
fn the_limit_then_jitter_then_the_page() {
    Walk::begins().goes(GAP).goes(JITTER).goes(DOCS).gaps_are_true();
}

#[test]
fn the_page_then_the_limit_then_jitter() {
    Walk::begins().goes(DOCS).goes(GAP).goes(JITTER);
}

#[test]
fn jitter_and_the_limit_is_kept() {
    Walk::begins().goes(JITTER).judges("✗ limit", "m").goes(DOCS).goes("git push");
}

#[test]
fn a_push_that_was_done_by_hand_and_called_met_has_happened_everywhere() {
    let mut walk = Walk::begins();
    walk.goes("git push").judges("1 `git push", "m").goes(GAP);
}
