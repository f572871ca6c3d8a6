//! Gates and kept copies: what can be run and where, the dialogs, and what is known while gates run.
//!
//! Nothing here runs anything: a dialog that was agreed to becomes an effect.

use std::collections::VecDeque;
use std::path::PathBuf;

use super::form::{Field, Form, Purpose};
use super::review::rows::attempt;
use super::{Consent, Desk, Place, Scene};
use crate::model::{
    Brief, Facts, GateOffer, GatesAsked, GoodContent, Measured, NamedGate, RanIn, Side, Verdict, gate_line, same_gate,
};
use crate::msg::{GateNews, Surveyed, Write};
use crate::steps::{assign, confirm};
use crate::widgets::clean;
use crate::words::{compose, gates as words, sort as sort_words};

/// So many lines of output are held for the page; the file keeps more.
const LINES: usize = 2_000;

/// So many files are listed in the dialog of a salvage copy.
const LISTED: usize = 200;

/// What is known while gates run, and after.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// The last lines of output.
    pub lines: VecDeque<String>,
    /// How each came out.
    pub results: Vec<Measured>,
    /// What runs now.
    pub now: Option<(String, Side)>,
    /// What was laid out, in words.
    pub laid: Vec<String>,
    /// Whether all are over, and why not all ran.
    pub over: Option<Option<String>>,
}

impl Running {
    /// Takes in what happened.
    pub fn hears(&mut self, news: GateNews) {
        match news {
            GateNews::Laid { side, content, missing } => self.laid.push(words::laid(side, &content, &missing)),
            GateNews::Began { name, command, side } => {
                self.push(format!("$ {command}"));
                self.now = Some((name, side));
            }
            GateNews::Printed(text) => {
                for line in clean::lines(&text) {
                    self.push(line);
                }
            }
            GateNews::Over(measured) => {
                self.push(words::result(&measured));
                for line in words::marks(&measured) {
                    self.push(line);
                }
                self.push(String::new());
                self.now = None;
                self.results.push(*measured);
            }
            GateNews::End(trouble) => {
                self.now = None;
                self.over = Some(trouble);
            }
        }
    }

    fn push(&mut self, line: String) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}

/// What gates would be about: the run under review, or the failed one.
struct About<'a> {
    facts: &'a Facts,
    brief: Option<Brief>,
    attempt: u32,
}

fn about(desk: &Desk, place: Place) -> About<'_> {
    let reviewed = if place == Place::Review { attempt(desk) } else { None };
    match reviewed {
        Some(attempt) => About { facts: attempt.facts, brief: Some(attempt.brief.clone()), attempt: attempt.number },
        None => About { facts: &desk.facts, brief: None, attempt: desk.recovery.decided.attempt },
    }
}

/// Why no gate can be run now, in words.
pub fn not_now(desk: &Desk, place: Place) -> Option<String> {
    let about = about(desk, place);
    if !about.facts.tree.exists {
        return Some(words::NO_TREE.to_owned());
    }
    if about.brief.is_some() {
        let works = matches!(about.facts.liveness.verdict, Verdict::Alive);
        return works.then(|| words::STILL_WORKS.to_owned());
    }
    (!confirm::settled(&desk.facts.liveness, &desk.recovery.decided)).then(|| words::NOT_SETTLED.to_owned())
}

fn offers(about: &About) -> Vec<GateOffer> {
    let mut offers: Vec<GateOffer> = Vec::new();
    let mut add = |name: &str, command: &[String], source: &str| {
        let root = Some(about.facts.tree.root.as_path());
        let known = |known: &GateOffer| same_gate(&gate_line(&known.gate.command), &gate_line(command), root);
        if !command.is_empty() && !offers.iter().any(known) {
            let gate = NamedGate { name: name.to_owned(), command: command.to_vec() };
            offers.push(GateOffer { gate, source: source.to_owned() });
        }
    };
    for gate in about.brief.iter().flat_map(|brief| &brief.gates) {
        add(&gate.name, &gate.command, words::FROM_BRIEF);
    }
    for offer in &about.facts.offers {
        add(&offer.gate.name, &offer.gate.command, &offer.source);
    }
    for gate in &about.facts.gates {
        add(&gate.command, &gate.typed, words::FROM_RUN);
    }
    offers
}

/// The form that asks which gates.
pub fn form(desk: &Desk, place: Place) -> Form {
    let offers = offers(&about(desk, place));
    let filled = if offers.is_empty() { "" } else { words::ALL };
    let fields = vec![
        Field::text(words::WHICH, filled).needed(words::WHICH_NEEDED),
        Field::text(words::MINUTES, "15").needed(words::MINUTES_NEEDED),
    ];
    let mut notes: Vec<String> = offers
        .iter()
        .enumerate()
        .map(|(at, offer)| words::numbered(at + 1, &gate_line(&offer.gate.command), &offer.source))
        .collect();
    if notes.is_empty() {
        notes.push(words::NONE_KNOWN.to_owned());
    }
    notes.push(words::FORM_NOTE.to_owned());
    Form::new(Purpose::Gates, words::FORM, fields).notes(notes)
}

