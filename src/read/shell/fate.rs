//! What is known of the end of each command of a script, from the end of the whole and from what it printed.
//!
//! Every way in which the script can have gone is followed; a command's end is known when all ways that fit agree on it.

use super::{After, Fate, Node, Script, Simple, status};

/// How a whole script ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End<'a> {
    /// Its end.
    pub status: Status,
    /// What it printed.
    pub output: &'a str,
    /// Whether that is all it printed.
    pub whole: bool,
}

/// The end of a whole script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its exit status.
    Exit(i32),
    /// An exit status other than 0.
    Failed,
    /// Nobody saw its end.
    Unseen,
    /// It was started in the background.
    Started,
    /// It came back; with which status is not on record.
    Returned,
}

/// What the output says of one command: it went well, it failed, or nothing.
pub type Clue<'a> = dyn Fn(&Simple) -> Option<bool> + 'a;

const OK: u8 = 1;
const FAIL: u8 = 2;
const LEFT_OK: u8 = 4; // `exit 0`: the shell ends with it
const LEFT_FAIL: u8 = 8;
const ALL: u8 = 15;
/// More ways than this are not followed.
const WAYS: usize = 512;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ran {
    Yes,
    Maybe,
    No,
}

#[derive(Clone, Copy)]
struct Want {
    ran: Ran,
    outcomes: u8,
    code: Option<i32>,
}

/// One way in which a list can have gone: the outcome of each part, 0 for a part that did not run.
type Way = Vec<u8>;

struct Solver<'a> {
    simples: &'a [Simple],
    end: End<'a>,
    clue: &'a Clue<'a>,
    fates: Vec<Fate>,
    /// Whether no way fitted what is known: then a clue was wrong.
    stuck: bool,
}

/// The fate of every command of a script.
pub(super) fn fates(script: &Script, end: End<'_>, clue: &Clue<'_>) -> Vec<Fate> {
    let (fates, stuck) = solved(script, end, clue);
    // The rules of the shell and the status on record outweigh what a text seems to say.
    if stuck { solved(script, end, &|_| None).0 } else { fates }
}

fn solved(script: &Script, end: End<'_>, clue: &Clue<'_>) -> (Vec<Fate>, bool) {
    let fates = vec![Fate::Unknown; script.simples.len()];
    let mut solver = Solver { simples: &script.simples, end, clue, fates, stuck: false };
    let all = Want { ran: Ran::Yes, outcomes: ALL, code: None };
    match end.status {
        Status::Exit(0) => solver.solve(&script.root, Want { outcomes: OK | LEFT_OK, ..all }),
        Status::Exit(code) => solver.solve(&script.root, Want { outcomes: FAIL | LEFT_FAIL, code: Some(code), ..all }),
        Status::Failed => solver.solve(&script.root, Want { outcomes: FAIL | LEFT_FAIL, ..all }),
        Status::Unseen => solver.cut(&script.root),
        Status::Returned => solver.solve(&script.root, all),
        Status::Started => {
            solver.cut(&script.root);
            for fate in &mut solver.fates {
                *fate = if *fate == Fate::Hidden { Fate::Started } else { *fate };
            }
        }
    }
    (solver.fates, solver.stuck)
}

