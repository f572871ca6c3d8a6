//! Runs gates on one or two contents and says how each came out: the last good state and the present content side by side.
//!
//! Copies are made in our cache and gone afterwards. The work tree itself is used only when somebody chose it, and what a
//! gate changed in it is named. Nothing here decides whether gates may run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::gates::{self, Keeper, Ran, Stop};
use crate::model::{GateOffer, GatesAsked, Measured, RanIn, Side, Timestamp};
use crate::read::gates::{judge, line};
use crate::store::content::{self, Checkout};
use crate::store::{self, File};
use crate::work::printed::printed;

/// Where gates run, and with what.
#[expect(missing_debug_implementations, reason = "a clock has no form to show")]
pub struct Ground<'a> {
    /// The root of the work tree.
    pub root: &'a Path,
    /// The folder of the run inside it, relative.
    pub inside: PathBuf,
    /// How the work tree stands by its last look.
    pub standing: String,
    /// Our cache folder.
    pub cache: &'a Path,
    /// Where outputs are kept, if anywhere.
    pub keep: Option<&'a Path>,
    /// The program that holds a gate.
    pub keeper: &'a Keeper,
    /// The clock.
    pub now: &'a dyn Fn() -> Timestamp,
}

/// What happens while gates run.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A content is laid out: what it is, and what a copy of it lacks.
    Laid {
        /// Which content.
        side: Side,
        /// The tree hash.
        content: &'a str,
        /// What the copy lacks, in words.
        missing: &'a [String],
    },
    /// A gate began.
    Began {
        /// The gate.
        offer: &'a GateOffer,
        /// On which content.
        side: Side,
    },
    /// It printed something.
    Printed(&'a [u8]),
    /// It came to its end.
    Over(&'a Measured),
}

/// Runs the gates that were asked for. What was measured before something went wrong is kept.
pub fn measure(
    asked: &GatesAsked,
    ground: &Ground<'_>,
    stop: &Stop,
    news: &mut dyn FnMut(News<'_>),
) -> (Vec<Measured>, Option<String>) {
    let mut results = Vec::new();
    for side in &asked.sides {
        if stop.is_set() {
            break;
        }
        let mut place = match Place::make(asked, ground, *side) {
            Ok(place) => place,
            Err(why) => return (results, Some(why)),
        };
        news(News::Laid { side: *side, content: &place.content, missing: &place.missing });
        for offer in &asked.gates {
            if stop.is_set() {
                break;
            }
            news(News::Began { offer, side: *side });
            let (number, folder) = (results.len() + 1, place.folder.join(&ground.inside));
            // A sub-folder that only the run made is not in an older content.
            let folder = if folder.is_dir() { folder } else { place.folder.clone() };
            let ran = place.run(&offer.gate.command, &folder, asked, ground, stop, news);
            let mut measured = result(offer, *side, &place, &ran, ground);
            match place.changed() {
                Ok(changed) => measured.changed = changed,
                Err(why) => return (results, Some(why)),
            }
            measured.output = ground.keep.and_then(|keep| keep_output(keep, number, &measured, &ran));
            news(News::Over(&measured));
            let spoilt = place.copy.is_some() && !measured.changed.is_empty();
            results.push(measured);
            // The next gate is to run on the content, not on what this one made of it.
            if spoilt && !stop.is_set() {
                place = match Place::make(asked, ground, *side) {
                    Ok(place) => place,
                    Err(why) => return (results, Some(why)),
                };
            }
        }
    }
    (results, None)
}

/// A content laid out for gates.
struct Place {
    folder: PathBuf,
    content: String,
    commit: Option<String>,
    missing: Vec<String>,
    copy: Option<Checkout>,
    /// The ids before anything ran, when it is the work tree itself.
    before: Option<Ids>,
    root: PathBuf,
}

type Ids = std::collections::BTreeMap<Vec<u8>, (u32, git2::Oid)>;

impl Place {
    fn make(asked: &GatesAsked, ground: &Ground<'_>, side: Side) -> Result<Self, String> {
        let root = ground.root.to_owned();
        if asked.ran_in == RanIn::Worktree && side == Side::Present {
            let content = content::survey(ground.root)?;
            let (hash, ids) = (content.hash()?, content.ids()?);
            return Ok(Self {
                folder: root.clone(),
                commit: content::head_with(ground.root, &hash),
                content: hash,
                missing: vec![],
                copy: None,
                before: Some(ids),
                root,
            });
        }
        let copy = match (side, &asked.last_good) {
            (Side::Present, _) => Checkout::present(ground.cache, ground.root, asked.link)?,
            (Side::LastGood, Some(commit)) => Checkout::commit(ground.cache, ground.root, commit, asked.link)?,
            (Side::LastGood, None) => return Err("the last good state has no commit that could be laid out".to_owned()),
        };
        Ok(Self {
            folder: copy.folder.clone(),
            content: copy.content.clone(),
            commit: copy.commit.clone(),
            missing: copy.missing.clone(),
            copy: Some(copy),
            before: None,
            root,
        })
    }

    fn run(
        &self,
        command: &[String],
        folder: &Path,
        asked: &GatesAsked,
        ground: &Ground<'_>,
        stop: &Stop,
        news: &mut dyn FnMut(News<'_>),
    ) -> Ran {
        let (from, to) = (self.root.to_string_lossy(), self.folder.to_string_lossy());
        let command: Vec<String> = command.iter().map(|word| moved(word, &from, &to)).collect();
        let above = self.folder.parent().map_or_else(OsString::new, |parent| parent.as_os_str().to_owned());
        let in_copy = [("GIT_CEILING_DIRECTORIES", above)];
        let variables = if self.copy.is_some() { in_copy.as_slice() } else { &[] };
        let ask = gates::Ask {
            command: &command,
            folder,
            limit: Duration::from_secs(asked.limit),
            variables,
            keeper: ground.keeper,
        };
        gates::run(&ask, stop, &mut |bytes| news(News::Printed(bytes)))
    }

    /// What gates have changed of the content so far.
    fn changed(&self) -> Result<Vec<String>, String> {
        match (&self.before, &self.copy) {
            (Some(before), _) => Ok(content::changed(before, &content::survey(&self.folder)?.ids()?)),
            // What a gate adds to a copy, a cache for one, is nobody's loss and no other content.
            (None, Some(copy)) => copy.changed(),
            (None, None) => Ok(vec![]),
        }
    }
}

/// A word with the paths of the work tree read as paths of the copy.
fn moved(word: &str, from: &str, to: &str) -> String {
    if from == to || from == "/" || !word.contains(from) {
        return word.to_owned();
    }
    let mut out = String::new();
    let mut rest = word;
    while let Some(at) = rest.find(from) {
        let (before, found) = rest.split_at(at);
        let after = found.get(from.len()..).unwrap_or_default();
        let whole = after.chars().next().is_none_or(|letter| !(letter.is_alphanumeric() || "-_.".contains(letter)));
        out += before;
        out += if whole { to } else { from };
        rest = after;
    }
    out + rest
}

fn result(offer: &GateOffer, side: Side, place: &Place, ran: &Ran, ground: &Ground<'_>) -> Measured {
    let (state, mut why) = judge(&offer.gate.command, &ran.ended, &ran.output.text());
    if !ran.stays.is_empty() {
        why = format!("{why}; still running: {}", ran.stays.join(", "));
    }
    Measured {
        name: offer.gate.name.clone(),
        command: offer.gate.command.clone(),
        source: offer.source.clone(),
        side,
        content: place.content.clone(),
        standing: if side == Side::Present { ground.standing.clone() } else { String::new() },
        commit: place.commit.clone(),
        ran_in: if place.copy.is_some() { RanIn::Scratch } else { RanIn::Worktree },
        ended: ran.ended.clone(),
        state,
        why,
        at: (ground.now)(),
        millis: u64::try_from(ran.took.as_millis()).unwrap_or(u64::MAX),
        output: None,
        printed: printed(&ran.output.text()),
        left: ran.left.clone(),
        changed: vec![],
    }
}

/// Keeps what a gate printed beside the recovery; a disk that is full costs the output, not the result.
fn keep_output(keep: &Path, number: usize, measured: &Measured, ran: &Ran) -> Option<String> {
    let side = if measured.side == Side::Present { "present" } else { "last-good" };
    let stamp = measured.at.strftime("%Y%m%dT%H%M%S");
    let path = keep.join(format!("{stamp}-{number}-{side}.txt"));
    let head = format!(
        "$ {}\non {} ({side})\n{}\n\n",
        line(&measured.command),
        measured.commit.as_deref().unwrap_or(&measured.content),
        measured.why
    );
    let file = File { path: path.clone(), bytes: (head + &ran.output.text()).into_bytes() };
    store::publish(&[file], &[]).ok().map(|_| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn paths_of_the_work_tree_are_read_as_paths_of_the_copy() {
        let to = |word: &str| moved(word, "/w/shop", "/c/shop");
        assert_eq!(to("cd /w/shop && make -C /w/shop/app"), "cd /c/shop && make -C /c/shop/app");
        assert_eq!(to("/w/shop-old/x"), "/w/shop-old/x");
        assert_eq!(to("make"), "make");
    }
}