/// The form with what was typed into it, and what there is to say of it.
pub fn form_again(values: &[String], desk: &Desk, place: Place, says: String) -> Form {
    let mut form = form(desk, place);
    for (field, value) in form.fields.iter_mut().zip(values) {
        *field = Field { needed: field.needed.take(), ..Field::own(field.name.clone(), value) };
    }
    (form.touched, form.refused) = (true, Some(says));
    form
}

/// What was typed, where it is a command of one's own: neither all nor the numbers of known gates.
pub fn own_command(values: &[String]) -> Option<&str> {
    let which = values.first().map(|which| which.trim()).filter(|which| !which.is_empty() && *which != words::ALL)?;
    numbers(which).is_none().then_some(which)
}

/// The numbers of gates, when nothing else was typed.
fn numbers(which: &str) -> Option<Vec<usize>> {
    let words = which.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect::<Option<Vec<usize>>>().filter(|numbers| !numbers.is_empty())
}

/// The dialog for what was typed into the form, or why it cannot be asked.
pub fn consent(values: &[String], desk: &Desk, place: Place, scene: &Scene) -> Result<Consent, String> {
    let about = about(desk, place);
    let which = values.first().map(String::as_str).unwrap_or_default();
    let gates = chosen(which, offers(&about))?;
    let minutes: u64 = values.get(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    if !(1..=1440).contains(&minutes) {
        return Err(words::MINUTES_NEEDED.to_owned());
    }
    let last_good = good(&about, desk);
    let root = about.facts.tree.root.clone();
    let inside = about.facts.run.cwd.as_ref().and_then(|cwd| cwd.strip_prefix(&root).ok());
    let asked = GatesAsked {
        gates,
        sides: last_good.iter().map(|_| Side::LastGood).chain([Side::Present]).collect(),
        ran_in: RanIn::Scratch,
        link: false,
        limit: minutes * 60,
        last_good,
        attempt: about.attempt,
        inside: inside.map_or_else(PathBuf::new, Into::into),
        standing: about.facts.tree.standing(),
        root,
    };
    let linked = GatesAsked { link: true, ..asked.clone() };
    let in_tree = GatesAsked { ran_in: RanIn::Worktree, sides: vec![Side::Present], ..asked.clone() };
    let dialog = |asked: GatesAsked| {
        let lines = lines(&asked, minutes, scene);
        Consent::new(words::TITLE, lines, words::YES, Write::Gates(Box::new(asked))).or(words::NO)
    };
    Ok(dialog(asked).ways(vec![dialog(linked), dialog(in_tree)]))
}

fn chosen(which: &str, offers: Vec<GateOffer>) -> Result<Vec<GateOffer>, String> {
    if which == words::ALL && !offers.is_empty() {
        return Ok(offers);
    }
    if let Some(numbers) = numbers(which) {
        let picked = numbers.iter().map(|number| offers.get(number.checked_sub(1)?).cloned());
        return picked.collect::<Option<Vec<_>>>().ok_or_else(|| words::WHICH_NEEDED.to_owned());
    }
    if which.trim().is_empty() || which == words::ALL {
        return Err(words::WHICH_NEEDED.to_owned());
    }
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,@%+ ".contains(letter);
    let command = if which.chars().all(plain) && !which.split(' ').next().unwrap_or_default().contains('=') {
        which.split_whitespace().map(str::to_owned).collect()
    } else {
        ["sh", "-c", which].map(str::to_owned).to_vec()
    };
    Ok(vec![GateOffer { gate: NamedGate { name: which.to_owned(), command }, source: words::TYPED.to_owned() }])
}

/// The commit, or kept copy, of the last good state, when it can be laid out.
fn good(about: &About, desk: &Desk) -> Option<String> {
    if !about.facts.tree.repository {
        return None;
    }
    let of_brief = about
        .brief
        .as_ref()
        .and_then(|brief| brief.last_good.commit.clone().or_else(|| brief.last_good.salvage.clone()));
    of_brief.or_else(|| assign::good_commit(&desk.facts, &desk.recovery.decided).map(str::to_owned))
}

fn lines(asked: &GatesAsked, minutes: u64, scene: &Scene) -> Vec<String> {
    let mut lines = Vec::new();
    if asked.ran_in == RanIn::Worktree {
        lines.push(words::IN_TREE.to_owned());
        lines.push(words::folder(&scene.clock.path(&asked.root.join(&asked.inside))));
    } else {
        lines.push(words::IN_COPIES.to_owned());
        if asked.sides.contains(&Side::LastGood) {
            lines.extend(asked.last_good.as_deref().map(|commit| words::last_good(sort_words::short(commit))));
        }
        lines.push(words::PRESENT.to_owned());
        if !asked.inside.as_os_str().is_empty() {
            lines.push(words::folder(&asked.inside.display().to_string()));
        }
    }
    lines.push(String::new());
    lines.extend(
        asked.gates.iter().map(|offer| words::command(&gate_line(&offer.gate.command), &offer.source, minutes)),
    );
    lines.push(String::new());
    if asked.ran_in == RanIn::Scratch {
        lines.push(if asked.link { words::LINKED } else { words::LACKS }.to_owned());
    }
    lines.push(words::OTHER_WAYS.to_owned());
    lines
}

/// Lines of a list, at most so many, with how many more there are.
fn listed(all: impl ExactSizeIterator<Item = String>, most: usize) -> Vec<String> {
    let more = all.len().saturating_sub(most);
    let lines = all.take(most).map(|line| format!("  {line}"));
    lines.chain((more > 0).then(|| words::copies::more(more))).collect()
}

/// The dialog of a salvage copy.
pub fn salvage(surveyed: &Surveyed, desk: &Desk) -> Result<Consent, String> {
    if let Some(why) = &surveyed.refused {
        return Err(why.clone());
    }
    let dialog = |with: bool| {
        let name = format!("refs/lastgood/salvage/{}/…", desk.recovery.id.as_deref().unwrap_or("LG-…"));
        let secrets = surveyed.secrets.len();
        let files = if with { surveyed.files } else { surveyed.files - secrets };
        let mut lines = words::copies::what(files, &sort_words::bytes_words(surveyed.bytes), &name).to_vec();
        lines.push(words::copies::STAYS.to_owned());
        lines.push(words::copies::MIRROR.to_owned());
        if secrets > 0 {
            lines.push(String::new());
            lines.push(words::copies::secrets(secrets, with));
            // Those that would be in it are all named: nothing is kept that nobody could see.
            let most = if with { secrets } else { LISTED };
            let named = surveyed.secrets.iter().map(|(path, why)| format!("{}: {why}", String::from_utf8_lossy(path)));
            lines.extend(listed(named, most));
            lines.push(if with { words::copies::WITHOUT } else { words::copies::WITH }.to_owned());
        }
        lines.extend(surveyed.good.as_ref().map(|_| words::copies::OR_GOOD.to_owned()));
        lines.push(String::new());
        lines.push(words::copies::changed(surveyed.changed.len()));
        lines.extend(listed(surveyed.changed.iter().cloned(), LISTED));
        if !surveyed.not_in_it.is_empty() {
            lines.push(String::new());
            lines.push(words::copies::NOT_IN_IT.to_owned());
            lines.extend(listed(surveyed.not_in_it.iter().cloned(), LISTED));
        }
        let include = surveyed.secrets.iter().filter(|_| with).map(|(path, _)| path.clone()).collect();
        Consent::new(words::copies::TITLE, lines, words::copies::YES, Write::Salvage { include }).or(words::copies::NO)
    };
    let mut ways = if surveyed.secrets.is_empty() { vec![] } else { vec![dialog(true)] };
    ways.extend(keep_good(surveyed, desk).ok());
    Ok(dialog(false).ways(ways))
}

/// Whether a last good content can be kept that no commit has and that is not kept yet.
pub fn keeps_good(desk: &Desk) -> bool {
    let replayed = desk.facts.last_good.content == Some(GoodContent::Replayed);
    replayed && desk.facts.tree.repository && assign::kept_good(&desk.facts, &desk.recovery.decided).is_none()
}

/// The dialog that keeps the last good content.
pub fn keep_good(surveyed: &Surveyed, desk: &Desk) -> Result<Consent, String> {
    let good = surveyed.good.as_ref().ok_or(words::copies::NO_GOOD)?;
    if let Some(why) = &good.refused {
        return Err(why.clone());
    }
    let name = format!("refs/lastgood/good/{}/…", desk.recovery.id.as_deref().unwrap_or("LG-…"));
    let mut lines = words::copies::good(good.base.as_deref().map(sort_words::short), &name).to_vec();
    lines.push(words::copies::STAYS.to_owned());
    lines.push(words::copies::MIRROR.to_owned());
    lines.push(String::new());
    lines.push(words::copies::replayed(good.files.len()));
    lines.extend(listed(good.files.iter().cloned(), LISTED));
    if !good.not_in_it.is_empty() {
        lines.push(String::new());
        lines.push(words::copies::NOT_IN_IT.to_owned());
        lines.extend(listed(good.not_in_it.iter().cloned(), LISTED));
    }
    let title = words::copies::GOOD_TITLE;
    Ok(Consent::new(title, lines, words::copies::GOOD_YES, Write::KeepGood).or(words::copies::NO))
}

/// The footer line while gates run elsewhere than on their page.
pub fn says(running: &Running) -> String {
    match &running.over {
        Some(trouble) => words::all(&running.results, trouble.as_deref()),
        None => compose::gates::GO_ON.to_owned(),
    }
}