impl Solver<'_> {
    fn simple(&self, node: &Node) -> Option<&Simple> {
        match node {
            Node::Simple(index) => self.simples.get(*index),
            Node::List(parts) => parts.first().filter(|_| parts.len() == 1).and_then(|(_, node)| self.simple(node)),
            _ => None,
        }
    }

    /// What a node can have come to, by itself.
    fn possible(&self, node: &Node) -> u8 {
        match node {
            Node::Simple(index) => {
                let Some(simple) = self.simples.get(*index) else { return ALL };
                match (simple.name(), (self.clue)(simple)) {
                    ("exit", _) => match simple.args().first().map(String::as_str) {
                        Some("0") => LEFT_OK,
                        Some(code) if code.parse::<i32>().is_ok() => LEFT_FAIL,
                        _ => LEFT_OK | LEFT_FAIL,
                    },
                    ("true" | ":" | "echo" | "printf" | "sleep" | "set" | "export" | "trap", _) | (_, Some(true)) => OK,
                    ("cd" | "pushd", _) if self.quietly_done(simple) => OK,
                    ("false", _) | (_, Some(false)) => FAIL,
                    _ => OK | FAIL,
                }
            }
            Node::Aside(_, node) => self.possible(node),
            Node::Sub(node) => kept(self.possible(node)),
            Node::Pipe(nodes, strict) => {
                let last = nodes.last().map_or(OK, |node| kept(self.possible(node)));
                let other = nodes.iter().any(|node| self.possible(node) & (OK | LEFT_OK) == 0);
                match (strict, other) {
                    (true, true) => FAIL,
                    (true, false) => last | FAIL,
                    _ => last,
                }
            }
            Node::List(parts) => self.ways(parts).iter().fold(0, |all, way| all | last(way)),
            Node::Seq(items) if items.is_empty() => OK | FAIL,
            Node::Seq(items) => self.ways(&joined(items)).iter().fold(0, |all, way| all | last(way)),
            Node::Not(node) => {
                let inner = self.possible(node);
                (inner & ALL & !(OK | FAIL)) | ((inner & OK) << 1) | ((inner & FAIL) >> 1)
            }
            Node::Background(_) => OK,
            Node::Loop(_, body) => OK | self.possible(body),
            Node::Branch(_, bodies) => bodies.iter().fold(OK | FAIL, |all, body| all | self.possible(body)),
        }
    }

    /// Whether a change of folder went well: one that fails says so.
    fn quietly_done(&self, simple: &Simple) -> bool {
        let complains =
            ["No such file", "Not a directory", "not a directory", "can't cd", "Permission denied", "not set"];
        self.end.whole && !simple.text.contains("2>") && !complains.iter().any(|words| self.end.output.contains(words))
    }

    /// The ways in which a list can have gone, by its own rules and what was printed.
    fn ways<N: std::borrow::Borrow<Node>>(&self, parts: &[(After, N)]) -> Vec<Way> {
        let mut ways: Vec<Way> = vec![Vec::new()];
        for (place, (after, node)) in parts.iter().enumerate() {
            let outcomes = match self.printed(parts, place) {
                Some((usize::MAX, 0)) => OK,
                Some((usize::MAX, _)) => FAIL,
                _ => self.possible(node.borrow()),
            };
            let mut next = Vec::new();
            for way in ways {
                let before = last(&way);
                let left = before & (LEFT_OK | LEFT_FAIL) != 0;
                let runs = match after {
                    _ if place == 0 => true,
                    _ if left => false,
                    After::Anything => true,
                    After::Success => before == OK,
                    After::Failure => before == FAIL,
                };
                if !runs {
                    next.push([way, vec![0]].concat());
                    continue;
                }
                let each = [OK, FAIL, LEFT_OK, LEFT_FAIL].into_iter().filter(|outcome| outcomes & outcome != 0);
                next.extend(each.map(|outcome| [way.clone(), vec![outcome]].concat()));
            }
            ways = next;
            ways.truncate(WAYS);
        }
        prefer(ways, |way| parts.iter().zip(way).all(|((_, node), outcome)| self.heard(node.borrow(), *outcome != 0)))
    }

    /// Whether the output fits that a literal `echo`, or a command whose result it shows, ran or did not.
    fn heard(&self, node: &Node, ran: bool) -> bool {
        if !ran && self.simple(node).is_some_and(|simple| (self.clue)(simple).is_some()) {
            return false;
        }
        let Some(simple) = self.simple(node).filter(|simple| simple.name() == "echo") else { return true };
        let text = simple.args().join(" ");
        let seen =
            simple.redirects.is_empty() && !simple.context.piped_on && !simple.context.substituted && self.end.whole;
        if !seen || text.trim().len() < 2 || text.contains(['$', '`', '\\', '*']) {
            return true;
        }
        self.hears(text.trim()) == ran
    }

    /// Whether a line of the output ends with a text: as words of its own, since what ran before may have left its line open.
    fn hears(&self, text: &str) -> bool {
        let before = |line: &str| line.trim_end().strip_suffix(text).map(|before| before.chars().next_back());
        let joined = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        self.end.output.lines().filter_map(before).any(|before| !before.is_some_and(joined))
    }

    /// What a condition came to, by what its bodies print: `if a; then echo yes; else echo no; fi`.
    fn told_by(&self, bodies: &[Node]) -> u8 {
        let spoke: Vec<Option<bool>> = bodies.iter().map(|body| self.spoke(body)).collect();
        match spoke.as_slice() {
            [Some(true)] | [Some(true), Some(false) | None] => OK,
            [Some(false), Some(true)] => FAIL,
            _ => ALL,
        }
    }

    /// Whether the first literal `echo` of a body is heard.
    fn spoke(&self, body: &Node) -> Option<bool> {
        let parts: Vec<&Node> = match body {
            Node::Seq(items) => items.iter().map(|(node, _)| node).collect(),
            Node::List(parts) => parts.iter().map(|(_, node)| node).collect(),
            _ => Vec::new(),
        };
        let simple = parts.iter().find_map(|part| self.simple(part).filter(|simple| simple.name() == "echo"))?;
        let text = simple.args().join(" ");
        let literal = simple.redirects.is_empty() && self.end.whole && text.trim().len() > 1;
        (literal && !text.contains(['$', '`', '\\', '*'])).then(|| self.hears(text.trim()))
    }

    fn printed<N: std::borrow::Borrow<Node>>(&self, parts: &[(After, N)], place: usize) -> Option<(usize, i32)> {
        let after: Vec<_> = parts.get(place + 1..)?.iter().map_while(|(_, node)| self.simple(node.borrow())).collect();
        status::printed(&after, self.end.output)
    }

    fn solve(&mut self, node: &Node, want: Want) {
        match node {
            Node::Simple(index) => {
                let started = self.simples.get(*index).is_some_and(|simple| simple.context.background);
                let fate = match want.ran {
                    Ran::No => Fate::Skipped,
                    Ran::Maybe => Fate::Unknown,
                    Ran::Yes if started => Fate::Started,
                    Ran::Yes if want.outcomes & (FAIL | LEFT_FAIL) == 0 => Fate::Ok,
                    Ran::Yes if want.outcomes & (OK | LEFT_OK) == 0 => Fate::Failed(want.code),
                    Ran::Yes => Fate::Hidden,
                };
                if let Some(place) = self.fates.get_mut(*index) {
                    *place = fate;
                }
            }
            Node::Aside(asides, main) => {
                for aside in asides {
                    self.solve(aside, Want { outcomes: ALL, code: None, ..want });
                }
                self.solve(main, want);
            }
            Node::Sub(inner) => {
                let outcomes = want.outcomes | ((want.outcomes & (OK | FAIL)) << 2);
                self.solve(inner, Want { outcomes, ..want });
            }
            Node::Pipe(nodes, strict) => {
                let fine = *strict && want.outcomes & (FAIL | LEFT_FAIL) == 0;
                let all = Want { outcomes: if fine { OK } else { ALL }, code: None, ..want };
                let end = nodes.len().saturating_sub(1);
                for (place, node) in nodes.iter().enumerate() {
                    let own = if place == end && (!strict || fine) { want } else { all };
                    self.solve(node, own);
                }
            }
            Node::List(parts) => self.list(parts, want),
            Node::Seq(items) => self.list(&joined(items), want),
            Node::Not(inner) => {
                let flipped = ((want.outcomes & OK) << 1)
                    | ((want.outcomes & FAIL) >> 1)
                    | (want.outcomes & (LEFT_OK | LEFT_FAIL));
                self.solve(inner, Want { outcomes: flipped, code: None, ..want });
            }
            Node::Background(inner) => self.solve(inner, Want { outcomes: ALL, code: None, ..want }),
            Node::Loop(condition, body) => {
                let all = Want { outcomes: ALL, code: None, ..want };
                if let Some(condition) = condition {
                    self.solve(condition, all);
                }
                let fine = want.outcomes & (FAIL | LEFT_FAIL) == 0;
                // No turn left the shell when the loop ended well; a single turn may still have failed.
                let turn = if fine { Want { outcomes: OK | FAIL, code: None, ..want } } else { want };
                self.solve(body, turn);
            }
            Node::Branch(condition, bodies) => {
                if let Some(condition) = condition {
                    let outcomes = self.told_by(bodies);
                    self.solve(condition, Want { outcomes, code: None, ..want });
                }
                let ran = if want.ran == Ran::No { Ran::No } else { Ran::Maybe };
                for body in bodies {
                    self.solve(body, Want { ran, outcomes: ALL, code: None });
                }
            }
        }
    }

    fn list<N: std::borrow::Borrow<Node>>(&mut self, parts: &[(After, N)], want: Want) {
        let ways: Vec<_> = self.ways(parts).into_iter().filter(|way| last(way) & want.outcomes != 0).collect();
        let ways = prefer(ways, |way| self.fits_code(parts, way, want.code));
        self.stuck |= ways.is_empty() && want.ran == Ran::Yes && !parts.is_empty();
        for (place, (_, node)) in parts.iter().enumerate() {
            let outcomes = ways.iter().fold(0, |all, way| all | way.get(place).copied().unwrap_or(0));
            let ran = ways.iter().filter(|way| way.get(place).is_some_and(|outcome| *outcome != 0)).count();
            let ran = match (want.ran, ran) {
                _ if ways.is_empty() => Ran::Maybe,
                (Ran::No, _) | (_, 0) => Ran::No,
                (Ran::Yes, count) if count == ways.len() => Ran::Yes,
                _ => Ran::Maybe,
            };
            let ends = !ways.is_empty() && ways.iter().all(|way| ended_at(way) == Some(place));
            let printed = self.printed(parts, place);
            let code = match printed {
                Some((usize::MAX, code)) => Some(code),
                _ => want.code.filter(|_| ends),
            };
            self.solve(node.borrow(), Want { ran, outcomes: if outcomes == 0 { ALL } else { outcomes }, code });
            if let Some((0, code)) = printed {
                self.first_of_pipe(node.borrow(), code);
            }
        }
    }

    /// `git` alone ends with 128, `cargo` alone with 101: such a code tells which part failed.
    fn fits_code<N: std::borrow::Borrow<Node>>(&self, parts: &[(After, N)], way: &Way, code: Option<i32>) -> bool {
        let program = match code {
            Some(128 | 129) => "git",
            Some(101) => "cargo",
            _ => return true,
        };
        let failed = ended_at(way).and_then(|place| parts.get(place)).and_then(|(_, node)| self.simple(node.borrow()));
        failed.is_some_and(|simple| simple.name() == program)
    }

    fn first_of_pipe(&mut self, node: &Node, code: i32) {
        match node {
            Node::List(parts) => parts.iter().for_each(|(_, node)| self.first_of_pipe(node, code)),
            Node::Pipe(nodes, _) => {
                if let Some(Node::Simple(index)) = nodes.first()
                    && let Some(fate) = self.fates.get_mut(*index)
                {
                    *fate = if code == 0 { Fate::Ok } else { Fate::Failed(Some(code)) };
                }
            }
            _ => {}
        }
    }

    /// Nobody saw the end: the first command ran, what follows may have.
    fn cut(&mut self, node: &Node) {
        match node {
            Node::List(parts) => self.cut_in_order(&parts.iter().map(|(_, node)| node).collect::<Vec<_>>()),
            Node::Seq(items) => self.cut_in_order(&items.iter().map(|(node, _)| node).collect::<Vec<_>>()),
            Node::Aside(asides, main) => {
                self.cut_in_order(&asides.iter().collect::<Vec<_>>());
                self.solve(main, Want { ran: Ran::Maybe, outcomes: ALL, code: None });
            }
            Node::Sub(inner) | Node::Not(inner) | Node::Background(inner) | Node::Loop(None, inner) => self.cut(inner),
            Node::Loop(Some(first), _) | Node::Branch(Some(first), _) => self.cut(first),
            Node::Simple(_) | Node::Pipe(..) => self.solve(node, Want { ran: Ran::Yes, outcomes: ALL, code: None }),
            Node::Branch(None, _) => {}
        }
    }

    fn cut_in_order(&mut self, nodes: &[&Node]) {
        // What cannot stop the script (`cd`, `echo`, an assignment) is not where it was cut.
        let mut cut = false;
        for node in nodes {
            if cut {
                self.solve(node, Want { ran: Ran::Maybe, outcomes: ALL, code: None });
                continue;
            }
            self.cut(node);
            let quick =
                |simple: &Simple| matches!(simple.name(), "cd" | "echo" | "export" | "set" | "source" | "true" | "");
            cut = !self.simple(node).is_some_and(quick) && !matches!(node, Node::Seq(items) if items.is_empty());
        }
    }
}

/// Items of a sequence as a list: `set -e` makes the next one depend on the success of this one.
fn joined(items: &[(Node, bool)]) -> Vec<(After, &Node)> {
    let mut after = After::Anything;
    let mut out = Vec::new();
    for (node, stops) in items {
        out.push((after, node));
        after = if *stops { After::Success } else { After::Anything };
    }
    out
}

/// The outcome of the last part that ran.
fn last(way: &Way) -> u8 {
    ended_at(way).and_then(|place| way.get(place)).copied().unwrap_or(OK)
}

fn ended_at(way: &Way) -> Option<usize> {
    way.iter().rposition(|outcome| *outcome != 0)
}

/// What `exit` in a subshell leaves of its outcome.
fn kept(outcomes: u8) -> u8 {
    (outcomes | (outcomes >> 2)) & (OK | FAIL)
}

/// Only the ways that fit, unless none does: a clue may be wrong, the rules of the shell are not.
fn prefer(ways: Vec<Way>, fits: impl Fn(&Way) -> bool) -> Vec<Way> {
    let kept: Vec<_> = ways.iter().filter(|way| fits(way)).cloned().collect();
    if kept.is_empty() { ways } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(script: &str, status: Status, output: &str) -> String {
        let read = Script::read(script);
        let fates = read.fates(End { status, output, whole: true }, &|_| None);
        let show = |(simple, fate): (&Simple, &Fate)| format!("{}:{fate:?}", simple.name());
        read.simples.iter().zip(&fates).map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_later_part_that_ran_proves_the_earlier_green() {
        assert_eq!(of("make test && git add -A && git commit -m x", Status::Exit(0), ""), "make:Ok git:Ok git:Ok");
        assert_eq!(of("make test && git commit -m x", Status::Exit(128), ""), "make:Ok git:Failed(Some(128))");
        assert_eq!(of("a && b && c", Status::Exit(1), ""), "a:Hidden b:Unknown c:Unknown");
        assert_eq!(of("a || b", Status::Exit(1), ""), "a:Failed(None) b:Failed(Some(1))");
        assert_eq!(of("! a", Status::Exit(0), ""), "a:Failed(None)");
    }

    #[test]
    fn pipes_and_semicolons_hide_a_status() {
        assert_eq!(of("a | tail -1", Status::Exit(0), ""), "a:Hidden tail:Ok");
        assert_eq!(of("set -o pipefail; a | tail -1", Status::Exit(0), ""), "set:Ok a:Ok tail:Ok");
        let strict = of("set -o pipefail && a | tail -1", Status::Exit(1), "");
        assert_eq!(strict, "set:Ok a:Hidden tail:Hidden", "only the pipeline can have failed");
        assert_eq!(of("a; b", Status::Exit(0), ""), "a:Hidden b:Ok");
        assert_eq!(of("set -e\na\nb", Status::Exit(0), ""), "set:Ok a:Ok b:Ok");
        assert_eq!(of("a || true", Status::Exit(0), ""), "a:Hidden true:Unknown");
        assert_eq!(of("a & b", Status::Exit(0), ""), "a:Started b:Ok");
    }

    #[test]
    fn a_status_that_is_printed_counts() {
        assert_eq!(of("curl x; echo rc=$?", Status::Exit(0), "rc=7"), "curl:Failed(Some(7)) echo:Ok");
        assert_eq!(of("a; rc=$?; b; echo \"done $rc\"", Status::Exit(0), "done 0"), "a:Ok :Hidden b:Hidden echo:Ok");
        assert_eq!(
            of("a | tail -1; echo \"${PIPESTATUS[0]}\"", Status::Exit(0), "x\n2"),
            "a:Failed(Some(2)) tail:Hidden echo:Ok"
        );
        assert_eq!(
            of("a && echo passed || echo broken", Status::Exit(0), "x\nbroken"),
            "a:Failed(None) echo:Skipped echo:Ok"
        );
    }

    #[test]
    fn a_branch_that_speaks_tells_what_its_condition_came_to() {
        assert_eq!(
            of("a && echo PASSED || echo NOT-PASSED", Status::Exit(0), "NOT-PASSED"),
            "a:Failed(None) echo:Skipped echo:Ok"
        );
        let script = "if a; then echo GREEN; else echo RED; fi";
        assert_eq!(of(script, Status::Exit(0), "RED"), "a:Failed(None) echo:Unknown echo:Unknown");
        assert_eq!(of(script, Status::Exit(0), "GREEN"), "a:Ok echo:Unknown echo:Unknown");
        assert_eq!(of(script, Status::Exit(0), ""), "a:Hidden echo:Unknown echo:Unknown");
    }

    #[test]
    fn a_clue_that_the_status_denies_is_dropped() {
        let read = Script::read("npm test");
        let end = End { status: Status::Exit(0), output: "", whole: true };
        assert_eq!(read.fates(end, &|_| Some(false)), [Fate::Ok]);
    }

    #[test]
    fn loops_and_cut_scripts() {
        assert_eq!(
            of("for e in a b; do t apply || exit 1; done", Status::Exit(1), ""),
            "t:Failed(None) exit:Failed(Some(1))"
        );
        assert_eq!(of("for e in a b; do t apply || exit 1; done", Status::Exit(0), ""), "t:Ok exit:Skipped");
        assert_eq!(of("for e in a b; do t apply; done", Status::Exit(0), ""), "t:Hidden");
        assert_eq!(of("cd x && a && git push", Status::Unseen, ""), "cd:Hidden a:Hidden git:Unknown");
        assert_eq!(of("bash -c 'a && b' && c", Status::Exit(0), ""), "a:Ok b:Ok c:Ok");
    }
}
